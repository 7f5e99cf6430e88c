"""Thinking a turn through: what is found is what playing the turn by hand finds."""

from __future__ import annotations

import numpy as np
import pytest

from kernels.neuroshima import actions as A
from kernels.neuroshima import judge
from kernels.neuroshima import state as S
from kernels.neuroshima import weights as P
from tests.neuroshima_table import ARMIES, ENGINE, FACES, QUIET, Table

TRAINED = "trained"
PLANS = bool(ENGINE.weights[ENGINE.rows[TRAINED, "moloch"], P.PLAN])
OFTEN = 12


def planning(game: int) -> Table:
    """Return a table of two players who think their turns through."""
    armies = (ARMIES[game % 4], ARMIES[(game // 4 + game + 1) % 4])
    return Table(armies, policies=(TRAINED, TRAINED), seed=11, game=game)


def one_at_a_time(table: Table) -> None:
    """Let the players of a table think of a single action only."""
    table.policies = np.array([ENGINE.policy_row("search:1", army) for army in table.armies])


def worth_of_turn(table: Table, first: int) -> int:
    """Play a turn from its first move to its end and judge it; the table is used up."""
    seat, turn = int(table.state[S.ACTOR]), int(table.state[S.TURN_NUMBER])
    table.do(first)
    while table.state[S.TURN_NUMBER] == turn and not table.is_over:
        pushed = table.state[S.STAGE] == S.ANSWER_PUSH
        if not pushed and (table.state[S.STAGE] != S.ACT or table.state[S.ACTOR] != seat):
            break
        action = table.decide()
        if A.what(action) == A.END:
            break
        table.do(action)
    weights = ENGINE.weights[table.policies[seat]]
    if table.is_over:
        return int(judge.value(table.state, FACES, table.rules, weights, seat))
    room = table.room
    board = table.state.copy()
    return int(
        judge.outlook(board, FACES, table.rules, weights, room.work, room.choices, QUIET, seat)
    )


def test_the_trained_player_plans() -> None:
    assert PLANS and not ENGINE.weights[ENGINE.rows["greedy", "moloch"], P.PLAN]
    assert not ENGINE.weights[ENGINE.policy_row("search:5", "borgo"), P.PLAN]


@pytest.mark.compiled
def test_thinking_ahead_touches_nothing() -> None:
    for game in range(8):
        table = planning(game)
        while not table.is_over:
            legal = table.legal()
            before = table.state.copy()
            action = table.decide()
            assert (table.state == before).all()
            assert action in legal
            table.do(action)


@pytest.mark.compiled
def test_a_discard_is_the_one_after_which_the_turn_ends_best() -> None:
    """Every discard is tried by hand, on the same draws; the first of the best is taken."""
    compared, mattered = 0, 0
    for game in range(OFTEN):
        table = planning(game)
        while not table.is_over:
            if table.state[S.STAGE] != S.DISCARD or len(table.legal()) == 1:
                table.do(table.decide())
                continue
            state, streams = table.state.copy(), table.room.streams.copy()
            chosen = table.decide()
            thinking = table.policies
            table.room.streams[:] = streams
            one_at_a_time(table)
            worth = {}
            for discard in table.legal():
                table.state[:] = state
                worth[discard] = worth_of_turn(table, discard)
            table.state[:] = state
            table.policies = thinking
            assert chosen == max(worth, key=worth.__getitem__)
            compared += 1
            mattered += len(set(worth.values())) > 1
            table.do(chosen)
    assert compared > 100 and mattered > 50
