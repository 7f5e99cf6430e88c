"""Exact odds of Clones: Reload: brute force by the reference, icepool, simulation, the command."""

import itertools
import json
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import icepool
import numpy as np
import pytest

import cli
import kernels
import sim
from kernels.clones import odds as K
from sim.clones.odds import count_all, count_some
from sim.exact import Distribution, Odds
from tests import clones_table as table
from tests.reference import clones_fight as reference
from tests.reference.clones_fight import Die, Fighter

ROOT = Path(__file__).parent.parent
SHAPES = 10 if kernels.DEBUG else 60  # random fights of each kind, every roll of each
MOST_ROLLED = 4  # dice of both sides and rerolls: 6^4 fights in plain Python
DICE: list[tuple[Die, ...]] = [(1, 2, 3, 4, 5, "skull"), (1, 1, 2, 5, "skull", "skull")]

BONUS = ["--slot", "2", "--bonus", "damage:1"]
RULES = ["--shooting", "3", *BONUS, "--line", "4,4,1", "--reserve", "1"]
BLITZ = ["--attacker-line", "4,2", "--attacker-dice", "3"]
KORAT = ["--defender-line", "4,3,2", "--defender-dice", "2"]

Counts = dict[tuple[int, int], Counter[int]]


# --- against every roll in plain Python


def fresh(fighter: Fighter, rolled: tuple[Die, ...], again: tuple[Die, ...]) -> Fighter:
    """The same fighter before a fight, with these dice."""
    copy = Fighter(**{**vars(fighter), "line": list(fighter.line)})
    copy.rolled, copy.again = list(rolled), list(again)
    return copy


def every_roll(
    kind: int, one: Fighter, two: Fighter, weapon: table.Weapon, faces: tuple[Die, ...]
) -> Counts:
    """Count the outcomes of every way the dice can fall, one by one, by the reference."""
    counts: Counts = {(side, what): Counter() for side in range(2) for what in range(K.KINDS)}
    sizes = (len(one.rolled), one.rerolls, len(two.rolled), two.rerolls)
    ends = list(itertools.accumulate(sizes))
    for dice in itertools.product(faces, repeat=ends[-1]):
        a = fresh(one, dice[: ends[0]], dice[ends[0] : ends[1]])
        b = fresh(two, dice[ends[1] : ends[2]], dice[ends[2] :])
        if kind == K.RANGED:
            reference.ranged(a, b, weapon.slot, weapon.bonus, weapon.worst_kept)
        else:
            reference.melee(a, b, weapon.worst_kept)
        for side, fighter in enumerate((a, b)):
            counts[side, K.DAMAGE][fighter.damage] += 1
            counts[side, K.SMALL][fighter.small] += 1
            counts[side, K.RELOADED][fighter.reloaded] += 1
    return counts


def small_fight(rng: random.Random, kind: int) -> tuple[Fighter, Fighter, table.Weapon]:
    """Two fighters who roll few enough dice between them."""
    while True:
        dice = rng.randint(1, 4) if kind == K.RANGED else None
        one, two = table.random_fighter(rng, dice), table.random_fighter(rng)
        rolled = len(one.rolled) + one.rerolls + len(two.rolled) + two.rerolls
        if 2 <= rolled <= MOST_ROLLED:
            return one, two, table.random_weapon(rng)


@pytest.mark.parametrize("kind", [K.RANGED, K.MELEE])
def test_exact_odds_are_those_of_every_single_roll(kind: int) -> None:
    rng = random.Random(f"odds {kind}")
    for _ in range(SHAPES):
        one, two, weapon = small_fight(rng, kind)
        faces = rng.choice(DICE)
        die = np.array([table.face(f) for f in faces], np.int64)
        total, counts = count_all(table.laid(one, two, weapon), kind, die)
        rolled = len(one.rolled) + one.rerolls + len(two.rolled) + two.rerolls
        assert total == 6**rolled
        for (side, what), right in every_roll(kind, one, two, weapon, faces).items():
            found = {v: int(n) for v, n in enumerate(counts[side, what]) if n}
            assert found == dict(right), (one, two, weapon, side, what)


def test_the_largest_fight_counts_every_roll_once() -> None:
    """Six dice and two rerolls on either side: 6^16 ways fit into the counters."""
    one, two = (Fighter([], [1] * 6, again=[1, 1], rerolls=2, zone=6) for _ in range(2))
    total, counts = count_all(table.laid(one, two, table.Weapon()), K.MELEE, table.FACES)
    assert total == 6**16
    assert (counts.sum(axis=2) == total).all() and (counts >= 0).all()


# --- against icepool


def told(kind: str, **words: Any) -> Odds:
    """The answer of the library."""
    return sim.odds("clones", kind, **words)


def row(odds: Odds, who: str, what: str = "damage") -> Distribution:
    """One distribution of an answer."""
    return next(each for each in odds.rows if (each.who, each.what) == (who, what))


def chances(die: Any) -> dict[int, Fraction]:
    """A die of icepool as exact probabilities."""
    return {int(v): Fraction(n, die.denominator()) for v, n in die.items() if n}


@pytest.mark.parametrize("armour", [0, 1, 2])
def test_skulls_beyond_the_armour_as_icepool_counts_them(armour: int) -> None:
    """RLD-RNG-3: against five fives nothing but skulls does damage."""
    skulls = 4 @ icepool.Die([0, 0, 0, 0, 0, 1])
    right = skulls.map(lambda n: max(0, n - armour))
    odds = told("ranged", shooting=4, line=[5] * 5, armour=armour)
    assert row(odds, "defender").exact == chances(right)


def test_skulls_of_both_sides_as_icepool_counts_them() -> None:
    """RLD-MEL-3: where every number is a 5, the excess of skulls decides alone."""
    skulls = icepool.Die([0, 0, 0, 0, 1, 1])
    excess = (3 @ skulls) - (2 @ skulls)
    # three against two: more dice than the opponent after skulls are small damages to a 5
    faces = 'board.faces=[5, 5, 5, 5, "skull", "skull"]'
    words = {"attacker_line": [5, 5], "defender_line": [5, 5, 5]}
    odds = told("melee", attacker_dice=3, defender_dice=2, set=[faces], **words)
    assert row(odds, "defender").exact == chances(excess.map(lambda n: max(0, n)))
    assert row(odds, "attacker").exact == chances(excess.map(lambda n: max(0, -n)))


@pytest.mark.parametrize(("shots", "reserve"), [(1, 1), (2, 2), (2, 3), (3, 4), (4, 4)])
def test_lines_compared_as_icepool_compares_them(shots: int, reserve: int) -> None:
    """RLD-RNG-4: from top to bottom, the higher die wins, a tie nothing; here without skulls."""
    die = icepool.Die([1, 2, 3, 4, 5, 5])
    won = die.pool(shots).sort_pair(">", die.pool(reserve).highest(shots)).size()
    rules = ["rules.damage_zone=5", "board.faces=[1, 2, 3, 4, 5, 5]"]
    odds = told("ranged", shooting=shots, reserve=reserve, damaged=0, set=rules)
    assert row(odds, "defender").exact == chances(won)
    assert row(odds, "defender", "small").exact == {0: 1}


def test_both_lines_of_a_melee_as_icepool_compares_them() -> None:
    """RLD-MEL-4: dice on the line are certain, the rest is rolled."""
    die = icepool.Die([1, 1, 2, 3, 4, 5])
    one = icepool.Pool([4, 2, *[die] * 2])
    two = icepool.Pool([3, 3, *[die] * 2])
    rules = ["rules.damage_zone=5", "board.faces=[1, 1, 2, 3, 4, 5]"]
    words = {"attacker_line": [4, 2], "defender_line": [3, 3], "set": rules}
    odds = told("melee", attacker_dice=2, defender_dice=2, **words)
    assert row(odds, "defender").exact == chances(one.sort_pair(">", two).size())
    assert row(odds, "attacker").exact == chances(two.sort_pair(">", one).size())


# --- figures of the rules


def test_the_expected_damage_that_the_rules_file_names() -> None:
    """RLD-REC-7: 20,000 rolls of the shotgun gave 1.40, with armour 1.03; rounded to 0.01."""
    for armour, rolled in ((0, 1.40), (1, 1.03)):
        words = {"weapon": "combat shotgun", "line": [4, 4, 1], "reserve": 1, "armour": armour}
        damage = row(told("ranged", **words), "defender")
        variance = sum(v * v * p for v, p in damage.exact.items()) - damage.mean**2
        assert abs(float(damage.mean) - rolled) < 0.005 + 2 * sqrt(variance / 20_000)


def test_a_weapon_by_name_is_its_figures() -> None:
    stands = {"line": [4, 4, 1], "reserve": 1}
    by_hand = told("ranged", shooting=3, slot=2, bonus="damage:1", **stands)
    by_name = told("ranged", weapon="shotgun", **stands)
    assert by_name.to_json()["fractions"] == by_hand.to_json()["fractions"]
    assert by_hand.reconstructed == by_name.reconstructed == ("rules.damage_zone",)
    # what is given overrules the card: its dice, its slot, its bonus
    other = told("ranged", shooting=1, slot=5, bonus="small:2", **stands)
    overruled = told("ranged", weapon="shotgun", shooting=1, slot=5, bonus="small:2", **stands)
    assert overruled.to_json()["fractions"] == other.to_json()["fractions"]
    # the vest of the example (RLD-GT-1) is armour 1
    vest = told("ranged", weapon="shotgun", armour="tactical_vest", **stands)
    assert (
        row(vest, "defender").exact
        == row(told("ranged", weapon="shotgun", armour=1, **stands), "defender").exact
    )
    # bullets pierce it, the helmet adds a die
    pierced = told("ranged", weapon="shotgun,ap_bullets", armour="tactical_vest", **stands)
    assert row(pierced, "defender").exact == row(by_name, "defender").exact
    helmet = told("ranged", weapon=["shotgun", "sniper_helmet"], **stands)
    four = told("ranged", weapon="shotgun", shooting=4, **stands)
    assert row(helmet, "defender").exact == row(four, "defender").exact


def test_reconstructed_figures_are_named_where_they_count() -> None:
    rifle = told("ranged", weapon="precision_rifle", line=[4, 4, 1], reserve=1)
    assert set(rifle.reconstructed) == {
        "rules.damage_zone",
        "rules.reroll_up_to",
        *(f"equipment.precision_rifle.ranged.{key}" for key in ("dice", "slots", "reroll")),
    }
    given = told("ranged", weapon="precision_rifle", shooting=2, reroll=0, slot=3, line=[4, 4, 1])
    assert given.reconstructed == ("rules.damage_zone",)
    glove = told("melee", attacker_dice=3, attacker_weapon="electro_glove", defender_dice=3)
    assert "equipment.electro_glove.melee.excess" in glove.reconstructed
    changed = told("ranged", shooting=1, reserve=3, set=["rules.damage_zone=5", "rules.dice=6"])
    assert changed.reconstructed == ("rules.damage_zone", "rules.dice")


def test_a_full_zone_ends_the_fight() -> None:
    """RLD-REL-1: with one cell left the first damage is the last."""
    odds = told("ranged", weapon="plasma_cannon", line=[5, 5], damaged=3)
    damage = row(odds, "defender")
    assert set(damage.exact) == {0, 1}
    assert odds.chances[1].exact == damage.exact[1]


def test_the_melee_of_the_rules_can_come_out_as_told() -> None:
    """RLD-GT-2: three damages to Korat, one to Blitz, with the baton."""
    odds = told(
        "melee",
        attacker_line=[4, 2],
        attacker_dice=3,
        attacker_weapon="baton",
        defender_line=[4, 3, 2],
        defender_dice=2,
    )
    assert row(odds, "defender").exact[3] > 0 and row(odds, "attacker").exact[1] > 0
    bare = told("melee", attacker_dice=3, attacker_line=[4, 2], defender_dice=5)
    armed = told(
        "melee", attacker_dice=3, attacker_line=[4, 2], attacker_weapon="baton", defender_dice=5
    )
    assert row(armed, "defender").mean > row(bare, "defender").mean
    assert row(armed, "attacker").mean < row(bare, "attacker").mean


def test_melee_cards_and_options_agree() -> None:
    """RLD-REC-7: the knife pierces, the electro glove doubles, the combat helmet is armour 1."""
    stands = {"attacker_dice": 4, "attacker_line": [2], "defender_dice": 4, "defender_line": [2]}
    armour = {"defender_armour": 1}
    for cards, options in (
        ({"attacker_weapon": "tactical_knife"}, {"attacker_piercing": True}),
        ({"defender_weapon": "electro_glove"}, {"defender_excess": 2}),
    ):
        one = told("melee", **stands, **armour, **cards).to_json()["fractions"]
        assert one == told("melee", **stands, **armour, **options).to_json()["fractions"]
    helmet = told("melee", **stands, defender_armour="combat_helmet").to_json()["fractions"]
    assert helmet == told("melee", **stands, **armour).to_json()["fractions"]
    # a light helmet rerolls for who is attacked, not for the attacker
    plain = told("melee", **stands).to_json()["fractions"]
    assert told("melee", **stands, attacker_armour="light_helmet").to_json()["fractions"] == plain
    assert told("melee", **stands, defender_armour="light_helmet").to_json()["fractions"] != plain


# --- simulation


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("ranged", {"weapon": "shotgun", "line": [4, 4, 1], "reserve": 1}),
        (
            "ranged",
            {"weapon": "precision_rifle", "line": [2], "reserve": 3, "armour": "light_helmet"},
        ),
        ("melee", {"attacker_dice": 5, "defender_dice": 2, "defender_line": [4, 3, 2]}),
        ("melee", {"attacker_dice": 3, "attacker_weapon": "chainsaw", "defender_dice": 4}),
    ],
)
def test_the_simulation_comes_out_as_counted(kind: str, words: dict[str, Any]) -> None:
    odds = told(kind, simulate=100_000, seed=5, **words)
    assert odds.games == 100_000 and len(odds.z) >= 3
    assert odds.largest_z is not None and odds.z_limit is not None
    assert abs(odds.largest_z) < odds.z_limit
    assert any(abs(z) > 0.1 for z in odds.z), "a simulation is never exactly right"


def test_a_simulation_does_not_depend_on_how_it_is_sliced(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = table.laid(Fighter([], [1] * 3), Fighter([4, 1], [1]), table.Weapon(2, 1))
    whole = count_some(fight, K.RANGED, table.FACES, 1_000, 3)
    monkeypatch.setattr("sim.clones.odds._SLICE", 64)
    assert (count_some(fight, K.RANGED, table.FACES, 1_000, 3) == whole).all()
    assert (count_some(fight, K.RANGED, table.FACES, 1_000, 4) != whole).any()


# --- the command


class Said:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return `balance odds clones` as a function of its words."""
    monkeypatch.setenv("COLUMNS", "80")

    def call(*words: str) -> Said:
        code = cli.main(["odds", "clones", *words])
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return call


def test_the_json_of_a_shot(ask: Any) -> None:
    said = ask("ranged", *RULES, "--armour", "1", "--json")
    document = json.loads(said.out)
    assert (said.code, document["exact"], document["simulated"]) == (0, True, None)
    assert document["attacker"] == {"damage": {"0": 1.0}, "small": {"0": 1.0}, "reload": 0.0}
    assert sum(document["defender"]["damage"].values()) == pytest.approx(1, abs=1e-12)
    assert sum(map(Fraction, document["fractions"]["defender"]["damage"].values())) == 1
    assert document["fractions"]["defender"]["reload"] == "11/216"
    assert document["means"]["defender"]["damage"] == pytest.approx(1318 / 1296)


def test_the_json_of_a_melee_with_simulation(ask: Any) -> None:
    said = ask("melee", *BLITZ, *KORAT, "--simulate", "2k", "--seed", "9", "--json")
    document = json.loads(said.out)
    simulated = document["simulated"]
    assert (simulated["games"], simulated["seed"]) == (2_000, 9)
    for who in ("attacker", "defender"):
        assert set(document[who]) == set(simulated[who]) == {"damage", "small", "reload"}
        assert sum(simulated[who]["damage"].values()) == pytest.approx(1)
        assert set(simulated["z"][who]["damage"]) == set(document[who]["damage"])


def test_the_report_ends_in_one_sentence(ask: Any) -> None:
    for words in (["ranged", *RULES], ["melee", *BLITZ, *KORAT, "--simulate", "1000"]):
        said = ask(*words)
        assert said.code == 0 and "reconstructed figures: rules.damage_zone" in said.out
        assert max(map(len, said.out.splitlines())) <= 80
        assert said.out.rstrip().split("\n\n")[-1].startswith("On average the ")
        assert "█" in said.out


def test_odd_words_are_understood(ask: Any) -> None:
    plain = ask("ranged", *RULES).out
    assert (
        ask("Ranged", "--shooting", " 3 ", *RULES[2:6], "--line", "1, 4,4", *RULES[8:]).out == plain
    )
    both = ["--bonus", "damage:1", "--bonus", "SMALL:2", "--slot", "2", "--shooting", "2"]
    assert (
        "1 damage for each 2, 2 small damage for each 2"
        in ask("ranged", *both, "--reserve", "5").out
    )
    assert "Боевой" not in ask("ranged", "--weapon", "Боевой дробовик", "--reserve", "4").out
    two = ask("melee", *BLITZ, *KORAT, "--attacker-weapon", "machete,sickle").out
    assert "Machete, Sickle" in two
    spare = ask("ranged", *RULES, "--damaged", "0").out
    assert "1 die elsewhere, damaged last" in " ".join(spare.split())


def test_the_figure_is_drawn(ask: Any, tmp_path: Path) -> None:
    target = tmp_path / "odds.png"
    said = ask("ranged", *RULES, "--plot", str(target))
    assert said.code == 0 and target.stat().st_size > 10_000
    assert ask("ranged", *RULES, "--plot", str(tmp_path / "odds.pdf")).code == 2


BAD = {
    "ranged --line 4,4,1": "--shooting 1 to 4",
    "ranged --shooting 5 --line 4,4,1": "from 1 to 4",
    "ranged --shooting 0 --line 4,4,1": "from 1 to 4",
    "ranged --shooting -1 --line 4,4,1": "'-1'",
    "ranged --shooting three --line 4,4,1": "'three'",
    "ranged --shooting 3 --line 4,0,1": "not '0'",
    "ranged --shooting 3 --line 4,6": "not '6'",
    "ranged --shooting 3 --line 4,x": "not 'x'",
    "ranged --shooting 3 --line 441": "not '441'",
    "ranged --shooting 3 --line 4,,1": "empty word",
    "ranged --shooting 3 --line=": "empty word",
    "ranged --shooting 3 --line 4,4,1 --reserve 3": "6 dice; allowed: 5",
    "ranged --shooting 3 --line 4,4,1 --reserve 1 --damaged 2": "and 2 are damaged; allowed: 5",
    "ranged --shooting 3 --line 4": "allowed: 0 to 3 (rules.damage_zone)",
    "ranged --shooting 3 --line 4 --damaged 4": "--damaged 4 fills the damage zone",
    "ranged --shooting 3 --line 4,4,1 --damaged -1": "--damaged '-1'",
    "ranged --shooting 3 --reserve 6": "from 0 to 5",
    "ranged --shooting 3 --reserve 4 --bonus foo:1 --slot 2": "damage:N",
    "ranged --shooting 3 --reserve 4 --bonus damage --slot 2": "damage:N",
    "ranged --shooting 3 --reserve 4 --bonus damage:9 --slot 2": "0 to 5",
    "ranged --shooting 3 --reserve 4 --bonus damage:1": "--slot 1 to 5",
    "ranged --shooting 3 --reserve 4 --slot 6": "from 1 to 5",
    "ranged --shooting 3 --reserve 4 --reroll 3": "from 0 to 2",
    "ranged --shooting 3 --reserve 4 --armour -1": "from 0 to 10",
    "ranged --shooting 3 --reserve 4 --armour 1,1": "'1,1'",
    "ranged --shooting 3 --reserve 4 --armour machete": "not worn",
    "ranged --shooting 3 --reserve 4 --armour tactical_vest,body_armour": "on the body",
    "ranged --weapon combat_shotgan --reserve 4": "did you mean 'combat_shotgun'?",
    "ranged --weapon machete --reserve 4": "no table ranged; weapons that shoot: bow",
    "ranged --weapon sniper_helmet --reserve 4": "add a weapon",
    "ranged --weapon bow,crossbow --reserve 4": "only one weapon",
    "ranged --weapon helmet --reserve 4": "light_helmet, combat_helmet or sniper_helmet",
    "ranged --weapon= --reserve 4": "empty word",
    "ranged --shooting 3 --reserve 4 --simulate 1e13": "too many",
    "ranged --shooting 3 --reserve 4 --simulate 2e9": "1,000,000,000",
    "ranged --shooting 3 --reserve 4 --simulate 0": "allowed",
    "ranged --shooting 3 --reserve 4 --simulate many": "'many'",
    "ranged --shooting 3 --reserve 4 --seed -1": "seed",
    "ranged --shooting 3 --reserve 4 --set rules.damage_zone=9": "rules.damage_zone",
    "ranged --shooting 3 --shooting 4 --reserve 4": "given twice",
    "ranged --shots 3": "--shots",
    "melee": "--attacker-damaged 5 fills",
    "melee --attacker-dice 6 --defender-dice 5": "--attacker-dice '6'",
    "melee --attacker-dice 5 --attacker-line 1 --defender-dice 5": "6 dice",
    "melee --attacker-dice 5 --defender-dice 5 --attacker-excess 0": "from 1 to 4",
    "melee --attacker-dice 5 --defender-dice 5 --attacker-weapon bow": "no table melee",
    "melee --attacker-dice 5 --defender-dice 5 --attacker-weapon vest": "not held in a hand",
    "melee --attacker-dice 5 --defender-dice 5 --attacker-weapon axe,machete": "two hands",
    "meele --attacker-dice 5": "did you mean 'melee'?",
}


@pytest.mark.parametrize("words", BAD)
def test_bad_words_get_a_sentence(ask: Any, words: str) -> None:
    said = ask(*words.split(" "))
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("balance: ") and said.err.count("\n") == 1
    assert BAD[words] in said.err


def test_odds_need_nothing_else_of_the_engine() -> None:
    """So that a first answer waits for few kernels only."""
    program = (
        "import sys, cli\n"
        f"cli.main(['odds', 'clones', 'ranged', *{RULES!r}, '--simulate', '10'])\n"
        "print(sorted(m for m in sys.modules if m.startswith('kernels.clones.')), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    needed = {"fight", "fight_places", "modify", "odds"}
    assert done.stderr.splitlines()[-1] == str(sorted(f"kernels.clones.{m}" for m in needed))
