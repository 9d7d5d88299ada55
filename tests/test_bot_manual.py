r"""scoutcli-bot(7) says what the referee does: its words, its numbers, and two dialogues.

See test_manual.py for what a line ``.\" CHECKED kind …`` in a page is.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import games
from games.game import Move, State
from notation import codec
from scoutcli.arena import dialogue, process, program, protocol
from scoutcli.arena.clock import Clock, TimeControl
from scoutcli.arena.faults import REASONS
from scoutcli.arena.plan import ON_FAULT, START_SECONDS, Entry, Pairing, Sitter
from scoutcli.arena.program import Program
from scoutcli.arena.referee import Terms, play
from scoutcli.arena.seats import Place, Seat
from tests.test_manual import ALL, Checked, joined, of_kind

SAYS = """
import sys

lines = iter(open(sys.argv[1]))


def say_until(last):
    for line in lines:
        print(line, end="", flush=True)
        if line.split()[0] == last:
            return


for line in sys.stdin:
    if line.startswith("scoutbot"):
        say_until("ready")
    elif line.startswith("go"):
        say_until("play")
    elif line.startswith("quit"):
        break
"""
"""A bot that says the lines of a file, as far as each question goes."""


class Scripted(Seat):
    """A seat that makes the moves of a list."""

    def __init__(self, game: str, moves: Sequence[str]) -> None:
        self._notation = codec.get(game)
        self._moves = iter(moves)

    @property
    def bot(self) -> str:
        return "scripted"

    def begin_match(self, place: Place, control: Clock, margin: float) -> None:
        pass

    def answer(self, state: State) -> tuple[Move, float]:
        return self._notation.chosen(next(self._moves), state), 0.0


def said_now(
    game: str, seed: str, moves: Sequence[str], rows: Sequence[str], folder: Path
) -> list[str]:
    """What is said where a program in seat 1 says its lines of `rows`, and seat 2 makes moves."""
    script, lines = folder / "says.py", folder / "lines"
    script.write_text(SAYS)
    lines.write_text("".join(f"{row[2:]}\n" for row in rows if row.startswith("< ")))
    options = dict(row.split()[2:] for row in rows if row.startswith("> set "))
    (match,) = (row for row in rows if row.startswith("> match "))
    names = match.partition(" names ")[2].split()
    log: list[str] = []
    bot = Program(
        Entry("", command=(sys.executable, "-I", "-S", str(script), str(lines)), options=options),
        lambda way, line: log.append(f"{way} {line}"),
    )
    rules, _ = games.get(game).rules(2, {"rounds": "1"})
    terms = Terms(games.get(game), rules, TimeControl.read("5000"), margin=20.0)
    sitters = [Sitter(protocol.decode(name)) for name in names]
    try:
        played = play(terms, Pairing(1, 1, 1, (0, 1)), seed, sitters, [bot, Scripted(game, moves)])
    finally:
        bot.close()
    assert played.outcome.faults == ()
    return log


def lines_of(checked: Checked) -> list[str]:
    """The lines of a dialogue, those put together that are broken before a space or at a comma."""
    return joined(re.sub(r",\\\n +", ",", "\n".join(checked.rows)).split("\n"))


@of_kind("dialogue")
def test_the_dialogue_is_what_is_said(checked: Checked, tmp_path: Path) -> None:
    game, seed, *moves = checked.about
    rows = lines_of(checked)
    assert said_now(game, seed, moves, rows, tmp_path) == rows


def test_there_is_a_dialogue_for_every_game() -> None:
    shown = [checked.about[0] for checked in ALL if checked.kind == "dialogue"]
    assert shown == ["scout", "skyjo"]


@of_kind("says")
def test_every_line_that_there_is_is_explained(checked: Checked) -> None:
    words = {row.split()[1] for row in checked.rows}
    if checked.about == ("bot",):
        assert words == set(dialogue.KNOWN)
        return
    heard = {
        row.split()[1]
        for checked in ALL
        if checked.kind == "dialogue"
        for row in lines_of(checked)
        if row.startswith("> ")
    }
    assert words == heard | {"error", "ping"}


@of_kind("told")
def test_what_is_told_can_be_read(checked: Checked) -> None:
    notation = codec.get(checked.about[0])
    for row in checked.rows:
        did, seat, *told = row.strip('"').split()
        text = notation.recorded(" ".join(told))
        assert did == "did"
        assert (seat == "-") is notation.is_chance(text)
        assert notation.format(notation.parse(text)) == text


@of_kind("encoding")
def test_texts_are_encoded_as_the_page_says(checked: Checked) -> None:
    for row in checked.rows:
        text, word = row.rsplit(maxsplit=1)
        assert protocol.encode(text.strip()) == word
        assert protocol.decode(word) == text.strip()
    assert protocol.encode("") == "%"
    assert protocol.decode("%") == ""


def test_signs_that_stand_for_themselves_are_those_of_the_page() -> None:
    signs = "_.-~!*'(),:;/@&=+$?[]"
    plain = "".join(chr(code) for code in range(33, 127) if protocol.encode(chr(code)) == chr(code))
    assert set(plain) == {*signs, *filter(str.isalnum, map(chr, range(33, 127)))}


@of_kind("reasons")
def test_every_reason_is_explained(checked: Checked) -> None:
    assert [row.removeprefix("Cm ") for row in checked.rows] == list(REASONS)


@of_kind("on-fault")
def test_what_happens_on_a_fault_is_said(checked: Checked) -> None:
    assert [row.removeprefix("Cm ") for row in checked.rows] == list(ON_FAULT)


@of_kind("numbers")
def test_the_numbers_are_those_of_the_program(checked: Checked) -> None:
    assert [int(row) for row in checked.rows] == [
        int(START_SECONDS),
        program.MOST_STARTS,
        process.LONGEST_LINE,
        process.MOST_LINES,
        process.MOST_BYTES,
        process.MOST_STDERR,
        process.MOST_UNREAD,
    ]
