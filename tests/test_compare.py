"""compare, sweep and --until: the commands and the calls behind them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import sim
from analysis.compare import compare, sentence
from analysis.divergence import parting
from analysis.effects import Changes, Quantity
from analysis.sweep import parse_over, sweep
from analysis.until import Looks
from sim.errors import BadInput
from sim.game import GAMES, Step, Tally
from tests import toy_game
from tests.test_cli import assert_refused, balance

__all__ = ["balance"]
CLAWS = {"armies": {"borgo": {"tiles": {"claws": {"initiative": [2]}}}}}


@pytest.fixture(autouse=True)
def _both_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    folders = {"toy": "tests.toy_game", "neuroshima": "sim.neuroshima"}
    monkeypatch.setattr(GAMES, "folders", folders)
    monkeypatch.chdir(tmp_path)
    Path("strong.toml").write_text(
        'game = "toy"\nname = "Strong red"\n[colours.red]\nstrength = 20\n'
    )
    Path("eager.toml").write_text('game = "toy"\n[rules]\nfirst_seat_bonus = 15\n')
    Path("null.toml").write_text('game = "toy"\nname = "Nothing"\n[colours.red]\nstrength = 12\n')
    yield


# --- compare


def test_a_null_variant_is_exactly_nothing(balance: Any) -> None:
    found = balance("compare", "toy", "null.toml", "-n", "600", "--json").json
    assert found["identical"] is True and found["identical_games"] == found["games"] == 600
    for row in (*found["sides"], *found["matchups"]):
        assert row["before"] == row["after"]
        assert (row["difference"], row["low"], row["high"]) == (0.0, 0.0, 0.0)
        assert row["verdict"] == "no proven change"
    assert found["saved"] == 1.0
    text = balance("compare", "toy", "null.toml", "-n", "600").out
    assert "Nothing and base play alike: every one of 600 games is identical." in text


def test_a_null_variant_of_neuroshima() -> None:
    found = compare("neuroshima", {"rules": {"hq_points": 20}}, policy="random", games=120)
    assert found.identical and set(found.sides["difference"]) == {0.0}


def test_a_borgo_tile_leaves_the_others_games_alone() -> None:
    runs = [
        sim.run("neuroshima", variant=each, policy="random", games=360).games()
        for each in (None, CLAWS)
    ]
    borgo = pl.any_horizontal((pl.col(f"side_{k}") == "borgo") for k in range(2))
    before, after = (games.filter(~borgo) for games in runs)
    assert before.height == 180 and before.equals(after)
    assert not runs[0].equals(runs[1])
    found = compare("neuroshima", CLAWS, policy="random", games=360)
    alike = found.matchups.filter((pl.col("a") != "borgo") & (pl.col("b") != "borgo"))
    assert alike.height == 3 and alike["identical"].all()
    assert set(alike["difference"]) == {0.0}
    assert not found.identical


def test_compare_equals_two_runs_laid_side_by_side() -> None:
    found = compare("toy", "strong.toml", games=1_200, seed=5)
    before = sim.run("toy", games=1_200, seed=5)
    after = sim.run("toy", games=1_200, seed=5, variant="strong.toml")
    for column, run in (("before", before), ("after", after)):
        for mine, theirs in ((found.sides, run.rates()), (found.matchups, run.matchups())):
            assert mine[column].to_list() == pytest.approx(theirs["score"].to_list())
    same = (before.games().drop("game") == after.games().drop("game")).select(
        pl.all_horizontal("*")
    )
    assert found.same == same.sum().item() < 1_200


def test_compare_prints_only_what_moved(balance: Any) -> None:
    said = balance("compare", "toy", "strong.toml", "-n", "6000", "--out", "c")
    assert said.code == 0
    assert "Strong red" in said.out and "higher" in said.out
    assert "Red v Gold" in said.out and "Green v Gold" not in said.out
    assert "3 matchups: every game identical" in said.out
    assert "Pairing saved" in said.out and "went exactly alike" in said.out
    assert "From base to Strong red: Red +" in said.out
    assert sorted(path.name for path in Path("c").iterdir()) == [
        "comparison.json",
        "comparison.png",
    ]
    written = json.loads(Path("c/comparison.json").read_text())
    row = next(row for row in written["sides"] if row["name"] == "red")
    assert {"before", "after", "difference", "low", "high", "verdict"} <= set(row)
    assert row["verdict"] == "higher" and 0 < row["low"] < row["difference"] < row["high"]
    assert 0.0 < written["saved"] < 1.0 and written["identical"] is False
    again = balance("compare", "toy", "strong.toml", "-n", "6000", "--json", "--threads", "1")
    assert again.json == written
    assert_refused(balance("compare", "toy", "strong.toml", "--out", "c"), "not an empty folder")


def test_b_is_the_reference(balance: Any) -> None:
    there = compare("toy", "strong.toml", "base", games=600)
    back = compare("toy", "base", "strong.toml", games=600)
    assert there.names == ("base", "Strong red") and back.names == ("Strong red", "base")
    assert back.sides["difference"].to_list() == [-x for x in there.sides["difference"]]


def test_variants_and_set_apply_to_both() -> None:
    Path("die.toml").write_text('game = "toy"\n[rules]\nsides_of_die = 4\n')
    found = compare("toy", "strong.toml", variant="die.toml", set=["rules.ties=first"], games=60)
    for plan in (found.before, found.after):
        rules = plan.data.document["rules"]
        assert (rules["sides_of_die"], rules["ties"]) == (4, "first")


def test_a_side_that_only_one_has_is_left_out(balance: Any) -> None:
    Path("pink.toml").write_text('game = "toy"\n[colours.pink]\nname = "Pink"\nstrength = 5\n')
    found = compare("toy", "pink.toml", games=120)
    assert found.left_out == ("pink",) and found.identical
    said = balance("compare", "toy", "pink.toml", "--colours", "red,pink")
    assert_refused(said, "under base: unknown colour 'pink'")


def test_several_players_policies_and_maps() -> None:
    found = compare(
        "toy", "strong.toml", games=720, players=3, map="all", policy="greedy,random,random"
    )
    assert set(found.sides["axis"]) == {"colour", "policy", "map"}
    assert found.to_json()["matchups"][0]["policy_a"] in ("greedy", "random")
    mean = found.sides.filter(pl.col("axis") == "policy")["difference"]
    assert found.sides.filter(pl.col("name") == "red")["difference"][0] > 0 and len(mean) == 2


def test_one_side_alone_cannot_be_compared(balance: Any) -> None:
    said = balance("compare", "toy", "strong.toml", "--colours", "red,red")
    assert_refused(said, "against itself scores the same")


def test_show_divergence(balance: Any) -> None:
    words = ("compare", "toy", "strong.toml", "-n", "400", "--colours", "red,blue")
    said = balance(*words, "--show-divergence")
    assert "Both go alike until:" in said.out
    assert "Under base it goes on:" in said.out and "Under Strong red it goes on:" in said.out
    told = balance(*words, "--show-divergence", "--json").json["divergence"]
    game = told["game"]
    rows = [
        sim.play("toy", game, sides="red,blue", variant=each).row for each in (None, "strong.toml")
    ]
    assert told["before"]["score"] == [rows[0]["score_0"], rows[0]["score_1"]]
    assert told["after"]["score"] == [rows[1]["score_0"], rows[1]["score_1"]]
    assert told["before"]["score"] != told["after"]["score"]
    first = [told[when]["steps"][0]["lines"][0] for when in ("before", "after")]
    assert first[0] != first[1]
    none = balance("compare", "toy", "null.toml", "-n", "20", "--show-divergence")
    assert "No game ended otherwise" in none.out


def test_divergence_of_neuroshima_begins_where_the_lines_part() -> None:
    found = compare("neuroshima", CLAWS, armies="borgo,moloch", policy="random", games=200)
    told = found.divergence()
    assert told is not None
    assert told.before[0].heading == told.after[0].heading == told.heading
    assert told.before[0].lines[:1] != told.after[0].lines[:1]
    whole = sim.play("neuroshima", told.game, armies="borgo,moloch", policy="random").steps
    step = next(step for step in whole if step.heading == told.heading)
    assert step.lines == told.shared + told.before[0].lines


def test_parting() -> None:
    one = [Step("a", ("x", "y")), Step("b", ("z",))]
    assert parting(one, one) == (2, 0)
    assert parting(one, [Step("a", ("x", "w"))]) == (0, 1)
    assert parting(one, [Step("a", ("x",)), Step("b", ("z",))]) == (0, 1)
    assert parting(one, [one[0], Step("c", ("z",))]) == (1, 0)
    assert parting(one, one[:1]) == (1, 0)


def test_the_sentence_claims_no_more_than_is_proven() -> None:
    small = {"colours": {"red": {"strength": 13}}}
    found = compare("toy", small, games=60)
    assert "is proven to score otherwise" in sentence(found)


# --- until


def test_looks_are_whole_and_grow() -> None:
    looks = Looks(12)
    at, seen = 0, []
    while at < 100_000:
        at = looks.after(at)
        seen.append(at)
    assert seen[0] == 504 and all(look % 12 == 0 for look in seen)
    assert all(b > a for a, b in pairwise(seen))
    assert len(seen) < 40
    assert Looks(12).after(50_000) == looks.after(50_000)


def test_until_stops_when_every_interval_is_narrow(balance: Any) -> None:
    said = balance("run", "toy", "--until", "4%", "--out", "r", "--json")
    assert said.code == 0
    found = said.json
    assert found["precise"] is True and found["until"] == 0.04
    for table in ("rates", "matchups", "seats"):
        for row in found[table]:
            assert max(row["score"] - row["low"], row["high"] - row["score"]) <= 0.04 + 1e-6
    assert found["games"] < 1_000_000
    plain = sim.run("toy", games=found["games"])
    assert plain.parts().collect().equals(sim.load_run("r").parts().collect())
    widths = (plain.matchups()["high"] - plain.matchups()["low"]).max()
    assert widths < 0.06, "a sequence is wider than an interval for a fixed number of games"
    assert "that precision takes about" in said.err
    again = balance("run", "toy", "--until", "4%", "--out", "r", "--json")
    assert "answering from it" in again.err and again.json == found


def test_until_gives_the_same_bytes_whatever_the_threads(balance: Any) -> None:
    for threads in (1, 2):
        balance("run", "toy", "--until", "6%", "--threads", threads, "--out", f"r{threads}")
    one, two = (
        {p.name: p.read_bytes() for p in Path(f"r{n}").rglob("*") if p.is_file()} for n in (1, 2)
    )
    assert one == two


def test_until_at_a_larger_table_and_with_mirror_matches() -> None:
    many = sim.run("toy", until="8%", players=3, policy="greedy")
    assert many.precise and many.manifest["games"] % (3 * 4) == 0
    alone = sim.run("toy", until=0.08, sides=["red", "red"])
    assert alone.precise and alone.rates()["score"].to_list() == [0.5]


def test_until_beyond_the_budget_is_inconclusive(balance: Any) -> None:
    said = balance("run", "toy", "--until", "0.1%", "-n", "2000", "--json")
    assert said.code == 3
    assert said.json["precise"] is False and said.json["games"] == 2_004
    assert "inconclusive" in said.err
    again = balance("run", "toy", "--until", "0.1%", "-n", "2000", "--json")
    assert again.code == 3 and again.json == said.json


def test_compare_until(balance: Any) -> None:
    words = ("compare", "toy", "strong.toml", "--until", "3%", "--json")
    found = balance(*words)
    assert found.code == 0 and found.json["precise"] is True
    for row in (*found.json["sides"], *found.json["matchups"]):
        assert (row["high"] - row["low"]) / 2 <= 0.03 + 1e-6
    assert balance(*words, "--threads", "1").json == found.json
    few = balance(*words[:-1], "-n", "600")
    assert few.code == 3 and "NOT reached" in few.out
    table = compare("toy", "strong.toml", until=0.1, players=3)
    assert table.precise


@pytest.mark.parametrize("text", ["", "x", "-1%", "0%", "0.001%", "60%", "nan"])
def test_bad_precisions(balance: Any, text: str) -> None:
    assert_refused(balance("run", "toy", "--until", text), "precision")
    assert list(Path().glob("runs")) == []


# --- sweep


def test_sweep_finds_the_fairest(balance: Any) -> None:
    words = ("sweep", "toy", "--colours", "red,blue", "-n", "4000")
    said = balance(*words, "--over", "colours.red.strength=8:40:16", "--out", "s")
    told = " ".join(said.out.split())
    assert said.code == 0 and "The game is fairest at colours.red.strength = 8" in told
    assert sorted(path.name for path in Path("s").iterdir()) == ["sweep.json", "sweep.png"]
    found = json.loads(Path("s/sweep.json").read_text())
    assert [point["values"] for point in found["points"]] == [[8], [24], [40]]
    assert found["fairest"] == [8]
    assert [point["fairest"] for point in found["points"]].count(True) == 1
    assert [point["possible"] for point in found["points"]] == [True, False, False]
    for point in found["points"]:
        assert point["low"] <= point["off"] <= point["high"]
    alone = sim.run("toy", sides="red,blue", games=4_000, set=["colours.red.strength=8"])
    assert found["points"][0]["rates"][0]["score"] == pytest.approx(alone.rates()["score"][0])


def test_sweep_of_two_figures_and_of_words(balance: Any) -> None:
    words = ("sweep", "toy", "-n", "120", "--over", "rules.ties=share,first")
    one = balance(*words, "--out", "words")
    assert one.code == 0 and "share" in one.out
    two = balance(*words, "--over", "rules.first_seat_bonus=[0, 10]", "--json", "--out", "s")
    assert [p["values"] for p in two.json["points"]] == [
        ["share", 0],
        ["share", 10],
        ["first", 0],
        ["first", 10],
    ]
    assert Path("s/sweep.png").stat().st_size > 5_000


def test_values_of_a_sweep() -> None:
    assert parse_over("a.b=1:3").values == (1, 2, 3)
    assert parse_over("a.b=0.5:1.1:0.2").values == (0.5, 0.7, 0.9, 1.1)
    assert parse_over("a.b=[[3], [2, 1]]").values == ([3], [2, 1])
    assert parse_over("a.b=true,false").values == (True, False)
    assert parse_over("a.b=x, y").values == ("x", "y")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rules.first_seat_bonus"], "is not PATH=VALUES"),
        (["=1:3"], "is not PATH=VALUE"),
        (["rules.first_seat_bonus=3:1"], "must run upwards"),
        (["rules.first_seat_bonus=1:3:0"], "must run upwards"),
        (["rules.first_seat_bonus=1:x"], "in numbers"),
        (["rules.first_seat_bonus=1:1000000"], "too many points"),
        (["rules.first_seat_bonus=1"], "one value only"),
        (["rules.first_seat_bonus=1,1"], "names a value twice"),
        (["rules.first_seat_bonus=[1"], "is not a list of values"),
        (["rules.first_seat_bonus=19:22"], "= 21 is not allowed; allowed: 0 to 20"),
        (["rules.frist_seat_bonus=1:3"], "did you mean 'first_seat_bonus'?"),
        (["a=1:2", "b=1:2", "c=1:2"], "3 figures are swept"),
        (["a=1:2", "a=1:3"], "is given twice"),
        (["a=1:100", "b=1:100"], "10,000 points; allowed: 200"),
    ],
)
def test_bad_sweeps(balance: Any, words: list[str], said: str) -> None:
    given = [part for word in words for part in ("--over", word)]
    assert_refused(balance("sweep", "toy", *given), said)


def test_sweep_needs_something_to_sweep() -> None:
    with pytest.raises(BadInput, match="0 figures are swept"):
        sweep("toy", [])


# --- what a change does to the games themselves


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the toy count what its players roll."""
    monkeypatch.setattr(toy_game.Toy, "tallies", (Tally("Rolling", "total", "total"),))


@pytest.mark.usefixtures("counting")
def test_effects_are_those_of_two_runs_laid_side_by_side() -> None:
    """Length, going first and every tally, against plain arithmetic on the rows of two runs."""
    words: dict[str, Any] = {"games": 12_000, "seed": 5, "players": 3}
    found = compare("toy", "eager.toml", **words)
    before = sim.run("toy", **words).games()
    after = sim.run("toy", variant="eager.toml", **words).games()
    rows = {(r["name"], r["measure"]): r for r in found.effects.iter_rows(named=True)}
    seats = [f"total_{k}" for k in range(3)]
    spread = "spread: most less least"
    totals = {
        "mean per colour": pl.mean_horizontal(seats).mean(),
        spread: (pl.max_horizontal(seats) - pl.min_horizontal(seats)).mean(),
    }
    plain = {
        ("length", "rolls"): pl.col("length").mean(),
        ("going first", "score beyond the fair share"): pl.col("score_0").mean() - 1 / 3,
        **{("total", measure): expr for measure, expr in totals.items()},
    }
    assert set(rows) == set(plain)
    for key, expr in plain.items():
        row, old, new = rows[key], before.select(expr).item(), after.select(expr).item()
        assert row["before"] == pytest.approx(old) and row["after"] == pytest.approx(new)
        assert row["difference"] == pytest.approx(new - old)
        assert row["low"] <= row["difference"] <= row["high"]
    # the interval, by hand: sets are the unit, those of a lineup are alike
    both = before.select("set", "lineup", old="score_0").with_columns(new=after["score_0"])
    sets = both.group_by("set", "lineup").agg(
        (pl.col("new") - pl.col("old")).mean().alias("change")
    )
    parts = [mine["change"].to_numpy() for mine in sets.partition_by("lineup")]
    n = sum(map(len, parts))
    within = sum(len(x) * x.var(ddof=1) for x in parts) / n
    row = rows["going first", "score beyond the fair share"]
    assert row["high"] - row["low"] == pytest.approx(2 * 1.96 * (within / n) ** 0.5, rel=0.02)
    assert row["verdict"] == "higher" and rows["length", "rolls"]["identical"]


@pytest.mark.usefixtures("counting")
def test_effects_cover_the_truth() -> None:
    """Of twenty comparisons the interval must hold the mean change of many more games."""
    truth = compare("toy", "eager.toml", games=60_000, seed=99).effects
    held = 0
    for seed in range(20):
        found = compare("toy", "eager.toml", games=240, seed=seed).effects
        held += found.filter(
            pl.col("low").le(truth["difference"]) & pl.col("high").ge(truth["difference"])
        ).height
    assert held >= 0.9 * 20 * truth.height


@pytest.mark.usefixtures("counting")
def test_compare_tells_length_and_going_first(balance: Any) -> None:
    said = balance("compare", "toy", "eager.toml", "-n", "6000")
    assert said.code == 0
    assert "Going first, points" in said.out and "total, spread" in said.out
    words = " ".join(said.out.split())
    assert "going first is worth" in words and "points more" in words
    assert "No game lasts longer or shorter; " in words
    document = balance("compare", "toy", "eager.toml", "-n", "6000", "--json").json
    names = [(row["name"], row["verdict"]) for row in document["effects"]]
    assert names[:2] == [("length", "no proven change"), ("going first", "higher")]
    alike = balance("compare", "toy", "null.toml", "-n", "600")
    assert "Of a game" not in alike.out and "going first" not in alike.out


def test_effects_do_not_depend_on_the_stretches() -> None:
    """Taken in at once or piece by piece, the sums are the same."""
    asked = [Quantity("", "x", "", pl.col("x"))]
    rng = random.Random(3)
    rows = pl.DataFrame(
        {
            "set": [i // 2 for i in range(60)],
            "lineup": [i // 2 % 3 for i in range(60)],
            "before 0": [rng.randrange(9) for _ in range(60)],
            "after 0": [rng.randrange(9) for _ in range(60)],
        }
    )
    whole, pieces = Changes(asked), Changes(asked)
    whole.add(rows)
    for start in range(0, 60, 4):
        pieces.add(rows.slice(start, 4))
    assert whole.table().equals(pieces.table())
    assert Changes(asked).table().is_empty()
