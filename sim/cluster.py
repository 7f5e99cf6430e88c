"""The chunks of a run on a Dask cluster: the same games, played by other processes or machines.

A worker gets the request as text, makes the plan itself, and shows by its signature that it would
play the same games; the chunks of one that would not are given to others. Rows stay on the workers
until it is their turn, so that a hundred machines do not fill the memory of the one that writes.
"""

from __future__ import annotations

import contextlib
import io
import json
import logging
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import astuple
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sim.errors import BadInput
from sim.game import GAMES
from sim.plan import Plan, Request, make_plan
from sim.runner import rows_of, thread_count
from sim.signature import Signature, signature
from sim.spending import Stage
from sim.variant import Overlay, merge

if TYPE_CHECKING:
    import polars as pl

CHUNK_SECONDS = 3.0
MOST_TASKS = 2_000  # in the scheduler at a time
_ATTEMPTS = 5  # how often a chunk may be lost with the worker that plays it
_POLL = 0.005
_PATIENCE = 30.0  # seconds to wait for a scheduler, and for a first worker
_ADDRESS = re.compile(r"(tcp|tls|ws|wss|ucx)://[\w.\-\[\]:]{1,250}", re.ASCII)


def check(scheduler: str | None) -> None:
    """Refuse what cannot be a scheduler, and say what to install where Dask is missing."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise BadInput(
            "the backend dask needs the package distributed: "
            "pip install 'tabletop-balance[cluster]'; threads need nothing"
        ) from None
    if scheduler is not None and _ADDRESS.fullmatch(scheduler) is None:
        raise BadInput(
            f"the scheduler {scheduler!r} is not an address such as tcp://192.168.1.5:8786"
        )


@contextmanager
def cluster(
    plan: Plan,
    scheduler: str | None,
    threads: int | None,
    stage: Callable[[int], Stage] | None = None,
) -> Iterator[Cluster]:
    """Open the cluster of a scheduler, or one on this machine where none is named.

    `stage` says of a run that leaves games out which of them stand at a place in it.
    """
    from distributed import Client, LocalCluster
    from distributed.deploy.utils import nprocesses_nthreads

    own: Any = None
    # What goes wrong is said in a sentence; its own log is for who runs the cluster.
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.split(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        if scheduler is None:
            processes, each = nprocesses_nthreads(thread_count(threads))
            own = LocalCluster(
                n_workers=processes,
                threads_per_worker=each,
                dashboard_address=None,
                memory_limit=0,
                silence_logs=50,
            )
        try:
            client = Client(own or scheduler, timeout=_PATIENCE, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise BadInput(f"there is no scheduler at {scheduler}: {error}") from None
        try:
            yield Cluster(plan, client, scheduler or "this machine", stage)
        finally:
            with contextlib.suppress(Exception):
                client.close(timeout=2)
    finally:
        if own is not None:
            with contextlib.suppress(Exception):
                own.close(timeout=2)


class Cluster:
    """The workers of a Dask cluster, as those who play."""

    seconds = CHUNK_SECONDS

    def __init__(
        self, plan: Plan, client: Any, place: str, stage: Callable[[int], Stage] | None = None
    ) -> None:
        self._stage = stage
        self.client = client
        self.place = place
        self.refused: dict[str, str] = {}  # workers whose games do not count, and why
        self.expected = signature(plan)
        self._document = _document(plan)
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except (OSError, TimeoutError):
            raise BadInput(
                f"the scheduler at {place} has no workers; start some: dask worker {place}"
            ) from None

    @property
    def most(self) -> int:
        """How many chunks may be handed out at a time: two for each thread of each worker."""
        threads = sum(worker["nthreads"] for worker in self._workers().values())
        return int(min(max(2 * threads, 2), MOST_TASKS))

    def submit(self, plan: Plan, first: int, count: int) -> Remote:
        """Have games `first` … played."""
        return Remote(self, first, count)

    def send(self, first: int, count: int) -> Any:
        """Hand a chunk to the scheduler, for any worker that may play."""
        given = {"pure": False, "workers": self._allowed() if self.refused else None}
        stage = None if self._stage is None else astuple(self._stage(first))
        try:
            return self.client.submit(play_chunk, self._document, first, count, stage, **given)
        except Exception as error:  # Dask has many for a connection that is gone
            raise self.lost(error) from None

    def refuse(self, worker: str, why: str) -> None:
        """Count no more games of a worker."""
        self.refused[worker] = why
        self._allowed()

    def lost(self, error: object) -> BadInput:
        """Return the sentence for a scheduler that is gone."""
        why = error if isinstance(error, str) else type(error).__name__
        return BadInput(f"the scheduler at {self.place} is gone or cannot go on ({why})")

    def close(self) -> None:
        """Drop what has not begun; closing the client drops all of it."""

    def _workers(self) -> dict[str, Any]:
        """Return the workers there are; a scheduler that is gone has none."""
        try:
            found: dict[str, Any] = self.client.scheduler_info(n_workers=-1).get("workers", {})
        except Exception as error:  # Dask has many for a connection that is gone
            raise self.lost(error) from None
        return found

    def _allowed(self) -> list[str]:
        workers = list(self._workers())
        allowed = [worker for worker in workers if worker not in self.refused]
        if workers and not allowed:
            worker, why = next(iter(self.refused.items()))
            raise BadInput(
                f"no worker of the scheduler at {self.place} plays the same games as this machine: "
                f"{worker} has {why}; install the same version everywhere"
            )
        return allowed


class Remote:
    """A chunk that a worker plays."""

    def __init__(self, pool: Cluster, first: int, count: int) -> None:
        self.cancelled = False
        self._pool, self._first, self._count = pool, first, count
        self._future = pool.send(first, count)
        self._lost = 0
        self._found: tuple[pl.DataFrame, float] | None = None

    def ready(self, timeout: float) -> bool:
        """Wait for so many seconds at most; whether it is played, by a worker that counts."""
        import polars as pl
        from distributed import CancelledError, KilledWorker
        from distributed.client import FutureCancelledError
        from distributed.comm import CommClosedError

        deadline = time.monotonic() + timeout
        while not self._future.done():
            if time.monotonic() > deadline:
                self._check_scheduler()
                return False
            time.sleep(_POLL)
        try:
            answer = self._future.result()
        except KilledWorker as error:
            self._lost += 1
            if self._lost == _ATTEMPTS:
                games = f"games {self._first:,} to {self._first + self._count - 1:,}"
                raise BadInput(f"every worker that played {games} died: {error}") from None
            self._future = self._pool.send(self._first, self._count)
            return False
        except (CancelledError, FutureCancelledError, CommClosedError, OSError) as error:
            raise self._pool.lost(error) from None
        if why := self._pool.expected.differs(Signature(**answer["signature"])):
            self._pool.refuse(answer["worker"], why)
            self._future = self._pool.send(self._first, self._count)
            return False
        self._found = pl.read_ipc(io.BytesIO(answer["rows"])), answer["seconds"]
        self._future.release()
        return True

    def result(self) -> tuple[pl.DataFrame, float]:
        """Return the rows, and how many seconds they took to play."""
        assert self._found is not None, "it was not ready"
        return self._found

    def cancel(self) -> None:
        """Drop it where no worker has begun, or where nobody will wait for it."""
        if not self._future.done():
            self.cancelled = True
            with contextlib.suppress(Exception):
                self._future.cancel()

    def _check_scheduler(self) -> None:
        if self._pool.client.status not in ("running", "connecting"):
            raise self._pool.lost(f"the client is {self._pool.client.status}")


def play_chunk(
    document: str, first: int, count: int, stage: tuple[Any, ...] | None = None
) -> dict[str, Any]:
    """Play games on a worker: their rows, how long that took, and what the worker is like.

    With a stage of a run that leaves games out, `first` is a place in that run.
    """
    from distributed import get_worker

    plan, mine = _plan(document)
    started = time.monotonic()
    make = rows_of if stage is None else Stage(*stage).rows
    rows = make(plan, first, count)
    seconds = time.monotonic() - started
    buffer = io.BytesIO()
    rows.write_ipc(buffer, compression="zstd")
    return {
        "rows": buffer.getvalue(),
        "seconds": seconds,
        "signature": vars(mine),
        "worker": get_worker().address,
    }


def _document(plan: Plan) -> str:
    """Return a request as text; a game is named with its module, which workers may not know."""
    ask = plan.request
    return json.dumps(
        {
            "module": GAMES.folders[plan.game.id],
            "game": ask.game,
            "sides": list(ask.sides),
            "players": ask.players,
            "mode": ask.mode,
            "maps": list(ask.maps),
            "policies": list(ask.policies),
            "games": ask.games,
            "seed": ask.seed,
            "overlay": merge({}, *ask.overlays),
            "until": ask.until,
        }
    )


@lru_cache(maxsize=8)
def _plan(document: str) -> tuple[Plan, Signature]:
    """Return the plan of a request, compiled, and the signature of this worker."""
    asked = json.loads(document)
    GAMES.folders.setdefault(asked["game"], asked.pop("module"))
    overlay = asked.pop("overlay")
    words: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in asked.items()}
    overlays = (Overlay(overlay, "the run"),) if overlay else ()
    plan = make_plan(Request(**words, overlays=overlays))
    plan.game.warm()
    return plan, signature(plan)
