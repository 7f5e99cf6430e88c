"""Playing a plan: chunks over threads, rows in game order, stopped by Ctrl-C within a second."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from sim.errors import BadInput
from sim.game import Batch
from sim.plan import Plan

if TYPE_CHECKING:
    import polars as pl

CHUNK_SECONDS = 0.2
_GROWTH = 8  # a chunk is at most so many times as large as the one that was timed
_LONG = 10.0  # seconds of play, after which chunks are larger: there is less to do beside games
_LARGER = 2.5
_POLL = 0.1
_GRACE = 0.4  # how long chunks under way may still finish after Ctrl-C
MOST_THREADS = 1024


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    done: int
    total: int
    seconds: float
    projected: bool = False  # whether `total` is what a precision is expected to take
    before: int = 0  # games that were there when the run was gone on with

    @property
    def rate(self) -> float:
        """Games per second so far."""
        return (self.done - self.before) / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """Seconds to the end at this rate, once there is a rate."""
        return (self.total - self.done) / self.rate if self.rate > 0 else None


class Sink(Protocol):
    """Where rows go, in game order; no `add` reaches over a multiple of `size`."""

    size: int

    def add(self, rows: pl.DataFrame) -> None:
        """Take the next rows."""

    def flush(self) -> None:
        """Make what was added last."""


class Watch(Protocol):
    """Decides at fixed numbers of games whether enough were played."""

    precise: bool  # whether it has said so
    expected: int | None  # how many games it takes in all, by what was seen so far

    @property
    def known(self) -> int:
        """Up to which game it is known what is played; a look may decide on more."""

    def next_look(self, games: int) -> int:
        """Return the first look after so many games; no chunk reaches over it."""

    def reads(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return what it reads of some games: all that waits for a look is kept in memory."""

    def enough(self, rows: Sequence[pl.DataFrame]) -> bool:
        """Take in the rows since the last look; whether the run may end."""


class Chunk(Protocol):
    """Games that somebody is playing."""

    @property
    def cancelled(self) -> bool:
        """Whether they were dropped."""

    def ready(self, timeout: float) -> bool:
        """Wait for so many seconds at most; whether they are played."""

    def result(self) -> tuple[pl.DataFrame, float]:
        """Return their rows, and how many seconds they took to play."""

    def cancel(self) -> None:
        """Drop them if nobody has begun."""


class Pool(Protocol):
    """Those who play: threads, or a cluster."""

    seconds: float  # how long a chunk should take

    @property
    def most(self) -> int:
        """How many chunks may be handed out at a time."""

    def submit(self, plan: Plan, first: int, count: int) -> Chunk:
        """Have games `first` … played."""

    def close(self) -> None:
        """Drop what has not begun, and wait for nobody."""


Rows = Callable[[Plan, int, int], "pl.DataFrame"]
Stretch = tuple[int, int]  # the first game, and the one after the last


@dataclass
class Start:
    """Where a run begins that was begun before: what is left of it, and what the watch must see."""

    stretches: Sequence[Stretch]
    done: int = 0
    since: list[pl.DataFrame] = field(default_factory=list)


def play(
    plan: Plan,
    sink: Sink,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    chunk: int | None = None,
    watch: Watch | None = None,
    maker: Rows | None = None,
    pool: Pool | None = None,
    start: Start | None = None,
) -> int:
    """Play a plan into a sink and return how many games are done, those before `start` included.

    They are fewer than planned only after Ctrl-C, or when the watch has seen enough. Rows do not
    depend on `threads`, `pool` or `chunk` (games played by one call; by default as many as take
    about 0.2 s). A first Ctrl-C ends the run and keeps every finished set that has all before it;
    a second one raises KeyboardInterrupt. `maker` makes the rows of a stretch of games, by default
    those of the plan itself.
    """
    begin = start or Start([(0, plan.games)])
    players = pool or Threads(thread_count(threads), maker or rows_of)
    since = begin.since  # rows that the watch has not seen
    pace = _Pace(plan.per_set, chunk, players.seconds)
    started = time.monotonic()
    waiting: deque[tuple[int, Chunk]] = deque()
    todo = deque(begin.stretches)
    done = begin.done
    total = done + sum(end - first for first, end in todo)
    deadline: float | None = None
    with _stoppable() as stop:
        try:
            while todo or waiting:
                known = plan.games if watch is None else watch.known
                while todo and todo[0][0] < known and len(waiting) < players.most:
                    if deadline is not None:
                        break
                    first, end = todo.popleft()
                    room = min(sink.size - first % sink.size, known - first)
                    if watch is not None:
                        room = min(room, watch.next_look(first) - first)
                    count = pace.next(end - first, room)
                    waiting.append((count, players.submit(plan, first, count)))
                    if first + count < end:
                        todo.appendleft((first + count, end))
                if stop.is_set() and deadline is None:
                    deadline = time.monotonic() + _GRACE
                    _cancel(waiting)
                if not waiting:  # interrupted just where a look was to decide what is next
                    break
                count, head = waiting[0]
                if head.cancelled:
                    break
                if head.ready(_POLL):
                    rows, seconds = head.result()
                    waiting.popleft()
                    sink.add(rows)
                    done += count
                    pace.learn(count, seconds)
                    finished = False
                    if watch is not None:
                        since.append(watch.reads(rows))
                        if done in (watch.next_look(done - 1), plan.games):
                            finished = watch.enough(since)
                            since.clear()
                    if progress is not None:
                        spent = time.monotonic() - started
                        progress(_progress(watch, done, total, spent, begin.done))
                    if finished:
                        _cancel(waiting)
                        break
                elif deadline is not None and time.monotonic() > deadline:
                    break
            sink.flush()
        finally:
            players.close()
    return done


class Threads:
    """Threads of this process; kernels run without the interpreter lock."""

    seconds = CHUNK_SECONDS

    def __init__(self, workers: int, make: Rows) -> None:
        self.most = 2 * workers
        self._make = make
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="balance")

    def submit(self, plan: Plan, first: int, count: int) -> Chunk:
        """Have games `first` … played."""
        return _InThread(self._pool.submit(_play_chunk, self._make, plan, first, count))

    def close(self) -> None:
        """Drop what has not begun, and wait for nobody."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class _InThread:
    """A chunk that a thread plays."""

    def __init__(self, future: Future[tuple[pl.DataFrame, float]]) -> None:
        self._future = future

    @property
    def cancelled(self) -> bool:
        """Whether it was dropped."""
        return self._future.cancelled()

    def ready(self, timeout: float) -> bool:
        """Wait for so many seconds at most; whether it is played."""
        try:
            self._future.exception(timeout)
        except TimeoutError:
            return False
        except CancelledError:
            pass
        return True

    def result(self) -> tuple[pl.DataFrame, float]:
        """Return the rows, and how many seconds they took to play."""
        return self._future.result()

    def cancel(self) -> None:
        """Drop it if no thread has begun."""
        self._future.cancel()


def thread_count(threads: int | None) -> int:
    """Return how many threads to use: as asked, or one for each core this process may use."""
    if threads is None:
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1
    if isinstance(threads, bool) or not 1 <= threads <= MOST_THREADS:
        raise BadInput(f"{threads} threads are not allowed; allowed: 1 to {MOST_THREADS}")
    return threads


def rows_of(plan: Plan, first: int, count: int) -> pl.DataFrame:
    """Play games `first` … and return their rows, as the parts of a run folder hold them."""
    return rows_from(plan, plan.batch(first, count))


def rows_from(plan: Plan, batch: Batch) -> pl.DataFrame:
    """Play a batch of a plan and return its rows."""
    import numpy as np
    import polars as pl

    result = dict(plan.game.play(plan.data, batch))
    columns: dict[str, Any] = {
        "game": pl.Series(batch.game, dtype=pl.Int64),
        "set": pl.Series(batch.set_index, dtype=pl.Int64),
        "lineup": pl.Series(batch.lineup, dtype=pl.Int32),
        "rotation": pl.Series(batch.game % plan.per_set, dtype=pl.Int8),
    }
    score = result.pop("score")
    for seat in range(plan.players):
        columns[f"player_{seat}"] = pl.Series(batch.seat_player[:, seat], dtype=pl.Int8)
    for seat in range(plan.players):
        columns[f"score_{seat}"] = pl.Series(score[:, seat], dtype=pl.Float64)
    columns["length"] = pl.Series(result.pop("length"), dtype=pl.Int32)
    columns["ending"] = pl.Series(result.pop("ending"), dtype=pl.Int8)
    for name, values in result.items():
        if values.ndim == 1:
            columns[name] = pl.Series(values)
        else:
            for seat, mine in enumerate(np.ascontiguousarray(values.T)):
                columns[f"{name}_{seat}"] = pl.Series(mine)
    return pl.DataFrame(columns)


def _progress(watch: Watch | None, done: int, total: int, seconds: float, before: int) -> Progress:
    if watch is None or watch.expected is None:
        return Progress(done, total, seconds, before=before)
    expected = done if watch.precise else min(max(watch.expected, done), total)
    return Progress(done, expected, seconds, projected=True, before=before)


def _play_chunk(make: Rows, plan: Plan, first: int, count: int) -> tuple[pl.DataFrame, float]:
    started = time.monotonic()
    rows = make(plan, first, count)
    return rows, time.monotonic() - started


class _Pace:
    """Sizes chunks, in whole sets, to so many seconds by the speed of those that came back."""

    def __init__(self, per_set: int, fixed: int | None, seconds: float) -> None:
        self._per_set = per_set
        self._seconds = seconds
        self._fixed = fixed
        self._played = 0.0
        self._size = per_set if fixed is None else self._whole(fixed)

    def next(self, left: int, room: int) -> int:
        """Return the size of the next chunk, within what is left of the run and of its part."""
        return min(self._size, left, room)

    def learn(self, count: int, seconds: float) -> None:
        """Take in how long a chunk took."""
        self._played += seconds
        if self._fixed is None:
            wanted = self._seconds * (_LARGER if self._played > _LONG else 1.0)
            fitting = count * wanted / max(seconds, 1e-6)
            self._size = self._whole(int(min(fitting, count * _GROWTH)))

    def _whole(self, games: int) -> int:
        return max(games - games % self._per_set, self._per_set)


def _cancel(waiting: deque[tuple[int, Chunk]]) -> None:
    for _, chunk in waiting:
        chunk.cancel()


@contextmanager
def _stoppable() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C into an event; the second is a KeyboardInterrupt again."""
    stop = threading.Event()

    def on_interrupt(signum: int, frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    handles = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if handles else None
    if before is None or before is signal.SIG_IGN:
        yield stop
        return
    signal.signal(signal.SIGINT, on_interrupt)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
