"""Checking what a scenario expects; each failure is a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones.combat import armour
from kernels.clones.dice import at, available
from kernels.clones.land import sight
from kernels.clones.turn import is_protected
from sim.clones.deeds import Refused
from sim.clones.position import TOKENS
from sim.clones.scenario_file import ExpectCharacter, Tokens

if TYPE_CHECKING:
    from sim.clones.scenario import Scenario

STAGES = {
    S.LAND: "land",
    S.EQUIP: "equip",
    S.DISCARD: "discard",
    S.WEAR_NEW: "wear",
    S.ACT: "act",
    S.BUILDING: "build",
    S.ANSWER: "answer",
    S.OVER: "over",
}
ENDINGS = {
    S.SUPERSTAR: "superstar",
    S.MOST_FAME: "most fame",
    S.MOST_RELOADS: "more Reload tokens",
    S.SHARED: "shared",
}
BOOST = {0: "none", S.BOOST_FREE: "free", S.BOOST_USED: "used"}


def failures(s: Scenario) -> list[str]:
    """Return a sentence for every expectation that does not hold."""
    found = [*_characters(s), *_tiles(s), *_walls(s), *_sight(s), *_legal(s), *_decks(s)]
    return found + list(_course(s))


def _differ(what: str, wanted: object, got: object) -> Iterator[str]:
    if wanted is not None and wanted != got:
        yield f"{what}: expected {_said(wanted)}, got {_said(got)}"


def _said(value: object) -> str:
    if value is None:
        return "nothing"
    return (
        "[" + ", ".join(map(str, value)) + "]" if isinstance(value, (list, tuple)) else str(value)
    )


def look(s: Scenario, seat: int) -> dict[str, object]:
    """Return everything that a scenario can expect of a character."""
    p, state, book = s.position, s.position.state, s.position.book
    cell, hideout = p.place(seat), p.of(seat, S.HIDEOUT)
    team = int(book[B.TEAM_OF + seat])
    return {
        "at": None if cell is None else list(cell),
        "line": p.values(seat, S.LINE),
        "slots": p.values(seat, S.ASSIGNED),
        "skulls": p.of(seat, S.SKULLS),
        "reserve": p.of(seat, S.RESERVE),
        "damaged": p.of(seat, S.DAMAGED),
        "available": int(available(state, at(seat))),
        "boost": BOOST[p.of(seat, S.BOOST)],
        "worn": p.worn(seat),
        "backpack": p.backpack(seat),
        "beacons": p.of(seat, S.BEACONS),
        "hideout": None if hideout == S.NONE else list(s.cell_of(hideout)),
        "walls_left": int(state[S.TEAM_WALLS + team]),
        "tokens": {key: p.of(seat, S.TOKEN + token) for key, token in TOKENS.items()},
        "fame": int(state[S.TEAM_FAME + team]),
        "reloads": p.of(seat, S.RELOADS),
        "protected": cell is None or bool(is_protected(state, book, seat)),
        "armour": int(armour(state, book, at(seat), B.ARMOUR_RANGED)),
    }


def _characters(s: Scenario) -> Iterator[str]:
    for word, wanted in s.file.expect.character.items():
        seat = s.names.seat(word)
        got = look(s, seat)
        for key, value in _wanted(s, wanted).items():
            yield from _differ(f"{key} of {word}", value, got[key])
        if wanted.off and got["at"] is not None:
            yield f"{word}: expected off the map, got {got['at']}"
        if wanted.no_hideout and got["hideout"] is not None:
            yield f"hideout of {word}: expected none, got {got['hideout']}"
        yield from _tokens(s, word, seat, wanted.tokens)
        for trap, count in wanted.traps.items():
            left = s.position.of(seat, S.TRAPS + s.names.trap(trap))
            yield from _differ(f"{trap} of {word}", count, left)


def _wanted(s: Scenario, wanted: ExpectCharacter) -> dict[str, object]:
    """Return what is expected by key, as `look` writes it."""
    plain = wanted.model_dump(
        exclude_none=True, exclude={"off", "no_hideout", "tokens", "traps", "worn", "backpack"}
    )
    for key in ("line", "slots"):
        if key in plain:
            plain[key] = sorted(plain[key], reverse=True)
    for key in ("worn", "backpack"):
        words = getattr(wanted, key)
        if words is not None:
            plain[key] = sorted(s.tables.cards[s.names.card(word)] for word in words)
    return plain


def _tokens(s: Scenario, word: str, seat: int, wanted: Tokens) -> Iterator[str]:
    for key, count in wanted.model_dump(exclude_none=True).items():
        got = s.position.of(seat, S.TOKEN + TOKENS[key])
        yield from _differ(f"{key} tokens of {word}", count, got)


def _tiles(s: Scenario) -> Iterator[str]:
    state = s.position.state
    for tile in s.file.expect.tile:
        cell = s.names.cell(tile.at)
        yield from _differ(f"beacons on {tile.at}", tile.beacons, int(state[S.BEACONS_AT + cell]))
        yield from _differ(f"boxes_2 on {tile.at}", tile.boxes_2, int(state[S.BOXES_2_AT + cell]))
        yield from _differ(f"boxes_3 on {tile.at}", tile.boxes_3, int(state[S.BOXES_3_AT + cell]))
        toxic = bool(int(state[S.TOXINS]) >> cell & 1)
        yield from _differ(f"toxin on {tile.at}", tile.toxin, toxic)
        yield from _differ(f"dome on {tile.at}", tile.dome, bool(state[S.DOME_AT] == cell))
        if tile.trap is not None:
            lies = int(state[S.TRAP_AT + cell])
            got = s.tables.traps[(lies - 1) % B.TRAP_ROOM] if lies else "none"
            trap = tile.trap if tile.trap == "none" else s.tables.traps[s.names.trap(tile.trap)]
            yield from _differ(f"trap on {tile.at}", trap, got)


def _walls(s: Scenario) -> Iterator[str]:
    for wall in s.file.expect.wall:
        a, b = wall.between
        got = s.position.wall_owner(a, b)
        if wall.of in ("none", "neutral"):
            wanted = 0 if wall.of == "none" else S.NEUTRAL
        else:
            wanted = S.OWN + int(s.position.book[B.TEAM_OF + s.names.seat(wall.of)])
        names = {0: "none", S.NEUTRAL: "neutral"}
        if got != wanted:
            yield f"wall between {a} and {b}: expected {wall.of}, got {names.get(got, 'another')}"


def _sight(s: Scenario) -> Iterator[str]:
    for pairs, wanted in ((s.file.expect.sees, True), (s.file.expect.does_not_see, False)):
        for words in pairs:
            if len(words) != 2:
                raise s.position.wrong(f"sees has pairs of characters, not {words}")
            if s.sees(*words) != wanted:
                yield f"{words[0]} {'does not see' if wanted else 'sees'} {words[1]}"


def _legal(s: Scenario) -> Iterator[str]:
    for deeds, wanted in ((s.file.expect.legal, True), (s.file.expect.illegal, False)):
        for deed in deeds:
            try:
                s.check_legal(deed)
                legal = True
            except Refused:
                legal = False
            if legal != wanted:
                said = deed.model_dump(exclude_defaults=True, by_alias=True)
                yield f"{said} should be {'legal' if wanted else 'illegal'}, but is not"


def _decks(s: Scenario) -> Iterator[str]:
    state, expect = s.position.state, s.file.expect
    for level, size in expect.decks.items():
        deck = S.DECKS + (int(level) - 1) * S.DECK_SIZE
        yield from _differ(f"deck of level {level}", size, int(state[deck]))
    for level, size in expect.discards.items():
        pile = S.DECKS + (int(level) - 1) * S.DECK_SIZE + S.PILE_SIZE
        yield from _differ(f"discards of level {level}", size, int(state[pile]))
    for box, size in expect.boxes_left.items():
        left = S.BOXES_2_LEFT if box == "2" else S.BOXES_3_LEFT
        yield from _differ(f"boxes_left of level {box}", size, int(state[left]))
    yield from _differ("events", expect.events, int(state[S.EVENTS]))
    if expect.drawn is not None:
        kinds = state[S.DRAWN + 1 : S.DRAWN + 1 + state[S.DRAWN]]
        got = sorted(s.tables.cards[int(kind)] for kind in kinds)
        yield from _differ(
            "drawn", sorted(s.tables.cards[s.names.card(word)] for word in expect.drawn), got
        )


def _course(s: Scenario) -> Iterator[str]:
    state, expect = s.position.state, s.file.expect
    for what, word, place in (
        ("turn", expect.turn, S.TURN_SEAT),
        ("decides", expect.decides, S.ACTOR),
    ):
        if word is not None:
            yield from _differ(what, s.names.seats[s.names.seat(word)], s.seats[int(state[place])])
    yield from _differ("number", expect.number, int(state[S.TURN_NUMBER]))
    yield from _differ("stage", expect.stage, STAGES[int(state[S.STAGE])])
    if expect.winners is not None:
        wanted = sorted(s.names.seats[s.names.seat(word)] for word in expect.winners)
        yield from _differ("winners", wanted, sorted(s.winners()))
    if expect.ending is not None:
        over = state[S.STAGE] == S.OVER
        yield from _differ("ending", expect.ending, ENDINGS[int(state[S.ENDING])] if over else None)


def sees(s: Scenario, viewer: int, target: int) -> bool:
    """Whether a character has another one in its field of view (RLD-LOS-1).

    Nobody sees or is seen who is not on the map.
    """
    p = s.position
    here, there = p.of(viewer, S.CELL), p.of(target, S.CELL)
    if min(here, there) < 0:
        return False
    team = int(p.book[B.TEAM_OF + viewer])
    seen = int(sight(p.state, p.book, team, here, B.RINGS - 1, 0))
    return bool(seen >> there & 1)
