"""Completion in the shell."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scoutcli.cli import run

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """An environment where `scoutcli` is this program."""
    program = tmp_path / "scoutcli"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scoutcli "$@"\n')
    program.chmod(0o755)
    return {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "LC_ALL": "C.UTF-8",
    }


def in_bash(env: dict[str, str], *words: str) -> list[str]:
    """What bash offers for the last of its words; bash makes a word of its own of each ``=``."""
    quoted = " ".join(f"'{word}'" for word in words)
    script = (
        f'compopt() {{ :; }}; eval "$(scoutcli completion bash)"; COMP_WORDS=({quoted}); '
        f"COMP_CWORD={len(words) - 1}; _scoutcli_completion scoutcli; "
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", script], env=env, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout.split()


def through_protocol(env: dict[str, str], shell: str, line: str, at: str) -> str:
    done = subprocess.run(
        ["scoutcli"],
        env={
            **env,
            "_SCOUTCLI_COMPLETE": f"{shell}_complete",
            "COMP_WORDS": line,
            "COMP_CWORD": at,
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["de"], ["dedupe", "deal"]),
        (["deal", "s"], ["scout", "skyjo"]),
        (["deal", "sk"], ["skyjo"]),
        (["deal", "scout", "--ru"], ["--rules"]),
        (["deal", "scout", "--preset", ""], ["official", "web"]),
        (["deal", "skyjo", "--preset", ""], ["official"]),
        (["deal", "scout", "--rules", "fl"], ["flip=swap", "flip=rotate"]),
        (["deal", "scout", "--rules", "flip", "="], ["swap", "rotate"]),
        (["deal", "scout", "--rules", "flip", "=", "r"], ["rotate"]),
        (["deal", "scout", "--rules", "=", "flip", "=", "r"], ["rotate"]),
        (["deal", "scout", "-p2", "-r", "uns"], ["unspent_tokens=score", "unspent_tokens=ignore"]),
        (["deal", "scout", "-p", "4", "-r", "uns"], []),
        (["deal", "scout", "-r", "rounds", "=", "3,fl"], ["3,flip=swap", "3,flip=rotate"]),
        (["deal", "skyjo", "-r", "clear"], ["clear_rows=false", "clear_rows=true"]),
        (["deal", "tarok", "--preset", "we"], ["web"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
    ],
)  # fmt: skip
def test_bash(env: dict[str, str], words: list[str], offered: list[str]) -> None:
    assert in_bash(env, "scoutcli", *words) == offered


def test_zsh_gets_the_help_too(env: dict[str, str]) -> None:
    assert through_protocol(env, "zsh", "scoutcli deal scout --preset w", "4") == (
        "plain\nweb\nexempt=emptied\n"
    )


def test_bots_are_offered_with_how_they_play_and_how_strong_they_are(env: dict[str, str]) -> None:
    out = through_protocol(env, "zsh", "scoutcli play skyjo --bots random,r", "4")
    assert out == "plain\nrandom,random\nplays any legal move (no opponent)\n"
    names = ["random", "greedy", "steady", "expert"]
    assert in_bash(env, "scoutcli", "play", "scout", "--bots", "") == names


def test_fish_gets_the_help_too(env: dict[str, str]) -> None:
    out = through_protocol(env, "fish", "scoutcli com", "com")
    assert out == "plain,completion\tPrint the completion script of a shell.\n"


def test_a_fault_while_completing_does_not_disturb_the_typing(env: dict[str, str]) -> None:
    done = subprocess.run(
        ["scoutcli"],
        env={**env, "_SCOUTCLI_COMPLETE": "bash_complete"},  # without the words
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (70, "", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_one_that_the_shell_can_read(
    shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["completion", shell]) == 0
    out = capsys.readouterr().out
    assert f"_SCOUTCLI_COMPLETE={shell}_complete" in out
    if shutil.which(shell):
        script = tmp_path / "script"
        script.write_text(out)
        subprocess.run([shell, "-n", script], check=True)


def test_an_unknown_shell_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["completion", "tcsh"]) == 2
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in capsys.readouterr().err


def test_the_installed_file_for_bash_loads_the_script(env: dict[str, str]) -> None:
    script = f". {ROOT}/completions/scoutcli; complete -p scoutcli"
    done = subprocess.run(
        ["bash", "--norc", "-c", script], env=env, capture_output=True, text=True, check=True
    )
    assert done.stdout == "complete -o nosort -F _scoutcli_completion scoutcli\n"
