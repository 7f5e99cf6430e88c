"""What holds in every game of Neon at every moment, whoever plays it and by whatever rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from kernels import rng
from kernels.neon import attack_places as F
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.apply import apply
from kernels.neon.arena import PLAYER, TIES, blocks
from kernels.neon.greedy import choose
from kernels.neon.legal import legal_actions
from kernels.neon.score import points
from kernels.neon.setup import set_up
from kernels.neon.turn import advance
from sim.neon.engine import Engine, room
from sim.neon.figures import NeonData
from sim.neon.seating import MODES

TABLES = [(mode, seats) for mode, numbers in MODES.items() for seats in numbers]
CHANGED: list[dict[str, Any]] = [
    {},
    {"automa": True, "board": "long"},
    {"energy": 6, "most_energy": 9, "spoils": 6, "tech_cards": 2, "kept": 4, "green_seen": 4},
    {"base_defence": 0, "bot_dice": 0, "most_attack_dice": 2, "upgrades_seen": 0},
]
MOST_STEPS = 60 * 6 * 120


class Watcher:
    """A game that is looked at after every step."""

    def __init__(self, engine: Engine, mode: str, seats: int, seed: int) -> None:
        self.tables = engine.tables(mode, seats)
        self.book = self.tables.book
        self.own = room()
        self.state = self.own.state
        fighters = np.array([(seed + k) % 6 for k in range(seats)], np.int64)
        rng.start(self.own.streams, seed, 0)
        set_up(self.state, self.book, self.own.streams, fighters, np.arange(seats))
        self.cards = self.loot()
        self.bots = B.SECTORS
        self.lost: Counter[int] = Counter()
        self.trace = T.new(2048)

    def blocks(self) -> range:
        """Return all blocks."""
        return range(int(blocks(self.book)))

    def loot(self) -> Counter[int]:
        """Return every loot card there is, by kind."""
        found: Counter[int] = Counter()
        s = self.state
        for level in range(B.CLASSES):
            for pile in (
                S.DECKS + level * S.DECK_SIZE,
                S.DECKS + level * S.DECK_SIZE + S.PILE_SIZE,
            ):
                found.update(s[pile + 1 : pile + 1 + s[pile]].tolist())
        for pile in (S.SEEN, S.NEW):
            found.update(s[pile + 1 : pile + 1 + s[pile]].tolist())
        for block in range(int(self.book[B.PLAYERS])):
            own = block * S.BLOCK_SIZE
            for place in range(E.TYPES):
                if s[own + S.CARD + place] != S.NONE:
                    found[int(s[own + S.CARD + place])] += 1
                first = own + S.SUPPLY + place * S.SUPPLY_ROOM
                found.update(s[first : first + s[own + S.SUPPLIED + place]].tolist())
        return found

    def check(self) -> None:
        """Assert what must always hold."""
        s, book = self.state, self.book
        assert self.loot() == self.cards, "loot cards are conserved"
        bots = int((s[S.BOT_AT : S.BOT_AT + B.SECTORS] != S.NONE).sum())
        for block in self.blocks():
            own = block * S.BLOCK_SIZE
            bots += int(s[own + S.BOTS : own + S.BOTS + 2 * B.BOT_KINDS].sum())
            assert 0 <= s[own + S.ENERGY] <= book[B.MOST_ENERGY]
            assert 0 <= s[own + S.HEALTH] <= B.TOKENS
            assert 0 <= s[own + S.FIELDS] <= 2
            if s[own + S.SECTOR] != S.NONE:
                assert s[S.PLACE + s[own + S.SECTOR]] != S.NONE, "nobody stands in a closed sector"
                assert s[own + S.OUT] == 0
            self.check_equipment(own)
            if block < book[B.PLAYERS]:
                deck = s[own + S.DECK + 1 : own + S.DECK + 1 + s[own + S.DECK]]
                cards = int(s[own + S.HAND] | s[own + S.PLAYED] | s[own + S.DISCARDED])
                assert cards.bit_count() + deck.size == B.CARDS
        assert bots <= self.bots, "bots never come back"
        self.bots = bots
        ring = s[S.RING + 1 : S.RING + 1 + s[S.RING]].tolist()
        assert len(set(ring)) == len(ring) >= 2
        assert [int(s[S.PLACE + sector]) for sector in ring] == list(range(len(ring)))
        assert s[S.ATTACK + F.DICE] <= book[B.MOST_ATTACK_DICE]
        if s[S.ATTACKER] != S.NONE:
            for i in range(int(s[S.ATTACK + F.TARGETS])):
                target = S.ATTACK + F.TARGET + i * F.TARGET_SIZE
                assert s[target + F.DEFENCE_DICE] <= book[B.MOST_DEFENCE_DICE]
        self.check_trophies()

    def check_equipment(self, own: int) -> None:
        """Assert that cards lie in their places, with a symbol in common and no excess."""
        s, book = self.state, self.book
        for place in range(E.TYPES):
            kind = int(s[own + S.CARD + place])
            if kind == S.NONE:
                assert s[own + S.SUPPLIED + place] == 0
                continue
            card = B.LOOT + kind * B.LOOT_SIZE
            assert book[card + B.TYPE] == place
            if s[S.EXCESS] == 0:
                assert s[own + S.SUPPLIED + place] <= book[card + B.MOST]

    def check_trophies(self) -> None:
        """Assert that trophies are what fighters have lost to others."""
        for event in self.trace[1 : self.trace[0, 0] + 1].tolist():
            if event[0] == T.HURT and event[2] != S.NONE and not self.book[B.ROYALE]:
                self.lost[event[2]] += event[4]
        self.trace[0, 0] = 0
        for block in self.blocks():
            held = self.state[block * S.BLOCK_SIZE + S.TROPHIES :][: S.VALUES]
            assert int(held @ np.arange(S.VALUES)) == self.lost[block]

    def play(self, engine: Engine, greedy: bool) -> None:
        """Play to the end, looking on."""
        s, book, own = self.state, self.book, self.own
        odds = engine.odds(self.tables) if greedy else np.zeros(1, np.int64)
        advance(s, book, own.streams, self.trace)
        for _ in range(MOST_STEPS):
            self.check()
            if s[S.STAGE] == S.OVER:
                return
            n = int(legal_actions(s, book, own.legal))
            assert n > 0, "somebody has to decide and cannot"
            deeds = own.legal[:n]
            assert len(set(deeds.tolist())) == n, "an action is listed twice"
            purpose = PLAYER + 3 * int(s[S.ACTOR]) + TIES
            deed = int(deeds[rng.below(own.streams, purpose, n)])
            if greedy and n > 1 and s[S.ACTOR] % 2 == 0:
                weights = engine.weights[0]
                deed = choose(s, book, weights, odds, own.streams, purpose, own.legal, n, own.notes)
            apply(s, book, own.streams, self.trace, deed)
            advance(s, book, own.streams, self.trace)
        raise AssertionError("the game does not end")


@pytest.mark.parametrize(("mode", "seats"), TABLES)
def test_every_moment_of_random_games(mode: str, seats: int) -> None:
    engine = Engine(NeonData())
    for seed in range(2):
        Watcher(engine, mode, seats, seed).play(engine, greedy=False)


@pytest.mark.compiled
@pytest.mark.parametrize("mode", MODES)
def test_every_moment_of_mixed_games(mode: str) -> None:
    engine = Engine(NeonData())
    for seed in range(2):
        Watcher(engine, mode, MODES[mode][0], seed).play(engine, greedy=True)


@pytest.mark.compiled
@pytest.mark.parametrize("rules", CHANGED, ids=str)
@pytest.mark.parametrize("mode", ["resurrection", "royale"])
def test_every_moment_by_other_rules(rules: dict[str, Any], mode: str) -> None:
    engine = Engine(NeonData([{"rules": rules}]))
    Watcher(engine, mode, 3, 7).play(engine, greedy=False)


@pytest.mark.parametrize("seed", range(4))
def test_the_winner_has_most_points_of_those_left(seed: int) -> None:
    """NEON-RES-M3."""
    engine = Engine(NeonData())
    watcher = Watcher(engine, "resurrection", 4, seed)
    watcher.play(engine, greedy=True)
    state, book = watcher.state, watcher.book
    left = [k for k in range(4) if not state[k * S.BLOCK_SIZE + S.OUT]]
    winners = [k for k in range(4) if state[S.WINNERS] >> k & 1]
    best = max(int(points(state, book, k)) for k in left)
    assert winners and set(winners) <= set(left)
    assert all(int(points(state, book, k)) == best for k in winners)


@pytest.mark.compiled
def test_greedy_beats_three_random_players() -> None:
    """At least three games in four, alone against three; here far more."""
    from sim.game import Batch, Lineup

    names = list(NeonData().sides)
    games = 96
    lineups = [
        Lineup(
            tuple(names[(k + shift) % 6] for k in range(4)),
            ("greedy", "random", "random", "random"),
            "resurrection",
        )
        for shift in range(6)
    ]
    number = np.arange(games)
    seats = (np.arange(4)[None, :] + (number // 6 % 4)[:, None]) % 4
    batch = Batch(1, lineups, number, number // 24, number % 6, seats)
    score = Engine(NeonData()).play(batch)["score"]
    assert score[seats == 0].mean() > 0.75
