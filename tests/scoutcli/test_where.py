"""The expression of `--where`: what it means, and what is said where it means nothing."""

from __future__ import annotations

import pickle
import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from notation import codec
from scoutcli.results.facts import FAULTY, FINISHED, UNFINISHED, Facts, Played, Seat
from scoutcli.where import WhereError, parse
from scoutcli.where.fields import FIELDS, names, rows
from scoutcli.where.parsing import LONGEST, MOST_DEPTH
from tests import toy

# Ann, a person, wins a match of SCOUT of two rounds before Bo of the reds and two programs.
MATCH = Facts(
    file="tea.yaml",
    number=1,
    line=1,
    game="scout",
    headers={"event": "Kitchen table", "date": "2026-11-29", "stage": "round 9"},
    seats=(
        Seat("Ann", "a-1"),
        Seat("Bo", team="Reds"),
        Seat("Cy", bot="greedy 0.1.0"),
        Seat("Di", bot="expert:playouts=2000 0.1.0"),
    ),
    rules={"flip": "rotate", "rounds": "2", "score_limit": "none"},
    status=FINISHED,
    verified=True,
    practice=False,
    rounds=(
        Played((10, -2, 7, 7), "emptied", verified=True),
        Played((20, 9, -6, 0), "unbeaten", verified=True),
    ),
    total=(30, 7, 1, 7),
    winners=(0,),
    faults=(0, 0, 3, 0),
    measured=(),
    identity="0" * 32,
)
UNSURE = replace(
    MATCH,
    rounds=(Played((10, None, 7, 7), "", verified=False),),
    total=(10, None, 7, 7),
    winners=(),
)
"""The points of Bo are not known, so nobody knows who won."""


def holds(text: str, facts: Facts = MATCH) -> bool:
    return parse(text).holds(facts)


@pytest.mark.parametrize(
    "text",
    [
        "game = scout",
        "game in (skyjo, scout)",
        "game != skyjo",
        "game not in (skyjo)",
        'event = "Kitchen table"',
        "event = 'Kitchen table'",
        "event ~ kitchen",
        "event ~ *TABLE",
        "event ~ k?tchen*",
        "players = 4 and players >= 4 and players < 5",
        "rounds = 2",
        "player = Ann",
        "player = a-1",
        "player != Eve",
        "winner = Ann",
        "winner = a-1",
        "winner != Bo",
        "bot = greedy",
        'bot = "greedy 0.1.0"',
        'bot = "expert:playouts=2000"',
        'bot = ""',
        "team = Reds",
        "seat = 4 and seat != 5 and seat in (1, 2) and seat (seat = 1 and player = Ann)",
        "score > 29 and total = 30",
        "score < 2 and score = 7",
        "faults = 3",
        "round.score = -6",
        "round.2.score <= -6 and not round.1.score = -6",
        "round.end = emptied and round.end = unbeaten",
        "round.1.end = emptied and round.2.end != emptied",
        "verified",
        "verified = yes and practice = no",
        "not practice",
        "status = finished",
        "rules.flip = rotate",
        "rules.rounds >= 2 and rules.rounds < 10",
        "stage > 'round 8' and stage < 'round 10'",
        "seat(player = Ann and score = 30)",
        "seat(player = Cy and round.2.score = -6 and faults > 0)",
        "seat(bot = '' and team = Reds and not winner = Bo)",
        "player = x or player = Bo",
        "player = x or player = y or player = Bo and game = scout",
        "(player = x or player = Bo) and game = scout",
        "NOT player = x AND game = scout",
        "player='Bo'and(game=scout)",
    ],
)
def test_what_is_true_of_the_match(text: str) -> None:
    assert holds(text)


@pytest.mark.parametrize(
    "text",
    [
        "game = skyjo",
        "event = kitchen",  # whole, to the letter
        "event = 'kitchen table'",
        "event ~ *kitchen",
        "event ~ [Kk]*",  # a bracket is a bracket
        "site != x and site = x",
        "site < x or site > x or site ~ ''",  # not said
        "player != Ann",  # there is an Ann
        "winner = Bo",
        "score = 2",
        "round.3.score > -100",
        "round.2.score = 7",
        "seat(player = Bo and score = 30)",  # hers, not his
        "seat(winner = Ann and player = Bo)",
        "practice",
        "not verified",
        "rules.score_limit >= 0",  # there is none
        "player = x and player = Bo or game = skyjo",
        "not (player = Bo or player = x)",
        "status in (unfinished, faulty, forfeited)",
    ],
)
def test_what_is_not_true_of_it(text: str) -> None:
    assert not holds(text)


def test_places_are_those_of_the_game() -> None:
    assert holds("seat(player = Ann and place = 1)")
    assert holds("seat(player = Bo and place = 2) and seat(player = Di and place = 2)")
    assert holds("seat(player = Cy and place = 4) and place != 3")
    skyjo = replace(MATCH, game="skyjo", winners=(2,))
    assert holds("seat(player = Cy and place = 1) and seat(player = Ann and place = 4)", skyjo)


def test_what_is_not_known_is_neither_less_nor_more() -> None:
    assert holds("score = 10 and not place > 0 and winner != Ann", UNSURE)
    assert holds("seat(player = Bo and not (score <= 0 or score > 0 or round.score = 0))", UNSURE)


@pytest.mark.parametrize("status", [UNFINISHED, FAULTY])
def test_nobody_has_won_what_is_not_finished(status: str) -> None:
    facts = replace(MATCH, status=status, winners=(), total=(), rounds=())
    assert not holds("winner ~ '' or place > 0 or score > -1000 or round.score > -1000", facts)
    assert holds(f"status = {status} and rounds = 0 and player = Ann", facts)


# By the calendar: what a month or a year covers.
@pytest.mark.parametrize(
    ("date", "true", "false"),
    [
        (
            "2026-11-29",
            "= 2026-11-29;= 2026-11;= 2026;!= 2026-10;< 2026-12;<= 2026-11;<= 2026;>= 2026",
            "> 2026;> 2026-11;< 2026-11;< 2026;= 2026-11-28;> 2026-11-29;< 2026-11-29;= 2025",
        ),
        ("2026-11-29", ">= 2026-11-29;> 2026-10;< 2026-11-30;~ 11-29", ">= 2026-11-30;~ 29-11"),
        (
            "2026-11",  # some day of that month
            "= 2026-11;= 2026;< 2026-12;> 2026-10-31;>= 2026-11-01;<= 2026-11-30;>= 2026",
            "= 2026-11-15;< 2026-11-15;> 2026-11-15;>= 2026-11-15;< 2026-11",
        ),
        ("2026-11-29T20:15", "= 2026-11-29;< 2026-11-30", "> 2026-11-29"),
        ("30 November", "~ november;= '30 November';!= 2026", "< 2027;> 2020;= 2026"),
        ("30 November", "in (2026, '30 November')", "= '30 november';in (2026, '29 November')"),
        # No day of the calendar, so in other words.
        ("2026-02-30", "~ 02-30;!= 2026-02", "= 2026-02;= 2026;< 2027;>= 2026-02-28"),
        ("2026-13", "~ 13;!= 2026", "= 2026;< 2027;> 2020"),
        ("2024-02", "<= 2024-02-29;= 2024-02;> 2024-01-31", "<= 2024-02-28;< 2024-02-29"),
    ],
)
def test_dates(date: str, true: str, false: str) -> None:
    facts = replace(MATCH, headers={"date": date})
    for end in true.split(";"):
        assert holds(f"date {end}", facts), end
    for end in false.split(";"):
        assert not holds(f"date {end}", facts), end


@given(
    st.dates(),
    st.dates(),
    st.sampled_from([4, 7, 10]),
    st.sampled_from(["<", "<=", "=", ">=", ">"]),
)
def test_a_day_is_before_or_behind_a_span_as_its_first_and_last_days_say(
    day: Any, other: Any, length: int, sign: str
) -> None:
    span = other.isoformat()[:length]
    days = sorted(
        (f"{span}-01-01", f"{span}-12-31")
        if length == 4
        else (f"{span}-01", f"{span}-31")
        if length == 7
        else (span, span)
    )
    text = day.isoformat()
    expected = {
        "<": text < days[0],
        "<=": text <= days[1],
        "=": days[0] <= text <= days[1],
        ">=": text >= days[0],
        ">": text > days[1],
    }[sign]
    assert holds(f"date {sign} {span}", replace(MATCH, headers={"date": text})) is expected


@pytest.mark.parametrize(
    "text",
    [
        "game = SCOUT and game = Scout and game in (SKYJO, SCOUT) and game != Skyjo",
        "status = Finished",
        "verified = YES and practice = No",
        "rules.flip = ROTATE and rules.flip != Swap and rules.score_limit = NONE",
    ],
)
def test_words_of_which_there_are_few_have_no_case(text: str) -> None:
    assert holds(text)


# What is wrong


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("", "there is nothing asked for", 0),
        ("  ", "there is nothing asked for", 2),
        ("playr = Ann", "did you mean player?", 0),
        ("Player = Ann", "did you mean player?", 0),
        ("xyzzy = 1", "there is game, event, site", 0),
        ("rules.flop = 1", "did you mean rules.flip?", 0),
        ("round.0.score = 1", "did you mean round.score?", 0),
        ("player", "player is a text: compare it", 0),
        ("player Ann", "compare it", 7),
        ("player = ", "a text belongs here, and nothing comes", 9),
        ("player = and game = scout", "if and is meant, it goes in quotes", 9),
        ("event = Kitchen table", "quotes around a text of several words", 16),
        ("player = Ann game = scout", "`and` or `or` is missing", 13),
        ("score = 3.5", "a whole number belongs here, not '3.5'", 8),
        ("score > 12345678901", "a whole number belongs here", 8),
        ("score ~ 3", "~ looks into a text", 8),
        ("score == 3", "a number belongs here, not '='", 7),
        ("status < finished", "words have no order", 9),
        ("game = scuot", "did you mean scout?", 7),
        ("game = tarok", "there is scout, skyjo", 7),
        ("verified = maybe", "there is yes, no", 11),
        ("rules.flip = flap", "it can be swap, rotate", 13),
        ("date < yesterday", "a date is 2026-11-30, 2026-11 or 2026", 7),
        ("date < 'yesterday'", "a date is 2026-11-30, 2026-11 or 2026", 7),
        ("date = yesterday", "in other words goes in quotes", 7),
        ("date = 01.02.2026", "a date is 2026-11-30, 2026-11 or 2026", 7),
        ("date != 2026-1", "a date is 2026-11-30, 2026-11 or 2026", 8),
        ("date = 2026-13", "the calendar has no 2026-13", 7),
        ("date = '2026-13'", "the calendar has no 2026-13", 7),
        ("date in (2026, 2026-02-30)", "the calendar has no 2026-02-30", 15),
        ("date = 2025-02-29", "the calendar has no 2025-02-29", 7),
        ("date >= 2026-99-99", "the calendar has no 2026-99-99", 8),
        ("date > 2026-11-00", "the calendar has no 2026-11-00", 7),
        ("date > 0000", "the calendar has no 0000", 7),
        ("game = SCUOT", "did you mean scout?", 7),
        ("rules.flip = FLAP", "it can be swap, rotate", 13),
        ("(player = Ann", "a bracket that nothing closes", 0),
        ("player = Ann)", "a bracket that nothing opens", 12),
        ("player in Ann", "values in brackets", 10),
        ("player in (Ann Bo)", "a comma or a closing bracket", 15),
        ("player in (Ann", "a bracket that nothing closes", 10),
        ("player in ()", "a text belongs here, not ')'", 11),
        ("seat(seat(player = Ann))", "stands in no other seat", 5),
        ("seat(player = Ann", "a bracket that nothing closes", 4),
        ("player = 'Ann", "a text in quotes that has no end", 9),
        ("player ! Ann", "'!' means nothing here", 7),
        ("seat '('", "compare it", 5),
        ("'seat'(player = Ann)", "the name of a field belongs here", 0),
        ("seat", "seat is a number: compare it", 0),
        ("not", "the name of a field belongs here, and nothing comes", 3),
        ("and", "the name of a field belongs here, not 'and'", 0),
        ("player = Ann or", "the name of a field belongs here", 15),
        ("'player' = Ann", "the name of a field belongs here", 0),
        ("__import__('os')", "there is no field '__import__'", 0),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str, offset: int) -> None:
    with pytest.raises(WhereError) as caught:
        parse(text)
    assert message in caught.value.message
    assert caught.value.offset == offset
    head, line, caret = caught.value.shown().split("\n")
    assert head.endswith(f"(column {offset + 1})")
    assert line.strip() == text.strip()
    assert caret.index("^") == 4 + offset


def test_nothing_in_an_expression_steers_a_terminal() -> None:
    with pytest.raises(WhereError) as caught:
        parse("player = \x1b[2J x")
    assert "\x1b" not in caught.value.shown()
    with pytest.raises(WhereError) as caught:
        parse("\x1b[2J = x")
    assert "\x1b" not in caught.value.shown()


def test_length_and_depth_are_bounded() -> None:
    deep = "(" * (MOST_DEPTH - 1) + "verified" + ")" * (MOST_DEPTH - 1)
    assert holds(deep)
    with pytest.raises(WhereError, match="at most 40 deep"):
        parse(f"({deep})")
    with pytest.raises(WhereError, match="at most 40 deep"):
        parse("not " * MOST_DEPTH + "verified")
    wide = " or ".join(["verified"] * 300)
    assert holds(wide)
    with pytest.raises(WhereError, match="at most 4000 characters"):
        parse("verified" + " " * LONGEST)


def test_a_pattern_of_many_stars_takes_no_time() -> None:
    facts = replace(MATCH, headers={"event": "a" * 5000})
    start = time.process_time()
    assert not holds(f"event ~ {'*a' * 1000}*b", facts)
    assert time.process_time() - start < 1


@given(
    st.text(
        st.sampled_from("abd ()=<>~!,'\"\\.0123player seat not and in or\n\u0301é"), max_size=60
    )
)
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(WhereError):
        assert parse(text).holds(MATCH) in {True, False}


@given(st.text(max_size=30))
def test_any_text_can_be_asked_for_in_quotes(text: str) -> None:
    quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    facts = replace(MATCH, seats=(Seat(text), Seat("Bo")))
    assert holds(f"player = {quoted}", facts)
    assert holds(f"seat(player in ({quoted}) and seat = 1)", facts)


# Around it


def test_which_fields_need_the_moves() -> None:
    early = {
        "game", "event", "site", "date", "table", "stage", "pairing", "players", "player", "bot",
        "team", "seat", "practice",
    }  # fmt: skip
    assert {field.name for field in FIELDS if field.known_early} == early
    condition = parse("player = Ann and not rules.flip = rotate or date < 2026")
    assert condition.headers_only
    assert condition.fields == {"player", "rules.flip", "date"}
    assert not parse("player = Ann and winner = Ann").headers_only


def test_a_condition_goes_to_other_processes() -> None:
    condition = pickle.loads(pickle.dumps(parse("seat(player = Ann and score > 29)")))  # noqa: S301
    assert condition.text == "seat(player = Ann and score > 29)"
    assert condition.holds(MATCH)
    assert condition == parse(condition.text)


def test_every_field_has_its_line_and_is_found() -> None:
    for name, text in rows():
        assert text and not text.endswith(".")
        assert name.startswith("rules.") or name in names()
    for option in ("flip", "ender_penalty"):
        assert f"rules.{option}" in names()


def test_a_third_game_is_asked_for_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(games._GAMES, "toy", raising=False)
    monkeypatch.delitem(codec._NOTATIONS, "toy", raising=False)
    facts = replace(MATCH, game="toy", rules={"stakes": "single", "length": "6"})
    with pytest.raises(WhereError, match=r"there is no field 'rules\.stakes'"):
        parse("rules.stakes = single")
    with toy.known():
        assert holds("game = toy and rules.stakes = single and rules.length >= 6", facts)
        with pytest.raises(WhereError, match="stakes is never 'triple'"):
            parse("rules.stakes = triple")
