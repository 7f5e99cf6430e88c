"""Units of cards as a picture: what lies where, how much life is left, names that are escaped."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np

from kernels.pixel_tactics import state as S
from reports.svg import board_svg
from sim.board import Card, Picture, Standing
from sim.game import GAMES
from sim.pixel_tactics.figures import PixelData
from sim.pixel_tactics.picture import ROWS, draw

SVG = "{http://www.w3.org/2000/svg}"


def figures() -> PixelData:
    """Return the printed cards."""
    data = GAMES.get("pixel_tactics").load()
    assert isinstance(data, PixelData)
    return data


def test_both_units_meet_with_their_fronts() -> None:
    data = figures()
    names = [one.name for one in data.figures.leaders.values()]
    state = np.zeros(4096, np.int64)
    front, corner = 0, 8  # of seat 0: the first place of the vanguard, the last of the rear
    for place, kind, card, damage in (
        (S.MIDDLE, S.LEADER, 0, 3),
        (S.CELLS + S.MIDDLE, S.LEADER, 1, 0),
        (front, S.HERO, 2, 1),
        (corner, S.CORPSE, 3, 0),
    ):
        state[S.KIND + place], state[S.CARD + place] = kind, card
        state[S.DAMAGE + place] = damage
    picture = draw(state, data.figures, ["First", "Second"], "Round 1")
    lying = {card.at: card for card in picture.cards if card.kind}
    assert len(picture.cards) == 18 and picture.rows == ROWS
    assert {at: (card.kind, card.owner) for at, card in lying.items()} == {
        (1, 1): ("leader", 1),  # the second player's, flank of the upper unit
        (3, 0): ("hero", 0),  # vanguards lie in rows 2 and 3, towards each other
        (4, 1): ("leader", 0),
        (5, 2): ("corpse", 0),
    }
    assert [lying[at].label for at in ((4, 1), (1, 1), (3, 0), (5, 2))] == names[:4]
    leader = next(iter(data.figures.leaders.values()))
    assert (lying[4, 1].life, lying[4, 1].damage) == (leader.leader_life, 3)
    hero = list(data.figures.leaders.values())[2]
    assert (lying[3, 0].life, lying[3, 0].damage) == (hero.hero_life, 1)


def test_lives_are_counted_and_names_escaped() -> None:
    evil = "<script>alert(1)</script> & co"
    card = Card((0, 0), 0, "leader", evil, "attack 2", life=6, damage=2)
    standing = Standing(0, "E", evil, ("hand 3",))
    picture = Picture(
        0, (), (evil,), evil, cards=(card, Card((1, 0), 1)), rows=("a", "b"), standings=(standing,)
    )
    drawn = board_svg(picture)
    tree = ElementTree.fromstring(drawn)
    assert not list(tree.iter(f"{SVG}script"))
    pips = [each for each in tree.iter(f"{SVG}rect") if each.get("height") == "14"]
    empty = [each for each in pips if each.get("fill") == "#ffffff"]
    assert (len(pips), len(empty)) == (6, 2)
    assert "life 4" in "".join(tree.itertext())
    assert drawn == board_svg(picture)
