"""Players in words: `greedy`, `search:200`, `greedy!tile:net_fighter`; and how a search thinks.

A policy is a name, a number of simulations where it searches, and after each `!` something that it
must not do. So a restricted player is a player like any other: it has its own rows in all tables,
and a run folder says what was forbidden to whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from pydantic import Field

from sim.errors import BadInput
from sim.models import Id, Model
from sim.names import resolve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from sim.game import Batch, Lineup

NOT = "!"  # before something that a player must not do
SEARCH, FLAT, BARE = "search", "flat", "bare"
MANNERS = (SEARCH, FLAT, BARE)  # of searching; all but the first are there to measure by
MOST_SIMULATIONS = 50_000

Forbidden = Mapping[str, Mapping[str, Sequence[str]]]  # kind -> id -> other names of it


class Search(Model):
    """How a game's search thinks; the keys are explained in `search.toml` of each game."""

    policy: Id = "greedy"
    width: int = Field(ge=2, le=64)
    horizon: int = Field(ge=1, le=1000)
    scale: int = Field(ge=1, le=1_000_000)
    depth: int = Field(ge=0, le=16)
    explore: int = Field(ge=0, le=100_000)
    widen: int = Field(ge=0, le=10_000)


@dataclass(frozen=True)
class Player:
    """A policy taken apart: whose weights, how many simulations, what is forbidden."""

    name: str
    simulations: int  # 0: none
    bans: tuple[str, ...]


def player(policy: str) -> Player:
    """Take a policy apart."""
    word, *bans = policy.split(NOT)
    name, _, number = word.partition(":")
    count = int(number) if number else 0
    return Player(name, count, tuple(bans))


def is_thoughtful(policy: str) -> bool:
    """Whether a policy searches or is restricted, which has an entry point of its own."""
    return ":" in policy or NOT in policy


def thoughtful(lineups: Iterable[Lineup]) -> bool:
    """Whether anybody in some lineups searches or is restricted."""
    return any(is_thoughtful(policy) for lineup in lineups for policy in lineup.policies)


def weights_of(policy: str, search: Search) -> str:
    """Return the name of the weights by which a policy judges."""
    one = player(policy)
    return search.policy if one.name in MANNERS else one.name


def check_bans(bans: Iterable[str], known: Forbidden, title: str) -> tuple[str, ...]:
    """Return restrictions such as `action:push` with the ids they mean, sorted; or BadInput."""
    return tuple(sorted({_ban(word, known, title) for word in bans}))


def _ban(word: str, known: Forbidden, title: str) -> str:
    if not known:
        raise BadInput(f"{title} has nothing that can be forbidden")
    kind, colon, name = word.partition(":")
    if not colon:
        kinds = " or ".join(f"{each}:NAME" for each in known)
        raise BadInput(f"cannot forbid {word!r}; say {kinds}")
    kind = resolve(kind, "kind of thing to forbid", {each: () for each in known})
    return f"{kind}:{resolve(name, kind, {key: tuple(n) for key, n in known[kind].items()})}"


def forbid(policies: Sequence[str], words: Iterable[str], players: int) -> tuple[str, ...]:
    """Return policies with restrictions added: `action:push` for all, `1:action:push` for one."""
    given = list(policies)
    for word in words:
        number, colon, rest = word.partition(":")
        if not number.strip().isdigit():
            given = [f"{policy}{NOT}{word.strip()}" for policy in given]
            continue
        place = int(number)
        if not 1 <= place <= players or not colon:
            raise BadInput(
                f"--forbid {word!r}: there is no player {number}; allowed: 1 to {players}"
            )
        if len(given) == 1:
            given *= players
        if len(given) != players:
            raise BadInput(
                f"--forbid {word!r} names a player, but {len(given)} policies are named; name one "
                f"for all, or {players}"
            )
        given[place - 1] += f"{NOT}{rest.strip()}"
    return tuple(given)


def searching(
    kernel: Callable[..., None],
    search: Search,
    batch: Batch,
    bans: NDArray[np.int64],
    *,
    size: int,
    legal: int,
    purposes: int,
) -> Callable[..., None]:
    """Return a game's searching kernel with the thought that it wants more than the plain one.

    `bans` has a row for each player of each lineup; `size` is that of a state, `legal` that of a
    list of actions, `purposes` the number of streams.
    """
    import numpy as np

    from kernels import rng
    from kernels import search as K

    players = [[player(policy) for policy in line.policies] for line in batch.lineups]
    budgets = np.array([[one.simulations for one in line] for line in players], np.int64)
    manner = np.array([[_manner(one) for one in line] for line in players], np.int64)
    settings = np.zeros((len(MANNERS), K.SETTINGS), np.int64)
    settings[:, K.WIDTH], settings[:, K.HORIZON] = search.width, search.horizon
    settings[:, K.SCALE], settings[:, K.EXPLORE] = search.scale, search.explore
    settings[:, K.WIDEN] = search.widen
    settings[MANNERS.index(SEARCH), K.DEPTH] = search.depth
    settings[MANNERS.index(FLAT), K.FLAT] = 1
    rows = batch.lineup[:, None]
    thought = K.Thought(
        budgets=budgets[rows, batch.seat_player],
        manner=manner[rows, batch.seat_player],
        settings=settings,
        bans=bans[rows, batch.seat_player],
        streams=rng.new_streams(purposes),
        table=np.zeros(size, np.int64),
        pool=np.zeros(K.POOL, np.int64),
        moves=np.zeros(legal, np.int64),
        later=np.zeros(legal, np.int64),
        one=np.zeros(1, np.int64),
        scores=np.zeros(K.MOST + 1, np.int64),
        ranked=np.zeros(K.MOST + 1, np.int64),
    )
    return partial(kernel, thought)


def _manner(one: Player) -> int:
    return MANNERS.index(one.name) if one.name in MANNERS else 0


def banned(
    lineups: Sequence[Lineup], columns: int, places: Mapping[str, tuple[int, int]]
) -> NDArray[np.int64]:
    """Return what each player of each lineup must not do; `places` tells column and bits of each.

    Column 0 is for deeds in every game.
    """
    import numpy as np

    rows = np.zeros((len(lineups), len(lineups[0].policies), columns), np.int64)
    for i, line in enumerate(lineups):
        for k, policy in enumerate(line.policies):
            for ban in player(policy).bans:
                column, bits = places[ban]
                rows[i, k, column] |= bits
    return rows
