"""Chance for kernels: fast, the same on every machine, no secret.

SplitMix64 (Steele, Lea and Flood, 2014): its state is one 64-bit number, here
in an array, so that it can be passed on and copied. Importing this needs numba.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from games.search.compiled import njit

Dice: TypeAlias = NDArray[np.uint64]
"""Where chance comes from: the state of one stream of random numbers, an array of one."""

_int: Any = np.int64  # to types a whole number, to the compiler a signed one
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_11, _27, _30, _31, _32 = (np.uint64(bits) for bits in (11, 27, 30, 31, 32))
_PART = 2.0**-53


def dice_of(seed: int) -> Dice:
    """A stream for every seed (of which the lowest 64 bits count)."""
    return np.array([seed & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)


@njit
def roll(dice: Dice) -> np.uint64:
    """The next 64 random bits."""
    dice[0] += _GAMMA
    bits = dice[0]
    bits = (bits ^ (bits >> _30)) * _MIX_1
    bits = (bits ^ (bits >> _27)) * _MIX_2
    return bits ^ (bits >> _31)


@njit
def below(dice: Dice, count: int) -> int:
    """A number from 0 to count - 1, each as likely (to one in 2**32 / count), count below 2**32."""
    return _int(((roll(dice) >> _32) * np.uint64(count)) >> _32)


@njit
def between(dice: Dice) -> float:
    """A number between 0 and 1, never one of them."""
    return (float(roll(dice) >> _11) + 0.5) * _PART
