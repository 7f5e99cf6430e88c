"""Battles phase by phase as pictures: who hits whom, which nets hold, what modules give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from kernels.hexgrid import ALL_SIDES, AROUND, CELLS, RAY
from kernels.neuroshima import actions as A
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima import work as W
from kernels.neuroshima.board import put, remove
from kernels.neuroshima.links import snapshot, sort_tiles
from sim.board import Picture, Piece, Stroke
from sim.game import Step
from sim.neuroshima.picture import draw
from sim.neuroshima.tables import Ints
from sim.neuroshima.words import Teller

if TYPE_CHECKING:
    from sim.neuroshima.scenario import Scenario

Event = Sequence[int]
AFTER = {T.BATTLE_ENDS, T.LEFT_THE_GAME, T.GAME_OVER, T.TURN_STARTS, T.TIED, T.DRAWN}


class Explorer:
    """Draws the boards of a scenario."""

    def __init__(self, scenario: Scenario, rules: Ints) -> None:
        self.tables = scenario.tables
        self.faces = scenario.tables.faces
        self.armies = scenario.data.figures.armies
        self.seats = scenario.armies
        self.rules = rules
        self.work = np.zeros(W.SIZE, np.int64)

    def board(
        self,
        state: Ints,
        caption: str,
        hits: Sequence[Stroke] = (),
        fallen: Sequence[int] = (),
        remarks: Sequence[str] = (),
    ) -> Picture:
        """Return a board with the nets and links that work on it, and the hits on top of them."""
        sort_tiles(state, self.faces, self.work)
        snapshot(state, self.faces, self.rules, self.work)
        netted = int(self.work[W.NETTED])
        plain = draw(state, self.tables, self.armies, self.seats, netted, caption)
        gone = {CELLS[cell] for cell in fallen}
        return replace(
            plain,
            pieces=tuple(self._piece(state, piece, piece.at in gone) for piece in plain.pieces),
            strokes=(*self._links(state), *self._nets(state, netted), *hits),
            remarks=tuple(remarks),
        )

    def _piece(self, state: Ints, piece: Piece, fallen: bool) -> Piece:
        """Return a tile with its current initiative beside the printed one."""
        cell = CELLS.index(piece.at)
        values = int(self.faces[state[S.FACE + cell], F.VALUES])
        shift = int(self.work[cell * W.ROW + W.INITIATIVE])
        note = piece.note
        if values and shift and not piece.is_base:
            printed = sorted(
                (v for v in range(values.bit_length()) if values >> v & 1), reverse=True
            )
            now = "/".join(str(max(0, value + shift)) for value in printed)
            first, *rest = note.split(" ")
            note = " ".join([f"{first}→{now}", *rest])
        return replace(piece, note=note, fallen=fallen)

    def _links(self, state: Ints) -> Iterator[Stroke]:
        for seat in range(len(self.seats)):
            for giver in _cells(int(self.work[W.CONTROL + seat])):
                face = int(state[S.FACE + giver])
                enemies = self.faces[face, F.TRAITS] & F.SERVES_ENEMIES
                served = int(self.rules[(R.FOES if enemies else R.SERVES) + seat])
                for cell in _cells(int(AROUND[giver, self.faces[face, F.LINK]])):
                    if state[S.FACE + cell] == S.EMPTY or not served >> state[S.OWNER + cell] & 1:
                        continue
                    yield Stroke("link", CELLS[giver], CELLS[cell])

    def _nets(self, state: Ints, netted: int) -> Iterator[Stroke]:
        for netter in _cells(int(self.work[W.NETTERS]) & ~netted):
            sides = self.faces[state[S.FACE + netter], F.NET]
            nets = int(self.rules[R.NETS + state[S.OWNER + netter]])
            for cell in _cells(int(AROUND[netter, sides]) & netted):
                if not nets >> state[S.OWNER + cell] & 1:
                    continue
                yield Stroke("net", CELLS[netter], CELLS[cell])

    def placed(self, state: Ints, kind: int, seat: int, action: int) -> Ints:
        """Return the board with the tile that an action places."""
        after = state.copy()
        put(after, self.faces, A.to(action), kind * 6 + A.facing(action), seat)
        return after

    def at_battle(
        self, before: Ints, events: Sequence[Event], hand: Sequence[int]
    ) -> tuple[Ints, bool]:
        """Return the board on which the battle of a step begins, and whether the step was nothing
        but the battle; only a placement can both change the board and start one."""
        for what, seat, action, *_ in events:
            if what == T.ACTED and A.what(action) == A.PLACE:
                return self.placed(before, hand[A.slot(action)], seat, action), False
        return before, True

    def battle(self, before: Ints, events: Sequence[Event], title: str) -> list[Step]:
        """Return the board before each battle among some events, in each phase, and after it."""
        state = before.copy()
        steps: list[Step] = []
        last = -1
        segment: list[Event] = []
        phase: int | None = None
        for event in events:
            if event[0] == T.PHASE:
                if phase is None or event[1] >= last:
                    if phase is not None:
                        steps.append(self._phase(state, title, phase, segment))
                        steps.append(self._end(state, title))
                    steps.append(Step(title, (), self.board(state, f"{title}: at the start")))
                else:
                    steps.append(self._phase(state, title, phase, segment))
                phase = last = int(event[1])
                segment = []
            elif phase is not None:
                segment.append(event)
        if phase is not None:
            steps.append(self._phase(state, title, phase, segment))
            steps.append(self._end(state, title))
        return steps

    def _end(self, state: Ints, title: str) -> Step:
        caption = f"{title}: after it"
        return Step(caption, (), self.board(state, caption))

    def _phase(self, state: Ints, title: str, phase: int, events: Sequence[Event]) -> Step:
        """Return the picture of a phase and bring the board up to date."""
        teller = Teller(self.tables, self.armies, self.seats)
        teller.look(state)
        over = next((i for i, event in enumerate(events) if event[0] in AFTER), len(events))
        own = events[:over]
        lines = [line.strip() for line in teller.tell(own)] or ["Nothing happens."]
        exploded = {event[1] for event in own if event[0] == T.EXPLODED}
        converted = {event[1]: event for event in own if event[0] == T.CONVERTED}
        hits = []
        for event in own:
            what, a, b, c = event[:4]
            if what == T.HIT and a >= 0:
                kind = "blast" if a in exploded else self._attack(state, a, b, converted.get(a))
                hits.append(Stroke(kind, CELLS[a], CELLS[b], str(c)))
            elif what == T.ABSORBED:
                if c >= 0:
                    kind = "blast" if c in exploded else self._attack(state, c, b, converted.get(c))
                    hits.append(Stroke(kind, CELLS[c], CELLS[b], "0"))
                hits.append(Stroke("medic", CELLS[a], CELLS[b]))
        gone = [event[1] for event in own if event[0] == T.REMOVED]
        caption = f"{title}: initiative {phase}"
        step = Step(caption, tuple(lines), self.board(state, caption, hits, gone, lines))
        for event in events:
            self._happen(state, event)
        return step

    def _happen(self, state: Ints, event: Event) -> None:
        what, a, b, c = event[:4]
        if what == T.HIT and self.faces[state[S.FACE + b], F.KIND] != F.HQ:
            state[S.WOUNDS + b] += c
        elif what == T.HQ_POINTS:
            state[S.SEAT + a * S.SEAT_SIZE + S.POINTS] = b
        elif what == T.REMOVED:
            remove(state, self.faces, a)

    def _attack(self, state: Ints, attacker: int, target: int, converted: Event | None) -> str:
        """Return what kind of attack hits a tile: `melee`, `ranged` or `gauss`."""
        d = next(d for d in range(6) if RAY[attacker, d] >> target & 1)
        face = int(state[S.FACE + attacker])
        if converted is not None and converted[2] == d:
            return "melee" if converted[3] else "ranged"
        if self.faces[face, F.GAUSS + d]:
            return "gauss"
        near = AROUND[attacker, ALL_SIDES] >> target & 1
        return "melee" if near and self.faces[face, F.MELEE + d] else "ranged"


def pictures(scenario: Scenario) -> list[Step]:
    """Return the position of a scenario, every step of it and every phase of its battles."""
    explorer = Explorer(scenario, scenario.position.rules)
    start = scenario.story[0].before if scenario.story else scenario.state
    title = scenario.file.title
    steps = [Step(title, (), explorer.board(start, title))]
    battles = 0
    for number, moment in enumerate(scenario.story, 1):
        fought = any(event[0] == T.PHASE for event in moment.events)
        before = moment.before
        alone = False
        if fought:
            battles += 1
            before, alone = explorer.at_battle(moment.before, moment.events, moment.hand)
        if not (fought and alone):
            board = before if fought else moment.after
            words = [line.strip() for line in moment.words[: 1 if fought else None]]
            heading = words[0] if words else f"Step {number}"
            picture = explorer.board(board, f"{number}. {heading}", remarks=words[1:])
            steps.append(Step(heading, tuple(words), picture))
        if fought:
            name = "The battle" if battles == 1 else f"Battle {battles}"
            steps += explorer.battle(before, moment.events, name)
    return steps


def _cells(bits: int) -> Iterator[int]:
    return (cell for cell in range(len(CELLS)) if bits >> cell & 1)
