"""Sequential halving finds the best candidate, and spends what it may."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np
import pytest

from games.bots import Budget
from games.game import Move
from games.search import halving
from games.search.halving import Worths, search


class Given:
    """A decision whose every world is written down: `values` has a row for each."""

    def __init__(self, values: object, priors: Sequence[float] | None = None) -> None:
        self.values = np.array(values, dtype=float)
        self.priors: Worths | None = None if priors is None else np.array(priors, dtype=float)
        self.moves: Sequence[Move] = [(place,) for place in range(self.values.shape[1])]
        self.calls: list[tuple[list[int], int, int]] = []

    def sample(self, among: Sequence[int], first: int, count: int) -> Worths:
        self.calls.append((list(among), first, count))
        assert first + count <= len(self.values), "more worlds than the test has written down"
        return self.values[first : first + count, list(among)].copy()


def noisy(candidates: int, worlds: int, seed: int, step: float = 1.0) -> tuple[Given, int]:
    """A decision whose candidates differ by `step`, in any order; and which one is best.

    A world's luck, shared by all, is far greater than the differences.
    """
    chance = np.random.default_rng(seed)
    means = chance.permutation(candidates) * step
    luck = chance.normal(0.0, 20.0, (worlds, 1))
    values = means + luck + chance.normal(0.0, 2.0, (worlds, candidates))
    return Given(values), int(means.argmax())


def test_it_finds_the_best() -> None:
    for seed in range(30):
        decision, best = noisy(24, 2000, seed)
        assert search(decision, Budget(playouts=5000)).best == best


def test_one_candidate_needs_no_world() -> None:
    decision = Given(np.zeros((0, 1)))
    for budget in (Budget(playouts=100), Budget(seconds=1.0)):
        found = search(decision, budget)
        assert (found.best, found.worlds.tolist(), decision.calls) == (0, [0], [])


def test_of_equals_the_first_is_best() -> None:
    assert search(Given(np.zeros((100, 7))), Budget(playouts=70)).best == 0
    assert search(Given(np.tile([1.0, 3.0, 3.0, 2.0], (100, 1))), Budget(playouts=70)).best == 1


def test_worths_and_paired_errors_by_hand() -> None:
    # Two candidates, one stage: six playouts are three worlds. The second less the first is
    # -1, 1, -6: mean -2, so their variance is (1 + 9 + 16) / 2 = 13.
    found = search(Given([[1, 0], [2, 3], [6, 0]]), Budget(playouts=6))
    assert (found.best, found.worlds.tolist(), found.worths.tolist()) == (0, [3, 3], [3, 1])
    assert found.errors.tolist() == [0, pytest.approx(math.sqrt(13 / 3))]


def test_after_one_world_an_error_is_not_known() -> None:
    found = search(Given([[1, 0]]), Budget(playouts=1))
    assert found.worlds.tolist() == [1, 1]
    assert found.errors.tolist() == [0, math.inf]


def test_a_candidate_that_was_dropped_is_compared_in_the_worlds_it_was_played_in() -> None:
    # Four candidates, two stages of eight playouts: two worlds for all, four more for two.
    rows = [[5, 4, 0, 1], [5, 6, 2, 5], [7, 6, 99, 99], [5, 6, 99, 99], [9, 4, 99, 99], [5, 4] * 2]
    decision = Given(rows)
    found = search(decision, Budget(playouts=16))
    assert decision.calls == [([0, 1, 2, 3], 0, 2), ([0, 1], 2, 4)]
    assert (found.best, found.worlds.tolist()) == (0, [6, 6, 2, 2])
    assert found.worths.tolist() == [6, 5, 1, 3]
    # Against the best: third -5, -3; fourth -4, 0; second -1, 1, -1, 1, -5, -1 (mean -1).
    assert found.errors.tolist() == [
        0,
        pytest.approx(math.sqrt(24 / 5 / 6)),
        pytest.approx(math.sqrt(2 / 2)),
        pytest.approx(math.sqrt(8 / 2)),
    ]


@pytest.mark.parametrize("candidates", [2, 3, 5, 8, 17, 24])
def test_playouts_are_spent_in_equal_stages_on_half_as_many_each(candidates: int) -> None:
    for playouts in (1, 10, 60, 333, 2000):
        decision, _ = noisy(candidates, 3000, playouts)
        found = search(decision, Budget(playouts=playouts))
        left, worlds, stages = candidates, 0, math.ceil(math.log2(candidates))
        previous = list(range(candidates))
        for among, first, count in decision.calls:
            assert len(among) == left and set(among) <= set(previous) and among == sorted(among)
            assert first == worlds
            spent = playouts / stages
            assert count == 1 if spent < left else abs(count * left - spent) <= left / 2
            previous, worlds, left = among, worlds + count, (left + 1) // 2
        assert len(decision.calls) == stages and found.best in previous
        assert found.worlds.min() >= 1
        assert found.worlds.sum() == sum(len(among) * count for among, _, count in decision.calls)


def test_the_same_playouts_find_the_same() -> None:
    first, again = (search(noisy(9, 500, 3)[0], Budget(playouts=400)) for _ in range(2))
    assert first.best == again.best
    assert np.array_equal(first.worths, again.worths)
    assert np.array_equal(first.errors, again.errors)


# Priors


def test_priors_count_while_there_are_few_worlds() -> None:
    # In every world the second is better by 1; the prior has the first better by 10.
    values = np.tile([0.0, 1.0], (4000, 1))
    assert search(Given(values, [10, 0]), Budget(playouts=2)).best == 0
    assert search(Given(values, [10, 0]), Budget(playouts=8000)).best == 1
    assert search(Given(values, [0, 0]), Budget(playouts=2)).best == 1


def test_only_differences_of_priors_count() -> None:
    priors = np.random.default_rng(5).normal(0, 5, 12)
    differ = 0
    for seed in range(20):
        decision, _ = noisy(12, 300, seed)
        plain = search(decision, Budget(playouts=60))
        bests, seen = set(), []
        for more in (0.0, 1000.0):
            decision.priors = priors + more
            found = search(decision, Budget(playouts=60))
            bests.add(found.best)
            seen.append(found.worlds.tolist())
        assert len(bests) == 1 and seen[0] == seen[1]
        differ += bests != {plain.best}
    assert differ


def test_priors_are_no_part_of_the_worths() -> None:
    values = np.tile([0.0, 1.0], (3, 1))
    assert search(Given(values, [10, 0]), Budget(playouts=6)).worths.tolist() == [0, 1]


# Time


class Timed(Given):
    """A decision that takes `cost` seconds for a playout, of a clock of its own.

    Three times as many where at most `busy` candidates are left.
    """

    now = 100.0

    def __init__(self, candidates: int, cost: float, busy: int = 0) -> None:
        super().__init__(noisy(candidates, 40_000, 1)[0].values)
        self.cost, self.busy = cost, busy

    def sample(self, among: Sequence[int], first: int, count: int) -> Worths:
        self.now += self.cost * len(among) * count * (3 if len(among) <= self.busy else 1)
        return super().sample(among, first, count)

    def spent(self, monkeypatch: pytest.MonkeyPatch, seconds: float, before: float = 0.0) -> float:
        """The time that a search takes, as a share of what it may; so much is spent `before`."""
        start = self.now
        self.now += before
        monkeypatch.setattr(halving, "time", SimpleNamespace(perf_counter=lambda: self.now))
        found = search(self, Budget(seconds=seconds), start if before else None)
        assert found.worlds.min() >= 1
        return (self.now - start) / seconds


@pytest.mark.parametrize("candidates", [2, 5, 24])
@pytest.mark.parametrize("cost", [1e-5, 3e-5, 1e-4])
def test_time_is_used_up_and_no_more(
    monkeypatch: pytest.MonkeyPatch, candidates: int, cost: float
) -> None:
    decision = Timed(candidates, cost)
    assert 0.8 < decision.spent(monkeypatch, 0.1) < 1.1
    # Late stages have as much of it as the early ones, so few candidates meet many worlds.
    assert decision.calls[-1][0] != decision.calls[0][0] or candidates == 2


def test_a_search_that_becomes_slower_still_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Timed(8, 1e-5, busy=2).spent(monkeypatch, 0.1) < 1.2
    assert Timed(24, 1e-5, busy=6).spent(monkeypatch, 0.1) < 1.2


def test_where_time_is_short_every_candidate_is_played_in_one_batch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decision = Timed(24, 1.0)
    decision.spent(monkeypatch, 0.001)
    assert len(decision.calls) == 1 and decision.calls[0][0] == list(range(24))


def test_time_counts_from_the_start_that_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 0.8 < Timed(5, 1e-5).spent(monkeypatch, 0.1, before=0.05) < 1.1
    decision = Timed(5, 1e-5)
    decision.spent(monkeypatch, 0.1, before=0.2)
    assert decision.calls == [([0, 1, 2, 3, 4], 0, 1)]


def test_many_playouts_come_in_batches_between_which_a_search_can_be_interrupted() -> None:
    decision = Given(np.tile([0.0, 1.0, 2.0, 3.0], (7_000, 1)))
    # Two stages of 8,000 playouts: 2,000 worlds for four candidates, 4,000 for the two best.
    found = search(decision, Budget(playouts=16_000))
    assert (found.best, found.worlds.tolist()) == (3, [2_000, 2_000, 6_000, 6_000])
    assert [count for _, _, count in decision.calls] == [1_000] * 6
