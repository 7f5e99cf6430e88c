"""Does a contract hold? Games are spent line by line until each is decided or the budget ends.

>>> report = check("balance.toml")
>>> report.verdict, report.exit_code
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analysis.betting import Level
from analysis.contract import Asked, Source, plan_of, read_contract
from analysis.lines import Cell, Verdict, cell_names, make_cell, sentence
from analysis.rounds import games_per_round, rounds_of
from sim.errors import BadInput
from sim.game import GAMES
from sim.library import Compiling, warm
from sim.names import plain
from sim.plan import Plan
from sim.runner import Progress
from sim.stretch import Stretches, stretches
from sim.variant import read_toml

if TYPE_CHECKING:
    import polars as pl

EXIT = {"PASS": 0, "FAIL": 1, "INCONCLUSIVE": 3}
_FIRST = 8  # rounds before the first look
_GROWTH = 10  # per cent more rounds at each further look; looks depend on nothing else


@dataclass(frozen=True)
class Line:
    """One expectation and what became of it."""

    text: str
    cells: list[Cell]
    place: int | None  # the line of the file
    identical: bool = False  # the recorded games came out again, bit for bit

    @property
    def verdict(self) -> Verdict:
        """FAIL if any cell fails, PASS if all pass."""
        found = {cell.verdict for cell in self.cells}
        return "FAIL" if "FAIL" in found else "PASS" if found == {"PASS"} else "INCONCLUSIVE"

    @property
    def games(self) -> int:
        """How many games it took."""
        return max(cell.games for cell in self.cells)

    @property
    def telling(self) -> Cell:
        """The cell that decides the verdict: of those with it, the one furthest out."""
        mine = [cell for cell in self.cells if cell.verdict == self.verdict] or self.cells
        return max(mine, key=lambda cell: _outside(cell))


@dataclass(frozen=True)
class Answer:
    """One request and its lines."""

    name: str
    plan: Plan
    lines: list[Line]
    games: int
    fixed: int  # what a design of fixed size would have taken


@dataclass(frozen=True)
class Report:
    """What `check` found."""

    path: Path
    false_alarms: float
    power: float
    cells: int
    answers: list[Answer] = field(default_factory=list)
    variants: tuple[str, ...] = ()

    @property
    def lines(self) -> list[Line]:
        """All lines of the contract."""
        return [line for answer in self.answers for line in answer.lines]

    @property
    def games(self) -> int:
        """All games played."""
        return sum(answer.games for answer in self.answers)

    @property
    def verdict(self) -> Verdict:
        """FAIL if any line fails, PASS if all pass."""
        found = {line.verdict for line in self.lines}
        return "FAIL" if "FAIL" in found else "PASS" if found == {"PASS"} else "INCONCLUSIVE"

    @property
    def exit_code(self) -> int:
        """0 for PASS, 1 for FAIL, 3 for INCONCLUSIVE."""
        return EXIT[self.verdict]

    def to_json(self) -> dict[str, Any]:
        """Return the document that `balance check --json` prints."""
        return {
            "contract": str(self.path),
            "variants": list(self.variants),
            "verdict": self.verdict,
            "false_alarms": self.false_alarms,
            "power": self.power,
            "tests": self.cells,
            "games": self.games,
            "requests": [_answer_json(answer) for answer in self.answers],
        }


def check(
    path: str | Path = "balance.toml",
    *,
    variants: Sequence[str | Path] = (),
    most_games: int | None = None,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    compiling: Compiling = nullcontext,
) -> Report:
    """Check a contract; `variants` are laid over every request of their game.

    `most_games` replaces the budget of every request. The answer does not depend on `threads`:
    games are looked at only after numbers of rounds that are fixed beforehand.
    """
    source = read_contract(Path(path))
    asked = source.contract.request
    files = _for_games([Path(each) for each in variants], asked, source)
    plans = [_plan(source, i, files[i]) for i in range(len(asked))]
    wanted = [_cells(source, i, plan) for i, plan in enumerate(plans)]
    number = sum(len(names) for lines in wanted for names in lines)
    errors = source.contract.errors
    level = Level(errors.false_alarms / number, 1.0 - errors.power)
    jobs = [
        _Job(source, i, plan, wanted[i], level, most_games or asked[i].most_games)
        for i, plan in enumerate(plans)
    ]
    told = _Told(progress, sum(job.most * job.size for job in jobs))
    names = tuple(dict.fromkeys(name for plan in plans for name in plan.request.variants))
    report = Report(source.path, errors.false_alarms, errors.power, number, variants=names)
    with stretches(threads) as players:
        for job in jobs:
            warm(job.plan.game, compiling)
            report.answers.append(job.run(players, told))
    return report


class Digest:
    """A fingerprint of results in game order, however they are cut into batches."""

    def __init__(self) -> None:
        self._columns: dict[str, Any] = {}

    def add(self, rows: pl.DataFrame) -> None:
        """Take in the next rows."""
        scores = sorted(name for name in rows.columns if name.startswith("score_"))
        for name in (*scores, "length", "ending"):
            # Scores in 840ths are whole numbers for up to eight players who share a win.
            values = rows[name].to_numpy()
            whole = np.rint(values * 840) if name in scores else values
            column = self._columns.setdefault(name, hashlib.sha256())
            column.update(np.ascontiguousarray(whole, dtype="<i8").tobytes())

    def hex(self) -> str:
        """Return the fingerprint."""
        parts = (f"{name} {column.hexdigest()}\n" for name, column in self._columns.items())
        return hashlib.sha256("".join(parts).encode()).hexdigest()


def looks(most: int, also: int | None = None) -> Iterator[int]:
    """Return the numbers of rounds at which games are looked at: growing by a tenth, to `most`."""
    here = 0
    while here < most:
        following = min(max(_FIRST, here + 4, here + here * _GROWTH // 100), most)
        if also is not None and here < also < following:
            following = also
        yield following
        here = following


class _Told:
    """Reports progress over all requests."""

    def __init__(self, report: Callable[[Progress], None] | None, total: int) -> None:
        self._report, self._total = report, total
        self._done, self._started = 0, time.monotonic()

    def add(self, games: int) -> None:
        """Count further games."""
        self._done += games
        if self._report is not None:
            seconds = time.monotonic() - self._started
            self._report(Progress(self._done, max(self._total, self._done), seconds))

    def skip(self, games: int) -> None:
        """Take games out of the total that need not be played."""
        self._total -= games


class _Job:
    """One request while it is played."""

    def __init__(
        self,
        source: Source,
        index: int,
        plan: Plan,
        wanted: list[list[tuple[str, ...]]],
        level: Level,
        most_games: int,
    ) -> None:
        self.asked = source.contract.request[index]
        self.name = self.asked.name or f"{plan.game.id} {index + 1}"
        self.plan = plan
        self.size = games_per_round(plan)
        self.most = most_games // self.size
        if not self.most:
            raise BadInput(
                f"{source.path}: {self.name}: {most_games:,} games are less than one round; every "
                f"lineup on every seat takes {self.size:,}"
            )
        self._source, self._index = source, index
        try:
            self.cells = [
                [make_cell(expect, plan, ids, level) for ids in names]
                for expect, names in zip(self.asked.expect, wanted, strict=True)
            ]
        except BadInput as error:
            raise BadInput(f"{source.path}: {self.name}: {error}") from None
        self._digest = Digest()
        self._identical = False

    def run(self, players: Stretches, told: _Told) -> Answer:
        """Play until every cell is decided, or as many games as allowed."""
        record = self.asked.recorded
        at = None
        if record is not None and record.games % self.size == 0:
            at = record.games // self.size
        same = (
            record is not None
            and record.rules_version == self.plan.game.rules_version
            and record.data_hash == self.plan.data.fingerprint
        )
        # Unchanged rules most likely play the recorded games again: wait for them, then compare.
        waiting = same and at is not None and at <= self.most
        done = 0
        for here in looks(self.most, at):
            rows = self.plan_rows(players, done, here)
            told.add(rows.height)
            if at is not None and here <= at:
                self._digest.add(rows)
            rounds = rounds_of(self.plan, rows)
            done = here
            for cell in self._open():
                cell.add(rounds, done * self.size)
            if done == at:
                waiting = False
                self._identical = record is not None and record.digest == self._digest.hex()
            self._decide(waiting)
            if not self._open():
                break
        told.skip((self.most - done) * self.size)
        fixed = self._fixed()
        for cell in self._open():
            cell.settle("INCONCLUSIVE")
        return Answer(self.name, self.plan, self._lines(), done * self.size, fixed)

    def plan_rows(self, players: Stretches, done: int, here: int) -> pl.DataFrame:
        """Return the games of the rounds after `done`, up to `here`."""
        return players.play(self.plan, done * self.size, (here - done) * self.size)

    def _open(self) -> list[Cell]:
        return [cell for cells in self.cells for cell in cells if cell.verdict is None]

    def _decide(self, waiting: bool) -> None:
        for cell in self._open():
            if cell.recorded and self._identical:
                cell.settle("PASS")
            elif not (cell.recorded and waiting):
                cell.decide()

    def _fixed(self) -> int:
        every = (
            cell.fixed_rounds()
            for cells in self.cells
            for cell in cells
            if not (cell.recorded and self._identical)
        )
        return int(np.ceil(max(every, default=0.0))) * self.size

    def _lines(self) -> list[Line]:
        return [
            Line(
                sentence(expect, self.plan),
                cells,
                self._source.line(self._index, i),
                self._identical and expect.recorded is not None,
            )
            for i, (expect, cells) in enumerate(zip(self.asked.expect, self.cells, strict=True))
        ]


def _plan(source: Source, index: int, variants: Sequence[Path]) -> Plan:
    asked = source.contract.request[index]
    try:
        return plan_of(asked, source.path.parent, variants)
    except BadInput as error:
        raise BadInput(f"{source.path}: {_which(asked, index)}: {error}") from None


def _cells(source: Source, index: int, plan: Plan) -> list[list[tuple[str, ...]]]:
    asked = source.contract.request[index]
    try:
        return [cell_names(expect, plan) for expect in asked.expect]
    except BadInput as error:
        raise BadInput(f"{source.path}: {_which(asked, index)}: {error}") from None


def _which(asked: Asked, index: int) -> str:
    return asked.name or f"request {index + 1}"


def _for_games(files: Sequence[Path], asked: Sequence[Asked], source: Source) -> list[list[Path]]:
    """Return for each request the variant files that are for its game."""
    chosen: list[list[Path]] = [[] for _ in asked]
    for path in files:
        meant = read_toml(path, "variant").get("game")
        fits = [
            i
            for i, each in enumerate(asked)
            if not isinstance(meant, str) or plain(meant) == plain(_game_id(each, i, source))
        ]
        if not fits:
            raise BadInput(f"{path} is a variant of {meant!r}, which {source.path} does not ask")
        for i in fits:
            chosen[i].append(path)
    return chosen


def _game_id(asked: Asked, index: int, source: Source) -> str:
    try:
        return GAMES.get(asked.game).id
    except BadInput as error:
        raise BadInput(f"{source.path}: {_which(asked, index)}: {error}") from None


def _outside(cell: Cell) -> float:
    """How far an estimate lies beyond its band; negative inside."""
    return max(cell.low - cell.estimate.value, cell.estimate.value - cell.high)


def _answer_json(answer: Answer) -> dict[str, Any]:
    return {
        "name": answer.name,
        "game": answer.plan.game.id,
        "rules_version": answer.plan.game.rules_version,
        "data_hash": answer.plan.data.fingerprint,
        "seed": answer.plan.request.seed,
        "games": answer.games,
        "fixed_design_games": answer.fixed,
        "reconstructed": list(answer.plan.data.reconstructed),
        "lines": [
            {
                "line": line.text,
                "verdict": line.verdict,
                "identical": line.identical,
                "games": line.games,
                "cells": [_cell_json(cell) for cell in line.cells],
            }
            for line in answer.lines
        ],
    }


def _cell_json(cell: Cell) -> dict[str, Any]:
    numbers = {
        "estimate": cell.estimate.value,
        "low": cell.estimate.low,
        "high": cell.estimate.high,
        "band": [round(cell.low, 6), round(cell.high, 6)],
        "margin": cell.margin,
    }
    rounded = {k: round(v, 6) if isinstance(v, float) else v for k, v in numbers.items()}
    return {"name": cell.name, "verdict": cell.verdict, "games": cell.games, **rounded}
