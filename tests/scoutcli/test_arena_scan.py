"""Records read without a parser say what the reader says of them."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest

from notation.stream import chunks
from scoutcli.arena.scan import Found, read, scan, torn
from tests import toy
from tests.scoutcli.runs import Plan

PLANS = {
    "scout": Plan(given_up=(1,), faulty=(1, 2)),
    "rounds": Plan(options=(), faulty=(2,)),
    "skyjo": Plan(game="skyjo", options=(("rounds", "2"),), given_up=(2,), faulty=(2,)),
    "toy": Plan(game="toy", bots=("random", "random"), faulty=(1,)),
    "preset": Plan(game="skyjo", options=(("score_limit", "20"),), preset="official"),
    "names": Plan(names=("007", "Zoë, the 2nd"), versions=("yes", "")),
}
every_plan = pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)


@pytest.fixture(autouse=True)
def _toy_known() -> Iterator[None]:
    with toy.known():
        yield


def checked(text: str) -> Found | None:
    (chunk,) = chunks(io.BytesIO(text.encode()), "m.yaml")
    return read(chunk)


@every_plan
def test_a_record_is_understood_without_a_parser(plan: Plan) -> None:
    for pairing in plan.pairings():
        text, outcome = plan.played(pairing)
        found = scan(text)
        assert found is not None
        assert not found.flaw
        assert found == checked(text)
        assert found[5:10] == (
            str(pairing), outcome.scores, outcome.winners, outcome.faults, outcome.abandoned
        )  # fmt: skip
        assert found.names == tuple(plan.names[entry] for entry in pairing.seats)
        assert found.bots == tuple(plan.versions[entry] for entry in pairing.seats)
        assert dict(found.shuffle)["seed"] == f"tea/{pairing.deal}"


def test_what_takes_a_parser_is_left_to_the_reader() -> None:
    plan = Plan(names=('"Ada"', "Bo\t"), deals=1)
    (text, _) = plan.played(plan.pairings()[0])
    assert scan(text) is None
    found = checked(text)
    assert found is not None and not found.flaw
    assert found.names == plan.names


@pytest.mark.parametrize(
    ("old", "new", "flaw"),
    [
        ("total: [", "total: [1", "wrong-total"),
        ("winners: [", "winners: [3, ", "no-such-seat"),
        ("winners: ", "x-winners: ", "unfinished"),
        ("  score: [", "  score: [1, ", "wrong-count"),
        ("  end: ", "  end: abandoned #", "wrong-end"),
        ("  moves: |\n", "  moves: |\n    1.K\n", "not-your-turn"),
        ("- name: Bo", "- nom: Bo", "unknown-key"),
        ("  seed: tea", "  seed: coffee", "seed-mismatch"),
    ],
)
def test_what_is_wrong_is_left_to_the_reader(old: str, new: str, flaw: str) -> None:
    plan = Plan(deals=1)
    text = plan.records()[0].replace(old, new)
    if not old.startswith(("  moves", "  seed")):  # cards and moves are not looked into
        assert scan(text) is None
    found = checked(text)
    assert found is not None
    assert found.flaw == flaw


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("game: scout", "game: scout # by the rules"),
        ("pairing: table 1 deal 1 seating 1", "pairing: table 1 deal 1 seating 1 # again"),
        ("pairing: table 1 deal 1 seating 1", 'pairing: "table 1 deal 1 seating 1"'),
        ("- name: Ada\n", "- name: Ada # Lovelace\n"),
        ("- name: Ada\n", "- name: Ada\n  team: Red\n"),
        ("- name: Ada\n", "- name:\n    Ada\n"),
        ("rules:\n", "rules: # of the house\n"),
        ("  end: ", "  end:  "),
        ("\nwinners", "\n\nwinners"),
        ("pairing:", "x-mine: 1\npairing:"),
        ("  seed: tea/1\n", "  seed: 'tea/1'\n"),
    ],
)
def test_what_is_written_unusually_is_left_to_the_reader(old: str, new: str) -> None:
    text = Plan(deals=1).records()[0]
    assert old in text
    unusual = text.replace(old, new)
    assert scan(unusual) is None
    assert checked(unusual) == scan(text)


@pytest.mark.parametrize("text", ["", "\n", "---\n", "game: chess\n", "a text\n", "---\na: b\n"])
def test_what_is_no_match_is_none(text: str) -> None:
    assert scan(text) is None
    assert all(read(chunk) is None for chunk in chunks(io.BytesIO(text.encode()), "m.yaml"))


@every_plan
@pytest.mark.parametrize("behind", ["", "\0", "\0" * 5000])
def test_every_beginning_of_a_record_is_torn(plan: Plan, behind: str) -> None:
    for pairing in plan.pairings()[::2]:
        text, _ = plan.played(pairing)
        named = text.index("rounds:\n")
        for size in range(1, len(text)):
            where = torn(text[:size] + behind)
            assert where is not None and where[0] == 0
            if size > named:
                assert where[1] == str(pairing)


@every_plan
def test_a_whole_record_is_not_torn_but_what_follows_it_is(plan: Plan) -> None:
    for text in plan.records():
        assert torn(text) is None
        for stub in ("-", "--", "---", "\0", "-\0\0", "---\0\0"):
            assert torn(text + stub) == (len(text), "")


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "- a\n- b\n",
        "---\nservices:\n",
        "---\nscoutcli: 1\ngame: scout\nevent: Cup\nplayers:\n",
        "---\nscoutcli: 1\ngame: scout\n# to be played on Monday\n",
        "---\nscoutcli: 1\ngame: scout\nplayers:\n- name: Ada\n- name: Bo\n",
        "---\nscoutcli: 1\ngame: scout\nplayers:\n- name: Ada\nrounds:\n- deal: |\n",
        "---\nscoutcli: 1\ngame: scout\npairing: Ada, Bo\nrounds:\n- deal: |\n    1: 37",
    ],
)
def test_what_others_have_begun_is_not_torn(text: str) -> None:
    assert torn(text) is None


def test_a_record_with_lines_of_its_own_is_not_torn() -> None:
    text = Plan(deals=1).records()[0]
    assert torn(text[: text.index("  end:")] + "  # a good move\n") is None


def test_a_match_may_be_given_up_before_its_first_round() -> None:
    head, rounds, _ = Plan(deals=1).records()[0].partition("rounds:\n")
    text = f"{head}{rounds}total: [0, 0]\n"
    found = scan(text)
    assert found is not None and found.abandoned and not found.scores
    assert found == checked(text)
    assert torn(text) is None
