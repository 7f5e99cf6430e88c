"""Peak memory and speed of runs of 10^4 … 10^7 games: `python -m benchmarks.scale [MOST] [GAME]`.

Each run is a process of its own, with its summary and without figures. The overhead of a chunk is
what rows, checksums and files cost beside the games themselves, in processor time.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile

_PROGRAM = """
import json, resource, sys, time, threading
from sim.game import GAMES
name, games, out, policy = sys.argv[1:]
if name == "toy":
    GAMES.folders = {"toy": "tests.toy_game"}
import sim
from sim import runner
game = GAMES.get(name)
game.warm()
spent, play, lock = [0.0], game.play, threading.Lock()
def timed(data, batch):
    before = time.thread_time()
    found = play(data, batch)
    with lock:
        spent[0] += time.thread_time() - before
    return found
type(game).play = lambda self, data, batch: timed(data, batch)
chunks = [0]
sim.run(name, games=2_000, policy=policy)  # loads whatever is loaded once
spent[0] = 0.0
begun, cpu = time.perf_counter(), time.process_time()
run = sim.run(name, games=int(games), policy=policy, out=out, figures=False,
              progress=lambda _: chunks.__setitem__(0, chunks[0] + 1))
played, playing = time.perf_counter() - begun, time.process_time() - cpu
run.summary()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps({"games": run.manifest["games"], "seconds": played, "cpu": playing,
                  "kernel": spent[0], "chunks": chunks[0], "peak": peak,
                  "summary": time.perf_counter() - begun - played}))
"""


def measure(game: str, games: int, policy: str) -> dict[str, float]:
    """Play so many games in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        words = [sys.executable, "-c", _PROGRAM, game, str(games), f"{folder}/run", policy]
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        found: dict[str, float] = json.loads(done.stdout)
        return found


def row(found: dict[str, float]) -> str:
    """Return a line of the table."""
    games, chunks, over = found["games"], found["chunks"], found["cpu"] - found["kernel"]
    return (
        f"| {games:,.0f} | {found['peak']:,.0f} MB | {games / found['seconds']:,.0f} | "
        f"{1e6 * found['cpu'] / games:.2f} µs | {chunks:,.0f} | {1e3 * over / chunks:.1f} ms | "
        f"{100 * over / found['cpu']:.1f} % | {found['summary']:.1f} s |"
    )


def main() -> None:
    """Print the table."""
    most = float(sys.argv[1]) if len(sys.argv) > 1 else 1e6
    game = sys.argv[2] if len(sys.argv) > 2 else "toy"
    print("| games | peak memory | games/s | CPU a game | chunks | beside games, a chunk |", end="")
    print(" beside games | tables |\n| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    games = 10_000
    while games <= most:
        print(row(measure(game, games, "random")), flush=True)
        games *= 10


if __name__ == "__main__":
    main()
