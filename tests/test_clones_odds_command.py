"""`balance odds clones`: good, odd and bad words, JSON, figures."""

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import cli
from sim.clones.odds_kinds import ODDS_KINDS

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parent.parent
BONUS = ["--slot", "2", "--bonus", "damage:1"]
RULES = ["--shooting", "3", *BONUS, "--line", "4,4,1", "--reserve", "1"]
BLITZ = ["--attacker-line", "4,2", "--attacker-dice", "3"]
KORAT = ["--defender-line", "4,3,2", "--defender-dice", "2"]


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


def test_nothing_left_to_chance_is_said_and_drawn(ask: Any, tmp_path: Path) -> None:
    words = ["ranged", "--shooting", "1", "--line", "5,5,5,5,5", "--armour", "1"]
    said = ask(*words, "--simulate", "100", "--plot", str(tmp_path / "odds.svg"))
    assert said.code == 0 and (tmp_path / "odds.svg").exists()
    assert "nothing is left to chance" in " ".join(said.out.split())
    assert said.out.rstrip().endswith("the target takes 0.00 damage; forced to reload: never.")


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


def test_help_names_every_option_and_an_example(ask: Any) -> None:
    for kind in ODDS_KINDS:
        said = ask(kind.id, "--help")
        assert said.code == 0 and f"balance odds clones {kind.id} --" in said.out
        assert all(f"  {option.flag}" in said.out for option in kind.options)
