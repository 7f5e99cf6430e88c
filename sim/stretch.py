"""Playing a stretch of a plan: some games from the middle, in order, over a pool of threads."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sim.plan import Plan
from sim.runner import rows_of, thread_count

if TYPE_CHECKING:
    import polars as pl

_LARGEST = 1024  # games by one call; keeps every thread busy to the end


class Stretches:
    """Plays stretches of plans; what comes out does not depend on the number of threads."""

    def __init__(self, pool: ThreadPoolExecutor, workers: int) -> None:
        self._pool = pool
        self._workers = workers

    def play(self, plan: Plan, first: int, count: int) -> pl.DataFrame:
        """Return the rows of games `first` … `first + count - 1`."""
        import polars as pl

        size = min(_LARGEST, -(-count // (4 * self._workers)))
        size = -(-size // plan.per_set) * plan.per_set
        starts = range(first, first + count, size)
        waiting = [
            self._pool.submit(rows_of, plan, start, min(size, first + count - start))
            for start in starts
        ]
        return pl.concat(future.result() for future in waiting)


@contextmanager
def stretches(threads: int | None = None) -> Iterator[Stretches]:
    """Open a pool for stretches; leaving it early (Ctrl-C) drops what has not begun."""
    workers = thread_count(threads)
    pool = ThreadPoolExecutor(workers, thread_name_prefix="balance")
    try:
        yield Stretches(pool, workers)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
