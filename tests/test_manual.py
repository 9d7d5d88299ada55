r"""The reference pages (sections 5 and 7) say what the program does.

A line ``.\" CHECKED kind …`` in a page says how the list or display that
follows it is tried; what is made by the program stands between ``BEGIN
GENERATED`` and ``END GENERATED`` and must be what would be made now.
"""

from __future__ import annotations

import ast
import hashlib
import io
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

import games
from games.deals import Shuffler
from games.errors import RuleError
from games.game import Chance, Round, State
from notation import codec, keys
from notation.document import parse
from notation.reader import Part, read
from notation.replay import run
from notation.tokens import read_moves, split_seat
from notation.writer import canonical
from notation.yamltext import quote
from scoutcli.arena.faults import REASONS
from scoutcli.manparts import PARTS, fill, filled

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*(ROOT / "man").glob("*.5"), *(ROOT / "man").glob("*.7")])
SIGNS = {"-": "-", "e": "\\", "&": "", "(dq": '"', "(aq": "'", "(ga": "`", "(ti": "~", "(ha": "^"}
COLUMNS = 80


# What stands in a page


def plain(text: str) -> str:
    """A text without the escapes of roff."""
    return re.sub(r"\\(-|e|&|\(..)", lambda found: SIGNS[found[1]], text)


class Checked(NamedTuple):
    """A list or display that is to be tried: the lines of it, or the tags of its items."""

    page: str
    line: int
    kind: str
    about: tuple[str, ...]
    rows: tuple[str, ...]

    @property
    def text(self) -> str:
        return "".join(f"{row}\n" for row in self.rows)


def all_checked() -> Iterator[Checked]:
    for path in PAGES:
        lines = path.read_text().splitlines()
        for at, line in enumerate(lines):
            if line.startswith('.\\" CHECKED '):
                kind, *about = line.split()[2:]
                rows = tuple(_rows(lines[at + 1 :]))
                yield Checked(path.name, at + 1, kind, tuple(about), rows)


def _rows(lines: Sequence[str]) -> Iterator[str]:
    display = lines[0].startswith(".Bd -literal")
    assert display or lines[0].startswith(".Bl "), lines[0]
    for line in lines[1:]:
        if line in {".Ed", ".El"}:
            return
        if display:
            yield plain(line)
        elif line.startswith(".It "):
            yield plain(line.removeprefix(".It ").removeprefix("Li "))


def of_kind(kind: str) -> pytest.MarkDecorator:
    found = [checked for checked in ALL if checked.kind == kind]
    names = [f"{checked.page}:{checked.line}" for checked in found]
    return pytest.mark.parametrize("checked", found, ids=names)


ALL = list(all_checked())


def joined(rows: Sequence[str]) -> list[str]:
    """Rows, those that end with a backslash put together with the next."""
    text = re.sub(r" \\\n +", " ", "\n".join(rows))
    return text.split("\n")


def test_every_display_is_tried() -> None:
    """A display is checked, or is a shell line that test_examples.py runs."""
    for path in PAGES:
        lines = path.read_text().splitlines()
        generated = False
        for at, line in enumerate(lines):
            generated ^= "GENERATED" in line and at > 10
            if line.startswith(".Bd") and not generated:
                known = lines[at - 1].startswith('.\\" CHECKED ') or lines[at + 1][:2] == "$ "
                assert known, f"{path.name}:{at + 1} is neither checked nor a shell line"


def test_every_way_of_checking_is_known() -> None:
    kinds = {
        "beats", "codes", "deal", "faults", "judgements", "moves", "outcomes", "parts", "position",
        "quoted", "record", "refused", "shuffle", "source", "words",
        # in test_bot_manual.py
        "dialogue", "encoding", "numbers", "on-fault", "reasons", "says", "told",
    }  # fmt: skip
    assert {checked.kind for checked in ALL} == kinds


# The notation


@of_kind("judgements")
def test_the_table_of_judgements(checked: Checked) -> None:
    for row in checked.rows[1:]:
        numbered, marked, _ = row.split(" Ta ")
        moves = read_moves(f"1.K {numbered} 2.K {marked}")
        assert moves.fault is None
        assert moves.plays[0].notes == moves.plays[1].notes != []


def test_a_judgement_needs_its_space() -> None:
    fault = read_moves("1.S3:44!").fault
    assert fault is not None and fault.code == "attached-judgement"
    assert read_moves("1.S3:44?").plays[0].notes == []
    ((_, values, _),) = codec.get("scout").parse("S3:44?")
    assert values == bytes((4, 4, 0))


@of_kind("deal")
def test_a_deal_is_canonical_and_can_be_dealt(checked: Checked) -> None:
    notation = codec.get(checked.about[0])
    players = sum(row[0].isdigit() for row in checked.rows)
    rules, _ = notation.game.rules(players)
    deal = notation.parse_deal(checked.text, rules)
    notation.game.check_deal(rules, (), deal)
    assert notation.format_deal(deal) == checked.text


@of_kind("moves")
def test_a_move_is_canonical(checked: Checked) -> None:
    notation = codec.get(checked.about[0])
    for text in checked.rows:
        assert notation.format(notation.parse(text)).replace("S?=47-4T", text) == text


@of_kind("position")
def test_a_position_is_canonical(checked: Checked) -> None:
    notation = codec.get(checked.about[0])
    (line,) = joined(checked.rows)
    assert notation.format_position(notation.parse_position(line)) == line


@of_kind("parts")
def test_the_parts_of_a_score_can_be_read(checked: Checked) -> None:
    notation = codec.get(checked.about[0])
    rules, _ = notation.game.rules(len(checked.rows))
    assert len(notation.parse_parts(checked.text, rules)) == len(checked.rows)


def parts_of(text: str) -> list[Part]:
    return list(read(io.BytesIO(text.encode()), "example.yaml"))


@of_kind("record")
def test_a_record_has_no_error_and_is_canonical(checked: Checked) -> None:
    """A match, or a position and moves; the words behind it are the notices there must be."""
    text = "\n".join(joined(checked.rows)) + "\n"
    written, noticed = "", []
    for part in parts_of(text):
        assert part.match is not None and part.audit is not None
        assert not part.faulty, part.diagnostics
        noticed += [diagnostic.code for diagnostic in part.diagnostics]
        written += canonical(part.audit, part.document, last=False)
    assert tuple(sorted(noticed)) == tuple(sorted(checked.about))
    assert written == text


@of_kind("words")
def test_words_of_a_record_can_be_read(checked: Checked) -> None:
    notation = codec.get(checked.about[0])
    for word in checked.text.split():
        seat, text = split_seat(word)
        assert (seat is None) is notation.is_chance(text)
        assert notation.format(notation.parse(text)) == text


# The rules


def position(rows: Sequence[str]) -> tuple[State, list[str]]:
    """The round at the beginning of an example, and the lines that say what is true of it."""
    line, *said = joined(rows)
    return codec.get(line.split()[0]).parse_position(line), said


@of_kind("outcomes")
def test_what_an_example_says_of_a_position_is_true(checked: Checked) -> None:
    state, said = position(checked.rows)
    notation = codec.get(checked.rows[0].split()[0])
    for line in said:
        what, *words = line.split()
        if what == "moves":
            assert run(notation, state, words) == (len(words), None)
        elif what == "legal":
            assert run(notation, state.copy(), words) == (len(words), None)
        elif what == "refused":
            word, code = words
            _, error = run(notation, state.copy(), [word])
            assert error is not None and error.code == code, f"{word}: {error}"
        elif what == "then":
            assert set(words) <= set(notation.format_position(state).split())
        elif what == "end":
            assert [state.end] == words
        else:
            assert what == "score"
            assert list(map(str, state.scores())) == words


@of_kind("beats")
def test_what_beats_what(checked: Checked) -> None:
    notation = codec.get("scout")
    for row in checked.rows:
        table, cards, answer, _ = re.split(r" {2,}", row)
        values = "".join(card[0] for card in cards.split())
        owner = "-" if table == "-" else "1"
        state = notation.parse_position(
            f"scout hands=??/{cards.replace(' ', '')}/??/??/?? table={table.replace(' ', '')} "
            f"owner={owner} turn=2 scouts=0 won=0,0,0,0,0 tokens=0,0,0,0,0 show=11111 actions=1 "
            "round=1 totals=0,0,0,0,0"
        )
        (move,) = notation.parse(f"S1:{values}")
        try:
            state.check(1, move)
        except RuleError as error:
            found = error.code
        else:
            found = "legal"
        assert found == answer, row
        assert (move in state.legal()) is (found == "legal")


@of_kind("source")
def test_the_source_is_where_the_page_says(checked: Checked) -> None:
    assert all((ROOT / path).is_file() for path in checked.rows)


# The match file


@of_kind("refused")
def test_what_is_no_yaml_of_ours_is_refused(checked: Checked) -> None:
    for row in checked.rows:
        code, text = re.split(r" {2,}", row, maxsplit=1)
        text = text.replace("\\n", "\n").replace("\\t", "\t")
        assert [fault.code for fault in parse(f"{text}\n").faults] == [code]


@of_kind("quoted")
def test_what_a_writer_puts_in_quotes(checked: Checked) -> None:
    for row in checked.rows:
        text, written = re.split(r" {2,}", row, maxsplit=1)
        assert quote(text) == written
        assert parse(f"event: {written}\n").root.data() == {"event": text}  # type: ignore[union-attr]


@of_kind("faults")
def test_lines_of_faults_have_their_form(checked: Checked) -> None:
    match = "scoutcli: 1\ngame: scout\nplayers: [{name: A}, {name: B}, {name: C}]\nrounds:\n"
    match += "- faults: |\n" + "".join(f"    {row}\n" for row in checked.rows)
    (part,) = parts_of(match)
    assert not part.faulty


# The shuffle, written from the page alone


def numbers(seed: str, round_number: int, purpose: str, time: int = 1) -> Iterator[int]:
    counter = 0
    while True:
        text = f"{seed}/round {round_number}/{purpose} {time}/{counter}"
        digest = hashlib.sha256(text.encode()).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        counter += 1


def below(n: int, drawn: Iterator[int]) -> int:
    for number in drawn:
        if number < 2**32 // n * n:
            return number % n
    raise AssertionError


def shuffled(cards: Sequence[str], drawn: Iterator[int]) -> list[str]:
    result = list(cards)
    for i in range(len(result) - 1, 0, -1):
        j = below(i + 1, drawn)
        result[i], result[j] = result[j], result[i]
    return result


def scout_hands(seed: str, players: int, round_number: int = 1) -> list[list[str]]:
    names = "123456789T"
    deck = [a + b for at, a in enumerate(names) for b in names[at + 1 :]]
    if players == 3:
        deck = [card for card in deck if "T" not in card]
    elif players < 5:
        deck.remove("9T")
    if players == 2 and round_number % 2 == 0:
        gone = {"".join(sorted(card)) for hand in scout_hands(seed, 2, round_number - 1)
                for card in hand}  # fmt: skip
        deck = [card for card in deck if "".join(sorted(card)) not in gone]
    size = {2: 11, 3: 12, 4: 11, 5: 9}[players]
    cards = shuffled(deck, numbers(seed, round_number, "deal"))
    coins = numbers(seed, round_number, "orientation")
    lying = [card[::-1] if below(2, coins) else card for card in cards]
    return [lying[at * size : (at + 1) * size] for at in range(players)]


@of_kind("shuffle")
def test_the_worked_example_of_the_shuffle(checked: Checked) -> None:
    said: dict[str, list[str]] = {}
    for row in checked.rows:
        name, text = row.split(maxsplit=1)
        said.setdefault(name, []).append(text)
    for text, digest in zip(said["text"], said["digest"], strict=True):
        assert hashlib.sha256(text.encode()).hexdigest() == digest
    drawn = numbers("tea", 1, "deal")
    first = [next(drawn) for _ in said["numbers"][0].split()]
    assert said["numbers"] == [" ".join(map(str, first))]
    exchanges = [f"{35 - at}-{number % (36 - at)}" for at, number in enumerate(first)]
    assert said["exchanges"] == [" ".join(exchanges)]
    names = "123456789"
    deck = [a + b for at, a in enumerate(names) for b in names[at + 1 :]]
    cards = shuffled(deck, numbers("tea", 1, "deal"))
    assert said["cards"] == [" ".join(cards[:12])]
    coins = numbers("tea", 1, "orientation")
    assert said["coins"] == [" ".join(str(next(coins) % 2) for _ in range(8))]
    assert said["hand"] == [" ".join(scout_hands("tea", 3)[0])]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_scout_is_dealt_as_the_page_says(players: int) -> None:
    notation = codec.get("scout")
    rules, _ = notation.game.rules(players)
    past: list[Round] = []
    for number in (1, 2, 3):
        deal = notation.game.deal(rules, past, Shuffler("a seed", number))
        lines = [
            f"{seat}: {' '.join(hand)}\n"
            for seat, hand in enumerate(scout_hands("a seed", players, number), 1)
        ]
        assert notation.format_deal(deal) == "".join(lines)
        past.append(Round((None,) * players, deal=deal))


def test_skyjo_is_dealt_and_dealt_anew_as_the_page_says() -> None:
    notation = codec.get("skyjo")
    rules, _ = notation.game.rules(2)
    deck = "YYYYYZZZZZZZZZZ000000000000000" + "".join(10 * card for card in "123456789ABC")
    cards = "".join(shuffled(deck, numbers("a seed", 1, "deal")))
    grids = [
        f"{seat}: {cards[at : at + 4]} {cards[at + 4 : at + 8]} {cards[at + 8 : at + 12]}\n"
        for seat, at in ((1, 0), (2, 12))
    ]
    shuffler = Shuffler("a seed", 1)
    deal = notation.game.deal(rules, (), shuffler)
    assert notation.format_deal(deal) == (f"{''.join(grids)}up: {cards[24]}\nstock: {cards[25:]}\n")
    for time in (1, 2):
        pile = notation.game.draw(Chance("pile", (3, 7, 12, 5, 9)), shuffler)
        expected = shuffled("37C59", numbers("a seed", 1, "pile", time))
        assert notation.format([pile]) == f"N{''.join(expected)}"
    turned = notation.game.draw(Chance("pile-turn-one", (3, 7, 12, 5)), shuffler)
    up, *rest = shuffled("37C5", numbers("a seed", 1, "pile", 3))
    assert notation.format([turned]) == f"N{''.join(rest)}:{up}"
    starter = notation.game.draw(Chance("starter", (0, 2, 3)), shuffler)
    assert starter.seat == (0, 2, 3)[below(3, numbers("a seed", 1, "starter"))]


# The codes of diagnostics

CODE_AT = {
    "Diagnostic": 0, "Fault": 0, "RuleError": 0, "TextError": 0, "_StopError": 0, "_notice": 0,
    "_report": 0, "report": 0, "_about": 1, "_note": 1, "_note_once": 1,
}  # fmt: skip
"""What makes a diagnostic, or an error that becomes one, and which argument is the code."""

MADE = {
    "bad-{}": {"bad-end", "bad-practice"},
    "{}-before-move": {"judgement-before-move", "variation-before-move"},
}
"""Codes that are put together, by their pattern."""

NO_CODES = {"pile-turn-one", "time-ms", "double-quoted", "single-quoted", "utf-8"}
"""Words in `games` and `notation` that look like codes: a kind of chance, a key, PyYAML's words."""

CODE = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
TOLD = re.compile(rf" \[({CODE.pattern})\]\Z")
"""A code at the end of a text that is told as it stands, such as an answer of the engine."""


def codes_in(package: str) -> tuple[set[str], set[str]]:
    """The codes of a package; and those among them of notices."""
    found: set[str] = set()
    notices: set[str] = set()
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(TOLD.findall(node.value))
            if isinstance(node, ast.Call) and _name(node.func) in CODE_AT:
                at = CODE_AT[_name(node.func)]
                code = _text(node.args[at]) if len(node.args) > at else None
                if code is None:
                    continue
                found |= MADE.get(code, {code})
                quiet = [_text(word.value) for word in node.keywords if word.arg == "severity"]
                if _name(node.func) == "_notice" or quiet == ["notice"]:
                    notices.add(code)
    return found, notices


def texts_in(package: str) -> set[str]:
    """Every text of a package that looks like a code; codes go through variables too."""
    return {
        node.value
        for path in sorted((ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and CODE.fullmatch(node.value)
    }


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _text(node: ast.expr) -> str | None:
    """A text in the source; one that is put together with {} for what varies."""
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
        )
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, str) else None


def test_every_code_is_in_the_page_and_no_other() -> None:
    emitted: set[str] = set()
    notices: set[str] = set()
    for package in ("games", "notation", "scoutcli"):
        found, quiet = codes_in(package)
        emitted |= found
        notices |= quiet
    words = {word for name in ("scout", "skyjo") for option in games.get(name).options
             for word in (option.default, *option.words)}  # fmt: skip
    emitted -= set(REASONS)  # of faults of bots: scoutcli-bot(7)
    emitted |= (texts_in("games") | texts_in("notation")) - words - NO_CODES
    explained: dict[str, list[str]] = {"error": [], "warning": [], "notice": []}
    for checked in ALL:
        if checked.kind == "codes":
            explained[checked.about[0]] += checked.rows
    codes = [code for listed in explained.values() for code in listed]
    assert len(codes) == len(set(codes))
    missing = emitted - set(codes)
    assert not missing, f"explain in scoutcli-match.5, DIAGNOSTICS: {sorted(missing)}"
    assert set(codes) <= emitted, "the page explains codes that there are no more"
    assert set(explained["notice"]) == notices
    assert explained["warning"] == ["option-does-not-apply"]


# What is generated


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_generated_parts_are_up_to_date(path: Path) -> None:
    page = path.read_text()
    assert filled(page) == page, "run `python -m scoutcli.manpages man`"


def test_every_part_that_can_be_generated_is_in_a_page() -> None:
    text = "".join(path.read_text() for path in PAGES)
    expected = [("keys", level) for level in keys.LEVELS] + [("report-fields", "json")]
    of_games = PARTS.keys() - {"keys", "report-fields"}
    expected += [(kind, name) for kind in of_games for name in ("scout", "skyjo")]
    found = re.findall(r'^\.\\" BEGIN GENERATED (\S+) (\S+)$', text, re.MULTILINE)
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize("name", ["scout", "skyjo"])
def test_the_losses_of_the_marks_are_in_good_english(name: str) -> None:
    said = "\n".join(PARTS["marks"](name))
    assert re.findall(r"\b1 points|[^1] point\b", said) == []
    assert said.count("a loss of more than") == 3


def test_parts_are_filled_in_a_folder(tmp_path: Path) -> None:
    page = tmp_path / "page.7"
    mark = "GENERATED presets skyjo\n"
    page.write_text(f'.Os old\n.\\" BEGIN {mark}old\n.\\" END {mark}kept\n')
    fill(tmp_path)
    text = page.read_text()
    assert "old" not in text
    assert "every option at its default" in text
    assert text.endswith("kept\n")


def test_every_short_form_stands_in_the_notation_page() -> None:
    page = plain((ROOT / "man" / "scoutcli-notation.5").read_text())
    for name in ("scout", "skyjo"):
        for form, _ in codec.get(name).short_forms:
            assert f"\n.It Li {form}\n" in page.replace('"', "")


# How it looks


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_no_line_is_wider_than_a_terminal(path: Path) -> None:
    if not shutil.which("mandoc"):
        pytest.skip("mandoc is not installed")
    done = subprocess.run(
        ["mandoc", "-T", "utf8", "-O", f"width={COLUMNS}", path],
        capture_output=True, check=True,
    )  # fmt: skip
    shown = re.sub(r".\x08", "", done.stdout.decode())
    assert not [line for line in shown.splitlines() if len(line) > COLUMNS]
