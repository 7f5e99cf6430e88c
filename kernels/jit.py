"""The one decorator of all kernels."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import kernels  # sets the cache folder before numba is imported

F = TypeVar("F", bound=Callable[..., Any])

from numba import njit  # noqa: E402


def kernel(function: F) -> F:
    """Compile a function: cached on disk, without the interpreter lock, C-like arithmetic."""
    compiled = njit(cache=True, nogil=True, error_model="numpy", boundscheck=kernels.DEBUG, _nrt=False)(function)
    return cast(F, compiled)
