"""Solutions of études in words, in boards and as scenario files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kernels.hexgrid import ALL_SIDES, AROUND, CELLS
from kernels.neuroshima import actions as A
from kernels.neuroshima import rules as R
from kernels.neuroshima import solve as K
from kernels.neuroshima import state as S
from sim.etude import Solution
from sim.game import Step
from sim.neuroshima.explorer import Explorer
from sim.neuroshima.tables import Ints
from sim.neuroshima.words import Teller

if TYPE_CHECKING:
    from sim.neuroshima.etude import Etude

MOVES = {A.MOVE: "move", A.MOBILITY: "mobility", A.TRANSPORT: "transport"}
TARGETS = {A.SNIPER: "sniper", A.GRENADE: "grenade", A.AIRSTRIKE: "airstrike"}


def goal_in_words(etude: Etude) -> str:
    """Return what is asked, as one sentence."""
    armies = etude.scenario.data.figures.armies
    own = armies[etude.army].name
    enemy = armies[etude.scenario.armies[etude.enemy]].name
    tiles = [armies[etude.army].tiles[etude.tables.kinds[k][1]].name for k in etude.hand]
    listed = tiles[0] if len(tiles) == 1 else f"{', '.join(tiles[:-1])} and {tiles[-1]}"
    how = ", in this order" if etude.asked.order == "given" else ", in any order"
    if len(tiles) == 1:
        how = ""
    if etude.asked.skip:
        how += " (or leaves some out)"
    end = {
        "destroy": f"destroys the {enemy} HQ in the battle that follows",
        "win": f"destroys the {enemy} HQ in the battle that follows and keeps its own",
        "most damage": f"does the {enemy} HQ as much damage as possible in the battle that follows",
        "damage": f"takes at least {etude.asked.at_least} points from the {enemy} HQ in the battle "
        "that follows",
        "survive": "keeps its HQ through the battle that follows",
    }[etude.asked.goal]
    return f"{own} plays {listed}{how}, and {end}."


class Player:
    """Plays a line of actions from the position of an étude, and tells it."""

    def __init__(self, etude: Etude) -> None:
        self.etude = etude
        self.scenario = etude.scenario
        self.teller = Teller(etude.tables, self.scenario.data.figures.armies, self.scenario.armies)
        self.desk = etude.desk
        self.trace = etude.desk.trace
        self.state: Ints = etude.root.copy()

    def events(self) -> list[tuple[int, ...]]:
        """Return what the last action set off."""
        return [tuple(int(x) for x in row) for row in self.trace[1 : self.trace[0, 0] + 1]]

    def hand(self) -> list[int]:
        """Return the tiles in the hand of whoever decides."""
        block = S.SEAT + int(self.state[S.ACTOR]) * S.SEAT_SIZE
        size = int(self.state[block + S.HAND_SIZE])
        return [int(k) for k in self.state[block + S.HAND : block + S.HAND + size]]

    def do(self, action: int) -> list[str]:
        """Carry out an action and return it in words, with what it set off."""
        self.teller.look(self.state)
        hand = self.hand()
        if A.what(action) == A.PLACE:  # it may fill the board and fall in the battle at once
            self.teller.remember(A.to(action), self.etude.seat, hand[A.slot(action)])
        self.trace[0, 0] = 0
        self.desk.states[1] = self.state
        self.etude.ask(self.desk, K.STEP, action)
        self.state[:] = self.desk.states[1]
        return self.teller.tell(self.events(), hand)

    def deed(self, action: int, answer: int | None) -> dict[str, Any]:
        """Return an action as a step of a scenario file."""
        what, origin, to = A.what(action), A.origin(action), A.to(action)
        army = self.scenario.armies[self.etude.seat]
        if what == A.PLACE:
            tile = self.etude.tables.kinds[self.hand()[A.slot(action)]][1]
            placed = {"army": army, "tile": tile, "at": list(CELLS[to])}
            return {"place": {**placed, "facing": A.facing(action)}}
        if what in MOVES:
            cells = {"from": list(CELLS[origin]), "to": list(CELLS[to])}
            return {MOVES[what]: {**cells, "facing": A.facing(action)}}
        if what in TARGETS:
            return {TARGETS[what]: list(CELLS[to]), "army": army}
        if what == A.PUSH:
            end = A.to(answer) if answer is not None else self._only_cell(origin, to)
            by, target = list(CELLS[origin]), list(CELLS[to])
            return {"push": {"by": by, "target": target, "to": list(CELLS[end])}}
        return {"battle": True, "starter": army}

    def _only_cell(self, by: int, target: int) -> int:
        board = int(self.etude.rules[R.BOARD])
        behind = {cell for cell in _around(target) if board >> cell & 1} - set(_around(by))
        return next(cell for cell in behind if self.state[S.FACE + cell] == S.EMPTY)

    def points(self) -> dict[str, int]:
        """Return the HQ points left."""
        blocks = (S.SEAT + seat * S.SEAT_SIZE for seat in range(len(self.scenario.armies)))
        left = (int(self.state[block + S.POINTS]) for block in blocks)
        return dict(zip(self.scenario.armies, left, strict=True))


def _around(cell: int) -> list[int]:
    return [i for i in range(len(CELLS)) if AROUND[cell, ALL_SIDES] >> i & 1]


def _whole(etude: Etude, line: Sequence[int]) -> list[int]:
    """Return a line with the end of the turn, where no battle has come before."""
    player = Player(etude)
    for action in line:
        player.do(action)
    end = [] if player.state[S.BATTLES] else [int(A.action(A.END, 0, 0, 0, 0))]
    return [*line, *end]


def solution(etude: Etude, line: Sequence[int]) -> Solution:
    """Return a line in words and deeds."""
    player = Player(etude)
    words: list[str] = []
    deeds: list[Mapping[str, Any]] = []
    whole = _whole(etude, line)
    for i, action in enumerate(whole):
        what = A.what(action)
        answer = whole[i + 1] if what == A.PUSH and i + 1 < len(whole) else None
        if answer is not None and A.what(answer) != A.ANSWER:
            answer = None
        if what not in (A.ANSWER, A.DISCARD):
            deeds.append(player.deed(action, answer))
        told = player.do(action)
        if what not in (A.BATTLE, A.END):
            words.append(told[0])
    return Solution(tuple(words), tuple(deeds), player.points())


def steps(etude: Etude, line: Sequence[int], phases: bool) -> tuple[Step, ...]:
    """Return a line step by step, with a board after each; also one for each phase if asked."""
    player = Player(etude)
    explorer = Explorer(player.scenario, etude.rules)
    found = [
        Step("The position", (), explorer.board(player.state, etude.file.title if phases else ""))
    ]
    for number, action in enumerate(_whole(etude, line), 1):
        before = player.state.copy()
        hand = player.hand()
        lines = player.do(action)
        fought = bool(player.state[S.BATTLES])
        by_tile = A.what(action) in (A.BATTLE, A.END)
        if fought and not by_tile:
            before = explorer.placed(before, hand[A.slot(action)], etude.seat, action)
        if not (fought and by_tile):
            heading = lines[0] if lines else "…"
            board = before if fought else player.state
            found.append(
                Step(heading, (), explorer.board(board, f"{number}. {heading}" if phases else ""))
            )
        if fought:
            told = tuple(lines if A.what(action) == A.END else lines[1:])
            if phases:
                found += explorer.battle(before, player.events(), "The battle")
            else:
                found.append(Step("The battle", told, explorer.board(player.state, "")))
    return tuple(found)


def scenario_text(etude: Etude, best: Solution) -> str:
    """Return the étude with a solution as a scenario file that checks itself."""
    file = etude.file
    head = [
        "# Written by `balance solve`.",
        'game = "neuroshima"',
        f"title = {_toml(file.title + ': the solution')}",
    ]
    if file.rule:
        head.append(f"rule = {_toml(file.rule)}")
    head.append(f"hq = {_toml({a: etude.scenario.position.points(a) for a in best.left})}")
    if file.rules:
        head.append(f"rules = {_toml(file.rules)}")
    parts = ["\n".join(head)]
    for place in etude.scenario.position.tiles():
        lying: dict[str, Any] = {"army": place.army, "tile": place.tile, "at": list(place.at)}
        lying |= {"facing": place.facing} | ({"wounds": place.wounds} if place.wounds else {})
        parts.append(_block("[[place]]", lying))
    parts += [_block("[[do]]", deed) for deed in best.deeds]
    parts.append(_block("[expect]", {"hq": dict(best.left), "battles": 1}))
    return "\n\n".join(parts) + "\n"


def _block(name: str, table: Mapping[str, Any]) -> str:
    return "\n".join([name, *(f"{key} = {_toml(value)}" for key, value in table.items())])


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        plain = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04X}" for c in plain) + '"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(v)}" for key, v in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value)
