"""Shuffling: every order equally likely, nothing lost, nothing beyond the pile touched."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from kernels import rng
from kernels.deck import shuffle


def streams(seed: int, game: int = 0) -> rng.Streams:
    """Fresh streams of a game."""
    fresh = rng.new_streams(4)
    rng.start(fresh, seed, game)
    return fresh


def shuffled(size: int, seed: int, game: int = 0, purpose: int = 0) -> list[int]:
    """A pile 0, 1, 2, … after shuffling."""
    pile = np.arange(size, dtype=np.int64)
    shuffle(pile, 0, size, streams(seed, game), purpose)
    return [int(tile) for tile in pile]


@given(
    st.lists(st.integers(0, 99), max_size=64),
    st.integers(0, 64),
    st.integers(0, 64),
    st.integers(0, 2**63 - 1),
)
@settings(deadline=None)
def test_a_shuffle_keeps_every_tile_and_leaves_the_rest_alone(
    tiles: list[int], start: int, length: int, seed: int
) -> None:
    first = min(start, len(tiles))
    size = min(length, len(tiles) - first)
    pile = np.array(tiles, np.int64)
    shuffle(pile, first, size, streams(seed), 1)
    after = pile.tolist()
    assert after[:first] == tiles[:first]
    assert after[first + size :] == tiles[first + size :]
    assert Counter(after[first : first + size]) == Counter(tiles[first : first + size])


@given(st.integers(1, 64), st.integers(0, 2**63 - 1))
@settings(deadline=None)
def test_a_shuffle_agrees_with_plain_python(size: int, seed: int) -> None:
    """From the top down every tile changes places with one that is not above it."""
    dice = streams(seed)
    pile = list(range(size))
    for top in reversed(range(1, size)):
        other = rng.below(dice, 0, top + 1)
        pile[top], pile[other] = pile[other], pile[top]
    assert shuffled(size, seed) == pile


def test_every_order_is_equally_likely() -> None:
    seen = Counter(tuple(shuffled(4, 11, game)) for game in range(12_000))
    assert set(seen) == set(permutations(range(4)))
    assert stats.chisquare(list(seen.values())).pvalue > 0.001


def test_every_tile_is_on_top_equally_often() -> None:
    seen = Counter(shuffled(34, 12, game)[-1] for game in range(10_000))
    assert stats.chisquare([seen[tile] for tile in range(34)]).pvalue > 0.001


def test_a_pile_of_one_needs_no_luck() -> None:
    for size in (0, 1):
        dice = streams(3)
        shuffle(np.arange(2, dtype=np.int64), 0, size, dice, 0)
        assert (dice == streams(3)).all()


def test_piles_are_shuffled_apart() -> None:
    """Another purpose, game or seed is another order; the same is the same."""
    orders = [
        tuple(shuffled(34, seed, game, purpose))
        for seed in (1, 2)
        for game in (0, 1)
        for purpose in (0, 1)
    ]
    assert len(set(orders)) == 8
    assert shuffled(34, 1, 0, 0) == list(orders[0])


def test_the_first_pile_is_what_it_always_was() -> None:
    """Seed 1, game 0: changing this order changes every game, and belongs into the changelog."""
    assert shuffled(10, 1) == [4, 2, 3, 9, 0, 7, 5, 1, 6, 8]
