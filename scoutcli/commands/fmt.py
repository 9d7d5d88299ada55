"""`scoutcli fmt`: match files in canonical form."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from scoutcli.help import WELL, Example, Page, subcommand
from scoutcli.options import files_argument, in_place_option, output_option

if TYPE_CHECKING:
    from notation.diagnostics import Diagnostic
    from scoutcli.rewrite import Tell

PAGE = Page(
    description="""
    Writes the matches of the files in canonical form to the standard output: keys in their order,
    quotes only where they are needed, a lap of the table on each line of moves, options left out
    where they change nothing. Comments stay, in the moves and in the YAML, and so do keys that
    begin with `x-`. Writing what was written changes no byte.

    A match with an error is handed through as it is, to the byte, and its errors are told on the
    standard error output; the others are written all the same. So nothing is ever lost.

    With `--seat` the matches are written as that seat knew them: other hands, and the choices to
    keep or flip them, become `?`, the seed of the deals is left out, and so are variations.
    Comments and own keys stay. What is written so is still a match file. A match with an error is
    left out then, as nobody could say what it shows.
    """,
    examples=(
        Example("scoutcli fmt match.yaml | head -n 3", "To the standard output:"),
        Example(
            "scoutcli fmt --check *.yaml",
            "Which files are not in canonical form, or at fault? For a test:",
            status=1,
        ),
        Example("scoutcli fmt --diff match.yaml skyjo.yaml", "What would change?"),
        Example("scoutcli fmt --in-place match.yaml", "Change the file itself:"),
        Example(
            "scoutcli fmt --seat 2 -o seat2.yaml match.yaml",
            "What seat 2 knew, for an exercise:",
        ),
    ),
    exits=(
        WELL,
        (
            "1",
            "A match has an error, a file cannot be read, or `--check` or `--diff` found changes.",
        ),
        ("2", "The command line is wrong, or a file cannot be written."),
    ),
    files=(
        (
            ".FILE.*",
            "A new file in the making, beside FILE; if the program is killed it can be deleted.",
        ),
    ),
    also=("scoutcli-validate(1)",),
)


@subcommand("fmt", PAGE)
@files_argument
@click.option(
    "--check", is_flag=True, help="Write nothing but the names of files that would change."
)
@click.option("--diff", is_flag=True, help="Write the changes as a unified diff.")
@output_option()
@in_place_option
@click.option(
    "--seat", type=click.IntRange(min=1), metavar="S", help="Write what this seat knew only."
)
def command(
    paths: tuple[str, ...],
    check: bool,
    diff: bool,
    output: str | None,
    in_place: bool,
    seat: int | None,
) -> int:
    """Write every file in the way that was asked for."""
    _refuse_contradictions(paths, check, diff, output, in_place, seat)
    from scoutcli.files import UnreadableError
    from scoutcli.report import in_text

    faults = 0

    def tell(diagnostic: Diagnostic) -> None:
        nonlocal faults
        faults += 1
        click.echo(in_text(diagnostic), err=True)

    if not (check or diff or in_place):
        _write_all(paths, tell, output, None if seat is None else seat - 1)
        return 1 if faults else 0
    handle = _replace if in_place else _print_diff if diff else _print_name
    changed = False
    for path in paths:
        try:
            changed |= handle(path, tell)
        except UnreadableError as error:
            tell(error.diagnostic)
    return 1 if faults or (changed and not in_place) else 0


def _refuse_contradictions(
    paths: tuple[str, ...],
    check: bool,
    diff: bool,
    output: str | None,
    in_place: bool,
    seat: int | None,
) -> None:
    """Raise UsageError where the options do not go together."""
    ways = {"--check": check, "--diff": diff, "--output": output, "--in-place": in_place}
    chosen = [name for name, value in ways.items() if value]
    if len(chosen) > 1:
        raise click.UsageError(f"{' and '.join(chosen)} do not go together: choose one")
    if seat is not None and chosen and not output:
        raise click.UsageError(
            f"--seat leaves out what others knew, so it does not go together with {chosen[0]}"
        )
    if in_place and "-" in paths:
        raise click.UsageError("the standard input cannot be changed in place")


def _write_all(paths: tuple[str, ...], tell: Tell, output: str | None, seat: int | None) -> None:
    """Write the new form of all files, one behind the other, to one place."""
    from scoutcli.files import UnreadableError
    from scoutcli.rewrite import Replacement, for_stream, rewritten

    def write_to(stream: BinaryIO, shown: Callable[[bytes], bytes]) -> None:
        for number, path in enumerate(paths, 1):
            try:
                parts = rewritten(path, tell, seat, last=number == len(paths))
                stream.writelines(shown(new) for _, new in parts)
            except UnreadableError as error:
                tell(error.diagnostic)

    if output not in {None, "-"}:
        with Replacement(str(output)) as replacement:
            write_to(replacement.stream, bytes)
            replacement.commit()
    else:
        stream = sys.stdout.buffer
        write_to(stream, for_stream(stream))
        stream.flush()


def _replace(path: str, tell: Tell) -> bool:
    """Put a file's new form in its place; whether it has changed."""
    from games.errors import RuleError
    from notation.diagnostics import Diagnostic
    from scoutcli.rewrite import Replacement, rewritten
    from scoutcli.table.files import Lock

    if not Path(path).is_file():
        # Looking at it tells why it cannot be read; if it can, it is a pipe or a device.
        for _ in rewritten(path, tell):
            raise click.UsageError(f"{path} is no ordinary file and cannot be changed in place")
        return False
    try:
        lock = Lock(Path(path))
    except RuleError as error:
        # Whoever plays it has the file open, and would go on writing to the former one.
        tell(Diagnostic(error.code, "error", error.message, path))
        return False
    except OSError:
        lock = None  # reading it tells why
    try:
        changed = False
        with Replacement(path) as replacement:
            for old, new in rewritten(path, tell):
                replacement.stream.write(new)
                changed |= old != new
            if changed:
                replacement.commit()
        return changed
    finally:
        if lock is not None:
            lock.release()


def _print_name(path: str, tell: Tell) -> bool:
    """Print the name of a file that would change; whether it would."""
    from notation.diagnostics import printable
    from scoutcli.rewrite import rewritten

    changed = False
    for old, new in rewritten(path, tell):
        changed |= old != new
    if changed:
        click.echo(printable(path))
    return changed


def _print_diff(path: str, tell: Tell) -> bool:
    """Print what would change in a file; whether anything would."""
    from notation.diagnostics import printable
    from scoutcli.diffs import UnifiedDiff
    from scoutcli.rewrite import for_stream, rewritten

    stream = sys.stdout.buffer
    shown = for_stream(stream)
    diff = UnifiedDiff()
    changed = False

    def write(lines: Iterable[bytes]) -> None:
        nonlocal changed
        for line in lines:
            if not changed:
                name = printable(path).encode()
                stream.write(b"--- %b\n+++ %b\n" % (name, name))
            changed = True
            stream.write(shown(line))

    for old, new in rewritten(path, tell):
        write(diff.take(old, new))
    write(diff.end())
    stream.flush()
    return changed
