"""A small honest bot, and everything that a bot can do wrong: ``bad.py MODE [TURN] [ANYTHING…]``.

It plays the first legal move. Where a mode is about an answer, it begins with the TURN-th ``go``
(the first if not given). It needs nothing but Python (with ``-I -S`` it starts faster). Whatever
hangs, floods or forks ends by itself after `LIFE` seconds, should a test fail to end it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

LIFE = 60.0
BEGIN = time.monotonic()


def lives() -> bool:
    return time.monotonic() < BEGIN + LIFE


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def hang() -> None:
    while lives():
        time.sleep(1)
    os._exit(4)


def crash() -> None:
    sys.stderr.write("about to fail\nit was the butler\n")
    sys.stderr.flush()
    os._exit(3)


def leave() -> None:
    os._exit(0)


def fault() -> None:
    os.kill(os.getpid(), 11)
    hang()


def flood_lines() -> None:
    while lives():
        say("info and so on\n" * 100)


def flood_stderr() -> None:
    while lives():
        sys.stderr.write(f"{'and so on ' * 40}\n" * 100)


def flood_line() -> None:
    say("x" * (50 << 20))
    hang()


def binary() -> None:
    sys.stdout.buffer.write(bytes(range(256)) * 4 + b"\n")
    sys.stdout.flush()


def close_input() -> None:
    os.close(0)
    hang()


def close_output() -> None:
    os.close(1)
    hang()


def eat() -> None:
    """Takes 640 MiB, not all at once."""
    eaten = []
    while len(eaten) < 40:
        eaten.append(b"x" * (16 << 20))
        time.sleep(0.01)
    hang()


def burn() -> None:
    while lives():
        pass


def child(then: Callable[[], None], *, session: bool = False) -> None:
    """Starts a child that does something, in a session of its own if asked."""
    if os.fork() == 0:
        if session:
            os.setsid()
        then()
        hang()


def daemon() -> None:
    """Starts a grandchild whose parent ends."""
    child(lambda: (child(hang, session=True), leave())[1], session=True)


def crowd() -> None:
    for _ in range(20):
        child(hang)
        child(hang, session=True)


def hop() -> None:
    """A process that is always another one, in another session."""
    while lives():
        if os.fork():
            leave()
        os.setsid()


def hoppers() -> None:
    for _ in range(24):
        child(hop, session=True)


def held() -> None:
    """Ends, while a child of it keeps the pipes open."""
    child(hang)
    leave()


START = {  # before it reads anything
    "hang-start": hang,
    "crash-start": crash,
    "fork-stay": lambda: child(hang),
    "fork-setsid": lambda: child(hang, session=True),
    "fork-double": daemon,
    "fork-many": crowd,
    "fork-slow": crowd,
    "fork-hop": hoppers,
}

CRASH = {  # at that word of the referee
    "crash-hello": "scoutbot",
    "crash-match": "match",
    "crash-round": "round",
    "crash-did": "did",
    "crash-quit": "quit",
}

BEFORE = {  # an honest answer
    "slow": lambda: time.sleep(0.3),
    "fork-slow": lambda: time.sleep(0.3),  # long enough to be seen
    "late": lambda: time.sleep(1),  # once
    "wordy": lambda: say("\n".join(["info depth 1"] * 500)),  # no flood
    "stderr": lambda: sys.stderr.write("\x1b[31mred\x1b[0m\n" * 40000),
}

INSTEAD = {  # of an answer
    "hang-think": hang,
    "crash-think": crash,
    "crash-signal": fault,
    "exit-zero": leave,
    "fork-hold": held,
    "flood-lines": flood_lines,
    "flood-line": flood_line,
    "flood-stderr": flood_stderr,
    "close-input": close_input,
    "close-output": close_output,
    "eat-memory": eat,
    "fork-memory": lambda: (child(eat), hang())[1],
    "burn-cpu": burn,
    "fork-cpu": lambda: (child(burn), hang())[1],
    "illegal": lambda: say("play S99:99"),
    "malformed": lambda: say("I play, if I may, the first one"),
    "empty": lambda: say("\n\nplay"),
    "binary": binary,
}

AFTER = {  # an honest answer
    "crash-after": crash,
    "close-input-after": close_input,
}

OTHERS = ("honest", "stale", "twice", "unasked", "no-flush", "ignore-quit")


def play(mode: str, move: str) -> None:
    """One answer, which for most modes is an honest one."""
    if mode in INSTEAD:
        INSTEAD[mode]()
        return
    if mode in BEFORE:
        BEFORE[mode]()
    if mode == "no-flush":
        sys.stdout.write(f"play {move}\n")
        return
    say(f"play {move}\nplay {move}" if mode == "twice" else f"play {move}")
    if mode in AFTER:
        AFTER[mode]()


def main(mode: str = "honest", turn: str = "1", *_: str) -> None:
    assert any(mode in modes for modes in (START, CRASH, BEFORE, INSTEAD, AFTER, OTHERS)), mode
    START.get(mode, lambda: None)()
    turns = 0
    last = "K"
    for line in sys.stdin:
        word, *words = line.split() or [""]
        if CRASH.get(mode) == word:
            crash()
        if word == "scoutbot":
            sys.stdout.write(f"id name bad%20{mode}\nready scout skyjo\n")
            if mode != "no-flush":
                sys.stdout.flush()
        elif word == "ping":
            say(f"pong {words[0]}")
        elif word == "did" and mode == "unasked":
            say(f"play {last}")
        elif word == "go":
            turns += 1
            legal = words[words.index("legal") + 1] if "legal" in words else last
            now = turns == int(turn) if mode == "late" else turns >= int(turn)
            play(mode if now else "honest", last if now and mode == "stale" else legal)
            last = legal
        elif word == "quit" and mode != "ignore-quit":
            return
    if mode == "ignore-quit":  # nor the end of the file
        hang()


main(*sys.argv[1:])
