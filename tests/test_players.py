"""Players in words, ladders, curves over the rungs, restricted play; no kernel is needed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf, isclose
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import cli
from analysis.ladder import climb, elo, spread
from analysis.skill import Curve, Point, by_skill
from sim.errors import BadInput
from sim.game import GAMES
from sim.library import ask
from sim.plan import make_plan
from sim.thinking import Player, forbid, player


class Said(NamedTuple):
    """What a command printed."""

    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Let the toy game be the only one, in a folder of its own."""
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    monkeypatch.chdir(tmp_path)
    yield


@pytest.fixture
def balance(capsys: pytest.CaptureFixture[str]) -> Any:
    """Return the command as a function of its words."""

    def call(*words: object) -> Said:
        code = cli.main([str(word) for word in words])
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return call


def assert_refused(said: Said, *words: str) -> None:
    """One sentence on stderr with these words, exit code 2, nothing else."""
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("balance: ") and said.err.count("\n") == 1
    for word in words:
        assert word in said.err


def test_a_policy_is_taken_apart() -> None:
    assert player("greedy") == Player("greedy", 0, ())
    assert player("search:200") == Player("search", 200, ())
    assert player("flat:50!action:push") == Player("flat", 50, ("action:push",))
    assert player("rusher!tile:a!action:b") == Player("rusher", 0, ("tile:a", "action:b"))


def test_what_is_forbidden_belongs_to_all_or_to_one() -> None:
    assert forbid(("greedy",), ["action:look"], 2) == ("greedy!action:look",)
    assert forbid(("greedy",), ["2:action:look"], 2) == ("greedy", "greedy!action:look")
    assert forbid(("a", "b", "c"), ["action:x", "1:action:y"], 3) == (
        "a!action:x!action:y",
        "b!action:x",
        "c!action:x",
    )
    for words in (["3:action:look"], ["0:action:look"]):
        with pytest.raises(BadInput, match="there is no player"):
            forbid(("greedy",), words, 2)


def test_restrictions_are_checked_and_become_part_of_the_policy() -> None:
    plan = make_plan(ask("toy", sides=["red", "blue"], games=2, forbid=["2:action:peek"]))
    assert plan.request.policies == ("greedy", "greedy!action:look")
    assert "--policy 'greedy,greedy!action:look'" in plan.command()
    for words, told in (
        ("action:jump", "unknown action 'jump'"),
        ("tile:x", "kind of thing"),
        ("look", "action:NAME"),
    ):
        with pytest.raises(BadInput, match=told):
            make_plan(ask("toy", games=2, forbid=[words]))


def test_a_number_of_simulations_has_a_limit() -> None:
    with pytest.raises(BadInput, match="50,000"):
        make_plan(ask("toy", games=2, policy="search:50001"))


def test_what_a_mechanic_is_worth(balance: Any) -> None:
    said = balance("run", "toy", "-n", 4000, "--forbid", "1:action:look", "--json")
    assert said.code == 0
    rates = {row["name"]: row for row in json.loads(said.out)["rates"] if row["axis"] == "policy"}
    assert rates["greedy!action:look"]["high"] < 0.5 < rates["greedy"]["low"]


def test_elo_of_a_score() -> None:
    assert elo(0.5) == 0.0
    assert isclose(elo(10 / 11), 400.0)
    assert isclose(elo(1 / 11), -400.0)
    # at a table of four, one who wins ten times as often as each of three equals: 10 / 13
    assert isclose(elo(10 / 13, 0.25), 400.0)
    assert elo(1.0) == inf and elo(0.0) == -inf


def test_lineups_are_spread_over_all() -> None:
    assert spread("abcdefgh", 4) == ["a", "c", "e", "g"]
    assert spread("abc", 9) == ["a", "b", "c"]


def test_the_ladder_of_the_toy() -> None:
    found = climb("toy", games=2000, seed=3)
    assert found.rungs == ("random", "greedy", "search:200")
    first, second = found.steps
    assert first.low > 0.5 and first.proven
    # the toy's search is its greedy player: within four standard errors
    assert abs(second.score - 0.5) < 2.0 * (second.high - second.low) / 1.96
    four = climb("toy", rungs="random,greedy", players=4, games=2000)
    assert four.steps[0].fair == 0.25 and four.steps[0].low > 0.25
    assert climb("toy", games=2000, seed=3, threads=1).to_json() == found.to_json()


def test_the_ladder_from_the_command_line(balance: Any, tmp_path: Path) -> None:
    said = balance("ladder", "toy", "-n", 400, "--out", "out")
    assert said.code == 0
    assert "greedy" in said.out and "search:200" in said.out and "Elo" in said.out
    assert json.loads((tmp_path / "out/ladder.json").read_text())["steps"][0]["proven"]
    assert (tmp_path / "out/ladder.png").stat().st_size > 10_000
    assert_refused(balance("ladder", "toy", "--rungs", "greedy"), "two rungs")
    assert_refused(balance("ladder", "toy", "--rungs", "greedy,gready"), "gready", "greedy")
    assert_refused(balance("ladder", "toy", "--players", 9), "9 players")


def test_curves_over_the_rungs(balance: Any, tmp_path: Path) -> None:
    said = balance("run", "toy", "--policy", "ladder", "-n", 3000, "--json", "--out", "curve")
    assert said.code == 0
    found = json.loads(said.out)
    assert found["rungs"] == ["random", "greedy", "search:200"]
    assert found["games"][0] == 3000 and found["games"][2] < 100
    assert {side["id"] for side in found["sides"]} == {"red", "green", "blue", "gold"}
    assert (tmp_path / "curve/skill.png").stat().st_size > 10_000
    told = balance("run", "toy", "--policy", "ladder", "-n", 3000)
    assert told.code == 0 and "Gold" in told.out
    until = balance("run", "toy", "--policy", "ladder", "--until", "1%")
    assert_refused(until, "--until", "ladder")
    assert by_skill("toy", games=600).to_json() == by_skill("toy", games=600).to_json()


def test_every_side_is_on_every_rung_or_there_are_too_few_games() -> None:
    found = by_skill("toy", games=12)
    assert [len(curve.points) for curve in found.curves] == [len(found.rungs)] * len(found.curves)
    with pytest.raises(BadInput, match="it takes 12 for every lineup"):
        by_skill("toy", games=11)


def curve(*scores: tuple[float, float]) -> Curve:
    """Return the curve of a side with these scores and margins."""
    points = [Point(str(i), 100, s, s - m, s + m) for i, (s, m) in enumerate(scores)]
    return Curve("a", "A", tuple(points), 0.5)


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        (((0.5, 0.01), (0.6, 0.01)), "fair for beginners, unfair for experts"),
        (((0.6, 0.01), (0.51, 0.01)), "unfair for beginners, fair for experts"),
        (((0.5, 0.2), (0.6, 0.2)), ""),
        (((0.6, 0.01), (0.7, 0.01)), "better for experts"),
        (((0.51, 0.001), (0.49, 0.001)), "worse for experts"),
    ],
)
def test_what_experts_find_otherwise(scores: tuple[tuple[float, float], ...], told: str) -> None:
    assert curve(*scores).verdict == told
