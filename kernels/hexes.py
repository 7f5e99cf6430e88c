"""The cells of hexagonal boards and how far they are apart, in plain Python.

Flat-top hexes, axial coordinates (q, r), centre (0, 0). Directions run clockwise from north.
Cells are numbered by ascending q, then r, always on the larger board: the smaller one is a set of
its cells, so that one table serves both and a cell keeps its number.
"""

DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
RADIUS = 3


def distance(a: tuple[int, int], b: tuple[int, int] = (0, 0)) -> int:
    """Return how many steps apart two cells are."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


_SPAN = range(-RADIUS, RADIUS + 1)
CELLS = tuple((q, r) for q in _SPAN for r in _SPAN if distance((q, r)) <= RADIUS)
NUMBER = {cell: i for i, cell in enumerate(CELLS)}


def board(radius: int) -> int:
    """Return the cells of a board of radius 2 or 3, as bits."""
    return sum(1 << i for i, cell in enumerate(CELLS) if distance(cell) <= radius)
