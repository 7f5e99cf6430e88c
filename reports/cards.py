"""A table of cards as a self-contained SVG picture: rows of spots, a card or nothing on each."""

from __future__ import annotations

from html import escape

from reports import ground
from reports.drawing import fit, lettering, owner_colour, text_length, tint, wrap
from reports.style import INK, PAPER, QUIET
from sim.board import Card, Picture, Row

WIDE, HIGH = 158.0, 84.0
_GAP, _BETWEEN, _NAMES, _MARGIN = 10.0, 30.0, 84.0, 24.0
_FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
_EMPTY, _LINE, _HURT, _GREY = "#f7f6f1", "#c9c5b8", "#b3122a", "#e9eaec"
_SIGNS = {
    "strength": "M9 -9L8 -4.5L-1.5 5L-5 1.5L4.5 -8ZM-7.5 0.5L-0.5 7.5M-5 5L-8.5 8.5",
    "life": "M0 8L-7.2 0.6A4.2 4.2 0 0 1 0 -4A4.2 4.2 0 0 1 7.2 0.6Z",
    "ranged": "M-6 0A6 6 0 1 0 6 0A6 6 0 1 0 -6 0ZM0 -9V-3M0 3V9M-9 0H-3M3 0H9",
    "intercept": "M0 -8L7 -5V0Q6 6 0 8.5Q-6 6 -7 0V-5Z",
}
_FILLED = ("life", "intercept")


def cards_svg(picture: Picture) -> str:
    """Return the picture of a table: spots, cards with their figures, legend, caption."""
    places = max(len(row.spots) for row in picture.rows)
    width = 2 * _MARGIN + _NAMES + places * (WIDE + _GAP) - _GAP
    caption = wrap(picture.caption, 15.0, width - 2 * _MARGIN)
    top = _MARGIN + 22.0 * len(caption) + (8.0 if caption else 0.0)
    tops = _tops(picture.rows, top)
    down = tops[-1] + HIGH + 26.0
    legend, deep = _legend(picture, width, down)
    below, more = ground.below(picture, _MARGIN, down + deep, width - 2 * _MARGIN)
    height = down + deep + more + 4.0
    cards = {card.at: card for card in picture.cards}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" font-family="{_FONT}" role="img">',
        f"<title>{escape(picture.caption or 'Table')}</title>",
        f'<rect width="100%" height="100%" fill="{PAPER}"/>',
        *[
            lettering(
                line, (_MARGIN, _MARGIN + 12.0 + 22.0 * i), 15.0, INK, bold=True, anchor="start"
            )
            for i, line in enumerate(caption)
        ],
        *_names(picture, tops),
    ]
    for number, (row, y) in enumerate(zip(picture.rows, tops, strict=True)):
        for spot, name in enumerate(row.spots):
            x = _MARGIN + _NAMES + spot * (WIDE + _GAP)
            card = cards.get((spot, number))
            inner = _spot(name) if card is None else _card(card, name)
            parts.append(f'<g transform="translate({x:.2f} {y:.2f})">{inner}</g>')
    return "\n".join([*parts, *legend, *below, "</svg>"]) + "\n"


def _tops(rows: tuple[Row, ...], y: float) -> list[float]:
    """Return where each row begins; there is more room between two owners."""
    tops = []
    for number, row in enumerate(rows):
        if number:
            y += HIGH + (_GAP if rows[number - 1].owner == row.owner else _BETWEEN)
        tops.append(y)
    return tops


def _names(picture: Picture, tops: list[float]) -> list[str]:
    """Return the names of rows, and of their owners along the left rim."""
    parts = []
    for owner, name in enumerate(picture.owners):
        own = [y for row, y in zip(picture.rows, tops, strict=True) if row.owner == owner]
        if not own:
            continue
        first, last = own[0], own[-1] + HIGH
        colour = owner_colour(owner)
        middle = (first + last) / 2
        size, (shown, *_) = fit(name or "–", last - first - 12.0, (13.0, 11.0, 9.0), 1)
        x = _MARGIN + 11.0
        parts.append(
            f'<g><rect x="{_MARGIN:.2f}" y="{first:.2f}" width="22" height="{last - first:.2f}" '
            f'rx="6" fill="{colour}"/><g transform="translate({x:.2f} {middle:.2f}) rotate(-90)">'
            + lettering(shown, (0.0, 0.0), size, PAPER, bold=True)
            + "</g></g>"
        )
    for row, y in zip(picture.rows, tops, strict=True):
        size, lines = fit(row.label or "–", _NAMES - 30.0, (11.0, 10.0, 9.0, 8.0), 2)
        for i, line in enumerate(lines):
            at = (_MARGIN + _NAMES - 6.0, y + HIGH / 2 + (i - (len(lines) - 1) / 2) * (size + 2))
            parts.append(lettering(line, at, size, QUIET, anchor="end"))
    return parts


def _spot(name: str) -> str:
    """Return a spot without a card."""
    frame = (
        f'<rect width="{WIDE:g}" height="{HIGH:g}" rx="8" fill="{_EMPTY}" stroke="{_LINE}" '
        'stroke-width="1.5" stroke-dasharray="5 5"/>'
    )
    return frame + lettering(name, (WIDE / 2, HIGH / 2), 11.0, QUIET)


def _card(card: Card, spot: str) -> str:
    colour = owner_colour(card.owner)
    fill, rim, dashes = tint(colour), colour, ""
    if card.fallen:
        fill, rim, dashes = _GREY, QUIET, ' stroke-dasharray="3 3"'
    parts = [
        f'<rect width="{WIDE:g}" height="{HIGH:g}" rx="8" fill="{fill}" stroke="{rim}" '
        f'stroke-width="{4.0 if card.is_base else 2.0:g}"{dashes}/>'
    ]
    ink = QUIET if card.fallen else INK
    if card.is_base:
        ink = PAPER
        parts.append(
            f'<path d="M0 30V8A8 8 0 0 1 8 0H{WIDE - 8:g}A8 8 0 0 1 {WIDE:g} 8V30Z" '
            f'fill="{colour}"/>'
        )
    size, (label, *_) = fit(card.label or "–", WIDE - 44.0, (14.0, 13.0, 12.0, 11.0, 10.0, 9.0), 1)
    parts.append(lettering(label, (10.0, 16.0), size, ink, bold=True, anchor="start"))
    parts.append(lettering(spot, (WIDE - 9.0, 16.0), 10.0, ink, anchor="end"))
    if card.fallen:
        parts.append(_cross((22.0, 52.0)))
        parts.append(lettering("corpse", (40.0, 52.0), 12.0, QUIET, anchor="start"))
        return "".join(parts)
    left = max(0, card.life - card.damage)
    parts += [
        _sign("strength", (19.0, 44.0), INK),
        lettering(str(card.strength), (31.0, 44.0), 15.0, INK, bold=True, anchor="start"),
        _sign("life", (66.0, 44.0), _HURT),
        lettering(f"{left}/{card.life}", (78.0, 44.0), 13.0, INK, bold=True, anchor="start"),
    ]
    x = WIDE - 16.0
    for word in reversed(card.signs):
        parts.append(_sign(word, (x, 44.0), colour))
        x -= 20.0
    if card.note:
        size, (note, *_) = fit(card.note, WIDE - 20.0, (10.0, 9.0, 8.0), 1)
        parts.append(lettering(note, (10.0, 61.0), size, INK, anchor="start"))
    return "".join([*parts, _bar(card)])


def _bar(card: Card) -> str:
    """Return what is left of a card's life, as a bar along its foot."""
    room = WIDE - 20.0
    part = min(1.0, max(0.0, (card.life - card.damage) / card.life)) if card.life else 0.0
    bar = '<rect x="10" y="72" width="{:.2f}" height="5" rx="2.5" fill="{}"/>'
    left = bar.format(room * part, owner_colour(card.owner)) if part else ""
    rim = f'<rect x="10" y="72" width="{room:.2f}" height="5" rx="2.5" fill="{PAPER}" '
    return f'{rim}stroke="{_HURT if card.damage else _LINE}" stroke-width="1"/>{left}'


def _sign(kind: str, at: tuple[float, float], ink: str) -> str:
    d = _SIGNS.get(kind, "M-6 0A6 6 0 1 0 6 0A6 6 0 1 0 -6 0Z")
    look = f'fill="{ink}"' if kind in _FILLED else f'fill="none" stroke="{ink}" stroke-width="2"'
    return (
        f'<path transform="translate({at[0]:.2f} {at[1]:.2f})" d="{d}" {look} '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def _cross(at: tuple[float, float]) -> str:
    return (
        f'<path transform="translate({at[0]:.2f} {at[1]:.2f})" d="M0 -9V9M-6 -4H6" '
        f'stroke="{QUIET}" stroke-width="3" stroke-linecap="round" fill="none"/>'
    )


def _legend(picture: Picture, width: float, y: float) -> tuple[list[str], float]:
    """Return the signs in use below the table, and how deep they reach."""
    living = [card for card in picture.cards if not card.fallen]
    items = [("strength", INK), ("life", _HURT)] if living else []
    items += [(sign, QUIET) for sign in sorted({sign for card in living for sign in card.signs})]
    names = {"life": "life left of life"}
    parts = []
    x = _MARGIN
    for kind, ink in items:
        name = names.get(kind, kind)
        parts.append(_sign(kind, (x + 12.0, y), ink))
        parts.append(lettering(name, (x + 27.0, y), 12.0, INK, anchor="start"))
        x += 40.0 + text_length(name, 12.0)
    return parts, 26.0 if items else 0.0
