"""Whole games: set up, let the players decide, record the results."""

from kernels import rng
from kernels.jit import kernel
from kernels.neon import book as B
from kernels.neon import state as S
from kernels.neon.apply import apply
from kernels.neon.arena import PLAYER, TIES, Ints, at
from kernels.neon.greedy import choose
from kernels.neon.legal import legal_actions
from kernels.neon.score import bot_points, points
from kernels.neon.setup import set_up
from kernels.neon.turn import advance

RANDOM = -1  # any other policy is the row of its weights
WHOLE = 60  # a win in shares: it can be split among two to six

# columns of the results
LENGTH, ENDING, DECISIONS = 0, 1, 2
CLOSED = 3  # round in which each sector closed, 0: never
ORDER = CLOSED + B.SECTORS  # place of each sector in the order of closing, from 1, reached or not
RESULTS = ORDER + B.SECTORS

# columns of each seat
SCORE, POINTS, TROPHY_POINTS, BOT_POINTS, LEADER_POINTS = 0, 1, 2, 3, 4
DEALT, SERVICED, OUT, SEARCHES, ATTACKS, LANDED = 5, 6, 7, 8, 9, 10
STAYED = 11  # rounds ended in each sector
SEAT_RESULTS = STAYED + B.SECTORS


@kernel
def record(state: Ints, book: Ints, results: Ints, seats: Ints) -> None:
    """Write down how a game ended: `results` of the game, one row of `seats` each.

    Nobody's win, and the Automa's, are shared by all (NEON-DEC-3).
    """
    results[LENGTH] = state[S.ROUND]
    results[ENDING] = state[S.ENDING]
    results[DECISIONS] = state[S.DECISIONS]
    for sector in range(B.SECTORS):
        results[CLOSED + sector] = state[S.CLOSED_IN + sector]
    for k in range(B.SECTORS):  # the top token lies last, and stays there when its turn is over
        results[ORDER + state[S.SCOREBOARD + 1 + k]] = B.SECTORS - k
    people = (1 << book[B.TEAM_COUNT]) - 1
    winners = state[S.WINNERS] & people
    if winners == 0:
        winners = people
    count = 0
    for team in range(book[B.TEAM_COUNT]):
        count += winners >> team & 1
    for seat in range(book[B.PLAYERS]):
        own = at(seat)
        team = book[B.TEAM_OF + seat]
        seats[seat, SCORE] = WHOLE // count if winners >> team & 1 else 0
        seats[seat, POINTS] = points(state, book, team)
        for value in range(1, S.VALUES):
            seats[seat, TROPHY_POINTS] += value * state[own + S.TROPHIES + value]
        seats[seat, BOT_POINTS] = bot_points(state, book, team)
        leads = state[S.LEADER] == seat
        seats[seat, LEADER_POINTS] = book[B.LEADER_POINTS] if leads else 0
        seats[seat, DEALT] = state[own + S.DEALT]
        seats[seat, SERVICED] = state[own + S.SERVICED]
        seats[seat, OUT] = state[own + S.OUT]
        seats[seat, SEARCHES] = state[own + S.SEARCHES]
        seats[seat, ATTACKS] = state[own + S.ATTACKS]
        seats[seat, LANDED] = state[own + S.LANDED_AT]
        for sector in range(B.SECTORS):
            seats[seat, STAYED + sector] = state[own + S.ROUNDS_IN + sector]


@kernel
def play_chunk(
    state: Ints,
    book: Ints,
    fighters: Ints,
    players: Ints,
    policies: Ints,
    weights: Ints,
    odds: Ints,
    streams: rng.Streams,
    legal: Ints,
    notes: Ints,
    trace: Ints,
    seed: int,
    sets: Ints,
    results: Ints,
    seats: Ints,
) -> None:
    """Play one game for each row of `fighters`, and write down how it ended.

    Streams belong to players and sets, not to seats, so that the games of a mirrored set share
    their decks and dice.
    """
    for game in range(sets.size):
        rng.start(streams, seed, sets[game])
        set_up(state, book, streams, fighters[game], players[game])
        advance(state, book, streams, trace)
        while state[S.STAGE] != S.OVER:
            n = legal_actions(state, book, legal)
            deed = legal[0]
            if n > 1:
                state[S.DECISIONS] += 1
                seat = state[S.ACTOR]
                purpose = PLAYER + 3 * state[at(seat) + S.PLAYER] + TIES
                policy = policies[game, seat]
                if policy == RANDOM:
                    deed = legal[rng.below(streams, purpose, n)]
                else:
                    own = weights[policy]
                    deed = choose(state, book, own, odds, streams, purpose, legal, n, notes)
            apply(state, book, streams, trace, deed)
            advance(state, book, streams, trace)
        record(state, book, results[game], seats[game])
