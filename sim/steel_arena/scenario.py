"""Running a scenario: set up the position, do the steps, check what is expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from kernels import rng
from kernels.steel_arena import actions as A
from kernels.steel_arena import book as B
from kernels.steel_arena import state as S
from kernels.steel_arena import trace as T
from kernels.steel_arena.apply import GO_ON, apply
from kernels.steel_arena.legal import legal_actions
from kernels.steel_arena.state import at
from sim.errors import BadInput
from sim.game import ScenarioOutcome
from sim.steel_arena.engine import room
from sim.steel_arena.expectations import ABOUT, failures
from sim.steel_arena.picture import draw
from sim.steel_arena.position import MINES, Position
from sim.steel_arena.scenario_file import Deed, ScenarioFile
from sim.steel_arena.tables import TYPES
from sim.steel_arena.words import Teller
from sim.variant import explain

MODES = {"printed": A.PRINTED, "forced": A.FORCED, "fury": A.FURY, "worn": A.WORN}


class Scenario:
    """A scenario being run."""

    def __init__(self, file: ScenarioFile, source: str) -> None:
        self.file = file
        self.source = source
        self.position = Position(file, source)
        self.teller = Teller(self.position.tables, self.position.data.figures, self.position.robots)
        self.room = room()
        rng.start(self.room.streams, 1, 0)
        self.log: list[str] = []
        self.unexpected: list[str] = []
        self._begin()

    def _begin(self) -> None:
        state, file = self.position.state, self.file
        seat = self.position.seat(file.turn) if file.turn else 0
        if file.setup:
            state[S.PHASE] = S.SETTING_UP
        elif file.start:
            state[S.PHASE] = S.BEGIN
            state[S.TURN_NUMBER] = seat
        else:
            state[S.PHASE] = S.ACTIVE
            state[S.PART] = S.FIRST
            state[S.TURN_SEAT] = seat
            state[S.TURN_NUMBER] = seat + 1
        trace = T.new(512)
        apply(state, self.position.book, self.room.streams, trace, self.room.more, GO_ON)
        self._tell(trace)

    def _tell(self, trace: Any) -> None:
        self.log += self.teller.tell(trace[1 : trace[0, 0] + 1])

    @property
    def actor(self) -> str:
        """The robot that decides."""
        return self.position.robots[int(self.position.state[S.ACTOR])]

    def run(self) -> None:
        """Do every step."""
        for number, deed in enumerate(self.file.do, 1):
            action = self._legal_action(deed)
            if deed.illegal:
                if action is not None:
                    self.unexpected.append(
                        f"step {number} ({deed.what}) should be illegal, but is not"
                    )
                continue
            if action is None:
                raise BadInput(f"{self.source}: step {number}, {deed.what}, {self._why_not()}")
            if deed.legal:
                continue
            trace = T.new(512)
            state, book = self.position.state, self.position.book
            apply(state, book, self.room.streams, trace, self.room.more, action)
            self._tell(trace)

    def _why_not(self) -> str:
        state = self.position.state
        if state[S.STAGE] == S.OVER:
            return "breaks the rules: the game is over"
        return f"breaks the rules: {self.actor} is to decide: {ABOUT[int(state[S.STAGE])]}"

    def _legal_action(self, deed: Deed) -> int | None:
        """Return the action that a deed means, if it is legal now."""
        state = self.position.state
        if state[S.STAGE] == S.OVER:
            return None
        if deed.robot and self.position.robot(deed.robot) != self.actor:
            return None
        n = legal_actions(state, self.position.book, self.room.legal)
        allowed = {int(action) for action in self.room.legal[:n]}
        return next((action for action in self._actions(deed) if action in allowed), None)

    def _slots(self, word: str, seat: int | None = None) -> list[int]:
        """Return the slots of a robot, by default the one that decides, with a module."""
        if word == "central":
            return [B.CENTRAL]
        state, kind = self.position.state, self.position.kind(word)
        seat = int(state[S.ACTOR]) if seat is None else seat
        places = self.position.slots(seat)
        return [slot for slot in places if state[at(seat) + S.KIND + slot] == kind]

    def _actions(self, deed: Deed) -> list[int]:
        """Return the actions that a deed can mean: modules of a kind are all alike."""
        if (by := deed.go or deed.turn or deed.attack or deed.ram) is not None:
            return [
                int(A.action(*self._use(deed, slot), MODES[by.mode])) for slot in self._slots(by.by)
            ]
        if deed.heat is not None:
            return [
                int(A.action(A.HEAT, slot, 0, 0)) for slot in self._slots(deed.heat, self._victim())
            ]
        for word, what in (
            (deed.defend, A.DEFEND),
            (deed.discard, A.DISCARD),
            (deed.cool, A.COOL),
            (deed.flip, A.FLIP),
        ):
            if word is not None:
                return [int(A.action(what, slot, 0, 0)) for slot in self._slots(word)]
        return [int(A.action(*self._plain(deed), 0))]

    def _victim(self) -> int:
        from kernels.steel_arena import frames as F

        return int(self.position.state[S.top(self.position.state) + F.WHO])

    def _use(self, deed: Deed, slot: int) -> tuple[int, int, int]:
        if deed.go:
            facing = int(self.position.state[at(int(self.position.state[S.ACTOR])) + S.FACING])
            direction = facing if deed.go.direction is None else deed.go.direction
            return A.GO, slot, deed.go.areas + 16 * direction
        if deed.turn:
            return A.TURN, slot, deed.turn.sectors % 6
        if deed.attack:
            return A.ATTACK, slot, deed.attack.distance + 16 * deed.attack.cool_first
        return A.RAM, slot, 0

    def _plain(self, deed: Deed) -> tuple[int, int, int]:
        """Return deed and figures of an action that uses no module."""
        if deed.lay:
            return A.LAY, MINES[deed.lay.mine], self.position.area(deed.lay.at)
        if deed.type:
            return A.TYPE, TYPES[deed.type], 0
        if deed.send:
            return A.SEND, deed.send.direction, deed.send.areas
        if deed.spin is not None:
            return A.SPIN, deed.spin % 6, 0
        if deed.place:
            return A.PLACE, self.position.area(deed.place.at), deed.place.facing
        if deed.equip is not None:
            return A.EQUIP, self._kept(deed.equip), 0
        if deed.ability:
            figures = self.position.data.figures.robots[self.actor]
            ability = self.position.ability(deed.ability)
            if ability not in figures.abilities:
                raise BadInput(f"{self.source}: {ability!r} is not on the card of {self.actor}")
            return A.ABILITY, figures.abilities.index(ability), 0
        simple = {
            "cool_all": A.COOL_ALL,
            "stop": A.STOP,
            "pull": A.PULL,
            "onward": A.ONWARD,
        }
        return simple[deed.what], 0, 0

    def _kept(self, words: list[str]) -> int:
        seat = int(self.position.state[S.ACTOR])
        dealt = self.position.state[S.DEAL + seat * B.DEAL_ROOM :][: B.DEAL_ROOM]
        bits = 0
        for word in words:
            kind = self.position.kind(word)
            free = [i for i, k in enumerate(dealt) if k == kind and not bits >> i & 1]
            if not free:
                raise BadInput(f"{self.source}: {word!r} was not dealt to {self.actor}")
            bits |= 1 << free[0]
        return bits

    def summary(self) -> dict[str, Any]:
        """Return the final position in plain values."""
        found: dict[str, Any] = {"over": bool(self.position.state[S.STAGE] == S.OVER)}
        for seat, robot in enumerate(self.position.robots):
            block = at(seat)
            cell = int(self.position.state[block + S.CELL])
            found[robot] = {
                "at": list(self.position.tables.areas[cell]) if cell >= 0 else None,
                "facing": int(self.position.state[block + S.FACING]),
                "modules": self.position.modules(seat),
                "hot": self.position.modules(seat, S.HOT),
                "trophies": int(self.position.state[block + S.TROPHIES]),
            }
        return found


def run_scenario(document: Mapping[str, Any], source: str) -> ScenarioOutcome:
    """Run a scenario file and check what it expects."""
    try:
        file = ScenarioFile.model_validate(document)
    except ValidationError as error:
        raise explain(error, source, ScenarioFile) from None
    scenario = Scenario(file, source)
    scenario.run()
    position = scenario.position
    picture = None
    if all(position.state[at(seat) + S.CELL] >= 0 for seat in range(len(position.robots))):
        names = scenario.teller.names
        figures = position.data.figures
        picture = draw(position.state, position.tables, figures, names, file.title)
    failed = [*scenario.unexpected, *failures(position, file.expect)]
    return ScenarioOutcome(file.title, failed, scenario.summary(), scenario.log, picture)
