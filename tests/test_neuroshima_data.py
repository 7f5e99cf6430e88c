"""The armies of the box as the data files give them."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

DATA = Path(__file__).parents[1] / "sim" / "neuroshima" / "data"

# units, modules, instants besides the one HQ (NSH-GT-158, NSH-CMP-1)
PARTS = {
    "outpost": (12, 8, 14),
    "moloch": (17, 6, 11),
    "borgo": (17, 6, 11),
    "hegemony": (16, 7, 11),
}


def counts(army: str) -> Counter[str]:
    """Tiles of each kind in an army's file."""
    tiles = tomllib.loads((DATA / f"{army}.toml").read_text(encoding="utf-8"))["tiles"]
    found: Counter[str] = Counter()
    for tile in tiles.values():
        found[tile["kind"]] += tile["count"]
    return found


def test_the_box_holds_four_armies() -> None:
    assert sorted(path.stem for path in DATA.glob("*.toml")) == sorted(PARTS)


@pytest.mark.parametrize("army", PARTS)
def test_army_has_35_tiles_of_the_stated_kinds(army: str) -> None:
    units, modules, instants = PARTS[army]
    found = counts(army)
    assert found == {"hq": 1, "unit": units, "module": modules, "instant": instants}
    assert found.total() == 35
