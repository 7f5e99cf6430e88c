"""What a game provides, and the registry of games.

A game plugs in by a folder `sim/<game>/` whose `__init__` defines `GAME`, an object with the
attributes and methods of `Game`, and by a line in `_FOLDERS`. Nothing else names a game: the
command line, the runner, the analysis and the reports work from this description alone.
Importing a game's folder must be cheap (no numba, no numpy): heavy work waits inside methods.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from sim.names import resolve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sim.board import Picture
    from sim.exact import Odds, OddsKind
    from sim.thinking import Forbidden

_FOLDERS = {
    "neuroshima": "sim.neuroshima",
    "clones": "sim.clones",
    "neon": "sim.neon",
    "pixel_tactics": "sim.pixel_tactics",
    "steel_arena": "sim.steel_arena",
}


@dataclass(frozen=True)
class Named:
    """Something a designer can name: an army, a character, a map."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    players: tuple[int, ...] = ()  # of a map: the numbers of players it is made for


@dataclass(frozen=True)
class Switch:
    """One rule that a designer may turn: its path for `--set`, default, what is allowed, source."""

    path: str
    default: object
    allowed: str
    about: str
    source: str


@dataclass(frozen=True)
class GameOption:
    """A command-line option of one game, such as `--edition first`; it becomes an overlay.

    A switch is given without a value, such as `--automa`.
    """

    flag: str
    about: str
    overlay: Callable[[str], Mapping[str, Any]]
    is_switch: bool = False


class GameData(Protocol):
    """A game's figures with all overlays applied and checked."""

    @property
    def sides(self) -> Mapping[str, Named]:
        """Every army (character, fighter, leader, robot), by id, in the game's order."""

    @property
    def maps(self) -> Mapping[str, Named]:
        """Every map, by id; empty where the game has one fixed board."""

    @property
    def switches(self) -> Sequence[Switch]:
        """The rule switches."""

    @property
    def document(self) -> Mapping[str, Any]:
        """Every figure in plain tables, as a variant would write them, without sources."""

    @property
    def fingerprint(self) -> str:
        """A hash of every figure that can change a result."""

    @property
    def provenance(self) -> Mapping[str, int]:
        """How many figures are `rulebook`, `public`, `reconstructed`."""

    @property
    def reconstructed(self) -> Sequence[str]:
        """The paths of all reconstructed figures."""


@dataclass(frozen=True)
class Lineup:
    """Who meets whom: one side and one policy per player, on one map, in one mode."""

    sides: tuple[str, ...]
    policies: tuple[str, ...]
    mode: str
    map: str = ""


@dataclass(frozen=True)
class Batch:
    """Games to be played together, as arrays: row i is one game.

    `seat_player[i, k]` is the player (index into the lineup) on seat k. Streams belong to players
    and to `set_index`, so the rotations of a mirrored set share their decks and dice.
    """

    seed: int
    lineups: Sequence[Lineup]
    game: NDArray[np.int64]
    set_index: NDArray[np.int64]
    lineup: NDArray[np.int64]
    seat_player: NDArray[np.int64]


@dataclass(frozen=True)
class PieceKind:
    """One kind of piece that a side brings: a tile of its pile, a card of its deck."""

    side: str
    id: str
    name: str
    copies: int


@dataclass(frozen=True)
class Tally:
    """Something a game counts for every seat: a column of `play`, shown by `name` in a group."""

    group: str  # "Fame by source"
    column: str  # "fame_damage"
    name: str  # "damage"
    curve: bool = False  # the names of the group follow one another in time: it is drawn as well


@dataclass(frozen=True)
class Holding:
    """Things that a seat may have had in a game, such as cards: what those scored who had them.

    A column of `play` holds one bit for each name; with `by_value` the number of a single one,
    from 1, and 0 for none.
    """

    thing: str  # "card"
    names: tuple[str, ...]
    columns: tuple[tuple[str, str], ...]  # ("drew", "drawn"): the column, and how it is shown
    by_value: bool = False


@dataclass(frozen=True)
class Circumstance:
    """What chance settles before a game, such as the order in which sectors close: what it changes.

    For each name a column of `play` holds a number that all games of a mirrored set share. Games
    with at most `split` are set against the others: who scores what, and what seats count.
    """

    group: str  # "Closing order"
    thing: str  # "sector"
    columns: tuple[tuple[str, str], ...]  # ("order_park", "Park"): the column, and how it is shown
    split: int
    about: str  # "among the first five to close, against the others"
    counts: tuple[tuple[str, str], ...] = ()  # ("dealt", "damage"): columns of the seats


@dataclass(frozen=True)
class Step:
    """One moment of a replay: what happened in words, and the board after it where it changed."""

    heading: str
    lines: tuple[str, ...]
    picture: Picture | None = None


@dataclass(frozen=True)
class ScenarioOutcome:
    """What a scenario ended in: failed expectations, final state and log, ready for JSON."""

    title: str
    failed: list[str]
    state: dict[str, Any]
    log: list[str]
    picture: Picture | None = None
    story: Callable[[], list[Step]] | None = None  # draws every step and phase, when asked for

    def steps(self) -> list[Step]:
        """Return a picture for every step and phase, or only for the end where the game has no
        more to show."""
        if self.story is not None:
            return self.story()
        return [Step(self.title, (), self.picture)] if self.picture is not None else []

    @property
    def ok(self) -> bool:
        """Whether every expectation held."""
        return not self.failed


class Game(Protocol):
    """One simulated game."""

    id: str  # "neuroshima"
    title: str  # "Neuroshima Hex 3.0"
    about: str  # one sentence
    rules_version: int  # raised whenever results can change
    piece: str  # what a side brings copies of: "tile"
    side: str  # what a player commands: "army"
    sides: str  # its plural, also the option: "armies" -> --armies
    length_unit: str  # "turns"
    mirrors: bool  # whether two players may command the same side, so that `all` means mirrors too
    claimed_seat: int  # the seat, from 1, that the rulebook calls the better one; 0: none
    endings: tuple[str, ...]  # how games end; `play` returns indices into it
    modes: Mapping[str, tuple[int, ...]]  # mode -> possible numbers of players; first = default
    policies: tuple[str, ...]  # the ladder, weakest first
    default_policy: str
    options: tuple[GameOption, ...]
    tallies: tuple[Tally, ...]  # what `play` counts for every seat, worth a table; may be empty
    lead: tuple[str, str]  # the column of `play` by which a seat is ahead, and what it is called
    odds_kinds: tuple[OddsKind, ...]  # what `balance odds` can be asked; may be empty

    def load(self, overlays: Sequence[Mapping[str, Any]] = ()) -> GameData:
        """Return the game's figures with overlays applied; BadInput where one does not fit."""

    def rotations(self, mode: str, players: int) -> Sequence[tuple[int, ...]]:
        """Return the seatings of a mirrored set: for each, the player on seat 0, 1, …"""

    def teams(self, mode: str, players: int) -> tuple[int, ...]:
        """Return the team of each player of a lineup; (0, 1, 2, …) where everyone plays alone."""

    def play(self, data: GameData, batch: Batch) -> Mapping[str, NDArray[Any]]:
        """Play a batch: `score` (games x seats, float64), `length`, `ending`, and the game's own
        integer columns (games) or (games x seats, named by `column_k` for seat k)."""

    def forbidden(self, data: GameData) -> Forbidden:
        """Return what `--forbid` can take from a player, by kind: {"action": {"push": ()}}."""

    def holdings(self, data: GameData) -> Sequence[Holding]:
        """Return what seats may have had, worth a table of who scored how with it; may be empty."""

    def pieces(self, data: GameData) -> Sequence[PieceKind]:
        """Return the pieces of every side that chance brings into play; may be empty."""

    def blank_one(self, data: GameData, piece: PieceKind) -> Mapping[str, Any]:
        """Return the overlay that turns one copy into a blank, and moves no other piece."""

    def add_one(self, data: GameData, piece: PieceKind) -> Mapping[str, Any] | None:
        """Return the overlay that adds one copy, or None where there is no room for one."""

    def observe(self, data: GameData, batch: Batch) -> Mapping[str, NDArray[Any]]:
        """Play the games that `play` plays and return `score`, and `drawn[game, seat, piece]`: how
        many copies of each of `pieces` the side on a seat got to see."""

    def replay(self, data: GameData, batch: Batch) -> list[Step]:
        """Play the single game of a batch again and tell it."""

    def scenario(self, document: Mapping[str, Any], source: str) -> ScenarioOutcome:
        """Set up the position a scenario file describes, do its steps, check what it expects."""

    def odds(
        self, data: GameData, kind: str, words: Mapping[str, str], simulate: int, seed: int
    ) -> Odds:
        """Answer one of `odds_kinds` exactly; `words` are the options given, by name without
        dashes (a switch is "true"). `simulate` fights, if any, are set beside the answer."""

    def picture_of_map(self, data: GameData, map_id: str) -> Picture | None:
        """Return the drawing of a map before a game; None where there is nothing to draw."""

    def warm(self) -> None:
        """Compile (or load from the cache) everything `play` needs."""

    def is_warm(self) -> bool:
        """Whether the compiled code is in the cache, so that `warm` will be quick."""


class NoPieces:
    """The part of `Game` about pieces, for games in which no side brings any of its own."""

    def pieces(self, data: GameData) -> Sequence[PieceKind]:
        """Return nothing: decks and tiles belong to the table."""
        return []

    def blank_one(self, data: GameData, piece: PieceKind) -> Mapping[str, Any]:
        """Never asked, as there are no pieces."""
        raise NotImplementedError

    def add_one(self, data: GameData, piece: PieceKind) -> Mapping[str, Any] | None:
        """Never asked, as there are no pieces."""
        return None

    def observe(self: Game, data: GameData, batch: Batch) -> Mapping[str, NDArray[Any]]:
        """Play a batch; there are no pieces to be counted."""
        import numpy as np

        shape = (*batch.seat_player.shape, 0)
        return {"score": self.play(data, batch)["score"], "drawn": np.zeros(shape, np.int64)}


def circumstances(game: Game) -> tuple[Circumstance, ...]:
    """Return what chance settles before a game of it; a game need not name any."""
    found: tuple[Circumstance, ...] = getattr(game, "circumstances", ())
    return found


@dataclass
class Registry:
    """The games by id; each is imported when it is first asked for."""

    folders: dict[str, str] = field(default_factory=dict)

    def names(self) -> list[str]:
        """Return the ids of all games."""
        return list(self.folders)

    def get(self, word: str) -> Game:
        """Return the game that a word means, or BadInput with a suggestion."""
        known = {key: (key.replace("_", "-"),) for key in self.folders}
        game: Game = import_module(self.folders[resolve(word, "game", known)]).GAME
        return game


GAMES = Registry(_FOLDERS)
