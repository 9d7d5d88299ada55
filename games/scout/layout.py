"""A round of SCOUT, every card known, as one flat array: what stands where.

For search only. A round is an array of `ROUND` whole numbers, the constants
here are indices into it; copying the array copies the round. Cards are those
of `cards` (upper number in the high half of a byte), seats are -1 where there
is none, and places that hold nothing are 0, so that equal rounds are equal
arrays. A move is one number too.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Round: TypeAlias = NDArray[np.int64]
"""A round in play, `ROUND` long."""
Numbers: TypeAlias = NDArray[np.int64]
"""Room for moves, points or cards, as each function says."""

MOST_PLAYERS = 5
MOST_CARDS = 46
"""Room for a hand: all the 45 cards, and one for an end."""
MOST_TABLE = 10
"""The longest block: a run from 1 to 10."""

# The rules in force: 1 for yes, 0 for no.
PLAYERS = 0
OWNER_EXEMPT = 1  # exempt: owner
GOES_ON_EMPTY = 2  # all_scouted_empty: continue
ROTATES = 3  # flip: rotate
LIMIT = 4  # turn_limit; 0: none
PAYS_OWNER = 5  # scout_token_to: owner
UNSPENT = 6  # what a token is worth at the end
STOPS = 7  # voluntary_stop

# The moment.
OPENING = 8  # whether the choices to keep or flip are still being made
TURN = 9  # the seat to act, -1 when none is
STARTER = 10
END = 11
EXEMPT = 12
OWNER = 13
SCOUTS = 14  # in a row since the last Show
ACTIONS = 15

# The table, from left to right at TABLE, TABLE + 1, …
TABLE_SIZE = 16
TABLE = 17

# At `… + seat`.
WON = TABLE + MOST_TABLE
TOKENS = WON + MOST_PLAYERS
MARKER = TOKENS + MOST_PLAYERS  # 1 while the seat still has its Scout & Show
CHOSEN = MARKER + MOST_PLAYERS
HAND_SIZE = CHOSEN + MOST_PLAYERS
# How the upper numbers go on in a hand: bit i is set where those of the cards at i and i + 1 are
# equal, go up by one, go down by one. Blocks are stretches of such bits.
EQUAL = HAND_SIZE + MOST_PLAYERS
UP = EQUAL + MOST_PLAYERS
DOWN = UP + MOST_PLAYERS

# At `HANDS + MOST_CARDS * seat + position` a card.
HANDS = DOWN + MOST_PLAYERS

ROUND = HANDS + MOST_PLAYERS * MOST_CARDS

# END
GOING, EMPTIED, UNBEATEN, BY_LIMIT, STOPPED = range(5)
ENDS = (None, "emptied", "unbeaten", "limit", "stopped")
"""The word of `State.end` for each END."""

# CHOSEN
CHOICES = (None, "keep", "flip", "unknown")
"""The word of `State.chosen` for each CHOSEN."""

# A move, by its bits. A Show has a length, a Scout has a card, a Scout & Show has both; what has
# neither is one of the other numbers.
NO_MOVE = 0
LENGTH = 15
"""The bits of how many cards a Show has."""
AT = 4
"""A Show begins at the position ``move >> AT & PLACE``."""
TO = 10
"""A scouted card goes to the position ``move >> TO & PLACE``."""
PLACE = 63
CARD = 16
"""The scouted card as it will stand in the hand is ``move >> CARD & 255``."""
RIGHT = 1 << 24
"""The bit of a card scouted at the right end."""
KEEP, FLIP, STOP = 1 << 25, 2 << 25, 3 << 25
START = 4 << 25
"""Chance: the seat ``move >> AT & PLACE`` starts."""
SHOWING = LENGTH | PLACE << AT
"""The bits of a Scout & Show that are its Show; the others are its Scout."""

MOST_MOVES = 80_000
"""Room for any legal list: 44 cards after a Scout begin at most 440 blocks, for 176 Scouts."""
