"""`scoutcli fmt`: one form for every way to write a match, and nothing is ever lost."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notation.diagnostics import Diagnostic
from scoutcli.diffs import UnifiedDiff
from scoutcli.rewrite import Replacement, rewritten, visible
from tests.conftest import shared
from tests.record import canonical_of, errors_of, part_of, parts_of
from tests.scoutcli.program import DAMAGED, MATCHES, VALID, Program, good

FOLDER = beside / "matches" if (beside := shared()) else MATCHES
FILES = sorted((FOLDER / "valid").glob("*.yaml"))
FAULTY = sorted((FOLDER / "damaged").glob("*.yaml"))
NOT_CANONICAL = {
    "hand-bom-crlf.yaml",  # a byte order mark, line ends of another system
    "hand-joined.yaml",  # no --- between the matches
    "hand-sheet.yaml",  # a name in quotes that needs none
    "hand-unfinished.yaml",  # a space behind the last move of a round that is over
    "hand-unknown.yaml",  # the same name
}


@pytest.fixture
def scoutcli(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Program:
    return Program(capfd, monkeypatch)


def formatted(path: Path) -> tuple[bytes, list[Diagnostic]]:
    """The new form of a file, and what was told."""
    told: list[Diagnostic] = []
    return b"".join(new for _, new in rewritten(str(path), told.append)), told


def in_file(folder: Path, data: bytes | str) -> Path:
    path = folder / "a.yaml"
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


# The canonical form


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_canonical_match_stays_to_the_byte_and_any_other_after_once(
    path: Path, tmp_path: Path
) -> None:
    new, told = formatted(path)
    assert told == []
    assert (new == path.read_bytes()) == (path.name not in NOT_CANONICAL)
    assert formatted(in_file(tmp_path, new)) == (new, [])
    assert len(parts_of(new)) == len(parts_of(path.read_bytes()))
    assert errors_of(new) == []


def test_every_way_to_write_a_match_becomes_the_same() -> None:
    text = """
# for the book
scoutcli: 1
winners:
  - 2   # at last
players: [{name: "Ada", x-shoe: '41'}, {"name": 'no'}]
# the game
"game": scout
date: '2026-11-30'
event: "Tea: round 1"
x-note: |
  as it is
rules:
    exempt: owner
    flip: "swap"
    turn_limit: 70
rounds:
  -
    score: [ 2,6 ]
    moves: "{quiet} 1.k 2.f 2.s3:234 !? {a \\\\{b} 1.r42@11 1.s9:654 2.l6t@7 2.s8:9t 1.rt2@3 1.s8:78
      2.l87@8 2.s2:21 1.l29@9 1.s8:t 2.s2:43 1.s7:22 2.l23@1 2.s4:6 1.s6:7 2.s3:t"
    deal: |+
      1: 4t 15 65 97 75 23 78 8t 6t 54 t5
      2: 86  92 72 73 24 T1 74 63 3T 89 2T

    end: unbeaten
"""
    wanted = """\
---
# for the book
scoutcli: 1
# the game
game: scout
event: "Tea: round 1"
date: "2026-11-30"
players:
- name: Ada
  x-shoe: "41"
- name: "no"
rules:
  turn_limit: 70
x-note: |
  as it is
rounds:
- deal: |
    1: 4T 15 65 97 75 23 78 8T 6T 54 T5
    2: 86 92 72 73 24 T1 74 63 3T 89 2T
  moves: |
    {quiet} 1.K 2.F
    2.S3:234 $5 {a \\{b} 1.R42@11 1.S9:654
    2.L6T@7 2.S8:9T 1.RT2@3 1.S8:78
    2.L87@8 2.S2:21 1.L29@9 1.S8:T
    2.S2:43 1.S7:22
    2.L23@1 2.S4:6 1.S6:7
    2.S3:T
  end: unbeaten
  score: [2, 6]
"""
    got = canonical_of(part_of(text.replace("winners:\n  - 2   # at last\n", "")))
    assert got == wanted
    assert canonical_of(part_of(got)) == got


SHUFFLED = st.permutations(range(5))


@given(
    order=SHUFFLED,
    bom=st.booleans(),
    crlf=st.booleans(),
    lower=st.booleans(),
    gaps=st.lists(st.sampled_from([" ", "  ", "\n    ", "\n      "]), min_size=7, max_size=7),
    comments=st.lists(st.text("ab #:é'\"", max_size=6), max_size=4),
)
def test_what_has_no_meaning_changes_nothing(
    order: list[int], bom: bool, crlf: bool, lower: bool, gaps: list[str], comments: list[str]
) -> None:
    head, rounds = good("hand-comments.yaml").split("rounds:\n")
    rounds, total = rounds.split("total: ")
    parts = [
        *re.findall(r"^(?:scoutcli|game|event|date).*\n", head, re.MULTILINE)[1:],
        head[head.index("players:") :],
        f"rounds:\n{rounds}",
    ]
    deals, moves = rounds.split("  moves: |\n", 1)
    spread = iter(gaps * 100)
    words = re.sub(r"\n    | (?=[12]\.)", lambda _: next(spread), moves.split("\n  end")[0])
    if lower:
        words = re.sub(r"[SLRKF]\w*[:@]?\w*|[12]\.[KF]", lambda found: found[0].lower(), words)
    parts[-1] = parts[-1].replace(moves.split("\n  end")[0], words, 1)
    text = "---\nscoutcli: 1\n" + "".join(parts[index] for index in order)
    text += "".join(f"#{comment}\n" for comment in comments) + f"total: {total}"
    if crlf:
        text = text.replace("\n", "\r\n")
    got = canonical_of(part_of("\ufeff" * bom + text))
    kept = "".join(f"#{comment.rstrip()}\n" for comment in comments)
    assert got == good("hand-comments.yaml").replace("total: ", f"{kept}total: ")
    assert deals in got


def test_comments_of_yaml_stay_where_they_belong() -> None:
    text = good().replace("- name: Seat 2", "# before\n\n- name: Seat 2  # behind")
    text = text.replace("score: [7, 1]", "score: [7,  # first\n      1]  # second\n  # inside")
    text = text.replace("---\n", "# top\n---  # rule\n", 1) + "# end\n"
    got = canonical_of(part_of(text))
    assert got.startswith("---\n# top\n# rule\nscoutcli: 1\n")
    assert "# before\n- name: Seat 2  # behind\n" in got
    assert "  score: [7, 1]  # first\n# second\n# inside\n- deal: |\n" in got
    assert got.endswith("winners: [1]\n# end\n")
    assert canonical_of(part_of(got)) == got


def test_own_keys_stay_at_every_level() -> None:
    text = good().replace("game: scout", "x-a: {b: [1, 2]}\ngame: scout")
    text = text.replace("- name: Seat 1", "- x-id: 7\n  name: Seat 1")
    text = text.replace("rounds:", "rules: {x-from: us}\nrounds:")
    text = text.replace("- deal: |\n    1: 34", "- x-who: no\n  deal: |\n    1: 34")
    text = text.replace("score: [7, -2]", "score: [7, -2]\n  x-sad: '1'") + "x-z: ~\n"
    got = canonical_of(part_of(text))
    for line in (
        "x-a:\n  b: [1, 2]\nrounds:",
        "- name: Seat 1\n  x-id: 7\n",
        "rules:\n  x-from: us\n",
        "6T\n  x-who: no\n  moves: |\n",
        "  score: [7, -2]\n  x-sad: ",
        "winners: [1]\nx-z: ~\n",
    ):
        assert line in got
    assert canonical_of(part_of(got)) == got


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("{exempt: owner, rounds: players, turn_limit: 1000}", ""),
        ("{preset: official}", "rules:\n  preset: official\n"),
        ("{preset: web, exempt: emptied}", "rules:\n  preset: web\n"),
        ("{preset: web, exempt: owner}", "rules:\n  preset: web\n  exempt: owner\n"),
        ("{turn_limit: '900', flip: swap}", "rules:\n  turn_limit: 900\n"),
    ],
)
def test_only_rules_that_change_something_stay(said: str, kept: str) -> None:
    text = good().replace("rounds:", f"rules: {said}\nrounds:")
    assert canonical_of(part_of(text)) == good().replace("rounds:", f"{kept}rounds:")


def test_a_limit_that_another_option_lifts_is_not_made_up() -> None:
    text = "---\nscoutcli: 1\ngame: skyjo\nplayers:\n- name: A\n- name: B\n"
    for rules in ("rules:\n  rounds: 3\n", "rules:\n  rounds: 3\n  score_limit: 100\n"):
        whole = f"{text}{rules}rounds:\n- score: [1, 2]\n"
        assert canonical_of(part_of(whole)) == whole


def test_a_match_in_play_stays_open_where_it_ends_the_file(
    scoutcli: Program, tmp_path: Path
) -> None:
    cut = good()[: good().index("2.R96@10")]  # seat 1 has shown, seat 2 is to move in this lap
    assert scoutcli("fmt", "-", typed=cut).out == cut
    assert scoutcli("fmt", "-", typed=cut.rstrip() + "\n").out == cut
    # With something behind it the lap is closed, so that the next match begins a line.
    assert scoutcli("fmt", "-", typed=cut + good()).out == cut.rstrip(" ") + "\n" + good()
    path = in_file(tmp_path, cut)
    assert scoutcli("fmt", path, path).out == cut.rstrip(" ") + "\n" + cut


def test_a_position_and_moves_alone_have_a_form_too(scoutcli: Program) -> None:
    done = scoutcli("fmt", "-", typed="\n# so\n\n  1.k   2.f\n1.s3:44 $1 2.l47@1")
    assert done == (0, "# so\n1.K 2.F\n1.S3:44 $1 2.L47@1\n", "")


# Faults


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.name)
def test_a_match_at_fault_is_handed_through(path: Path, tmp_path: Path) -> None:
    data = path.read_bytes()
    for text in (data, good().encode() + data + good().encode()):
        new, told = formatted(in_file(tmp_path, text))
        parts = parts_of(text)
        again = parts_of(new)
        assert len(again) == len(parts)
        assert [part.faulty for part in again] == [part.faulty for part in parts]
        for before, after in zip(parts, again, strict=True):
            if before.faulty:
                assert after.chunk.raw == before.chunk.raw
                assert {fault.code for fault in after.diagnostics} == {
                    fault.code for fault in before.diagnostics
                }
        assert bool(told) == any(part.faulty for part in parts)
        assert formatted(in_file(tmp_path, new))[0] == new


def test_errors_are_told_and_the_others_are_written(scoutcli: Program) -> None:
    bad = (DAMAGED / "0047-pos.yaml").read_text()
    untidy = good().replace("event: Reference", 'event: "Reference"')
    done = scoutcli("fmt", "-", typed=untidy + bad + untidy)
    assert done.status == 1
    assert done.out == good() + bad + good()
    assert "-:64:13: error: " in done.err


@pytest.mark.parametrize("way", ["--check", "--diff", "--in-place", "--output=-"])
def test_a_file_that_cannot_be_read_does_not_stop_the_others(
    scoutcli: Program, way: str, tmp_path: Path
) -> None:
    path = in_file(tmp_path, good())
    done = scoutcli("fmt", way, tmp_path / "nowhere", tmp_path, path)
    assert done.status == 1
    assert done.err.count("the file cannot be read: ") == 2
    assert done.out == (good() if way == "--output=-" else "")


def test_a_file_without_a_match_is_an_error(scoutcli: Program) -> None:
    done = scoutcli("fmt", "-", typed="# nothing yet\n")
    assert (done.status, done.out) == (1, "# nothing yet\n")
    assert "there is no match in this file" in done.err


# Ways to write


def test_check_names_the_files_that_would_change(scoutcli: Program) -> None:
    done = scoutcli("fmt", "--check", VALID / "scout-2.yaml", VALID / "hand-joined.yaml")
    assert done == (1, f"{VALID / 'hand-joined.yaml'}\n", "")
    assert scoutcli("fmt", "--check", VALID / "scout-2.yaml") == (0, "", "")


def test_diff_shows_what_would_change(scoutcli: Program) -> None:
    path = VALID / "hand-sheet.yaml"
    assert scoutcli("fmt", "--diff", path, VALID / "scout-2.yaml") == (
        1,
        (
            f"--- {path}\n"
            f"+++ {path}\n"
            "@@ -5,7 +5,7 @@\n"
            " players:\n"
            " - name: Anna\n"
            " - name: Bruno\n"
            '-- name: "Chloé"\n'
            "+- name: Chloé\n"
            " rounds:\n"
            " - ender: 2\n"
            "   score: [21, 34, 18]\n"
        ),
        "",
    )
    assert scoutcli("fmt", "--diff", VALID / "scout-2.yaml") == (0, "", "")


def patched(old: bytes, diff: bytes) -> bytes:
    """What a unified diff makes of a text, seen to fit it."""
    lines = old.splitlines(keepends=True)
    result: list[bytes] = []
    at = 0
    for hunk in re.split(rb"^(?=@@)", diff, flags=re.MULTILINE)[1:]:
        head, *body = re.sub(rb"\n\\ No newline.*\n", rb"\0", hunk).splitlines(keepends=True)
        body = [line for text in body for line in re.split(rb"(?<=\0)", text) if line]
        body = [line.removesuffix(b"\0") for line in body]
        found = re.fullmatch(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n", head)
        assert found is not None
        begin, count, new_begin, new_count = (int(found[n] or 1) for n in (1, 2, 3, 4))
        start = begin - (count > 0)
        result += lines[at:start]
        assert len(result) == new_begin - (new_count > 0)
        assert [line[1:] for line in body if line[:1] in b" -"] == lines[start : start + count]
        added = [line[1:] for line in body if line[:1] in b" +"]
        assert len(added) == new_count
        result += added
        at = start + count
    return b"".join(result + lines[at:])


LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"d\n"]), max_size=30).map(b"".join)


@given(st.lists(st.one_of(LINES.map(lambda text: (text, text)), st.tuples(LINES, LINES))), LINES)
def test_a_diff_of_parts_makes_the_new_text_of_the_old(
    parts: list[tuple[bytes, bytes]], last: bytes
) -> None:
    parts = [*parts, (last[:-1], last)]
    diff = UnifiedDiff()
    text = b"".join(line for old, new in parts for line in diff.take(old, new))
    text += b"".join(diff.end())
    old, new = (b"".join(side) for side in zip(*parts, strict=True))
    assert patched(old, text) == new
    assert bool(text) == (old != new)


def test_output_goes_to_a_file(scoutcli: Program, tmp_path: Path) -> None:
    out = tmp_path / "out.yaml"
    mask = os.umask(0o027)
    try:
        done = scoutcli("fmt", "-o", out, VALID / "hand-joined.yaml", VALID / "scout-2.yaml")
    finally:
        os.umask(mask)
    assert done == (0, "", "")
    assert stat.S_IMODE(out.stat().st_mode) == 0o640
    assert len(parts_of(out.read_bytes())) == 3
    # Onto itself, too.
    assert scoutcli("fmt", "-o", out, out, VALID / "scout-2.yaml").status == 0
    assert len(parts_of(out.read_bytes())) == 4
    assert list(tmp_path.iterdir()) == [out]


def test_a_folder_that_is_not_there_is_told(scoutcli: Program, tmp_path: Path) -> None:
    done = scoutcli("fmt", "-o", tmp_path / "no" / "out", VALID / "scout-2.yaml")
    assert done.status == 2
    assert "No such file or directory" in done.err


def test_in_place_keeps_the_mode_and_follows_a_link(scoutcli: Program, tmp_path: Path) -> None:
    path = in_file(tmp_path, (VALID / "hand-joined.yaml").read_bytes())
    path.chmod(0o604)
    link = tmp_path / "link.yaml"
    link.symlink_to(path.name)
    assert scoutcli("fmt", "--in-place", link) == (0, "", "")
    assert link.is_symlink()
    assert path.read_bytes() == formatted(VALID / "hand-joined.yaml")[0]
    assert stat.S_IMODE(path.stat().st_mode) == 0o604
    assert sorted(tmp_path.iterdir()) == [path, link]


def test_in_place_leaves_alone_what_is_canonical(scoutcli: Program, tmp_path: Path) -> None:
    path = in_file(tmp_path, good())
    before = path.stat()
    assert scoutcli("fmt", "-i", path).status == 0
    after = path.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_in_place_does_not_take_a_match_from_who_plays_it(
    scoutcli: Program, tmp_path: Path
) -> None:
    path = in_file(tmp_path, (VALID / "hand-joined.yaml").read_bytes())
    with path.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        done = scoutcli("fmt", "-i", path)
    assert done.status == 1
    assert "[match-in-use]" in done.err
    assert path.read_bytes() == (VALID / "hand-joined.yaml").read_bytes()


def test_in_place_wants_an_ordinary_file(scoutcli: Program) -> None:
    done = scoutcli("fmt", "-i", "-", typed=good())
    assert done.status == 2
    done = scoutcli("fmt", "-i", "/dev/null")
    assert done.status in {1, 2}


def test_a_file_that_was_written_to_in_the_meantime_stays(tmp_path: Path) -> None:
    path = in_file(tmp_path, "old")
    with Replacement(str(path)) as replacement:
        replacement.stream.write(b"new")
        path.write_text("newer")
        with pytest.raises(OSError, match="in the meantime"):
            replacement.commit()
    assert path.read_text() == "newer"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_not_finished_leaves_no_trace(tmp_path: Path) -> None:
    path = in_file(tmp_path, "old")
    with contextlib.suppress(KeyboardInterrupt), Replacement(str(path)) as replacement:
        replacement.stream.write(b"new")
        raise KeyboardInterrupt
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "options",
    [
        ("--check", "--diff"), ("--check", "-o", "x"), ("-i", "--diff"), ("-i", "-o", "x"),
        ("-i", "--seat", "1"), ("--check", "--seat", "1"), ("--diff", "--seat", "1"),
        ("--seat", "0"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_wrong_use(
    scoutcli: Program, options: tuple[str, ...]
) -> None:
    done = scoutcli("fmt", *options, VALID / "scout-2.yaml")
    assert (done.status, done.out) == (2, "")


def test_a_terminal_is_not_steered() -> None:
    assert visible("a\x1b[1m\nb\té\r\n".encode() + b"\xff\n") == (
        "a\\x1b[1m\nb\\té\\r\n\ufffd\n".encode()
    )


# What one seat knew


def test_a_seat_does_not_learn_what_others_held(scoutcli: Program) -> None:
    text = good("hand-comments.yaml").replace(
        "rounds:", "shuffle:\n  algorithm: mine 1\n  seed: tea\n  salt: pot\nrounds:"
    )
    done = scoutcli("fmt", "--seat", "2", "-", typed=text)
    assert (done.status, done.err) == (0, "")
    assert "    1: *\n    2: 35 38 68 T1 31 82 72 61 59 42 6T\n" in done.out
    assert "{a quiet start, hands \\{not\\} sorted} 1.? 2.F {turned for the eights}\n" in done.out
    # A Show tells both numbers of its cards; another line of play is left out, a comment stays.
    assert "    1.S7=21-25-23 $1 {[%eq +1.25] three at once} {and it held} 2.R23@10" in done.out
    assert "algorithm: mine 1" in done.out
    assert "tea" not in done.out
    assert "pot" not in done.out
    assert "34" not in done.out.split("moves")[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_a_seat_knew_is_a_match_file(path: Path) -> None:
    for part in parts_of(path.read_bytes()):
        assert part.match is not None
        for seat in range(len(part.match.players)):
            text = canonical_of(part, seat)
            assert errors_of(text) == []
            again = part_of(text)
            assert canonical_of(again) == text
            assert canonical_of(again, seat) == text


def test_a_seat_saw_the_cards_of_a_hand_of_which_the_choice_was_not_noted(
    scoutcli: Program, tmp_path: Path
) -> None:
    """Seat 1 shows the 6/5, which it took into position 8, and a card of which one number was seen.

    Had its choice been noted, the second card would be the ninth of its hand.
    """
    deal = "    1: 25 47 38 4T 24 64 93 6T 92 76 54\n    2: 78 28 71 36 65 32 3T 35 18 79 26\n"
    head = "---\nscoutcli: 1\ngame: scout\nplayers:\n- name: A\n- name: B\nrounds:\n- deal: |\n"
    path = tmp_path / "match.yaml"
    for choice, shown in (("?", "65-6?"), ("K", "65-6T")):
        moves = f"  moves: |\n    1.{choice} 2.K\n    2.S5:6 1.L65@8 1.S8:66\n"
        path.write_text(head + deal + moves)
        seen = scoutcli("fmt", "--seat", "2", path)
        assert (seen.status, seen.err) == (0, "")
        assert seen.out.endswith(f"    1.? 2.K\n    2.S5:6 1.L65@8 1.S8={shown}\n")
        path.write_text(seen.out)
        assert scoutcli("fmt", "--check", path).status == 0


def test_a_match_at_fault_or_without_that_seat_is_left_out(scoutcli: Program) -> None:
    bad = (DAMAGED / "0047-pos.yaml").read_text()
    done = scoutcli("fmt", "--seat", "3", "-", typed=good() + bad + good("0045.yaml"))
    assert done.status == 1
    assert "-:1:1: error: there is no seat 3: seats are 1 to 2 [no-such-seat]" in done.err
    assert "[scout-wrong-card]" in done.err
    assert [part.chunk.index for part in parts_of(done.out)] == [1]
    assert done.out.startswith("---\nscoutcli: 1\ngame: skyjo\n")
