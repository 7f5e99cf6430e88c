"""Victory points and the winner (NEON-RES-M2, NEON-RES-M3, NEON-BR-3, NEON-CO-2)."""

from kernels.jit import kernel
from kernels.neon import book as B
from kernels.neon import state as S
from kernels.neon import trace as T
from kernels.neon.arena import Ints, at, blocks


@kernel
def bot_points(state: Ints, book: Ints, team: int) -> int:
    """Return the points of a team's bots, pairs across the team included (NEON-BOT-3, CO-2)."""
    points = 0
    for kind in range(B.BOT_KINDS):
        held = 0
        for block in range(blocks(book)):
            if book[B.TEAM_OF + block] == team:
                held += state[at(block) + S.BOTS + kind] + state[at(block) + S.FLIPPED + kind]
        points += held * book[B.BOT_POINTS] + held // 2 * book[B.PAIR_POINTS]
    return points


@kernel
def tokens(state: Ints, book: Ints, team: int, value: int) -> int:
    """Return how many health tokens of a value a team has won."""
    held = 0
    for block in range(blocks(book)):
        if book[B.TEAM_OF + block] == team:
            held += state[at(block) + S.TROPHIES + value]
    return held


@kernel
def points(state: Ints, book: Ints, team: int) -> int:
    """Return the victory points of a team."""
    total = bot_points(state, book, team)
    for value in range(1, S.VALUES):
        total += value * tokens(state, book, team, value)
    if book[B.TEAM_OF + state[S.LEADER]] == team:
        total += book[B.LEADER_POINTS]
    return total


@kernel
def is_left(state: Ints, book: Ints, team: int) -> bool:
    """Say whether anybody of a team is not eliminated (REC-11.4, REC-11.10)."""
    for block in range(blocks(book)):
        if book[B.TEAM_OF + block] == team and state[at(block) + S.OUT] == 0:
            return True
    return False


@kernel
def teams_left(state: Ints, book: Ints) -> int:
    """Return the teams, the Automa included, that have somebody left, as bits."""
    left = 0
    for team in range(book[B.TEAM_COUNT] + book[B.AUTOMA]):
        if is_left(state, book, team):
            left |= 1 << team
    return left


@kernel
def _rank(state: Ints, book: Ints, team: int, by_tokens: bool) -> int:
    """Return a number that orders teams: points, then 3s, 2s, 1s (NEON-RES-M3)."""
    rank = points(state, book, team)
    if by_tokens:
        for value in range(S.VALUES - 1, 0, -1):
            rank = rank * 256 + tokens(state, book, team, value)
    return rank


@kernel
def _best(state: Ints, book: Ints, left: int, by_tokens: bool) -> int:
    """Return the teams that are left and lead, as bits."""
    best = -1
    found = 0
    for team in range(book[B.TEAM_COUNT] + book[B.AUTOMA]):
        if not left >> team & 1:
            continue
        rank = _rank(state, book, team, by_tokens)
        if rank > best:
            best = rank
            found = 0
        if rank == best:
            found |= 1 << team
    return found


@kernel
def reckon(state: Ints, book: Ints, trace: Ints) -> None:
    """End the game: who wins, and how it was decided."""
    left = teams_left(state, book)
    people = (1 << book[B.TEAM_COUNT]) - 1
    if left == 0:
        winners = 0
        ending = S.NOBODY
    elif left & (left - 1) == 0:
        winners = left
        ending = S.LAST_ONE
    elif book[B.ROYALE]:
        winners = left
        ending = S.DRAWN
    else:
        first = _best(state, book, left, False)
        winners = _best(state, book, left, True)
        ending = S.MOST_POINTS
        if winners & (winners - 1):
            ending = S.SHARED
        elif first != winners:
            ending = S.MORE_TOKENS
    if winners and winners & people == 0:
        ending = S.AUTOMA_WON
    state[S.WINNERS] = winners
    state[S.ENDING] = ending
    state[S.STAGE] = S.OVER
    T.note(trace, T.GAME_OVER, winners, ending)
