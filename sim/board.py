"""A picture of a board as plain shapes, for the terminal, SVG and HTML alike."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Mark:
    """A sign on one side of a hex tile: what it is (`melee`, `net`, …), which side, how strong."""

    kind: str
    side: int
    strength: int = 1


@dataclass(frozen=True)
class Piece:
    """A tile on the board: whose it is, its name and what is drawn on it."""

    at: tuple[int, int]
    owner: int
    label: str
    code: str
    marks: tuple[Mark, ...] = ()
    note: str = ""
    is_base: bool = False
    held: bool = False


@dataclass(frozen=True)
class Picture:
    """A hex board of some radius, with pieces and a caption."""

    radius: int
    pieces: tuple[Piece, ...]
    owners: tuple[str, ...]
    caption: str = ""
    arrows: tuple[tuple[tuple[int, int], tuple[int, int], str], ...] = field(default=())
