"""A picture of a board as plain shapes, for the terminal, SVG and HTML alike.

A board of pieces needs `Picture` and `Piece`. A board of printed tiles adds `Field`s, and what lies
or stands on them: tokens, walls on edges, pawns, links between distant fields. A table of cards has
`Row`s instead of hexes, with a `Card` or nothing on each of their spots. Owners are indices into
`Picture.owners`, NOBODY where a thing belongs to none of them.
"""

from dataclasses import dataclass, field

NOBODY = -1

Cell = tuple[int, int]


@dataclass(frozen=True)
class Mark:
    """A sign on one side of a hex tile: what it is (`melee`, `net`, …), which side, how strong."""

    kind: str
    side: int
    strength: int = 1


@dataclass(frozen=True)
class Piece:
    """A tile on the board: whose it is, its name and what is drawn on it."""

    at: Cell
    owner: int
    label: str
    code: str
    marks: tuple[Mark, ...] = ()
    note: str = ""
    is_base: bool = False
    held: bool = False
    fallen: bool = False  # it is about to leave the board


@dataclass(frozen=True)
class Field:
    """A tile of the ground: what it looks like (`mountain`, `trees`, …), its name, a short note."""

    at: Cell
    look: str
    label: str
    note: str = ""
    spoiled: str = ""  # what has spoiled it, in a word; empty: nothing


@dataclass(frozen=True)
class Token:
    """Something small that lies on a field, `count` times: its sign, its name, whose it is."""

    at: Cell
    kind: str  # the sign: `beacon`, `box`, `dome`, …
    name: str  # for the legend
    owner: int = NOBODY
    text: str = ""  # written on it, one letter or digit
    count: int = 1


@dataclass(frozen=True)
class Pawn:
    """A figure that stands on a field, where others may stand as well; a letter or two tell it."""

    at: Cell
    owner: int
    letter: str
    name: str


@dataclass(frozen=True)
class Wall:
    """A wall on one side of a field."""

    at: Cell
    side: int
    owner: int = NOBODY


@dataclass(frozen=True)
class Flag:
    """A number or word outside the board, beside a field at its rim."""

    at: Cell
    text: str


@dataclass(frozen=True)
class Stroke:
    """A line from one field to another: an attack, a net, a link (`melee`, `net`, `link`, …)."""

    kind: str
    start: Cell
    end: Cell
    text: str = ""  # written on it, one digit or two


@dataclass(frozen=True)
class Standing:
    """How things stand for one player, fact by fact; the letter is that of his pawn."""

    owner: int
    letter: str
    name: str
    facts: tuple[str, ...]


@dataclass(frozen=True)
class Row:
    """A row of spots for cards, the first at the top of the table: its name, whose it is."""

    label: str
    owner: int
    spots: tuple[str, ...]


@dataclass(frozen=True)
class Card:
    """A card on a spot: what it is called, how hard it strikes, its life and the damage on it."""

    at: Cell  # spot in the row, row; both from 0
    owner: int
    label: str
    strength: int = 0
    life: int = 0
    damage: int = 0
    signs: tuple[str, ...] = ()  # `ranged`, `intercept`
    note: str = ""
    is_base: bool = False  # the leader
    fallen: bool = False  # a corpse: it has neither strength nor life


@dataclass(frozen=True)
class Picture:
    """A hex board of some radius, with pieces and a caption; with fields, only these are there.

    With rows it is no hex board, but a table of cards.
    """

    radius: int
    pieces: tuple[Piece, ...]
    owners: tuple[str, ...]
    caption: str = ""
    arrows: tuple[tuple[Cell, Cell, str], ...] = field(default=())
    fields: tuple[Field, ...] = ()
    tokens: tuple[Token, ...] = ()
    pawns: tuple[Pawn, ...] = ()
    walls: tuple[Wall, ...] = ()
    links: tuple[tuple[Cell, Cell, str], ...] = ()  # distant fields that are joined, and by what
    flags: tuple[Flag, ...] = ()
    standings: tuple[Standing, ...] = ()
    remarks: tuple[str, ...] = ()  # what notes and flags mean, a line each
    strokes: tuple[Stroke, ...] = ()  # drawn in this order, the last on top
    coordinates: bool = True  # whether fields tell where they are; no where only order counts
    rows: tuple[Row, ...] = ()
    cards: tuple[Card, ...] = ()
