"""The manual pages: up to date, without a warning, and complete."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import click
import pytest

from scoutcli import __version__
from scoutcli.commands import COMMANDS
from scoutcli.manpages import argument, escaped, flags, main, pages, text_lines

ROOT = Path(__file__).resolve().parent.parent.parent
MAN = ROOT / "man"
COMMITTED = sorted(MAN.glob("*.[1-8]"))


def tool(name: str) -> str:
    """A program that checks manual pages; only a machine that is no CI may be without it."""
    if not shutil.which(name):
        if os.environ.get("CI"):
            pytest.fail(f"{name} is not installed")
        pytest.skip(f"{name} is not installed")
    return name


def test_the_pages_of_section_1_say_what_the_commands_say() -> None:
    made = pages()
    assert {path.name: path.read_text() for path in MAN.glob("*.1")} == made, (
        "the commands have changed: run `python -m scoutcli.manpages man`"
    )
    assert set(made) == {"scoutcli.1", *(f"scoutcli-{name}.1" for name in COMMANDS)}


def test_the_pages_are_written_into_a_folder(tmp_path: Path) -> None:
    main(str(tmp_path))
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == pages()


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.name)
def test_mandoc_has_no_warning(path: Path) -> None:
    done = subprocess.run(
        [tool("mandoc"), "-T", "lint", "-W", "warning", path], capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_brackets_in_the_name_of_a_value_stay() -> None:
    option = click.Option(["--time"], metavar="MS[+INC]")
    assert flags(option) == "Fl \\-time Ar MS[+INC]"


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.name)
def test_groff_has_no_warning(path: Path) -> None:
    done = subprocess.run(
        [tool("groff"), "-mandoc", "-ww", "-Tutf8", path], capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.name)
def test_a_page_has_its_sections_and_names_only_pages_there_are(path: Path) -> None:
    text = path.read_text()
    name, section = path.stem, path.suffix[1:]
    assert f".Dt {name.upper()} {section}\n" in text
    assert f".Os scoutcli {__version__}\n" in text
    wanted = ["NAME", "DESCRIPTION", "EXAMPLES", "SEE ALSO"]
    if section == "1":
        wanted += ["SYNOPSIS", "EXIT STATUS"]
    assert set(wanted) <= set(re.findall(r"^\.Sh (.*)$", text, re.MULTILINE))
    for other, number in re.findall(r"\bXr (scoutcli\S*) (\d)", text):
        assert (MAN / f"{other}.{number}").exists(), f"there is no {other}({number})"


def test_every_page_is_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    installed = project["tool"]["setuptools"]["data-files"]
    for path in COMMITTED:
        folder = f"share/man/man{path.suffix[1:]}"
        assert any(path in ROOT.glob(pattern) for pattern in installed[folder])


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("One. Two.", ["One.", "Two."]),
        ("Type `a -b` now.", ["Type \\fBa \\-b\\fR now."]),
        (".x is no macro", ["\\&.x is no macro"]),
        ("a \\ is no escape", ["a \\e is no escape"]),
    ],
)
def test_words_become_roff(text: str, lines: list[str]) -> None:
    assert list(text_lines(text)) == lines


def test_words_on_the_line_of_a_macro_are_no_macros() -> None:
    assert argument("Ar") == "\\&Ar"
    assert argument("KEY=VALUE") == "KEY=VALUE"
    assert argument('a"b') == "a\\(dqb"
    assert escaped("'twas --so") == "\\&'twas \\-\\-so"
