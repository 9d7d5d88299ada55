"""What a record does not know: cards, positions and moves that nobody noted.

Nothing here matters while every card is known and every move said in full
(`State.ledger` is None then). Of the rest as much is checked as can be: a
record may be believed wrongly, but what can have been is never refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.errors import RuleError
from games.game import Event, Move
from games.scout import explain
from games.scout.blocks import can_show, may_show
from games.scout.cards import (
    DECK,
    PAIR,
    STRENGTH,
    TURN,
    UNKNOWN,
    UPPER,
    deck_for,
    fits,
    is_whole,
    merged,
    strengths_of,
)
from games.scout.ledger import GONE, Ledger
from games.scout.moves import (
    Choose,
    Missed,
    Scout,
    ScoutShow,
    Show,
    Unnoted,
    show_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.scout.state import State


def open_ledger(state: State) -> None:
    """From now on note which cards were seen where."""
    known = b"".join(state.dealt)
    if all(map(is_whole, known)):
        # No other card can turn up; those that are in no hand now have gone.
        ledger = Ledger(known.translate(PAIR))
    else:
        # Whoever notes a part of a round may have left the wrong cards in the box.
        used = deck_for(state.players).translate(None, state.deck)
        ledger = Ledger(DECK.translate(None, used))
    for card in (*known, *state.table):
        ledger.put(card, GONE)
    for seat, hand in enumerate(state.hands):
        for card in hand:
            ledger.put(card, seat)
    state.ledger = ledger


def is_counted(state: State, seat: int) -> bool:
    """Whether of a hand no more is known than, at best, its number of cards."""
    return seat in state.counted and not any(state.hands[seat])


def is_missed(state: State, seat: int) -> bool:
    """Whether not even the number of cards in a hand is known: a move out of it was not noted.

    A position does not tell which seat's that was: it may be any hand that is only counted.
    """
    if not state.lost or not is_counted(state, seat):
        return False
    return seat in state.missed or not state.missed


# Checking


def check_scout_show(state: State, seat: int, move: ScoutShow, need: int) -> None:
    """Raise where the Show of a Scout & Show cannot be legal; the Scout is."""
    scout, show = move
    card = scouted_card(state.table, scout)
    taken = card if is_whole(card) else _end(state.table, scout)
    check_show(state, seat, show, with_card(state, seat, scout), need, taken)


def check_show(
    state: State, seat: int, show: Show, hand: bytes, need: int, taken: int = UNKNOWN
) -> None:
    """Raise where a Show cannot be legal: it lies there, is a block, and beats `need`.

    `taken` is the card that a Scout & Show has just put into `hand`.
    """
    block = _check_cards(state, seat, show, hand, taken)
    values = block.translate(UPPER)
    strength = STRENGTH.get(values) or strengths_of(values)[1]
    if not strength:
        raise explain.show_fault(values)
    if strength <= need:
        raise explain.weaker(values, strength, need)


def _check_cards(state: State, seat: int, show: Show, hand: bytes, taken: int) -> bytes:
    """Compare the cards said with what is known of a hand; the cards as far as known."""
    at, values, cards = show
    said = cards or values.translate(TURN)
    size = len(said)
    rest = b""
    if is_missed(state, seat):
        pass
    elif at < 0:
        if size > len(hand):
            raise RuleError(
                "scout-hand-too-short",
                f"{size} cards are shown, but the hand has only {len(hand)}",
            )
        if not _places(said, hand):
            raise explain.not_in_hand(said)
    else:
        block = hand[at : at + size]
        if len(block) < size or not all(map(fits, said, block)):
            raise explain.wrong_cards(hand, at, said)
        said = bytes(map(merged, said, block))
        rest = hand[:at] + hand[at + size :]
    if state.ledger is not None:
        _check_places(state.ledger, seat, said, rest, taken)
    return said


def _check_places(ledger: Ledger, seat: int, block: bytes, rest: bytes, taken: int) -> None:
    """Raise where a card of the block is there twice, or is known to lie elsewhere.

    `rest` is what is known of the other cards of the hand.
    """
    others = {PAIR[card] for card in rest if is_whole(card)}
    for card in filter(is_whole, block):
        pair = PAIR[card]
        if pair in others:
            raise explain.card_twice(card)
        others.add(pair)
        if pair != PAIR[taken]:
            ledger.check(seat, card)


def check_scouted(state: State, scout: Scout) -> None:
    """Raise where the card of a Scout is not that of the table, or is known to lie elsewhere."""
    card = scout.card
    if state.table:
        end = state.table[-1] if scout.right else state.table[0]
        if not fits(card, end) and not fits(card, TURN[end]):
            raise explain.wrong_end_card(scout, end)
        if is_whole(end):
            return
    if is_whole(card) and state.ledger is not None:
        state.ledger.check_new(card)


def may_move(state: State, seat: int) -> bool:
    """Whether a seat may move although it does not seem to be its turn.

    With two players a move nobody noted may have been a Scout, after which the
    same player goes on, or a Show.
    """
    return (
        state.lost
        and state.players == 2
        and state.owner < 0
        and state.end is None
        and 0 <= seat < 2
    )


def is_stuck(state: State, seat: int) -> bool:
    """With two players and no token: whether no Show of a seat can beat the table.

    Where that cannot be known the round is taken to go on, and is not `certain`.
    """
    if state.lost:
        return False
    table, hand = state.table.translate(UPPER), state.hands[seat].translate(UPPER)
    least, greatest = strengths_of(table)
    if can_show(hand, greatest):
        return False
    if may_show(hand, least):
        state.certain = False
        return False
    return True


def may_have_ended(state: State, end: str) -> bool:
    """Whether the round can have ended so in ways the state cannot see."""
    if state.lost and state.end in (None, "limit"):
        nothing_known = state.owner < 0
        if end == "emptied":
            # The last move was a Show, or nobody noted it.
            return state.scouts == 0 and (nothing_known or is_counted(state, state.owner))
        if end == "unbeaten":
            return nothing_known or (state.players == 2 and bool(state.table))
        return end == "stopped" and state.stops and nothing_known
    # With two players a hand that is not known may not have had an answer.
    return state.end is None and end == "unbeaten" and state.players == 2 and not state.certain


# What a move does


def reveal(state: State, seat: int, show: Show) -> bytes:
    """Take a block out of a hand; its cards as far as they are known now."""
    at, values, cards = show
    block = cards or values.translate(TURN)
    size = len(block)
    hand = state.hands[seat]
    counted = is_counted(state, seat)
    places = [] if counted else [at] if at >= 0 else _places(block, hand)
    if len(places) == 1:
        block = bytes(map(merged, block, hand[places[0] : places[0] + size]))
    if at < 0 or counted:
        forget(state, seat, len(hand) - size)
        _doubt(state)
    else:
        mask = state.public[seat]
        state.hands[seat] = hand[:at] + hand[at + size :]
        state.public[seat] = mask[:at] + mask[at + size :]
        if UNKNOWN in block.translate(UPPER):
            _doubt(state)
    if state.ledger is not None:
        for card in block:
            state.ledger.show(seat, card)
    return block


def tell(state: State, seat: int, move: Show | Scout, cards: bytes) -> None:
    """Go on with the story by what a seat just did to its hand, if that is known."""
    place = move.to if isinstance(move, Scout) else move.at
    state.whole = (
        state.whole and place >= 0 and not is_counted(state, seat) and all(map(is_whole, cards))
    )
    if state.whole:
        made = move if isinstance(move, Scout) else show_of(place, cards.translate(UPPER))
        state.story.append((seat, made, cards))
        state.told = len(state.story)  # `reveal` and `receive` have seen to who knows it


def _places(block: bytes, hand: bytes) -> list[int]:
    """The positions where these cards can lie in a hand, for all that is known of both."""
    size = len(block)
    return [at for at in range(len(hand) - size + 1) if all(map(fits, block, hand[at : at + size]))]


def receive(state: State, seat: int, scout: Scout) -> int:
    """Put the card of a Scout into a hand; the card as far as it is known now."""
    card, to = scouted_card(state.table, scout), scout.to
    hand, mask = state.hands[seat], state.public[seat]
    if to < 0 or is_counted(state, seat):
        forget(state, seat, len(hand) + 1)
        _doubt(state)
    else:
        state.hands[seat] = hand[:to] + bytes((card,)) + hand[to:]
        state.public[seat] = mask[:to] + b"\1" + mask[to:]
    if not is_whole(card):
        _doubt(state)
        if state.ledger is None:
            open_ledger(state)
    if state.ledger is not None:
        state.ledger.put(_end(state.table, scout), seat)
        state.ledger.put(card, seat)
    return card


def scouted_card(table: bytes, scout: Scout) -> int:
    """The scouted card as it stands in the hand, with all that table and record know of it.

    Where the record does not tell which way up it went, it is not known.
    """
    said, end = scout.card, _end(table, scout)
    ways = {merged(said, way) for way in (end, TURN[end]) if fits(said, way)}
    return ways.pop() if len(ways) == 1 else said


def _end(table: bytes, scout: Scout) -> int:
    """The card that a Scout takes from the table, as it lies; unknown where no table is known."""
    if not table:
        return UNKNOWN
    return table[-1] if scout.right else table[0]


def with_card(state: State, seat: int, scout: Scout) -> bytes:
    """What is known of a hand once a Scout has brought its card."""
    hand, to = state.hands[seat], scout.to
    if to < 0 or is_counted(state, seat):
        return bytes(len(hand) + 1)
    return hand[:to] + bytes((scouted_card(state.table, scout),)) + hand[to:]


def forget(state: State, seat: int, size: int) -> None:
    """From now on the hand is only counted."""
    cover(state, seat, size)
    state.counted.add(seat)


def cover(state: State, seat: int, size: int) -> None:
    """From now on it is not known which card lies where in the hand, only how many there are.

    So it is with a hand that may have been flipped: no place is in doubt, and a
    card that comes to one stays known there, as in a hand of unknown cards.
    """
    if state.ledger is None:
        open_ledger(state)
    state.hands[seat] = bytes(max(size, 0))
    state.public[seat] = bytes(max(size, 0))


def miss(state: State, seat: int) -> Sequence[Event]:
    """A move nobody noted: what it may have changed is not known from here on.

    That is the hand it was made from, the table, and the points; whatever it
    was, the hands of the others stayed as they were.
    """
    before = {other for other in range(state.players) if is_missed(state, other)}
    state.missed |= {*before, seat}
    state.lost = True
    state.certain = state.whole = False
    _doubt(state)
    forget(state, seat, len(state.hands[seat]))
    assert state.ledger is not None
    state.ledger.lose(state.table, seat)
    state.table, state.strength, state.owner, state.scouts = b"", 0, -1, 0
    state.turn = (seat + 1) % state.players
    return (Missed(seat),)


def _doubt(state: State) -> None:
    """Count the move being made among those that could be checked in part only."""
    if state.doubted != state.actions:
        state.doubted = state.actions
        state.unchecked += 1


# How a move is said


def complete(state: State, seat: int, move: Move) -> Move:
    """See `games.game.State.complete`."""
    kind = type(move)
    if kind is Show:
        return _complete_show(state, seat, move, state.hands[seat])
    if kind is Scout:
        return _complete_scout(state, move)
    if kind is ScoutShow:
        scout = _complete_scout(state, move[0])
        hand = with_card(state, seat, scout)
        return ScoutShow(scout, _complete_show(state, seat, move[1], hand))
    if kind is Unnoted and state.opening:
        return Choose("unknown")
    return move


def _complete_show(state: State, seat: int, show: Show, hand: bytes) -> Show:
    at, values, _ = show
    if at < 0 or is_counted(state, seat):
        return show
    known = hand[at : at + len(values)]
    if all(map(is_whole, known)):
        return show_of(at, known.translate(UPPER))
    return _with_cards(show, known)


def _complete_scout(state: State, scout: Scout) -> Scout:
    right = scout.right and len(state.table) != 1
    return Scout(right, scouted_card(state.table, scout), scout.to)


def seen(state: State, seat: int, move: Move, by: int) -> Move:
    """See `games.game.State.seen`."""
    kind = type(move)
    if by == seat:
        return move
    if kind is Choose:
        return Choose("unknown")
    if kind is Show:
        return _seen_show(move, state.hands[seat], state.public[seat])
    if kind is ScoutShow and move[0].to >= 0:
        scout, show = move
        mask, to = state.public[seat], scout.to
        mask = mask[:to] + b"\1" + mask[to:]
        return ScoutShow(scout, _seen_show(show, with_card(state, seat, scout), mask))
    return move


def _seen_show(show: Show, hand: bytes, mask: bytes) -> Show:
    """A Show with its whole cards said, unless all of them were known to every seat.

    All see them lie on the table, as far as the record can tell which they are:
    also where the position was not noted, and only one fits (see `reveal`).
    """
    at, values, cards = show
    end = at + len(values)
    if at >= 0:
        return show if all(mask[at:end]) else _with_cards(show, hand[at:end])
    places = _places(cards or values.translate(TURN), hand)
    if len(places) != 1:
        return show
    return _with_cards(show, hand[places[0] : places[0] + len(values)])


def _with_cards(show: Show, known: bytes) -> Show:
    """A Show that says what is known of its cards."""
    at, values, cards = show
    known = known.ljust(len(values), b"\0")
    block = bytes(map(merged, cards or values.translate(TURN), known))
    return Show(at, block.translate(UPPER), block if any(card & 15 for card in block) else b"")
