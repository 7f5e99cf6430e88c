"""Write the golden playthroughs anew: `python -m tests.regenerate_playthroughs`.

They are whole games as text, and the first results of every matchup. Whoever changes a rule, the
random numbers or a policy changes them on purpose: regenerate, read the difference, say in the
changelog what changed, and raise `rules_version` where results can change.
"""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

import sim
from sim.game import GAMES
from sim.library import Replay
from sim.plan import Request, make_plan
from sim.runner import rows_of

FOLDER = Path(__file__).parent / "playthroughs"
COMMAND = "python -m tests.regenerate_playthroughs"
FIRST_GAMES = 10


@dataclass(frozen=True)
class Recipe:
    """One game of a run: what `balance play` needs to tell it."""

    game: str
    sides: tuple[str, ...]
    policies: tuple[str, ...]
    number: int = 0
    seed: int = 1
    changes: tuple[str, ...] = ()
    mode: str | None = None
    map: str | None = None
    players: int | None = None

    def command(self) -> str:
        """Return the command that tells this game."""
        words = ["balance play", self.game, f"--{GAMES.get(self.game).sides}", ",".join(self.sides)]
        words += ["--players", str(self.players)] if self.players else []
        words += ["--mode", self.mode] if self.mode else []
        words += ["--map", self.map] if self.map else []
        words += ["--policy", ",".join(self.policies)]
        words += ["--seed", str(self.seed), "--game", str(self.number)]
        return " ".join([*words, *(f"--set {change}" for change in self.changes)])


RECIPES = {
    "neuroshima": [
        Recipe("neuroshima", ("moloch", "borgo"), ("greedy",)),
        Recipe("neuroshima", ("outpost", "hegemony"), ("greedy",), number=1),
        Recipe("neuroshima", ("outpost", "moloch"), ("greedy",), number=6, seed=2),
        Recipe("neuroshima", ("borgo", "hegemony"), ("greedy", "random"), number=3, seed=3),
        Recipe("neuroshima", ("moloch", "hegemony"), ("random",), number=8, seed=4),
        Recipe(
            "neuroshima",
            ("outpost", "borgo"),
            ("greedy",),
            seed=5,
            changes=("rules.alternative_start=true",),
        ),
        Recipe(
            "neuroshima",
            ("moloch", "outpost"),
            ("greedy",),
            number=2,
            seed=6,
            changes=("rules.reinforcements=true", "rules.extra_attack=value"),
        ),
        Recipe(
            "neuroshima",
            ("hegemony", "moloch"),
            ("random",),
            number=79,
            seed=7,
            changes=("rules.hq_points=2", "rules.fallen_hq=battle"),
        ),
        Recipe(
            "neuroshima",
            ("borgo", "outpost"),
            ("random",),
            number=75,
            seed=8,
            changes=("rules.hq_points=99", "rules.tie_hand=use"),
        ),
        Recipe("neuroshima", ("hegemony", "hegemony"), ("greedy",), number=4, seed=9),
    ],
    "neon": [
        Recipe("neon", ("ghost", "boulder", "snake", "akari"), ("greedy",)),
        Recipe("neon", ("illusion", "phoenix"), ("greedy",), number=1, seed=2, players=2),
        Recipe(
            "neon",
            ("ghost", "illusion", "phoenix"),
            ("random",),
            number=2,
            seed=3,
            changes=("rules.royale_rounds=8",),
            mode="royale",
            players=3,
        ),
        Recipe(
            "neon",
            ("ghost", "boulder", "snake", "akari", "illusion"),
            ("greedy", "random", "greedy", "random", "greedy"),
            number=3,
            seed=4,
            players=5,
        ),
        Recipe(
            "neon",
            ("ghost", "boulder", "snake", "akari", "illusion", "phoenix"),
            ("greedy",),
            number=12,
            seed=5,
            players=6,
        ),
        Recipe(
            "neon",
            ("phoenix", "boulder", "illusion", "snake"),
            ("greedy",),
            number=96,
            seed=6,
            mode="royale",
            players=4,
        ),
        Recipe("neon", ("akari", "snake"), ("random",), seed=7, mode="royale", players=2),
        Recipe(
            "neon",
            ("ghost+akari", "boulder+snake"),
            ("greedy",),
            number=1,
            seed=8,
            mode="coalition",
            players=4,
        ),
        Recipe(
            "neon",
            ("ghost+akari+snake", "boulder+illusion+phoenix"),
            ("greedy",),
            seed=9,
            mode="trios",
            players=6,
        ),
        Recipe(
            "neon",
            ("ghost", "boulder", "snake", "akari"),
            ("random",),
            number=28,
            seed=10,
            changes=("rules.automa=true", "rules.board=long"),
        ),
    ],
}


def told(recipe: Recipe) -> str:
    """Return a game as text."""
    replay = sim.play(
        recipe.game,
        recipe.number,
        sides=recipe.sides,
        players=recipe.players,
        mode=recipe.mode,
        map=recipe.map,
        policy=recipe.policies,
        seed=recipe.seed,
        set=recipe.changes,
    )
    lines = [f"# {recipe.command()}", ""]
    for step in replay.steps:
        lines += [step.heading, *(f"  {line}" for line in step.lines), ""]
    return "\n".join([*lines, result(replay), ""])


def result(replay: Replay) -> str:
    """Return the last line of a playthrough: how the game was counted."""
    row = {name: value for name, value in replay.row.items() if name not in ("game", "lineup")}
    figures = ", ".join(f"{name} {figure(value)}" for name, value in row.items())
    return f"Result: {replay.ending}; {figures}"


def figure(value: float) -> str:
    """Return a number as it is written: whole ones in full, scores without needless noughts."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def first_results(game: str) -> str:
    """Return the first games of every matchup of a game, of every policy, as CSV."""
    policies = [policy for policy in GAMES.get(game).policies if ":" not in policy]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for policy in policies:
        plan = make_plan(Request(game, policies=(policy,)))
        for number, lineup in enumerate(plan.lineups):
            alone = make_plan(Request(game, lineup.sides, policies=(policy,)))
            frame = rows_of(alone, 0, FIRST_GAMES).drop("lineup")
            if number == 0 and policy == policies[0]:
                writer.writerow(["policy", "sides", *frame.columns])
            for row in frame.iter_rows():
                writer.writerow([policy, "-".join(lineup.sides), *map(figure, row)])
    return text.getvalue()


def texts() -> dict[str, str]:
    """Return every golden file by name."""
    found: dict[str, str] = {}
    for game, recipes in RECIPES.items():
        for number, recipe in enumerate(recipes):
            found[f"{game}-{number:02d}.txt"] = told(recipe)
        found[f"{game}-results.csv"] = first_results(game)
    return found


def main() -> None:
    """Write the golden files and say which of them changed."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        path = FOLDER / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"{name} changed")


if __name__ == "__main__":
    main()
