"""The summary as JSON and as a sentence."""

from __future__ import annotations

import json
from typing import Any

import polars as pl
import pytest

from analysis.summary import Summary, sentence, summarise
from analysis.verdicts import holm, verdicts
from analysis.words import percent, points, share
from tests.analysis.synthetic import all_pairs, by_hand, lineup, manifest, parts


def _summary(lineups: list[dict[str, Any]], games: int, **how: Any) -> Summary:
    about = manifest(lineups, games)
    return summarise(parts(about, **how), about)


def test_json_has_exactly_the_promised_shape() -> None:
    document = _summary(all_pairs(), 1_200).to_json()
    assert list(document) == [
        *("game", "rules_version", "data_hash", "seed", "games", "policies", "provenance"),
        *("rates", "matchups", "seats", "length", "endings"),
    ]
    assert list(document["rates"][0]) == [
        *("axis", "name", "games", "wins", "draws", "losses", "score", "low", "high"),
    ]
    assert list(document["matchups"][0]) == ["a", "b", "games", "score", "low", "high"]
    assert list(document["seats"][0]) == [
        *("seat", "games", "wins", "draws", "losses", "score", "low", "high"),
    ]
    assert list(document["length"]) == ["unit", "median", "p5", "p95"]
    assert document["policies"] == ["greedy"]
    assert document["games"] == 1_200 == sum(document["endings"].values())
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    scores = [row[key] for row in document["rates"] for key in ("score", "low", "high")]
    assert scores == [round(x, 6) for x in scores]


def test_an_interrupted_run_counts_what_is_there() -> None:
    about = manifest([lineup("moloch", "borgo")], 2_000)
    summary = summarise(parts(about).head(500), about)
    assert (summary.games, summary.requested) == (500, 2_000)


def test_a_run_without_games_is_an_error() -> None:
    about = manifest([lineup("moloch", "borgo")], 2)
    with pytest.raises(ValueError, match="no games"):
        summarise(parts(about).head(0), about)


def test_sentence_of_a_duel() -> None:
    summary = _summary([lineup("moloch", "borgo")], 4_000, seat_bonus=0.4)
    text = sentence(summary)
    assert text.startswith("Moloch beats Borgo 5")
    assert "% over 4,000 games; going first is worth +" in text
    row = summary.matchups.row(0, named=True)
    assert percent(row["score"], row["low"], row["high"]) in text


def test_sentence_names_the_winner_first() -> None:
    text = sentence(_summary([lineup("hegemony", "moloch")], 4_000))
    assert text.startswith("Moloch beats Hegemony 5")


@pytest.mark.parametrize("seed", range(12))
def test_sentence_claims_no_winner_within_the_interval(seed: int) -> None:
    summary = _summary(
        [lineup("moloch", "borgo")], 60, strength={}, luck=0.2, seat_bonus=0.0, seed=seed
    )
    text, row = sentence(summary), summary.matchups.row(0, named=True)
    even = row["low"] <= 0.5 <= row["high"]
    assert ("beats" not in text) == even
    assert ("No winner is proven between Moloch and Borgo" in text) == even
    effect = summary.first_player
    assert ("is worth" in text) == (effect.low > 0 or effect.high < 0)


def test_sentence_of_a_field() -> None:
    text = sentence(_summary(all_pairs(), 12_000))
    assert text.startswith("Over 12,000 games Moloch scores highest (")
    assert "and Hegemony lowest (" in text
    assert "; both are proven to be off the fair 50 %; going first" in text


def test_sentence_of_an_even_field() -> None:
    text = sentence(_summary(all_pairs(), 240, strength={}))
    assert "; neither is proven to be off the fair 50 %;" in text


def test_sentence_of_a_field_with_one_strong_side() -> None:
    strength = {"moloch": 1.0}
    lineups = all_pairs(["moloch", "borgo", "outpost", "hegemony", "x", "y", "z"])
    text = sentence(_summary(lineups, 420, strength=strength))
    assert "only Moloch of the two is proven to be off the fair 50 %" in text


def test_sentence_of_a_larger_table() -> None:
    text = sentence(_summary([lineup("moloch", "borgo", "outpost")], 300))
    assert "off the fair 33.3 %" in text


def test_sentence_with_policies_speaks_of_them() -> None:
    told = [lineup("moloch", "borgo", policies=["greedy", "random"])]
    assert sentence(_summary(told, 200)).startswith("Moloch (greedy) beats Borgo (random) 9")
    told.append(lineup("outpost", "hegemony", policies=["greedy", "random"]))
    assert sentence(_summary(told, 400)).startswith("greedy beats random 9")


def test_sentence_of_a_mirror_match() -> None:
    text = sentence(_summary([lineup("moloch", "moloch")], 2_000))
    assert text.startswith("Moloch plays itself over 2,000 games; going first")


def test_sentence_counts_only_the_games_of_the_two() -> None:
    lineups = [lineup("moloch", "borgo"), lineup("moloch", "moloch")]
    assert "over 1,000 games" in sentence(_summary(lineups, 2_000))


def test_names_with_braces_do_no_harm() -> None:
    about = manifest(all_pairs(), 240, names={"moloch": "{Moloch}"})
    assert "{Moloch}" in sentence(summarise(parts(about), about))


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    assert holm([]) == []


def test_verdict_is_the_test_that_the_interval_inverts() -> None:
    about = manifest([lineup("moloch", "borgo")], 100, rotations=[[0, 1]])
    # 60 of 100: z = 2, p = 0.0455; the two sides are one test.
    summary = summarise(by_hand(about, [(1, 0)] * 60 + [(0, 1)] * 40), about)
    assert summary.verdicts["p"].to_list() == pytest.approx([0.0455003] * 2)
    assert summary.verdicts["proven"].to_list() == [True, True]
    assert summary.proven == (True,)
    two = pl.DataFrame({"score": [0.6, 0.6, 0.5], "effective": [100.0, 100.0, 0.0]})
    assert verdicts(two, 0.5)["p_holm"].to_list() == pytest.approx([0.0910005, 0.0910005, 1.0])
    assert verdicts(two, 0.5)["proven"].to_list() == [False, False, False]


@pytest.mark.parametrize("seed", range(6))
def test_a_duel_is_proven_exactly_where_the_interval_leaves_one_half_out(seed: int) -> None:
    summary = _summary([lineup("moloch", "borgo")], 300, seed=seed)
    row = summary.matchups.row(0, named=True)
    outside = not row["low"] <= 0.5 <= row["high"]
    assert summary.verdicts["proven"].to_list() == [outside, outside]
    assert summary.proven == (outside,)


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ((0.573, 0.566, 0.58), "57.3 ± 0.7"),
        ((1.0, 0.981, 1.0), "100.0 ± 1.9"),
        ((0.50021, 0.49971, 0.50071), "50.02 ± 0.05"),
        ((0.5, 0.5, 0.5), "50.0 ± 0.0"),
    ],
)
def test_percent(numbers: tuple[float, float, float], text: str) -> None:
    assert percent(*numbers) == text


def test_points_and_shares() -> None:
    assert points(1.2, 0.5, 1.9) == "+1.2 ± 0.7"
    assert points(-1.2, -1.9, -0.5) == "−1.2 ± 0.7"
    assert points(0.0, -0.5, 0.5) == "0.0 ± 0.5"
    assert (share(0.5), share(1 / 3)) == ("50 %", "33.3 %")
