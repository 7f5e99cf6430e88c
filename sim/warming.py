"""Compiling several games at once, each in a process of its own: compiling holds a whole core."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from sim.game import GAMES


def warm_together(names: Sequence[str]) -> Iterator[str]:
    """Compile games, as many at a time as there are cores, and name each that is done."""
    workers = min(len(names), os.cpu_count() or 1)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        waiting = {pool.submit(_warm, name): name for name in names}
        for done in as_completed(waiting):
            done.result()
            yield waiting[done]


def _warm(name: str) -> None:
    GAMES.get(name).warm()
