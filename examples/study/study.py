"""Two questions answered end to end: `python examples/study/study.py --write`.

Is it better to go second in Pixel Tactics? And which three numbers would make the four armies of
Neuroshima even? Prints what it finds as the page README.md beside this file, which `--write` writes
anew together with the variant it ends in. `--games` makes it quicker and less sure.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
import polars as pl

import sim
from analysis.before_after import before_after
from analysis.summary import Summary
from analysis.words import margin, percent, points
from sim.game import GAMES
from sim.library import Run

HERE = Path(__file__).resolve().parent
SEARCH, PROOF = 1, 2  # seeds: what was chosen on some games is proven on others
STEPS = 3


@dataclass(frozen=True)
class Change:
    """One figure of one tile, and what it becomes."""

    army: str
    tile: str
    figure: str
    value: int | list[int]

    @property
    def words(self) -> str:
        """The change as `--set` takes it."""
        return f"armies.{self.army}.tiles.{self.tile}.{self.figure}={self.value}"

    def told(self, document: Any) -> str:
        """The change in words, with what is printed."""
        army = document["armies"][self.army]
        tile = army["tiles"][self.tile]
        was, becomes = _plain(tile[self.figure]), _plain(self.value)
        return f"{army['name']}, {tile['name']}: {self.figure} {was} → {becomes}"


# Single figures that a designer could turn without redrawing a tile.
CANDIDATES = (
    Change("borgo", "claws", "initiative", [2]),
    Change("borgo", "mutant", "initiative", [1]),
    Change("borgo", "assassin", "initiative", [2]),
    Change("borgo", "officer", "count", 1),
    Change("moloch", "hybrid", "initiative", [2]),
    Change("moloch", "hunter_killer", "initiative", [2]),
    Change("moloch", "blocker", "toughness", 1),
    Change("moloch", "medic", "count", 1),
    Change("hegemony", "universal_soldier", "toughness", 1),
    Change("hegemony", "runner", "initiative", [3]),
    Change("hegemony", "ganger", "toughness", 1),
    Change("outpost", "commando", "toughness", 1),
    Change("outpost", "runner", "toughness", 1),
    Change("outpost", "annihilator", "initiative", [3]),
)


@dataclass(frozen=True)
class Step:
    """One round of the search: what was taken, and the scores of the armies after it."""

    change: Change | None
    scores: dict[str, float]
    margin: float  # the widest ± of the scores

    @property
    def worst(self) -> float:
        """How far the army furthest from one half is off."""
        return max(abs(score - 0.5) for score in self.scores.values())

    @property
    def spread(self) -> float:
        """How far all armies are off."""
        return sum((score - 0.5) ** 2 for score in self.scores.values())


def search(games: int, candidates: Sequence[Change] = CANDIDATES, steps: int = STEPS) -> list[Step]:
    """Take, one after the other, the change after which the least even army is most even."""
    found = [tried(None, (), games)]
    left = list(candidates)
    for _ in range(steps):
        taken = tuple(step.change for step in found if step.change is not None)
        steps_tried = [tried(change, (*taken, change), games) for change in left]
        best = min(steps_tried, key=lambda step: (step.worst, step.spread))
        assert best.change is not None
        found.append(best)
        left.remove(best.change)
        _note(f"{best.change.words}: the furthest is {100 * best.worst:.1f} points off")
    return found


def tried(change: Change | None, changes: Sequence[Change], games: int) -> Step:
    """Return the scores of the armies with some changes, always on the same games."""
    rows = _armies(played(changes, games, SEARCH))
    widest = max(margin(row["score"], row["low"], row["high"]) for row in rows)
    return Step(change, {row["name"]: row["score"] for row in rows}, widest)


def played(changes: Sequence[Change], games: int, seed: int) -> Run:
    """Return all armies against each other, with some changes."""
    return sim.run("neuroshima", games=games, seed=seed, set=[each.words for each in changes])


def going_first(games: int) -> dict[str, Summary]:
    """Play Pixel Tactics by edition and by who plays."""
    asked: dict[str, dict[str, str]] = {
        "greedy players": {},
        "random players": {"policy": "random"},
        "greedy players, first edition": {"edition": "first"},
    }
    found = {}
    for name, words in asked.items():
        found[name] = sim.run("pixel_tactics", games=games, seed=1, **words).summary()
        _note(f"Pixel Tactics, {name}: going first {points(*found[name].first_player)}")
    return found


def page(seats: dict[str, Summary], steps: Sequence[Step], before: Run, after: Run) -> str:
    """Return the study as Markdown; every number and every verdict comes from the games."""
    document = GAMES.get("neuroshima").load().document
    change = before_after(before, after)
    moved = {row["name"]: row for row in change.sides.iter_rows(named=True)}
    old, new = _armies(before), _armies(after)
    summary = after.summary()
    proven = summary.verdicts.filter((pl.col("axis") == "army") & pl.col("proven"))["name"]
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # Markdown, of our own names
    )
    return environment.get_template("README.md.jinja").render(
        points=lambda effect: points(*effect),
        first=next(iter(seats.values())).first_player,
        seats=seats,
        tried=len(CANDIDATES),
        games=before.manifest["requested"] // 5,
        armies=[change.shown(name) for name in steps[0].scores],
        steps=[
            {
                "told": "as printed" if step.change is None else step.change.told(document),
                "scores": list(step.scores.values()),
                "worst": step.worst,
            }
            for step in steps
        ],
        margin=max(step.margin for step in steps),
        proof_games=after.manifest["games"],
        proof=[
            {
                "name": change.shown(row["name"]),
                "before": percent(row["score"], row["low"], row["high"]),
                "after": percent(now["score"], now["low"], now["high"]),
                "moved": points(
                    *(100 * moved[row["name"]][key] for key in ("difference", "low", "high"))
                ),
            }
            for row, now in zip(old, new, strict=True)
        ],
        worst={
            word: max(abs(row["score"] - 0.5) for row in rows)
            for word, rows in (("before", old), ("after", new))
        },
        uneven=[change.shown(name) for name in proven],
        pairs=summary.matchups.height,
        pairs_off=sum(summary.proven),
    )


def variant(changes: Sequence[Change]) -> str:
    """Return the changes as a variant file."""
    lines = ["# Written by study.py.", 'game = "neuroshima"', 'name = "Even armies"']
    for each in changes:
        lines += ["", f"[armies.{each.army}.tiles.{each.tile}]", f"{each.figure} = {each.value}"]
    return "\n".join(lines) + "\n"


def _armies(run: Run) -> list[dict[str, Any]]:
    return run.rates().filter(pl.col("axis") == "army").to_dicts()


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def _note(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Do the study."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=2400, help="each try; five times that prove")
    parser.add_argument("--write", action="store_true", help="write README.md and the variant")
    asked = parser.parse_args(arguments)
    seats = going_first(5 * asked.games)
    steps = search(asked.games)
    changes = [step.change for step in steps if step.change is not None]
    before, after = (played(each, 5 * asked.games, PROOF) for each in ((), changes))
    text = page(seats, steps, before, after)
    print(text)
    if asked.write:
        (HERE / "README.md").write_text(text, encoding="utf-8")
        (HERE / "even-armies.toml").write_text(variant(changes), encoding="utf-8")


if __name__ == "__main__":
    main()
