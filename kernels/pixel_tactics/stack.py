"""The resolution stack: frames, questions, reactions (PXT-ENC-9, PXT-SEQ-1, PXT-SEQ-2)."""

from kernels.bits import lowest
from kernels.jit import inlined, kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.board import Ints, at, holds, row_at, set_of, slot_at
from kernels.pixel_tactics.values import refresh


@kernel
def push(state: Ints, kind: int, who: int) -> int:
    """Put a new frame onto the stack and return where it stands."""
    depth = state[S.DEPTH]
    if depth >= S.FRAMES:  # never reached: reactions stop earlier; kept as a last guard
        state[S.DROPPED] = 1
        depth = S.FRAMES - 1
    frame = S.STACK + depth * S.FRAME
    for field in range(S.FRAME):
        state[frame + field] = 0
    state[frame + S.F_TYPE] = kind
    state[frame + S.F_WHO] = who
    state[frame + S.F_SELF] = S.NONE
    state[frame + S.F_SLOT] = S.NONE
    state[frame + S.F_ATTACKER] = S.NONE
    state[frame + S.F_SUBJECT] = S.NONE
    state[frame + S.F_LAST] = S.NONE
    state[frame + S.F_STRENGTH] = S.NONE
    for k in range(3):
        state[frame + S.F_IT + k] = S.NONE
    state[S.DEPTH] = depth + 1
    state[S.DEEPEST] = max(state[S.DEEPEST], depth + 1)
    return frame


@kernel
def push_record(state: Ints, number: int, who: int, card: int, via: int) -> int:
    """Begin a record of a card."""
    frame = push(state, S.RECORD, who)
    state[frame + S.F_ROW] = number
    state[frame + S.F_SELF] = card
    state[frame + S.F_VIA] = via
    return frame


@kernel
def push_attack(state: Ints, card: int, ranged: int, target: int, ban: int) -> int:
    """Begin an attack of a card in play on a place."""
    who = state[S.WHERE + card] // S.CELLS
    frame = push(state, S.ATTACK, who)
    state[frame + S.F_ATTACKER] = card
    state[frame + S.F_SUBJECT] = state[S.CARD + target]
    state[frame + S.F_VIA] = B.BY_RANGED if ranged else B.BY_MELEE
    state[frame + S.F_BAN] = ban
    return frame


@kernel
def push_harm(state: Ints, places: int, points: int, source: int, via: int, who: int) -> int:
    """Begin to put damage on places."""
    frame = push(state, S.HARM, who)
    state[frame + S.F_MASK] = places
    state[frame + S.F_AMOUNT] = points
    state[frame + S.F_ATTACKER] = source
    state[frame + S.F_VIA] = via
    return frame


@kernel
def push_order(state: Ints, who: int, card: int, played: int, discarded: int) -> int:
    """Begin to carry out the order of a card: `played`, or only run (PXT-DEC-47)."""
    frame = push(state, S.ORDER, who)
    state[frame + S.F_SELF] = card
    state[frame + S.F_SPARE] = played
    state[frame + S.F_LEFT] = discarded
    return frame


@kernel
def ask(state: Ints, decider: int, options: int, characters: int, op: int) -> None:
    """Offer picks to a player; a single option is taken without asking (PXT-ENC-2)."""
    state[S.PICK_FOR] = op
    state[S.DECIDER] = decider
    if characters == 0 and options & (options - 1) == 0:
        state[S.PICKED] = lowest(options)
        state[S.ANSWERED] = 1
    elif options == 0 and characters & (characters - 1) == 0:
        state[S.PICKED] = S.P_CHARACTER + lowest(characters)
        state[S.ANSWERED] = 1
    else:
        state[S.OPTIONS] = options
        state[S.CHARACTER_OPTIONS] = characters
        state[S.ANSWERED] = 0
        state[S.STAGE] = S.PICK


@inlined
def leader_of_order(state: Ints) -> int:
    """Return the player who comes first among simultaneous things (PXT-SEQ-2)."""
    return state[S.FIRST] if state[S.CASUALTIES] else state[S.ACTIVE]


@inlined
def react(
    state: Ints,
    book: Ints,
    event: int,
    actor: int,
    probe: int,
    subject: int,
    attacker: int,
    dealt: int,
    via: int,
    facts: int,
    ops: int,
) -> None:
    """Lay the reactions to an event onto the stack, so that they run in the order of PXT-SEQ-2.

    `actor` is the player of events that are "mine", `probe` the place that the event's SET must
    hold. `subject` and `attacker` are cards; `ops` can leave out or pick the taking of the fallen.
    """
    refresh(state, book)
    if (state[at(0) + S.LISTENS] | state[at(1) + S.LISTENS]) >> event & 1:
        _react(state, book, event, actor, probe, subject, attacker, dealt, via, facts, ops)


@kernel
def _react(
    state: Ints,
    book: Ints,
    event: int,
    actor: int,
    probe: int,
    subject: int,
    attacker: int,
    dealt: int,
    via: int,
    facts: int,
    ops: int,
) -> None:
    """Go through the figures that listen to an event, the last to react first."""
    lead = leader_of_order(state)
    for turn in range(2):
        unit = lead if turn else 1 - lead  # what is laid down last runs first
        block = at(unit)
        if not state[block + S.LISTENS] >> event & 1:
            continue
        figures = state[block + S.HEROES] | 1 << S.MIDDLE
        for step in range(S.CELLS):
            # last to first: R3 to V1, and the leader before all of them
            cell = S.MIDDLE if step == S.CELLS - 1 else S.CELLS - 1 - step
            if step >= S.MIDDLE and step < S.CELLS - 1:
                cell -= 1
            if not figures >> cell & 1:
                continue
            here = unit * S.CELLS + cell
            slot = slot_at(state, here)
            if not book[slot + B.SLOT_EVENTS] >> event & 1:
                continue
            for back in range(book[slot + B.SLOT_COUNT]):
                number = book[slot + B.SLOT_START] + book[slot + B.SLOT_COUNT] - 1 - back
                row = row_at(number)
                if book[row + B.KIND] != B.REACTION or book[row + B.ON] != event:
                    continue
                takes = book[row + B.OP] == B.REVIVE
                if (ops == S.NO_REVIVE and takes) or (ops == S.REVIVE_ONLY and not takes):
                    continue
                if not _hears(state, book, row, event, actor, probe, subject, via, unit, here):
                    continue
                if not holds(state, book, row, unit, here, facts):
                    continue
                if state[S.DEPTH] >= S.REACTION_ROOM:
                    state[S.DROPPED] = 1
                    return
                card = state[S.CARD + here]
                frame = push_record(state, number, unit, card, B.BY_ABILITY)
                state[frame + S.F_SLOT] = slot
                state[frame + S.F_SUBJECT] = subject
                state[frame + S.F_ATTACKER] = attacker
                state[frame + S.F_DEALT] = dealt


@kernel
def _hears(
    state: Ints,
    book: Ints,
    row: int,
    event: int,
    actor: int,
    probe: int,
    subject: int,
    via: int,
    unit: int,
    here: int,
) -> bool:
    """Whether a reaction's event is the one that happened."""
    if event == B.TURN_END or event == B.RECRUITED or event == B.ORDERED:
        if unit != actor:
            return False
        # of orders `via` tells which of the turn it was, in the order in which they were played
        return not book[row + B.FIRST_ONLY] or via == 1
    if event == B.WAVE_END or event == B.ROUND_END:
        return True
    if event == B.TARGETED or event == B.DEALS:
        return here == probe
    if event == B.LETHAL and book[row + B.OF_SET]:
        probe = state[S.WHERE + subject]
    elif event == B.LETHAL and not book[row + B.VIA] & via:
        return False
    if probe == S.NONE:
        return False
    if event == B.ATTACKED:  # who was hit may have fallen since
        sel = row + B.EVENT_SET
        side, kind = book[sel + B.SIDE], book[sel + B.TYPE]
        if (side == B.OWN and probe // S.CELLS != unit) or kind == B.CORPSE:
            return False
        middle = probe % S.CELLS == S.MIDDLE
        return kind == B.FIGURE or (kind == B.LEADER) == middle
    places = set_of(state, book, row + B.EVENT_SET, unit, here, S.NO, S.NO, S.NO)
    return places >> probe & 1 == 1
