"""The areas of a field: axial coordinates, and which lies next to which (SA-REC-1)."""

from __future__ import annotations

from collections.abc import Sequence

# clockwise; a robot's facing is one of them
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

Area = tuple[int, int]


def areas(rows: Sequence[int]) -> list[Area]:
    """Return the areas of a field, rows from top to bottom, each from left to right."""
    half, longest = len(rows) // 2, max(rows)
    return [(q, r) for r in range(-half, half + 1) for q in range(max(0, -r), longest - max(0, r))]


def neighbours(field: Sequence[Area]) -> list[list[int]]:
    """Return, for every area, the number of the area on each side; -1 off the field."""
    number = {area: i for i, area in enumerate(field)}
    return [[number.get((q + dq, r + dr), -1) for dq, dr in DIRECTIONS] for q, r in field]


def straight(next_to: Sequence[Sequence[int]], cell: int, direction: int) -> int:
    """Return the areas straight ahead of an area, as bits."""
    found = 0
    while (cell := next_to[cell][direction]) >= 0:
        found |= 1 << cell
    return found
