"""From models to the book that the kernels read."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kernels.pixel_tactics import book as B
from sim.pixel_tactics import vocabulary as W
from sim.pixel_tactics.models import SLOTS, Ability, Figures

Ints = NDArray[np.int64]

_FLAGS = {
    B.KW_RANGED: B.F_KEYWORD,
    B.KW_INTERCEPT: B.F_KEYWORD,
    B.ATK: B.F_ATTACK,
    B.ATKX: B.F_ATTACK,
    B.GUARD: B.F_GUARD,
    B.PREVENT: B.F_GUARD,
    B.FREE: B.F_TABLE,
    B.FORBID: B.F_TABLE,
    B.ACTIONS: B.F_TABLE,
    B.COPY_LEADER: B.F_COPIES,
}


def row_of(ability: Ability) -> Ints:
    """Return one row of the book."""
    row = np.zeros(B.ROW_SIZE, np.int64)
    step = W.read_operation(ability.do, ability.kind)
    need, bar = W.read_conditions(ability.conditions)
    row[B.KIND] = W.KINDS[ability.kind]
    row[[B.NEED, B.BAR, B.OP]] = need, bar, step.op
    row[[B.AMOUNT, B.AMOUNT_IS]] = step.amount, step.amount_is
    row[[B.ARG, B.ARG_2, B.ARG_3]] = step.args
    row[[B.COUNT_SIDE, B.COUNT_TYPE]] = step.count
    for word in ability.limit:
        row[B.LIMIT] |= W.LIMITS[word]
    row[B.LASTS] = int("dur=wave" in ability.limit)
    if ability.on:
        event = W.read_event(ability.on)
        row[[B.ON, B.VIA, B.FIRST_ONLY, B.OF_SET]] = (
            event.code,
            event.via,
            event.first,
            event.of_set,
        )
        row[B.EVENT_SET : B.EVENT_SET + B.SELECTION] = event.among.numbers()
    row[B.TO : B.TO + B.SELECTION] = W.read_selection(ability.to).numbers()
    row[B.FROM : B.FROM + B.SELECTION] = step.source.numbers()
    return row


_LENT = {
    "self": B.LENT_SELF,
    "fore": B.LENT_FORE,
    "supp": B.LENT_SUPP,
    "all(own.hero)": B.LENT_ALL,
}


def _lent(ability: Ability) -> int:
    """Return the bit of a keyword that is given plainly, or 0 where its row must be read."""
    if ability.conditions:
        return 0
    bit = _LENT.get(ability.to, 0)
    return bit << B.INTERCEPT_SHIFT if "intercept" in ability.do else bit


def build(figures: Figures) -> Ints:
    """Return the book of a set of figures."""
    book = np.zeros(B.SIZE, np.int64)
    rules = figures.rules
    book[B.CHARACTERS_COUNT] = len(figures.leaders)
    book[B.TARGET] = rules.trophies
    book[B.TURN_ACTIONS] = rules.turn_actions
    book[B.HAND_LIMIT] = rules.hand_limit
    book[B.START_CARDS] = rules.start_cards
    book[B.ROUND_CAP] = rules.round_cap
    book[B.MARKER_CAP] = rules.markers
    book[B.SERIES_CAP] = rules.series_cap
    book[B.LEAST_DECK] = 10  # PXT-CAP-3
    book[B.GRANTS_USE_UP] = rules.grants_use_up
    book[B.TRUCE_ROUNDS] = rules.truce_rounds
    book[B.CHOOSE] = rules.choose_leader
    number = 0
    for k, one in enumerate(figures.leaders.values()):
        card = B.CHARACTERS + k * B.CHARACTER_SIZE
        book[card + B.HERO_ATTACK] = one.hero_attack
        book[card + B.HERO_LIFE] = one.hero_life
        book[card + B.LEADER_ATTACK] = one.leader_attack
        book[card + B.LEADER_LIFE] = one.leader_life
        for s, name in enumerate(SLOTS):
            slot = card + B.CHARACTER_SLOTS + s * B.SLOT_SIZE
            rows: list[Ability] = getattr(one, name)
            book[slot + B.SLOT_START] = number
            book[slot + B.SLOT_COUNT] = len(rows)
            book[[slot + B.SLOT_SPELL, slot + B.SLOT_SPECIAL]] = -1
            for ability in rows:
                row = row_of(ability)
                at = B.ROWS + number * B.ROW_SIZE
                book[at : at + B.ROW_SIZE] = row
                if ability.kind == "passive":
                    flag = _FLAGS.get(int(row[B.OP]), 0)
                    if flag == B.F_KEYWORD and (lent := _lent(ability)):
                        book[slot + B.SLOT_LENDS] |= lent
                        flag = 0  # no row has to be read for it
                    book[slot + B.SLOT_FLAGS] |= flag
                if ability.on:
                    book[slot + B.SLOT_EVENTS] |= 1 << int(row[B.ON])
                if ability.kind == "spell":
                    book[slot + B.SLOT_SPELL] = number
                elif ability.kind == "action" and book[slot + B.SLOT_SPECIAL] == -1:
                    book[slot + B.SLOT_SPECIAL] = number
                number += 1
    return book
