"""The parts of a report as plain rows: numbers in words, and where their bars begin and end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Any

import polars as pl

from analysis.before_after import BeforeAfter, in_words
from analysis.impact import Caused, Impact
from analysis.meta import Meta
from analysis.meta import sentence as meta_sentence
from analysis.paired import SAME
from analysis.shape import Shape
from analysis.summary import Summary
from analysis.words import amount, count, interval, percent, points, share
from reports import lines
from reports.grid import grid
from reports.tones import tones

_LEAST_SPAN = 0.08  # scores this far from one half get the full colour, or further ones

Row = dict[str, Any]


@dataclass(frozen=True)
class Scale:
    """An axis from `low` to `high`; places on it are percent of its length."""

    low: float
    high: float
    mark: float  # where the line stands: the fair share, or zero

    def at(self, value: float) -> float:
        """Return where a value lies, rounded."""
        return round(100.0 * (value - self.low) / (self.high - self.low), 2)

    def bar(self, value: float, low: float, high: float) -> Row:
        """Return the places of an interval."""
        return {
            "at": self.at(value),
            "low": self.at(low),
            "wide": round(self.at(high) - self.at(low), 2),
            "mark": self.at(self.mark),
        }


def scale(ends: Iterable[float], mark: float, step: float = 0.05, floor_at: float = 0.0) -> Scale:
    """Return an axis over all ends and the mark, whose ends are round numbers."""
    every = [mark, *ends]
    low = floor(round(min(every) / step, 9)) * step
    high = ceil(round(max(every) / step, 9)) * step
    if high - low < step:
        low, high = low - step, high + step
    return Scale(max(low, floor_at), high, mark)


def matchups(summary: Summary) -> Row:
    """Return the heat map: labels, and a row of cells for each."""
    square = grid(summary)
    met = {pair: cell for pair, cell in square.cells.items() if pair[0] != pair[1]}
    span = max([_LEAST_SPAN, *(abs(cell.score - 0.5) for cell in met.values())])
    rows = []
    for i, name in enumerate(square.labels):
        cells: list[Row | None] = []
        for j, other in enumerate(square.labels):
            cell = met.get((i, j))
            if cell is None:
                cells.append(None)
                continue
            ends = (cell.score, cell.low, cell.high)
            score, _, half = percent(*ends).partition(" ± ")
            proven = "proven to be uneven" if cell.proven else "not proven to be uneven"
            cells.append(
                {
                    "score": score,
                    "half": half,
                    "proven": cell.proven,
                    "tip": f"{name} against {other}: {percent(*ends)} %, 95 % interval "
                    f"{interval(*ends)} %, {proven}",
                    **tones((cell.score - 0.5) / span),
                }
            )
        rows.append({"name": name, "cells": cells})
    return {
        "labels": list(square.labels),
        "rows": rows,
        "small": len(square.labels) > 10,
        "spent": lines.matchups(summary),
        "head": summary.is_duel,
    }


def rates(summary: Summary) -> list[Row]:
    """Return a table for each axis, best first; those of maps and modes are told place by place."""
    found = []
    for (axis,), table in summary.rates.group_by(["axis"], maintain_order=True):
        proven = set(
            summary.verdicts.filter((pl.col("axis") == axis) & pl.col("proven"))["name"].to_list()
        )
        ends = [x for key in ("low", "high") for x in table[key].to_list()]
        line = scale(ends, summary.fair)
        rows = [
            {
                "name": summary.shown(row["name"]),
                "tone": _tone(row["name"] in proven, row["score"] - summary.fair),
                **_counts(row),
                **_score(row, line),
            }
            for row in table.sort("score", descending=True, maintain_order=True).rows(named=True)
        ]
        found.append({"axis": axis, "rows": rows, "ends": _ends(line), "fair": share(summary.fair)})
    return found


def places(summary: Summary) -> list[Row]:
    """Return what each map does to every game on it, whoever plays."""
    rows = []
    for row in summary.places.iter_rows(named=True):
        ends = [100.0 * row[key] for key in ("first_player", "low", "high")]
        rows.append(
            {
                "name": summary.shown(row["map"]),
                "games": row["games"],
                "value": row["first_player"],
                "first": points(*ends),
                "tone": _held(ends[1], 0.0, ends[2]),
                "median": row["median"],
                "length": f"{row['median']} ({row['p5']} – {row['p95']})",
            }
        )
    return rows


def seats(summary: Summary) -> Row:
    """Return the score of each seat, and what going first is worth."""
    table = summary.seats
    line = scale(
        [x for key in ("low", "high") for x in table[key].to_list()], summary.fair, step=0.02
    )
    rows = [
        {
            "name": f"Seat {row['seat']}",
            "tone": _tone(
                not row["low"] <= summary.fair <= row["high"], row["score"] - summary.fair
            ),
            **_counts(row),
            **_score(row, line),
        }
        for row in table.iter_rows(named=True)
    ]
    return {
        "rows": rows,
        "ends": _ends(line),
        "fair": share(summary.fair),
        "what": summary.first_seat.capitalize(),
        "claim": lines.claim(summary),
        "first": points(*summary.first_player),
        "proven": summary.first_player.proven,
    }


def lengths(summary: Summary, shape: Shape) -> Row:
    """Return the bars of lengths and the rows of endings."""
    top = max(shape.lengths["share_high"].to_list())
    bars = [
        {
            "name": str(row["low"]) if row["low"] == row["high"] else f"{row['low']}–{row['high']}",
            "high": round(100.0 * row["share"] / top, 2),
            "from": round(100.0 * row["share_low"] / top, 2),
            "wide": round(100.0 * (row["share_high"] - row["share_low"]) / top, 2),
            "games": row["games"],
            "share": percent(row["share"], row["share_low"], row["share_high"]),
        }
        for row in shape.lengths.iter_rows(named=True)
    ]
    line = Scale(0.0, 1.0, 0.0)
    return {
        "unit": shape.unit,
        "mean": amount(shape.mean, shape.mean_low, shape.mean_high),
        "about": lines.length(summary),
        "bars": bars,
        "first": bars[0]["name"],
        "last": bars[-1]["name"],
        "endings": [
            {
                "name": row["name"],
                "games": row["games"],
                "value": row["share"],
                "score": percent(row["share"], row["low"], row["high"]),
                "bar": line.bar(row["share"], row["low"], row["high"]),
            }
            for row in shape.endings.iter_rows(named=True)
        ],
    }


def tallies(summary: Summary) -> list[Row]:
    """Return a table for each group of counts: a row for each side, a column for each count."""
    found = []
    for (group,), table in summary.tallies.group_by(["group"], maintain_order=True):
        columns = list(dict.fromkeys(table["name"].to_list()))
        rows = []
        for (side,), mine in table.group_by(["side"], maintain_order=True):
            values = {
                row["name"]: {
                    "value": row["mean"],
                    "text": amount(row["mean"], row["low"], row["high"]),
                }
                for row in mine.iter_rows(named=True)
            }
            rows.append({"name": summary.shown(str(side)), "cells": [values[c] for c in columns]})
        found.append({"group": group, "columns": columns, "rows": rows})
    return found


def holdings(summary: Summary) -> list[Row]:
    """Return what those scored who had something, a table for each thing and way of having it."""
    found = []
    keys = ["thing", "when"]
    for (thing, when), table in summary.holdings.group_by(keys, maintain_order=True):
        known = table.drop_nulls(["score", "low", "high"]).filter(pl.col("seats") > 0)
        if known.is_empty():
            continue
        ends = [x for key in ("low", "high") for x in known[key].to_list()]
        line = scale(ends, summary.fair)
        rows = [
            {
                "name": row["name"],
                "seats": row["seats"],
                "tone": _tone(False, 0.0),
                **_score(row, line),
            }
            for row in known.sort("score", descending=True, maintain_order=True).rows(named=True)
        ]
        found.append(
            {
                "thing": thing,
                "when": when,
                "rows": rows,
                "ends": _ends(line),
                "fair": share(summary.fair),
            }
        )
    return found


def pieces(found: Impact) -> Row:
    """Return what one copy of each piece is worth, by side."""
    ends = [
        -x
        for side in found.sides
        for each in side.pieces
        if each.blank is not None
        for x in (each.blank.low, each.blank.high)
    ]
    line = scale(ends, 0.0, step=0.01, floor_at=-1.0)
    sides = []
    for side in found.sides:
        rows = []
        for each in side.pieces:
            blank, seen = each.blank, each.observed
            row: Row = {
                "name": each.piece.name,
                "copies": each.piece.copies,
                "value": 0.0 if blank is None else -blank.difference,
                "worth": "–" if blank is None else _worth(blank, -1.0),
                "tone": "even" if blank is None else _tone(blank.proven, -blank.difference),
                "bar": None
                if blank is None
                else line.bar(-blank.difference, -blank.high, -blank.low),
                "more_value": 0.0 if each.more is None else each.more.difference,
                "more": "–" if each.more is None else _worth(each.more, 1.0),
                "seen_value": seen.improvement or 0.0,
                "seen": "too few"
                if seen.improvement is None or seen.low is None or seen.high is None
                else points(*(100.0 * x for x in (seen.improvement, seen.low, seen.high))),
            }
            rows.append(row)
        score = percent(side.score, side.low, side.high)
        sides.append({"name": side.name, "score": score, "rows": rows})
    return {
        "piece": found.piece,
        "games": count(found.games),
        "sides": sides,
        "ends": _ends(line, ""),
    }


def strengths(found: Meta) -> Row:
    """Return how strong each side is, the mix that nobody beats, and the circles."""
    table = found.strengths
    ends = [x for key in ("score_low", "score_high") for x in table[key].to_list()]
    line = scale(ends, 0.5)
    rows = [
        {
            "name": found.shown(row["name"]),
            "tone": _held(row["score_low"], 0.5, row["score_high"]),
            "value": row["strength"],
            "strength": points(*(row[f"strength{end}"] for end in ("", "_low", "_high"))),
            "score": percent(*(row[f"score{end}"] for end in ("", "_low", "_high"))),
            "bar": line.bar(row["score"], row["score_low"], row["score_high"]),
            "nash_value": row["nash"],
            "nash": f"{100 * row['nash']:.0f}",
            "nash_ends": f"{100 * row['nash_low']:.0f} – {100 * row['nash_high']:.0f}",
        }
        for row in table.iter_rows(named=True)
    ]
    circles = [
        {
            "proven": circle.proven,
            "legs": [
                f"{found.shown(a)} – {found.shown(b)} {percent(*leg)} %"
                for a, b, leg in zip(
                    circle.names, (*circle.names[1:], circle.names[0]), circle.legs, strict=True
                )
            ],
        }
        for circle in found.circles[:3]
    ]
    return {
        "rows": rows,
        "ends": _ends(line),
        "sentence": meta_sentence(found),
        "circles": circles,
    }


def change(found: BeforeAfter) -> Row:
    """Return what moved between two runs: sides, then matchups."""
    tables = []
    for (axis,), table in found.sides.group_by(["axis"], maintain_order=True):
        named = [(found.shown(row["name"]), row) for row in table.iter_rows(named=True)]
        tables.append(_moved(str(axis), named))
    pairs = []
    for row in found.matchups.iter_rows(named=True):
        who = [
            found.shown(row[x]) + (f" ({row[f'policy_{x}']})" if _policies(found) else "")
            for x in "ab"
        ]
        pairs.append((" v ".join(who), row))
    if len(pairs) > 1:
        tables.append(_moved("matchup", pairs))
    return {
        "names": found.names,
        "on": in_words(found),
        "paired": found.paired,
        "same": None
        if found.same is None
        else f"{count(found.same)} of {count(min(found.games))} games went exactly alike.",
        "only": [
            f"Only in {name}: {', '.join(map(found.shown, sides))}."
            for name, sides in zip(found.names, found.only, strict=True)
            if sides
        ],
        "tables": tables,
    }


def _policies(found: BeforeAfter) -> bool:
    table = found.matchups
    return len({*table["policy_a"].to_list(), *table["policy_b"].to_list()}) > 1


def _moved(axis: str, named: Sequence[tuple[str, Mapping[str, Any]]]) -> Row:
    ends = [row[key] for _, row in named for key in ("low", "high")]
    scores = [row[key] for _, row in named for key in ("before", "after")]
    line, level = scale(ends, 0.0, step=0.02, floor_at=-1.0), scale(scores, 0.5)
    rows = []
    for name, row in named:
        proven = row["verdict"] != SAME
        rows.append(
            {
                "name": name,
                "before": f"{100 * row['before']:.1f}",
                "after": f"{100 * row['after']:.1f}",
                "from": level.at(row["before"]),
                "to": level.at(row["after"]),
                "value": row["difference"],
                "points": points(*(100.0 * row[k] for k in ("difference", "low", "high"))),
                "verdict": row["verdict"] if proven else "unproven",
                "tone": _tone(proven, row["difference"]),
                "bar": line.bar(row["difference"], row["low"], row["high"]),
                "identical": row["identical"],
            }
        )
    rows.sort(key=lambda row: -abs(row["value"]))
    return {"axis": axis, "rows": rows, "ends": _ends(line, "")}


def sources(manifest: Mapping[str, Any]) -> Row:
    """Return how many figures come from where, and what the reconstructed ones touch."""
    total = sum(manifest["provenance"].values())
    items: dict[str, list[str]] = {}
    for path in manifest["reconstructed"]:
        kind, _, rest = path.partition(".")
        key, dot, figure = rest.partition(".")
        item, word = (f"{kind}.{key}", figure) if dot else (kind, key)
        items.setdefault(item, []).append(word)
    return {
        "total": count(total),
        "kinds": [
            {"name": kind, "count": number, "wide": round(100.0 * number / max(total, 1), 2)}
            for kind, number in manifest["provenance"].items()
        ],
        "reconstructed": len(manifest["reconstructed"]),
        "items": [
            {"item": item, "figures": figures, "touches": _touches(item, manifest)}
            for item, figures in items.items()
        ],
    }


def _touches(item: str, manifest: Mapping[str, Any]) -> str:
    """Return whose results rest on a figure: a side's, a map's, everybody's."""
    kind, _, key = item.partition(".")
    playing = {side for line in manifest["lineups"] for side in line["sides"]}
    places = {line["map"] for line in manifest["lineups"]}
    names = manifest["names"]
    if key and key in playing | places:
        return f"{names[key]} only"
    if key in names:
        return f"nothing here: {names[key]} is not played"
    if kind == "rules" or not key:
        return "every game"
    return f"games in which {key.replace('_', ' ')} comes up"


def _counts(row: Mapping[str, Any]) -> Row:
    return {key: row[key] for key in ("games", "wins", "draws", "losses")}


def _score(row: Mapping[str, Any], line: Scale) -> Row:
    ends = (row["score"], row["low"], row["high"])
    return {
        "value": row["score"],
        "score": percent(*ends),
        "interval": interval(*ends),
        "bar": line.bar(*ends),
    }


def _worth(caused: Caused, sign: float) -> str:
    ends = sorted(100.0 * sign * x for x in (caused.low, caused.high))
    return points(100.0 * sign * caused.difference, *ends)


def _tone(proven: bool, distance: float) -> str:
    if not proven:
        return "even"
    return "ahead" if distance > 0 else "behind"


def _held(low: float, mark: float, high: float) -> str:
    """Return the tone of an interval held against a mark."""
    return "ahead" if low > mark else "behind" if high < mark else "even"


def _ends(line: Scale, unit: str = " %") -> tuple[str, str]:
    """Return what stands at both ends of an axis."""
    low, high = (f"{100.0 * x:.0f}".replace("-", "−") for x in (line.low, line.high))
    return f"{low}{unit}", f"{high}{unit}"
