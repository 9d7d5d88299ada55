"""A seat that a program plays: its clock, what it says of itself, its starts."""

from __future__ import annotations

import random
import re
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import games
from games.dealer import Dealer
from games.errors import RuleError
from games.game import State
from notation import codec
from scoutcli.arena import program, protocol
from scoutcli.arena.clock import Clock, TimeControl
from scoutcli.arena.faults import Fault
from scoutcli.arena.plan import Entry, Pairing
from scoutcli.arena.program import Program
from scoutcli.arena.seats import Place
from scoutcli.arena.stable import Stable
from tests.record import part_of, rules_of
from tests.scoutcli.matches import (
    FIRST,
    PYTHON,
    SCOUT,
    SCOUT_RULES,
    Double,
    built_in,
    fault_lines,
    own_dice,
    plan,
    play,
    replaying,
    script,
)

# Clocks


class Fake:
    """A program that answers after so many seconds, and the time in which it does."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, answers: Sequence[tuple[float, str]]
    ) -> None:
        self.now = 1000.0
        self.sent: list[str] = []
        self.spoke = True
        self.graces: list[float] = []
        self.there: list[str] = []
        self._answers = [(0.0, "ready scout"), *answers]
        monkeypatch.setattr(program.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(program, "Process", lambda *_, **__: self)

    def send(self, text: str) -> None:
        self.sent += text.splitlines()

    def pending(self) -> str | None:
        return self.there.pop(0) if self.there else None

    def read_line(self, deadline: float) -> str:
        seconds, line = self._answers[0]
        if self.now + seconds > deadline:
            self.now = deadline
            raise Fault("time")
        self.now += seconds
        del self._answers[0]
        return line

    def close(self, grace: float) -> None:
        self.graces.append(grace)
        self.now += grace


def seated(
    monkeypatch: pytest.MonkeyPatch, text: str, margin: float, *answers: tuple[float, str]
) -> tuple[Fake, Program, State]:
    """A program with so much time that has sat down, and the state in which it is asked."""
    rules = rules_of("scout", 2)
    state = games.get("scout").begin(
        rules, [], Dealer(games.get("scout"), rules, "tea").draw_deal()
    )
    fake = Fake(monkeypatch, answers)
    seat = Program(Entry("fake", command=("fake",)))
    seat.begin_match(
        Place(games.get("scout"), rules, 0, ["A", "B"]), Clock(TimeControl.read(text)), margin
    )
    return fake, seat, state


def timed(
    monkeypatch: pytest.MonkeyPatch, text: str, margin: float, *answers: tuple[float, str]
) -> tuple[list[str], str]:
    """The clocks that a program is shown with each question, and its fault in the end."""
    fake, seat, state = seated(monkeypatch, text, margin, *answers)
    fault = ""
    try:
        for _ in answers:
            seat.ask(state)
            seat.answer(state)
    except Fault as found:
        fault = str(found)
    return [line.removesuffix(" legal K F") for line in fake.sent if line[:2] == "go"], fault


def test_so_much_time_for_each_move(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, fault = timed(
        monkeypatch, "500", 0.0, (0.0, "play K"), (0.5, "play K"), (0.25, "play K")
    )
    assert (shown, fault) == (["go move=500"] * 3, "")
    assert timed(monkeypatch, "500", 0.0, (0.625, "play K"))[1] == "time +125ms"
    assert timed(monkeypatch, "500", 0.0, (1.375, "play K"))[1] == "time +875ms"
    assert timed(monkeypatch, "500", 0.0, (1.5, "play K"))[1] == "time no answer to a go of 500ms"


def test_the_margin_is_no_time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    """So late is no fault; what is later is late by all of it."""
    assert timed(monkeypatch, "500", 0.25, (0.75, "play K"), (0.75, "play K"))[1] == ""
    assert timed(monkeypatch, "500", 0.25, (0.875, "play K"))[1] == "time +375ms"
    assert timed(monkeypatch, "500", 0.25, (1.8, "play K"))[1] == "time no answer to a go of 500ms"


@pytest.mark.parametrize(
    ("seconds", "said", "grace"),
    [
        (9.0, "play K", 0.0),
        (1.6, "play K", 0.05),
        (1.0, "play K", 0.5),
        (0.75, "play S99:T", 0.5),
        (0.0, "play S99:T", 0.5),
    ],
)
def test_who_is_late_has_less_time_to_end(
    monkeypatch: pytest.MonkeyPatch, seconds: float, said: str, grace: float
) -> None:
    """Of 0.5 s, and 0.25 s more: others wait 1.75 s at most, of which 0.1 s are for its end."""
    fake, seat, state = seated(monkeypatch, "500", 0.25, (seconds, said), (0.0, "play K"))
    begun = fake.now
    seat.ask(state)
    with pytest.raises(Fault) as caught:
        seat.answer(state)
    seat.dismiss(str(caught.value))
    assert fake.graces == [pytest.approx(grace)]
    assert fake.now - begun < 1.75 - 0.09


def test_who_is_not_asked_has_time_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long others have thought since its answer."""
    fake, seat, state = seated(monkeypatch, "500", 0.25, (0.0, "play K"))
    seat.ask(state)
    seat.answer(state)
    fake.now += 100
    seat.dismiss("time it does not read what it is sent")
    assert fake.graces == [0.5]


def test_what_is_said_after_a_match_is_passed_over_until_the_next_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever it is; before the first match and after a question an answer is unasked."""
    fake, seat, state = seated(monkeypatch, "500", 0.0, *[(0.0, "play K")] * 3)
    fake.there = ["play S1:T"]
    with pytest.raises(Fault, match="unasked play S1:T"):
        seat.ask(state)
    for _ in range(2):
        place = Place(games.get("scout"), rules_of("scout", 2), 0, ["A", "B"])
        fake.there = ["well played", "play F"]
        seat.begin_match(place, Clock(TimeControl(move=500)), 0.0)
        fake.there = ["play F", "play F"]
        seat.ask(state)
        assert fake.sent[-1].startswith("go ")
        seat.answer(state)
    fake.there = ["play F"]
    with pytest.raises(Fault, match="unasked play F"):
        seat.ask(state)


def test_a_clock_for_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [
        (0.25, "play K"),
        (0.0, "play K"),
        (0.75, "play K"),
        (0.7, "play K"),
        (0.25, "play K"),
    ]
    shown, fault = timed(monkeypatch, "1000+100", 0.0, *answers)
    assert shown == [
        "go left=1000 inc=100",
        "go left=850 inc=100",  # 1000 − 250 + 100
        "go left=950 inc=100",
        "go left=300 inc=100",  # 950 − 750 + 100
    ]
    assert fault == "time +400ms"


def test_a_clock_without_increment_runs_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """A late answer within the margin leaves nothing, not less than nothing."""
    answers = [(0.75, "play K"), (0.375, "play K"), (0.125, "play K"), (0.25, "play K")]
    shown, fault = timed(monkeypatch, "1000+0", 0.125, *answers)
    assert shown == [f"go left={left} inc=0" for left in (1000, 250, 0, 0)]
    assert fault == "time +250ms"


def test_what_else_a_program_says_takes_its_own_time(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [(0.25, "info depth 1"), (0.125, "pong 17"), (0.0, ""), (0.25, "play K")]
    assert timed(monkeypatch, "500", 0.0, *said) == (["go move=500"], "time +125ms")


def test_what_it_says_instead_of_an_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said = [(0.25, "info depth 1"), (0.0, "K"), (0.0, "pong 17"), (9.0, "play K")]
    fault = timed(monkeypatch, "500", 0.0, *said)[1]
    assert fault == "time no answer to a go of 500ms; it said: K"


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("play K", "K"),
        (" play K", "K"),
        ("play\tK", "K"),
        ("\tplay  K ", "K"),
        ("play K eval=3", "K"),
        ("play D depth 4 K", "D"),
        ("play L37@2+S2:34 is best", "L37@2+S2:34"),
        ("play", ""),
        (" play ", ""),
        ("", None),
        (" ", None),
        ("K", None),
        ("plays K", None),
        ("Play K", None),
        ("info play K", None),
    ],
)
def test_a_line_is_read_by_its_words(line: str, move: str | None) -> None:
    """The first says what it is, and of an answer the next is the move."""
    assert protocol.played(line) == move


def test_what_comes_before_an_answer_is_known_by_its_first_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = [(0.0, "well"), (0.0, " info x"), (0.0, "\tpong 1"), (0.0, "info"), (9.0, "play K")]
    fault = timed(monkeypatch, "500", 0.0, *said)[1]
    assert fault == "time no answer to a go of 500ms; it said: well"


@pytest.mark.parametrize("name", games.names())
def test_a_legal_move_is_one_word(name: str) -> None:
    """Or else what stands behind it could not be passed over."""
    game = games.get(name)
    players = game.players.start
    dice, notation = random.Random(name), codec.get(name)
    dealer = Dealer(game, rules_of(name, players), "tea")
    dealer.begin_round(dealer.draw_deal())
    while dealer.state.end is None:
        legal = dealer.state.legal()
        for move in legal:
            (word,) = notation.choice(move).split()
            assert notation.chosen(word, dealer.state) == move
        dealer.play(dice.choice(legal))


@pytest.mark.parametrize("text", ["1", "5000", "60000+500", "1+0", "86400000+86400000", " 5 "])
def test_times_are_read(text: str) -> None:
    assert str(TimeControl.read(text)) == text.strip()


@pytest.mark.parametrize(
    "text",
    ["", "0", "-1", "5s", "1.5", "1e3", "+5", "5+", "0+5", "5+-1", "5+5+5", "86400001",
     "1+86400001", "9" * 1000, "5\n+5", "\x1b[2J", "٣"],
)  # fmt: skip
def test_other_times_are_refused(text: str) -> None:
    with pytest.raises(RuleError, match="is no time; 5000 gives each move 5 s") as caught:
        TimeControl.read(text)
    assert caught.value.code == "bad-time"
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 250


# Programs


def test_a_program_is_sent_its_options_and_hears_that_it_did_wrong() -> None:
    said: list[str] = []
    entry = script("K", "S1:T", want="option Depth int 3\noption Book%20file text %")
    entry = replace(entry, options={"Depth": "9", "Book file": "my book.txt"})
    program = Program(entry, lambda way, line: said.append(f"{way} {line}"))
    seats = [Double(own_dice(0)), program, Double(own_dice(2))]
    played = play("scout", seats, names=["a", "100 % b", "c\td"])
    program.close()
    (line,) = fault_lines(played.record)[0]
    assert line.startswith("seat 2 move 1 illegal S1:T: ")
    assert said[5:8] == [
        "> set Depth 9",
        "> set Book%20file my%20book.txt",
        f"> match scout seats 3 you 2 rules {SCOUT_RULES} names a 100%20%25%20b c%09d",
    ]
    assert said[-3:] == ["< play S1:T", f"> error {line.removeprefix('seat 2 move 1 ')}", "> quit"]


@pytest.mark.parametrize(
    ("want", "options", "detail"),
    [
        ("", {"Depth": "9"}, "the bot has no option 'Depth'; it has none"),
        (
            "option A int 1\noption B int 1",
            {"C": "1"},
            "the bot has no option 'C'; it has 'A', 'B'",
        ),
        ("ready chess\nready scout", {}, "it plays chess, not scout"),
        ("ready", {}, "it plays nothing, not scout"),
    ],
)
def test_what_a_program_says_of_itself_must_fit(
    want: str, options: dict[str, str], detail: str
) -> None:
    program = Program(replace(script("K", want=want), options=options))
    played = play("scout", [program, Double(own_dice(1))])
    program.close()
    assert fault_lines(played.record) == [[f"seat 1 move 0 start {detail}"]]


@pytest.mark.parametrize(
    "name",
    [
        "\x1b]0;owned\x07 \x1b[2J",
        "a\nbot: greedy\n---\n",
        "'\"# : - [x] {y}",
        "\0\x85\u2028\ufeff\U0001f600",
        "no",
        " ",
        "%",
        "x" * 5000,
    ],
)
def test_a_program_may_call_itself_anything(name: str) -> None:
    want = f"id name {protocol.encode(name)}"
    program = Program(script(*SCOUT[0], want=want))
    played = play("scout", [program, *(Double(replaying("scout", each)) for each in SCOUT[1:])])
    program.close()
    assert played.outcome.faults == ()
    match = part_of(played.record).match
    assert match is not None
    assert match.players[0].bot == name[:200]
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", played.record)


@pytest.mark.parametrize(
    "text", ["", " ", "%", "%20", "a b", "Ada L.", "é\n\0", "100 %", "a,b:c@d"]
)
def test_a_text_is_one_word(text: str) -> None:
    word = protocol.encode(text)
    assert word.split() == [word]
    assert word.isascii() and word.isprintable()
    assert protocol.decode(word) == text


def test_an_introduction_is_taken_as_far_as_it_is_known() -> None:
    heard = protocol.Introduction()
    for line in [
        "", "  ", "hello", "id", "id name", "id colour red", "id name A%20%ff  b", "id author Bo",
        "option", "option A", "option A int 3 min 1", "option B%20C text x%20y", "want", "want tea",
        "want legal off", "want prompt", "READY scout", "\x1b[2J", "play K",
    ]:  # fmt: skip
        heard.hear(line)
    assert not heard.ready
    assert (heard.name, heard.author) == ("A \ufffd b", "Bo")
    assert heard.options == {"A": ("int", "3"), "B C": ("text", "x y")}
    assert (heard.legal, heard.prompt) == (False, True)
    for number in range(1000):
        heard.hear(f"option {number} {'x' * 100}")
    assert len(heard.options) == protocol.LONGEST_TEXT
    heard.hear("ready skyjo scout")
    assert heard.ready
    assert heard.games == ("skyjo", "scout")


def test_a_program_that_does_not_start_is_tried_three_times(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    entry = Entry("broken", command=("sh", "-c", f"echo x >> {starts}; exit 3"))
    with Stable(plan(entry, built_in("greedy"))) as stable:
        pairings = [Pairing(1, deal, 1, (0, 1)) for deal in range(1, 9)]
        records = [stable.play(pairing).played.record for pairing in pairings]
        assert starts.read_text() == "x\n" * 3
        assert [fault_lines(record) for record in records] == [
            [["seat 1 move 0 start crash exit 3"]]
        ] * 8
        (program,) = [seat for seat in stable._seats.values() if isinstance(seat, Program)]
        frames = len(list(traceback.walk_tb(program._failure.__traceback__)))
        assert frames < 10, "it holds on to matches that are over"


def test_a_program_that_failed_to_start_may_start_later(tmp_path: Path) -> None:
    mark = tmp_path / "here"
    start = f'test -e {mark} || {{ touch {mark}; exit 3; }}; exec "$@"'
    entry = Entry("late", command=("sh", "-c", start, "sh", *PYTHON, "-c", FIRST))
    with Stable(plan(entry, built_in("greedy"))) as stable:
        faults = [stable.play(Pairing(1, deal, 1, (0, 1))).played.outcome.faults for deal in (1, 2)]
    assert faults == [((0, "start"),), ()]
