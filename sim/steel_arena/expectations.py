"""Checking what a scenario expects; each failure is a sentence."""

from __future__ import annotations

from collections.abc import Iterator

from kernels.steel_arena import state as S
from kernels.steel_arena.state import at
from sim.steel_arena.position import MINES, Position
from sim.steel_arena.scenario_file import Expect, ExpectRobot

ABOUT = {
    S.EQUIP: "equip",
    S.CHOOSE_ABILITY: "ability",
    S.PLACE: "place",
    S.ACT: "act",
    S.RAM: "ram",
    S.DEFEND: "defend",
    S.DISCARD: "discard",
    S.HEAT: "heat",
    S.COOL: "cool",
    S.MINE_TYPE: "type",
    S.MINE_MOVE: "send",
    S.MINE_TURN: "spin",
    S.PULL: "pull",
    S.PAUSE: "onward",
    S.EDGE: "edge",
    S.MOBILITY: "mobility",
    S.REFLEX: "reflexes",
    S.OVER: "over",
}
ENDINGS = {
    S.BY_TROPHIES: "trophies",
    S.DESTROYED: "destroyed",
    S.NO_TILES: "tiles",
    S.TURN_CAP: "last turn",
}


def failures(position: Position, expect: Expect) -> list[str]:
    """Return a sentence for every expectation that does not hold."""
    found = [line for wanted in expect.robots for line in _robot(position, wanted)]
    return [*found, *_field(position, expect), *_course(position, expect)]


def _robot(position: Position, wanted: ExpectRobot) -> Iterator[str]:
    seat = position.seat(wanted.robot)
    state, block = position.state, at(seat)
    known = position.tables.abilities
    ability = int(state[block + S.ABILITY])
    have = {
        "at": list(position.tables.areas[int(state[block + S.CELL])]),
        "facing": int(state[block + S.FACING]),
        "modules": position.modules(seat),
        "hot": position.modules(seat, S.HOT),
        "down": position.modules(seat, S.DOWN),
        "trophies": int(state[block + S.TROPHIES]),
        "central_hot": bool(state[block + S.CENTRAL_HOT]),
        "reinforced": bool(state[block + S.REINFORCED]),
        "passed": int(state[block + S.PASSED]),
        "mines": [key for key, i in MINES.items() if int(state[block + S.MINES]) >> i & 1],
        "ability": known[ability - 1] if ability else "none",
    }
    for key, got in have.items():
        want = getattr(wanted, key)
        if want is None:
            continue
        if key in ("modules", "hot", "down"):
            want = sorted(position.tables.tiles[position.kind(word)] for word in want)
        elif key == "ability" and want != "none":
            want = position.ability(want)
        if got != want:
            yield f"{key} of {wanted.robot}: expected {want}, got {got}"


def _field(position: Position, expect: Expect) -> Iterator[str]:
    state, tables = position.state, position.tables
    for place in expect.tiles:
        kind = int(state[S.TILE_AT + position.area(place.at)])
        got = tables.tiles[kind] if kind >= 0 else "empty"
        want = place.tile if place.tile == "empty" else tables.tiles[position.kind(place.tile)]
        if got != want:
            yield f"tile on {place.at}: expected {want}, got {got}"
    if expect.mined is not None:
        want_mined = sorted(position.area(place) for place in expect.mined)
        mined = [i for i in range(len(tables.areas)) if state[S.MINE_AT + i]]
        if want_mined != mined:
            places = [list(tables.areas[i]) for i in mined]
            yield f"mined: expected {expect.mined}, got {places}"


def _course(position: Position, expect: Expect) -> Iterator[str]:
    state = position.state
    over = state[S.STAGE] == S.OVER
    about = ABOUT[int(state[S.STAGE])]
    if expect.about is not None and expect.about != about:
        yield f"about: expected {expect.about}, got {about}"
    for key, want, seat in (
        ("decides", expect.decides, state[S.ACTOR]),
        ("turn", expect.turn, state[S.TURN_SEAT]),
    ):
        got = position.robots[int(seat)]
        if want is not None and position.robot(want) != got:
            yield f"{key}: expected {want}, got {got}"
    ending = ENDINGS[int(state[S.ENDING])] if over else "none"
    if expect.ending is not None and expect.ending != ending:
        yield f"ending: expected {expect.ending}, got {ending}"
    if expect.winner is not None:
        winners = [
            robot
            for seat, robot in enumerate(position.robots)
            if over and int(state[S.WINNERS]) >> seat & 1
        ]
        shared = "draw" if len(winners) > 1 else "".join(winners) or "nobody yet"
        want = expect.winner if expect.winner == "draw" else position.robot(expect.winner)
        if want != shared:
            yield f"winner: expected {want}, got {shared}"
