"""The rules of Clones: Reload as scenario files: all hold, none is left out, bad files say why."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from sim.clones.figures import ClonesData
from sim.clones.scenario import run_scenario
from sim.errors import BadInput

TESTS = Path(__file__).parent
FOLDER = TESTS / "scenarios" / "clones"
FILES = sorted(FOLDER.glob("*.toml"))

# the rules that the rulebook states
STATED = {
    "CMP": 9,
    "MOD": 2,
    "MAP": 2,
    "CHR": 1,
    "SET": 4,
    "BRD": 1,
    "EQP": 3,
    "DIE": 3,
    "FAM": 1,
    "TIL": 2,
    "ZON": 1,
    "RND": 1,
    "TRN": 4,
    "RUN": 1,
    "ACT": 1,
    "LOT": 1,
    "BLD": 1,
    "HID": 1,
    "HEA": 1,
    "WAL": 1,
    "FRE": 3,
    "RNG": 6,
    "LOS": 1,
    "MEL": 6,
    "DMG": 2,
    "MIN": 1,
    "REL": 2,
    "EOT": 1,
    "TOX": 1,
    "EVT": 1,
    "END": 1,
    "GT": 14,
}

# a small scenario to be spoilt
POSITION = """
game = "clones"
title = "A shot"
character = [
    { name = "korat", at = [0, 0], worn = ["tactical pistol"], backpack = ["painkiller"] },
    { name = "blitz", at = [0, 1], line = [4, 4, 1], damaged = 1 },
]
do = [{ shoot = "blitz", rolls = [5, 3], target_rolls = [2] }]
"""
FIGHT = """
game = "clones"
title = "A fight"
[fight]
kind = "ranged"
weapon = "precision rifle"
attacker = { rolled = [5, 2], again = [4] }
defender = { line = [4, 4] }
"""


def run(text: str) -> Any:
    """Run a scenario that is written here."""
    return run_scenario(tomllib.loads(text), "shot.toml")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_holds(path: Path) -> None:
    outcome = run_scenario(tomllib.loads(path.read_text("utf-8")), path.name)
    assert outcome.ok, "\n".join([outcome.title, *outcome.failed, *outcome.log])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario_names_its_rules_and_expects_something(path: Path) -> None:
    document = tomllib.loads(path.read_text("utf-8"))
    assert document["rule"] and all(rule.startswith("RLD-") for rule in document["rule"])
    refused = any(deed.get("illegal") for deed in document.get("do", []))
    rolled = any(deed.get("rolls") for deed in document.get("do", []))
    assert document.get("expect") or refused or rolled


def test_every_stated_rule_is_cited() -> None:
    """Each rule id of the rulebook stands in a scenario or a test."""
    texts = [path.read_text("utf-8") for path in FILES]
    texts += [path.read_text("utf-8") for path in TESTS.glob("test_clones_*.py")]
    cited = set(re.findall(r"RLD-([A-Z]+-[0-9]+)", "\n".join(texts)))
    stated = {f"{group}-{k}" for group, count in STATED.items() for k in range(1, count + 1)}
    assert stated <= cited, f"not shown: {sorted(stated - cited)}"


def test_every_card_of_equipment_is_used_somewhere() -> None:
    texts = "\n".join(path.read_text("utf-8") for path in FILES).casefold()
    plain = texts.replace("_", " ")
    missing = [
        card.name
        for key, card in ClonesData().figures.equipment.items()
        if card.name.casefold() not in plain and key.replace("_", " ") not in plain
    ]
    assert not missing


def test_fixed_dice_come_as_written_whatever_was_rolled_before() -> None:
    twice = POSITION.replace("do = [", 'do = [{ heal = "korat", rolls = ["skull"] }, ').replace(
        'backpack = ["painkiller"]', "damaged = 3"
    )
    outcome = run(twice)
    assert "  Korat rolls skull to heal" in outcome.log
    assert "  Korat rolls 5, 3" in outcome.log
    assert "  Blitz rolls 2" in outcome.log


def test_a_wrong_expectation_fails_with_a_sentence() -> None:
    outcome = run(POSITION + "[expect.character.blitz]\nline = [5, 2, 1]\ndamaged = 4\n")
    assert not outcome.ok
    assert outcome.failed == [
        "line of blitz: expected [5, 2, 1], got [4, 2, 1]",
        "damaged of blitz: expected 4, got 2",
    ]
    assert outcome.state["characters"]["blitz"]["line"] == [4, 2, 1]


def test_a_wrong_expectation_of_a_fight_fails() -> None:
    outcome = run(FIGHT + "[expect.fight.defender]\ndamage = 2\n")
    assert outcome.failed == ["damage of the defender: expected 2, got 1"]


def test_a_legal_step_that_should_be_illegal_fails() -> None:
    outcome = run(POSITION.replace("{ shoot", "{ illegal = true, shoot"))
    assert outcome.failed == ["step 1 (shoot) should be illegal, but is not"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("title", "titel", ["titel", "did you mean 'title'"]),
        ("line = [4, 4, 1]", "lien = [4, 4, 1]", ["character.1.lien", "did you mean 'line'"]),
        ("line = [4, 4, 1]", "line = [4, 4, 7]", ["character.1.line.2", "7", "at most 5"]),
        ('name = "blitz"', 'name = "blits"', ["unknown character 'blits'", "'blitz'"]),
        ('name = "blitz"', 'name = "korat"', ["a character is named twice"]),
        ("tactical pistol", "tactical pistle", ["unknown card", "tactical_pistol"]),
        ("tactical pistol", "medkit", ["medkit is an item, it is never worn"]),
        ('worn = ["', 'worn = ["bow", "', ["korat has no hand for tactical pistol"]),
        ("at = [0, 1]", "at = [3, 0]", ["there is no tile on [3, 0]"]),
        ("damaged = 1", "damaged = 3", ["blitz has 5 dice", "3 on the line"]),
        ("line = [4, 4, 1], damaged = 1", "damaged = 4", ["would have to reload"]),
        ("damaged = 1", "damaged = 1, reserve = 3", ["leave 1 for the reserve"]),
        ("[5, 3]", "[5]", ["step 1, shoot, rolls 2 dice of korat", "1 are given"]),
        ("[5, 3]", "[5, 6]", ["do.0.rolls.1", "skull"]),
        (", target_rolls = [2]", "", ["step 1, shoot, rolls 1 dice of blitz"]),
        ("shoot = ", "illegal = false, shot = ", ["did you mean 'shoot'"]),
        ('shoot = "blitz"', 'shoot = "korat"', ["step 1, shoot, breaks the rules"]),
        ('shoot = "blitz"', 'shoot = "blitz", run = [0, 1]', ["exactly one of"]),
        ('shoot = "blitz", rolls = [5, 3], target_rolls = [2]', "end = true", ["say which event"]),
        ("do = [", "do = [{ run = [0, 1], rolls = [3] }, ", ["nobody rolls them"]),
        ('title = "A shot"', 'title = "A"\nmode = "team"', ["mode 'team' is for 4 characters"]),
        ('title = "A shot"', 'title = "A"\nmap = "arcade"', ["unknown map", "'arcadia'"]),
        ('title = "A shot"', 'title = "A"\nrules = { dise = 4 }', ["rules.dise", "'dice'"]),
        ('title = "A shot"', 'title = "A"\nrules = { dice = 9 }', ["rules.dice", "9", "2 to 6"]),
        (
            'title = "A shot"',
            'title = "A"\nfigures = { equipment = { bow = { levle = 2 } } }',
            ["equipment.bow.levle", "'level'"],
        ),
        ('title = "A shot"', 'title = "A"\nturn = "duke"', ["unknown character of this scenario"]),
        ('title = "A shot"', 'title = "A"\nturn = "blitz"', ["not a line"]),
        (
            'title = "A shot"',
            'title = "A"\ndecks = { 1 = ["painkiller", "medkit"] }',
            ["medkit: more copies than the game has, or of another level"],
        ),
        (
            'title = "A shot"',
            'title = "A"\nneutral_walls = [[[0, 0], [0, 2]]]',
            ["[0, 0] and [0, 2] are not neighbours"],
        ),
        ('title = "A shot"', 'title = "A"\nevents = ["doom"]\n', ["unknown event 'doom'"]),
    ],
)
def test_bad_files_get_a_sentence(old: str, new: str, words: list[str]) -> None:
    assert old in POSITION
    with pytest.raises(BadInput) as error:
        run(POSITION.replace(old, new, 1))
    assert str(error.value).startswith("shot.toml: ")
    for word in words:
        assert word in str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("precision rifle", "machete", ["machete does not shoot"]),
        (", again = [4]", "", ["again has 0 dice, the cards reroll 1"]),
        ('kind = "ranged"', 'kind = "range"', ["fight.kind", "ranged", "melee"]),
        ("[fight]", "do = [{ end = true }]\n[fight]", ["a [fight] stands alone"]),
    ],
)
def test_bad_fights_get_a_sentence(old: str, new: str, words: list[str]) -> None:
    assert old in FIGHT
    with pytest.raises(BadInput) as error:
        run(FIGHT.replace(old, new, 1))
    for word in words:
        assert word in str(error.value)
