"""Running a scenario: set up the table, do the steps with fixed dice, check what is expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from kernels.neon import actions as A
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.apply import apply
from kernels.neon.arena import TABLE_DICE
from kernels.neon.legal import legal_actions
from kernels.neon.turn import advance
from sim.errors import BadInput
from sim.game import ScenarioOutcome
from sim.neon import expectations, fixed_dice
from sim.neon.figures import NeonData
from sim.neon.names import ATTACK_FACES, DEFENCE_FACES
from sim.neon.picture import Artist
from sim.neon.position import Position
from sim.neon.scenario_file import Deed, ScenarioFile
from sim.neon.seating import MODES, has_automa
from sim.neon.tables import build
from sim.neon.words import tell
from sim.variant import explain

_MOST_STEPS = 2000  # until a round must be over


class Refused(Exception):
    """A step that the rules do not allow."""


class Scenario:
    """A scenario being run."""

    def __init__(self, file: ScenarioFile, position: Position) -> None:
        self.file = file
        self.position = position
        self.state = position.state
        self.book = position.book
        self.streams = position.room.streams
        self.legal = position.room.legal
        self.trace = T.new()
        self.log: list[str] = []
        self.unexpected: list[str] = []  # steps that the rules should have refused
        self.rolls: list[list[str]] = []
        self.step = "the beginning"
        self.artist = Artist(position.data.figures, position.names, file.mode, self.state)
        if not file.do or file.do[0].what not in ("close", "go_on"):
            self._move(None)
            self._skip_forced()

    def legal_deeds(self) -> list[int]:
        """Return every legal action."""
        if self.state[S.STAGE] == S.OVER:
            return []
        n = int(legal_actions(self.state, self.book, self.legal))
        return [int(deed) for deed in self.legal[:n]]

    def matches(self, wanted: Mapping[str, Any]) -> list[int]:
        """Return the legal actions that words fit."""
        found = []
        for deed in self.legal_deeds():
            words = self.position.names.describe(self.state, deed)
            if all(_same(words.get(key), value) for key, value in wanted.items()):
                found.append(deed)
        return found

    def run(self) -> None:
        """Do every step."""
        for number, deed in enumerate(self.file.do, 1):
            self.step = f"step {number}, {deed.what},"
            self.rolls = [list(faces) for faces in deed.rolls]
            if deed.what in ("idle", "close", "go_on"):
                self._pass_time(deed.what)
            else:
                self._do(number, deed)
            if self.rolls:
                raise self.position.wrong(f"{self.step} has rolls that nobody rolls: {self.rolls}")

    def _do(self, number: int, deed: Deed) -> None:
        try:
            action = self._legal_action(deed)
        except Refused as refused:
            if not deed.illegal:
                raise self.position.wrong(f"{self.step} breaks the rules: {refused}") from None
            self.log.append(f"Refused, as it should be: {deed.what}.")
            return
        if deed.illegal:
            self.unexpected.append(f"step {number} ({deed.what}) should be illegal, but is not")
            return
        self._move(action)
        self._skip_forced()

    def _legal_action(self, deed: Deed) -> int:
        names, state = self.position.names, self.state
        if state[S.STAGE] == S.OVER:
            raise Refused("the game is over")
        decides = names.block(int(state[S.ACTOR]))
        if deed.who is not None and self.position.block(deed.who) != state[S.ACTOR]:
            raise Refused(f"it is {decides} who decides")
        found = self.matches(deed.words())
        if not found:
            stage = expectations.STAGES[int(state[S.STAGE])]
            shown = [_said(names.describe(state, each)) for each in self.legal_deeds()[:12]]
            raise Refused(f"{decides} decides ({stage}); possible: {'; '.join(shown)}")
        return found[0]

    def _pass_time(self, what: str) -> None:
        """Let time go by: to the next decision, to the closing, or through the whole round."""
        if what == "go_on":
            self._move(None)
            self._skip_forced()
            return
        if what == "close":
            self.state[S.PHASE] = S.CHECK
            self.state[S.TURN] = S.NONE
            self._move(None)
            return
        began = int(self.state[S.ROUND])
        for _ in range(_MOST_STEPS):
            if self.state[S.STAGE] == S.OVER or self.state[S.ROUND] != began:
                return
            deeds = self.legal_deeds()
            lazy = [d for d in deeds if d & 255 in (A.SKIP, A.DECLINE, A.GO_ON)]
            self._move((lazy or deeds)[0])

    def _skip_forced(self) -> None:
        """Pass the stages of an attack at which nobody has anything to use."""
        while S.BEFORE_ATTACK <= self.state[S.STAGE] <= S.AFTERWARDS:
            deeds = self.legal_deeds()
            if len(deeds) > 1:
                return
            self._move(deeds[0])

    def _move(self, action: int | None) -> None:
        """Carry out an action and go on, with the dice that the step names."""
        self._set_dice(action)
        if action is not None:
            apply(self.state, self.book, self.streams, self.trace, action)
            self._hear()
        advance(self.state, self.book, self.streams, self.trace)
        self._hear()

    def _set_dice(self, action: int | None) -> None:
        """Wind the streams of those who will roll to the rolls that come next."""
        state, streams, trace = self.state.copy(), self.streams.copy(), T.new()
        if action is not None:
            apply(state, self.book, streams, trace, action)
        advance(state, self.book, streams, trace)
        for row in trace[1 : trace[0, 0] + 1].tolist():
            if row[0] not in (T.ROLLED, T.DEFENDED, T.TRAPPED) or _dice_in(row) == 0:
                continue
            if not self.rolls:
                raise self.position.wrong(
                    f"{self.step} rolls dice: name the faces by rolls, one list per roll"
                )
            attack = row[0] == T.ROLLED
            faces, known = self.rolls.pop(0), ATTACK_FACES if attack else DEFENCE_FACES
            if not set(faces) <= set(known):
                raise self.position.wrong(f"{self.step} wants faces of the other die: {faces}")
            self._check_count(row, faces)
            start = B.ATTACK_FACES if attack else B.DEFENCE_FACES
            printed = self.book[start : start + E.FACES]
            codes = [known.index(face) for face in faces]
            if not set(codes) <= set(printed.tolist()):
                raise self.position.wrong(f"{self.step} wants faces that no die has: {faces}")
            fixed_dice.wind(self.streams, self._purpose(row[1]), printed, codes)

    def _check_count(self, row: Sequence[int], faces: Sequence[str]) -> None:
        """Check that as many faces are named as dice are rolled; of rerolls only the new ones."""
        dice = _dice_in(row)
        if dice != len(faces):
            raise self.position.wrong(
                f"{self.step} rolls {dice} dice, but {len(faces)} faces are named: {list(faces)}"
            )

    def _purpose(self, block: int) -> int:
        if block >= S.BOT_TARGET or block == self.position.names.automa:
            return TABLE_DICE
        return fixed_dice.purposes()[block]

    def _hear(self) -> None:
        state = self.state.tolist()
        for event in self.trace[1 : self.trace[0, 0] + 1].tolist():
            if event[0] == T.ROLLED:
                self.position.rolled[0] = sum(event[2] >> 3 * k & 7 for k in range(4))
            if event[0] == T.DEFENDED:
                self.position.rolled[1] = sum(event[2] >> 3 * k & 7 for k in range(4))
            if line := tell(self.position.names, event, state):
                self.log.append(line)
        self.trace[0, 0] = 0

    def outcome(self) -> ScenarioOutcome:
        """Check the expectations and return what came out."""
        failed = self.unexpected + expectations.failures(self)
        seen = expectations.seen(self)
        return ScenarioOutcome(
            self.file.title, failed, seen, self.log, self.artist.draw(self.state)
        )


def _dice_in(row: Sequence[int]) -> int:
    """Return how many dice an event of the trace rolls."""
    if row[0] == T.TRAPPED:
        return 1
    return int(row[4]) if row[3] else sum(row[2] >> 3 * k & 7 for k in range(4))


def _same(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, list) and isinstance(found, list):
        dice = all(isinstance(each, str) for each in wanted)  # their order does not matter
        return Counter(found) == Counter(wanted) if dice else found == wanted
    if isinstance(wanted, str) and isinstance(found, str):
        return found.replace(" ", "_").lower() == wanted.replace(" ", "_").lower()
    return bool(found == wanted)


def _said(words: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in words.items())


def run_scenario(document: Mapping[str, Any], source: str) -> ScenarioOutcome:
    """Run the scenario that a document describes."""
    try:
        file = ScenarioFile.model_validate(document)
    except ValidationError as error:
        raise explain(error, source, ScenarioFile) from None
    data = NeonData([overlay for overlay in (file.figures, {"rules": file.rules}) if overlay])
    seats = len(file.fighter)
    if seats not in MODES[file.mode]:
        allowed = ", ".join(map(str, sorted(MODES[file.mode])))
        raise BadInput(f"{source}: mode {file.mode!r} is for {allowed} fighters, not {seats}")
    position = Position(file, data, build(data.figures, file.mode, seats), source)
    if has_automa(file.mode, seats, data.figures.rules.automa) and file.automa is None:
        raise BadInput(f"{source}: the Automa is at this table; say where by automa = {{ at }}")
    scenario = Scenario(file, position)
    scenario.run()
    return scenario.outcome()
