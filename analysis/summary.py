"""Everything a run says, in one object, and in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

from analysis import lengths, rates
from analysis.circumstances import SCHEMA as CIRCUMSTANCES
from analysis.circumstances import circumstance_effects
from analysis.evidence import scores
from analysis.frames import games as games_frame
from analysis.holdings import SCHEMA as HOLDINGS
from analysis.holdings import holding_rates
from analysis.matchups import matchups_of
from analysis.places import SCHEMA as PLACES
from analysis.places import places
from analysis.seats import Effect, first_player_effect, seats_of
from analysis.spent import (
    EVEN_ENOUGH,
    UNDECIDED,
    UNEVEN,
    Spent,
    evenly_played,
    is_spent,
    judged,
)
from analysis.tallies import SCHEMA as TALLIES
from analysis.tallies import tallies
from analysis.tally import Tally, tally
from analysis.until import looked_at
from analysis.verdicts import verdicts
from analysis.words import count, percent, points, share
from analysis.words import shown as shown_name
from sim.teams import fair_share, in_teams, unlike


@dataclass(frozen=True)
class Summary:
    """The results of a run: small tables and the facts they rest on."""

    game: str
    title: str
    rules_version: int
    data_hash: str
    seed: int
    games: int
    requested: int
    policies: tuple[str, ...]
    provenance: Mapping[str, int]
    reconstructed: tuple[str, ...]
    side: str
    names: Mapping[str, str]
    rates: pl.DataFrame
    matchups: pl.DataFrame
    seats: pl.DataFrame
    first_player: Effect
    length: Mapping[str, Any]
    endings: Mapping[str, int]
    verdicts: pl.DataFrame  # of the rates against the fair share, each axis by itself
    proven: tuple[bool, ...]  # of each matchup: whether it is provably uneven
    variants: tuple[str, ...] = ()
    until: float | None = None  # the precision that the run was to reach
    precise: bool | None = None  # whether it did
    teams: tuple[int, ...] = (0, 1)  # the team of each player
    tallies: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=TALLIES))
    holdings: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=HOLDINGS))
    maps: tuple[str, ...] = ()  # that were played; empty where the game has one fixed board
    places: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=PLACES))
    spent: Spent | None = None  # where the games went, unless evenly
    claimed_seat: int = 0  # the seat that the rulebook calls the better one; 0: it calls none so
    circumstances: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=CIRCUMSTANCES))
    curves: tuple[str, ...] = ()  # groups of tallies that follow one another in time

    @property
    def fair(self) -> float:
        """Return the score of a fair game."""
        return fair_share(self.teams)

    @property
    def counted(self) -> int:
        """Return how many games the rates rest on."""
        return self.games if self.spent is None else self.spent.even

    @property
    def is_duel(self) -> bool:
        """Whether two meet: two players, or two teams."""
        return len(set(self.teams)) == 2

    @property
    def first_seat(self) -> str:
        """Return what sets seat 1 apart: going first, or playing alone against a team."""
        return "playing alone" if unlike(self.teams) else "going first"

    def shown(self, name: str) -> str:
        """Return the name that readers see for an id ("moloch+borgo @ ruins" included)."""
        return shown_name(name, self.names)

    def to_json(self) -> dict[str, Any]:
        """Return the document that `balance run --json` prints, numbers to six decimals."""
        measured = ("unit", "median", "p5", "p95")
        document = {
            "game": self.game,
            "rules_version": self.rules_version,
            "data_hash": self.data_hash,
            "seed": self.seed,
            "games": self.games,
            "policies": list(self.policies),
            "provenance": dict(self.provenance),
            "rates": self.rates.to_dicts(),
            "matchups": self.matchups.to_dicts(),
            "seats": self.seats.to_dicts(),
            "length": {key: self.length[key] for key in measured},
            "endings": dict(self.endings),
        }
        if self.tallies.height:
            document["tallies"] = self.tallies.to_dicts()
        if self.holdings.height:
            document["holdings"] = self.holdings.to_dicts()
        if self.maps:
            document["maps"] = self.places.to_dicts() or [{"map": name} for name in self.maps]
        if self.circumstances.height:
            document["circumstances"] = self.circumstances.to_dicts()
        if in_teams(self.teams):
            document["teams"] = list(self.teams)
        if self.variants:
            document["variants"] = list(self.variants)
        if self.until is not None:
            document |= {"until": self.until, "precise": self.precise}
        if self.claimed_seat:
            holds = claim_holds(self)
            document["claim"] = {"better_seat": self.claimed_seat, "holds": holds}
        if self.spent is not None:
            document["spend"] = {"even": self.spent.even, "verdicts": dict(self.spent.verdicts)}
        rounded: dict[str, Any] = _rounded(document)
        return rounded


def summarise(parts: pl.LazyFrame, manifest: Mapping[str, Any]) -> Summary:
    """Return the summary of a run from its parts and its manifest."""
    even = evenly_played(parts, manifest)
    games = games_frame(even, manifest)
    counted = tally(games, manifest.get("teams"))
    if counted.games == 0:
        raise ValueError("no games to summarise")
    ask = manifest.get("request") or {}
    measure = scores if ask.get("until") is None else looked_at(parts, manifest).measured
    found = rates.rates_of(counted, manifest["side"], measure)
    met, spent = matchups_of(counted, measure), None
    if is_spent(manifest):
        met, spent = _spent(parts, manifest)
    seats = seats_of(counted, measure)
    axes = found.partition_by("axis", maintain_order=True)
    policies = (policy for line in manifest["lineups"] for policy in line["policies"])
    return Summary(
        game=manifest["game"],
        title=manifest["title"],
        rules_version=manifest["rules_version"],
        data_hash=manifest["data_hash"],
        seed=manifest["seed"],
        games=manifest["games"] if spent else counted.games,
        requested=manifest["requested"],
        policies=tuple(dict.fromkeys(policies)),
        provenance=manifest["provenance"],
        reconstructed=tuple(manifest["reconstructed"]),
        side=manifest["side"],
        names=manifest["names"],
        rates=found.select(rates.COLUMNS),
        matchups=met.drop("effective"),
        seats=seats,
        first_player=first_player_effect(seats, counted.fair),
        length=lengths.length(games, manifest["length_unit"]),
        endings=lengths.endings(games),
        verdicts=pl.concat(
            verdicts(axis, counted.fair, mirrored=_mirrored(axis, counted)) for axis in axes
        ).select("axis", "name", "p", "p_holm", "proven"),
        proven=tuple(verdicts(met, 0.5)["proven"] if spent is None else met["verdict"] == UNEVEN),
        variants=tuple(ask.get("variants") or ()),
        until=ask.get("until"),
        precise=manifest.get("precise"),
        teams=counted.teams,
        tallies=tallies(games, manifest),
        holdings=holding_rates(games, manifest),
        maps=tuple(dict.fromkeys(line["map"] for line in manifest["lineups"] if line["map"])),
        places=places(games, manifest),
        spent=spent,
        claimed_seat=manifest.get("claimed_seat", 0),
        circumstances=circumstance_effects(games, manifest),
        curves=tuple(
            dict.fromkeys(one["group"] for one in manifest.get("tallies") or [] if one.get("curve"))
        ),
    )


def _spent(parts: pl.LazyFrame, manifest: Mapping[str, Any]) -> tuple[pl.DataFrame, Spent]:
    """Return the matchups of a run whose games went where verdicts were open, with these."""
    judge = judged(parts, manifest)
    counted = tally(games_frame(parts, manifest), manifest.get("teams"))
    met = matchups_of(counted, judge.measured)
    words = judge.words(met)
    met = met.with_columns(pl.Series("verdict", words, pl.String))
    numbers = {word: words.count(word) for word in (UNEVEN, EVEN_ENOUGH, UNDECIDED)}
    return met, Spent(manifest["spend"]["even"], numbers)


def _mirrored(axis: pl.DataFrame, counted: Tally) -> bool:
    """Whether the rows of an axis are one test: what one of two gains, the other loses."""
    if len(set(counted.teams)) != 2:
        return False
    match axis["axis"][0]:
        case "policy":
            return axis.height == 2 and mirrored(axis)
        case "map" | "mode":
            return False
    return counted.parties["side"].n_unique() == 2


def mirrored(rows: pl.DataFrame) -> bool:
    """Whether rows share one game between them; a name in every team has no score to share."""
    return abs(float(rows["score"].sum()) - 1.0) < 1e-9


def sentence(summary: Summary) -> str:
    """Return the one sentence that closes a report; it claims no more than the intervals do."""
    if summary.is_duel and summary.matchups.height == 1:
        row = summary.matchups.row(0, named=True)
        a, b = (entrant(summary, row, which) for which in "ab")
        who = _duel(a, b, row)
    else:
        who = _field(summary)
    return f"{who}; {_first_seat(summary.first_seat, summary.first_player)}."


def _duel(a: str, b: str, row: Mapping[str, Any]) -> str:
    over = f"over {count(row['games'])} games"
    score, low, high = row["score"], row["low"], row["high"]
    if a == b:
        return f"{a} plays itself {over}"
    if low > 0.5:
        return f"{a} beats {b} {percent(score, low, high)} % {over}"
    if high < 0.5:
        return f"{b} beats {a} {percent(1 - score, 1 - high, 1 - low)} % {over}"
    return f"No winner is proven between {a} and {b}: {percent(score, low, high)} % {over}"


def _field(summary: Summary) -> str:
    """Say who scores highest and lowest: the policies where they differ, else the sides.

    Who plays better outweighs what he plays, so with several policies the sides' own scores say
    little about the sides.
    """
    axis = "policy" if len(summary.policies) > 1 else summary.side
    if axis == summary.side and unlike(summary.teams):
        axis = "team"  # a side alone and the same side in a team are two things
    rows = summary.rates.filter(pl.col("axis") == axis).sort(
        "score", descending=True, maintain_order=True
    )
    best, worst = rows.row(0, named=True), rows.row(-1, named=True)
    first, last = summary.shown(best["name"]), summary.shown(worst["name"])
    if rows.height == 1:
        return f"{first} plays itself over {count(summary.counted)} games"
    if rows.height == 2 and summary.is_duel and mirrored(rows):
        a, b = ("policy_a", "policy_b") if axis == "policy" else ("a", "b")
        met = summary.matchups.filter(pl.col(a) != pl.col(b))["games"].sum()
        return _duel(first, last, best | {"games": met})
    mine = summary.verdicts.filter(pl.col("axis") == axis)
    proven = dict(mine.select("name", "proven").iter_rows())
    match proven[best["name"]], proven[worst["name"]]:
        case True, True:
            verdict = "both are proven to be"
        case True, False:
            verdict = f"only {first} of the two is proven to be"
        case False, True:
            verdict = f"only {last} of the two is proven to be"
        case _:
            verdict = "neither is proven to be"
    return (
        f"Over {count(summary.counted)} games {first} scores highest ({_percent(best)} %) and "
        f"{last} lowest ({_percent(worst)} %); {verdict} off the fair {share(summary.fair)}"
    )


def _percent(row: Mapping[str, Any]) -> str:
    return percent(row["score"], row["low"], row["high"])


def claim_holds(summary: Summary) -> bool | None:
    """Return whether the seat that the rulebook calls better is; None where that is not proven."""
    row = summary.seats.row(summary.claimed_seat - 1, named=True)
    if row["low"] > summary.fair:
        return True
    return False if row["high"] < summary.fair else None


def _first_seat(what: str, effect: Effect) -> str:
    worth = f"{points(*effect)} points"
    if effect.proven:
        return f"{what} is worth {worth}"
    return f"{what} makes no proven difference ({worth})"


def entrant(summary: Summary, row: Mapping[str, Any], which: str) -> str:
    """Return the shown name of side a or b of a matchup, with its policy where policies differ."""
    name = summary.shown(row[which])
    policy = row.get(f"policy_{which}")
    return name if policy is None else f"{name} ({policy})"


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {key: _rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_rounded(part) for part in value]
    return value
