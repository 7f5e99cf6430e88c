"""A game of almost nothing: each player rolls, adds his colour's strength, the highest wins.

Pure numpy, two to four seats, fast; it plugs into the registry like a real game, so that planning,
running and the command line can be tested by themselves.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sim import board
from sim.board import Picture, Piece
from sim.errors import BadInput
from sim.exact import OddsKind
from sim.game import (
    Batch,
    GameOption,
    Holding,
    Named,
    PieceKind,
    ScenarioOutcome,
    Step,
    Switch,
    Tally,
)
from sim.variant import explain, merge

Ints = NDArray[np.int64]


class Token(BaseModel):
    """A piece of a colour's bag: what it adds when drawn; blank copies add nothing."""

    model_config = ConfigDict(extra="forbid", strict=True)
    count: int = Field(ge=0, le=9)
    bonus: int = Field(ge=-50, le=50)
    blanks: int = Field(0, ge=0, le=9)


class Colour(BaseModel):
    """A side."""

    model_config = ConfigDict(extra="forbid", strict=True)
    name: str
    strength: int = Field(ge=0, le=50)
    tokens: dict[str, Token] = {}


class Rules(BaseModel):
    """The rule switches."""

    model_config = ConfigDict(extra="forbid", strict=True)
    sides_of_die: int = Field(ge=2, le=1000)
    first_seat_bonus: int = Field(ge=0, le=20)
    ties: Literal["share", "first"]
    pause_ms: float = Field(ge=0, le=10_000)


class Figures(BaseModel):
    """All figures of the game."""

    model_config = ConfigDict(extra="forbid", strict=True)
    colours: dict[str, Colour]
    rules: Rules


FIGURES: dict[str, Any] = {
    "colours": {
        "red": {"name": "Red", "strength": 12},
        "green": {"name": "Green", "strength": 10},
        "blue": {"name": "Deep Blue", "strength": 8},
        "gold": {"name": "Gold", "strength": 14},
    },
    "rules": {"sides_of_die": 100, "first_seat_bonus": 3, "ties": "share", "pause_ms": 0.0},
}


@dataclass(frozen=True)
class ToyData:
    """The figures with overlays applied."""

    figures: Figures

    @property
    def sides(self) -> Mapping[str, Named]:
        """The colours."""
        aliases = {"red": ("красный",)}
        return {
            key: Named(key, colour.name, aliases.get(key, ()))
            for key, colour in self.figures.colours.items()
        }

    @property
    def maps(self) -> Mapping[str, Named]:
        """Two maps: on the hill the strong are stronger."""
        return {"meadow": Named("meadow", "Meadow"), "hill": Named("hill", "The Hill")}

    @property
    def switches(self) -> Sequence[Switch]:
        """The rule switches."""
        return [
            Switch("rules.sides_of_die", 100, "2 to 1000", "how many sides the die has", "TOY-1"),
            Switch("rules.first_seat_bonus", 3, "0 to 20", "what the first seat adds", "TOY-2"),
            Switch("rules.ties", "share", "share, first", "who wins a tie", "TOY-3"),
        ]

    @property
    def document(self) -> Mapping[str, Any]:
        """Every figure."""
        return self.figures.model_dump()

    @property
    def fingerprint(self) -> str:
        """A hash of the figures."""
        text = json.dumps(self.figures.model_dump(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def provenance(self) -> Mapping[str, int]:
        """One figure is a guess."""
        return {"rulebook": 6, "public": 0, "reconstructed": 1}

    @property
    def reconstructed(self) -> Sequence[str]:
        """The guess."""
        return ["colours.blue.strength"]


def _hash(*parts: Ints | int) -> Ints:
    """Return well mixed numbers below 2**32 that depend on every part."""
    with np.errstate(over="ignore"):
        x = np.asarray(0x9E3779B97F4A7C15, dtype=np.uint64)
        for part in parts:
            x = (x ^ np.asarray(part, dtype=np.uint64)) * np.uint64(0xBF58476D1CE4E5B9)
            x = x ^ (x >> np.uint64(29))
    return np.asarray(x >> np.uint64(32), dtype=np.int64)


class Toy:
    """The game; see the module."""

    id = "toy"
    title = "Toy of Colours"
    about = "Roll, add your strength, win."
    rules_version = 1
    piece = "token"
    side = "colour"
    sides = "colours"
    length_unit = "rolls"
    mirrors = False
    claimed_seat = 0
    endings = ("clear", "close", "tied")
    modes: Mapping[str, tuple[int, ...]] = {"melee": (2, 3, 4), "teams": (4,)}
    policies = ("random", "greedy", "search:200")
    default_policy = "greedy"
    lead = ("total", "the total")
    options = (
        GameOption("--die", "how many sides the die has", lambda text: _die(text)),
        GameOption("--kind-ties", "who wins a tie", lambda text: {"rules": {"ties": text}}),
    )

    tallies: tuple[Tally, ...] = ()
    odds_kinds: tuple[OddsKind, ...] = ()

    def __init__(self) -> None:
        self.compiled = False

    def load(self, overlays: Sequence[Mapping[str, Any]] = ()) -> ToyData:
        """Return the figures with overlays applied."""
        try:
            return ToyData(Figures.model_validate(merge(FIGURES, *overlays)))
        except ValidationError as error:
            raise explain(error, "toy", Figures, overlays, FIGURES) from None

    def rotations(self, mode: str, players: int) -> Sequence[tuple[int, ...]]:
        """Every player sits on every seat once."""
        return [tuple((k + r) % players for k in range(players)) for r in range(players)]

    def teams(self, mode: str, players: int) -> tuple[int, ...]:
        """In teams, those sit opposite each other who belong together."""
        return (0, 1, 0, 1) if mode == "teams" else tuple(range(players))

    def forbidden(self, data: Any) -> Mapping[str, Mapping[str, Sequence[str]]]:
        """Whoever may not look takes the first roll."""
        return {"action": {"look": ("peek",)}}

    def holdings(self, data: Any) -> Sequence[Holding]:
        """Return nothing."""
        return []

    def play(self, data: ToyData, batch: Batch) -> Mapping[str, NDArray[Any]]:
        """Roll once for each player; greedy ones take the better of two rolls."""
        rules = data.figures.rules
        if rules.pause_ms:
            time.sleep(rules.pause_ms * len(batch.game) / 1000)
        total = self._totals(data, batch)
        players = total.shape[1]
        mates = 1
        if batch.lineups[0].mode == "teams":
            total = total + np.roll(total, 2, axis=1)
            mates = 2
        best = total == total.max(axis=1, keepdims=True)
        if rules.ties == "first":
            # The first of those who are level, and whoever is in his team.
            teams = np.arange(players) % (players // mates)
            best &= teams == teams[best.argmax(axis=1)][:, None]
        score = best / (best.sum(axis=1, keepdims=True) / mates)
        ordered = np.sort(total, axis=1)
        margin = ordered[:, -1] - ordered[:, -2 if batch.lineups[0].mode == "melee" else 0]
        return {
            "score": score,
            "length": 1 + _hash(batch.seed, batch.set_index, 99) % 9 + players,
            "ending": np.select([score.max(axis=1) < 1, margin < 10], [2, 1], 0),
            "margin": margin.astype(np.int32),
            "total": total.astype(np.int16),
        }

    def _totals(self, data: ToyData, batch: Batch) -> Ints:
        rules = data.figures.rules
        strengths = np.array(
            [[data.figures.colours[side].strength for side in line.sides] for line in batch.lineups]
        )
        strengths *= np.array([[1 + (line.map == "hill")] for line in batch.lineups])
        greedy = np.array(
            [[p != "random" and "!" not in p for p in line.policies] for line in batch.lineups]
        )
        player, lineup = batch.seat_player, batch.lineup[:, None]
        stream = batch.set_index[:, None]
        rolls = [_hash(batch.seed, stream, player, i) % rules.sides_of_die for i in range(2)]
        roll = np.where(greedy[lineup, player], np.maximum(*rolls), rolls[0])
        bonus = np.where(np.arange(player.shape[1]) == 0, rules.first_seat_bonus, 0)
        total = roll + strengths[lineup, player] + bonus + self._tokens(data, batch)[0]
        return np.asarray(total, dtype=np.int64)

    def _tokens(self, data: ToyData, batch: Batch) -> tuple[Ints, Ints]:
        """Draw two tokens from each bag; return what they add, and how many of each were drawn."""
        known = self.pieces(data)
        added = np.zeros(batch.seat_player.shape, np.int64)
        drawn = np.zeros((*added.shape, len(known)), np.int64)
        for i, line in enumerate(batch.lineups):
            for p, side in enumerate(line.sides):
                bag = [
                    (place, token.bonus * (copy >= token.blanks))
                    for place, piece in enumerate(known)
                    if piece.side == side
                    for token in [data.figures.colours[side].tokens[piece.id]]
                    for copy in range(token.count)
                ]
                game, seat = np.nonzero((batch.lineup == i)[:, None] & (batch.seat_player == p))
                streams = batch.set_index[game, None]
                keys = _hash(batch.seed, streams, p, 50 + np.arange(len(bag)))
                for slot in np.argsort(keys, axis=1, kind="stable")[:, :2].T if bag else ():
                    added[game, seat] += np.array([worth for _, worth in bag])[slot]
                    drawn[game, seat, np.array([place for place, _ in bag])[slot]] += 1
        return added, drawn

    def pieces(self, data: ToyData) -> Sequence[PieceKind]:
        """Return the tokens of every bag."""
        return [
            PieceKind(side, key, key.capitalize(), token.count)
            for side, colour in data.figures.colours.items()
            for key, token in colour.tokens.items()
            if token.count
        ]

    def blank_one(self, data: ToyData, piece: PieceKind) -> Mapping[str, Any]:
        """Return the overlay with one copy blank."""
        return {"colours": {piece.side: {"tokens": {piece.id: {"blanks": 1}}}}}

    def add_one(self, data: ToyData, piece: PieceKind) -> Mapping[str, Any] | None:
        """Return the overlay with one copy more; nine are all a bag holds."""
        if piece.copies == 9:
            return None
        return {"colours": {piece.side: {"tokens": {piece.id: {"count": piece.copies + 1}}}}}

    def observe(self, data: ToyData, batch: Batch) -> Mapping[str, NDArray[Any]]:
        """Play a batch and count the tokens drawn."""
        return {"score": self.play(data, batch)["score"], "drawn": self._tokens(data, batch)[1]}

    def replay(self, data: ToyData, batch: Batch) -> list[Step]:
        """Tell each roll and the end."""
        result = self.play(data, batch)
        lineup = batch.lineups[int(batch.lineup[0])]
        sides = [lineup.sides[int(p)] for p in batch.seat_player[0]]
        steps = [
            Step(f"Roll {k + 1}", (f"{side} comes to {result['total'][0, k]}",), _picture(side))
            for k, side in enumerate(sides)
        ]
        return [*steps, Step("The end", (f"margin {result['margin'][0]}",))]

    def scenario(self, document: Mapping[str, Any], source: str) -> ScenarioOutcome:
        """A scenario has a roll and may expect it."""
        unknown = set(document) - {"game", "title", "roll", "expect"}
        if unknown:
            raise BadInput(f"{source}: unknown key {min(unknown)!r}; known: expect, roll, title")
        roll, expected = document.get("roll", 1), document.get("expect", {}).get("roll")
        failed = [] if expected in (None, roll) else [f"the roll is {roll}, not {expected}"]
        title = str(document.get("title", ""))
        return ScenarioOutcome(title, failed, {"roll": roll}, [f"rolled {roll}"], _picture("red"))

    def picture_of_map(self, data: ToyData, map_id: str) -> Picture | None:
        """A meadow is one field, a hill has a top and a foot."""
        fields = [board.Field((0, 0), "plain", data.maps[map_id].name)]
        if map_id == "hill":
            fields.append(board.Field((0, 1), "mountain", "Foot"))
        return Picture(1, (), (), data.maps[map_id].name, fields=tuple(fields))

    def warm(self) -> None:
        """Nothing to compile, but pretend."""
        self.compiled = True

    def is_warm(self) -> bool:
        """Whether `warm` was called."""
        return self.compiled


def _die(text: str) -> Mapping[str, Any]:
    if not text.isdigit():
        raise BadInput(f"--die {text!r} is not a whole number")
    return {"rules": {"sides_of_die": int(text)}}


def _picture(side: str) -> Picture:
    return Picture(1, (Piece((0, 0), 0, side, side[:2]),), (side,), caption=f"{side} rolls")


GAME = Toy()
