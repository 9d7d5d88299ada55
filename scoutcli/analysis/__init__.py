"""What a move is worth for a seat, from what that seat knows; and that in words.

`analyst` measures, `words` speaks: for hint, why and tutor at the table, and
for whatever else judges moves. `reasons` has for each game what one move does
better than another. Nothing here sees a `State`.
"""

from scoutcli.analysis.analyst import Analyst, Candidate

__all__ = ["Analyst", "Candidate"]
