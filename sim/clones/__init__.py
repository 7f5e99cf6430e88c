"""Clones: Reload: the game as a designer sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.clones.odds_kinds import ODDS_KINDS
from sim.clones.seating import MODES, teams
from sim.game import Batch, GameData, GameOption, Holding, NoPieces, ScenarioOutcome, Step, Tally

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sim.board import Picture
    from sim.exact import Odds
    from sim.thinking import Forbidden

_FAME = "Fame by source"
_FIGHTS = "Fights"


class Clones(NoPieces):
    """Androids fight for fame on an arena of hexes."""

    id = "clones"
    title = "Clones: Reload"
    about = "Androids loot, build and fight along lines of dice for the fame of the arena."
    rules_version = 1
    piece = "card"
    side = "character"
    sides = "characters"
    length_unit = "turns"
    mirrors = False
    claimed_seat = 0
    endings = ("superstar", "most fame", "more Reload tokens", "shared")
    modes: Mapping[str, tuple[int, ...]] = MODES
    policies = ("random", "greedy", "trained", "search:200")
    default_policy = "greedy"
    lead = ("fame", "fame")
    options: tuple[GameOption, ...] = ()
    tallies: tuple[Tally, ...] = (
        Tally(_FAME, "fame_beacons", "beacons"),
        Tally(_FAME, "fame_damage", "damage"),
        Tally(_FAME, "fame_reloads", "reloads"),
        Tally(_FAME, "fame_spirit", "team spirit"),
        Tally(_FAME, "fame_traps", "traps"),
        Tally(_FIGHTS, "dealt", "damage dealt"),
        Tally(_FIGHTS, "reloads", "times reloaded"),
    )
    odds_kinds = ODDS_KINDS

    def load(self, overlays: Sequence[Mapping[str, Any]] = ()) -> GameData:
        """Return the figures with overlays applied."""
        from sim.clones.figures import ClonesData

        return ClonesData(overlays)

    def rotations(self, mode: str, players: int) -> Sequence[tuple[int, ...]]:
        """Return every turn of the table by one seat."""
        return [tuple((k + turn) % players for k in range(players)) for turn in range(players)]

    def teams(self, mode: str, players: int) -> tuple[int, ...]:
        """Return the team of each player of a lineup."""
        return teams(mode, players)

    def forbidden(self, data: GameData) -> Forbidden:
        """Return what `--forbid` can take from a player."""
        from sim.clones.search import forbidden

        return forbidden(data)

    def holdings(self, data: GameData) -> Sequence[Holding]:
        """Return nothing: equipment changes hands and is lost too often."""
        return []

    def play(self, data: GameData, batch: Batch) -> Mapping[str, NDArray[Any]]:
        """Play a batch of games."""
        from sim.clones.engine import engine

        return engine(data).play(batch)

    def replay(self, data: GameData, batch: Batch) -> list[Step]:
        """Play one game again and tell it turn by turn."""
        from sim.clones.replay import replay

        return replay(data, batch)

    def scenario(self, document: Mapping[str, Any], source: str) -> ScenarioOutcome:
        """Run a scenario file."""
        from sim.clones.scenario import run_scenario

        return run_scenario(document, source)

    def odds(
        self, data: GameData, kind: str, words: Mapping[str, str], simulate: int, seed: int
    ) -> Odds:
        """Return the exact odds of a fight."""
        from sim.clones.odds import odds

        return odds(data, kind, words, simulate, seed)

    def picture_of_map(self, data: GameData, map_id: str) -> Picture | None:
        """Return the drawing of a map."""
        from sim.clones.picture import picture_of_map

        return picture_of_map(data, map_id)

    def warm(self) -> None:
        """Compile the engine by playing one game of each player."""
        from sim.clones.engine import warm

        warm()

    def is_warm(self) -> bool:
        """Whether the engine is in the cache."""
        import kernels

        return kernels.is_compiled("kernels.clones.play", "play_chunk")


GAME = Clones()
