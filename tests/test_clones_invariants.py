"""What holds in every game of Clones: Reload at every moment, whoever plays it and where."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest

import kernels
from kernels.clones import actions as A
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.hexgrid import AROUND
from sim.clones.tables import Ints
from tests.clones_game import Event, Game, cards_in_the_box, cards_on_the_table

TABLES = (
    ("competitive", 2),
    ("competitive", 3),
    ("competitive", 4),
    ("team", 4),
    ("duo", 4),
)
MAPS = ("arcadia", "marshes", "foundry", "twin_gates")
EVERYWHERE = [
    pytest.param(mode, seats, on, traps, id=f"{mode}-{seats}-{on}-{'traps' if traps else 'plain'}")
    for (mode, seats), on, traps in product(TABLES, MAPS, (True, False))
]
GAMES = 2 if kernels.DEBUG else 4  # on each of those tables
# landing, four places, six dice with two cards to throw away and two to put on for each, items
MOST_DECISIONS_A_TURN = 60
RESTRICTED = {A.TRAP, A.HIDEOUT, A.WALL, A.TEAR_HIDEOUT, A.TEAR_WALL, A.HEAL}
NEEDS_A_DIE = set(range(A.END + 1)) - {A.END, A.EXCHANGE}


class Watcher:
    """Follows a game and checks after every action what must hold."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.book = game.book
        self.seats = range(game.seats)
        self.cards = cards_in_the_box(self.book)
        self.beacons = int(self.book[B.CELL_BEACONS : B.CELL_BEACONS + B.CELLS].sum())
        self.sprung: Counter[tuple[int, int]] = Counter()
        self.before = game.state.copy()
        self.decisions = 0
        self.most_turns = most_turns(int(game.state[S.EVENTS]), game.seats)
        self.check_state(self.before, self.sprung)

    def play(self, dice: random.Random, by_policy: bool) -> None:
        """Play to the end, trying every legal action now and then."""
        game = self.game
        while not game.is_over:
            legal = game.legal()
            self.check_legal(legal)
            if dice.random() < 0.005:
                for action in legal:
                    after, events = game.tried(action)
                    self.check_step(after, events)
            action = game.decide() if by_policy else dice.choice(legal)
            assert action in legal, "a player did what the rules do not allow"
            events = game.do(action)
            self.sprung = self.check_step(game.state, events)
            self.before = game.state.copy()
            self.decisions += 1
            assert self.before[S.TURN_NUMBER] <= self.most_turns, "the game does not end (RND-1)"
            assert self.decisions <= self.most_turns * MOST_DECISIONS_A_TURN
        self.check_end()

    def check_legal(self, legal: list[int]) -> None:
        """Check the list of legal actions."""
        now, book = self.before, self.book
        assert legal, "nobody may be left without an action"
        assert len(set(legal)) == len(legal), "an action is listed twice"
        deeds = {A.what(action) for action in legal}
        stage, turn = int(now[S.STAGE]), int(now[S.TURN_SEAT])
        if stage not in (S.DISCARD, S.ANSWER):
            assert now[S.ACTOR] == turn, "only in one's own turn (RLD-EQP-3)"
        if stage == S.ANSWER:
            assert now[S.ACTOR] != turn and A.what(legal[-1]) == A.DECLINE
        if stage != S.ACT:
            return
        assert A.what(legal[-1]) == A.END, "a turn can always be ended"
        block = turn * S.SEAT_SIZE
        opponents = [
            seat
            for seat in self.seats
            if book[B.TEAM_OF + seat] != book[B.TEAM_OF + turn]
            and now[seat * S.SEAT_SIZE + S.CELL] == now[block + S.CELL]
        ]
        assert not (opponents and deeds & RESTRICTED), "beside an opponent (RLD-BLD-1, HEA-1)"
        assert opponents or A.MELEE not in deeds, "melee needs somebody on the tile (RLD-MEL-1)"
        free = now[block + S.RESERVE] - now[block + S.STUNNED]
        if free <= 0 and now[block + S.BOOST] != S.BOOST_FREE:
            assert not deeds & NEEDS_A_DIE, "actions and free actions need a die (RLD-FRE-1)"
        if not book[B.TRAPS_ON]:
            assert A.TRAP not in deeds
        if now[block + S.EXCHANGED]:
            assert A.EXCHANGE not in deeds, "once in a turn (RLD-FRE-3)"

    def check_step(self, after: Ints, events: list[Event]) -> Counter[tuple[int, int]]:
        """Check what one action made of the state; return the traps that are out of the game."""
        sprung = self.sprung.copy()
        for event, _, owner, kind, *_ in events:
            if event == T.TRAP_SPRUNG:
                sprung[owner, kind] += 1
        self.check_state(after, sprung)
        before = self.before
        teams = slice(S.TEAM_FAME, S.TEAM_FAME + B.TEAMS)
        assert (after[teams] >= before[teams]).all(), "fame only grows"
        assert int(before[S.TOXINS]) & ~int(after[S.TOXINS]) == 0, "toxin stays"
        assert after[S.TURN_NUMBER] - before[S.TURN_NUMBER] in (0, 1)
        assert 0 <= before[S.EVENTS] - after[S.EVENTS] <= 1, "one event after a turn (RLD-EVT-1)"
        if after[S.EVENTS] < before[S.EVENTS]:
            assert before[S.TURN_NUMBER] >= len(self.seats), "not in the first round (RLD-EVT-1)"
        return sprung

    def check_state(self, now: Ints, sprung: Counter[tuple[int, int]]) -> None:
        """Check a state by itself."""
        self.check_dice(now)
        for seat in self.seats:
            self.check_seat(now, seat)
        cards = cards_on_the_table(now, len(self.seats))
        assert (cards == self.cards).all(), "a card is lost or made"
        self.check_tokens(now)
        self.check_walls(now)
        self.check_traps(now, sprung)
        self.check_fame(now)

    def check_dice(self, now: Ints) -> None:
        """Check that everybody has five dice, each in one place (RLD-CMP-6, RLD-DIE-2)."""
        seats = now[: len(self.seats) * S.SEAT_SIZE].reshape(-1, S.SEAT_SIZE)
        on_board = seats[:, S.LINE : S.SKULLS + 1]  # line, slots, skulls
        others = seats[:, [S.RESERVE, S.DAMAGED, S.STUNNED]]
        assert min(on_board.min(), others.min()) >= 0
        boost = seats[:, S.BOOST] == S.BOOST_USED
        dice = on_board.sum(axis=1) + others[:, :2].sum(axis=1) - boost
        assert (dice == self.book[B.DICE]).all()
        damaged = seats[:, S.DAMAGED]
        assert (damaged < self.book[B.DAMAGE_CELLS]).all(), "full: reload at once (RLD-REL-1)"
        idle = np.arange(len(self.seats)) != now[S.TURN_SEAT]
        held = seats[:, S.ASSIGNED : S.SKULLS + 1].sum(axis=1) + seats[:, S.BOOST]
        assert not held[idle].any(), "dice on slots out of one's turn (RLD-EOT-1)"

    def check_seat(self, now: Ints, seat: int) -> None:
        """Check where a character is and what it holds."""
        block = seat * S.SEAT_SIZE
        cell = int(now[block + S.CELL])
        assert cell == S.NONE or int(self.book[B.LAND]) >> cell & 1
        if cell == S.NONE:
            assert now[block + S.BEACONS] == 0 and now[block + S.DAMAGED] == 0
        worn = now[block + S.WORN : block + S.WORN + S.PLACES].tolist()
        kinds = [B.HANDS, B.HANDS, B.BODIES, B.HEADS]
        for place, kind in enumerate(worn):
            allowed = int(self.book[kinds[place]])
            if place == S.FIRST_HAND:
                allowed |= int(self.book[B.TWO_HANDED])
            assert kind == S.NONE or allowed >> kind & 1, "a card in the wrong place (RLD-EQP-1)"
        first = worn[S.FIRST_HAND]
        if first != S.NONE and int(self.book[B.TWO_HANDED]) >> first & 1:
            assert worn[S.SECOND_HAND] == S.NONE, "no hand is left (RLD-EQP-1)"

    def check_tokens(self, now: Ints) -> None:
        """Check that beacons, boxes and hideouts are conserved."""
        carried = sum(int(now[seat * S.SEAT_SIZE + S.BEACONS]) for seat in self.seats)
        laid = sum(int(now[seat * S.SEAT_SIZE + S.TOKEN + B.BEACON_TOKEN]) for seat in self.seats)
        lying = now[S.BEACONS_AT : S.BEACONS_AT + B.CELLS]
        assert lying.min() >= 0 and lying.sum() + carried + laid == self.beacons
        for there, left, total in (
            (S.BOXES_2_AT, S.BOXES_2_LEFT, B.BOXES_2),
            (S.BOXES_3_AT, S.BOXES_3_LEFT, B.BOXES_3),
        ):
            boxes = now[there : there + B.CELLS]
            assert boxes.min() >= 0 <= now[left]
            assert boxes.sum() + now[left] == self.book[total]
        hideouts = [int(now[seat * S.SEAT_SIZE + S.HIDEOUT]) for seat in self.seats]
        standing = [cell for cell in hideouts if cell != S.NONE]
        assert len(standing) == len(set(standing)), "one hideout to a tile (RLD-BLD-1)"

    def check_walls(self, now: Ints) -> None:
        """Check that walls are conserved, and that both of their tiles agree about them."""
        walls = now[S.WALL_AT : S.WALL_AT + B.CELLS * 6].reshape(B.CELLS, 6)
        edges = np.argwhere(walls).tolist()
        for cell, side in edges:
            there = int(AROUND[cell, 1 << side]).bit_length() - 1
            assert walls[cell, side] == walls[there, (side + 3) % 6]
        sides = 1 << np.arange(6)
        for team in range(int(self.book[B.TEAM_COUNT])):
            start = team * B.CELLS
            mine = walls == S.OWN + team
            own = int(mine.sum()) // 2
            assert own + now[S.TEAM_WALLS + team] == self.book[B.WALLS]
            barred = now[S.BARRED + start : S.BARRED + start + B.CELLS]
            assert (barred == ((walls > 0) & ~mine) @ sides).all(), "RLD-WAL-1"
            listed = now[S.OWN_WALLS + start : S.OWN_WALLS + start + B.CELLS]
            assert (listed == mine[:, :3] @ sides[:3]).all(), "each wall by one of its sides"

    def check_traps(self, now: Ints, sprung: Counter[tuple[int, int]]) -> None:
        """Check that every trap is held, lies somewhere, or was sprung (RLD-REC-9)."""
        kinds = int(self.book[B.TRAP_KINDS])
        printed = self.book[B.TRAP : B.TRAP + kinds * B.TRAP_SIZE].reshape(kinds, B.TRAP_SIZE)
        traps = np.bincount(
            now[S.TRAP_AT : S.TRAP_AT + B.CELLS], minlength=1 + B.SEATS * B.TRAP_ROOM
        )[1:].reshape(B.SEATS, B.TRAP_ROOM)[: len(self.seats), :kinds]
        for (seat, kind), count in sprung.items():
            traps[seat, kind] += count
        blocks = now[: len(self.seats) * S.SEAT_SIZE].reshape(-1, S.SEAT_SIZE)
        traps = traps + blocks[:, S.TRAPS : S.TRAPS + kinds]
        assert (traps == printed[:, B.TRAP_COUNT]).all()

    def check_fame(self, now: Ints) -> None:
        """Check that fame is the length of the tokens, and that a superstar ends the game."""
        lengths = self.book[B.FAME : B.FAME + B.TOKENS]
        for team in range(int(self.book[B.TEAM_COUNT])):
            fame = int(self.book[B.START_FAME])
            for seat in self.seats:
                if self.book[B.TEAM_OF + seat] == team:
                    tokens = seat * S.SEAT_SIZE + S.TOKEN
                    fame += int((now[tokens : tokens + B.TOKENS] * lengths).sum())
            assert fame == now[S.TEAM_FAME + team]
            if fame >= self.book[B.SUPERSTAR]:
                assert now[S.STAGE] == S.OVER and now[S.ENDING] == S.SUPERSTAR
                assert now[S.WINNERS] == 1 << team, "at once and alone (RLD-FAM-1)"

    def check_end(self) -> None:
        """Check that winners and ending follow from the tokens (RLD-END-1)."""
        end, book = self.before, self.book
        teams = range(int(book[B.TEAM_COUNT]))
        fame = [int(end[S.TEAM_FAME + team]) for team in teams]
        reloads = [0 for _ in teams]
        for seat in self.seats:
            token = seat * S.SEAT_SIZE + S.TOKEN + B.RELOAD_TOKEN
            reloads[int(book[B.TEAM_OF + seat])] += int(end[token])
        if max(fame) >= book[B.SUPERSTAR]:
            return
        assert end[S.EVENTS] == 0 and end[S.TURN_NUMBER] == self.most_turns, "RLD-RND-1"
        best = max(zip(fame, reloads, strict=True))
        won = [t for t in teams if (fame[t], reloads[t]) == best]
        assert end[S.WINNERS] == sum(1 << t for t in won)
        ahead = fame.count(best[0]) == 1
        ending = S.MOST_FAME if ahead else S.MOST_RELOADS if len(won) == 1 else S.SHARED
        assert end[S.ENDING] == ending


def most_turns(events: int, seats: int) -> int:
    """Return the turns of a game without a superstar (RLD-EVT-1, RLD-RND-1, RLD-GT-5)."""
    last_event_after = seats + events - 1
    return -(-last_event_after // seats) * seats


@pytest.mark.parametrize(("mode", "seats", "on", "traps"), EVERYWHERE)
def test_what_holds_whatever_is_done(mode: str, seats: int, on: str, traps: bool) -> None:
    for number in range(GAMES):
        game = Game(mode, seats, on, traps=traps, number=number)
        Watcher(game).play(random.Random(number), by_policy=number % 2 == 0)


@pytest.mark.parametrize(("mode", "seats", "on", "traps"), EVERYWHERE)
def test_what_holds_when_the_greedy_play(mode: str, seats: int, on: str, traps: bool) -> None:
    for number in range(GAMES // 2):
        game = Game(mode, seats, on, "greedy", traps, number)
        Watcher(game).play(random.Random(number), by_policy=True)


def test_every_deed_and_every_ending_turns_up() -> None:
    """So that the checks above have seen everything."""
    deeds: Counter[int] = Counter()
    endings: Counter[int] = Counter()
    for number in range(40 if kernels.DEBUG else 100):
        mode, seats = TABLES[number % len(TABLES)]
        policy = "greedy" if number % 3 == 0 else "random"
        game = Game(mode, seats, MAPS[number % len(MAPS)], policy, number=number)
        while not game.is_over:
            action = game.decide()
            deeds[A.what(action)] += 1
            game.do(action)
        endings[int(game.state[S.ENDING])] += 1
    assert set(deeds) == set(range(A.END + 1))
    assert {S.SUPERSTAR, S.MOST_FAME} <= set(endings)


@pytest.mark.parametrize(
    "place",
    [
        S.RESERVE,
        S.BEACONS,
        S.BOXES_2_LEFT,
        S.TEAM_WALLS,
        S.TEAM_FAME,
        S.TRAPS,
        S.DECKS,
    ],
)
def test_a_watcher_notices_what_is_lost(place: int) -> None:
    """The books are exact: one thing more is found at the next look."""
    game = Game()
    watcher = Watcher(game)
    game.state[place] += 1
    with pytest.raises(AssertionError):
        watcher.check_state(game.state, watcher.sprung)
