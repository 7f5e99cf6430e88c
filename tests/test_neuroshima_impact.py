"""Tiles as pieces: the blank, the extra copy, and what was drawn."""

import numpy as np
import pytest

from kernels.neuroshima import trace as T
from sim.errors import BadInput
from sim.game import GAMES, PieceKind
from sim.neuroshima.engine import engine
from sim.neuroshima.figures import NeuroshimaData
from sim.plan import Plan, Request, make_plan

GAME = GAMES.get("neuroshima")


@pytest.fixture(scope="module")
def plan() -> Plan:
    return make_plan(
        Request("neuroshima", sides=("borgo", "moloch"), policies=("random",), games=60)
    )


def tile(plan: Plan, side: str, key: str) -> PieceKind:
    [found] = [each for each in GAME.pieces(plan.data) if (each.side, each.id) == (side, key)]
    return found


def pile(data: NeuroshimaData, army: str) -> list[str]:
    tables = engine(data).tables
    row = tables.armies[tables.army_ids.index(army)]
    return [tables.kinds[kind][1] for kind in row[2 : 2 + row[1]]]


def test_the_pieces_are_the_tiles_of_the_piles(plan: Plan) -> None:
    pieces = GAME.pieces(plan.data)
    for army in ("borgo", "moloch", "outpost", "hegemony"):
        assert sum(each.copies for each in pieces if each.side == army) == 34
    assert tile(plan, "borgo", "claws").copies == 4
    assert not any(each.id == "hq" for each in pieces)


@pytest.mark.parametrize("key", ["mutant", "claws", "battle", "grenade"])
def test_a_blank_lies_where_the_copy_lay(plan: Plan, key: str) -> None:
    assert isinstance(plan.data, NeuroshimaData)
    changed = GAME.load([GAME.blank_one(plan.data, tile(plan, "borgo", key))])
    assert isinstance(changed, NeuroshimaData)
    before, after = pile(plan.data, "borgo"), pile(changed, "borgo")
    differs = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
    assert differs == [(key, "blank")]
    assert pile(changed, "moloch") == pile(plan.data, "moloch")


def test_a_blank_does_nothing_but_take_its_draw(plan: Plan) -> None:
    """An army of blanks and one tile: nobody places a blank, and the games come to an end."""
    data = GAME.load()
    assert isinstance(data, NeuroshimaData)
    tiles = {
        key: {"count": 0}
        for key, each in data.figures.armies["borgo"].tiles.items()
        if each.kind != "hq"
    }
    blank = {"name": "Blank", "kind": "blank", "count": 33}
    overlay = {"armies": {"borgo": {"tiles": {**tiles, "mutant": {"count": 1}, "blank": blank}}}}
    blanks = GAME.load([overlay])
    assert isinstance(blanks, NeuroshimaData)
    kind = engine(blanks).tables.kind("borgo", "blank")
    for policy in ("random", "greedy"):
        games = make_plan(
            Request(
                "neuroshima",
                sides=("borgo", "moloch"),
                policies=(policy,),
                games=6,
                overlays=(overlay,),
            )
        )
        for game in range(6):
            _, state = engine(blanks).play_to_the_end(games.batch(game, 1))
            assert kind not in state[:37] // 6
        score = GAME.play(blanks, games.batch(0, 6))["score"]
        if policy == "greedy":
            assert score[::2, 1].sum() + score[1::2, 0].sum() == 6.0, "Moloch wins them all"


def test_games_are_the_same_until_the_blank_is_drawn(plan: Plan) -> None:
    frail = {"rules": {"hq_points": 1}}  # short games, so that some end before the tile comes
    data = GAME.load([frail])
    piece = tile(plan, "borgo", "super_mutant")
    changed = GAME.load([frail, GAME.blank_one(data, piece)])
    place = list(GAME.pieces(data)).index(piece)
    batch = plan.batch(0, 60)
    before, after = GAME.play(data, batch), GAME.play(changed, batch)
    drawn = GAME.observe(data, batch)["drawn"][:, :, place].sum(axis=1)
    assert (before["length"] != after["length"]).any()
    spared = np.flatnonzero(drawn == 0)
    assert len(spared) >= 5
    for game in spared:
        for column in before:
            assert np.array_equal(before[column][game], after[column][game])


def test_one_more_makes_the_pile_longer_where_there_is_room(plan: Plan) -> None:
    more = GAME.add_one(plan.data, tile(plan, "borgo", "claws"))
    assert more == {"armies": {"borgo": {"tiles": {"claws": {"count": 5}}}}}
    full = GAME.load([{"armies": {"borgo": {"tiles": {"claws": {"count": 34}}}}}])
    assert GAME.add_one(full, tile(plan, "borgo", "claws")) is None


def test_observe_plays_the_games_of_play_and_agrees_with_the_trace(plan: Plan) -> None:
    batch = plan.batch(0, 60)
    seen = GAME.observe(plan.data, batch)
    assert np.array_equal(seen["score"], GAME.play(plan.data, batch)["score"])
    mine = engine(plan.data)
    pieces = GAME.pieces(plan.data)
    for game in range(12):
        trace = T.new()
        mine.play(plan.batch(game, 1), trace)
        rows = trace[1 : trace[0, 0] + 1]
        for seat in range(2):
            drawn = rows[(rows[:, 0] == T.DRAWN) & (rows[:, 1] == seat)][:, 2]
            by_kind = np.bincount(drawn, minlength=len(mine.tables.kinds))
            told = [by_kind[mine.tables.kind(each.side, each.id)] for each in pieces]
            assert seen["drawn"][game, seat].tolist() == told


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        ({"x": {"name": "X", "kind": "blank", "count": 1, "toughness": 1}}, "a blank does nothing"),
        (
            {"x": {"name": "X", "kind": "unit", "count": 1, "instead_of": "hq"}},
            "names no tile of the pile",
        ),
        (
            {"x": {"name": "X", "kind": "unit", "count": 1, "instead_of": "nobody"}},
            "names no tile of the pile",
        ),
    ],
)
def test_a_wrong_blank_is_refused(tiles: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        GAME.load([{"armies": {"borgo": {"tiles": tiles}}}])
