"""What a scenario expects, and what it finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon.aim import turn_order
from kernels.neon.legal import list_rows
from kernels.neon.score import points
from sim.neon.names import AUTOMA
from sim.neon.words import ENDINGS

if TYPE_CHECKING:
    from sim.neon.scenario import Scenario

STAGES = (
    "plan",
    "ambush",
    "land",
    "act",
    "discard",
    "lay",
    "shed",
    "spoils",
    "upgrade",
    "before attack",
    "after attack",
    "before defence",
    "after defence",
    "changes",
    "counter",
    "wounded",
    "result",
    "afterwards",
    "flee",
    "escape",
    "over",
)


def look(scenario: Scenario, block: int) -> dict[str, Any]:
    """Return everything that can be expected of a fighter."""
    state, tables = scenario.state, scenario.position.tables
    own = block * S.BLOCK_SIZE
    sector, token = int(state[own + S.SECTOR]), int(state[own + S.TOKEN_AT])
    upgrade = int(state[own + S.UPGRADE])
    equipment, supplies = [], {}
    for place in range(E.TYPES):
        kind = int(state[own + S.CARD + place])
        if kind == S.NONE:
            continue
        equipment.append(tables.loot[kind])
        first = own + S.SUPPLY + place * S.SUPPLY_ROOM
        below = state[first : first + int(state[own + S.SUPPLIED + place])]
        if below.size:
            supplies[tables.loot[kind]] = [tables.loot[k] for k in below]
    team = int(scenario.book[B.TEAM_OF + block])
    return {
        "at": tables.sectors[sector] if sector != S.NONE else None,
        "on_ship": sector == S.NONE and not state[own + S.OUT],
        "out": bool(state[own + S.OUT]),
        "side": "B" if state[own + S.SIDE] else "A",
        "energy": int(state[own + S.ENERGY]),
        "health": int(state[own + S.HEALTH]),
        "fields": int(state[own + S.FIELDS]),
        "token": tables.sectors[token] if token != S.NONE else None,
        "token_back": token == S.NONE,
        "trophies": [v for v in (3, 2, 1) for _ in range(int(state[own + S.TROPHIES + v]))],
        "points": int(points(state, scenario.book, team)),
        "equipment": equipment,
        "supplies": supplies,
        "bots": _counted(state[own + S.BOTS : own + S.BOTS + B.BOT_KINDS], tables.bots),
        "flipped": _counted(state[own + S.FLIPPED : own + S.FLIPPED + B.BOT_KINDS], tables.bots),
        "upgrade": tables.upgrades[upgrade] if upgrade != S.NONE else None,
        "cards": [
            int(state[own + S.HAND]).bit_count(),
            int(state[own + S.DECK]),
            int(state[own + S.DISCARDED]).bit_count(),
        ],
    }


def _counted(counts: Any, words: Sequence[str]) -> list[str]:
    return [word for word, count in zip(words, counts, strict=True) for _ in range(int(count))]


def table(scenario: Scenario) -> dict[str, Any]:
    """Return everything that can be expected of the table."""
    state, tables, names = scenario.state, scenario.position.tables, scenario.position.names
    book = scenario.book
    over = state[S.STAGE] == S.OVER
    waiting = [
        block
        for block in range(len(names.sides))
        if not state[block * S.BLOCK_SIZE + S.OUT] and not state[block * S.BLOCK_SIZE + S.ACTED]
    ]
    waiting.sort(key=lambda block: int(turn_order(state, book, block)))
    blocks = range(len(names.sides) + int(book[B.AUTOMA]))
    best = max(blocks, key=lambda block: int(points(state, book, int(book[B.TEAM_OF + block]))))
    won = int(state[S.WINNERS]) if over else 0
    sectors = tables.sectors
    actor = int(state[S.ACTOR])
    return {
        "decides": None if over else names.block(actor),
        "stage": STAGES[int(state[S.STAGE])],
        "order": [names.block(block) for block in waiting],
        "leader": names.block(int(state[S.LEADER])),
        "ring": [sectors[int(state[S.RING + 1 + k])] for k in range(int(state[S.RING]))],
        "searched": {key: int(state[S.SEARCHED + k]) for k, key in enumerate(sectors)},
        "bot_at": {
            key: tables.bots[int(state[S.BOT_AT + k])]
            for k, key in enumerate(sectors)
            if state[S.BOT_AT + k] != S.NONE
        },
        "discarded": sorted(_discarded(scenario)),
        "round": int(state[S.ROUND]),
        "winners": [
            names.block(block) for block in blocks if won >> int(book[B.TEAM_OF + block]) & 1
        ],
        "ending": ENDINGS[int(state[S.ENDING])] if over else None,
        "best": names.block(best),
        "rolled": scenario.position.rolled,
        "rows": int(list_rows(state, book, actor, scenario.legal)) if not over else 0,
    }


def _discarded(scenario: Scenario) -> Iterator[str]:
    for level in range(B.CLASSES):
        pile = S.DECKS + level * S.DECK_SIZE + S.PILE_SIZE
        for k in range(int(scenario.state[pile])):
            yield scenario.position.tables.loot[int(scenario.state[pile + 1 + k])]


def failures(scenario: Scenario) -> list[str]:
    """Return a sentence for everything that is not as expected."""
    expected = scenario.file.expect
    failed = []
    for word, wanted in expected.fighters.items():
        found = look(scenario, scenario.position.block(word))
        for key, value in wanted.model_dump(exclude_none=True).items():
            if not _equal(found[key], value):
                failed.append(f"{word}: {key} is {found[key]}, expected {value}")
    found = table(scenario)
    special = {"fighters", "options", "no_option", "searched", "no_bot", "bot_at"}
    for key, value in expected.model_dump(exclude_none=True, exclude=special).items():
        if not _equal(found[key], value):
            failed.append(f"{key} is {found[key]}, expected {value}")
    for word, value in (expected.searched or {}).items():
        sector = scenario.position.tables.sectors[scenario.position.sector(word)]
        if found["searched"][sector] != value:
            failed.append(f"{word} has {found['searched'][sector]} search tokens, not {value}")
    for word, value in (expected.bot_at or {}).items():
        if found["bot_at"].get(word) != value:
            failed.append(f"in {word} is {found['bot_at'].get(word, 'no bot')}, expected {value}")
    for word in expected.no_bot or []:
        if word in found["bot_at"]:
            failed.append(f"in {word} is a bot, expected none")
    if expected.options is not None and not scenario.matches(expected.options):
        failed.append(f"{expected.options} is not possible, expected that it is")
    if expected.no_option is not None and scenario.matches(expected.no_option):
        failed.append(f"{expected.no_option} is possible, expected that it is not")
    return failed


def _equal(found: Any, wanted: Any) -> bool:
    return bool(found == wanted)


def seen(scenario: Scenario) -> dict[str, Any]:
    """Return how things stand at the end, ready for JSON."""
    names = scenario.position.names
    fighters = {names.block(k): look(scenario, k) for k in range(len(names.sides))}
    if scenario.book[B.AUTOMA]:
        fighters[AUTOMA] = look(scenario, names.automa)
    return {"fighters": fighters, **table(scenario)}
