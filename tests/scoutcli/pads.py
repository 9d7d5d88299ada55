"""Score pads for tests: opened, filled line by line, and looked at."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import Path

import games
from notation import writer
from notation.match import Player
from scoutcli.notes.desk import PlainDesk
from scoutcli.notes.load import load
from scoutcli.notes.store import Store
from scoutcli.pad.pad import Pad
from scoutcli.pad.talk import Talk
from tests.record import canonical_of, errors_of, part_of


class Sitting:
    """A pad of a new match (or that in a file, without a game), filled by lines."""

    def __init__(
        self,
        path: Path,
        lines: Sequence[str],
        game: str = "",
        players: Sequence[str] = ("Ann", "Bo", "Cy"),
        rules: Mapping[str, str] | None = None,
    ) -> None:
        self.path = path
        self.out, self.err = io.StringIO(), io.StringIO()
        if game:
            path.touch()
            made = games.get(game).rules(len(players), rules or {})[0]
            head = writer.header(games.get(game), [*map(Player, players)], made, {}, {})
            pad = Pad(games.get(game), made, players, f"{head}rounds:\n", Store(path, 0))
            pad.save()
        else:
            pad, _, _ = load(path, Pad)
        typed = io.StringIO("".join(f"{line}\n" for line in lines))
        self.status = Talk(pad, PlainDesk(typed, self.out, self.err)).run()

    @property
    def shown(self) -> list[str]:
        return self.out.getvalue().splitlines()

    @property
    def complaints(self) -> list[str]:
        return self.err.getvalue().splitlines()

    @property
    def rounds(self) -> str:
        """The file from its first round on; it is seen to be right and canonical."""
        text = self.path.read_text(encoding="utf-8")
        assert errors_of(text) == []
        assert canonical_of(part_of(text)) == text
        return text[text.index("rounds:\n") + len("rounds:\n") :]


def skyjo(path: Path, *lines: str, **rules: str) -> Sitting:
    return Sitting(path, [*lines, "quit"], "skyjo", rules=rules)


def scout(path: Path, *lines: str, **rules: str) -> Sitting:
    return Sitting(path, [*lines, "quit"], "scout", rules=rules)


TWO = ("12 8 30 ender Ann", "7 19 41 ender Bo")
"""Two rounds of SKYJO: 24 8 30, then 7 38 41."""
