"""What search costs and what it brings: `python -m benchmarks.search [GAME …] [--write]`.

Beside plain Monte Carlo of as many simulations: decisions a second. Against plain Monte Carlo of
five times as many: the score. With a tree against without, both of as many: the score. Duels;
`--write` puts the table into docs/players.md.
"""

from __future__ import annotations

import sys
import time

from analysis.intervals import from_sets, score_interval
from analysis.ladder import duel, scores
from benchmarks import marked
from sim.game import GAMES
from sim.library import ask, warm_for
from sim.plan import Plan, make_plan

SIMULATIONS, FEWER = 200, 40
GAMES_EACH = 200
FLAT_GAMES = 40  # it plays every continuation to the end, which takes seconds a game
DEPTH = 4  # decisions after the move that a tree searches
SEED = 40_961


def plan_of(game: str, **changes: int) -> Plan:
    """Return the plan of duels, the search set up otherwise where asked."""
    words = [f"search.{key}={value}" for key, value in changes.items()]
    return make_plan(ask(game, players=2, games=1, seed=SEED, set=words))


def score(plan: Plan, one: str, other: str, games: int = GAMES_EACH) -> str:
    """Return what one player scores against another, with its interval."""
    made = duel(plan, one, other, games)
    warm_for(made)
    found = from_sets(scores(made, None, None))
    interval = score_interval(found)
    reach = 100 * max(interval.high - found.score, found.score - interval.low)
    return f"{100 * found.score:.1f} ± {reach:.1f} %"


def decisions_per_second(plan: Plan, policy: str, games: int = 4) -> float:
    """Return how many decisions of such players a second of one core takes."""
    made = duel(plan, policy, policy, games)
    warm_for(made)
    batch = made.batch(0, games)
    begun = time.thread_time()
    decided = int(made.game.play(made.data, batch)["decisions"].sum())
    return decided / (time.thread_time() - begun)


def row(game: str) -> str:
    """Measure one game."""
    plan = plan_of(game)
    search, flat = (
        decisions_per_second(plan, f"{kind}:{SIMULATIONS}") for kind in ("search", "flat")
    )
    cells = [
        GAMES.get(game).title,
        f"{search:,.0f}",
        f"{flat:,.0f}",
        f"{search / flat:.1f}x",
        score(plan, f"search:{FEWER}", f"flat:{SIMULATIONS}", FLAT_GAMES),
        score(plan_of(game, depth=DEPTH), f"search:{SIMULATIONS}", f"bare:{SIMULATIONS}"),
    ]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table, and write it into the page of the players where asked."""
    chosen = [word for word in sys.argv[1:] if word != "--write"] or list(GAMES.names())
    lines = [
        f"| game | decisions/s, `search:{SIMULATIONS}` | decisions/s, `flat:{SIMULATIONS}` | ratio "
        f"| `search:{FEWER}` over `flat:{SIMULATIONS}` "
        f"| a tree of depth {DEPTH} over none, `search:{SIMULATIONS}` |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for game in chosen:
        lines.append(row(game))
        print(lines[-1], flush=True)
    if "--write" in sys.argv[1:]:
        marked.write("docs/players.md", "search", "\n".join(lines))


if __name__ == "__main__":
    main()
