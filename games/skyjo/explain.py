"""Words on what is wrong with a move, apart from the state to keep that readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.errors import RuleError
from games.game import Move
from games.skyjo.cards import COLUMNS, EMPTY, LINES, ROWS, UNKNOWN, line_name, place_name
from games.skyjo.moves import Lines, Pile, Reveal, Starter, Swap, Take, Turn

if TYPE_CHECKING:
    from games.skyjo.state import State


def out_of_order(state: State, seat: int, move: Move) -> RuleError:
    """A move of the wrong seat, or one of a kind that cannot come now."""
    kind = type(move)
    if state.end is not None:
        return RuleError("round-over", f"the round is over ({state.end}): no move can follow")
    if state.turn < 0:
        among = " or ".join(str(other + 1) for other in state.candidates)
        return RuleError("no-starter", f"it is not settled yet who starts: seat {among}")
    if seat != state.turn:
        return _not_your_turn(state, seat)
    if kind is Starter:
        return RuleError("no-starter-due", "nothing is to be settled about who starts")
    if state.opening:
        return RuleError(
            "skyjo-opening", "before the first turn every player opens two cards: Oa1b2"
        )
    if kind is Reveal:
        return RuleError("skyjo-opened", "two cards were opened before the first turn; no more now")
    if kind in (Swap, Turn):
        return RuleError(
            "skyjo-not-drawn",
            "no card is drawn: take the discard (T) or draw (D) first; a taken card is placed "
            "at once and cannot be put back",
        )
    if state.midturn:
        return RuleError(
            "skyjo-drawn",
            "a card is drawn: place it (@) or throw it and turn a hidden card (/)",
        )
    if kind is Take:
        return RuleError(
            "skyjo-must-draw", "a new draw pile was made for this turn, so it goes on by drawing: D"
        )
    return RuleError("skyjo-no-move", "this is no move of SKYJO")


def _not_your_turn(state: State, seat: int) -> RuleError:
    whose = f"seat {state.turn + 1}"
    if seat < 0:
        return RuleError(
            "not-your-turn", f"nothing is due by chance now: it is the turn of {whose}"
        )
    if state.opening:
        return RuleError(
            "not-your-turn", f"cards are opened in the order of seats: {whose} is next"
        )
    if not state.turns:
        return RuleError("not-your-turn", f"{whose} starts, not seat {seat + 1}")
    return RuleError("not-your-turn", f"it is the turn of {whose}, not of seat {seat + 1}")


def wrong_card(where: str, real: int, said: int, *about: str | int) -> RuleError:
    """Another card lies there than the move says."""
    return RuleError("skyjo-wrong-card", f"{where} is {real}, not {said}", about)


def too_often(card: int) -> RuleError:
    """A card would be there once more than the deck has it."""
    return RuleError(
        "skyjo-card-too-often", f"all cards of value {card} are somewhere else already"
    )


def no_such_place(place: int) -> RuleError:
    """A number that is no place."""
    return RuleError("skyjo-no-such-place", f"there is no place {place}; a grid has a1 to d3")


def cleared_place(place: int) -> RuleError:
    """A place whose card is gone."""
    return RuleError(
        "skyjo-cleared-place", f"{place_name(place)} was cleared, nothing can go there any more"
    )


def not_hidden(place: int) -> RuleError:
    """A place where no hidden card lies."""
    return RuleError(
        "skyjo-not-hidden",
        f"{place_name(place)} is not hidden: with the drawn card thrown, a hidden card is turned",
    )


def wrong_lines(state: State, seat: int, place: int, card: int, said: Lines) -> RuleError:
    """The move completes other lines than it says."""
    real = state.lines(seat, place, card)
    for line in real:
        if line not in said:
            mark = "abcd123"[line]
            return RuleError(
                "skyjo-wrong-column" if line < 4 else "skyjo-wrong-row",
                f"{line_name(line)} is complete with this {card} and goes: write #{mark} after it",
            )
    for line in said:
        if line not in real:
            return _not_complete(state, seat, place, card, line)
    return RuleError("skyjo-wrong-column", "lines are named in order, each once: #b#2")


def _not_complete(state: State, seat: int, place: int, card: int, line: int) -> RuleError:
    code = "skyjo-wrong-column" if line < 4 else "skyjo-wrong-row"
    if line not in range(len(LINES)):
        return RuleError(code, "the lines of a grid are the columns a to d and the rows 1 to 3")
    if line >= 4 and not state.rows_count:
        return RuleError("skyjo-no-rows", "by these rules rows do not count (clear_rows: false)")
    if place not in LINES[line]:
        return RuleError(code, f"{place_name(place)} is not in {line_name(line)}")
    grid, opened = state.grids[seat], state.opened[seat]
    shown = []
    for other in COLUMNS[line] if line < 4 else ROWS[line - 4]:
        here = card if other == place else grid[other]
        if here == EMPTY:
            shown.append("cleared")
        elif other != place and not opened >> other & 1:
            shown.append("hidden")
        else:
            shown.append("?" if here == UNKNOWN else str(here))
    return RuleError(
        code,
        f"{line_name(line)} is not complete: it is {', '.join(shown)}; only equal open cards go",
    )


def pile_not_due(state: State, left: int) -> RuleError | None:
    """Why there can be no new draw pile now; None if there can. `left` cards are in the old one."""
    if state.end is not None or state.turn < 0:
        return out_of_order(state, -1, Pile(()))
    if state.opening or state.midturn or state.must_draw:
        return RuleError(
            "skyjo-pile-not-due", "a new draw pile comes just before the draw that needs it"
        )
    if left > 0:
        return RuleError(
            "skyjo-pile-not-due",
            f"the draw pile still has {left} card{'s' if left > 1 else ''}: "
            "a new one is made only when it is empty",
        )
    return None
