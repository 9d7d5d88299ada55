"""A small honest bot with a peculiarity that only some dialogues bring out: ``odd.py MODE``.

It plays the first legal move. See `MODES` for what else it does. It needs nothing but Python.
"""

from __future__ import annotations

import sys

MODES = {
    "honest": "nothing else",
    "nameless": "does not say its name",
    "vague": "has an option without a default",
    "no-pong": "never answers a ping",
    "late-pong": "answers a ping with the next move",
    "strict-lines": "ends at a line that it does not know",
    "strict-words": "ends at a go that begins with a word that it does not know",
    "forgetful": "ends when it hears of a move in a round in which it was asked nothing",
    "once": "ends after a match",
    "sensitive": "ends at an error",
    "loud": "thinks aloud",
    "stranger": "plays a game that nobody knows, too",
    "tarok": "plays only that game",
    "small": "plays wrong with more than three players",
}
KNOWN = ("scoutbot", "set", "match", "round", "go", "did", "see", "ping", "end", "error", "quit")


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def introduce(mode: str) -> None:
    if mode != "nameless":
        say(f"id name odd%20{mode}")
    say("option level int" if mode == "vague" else "option level int 3")
    say(
        {"stranger": "ready tarok scout skyjo", "tarok": "ready tarok"}.get(
            mode, "ready scout skyjo"
        )
    )


def main(mode: str) -> int:
    assert mode in MODES
    players = asked = 0
    ping = ""
    for line in sys.stdin:
        word, *words = line.split() or [""]
        if mode == "strict-lines" and word not in KNOWN:
            return 5
        if word == "scoutbot":
            introduce(mode)
        elif word == "match":
            players = int(words[2])
        elif word == "round":
            asked = 0
        elif word == "ping":
            ping = words[0]
            if mode == "late-pong" and players:
                continue
            if mode != "no-pong":
                say(f"pong {ping}")
        elif word == "go":
            if mode == "strict-words" and not words[0].startswith("move="):
                return 5
            if mode == "late-pong" and ping:
                say(f"pong {ping}")
            if mode == "loud":
                say("let me see ...")
            asked += 1
            move = words[words.index("legal") + 1]
            say("play S45:9" if mode == "small" and players > 3 else f"play {move}")
        elif word == "did" and mode == "forgetful" and not asked:
            return 5
        elif word == "end" and words[0] == "match":
            if mode == "once":
                return 0
        elif word == "error" and mode == "sensitive":
            return 5
        elif word == "quit":
            return 0
    return 0


sys.exit(main(sys.argv[1]))
