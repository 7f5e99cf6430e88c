"""Which pieces matter: a planted one is found, an idle one is not, on common random numbers."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from analysis.impact import Impact, PieceImpact, impact, sentence
from sim.errors import BadInput
from sim.game import GAMES
from sim.library import ask
from sim.plan import make_plan
from tests.toy_game import GAME

TOKENS = {
    "crown": {"count": 2, "bonus": 45},
    "pebble": {"count": 4, "bonus": 0},
    "curse": {"count": 1, "bonus": -45},
}
PLANTED = {"colours": {"red": {"tokens": TOKENS}}}


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    GAME.compiled = True
    yield
    GAME.compiled = False


@pytest.fixture
def found() -> Impact:
    """The pieces of red, three of which were put there."""
    return impact("toy", sides="red", games=3_000, set=PLANTED)


def by_id(found: Impact) -> dict[str, PieceImpact]:
    return {each.piece.id: each for each in found.sides[0].pieces}


def test_the_planted_piece_is_found(found: Impact) -> None:
    pieces = by_id(found)
    assert [each.piece.id for each in found.sides[0].pieces] == ["crown", "pebble", "curse"]
    crown, curse = pieces["crown"], pieces["curse"]
    assert crown.blank is not None and crown.more is not None and curse.blank is not None
    assert crown.blank.proven and crown.blank.high < 0.0
    assert crown.more.proven and crown.more.low > 0.0
    assert curse.blank.proven and curse.blank.low > 0.0
    assert crown.observed.low is not None and crown.observed.low > 0.0
    assert curse.observed.high is not None and curse.observed.high < 0.0
    assert sentence(found).startswith("Crown of Red matters most")


def test_an_idle_piece_changes_no_game(found: Impact) -> None:
    blank = by_id(found)["pebble"].blank
    assert blank is not None
    assert (blank.difference, blank.changed, blank.proven) == (0.0, 0, False)
    # Nothing seen in 1,500 sets is not nothing at all: z² = 3.84 sets may still hide.
    assert blank.high == pytest.approx(3.8415 / 1_500, rel=1e-3) and blank.low == -blank.high
    assert blank.saved > 0.9


def test_games_without_the_piece_are_the_same_game(found: Impact) -> None:
    """The blank lies where the copy lay: only games in which a crown was drawn may change."""
    plan = make_plan(ask("toy", sides="red,blue", games=400, set=PLANTED))
    crown = GAME.pieces(plan.data)[0]
    changed = GAME.load([*plan.request.overlays, GAME.blank_one(plan.data, crown)])
    batch = plan.batch(0, 400)
    before, after = GAME.observe(plan.data, batch), GAME.observe(changed, batch)
    assert np.array_equal(before["drawn"], after["drawn"])
    drawn = before["drawn"][:, :, 0].sum(axis=1) > 0
    differs = (before["score"] != after["score"]).any(axis=1)
    assert differs.any() and not differs[~drawn].any()
    pair = by_id(found)["crown"].blank
    assert pair is not None and pair.saved > 0.5


def test_observed_is_what_a_count_by_hand_gives() -> None:
    small = impact("toy", sides="red", against="green", games=600, set=PLANTED)
    seen = by_id(small)["crown"].observed
    plan = make_plan(ask("toy", sides="red,green", games=600, set=PLANTED))
    result = GAME.observe(plan.data, plan.batch(0, 600))
    taken = [
        (float(result["score"][game, game % 2]), int(result["drawn"][game, game % 2, 0]))
        for game in range(600)  # red sits on the seats in turn
    ]
    drawn = sum(copies for _, copies in taken)
    left = sum(2 - copies for _, copies in taken)
    assert seen.games == 600 and seen.drawn == drawn
    assert seen.score_drawn == pytest.approx(sum(s * c for s, c in taken) / drawn)
    assert seen.score_not_drawn == pytest.approx(sum(s * (2 - c) for s, c in taken) / left)


def test_the_interval_covers_the_truth_at_its_rate() -> None:
    """Over many seeds the paired interval holds the difference that a huge run shows."""
    options: dict[str, Any] = {"sides": "red", "against": "green", "set": PLANTED}
    long = impact("toy", games=120_000, seed=999, **options)
    crown = by_id(long)["crown"].blank
    assert crown is not None
    inside = 0
    for seed in range(60):
        each = by_id(impact("toy", games=200, seed=seed, **options))["crown"].blank
        assert each is not None
        inside += each.low <= crown.difference <= each.high
    assert inside >= 53


def test_threads_do_not_matter_and_larger_tables_work() -> None:
    options: dict[str, Any] = {"sides": "red", "games": 600, "set": PLANTED, "players": 3}
    assert impact("toy", threads=1, **options) == impact("toy", threads=3, **options)


def test_a_full_bag_takes_no_more() -> None:
    full = {"colours": {"red": {"tokens": {"pebble": {"count": 9, "bonus": 1}}}}}
    found = impact("toy", sides="red", games=40, set=full)
    assert by_id(found)["pebble"].more is None
    assert found.to_json()["sides"][0]["pieces"][0]["more"] is None


def test_what_cannot_be_measured_is_said() -> None:
    with pytest.raises(BadInput, match="the colour green has no token"):
        impact("toy", sides="green", set=PLANTED, games=10)
    with pytest.raises(BadInput, match="2 policies"):
        impact("toy", sides="red", set=PLANTED, games=10, policy="random,greedy")
    with pytest.raises(BadInput, match="unknown colour 'purple'"):
        impact("toy", sides="red", against="purple", set=PLANTED, games=10)
    with pytest.raises(BadInput, match="2 players need 2 colours"):
        impact("toy", sides="red", against="red", set=PLANTED, games=10)
