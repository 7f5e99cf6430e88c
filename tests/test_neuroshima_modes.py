"""The modes beyond the duel: who meets whom, who wins, how they are told, what they cost."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from analysis.summary import sentence, summarise
from benchmarks import neuroshima_modes
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima.verdict import decided, leaders
from sim import runner, store
from sim.errors import BadInput
from sim.neuroshima import GAME, seating
from sim.neuroshima import tables as tabling
from sim.neuroshima.figures import NeuroshimaData
from sim.neuroshima.models import Rules
from sim.plan import Request, make_plan
from tests import game_kit
from tests.neuroshima_table import ARMIES
from tests.reference.neuroshima_verdict import (
    Seats,
    Standing,
    after_battle,
    after_final_battle,
)

MANY = [(mode, players) for mode, counts in seating.MODES.items() for players in counts]
BEYOND = [(mode, players) for mode, players in MANY if mode != seating.DUEL]


def bits(seats: Seats) -> int:
    """Return seats as bits."""
    return sum(1 << seat for seat in seats)


# --- who wins


@pytest.mark.parametrize(("mode", "players"), MANY)
def test_who_wins_agrees_with_the_reference(mode: str, players: int) -> None:
    """Whatever fell and whatever is left (NSH-WIN-*, NSH-DEC-55, NSH-DEC-57 to DEC-59)."""
    dice = random.Random(f"verdict {mode} {players}")
    undecided = 0
    for _ in range(400):
        switches = Rules.model_validate({"team_score": dice.choice(["damage", "points"])})
        rules = tabling.rules(switches, players, mode=mode)
        start = [int(x) for x in rules[R.HQ_POINTS : R.HQ_POINTS + players]]
        before = frozenset(range(players))
        if mode == seating.FFA:
            before -= {s for s in before if dice.random() < 0.3}
        most = dice.choice([1, 2, 12])
        left = [dice.randint(0, most) if s in before else 0 for s in range(players)]
        won = [dice.choice([dice.randint(0, 19), 19, 20, 21]) for _ in range(players)]
        if dice.random() < 0.5:
            won = [min(19, each) for each in won]
        state = np.zeros(S.SIZE, np.int64)
        for seat in range(players):
            block = S.SEAT + seat * S.SEAT_SIZE
            state[block + S.POINTS] = start[seat] if mode == seating.POINTS else left[seat]
            state[block + S.WON] = won[seat] if mode == seating.POINTS else 0
            state[block + S.ALIVE] = seat in before
        told = Standing(
            mode,
            list(seating.teams(mode, players)),
            start,
            left,
            won,
            before,
            by_damage=switches.team_score == "damage",
        )
        if len(before) < 2:
            continue
        assert decided(state, rules)[0] == bits(after_battle(told))
        if not after_battle(told):
            undecided += 1
            standing = frozenset(s for s in before if left[s] or mode == seating.POINTS)
            for seat in before - standing:
                state[S.SEAT + seat * S.SEAT_SIZE + S.ALIVE] = 0
            final = after_final_battle(replace(told, before=standing))
            assert leaders(state, rules, rules[R.BY_DAMAGE]) == bits(final)
    assert undecided > 20, "the final comparison must be tested as well"


# --- what the rulebook sets


def test_hq_points_and_boards_of_the_modes() -> None:
    """20 alone, 15 in teams, 20 against 13 and 13; 37 cells from five players on."""
    expected = {"duel": [20, 20], "ffa": [20] * 3, "loner": [20, 13, 13], "teams": [15] * 4}
    for mode, points in expected.items():
        rules = tabling.rules(Rules(), len(points), mode=mode)
        assert rules[R.HQ_POINTS : R.HQ_POINTS + len(points)].tolist() == points
    cells = [int(tabling.rules(Rules(), n, mode="ffa")[R.BOARD]).bit_count() for n in (3, 4, 5, 6)]
    assert cells == [19, 19, 37, 37]
    large = Rules.model_validate({"board": "extended"})
    assert int(tabling.rules(large)[R.BOARD]).bit_count() == 37
    assert int(tabling.rules(large)[R.MAIN_FIELD]).bit_count() == 19, "NSH-EXT-1"


def test_relations_are_those_of_the_table() -> None:
    """NSH-DEC-65, row by row: seats 0 and 2 are allies, seat 0 is Moloch."""
    array = tabling.rules(Rules(), 4, mode="teams", unruly=0b0001)
    rows = {
        column: [int(x) for x in array[column : column + 4]]
        for column in (R.HITS, R.NETS, R.PUSHES, R.SERVES, R.FOES)
    }
    assert rows[R.HITS] == [0b1110, 0b0101, 0b1010, 0b0101], "one way only (NSH-DEC-61)"
    assert rows[R.NETS] == rows[R.PUSHES] == [0b1110, 0b0101, 0b1011, 0b0101], "both ways"
    assert rows[R.SERVES] == [0b0101, 0b1010, 0b0101, 0b1010]
    assert rows[R.FOES] == [0b1010, 0b0101, 0b1010, 0b0101]


def test_moloch_hurts_its_allies_as_data() -> None:
    armies = NeuroshimaData().figures.armies
    assert [army for army in armies if armies[army].hurts_allies] == ["moloch"]


# --- who meets whom


@pytest.mark.parametrize(
    ("mode", "sides", "lineups"),
    [
        ("teams", (), 3),
        ("teams", ("moloch+borgo", "outpost+hegemony"), 1),
        ("loner", (), 12),
        ("loner", ("moloch", "borgo+outpost"), 1),
        ("ffa", (), 4),
        ("trio", (), 3),
    ],
)
def test_lineups(mode: str, sides: tuple[str, ...], lineups: int) -> None:
    assert len(make_plan(Request("neuroshima", sides, mode=mode)).lineups) == lineups


def test_six_may_repeat_armies() -> None:
    six = (*ARMIES, "moloch", "moloch")
    assert make_plan(Request("neuroshima", six, 6, "ffa")).lineups[0].sides == six
    with pytest.raises(BadInput, match="6 players cannot all command different ones"):
        make_plan(Request("neuroshima", (), 6, "ffa"))


def test_teams_of_the_wrong_size_are_refused() -> None:
    two = ("moloch+borgo", "outpost+hegemony")
    with pytest.raises(BadInput, match="teams of 1 and 2 meet, but those named have 2 and 2"):
        make_plan(Request("neuroshima", two, mode="loner"))


# --- playing


def test_three_people_in_teams_play_the_game_of_four() -> None:
    """One of them runs two armies; hands are open, so nothing else changes (NSH-TM3-1)."""
    teams = ("moloch+borgo", "outpost+hegemony")
    found = []
    for mode in ("teams", "trio"):
        plan = make_plan(Request("neuroshima", teams, mode=mode, games=4))
        found.append(GAME.play(plan.data, plan.batch(0, 4)))
    assert all(np.array_equal(found[0][name], found[1][name]) for name in found[0])


def test_a_team_that_wins_has_won() -> None:
    """Both of its armies have a whole win, not half of one each."""
    plan = make_plan(Request("neuroshima", (), mode="teams", policies=("random",), games=24))
    score = GAME.play(plan.data, plan.batch(0, plan.games))["score"]
    assert set(score[:, 0]) <= {0.0, 0.5, 1.0} and (score == 1.0).any()
    assert np.array_equal(score[:, 0], score[:, 2]) and np.array_equal(score[:, 1], score[:, 3])
    assert np.array_equal(score[:, 0] + score[:, 1], np.ones(len(score)))


def test_one_against_two_is_summed_up_by_roles() -> None:
    """Seat 1 is the loner's, so the report says what playing alone is worth, team by team."""
    plan = make_plan(Request("neuroshima", (), mode="loner", policies=("random",), games=240))
    rows = runner.rows_of(plan, 0, plan.games).lazy()
    summary = summarise(rows, store.manifest(plan, plan.games, True))
    assert "playing alone" in sentence(summary) and "going first" not in sentence(summary)
    teams = summary.rates.filter(pl.col("axis") == "team")
    assert set(ARMIES) < set(teams["name"]), "each army alone is a team of its own"
    loner = teams.filter(pl.col("name").is_in(ARMIES))
    first = summary.seats.row(0, named=True)
    assert loner["wins"].sum() == first["wins"] and loner["games"].sum() == plan.games


@pytest.mark.parametrize(("mode", "players"), BEYOND)
def test_replays_tell_the_games_that_are_counted(mode: str, players: int) -> None:
    plan = game_kit.plan_of(GAME, mode=mode, players=players, policies=["random"], games=24)
    game_kit.assert_told_as_counted(GAME, plan, range(0, 24, 6))


def test_the_large_board_is_drawn_whole() -> None:
    plan = game_kit.plan_of(GAME, mode="ffa", players=6, policies=["random"])
    pictures = [step.picture for step in GAME.replay(plan.data, plan.batch(0, 1))]
    assert all(picture is not None and picture.radius == 3 for picture in pictures)
    last = pictures[-1]
    assert last is not None and last.owners[0] == "Outpost 1" and last.owners[4] == "Outpost 2"


# --- the players and what they cost


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("mode", "players"), [("ffa", 3), ("points", 4), ("loner", 3), ("teams", 4)]
)
def test_greedy_beats_random_in_every_mode(mode: str, players: int) -> None:
    """One greedy party among random ones wins by far, with every army."""
    plan = make_plan(Request("neuroshima", (), players, mode, games=96, seed=3))
    lineups = [
        replace(
            lineup,
            policies=tuple("greedy" if team == lone else "random" for team in plan.teams),
        )
        for lineup in plan.lineups
        for lone in sorted(set(plan.teams))
    ]
    plan = replace(plan, lineups=tuple(lineups))
    batch = plan.batch(0, plan.games)
    score = GAME.play(plan.data, batch)["score"]
    greedy = [
        score[i, seat]
        for i, seats in enumerate(batch.seat_player)
        for seat, player in enumerate(seats)
        if plan.lineups[int(batch.lineup[i])].policies[player] == "greedy"
    ]
    assert np.mean(greedy) > 0.9


@pytest.mark.compiled
def test_a_decision_costs_at_most_twice_that_of_a_duel() -> None:
    costs = neuroshima_modes.measure(games=48, repetitions=3)
    dear = {cost.mode: round(cost.ratio, 2) for cost in costs if cost.ratio > 2.0}
    assert not dear
