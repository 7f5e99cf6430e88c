"""Medics: which hits they must absorb and which they absorb by default (NSH-DEC-18, 19)."""

from .neuroshima_board import Board, Cell
from .neuroshima_snapshot import Snapshot, controller, touches

Source = Cell | None
Hits = dict[tuple[Source, Cell], int]


def wounds_on(hits: Hits, target: Cell) -> int:
    """Wounds that all hits together would give a tile."""
    return sum(wounds for (_, victim), wounds in hits.items() if victim == target)


def doomed(board: Board, hits: Hits, target: Cell, points: bool) -> bool:
    """Whether these hits destroy the tile; in the points game no HQ falls (NSH-PTS-2)."""
    tile = board.tiles[target]
    if tile.is_hq:
        return not points and wounds_on(hits, target) >= board.hq[tile.army]
    return tile.wounds + wounds_on(hits, target) >= tile.hit_points


def candidates(
    board: Board, snap: Snapshot, hits: Hits, used: list[Cell], target: Cell
) -> list[Cell]:
    """Medics of which one must absorb a hit on the target (NSH-DEC-18 steps 1 and 2)."""
    army = board.tiles[target].army
    available = []
    for cell in board.occupied():
        if "medic" not in board.tiles[cell].effects:
            continue
        works = cell not in snap.netted and board.serves(controller(board, snap, cell), army)
        if works and cell not in used and not doomed(board, hits, cell, False):
            available.append(cell)
    taken = [medic for medic in available if touches(board, medic, target)]
    for patient in taken:  # grows while it is walked through
        for medic in available:
            if medic not in taken and touches(board, medic, patient):
                taken.append(medic)
    behind = {medic: _behind(board, taken, medic) for medic in taken}
    return sorted(m for m in taken if all(m in behind[other] for other in behind[m]))


def _behind(board: Board, taken: list[Cell], start: Cell) -> list[Cell]:
    """Medics one comes to from a medic by going on to those linked to it, itself included."""
    found = [start]
    for patient in found:  # grows while it is walked through
        for medic in taken:
            if medic not in found and touches(board, medic, patient):
                found.append(medic)
    return found


def saving_score(
    board: Board, hits: Hits, hit: tuple[Source, Cell], others: int, points: bool
) -> int:
    """Worth of absorbing one hit; others = further candidate medics (NSH-DEC-19)."""
    target = hit[1]
    tile = board.tiles[target]
    rest = {other: wounds for other, wounds in hits.items() if other != hit}
    saved = not doomed(board, rest, target, points)
    if not doomed(board, hits, target, points):
        return (3 if tile.is_hq else 1) * hits[hit]
    if tile.is_hq:
        return 100 if saved else 3 * hits[hit]
    if saved:
        return 4 if tile.kind == "unit" else 3
    return 2 if others else 0


def absorb(
    board: Board, snap: Snapshot, hits: Hits, points: bool = False
) -> list[tuple[Cell, Cell, Source]]:
    """Take out of the hits what medics absorb; gives (medic, patient, attacker) in order."""
    used: list[Cell] = []
    absorbed: list[tuple[Cell, Cell, Source]] = []
    while True:
        best = None
        for hit in hits:
            source, target = hit
            medics = candidates(board, snap, hits, used, target)
            score = saving_score(board, hits, hit, len(medics) - 1, points)
            for medic in medics:
                key = (-score, target, source or (0, 0), medic)
                if best is None or key < best[0]:
                    best = (key, hit, medic)
        if best is None:
            return absorbed
        _, hit, medic = best
        del hits[hit]
        used.append(medic)
        absorbed.append((medic, hit[1], hit[0]))
