"""What keys do on the live screen, however fast they come: nothing is played that nobody saw."""

from __future__ import annotations

import select
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from scoutcli.settings import Settings
from scoutcli.table.live import Live, application
from scoutcli.table.live.scene import NOT_TAKEN, TOO_EARLY
from scoutcli.table.words import Turn
from tests.scoutcli.tables import begin
from tests.scoutcli.terminal import KEYS

PATIENCE = 20.0


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """What is typed at a terminal on which nothing is shown."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


@pytest.fixture
def turn(tmp_path: Path) -> Turn:
    """Ada's first move of a round of SCOUT, in which she may show 9 9."""
    session = begin(tmp_path / "m.yaml", "scout", 3, people=["Ada"], bots=["greedy", "greedy"])
    session.begin_round()
    session.play(session.legal()[0])
    while not session.is_person(session.turn):
        session.play(session.bot_choice())
    session.close()
    return Turn(session.notation, session.view(0), session.legal(), session.fault)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept where somebody keeps theirs."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


class Sitting:
    """A screen with somebody at it who presses keys, each burst of them at once."""

    def __init__(self, keys: PipeInput, turn: Turn, editing: str = "emacs") -> None:
        self.turn = turn
        self.screen = Live(Settings().but(editing=editing))
        self.ui = self.screen._ui
        self._keys = keys
        self.faults: list[BaseException] = []

    def press(self, *names: str) -> None:
        self._keys.send_text("".join(KEYS.get(name, name) for name in names))

    def until(self, so: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not so():
            assert time.monotonic() < end
            time.sleep(0.005)

    def settle(self) -> None:
        """Wait until what was pressed has been read, and give it the time to do something."""
        self.until(lambda: not select.select([self._keys.fileno()], [], [], 0)[0])
        self.seen(list)  # comes to pass behind what was read
        time.sleep(0.2)
        self.seen(list)

    def until_asked(self) -> None:
        self.until(lambda: self.ui.scene.asking is not None)

    def seen(self, look: Callable[[], list[str]]) -> list[str]:
        """What a look tells that only the screen's own thread may take."""
        taken: Future[list[str]] = Future()
        loop, context = self.ui.app.loop, self.ui.app.context
        assert loop is not None
        loop.call_soon_threadsafe(lambda: taken.set_result(look()), context=context)
        return taken.result(PATIENCE)

    @property
    def line(self) -> str:
        return self.ui.line.text

    def hold(self, presses: Callable[[], None], work: Callable[[], int]) -> int:
        """Have work done, and keys pressed meanwhile; both may assert things."""

        def press_all() -> None:
            try:
                presses()
            except BaseException as error:  # noqa: BLE001 - raised again below
                self.faults.append(error)
                self.ui.app.loop.call_soon_threadsafe(self.ui.interrupt)  # type: ignore[union-attr]

        presser = threading.Thread(target=press_all, daemon=True)
        presser.start()
        try:
            return self.screen.run(work)
        except KeyboardInterrupt:
            return -1
        finally:
            presser.join(PATIENCE)
            if self.faults:
                raise self.faults[0]

    def answer(self, presses: Callable[[], None]) -> str:
        """What is answered to the question for a move, by these presses."""
        heard: list[str] = []

        def work() -> int:
            self.screen.begin(hidden=False)
            self.screen.draw(self.turn.view, ["Ada", "Bo", "Cy"])
            heard.append(self.screen.ask_move("Ada", 0, self.turn))
            return 0

        assert self.hold(presses, work) == 0
        return heard[0]


@pytest.fixture
def sitting(keys: PipeInput, turn: Turn) -> Sitting:
    return Sitting(keys, turn)


# Enter and the menu


@pytest.mark.parametrize("bursts", [("right", "tab", "enter"), ("right+tab+enter",)])
def test_enter_on_the_menu_never_plays_what_was_picked(
    sitting: Sitting, bursts: tuple[str, ...]
) -> None:
    """Whether the menu has been drawn before Enter comes, or all keys come at once."""

    def presses() -> None:
        sitting.until_asked()
        for burst in bursts:
            sitting.press(*burst.split("+"))
        sitting.until(lambda: sitting.line)
        sitting.settle()
        assert sitting.ui.scene.asking is not None
        assert sitting.line == "S4:99"  # the first one; now it is seen, and may be played
        assert sitting.ui.line.buffer.complete_state is None
        sitting.press("enter")

    assert sitting.answer(presses) == "S4:99"


def test_tab_drops_what_was_picked_at_once(sitting: Sitting) -> None:
    def presses() -> None:
        sitting.until_asked()
        sitting.press("right", "tab", "esc")
        sitting.until(lambda: sitting.ui.line.buffer.complete_state is None)
        sitting.settle()
        assert sitting.ui.scene.picking is not None
        assert sitting.ui.scene.picking.text == ""
        sitting.press("enter")  # wakes the picker, and plays nothing
        sitting.settle()
        assert sitting.ui.scene.asking is not None
        sitting.press("c-c")

    assert sitting.answer(presses) == ""


def test_a_typed_line_drops_what_was_picked(sitting: Sitting) -> None:
    def presses() -> None:
        sitting.until_asked()
        sitting.press("right", "h", "backspace")
        sitting.settle()
        sitting.press("enter")
        sitting.settle()
        assert sitting.ui.scene.asking is not None
        sitting.press("c-c")

    assert sitting.answer(presses) == ""


def test_what_tab_chooses_does_not_depend_on_how_fast_it_comes(sitting: Sitting) -> None:
    """Typing opens the menu, so Tab behind it chooses, though no time was left between them."""

    def presses() -> None:
        sitting.until_asked()
        sitting.press("9", "9", "tab", "enter")
        sitting.until(lambda: sitting.line == "S4:99")
        sitting.settle()
        assert sitting.ui.scene.asking is not None
        sitting.press("enter")

    assert sitting.answer(presses) == "S4:99"


def test_a_typed_line_is_played_with_its_menu_open(sitting: Sitting) -> None:
    def presses() -> None:
        sitting.until_asked()
        sitting.press("9", "9", "enter")

    assert sitting.answer(presses) == "99"


def test_shift_tab_and_esc_go_back_to_what_was_typed(sitting: Sitting) -> None:
    def presses() -> None:
        sitting.until_asked()
        sitting.press("9", "9", "tab", "s-tab")
        sitting.settle()
        assert sitting.line == "99"
        sitting.press("enter")

    assert sitting.answer(presses) == "99"


def test_vi_completes_with_its_own_keys(keys: PipeInput, turn: Turn) -> None:
    sitting = Sitting(keys, turn, "vi")

    def presses() -> None:
        sitting.until_asked()
        assert sitting.ui._mode() == "insert"
        sitting.press("right", "c-n", "enter")
        sitting.until(lambda: sitting.line == "S4:99")
        sitting.press("esc")
        sitting.until(lambda: sitting.ui._mode() == "normal")
        sitting.press("i", "enter")

    assert sitting.answer(presses) == "S4:99"


# Keys that come too early, or too often


def test_keys_before_the_turn_are_not_taken_and_that_is_said(sitting: Sitting) -> None:
    thinks = threading.Event()
    heard: list[str] = []

    def presses() -> None:
        sitting.until(lambda: sitting.ui.scene.now is not None)
        sitting.press("9", "9", "enter", "right", "enter")
        sitting.until(lambda: sitting.ui.scene.notice == TOO_EARLY)
        thinks.set()
        sitting.until_asked()
        sitting.settle()
        assert sitting.ui.scene.asking is not None
        assert (sitting.line, sitting.ui.scene.notice) == ("", NOT_TAKEN)
        sitting.press("enter")
        sitting.settle()
        assert sitting.ui.scene.asking is not None
        sitting.press("9", "enter")

    def work() -> int:
        sitting.screen.draw(turn.view, ["Ada", "Bo", "Cy"])
        thinks.wait(PATIENCE)
        heard.append(sitting.screen.ask_move("Ada", 0, turn))
        return 0

    turn = sitting.turn
    assert sitting.hold(presses, work) == 0
    assert heard == ["9"]


def test_a_key_too_many_does_not_close_the_table(
    sitting: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For half a second after a match keys do nothing; then Ctrl-C clears, Enter answers."""
    monkeypatch.setattr(application, "CALM", 0.3)
    heard: list[str | None] = []

    def presses() -> None:
        sitting.until(lambda: sitting.ui.scene.question)
        assert sitting.ui.scene.asking is None
        sitting.press("enter", "right", "enter")
        sitting.until_asked()
        sitting.settle()
        assert heard == []
        sitting.press("x", "y", "c-c")
        sitting.settle()
        assert (heard, sitting.line) == ([], "")
        sitting.press("r", "enter")

    def work() -> int:
        sitting.screen.head("The match is over")
        sitting.screen.say(["Ada wins."])
        heard.append(sitting.screen.ask_at_end("Again?"))
        return 0

    assert sitting.hold(presses, work) == 0
    assert heard == ["r"]


def test_what_does_not_fit_below_the_table_at_the_end_is_a_sheet(sitting: Sitting) -> None:
    def presses() -> None:
        sitting.until_asked()
        sheet = sitting.ui.scene.sheet
        assert sheet is not None
        assert len(sheet.items) == 101
        sitting.press("q", "enter")

    def work() -> int:
        sitting.screen.say(["before"])
        sitting.screen.head("The match is over")
        sitting.screen.say(["a line"] * 100)
        sitting.screen.ask_at_end("Again?")
        return 0

    assert sitting.hold(presses, work) == 0


# Earlier positions


def test_arrows_step_through_earlier_positions(sitting: Sitting) -> None:
    scene = sitting.ui.scene
    notes = [f"after move {number} of 3" for number in range(4)]

    def note() -> str:
        return scene.past.note if scene.past is not None else ""

    def presses() -> None:
        sitting.until_asked()
        for pressed, there in (
            ("left", 0), ("left", 0), ("right", 1), ("end", 3), ("right", 3), ("home", 0),
        ):  # fmt: skip
            sitting.press(pressed)
            sitting.settle()
            assert note() == notes[there]
        assert scene.picking is not None
        assert not scene.picking.begun
        sitting.press("esc")
        sitting.until(lambda: scene.past is None)
        sitting.press("9", "9", "enter")

    def work() -> int:
        view, names = sitting.turn.view, ["Ada", "Bo", "Cy"]
        sitting.screen.draw(view, names)
        sitting.screen.leaf([(view, each) for each in notes], 1, names)
        sitting.screen.ask_move("Ada", 0, sitting.turn)
        return 0

    assert sitting.hold(presses, work) == 0


# What is wrong in a line


def test_what_is_wrong_is_marked_until_the_line_changes(sitting: Sitting) -> None:
    scene = sitting.ui.scene

    def marked() -> list[str]:
        content = sitting.ui.line.control.create_content(80, 1)
        return [text for style, text, *_ in content.get_line(0) if "class:wrong" in style]

    def presses() -> None:
        sitting.until_asked()
        sitting.press("9", "9", "x", "y", "enter")
        sitting.until(lambda: scene.error)
        sitting.until_asked()
        assert [*scene.wrong] == [2, 3]
        assert "".join(sitting.seen(marked)) == "xy"
        sitting.press("backspace")
        sitting.until(lambda: not scene.wrong)
        sitting.press("c-c")

    def work() -> int:
        sitting.screen.ask_move("Ada", 0, sitting.turn)
        sitting.screen.complain("no", 2, 2)
        sitting.screen.ask_move("Ada", 0, sitting.turn)
        return 0

    assert sitting.hold(presses, work) == 0
