"""Both units of Pixel Tactics as a picture: in scenarios and in replays."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import cli
import sim
from sim.board import Card, Picture
from sim.pixel_tactics.scenario import run_scenario
from sim.pixel_tactics.spots import CELLS

POSITION = """
game = "pixel-tactics"
title = "Drawn"
A = "DOP d3; V1 BER d2, V2 FIG+, R2 MAS"
B = "KNI; V2 KNI taken, F1 GUN d1, V3 ALC"
hand = { A = "ASN SUM", B = "WIT" }
deck = { A = 3, B = 2 }
"""


def drawn(text: str) -> Picture:
    outcome = run_scenario(tomllib.loads(text), "test")
    assert outcome.ok and outcome.picture is not None
    return outcome.picture


def cards(picture: Picture, owner: int) -> dict[str, Card]:
    """Return the cards of a unit by the names of their spots."""
    named = {
        picture.rows[row].spots[spot]: card
        for card in picture.cards
        for spot, row in [card.at]
        if picture.rows[row].owner == owner
    }
    assert all(card.owner == owner for card in named.values())
    return named


def test_the_units_face_each_other() -> None:
    """PXT-SET-2: three rows, the leader in the middle of the flank; vanguards meet."""
    rows = drawn(POSITION).rows
    assert [(row.owner, row.label) for row in rows] == [
        *((1, "rear"), (1, "flank"), (1, "vanguard")),
        *((0, "vanguard"), (0, "flank"), (0, "rear")),
    ]
    for owner, order in ((1, rows[2::-1]), (0, rows[3:])):
        assert tuple(spot for row in order for spot in row.spots) == CELLS, owner


def test_what_lies_where() -> None:
    picture = drawn(POSITION)
    mine, yours = cards(picture, 0), cards(picture, 1)
    assert {spot: card.label for spot, card in mine.items()} == {
        "V1": "Berserker",
        "V2": "Fighter",
        "L": "Doppelganger",
        "R2": "Mascot",
    }
    assert mine["V2"].fallen and not mine["V2"].life
    assert (mine["V1"].life, mine["V1"].damage) == (6, 2)
    assert mine["L"].is_base and mine["L"].note == "as Knight"  # DOP-L
    assert (mine["L"].life, mine["L"].damage) == (20, 3)
    assert yours["L"].is_base and not yours["F1"].is_base
    assert yours["V2"].note == "taken over" and yours["V2"].life == 1
    assert "intercept" in yours["V3"].signs  # ALC-V
    assert "ranged" in yours["F1"].signs and "ranged" not in mine["V1"].signs


def test_hands_and_decks_are_told() -> None:
    first, second = drawn(POSITION).standings
    assert (first.letter, second.letter) == ("A", "B")
    assert first.facts == ("hand 2", "deck 3", "discard 0", "first player")
    assert second.facts == ("hand 1", "deck 2", "discard 0")


def test_strength_counts_what_others_lend() -> None:
    """FIG-L: heroes of the Fighter leader strike 3 harder."""
    alone = cards(drawn('A = "ORA; V1 BER"\nB = "ORA"'), 0)["V1"]
    led = cards(drawn('A = "FIG; V1 BER"\nB = "ORA"'), 0)["V1"]
    assert led.strength == alone.strength + 3


def test_every_step_of_a_scenario_is_drawn(tmp_path: Path) -> None:
    text = POSITION + 'do = ["order ASN: B F1", "illegal cast R1", "expect A hand 1", "draw"]\n'
    steps = run_scenario(tomllib.loads(text), "test").steps()
    assert [step.heading for step in steps] == [
        "Drawn: Setup",
        "Drawn: order ASN: B F1",
        "Drawn: draw",
    ]
    before, after, _ = (cards(step.picture, 1)["F1"] for step in steps if step.picture)
    assert not before.fallen and after.fallen
    path = tmp_path / "position.toml"
    path.write_text(text, encoding="utf-8")
    assert cli.main(["scenario", str(path), "--svg", str(tmp_path / "out")]) == 0
    assert len(list((tmp_path / "out").glob("*.svg"))) == 3


def test_steps_of_all_cases_are_drawn() -> None:
    text = (
        'A = "ORA"\nB = "ORA"\n[[case]]\ntitle = "One"\n[[case]]\ndo = ["draw"]\ndeck = {A = 1}\n'
    )
    outcome = run_scenario(tomllib.loads(text), "test")
    assert [step.heading for step in outcome.steps()] == [
        "One: Setup",
        "case 2: Setup",
        "case 2: draw",
    ]
    assert outcome.picture is None


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_turn_shows_the_table_before_the_casualties(seed: int) -> None:
    """PXT-SEQ-6: who is hit lethally stands until the wave is over."""
    replay = sim.play("pixel-tactics", 0, sides=["knight", "witch"], policy="random", seed=seed)
    names = [replay.lineup.sides[player].capitalize() for player in replay.seats]
    fallen = 0
    for turn, step in zip(replay.steps, replay.steps[1:], strict=False):
        assert turn.picture is not None and step.picture is not None
        assert step.picture.caption == step.heading
        for line in step.lines if step.heading.endswith("casualties") else ():
            if found := re.fullmatch(r"(\w+) ([VFR]\d) ([\w ]+) falls", line):
                card = cards(turn.picture, names.index(found[1]))[found[2]]
                assert card.label == found[3]
                assert not card.fallen and card.damage >= card.life
                now = cards(step.picture, names.index(found[1])).get(found[2])
                assert now is None or now.fallen
                fallen += 1
    assert fallen, "no hero fell at the end of a wave"


def test_a_series_is_drawn_to_its_end() -> None:
    replay = sim.play(
        "pixel-tactics",
        0,
        sides=["knight", "witch"],
        policy="random",
        set=["rules.trophies=2", "rules.round_cap=3"],
    )
    assert replay.steps[-1].picture is not None
    assert any("trophies" in fact for fact in replay.steps[-1].picture.standings[0].facts)
