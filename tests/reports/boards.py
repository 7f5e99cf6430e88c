"""Boards for the drawings to draw."""

from __future__ import annotations

from sim.board import Mark, Picture, Piece

KINDS = ("melee", "ranged", "gauss", "armour", "net", "link")
ALL_ROUND = tuple(Mark("melee", side) for side in range(6))

DUEL = Picture(
    radius=2,
    pieces=(
        Piece((0, 0), 0, "Headquarters", "HQ", ALL_ROUND, "20", is_base=True),
        Piece((2, -1), 1, "Headquarters", "HQ", ALL_ROUND, "17", is_base=True),
        Piece((1, -1), 1, "Net fighter", "NETF", (Mark("net", 4), Mark("melee", 4, 2)), "i1"),
        Piece(
            *((0, -1), 0, "Juggernaut", "JUGG"),
            (Mark("melee", 2, 2), Mark("ranged", 3), Mark("armour", 1), Mark("armour", 2)),
            "i1 w1",
        ),
        Piece((-1, 0), 0, "Gauss cannon", "GAUSS", (Mark("gauss", 1),), "i1"),
        Piece((-1, 1), 1, "Mutant", "MUT", (Mark("melee", 0),), "i2", held=True),
        Piece((-2, 1), 0, "Medic", "MED", (Mark("link", 0), Mark("link", 1))),
        Piece((2, -2), 0, "Net trooper of the far and frozen north", "NETTROOPERS"),
        Piece((1, 1), 1, "Assassin", "ASSAS", (Mark("ranged", 0, 3),), "i3/2 w2"),
    ),
    owners=("Moloch", "Borgo"),
    caption="Turn 14: the assassin fires",
    arrows=(((1, 1), (1, -1), "ranged 3"), ((-1, 0), (0, -1), "")),
)
