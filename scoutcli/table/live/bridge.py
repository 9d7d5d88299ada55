"""Between two threads: the work that speaks, and the screen that shows and answers."""

from __future__ import annotations

import asyncio
import ctypes
import threading
from collections.abc import Callable
from concurrent.futures import Future

Answer = Future[str | None]
"""What a question waits for: a line, None where it was taken back, EOFError at Ctrl-D."""


class Bridge:
    """Runs the work in a thread of its own, and carries its calls to the screen's event loop.

    `post`, `ask` and `check` are for the work; everything else is for the screen.
    """

    def __init__(self, work: Callable[[], int], done: Callable[[], None]) -> None:
        """`done` is called on the loop when the work has ended."""
        self._work = work
        self._done = done
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = threading.Lock()
        self._interrupted = False
        self._waits: Answer | None = None
        self._open = True
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self.status: int | None = None
        """What the work returned; None while it has not."""
        self.error: BaseException | None = None
        """What the work raised."""

    def start(self) -> None:
        """Begin the work. Called on the loop that is to be spoken to."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    def _run(self) -> None:
        try:
            self.status = self._work()
        except BaseException as error:  # noqa: BLE001 - raised again where the screen ends
            self.error = error
        self._to_loop(self._done)

    # For the work

    def post(self, do: Callable[[], None]) -> None:
        """Have something done on the loop; in the order of the calls. Raises KeyboardInterrupt."""
        self.check()
        self._to_loop(do)

    def ask(self, begin: Callable[[Answer], None]) -> str | None:
        """Have a question asked on the loop, and wait for what it is answered.

        Raises EOFError, and KeyboardInterrupt where the screen has gone.
        """
        answer: Answer = Future()
        with self._lock:
            if not self._open:
                raise KeyboardInterrupt
            self._waits = answer
        self.post(lambda: begin(answer))
        return answer.result()

    def check(self) -> None:
        """Raises KeyboardInterrupt if the work is to end."""
        with self._lock:
            interrupted, self._interrupted = self._interrupted, False
        if interrupted:
            raise KeyboardInterrupt

    def _to_loop(self, do: Callable[[], None]) -> None:
        with self._lock:
            if self._open and self._loop is not None:
                self._loop.call_soon_threadsafe(do)

    # For the screen

    @property
    def ended(self) -> bool:
        """Whether the work has ended."""
        return self.status is not None or self.error is not None

    def interrupt(self) -> None:
        """Have the work raise KeyboardInterrupt at its next call."""
        with self._lock:
            self._interrupted = True

    def insist(self) -> None:
        """Have it raised wherever the work is, if it has made no call since `interrupt`.

        As with a signal, it takes until some Python is run there again.
        """
        with self._lock:
            if not self._interrupted or self._thread.ident is None:
                return
            self._interrupted = False
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self._thread.ident), ctypes.py_object(KeyboardInterrupt)
            )

    def close(self, patience: float) -> None:
        """The screen has gone: whoever waits for an answer is interrupted; wait for the end.

        `patience`: for so many seconds at most.
        """
        with self._lock:
            self._open = False
            waits = self._waits
        if waits is not None and not waits.done():
            waits.set_exception(KeyboardInterrupt())
        if self._thread.ident is not None:
            self._thread.join(patience)
