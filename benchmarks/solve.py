"""How fast études are solved: the search against plain brute force, in positions a second.

Both count the positions they look at, in CPU time of one thread.
"""

from __future__ import annotations

import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from sim.neuroshima.etude import read, warm
from tests.reference.neuroshima_etude import solve as brute_force
from tests.test_neuroshima_etudes import board_of, puzzle_of, random_etude

ETUDES = Path(__file__).resolve().parent.parent / "examples" / "etudes"
SMALL = (14, 8)  # random études that brute force can solve in seconds


@dataclass(frozen=True)
class Result:
    """One étude: positions and CPU seconds."""

    name: str
    positions: int
    seconds: float

    @property
    def rate(self) -> float:
        """Positions per second."""
        return self.positions / max(self.seconds, 1e-9)


def shipped() -> list[Result]:
    """Solve every étude of ours with one thread."""
    warm()
    found = []
    for path in sorted(ETUDES.glob("*.toml")):
        etude = read(tomllib.loads(path.read_text("utf-8")), path.name)
        start = time.process_time()
        etude.lines(1, None)
        found.append(Result(path.stem, etude.positions, time.process_time() - start))
    return found


def plain() -> list[Result]:
    """Solve small études by brute force."""
    found = []
    for seed in SMALL:
        document = random_etude(seed)
        puzzle = puzzle_of(document)
        start = time.process_time()
        brute_force(puzzle, board_of(document), tuple(document["solve"]["tiles"]))
        found.append(Result(f"random {seed}", puzzle.positions, time.process_time() - start))
    return found


def main() -> None:
    """Print the table."""
    table = Table(title="Études, one thread")
    for column in ("étude", "positions", "CPU s", "positions/s"):
        table.add_column(column, justify="left" if column == "étude" else "right")
    ours, theirs = shipped(), plain()
    for name, results in (("", ours), ("plain Python, ", theirs)):
        for each in results:
            table.add_row(
                name + each.name, f"{each.positions:,}", f"{each.seconds:.2f}", f"{each.rate:,.0f}"
            )
    Console().print(table)
    best = max(each.rate for each in ours)
    print(f"The fastest is {best / max(each.rate for each in theirs):,.0f} times plain Python.")


if __name__ == "__main__":
    main()
