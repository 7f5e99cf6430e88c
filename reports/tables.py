"""The result of a run in the terminal; reads the same in a pipe, only without colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl
from rich.cells import cell_len, set_cell_size
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from analysis.circumstances import SCORE
from analysis.summary import Summary, sentence
from analysis.words import amount, change, count, interval, margin, percent, points
from reports import lines
from reports.grid import Cell, Grid, grid
from reports.wrap import wrapped as _wrapped

# Blue and orange are told apart by everybody; red and green are not.
FAVOURED, WEAK, UNPROVEN = "bold blue", "bold dark_orange", ""
_FULL = len("100.0 ± 0.0") + 2
_SHORT = len("100+") + 1
_BEST, _WORST = 15, 10  # rows of a long table that are shown


def render(summary: Summary, console: Console) -> None:
    """Print everything a run has to say."""
    console.print(report(summary, console.width), highlight=False)


def report(summary: Summary, width: int = 80) -> RenderableType:
    """Return the whole report of a run, no wider than asked."""
    parts: list[RenderableType] = [Text(lines.title(summary), style="bold"), Text()]
    for axis in summary.rates["axis"].unique(maintain_order=True):
        parts += [rates_table(summary, axis, width), Text()]
    if summary.places.height:
        parts += [places_table(summary), Text()]
    parts += [matchup_grid(summary, width), Text()]
    for group in summary.tallies["group"].unique(maintain_order=True):
        parts += [*tally_tables(summary, group, width), Text()]
    # What every seat had scores the fair share, whatever it is.
    everyone = summary.games * len(summary.teams)
    had = summary.holdings.filter(pl.col("seats").is_between(1, everyone - 1))
    for thing in had["thing"].unique(maintain_order=True):
        parts += [*holding_table(summary, thing, width), Text()]
    for group in summary.circumstances["group"].unique(maintain_order=True):
        parts += [*circumstance_tables(summary, group, width), Text()]
    parts += [facts(summary, width), Text()]
    parts.append(Text(_wrapped(sentence(summary), width), style="bold"))
    return Group(*parts)


def rates_table(summary: Summary, axis: str, width: int = 80) -> Table:
    """Return score, interval, games, wins, draws and losses of one axis, best first; map by map
    where it tells maps apart.

    Where the width does not suffice, the interval (which the ± says too) goes first, then the
    ends of names.
    """
    rows = (
        summary.rates.filter(pl.col("axis") == axis)
        .with_columns(place=pl.col("name").str.extract(" @ (.*)$"))
        .with_columns(place=pl.col("place").rank("dense").fill_null(0))
        .sort("place", "score", descending=[False, True], maintain_order=True)
        .rows(named=True)
    )
    columns = {
        "Score %": [percent(row["score"], row["low"], row["high"]) for row in rows],
        "95 % interval": [interval(row["score"], row["low"], row["high"]) for row in rows],
        **{
            word.capitalize(): [count(row[word]) for row in rows]
            for word in ("games", "wins", "draws", "losses")
        },
    }
    names = [summary.shown(row["name"]) for row in rows]
    longest = max(cell_len(name) for name in (axis, *names))
    if longest + 2 + _width(columns) > width:
        del columns["95 % interval"]
    room = max(8, width - 2 - _width(columns))
    table = _table(axis.capitalize())
    for heading in columns:
        table.add_column(heading, justify="right", no_wrap=True)
    proven = set(summary.verdicts.filter((pl.col("axis") == axis) & pl.col("proven"))["name"])
    for i, row in enumerate(rows):
        style = UNPROVEN
        if row["name"] in proven:
            style = FAVOURED if row["score"] > summary.fair else WEAK
        score, *rest = (texts[i] for texts in columns.values())
        table.add_row(_name(names[i], room), Text(score, style=style), *rest)
    return table


def places_table(summary: Summary) -> Table:
    """Return what going first is worth on each map, and how long games last there."""
    unit = summary.length["unit"]
    table = _table("All games by map")
    for head in ("Going first, points", f"Median {unit}", "Nine in ten", "Games"):
        table.add_column(head, justify="right", no_wrap=True)
    for row in summary.places.iter_rows(named=True):
        worth = points(*(100 * row[key] for key in ("first_player", "low", "high")))
        table.add_row(
            Text(summary.shown(row["map"])),
            worth,
            str(row["median"]),
            f"{row['p5']} to {row['p95']}",
            count(row["games"]),
        )
    return table


def matchup_grid(summary: Summary, width: int = 80) -> RenderableType:
    """Return who beats whom: scores with their ± where they fit, else whole percents."""
    square = grid(summary)
    if 2 * len(square.cells) < len(square.labels) * (len(square.labels) - 1):
        return _pairs(square)
    head = "Row against column, score in %"
    label = max(cell_len(name) for name in square.labels) + 2
    column = max(_FULL, *(cell_len(name) + 2 for name in square.labels))
    if label + column * len(square.labels) <= width:
        return Group(Text(head), _full(square))
    widest = max(margin(c.score, c.low, c.high) for c in square.cells.values())
    note = f"{head}, at most ± {100 * widest:.1f}; + and − are proven"
    label = min(label, 20) + 3
    fit = max(1, (width - label) // _SHORT)
    blocks = [
        _short(square, range(start, min(start + fit, len(square.labels))), label)
        for start in range(0, len(square.labels), fit)
    ]
    return Group(Text(_wrapped(note, width)), *blocks)


def holding_table(summary: Summary, thing: str, width: int = 80) -> list[RenderableType]:
    """Return how seats scored that had a thing, best first; of a long list only both ends."""
    held = summary.holdings.filter(pl.col("thing") == thing)
    uses = held["when"].unique(maintain_order=True).to_list()
    first = held.filter((pl.col("when") == uses[0]) & (pl.col("seats") > 0))
    ranked = first.sort("score", descending=True, maintain_order=True)["name"].to_list()
    cells = {
        (row["name"], row["when"]): percent(row["score"], row["low"], row["high"])
        for row in held.iter_rows(named=True)
        if row["low"] is not None
    }
    table = _table(thing.capitalize())
    for use in uses:
        table.add_column(Text(use), justify="right", no_wrap=True)
    room = max(8, width - 2 - 14 * len(uses))
    left_out = len(ranked) - _BEST - _WORST
    for place, name in enumerate(ranked):
        if left_out > 1 and place == _BEST:
            table.add_row(Text(f"… {left_out} more", style="dim"))
        if left_out <= 1 or not _BEST <= place < len(ranked) - _WORST:
            table.add_row(_name(name, room), *[cells.get((name, use), "") for use in uses])
    head = f"Score in % by {thing}, over all who had it; seen, not proven to be its doing"
    return [Text(_wrapped(head, width)), table]


def circumstance_tables(summary: Summary, group: str, width: int = 80) -> list[RenderableType]:
    """Return what a circumstance changes: the score of each side in points, then what seats count;
    without the ± where it does not fit, and then with a sign where the change is proven."""
    mine = summary.circumstances.filter(pl.col("group") == group)
    thing, about = mine["thing"][0], mine["about"][0]
    if mine["difference"].null_count() == mine.height:
        return [Text(f"{group}: too few games to tell what it changes")]
    parts: list[RenderableType] = []
    for is_score, what in ((True, "change of score in points"), (False, "change per fighter")):
        rows = mine.filter((pl.col("outcome") == SCORE) == is_score)
        if not rows.height:
            continue
        what = what.replace("fighter", summary.side)
        key, scale = ("of", 100.0) if is_score else ("outcome", 1.0)
        columns: dict[str, list[str]] = {}
        widest = 0.0
        for row in rows.iter_rows(named=True):
            text = "–"
            if row["difference"] is not None:
                score, low, high = (scale * row[end] for end in ("difference", "low", "high"))
                widest = max(widest, margin(score, low, high))
                text = (points if is_score else change)(score, low, high)
                text += " " if not row["proven"] else "+" if row["difference"] > 0 else "−"
            columns.setdefault(summary.shown(row[key]), []).append(text)
        names = rows["name"].unique(maintain_order=True).to_list()
        label = max(cell_len(name) for name in (*names, thing)) + 2
        head = f"{group}, {what}: a {thing} {about}"
        if label + _width(columns) > width:
            digits = 1 if is_score else 2
            head += f"; at most ± {widest:.{digits}f}, + and − are proven"
            columns = {
                name: [text.partition(" ± ")[0] + text[-1:].replace("–", "") for text in texts]
                for name, texts in columns.items()
            }
        parts.append(Text(_wrapped(head, width)))
        parts += _blocks(
            mine["thing"][0].capitalize(), names, columns, min(label, width // 2), width
        )
    return parts


def tally_tables(summary: Summary, group: str, width: int = 80) -> list[RenderableType]:
    """Return what each side counts per game, with the ± where that fits, in as many tables as the
    width asks for."""
    rows = summary.tallies.filter(pl.col("group") == group)
    sides = rows["side"].unique(maintain_order=True).to_list()
    columns = {
        name: [amount(*row) for row in mine.select("mean", "low", "high").iter_rows()]
        for (name,), mine in rows.group_by(["name"], maintain_order=True)
    }
    head = f"{group}, mean per game"
    label = max(cell_len(summary.shown(side)) for side in (*sides, summary.side)) + 2
    if label + _width(columns) > width:
        ends = rows.select(pl.col("high") - pl.col("mean")).max().item()
        head += "" if ends is None else f", at most ± {ends:.2f}"
        columns = {name: [t.partition(" ± ")[0] for t in texts] for name, texts in columns.items()}
    shown = [summary.shown(side) for side in sides]
    blocks = _blocks(summary.side.capitalize(), shown, columns, min(label, width // 2), width)
    return [Text(_wrapped(head, width)), *blocks]


def _blocks(
    first: str, rows: Sequence[str], columns: Mapping[str, Sequence[str]], label: int, width: int
) -> list[Table]:
    """Return columns under their headings, in as many tables as the width asks for."""
    tables = []
    names = list(columns)
    while names:
        fit = len(names)
        while fit > 1 and label + _width({name: columns[name] for name in names[:fit]}) > width:
            fit -= 1
        block, names = names[:fit], names[fit:]
        table = _table(first)
        for name in block:
            table.add_column(Text(name), justify="right", no_wrap=True)
        for i, row in enumerate(rows):
            table.add_row(_name(row, label - 2), *[columns[name][i] for name in block])
        tables.append(table)
    return tables


def facts(summary: Summary, width: int = 80) -> RenderableType:
    """Return seats, length, endings and sources, one line each."""
    told = {
        **({"Map": summary.shown(summary.maps[0])} if len(summary.maps) == 1 else {}),
        "Seats": lines.seats(summary),
        "Length": lines.length(summary),
        "Endings": lines.endings(summary),
        "Sources": lines.provenance(summary),
    }
    if summary.until is not None:
        told["Precision"] = lines.precision(summary)
    if summary.spent is not None:
        told["Matchups"] = lines.matchups(summary)
    if summary.claimed_seat:
        told["Rulebook"] = lines.claim(summary)
    head = max(map(len, told)) + 3
    text = Text()
    for word, fact in told.items():
        indented = _wrapped(fact, width - head).replace("\n", "\n" + " " * head)
        text.append(f"{' ' + word:<{head}}", style="dim").append(indented + "\n")
    text.rstrip()
    return text


def _pairs(square: Grid) -> Table:
    """Return the matchups as a list, where most squares would be empty: the stronger side first."""
    table = _table("Matchup")
    table.add_column("Score %", justify="right", no_wrap=True)
    for (i, j), cell in sorted(square.cells.items(), key=lambda item: -item[1].score):
        if i < j:
            first, second = (i, j) if cell.score >= 0.5 else (j, i)
            names = f"{square.labels[first]} v {square.labels[second]}"
            table.add_row(Text(names), _cell(square.cells[first, second], precise=True))
    return table


def _full(square: Grid) -> Table:
    table = _table("")
    for name in square.labels:
        table.add_column(Text(name), justify="right", no_wrap=True)
    for i, name in enumerate(square.labels):
        row = [square.cells.get((i, j)) for j in range(len(square.labels))]
        table.add_row(Text(name), *[_cell(cell, precise=True) for cell in row])
    return table


def _short(square: Grid, columns: Sequence[int], label: int) -> Text:
    text = Text(" " * label, no_wrap=True)
    text.append("".join(f"{j + 1:>{_SHORT - 1}} " for j in columns), style="dim")
    for i, name in enumerate(square.labels):
        text.append("\n" + set_cell_size(f"{i + 1:>2} {name}", label))
        for j in columns:
            text.append(" ").append_text(_cell(square.cells.get((i, j)), precise=False))
    return text


def _cell(cell: Cell | None, precise: bool) -> Text:
    """Return a cell, coloured by who is favoured where that is proven."""
    if cell is None:
        return Text("·" if precise else "  · ", style="dim")
    style, sign = UNPROVEN, " "
    if cell.proven:
        style, sign = (FAVOURED, "+") if cell.score > 0.5 else (WEAK, "−")
    if precise:
        return Text(percent(cell.score, cell.low, cell.high), style=style)
    return Text(f"{100 * cell.score:>3.0f}{sign}", style=style)


def _width(columns: Mapping[str, Sequence[str]]) -> int:
    """Return the width of the columns with a space on either side."""
    return sum(max(len(text) for text in (head, *texts)) + 2 for head, texts in columns.items())


def _name(name: str, room: int) -> Text:
    text = Text(name)
    text.truncate(room, overflow="ellipsis")
    return text


def _table(first: str) -> Table:
    table = Table(box=None, pad_edge=True, header_style="dim", padding=(0, 1))
    table.add_column(first, no_wrap=True, overflow="ellipsis")
    return table
