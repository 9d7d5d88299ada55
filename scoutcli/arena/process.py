"""A bot program: its pipes, deadlines, its end, and what it may use.

Between the referee and a bot stands a small program, `supervisor`, which ends the bot and all
that it started: when it is asked to, when the bot ends, when a limit is broken, and when the
referee ends in whatever way. How far that goes depends on the system:

* Linux: everything the bot started is ended, also what left its group, its session or its
  parent; limits count all of these together.
* Elsewhere: the bot's process group is ended. Nothing is counted; memory and processor time are
  limited as far as ``RLIMIT_DATA`` and ``RLIMIT_CPU`` go, for each process and generously, the
  number of processes not at all.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Self

from scoutcli.arena import lastwords
from scoutcli.arena.faults import Fault
from scoutcli.arena.limits import Limits, read_limits

__all__ = ["Limits", "Process", "read_limits"]

LONGEST_LINE = 1 << 16
"""Bytes of a line of output; a longer one is a flood."""

MOST_LINES = 5000
MOST_BYTES = 1 << 20
"""Lines and bytes of output after anything was sent to the bot; more is a flood."""

MOST_STDERR = 16 << 20
"""The same for stderr, in bytes."""

MOST_UNREAD = 1 << 20
"""Bytes that are kept for a bot which does not read what it is sent."""

GRACE = 0.5
"""Seconds that a bot has to end by itself."""

_UNLIMITED = Limits()
_CHUNK = 1 << 16
_AT_MOST = 3600.0  # seconds in one wait for the system; a longer one is several
_STARTED = 30.0  # seconds for the supervisor to start, however busy the machine is
_SETTLED = 1.0  # seconds between the end of a bot's pipe and its own, so that its status is known
_KILLED = 15.0  # seconds for the supervisor to end all; it gives up earlier
_SUPERVISOR = (
    # Imported, not run: of a script that is run nothing compiled is kept.
    "import sys; sys.path.append(sys.argv[1]); import supervisor; supervisor.main(sys.argv[2:])",
    str(Path(__file__).resolve().parent),
)


class Process:
    """A bot program, its pipes, and all that it started.

    `command` is the program, looked up on PATH where it has no ``/``, and its
    arguments; no shell reads them. It runs in `folder`, to which a path in
    `command` is relative, with the referee's environment, in a session of its
    own, which a ^C at the terminal does not reach. Each line of its stderr goes
    to `on_stderr`, cut and safe to print, while the bot is waited for. A process
    is for one thread.

    Raises `Fault` ``start`` where it cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        folder: str | None = None,
        limits: Limits = _UNLIMITED,
        on_stderr: Callable[[str], None] | None = None,
    ) -> None:
        self.spoke = False
        self._lines: deque[bytes] = deque()
        self._rest = b""  # of a line that is not whole yet
        self._unsent = bytearray()
        self._said = lastwords.Stderr(on_stderr)
        self._bytes_out = self._lines_out = self._bytes_err = 0  # since something was sent
        self._report: dict[str, str] = {}  # what the supervisor told
        self._report_rest = b""
        self._flood: Fault | None = None
        self._shut = ""  # which pipe the bot closed, told if it does not end
        self._settled = 0.0  # until when its end is waited for then
        self._ended = False
        self._closed = False
        if not command or not command[0]:
            raise Fault("start", "no command")
        self._supervisor, ours = _spawn(command, folder, limits)
        self._stdin, self._stdout, self._stderr, self._control, self._status = ours
        for file in ours:
            os.set_blocking(file, False)
        self._poll = select.poll()
        for file in (self._stdout, self._stderr, self._status):
            self._poll.register(file, select.POLLIN)
        self._poll.register(self._stdin, 0)  # only that nobody reads it is told
        try:
            self._wait_for_start(command[0], folder)
        except BaseException:
            self.close(0)
            raise

    @property
    def pid(self) -> int:
        """The bot's process id; it leads a process group and a session of the same number."""
        return int(self._report["started"])

    def send(self, text: str) -> None:
        r"""Writes lines, each ended by ``\n``; never waits.

        What the pipe does not take now is written while the bot is waited for.
        Raises `Fault` ``time`` for a bot that leaves `MOST_UNREAD` bytes unread.
        That it has ended is told by `read_line`.
        """
        self._bytes_out = self._lines_out = self._bytes_err = 0
        if self._shut or self._ended:
            return
        data = text.encode("utf-8", "replace")
        if not self._unsent:
            written = self._write(data)
            if written == len(data):
                return
            data = data[written:]
            self._poll.modify(self._stdin, select.POLLOUT)
        self._unsent += data
        if len(self._unsent) > MOST_UNREAD:
            raise Fault("time", "it does not read what it is sent")

    def read_line(self, deadline: float) -> str:
        """The next line without its end; `deadline` is a time of `time.monotonic`.

        A line that is there is given even when the deadline is over. What the
        bot wrote before it ended comes before the fault, save an unfinished
        line. How a bot ends that has closed a pipe is waited for a little, not
        beyond the deadline. Bytes that are no UTF-8 become U+FFFD.

        Raises `Fault` ``time`` (without detail), ``crash``, ``flood``,
        ``memory``, ``cpu`` or ``processes``.
        """
        looked = False
        while not self._lines:
            if self._is_over():
                raise self._end()
            if looked and monotonic() >= deadline:
                raise self._end() if self._shut else Fault("time")
            self._look(min(self._settled, deadline) if self._shut else deadline)
            looked = True
        return self._next()

    def pending(self) -> str | None:
        """A line that is there already; None if none is.

        Raises `Fault` as `read_line` does, save ``time``.
        """
        if not self._lines and not self._is_over():
            self._look(0.0)
        if self._lines:
            return self._next()
        if self._is_over():
            raise self._end()
        return None

    def last_stderr(self) -> str:
        """The last lines it wrote to stderr, a few at most."""
        return "\n".join(self._said.lines)

    def close(self, grace: float = GRACE) -> None:
        """Closes its input, gives it `grace` seconds to end, then ends it and all it started."""
        if self._closed:
            return
        self._closed = True
        self._forget(self._stdin)
        os.close(self._stdin)
        try:
            self._wait_for_end(grace)
        finally:
            with suppress(OSError):  # the supervisor has ended
                os.write(self._control, b".")
            self._wait_for_end(_KILLED)
            if not self._ended:
                self._supervisor.kill()
                self._kill_group()
                self._ended = True
            self._supervisor.wait()
            _close((self._stdout, self._stderr, self._control, self._status))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _wait_for_start(self, program: str, folder: str | None) -> None:
        """Until the supervisor has told that the bot runs, or why it does not."""
        until = monotonic() + _STARTED
        while "started" not in self._report and not self._ended:
            with suppress(Fault):  # a flood already: there is time to tell
                self._look(until)
            if monotonic() > until:
                break
        if "started" not in self._report:
            why = lastwords.not_started(program, folder, int(self._report.get("failed", 0)))
            raise Fault("start", f"{program}: {why}")

    def _wait_for_end(self, seconds: float) -> None:
        until = monotonic() + seconds
        while not self._ended and monotonic() < until:
            with suppress(Fault):  # what it writes now concerns nobody
                self._look(until)

    def _next(self) -> str:
        return self._lines.popleft().decode("utf-8", "replace").removesuffix("\r")

    def _look(self, until: float) -> None:
        """Waits for anything to happen, at most until then, and takes in what did."""
        left = until - monotonic()
        if left < 0:
            left = 0
        elif left > _AT_MOST:
            left = _AT_MOST
        for file, _ in self._poll.poll(left * 1000):
            if file == self._stdout:
                self._take_output()
            elif file == self._stderr:
                self._take_stderr()
            elif file == self._status:
                self._take_status()
            else:
                self._send_more()

    def _send_more(self) -> None:
        if not self._unsent:  # so it was no room to write that was told, but an error
            self._shuts("closed its input")
            return
        del self._unsent[: self._write(self._unsent)]
        if not self._unsent and not self._shut:
            self._poll.modify(self._stdin, 0)

    def _write(self, data: bytes | bytearray) -> int:
        """How much of it is dealt with: written, or nobody is there to read it."""
        try:
            return os.write(self._stdin, data)
        except BlockingIOError:
            return 0
        except OSError:
            self._shuts("closed its input")
            return len(data)

    def _take_output(self) -> bool:
        """Takes in what has come; whether there may be more. So do the next two."""
        data = _read(self._stdout)
        if not data:
            if data is not None:
                self._forget(self._stdout)
                self._shuts("closed its output")
            return False
        self.spoke = True
        lines = (self._rest + data).split(b"\n")
        self._rest = lines.pop()
        self._lines.extend(lines)
        self._bytes_out += len(data)
        self._lines_out += len(lines)
        # Only the first can have begun before what was read now.
        if len(self._rest) > LONGEST_LINE or (lines and len(lines[0]) > LONGEST_LINE):
            raise self._floods(f"a line of more than {LONGEST_LINE >> 10} KiB")
        if self._lines_out > MOST_LINES:
            raise self._floods(f"more than {MOST_LINES} lines for one answer")
        if self._bytes_out > MOST_BYTES:
            raise self._floods(f"more than {MOST_BYTES >> 20} MiB for one answer")
        return True

    def _take_stderr(self) -> bool:
        data = _read(self._stderr)
        if not data:
            if data is not None:
                self._forget(self._stderr)
            return False
        self._said.add(data)
        self._bytes_err += len(data)
        if self._bytes_err > MOST_STDERR:
            raise self._floods(f"more than {MOST_STDERR >> 20} MiB of stderr for one answer")
        return True

    def _take_status(self) -> None:
        data = _read(self._status)
        if data is None:
            return
        lines = (self._report_rest + data).split(b"\n")
        self._report_rest = lines.pop()
        for line in lines:
            word, _, rest = line.decode().partition(" ")
            self._report[word] = rest
        if not data:
            self._forget(self._status)
        if (not data or "ended" in self._report) and not self._ended:
            self._ended = True
            if "ended" not in self._report:
                self._kill_group()
            while self._take_output():
                pass
            while self._take_stderr():
                pass
            self._said.end()

    def _forget(self, file: int) -> None:
        with suppress(KeyError):
            self._poll.unregister(file)

    def _shuts(self, what: str) -> None:
        """It closed a pipe: either it has ended, or it can play no more."""
        self._forget(self._stdin)
        if not self._shut:
            self._shut = what
            self._settled = monotonic() + _SETTLED

    def _floods(self, what: str) -> Fault:
        """The fault: from now on the only thing that is heard of the bot."""
        self._lines.clear()
        self._rest = b""
        self._flood = Fault("flood", what)
        return self._flood

    def _is_over(self) -> bool:
        if self._ended or self._flood is not None:
            return True
        return bool(self._shut) and monotonic() >= self._settled

    def _end(self) -> Fault:
        """How it ended, or what else makes it useless."""
        if self._flood is not None:
            return self._flood
        if "limit" in self._report:
            reason, _, detail = self._report["limit"].partition(" ")
            return Fault(reason, detail)
        if "ended" in self._report:
            how = lastwords.ended(int(self._report["ended"]))
        else:
            how = "the program that watches over it was ended" if self._ended else self._shut
        return Fault("crash", ": ".join([how, *list(self._said.lines)[-1:]]))

    def _kill_group(self) -> None:
        """Where the supervisor cannot: what is left of the bot's group."""
        if "started" in self._report:
            with suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)


def _read(file: int) -> bytes | None:
    """What has come; None if nothing has, nothing if the pipe is closed."""
    try:
        return os.read(file, _CHUNK)
    except BlockingIOError:
        return None


def _close(files: Iterable[int]) -> None:
    for file in files:
        os.close(file)


def _spawn(
    command: Sequence[str], folder: str | None, limits: Limits
) -> tuple[subprocess.Popen[bytes], tuple[int, ...]]:
    """Starts the supervisor; it, and our ends of stdin, stdout, stderr, control and status.

    Raises `Fault` ``start``.
    """
    files: list[int] = []
    try:
        # The bot's own pipes first: where the referee was started without files 0 to 2, these
        # numbers come first, and only the bot's may be moved to them.
        for _ in range(5):
            files.extend(os.pipe())
        theirs = stdin, stdout, stderr, control, status = [files[i] for i in (0, 3, 5, 6, 9)]
        supervisor = subprocess.Popen(  # noqa: S603 - the user's own command, without a shell
            [
                *(sys.executable, "-I", "-S", "-c", *_SUPERVISOR, str(control), str(status)),
                *(str(limit or 0) for limit in (limits.memory, limits.cpu, limits.processes)),
                *command,
            ],
            cwd=folder,
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            pass_fds=(control, status),
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        _close(files)
        raise Fault("start", _not_spawned(error, folder)) from None
    _close(theirs)
    return supervisor, tuple(file for file in files if file not in theirs)


def _not_spawned(error: OSError | ValueError, folder: str | None) -> str:
    """Why the supervisor could not be started."""
    if isinstance(error, ValueError):
        return f"no command: {error}"
    if folder is not None and error.filename == folder:
        return f"no folder to run it in: {folder}: {error.strerror}"
    return str(error.strerror)
