"""Lines between tiles: attacks with their wounds, nets that hold, links that work, and the fallen.

Kinds differ in shape as well as in colour, so that nothing is told by colour alone.
"""

from __future__ import annotations

from math import hypot

from reports.drawing import SIZE, centre, lettering
from reports.style import INK, PAPER
from sim.board import Picture, Stroke

HIT, HELP, HOLD = "#b3122a", "#1d6b34", "#3b3320"
NAMES = {
    "melee": "blow, wounds",
    "ranged": "shot, wounds",
    "gauss": "gauss shot, wounds",
    "blast": "explosion, wounds",
    "medic": "medic takes the hit",
    "net": "net holds",
    "link": "link works",
}
# colour, width, dashes
_LOOKS = {
    "melee": (HIT, 5.0, ""),
    "ranged": (HIT, 2.6, ""),
    "gauss": (HIT, 2.6, ""),
    "blast": (HIT, 4.0, "3 4"),
    "medic": (HELP, 3.0, "6 4"),
    "net": (HOLD, 8.0, "2.4 3.2"),
    "link": (HELP, 2.6, ""),
}
_ATTACKS = ("melee", "ranged", "gauss", "blast")
_FALLEN = f"M{-0.55 * SIZE:.1f} {-0.42 * SIZE:.1f}L{0.55 * SIZE:.1f} {0.42 * SIZE:.1f}"
_FALLEN += f"M{0.55 * SIZE:.1f} {-0.42 * SIZE:.1f}L{-0.55 * SIZE:.1f} {0.42 * SIZE:.1f}"


def cross() -> str:
    """Return the mark of a tile that leaves the board, around the origin."""
    return "".join(
        f'<path d="{_FALLEN}" stroke="{colour}" stroke-width="{broad}" stroke-opacity="{dense}" '
        'stroke-linecap="round" fill="none"/>'
        for colour, broad, dense in ((PAPER, 13, 0.9), (HIT, 7, 0.55))
    )


def drawn(picture: Picture) -> list[str]:
    """Return every stroke, in the order of the picture."""
    return [_stroke(stroke) for stroke in picture.strokes if stroke.start != stroke.end]


def legend(picture: Picture) -> list[tuple[str, str]]:
    """Return a sample and the name of every kind of stroke in use, and of the fallen."""
    used = {stroke.kind for stroke in picture.strokes}
    items = [(_sample(kind), name) for kind, name in NAMES.items() if kind in used]
    if any(piece.fallen for piece in picture.pieces):
        items.append((f'<g transform="scale(0.2)">{cross()}</g>', "leaves after this phase"))
    return items


def _sample(kind: str) -> str:
    text = "1" if kind in _ATTACKS else ""
    return _line(kind, (-12.0, 0.0), (8.0, 0.0), text, small=True)


def _stroke(stroke: Stroke) -> str:
    (x0, y0), (x1, y1) = centre(stroke.start), centre(stroke.end)
    length = hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    # Attacks keep to their right, so that two tiles which hit each other show two arrows; nets lie
    # on the left and links in the middle, both only across the edge between two neighbours.
    if stroke.kind in _ATTACKS:
        aside, tail, tip = 0.2, 0.5, 0.52
    elif stroke.kind == "net":
        aside, tail, tip = -0.26, 0.62, 0.62
    elif stroke.kind == "medic":
        aside, tail, tip = -0.1, 0.6, 0.6
    else:
        aside, tail, tip = 0.0, 0.74, 0.74
    aside, tail, tip = aside * SIZE, tail * SIZE, tip * SIZE
    start = (x0 - dy * aside + dx * tail, y0 + dx * aside + dy * tail)
    end = (x1 - dy * aside - dx * tip, y1 + dx * aside - dy * tip)
    return _line(stroke.kind, start, end, stroke.text)


def _line(
    kind: str, start: tuple[float, float], end: tuple[float, float], text: str, small: bool = False
) -> str:
    colour, broad, dashes = _LOOKS.get(kind, (INK, 2.0, ""))
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    head = 0.0 if kind in ("net", "link") else 8.0 if small else 12.0
    neck = (x1 - dx * head, y1 - dy * head)
    path = f"M{x0:.2f} {y0:.2f}L{neck[0]:.2f} {neck[1]:.2f}"
    if kind == "gauss":
        path = "".join(
            f"M{x0 - dy * s:.2f} {y0 + dx * s:.2f}L{neck[0] - dy * s:.2f} {neck[1] + dx * s:.2f}"
            for s in (-2.6, 2.6)
        )
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    rim = broad + 4.0 if kind != "gauss" else 11.0
    parts = [
        f'<path d="{path}" stroke="{PAPER}" stroke-width="{rim:g}" fill="none"/>',
        f'<path d="{path}" stroke="{colour}" stroke-width="{broad:g}" fill="none"{dash}/>',
    ]
    if head:
        half = 0.62 * head
        tip = (
            f"M{x1:.2f} {y1:.2f}L{neck[0] - dy * half:.2f} {neck[1] + dx * half:.2f}"
            f"L{neck[0] + dy * half:.2f} {neck[1] - dx * half:.2f}Z"
        )
        parts.append(f'<path d="{tip}" fill="{colour}" stroke="{PAPER}" stroke-width="1.2"/>')
    if kind == "link":
        parts += [_dot(start, 2.6, PAPER, colour), _dot(end, 4.6, colour, PAPER)]
    if kind == "net":
        parts.append(_dot(end, 5.0, PAPER, colour))
    if text:
        radius = 6.5 if small else 9.0
        parts.append(_dot(start, radius, colour, PAPER))
        parts.append(lettering(text, start, 1.2 * radius, PAPER, bold=True))
    return "".join(parts)


def _dot(at: tuple[float, float], radius: float, fill: str, rim: str) -> str:
    return (
        f'<circle cx="{at[0]:.2f}" cy="{at[1]:.2f}" r="{radius:g}" fill="{fill}" '
        f'stroke="{rim}" stroke-width="1.5"/>'
    )
