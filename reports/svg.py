"""A board as a self-contained SVG picture."""

from __future__ import annotations

from collections import Counter
from html import escape
from math import hypot, sqrt

from reports import ground, strokes
from reports.cards import cards_svg
from reports.drawing import (
    SIZE,
    centre,
    fit,
    hexagon,
    lettering,
    owner_colour,
    text_length,
    tint,
    wrap,
)
from reports.style import INK, OWNERS, PAPER, QUIET
from reports.symbols import ORDER, hatch_name, hatching, side_group, symbol
from reports.terminal import cells
from sim.board import Picture, Piece

TILE = 0.955 * SIZE
_APOTHEM = TILE * sqrt(3) / 2
_MARGIN = 24.0
_FIELD, _LINE, _GROUND = "#f3f1ea", "#c9c5b8", "#ffffff"
_FONT = "DejaVu Sans, Verdana, Arial, sans-serif"


def board_svg(picture: Picture) -> str:
    """Return the picture of a board: cells, tiles with their signs, arrows, legend, caption."""
    if picture.rows:
        return cards_svg(picture)
    known = {each.at for each in picture.fields} or set(cells(picture.radius))
    wide, board = _extent(picture, known)
    width = wide + 2 * _MARGIN
    caption = wrap(picture.caption, 15.0, width - 2 * _MARGIN)
    top = _MARGIN + 22.0 * len(caption) + (8.0 if caption else 0.0)
    legend, deep = _legend(picture, width, top + board + 26.0)
    height = top + board + 26.0 + deep
    middle = f"translate({width / 2:.2f} {top + board / 2:.2f})"
    pieces = [piece for piece in picture.pieces if piece.at in known]
    empty = sorted(known - {piece.at for piece in pieces}) if not picture.fields else []
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="{_FONT}" role="img">',
        f"<title>{escape(picture.caption or 'Board')}</title>",
        "<defs>",
        _held_pattern(),
        *[hatching(hatch_name(colour), colour) for colour in (*OWNERS, QUIET)],
        *ground.patterns(picture),
        "</defs>",
        f'<rect width="100%" height="100%" fill="{_GROUND}"/>',
        *[
            lettering(
                line, (_MARGIN, _MARGIN + 12.0 + 22.0 * i), 15.0, INK, bold=True, anchor="start"
            )
            for i, line in enumerate(caption)
        ],
        f'<g transform="{middle}">',
        *([] if picture.fields else [_cell(at) for at in sorted(known)]),
        *ground.drawn(picture),
        *[_tile(piece) for piece in pieces],
        *_arrows(picture),
        *strokes.drawn(picture),
        *[_coordinates(at) for at in empty],
        *[_words(piece) for piece in pieces],
        "</g>",
        *legend,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _extent(picture: Picture, known: set[tuple[int, int]]) -> tuple[float, float]:
    """Return width and height of the board, which lies around its middle."""
    if not picture.fields:
        return (3 * picture.radius + 2) * SIZE, (2 * picture.radius + 1) * sqrt(3) * SIZE
    reach = [(abs(x), abs(y)) for x, y in map(centre, sorted(known))]
    rim = ground.RIM if picture.flags else 0.0
    wide = max(x for x, _ in reach) + SIZE + rim
    high = max(y for _, y in reach) + sqrt(3) / 2 * SIZE + rim
    return 2 * wide, 2 * high


def _cell(at: tuple[int, int]) -> str:
    x, y = centre(at)
    return (
        f'<polygon transform="translate({x:.2f} {y:.2f})" points="{hexagon(SIZE)}" '
        f'fill="{_FIELD}" stroke="{_LINE}" stroke-width="1.5"/>'
    )


def _coordinates(at: tuple[int, int]) -> str:
    x, y = centre(at)
    return lettering(f"{at[0]}, {at[1]}", (x, y), 11.0, "#a09b8c")


def _tile(piece: Piece) -> str:
    """Return a tile without its words."""
    x, y = centre(piece.at)
    colour = owner_colour(piece.owner)
    shapes = [
        f'<polygon points="{hexagon(TILE)}" fill="{tint(colour)}" stroke="{colour}" '
        f'stroke-width="2.5" stroke-linejoin="round"/>'
    ]
    if piece.is_base:
        shapes.append(
            f'<circle r="{0.5 * SIZE:.2f}" fill="{PAPER}" stroke="{colour}" stroke-width="2.5"/>'
        )
    shapes += [
        side_group(piece.marks, side, _APOTHEM - 2, 0.62 * TILE, colour) for side in range(6)
    ]
    if piece.held:
        shapes.append(f'<polygon points="{hexagon(TILE)}" fill="url(#held)"/>')
    if piece.fallen:
        shapes.append(strokes.cross())
    return f'<g transform="translate({x:.2f} {y:.2f})">{"".join(shapes)}</g>'


def _words(piece: Piece) -> str:
    """Return name and note of a tile, over everything else, with a light rim."""
    x, y = centre(piece.at)
    room = (0.84 if piece.is_base else 0.96) * SIZE
    size, lines = fit(piece.label, room, (13.0, 12.0, 11.0, 10.0, 9.0, 8.0), 2)
    note_size, note = fit(piece.note, 0.72 * SIZE, (12.0, 10.5, 9.0), 1)
    step = size + 1.5
    height = step * len(lines) + (note_size + 3.0 if note else 0.0)
    y -= height / 2
    rim = PAPER if piece.is_base else tint(owner_colour(piece.owner))
    words = []
    for line in lines:
        words.append(lettering(line, (x, y + step / 2), size, INK, bold=True, rim=rim))
        y += step
    if note:
        words.append(lettering(note[0], (x, y + 3.0 + note_size / 2), note_size, INK, rim=rim))
    return "".join(words)


def _arrows(picture: Picture) -> list[str]:
    """Return the arrows, each a little to its right, so that opposite ones do not meet."""
    shapes = []
    used: Counter[tuple[tuple[int, int], int, int]] = Counter()
    for number, (start, end, label) in enumerate(picture.arrows, 1):
        (x0, y0), (x1, y1) = centre(start), centre(end)
        length = hypot(x1 - x0, y1 - y0)
        if not length:
            continue
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        ray = (start, round(1000 * dx), round(1000 * dy))
        aside = (0.3 - 0.24 * used[ray]) * SIZE
        used[ray] += 1
        x0, y0, x1, y1 = (
            x0 - dy * aside + dx * 0.58 * SIZE,
            y0 + dx * aside + dy * 0.58 * SIZE,
            x1 - dy * aside - dx * 0.55 * SIZE,
            y1 + dx * aside - dy * 0.55 * SIZE,
        )
        neck_x, neck_y = x1 - dx * 11, y1 - dy * 11
        line = f"M{x0:.2f} {y0:.2f}L{neck_x:.2f} {neck_y:.2f}"
        head = (
            f"M{x1:.2f} {y1:.2f}L{neck_x - dy * 6:.2f} {neck_y + dx * 6:.2f}"
            f"L{neck_x + dy * 6:.2f} {neck_y - dx * 6:.2f}Z"
        )
        for colour, broad, rim in ((PAPER, 7.0, 4.0), (INK, 3.0, 0.0)):
            shapes.append(
                f'<path d="{line}" stroke="{colour}" stroke-width="{broad:g}" fill="none"/>'
                f'<path d="{head}" fill="{colour}" stroke="{colour}" stroke-width="{rim:g}"/>'
            )
        if label:
            shapes.append(_badge(number, (x0 + dx * 0.286 * SIZE, y0 + dy * 0.286 * SIZE)))
    return shapes


def _badge(number: int, at: tuple[float, float]) -> str:
    x, y = at
    circle = f'<circle cx="{x:.2f}" cy="{y:.2f}" r="8" fill="{INK}" stroke="{PAPER}"/>'
    return circle + lettering(str(number), at, 10.0, PAPER, bold=True)


def _legend(picture: Picture, width: float, y: float) -> tuple[list[str], float]:
    """Return owners, signs in use and arrows' labels below the board, and how deep they reach."""
    items: list[tuple[str, str]] = []
    for number, name in enumerate(() if picture.standings else picture.owners):
        colour = owner_colour(number)
        swatch = (
            f'<polygon points="{hexagon(9.0)}" fill="{tint(colour)}" stroke="{colour}" '
            'stroke-width="2.5"/>'
        )
        items.append((swatch, name))
    kinds = {mark.kind for piece in picture.pieces for mark in piece.marks}
    items += [
        (f'<g transform="translate(0 -9)">{symbol(kind, QUIET)}</g>', kind)
        for kind in ORDER
        if kind in kinds
    ]
    if any(piece.held for piece in picture.pieces):
        items.append(('<rect x="-9" y="-9" width="18" height="18" fill="url(#held)"/>', "netted"))
    items += strokes.legend(picture)
    items += ground.legend(picture)
    labels = [
        (_badge(number, (0.0, 0.0)), label)
        for number, (_, _, label) in enumerate(picture.arrows, 1)
        if label
    ]
    parts: list[str] = []
    deep = 0.0
    for group in (items, labels):
        x = _MARGIN
        for shape, name in group:
            _, (shown, *_) = fit(name or "–", width - 2 * _MARGIN - 34.0, (12.0,), 1)
            reach = 34.0 + text_length(shown, 12.0)
            if x > _MARGIN and x + reach > width - _MARGIN:
                x, deep = _MARGIN, deep + 26.0
            parts.append(f'<g transform="translate({x + 12:.2f} {y + deep:.2f})">{shape}</g>')
            parts.append(lettering(shown, (x + 27.0, y + deep), 12.0, INK, anchor="start"))
            x += reach + 6.0
        deep += 26.0 if group else 0.0
    rows, more = ground.below(picture, _MARGIN, y + deep, width - 2 * _MARGIN)
    return parts + rows, deep + more


def _held_pattern() -> str:
    return (
        '<pattern id="held" width="9" height="9" patternUnits="userSpaceOnUse" '
        'patternTransform="rotate(45)"><path d="M0 0H9M0 0V9" stroke="#1c1f24" '
        'stroke-opacity="0.42" stroke-width="1.8"/></pattern>'
    )
