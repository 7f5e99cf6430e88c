"""The rules of Neon as scenario files: all hold, none is left out, bad files say why."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from sim.errors import BadInput
from sim.neon.scenario import run_scenario

TESTS = Path(__file__).parent
FOLDER = TESTS / "scenarios" / "neon"
FILES = sorted(FOLDER.glob("*.toml"))

GOLDEN_CASES = 26
NO_POSITION = {17}  # counts cards in the box: tests/test_neon_data.py

# the rules that a position can show
STATED = {
    "RND": (3, 4, 5, 6, 7, 9),
    "END": (1, 2, 3),
    "CLS": (1, 2),
    "MOV": (1, 2),
    "SRC": (1, 2, 3, 5, 6),
    "EQP": (1, 2, 3, 4, 5, 7, 8, 9, 10, 11),
    "ATT": (2, 4, 5, 6, 7),
    "DEF": (1, 2, 3, 4),
    "RES": (1, 2, 3, 4, 5),
    "BOT": (1, 2, 3, 5),
    "DMG": (1, 2),
    "GRD": (1, 2, 3),
    "ALT": (1, 2, 3),
    "ENR": (1,),
    "JOK": (1,),
    "ABL": (1, 2, 3, 4, 5, 6, 7, 8),
    "TOK": (1,),
    "KO": (1, 2, 3),
    "RES-M": (1, 2, 3, 4),
    "UPG": (1,),
    "BR": (1, 2, 3),
    "CO": (1, 2),
    "AUT": (1, 2, 3, 4, 5),
    "SEC": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
}

POSITION = """
game = "neon"
title = "An attack"
turn = "ghost"
fighter = [
    { name = "ghost", at = "mall", energy = 0, row = ["attack", "attack", "move"] },
    { name = "boulder", at = "mall", energy = 0 },
    { name = "snake" },
]
"""
ATTACK = '[[do]]\nattack = "boulder"\n'


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    outcome = run_scenario(tomllib.loads(path.read_text("utf-8")), path.name)
    assert outcome.ok, "\n".join([*outcome.failed, *outcome.log])


def test_every_golden_case_has_a_scenario() -> None:
    documents = [tomllib.loads(path.read_text("utf-8")) for path in FILES]
    cases = {document.get("case") for document in documents}
    wanted = set(range(1, GOLDEN_CASES + 1)) - NO_POSITION
    assert {f"NEON-GT-{number}" for number in wanted} <= cases


def test_every_rule_has_a_scenario() -> None:
    cited = {rule for path in FILES for rule in tomllib.loads(path.read_text("utf-8"))["rule"]}
    wanted = {
        f"NEON-{group}{number}" if group.endswith("M") else f"NEON-{group}-{number}"
        for group, numbers in STATED.items()
        for number in numbers
    }
    assert not wanted - cited


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[[do]]\nattack = "boulder"\n', "rolls dice: name the faces"),
        (ATTACK + 'rolls = [["crit"]]\n', "rolls 2 dice, but 1 faces"),
        (ATTACK + 'rolls = [["guard", "hit"]]\n', "faces of the other die"),
        (ATTACK + 'rolls = [["hit", "hit"], ["fail"], ["fail"]]\n', "nobody rolls"),
        ('[[do]]\nmove = "park"\n', "breaks the rules"),
        ("[[do]]\nsearch = true\nskip = true\n", "exactly one of"),
        ('[[do]]\nskip = true\nwho = "gost"\n', "ghost"),
        ("[expect]\ncolour = 1\n", "unknown key 'expect.colour'"),
    ],
)
def test_bad_files_say_why(text: str, said: str) -> None:
    with pytest.raises(BadInput, match=re.escape(said)) as caught:
        run_scenario(tomllib.loads(POSITION + text), "a.toml")
    assert str(caught.value).startswith("a.toml: ")


def test_what_is_not_as_expected_is_said() -> None:
    text = POSITION + ATTACK + 'rolls = [["hit", "hit"], ["fail"]]\n'
    text += '[expect]\nleader = "snake"\n[expect.fighters.boulder]\nhealth = 6\n'
    outcome = run_scenario(tomllib.loads(text), "a.toml")
    assert outcome.failed == [
        "boulder: health is 4, expected 6",
        "leader is ghost, expected snake",
    ]


def test_a_step_that_should_be_illegal() -> None:
    text = POSITION + "[[do]]\nskip = true\nillegal = true\n"
    outcome = run_scenario(tomllib.loads(text), "a.toml")
    assert outcome.failed == ["step 1 (skip) should be illegal, but is not"]
