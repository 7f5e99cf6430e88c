"""What holds in every game at every moment, whoever plays it and by whatever rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations_with_replacement

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kernels import hexgrid
from kernels.neuroshima import actions as A
from kernels.neuroshima import faces as F
from kernels.neuroshima import rules as R
from kernels.neuroshima import state as S
from kernels.neuroshima import trace as T
from sim.neuroshima import tables as tabling
from sim.neuroshima.models import Rules
from tests.neuroshima_table import ARMIES, ENGINE, FACES, Event, Sight, Table
from tests.reference.neuroshima_verdict import Standing, after_battle, after_final_battle

Player = Callable[[list[int]], int]

TILES = 35  # an HQ and 34 more (NSH-CMP-1)
MAIN_FIELD = hexgrid.board(2)
# Keep, discard, six tiles of which each may be answered, two free moves of each tile, the end.
MOST_DECISIONS_A_TURN = 1 + 1 + 2 * 6 + 2 * 37 + 1


def most_turns(players: int) -> int:
    """Return how many turns a game may have.

    A turn with a pile draws at least one tile, for a full hand must shrink (NSH-TRN-2); then come
    one round of turns at most, and another one after a tie (NSH-FFA-2, NSH-DEC-56, NSH-WIN-5).
    """
    return players * (TILES - 1) + 2 * (players + 1)


def most_decisions(players: int) -> int:
    """Return how many decisions a game may have; every redraw takes a tile."""
    return players + most_turns(players) * MOST_DECISIONS_A_TURN + players * TILES


USES = (A.PLACE, A.BATTLE, A.MOVE, A.PUSH, A.SNIPER, A.GRENADE, A.AIRSTRIKE)
# what a player would rather do; nothing in particular where it is empty
TASTES: dict[str, tuple[int, ...]] = {
    "anything": (),
    "builder": (A.PLACE,),
    "fighter": (A.BATTLE, A.PLACE),
    "shooter": (A.SNIPER, A.GRENADE, A.AIRSTRIKE, A.PLACE),
    "mover": (A.MOVE, A.PUSH, A.MOBILITY, A.TRANSPORT, A.ANSWER),
    "keeper": (A.END, A.KEEP),
    "waster": (A.DISCARD, A.REDRAW),
}
POLICIES = {"greedy": ("greedy", "greedy"), "mixed": ("greedy", "random")}

SWITCHES = st.builds(
    Rules,
    hq_points=st.sampled_from([1, 3, 20, 99]),
    alternative_start=st.booleans(),
    reinforcements=st.booleans(),
    extra_attack=st.sampled_from(["follow", "value"]),
    fallen_hq=st.sampled_from(["mode", "phase", "battle"]),
    tie_hand=st.sampled_from(["keep", "use"]),
    team_hq_points=st.sampled_from([1, 3, 15]),
    pair_hq_points=st.sampled_from([1, 3, 13]),
    points_to_win=st.sampled_from([1, 4, 20]),
    board=st.sampled_from(["advised", "main", "extended"]),
    team_score=st.sampled_from(["damage", "points"]),
)
PAIRS = [pytest.param(pair, id="-".join(pair)) for pair in combinations_with_replacement(ARMIES, 2)]


def army_list(army: str) -> Counter[int]:
    """Return the tiles of an army by kind, the HQ included."""
    row = ENGINE.tables.armies[ENGINE.tables.army_ids.index(army)].tolist()
    return Counter([row[0], *row[2 : 2 + row[1]]])


def printed(kind: int, column: int) -> int:
    """Return a figure of a tile kind that does not depend on its facing."""
    return int(FACES[kind * 6, column])


class Watcher:
    """Follows a game and checks after every action what must hold."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.seats = range(len(table.armies))
        self.gone: list[Counter[int]] = [Counter() for _ in self.seats]
        self.before = table.sight()
        self.decisions = 0
        self.had_a_pile = True  # the seat on turn, when its turn began
        self.board = hexgrid.board(tabling.board_radius(table.switches, len(table.armies)))
        self.order = (0, 1, 0, 2) if table.mode == "loner" else tuple(self.seats)  # NSH-OVT-2
        self.turns_passed = -1  # in the order, with those of players who are out
        self.alive = set(self.seats)
        self.fought: Standing | None = None  # how things stood after the last battle
        self.check_state(self.before, self.gone)

    def play(self, choose: Player, try_all: Callable[[], bool] = lambda: False) -> None:
        """Play to the end; `choose` picks a legal action, `try_all` says when to try every one."""
        while not self.table.is_over:
            legal = self.table.legal()
            self.check_legal(legal)
            if try_all():
                for action in legal:
                    after, events = self.table.tried(action)
                    self.check_step(action, after, events)
            action = choose(legal)
            assert action in legal, "a player did what the rules do not allow (NSH-PRC-1)"
            events = self.table.do(action)
            after = self.table.sight()
            self.gone = self.check_step(action, after, events)
            if after[S.BATTLES] > self.before[S.BATTLES]:
                self.fought = self.standing(after, events)
            if after[S.TURN_NUMBER] > self.before[S.TURN_NUMBER]:
                self.had_a_pile = bool(self.before.piles[after[S.TURN_SEAT]])
                self.turns_passed = self.next_turn(after)
            self.before = after
            self.decisions += 1
            assert self.decisions <= most_decisions(len(self.seats)), "the game does not end"
        assert self.before[S.TURN_NUMBER] <= most_turns(len(self.seats))
        self.check_end()

    def standing(self, now: Sight, events: list[Event]) -> Standing:
        """Return how things stand after a battle, for the plain rules of who wins."""
        table = self.table
        entered = set(self.alive)
        for event, seat, *_ in events:  # a full board may be fought over just before the final
            if event == T.BATTLE_STARTS:
                entered = set(self.alive)
            elif event == T.LEFT_THE_GAME:
                self.alive.remove(seat)
        teams = {"loner": [0, 1, 1], "teams": [0, 1, 0, 1], "trio": [0, 1, 0, 1]}
        own = table.switches.hq_points
        pair, four = table.switches.pair_hq_points, table.switches.team_hq_points
        start = {"loner": [own, pair, pair], "teams": [four] * 4, "trio": [four] * 4}
        return Standing(
            table.mode,
            teams.get(table.mode, list(self.seats)),
            start.get(table.mode, [own] * len(self.seats)),
            now.points,
            now.won,
            frozenset(entered),
            table.switches.points_to_win,
            table.switches.team_score == "damage",
        )

    def next_turn(self, now: Sight) -> int:
        """Return the place in the order of the turn after the present one."""
        place = self.turns_passed + 1
        while now.points[self.order[place % len(self.order)]] == 0:
            place += 1
        return place

    def check_legal(self, legal: list[int]) -> None:
        """Check the list of legal actions."""
        assert legal, "nobody may be left without an action (NSH-DEC-43)"
        assert len(set(legal)) == len(legal), "an action is listed twice (NSH-DEC-2)"
        deeds = {A.what(action) for action in legal}
        stage = self.before[S.STAGE]
        if stage == S.ACT:
            assert A.what(legal[-1]) == A.END, "ending the turn is always legal (NSH-DEC-43)"
        else:
            assert (
                deeds
                == {
                    S.PLACE_HQ: {A.PLACE_HQ},
                    S.REDRAW: {A.REDRAW, A.KEEP},
                    S.DISCARD: {A.DISCARD},
                    S.ANSWER_PUSH: {A.ANSWER},
                }[stage]
            )
        if self.before[S.ENDED_BY] != S.NOBODY:
            assert A.BATTLE not in deeds, "Battle tiles are dead (NSH-END-2, NSH-DEC-46)"
        if self.before[S.USED] >= int(self.table.rules[R.MOST_USED]):
            assert not deeds & set(USES), "no more tiles may be used (NSH-VAR-2)"
        if self.before[S.TURN_NUMBER] == 1 and self.table.rules[R.ALTERNATIVE_START]:
            assert self.before[S.USED] == 0 or not deeds & set(USES), "one tile only (NSH-VAR-1)"
        if self.before[S.TIE] and not self.had_a_pile and not self.table.rules[R.TIE_HAND]:
            assert not deeds & {*USES, A.REDRAW}, "only free moves (NSH-WIN-5, NSH-DEC-49)"

    def check_step(self, action: int, after: Sight, events: list[Event]) -> list[Counter[int]]:
        """Check what one action made of the state; return what is out of the game after it."""
        gone = self.count_gone(action, events)
        self.check_state(after, gone)
        self.check_points(after)
        self.check_piles(after)
        self.check_turn(action, after)
        self.check_full_board(after)
        return gone

    def count_gone(self, action: int, events: list[Event]) -> list[Counter[int]]:
        """Return the tiles out of the game after an action: discarded, used up or removed."""
        gone = [Counter(each) for each in self.gone]
        seat = self.before[S.TURN_SEAT]
        what, hand = A.what(action), self.before.hands[seat]
        if what == A.REDRAW:
            gone[seat].update(hand)
        elif what == A.DISCARD or (what in USES and what != A.PLACE):
            gone[seat][hand[A.slot(action)]] += 1
        for event, cell, face, owner, *_ in events:
            if event == T.REMOVED:
                assert self.board >> cell & 1
                gone[owner][face // 6] += 1
        return gone

    def check_state(self, now: Sight, gone: list[Counter[int]]) -> None:
        """Check a state by itself."""
        for seat in self.seats:
            self.check_tiles(now, seat, gone[seat])
            self.check_hq(now, seat)
        assert sum(now.bitboards) == sum(1 << cell for cell in now.tiles), "two in a cell (USE-4)"
        for cell, tile in now.tiles.items():
            assert self.board >> cell & 1, "a tile off the board (NSH-USE-3)"
            assert tile.facing < printed(tile.kind, F.FACINGS), "equal facings are one (NSH-DEC-2)"
            assert printed(tile.kind, F.KIND) != F.INSTANT, "an instant on the board (NSH-USE-2)"
            most = 0 if printed(tile.kind, F.KIND) == F.HQ else printed(tile.kind, F.HIT_POINTS) - 1
            assert 0 <= tile.wounds <= most, "wounds without a wounded tile (NSH-TGH-1, NSH-BAT-7)"
        assert (now[S.STAGE] == S.OVER) == (now[S.WINNERS] != 0)

    def check_tiles(self, now: Sight, seat: int, gone: Counter[int]) -> None:
        """Check that every tile of an army is in exactly one place (NSH-CMP-1, NSH-DEC-3)."""
        lying = {cell: tile for cell, tile in now.tiles.items() if tile.owner == seat}
        assert now.bitboards[seat] == sum(1 << cell for cell in lying), "bits and faces disagree"
        everywhere = Counter(tile.kind for tile in lying.values())
        everywhere.update(now.hands[seat])
        everywhere.update(now.piles[seat])
        everywhere.update(gone)
        assert everywhere == army_list(self.table.armies[seat])
        assert everywhere.total() == TILES
        most = int(self.table.rules[R.FULL_HAND])
        assert len(now.hands[seat]) <= most, "a hand above its limit (NSH-TRN-1, NSH-VAR-2)"

    def check_hq(self, now: Sight, seat: int) -> None:
        """Check that an army has one HQ at most on the board, where it is said to be."""
        found = [
            cell
            for cell, tile in now.tiles.items()
            if tile.owner == seat and printed(tile.kind, F.KIND) == F.HQ
        ]
        assert found == [cell for cell in now.hq_cells[seat : seat + 1] if cell != S.NOBODY]
        if now[S.STAGE] != S.PLACE_HQ:
            assert (found == []) == (now.points[seat] == 0), "an HQ stays until it falls (NSH-HQ-1)"
            if self.table.mode == "ffa" and not found:
                assert not now.bitboards[seat], "the fallen leave the board (NSH-FFA-3)"

    def check_points(self, after: Sight) -> None:
        """Check that HQ points only fall, and only in battle (NSH-DEC-50)."""
        for was, now in zip(self.before.points, after.points, strict=True):
            assert 0 <= now <= was
        for was, now in zip(self.before.won, after.won, strict=True):
            assert 0 <= was <= now
        if after[S.BATTLES] == self.before[S.BATTLES]:
            assert (after.points, after.won) == (self.before.points, self.before.won)
        if self.table.mode == "points":
            assert after.points == self.before.points, "HQs cannot be destroyed (NSH-PTS-2)"
        else:
            assert not any(after.won)

    def check_piles(self, after: Sight) -> None:
        """Check that tiles are drawn from the top, and only by the seat on turn (NSH-STA-1)."""
        for seat in self.seats:
            was, now = self.before.piles[seat], after.piles[seat]
            assert now == was[: len(now)], "a pile changed below its top"
            if now != was:
                assert seat == after[S.TURN_SEAT]
        empty = [seat for seat in self.seats if not after.piles[seat]]
        assert (after[S.ENDED_BY] != S.NOBODY) == bool(empty), "the end flag (NSH-DEC-46)"
        if self.before[S.ENDED_BY] != S.NOBODY:
            assert after[S.ENDED_BY] == self.before[S.ENDED_BY], (
                "only the first counts (NSH-DEC-47)"
            )

    def check_turn(self, action: int, after: Sight) -> None:
        """Check whose turn it is and who decides."""
        was, now = self.before[S.TURN_NUMBER], after[S.TURN_NUMBER]
        assert now in (was, was + 1)
        if now > was:
            seat = self.order[self.next_turn(after) % len(self.order)]
            assert after[S.TURN_SEAT] == seat, "turns go in order (NSH-BAT-12, OVT-2, TEA-3)"
        if after[S.BATTLES] > self.before[S.BATTLES]:
            assert now == was + 1 or after[S.STAGE] == S.OVER, "a battle ends the turn (NSH-BAT-10)"
        if A.what(action) == A.END:
            assert now == was + 1 or after[S.STAGE] == S.OVER
        if after[S.STAGE] == S.ANSWER_PUSH:
            pushed = after.tiles[after[S.PUSHED]]
            assert after[S.ACTOR] == pushed.owner != after[S.TURN_SEAT], "his choice (NSH-PSH-3)"
        elif after[S.STAGE] not in (S.PLACE_HQ, S.OVER):
            assert after[S.ACTOR] == after[S.TURN_SEAT], "only in one's own turn (NSH-USE-1)"

    def check_full_board(self, after: Sight) -> None:
        """Check that the act that fills the board starts a battle (NSH-USE-5, NSH-DEC-4)."""
        main = [sum(MAIN_FIELD >> cell & 1 for cell in each.tiles) for each in (self.before, after)]
        if main[0] < main[1] == 19:
            assert after[S.FULL_BATTLES] == self.before[S.FULL_BATTLES] + 1
        assert after[S.FULL_BATTLES] - self.before[S.FULL_BATTLES] in (0, 1)

    def check_end(self) -> None:
        """Check that winner and ending follow from the points (NSH-WIN-*, PTS-3, TEA-4)."""
        end = self.before
        assert self.fought is not None, "a game ends with a battle (NSH-WIN-1)"
        winners = {seat for seat in self.seats if end[S.WINNERS] >> seat & 1}
        decided = after_battle(self.fought)
        if decided:
            assert winners == decided
            fallen = self.fought.left.count(0)
            endings = {
                "points": S.ENOUGH_WON,
                "duel": S.HQ_DESTROYED if fallen == 1 else S.BOTH_DESTROYED,
                "ffa": S.HQ_DESTROYED if len(decided) == 1 else S.NONE_LEFT,
            }
            lost = {self.fought.teams[seat] for seat in self.seats if end.points[seat] == 0}
            in_teams = S.HQ_DESTROYED if len(lost) == 1 else S.BOTH_SIDES
            if self.table.mode == "ffa" and fallen == len(self.seats):
                assert end[S.ENDING] == S.NONE_LEFT  # the last to fall may have been alone
            else:
                assert end[S.ENDING] == endings.get(self.table.mode, in_teams)
            return
        assert end[S.ENDED_BY] != S.NOBODY
        left = replace(self.fought, before=frozenset(self.alive))
        assert winners == after_final_battle(left)
        tied = len({left.teams[seat] for seat in winners}) > 1
        by_points = self.table.mode == "points"
        if tied:
            assert end[S.ENDING] == S.LEVEL and end[S.TIE]
        elif end[S.TIE]:
            after_tie = S.MOST_WON_AFTER_TIE if by_points else S.ON_POINTS_AFTER_TIE
            assert end[S.ENDING] == after_tie
        else:
            assert end[S.ENDING] == (S.MOST_WON if by_points else S.ON_POINTS)


def by_taste(taste: str, dice: random.Random) -> Player:
    """Return a player who mostly does what he likes, where he may, and anything otherwise."""
    liked = TASTES[taste]

    def choose(legal: list[int]) -> int:
        favourites = [action for action in legal if A.what(action) in liked]
        return dice.choice(favourites if favourites and dice.random() < 0.8 else legal)

    return choose


@pytest.mark.parametrize("armies", PAIRS)
@given(
    switches=SWITCHES,
    seed=st.integers(0, 2**63 - 1),
    game=st.integers(0, 10**12),
    taste=st.sampled_from(list(TASTES)),
)
@settings(max_examples=14, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_holds_whatever_is_done(
    armies: tuple[str, str], switches: Rules, seed: int, game: int, taste: str
) -> None:
    dice = random.Random(seed)
    watcher = Watcher(Table(armies, switches, seed=seed, game=game))
    watcher.play(by_taste(taste, dice), try_all=lambda: dice.random() < 0.02)


@pytest.mark.parametrize("armies", PAIRS)
@given(switches=SWITCHES, seed=st.integers(0, 2**63 - 1), policies=st.sampled_from(list(POLICIES)))
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_holds_when_the_policies_play(
    armies: tuple[str, str], switches: Rules, seed: int, policies: str
) -> None:
    table = Table(armies, switches, POLICIES[policies], seed=seed)
    Watcher(table).play(lambda legal: table.decide())


TABLES = {
    "ffa 3": ("ffa", ("outpost", "moloch", "borgo")),
    "ffa 4": ("ffa", ("hegemony", "moloch", "borgo", "outpost")),
    "ffa 6": ("ffa", ("outpost", "moloch", "borgo", "hegemony", "outpost", "borgo")),
    "points 3": ("points", ("hegemony", "moloch", "borgo")),
    "points 5": ("points", ("outpost", "moloch", "borgo", "hegemony", "moloch")),
    "loner": ("loner", ("moloch", "borgo", "outpost")),
    "loner against Moloch": ("loner", ("hegemony", "moloch", "outpost")),
    "teams": ("teams", ("moloch", "borgo", "outpost", "hegemony")),
    "trio": ("trio", ("hegemony", "borgo", "outpost", "moloch")),
}


@pytest.mark.parametrize("table", TABLES)
@given(
    switches=SWITCHES,
    seed=st.integers(0, 2**63 - 1),
    taste=st.sampled_from(list(TASTES)),
)
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_holds_in_every_mode(table: str, switches: Rules, seed: int, taste: str) -> None:
    mode, armies = TABLES[table]
    dice = random.Random(seed)
    watcher = Watcher(Table(armies, switches, seed=seed, mode=mode))
    watcher.play(by_taste(taste, dice), try_all=lambda: dice.random() < 0.01)


@pytest.mark.parametrize("table", TABLES)
@given(switches=SWITCHES, seed=st.integers(0, 2**63 - 1))
@settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_holds_when_the_policies_play_a_mode(table: str, switches: Rules, seed: int) -> None:
    mode, armies = TABLES[table]
    policies = ["greedy" if seat % 3 else "random" for seat in range(len(armies))]
    playing = Table(armies, switches, policies, seed=seed, mode=mode)
    Watcher(playing).play(lambda legal: playing.decide())


def test_the_random_policy_does_only_what_is_legal_and_all_of_it() -> None:
    """Over many games every kind of action turns up, so the list above leaves nothing out."""
    seen: Counter[int] = Counter()
    for game in range(30):
        armies = (ARMIES[game % 4], ARMIES[(game // 4 + game) % 4])
        table = Table(armies, seed=5, game=game)

        def choose(legal: list[int], table: Table = table) -> int:
            action = table.decide()
            seen[A.what(action)] += 1
            return action

        Watcher(table).play(choose)
    assert set(seen) == set(range(A.END + 1))


def test_a_watcher_notices_a_lost_tile() -> None:
    """The books are exact: one tile more or less is found at the next look."""
    table = Table(("moloch", "borgo"))
    watcher = Watcher(table)
    table.state[S.SEAT + S.PILE_SIZE] -= 1
    with pytest.raises(AssertionError):
        watcher.check_state(table.sight(), watcher.gone)


def test_rotations_of_a_set_share_their_piles() -> None:
    """Seats swap, but each player keeps his shuffled pile: streams belong to players."""
    for game in range(20):
        there = Table(("moloch", "borgo"), seed=3, game=game, players=(0, 1)).sight()
        back = Table(("borgo", "moloch"), seed=3, game=game, players=(1, 0)).sight()
        assert there.piles == back.piles[::-1]
        assert there.piles != Table(("moloch", "borgo"), seed=4, game=game).sight().piles
