"""`balance odds neon`: from words to an answer, against brute force by the reference."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import cli
import kernels
from sim.errors import BadInput
from sim.exact import Odds
from sim.neon.figures import NeonData
from sim.neon.odds import odds
from tests.reference import neon_odds as reference
from tests.reference.neon_attack import Attack, Change, Effect, Target

Shares = dict[int, Fraction]
DATA = NeonData()


def asked(simulate: int = 0, **words: str) -> Odds:
    """Ask as the command line does."""
    return odds(DATA, "", words, simulate, 1)


def damage(**words: str) -> Fraction:
    """Return the expected damage."""
    return asked(**words).rows[0].mean


def question(
    dice: tuple[int, int], again: tuple[int, int], target: Target, **effects: int
) -> tuple[Shares, Shares]:
    """Return the odds of damage and energy by brute force."""
    case = reference.Question(*dice, *again, Attack([], [target], **effects))
    found = reference.odds(case)
    return reference.share(found, 0), reference.share(found, 1)


def shown(answer: Odds) -> tuple[Shares, Shares]:
    """Return the odds of an answer."""
    return dict(answer.rows[0].exact), dict(answer.rows[1].exact)


def test_numbers_alone() -> None:
    assert shown(asked(attack="3", defence="2")) == question((3, 2), (0, 0), Target([]))
    assert shown(asked(attack="3", defence="2", reroll="both")) == question(
        (3, 2), (3, 2), Target([])
    )
    assert shown(asked()) == question((2, 1), (0, 0), Target([]))  # NEON-REC-3, NEON-DEF-1


def test_a_weapon_an_armour_and_a_sector() -> None:
    """NEON-REC-7: Reaper 2 dice at range 0, AMMO +1, CELL turns a BLOCK; Shiva cancels two HITs."""
    answer = asked(
        weapon="reaper", supplies="ammo,cell", armour="shiva", sector="stadium", reroll="both"
    )
    target = Target([], stadium=True, turned_blocks=1, effects=[Effect("armour", "cancel hit", 2)])
    assert shown(answer) == question((3, 1), (3, 1), target)
    for path in ("loot.reaper.effects", "loot.shiva.effects", "sectors.stadium.effects"):
        assert path in answer.reconstructed


def test_a_helmet_and_its_change() -> None:
    """NEON-REC-7: Oni mask cancels a CRIT and turns a GUARD; Aegis adds a die and cancels a HIT."""
    effects = [Effect("helmet", "cancel crit", 1), Effect("armour", "cancel hit", 1)]
    target = Target([], changes=[Change("guard", "block")], effects=effects)
    answer = asked(attack="3", armour="aegis", helmet="oni mask")
    assert shown(answer) == question((3, 2), (0, 0), target)


def test_a_bot_is_rolled_with_the_attack() -> None:
    """NEON-BOT-5: Viper at range 0, CELL turns a HIT to a CRIT knowing the bot's die."""
    answer = asked(weapon="viper", supplies="cell", target="bot", reroll="attack")
    exact, _ = question((3, 1), (3, 0), Target([], kind="bot"), hit_to_crit=1)
    assert shown(answer) == (exact, {0: 1})


def test_supplies_are_spent_for_the_most_damage() -> None:
    """Bonnie and Clyde: one AMMO is worth a die or rerolls, two are worth both."""
    die, again = question((4, 1), (0, 0), Target([]))[0], question((3, 1), (2, 0), Target([]))[0]
    means = [sum(v * p for v, p in each.items()) for each in (die, again)]
    one = damage(weapon="bonnie and clyde", supplies="ammo")
    assert one == max(means)
    assert damage(weapon="bonnie and clyde") < one
    assert one < damage(weapon="bonnie and clyde", supplies="ammo,ammo")


def test_sectors_work_for_who_stands_there() -> None:
    """NEON-SEC: attack effects from the own sector, defence effects in the target's."""
    plain = damage(attack="2")
    assert damage(attack="2", sector="park") == damage(attack="2", from_sector="park") > plain
    assert damage(attack="2", sector="factory") == damage(attack="3")
    assert plain < damage(attack="2", sector="highway") < damage(attack="2", reroll="attack")
    carbine = {"weapon": "carbine", "range": "1"}
    assert damage(**carbine, sector="factory") == damage(**carbine)
    assert damage(**carbine, from_sector="factory") > damage(**carbine)
    assert damage(**carbine, sector="stadium") < damage(**carbine, from_sector="stadium")
    both = damage(attack="2", sector="police", reroll="both")
    assert both == plain  # NEON-SEC-8
    assert damage(**carbine, from_sector="police", reroll="both") == damage(
        **carbine, reroll="defence"
    )


def test_dice_have_their_caps() -> None:
    """NEON-GT-13, NEON-DEF-1."""
    assert damage(attack="5", sector="factory") == damage(attack="5")
    assert damage(attack="5", defence="3", armour="riot plate") == damage(attack="5", defence="3")


def test_berserk_and_the_automa() -> None:
    """NEON-REC-7: +1 damage if a CRIT went through; NEON-REC-10: the Automa rolls two dice."""
    answer = asked(weapon="berserk", supplies="ammo", target="automa")
    exact, _ = question((3, 2), (0, 0), Target([], kind="automa"), crit_bonus=1)
    assert shown(answer)[0] == exact


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The whole way from the command line, once; bad input ends with 2 and one sentence."""
    words = ["odds", "neon", "--attack", "3", "--defence", "2", "--reroll", "both"]
    words += ["--sector", "stadium", "--weapon", "reaper", "--range", "1"]
    assert cli.main([*words, "--supplies", "ammo,cell", "--armour", "shiva", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    target = Target([], stadium=True, turned_blocks=1, effects=[Effect("armour", "cancel hit", 2)])
    exact, _ = question((4, 2), (4, 2), target)
    assert document["fractions"]["damage"] == {str(v): str(p) for v, p in exact.items()}
    assert cli.main(["odds", "neon", "--attack", "3"]) == 0
    assert "On average the attack does 1.12 damage" in capsys.readouterr().out
    assert cli.main(["odds", "neon", "--weapon", "reeper"]) == 2
    assert "unknown weapon 'reeper'; did you mean 'reaper'?" in capsys.readouterr().err


def test_what_json_says() -> None:
    attacks = 500 if kernels.DEBUG else 20_000
    document = asked(simulate=attacks, attack="3", defence="2", reroll="both").to_json()
    assert document["exact"] is True
    assert sum(document["damage"].values()) == pytest.approx(1)
    assert set(document["damage"]) == {"0", "1", "2", "3"}
    assert set(document["energy"]) == {"0", "1", "2"}
    simulated = document["simulated"]
    assert sum(simulated["damage"].values()) == pytest.approx(1)
    assert (simulated["games"], simulated["seed"]) == (attacks, 1)
    assert abs(simulated["z"]["largest"]) < 5
    assert document["fractions"]["damage"]["0"].count("/") == 1
    assert asked(attack="3").to_json()["simulated"] is None


def test_every_card_and_sector_can_be_asked() -> None:
    """Every effect that is printed is either counted or changes no odds of one attack."""
    plain, nano = damage(attack="5"), damage(attack="5", armour="nano_armour")
    for key, card in DATA.figures.loot.items():
        paid = [e.supply for e in card.effects if e.supply and e.do != "area"]
        if card.type == "armour":
            assert damage(attack="5", armour=key) < plain, key
        elif card.type == "helmet":
            assert damage(attack="5", armour="nano_armour", helmet=key) < nano, key
        elif paid:
            assert damage(weapon=key, supplies=",".join(paid)) >= damage(weapon=key), key
        else:
            assert damage(weapon=key) > 0, key
    for key in DATA.figures.sectors:
        assert damage(sector=key) > 0


def test_a_visor_alone_spares_nothing() -> None:
    """NEON-REC-7: it turns a CRIT after the dice have cancelled, so only armour makes use of it."""
    assert damage(attack="5", helmet="visor") == damage(attack="5")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"attack": "6"}, "--attack '6' is not allowed; allowed: a whole number from 1 to 5"),
        ({"defence": "x"}, "--defence 'x' is not allowed; allowed: a whole number from 0 to 3"),
        ({"reroll": "all"}, "--reroll 'all' is not allowed; allowed: attack, defence, both"),
        ({"weapon": "reper"}, "unknown weapon 'reper'; did you mean 'reaper'?"),
        ({"armour": "reaper"}, "unknown armour 'reaper'"),
        ({"sector": "stadum"}, "unknown sector 'stadum'; did you mean 'stadium'?"),
        ({"supplies": "ammo"}, "name it: --weapon CARD"),
        (
            {"weapon": "reaper", "supplies": "gren"},
            "--supplies grenade: Reaper can spend ammo, cell on an attack, each once",
        ),
        ({"weapon": "reaper", "supplies": "ammo,,"}, "--supplies 'ammo,,' has an empty word"),
        ({"weapon": "horizon", "range": "0"}, "--range 0: Horizon has no dice there, but 2 at"),
        ({"target": "bot", "armour": "shiva"}, "--armour: a fighter wears one, no bot does"),
        ({"target": "bot", "reroll": "both"}, "only a fighter rolls defence dice again"),
        ({"sector": "park", "from_sector": "mall"}, "--from-sector mall: at range 0 both stand"),
    ],
)
def test_bad_words_get_a_sentence(words: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadInput) as error:
        odds(DATA, "", words, 0, 1)
    assert sentence in str(error.value)


def test_an_effect_that_cannot_be_counted_gets_a_sentence() -> None:
    change = {"when": "after_attack", "supply": "ammo", "do": "change", "from": "miss", "to": "hit"}
    data = NeonData([{"loot": {"stinger": {"effects": [change]}}}])
    with pytest.raises(BadInput, match="cannot count this effect through"):
        odds(data, "", {"weapon": "stinger", "supplies": "ammo"}, 0, 1)
