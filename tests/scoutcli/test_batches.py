"""Work in batches: the same results in the same order, by one process or several."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click
import pytest

from scoutcli.batches import worked


def squared(number: int) -> tuple[int, int]:
    """The square, and who found it."""
    return number * number, os.getpid()


def ends(number: int) -> int:
    """Ends the process that works, as want of memory does."""
    if number == 3:
        os._exit(1)
    return number


def refuses(number: int) -> int:
    raise ValueError(str(number))


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("number", [0, 1, 2, 30])
def test_results_come_in_the_order_of_the_batches(jobs: int, number: int) -> None:
    found = list(worked(range(number), squared, jobs))
    assert [square for square, _ in found] == [each * each for each in range(number)]
    elsewhere = {process for _, process in found} - {os.getpid()}
    assert bool(elsewhere) is (jobs > 1 and number > 1)


def test_no_more_is_read_ahead_than_two_batches_for_each_process() -> None:
    read = []

    def batches() -> Iterator[int]:
        for number in range(50):
            read.append(number)
            yield number

    results = worked(batches(), squared, 2)
    next(results)
    assert len(read) <= 6
    results.close()  # type: ignore[attr-defined]


def test_what_a_process_raises_is_raised_here() -> None:
    with pytest.raises(ValueError, match="0"):
        list(worked(range(9), refuses, 2))


def test_a_process_that_is_gone_is_told_with_what_to_do() -> None:
    with pytest.raises(click.ClickException, match="try again with --jobs 1"):
        list(worked(range(9), ends, 2))
