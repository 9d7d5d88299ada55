"""Reading, writing and reading again changes nothing, whatever a match holds and however it is set.

Matches of both games, with any options, are played at random and dressed with everything that a
match file can hold. Each is then written in two ways, once tidily and once not, by a writer that
is the test's own; both have to be read as the same and come out as the same canonical text.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from notation import codec, reader, writer
from notation.codec import Notation
from notation.nodes import Node
from notation.tokens import Comment, Judgement, Note, Play, Variation, read_moves, split_seat
from tests.dressing import KINDS, Made, Maker, Pen
from tests.kinds.kind import Kind
from tests.record import canonical_of, fast_disk, part_of, parts_of, record, rules_of, values_of

FEWER = (settings.default or settings()).max_examples // 3

# Texts as people write them, with what means something to YAML or to the words of moves.
TEXTS = st.one_of(
    st.sampled_from(
        ["no", "12:30", "010", "1e3", "~", "a: b", "# x", "- y", "'", '"', "{}", "2026-11-30"]
    ),
    st.text("ab Zé日\u2028😀:#'\"\\{}[]%,-&*!|>@`", min_size=1, max_size=12),
)  # fmt: skip
WORDS = st.text("abc é日1.()?!$K#{}\\:%", max_size=15)


@st.composite
def matches(draw: st.DrawFn) -> tuple[Made, int]:
    """A match, and a number for the ways in which it can be written."""
    name = draw(st.sampled_from(sorted(KINDS)))
    game = games.get(name)
    players = draw(st.sampled_from(game.players))
    said = {
        option.name: draw(st.sampled_from(values_of(game, option.name, players)))
        for option in game.options
        if option.applies(players) and draw(st.integers(0, 3)) == 0
    }
    preset = draw(st.sampled_from([None, None, *game.presets]))
    rules, warnings = game.rules(players, said, preset)
    assert not warnings
    if preset is not None:
        said["preset"] = preset
    texts = [*draw(st.lists(TEXTS, min_size=1, max_size=4)), "Ada", "Bo Li"]
    words = [*draw(st.lists(WORDS, max_size=3)), "well played"]
    dice = random.Random(draw(st.integers(0, 1 << 32)))
    return Maker(name, rules, said, dice, texts, words).make(), draw(st.integers(0, 1 << 32))


# What was read


def meaning(part: reader.Part) -> Any:
    """All that a match says, as values."""
    match, document = part.match, part.document
    assert match is not None and match.game is not None and match.rules is not None
    assert document is not None
    notation = codec.get(match.game.name)
    rules = match.rules
    rounds = []
    for round_ in match.rounds:
        moves = None
        if round_.moves is not None:
            read = read_moves(round_.moves.text)
            assert read.fault is None
            moves = [noted(notation, read.notes), [spoken(notation, play) for play in read.plays]]
        deal = round_.deal and notation.parse_deal(round_.deal.text, rules)
        blocks = [block and block.text.split() for block in (round_.faults, round_.parts)]
        rounds.append(
            [deal, moves, *blocks, round_.starter, round_.ender, round_.end, round_.score,
             plain(round_.own)]
        )  # fmt: skip
    players = [
        [player.name, player.bot, player.team, player.id, plain(player.own)]
        for player in match.players
    ]
    return [
        match.game.name, match.headers, players, dict(rules), rules.preset, match.shuffle,
        match.practice, rounds, match.total, match.winners, plain(match.own),
        sorted(comment.text.rstrip() for comment in document.comments()),
    ]  # fmt: skip


def plain(own: Mapping[str, Node]) -> Any:
    return {name: node.data() for name, node in own.items()}


def spoken(notation: Notation, play: Play) -> Any:
    seat, text = split_seat(play.text)
    return seat, notation.parse(text), noted(notation, play.notes)


def noted(notation: Notation, notes: Sequence[Note]) -> Any:
    """Judgements first, as a writer sets them; the others in their order."""
    marks = [note.mark for note in notes if isinstance(note, Judgement)]
    others: list[Any] = []
    for note in notes:
        if isinstance(note, Comment):
            others.append(note.text)
        elif isinstance(note, Variation):
            plays = [spoken(notation, play) for play in note.plays]
            others.append((noted(notation, note.notes), plays))
    return marks, others


def read_well(text: str | bytes) -> reader.Part:
    """The only match of a text, seen to be without an error."""
    part = part_of(text)
    assert [fault for fault in part.diagnostics if fault.severity == "error"] == []
    return part


# The properties


@given(matches())
def test_read_written_and_read_again_it_says_the_same(case: tuple[Made, int]) -> None:
    made, ways = case
    tidy = read_well(Pen().write(made))
    text = canonical_of(tidy)
    again = read_well(text)
    assert meaning(again) == meaning(tidy)
    assert canonical_of(again) == text
    untidy = read_well(Pen(random.Random(ways)).write(made))
    assert meaning(untidy) == meaning(tidy)
    assert canonical_of(untidy) == text


@given(matches(), st.booleans(), st.booleans())
def test_line_ends_and_a_byte_order_mark_change_nothing(
    case: tuple[Made, int], mark: bool, carriage: bool
) -> None:
    text = canonical_of(read_well(Pen().write(case[0])))
    other = text.replace("\n", "\r\n") if carriage else text
    other = "\ufeff" + other if mark else other
    assert canonical_of(read_well(other.encode())) == text


@given(st.lists(matches(), min_size=2, max_size=4))
@settings(max_examples=FEWER)
def test_joined_matches_stay_what_they_are(cases: list[tuple[Made, int]]) -> None:
    texts = [canonical_of(read_well(Pen().write(made))) for made, _ in cases]
    # A match in play may end without a line end: the next one begins at its rule all the same.
    texts = [f"{text}\n" if text.endswith(" ") else text for text in texts]
    parts = parts_of("".join(texts))
    assert [part.faulty for part in parts] == [False] * len(texts)
    assert [meaning(part) for part in parts] == [meaning(part_of(text)) for text in texts]
    written = []
    for part, last in zip(parts, [*[False] * (len(parts) - 1), True], strict=True):
        assert part.audit is not None
        written.append(writer.canonical(part.audit, part.document, last=last))
    joined = "".join(written)
    again = parts_of(joined)
    assert [meaning(part) for part in again] == [meaning(part) for part in parts]


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_match_in_play_is_canonical_after_every_move(
    kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast_disk(monkeypatch)
    name = kind.game.name
    for players in kind.game.players:
        rules = rules_of(name, players)
        sizes = [*range(24), 30, 60]
        for moves in sizes:
            path = tmp_path / f"{players}-{moves}.yaml"
            record(path, rules, name, "tea", kind.chooser("x"), most_moves=moves, most_rounds=2)
            text = path.read_text()
            part = part_of(text)
            if "moves: |\n    " in text:
                assert canonical_of(read_well(text)) == text
            else:  # nothing follows `moves: |` yet
                assert not part.faulty
        for shorter, longer in pairwise(sizes):
            before = (tmp_path / f"{players}-{shorter}.yaml").read_bytes()
            assert (tmp_path / f"{players}-{longer}.yaml").read_bytes().startswith(before)


def test_a_deal_that_depends_on_one_not_noted_is_not_held_against_the_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fast_disk(monkeypatch)
    path = tmp_path / "match.yaml"
    record(path, rules_of("scout", 2), "scout", "tea", KINDS["scout"].chooser("x"))
    text = path.read_text()
    first, second = text.index("- deal:"), text.index("- deal:", text.index("score:"))
    assert read_well(text).diagnostics == []
    # The second round deals the 22 cards that the first left; nobody noted which those were.
    score = text[text.index("score:", first) : second]
    read_well(f"{text[:first]}- {score}{text[second:]}")
    other = text.replace("seed: tea", "seed: rain")
    assert [fault.code for fault in part_of(other).diagnostics] == ["seed-mismatch"] * 2
