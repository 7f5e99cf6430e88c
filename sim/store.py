"""The run folder: `manifest.json` and `parts/part-000000.parquet` …, the same bytes every time.

A file is written under a temporary name, synced and renamed, the manifest last: whatever happens,
what is there is whole, and a folder with a manifest says truly what it holds.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import platform
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sim
from sim.errors import BadInput
from sim.game import circumstances
from sim.plan import OPEN, Plan
from sim.variant import merge

if TYPE_CHECKING:
    import polars as pl

FORMAT = 1
MANIFEST = "manifest.json"
RUNS = Path("runs")
_PART = 65_536
_SPARE = 4_000_000  # for the manifest and the pictures


def part_size(plan: Plan) -> int:
    """Return how many games a part holds: whole mirrored sets, whatever the chunks played."""
    return _PART - _PART % plan.per_set


def manifest(plan: Plan, games: int, complete: bool, precise: bool | None = None) -> dict[str, Any]:
    """Return what a run folder says about itself; nothing in it depends on when or where.

    `precise` says of a run with a precision to reach whether it reached it.
    """
    game, data, ask = plan.game, plan.data, plan.request
    size = part_size(plan)
    return {
        "format": FORMAT,
        "game": game.id,
        "title": game.title,
        "rules_version": game.rules_version,
        "data_hash": data.fingerprint,
        "seed": ask.seed,
        "games": games,
        "requested": ask.games,
        "mode": ask.mode,
        "lineups": [
            {
                "sides": list(lineup.sides),
                "policies": list(lineup.policies),
                "mode": lineup.mode,
                "map": lineup.map,
            }
            for lineup in plan.lineups
        ],
        "rotations": [list(seats) for seats in plan.rotations],
        "orders": [list(order) for order in plan.orders],
        "teams": list(plan.teams),
        "endings": list(game.endings),
        "length_unit": game.length_unit,
        "side": game.side,
        "tallies": [vars(each) for each in game.tallies],
        **({"holdings": [vars(each) for each in held]} if (held := game.holdings(data)) else {}),
        **({"claimed_seat": game.claimed_seat} if game.claimed_seat else {}),
        **({"circumstances": [vars(each) for each in by]} if (by := circumstances(game)) else {}),
        "provenance": dict(data.provenance),
        "reconstructed": list(data.reconstructed),
        "names": {key: named.name for key, named in {**data.maps, **data.sides}.items()},
        "request": {
            "game": ask.game,
            "sides": list(ask.sides),
            "players": ask.players,
            "mode": ask.mode,
            "maps": list(ask.maps),
            "policies": list(ask.policies),
            "games": ask.games,
            "seed": ask.seed,
            "variants": list(ask.variants),
            "overlay": merge({}, *ask.overlays),
            "until": ask.until,
            **({"spend": ask.spend} if ask.spend == OPEN else {}),
        },
        "versions": {
            "tabletop-balance": sim.__version__,
            "python": platform.python_version(),
            **{name: version(name) for name in ("numba", "numpy", "polars")},
        },
        "chunk": size,
        "parts": part_names(games, size),
        "complete": complete,
        "precise": precise,
        "command": plan.command(),
    }


def part_name(index: int) -> str:
    """Return the name of a part, relative to the run folder."""
    return f"parts/part-{index:06d}.parquet"


def part_names(games: int, size: int) -> list[str]:
    """Return the names of the parts that so many games fill."""
    return [part_name(i) for i in range(-(-games // size))]


@dataclass
class Folder:
    """A run folder; `made` lists the folders created for it, outermost first."""

    path: Path
    made: list[Path] = field(default_factory=list)

    def scan(self, found: Mapping[str, Any]) -> pl.LazyFrame:
        """Return the rows of all parts that a manifest names, in order, without reading them."""
        import polars as pl

        names = part_names(found["games"], found["chunk"])
        return pl.scan_parquet([self.path / name for name in names])

    def read_manifest(self) -> dict[str, Any] | None:
        """Return the manifest, or None where there is none that can be read."""
        try:
            found = json.loads((self.path / MANIFEST).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    def write_manifest(self, values: Mapping[str, Any]) -> None:
        """Write the manifest; the folder is then what it says."""
        text = json.dumps(values, indent=1, ensure_ascii=False, default=str) + "\n"
        self.write(MANIFEST, text.encode())

    def write(self, name: str, content: bytes) -> None:
        """Write a file of the folder so that it is there whole or not at all."""
        path = self.path / name
        temporary = path.with_name(f".{path.name}.tmp")
        try:
            with temporary.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
            _sync(path.parent)
        except OSError as error:
            raise BadInput(f"cannot write {path}: {error.strerror}") from None
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink()

    def discard(self) -> None:
        """Take back the folders made for a run of which nothing is kept."""
        for path in reversed(self.made):
            with contextlib.suppress(OSError):
                path.rmdir()
        self.made.clear()


class PartWriter:
    """Collects rows in game order and writes them as parts of a fixed size."""

    def __init__(self, folder: Folder, size: int) -> None:
        self.size = size
        self.written = 0
        self._folder = folder
        self._rows: list[pl.DataFrame] = []
        self._waiting = 0

    def add(self, rows: pl.DataFrame) -> None:
        """Take the next rows, which never reach over the end of a part."""
        self._rows.append(rows)
        self._waiting += rows.height
        if self._waiting == self.size:
            self.flush()

    def flush(self) -> None:
        """Write what is waiting; a part that is not full can only be the last one."""
        import polars as pl

        if not self._waiting:
            return
        buffer = io.BytesIO()
        pl.concat(self._rows, rechunk=True).write_parquet(
            buffer, compression="zstd", compression_level=3, row_group_size=_PART
        )
        self._folder.write(part_name(self.written // self.size), buffer.getvalue())
        self.written += self._waiting
        self._rows.clear()
        self._waiting = 0


class Memory:
    """Keeps the rows of a run that is not to be written."""

    MOST_GAMES = 20_000_000

    def __init__(self, size: int) -> None:
        self.size = size
        self.rows: list[pl.DataFrame] = []

    def add(self, rows: pl.DataFrame) -> None:
        """Take the next rows."""
        self.rows.append(rows)

    def flush(self) -> None:
        """Nothing waits in memory."""


def claim(out: Path | None, plan: Plan) -> tuple[Folder, bool]:
    """Return the folder for a run, and whether it already holds exactly this run, finished.

    Without `out` the folder is `runs/<game>-<id of the request>`, or a numbered sibling of it.
    """
    # Without the names of the parts, which would fill memory for a run no disk can hold.
    wanted = {**manifest(plan, 0, complete=True), "games": plan.games}
    if out is not None:
        state = _state(out, wanted)
        if state not in ("free", "same"):
            raise BadInput(f"{out} {state}; name another folder with --out, or remove this one")
        return _open(out, plan, state)
    name = f"{plan.game.id}-{short_id(wanted)}"
    for number in count(1):
        path = RUNS / (name if number == 1 else f"{name}-{number}")
        state = _state(path, wanted)
        if state in ("free", "same"):
            break
    return _open(path, plan, state)


def short_id(values: Mapping[str, Any]) -> str:
    """Return eight letters that stand for a request on these rules and figures."""
    what = [values[key] for key in ("game", "rules_version", "data_hash", "request")]
    text = json.dumps(what, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _state(path: Path, wanted: Mapping[str, Any]) -> str:
    """Return `free`, `same`, or the words that say what is in the way."""
    try:
        if not path.exists() and not path.is_symlink():
            return "free"
        if not path.is_dir():
            return "is not a folder"
        if not any(path.iterdir()):
            return "free"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    folder = Folder(path)
    found = folder.read_manifest()
    if found is None:
        return "is not empty and holds no finished run"
    if _essence(found) != _essence(wanted):
        return "holds another run" if found.get("complete") is True else "holds an unfinished run"
    missing = _damaged(folder, found)
    return f"holds this run, but {missing} is missing or damaged" if missing else "same"


def _essence(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what makes two runs the same: not the versions of what played them.

    Nor the command, which names files, nor when a run stopped that was to stop by itself, nor where
    its games went, nor what follows from game and mode.
    """
    left_out = {"versions", "parts", "command", "orders", "teams", "tallies"}
    left_out |= {"holdings", "circumstances", "claimed_seat"}
    if (values.get("request") or {}).get("until") is not None:
        left_out |= {"games", "precise"}
    if (values.get("request") or {}).get("spend") == OPEN:
        left_out |= {"games", "spend"}
    kept = {key: value for key, value in values.items() if key not in left_out}
    text = json.dumps(kept, default=str)
    essence: dict[str, Any] = json.loads(text)
    return essence


def _damaged(folder: Folder, found: Mapping[str, Any]) -> str:
    import polars as pl

    size = found["chunk"]
    for index, name in enumerate(part_names(found["games"], size)):
        expected = min(found["games"] - index * size, size)
        try:
            height = pl.scan_parquet(folder.path / name).select(pl.len()).collect().item()
        except (OSError, pl.exceptions.PolarsError):
            return name
        if height != expected:
            return name
    return ""


def _open(path: Path, plan: Plan, state: str) -> tuple[Folder, bool]:
    folder = Folder(path)
    if state == "same":
        return folder, True
    _room(path, plan)
    try:
        for parent in (*reversed(path.parents), path):
            if not parent.exists():
                parent.mkdir()
                folder.made.append(parent)
        # Making `parts` is what claims the folder: of two runs at once only one can.
        (path / "parts").mkdir()
        folder.made.append(path / "parts")
        probe = path / "parts" / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
    except FileExistsError:
        folder.discard()
        raise BadInput(f"{path} is being used by another run") from None
    except OSError as error:
        folder.discard()
        raise BadInput(f"cannot write into {path}: {error.strerror}") from None
    return folder, False


def _room(path: Path, plan: Plan) -> None:
    """Refuse a run that the disk has no room for."""
    near = next((p for p in (path, *path.absolute().parents) if p.is_dir()), Path())
    free = shutil.disk_usage(near).free
    need = plan.games * bytes_per_game(plan) + _SPARE
    if need > free:
        raise BadInput(
            f"{plan.games:,} games need about {_size(need)} on disk, but {_size(free)} are free at "
            f"{near}; ask for fewer games or name another place with --out"
        )


def bytes_per_game(plan: Plan) -> int:
    """Return about how much disk one game takes, on the safe side."""
    return 12 + (4 + 2 * len(plan.game.tallies)) * plan.players


def _size(number: float) -> str:
    for unit in ("bytes", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.3g} {unit}"
        number /= 1000
    return f"{number:,.3g} TB"


def _sync(path: Path) -> None:
    """Make a rename last; a system that cannot sync folders is left to its own."""
    with contextlib.suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
