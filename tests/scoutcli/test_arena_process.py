"""Bot programs as processes: pipes, deadlines, what they do wrong, and that nothing is left."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from games.errors import RuleError
from scoutcli.arena import supervisor
from scoutcli.arena.faults import Fault
from scoutcli.arena.process import Limits, Process, read_limits
from tests.scoutcli.matches import running

LINUX = sys.platform == "linux"
BAD = Path(__file__).resolve().parent.parent / "bots" / "bad.py"
TOKEN = f"bot-of-{os.getpid()}"
"""Stands in the command line of every bad bot and of what it forks."""

MIB = 1 << 20


def soon() -> float:
    """A deadline for what comes at once, on a busy machine too."""
    return monotonic() + 30


def bad(mode: str, turn: int = 1, limits: Limits | None = None) -> Process:
    command = [sys.executable, "-I", "-S", str(BAD), mode, str(turn), TOKEN]
    return Process(command, limits=limits or Limits())


def python(code: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", code]


def send_kibibytes(process: Process, number: int) -> None:
    for _ in range(number):
        process.send("x" * 1023 + "\n")


def introduce(process: Process) -> None:
    process.send("scoutbot 1\n")
    while not process.read_line(soon()).startswith("ready"):
        pass


def fault(process: Process, seconds: float = 30) -> Fault:
    """What is wrong with it, past all that it says."""
    deadline = monotonic() + seconds
    try:
        while True:
            process.read_line(deadline)
    except Fault as found:
        return found


def children() -> set[int]:
    """The children of this process, zombies too."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            line = (folder / "stat").read_text(errors="replace")
        except OSError:
            continue
        if int(line.rpartition(")")[2].split()[1]) == os.getpid():
            found.add(int(folder.name))
    return found


def files() -> int:
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208


def wait_until_gone(token: str) -> list[int]:
    """Those that are left after a while."""
    deadline = soon()
    while (left := running(token)) and monotonic() < deadline:
        time.sleep(0.02)
    return left


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """No process, no zombie, no file, whatever a test did."""
    if not LINUX:
        yield
        return
    before = children(), files()
    yield
    assert running(TOKEN) == []
    assert (children(), files()) == before


def test_a_dialogue() -> None:
    with bad("honest") as process:
        introduce(process)
        assert process.spoke
        process.send("match scout seats 3 you 1\nround 1 hand 37 4T\ngo move=5000 legal K F\n")
        assert process.read_line(soon()) == "play K"
        process.send("did 1 K\ngo move=5000 legal S3:44 L37@2\n")
        assert process.read_line(soon()) == "play S3:44"
        process.send("ping 17\n")
        assert process.read_line(soon()) == "pong 17"
        assert process.pending() is None


def test_lines_that_are_there_need_no_time() -> None:
    with Process(["cat"]) as process:
        process.send("one\ntwo\nthree\n")  # so little comes in one piece
        assert process.read_line(soon()) == "one"
        assert process.read_line(0) == "two"
        assert process.pending() == "three"
        assert process.pending() is None
        with pytest.raises(Fault) as caught:
            process.read_line(0)
        assert (caught.value.reason, caught.value.detail) == ("time", "")


def test_any_bytes_make_a_line() -> None:
    said = r"import os; os.write(1, b'a\r\nb\rc\n\0\x1b[1m\n\xc3\xa4\xff\n\nrest')"
    with Process(python(said)) as process:
        lines = [process.read_line(soon()) for _ in range(5)]
        assert lines == ["a", "b\rc", "\0\x1b[1m", "ä\ufffd", ""]
        assert fault(process).detail == "exit 0"


def test_a_line_that_comes_in_pieces() -> None:
    code = (
        "import os, time\nfor part in b'pl', b'ay ', b'K\\nplay': os.write(1, part); time.sleep(.1)"
    )
    with Process(python(code)) as process:
        assert process.read_line(soon()) == "play K"


def test_much_is_sent_before_anything_is_read() -> None:
    """More than two pipes hold: what the bot does not take yet must not stop the referee."""
    lines = [f"{number} {'x' * 1000}" for number in range(400)]
    with Process(["cat"]) as process:
        for line in lines:
            process.send(line + "\n")
        assert [process.read_line(soon()) for _ in lines] == lines


def test_a_bot_that_does_not_read() -> None:
    with Process(["sleep", "60"]) as process:
        with pytest.raises(Fault) as caught:
            send_kibibytes(process, 2000)
        assert str(caught.value) == "time it does not read what it is sent"
        process.close(0)


def test_a_bot_that_does_not_flush() -> None:
    with bad("no-flush") as process:
        process.send("scoutbot 1\n")
        assert fault(process, 0.3).reason == "time"
        assert not process.spoke


@pytest.mark.parametrize("mode", ["hang-start", "hang-think"])
def test_a_bot_that_hangs(mode: str) -> None:
    with bad(mode) as process:
        process.send("scoutbot 1\ngo legal A B\n")
        found = fault(process, 0.5)
        assert (found.reason, found.detail) == ("time", "")
        process.close(0)


def test_a_late_answer_comes_all_the_same() -> None:
    with bad("late", 1) as process:
        introduce(process)
        process.send("go legal A\n")
        assert fault(process, 0).reason == "time"
        assert process.read_line(soon()) == "play A"
        process.send("go legal B\n")
        assert process.read_line(soon()) == "play B"


@pytest.mark.parametrize(
    ("mode", "detail"),
    [
        ("crash-start", "exit 3: it was the butler"),
        ("crash-hello", "exit 3: it was the butler"),
        ("crash-match", "exit 3: it was the butler"),
        ("crash-round", "exit 3: it was the butler"),
        ("crash-did", "exit 3: it was the butler"),
        ("crash-think", "exit 3: it was the butler"),
        ("crash-quit", "exit 3: it was the butler"),
        ("crash-signal", "signal 11 (SIGSEGV)"),
        ("exit-zero", "exit 0"),
        ("fork-hold", "exit 0"),  # though a child of it holds its pipes open
        ("close-input", "closed its input"),
        ("close-output", "closed its output"),
    ],
)
def test_a_bot_that_ends(mode: str, detail: str) -> None:
    with bad(mode, 2) as process:
        process.send("scoutbot 1\nmatch scout seats 3 you 1\nround 1\ngo legal A\ndid 1 A\n")
        process.send("go legal B\nquit\n")
        found = fault(process)
        assert (found.reason, found.detail) == ("crash", detail)
        assert fault(process).detail == detail, "it stays so"
        process.send("go legal C\n")
        with pytest.raises(Fault, match=re.escape(detail)):
            process.pending()
        process.close(0)


def test_an_answer_before_the_end_counts() -> None:
    with bad("crash-after") as process:
        introduce(process)
        process.send("go legal A\n")
        assert process.read_line(soon()) == "play A"
        assert fault(process).detail == "exit 3: it was the butler"


def test_a_bot_that_closes_its_input_is_heard_first() -> None:
    with bad("close-input-after") as process:
        introduce(process)
        process.send("go legal A\n")
        assert process.read_line(soon()) == "play A"
        assert fault(process).detail == "closed its input"
        process.close(0)


def test_the_end_of_a_bot_is_not_waited_for_beyond_the_deadline() -> None:
    """One that closes a pipe mostly ends, and how is of interest, but others wait."""
    with bad("close-output") as process:
        introduce(process)
        process.send("go legal A\n")
        while not process._shut:
            process._look(soon())
        process._settled = soon()
        with pytest.raises(Fault, match="crash closed its output"):
            process.read_line(monotonic())
        assert monotonic() < process._settled
        process.close(0)


@pytest.mark.parametrize(
    ("mode", "detail"),
    [
        ("flood-lines", "more than 5000 lines for one answer"),
        ("flood-line", "a line of more than 64 KiB"),
        ("flood-stderr", "more than 16 MiB of stderr for one answer"),
    ],
)
def test_a_flood(mode: str, detail: str) -> None:
    with bad(mode) as process:
        introduce(process)
        process.send("go legal A\n")
        found = fault(process)
        assert (found.reason, found.detail) == ("flood", detail)
        assert fault(process) is found, "nothing else is heard of it"
        process.close(0)


def test_many_bytes_are_a_flood() -> None:
    with Process(python("for _ in range(2000): print('x' * 1000, flush=True)")) as process:
        assert str(fault(process)) == "flood more than 1 MiB for one answer"


def test_the_longest_line() -> None:
    with Process(["cat"]) as process:
        process.send("x" * 65536 + "\n")
        assert process.read_line(soon()) == "x" * 65536
        process.send("x" * 65537 + "\n")
        assert str(fault(process)) == "flood a line of more than 64 KiB"


def test_many_words_are_no_flood() -> None:
    """The count begins anew with every question: 20 answers of 500 lines each."""
    with bad("wordy") as process:
        introduce(process)
        for _ in range(20):
            process.send("go legal A\n")
            lines = [process.read_line(soon()) for _ in range(501)]
            assert lines[-1] == "play A"


def test_stderr_is_told_and_safe_to_print() -> None:
    told: list[str] = []
    text = r"b'first\n\n\x1b[31mred\n' + b'y' * 3000 + b'\nlast\xff'"
    code = f"import os; os.write(2, {text}); os._exit(7)"
    with Process(python(code), on_stderr=told.append) as process:
        assert fault(process).detail == "exit 7: last\ufffd"
        assert told == ["first", "", "\\x1b[31mred", "y" * 500, "last\ufffd"]
        assert process.last_stderr() == "\n".join(["first", *told[2:]])


def test_much_stderr_does_not_stop_a_bot() -> None:
    """240 KB before the answer: far more than a pipe holds."""
    with bad("stderr") as process:
        introduce(process)
        process.send("go legal A\n")
        assert process.read_line(soon()) == "play A"
        assert len(process.last_stderr()) < 8192


@pytest.mark.parametrize(
    ("mode", "limits", "detail"),
    [
        ("eat-memory", Limits(memory=128 * MIB), r"memory \d+ MiB, allowed 128"),
        ("fork-memory", Limits(memory=128 * MIB), r"memory \d+ MiB, allowed 128"),
        ("burn-cpu", Limits(cpu=0.3), r"cpu \d+\.\d\d s, allowed 0\.3"),
        ("fork-cpu", Limits(cpu=0.3), r"cpu \d+\.\d\d s, allowed 0\.3"),
        ("fork-many", Limits(processes=10), r"processes \d\d, allowed 10"),
    ],
)
@pytest.mark.skipif(not LINUX, reason="counted through /proc")
def test_a_limit(mode: str, limits: Limits, detail: str) -> None:
    with bad(mode, limits=limits) as process:
        process.send("scoutbot 1\ngo legal A\n")
        found = fault(process)
        assert re.fullmatch(detail, str(found))
        used, allowed = map(float, re.findall(r"[\d.]+", found.detail))
        assert used > allowed


def test_within_its_limits() -> None:
    with bad("fork-stay", limits=Limits(memory=1 << 30, cpu=60, processes=2)) as process:
        introduce(process)
        time.sleep(0.2)
        process.send("go legal A\n")
        assert process.read_line(soon()) == "play A"


@pytest.mark.parametrize(
    ("mode", "fewest"),
    [
        ("honest", 1),
        ("ignore-quit", 1),
        ("fork-stay", 2),
        ("fork-setsid", 2),
        ("fork-double", 2),
        ("fork-many", 41),
        ("fork-hop", 1),  # two dozen, but none stays long enough to be counted
    ],
)
@pytest.mark.parametrize("grace", [0, 0.5])
@pytest.mark.skipif(not LINUX, reason="found through /proc")
def test_nothing_outlives_it(mode: str, fewest: int, grace: float) -> None:
    with bad(mode) as process:
        introduce(process)
        end = monotonic() + 10
        while len(there := running(TOKEN)) <= fewest and monotonic() < end:  # it still forks
            time.sleep(0.01)
        assert len(there) > fewest, "and the supervisor"
        process.send("quit\n")
        process.close(grace)
        assert running(TOKEN) == []


@pytest.mark.skipif(not LINUX, reason="found through /proc")
def test_what_a_bot_leaves_is_ended_with_it() -> None:
    with bad("fork-double") as process:
        introduce(process)
        process.send("quit\n")
        assert fault(process).detail == "exit 0"
        assert wait_until_gone(TOKEN) == []


REFEREE = """
import os, sys, time
from scoutcli.arena.process import Process
process = Process({command})
process.send("scoutbot 1\\n")
while not process.read_line(time.monotonic() + 30).startswith("ready"):
    pass
if {forks} and os.fork() == 0:  # a child of the referee with all its files
    time.sleep(60)
print("ready", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("mode", ["honest", "fork-double", "ignore-quit", "fork-hop"])
@pytest.mark.parametrize("forks", [False, True])
@pytest.mark.skipif(not LINUX, reason="found through /proc")
def test_the_referee_is_killed(mode: str, forks: bool) -> None:
    token = f"{TOKEN}-{mode}"
    command = [sys.executable, "-I", "-S", str(BAD), mode, "1", token]
    with subprocess.Popen(
        [sys.executable, "-c", REFEREE.format(command=command, forks=forks)],
        stdout=subprocess.PIPE,
        start_new_session=True,
    ) as referee:
        assert referee.stdout is not None
        assert referee.stdout.readline() == b"ready\n"
        assert len(running(token)) >= 2
        referee.kill()
        try:
            assert wait_until_gone(token) == []
        finally:
            if forks:
                os.killpg(referee.pid, signal.SIGKILL)


@pytest.mark.skipif(not LINUX, reason="its parent's end kills a bot on Linux alone")
def test_the_supervisor_is_killed() -> None:
    with bad("fork-stay") as process:
        introduce(process)
        process._supervisor.kill()
        deadline = soon()
        while process.pid in running(TOKEN) and monotonic() < deadline:
            time.sleep(0.02)
        assert process.pid not in running(TOKEN), "it ends even if nobody looks"
        assert fault(process).detail == "the program that watches over it was ended"
        assert wait_until_gone(TOKEN) == []


@pytest.mark.skipif(not LINUX, reason="counted through /proc")
def test_a_hundred_starts_leave_no_file() -> None:
    before = files()
    for number in range(100):
        with Process(["cat"]) as process:
            if number % 2:
                process.send("ready\n")
                assert process.read_line(soon()) == "ready"
        with pytest.raises(Fault):
            Process(["cat"], folder="/nowhere")
    with pytest.raises(Fault):
        Process(["no-such-program"])
    assert files() == before


def test_a_bot_has_three_files() -> None:
    """Neither the pipes of another bot nor a file that the referee would let through."""
    code = (
        "import os\n"
        "def there(file):\n"
        "    try: os.fstat(file)\n"
        "    except OSError: return False\n"
        "    return True\n"
        "print([file for file in range(256) if there(file)])"
    )
    read, write = os.pipe()
    os.set_inheritable(write, True)
    with Process(["cat"]), Process(python(code)) as process:
        assert process.read_line(soon()) == "[0, 1, 2]"
    os.close(read)
    os.close(write)


def test_a_bot_has_a_session_of_its_own() -> None:
    with Process(["cat"]) as process:
        assert os.getsid(process.pid) == os.getpgid(process.pid) == process.pid


def test_a_bot_has_the_usual_signals() -> None:
    """Python ignores SIGPIPE; a shell that inherited that would live on."""
    with Process(["sh", "-c", "kill -s PIPE $$; echo alive"]) as process:
        assert fault(process).detail == "signal 13 (SIGPIPE)"


def test_a_bot_has_the_environment_of_the_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEACHER", "Ada L.")
    with Process(["sh", "-c", 'echo "$TEACHER/$PYTHONUNBUFFERED"']) as process:
        assert process.read_line(soon()) == "Ada L./"


def test_a_folder_to_run_in(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("#!/bin/sh\ncat here\n")
    (tmp_path / "mine").chmod(stat.S_IRWXU)
    (tmp_path / "here").write_text("found\n")
    with Process(["./mine"], folder=str(tmp_path)) as process:
        assert process.read_line(soon()) == "found"


def test_what_cannot_be_started(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no program")
    (tmp_path / "plain").write_text("no program")
    (tmp_path / "plain").chmod(stat.S_IRWXU)
    (tmp_path / "orphan").write_text("#!/nowhere/interpreter\n")
    (tmp_path / "orphan").chmod(stat.S_IRWXU)
    for command, detail in (
        (["no-such-program"], "no-such-program: no such program"),
        (["./missing"], "./missing: no such program"),
        (["./text"], "./text: no executable file"),
        (["./plain"], "./plain: neither a program for this machine nor a script that begins with"),
        (["./orphan"], "./orphan: the interpreter that its first line names is not there"),
        (["/"], "/: a folder, no program"),
        (["a\0b"], "no command: embedded null byte"),
        ([""], "no command"),
        ([], "no command"),
    ):
        with pytest.raises(Fault) as caught:
            Process(command, folder=str(tmp_path))
        assert caught.value.reason == "start"
        assert caught.value.detail.startswith(detail)
    missing = str(tmp_path / "missing")
    with pytest.raises(Fault, match=r"no folder to run it in: .*missing: No such file"):
        Process(["cat"], folder=missing)


def test_a_closed_process_is_silent() -> None:
    with bad("honest") as process:
        introduce(process)
        process.send("go legal A\n")
        process.close()
        process.close()
        process.send("go legal B\n")
        assert fault(process).reason == "crash"


@pytest.mark.skipif(not LINUX, reason="through /proc")
@pytest.mark.parametrize("listed", [True, False])
def test_descendants(listed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the kernel's lists of children and without them."""
    if not listed:
        monkeypatch.setattr(supervisor, "lists_children", lambda: False)
    with bad("fork-double") as process:
        introduce(process)
        end = time.monotonic() + 10
        while not set(running(TOKEN)) <= set(found := supervisor.descendants()):  # it still forks
            assert time.monotonic() < end
        assert found.index(process._supervisor.pid) < found.index(process.pid)


def test_limits_are_read() -> None:
    assert read_limits() == Limits(None, None, None)
    assert read_limits("256M", "30", "5") == Limits(268435456, 30.0, 5)
    assert read_limits(memory="1G") == Limits(memory=1073741824)
    assert read_limits(memory="2048k") == read_limits(memory="2MiB") == Limits(memory=2097152)
    assert read_limits(cpu="2.5", processes="1") == Limits(cpu=2.5, processes=1)


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        (
            "memory",
            ["", "256", "0M", "-1G", "1.5G", "1000K", "256 M", "9" * 30 + "G", "\x1b[2J", "٣M"],
        ),
        ("cpu", ["", "0", "0.000", "-3", "nan", "inf", "1e3", "30s", "9" * 400]),
        ("processes", ["", "0", "-1", "2.0", "many", "9" * 400]),
    ],
)
def test_other_limits_are_refused(name: str, texts: list[str]) -> None:
    for text in texts:
        with pytest.raises(RuleError, match=f"is no limit for {name}: give ") as caught:
            read_limits(**{name: text})
        assert caught.value.code == "bad-limit"
        assert caught.value.message.isprintable()
        assert len(caught.value.message) < 150
