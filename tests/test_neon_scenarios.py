"""The rules of Neon as scenario files: all hold, none is left out, bad files say why."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from sim.neon.scenario import run_scenario

FOLDER = Path(__file__).parent / "scenarios" / "neon"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    outcome = run_scenario(tomllib.loads(path.read_text("utf-8")), path.name)
    assert outcome.ok, "\n".join([*outcome.failed, *outcome.log])
