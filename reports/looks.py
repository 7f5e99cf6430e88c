"""What fields and tokens look like, drawn with our own shapes around the origin.

Looks of the ground fill about 32 by 32, signs of tokens about 18 by 18 (y grows downwards). Shapes
differ, so that nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Callable

from reports.style import INK, PAPER

# look -> fill of the field, ink of its drawing
GROUND = {
    "tower": ("#e8e3f4", "#5b4a8a"),
    "houses": ("#f7e4d2", "#95552a"),
    "mountain": ("#e6e6e8", "#63666e"),
    "trees": ("#d8ebd4", "#38703f"),
    "plain": ("#f8f4da", "#776721"),
    "cross": ("#fbe4e7", "#b03a54"),
    "swords": ("#dfe7f1", "#436088"),
    "crates": ("#f0e6d3", "#806233"),
    "reeds": ("#d4e9ea", "#23686a"),
    "bunker": ("#dedfd3", "#595b45"),
    "class_1": ("#d8ebd4", "#2f6a3b"),
    "class_2": ("#fae3c8", "#94500f"),
    "class_3": ("#eadff3", "#6a3d93"),
    "ship": ("#e3e8ee", "#3f5168"),
    "sunk": ("#e4e6e9", "#555a62"),
}
PLAIN = ("#f3f1ea", "#6b6656")
WALL = "#3b4048"
SPOILED = "#6a2c91"
PORTAL = "#7a3fa0"


def ground_colours(look: str) -> tuple[str, str]:
    """Return the fill of a field and the ink for what is drawn on it."""
    return GROUND.get(look, PLAIN)


def ground_look(look: str) -> str:
    """Return what is drawn on a field of that look; nothing where it is not known."""
    ink = ground_colours(look)[1]
    paths = _GROUND_PATHS.get(look, ())
    return "".join(_path(d, ink, filled) for d, filled in paths)


def token_sign(kind: str, ink: str, text: str = "") -> str:
    """Return the sign of a token; `text` is written on those that bear one."""
    return _SIGNS.get(kind, _disc)(ink, text)


def _path(d: str, ink: str, filled: bool) -> str:
    if filled:
        return f'<path d="{d}" fill="{ink}" fill-rule="evenodd"/>'
    return (
        f'<path d="{d}" fill="none" stroke="{ink}" stroke-width="2.2" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


_GROUND_PATHS: dict[str, tuple[tuple[str, bool], ...]] = {
    "tower": (
        ("M-6 16L-4 -4H4L6 16Z", True),
        ("M-8 -4H8L6 -9H-6Z", True),
        ("M0 -9V-15", False),
        ("M-5 -13A5 5 0 0 1 5 -13M-9.5 -13.5A9.5 9.5 0 0 1 9.5 -13.5", False),
    ),
    "houses": (
        ("M-17 2L-8 -7L1 2V15H-17Z", True),
        ("M3 6L10 -1L17 6V15H3Z", True),
    ),
    "mountain": (("M-19 15L-5 -14L2 0L8 -7L19 15ZM-8.5 -7L-5 -3L-2.5 -6L-0.5 -4L-5 -13Z", True),),
    "trees": (
        ("M-17 9L-10 -5L-3 9Z", True),
        ("M3 9L10 -5L17 9Z", True),
        ("M-8 5L0 -15L8 5Z", True),
        ("M0 5V15M-10 9V15M10 9V15", False),
    ),
    "plain": (
        ("M-15 6Q-14 0 -16 -4M-11 6V-3M-7 6Q-8 0 -5 -3", False),
        ("M4 0Q5 -6 3 -10M8 0V-9M12 0Q11 -6 14 -9", False),
        ("M1 15Q2 11 0 8M5 15V8M9 15Q8 11 11 9", False),
    ),
    "cross": (("M-5 -15H5V-5H15V5H5V15H-5V5H-15V-5H-5Z", True),),
    "swords": (
        ("M-14 -14L9 9M14 -14L-9 9", False),
        ("M4 12L12 4M-4 12L-12 4M9 9L14 14M-9 9L-14 14", False),
    ),
    "crates": (
        ("M-16 1H-1V15H-16ZM1 1H16V15H1ZM-7.5 -14H7.5V-1H-7.5Z", False),
        ("M-16 8H-1M1 8H16M-7.5 -7.5H7.5", False),
    ),
    "reeds": (
        ("M-17 9Q-12 4 -7 9T3 9T13 9T17 7M-14 15Q-9 10 -4 15T6 15T14 14", False),
        ("M-8 4V-8M0 4V-12M8 4V-7", False),
        (
            "M-10 -8A2 5 0 1 1 -6 -8A2 5 0 1 1 -10 -8ZM-2 -13A2 5 0 1 1 2 -13A2 5 0 1 1 -2 -13Z",
            True,
        ),
        ("M6 -8A2 5 0 1 1 10 -8A2 5 0 1 1 6 -8Z", True),
    ),
    "class_1": (("M0 -11V11M-5 -11H5M-5 11H5", False),),
    "class_2": (("M-4 -11V11M4 -11V11M-9 -11H9M-9 11H9", False),),
    "class_3": (("M-8 -11V11M0 -11V11M8 -11V11M-13 -11H13M-13 11H13", False),),
    "ship": (
        ("M0 -16C6 -9 6 2 5 8H-5C-6 2 -6 -9 0 -16Z", True),
        ("M-5 1L-12 10V13L-5 8ZM5 1L12 10V13L5 8ZM-3 10H3L0 16Z", True),
    ),
    "sunk": (("M-16 -3Q-11 -9 -6 -3T4 -3T14 -3M-14 6Q-9 0 -4 6T6 6T16 6", False),),
    "bunker": (
        ("M-17 13A17 17 0 0 1 17 13H9V8H-9V13Z", True),
        ("M-19 15H19", False),
    ),
}


def _beacon(ink: str, text: str) -> str:
    return (
        f'<path d="M0 -9.5L8 0L0 9.5L-8 0Z" fill="#f2b705" stroke="{INK}" stroke-width="1.6" '
        f'stroke-linejoin="round"/><circle r="2.6" fill="{INK}"/>'
    )


def _box(ink: str, text: str) -> str:
    return (
        f'<rect x="-9" y="-9" width="18" height="18" rx="2" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width="1.8"/><path d="M-9 -5.5H9" stroke="{INK}" stroke-width="1.4"/>'
        f'<text y="7.2" font-size="12.5" font-weight="bold" text-anchor="middle" '
        f'fill="{INK}">{text}</text>'
    )


def _dome(ink: str, text: str) -> str:
    return (
        f'<path d="M-10 7A10 12 0 0 1 10 7Z" fill="#bfe3f5" stroke="{INK}" stroke-width="1.6" '
        'stroke-linejoin="round"/>'
        f'<path d="M-4.5 7Q-4.5 -2 0 -5Q4.5 -2 4.5 7" fill="none" stroke="{INK}"/>'
    )


def _hideout(ink: str, text: str) -> str:
    return (
        f'<path d="M-10 8L0 -9L10 8Z" fill="{ink}" stroke="{PAPER}" stroke-width="1.2"/>'
        f'<path d="M-3.5 8L0 1L3.5 8Z" fill="{PAPER}"/>'
    )


def _trap(ink: str, text: str) -> str:
    return (
        f'<path d="M-9.5 -7L-6 1L-3 -7L0 1L3 -7L6 1L9.5 -7V8H-9.5Z" fill="{ink}" '
        f'stroke="{PAPER}" stroke-width="1.2" stroke-linejoin="round"/>'
    )


def _portal(ink: str, text: str) -> str:
    return (
        f'<ellipse rx="7" ry="9.5" fill="{PAPER}" stroke="{PORTAL}" stroke-width="2.6"/>'
        f'<ellipse rx="2.8" ry="4.8" fill="none" stroke="{PORTAL}" stroke-width="1.8"/>'
    )


def _bot(ink: str, text: str) -> str:
    return (
        f'<rect x="-9" y="-6" width="18" height="15" rx="4" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width="1.8"/><path d="M0 -6V-10" stroke="{INK}" stroke-width="1.8"/>'
        f'<circle cy="-10" r="1.8" fill="{INK}"/>'
        f'<text y="6" font-size="12" font-weight="bold" text-anchor="middle" '
        f'fill="{INK}">{text}</text>'
    )


def _search(ink: str, text: str) -> str:
    return (
        f'<path d="M2.5 3.5L8 9" stroke="{INK}" stroke-width="3" stroke-linecap="round"/>'
        f'<circle cx="-2" cy="-2" r="6" fill="{PAPER}" stroke="{INK}" stroke-width="2"/>'
    )


def _smoke(ink: str, text: str) -> str:
    return (
        '<path d="M-6 8A5 5 0 0 1 -7 -1A6 6 0 0 1 4 -5A5 5 0 0 1 8 4A4 4 0 0 1 6 8Z" '
        f'fill="{ink}" stroke="{PAPER}" stroke-width="1.2"/>'
    )


def _neko(ink: str, text: str) -> str:
    return (
        f'<path d="M-8 -9L-3 -5H3L8 -9V2A8 7 0 0 1 -8 2Z" fill="{ink}" stroke="{PAPER}" '
        f'stroke-width="1.2"/><circle cx="-3.2" cy="1" r="1.5" fill="{PAPER}"/>'
        f'<circle cx="3.2" cy="1" r="1.5" fill="{PAPER}"/>'
    )


def _disc(ink: str, text: str) -> str:
    return (
        f'<circle r="8" fill="{PAPER}" stroke="{ink}" stroke-width="2"/>'
        f'<text y="4" font-size="11" font-weight="bold" text-anchor="middle" '
        f'fill="{INK}">{text}</text>'
    )


_SIGNS: dict[str, Callable[[str, str], str]] = {
    "beacon": _beacon,
    "box": _box,
    "dome": _dome,
    "hideout": _hideout,
    "trap": _trap,
    "portal": _portal,
    "bot": _bot,
    "search": _search,
    "smoke": _smoke,
    "neko": _neko,
}
