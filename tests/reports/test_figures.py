"""The figures: they hold what they should, nothing overlaps, same run, same bytes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from analysis.summary import Summary
from analysis.words import percent
from reports.figures import matchups_figure, rates_figure, save
from reports.style import styled
from tests.analysis.synthetic import lineup
from tests.reports.runs import duel, field, four, policies, summary

FIGURES = [matchups_figure, rates_figure]
Draw = Callable[[Summary], Figure]


def _texts(fig: Figure) -> list[Text]:
    found = fig.findobj(lambda artist: isinstance(artist, Text))
    return [t for t in found if isinstance(t, Text) and t.get_text() and t.get_visible()]


def _words(fig: Figure) -> list[str]:
    return [text.get_text() for text in _texts(fig)]


@pytest.mark.parametrize("draw", FIGURES)
@pytest.mark.parametrize("kind", ["png", "svg"])
def test_same_bytes_twice(draw: Draw, kind: str, tmp_path: Path) -> None:
    one = save(draw(four()), tmp_path / f"one.{kind}").read_bytes()
    two = save(draw(four()), tmp_path / f"two.{kind}").read_bytes()
    assert one == two
    assert len(one) > 5_000
    if kind == "png":
        assert one.startswith(b"\x89PNG")
        assert b"tEXt" not in one[:400]
    else:
        assert ElementTree.fromstring(one).tag.endswith("svg")
        assert b"<dc:date>" not in one


def test_a_png_has_160_dots_per_inch(tmp_path: Path) -> None:
    fig = rates_figure(duel())
    data = save(fig, tmp_path / "a.png").read_bytes()
    width = int.from_bytes(data[16:20], "big")
    assert width == pytest.approx(160 * fig.get_size_inches()[0], abs=1)


def test_other_formats_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.png or \.svg"):
        save(rates_figure(duel()), tmp_path / "a.pdf")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("draw", FIGURES)
@pytest.mark.parametrize("which", [duel, four, policies, lambda: field(9), lambda: field(30)])
def test_no_text_overlaps_another_or_leaves_the_figure(
    draw: Draw, which: Callable[[], Summary]
) -> None:
    fig = draw(which())
    fig.set_canvas(FigureCanvasAgg(fig))
    page = fig.bbox
    with styled():
        beyond = {id(label) for label in _beyond_the_axis(fig)}
        boxes = [text.get_window_extent() for text in _texts(fig) if id(text) not in beyond]
    x0, y0, x1, y1 = (np.array([getattr(b, k) for b in boxes]) for k in ("x0", "y0", "x1", "y1"))
    assert min(x0.min(), y0.min()) >= 0
    assert x1.max() <= page.width
    assert y1.max() <= page.height
    meet = (x0[:, None] < x1) & (x0 < x1[:, None]) & (y0[:, None] < y1) & (y0 < y1[:, None])
    assert meet.sum() == len(boxes)  # each only with itself


def _beyond_the_axis(fig: Figure) -> list[Text]:
    """Return tick labels outside the limits of their axis; they are never drawn."""
    (axes,) = fig.axes
    low, high = axes.get_xlim()
    return [label for label in axes.get_xticklabels() if not low <= label.get_position()[0] <= high]


@pytest.mark.parametrize("draw", FIGURES)
def test_title_and_footer(draw: Draw) -> None:
    words = _words(draw(four()))
    assert "Neuroshima Hex 3.0 · 12,000 games · seed 1 · greedy" in words
    assert any(text.startswith("6 of 496 figures are reconstructed (") for text in words)
    sure = summary(
        [lineup("moloch", "borgo")],
        40,
        provenance={"rulebook": 5, "public": 0, "reconstructed": 0},
        reconstructed=[],
    )
    assert not any("reconstructed" in text for text in _words(draw(sure)))


def test_every_rate_carries_its_interval() -> None:
    words = _words(rates_figure(four()))
    for row in four().rates.iter_rows(named=True):
        assert f"{percent(row['score'], row['low'], row['high'])} %" in words
    assert "fair 50 %" in words


def test_every_cell_carries_its_interval() -> None:
    words = _words(matchups_figure(four()))
    row = four().matchups.row(0, named=True)
    assert f"{100 * row['score']:.1f}" in words
    assert f"{100 * (1 - row['score']):.1f}" in words
    assert sum(text.startswith("± ") for text in words) == 12


def test_names_are_not_formulas(tmp_path: Path) -> None:
    result = summary([lineup("moloch", "borgo")], 40, names={"moloch": "$\\frac$ <b>&"})
    for draw in FIGURES:
        assert "$\\frac$ <b>&" in _words(draw(result))
        ElementTree.fromstring(save(draw(result), tmp_path / "a.svg").read_bytes())


def test_matplotlib_is_loaded_only_for_a_figure() -> None:
    code = (
        "import sys, reports.figures, reports.tables, reports.svg, reports.terminal\n"
        "sys.exit('matplotlib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_callers_settings_survive() -> None:
    import matplotlib as mpl

    before = mpl.rcParams["font.size"]
    with styled():
        assert mpl.rcParams["text.parse_math"] is False
    assert mpl.rcParams["font.size"] == before
    assert mpl.rcParams["text.parse_math"] is True
    assert "matplotlib.pyplot" not in sys.modules
