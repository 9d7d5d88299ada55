"""Several people at one screen: between their turns it shows what all may see, and that at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from games.game import View
from scoutcli.settings import Settings
from scoutcli.table.loop import Table
from scoutcli.table.screen import Screen
from scoutcli.table.session import Session
from scoutcli.table.words import Turn
from tests import toy
from tests.record import fast_disk
from tests.scoutcli.tables import at_random, begin


@pytest.fixture(autouse=True)
def _folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fast_disk(monkeypatch)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


class Onlooker(Screen):
    """A screen of which somebody who is not asked takes down what stands there, and when."""

    live = True

    def __init__(self, answer: Callable[[], str]) -> None:
        self._answer = answer
        self.view: View | None = None
        """The position that is on the screen."""
        self.said: list[str] = []
        """What was said since the screen was covered last."""
        self.seen: list[tuple[str, View | None]] = []
        """The moments at which anybody may look, each with the position that was shown then."""
        self.asked: list[tuple[int, View | None]] = []
        """Who was asked for a move, and what was shown then."""
        self.pauses = 0

    def head(self, title: str) -> None:
        self.said.append(title)

    def say(self, lines: Iterable[str]) -> None:
        self.said += lines

    def pairs(self, rows: Iterable[tuple[str, str]]) -> None:
        self.said += [" ".join(row) for row in rows]

    def complain(self, text: str, at: int | None = None, length: int = 1) -> None:
        raise AssertionError(text)

    def draw(self, view: View, names: Sequence[str], note: str = "") -> None:
        self.view = view

    def watch(self, view: View, names: Sequence[str]) -> None:
        self.view = view

    def cover(self) -> None:
        self.view = None
        self.said.clear()

    def ask_move(self, name: str, seat: int, turn: Turn) -> str:
        self.asked.append((seat, self.view))
        return self._answer()

    def ask(self, question: str) -> str | None:
        self.seen.append((question, self.view))
        return ""

    @contextmanager
    def thinking(self, name: str) -> Iterator[None]:
        self.seen.append((f"{name} thinks", self.view))
        yield

    def pause(self, seconds: float) -> None:
        self.pauses += 1
        self.seen.append(("a pause", self.view))


def play(session: Session, speed: str = "off") -> Onlooker:
    """The match, played by people who play anything; every state of the table is compared."""
    screen = Onlooker(at_random(session, "1"))
    thinking = screen.thinking

    @contextmanager
    def watched(name: str) -> Iterator[None]:
        with thinking(name):
            shown = screen.view
            assert shown is None or shown.end is not None or shown == session.public_view
            yield

    screen.thinking = watched  # type: ignore[method-assign]
    settings = Settings().but(speed=speed)
    assert Table(session, screen, settings=settings).run() == 0
    return screen


@pytest.mark.parametrize("game", ["scout", "skyjo"])
def test_while_a_bot_thinks_and_at_the_end_no_hand_is_open(game: str, tmp_path: Path) -> None:
    people = ["Ada", "Bo"]
    session = begin(tmp_path / "m.yaml", game, 4, people=people, rules={"rounds": "2"})
    screen = play(session)
    assert len([what for what, _ in screen.seen if what.endswith("thinks")]) > 4
    assert all(view is None or view.seat == -1 for _, view in screen.seen)
    assert all(view is not None and view.seat == seat for seat, view in screen.asked)
    what, last = screen.seen[-1]
    assert what.startswith("Again, review")
    assert last == session.public_view  # with the last move, and the points in the totals
    assert last is not None
    assert last.end is not None
    assert last.totals == session.totals
    assert "The match is over" in screen.said


def test_what_bots_did_between_turns_stays_to_be_read(tmp_path: Path) -> None:
    """Covering comes once, when a person has moved, and not with every move of a bot."""
    session = begin(tmp_path / "m.yaml", "scout", 4, people=["Ada", "Bo"], rules={"rounds": "1"})
    said: list[list[str]] = []
    screen = Onlooker(at_random(session, "1"))
    ask = screen.ask

    def heard(question: str) -> str | None:
        said.append(list(screen.said))
        return ask(question)

    screen.ask = heard  # type: ignore[method-assign]
    Table(session, screen, settings=Settings().but(speed="off")).run()
    texts = [" ".join(lines) for lines in said]
    assert any("Bo s" in text and text.count("greedy") > 1 for text in texts)


def test_moves_of_bots_stay_to_be_seen(tmp_path: Path) -> None:
    session = begin(tmp_path / "m.yaml", "scout", 3, people=["Ada", "Bo"], rules={"rounds": "1"})
    assert play(session, "fast").pauses > 1


def test_a_game_that_tells_nothing_for_all_is_covered(tmp_path: Path) -> None:
    with toy.known():
        session = begin(tmp_path / "m.yaml", "toy", 3, people=["Ada", "Bo"], bots=["high"])
        screen = play(session)
    assert all(view is None for _, view in screen.seen)
