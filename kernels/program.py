"""Compiling an entry point and everything it calls as one program.

numba optimises a function together with all that it calls, and makes machine code of that, again
for each of its callers: the deeper the calls, the more often the same code is compiled. Here only
the function that Python calls is treated so. What it calls is translated to LLVM's language and
waits to be linked into it; nothing but the entry point is written to the cache. An engine of 150
functions compiles in less than half the time and plays as fast.

All of this is inside numba, and numba may move it: `compiled_whole` leaves a function as numba made
it where a name is missing.
"""

from __future__ import annotations

from typing import Any

from numba.core import codegen, sigutils, types
from numba.core.caching import NullCache
from numba.core.compiler_lock import global_compiler_lock
from numba.np import arrayobj

Library = Any  # numba has no types
Dispatcher = Any

_LIBRARY: Any = getattr(codegen, "CPUCodeLibrary", None)
_KNOWN = all(
    hasattr(_LIBRARY, name)
    for name in (
        "finalize",
        "_get_module_for_linking",
        "_optimize_final_module",
        "_raise_if_finalized",
    )
) and hasattr(arrayobj, "fix_integer_index")
_OURS = f"_ZN{len(__package__)}{__package__}"  # how the names of all kernels begin
_normal: Any = sigutils.normalize_signature
_depth = 0  # how many kernels are being compiled, each for the sake of the one before
_from_the_front = False  # whether the program being compiled never counts from an array's end


class _Part:
    """Stands for the machine code that a function inside a program does not have."""


def _is_part(library: Library) -> bool:
    return getattr(library, "part_of_program", False)


def _is_missing(function: Any) -> bool:
    return function.is_declaration and function.name.startswith(_OURS)


def _parts(library: Library) -> list[Library]:
    """Return all libraries that a library needs, callers before those they call.

    The order matters: LLVM links in a function only where somebody has asked for it already.
    """
    seen: set[int] = set()
    called_first: list[Library] = []

    def visit(one: Library) -> None:
        if id(one) in seen:
            return
        seen.add(id(one))
        if _is_part(one):
            for needed in one._linking_libraries:
                visit(needed)
        called_first.append(one)

    for needed in library._linking_libraries:
        visit(needed)
    return called_first[::-1]


def _finalize(library: Library) -> None:
    """Close a library: a part by itself and without machine code, a program with all its parts."""
    if not _is_part(library):
        library._linking_libraries = _parts(library)
        _finalize_by_numba(library)
        missing = [f.name for f in library._final_module.functions if _is_missing(f)]
        if missing:
            raise RuntimeError(f"{library.name} was linked without {', '.join(missing)}")
        return
    for needed in library._linking_libraries:
        library._reload_init.update(needed._reload_init)
    passes, builder = library._codegen._module_pass_manager()
    passes.run(library._final_module, builder)
    library._final_module.verify()
    library._finalized = True


def _optimize(library: Library) -> None:
    """Optimise a program whose parts nobody else can call.

    LLVM then drops what a part is handed and does not use: an array is handed over as seven words,
    and all but one of them are there for others.
    """
    if not _is_part(library):
        for function in library._final_module.functions:
            if not function.is_declaration and function.linkage.name == "linkonce_odr":
                function.linkage = "internal"
    _optimize_by_numba(library)


def _index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Take an index as it is, where a program never counts from the end of an array.

    With bounds checking, a negative index raises then.
    """
    if _from_the_front:
        return context.cast(builder, index, kind, types.intp)
    return _index_by_numba(context, builder, kind, index, size)


if _KNOWN:
    _optimize_by_numba = _LIBRARY._optimize_final_module
    _LIBRARY._optimize_final_module = _optimize
    _index_by_numba: Any = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = _index
    _finalize_by_numba = _LIBRARY.finalize
    _LIBRARY.finalize = _finalize


def compiled_whole(dispatcher: Dispatcher, from_the_front: bool, apart: bool) -> Dispatcher:
    """Return a compiled function that is an entry point for Python and a part for other kernels.

    `from_the_front`: neither it nor what it calls ever indexes an array from its end. `apart`: its
    code is kept out of that of its callers.
    """
    compiler: Any = getattr(dispatcher, "_compiler", None)
    if not _KNOWN or not hasattr(compiler, "_customize_flags"):
        return dispatcher
    compile_by_numba = dispatcher.compile
    add_by_numba = dispatcher.add_overload
    parts = set()  # signatures compiled as a part of something so far

    def compile_once(signature: Any) -> Any:
        global _depth, _from_the_front
        with global_compiler_lock:
            arguments = tuple(_normal(signature)[0])
            if _depth == 0 and arguments in parts:  # Python calls it now: a program of its own
                parts.discard(arguments)
                del dispatcher.overloads[arguments]
            cache = dispatcher._cache
            if _depth > 0:
                dispatcher._cache = NullCache()
            else:
                _from_the_front = from_the_front
            _depth += 1
            try:
                return compile_by_numba(signature)
            finally:
                _depth -= 1
                _from_the_front = _from_the_front and _depth > 0
                dispatcher._cache = cache

    def without_machine_code(flags: Any) -> Any:
        if _depth > 1:
            flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        return flags

    def add_overload(result: Any) -> None:
        if _depth <= 1:
            add_by_numba(result)
            return
        result.library.part_of_program = True
        if apart:
            function = result.library._final_module.get_function(result.fndesc.mangled_name)
            function.add_function_attribute("noinline")
        result = result._replace(entry_point=_Part())
        dispatcher.targetctx.insert_user_function(
            result.entry_point, result.fndesc, [result.library]
        )
        arguments = tuple(result.signature.args)
        dispatcher.overloads[arguments] = result
        parts.add(arguments)

    compiler._customize_flags = without_machine_code
    dispatcher.compile = compile_once
    dispatcher.add_overload = add_overload
    return dispatcher
