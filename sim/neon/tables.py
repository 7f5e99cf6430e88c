"""From the data models to the array the kernels read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kernels.neon import book as B
from kernels.neon import effects as E
from sim.neon.effects import ATTACK_FACES, DEFENCE_FACES, SUPPLIES, TYPES
from sim.neon.models import Figures
from sim.neon.seating import COALITION, ROYALE, TRIOS, has_automa, teams

Ints = NDArray[np.int64]

ACTIONS = {
    "move": B.MOVE,
    "search": B.SEARCH,
    "attack": B.ATTACK,
    "defence": B.DEFENCE,
    "leadership": B.LEAD,
    "gain_1": B.GAIN_1,
    "gain_2": B.GAIN_2,
}


class Tables(NamedTuple):
    """The book of a way of playing, and the names behind the numbers in it."""

    book: Ints
    fighters: tuple[str, ...]
    sectors: tuple[str, ...]
    loot: tuple[str, ...]
    upgrades: tuple[str, ...]
    bots: tuple[str, ...]
    cards: tuple[str, ...]
    effects: tuple[str, ...]  # what has each effect: "ghost", "reaper", "attack_reroll", …


def build(figures: Figures, mode: str, seats: int) -> Tables:
    """Return the tables for a mode and a number of seats."""
    book = np.zeros(B.SIZE, np.int64)
    _rules(book, figures, mode, seats)
    _board(book, figures, mode, seats)
    rows = figures.effects()
    for i, (_, _, effect) in enumerate(rows):
        _write(book, B.EFFECT + i * E.EFFECT_SIZE, effect.row())
    owners = [(kind, "" if kind == "manoeuvre" else key) for kind, key, _ in rows]

    def span(kind: str, key: str = "") -> dict[int, int]:
        """Return the first effect of an owner, how many follow, and their moments as bits."""
        own = [i for i, owner in enumerate(owners) if owner == (kind, key)]
        moments = 0
        for i in own:
            moments |= 1 << rows[i][2].row()[E.WHEN]
        return {B.FIRST: own[0] if own else 0, B.COUNT: len(own), B.MOMENTS: moments}

    _write(book, B.MANOEUVRES, span("manoeuvre"))
    for i, key in enumerate(figures.fighters):
        _write(book, B.FIGHTERS + B.SPAN * i, span("fighter", key))
    for i, (key, sector) in enumerate(figures.sectors.items()):
        row = span("sector", key)
        row |= {B.NUMBER: sector.number, B.CLASS: sector.class_}
        _write(book, B.SECTOR + i * B.SECTOR_SIZE, row)
    for i, (key, card) in enumerate(figures.loot.items()):
        row = span("loot", key)
        row |= {
            B.LOOT_CLASS: card.class_,
            B.TYPE: TYPES[card.type],
            B.SYMBOLS: symbols(card.supply),
            B.MOST: card.most,
        }
        row |= {B.DICE + away: dice for away, dice in enumerate(card.dice)}
        _write(book, B.LOOT + i * B.LOOT_SIZE, row)
    for i, key in enumerate(figures.upgrades):
        _write(book, B.UPGRADE + B.SPAN * i, span("upgrade", key))
    for i, bot in enumerate(figures.bots.values()):
        _write(book, B.BOT + 2 * i, {0: bot.copies, 1: symbols(bot.supply)})
    for i, action_card in enumerate(figures.cards.values()):
        row = {B.INITIATIVE: action_card.initiative}
        row |= {B.HALVES + k: half_bits(half) for k, half in enumerate(action_card.halves)}
        _write(book, B.CARD + i * B.CARD_SIZE, row)
    _decks(book, figures)
    return Tables(
        book,
        tuple(figures.fighters),
        tuple(figures.sectors),
        tuple(figures.loot),
        tuple(figures.upgrades),
        tuple(figures.bots),
        tuple(figures.cards),
        tuple(key for _, key, _ in rows),
    )


def symbols(supplies: Iterable[str]) -> int:
    """Return supply symbols as bits."""
    return sum(1 << SUPPLIES[supply] for supply in set(supplies))


def half_bits(actions: Iterable[str]) -> int:
    """Return what a half offers as bits."""
    return sum(ACTIONS[action] for action in set(actions))


def _write(book: Ints, start: int, row: Mapping[int, int]) -> None:
    for column, value in row.items():
        book[start + column] = value


def _sized(start: int, values: Sequence[int]) -> dict[int, int]:
    return {start: len(values), **{start + 1 + i: value for i, value in enumerate(values)}}


def _rules(book: Ints, figures: Figures, mode: str, seats: int) -> None:
    rules = figures.rules
    sides = teams(mode, seats)
    _write(
        book,
        0,
        {
            B.PLAYERS: seats,
            **{B.TEAM_OF + block: team for block, team in enumerate(sides)},
            B.TEAM_OF + seats: len(set(sides)),  # the Automa's own
            B.TEAM_COUNT: len(set(sides)),
            B.IN_TEAMS: mode in (COALITION, TRIOS),
            B.AUTOMA: has_automa(mode, seats, rules.automa),
            B.ROYALE: mode == ROYALE,
            B.ENERGY: rules.energy,
            B.MOST_ENERGY: rules.most_energy,
            B.DEFENCE_ENERGY: rules.defence_energy,
            B.LEADER_ENERGY: rules.leader_energy,
            B.MOST_ATTACK_DICE: rules.most_attack_dice,
            B.BASE_DEFENCE: rules.base_defence,
            B.MOST_DEFENCE_DICE: rules.most_defence_dice,
            B.BOT_DICE: rules.bot_dice,
            B.SPOILS: rules.spoils,
            B.SEEN: rules.green_seen,
            B.SEEN + 1: rules.orange_seen,
            B.SEEN + 2: rules.purple_seen,
            B.PURPLE_GREEN: rules.purple_green,
            B.KEPT: rules.kept,
            B.TECH_CARDS: rules.tech_cards,
            B.UPGRADES_SEEN: rules.upgrades_seen,
            B.BOT_POINTS: rules.bot_points,
            B.PAIR_POINTS: rules.pair_points,
            B.LEADER_POINTS: rules.leader_points,
        },
    )


def cells(figures: Figures, seats: int) -> list[int]:
    """Return how many sectors close in each round (NEON-SET-6, NEON-REC-5)."""
    side = figures.rules.board
    if side == "fitting":
        side = "short" if seats <= 4 else "long"
    return figures.board.short_board if side == "short" else figures.board.long_board


def _board(book: Ints, figures: Figures, mode: str, seats: int) -> None:
    board = figures.board
    closing = cells(figures, seats)
    rounds = figures.rules.royale_rounds if mode == ROYALE else len(closing)
    row = {
        B.ROUNDS: rounds,
        B.LAST_CELL: len(closing),
        B.AUTOMA_DEFENCE: board.automa.defence_dice,
        **_sized(B.HEALTH, board.health),
        **_sized(B.AUTOMA_HEALTH, board.automa.health),
    }
    row |= {B.CELLS + i: count for i, count in enumerate(closing)}
    row |= {B.ATTACK_FACES + i: ATTACK_FACES[face] for i, face in enumerate(board.attack_die)}
    row |= {
        B.DEFENCE_FACES + i: DEFENCE_FACES[face] - E.BLOCK
        for i, face in enumerate(board.defence_die)
    }
    row |= {B.AUTOMA_DICE + i: dice for i, dice in enumerate(board.automa.dice)}
    row |= {B.BASE_WEAPON + i: dice for i, dice in enumerate(board.base_weapon)}
    _write(book, 0, row)


def _decks(book: Ints, figures: Figures) -> None:
    for level in range(1, B.CLASSES + 1):
        deck = [
            kind
            for kind, card in enumerate(figures.loot.values())
            if card.class_ == level
            for _ in range(card.copies)
        ]
        _write(book, 0, _sized(B.LOOT_DECKS + (level - 1) * (1 + B.DECK_ROOM), deck))
    upgrades = [
        kind for kind, each in enumerate(figures.upgrades.values()) for _ in range(each.copies)
    ]
    _write(book, 0, _sized(B.UPGRADE_DECK, upgrades))
