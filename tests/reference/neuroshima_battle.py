"""The battle of NSH-PRC-2, phase by phase."""

from dataclasses import dataclass, field
from typing import Any

from .neuroshima_board import Board, Cell, neighbours, step
from .neuroshima_medics import Hits, Source, absorb, doomed, wounds_on
from .neuroshima_snapshot import Snapshot, bonus, initiatives, raised, snapshot

Event = tuple[Any, ...]
AFTER_BATTLE = -1


@dataclass
class Memory:
    """What a battle remembers from phase to phase."""

    spent: set[tuple[Cell, int]] = field(default_factory=set)
    extras: dict[Cell, int] = field(default_factory=dict)
    extras_spent: set[tuple[Cell, int]] = field(default_factory=set)
    attacked: set[tuple[Cell, int]] = field(default_factory=set)
    used_quartermasters: set[Cell] = field(default_factory=set)


@dataclass
class Announced:
    """Choices announced in a phase: exploding clowns, converted (board side, type) by tile."""

    exploding: list[Cell] = field(default_factory=list)
    converted: dict[Cell, tuple[int, str]] = field(default_factory=dict)


def acting(board: Board, snap: Snapshot, memory: Memory, p: int, extra_attack: str) -> list[Cell]:
    """Tiles that act in phase p, in cell order; notes what they spend (NSH-DEC-10 to 14)."""
    found = []
    for cell in board.occupied():
        values = initiatives(board, snap, cell)
        if cell in snap.netted or not values:
            continue
        unspent = [i for i in range(len(values)) if (cell, i) not in memory.spent]
        own = [i for i in unspent if values[i] == p]
        givers = bonus(board, snap, cell, "extra_attack")
        if own:
            memory.spent.update((cell, i) for i in own)
        elif extra_attack == "value":
            k = min(values) - p
            if not 1 <= k <= givers or (cell, k) in memory.extras_spent:
                continue
            memory.extras_spent.add((cell, k))
        else:
            waits = any(values[i] <= p for i in unspent)
            made = memory.extras.get(cell, 0)
            if waits or (cell, p + 1) not in memory.attacked or givers <= made:
                continue
            memory.extras[cell] = made + 1
        memory.attacked.add((cell, p))
        found.append(cell)
    return found


def struck(board: Board, cell: Cell, direction: int, attack: str) -> list[Cell]:
    """Tiles an attack of one type reaches in a direction."""
    army = board.tiles[cell].army
    reached = []
    here = step(cell, direction)
    while board.contains(here):
        if here in board.tiles and board.hits(army, board.tiles[here].army):
            reached.append(here)
            if attack != "gauss":
                break
        if attack == "melee":
            break
        here = step(here, direction)
    return reached


def wounds_of(
    board: Board,
    snap: Snapshot,
    cell: Cell,
    target: Cell,
    direction: int,
    attack: str,
    printed: int,
) -> int:
    """Wounds one attack gives one tile: bonuses, then armour, HQ on HQ nothing."""
    victim = board.tiles[target]
    if board.tiles[cell].is_hq and victim.is_hq:
        return 0
    wounds = raised(board, snap, cell, attack, printed)
    if attack != "melee" and (direction + 3) % 6 in victim.directions(victim.armour):
        wounds -= 1
    return max(0, wounds)


def collect_hits(
    board: Board, snap: Snapshot, actors: list[Cell], announced: Announced, points: bool
) -> Hits:
    """All hits of a phase, summed per attacker and target (NSH-PRC-2 step 2d)."""
    hits: Hits = {}

    def add(attacker: Cell, target: Cell, wounds: int) -> None:
        victim = board.tiles[target]
        fallen = victim.is_hq and not points and board.hq[victim.army] <= 0
        # NSH-DEC-18: an exploding clown and a fallen HQ take no hits.
        if wounds > 0 and not fallen and target not in announced.exploding:
            hits[attacker, target] = hits.get((attacker, target), 0) + wounds

    for cell in actors:
        tile = board.tiles[cell]
        if cell in announced.exploding:
            for target in neighbours(cell):
                if target in board.tiles:
                    add(cell, target, 1)
            continue
        for side, printed_type, printed in tile.attacks:
            direction = tile.direction(side)
            attack = printed_type
            if announced.converted.get(cell) == (direction, printed_type):
                attack = "ranged" if printed_type == "melee" else "melee"
            for target in struck(board, cell, direction, attack):
                wounds = wounds_of(board, snap, cell, target, direction, attack, printed)
                add(cell, target, wounds)
    return hits


def phase_score(board: Board, army: str, hits: Hits, exploding: list[Cell], points: bool) -> int:
    """Worth for an army of all hits of a phase before medics (NSH-DEC-21)."""
    score = 0
    for cell in board.occupied():
        tile = board.tiles[cell]
        sign = -1 if board.serves(army, tile.army) else 1
        wounds = wounds_on(hits, cell)
        if cell in exploding:
            score += sign * 4
        elif tile.is_hq:
            score += sign * 3 * wounds
            if wounds and doomed(board, hits, cell, points):
                score += sign * 1000
        elif doomed(board, hits, cell, points):
            score += sign * (4 if tile.kind == "unit" else 3)
        else:
            score += sign * wounds
    return score


class _Phase:
    """The choices of one phase (NSH-PRC-2 step 2c)."""

    def __init__(
        self, board: Board, snap: Snapshot, actors: list[Cell], points: bool, forced: dict[str, Any]
    ) -> None:
        self.board = board
        self.snap = snap
        self.actors = actors
        self.points = points
        self.forced = forced
        self.announced = Announced()
        self.events: list[Event] = []

    def score(self, army: str, exploding: list[Cell], converted: dict[Cell, Any]) -> int:
        """Phase score for an army with these choices, later ones taken as no."""
        announced = Announced(exploding, converted)
        hits = collect_hits(self.board, self.snap, self.actors, announced, self.points)
        return phase_score(self.board, army, hits, exploding, self.points)

    def clown(self, cell: Cell) -> None:
        """Explode if told so, or by default if the phase score is strictly better (NSH-DEC-21)."""
        army = self.board.tiles[cell].army
        now = self.announced
        exploding = [*now.exploding, cell]
        if cell in self.forced["explode"]:
            explode = True
        elif cell in self.forced["hold"]:
            explode = False
        else:
            plain = self.score(army, now.exploding, now.converted)
            explode = self.score(army, exploding, now.converted) > plain
        if explode:
            now.exploding = exploding
            self.events.append(("explode", cell))

    def quartermaster(self, cell: Cell, used: set[Cell]) -> None:
        """Convert one attack of a linked tile, as told or if strictly better (NSH-DEC-22)."""
        masters = [
            giver
            for giver, receiver in self.snap.links
            if receiver == cell
            and "quartermaster" in self.board.tiles[giver].effects
            and giver not in used
        ]
        if not masters or cell in self.announced.exploding or cell in self.forced["decline"]:
            return
        tile = self.board.tiles[cell]
        options = sorted(
            (tile.direction(side), attack) for side, attack, _ in tile.attacks if attack != "gauss"
        )
        choice = None
        if cell in self.forced["convert"]:
            choice = self.forced["convert"].pop(cell)
            if choice not in options:
                raise ValueError(f"the tile at {cell} has no attack {choice}")
        else:
            now = self.announced
            best = self.score(tile.army, now.exploding, now.converted)
            for option in options:  # board side first, then melee before ranged
                score = self.score(tile.army, now.exploding, {**now.converted, cell: option})
                if score > best:
                    best, choice = score, option
        if choice is not None:
            self.announced.converted[cell] = choice
            used.add(min(masters))
            self.events.append(("convert", cell, *choice, min(masters)))


def _forced(choices: dict[str, Any] | None) -> dict[str, Any]:
    """Forced choices with cells as tuples."""
    given = choices or {}
    forced: dict[str, Any] = {
        name: [tuple(cell) for cell in given.get(name, [])]
        for name in ("explode", "hold", "decline")
    }
    forced["convert"] = {
        tuple(entry["at"]): (entry["side"], entry["type"]) for entry in given.get("convert", [])
    }
    return forced


def _apply_wounds(board: Board, hits: Hits, points: bool) -> list[Event]:
    """Wound tokens, HQ counters, points of the points game (NSH-PRC-2 step 2g)."""
    changed: list[str] = []
    for (source, target), wounds in hits.items():
        tile = board.tiles[target]
        if not tile.is_hq:
            tile.wounds += wounds
            continue
        scorer = tile.army
        if not points:
            board.hq[tile.army] = max(0, board.hq[tile.army] - wounds)
        elif source is not None and board.tiles[source].army != tile.army:
            scorer = board.tiles[source].army
            board.hq[scorer] += wounds
        else:
            continue
        if scorer not in changed:
            changed.append(scorer)
    return [("hq", army, board.hq[army]) for army in board.armies if army in changed]


def leaving(board: Board, used_medics: list[Cell], exploded: list[Cell], hqs: bool) -> list[Cell]:
    """Cells of the tiles to be taken off, in cell order (NSH-PRC-2 step 2h)."""
    found = []
    for cell in board.occupied():
        tile = board.tiles[cell]
        fallen = tile.is_hq and hqs and board.hq[tile.army] <= 0
        dead = not tile.is_hq and tile.wounds >= tile.hit_points
        if fallen or dead or cell in used_medics or cell in exploded:
            found.append(cell)
    return found


def resolve_hits(
    board: Board, snap: Snapshot, hits: Hits, points: bool = False
) -> tuple[list[Event], list[Cell]]:
    """Medics and wounds for collected hits; gives the events and the medics used."""
    events: list[Event] = []

    def order(hit: tuple[Source, Cell]) -> tuple[Cell, Cell]:
        return (hit[0] or (0, 0), hit[1])

    for hit in sorted(hits, key=order):
        events.append(("hit", *hit, hits[hit]))
    absorbed = absorb(board, snap, hits, points)
    events += [("absorb", *entry) for entry in absorbed]
    events += _apply_wounds(board, hits, points)
    return events, [medic for medic, _, _ in absorbed]


def battle(
    board: Board,
    starter: str,
    rules: dict[str, Any] | None = None,
    choices: dict[str, Any] | None = None,
) -> list[Event]:
    """Fight a battle on the board; gives what happened, in order.

    rules: extra_attack "follow" or "value", fallen_hq "phase" or "battle", points (those that win
    a game for points, 0 where HQs can fall), all_against_all.
    choices: explode, hold, convert, decline as in a scenario file.
    """
    rules = {
        "extra_attack": "follow",
        "fallen_hq": "phase",
        "points": 0,
        "all_against_all": False,
        **(rules or {}),
    }
    points = bool(rules["points"])
    forced = _forced(choices)
    memory = Memory()
    first = board.armies.index(starter)
    players = board.armies[first:] + board.armies[:first]
    events: list[Event] = []

    snap = snapshot(board)
    values = [v for cell in board.occupied() for v in initiatives(board, snap, cell)]
    for p in range(max(values, default=-1), -1, -1):
        events.append(("phase", p))
        snap = snapshot(board)
        actors = acting(board, snap, memory, p, rules["extra_attack"])
        phase = _Phase(board, snap, actors, points, forced)
        for player in players:
            for cell in actors:
                if board.tiles[cell].army == player:
                    if board.tiles[cell].explodes:
                        phase.clown(cell)
                    phase.quartermaster(cell, memory.used_quartermasters)
        events += phase.events
        hits = collect_hits(board, snap, actors, phase.announced, points)
        happened, used = resolve_hits(board, snap, hits, points)
        events += happened
        hqs_leave = rules["fallen_hq"] == "phase" and not points
        for cell in leaving(board, used, phase.announced.exploding, hqs_leave):
            del board.tiles[cell]
            events.append(("remove", cell, p))
        if points and max(board.hq.values()) >= rules["points"]:  # NSH-DEC-57
            return events

    everything_leaves = rules["fallen_hq"] == "battle" or rules["all_against_all"]
    if everything_leaves and not points:  # NSH-FFA-3
        fallen = [army for army in board.armies if board.hq[army] <= 0]
        for cell in board.occupied():
            if board.tiles[cell].army in fallen:
                del board.tiles[cell]
                events.append(("remove", cell, AFTER_BATTLE))
    return events
