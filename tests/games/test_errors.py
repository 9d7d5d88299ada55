"""The one error of the rules."""

from __future__ import annotations

import pickle

from games.errors import RuleError


def test_an_error_comes_whole_from_another_process() -> None:
    error = pickle.loads(pickle.dumps(RuleError("a-code", "what is wrong", ("hand", 2, 5))))  # noqa: S301 - made here
    assert (error.code, error.message, error.about) == ("a-code", "what is wrong", ("hand", 2, 5))
    assert str(error) == "what is wrong"
