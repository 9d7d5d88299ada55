"""`scoutcli rules`."""

from __future__ import annotations

import pytest

from scoutcli.cli import run


@pytest.fixture(autouse=True)
def _width(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


def rules(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert run(["rules", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def row(text: str, first: str) -> list[str]:
    """The cells of the first line of a table's row, by the name it begins with."""
    (line,) = [line for line in text.splitlines() if line.split("  ")[0] == first]
    return [cell.strip() for cell in line.split("  ") if cell.strip()]


def test_without_a_game_the_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    out = rules(capsys)
    assert row(out, "scout") == ["scout", "2 to 5", "official, web"]
    assert row(out, "skyjo") == ["skyjo", "2 to 8", "official"]


def test_every_option_stands_there_with_its_values_the_default_first(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = rules(capsys, "scout")
    assert row(out, "exempt")[:3] == ["exempt", "owner, emptied", "any"]
    assert row(out, "all_scouted_empty")[1:3] == ["end, continue", "3 to 5"]
    assert row(out, "first_starter")[1].startswith("holder-1-2")
    assert row(out, "flip")[1:3] == ["swap, rotate", "any"]
    assert row(out, "rounds")[1].startswith("players")
    assert row(out, "turn_limit")[1].startswith("1000")
    assert row(out, "scout_token_to")[1:3] == ["centre, owner", "2"]
    assert row(out, "unspent_tokens")[1:3] == ["score, ignore", "2"]
    assert row(out, "voluntary_stop")[1:3] == ["false, true", "2"]
    skyjo = rules(capsys, "skyjo")
    assert row(skyjo, "first_tie")[1] == "seat, card, random"
    assert row(skyjo, "next_starter")[1] == "ender, highest, rotate"
    assert row(skyjo, "clear_rows")[1] == "false, true"
    assert row(skyjo, "final_clear")[1] == "true, false"
    assert row(skyjo, "draw_exhausted")[1] == "keep-top, turn-one"
    assert row(skyjo, "score_limit")[1].startswith("100")


def test_presets_bots_and_notation_stand_there_too(capsys: pytest.CaptureFixture[str]) -> None:
    out = rules(capsys, "scout")
    assert row(out, "official") == ["official", "none"]
    assert row(out, "web") == ["web", "exempt=emptied"]
    assert row(out, "random") == ["random", "no opponent", "plays any legal move"]
    assert row(out, "greedy")[:2] == ["greedy", "a beginner"]
    assert row(out, "steady")[:2] == ["steady", "a good player"]
    assert row(out, "expert")[:2] == ["expert", "the strongest here"]
    assert "S3:44" in out
    assert "L37@2+S2:34" in out
    assert "D7@b2:5" in rules(capsys, "skyjo")


def test_the_setup_is_that_of_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    out = rules(capsys, "scout")
    assert [row(out, players)[-2:] for players in "2345"] == [
        ["11", "2"],
        ["12", "3"],
        ["11", "4"],
        ["9", "5"],
    ]
    assert row(out, "3")[:3] == ["3", "the nine with a 10", "36"]
    assert row(rules(capsys, "skyjo"), "8") == ["8", "150", "12", "1", "53"]


def test_a_number_of_players_leaves_out_what_does_not_concern_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    two = rules(capsys, "scout", "--players", "2")
    assert "all_scouted_empty" not in two
    assert "voluntary_stop" in two
    assert row(two, "P")[1] == "stop, where the rules let two players stop"
    assert "Scout & Show" not in two.partition("NOTATION")[2]
    assert "\n2  " in two
    assert "\n3  " not in two
    four = rules(capsys, "scout", "-p", "4")
    assert "all_scouted_empty" in four
    assert "voluntary_stop" not in four
    assert "let two players stop" not in four
    assert row(four, "L37@2+S2:34")[1].startswith("Scout & Show")
    assert row(four, "first_starter")[1] == "holder-1-2, a number"  # … from 1 to 4, random
    assert "from 1 to 4, random" in four


@pytest.mark.parametrize("width", [80, 100, 300])
def test_lines_are_no_longer_than_the_terminal_or_100(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for game in ("scout", "skyjo"):
        longest = max(map(len, rules(capsys, game).splitlines()))
        assert longest <= min(width, 100)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["tarok"], "there is no game 'tarok'; there is scout, skyjo"),
        (["skyjo", "-p", "9"], "SKYJO is for 2 to 8 players, not for 9"),
        (["-p", "4"], "--players needs a game"),
    ],
)
def test_a_wrong_command_line_is_told(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    assert run(["rules", *arguments]) == 2
    assert said in capsys.readouterr().err
