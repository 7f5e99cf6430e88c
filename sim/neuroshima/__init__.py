"""Neuroshima Hex 3.0: the game as a designer sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.game import Batch, GameData, GameOption, Holding, PieceKind, ScenarioOutcome, Step, Tally
from sim.neuroshima.seating import MODES, rotations, teams

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sim.board import Picture
    from sim.etude import Solved, Watching
    from sim.exact import Odds, OddsKind
    from sim.thinking import Forbidden


def _board(word: object) -> Mapping[str, Any]:
    """Return the overlay of `--board`."""
    return {"rules": {"board": str(word).lower()}}


class Neuroshima:
    """Armies of 34 tiles and an HQ fight for 19 hexes, or 37."""

    id = "neuroshima"
    title = "Neuroshima Hex 3.0"
    about = "Armies of tiles on a hex board, fought out in initiative order."
    rules_version = 1
    piece = "tile"
    side = "army"
    sides = "armies"
    length_unit = "turns"
    mirrors = False
    claimed_seat = 0
    endings = (
        "HQ destroyed",
        "both HQs destroyed",
        "more HQ points",
        "more HQ points after a tie",
        "level after a tie",
        "no HQ left",
        "HQs of both sides destroyed",
        "enough points won",
        "most points won",
        "most points won after a tie",
    )
    modes: Mapping[str, tuple[int, ...]] = MODES
    policies = ("random", "greedy", "trained", "search:200")
    default_policy = "greedy"
    lead = ("hq", "HQ points")
    options: tuple[GameOption, ...] = (
        GameOption("--board", "main (19 cells), extended (37) or advised (default)", _board),
    )
    tallies: tuple[Tally, ...] = ()
    odds_kinds: tuple[OddsKind, ...] = ()

    def load(self, overlays: Sequence[Mapping[str, Any]] = ()) -> GameData:
        """Return the figures with overlays applied."""
        from sim.neuroshima.figures import NeuroshimaData

        return NeuroshimaData(overlays)

    def rotations(self, mode: str, players: int) -> Sequence[tuple[int, ...]]:
        """Return the seatings of a mirrored set."""
        return rotations(mode, players)

    def teams(self, mode: str, players: int) -> tuple[int, ...]:
        """Return the team of each player of a lineup."""
        return teams(mode, players)

    def forbidden(self, data: GameData) -> Forbidden:
        """Return what `--forbid` can take from a player."""
        from sim.neuroshima.search import forbidden

        return forbidden(data)

    def holdings(self, data: GameData) -> Sequence[Holding]:
        """Return nothing; `balance impact` weighs the tiles."""
        return []

    def play(self, data: GameData, batch: Batch) -> Mapping[str, NDArray[Any]]:
        """Play a batch of games."""
        from sim.neuroshima.engine import engine

        return engine(data).play(batch)

    def pieces(self, data: GameData) -> Sequence[PieceKind]:
        """Return the tiles of every pile."""
        from sim.neuroshima.impact import pieces

        return pieces(data)

    def blank_one(self, data: GameData, piece: PieceKind) -> Mapping[str, Any]:
        """Return the overlay that turns one copy of a tile into a blank in its place."""
        from sim.neuroshima.impact import blank_one

        return blank_one(data, piece)

    def add_one(self, data: GameData, piece: PieceKind) -> Mapping[str, Any] | None:
        """Return the overlay that adds one copy of a tile, where the pile has room."""
        from sim.neuroshima.impact import add_one

        return add_one(data, piece)

    def observe(self, data: GameData, batch: Batch) -> Mapping[str, NDArray[Any]]:
        """Play a batch and count the tiles drawn."""
        from sim.neuroshima.impact import observe

        return observe(data, batch)

    def replay(self, data: GameData, batch: Batch) -> list[Step]:
        """Play one game again and tell it turn by turn."""
        from sim.neuroshima.replay import replay

        return replay(data, batch)

    def scenario(self, document: Mapping[str, Any], source: str) -> ScenarioOutcome:
        """Run a scenario file."""
        from sim.neuroshima.scenario import run_scenario

        return run_scenario(document, source)

    def odds(
        self, data: GameData, kind: str, words: Mapping[str, str], simulate: int, seed: int
    ) -> Odds:
        """There is nothing to ask: battles have no dice."""
        raise NotImplementedError

    def picture_of_map(self, data: GameData, map_id: str) -> Picture | None:
        """There are no maps, only the one board."""
        return None

    def solve(
        self,
        document: Mapping[str, Any],
        source: str,
        threads: int | None,
        progress: Watching | None,
    ) -> Solved:
        """Find every solution of an étude."""
        from sim.neuroshima.etude import read

        return read(document, source).solve(threads, progress)

    def warm_solver(self) -> None:
        """Compile the solver by solving a small étude."""
        from sim.neuroshima.etude import warm

        warm()

    def is_solver_warm(self) -> bool:
        """Whether the solver is in the cache."""
        import kernels

        return kernels.is_compiled("kernels.neuroshima.solve", "ask")

    def warm(self) -> None:
        """Compile the engine by playing one game of each player."""
        from sim.neuroshima.engine import warm

        warm()

    def is_warm(self) -> bool:
        """Whether the engine is in the cache."""
        import kernels

        return kernels.is_compiled("kernels.neuroshima.play", "play_chunk")


GAME = Neuroshima()
