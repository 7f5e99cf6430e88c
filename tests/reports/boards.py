"""Boards for the drawings to draw."""

from __future__ import annotations

from sim.board import (
    Card,
    Field,
    Flag,
    Mark,
    Pawn,
    Picture,
    Piece,
    Row,
    Standing,
    Token,
    Wall,
)

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

ARENA = Picture(
    radius=2,
    pieces=(),
    owners=("Ada and Bo", "Cy"),
    caption="Turn 3, Bo",
    fields=(
        Field((0, 0), "tower", "Central Tower"),
        Field((0, -1), "trees", "Jungle", "Z1"),
        Field((1, -1), "mountain", "Mountain", "Z1+", "toxin"),
        Field((0, 1), "no such look", "A place with a very long name"),
        Field((-1, 1), "plain", "Plain"),
        Field((-2, 1), "houses", "Village", "Z2"),
    ),
    tokens=(
        Token((0, -1), "beacon", "beacon", count=3),
        Token((0, 0), "box", "supply box", text="3"),
        Token((0, 0), "hideout", "hideout", 1),
        Token((0, 1), "trap", "trap", 0),
        Token((0, 1), "dome", "dome"),
        Token((0, 1), "rumour", "rumour"),
        Token((-2, 1), "portal", "portal"),
        Token((1, -1), "portal", "portal"),
    ),
    pawns=(
        Pawn((0, 0), 0, "A", "Ada"),
        Pawn((0, 0), 0, "B", "Bo"),
        Pawn((-1, 1), 1, "C2", "Cy"),
    ),
    walls=(Wall((0, 0), 0), Wall((0, 0), 4, 1), Wall((0, 0), 1, 0)),
    links=(((-2, 1), (1, -1), "portal"),),
    flags=(Flag((-2, 1), "Zone 2"), Flag((0, -1), "Zone 1")),
    standings=(
        Standing(0, "A", "Ada", ("fame 3", "line 4 4 2")),
        Standing(0, "B", "Bo", tuple(f"an item of some length {n}" for n in range(9))),
        Standing(1, "C2", "Cy", ("off the map",)),
    ),
    remarks=("Z1: the first to be spoiled.", "Reconstructed: all of it."),
)

TABLE = Picture(
    0,
    (),
    ("Ada", "Bo"),
    "Turn 2, Bo",
    rows=(
        Row("rear", 1, ("R1", "R2")),
        Row("front", 1, ("V1", "V2")),
        Row("front", 0, ("V1", "V2")),
    ),
    cards=(
        Card((1, 0), 1, "Queen", 3, 20, 4, ("ranged",), "as King", is_base=True),
        Card((0, 1), 1, "Pikeman", 2, 5, 7, ("intercept", "ranged")),
        Card((0, 2), 0, "A card with a name that is far too long", 12, 7),
        Card((1, 2), 0, "Squire", fallen=True),
    ),
    standings=(Standing(0, "A", "Ada", ("hand 3",)), Standing(1, "B", "Bo", ("hand 4",))),
    remarks=("Numbers are numbers.",),
)
