"""What holds in every game at every moment, whoever plays it and by whatever rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
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
from sim.neuroshima.models import Rules
from tests.neuroshima_table import ARMIES, ENGINE, FACES, Event, Sight, Table

Player = Callable[[list[int]], int]

TILES = 35  # an HQ and 34 more (NSH-CMP-1)
BOARD = hexgrid.board(2)

# A turn with a pile draws at least one tile, for a full hand must shrink (NSH-TRN-2); then one
# turn of the other player and two after a tie (NSH-END-1, NSH-WIN-5).
MOST_TURNS = 2 * (TILES - 1) + 1 + 2
# Keep, discard, six tiles of which each may be answered, two free moves of each tile, the end.
MOST_DECISIONS_A_TURN = 1 + 1 + 2 * 6 + 2 * 19 + 1
MOST_DECISIONS = 2 + MOST_TURNS * MOST_DECISIONS_A_TURN + 2 * TILES  # every redraw takes a tile

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
    fallen_hq=st.sampled_from(["phase", "battle"]),
    tie_hand=st.sampled_from(["keep", "use"]),
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
            if after[S.TURN_NUMBER] > self.before[S.TURN_NUMBER]:
                self.had_a_pile = bool(self.before.piles[after[S.TURN_SEAT]])
            self.before = after
            self.decisions += 1
            assert self.decisions <= MOST_DECISIONS, "the game does not end"
        assert self.before[S.TURN_NUMBER] <= MOST_TURNS
        self.check_end()

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
                assert BOARD >> cell & 1
                gone[owner][face // 6] += 1
        return gone

    def check_state(self, now: Sight, gone: list[Counter[int]]) -> None:
        """Check a state by itself."""
        for seat in self.seats:
            self.check_tiles(now, seat, gone[seat])
            self.check_hq(now, seat)
        assert not now.bitboards[0] & now.bitboards[1], "two tiles in one cell (NSH-USE-4)"
        for cell, tile in now.tiles.items():
            assert BOARD >> cell & 1, "a tile off the board (NSH-USE-3)"
            assert tile.facing < printed(tile.kind, F.FACINGS), "equal facings are one (NSH-DEC-2)"
            assert printed(tile.kind, F.KIND) != F.INSTANT, "an instant on the board (NSH-USE-2)"
            most = 0 if printed(tile.kind, F.KIND) == F.HQ else printed(tile.kind, F.HIT_POINTS) - 1
            assert 0 <= tile.wounds <= most, "wounds without a wounded tile (NSH-TGH-1, NSH-BAT-7)"
        assert (now[S.STAGE] == S.OVER) == (now[S.WINNER] != S.NOBODY)

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

    def check_points(self, after: Sight) -> None:
        """Check that HQ points only fall, and only in battle (NSH-DEC-50)."""
        for was, now in zip(self.before.points, after.points, strict=True):
            assert 0 <= now <= was
        if after[S.BATTLES] == self.before[S.BATTLES]:
            assert after.points == self.before.points

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
        if now:
            assert after[S.TURN_SEAT] == (now - 1) % 2, "turns alternate (NSH-STA-2, NSH-BAT-12)"
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
        if len(after.tiles) == 19 > len(self.before.tiles):
            assert after[S.FULL_BATTLES] == self.before[S.FULL_BATTLES] + 1
        assert after[S.FULL_BATTLES] - self.before[S.FULL_BATTLES] in (0, 1)

    def check_end(self) -> None:
        """Check that winner and ending follow from the points (NSH-WIN-1 to WIN-5)."""
        end = self.before
        ours, theirs = end.points
        leader = S.DRAW if ours == theirs else int(theirs > ours)
        assert end[S.WINNER] == leader
        if min(ours, theirs) == 0:
            both = ours == theirs
            assert end[S.ENDING] == (S.BOTH_DESTROYED if both else S.HQ_DESTROYED)
        elif ours == theirs:
            assert end[S.ENDING] == S.LEVEL and end[S.TIE]
        else:
            assert end[S.ENDING] == (S.ON_POINTS_AFTER_TIE if end[S.TIE] else S.ON_POINTS)
        assert (end[S.ENDED_BY] != S.NOBODY) or min(ours, theirs) == 0


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
