"""From a request to lineups, rotations and numbered games."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import BadInput
from sim.game import GAMES
from sim.plan import LARGEST_SEED, MOST_GAMES, Plan, Request, make_plan, parse_count
from sim.seating import orders
from sim.variant import parse_set
from tests.toy_game import GAME, Toy, ToyData

COLOURS = ["red", "green", "blue", "gold"]


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})


def plan(**words: object) -> Plan:
    """Return the plan for a request of the toy."""
    return make_plan(Request("toy", **words))  # type: ignore[arg-type]


def meetings(made: Plan) -> list[tuple[str, ...]]:
    """Return the lineups as `side/policy` of each player."""
    return [
        tuple(f"{s}/{p}" for s, p in zip(line.sides, line.policies, strict=True))
        for line in made.lineups
    ]


def test_without_sides_all_different_pairs_meet_once() -> None:
    expected = list(combinations(COLOURS, 2))
    assert [line.sides for line in plan().lineups] == expected
    assert {line.policies for line in plan().lineups} == {("greedy", "greedy")}


def test_without_sides_three_players_meet_in_all_combinations() -> None:
    assert [line.sides for line in plan(players=3).lineups] == list(combinations(COLOURS, 3))


def test_as_many_sides_as_players_are_one_lineup_in_that_order() -> None:
    assert [line.sides for line in plan(sides=("gold", "red")).lineups] == [("gold", "red")]


def test_a_side_named_twice_plays_itself() -> None:
    assert [line.sides for line in plan(sides=("red", "red")).lineups] == [("red", "red")]


def test_more_sides_than_players_meet_in_all_combinations() -> None:
    made = plan(sides=("gold", "red", "blue"))
    assert [line.sides for line in made.lineups] == [
        ("gold", "red"),
        ("gold", "blue"),
        ("red", "blue"),
    ]


def test_a_side_named_twice_among_more_meets_itself_and_each_other_once() -> None:
    made = plan(sides=("red", "red", "blue"))
    assert [line.sides for line in made.lineups] == [("red", "red"), ("red", "blue")]


def test_names_are_forgiving() -> None:
    made = plan(sides=("RED", "deep-blue"), mode="Melee", maps=("The Hill",), policies=("Random",))
    assert made.request.sides == ("red", "blue")
    assert plan(sides=("Красный", "gold")).request.sides == ("red", "gold")
    assert (made.request.mode, made.request.maps) == ("melee", ("hill",))
    assert made.request.policies == ("random",)


def test_one_policy_per_named_side_is_carried_along() -> None:
    made = plan(sides=("red", "green", "blue"), policies=("greedy", "random", "search"))
    assert meetings(made) == [
        ("red/greedy", "green/random"),
        ("red/greedy", "blue/search:200"),
        ("green/random", "blue/search:200"),
    ]


def test_one_policy_per_player_of_two_named_sides() -> None:
    made = plan(sides=("red", "blue"), policies=("random", "greedy"))
    assert meetings(made) == [("red/random", "blue/greedy")]


def test_a_mirror_match_of_two_policies() -> None:
    made = plan(sides=("red", "red"), policies=("random", "greedy"))
    assert meetings(made) == [("red/random", "red/greedy")]


@pytest.mark.parametrize("sides", [(), ("red", "green", "blue")])
def test_one_policy_per_player_gives_every_side_every_policy(sides: tuple[str, ...]) -> None:
    made = plan(sides=sides, policies=("greedy", "random"))
    assert meetings(made) == [
        (f"{a}/greedy", f"{b}/random") for a, b in permutations(sides or COLOURS, 2)
    ]


def test_equal_policies_per_player_do_not_double_the_lineups() -> None:
    made = plan(policies=("greedy", "greedy"))
    assert [line.sides for line in made.lineups] == list(combinations(COLOURS, 2))


def test_a_rung_with_a_number_is_matched_on_its_name() -> None:
    assert plan(policies=("search:500",)).request.policies == ("search:500",)
    assert plan(policies=("Search",)).request.policies == ("search:200",)
    assert plan(policies=("search:007",)).request.policies == ("search:7",)


@pytest.mark.parametrize(
    ("policies", "said"),
    [
        (("greddy",), "unknown policy 'greddy'; did you mean 'greedy'"),
        (("greedy:3",), "takes no number"),
        (("search:",), "whole number"),
        (("search:0",), "whole number"),
        (("search:-1",), "whole number"),
        (("search:1e3",), "whole number"),
        (("search:" + "9" * 30,), "whole number"),
        (("greedy", "random", "greedy"), "3 policies are named; allowed: one for all, or 2"),
    ],
)
def test_bad_policies(policies: tuple[str, ...], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        plan(policies=policies)


def test_policies_that_fit_no_count_of_named_sides() -> None:
    with pytest.raises(BadInput, match="one for each of the 4 named colours"):
        plan(sides=tuple(COLOURS), policies=("greedy", "random", "greedy"))


def test_the_first_mode_that_fits_is_chosen() -> None:
    assert (plan().request.mode, plan().players) == ("melee", 2)
    assert (plan(players=4).request.mode, plan(players=4).players) == ("melee", 4)
    assert (plan(mode="teams").request.mode, plan(mode="teams").players) == ("teams", 4)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"sides": ("red",)}, "2 players need 2 colours, but 1 is named"),
        ({"sides": ("red", "blue"), "players": 3}, "3 players need 3 colours, but 2 are named"),
        ({"sides": ("red", "grene")}, "unknown colour 'grene'; did you mean 'green'"),
        ({"players": 5}, "not played by 5 players; allowed: 2, 3, 4"),
        ({"players": 0}, "not played by 0 players"),
        ({"players": 2, "mode": "teams"}, "mode 'teams', is not played by 2 players; allowed: 4"),
        ({"mode": "meele"}, "did you mean 'melee'"),
        ({"maps": ("hil",)}, "unknown map 'hil'; did you mean 'hill'"),
        ({"games": 0}, "number of games 0 is not allowed; allowed: 1 to 1,000,000,000,000"),
        ({"games": -5}, "-5 is not allowed"),
        ({"games": MOST_GAMES + 1}, "is not allowed"),
        ({"games": 1.5}, "not a whole number"),
        ({"games": True}, "not a whole number"),
        ({"seed": -1}, "seed -1 is not allowed"),
        ({"seed": LARGEST_SEED + 1}, "allowed: 0 to 9,223,372,036,854,775,807"),
        ({"sides": ("red",) * 3000}, "lineups; allowed: 100,000"),
    ],
)
def test_bad_requests(words: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        plan(**words)


def test_an_unknown_game_gets_a_suggestion() -> None:
    with pytest.raises(BadInput, match="unknown game 'tooy'; did you mean 'toy'"):
        make_plan(Request("tooy"))


def test_more_players_than_sides_need_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME, "modes", {"crowd": (5,)})
    with pytest.raises(BadInput, match="has 4 colours, so 5 players cannot all command different"):
        plan()
    assert len(plan(sides=("red",) * 5).lineups) == 1


def test_the_ends_of_the_allowed_range_are_allowed() -> None:
    assert plan(seed=LARGEST_SEED).batch(0, 1).seed == LARGEST_SEED
    assert plan(games=MOST_GAMES, seed=0).games == MOST_GAMES


def test_one_map_unless_more_are_named() -> None:
    assert {line.map for line in plan().lineups} == {"meadow"}
    made = plan(sides=("red", "blue"), maps=("all",))
    assert [line.map for line in made.lineups] == ["meadow", "hill"]
    twice = plan(sides=("red", "blue"), maps=("hill", "Hill", "meadow"))
    assert [line.map for line in twice.lineups] == ["hill", "meadow"]


@pytest.mark.parametrize(("players", "games", "whole"), [(2, 1, 2), (2, 10, 10), (3, 10, 12)])
def test_games_are_rounded_up_to_whole_sets(players: int, games: int, whole: int) -> None:
    made = plan(players=players, games=games)
    assert (made.games, made.request.games) == (whole, games)


def test_sets_take_the_lineups_in_turn_and_rotate_the_seats() -> None:
    made = plan(sides=("red", "green", "blue"), seed=7)
    batch = made.batch(0, 8)
    assert batch.game.tolist() == list(range(8))
    assert batch.set_index.tolist() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert batch.lineup.tolist() == [0, 0, 1, 1, 2, 2, 0, 0]
    assert batch.seat_player.tolist() == [[0, 1], [1, 0]] * 4
    assert batch.seed == 7


def test_two_players_have_one_order() -> None:
    assert plan().orders == ((0, 1),)


def test_passes_over_the_lineups_take_the_orders_in_turn() -> None:
    made = plan(sides=("red", "green", "blue", "gold"), players=3)
    assert made.orders == ((0, 1, 2), (0, 2, 1))
    batch = made.batch(0, 4 * 3 * 3)
    assert batch.lineup[::3].tolist() == [0, 1, 2, 3] * 3
    first, second = [[0, 1, 2], [1, 2, 0], [2, 0, 1]], [[0, 2, 1], [2, 1, 0], [1, 0, 2]]
    assert batch.seat_player.tolist() == 4 * first + 4 * second + 4 * first


def test_at_a_table_of_four_everyone_follows_everyone_equally_often() -> None:
    made = plan(players=4, sides=tuple(COLOURS))
    assert len(set(made.orders)) == len(made.orders) == 6
    after = Counter(
        (int(row[k - 1]), int(row[k])) for row in made.batch(0, 24).seat_player for k in range(4)
    )
    assert after == dict.fromkeys(permutations(range(4), 2), 24 * 4 // 12)


def test_team_mates_stay_opposite_each_other() -> None:
    made = plan(mode="teams", sides=tuple(COLOURS))
    assert made.orders == ((0, 1, 2, 3), (0, 3, 2, 1))
    for row in made.batch(0, 64).seat_player:
        assert {frozenset(row[::2].tolist()), frozenset(row[1::2].tolist())} == {
            frozenset({0, 2}),
            frozenset({1, 3}),
        }


def teams(made: Plan) -> list[tuple[str, str]]:
    """Return the two teams of every lineup."""
    return [("".join(line.sides[::2]), "".join(line.sides[1::2])) for line in made.lineups]


def test_four_sides_are_paired_into_teams_in_every_way() -> None:
    made = plan(mode="teams", sides=tuple(COLOURS))
    assert teams(made) == [
        ("redgreen", "bluegold"),
        ("redblue", "greengold"),
        ("redgold", "greenblue"),
    ]
    assert teams(plan(mode="teams")) == teams(made)


def test_named_teams_stay_together() -> None:
    made = plan(mode="teams", sides=("Gold+red", "deep blue + green"))
    assert made.request.sides == ("red+gold", "green+blue")
    assert [line.sides for line in made.lineups] == [("red", "green", "gold", "blue")]
    assert "--colours red+gold,green+blue " in made.command()
    again = plan(mode="teams", sides=made.request.sides)
    assert again.lineups == made.lineups


def test_more_than_two_teams_meet_in_all_pairings() -> None:
    made = plan(mode="teams", sides=("red+green", "blue+gold", "red+blue"))
    assert teams(made) == [
        ("redgreen", "bluegold"),
        ("redgreen", "redblue"),
        ("bluegold", "redblue"),
    ]


def test_a_team_named_twice_plays_itself() -> None:
    assert teams(plan(mode="teams", sides=("red+green", "green+red"))) == [("redgreen", "redgreen")]


def test_a_policy_for_each_team() -> None:
    made = plan(mode="teams", sides=("red+gold", "green+blue"), policies=("greedy", "random"))
    assert [line.policies for line in made.lineups] == [("greedy", "random", "greedy", "random")]


def test_a_policy_for_each_player_goes_round_in_every_team() -> None:
    policies = ("greedy", "random", "random", "random")
    made = plan(mode="teams", sides=("red+gold", "green+blue"), policies=policies)
    leads = [line.sides[line.policies.index("greedy")] for line in made.lineups]
    assert sorted(leads) == sorted(COLOURS)
    assert {frozenset(line.sides[::2]) for line in made.lineups} == {
        frozenset({"red", "gold"}),
        frozenset({"green", "blue"}),
    }
    free = plan(mode="teams", policies=policies)
    assert len(free.lineups) == 4 * 3  # who leads, and with whom


def test_six_sides_make_every_two_disjoint_teams(monkeypatch: pytest.MonkeyPatch) -> None:
    made = plan(mode="teams", sides=("red", "green", "blue", "gold", "red", "green"))
    # With different sides 45; the doubles leave fewer, but none twice.
    keys = [tuple(sorted(map(tuple, map(sorted, pair)))) for pair in teams(made)]
    assert len(set(keys)) == len(keys)
    monkeypatch.setattr(GAME, "load", _six_colours)
    assert len(plan(mode="teams").lineups) == 45


def _six_colours(overlays: Sequence[Mapping[str, Any]] = ()) -> ToyData:
    extra = {"pink": {"name": "Pink", "strength": 9}, "teal": {"name": "Teal", "strength": 9}}
    return Toy().load([{"colours": extra}, *overlays])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            {"sides": ("red+blue", "green+gold")},
            "'red\\+blue' names a team, but in mode 'melee' of Toy of Colours everyone plays "
            "alone; name single colours, or choose a mode with teams: --mode teams",
        ),
        (
            {"mode": "teams", "sides": ("red+blue+gold", "green")},
            "the team 'red\\+blue\\+gold' has 3 colours; allowed: 2, joined by \\+",
        ),
        ({"mode": "teams", "sides": ("red+blue", "green")}, "the team 'green' has 1 colour;"),
        ({"mode": "teams", "sides": ("red+blue",)}, "2 teams meet, but 1 is named; name more"),
        ({"mode": "teams", "sides": ("red+", "green+blue")}, "an empty name in 'red\\+'"),
        ({"mode": "teams", "sides": ("red+grene", "a+b")}, "did you mean 'green'"),
        ({"mode": "teams", "sides": ("red", "blue", "gold")}, "4 players need 4 colours, but 3"),
        (
            {"mode": "teams", "sides": ("red+blue",) * 3, "policies": ("greedy", "random")},
            "one for each of the 3 named teams",
        ),
    ],
)
def test_bad_teams(words: dict[str, object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        plan(**words)


def test_three_teams_of_two_may_follow_each_other_either_way() -> None:
    found = orders((0, 1, 2, 0, 1, 2))
    assert len(found) == 8
    assert {order[1] for order in found} == {1, 2, 4, 5}
    assert all(order[3] == 3 for order in found)


@given(st.integers(0, 10**12), st.integers(1, 40), st.integers(0, 39))
def test_a_game_is_the_same_in_any_batch(first: int, count: int, place: int) -> None:
    # hypothesis keeps the fixture over its examples; the registry is patched all the while
    made, place = plan(players=3), place % count
    batch, alone = made.batch(first, count), made.batch(first + place, 1)
    for name in ("game", "set_index", "lineup", "seat_player"):
        assert np.array_equal(getattr(batch, name)[place], getattr(alone, name)[0])


def test_the_command_asks_for_the_same_games() -> None:
    made = plan(
        sides=("Red", "blue"),
        games=100,
        overlays=(parse_set("rules.ties=first"), parse_set("rules.sides_of_die=6")),
    )
    assert made.command() == (
        "balance run toy --colours red,blue --mode melee --players 2 --map meadow --policy greedy "
        "-n 100 --seed 1 --set 'rules.ties=\"first\"' --set rules.sides_of_die=6"
    )


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("20000", 20_000),
        ("20_000", 20_000),
        ("2e4", 20_000),
        ("1e6", 1_000_000),
        ("1.5e3", 1_500),
        ("10k", 10_000),
        ("1M", 1_000_000),
        ("0.5k", 500),
        ("1e12", MOST_GAMES),
        (" 7 ", 7),
    ],
)
def test_counts(text: str, number: int) -> None:
    assert parse_count(text) == number


@pytest.mark.parametrize(
    "text",
    [
        *("", "0", "-5", "abc", "1.5", "10K", "1 000", "0x10", "nan", "٣", "1e-3"),
        *("1e13", "1e999", "1e9999999", "9" * 5000),
    ],
)
def test_bad_counts(text: str) -> None:
    with pytest.raises(BadInput, match="games"):
        parse_count(text)
