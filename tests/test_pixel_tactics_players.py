"""The players of Pixel Tactics: what looking further changes, and what it must not see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kernels import rng
from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.apply import apply
from kernels.pixel_tactics.cards import TIES
from kernels.pixel_tactics.greedy import choose
from kernels.pixel_tactics.hidden import deal_anew
from kernels.pixel_tactics.legal import legal_actions
from kernels.pixel_tactics.setup import set_up
from sim.pixel_tactics.engine import room
from sim.plan import Request, make_plan
from tests import pixel_tactics_table as table


def games(policies: tuple[str, str], number: int, **weights: int) -> tuple[Mapping[str, Any], Any]:
    """Play games of all pairs with weights of the greedy player changed."""
    overlays = ({"policies": {"greedy": weights}},) if weights else ()
    made = make_plan(Request("pixel_tactics", games=number, players=2, overlays=overlays, seed=11))
    plan = replace(made, lineups=tuple(replace(line, policies=policies) for line in made.lineups))
    batch = plan.batch(0, number)
    return plan.game.play(plan.data, batch), batch.seat_player


def test_how_far_it_looks_is_nothing_to_who_does_not_look() -> None:
    """The weights of foresight are neutral in greedy.toml."""
    number = 6
    plain, _ = games(("greedy", "greedy"), number)
    for far in (1, 9):
        other, _ = games(("greedy", "greedy"), number, look_far=far)
        for key in plain:
            assert (plain[key] == other[key]).all(), key
    looking, _ = games(("greedy", "greedy"), number, look_at=4)
    assert (plain["damage"] != looking["damage"]).any()


@pytest.mark.compiled
def test_trained_beats_greedy() -> None:
    """71 % in the proof; the standard error of 600 games is 2."""
    played, player = games(("trained", "greedy"), 600)
    assert played["score"][player == 0].mean() > 0.62
    same, _ = games(("trained", "greedy"), 600)
    assert (played["score"] == same["score"]).all()


@pytest.mark.compiled
@pytest.mark.slow
def test_foresight_does_not_see_hidden_cards() -> None:
    """PXT-AI-12: whatever lies in the other's hand and in his deck, the same is done."""
    own = table.ENGINE.weights[table.ENGINE.policies.index("trained")]
    mine = room()
    differ = 0
    for number in range(6):
        streams = table.streams(number)
        leaders = np.array([number * 4, (number * 7 + 3) % 25])
        set_up(mine.state, table.BOOK, streams, leaders, np.array([0, 1]), 0)
        deed = A.NOTHING
        for _ in range(60):
            apply(mine.state, table.BOOK, streams, table.BLANK, deed)
            if mine.state[S.STAGE] == S.OVER:
                break
            seat = int(mine.state[S.DECIDER])
            found = []
            for deal in range(3):
                state = mine.state.copy()
                if deal and state[S.STAGE] == S.ACT:
                    deal_anew(state, table.streams(100 + deal), seat)
                    block = S.PLAYER + seat * S.PLAYER_SIZE  # his own deck stays as it is
                    state[block : block + S.PLAYER_SIZE] = mine.state[block : block + S.PLAYER_SIZE]
                    differ += int((state != mine.state).any())
                rng.start(mine.imagined, 5, number)
                n = legal_actions(state, table.BOOK, mine.legal)
                ties = table.streams(7)
                found.append(
                    choose(
                        state,
                        table.BOOK,
                        own,
                        ties,
                        mine.imagined,
                        TIES + seat,
                        mine.legal,
                        n,
                        mine.copy,
                        table.BLANK,
                    )
                )
            assert found[0] == found[1] == found[2]
            deed = found[0]
    assert differ > 100
