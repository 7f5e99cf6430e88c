"""How long the command takes to answer, from a new process."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def seconds(arguments: list[str], cache: str | None = None, repetitions: int = 3) -> float:
    """Return the shortest wall time of the command; a cache folder makes the first use cold."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    if cache:
        environment["BALANCE_CACHE_DIR"] = cache
    times = []
    for _ in range(repetitions):
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "cli", *arguments],
                cwd=folder,
                env=environment,
                check=True,
                capture_output=True,
            )
            times.append(time.perf_counter() - start)
    return min(times)


def cold_and_warm(game: str, sides: tuple[str, ...]) -> tuple[float, float]:
    """Return the seconds that 1,000 games take with an empty cache, and with a full one."""
    request = ["run", game, "--sides", ",".join(sides), "-n", "1000"]
    with tempfile.TemporaryDirectory() as cache:
        cold = seconds(request, cache, repetitions=1)
        return cold, seconds(request, cache)
