"""A game to step through: boards and words as data for the page's viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.svg import board_svg

if TYPE_CHECKING:
    from sim.library import Replay


@dataclass(frozen=True)
class Shown:
    """A replay as the viewer shows it: a key for its link, a title, why it is shown."""

    key: str
    title: str
    why: str
    replay: Replay


def viewer_data(shown: Sequence[Shown], names: Mapping[str, str]) -> dict[str, Any]:
    """Return what the viewer needs, ready for JSON.

    Boards of a game differ in a few shapes only. So every line of their SVG is stored once, and a
    board is the list of its lines.
    """
    lines: dict[str, int] = {}

    def numbers(svg: str) -> list[int]:
        return [lines.setdefault(line, len(lines)) for line in svg.strip().split("\n")]

    replays = [
        {
            "key": each.key,
            "title": each.title,
            "why": each.why,
            "about": about(each.replay, names),
            "result": result(each.replay, names),
            "steps": [
                {
                    "heading": step.heading,
                    "lines": list(step.lines),
                    "board": None if step.picture is None else numbers(board_svg(step.picture)),
                }
                for step in each.replay.steps
            ],
        }
        for each in shown
    ]
    return {"shapes": list(lines), "replays": replays}


def players(replay: Replay, names: Mapping[str, str]) -> list[str]:
    """Return who sat on each seat."""
    several = len(set(replay.lineup.policies)) > 1
    return [
        names.get(side, side) + (f" ({replay.lineup.policies[player]})" if several else "")
        for player in replay.seats
        for side in [replay.lineup.sides[player]]
    ]


def about(replay: Replay, names: Mapping[str, str]) -> str:
    """Return the number of the game, who met whom, and where."""
    place = replay.lineup.map
    where = f" on {names.get(place, place)}" if place else ""
    return f"Game {replay.row['game']:,}: {' v '.join(players(replay, names))}{where}"


def result(replay: Replay, names: Mapping[str, str]) -> str:
    """Return who won, and how it ended."""
    scores = [replay.row[f"score_{k}"] for k in range(len(replay.seats))]
    winners = [name for name, s in zip(players(replay, names), scores, strict=True) if s == 1.0]
    if winners:
        verb = "wins" if len(winners) == 1 else "win"
        return f"{' and '.join(winners)} {verb} ({replay.ending})."
    shares = ", ".join(
        f"{name} {score:g}" for name, score in zip(players(replay, names), scores, strict=True)
    )
    return f"No single winner: {shares} ({replay.ending})."
