"""The small program between the referee and a bot: it ends everything that the bot started.

It is run for every bot, so it imports little (each of `signal`, `subprocess`, `collections`
would cost milliseconds) and nothing of this project. The referee's pipes are its standard files
and become the bot's; two more stay its own:

* control: the referee writes a byte, or ends in any way: the bot is killed, with all it started;
* status: one line each for ``started PID`` or ``failed ERRNO``, then ``limit REASON DETAIL`` where
  the bot took more than it may, and ``ended STATUS`` once nothing of it is left (STATUS is
  negative for a signal).

On Linux it adopts what a bot's children leave behind when they end, so nothing gets away by
leaving the group, the session or its parent. It is no jail: a bot that means harm may still
kill it (and is then killed by the system itself, though not all that it started). Where the
system has no such adoption the bot's process group is ended, no more.
"""

# pathlib and contextlib would take longer to import than all the rest.
# ruff: noqa: PTH110, PTH208, SIM105

from __future__ import annotations

import os
import select
import sys
import time

TYPE_CHECKING = False  # as in `typing`, which is slow to import
if TYPE_CHECKING:
    import ctypes

SLICE = 50
"""Milliseconds between two looks at what the bot uses, where it is limited."""

GIVE_UP = 10.0
"""Seconds after which what cannot be killed (a process stuck in the system) is left alone."""

SPARE = 256 << 20
"""Bytes of private memory beyond twice the limit that a process may ask for: a runtime with many
threads asks for far more than it touches, and what it touches is what counts."""

_HANG_UP, _INTERRUPT, _KILL, _PIPE, _TERMINATE, _TOO_LARGE = 1, 2, 9, 13, 15, 25  # signals
_DEFAULT, _IGNORE = 0, 1
_SET_PARENT_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36  # linux/prctl.h


def _load() -> ctypes.CDLL | None:
    try:
        import ctypes
    except ImportError:  # a Python built without: what needs it is left out
        return None
    library = ctypes.CDLL(None)
    library.signal.argtypes = (ctypes.c_int, ctypes.c_void_p)
    if sys.platform == "linux":
        library.prctl.argtypes = (ctypes.c_int, *(ctypes.c_ulong,) * 4)
    return library


_LIBRARY = _load()


def _process_control(option: int, value: int) -> None:
    if _LIBRARY is not None and sys.platform == "linux":
        _LIBRARY.prctl(option, value, 0, 0, 0)


def _set_signals(numbers: tuple[int, ...], action: int) -> None:
    if _LIBRARY is not None:
        for number in numbers:
            _LIBRARY.signal(number, action)


class Limits:
    """What the bot and all it starts may use together; 0 is no limit."""

    def __init__(self, memory: int, cpu: float, processes: int) -> None:
        self._memory = memory
        self._cpu = cpu
        self._processes = processes

    def __bool__(self) -> bool:
        return bool(self._memory or self._cpu or self._processes)

    def impose(self) -> None:
        """Has the system stop a process that goes far beyond, however fast it is."""
        if self._memory:
            _lower("RLIMIT_DATA", 2 * self._memory + SPARE)
        if self._cpu:
            _lower("RLIMIT_CPU", int(self._cpu) + 2)

    def broken(self) -> str | None:
        """Reason and detail of a limit that is broken now."""
        used = os.times()
        cpu = used.children_user + used.children_system  # of those that have ended
        memory = processes = 0
        for pid in descendants():
            state = _state(pid)
            if state is None:
                continue
            cpu += state.cpu
            memory += state.memory
            processes += state.runs
        cpu = round(cpu, 2)  # of sums of hundredths
        if self._memory and memory > self._memory:
            return f"memory {-(-memory >> 20)} MiB, allowed {self._memory >> 20}"
        if self._cpu and cpu > self._cpu:
            return f"cpu {cpu:.2f} s, allowed {self._cpu:g}"
        if self._processes and processes > self._processes:
            return f"processes {processes}, allowed {self._processes}"
        return None


def _lower(name: str, value: int) -> None:
    import resource

    kind = getattr(resource, name, None)
    if kind is None:
        return
    most = resource.getrlimit(kind)[1]
    if most == resource.RLIM_INFINITY or value < most:
        resource.setrlimit(kind, (value, value))


class _State:
    """What one process uses, from its line in /proc."""

    __slots__ = ("cpu", "memory", "parent", "runs")

    def __init__(self, line: bytes) -> None:
        fields = line[line.rindex(b")") + 2 :].split()  # the name before it may hold anything
        self.runs = fields[0] not in b"ZX"
        self.parent = int(fields[1])
        # Own time, and that of its children which have ended.
        self.cpu = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        self.memory = int(fields[21]) * os.sysconf("SC_PAGE_SIZE")


def _state(pid: int) -> _State | None:
    line = _read(f"/proc/{pid}/stat")
    return _State(line) if line else None


def _read(path: str) -> bytes:
    """A small file of /proc; empty where it is gone."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        return b""
    try:
        return b"".join(iter(lambda: os.read(file, 65536), b""))
    except OSError:
        return b""
    finally:
        os.close(file)


def _entries(path: str) -> list[int]:
    """The numbers among the names in a folder of /proc; none where it is gone."""
    try:
        return [int(name) for name in os.listdir(path) if name.isdecimal()]
    except OSError:
        return []


def lists_children() -> bool:
    """Whether this kernel lists the children of a process (CONFIG_PROC_CHILDREN)."""
    me = os.getpid()
    return os.path.exists(f"/proc/{me}/task/{me}/children")


def _children(pid: int) -> list[int]:
    """The children of a process, as each of its threads lists them."""
    threads = _entries(f"/proc/{pid}/task")
    return [
        int(child)
        for thread in threads
        for child in _read(f"/proc/{pid}/task/{thread}/children").split()
    ]


def _everybody() -> dict[int, list[int]]:
    """The children of every process there is: slow, for kernels that do not list them."""
    children: dict[int, list[int]] = {}
    for pid in _entries("/proc"):
        state = _state(pid)
        if state is not None:
            children.setdefault(state.parent, []).append(pid)
    return children


def descendants() -> list[int]:
    """All below this process, parents first; none where there is no /proc.

    While they fork and end, some may be missed; so whoever kills looks again.
    """
    listed = lists_children()
    everybody = {} if listed else _everybody()
    found = [os.getpid()]
    for pid in found:  # it grows meanwhile
        found.extend(_children(pid) if listed else everybody.get(pid, ()))
    return found[1:]


def start(command: list[str], limits: Limits) -> tuple[int, int]:
    """The bot's process id, and 0 or why it could not be started (an errno)."""
    told, tell = os.pipe()
    me = os.getpid()
    bot = os.fork()
    if bot == 0:
        why = -1
        try:
            os.setsid()
            _process_control(_SET_PARENT_DEATH_SIGNAL, _KILL)
            _set_signals((_PIPE, _TOO_LARGE), _DEFAULT)  # Python ignores them
            limits.impose()
            if os.getppid() == me:
                os.execvp(command[0], command)  # noqa: S606 - no shell is meant
        except OSError as error:
            why = error.errno or why
        finally:
            os.write(tell, str(why).encode())
            os._exit(127)
    os.close(tell)
    why = int(os.read(told, 16) or b"0")
    os.close(told)
    return bot, why


def reap(bot: int) -> tuple[int | None, bool]:
    """The bot's exit status if it was among those that have ended, and whether any is left."""
    status = None
    try:
        while True:
            pid, wait_status = os.waitpid(-1, os.WNOHANG)
            if pid == bot:
                status = os.waitstatus_to_exitcode(wait_status)
            if pid == 0:
                return status, True
    except ChildProcessError:
        return status, False


def _handle(pid: int) -> int | None:
    """A file that can be read when the process has ended; None where the system has none."""
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def watch(bot: int, control: int, limits: Limits, referee: int) -> tuple[int | None, str | None]:
    """Waits until the bot ends or has to end; its status if it has, and the limit it broke."""
    poll = select.poll()
    poll.register(control, select.POLLIN)
    handle = _handle(bot)
    # The control pipe may be held open by another child of the referee.
    for file in (handle, _handle(referee)):
        if file is not None:
            poll.register(file, select.POLLIN)
    # Without limits a look now and then is for children of children that ended.
    pause = SLICE if limits or handle is None else 1000
    while True:
        called = poll.poll(pause)
        status, _ = reap(bot)
        if status is not None or called:
            return status, None
        broken = limits.broken() if limits else None
        if broken is not None:
            return None, broken


def _kill(pid: int, *, group: bool = False) -> None:
    try:
        (os.killpg if group else os.kill)(pid, _KILL)
    except OSError:
        pass  # it has ended, or became another user's


def end_all(bot: int, status: int | None) -> int | None:
    """Kills the bot and all it started, until none is left; the bot's exit status.

    What forks all the time cannot win: nothing killed forks again, and what it
    leaves behind is a child of this process at the next look.
    """
    _kill(bot, group=True)  # all of the group at once
    give_up = time.monotonic() + GIVE_UP
    pause = 0.0
    while True:
        found, more = reap(bot)
        status = status if found is None else found
        if not more or time.monotonic() > give_up:
            return status
        for pid in descendants():
            _kill(pid)
        time.sleep(pause)
        pause = min(0.05, pause + 0.0005)


def _tell(report: int, line: str) -> None:
    try:
        os.write(report, f"{line}\n".encode())
    except OSError:
        pass  # the referee has ended; there is still something to end


def main(arguments: list[str]) -> None:
    """Runs ``CONTROL STATUS MEMORY CPU PROCESSES COMMAND…`` to the end of the bot."""
    control, report = int(arguments[0]), int(arguments[1])
    limits = Limits(int(arguments[2]), float(arguments[3]), int(arguments[4]))
    referee = os.getppid()
    os.set_inheritable(control, False)
    os.set_inheritable(report, False)
    _process_control(_SET_CHILD_SUBREAPER, 1)
    bot, why = start(arguments[5:], limits)
    _set_signals((_HANG_UP, _INTERRUPT, _TERMINATE), _IGNORE)  # the referee's end is enough
    nothing = os.open(os.devnull, os.O_RDWR)
    for file in range(3):  # the bot alone holds its pipes, so that the referee sees them close
        os.dup2(nothing, file)
    if why:
        _tell(report, f"failed {why}")
        os._exit(1)
    _tell(report, f"started {bot}")
    status, broken = watch(bot, control, limits, referee)
    status = end_all(bot, status)
    if broken is None and limits:
        broken = limits.broken()  # processor time, if the system was faster than we
    if broken is not None:
        _tell(report, f"limit {broken}")
    _tell(report, f"ended {-_KILL if status is None else status}")
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
