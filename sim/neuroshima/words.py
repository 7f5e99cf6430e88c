"""What happened, in words: from the trace of the engine to sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kernels.hexgrid import CELLS
from kernels.neuroshima import actions as A
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from sim.neuroshima.models import Army
from sim.neuroshima.tables import Tables

SIDES = ("north", "north-east", "south-east", "south", "south-west", "north-west")
REASONS = {
    T.BY_TILE: "Battle",
    T.BY_FULL_BOARD: "The board is full: battle",
    T.FINAL: "The final battle",
    T.AFTER_TIE: "The extra battle",
}


def seat_names(armies: Mapping[str, Army], seats: Sequence[str]) -> list[str]:
    """Return the name of the army on each seat; at larger tables a repeated one has a number."""
    names = [armies[army].name for army in seats]
    if len(names) == 2:
        return names
    return [
        f"{name} {names[: k + 1].count(name)}" if names.count(name) > 1 else name
        for k, name in enumerate(names)
    ]


def place(cell: int) -> str:
    """Return a cell as its coordinates."""
    q, r = CELLS[cell]
    return f"({q},{r})"


class Teller:
    """Tells the events of a game; it remembers what lies where, so that the dead have names."""

    def __init__(self, tables: Tables, armies: Mapping[str, Army], seats: Sequence[str]) -> None:
        self.tables = tables
        self.armies = armies
        self.names = seat_names(armies, seats)
        self.lying: dict[int, str] = {}

    def seat(self, seat: int) -> str:
        """Return the name of the army on a seat."""
        return self.names[seat]

    def kind(self, kind: int) -> str:
        """Return the name of a tile kind."""
        army, tile = self.tables.kinds[kind]
        return self.armies[army].tiles[tile].name

    def look(self, state: Iterable[int]) -> None:
        """Remember which tile lies on which cell."""
        values = [int(x) for x in state]
        self.lying = {}
        for cell in range(len(CELLS)):
            face = values[S.FACE + cell]
            if face != S.EMPTY:
                self.remember(cell, values[S.OWNER + cell], face // 6)

    def remember(self, cell: int, owner: int, kind: int) -> None:
        """Remember one tile, which may be gone before anybody can look."""
        self.lying[cell] = f"{self.seat(owner)} {self.kind(kind)} {place(cell)}"

    def tile(self, cell: int) -> str:
        """Return the tile on a cell in words."""
        return self.lying.get(cell, f"the tile on {place(cell)}")

    def tell(self, events: Iterable[Sequence[int]], hand: Sequence[int] = ()) -> list[str]:
        """Return a sentence per event; `hand` is the acting hand before an action."""
        sentences = (self._sentence(event, hand) for event in events)
        return [sentence for sentence in sentences if sentence]

    def _sentence(self, event: Sequence[int], hand: Sequence[int]) -> str:
        what, a, b, c = event[:4]
        if what == T.PHASE:
            return f"Initiative {a}:"
        if what == T.HIT:
            attacker = "The instant" if a < 0 else self.tile(a)
            return f"  {attacker} hits {self.tile(b)} for {c}"
        if what == T.ABSORBED:
            return f"  {self.tile(a)} takes the wounds of {self.tile(b)} and leaves"
        if what == T.EXPLODED:
            return f"  {self.tile(a)} explodes"
        if what == T.CONVERTED:
            change = "shot becomes a blow" if c else "blow becomes a shot"
            return f"  {self.tile(a)}: its {change} ({SIDES[b]})"
        if what == T.REMOVED:
            return f"  {self.tile(a)} is removed"
        if what == T.HQ_POINTS:
            return f"  {self.seat(a)} HQ: {b} points left"
        if what == T.POINTS_WON:
            return f"  {self.seat(a)}: {b} {'point' if b == 1 else 'points'} won"
        if what == T.BATTLE_STARTS:
            return f"{REASONS[b]}."
        if what == T.END_NEAR:
            return f"{self.seat(a)} has drawn its last tile."
        if what == T.TIED:
            return "Level after the final battle: one more turn each, then one more battle."
        if what == T.REDREW:
            return f"{self.seat(a)} discards a hand of instants and draws anew."
        if what == T.LEFT_THE_GAME:
            return f"{self.seat(a)} is out; its tiles leave the board."
        if what == T.DRAWN:
            return f"{self.seat(a)} draws {self.kind(b)}."
        if what == T.ACTED:
            return self.action(a, b, hand)
        if what == T.GAME_OVER:
            return f"{self.winners(a)}."
        return ""

    def winners(self, seats: int) -> str:
        """Return who wins, given the seats as bits."""
        won = [name for seat, name in enumerate(self.names) if seats >> seat & 1]
        if len(won) == len(self.names):
            return "Nobody wins"
        if len(won) == 1:
            return f"{won[0]} wins"
        return f"{', '.join(won[:-1])} and {won[-1]} win"

    def action(self, seat: int, action: int, hand: Sequence[int]) -> str:
        """Return an action in words."""
        who = self.seat(seat)
        what, to = A.what(action), A.to(action)
        slot = A.slot(action)
        name = self.kind(hand[slot]) if slot < len(hand) else "a tile"
        turned = f"facing {SIDES[A.facing(action)]}"
        if what == A.PLACE_HQ:
            return f"{who} places its HQ on {place(to)}."
        if what == A.PLACE:
            return f"{who} places {name} on {place(to)}, {turned}."
        if what == A.DISCARD:
            return f"{who} discards {name}."
        if what == A.BATTLE:
            return f"{who} plays {name}."
        if what in (A.MOVE, A.MOBILITY, A.TRANSPORT):
            by = {A.MOVE: "Move", A.MOBILITY: "mobility", A.TRANSPORT: "transport"}[what]
            tile = self.tile(A.origin(action))
            if A.origin(action) == to:
                return f"{who} turns {tile} by {by}, {turned}."
            return f"{who} moves {tile} to {place(to)} by {by}, {turned}."
        if what == A.PUSH:
            return f"{who} pushes {self.tile(to)} with {self.tile(A.origin(action))}."
        if what in (A.SNIPER, A.GRENADE):
            return f"{who} uses {name} on {self.tile(to)}."
        if what == A.AIRSTRIKE:
            return f"{who} calls {name} on {place(to)}."
        if what == A.ANSWER:
            return f"{who} lets the pushed tile go to {place(to)}."
        return ""
