"""The options that commands share."""

from __future__ import annotations

import re

import click
import pytest
from click.testing import CliRunner

import games
from scoutcli.options import (
    ChangeType,
    SeedType,
    format_option,
    jobs_option,
    players_for,
    rules_for,
    seed_or_fresh,
    spread_changes,
)


def test_changes_are_pairs() -> None:
    kind = ChangeType()
    assert kind.convert("flip=rotate", None, None) == [("flip", "rotate")]
    assert kind.convert("flip=rotate,rounds=2", None, None) == [
        ("flip", "rotate"),
        ("rounds", "2"),
    ]
    assert kind.convert("a=b=c", None, None) == [("a", "b=c")]


@pytest.mark.parametrize("text", ["flip", "=rotate", "flip=", "flip=rotate,", "Flip=rotate", ""])
def test_a_change_that_is_none_says_how_one_looks(text: str) -> None:
    with pytest.raises(click.BadParameter, match="is not KEY=VALUE, as in flip=rotate"):
        ChangeType().convert(text, None, None)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (["-r", "a=b", "c=d", "scout"], ["-r", "a=b", "-r", "c=d", "scout"]),
        (["--rules", "a=b", "c=d", "-p", "3"], ["--rules", "a=b", "-r", "c=d", "-p", "3"]),
        (["--rules", "a=b", "--save", "c=d"], ["--rules", "a=b", "--save", "c=d"]),
        (["c=d", "--rules", "a=b"], ["c=d", "--rules", "a=b"]),
        (["--rules"], ["--rules"]),
        ([], []),
    ],
)
def test_several_changes_may_follow_one_option(typed: list[str], read: list[str]) -> None:
    assert spread_changes(typed) == read


def test_the_last_change_of_an_option_counts() -> None:
    rules = rules_for(games.get("scout"), 4, [[("flip", "rotate"), ("flip", "swap")]])
    assert rules["flip"] == "swap"


def test_an_option_beside_a_preset_overrides_it() -> None:
    scout = games.get("scout")
    assert rules_for(scout, 4, (), "web")["exempt"] == "emptied"
    assert rules_for(scout, 4, [[("exempt", "owner")]], "web")["exempt"] == "owner"


@pytest.mark.parametrize(
    ("changes", "preset", "said"),
    [
        ([[("flipp", "swap")]], None, r"no option 'flipp'; there is exempt, .*\[unknown-option\]"),
        ([[("flip", "up")]], None, r"good values are swap, rotate \[bad-option-value\]"),
        ([[("first_starter", "5")]], None, r"seat 5 does not exist with 4 .*\[no-such-seat\]"),
        ([], "house", r"no preset 'house'; there is official, web \[unknown-preset\]"),
    ],
)
def test_bad_rules_are_a_wrong_command_line(
    changes: list[list[tuple[str, str]]], preset: str | None, said: str
) -> None:
    with pytest.raises(click.UsageError) as raised:
        rules_for(games.get("scout"), 4, changes, preset)
    assert re.search(said, raised.value.message)


def test_a_rule_that_means_nothing_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    rules_for(games.get("scout"), 4, [[("voluntary_stop", "true")]])
    assert capsys.readouterr().err == (
        "Warning: voluntary_stop means nothing with 4 players and is ignored"
        " [option-does-not-apply]\n"
    )


def test_numbers_of_players() -> None:
    scout, skyjo = games.get("scout"), games.get("skyjo")
    assert [players_for(scout, given) for given in (None, 2, 5)] == [4, 2, 5]
    assert players_for(skyjo, 8) == 8
    with pytest.raises(click.UsageError, match="SCOUT is for 2 to 5 players, not for 6"):
        players_for(scout, 6)
    with pytest.raises(click.UsageError, match="SKYJO is for 2 to 8 players, not for 1"):
        players_for(skyjo, 1)


@pytest.mark.parametrize("text", ["", "a\nb", "\x1b[2J", "x" * 201, "\udcff"])
def test_a_seed_can_stand_in_a_file_as_it_is(text: str) -> None:
    with pytest.raises(click.BadParameter, match="1 to 200 printable characters"):
        SeedType().convert(text, None, None)


def test_a_fresh_seed_is_told_and_never_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert seed_or_fresh("tea") == "tea"
    assert capsys.readouterr().err == ""
    first, second = seed_or_fresh(None), seed_or_fresh(None)
    assert first != second
    assert capsys.readouterr().err == f"seed: {first}\nseed: {second}\n"
    assert SeedType().convert(first, None, None) == first


def test_form_and_jobs() -> None:
    @click.command
    @format_option("text", "json")
    @jobs_option
    def command(form: str, jobs: int) -> None:
        click.echo(f"{form} {jobs}")

    def output(*arguments: str) -> str:
        return CliRunner().invoke(command, arguments).output

    assert output() == "text 1\n"
    assert output("-f", "json", "--jobs", "4") == "json 4\n"
    assert "'yaml' is not one of 'text', 'json'" in output("--format", "yaml")
    assert "0 is not in the range x>=1" in output("-j", "0")
