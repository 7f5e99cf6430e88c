"""Write the golden playthroughs anew: `python -m tests.regenerate_playthroughs [GAME …]`.

They are whole games as text, and the first results of every matchup. Whoever changes a rule, the
random numbers or a policy changes them on purpose: regenerate, read the difference, say in the
changelog what changed, and raise `rules_version` where results can change.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Sequence
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
THOUGHTFUL_GAMES = 4
FORBIDDEN = {  # to one of them
    "neuroshima": "tile:net_fighter",
    "clones": "action:trap",
    "neon": "action:search",
    "pixel_tactics": "action:move",
    "steel_arena": "action:ram",
}
MOST_MATCHUPS = 40  # about; where there are more, every so many-th is taken


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


# No token is worth anything, so that every game is a tie.
NO_FAME = tuple(f"rules.fame_{kind}=0" for kind in ("damage", "reload", "beacon", "spirit", "trap"))

OPTIONAL_RULES = ("forced", "starting_equipment", "abilities", "mines")

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
        Recipe("neuroshima", ("moloch", "borgo", "outpost"), ("greedy",), seed=10, mode="ffa"),
        Recipe(
            "neuroshima",
            ("moloch", "borgo", "outpost"),
            ("random",),
            number=49,
            seed=11,
            mode="ffa",
            changes=("rules.hq_points=2",),
        ),
        Recipe(
            "neuroshima",
            ("moloch+borgo", "outpost+hegemony"),
            ("random",),
            number=5,
            seed=12,
            mode="teams",
            changes=("rules.team_hq_points=3",),
        ),
        Recipe(
            "neuroshima",
            ("moloch", "borgo", "hegemony", "outpost"),
            ("greedy",),
            seed=13,
            mode="points",
            players=4,
        ),
        Recipe("neuroshima", ("moloch", "borgo", "hegemony"), ("random",), seed=20, mode="points"),
        Recipe(
            "neuroshima",
            ("moloch", "borgo", "hegemony"),
            ("random",),
            number=15,
            seed=21,
            mode="points",
        ),
        Recipe("neuroshima", ("borgo", "moloch+outpost"), ("greedy",), seed=14, mode="loner"),
        Recipe(
            "neuroshima", ("moloch+outpost", "borgo+hegemony"), ("greedy",), seed=15, mode="teams"
        ),
        Recipe(
            "neuroshima",
            ("borgo+outpost", "moloch+hegemony"),
            ("greedy",),
            number=1,
            seed=16,
            mode="trio",
            changes=("rules.board=extended",),
        ),
        Recipe(
            "neuroshima",
            ("moloch", "borgo", "outpost", "hegemony", "moloch", "borgo"),
            ("greedy",),
            seed=17,
            mode="ffa",
            players=6,
        ),
    ],
    "clones": [
        Recipe("clones", ("korat", "blitz"), ("greedy",), number=2),
        Recipe(
            "clones",
            ("korat", "blitz", "duke"),
            ("greedy",),
            number=1,
            map="foundry",
            players=3,
            changes=("rules.shorter=true", "rules.superstar=6"),
        ),
        Recipe(
            "clones",
            ("korat", "blitz", "duke", "raven"),
            ("greedy",),
            number=2,
            seed=2,
            map="marshes",
            players=4,
        ),
        Recipe(
            "clones",
            ("korat", "blitz", "duke", "raven"),
            ("greedy", "random", "random", "random"),
            number=3,
            seed=3,
            map="twin_gates",
            players=4,
        ),
        Recipe("clones", ("korat+duke", "blitz+raven"), ("greedy",), seed=4, mode="team"),
        Recipe(
            "clones",
            ("korat+raven", "blitz+duke"),
            ("random",),
            number=5,
            seed=5,
            mode="team",
            map="foundry",
        ),
        Recipe(
            "clones",
            ("korat+blitz", "duke+raven"),
            ("greedy",),
            number=1,
            seed=6,
            mode="duo",
            map="twin_gates",
        ),
        Recipe(
            "clones",
            ("raven", "raven"),
            ("random",),
            seed=7,
            map="twin_gates",
            changes=("rules.traps=false",),
        ),
        Recipe("clones", ("korat", "duke"), ("random",), seed=8, map="marshes", changes=NO_FAME),
        Recipe(
            "clones",
            ("raven", "duke"),
            ("greedy",),
            number=1,
            seed=9,
            map="foundry",
            changes=NO_FAME,
        ),
    ],
    "steel_arena": [
        Recipe("steel_arena", ("tilda", "batodo"), ("greedy",)),
        Recipe("steel_arena", ("object_113", "xerxes"), ("greedy",), number=3, seed=2),
        Recipe(
            "steel_arena",
            ("tilda", "batodo"),
            ("greedy",),
            number=1,
            seed=3,
            changes=tuple(f"rules.{rule}=true" for rule in OPTIONAL_RULES),
        ),
        Recipe(
            "steel_arena",
            ("tilda", "batodo", "xerxes", "object_113"),
            ("greedy",),
            number=2,
            seed=4,
            players=4,
            changes=tuple(f"rules.{rule}=true" for rule in OPTIONAL_RULES),
        ),
        Recipe(
            "steel_arena",
            ("tilda", "batodo", "xerxes"),
            ("greedy", "random", "random"),
            number=4,
            seed=5,
            players=3,
            changes=("rules.mines=true",),
        ),
        Recipe(
            "steel_arena",
            ("tilda", "batodo"),
            ("greedy",),
            seed=6,
            changes=("rules.arsenal=false",),
        ),
        Recipe("steel_arena", ("xerxes", "batodo"), ("random",), number=1, seed=7),
        Recipe(
            "steel_arena",
            ("object_113", "tilda"),
            ("random",),
            number=2,
            seed=8,
            changes=("rules.most_turns=12", "rules.one_ability=mobility"),
        ),
        Recipe(
            "steel_arena",
            ("xerxes", "tilda", "object_113"),
            ("greedy",),
            seed=9,
            players=3,
            changes=("rules.trophies=4", "rules.forced=true", "rules.one_ability=reflexes"),
        ),
        Recipe(
            "steel_arena",
            ("batodo", "batodo"),
            ("random",),
            number=5,
            seed=10,
            changes=("rules.trophies=50", "rules.collision_damage=1"),
        ),
    ],
    "pixel_tactics": [
        Recipe("pixel_tactics", ("knight", "witch"), ("greedy",)),
        Recipe("pixel_tactics", ("berserker", "overlord"), ("greedy",), number=1, seed=2),
        Recipe("pixel_tactics", ("doppelganger", "mascot"), ("greedy",), number=2, seed=3),
        Recipe("pixel_tactics", ("illusionist", "vampire"), ("greedy", "random"), seed=4),
        Recipe("pixel_tactics", ("homunculus", "priestess"), ("random",), seed=5),
        Recipe("pixel_tactics", ("alchemist", "fighter"), ("random",), number=376, seed=5),
        Recipe(
            "pixel_tactics",
            ("healer", "scientist"),
            ("random",),
            seed=9,
            changes=("rules.round_cap=3",),
        ),
        Recipe(
            "pixel_tactics",
            ("gunner", "planestalker"),
            ("greedy",),
            seed=10,
            changes=("rules.trophies=2", "rules.series_cap=1"),
        ),
        Recipe(
            "pixel_tactics",
            ("mystic", "summoner"),
            ("greedy",),
            seed=6,
            changes=("rules.trophies=2",),
        ),
        Recipe(
            "pixel_tactics",
            ("templar", "assassin"),
            ("greedy",),
            number=3,
            seed=7,
            changes=("rules.grants_use_up=true", "rules.truce_rounds=0"),
        ),
        Recipe("pixel_tactics", ("oracle", "oracle"), ("greedy",), number=1, seed=8),
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
    """Return the first games of every matchup, or of an even choice of them, as CSV."""
    requests = []
    for policy in GAMES.get(game).policies:
        if ":" not in policy:
            plan = make_plan(Request(game, policies=(policy,)))
            thinned = plan.lineups[:: max(1, len(plan.lineups) // MOST_MATCHUPS)]
            requests += [Request(game, line.sides, policies=(policy,)) for line in thinned]
    return results(requests, FIRST_GAMES)


def thinking_results(game: str) -> str:
    """Return the first games of players who search or are restricted, as CSV."""
    pairs = [("search:20", f"greedy!{FORBIDDEN[game]}"), ("flat:10", "greedy")]
    return results([Request(game, policies=pair, players=2) for pair in pairs], THOUGHTFUL_GAMES)


def results(requests: Sequence[Request], games: int) -> str:
    """Return the first games of every request as CSV."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, request in enumerate(requests):
        plan = make_plan(request)
        frame = rows_of(plan, 0, games).drop("lineup")
        if number == 0:
            writer.writerow(["policy", "sides", *frame.columns])
        sides = "-".join(plan.lineups[0].sides)
        for row in frame.iter_rows():
            writer.writerow([",".join(request.policies), sides, *map(figure, row)])
    return text.getvalue()


def texts(games: Sequence[str] = tuple(RECIPES)) -> dict[str, str]:
    """Return every golden file by name."""
    found: dict[str, str] = {}
    for game in games:
        for number, recipe in enumerate(RECIPES[game]):
            found[f"{game}-{number:02d}.txt"] = told(recipe)
        found[f"{game}-results.csv"] = first_results(game)
        found[f"{game}-thinking.csv"] = thinking_results(game)
    return found


def main() -> None:
    """Write the golden files and say which of them changed."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts(sys.argv[1:] or tuple(RECIPES)).items():
        path = FOLDER / name
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"{name} changed")


if __name__ == "__main__":
    main()
