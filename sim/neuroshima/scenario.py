"""Running a scenario: set up the position, do the steps, check what is expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import ValidationError

from kernels.hexgrid import NUMBER
from kernels.neuroshima import actions as A
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from kernels.neuroshima import work as W
from kernels.neuroshima.apply import apply, do_on_board, is_full
from kernels.neuroshima.board import shift
from kernels.neuroshima.legal import legal_actions
from kernels.neuroshima.moves import push_cells
from kernels.neuroshima.turn import begin_turn
from kernels.neuroshima.verdict import decided
from sim.errors import BadInput
from sim.game import ScenarioOutcome
from sim.names import resolve
from sim.neuroshima import tables as tabling
from sim.neuroshima.engine import room
from sim.neuroshima.expectations import failures
from sim.neuroshima.explorer import pictures
from sim.neuroshima.figures import NeuroshimaData
from sim.neuroshima.picture import draw
from sim.neuroshima.position import Cell, Position, no_choices
from sim.neuroshima.scenario_file import Deed, Move, ScenarioFile
from sim.neuroshima.seating import LONER, MODES, TEAMS, TRIO
from sim.neuroshima.tables import Ints
from sim.neuroshima.words import Teller
from sim.teams import TOGETHER
from sim.variant import explain


class Moment(NamedTuple):
    """A step that was done: the boards around it, what happened, in events and in words."""

    before: Ints
    after: Ints
    events: list[tuple[int, ...]]
    hand: list[int]
    words: list[str]


class Refused(Exception):
    """The rules do not allow a step."""


class Scenario:
    """A scenario being run."""

    def __init__(self, file: ScenarioFile, source: str) -> None:
        self.file = file
        self.source = source
        self.data = NeuroshimaData([{"rules": file.rules}])
        self.tables = tabling.build(self.data.figures.armies)
        self.armies = [self.army(word) for word in file.armies()]
        if not 1 <= len(set(self.armies)) == len(self.armies) <= S.SEATS:
            raise BadInput(f"{source}: name 1 to {S.SEATS} armies, each by one name")
        self.position = Position(self.tables, self._rules(), self.armies)
        self.room = room()
        self.teller = Teller(self.tables, self.data.figures.armies, self.armies)
        self.log: list[str] = []
        self.battles = 0
        self.last_battle: Sequence[Sequence[int]] = ()
        self.unexpected: list[str] = []  # steps that the rules should have refused
        self.happened: list[tuple[int, ...]] = []  # events of the step under way
        self.used: list[int] = []  # the hand from which it was done
        self.story: list[Moment] = []
        self._set_up()

    def _rules(self) -> Ints:
        """Return the rules of the mode, with the teams that the file names."""
        switches, players, mode = self.data.figures.rules, len(self.armies), self.file.mode
        team_of = {self.army(a): k for k, team in enumerate(self.file.teams) for a in team}
        listed = sum(len(team) for team in self.file.teams)
        if self.file.teams and (set(team_of) != set(self.armies) or listed != players):
            raise BadInput(
                f"{self.source}: teams must name each army once: {', '.join(self.armies)}"
            )
        if not self.file.teams and mode in (LONER, TEAMS, TRIO) and players not in MODES[mode]:
            raise BadInput(
                f"{self.source}: the mode {mode!r} is played by {MODES[mode][0]} armies, here "
                f"are {players}; say with teams = [[…], […]] who belongs together"
            )
        if mode == LONER and players != 3:
            raise BadInput(f"{self.source}: the mode 'loner' is played by 3 armies, not {players}")
        if mode == LONER and team_of and Counter(team_of.values())[team_of[self.armies[0]]] != 1:
            raise BadInput(
                f"{self.source}: the first army, {self.armies[0]}, must be the one that plays alone"
            )
        figures = self.data.figures.armies
        return tabling.rules(
            switches,
            players,
            mode=mode,
            teams=[team_of[army] for army in self.armies] if team_of else (),
            unruly=sum(figures[a].hurts_allies << seat for seat, a in enumerate(self.armies)),
        )

    @property
    def state(self) -> Ints:
        """The state of the game."""
        return self.position.state

    def army(self, word: str) -> str:
        """Return the army a word means."""
        sides = {key: (s.name, *s.aliases) for key, s in self.data.sides.items()}
        return self._named(word, "army", sides)

    def tile(self, army: str, word: str) -> str:
        """Return the tile of an army that a word means."""
        tiles = self.data.figures.armies[army].tiles
        return self._named(
            word, f"tile of {army}", {k: (t.name, *t.aliases) for k, t in tiles.items()}
        )

    def _named(self, word: str, what: str, known: Mapping[str, Sequence[str]]) -> str:
        try:
            return resolve(word, what, known)
        except BadInput as error:
            raise BadInput(f"{self.source}: {error}") from None

    def cell(self, at: Sequence[int]) -> Cell:
        """Return a cell of the board."""
        cell = (at[0], at[1])
        if cell not in self.position.cells:
            raise BadInput(f"{self.source}: the cell {list(at)} is off the board")
        return cell

    def _set_up(self) -> None:
        for word, points in self.file.hq.items():
            self.position.set_points(self.army(word), points)
        for p in self.file.place:
            army, at = self.army(p.army), self.cell(p.at)
            tile = self.tile(army, p.tile)
            figures = self.data.figures.armies[army].tiles[tile]
            if self.position.tile_at(at) is not None:
                raise BadInput(f"{self.source}: two tiles in the cell {p.at}")
            if figures.kind in ("instant", "blank"):
                what = {"instant": "an instant", "blank": "a blank"}[figures.kind]
                raise BadInput(f"{self.source}: {tile} is {what}, it is never on the board")
            if figures.kind != "hq" and p.wounds > figures.toughness:
                raise BadInput(
                    f"{self.source}: {tile} with {p.wounds} wounds would be destroyed; "
                    f"it survives {figures.toughness}"
                )
            if figures.kind == "hq" and p.wounds:
                raise BadInput(f"{self.source}: write the points left under hq, not wounds on it")
            self.position.place(army, tile, at, p.facing, p.wounds)
        if self.file.turn:
            self._begin_turn()

    def _begin_turn(self) -> None:
        turn = self.file.turn
        assert turn is not None
        for words, at, size in (
            (turn.hand, S.HAND, S.HAND_SIZE),
            (turn.pile, None, S.PILE_SIZE),
        ):
            for word, tiles in words.items():
                army = self.army(word)
                seat = self.position.seat_of(army)
                block = S.SEAT + seat * S.SEAT_SIZE
                kinds = [self.tables.kind(army, self.tile(army, t)) for t in tiles]
                if len(kinds) > (S.PILE_ROOM if at is None else S.HAND_ROOM):
                    raise BadInput(f"{self.source}: too many tiles for {army}")
                start = S.PILES + seat * S.PILE_ROOM if at is None else block + at
                self.state[start : start + len(kinds)] = kinds[::-1] if at is None else kinds
                self.state[block + size] = len(kinds)
        self.state[S.TURN_NUMBER] = turn.number - 1
        if turn.tie:
            self.state[[S.TIE, S.ENDED_BY]] = (1, 0)
            self.state[S.WAITING] = (1 << len(self.armies)) - 1
        seat = self.position.seat_of(self.army(turn.army))
        self.state[S.SLOT] = self._slot_of_turn(seat, turn.number)
        begin_turn(self.state, self.tables.faces, self.position.rules, self.position.trace, seat)
        self._tell()

    def _slot_of_turn(self, seat: int, number: int) -> int:
        """Return the place of a turn in the order, in the round that its number belongs to."""
        rules = self.position.rules
        turns = int(rules[R.ROUND])
        first = (number - 1) // turns * turns
        own = [first + k for k in range(turns) if rules[R.ORDER + k] == seat]
        return next((slot for slot in own if slot >= number - 1), own[-1])

    def _tell(self, hand: Sequence[int] = ()) -> None:
        self.happened += self.position.events()
        self.used = list(hand) or self.used
        self.log += self.teller.tell(self.position.events(), hand)
        self.position.forget_events()

    def run(self) -> None:
        """Do every step."""
        for number, deed in enumerate(self.file.do, 1):
            before = self.state.copy()
            self.happened = []
            told = len(self.log)
            try:
                self._do(deed)
            except Refused as refused:
                if not deed.illegal:
                    raise BadInput(
                        f"{self.source}: step {number}, {deed.what}, breaks the rules: {refused}"
                    ) from None
                self.state[:] = before
                self.log.append(f"Refused, as it should be: {deed.what} ({refused}).")
                continue
            if deed.illegal:
                self.state[:] = before
                self.unexpected.append(f"step {number} ({deed.what}) should be illegal, but is not")
                continue
            after = self.state.copy()
            words = self.log[told:]
            self.story.append(Moment(before, after, self.happened, self.used, words))

    def _do(self, deed: Deed) -> None:
        self.teller.look(self.state)
        if deed.what == "battle" and not self.file.turn:
            self._battle(deed)
        elif self.file.turn:
            self._do_in_turn(deed)
        else:
            self._do_freely(deed)

    def _battle(self, deed: Deed) -> None:
        starter = self.army(deed.starter) if deed.starter else None
        self.position.forget_events()
        self.position.battle(starter, self._choices(deed))
        self.battles += 1
        self.last_battle = self.position.events()
        self._tell()

    def _choices(self, deed: Deed) -> Ints:
        choices = no_choices()
        for cells, place, value in (
            (deed.explode, W.EXPLODE, 1),
            (deed.hold, W.EXPLODE, 0),
            (deed.decline, W.CONVERT, W.NONE),
        ):
            for at in cells:
                choices[place + NUMBER[self.cell(at)]] = value
        for c in deed.convert:
            choices[W.CONVERT + NUMBER[self.cell(c.at)]] = c.side * 2 + (c.type == "ranged")
        return choices

    def _seat(self, deed: Deed) -> int:
        """Return the seat that acts: named, or plain from the tiles the deed names."""
        if deed.army:
            return self.position.seat_of(self.army(deed.army))
        if self.file.turn:
            return int(self.state[S.TURN_SEAT])
        if deed.place:
            return self.position.seat_of(self.army(deed.place.army))
        own = deed.move or deed.mobility or deed.transport
        at = own.origin if own else deed.turn.at if deed.turn else deed.push and deed.push.by
        if at:
            tile = self.position.tile_at(self.cell(at))
            if tile is None:
                raise Refused(f"no tile on {list(at)}")
            return self.position.seat_of(tile.army)
        target = deed.sniper or deed.grenade
        found = self.position.tile_at(self.cell(target)) if target else None
        others = [a for a in self.armies if found is None or a != found.army]
        if len(others) != 1:
            raise BadInput(f"{self.source}: say with army = … who uses the {deed.what}")
        return self.position.seat_of(others[0])

    def _instant(self, seat: int, action: str) -> int:
        """Return an instant that does something: of the own army, else of any."""
        wanted = tabling.ACTIONS[action]
        kinds = [
            k for k in range(len(self.tables.kinds)) if self.tables.faces[k * 6, F.ACTION] == wanted
        ]
        own = [k for k in kinds if self.tables.kinds[k][0] == self.armies[seat]]
        return (own or kinds)[0]

    def _move(self, what: int, slot: int, move: Move) -> int:
        origin = self.cell(move.origin)
        tile = self.position.tile_at(origin)
        if tile is None:
            raise Refused(f"no tile on {move.origin}")
        kind = self.tables.kind(tile.army, tile.tile)
        wanted = tile.facing if move.facing is None else move.facing
        to = origin if move.to is None else self.cell(move.to)
        facing = tabling.facing(self.tables, kind, wanted)
        return int(A.action(what, slot, NUMBER[origin], NUMBER[to], facing))

    def _action(self, deed: Deed, seat: int, slot: int) -> int:
        """Return the action of a deed that uses the tile in a slot of the hand."""
        if deed.battle:
            return int(A.action(A.BATTLE, slot, 0, 0, 0))
        target = deed.sniper or deed.grenade or deed.airstrike
        if target:
            what = A.SNIPER if deed.sniper else A.GRENADE if deed.grenade else A.AIRSTRIKE
            return int(A.action(what, slot, 0, NUMBER[self.cell(target)], 0))
        if deed.place:
            army = self.army(deed.place.army)
            kind = self.tables.kind(army, self.tile(army, deed.place.tile))
            facing = tabling.facing(self.tables, kind, deed.place.facing)
            return int(A.action(A.PLACE, slot, 0, NUMBER[self.cell(deed.place.at)], facing))
        if deed.push:
            by, target_cell = self.cell(deed.push.by), self.cell(deed.push.target)
            return int(A.action(A.PUSH, slot, NUMBER[by], NUMBER[target_cell], 0))
        if deed.turn:
            move = Move(origin=deed.turn.at, facing=deed.turn.facing)
            return self._move(A.MOVE, slot, move)
        if deed.move:
            return self._move(A.MOVE, slot, deed.move)
        if deed.mobility:
            return self._move(A.MOBILITY, 0, deed.mobility)
        assert deed.transport is not None
        return self._move(A.TRANSPORT, 0, deed.transport)

    def _check_legal(self, action: int) -> None:
        own = self.room
        rules, faces = self.position.rules, self.tables.faces
        n = legal_actions(self.state, faces, rules, own.work, own.legal)
        if action not in own.legal[:n]:
            raise Refused("not a legal action here")

    def _check_push(self, deed: Deed) -> int:
        assert deed.push is not None
        by, target = NUMBER[self.cell(deed.push.by)], NUMBER[self.cell(deed.push.target)]
        to = NUMBER[self.cell(deed.push.to)]
        if not push_cells(self.state, self.position.rules, by, target) >> to & 1:
            raise Refused(f"the tile cannot be pushed to {deed.push.to}")
        return to

    def _do_freely(self, deed: Deed) -> None:
        """Do a step outside the order of turns: the tile it needs is simply given."""
        if deed.what in ("redraw", "discard", "end"):
            raise BadInput(f"{self.source}: {deed.what} needs a [turn] table")
        seat = self._seat(deed)
        block = S.SEAT + seat * S.SEAT_SIZE
        if deed.place:
            army = self.army(deed.place.army)
            needed: int | None = self.tables.kind(army, self.tile(army, deed.place.tile))
        elif deed.what in ("mobility", "transport"):
            needed = None
        else:
            needed = self._instant(seat, "move" if deed.what == "turn" else deed.what)
        self.state[block + S.HAND_SIZE] = needed is not None
        self.state[block + S.HAND] = needed or 0
        self.state[S.ACTOR] = self.state[S.TURN_SEAT] = seat
        action = self._action(deed, seat, 0)
        self._check_legal(action)
        rules, faces = self.position.rules, self.tables.faces
        was_full = is_full(self.state, rules)
        trace = self.position.trace
        T.note(trace, T.ACTED, seat, action)
        if deed.push:
            to = self._check_push(deed)
            target = NUMBER[self.cell(deed.push.target)]
            shift(self.state, faces, target, to, self.state[S.FACE + target])
        else:
            do_on_board(self.state, faces, rules, self.position.work, trace, action)
        self.state[block + S.HAND_SIZE] = 0
        self._tell([needed or 0])
        if not was_full and is_full(self.state, rules):
            self.log.append("The board is full: battle.")
            self.teller.look(self.state)
            self._battle(Deed(battle=True, starter=self.armies[seat]))

    def _do_in_turn(self, deed: Deed) -> None:
        """Do a step in the order of turns, with the tiles in hand."""
        if self.state[S.STAGE] == S.OVER:
            raise Refused("the game is over")
        seat = self._seat(deed)
        if seat != self.state[S.TURN_SEAT]:
            raise Refused(f"it is the turn of {self.armies[int(self.state[S.TURN_SEAT])]}")
        if self.state[S.STAGE] == S.REDRAW:
            if deed.redraw:
                self._apply(int(A.action(A.REDRAW, 0, 0, 0, 0)))
                return
            self._apply(int(A.action(A.KEEP, 0, 0, 0, 0)))
        if deed.redraw:
            raise Refused("only a hand of instants may be redrawn, before anything else")
        if deed.end:
            action = int(A.action(A.END, 0, 0, 0, 0))
        elif deed.discard:
            army = self.armies[seat]
            kind = self.tables.kind(army, self.tile(army, deed.discard))
            action = int(A.action(A.DISCARD, self._slot(seat, [kind]), 0, 0, 0))
        else:
            action = self._action(deed, seat, self._slot_for(deed, seat))
        self._check_legal(action)
        if deed.push:
            to = self._check_push(deed)
            self._apply(action)
            if self.state[S.STAGE] == S.ANSWER_PUSH:
                self._apply(int(A.action(A.ANSWER, 0, 0, to, 0)))
        else:
            self._apply(action)

    def _slot_for(self, deed: Deed, seat: int) -> int:
        if deed.what in ("mobility", "transport"):
            return 0
        if deed.place:
            army = self.army(deed.place.army)
            kinds = [self.tables.kind(army, self.tile(army, deed.place.tile))]
        else:
            wanted = tabling.ACTIONS["move" if deed.what == "turn" else deed.what]
            kinds = [
                k
                for k in range(len(self.tables.kinds))
                if self.tables.faces[k * 6, F.ACTION] == wanted
            ]
        return self._slot(seat, kinds)

    def _slot(self, seat: int, kinds: Sequence[int]) -> int:
        for slot, kind in enumerate(self.hand(seat)):
            if kind in kinds:
                return slot
        raise Refused("no such tile in hand")

    def hand(self, seat: int) -> list[int]:
        """Return the kinds of tiles in a hand."""
        block = S.SEAT + seat * S.SEAT_SIZE
        size = int(self.state[block + S.HAND_SIZE])
        return [int(k) for k in self.state[block + S.HAND : block + S.HAND + size]]

    def _apply(self, action: int) -> None:
        position = self.position
        hand = self.hand(int(self.state[S.ACTOR]))
        before = int(self.state[S.BATTLES])
        position.forget_events()
        apply(
            self.state,
            self.tables.faces,
            position.rules,
            position.work,
            no_choices(),
            position.trace,
            action,
        )
        if self.state[S.BATTLES] > before:
            self.last_battle = position.events()
        self._tell(hand)

    def winner(self) -> str | None:
        """Return who has won: an army, several joined by +, `draw`, or None before that."""
        if self.file.turn:
            winners = int(self.state[S.WINNERS])
        else:
            winners = int(decided(self.state, self.position.rules)[0])
        if winners == 0:
            return None
        won = [army for seat, army in enumerate(self.armies) if winners >> seat & 1]
        return "draw" if len(won) == len(self.armies) else TOGETHER.join(won)

    def outcome(self) -> ScenarioOutcome:
        """Check the expectations and return what came out."""
        tiles = [
            {
                "army": t.army,
                "tile": t.tile,
                "at": list(t.at),
                "facing": t.facing,
                "wounds": t.wounds,
            }
            for t in self.position.tiles()
        ]
        held = self.position.netted()
        return ScenarioOutcome(
            self.file.title,
            self.unexpected + failures(self),
            {"hq": {a: self.position.points(a) for a in self.armies}, "tiles": tiles},
            self.log,
            draw(
                self.state,
                self.tables,
                self.data.figures.armies,
                self.armies,
                sum(1 << NUMBER[at] for at in held),
                self.file.title,
                tabling.board_radius(self.data.figures.rules, len(self.armies)),
                self.position.counted,
            ),
            lambda: pictures(self),
        )


def run_scenario(document: Mapping[str, Any], source: str) -> ScenarioOutcome:
    """Run the scenario that a document describes."""
    try:
        file = ScenarioFile.model_validate(document)
    except ValidationError as error:
        raise explain(error, source, ScenarioFile) from None
    scenario = Scenario(file, source)
    scenario.run()
    return scenario.outcome()
