"""The figures of Clones: Reload against the lists and totals of the rulebook."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kernels.clones import state as S
from kernels.hexes import CELLS, distance
from sim.clones.engine import Engine
from sim.clones.figures import ClonesData
from sim.clones.land import token_cells
from sim.clones.seating import teams
from sim.game import Batch, Lineup
from tests.clones_game import CHARACTERS, Game

DATA = ClonesData()
FIGURES = DATA.figures
ARCADIA = FIGURES.maps["arcadia"]

LISTED = {
    1: """energy_drink 4, painkiller 4, ap_bullets 2, bow 2, collapsible_baton 2, light_helmet 2,
        body_armour 2, sickle 2, explosive_device 2, toolkit 2""",
    2: """two_handed_axe 2, assault_rifle 2, combat_shotgun 1, crossbow 2, hand_cannon 1,
        machete 2, machine_gun 1, medkit 2, combat_helmet 2, tactical_vest 2, precision_rifle 2,
        pump_gun 1, tactical_pistol 2, sniper_rifle 2, submachine_gun 1, tactical_knife 2,
        tomahawk 2""",
    3: """active_camouflage 1, adrenaline_respirator 1, sniper_rifle_ex01 1, healing_armour 1,
        plasma_cannon 1, power_glove 1, electro_glove 1, sniper_helmet 1, combat_chainsaw 1""",
}


def listed(level: int) -> dict[str, int]:
    """Return the rulebook's list of a level."""
    pairs = (entry.split() for entry in LISTED[level].replace("\n", " ").split(","))
    return {key: int(copies) for key, copies in pairs}


@pytest.mark.parametrize(("level", "total"), [(1, 24), (2, 29), (3, 9)])
def test_equipment_is_what_the_rulebook_lists(level: int, total: int) -> None:
    """RLD-CMP-1, RLD-CMP-2, RLD-CMP-3."""
    cards = {k: card.copies for k, card in FIGURES.equipment.items() if card.level == level}
    assert cards == listed(level)
    assert sum(cards.values()) == total


def test_totals_of_cards() -> None:
    """RLD-GT-13, RLD-CMP-4: 62 cards of equipment and 22 events, twelve of them Contamination."""
    assert sum(card.copies for card in FIGURES.equipment.values()) == 62
    kinds: Counter[str] = Counter()
    for key, event in FIGURES.events.items():
        kinds[key if event.kind == "gift" else event.kind] += event.copies
    assert kinds == {
        "contamination": 12,
        "supply_drop": 3,
        "dome": 2,
        "tech_aid": 2,
        "fans_gift": 1,
        "producers_gift": 1,
        "sponsors_gift": 1,
    }
    assert kinds.total() == 22


def test_totals_of_tokens_and_dice() -> None:
    """RLD-GT-13, RLD-CMP-6, RLD-CMP-9: 66 tokens and 25 dice as far as they are figures."""
    rules = FIGURES.rules
    toxin = {cell for z in ARCADIA.zones for cell in map(tuple, (z.corner, z.edge, z.inner))}
    most_portals = max(len(one.portals) for one in FIGURES.maps.values())
    boxes = rules.boxes_2 + rules.boxes_3
    assert (len(toxin), rules.boxes_2, rules.boxes_3, len(ARCADIA.walls)) == (18, 18, 16, 3)
    assert most_portals <= 4
    assert len(toxin) + boxes + len(ARCADIA.zones) + 4 + len(ARCADIA.walls) + 1 == 66
    assert len(FIGURES.characters) * rules.dice + rules.most_shooting_dice + 1 == 25
    assert FIGURES.board.faces == [1, 2, 3, 4, 5, "skull"]
    assert sum(tile.count for tile in FIGURES.tiles.values()) == 29


@pytest.mark.parametrize("key", list(FIGURES.maps))
def test_a_map_needs_no_more_than_the_box_holds(key: str) -> None:
    """RLD-MAP-1, RLD-CMP-8, RLD-CMP-9: 20 beacons, the boxes, three neutral walls."""
    one = FIGURES.maps[key]
    ground = one.cells
    assert 1 <= len(token_cells(one.beacons, ground)) <= 20
    assert len(token_cells(one.boxes_2, ground)) <= FIGURES.rules.boxes_2
    assert len(token_cells(one.boxes_3, ground)) <= FIGURES.rules.boxes_3
    assert len(one.walls) <= 3
    assert list(ground.values()).count("tower") == 1


def test_parts_of_the_fame_tracks() -> None:
    """RLD-CMP-7, RLD-MOD-1, RLD-MOD-2, RLD-REC-3: eight middle parts for all."""
    rules = FIGURES.rules
    assert 4 * rules.middles == 2 * rules.team_middles == 8
    assert (rules.track(False), rules.track(True)) == (22, 34)
    assert rules.walls == 3  # RLD-CMP-5


def test_team_mates_sit_alternately() -> None:
    """RLD-MOD-2: they never take consecutive turns."""
    for mode in ("team", "duo"):
        seats = teams(mode, 4)
        assert sorted(seats) == [0, 0, 1, 1]
        assert all(seats[k] != seats[(k + 1) % 4] for k in range(4))
    assert teams("competitive", 3) == (0, 1, 2)


def test_arcadia_is_a_hexagon_of_six_zones() -> None:
    """RLD-GT-14, RLD-MAP-2, RLD-ZON-1: 14 beacons, 4 boxes, the Tower; neighbours share a tile."""
    ground = ARCADIA.cells
    assert set(ground) == {cell for cell in CELLS if distance(cell) <= 2}
    assert len(token_cells(ARCADIA.beacons, ground)) == 14
    assert len(token_cells(ARCADIA.boxes_2, ground)) == 4
    assert len(ground) == 14 + 4 + 1
    assert all([0, 0] in wall for wall in ARCADIA.walls)
    corners = [(zone.corner[0], zone.corner[1]) for zone in ARCADIA.zones]
    zones = [{cell for cell in ground if distance(cell, corner) <= 1} for corner in corners]
    assert [len(zone) for zone in zones] == [4] * 6
    for k, zone in enumerate(zones):
        marked = ARCADIA.zones[k]
        assert {tuple(marked.corner), tuple(marked.edge), tuple(marked.inner)} < zone
        assert len(zone & zones[(k + 1) % 6]) == 1
        assert not zone & zones[(k + 3) % 6]


@pytest.mark.parametrize(
    ("mode", "seats", "events"),
    [("competitive", 2, 16), ("competitive", 3, 18), ("competitive", 4, 20), ("duo", 4, 16)],
)
def test_event_decks(mode: str, seats: int, events: int) -> None:
    """RLD-GT-5, RLD-SET-2: two Supply drops and some of the others; the third may be among them."""
    drop = list(FIGURES.events).index("supply_drop")
    drops: Counter[int] = Counter()
    for number in range(40):
        state = Game(mode, seats, number=number).state
        assert state[S.EVENTS] == events
        deck = state[S.EVENTS + 1 : S.EVENTS + 1 + events].tolist()
        assert all(n <= list(FIGURES.events.values())[k].copies for k, n in Counter(deck).items())
        drops[deck.count(drop)] += 1
    assert set(drops) == {2, 3}


@pytest.mark.parametrize(
    ("mode", "seats", "rounds"),
    [("competitive", 2, 9), ("competitive", 3, 7), ("competitive", 4, 6), ("duo", 4, 5)],
)
def test_games_without_a_superstar_last_as_long_as_the_events(
    mode: str, seats: int, rounds: int
) -> None:
    """RLD-GT-5, RLD-RND-1: 9, 7 and 6 rounds; 5 where two players run two characters each."""
    own = Engine(ClonesData([{"rules": {"track_middle": 50}}]))
    lineup = Lineup(CHARACTERS[:seats], ("random",) * seats, mode, "arcadia")
    games = 20
    order = np.tile(np.arange(seats), (games, 1))
    many = np.arange(games)
    columns = own.play(Batch(3, [lineup], many, many, np.zeros(games, np.int64), order))
    assert set(columns["length"].tolist()) == {rounds * seats}
