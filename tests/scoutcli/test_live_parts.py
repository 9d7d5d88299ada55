"""The parts of the live screen, without a terminal: news, picking, scene, page, menu, history."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.buffer import CompletionState
from prompt_toolkit.completion import CompleteEvent, Completion
from prompt_toolkit.document import Document

from scoutcli.render.look import Line, to_text
from scoutcli.render.text import columns
from scoutcli.table.completer import MoveCompleter
from scoutcli.table.live import history, looks, news, picking
from scoutcli.table.live.history import KeptHistory
from scoutcli.table.live.items import Item, pairs
from scoutcli.table.live.menu import Menu, menu_rows, next_group
from scoutcli.table.live.news import News, Sheet
from scoutcli.table.live.page import Page
from scoutcli.table.live.picking import Picking
from scoutcli.table.live.scene import Asking, Scene, Shown
from scoutcli.table.live.screen import in_short
from scoutcli.table.words import Turn
from tests import toy
from tests.scoutcli.tables import begin


def said(*texts: str) -> list[Item]:
    return [Item("say", text) for text in texts]


def texts(rows: list[Line]) -> list[str]:
    return [to_text(row).rstrip() for row in rows]


# News


def test_the_newest_is_at_the_bottom_and_what_is_new_has_a_mark() -> None:
    told = News()
    told.add(said("one", "two"))
    told.mark()
    told.add(said("three"))
    told.read()  # the first two have been seen
    assert texts(told.rows(20, 5, unicode=True)) == ["  one", "  two", "• three"]
    assert texts(told.rows(20, 5, unicode=False)) == ["  one", "  two", "* three"]


def test_news_are_wrapped_or_cut_where_there_is_hardly_room() -> None:
    told = News()
    told.add(said("Ada shows 4 5 6", "Bo passes"))
    assert texts(told.rows(12, 5, unicode=True)) == ["• Ada shows", "    4 5 6", "• Bo passes"]
    assert texts(told.rows(12, 2, unicode=True)) == ["• Ada shows…", "• Bo passes"]


def test_scrolling_ends_at_the_first_row_and_says_what_is_below() -> None:
    told = News()
    told.add(said(*"abcdefgh"))
    told.scroll(100)
    assert texts(told.rows(40, 3, unicode=True)) == ["• a", "• b", "  ↓ 5 more rows below (PgDn)"]
    told.scroll(-4)
    assert texts(told.rows(40, 3, unicode=True))[:2] == ["• e", "• f"]
    told.to_end()
    assert texts(told.rows(40, 3, unicode=True)) == ["• f", "• g", "• h"]


def test_news_do_not_grow_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "MOST_KEPT", 3)
    told = News()
    told.add(said("a", "b"))
    told.mark()
    told.add(said("c", "d", "e"))
    assert [item.text for item in told.items] == ["c", "d", "e"]
    assert [item.text for item in told.since_mark] == ["c", "d", "e"]


def test_a_sheet_says_how_much_there_is() -> None:
    sheet = Sheet(said(*"abcdef"))
    assert texts(sheet.rows(40, 3, unicode=False)) == [
        "-- 1-2 of 6, PgUp PgDn, Esc closes -----",
        "  a",
        "  b",
    ]
    sheet.scroll(-100)
    assert texts(sheet.rows(40, 3, unicode=False))[1:] == ["  e", "  f"]
    assert texts(sheet.rows(40, 9, unicode=False))[0].startswith("-- Esc closes -")


# Picking


class Keys:
    """A picker that takes f, i, < and Enter."""

    ready = False
    marks = frozenset[tuple[str, int]]()
    hint = "press f"

    def __init__(self) -> None:
        self.text = ""

    def press(self, key: str) -> bool:
        if key == "enter":
            self.ready = bool(self.text)
        elif key in "fi<":
            self.text += key
        else:
            return False
        return True


@pytest.fixture
def turn(tmp_path: Path) -> Turn:
    session = begin(tmp_path / "m.yaml", "skyjo", 2, people=["Ada"], seed="7")
    session.begin_round()
    session.close()
    return Turn(session.notation, session.view(0), session.legal(), session.fault)


@pytest.fixture
def picked(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> Picking:
    monkeypatch.setattr(picking, "picker_for", lambda _: Keys())
    return Picking(turn)


def test_letters_that_were_keys_are_taken_back_when_a_word_goes_on(picked: Picking) -> None:
    picked.press("<")
    picked.press("f")
    picked.press("i")
    assert picked.text == "<fi"
    assert picked.as_typed("x") == "fix"
    assert picked.text == "<"  # no letter, so no beginning of a word
    assert picked.as_typed("x") == "x"


def test_what_was_picked_stays_when_it_is_refused(picked: Picking) -> None:
    picked.press("f")
    picked.press("enter")
    assert picked.ready
    picked.again()
    assert (picked.ready, picked.text) == (False, "f")
    assert picked.begun


def test_a_game_without_a_picker_is_typed(tmp_path: Path) -> None:
    with toy.known():
        session = begin(tmp_path / "m.yaml", "toy", 2, people=["Ada"], bots=["random"])
        session.begin_round()
        session.close()
        found = Picking(Turn(session.notation, session.view(0), session.legal(), session.fault))
    assert not found.there
    assert not found.press("left")
    assert found.as_typed("B") == "B"


# The scene


def asking(turn: Turn) -> Asking:
    return Asking(Future(), "Ada", 0, Picking(turn))


def test_a_long_answer_to_a_command_lies_over_the_table_and_a_short_one_does_not(
    turn: Turn,
) -> None:
    scene = Scene(unicode=True)
    scene.ask(asking(turn))
    scene.answered("hint")
    scene.say(said("Show 4 4: it captures three cards."))
    scene.ask(asking(turn))
    assert scene.sheet is None
    scene.answered("help")
    scene.say(said("Commands:"))
    scene.say(pairs([("quit", "leave the match")]))
    scene.ask(asking(turn))
    assert scene.sheet is not None
    assert [item.text for item in scene.sheet.items] == ["Commands:", "leave the match"]
    assert [item.text for item in scene.news.items] == ["Show 4 4: it captures three cards."]


def test_what_a_move_led_to_is_no_answer(turn: Turn) -> None:
    scene = Scene(unicode=True)
    scene.ask(asking(turn))
    scene.answered("a1 b1")
    scene.say(said(*"abcdefgh"))
    scene.watch(Shown(turn.view, ["Ada", "Bo"]))
    scene.ask(asking(turn))
    assert scene.sheet is None
    assert len(scene.news.items) == 8


def test_where_hands_are_hidden_only_the_one_who_looks_is_shown_anything(turn: Turn) -> None:
    scene = Scene(unicode=True)
    scene.begin(hidden=True)
    shown = Shown(turn.view, ["Ada", "Bo"])
    scene.watch(shown)
    assert scene.shown is None
    scene.draw(shown)
    assert scene.shown is shown
    scene.say(said("a secret"))
    scene.complain("another one", 3)
    scene.cover()
    assert scene.shown is None
    assert (scene.news.items, scene.error, scene.sheet) == ([], "", None)


def test_a_look_back_ends_with_the_next_answer(turn: Turn) -> None:
    scene = Scene(unicode=True)
    now, then = Shown(turn.view, ["Ada", "Bo"]), Shown(turn.view, ["Ada", "Bo"], "after move 1")
    scene.draw(now)
    scene.ask(asking(turn))
    scene.draw(then)
    assert scene.shown is then
    assert scene.back_to_now()
    assert scene.shown is now
    scene.draw(then)
    scene.answered("hand")
    assert scene.shown is now


# The page


SEATS = {"scout": range(2, 6), "skyjo": range(2, 9)}
NAMES = ["Ada", "Bo", "Čeněk", "二郎", "Eve", "Flo", "Gus", "Hal"]
"""Names of one column a character, and of two."""


@pytest.mark.parametrize(("game", "players"), [(g, p) for g, seats in SEATS.items() for p in seats])
@pytest.mark.parametrize(("width", "height"), [(80, 24), (40, 15), (200, 60), (30, 8), (20, 4)])
def test_a_page_is_as_large_as_the_screen(
    tmp_path: Path, game: str, players: int, width: int, height: int
) -> None:
    session = begin(tmp_path / "m.yaml", game, players, people=NAMES[:players])
    session.begin_round()
    session.close()
    scene = Scene(unicode=True)
    scene.say(said("Something happened at a table, long ago, and it was told in one sentence."))
    scene.draw(Shown(session.view(0), session.names))
    page = Page(scene, lambda: height)
    rows = page.body(width, height - 3)
    assert len(rows) == height - 3
    assert max(columns(to_text(row)) for row in rows) <= width
    assert columns(to_text(page.status(width))) <= width
    assert all(columns(to_text(row)) <= width for row in page.advice(width, ""))


@pytest.mark.parametrize(
    ("rules", "width", "text"),
    [
        ({}, 80, "Ada keeps or flips F1 keys ^C ^C leave"),
        ({}, 60, "Ada keeps or flips F1 keys"),
        ({"turn_limit": "60"}, 80, "Ada keeps or flips · turn_limit 60 F1 keys ^C ^C leave"),
        ({"exempt": "emptied", "all_scouted_empty": "continue"}, 80,
         "Ada keeps or flips · exempt emptied, all_scouted_empty continue"),
        ({"exempt": "emptied", "all_scouted_empty": "continue", "flip": "rotate"}, 80,
         "Ada keeps or flips · exempt emptied, +2 more F1 keys ^C ^C leave"),
        ({"exempt": "emptied", "all_scouted_empty": "continue", "flip": "rotate"}, 60,
         "Ada keeps or flips · exempt emptied, +2 more"),
        ({"exempt": "emptied", "flip": "rotate"}, 44, "Ada keeps or flips · +2 rules"),
    ],
)  # fmt: skip
def test_rules_go_before_keys_in_the_status(
    tmp_path: Path, rules: dict[str, str], width: int, text: str
) -> None:
    session = begin(tmp_path / "m.yaml", "scout", 3, people=["Ada"], rules=rules)
    session.begin_round()
    session.close()
    scene = Scene(unicode=True)
    scene.draw(Shown(session.view(0), session.names))
    line = to_text(Page(scene, lambda: 24).status(width))
    assert columns(line) == width
    assert line.split() == f"Round 1 · {text}".split()


@pytest.mark.parametrize("error", ["", "It is wrong, and why it is wrong takes many words. " * 9])
def test_all_eight_seats_are_on_a_screen_of_40_by_15(tmp_path: Path, error: str) -> None:
    names = ["Ada", "Bo", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal"]
    session = begin(tmp_path / "m.yaml", "skyjo", 8, people=names)
    session.begin_round()
    session.close()
    scene = Scene(unicode=True)
    scene.say(said("Something happened."))
    scene.draw(Shown(session.view(0), session.names))
    scene.error = error
    page = Page(scene, lambda: 15)
    rows = texts(page.body(40, 13 - len(page.advice(40, ""))))
    for number, name in enumerate(names, 1):
        assert any(f"{number} {name}" in row for row in rows)
    assert error or "Something happened." in rows[-1]


def test_the_table_stands_still_when_an_error_takes_rows(turn: Turn) -> None:
    scene = Scene(unicode=True)
    scene.draw(Shown(turn.view, ["Ada", "Bo"]))
    page = Page(scene, lambda: 24)
    before = page.body(80, 21)
    scene.error = "wrong " * 40
    assert len(page.advice(80, "")) == 3
    assert page.body(80, 19)[:10] == before[:10]


@given(st.text(max_size=60), st.integers(10, 100), st.integers(0, 12))
def test_no_text_makes_a_row_too_wide(text: str, width: int, height: int) -> None:
    told = News()
    told.add([*said(text.replace("\n", " ")), *pairs([(text, text)])])
    printable = all(char.isprintable() for char in text)
    rows = told.rows(width, height, unicode=True)
    assert len(rows) <= height
    if printable:
        assert all(columns(to_text(row)) <= width for row in rows)


# The menu


def test_each_kind_is_named_once_and_the_chosen_row_is_told_by_a_sign(turn: Turn) -> None:
    offered = list(MoveCompleter(turn).get_completions(Document(""), CompleteEvent()))
    rows = texts(menu_rows(offered[:66], 1, 60, 3))
    assert rows == [
        " Open two  Oa1b1  opens a1 and b1",
        "          >Oa1c1  opens a1 and c1",
        "           Oa1d1  opens a1 and d1",
    ]


def test_what_a_move_does_is_worked_out_only_for_rows_that_are_shown() -> None:
    asked: list[int] = []

    def says(number: int) -> Completion:
        return Completion(str(number), display_meta=lambda: asked.append(number) or "")

    menu_rows([says(number) for number in range(100)], 50, 40, 5)
    assert sorted(set(asked)) == [48, 49, 50, 51, 52]


def test_what_the_chosen_one_does_is_told_whole_where_its_row_is_too_short() -> None:
    long = "captures 2 cards, breaks 8 9, leaves 10 cards in the hand, which is many"
    found = [Completion("S4:99", display_meta=long), Completion("S1:4", display_meta="short")]
    state = CompletionState(Document(""), found)
    menu = Menu(lambda: state, lambda _: 10, unicode=True)
    assert menu.counted(80) == "2 to choose from: Tab next, PgDn next kind, Esc closes"
    state.go_to_index(0)
    assert menu.counted(100) == "1 of 2: Enter takes it into the line, Esc closes"
    assert menu.counted(70).startswith(f"{long}. (1 of 2: Enter takes it")
    scene = Scene(unicode=True)
    rows = texts(Page(scene, lambda: 15).advice(40, menu.counted(40)))
    assert "".join(rows).replace(" ", "").startswith(long.replace(" ", ""))
    state.go_to_index(1)
    assert menu.counted(40) == "2 of 2: Enter takes it"


def test_a_tall_screen_has_a_tall_menu() -> None:
    found = [Completion(str(number)) for number in range(100)]
    state = CompletionState(Document(""), found)
    menu = Menu(lambda: state, lambda _: 50, unicode=True)
    assert menu.preferred_height(80, 21, False, None) == 16
    assert menu.preferred_height(80, 56, False, None) == 28


def test_from_one_kind_of_move_to_the_next(turn: Turn) -> None:
    offered = list(MoveCompleter(turn).get_completions(Document(""), CompleteEvent()))
    commands = next(at for at, each in enumerate(offered) if each.text == "help")
    assert next_group(offered, None, 1) == 0
    assert next_group(offered, 5, 1) == commands
    assert next_group(offered, commands + 1, 1) == 0
    assert next_group(offered, 3, -1) == commands


def completed(turn: Turn, text: str, most: int | None = None) -> dict[str, str]:
    """What is offered for a text, as it would stand then, and what is said of it."""
    found = MoveCompleter(turn, most).get_completions(Document(text), CompleteEvent())
    return {
        text[: len(text) + each.start_position] + each.text: each.display_meta_text
        for each in found
    }


def test_moves_are_completed_with_what_they_do(turn: Turn) -> None:
    assert list(completed(turn, ""))[:2] == ["Oa1b1", "Oa1c1"]
    assert sum(text.startswith("O") for text in completed(turn, "")) == 66  # any two of twelve
    assert sum(text.startswith("O") for text in completed(turn, "", 20)) == 20
    assert completed(turn, "oD2")["Od2a3"] == "opens d2 and a3"
    assert completed(turn, "  d3 a1") == {"  Oa1d3": "opens a1 and d3"}
    assert completed(turn, "nothing") == {}


def test_files_are_completed_behind_the_commands_that_take_one(turn: Turn, tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    path.touch()
    assert list(completed(turn, f"resume {tmp_path}/ma")) == [f"resume {path}"]
    assert list(completed(turn, f"save {tmp_path}/ma")) == [f"save {path}"]
    assert completed(turn, f"quit {tmp_path}/ma") == {}


# Advice and hints


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            (
                "S4:99: captures 2, breaks 8 9, leaves 10 cards; +2.1 points against the mean of "
                "the others; next best L26@10+S4:222, 0.5 less: the first captures more"
            ),
            "S4:99; +2.1 points; next best L26@10+S4:222, 0.5 less",
        ),
        (
            (
                "L26@10+S4:222: takes 26, captures 2; -0.3 points against the mean of the others, "
                "with the match at stake; L26@10+S4:333 is 0.2 points less, too close to tell "
                "from it"
            ),
            "L26@10+S4:222; -0.3 points; L26@10+S4:333 is 0.2 points less",
        ),
        (
            (
                "S1:4 loses 1.2 points (standard error 0.1): S4:99 captures more cards, and it "
                "leaves fewer of them in the hand"
            ),
            "S1:4 loses 1.2 points (standard error 0.1)",
        ),
    ],
)
def test_advice_begins_with_what_matters_in_a_row(text: str, first: str) -> None:
    assert in_short(text) == [first, text]
    assert columns(first) <= 78


def test_short_advice_is_one_row() -> None:
    assert in_short("K: the hand reads 1 2; it is the only legal move") == [
        "K: the hand reads 1 2; it is the only legal move"
    ]


@pytest.mark.parametrize("game", ["scout", "skyjo"])
def test_hints_for_narrow_screens_say_what_enter_does(tmp_path: Path, game: str) -> None:
    session = begin(tmp_path / "m.yaml", game, 3, people=["Ada", "Bo", "Cy"])
    session.begin_round()
    for _ in range(6):
        picking = Picking(
            Turn(session.notation, session.view(session.turn), session.legal(), session.fault)
        )
        assert columns(picking.brief) <= 40
        for key in ("right", "space", "<", "f", "right", "space", "enter"):
            picking.press(key)
            brief = picking.brief
            assert columns(brief) <= 40 or brief.startswith("Enter: ")
        session.play(session.legal()[0])
    session.close()


# History


def test_typed_lines_are_kept_for_their_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "some" / "folder" / "lines"
    kept = KeptHistory(path)
    for line in ("keep", "99", "\x1b[31m", "x" * 1000):
        kept.store_string(line)
    assert path.read_text() == "keep\n99\n"  # nothing that steers a terminal, nothing endless
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(KeptHistory(path).load_history_strings()) == ["99", "keep"]


def test_the_history_does_not_grow_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MOST_KEPT", 3)
    path = tmp_path / "lines"
    path.write_text("".join(f"{number}\n" for number in range(7)))
    assert list(KeptHistory(path).load_history_strings()) == ["6", "5", "4"]
    assert path.read_text() == "4\n5\n6\n"


def test_a_history_that_cannot_be_kept_disturbs_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    kept = KeptHistory(tmp_path / "file" / "lines")
    kept.store_string("99")
    assert list(kept.load_history_strings()) == []
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00\nkeep\n")
    assert "keep" in KeptHistory(tmp_path / "bytes").load_history_strings()


# Looks


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, True),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, False),
        ({"TERM": "vt100"}, True),
        ({"TERM": "nobody-knows-it"}, False),
    ],
)
def test_where_there_are_no_colours(environment: dict[str, str], expected: bool) -> None:
    assert looks.colourless(environment) is expected
