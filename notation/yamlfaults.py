"""What PyYAML says about a text that is no YAML, in plain words and at the right place.

libyaml and PyYAML's own parser word the same faults differently; both are
known here, and what neither table nor rule knows is handed on as it is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from yaml.error import MarkedYAMLError

from notation.diagnostics import printable
from notation.stream import Fault


class _Saying(NamedTuple):
    """Words in what PyYAML says, in its context and its problem; what they mean, and where.

    ``{char}`` stands for the character at the problem. `at_problem` chooses
    the place: where the trouble was noticed, or where the thing began.
    """

    context: str
    problem: str
    code: str
    message: str
    at_problem: bool = True


_QUOTED = "put the text in double quotes"

# The first that fits counts.
_SAYINGS = (
    _Saying("", "nesting", "yaml-nesting", "lists and maps lie in each other far too deep"),
    _Saying(
        "simple key", "", "yaml-missing-colon",
        "a key without its colon: write `key: value`", at_problem=False,
    ),
    _Saying(
        "directive", "", "yaml-directive",
        "a line that begins with % is a directive of YAML; leave it out", at_problem=False,
    ),
    _Saying(
        "", "YAML d", "yaml-directive", "directives (lines with %) are not part of a match",
    ),
    _Saying(
        "", "%TAG", "yaml-directive", "directives (lines with %) are not part of a match",
    ),
    _Saying(
        "alias", "", "yaml-alias",
        f"a text must not begin with * as it is: {_QUOTED}", at_problem=False,
    ),
    _Saying(
        "anchor", "", "yaml-anchor",
        f"a text must not begin with & as it is: {_QUOTED}", at_problem=False,
    ),
    _Saying(
        "tag", "", "yaml-tag",
        f"a text must not begin with ! as it is: {_QUOTED}", at_problem=False,
    ),
    _Saying(
        "", "tag handle", "yaml-tag",
        f"a text must not begin with ! as it is: {_QUOTED}", at_problem=False,
    ),
    _Saying(
        "", "escape", "yaml-escape",
        "in double quotes a \\ begins an escape such as \\n or \\x41: write \\\\ for the \\ itself",
    ),
    _Saying(
        "", "hexdecimal", "yaml-escape", "\\x has 2, \\u 4 and \\U 8 hexadecimal digits behind it",
    ),
    _Saying(
        "quoted scalar", "", "yaml-open-quote", "a quote that is never closed", at_problem=False,
    ),
    _Saying(
        "double-quoted", "", "yaml-open-quote", "a quote that is never closed", at_problem=False,
    ),
    _Saying(
        "single-quoted", "", "yaml-open-quote", "a quote that is never closed", at_problem=False,
    ),
    _Saying(
        "block scalar", "", "yaml-block",
        "behind | stands nothing but the line end; the text follows on lines of its own, "
        "indented by spaces",
    ),
    _Saying(
        "flow sequence", "", "yaml-open-bracket",
        "a [ without its ]: write [7, -2], with commas between", at_problem=False,
    ),
    _Saying(
        "flow mapping", "", "yaml-open-bracket",
        "a { without its }: write { key: value, key: value }", at_problem=False,
    ),
    _Saying(
        "", "cannot start any token", "yaml-indicator",
        f"a text must not begin with {{char}} as it is: {_QUOTED}",
    ),
    _Saying(
        "", "values are not allowed", "yaml-second-colon",
        f"a colon that makes no sense here: {_QUOTED}, or indent the line like the keys around it",
    ),
    _Saying(
        "", "keys are not allowed", "yaml-complex-key",
        "a key stands there without ?: write `key: value`",
    ),
    _Saying(
        "", "entries are not allowed", "yaml-indentation",
        "a list begins on a line of its own, below its key: `- ` and the first value",
    ),
    _Saying(
        "block mapping", "", "yaml-indentation",
        "this belongs to nothing: a key stands below the keys of the same map, indented like them",
    ),
    _Saying(
        "block collection", "", "yaml-indentation",
        "this belongs to nothing: a list goes on with `- ` below its other ones",
    ),
    _Saying(
        "node", "", "yaml-missing-value",
        f"here belongs a value, not {{char}}: if it is a text, {_QUOTED}",
    ),
    _Saying(
        "", "document start", "yaml-after-end",
        "the match is complete before this: does it belong on another line, or in quotes?",
    ),
)  # fmt: skip


_BEHIND = _Saying(
    "", "", "yaml-after-value",
    f"nothing but a comment may follow a value in quotes or brackets: {_QUOTED}, all of it",
)  # fmt: skip
_OPEN = {"yaml-missing-colon", "yaml-missing-value", "yaml-open-bracket", "yaml-open-quote"}


def translate(error: MarkedYAMLError, source: str) -> tuple[Fault, int]:
    """The fault that an error of PyYAML means, and the line at which the reading stopped."""
    context, problem = error.context or "", error.problem or ""
    noticed: Any = error.problem_mark or error.context_mark
    began: Any = error.context_mark or noticed
    ends = len(source.rstrip())
    index = noticed.index if noticed is not None else ends
    stopped = noticed.line if noticed is not None else 0
    char = printable(source[index : index + 1].strip())
    saying = next(
        (saying for saying in _SAYINGS if saying.context in context and saying.problem in problem),
        _Saying("", "", "yaml-syntax", f"this cannot be read as YAML: {printable(problem)}"),
    )
    if saying.code == "yaml-indentation" and context:
        start = source.rfind("\n", 0, index) + 1
        if source[start:index].strip(" -"):
            saying = _BEHIND
    message = saying.message.replace("{char}", f"`{char}`" if char else "the end of the line")
    if not saying.at_problem and began is not None:
        index = began.index
        stopped = began.line if saying.context == "simple key" else stopped
    if saying.code in _OPEN and noticed is not None and noticed.index >= ends:
        message += " (the text ends before that)"
    index = min(index, max(0, ends - 1))
    start = source.rfind("\n", 0, index) + 1
    return Fault(saying.code, message, source.count("\n", 0, start), index - start), stopped
