"""The arena of Neon as a picture: who and what is where, in the terminal and as SVG."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import cli
from reports.svg import board_svg
from reports.terminal import board_text
from sim.board import Picture
from sim.neon import GAME
from sim.neon.picture import CELLS, NEXT, SHIP

HEAD = """
game = "neon"
title = "A table"
rule = ["NEON-CLS-2"]
"""


def drawn(text: str) -> Picture:
    """Return the picture at the end of a scenario."""
    picture = GAME.scenario(tomllib.loads(HEAD + text), "table.toml").picture
    assert picture is not None
    return picture


def named(picture: Picture, label: str) -> Any:
    """Return the field of a sector."""
    return next(each for each in picture.fields if each.label == label)


def test_the_ring_is_closed_and_each_sector_touches_only_its_neighbours() -> None:
    near = {(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)}
    for i, (q, r) in enumerate(CELLS):
        beside = [j for j, (x, y) in enumerate(CELLS) if (x - q, y - r) in near]
        assert sorted(beside) == sorted([(i - 1) % 10, (i + 1) % 10])


def test_who_and_what_lies_where() -> None:
    picture = drawn(
        """
turn = "ghost"
closing = ["stadium"]
searched = { mall = 2 }
bot = { factory = "medic" }
[[fighter]]
name = "ghost"
at = "park"
equipment = ["reaper"]
supplies = { reaper = ["stinger"] }
[[fighter]]
name = "akari"
at = "mall"
energy = 5
token = "police"
[[fighter]]
name = "snake"
"""
    )
    at = {each.label: each.at for each in picture.fields}
    assert {pawn.name: pawn.at for pawn in picture.pawns} == {
        "Ghost": at["Park"],
        "Akari": at["Mall"],
        "Snake": SHIP,
    }
    tokens = {(token.kind, token.at, token.count, token.owner) for token in picture.tokens}
    assert tokens == {
        ("bot", at["Factory"], 1, -1),
        ("search", at["Mall"], 2, -1),
        ("neko", at["Police"], 1, 1),
    }
    assert named(picture, "Stadium").note == NEXT
    assert "Reaper +1" in picture.standings[0].facts
    assert "energy 5" in picture.standings[1].facts
    text = board_text(picture).plain
    for word in ("Drop ship", "[M]", "$x2", NEXT, "Reaper +1"):
        assert word in text
    assert "0,0" not in text and ">0,0<" not in board_svg(picture)


def test_a_closed_sector_stays_in_its_place_hatched() -> None:
    """NEON-CLS-2: the sector leaves the game; the others keep their places in the drawing."""
    table = """
fighter = [{ name = "ghost", at = "park" }, { name = "akari", at = "mall" },
           { name = "snake", at = "police" }]
turn = "ghost"
closing = ["stadium", "highway"]
"""
    before, after = drawn(table), drawn(table + "[[do]]\nclose = true\n")
    assert [(each.at, each.label) for each in before.fields] == [
        (each.at, each.label) for each in after.fields
    ]
    assert named(before, "Stadium").spoiled == "" and named(after, "Stadium").spoiled == "closed"
    assert named(after, "Highway").note == NEXT
    assert "~Stadium~" in board_text(after).plain


def test_the_sectors_are_drawn_from_the_command_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert cli.main(["games", "neon", "--map", "ring", "--set", "sectors.park.name=Garden"]) == 0
    out = capsys.readouterr().out
    assert "Garden" in out and "TV tower" in out and "after attack, 1 energy" in out
    path = tmp_path / "ring.svg"
    assert cli.main(["games", "neon", "--map", "ring", "--svg", str(path)]) == 0
    assert path.read_text("utf-8").startswith("<svg")
    assert cli.main(["games", "neon", "--map", "hill"]) == 2
    assert "known: ring" in capsys.readouterr().err
