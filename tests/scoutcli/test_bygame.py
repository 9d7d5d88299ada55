"""What a room, or a game's own package, has for a game is found by its name alone."""

from __future__ import annotations

import pytest

import games
from scoutcli.bygame import module_of
from tests import toy


def test_a_room_has_a_module_for_a_game_or_none() -> None:
    found = module_of("scoutcli.render", "scout")
    assert found is not None
    assert found.__name__ == "scoutcli.render.scout"
    assert module_of("scoutcli.render", "toy") is None


@pytest.mark.parametrize("name", ["", "..", "os.path", "../scout", "scout ", "a\0b", "class-1"])
def test_a_name_that_is_none_of_a_module_finds_nothing(name: str) -> None:
    assert module_of("scoutcli.render", name) is None


def test_what_stands_beside_a_game() -> None:
    found = games.beside(games.get("skyjo"), "scoring")
    assert found is not None
    assert found.__name__ == "games.skyjo.scoring"
    assert games.beside(games.get("skyjo"), "nothing") is None
    with toy.known():
        assert games.beside(games.get("toy"), "endings") is None
