#!/usr/bin/env python3
"""A small bot for SCOUT and SKYJO in Python. README.md says how it plays."""

import sys

you = top = drawn = ""  # the own seat; SKYJO: the top of the discard pile, the card drawn
grid = {}  # SKYJO: the points of the own open cards, by their places


def value(card):
    return 10 if card == "T" else "YZ0123456789ABC".index(card) - 2


def worth(move):
    if move[0] == "S":  # a Show: the more cards the better
        return 200 + len(move) - move.index(":")
    if "+" in move:  # a Scout & Show likewise, but only where nothing can be shown
        return 100 + len(move) - move.index(":")
    if move[0] in "LR":  # a Scout: the number that the card will have
        return value(move[1])
    if "@" in move:  # a card in the place of another one, which counts 5 if it is hidden
        return grid.get(move[-2:], 5)
    return -9


def choose(legal):
    best = max(legal, key=worth)  # the first of those worth most
    if best[0] == "T" and value(top) > 4:
        return "D"
    if best[0] == "@" and value(drawn) >= worth(best):
        return next(move for move in legal if move[0] == "/")
    return best


sys.stdout.reconfigure(line_buffering=True)  # else the answers wait in a buffer
for line in sys.stdin:
    command, *words = line.split() or [""]
    if command == "scoutbot":
        print("id name small-python\nready scout skyjo")
    elif command == "match":
        you = words[words.index("you") + 1]
    elif command == "round" and "up" in words:
        grid, top = {}, words[words.index("up") + 1]
    elif command == "did" and words[1][0] in "TD":  # T7@b2:5, D7@b2:5, D7/b2:5, T7@b2:5#b
        move = words[1]
        lies, out = (move[1], move[6]) if move[2] == "@" else (move[6], move[1])
        top = lies if "#" in move else out  # a column that goes lies on top
        if words[0] == you:
            grid[move[3:5]] = value(lies)
    elif command == "did" and words[0] == you and words[1][0] == "O":  # Oa1:5b2:Z
        grid = {words[1][at : at + 2]: value(words[1][at + 3]) for at in (1, 5)}
    elif command == "see":
        drawn = words[0]
    elif command == "go":
        print("play", choose(words[words.index("legal") + 1 :]))
    elif command == "ping":
        print("pong", *words)
    elif command == "quit":
        break
