"""The program as a whole: how it starts, what it loads, how it ends."""

from __future__ import annotations

import io
import os
import pkgutil
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

import scoutcli.commands
from benchmarks.startup import medians
from games.errors import RuleError
from notation.diagnostics import TextError
from scoutcli import __version__
from scoutcli.cli import PAGE, run
from scoutcli.commands import COMMANDS, load
from scoutcli.help import Example, Page, subcommand

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = [sys.executable, "-m", "scoutcli"]
FULL = Path("/dev/full")
ENDLESS = [*PROGRAM, "deal", "scout", "--seed", "tea", "--rounds", "1000000000"]


def start(command: list[str], **more: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=more.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        encoding="utf-8",
        **more,
    )


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"scoutcli {__version__}\n"


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_starting_loads_no_command_no_game_and_nothing_slow(option: str) -> None:
    program = (
        "import sys; from scoutcli.__main__ import main; "
        f"sys.argv = ['scoutcli', {option!r}]; main(); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = done.stdout.splitlines()[-1].split()
    slow = {"prompt_toolkit", "yaml", "numpy", "tabulate", "games", "notation"}
    assert "click" in loaded
    assert [name for name in loaded if name.partition(".")[0] in slow] == []
    assert [name for name in loaded if name.startswith("scoutcli.commands.")] == []


def test_starting_takes_at_most_1_6_times_as_long_as_importing_click() -> None:
    ours, base = medians(
        11, [*PROGRAM, "--version"], [sys.executable, "-c", "import click"]
    )  # pairs, so that a busy machine slows both
    assert ours <= 1.6 * base


def test_help_lists_every_command_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    for name, text in COMMANDS.items():
        assert f" {name} {text}" in out


def test_the_table_of_commands_and_the_modules_are_the_same() -> None:
    modules = [module.name for module in pkgutil.iter_modules(scoutcli.commands.__path__)]
    assert sorted(name.replace("-", "_") for name in COMMANDS) == sorted(modules)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert load(name).name == name
    assert run([name, "--help"]) == 0
    out = capsys.readouterr().out
    assert COMMANDS[name] in out
    assert all(f"    $ {example.command}\n" in out for example in load(name).page.examples)
    assert re.search(r"Exit status:\n  0 +All is well\.\n", out)
    for parameter in load(name).params:
        if isinstance(parameter, click.Option):
            assert parameter.opts[-1] in out
            assert parameter.help


@pytest.mark.parametrize(
    ("command", "status"),
    [
        *((name, "1") for name in (
            "validate", "replay", "score", "history", "annotate", "analyse", "fmt", "filter",
            "merge", "sort", "dedupe", "stats",
        )),
        ("split --every 1 --into {n}.yaml", "1"),
        ("convert --to jsonl", "1"),
        ("pair --game scout --players A,B,C", "1"),
        ("match", "2"),
        ("play --resume", "2"),
        ("record --resume", "2"),
        ("sheet --resume", "2"),
    ],
)  # fmt: skip
def test_the_help_says_what_the_status_is_where_a_file_cannot_be_read(
    command: str, status: str, tmp_path: Path
) -> None:
    arguments = command.split()
    assert run([*arguments, str(tmp_path / "none.yaml")]) == int(status)
    exits = load(arguments[0]).page.exits
    assert [each for each, text in exits if re.search("not be read", text)] == [status]
    assert "a file cannot be read" in dict(PAGE.exits)["1"]


def test_readme_has_the_table_of_commands() -> None:
    rows = [
        line for line in (ROOT / "README.md").read_text().splitlines() if "| `scoutcli " in line
    ]
    assert rows == [f"| `scoutcli {name}` | {text} |" for name, text in COMMANDS.items()]


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    assert "Commands:" in "".join(capsys.readouterr())


def test_unknown_command_lists_the_good_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["dael"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "there is no command 'dael'; there is " in err
    assert all(name in err for name in COMMANDS)


def raising(error: BaseException) -> Callable[[], int]:
    def function() -> int:
        raise error

    return function


@pytest.fixture
def command_that(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], Any]], None]:
    """Makes ``scoutcli trial`` a command that does what it is given."""

    def make(function: Callable[[], Any]) -> None:
        monkeypatch.setitem(COMMANDS, "trial", "Tries something.")
        page = Page("Something.", (Example("scoutcli trial", "Try:"),))
        module = SimpleNamespace(command=subcommand("trial", page)(function))
        monkeypatch.setitem(sys.modules, "scoutcli.commands.trial", module)

    return make


MISSING = FileNotFoundError(2, "No such file or directory", "evening.yaml")
ESCAPE = RuleError("bad-card", "no card \x1b[31m here\nor there")


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (RuleError("no-card", "no card 99"), 1, "Error: no card 99 [no-card]\n"),
        (TextError("bad-move", "no move S0"), 1, "Error: no move S0 [bad-move]\n"),
        (ESCAPE, 1, "Error: no card \\x1b[31m here\\nor there [bad-card]\n"),
        (MISSING, 2, "Error: evening.yaml: No such file or directory\n"),
        (OSError(28, "No space left on device"), 2, "Error: No space left on device\n"),
        (KeyboardInterrupt(), 130, "\n"),
        (click.Abort(), 130, "Aborted.\n"),
        (BrokenPipeError(32, "Broken pipe"), 141, ""),
        (click.exceptions.Exit(1), 1, ""),
    ],
)
def test_what_a_command_raises_becomes_a_line_and_a_status(
    command_that: Callable[[Callable[[], Any]], None],
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    status: int,
    said: str,
) -> None:
    command_that(raising(error))
    assert run(["trial"]) == status
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize(("value", "status"), [(None, 0), (0, 0), (1, 1), (2, 2)])
def test_what_a_command_returns_is_the_status(
    command_that: Callable[[Callable[[], Any]], None], value: int | None, status: int
) -> None:
    command_that(lambda: value)
    assert run(["trial"]) == status


def test_a_fault_of_the_program_asks_for_a_report(
    command_that: Callable[[Callable[[], Any]], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SCOUTCLI_DEBUG", raising=False)
    command_that(raising(KeyError("owner")))
    assert run(["trial"]) == 70
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert f"fault of scoutcli {__version__} (KeyError: 'owner'). Please report it" in err


def test_a_fault_of_the_program_shows_its_traceback_when_asked(
    command_that: Callable[[Callable[[], Any]], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SCOUTCLI_DEBUG", "1")
    command_that(raising(KeyError("owner")))
    assert run(["trial"]) == 70
    err = capsys.readouterr().err
    assert err.startswith("Traceback")
    assert "KeyError: 'owner'" in err


def test_a_reader_that_stops_reading_is_no_error() -> None:
    with start(ENDLESS) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("1: ")
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert process.returncode == 141


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["deal", "scout", "--players", "9"], 2),
        (["deel"], 2),
        (["play", "--resume", "no/such/file.yaml"], 2),
        (["play", "--resume", "README.md"], 1),
    ],
)
def test_an_error_that_nobody_reads_keeps_its_status(arguments: list[str], status: int) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*PROGRAM, *arguments], cwd=ROOT, stdout=writer, stderr=writer, check=False
        )
    finally:
        os.close(writer)
    assert done.returncode == status


def test_ctrl_c_ends_it_without_a_traceback() -> None:
    with start(ENDLESS) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert err == "\n"


@pytest.mark.skipif(not FULL.exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_told_in_one_line() -> None:
    with FULL.open("w") as full, start([*PROGRAM, "rules"], stdout=full) as process:
        _, err = process.communicate(timeout=20)
    assert process.returncode == 2
    assert err == "Error: No space left on device\n"


@pytest.mark.parametrize(
    ("closing", "status", "told"),
    [
        ('"$@" deal scout >&-', 2, "Error: standard output is closed, so nothing can be printed\n"),
        ('"$@" validate - <&-', 1, ""),
    ],
)
def test_a_closed_stream_is_told_of(closing: str, status: int, told: str) -> None:
    done = subprocess.run(
        ["bash", "-c", closing, "bash", *PROGRAM],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (status, told)
    assert "no-match" in done.stdout or status == 2


def test_a_terminal_without_utf_8_gets_what_it_can_show(
    command_that: Callable[[Callable[[], Any]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="latin-1"))
    command_that(lambda: click.echo("Zoë → 3"))
    assert run(["trial"]) == 0
    assert written.getvalue() == b"Zo\xeb \\u2192 3\n"
