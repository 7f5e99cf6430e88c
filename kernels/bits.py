"""Small sets of cells as bits of an integer."""

from typing import Any

from kernels.jit import kernel

from numba import config, types  # isort: skip
from numba.extending import intrinsic  # isort: skip

if config.DISABLE_JIT:  # type: ignore[attr-defined]

    def lowest(bits: int) -> int:
        """Return the index of the lowest set bit; the set must not be empty."""
        return int(bits & -bits).bit_length() - 1

    def highest(bits: int) -> int:
        """Return the index of the highest set bit; the set must not be empty."""
        return int(bits).bit_length() - 1

    def count(bits: int) -> int:
        """Return how many bits are set."""
        return int(bits).bit_count()

else:

    @intrinsic
    def lowest(typing_context: Any, bits: Any) -> Any:
        """Return the index of the lowest set bit; the set must not be empty."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide = context.cast(builder, arguments[0], signature.args[0], types.int64)
            return builder.cttz(wide, context.get_constant(types.boolean, 1))

        return types.int64(types.int64), build

    @intrinsic
    def highest(typing_context: Any, bits: Any) -> Any:
        """Return the index of the highest set bit; the set must not be empty."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide = context.cast(builder, arguments[0], signature.args[0], types.int64)
            zeros = builder.ctlz(wide, context.get_constant(types.boolean, 1))
            return builder.sub(context.get_constant(types.int64, 63), zeros)

        return types.int64(types.int64), build

    @intrinsic
    def count(typing_context: Any, bits: Any) -> Any:
        """Return how many bits are set."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide = context.cast(builder, arguments[0], signature.args[0], types.int64)
            return builder.ctpop(wide)

        return types.int64(types.int64), build


@kernel
def nth(bits: int, n: int) -> int:
    """Return the index of the n-th set bit, counted from 0."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)
