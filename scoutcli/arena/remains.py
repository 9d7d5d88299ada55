"""What is left of a program after it has ended: it is run once without anybody who cleans up."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

_MARK = "SCOUTCLI_CHECK"
_PROCESSES = Path("/proc")
_SETTLED = 0.5  # seconds in which what the program told to end may do so


def left_behind(command: Sequence[str], said: str, seconds: float) -> list[int]:
    """The processes that a program leaves when it was told this and has ended; they are ended now.

    What does not end in so many seconds is ended and counts too. Where the
    system does not show all processes, only those of its group are found.
    Raises OSError where it cannot be started.
    """
    mark = f"{_MARK}={os.urandom(8).hex()}"
    name, _, value = mark.partition("=")
    process = subprocess.Popen(  # noqa: S603 - the user's own command, no shell
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, name: value},
        start_new_session=True,
    )
    try:
        with suppress(subprocess.TimeoutExpired):
            process.communicate(said.encode(), timeout=seconds)
        until = monotonic() + _SETTLED
        while (left := _running(process.pid, mark)) and monotonic() < until:
            sleep(0.02)
        return left
    finally:
        for pid in _running(process.pid, mark):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _running(group: int, mark: str) -> list[int]:
    """The processes that were started with a mark in their environment, or are of a group."""
    if (_PROCESSES / "self" / "environ").exists():
        return [
            int(folder.name)
            for folder in _PROCESSES.iterdir()
            if folder.name.isdigit() and mark.encode() in _environment(folder)
        ]
    try:
        os.killpg(group, 0)
    except OSError:
        return []
    return [group]


def _environment(folder: Path) -> list[bytes]:
    """What a process was started with; nothing where it is not ours or has ended."""
    try:
        return (folder / "environ").read_bytes().split(b"\0")
    except OSError:
        return []
