"""What a change of the rules does: the same games under both, side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from analysis.divergence import Divergence, divergence
from analysis.effects import FIRST, GAME, LENGTH, SPREAD, Changes, columns, quantities
from analysis.intervals import LEVEL, normal_quantile
from analysis.matchups import KEY
from analysis.paired import (
    SAME,
    SIDE,
    DifferenceSequence,
    both,
    differences,
    pairs_of,
    rows_by_matchup,
    rows_by_side,
    saved_games,
    verdicts,
)
from analysis.until import Looks, most_held
from analysis.words import amount, change, count, points
from analysis.words import shown as shown_name
from sim import runner, store
from sim.errors import BadInput
from sim.game import GAMES
from sim.library import Compiling, Names, Variant, Variants, ask, warm
from sim.plan import MOST_GAMES, Plan, Request, make_plan
from sim.teams import in_teams, parties
from sim.variant import load_variant

BASE = "base"


@dataclass(frozen=True)
class Comparison:
    """Two rule sets compared; `before` is the reference."""

    before: Plan
    after: Plan
    names: tuple[str, str]  # of the rule sets
    games: int  # under either
    complete: bool  # not cut short by Ctrl-C
    precise: bool | None  # whether the precision asked for was reached
    sides: pl.DataFrame  # axis, name, before, after, difference, low, high, verdict, identical
    matchups: pl.DataFrame  # a, policy_a, b, policy_b and the same
    same: int  # games that went exactly alike
    saved: float  # share of games that pairing saved
    unpaired: int | None  # games that a comparison without pairing would take
    left_out: tuple[str, ...]  # sides that only one of the rule sets has
    flipped: tuple[int, tuple[float, ...], tuple[float, ...]] | None  # a game and its scores
    effects: pl.DataFrame  # group, name, measure and the figures of `sides`: length, tallies, …

    @property
    def identical(self) -> bool:
        """Whether every game went exactly alike."""
        return self.same == self.games

    def shown(self, name: str) -> str:
        """Return the name that readers see for an id ("moloch+borgo @ ruins" included)."""
        known = {**self.after.data.maps, **self.after.data.sides}
        return shown_name(name, {key: named.name for key, named in known.items()})

    def divergence(self) -> Divergence | None:
        """Replay a game whose result changed; None where there is none."""
        if self.flipped is None:
            return None
        game, *scores = self.flipped
        return divergence(self.before, self.after, game, (scores[0], scores[1]))

    def to_json(self) -> dict[str, Any]:
        """Return the document that `balance compare --json` prints, numbers to six decimals."""
        ask = self.before.request
        figures = ("before", "after", "difference", "low", "high", "verdict", "identical")
        several = self.matchups.select(pl.concat_list("policy_a", "policy_b").explode().n_unique())
        policies = ("policy_a", "policy_b") if several.item() > 1 else ()
        axes = self.sides["axis"].n_unique() > 1
        return {
            "game": ask.game,
            "before": self.names[0],
            "after": self.names[1],
            "data_hash": [self.before.data.fingerprint, self.after.data.fingerprint],
            "seed": ask.seed,
            "games": self.games,
            "identical": self.identical,
            "identical_games": self.same,
            "sides": _rounded(self.sides, (*(("axis",) if axes else ()), "name", *figures)),
            "matchups": _rounded(self.matchups, ("a", "b", *policies, *figures)),
            "effects": _rounded(self.effects, ("group", "name", "measure", *figures)),
            "saved": round(self.saved, 6),
            "unpaired_games": self.unpaired,
            "until": ask.until,
            "precise": self.precise,
            "left_out": list(self.left_out),
            "provenance": [dict(plan.data.provenance) for plan in (self.before, self.after)],
        }


def compare(
    game: str,
    a: Variant,
    b: Variant = BASE,
    *,
    sides: Names = None,
    players: int | None = None,
    mode: str | None = None,
    map: Names = None,
    policy: Names = None,
    games: int | None = None,
    seed: int = 1,
    variant: Variants = None,
    set: Mapping[str, Any] | Sequence[str] | None = None,
    until: float | str | None = None,
    threads: int | None = None,
    progress: Callable[[runner.Progress], None] | None = None,
    compiling: Compiling = nullcontext,
    **words: Any,
) -> Comparison:
    """Play the same games under rule set `b` (the reference) and under `a`.

    Each is a variant file or `base`. `variant` and `set` apply to both; the rest is as for
    `sim.run`. Without sides those meet that both rule sets have.
    """
    common = [] if variant is None else variant
    if isinstance(common, str | Path | Mapping):
        common = [common]
    common = list(common)
    id_ = GAMES.get(game).id

    def request(own: Variant) -> tuple[Request, str]:
        overlay = None
        if own != BASE:
            overlay = load_variant(Path(own), id_) if isinstance(own, str | Path) else own
        made = ask(
            game,
            sides=sides,
            players=players,
            mode=mode,
            map=map,
            policy=policy,
            games=games,
            seed=seed,
            variant=[*common, *([] if overlay is None else [overlay])],
            set=set,
            until=until,
            **words,
        )
        return made, BASE if overlay is None else getattr(overlay, "name", "") or "variant"

    (old, old_name), (new, new_name) = request(b), request(a)
    runner.thread_count(threads)
    before, after, left_out = _plans(old, new, (old_name, new_name))
    met = [parties(line, before.teams, before.data.sides) for line in before.lineups]
    if all(len({(who.name, who.policy) for who in each}) == 1 for each in met):
        raise BadInput(
            f"one {before.game.side} against itself scores the same under any rules; name several"
        )
    warm(before.game, compiling)
    watch = _Watch(before) if before.request.until is not None else None
    asked = quantities(before)
    memory = _Memory(store.part_size(before), Changes(asked))
    if before.games > memory.MOST_GAMES:
        raise BadInput(
            f"{before.games:,} games are too many to compare; allowed: {memory.MOST_GAMES:,}"
        )
    make = both(
        before,
        after,
        lambda one, other: [*columns(asked, one, "before"), *columns(asked, other, "after")],
    )
    done = runner.play(before, memory, threads, progress, watch=watch, maker=make)
    if not done:
        raise KeyboardInterrupt
    rows = pl.concat(memory.rows)
    pairs = pairs_of(before, rows)
    if watch is not None:
        watch.catch_up(rows)
    by_side = _table(rows_by_side(pairs), SIDE, watch)
    by_matchup = _table(rows_by_matchup(pairs), KEY, watch)
    # Of two that meet, one loses what the other gains; sides fare as their teams do.
    duel = len(met[0]) == len({who.name for each in met for who in each}) == 2 and by_side[
        "axis"
    ].n_unique() == 1 + in_teams(before.teams)
    moved = memory.changes.table()
    saved, unpaired = saved_games(pairs)
    alike = before.data.fingerprint == after.data.fingerprint
    if alike:
        # The same figures: no games are needed to know that nothing changes.
        by_side, by_matchup, moved = (
            t.with_columns(low=pl.lit(0.0), high=pl.lit(0.0)) for t in (by_side, by_matchup, moved)
        )
    return Comparison(
        before=before,
        after=after,
        names=(old_name, new_name),
        games=done,
        complete=done == before.games or (watch is not None and watch.precise),
        precise=None if watch is None else watch.precise,
        sides=pl.concat(verdicts(t, duel) for t in by_side.partition_by("axis")),
        matchups=verdicts(by_matchup),
        same=pairs.same,
        saved=saved,
        unpaired=unpaired,
        left_out=left_out,
        flipped=_flipped(rows, before.players),
        effects=verdicts(moved),
    )


def sentence(found: Comparison) -> str:
    """Return the one sentence that closes a comparison."""
    old, new = found.names
    games = f"over {count(found.games)} games"
    if found.identical:
        return f"{new} and {old} play alike: every one of {count(found.games)} games is identical."
    axis = found.sides["axis"][0]
    mine = found.sides.filter(pl.col("axis") == axis)
    moved = mine.filter(pl.col("verdict") != SAME)
    moved = moved.sort(pl.col("difference").abs(), descending=True, maintain_order=True)
    if moved.is_empty():
        widest = mine.select(pl.max_horizontal(pl.col("high"), -pl.col("low")).max()).item()
        met = found.matchups.filter(pl.col("verdict") != SAME).height
        also = f", but {met} matchup{'s' if met > 1 else ''} did" if met else ""
        return (
            f"No {axis} is proven to score otherwise under {new} than under {old}{also}: changes "
            f"of more than {100 * widest:.1f} points are ruled out {games}."
        )
    told = [
        f"{found.shown(row['name'])} {points(*(100 * row[k] for k in _ENDS))} points"
        for row in moved.iter_rows(named=True)
    ]
    more = f" and {len(told) - 3} more" if len(told) > 3 else ""
    rest = mine.height - moved.height
    others = f"; the other {rest} are not proven to move" if rest > 1 else ""
    if rest == 1:
        others = f"; the other {axis} is not proven to move"
    return (
        f"From {old} to {new}: {', '.join(told[:3])}{more}{others} ({games.removeprefix('over ')})."
    )


_ENDS = ("difference", "low", "high")


def effects_sentence(found: Comparison) -> str:
    """Return what the change does to length, to going first and to the tallies; empty where every
    game went alike."""
    if found.identical:
        return ""
    rows = {(r["group"], r["name"]): r for r in found.effects.iter_rows(named=True)}
    length, first = rows[GAME, LENGTH], rows[GAME, FIRST]
    told = []
    if length["identical"]:
        told.append("no game lasts longer or shorter")
    elif length["verdict"] == SAME:
        by = f"{change(*(length[k] for k in _ENDS))} {length['measure']}"
        told.append(f"games are not proven to last longer or shorter ({by})")
    else:
        by = f"{amount(*_size(length))} {length['measure']}"
        told.append(f"games last {by} {'longer' if length['difference'] > 0 else 'shorter'}")
    if first["verdict"] == SAME:
        by = f"{points(*(100 * first[k] for k in _ENDS))} points"
        told.append(f"going first is not proven to be worth more or less ({by})")
    else:
        by = f"{points(*(100 * x for x in _size(first))).lstrip('+')} points"
        told.append(f"going first is worth {by} {'more' if first['difference'] > 0 else 'less'}")
    tallies = found.effects.filter(pl.col("group") != GAME)
    moved = tallies.filter(pl.col("verdict") != SAME)
    named = [
        f"{'the spread of ' if row['measure'] == SPREAD else ''}{row['name']} "
        f"{change(*(row[k] for k in _ENDS))}"
        for row in moved.head(_NAMED).iter_rows(named=True)
    ]
    if named:
        more = f" and {moved.height - _NAMED} more" if moved.height > _NAMED else ""
        told.append(f"{', '.join(named)}{more}")
    elif tallies.height:
        told.append("no tally is proven to move")
    text = "; ".join(told)
    return f"{text[0].upper()}{text[1:]}."


_NAMED = 3  # tallies that the closing words name; more are counted


def _size(row: Mapping[str, Any]) -> tuple[float, float, float]:
    """Return a difference and its ends without the sign."""
    value, low, high = (row[k] for k in _ENDS)
    return (value, low, high) if value > 0 else (-value, -high, -low)


def _plans(
    old: Request, new: Request, names: tuple[str, str]
) -> tuple[Plan, Plan, tuple[str, ...]]:
    """Return the plans of both rule sets with the same lineups, and the sides left out."""
    game = GAMES.get(old.game)
    left_out: tuple[str, ...] = ()
    if not old.sides:
        one, other = (game.load(request.overlays).sides for request in (old, new))
        shared = tuple(side for side in one if side in other)
        left_out = tuple(dict.fromkeys(s for s in (*one, *other) if s not in shared))
        if left_out:
            old, new = replace(old, sides=shared), replace(new, sides=shared)
    made = []
    for request, name in zip((old, new), names, strict=True):
        try:
            made.append(make_plan(request))
        except BadInput as error:
            raise BadInput(
                f"under {name}: {error}" if names[0] != names[1] else str(error)
            ) from None
    before, after = made
    lineups = [before.lineups, after.lineups]
    if not old.maps and len(before.request.maps) == len(after.request.maps) == 1:
        # Each on the map that it plays unless told otherwise: that is a part of the change.
        lineups = [tuple(replace(line, map="") for line in each) for each in lineups]
    if lineups[0] != lineups[1] or before.rotations != after.rotations:
        raise BadInput("the two rule sets do not play the same maps; name some with --map")
    return before, after, left_out


def _table(rows: pl.DataFrame, key: list[str], watch: _Watch | None) -> pl.DataFrame:
    found = differences(rows, key)
    if watch is None or found.is_empty():
        return found
    ends = watch.table(key)
    found = found.drop("low", "high").join(ends, on=key, how="left", maintain_order="left")
    change = pl.col("difference")
    half = pl.max_horizontal(pl.col("high") - change, change - pl.col("low"))
    # At the stricter levels of a correction a sequence is less wide than the normal law makes it.
    return found.with_columns((half / normal_quantile(LEVEL)).alias("error"))


def _flipped(
    rows: pl.DataFrame, seats: int
) -> tuple[int, tuple[float, ...], tuple[float, ...]] | None:
    """Return the first game whose winner changed, or else whose score did."""
    change = pl.max_horizontal(
        (pl.col(f"after_{k}") - pl.col(f"before_{k}")).abs() for k in range(seats)
    )
    moved = rows.with_columns(change.alias("change")).filter(pl.col("change") > 0)
    if moved.is_empty():
        return None
    row = moved.sort("change", "game", descending=[True, False]).row(0, named=True)
    before, after = (tuple(row[f"{w}_{k}"] for k in range(seats)) for w in ("before", "after"))
    return int(row["game"]), before, after


class _Watch:
    """Stops a comparison when every difference is known well enough."""

    def __init__(self, plan: Plan) -> None:
        assert plan.request.until is not None
        self.wanted = plan.request.until
        self.precise = False
        self.expected: int | None = None
        self._plan = plan
        self._looks = Looks(plan.per_set * len(plan.lineups))
        self._seen = 0
        tables = [names for line in plan.lineups for names in (line.sides, line.policies)]
        held = most_held(tables, plan.teams)
        self._sequences = {
            tuple(SIDE): DifferenceSequence(SIDE, self.wanted, float(plan.per_set * held)),
            tuple(KEY): DifferenceSequence(
                KEY, self.wanted, float(plan.per_set), ratio=len(set(plan.teams)) > 2
            ),
        }

    @property
    def known(self) -> int:
        """Return no bound: every lineup is played until the end."""
        return MOST_GAMES

    def next_look(self, games: int) -> int:
        """Return the first look after so many games."""
        return self._looks.after(games)

    def reads(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return what it reads of some games: all there is."""
        return rows

    def enough(self, rows: Sequence[pl.DataFrame]) -> bool:
        """Take in the games since the last look; whether every difference is known."""
        self._add(pl.concat(rows))
        widest = 0.0
        for sequence in self._sequences.values():
            if sequence.empty:
                continue
            ends = sequence.table()
            widest = max(widest, ends.select((pl.col("high") - pl.col("low")).max() / 2.0).item())
        growth = max(sequence.growth(self.wanted) for sequence in self._sequences.values())
        self.expected = int(self._seen * growth)
        self.precise = widest <= self.wanted
        return self.precise

    def catch_up(self, rows: pl.DataFrame) -> None:
        """Take in what was played after the last look of a comparison cut short."""
        if rows.height > self._seen:
            self._add(rows.slice(self._seen))

    def table(self, key: Sequence[str]) -> pl.DataFrame:
        """Return the sequences' intervals."""
        return self._sequences[tuple(key)].table()

    def _add(self, rows: pl.DataFrame) -> None:
        pairs = pairs_of(self._plan, rows)
        for key, made in ((SIDE, rows_by_side(pairs)), (KEY, rows_by_matchup(pairs))):
            if not made.is_empty():
                self._sequences[tuple(key)].add(made)
        self._seen += rows.height


class _Memory(store.Memory):
    """Keeps who scored what; the rest of the rows is summed up at once."""

    def __init__(self, size: int, changes: Changes) -> None:
        super().__init__(size)
        self.changes = changes

    def add(self, rows: pl.DataFrame) -> None:
        """Take the next rows."""
        self.changes.add(rows)
        super().add(rows.drop(self.changes.columns))


def _rounded(table: pl.DataFrame, columns: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {key: round(value, 6) if isinstance(value, float) else value for key, value in row.items()}
        for row in table.select(columns).iter_rows(named=True)
    ]
