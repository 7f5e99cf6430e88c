"""Exact odds of a fight, by counting through every roll; a simulation beside them as proof."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from kernels import rng
from kernels.clones import fight_places as F
from kernels.clones import odds as K
from sim.clones import odds_case
from sim.clones.figures import ClonesData
from sim.clones.models import Figures
from sim.clones.odds_case import Case, Side
from sim.clones.odds_telling import facts, sentence, title
from sim.exact import Chance, Distribution, Odds
from sim.game import GameData

Ints = NDArray[np.int64]

SIDES = ("attacker", "defender")
KINDS = {"ranged": K.RANGED, "melee": K.MELEE}
_TAKEN = (("damage", K.DAMAGE, "damage taken"), ("small", K.SMALL, "small damage taken"))
_SLICE = 200_000  # fights at once: Ctrl-C is answered in between


def odds(data: GameData, kind: str, words: Mapping[str, str], simulate: int, seed: int) -> Odds:
    """Answer a question exactly, with `simulate` fights beside the answer."""
    assert isinstance(data, ClonesData)
    figures = data.figures
    case = (odds_case.ranged if kind == "ranged" else odds_case.melee)(figures, words)
    fight, faces = laid(case, figures), die(figures)
    total, counts = count_all(fight, KINDS[kind], faces)
    seen = count_some(fight, KINDS[kind], faces, simulate, seed) if simulate else None
    rows, chances = [], []
    for k, who in enumerate(SIDES):
        for what, place, shown in _TAKEN:
            exact = {v: Fraction(n, total) for v, n in _some(counts[k, place])}
            drawn = None if seen is None else dict(_some(seen[k, place]))
            rows.append(Distribution(who, what, exact, drawn, shown))
        chance = Fraction(int(counts[k, K.RELOADED, 1]), total)
        drawn_reloads = None if seen is None else int(seen[k, K.RELOADED, 1])
        chances.append(Chance(who, "reload", chance, drawn_reloads, simulate))
    guessed = set(data.reconstructed)
    return Odds(
        title(kind),
        tuple(rows),
        tuple(chances),
        sentence(kind, rows, chances),
        facts(kind, case, figures.rules.damage_zone),
        tuple(dict.fromkeys(path for path in case.rests_on if path in guessed)),
        seed if simulate else None,
    )


def die(figures: Figures) -> Ints:
    """Return the faces of a die as the kernels know them."""
    return np.array([F.SKULL if f == "skull" else f for f in figures.board.faces], np.int64)


def laid(case: Case, figures: Figures) -> Ints:
    """Return a fight for the kernels, before the dice are rolled."""
    fight = np.zeros(F.SIZE, np.int64)
    _lay(fight, F.ATTACKER, case.attacker, figures.rules.damage_zone)
    _lay(fight, F.DEFENDER, case.defender, figures.rules.damage_zone)
    fight[F.SLOT] = case.slot
    fight[F.BONUS_DAMAGE] = case.bonus_damage
    fight[F.BONUS_SMALL] = case.bonus_small
    fight[F.REROLL_UP_TO] = figures.rules.reroll_up_to
    return fight


def _lay(fight: Ints, at: int, side: Side, cells: int) -> None:
    for place, value in (
        (F.DICE, side.dice),
        (F.REROLLS, side.rerolls),
        (F.LOW_UP_TO, side.low_up_to),
        (F.LOW_TO, side.low_to),
        (F.ARMOUR, side.armour),
        (F.PIERCES, side.pierces),
        (F.EXCESS, side.excess),
        (F.OTHER, side.elsewhere),
        (F.DAMAGED, side.damaged),
        (F.CELLS, cells),
        (F.LINE_SIZE, len(side.line)),
    ):
        fight[at + place] = value
    for place, values in (
        (F.LOWEST_TO, side.lowest_to),
        (F.ONE_TO, side.one_to),
        (F.ONE_PLUS, side.one_plus),
        (F.LINE, side.line),
    ):
        fight[at + place : at + place + len(values)] = values


def count_all(fight: Ints, kind: int, faces: Ints) -> tuple[int, Ints]:
    """Return in how many ways the dice can fall, and for each side, kind and value in how many."""
    room = np.zeros(K.ROOM, np.int64)
    total = K.count_all(fight, kind, faces, room)
    return int(total), _counts(room)


def count_some(fight: Ints, kind: int, faces: Ints, fights: int, seed: int) -> Ints:
    """Roll and resolve a fight many times; return how often each value came."""
    room, streams = np.zeros(K.ROOM, np.int64), rng.new_streams(2)
    seen = np.zeros((len(SIDES), K.KINDS, K.VALUES), np.int64)
    for first in range(0, fights, _SLICE):
        number = min(_SLICE, fights - first)
        K.count_some(fight, kind, faces, streams, seed, first, number, room)
        seen += _counts(room)
    return seen


def _counts(room: Ints) -> Ints:
    return room[K.COUNTS : K.ROOM].reshape(len(SIDES), K.KINDS, K.VALUES).copy()


def _some(counts: Ints) -> list[tuple[int, int]]:
    return [(value, int(n)) for value, n in enumerate(counts) if n]
