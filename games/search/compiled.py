"""The compiler behind the kernels: found or asked for, its results kept, its delay announced.

A kernel is a module of functions marked `njit`, over flat arrays. They become
machine code at their first call, which takes seconds; the code is then kept in
the user's cache folder, so that later starts only load it. The name of the folder
depends on the versions of the project, of Python and of the compiler, on the
kind of processor and on the sources of the kernel's package, so that no start
ever meets the code of another one: numba itself looks only at the file a
function stands in, not at those of the functions that it calls.

Neither numba nor numpy is imported before a kernel is: importing this module
costs nothing, and `CompilerMissingError` says what to install.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, overload

import games
from games.errors import RuleError

F = TypeVar("F", bound=Callable[..., Any])

Notice = Callable[[str], None]
"""Told in one sentence what takes a while."""

INSTALL = "pip install 'scoutcli[strong]'"
"""What brings the compiler."""

_OLD = 30 * 24 * 3600
"""After so many seconds without a start, the code of another version is thrown away."""


class CompilerMissingError(RuleError):
    """numba or numpy is not installed, so there is no kernel and no player that needs one."""

    def __init__(self, cause: ImportError) -> None:
        super().__init__(
            "compiler-missing",
            f"the strong players need numba, which cannot be loaded ({cause}); "
            f"install it with: {INSTALL}",
        )


@cache
def compiler() -> Any:
    """The numba module. Raises CompilerMissingError (``compiler-missing``)."""
    try:
        import numba  # half a second, and not installed everywhere
    except ImportError as error:
        raise CompilerMissingError(error) from error
    return numba


_MARKING = threading.Lock()
"""Kernels of two packages may be imported by two threads."""

_USUAL = {"cache": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


@overload
def njit(function: F, /) -> F: ...
@overload
def njit(*, allocates: bool = False, **how: Any) -> Callable[[F], F]: ...
def njit(
    function: F | None = None, /, *, allocates: bool = False, **how: Any
) -> F | Callable[[F], F]:
    """Mark a function to be compiled: with all that it calls, without the interpreter.

    Only a function that `allocates` can make arrays or copy them. The others
    do not count who refers to an array either, which doubles their speed.

    The code is kept in the `folder` of the function's package, it runs without
    the interpreter's lock, and divides as C does: not by zero, which is no error.
    What stands in no package (a script), or says ``cache=False``, is compiled
    at every start.
    `how` are further options of `numba.njit`. Raises CompilerMissingError.
    """

    def mark(function: F) -> F:
        options = {**_USUAL, "_nrt": allocates, **how}
        package = function.__module__.rpartition(".")[0]
        if not (options["cache"] and package and _usable(folder(package))):
            return _marked(function, {**options, "cache": False})
        config = compiler().config
        # Read when a function is marked. Left alone for whoever else uses numba in this process.
        with _MARKING:
            before = config.CACHE_DIR
            config.CACHE_DIR = str(folder(package))
            try:
                return _marked(function, options)
            finally:
                config.CACHE_DIR = before

    return mark if function is None else mark(function)


def _marked(function: F, options: dict[str, Any]) -> F:
    marked: F = compiler().njit(**options)(function)
    return marked


def inner(function: F) -> F:
    """As `njit`, for a function that only other compiled functions call: compiled a bit sooner.

    It becomes part of what calls it, and is not kept on its own.
    """
    return njit(cache=False, no_cpython_wrapper=True)(function)


def kernel(game: str) -> ModuleType:
    """The kernel of a game, the module ``kernel`` beside its `Game`; not yet compiled.

    Raises CompilerMissingError, or RuleError ``no-kernel`` where the game has none.
    """
    module = beside(game, "kernel")
    if module is None:
        raise RuleError("no-kernel", f"{game} has no kernel, so nothing can search it")
    return module


def beside(game: str, name: str) -> ModuleType | None:
    """A module that stands beside a `Game` and needs the compiler; None where there is none.

    Raises CompilerMissingError.
    """
    compiler()
    try:
        return games.beside(games.get(game), name)
    except ModuleNotFoundError as error:
        raise CompilerMissingError(error) from error


def warm(game: str, notice: Notice | None = None) -> float:
    """Make the kernel of a game ready, so that no later call has to compile; the seconds it took.

    `notice` is told before code is compiled that was not kept from an earlier
    start. The kernel's own `warm` calls every function that others call.
    """
    start = time.perf_counter()
    prepare(kernel(game), f"{game} for search", notice)
    return time.perf_counter() - start


def prepare(module: ModuleType, what: str, notice: Notice | None = None) -> None:
    """Make ready what a module's own `warm` calls: compile it, or load what was kept.

    `what` is told of it. A module may have `halves`, two functions that call parts of it: then
    a process beside this one compiles the second. Raises OSError where the place for the code
    cannot be read.
    """
    package, _, name = module.__name__.rpartition(".")
    here = folder(package)
    done = here / f"{name}-complete"
    if notice is not None and not done.exists():
        if _usable(here):
            notice(f"compiling {what}: takes half a minute or so, once, and is kept in {here}")
        else:
            notice(f"compiling {what}: every time, for {here} cannot be written to")
    try:
        if hasattr(module, "halves") and not done.exists() and _usable(here):
            with _beside(f"import {module.__name__} as module; module.halves()[1]()"):
                module.halves()[0]()
        module.warm()
    except (EOFError, pickle.UnpicklingError):
        # What was kept is damaged, as after a power cut: begin anew.
        shutil.rmtree(here, ignore_errors=True)
        here.mkdir(parents=True, exist_ok=True)
        if notice is not None:
            notice(f"compiling {what} once more: what was kept in {here} is damaged")
        module.warm()
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(here)) from error
    if _usable(here):
        done.touch()


@contextmanager
def _beside(code: str) -> Iterator[None]:
    """Run some code in a process of its own meanwhile; whatever comes of it, it only helps."""
    silent = subprocess.DEVNULL
    try:
        helper = subprocess.Popen(  # noqa: S603 - this interpreter, our own words
            [sys.executable, "-P", "-c", code], stdin=silent, stdout=silent, stderr=silent,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
    except OSError:
        yield
        return
    try:
        yield
        helper.wait()
    finally:
        helper.kill()
        helper.wait()


@cache
def folder(package: str) -> Path:
    """Where the compiled code of a package is kept, in the user's cache folder."""
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if not base.is_absolute():
        try:
            base = Path("~/.cache").expanduser()
        except RuntimeError:  # nobody's home: a folder that cannot be made
            base = Path(os.devnull)
    name = f"{package}-{_version()}-{sys.implementation.cache_tag}-{_digest(package)}"
    return base / "scoutcli" / "compiled" / name


@cache
def _usable(here: Path) -> bool:
    """Whether a folder is there and can be written; throws away what nobody uses any more."""
    try:
        here.mkdir(parents=True, exist_ok=True)
        os.utime(here)
        for other in here.parent.iterdir():
            if time.time() - other.stat().st_mtime > _OLD:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        return False
    return os.access(here, os.W_OK)


@cache
def _version() -> str:
    """The version of the project; this package knows no more of the program than that."""
    from importlib.metadata import PackageNotFoundError, version  # slow

    try:
        return version("scoutcli")
    except PackageNotFoundError:  # a checkout that was not installed
        return "source"


def _digest(package: str) -> str:
    """What the code of a package depends on beside versions: sources, compiler, processor."""
    llvm = import_module("llvmlite.binding")
    processor = f"{llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"
    digest = hashlib.sha256(f"{compiler().__version__} {processor}".encode())
    folders = {Path(__file__).parent, *map(Path, import_module(package).__path__)}
    for source in sorted(path for here in folders for path in here.glob("*.py")):
        # numba itself goes by where a file stands and when it was written.
        digest.update(f"{source} {source.stat().st_mtime_ns} ".encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
