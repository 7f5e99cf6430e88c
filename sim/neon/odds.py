"""Exact odds of an attack, by counting through every roll; a simulation beside them as proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from kernels import rng
from kernels.neon import attack_places as A
from kernels.neon import odds as K
from kernels.neon import odds_sample as R
from sim.exact import Distribution, Odds
from sim.game import GameData
from sim.neon.effects import ATTACK_FACES, DEFENCE_FACES
from sim.neon.figures import NeonData
from sim.neon.models import Figures
from sim.neon.odds_case import Case, cases

Ints = NDArray[np.int64]

_ROWS = (("damage", K.DAMAGE, "damage"), ("energy", K.ENERGY, "energy gained by the defender"))
_SLICE = 200_000  # attacks at once: Ctrl-C is answered in between
_BEST = (
    "Rerolls and changes are played optimally: the attacker's for the highest expected damage, "
    "the defender's for the lowest, then for the most energy."
)


@dataclass(frozen=True)
class Counted:
    """An attack counted through: how likely each damage and energy is, and how to play it."""

    case: Case
    shares: dict[str, dict[int, Fraction]]
    room: Ints  # with what both roll again

    @property
    def damage(self) -> Fraction:
        """The expected damage."""
        return sum((v * p for v, p in self.shares["damage"].items()), Fraction(0))


def odds(data: GameData, kind: str, words: Mapping[str, str], simulate: int, seed: int) -> Odds:
    """Answer the question exactly, with `simulate` attacks beside the answer."""
    assert isinstance(data, NeonData)
    attack_die, defence_die = dice(data.figures)
    ways = [count_all(case, attack_die, defence_die) for case in cases(data.figures, words)]
    best = max(ways, key=lambda way: way.damage)
    seen = count_some(best, attack_die, defence_die, simulate, seed) if simulate else {}
    rows = [
        Distribution("", what, best.shares[what], seen.get(what), shown) for what, _, shown in _ROWS
    ]
    guessed = set(data.reconstructed)
    return Odds(
        "Neon, exact odds of an attack",
        tuple(rows),
        (),
        _sentence(best),
        _facts(best.case),
        tuple(dict.fromkeys(path for path in best.case.rests_on if path in guessed)),
        seed if simulate else None,
    )


def dice(figures: Figures) -> tuple[Ints, Ints]:
    """Return the faces of both dice as the kernels of the attack know them."""
    return (
        np.array([ATTACK_FACES[face] for face in figures.board.attack_die], np.int64),
        np.array(
            [DEFENCE_FACES[f] - DEFENCE_FACES["block"] for f in figures.board.defence_die], np.int64
        ),
    )


def count_all(case: Case, attack_die: Ints, defence_die: Ints) -> Counted:
    """Count an attack through."""
    room = K.new_room()
    total = int(K.count_all(case.attack, attack_die, defence_die, room))
    shares = {
        what: {value: Fraction(n, total) for value, n in _some(room, place)}
        for what, place, _ in _ROWS
    }
    return Counted(case, shares, room)


def count_some(
    counted: Counted, attack_die: Ints, defence_die: Ints, attacks: int, seed: int
) -> dict[str, dict[int, int]]:
    """Roll and resolve an attack many times; return how often each value came."""
    streams = rng.new_streams(R.PURPOSES)
    seen: dict[str, dict[int, int]] = {what: {} for what, _, _ in _ROWS}
    for first in range(0, attacks, _SLICE):
        number = min(_SLICE, attacks - first)
        attack, room = counted.case.attack, counted.room
        R.count_some(attack, attack_die, defence_die, streams, seed, first, number, room)
        for what, place, _ in _ROWS:
            for value, n in _some(room, place):
                seen[what][value] = seen[what].get(value, 0) + n
    return seen


def _some(room: Ints, place: int) -> list[tuple[int, int]]:
    return [(v, int(n)) for v, n in enumerate(room[place : place + K.VALUES]) if n]


def _facts(case: Case) -> tuple[str, ...]:
    told = (f"attacker: {', '.join(case.attacker)}", f"defender: {', '.join(case.defender)}")
    chosen = case.attack[[A.REROLL_MOST, A.HIT_TO_CRIT, A.TARGET + A.DEFENCE_REROLL_MOST]]
    return (*told, _BEST) if chosen.any() else told


def _sentence(counted: Counted) -> str:
    none = 100 * float(counted.shares["damage"].get(0, 0))
    return (
        f"On average the attack does {float(counted.damage):.2f} damage; {none:.1f} % of such "
        "attacks do none."
    )
