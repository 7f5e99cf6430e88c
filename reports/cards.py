"""A table of cards as a self-contained SVG picture: rows of places, lives as pips."""

from __future__ import annotations

from html import escape

from reports.drawing import fit, lettering, owner_colour, text_length, tint, wrap
from reports.style import INK, PAPER, QUIET
from sim.board import Card, Picture

_WIDE, _HIGH, _GAP, _FRONT = 178.0, 88.0, 10.0, 40.0  # a place; between places; between the units
_MARGIN, _ROWS = 24.0, 92.0
_FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
_GROUND, _PLACE, _LINE = "#ffffff", "#f3f1ea", "#c9c5b8"
_CROWN = "M-9 7L-11 -5L-5 0L0 -8L5 0L11 -5L9 7Z"


def cards_svg(picture: Picture) -> str:
    """Return the picture of a table: every place with its card, who stands how, the caption."""
    columns = 1 + max(card.at[1] for card in picture.cards)
    lines = len(picture.rows)
    width = 2 * _MARGIN + _ROWS + columns * (_WIDE + _GAP)
    caption = wrap(picture.caption, 15.0, width - 2 * _MARGIN)
    top = _MARGIN + 22.0 * len(caption) + 12.0
    bottom = top + lines * (_HIGH + _GAP) + _FRONT
    height = bottom + 26.0 * len(picture.standings) + 12.0
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="{_FONT}" role="img">',
        f"<title>{escape(picture.caption or 'Cards')}</title>",
        f'<rect width="100%" height="100%" fill="{_GROUND}"/>',
    ]
    for i, text in enumerate(caption):
        at = (_MARGIN, _MARGIN + 12.0 + 22.0 * i)
        parts.append(lettering(text, at, 15.0, INK, bold=True, anchor="start"))
    for line, name in enumerate(picture.rows):
        at = (_MARGIN, _down(top, line, lines) + _HIGH / 2)
        parts.append(lettering(name, at, 13.0, QUIET, anchor="start"))
    middle = _down(top, lines // 2, lines) - (_FRONT + _GAP) / 2
    parts.append(
        f'<path d="M{_MARGIN:.2f} {middle:.2f}H{width - _MARGIN:.2f}" stroke="{_LINE}" '
        'stroke-width="2" stroke-dasharray="6 6"/>'
    )
    for card in picture.cards:
        x = _MARGIN + _ROWS + card.at[1] * (_WIDE + _GAP)
        parts.append(_card(card, (x, _down(top, card.at[0], lines))))
    for i, each in enumerate(picture.standings):
        y = bottom + 14.0 + 26.0 * i
        colour = owner_colour(each.owner)
        parts.append(
            f'<rect x="{_MARGIN:.2f}" y="{y - 8:.2f}" width="16" height="16" rx="3" '
            f'fill="{tint(colour)}" stroke="{colour}" stroke-width="2"/>'
        )
        parts.append(lettering(each.name, (_MARGIN + 26.0, y), 13.0, INK, True, "start"))
        x = _MARGIN + 40.0 + text_length(each.name, 13.0) * 1.1
        parts.append(lettering(" · ".join(each.facts), (x, y), 13.0, QUIET, anchor="start"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _down(top: float, line: int, lines: int) -> float:
    """Return where a row begins; the two units are apart."""
    return top + line * (_HIGH + _GAP) + (_FRONT if line >= lines // 2 else 0.0)


def _card(card: Card, at: tuple[float, float]) -> str:
    colour = owner_colour(card.owner)
    fill, edge, dash = tint(colour), colour, ""
    if not card.kind:
        fill, edge, dash = _PLACE, _LINE, ' stroke-dasharray="4 4"'
    elif card.kind == "corpse":
        fill, edge, dash = "#e4e4e4", QUIET, ' stroke-dasharray="2 3"'
    thick = 4.0 if card.kind == "leader" else 2.0
    shapes = [
        f'<rect width="{_WIDE:g}" height="{_HIGH:g}" rx="8" fill="{fill}" stroke="{edge}" '
        f'stroke-width="{thick:g}"{dash}/>'
    ]
    if card.label:
        room = _WIDE - (52.0 if card.kind == "leader" else 20.0)
        size, lines = fit(card.label, room, (15.0, 13.5, 12.0, 10.5), 1)
        bold = card.kind != "corpse"
        shapes.append(lettering(lines[0], (12.0, 20.0), size, INK, bold, "start"))
    if card.kind == "leader":
        shapes.append(
            f'<path transform="translate({_WIDE - 22:g} 20)" d="{_CROWN}" fill="{edge}"/>'
        )
    if card.kind == "corpse":
        shapes.append(lettering("corpse", (12.0, 42.0), 12.0, QUIET, anchor="start"))
    if card.note:
        shapes.append(lettering(card.note, (12.0, 42.0), 12.0, INK, anchor="start"))
    if card.life:
        left = max(card.life - card.damage, 0)
        shapes.append(lettering(f"life {left}", (_WIDE - 12.0, 42.0), 12.0, INK, anchor="end"))
        shapes += _pips(card.life, left, edge)
    return f'<g transform="translate({at[0]:.2f} {at[1]:.2f})">{"".join(shapes)}</g>'


def _pips(life: int, left: int, colour: str) -> list[str]:
    """Return a box for every point of life; those that are lost are empty."""
    step = min(15.0, (_WIDE - 24.0) / life)
    return [
        f'<rect x="{12.0 + step * i:.2f}" y="58" width="{step - 3:.2f}" height="14" rx="2" '
        f'fill="{colour if i < left else PAPER}" stroke="{colour}" stroke-width="1.2"/>'
        for i in range(life)
    ]
