"""The Dask backend: the same bytes as threads, whoever dies; workers that differ do not count."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cli
import sim
from sim import cluster, signature, store
from sim.errors import BadInput
from sim.game import GAMES
from sim.plan import Request, make_plan
from sim.variant import parse_set
from tests.durable import ROOT, bytes_of
from tests.toy_game import GAME

PART = 300


@pytest.fixture(autouse=True)
def _toy_with_small_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    monkeypatch.setattr(store, "_PART", PART)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


class Machines:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler, self.address = self._scheduler()

    def add(self, **environment: str) -> subprocess.Popen[bytes]:
        """Start a worker with one thread."""
        worker = self._start(
            ["worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"],
            f"worker-{len(self.workers)}",
            environment,
        )
        self.workers.append(worker)
        return worker

    def stop(self) -> None:
        """Kill everything."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _scheduler(self) -> tuple[subprocess.Popen[bytes], str]:
        words = ["scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        process = self._start(words, "scheduler", {})
        deadline = time.monotonic() + 120
        while True:
            said = (self._folder / "scheduler").read_text()
            if found := re.search(r"tcp://127\.0\.0\.1:\d+", said):
                return process, found[0]
            assert process.poll() is None and time.monotonic() < deadline, said
            time.sleep(0.05)

    def _start(
        self, words: list[str], name: str, environment: dict[str, str]
    ) -> subprocess.Popen[bytes]:
        with (self._folder / name).open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            )


@pytest.fixture
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """Return a scheduler without workers."""
    made = Machines(tmp_path_factory.mktemp("machines"))
    yield made
    made.stop()


def run(**words: Any) -> sim.library.Run:
    """Run the toy without drawing figures."""
    return sim.run("toy", **{"games": 1_500, "seed": 4, "figures": False, **words})


def slow(**words: Any) -> sim.library.Run:
    """Run the toy so slowly that there is time to kill somebody."""
    return run(**{"games": 2_400, "set": ["rules.pause_ms=2.0"], **words})


def test_a_cluster_on_this_machine_plays_the_same_bytes(capsys: Any) -> None:
    run(out="threads", set=["rules.ties=first"])
    words = "run toy -n 1500 --seed 4 --set rules.ties=first --backend dask --threads 2 --out dask"
    assert cli.main(words.split()) == 0, capsys.readouterr().err
    for drawn in Path("dask").glob("*.png"):
        drawn.unlink()
    assert bytes_of(Path("dask")) == bytes_of(Path("threads"))


def test_workers_that_are_killed_are_made_up_for(machines: Machines, tmp_path: Path) -> None:
    slow(out="threads")
    first = machines.add()
    second = machines.add()
    killed: list[int] = []

    def kill_some(progress: Any) -> None:
        if progress.done > 200 and not killed:
            first.kill()
            killed.append(progress.done)
            machines.add()
        elif progress.done > 1_200 and len(killed) == 1:
            second.kill()
            killed.append(progress.done)

    slow(out="dask", backend="dask", scheduler=machines.address, progress=kill_some)
    assert len(killed) == 2
    assert bytes_of(Path("dask")) == bytes_of(Path("threads"))


def test_a_scheduler_that_is_killed_leaves_a_run_to_go_on_with(machines: Machines) -> None:
    slow(out="threads")
    machines.add()

    def kill_scheduler(progress: Any) -> None:
        if progress.done > 700:
            machines.scheduler.kill()

    with pytest.raises(BadInput, match=r"scheduler at tcp.* is gone .* balance run --resume dask"):
        slow(out="dask", backend="dask", scheduler=machines.address, progress=kill_scheduler)
    kept = sim.load_run("dask")
    assert not kept.complete and kept.manifest["games"] >= 700
    sim.resume("dask", figures=False)
    assert bytes_of(Path("dask")) == bytes_of(Path("threads"))


def test_games_go_to_open_matchups_on_a_cluster_too(machines: Machines) -> None:
    """Who plays does not decide what is played; the scheduler's end does not lose the looks."""
    ask: dict[str, Any] = {"games": 4_000, "spend": "open", "set": ["rules.pause_ms=0.5"]}
    whole = run(out="threads", **ask)
    assert whole.manifest["spend"]["looks"]
    machines.add()
    machines.add()
    run(out="dask", backend="dask", scheduler=machines.address, **ask)
    assert bytes_of(Path("dask")) == bytes_of(Path("threads"))
    looked = whole.manifest["spend"]["even"]

    def kill_scheduler(progress: Any) -> None:
        if progress.done > looked:
            machines.scheduler.kill()

    with pytest.raises(BadInput, match=r"scheduler at tcp.* is gone .* balance run --resume gone"):
        run(
            out="gone",
            backend="dask",
            scheduler=machines.address,
            progress=kill_scheduler,
            **ask,
        )
    sim.resume("gone", figures=False)
    assert bytes_of(Path("gone")) == bytes_of(Path("threads"))


def test_games_of_a_worker_with_other_figures_do_not_count(machines: Machines) -> None:
    """One worker's copy of the game is an older one; the other plays all games that count."""
    run(out="threads")
    old = machines._folder / "old"
    old.mkdir()
    (old / "sitecustomize.py").write_text(
        "import tests.toy_game\ntests.toy_game.FIGURES['colours']['red']['strength'] = 11\n"
    )
    machines.add(PYTHONPATH=f"{old}{os.pathsep}{ROOT}")
    with pytest.raises(BadInput, match=r"no worker .* has data hash .* instead of .*, first games"):
        run(out="r", backend="dask", scheduler=machines.address)
    assert not Path("r").exists()
    machines.add()
    wait_for_workers(machines, 2)
    run(out="dask", backend="dask", scheduler=machines.address)
    assert bytes_of(Path("dask")) == bytes_of(Path("threads"))


def wait_for_workers(machines: Machines, number: int) -> None:
    """Wait until so many workers have come."""
    from distributed import Client

    with Client(machines.address, set_as_default=False) as client:
        client.wait_for_workers(number, timeout=120)


# --- without a cluster


def test_a_signature_says_what_differs() -> None:
    plan = make_plan(Request("toy", games=10))
    mine = signature.signature(plan)
    assert mine == signature.signature(plan)
    assert mine.differs(mine) == ""
    yours = replace(mine, kernel_hash="f" * 16, rules_version=9)
    assert mine.differs(yours) == (
        f"rules version 9 instead of 1, kernel hash ffffffffffff instead of {mine.kernel_hash[:12]}"
    )
    other = make_plan(Request("toy", games=10, overlays=(parse_set("rules.sides_of_die=9"),)))
    found = mine.differs(signature.signature(other))
    assert "data hash" in found and "first games" in found and "kernel" not in found


def test_a_worker_makes_the_same_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    overlays = (parse_set("rules.ties=first"), parse_set("colours.red.name=Rouge"))
    asked = Request("toy", ("red", "blue"), 2, policies=("greedy", "random"), games=99)
    plan = make_plan(replace(asked, overlays=overlays))
    made, mine = cluster._plan(cluster._document(plan))
    assert made.lineups == plan.lineups and made.games == plan.games
    assert mine == signature.signature(plan)
    assert GAME.compiled


@pytest.mark.parametrize("address", ["", "host:8786", "tcp://", "tcp://a b:1", "http://x:1", "-"])
def test_bad_schedulers(address: str) -> None:
    with pytest.raises(BadInput, match="is not an address such as tcp://"):
        run(out="r", backend="dask", scheduler=address)
    assert not Path("r").exists()


def test_bad_backends() -> None:
    with pytest.raises(BadInput, match="unknown backend 'dusk'; did you mean 'dask'"):
        run(out="r", backend="dusk")
    with pytest.raises(BadInput, match="needs backend dask"):
        run(out="r", scheduler="tcp://127.0.0.1:1")
    assert not Path("r").exists()


def test_a_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_PATIENCE", 0.5)
    with pytest.raises(BadInput, match=r"there is no scheduler at tcp://127\.0\.0\.1:9"):
        run(out="r", backend="dask", scheduler="tcp://127.0.0.1:9")
    assert not Path("r").exists()


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadInput, match=r"pip install 'tabletop-balance\[cluster\]'"):
        run(out="r", backend="dask")
