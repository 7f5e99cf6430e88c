"""Running a scenario: set up the table, do the steps with fixed dice, check what is expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.clones.apply import apply
from kernels.clones.legal import legal_actions
from kernels.hexes import CELLS
from sim.clones import expectations, fixed_dice
from sim.clones.deeds import Deeds, Refused
from sim.clones.figures import ClonesData
from sim.clones.names import Names
from sim.clones.position import Position
from sim.clones.scenario_fight import ScenarioFight, face
from sim.clones.scenario_file import Deed, Face, ScenarioFile
from sim.clones.scenario_log import Log
from sim.clones.seating import MODES, people, teams
from sim.clones.tables import build
from sim.errors import BadInput
from sim.game import ScenarioOutcome
from sim.variant import Overlay, explain


class Scenario:
    """A scenario being run."""

    def __init__(self, file: ScenarioFile, names: Names) -> None:
        self.file = file
        self.names = names
        self.tables = names.tables
        self.seats = names.seats
        self.position = Position(file, names)
        self.deeds = Deeds(self.position)
        self.teller = Log(names)
        self.log = self.teller.tell(self.position.events())
        self.position.forget_events()
        self.unexpected: list[str] = []  # steps that the rules should have refused

    def cell_of(self, number: int) -> tuple[int, int]:
        """Return a cell by its number."""
        return CELLS[number]

    def sees(self, viewer: str, target: str) -> bool:
        """Whether a character sees another."""
        return expectations.sees(self, self.names.seat(viewer), self.names.seat(target))

    def winners(self) -> list[str]:
        """Return who has won; nobody while the game goes on."""
        won = int(self.position.state[S.WINNERS])
        over = self.position.state[S.STAGE] == S.OVER
        team = self.position.book[B.TEAM_OF : B.TEAM_OF + len(self.seats)]
        return [s for s, t in zip(self.seats, team, strict=True) if over and won >> int(t) & 1]

    def run(self) -> None:
        """Do every step."""
        for number, deed in enumerate(self.file.do, 1):
            step = f"step {number}, {deed.what},"
            try:
                action = self.check_legal(deed)
            except Refused as refused:
                if not deed.illegal:
                    raise self.position.wrong(f"{step} breaks the rules: {refused}") from None
                self.log.append(f"Refused, as it should be: {deed.what} ({refused}).")
                continue
            if deed.illegal:
                self.unexpected.append(f"step {number} ({deed.what}) should be illegal, but is not")
                continue
            self._do(deed, action, step)

    def check_legal(self, deed: Deed) -> int:
        """Return the action of a step; Refused where the rules do not allow it."""
        p = self.position
        if p.state[S.STAGE] == S.OVER:
            raise Refused("the game is over")
        decides = self.seats[int(p.state[S.ACTOR])]
        if deed.by is not None and self.seats[self.names.seat(deed.by)] != decides:
            raise Refused(f"it is {decides} who decides")
        action = self.deeds.action(deed)
        n = int(legal_actions(p.state, p.book, p.room.legal))
        if action not in p.room.legal[:n]:
            stage = expectations.STAGES[int(p.state[S.STAGE])]
            raise Refused(f"{decides} decides (stage {stage}), and may not do that here")
        return action

    def _do(self, deed: Deed, action: int, step: str) -> None:
        p, streams = self.position, self.position.room.streams
        if deed.event is not None:
            p.put_event_on_top(deed.event)
        actor, events = int(p.state[S.ACTOR]), int(p.state[S.EVENTS])
        state, rolled = p.state.copy(), streams.copy()
        apply(state, p.book, rolled, p.players, p.room.fight, T.new(0), action)
        wanted = {"rolls": deed.rolls, "target_rolls": deed.target_rolls}
        for seat, who in enumerate(self.seats):
            dice = fixed_dice.draws(rolled, seat) - fixed_dice.draws(streams, seat)
            key = "rolls" if seat == actor else "target_rolls"
            if dice:
                fixed_dice.wind(
                    streams, p.book, seat, self._faces(wanted.pop(key), dice, step, who)
                )
        for key, faces in wanted.items():
            if faces:
                raise p.wrong(f"{step} has {key} = {faces}, but nobody rolls them")
        apply(p.state, p.book, streams, p.players, p.room.fight, p.trace, action)
        revealed = p.state[S.EVENTS] < events
        if revealed and self.file.events is None and deed.event is None:
            raise p.wrong(f"{step} ends the turn: say which event comes, by event or events")
        if deed.event is not None and not revealed:
            raise p.wrong(f"{step} reveals no event, so event = {deed.event!r} never comes")
        self.log.append(f"{self.seats[actor]}: {_said(deed)}")
        self.log += self.teller.tell(p.events())
        p.forget_events()

    def _faces(self, given: list[Face], dice: int, step: str, who: str) -> list[int]:
        printed = {int(f) for f in self.position.book[B.FACES : B.FACES + 6]}
        faces = [face(die) for die in given]
        if len(faces) != dice:
            raise self.position.wrong(
                f"{step} rolls {dice} dice of {who} (rerolls last), but {len(faces)} are given"
            )
        if not set(faces) <= printed:
            raise self.position.wrong(f"{step} wants faces that no die has")
        return faces

    def outcome(self) -> ScenarioOutcome:
        """Check the expectations and return what came out."""
        state = {who: expectations.look(self, seat) for seat, who in enumerate(self.seats)}
        course = {
            "turn": self.seats[int(self.position.state[S.TURN_SEAT])],
            "stage": expectations.STAGES[int(self.position.state[S.STAGE])],
            "winners": self.winners(),
        }
        failed = self.unexpected + expectations.failures(self)
        return ScenarioOutcome(self.file.title, failed, {"characters": state, **course}, self.log)


def _said(deed: Deed) -> str:
    word = getattr(deed, deed.what)
    if isinstance(word, list):
        word = " ".join(str(part) for part in word)
    return deed.what if word is True else f"{deed.what} {word}"


def run_scenario(document: Mapping[str, Any], source: str) -> ScenarioOutcome:
    """Run the scenario that a document describes."""
    try:
        file = ScenarioFile.model_validate(document)
    except ValidationError as error:
        raise explain(error, source, ScenarioFile) from None
    data = ClonesData([Overlay(file.figures, source), Overlay({"rules": file.rules}, source)])
    seats = 2 if file.fight else len(file.character)
    mode = "competitive" if file.fight else file.mode
    if seats not in MODES[mode]:
        raise BadInput(f"{source}: mode {mode!r} is for {MODES[mode][0]} characters, not {seats}")
    maps = {key: (one.name, *one.aliases) for key, one in data.maps.items()}
    names = Names(
        data, build(data.figures, tuple(maps), teams(mode, seats), people(mode, seats)), source
    )
    names.book = names.tables.books[names.tables.maps.index(names.resolved(file.map, "map", maps))]
    if file.fight:
        fight = ScenarioFight(file, names)
        fight.run()
        left = {key: fight.left(key) for key in ("attacker", "defender")}
        return ScenarioOutcome(file.title, list(fight.failures()), {"fight": left}, fight.log)
    names.seats = [names.tables.characters[names.character(one.name)] for one in file.character]
    if len(set(names.seats)) < seats:
        raise BadInput(f"{source}: a character is named twice")
    scenario = Scenario(file, names)
    scenario.run()
    return scenario.outcome()
