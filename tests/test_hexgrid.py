"""The hex board against plain loops over coordinates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernels import hexgrid
from kernels.bits import count, highest, lowest, nth
from kernels.hexgrid import AROUND, CELLS, DIRECTIONS, DISTANCE, NUMBER, RAY, nearest
from kernels.jit import kernel

Cell = tuple[int, int]
SIZES = {2: 19, 3: 37}  # radius -> cells (NSH-GEO-1)

cells = st.sampled_from(CELLS)
some_bits = st.integers(1, 2**37 - 1)


def step(cell: Cell, direction: int, n: int = 1) -> Cell:
    """Return the cell n steps away, on the board or not."""
    q, r = DIRECTIONS[direction]
    return cell[0] + q * n, cell[1] + r * n


def members(bits: int) -> set[Cell]:
    """Return the cells of a set."""
    return {CELLS[i] for i in range(63) if int(bits) >> i & 1}


def walked(a: Cell) -> dict[Cell, int]:
    """Return the steps from a cell to every other, by walking outwards."""
    found = {a: 0}
    edge = [a]
    while edge:
        onward = [step(c, d) for c in edge for d in range(6)]
        steps = found[edge[0]] + 1
        edge = []
        for cell in onward:
            if cell in NUMBER and cell not in found:
                found[cell] = steps
                edge.append(cell)
    return found


@kernel
def _lowest(bits: int) -> int:
    return lowest(bits)


@kernel
def _highest(bits: int) -> int:
    return highest(bits)


@kernel
def _count(bits: int) -> int:
    return count(bits)


@pytest.mark.parametrize("radius", SIZES)
def test_the_board_has_its_cells(radius: int) -> None:
    expected = {cell for cell, steps in walked((0, 0)).items() if steps <= radius}
    assert members(hexgrid.board(radius)) == expected
    assert len(expected) == SIZES[radius]


def test_cells_are_numbered_by_q_then_r() -> None:
    assert list(CELLS) == sorted(CELLS)
    assert [NUMBER[cell] for cell in CELLS] == list(range(37))
    assert CELLS[37 // 2] == (0, 0), "the centre is the middle number"


def test_directions_run_clockwise_from_north() -> None:
    assert DIRECTIONS[0] == (0, -1)
    assert DIRECTIONS[1] == (1, -1)
    for d in range(6):
        turned = DIRECTIONS[(d + 1) % 6]
        q, r = DIRECTIONS[d]
        assert turned == (-r, q + r), "one sixth of a turn"
        assert DIRECTIONS[(d + 3) % 6] == (-q, -r), "three sixths look back"


def test_neighbours() -> None:
    for cell in CELLS:
        for sides in range(64):
            expected = {step(cell, d) for d in range(6) if sides >> d & 1} & set(CELLS)
            assert members(AROUND[NUMBER[cell], sides]) == expected


def test_rays() -> None:
    for cell in CELLS:
        for d in range(6):
            expected = {step(cell, d, n) for n in range(1, 7)} & set(CELLS)
            assert members(RAY[NUMBER[cell], d]) == expected


def test_distances() -> None:
    for a in CELLS:
        steps = walked(a)
        assert [DISTANCE[NUMBER[a], NUMBER[b]] for b in CELLS] == [steps[b] for b in CELLS]
        assert [hexgrid.distance(a, b) for b in CELLS] == [steps[b] for b in CELLS]


@given(cells, st.integers(0, 5), st.integers(0, 2**37 - 1))
@settings(deadline=None)
def test_nearest_is_the_first_cell_on_the_way(cell: Cell, direction: int, among: int) -> None:
    on_ray = int(RAY[NUMBER[cell], direction]) & among
    way = [step(cell, direction, n) for n in range(1, 7)]
    expected = [c for c in way if c in members(on_ray)]
    if expected:
        assert CELLS[nearest(on_ray, direction)] == expected[0]


def test_nearest_from_everywhere() -> None:
    """Of a whole ray the neighbour comes first."""
    for cell in CELLS:
        for d in range(6):
            ray = int(RAY[NUMBER[cell], d])
            if ray:
                assert CELLS[nearest(ray, d)] == step(cell, d)


@given(some_bits)
@settings(deadline=None)
def test_bits(bits: int) -> None:
    found = [i for i in range(37) if bits >> i & 1]
    assert _lowest(bits) == found[0]
    assert _highest(bits) == found[-1]
    assert _count(bits) == len(found)
    assert [nth(bits, n) for n in range(len(found))] == found


def test_tables_fit_in_63_bits() -> None:
    """Sets of cells are signed integers: the sign must never come into play."""
    assert len(CELLS) < 63
    assert (AROUND >= 0).all() and (RAY >= 0).all()
    assert {AROUND.dtype, RAY.dtype} == {np.dtype(np.int64)}
