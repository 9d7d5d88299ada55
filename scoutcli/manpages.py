"""Makes the manual pages of section 1 from the commands: ``python -m scoutcli.manpages man``.

Every page is made from what ``--help`` is made of: the command's options and
its `Page`. The pages are written in mdoc, and are kept in the repository so
that they can be installed and read without running anything; a test compares
them with what the commands say today. The pages of sections 5 and 7 are
written by hand, but for the parts that `scoutcli.manparts` makes.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import click

from scoutcli import __version__
from scoutcli.cli import scoutcli
from scoutcli.commands import COMMANDS, load
from scoutcli.help import Described, Example, Page

DATE = "November 30, 2026"
"""Of the last change to what the pages say, as mdoc writes a date."""

_MACRO_LIKE = re.compile(r"[A-Z%][A-Za-z]{1,2}|[.,:;()\[\]?!|]")
_SENTENCE_END = re.compile(r"(?<=[^.][.!?]) (?=[A-Z`])")


def escaped(text: str) -> str:
    """A text that roff prints as it stands: backslashes and hyphens are no commands of it."""
    text = plain_ascii(text.replace("\\", "\\e").replace("-", "\\-"))
    return "\\&" + text if text[:1] in {".", "'"} else text


def plain_ascii(text: str) -> str:
    """The same text, with what roff does not read as it stands by its code point."""
    return "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in text)


def argument(word: str) -> str:
    """A word that may stand on a macro's line without being taken for a macro."""
    word = escaped(word).replace('"', "\\(dq")
    return "\\&" + word if _MACRO_LIKE.fullmatch(word) else word


def text_lines(text: str) -> Iterator[str]:
    """A paragraph of a `Page`: every sentence begins a line, what is between backticks is bold."""
    for sentence in _SENTENCE_END.split(text):
        parts = sentence.split("`")
        whole = "".join(
            f"\\fB{escaped(part)}\\fR" if index % 2 else plain_ascii(part.replace("\\", "\\e"))
            for index, part in enumerate(parts)
        )
        for line in textwrap.wrap(whole, 80, break_long_words=False, break_on_hyphens=False):
            yield "\\&" + line if line[0] in {".", "'"} else line


def paragraphs(texts: list[str]) -> Iterator[str]:
    """Paragraphs, an empty line of the page between them."""
    for index, text in enumerate(texts):
        if index:
            yield ".Pp"
        yield from text_lines(text)


def flags(option: click.Option) -> str:
    """How an option is written, on a macro's line: ``Fl p , Fl -players Ar N``."""
    value = "" if option.is_flag or option.count else f" {_operand(option)}"
    # Some versions of click have --help before -h.
    names = sorted([*option.opts, *option.secondary_opts], key=len)
    return " , ".join(f"Fl {argument(name[1:])}{value}" for name in names)


def _operand(option: click.Option) -> str:
    """The value behind an option, in brackets where it may be left out."""
    optional = (option.metavar or "").startswith("[")
    return f"{'Op ' if optional else ''}Ar {argument(metavar(option))}"


def metavar(parameter: click.Parameter) -> str:
    """The name of a parameter's value: ``N``, ``KEY=VALUE``, ``text|json``."""
    if parameter.metavar is not None:
        name = parameter.metavar
        return name[1:-1] if name[:1] + name[-1:] in ("{}", "[]") else name
    if isinstance(parameter.type, click.Choice):
        return "|".join(map(str, parameter.type.choices))
    return parameter.type.name.upper()


def synopsis(command: click.Command, context: click.Context) -> Iterator[str]:
    """The command line: options in brackets, then arguments."""
    if isinstance(command, click.Group):
        yield ".Op Fl \\-version | Fl h | Fl \\-help"
        yield ".Op Ar command Op Ar argument ..."
        return
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option):
            value = "" if parameter.is_flag else f" {_operand(parameter)}"
            name = max(parameter.opts, key=len)
            line = f"Fl {argument(name[1:])}{value}{' ...' if parameter.multiple else ''}"
            yield f".{line}" if parameter.required else f".Op {line}"
        else:
            line = f"Ar {argument(metavar(parameter))}{' ...' if parameter.nargs == -1 else ''}"
            yield f".{line}" if parameter.required else f".Op {line}"


def options(command: click.Command, context: click.Context) -> Iterator[str]:
    """A list of the options with their help."""
    yield ".Pp"
    yield "The options are as follows:"
    yield ".Bl -tag -width Ds"
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option):
            record = parameter.get_help_record(context)
            yield f".It {flags(parameter)}"
            yield from text_lines(record[1] if record else "")
    yield ".El"


def pairs(title: str, lead: str, rows: tuple[tuple[str, str], ...], macro: str) -> Iterator[str]:
    """A section that is a list of names, each with what it means."""
    if not rows:
        return
    yield f".Sh {title}"
    if lead:
        yield lead
    yield ".Bl -tag -width Ds"
    for name, meaning in rows:
        yield f".It {macro} {argument(name)}"
        yield from text_lines(meaning)
    yield ".El"


def examples(shown: tuple[Example, ...]) -> Iterator[str]:
    """Every example: what it does, the line, and its output where the page has it."""
    yield ".Sh EXAMPLES"
    for index, example in enumerate(shown):
        if index:
            yield ".Pp"
        yield from text_lines(example.does)
        yield ".Bd -literal -offset indent"
        yield from (escaped(line) for line in (f"$ {example.command}", *example.shows.splitlines()))
        yield ".Ed"


def references(name: str, page: Page) -> Iterator[str]:
    """The other pages, by section and then by name, as mdoc wants them."""
    also = {("1", "scoutcli"), *((text[-2], text[:-3]) for text in page.also)}
    if name == "scoutcli":
        also |= {("1", f"scoutcli-{command}") for command in COMMANDS}
        also.remove(("1", "scoutcli"))
    rows = sorted(also)
    yield ".Sh SEE ALSO"
    for index, (section, other) in enumerate(rows):
        yield f".Xr {other} {section}{' ,' if index < len(rows) - 1 else ''}"


def page_of(name: str, command: click.Command) -> str:
    """The whole manual page of a command; `name` is ``scoutcli`` or ``scoutcli-deal``."""
    assert isinstance(command, Described)
    page = command.page
    shell_name = name.replace("-", " ", 1)
    context = click.Context(
        command, info_name=shell_name, help_option_names=["-h", "--help"], max_content_width=80
    )
    about = (command.short_help or "").rstrip(".")
    lines = [
        '.\\" Made by scoutcli.manpages from what the command says of itself; do not edit.',
        f".Dd {DATE}",
        f".Dt {name.upper()} 1",
        f".Os scoutcli {__version__}",
        ".Sh NAME",
        f".Nm {name}",
        f".Nd {about[0].lower()}{about[1:]}",
        ".Sh SYNOPSIS",
        f".Nm {shell_name}",
        *synopsis(command, context),
        ".Sh DESCRIPTION",
        *paragraphs(page.paragraphs()),
        *options(command, context),
    ]
    if name == "scoutcli":
        lines += [".Pp", "The commands are as follows:", ".Bl -tag -width completion"]
        for subcommand, text in COMMANDS.items():
            lines += [f".It Cm {argument(subcommand)}", *text_lines(text)]
        lines.append(".El")
    for title, rows in page.lists:
        lines += pairs(title.upper(), "", rows, "Cm")
    lines += pairs("ENVIRONMENT", "", page.environment, "Ev")
    lines += pairs("FILES", "", page.files, "Pa")
    lines += pairs("EXIT STATUS", "", page.exits, "Li")
    lines += examples(page.examples)
    lines += references(name, page)
    return "\n".join(lines) + "\n"


def pages() -> dict[str, str]:
    """The text of every page, by its file name."""
    result = {"scoutcli.1": page_of("scoutcli", scoutcli)}
    for name in COMMANDS:
        result[f"scoutcli-{name}.1"] = page_of(f"scoutcli-{name}", load(name))
    return result


def main(folder: str) -> None:
    """Write the pages of section 1 into a folder, and fill those of other sections there."""
    from scoutcli.manparts import fill  # here, as it makes its parts by what stands above

    for name, text in pages().items():
        (Path(folder) / name).write_text(text, encoding="utf-8")
    fill(Path(folder))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m scoutcli.manpages FOLDER")
    main(sys.argv[1])
