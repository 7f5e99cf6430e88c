"""From the data models to the arrays the kernels read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kernels import hexgrid
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima.relations import HURTS_ALLIES, relate
from sim.neuroshima import seating
from sim.neuroshima.models import Army, Rules, Tile

ACTIONS = {
    None: F.NO_ACTION,
    "battle": F.BATTLE,
    "move": F.MOVE,
    "push": F.PUSH,
    "sniper": F.SNIPER,
    "grenade": F.GRENADE,
    "airstrike": F.AIRSTRIKE,
}
KINDS = {"hq": F.HQ, "unit": F.UNIT, "module": F.MODULE, "instant": F.INSTANT, "blank": F.UNIT}
ATTACKS = {"melee": F.MELEE, "ranged": F.RANGED, "gauss": F.GAUSS}

UNLIMITED = 1 << 30  # HQ points where HQs cannot be destroyed (NSH-PTS-2)

Ints = NDArray[np.int64]
Rows = NDArray[np.int16]


class Tables(NamedTuple):
    """The arrays of a set of armies on a board, and the names behind the numbers."""

    faces: Rows
    armies: Ints
    army_ids: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...]  # kind -> (army, tile)

    def kind(self, army: str, tile: str) -> int:
        """Return the number of a tile kind."""
        return self.kinds.index((army, tile))


def _bits(sides: list[int], facing: int) -> int:
    return sum(1 << (side + facing) % 6 for side in set(sides))


def _row(tile: Tile, facing: int) -> Rows:
    row = np.zeros(F.COLUMNS, np.int16)
    for attack in tile.attacks:
        row[ATTACKS[attack.type] + (attack.side + facing) % 6] = attack.strength
    row[F.ARMOUR] = _bits(tile.armour, facing)
    row[F.NET] = _bits(tile.net, facing)
    row[F.LINK] = _bits(tile.links, facing)
    row[F.ATTACK] = _bits([a.side for a in tile.attacks], facing)
    row[F.VALUES] = sum(1 << value for value in set(tile.initiative))
    row[F.HIT_POINTS] = 1 + tile.toughness
    row[F.KIND] = KINDS[tile.kind]
    row[F.ACTION] = ACTIONS[tile.action]
    gives = tile.effects
    row[F.GIVES_INITIATIVE] = gives.initiative
    row[F.GIVES_MELEE] = gives.melee
    row[F.GIVES_RANGED] = gives.ranged
    row[F.GIVES_ATTACKS] = gives.extra_attack
    traits = {
        F.MEDIC: gives.medic,
        F.TRANSPORT: gives.transport,
        F.QUARTERMASTER: gives.quartermaster,
        F.SCOPER: gives.scoper,
        F.RECON: gives.recon,
        F.EXPLODES: tile.explodes,
        F.MOBILITY: tile.mobility,
        F.SERVES_ENEMIES: tile.serves == "enemies",
        F.SUPPORTS: gives != type(gives)(),
        F.STRIKES: any(a.type == "melee" for a in tile.attacks),
        F.SHOOTS: any(a.type == "ranged" for a in tile.attacks),
        F.SPECIAL: gives.medic or gives.quartermaster or gives.extra_attack > 0,
    }
    row[F.TRAITS] = sum(bit for bit, has in traits.items() if has)
    return row


def _turned(tile: Tile) -> Rows:
    rows = np.array([_row(tile, facing) for facing in range(6)])
    different = next(n for n in (1, 2, 3, 6) if np.array_equal(rows, np.roll(rows, n, axis=0)))
    # A blank has no facing at all, so there is no way to place it; it can only be discarded.
    rows[:, F.FACINGS] = 0 if tile.kind == "blank" else different
    return rows


def build(armies: Mapping[str, Army]) -> Tables:
    """Return the tables of a set of armies."""
    kinds = tuple((a, t) for a, army in armies.items() for t in army.tiles)
    faces = np.concatenate([_turned(armies[a].tiles[t]) for a, t in kinds])
    piles = np.zeros((len(armies), HURTS_ALLIES + 1), np.int64)
    for i, (a, army) in enumerate(armies.items()):
        pile = []
        for t in _pile_order(army):
            kind = kinds.index((a, t))
            if army.tiles[t].kind == "hq":
                piles[i, 0] = kind
            else:
                pile += [kind] * army.tiles[t].count
        piles[i, HURTS_ALLIES] = army.hurts_allies
        piles[i, 1] = len(pile)
        piles[i, 2 : 2 + len(pile)] = pile
    return Tables(faces, piles, tuple(armies), kinds)


def _pile_order(army: Army) -> list[str]:
    """Return the tiles in the order in which they lie before shuffling.

    A tile that takes the place of another follows it, so that all others lie where they lay and
    the same shuffle deals the same tiles.
    """
    own = [t for t, tile in army.tiles.items() if not tile.instead_of]
    guests = [(t, tile.instead_of) for t, tile in army.tiles.items() if tile.instead_of]
    return [each for t in own for each in (t, *(g for g, host in guests if host == t))]


def facing(tables: Tables, kind: int, wanted: int) -> int:
    """Return the facing that stands for a wanted one: equal patterns are one facing (DEC-2)."""
    return wanted % max(1, int(tables.faces[kind * 6, F.FACINGS]))


def rules(
    switches: Rules,
    players: int = 2,
    radius: int | None = None,
    mode: str = seating.DUEL,
    teams: Sequence[int] = (),
    unruly: int = 0,
) -> Ints:
    """Return the rule array of a mode; `teams` overrules the teams of its seats.

    `unruly` are the seats of armies that hurt their allies, as bits; setting up a game finds them.
    """
    teams = tuple(teams) or seating.teams(mode, players)
    array = np.zeros(R.SIZE, np.int64)
    array[R.PLAYERS] = players
    array[R.HQ_POINTS : R.HQ_POINTS + players] = _hq_points(switches, mode, teams)
    full = 6 if switches.reinforcements else 3
    array[R.FULL_HAND] = full
    array[R.MOST_USED] = 2 if switches.reinforcements else S.HAND_ROOM
    array[R.KEEP_REST] = switches.reinforcements
    array[R.ALTERNATIVE_START] = switches.alternative_start
    array[R.EXTRA_BY_VALUE] = switches.extra_attack == "value"
    stays = switches.fallen_hq == "battle" or (switches.fallen_hq == "mode" and mode == seating.FFA)
    array[R.FALLEN_HQ_STAYS] = stays
    array[R.ALL_LEAVE] = stays or mode == seating.FFA
    array[R.TIE_HAND] = switches.tie_hand == "use"
    array[R.BOARD] = hexgrid.board(board_radius(switches, players) if radius is None else radius)
    array[R.MAIN_FIELD] = hexgrid.board(2)
    array[R.ENOUGH] = switches.points_to_win if mode == seating.POINTS else 0
    sizes = [teams.count(team) for team in teams]
    array[R.IN_TEAMS] = max(sizes) > 1
    array[R.BY_DAMAGE] = switches.team_score == "damage"
    array[R.RIVALS] = len(set(teams)) - 1
    if mode == seating.LONER:  # NSH-OVT-5
        array[R.BOTH_FALL] = sum(1 << seat for seat, size in enumerate(sizes) if size > 1)
    order = seating.order(mode, players)
    array[R.ROUND] = len(order)
    array[R.ORDER : R.ORDER + len(order)] = order
    for turn, draw in enumerate(seating.first_draws(mode, players)):
        array[R.FIRST_DRAW + turn] = full if switches.alternative_start else full - 3 + draw
    for seat, own in enumerate(teams):
        array[R.TEAM + seat] = sum(1 << k for k, team in enumerate(teams) if team == own)
    relate(array, unruly)
    return array


def board_radius(switches: Rules, players: int) -> int:
    """Return the radius of the board: 2 for the main field, 3 for the extended board."""
    advised = switches.board == "advised" and players >= seating.FROM_FIVE
    return 3 if switches.board == "extended" or advised else 2


def _hq_points(switches: Rules, mode: str, teams: Sequence[int]) -> list[int]:
    """Return the points of the HQ of each seat."""
    if mode == seating.POINTS:
        return [UNLIMITED] * len(teams)
    shared = switches.pair_hq_points if mode == seating.LONER else switches.team_hq_points
    return [shared if teams.count(team) > 1 else switches.hq_points for team in teams]
