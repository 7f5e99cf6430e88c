"""Made-up runs: games with sides of known strength, a seat effect, and luck shared by a set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

ARMIES = {"moloch": "Moloch", "borgo": "Borgo", "outpost": "Outpost", "hegemony": "Hegemony"}
STRENGTH = {"moloch": 0.25, "borgo": -0.05, "outpost": 0.0, "hegemony": -0.2}
ENDINGS = ("hq destroyed", "points", "draw", "both destroyed")


def lineup(*sides: str, policies: Sequence[str] = (), where: str = "") -> dict[str, Any]:
    """Return one lineup of a manifest; everybody plays greedy unless told otherwise."""
    return {
        "sides": list(sides),
        "policies": list(policies) or ["greedy"] * len(sides),
        "mode": "duel" if len(sides) == 2 else "melee",
        "map": where,
    }


def all_pairs(sides: Sequence[str] = tuple(ARMIES)) -> list[dict[str, Any]]:
    """Return the lineups of all pairs of different sides."""
    return [lineup(a, b) for a, b in combinations(sides, 2)]


def manifest(lineups: Sequence[Mapping[str, Any]], games: int, **changes: Any) -> dict[str, Any]:
    """Return the manifest of a run with these lineups."""
    players = len(lineups[0]["sides"])
    return {
        "format": 1,
        "game": "neuroshima",
        "title": "Neuroshima Hex 3.0",
        "rules_version": 1,
        "data_hash": "0f3c",
        "seed": 1,
        "games": games,
        "requested": games,
        "mode": lineups[0]["mode"],
        "lineups": [dict(line) for line in lineups],
        "rotations": [[(seat + r) % players for seat in range(players)] for r in range(players)],
        "endings": list(ENDINGS),
        "length_unit": "turns",
        "side": "army",
        "provenance": {"rulebook": 120, "public": 370, "reconstructed": 6},
        "reconstructed": ["rules.fallen_hq", "moloch.juggernaut.sides"],
        "names": dict(ARMIES),
        "complete": True,
    } | changes


def parts(
    about: Mapping[str, Any],
    seed: int = 7,
    strength: Mapping[str, float] | None = None,
    seat_bonus: float = 0.1,
    luck: float = 1.0,
    draws: float = 0.06,
) -> pl.LazyFrame:
    """Return the parts of a run of that manifest.

    Each player's force is his side's strength (random policies are 3 weaker), the luck of his
    streams, which all rotations of a set share, the bonus of the first seat, and noise.
    """
    rng = np.random.default_rng(seed)
    rotations = np.array(about["rotations"])
    rounds, players = rotations.shape
    game = np.arange(about["games"])
    sets, rotation = game // rounds, game % rounds
    line = sets % len(about["lineups"])
    player = rotations[rotation]
    known = STRENGTH if strength is None else strength
    base = np.array(
        [
            [known.get(s, 0.0) - 3.0 * (p == "random") for s, p in zip(*sides, strict=True)]
            for sides in ((x["sides"], x["policies"]) for x in about["lineups"])
        ]
    )
    shared = luck * rng.normal(size=(sets[-1] + 1, players))
    force = base[line[:, None], player] + shared[sets[:, None], player]
    force += rng.normal(size=force.shape)
    force[:, 0] += seat_bonus
    best = force.argmax(axis=1)
    score = np.zeros((len(game), players))
    score[game, best] = 1.0
    drawn = rng.random(len(game)) < draws
    score[drawn] = 1.0 / players
    ending = np.where(drawn, 2 + (rng.random(len(game)) < 0.1), rng.random(len(game)) < 0.4)
    frame = {
        "game": game,
        "set": sets,
        "lineup": line.astype(np.int32),
        "rotation": rotation.astype(np.int8),
        **{f"player_{k}": player[:, k].astype(np.int8) for k in range(players)},
        **{f"score_{k}": score[:, k] for k in range(players)},
        "length": rng.integers(12, 40, len(game)).astype(np.int32),
        "ending": ending.astype(np.int8),
        "battles": rng.integers(1, 7, len(game)).astype(np.int16),
        **{f"hq_{k}": rng.integers(0, 21, len(game)).astype(np.int8) for k in range(players)},
    }
    return pl.LazyFrame(frame)


def by_hand(about: Mapping[str, Any], scores: Sequence[Sequence[float]]) -> pl.LazyFrame:
    """Return the parts of a run whose games had exactly these scores by seat."""
    rounds = len(about["rotations"])
    players = len(scores[0])
    count = len(scores)
    player = [about["rotations"][i % rounds] for i in range(count)]
    return pl.LazyFrame(
        {
            "game": list(range(count)),
            "set": [i // rounds for i in range(count)],
            "lineup": [i // rounds % len(about["lineups"]) for i in range(count)],
            "rotation": [i % rounds for i in range(count)],
            **{f"player_{k}": [seats[k] for seats in player] for k in range(players)},
            **{f"score_{k}": [float(row[k]) for row in scores] for k in range(players)},
            "length": [10 + i for i in range(count)],
            "ending": [i % len(about["endings"]) for i in range(count)],
        },
        schema_overrides={
            "lineup": pl.Int32,
            "rotation": pl.Int8,
            **{f"player_{k}": pl.Int8 for k in range(players)},
            "length": pl.Int32,
            "ending": pl.Int8,
        },
    )
