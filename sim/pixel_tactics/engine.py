"""Running the compiled engine on batches of games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kernels import rng
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import legal, play
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics import weights as P
from kernels.pixel_tactics.cards import PURPOSES
from sim.game import Batch, GameData, Lineup
from sim.pixel_tactics import vocabulary as W
from sim.pixel_tactics.figures import PixelData
from sim.pixel_tactics.models import SLOTS, Ability, Figures
from sim.pixel_tactics.policy import Policy
from sim.pixel_tactics.tables import Ints, build
from sim.thinking import thoughtful, weights_of

_KEYS = {
    name.lower(): place
    for name, place in vars(P).items()
    if name.isupper() and name not in ("FAVOUR", "SLOT_WORTH", "COUNT", "CHARACTER_ROOM", "SLOTS")
}


class Room(NamedTuple):
    """Scratch arrays of one thread."""

    state: Ints
    streams: NDArray[np.uint64]
    imagined: NDArray[np.uint64]
    legal: Ints
    copy: Ints


def room() -> Room:
    """Return fresh scratch arrays."""
    return Room(
        np.zeros(S.SIZE, np.int64),
        rng.new_streams(PURPOSES),
        rng.new_streams(PURPOSES),
        np.zeros(legal.ROOM, np.int64),
        np.zeros(3 * S.SIZE, np.int64),
    )


def _worth(policy: Policy, ability: Ability) -> int:
    """Return what a row of a card is worth besides life and attack."""
    if ability.kind == "passive":
        keyword = W.read_operation(ability.do, ability.kind).op
        if ability.to == "self" and keyword == B.KW_INTERCEPT:
            return policy.intercept
        return policy.ranged if keyword == B.KW_RANGED else policy.passive
    if ability.kind == "spell":
        return policy.spell
    return policy.reaction if ability.kind in ("reaction", "replacement") else 0


def weights(policy: Policy, figures: Figures) -> Ints:
    """Return the row of weights of a policy."""
    row = np.zeros(P.COUNT, np.int64)
    for key, place in _KEYS.items():
        row[place] = getattr(policy, key)
    for k, (key, one) in enumerate(figures.leaders.items()):
        row[P.FAVOUR + k] = policy.favour.get(key, 0)
        for s, slot in enumerate(SLOTS):
            abilities: list[Ability] = getattr(one, slot)
            worth = sum(_worth(policy, ability) for ability in abilities)
            row[P.SLOT_WORTH + k * B.SLOTS + s] = worth
    return row


class Engine:
    """The engine for one set of figures: its book, and the weights of every policy."""

    def __init__(self, data: PixelData) -> None:
        self.figures = data.figures
        self.leaders = tuple(data.figures.leaders)
        self.policies = tuple(data.figures.policies)
        self.book = build(data.figures)
        rows = [weights(policy, data.figures) for policy in data.figures.policies.values()]
        self.weights = np.array(rows, np.int64).reshape(-1, P.COUNT)

    def policy_row(self, policy: str) -> int:
        """Return the number by which the kernels know a policy."""
        name = weights_of(policy, self.figures.search)
        return play.RANDOM if name == "random" else self.policies.index(name)

    def play(self, batch: Batch, trace: Ints | None = None) -> Mapping[str, NDArray[Any]]:
        """Play every game of a batch; with a trace, record the last one."""
        games, seats = batch.seat_player.shape
        lineups = batch.lineups
        leader = np.array([[self.leaders.index(s) for s in line.sides] for line in lineups])
        policy = np.array([[self.policy_row(p) for p in line.policies] for line in lineups])
        rows = batch.lineup[:, None]
        results = np.zeros((games, play.RESULTS), np.int64)
        at_seats = np.zeros((games, seats, play.SEAT_RESULTS), np.int64)
        mine = room()
        chunk = play.play_chunk
        if thoughtful(lineups):
            from sim.pixel_tactics.search import searching

            chunk = searching(self, batch)
        chunk(
            mine.state,
            self.book,
            leader[rows, batch.seat_player],
            np.ascontiguousarray(batch.seat_player, np.int64),
            policy[rows, batch.seat_player],
            self.weights,
            mine.streams,
            mine.imagined,
            mine.legal,
            mine.copy,
            T.new(0),
            T.new(0) if trace is None else trace,
            batch.seed,
            batch.set_index,
            results,
            at_seats,
        )
        return {
            "score": at_seats[:, :, play.SCORE] / 2.0,
            "length": results[:, play.LENGTH],
            "ending": results[:, play.ENDING],
            "decisions": results[:, play.DECISIONS],
            "games": results[:, play.GAMES],
            "dropped": results[:, play.DROPPED],
            "damage": at_seats[:, :, play.DAMAGE],
            "heroes": at_seats[:, :, play.HEROES],
            "drew": at_seats[:, :, play.DREW],
            "played": at_seats[:, :, play.PLAYED],
            "ordered": at_seats[:, :, play.ORDERED],
            "trophies": at_seats[:, :, play.TROPHIES],
        }


@cache
def _engine(data: PixelData) -> Engine:
    return Engine(data)


def engine(data: GameData) -> Engine:
    """Return the engine for a set of figures, built once."""
    assert isinstance(data, PixelData)
    return _engine(data)


def warm() -> None:
    """Compile everything by playing a mirrored pair of games."""
    lineup = Lineup(("knight", "witch"), ("greedy", "random"), "duel")
    zeros = np.zeros(2, np.int64)
    seats = np.array([[0, 1], [1, 0]])
    engine(PixelData()).play(Batch(1, [lineup], np.arange(2), zeros, zeros, seats))
