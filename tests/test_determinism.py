"""Same seed, same bytes: run folders and replays of every game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cli
import sim
from sim.game import GAMES

ROOT = Path(__file__).parents[1]
GAMES_PLAYED = 240
TOLD = (0, 1, 7, 42, 111, 239)


def files_of(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder by its name inside."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def balance(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    """Run the command here and return what it printed."""
    code = cli.main([str(word) for word in words])
    captured = capsys.readouterr()
    assert code == 0, captured.err
    return captured.out


def balance_elsewhere(cwd: Path, *words: object) -> str:
    """Run the command in a process of its own, in which hashes of texts are other ones."""
    program = "import sys, cli; sys.exit(cli.main())"
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, words)],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "4711"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", GAMES.names())
def test_run_folders_are_the_same_with_one_thread_and_two(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ("run", name, "-n", GAMES_PLAYED, "--seed", 77, "--json")
    here = balance(capsys, *asked, "--threads", 1, "--out", tmp_path / "one")
    there = balance_elsewhere(tmp_path, *asked, "--threads", 2, "--out", tmp_path / "two")
    one, two = files_of(tmp_path / "one"), files_of(tmp_path / "two")
    assert set(one) >= {"manifest.json", "parts/part-000000.parquet", "matchups.png", "rates.png"}
    assert list(one) == list(two)
    assert [file for file in one if one[file] != two[file]] == []
    assert json.loads(here) == json.loads(there)


@pytest.mark.parametrize("name", GAMES.names())
def test_another_seed_is_another_run(name: str, tmp_path: Path) -> None:
    runs = [
        sim.run(name, games=GAMES_PLAYED, seed=seed, out=tmp_path / str(seed), figures=False)
        for seed in (1, 2)
    ]
    one, two = (files_of(run.folder) for run in runs if run.folder is not None)
    assert one["parts/part-000000.parquet"] != two["parts/part-000000.parquet"]


@pytest.mark.parametrize("name", GAMES.names())
def test_a_replay_is_the_row_that_the_run_counted(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "run"
    sim.run(name, games=GAMES_PLAYED, seed=77, out=folder, figures=False)
    rows = pl.read_parquet(folder / "parts" / "*.parquet")
    named = sim.load_run(folder).games()
    for number in TOLD:
        text = balance(capsys, "play", name, "--seed", 77, "--game", number, "--json")
        document: dict[str, Any] = json.loads(text)
        assert document["row"] == rows.row(number, named=True)
        row = named.row(number, named=True)
        assert document["ending"] == row["ending"]
        assert document["sides"] == [row[f"side_{k}"] for k in range(len(document["sides"]))]


def test_a_neuroshima_replay_tells_the_winner_and_the_points() -> None:
    """What is told at the end is what the row says (NSH-WIN-2 to WIN-5)."""
    names = {side["id"]: side["name"] for side in sim.describe("neuroshima")["sides"]}
    for number in TOLD:
        replay = sim.play("neuroshima", number, seed=77)
        sides = [names[replay.lineup.sides[player]] for player in replay.seats]
        scores = [replay.row["score_0"], replay.row["score_1"]]
        winner = "Nobody" if scores == [0.5, 0.5] else sides[scores.index(1.0)]
        assert replay.steps[-1].lines[-1] == f"{winner} wins."
        told = {side: 20 for side in sides}
        for line in (line for step in replay.steps for line in step.lines):
            if line.endswith(" points left"):
                side, points = line.strip().removesuffix(" points left").split(" HQ: ")
                told[side] = int(points)
        assert [told[side] for side in sides] == [replay.row["hq_0"], replay.row["hq_1"]]
        turns = [step for step in replay.steps if step.heading.startswith("Turn ")]
        assert len(turns) == replay.row["length"]


@pytest.mark.parametrize("name", GAMES.names())
def test_compiled_and_plain_python_play_the_same_games(name: str, tmp_path: Path) -> None:
    """The kernels mean the same with the compiler switched off: no overflow decides a game."""
    program = (
        "import sys, sim; name, out = sys.argv[1:]\n"
        "sim.run(name, games=2, seed=5, threads=1, figures=False, out=out)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, name, str(tmp_path / "plain")],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NUMBA_DISABLE_JIT": "1"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    compiled = sim.run(name, games=2, seed=5)
    assert sim.load_run(tmp_path / "plain").games().equals(compiled.games())
