"""What a bot may use."""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.errors import RuleError
from games.options import shown


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bot and all it starts may use; None is no limit.

    `memory` in bytes, `cpu` in seconds of processor time, `processes` a number.
    Memory is what is resident; what processes share counts for each of them.
    Processor time counts from the bot's start. All is looked at some twenty
    times a second.
    """

    memory: int | None = None
    cpu: float | None = None
    processes: int | None = None


_MEMORY = re.compile(r"([1-9][0-9]{0,8})([KMGT])(?:i?B)?", re.IGNORECASE | re.ASCII)
_CPU = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,3})?")
_PROCESSES = re.compile(r"[1-9][0-9]{0,5}")


def read_limits(
    memory: str | None = None, cpu: str | None = None, processes: str | None = None
) -> Limits:
    """Limits from their texts: ``256M`` (K, M, G, T by 1024), ``30`` or ``2.5``, ``5``.

    Raises `RuleError` ``bad-limit`` for any other text, for less than ``1M`` of
    memory, and for no processor time at all.
    """
    size = seconds = number = None
    if memory is not None:
        found = _MEMORY.fullmatch(memory)
        size = int(found[1]) << 10 * (1 + "KMGT".index(found[2].upper())) if found else 0
        if size < 1 << 20:
            raise _bad_limit("memory", memory, "give a size from 1M on, such as 256M or 1G")
    if cpu is not None:
        seconds = float(cpu) if _CPU.fullmatch(cpu) else 0.0
        if seconds == 0:
            raise _bad_limit("cpu", cpu, "give seconds of processor time, such as 30 or 2.5")
    if processes is not None:
        if not _PROCESSES.fullmatch(processes):
            raise _bad_limit("processes", processes, "give a number from 1 on, the bot included")
        number = int(processes)
    return Limits(size, seconds, number)


def _bad_limit(name: str, text: str, good: str) -> RuleError:
    return RuleError("bad-limit", f"{shown(text)} is no limit for {name}: {good}", (name,))
