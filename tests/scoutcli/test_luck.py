"""The luck of rounds that were recorded, and how it goes into the accounts of a match."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import games
from games.bots import Budget
from games.search import compiled
from notation import codec
from notation.audit import Audit, begin_round
from notation.reader import Part
from scoutcli.analysis import luck
from scoutcli.analysis.crew import Task, Work, work_here, work_in
from scoutcli.analysis.luck import luck_of
from scoutcli.analysis.match import LUCK, Wish, analyse_match, gather, pieces, round_key
from scoutcli.analysis.model import Chance
from tests import toy
from tests.record import part_of
from tests.scoutcli.program import ROOT
from tests.scribed import scribed

EXAMPLES = ROOT / "examples" / "matches"
SCOUT = (EXAMPLES / "match.yaml").read_text(encoding="utf-8")
SKYJO = (EXAMPLES / "skyjo.yaml").read_text(encoding="utf-8")
FEW = 20


def audit_of(text: str) -> Audit:
    audit = part_of(text).audit
    assert audit is not None
    return audit


def measured(text: str, index: int = 0, *, seed: int = 1, key: str = "k") -> list[Chance]:
    return luck_of(audit_of(text), index, seed=seed, key=key, playouts=FEW)


# What fell


def test_in_scout_the_deal_is_all() -> None:
    for index in range(4):
        found = measured(SCOUT, index)
        assert [(each.at, each.seat, each.what) for each in found] == [
            (-1, -1, "start"),
            (-1, -1, "deal"),
        ]
        start, deal = found
        assert len(start.worth) == len(deal.worth) == 4
        assert sum(start.worth) == pytest.approx(0) == sum(deal.worth)
        assert max(deal.worth) > 0.5
    # Round 1 is begun by the holder of 1/2, which is seat 1; each later one by the next seat.
    starts = [measured(SCOUT, index)[0].worth for index in range(4)]
    assert [start.index(starts[0][0]) for start in starts] == [0, 1, 2, 3]


def test_in_skyjo_every_card_that_comes_to_light() -> None:
    for index, text in enumerate(SKYJO.split("- deal:")[1:4]):
        found = measured(SKYJO, index)
        words = re.findall(r"[12]\.(\S+)", text.partition("moves: |")[2].partition("end:")[0])
        whats = [each.what for each in found]
        assert whats.count("draw") == sum(word[0] == "D" for word in words)
        assert whats.count("reveal") == 2
        drawn = [each for each in found if each.what == "draw"]
        assert [words[each.at][0] for each in drawn] == ["D"] * len(drawn)
        assert [each.at for each in found] == sorted(each.at for each in found)
        assert all(sum(each.worth) == pytest.approx(0) for each in found)


def test_the_same_whatever_was_asked_before() -> None:
    for text in (SCOUT, SKYJO):
        first, second = measured(text), measured(text, 1)
        assert measured(text) == first
        assert measured(text, 1) == second
        assert measured(text, seed=2) != first
        assert measured(text, key="other") != first


# Where there is none


def test_unknown_cards_and_score_sheets_have_none() -> None:
    for name in ("unknown.yaml", "sheet.yaml"):
        text = (EXAMPLES / name).read_text(encoding="utf-8")
        rounds = len(audit_of(text).rounds)
        assert rounds >= 2
        assert [measured(text, index) for index in range(rounds)] == [[]] * rounds


def test_one_card_that_nobody_noted_is_enough() -> None:
    hidden = SCOUT.replace("59 43 79", "59 ?? 79", 1)
    assert measured(hidden) == []
    assert measured(hidden, 1) != []
    drawn = SKYJO.replace("2.DZ@a1:4", "2.D?@a1:4", 1).replace("0Z7Z8560", "0?7Z8560", 1)
    assert drawn.count("?") == 2
    assert measured(drawn) == []


def test_a_round_from_a_position_has_none() -> None:
    start = begin_round(audit_of(SCOUT), 0)
    assert start is not None
    line = codec.get("scout").format_position(start)
    audit = audit_of(f"{line}\n\n1.F 2.F 3.K 4.F\n1.S11:4\n")
    state = audit.rounds[0].state
    assert state is not None and not state.opening
    assert luck_of(audit, 0, seed=1, key="k", playouts=FEW) == []


def test_a_match_that_was_torn_has_what_is_known() -> None:
    whole = measured(SKYJO)
    cut = SKYJO.index("1.D2@b1:0")
    torn = measured(SKYJO[:cut])
    assert 5 < len(torn) < len(whole)
    assert torn == whole[: len(torn)]
    assert measured(SCOUT[: SCOUT.index("1.S1:99")]) == measured(SCOUT)


def test_up_to_the_first_fault() -> None:
    whole = measured(SKYJO)
    wrong = SKYJO.replace("1.D2@b1:0", "1.D2@b1:0".replace("D2", "D9"), 1)
    assert part_of(wrong).faulty
    found = measured(wrong)
    assert 5 < len(found) < len(whole)
    assert found == whole[: len(found)]
    deal = SCOUT.replace("59 43 79", "59 59 79", 1)
    assert part_of(deal).faulty
    assert measured(deal) == [], "no round can be begun"


def test_a_round_without_end_is_not_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    assert measured(SKYJO) != []
    monkeypatch.setattr(luck, "MOST_MOVES", 20)
    assert measured(SKYJO) == []


def test_a_game_that_cannot_measure_it() -> None:
    with toy.known():
        rules, _ = games.get("toy").rules(2, {})
        text = scribed("toy", rules, "tea", lambda _, legal: legal[0]).text
        assert audit_of(text).rounds[0].state is not None
        assert measured(text) == []


def test_without_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise compiled.CompilerMissingError(ImportError("No module named 'numba'"))

    monkeypatch.setattr(compiled, "compiler", missing)
    assert measured(SCOUT) == measured(SKYJO) == []


# In the accounts of a match

WISH = Wish(budget=Budget(playouts=FEW))


def points_in(text: str) -> list[list[int]]:
    """The points of each round, as the file has them."""
    return [
        [int(word) for word in line.split(",")]
        for line in re.findall(r"^  score: \[(.*)\]$", text, re.MULTILINE)
    ]


def two_rounds(text: str) -> str:
    """A match as far as the end of its second round."""
    head, *rounds = re.split(r"(?m)^(?=- deal)", text)
    return head + "".join(rounds[:2])


@pytest.mark.parametrize(
    ("text", "sign"), [(two_rounds(SCOUT), 1), (two_rounds(SKYJO), -1)], ids=["scout", "skyjo"]
)
def test_the_accounts_of_a_match(text: str, sign: int) -> None:
    report = analyse_match(part_of(text), WISH)
    assert report.complete
    assert not [notice for notice in report.notices if "luck" in notice]
    rounds = points_in(text)
    players = len(rounds[0])
    assert len(report.rounds) == len(rounds) > 1
    for account in report.accounts:
        seat = account.seat
        own = sum(points[seat] for points in rounds)
        others = sum(sum(points) for points in rounds) - own
        result = sign * (own - others / (players - 1))
        chance = [each.worth[seat] for found in report.rounds for each in found.luck]
        lost = [0.0] * players
        for found in report.rounds:
            for judged in found.judged:
                lost[judged.seat] += judged.loss
        errors = (sum(lost) - lost[seat]) / (players - 1) - lost[seat]
        assert account.rounds == len(rounds)
        assert account.result == pytest.approx(result)
        assert account.luck == pytest.approx(sum(chance))
        assert account.errors == pytest.approx(errors)
        assert account.residual == pytest.approx(result - sum(chance) - errors)
        assert account.adjusted == pytest.approx(result - sum(chance))
        assert account.luck != 0
    for name in ("result", "luck", "errors", "residual"):
        assert sum(getattr(each, name) for each in report.accounts) == pytest.approx(0)


def test_the_same_in_one_process_or_two() -> None:
    parts = [part_of(SCOUT), part_of(SKYJO)]
    assert parts[0].audit is not None

    def tasks() -> Iterator[Task]:
        for number, part in enumerate(parts):
            work = pieces(part, WISH)
            for piece in [*work[:1], *(each for each in work if each.first == LUCK)]:
                yield Task(number, part.chunk, piece, WISH)

    def found(work: Work) -> dict[object, object]:
        return {(number, each.piece): each for number, each in work(tasks(), lambda: False)}

    here = found(work_here())
    assert len(here) > 6
    assert found(work_in(2)) == here
    for (number, piece), each in here.items():  # type: ignore[misc]
        if piece.first == LUCK:
            audit = parts[number].audit
            again = luck_of(
                audit, piece.round, seed=1, key=round_key(audit, piece.round), playouts=FEW
            )
            assert tuple(again) == each.luck != ()


def test_a_report_of_what_was_left_out() -> None:
    part: Part = part_of(SCOUT.replace("59 43 79", "59 ?? 79", 1))
    work = [piece for piece in pieces(part, WISH) if piece.first == LUCK]
    assert work
    report = gather(part, WISH, [each for _, each in work_here()(
        (Task(0, part.chunk, piece, WISH) for piece in work), lambda: False)], work)  # fmt: skip
    assert [found.lucky for found in report.rounds] == [False, True, True, True]
    assert [notice for notice in report.notices if "luck is not known in round 1" in notice]
