"""Every golden case and every ability of Pixel Tactics is a case of a scenario file, and holds."""

import tomllib
from pathlib import Path

import pytest

from sim.pixel_tactics.scenario import run_scenario

FOLDER = Path(__file__).parent / "scenarios" / "pixel_tactics"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_holds(path: Path) -> None:
    outcome = run_scenario(tomllib.loads(path.read_text("utf-8")), path.name)
    assert outcome.ok, "\n".join([outcome.title, *outcome.failed])
