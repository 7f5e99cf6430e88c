"""The one decorator of all kernels."""

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
