#!/usr/bin/env python3
"""A bot for SCOUT that beats `greedy`. docs/bots.md tells how it came about.

It plays the move that leaves it the best hand: one that few Shows will empty, with a strong one
among them. What a move captures or gives away counts too.
"""

import sys
from functools import lru_cache
from itertools import takewhile

NUMBERS = {card: number for number, card in enumerate("123456789T", 1)}


@lru_cache(100_000)
def shows(numbers):
    """The fewest Shows that empty a hand, when nothing else happens to it."""
    if not numbers:
        return 0
    return 1 + min(left(numbers, step) for step in (-1, 0, 1))


@lru_cache(100_000)
def left(numbers, step):
    """The fewest Shows for what is left when the first card goes with others.

    Each of them is `step` more than the one before. What lies between two of them goes first.
    """
    fewest = shows(numbers[1:])
    for at in range(1, len(numbers)):
        if numbers[at] - numbers[0] == step:
            fewest = min(fewest, shows(numbers[1:at]) + left(numbers[at:], step))
    return fewest


@lru_cache(100_000)
def strength(numbers):
    """How strong the best Show of a hand is: its length, a little for a set and for high cards."""
    best = 0
    for start in range(len(numbers)):
        for step in (-1, 0, 1):
            end = start + 1
            while end < len(numbers) and numbers[end] - numbers[end - 1] == step:
                end += 1
            alike = 0.5 if step == 0 and end - start > 1 else 0
            lowest = min(numbers[start], numbers[end - 1])
            best = max(best, end - start + alike + lowest / 20)
    return best


def after(hand, move):
    """The hand after a move: S3:44, L37@2 or L37@2+S2:34."""
    hand = list(hand)
    for part in move.split("+"):
        if part[0] == "S":
            place, shown = part[1:].split(":")
            del hand[int(place) - 1 : int(place) - 1 + len(shown)]
        else:
            card, place = part[1:].split("@")
            hand.insert(int(place) - 1, card)
    return hand


class Bot:
    """What the bot knows of a match, and how it chooses."""

    def __init__(self):
        self.cost = 5.0  # points that each Show counts which is still to be made

    def begin_match(self, you, rules):
        """A match begins; `rules` are those in force."""
        self.you = you
        self.rotates = "flip:rotate" in rules.split(",")

    def begin_round(self, words):
        """A round begins, with these words behind `hand`: the cards, and perhaps more."""
        self.hand = list(takewhile(lambda word: word[0] in NUMBERS, words))
        self.table = 0  # how many cards lie there

    def did(self, seat, move, cards):
        """A seat has moved; `cards` lie on the table now, if it was a Show."""
        if move in ("K", "F", "P", "?"):
            if seat == self.you and move == "F":
                self.hand = self.flipped()
            return
        if seat == self.you:
            self.hand = after(self.hand, move)
        self.table = len(cards) if cards else self.table - 1

    def flipped(self):
        """The hand turned over."""
        turned = [card[::-1] for card in self.hand]
        return turned[::-1] if self.rotates else turned

    def promise(self, hand):
        """What a hand is worth, in points."""
        numbers = tuple(NUMBERS[card[0]] for card in hand)
        return strength(numbers) - self.cost * shows(numbers)

    def worth(self, move):
        """What a legal move is worth, in points."""
        if move == "P":
            return float("-inf")
        if move in ("K", "F"):
            return self.promise(self.hand if move == "K" else self.flipped())
        scouts = "@" in move
        points = -1 if scouts else 0  # the token goes to somebody else
        if ":" in move:
            points += self.table - scouts  # what it captures
        return points + self.promise(after(self.hand, move))


def main():
    """Hear line after line, and answer."""
    bot = Bot()
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "scoutbot":
            print("id name better")
            print(f"option cost number {bot.cost}")
            print("ready scout")
        elif command == "set" and words[0] == "cost":
            bot.cost = float(words[1])
        elif command == "match":
            bot.begin_match(words[words.index("you") + 1], words[words.index("rules") + 1])
        elif command == "round":
            bot.begin_round(words[words.index("hand") + 1 :])
        elif command == "did":
            bot.did(words[0], words[1], words[3:])
        elif command == "go":
            print("play", max(words[words.index("legal") + 1 :], key=bot.worth))
        elif command == "ping":
            print("pong", *words)
        elif command == "quit":
            break
        sys.stdout.flush()


if __name__ == "__main__":
    main()
