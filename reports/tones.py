"""Colours of the page: how far ahead or behind, on light and on dark ground."""

from __future__ import annotations

# From far behind over level to far ahead: orange and blue, which everybody can tell apart.
_LIGHT = ("#b3520c", "#e39a52", "#f8e3c9", "#f1f2f4", "#cfe3f3", "#6faedb", "#1566a5")
_DARK = ("#f0a35c", "#a8642a", "#52381f", "#2a2f37", "#1f3c55", "#2f6fa3", "#7ebcec")


def tones(distance: float) -> dict[str, str]:
    """Return fill and ink for a distance from -1 to 1: on light ground, and on dark."""
    light, dark = _mix(_LIGHT, distance), _mix(_DARK, distance)
    return {"light": light, "light_ink": _ink(light), "dark": dark, "dark_ink": _ink(dark)}


def _mix(stops: tuple[str, ...], distance: float) -> str:
    place = (min(max(distance, -1.0), 1.0) + 1.0) / 2.0 * (len(stops) - 1)
    first = min(int(place), len(stops) - 2)
    part = place - first
    one, other = _parts(stops[first]), _parts(stops[first + 1])
    mixed = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _ink(fill: str) -> str:
    """Return black or white, whichever stands out more (WCAG); one of them always suffices."""
    light = luminance(fill)
    return "#000000" if (light + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour (WCAG 2)."""
    parts = (value / 255.0 for value in _parts(colour))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _parts(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue
