"""Fame tokens, and the end that they bring (RLD-FAM-1, RLD-END-1)."""

from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.clones.dice import Ints, at
from kernels.jit import kernel


@kernel
def finish(state: Ints, trace: Ints, winners: int, ending: int) -> None:
    """End the game."""
    state[S.STAGE] = S.OVER
    state[S.WINNERS] = winners
    state[S.ENDING] = ending
    T.note(trace, T.GAME_OVER, winners, ending)


@kernel
def lay_token(state: Ints, book: Ints, trace: Ints, seat: int, token: int) -> None:
    """Lay a fame token on the track of a seat's team; who touches the end wins at once.

    Tokens never run out (RLD-DEC-20).
    """
    if state[S.STAGE] == S.OVER:
        return
    team = book[B.TEAM_OF + seat]
    state[at(seat) + S.TOKEN + token] += 1
    state[S.TEAM_FAME + team] += book[B.FAME + token]
    T.note(trace, T.TOKEN, seat, token, state[S.TEAM_FAME + team])
    if state[S.TEAM_FAME + team] >= book[B.SUPERSTAR]:
        finish(state, trace, 1 << team, S.SUPERSTAR)


@kernel
def reckon(state: Ints, book: Ints, trace: Ints) -> None:
    """End the game by fame: furthest on the track, then more Reload tokens, else shared."""
    best = -1
    leaders = 0
    for team in range(book[B.TEAM_COUNT]):
        fame = state[S.TEAM_FAME + team]
        if fame > best:
            best, leaders = fame, 1 << team
        elif fame == best:
            leaders |= 1 << team
    if leaders & (leaders - 1) == 0:
        finish(state, trace, leaders, S.MOST_FAME)
        return
    best = -1
    winners = 0
    for team in range(book[B.TEAM_COUNT]):
        if not leaders >> team & 1:
            continue
        reloads = 0
        for seat in range(book[B.PLAYERS]):
            if book[B.TEAM_OF + seat] == team:
                reloads += state[at(seat) + S.TOKEN + B.RELOAD_TOKEN]
        if reloads > best:
            best, winners = reloads, 1 << team
        elif reloads == best:
            winners |= 1 << team
    single = winners & (winners - 1) == 0
    finish(state, trace, winners, S.MOST_RELOADS if single else S.SHARED)
