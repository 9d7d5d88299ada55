"""Where the lines end in the moves of a round: the canonical layout, one place for all writers.

A line is a lap of the table that begins with the starter; the opening choices
have the first line to themselves. So a new line begins before each turn of the
starter, but not between two moves of the starter's own: a turn of several
moves is one seat's part of the lap. A chance event that no seat makes stands
before the move that needed it, on the same line. Lines are never wrapped.

A writer of whole rounds calls `lines`; one that appends a move as it happens
writes `written` and `terminator` at once, and gets the same text.
"""

from __future__ import annotations

from collections.abc import Sequence

from notation.diagnostics import TextError
from notation.tokens import Comment, Judgement, Note, Play, escape, split_seat


def terminator(
    seat: int | None,
    following: int | None,
    starter: int | None,
    *,
    choice: bool = False,
    choices: bool = False,
) -> str:
    """What stands after a play and before anything else is known: a space or a line end.

    `seat` made the play (None: chance did). `following` is the seat to act
    now; None when the round is over, or given up. `starter` is the seat that
    makes the first move after the opening, None until that is known. `choice`
    says that the play was an opening choice, `choices` that more of them follow.
    """
    if following is None:
        return "\n"
    if seat is None:
        return " "
    if choice:
        return " " if choices else "\n"
    return "\n" if following == starter != seat else " "


def lines(
    plays: Sequence[Play],
    notes: Sequence[Note] = (),
    *,
    choices: int = 0,
    following: int | None = None,
) -> str:
    """The canonical text of a round's moves, without indentation.

    `notes` are the comments on the round; `choices` is how many opening
    choices the rules ask for (one a seat, or 0); `following` is the seat to
    act after the last play, None when the round is over or given up: then the
    text ends with a line end, otherwise as `terminator` says. The words of the
    plays are taken as they are. A word with an unreadable seat is laid out
    like a chance event. Nothing gives an empty text.
    """
    seats = [_seat(play) for play in plays]
    parts = [_note(note) + " " for note in notes]
    if parts and not plays and following is None:
        parts[-1] = parts[-1][:-1] + "\n"
    starter: int | None = None
    made = 0  # plays that a seat made, so far
    for index, (play, seat, then) in enumerate(
        zip(plays, seats, _following(seats, following), strict=True)
    ):
        if seat is not None:
            made += 1
            if made > choices and starter is None:
                starter = seat
        if then is None and index < len(plays) - 1:
            end = " "  # nobody acts any more, but chance does
        else:
            end = terminator(seat, then, starter, choice=made <= choices, choices=made < choices)
        parts.append(written(play) + end)
    return "".join(parts)


def written(play: Play) -> str:
    """A play with its notes, on one line: the judgements, then the others in their order."""
    if not play.notes:
        return play.text
    return " ".join([play.text, *map(_note, sorted(play.notes, key=_is_no_judgement))])


def _note(note: Note) -> str:
    if isinstance(note, Judgement):
        return f"${note.mark}"
    if isinstance(note, Comment):
        return f"{{{escape(note.text)}}}"
    return " ".join(["(", *map(_note, note.notes), *map(written, note.plays), ")"])


def _is_no_judgement(note: Note) -> bool:
    return not isinstance(note, Judgement)


def _seat(play: Play) -> int | None:
    try:
        return split_seat(play.text)[0]
    except TextError:
        return None


def _following(seats: Sequence[int | None], following: int | None) -> list[int | None]:
    """For each play the next seat that makes one, `following` after the last."""
    result = []
    for seat in reversed(seats):
        result.append(following)
        if seat is not None:
            following = seat
    return result[::-1]
