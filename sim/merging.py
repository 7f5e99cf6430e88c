"""Putting together run folders that hold parts of the same run, played on several machines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sim import store
from sim.errors import BadInput
from sim.ledger import checksum
from sim.plan import OPEN
from sim.resuming import Stored, stored_run


def merge_into(paths: Sequence[Path], out: Path | None) -> tuple[Path, dict[str, Any]]:
    """Copy the parts of all folders into one and return it with its manifest.

    What is damaged in one folder is taken from another, or left to be played again.
    """
    runs = [stored_run(path) for path in paths]
    _check_same(paths, runs)
    plan = runs[0].plan
    sources = [_checked(path, run) for path, run in zip(paths, runs, strict=True)]
    folder, found = store.claim(out, plan)
    if found:
        return folder.path, folder.read_manifest() or {}
    folder.told = runs[0].told
    try:
        folder.begin(plan)
        for source in sources:
            for name, rows in source.rows.items():
                if rows > folder.rows.get(name, 0):
                    folder.copy_part(name, _content(source, name), rows)
        if not folder.games:
            raise BadInput(f"there are no finished games in {_listed(paths)}")
        values = folder.manifest(plan, complete=not store.missing(plan, folder))
        folder.finish(values)
        return folder.path, values
    finally:
        folder.release()


def _check_same(paths: Sequence[Path], runs: Sequence[Stored]) -> None:
    if len({path.resolve() for path in paths}) < 2:
        raise BadInput("merge needs two folders or more, each with parts of the same run")
    first = runs[0]
    if first.plan.request.until is not None:
        raise BadInput(
            f"{paths[0]} holds a run that stops at a precision; such runs have no shares"
        )
    if first.plan.request.spend == OPEN:
        raise BadInput(
            f"{paths[0]} holds a run with --spend open, in which later games depend on all before; "
            "such runs have no shares"
        )
    for path, run in zip(paths[1:], runs[1:], strict=True):
        for key in ("game", "seed", "requested", "request"):
            was, now = first.found.get(key), run.found.get(key)
            if was != now:
                shown = "" if key == "request" else f" ({key} {was} and {now})"
                raise BadInput(f"{paths[0]} and {path} hold different runs{shown}")
        if store.essence(first.found, "share") != store.essence(run.found, "share"):
            raise BadInput(f"{paths[0]} and {path} hold different runs")


def _checked(path: Path, run: Stored) -> store.Folder:
    folder = store.Folder(path)
    store.check_parts(folder, run.plan, run.found)
    return folder


def _content(source: store.Folder, name: str) -> bytes:
    """Return the bytes of a part, which may have changed since it was checked."""
    try:
        content = (source.path / name).read_bytes()
    except OSError as error:
        raise BadInput(f"cannot read {source.path / name}: {error.strerror}") from None
    if checksum(content) != source.sums[name]:
        raise BadInput(f"{source.path} is being used by another run: {name} has just changed")
    return content


def _listed(paths: Sequence[Path]) -> str:
    return ", ".join(map(str, paths))
