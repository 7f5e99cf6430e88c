"""`python -m benchmarks` prints every speed figure; `--write` puts them into the README."""

from __future__ import annotations

import sys

from benchmarks import battle, die_line, games, marked, neon_attack, neuroshima_modes, startup


def rows() -> list[tuple[str, str, str]]:
    """Measure everything: what, how much, beside what."""
    fight = battle.measure()
    found = [
        ("battle, mid-game board", f"{fight.kernel:,.0f} ns", f"{fight.ratio:.2f}x the C twin"),
        *(
            (
                f"{line.kind} fight of dice",
                f"{line.kernel:,.0f} ns",
                f"{line.ratio:.2f}x the C twin",
            )
            for line in map(die_line.measure, die_line.KINDS)
        ),
        *(
            (
                f"attack of Neon, {each.kind}",
                f"{each.kernel:,.0f} ns",
                f"{each.ratio:.2f}x the C twin",
            )
            for each in map(neon_attack.measure, neon_attack.KINDS)
        ),
    ]
    found += [
        (
            f"decision of Neuroshima, {cost.mode}",
            f"{cost.decision:.1f} µs",
            f"{cost.ratio:.2f}x the duel",
        )
        for cost in neuroshima_modes.measure()
    ]
    for name, sides in games.DUELS.items():
        found += game_rows(name, sides)
    return [
        *found,
        *open_spiel_rows(games.moves_per_second("neuroshima")),
        ("balance --help", f"{startup.seconds(['--help']):.2f} s", "whole command"),
    ]


def game_rows(name: str, sides: tuple[str, ...]) -> list[tuple[str, str, str]]:
    """Measure duels of one game."""
    random = games.games_per_second(name, "random", 2_000)
    greedy = games.games_per_second(name, "greedy", 200)
    moves = games.moves_per_second(name)
    scaling = games.thread_scaling(name, "greedy")
    cold, warm = startup.cold_and_warm(name, sides)
    found = [
        (
            "random players, one core",
            f"{random:,.0f} games/s",
            f"{moves / 1e6:.2f} million moves/s",
        ),
        ("greedy players, one core", f"{greedy:,.0f} games/s", f"two threads {scaling:.2f}x"),
        ("1,000 games, first use", f"{cold:.1f} s", "compiles once"),
        ("1,000 games, later", f"{warm:.1f} s", "whole command"),
    ]
    return [(f"{games.title(name)}: {what}", figure, beside) for what, figure, beside in found]


def open_spiel_rows(moves: float) -> list[tuple[str, str, str]]:
    """Measure random moves of OpenSpiel beside ours."""
    try:
        others = {each: games.open_spiel_moves_per_second(each) for each in games.OPEN_SPIEL_GAMES}
    except ImportError:
        return [("OpenSpiel", "not installed", "pip install open_spiel to compare")]
    return [
        (
            f"OpenSpiel {each}, from Python",
            f"{rate / 1e6:.2f} million moves/s",
            f"ours {moves / rate:.1f}x",
        )
        for each, rate in others.items()
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
        marked.write("README.md", "bench", text)


if __name__ == "__main__":
    main()
