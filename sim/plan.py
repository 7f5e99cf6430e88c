"""From a request to games: who meets whom, how often, on which seats, with which streams."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

from sim.errors import BadInput
from sim.game import GAMES, Batch, Game, GameData, Lineup, Named
from sim.lineups import Table, named_sides, pairings
from sim.names import plain, resolve
from sim.seating import orders, seatings
from sim.teams import fair_share
from sim.thinking import MANNERS, MOST_SIMULATIONS, NOT, SEARCH, check_bans
from sim.variant import Overlay, flatten, merge, toml_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_GAMES = 10**12
LARGEST_SEED = 2**63 - 1
LEAST_PRECISION = 0.0001
EVEN, OPEN, AUTO = "even", "open", "auto"  # where games go; see `sim.spending`
UNTIL_CAP = 1_000_000  # games, where a precision is asked for and no number
_PRECISION = re.compile(r"(\d+(?:\.\d+)?)\s*%?", re.ASCII)
_COUNT = re.compile(r"(\d[\d_]*(?:\.\d+)?(?:e\+?\d{1,3})?)([kM]?)", re.ASCII)
_FACTOR = {"": 1, "k": 1_000, "M": 1_000_000}


@dataclass(frozen=True)
class Request:
    """What to play, in the user's words; empty means the game's default (or all sides)."""

    game: str
    sides: tuple[str, ...] = ()
    players: int | None = None
    mode: str = ""
    maps: tuple[str, ...] = ()
    policies: tuple[str, ...] = ()
    games: int = 20_000
    seed: int = 1
    overlays: tuple[Mapping[str, Any], ...] = ()
    until: float | None = None  # stop once every reported ± is at most this; `games` is the cap
    spend: str = EVEN

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of the variants among the overlays."""
        names = (getattr(overlay, "name", "") for overlay in self.overlays)
        return tuple(name for name in names if name)


@dataclass(frozen=True)
class Plan:
    """A checked request: the lineups, how seats rotate, and every game by its number.

    Game i belongs to mirrored set i // R, is its rotation i % R, and the sets take the lineups in
    turn; so lineups are played equally often and any stretch of games can be made by itself. Every
    pass over the lineups takes the next order of the players around the table.
    """

    request: Request
    game: Game
    data: GameData
    lineups: tuple[Lineup, ...]
    rotations: tuple[tuple[int, ...], ...]
    teams: tuple[int, ...]  # the team of each player
    games: int

    @property
    def players(self) -> int:
        """How many players a game has."""
        return len(self.rotations[0])

    @property
    def per_set(self) -> int:
        """How many games a mirrored set has."""
        return len(self.rotations)

    @property
    def fair(self) -> float:
        """The score of everybody in a fair game: one over the number of teams."""
        return fair_share(self.teams)

    @cached_property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """The orders around the table, taken in turn; one where two play."""
        return orders(self.teams)

    def batch(self, first: int, count: int) -> Batch:
        """Return games `first` … `first + count - 1`, ready to be played."""
        import numpy as np

        return self.batch_of(np.arange(first, first + count, dtype=np.int64))

    def batch_of(self, game: NDArray[np.int64]) -> Batch:
        """Return the games with these numbers, ready to be played."""
        set_index = game // self.per_set
        return Batch(
            seed=self.request.seed,
            lineups=self.lineups,
            game=game,
            set_index=set_index,
            lineup=set_index % len(self.lineups),
            seat_player=self._seating[
                set_index // len(self.lineups) % len(self.orders), game % self.per_set
            ],
        )

    def command(self, game: int | None = None) -> str:
        """Return the command that asks for the same games, or tells one of them."""
        ask = self.request
        words = ["balance run" if game is None else "balance play", ask.game]
        if ask.sides:
            words += [f"--{self.game.sides}", ",".join(ask.sides)]
        words += ["--mode", ask.mode, "--players", str(self.players)]
        if ask.maps:
            words += ["--map", ",".join(ask.maps)]
        words += ["--policy", shlex.quote(",".join(ask.policies))]
        words += ["-n", str(ask.games)] if game is None else ["--game", str(game)]
        words += ["--seed", str(ask.seed)]
        if ask.until is not None and game is None:
            words += ["--until", f"{100 * ask.until:.10g}%"]
        if ask.spend == OPEN or self.settle(AUTO) == OPEN:
            words += ["--spend", ask.spend]
        single: list[Mapping[str, Any]] = []
        for overlay in ask.overlays:
            if isinstance(overlay, Overlay) and overlay.name:
                words += ["--variant", shlex.quote(overlay.source)]
            else:
                single.append(overlay)
        # A variant may overrule an option, but --set overrules variants: so final values are set.
        final = dict(flatten(merge({}, *ask.overlays)))
        for path, value in flatten(merge({}, *single)):
            words += ["--set", shlex.quote(f"{path}={toml_text(final.get(path, value))}")]
        return " ".join(words)

    def settle(self, wish: str) -> str:
        """Return how the games are spent where a way is wished for; BadInput where it cannot be."""
        from sim.spending import settled

        return settled(self, wish)

    @cached_property
    def _seating(self) -> NDArray[np.int64]:
        return seatings(self.rotations, self.orders)


def make_plan(request: Request) -> Plan:
    """Check a request against its game and return the plan for it."""
    games = _within(request.games, "number of games", 1, MOST_GAMES)
    check_seed(request.seed)
    game = GAMES.get(request.game)
    data = game.load(request.overlays)
    mode, players = mode_of(game, request.mode, request.players)
    teams = game.teams(mode, players)
    table = Table(game, data, mode, teams)
    sides = named_sides(table, request.sides)
    maps = _maps(game, data, request.maps, players)
    policies = tuple(
        _policy(word, game, data) for word in request.policies or (game.default_policy,)
    )
    lineups = [
        Lineup(tuple(s for s, _ in pairs), tuple(p for _, p in pairs), mode, place)
        for pairs, place in product(pairings(table, sides, policies), maps or ("",))
    ]
    rotations = tuple(tuple(seats) for seats in game.rotations(mode, players))
    resolved = Request(
        game.id,
        sides,
        players,
        mode,
        maps,
        policies,
        games,
        request.seed,
        request.overlays,
        request.until,
        request.spend,
    )
    # With a precision asked for, every lineup must have been played equally often at each look.
    step = len(rotations) * (len(lineups) if request.until is not None else 1)
    whole = math.ceil(games / step) * step
    plan = Plan(resolved, game, data, tuple(lineups), rotations, teams, whole)
    return replace(plan, request=replace(resolved, spend=plan.settle(resolved.spend)))


def parse_count(text: str) -> int:
    """Return the number that `20000`, `20_000`, `2e4`, `10k` or `1M` means."""
    found = _COUNT.fullmatch(text.strip())
    if found is None:
        raise BadInput(f"{text!r} is not a number of games, such as 20000, 2e4, 10k or 1M")
    number = Decimal(found[1].replace("_", "")) * _FACTOR[found[2]]
    if number > MOST_GAMES:
        raise BadInput(f"{text} games are too many; allowed: 1 to {MOST_GAMES:,}")
    if number != number.to_integral_value():
        raise BadInput(f"{text!r} is not a whole number of games")
    return _within(int(number), "number of games", 1, MOST_GAMES)


def check_seed(seed: int) -> int:
    """Return a seed that the generator takes, or BadInput."""
    return _within(seed, "seed", 0, LARGEST_SEED)


def parse_precision(text: str) -> float:
    """Return the ± that `0.5%` or `0.5` (points) means, as a share."""
    found = _PRECISION.fullmatch(text.strip())
    if found is None:
        raise BadInput(f"{text!r} is not a precision, such as 0.5%")
    return check_precision(float(found[1]) / 100.0)


def check_precision(until: float) -> float:
    """Return a precision that games can reach, or BadInput."""
    if not LEAST_PRECISION <= until <= 0.5:
        raise BadInput(
            f"a precision of {100 * until:g} % is not allowed; allowed: "
            f"{100 * LEAST_PRECISION:g} % to 50 %"
        )
    return until


def _within(value: int, what: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadInput(f"the {what} {value!r} is not a whole number")
    if not low <= value <= high:
        raise BadInput(f"the {what} {value:,} is not allowed; allowed: {low:,} to {high:,}")
    return value


def _resolve(word: str, what: str, known: Mapping[str, Named]) -> str:
    return resolve(word, what, {key: (n.name, *n.aliases) for key, n in known.items()})


def mode_of(game: Game, word: str, players: int | None) -> tuple[str, int]:
    """Choose the mode and the number of players; the first that fits where one is not given."""
    if word:
        mode = resolve(word, "mode", {name: () for name in game.modes})
    else:
        mode = next((m for m, allowed in game.modes.items() if players in allowed), "")
        mode = mode or next(iter(game.modes))
    allowed = game.modes[mode]
    if players is not None and players not in allowed:
        numbers = sorted(allowed if word else {n for many in game.modes.values() for n in many})
        where = f"{game.title}, mode {mode!r}," if word else game.title
        raise BadInput(
            f"{where} is not played by {players} players; allowed: {', '.join(map(str, numbers))}"
        )
    return mode, players or allowed[0]


def _maps(game: Game, data: GameData, words: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the maps to play on: every one for `all`; unless named, the first one that is made
    for so many players, or else the first one."""
    if not data.maps:
        if words:
            raise BadInput(f"{game.title} has one fixed board and no maps to choose from")
        return ()
    if [plain(word) for word in words] == ["all"]:
        return tuple(data.maps)
    named = tuple(_resolve(word, "map", data.maps) for word in words)
    made = [key for key, place in data.maps.items() if players in place.players]
    return tuple(dict.fromkeys(named)) or tuple([*made, *data.maps][:1])


def _policy(word: str, game: Game, data: GameData) -> str:
    """Return the policy a word means: a rung of the ladder, a play style, with its restrictions.

    `search:500` is the rung `search` with its own number; `greedy!action:push` never pushes.
    """
    word, *bans = word.split(NOT)
    if bans:
        return NOT.join(
            (_policy(word, game, data), *check_bans(bans, game.forbidden(data), game.title))
        )
    name, colon, number = word.partition(":")
    rungs = {rung.partition(":")[0]: rung for rung in game.policies}
    if SEARCH in rungs:
        rungs |= {other: rungs[SEARCH].replace(SEARCH, other) for other in MANNERS}
    rungs |= {style: style for style in styles(data) if style not in rungs}
    hidden = set(MANNERS) - {SEARCH, name}
    rung = rungs[resolve(name, "policy", {base: () for base in rungs if base not in hidden})]
    base, takes_number, _ = rung.partition(":")
    if not colon:
        return rung
    if not takes_number:
        raise BadInput(f"the policy {base!r} takes no number, so {word!r} is not allowed")
    if re.fullmatch(r"0*[1-9][0-9]{0,8}", number) is None:
        raise BadInput(f"the policy {word!r} needs a whole number after the colon, such as {rung}")
    return f"{base}:{_within(int(number), 'number of simulations', 1, MOST_SIMULATIONS)}"


def styles(data: GameData) -> tuple[str, ...]:
    """Return the players whose weights stand in the figures: greedy, trained, play styles."""
    return tuple(data.document.get("policies", {}))
