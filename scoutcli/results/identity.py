"""What makes two records the same match: the same game, deals and moves.

Comments, judgements, spelling and the players' names do not count. Where the
cards were not noted, chance cannot tell two matches apart; then the names, the
date and the points of the rounds do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache

from notation import codec
from notation.audit import Audit, RoundAudit, begin_round, whole_moves
from notation.codec import Notation
from notation.match import Match
from notation.replay import CHANCE, NOT_NOTED, Words, reader, steps, word
from notation.tokens import Play, plain, read_moves

SIZE = 16
"""Bytes of an identity: two of a billion different matches share one once in 10^20."""


def identity_of(match: Match, audit: Audit | None) -> str:
    """The identity of a match, 32 hexadecimal digits; without an audit, that of its very text."""
    digest = hashlib.blake2b(digest_size=SIZE)
    if audit is None or match.game is None:
        digest.update(match.text.strip().encode(errors="surrogatepass"))
        return digest.hexdigest()
    for line in _lines(match, audit):
        digest.update(f"{line}\n".encode(errors="surrogatepass"))
    return digest.hexdigest()


def _lines(match: Match, audit: Audit) -> Iterator[str]:
    assert match.game is not None
    notation = codec.get(match.game.name)
    yield match.game.name
    dealt = 0
    for index, checked in enumerate(audit.rounds):
        yield _cards(notation, checked)
        yield " ".join(_moves(match, audit, notation, index))
        dealt += _is_dealt(checked)
    if dealt < len(audit.rounds) or not dealt:
        yield repr((match.names, match.headers.get("date", "")))
        yield repr([checked.scores for checked in audit.rounds])


def _is_dealt(checked: RoundAudit) -> bool:
    """Whether the cards and the moves of a round are noted."""
    record = checked.record
    return record.moves is not None and (record.deal is not None or record.position is not None)


def _cards(notation: Notation, checked: RoundAudit) -> str:
    """What a round begins from."""
    if checked.record.position is not None:
        return notation.format_position(notation.parse_position(checked.record.position.text))
    return notation.format_deal(checked.deal) if checked.record.deal is not None else ""


def _moves(match: Match, audit: Audit, notation: Notation, index: int) -> Iterator[str]:
    """The canonical words of a round."""
    record = audit.rounds[index].record
    if record.moves is None:
        return
    text = whole_moves(match, record)
    words = plain(text)
    if words is None:
        words = [play.text for play in read_moves(text).plays]
    if NOT_NOTED in text and any(NOT_NOTED in said for said in words):
        # What is not noted here may be known by the cards before; only playing it tells.
        state = begin_round(audit, index)
        if state is not None:
            yield from (step.text for step in steps(notation, state, list(map(Play, words))))
            return
    canonical = _spellings(notation)
    yield from (canonical[said] for said in words)


class _Spellings(dict[str, str]):
    """The canonical spelling of each word; one met before costs a look-up."""

    def __init__(self, notation: Notation, words: Words) -> None:
        super().__init__()
        self._notation = notation
        self._words = words

    def __missing__(self, said: str) -> str:
        seat, moves = self._words[said]
        spelt = word(self._notation, seat, moves)
        if seat != CHANCE:
            if len(self) >= len(self._words) + 1024:  # the reader has forgotten, too
                self.clear()
            self[said] = spelt
        return spelt


@cache
def _spellings(notation: Notation) -> _Spellings:
    return _Spellings(notation, reader(notation))
