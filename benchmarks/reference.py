"""`python -m benchmarks.reference "what machine"` writes the figures that `balance bench` shows."""

from __future__ import annotations

import sys
from datetime import date

from benchmarks.costs import write
from sim.bench import REFERENCE, bench
from sim.variant import toml_text


def main() -> None:
    """Measure and write."""
    found = bench(told=print)
    lines = [
        "# Games a second of processor time on one thread: `python -m benchmarks.reference`.",
        f"machine = {toml_text(' '.join(sys.argv[1:]) or 'a machine without a name')}",
        f"measured = {date.today()}",
        f"threads = {found.threads}",
    ]
    for game in dict.fromkeys(rate.game for rate in found.rates):
        lines += ["", f"[rates.{game}]"]
        mine = [rate for rate in found.rates if rate.game == game]
        lines += [f"{rate.policy} = {rate.games_per_second:.4g}" for rate in mine]
    REFERENCE.write_text("\n".join(lines) + "\n", "utf-8")
    write()  # what 10^9 games cost, in the documentation


if __name__ == "__main__":
    main()
