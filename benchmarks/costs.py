"""What 10^9 games cost, for docs/cluster.md: `python -m benchmarks.costs --write`.

Nothing in those tables is typed in: games a second come from `sim/reference.toml`, which `python -m
benchmarks.reference` measures; disk, memory and overhead from `benchmarks/scale.md`, which `python
-m benchmarks.scale 1e7 all --write` measures. Both commands end by writing the page anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks import marked
from benchmarks.scale import COLUMNS, head, measured
from sim.bench import reference
from sim.game import GAMES

PAGE = Path(__file__).resolve().parent.parent / "docs" / "cluster.md"
GAMES_ASKED = 10**9
MACHINES, THREADS = 100, 8
POLICIES = ("random", "greedy")


def cost_table() -> str:
    """Return what so many games of every game and policy cost."""
    rates = reference()["rates"]
    lines = [
        f"| game | policy | games/s a thread | thread hours for 10⁹ | on {MACHINES} machines of "
        f"{THREADS} threads | disk |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    disk = {name: cells["disk a game"] for name, cells in longest().items()}
    for name in GAMES.names():
        for policy in POLICIES:
            rate = rates[name][policy]
            seconds = GAMES_ASKED / rate
            minutes = seconds / 60 / MACHINES / THREADS
            lines.append(
                f"| {GAMES.get(name).title} | {policy} | {rate:,.0f} | {seconds / 3600:,.0f} | "
                f"{minutes:.0f} min | {_gigabytes(disk.get(name)) if policy == 'random' else ''} |"
            )
    return "\n".join(lines)


def scale_table() -> str:
    """Return the lines of the measured runs, as they stand."""
    return "\n".join([*head(), *(f"| {' | '.join(cells)} |" for cells in measured())])


def longest() -> dict[str, dict[str, str]]:
    """Return the longest measured run of each game, by column."""
    return {cells[0]: dict(zip(COLUMNS, cells, strict=True)) for cells in measured()}


def fresh(page: str) -> str:
    """Return the page with its tables brought up to date."""
    for mark, table in (("costs", cost_table()), ("scale", scale_table())):
        page = marked.placed(page, mark, table)
    return page


def write() -> None:
    """Bring docs/cluster.md up to date."""
    PAGE.write_text(fresh(PAGE.read_text("utf-8")), "utf-8")


def _gigabytes(disk: str | None) -> str:
    return "" if disk is None else f"{float(disk.split()[0]) * GAMES_ASKED / 1e9:.0f} GB"


def main() -> int:
    """Write where asked, else say whether the page is up to date."""
    if "--write" in sys.argv[1:]:
        write()
        return 0
    current = PAGE.read_text("utf-8")
    if fresh(current) == current:
        return 0
    print(f"{PAGE.name} is out of date: python -m benchmarks.costs --write", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
