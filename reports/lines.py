"""The facts of a run in single lines: title, seats, length, endings, sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from analysis.spent import EVEN_ENOUGH, NEAR, UNDECIDED, UNEVEN
from analysis.summary import Summary, claim_holds
from analysis.words import count, percent, points

_PATHS = 3  # reconstructed figures named in a line; more are counted by kind


def title(summary: Summary) -> str:
    """Return game, games, seed and policies."""
    games = f"{count(summary.games)} games"
    decided = summary.spent is not None and not summary.spent.verdicts[UNDECIDED]
    if summary.until is None and not decided and summary.games < summary.requested:
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


def matchups(summary: Summary) -> str:
    """Return the verdicts on all matchups and where the games went; empty where evenly."""
    if summary.spent is None:
        return ""
    number = summary.spent.verdicts
    total = sum(number.values())
    near = f"{100 * NEAR:g} points"
    return (
        f"of {count(total)}, {count(number[UNEVEN])} are proven uneven, "
        f"{count(number[EVEN_ENOUGH])} even to within {near}, {count(number[UNDECIDED])} are open; "
        f"the chance that any of these verdicts is wrong is at most 5 %. The first "
        f"{count(summary.spent.even)} games were played evenly and carry all other figures; the "
        "rest went to open matchups"
    )


def claim(summary: Summary) -> str:
    """Return whether the rulebook is right about the better seat; empty where it is silent."""
    if not summary.claimed_seat:
        return ""
    seat = summary.claimed_seat
    going = {1: "going first", 2: "going second"}.get(seat, f"seat {seat}")
    row = summary.seats.row(seat - 1, named=True)
    scored = f"it scores {percent(row['score'], row['low'], row['high'])} %"
    told = {
        True: f"that holds for these players: {scored}",
        False: f"that does not hold for these players: {scored}",
        None: f"these games prove neither that nor the contrary: {scored}",
    }
    return f"calls {going} the better choice; {told[claim_holds(summary)]}"


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
