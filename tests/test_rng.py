"""Random numbers: published vectors, equal chances, streams that do not disturb each other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from kernels import rng

PURPOSES = 12
WORD = 2**32
Four = tuple[int, int, int, int]

# The known answers published with the generator: counter, key, block.
KNOWN = [
    (
        (0, 0, 0, 0),
        (0, 0),
        (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8),
    ),
    (
        (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
        (0xFFFFFFFF, 0xFFFFFFFF),
        (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
    ),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]

# The first words of every purpose for seed 1, game 0. They decide every game ever played: if they
# change, so does every result, and that belongs into the changelog.
FIRST_WORDS = [
    [3823634032, 2886210587, 1062581232],
    [2202007772, 4164296561, 4010623455],
    [3862289388, 4123793461, 2939594383],
    [3925146320, 2362330594, 3550816420],
    [3332484485, 46031585, 2697820880],
    [1004882374, 1759682291, 4124493604],
    [511419385, 3531119838, 3786725225],
    [445668367, 1226191364, 3719789682],
    [4044909264, 1623320392, 3646064144],
    [1807634784, 3184775102, 1468987928],
    [3015053473, 3272818148, 4099762401],
    [699174674, 2678941389, 422546072],
]


def philox(counter: Four, key: tuple[int, int]) -> Four:
    """Philox4x32-10 in plain Python, from its paper."""
    (a, b, c, d), (k, m) = counter, key
    for _ in range(10):
        left, right = a * 0xD2511F53, c * 0xCD9E8D57
        a, b, c, d = right // WORD ^ b ^ k, right % WORD, left // WORD ^ d ^ m, left % WORD
        k, m = (k + 0x9E3779B9) % WORD, (m + 0xBB67AE85) % WORD
    return a, b, c, d


def compiled(counter: Four, key: tuple[int, int]) -> Four:
    """The kernel's block, as plain integers."""
    block = rng.philox(*(np.uint64(word) for word in (*counter, *key)))  # type: ignore[arg-type]
    return int(block[0]), int(block[1]), int(block[2]), int(block[3])


def streams(seed: int, game: int) -> rng.Streams:
    """Fresh streams of a game."""
    fresh = rng.new_streams(PURPOSES)
    rng.start(fresh, seed, game)
    return fresh


def words(seed: int, game: int, purpose: int, n: int = 8) -> list[int]:
    """The first words of a purpose."""
    fresh = streams(seed, game)
    return [int(rng.word(fresh, purpose)) for _ in range(n)]


@pytest.mark.parametrize(("counter", "key", "block"), KNOWN, ids=["zeros", "ones", "pi"])
def test_published_vectors(counter: Four, key: tuple[int, int], block: Four) -> None:
    assert compiled(counter, key) == block
    assert philox(counter, key) == block


bits = st.integers(0, WORD - 1)


@given(st.tuples(bits, bits, bits, bits), st.tuples(bits, bits))
@settings(deadline=None)
def test_blocks_agree_with_plain_python(counter: Four, key: tuple[int, int]) -> None:
    assert compiled(counter, key) == philox(counter, key)


@given(st.integers(0, 2**63 - 1), st.integers(0, 10**12), st.integers(0, PURPOSES - 1))
@settings(deadline=None)
def test_a_draw_is_a_function_of_seed_game_purpose_and_number(
    seed: int, game: int, purpose: int
) -> None:
    key = (seed % WORD, seed // WORD)
    counters = [(draw, purpose, game % WORD, game // WORD) for draw in range(8)]
    assert words(seed, game, purpose) == [philox(counter, key)[0] for counter in counters]


def test_first_words_of_every_purpose_are_what_they_always_were() -> None:
    found = [words(1, 0, purpose, 3) for purpose in range(PURPOSES)]
    assert found == FIRST_WORDS


def test_a_purpose_that_draws_more_disturbs_no_other() -> None:
    undisturbed = [words(7, 42, purpose) for purpose in range(PURPOSES)]
    mixed: list[list[int]] = [[] for _ in range(PURPOSES)]
    shared = streams(7, 42)
    for turn in range(8):
        for purpose in range(PURPOSES):
            for _ in range(turn * purpose % 5):
                rng.below(shared, 3, 6)  # somebody rolls a lot of dice in between
            if purpose != 3:
                mixed[purpose].append(int(rng.word(shared, purpose)))
    mixed[3] = undisturbed[3]
    assert mixed == undisturbed


def test_start_sets_every_stream_to_its_first_draw() -> None:
    used = streams(5, 6)
    for purpose in range(PURPOSES):
        rng.word(used, purpose)
    rng.start(used, 9, 10)
    assert (used == streams(9, 10)).all()


def test_seeds_games_and_purposes_have_streams_of_their_own() -> None:
    """Also where only the upper half of the seed or of the game's number differs."""
    places = [
        (seed, game, purpose)
        for seed in (0, 1, 2, WORD, WORD + 1, 2**63 - 1)
        for game in (0, 1, 2, WORD, WORD + 1, 10**12)
        for purpose in range(PURPOSES)
    ]
    found = {tuple(words(*place)) for place in places}
    assert len(found) == len(places)


# Large sizes are where taking a remainder, or scaling without rejection, is visibly unfair: of
# 3 * 2**30 outcomes a third would come up twice as often as the rest.
@pytest.mark.parametrize("size", [2, 3, 6, 7, 19, 34, 100, 3 * 2**30, 5 * 2**29])
def test_bounded_integers_are_equally_likely(size: int) -> None:
    source = streams(2024, size)
    draws = np.array([rng.below(source, 1, size) for _ in range(60_000)])
    assert draws.min() >= 0 and draws.max() < size
    if size <= 100:
        seen = np.bincount(draws, minlength=size)
        assert stats.chisquare(seen).pvalue > 0.001
    else:
        assert stats.chisquare(np.bincount(draws % 3, minlength=3)).pvalue > 0.001
        assert stats.chisquare(np.bincount(draws % 5, minlength=5)).pvalue > 0.001
        assert stats.chisquare(np.bincount(draws * 16 // size, minlength=16)).pvalue > 0.001


def bounded(source: list[int], size: int) -> int:
    """Lemire's method in plain Python; takes its words from the front of a list."""
    while True:
        product = source.pop(0) * size
        if product % WORD >= WORD % size:
            return product // WORD


@given(st.integers(0, 2**63 - 1), st.lists(st.integers(1, WORD - 1), min_size=1, max_size=6))
@settings(deadline=None)
def test_bounded_integers_agree_with_plain_python(seed: int, sizes: list[int]) -> None:
    source = words(seed, 3, 2, 400)
    shared = streams(seed, 3)
    assert [rng.below(shared, 2, size) for size in sizes] == [bounded(source, s) for s in sizes]
    assert shared[rng.DRAWS + 2] == 400 - len(source), "as many words are used up"


def test_purposes_are_not_correlated() -> None:
    """Neighbouring purposes, games and seeds: bits agree about half of the time."""
    n = 4_000
    base = np.array([words(1, game, 0, 1)[0] for game in range(n)], np.uint64)
    others = {
        "next purpose": [words(1, game, 1, 1)[0] for game in range(n)],
        "next seed": [words(2, game, 0, 1)[0] for game in range(n)],
        "next game": [words(1, game + 1, 0, 1)[0] for game in range(n)],
        "next draw": [words(1, game, 0, 2)[1] for game in range(n)],
    }
    for name, values in others.items():
        differing = np.bitwise_count(base ^ np.array(values, np.uint64)).astype(np.int64)
        share = stats.binomtest(int(differing.sum()), 32 * n, 0.5)
        assert share.pvalue > 0.001, name
