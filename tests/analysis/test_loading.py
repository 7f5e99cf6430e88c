"""A run as frames and files: what goes out comes back the same."""

import builtins
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import analysis
import sim
from analysis import loading
from sim.errors import BadInput
from sim.game import GAMES
from sim.library import Run


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    monkeypatch.chdir(tmp_path)
    yield


@pytest.fixture
def run() -> Run:
    return sim.run("toy", games=600, out="one", figures=False)


def test_load_gives_the_frames_of_a_folder_or_a_run(run: Run) -> None:
    frames = analysis.load("one")
    assert isinstance(frames.games, pl.LazyFrame)
    assert_frame_equal(frames.games.collect(), run.games())
    assert_frame_equal(frames.rates, run.rates())
    assert_frame_equal(analysis.load(run).matchups, run.matchups())
    assert_frame_equal(frames.table("Seats").collect(), run.seats())
    with pytest.raises(BadInput, match="did you mean 'rates'"):
        frames.table("rate")


def test_pandas_gets_the_same_values(run: Run) -> None:
    games = run.games()
    frame = analysis.load(run).to_pandas()
    assert list(frame.columns) == games.columns and len(frame) == 600
    assert frame["score_0"].tolist() == games["score_0"].to_list()
    assert frame["side_0"].astype(str).tolist() == games["side_0"].cast(pl.String).to_list()
    assert list(frame["side_0"].cat.categories) == ["red", "green", "blue", "gold"]
    assert analysis.load(run).to_pandas("rates")["name"].tolist() == run.rates()["name"].to_list()


def test_csv_parquet_and_json_come_back(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_SLICE", 200)  # 600 games are three whole slices
    games = run.games()
    names = pl.selectors.enum().cast(pl.String)
    plain = games.with_columns(names)
    paths = {kind: loading.export("one", kind) for kind in ("csv", "parquet", "json")}
    assert paths["csv"] == Path("one.csv")
    back = pl.read_csv(Path("one.csv"), schema_overrides=plain.schema)
    assert_frame_equal(back, plain)
    assert_frame_equal(pl.read_parquet("one.parquet"), games)
    assert json.loads(Path("one.json").read_bytes()) == plain.to_dicts()


def test_a_workbook_has_a_sheet_for_each_table(run: Run) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    path = loading.export("one", "xlsx")
    assert path == Path("one.xlsx")
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["rates", "matchups", "seats", "games"]
    rows = list(book["games"].values)
    assert list(rows[0]) == run.games().columns
    plain = run.games().with_columns(pl.selectors.enum().cast(pl.String))
    empty_is_none = [tuple(v if v != "" else None for v in row) for row in plain.rows()]
    assert rows[1:] == empty_is_none
    scores = [row[6] for row in book["rates"].values][1:]
    assert scores == pytest.approx(run.rates()["score"].to_list())
    loading.export("one", "xlsx", Path("again.xlsx"))
    assert Path("again.xlsx").read_bytes() == Path("one.xlsx").read_bytes()


def test_text_in_a_workbook_is_never_a_formula() -> None:
    openpyxl = pytest.importorskip("openpyxl")
    run = sim.run("toy", games=40, out="named", figures=False)
    frames = loading.load(run)
    evil = pl.DataFrame({"name": ["=1+1", "http://x"]})
    object.__setattr__(frames, "rates", evil)
    with Path("evil.xlsx").open("wb") as file:
        loading._write_xlsx(frames, "rates", file)
    cells = [row[0] for row in openpyxl.load_workbook("evil.xlsx")["rates"].iter_rows(min_row=2)]
    assert [(cell.value, cell.data_type) for cell in cells] == [("=1+1", "s"), ("http://x", "s")]


def test_a_missing_xlsxwriter_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *more: Any, **named: Any) -> Any:
        if name == "xlsxwriter":
            raise ImportError(name)
        return real(name, *more, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(BadInput, match="needs the package xlsxwriter"):
        loading.export("one", "xlsx")
    assert not Path("one.xlsx").exists()


def test_too_many_games_for_a_sheet_are_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_SHEET_ROWS", 500)
    with pytest.raises(BadInput, match="600 games do not fit on a sheet"):
        loading.export("one", "xlsx")
    assert loading.export("one", "xlsx", table="rates") == Path("one-rates.xlsx")


def test_a_failed_export_leaves_nothing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(table: pl.LazyFrame, file: Any) -> None:
        file.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(loading._WRITERS, "csv", fail)
    with pytest.raises(BadInput, match=r"cannot write one\.csv: No space left"):
        loading.export("one", "csv")
    assert sorted(path.name for path in Path().iterdir()) == ["one"]
