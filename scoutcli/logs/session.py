"""What the commands for logs have in common: options, and how they read and tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from scoutcli.logs.keys import KEYS, KeysType
from scoutcli.options import FileType
from scoutcli.options import output_option as any_output_option

if TYPE_CHECKING:
    from scoutcli.files import Progress
    from scoutcli.logs.reading import Aside, Log
    from scoutcli.logs.writing import Joined

F = TypeVar("F", bound=Callable[..., Any])

output_option = any_output_option(", which may be one of the FILEs")
"""``--output OUT``, as `output`: a name or None."""


def rest_option(what: str) -> Callable[[F], F]:
    """``--rest FILE``, as `rest`: a name or None. `what` goes there beside what is no match."""
    also = f"{what}, and " if what else ""
    return click.option(
        "--rest",
        type=FileType(),
        metavar="FILE",
        help=f"Write to this file {also}what is no match: so nothing is lost.",
    )


def by_option(function: F) -> F:
    """``--by KEY,…``, as `by`: the keys of an order."""
    return click.option(
        "--by",
        type=KeysType(single=True),
        default="date",
        show_default=True,
        metavar="KEY,...",
        help="What the order goes by: first by the first key, where that is equal by the next. "
        f"The keys are {', '.join(name for name, key in KEYS.items() if key.single)}.",
    )(function)


def reverse_option(function: F) -> F:
    """``--reverse``, as `reverse`."""
    return click.option("-r", "--reverse", is_flag=True, help="The other way round.")(function)


class Session(NamedTuple):
    """A run of a command: the log, where matches go, and where the others do (None: nowhere)."""

    log: Log
    progress: Progress
    out: Joined | None
    rest: Joined | None

    def leave_out(self, raw: bytes) -> None:
        """Write a match to where the others go."""
        if self.rest is not None:
            self.rest.write(raw)

    @property
    def status(self) -> int:
        """The exit status: 1 where something was told of what was read."""
        return 1 if self.log.told else 0


@contextmanager
def session(
    paths: Sequence[str],
    output: str | None = None,
    rest: str | None = None,
    *,
    writes: bool = True,
    aside: Aside | None = None,
) -> Iterator[Session]:
    """A run; what it writes is in its place, or nothing is. Without `writes` there is no `out`.

    What is no match goes to `aside`, if that is given, else to the file `rest`,
    else nowhere. Raises UsageError, and OSError where a file cannot be written.
    """
    # Here, as in all commands: `--help` reads no match.
    from scoutcli.files import Progress
    from scoutcli.logs.reading import Log
    from scoutcli.logs.writing import output as writing
    from scoutcli.report import in_text

    if rest is not None and _same(rest, output or "-"):
        raise click.UsageError("--rest is the output itself: name another file")
    with Progress(paths) as progress, ExitStack() as stack:
        others = stack.enter_context(writing(rest)) if rest is not None else None
        out = stack.enter_context(writing(output)) if writes else None

        def tell(diagnostic: Any) -> None:
            progress.hide()
            click.echo(in_text(diagnostic), err=True)

        if aside is None:
            aside = others.write if others is not None else _nowhere
        yield Session(Log(paths, progress, tell, aside), progress, out, others)


def _same(one: str, other: str) -> bool:
    """Whether two names are of one file."""
    return one == other or (
        "-" not in (one, other) and Path(one).resolve() == Path(other).resolve()
    )


def _nowhere(raw: bytes, goes_on: bool) -> None:
    """Where what is no match goes, if nobody keeps it."""
