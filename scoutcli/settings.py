"""What can be set once for all matches: the settings, and the file they are kept in.

`SETTINGS` is the one source: the help of `scoutcli config`, its manual page,
the completion of a shell and the checks are made from it. The file is a map of
YAML, a setting a line; it belongs to its owner, so a change leaves comments and
everything else in it as it is.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from games.errors import RuleError
from notation.diagnostics import TextError, printable
from scoutcli.naming import LONGEST_NAME, is_name

LONGEST_FILE = 100_000
"""Bytes. A longer file is no file of settings."""
_LONGEST_SHOWN = 40
"""Characters of a wrong value that are shown."""


@dataclass(frozen=True)
class Setting:
    """Something that can be set. `values` are all it can be; empty: a name, or nothing."""

    name: str
    values: tuple[str, ...]
    default: str
    help: str

    def check(self, value: str) -> str:
        """The value, as it is kept. Raises TextError, which says what would be right."""
        if self.values:
            if value not in self.values:
                raise TextError(
                    "no-such-value",
                    f"{self.name} cannot be {_cut(value)}: {_close(value, self.values)}",
                    length=len(value),
                )
            return value
        value = value.strip()
        if value and not is_name(value):
            raise TextError(
                "no-such-value",
                f"{self.name} is at most {LONGEST_NAME} printable characters",
                length=len(value),
            )
        return value


SETTINGS = (
    Setting(
        "theme",
        ("dark", "light", "contrast", "none"),
        "dark",
        "The colours of the table: for a dark or a light background, of high contrast, or none.",
    ),
    Setting(
        "symbols",
        ("auto", "unicode", "ascii"),
        "auto",
        "What cards and frames are drawn with; auto takes what the terminal can show.",
    ),
    Setting(
        "editing",
        ("emacs", "vi"),
        "emacs",
        "The keys with which a typed line is edited.",
    ),
    Setting(
        "speed",
        ("off", "slow", "normal", "fast"),
        "normal",
        "How long a move of a bot stays to be seen; off does not wait.",
    ),
    Setting(
        "tutor",
        ("off", "on"),
        "off",
        "Whether the table warns before a clear mistake.",
    ),
    Setting(
        "name",
        (),
        "",
        "Your name at the table and in statistics; the login name if empty.",
    ),
    Setting(
        "screen",
        ("auto", "plain"),
        "auto",
        "The table: drawn where the terminal can do it, or always as plain lines of text.",
    ),
)
"""Every setting there is, in the order in which they are listed."""


def find(name: str) -> Setting:
    """The setting of that name. Raises TextError, with the one that may be meant."""
    for setting in SETTINGS:
        if setting.name == name:
            return setting
    names = [setting.name for setting in SETTINGS]
    raise TextError(
        "no-such-setting",
        f"there is no setting {_cut(name)}: {_close(name, names)}",
        length=len(name),
    )


class Settings(Mapping[str, str]):
    """The value of every setting. `said` are those that differ from what is usual."""

    def __init__(self, said: Mapping[str, str] | None = None, notices: Sequence[str] = ()) -> None:
        """`said`: values that were checked; all others have their default."""
        self.said = dict(said or {})
        self.notices = tuple(notices)
        """What there is to tell of the file: keys that are no setting, safe to print."""

    def __getitem__(self, name: str) -> str:
        if name in self.said:
            return self.said[name]
        try:
            return find(name).default
        except TextError as error:
            raise KeyError(name) from error

    def __iter__(self) -> Iterator[str]:
        return (setting.name for setting in SETTINGS)

    def __len__(self) -> int:
        return len(SETTINGS)

    def but(self, **changes: str | None) -> Settings:
        """The same with some of them changed; None changes nothing. Raises TextError."""
        said = {
            name: find(name).check(value) for name, value in changes.items() if value is not None
        }
        return Settings(self.said | said, self.notices)


def config_file(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The file of the settings, whether it is there or not.

    ``scoutcli/config.yaml`` in XDG_CONFIG_HOME if that is an absolute path, as
    its specification asks for; else where the platform keeps such files.
    """
    said = environment.get("XDG_CONFIG_HOME", "")
    if Path(said).is_absolute():
        base = Path(said)
    elif platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path.home() / ".config"
    return base / "scoutcli" / "config.yaml"


def load(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of whoever runs the program; all defaults where there is no file.

    Raises RuleError for a file that is broken or has a value that cannot be
    (the message begins with ``file:line:column``), OSError where it cannot be read.
    """
    try:
        path = config_file(environment)
    except RuntimeError:  # nobody's account: there is no home
        return Settings()
    source = _read(path)
    return _understood(path, source) if source else Settings()


def change(path: Path, name: str, value: str) -> str:
    """Set a setting in a file; the value as it is kept now. Atomic: the file is replaced whole.

    A file in which other values are wrong can be mended so. Raises TextError
    for what is no setting or no value of it, RuleError for a file that is no
    YAML, OSError.
    """
    value = find(name).check(value)
    source = _read(path)
    _write(path, _edited(path, source, name, value))
    return value


def reset(path: Path, name: str | None = None) -> None:
    """Set one setting, or all of them, to the default: its line, or the file, goes.

    Raises TextError, RuleError, OSError as `change` does; all of them can be
    reset in any file.
    """
    if name is None:
        path.unlink(missing_ok=True)
        return
    find(name)
    source = _read(path)
    if source:
        _write(path, _edited(path, source, name, None))


# Reading


def _read(path: Path) -> str:
    """The text of the file; empty where there is none. Raises RuleError, OSError."""
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    if len(data) > LONGEST_FILE:
        raise _fault(path, 0, 0, f"settings take at most {LONGEST_FILE} bytes", "settings-too-long")
    try:
        return data.decode("utf-8").removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line, column = before.count("\n"), len(before) - before.rfind("\n") - 1
        raise _fault(path, line, column, "this is no UTF-8", "not-utf-8") from None


def _raw(path: Path, source: str) -> dict[str, tuple[tuple[int, int], str, tuple[int, int]]]:
    """Every key with its place, the text of its value, and the place of that. Raises RuleError."""
    from notation.document import Map, Scalar, parse  # slow to load; most have no settings

    document = parse(source)
    if (fault := document.fault) is not None:
        raise _fault(path, fault.line, fault.column, fault.message, fault.code)
    root = document.root
    if root is None:
        return {}
    if not isinstance(root, Map):
        message = "settings stand one a line, as in `theme: light`"
        raise _fault(path, root.line, root.column, message, "not-settings")
    found = {}
    for key, (place, node) in root.items.items():
        if not isinstance(node, Scalar):
            if any(setting.name == key for setting in SETTINGS):
                message = f"the value of {_cut(key)} is a word, not a list or a map"
                raise _fault(path, node.line, node.column, message, "no-such-value")
            found[key] = place, "", (node.line, node.column)
            continue
        found[key] = place, node.text, (node.line, node.column)
    return found


def _understood(path: Path, source: str) -> Settings:
    said, notices = {}, []
    for key, (place, value, at) in _raw(path, source).items():
        try:
            setting = find(key)
        except TextError as error:
            notices.append(f"{_where(path, *place)}: {error.message}")
            continue
        try:
            said[key] = setting.check(value)
        except TextError as error:
            raise _fault(path, *at, error.message, error.code) from None
    return Settings(said, notices)


def _where(path: Path, line: int, column: int) -> str:
    """A place in the file, as `Diagnostic.place` writes it."""
    return f"{printable(str(path))}:{line + 1}:{column + 1}"


def _fault(path: Path, line: int, column: int, message: str, code: str) -> RuleError:
    place = _where(path, line, column)
    return RuleError(code, f"{place}: {message} (to begin anew: scoutcli config --reset)")


def _close(word: str, words: Sequence[str]) -> str:
    from difflib import get_close_matches  # only where something was mistyped

    close = get_close_matches(word[:_LONGEST_SHOWN].lower(), words, 1)
    return f"did you mean {close[0]}?" if close else f"there is {', '.join(words)}"


def _cut(text: str) -> str:
    """A text of unknown origin for a message: short, and safe to print."""
    return repr(text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…")


# Writing


def _edited(path: Path, source: str, name: str, value: str | None) -> str:
    """The text of the file with a setting changed, or taken out where the value is None.

    A setting is changed on its line, and a comment behind it stays. Raises
    RuleError where it has no line of its own (a map in braces, a text over
    several lines): nothing is thrown away that somebody wrote.
    """
    from notation.yamltext import quote  # slow to load, and only here

    wanted = {key: text for key, (_, text, _) in _raw(path, source).items()}
    line = "" if value is None else f"{name}: {quote(value)}"
    if name in wanted:
        own = re.compile(rf"^{name} *:(?: [^\n]*?)?(?P<comment> +#[^\n]*)?(?:\n|\Z)", re.MULTILINE)
        text = own.sub(
            lambda was: f"{line}{was['comment'] or ''}\n" if line else "", source, count=1
        )
    else:
        gap = "\n" if source and source[-1] != "\n" else ""
        text = f"{source}{gap}{line}\n" if line else source
    if value is None:
        wanted.pop(name, None)
    else:
        wanted[name] = value
    try:
        if {key: found for key, (_, found, _) in _raw(path, text).items()} == wanted:
            return text
    except RuleError:
        pass
    raise RuleError(
        "settings-not-in-lines",
        f"{printable(str(path))} is not written a setting a line, so {name} cannot be changed "
        "there: edit it, or begin anew with scoutcli config --reset",
    )


def _write(path: Path, text: str) -> None:
    from scoutcli.rewrite import Replacement  # slow to load, and only here

    path.parent.mkdir(parents=True, exist_ok=True)
    with Replacement(str(path)) as new:
        new.stream.write(text.encode())
        new.commit()
