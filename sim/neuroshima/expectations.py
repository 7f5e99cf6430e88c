"""Checking what a scenario expects; each failure is a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kernels.hexgrid import CELLS
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from sim.neuroshima import tables as tabling
from sim.teams import TOGETHER

if TYPE_CHECKING:
    from sim.neuroshima.scenario import Scenario

STAGES = {S.REDRAW: "redraw", S.DISCARD: "discard", S.ACT: "act", S.OVER: "over"}


def failures(s: Scenario) -> list[str]:
    """Return a sentence for every expectation that does not hold."""
    return [*_board(s), *_figures(s), *_course(s)]


def _board(s: Scenario) -> Iterator[str]:
    expect, position = s.file.expect, s.position
    for word, points in expect.hq.items():
        got = position.points(s.army(word))
        if got != points:
            yield f"hq of {word}: expected {points}, got {got}"
    for at in expect.empty:
        tile = position.tile_at(s.cell(at))
        if tile is not None:
            yield f"{at}: expected empty, got {tile.army} {tile.tile}"
    for wanted in expect.alive:
        tile = position.tile_at(s.cell(wanted.at))
        if tile is None:
            yield f"{wanted.at}: expected {wanted.tile or 'a tile'}, got nothing"
            continue
        if wanted.army is not None and s.army(wanted.army) != tile.army:
            yield f"{wanted.at}: expected a tile of {wanted.army}, got one of {tile.army}"
        elif wanted.tile is not None and s.tile(tile.army, wanted.tile) != tile.tile:
            yield f"{wanted.at}: expected {wanted.tile}, got {tile.tile}"
        if wanted.wounds is not None and wanted.wounds != tile.wounds:
            yield f"{wanted.at}: expected {wanted.wounds} wounds, got {tile.wounds}"
        if wanted.facing is not None:
            kind = s.tables.kind(tile.army, tile.tile)
            if tabling.facing(s.tables, kind, wanted.facing) != tile.facing:
                yield f"{wanted.at}: expected facing {wanted.facing}, got {tile.facing}"
    if expect.tiles is not None and expect.tiles != len(position.tiles()):
        yield f"tiles: expected {expect.tiles} on the board, got {len(position.tiles())}"


def _figures(s: Scenario) -> Iterator[str]:
    expect, position = s.file.expect, s.position
    if expect.netted is not None:
        want, held = sorted(s.cell(at) for at in expect.netted), position.netted()
        if want != held:
            yield f"netted: expected {want}, got {held}"
    for value in expect.initiative:
        values = position.initiative(s.cell(value.at))
        if values != sorted(value.values, reverse=True):
            yield f"initiative of {value.at}: expected {value.values}, got {values}"
    for strength in expect.strength:
        for kind in ("melee", "ranged"):
            want_strength = getattr(strength, kind)
            got = position.strength(s.cell(strength.at), strength.side, kind)
            if want_strength is not None and got != want_strength:
                yield f"{kind} of {strength.at}: expected {want_strength}, got {got}"
    if expect.removed is not None:
        wanted = sorted((s.cell(r.at), r.phase) for r in expect.removed)
        removed = _removed(s)
        if wanted != removed:
            yield f"removed (cell, phase): expected {wanted}, got {removed}"


def _removed(s: Scenario) -> list[tuple[tuple[int, int], int]]:
    """Return the cells that the last battle emptied during its phases."""
    phase = 0
    found: list[tuple[tuple[int, int], int]] = []
    for event, a, *_ in s.last_battle:
        if event == T.PHASE:
            phase = a
        elif event == T.BATTLE_STARTS:
            found = []
        elif event == T.LEFT_THE_GAME:
            break
        elif event == T.REMOVED:
            found.append((CELLS[a], phase))
    return sorted(found)


def _course(s: Scenario) -> Iterator[str]:
    expect = s.file.expect
    for word, tiles in expect.hand.items():
        army = s.army(word)
        want = sorted(s.tile(army, tile) for tile in tiles)
        hand = sorted(s.tables.kinds[k][1] for k in s.hand(s.position.seat_of(army)))
        if want != hand:
            yield f"hand of {word}: expected {want}, got {hand}"
    for word, size in expect.pile.items():
        block = S.SEAT + s.position.seat_of(s.army(word)) * S.SEAT_SIZE
        if s.state[block + S.PILE_SIZE] != size:
            yield f"pile of {word}: expected {size}, got {s.state[block + S.PILE_SIZE]}"
    if expect.turn is not None:
        now = s.armies[int(s.state[S.TURN_SEAT])]
        if now != s.army(expect.turn):
            yield f"turn: expected {expect.turn}, got {now}"
    stage = STAGES[int(s.state[S.STAGE])]
    if expect.stage is not None and stage != expect.stage:
        yield f"stage: expected {expect.stage}, got {stage}"
    battles = s.battles + int(s.state[S.BATTLES])
    if expect.battles is not None and battles != expect.battles:
        yield f"battles: expected {expect.battles}, got {battles}"
    if expect.winner is not None:
        wanted = {expect.winner}
        if expect.winner not in ("draw", "nobody"):
            wanted = {s.army(word) for word in expect.winner.split(TOGETHER)}
        got = s.winner() or "nobody"
        if set(got.split(TOGETHER)) != wanted:
            yield f"winner: expected {TOGETHER.join(sorted(wanted))}, got {got}"
