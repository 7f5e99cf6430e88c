"""Telling a game: every tile has its name, every turn its heading."""

from __future__ import annotations

import pytest

import sim


@pytest.mark.parametrize("seed", [7, 8])
def test_a_tile_that_falls_as_soon_as_it_is_placed_has_a_name(seed: int) -> None:
    """The tile that fills the board fights at once (NSH-USE-5), and may be gone after it."""
    for number in range(40):
        replay = sim.play(
            "neuroshima", number, armies="hegemony,moloch", policy="random", seed=seed
        )
        told = [line for step in replay.steps for line in step.lines]
        assert [line for line in told if "the tile on" in line] == []
