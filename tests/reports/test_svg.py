"""The board as SVG: well-formed, self-contained, every sign there, no text over another."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from reports.svg import board_svg, centre, fit, text_length, wrap
from sim.board import Mark, Picture, Piece
from tests.reports.boards import DUEL, KINDS

NS = "{http://www.w3.org/2000/svg}"


def _tree(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(picture))


def _texts(tree: ElementTree.Element) -> list[str]:
    return [t.text or "" for t in tree.iter(f"{NS}text") if t.get("aria-hidden") is None]


def test_a_script_in_a_name_stays_a_name() -> None:
    evil = "<script>alert(1)</script>"
    piece = Piece((0, 0), 0, evil, evil, note=evil)
    picture = Picture(2, (piece,), (evil,), evil, (((0, 0), (0, 1), evil),))
    text = board_svg(picture)
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    tree = _tree(picture)
    assert not list(tree.iter(f"{NS}script"))
    assert tree.findtext(f"{NS}title") == evil


def test_it_needs_nothing_from_elsewhere() -> None:
    text = board_svg(DUEL).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|href|@import|<image", text)
    used = set(re.findall(r"url\(#([^)]+)\)", text))
    assert used <= set(re.findall(r'id="([^"]+)"', text))


def test_same_bytes_twice() -> None:
    assert board_svg(DUEL) == board_svg(DUEL)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("side", range(6))
def test_every_sign_is_drawn_on_its_side(kind: str, side: int) -> None:
    bare = Picture(1, (Piece((0, 0), 0, "A", "A"),), ())
    marked = Picture(1, (Piece((0, 0), 0, "A", "A", (Mark(kind, side),)),), ())
    new = board_svg(marked).removesuffix("</svg>\n")
    assert f'<g transform="rotate({60 * side}) ' in new
    assert "rotate(" not in board_svg(bare).split("</defs>")[1]
    assert kind in _texts(_tree(marked))  # and explained


def test_attacks_are_drawn_once_per_strength() -> None:
    def shapes(strength: int) -> int:
        piece = Piece((0, 0), 0, "A", "A", (Mark("melee", 0, strength),))
        return board_svg(Picture(1, (piece,), ())).count("M-7 15L0 1L7 15Z")

    assert [shapes(n) - 1 for n in (1, 2, 3)] == [1, 2, 3]  # one more stands in the legend


def test_signs_are_different() -> None:
    drawn = set()
    for kind in KINDS:
        tree = _tree(Picture(0, (Piece((0, 0), 0, "A", "A", (Mark(kind, 0),)),), ()))
        paths = [p.get("d") for p in tree.iter(f"{NS}path") if p.get("stroke") != "none"]
        drawn.add(tuple(path for path in paths if path not in ("M0 0H4M0 0V4", "M0 0H9M0 0V9")))
    assert len(drawn) == len(KINDS)


def test_held_pieces_are_hatched() -> None:
    free = replace(DUEL, pieces=tuple(replace(p, held=False) for p in DUEL.pieces))
    assert board_svg(DUEL).count("url(#held)") == 2  # the tile and the legend
    assert "url(#held)" not in board_svg(free)
    assert "netted" in _texts(_tree(DUEL))
    assert "netted" not in _texts(_tree(free))


def test_all_cells_and_words_are_there() -> None:
    texts = _texts(_tree(DUEL))
    assert texts.count("Headquarters") == 2
    assert "0, -2" in texts
    assert "0, 0" not in texts
    assert {"Moloch", "Borgo", "i3/2 w2", "ranged 3", DUEL.caption} <= set(texts)
    assert board_svg(DUEL).count('fill="#f3f1ea"') == 19


def test_owners_differ_in_colour() -> None:
    def colours(owner: int) -> set[str]:
        picture = Picture(0, (Piece((0, 0), owner, "A", "A"),), ())
        body = board_svg(picture).split("</defs>")[1]
        return set(re.findall(r'stroke="(#[0-9a-f]{6})" stroke-width="2.5"', body))

    assert len({frozenset(colours(owner)) for owner in range(6)}) == 6


def test_sides_point_where_the_rules_say() -> None:
    # 0 N (0,-1), then clockwise NE (1,-1), SE (1,0), S (0,1), SW (-1,1), NW (-1,0).
    x, y = centre((0, -1))
    assert (x, y < 0) == (0.0, True)
    x, y = centre((1, -1))
    assert x > 0 > y
    x, y = centre((1, 0))
    assert x > 0
    assert y > 0
    assert centre((-1, 1)) == (-x, y)


@pytest.mark.parametrize("label", ["A", "Super-mutant", "Net trooper of the far north", "W" * 40])
def test_no_text_lies_over_another(label: str) -> None:
    pieces = tuple(
        Piece(at, i % 2, label, "X", tuple(Mark(k, s) for k in KINDS for s in range(6)), "i3/2 w2")
        for i, at in enumerate([(0, 0), (1, 0), (0, 1), (-1, 0), (1, -1), (0, -1), (-1, 1)])
    )
    arrows = (((0, 0), (1, 0), "there"), ((1, 0), (0, 0), "and back"), ((0, 0), (2, 0), "on"))
    tree = _tree(Picture(2, pieces, ("Moloch", "Borgo"), "Long caption " * 12, arrows))
    width, height = (float(tree.get(k, "0")) for k in ("width", "height"))
    (board,) = [
        g
        for g in tree.findall(f"{NS}g")
        if g.find(f"{NS}polygon") is not None
        and g.get("transform", "").startswith("translate")
        and len(g) > 19
    ]
    inside = {id(t) for t in board.iter(f"{NS}text")}
    shift = [float(v) for v in re.findall(r"-?[\d.]+", board.get("transform", ""))]
    boxes = []
    for text in tree.iter(f"{NS}text"):
        if text.get("aria-hidden"):
            continue
        dx, dy = shift if id(text) in inside else (0.0, 0.0)
        x, y, size = (float(text.get(k, "0")) for k in ("x", "y", "font-size"))
        long = text_length(text.text or "", size)
        left = x + dx - (long / 2 if text.get("text-anchor") == "middle" else 0.0)
        boxes.append((left, y + dy - 0.75 * size, left + long, y + dy + 0.2 * size, text.text))
    numbers = [box for box in boxes if not (box[4] or "").isdigit()]
    for i, one in enumerate(numbers):
        assert one[0] >= 0 and one[1] >= 0 and one[2] <= width and one[3] <= height, one
        for two in numbers[i + 1 :]:
            apart = one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
            assert apart, (one, two)


def test_wrapping() -> None:
    assert wrap("Net trooper", 10, 50) == ["Net", "trooper"]
    assert wrap("Super-mutant", 10, 60) == ["Super-", "mutant"]
    assert wrap("Super-mutant", 10, 200) == ["Super-mutant"]
    assert wrap("", 10, 60) == []
    size, lines = fit("Incomprehensibilities of war", 60, (12.0, 9.0), 2)
    assert size == 9.0
    assert len(lines) == 2
    assert lines[0].endswith("…")
    assert all(text_length(line, size) <= 60 for line in lines)
