"""Solving études: from a file to the search and back to words (NSH-CMP-2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from queue import SimpleQueue
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from pydantic import ValidationError

from kernels.neuroshima import actions as A
from kernels.neuroshima import faces as F
from kernels.neuroshima import question as Q
from kernels.neuroshima import rules as R
from kernels.neuroshima import solve as K
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima.seen import COLUMNS, TURNED, WIDTH, Table, turned_face
from sim.errors import BadInput
from sim.etude import Solved, Watching
from sim.neuroshima.engine import room
from sim.neuroshima.etude_words import goal_in_words, scenario_text, solution, steps
from sim.neuroshima.scenario import Scenario
from sim.neuroshima.scenario_file import ScenarioFile, SolveTable
from sim.neuroshima.tables import Ints, Rows
from sim.runner import Progress, thread_count
from sim.variant import explain

GOALS = {
    "destroy": Q.DESTROY,
    "win": Q.WIN,
    "most damage": Q.DAMAGE,
    "damage": Q.DAMAGE,
    "survive": Q.SURVIVE,
}
ROWS = 1 << 16  # positions remembered by each thread
TOLD = 1000  # solutions that are put into words
KEPT = 4096  # solutions kept after each first move
TOGETHER = 16  # first moves searched with the same least damage, whatever the number of threads


class Desk:
    """The arrays that one thread searches with; without `rows` it can do all but search."""

    def __init__(self, root: Ints, rows: int = 0, trace: Ints | None = None) -> None:
        self.states, self.legal, self.frames, self.path = K.new_levels()
        self.states[0] = root
        own = room()
        self.work, self.choices = own.work, own.choices
        self.trace = T.new(0) if trace is None else trace
        self.table: Table = np.zeros((rows, COLUMNS), np.int32)
        self.rows: Table = np.zeros((2, COLUMNS), np.int32)
        self.stamp = 0
        self.lines = np.zeros((KEPT, K.RECORD), np.int32)
        self.tally = np.zeros(K.TALLIES, np.int64)

    def ask(
        self, task: int, faces: Rows, rules: Ints, question: Ints, action: int = 0, number: int = 0
    ) -> int:
        """Have the kernel do one of its tasks."""
        return int(
            K.ask(
                task,
                self.states,
                faces,
                rules,
                self.work,
                self.choices,
                self.trace,
                question,
                self.legal,
                self.frames,
                self.path,
                self.table,
                self.rows,
                number,
                action,
                self.lines,
                self.tally,
            )
        )


class Line(NamedTuple):
    """A solution: its actions, and what is left after the battle."""

    actions: tuple[int, ...]
    own_points: int
    enemy_points: int
    own_tiles: int


class Branch(NamedTuple):
    """What was found after one first move."""

    lines: list[Line]
    found: int
    positions: int
    battles: int


class Etude:
    """An étude being solved."""

    def __init__(self, file: ScenarioFile, source: str) -> None:
        if file.solve is None:
            raise BadInput(f"{source}: the table [solve] is missing: say who plays which tiles")
        if file.turn or file.do or file.expect.model_fields_set:
            raise BadInput(f"{source}: an étude has no turn, do or expect; write them elsewhere")
        self.asked: SolveTable = file.solve
        self.file = file
        self.source = source
        self.scenario = Scenario(file, source)
        self.tables = self.scenario.tables
        self.faces = self.tables.faces
        self.rules = self.scenario.position.rules.copy()
        # The tiles of an étude may all be played, whatever the switches say about turns.
        self.rules[R.MOST_USED] = S.HAND_ROOM
        self.rules[R.KEEP_REST] = self.rules[R.ALTERNATIVE_START] = 0
        self.army = self.scenario.army(self.asked.army)
        self.seat = self.scenario.position.seat_of(self.army)
        self.enemy = self._enemy()
        self.hand = [self._kind(word) for word in self.asked.tiles]
        self._check()
        self.root = self.scenario.state.copy()
        block = S.SEAT + self.seat * S.SEAT_SIZE
        self.root[block + S.HAND_SIZE] = len(self.hand)
        self.root[block + S.HAND : block + S.HAND + len(self.hand)] = self.hand
        self.root[[S.ACTOR, S.TURN_SEAT]] = self.seat
        self.root[S.TURN_NUMBER] = 2 * len(self.scenario.armies) + 1 + self.seat
        self.question = self._question()
        self.positions = self.battles = 0

    def _enemy(self) -> int:
        position = self.scenario.position
        foes = [
            a
            for a in self.scenario.armies
            if self.rules[R.FOES + self.seat] >> position.seat_of(a) & 1
        ]
        if self.asked.enemy is None:
            if len(foes) != 1:
                raise BadInput(f"{self.source}: say with enemy = … which army's HQ is meant")
            return position.seat_of(foes[0])
        enemy = self.scenario.army(self.asked.enemy)
        if enemy not in foes:
            raise BadInput(f"{self.source}: {self.asked.enemy} is no enemy of {self.asked.army}")
        return position.seat_of(enemy)

    def _kind(self, word: str) -> int:
        tile = self.scenario.tile(self.army, word)
        kind = self.tables.kind(self.army, tile)
        if self.faces[kind * 6, F.KIND] == F.HQ:
            raise BadInput(f"{self.source}: the HQ lies on the board, it is not among the tiles")
        if self.faces[kind * 6, F.KIND] != F.INSTANT and not self.faces[kind * 6, F.FACINGS]:
            raise BadInput(f"{self.source}: {word} is a blank and cannot be played")
        return kind

    def _is_battle(self, kind: int) -> bool:
        return bool(self.faces[kind * 6, F.ACTION] == F.BATTLE)

    def _check(self) -> None:
        battles = [i for i, kind in enumerate(self.hand) if self._is_battle(kind)]
        if len(battles) > 1:
            raise BadInput(f"{self.source}: one Battle tile is enough, it ends the turn")
        late = self.asked.order == "given" and not self.asked.skip
        if battles and late and battles[0] != len(self.hand) - 1:
            raise BadInput(f"{self.source}: nothing can be played after the Battle tile")
        needed = {self.enemy} if self.asked.goal in ("destroy", "most damage", "damage") else set()
        if self.asked.goal in ("win", "survive"):
            needed = {self.seat} if self.asked.goal == "survive" else {self.seat, self.enemy}
        for seat in sorted(needed):
            army = self.scenario.armies[seat]
            block = S.SEAT + seat * S.SEAT_SIZE
            if self.scenario.state[block + S.HQ_CELL] == S.NOBODY:
                raise BadInput(f"{self.source}: the HQ of {army} is not on the board")
            if self.scenario.state[block + S.POINTS] == 0:
                raise BadInput(f"{self.source}: the HQ of {army} has no points left")

    def _in_play(self) -> list[tuple[int, int]]:
        """Return owner and face of every tile on the board and in hand."""
        state = self.root
        lying = [
            (int(state[S.OWNER + cell]), int(state[S.FACE + cell]))
            for cell in range(S.CELLS)
            if state[S.FACE + cell] != S.EMPTY
        ]
        return lying + [(self.seat, kind * 6) for kind in self.hand]

    def _question(self) -> Ints:
        asked = self.asked
        tiles = self._in_play()
        rows = self.faces[[face for _, face in tiles]].astype(np.int64)
        traits = rows[:, F.TRAITS]
        own = np.array([owner == self.seat for owner, _ in tiles])
        moves = (traits & F.MOBILITY > 0) & own | (traits & F.TRANSPORT > 0)
        question = np.zeros(Q.SIZE, np.int64)
        question[Q.GOAL] = GOALS[asked.goal]
        question[Q.NEED] = asked.at_least or 1
        question[Q.SEAT], question[Q.ENEMY] = self.seat, self.enemy
        question[Q.POINTS] = self.root[S.SEAT + self.enemy * S.SEAT_SIZE + S.POINTS]
        question[Q.IN_ORDER] = asked.order == "given"
        question[Q.MAY_SKIP] = asked.skip
        question[Q.FREE_MOVES] = asked.free_moves
        question[Q.STILL] = not (asked.free_moves and moves.any())
        question[Q.PUSHES] = (rows[:, F.ACTION] == F.PUSH).any()
        for place, column in (
            (Q.MORE_MELEE, F.GIVES_MELEE),
            (Q.MORE_RANGED, F.GIVES_RANGED),
            (Q.MORE_ATTACKS, F.GIVES_ATTACKS),
        ):
            question[place] = np.maximum(rows[:, column], 0).sum()
        question[Q.CONVERTS] = (traits & F.QUARTERMASTER > 0).any()
        question[Q.BLASTS] = (traits & F.EXPLODES > 0).sum()
        question[Q.TURNS] = self._turns(traits)
        return question

    def _turns(self, traits: Ints) -> int:
        """Return the turns of the board that leave the position as it is.

        Choices of medics, clowns and quartermasters fall by cell where they are equally good, so
        with these, or with a third army, turned boards may not be alike after all.
        """
        chooses = F.MEDIC | F.EXPLODES | F.QUARTERMASTER
        if (traits & chooses > 0).any() or len(self.scenario.armies) > 2:
            return 1
        tiles = {
            (cell, *(int(self.root[place + cell]) for place in (S.FACE, S.OWNER, S.WOUNDS)))
            for cell in range(S.CELLS)
            if self.root[S.FACE + cell] != S.EMPTY
        }
        found = 1
        for turn in range(1, 6):
            turned = {
                (int(TURNED[turn, cell]), int(turned_face(self.faces, face, turn)), owner, wounds)
                for cell, face, owner, wounds in tiles
            }
            found |= (turned == tiles) << turn
        return found

    @cached_property
    def desk(self) -> Desk:
        """A desk to play lines at, with a trace to read."""
        return Desk(self.root, trace=T.new())

    def ask(self, desk: Desk, task: int, action: int = 0, number: int = 0) -> int:
        """Have the kernel do one of its tasks for this étude."""
        return desk.ask(task, self.faces, self.rules, self.question, action, number)

    def first_moves(self, desk: Desk) -> list[int]:
        """Return the first actions to be searched; of those that a turn of the board makes alike
        only one."""
        n = self.ask(desk, K.OPTIONS)
        moves = [int(action) for action in desk.legal[0, :n]]
        if self.question[Q.TURNS] == 1:
            return moves
        kept, seen = [], set()
        for action in moves:
            state = desk.states[1]
            state[:] = desk.states[0]
            self.ask(desk, K.STEP, action)
            if state[S.STAGE] == S.ACT and not state[S.BATTLES]:
                self.ask(desk, K.PACK)
                key = desk.rows[0, :WIDTH].tobytes()
                if key in seen:
                    continue
                seen.add(key)
            kept.append(action)
        return kept

    def search(self, desk: Desk, first: int, need: int, first_only: bool) -> Branch:
        """Search everything after a first move."""
        question = self.question.copy()
        question[Q.NEED], question[Q.FIRST_ONLY] = need, first_only
        desk.tally[:] = 0
        desk.stamp += 1
        desk.ask(K.SEARCH, self.faces, self.rules, question, first, desk.stamp)
        tally = desk.tally
        found = int(tally[K.SOLUTIONS])
        lines = [_line(record) for record in desk.lines[: min(found, KEPT)]]
        return Branch(lines, found, int(tally[K.POSITIONS]), int(tally[K.BATTLES]))

    def raise_damage(self, desk: Desk, first: int, least: int) -> tuple[int, Branch]:
        """Return the most damage that a first move forces, or `least` if that is not less."""
        positions = battles = 0
        best = least
        while True:
            branch = self.search(desk, first, best + 1, True)
            positions += branch.positions
            battles += branch.battles
            if not branch.found:
                return best, Branch([], 0, positions, battles)
            best += 1
            if not self.question[Q.PUSHES]:  # else only the least of all answers counts
                best = max(best, int(self.question[Q.POINTS]) - branch.lines[0].enemy_points)

    def lines(
        self, threads: int | None, progress: Watching | None
    ) -> tuple[int | None, list[Line], bool]:
        """Return the most damage if asked for, one line to each solution, and whether all."""
        workers = thread_count(threads)
        desks: SimpleQueue[Desk] = SimpleQueue()
        for _ in range(workers):
            desks.put(Desk(self.root, ROWS))
        first = self.desk
        self.positions = 1
        goal = self.question[Q.GOAL]
        need = int(self.question[Q.NEED] if goal == Q.DAMAGE else self.question[Q.POINTS])
        reach = self.ask(first, K.REACH)
        if goal != Q.SURVIVE and reach < need:
            return (0 if self.asked.goal == "most damage" else None), [], True
        moves = self.first_moves(first)
        most = self.asked.goal == "most damage"
        counter = _Counter(progress, len(moves) * (2 if most else 1))
        pool = ThreadPoolExecutor(workers, thread_name_prefix="balance")

        def at_a_desk(call: Callable[[Desk, int], Any]) -> Callable[[int], Any]:
            def work(move: int) -> Any:
                desk = desks.get()
                try:
                    return call(desk, move)
                finally:
                    desks.put(desk)

            return work

        try:
            best: int | None = None
            if most:
                best = 0
                for group in _groups(moves, TOGETHER):
                    least = best
                    run = at_a_desk(lambda d, m, least=least: self.raise_damage(d, m, least))  # type: ignore[misc]
                    for reached, branch in counter.through(pool.map(run, group)):
                        best = max(best, reached)
                        self._count(branch)
                if best == 0:
                    return best, [], True
                need = best
            else:
                need = int(self.question[Q.NEED])
            run = at_a_desk(lambda d, m: self.search(d, m, need, False))
            branches = list(counter.through(pool.map(run, moves)))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        for branch in branches:
            self._count(branch)
        return best, self._different(first, branches), all(b.found <= KEPT for b in branches)

    def _count(self, branch: Branch) -> None:
        self.positions += branch.positions
        self.battles += branch.battles

    def _different(self, desk: Desk, branches: Sequence[Branch]) -> list[Line]:
        """Return one line, a shortest, to each different board before the battle; best first."""
        question = self.question.copy()
        question[Q.TURNS] = 1
        found: dict[bytes, Line] = {}
        for branch in branches:
            for one in branch.lines:
                for line in self._turned(desk, one):
                    length = len(line.actions)
                    desk.path[:length] = line.actions
                    desk.ask(K.BEFORE, self.faces, self.rules, question, number=length)
                    key = desk.rows[0, :WIDTH].tobytes()
                    other = found.get(key)
                    if other is None or len(line.actions) < len(other.actions):
                        found[key] = line
        return sorted(
            found.values(),
            key=lambda line: (
                line.enemy_points,
                -line.own_points,
                -line.own_tiles,
                len(line.actions),
                line.actions,
            ),
        )

    def _turned(self, desk: Desk, line: Line) -> Iterator[Line]:
        """Yield a line as it was found, and for every turn of the board that changes nothing."""
        yield line
        for turn in range(1, 6):
            if self.question[Q.TURNS] >> turn & 1:
                state = desk.states[1]
                state[:] = desk.states[0]
                actions = []
                for action in line.actions:
                    actions.append(self._turned_action(state, action, turn))
                    self.ask(desk, K.STEP, action)
                yield line._replace(actions=tuple(actions))

    def _turned_action(self, state: Ints, action: int, turn: int) -> int:
        what, slot = A.what(action), A.slot(action)
        origin, to, facing = A.origin(action), A.to(action), A.facing(action)
        if what == A.PLACE:
            kind = int(state[S.SEAT + self.seat * S.SEAT_SIZE + S.HAND + slot])
        elif what in (A.MOVE, A.MOBILITY, A.TRANSPORT):
            kind = int(state[S.FACE + origin]) // 6
        else:
            kind = -1
        if kind >= 0:
            facing = int(turned_face(self.faces, kind * 6 + facing, turn)) % 6
        if what in (A.MOVE, A.MOBILITY, A.TRANSPORT, A.PUSH):
            origin = int(TURNED[turn, origin])
        if what not in (A.BATTLE, A.END, A.DISCARD):
            to = int(TURNED[turn, to])
        return int(A.action(what, slot, origin, to, facing))

    def solve(self, threads: int | None = None, progress: Watching | None = None) -> Solved:
        """Find every solution."""
        best, lines, complete = self.lines(threads, progress)
        told = tuple(solution(self, line.actions) for line in lines[:TOLD])
        best_line = lines[0].actions if lines else ()
        return Solved(
            title=self.file.title,
            goal=goal_in_words(self),
            best=best,
            solutions=told,
            count=len(lines),
            complete=complete,
            expected=self.asked.solutions,
            positions=self.positions,
            battles=self.battles,
            steps=steps(self, best_line, False) if lines else (),
            story=lambda: steps(self, best_line, True) if lines else (),
            scenario=scenario_text(self, told[0]) if lines else "",
        )


class _Counter:
    """Counts finished first moves for whoever watches."""

    def __init__(self, watching: Watching | None, total: int) -> None:
        self.watching = watching
        self.total = total
        self.done = 0
        self.started = monotonic()

    def through(self, results: Iterator[Any]) -> Iterator[Any]:
        """Hand results on and tell how far it is."""
        for result in results:
            self.done += 1
            if self.watching is not None:
                self.watching(Progress(self.done, self.total, monotonic() - self.started))
            yield result


def _groups(moves: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    for start in range(0, len(moves), size):
        yield moves[start : start + size]


def _line(record: Ints) -> Line:
    length = int(record[K.LENGTH])
    actions = tuple(int(a) for a in record[K.LINE : K.LINE + length])
    return Line(
        actions, int(record[K.OWN_POINTS]), int(record[K.ENEMY_POINTS]), int(record[K.OWN_TILES])
    )


def read(document: Mapping[str, Any], source: str) -> Etude:
    """Return the étude that a document describes."""
    try:
        file = ScenarioFile.model_validate(document)
    except ValidationError as error:
        raise explain(error, source, ScenarioFile) from None
    return Etude(file, source)


def warm() -> None:
    """Compile the solver by solving a small étude of each kind."""
    for goal in ("destroy", "most damage"):
        read(
            {
                "game": "neuroshima",
                "title": "warm",
                "hq": {"borgo": 1, "moloch": 20},
                "place": [
                    {"army": "borgo", "tile": "hq", "at": [0, 0]},
                    {"army": "moloch", "tile": "hq", "at": [2, 0]},
                ],
                "solve": {"army": "moloch", "tiles": ["hybrid"], "goal": goal},
            },
            "warm",
        ).solve(threads=1)
