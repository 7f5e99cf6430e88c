"""Search in Clones: Reload, and play under restrictions: compiled only when a seat asks for it."""

from typing import NamedTuple

from kernels import rng
from kernels.bits import count
from kernels.clones import actions as A
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import weights as P
from kernels.clones.apply import apply
from kernels.clones.cards import EVENTS, LEVELS, PLAYER, TIES, pack, unpack
from kernels.clones.dice import Ints, at
from kernels.clones.greedy import choose
from kernels.clones.legal import legal_actions
from kernels.clones.play import RANDOM, record
from kernels.clones.setup import set_up
from kernels.clones.turn import advance
from kernels.clones.worth import card_worth
from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.search import (
    SCALE,
    WHOLE,
    Thought,
    make_consider,
    make_permitted,
    make_search,
    softened,
)

# what a seat must not do: deeds as bits, then one entry per kind of card
BANNED_DEEDS, BANNED_KINDS = 0, 1
BANS = BANNED_KINDS + B.KIND_ROOM

_LOWEST = -(1 << 40)
_KEPT = 4  # a card counts for this part of its worth, as it may be lost


class Mind(NamedTuple):
    """What a thinking seat works with; `streams` are those of what it imagines."""

    book: Ints
    own: Ints
    settings: Ints
    bans: Ints
    streams: rng.Streams
    players: Ints
    legal: Ints
    fight: Ints
    odds: Ints
    room: Ints
    notes: Ints
    silent: Ints
    one: Ints


@kernel
def actor(state: Ints) -> int:
    """Return the seat that decides."""
    return state[S.ACTOR]


@kernel
def _card_of(state: Ints, seat: int, deed: int) -> int:
    """Return the kind of card that an action uses, or NONE."""
    what = A.what(deed)
    uses = what == A.WEAR or what == A.ITEM or what == A.ANSWER
    if uses or (what >= A.BLAST and what <= A.BLAST_WALL):
        return A.first(deed)
    if what == A.SHOOT:
        return state[at(seat) + S.WORN + A.first(deed)]
    return S.NONE


@kernel
def _is_banned(state: Ints, bans: Ints, seat: int, deed: int) -> bool:
    """Say whether a seat must not do something: the deed, or the use of the card."""
    if bans[BANNED_DEEDS] >> A.what(deed) & 1:
        return True
    kind = _card_of(state, seat, deed)
    return kind != S.NONE and bans[BANNED_KINDS + kind] != 0


permitted = make_permitted(_is_banned, actor)


@kernel
def options(mind: Mind, state: Ints, moves: Ints) -> int:
    """Write every move that is allowed."""
    return permitted(state, mind.bans, moves, legal_actions(state, mind.book, moves))


@kernel
def _favourite(mind: Mind, state: Ints, n: int) -> int:
    """Return the greedy player's choice among the first n moves of `legal`."""
    purpose = PLAYER + 2 * mind.players[state[S.ACTOR]] + TIES
    return choose(
        state,
        mind.book,
        mind.own,
        mind.streams,
        purpose,
        mind.legal,
        n,
        mind.fight,
        mind.odds,
        mind.room,
        mind.notes,
    )


consider = make_consider(options, _favourite)


@kernel
def step(mind: Mind, state: Ints, deed: int) -> None:
    """Make a move and go on to the next decision."""
    apply(state, mind.book, mind.streams, mind.players, mind.fight, mind.silent, deed)


@kernel
def redeal(mind: Mind, state: Ints, seat: int) -> None:
    """Deal anew what a seat cannot know: decks, events, backpacks and face-down traps of others."""
    book, streams = mind.book, mind.streams
    for level in range(3):
        deck = S.DECKS + level * S.DECK_SIZE
        shuffle(state, deck + 1, state[deck], streams, LEVELS + level)
    _redeal_events(state, book, streams)
    for other in range(book[B.PLAYERS]):
        if other != seat:
            _redeal_pack(state, book, streams, at(other))
            _redeal_traps(state, book, streams, other)


@kernel
def _redeal_events(state: Ints, book: Ints, streams: rng.Streams) -> None:
    """Exchange the events to come with those in the box, but for the certain ones, and shuffle."""
    cards = book[B.EVENT_DECK]
    certain = min(book[B.EVENTS_CERTAIN], cards)
    dealt = certain + min(book[B.EVENTS_CHANCE], cards - certain)
    for k in range(1, state[S.EVENTS] + 1):
        sure = False
        for i in range(1, certain + 1):
            if book[B.EVENT_DECK + i] == state[S.EVENTS + k]:
                sure = True
        other = rng.below(streams, EVENTS, cards - dealt + 1)
        if other and not sure:
            boxed = S.EVENTS + dealt + other
            state[S.EVENTS + k], state[boxed] = state[boxed], state[S.EVENTS + k]
    shuffle(state, S.EVENTS + 1, state[S.EVENTS], streams, EVENTS)


@kernel
def _redeal_pack(state: Ints, book: Ints, streams: rng.Streams, block: int) -> None:
    """Exchange each card of a backpack with any of its level in the deck, or with none."""
    left = state[block + S.PACK]
    for kind in range(B.KIND_ROOM):
        if not left >> kind & 1:
            continue
        level = book[B.GEAR + kind * B.GEAR_SIZE + B.LEVEL] - 1
        deck = S.DECKS + level * S.DECK_SIZE
        for _ in range(state[block + S.PACKED + kind]):
            other = rng.below(streams, LEVELS + level, state[deck] + 1)
            if other:
                unpack(state, block, kind)
                pack(state, block, state[deck + other])
                state[deck + other] = kind


@kernel
def _redeal_traps(state: Ints, book: Ints, streams: rng.Streams, seat: int) -> None:
    """Exchange each trap that a seat has laid with any that it still has, or with none."""
    traps = at(seat) + S.TRAPS
    for cell in range(B.CELLS):
        trap = state[S.TRAP_AT + cell] - 1
        if trap < 0 or trap // B.TRAP_ROOM != seat:
            continue
        left = 0
        for kind in range(book[B.TRAP_KINDS]):
            left += state[traps + kind]
        other = rng.below(streams, EVENTS, left + 1)
        for kind in range(book[B.TRAP_KINDS]):
            if 0 < other <= state[traps + kind]:
                state[traps + trap % B.TRAP_ROOM] += 1
                state[traps + kind] -= 1
                state[S.TRAP_AT + cell] = 1 + seat * B.TRAP_ROOM + kind
            other -= state[traps + kind]


@kernel
def is_over(state: Ints) -> bool:
    """Say whether the game is over."""
    return state[S.STAGE] == S.OVER


@kernel
def clock(state: Ints) -> int:
    """Return the number of the turn."""
    return state[S.TURN_NUMBER]


@kernel
def _prospects(mind: Mind, state: Ints, team: int) -> int:
    """Return what a team has: fame, beacons on the way to it, healthy dice, equipment."""
    book, own = mind.book, mind.own
    total = state[S.TEAM_FAME + team] * own[P.FAME]
    for seat in range(book[B.PLAYERS]):
        if book[B.TEAM_OF + seat] != team:
            continue
        block = at(seat)
        total += state[block + S.BEACONS] * book[B.FAME + B.BEACON_TOKEN] * own[P.FAME] // 2
        total -= state[block + S.DAMAGED] * own[P.OWN_WOUND]
        for place in range(S.PLACES):
            if state[block + S.WORN + place] != S.NONE:
                total += card_worth(book, own, state[block + S.WORN + place]) // _KEPT
        for kind in range(B.KIND_ROOM):
            if state[block + S.PACK] >> kind & 1:
                total += state[block + S.PACKED + kind] * card_worth(book, own, kind) // _KEPT
    return total


@kernel
def worth(mind: Mind, root: Ints, state: Ints, seat: int) -> int:
    """Return what a table is worth: the result, or the lead over the best of the other teams."""
    team = mind.book[B.TEAM_OF + seat]
    if state[S.STAGE] == S.OVER:
        won = state[S.WINNERS]
        return WHOLE // count(won) if won >> team & 1 else 0
    best = _LOWEST
    for other in range(mind.book[B.TEAM_COUNT]):
        if other != team:
            best = max(best, _prospects(mind, state, other))
    return softened(_prospects(mind, state, team) - best, mind.settings[SCALE])


think = make_search(redeal, consider, options, step, is_over, actor, clock, worth)


@kernel
def play_chunk(
    thought: Thought,
    silent: Ints,
    state: Ints,
    books: Ints,
    maps: Ints,
    characters: Ints,
    players: Ints,
    policies: Ints,
    weights: Ints,
    streams: rng.Streams,
    legal: Ints,
    fight: Ints,
    table: Ints,
    room: Ints,
    notes: Ints,
    trace: Ints,
    seed: int,
    sets: Ints,
    results: Ints,
    seats: Ints,
) -> None:
    """Play one game for each row, as `play.play_chunk`, where seats search or are restricted."""
    for game in range(sets.size):
        book = books[maps[game]]
        rng.start(streams, seed, sets[game])
        set_up(state, book, streams, characters[game])
        advance(state, book, streams, trace)
        decision = 0
        while state[S.STAGE] != S.OVER:
            decision += 1
            seat = state[S.ACTOR]
            n = permitted(state, thought.bans[game], legal, legal_actions(state, book, legal))
            deed = legal[0]
            if n > 1 and policies[game, seat] == RANDOM:
                deed = legal[rng.below(streams, PLAYER + 2 * players[game, seat] + TIES, n)]
            elif n > 1:
                budget = thought.budgets[game, seat]
                mind = Mind(
                    book,
                    weights[policies[game, seat]],
                    thought.settings[thought.manner[game, seat]],
                    thought.bans[game],
                    thought.streams if budget else streams,
                    players[game],
                    legal,
                    fight,
                    table,
                    room,
                    notes,
                    silent,
                    thought.one,
                )
                deed = think(mind, thought, state, budget, seed, sets[game], decision)
            apply(state, book, streams, players[game], fight, trace, deed)
        record(state, book, results[game], seats[game])
