"""Completion in the shell: click's own for zsh and fish, and one for bash that knows ``KEY=VALUE``.

Bash takes ``flip=rotate`` for three words. The script and the class here put
them together again, and give back what follows the ``=`` alone.
"""

from __future__ import annotations

import os

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
    shell_complete,
    split_arg_string,
)

SHELLS = ("bash", "zsh", "fish")

_BASH = r"""
%(complete_func)s() {
    local IFS=$'\n' response line type value
    response=$(COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD \
        %(complete_var)s=bash_complete "$1")
    COMPREPLY=()
    for line in $response; do
        type=${line%%%%,*}
        value=${line#*,}
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("$value") ;;
        esac
    done
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -o nosort -F %(complete_func)s %(prog_name)s
""".lstrip()


@add_completion_class
class Bash(BashComplete):
    """Completion in bash 4.4 or later, also of words with ``=`` in them."""

    source_template = _BASH

    def source(self) -> str:
        """The script; unlike click's, it is made without asking a bash for its version."""
        return ShellComplete.source(self)

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one at the cursor, and that one, ``=`` put together again."""
        words = os.environ["COMP_WORDS"].split("\n")[: int(os.environ["COMP_CWORD"]) + 1]
        joined: list[str] = []
        for index, word in enumerate(words):
            if index > 1 and "=" in (word, words[index - 1]):
                joined[-1] += word
            else:
                joined.append(word)
        *before, last = [split_arg_string(word) for word in joined[1:]]
        incomplete = "".join(last)
        value = incomplete.partition("=")[2] if incomplete.startswith("--") else incomplete
        before_equals, equals, _ = value.rpartition("=")
        self._typed = before_equals + equals
        return [word for words in before for word in words], incomplete

    def format_completion(self, item: CompletionItem[str]) -> str:
        """One value for the script: of ``flip=rotate`` only what bash has not passed already."""
        return f"{item.type},{item.value.removeprefix(self._typed)}"


def script(command: click.Command, variable: str, shell: str) -> str:
    """The completion script of a shell: one of `SHELLS`."""
    kind = get_completion_class(shell)
    if kind is None:  # pragma: no cover - the callers offer SHELLS only
        raise AssertionError(shell)
    return kind(command, {}, "scoutcli", variable).source()


def answer(command: click.Command, variable: str, instruction: str) -> int:
    """Do what a shell asks for through the environment variable; the exit status."""
    return shell_complete(command, {}, "scoutcli", variable, instruction)
