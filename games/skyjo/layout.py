"""A round of SKYJO, every card known, as one flat array: what stands where.

For search only. A round is an array of ROUND whole numbers, the constants here
are indices into it; copying the array copies the round. A move is a number:
TAKE, SWAP and TURN plus a place, DRAW, REVEAL plus the pair's number in
`moves.REVEALS`, START plus a seat (chance). Lines, places and seats in sets
are bits, as in `cards`.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.skyjo.cards import DECK, PLACES, VALUES
from games.skyjo.moves import REVEALS

Round: TypeAlias = NDArray[np.int64]
"""A round in play, ROUND long."""
Numbers: TypeAlias = NDArray[np.int64]
"""Room for moves, points or cards, as each function says."""

MOST_PLAYERS = 8

# The rules in force.
PLAYERS = 0
FIRST_TIE = 1  # 0 seat, 1 card, 2 random
NEXT_STARTER = 2  # 0 ender, 1 highest, 2 rotate
CLEAR_ROWS = 3
FINAL_CLEAR = 4
PENALTY = 5  # 0 none, 1 double, 2 double-unless-tied
TURN_ONE = 6  # whether a new draw pile turns a card up
TURN_LIMIT = 7  # 0: none
SCORE_LIMIT = 8  # 0: none
ROUNDS = 9  # 0: none

# The moment. Seats are -1 where there is none.
NUMBER = 10  # of the round, from 1
PHASE = 11
TURN_OF = 12  # the seat to act
STARTER = 13
CANDIDATES = 14  # the seats that may start, where that is not settled
ENDER = 15
END = 16
TURNS = 17
PILES = 18  # how many new draw piles were made
DRAWN = 19  # the card drawn and not yet placed, else EMPTY
STOCK = 20  # where in CARDS the top of the draw pile lies; CARDS_END of it: none is left
HEAP = 21  # how many cards the discard pile has

# What the seat to act has not before its eyes: hidden cards and draw pile. The number of cards,
# their sum, and at `UNSEEN + card` how many of each.
LEFT = 22
SUM = 23
UNSEEN = 24 - VALUES.start

# At `… + seat`.
OPENED = UNSEEN + VALUES.stop
GONE = OPENED + MOST_PLAYERS
CHOSEN = GONE + MOST_PLAYERS  # the pair a seat opens before the first turn, -1 before it chose
TOTALS = CHOSEN + MOST_PLAYERS  # the points of the rounds before

# At `GRIDS + 12 * seat + place` a card, or EMPTY.
GRIDS = TOTALS + MOST_PLAYERS

# The two piles share one stretch: the discard pile from its start, bottom first, HEAP cards; the
# draw pile to its end, top first, from STOCK on. Together they never have more than the deck.
CARDS = GRIDS + MOST_PLAYERS * PLACES
CARDS_END = len(DECK)
ROUND = CARDS + CARDS_END

# PHASE
OPENING, LOT, OWN_TURN, PILED, IN_HAND, OVER = range(6)
"""Choosing what to open; the starter is due by lot; a turn begins; it begins by drawing, for a new
pile was made; a card is drawn; the round is over."""

# END
GOES_ON, BY_OPENING, BY_LIMIT = range(3)
ENDS = (None, "opened", "limit")
"""The word of `State.end` for each END."""

# Moves
TAKE = 0
DRAW = TAKE + PLACES
SWAP = DRAW + 1
TURN = SWAP + PLACES
REVEAL = TURN + PLACES
START = REVEAL + len(REVEALS)
MOVES = START + MOST_PLAYERS
"""Every move is a number below this one."""
MOST_MOVES = len(REVEALS)
"""There are never more legal moves than these."""
