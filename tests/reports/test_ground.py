"""Boards of printed tiles: every field, token, wall and figure is drawn, once and legibly."""

from __future__ import annotations

import re
from dataclasses import replace
from math import cos, hypot, pi, sin
from xml.etree import ElementTree

import pytest

from reports.drawing import SIZE, centre, text_length
from reports.ground import legend
from reports.looks import GROUND, ground_colours, ground_look, token_sign
from reports.style import OWNERS
from reports.svg import board_svg
from reports.terminal import board_text
from reports.terminal import token_sign as characters
from sim.board import NOBODY, Field, Picture, Token, Wall
from tests.reports.boards import ARENA

NS = "{http://www.w3.org/2000/svg}"
TOKENS = ("beacon", "box", "dome", "hideout", "trap", "portal")


def _texts(picture: Picture) -> list[str]:
    tree = ElementTree.fromstring(board_svg(picture))
    return [t.text or "" for t in tree.iter(f"{NS}text") if t.get("aria-hidden") is None]


# --- SVG


def test_only_the_fields_are_there() -> None:
    drawn = board_svg(ARENA)
    body = drawn.split("</defs>")[1]
    assert body.count('stroke="#a9a493" stroke-width="1.5"') == len(ARENA.fields)
    for each in ARENA.fields:
        x, y = centre(each.at)
        assert f'<g transform="translate({x:.2f} {y:.2f})"><polygon' in body
    assert 'fill="#f3f1ea" stroke="#c9c5b8"' not in body  # no empty cells around them


def test_names_places_and_notes_are_written() -> None:
    texts = _texts(ARENA)
    assert {"Central Tower", "Jungle", "0,-1 · Z1", "1,-1 · Z1+", "0,0", "Zone 2"} <= set(texts)
    assert any(text.endswith("…") and text.startswith("A place") for text in texts)
    assert {"A", "B", "C2", "×3", "3"} <= set(texts)
    assert set(ARENA.remarks) <= set(texts)


def test_standings_flow_between_facts() -> None:
    texts = _texts(ARENA)
    assert "fame 3 · line 4 4 2" in texts
    told = [text for text in texts if "an item of some length" in text]
    assert len(told) > 1
    facts = [fact for text in told for fact in text.split(" · ")]
    assert facts == list(ARENA.standings[1].facts)


def test_a_script_in_a_name_stays_a_name() -> None:
    evil = "<script>alert(1)</script>"
    picture = replace(
        ARENA,
        fields=(Field((0, 0), evil, evil, evil, evil),),
        tokens=(Token((0, 0), evil, evil, text=evil), Token((0, 0), "box", evil, text=evil)),
        pawns=tuple(replace(pawn, letter=evil, name=evil) for pawn in ARENA.pawns),
        flags=tuple(replace(flag, text=evil) for flag in ARENA.flags),
        links=(((0, 0), (1, 0), evil),),
        standings=tuple(replace(s, letter=evil, name=evil, facts=(evil,)) for s in ARENA.standings),
        remarks=(evil,),
    )
    assert "<script" not in board_svg(picture)
    ElementTree.fromstring(board_svg(picture))


def test_it_needs_nothing_from_elsewhere() -> None:
    text = board_svg(ARENA).replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|href|@import|<image", text)
    used = set(re.findall(r"url\(#([^)]+)\)", text))
    assert "spoiled" in used
    assert used <= set(re.findall(r'id="([^"]+)"', text))
    clean = replace(ARENA, fields=tuple(replace(f, spoiled="") for f in ARENA.fields))
    assert '"spoiled"' not in board_svg(clean) and "#spoiled" not in board_svg(clean)


def test_looks_and_signs_are_different() -> None:
    assert len({ground_look(look) for look in GROUND}) == len(GROUND)
    assert ground_look("no such look") == ""
    assert len({token_sign(kind, "#000000") for kind in (*TOKENS, "rumour")}) == len(TOKENS) + 1


@pytest.mark.parametrize("look", [*GROUND, "no such look"])
def test_names_stand_out_from_their_ground(look: str) -> None:
    """At least 4.5 to 1, as the web's accessibility guidelines ask of small writing."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = [
            p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts
        ]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    fill, ink = ground_colours(look)
    assert (light(fill) + 0.05) / (light(ink) + 0.05) >= 4.5


@pytest.mark.parametrize("side", range(6))
@pytest.mark.parametrize("owner", [NOBODY, 0, 1])
def test_a_wall_lies_on_its_edge_in_its_colour(side: int, owner: int) -> None:
    picture = replace(ARENA, walls=(Wall((0, 0), side, owner),))
    (wall,) = re.findall(r"<g [^>]*rotate\(\d+\)\"><path.+?</g>", board_svg(picture))
    assert f"rotate({60 * side})" in wall
    assert (OWNERS[owner] in wall) == (owner != NOBODY)
    height = float(re.findall(r'd="M-[\d.]+ (-[\d.]+)H', wall)[0])
    # turned by its side, the bar's middle is where the edge of the hex is
    x, y = -height * sin(side * pi / 3), height * cos(side * pi / 3)
    assert hypot(x, y) == pytest.approx(SIZE * 3**0.5 / 2, abs=0.01)
    dx, dy = centre(((0, 1, 1, 0, -1, -1)[side], (-1, -1, 0, 1, 1, 0)[side]))
    assert (x, y) == pytest.approx((dx / 2, dy / 2), abs=0.01)


def test_the_legend_explains_what_is_drawn_and_nothing_else() -> None:
    named = [name for _, name in legend(ARENA)]
    assert len(set(named)) == len(named)
    assert set(named) == {
        *("beacon", "supply box", "hideout", "trap", "dome", "rumour", "portal", "toxin"),
        *("neutral wall", "wall in its owner's colour"),
    }
    bare = replace(ARENA, tokens=(), walls=(), fields=ARENA.fields[:1])
    assert legend(bare) == []


def test_no_writing_leaves_the_picture_or_lies_over_another() -> None:
    tree = ElementTree.fromstring(board_svg(ARENA))
    width, height = (float(tree.get(k, "0")) for k in ("width", "height"))
    boxes: list[tuple[float, float, float, float, str]] = []

    def walk(node: ElementTree.Element, dx: float, dy: float, scale: float) -> None:
        how = node.get("transform", "")
        if moved := re.match(r"translate\((-?[\d.]+) (-?[\d.]+)\)", how):
            dx, dy = dx + scale * float(moved.group(1)), dy + scale * float(moved.group(2))
        if larger := re.search(r"scale\(([\d.]+)\)", how):
            scale *= float(larger.group(1))
        if node.tag == f"{NS}text" and not node.get("aria-hidden"):
            size = float(node.get("font-size", "0")) * scale
            x = dx + scale * float(node.get("x", "0"))
            y = dy + scale * float(node.get("y", "0"))
            long = text_length(node.text or "", size)
            left = x - (long / 2 if node.get("text-anchor") == "middle" else 0.0)
            boxes.append((left, y - 0.75 * size, left + long, y + 0.2 * size, node.text or ""))
        for child in node:
            walk(child, dx, dy, scale)

    walk(tree, 0.0, 0.0, 1.0)
    assert len(boxes) > 30
    for i, one in enumerate(boxes):
        assert one[0] >= 0 and one[1] >= 0 and one[2] <= width and one[3] <= height, one
        for two in boxes[i + 1 :]:
            apart = one[2] <= two[0] or two[2] <= one[0] or one[3] <= two[1] or two[3] <= one[1]
            assert apart, (one, two)


# --- characters


def test_the_arena_to_the_letter() -> None:
    assert board_text(ARENA).plain.splitlines() == [
        "                            ___________",
        "                           /  Jungle   \\",
        "                          /             \\___________",
        "                          \\     *x3     /~Mountain~ \\",
        "  ___________              \\##0,-1 Z1##/             \\",
        " /  Village  \\             /Central To…A      @      /",
        "/             \\___________/     A B     A_1,-1 Z1+__/",
        "\\      @      /   Plain   C   [3] ^C    /",
        " \\__-2,1 Z2__/     C2      C____0,0____/",
        "             \\             /A place wi…\\",
        "              \\___-1,1____/             \\",
        "                          \\   wA ∩ ?    /",
        "                           \\____0,1____/",
        "A Ada  fame 3 · line 4 4 2",
        "B Bo  an item of some length 0 · an item of some length 1",
        "      an item of some length 2 · an item of some length 3",
        "      an item of some length 4 · an item of some length 5",
        "      an item of some length 6 · an item of some length 7",
        "      an item of some length 8",
        "C2 Cy  off the map",
        "* beacon · ? rumour · @ portal · [3] supply box · ^ hideout and its owner",
        "w trap and its owner · ∩ dome · # neutral wall",
        "a letter on an edge: wall of that owner · ~ toxin",
        "Z1: the first to be spoiled.",
        "Reconstructed: all of it.",
        "-2,1 ↔ 1,-1  portal",
        "Turn 3, Bo",
    ]


def test_tokens_in_characters() -> None:
    letters = ["A", "C"]
    signs = [characters(token, letters) for token in ARENA.tokens]
    assert signs == ["*x3", "[3]", "^C", "wA", "∩", "?", "@", "@"]


def test_lines_below_the_board_fit_a_terminal() -> None:
    lines = board_text(ARENA).plain.splitlines()
    assert max(map(len, lines)) <= 80


def test_blank_lines_around_a_flat_board_are_left_out() -> None:
    flat = Picture(3, (), (), fields=tuple(Field((q, -q // 2), "plain", "P") for q in (-2, 0, 2)))
    lines = board_text(flat).plain.splitlines()
    assert len(lines) == 5
    assert all(line.strip() for line in lines)
