"""What every game of the registry must pass; nothing in here knows any game.

Each `check_…` takes a game and raises AssertionError where it breaks a promise of `sim.game`.
A game whose players' table in the data is not called by `game.sides` cannot be checked: that
`armies.moloch.name` is where the name of an army stands is part of what a game provides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from sim import runner
from sim.errors import BadInput
from sim.game import Batch, Game, GameData, Lineup, Step, Switch
from sim.plan import Plan, Request, make_plan
from sim.seating import pattern
from sim.store import Memory
from sim.teams import members, unlike

SOURCES = ("rulebook", "public", "reconstructed")
GAMES_PLAYED = 128
REPLAYED = 16
RESULTS_START = 4  # the columns before are the number of the game, its set, lineup and rotation


def cheap(policy: str) -> str:
    """Return a policy of the ladder, with as little thinking as it allows."""
    name, takes_number, _ = policy.partition(":")
    return f"{name}:2" if takes_number else policy


def lineups(game: Game, mode: str, players: int, policies: Sequence[str]) -> list[Lineup]:
    """Return lineups in which every side, policy and map of a game turns up."""
    data = game.load()
    sides, maps = list(data.sides), list(data.maps) or [""]
    found = []
    for i in range(max(len(sides), len(policies), len(maps))):
        seats = range(i, i + players)
        found.append(
            Lineup(
                tuple(sides[k % len(sides)] for k in seats),
                tuple(cheap(policies[k % len(policies)]) for k in seats),
                mode,
                maps[i % len(maps)],
            )
        )
    return found


def plan_of(
    game: Game,
    games: int = GAMES_PLAYED,
    seed: int = 1,
    mode: str | None = None,
    players: int | None = None,
    policies: Sequence[str] = (),
    overlay: Mapping[str, Any] | None = None,
) -> Plan:
    """Return a plan with every side and map, by default of the weakest and the default player."""
    mode = mode or next(iter(game.modes))
    players = players or game.modes[mode][0]
    sides = list(game.load().sides)
    asked = Request(
        game.id,
        tuple(sides[k % len(sides)] for k in range(players)),
        players,
        mode,
        games=games,
        seed=seed,
        overlays=(overlay,) if overlay else (),
    )
    policies = policies or (game.policies[0], game.default_policy)
    return replace(make_plan(asked), lineups=tuple(lineups(game, mode, players, policies)))


def rows(plan: Plan) -> pl.DataFrame:
    """Play a plan by one call."""
    return runner.rows_of(plan, 0, plan.games)


def results(frame: pl.DataFrame) -> pl.DataFrame:
    """Return only what the games ended in."""
    return frame.select(frame.columns[RESULTS_START:])


def assert_same(got: pl.DataFrame, expected: pl.DataFrame, where: str) -> None:
    """Compare two frames, types included."""
    assert got.schema == expected.schema, where
    differing = [c for c in got.columns if not got[c].equals(expected[c])]
    assert not differing, f"{where}: {', '.join(differing)} differ"


# --- the description


def check_description(game: Game) -> None:
    """The game says of itself what the others need to know."""
    words = (game.side, game.sides, game.piece, game.length_unit)
    for text in (game.id, game.title, game.about, *words):
        assert text and text == text.strip()
    assert re.fullmatch(r"[a-z][a-z0-9_]*", game.id)
    assert game.rules_version >= 1
    assert len(set(game.endings)) == len(game.endings) > 0
    assert game.policies and game.default_policy in game.policies
    assert game.modes and all(counts for counts in game.modes.values())
    assert all(n >= 2 for counts in game.modes.values() for n in counts)
    for option in game.options:
        assert re.fullmatch(r"--[a-z][a-z-]*", option.flag) and option.about
    assert len({(each.group, each.name) for each in game.tallies}) == len(game.tallies)
    for tally in game.tallies:
        assert all(text and text == text.strip() for text in (tally.group, tally.name))
    data = game.load()
    for key, named in {**data.sides, **data.maps}.items():
        assert key == named.id and named.name


def check_rotations(game: Game) -> None:
    """In a mirrored set every player sits on every seat equally often.

    Where teams are unlike, one against two, their seats are too; then on every seat of his team.
    """
    for mode, counts in game.modes.items():
        for players in counts:
            seatings = [tuple(seats) for seats in game.rotations(mode, players)]
            assert len(set(seatings)) == len(seatings) > 0
            assert all(sorted(seats) == list(range(players)) for seats in seatings)
            held = members(game.teams(mode, players))
            fixed = unlike(game.teams(mode, players))
            for player in range(players):
                own = next(team for team in held if player in team) if fixed else range(players)
                often = [sum(seats[k] == player for seats in seatings) for k in own]
                assert len(set(often)) == 1, f"{mode}: player {player} favours a seat"


def check_orders(game: Game) -> None:
    """Over all orders each follows every rival equally often, and team mates keep their places."""
    for mode, counts in game.modes.items():
        for players in counts:
            teams = game.teams(mode, players)
            assert len(teams) == players
            assert teams == pattern(teams), "teams count from 0, in the order of the players"
            assert len(set(teams)) > 1, f"{mode}: nobody plays against anybody"
            plan = plan_of(game, mode=mode, players=players)
            cycle = len(plan.lineups) * len(plan.orders) * plan.per_set
            seats = plan.batch(0, cycle).seat_player
            places = {pattern([teams[player] for player in row]) for row in seats}
            assert places == {pattern(teams)}, f"{mode}: team mates change their places"
            follows = np.zeros((players, players), np.int64)
            np.add.at(follows, (seats, np.roll(seats, 1, axis=1)), 1)
            rivals = np.not_equal.outer(teams, teams)
            for player in range(players):
                often = set(follows[player, rivals[player]].tolist())
                assert len(often) == 1, f"{mode}: player {player} follows some rivals more often"


# --- playing


def check_everything_plays(game: Game) -> None:
    """Every mode, number of players, policy, side and map gives sound results."""
    for mode, counts in game.modes.items():
        for players in counts:
            for policy in game.policies:
                plan = plan_of(game, mode=mode, players=players, policies=[policy])
                plan = replace(plan, games=plan.per_set * len(plan.lineups))
                assert_sound(game, plan, rows(plan))


def check_mirror_matches_play(game: Game) -> None:
    """A side may meet itself."""
    plan = plan_of(game, games=2)
    mirrors = [replace(plan.lineups[0], sides=(side,) * plan.players) for side in game.load().sides]
    plan = replace(plan, lineups=tuple(mirrors), games=plan.per_set * len(mirrors))
    assert_sound(game, plan, rows(plan))


def check_switches_play(game: Game) -> None:
    """Every rule switch can be turned, and the game still ends."""
    for switch in game.load().switches:
        for value in other_values(switch):
            plan = plan_of(game, games=8, overlay=nested(switch.path, value))
            assert_sound(game, plan, rows(plan))


def assert_sound(game: Game, plan: Plan, frame: pl.DataFrame) -> None:
    """Check the columns that every game gives."""
    assert len(frame) == plan.games
    scores = frame.select(f"score_{k}" for k in range(plan.players)).to_numpy()
    assert np.isfinite(scores).all() and (scores >= 0).all()
    seated = frame.select(f"player_{k}" for k in range(plan.players)).to_numpy()
    by_player = np.empty_like(scores)
    np.put_along_axis(by_player, seated.astype(np.int64), scores, axis=1)
    by_team = by_player[:, [held[0] for held in members(plan.teams)]]
    assert np.array_equal(by_player, by_team[:, plan.teams]), "team mates must score alike"
    assert np.allclose(by_team.sum(axis=1), 1, rtol=0, atol=1e-12), "scores must sum to 1"
    assert frame["ending"].is_between(0, len(game.endings) - 1).all()
    assert (frame["length"] > 0).all()
    for name in results(frame).columns:
        if not name.startswith("score_"):
            assert frame[name].dtype.is_integer(), f"{name} is no whole number"
    for tally in game.tallies:
        seats = [f"{tally.column}_{k}" for k in range(plan.players)]
        assert set(seats) <= set(frame.columns), f"no column {tally.column} for every seat"
    lead, called = game.lead
    assert {f"{lead}_{k}" for k in range(plan.players)} <= set(frame.columns), f"no column {lead}"
    assert called.strip(), "what a seat is ahead by needs a name"
    assert results(frame).null_count().sum_horizontal().item() == 0


# --- same seed, same bytes


def check_chunks_do_not_matter(game: Game) -> None:
    """Batches of 1, 7, 64 games and all at once give the same rows."""
    plan = plan_of(game)
    expected = rows(plan)
    for size in (1, 7, 64):
        starts = range(0, plan.games, size)
        parts = [runner.rows_of(plan, i, min(size, plan.games - i)) for i in starts]
        assert_same(pl.concat(parts), expected, f"batches of {size}")


def check_threads_do_not_matter(game: Game) -> None:
    """One thread or several, small chunks or large: the same rows."""
    plan = plan_of(game)
    expected = rows(plan)
    for threads, chunk in ((1, None), (2, 16), (5, 4), (3, None)):
        memory = Memory(10 * plan.per_set)
        done = runner.play(plan, memory, threads=threads, chunk=chunk)
        assert done == plan.games
        assert_same(pl.concat(memory.rows), expected, f"{threads} threads")


def check_order_does_not_matter(game: Game) -> None:
    """A game leaves nothing behind for the next: played backwards, the results are the same."""
    plan = plan_of(game)
    batch = plan.batch(0, plan.games)
    forwards = game.play(plan.data, batch)
    backwards = game.play(plan.data, rearranged(batch, np.arange(plan.games)[::-1]))
    for name, column in forwards.items():
        assert np.array_equal(column, backwards[name][::-1]), name


def check_streams_belong_to_sets(game: Game) -> None:
    """Only seed, set, lineup and seating decide, so the rotations of a set share decks and dice."""
    plan = plan_of(game)
    batch = plan.batch(0, plan.games)
    renumbered = replace(batch, game=batch.game + 1_000_003)
    other_sets = replace(batch, set_index=batch.set_index + 1_000_003)
    expected = game.play(plan.data, batch)
    same, different = game.play(plan.data, renumbered), game.play(plan.data, other_sets)
    for name, column in expected.items():
        assert np.array_equal(column, same[name]), f"{name} depends on the number of the game"
    assert any(not np.array_equal(column, different[name]) for name, column in expected.items())


def check_seeds_matter(game: Game) -> None:
    """Another seed is another run; the same seed is the same run."""
    first, again = rows(plan_of(game)), rows(plan_of(game))
    assert_same(again, first, "the same seed")
    for seed in (2, 2**32 + 1, 2**63 - 1):
        other = rows(plan_of(game, seed=seed))
        assert not results(other).equals(results(first)), f"seed {seed} plays like seed 1"
    assert results(first).n_unique() > GAMES_PLAYED // 4, "the games of a run are all alike"


def rearranged(batch: Batch, order: Any) -> Batch:
    """Return a batch with its games in another order."""
    return replace(
        batch,
        game=batch.game[order],
        set_index=batch.set_index[order],
        lineup=batch.lineup[order],
        seat_player=batch.seat_player[order],
    )


# --- telling


def check_replays(game: Game) -> None:
    """A replay tells the very game that the run counts, and ends with its winner."""
    plan = plan_of(game, policies=[game.default_policy])
    first = plan.batch(0, 1)
    assert game.replay(plan.data, first) == game.replay(plan.data, first)
    assert_told_as_counted(game, plan, range(REPLAYED))
    weak = plan_of(game, policies=[game.policies[0]], games=4 * GAMES_PLAYED)
    scores = game.play(weak.data, weak.batch(0, weak.games))["score"]
    drawn = np.flatnonzero((scores == weak.fair).all(axis=1))
    assert_told_as_counted(game, weak, drawn[:3])


def assert_told_as_counted(game: Game, plan: Plan, numbers: Iterable[int]) -> None:
    """Compare replays of some games of a plan with their rows."""
    names = {key: named.name for key, named in plan.data.sides.items()}
    for i in numbers:
        batch = plan.batch(int(i), 1)
        steps = game.replay(plan.data, batch)
        assert_well_told(steps)
        lineup = plan.lineups[int(batch.lineup[0])]
        seats = [names[lineup.sides[int(player)]] for player in batch.seat_player[0]]
        assert_winner_told(steps[-1].lines[-1], seats, game.play(plan.data, batch)["score"][0])


def assert_well_told(steps: list[Step]) -> None:
    """Check headings, lines and pictures."""
    assert steps and steps[-1].lines
    for step in steps:
        assert step.heading.strip()
        assert all(line.strip() and line.isprintable() for line in step.lines)
        if step.picture is not None:
            at = [piece.at for piece in step.picture.pieces]
            assert len(set(at)) == len(at), "two pieces drawn in one cell"
            far = step.picture.radius
            assert all(max(abs(q), abs(r), abs(q + r)) <= far for q, r in at)
            owners = range(len(step.picture.owners))
            assert all(piece.owner in owners for piece in step.picture.pieces)


def assert_winner_told(line: str, seats: Sequence[str], scores: Sequence[float]) -> None:
    """Check that the last line names those who won, and nobody else; of a draw nobody or all."""
    told = {name for name in seats if name in line}
    won = {name for name, score in zip(seats, scores, strict=True) if score > 0}
    if won == set(seats) and len(won) > 1:
        assert told in (set(), won), f"a draw, but told: {line!r}"
    else:
        assert told == won, f"{' and '.join(sorted(won))} won, but told: {line!r}"


def check_maps(game: Game) -> None:
    """Every map can be drawn, each in its own way; a game with one fixed board draws none."""
    data = game.load()
    if not data.maps:
        assert game.picture_of_map(data, "") is None
    drawn = [game.picture_of_map(data, key) for key in data.maps]
    for named, picture in zip(data.maps.values(), drawn, strict=True):
        assert picture is not None and named.name in picture.caption
        cells = [each.at for each in picture.fields]
        assert cells and len(set(cells)) == len(cells)
        assert max(max(abs(q), abs(r), abs(q + r)) for q, r in cells) == picture.radius
        lying = [thing.at for thing in (*picture.tokens, *picture.walls, *picture.flags)]
        assert set(lying) <= set(cells)
        assert not picture.pieces and not picture.pawns
    assert len(set(drawn)) == len(drawn), "two maps look alike"


# --- the figures


def check_provenance(game: Game) -> None:
    """Every figure has a source, and the reconstructed ones are listed."""
    data = game.load()
    assert tuple(data.provenance) == SOURCES
    assert all(number >= 0 for number in data.provenance.values())
    paths = list(data.reconstructed)
    assert len(paths) == data.provenance["reconstructed"]
    assert len(set(paths)) == len(paths)
    assert sum(data.provenance.values()) > len(data.switches)
    for switch in data.switches:
        assert switch.source in SOURCES, switch.path
        assert (switch.path in paths) == (switch.source == "reconstructed"), switch.path


def check_fingerprint(game: Game) -> None:
    """The fingerprint changes with every figure that can change a result, and with no name."""
    data = game.load()
    assert re.fullmatch(r"[0-9a-f]{12,}", data.fingerprint)
    assert game.load().fingerprint == data.fingerprint
    seen = {data.fingerprint}
    for switch in data.switches:
        same = game.load([nested(switch.path, switch.default)])
        assert same.fingerprint == data.fingerprint, f"{switch.path} set to its default"
        for value in other_values(switch):
            changed = game.load([nested(switch.path, value)]).fingerprint
            assert changed not in seen, f"{switch.path} = {value} makes no difference"
            seen.add(changed)


def check_names_are_no_figures(game: Game) -> None:
    """Calling a side by another name changes the name and no fingerprint."""
    data = game.load()
    for key in data.sides:
        renamed = game.load([{game.sides: {key: {"name": "Somebody Else"}}}])
        assert renamed.sides[key].name == "Somebody Else"
        assert renamed.fingerprint == data.fingerprint, f"the name of {key} is in the fingerprint"


def check_bad_overlays(game: Game) -> None:
    """What does not fit is refused with a sentence that helps."""
    for path in (game.sides, *(switch.path for switch in game.load().switches)):
        *above, key = path.split(".")
        typed = key[:-2] + key[-1]
        message = refusal(game, nested(".".join([*above, typed]), 1))
        assert typed in message and f"did you mean {key!r}" in message, message
    for switch in game.load().switches:
        for value in bad_values(switch):
            message = refusal(game, nested(switch.path, value))
            assert switch.path in message and str(value) in message, message
            for word in re.findall(r"\w+", switch.allowed):
                assert word in message, f"does not say that {word} is allowed: {message}"


def refusal(game: Game, overlay: Mapping[str, Any]) -> str:
    """Return the sentence with which an overlay is refused."""
    try:
        game.load([overlay])
    except BadInput as error:
        return str(error)
    raise AssertionError(f"{overlay} was taken without a word")


def check_bad_scenarios(game: Game) -> None:
    """An unknown key of a scenario file is named, with the file."""
    try:
        game.scenario({"game": game.id, "title": "A test", "colour_of_the_table": 1}, "a.toml")
    except BadInput as error:
        assert "a.toml" in str(error) and "colour_of_the_table" in str(error)
    else:
        raise AssertionError("a scenario with an unknown key was taken without a word")


def nested(path: str, value: object) -> dict[str, Any]:
    """Return the overlay that sets one figure."""
    overlay: Any = value
    for key in reversed(path.split(".")):
        overlay = {key: overlay}
    return dict(overlay)


def other_values(switch: Switch) -> list[object]:
    """Return values that a switch allows besides its default, read from what it says."""
    return [value for value in _allowed(switch) if value != switch.default]


def bad_values(switch: Switch) -> list[object]:
    """Return values that a switch does not allow."""
    span = re.fullmatch(r"(-?\d+) to (-?\d+)", switch.allowed)
    if span:
        return [int(span[1]) - 1, int(span[2]) + 1]
    return ["whatever"]


def _allowed(switch: Switch) -> Iterable[object]:
    span = re.fullmatch(r"(-?\d+) to (-?\d+)", switch.allowed)
    if span:
        return (int(span[1]), int(span[2]))
    if isinstance(switch.default, bool):
        return (True, False)
    return switch.allowed.split(", ")


# --- single pieces


def check_pieces(game: Game) -> None:
    """One copy of a piece can be blanked or added, and nothing else changes."""
    data = game.load()
    copies = copies_of(game, data)
    assert all(key[0] in data.sides and number > 0 for key, number in copies.items())
    for side in data.sides:
        for piece in [each for each in game.pieces(data) if each.side == side][:3]:
            key = (piece.side, piece.id)
            blanked = game.load([game.blank_one(data, piece)])
            assert blanked.fingerprint != data.fingerprint
            left = {key: piece.copies - 1} if piece.copies > 1 else {}
            others = {each: number for each, number in copies.items() if each != key}
            assert copies_of(game, blanked) == {**others, **left}
            more = game.add_one(data, piece)
            if more is not None:
                assert copies_of(game, game.load([more])) == {**copies, key: piece.copies + 1}


def copies_of(game: Game, data: GameData) -> dict[tuple[str, str], int]:
    """Return how many copies of each piece every side has."""
    pieces = list(game.pieces(data))
    assert all(piece.name for piece in pieces)
    found = {(piece.side, piece.id): piece.copies for piece in pieces}
    assert len(found) == len(pieces), "a piece is listed twice"
    return found


def check_observation(game: Game) -> None:
    """Observed games are the games played; a side sees its own pieces, none too often."""
    plan = plan_of(game, games=16)
    batch = plan.batch(0, plan.games)
    seen = game.observe(plan.data, batch)
    assert np.array_equal(seen["score"], game.play(plan.data, batch)["score"])
    pieces = game.pieces(plan.data)
    drawn = seen["drawn"]
    assert drawn.shape == (*batch.seat_player.shape, len(pieces))
    for i, lineup in enumerate(batch.lineup):
        sides = [plan.lineups[lineup].sides[player] for player in batch.seat_player[i]]
        for seat, side in enumerate(sides):
            most = [piece.copies if piece.side == side else 0 for piece in pieces]
            assert (drawn[i, seat] >= 0).all() and (drawn[i, seat] <= most).all()
    assert not pieces or drawn.any()


def check_holdings(game: Game) -> None:
    """What seats may have had stands in columns of `play`: bits of names, or the number of one."""
    plan = plan_of(game)
    batch = plan.batch(0, GAMES_PLAYED)
    played = game.play(plan.data, batch)
    for held in game.holdings(plan.data):
        assert held.thing and len(set(held.names)) == len(held.names) <= 62
        most = len(held.names) + 1 if held.by_value else 1 << len(held.names)
        for column, shown in held.columns:
            assert shown and played[column].shape == batch.seat_player.shape
            assert (played[column] >= 0).all() and (played[column] < most).all()


# --- compiling


def check_warm(game: Game) -> None:
    """After `warm` the game says that it is compiled."""
    game.warm()
    assert game.is_warm()


CHECKS = [value for name, value in globals().items() if name.startswith("check_")]
