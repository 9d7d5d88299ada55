"""Playing on from a place of a replay: what is written, and that the table goes on with it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from games.errors import RuleError
from notation.reader import Part
from notation.tokens import read_moves
from notation.writer import canonical
from scoutcli.rewrite import rewritten
from scoutcli.table.resume import load
from scoutcli.table.session import Stage
from scoutcli.viewer import branch
from scoutcli.viewer.plan import Plan
from scoutcli.viewer.walk import Walk
from tests import toy
from tests.record import at_random, errors_of, fast_disk, part_of, record, rules_of
from tests.scoutcli.program import DAMAGED, ROOT, VALID, good

TODAY = date(2026, 11, 30)


@pytest.fixture(autouse=True)
def _fast(monkeypatch: pytest.MonkeyPatch) -> None:
    fast_disk(monkeypatch)


def written(part: Part, index: int, made: int, folder: Path, seat: int = 0) -> Path:
    """The file of a person, Ada, who plays on at a seat, against the weakest bot at the others."""
    assert part.match is not None
    assert part.match.game is not None
    bot = next(iter(part.match.game.bots))
    bots = {other: bot for other in range(len(part.match.players)) if other != seat}
    return branch.write(part, index, made, seat, "Ada", bots, folder, TODAY)


def words(part: Part, index: int) -> list[str]:
    """The moves of a round, as words."""
    assert part.match is not None
    node = part.match.rounds[index].moves
    return [play.text for play in read_moves(node.text).plays] if node is not None else []


def refusal(part: Part, index: int, made: int) -> str:
    """Why nobody can play on."""
    with pytest.raises(RuleError) as error:
        branch.check(part.audit, index, made)
    assert error.value.code == "cannot-play-on"
    return error.value.message


def test_what_is_written(tmp_path: Path) -> None:
    part = part_of((VALID / "hand-comments.yaml").read_text())
    path = branch.write(part, 1, 4, 1, "Ada", {0: "greedy"}, tmp_path, TODAY)
    assert path == tmp_path / "2026-11-30-scout.yaml"
    assert path.read_text() == (
        "---\n"
        "scoutcli: 1\n"
        "game: scout\n"
        "event: Reference\n"
        'date: "2026-11-29"\n'
        "players:\n"
        "- name: Seat 1\n"
        "  bot: greedy 0.1.0\n"
        "- name: Ada\n"
        "practice: yes\n"
        "x-from: match.yaml, match 1, round 2, move 2\n"
        "rounds:\n"
        "- deal: |\n"
        "    1: 34 58 17 3T 93 97 21 25 23 96 4T\n"
        "    2: 35 38 68 T1 31 82 72 61 59 42 6T\n"
        "  moves: |\n"
        "    1.K 2.F\n"
        "    1.S7:222 2.R23@10 2.S2:88\n"
        "    1.S5:999 2.R96@10 2.R79@6 2.S2:11\n"
        "    1.R13@6 1.S4:34 2.S9:9T\n"
        "    1.S3:11 2.S7:22\n"
        "    1.L32@2 1.S1:33\n"
        "  end: unbeaten\n"
        "  score: [7, 1]\n"
        "- deal: |\n"
        "    1: 89 2T 76 T8 36 57 29 19 81 73 41\n"
        "    2: 5T 49 84 15 64 78 62 74 65 T7 54\n"
        "  moves: |\n"
        "    1.F 2.F\n"
        "    2.S1:T9 1.S7:99\n    "
    ).removesuffix("    ")


@pytest.mark.parametrize("name", ["0006", "0019", "0046", "0049", "0052", "0067", "0079"])
def test_the_table_goes_on_where_the_record_stood(tmp_path: Path, name: str) -> None:
    part = part_of((VALID / f"{name}.yaml").read_text())
    assert part.audit is not None
    for index in range(len(part.audit.rounds)):
        walk = Walk(part.audit, index)
        for made in range(index % 3, len(list(walk.told())), 7):
            there = walk.position(made)
            assert there is not None
            path = written(part, index, made, tmp_path, seat=made % there.players)
            assert errors_of(path.read_bytes()) == []
            session, _ = load(path)
            try:
                assert session.stage is Stage.PLAY
                assert session.round_number == index + 1
                assert session.people == (made % there.players,)
                if there.starter is not None:  # else it is drawn who starts
                    views = [session.view(seat) for seat in range(there.players)]
                    assert views == [there.view(seat) for seat in range(there.players)]
            finally:
                session.close()
            new = part_of(path.read_bytes())
            assert new.match is not None
            assert new.match.practice
            for before in range(index):
                assert words(new, before) == words(part, before)
            kept = words(new, index)
            assert kept == words(part, index)[: len(kept)]
            assert made - len(kept) <= 1  # a new draw pile comes with the move that needs it


def test_what_is_written_is_canonical(tmp_path: Path) -> None:
    part = part_of((VALID / "0052.yaml").read_text())
    for made in range(12):
        path = written(part, 0, made, tmp_path)
        ((old, new),) = rewritten(str(path), lambda _: None)
        assert old.rstrip(b" \n") == new.rstrip(b" \n")


def test_bots_and_names(tmp_path: Path) -> None:
    text = good().replace("- name: Seat 1\n", "- name: greedy\n  bot: greedy 0.0.9\n")
    text = text.replace("- name: Seat 2\n", "- name: Bo\n  team: Reds\n  id: b\n")
    part = part_of(text)

    def players(seat: int, name: str, bot: str) -> list[tuple[str, str | None]]:
        path = branch.write(part, 0, 4, seat, name, {1 - seat: bot}, tmp_path, TODAY)
        match = part_of(path.read_bytes()).match
        assert match is not None
        assert {player.team or player.id for player in match.players} == {None}
        return [(player.name, player.bot) for player in match.players]

    # Whose cards they are stays to be seen; but a bot is not called after another one.
    assert players(1, "Ada", "greedy") == [("greedy", "greedy 0.1.0"), ("Ada", None)]
    assert players(1, "Ada", "random") == [("random", "random 0.1.0"), ("Ada", None)]
    assert players(0, "Ada", "steady") == [("Ada", None), ("Bo", "steady 0.1.0")]
    # Two of one name could not be told apart.
    assert players(0, "Bo", "steady") == [("greedy", None), ("Bo", "steady 0.1.0")]


def test_rounds_of_which_only_the_points_are_known_are_kept(tmp_path: Path) -> None:
    head, _, rest = good().partition("rounds:\n")
    _, _, second = rest.partition("  score: [7, 1]\n")
    second, _, _ = second.partition("total:")
    text = f"{head}rounds:\n- end: unbeaten\n  score: [7, 1]\n{second}"
    part = part_of(text)
    assert not part.faulty
    path = written(part, 1, 5, tmp_path)
    assert "rounds:\n- end: unbeaten\n  score: [7, 1]\n- deal: |\n" in path.read_text()


def test_who_starts_is_kept_where_the_file_says_it(tmp_path: Path) -> None:
    # A lot decides, and no move shows it yet.
    deal, _, _ = good().partition("  moves:")
    deal = deal.replace("rounds:", "rules:\n  first_starter: random\nrounds:")
    started = part_of(f"{deal}  starter: 2\n  moves: |\n    1.K ")
    assert not started.faulty
    path = written(started, 0, 1, tmp_path)
    assert path.read_text().endswith("  starter: 2\n  moves: |\n    1.K ")
    session, _ = load(path)
    assert session.view(0).starter == 1
    session.close()


def test_where_nobody_can_play_on() -> None:
    part = part_of(good())
    assert "the round is over here" in refusal(part, 0, 16)
    assert "there is no round here" in refusal(part, 2, 0)
    unknown = part_of((VALID / "hand-unknown.yaml").read_text())
    assert "cards or moves that nobody noted" in refusal(unknown, 0, 1)
    sheet = part_of((VALID / "hand-sheet.yaml").read_text())
    assert "no deal to go on from" in refusal(sheet, 0, 0)
    damaged = part_of(good().replace("1.S5:999", "1.S5:998"))
    branch.check(damaged.audit, 0, 5)
    assert "round 1, before it, is at fault" in refusal(damaged, 1, 3)


def test_up_to_a_fault_it_can_be_played_on(tmp_path: Path) -> None:
    part = part_of((DAMAGED / "0047-pos.yaml").read_text())
    path = written(part, 1, 10, tmp_path)
    assert words(part_of(path.read_bytes()), 1)[-1] == "1.LT7@6"


def test_nothing_of_the_seed_and_the_comments_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "seeded.yaml"
    record(path, rules_of("skyjo", 2), "skyjo", "a secret seed", at_random(1), most_rounds=1)
    text = path.read_text().replace("1.O", "{he has the -2} 1.O", 1)
    part = part_of(text)
    assert not part.faulty
    new = written(part, 0, 9, tmp_path).read_text()
    assert "seed" not in new
    assert "{" not in new


def test_an_unknown_game_can_be_played_on_if_it_has_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with toy.known():
        path = tmp_path / "toy.yaml"
        record(path, rules_of("toy", 3), "toy", "t", at_random("t"), most_rounds=2)
        part = part_of(path.read_text())
        new = written(part, 1, 5, tmp_path)
        session, _ = load(new)
        assert session.stage is Stage.PLAY
        session.close()
        monkeypatch.setattr(toy.Toy, "bots", {})
        assert refusal(part, 1, 5) == (
            "Nobody can play on from here: TOY has no bots to play with."
        )


def test_the_plan_seats_one_person() -> None:
    part = part_of((ROOT / "examples" / "matches" / "skyjo.yaml").read_text())
    assert part.match is not None
    plan = Plan(part.match, 1)
    assert plan.others == {0: "greedy"}
    plan.press("left")  # one's own seat has no bot
    assert plan.others == {0: "greedy"}
    plan.press("down")
    plan.press("left")
    names = list(part.match.game.bots)  # type: ignore[union-attr]
    assert plan.others == {0: names[names.index("greedy") - 1]}
    plan.press("space")
    assert (plan.person, plan.others) == (0, {1: "greedy"})
    plan.press("2")
    assert plan.person == 1
    assert not plan.done
    plan.press("enter")
    assert plan.done


def test_the_file_has_what_the_match_has_in_canonical_form(tmp_path: Path) -> None:
    # A whole round that was played on from its last move is the round as `fmt` writes it.
    part = part_of((VALID / "0006.yaml").read_text())
    assert part.audit is not None
    last = len(words(part, 1)) - 1
    new = written(part, 1, last, tmp_path).read_text()
    whole = canonical(part.audit, part.document)
    first = whole[whole.index("- deal:") : whole.index("- deal:", whole.index("- deal:") + 1)]
    assert first in new
