"""What happened, in words: from the trace of the engine to sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kernels.steel_arena import actions as A
from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena import trace as T
from sim.steel_arena.models import Figures
from sim.steel_arena.tables import Tables

ENDINGS = {
    S.BY_TROPHIES: "There are enough trophies.",
    S.DESTROYED: "A robot is destroyed.",
    S.NO_TILES: "The tiles are used up.",
    S.TURN_CAP: "It was the last turn.",
}
MODES = {A.PRINTED: "", A.FORCED: ", forced", A.FURY: " in fury", A.WORN: ", worn out"}
TYPES = {B.ATTACK: "attack", B.MOVE: "move", B.TURN: "turn", B.DEFENCE_TYPE: "defence"}


def sectors(turned: int) -> str:
    """Return a turn clockwise by 1 to 5 sectors in words."""
    if turned == 3:
        return "about"
    number = min(turned, 6 - turned)
    return f"{number} sector{'s' * (number > 1)} {'right' if turned < 3 else 'left'}"


class Teller:
    """Tells the events of a game."""

    def __init__(self, tables: Tables, figures: Figures, seats: Sequence[str]) -> None:
        self.tables = tables
        self.figures = figures
        self.seats = seats
        names = [figures.robots[seat].name for seat in seats]
        # a robot that meets itself is told apart by its seat
        self.names = [
            name if names.count(name) == 1 else f"{name} ({i + 1})" for i, name in enumerate(names)
        ]

    def tile(self, kind: int) -> str:
        """Return the name of a kind of tile."""
        if kind < 0:
            return "the central module"
        key = self.tables.tiles[kind]
        named = self.figures.modules.get(key) or self.figures.terrain[key]
        return named.name

    def area(self, cell: int) -> str:
        """Return an area as its coordinates."""
        q, r = self.tables.areas[cell]
        return f"({q},{r})"

    def tell(self, events: Iterable[Sequence[int]]) -> list[str]:
        """Return a sentence per event."""
        sentences = (self._sentence([int(x) for x in event]) for event in events)
        return [sentence for sentence in sentences if sentence]

    def _sentence(self, event: Sequence[int]) -> str:
        what, a, b, c, d = event[:5]
        if what == T.ACTED:
            return self.action(a, b, c, d)
        if what == T.GAME_OVER:
            return f"{ENDINGS[b]} {self._winners(a)}"
        if what == T.REFILLED:
            return f"  {self.tile(b)} is laid on {self.area(a)}."
        if what == T.EXPLODED:
            return f"  Barrels on {self.area(a)} explode."
        if what == T.BOXED:
            return f"  {self.tile(b)} on {self.area(a)} goes into the box."
        who = self.names[a]
        if what == T.MOVED:
            return f"  {who} enters {self.area(b)}."
        if what == T.COLLIDED:
            return f"  {who} runs into {self.names[b]}."
        if what == T.LOST:
            to = f"; {self.names[c]} takes it as a trophy" if c >= 0 else ""
            return f"  {who} loses {self.tile(b)}{to}."
        if what == T.HEATED:
            return f"  {self.tile(b)} of {who} overheats."
        if what == T.COOLED:
            return f"  {who} cools {self.tile(b)}."
        if what == T.COOLED_ALL:
            return f"  {who} cools everything."
        if what == T.MINE:
            return f"  {who} steps on a {'strong' if c else 'weak'} mine of {self.names[b]}."
        if what == T.PICKED:
            return f"  {who} picks up {self.tile(b)}."
        if what == T.TURNED:
            return f"  {who} faces {b}."
        if what == T.REINFORCED:
            return f"  The central module of {who} is {'reinforced' if b else 'normal'} now."
        if what == T.NOTED:
            return f"  {who} takes {b} damage."
        return ""

    def _winners(self, winners: int) -> str:
        won = [name for seat, name in enumerate(self.names) if winners >> seat & 1]
        if len(won) == 1:
            return f"{won[0]} wins."
        return "Nobody wins." if len(won) == len(self.names) else f"{' and '.join(won)} share it."

    def action(self, seat: int, action: int, kind: int, stage: int) -> str:
        """Return an action in words."""
        who, what = self.names[seat], A.what(action)
        x, y = A.first(action), A.second(action)
        module = self.tile(kind if x < B.SLOTS else -1) + MODES.get(A.third(action), "")
        if what == A.PLACE:
            return f"{who} starts on {self.area(x)}, facing {y}."
        if what == A.ABILITY:
            chosen = self.figures.robots[self.seats[seat]].abilities[x]
            return f"{who} chooses {self.figures.abilities[chosen].name}."
        if what == A.EQUIP:
            return f"{who} keeps starting equipment."
        if what == A.GO:
            return f"{who} moves {y & 15} by {module}."
        if what == A.TURN:
            return f"{who} turns {sectors(y)} by {module}."
        if what == A.ATTACK:
            return f"{who} attacks with {module}."
        if what == A.RAM:
            return f"{who} rams with {module}."
        if what == A.DEFEND:
            return f"  {who} defends with {module}."
        if what == A.LAY:
            return f"{who} lays a mine on {self.area(y)}."
        if what == A.FLIP:
            return f"{who} turns {module} over."
        if what == A.TYPE:
            return f"  {who} names {TYPES[x]} modules."
        if what == A.PULL:
            return f"  {who} pulls."
        if what == A.SEND and stage == S.MOBILITY:
            return f"{who} moves {y} after the turn."
        if what == A.SPIN and stage == S.EDGE:
            return f"  {who} turns {sectors(x)} at the edge."
        return ""
