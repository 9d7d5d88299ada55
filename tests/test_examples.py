"""Every example in the help, the manual pages and the README is run, and does what it shows.

Each runs in a folder of its own that holds the files of ``examples/matches``:

    match.yaml       a finished match of SCOUT for four
    skyjo.yaml       a finished match of SKYJO for two
    sheet.yaml       a score sheet of SKYJO, without moves
    unfinished.yaml  a match of SCOUT that stops in its third round
    unknown.yaml     a match noted at a table, with cards that nobody noted
    damaged.yaml     a match of SCOUT with a wrong total

An example is a line ``$ …`` with `scoutcli` in it. What follows it up to the
next one is its output, as a whole or, where a line is only ``…``, in parts.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from scoutcli.cli import PAGE
from scoutcli.commands import COMMANDS, load
from scoutcli.help import Example

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = ROOT / "examples" / "matches"


def in_blocks(blocks: Iterable[str]) -> Iterator[Example]:
    """The examples in blocks of a terminal's text."""
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shows = part.partition("\n")
            if "scoutcli" in command:
                yield Example(command, "", shows)


def in_markdown(text: str) -> Iterator[Example]:
    return in_blocks(re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))


def in_sentences(text: str) -> Iterator[Example]:
    """The commands in the sentences of a page that name a match file."""
    for command in re.findall(r"`(scoutcli [^`\n]*\.yaml\b[^`\n]*)`", text):
        yield Example(command, "")


def in_mdoc(text: str) -> Iterator[Example]:
    blocks = re.findall(r"^\.Bd [^\n]*-literal[^\n]*\n(.*?)^\.Ed$", text, re.MULTILINE | re.DOTALL)
    blocks += re.findall(r"^\.Dl (\$ .*)$", text, re.MULTILINE)
    return in_blocks(map(without_roff, blocks))


def without_roff(text: str) -> str:
    signs = {"-": "-", "e": "\\", "&": "", "(dq": '"', "(aq": "'", "(ti": "~", "(ha": "^"}
    return re.sub(r"\\(-|e|&|\(..)", lambda found: signs[found[1]], text)


def as_pattern(shows: str) -> str:
    """A pattern for an output as an example shows it."""
    return "".join(
        "(?:.*\n)*" if line == "…" else re.escape(line) + "\n" for line in shows.splitlines()
    )


def every_example() -> Iterator[tuple[str, Example]]:
    pages = {"scoutcli": PAGE, **{name: load(name).page for name in COMMANDS}}
    for name, page in pages.items():
        yield from ((f"{name} help", example) for example in page.examples)
    readme = (ROOT / "README.md").read_text()
    yield from (("README", example) for example in (*in_markdown(readme), *in_sentences(readme)))
    for path in sorted((ROOT / "man").glob("*.[57]")):
        yield from ((path.name, example) for example in in_mdoc(path.read_text()))


@pytest.mark.parametrize(
    "example",
    [pytest.param(example, id=f"{name}: {example.command}") for name, example in every_example()],
)
def test_example_does_what_it_shows(example: Example, tmp_path: Path) -> None:
    binaries = tmp_path / "bin"
    binaries.mkdir()
    program = binaries / "scoutcli"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m scoutcli "$@"\n')
    program.chmod(0o755)
    folder = shutil.copytree(SAMPLES, tmp_path / "work")
    done = subprocess.run(
        ["bash", "-c", example.command],
        cwd=folder,
        env={
            "PATH": f"{binaries}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "HOME": str(tmp_path),
            # What searches is compiled once for all tests, not for each example anew.
            "XDG_CACHE_HOME": os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache")),
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "80",
            "TERM": "dumb",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == example.status, done.stderr
    assert "Traceback" not in done.stderr
    if example.shows:
        assert re.fullmatch(as_pattern(example.shows), done.stdout), done.stdout


def test_every_command_has_an_example_of_its_own() -> None:
    for name in COMMANDS:
        assert all(f"scoutcli {name}" in example.command for example in load(name).page.examples)
        assert load(name).page.examples


def test_examples_are_found_in_markdown() -> None:
    text = "```sh\n$ scoutcli no\n```\n"
    text += "```console\n$ scoutcli a\none\n\ntwo\n$ ls\n$ scoutcli b\n```\n"
    assert list(in_markdown(text)) == [
        Example("scoutcli a", "", "one\n\ntwo\n"),
        Example("scoutcli b", ""),
    ]


def test_examples_are_found_in_sentences() -> None:
    text = "`scoutcli a x.yaml -v` does, and `scoutcli b` or `x.yaml`.\n"
    text += "```sh\nscoutcli c x.yaml\n```\n"
    assert list(in_sentences(text)) == [Example("scoutcli a x.yaml -v", "")]


def test_examples_are_found_in_mdoc() -> None:
    text = ".Dl $ scoutcli a \\-\\-b\n.Bd -literal -offset indent\n$ scoutcli c\n\\&.x \\e\n.Ed\n"
    assert list(in_mdoc(text)) == [
        Example("scoutcli c", "", ".x \\\n"),
        Example("scoutcli a --b", ""),
    ]


@pytest.mark.parametrize(
    ("shows", "output", "same"),
    [
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("a\n…\nd\n", "a\nd\n", True),
        ("a\n…\n", "b\n", False),
        ("a.c\n", "abc\n", False),
        ("a\n", "a\nb\n", False),
    ],
)
def test_output_is_compared_line_by_line(shows: str, output: str, same: bool) -> None:
    assert (re.fullmatch(as_pattern(shows), output) is not None) is same
