"""The decorators of all kernels."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import kernels  # sets the cache folder before numba is imported

F = TypeVar("F", bound=Callable[..., Any])

from numba import njit  # noqa: E402

OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": kernels.DEBUG,
    # Without numba's run-time allocator nothing can be allocated inside a kernel, and no call
    # counts references to its arrays, which made a battle about a third slower.
    "_nrt": False,
}


def kernel(function: F) -> F:
    """Compile a function: cached on disk, without the interpreter lock, C-like arithmetic."""
    return cast(F, njit(**OPTIONS)(function))


def inlined(function: F) -> F:
    """Compile a function as a part of its callers: for the hot path, where callers are few.

    A call hands over every array as seven or more words on the stack and forgets that a cell is
    never negative; C compilers inline such functions by themselves, numba's does not. Seven
    functions marked made a battle about a fifth faster.
    """
    return cast(F, njit(**OPTIONS, forceinline=True)(function))
