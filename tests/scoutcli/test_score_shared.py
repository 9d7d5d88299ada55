"""Whoever counts, and in whatever order matches come, `scoutcli score` gives the same answer."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoutcli.arena import cluster
from scoutcli.results.tally import Tally
from scoutcli.scoring import reading
from scoutcli.scoring.counting import Count, Counted, Wish, count_batch
from scoutcli.scoring.crew import Assignment, in_order
from scoutcli.scoring.reading import Batch
from scoutcli.where import parse
from tests.scoutcli.program import DAMAGED, VALID, Program, good
from tests.scoutcli.sheets import single
from tests.scoutcli.test_annotate_cluster import sent
from tests.scoutcli.test_arena_cluster import Cluster, wait_for

ALL = ("--system", "wins,points,rank,elo", "--tiebreak", "head-to-head,buchholz,best", "--cross")


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


def many(seed: int = 1, number: int = 60) -> list[str]:
    """Matches of a few players with dates, some with moves, some with a fault."""
    coin = random.Random(seed)
    matches = [good(), good("0006.yaml"), (VALID / "hand-sheet.yaml").read_text()]
    matches += [(DAMAGED / name).read_text() for name in ("0067-score.yaml", "0047-pos.yaml")]
    for _ in range(number):
        names = coin.sample(["Ann", "Bo", "Cy", "Dan", "Eve", "Fay"], coin.randint(2, 5))
        points = [(name, coin.randint(-5, 20)) for name in names]
        date = f"date: 2026-0{coin.randint(1, 9)}-1{coin.randint(0, 9)}\n"
        matches.append(single(coin.choice(["scout", "skyjo"]), *points, more=date))
    return matches


def test_the_answer_does_not_depend_on_the_order_nor_on_how_matches_are_divided(
    scoutcli: Program, tmp_path: Path
) -> None:
    matches = many()
    whole = scoutcli("score", "-", "--only", "players", *ALL, typed="".join(matches))
    assert whole.status == 1
    coin = random.Random(2)
    for number in range(4):
        coin.shuffle(matches)
        cuts = sorted(coin.sample(range(1, len(matches)), 3))
        files = []
        for first, last in zip([0, *cuts], [*cuts, len(matches)], strict=True):
            files.append(tmp_path / f"{number}-{first}.yaml")
            files[-1].write_text("".join(matches[first:last]))
        done = scoutcli("score", "--only", "players", *ALL, *files)
        assert (done.status, done.out) == (whole.status, whole.out)
        assert done.err.count("error:") == whole.err.count("error:")


@pytest.mark.parametrize("form", ["table", "json", "csv", "html"])
def test_several_processes_change_no_byte(
    scoutcli: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.setattr(reading, "BATCH_ITEMS", 5)
    path = tmp_path / "a.yaml"
    path.write_text("".join(many(3)))
    arguments = ["score", "--format", form, *ALL, path, VALID / "scout-2.yaml", "nowhere.yaml"]
    expected = scoutcli(*arguments)
    assert expected.status == 1
    assert scoutcli(*arguments, "--jobs", "3") == expected


def test_strict_stops_at_the_same_match_with_several_processes(
    scoutcli: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "BATCH_ITEMS", 5)
    path = tmp_path / "a.yaml"
    path.write_text(good() * 12 + (DAMAGED / "0067-score.yaml").read_text() + good() * 30)
    expected = scoutcli("score", "--strict", path)
    assert "match 12" in expected.out
    assert "match 13" not in expected.out
    assert scoutcli("score", "--strict", "--jobs", "2", path) == expected


def test_a_cluster_changes_no_byte(scoutcli: Program, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    path = tmp_path / "a.yaml"
    path.write_text("".join(many(4, 20)))
    arguments = ["score", *ALL, "--where", "players < 5", path]
    expected = scoutcli(*arguments)
    cluster = Cluster(tmp_path)
    try:
        for _ in range(2):
            cluster.worker()
        wait_for(cluster.is_ready)
        done = scoutcli(*arguments, "--cluster", cluster.address)
    finally:
        cluster.end()
    assert done == expected


def test_a_scheduler_that_is_not_there_is_told(
    scoutcli: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1.0)
    done = scoutcli("score", VALID / "scout-2.yaml", "--cluster", "tcp://127.0.0.1:1")
    assert done.status == 2
    assert "tcp://127.0.0.1:1" in done.err


def test_an_assignment_counts_as_this_machine_does() -> None:
    wish = Wish("team", parse("players = 2"), listed=True)
    batch = Batch(7)
    for item in _chunks(good() + good("0006.yaml")):
        batch.add(item)
    assignment = sent(Assignment(wish)).settled()
    assignment.check()
    found = sent(assignment.open(listen=False).play(sent(batch)))
    expected = count_batch(wish, batch)
    assert found.number == 7
    assert found.told == expected.told
    assert found.count.in_json() == expected.count.in_json()
    assert found.size > 0


def _chunks(text: str) -> Sequence[object]:
    import io

    from notation.reader import read_chunks

    return list(read_chunks(io.BytesIO(text.encode()), "a.yaml"))


@given(st.permutations(range(12)))
def test_results_are_told_in_the_order_of_their_numbers(numbers: Sequence[int]) -> None:
    found = [Counted(number, -1, Count("player")) for number in numbers]
    assert [each.number for each in in_order(found)] == list(range(12))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 2), min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_counts_merge_in_any_order_and_go_through_json(
    kinds: list[int], coin: random.Random
) -> None:
    texts = [good(), single("skyjo", ("Ann", 1), ("Bo", 1)), single("scout", ("Bo", 4), ("Cy", 2))]
    counts = []
    for kind in kinds:
        batch = Batch(0)
        for item in _chunks(texts[kind]):
            batch.add(item)
        counts.append(count_batch(Wish(), batch).count)
    found = []
    for order in (counts, coin.sample(counts, len(counts))):
        total = Count("player")
        for count in order:
            again = Count("player")
            again.read_json(json.loads(json.dumps(count.in_json())))
            total.merge(again)
        found.append(total.in_json())
    assert found[0] == found[1]
    assert Tally.from_json(found[0]["tally"]).matches == len(kinds)


def test_ratings_of_files_in_any_order_are_the_same(scoutcli: Program, tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    pytest.importorskip("openskill")
    files = []
    for number in range(3):
        files.append(tmp_path / f"{number}.yaml")
        files[-1].write_text("".join(many(number + 5, 10)[5:]))
    outputs = {
        scoutcli(
            "score", "--only", "players", "-f", "json", "--system",
            "bradley-terry,openskill,elo", *order,
        ).out
        for order in (files, files[::-1])
    }  # fmt: skip
    assert len(outputs) == 1
