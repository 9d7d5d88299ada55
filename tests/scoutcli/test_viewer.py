"""The viewer without a screen: every way to go, what stands where, and what one seat is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import games
from notation.reader import Part
from notation.writer import canonical
from scoutcli.render.look import Look, size_of, to_text
from scoutcli.viewer.frame import frame
from scoutcli.viewer.model import Model, Sight
from scoutcli.viewer.shelf import Shelf
from scoutcli.viewer.walk import STRIDE, Walk
from tests import toy
from tests.record import at_random, by_bots, part_of, record, rules_of
from tests.scoutcli.program import DAMAGED, ROOT, VALID, good

COMMENTED = VALID / "hand-comments.yaml"
PLAIN = Look()


def opened(path: Path | str, seat: int | None = None, match: int = 1) -> Model:
    """The viewer as it begins."""
    shelf = Shelf(str(path))
    part = shelf.get(match)
    assert part is not None
    return Model(shelf, part, seat)


def shown(model: Model, width: int = 80, height: int = 24, look: Look = PLAIN) -> str:
    """The screen; no line is wider than it is."""
    lines = frame(model, width, height, look)
    assert len(lines) == height
    assert max(map(size_of, lines)) <= width
    return "\n".join(to_text(line).rstrip() for line in lines)


def places(model: Model, sight: Sight, step: int) -> list[tuple[int, int]]:
    """Round (from 1) and move of every place of a kind from here on, in the order of the visit."""
    found: list[tuple[int, int]] = []
    while True:
        model.seek(sight, step)
        if model.message:
            return found
        found.append((model.round + 1, model.made))


# Ways to go. Round 1 of the match: two choices, then 14 moves; round 2: two and 13.


def test_moves_lead_from_round_to_round() -> None:
    model = opened(COMMENTED)
    model.back()
    assert model.message == "This is the beginning of the match."
    for _ in range(16):
        model.forward()
    assert (model.round, model.made, model.move, model.message) == (0, 16, 14, "")
    model.forward()
    assert (model.round, model.made, model.move) == (1, 0, 0)
    model.back()
    assert (model.round, model.made) == (0, 16)
    model.to_round(1)
    model.to_end()
    assert model.move == 13
    model.forward()
    assert model.message == "This is the end of the match."
    model.to_start()
    assert (model.round, model.made) == (1, 0)
    model.to_round(2)
    assert model.message == "There is no round 3."


def test_laps_are_the_lines_of_the_match_file() -> None:
    # 1.K 2.F | 1.S7 2.R23 2.S2 | 1.S5 2.R96 2.R79 2.S2 | 1.R13 1.S4 2.S9 | 1.S3 2.S7 | 1.L32 1.S1
    model = opened(COMMENTED)
    ends = []
    while model.round == 0:
        model.lap_forward()
        ends.append(model.made)
    assert ends == [2, 5, 9, 12, 14, 16, 0]
    starts = []
    while model.message == "":
        model.lap_back()
        starts.append(model.made)
    assert starts == [16, 14, 12, 9, 5, 2, 0, 0]
    model.to_move(5)
    model.lap_back()
    assert model.move == 3


def test_a_number_goes_to_a_move() -> None:
    model = opened(COMMENTED)
    model.to_move(12)
    assert (model.made, model.move) == (14, 12)
    model.to_move(0)
    assert model.made == 2  # the choices to keep or flip have been made
    model.to_move(15)
    assert model.message == "There is no move 15; the last of this round is 14."
    assert model.made == 2


def test_captures() -> None:
    # A Show captures what lies there. In round 2 both cards of 22 are scouted away, so that
    # 1.S9:321 meets no set.
    model = opened(COMMENTED)
    expected = [(1, move + 2) for move in (3, 4, 7, 9, 10, 11, 12, 14)]
    expected += [(2, move + 2) for move in (2, 4, 9, 10, 12, 13)]
    assert places(model, Sight.CAPTURE, 1) == expected
    assert model.message == "No capture after here."
    assert places(model, Sight.CAPTURE, -1) == expected[-2::-1]


def test_a_column_of_skyjo_is_a_capture() -> None:
    model = opened(ROOT / "examples" / "matches" / "skyjo.yaml")
    (place,) = places(model, Sight.CAPTURE, 1)
    assert place[0] == 4
    assert "Seat 1 clears column d: 0 0 0." in " ".join(shown(model).split())


def test_comments_and_judgements() -> None:
    # A comment on the round, on 2.F, on move 1; a judgement on move 3.
    model = opened(COMMENTED)
    model.to_round(1)
    assert places(model, Sight.REMARK, -1) == [(1, 5), (1, 3), (1, 2), (1, 0)]


def annotated(**notes: str) -> Part:
    """The match with notes on some moves of round 1, by their words."""
    text = good()
    for word, note in notes.items():
        found = {"shows": "1.S7:222", "scouts": "2.R23@10", "beats": "2.S2:88", "nines": "1.S5:999",
                 "second": "2.R96@10", "third": "2.R79@6", "ones": "2.S2:11"}[word]  # fmt: skip
        text = text.replace(f"{found} ", f"{found} {note} ", 1)
        text = text.replace(f"{found}\n", f"{found} {note}\n", 1)
    return part_of(text)


def turning(**notes: str) -> list[int]:
    """The moves of round 1 that are turning points."""
    part = annotated(**notes)
    assert not part.faulty
    model = Model(Shelf("-"), part, None)
    return [made - 2 for _, made in places(model, Sight.TURNING_POINT, 1)]


def test_turning_points_are_what_was_judged_poor_or_very_good() -> None:
    assert turning(shows="!", scouts="?", beats="!?", nines="!!", second="??", third="?!") == [
        2, 4, 5,
    ]  # fmt: skip


def test_turning_points_are_the_three_largest_losses() -> None:
    losses = {"shows": "0", "scouts": "0.5", "beats": "3", "nines": "0.7", "second": "2"}
    assert turning(**{move: f"{{[%loss {x}]}}" for move, x in losses.items()}) == [3, 4, 5]
    assert turning(shows="{[%loss nan]}", scouts="{[%loss many]}", beats="{[%loss -2]}") == []


def test_turning_points_are_swings_of_what_a_seat_could_expect() -> None:
    # Seat 1 from +2 to -1 with move 4; seat 2 from -2 to -1.5, to -1.5 again.
    points = turning(
        shows="{[%eq +2]}", scouts="{[%eq -2]}", beats="{[%eq -1.5]}", nines="{[%eq -1]}",
        second="{[%eq -1.5]}",
    )  # fmt: skip
    assert points == [3, 4]


def test_search_goes_around_the_match() -> None:
    model = opened(COMMENTED)
    model.search("AND IT HELD")
    assert (model.round, model.move, model.message) == (0, 1, "")
    model.search("1.s3:66")
    assert (model.round, model.move) == (1, 10)
    model.search("eights")
    assert (model.round, model.made) == (0, 2)
    assert model.message == "Behind the end it was found from the beginning on."
    model.search("")
    assert model.sought == "eights"
    assert (model.round, model.made) == (0, 2)
    model.search("\x1b[31m")
    assert model.message == "\\x1b[31m is nowhere in this match."


def test_matches_of_a_file() -> None:
    model = opened(VALID / "hand-joined.yaml", seat=1)
    model.to_match(2)
    assert model.part.chunk.index == 2
    assert (model.round, model.made) == (0, 0)
    model.to_match(9)
    assert model.message == "There is no match 9 in this file."
    assert model.part.chunk.index == 2
    model.to_match(0)
    assert model.message == "There is no match 0 in this file."


def test_a_seat_that_the_next_match_does_not_have(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(good("0052.yaml") + good())
    model = opened(path, seat=2)
    model.to_match(2)
    assert model.message == "There is no seat 3 in match 2."
    assert model.part.chunk.index == 1


def test_seats_one_after_the_other() -> None:
    model = opened(COMMENTED)
    seen = []
    for _ in range(4):
        model.next_seat()
        seen.append(model.seat)
    assert seen == [0, 1, None, 0]
    model.next_seat(-1)
    assert model.seat is None
    assert model.message == "All that the file tells is shown."
    model.to_seat(1)
    assert model.message == "What Seat 2 (seat 2) knew is shown."


def test_a_match_without_rounds_has_nowhere_to_go() -> None:
    model = opened(DAMAGED / "hand-missing-players.yaml")
    for way in (
        model.forward, model.back, model.lap_forward, model.lap_back, model.to_start, model.to_end,
    ):  # fmt: skip
        way()
        assert model.made == 0
    model.seek(Sight.REMARK, 1)
    assert model.message == "No comment or error after here."
    model.search("x")
    assert model.message == "There is nothing to search."
    assert "error, line 2:1: the key players is missing" in " ".join(shown(model).split())


# Positions are kept


def test_a_kept_position_is_the_one_that_is_played_up_to(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    rules = rules_of("skyjo", 5)
    record(path, rules, "skyjo", "long", at_random("long"), most_rounds=1)
    audit = opened(path).part.audit
    assert audit is not None
    through, fresh = Walk(audit, 0), Walk(audit, 0)
    moves = list(through.told())
    assert len(moves) > 3 * STRIDE
    for made in range(len(moves), -1, -1):
        kept, played = through.position(made), fresh.position(made)
        assert kept is not None
        assert played is not None
        assert through.notation.format_position(kept) == fresh.notation.format_position(played)


# What stands where


def test_the_last_move_is_marked_in_its_lap() -> None:
    model = opened(COMMENTED)
    assert "[start] 1.K  2.F*" in shown(model)
    model.to_move(4)
    text = shown(model)
    assert "4.[1.S5:999] 2.R96@10  2.R79@6  2.S2:11" in text
    assert "4. 1.S5:999  Seat 1 shows 9 9 9 (93 97 96) from position 5" in text
    assert "  1. 1.S7:222!*  2.R23@10  2.S2:88!?" in text


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (200, 60)])
@pytest.mark.parametrize("ascii_only", [False, True])
def test_position_move_and_notes_fit_on_every_screen(
    size: tuple[int, int], ascii_only: bool
) -> None:
    look = Look(unicode=not ascii_only)
    for path in sorted(VALID.glob("*.yaml")):
        model = opened(path)
        for seat in (None, *range(model.seats)):
            model.to_seat(seat)
            model.to_round(0)
            for _ in range(12):
                text = shown(model, *size, look)
                assert "more lines: j scrolls" not in text
                assert text.isascii() or not ascii_only or not path.read_text().isascii()
                if model.made:
                    assert model.chapter is not None
                    assert model.chapter.moves[model.made - 1].text in text
                model.lap_forward()


def test_the_moves_stand_beside_the_table_where_there_is_room() -> None:
    model = opened(COMMENTED)
    model.to_move(14)
    lines = shown(model, 200, 60).splitlines()
    beside = [line.rpartition("│ ")[2] for line in lines]
    assert beside[2] == "       start"
    assert any(line.startswith(">  14. 1.S1:33") for line in beside)
    assert any(line.startswith("    1. 1.S7:222!* Seat 1 shows 2 2 2") for line in beside)


def test_a_new_draw_pile_does_not_fill_the_list(tmp_path: Path) -> None:
    path = tmp_path / "pile.yaml"
    greedy = by_bots(games.get("skyjo"), ["greedy"] * 8)
    record(path, rules_of("skyjo", 8), "skyjo", "p", greedy, most_rounds=1)
    model = opened(path)
    assert model.chapter is not None
    pile = next(at for at, told in enumerate(model.chapter.moves, 1) if told.seat < 0)
    model.made = pile
    for size in ((80, 24), (200, 60)):
        text = shown(model, *size, Look(unicode=False))
        assert text.isascii()
        assert re.search(r"[\[ ]N[0-9ABCXYZ]{9}\.\.", text)
    model.forward()  # the move that needed it is in the same lap
    assert re.search(r"N[0-9ABCXYZ]{9}\.\. \[[1-8]\.D", shown(model))


def test_an_error_stands_in_its_place() -> None:
    model = opened(DAMAGED / "0047-pos.yaml")
    model.seek(Sight.REMARK, 1)
    assert (model.round, model.made) == (1, 10)  # behind 1.LT7@6; the next move is at fault
    text = " ".join(shown(model).split())
    assert "error, line 30:13: " in text
    assert "It cannot be followed any further." in text
    model.back()
    assert "error" not in shown(model)


def test_the_end_of_the_match_says_who_won() -> None:
    model = opened(COMMENTED)
    model.to_round(1)
    model.to_end()
    text = shown(model)
    assert "The round ended: unbeaten. Points: Seat 1 7, Seat 2 -2." in text
    assert "Won by Seat 1" in text


@pytest.mark.parametrize("width", [80, 160])
def test_emoji_that_are_joined_stand_apart(tmp_path: Path, width: int) -> None:
    """As at the table: some terminals draw one in two columns, others each for itself."""
    path = tmp_path / "match.yaml"
    path.write_text(
        good().replace("- name: Seat 1", "- name: 👨\u200d👩\u200d👧"), encoding="utf-8"
    )
    model = opened(path)
    for _ in range(3):
        model.forward()
    screen = shown(model, width)
    assert "👨👩👧 shows" in screen  # in what is told, and not only in the table
    assert "\u200d" not in screen


def test_what_is_in_a_file_does_not_steer_the_terminal(tmp_path: Path) -> None:
    text = good().replace("- name: Seat 1", '- name: "\\e[31mA\\u202e"')
    text = text.replace("event: Reference", 'event: "\\a\\n"')
    text = text.replace("1.K 2.F", "{\u2066} 1.K 2.F")
    path = tmp_path / "hostile.yaml"
    path.write_text(text)
    model = opened(path)
    for seat in (None, 0, 1):
        model.to_seat(seat)
        for size in ((80, 24), (40, 15), (200, 60)):
            assert not {"\x1b", "\a", "\u202e", "\u2066"} & set(shown(model, *size))


# What one seat knew


@pytest.mark.parametrize("name", ["0006", "0019", "0045", "0067", "0079", "hand-comments"])
def test_a_seat_is_shown_nothing_that_it_did_not_know(tmp_path: Path, name: str) -> None:
    # The same match, written with nothing but what the seat knew, looks the same to it.
    path = VALID / f"{name}.yaml"
    whole = opened(path)
    assert whole.part.audit is not None
    for seat in range(whole.seats):
        known = tmp_path / "match.yaml"
        known.write_text(canonical(whole.part.audit, whole.part.document, seat))
        # One path for both, as the title has it.
        whole.part.match.file = str(known)  # type: ignore[union-attr]
        whole.to_seat(seat)
        less = opened(known, seat)
        for index in range(whole.rounds):
            whole.to_round(index)
            less.to_round(index)
            for made in range(whole.last):  # how the round ended is told by what all laid open
                whole.made = less.made = made
                assert less.chapter is not None
                there = less.chapter.walk.position(made)
                if there is None or there.turn < 0:
                    continue  # cards that it did not see decide who starts, which all then see
                size = ((80, 24), (40, 15), (200, 60))[made % 3]
                assert shown(whole, *size) == shown(less, *size)


def test_moves_to_come_are_not_listed_for_a_seat() -> None:
    model = opened(COMMENTED, seat=1)
    model.to_move(1)
    for size in ((80, 24), (40, 15), (200, 60)):
        assert "R23" not in shown(model, *size)
    model.to_seat(None)
    assert "2.R23@10" in shown(model)


# A game from elsewhere


def test_a_third_game_is_shown_too(tmp_path: Path) -> None:
    with toy.known():
        path = tmp_path / "toy.yaml"
        record(path, rules_of("toy", 3), "toy", "t", at_random("t"), most_rounds=2)
        model = opened(path)
        for size in ((80, 24), (40, 15), (200, 60)):
            for seat in (None, 0, 2):
                model.to_seat(seat)
                model.to_end()
                assert "Hand of P3" in shown(model, *size) or seat != 2
        model.seek(Sight.CAPTURE, 1)
        assert model.message == "No capture after here."
