r"""The parts of the handwritten manual pages that are made from the program.

A page of section 5 or 7 marks such a part with two comments::

    .\" BEGIN GENERATED options scout
    .\" END GENERATED options scout

What stands between them is written by ``python -m scoutcli.manpages man``, and
so is the version in the page's ``.Os`` line; a test sees that both are what
they would be now. Everything else in these pages is written by hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import games
from games.options import Option
from notation import codec, keys
from notation.tokens import JUDGEMENTS
from scoutcli import __version__
from scoutcli.analysis.marks import BAD, DOUBTFUL, VERY_BAD
from scoutcli.analysis.ratings import scale_rows
from scoutcli.analysis.reasons import reasons_for
from scoutcli.analysis.report_json import FIELDS
from scoutcli.manpages import argument, escaped, text_lines

_PART = re.compile(
    r'^\.\\" BEGIN GENERATED ([a-z-]+) ([a-z]+)\n(.*?)^\.\\" END GENERATED \1 \2\n',
    re.MULTILINE | re.DOTALL,
)
_SYSTEM = re.compile(r"^\.Os .*$", re.MULTILINE)


def filled(page: str) -> str:
    """A page with its marked parts made anew. Raises KeyError for a part that is none."""
    page = _SYSTEM.sub(f".Os scoutcli {__version__}", page)
    return _PART.sub(_made, page)


def fill(folder: Path) -> None:
    """Make the marked parts of every page in a folder anew."""
    for path in sorted([*folder.glob("*.5"), *folder.glob("*.7")]):
        path.write_text(filled(path.read_text(encoding="utf-8")), encoding="utf-8")


def _made(part: re.Match[str]) -> str:
    kind, of = part[1], part[2]
    body = "".join(f"{line}\n" for line in PARTS[kind](of))
    return f'.\\" BEGIN GENERATED {kind} {of}\n{body}.\\" END GENERATED {kind} {of}\n'


def _short_forms(game: str) -> Iterator[str]:
    """What may be typed beside the canonical move."""
    return _pairs(codec.get(game).short_forms)


def _cheat_sheet(game: str) -> Iterator[str]:
    """The canonical forms, and how they read."""
    return _pairs(codec.get(game).cheat_sheet)


def _pairs(rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    """Two columns; what does not fit into the first has a line to itself."""
    yield ".Bl -tag -width 14n -compact"
    for left, right in rows:
        yield f".It Li {_literal(left)}"
        yield from text_lines(right)
    yield ".El"


def _literal(text: str) -> str:
    """Words on the line of a macro, in their places."""
    return f'"{argument(text)}"' if " " in text else argument(text)


def _keys(level: str) -> Iterator[str]:
    """The keys of one level of a match file, in canonical order."""
    rows = keys.LEVELS[level]
    yield f".Bl -tag -width {max(len(key.name) for key in rows) + 1}n -compact"
    for key in rows:
        yield f".It Li {argument(key.name)}"
        need = ", required" if key.required else ""
        yield from text_lines(f"{key.kind}{need}: {key.help}")
    yield ".El"


def _options(game: str) -> Iterator[str]:
    """Every option with its values and what it means."""
    yield ".Bl -tag -width Ds"
    for option in games.get(game).options:
        yield f".It Cm {argument(option.name)} : {_literal(option.choices())}"
        yield from text_lines(_sentence(option.help) + _limits(option))
    yield ".El"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _limits(option: Option) -> str:
    """With how many players an option means anything, if not with all."""
    if option.players is None:
        return ""
    first, last = option.players[0], option.players[-1]
    return f" Only with {first if first == last else f'{first} to {last}'} players."


def _presets(game: str) -> Iterator[str]:
    """Every preset with what it changes."""
    yield ".Bl -tag -width 10n -compact"
    for name, changes in games.get(game).presets.items():
        yield f".It Cm {argument(name)}"
        texts = [f"`{option}: {value}`" for option, value in changes.items()]
        yield from text_lines(", ".join(texts) or "every option at its default")
    yield ".El"


def _setup(game: str) -> Iterator[str]:
    """What is dealt for each number of players, as a table."""
    rows = games.get(game).setup
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    yield ".Bd -literal"
    for row in rows:
        cells = map(str.ljust, row, widths)
        yield escaped("  ".join(cells).rstrip())
    yield ".Ed"


def _marks(game: str) -> Iterator[str]:
    """From which loss on each judgement is given."""
    limits = reasons_for(game).MARKS
    rows = zip((DOUBTFUL, BAD, VERY_BAD), limits, strict=True)
    return _pairs(
        tuple(
            (
                JUDGEMENTS[mark - 1],
                f"a loss of more than {limit:g} point{'' if limit == 1 else 's'}",
            )
            for mark, limit in rows
        )
    )


def _rating(game: str) -> Iterator[str]:
    """The words for how well somebody played."""
    return _pairs(tuple(scale_rows(game)))


def _report_fields(_: str) -> Iterator[str]:
    """The report for programs, field by field."""
    return _pairs(FIELDS)


PARTS: dict[str, Callable[[str], Iterator[str]]] = {
    "short-forms": _short_forms,
    "cheat-sheet": _cheat_sheet,
    "keys": _keys,
    "options": _options,
    "presets": _presets,
    "setup": _setup,
    "marks": _marks,
    "rating": _rating,
    "report-fields": _report_fields,
}
"""What can be made, by its name; each is given the game, or the level of keys, that it is for."""
