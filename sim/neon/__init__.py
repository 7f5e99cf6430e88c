"""Neon: the game as a designer sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.game import (
    Batch,
    Circumstance,
    GameData,
    GameOption,
    Holding,
    NoPieces,
    ScenarioOutcome,
    Step,
    Tally,
)
from sim.neon.odds_kinds import ODDS_KINDS
from sim.neon.seating import MODES, teams

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sim.board import Picture
    from sim.exact import Odds
    from sim.thinking import Forbidden

_POINTS = "Victory points by source"
_FIGHTS = "Fights"
_ALIVE = "Survival: not eliminated after round"
_STAYED = "Rounds ended in a sector"
_SECTORS = {
    "park": "Park",
    "factory": "Factory",
    "electro_station": "Electro-station",
    "highway": "Highway",
    "underpass": "Underpass",
    "mall": "Mall",
    "station": "Station",
    "police": "Police",
    "stadium": "Stadium",
    "tv_tower": "TV tower",
}


def _automa(word: object) -> Mapping[str, Any]:
    """Return the overlay of `--automa`, a switch."""
    return {"rules": {"automa": word is not False}}


def _board(word: object) -> Mapping[str, Any]:
    """Return the overlay of `--round-board`."""
    return {"rules": {"board": str(word).lower()}}


class Neon(NoPieces):
    """Cyborgs fight on a ring of sectors that close one after the other."""

    id = "neon"
    title = "Neon"
    about = "Cyborgs plan rows of actions, loot and fight on a ring of closing sectors."
    rules_version = 2
    piece = "card"
    side = "fighter"
    sides = "fighters"
    length_unit = "rounds"
    mirrors = False
    claimed_seat = 0
    endings = (
        "most points",
        "more valuable tokens",
        "shared",
        "last one standing",
        "nobody left",
        "Automa won",
        "drawn",
    )
    modes: Mapping[str, tuple[int, ...]] = MODES
    policies = ("random", "greedy", "trained", "search:200")
    default_policy = "greedy"
    lead = ("points", "points")
    options: tuple[GameOption, ...] = (
        GameOption("--automa", "the Automa fights too", _automa, is_switch=True),
        GameOption("--round-board", "fitting, short, long", _board),
    )
    tallies: tuple[Tally, ...] = (
        Tally(_POINTS, "points_trophies", "trophies"),
        Tally(_POINTS, "points_bots", "bots"),
        Tally(_POINTS, "points_leader", "leader"),
        Tally(_FIGHTS, "attacks", "attacks"),
        Tally(_FIGHTS, "dealt", "damage dealt"),
        Tally(_FIGHTS, "serviced", "tech service"),
        Tally(_FIGHTS, "searches", "searches"),
        *(Tally(_ALIVE, f"alive_{k}", str(k), curve=True) for k in range(1, 8)),
        *(Tally(_STAYED, f"stayed_{key}", name) for key, name in _SECTORS.items()),
    )
    circumstances: tuple[Circumstance, ...] = (
        Circumstance(
            "Closing order",
            "sector",
            tuple((f"order_{key}", name) for key, name in _SECTORS.items()),
            split=5,
            about="among the first five to close, against the last five",
            counts=(
                ("points", "points"),
                ("dealt", "damage dealt"),
                ("searches", "searches"),
                ("serviced", "tech service"),
                ("survived", "survived"),
            ),
        ),
    )
    odds_kinds = ODDS_KINDS

    def load(self, overlays: Sequence[Mapping[str, Any]] = ()) -> GameData:
        """Return the figures with overlays applied."""
        from sim.neon.figures import NeonData

        return NeonData(overlays)

    def rotations(self, mode: str, players: int) -> Sequence[tuple[int, ...]]:
        """Return every turn of the table by one seat."""
        return [tuple((k + turn) % players for k in range(players)) for turn in range(players)]

    def teams(self, mode: str, players: int) -> tuple[int, ...]:
        """Return the team of each player of a lineup."""
        return teams(mode, players)

    def forbidden(self, data: GameData) -> Forbidden:
        """Return what `--forbid` can take from a player."""
        from sim.neon.search import forbidden

        return forbidden(data)

    def holdings(self, data: GameData) -> Sequence[Holding]:
        """Return the sectors of the first landing, and those in which a round was ended."""
        names = tuple(one["name"] for one in data.document["sectors"].values())
        return [
            Holding("first sector", names, (("landed", "landed there"),), by_value=True),
            Holding(
                "sector",
                names,
                (("ended_in", "ended a round there"), ("ended_often", "ended two or more")),
            ),
        ]

    def play(self, data: GameData, batch: Batch) -> Mapping[str, NDArray[Any]]:
        """Play a batch of games."""
        from sim.neon.engine import engine

        return engine(data).play(batch)

    def replay(self, data: GameData, batch: Batch) -> list[Step]:
        """Play one game again and tell it turn by turn."""
        from sim.neon.replay import replay

        return replay(data, batch)

    def scenario(self, document: Mapping[str, Any], source: str) -> ScenarioOutcome:
        """Run a scenario file."""
        from sim.neon.scenario import run_scenario

        return run_scenario(document, source)

    def odds(
        self, data: GameData, kind: str, words: Mapping[str, str], simulate: int, seed: int
    ) -> Odds:
        """Return the exact odds of an attack."""
        from sim.neon.odds import odds

        return odds(data, kind, words, simulate, seed)

    def picture_of_map(self, data: GameData, map_id: str) -> Picture | None:
        """Return the ten sectors (`ring`); every game lays them out anew, so there are no maps."""
        from sim.names import resolve
        from sim.neon.figures import NeonData
        from sim.neon.picture import picture_of_ring

        if not map_id:
            return None
        assert isinstance(data, NeonData)
        resolve(map_id, "map", {"ring": ("arena", "sectors")})
        return picture_of_ring(data)

    def warm(self) -> None:
        """Compile the engine by playing one game of each player."""
        from sim.neon.engine import warm

        warm()

    def is_warm(self) -> bool:
        """Whether the engine is in the cache."""
        import kernels

        return kernels.is_compiled("kernels.neon.play", "play_chunk")


GAME = Neon()
