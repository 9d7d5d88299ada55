"""The settings: how they are read, shown, set and reset, and what a broken file says."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import RuleError
from notation.diagnostics import TextError, is_printable
from scoutcli.settings import SETTINGS, Settings, change, config_file, load, reset
from tests.scoutcli.program import Program

DEFAULTS = {
    "theme": "dark", "symbols": "auto", "editing": "emacs", "speed": "normal", "tutor": "off",
    "name": "", "screen": "auto",
}  # fmt: skip


@pytest.fixture
def program(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Program:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return Program(capfd, monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "scoutcli" / "config.yaml"
    found.parent.mkdir()
    return found


# Where and what


@pytest.mark.parametrize(
    ("environment", "platform", "place"),
    [
        ({"XDG_CONFIG_HOME": "/x"}, "linux", "/x/scoutcli/config.yaml"),
        ({"XDG_CONFIG_HOME": "/x"}, "darwin", "/x/scoutcli/config.yaml"),
        ({"XDG_CONFIG_HOME": "x"}, "linux", "/home/ada/.config/scoutcli/config.yaml"),
        ({}, "linux", "/home/ada/.config/scoutcli/config.yaml"),
        ({}, "darwin", "/home/ada/Library/Application Support/scoutcli/config.yaml"),
    ],
)
def test_the_file_is_where_the_platform_keeps_such(
    environment: dict[str, str], platform: str, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    assert config_file(environment, platform) == Path(place)


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    assert dict(load({"XDG_CONFIG_HOME": str(tmp_path)})) == DEFAULTS


def test_where_nobody_has_a_home_everything_has_its_default(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert dict(load({})) == DEFAULTS


def test_defaults_are_values() -> None:
    assert all(s.default in s.values for s in SETTINGS if s.values)
    assert len({s.name for s in SETTINGS}) == len(SETTINGS)


def test_an_option_goes_before_a_setting() -> None:
    settings = Settings({"theme": "light", "speed": "slow"})
    assert dict(settings.but(theme="none", speed=None)) == DEFAULTS | {
        "theme": "none",
        "speed": "slow",
    }
    with pytest.raises(TextError, match="theme cannot be 'lite'"):
        settings.but(theme="lite")
    with pytest.raises(KeyError):
        settings["colour"]


# The file


def test_a_file_of_somebodys_own(path: Path, tmp_path: Path) -> None:
    path.write_text("# mine\ntutor: on\nname: 'Zoë: the 1st'  # yes\ncolour: red\nspeed: off\r\n")
    settings = load({"XDG_CONFIG_HOME": str(tmp_path)})
    assert settings.said == {"tutor": "on", "name": "Zoë: the 1st", "speed": "off"}
    assert len(settings.notices) == 1
    assert settings.notices[0].startswith(f"{path}:4:1: there is no setting 'colour': there is ")


@pytest.mark.parametrize(
    ("text", "place", "said", "code"),
    [
        (b"theme: drak\n", "1:8", "theme cannot be 'drak': did you mean dark?", "no-such-value"),
        (b"tutor: yes\n", "1:8", "there is off, on", "no-such-value"),
        (b"speed: fast\ntheme: [a]\n", "2:8", "is a word, not a list", "no-such-value"),
        (b'name: "a\\e[31m"\n', "1:7", "printable characters", "no-such-value"),
        (b"name: " + b"n" * 41, "1:7", "at most 40", "no-such-value"),
        (b"a: b: c\n", "1:5", "a colon that makes no sense here", "yaml-syntax"),
        (b"- theme\n", "1:1", "one a line", "not-settings"),
        (b"theme\n", "1:1", "one a line", "not-settings"),
        (b"theme: dark\ntheme: light\n", "2:1", "a second time", "yaml-duplicate-key"),
        (b"theme: dark\nname: Zo\xeb\n", "2:9", "no UTF-8", "not-utf-8"),
        (b"\ttheme: dark\n", "1:1", "a tab", "yaml-tab"),
        (b"#" * 100_001, "1:1", "at most 100000 bytes", "settings-too-long"),
    ],
)
def test_a_broken_file_is_told_with_its_place(
    path: Path, program: Program, text: bytes, place: str, said: str, code: str
) -> None:
    path.write_bytes(text)
    done = program("config")
    assert done.status == 1
    assert done.out == ""
    assert done.err.startswith(f"Error: {path}:{place}: ")
    assert said in done.err
    assert code == "yaml-syntax" or done.err.endswith(f"[{code}]\n")
    assert path.read_bytes() == text
    assert program("config", "--reset").status == 0
    assert program("config").status == 0


def test_a_file_that_cannot_be_read_is_told(path: Path, program: Program) -> None:
    path.mkdir()
    done = program("config")
    assert (done.status, done.err) == (2, f"Error: {path}: Is a directory\n")


def test_a_change_leaves_everything_else_as_it_is(path: Path) -> None:
    before = "# For the evening.\n\ntheme: drak   # mistyped\nmine: {a: 1}\nname: Ada"
    path.write_text(before)
    assert change(path, "theme", "light") == "light"
    assert path.read_text() == before.replace("drak", "light") + ""
    assert change(path, "speed", "fast") == "fast"
    assert path.read_text() == before.replace("drak", "light") + "\nspeed: fast\n"
    reset(path, "theme")
    reset(path, "tutor")
    assert path.read_text() == (
        "# For the evening.\n\nmine: {a: 1}\nname: Ada\nspeed: fast\n"
    )  # the line goes with its comment


@pytest.mark.parametrize("text", ["{theme: dark}\n", "theme:\n  dark\n", "'theme': dark\n"])
def test_a_file_in_another_form_is_read_but_not_changed(path: Path, text: str) -> None:
    path.write_text(text)
    assert load({"XDG_CONFIG_HOME": str(path.parent.parent)})["theme"] == "dark"
    with pytest.raises(RuleError, match="is not written a setting a line"):
        change(path, "theme", "light")
    assert path.read_text() == text
    assert os.listdir(path.parent) == ["config.yaml"]  # noqa: PTH208 - hidden files too


@given(name=st.text(max_size=40), theme=st.sampled_from(("dark", "light", "contrast", "none")))
def test_what_is_set_is_what_is_read(
    tmp_path_factory: pytest.TempPathFactory, name: str, theme: str
) -> None:
    home = tmp_path_factory.mktemp("home")
    path = home / "scoutcli" / "config.yaml"
    change(path, "theme", theme)
    try:
        kept = change(path, "name", name)
    except TextError:
        assert not is_printable(name.strip())
        kept = ""
    assert kept in (name.strip(), "")
    settings = load({"XDG_CONFIG_HOME": str(home)})
    assert (settings["theme"], settings["name"]) == (theme, kept)


def test_a_link_stays_a_link(path: Path, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.yaml"
    real.write_text("theme: dark\n")
    path.symlink_to(real)
    change(path, "theme", "none")
    assert path.is_symlink()
    assert real.read_text() == "theme: none\n"


# The command


def test_config_shows_every_setting(program: Program, tmp_path: Path) -> None:
    assert program("config", "speed", "slow").out == "speed: slow\n"
    done = program("config")
    assert done.status == 0
    for name, value in DEFAULTS.items():
        head = f"{name}: {value or 'empty'} (default)"
        assert (head in done.out.splitlines()) == (name != "speed")
    assert "\nspeed: slow (default: normal)\n    How long a move" in done.out
    assert f"\nThe file: {tmp_path}/scoutcli/config.yaml\n" in done.out


def test_config_fits_a_narrow_terminal(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = program("config").out.partition("\n\n")[0].splitlines()
    assert max(map(len, lines)) <= 40


def test_config_sets_prints_and_resets_one(program: Program) -> None:
    assert program("config", "theme", "light") == (0, "theme: light\n", "")
    assert program("config", "theme") == (0, "light\n", "")
    assert program("config", "name", " Zoë ") == (0, "name: Zoë\n", "")
    assert program("config", "--reset", "theme") == (0, "theme: dark\n", "")
    assert program("config", "theme").out == "dark\n"
    assert program("config", "name").out == "Zoë\n"
    assert program("config", "--reset").status == 0
    assert program("config", "name").out == "\n"
    assert program("config", "--reset").status == 0  # nothing is there any more


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("thme",), "there is no setting 'thme': did you mean theme?"),
        (("theme", "lihgt"), "theme cannot be 'lihgt': did you mean light?"),
        (("theme", "x\x1b[31m"), "theme cannot be 'x\\x1b[31m': there is dark, light"),
        (("name", "n" * 41), "name is at most 40 printable characters"),
        (("--reset", "theme", "dark"), "--reset takes no value"),
        (("--reset", "x"), "there is no setting 'x': there is theme, symbols"),
    ],
)
def test_config_refuses_what_is_no_setting_or_no_value(
    program: Program, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = program("config", *arguments)
    assert done.status == 2
    assert said in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_key_that_is_no_setting_is_told_and_kept(path: Path, program: Program) -> None:
    path.write_text("them: dark\n")
    done = program("config")
    assert done.status == 0
    assert done.err == f"Warning: {path}:1:1: there is no setting 'them': did you mean theme?\n"
    program("config", "theme", "none")
    assert path.read_text() == "them: dark\ntheme: none\n"


def test_the_shell_completes_names_and_values(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_SCOUTCLI_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", "scoutcli\nconfig\nth")
    monkeypatch.setenv("COMP_CWORD", "2")
    assert program().out == "plain,theme\n"
    monkeypatch.setenv("COMP_WORDS", "scoutcli\nconfig\nspeed\n")
    monkeypatch.setenv("COMP_CWORD", "3")
    assert program().out == "plain,off\nplain,slow\nplain,normal\nplain,fast\n"
