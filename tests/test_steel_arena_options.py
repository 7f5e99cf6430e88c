"""The options and figures of Steel Arena: what they change, what they refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sim.errors import BadInput
from sim.game import GAMES
from sim.steel_arena.figures import SteelArenaData
from sim.steel_arena.options import ABILITIES, chosen_abilities, chosen_rules
from sim.steel_arena.tables import build
from sim.variant import load_variant

EXAMPLE = Path(__file__).parent.parent / "examples" / "variants" / "steel-arena-box.toml"
ALL = {"forced": True, "starting_equipment": True, "abilities": True, "mines": True}


def figures(rules: Mapping[str, Any]) -> Any:
    """The figures with some rules."""
    return SteelArenaData([{"rules": dict(rules)}]).figures


def test_the_game_goes_by_both_names() -> None:
    assert GAMES.get("steel-arena") is GAMES.get("steel_arena") is GAMES.get("Steel Arena")


def test_optional_rules_are_switched_by_name() -> None:
    """SA-OPT-1: any subset."""
    assert chosen_rules("forced,mines") == {
        "rules": {"forced": True, "starting_equipment": False, "abilities": False, "mines": True}
    }
    assert chosen_rules("all") == {"rules": ALL}
    assert chosen_rules("none") == {"rules": dict.fromkeys(ALL, False)}
    for bad in ("wear", "forced,,mines", ""):
        with pytest.raises(BadInput):
            chosen_rules(bad)


def test_abilities_are_sides_of_cards() -> None:
    chosen = chosen_abilities("strength,Agility")
    assert chosen["robots"] == {"batodo": {"ability": "strength"}, "tilda": {"ability": "agility"}}
    assert chosen["rules"] == {"abilities": True}
    assert chosen_abilities("all:fury") == {"rules": {"one_ability": "fury"}}
    with pytest.raises(BadInput, match="both sides"):
        chosen_abilities("strength,reflexes")
    with pytest.raises(BadInput, match="did you mean 'strength'"):
        chosen_abilities("strenght")


def test_the_options_know_the_cards_of_the_data() -> None:
    cards = {a: key for key, robot in figures({}).robots.items() for a in robot.abilities}
    assert cards == {ability: robot for ability, (robot, _) in ABILITIES.items()}
    assert set(cards) == set(figures({}).abilities)


@pytest.mark.parametrize(
    ("rules", "second", "third"),
    [
        ({"arsenal": False}, 30, 30),
        ({}, 38, 38),
        ({"starting_equipment": True}, 42, 42),
        ({"forced": True}, 40, 40),
        (ALL, 40, 40),
    ],
)
def test_stacks_have_the_sizes_of_the_box(rules: Any, second: int, third: int) -> None:
    """SA-REC-9: 30 tiles each in the base game, 38 with Arsenal, more with its turn modules."""
    found = figures(rules)
    assert (len(found.pile(2)), len(found.pile(3))) == (second, third)


def test_arsenal_has_the_parts_of_its_rulebook() -> None:
    """SA-CMP-1, SA-CHG-1, SA-FRC-5."""
    found = figures({})
    new = {key: each for key, each in found.modules.items() if each.box == "arsenal"}
    assert sum(m.count for m in new.values() if m.type == "attack") == 14
    assert sum(m.count for m in new.values() if m.extra and m.type == "turn") == 8
    assert sum(t.count for t in found.terrain.values() if t.box == "arsenal") == 4
    assert {key for key, m in found.modules.items() if m.out_with_arsenal} == {"f451", "quasar"}
    forced = Counter(figures({"forced": True}).pile(2) + figures({"forced": True}).pile(3))
    plain = Counter(found.pile(2) + found.pile(3))
    assert plain - forced == Counter({"axis_m2_s": 2, "axis_m3_so": 2})


@pytest.mark.parametrize(("players", "areas", "edge"), [(2, 19, 12), (3, 24, 14), (4, 29, 16)])
def test_fields(players: int, areas: int, edge: int) -> None:
    """SA-REC-1."""
    from kernels.steel_arena import book as B

    tables = build(figures({}), players)
    assert len(tables.areas) == len(set(tables.areas)) == tables.book[B.AREAS] == areas
    assert int(tables.book[B.EDGE]).bit_count() == edge


def test_every_base_figure_is_marked_as_reconstructed() -> None:
    """The base game's rules were not at hand: no module's figures may claim a rulebook."""
    data = SteelArenaData()
    rebuilt = set(data.reconstructed)
    for key, module in data.figures.modules.items():
        if module.box == "base":
            paths = [p for p in rebuilt if p.startswith(f"modules.{key}.")]
            effect = {"attack", "move", "turn", "defence"}
            assert any(path.split(".")[2] in effect for path in paths), key
    assert data.provenance["reconstructed"] > data.provenance["rulebook"] > 0


@pytest.mark.parametrize(
    ("overlay", "said"),
    [
        ({"rules": {"arsenal": False, "mines": True}}, "mines belongs to Arsenal"),
        ({"rules": {"wear": True, "forced": True}}, "forced mode replaces wear"),
        ({"modules": {"cannon": {"attack": {"pattern": "lob"}}}}, "have a range"),
        ({"modules": {"cannon": {"gen": 4}}}, "modules.cannon.gen = 4"),
        ({"modules": {"canon": {"count": 1}}}, "did you mean 'cannon'"),
        ({"modules": {"ram": {"attack": {"strength": 2}}}}, "a ram has no strength"),
        ({"fields": {"small": {"rows": [3, 3, 3]}}}, "fields.small"),
        ({"fields": {"large": {"rows": [8, 9, 10, 9, 8]}}}, "need 44 tiles"),
        ({"robots": {"tilda": {"ability": "fury"}}}, "robots.tilda.ability = 'fury'"),
        ({"modules": {"step_m1": {"turn": [1, 2]}}}, "no other effect"),
        ({"terrain": {"scrap": {"damage": 1}}}, "when is missing"),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(overlay: Any, said: str) -> None:
    with pytest.raises(BadInput, match=said.replace("(", r"\(")):
        SteelArenaData([overlay])


def test_figures_from_the_box_can_name_their_source() -> None:
    """One overlay supplies the base game's real modules."""
    real = {"attack": {"strength": 3}, "source": {"attack": "rulebook"}}
    data = SteelArenaData([{"modules": {"cannon": real}}])
    assert data.figures.modules["cannon"].attack.strength == 3  # type: ignore[union-attr]
    assert "modules.cannon.attack.strength" not in data.reconstructed
    assert "modules.cannon.attack.strength" in SteelArenaData().reconstructed


def test_the_example_puts_in_what_a_box_prints() -> None:
    overlay = load_variant(EXAMPLE, "steel_arena")
    data = SteelArenaData([overlay])
    assert data.figures.pile(2).count("mortar") == 0
    assert data.figures.pile(2).count("flak") == 1
    before, after = SteelArenaData().provenance, data.provenance
    assert after["rulebook"] >= before["rulebook"] + 10
    for path in ("modules.flak.attack.strength", "fields.small.rows", "rules.central_heats"):
        assert path not in data.reconstructed
