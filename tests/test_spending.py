"""Games spent where verdicts are open: what is played, and that the verdicts are to be trusted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import sim
from analysis.spent import EVEN_ENOUGH, UNDECIDED, UNEVEN
from sim import library, runner
from sim.errors import BadInput
from sim.game import GAMES
from sim.plan import Request, make_plan
from sim.spending import Schedule, even_games


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})


def colours(*strengths: int) -> dict[str, Any]:
    """Return the figures of colours of such strengths."""
    return {
        f"c{i}": {"name": f"C{i}", "strength": strength} for i, strength in enumerate(strengths)
    }


def spent(strengths: tuple[int, ...], games: int, seed: int = 1, **words: Any) -> sim.Run:
    """Return a run of the toy that spends its games on open matchups."""
    field = colours(*strengths)
    words = {"spend": "open", "set": {"colours": field}, **words}
    return sim.run("toy", sides=list(field), games=games, seed=seed, **words)


LADDER = (0, 8, 16, 24, 32, 40, 48, 50)


def test_places_become_the_games_of_an_even_run() -> None:
    plan = make_plan(Request("toy", sides=("red", "green", "blue", "gold"), games=100))
    schedule = Schedule(plan)
    schedule.extend(2, range(6))
    schedule.extend(3, [4, 1])
    assert (schedule.end, schedule.passes) == (24 + 12, 5)
    assert schedule.games(0, 24).tolist() == list(range(24))
    assert (schedule.games(24, 12) // 2).tolist() == [
        *[13, 13, 16, 16],
        *[19, 19, 22, 22],
        *[25, 25, 28, 28],
    ]
    whole = schedule.games(0, 36)
    for first, count in ((0, 36), (22, 6), (35, 1)):
        assert schedule.games(first, count).tolist() == whole[first : first + count].tolist()
    assert schedule.sets(36) == [2, 5, 2, 2, 5, 2]
    assert schedule.sets(24 + 6) == [2, 4, 2, 2, 3, 2]
    assert schedule.sets(10) == [1, 1, 1, 1, 1, 0]


def test_rows_are_those_of_an_even_run_and_can_be_played_again() -> None:
    run = spent(LADDER, 4000)
    rows = run.parts().collect()
    numbers = rows["game"].to_list()
    assert numbers == sorted(set(numbers)) and rows.height == 4000
    even = run.manifest["spend"]["even"]
    assert numbers[:even] == list(range(even)) and even == 35 * 2 * 28
    field = colours(*LADDER)
    plan = make_plan(Request("toy", sides=tuple(field), overlays=({"colours": field},), games=1))
    for place in (even, even + 517, 3999):
        row = rows.row(place, named=True)
        assert runner.rows_of(plan, row["game"], 1).row(0, named=True) == row
    told = library.play("toy", numbers[-1], sides=list(field), set={"colours": field})
    assert told.row == rows.row(-1, named=True)


def test_a_lineup_is_played_pass_by_pass_until_its_verdict() -> None:
    run = spent(LADDER, 6000)
    sets = run.manifest["spend"]["sets"]
    rows = run.parts().select("set", "lineup").unique().collect()
    for lineup, number in enumerate(sets):
        mine = sorted(rows.filter(pl.col("lineup") == lineup)["set"].to_list())
        assert mine == [turn * len(sets) + lineup for turn in range(number)]
    assert min(sets) == run.manifest["spend"]["looks"][0] < max(sets)
    assert sum(sets) * 2 == 6000


@pytest.mark.parametrize(("threads", "chunk"), [(1, None), (3, 14), (2, 34)])
def test_same_bytes_whatever_the_threads_and_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: int, chunk: int | None
) -> None:
    first = spent(LADDER, 3000, out=tmp_path / "a", figures=False)
    play = runner.play

    def in_chunks(*args: Any, **words: Any) -> int:
        return play(*args, **{**words, "chunk": chunk})

    monkeypatch.setattr(runner, "play", in_chunks)
    second = spent(LADDER, 3000, out=tmp_path / "b", figures=False, threads=threads)
    assert first.summary().to_json() == second.summary().to_json()
    for path in sorted((tmp_path / "a").rglob("*")):
        if path.is_file():
            assert (
                path.read_bytes()
                == (tmp_path / "b" / path.relative_to(tmp_path / "a")).read_bytes()
            )
    again = spent(LADDER, 3000, out=tmp_path / "a", figures=False)
    assert again.found and again.summary().to_json() == first.summary().to_json()


def test_all_but_matchups_comes_from_the_even_games() -> None:
    run = spent(LADDER, 6000)
    half = run.manifest["spend"]["even"]
    plain = spent(LADDER, half, spend="even").summary()
    mine = run.summary()
    assert mine.rates.equals(plain.rates) and mine.seats.equals(plain.seats)
    assert mine.length == plain.length and mine.endings == plain.endings
    assert mine.games == 6000 and mine.counted == half == plain.games
    assert mine.matchups["games"].sum() == 6000
    shown = mine.to_json()
    assert shown["spend"]["verdicts"] == {
        word: [row["verdict"] for row in shown["matchups"]].count(word)
        for word in (UNEVEN, EVEN_ENOUGH, UNDECIDED)
    }
    json.dumps(shown)


def test_a_run_ends_early_when_every_matchup_has_its_verdict() -> None:
    run = spent((0, 50), 10_000)
    assert run.complete and run.precise is None
    assert run.manifest["games"] == run.manifest["spend"]["even"] == 5000
    assert run.summary().spent.verdicts == {UNEVEN: 1, EVEN_ENOUGH: 0, UNDECIDED: 0}  # type: ignore[union-attr]


def test_an_even_matchup_gets_its_verdict_too() -> None:
    run = spent((10, 10, 50), 60_000)
    found = {(row["a"], row["b"]): row["verdict"] for row in run.matchups().iter_rows(named=True)}
    assert found == {("c0", "c1"): EVEN_ENOUGH, ("c0", "c2"): UNEVEN, ("c1", "c2"): UNEVEN}


def test_the_lineups_of_one_matchup_are_played_on_together() -> None:
    run = spent((0, 6, 12, 50), 4000, map="all")
    sets = run.manifest["spend"]["sets"]
    assert sets[0::2] == sets[1::2] and len(set(sets)) > 1


def test_a_mirror_gets_no_verdict_and_no_more_games() -> None:
    field = colours(0, 5, 10)
    sides = ["c0", "c0", "c1", "c2"]
    run = sim.run("toy", sides=sides, set={"colours": field}, games=2000, spend="open")
    mirror = [line["sides"] == ["c0", "c0"] for line in run.manifest["lineups"]].index(True)
    assert run.manifest["spend"]["sets"][mirror] == run.manifest["spend"]["looks"][0]
    words = {row["a"] == row["b"]: row["verdict"] for row in run.matchups().iter_rows(named=True)}
    assert words[True] is None


def test_the_same_verdicts_take_fewer_games() -> None:
    """Against an even run whose matchups are looked at once, with all the error there is."""
    field = colours(*range(0, 51, 4))  # 13 colours, 78 matchups from even to 83 : 17

    def proven(games: int, spend: str) -> int:
        found = 0
        for seed in (1, 2):
            words: dict[str, Any] = {"sides": list(field), "set": {"colours": field}}
            run = sim.run("toy", games=games, seed=seed, spend=spend, **words)
            found += sum(run.summary().proven)
        return found

    assert proven(32_000, "open") > proven(40_000, "even")


@pytest.mark.slow
def test_verdicts_and_intervals_hold_although_games_stop_where_results_are_clear() -> None:
    """Fair matchups, looked at three times: hardly a run may call any of them uneven."""
    alarms, held, shown, rates = 0, 0, 0, []
    covers = (pl.col("low") <= 0.5) & (pl.col("high") >= 0.5)
    runs = 60
    for seed in range(runs):
        run = spent((10,) * 6, 2400, seed=seed, set={"colours": colours(*(10,) * 6)})
        met = run.matchups()
        alarms += UNEVEN in met["verdict"].to_list()
        held += met.filter(covers).height
        shown += met.height
        rates += run.rates().select(covers).to_series().to_list()
    assert alarms <= 6  # 4 % of 60 are 2.4, twice the standard error is 3
    assert held / shown >= 0.95
    assert np.mean(rates) >= 0.93


def test_bad_wishes_get_a_sentence() -> None:
    with pytest.raises(BadInput, match="needs at least"):
        spent(LADDER, 100)
    with pytest.raises(BadInput, match="only where two sides meet"):
        sim.run("toy", players=3, games=2000, spend="open")
    with pytest.raises(BadInput, match="leave out one of the two"):
        spent(LADDER, 4000, until="2%")
    with pytest.raises(BadInput, match="way to spend games"):
        spent(LADDER, 4000, spend="odd")


def test_many_lineups_are_open_unless_told() -> None:
    field = colours(*range(15))

    def way(games: int, sides: list[str], **words: Any) -> str:
        words = {"set": {"colours": field}, "spend": "auto", **words}
        ask = library.ask("toy", sides=sides, games=games, **words)
        return make_plan(ask).request.spend

    assert way(20_000, list(field)) == "open"
    assert way(20_000, list(field)[:14]) == "even"  # 91 pairs
    assert way(800, list(field)) == "even"  # too few games for two passes in a half
    assert way(20_000, list(field), until="2%") == "even"
    assert (
        make_plan(library.ask("toy", sides=list(field), set={"colours": field})).request.spend
        == "even"
    )


def test_the_command_says_how_games_were_spent() -> None:
    field = colours(*range(15))
    ask = Request("toy", sides=tuple(field), overlays=({"colours": field},), games=20_000)
    assert make_plan(ask).command().count("--spend even") == 1
    few = make_plan(Request("toy", games=20_000))
    assert "--spend" not in few.command()
    assert even_games(few) == 9996
