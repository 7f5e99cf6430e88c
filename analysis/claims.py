"""What a run says, in plain sentences, each with its ± and the place of its evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

import polars as pl

from analysis.before_after import BeforeAfter, in_words
from analysis.impact import Impact
from analysis.meta import Meta
from analysis.shape import Shape
from analysis.summary import Summary, entrant, mirrored, sentence
from analysis.words import amount, count, percent, points, share
from sim.teams import unlike

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

_MOVED = 3  # sides named in a sentence about what moved


@dataclass(frozen=True)
class Claim:
    """One sentence, whether it is proven, and the part of the report that shows it."""

    text: str
    evidence: str  # the part: "matchups"
    proven: bool


def claims(
    summary: Summary,
    shape: Shape,
    meta: Meta | None = None,
    impact: Impact | None = None,
    change: BeforeAfter | None = None,
) -> list[Claim]:
    """Return what to read first: what moved, who is ahead and why, seats, circles, lengths."""
    found: list[Claim] = []
    if change is not None:
        found.append(_moved(change, summary.side))
    found += _who(summary)
    found += _pieces(impact)
    found.append(_first(summary))
    if meta is not None and meta.strengths.height > 2:
        found.append(_circle(meta))
    found += _tempo(summary, shape)
    return found


def _moved(change: BeforeAfter, side: str) -> Claim:
    old, new = change.names
    moved = change.moved
    on = in_words(change)
    if moved.is_empty():
        mine = change.sides.filter(pl.col("axis") == change.sides["axis"].first())
        if bool(mine["identical"].all()):
            return Claim(f"{new} and {old} play alike: {on} went exactly alike.", "change", True)
        widest = mine.select(pl.max_horizontal(pl.col("high"), -pl.col("low")).max()).item()
        return Claim(
            f"No {side} is proven to score otherwise under {new} than under {old}: changes of more "
            f"than {100 * widest:.1f} points are ruled out ({on}).",
            "change",
            False,
        )
    told = [
        f"{change.shown(row['name'])} {'gains' if row['difference'] > 0 else 'loses'} "
        f"{_size(row)} points"
        for row in moved.head(_MOVED).iter_rows(named=True)
    ]
    rest = moved.height - len(told)
    more = [f"{rest} more {'move' if rest > 1 else 'moves'}"] if rest else []
    return Claim(f"From {old} to {new} {_and([*told, *more])} ({on}).", "change", True)


def _size(row: Mapping[str, Any]) -> str:
    """Return how far something moved, without its sign."""
    value, low, high = (100.0 * row[key] for key in ("difference", "low", "high"))
    if value < 0:
        value, low, high = -value, -high, -low
    return points(value, low, high).lstrip("+")


def _who(summary: Summary) -> Iterator[Claim]:
    """Say who is ahead; of several pairs also which is the most uneven."""
    if summary.is_duel and summary.matchups.height == 1:
        text = sentence(summary).partition(f"; {summary.first_seat}")[0] + "."
        yield Claim(text, "matchups", summary.proven[0])
        return
    axis = "policy" if len(summary.policies) > 1 else summary.side
    if axis == summary.side and unlike(summary.teams):
        axis = "team"  # a side alone and the same side in a team are two things
    rows = summary.rates.filter(pl.col("axis") == axis)
    proven = summary.verdicts.filter((pl.col("axis") == axis) & pl.col("proven")).height
    if rows.height > 1 and not (rows.height == 2 and summary.is_duel and mirrored(rows)):
        best = rows.sort("score", descending=True, maintain_order=True)
        (first, high), (last, low) = (
            (summary.shown(row["name"]), percent(row["score"], row["low"], row["high"]))
            for row in (best.row(0, named=True), best.row(-1, named=True))
        )
        n, many = rows.height, f"{proven} of {rows.height}"
        many = {0: f"None of the {n}", n: f"All {n}"}.get(proven, many)
        verb = "is" if proven <= 1 else "are"
        yield Claim(
            f"{first} scores highest, {high} %, and {last} lowest, {low} %. {many} "
            f"{_plural(axis, n)} {verb} proven to be off the fair {share(summary.fair)}.",
            "rates",
            proven > 0,
        )
    uneven = sum(summary.proven)
    pairs = summary.matchups.with_columns(pl.Series("proven", summary.proven, dtype=pl.Boolean))
    off = pairs.with_columns((pl.col("score") - 0.5).abs().alias("off")).sort(
        "off", descending=True, maintain_order=True
    )
    row = off.row(0, named=True)
    if row["off"] == 0.0:
        return
    a, b = entrant(summary, row, "a"), entrant(summary, row, "b")
    ends = (row["score"], row["low"], row["high"])
    if row["score"] < 0.5:
        a, b, ends = b, a, (1 - row["score"], 1 - row["high"], 1 - row["low"])
    verb = "beats" if row["proven"] else "scores best against"
    head = "" if summary.is_duel else " of what the two take at the same table"
    yield Claim(
        f"{a} {verb} {b}: {percent(*ends)} %{head}. {count(uneven)} of {count(pairs.height)} pairs "
        f"{'is' if uneven == 1 else 'are'} proven to be uneven.",
        "matchups",
        bool(row["proven"]),
    )


def _pieces(impact: Impact | None) -> Iterator[Claim]:
    """Say which piece carries its side, where that was measured."""
    if impact is None:
        return
    caused = [
        (each.blank, each.piece, side)
        for side in impact.sides
        for each in side.pieces
        if each.blank is not None
    ]
    if caused:
        blank, piece, side = min(caused, key=lambda item: item[0].difference)
        worth = points(*(-100.0 * x for x in (blank.difference, blank.high, blank.low)))
        proven = sum(item[0].proven for item in caused)
        if blank.proven and blank.difference < 0.0:
            text = (
                f"The {impact.piece} that matters most is {piece.name} of {side.name}: one copy is "
                f"worth {worth} points. {proven} of {len(caused)} {impact.piece}s are proven to "
                "matter."
            )
        else:
            text = (
                f"No {impact.piece} is proven to carry its side; nearest is {piece.name} of "
                f"{side.name}, of which one copy is worth {worth} points."
            )
        yield Claim(text, "pieces", blank.proven)


def _first(summary: Summary) -> Claim:
    effect = summary.first_player
    worth = f"{points(*effect)} points"
    what = summary.first_seat.capitalize()
    if effect.proven:
        return Claim(f"{what} is worth {worth}.", "seats", True)
    return Claim(f"{what} makes no proven difference ({worth}).", "seats", False)


def _circle(meta: Meta) -> Claim:
    value, low, high = meta.share
    if isnan(value):
        return Claim("No matchup is uneven enough to tell strength from circles.", "meta", False)
    cyclic = f"{100 * value:.0f} % (95 % interval {100 * low:.0f} – {100 * high:.0f})"
    if meta.proven:
        names = [meta.shown(name) for name in meta.circles[0].names]
        legs = [percent(*leg) for leg in meta.circles[0].legs]
        ring = ", ".join(
            f"{a} beats {b} {leg} %"
            for a, b, leg in zip(names, [*names[1:], names[0]], legs, strict=True)
        )
        return Claim(
            f"Who beats whom goes round in circles: {ring}. Circles make {cyclic} of the variance "
            "between matchups.",
            "meta",
            True,
        )
    return Claim(
        f"Rock-paper-scissors is not proven; circles make {cyclic} of the variance between "
        "matchups.",
        "meta",
        False,
    )


def _tempo(summary: Summary, shape: Shape) -> Iterator[Claim]:
    mean = amount(shape.mean, shape.mean_low, shape.mean_high)
    p5, p95 = summary.length["p5"], summary.length["p95"]
    top = shape.endings.row(0, named=True)
    yield Claim(
        f"A game lasts {mean} {shape.unit} on average, {p5} to {p95} in nine of ten. "
        f"{percent(top['share'], top['low'], top['high'])} % end this way: {top['name']}.",
        "length",
        True,
    )


def _and(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _plural(word: str, number: int) -> str:
    if number == 1:
        return word
    return f"{word[:-1]}ies" if word.endswith("y") else f"{word}s"
