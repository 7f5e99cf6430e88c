"""Faults for real: killed processes, a full disk, two at once, Ctrl-C; nothing is lost or wrong."""

from __future__ import annotations

import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sim
from sim import lock, runner, store
from sim.game import GAMES
from tests.durable import PART, bytes_of, command, library, wait_for

ASKED: dict[str, Any] = {
    "games": 6_000,
    "seed": 3,
    "set": ["rules.pause_ms=0.2"],
    "threads": 2,
    "out": "r",
}
WORDS = ["run", "toy", "-n", "6000", "--seed", "3", "--threads", "2", "--out", "r"]
WORDS += ["--set", "rules.pause_ms=0.2"]
TEXT = json.dumps(ASKED)


@pytest.fixture(autouse=True)
def _toy_with_small_parts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    monkeypatch.setattr(store, "_PART", PART)
    monkeypatch.setattr(store, "_SPARE", 0)
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the bytes of a run that nobody interrupted."""
    folder = tmp_path_factory.mktemp("whole")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
        patch.setattr(store, "_PART", PART)
        sim.run("toy", **{**ASKED, "out": folder / "r"}, figures=False)
    return bytes_of(folder / "r")


def resume() -> None:
    """Go on with the run here."""
    sim.resume("r", figures=False)


@pytest.mark.slow
def test_killed_at_twenty_random_moments(tmp_path: Path, whole: dict[str, bytes]) -> None:
    """Ten runs, each killed once when fresh and once when gone on with."""
    rng = random.Random(20)
    at_work = 0
    for _ in range(10):
        for text in (TEXT, '{"resume": "r"}'):
            process = library(text, tmp_path, save=0.05)
            wait_for(process, (tmp_path / "r/manifest.json").exists)
            if text is not TEXT:
                wait_for(process, (tmp_path / "r/.lock").exists)
            time.sleep(rng.uniform(0.0, 0.5))
            at_work += process.poll() is None
            process.kill()
            process.communicate()
        resume()
        assert bytes_of(tmp_path / "r") == whole
        shutil.rmtree(tmp_path / "r")
    assert at_work == 20, "all were killed while they were at work"


class Dead(BaseException):
    """The process is no more: nothing it would still do reaches the disk."""


class Mortal:
    """Lets this process do so many things to files, then nothing any more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, steps: int) -> None:
        self.left = steps
        self._held: list[lock.Lock] = []
        self._patch = monkeypatch
        for owner, name in (
            (os, "fsync"),
            (os, "open"),
            (Path, "replace"),
            (Path, "unlink"),
            (Path, "rmdir"),
            (Path, "mkdir"),
            (Path, "open"),
        ):
            self._patch.setattr(owner, name, self._mortal(getattr(owner, name)))
        hold = lock.hold

        def remembered(folder: Path) -> lock.Lock:
            self._held.append(hold(folder))
            return self._held[-1]

        self._patch.setattr(store, "hold", remembered)

    def _mortal(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                raise Dead
            return function(*given, **named)

        return call

    def bury(self) -> None:
        """Take the locks back, as the system does."""
        self._patch.undo()
        for each in self._held:
            if each._handle is not None:
                os.close(each._handle)


def test_killed_before_any_step_of_writing(tmp_path: Path) -> None:
    """Of all that a run does to files, whatever is the last: it can be gone on with."""
    asked: dict[str, Any] = {"games": 800, "seed": 3, "threads": 1, "figures": False}
    sim.run("toy", **asked, out="whole")
    whole = bytes_of(tmp_path / "whole")
    steps, died = 0, True
    while died or steps % 2:
        with pytest.MonkeyPatch.context() as patch:
            mortal = Mortal(patch, steps)
            try:
                sim.run("toy", **asked, out="r")
                died = False
            except Dead:
                mortal.bury()
        if steps % 2 and (tmp_path / "r/manifest.json").exists():
            resume()
        else:
            sim.run("toy", **asked, out="r")
        assert bytes_of(tmp_path / "r") == whole, f"killed before step {steps}"
        shutil.rmtree(tmp_path / "r")
        steps += 1
    assert steps > 30


def test_two_processes_on_one_folder(tmp_path: Path, whole: dict[str, bytes]) -> None:
    first = library(json.dumps({**ASKED, "set": ["rules.pause_ms=20.0"]}), tmp_path)
    wait_for(first, (tmp_path / "r/manifest.json").exists)
    second = command("run", "--resume", "r", cwd=tmp_path)
    _, err = second.communicate(timeout=120)
    assert first.poll() is None
    first.kill()
    first.communicate()
    assert second.returncode == 2
    assert err.startswith(f"balance: r is being used by another run (process {first.pid} on ")


def test_ctrl_c_once_keeps_and_twice_leaves_what_can_be_gone_on_with(
    tmp_path: Path, whole: dict[str, bytes]
) -> None:
    process = command(*WORDS, cwd=tmp_path, save=0.05)
    wait_for(process, (tmp_path / "r/parts/part-000001.parquet").exists)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "go on with: balance run --resume r" in err and "Toy of Colours" in out
    assert not (tmp_path / "r/parts/checksums.txt").exists()
    held = sum(path.suffix == ".parquet" for path in (tmp_path / "r/parts").iterdir())
    again = command("run", "--resume", "r", cwd=tmp_path, save=0.05)
    wait_for(again, (tmp_path / f"r/parts/part-{held:06d}.parquet").exists)
    again.send_signal(signal.SIGINT)
    time.sleep(0.02)
    again.send_signal(signal.SIGINT)
    _, err = again.communicate(timeout=60)
    assert again.returncode == 130 and "Traceback" not in err
    resume()
    assert not (tmp_path / "r/rates.png").exists(), "it showed fewer games"
    assert bytes_of(tmp_path / "r") == whole


def test_a_full_disk_ends_in_a_sentence(tmp_path: Path, whole: dict[str, bytes]) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=420k", "tmpfs", str(disk)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("only the administrator can make a small disk")
    try:
        # The manifest and some parts are to find room, all parts are not.
        (disk / "ballast").write_bytes(bytes(270_000))
        process = command(*WORDS, cwd=disk)
        _, err = process.communicate(timeout=120)
        assert process.returncode == 2 and "Traceback" not in err
        assert "balance: cannot write r/parts/" in err and "No space left on device" in err
        assert "games are finished and kept: balance run --resume r goes on with them" in err
        (disk / "ballast").unlink()
        sim.resume(disk / "r", figures=False)
        assert bytes_of(disk / "r") == whole
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_a_quota_ends_in_a_sentence(tmp_path: Path, whole: dict[str, bytes]) -> None:
    """No file may be larger than the parts already are: what comes next cannot be written."""
    process = command(*WORDS, cwd=tmp_path)
    wait_for(process, (tmp_path / "r/parts/part-000001.parquet").exists)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (300, resource.RLIM_INFINITY))
    _, err = process.communicate(timeout=120)
    assert process.returncode == 2 and "File too large" in err and "Traceback" not in err
    assert "games are finished and kept: balance run --resume r goes on with them" in err
    resume()
    assert bytes_of(tmp_path / "r") == whole


def test_chunks_wait_in_bounded_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many games, only two chunks a thread are in memory: that keeps memory flat."""
    waiting = most = 0
    submit, result = runner.Threads.submit, runner._InThread.result

    def counted(self: runner.Threads, *given: Any) -> Any:
        nonlocal waiting, most
        waiting += 1
        most = max(most, waiting)
        return submit(self, *given)

    def taken(self: runner._InThread) -> Any:
        nonlocal waiting
        waiting -= 1
        return result(self)

    monkeypatch.setattr(runner.Threads, "submit", counted)
    monkeypatch.setattr(runner._InThread, "result", taken)
    sim.run("toy", games=100_000, threads=3, out="r", figures=False)
    assert most == 6 and waiting == 0
