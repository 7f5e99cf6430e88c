"""Every golden case of the rules is a scenario file, and holds."""

import tomllib
from pathlib import Path

import pytest

from sim.neuroshima.scenario import run_scenario

FOLDER = Path(__file__).parent / "scenarios" / "neuroshima"
FILES = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_holds(path: Path) -> None:
    outcome = run_scenario(tomllib.loads(path.read_text("utf-8")), path.name)
    assert outcome.ok, "\n".join([outcome.title, *outcome.failed, *outcome.log])
