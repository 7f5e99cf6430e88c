"""A position of Steel Arena, set up and read by the names of things."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena.field import set_tile
from kernels.steel_arena.parts import attach, remove
from kernels.steel_arena.setup import lay_out
from kernels.steel_arena.state import at
from sim.errors import BadInput
from sim.names import resolve
from sim.steel_arena.figures import SteelArenaData
from sim.steel_arena.scenario_file import RobotPlace, ScenarioFile
from sim.steel_arena.tables import Ints, build

MARKS = {"hot": S.HOT, "down": S.DOWN, "used": S.USED, "hidden": S.HIDDEN}
MINES = {"weak": 0, "strong": 1}


class Position:
    """The state of a scenario, with names for its numbers."""

    def __init__(self, file: ScenarioFile, source: str) -> None:
        self.source = source
        self.data = SteelArenaData([{"rules": file.rules}])
        self.robots = [self.robot(place.robot) for place in file.robots]
        if not 2 <= len(self.robots) <= B.SEATS or len(set(self.robots)) < len(self.robots):
            raise BadInput(f"{source}: name 2 to {B.SEATS} different robots under [[robots]]")
        self.tables = build(self.data.figures, len(self.robots))
        self.book = self.tables.book
        self.state: Ints = np.zeros(S.SIZE, np.int64)
        seats = [self.tables.robots.index(key) for key in self.robots]
        lay_out(self.state, self.book, np.array(seats, np.int64))
        self._lay_piles(file)
        for tile in file.field:
            set_tile(self.state, self.book, self.area(tile.at), self.kind(tile.tile))
        if not file.setup:
            for seat, place in enumerate(file.robots):
                self._place(seat, place)
            for mine in file.mines:
                cell = self.area(mine.at)
                owner = self.robots.index(self.robot(mine.owner))
                self.state[S.MINE_AT + cell] = 1 + owner * 2 + MINES[mine.mine]
                self.state[S.MINED] |= 1 << cell

    def _lay_piles(self, file: ScenarioFile) -> None:
        kinds = [self.kind(word) for word in reversed(file.pile)]
        if not kinds:
            size = int(self.book[B.THIRD_GEN])
            kinds = [int(k) for k in self.book[B.THIRD_GEN + 1 : B.THIRD_GEN + 1 + size]]
        self.state[S.PILE_3] = len(kinds)
        self.state[S.PILE_3 + 1 : S.PILE_3 + 1 + len(kinds)] = kinds
        size = int(self.book[B.SECOND_GEN])
        second = [int(k) for k in self.book[B.SECOND_GEN + 1 : B.SECOND_GEN + 1 + size]]
        for word, dealt in file.deal.items():
            seat = self.robots.index(self.robot(word))
            for i, module in enumerate(dealt[: B.DEAL_ROOM]):
                kind = self.kind(module)
                if kind in second:
                    second.remove(kind)
                self.state[S.DEAL + seat * B.DEAL_ROOM + i] = kind
        self.state[S.PILE_2] = len(second)
        self.state[S.PILE_2 + 1 : S.PILE_2 + 1 + len(second)] = second

    def _place(self, seat: int, place: RobotPlace) -> None:
        state, block, cell = self.state, at(seat), self.area(place.at)
        if state[S.ROBOT_AT + cell]:
            raise BadInput(f"{self.source}: two robots on the area {place.at}")
        state[block + S.CELL] = cell
        state[S.ROBOT_AT + cell] = seat + 1
        state[block + S.FACING] = place.facing
        state[block + S.TROPHIES] = place.trophies
        state[block + S.CENTRAL_HOT] = place.central_hot
        state[block + S.CENTRAL_USED] = place.central_used
        state[block + S.PASSED] = place.passed
        state[block + S.MINES] = sum(1 << MINES[each] for each in place.mines)
        state[block + S.VISITED] = sum(1 << self.area(each) for each in place.visited)
        if place.ability:
            state[block + S.ABILITY] = 1 + self.tables.abilities.index(self.ability(place.ability))
        if place.modules is not None:
            for slot in self.slots(seat):
                remove(state, block, slot)
            for word in place.modules:
                self._attach(seat, word)
        few = len(self.slots(seat)) <= int(self.book[B.REINFORCED_UP_TO])
        state[block + S.REINFORCED] = few if place.reinforced is None else place.reinforced

    def _attach(self, seat: int, word: str) -> None:
        name, *marks = word.split(":")
        kind = self.kind(name)
        if self.tables.tiles[kind] not in self.data.figures.modules:
            raise BadInput(f"{self.source}: {name!r} is terrain, not a module")
        before = self.slots(seat)
        attach(self.state, self.book, seat, kind, 0)
        slot = next(each for each in self.slots(seat) if each not in before)
        for mark in marks:
            if mark not in MARKS:
                raise BadInput(
                    f"{self.source}: {word!r} has the mark {mark!r}; known: {', '.join(MARKS)}"
                )
            self.state[at(seat) + MARKS[mark]] |= 1 << slot
            if mark == "hidden":
                self.state[at(seat) + S.DOWN] |= 1 << slot

    # --- names

    def _named(self, word: str, what: str, known: dict[str, tuple[str, ...]]) -> str:
        try:
            return resolve(word, what, known)
        except BadInput as error:
            raise BadInput(f"{self.source}: {error}") from None

    def robot(self, word: str) -> str:
        """Return the robot a word means."""
        sides = {key: (side.name, *side.aliases) for key, side in self.data.sides.items()}
        return self._named(word, "robot", sides)

    def seat(self, word: str) -> int:
        """Return the seat of a robot that plays."""
        robot = self.robot(word)
        if robot not in self.robots:
            raise BadInput(f"{self.source}: {word!r} is not on the field")
        return self.robots.index(robot)

    def ability(self, word: str) -> str:
        """Return the ability a word means."""
        known = {k: (one.name, *one.aliases) for k, one in self.data.figures.abilities.items()}
        return self._named(word, "ability", known)

    def kind(self, word: str) -> int:
        """Return the number of the kind of tile that a word means."""
        figures = self.data.figures
        known = {
            key: (tile.name, *tile.aliases)
            for tiles in (figures.terrain, figures.modules)
            for key, tile in tiles.items()
        }
        return self.tables.tiles.index(self._named(word, "tile", known))

    def area(self, place: Sequence[int]) -> int:
        """Return the number of an area."""
        if (place[0], place[1]) not in self.tables.areas:
            raise BadInput(f"{self.source}: the area {list(place)} is off the field")
        return self.tables.areas.index((place[0], place[1]))

    # --- reading

    def slots(self, seat: int) -> list[int]:
        """Return the slots with a module."""
        return [i for i in range(B.SLOTS) if int(self.state[at(seat) + S.OWNED]) >> i & 1]

    def modules(self, seat: int, mark: int = S.OWNED) -> list[str]:
        """Return the modules of a robot that have a mark, sorted."""
        block = at(seat)
        return sorted(
            self.tables.tiles[int(self.state[block + S.KIND + slot])]
            for slot in self.slots(seat)
            if int(self.state[block + mark]) >> slot & 1
        )
