"""A table of cards, as text and as SVG: every card and empty spot, none over another."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

from reports.cards import HIGH, WIDE
from reports.svg import board_svg
from reports.terminal import board_text
from sim.board import Card
from tests.reports.boards import TABLE

NS = "{http://www.w3.org/2000/svg}"


def _words(svg: str) -> list[str]:
    tree = ElementTree.fromstring(svg)
    return [each.text or "" for each in tree.iter(f"{NS}text")]


def test_the_table_as_text() -> None:
    lines = board_text(TABLE).plain.split("\n")
    assert lines == [
        "           Bo",
        "          +---------------------+---------------------+",
        "     rear | R1                  | R2 *Queen           |",
        "          |                     | 3  16/20  r  as King|",
        "          +---------------------+---------------------+",
        "    front | V1 Pikeman          | V2                  |",
        "          | 2  0/5  i r         |                     |",
        "          +---------------------+---------------------+",
        "           Ada",
        "          +---------------------+---------------------+",
        "    front | V1 A card with a na…| V2 †Squire          |",
        "          | 12  7/7             |                     |",
        "          +---------------------+---------------------+",
        "A Ada  hand 3",
        "B Bo  hand 4",
        "strength, life left/life · * leader · i intercept · r ranged · † corpse",
        "Numbers are numbers.",
        "Turn 2, Bo",
    ]


def test_the_table_as_svg() -> None:
    words = _words(board_svg(TABLE))
    for word in ("Queen", "16/20", "as King", "Pikeman", "0/5", "Squire", "corpse", "R1", "Ada"):
        assert word in words
    assert {"intercept", "ranged", "strength", "Turn 2, Bo"} <= set(words)
    assert words.count("front") == 2 and words.count("V2") == 2
    bare = board_svg(replace(TABLE, cards=()))
    assert "corpse" not in _words(bare) and "strength" not in _words(bare)


def test_spots_do_not_overlap() -> None:
    svg = board_svg(TABLE)
    spots = re.findall(
        rf'<g transform="translate\(([\d.]+) ([\d.]+)\)"><rect width="{WIDE:g}"', svg
    )
    corners = [(float(x), float(y)) for x, y in spots]
    assert len(corners) == 6
    for i, (x, y) in enumerate(corners):
        assert all(abs(x - u) > WIDE or abs(y - v) > HIGH for u, v in corners[:i])


def test_a_card_is_one_line_of_its_own() -> None:
    """So that the viewer stores it once, and shows which cards are new."""
    hurt = replace(TABLE.cards[2], damage=1)
    after = replace(TABLE, cards=(*TABLE.cards[:2], hurt, TABLE.cards[3]))
    old, new = board_svg(TABLE).split("\n"), board_svg(after).split("\n")
    assert len(old) == len(new)
    assert sum(a != b for a, b in zip(old, new, strict=True)) == 1


def test_names_stay_names() -> None:
    evil = "<script>alert(1)</script>"
    card = Card((0, 0), 0, evil, note=evil, signs=(evil,))
    row = replace(TABLE.rows[0], label=evil, spots=(evil,), owner=0)
    svg = board_svg(replace(TABLE, cards=(card,), rows=(row,), owners=(evil,), caption=evil))
    assert "<script" not in svg and ElementTree.fromstring(svg).findtext(f"{NS}title") == evil
