"""The printed tiles of a board in SVG, and what lies and stands on them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import atan2, cos, hypot, pi, sin, sqrt

from reports.drawing import SIZE, centre, fit, hexagon, lettering, owner_colour, text_length, wrap
from reports.looks import PORTAL, SPOILED, WALL, ground_colours, ground_look, token_sign
from reports.style import INK, PAPER, QUIET
from sim.board import NOBODY, Cell, Field, Flag, Pawn, Picture, Token, Wall

RIM = 44.0  # room around the board for its flags
# heights on a field, from its middle
_LABEL, _LOOK, _PAWNS, _TOKENS, _NOTE = -49.5, -23.0, 9.5, 35.5, 55.0
_PAWN = 13.5
_FACTS = 130.0  # where the facts begin, right of the name
_LINE = "#a9a493"


def patterns(picture: Picture) -> list[str]:
    """Return the hatching of spoiled fields, where there are any."""
    if not any(each.spoiled for each in picture.fields):
        return []
    return [
        '<pattern id="spoiled" width="11" height="11" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><path d="M0 0V11" stroke="{SPOILED}" '
        'stroke-opacity="0.38" stroke-width="4"/></pattern>'
    ]


def drawn(picture: Picture) -> list[str]:
    """Return the fields and everything on them, from the ground up."""
    tokens: dict[Cell, list[Token]] = {}
    for token in picture.tokens:
        tokens.setdefault(token.at, []).append(token)
    pawns: dict[Cell, list[Pawn]] = {}
    for pawn in picture.pawns:
        pawns.setdefault(pawn.at, []).append(pawn)
    return [
        *[_ground(each) for each in picture.fields],
        *[_link(start, end) for start, end, _ in picture.links],
        *[_inscription(each, picture.coordinates) for each in picture.fields],
        *[_wall(wall) for wall in picture.walls],
        *[_tokens(cell, tokens[cell]) for cell in tokens],
        *[_pawns(cell, pawns[cell]) for cell in pawns],
        *[_flag(flag) for flag in picture.flags],
    ]


def legend(picture: Picture) -> list[tuple[str, str]]:
    """Return the signs in use on the ground, each with its name."""
    items: dict[tuple[str, str], tuple[str, str]] = {}
    for token in picture.tokens:
        ink = QUIET if token.owner != NOBODY else INK
        shape = token_sign(token.kind, ink, escape(token.text))
        items.setdefault((token.kind, token.text), (shape, token.name))
    found = [items[key] for key in sorted(items)]
    bar = '<path d="M-7 0H7" stroke="{}" stroke-width="7" stroke-linecap="round"/>'
    if any(wall.owner == NOBODY for wall in picture.walls):
        found.append((bar.format(WALL), "neutral wall"))
    if any(wall.owner != NOBODY for wall in picture.walls):
        found.append((bar.format(owner_colour(0)), "wall in its owner's colour"))
    for spoiled in sorted({each.spoiled for each in picture.fields} - {""}):
        shape = f'<rect x="-9" y="-9" width="18" height="18" fill="{PAPER}" stroke="{_LINE}"/>'
        shape += '<rect x="-9" y="-9" width="18" height="18" fill="url(#spoiled)"/>'
        found.append((shape, spoiled))
    return found


def below(picture: Picture, x: float, y: float, room: float) -> tuple[list[str], float]:
    """Return how things stand and the remarks, under the legend, and how deep they reach."""
    parts: list[str] = []
    deep = 4.0 if picture.standings else 0.0
    for each in picture.standings:
        parts.append(_moved((x + 12, y + deep), _disc(each.owner, each.letter, each.name), 0.7))
        size, (shown, *_) = fit(each.name or "–", _FACTS - 34.0, (12.0, 11.0, 10.0, 9.0), 1)
        parts.append(lettering(shown, (x + 30, y + deep), size, INK, bold=True, anchor="start"))
        for line in _flowing(each.facts, room - _FACTS):
            parts.append(lettering(line, (x + _FACTS, y + deep), 12.0, INK, anchor="start"))
            deep += 18.0
        deep += 6.0
    for remark in picture.remarks:
        for line in wrap(remark, 11.0, room):
            parts.append(lettering(line, (x, y + deep), 11.0, QUIET, anchor="start"))
            deep += 17.0
    return parts, deep + (8.0 if deep else 0.0)


def _flowing(facts: Sequence[str], room: float) -> list[str]:
    """Return facts in lines that fit; a line breaks only between two of them."""
    lines: list[str] = []
    for fact in facts:
        longer = f"{lines[-1]} · {fact}" if lines else fact
        if lines and text_length(longer, 12.0) <= room:
            lines[-1] = longer
        else:
            lines.append(fact)
    return [fit(line, room, (12.0,), 1)[1][0] for line in lines]


def _moved(at: tuple[float, float], shape: str, scale: float = 1.0) -> str:
    larger = f" scale({scale:.3g})" if scale != 1.0 else ""
    return f'<g transform="translate({at[0]:.2f} {at[1]:.2f}){larger}">{shape}</g>'


def _ground(each: Field) -> str:
    fill, _ = ground_colours(each.look)
    shape = f'<polygon points="{hexagon(SIZE)}" fill="{fill}" stroke="{_LINE}" stroke-width="1.5"/>'
    if each.spoiled:
        shape += f'<polygon points="{hexagon(0.97 * SIZE)}" fill="url(#spoiled)"/>'
    return _moved(centre(each.at), shape)


def _inscription(each: Field, coordinates: bool) -> str:
    """Return name, drawing, coordinates and note of a field."""
    x, y = centre(each.at)
    fill, ink = ground_colours(each.look)
    size, (label, *_) = fit(each.label or "–", 1.08 * SIZE, (12.0, 11.0, 10.0, 9.0), 1)
    place = f"{each.at[0]},{each.at[1]}" if coordinates else ""
    parts = [
        _moved((x, y + _LOOK), ground_look(each.look), 0.9),
        lettering(label, (x, y + _LABEL), size, ink, bold=True, rim=fill),
    ]
    note = " · ".join(part for part in (place, each.note) if part)
    if note:
        size, (shown, *_) = fit(note, 1.1 * SIZE, (10.0, 9.0, 8.0), 1)
        parts.append(lettering(shown, (x, y + _NOTE), size, ink, rim=fill))
    return "".join(parts)


def _link(start: Cell, end: Cell) -> str:
    """Return a broken line between two fields, bent so that it does not cross every middle."""
    (x0, y0), (x1, y1) = centre(start), centre(end)
    y0, y1 = y0 + _TOKENS, y1 + _TOKENS
    long = hypot(x1 - x0, y1 - y0) or 1.0
    bend = 0.06 * long
    aside = ((y1 - y0) / long * bend, (x0 - x1) / long * bend)
    sign = -1.0 if aside[1] > 0 else 1.0  # upwards, clear of the notes
    over = ((x0 + x1) / 2 + sign * aside[0], (y0 + y1) / 2 + sign * aside[1])
    return (
        f'<path d="M{x0:.2f} {y0:.2f}Q{over[0]:.2f} {over[1]:.2f} {x1:.2f} {y1:.2f}" fill="none" '
        f'stroke="{PORTAL}" stroke-width="3" stroke-dasharray="2 9" stroke-linecap="round" '
        'stroke-opacity="0.65"/>'
    )


def _wall(wall: Wall) -> str:
    """Return a bar on an edge, in the colour of its owner."""
    x, y = centre(wall.at)
    colour = WALL if wall.owner == NOBODY else owner_colour(wall.owner)
    half = 0.43 * SIZE
    edge = sqrt(3) / 2 * SIZE
    line = f"M{-half:.2f} {-edge:.2f}H{half:.2f}"
    bars = "".join(
        f'<path d="{line}" stroke="{ink}" stroke-width="{broad}" stroke-linecap="round"/>'
        for ink, broad in ((PAPER, 12), (colour, 8))
    )
    if wall.owner == NOBODY:
        bars += f'<path d="{line}" stroke="{PAPER}" stroke-width="1.6" stroke-dasharray="7 5"/>'
    return f'<g transform="translate({x:.2f} {y:.2f}) rotate({60 * wall.side})">{bars}</g>'


def _tokens(cell: Cell, tokens: list[Token]) -> str:
    """Return the tokens of a field side by side, smaller where they are many."""
    x, y = centre(cell)
    widths = [36.0 if token.count > 1 else 23.0 for token in tokens]
    scale = min(1.0, 1.42 * SIZE / sum(widths))
    left = -sum(widths) / 2
    parts = []
    for token, width in zip(tokens, widths, strict=True):
        ink = INK if token.owner == NOBODY else owner_colour(token.owner)
        shape = token_sign(token.kind, ink, escape(token.text))
        parts.append(_moved((left + 11.5, 0.0), shape))
        if token.count > 1:
            at = (left + 22.0, 3.0)
            parts.append(
                lettering(f"×{token.count}", at, 10.0, INK, bold=True, anchor="start", rim=PAPER)
            )
        left += width
    return _moved((x, y + _TOKENS), "".join(parts), scale)


def _pawns(cell: Cell, pawns: list[Pawn]) -> str:
    """Return the figures on a field side by side."""
    x, y = centre(cell)
    step = min(2 * _PAWN + 4.0, 1.7 * SIZE / len(pawns))
    left = -step * (len(pawns) - 1) / 2
    parts = []
    for i, pawn in enumerate(pawns):
        shape = _disc(pawn.owner, pawn.letter, pawn.name)
        parts.append(_moved((left + i * step, 0.0), shape))
    return _moved((x, y + _PAWNS), "".join(parts))


def _disc(owner: int, letter: str, name: str) -> str:
    size = 15.0 if len(letter) == 1 else 12.0
    return (
        f"<title>{escape(name)}</title>"
        f'<circle r="{_PAWN}" fill="{owner_colour(owner)}" stroke="{PAPER}" stroke-width="2.5"/>'
        f'<circle r="{_PAWN + 1.6}" fill="none" stroke="{INK}" stroke-width="1"/>'
        + lettering(letter, (0.0, 0.0), size, PAPER, bold=True)
    )


def _flag(flag: Flag) -> str:
    """Return a flag outside the board, beyond its field as seen from the middle."""
    x, y = centre(flag.at)
    turn = round(atan2(y, x) / (pi / 6)) * pi / 6  # to the middle of an edge, or to a corner
    at_edge = round(turn / (pi / 6)) % 2 == 1
    out = SIZE * (sqrt(3) / 2 if at_edge else 1.0) + 15.0 + 18.0 * abs(cos(turn))
    at = (x + out * cos(turn), y + out * sin(turn))
    size, (shown, *_) = fit(flag.text or "–", 60.0, (11.0, 10.0, 9.0), 1)
    half = 28.0
    pill = (
        f'<rect x="{-half}" y="-10" width="{2 * half}" height="20" rx="10" fill="{INK}"/>'
        + lettering(shown, (0.0, 0.0), size, PAPER, bold=True)
    )
    return _moved(at, pill)
