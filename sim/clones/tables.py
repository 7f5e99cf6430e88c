"""From the data models to the array the kernels read: one book for each map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kernels.clones import book as B
from kernels.clones.dice import SKULL
from sim.clones.land import lay_map
from sim.clones.models import Card, Character, Event, Figures, Slots, Tile

Ints = NDArray[np.int64]

TYPES = {
    "hand": B.HAND,
    "two_handed": B.TWO_HANDS,
    "body": B.BODY,
    "head": B.HEAD,
    "item": B.ITEM,
}
EVENTS = {
    "contamination": B.TOXIN,
    "supply_drop": B.SUPPLY_DROP,
    "tech_aid": B.ZONE_BOX,
    "dome": B.DOME,
    "gift": B.GIFT,
}


class Tables(NamedTuple):
    """The books of some maps, and the names behind the numbers in them."""

    books: Ints  # one row per map
    maps: tuple[str, ...]
    characters: tuple[str, ...]
    cards: tuple[str, ...]
    tiles: tuple[str, ...]
    traps: tuple[str, ...]
    events: tuple[str, ...]


def build(figures: Figures, maps: Sequence[str], teams: Sequence[int], people: int = 0) -> Tables:
    """Return the tables of some maps for a table of seats.

    `teams` is the team of each seat, from 0. `people` says how many players there are, where that
    is not the number of seats: the event deck depends on it (RLD-SET-2).
    """
    common = np.zeros(B.SIZE, np.int64)
    _rules(common, figures, teams, people or len(teams))
    for i, character in enumerate(figures.characters.values()):
        _write(common, B.CHARACTERS + i * B.CHARACTER_SIZE, _character(character, figures))
    for i, card in enumerate(figures.equipment.values()):
        _write(common, B.GEAR + i * B.GEAR_SIZE, _card(card))
    for i, tile in enumerate(figures.tiles.values()):
        _write(common, B.GROUND + i * B.GROUND_SIZE, _tile(tile))
    for i, trap in enumerate(figures.traps.values()):
        row = {B.TRAP_COUNT: trap.count, B.TRAP_DAMAGE: trap.damage, B.TRAP_STUNS: trap.stuns}
        _write(common, B.TRAP + i * B.TRAP_SIZE, row)
    common[B.TRAP_KINDS] = len(figures.traps)
    for i, event in enumerate(figures.events.values()):
        _write(common, B.EVENT + i * B.EVENT_SIZE, _event(event))
    _decks(common, figures)
    books = np.tile(common, (len(maps), 1))
    for row, name in zip(books, maps, strict=True):
        lay_map(row, figures.maps[name], figures.tiles)
    return Tables(
        books,
        tuple(maps),
        tuple(figures.characters),
        tuple(figures.equipment),
        tuple(figures.tiles),
        tuple(figures.traps),
        tuple(figures.events),
    )


def _write(book: Ints, start: int, row: dict[int, int]) -> None:
    for column, value in row.items():
        book[start + column] = value


def _rules(book: Ints, figures: Figures, teams: Sequence[int], people: int) -> None:
    rules = figures.rules
    in_teams = len(set(teams)) < len(teams)
    kinds = list(figures.equipment.values())
    of_type = {
        column: sum(1 << i for i, card in enumerate(kinds) if card.type == name)
        for column, name in (
            (B.HANDS, "hand"),
            (B.TWO_HANDED, "two_handed"),
            (B.BODIES, "body"),
            (B.HEADS, "head"),
            (B.ITEMS, "item"),
        )
    }
    _write(
        book,
        0,
        {
            B.PLAYERS: len(teams),
            B.TEAM_COUNT: len(set(teams)),
            B.DICE: rules.dice,
            B.MOST_SHOOTING_DICE: rules.most_shooting_dice,
            B.DAMAGE_CELLS: min(rules.damage_zone, rules.dice),
            B.FAME + B.DAMAGE_TOKEN: rules.fame_damage,
            B.FAME + B.RELOAD_TOKEN: rules.fame_reload,
            B.FAME + B.BEACON_TOKEN: rules.fame_beacon,
            B.FAME + B.SPIRIT_TOKEN: rules.fame_spirit,
            B.FAME + B.TRAP_TOKEN: rules.fame_trap,
            B.SUPERSTAR: max(1, rules.track(in_teams) - rules.superstar + 1),  # its first cell
            B.START_FAME: rules.plug if rules.shorter and not in_teams and len(teams) > 2 else 0,
            B.HEAL_SELF: rules.heal_self,
            B.HEAL_MATE: rules.heal_mate,
            B.HEAL_SKULL: rules.heal_skull,
            B.AUTO_HEAL_FROM: 0 if in_teams else rules.auto_heal_from,
            B.AUTO_HEAL_BY: rules.auto_heal,
            B.WALLS: rules.walls * (len(teams) // len(set(teams))),  # shared (RLD-WAL-1)
            B.WALLS_PER_BUILD: rules.walls_per_build,
            B.TRAPS_ON: rules.traps,
            B.DEFUSED_FROM: rules.defused_from,
            B.START_LEVEL: rules.start_level,
            B.START_DRAW: rules.start_draw,
            B.START_KEEP: rules.start_keep,
            B.RELOAD_LEVEL: rules.reload_level,
            B.RELOAD_DRAW: rules.reload_draw,
            B.RELOAD_KEEP: rules.reload_keep,
            B.BOX_DRAW: rules.box_draw,
            B.BOX_KEEP: rules.box_keep,
            B.BOXES_2: rules.boxes_2,
            B.BOXES_3: rules.boxes_3,
            B.REROLL_UP_TO: rules.reroll_up_to,
            B.EVENTS_CERTAIN: sum(event.certain for event in figures.events.values()),
            B.EVENTS_CHANCE: rules.events(people),
            **of_type,
            B.ANY_TIME_ITEMS: sum(
                1 << i for i, card in enumerate(kinds) if card.item and card.item.any_time
            ),
        },
    )
    book[B.TEAM_OF : B.TEAM_OF + len(teams)] = teams
    book[B.FACES : B.FACES + 6] = [
        SKULL if face == "skull" else face for face in figures.board.faces
    ]


def _character(character: Character, figures: Figures) -> dict[int, int]:
    own = character.slots.model_dump(exclude_none=True)
    slots = Slots(**figures.board.slots.model_dump() | own)
    row = {
        B.DRAW_MORE: character.draw_more,
        B.FREE_RUNS: character.free_run,
        B.OWN_ARMOUR: character.armour,
        B.ARMOUR_CAP: character.armour_cap,
        B.BUILDS_PER_DIE: character.builds_per_die,
    }
    values = {
        B.RUN: slots.run,
        B.ACTIVATE: slots.activate,
        B.LOOT: slots.loot,
        B.BUILD: slots.build,
        B.HEAL: [0] * slots.heal,  # the die shows what it rolled
        B.MELEE: [SKULL] * slots.melee,
    }
    for action, faces in values.items():
        row |= _sized(B.SLOTS + action * B.SLOTS_SIZE, faces)
    return row


def _sized(start: int, values: Sequence[int]) -> dict[int, int]:
    return {start: len(values), **{start + 1 + i: value for i, value in enumerate(values)}}


def _card(card: Card) -> dict[int, int]:
    row = {
        B.LEVEL: card.level,
        B.TYPE: TYPES[card.type],
        B.GUARD_REROLLS: card.reroll_when_attacked,
        B.MORE_DICE: card.shooting_dice,
        B.MORE_RANGE: card.range_bonus,
        B.HIDDEN_FROM: card.hidden_from,
        B.TOXIN_PROOF: card.toxin_proof,
        B.BOOST_EACH_TURN: card.boost_each_turn,
        B.HEAL_EACH_TURN: card.heal_each_turn,
        **_sized(B.BUILD_SLOTS, card.build_slots),
    }
    if gun := card.ranged:
        row |= {
            B.SHOOTING_DICE: gun.dice,
            B.NEAR: gun.range[0],
            B.FAR: gun.range[1],
            **_sized(B.CARD_SLOTS, gun.slots),
            B.ARC: gun.arc,
            B.PIERCES: gun.piercing,
            B.BONUS_DAMAGE: gun.bonus_damage,
            B.BONUS_SMALL: gun.bonus_small,
            B.REROLLS: gun.reroll,
        }
    if melee := card.melee:
        row |= {
            B.LOWEST_TO: melee.lowest_to,
            B.ONE_TO: melee.one_to,
            B.ONE_PLUS: melee.one_plus,
            B.LOW_UP_TO: melee.low_up_to,
            B.LOW_TO: melee.low_to,
            B.MELEE_PIERCES: melee.piercing,
            B.EXCESS: melee.excess,
        }
    if armour := card.armour:
        row |= {B.ARMOUR_RANGED: armour.ranged, B.ARMOUR_MELEE: armour.melee}
    if item := card.item:
        row |= {
            B.GIVES_BOOST: item.boost,
            B.HEALS: item.heal,
            B.HEALS_MATE: item.heal_mate,
            B.ANY_TIME: item.any_time,
            B.GIVES_PIERCING: item.pierces,
            B.BLAST: item.blast,
        }
    return row


def _tile(tile: Tile) -> dict[int, int]:
    row = {
        B.ENTER_RUNS: tile.enter_runs,
        B.LEAVE_RUNS: tile.leave_runs,
        B.RANGE_BONUS: tile.range_bonus,
        B.TOXIN_SAFE: tile.toxin_safe,
        B.LANDING: tile.landing,
    }
    if tile.cover:
        row |= {B.COVER: tile.cover.dice, B.COVER_FROM: tile.cover.distance}
    if tile.drop:
        row |= {B.DROP_LEVEL: tile.drop.level, B.DROP_IF_EMPTY: tile.drop.if_empty}
    if ability := tile.activate:
        row |= {
            B.HAS_ABILITY: 1,
            B.UPLOADS: ability.upload,
            B.ABILITY_HEALS: ability.heal,
            B.ABILITY_WALLS: ability.walls,
        }
        if cards := ability.draw:
            row |= {
                B.ABILITY_LEVEL: cards.level,
                B.ABILITY_DRAW: cards.draw,
                B.ABILITY_KEEP: cards.keep,
            }
    return row


def _event(event: Event) -> dict[int, int]:
    row = {
        B.EVENT_KIND: EVENTS[event.kind],
        B.ZONE: (event.zone or 1) - 1,
        B.EVENT_LEVEL: event.level or 0,
        B.LEAST_ONLY: event.whom == "least_fame",
    }
    if cards := event.draw:
        row |= {B.EVENT_LEVEL: cards.level, B.EVENT_DRAW: cards.draw, B.EVENT_KEEP: cards.keep}
    return row


def _decks(book: Ints, figures: Figures) -> None:
    events = list(figures.events.values())
    certain = [i for i, event in enumerate(events) for _ in range(event.certain)]
    chance = [i for i, event in enumerate(events) for _ in range(event.copies - event.certain)]
    _write(book, 0, _sized(B.EVENT_DECK, certain + chance))
    kinds = list(figures.equipment)
    for level in (1, 2, 3):
        deck = [
            kinds.index(key)
            for key in _deck_order(figures)
            if figures.equipment[key].level == level
            for _ in range(figures.equipment[key].copies)
        ]
        _write(book, 0, _sized(B.DECKS + (level - 1) * B.DECK_SIZE, deck))


def _deck_order(figures: Figures) -> list[str]:
    """Return the kinds in the order in which they lie before shuffling.

    A card that takes the place of another follows it, so that all others lie where they lay and
    the same shuffle deals the same cards.
    """
    cards = figures.equipment
    own = [key for key, card in cards.items() if not card.instead_of]
    guests = [(key, card.instead_of) for key, card in cards.items() if card.instead_of]
    return [each for key in own for each in (key, *(g for g, host in guests if host == key))]
