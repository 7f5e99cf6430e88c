"""A table of cards drawn with characters: rows of boxes, two lines each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from sim.board import Card, Picture, Row

_WIDE = 21  # characters of a spot
_NAMES = 10  # characters of a row's name
SIGNS = {"ranged": "r", "intercept": "i"}
LEADER, CORPSE = "*", "†"


def cards_text(picture: Picture, styles: Sequence[str]) -> Text:
    """Return the table as text: the name of each card, its strength, life left of life, signs."""
    cards = {card.at: card for card in picture.cards}
    text = Text(no_wrap=True, overflow="ignore")
    for number, row in enumerate(picture.rows):
        before = picture.rows[number - 1] if number else None
        edge = _edge(row, before)
        if before is not None and before.owner != row.owner:
            text.append(_edge(before, None) + "\n", style="dim")
        style = styles[row.owner % len(styles)]
        if before is None or before.owner != row.owner:
            text.append(f"{' ' * _NAMES} {picture.owners[row.owner]}\n", style=f"bold {style}")
        text.append(edge + "\n", style="dim")
        here = [cards.get((spot, number)) for spot in range(len(row.spots))]
        for line in range(2):
            text.append(f"{cut(row.label, _NAMES - 1) if not line else '':>{_NAMES - 1}} ", style)
            for spot, card in zip(row.spots, here, strict=True):
                shown = _lines(card, spot)[line]
                text.append("|", style="dim")
                strong = "dim" if card is None or card.fallen else style
                if card is not None and card.is_base and not line:
                    strong = f"bold {style}"
                shown = cut(f" {shown}", _WIDE)
                text.append(shown + " " * (_WIDE - cell_len(shown)), strong)
            text.append("|\n", style="dim")
    text.append(_edge(picture.rows[-1], None), style="dim")
    return text


def cut(text: str, room: int) -> str:
    """Return a text, shortened where it is longer than the room for it."""
    if room <= 0:
        return ""
    return text if cell_len(text) <= room else set_cell_size(text, room - 1) + "…"


def known_signs(cards: Sequence[Card]) -> list[str]:
    """Return the signs in use on cards, each with its meaning."""
    living = [card for card in cards if not card.fallen]
    found = ["strength, life left/life"] if living else []
    found += [f"{LEADER} leader"] * any(card.is_base for card in living)
    words = sorted({sign for card in living for sign in card.signs})
    found += [f"{SIGNS.get(word, word)} {word}" for word in words if word in SIGNS]
    return found + [f"{CORPSE} corpse"] * any(card.fallen for card in cards)


def _lines(card: Card | None, spot: str) -> tuple[str, str]:
    if card is None:
        return spot, ""
    sign = LEADER if card.is_base else CORPSE if card.fallen else ""
    first = f"{spot} {sign}{card.label}"
    if card.fallen:
        return first, ""
    signs = " ".join(SIGNS.get(word, word) for word in card.signs)
    figures = f"{card.strength}  {max(0, card.life - card.damage)}/{card.life}"
    return first, "  ".join(part for part in (figures, signs, card.note) if part)


def _edge(row: Row, before: Row | None) -> str:
    places = max(len(row.spots), len(before.spots) if before else 0)
    return " " * _NAMES + "+" + ("-" * _WIDE + "+") * places
