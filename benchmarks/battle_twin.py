"""Compiling and calling `battle_twin.c`, the battle in C."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from kernels import hexgrid
from kernels.neuroshima import choices, faces, rules, state, work

Ints = NDArray[np.int64]
Rows = NDArray[np.int16]

SOURCE = Path(__file__).with_suffix(".c")
LAYOUT = {"S": state, "F": faces, "R": rules, "W": work, "C": choices, "H": hexgrid}
FLAGS = ["-O3", "-march=native", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror"]


def definitions(prefix: str, module: ModuleType) -> list[str]:
    """Return the compiler's options that name the places of a layout."""
    numbers = {k: v for k, v in vars(module).items() if k.isupper() and isinstance(v, int)}
    return [f"-D{prefix}_{name}=({value})" for name, value in numbers.items()]


def compiler() -> str | None:
    """Return the C compiler of this machine, if it has one."""
    return shutil.which("gcc") or shutil.which("cc")


class Twin:
    """The battle in C, on the arrays of the kernels."""

    def __init__(self) -> None:
        command = compiler()
        if command is None:
            raise RuntimeError("no C compiler found: install gcc to measure against C")
        layout = [d for prefix, module in LAYOUT.items() for d in definitions(prefix, module)]
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "battle_twin.so"
            subprocess.run([command, *FLAGS, *layout, str(SOURCE), "-o", str(library)], check=True)
            self._library = ctypes.CDLL(str(library))
        self._ray = np.ascontiguousarray(hexgrid.RAY, np.int64)
        self._around = np.ascontiguousarray(hexgrid.AROUND, np.int64)
        self._call("set_geometry", self._ray, self._around)

    def _call(self, name: str, *arguments: Ints | Rows | int) -> int:
        function = self._library[name]
        function.restype = ctypes.c_int64
        return int(function(*(_passed(a) for a in arguments)))

    def battle(self, board: Ints, faces: Rows, rules: Ints, work: Ints, choices: Ints) -> None:
        """Fight a battle on one board."""
        self._call("battle", board, faces, rules, work, choices, 0)

    def fight_all(
        self,
        boards: Ints,
        state: Ints,
        faces: Rows,
        rules: Ints,
        work: Ints,
        choices: Ints,
        rounds: int,
    ) -> int:
        """Fight on every board, over and over; return a checksum of the HQ points left."""
        count = boards.shape[0]
        return self._call("fight_all", boards, count, state, faces, rules, work, choices, rounds)

    def copy_all(self, boards: Ints, state: Ints, rounds: int) -> int:
        """Do what `fight_all` does without the battle."""
        return self._call("copy_all", boards, boards.shape[0], state, rounds)


def _passed(argument: Ints | Rows | int) -> ctypes.c_void_p | ctypes.c_int64:
    if isinstance(argument, int):
        return ctypes.c_int64(argument)
    assert argument.flags.c_contiguous
    assert argument.dtype in (np.int64, np.int16)
    return ctypes.c_void_p(argument.ctypes.data)
