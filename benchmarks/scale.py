"""Peak memory and speed of runs of 10^4 … 10^7 games: `python -m benchmarks.scale 1e7 all`.

Each run is a process of its own, with its tables and without pictures. What a run costs beside its
games falls into two parts. Start-up (imports, the compiled program, the game's data) is paid once,
whatever the number of games: it is measured by a small run before. The rest grows with the games:
rows, encoding, checksums, files. It is given in processor time for each game and each chunk; the
time that the disk makes a run wait (fsync) is wall time and stands by itself.

`--write` keeps the table in benchmarks/scale.md, from which docs/cluster.md is brought up to date.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from sim.game import GAMES

RESULTS = Path(__file__).parent / "scale.md"
LEAST = 10_000
COLUMNS = (
    "game",
    "games",
    "peak memory",
    "games/s",
    "CPU a game",
    "beside games",
    "a game",
    "chunks",
    "a chunk",
    "disk a game",
    "fsync",
    "tables",
    "start-up",
)
_PROGRAM = """
import json, os, resource, sys, threading, time
from pathlib import Path
from sim.game import GAMES
name, games, out, policy, threads = sys.argv[1:]
if name == "toy":
    GAMES.folders = {"toy": "tests.toy_game"}
import sim
game, threads = GAMES.get(name), int(threads) or None
game.warm()
kernel, waited, chunks, lock = [0.0], [0.0], [0], threading.Lock()
play, fsync = type(game).play, os.fsync
def timed(self, data, batch):
    before = time.thread_time()
    found = play(self, data, batch)
    with lock:
        kernel[0] += time.thread_time() - before
    return found
def waiting(handle):
    before = time.perf_counter()
    fsync(handle)
    waited[0] += time.perf_counter() - before
type(game).play, os.fsync = timed, waiting
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
def run(games, out):
    return sim.run(name, games=games, policy=policy, threads=threads, out=out, figures=False,
                   progress=lambda _: chunks.__setitem__(0, chunks[0] + 1))
run(2_000, out + "-first").summary()
time.sleep(1.0)  # what draws is being imported meanwhile
startup = time.process_time() - kernel[0]
kernel[0], waited[0], chunks[0] = 0.0, 0.0, 0
begun, cpu = time.perf_counter(), time.process_time()
made = run(int(games), out)
played, playing = time.perf_counter() - begun, time.process_time() - cpu
play_peak = peak()
made.summary()
size = sum(path.stat().st_size for path in Path(out).rglob("*") if path.is_file())
print(json.dumps({"games": made.manifest["games"], "seconds": played, "cpu": playing,
                  "kernel": kernel[0], "chunks": chunks[0], "peak": peak(), "disk": size,
                  "play_peak": play_peak, "fsync": waited[0], "startup": startup,
                  "tables": time.perf_counter() - begun - played}))
"""


def measure(game: str, games: int, policy: str, threads: int) -> dict[str, float]:
    """Play so many games in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        words = [game, str(games), f"{folder}/run", policy, str(threads)]
        done = subprocess.run(
            [sys.executable, "-c", _PROGRAM, *words], capture_output=True, text=True
        )
        if done.returncode:
            raise SystemExit(f"{game}, {games:,} games:\n{done.stderr}")
        found: dict[str, float] = json.loads(done.stdout)
        return found


def row(game: str, found: dict[str, float]) -> str:
    """Return a line of the table."""
    games, chunks, over = found["games"], found["chunks"], found["cpu"] - found["kernel"]
    cells = (
        game,
        f"{games:,.0f}",
        f"{found['peak']:,.0f} MB",
        f"{games / found['seconds']:,.0f}",
        f"{1e6 * found['cpu'] / games:.2f} µs",
        f"{100 * over / found['cpu']:.1f} %",
        f"{1e6 * over / games:.2f} µs",
        f"{chunks:,.0f}",
        f"{1e3 * over / chunks:.1f} ms",
        f"{found['disk'] / games:.1f} bytes",
        f"{found['fsync']:.2f} s",
        f"{found['tables']:.1f} s",
        f"{found['startup']:.1f} s",
    )
    return f"| {' | '.join(cells)} |"


def head() -> list[str]:
    """Return the head of the table."""
    return [f"| {' | '.join(COLUMNS)} |", f"| --- |{' ---: |' * (len(COLUMNS) - 1)}"]


def rows(names: list[str], most: float, policy: str, threads: int) -> Iterator[str]:
    """Measure 10^4 games of each, 10^5 and so on."""
    for name in names:
        games = LEAST
        while games <= most:
            yield row(name, measure(name, games, policy, threads))
            games *= 10


def main() -> None:
    """Print the table as it grows, and keep it where asked."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("most", nargs="?", type=float, default=1e6, help="games, such as 1e7")
    parser.add_argument(
        "game", nargs="*", default=["toy"], help="games, or `all`; toy is that of the tests"
    )
    parser.add_argument("--policy", default="random")
    parser.add_argument("--threads", type=int, default=0, help="one a core unless given")
    parser.add_argument("--machine", default="a machine without a name", help="for --write")
    parser.add_argument("--write", action="store_true", help=f"keep the table in {RESULTS.name}")
    asked = parser.parse_args()
    known = [*GAMES.names(), "toy"]
    names = GAMES.names() if "all" in asked.game else asked.game
    if asked.most < LEAST or (wrong := [name for name in names if name not in known]):
        parser.error(
            f"at least {LEAST:,} games are played"
            if asked.most < LEAST
            else f"there is no game {wrong[0]!r}; known: all, {', '.join(known)}"
        )
    table = head()
    print("\n".join(table), flush=True)
    for line in rows(names, asked.most, asked.policy, asked.threads):
        print(line, flush=True)
        table.append(line)
        if asked.write:  # a long measurement that is cut short keeps what it has
            _keep(table, names, asked)
    if asked.write:
        from benchmarks.costs import write

        write()


def measured() -> list[list[str]]:
    """Return the cells of every run that is kept."""
    if not RESULTS.exists():
        return []
    lines = [line for line in RESULTS.read_text("utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return [found for found in cells if len(found) == len(COLUMNS)]


def _keep(table: list[str], names: list[str], asked: argparse.Namespace) -> None:
    """Write what was measured; games that were not measured now stay as they were."""
    others = [f"| {' | '.join(cells)} |" for cells in measured() if cells[0] not in names]
    order = [*GAMES.names(), "toy"]
    lines = sorted([*others, *table[2:]], key=lambda line: order.index(line.split()[1]))
    who = f"{asked.threads or 'all'} thread{'' if asked.threads == 1 else 's'}"
    RESULTS.write_text(
        "# Runs of 10^4 games and more\n\n"
        f"`python -m benchmarks.scale`, {asked.policy} players, {who}; last measured on "
        f"{asked.machine}, {date.today()}.\n\n" + "\n".join([*head(), *lines]) + "\n\n"
        "Peak memory and tables: the whole run with its summary. CPU a game: processor time of\n"
        "all threads. Beside games, a game and a chunk: the part of it that is not spent in the\n"
        "engine. fsync: how long the disk made the run wait. Start-up is processor time that is\n"
        "paid once and stands in no other column.\n",
        "utf-8",
    )


if __name__ == "__main__":
    main()
