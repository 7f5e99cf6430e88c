"""Where two tellings of one game part."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sim.board import Picture
from sim.game import Step
from sim.plan import Plan


@dataclass(frozen=True)
class Divergence:
    """One game under two rule sets, from the first line in which they differ.

    `heading` and `shared` are the step in which they part and its lines up to there, `picture`
    the last board that both saw; `before` and `after` begin with the rest of that step.
    """

    game: int
    seats: tuple[str, ...]
    heading: str
    shared: tuple[str, ...]
    picture: Picture | None
    before: tuple[Step, ...]
    after: tuple[Step, ...]
    scores: tuple[tuple[float, ...], tuple[float, ...]]

    def to_json(self) -> dict[str, Any]:
        """Return it as plain data."""

        def told(steps: Sequence[Step]) -> list[dict[str, Any]]:
            return [{"heading": step.heading, "lines": list(step.lines)} for step in steps]

        return {
            "game": self.game,
            "sides": list(self.seats),
            "heading": self.heading,
            "shared": list(self.shared),
            "before": {"steps": told(self.before), "score": list(self.scores[0])},
            "after": {"steps": told(self.after), "score": list(self.scores[1])},
        }


def divergence(
    before: Plan, after: Plan, game: int, scores: tuple[tuple[float, ...], tuple[float, ...]]
) -> Divergence:
    """Replay a game under both rule sets and return where it parts."""
    batch = before.batch(game, 1)
    lineup = before.lineups[int(batch.lineup[0])]
    seats = tuple(lineup.sides[int(player)] for player in batch.seat_player[0])
    one = before.game.replay(before.data, batch)
    other = after.game.replay(after.data, after.batch(game, 1))
    step, line = parting(one, other)
    at = one[step] if step < len(one) else one[-1]
    seen = [s.picture for s in one[:step] if s.picture is not None]
    return Divergence(
        game,
        seats,
        at.heading,
        at.lines[:line],
        seen[-1] if seen else None,
        _rest(one, step, line),
        _rest(other, step, line),
        scores,
    )


def parting(one: Sequence[Step], other: Sequence[Step]) -> tuple[int, int]:
    """Return step and line (from 0) of the first difference; lines that only one has differ."""
    for i, (a, b) in enumerate(zip(one, other, strict=False)):
        if a.heading != b.heading:
            return i, 0
        for j, (x, y) in enumerate(zip(a.lines, b.lines, strict=False)):
            if x != y:
                return i, j
        if len(a.lines) != len(b.lines):
            return i, min(len(a.lines), len(b.lines))
    return min(len(one), len(other)), 0


def _rest(steps: Sequence[Step], step: int, line: int) -> tuple[Step, ...]:
    if step >= len(steps):
        return ()
    first = steps[step]
    return (Step(first.heading, first.lines[line:], first.picture), *steps[step + 1 :])
