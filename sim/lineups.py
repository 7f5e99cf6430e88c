"""Who meets whom: from the sides and policies that were named to the players of every lineup."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product

from sim.errors import BadInput
from sim.game import Game, GameData, Named
from sim.names import plain, resolve
from sim.teams import TOGETHER, in_teams, members, team_name

MOST_LINEUPS = 100_000
ALL = "all"  # every side, against itself too where the game allows that

Player = tuple[str, str]  # side and policy
Group = tuple[Player, ...]  # the players of a team


@dataclass(frozen=True)
class Table:
    """What is played: a game with its figures, the mode, and the team of each player."""

    game: Game
    data: GameData
    mode: str
    teams: tuple[int, ...]

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.teams)


def named_sides(table: Table, words: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the sides, or of the teams, that words mean."""
    known = table.data.sides
    if [plain(word) for word in words] == [ALL] and ALL not in known:
        return (ALL,) if table.game.mirrors else ()
    together = [word for word in words if TOGETHER in word]
    if together and not in_teams(table.teams):
        raise BadInput(
            f"{together[0]!r} names a team, but in mode {table.mode!r} of {table.game.title} "
            f"everyone plays alone; name single {table.game.sides}{_team_modes(table.game)}"
        )
    if not together:
        return tuple(_resolve(word, table.game.side, known) for word in words)
    sizes = sorted({len(held) for held in members(table.teams)})
    found = []
    for word in words:
        parts = word.split(TOGETHER)
        if not all(part.strip() for part in parts):
            raise BadInput(f"there is an empty name in {word!r}")
        if len(parts) not in sizes:
            raise BadInput(
                f"the team {word!r} has {_number(len(parts), table.game)}; allowed: "
                f"{' or '.join(map(str, sizes))}, joined by {TOGETHER}"
            )
        ids = [_resolve(part, table.game.side, known) for part in parts]
        found.append(team_name(ids, known))
    return tuple(found)


def pairings(
    table: Table, sides: tuple[str, ...], policies: tuple[str, ...]
) -> list[tuple[Player, ...]]:
    """Return every lineup: a policy for all, carried by each side, or one for each player."""
    if any(TOGETHER in side for side in sides):
        groups = _between_teams(table, sides, policies)
    else:
        groups = _between_sides(table, sides, policies)
    return _distinct(groups, table)


def _between_sides(
    table: Table, sides: tuple[str, ...], policies: tuple[str, ...]
) -> Iterator[tuple[Group, ...]]:
    game, players = table.game, table.players
    if sides == (ALL,) and ALL not in table.data.sides:
        sides, pool = (), tuple(side for side in table.data.sides for _ in range(players))
    else:
        pool = sides or tuple(table.data.sides)
    if sides and len(sides) < players:
        raise BadInput(
            f"{players} players need {players} {game.sides}, but {len(sides)} "
            f"{'is' if len(sides) == 1 else 'are'} named; "
            f"name more, or leave --{game.sides} out to play all"
        )
    if len(pool) < players:
        raise BadInput(
            f"{game.title} has {len(pool)} {game.sides}, so {players} players cannot all command "
            f"different ones; name them with --{game.sides}"
        )
    held = members(table.teams)
    sizes = [len(each) for each in held]
    carried = _carried(table, sides, pool, policies)
    if carried is None:
        _few_enough(math.perm(len(pool), players))
        return (
            tuple(tuple((order[p], policies[p]) for p in each) for each in held)
            for order in permutations(pool, players)
        )
    _few_enough(math.comb(len(pool), players) * _ways(sizes))
    return (
        groups for chosen in combinations(carried, players) for groups in _splits(chosen, sizes)
    )


def _between_teams(
    table: Table, teams: tuple[str, ...], policies: tuple[str, ...]
) -> Iterator[tuple[Group, ...]]:
    held = members(table.teams)
    if len(teams) < len(held):
        raise BadInput(
            f"{len(held)} teams meet, but {len(teams)} {'is' if len(teams) == 1 else 'are'} named; "
            f"name more, such as --{table.game.sides} A+B,C+D"
        )
    sizes = [len(each) for each in held]
    named = [len(team.split(TOGETHER)) for team in teams]
    if any(named.count(size) < sizes.count(size) for size in sizes):
        raise BadInput(
            f"in mode {table.mode!r} teams of {' and '.join(map(str, sizes))} meet, but those "
            f"named have {' and '.join(map(str, named))} {table.game.sides}"
        )
    carried = _carried(table, teams, teams, policies)
    _few_enough(math.comb(len(teams), len(held)) * (1 if carried else math.factorial(len(held))))
    if carried is not None:
        groups = [tuple((s, p) for s in team.split(TOGETHER)) for team, p in carried]
        return (
            chosen
            for chosen in permutations(groups, len(held))
            if [len(group) for group in chosen] == sizes
        )
    split = [team.split(TOGETHER) for team in teams]
    return (
        tuple(
            tuple((side, policies[p]) for side, p in zip(team, each, strict=True))
            for team, each in zip(inside, held, strict=True)
        )
        for chosen in permutations(split, len(held))
        if [len(team) for team in chosen] == sizes
        for inside in product(*(permutations(team) for team in chosen))
    )


def _carried(
    table: Table, named: Sequence[str], pool: Sequence[str], policies: Sequence[str]
) -> list[Player] | None:
    """Return each side (or team) with its policy; None where policies belong to players."""
    if len(policies) == 1:
        return [(side, policies[0]) for side in pool]
    if len(policies) == len(named):
        return list(zip(named, policies, strict=True))
    if len(policies) == table.players:
        return None
    what = "teams" if any(TOGETHER in each for each in named) else table.game.sides
    per_side = f", or one for each of the {len(named)} named {what}" if named else ""
    raise BadInput(
        f"{len(policies)} policies are named; allowed: one for all, or {table.players}, one for "
        f"each player{per_side}"
    )


def _splits(players: Group, sizes: Sequence[int]) -> Iterator[tuple[Group, ...]]:
    """Return every way to split players into teams; equal teams in one order only, if all are."""
    if len(sizes) == 1:
        yield (players,)
        return
    equal = len(set(sizes)) == 1
    first = range(1 if equal else 0, len(players))
    for rest in combinations(first, sizes[0] - equal):
        chosen = (0, *rest) if equal else rest
        others = tuple(each for i, each in enumerate(players) if i not in chosen)
        for groups in _splits(others, sizes[1:]):
            yield (tuple(players[i] for i in chosen), *groups)


def _ways(sizes: Sequence[int]) -> int:
    """Return how many ways to split there are."""
    number = math.factorial(sum(sizes)) // math.prod(map(math.factorial, sizes))
    return number // math.factorial(len(sizes)) if len(set(sizes)) == 1 else number


def _distinct(lineups: Iterable[tuple[Group, ...]], table: Table) -> list[tuple[Player, ...]]:
    """Return the players of each lineup in their order, without lineups that differ from an
    earlier one only in the order of the teams or of the players in a team."""
    held = members(table.teams)
    seen: dict[tuple[Group, ...], tuple[Player, ...]] = {}
    for groups in lineups:
        key = tuple(sorted(tuple(sorted(group)) for group in groups))
        if key not in seen:
            at = {
                p: player
                for each, group in zip(held, groups, strict=True)
                for p, player in zip(each, group, strict=True)
            }
            seen[key] = tuple(at[p] for p in range(table.players))
    return list(seen.values())


def _few_enough(lineups: int) -> None:
    if lineups > MOST_LINEUPS:
        raise BadInput(f"that makes {lineups:,} lineups; allowed: {MOST_LINEUPS:,}; name fewer")


def _resolve(word: str, what: str, known: Mapping[str, Named]) -> str:
    return resolve(word, what, {key: (n.name, *n.aliases) for key, n in known.items()})


def _number(count: int, game: Game) -> str:
    return f"{count} {game.side if count == 1 else game.sides}"


def _team_modes(game: Game) -> str:
    modes = [
        mode
        for mode, counts in game.modes.items()
        if any(in_teams(game.teams(mode, players)) for players in counts)
    ]
    return f", or choose a mode with teams: --mode {' or '.join(modes)}" if modes else ""
