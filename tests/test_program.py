"""Kernels are compiled as one program for each function that Python calls."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ENGINE = """
from kernels.jit import apart, inlined, kernel

@kernel
def twice(number):
    return 2 * number

@apart
def far(number):
    return number + 1

@inlined
def more(number):
    return far(twice(number))

@kernel
def deeper(number):
    return more(number) * twice(number)

@kernel
def entry(number):
    return deeper(number) + more(number) + twice(number)
"""
CALLS = """
from kernels import cache_folder, is_compiled
from kernels.arena import engine
there = [is_compiled("kernels.arena.engine", name) for name in ("entry", "other")]
print(engine.entry(3), engine.twice(4), engine.deeper(5), engine.entry(6), engine.more(2.5))
cached = cache_folder("kernels.arena.engine").rglob("*.nbi")
print(*sorted(path.name.split("-")[0] for path in cached))
print(*there)
"""


def run(folder: Path, calls: str = CALLS, **environment: str) -> list[str]:
    """Call the kernels of a copy of the house, with a cache of its own; return what is printed."""
    settings = {**os.environ, "BALANCE_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(folder)}
    for switch in ("NUMBA_DISABLE_JIT", "BALANCE_DEBUG"):
        settings.pop(switch, None)
    settings.update(environment)
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", calls],
        cwd=folder,
        env=settings,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """Return a copy of the shared kernels with a small engine."""
    (tmp_path / "kernels" / "arena").mkdir(parents=True)
    for path in (ROOT / "kernels").glob("*.py"):
        (tmp_path / "kernels" / path.name).write_text(path.read_text("utf-8"), "utf-8")
    (tmp_path / "kernels" / "arena" / "__init__.py").write_text("")
    (tmp_path / "kernels" / "arena" / "engine.py").write_text(ENGINE)
    return tmp_path


def test_a_kernel_is_both_an_entry_point_and_a_part(house: Path) -> None:
    """3 -> 7 * 6 + 7 + 6, 6 -> 13 * 12 + 13 + 12; Python calls each after others linked it in."""
    first = run(house)
    cached = "engine.deeper engine.entry engine.more engine.twice"
    assert first == ["55 8 110 181 6.0", cached, "False False"]
    assert run(house) == [*first[:2], "True False"], "from the cache"


def test_an_edit_reaches_callers_and_leaves_other_engines_alone(house: Path) -> None:
    run(house)
    folders = {path.name for path in (house / "cache").iterdir()}
    source = house / "kernels" / "arena" / "engine.py"
    source.write_text(source.read_text("utf-8").replace("2 * number", "3 * number"), "utf-8")
    assert run(house)[0].startswith("109 12 ")  # 10 * 9 + 10 + 9
    new = {path.name for path in (house / "cache").iterdir()} - folders
    assert [name.split("-")[0] for name in new] == ["arena"]


def test_an_engine_may_renounce_indices_from_the_end(house: Path) -> None:
    """Other engines count from the end as in Python; with bounds checking it may not, by itself."""
    source = "from kernels.jit import kernel\n\n@kernel\ndef last(row): return row[row.size - {}]\n"
    (house / "kernels" / "ring").mkdir()
    (house / "kernels" / "ring" / "__init__.py").write_text("FROM_THE_FRONT = True\n")
    for engine in ("arena", "ring"):
        (house / "kernels" / engine / "ends.py").write_text(source.format(5), "utf-8")
    calls = """
import numpy as np
import kernels.arena.ends, kernels.ring.ends
for engine in (kernels.arena, kernels.ring):
    try:
        print(engine.ends.last(np.arange(3)))
    except IndexError:
        print("raises")
"""
    assert run(house, calls, BALANCE_DEBUG="1") == ["1", "raises"]


def test_a_function_may_be_kept_out_of_its_callers(house: Path) -> None:
    source = """
from kernels.jit import apart, inlined, kernel

@apart
def far(number): return number * 3

@kernel
def near(number): return number * 5

@inlined
def both(number): return far(number) + near(number)

@kernel
def entry(number): return both(number)
"""
    (house / "kernels" / "arena" / "pieces.py").write_text(source, "utf-8")
    calls = """
from kernels.arena.pieces import entry
print(entry(2))
code = entry.inspect_asm(entry.signatures[0]).splitlines()
bodies = [line for line in code if line.startswith("_ZN7kernels") and line.endswith(":")]
print([name for name in ("far", "near", "both") if f"pieces{len(name)}{name}B" in str(bodies)])
"""
    assert run(house, calls) == ["16", "['far']"]
