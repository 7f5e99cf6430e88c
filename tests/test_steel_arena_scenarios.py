"""Every golden case of the rules is a scenario file, and holds."""

import re
import tomllib
from pathlib import Path

import pytest

from sim.steel_arena.scenario import run_scenario

FOLDER = Path(__file__).parent / "scenarios" / "steel_arena"
FILES = sorted(FOLDER.glob("*.toml"))
GOLDEN = 30  # cases SA-GT-1 to SA-GT-30


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_holds(path: Path) -> None:
    outcome = run_scenario(tomllib.loads(path.read_text("utf-8")), path.name)
    assert outcome.ok, "\n".join([outcome.title, *outcome.failed, *outcome.log])


def test_every_golden_case_has_a_scenario() -> None:
    found = {match for path in FILES for match in re.findall(r'"SA-GT-(\d+)"', path.read_text())}
    assert {int(number) for number in found} == set(range(1, GOLDEN + 1))
