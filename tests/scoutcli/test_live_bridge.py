"""The two threads of the live screen: questions, answers, errors, and interruptions."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from scoutcli.settings import Settings
from scoutcli.table.live import Live
from scoutcli.table.live.bridge import Bridge
from scoutcli.table.words import Turn
from tests import toy
from tests.scoutcli.tables import begin

PATIENCE = 20.0


def run(work: Callable[[Bridge], int]) -> Bridge:
    """Have work done, with a loop that it can call."""

    async def loop() -> Bridge:
        over = asyncio.Event()
        bridge = Bridge(lambda: work(bridge), over.set)
        bridge.start()
        await asyncio.wait_for(over.wait(), PATIENCE)
        return bridge

    return asyncio.run(loop())


def test_calls_are_done_in_their_order_and_questions_answered() -> None:
    done: list[str] = []

    def work(bridge: Bridge) -> int:
        bridge.post(lambda: done.append("one"))
        bridge.post(lambda: done.append("two"))
        said = bridge.ask(lambda answer: answer.set_result(f"after {done[-1]}"))
        done.append(said or "")
        return 7

    bridge = run(work)
    assert done == ["one", "two", "after two"]
    assert (bridge.status, bridge.error) == (7, None)


def test_what_the_work_raises_is_kept() -> None:
    def work(_: Bridge) -> int:
        raise OSError(28, "No space left on device")

    bridge = run(work)
    assert isinstance(bridge.error, OSError)
    assert bridge.ended


def test_an_interrupt_is_raised_by_the_next_call_once() -> None:
    def work(bridge: Bridge) -> int:
        bridge.interrupt()
        with pytest.raises(KeyboardInterrupt):
            bridge.post(lambda: None)
        bridge.post(lambda: None)
        bridge.insist()  # it was heard: nothing more comes
        return 0

    assert run(work).status == 0


def test_work_that_makes_no_call_is_interrupted_where_it_is() -> None:
    async def loop() -> Bridge:
        over = asyncio.Event()

        def work() -> int:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                time.sleep(0.001)
            return 0

        bridge = Bridge(work, over.set)
        bridge.start()
        bridge.interrupt()
        bridge.insist()
        await asyncio.wait_for(over.wait(), PATIENCE)
        return bridge

    assert isinstance(asyncio.run(loop()).error, KeyboardInterrupt)


def test_when_the_screen_goes_nobody_waits_for_an_answer() -> None:
    async def loop() -> Bridge:
        asked = asyncio.Event()
        bridge = Bridge(lambda: len(bridge.ask(lambda _: asked.set()) or ""), lambda: None)
        bridge.start()
        await asked.wait()
        bridge.close(PATIENCE)
        return bridge

    assert isinstance(asyncio.run(loop()).error, KeyboardInterrupt)


# The whole screen, with a game that has neither drawing nor picker


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """What is typed at a terminal on which nothing is shown."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


def type_when_asked(screen: Live, keys: PipeInput, *texts: str) -> None:
    """Type each text once somebody is asked; what comes before that is dropped."""

    def type_all() -> None:
        scene = screen._ui.scene
        asked: object = None
        for text in texts:
            end = time.monotonic() + PATIENCE
            while scene.asking is None or scene.asking is asked:
                assert time.monotonic() < end
                time.sleep(0.005)
            asked = scene.asking
            keys.send_text(text)

    threading.Thread(target=type_all, daemon=True).start()


def test_a_third_game_is_played_by_typing(tmp_path: Path, keys: PipeInput) -> None:
    with toy.known():
        session = begin(tmp_path / "m.yaml", "toy", 2, people=["Ada"], bots=["random"])
        session.begin_round()
        turn = Turn(session.notation, session.view(0), session.legal(), session.fault)
        word = session.notation.choice(turn.legal[0])
        screen = Live(Settings())
        heard: list[str | None] = []

        def work() -> int:
            screen.begin(hidden=False)
            screen.draw(turn.view, session.names)
            heard.append(screen.ask_move("Ada", 0, turn))
            heard.append(screen.ask_move("Ada", 0, turn))
            screen.complain("no", 1)
            heard.append(screen.ask_move("Ada", 0, turn))
            with pytest.raises(EOFError):
                screen.ask_move("Ada", 0, turn)
            heard.append(screen.ask("Really?"))
            heard.append(screen.ask("Really?"))
            return 3

        typed = [f"{word}\r", "bad\r", "\x05\x7f\x7f\x7fB1\r", "\x04", "\x03", "y\r"]
        type_when_asked(screen, keys, *typed)
        assert screen.run(work) == 3
        session.close()
    assert heard == [word, "bad", "B1", None, "y"]


@pytest.mark.usefixtures("keys")
def test_errors_of_the_work_come_out() -> None:
    screen = Live(Settings())

    def work() -> int:
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left"):
        screen.run(work)


@pytest.mark.usefixtures("keys")
def test_the_last_words_stand_on_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    screen = Live(Settings())

    def work() -> int:
        screen.head("Round 1")
        screen.say(["Ada shows 4 4."])
        screen.head("The match is over")
        screen.pairs([("Ada", "7 points")])
        screen.say_whole([f"Match file: {'x' * 100}"])
        return 0

    assert screen.run(work) == 0
    told = capsys.readouterr().out
    assert "The match is over" in told
    assert "7 points" in told
    assert f"Match file: {'x' * 100}\n" in told  # not wrapped: it can be copied
    assert "Ada shows" not in told


def test_any_key_cuts_a_pause_short(keys: PipeInput) -> None:
    screen = Live(Settings())

    def work() -> int:
        start = time.monotonic()
        threading.Timer(0.1, lambda: keys.send_text(" ")).start()
        screen.pause(PATIENCE)
        return int(time.monotonic() - start)

    assert screen.run(work) < PATIENCE / 2
