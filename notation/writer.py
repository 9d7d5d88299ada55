"""A match as text: the canonical form, byte for byte the same however it was written before.

Keys in their order, texts quoted where they must be, moves in laps, comments
kept. With a seat: only what that seat knew, the rest as `?`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.errors import RuleError
from games.game import Deal, Game, State
from games.options import Option, Rules
from notation import codec, keys
from notation.audit import Audit, begin_round
from notation.codec import Notation
from notation.comments import Row, place
from notation.document import Document
from notation.layout import lines
from notation.match import Match, Player, own_keys
from notation.nodes import List, Map, Node
from notation.recorder import numbers, tidy
from notation.replay import reader, settle_starter, word
from notation.tokens import Note, Play, Variation, read_moves
from notation.yamltext import block, entry, quote

SECRETS = ("seed", "salt")
"""What `shuffle` holds that shows the cards of every seat."""

Path = tuple[str | int, ...]
"""Where a key stands: ``("rounds", 0, "deal")``."""


class _Rows:
    """The lines to be written, in their order."""

    def __init__(self, at: Mapping[Path, int]) -> None:
        self.rows: list[Row] = []
        self.at = at
        """Where each key stood in the text that was read: the line, from 0."""

    def add(self, text: str, *path: str | int) -> None:
        """Add lines: what was found under a path, or what is new."""
        line = self.at.get(path)
        for part in text.removesuffix("\n").split("\n"):
            self.rows.append(Row(part, line))
            line = None

    def add_own(self, own: Mapping[str, Node], indent: int, *path: str | int) -> None:
        """Add the user's own keys, at the end of their level."""
        for name, node in own.items():
            self.add(" " * indent + entry(name, node, indent), *path, name)

    def text(self) -> str:
        """All lines, each ended."""
        return "".join(f"{row.text}\n" for row in self.rows)


def canonical(
    audit: Audit, document: Document | None, seat: int | None = None, *, last: bool = True
) -> str:
    """The canonical form of a match without errors; with `seat`, what that seat knew of it.

    `last` says that nothing follows in the file. Then the moves of a match in
    play end as its recorder left them: open where the lap is not complete.
    `document` is None for a position or moves alone; there is no `seat` then.
    """
    match = audit.match
    if document is None:
        return _loose_text(audit)
    rows = _Rows(dict(_key_lines(document.root, ())))
    rows.add("---")
    _add_header(rows, match, seat)
    early, late = _split_own(document.root, "rounds")
    rows.add_own(early, 0)
    if "rounds" in match.nodes:
        rows.add("rounds:", "rounds")
    is_open = False
    rounds = match.nodes.get("rounds")
    for index, item in enumerate(rounds.items if isinstance(rounds, List) else ()):
        is_open = _add_round(rows, audit, index, item, seat)
    if match.total is not None:
        rows.add(f"total: {numbers(match.total)}", "total")
    if match.winners is not None:
        rows.add(f"winners: {numbers([winner + 1 for winner in match.winners])}", "winners")
    rows.add_own(late, 0)
    end = rows.rows[-1] if is_open and last and not (late or match.total) else None
    if "#" in document.text:  # looking for comments reads the text once more
        place(document.comments(), rows.rows)
    text = rows.text()
    return text[:-1] + " " if rows.rows[-1] is end else text


def header(
    game: Game,
    players: Sequence[Player],
    rules: Rules,
    headers: Mapping[str, str],
    shuffle: Mapping[str, str],
    *,
    practice: bool = False,
) -> str:
    """The keys of a new match before `rounds`, for a recorder."""
    match = Match("", 1, 1, "", version=1, game=game, headers=dict(headers), practice=practice)
    match.players = list(players)
    match.preset = rules.preset
    match.rules = rules
    # An option at its default has to be said where a preset changes it.
    preset = game.presets[rules.preset] if rules.preset else {}
    said = {**rules.changed(), **{name: rules[name] for name in preset}}
    match.said = {name: Option.write(value) for name, value in said.items()}
    match.shuffle = dict(shuffle)
    rows = _Rows({})
    rows.add("---")
    _add_header(rows, match, None)
    return rows.text()


def _split_own(node: Node | None, name: str) -> tuple[dict[str, Node], dict[str, Node]]:
    """The user's own keys that stand before the key `name`, and the others.

    A match in play grows behind that key, so what stands before it stays there.
    """
    own = own_keys(node)
    assert isinstance(node, Map)
    before = list(node.items)
    before = before[: before.index(name)] if name in node.items else []
    early = {key: value for key, value in own.items() if key in before}
    return early, {key: value for key, value in own.items() if key not in early}


def _key_lines(node: Node | None, path: Path) -> list[tuple[Path, int]]:
    """Where every key stands, by its path; not those of the user's own maps."""
    if isinstance(node, List):
        return [
            place for at, item in enumerate(node.items) for place in _key_lines(item, (*path, at))
        ]
    if not isinstance(node, Map):
        return []
    result = []
    for name, ((line, _), value) in node.items.items():
        result.append(((*path, name), line))
        if not name.startswith(keys.OWN):
            result += _key_lines(value, (*path, name))
    return result


# The keys before the rounds


def _add_header(rows: _Rows, match: Match, seat: int | None) -> None:
    assert match.game is not None
    for key in keys.MATCH:
        if key.name == "scoutcli":
            rows.add("scoutcli: 1", "scoutcli")
        elif key.name == "game":
            rows.add(f"game: {match.game.name}", "game")
        elif key.name in match.headers:
            rows.add(f"{key.name}: {quote(match.headers[key.name])}", key.name)
        elif key.name == "players":
            rows.add("players:", "players")
            for index, player in enumerate(match.players):
                _add_player(rows, player, index)
        elif key.name == "rules":
            _add_rules(rows, match)
        elif key.name == "shuffle":
            _add_shuffle(rows, match, seat)
        elif key.name == "practice" and match.practice:
            rows.add("practice: yes", "practice")


def _add_player(rows: _Rows, player: Player, index: int) -> None:
    start = len(rows.rows)
    for key in keys.PLAYER:
        value = getattr(player, key.name)
        if value is not None:
            rows.add(f"  {key.name}: {quote(value)}", "players", index, key.name)
    rows.add_own(player.own, 2, "players", index)
    _bullet(rows.rows[start])


def _bullet(row: Row) -> None:
    """Make a row the first of an item."""
    row.text = "- " + row.text[2:]


def _add_rules(rows: _Rows, match: Match) -> None:
    """A preset, and options that change something, in the order in which they were said."""
    said = _needed(match)
    own = own_keys(match.nodes.get("rules"))
    if not (said or own or match.preset):
        return
    rows.add("rules:", "rules")
    if match.preset:
        rows.add(f"  preset: {match.preset}", "rules", "preset")
    for name, value in said.items():
        rows.add(f"  {name}: {value}", "rules", name)
    rows.add_own(own, 2, "rules")


def _needed(match: Match) -> dict[str, str]:
    """The options said, without those that go without saying.

    One that does not apply to so many players stays: it is no fault to say it.
    """
    game, players = match.game, len(match.players)
    assert game is not None and match.rules is not None
    said = dict(match.said)
    for option in game.options:
        if option.name not in said or not option.applies(players):
            continue
        fewer = {name: text for name, text in said.items() if name != option.name}
        try:
            rules, _ = game.rules(players, fewer, match.preset)
        except RuleError:
            continue
        if dict(rules) == dict(match.rules):
            said = fewer
    return said


def _add_shuffle(rows: _Rows, match: Match, seat: int | None) -> None:
    own = own_keys(match.nodes.get("shuffle"))
    shown = {
        name: text for name, text in match.shuffle.items() if seat is None or name not in SECRETS
    }
    if not (shown or own):
        return
    rows.add("shuffle:", "shuffle")
    for part in keys.SHUFFLE:
        if part.name in shown:
            rows.add(f"  {part.name}: {quote(shown[part.name])}", "shuffle", part.name)
    rows.add_own(own, 2, "shuffle")


# Rounds


def _add_round(rows: _Rows, audit: Audit, index: int, node: Node, seat: int | None) -> bool:
    """Write a round; whether the last line is one of moves to which more can be added."""
    record = audit.match.rounds[index]
    early, late = _split_own(node, "moves")
    start = len(rows.rows)
    is_open = False
    for key in keys.ROUND:
        if key.name not in record.nodes:
            continue
        value = getattr(record, key.name)
        path = ("rounds", index, key.name)
        is_open = False
        if key.name == "deal":
            rows.add(f"  deal: |\n{_indented(_deal(audit, index, seat))}", *path)
        elif key.name == "moves":
            rows.add_own(early, 2, "rounds", index)
            moves = _moves(audit, index, seat)
            rows.add(f"  moves: |\n{_indented(moves)}", *path)
            is_open = moves.endswith(" ")
        elif key.kind == "block":
            rows.add(f"  {key.name}: {block(tidy(value.text), 4)}", *path)
        elif key.kind == "numbers":
            rows.add(f"  {key.name}: {numbers(value)}", *path)
        elif key.kind == "number" and value is not None:
            rows.add(f"  {key.name}: {value + 1}", *path)
        elif key.kind == "word":
            rows.add(f"  {key.name}: {value}", *path)
    rows.add_own(late, 2, "rounds", index)
    if len(rows.rows) == start:
        rows.add("  {}")
    _bullet(rows.rows[start])
    return is_open and not late


def _indented(text: str) -> str:
    return "".join(f"    {line.rstrip(' ')}\n" for line in text.splitlines())


def _deal(audit: Audit, index: int, seat: int | None) -> str:
    game = audit.match.game
    assert game is not None
    deal: Deal = audit.rounds[index].deal
    if seat is not None:
        deal = game.seen_deal(deal, seat)
    return codec.get(game.name).format_deal(deal)


def _moves(audit: Audit, index: int, seat: int | None) -> str:
    """The canonical moves of a round. With a space at the end the lap is not complete."""
    match, record = audit.match, audit.match.rounds[index]
    state = begin_round(audit, index)
    assert match.game is not None and record.moves is not None and state is not None
    notation = codec.get(match.game.name)
    choices = state.players if state.opening else 0
    moves = read_moves(record.moves.text)
    plays = _canonical_plays(notation, state, moves.plays, seat)
    going_on = state.end is None and record.end is None and state.turn >= 0
    return lines(plays, moves.notes, choices=choices, following=state.turn if going_on else None)


def _canonical_plays(
    notation: Notation, state: State, plays: Sequence[Play], by: int | None
) -> list[Play]:
    """The words of legal plays in canonical form, `state` moved on behind them."""
    read = reader(notation)
    result: list[Play] = []
    for play in plays:
        settle_starter(notation, state, play.text)
        branches = any(isinstance(note, Variation) for note in play.notes)
        before = state.copy() if branches else state
        seat, moves = read[play.text]
        done = []
        for move in moves:
            completed = state.complete(seat, move)
            shown = completed
            if by is not None:  # chance too: a new draw pile lies face down
                shown = state.seen(seat, completed, by)
            state.apply(seat, move)
            done.append(shown)
        notes = [_canonical_note(notation, before, note, by) for note in play.notes]
        kept = [note for note in notes if note is not None]
        result.append(Play(word(notation, seat, done), play.offset, kept))
    return result


def _canonical_note(notation: Notation, before: State, note: Note, by: int | None) -> Note | None:
    """A note; another line of play is left out of what one seat knew."""
    if not isinstance(note, Variation):
        return note
    if by is not None:
        return None
    plays = _canonical_plays(notation, before.copy(), note.plays, None)
    return Variation(note.notes, plays, note.offset)


def _loose_text(audit: Audit) -> str:
    """A position or moves alone: comments before it, the position line, the moves in laps."""
    match, record = audit.match, audit.match.rounds[0]
    head = match.text.split("\n")[: record.line]
    text = "".join(f"{line.strip()}\n" for line in head if line.strip())
    state = begin_round(audit, 0)
    assert match.game is not None and state is not None
    if record.position is not None:
        text += codec.get(match.game.name).format_position(state) + "\n"
    if record.moves is not None:
        moves = _moves(audit, 0, None)
        text += "".join(f"{line.rstrip(' ')}\n" for line in moves.splitlines())
    return text


__all__ = ["canonical", "header"]
