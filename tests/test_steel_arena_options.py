"""The options and figures of Steel Arena: what they change, what they refuse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import sim
from analysis.compare import compare
from sim.errors import BadInput
from sim.game import GAMES, Batch
from sim.plan import Request, make_plan
from sim.runner import rows_of
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


# --- fields as maps


def planned(players: int, maps: tuple[str, ...] = (), **rules: Any) -> Any:
    """The plan of a run on some fields."""
    overlays = ({"rules": rules},) if rules else ()
    return make_plan(Request("steel_arena", players=players, maps=maps, overlays=overlays))


def test_the_field_follows_the_number_of_players_unless_one_is_named() -> None:
    """SA-REC-1."""
    for players, field in ((2, "small"), (3, "medium"), (4, "large")):
        assert planned(players).request.maps == (field,)
        assert planned(players, field="medium").request.maps == ("medium",)
        assert planned(players, ("Small",)).request.maps == ("small",)
    assert planned(2, ("all",)).request.maps == ("small", "medium", "large")
    with pytest.raises(BadInput, match="unknown map 'small'; known: large"):
        planned(2, ("small",), field="large")


def test_every_field_suffices_for_every_number_of_players() -> None:
    """SA-REC-1: a field is laid from the second generation, less what is kept."""
    short = {"modules": {"cannon": {"count": 0}, "pneumatic_hammer": {"count": 0}}}
    rules = {"rules": {"arsenal": False}}
    with pytest.raises(BadInput, match=r"4 players on fields\.large need 29 tiles"):
        SteelArenaData([short, rules])
    one = SteelArenaData([short, {"rules": {"arsenal": False, "field": "medium"}}])
    assert list(one.maps) == ["medium"]


def test_games_on_several_fields_are_those_on_each() -> None:
    """A batch that mixes fields plays what each field alone would."""
    together = rows_of(planned(2, ("all",), most_turns=20), 0, 36)
    game = GAMES.get("steel_arena")
    mixed = planned(2, ("all",), most_turns=20)
    assert together["areas"].unique().sort().to_list() == [19, 24, 29]
    batch = mixed.batch(0, 36)
    for place, areas in (("small", 19), ("medium", 24), ("large", 29)):
        lineups = [line if line.map == place else None for line in mixed.lineups]
        mine = np.array([lineups[i] is not None for i in batch.lineup])
        alone = game.play(
            mixed.data,
            Batch(
                batch.seed,
                mixed.lineups,
                *(x[mine] for x in (batch.game, batch.set_index, batch.lineup, batch.seat_player)),
            ),
        )
        there = together.filter(pl.Series(mine))
        assert set(there["areas"]) == {areas}
        for column in ("length", "decisions", "ending"):
            assert there[column].to_list() == list(alone[column])
        assert there["trophies_0"].to_list() == list(alone["trophies"][:, 0])


def test_a_run_tells_every_field(tmp_path: Path) -> None:
    run = sim.run(
        "steel-arena",
        robots="tilda,batodo",
        map="all",
        policy="random",
        games=60,
        set=["rules.most_turns=20"],
        out=tmp_path / "run",
    )
    told = run.summary().to_json()
    assert {row["name"] for row in told["rates"] if row["axis"] == "map"} == {
        f"{robot} @ {field}"
        for robot in ("tilda", "batodo")
        for field in ("small", "medium", "large")
    }
    rows = run.games()
    assert [row["map"] for row in told["maps"]] == ["small", "medium", "large"]
    for row in told["maps"]:
        mine = rows.filter(pl.col("map") == row["map"])
        assert row["games"] == mine.height == 20
        assert row["first_player"] == pytest.approx(mine["score_0"].mean() - 0.5, abs=1e-6)
        assert row["low"] < row["first_player"] < row["high"]
        assert mine["length"].min() <= row["p5"] <= row["median"] <= row["p95"]


def test_a_larger_field_can_be_compared() -> None:
    """The field that rules name is a part of the change, not another map."""
    found = compare(
        "steel-arena",
        {"rules": {"field": "large"}},
        robots="tilda,batodo",
        policy="random",
        games=8,
        set=["rules.most_turns=20"],
    )
    assert found.games == 8 and not found.identical
