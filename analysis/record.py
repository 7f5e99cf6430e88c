"""Recording a contract: what a game is like today, for `check` to hold it to."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.check import Digest
from analysis.contract import DEFAULT_BUDGET, DEFAULT_MARGIN, read_contract
from analysis.estimates import Mean, Quantile, Running, widened
from analysis.rounds import (
    games_per_round,
    matchup_of,
    names,
    pairs,
    policy_of,
    rounds_of,
    score_of,
    seat_of,
    side_of,
)
from sim.errors import BadInput
from sim.library import Compiling, warm
from sim.plan import Plan, Request, make_plan
from sim.runner import Progress
from sim.stretch import stretches
from sim.variant import flatten, merge, toml_text

_BATCH = 4096  # games
_HEAD = """\
# A balance contract; `balance check {name}` holds the game to it. See docs/contracts.md.
# Lines with `recorded` keep what was measured; targets are yours to add, such as
#   {{ score = "each", between = [45, 55], margin = 1 }},
#   {{ matchup = "each", between = [35, 65] }},
#   {{ seat = 1, within = 2 }},
#   {{ length = "median", between = [8, 16] }},

[errors]  # over the whole file
false_alarms = 0.01
power = 0.99
"""


@dataclass(frozen=True)
class Recording:
    """A contract that was written: its file, how many games it rests on, how sharp it is."""

    path: Path
    games: int
    lines: int
    caught: float  # a score that moves by so many points does not pass, as surely as declared


def record(
    request: Request,
    out: str | Path = "balance.toml",
    *,
    tolerance: float = 1.0,
    name: str | None = None,
    add: bool = False,
    matchups: bool = False,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    compiling: Compiling = nullcontext,
) -> Recording:
    """Play a request and write what came out as a contract.

    With `add` the request is put at the end of a contract that is there already; otherwise a file
    in the way is refused. `matchups` records each of them beside the scores.
    """
    path = Path(out)
    head = _head(path, add)
    if not 0.0 <= tolerance <= 50.0:
        raise BadInput(f"a tolerance of {tolerance:g} points is not allowed; allowed: 0 to 50")
    plan = make_plan(request)
    kept = _measures(plan, matchups)
    size = games_per_round(plan)
    rounds = -(-plan.games // size)
    digest = Digest()
    warm(plan.game, compiling)
    started = time.monotonic()
    step = max(_BATCH // size, 1)
    with stretches(threads) as players:
        for first in range(0, rounds, step):
            count = min(step, rounds - first)
            rows = players.play(plan, first * size, count * size)
            digest.add(rows)
            seen = rounds_of(plan, rows)
            for running in kept.values():
                running.add(seen)
            if progress is not None:
                done = (first + count) * size
                progress(Progress(done, rounds * size, time.monotonic() - started))
    values: dict[str, Any] = {
        "name": name or " ".join((plan.game.id, *plan.request.sides, *plan.request.policies)),
        **_asked(plan, path.parent),
        "most_games": max(DEFAULT_BUDGET, 5 * rounds * size),
    }
    found = {
        "games": rounds * size,
        "digest": digest.hex(),
        "rules_version": plan.game.rules_version,
        "data_hash": plan.data.fingerprint,
    }
    lines = [_line(what, running, tolerance) for what, running in kept.items()]
    text = "\n".join(
        [
            "[[request]]",
            *_pairs(values),
            "expect = [",
            *[f"  {{ {', '.join(_pairs(line))} }}," for line in lines],
            "]",
            "[request.recorded]",
            *_pairs(found),
        ]
    )
    _write(path, f"{head}\n{text}\n")
    unsure = max(running.plus_minus() for running in kept.values() if isinstance(running, Mean))
    return Recording(path, rounds * size, len(lines), _caught(path, unsure, tolerance))


def _caught(path: Path, unsure: float, tolerance: float) -> float:
    """Return tolerance, margin, and twice what the least sure of the recorded scores may be off."""
    contract = read_contract(path).contract
    lines = sum(len(asked.expect) for asked in contract.request)
    off = widened(unsure, contract.errors.false_alarms / lines / 2)
    return tolerance + DEFAULT_MARGIN + 2 * off


def _pairs(values: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {toml_text(value)}" for key, value in values.items()]


def _head(path: Path, add: bool) -> str:
    if add:
        return read_contract(path).path.read_text(encoding="utf-8").rstrip("\n") + "\n"
    if path.exists() or path.is_symlink():
        raise BadInput(f"{path} is there already; name another file with -o, or --add to it")
    if not path.parent.is_dir():
        raise BadInput(f"there is no folder {path.parent} to write {path.name} into")
    return _HEAD.format(name=path.name)


def _measures(plan: Plan, matchups: bool) -> dict[tuple[str, object], Running]:
    """Return what is recorded: scores, seat 1 and the median; of a duel only the one matchup."""
    met, policies = pairs(plan), names(plan, policy_of)
    kept: dict[tuple[str, object], Running] = {}
    if len(met) > 1 or not met:
        for side in names(plan, side_of):
            with suppress(BadInput):  # it meets only itself
                kept["score", side] = Mean(score_of(plan, side, side_of), 0.01)
    if len(met) == 1 or matchups:
        for a, b in met:
            kept["matchup", (a, b)] = Mean(matchup_of(plan, a, b), 0.01)
    if len(policies) > 1:
        kept["policy", policies[0]] = Mean(score_of(plan, policies[0], policy_of), 0.01)
    kept["seat", 1] = Mean(seat_of(plan, 1), 0.01)
    kept["length", "median"] = Quantile(0.5)
    return kept


def _line(what: tuple[str, object], running: Running, tolerance: float) -> dict[str, Any]:
    kind, which = what
    values: dict[str, float]
    value, unsure = running.value(), running.plus_minus()
    if kind == "length":
        values = {"recorded": int(value), "plus_minus": int(unsure), "tolerance": 1}
    else:
        # Rounded up, so that the file never claims more than the games do.
        up = int(unsure * 100 + 1) / 100
        values = {"recorded": round(value, 2), "plus_minus": up, "tolerance": tolerance}
    return {kind: which, **values}


def _asked(plan: Plan, folder: Path) -> dict[str, Any]:
    """Return what to play, as a contract says it."""
    ask = plan.request
    files, single = [], []
    for overlay in ask.overlays:
        if getattr(overlay, "name", ""):
            source = getattr(overlay, "source", "")
            files.append(Path(os.path.relpath(source, folder)).as_posix())
        else:
            single.append(overlay)
    # A variant may overrule an option, but `set` overrules variants: so final values are set.
    final = dict(flatten(merge({}, *ask.overlays)))
    changes = [
        f"{key}={toml_text(final.get(key, value))}" for key, value in flatten(merge({}, *single))
    ]
    asked = {
        "game": ask.game,
        "sides": list(ask.sides),
        "policy": list(ask.policies),
        "players": ask.players,
        "mode": ask.mode,
        "map": list(ask.maps),
        "variant": files,
        "set": changes,
    }
    return {key: value for key, value in asked.items() if value} | {"seed": ask.seed}


def _write(path: Path, text: str) -> None:
    """Write a contract that was read back and found sound, whole or not at all."""
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent, suffix=".toml")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            read_contract(temporary)
            temporary.chmod(0o644)
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise BadInput(f"cannot write {path}: {error.strerror}") from None
