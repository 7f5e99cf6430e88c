"""The signs on the sides of a tile, drawn with our own shapes.

Every sign is drawn as if its side were the upper one, with the edge at y = 0 and the tile below
it (y grows downwards); `side_group` turns it to where it belongs.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.board import Mark

ORDER = ("melee", "ranged", "gauss", "net", "link", "armour")
_WIDTH = {"melee": 15.0, "ranged": 10.0, "gauss": 13.0, "net": 30.0, "link": 17.0}
_GAP = 3.0
_ARMOUR = 8.0  # how far armour pushes the other signs inwards
METAL = "#3b4048"


def side_group(marks: Sequence[Mark], side: int, apothem: float, room: float, ink: str) -> str:
    """Return the signs of one side of a tile, turned to that side; empty if it has none."""
    here = sorted((m for m in marks if m.side == side), key=lambda m: _rank(m.kind))
    if not here:
        return ""
    armoured = any(mark.kind == "armour" for mark in here)
    inner = [mark for mark in here if mark.kind != "armour"]
    parts = [_armour(room)] if armoured else []
    total = sum(_extent(mark) for mark in inner) + _GAP * max(0, len(inner) - 1)
    scale = min(1.0, (room - (12.0 if armoured else 4.0)) / total) if total else 1.0
    x = -total / 2
    drawn = []
    for mark in inner:
        drawn.append(_shift(x + _extent(mark) / 2, _symbol(mark, ink)))
        x += _extent(mark) + _GAP
    if drawn:
        down = _ARMOUR if armoured else 0.0
        squeeze = 0.8 if armoured else 1.0
        parts.append(
            f'<g transform="translate(0 {down:g}) scale({scale:.3g} {squeeze:g})">'
            + "".join(drawn)
            + "</g>"
        )
    turn = f"rotate({60 * side}) translate(0 {-apothem:.2f})"
    return f'<g transform="{turn}">{"".join(parts)}</g>'


def symbol(kind: str, ink: str) -> str:
    """Return one sign by itself, for the legend, about 18 high from y = 0 down."""
    if kind == "armour":
        return f'<g transform="translate(0 5)">{_armour(22.0)}</g>'
    down, scale = {
        "melee": (1.5, 1.0),
        "ranged": (0.0, 0.78),
        "gauss": (0.0, 0.78),
        "net": (4.5, 0.75),
        "link": (5.0, 1.0),
    }.get(kind, (3.0, 1.0))
    drawn = _symbol(Mark(kind, 0), ink)
    return f'<g transform="translate(0 {down:g}) scale({scale:g})">{drawn}</g>'


def hatching(name: str, ink: str) -> str:
    """Return the definition of the hatching that nets are filled with."""
    return (
        f'<pattern id="{name}" width="4" height="4" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><path d="M0 0H4M0 0V4" stroke="{ink}" '
        f'stroke-width="1.5"/></pattern>'
    )


def hatch_name(ink: str) -> str:
    """Return the id of the hatching in a colour."""
    return f"hatch-{ink.removeprefix('#')}"


def _rank(kind: str) -> int:
    return ORDER.index(kind) if kind in ORDER else len(ORDER)


def _extent(mark: Mark) -> float:
    """Return how wide a sign is along its side; attacks are drawn once per point of strength."""
    times = max(1, mark.strength) if mark.kind in ("melee", "ranged") else 1
    return _WIDTH.get(mark.kind, 8.0) * times


def _symbol(mark: Mark, ink: str) -> str:
    if mark.kind in ("melee", "ranged"):
        width = _WIDTH[mark.kind]
        times = max(1, mark.strength)
        shape = _melee(ink) if mark.kind == "melee" else _ranged(ink)
        return "".join(_shift((i - (times - 1) / 2) * width, shape) for i in range(times))
    if mark.kind == "gauss":
        return (
            f'<path d="M-3.2 23V6M3.2 23V6" stroke="{ink}" stroke-width="3" fill="none"/>'
            f'<path d="M-7.5 7.5L0 0.5L7.5 7.5Z" fill="{ink}"/>'
        )
    if mark.kind == "net":
        return (
            f'<path d="M-14 1A14 14 0 0 0 14 1Z" fill="url(#{hatch_name(ink)})" '
            f'stroke="{ink}" stroke-width="2"/>'
        )
    if mark.kind == "link":
        return f'<path d="M-8 1A8 8 0 0 0 8 1Z" fill="{ink}"/>'
    return f'<circle cy="6" r="3.5" fill="none" stroke="{ink}" stroke-width="1.5"/>'


def _melee(ink: str) -> str:
    return f'<path d="M-7 15L0 1L7 15Z" fill="{ink}"/>'


def _ranged(ink: str) -> str:
    return f'<path d="M-4.5 24L0 0.5L4.5 24L0 19.5Z" fill="{ink}"/>'


def _armour(room: float) -> str:
    half = room / 2
    return f'<path d="M{-half:.3g} 4H{half:.3g}" stroke="{METAL}" stroke-width="5.5"/>'


def _shift(x: float, shape: str) -> str:
    return f'<g transform="translate({x:.4g} 0)">{shape}</g>' if x else shape
