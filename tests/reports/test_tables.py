"""The report in the terminal and in a pipe."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO

import pytest
from rich.console import Console

from analysis.summary import Summary, sentence
from reports import lines
from reports.grid import grid
from reports.tables import render
from tests.analysis.synthetic import all_pairs, lineup
from tests.reports.runs import duel, field, four, policies, summary


def _shown(result: Summary, width: int = 80, colour: bool = False) -> str:
    out = StringIO()
    console = Console(
        file=out,
        width=width,
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        no_color=not colour,
    )
    render(result, console)
    return out.getvalue()


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("which", [duel, four, policies, lambda: field(9), lambda: field(30)])
def test_no_line_is_wider_than_the_terminal_and_no_number_is_cut(
    which: Callable[[], Summary], width: int
) -> None:
    text = _shown(which(), width)
    assert max(map(len, text.splitlines())) <= width
    table = text.split("Row against column")[0]
    assert "…" not in table
    assert "\x1b" not in text


def test_report_of_a_duel_line_by_line() -> None:
    result = duel()
    text = _shown(result, 120).splitlines()
    row = result.rates.row(0, named=True)
    assert text[0] == "Neuroshima Hex 3.0 · 4,000 games · seed 1 · greedy"
    assert text[2].split() == [
        *("Army", "Score", "%", "95", "%", "interval", "Games", "Wins", "Draws", "Losses")
    ]
    assert text[3].split()[:4] == ["Moloch", f"{100 * row['score']:.1f}", "±", text[3].split()[3]]
    assert text[3].split()[-4:] == [f"{row[k]:,}" for k in ("games", "wins", "draws", "losses")]
    assert text[-1] == sentence(result)
    assert any(line.startswith(" Seats    1: ") for line in text)
    assert any(line.startswith(" Length   26 turns (median), 13 to 38 ") for line in text)
    assert any(line.startswith(" Endings  hq destroyed ") for line in text)


def test_best_side_comes_first() -> None:
    scores = [line.split()[0] for line in _shown(four()).splitlines()[3:7]]
    ranked = four().rates.sort("score", descending=True)["name"].to_list()
    assert scores == [four().shown(name) for name in ranked]


def test_colours_only_where_there_is_a_terminal() -> None:
    assert "\x1b[1;34m" in _shown(four(), colour=True)  # bold blue: provably ahead


def test_names_are_not_markup() -> None:
    pairs = [lineup("moloch", "borgo")]
    result = summary(pairs, 40, names={"moloch": "[red]Moloch[/red]", "borgo": "[/]"})
    text = _shown(result)
    assert "[red]Moloch[/red]" in text
    assert "[/]" in text


def test_long_names_give_way_to_numbers() -> None:
    result = summary([lineup("moloch", "borgo")], 40, names={"moloch": "M" * 200})
    first = _shown(result).splitlines()[3:5]
    assert any("MMM…" in line and " 40 " in line for line in first)
    assert max(map(len, first)) <= 80


def test_the_sentence_never_breaks_within_a_number() -> None:
    for width in range(30, 90, 7):
        for line in _shown(four(), width).splitlines():
            assert not line.rstrip().endswith("±")
            assert not line.startswith(("±", "%"))


def test_short_grid_marks_what_is_proven() -> None:
    text = _shown(field(9), 80).split("Row against column")[1]
    assert "at most ±" in text
    assert "+" in text.split("proven")[1]
    assert "−" in text.split("proven")[1]


def test_policies_get_a_table_of_their_own() -> None:
    text = _shown(policies())
    assert " Policy " in text
    assert "Moloch (greedy)" in text


def test_an_interrupted_run_says_so() -> None:
    result = summary([lineup("moloch", "borgo")], 400, requested=1_000)
    assert lines.title(result) == "Neuroshima Hex 3.0 · 400 of 1,000 games · seed 1 · greedy"


def test_sources() -> None:
    text = lines.provenance(duel())
    assert text == (
        "496 figures: 120 rulebook, 370 public, 6 reconstructed "
        "(rules.fallen_hq, moloch.juggernaut.sides)"
    )
    many = summary([lineup("moloch", "borgo")], 4, reconstructed=[f"a.b{i}" for i in range(6)])
    assert lines.provenance(many).endswith("6 reconstructed (a 6)")
    assert lines.reconstructed(many) == "6 of 496 figures are reconstructed (a 6)"
    sure = summary(
        [lineup("moloch", "borgo")],
        4,
        provenance={"rulebook": 5, "public": 0, "reconstructed": 0},
        reconstructed=[],
    )
    assert lines.provenance(sure) == "5 figures: 5 rulebook"
    assert lines.reconstructed(sure) == ""


def test_rare_endings_are_not_rounded_away() -> None:
    result = summary([lineup("moloch", "borgo")], 4)
    shown = Summary(**(vars(result) | {"endings": {"points": 99_999, "draw": 1, "never": 0}}))
    assert lines.endings(shown) == "points 99.9 %, draw 0.1 %"


def test_grid_sees_each_pair_from_both_sides() -> None:
    square = grid(four())
    assert len(square.cells) == 12
    for (i, j), cell in square.cells.items():
        other = square.cells[j, i]
        assert cell.score == pytest.approx(1 - other.score)
        assert (cell.low, cell.high) == pytest.approx((1 - other.high, 1 - other.low))
        assert cell.proven == other.proven
    assert square.labels[0] == "Moloch"


def test_grid_of_a_mirror_match() -> None:
    square = grid(summary([*all_pairs(["moloch", "borgo"]), lineup("borgo", "borgo")], 80))
    borgo = square.labels.index("Borgo")
    assert square.cells[borgo, borgo].score == 0.5
    assert not square.cells[borgo, borgo].proven
    assert (1 - borgo, 1 - borgo) not in square.cells
