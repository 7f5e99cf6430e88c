"""The run folder: `manifest.json` and `parts/part-000000.parquet` …, the same bytes every time.

A file is written under a temporary name, synced and renamed: whatever happens, what is there is
whole. The manifest is written first, so that a run that dies can be gone on with, and last, with
the checksum of every part. What does not have its checksum any more is played again.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import platform
import re
import shutil
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import sim
from sim.errors import BadInput
from sim.game import circumstances
from sim.ledger import Ledger, checksum, checksum_of
from sim.lock import NAME as LOCK
from sim.lock import Lock, hold
from sim.plan import OPEN, Plan
from sim.variant import merge

if TYPE_CHECKING:
    import polars as pl

FORMAT = 2
READABLE = (1, 2)  # folders of format 1 have no checksums
MANIFEST = "manifest.json"
RUNS = Path("runs")
DRAWN = ("matchups.png", "rates.png", "curves.png", "meta.png")  # from the games of a folder
SAVE_SECONDS = 10.0  # a part that takes longer is kept as far as it is
_BEGUN = {LOCK, "parts", "parts/.probe", f".{MANIFEST}.tmp"}  # all there is before a manifest
_LARGEST_MANIFEST = 1 << 31  # bytes
_PART = 65_536
_PART_NAME = re.compile(r"parts/part-([0-9]{6,9})\.parquet", re.ASCII)
_SPARE = 4_000_000  # for the manifest and the pictures


def part_size(plan: Plan) -> int:
    """Return how many games a part holds: whole mirrored sets, whatever the chunks played."""
    return _PART - _PART % plan.per_set


@dataclass(frozen=True)
class Share:
    """A part of a run for one of several machines: parts `number - 1`, `+ of`, `+ 2 of`, …"""

    number: int
    of: int

    def has(self, index: int) -> bool:
        """Whether a part belongs to it."""
        return index % self.of == self.number - 1


def manifest(
    plan: Plan,
    games: int,
    complete: bool,
    precise: bool | None = None,
    parts: Mapping[str, str] | None = None,
    share: Share | None = None,
) -> dict[str, Any]:
    """Return what a run folder says about itself; nothing in it depends on when or where.

    `precise` says of a run with a precision to reach whether it reached it. `parts` are the names
    of the parts, each with its checksum; a run in memory has none.
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
        "parts": dict(parts or {}),
        "complete": complete,
        "precise": precise,
        "command": plan.command(),
        **({} if share is None else {"share": [share.number, share.of]}),
    }


def part_name(index: int) -> str:
    """Return the name of a part, relative to the run folder."""
    return f"parts/part-{index:06d}.parquet"


def part_names(games: int, size: int) -> list[str]:
    """Return the names of the parts that so many games fill."""
    return [part_name(i) for i in range(-(-games // size))]


def part_index(name: object) -> int | None:
    """Return which part a name means; None for anything that is not the name of a part."""
    found = _PART_NAME.fullmatch(name) if isinstance(name, str) else None
    return None if found is None or part_name(int(found[1])) != name else int(found[1])


@dataclass
class Folder:
    """A run folder; `made` lists the folders created for it, outermost first.

    `sums` and `rows` are the parts that count: their checksums and how many games each holds.
    """

    path: Path
    made: list[Path] = field(default_factory=list)
    sums: dict[str, str] = field(default_factory=dict)
    rows: dict[str, int] = field(default_factory=dict)
    damaged: list[str] = field(default_factory=list)  # parts that must be played again
    share: Share | None = None
    told: dict[str, Any] = field(default_factory=dict)  # what its manifest says in other words
    lock: Lock | None = None

    @property
    def ledger(self) -> Ledger:
        """The checksums noted while a run is under way."""
        return Ledger(self.path)

    @property
    def games(self) -> int:
        """How many games its parts hold."""
        return sum(self.rows.values())

    def scan(self, found: Mapping[str, Any]) -> pl.LazyFrame:
        """Return the rows of all parts that a manifest names, in order, without reading them."""
        import polars as pl

        return pl.scan_parquet([self.path / name for name in named_parts(found)])

    def read_manifest(self) -> dict[str, Any] | None:
        """Return the manifest, or None where there is none that can be read."""
        try:
            with (self.path / MANIFEST).open("rb") as file:
                found = json.loads(file.read(_LARGEST_MANIFEST))
        except (OSError, ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    def write_manifest(self, values: Mapping[str, Any]) -> None:
        """Write the manifest; the folder is then what it says."""
        text = json.dumps(values, indent=1, ensure_ascii=False, default=str) + "\n"
        self.write(MANIFEST, text.encode())

    def begin(self, plan: Plan) -> None:
        """Say what is going to be played: from now on the run can be gone on with."""
        self.write_manifest(self.manifest(plan, complete=False))
        for name in DRAWN:  # of fewer games, or of damaged ones
            with contextlib.suppress(OSError):
                (self.path / name).unlink()

    def finish(self, values: Mapping[str, Any]) -> None:
        """Write the manifest of a run that is over, and take the ledger away."""
        self.write_manifest(values)
        self.ledger.remove()

    def manifest(self, plan: Plan, complete: bool, precise: bool | None = None) -> dict[str, Any]:
        """Return the manifest of the parts that are there."""
        ordered = {name: self.sums[name] for name in sorted(self.sums, key=_order)}
        made = manifest(plan, self.games, complete, precise, ordered, self.share)
        return {**made, **self.told}

    def keep_before(self, game: int, size: int) -> None:
        """Forget the parts with games from this one on; a part has `size` of them."""
        for name, rows in list(self.rows.items()):
            if _order(name) * size + rows > game:
                del self.sums[name], self.rows[name]

    def write_part(self, name: str, rows: pl.DataFrame) -> None:
        """Write a part, or one that has grown, its checksum first."""
        buffer = io.BytesIO()
        rows.write_parquet(buffer, compression="zstd", compression_level=3, row_group_size=_PART)
        self.copy_part(name, buffer.getvalue(), rows.height)

    def copy_part(self, name: str, content: bytes, rows: int) -> None:
        """Write a part whose bytes are there already."""
        digest = checksum(content)
        self.ledger.note(name, digest)
        self.write(name, content)
        self.sums[name], self.rows[name] = digest, rows

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

    def release(self) -> None:
        """Let others in, and take back what was made for a run of which nothing is kept."""
        if self.made and not self.sums:
            with contextlib.suppress(OSError):
                self.ledger.remove()
                (self.path / MANIFEST).unlink(missing_ok=True)
        if self.lock is not None:
            self.lock.release()
            self.lock = None
        for path in reversed(self.made):
            with contextlib.suppress(OSError):
                path.rmdir()
        self.made.clear()


def no_run(path: Path | str) -> BadInput:
    """Return the sentence for a folder that holds no run, or is not there at all."""
    why = f"it has no {MANIFEST} that can be read"
    if not Path(path).exists():
        why = "there is no such folder"
    return BadInput(f"{path} is not a run folder: {why}")


def named_parts(found: Mapping[str, Any]) -> list[str]:
    """Return the names of the parts that a manifest names, in order; nothing else in it counts."""
    given = found.get("parts")
    names = list(given) if isinstance(given, dict | list) else []
    return sorted((name for name in names if part_index(name) is not None), key=_order)


def _order(name: str) -> int:
    return part_index(name) or 0


def expected_rows(plan: Plan, index: int) -> int:
    """Return how many games a part holds in the end; 0 where there is no such part."""
    size = part_size(plan)
    return max(min(plan.games - index * size, size), 0)


def missing(plan: Plan, folder: Folder) -> list[tuple[int, int]]:
    """Return the games that are still to be played, as stretches: the first, and after the last."""
    size = part_size(plan)
    found: list[tuple[int, int]] = []
    for index in range(-(-plan.games // size)):
        if folder.share is not None and not folder.share.has(index):
            continue
        first = index * size + folder.rows.get(part_name(index), 0)
        end = min((index + 1) * size, plan.games)
        if first == end:
            continue
        if found and found[-1][1] == first:
            found[-1] = (found[-1][0], end)
        else:
            found.append((first, end))
    return found


class PartWriter:
    """Collects rows in game order and writes them as parts of a fixed size."""

    def __init__(
        self, folder: Folder, size: int, stretches: Sequence[tuple[int, int]] = ()
    ) -> None:
        self.size = size
        self._folder = folder
        self._stretches = deque(stretches)  # places of the rows to come; all, from 0, if none
        self._place = self._stretches[0][0] if stretches else 0
        self._rows: list[pl.DataFrame] = []
        self._index = 0
        self._waiting = 0
        self._kept = 0  # of those, how many are on disk
        self._saved = time.monotonic()

    def add(self, rows: pl.DataFrame) -> None:
        """Take the next rows, which never reach over the end of a part."""
        import polars as pl

        index, offset = divmod(self._place, self.size)
        self._place += rows.height
        if self._stretches and self._place == self._stretches[0][1]:
            self._stretches.popleft()
            self._place = self._stretches[0][0] if self._stretches else self._place
        if index != self._index or not self._waiting:
            self.flush()
            self._rows.clear()
            self._index, self._waiting = index, offset
            if offset:
                self._rows.append(pl.read_parquet(self._folder.path / part_name(index)))
            self._kept = offset
        self._rows.append(rows)
        self._waiting += rows.height
        if self._waiting == self.size:
            self.flush()
            self._rows.clear()
            self._waiting = self._kept = 0
        elif time.monotonic() - self._saved > SAVE_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what is waiting; the part may still grow."""
        import polars as pl

        if self._waiting > self._kept:
            # Not one piece of memory: a part has the same bytes without, and they cost copying it.
            whole = pl.concat(self._rows, rechunk=False)
            self._folder.write_part(part_name(self._index), whole)
            self._kept = self._waiting
        self._saved = time.monotonic()


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


def claim(out: Path | None, plan: Plan, share: Share | None = None) -> tuple[Folder, bool]:
    """Return the folder for a run, locked, and whether it already holds exactly this run, finished.

    A folder with this run unfinished, or with damaged parts, comes with the parts that count; a
    finished one is not locked. Without `out` the folder is `runs/<game>-<id of the request>`, or a
    numbered sibling of it.
    """
    wanted = {**manifest(plan, 0, complete=True, share=share), "games": plan.games}
    if out is not None:
        state = _state(out, wanted)
        if state not in ("free", "same"):
            raise BadInput(f"{out} {state}; name another folder with --out, or remove this one")
        return _take(out, plan, state, share)
    name = f"{plan.game.id}-{short_id(wanted)}"
    if share is not None:
        name += f"-share-{share.number}-of-{share.of}"
    for number in count(1):
        path = RUNS / (name if number == 1 else f"{name}-{number}")
        state = _state(path, wanted)
        if state in ("free", "same"):
            break
    return _take(path, plan, state, share)


def _take(path: Path, plan: Plan, state: str, share: Share | None) -> tuple[Folder, bool]:
    if state == "free":
        return _open(path, plan, share), False
    folder = Folder(path, share=share)
    found = folder.read_manifest() or {}
    check_parts(folder, plan, found)
    if found.get("complete") is not True or folder.damaged:
        return take_up(path, plan, share), False
    if folder.ledger.exists() or (path / LOCK).exists():  # killed after the last manifest
        with contextlib.suppress(BadInput):
            taken = take_up(path, plan, share)
            taken.ledger.remove()
            taken.release()
    return folder, True


def take_up(path: Path, plan: Plan, share: Share | None = None) -> Folder:
    """Return a folder with a run that is to be gone on with: locked, its parts checked."""
    folder = Folder(path, share=share)
    try:
        (path / "parts").mkdir(exist_ok=True)
        folder.lock = hold(path)
    except OSError as error:
        raise BadInput(f"cannot write into {path}: {error.strerror}") from None
    try:
        found = folder.read_manifest() or {}
        if found.get("format") == 1:
            raise BadInput(
                f"{path} was written by an older version, without checksums, and cannot be gone on "
                f"with; play it again into another folder: {found.get('command')}"
            )
        for left in (*path.glob(".*.tmp"), *path.glob("parts/.*.tmp")):  # of a run that was killed
            left.unlink()
        check_parts(folder, plan, found)
        _room(path, plan, folder.games)
    except OSError as error:
        folder.release()
        raise BadInput(f"cannot write into {path}: {error.strerror}") from None
    except BaseException:
        folder.release()
        raise
    return folder


def check_parts(folder: Folder, plan: Plan, found: Mapping[str, Any]) -> None:
    """Find out which parts of a folder count, by their checksums, and which are damaged."""
    noted = folder.ledger.read()
    given = found.get("parts")
    sums = given if isinstance(given, dict) else {}
    folder.sums, folder.rows, folder.damaged = {}, {}, []
    for name in sorted({*named_parts(found), *noted}, key=_order):
        index = part_index(name)
        most = 0 if index is None else expected_rows(plan, index)
        digest = checksum_of(folder.path / name)
        if digest is None and name not in sums:
            continue  # noted, but killed before it was there
        rows = _height(folder.path / name)
        wanted = {sums.get(name), *noted.get(name, ())}
        whole = digest in wanted if found.get("format") != 1 else rows > 0
        if digest is not None and whole and 0 < rows <= most and rows % plan.per_set == 0:
            folder.sums[name], folder.rows[name] = digest, rows
        elif most:
            folder.damaged.append(name)
    if found.get("complete") is True and found.get("games") != folder.games and not folder.damaged:
        folder.damaged.append(MANIFEST)


def first_damaged(folder: Folder, found: Mapping[str, Any]) -> str:
    """Return the name of a part that is not what its manifest says; an empty text if all are."""
    given = found.get("parts")
    for name in named_parts(found):
        digest = checksum_of(folder.path / name)
        if digest is None or (isinstance(given, dict) and given[name] != digest):
            return name
        if found.get("format") == 1 and not _height(folder.path / name):
            return name
    return ""


def _height(path: Path) -> int:
    """Return how many rows a part has; 0 where it cannot be read."""
    import polars as pl

    try:
        return int(pl.scan_parquet(path).select(pl.len()).collect().item())
    except (OSError, pl.exceptions.PolarsError):
        return 0


def short_id(values: Mapping[str, Any]) -> str:
    """Return eight letters that stand for a request on these rules and figures."""
    what = [values[key] for key in ("game", "rules_version", "data_hash", "request")]
    text = json.dumps(what, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _state(path: Path, wanted: Mapping[str, Any]) -> str:
    """Return `free`, `same` (whole or not), or the words that say what is in the way."""
    try:
        if not path.exists() and not path.is_symlink():
            return "free"
        if not path.is_dir():
            return "is not a folder"
        inside = {each.relative_to(path).as_posix() for each in path.rglob("*")}
        if inside <= _BEGUN:
            return "free"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    found = Folder(path).read_manifest()
    if found is None:
        return "is not empty and holds no run"
    if essence(found) != essence(wanted):
        return "holds another run" if found.get("complete") is True else "holds an unfinished run"
    return "same"


def essence(values: Mapping[str, Any], *also: str) -> dict[str, Any]:
    """Return what makes two runs the same: not the versions of what played them.

    Nor the command, which names files, nor how far a run is or where its games went, nor what
    follows from game and mode.
    """
    left_out = {"format", "versions", "parts", "command", "orders", "teams", "tallies", "holdings"}
    left_out |= {"circumstances", "claimed_seat", "complete", "games", "precise", "spend", *also}
    kept = {key: value for key, value in values.items() if key not in left_out}
    text = json.dumps(kept, default=str)
    whole: dict[str, Any] = json.loads(text)
    return whole


def _open(path: Path, plan: Plan, share: Share | None) -> Folder:
    """Return a new folder, locked."""
    folder = Folder(path, share=share)
    _room(path, plan)
    try:
        for each in (*reversed(path.parents), path, path / "parts"):
            if not each.exists():
                each.mkdir(exist_ok=True)
                folder.made.append(each)
        folder.lock = hold(path)
        probe = path / "parts" / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        folder.release()
        raise BadInput(f"cannot write into {path}: {error.strerror}") from None
    except BadInput:
        folder.made.clear()  # they are the other run's
        raise
    if (path / MANIFEST).exists():  # another run came between
        folder.lock.release()
        raise BadInput(f"{path} is being used by another run")
    return folder


def _room(path: Path, plan: Plan, done: int = 0) -> None:
    """Refuse a run that the disk has no room for."""
    near = next((p for p in (path, *path.absolute().parents) if p.is_dir()), Path())
    free = shutil.disk_usage(near).free
    need = (plan.games - done) * bytes_per_game(plan) + _SPARE
    if need > free:
        raise BadInput(
            f"{plan.games - done:,} games need about {_size(need)} on disk, but {_size(free)} are "
            f"free at {near}; ask for fewer games or name another place with --out"
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
