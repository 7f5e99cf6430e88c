"""What all boards are drawn with: hexes, colours of owners, lettering that fits."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from math import cos, pi, sin, sqrt

from reports.style import OWNERS

SIZE = 76.0  # from the centre of a cell to its corner
_NARROW, _BROAD = set("iljtfrI.,:;'|!()[]-/ "), set("mwMW@%—…")


def centre(at: tuple[int, int]) -> tuple[float, float]:
    """Return where the middle of a cell lies, seen from the middle of the board."""
    q, r = at
    return 1.5 * SIZE * q, sqrt(3) * SIZE * (r + q / 2)


def text_length(text: str, size: float) -> float:
    """Return how long a text may become in any usual font, on the long side."""
    return size * sum(
        0.4 if c in _NARROW else 1.0 if c in _BROAD else 0.72 if c.isupper() else 0.64 for c in text
    )


def wrap(text: str, size: float, room: float) -> list[str]:
    """Return the text in lines that fit; it breaks at blanks and after hyphens."""
    lines: list[str] = []
    for word in re.findall(r"[^\s-]+-?|-", text):
        joined = word
        if lines:
            glue = "" if lines[-1].endswith("-") else " "
            joined = lines[-1] + glue + word
        if lines and text_length(joined, size) <= room:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def fit(text: str, room: float, sizes: Sequence[float], most: int) -> tuple[float, list[str]]:
    """Return the largest size at which the text fits into so many lines, and those lines."""
    for size in sizes:
        lines = wrap(text, size, room)
        if len(lines) <= most and all(text_length(line, size) <= room for line in lines):
            return size, lines
    size = sizes[-1]
    lines = wrap(text, size, room)
    kept = lines[:most]
    if len(lines) > most:
        kept[-1] += "…"
    return size, [_shorten(line, size, room) for line in kept]


def _shorten(line: str, size: float, room: float) -> str:
    if text_length(line, size) <= room:
        return line
    line = line.rstrip("…")
    while line and text_length(line + "…", size) > room:
        line = line[:-1]
    return line.rstrip() + "…"


def hexagon(radius: float) -> str:
    """Return the corners of a hex around the origin."""
    corners = [(radius * cos(pi / 3 * i), radius * sin(pi / 3 * i)) for i in range(6)]
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)


def lettering(
    text: str,
    at: tuple[float, float],
    size: float,
    ink: str,
    bold: bool = False,
    anchor: str = "middle",
    rim: str = "",
) -> str:
    """Return a line of text whose middle height is at the point."""
    weight = ' font-weight="bold"' if bold else ""
    place = (
        f'x="{at[0]:.2f}" y="{at[1] + 0.36 * size:.2f}" font-size="{size:g}" '
        f'text-anchor="{anchor}"{weight}'
    )
    shown = escape(text)
    # Not every viewer knows paint-order, so the rim is a text of its own below the other.
    edge = (
        f'<text {place} fill="{rim}" stroke="{rim}" stroke-width="3.5" stroke-linejoin="round" '
        f'aria-hidden="true">{shown}</text>'
    )
    return (edge if rim else "") + f'<text {place} fill="{ink}">{shown}</text>'


def owner_colour(owner: int) -> str:
    """Return the colour of an owner."""
    return OWNERS[owner % len(OWNERS)]


def tint(colour: str) -> str:
    """Return a light shade of a colour, fit to write on."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * 0.2):02x}" for part in parts)
