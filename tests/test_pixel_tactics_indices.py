"""No index of the engine is negative or beyond its array: nothing asks while it plays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RUN = ("cli", "run", "pixel_tactics", "--leaders", "all", "--threads", "1")
COMMANDS = {
    "scenarios": (
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/test_pixel_tactics_scenarios.py",
    ),
    "random": (*RUN, "--policy", "random", "-n", "6000"),
    "greedy": (*RUN, "--policy", "greedy", "-n", "3000"),
    "trained": (*RUN, "--policy", "trained", "-n", "600"),
    "first edition": (*RUN, "--edition", "first", "--policy", "greedy,random", "-n", "2000"),
    "series": (*RUN, "--best-of", "3", "--policy", "greedy,random", "-n", "1000"),
}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("what", COMMANDS)
def test_no_index_leaves_its_array(what: str, tmp_path: Path) -> None:
    """With bounds checking such an index raises (`FROM_THE_FRONT` in the engine's package)."""
    command = [*COMMANDS[what]]
    if "run" in command:
        command += ["--out", str(tmp_path / "run")]
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, "BALANCE_DEBUG": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
