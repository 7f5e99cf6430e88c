"""`balance bench`: what it measures adds up, and the shipped figures are there for every game."""

import json
from typing import Any

import pytest

import cli
from benchmarks import costs, scale
from reports.bench import duration, sentence
from sim import bench
from sim.errors import BadInput
from sim.game import GAMES

SHIPPED = GAMES.names()


def test_the_shipped_figures_cover_every_game() -> None:
    known = bench.reference()
    assert known["machine"] and known["threads"] >= 1
    for name in SHIPPED:
        rungs = [policy for policy in GAMES.get(name).policies if ":" not in policy]
        assert set(rungs) >= set(known["rates"][name]) >= {"random", "greedy"}
        assert all(rate > 0 for rate in known["rates"][name].values())


@pytest.fixture
def _only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    monkeypatch.setattr(
        bench,
        "reference",
        lambda: {"machine": "an abacus", "rates": {"toy": {"random": 1.0}}},
    )


@pytest.mark.usefixtures("_only_the_toy")
def test_bench_from_the_command_line(capsys: Any) -> None:
    assert cli.main(["bench", "toy", "--seconds", "1", "--threads", "2", "--json"]) == 0
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    assert [rate["policy"] for rate in found["rates"]] == ["random", "greedy"]
    first, second = found["rates"]
    assert first["ratio"] == pytest.approx(first["games_per_second"], rel=1e-3)
    assert second["reference"] is None and second["ratio"] is None
    assert found["threads"] == 2 and found["scaling"] > 0
    assert "toy, random: " in captured.err
    assert cli.main(["bench", "--seconds", "1", "--threads", "1"]) == 0
    told = capsys.readouterr().out
    assert "Toy of Colours" in told and "Reference: an abacus." in told
    assert "10⁶ games take" in told and "share one core" not in told


@pytest.mark.usefixtures("_only_the_toy")
@pytest.mark.parametrize("seconds", [0, 3_601])
def test_bad_lengths_of_a_bench(seconds: float) -> None:
    with pytest.raises(BadInput, match="allowed: 1 to 3600"):
        bench.bench(seconds=seconds)


@pytest.mark.parametrize(
    ("seconds", "said"), [(3.2, "3 s"), (89.4, "89 s"), (90, "2 min"), (5_400, "1.5 h")]
)
def test_how_long_a_million_games_take(seconds: float, said: str) -> None:
    assert duration(seconds) == said


def test_the_sentence_is_the_median() -> None:
    rates = [bench.Rate("toy", p, 10.0, r) for p, r in (("a", 10.0), ("b", 5.0), ("c", 1.0))]
    found = bench.Bench([*rates, bench.Rate("toy", "d", 1.0, None)], 4, 3.5, "toy", "x", 60.0)
    assert found.middle == 2.0
    assert sentence(found) == (
        "A thread of this machine plays 2.00 times as fast as the reference (the median of all "
        "rows); 4 threads play 3.50 times as fast as one."
    )


def test_what_games_cost_is_told_from_measured_figures() -> None:
    """docs/cluster.md says what reference.toml and scale.md come to, and nothing else."""
    page = costs.PAGE.read_text("utf-8")
    assert costs.fresh(page) == page, "python -m benchmarks.costs --write"
    assert {cells[0] for cells in scale.measured()} == set(SHIPPED)
    rate = bench.reference()["rates"]["neuroshima"]["greedy"]
    assert f"| {10**9 / rate / 3600:,.0f} |" in costs.cost_table()
