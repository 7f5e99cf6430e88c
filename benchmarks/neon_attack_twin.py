"""Compiling and calling `neon_attack_twin.c`, the attack in C."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.battle_twin import FLAGS, compiler, definitions
from kernels.neon import attack_places
from kernels.rng import DRAWS, Streams

Ints = NDArray[np.int64]

SOURCE = Path(__file__).with_suffix(".c")


class Twin:
    """The attack in C, on the arrays of the kernel."""

    def __init__(self) -> None:
        command = compiler()
        if command is None:
            raise RuntimeError("no C compiler found: install gcc to measure against C")
        layout = definitions("A", attack_places)
        with tempfile.TemporaryDirectory() as folder:
            library = Path(folder) / "neon_attack_twin.so"
            subprocess.run([command, *FLAGS, *layout, str(SOURCE), "-o", str(library)], check=True)
            self._library = ctypes.CDLL(str(library))

    def _call(self, name: str, *arguments: Ints | Streams | int) -> int:
        function = self._library[name]
        function.restype = ctypes.c_int64
        return int(function(*(_passed(a) for a in arguments)))

    def resolve(self, attack: Ints) -> None:
        """Resolve one attack."""
        self._call("resolve", attack)

    def resolve_all(self, attacks: Ints, rounds: int) -> int:
        """Resolve every attack, over and over; return a checksum of damage and energy."""
        return self._call("resolve_all", attacks, *attacks.shape, rounds)

    def attack_all(
        self,
        attacks: Ints,
        attack_faces: Ints,
        defence_faces: Ints,
        streams: Streams,
        rounds: int,
    ) -> int:
        """Roll, reroll and resolve every attack, over and over; return a checksum."""
        sides, purposes = attack_faces.size, streams.size - DRAWS
        return self._call(
            "attack_all",
            attacks,
            *attacks.shape,
            attack_faces,
            defence_faces,
            sides,
            streams,
            purposes,
            rounds,
        )


def _passed(argument: Ints | Streams | int) -> ctypes.c_void_p | ctypes.c_int64:
    if isinstance(argument, int):
        return ctypes.c_int64(argument)
    assert argument.flags.c_contiguous
    assert argument.dtype in (np.int64, np.uint64)
    return ctypes.c_void_p(argument.ctypes.data)
