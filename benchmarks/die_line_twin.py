"""Compiling and calling `die_line_twin.c`, the fight in C."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.battle_twin import FLAGS, compiler, definitions
from kernels.clones import fight_places

Ints = NDArray[np.int64]

SOURCE = Path(__file__).with_suffix(".c")


class Twin:
    """The fight in C, on the arrays of the kernel."""

    def __init__(self) -> None:
        command = compiler()
        if command is None:
            raise RuntimeError("no C compiler found: install gcc to measure against C")
        layout = definitions("F", fight_places)
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "die_line_twin.so"
            subprocess.run([command, *FLAGS, *layout, str(SOURCE), "-o", str(library)], check=True)
            self._library = ctypes.CDLL(str(library))

    def _call(self, name: str, *arguments: Ints | int) -> int:
        function = self._library[name]
        function.restype = ctypes.c_int64
        return int(function(*(_passed(a) for a in arguments)))

    def resolve(self, fight: Ints, melee: bool) -> None:
        """Resolve one fight."""
        self._call("resolve_melee" if melee else "resolve_ranged", fight)

    def fight_all(self, fights: Ints, fight: Ints, melee: bool, rounds: int) -> int:
        """Resolve every fight, over and over; return a checksum of the damage."""
        return self._call("fight_all", fights, fights.shape[0], fight, int(melee), rounds)

    def copy_all(self, fights: Ints, fight: Ints, rounds: int) -> int:
        """Do what `fight_all` does without the fight."""
        return self._call("copy_all", fights, fights.shape[0], fight, rounds)


def _passed(argument: Ints | int) -> ctypes.c_void_p | ctypes.c_int64:
    if isinstance(argument, int):
        return ctypes.c_int64(argument)
    assert argument.flags.c_contiguous
    assert argument.dtype == np.int64
    return ctypes.c_void_p(argument.ctypes.data)
