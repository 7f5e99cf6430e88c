"""The frame of all exact odds, without any game: any parties, any quantities, proof by z."""

import io
from fractions import Fraction
from math import sqrt

import pytest
from rich.console import Console

from reports import odds as told
from sim.exact import Chance, Distribution, Odds

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def answer(simulated: bool = True, heads: int = 5_050) -> Odds:
    """Three parties with different quantities: nothing here knows what a fight is."""
    coin = {0: 10_000 - heads, 2: heads} if simulated else None
    energy = {0: 3_300, 1: 3_400, 4: 3_300} if simulated else None
    rows = (
        Distribution("red", "damage", {0: HALF, 2: HALF}, coin, "damage dealt"),
        Distribution("green", "energy", {0: THIRD, 1: THIRD, 4: THIRD}, energy),
        Distribution("blue", "energy", {0: Fraction(1)}, {0: 10_000} if simulated else None),
    )
    chances = (
        Chance("red", "flees", Fraction(1, 10_000), 2 if simulated else None, 10_000),
        Chance("blue", "flees", Fraction(0), 0 if simulated else None, 10_000),
        Chance("green", "wins", Fraction(1), 10_000 if simulated else None, 10_000),
    )
    return Odds("A day out", rows, chances, "All is well.", ("three of them",), ("a.b",), 7)


def printed(odds: Odds, width: int = 80) -> str:
    """The report as text."""
    console = Console(file=io.StringIO(), width=width, no_color=True)
    told.render(odds, console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_means_and_tails_are_exact() -> None:
    coin, energy, _ = answer().rows
    assert (coin.mean, energy.mean) == (1, Fraction(5, 3))
    assert [energy.at_least(v) for v in energy.values] == [1, 2 * THIRD, THIRD, THIRD, THIRD]


def test_z_is_the_distance_in_standard_errors() -> None:
    odds = answer()
    coin = odds.rows[0]
    assert coin.z == coin.z_of(2) == pytest.approx(1.0)  # 50 more heads than 5,000, s.e. 50
    assert coin.z_of(0) == pytest.approx(-1.0)
    assert coin.z_of(1) is None  # cannot come
    assert odds.chances[0].z is None  # one case expected: nothing can be said
    third = (3_400 - 10_000 / 3) / sqrt(10_000 * 2 / 9)
    assert odds.largest_z == pytest.approx(third)
    assert len(odds.z) == 5
    assert odds.z_limit == pytest.approx(2.5758, abs=1e-4)  # 5 cells: 1 % of both tails


def test_what_is_impossible_must_not_come() -> None:
    with pytest.raises(ValueError, match="red damage 1 came"):
        Distribution("red", "damage", {0: HALF, 2: HALF}, {1: 1})
    with pytest.raises(ValueError, match="otherwise"):
        Chance("red", "flees", Fraction(0), 1, 10)
    with pytest.raises(ValueError, match="add up"):
        Distribution("red", "damage", {0: HALF})


def test_json_holds_every_party_and_quantity() -> None:
    document = answer().to_json()
    assert document["exact"] is True
    assert document["red"] == {"damage": {"0": 0.5, "1": 0.0, "2": 0.5}, "flees": 1e-4}
    assert document["fractions"]["green"]["energy"]["4"] == "1/3"
    assert document["simulated"]["red"]["damage"]["2"] == 0.505
    assert document["simulated"]["z"]["red"]["damage"]["2"] == pytest.approx(1.0)
    assert answer(simulated=False).to_json()["simulated"] is None


def test_the_report_says_it_all_within_its_width() -> None:
    for width in (60, 80, 120):
        text = printed(answer(), width)
        assert max(map(len, text.splitlines())) <= width
        for words in ("red damage dealt: mean 1.000 (simulated: z +1.0)", "1/10000", "50.50 %"):
            assert words in text
        assert "Never: blue energy, blue flees." in text and "Always: green wins." in text
        assert "a.b" in text and text.rstrip().endswith("All is well.")
    assert "z" not in printed(answer(simulated=False)).replace("Rests", "")


def test_a_simulation_that_is_off_is_called_so() -> None:
    assert "within the ±2.6" in " ".join(printed(answer()).split())
    assert "−6.0, OUTSIDE the ±2.6" in " ".join(printed(answer(heads=5_300)).split())


def test_the_figure_draws_each_bar_and_ring() -> None:
    for simulated in (True, False):
        (axes,) = told.figure(answer(simulated)).axes
        widths = [round(bar.get_width(), 4) for bar in axes.patches]
        assert widths == [50, 0, 50, *[33.3333] * 2, 0, 0, 33.3333, 0.01]
        assert len(axes.lines) == (9 if simulated else 0)
