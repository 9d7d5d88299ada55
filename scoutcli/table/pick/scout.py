"""Picking a move of SCOUT: a block of the hand, an end of the active set and a gap, or both."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from games.game import Move
from games.scout.cards import TURN, UPPER
from games.scout.moves import FLIP, KEEP, STOP, Choose, Scout, ScoutShow, Show, Stop
from games.scout.view import View
from notation.scout_moves import CARD_TEXTS, spaced
from scoutcli.table.words import Turn

if TYPE_CHECKING:
    from scoutcli.render.look import Mark, Marks

_Kind = TypeVar("_Kind", Show, Scout, ScoutShow)


def make(turn: Turn) -> Opening | Hand:
    """What picks a move in such a turn."""
    return Opening(turn) if turn.view.opening else Hand(turn)


class Opening:
    """Keep or flip the whole hand."""

    def __init__(self, turn: Turn) -> None:
        self.ready = False
        self._turn = turn
        self._choice: Choose | None = None

    def press(self, key: str) -> bool:
        """See `Picker.press`."""
        flipped = self._choice is FLIP
        if key == "enter":
            self.ready = self._choice is not None
            self._choice = self._choice or KEEP
        elif key in ("f", "k"):
            self._choice = FLIP if key == "f" else KEEP
        elif key in ("left", "right", "up", "down", "space"):
            self._choice = KEEP if flipped else FLIP
        elif key in ("escape", "backspace") and self._choice is not None:
            self._choice = None
        else:
            return False
        return True

    @property
    def marks(self) -> Marks:
        """The whole hand, where it is to be flipped."""
        cards = len(self._turn.view.hand) if self._choice is FLIP else 0
        return frozenset(("hand", at) for at in range(cards))

    @property
    def text(self) -> str:
        """See `Picker.text`."""
        return "" if self._choice is None else self._turn.notation.choice(self._choice)

    @property
    def hint(self) -> str:
        """See `Picker.hint`."""
        if self._choice is None:
            return "k keeps the hand, f flips it; then Enter"
        if self._choice is FLIP:
            return "Enter flips the hand: " + _reads(self._turn, FLIP) + "; k keeps it"
        return "Enter keeps the hand; f flips it: " + _reads(self._turn, FLIP)

    @property
    def brief(self) -> str:
        """See `Picker.brief`."""
        if self._choice is None:
            return "k keeps the hand, f flips it, then Enter"
        return (
            "Enter: flip it; k: keep it" if self._choice is FLIP else "Enter: keep it; f: flip it"
        )


class Hand:
    """A Show, a Scout, a Scout & Show, or a stop.

    There is a block of the hand, `_size` cards from `_at` on, and, once an end
    was named, the Scout of a card into a gap. With a Scout, keys go to its gap
    until the block is asked for; then the block is one of the hand as it
    would be.
    """

    def __init__(self, turn: Turn) -> None:
        self.ready = False
        self._turn = turn
        self._view: View = turn.view
        self._woken = False
        """Whether a key was pressed."""
        self._at, self._size = 0, 1
        self._scout: Scout | None = None
        self._both = False
        """Whether a Show follows the Scout."""
        self._stops = False
        self._note = ""
        # Not the best one: which that is, nobody asked.
        first = next((move for move in turn.legal if isinstance(move, Show)), None)
        if first is not None:
            self._at, self._size = first.at, len(first.values)

    # Keys

    def press(self, key: str) -> bool:
        """See `Picker.press`."""
        self._note = ""
        if key == "enter":
            self.ready = self._woken and bool(self.text)
            self._woken = True
            return True
        if not self._taken(key):
            return False
        self._woken = True
        return True

    def _taken(self, key: str) -> bool:
        """Take a key that is not Enter; whether it means something."""
        if key in ("<", ">"):
            return self._scout_end(right=key == ">")
        if key in ("p", "P"):
            self._stops = any(isinstance(move, Stop) for move in self._turn.legal)
            return self._stops
        if key in ("escape", "backspace"):
            return self._back()
        stopped, self._stops = self._stops, False
        if self._put_together(key):
            return True
        self._stops = stopped
        return False

    def _put_together(self, key: str) -> bool:
        """A key for the card that is taken, its gap, or the block."""
        if self._scout is not None:
            if key == "f" or (key in ("up", "down") and not self._both):
                self._flip()
                return True
            if not self._both:
                return self._at_gap(self._scout, key)
        return self._at_block(key)

    def _at_block(self, key: str) -> bool:
        """A key that moves or changes the block."""
        last = len(self._cards) - 1
        if key in ("left", "right"):
            step = 1 if key == "right" else -1
            self._at, self._size = min(max(self._at + step, 0), max(last, 0)), 1
        elif key in ("home", "end"):
            self._at, self._size = 0 if key == "home" else max(last, 0), 1
        elif key in ("space", "s-right"):
            self._size = min(self._size + 1, max(len(self._cards) - self._at, 1))
        elif key == "s-left" and self._size > 1:
            self._size -= 1
        elif key in ("up", "down"):
            self._next_show(1 if key == "down" else -1)
        else:
            return False
        return True

    def _at_gap(self, scout: Scout, key: str) -> bool:
        """A key that moves the gap, or goes on to the block."""
        last = len(self._view.hand)
        places = {"left": scout.to - 1, "right": scout.to + 1, "home": 0, "end": last}
        if key in places:
            self._scout = scout._replace(to=min(max(places[key], 0), last))
        elif key in ("s", "space"):
            self._ask_block(scout)
        else:
            return False
        return True

    def _back(self) -> bool:
        """Take back the last step; whether there was one."""
        if self._stops:
            self._stops = False
        elif self._size > 1 and (self._both or self._scout is None):
            self._size -= 1
        elif self._both:
            self._both, self._size = False, 1
        elif self._scout is not None:
            self._scout, self._at, self._size = None, 0, 1
        else:
            return False
        return True

    def _scout_end(self, *, right: bool) -> bool:
        """Take the card at an end, to where it does most good."""
        table = self._view.table
        self._stops = self._both = False
        if not table:
            self._note = "There is no active set to Scout from. "
            return True
        right = right and len(table) > 1
        card = table[-1] if right else table[0]
        best = self._best(Scout, lambda move: move.right == right)
        self._scout = best or Scout(right, card, len(self._view.hand))
        return True

    def _flip(self) -> None:
        """Turn the card that is taken over."""
        if self._scout is not None:
            self._scout = self._scout._replace(card=TURN[self._scout.card])

    def _ask_block(self, scout: Scout) -> None:
        """Go on from a Scout to its Show, if that is allowed, and say why where it is not."""
        fault = None
        if self._view.players == 2 or not self._view.marker[self._view.seat]:
            upper = bytes((scout.card >> 4,))
            fault = self._turn.fault(ScoutShow(scout, Show(scout.to, upper)))
        if fault is not None:
            self._note = f"{fault.message[:1].upper()}{fault.message[1:]}. "
            return
        self._both = True
        best = self._best(ScoutShow, lambda move: move.scout == scout)
        self._at, self._size = scout.to, 1
        if best is not None:
            self._at, self._size = best.show.at, len(best.show.values)

    def _next_show(self, step: int) -> None:
        """Go to the next legal Show, or the one before, round and round."""
        shows = self._shows()
        if not shows:
            self._note = "No Show of this hand is legal. "
            return
        here = (self._at, self._size)
        places = [(show.at, len(show.values)) for show in shows]
        if here in places:
            found = places[(places.index(here) + step) % len(places)]
        elif step > 0:
            found = next((place for place in places if place > here), places[0])
        else:
            found = next((place for place in reversed(places) if place < here), places[-1])
        self._at, self._size = found

    # What is picked

    @property
    def _cards(self) -> bytes:
        """The hand, with the card that is taken where a Show follows."""
        hand = self._view.hand
        if self._scout is None or not self._both:
            return hand
        to = self._scout.to
        return hand[:to] + bytes((self._scout.card,)) + hand[to:]

    def _shows(self) -> list[Show]:
        """The legal Shows that the block can be."""
        legal = self._turn.legal
        if self._both:
            both = [move for move in legal if isinstance(move, ScoutShow)]
            return [move.show for move in both if move.scout == self._scout]
        return [move for move in legal if isinstance(move, Show)]

    @property
    def _move(self) -> Move | None:
        """The move as picked so far; None where it is none."""
        if self._stops:
            return STOP
        scout = self._scout
        if scout is not None and not self._both:
            return scout
        values = self._cards[self._at : self._at + self._size].translate(UPPER)
        if not values:
            return None
        show = Show(self._at, values)
        return show if scout is None else ScoutShow(scout, show)

    @property
    def text(self) -> str:
        """See `Picker.text`."""
        move = self._move if self._woken else None
        return "" if move is None else self._turn.notation.choice(move)

    @property
    def marks(self) -> Marks:
        """The block; of a Scout the end, the gap, and the card as it would lie.

        A card that is taken and shown at once stands in no hand yet: where it
        belongs to the block, ("shown", code) is among the marks.
        """
        if self._stops:
            return frozenset()
        scout, found = self._scout, set[tuple[str, int]]()
        block = range(self._at, min(self._at + self._size, len(self._cards)))
        if scout is None:
            return frozenset(("hand", at) for at in block)
        end = len(self._view.table) - 1 if scout.right else 0
        found |= {("table", end), ("gap", scout.to), ("card", scout.card)}
        if self._both:
            found |= {_mark(at, scout) for at in block}
        return frozenset(found)

    @property
    def hint(self) -> str:
        """See `Picker.hint`."""
        return self._note + self._keys()

    @property
    def brief(self) -> str:
        """See `Picker.brief`."""
        if not self._woken:
            return "arrows, Space; < >: Scout; then Enter"
        move = self._move
        if self._note or move is None:
            return self._note.strip() or self.hint
        does = f"Enter: {self._does(move)}"
        if isinstance(move, Stop):
            return f"{does}; Esc: back"
        if isinstance(move, Scout):
            return f"{does}; f: flip" + (", s: show" if self._view.players > 2 else "")
        return f"{does}; Space: more"

    def _keys(self) -> str:
        """What the keys do now."""
        if not self._woken:
            return "arrows: cards, Space: more, < >: Scout an end; then Enter"
        move = self._move
        if move is None:
            return "< or > scouts an end"
        does = "Enter: " + self._does(move)
        if isinstance(move, Stop):
            return f"{does}; Esc: back"
        if isinstance(move, Scout):
            more = ", s: and show" if self._view.players > 2 else ""
            return f"{does}; arrows: where, f: turn it over{more}"
        if isinstance(move, ScoutShow):
            return f"{does}; arrows: cards, Space: more, Esc: back"
        return f"{does}; Space: more, Backspace: fewer, < >: Scout"

    def _does(self, move: Move) -> str:
        """What would be played, in a few words."""
        if isinstance(move, Stop):
            return "stop here"
        if isinstance(move, Scout):
            return f"take {CARD_TEXTS[move.card]} as card {move.to + 1}"
        if isinstance(move, ScoutShow):
            return f"take {CARD_TEXTS[move.scout.card]}, show {spaced(move.show.values)}"
        return f"show {spaced(move[1])}"

    def _best(self, kind: type[_Kind], wanted: Callable[[_Kind], bool]) -> _Kind | None:
        """The best legal move of a kind by the rule of thumb; None where there is none."""
        found = [move for move in self._turn.legal if isinstance(move, kind) and wanted(move)]
        worths = self._turn.worths
        return max(found, key=lambda move: worths.get(move, 0.0), default=None)


def _mark(at: int, scout: Scout) -> Mark:
    """A position of the hand as it would be, as a mark in the hand as it is."""
    if at == scout.to:
        return "shown", scout.card
    return "hand", at - (at > scout.to)


def _reads(turn: Turn, choice: Choose) -> str:
    """The upper numbers that a choice leads to."""
    hand: bytes = turn.view.hand
    if choice is FLIP:
        hand = hand.translate(TURN)
        hand = hand[::-1] if turn.view.rules["flip"] == "rotate" else hand
    return spaced(hand.translate(UPPER))
