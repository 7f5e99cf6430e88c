"""Pixel Tactics: the game as a designer sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.errors import BadInput
from sim.game import (
    Batch,
    GameData,
    GameOption,
    Holding,
    NoPieces,
    ScenarioOutcome,
    Step,
    Tally,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sim.board import Picture
    from sim.exact import Odds, OddsKind
    from sim.thinking import Forbidden


def _edition(word: str) -> Mapping[str, Any]:
    from sim.pixel_tactics.figures import edition

    return edition(word)


def _best_of(word: str) -> Mapping[str, Any]:
    from sim.pixel_tactics.figures import best_of

    return best_of(word)


class PixelTactics(NoPieces):
    """Two units of three by three fight until a leader falls."""

    id = "pixel_tactics"
    title = "Pixel Tactics"
    about = "Two leaders recruit heroes around them; who brings the other leader down wins."
    rules_version = 1
    piece = "card"
    side = "leader"
    sides = "leaders"
    length_unit = "rounds"
    mirrors = True  # PXT-DEC-1
    claimed_seat = 2  # PXT-TIP-5
    endings = ("leader fell", "more heroes left", "draw", "round limit", "series limit")
    modes: Mapping[str, tuple[int, ...]] = {"duel": (2,)}
    policies = ("random", "greedy", "trained", "search:200")
    default_policy = "greedy"
    lead = ("damage", "damage dealt")
    options: tuple[GameOption, ...] = (
        GameOption("--edition", "cards of the second (default) or first edition", _edition),
        GameOption("--best-of", "a series: best of 3, 5, 7 or 9 games", _best_of),
    )
    tallies: tuple[Tally, ...] = (
        Tally("In a game", "damage", "damage on enemy cards"),
        Tally("In a game", "heroes", "heroes left at the end"),
    )
    odds_kinds: tuple[OddsKind, ...] = ()

    def load(self, overlays: Sequence[Mapping[str, Any]] = ()) -> GameData:
        """Return the figures with overlays applied."""
        from sim.pixel_tactics.figures import PixelData

        return PixelData(overlays)

    def rotations(self, mode: str, players: int) -> Sequence[tuple[int, ...]]:
        """Return both seatings: seat 0 holds the first-player card in the first round."""
        return [(0, 1), (1, 0)]

    def teams(self, mode: str, players: int) -> tuple[int, ...]:
        """Return the team of each player: everyone plays alone."""
        return (0, 1)

    def forbidden(self, data: GameData) -> Forbidden:
        """Return what `--forbid` can take from a player."""
        from sim.pixel_tactics.search import forbidden

        return forbidden(data)

    def holdings(self, data: GameData) -> Sequence[Holding]:
        """Return the cards: drawn, recruited as heroes, played as orders."""
        names = tuple(named.name for named in data.sides.values())
        uses = (("drew", "drawn"), ("played", "recruited"), ("ordered", "as order"))
        return [Holding("card", names, uses)]

    def play(self, data: GameData, batch: Batch) -> Mapping[str, NDArray[Any]]:
        """Play a batch of games."""
        from sim.pixel_tactics.engine import engine

        return engine(data).play(batch)

    def replay(self, data: GameData, batch: Batch) -> list[Step]:
        """Play one game again and tell it turn by turn."""
        from sim.pixel_tactics.replay import replay

        return replay(data, batch)

    def scenario(self, document: Mapping[str, Any], source: str) -> ScenarioOutcome:
        """Run a scenario file."""
        from sim.pixel_tactics.scenario import run_scenario

        return run_scenario(document, source)

    def odds(
        self, data: GameData, kind: str, words: Mapping[str, str], simulate: int, seed: int
    ) -> Odds:
        """Refuse: nothing in this game is left to dice."""
        raise BadInput("Pixel Tactics has no odds to work out")

    def picture_of_map(self, data: GameData, map_id: str) -> Picture | None:
        """Return nothing: cards lie in two units of nine."""
        return None

    def warm(self) -> None:
        """Compile the engine by playing one game of each player."""
        from sim.pixel_tactics.engine import warm

        warm()

    def is_warm(self) -> bool:
        """Whether the engine is in the cache."""
        import kernels

        return kernels.is_compiled("kernels.pixel_tactics.play", "play_chunk")


GAME = PixelTactics()
