"""The expression of ``--where``: which matches are meant.

`fields` has what can be asked of a match, `kinds` how values are compared,
`parsing` reads an expression. No code is executed, whatever is written there.
"""

from scoutcli.where.parsing import Condition, WhereError, parse

__all__ = ["Condition", "WhereError", "parse"]
