"""Rounds told move by move, one text for each rule and option: see `tests/playthroughs`.

The texts were written by the program itself, so they protect against change and
prove nothing: that the rules are right is shown elsewhere, by the positions with
their answers and by second engines. Three things are not taken from the program
even here: what each text has to say by the rules (`says`), the points, which a
small reader of the text works out anew, and the list of what the texts must cover.

After a change that is meant: ``python -m tests.playthroughs``, and look at the difference.
"""

from __future__ import annotations

import pytest

import games
from tests.playthroughs import scorer
from tests.playthroughs.scout_scripts import SCOUT
from tests.playthroughs.script import FOLDER, Script, tell
from tests.playthroughs.skyjo_scripts import SKYJO

SCRIPTS = (*SCOUT, *SKYJO)
every_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)


@every_script
def test_it_is_played_as_it_was(script: Script) -> None:
    assert tell(script) == script.path.read_text(encoding="utf-8")


@every_script
def test_it_says_what_the_rules_say(script: Script) -> None:
    text = script.path.read_text(encoding="utf-8")
    assert [part for part in script.says if part not in text] == []


@every_script
def test_its_points_are_those_of_the_rules(script: Script) -> None:
    score = {"scout": scorer.scout, "skyjo": scorer.skyjo}[script.game]
    rounds = scorer.rounds_in(script.path.read_text(encoding="utf-8"))
    assert rounds
    for told in rounds:
        assert told.words
        if told.end and told.score:
            assert score(told) == told.score


def test_most_of_them_have_points() -> None:
    ended = [
        told
        for script in SCRIPTS
        for told in scorer.rounds_in(script.path.read_text(encoding="utf-8"))
        if told.score
    ]
    assert len(ended) > 50


def test_there_is_no_text_without_a_script_and_all_are_small() -> None:
    assert sorted(FOLDER.glob("*.txt")) == sorted(script.path for script in SCRIPTS)
    assert len({script.path for script in SCRIPTS}) == len(SCRIPTS)
    assert sum(path.stat().st_size for path in FOLDER.glob("*.txt")) < 400_000


@pytest.mark.parametrize("scripts", [SCOUT, SKYJO], ids=["scout", "skyjo"])
def test_every_number_of_players_option_preset_and_end_has_one(
    scripts: tuple[Script, ...],
) -> None:
    game = games.get(scripts[0].game)
    in_force = [script.rules() for script in scripts]
    assert {rules.players for rules in in_force} == set(game.players)
    assert {"official", *(rules.preset for rules in in_force if rules.preset)} == set(game.presets)
    for option in game.options:
        used = {
            option.write(rules[option.name]) for rules in in_force if option.applies(rules.players)
        }
        assert used >= {option.default, *option.words}
        assert option.numbers is None or any(word.isdigit() for word in used - {option.default})
    ends = {
        told.end
        for script in scripts
        for told in scorer.rounds_in(script.path.read_text(encoding="utf-8"))
    }
    assert ends == {*game.ends, ""}
