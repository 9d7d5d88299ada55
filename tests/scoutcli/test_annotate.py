"""What an analysis writes into a match, and what it leaves there: with figures that are made up."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.bots import Budget
from games.skyjo.moves import DRAW, Swap, Take
from notation import codec
from notation.reader import Part, read, read_files
from notation.tokens import Comment, Judgement, Play, Variation, comment, read_moves
from scoutcli.analysis.account import Sums
from scoutcli.analysis.annotation import annotated, bare, inputs_of, noted, split
from scoutcli.analysis.kept import Kept
from scoutcli.analysis.lines import better_word
from scoutcli.analysis.match import (
    LUCK,
    Wish,
    about,
    analyse_match,
    analyse_piece,
    gather,
    margins,
    number_of,
    pieces,
)
from scoutcli.analysis.ratings import LEAST, rating
from scoutcli.analysis.reasons import reasons_for
from scoutcli.viewer.chapter import Chapter
from scoutcli.viewer.walk import Walk
from tests import toy
from tests.dressing import KINDS, Maker, Pen
from tests.record import canonical_of, errors_of, part_of
from tests.scoutcli import fakejudge
from tests.scoutcli.program import ROOT, VALID, good
from tests.scribed import scribed

FEW = (settings.default or settings()).max_examples // 4
WISH = Wish()


@pytest.fixture(autouse=True)
def _fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    fakejudge.install(monkeypatch.setattr)


def annotate(part: Part, wish: Wish = WISH) -> str:
    """The match with made-up figures."""
    return annotated(part, analyse_match(part, wish))


def words_of(text: str) -> list[list[str]]:
    """The moves of each round, without what is noted on them."""
    match = part_of(text).match
    assert match is not None
    return [
        [play.text for play in read_moves(each.moves.text).plays]
        for each in match.rounds if each.moves is not None
    ]  # fmt: skip


# People's notes


@st.composite
def dressed(draw: st.DrawFn) -> str:
    """A match with notes of all kinds, written in any way."""
    name = draw(st.sampled_from(sorted(KINDS)))
    game = games.get(name)
    rules, _ = game.rules(draw(st.sampled_from([2, 3, 5])), {})
    dice = random.Random(draw(st.integers(0, 1 << 32)))
    said = draw(st.lists(st.text("abc é.()?!$K#{}\\:%[]", max_size=15), max_size=3))
    made = Maker(name, rules, {}, dice, ["Ada", "Bo [%by]"], [*said, "[%by me] well"]).make()
    return Pen(random.Random(draw(st.integers(0, 1 << 32)))).write(made)


@given(dressed())
@settings(max_examples=FEW)
def test_people_keep_what_they_noted_byte_for_byte(text: str) -> None:
    part = part_of(text)
    before = canonical_of(part)
    once = annotate(part)
    again = part_of(once)
    assert errors_of(once) == []
    assert canonical_of(again) == once, "it is canonical"
    assert bare(again) == before, "nothing of it was changed"
    assert annotate(again) == once, "annotating twice changes no byte"
    assert bare(part_of(annotate(again, Wish(seed="2")))) == before


@given(dressed(), st.integers(0, 1 << 32))
@settings(max_examples=FEW)
def test_people_may_note_something_on_an_annotated_match(text: str, seed: int) -> None:
    dice = random.Random(seed)
    once = annotate(part_of(text))

    def note(match: re.Match[str]) -> str:
        return match[0] + dice.choice(["", "", " !?", " {hm}", " {}", " {[%eq +9.00] me}"])

    lines = once.splitlines(keepends=True)
    added = "".join(re.sub(r"(?<= )[1-9]\.[^ (){}]+(?= \$| \{\[%eq)", note, line) for line in lines)
    part = part_of(added)
    if part.faulty:  # a comment of people holds what looks like a move
        return
    assert bare(part_of(annotate(part, Wish(seed="2")))) == bare(part)


MATCH = good()
"""Two rounds of SCOUT."""


def test_a_judgement_of_people_stays_and_no_other_is_added() -> None:
    annotations = annotate(part_of(MATCH))
    judged = next(re.finditer(r"(\S+) \$([246]) \{\[%eq", annotations))
    move = re.escape(judged[1])
    praised = re.sub(rf"(?<= ){move}(?= )", f"{judged[1]} !!", MATCH, count=1)
    text = annotate(part_of(praised))
    found = next(play for play in plays_of(text) if play.text == judged[1] and len(play.notes) > 1)
    assert [note.mark for note in found.notes if isinstance(note, Judgement)] == [3]
    assert "$" not in by_of(found)


def plays_of(text: str) -> list[Play]:
    match = part_of(text).match
    assert match is not None
    return [
        play for each in match.rounds if each.moves is not None
        for play in read_moves(each.moves.text).plays
    ]  # fmt: skip


def by_of(play: Play) -> str:
    """What the comment of the tool says is its own."""
    values = [pair for note in play.notes if isinstance(note, Comment) for pair in note.values()]
    return next(value for name, value in values if name == "by")


def test_a_line_that_people_noted_already_is_not_written_again() -> None:
    text = annotate(part_of(MATCH))
    marked = next(
        play
        for play in plays_of(text)
        if any(isinstance(n, Variation) for n in split(play.notes)[1])
    )
    line = next(note for note in marked.notes if isinstance(note, Variation)).plays[0].text
    mine = text.replace(by_of(marked), "me", 1)  # now all of it is somebody's own
    assert f"( {line} )" in mine
    again = annotate(part_of(mine))
    play = next(
        play for play in plays_of(again) if play.text == marked.text and len(play.notes) > 3
    )
    assert sum(isinstance(note, Variation) for note in play.notes) == 1
    assert by_of(play) != "me" or "( " not in by_of(play)


@pytest.mark.parametrize(
    ("notes", "own"),
    [
        ("$4 {[%loss 1.00] [%by scoutcli $4 ( 1.K )]} ( 1.K )", 3),
        ("$4 {[%loss 1.00] [%by scoutcli]} ( 1.K )", 1),
        ("$2 {[%by scoutcli $4]}", 1),
        ("{[%by scoutcli ( 1.K )]} ( 1.K {but} )", 1),
        ("{[%by scoutcli ( 1.K )]} ( {but} 1.K )", 1),
        ("{[%by scoutcli ( 1.K )]} ( 1.K 2.K )", 1),
        ("( 1.K ) {[%by scoutcli ( 1.K )]} ( 1.K )", 2),
        ("$4 $4 {[%by scoutcli $4]}", 2),
        ("{[%by scoutcli fan club]}", 0),
        ("{[%by scoutclip]}", 0),
        ("{[%by] scoutcli}", 0),
        ("{[%BY scoutcli]}", 0),
        ("{by scoutcli}", 0),
        ("{[%by scoutcli 1.0; x; in part]}", 1),
    ],
)
def test_what_is_the_tools_own(notes: str, own: int) -> None:
    (play,) = read_moves(f"1.F {notes}").plays
    others, found = split(play.notes)
    assert (len(found), len(others)) == (own, len(play.notes) - own)


# What is written


def test_values_and_words() -> None:
    text = annotate(part_of(MATCH))
    for play in plays_of(text):
        own = [note for note in split(play.notes)[1] if isinstance(note, Comment)]
        values = {name: value for note in own for name, value in note.values()}
        if not own:
            continue
        assert re.fullmatch(r"[+-]\d+\.\d\d", values["eq"])
        assert re.fullmatch(r"\d+\.\d\d", values["loss"])
        assert ("best" in values) == (float(values["loss"]) > 0)
        assert len(own[0].values()) == len(values), "words cannot add a value"
        marks = [note.mark for note in play.notes if isinstance(note, Judgement)]
        assert bool(marks) == ("made up" in own[0].words())


def test_the_luck_stands_at_the_deal_and_where_it_fell() -> None:
    text = annotate(part_of(MATCH))
    match = part_of(text).match
    assert match is not None and match.rounds[0].moves is not None
    moves = read_moves(match.rounds[0].moves.text)
    (head,) = moves.notes
    assert isinstance(head, Comment)
    assert head.values()[0] == ("luck", "+0.50 -0.50")
    luck = [
        (at, value) for at, play in enumerate(moves.plays) for note in play.notes
        if isinstance(note, Comment) for name, value in note.values() if name == "luck"
    ]  # fmt: skip
    assert luck == [(3, "-0.50 +0.50")]


def test_a_viewer_goes_to_the_turning_points() -> None:
    part = part_of(annotate(part_of(MATCH)))
    assert part.audit is not None
    chapter = Chapter(Walk(part.audit, 0))
    losses = [
        (float(value), at) for at, told in enumerate(chapter.moves, 1)
        for name, value in told.values if name == "loss"
    ]  # fmt: skip
    assert max(losses)[1] in chapter.turning_points


def test_a_turn_of_two_parts_has_one_comment() -> None:
    rules, _ = games.get("skyjo").rules(2, {"score_limit": "1"})
    dice = random.Random(4)
    played = scribed(
        "skyjo", rules, "tea", lambda _, legal: dice.choice([dice.choice(legal), legal[-1]])
    ).text
    text = annotate(part_of(played))
    assert errors_of(text) == []
    for play in plays_of(text):
        own = split(play.notes)[1]
        assert sum(isinstance(note, Comment) for note in own) <= 1
    assert re.search(r"\[%best D [@/][a-d][1-3]\]", text), "the second part"
    assert re.search(r"\[%best T@[a-d][1-3]\]", text), "the first part"


def test_a_better_turn_is_named_as_far_as_the_record_knows() -> None:
    skyjo = codec.get("skyjo")
    state = skyjo.parse_position(
        "skyjo grids=92(Y)(9)(A)Z(5)(1)(1)(2)(7)(0)/4B0A(6)(2)(6)?(C)(9)(3)(C) discard=08CZ "
        "stock=AC07B* drawn=- turn=1 ender=- turns=3 round=1 totals=0,0"
    )
    assert better_word(skyjo, state, 0, [], Take(2)) == "1.TZ@c1:Y"
    assert better_word(skyjo, state, 0, [], DRAW) == "1.DA@?:?"
    assert better_word(skyjo, state, 0, [DRAW], Swap(3)) == "1.DA@d1:9"
    assert better_word(skyjo, state, 1, [], DRAW) is None, "it is not its turn"
    scout = codec.get("scout")
    begun = scout.parse_position(
        "scout hands=847446287893/522975/219176 table=3627 owner=3 turn=1 scouts=0 won=1,0,1 "
        "tokens=1,1,1 show=111 actions=6 round=1 totals=0,0,0"
    )
    for move in begun.legal():
        text = better_word(scout, begun, 0, [], move)
        assert text is not None and text.startswith("1.")


def test_only_one_seat() -> None:
    text = annotate(part_of(MATCH), Wish(seat=1))
    seats = {play.text[0] for play in plays_of(text) if "[%eq" in str(split(play.notes)[1])}
    assert seats == {"2"}
    assert "seed 1, seat 2 alone;" in text


def test_nothing_of_a_part_is_marked_as_whole() -> None:
    part = part_of(MATCH)
    stops = iter([False] * 5 + [True] * 50)
    report = analyse_match(part, WISH, lambda: next(stops))
    assert not report.complete
    text = annotated(part, report)
    assert errors_of(text) == []
    assert re.search(r"\[%by scoutcli \S+; fake [^\]]*; in part\]", text)
    assert bare(part_of(text)) == MATCH
    assert annotate(part_of(text)) == annotate(part)


def test_pieces_in_any_order_make_the_same_report() -> None:
    part = part_of(MATCH)
    work = pieces(part, WISH)
    found = [analyse_piece(part, piece, WISH) for piece in work]
    random.Random(1).shuffle(found)
    assert gather(part, WISH, found, work) == analyse_match(part, WISH)
    assert {piece.round for piece in work} == {0, 1}
    assert sum(piece.first == LUCK for piece in work) == 2


def test_margins_are_against_the_mean_of_the_others() -> None:
    part = part_of(MATCH)  # 7 to 1, then 7 to -2
    assert part.audit is not None
    assert margins(part.audit, 0) == (6, -6)
    skyjo = next(
        part for part in read_files([str(VALID / "hand-joined.yaml")])
        if part.match is not None and part.match.game is games.get("skyjo")
    )  # fmt: skip
    assert skyjo.audit is not None
    assert margins(skyjo.audit, 0) == (-13, 13), "41 and 28: fewer are better"


# What was found before


def test_a_round_is_found_again_by_what_it_is(tmp_path: Path) -> None:
    out = tmp_path / "out.yaml"
    text = annotate(part_of(MATCH))
    out.write_text("# notes\n" + text * 2, encoding="utf-8")
    part = part_of(MATCH)
    assert part.match is not None and part.match.game is not None
    said = about(part.match.game, WISH)
    kept = Kept([out, tmp_path / "none"])
    assert sorted(kept.find(part, said)) == [0, 1]
    assert kept.find(part, about(part.match.game, Wish(seed="2"))) == {}
    assert kept.find(part, about(part.match.game, Wish(budget=Budget(playouts=8)))) == {}
    assert sorted(Kept().find(part_of(text), said)) == [0, 1], "in the match itself"
    assert Kept().find(part, said) == {}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"\[%eq \+", "[%eq -"),
        (r"made up", "made so"),
        (r" \$4 ", " "),
        (r" \( 1\.\S+ \)", ""),
        (r"fake \(playouts=7", "fake (playouts=8"),
    ],
)
def test_what_somebody_has_changed_is_not_taken_for_a_result(old: str, new: str) -> None:
    text = annotate(part_of(MATCH))
    changed = re.sub(old, new, text, count=1)
    assert changed != text
    part = part_of(changed)
    assert part.match is not None and part.match.game is not None
    assert len(Kept().find(part, about(part.match.game, WISH))) == 1


def test_what_the_figures_depend_on() -> None:
    part = part_of(MATCH)
    assert part.audit is not None
    now = inputs_of(part.audit, 1, "x")

    def other(old: str, new: str) -> str:
        changed = part_of(MATCH.replace(old, new, 1))
        assert changed.audit is not None and not changed.faulty
        return inputs_of(changed.audit, 1, "x")

    assert other("1.S7:222", "1.S7:222 {well} !") == now, "another round"
    assert other("1.F 2.F", "1.F {well} 2.F") == now
    assert other("name: Seat 1", "name: Ada") == now
    assert other("1.F 2.F", "1.F ! 2.F") != now
    assert other("1.F 2.F", "1.F 2.F ( 2.K )") != now


def test_the_comment_of_a_round_is_read_again() -> None:
    match = part_of(annotate(part_of(MATCH))).match
    assert match is not None and match.rounds[0].moves is not None
    found = noted(read_moves(match.rounds[0].moves.text))
    assert found is not None and found[1].plays
    assert noted(read_moves("{hello} 1.K")) is None
    hostile = comment("", [("by", "scoutcli 1; " + "; " * 20_000)])
    assert noted(read_moves("{" + hostile.text + "} 1.K")) is None


def test_seeds() -> None:
    assert number_of("1") == 1
    assert number_of("tea") == number_of("tea") != number_of("Tea")
    assert 0 <= number_of("9" * 100) < 1 << 31


# What the figures stand on


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        (Wish(), ""),
        (Wish(budget=Budget(playouts=4000)), ""),
        (Wish(budget=Budget(playouts=3999)), "so few playouts"),
        (Wish(budget=Budget(seconds=60)), "limit of time"),
        (Wish(open=True), "in hindsight"),
    ],
)
def test_rating_words_are_for_the_usual_budget(wish: Wish, why: str) -> None:
    report = analyse_match(part_of(MATCH), wish)
    assert [account.unforced >= LEAST for account in report.accounts] == [True, True]
    assert [bool(rating("scout", account)) for account in report.accounts] == [not why] * 2
    assert [why in said for said in report.notices] == [True] * bool(why)
    sums = Sums()
    sums.add(analyse_match(part_of(MATCH), Wish()))
    sums.add(report)
    (standing,) = sums
    assert [bool(rating("scout", each)) for each in standing.ranked()] == [not why] * 2


def test_the_manual_says_for_which_budget_the_scale_is() -> None:
    page = " ".join((ROOT / "man/scoutcli-analysis.7").read_text(encoding="utf-8").split())
    usual = [reasons_for(name).PLAYOUTS for name in ("scout", "skyjo")]
    assert f"playouts for a choice, {usual[0]:,} in SCOUT and {usual[1]:,} in SKYJO, or" in page


def test_hindsight_is_called_so_at_every_move() -> None:
    text = annotate(part_of(MATCH), Wish(open=True))
    figures = [
        note.words() for play in plays_of(text) for note in split(play.notes)[1]
        if isinstance(note, Comment) and "[%eq" in note.text
    ]  # fmt: skip
    assert len(figures) > 20
    assert all("in hindsight" in words or "made up" in words for words in figures)
    assert text.count("in hindsight; seat 1: lost") == 2
    assert "hindsight" not in annotate(part_of(MATCH))


def test_one_choice_is_no_choices() -> None:
    text = "{so it began} 1.K 2.F\n"
    (part,) = read(io.BytesIO(text.encode()), "x")
    said = annotate(part)
    assert "in 1 choice" in said and "in 1 choices" not in said


# Games and records of which less is known


def test_of_a_score_sheet_it_is_said_why_there_are_no_figures() -> None:
    (part,) = read_files([str(VALID / "hand-sheet.yaml")])
    report = analyse_match(part, WISH)
    assert report.notices == ("no move of it is noted, so there are no figures",)
    mixed = re.sub(
        r"\A(.*?)^- deal", r"\1- score: [9, 1]\n- deal", MATCH, flags=re.DOTALL | re.MULTILINE
    )
    part = part_of(re.sub(r"(?m)^(total|winners).*\n", "", mixed))
    assert analyse_match(part, WISH).notices == (
        "no move is noted of round 1, so there are no figures on it",
    )


def test_a_game_without_a_search_gets_no_figures() -> None:
    with toy.known():
        rules, _ = games.get("toy").rules(2, {})
        text = scribed("toy", rules, "tea", lambda _, legal: legal[0]).text
        part = part_of(text)
        assert pieces(part, WISH) == []
        report = analyse_match(part, WISH)
        assert report.notices == ("TOY cannot be searched, so there are no figures",)
        assert annotated(part, report) == text


@pytest.mark.parametrize("path", sorted(VALID.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_match_of_the_examples(path: Path) -> None:
    for part in read_files([str(path)]):
        if part.audit is None:
            continue
        text = annotate(part)
        assert errors_of(text) == []
        assert words_of(text) == words_of(bare(part))
        assert bare(part_of(text)) == bare(part)


POSITION = (
    "scout hands=847446287893/522975/219176 table=3627 owner=3 turn=1 scouts=0 won=1,0,1 "
    "tokens=1,1,1 show=111 actions=6 round=1 totals=0,0,0\n"
)


@pytest.mark.parametrize("text", ["1.K 2.F\n", "{so it began} 1.K 2.F\n", f"{POSITION}1.L36@1\n"])
def test_moves_alone(text: str) -> None:
    (part,) = read(io.BytesIO(text.encode()), "x")
    assert not part.faulty
    once = annotate(part)
    (again,) = read(io.BytesIO(once.encode()), "x")
    assert not again.faulty
    assert "[%by scoutcli" in once
    assert annotate(again) == once
