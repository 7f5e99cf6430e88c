"""The facts of a run in single lines: title, seats, length, endings, sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from analysis.summary import Summary
from analysis.words import count, percent, points

_PATHS = 3  # reconstructed figures named in a line; more are counted by kind


def title(summary: Summary) -> str:
    """Return game, games, seed and policies."""
    games = f"{count(summary.games)} games"
    if summary.until is None and summary.games < summary.requested:
        games = f"{count(summary.games)} of {count(summary.requested)} games"
    policies = " and ".join(summary.policies)
    variants = "".join(f" · {name}" for name in summary.variants)
    return f"{summary.title} · {games} · seed {summary.seed} · {policies}{variants}"


def precision(summary: Summary) -> str:
    """Return whether the precision asked for was reached; empty where none was."""
    if summary.until is None:
        return ""
    reached = "reached" if summary.precise else "NOT reached"
    return (
        f"± {100 * summary.until:g} points {reached}; the intervals are confidence sequences, "
        "which hold although the run chose its own end"
    )


def seats(summary: Summary) -> str:
    """Return the score of each seat and what going first is worth."""
    scores = ", ".join(
        f"{row['seat']}: {percent(row['score'], row['low'], row['high'])} %"
        for row in summary.seats.iter_rows(named=True)
    )
    return f"{scores}; {summary.first_seat}: {points(*summary.first_player)} points"


def length(summary: Summary) -> str:
    """Return how long games last."""
    unit, median = summary.length["unit"], summary.length["median"]
    p5, p95 = summary.length["p5"], summary.length["p95"]
    return f"{median} {unit} (median), {p5} to {p95} for nine games in ten"


def endings(summary: Summary) -> str:
    """Return how games end, most frequent first."""
    total = sum(summary.endings.values())
    found = sorted(summary.endings.items(), key=lambda item: -item[1])
    return ", ".join(f"{name} {_part(number, total)}" for name, number in found if number)


def provenance(summary: Summary) -> str:
    """Return how many figures come from where, and which are reconstructed."""
    total = sum(summary.provenance.values())
    parts = ", ".join(f"{count(n)} {source}" for source, n in summary.provenance.items() if n)
    if not total:
        return "no figures"
    return f"{count(total)} figures: {parts}{_named(summary)}"


def rests_on(provenance: Mapping[str, int]) -> str:
    """Return the end of a footer: how many figures are reconstructed, if any are."""
    number = provenance.get("reconstructed", 0)
    if not number:
        return ""
    verb = "is" if number == 1 else "are"
    return f". {count(number)} of {count(sum(provenance.values()))} figures {verb} reconstructed"


def reconstructed(summary: Summary) -> str:
    """Return the warning that a figure carries, empty where nothing is reconstructed."""
    number = summary.provenance.get("reconstructed", 0)
    if not number:
        return ""
    total = sum(summary.provenance.values())
    verb = "is" if number == 1 else "are"
    return f"{count(number)} of {count(total)} figures {verb} reconstructed{_named(summary)}"


def _named(summary: Summary) -> str:
    paths = summary.reconstructed
    if not paths:
        return ""
    if len(paths) <= _PATHS:
        return f" ({', '.join(paths)})"
    kinds = Counter(path.partition(".")[0] for path in paths)
    return f" ({', '.join(f'{kind} {count(n)}' for kind, n in kinds.most_common())})"


def _part(number: int, total: int) -> str:
    if number == total:
        return "100 %"
    share = min(max(100.0 * number / total, 0.1), 99.9)
    return f"{share:.1f} %"
