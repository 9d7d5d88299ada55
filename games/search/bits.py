"""Sets of small numbers as bits of an integer, and what a machine tells of them in one step.

For kernels: importing this needs numba.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

_Question = Callable[[int], int]

_NO = ir.Constant(ir.IntType(1), 0)
"""The answers for 0 are defined."""


def _machine(generator: Any) -> _Question:
    """A question that the compiler answers with an instruction of the machine."""
    asked: Any = intrinsic(generator)
    return asked


@_machine
def trailing_zeros(_typing: Any, _bits: Any) -> Any:
    """``trailing_zeros(bits)``: the number of the lowest bit that is set; 64 if none is."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], _NO)

    return types.int64(types.int64), generate


@_machine
def bit_length(_typing: Any, _bits: Any) -> Any:
    """``bit_length(bits)``: one more than the number of the highest bit that is set; 0 if none."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.sub(ir.Constant(args[0].type, 64), builder.ctlz(args[0], _NO))

    return types.int64(types.int64), generate


@_machine
def bit_count(_typing: Any, _bits: Any) -> Any:
    """``bit_count(bits)``: how many bits are set."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate
