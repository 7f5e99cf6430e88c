"""The figures of Neon: as many as the box holds, sound, and open to a designer."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from kernels.neon import book as B
from sim.errors import BadInput
from sim.neon.figures import NeonData
from sim.neon.seating import MODES
from sim.neon.tables import build

FIGURES = NeonData().figures
REMINDERS = 6
WEAPON = {
    "name": "Laser lance",
    "class": 3,
    "type": "heavy",
    "supply": ["cell"],
    "most": 2,
    "dice": [0, 3, 5],
    "effects": [{"when": "after_attack", "supply": "cell", "do": "reroll", "amount": 3}],
}


def test_the_box_holds_122_cards() -> None:
    """NEON-GT-17, NEON-CMP-1."""
    action = len(FIGURES.cards) * len(FIGURES.fighters)
    loot = sum(card.copies for card in FIGURES.loot.values())
    upgrades = sum(each.copies for each in FIGURES.upgrades.values())
    assert (action, loot, REMINDERS, upgrades) == (42, 66, 6, 8)
    assert action + loot + REMINDERS + upgrades == 122


def test_loot_of_each_class() -> None:
    """NEON-REC-7: 28 green, 22 orange, 16 purple."""
    count: Counter[int] = Counter()
    for card in FIGURES.loot.values():
        count[card.class_] += card.copies
    assert count == {1: 28, 2: 22, 3: 16}


def test_halves_of_the_action_cards() -> None:
    """NEON-REC-2: 14 halves, two of them Defence; three Defences in a row are impossible."""
    main = Counter(half[0] for card in FIGURES.cards.values() for half in card.halves)
    assert main == {"move": 6, "search": 3, "attack": 3, "defence": 2}
    jokers = [card for card in FIGURES.cards.values() if card.halves[0] == card.halves[1]]
    assert len(jokers) == 1  # its two halves count as Move above
    with_defence = [c for c in FIGURES.cards.values() if ["defence"] in c.halves]
    assert [card.initiative for card in with_defence] == [1, 5]


@pytest.mark.parametrize("side", ["short_board", "long_board"])
def test_before_the_last_round_eight_sectors_have_closed(side: str) -> None:
    """NEON-REC-5."""
    cells = getattr(FIGURES.board, side)
    assert sum(cells) == len(FIGURES.sectors) == 10
    assert sum(cells[:-1]) == 8


def test_five_bots_twice() -> None:
    """NEON-BOT-1."""
    assert [bot.copies for bot in FIGURES.bots.values()] == [2] * 5


@pytest.mark.parametrize(("mode", "seats"), [(m, n) for m, ns in MODES.items() for n in ns])
def test_teams_of_every_table(mode: str, seats: int) -> None:
    """NEON-CO-1, NEON-AUT-1."""
    book = build(FIGURES, mode, seats).book
    teams = Counter(book[B.TEAM_OF : B.TEAM_OF + seats].tolist())
    size = {"coalition": 2, "trios": 3}.get(mode, 1)
    assert set(teams.values()) == {size}
    assert book[B.AUTOMA] == (seats == 2)


def test_a_designer_adds_a_weapon() -> None:
    data = NeonData([{"loot": {"laser_lance": WEAPON}}])
    assert data.figures.loot["laser_lance"].effects[0].amount == 3
    assert data.fingerprint != NeonData().fingerprint
    assert "loot.laser_lance.dice" in data.reconstructed


def test_what_a_designer_changes_is_reconstructed() -> None:
    data = NeonData([{"fighters": {"ghost": {"abilities": {"ambush": {"energy": 3}}}}}])
    assert "fighters.ghost.abilities.ambush.energy" not in NeonData().reconstructed
    assert "fighters.ghost.abilities.ambush.energy" in data.reconstructed


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ({"when": "move", "do": "see"}, "do = 'see' is not possible when = 'move'"),
        ({"when": "after_attack", "do": "change", "from": "cond"}, "a change has from and to"),
        (
            {"when": "after_attack", "do": "change", "from": "guard", "to": "block"},
            "a change is of attack dice",
        ),
        (
            {"when": "after_attack", "do": "change", "from": "hit", "to": "block"},
            "faces of different dice",
        ),
        ({"when": "wounded", "do": "cancel", "from": "block"}, "cancel needs from"),
        ({"when": "before_attack", "do": "attack_dice", "energy": 1}, "cost supplies, not energy"),
        ({"when": "before_attack", "do": "attack_dice", "supply": "ammo"}, "does not show"),
        ({"when": "own_turn", "do": "token"}, "a token lays something"),
        ({"when": "before_attack", "do": "attack_dise"}, "is not allowed; allowed:"),
    ],
)
def test_effects_that_make_no_sense(effect: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=re.escape(said)):
        NeonData([{"loot": {"laser_lance": {**WEAPON, "effects": [effect]}}}])
