"""A built-in bot behind the protocol knows what it knows in process, and plays what it plays there.

The matches are told by the referee's own `Teller`; see `tests.telling`.
"""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

import games
from games.bots import Bot, Budget, Spec, bot_seed
from games.errors import RuleError
from games.game import Game, Move, Player, View
from games.options import Rules
from games.skyjo.moves import Draw, Swap
from games.skyjo.state import State as SkyjoState
from scoutcli import __version__
from scoutcli.arena import client as clients
from scoutcli.arena import program
from scoutcli.arena.client import Client, read_lines, serve
from scoutcli.arena.clock import TimeControl
from scoutcli.arena.plan import Entry, Pairing, Sitter
from scoutcli.arena.referee import Terms, play
from scoutcli.arena.seats import BuiltIn, Seat
from scoutcli.arena.thinker import Thinker, seconds_for, within
from tests import toy
from tests.conftest import ROOT
from tests.kinds.kind import Kind
from tests.kinds.scout import ScoutKind
from tests.kinds.skyjo import SkyjoKind
from tests.kinds.toy import ToyKind
from tests.record import option_sets, rules_of
from tests.scoutcli.program import Program
from tests.telling import Telling

KINDS: dict[str, Kind] = {"scout": ScoutKind(), "skyjo": SkyjoKind(), "toy": ToyKind()}
CASES = [
    pytest.param(kind, players, options, id=f"{name} {players} {number}")
    for name, kind in KINDS.items()
    for players in kind.game.players
    for number, options in enumerate(option_sets(kind.game, players))
]


@pytest.fixture(autouse=True)
def _third_game() -> Iterator[None]:
    with toy.known():
        yield


class Spy:
    """A player that notes what it is asked, and plays what it is told to."""

    asked: tuple[View, Sequence[Move]]
    move: Move = None

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        self.asked = view, legal
        return self.move


class Behind:
    """A bot behind the protocol: what it said, and how it is asked."""

    def __init__(self, game: Game, bot: Bot, *sets: str) -> None:
        self.said: list[str] = []
        self.client = Client("bot", {game.name: Spec("bot", bot)}, self.said.append)
        for line in ("scoutbot 1", *sets):
            assert self.client.hear(line)
        self.said.clear()

    def answer(self, lines: list[str], go: str = "go") -> str:
        """What it answers after these lines, which are taken away."""
        for line in (*lines, go):
            assert self.client.hear(line)
        lines.clear()
        (answer,) = self.said
        self.said.clear()
        return answer


class Spied(Behind):
    """The same with a spy for a bot."""

    def __init__(self, game: Game) -> None:
        self.spy = Spy()
        super().__init__(game, Bot(lambda _: self.spy, "spies"))

    def knows(self, lines: list[str], move: Move) -> tuple[View, Sequence[Move]]:
        """What the bot is asked after these lines, when it is to play that move."""
        self.spy.move = move
        self.answer(lines)
        return self.spy.asked


def play_spied(
    game: Game,
    rules: Rules,
    seed: str,
    choose: Callable[[SkyjoState, list[Move]], Move],
    *,
    most: int = 1500,
    own_draws: bool = False,
) -> SkyjoState | None:
    """Let spies at all seats play; at every question they know all that their seats may know."""
    telling = Telling(game, rules, seed, own_draws=own_draws)
    bots = [Spied(game) for _ in range(rules.players)]
    state = None
    for count, state in enumerate(telling.turns()):
        if count == most:
            break
        seat, legal = state.turn, state.legal()
        move = choose(state, legal)
        view, offered = bots[seat].knows(telling.heard[seat], move)
        if isinstance(view, toy.View) and view.opening:
            # It shows who has put a card aside; of choices made at once no bot is told before.
            view = replace(view, sizes=state.view(seat).sizes)
        assert view == state.view(seat)
        assert offered == legal
        telling.play(move)
    return state


@pytest.mark.parametrize(("kind", "players", "options"), CASES)
def test_it_knows_what_its_seat_may_know(kind: Kind, players: int, options: dict[str, str]) -> None:
    dice = random.Random(f"{players} {options}")
    rules = rules_of(kind.game.name, players, options)
    play_spied(kind.game, rules, "tea", lambda state, legal: kind.choose(state, legal, dice))


def exhaust(state: SkyjoState, legal: list[Move]) -> Move:
    """Draws and swaps an open card, so that no round ends and draw piles come to theirs."""
    if legal[-1] == Draw():
        return legal[-1]
    opened = state.opened[state.turn]
    for move in legal:
        if isinstance(move, Swap) and opened >> move.place & 1:
            return move
    return legal[0]


@pytest.mark.parametrize("way", ["keep-top", "turn-one"])
@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("own_draws", [False, True])
def test_it_knows_which_cards_a_new_draw_pile_has(players: int, way: str, own_draws: bool) -> None:
    game = games.get("skyjo")
    rules = rules_of("skyjo", players, {"draw_exhausted": way})
    state = play_spied(game, rules, "tea", exhaust, most=700, own_draws=own_draws)
    assert state is not None
    assert state.piles >= 2
    assert state.view(0).pile is not None


def test_it_learns_a_starter_by_lot_from_the_first_move_or_from_being_asked() -> None:
    game = games.get("skyjo")
    rules = rules_of("skyjo", 8, {"first_tie": "random"})
    lots = set()
    for seed in map(str, range(60)):
        telling = Telling(game, rules, seed)
        bots = [Spied(game) for _ in range(8)]
        dice = random.Random(seed)
        for state in telling.turns(1):
            seat = state.turn
            move = dice.choice(state.legal())
            view, _ = bots[seat].knows(telling.heard[seat], move)
            assert view == state.view(seat)
            if not state.opening and len(state.candidates) > 1:
                lots.add((seat == state.starter, seed))
            if not state.opening and seat == (state.starter + 2) % 8:
                break
            telling.play(move)
    assert {own for own, _ in lots} == {True, False}


def the_round(lines: Sequence[str]) -> list[str]:
    """Of all that a seat was told: the match, and the round in play."""
    begins = max(at for at, line in enumerate(lines) if line.startswith("round "))
    return [lines[0], *lines[begins:]]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("midway", [False, True])
def test_started_again_in_the_middle_it_knows_as_much(kind: Kind, midway: bool) -> None:
    game = kind.game
    tried = 0
    for players in game.players:
        dice = random.Random(players)
        telling = Telling(game, rules_of(game.name, players), "tea")
        for count, state in enumerate(telling.turns(3)):
            move = kind.choose(state, state.legal(), dice)
            if count % 3 == 1 and state.midturn == midway and not state.opening:
                tried += 1
                view, legal = Spied(game).knows(the_round(telling.heard[state.turn]), move)
                assert view == state.view(state.turn)
                assert legal == state.legal()
            telling.play(move)
    assert tried > 10 or (midway and game.name == "scout")  # whose moves have one part


@pytest.mark.parametrize("bot", ["random", "greedy", "steady", "expert:playouts=20"])
@pytest.mark.parametrize("name", ["scout", "skyjo"])
@pytest.mark.parametrize("players", [2, 3])
def test_it_plays_as_it_plays_in_process(name: str, bot: str, players: int) -> None:
    game = games.get(name)
    spec = Spec.read(game, bot)
    telling = Telling(game, rules_of(name, players, {"rounds": 2}), "deal")
    sets = ["set seed tea", *(["set playouts 20"] if spec.bot.searches else [])]
    behind = [Behind(game, spec.bot, *sets) for _ in range(players)]
    here: list[Player] = []
    rounds = 0
    for state in telling.turns():
        if len(telling.dealer.past) == rounds:
            rounds += 1
            here = [spec.make(bot_seed("tea", rounds, seat)) for seat in range(players)]
        seat = state.turn
        move = here[seat].choose(state.view(seat), state.legal())
        assert behind[seat].answer(telling.heard[seat]) == f"play {telling.notation.choice(move)}"
        telling.play(move)
    assert rounds == 2


@pytest.mark.parametrize("name", ["scout", "skyjo"])
def test_a_match_between_processes_is_the_match_in_process(name: str) -> None:
    game = games.get(name)
    rules = rules_of(name, 3, {"rounds": 2})
    terms = Terms(game, rules, TimeControl(move=20_000), margin=1.0)
    pairing = Pairing(1, 1, 1, (0, 1, 2))
    sitters = [Sitter(seat) for seat in "ABC"]
    command = (sys.executable, "-m", "scoutcli", "bot", "greedy")
    behind: list[Seat] = [
        program.Program(Entry(seat, command=command, folder=str(ROOT), options={"seed": "tea"}))
        for seat in "ABC"
    ]
    try:
        played = play(terms, pairing, "tea", sitters, behind)
    finally:
        for seat in behind:
            seat.close()
    here = play(terms, pairing, "tea", sitters, [BuiltIn(game, "greedy") for _ in "ABC"])
    assert played.outcome.faults == ()
    assert played.record == here.record
    assert played.outcome == here.outcome


# What it says of itself, and what it is told


def lines_of(bot: str, *lines: str, game: str = "skyjo") -> list[str]:
    """What one of the bots says to these lines, in process."""
    said: list[str] = []
    client = Client(bot, {game: Spec.read(games.get(game), bot)}, said.append)
    for line in lines:
        assert client.hear(line)
    return said


MATCH = "match skyjo seats 2 you 1 rules first_tie:seat names A%20B %"
ROUND = "round 1 totals 0,0 up 5"
OPENED = ("did 1 Oa1:5b1:3", "did 2 Oa1:1b2:Z")


def test_it_introduces_itself() -> None:
    assert lines_of("greedy", "scoutbot 1") == [
        f"id name greedy%20{__version__}",
        "id author the%20scoutcli%20authors",
        "option seed text %",
        "want legal off",
        "ready skyjo",
    ]
    options = [line for line in lines_of("expert", "scoutbot 1") if line.startswith("option")]
    assert options[1:] == ["option playouts int 1000", "option time-ms int 0"]
    options = lines_of("expert:time-ms=50", "scoutbot 1")
    assert "option time-ms int 50" in options


def test_without_a_seed_it_plays_differently_with_one_always_the_same() -> None:
    asked = ["scoutbot 1", MATCH, ROUND, "go"]
    fresh = {lines_of("random", *asked)[-1] for _ in range(30)}
    assert len(fresh) > 3
    seeded = {
        lines_of("random", asked[0], "set seed two%20words", *asked[1:])[-1] for _ in range(3)
    }
    assert len(seeded) == 1


def test_what_it_does_not_know_is_passed_over() -> None:
    asked = (
        "scoutbot 1 and more", "", "hello", "set seed tea", MATCH.replace("seats", "at x seats"),
        ROUND, "note x y z", "go mood=good move=x left= legal", *OPENED, "go legal @a1",
    )  # fmt: skip
    plain = ("scoutbot 1", "set seed tea", MATCH, ROUND, "go", *OPENED, "go")
    assert lines_of("greedy", *asked) == lines_of("greedy", *plain)


def test_an_option_that_it_does_not_have_is_told_to_people() -> None:
    warned: list[str] = []
    bot = Client("greedy", {}, lambda _: None, warned.append)
    assert bot.hear("set nose \x1b[31m")
    assert warned == ["there is no option 'nose'; there is seed"]


def test_an_error_is_told_to_people_and_it_plays_on() -> None:
    warned: list[str] = []
    said: list[str] = []
    specs = {"skyjo": Spec.read(games.get("skyjo"), "greedy")}
    bot = Client("greedy", specs, said.append, warned.append)
    for line in ("scoutbot 1", MATCH, ROUND, "go", "error that is no move", *OPENED, "go"):
        assert bot.hear(line)
    assert warned == ["the referee says: that is no move"]
    assert [line[:5] for line in said[-2:]] == ["play ", "play "]


READY = ("scoutbot 1",)
BEGUN = ("scoutbot 1", MATCH, ROUND)
PLAYED = (*BEGUN, *OPENED)


@pytest.mark.parametrize(
    ("before", "line", "code", "said"),
    [
        ((), "scoutbot 2", "bad-line", "this bot speaks scoutbot 1"),
        ((), MATCH, "bad-line", "scoutbot 1 comes first"),
        (READY, "match", "bad-line", "this bot plays skyjo, not ''"),
        (READY, "match scout seats 3 you 1", "bad-line", "plays skyjo, not 'scout'"),
        (READY, "match skyjo seats 9 you 1", "bad-line", "seats cannot be '9'; it is 2 to 8"),
        (READY, "match skyjo seats 2 you 3", "bad-line", "a seat cannot be '3'; it is 1 to 2"),
        (READY, "match skyjo seats 2", "bad-line", "a seat cannot be ''"),
        (READY, "match skyjo seats ²", "bad-line", "seats cannot be '²'"),
        (READY, "match skyjo seats 2 you 1 rules a:b", "unknown-option", "no option 'a'"),
        (READY, "set seed tea", "", ""),
        (READY, ROUND, "bad-line", "no match is being played"),
        (READY, "go", "bad-line", "no match is being played"),
        ((*READY, MATCH), "go", "bad-line", "no round is being played"),
        ((*READY, MATCH), "round 0 totals 0,0 up 5", "bad-line", "round cannot be '0'"),
        ((*READY, MATCH), f"round {'9' * 5000} totals 0,0 up 5", "bad-line", "round cannot be"),
        ((*READY, MATCH), "round 1 totals 0 up 5", "bad-line", "'0' is not a number for each of 2"),
        ((*READY, MATCH), "round 1 totals 0,0", "bad-dealt", "the first discard"),
        ((*READY, MATCH), "round 1 totals 0,0 up 55", "bad-dealt", "'55' is no card"),
        (BEGUN, "did", "bad-line", "did is followed by"),
        (BEGUN, "did 1", "bad-line", "did is followed by"),
        (BEGUN, "did 3 Oa1:5b1:3", "bad-line", "a seat cannot be '3'"),
        (BEGUN, "did 2 Oa1:5b1:3", "not-your-turn", "seat 1"),
        (BEGUN, "did 1 D7@a1:5", "skyjo-opening", ""),
        (BEGUN, "see 7", "skyjo-opening", ""),
        (PLAYED, "did 1 nonsense", "skyjo-bad-move", ""),
        (PLAYED, "did - N 57", "skyjo-pile-not-due", ""),
        (PLAYED, "see x", "bad-dealt", "'x' is no card"),
        (PLAYED, "see", "bad-dealt", "'' is no card"),
        ((*PLAYED, "did 1 T5@a1:5"), "go", "bad-line", "it is not the turn of seat 1"),
        (
            PLAYED,
            "end round abandoned score 1",
            "bad-line",
            "'1' is not a number for each of 2 seats",
        ),
        (PLAYED, "end round opened score 1,2", "wrong-end", "the round goes on here, not opened"),
        ((*PLAYED, "end match total 1,2 winners -"), "go", "bad-line", "no match is being played"),
    ],
)
def test_a_line_that_cannot_be_right_is_named(
    before: Sequence[str], line: str, code: str, said: str
) -> None:
    bot = Client("greedy", {"skyjo": Spec.read(games.get("skyjo"), "greedy")}, lambda _: None)
    for known in before:
        assert bot.hear(known)
    if not code:
        assert bot.hear(line)
        return
    with pytest.raises(RuleError) as caught:
        bot.hear(line)
    assert caught.value.code == code
    assert said in caught.value.message
    assert f"the line is {line[:40]!r}"[:-1] in caught.value.message
    assert len(caught.value.message) < 400


@pytest.mark.parametrize(
    "line",
    ["set playouts 0", "set playouts many", "set playouts 99999999", "set time-ms -1",
     f"set time-ms {'9' * 5000}", "set playouts"],
)  # fmt: skip
def test_a_budget_that_is_none_is_refused(line: str) -> None:
    with pytest.raises(RuleError) as caught:
        lines_of("expert", line)
    assert caught.value.code == "bad-budget"


# Time


class Budgeted:
    """A player that tells with what budget it was made."""

    made: list[Budget] = []  # noqa: RUF012

    def __init__(self, seed: int, budget: Budget) -> None:
        self.made.append(budget)

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        return legal[0]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Budget]:
    monkeypatch.setattr(Budgeted, "made", [])
    return Budgeted.made


def asked(*lines: str) -> None:
    bot = Behind(games.get("skyjo"), Bot(Budgeted, "", searches=True))
    for line in (*lines[:-1], MATCH, ROUND):
        bot.client.hear(line)
    bot.answer([], lines[-1])


@pytest.mark.parametrize(
    ("lines", "budget"),
    [
        (["go"], "playouts=1000"),
        (["set playouts 70", "go"], "playouts=70"),
        (["set time-ms 80", "go"], "time-ms=80"),
        (["set time-ms 80", "set time-ms 0", "go"], "playouts=1000"),
        (["set time-ms 80", "set playouts 70", "go"], "time-ms=80"),
        (["go move=5000"], "playouts=1000"),
        (["set time-ms 80", "go move=160"], "time-ms=80"),
        (["set time-ms 80", "go move=159"], "time-ms=40"),
        (["set time-ms 80", "go move=20 legal move=5000"], "time-ms=10"),
        (["set time-ms 80", "go left=1600 inc=0"], "time-ms=80"),
        (["set time-ms 80", "go left=1000 inc=60"], "time-ms=80"),
        (["set time-ms 80", "go left=1000 inc=0"], "time-ms=40"),
        (["set time-ms 80", "go left=40 inc=500"], "time-ms=20"),
        (["set time-ms 80", "go left=0 inc=0"], "time-ms=1"),
    ],
)
def test_it_thinks_as_long_as_it_is_to_and_may(
    made: list[Budget], lines: list[str], budget: str
) -> None:
    asked(*lines)
    assert [str(each) for each in made] == [budget]


def test_playouts_are_made_fewer_where_they_would_take_too_long() -> None:
    many = Budget(playouts=1000)
    assert within(many, 1.0, pace=0.001) == many
    assert within(many, 0.99, pace=0.001) == Budget(playouts=500)
    assert within(many, 0.03, pace=0.001) == Budget(playouts=15)
    assert within(many, 0.0, pace=0.001) == Budget(playouts=1)


def test_a_go_without_a_time_leaves_all_of_it() -> None:
    assert seconds_for([]) is None
    assert seconds_for(["legal", "move=5"]) is None
    assert seconds_for(["move=5000", "left=100", "inc=0"]) == 0.005


def test_a_player_is_kept_while_its_budget_stays(made: list[Budget]) -> None:
    thinker = Thinker(Bot(Budgeted, "", searches=True), Budget(seconds=0.08))
    thinker.begin_round(1)
    for seconds in (None, 1.0, 0.08, 0.05, 0.04, None):
        thinker.choose(None, [1], seconds)
    assert [str(budget) for budget in made] == ["time-ms=80", "time-ms=40", "time-ms=80"]
    thinker.begin_round(2)
    thinker.choose(None, [1])
    assert len(made) == 4


# Lines in and out


def test_a_line_is_read_as_far_as_any_can_mean_something(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "LONGEST_LINE", 8)
    stream = io.BytesIO(b"short\r\n\nexactly8\nmuch longer than eight\nnext\n\xff\xfe\nthe end")
    assert list(read_lines(stream)) == [
        "short", "", "exactly8", "much lon", "next", "\ufffd\ufffd", "the end",
    ]  # fmt: skip


class Sleeper:
    """A player that thinks until it is woken."""

    woken = threading.Event()

    def choose(self, view: View, legal: Sequence[Move]) -> Move:
        assert self.woken.wait(30)
        return legal[0]


def test_a_ping_is_answered_while_it_thinks() -> None:
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        if line == "pong 2":
            Sleeper.woken.set()

    read, write = os.pipe()
    spec = Spec("sleeper", Bot(lambda _: Sleeper(), "sleeps"))
    with os.fdopen(read, "rb") as stream:
        os.write(write, f"scoutbot 1\n{MATCH}\n{ROUND}\nping 1\ngo\nping 2\nquit\n".encode())
        serve(Client("sleeper", {"skyjo": spec}, say), stream, say)
    os.close(write)
    assert said.index("pong 1") < said.index("pong 2") < said.index("play Oa1b1") == len(said) - 1


# The command


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


@pytest.mark.parametrize("end", ["quit\n", "quit\nnot read\n", ""])
def test_the_command_plays_until_it_is_told_to_stop(scoutcli: Program, end: str) -> None:
    done = scoutcli("bot", "random", typed=f"scoutbot 1\n{MATCH}\n{ROUND}\ngo\n{end}")
    assert (done.status, done.err) == (0, "")
    *_, ready, play = done.out.splitlines()
    assert ready == "ready scout skyjo toy"
    assert play.startswith("play O")


def test_the_command_says_which_line_was_wrong(scoutcli: Program) -> None:
    done = scoutcli("bot", "greedy", typed=b"scoutbot 1\nmatch skyjo seats \x1b[31m\xff\n")
    assert done.status == 1
    assert done.err == (
        "Error: seats cannot be '\\x1b[31m\ufffd'; it is 2 to 8; the line is "
        "'match skyjo seats \\x1b[31m\ufffd' [bad-line]\n"
    )


def test_the_command_ends_at_a_wrong_line_though_its_input_goes_on() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "scoutcli", "bot", "greedy"],
        cwd=ROOT, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stderr is not None
        process.stdin.write("go\n")
        process.stdin.flush()
        assert process.wait(30) == 1
        assert process.stderr.read() == (
            "Error: no match is being played; the line is 'go' [bad-line]\n"
        )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("greddy", "no bot 'greddy'; did you mean greedy?"),
        ("greedy:playouts=5", "greedy does not search, so it takes no budget"),
        ("expert:playouts=x", "'playouts=x' is no budget"),
        ("\x1b[31m", "no bot '\\x1b[31m'"),
    ],
)
def test_the_command_knows_its_bots(scoutcli: Program, name: str, said: str) -> None:
    done = scoutcli("bot", name)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_a_bot_of_one_game_plays_that_one(scoutcli: Program) -> None:
    done = scoutcli("bot", "high", typed="scoutbot 1\n")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[-1] == "ready toy"
