"""Worlds for learners: every game that has an encoding as a PettingZoo environment.

    from scoutcli import rl

    env = rl.env("scout", players=4, rules={"exempt": "emptied"})

Needs ``pip install 'scoutcli[rl]'``. What an episode is, and what all the
numbers mean, stands in ``docs/rl.md``.
"""

from __future__ import annotations

try:
    from scoutcli.rl.world import World, env
except ImportError as error:
    if (error.name or "").partition(".")[0] not in ("gymnasium", "numpy", "pettingzoo"):
        raise
    raise ImportError(
        f"the worlds for learners need PettingZoo ({error}): pip install 'scoutcli[rl]'",
        name=error.name,
    ) from error

__all__ = ["World", "env"]
