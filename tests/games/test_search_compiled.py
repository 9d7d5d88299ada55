"""The compiler behind the kernels: asked for where it is missing, its code kept and renewed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.errors import RuleError
from games.game import Game
from games.search import compiled
from tests.conftest import ROOT
from tests.toy import GAME as TOY

WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("numba", "numpy", "llvmlite"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
"""

PACKAGE = {
    "__init__.py": """
from tests.toy import Toy

class Small(Toy):
    name = "small"

GAME = Small()
""",
    "parts.py": """
from games.search.compiled import inner

@inner
def answer(x):
    return x + 40
""",
    "kernel.py": """
from games.search.compiled import njit
from small.parts import answer

@njit
def asked(x):
    return answer(x)

def warm():
    print("answer", asked(2))
""",
}

START = """
import games, small
from games.search import compiled
games.register(small.GAME)
compiled.warm("small", lambda text: print("notice", text))
"""


def run(program: str, cache: str, *paths: Path) -> str:
    """What a program prints."""
    place = os.pathsep.join(map(str, (ROOT, *paths)))
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": place, "XDG_CACHE_HOME": cache},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with a package that has a game and a kernel of two lines."""
    package = tmp_path / "packages" / "small"
    package.mkdir(parents=True)
    for name, text in PACKAGE.items():
        (package / name).write_text(text)
    return package.parent


def test_without_the_compiler_an_error_says_what_to_install_and_the_rest_works() -> None:
    program = f"""{WITHOUT}
import games
from games.deals import Shuffler
from games.search import compiled
from scoutcli.__main__ import main

for name in ("scout", "skyjo"):
    game = games.get(name)
    rules, _ = game.rules(4)
    state = game.begin(rules, [], game.deal(rules, [], Shuffler("1", 1)))
    state.apply(0, state.legal()[0])
    try:
        compiled.warm(name)
    except games.RuleError as error:
        print(error.code, type(error) is compiled.CompilerMissingError, error)
sys.argv = ["scoutcli", "rules", "scout"]
raise SystemExit(main())
"""
    said = run(program, "")
    errors = [line for line in said.splitlines() if line.startswith("compiler-missing True")]
    assert len(errors) == 2
    assert all("pip install 'scoutcli[strong]'" in line for line in errors)
    assert "turn_limit" in said


def test_nothing_loads_the_compiler_but_a_kernel() -> None:
    program = """
import sys
import games, games.dealer, games.search.compiled, notation, scoutcli.cli
games.get("scout"), games.get("skyjo")
print(sorted({"numba", "numpy", "llvmlite"} & set(sys.modules)))
"""
    assert run(program, "") == "[]\n"


def test_the_first_start_announces_that_it_compiles_and_later_ones_do_not(
    small: Path, tmp_path: Path
) -> None:
    cache = tmp_path / "cache"
    first = run(START, str(cache), small)
    (folder,) = (cache / "scoutcli" / "compiled").iterdir()
    assert first == (
        "notice compiling small for search: takes half a minute or so, once, and is kept in "
        f"{folder}\n"
        "answer 42\n"
    )
    assert folder.name.startswith("small-")
    assert list(folder.rglob("*asked*.nbc"))
    assert run(START, str(cache), small) == "answer 42\n"


HALVES = """
import os
from pathlib import Path

@njit
def other(x):
    return answer(x) + 1

def first():
    print("first in", os.getpid())
    asked(1)

def second():
    Path(__file__).with_name("second").write_text(str(os.getpid()))
    other(1)
    print("never seen")

def halves():
    return first, second
"""


@pytest.mark.parametrize("breaks", [False, True])
def test_a_process_beside_compiles_half_of_it_once(
    small: Path, tmp_path: Path, *, breaks: bool
) -> None:
    cache, package = tmp_path / "cache", small / "small"
    (package / "kernel.py").write_text(
        PACKAGE["kernel.py"] + HALVES.replace("other(1)", "1 / 0" if breaks else "other(1)")
    )
    said = run(START, str(cache), small).splitlines()
    assert said[0].startswith("notice compiling small") and said[2:] == ["answer 42"]
    assert said[1].startswith("first in ")
    assert (package / "second").read_text() != said[1].split()[-1]
    kept = [bool(list(cache.rglob(f"*{name}*.nbc"))) for name in ("asked", "other")]
    assert kept == [True, not breaks]
    (package / "second").unlink()
    assert run(START, str(cache), small) == "answer 42\n"
    assert not (package / "second").exists()


def test_code_is_compiled_again_where_a_file_has_changed_that_it_was_made_from(
    small: Path, tmp_path: Path
) -> None:
    cache = str(tmp_path / "cache")
    assert "answer 42" in run(START, cache, small)
    parts = small / "small" / "parts.py"
    parts.write_text(parts.read_text().replace("40", "50"))
    changed = run(START, cache, small)
    assert changed.startswith("notice compiling small") and "answer 52" in changed


@pytest.mark.parametrize("left", [0, 20])
def test_code_that_was_kept_but_is_damaged_is_compiled_again(
    small: Path, tmp_path: Path, left: int
) -> None:
    cache = tmp_path / "cache"
    run(START, str(cache), small)
    kept = [*cache.rglob("*.nbi"), *cache.rglob("*.nbc")]
    assert kept
    for file in kept:
        os.truncate(file, left)
    said = run(START, str(cache), small)
    assert "what was kept in" in said and said.endswith("answer 42\n")
    assert run(START, str(cache), small) == "answer 42\n"


def test_another_copy_of_the_same_files_is_announced_too(small: Path, tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    run(START, cache, small)
    other = shutil.copytree(small, tmp_path / "other")
    assert run(START, cache, other).startswith("notice compiling small")


def test_code_that_nobody_used_for_a_month_is_thrown_away(small: Path, tmp_path: Path) -> None:
    kept = tmp_path / "cache" / "scoutcli" / "compiled"
    for name, days in (("old", 31), ("recent", 29)):
        (kept / name).mkdir(parents=True)
        (kept / name / "code").touch()
        then = kept.stat().st_mtime - days * 24 * 3600
        os.utime(kept / name, (then, then))
    run(START, str(tmp_path / "cache"), small)
    names = {folder.name.partition("-")[0] for folder in kept.iterdir()}
    assert names == {"recent", "small"}


def test_without_a_cache_folder_every_start_compiles_and_says_so(small: Path) -> None:
    said = run(START, "/dev/null/cache", small)
    assert "every time" in said and "/dev/null/cache" in said and "answer 42" in said


def test_a_relative_cache_folder_is_ignored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for given in ("", "somewhere/else"):
        monkeypatch.setenv("XDG_CACHE_HOME", given)
        folder = compiled.folder.__wrapped__("games.search")
        assert folder.parent == tmp_path / ".cache" / "scoutcli" / "compiled"


def test_a_game_without_a_kernel_cannot_be_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = TOY
    monkeypatch.setattr("games._GAMES", {game.name: game})
    with pytest.raises(RuleError) as caught:
        compiled.kernel(game.name)
    assert caught.value.code == "no-kernel"
