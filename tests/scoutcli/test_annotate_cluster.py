"""The command `annotate` over the workers of a cluster: the same bytes as here."""

from __future__ import annotations

import pickle
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from notation.reader import read_files
from scoutcli.analysis.clustered import Assignment
from scoutcli.analysis.crew import Task
from scoutcli.analysis.match import Wish, analyse_match, gather, pieces
from tests.scoutcli import fakejudge
from tests.scoutcli.program import ROOT, VALID, Program, good
from tests.scoutcli.test_annotate_runs import start, wait_for
from tests.scoutcli.test_arena_cluster import Cluster
from tests.scoutcli.test_arena_cluster import wait_for as wait_until

T = TypeVar("T")

WORKER = """
from tests.scoutcli import fakejudge
fakejudge.install()
from distributed.cli.dask_worker import main
main()
"""


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    made = Cluster(tmp_path, PYTHONPATH=str(ROOT), SLOW="0.01")
    yield made
    made.end()


def test_a_cluster_changes_no_byte_and_can_be_stopped(
    hub: Cluster, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    fakejudge.install(monkeypatch.setattr)
    program = Program(capfd, monkeypatch)
    files = [VALID / "scout-2.yaml", VALID / "hand-unknown.yaml", VALID / "0067.yaml"]
    expected = program("annotate", *files).out
    for _ in range(2):
        hub.worker(code=WORKER)
    wait_until(hub.is_ready)
    with start("--cluster", hub.address, *files) as process:
        out, err = process.communicate(timeout=240)
    assert b"Traceback" not in err
    assert process.returncode == 0, err
    assert out.decode() == expected
    many, log = tmp_path / "many.yaml", tmp_path / "out.yaml"
    many.write_text(good() * 40)
    with start("--cluster", hub.address, many, "-o", log) as process:
        wait_for(tmp_path / ".out.yaml.annotate", 40)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=120)
    assert process.returncode == 130
    assert 1 <= log.read_text().count("result +6.00") < 40
    assert log.read_text().count("scoutcli: 1") == 40


def sent(value: T) -> T:
    """The value as another machine gets it."""
    came: T = pickle.loads(pickle.dumps(value))  # noqa: S301 - made here
    return came


def test_an_assignment_is_the_work_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    fakejudge.install(monkeypatch.setattr)
    (part,) = read_files([str(VALID / "scout-2.yaml")])
    work, wish = pieces(part, Wish()), Wish()
    assignment = sent(Assignment())
    assignment.settled().check()
    desk = assignment.open(listen=False)
    results = [desk.play(sent(Task(3, part.chunk, piece, wish))) for piece in work]
    desk.close()
    assert {result.number for result in results} == {3}
    assert all(result.size > 0 for result in results)
    assert gather(part, wish, [result.found for result in results], work) == analyse_match(
        part, wish
    )
