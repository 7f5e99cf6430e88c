"""The decorators of all kernels."""

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar, cast

from numba import config as numba_config
from numba import njit

import kernels
from kernels.program import compiled_whole

config: Any = numba_config  # its names are made when it is imported
F = TypeVar("F", bound=Callable[..., Any])

OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": kernels.DEBUG,
    # Without numba's run-time allocator nothing can be allocated inside a kernel, and no call
    # counts references to its arrays, which made a battle about a third slower.
    "_nrt": False,
}


def _spare_blas() -> None:
    """Load numba's arrays without linear algebra, which no kernel of ours uses.

    For it numba imports scipy.linalg, which takes a third of the time to load a compiled engine.
    """
    linalg: Any = import_module("numba.np.linalg")
    ensure = getattr(linalg, "ensure_blas", None)

    def missing() -> None:
        raise ImportError

    if ensure is not None:
        linalg.ensure_blas = missing
        try:
            import_module("numba.np.arraymath")
        finally:
            linalg.ensure_blas = ensure


if kernels.alone:
    _spare_blas()


def kernel(function: F) -> F:
    """Compile a function: cached on disk, without the interpreter lock, C-like arithmetic."""
    return cast(F, _compiled(function))


def inlined(function: F) -> F:
    """Compile a function as a part of its callers: for the hot path, where callers are few.

    A call hands over every array as seven or more words on the stack and forgets that a cell is
    never negative; C compilers inline such functions by themselves, numba's does not. Seven
    functions marked made a battle about a fifth faster.
    """
    return cast(F, _compiled(function, forceinline=True))


def apart(function: F) -> F:
    """Compile a function that its callers only call: for what is large and seldom needed.

    What an inlined function calls is inlined as well, unless it says otherwise: numba hands the
    wish down. LLVM takes ever longer over what grows that way.
    """
    return cast(F, _compiled(function, apart=True, forceinline=False))


def _compiled(function: Callable[..., Any], apart: bool = False, **options: bool) -> object:
    if config.DISABLE_JIT:
        return function
    config.CACHE_DIR = str(kernels.cache_folder(function.__module__))
    # An engine whose package says so never indexes an array from its end: nothing asks for the sign
    # of an index, which made games a fifth faster. With BALANCE_DEBUG=1 a negative index raises.
    package = sys.modules.get(function.__module__.rpartition(".")[0])
    from_the_front = getattr(package, "FROM_THE_FRONT", False)
    return compiled_whole(njit(**{**OPTIONS, **options})(function), from_the_front, apart)
