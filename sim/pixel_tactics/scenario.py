"""Running a scenario: set up the position, do the steps, check what is expected.

A file holds one case, or several under `[[case]]`; the keys before them are their common ground.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kernels import rng
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.apply import apply
from kernels.pixel_tactics.cards import PURPOSES, settle
from kernels.pixel_tactics.legal import ROOM, legal_actions
from kernels.pixel_tactics.turn import begin_turn
from sim.errors import BadInput
from sim.game import ScenarioOutcome, Step
from sim.pixel_tactics.figures import PixelData, edition
from sim.pixel_tactics.picture import Artist
from sim.pixel_tactics.spots import CELLS, PLAYERS, WAVES, action_name, pick_name
from sim.pixel_tactics.tables import Ints, build
from sim.pixel_tactics.words import Teller, board_lines, codes_of
from sim.variant import explain

Line = Annotated[str, Field(max_length=300)]


class Case(BaseModel):
    """A position, steps, and what must hold at the end."""

    model_config = ConfigDict(extra="forbid", strict=True)

    title: Line = ""
    rule: list[Line] | Line = []
    edition: Literal["first", "second"] = "second"
    rules: dict[str, int | bool] = {}
    cards: dict[str, Any] = {}
    round: int = Field(2, ge=1, le=200)
    wave: Literal["V", "F", "R"] = "V"
    first: Literal["A", "B"] = "A"
    active: Literal["A", "B"] = "A"
    A: Line = "ORA"
    B: Line = "ORA"
    hand: dict[Literal["A", "B"], Line] = {}
    deck: dict[Literal["A", "B"], Line | int] = {}
    discard: dict[Literal["A", "B"], Line] = {}
    markers: dict[Literal["A", "B"], int] = {}
    trophies: dict[Literal["A", "B"], int] = {}
    out: dict[Literal["A", "B"], Line] = {}
    seed: int = Field(1, ge=0)
    do: list[Line] = []
    expect: list[Line] = []


class ScenarioFile(Case):
    """A scenario file."""

    game: str = "pixel-tactics"
    case: list[dict[str, Any]] = []


class Refused(Exception):
    """The rules do not allow a step."""


_CARD = re.compile(r"^([A-Z]\d|L)\s+([\w-]+)(\+)?((?:\s+(?:d\d+|used|taken))*)$")


class Scenario:
    """A case being run."""

    def __init__(self, case: Case, source: str) -> None:
        self.case, self.source = case, source
        overlays: list[Mapping[str, Any]] = [edition(case.edition)]
        overlays += [{"rules": case.rules}, {"leaders": case.cards}]
        self.data = PixelData(overlays)
        self.book = build(self.data.figures)
        self.codes = codes_of(self.data.figures)
        self.state = np.zeros(S.SIZE, np.int64)
        self.trace = T.new()
        self.streams = rng.new_streams(PURPOSES)
        self.streams[rng.SEED] = np.uint64(case.seed)
        self.legal = np.zeros(ROOM, np.int64)
        self.log: list[str] = []
        self.failed: list[str] = []
        self.boards: list[tuple[str, int, Ints]] = []  # step, length of the log after it, state
        self.teller = Teller(self.data.figures, PLAYERS)
        self._set_up()

    def bad(self, sentence: str) -> BadInput:
        """Return the complaint about this file."""
        return BadInput(f"{self.source}: {sentence}")

    def character(self, word: str) -> int:
        """Return the number of the character that a word means."""
        for number, (key, one) in enumerate(self.data.figures.leaders.items()):
            if word.lower() in (key, one.name.lower(), *(a.lower() for a in one.aliases)):
                return number
        raise self.bad(f"there is no card {word!r}; known: {', '.join(self.codes)}")

    def cell(self, word: str) -> int:
        """Return the number of a cell."""
        if word not in CELLS:
            raise self.bad(f"there is no cell {word!r}; known: {', '.join(CELLS)}")
        return CELLS.index(word)

    def place(self, player: str, word: str) -> int:
        """Return the number of a place."""
        if player not in PLAYERS:
            raise self.bad(f"there is no player {player!r}; known: A, B")
        return PLAYERS.index(player) * S.CELLS + self.cell(word)

    def block(self, seat: int) -> int:
        """Return where a player's block begins."""
        return S.PLAYER + seat * S.PLAYER_SIZE

    # --- the position

    def _put(self, place: int, kind: int, card: int, words: str) -> None:
        state = self.state
        state[S.KIND + place], state[S.CARD + place] = kind, card
        for word in words.split():
            if word == "used":
                state[S.USED + place] = 1
            elif word == "taken":
                state[S.TAKEN + place] = 1
            else:
                state[S.DAMAGE + place] = int(word[1:])

    def _set_up(self) -> None:
        case, state = self.case, self.state
        state[S.WHERE : S.WHERE + S.CARDS] = S.NONE
        leaders = []
        for seat, text in enumerate((case.A, case.B)):
            leader, _, rest = text.partition(";")
            word, *marks = leader.split() or [""]
            character = self.character(word)
            leaders.append(character)
            card = seat * B.CHARACTER_ROOM + character
            self._put(seat * S.CELLS + S.MIDDLE, S.LEADER, card, " ".join(marks))
            block = self.block(seat)
            state[block + S.LEADER_CARD] = state[block + S.LEADER_AS] = character
            seen = {character}
            for part in filter(None, (p.strip() for p in rest.split(","))):
                found = _CARD.match(part)
                if not found:
                    raise self.bad(f"{part!r} is no card in play, such as V1 FIG d3 or R2 KNI+")
                place = seat * S.CELLS + self.cell(found[1])
                if state[S.KIND + place] != S.EMPTY:
                    raise self.bad(f"two cards on {PLAYERS[seat]} {found[1]}")
                character = self.character(found[2])
                owner = 1 - seat if "taken" in found[4] else seat
                kind = S.CORPSE if found[3] else S.HERO
                self._put(place, kind, owner * B.CHARACTER_ROOM + character, found[4])
                seen.add(character)
            self._deal(seat, seen)
        copying = [self._copies(character) for character in leaders]
        for seat in range(2):
            if copying[seat] and not copying[1 - seat]:
                state[self.block(seat) + S.LEADER_AS] = leaders[1 - seat]
        for place in range(S.PLACES):
            settle(state, place)
        self._table()

    def _copies(self, character: int) -> bool:
        one = list(self.data.figures.leaders.values())[character]
        return any(row.do == "copy_leader()" for row in one.leader)

    def _deal(self, seat: int, seen: set[int]) -> None:
        """Deal hand, discard and deck of a player."""
        case, state = self.case, self.state
        name: Any = PLAYERS[seat]
        block = self.block(seat)
        for pile, field in ((case.hand, S.HAND), (case.discard, S.DISCARDS), (case.out, S.OUT)):
            for word in pile.get(name, "").split():
                character = self.character(word)
                if character in seen:
                    raise self.bad(f"the {word} of {name} is in two places")
                seen.add(character)
                state[block + field] |= 1 << character
        deck = case.deck.get(name, "")
        if isinstance(deck, int):
            free = [c for c in range(len(self.codes)) if c not in seen]
            if deck > len(free):
                raise self.bad(f"deck.{name} = {deck}, but only {len(free)} cards are left")
            cards = free[:deck]
        else:
            cards = [self.character(word) for word in deck.split()]
        state[block + S.DECK_SIZE] = len(cards)
        state[block + S.DECK : block + S.DECK + len(cards)] = cards[::-1]
        state[block + S.MARKERS] = case.markers.get(name, 0)
        state[block + S.TROPHIES] = case.trophies.get(name, 0)

    def _table(self) -> None:
        case, state = self.case, self.state
        state[S.ROUND], state[S.WAVE] = case.round, WAVES.index(case.wave)
        state[S.FIRST], state[S.ACTIVE] = PLAYERS.index(case.first), PLAYERS.index(case.active)
        state[S.STARTER] = state[S.FIRST] if case.round % 2 else 1 - state[S.FIRST]
        state[S.SECOND_TURN] = int(case.active != case.first)
        state[S.GAME] = 1 + sum(case.trophies.values())
        state[[S.SEATED, S.SEATED + 1]] = 0, 1
        state[[S.CHOSEN, S.CHOSEN + 1]] = S.NONE
        used = state[S.USED : S.USED + S.PLACES].copy()
        begin_turn(state, self.book, self.trace)
        state[S.USED : S.USED + S.PLACES] |= used
        for place in np.flatnonzero(used):
            settle(state, int(place))
        state[S.STAGE], state[S.DECIDER] = S.ACT, state[S.ACTIVE]
        self.trace[0, 0] = 0

    # --- the steps

    def legal_now(self) -> dict[str, int]:
        """Return the legal actions by name."""
        n = legal_actions(self.state, self.book, self.legal)
        return {action_name(int(a), self.codes): int(a) for a in self.legal[:n]}

    def _apply(self, action: int) -> None:
        apply(self.state, self.book, self.streams, self.trace, action)
        self.log += self.teller.tell(self.trace)
        self.trace[0, 0] = 0

    def _take(self, word: str) -> None:
        """Do one action or pick that must be legal."""
        legal = self.legal_now()
        if self.state[S.STAGE] == S.OVER:
            raise Refused("the game is over")
        if word not in legal:
            shown = ", ".join(legal) if len(legal) < 40 else f"{len(legal)} others"
            raise Refused(f"{word!r} is not allowed; allowed: {shown}")
        self._apply(legal[word])

    def _words(self, text: str) -> str:
        """Return an action as it is named, whatever name of a card was used."""
        parts = text.split()
        if len(parts) > 1 and parts[0] in ("recruit", "order", "lead"):
            parts[1] = self.codes[self.character(parts[1])]
        if len(parts) > 1 and parts[0] == "swap":
            parts[1:] = sorted(parts[1:], key=lambda word: self.cell(word))
        return " ".join(parts)

    def do(self, step: str) -> None:
        """Do one step: an action with its picks, `pick: …`, `wave`, `turn`."""
        head, _, tail = step.partition(":")
        head = head.strip()
        picks = []
        for part in filter(None, (p.strip() for p in tail.split(","))):
            word, times, number = part.partition(" x")
            picks += [word.strip()] * (int(number) if times and number.isdigit() else 1)
        if head == "wave":
            self._go_on(lambda: (int(self.state[S.ROUND]), int(self.state[S.WAVE])))
            picks = self._picks(picks)
        elif head == "turn":
            self._go_on(lambda: int(self.state[S.ACTIVE]))
            picks = self._picks(picks)
        else:
            if head != "pick":
                if self.state[S.STAGE] == S.PICK:
                    raise Refused(f"a choice is open: {', '.join(self.options())}")
                legal = self.legal_now()
                if not legal:
                    raise Refused(f"nobody is asked for {head!r}: the game is over")
                # `lead` alone: whichever leader comes first
                self._take(next(iter(legal)) if head == "lead" else self._words(head))
            picks = self._picks(picks)
        if picks:
            raise Refused(f"nobody was asked for {picks[0]!r}")

    def _picks(self, picks: Sequence[str]) -> list[str]:
        left = list(picks)
        while left and self.state[S.STAGE] == S.PICK:
            self._take(left.pop(0))
        return left

    def _go_on(self, moment: Any) -> None:
        """Pass until something changes: the turn, or the wave."""
        before = moment()
        game = int(self.state[S.GAME])
        while moment() == before and self.state[S.STAGE] == S.ACT:
            self._apply(self.legal_now()["pass"])
            if int(self.state[S.GAME]) != game:
                return

    def options(self) -> list[str]:
        """Return the picks that are offered now."""
        found = [k for k in range(64) if int(self.state[S.OPTIONS]) >> k & 1]
        bits = int(self.state[S.CHARACTER_OPTIONS])
        found += [S.P_CHARACTER + k for k in range(B.CHARACTER_ROOM) if bits >> k & 1]
        return [pick_name(pick, self.codes) for pick in found]

    def run(self) -> None:
        """Do every step and check every expectation."""
        from sim.pixel_tactics.expectations import failure

        self._keep("Setup")
        for number, step in enumerate(self.case.do, 1):
            if step.startswith("expect "):
                problem = failure(self, step.removeprefix("expect "))
                if problem:
                    self.failed.append(f"step {number}: {problem}")
                continue
            illegal = step.startswith("illegal ")
            before = self.state.copy()
            try:
                self.do(step.removeprefix("illegal "))
            except Refused as refused:
                if not illegal:
                    raise self.bad(f"step {number} ({step}) breaks the rules: {refused}") from None
                self.state[:] = before
                self.log.append(f"Refused, as it should be: {step} ({refused}).")
                continue
            if illegal:
                self.state[:] = before
                self.failed.append(f"step {number} ({step}) should be refused, but is not")
                continue
            self._keep(step)
        for text in self.case.expect:
            problem = failure(self, text)
            if problem:
                self.failed.append(problem)

    def _keep(self, step: str) -> None:
        self.boards.append((step, len(self.log), self.state.copy()))

    def artist(self) -> Artist:
        """Return who draws this case: players by letter and leader."""
        _, _, first = self.boards[0]
        cards = [first[S.CARD + seat * S.CELLS + S.MIDDLE] for seat in range(2)]
        leaders = list(self.data.figures.leaders.values())
        names = [leaders[int(card) % B.CHARACTER_ROOM].name for card in cards]
        return Artist(self.data.figures, self.book, names, PLAYERS)

    def story(self, title: str) -> list[Step]:
        """Return every step that was done, with its board."""
        artist = self.artist()
        steps = []
        told = 0
        for step, length, state in self.boards:
            caption = f"{title}: {step}" if title else step
            picture = artist.draw(state, caption)
            steps.append(Step(caption, tuple(self.log[told:length]), picture))
            told = length
        return steps


def _case(document: Mapping[str, Any], source: str) -> Case:
    try:
        return Case.model_validate(document)
    except ValidationError as error:
        raise explain(error, source, Case) from None


def run_scenario(document: Mapping[str, Any], source: str) -> ScenarioOutcome:
    """Run the scenario that a document describes, with all its cases."""
    try:
        file = ScenarioFile.model_validate(document)
    except ValidationError as error:
        raise explain(error, source, ScenarioFile) from None
    common = {k: v for k, v in document.items() if k not in ("game", "case", "title", "rule")}
    cases = [{**common, **one} for one in file.case] or [
        {k: v for k, v in document.items() if k not in ("game", "case")}
    ]
    failed: list[str] = []
    log: list[str] = []
    boards: dict[str, Any] = {}
    done: list[tuple[str, Scenario]] = []
    for number, one in enumerate(cases, 1):
        where = f"{source}, case {number}" if file.case else source
        scenario = Scenario(_case(one, where), where)
        scenario.run()
        title = scenario.case.title or f"case {number}"
        if file.case:
            log.append(f"{title}:")
        log += scenario.log
        failed += [f"{title}: {line}" if file.case else line for line in scenario.failed]
        boards[title] = board_lines(scenario.state, scenario.codes, PLAYERS)
        done.append((title, scenario))
    return ScenarioOutcome(
        file.title,
        failed,
        {"boards": boards},
        log,
        # of several cases no single table is the end of it
        done[0][1].artist().draw(done[0][1].state, file.title) if len(done) == 1 else None,
        lambda: [step for title, case in done for step in case.story(title)],
    )
