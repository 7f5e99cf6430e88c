"""A run as frames, for notebooks, and as files, for other programs."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from analysis.frames import games as games_frame
from sim.errors import BadInput
from sim.names import resolve

if TYPE_CHECKING:
    import pandas as pd

    from sim.library import Run

TABLES = ("games", "rates", "matchups", "seats", "tallies")
FORMATS = ("csv", "parquet", "xlsx", "json")
_SHEET_ROWS = 1_048_575  # what a sheet holds below its heading
_SLICE = 100_000


@dataclass(frozen=True)
class Loaded:
    """The frames of a run: `games` is lazy, because a run may be larger than memory."""

    run: Run

    @property
    def games(self) -> pl.LazyFrame:
        """One row per game: who sat where, scores, length, ending, the game's own columns."""
        return games_frame(self.run.parts(), self.run.manifest)

    @cached_property
    def rates(self) -> pl.DataFrame:
        """The score of every side (policy, side on a map) with its interval."""
        return self.run.rates()

    @cached_property
    def matchups(self) -> pl.DataFrame:
        """The score of each side against each other, with its interval."""
        return self.run.matchups()

    @cached_property
    def seats(self) -> pl.DataFrame:
        """What each seat scores, with its interval."""
        return self.run.seats()

    @cached_property
    def tallies(self) -> pl.DataFrame:
        """What each side counts per game, with its interval; empty where nothing is counted."""
        return self.run.tallies()

    def table(self, name: str = "games") -> pl.LazyFrame:
        """Return one of the tables by its name."""
        key = resolve(name, "table", {each: () for each in TABLES})
        found: pl.LazyFrame | pl.DataFrame = getattr(self, key)
        return found.lazy()

    def to_pandas(self, table: str = "games") -> pd.DataFrame:
        """Return one of the tables, the games unless named, as a pandas frame."""
        return to_pandas(self.table(table).collect())


def load(run: Run | str | Path) -> Loaded:
    """Return the frames of a run, or of the run in a folder."""
    from sim.library import Run, load_run

    return Loaded(run if isinstance(run, Run) else load_run(run))


def to_pandas(frame: pl.DataFrame) -> pd.DataFrame:
    """Return a frame for pandas; names become categories in their order.

    polars' own method needs pyarrow, which is larger than everything else here together.
    """
    import pandas as pd

    columns: dict[str, Any] = {}
    for name in frame.columns:
        series = frame[name]
        if isinstance(series.dtype, pl.Enum):
            words = series.dtype.categories.to_list()
            columns[name] = pd.Categorical(series.to_list(), categories=words)
        elif series.dtype == pl.String:
            columns[name] = series.to_list()
        else:
            columns[name] = series.to_numpy()
    return pd.DataFrame(columns)


def export(run: Run | str | Path, to: str, out: Path | None = None, table: str = "") -> Path | None:
    """Write a table of a run (its games unless named) into a file and return its path.

    A workbook without a table named gets all of them, a sheet each. The default path is named
    after run and table; `-` is the standard output, for which None is returned.
    """
    kind = resolve(to, "format", {each: () for each in FORMATS})
    frames = load(run)
    name = resolve(table, "table", {each: () for each in TABLES}) if table else ""
    if frames.run.folder is None and out is None:
        raise BadInput("a run in memory has no name to export it under; name a file")
    if kind == "xlsx":
        _check_sheet(frames, name)
    if out is not None and str(out) == "-":
        if kind not in ("csv", "json"):
            raise BadInput(f"{kind} is no text for the standard output; name a file with -o")
        _WRITERS[kind](frames.table(name or "games"), sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return None
    folder = frames.run.folder
    path = out or Path(f"{folder.resolve().name if folder else ''}{name and '-' + name}.{kind}")
    if path.exists():
        raise BadInput(f"{path} is there already; name another file with -o, or remove it")
    with _whole(path) as file:
        if kind == "xlsx":
            _write_xlsx(frames, name, file)
        else:
            _WRITERS[kind](frames.table(name or "games"), file)
    return path


@contextmanager
def _whole(path: Path) -> Iterator[Any]:
    """Open a file that is there whole in the end, or not at all."""
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        with temporary.open("wb") as file:
            yield file
        temporary.replace(path)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _slices(table: pl.LazyFrame) -> Iterator[pl.DataFrame]:
    """Return the rows of a table in pieces that fit in memory; at least one, maybe empty."""
    start, height = 0, _SLICE
    while height == _SLICE:
        rows = table.slice(start, _SLICE).collect()
        height = rows.height
        if height or not start:
            yield rows
        start += height


def _write_csv(table: pl.LazyFrame, file: Any) -> None:
    for i, rows in enumerate(_slices(table)):
        file.write(rows.write_csv(include_header=i == 0).encode())


def _write_parquet(table: pl.LazyFrame, file: Any) -> None:
    table.sink_parquet(file, compression="zstd")


def _write_json(table: pl.LazyFrame, file: Any) -> None:
    """Write one list of rows, a row a line."""
    file.write(b"[")
    between = "\n"
    for rows in _slices(table):
        for row in rows.iter_rows(named=True):
            file.write((between + json.dumps(row, ensure_ascii=False, allow_nan=False)).encode())
            between = ",\n"
    file.write(b"\n]\n")


_WRITERS: dict[str, Callable[[pl.LazyFrame, Any], None]] = {
    "csv": _write_csv,
    "parquet": _write_parquet,
    "json": _write_json,
}


def _check_sheet(frames: Loaded, name: str) -> None:
    try:
        import xlsxwriter  # noqa: F401
    except ImportError:
        raise BadInput(
            "xlsx needs the package xlsxwriter: pip install 'tabletop-balance[excel]'; "
            "csv needs nothing"
        ) from None
    games = frames.run.manifest["games"]
    if name in ("", "games") and games > _SHEET_ROWS:
        raise BadInput(
            f"{games:,} games do not fit on a sheet, which holds {_SHEET_ROWS:,}; export csv or "
            "parquet, or a small table with --table rates"
        )


def _write_xlsx(frames: Loaded, name: str, file: Any) -> None:
    from xlsxwriter import Workbook

    # Names from a variant may begin with "=": they are text, never a formula or a link.
    plain = {"strings_to_formulas": False, "strings_to_urls": False, "in_memory": True}
    with Workbook(file, plain) as book:
        book.set_properties({"created": datetime(2000, 1, 1)})  # same run, same bytes
        counted = ("tallies",) if frames.tallies.height else ()
        for table in (name,) if name else ("rates", "matchups", "seats", *counted, "games"):
            rows = frames.table(table).with_columns(pl.selectors.enum().cast(pl.String))
            rows.collect().write_excel(book, table, autofit=table != "games", float_precision=4)
