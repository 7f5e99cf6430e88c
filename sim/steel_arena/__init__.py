"""Steel Arena: Arsenal: the game as a designer sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sim.game import Batch, GameData, GameOption, Holding, NoPieces, ScenarioOutcome, Step, Tally
from sim.steel_arena.options import chosen_abilities, chosen_rules

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sim.board import Picture
    from sim.exact import Odds, OddsKind
    from sim.thinking import Forbidden

_FIGHT = "Fighting"
_UPKEEP = "Upkeep"


_NOTED = 62  # kinds of modules that a row of results can tell apart


class SteelArena(NoPieces):
    """Robots of loose modules shoot modules off each other."""

    id = "steel_arena"
    title = "Steel Arena: Arsenal"
    about = "Robots pick up modules, line up shots and take each other apart for trophies."
    rules_version = 1
    piece = "module"
    side = "robot"
    sides = "robots"
    length_unit = "turns"
    mirrors = False
    claimed_seat = 0
    endings = ("enough trophies", "a robot destroyed", "tiles used up", "last turn")
    modes: Mapping[str, tuple[int, ...]] = {"melee": (2, 3, 4)}
    policies = ("random", "greedy", "trained", "search:200")
    default_policy = "greedy"
    lead = ("trophies", "trophies")
    options: tuple[GameOption, ...] = (
        GameOption(
            "--rules",
            "optional rules: forced, starting_equipment, abilities, mines, or all, or none",
            chosen_rules,
        ),
        GameOption(
            "--abilities",
            "sides of the ability cards, such as strength,agility; all:fury for every robot",
            chosen_abilities,
        ),
    )
    tallies: tuple[Tally, ...] = (
        Tally(_FIGHT, "trophies", "trophies"),
        Tally(_FIGHT, "stopped", "damage stopped"),
        Tally(_FIGHT, "mines_hit", "mines that others hit"),
        Tally(_UPKEEP, "picked", "tiles picked up"),
        Tally(_UPKEEP, "cooled", "times cooled"),
        Tally(_UPKEEP, "modules", "modules at the end"),
    )
    odds_kinds: tuple[OddsKind, ...] = ()

    def load(self, overlays: Sequence[Mapping[str, Any]] = ()) -> GameData:
        """Return the figures with overlays applied."""
        from sim.steel_arena.figures import SteelArenaData

        return SteelArenaData(overlays)

    def rotations(self, mode: str, players: int) -> Sequence[tuple[int, ...]]:
        """Return every turn of the table by one seat."""
        return [tuple((k + turn) % players for k in range(players)) for turn in range(players)]

    def teams(self, mode: str, players: int) -> tuple[int, ...]:
        """Everyone plays alone."""
        return tuple(range(players))

    def forbidden(self, data: GameData) -> Forbidden:
        """Return what `--forbid` can take from a player."""
        from sim.steel_arena.search import forbidden

        return forbidden(data)

    def holdings(self, data: GameData) -> Sequence[Holding]:
        """Return the modules picked up, and the sides of the ability cards."""
        modules = tuple(one["name"] for one in data.document["modules"].values())[:_NOTED]
        abilities = tuple(one["name"] for one in data.document["abilities"].values())
        return [
            Holding("module", modules, (("took", "picked up"),)),
            Holding("ability", abilities, (("ability", "chosen"),), by_value=True),
        ]

    def play(self, data: GameData, batch: Batch) -> Mapping[str, NDArray[Any]]:
        """Play a batch of games."""
        from sim.steel_arena.engine import engine

        return engine(data).play(batch)

    def replay(self, data: GameData, batch: Batch) -> list[Step]:
        """Play one game again and tell it turn by turn."""
        from sim.steel_arena.replay import replay

        return replay(data, batch)

    def scenario(self, document: Mapping[str, Any], source: str) -> ScenarioOutcome:
        """Run a scenario file."""
        from sim.steel_arena.scenario import run_scenario

        return run_scenario(document, source)

    def odds(
        self, data: GameData, kind: str, words: Mapping[str, str], simulate: int, seed: int
    ) -> Odds:
        """There is nothing to ask: fights have no dice."""
        raise NotImplementedError

    def picture_of_map(self, data: GameData, map_id: str) -> Picture | None:
        """Return the areas of a field; what lies on them is drawn for every game."""
        from sim.steel_arena.figures import SteelArenaData
        from sim.steel_arena.picture import picture_of_field

        assert isinstance(data, SteelArenaData)
        return picture_of_field(data.figures, map_id) if map_id else None

    def warm(self) -> None:
        """Compile the engine by playing one game of each player."""
        from sim.steel_arena.engine import warm

        warm()

    def is_warm(self) -> bool:
        """Whether the engine is in the cache."""
        import kernels

        return kernels.is_compiled("kernels.steel_arena.play", "play_chunk")


GAME = SteelArena()
