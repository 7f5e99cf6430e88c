"""The cards of Pixel Tactics: all there, both editions, and written with known words only."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from sim.errors import BadInput
from sim.pixel_tactics.figures import PixelData, best_of, edition
from sim.pixel_tactics.models import SLOTS
from sim.pixel_tactics.scenario import run_scenario
from sim.pixel_tactics.words import codes_of
from sim.plan import Request, make_plan

FOLDER = Path(__file__).parent / "scenarios" / "pixel_tactics"
DATA = PixelData()
LETTERS = dict(zip(SLOTS, "LVFRO", strict=True))
ABILITIES = [f"{code}-{letter}" for code in codes_of(DATA.figures) for letter in LETTERS.values()]
GOLDEN = range(1, 102)


def titles() -> list[str]:
    """Return the titles of all cases."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        found += [case["title"] for case in tomllib.loads(path.read_text("utf-8"))["case"]]
    return found


def test_there_are_125_abilities() -> None:
    assert len(ABILITIES) == len(set(ABILITIES)) == 125


def test_every_ability_has_a_case_that_works_and_one_that_shows_its_limit() -> None:
    seen = titles()
    for kind in ("works", "limit"):
        missing = [a for a in ABILITIES if not any(t.startswith(f"{a} {kind}:") for t in seen)]
        assert not missing, f"no case for {kind}: {', '.join(missing)}"


def test_every_golden_case_is_there() -> None:
    numbers = {int(found[1]) for t in titles() if (found := re.match(r"PXT-GT-(\d+)", t))}
    assert numbers == set(GOLDEN)


def test_stats_of_both_editions() -> None:
    """Sums over the cards, as counted by hand from the tables of the rules."""
    second = DATA.figures.leaders.values()
    first = PixelData([edition("first")]).figures.leaders.values()
    assert sum(one.hero_attack for one in second) == 67
    assert sum(one.hero_life for one in second) == 134
    assert sum(one.leader_attack for one in second) == 84
    assert sum(one.leader_life for one in second) == 479
    # 1st edition: Scientist +2; Dragon Mage -1, Healer -5, Homunculus -1, Mascot -1, Paladin -1;
    # Alchemist -3, Healer -3, Mascot +3, Paladin +3
    assert sum(one.hero_life for one in first) == 134 + 2
    assert sum(one.leader_attack for one in first) == 84 - 9
    assert sum(one.leader_life for one in first) == 479


def test_all_leaders_meet() -> None:
    """Every pair of different leaders; `all` has each of them meet itself too (PXT-DEC-1)."""
    for words, matchups in (((), 300), (("all",), 325)):
        lineups = make_plan(Request("pixel-tactics", words)).lineups
        assert len({frozenset(one.sides) for one in lineups}) == len(lineups) == matchups


def test_an_edition_can_be_changed_further() -> None:
    changed = {"leaders": {"alchemist": {"leader_life": 15}}}
    for overlays in ([edition("first"), changed], [changed, edition("first")]):
        alchemist = PixelData(overlays).figures.leaders["alchemist"]
        assert alchemist.leader_life == 15  # not 17 of the second, not 14 of the first edition
        assert alchemist.leader[0].on == "wave_end"


def test_editions_differ_and_say_so() -> None:
    first = PixelData([edition("first")])
    assert first.fingerprint != DATA.fingerprint
    assert first.reconstructed[0] == "leaders.knight.rear"
    assert "leaders.witch.leader" in first.reconstructed
    assert PixelData([edition("second")]).fingerprint == DATA.fingerprint
    with pytest.raises(BadInput, match="third"):
        edition("third")
    with pytest.raises(BadInput, match="--best-of '2'"):
        best_of("2")


ROW = {"kind": "spell", "do": "damage(3)", "to": "foeL"}


@pytest.mark.parametrize(
    ("slot", "change", "words"),
    [
        ("rear", {"do": "explode(3)"}, ["explode", "allowed", "damage"]),
        ("rear", {"do": "damage(many)"}, ["many", "whole number"]),
        ("rear", {"to": "everybody"}, ["everybody", "allowed", "foeL"]),
        ("rear", {"to": "one(any.hero[nearest])"}, ["nearest", "allowed", "melee"]),
        ("rear", {"to": "one(our.hero)"}, ["our", "own, foe, any"]),
        ("rear", {"to": "attacker"}, ["attacker", "nothing before"]),
        ("rear", {"kind": "passive"}, ["damage(3)", "always true"]),
        ("rear", {"kind": "order"}, ["rear", "order", "allowed"]),
        ("rear", {"on": "deals(self)"}, ["on", "reactions"]),
        ("rear", {"if": ["raining"]}, ["raining", "truce"]),
        ("rear", {"kind": "reaction", "on": "sunset"}, ["sunset", "turn_end"]),
        ("order", {"kind": "order", "to": "self"}, ["self", "no card in play"]),
        ("rear", {"do": "damage(20)", "to": "split(any.hero)"}, ["split", "15"]),
    ],
)
def test_unknown_words_get_a_sentence(slot: str, change: dict, words: list[str]) -> None:
    with pytest.raises(BadInput) as caught:
        PixelData([{"leaders": {"knight": {slot: [{**ROW, **change}]}}}])
    for word in words:
        assert word in str(caught.value), str(caught.value)


def test_it_means_three_cards_at_most() -> None:
    rear = [
        {"kind": "spell", "do": "damage(1)", "to": "upto(4,foe.hero)"},
        {"kind": "then", "do": "heal(1)", "to": "it"},
    ]
    with pytest.raises(BadInput, match="up to 4 cards; allowed: 3"):
        PixelData([{"leaders": {"knight": {"rear": rear}}}])
    rear[0]["to"] = "upto(3,foe.hero)"
    PixelData([{"leaders": {"knight": {"rear": rear}}}])


PIKEMAN = {
    "name": "Pikeman",
    "aliases": ["PIK"],
    "hero_attack": 3,
    "hero_life": 6,
    "leader_attack": 4,
    "leader_life": 19,
    "leader": [
        {
            "kind": "reaction",
            "on": "attacked(own.leader,melee,by=hero)",
            "do": "damage(1)",
            "to": "attacker",
        }
    ],
    "vanguard": [
        {"kind": "passive", "do": "kw(intercept)", "to": "self"},
        {"kind": "passive", "if": ["vs(leader)"], "do": "atk(1)", "to": "self"},
    ],
    "flank": [{"kind": "passive", "if": ["melee"], "do": "atk(2)", "to": "fore"}],
    "rear": [
        {"kind": "spell", "do": "swap(self)", "to": "one(own.hero[row=van,other])"},
        {"kind": "then", "do": "heal(2)", "to": "it"},
    ],
    "order": [{"kind": "order", "do": "damage(4)", "to": "all(foe.hero[row=pick,melee])"}],
}


@pytest.mark.parametrize(
    "case",
    [
        {
            "A": "ORA; V1 FIG",
            "B": "PIK",
            "do": ["attack V1 L"],
            "expect": ["A V1 FIG d1", "B L d4"],
        },
        {"A": "ORA; V1 PIK", "B": "ORA; V1 GUN", "expect": ["strength A V1 at B L 4"]},
        {"A": "ORA; V1 FIG, F1 PIK", "expect": ["strength A V1 at B L 6"]},
        {
            "wave": "R",
            "A": "ORA; R1 PIK, V3 FIG d5",
            "do": ["cast R1"],
            "expect": ["A V3 PIK", "A R1 FIG d3"],
        },
        {
            "B": "ORA; V1 FIG, R1 SCI",
            "hand": {"A": "PIK"},
            "do": ["order PIK: row V"],
            "expect": ["B V1 FIG d4", "B R1 SCI d0"],
        },
    ],
)
def test_a_new_card_needs_no_code(case: dict) -> None:
    outcome = run_scenario({"cards": {"pikeman": PIKEMAN}, **case}, "pikeman.toml")
    assert outcome.ok, outcome.failed


@pytest.mark.parametrize(
    ("case", "failure"),
    [
        ({"A": "ORA; V1 FIG", "expect": ["A V1 KNI"]}, "A V1 KNI: got FIG d0"),
        ({"expect": ["B L d1"]}, "B L d1: got ORA d0"),
        ({"A": "ORA; V1 FIG", "do": ["illegal attack V1 L"]}, "should be refused"),
        ({"expect": ["winner A"]}, "not over"),
        ({"A": "ORA; V1 FIG", "expect": ["melee V1: -"]}, "got ['L']"),
    ],
)
def test_scenarios_can_fail(case: dict, failure: str) -> None:
    outcome = run_scenario(case, "case.toml")
    assert len(outcome.failed) == 1 and failure in outcome.failed[0], outcome.failed


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ({"A": "ORA; V1 XXX"}, "there is no card 'XXX'"),
        ({"A": "ORA; V9 FIG"}, "there is no cell 'V9'"),
        ({"do": ["attack V1 L"]}, "step 1 (attack V1 L) breaks the rules"),
        ({"A": "ORA; V1 FIG", "hand": {"A": "FIG"}}, "in two places"),
        ({"expect": ["all is well"]}, "cannot be read"),
    ],
)
def test_bad_scenarios_get_a_sentence(case: dict, sentence: str) -> None:
    with pytest.raises(BadInput, match=r"case\.toml") as caught:
        run_scenario(case, "case.toml")
    assert sentence in str(caught.value)
