"""`python -m benchmarks` prints every speed figure; `--write` puts them into the README."""

from __future__ import annotations

import sys
from pathlib import Path

from benchmarks import battle, games, startup

README = Path(__file__).resolve().parent.parent / "README.md"
START, END = "<!-- bench:start -->", "<!-- bench:end -->"


def rows() -> list[tuple[str, str, str]]:
    """Measure everything: what, how much, beside what."""
    engine = games.new_engine()
    fight = battle.measure()
    random = games.games_per_second(engine, "random", 2_000)
    greedy = games.games_per_second(engine, "greedy", 200)
    moves = games.moves_per_second(engine)
    found = [
        ("battle, mid-game board", f"{fight.kernel:,.0f} ns", f"{fight.ratio:.2f}x the C twin"),
        ("random players, one core", f"{random:,.0f} games/s", ""),
        ("greedy players, one core", f"{greedy:,.0f} games/s", ""),
        ("random decisions, one core", f"{moves / 1e6:.2f} million/s", ""),
    ]
    try:
        for name in games.OPEN_SPIEL_GAMES:
            other = games.open_spiel_moves_per_second(name)
            found.append(
                (
                    f"OpenSpiel {name}, from Python",
                    f"{other / 1e6:.2f} million moves/s",
                    f"ours {moves / other:.1f}x",
                )
            )
    except ImportError:
        found.append(("OpenSpiel", "not installed", "pip install open_spiel to compare"))
    scaling = games.thread_scaling(engine, "greedy")
    cold, warm = startup.cold_and_warm()
    return [
        *found,
        ("two threads", f"{scaling:.2f}x", "of one thread"),
        ("1,000 games, first use", f"{cold:.1f} s", "compiles once"),
        ("1,000 games, later", f"{warm:.1f} s", "whole command"),
        ("balance --help", f"{startup.seconds(['--help']):.2f} s", "whole command"),
    ]


def table(found: list[tuple[str, str, str]]) -> str:
    """Return the figures as a Markdown table."""
    lines = ["| what | figure | beside |", "| --- | --- | --- |"]
    return "\n".join([*lines, *(f"| {a} | {b} | {c} |" for a, b, c in found)])


def main() -> None:
    """Measure, print, and write into the README where asked."""
    text = table(rows())
    print(text)
    if "--write" in sys.argv[1:]:
        readme = README.read_text("utf-8")
        before, _, rest = readme.partition(START)
        _, _, after = rest.partition(END)
        README.write_text(f"{before}{START}\n{text}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
