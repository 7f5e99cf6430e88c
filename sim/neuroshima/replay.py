"""Playing one game again, decision by decision, and telling it."""

from __future__ import annotations

import numpy as np

from kernels import rng
from kernels.neuroshima import actions as A
from kernels.neuroshima import play
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima.apply import apply
from kernels.neuroshima.nets import netted, netters
from kernels.neuroshima.setup import set_up
from sim.game import Batch, GameData, Step
from sim.neuroshima import tables as tabling
from sim.neuroshima.engine import Engine, engine, room
from sim.neuroshima.figures import NeuroshimaData
from sim.neuroshima.picture import draw
from sim.neuroshima.tables import Ints
from sim.neuroshima.words import Teller


def replay(data: GameData, batch: Batch) -> list[Step]:
    """Return the single game of a batch, one step per turn."""
    assert isinstance(data, NeuroshimaData)
    mine = engine(data)
    lineup = batch.lineups[int(batch.lineup[0])]
    players = batch.seat_player[0]
    sides = [lineup.sides[p] for p in players]
    policies = np.array(
        [mine.policy_row(lineup.policies[p], lineup.sides[p]) for p in players], np.int64
    )
    armies = np.array([mine.tables.army_ids.index(side) for side in sides], np.int64)
    rules = tabling.rules(mine.switches, players=len(sides), mode=lineup.mode)
    return _tell(mine, data, sides, armies, players, policies, rules, batch)


def _tell(
    mine: Engine,
    data: NeuroshimaData,
    sides: list[str],
    armies: Ints,
    players: Ints,
    policies: Ints,
    rules: Ints,
    batch: Batch,
) -> list[Step]:
    own = room()
    faces = mine.tables.faces
    teller = Teller(mine.tables, data.figures.armies, sides)
    rng.start(own.streams, batch.seed, int(batch.set_index[0]))
    set_up(own.state, mine.tables.armies, rules, own.streams, armies, players)
    steps: list[Step] = []
    heading, lines = "Setting up", list[str]()
    counted = S.WON if rules[R.ENOUGH] else S.POINTS
    radius = tabling.board_radius(mine.switches, len(sides))

    def close() -> None:
        held = netted(own.state, faces, rules, netters(own.state, faces))
        points = [own.state[S.SEAT + k * S.SEAT_SIZE + counted] for k in range(len(sides))]
        caption = ", ".join(
            f"{teller.seat(k)} {each}" if len(sides) == 2 else f"{teller.seat(k)} ({each})"
            for k, each in enumerate(points)
        )
        told = f"{heading}: {caption}"
        picture = draw(
            own.state, mine.tables, data.figures.armies, sides, held, told, radius, counted
        )
        steps.append(Step(heading, tuple(lines), picture))

    while own.state[S.STAGE] != S.OVER:
        action = play.decide(
            own.state,
            faces,
            rules,
            policies,
            mine.weights,
            own.streams,
            players,
            own.legal,
            own.scratch,
            own.work,
            own.choices,
            T.new(0),
        )
        block = S.SEAT + int(own.state[S.ACTOR]) * S.SEAT_SIZE
        hand = own.state[block + S.HAND : block + S.HAND + own.state[block + S.HAND_SIZE]].copy()
        before = own.state.copy()
        teller.look(before)
        trace = T.new()
        apply(own.state, faces, rules, own.work, own.choices, trace, action)
        for event in trace[1 : trace[0, 0] + 1]:
            if event[0] == T.TURN_STARTS:
                close()
                heading = f"Turn {event[2]}, {teller.seat(int(event[1]))}"
                lines = []
                continue
            lines += teller.tell([[int(x) for x in event]], [int(x) for x in hand])
            if event[0] == T.ACTED:
                teller.look(_after_action(own.state, before))
                if A.what(action) == A.PLACE:
                    kind = int(hand[A.slot(action)])
                    teller.remember(A.to(action), int(event[1]), kind)
    close()
    return steps


def _after_action(after: Ints, before: Ints) -> Ints:
    """Return a board that names both what was there before and what has come since."""
    both = before.copy()
    new = (before[S.FACE : S.OWNER] == S.EMPTY) & (after[S.FACE : S.OWNER] != S.EMPTY)
    for part in (S.FACE, S.OWNER):
        both[part : part + S.CELLS][new] = after[part : part + S.CELLS][new]
    return both
