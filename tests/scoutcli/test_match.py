"""`scoutcli match`: what it takes, what it prints and writes."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import games
from games.deals import ALGORITHM, OWN_DRAWS
from scoutcli.arena import watch
from scoutcli.arena.clock import TimeControl
from scoutcli.arena.plan import Entry, Outcome, Plan
from scoutcli.arena.runner import Run
from scoutcli.arena.schedule import Schedule
from scoutcli.progress import StatusLine
from tests.record import fast_disk
from tests.scoutcli.matches import PYTHON
from tests.scoutcli.playing import LONG, TWO, bad, done, end_all, matches, records, start
from tests.scoutcli.program import Program as InProcess
from tests.scoutcli.terminal import Terminal


@pytest.fixture
def scoutcli(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> InProcess:
    """The program in this process, in a folder of its own. No wait keeps its progress silent."""
    fast_disk(monkeypatch)
    monkeypatch.setattr(StatusLine, "WAIT", 0.0)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return InProcess(capfd, monkeypatch)


@pytest.fixture(autouse=True)
def _none_is_left() -> Iterator[None]:
    yield
    end_all()


# What comes out


def test_a_table_for_people(scoutcli: InProcess) -> None:
    """Three tables (ABBB, AABB, AAAB), four seatings each, two deals."""
    status, out, err = scoutcli(
        *("match", "--game", "scout", "--bot", "greedy", "--bot", "name=dice,bot=random"),
        *("--rounds", "2", "--seed", "tea"),
    )
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split("  ")[0] == "bot"
    table = {line.split()[0]: line.split()[1:3] for line in lines[2:4]}
    assert table == {"greedy": ["24", "24"], "dice": ["24", "24"]}
    assert "counted on 2 deals complete in all seatings" in " ".join(out.split())
    assert not re.search(r"\b(inf|nan)\b", out)
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize(
    ("words", "mark"), [({}, "±"), ({"PYTHONIOENCODING": "ascii"}, "+/-"), ({"NO_COLOR": "1"}, "±")]
)
def test_only_what_can_be_shown_is_shown(words: dict[str, str], mark: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", **words}
    status, out, err = done(start(*TWO, "-n", "2", env=environment))
    assert (status, err) == (0, "")
    assert f" {mark} " in out.splitlines()[2]
    assert "\x1b" not in out


@pytest.mark.parametrize(("game", "players"), [("scout", n) for n in range(2, 6)] + [("skyjo", 8)])
@pytest.mark.parametrize("seating", ["all", "rotate", "fixed"])
def test_a_deal_is_played_in_seatings_that_favour_nobody(
    game: str, players: int, seating: str, scoutcli: InProcess, tmp_path: Path
) -> None:
    options = [] if game == "scout" else ["--rules", "turn_limit=50"]
    path = tmp_path / "out.yaml"
    status, _, err = scoutcli(
        *("match", "-g", game, "-p", str(players), "-b", "name=A,bot=random"),
        *("-b", "name=B,bot=random", "--schedule", "one", "-n", "1", "--seating", seating),
        *("-s", "tea", "-o", path, *options),
    )
    assert (status, err) == (0, "")
    assert len(set(records(path))) == len(records(path))
    played = matches(path)
    pairings = [match.headers["pairing"] for match in played]
    assert pairings == [f"table 1 deal 1 seating {n}" for n in range(1, len(played) + 1)]
    assert len({match.rounds[0].deal.text for match in played if match.rounds[0].deal}) == 1
    seats = Counter(match.names.index("A") for match in played)
    expected = {"fixed": 1, "rotate": players}.get(seating)
    assert len(played) == expected or (seating == "all" and len(played) >= players)
    assert set(seats.values()) == {len(played) // (1 if seating == "fixed" else players)}
    for match in played:
        assert len(set(match.names)) == players
        assert sorted(match.names)[:2] == ["A", "B"]
        assert [player.id for player in match.players if player.name not in "AB"] == ["B"] * (
            players - 2
        )


def test_bots_whose_names_look_like_copies(scoutcli: InProcess, tmp_path: Path) -> None:
    """With three at a table `A` sits there twice, once as `A 3`: `A 2` is another bot."""
    path = tmp_path / "out.yaml"
    bots = ["-b", "name=A,bot=random", "-b", "name=A 2,bot=random"]
    assert scoutcli("match", "-g", "scout", "-p", "3", *bots, "-n", "1", "-o", path).status == 0
    assert {tuple(sorted(match.names)) for match in matches(path)} == {
        ("A", "A 2", "A 3"),
        ("A", "A 2", "A 2 2"),
    }
    again = scoutcli("match", "-g", "scout", "-p", "3", *bots, "-n", "1", "-o", path)
    assert again.err == f"6 of 6 matches are in {path} already\n"


@pytest.mark.parametrize(
    "name", ["\N{SNOWMAN} é 王", "- x", "no", "'\"#:", "a,b", "a=b", "{x}", "@", "x" * 40, "1.0"]
)
def test_a_bot_may_have_any_name_that_can_be_shown(
    name: str, scoutcli: InProcess, tmp_path: Path
) -> None:
    path = tmp_path / "out.yaml"
    bots = ["-b", f"name={name},bot=random", "-b", "greedy"]
    for told in ("", f"2 of 2 matches are in {path} already\n"):
        status, out, err = scoutcli(
            "match", "-g", "scout", "-p", "2", *bots, "-n", "1", "-s", "x", "-o", path
        )
        assert (status, err) == (0, told)
        assert name[:30] in out
    assert {name in match.names for match in matches(path)} == {True}
    records(path)


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\nb", "\x1b[2J", "\0", "\u202e", "\ud800"])
def test_a_bot_may_not_have_another_name(name: str, scoutcli: InProcess) -> None:
    status, out, err = scoutcli(
        "match", "-g", "scout", "-b", f"name={name},bot=random", "-b", "greedy", "-n", "1"
    )
    assert (status, out) == (2, "")
    assert "a name is 1 to 40 printable characters" in err
    assert "\x1b" not in err


def test_own_draws(scoutcli: InProcess, tmp_path: Path) -> None:
    path = tmp_path / "out.yaml"
    command = ["match", "-g", "skyjo", "-p", "2", "-b", "greedy", "-b", "random", "-n", "2"]
    command += ["-s", "tea", "-o", str(path)]
    assert scoutcli(*command, "--own-draws").status == 0
    own = records(path)
    assert len(own) == 4
    assert [match.shuffle for match in matches(path)] == [
        {"algorithm": OWN_DRAWS, "seed": f"tea/{deal}"} for deal in (1, 1, 2, 2)
    ]
    again = scoutcli(*command, "--own-draws")
    assert again.err == f"4 of 4 matches are in {path} already\n"
    # Without it these are other matches, which are played beside those.
    other = scoutcli(*command)
    assert other.err == f"4 other matches in {path} are left as they are\n"
    assert len(records(path)) == 8
    assert [match.shuffle["algorithm"] for match in matches(path)][4:] == [ALGORITHM] * 4


def test_whole_matches_and_short_ones(scoutcli: InProcess, tmp_path: Path) -> None:
    path = tmp_path / "out.yaml"
    for option, rounds in (("--rounds", 1), ("--matches", 2)):
        path.unlink(missing_ok=True)
        assert scoutcli(*TWO, option, "1", "-o", path).status == 0
        assert [len(match.rounds) for match in matches(path)] == [rounds] * 2
    for rules in ("rounds=1", "rounds=1,exempt=emptied"):
        assert scoutcli(*TWO, "-n", "1", "--rules", rules).status == 0


# What is wrong


USAGE = [
    ([], "name the game: --game scout or skyjo"),
    (["-g", "chess"], "there is no game 'chess'"),
    (["-g", "scout"], "name the bots: --bot greedy --bot name=mine,cmd=./mine"),
    (["-b", "greedy"], "name the game"),
    ([*TWO[1:]], "say how many deals: --matches N, or --rounds N"),
    ([*TWO[1:], "-n", "1", "-m", "1"], "--rounds or --matches: not both"),
    ([*TWO[1:], "-n", "0"], "0 is not in the range"),
    ([*TWO[1:], "-n", "9999999999"], "the number of deals is 1 to 999999999"),
    ([*TWO[1:], "-n", "2", "--rules", "rounds=2"], "leave out rounds=2, or say --matches instead"),
    ([*TWO[1:], "-n", "1", "-p", "6"], "SCOUT is for 2 to 5 players, not for 6"),
    ([*TWO[1:], "-n", "1", "--rules", "flip=up"], "flip cannot be 'up'"),
    ([*TWO[1:], "-n", "1", "--rules", "flop=up"], "there is no option 'flop'"),
    ([*TWO[1:], "-n", "1", "--rules", "flip"], "is not KEY=VALUE"),
    ([*TWO[1:], "-n", "1", "--preset", "home"], "there is no preset 'home'"),
    ([*TWO[1:], "-n", "1", "-b", "gredy"], "did you mean greedy?"),
    ([*TWO[1:], "-n", "1", "-b", "greedy"], "two bots are called greedy: give one another name="),
    ([*TWO[1:], "-n", "1", "-b", "greedy:playouts=5"], "so it takes no budget"),
    ([*TWO[1:], "-n", "1", "-b", "expert:playouts=0"], "playouts are 1 to 10000000, not 0"),
    ([*TWO[1:], "-n", "1", "-b", "expert:depth=5"], "is no budget"),
    ([*TWO[1:], "-n", "1", "-b", "name=x"], "a bot is either built in, bot=greedy, or a program"),
    ([*TWO[1:], "-n", "1", "-b", "bot=greedy,cmd=x"], "a bot is either built in, bot=greedy"),
    ([*TWO[1:], "-n", "1", "-b", "bot=random,name=x,dir=/"], "dir is for a program"),
    ([*TWO[1:], "-n", "1", "-b", "cmd="], "cmd is empty: name the program"),
    ([*TWO[1:], "-n", "1", "-b", "cmd='x"], "No closing quotation"),
    ([*TWO[1:], "-n", "1", "-b", "cmd=x,cmd=y"], "cmd is said twice of a bot"),
    ([*TWO[1:], "-n", "1", "-b", "x,cmd=y"], "begins with no key; keys are name, bot, cmd"),
    ([*TWO[1:], "-n", "1", "-b", "cmd=x,memory=lots"], "'lots' is no limit for memory"),
    ([*TWO[1:], "-n", "1", "-b", "cmd=x,cpu=0"], "is no limit for cpu"),
    ([*TWO[1:], "-n", "1", "-b", "cmd=x,processes=some"], "is no limit for processes"),
    ([*TWO[1:], "-n", "1", "--time", "5s"], "'5s' is no time"),
    ([*TWO[1:], "-n", "1", "--time", "0"], "'0' is no time"),
    ([*TWO[1:], "-n", "1", "--margin", "-1"], "-1 is not in the range"),
    ([*TWO[1:], "-n", "1", "--on-fault", "shout"], "'shout' is not one of"),
    ([*TWO[1:], "-n", "1", "--seating", "any"], "'any' is not one of"),
    ([*TWO[1:], "-n", "1", "--schedule", "cup"], "'cup' is not one of"),
    ([*TWO[1:-2], "-s", "a\nb", "-n", "1"], "a seed is 1 to 200 printable characters"),
    ([*TWO[1:], "-n", "1", "--sprt", "points 2 0"], "[bad-sprt]"),
    ([*TWO[1:], "-n", "1", "--sprt", "wins"], "one is written points 0 2, or elo 0 20"),
    ([*TWO[1:], "-n", "1", "--own-draws"], "SCOUT has no draw order of its own"),
    ([*TWO[1:], "-n", "1", "--own-draws", "-j", "2"], "SCOUT has no draw order of its own"),
    (["-g", "scout", "-b", "greedy", "-n", "1"], "round-robin needs two bots or more"),
    ([*TWO[1:], "-b", "steady", "--schedule", "one", "-n", "1"], "2 seats is too small for 3 bots"),
    ([*TWO[1:], "-n", "1", "--log-bots"], "--log-bots needs --log FILE"),
    ([*TWO[1:], "-n", "1", "-o", "x.yaml", "--log", "./x.yaml"], "name another file for --log"),
    ([*TWO[1:], "-n", "1", "-o", "/"], "is a directory"),
    ([*TWO[1:], "-n", "1", "-o", "no/x.yaml"], "no/x.yaml: No such file or directory"),
    ([*TWO[1:], "-n", "1", "--log", "no/x.json"], "no/x.json: No such file or directory"),
    ([*TWO[1:], "-n", "1", "--jobs", "0"], "0 is not in the range"),
    ([*TWO[1:], "-n", "1", "-j", "2", "--cluster", "tcp://a:1"], "--jobs or --cluster: not both"),
    (["nothing.yaml"], "'nothing.yaml' does not exist"),
    (["."], "is a directory"),
]


@pytest.mark.parametrize(("arguments", "hint"), USAGE, ids=range(len(USAGE)))
def test_wrong_usage_is_answered_with_what_would_be_right(
    arguments: list[str], hint: str, scoutcli: InProcess, tmp_path: Path
) -> None:
    status, out, err = scoutcli("match", *arguments)
    assert (status, out) == (2, "")
    assert hint in err
    assert "seed:" not in err
    assert [path.name for path in tmp_path.iterdir()] in ([], ["x.yaml"][:0])


def test_a_file_of_something_else_is_left_alone(scoutcli: InProcess, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary\n")
    done = scoutcli(*TWO, "-n", "1", "-o", path)
    assert done.status == 1
    assert "holds something else than matches: name another file [not-a-match-file]" in done.err
    assert path.read_text() == "Dear diary\n"


# Plans


PLAN = """\
game: scout
players: 2
bot:
- name: fast, or not
  bot: random
- {name: mine, cmd: "%(command)s", dir: %(folder)s, memory: 1G, cpu: 60, processes: 20,
   option: {Depth: "9", "Book file": "a, name=b"}}
- greedy
matches: 1
rules:
  flip: rotate
  exempt: emptied
preset: web
seed: tea
schedule: gauntlet
seating: rotate
own-draws: no
time: 60000+500
margin: 1000
on-fault: random
jobs: 1
out: out.yaml
log: log.json
log-bots: yes
"""
CHOOSER = """
import sys
assert sys.argv[1:] == ["--level,cmd=x", "2"], sys.argv
for line in sys.stdin:
    words = line.split()
    if words[0] == "scoutbot":
        print("option Depth int 3\\noption Book%20file text x\\nready scout", flush=True)
    elif words[0] == "go":
        print("play", words[words.index("legal") + 1], flush=True)
    elif words[0] == "quit":
        break
"""


def test_a_plan_file_says_what_options_say(scoutcli: InProcess, tmp_path: Path) -> None:
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "mine.py").write_text(CHOOSER)
    command = f"{sys.executable} -I -S mine.py --level,cmd=x 2"
    (tmp_path / "plan.yaml").write_text(PLAN % {"command": command, "folder": "bot"})
    status, _, err = scoutcli("match", "plan.yaml")
    assert (status, err) == (0, "")
    planned = records(tmp_path / "out.yaml")
    assert len(planned) == 4  # two tables of the first against another one, two seatings
    first = matches(tmp_path / "out.yaml")[0]
    assert set(first.names) == {"fast, or not", "mine"}
    assert (first.preset, first.said) == ("web", {"flip": "rotate"})
    assert first.shuffle["seed"] == "tea/1"
    lines = [json.loads(line) for line in (tmp_path / "log.json").read_text().splitlines()]
    told = [line["line"] for line in lines if line.get("way") == ">"]
    assert told[1:3] == ["set Depth 9", "set Book%20file a,%20name=b"]
    assert "go left=60000 inc=500 legal K F" in told
    (tmp_path / "out.yaml").unlink()
    status, _, err = scoutcli(
        *("match", "-g", "scout", "-p", "2", "-b", "name=fast, or not,bot=random"),
        *("-b", f"name=mine,cmd={sys.executable} -I -S mine.py '--level,cmd=x' 2,dir=bot"),
        *("-b", "greedy", "-m", "1", "--rules", "flip=rotate", "--preset", "web", "-s", "tea"),
        *("--schedule", "gauntlet", "--seating", "rotate", "--time", "60000", "-o", "out.yaml"),
    )
    assert status == 2, "on the command line ,cmd= begins another value"
    assert "cmd is said twice of a bot" in err


def test_the_command_line_goes_before_the_plan(scoutcli: InProcess, tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("game: skyjo\nbot: [greedy, random]\nrounds: 5\nrules: [rounds=1]\nseed: a\n")
    out = tmp_path / "out.yaml"
    typed = [*TWO[3:], "-g", "scout", "--matches", "1", "--rules", "rounds=2", "-o", out]
    assert scoutcli("match", plan, *typed).status == 0
    planned = records(out)
    out.unlink()
    assert scoutcli(*TWO, "-m", "1", "--rules", "rounds=2", "-o", out).status == 0
    assert planned == records(out)


@pytest.mark.parametrize(
    ("one", "typed"),
    [("rounds: 2", "--matches"), ("matches: 2", "--rounds"), ("jobs: 2", "--cluster")],
)
def test_a_typed_option_takes_the_place_of_one_that_it_excludes(
    one: str, typed: str, scoutcli: InProcess, tmp_path: Path
) -> None:
    (tmp_path / "plan.yaml").write_text(f"game: scout\nplayers: 2\nbot: [greedy, random]\n{one}\n")
    value = "tcp:oops" if typed == "--cluster" else "1"
    status, _, err = scoutcli("match", "plan.yaml", typed, value)
    assert "not both" not in err
    assert status == (2 if typed == "--cluster" else 0)
    with (tmp_path / "plan.yaml").open("a") as file:
        file.write(f"{typed.removeprefix('--')}: {value.replace('oops', '//a:1')}\n")
    status, _, err = scoutcli("match", "plan.yaml")
    assert status == 2
    assert "not both" in err


BAD_PLANS = [
    ("", "plan.yaml: a plan is a map of keys"),
    ("- a\n", "plan.yaml: a plan is a map of keys"),
    ("game: scout\n  bot: greedy\n", "plan.yaml:2:6: "),
    ("game: scout\ngame: scout\n", "plan.yaml:2:1: the key game stands here a second time"),
    ("game: &a scout\n", "plan.yaml:1:7: "),
    ("game: scout\nbots: [greedy]\n", "plan.yaml:2:1: there is no key 'bots' in a plan; there is"),
    ("plan: x\n", "plan.yaml:1:1: there is no key 'plan'"),
    ('game: scout\n"\\e[2J": x\n', r"plan.yaml:2:1: there is no key '\x1b[2J'"),
    ("game: chess\n", "plan.yaml:1:7: game: there is no game 'chess'"),
    ("game: [scout, skyjo]\n", "plan.yaml:1:7: game: one value stands here, not a list"),
    ("game: {a: b}\n", "plan.yaml:1:7: game: one value stands here, not a map"),
    ("GAME\nrounds: many\n", "plan.yaml:4:9: rounds: 'many' is not a valid integer"),
    ("GAME\nrounds: 0\n", "plan.yaml:4:9: rounds: 0 is not in the range"),
    ("GAME\nrounds: 1\nown-draws: maybe\n", "plan.yaml:5:12: own-draws: 'maybe' is not a valid"),
    ("GAME\nrounds: 1\nown-draws: yes\n", "plan.yaml:5:12: SCOUT has no draw order of its own"),
    ("GAME\nrounds: 1\ntime: 5s\n", "plan.yaml:5:7: '5s' is no time"),
    ("GAME\nrounds: 1\nsprt: wins\n", "plan.yaml:5:7: 'wins' is no test"),
    ("GAME\nrounds: 1\nplayers: 9\n", "plan.yaml:5:10: SCOUT is for 2 to 5 players"),
    ("GAME\nrounds: 1\npreset: home\n", "plan.yaml:5:9: there is no preset 'home'"),
    ("GAME\nrounds: 1\nschedule: cup\n", "plan.yaml:5:11: schedule: 'cup' is not one of"),
    ("GAME\nrounds: 1\nrules: {flip: swap, exempt: all}\n", "plan.yaml:5:29: exempt cannot be"),
    ("GAME\nrounds: 1\nrules:\n- flip=swap\n- flop=x\n", "plan.yaml:7:3: there is no option"),
    ("GAME\nrounds: 1\nrules: flip\n", "plan.yaml:5:8: rules: 'flip' is not KEY=VALUE"),
    ("GAME\nrounds: 1\nrules: {flip: [a]}\n", "plan.yaml:5:15: rules: one value stands here"),
    ("GAME\nrounds: 1\nrounds: 1\n", "plan.yaml:5:1: "),
    ("game: scout\nbot: [greedy, gredy]\nrounds: 1\n", "plan.yaml:2:15: SCOUT has no bot 'gredy'"),
    ("game: scout\nbot: [[greedy]]\n", "plan.yaml:2:7: bot: one value stands here, not a list"),
    (
        "game: scout\nbot:\n- greedy\n- {nme: x, cmd: y}\nrounds: 1\n",
        "plan.yaml:4:3: there is no key 'nme' for a bot; there is name, bot, cmd",
    ),
    ("game: scout\nbot:\n- {cmd: [a, b]}\n", "plan.yaml:3:9: bot: one value stands here"),
    ("game: scout\nbot:\n- {cmd: a, memory: 1X}\nrounds: 1\n", "plan.yaml:3:3: '1X' is no limit"),
    ("game: scout\nbot: {bot: greedy}\nrounds: 1\n", "round-robin needs two bots or more"),
    ("game: scout\nbot: []\n", "name the bots"),
    ("game: scout\nbot: [greedy, greedy]\nrounds: 1\n", "plan.yaml:2:7: two bots are called"),
    (f"game: {'x' * (1 << 20)}\n", "plan.yaml is longer than a plan can be"),
    ("game: " + "[" * 5000 + "\n", "plan.yaml:1:"),
    ("\xff\xfe\0", "plan.yaml:1:"),
]


@pytest.mark.parametrize(("text", "hint"), BAD_PLANS, ids=range(len(BAD_PLANS)))
def test_what_is_wrong_in_a_plan_is_told_with_its_place(
    text: str, hint: str, scoutcli: InProcess, tmp_path: Path
) -> None:
    game = "game: scout\nbot: [greedy, random]\nseed: a"
    (tmp_path / "plan.yaml").write_bytes(text.replace("GAME", game).encode("latin-1"))
    status, out, err = scoutcli("match", "plan.yaml")
    assert (status, out) == (2, "")
    assert f"Error: {hint}" in err
    assert len(err) < 1000


# The log, the progress


def test_a_log_is_not_written_behind_something_else(scoutcli: InProcess, tmp_path: Path) -> None:
    path = tmp_path / "match.yaml"
    path.write_text("---\nscoutcli: 1\n")
    done = scoutcli(
        "match", "-g", "scout", "-b", "greedy", "-b", "random", "-n", "1", "--log", path
    )
    assert (done.status, done.out) == (1, "")
    assert f"{path} is no log: name another file" in done.err
    assert path.read_text() == "---\nscoutcli: 1\n"


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (46, "2/2 matches; a very long name +0.00, b +0.00"),
        (45, "2/2 matches; a very long name +0.00 …"),
        (37, "2/2 matches; a very long name +0.00 …"),
        (36, "2/2 matches …"),
    ],
)
def test_standings_are_cut_between_bots(room: int, shown: str) -> None:
    """Seat 1 has 3 points and seat 2 has 1, whoever sits there: so nobody is ahead."""
    schedule = Schedule([(0, 1)], "all", 1)
    game = games.get("scout")
    rules, _ = game.rules(2)
    entries = (Entry("a very long name", "random"), Entry("b", "random"))
    plan = Plan(game, rules, entries, "x", 1, "one", "all", TimeControl(move=1), 0.0, "forfeit")
    run = Run(plan, schedule, None)
    for pairing in schedule:
        run._count(Outcome(pairing, ((3, 1),), (0,)))
    run.before = 2
    assert watch._line(run, 1.0, room) == shown


def test_a_torn_line_of_a_log_costs_no_other(scoutcli: InProcess, tmp_path: Path) -> None:
    """As a full disk leaves it; where nothing is written the file stays as it is."""
    log = tmp_path / "log.json"
    command = [*TWO, "-n", "1", "-o", "out.yaml", "--log", log]
    assert scoutcli(*command).status == 0
    torn = log.read_bytes()[:-20]
    log.write_bytes(torn)
    assert scoutcli(*command).status == 0
    assert log.read_bytes() == torn
    assert scoutcli(*command, "-n", "2").status == 0
    one, half, *others = log.read_text().splitlines()
    assert f"{one}\n{half}".encode() == torn
    assert [json.loads(line)["pairing"] for line in (one, *others)] == [
        "table 1 deal 1 seating 1",
        "table 1 deal 2 seating 1",
        "table 1 deal 2 seating 2",
    ]


def test_the_log_has_the_times_and_what_was_said(scoutcli: InProcess, tmp_path: Path) -> None:
    """Two copies of a program at one table are told apart as in the match file."""
    log = tmp_path / "log.json"
    command = ["match", "-g", "scout", "-p", "3", "-b", bad("honest"), "-b", "greedy", "-n", "1"]
    command += ["-s", "tea", *LONG, "--seating", "fixed", "--log", str(log)]
    assert scoutcli(*command).status == 0
    plain = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["pairing"] for line in plain] == [
        "table 1 deal 1 seating 1",
        "table 2 deal 1 seating 1",
    ]
    assert [line["players"] for line in plain] == [
        ["honest", "greedy", "greedy 2"],
        ["honest", "honest 2", "greedy"],
    ]
    for line in plain:
        assert set(line) == {
            *("pairing", "players", "scores", "winners", "abandoned", "faults", "milliseconds")
        }
        assert (line["abandoned"], line["faults"]) == (False, [])
        assert [len(times) > 2 for times in line["milliseconds"]] == [True] * 3
        assert all(0 <= ms < 60_000 for times in line["milliseconds"] for ms in times)
        assert line["winners"] == [
            seat
            for seat, points in enumerate(line["scores"][0], 1)
            if points == max(line["scores"][0])
        ]
    log.unlink()
    assert scoutcli(*command, "--log-bots").status == 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    said = [line for line in lines if "way" in line]
    assert {line["bot"] for line in said} == {"honest", "honest 2"}
    assert all(set(line) == {"pairing", "bot", "way", "line"} for line in said)
    for name, seat in (("honest", 1), ("honest 2", 2)):
        mine = [line for line in said if line["bot"] == name]
        assert (mine[0]["way"], mine[0]["line"]) == (">", "scoutbot 1")
        match = next(line for line in mine if line["line"].startswith("match"))
        assert f" you {seat} " in match["line"]
        asked = [line for line in mine if line["line"].startswith("go ")]
        answers = [line for line in mine if line["way"] == "<" and line["line"][:5] == "play "]
        assert len(asked) == len(answers)
    assert lines[-1]["players"] == ["honest", "honest 2", "greedy"]


def test_a_bot_cannot_write_to_the_terminal(scoutcli: InProcess, tmp_path: Path) -> None:
    """What it says on its stderr, and of itself, goes to the log alone, and as text."""
    log = tmp_path / "log.json"
    code = (
        "import sys\n"
        "print('\\x1b[2J', file=sys.stderr)\n"
        "print('id name \\x1b[1m%1b[2J\\nready scout', flush=True)\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('go'): print('play \\x1b[2J', flush=True)\n"
    )
    (tmp_path / "mine.py").write_text(code)
    status, out, err = scoutcli(
        *("match", "-g", "scout", "-p", "2", "-b", f"cmd={' '.join(PYTHON)} mine.py,name=m"),
        *("-b", "greedy", "-n", "1", "-s", "a", "--log", log, "--log-bots", "-o", "out.yaml"),
    )
    assert status == 0
    assert r"'\x1b[2J'" in err
    assert "\x1b" not in out + err + log.read_text() + (tmp_path / "out.yaml").read_text()
    records(tmp_path / "out.yaml")


def test_progress_on_a_terminal_until_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "out.yaml"
    with Terminal(*TWO, "-n", "20000", "-o", str(path), columns=120) as terminal:
        terminal.until("40000 matches, ")
        terminal.until(lambda: "a second" in terminal.text and "greedy +" in terminal.text)
        line = terminal.lines[-1]
        assert re.fullmatch(
            r"\d+/40000 matches, [\d.]+ a second, (\d+ days?, )?\d+:\d\d:\d\d left; "
            r"greedy \+\d+\.\d\d, random -\d+\.\d\d",
            line,
        )
        terminal.type("\x03")
        assert terminal.finish() == 130
        text = terminal.text
    told = r"interrupted after \d+ of 40000 matches; the same command goes on from "
    assert re.search(told + str(path), text.replace("\n", ""))
    assert "a second" not in text, "the line is taken away"
    assert len(records(path)) > 1


def test_progress_does_not_wrap() -> None:
    with Terminal(*TWO, "-n", "20000", columns=24) as terminal:
        terminal.until("/40000 matches")
        terminal.until(lambda: len(terminal.seen) > 4)
        for lines in terminal.seen:
            assert len(lines) == 1
        terminal.type("\x03")
        assert terminal.finish() == 130
