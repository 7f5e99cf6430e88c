"""The interpreter of ability records: targets first, then the operation (PXT-VOC-2 to PXT-VOC-7)."""

from kernels import rng
from kernels.bits import count, lowest
from kernels.deck import shuffle
from kernels.jit import kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import (
    Ints,
    at,
    in_truce,
    near,
    order_slot,
    row_at,
    set_of,
    slot_at,
    spell_at,
)
from kernels.pixel_tactics.cards import (
    DECK,
    any_of_hand,
    deck_bits,
    draw,
    empty_cells,
    exchange,
    lift,
    put,
    remove,
    settle,
    take_from_deck,
    throw_away,
    to_discard,
    to_hand,
)
from kernels.pixel_tactics.harm import defeat
from kernels.pixel_tactics.stack import (
    ANY_OP,
    ask,
    push_attack,
    push_harm,
    push_order,
    push_record,
    react,
)
from kernels.pixel_tactics.values import amount, castable, copies, granted, sources_of

# phases of a record's row
START, UNIT_ASKED, LINE_ASKED, TARGETS, CHOOSING, DO, ASKED, ASKED_2, NEXT = range(9)

_STOP = 1 << S.P_STOP
_FIELDS = 9


@kernel
def end_row(state: Ints, book: Ints, frame: int) -> None:
    """Go on to the next step of the record, or close it."""
    number = state[frame + S.F_ROW] + 1
    if book[row_at(number) + B.KIND] != B.THEN:
        state[S.DEPTH] -= 1
        return
    state[frame + S.F_ROW] = number
    state[frame + S.F_PHASE] = START
    state[frame + S.F_MASK] = 0
    state[frame + S.F_COUNTS] = 0
    state[frame + S.F_COUNTS + 1] = 0
    state[frame + S.F_LAST] = S.NONE
    state[frame + S.F_STRENGTH] = S.NONE
    state[frame + S.F_SPARE] = 0


@kernel
def _starts(state: Ints, book: Ints, frame: int, row: int) -> bool:
    """Whether a record's card still holds its slot, and may use it now (PXT-SEQ-2)."""
    if state[frame + S.F_SLOT] == S.NONE:
        return True
    place = state[S.WHERE + state[frame + S.F_SELF]]
    if place == S.NONE or place // S.CELLS != state[frame + S.F_WHO]:
        return False
    if slot_at(state, place) != state[frame + S.F_SLOT]:
        return False
    state[frame + S.F_SLOT] = S.NONE
    if book[row + B.LIMIT] & B.ONCE_A_TURN:
        if state[S.ONCE + place]:
            return False
        state[S.ONCE + place] = 1
    return True


@kernel
def _points(state: Ints, book: Ints, frame: int, row: int) -> int:
    """Return the amount of a step."""
    kind = book[row + B.AMOUNT_IS]
    if kind == B.DEALT:
        return state[frame + S.F_DEALT]
    if kind == B.PREVIOUS:
        return state[frame + S.F_PREVIOUS] + 1
    if kind == B.ALL_OF_IT:
        return 99
    if kind == B.LIFE_OF_IT:
        card = state[frame + S.F_IT]
        if card == S.NONE:
            return 0
        character = card % B.CHARACTER_ROOM
        return book[B.CHARACTERS + character * B.CHARACTER_SIZE + B.HERO_LIFE]
    card = state[frame + S.F_SELF]
    place = S.NONE if card == S.NONE else state[S.WHERE + card]
    return amount(state, book, row, state[frame + S.F_WHO], place)


@kernel
def _referred(state: Ints, frame: int, ref: int, quiet: int) -> int:
    """Return the places of the cards that a reference means, as bits."""
    if ref == B.IT:
        found = 0
        for k in range(3):
            card = state[frame + S.F_IT + k]
            if card != S.NONE and state[S.WHERE + card] != S.NONE:
                found |= 1 << state[S.WHERE + card]
        return found
    if ref == B.ATTACKER or ref == B.SUBJECT:
        card = state[frame + (S.F_ATTACKER if ref == B.ATTACKER else S.F_SUBJECT)]
        if card == S.NONE or state[S.WHERE + card] == S.NONE:
            return 0
        return 1 << state[S.WHERE + card]
    if quiet and ref == B.FOE_LEADER:
        return 0
    card = state[frame + S.F_SELF]
    place = S.NONE if card == S.NONE else state[S.WHERE + card]
    return near(state, ref, state[frame + S.F_WHO], place)


@kernel
def _members(state: Ints, book: Ints, frame: int, row: int) -> int:
    """Return the places that a step may choose from or touches, as bits."""
    quiet = 1 if in_truce(state, book) else 0
    to = row + B.TO
    if book[to + B.QUANTIFIER] == B.REFERENCE:
        return _referred(state, frame, book[to + B.REF], quiet)
    who = state[frame + S.F_WHO]
    card = state[frame + S.F_SELF]
    # an order has no place of its own
    place = S.NONE if card == S.NONE else state[S.WHERE + card]
    if state[frame + S.F_VIA] == B.BY_ORDER:
        place = S.NONE
    op = book[row + B.OP]
    if op == B.COPY_SPELL:
        return copies(state, book, row, who, place)
    places = set_of(
        state, book, to, who, place, state[frame + S.F_UNIT], state[frame + S.F_LINE], quiet
    )
    if op == B.GRANT:
        able = 0
        while places:
            each = lowest(places)
            places &= places - 1
            if _offers(state, book, row, each):
                able |= 1 << each
        return able
    return places


@kernel
def _offers(state: Ints, book: Ints, row: int, place: int) -> int:
    """Return what a grant lets a card do now, as picks in bits."""
    what = book[row + B.ARG]
    if state[S.KIND + place] == S.CORPSE and book[row + B.TO + B.TYPE] != B.CORPSE:
        return 0  # what was granted to a hero is not for the corpse it became
    if book[row + B.LIMIT] & B.ONCE_PER_CARD and state[S.USED + place]:
        return 0
    found = granted(state, book, place, what, book[row + B.ARG_2])
    if what & B.G_SPELL and state[S.KIND + place] != S.CORPSE and castable(state, book, place):
        found |= 1 << S.P_SPELL
    return found


@kernel
def _keep_it(state: Ints, frame: int, places: int) -> None:
    """Remember the cards chosen, for later steps."""
    for k in range(3):
        state[frame + S.F_IT + k] = S.NONE
        if places:
            state[frame + S.F_IT + k] = state[S.CARD + lowest(places)]
            places &= places - 1


@kernel
def _choose(state: Ints, book: Ints, frame: int, row: int) -> bool:
    """Let the controller choose targets one by one; say whether the choice is complete."""
    to = row + B.TO
    quantifier = book[to + B.QUANTIFIER]
    who = state[frame + S.F_WHO]
    op = book[row + B.OP]
    mask = state[frame + S.F_MASK]
    last = state[frame + S.F_LAST]
    if state[S.ANSWERED]:
        state[S.ANSWERED] = 0
        if state[S.PICKED] == S.P_STOP:
            state[frame + S.F_LEFT] = 0
        else:
            last = state[S.PICKED]
            mask |= 1 << last
            state[frame + S.F_MASK] = mask
            state[frame + S.F_LAST] = last
            state[frame + S.F_LEFT] -= 1
            word = frame + S.F_COUNTS + last // S.CELLS
            state[word] += 1 << 4 * (last % S.CELLS)
    left = state[frame + S.F_LEFT]
    if left <= 0:
        return True
    options = _members(state, book, frame, row)
    if quantifier == B.SPLIT:
        options &= ~((1 << max(last, 0)) - 1)
        if op == B.HEAL:
            able = 0
            while options:
                each = lowest(options)
                options &= options - 1
                word = state[frame + S.F_COUNTS + each // S.CELLS]
                if state[S.DAMAGE + each] > word >> 4 * (each % S.CELLS) & 15:
                    able |= 1 << each
            options = able | _STOP if able else 0
    else:
        options &= ~((2 << last) - 1) if last >= 0 else ~0
        if quantifier == B.EXACT:
            spare = count(options) - left
            able = 0
            rest = options
            while rest and spare >= 0:
                able |= rest & -rest
                rest &= rest - 1
                spare -= 1
            options = able if able else options & -options
        elif quantifier == B.UP_TO and mask:
            options = options | _STOP if options else 0
    if not options:
        return True
    ask(state, who, options, 0, op)
    return False


@kernel
def _move_damage(state: Ints, book: Ints, trace: Ints, frame: int, row: int) -> None:
    """Ask for sources, target and amount, then move tokens (PXT-DEC-26, PXT-DEC-54)."""
    who = state[frame + S.F_WHO]
    sel = row + B.FROM
    source_is = book[sel + B.QUANTIFIER]
    most = _points(state, book, frame, row)
    place = S.NONE
    if state[frame + S.F_VIA] != B.BY_ORDER:
        place = state[S.WHERE + state[frame + S.F_SELF]]
        if place == S.NONE:
            end_row(state, book, frame)
            return
    phase = state[frame + S.F_PHASE]
    if phase == DO:
        state[frame + S.F_LEFT] = most
        state[frame + S.F_PHASE] = ASKED
        phase = ASKED
        if source_is == B.REFERENCE:
            sources = sources_of(state, book, row, who, place)
            if not sources:
                end_row(state, book, frame)
                return
            state[frame + S.F_MASK] = sources
            state[frame + S.F_PHASE] = ASKED_2
            phase = ASKED_2
    if phase == ASKED:
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            if state[S.PICKED] == S.P_STOP:
                state[frame + S.F_LEFT] = 0
            else:
                each = state[S.PICKED]
                state[frame + S.F_MASK] |= 1 << each
                state[frame + S.F_LAST] = each
                state[frame + S.F_LEFT] -= 1
                state[frame + S.F_COUNTS + each // S.CELLS] += 1 << 4 * (each % S.CELLS)
                if source_is == B.ONE:
                    state[frame + S.F_LEFT] = 0
        options = 0
        if state[frame + S.F_LEFT] > 0:
            sources = sources_of(state, book, row, who, place)
            while sources:
                each = lowest(sources)
                sources &= sources - 1
                word = state[frame + S.F_COUNTS + each // S.CELLS]
                if each >= state[frame + S.F_LAST]:
                    if state[S.DAMAGE + each] > word >> 4 * (each % S.CELLS) & 15:
                        options |= 1 << each
        if options:
            if state[frame + S.F_MASK]:
                options |= _STOP
            ask(state, who, options, 0, B.MOVE_DAMAGE)
            return
        if not state[frame + S.F_MASK]:
            end_row(state, book, frame)
            return
        state[frame + S.F_PHASE] = ASKED_2
        state[frame + S.F_LAST] = S.NONE
    if state[frame + S.F_LAST] == S.NONE or source_is != B.REFERENCE:  # the target
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            state[frame + S.F_LAST] = state[S.PICKED]
        elif book[row + B.TO + B.QUANTIFIER] == B.REFERENCE:
            to = _members(state, book, frame, row)
            if not to:
                end_row(state, book, frame)
                return
            state[frame + S.F_LAST] = lowest(to)
        else:
            to = _members(state, book, frame, row)
            if book[row + B.TO + B.FILTERS] & B.OTHER:
                to &= ~state[frame + S.F_MASK]
            if not to:
                end_row(state, book, frame)
                return
            ask(state, who, to, 0, B.MOVE_DAMAGE)
            return
    target = state[frame + S.F_LAST]
    points = S.NONE
    if source_is == B.REFERENCE:
        source = lowest(state[frame + S.F_MASK])
        most = min(most, state[S.DAMAGE + source])
        points = most
        if most == 2 and book[row + B.AMOUNT_IS] == B.PLAIN:
            if not state[S.ANSWERED]:
                ask(state, who, 3 << S.P_AMOUNT, 0, B.MOVE_DAMAGE)
                return
            state[S.ANSWERED] = 0
            points = state[S.PICKED] - S.P_AMOUNT + 1
    sources = state[frame + S.F_MASK]
    while sources:
        source = lowest(sources)
        sources &= sources - 1
        moved = points
        if source_is == B.ONE:
            moved = min(most, state[S.DAMAGE + source])
        elif points == S.NONE:
            word = state[frame + S.F_COUNTS + source // S.CELLS]
            moved = word >> 4 * (source % S.CELLS) & 15
        state[S.DAMAGE + source] -= moved
        state[S.DAMAGE + target] += moved
        T.note(trace, T.MOVED_TOKENS, source, target, moved)
    end_row(state, book, frame)


@kernel
def recruit(state: Ints, book: Ints, trace: Ints, who: int, character: int, cell: int) -> int:
    """Put a hero from the hand into an empty cell, with the reactions (PXT-ACT-2)."""
    card = who * B.CHARACTER_ROOM + character
    place = who * S.CELLS + cell
    block = at(who)
    state[block + S.HAND] &= ~(1 << character)
    state[block + S.PLAYED] |= 1 << character
    put(state, place, S.HERO, card)
    state[S.USED + place] = 1
    T.note(trace, T.RECRUITED, place, card)
    react(state, book, B.RECRUITED, who, S.NONE, card, S.NONE, 0, 0, 0, ANY_OP)
    return card


@kernel
def _recruits(state: Ints, book: Ints, trace: Ints, frame: int, row: int) -> None:
    """Recruit one hero, or as many as wanted, one after another (PXT-DEC-56)."""
    who = state[frame + S.F_WHO]
    block = at(who)
    where = book[row + B.ARG]
    phase = state[frame + S.F_PHASE]
    if phase == DO:
        if where == 5 and state[frame + S.F_SPARE] == 0:
            if not state[S.ANSWERED]:
                ask(state, who, 7 << S.P_ROW, 0, B.RECRUIT)
                return
            state[S.ANSWERED] = 0
            state[frame + S.F_LINE] = state[S.PICKED] - S.P_ROW
            state[frame + S.F_SPARE] = 1
    every = book[row + B.AMOUNT_IS] == B.ALL_OF_IT
    cells = empty_cells(state, who)
    if where == B.WAVE_ROW:
        cells &= 0o7 << 3 * state[S.WAVE]
    elif where == 5:
        cells &= 0o7 << 3 * state[frame + S.F_LINE]
    hand = state[block + S.HAND] & ~state[frame + S.F_COUNTS]
    if phase == DO:
        if not (cells and hand):
            end_row(state, book, frame)
            return
        state[frame + S.F_PHASE] = ASKED
        ask(state, who, _STOP if every else 0, hand, B.RECRUIT)
        return
    if phase == ASKED:
        state[S.ANSWERED] = 0
        if state[S.PICKED] == S.P_STOP:
            end_row(state, book, frame)
            return
        state[frame + S.F_LAST] = state[S.PICKED] - S.P_CHARACTER
        state[frame + S.F_PHASE] = ASKED_2
        ask(state, who, cells << who * S.CELLS, 0, B.RECRUIT)
        return
    state[S.ANSWERED] = 0
    character = state[frame + S.F_LAST]
    state[frame + S.F_COUNTS] |= 1 << character
    state[frame + S.F_IT] = who * B.CHARACTER_ROOM + character
    state[frame + S.F_PHASE] = DO if every else NEXT
    recruit(state, book, trace, who, character, state[S.PICKED] % S.CELLS)


@kernel
def _grants(state: Ints, book: Ints, trace: Ints, frame: int, row: int) -> None:
    """Offer attacks or spells to the cards chosen (PXT-DEC-15)."""
    who = state[frame + S.F_WHO]
    phase = state[frame + S.F_PHASE]
    every = book[row + B.TO + B.QUANTIFIER] == B.ALL
    if book[row + B.ON] == B.DEFEATED:
        _last_attack(state, book, frame, who)
        return
    if phase == DO:
        able = 0
        places = state[frame + S.F_MASK]
        while places:
            each = lowest(places)
            places &= places - 1
            if _offers(state, book, row, each):
                able |= 1 << each
        if not able:
            end_row(state, book, frame)
        elif every:
            state[frame + S.F_PHASE] = ASKED
            ask(state, who, able | _STOP, 0, B.GRANT)
        else:
            place = lowest(able)
            state[frame + S.F_TARGET] = place
            state[frame + S.F_PHASE] = ASKED_2
            ask(state, who, _offers(state, book, row, place) | _STOP, 0, B.GRANT)
        return
    state[S.ANSWERED] = 0
    pick = state[S.PICKED]
    if phase == ASKED:
        if pick == S.P_STOP:
            end_row(state, book, frame)
            return
        state[frame + S.F_TARGET] = pick
        state[frame + S.F_MASK] &= ~(1 << pick)
        state[frame + S.F_PHASE] = ASKED_2
        ask(state, who, _offers(state, book, row, pick) | _STOP, 0, B.GRANT)
        return
    state[frame + S.F_PHASE] = DO if every else NEXT
    if pick == S.P_STOP:
        return
    place = state[frame + S.F_TARGET]
    card = state[S.CARD + place]
    if book[row + B.LIMIT] & B.ONCE_PER_CARD or book[B.GRANTS_USE_UP]:
        state[S.USED + place] = 1
    if pick == S.P_SPELL:
        T.note(trace, T.CASTS, who, card)
        push_record(state, spell_at(state, book, place), who, card, B.BY_SPELL)
        return
    ranged = 1 if pick >= S.P_RANGED else 0
    cell = pick - (S.P_RANGED if ranged else S.P_MELEE)
    attack = push_attack(state, card, ranged, (1 - who) * S.CELLS + cell, book[row + B.ARG_2])
    state[attack + S.F_STRENGTH] = book[row + B.ARG_3]
    if state[S.KIND + place] == S.CORPSE:
        state[attack + S.F_SPARE] = 1


@kernel
def _last_attack(state: Ints, book: Ints, frame: int, who: int) -> None:
    """Offer the last attack of a hero that has just fallen (BER-L, PXT-DEC-31)."""
    subject = state[frame + S.F_SUBJECT]
    if state[frame + S.F_PHASE] == DO:
        foe = 1 - who
        figures = state[at(foe) + S.HEROES] | 1 << S.MIDDLE
        cells = figures & ~((figures & 7) << 3 | (figures & 7) << 6 | (figures & 0o70) << 3)
        if state[frame + S.F_STRENGTH] != 1 or in_truce(state, book):
            end_row(state, book, frame)
            return
        state[frame + S.F_PHASE] = ASKED
        ask(state, who, cells << S.P_MELEE | _STOP, 0, B.GRANT)
        return
    state[S.ANSWERED] = 0
    state[frame + S.F_PHASE] = NEXT
    if state[S.PICKED] == S.P_STOP:
        return
    target = (1 - who) * S.CELLS + state[S.PICKED] - S.P_MELEE
    attack = push_attack(state, state[S.CARD + target], 0, target, 0)
    state[attack + S.F_WHO] = who
    state[attack + S.F_ATTACKER] = subject
    state[attack + S.F_SPARE] = 2
    state[attack + S.F_COUNTS] = state[frame + S.F_COUNTS]
    state[attack + S.F_COUNTS + 1] = state[frame + S.F_COUNTS + 1]
    state[attack + S.F_LEFT] = state[frame + S.F_LEFT]


@kernel
def _rearranges(state: Ints, book: Ints, frame: int, row: int) -> None:
    """Ask for a new cell for each body in turn, then move them all (PXT-DEC-53)."""
    who = state[frame + S.F_WHO]
    to = row + B.TO
    bodies = state[frame + S.F_MASK]
    if not bodies:
        end_row(state, book, frame)
        return
    unit = lowest(bodies) // S.CELLS
    if state[frame + S.F_PHASE] == DO:
        state[frame + S.F_LEFT] = 0
        state[frame + S.F_SPARE] = 0  # cells given away
        state[frame + S.F_PHASE] = ASKED
    else:
        state[S.ANSWERED] = 0
        cell = state[S.PICKED] % S.CELLS
        state[frame + S.F_COUNTS] |= cell << 4 * state[frame + S.F_LEFT]
        state[frame + S.F_SPARE] |= 1 << cell
        state[frame + S.F_LEFT] += 1
    if state[frame + S.F_LEFT] < count(bodies):
        area = 0o757 & ~state[frame + S.F_SPARE]
        if book[to + B.FILTERS] & B.PICK_COLUMN:
            area &= 0o111 << state[frame + S.F_LINE]
        ask(state, who, area << unit * S.CELLS, 0, B.REARRANGE)
        return
    aside = frame + S.FRAME  # the room above the highest frame is free
    number = 0
    rest = bodies
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        for field in range(_FIELDS):
            state[aside + number * _FIELDS + field] = state[field * S.PLACES + place]
        lift(state, place)
        number += 1
    for k in range(number):
        place = unit * S.CELLS + (state[frame + S.F_COUNTS] >> 4 * k & 15)
        for field in range(_FIELDS):
            state[field * S.PLACES + place] = state[aside + k * _FIELDS + field]
        settle(state, place)
    end_row(state, book, frame)


@kernel
def _is_running(state: Ints, card: int) -> bool:
    """Whether the order of a card is being carried out already (PXT-DEC-47)."""
    for k in range(state[S.DEPTH]):
        frame = S.STACK + k * S.FRAME
        if state[frame + S.F_TYPE] == S.ORDER and state[frame + S.F_SELF] == card:
            return True
    return False


@kernel
def _runs_order(
    state: Ints, book: Ints, streams: rng.Streams, trace: Ints, frame: int, row: int
) -> None:
    """Show a card and carry out its order as one's own (PXT-DEC-46, PXT-DEC-47)."""
    who = state[frame + S.F_WHO]
    source, picker = book[row + B.ARG], book[row + B.ARG_2]
    if in_truce(state, book):
        end_row(state, book, frame)
        return
    owner = 1 - who if source == B.OPPONENT_HAND else who
    hand = state[at(owner) + S.HAND]
    # a player who only imagines does not look into the other's hand
    if source != B.MY_LEADER and (hand == 0 or (owner != who and state[S.DREAM])):
        end_row(state, book, frame)
        return
    if source == B.MY_LEADER:
        character = state[at(who) + S.LEADER_CARD]
    elif picker == B.PICK_RANDOM:
        character = any_of_hand(state, streams, owner)
    elif state[frame + S.F_PHASE] == DO:
        able = 0
        while hand:
            each = lowest(hand)
            hand &= hand - 1
            if not _is_running(state, owner * B.CHARACTER_ROOM + each):
                able |= 1 << each
        if not able:
            end_row(state, book, frame)
            return
        state[frame + S.F_PHASE] = ASKED
        ask(state, 1 - who if picker == B.PICK_OPPONENT else who, 0, able, B.RUN_ORDER)
        return
    else:
        state[S.ANSWERED] = 0
        character = state[S.PICKED] - S.P_CHARACTER
    state[frame + S.F_PHASE] = NEXT
    card = owner * B.CHARACTER_ROOM + character
    if _is_running(state, card):
        if book[row + B.ARG_3]:
            throw_away(state, trace, owner, character)
        return
    push_order(state, who, card, 0, book[row + B.ARG_3])


@kernel
def step_order(state: Ints, book: Ints, trace: Ints, frame: int) -> None:
    """Carry out an order, then discard its card, then the events (PXT-SEQ-1)."""
    card, who = state[frame + S.F_SELF], state[frame + S.F_WHO]
    character = card % B.CHARACTER_ROOM
    if state[frame + S.F_PHASE] == 0:
        state[frame + S.F_PHASE] = 1
        T.note(trace, T.ORDER_RUNS, who, card, state[frame + S.F_SPARE])
        number = book[order_slot(character) + B.SLOT_START]
        push_record(state, number, who, card, B.BY_ORDER)
        return
    played, discarded = state[frame + S.F_SPARE], state[frame + S.F_LEFT]
    state[S.DEPTH] -= 1
    if played:
        to_discard(state, card)
        react(state, book, B.ORDERED, who, S.NONE, S.NONE, S.NONE, 0, 0, 0, ANY_OP)
    elif discarded and state[at(card // B.CHARACTER_ROOM) + S.HAND] >> character & 1:
        throw_away(state, trace, card // B.CHARACTER_ROOM, character)


@kernel
def _handles_cards(
    state: Ints, book: Ints, streams: rng.Streams, trace: Ints, frame: int, row: int
) -> None:
    """Draw, discard, sift, search, look, play the card drawn."""
    who = state[frame + S.F_WHO]
    op = book[row + B.OP]
    target = 1 - who if book[row + B.TO + B.REF] == B.OPPONENT else who
    if target != who and in_truce(state, book):
        end_row(state, book, frame)
        return
    block = at(target)
    if op == B.DRAW:
        for _ in range(_points(state, book, frame, row)):
            character = draw(state, trace, target)
            if character != S.NONE:
                state[frame + S.F_IT] = target * B.CHARACTER_ROOM + character
        end_row(state, book, frame)
        return
    if op == B.DISCARD:
        _discards(state, book, streams, trace, frame, row, target)
        return
    if op == B.PLAY_ORDER:
        card = state[frame + S.F_IT]
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            if state[S.PICKED] == S.P_YES:
                character = card % B.CHARACTER_ROOM
                state[block + S.HAND] &= ~(1 << character)
                state[frame + S.F_PHASE] = NEXT
                begin_order(state, who, character)
                return
        elif card != S.NONE and not in_truce(state, book):
            # who only imagines does not know the card
            if state[block + S.HAND] >> card % B.CHARACTER_ROOM & 1 and not state[S.DREAM]:
                ask(state, who, 3 << S.P_NO, 0, B.PLAY_ORDER)
                return
        end_row(state, book, frame)
        return
    if op == B.SEARCH:
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            if state[S.PICKED] != S.P_STOP:
                character = state[S.PICKED] - S.P_CHARACTER
                take_from_deck(state, target, character)
                to_hand(state, target * B.CHARACTER_ROOM + character)
                T.note(trace, T.FOUND, target, target * B.CHARACTER_ROOM + character)
        elif state[block + S.DECK_SIZE] > 0:
            ask(state, who, _STOP, deck_bits(state, target), B.SEARCH)
            return
        purpose = DECK + state[S.SEATED + target]
        shuffle(state, block + S.DECK, state[block + S.DECK_SIZE], streams, purpose)
        end_row(state, book, frame)
        return
    # sift and peek: cards lie open, then go back one by one
    if state[frame + S.F_PHASE] == DO:
        n = min(_points(state, book, frame, row), state[block + S.DECK_SIZE])
        for _ in range(n):
            state[block + S.DECK_SIZE] -= 1
            character = state[block + S.DECK + state[block + S.DECK_SIZE]]
            state[frame + S.F_COUNTS] |= 1 << character
        state[frame + S.F_PHASE] = ASKED
        state[frame + S.F_LEFT] = 0
    elif state[S.ANSWERED]:
        state[S.ANSWERED] = 0
        character = state[S.PICKED] - S.P_CHARACTER
        state[frame + S.F_COUNTS] &= ~(1 << character)
        if op == B.PEEK:  # top card first: remembered until all are named
            state[frame + S.F_COUNTS + 1] |= (character + 1) << 6 * state[frame + S.F_LEFT]
        elif state[frame + S.F_LEFT] == 0:
            to_hand(state, target * B.CHARACTER_ROOM + character)
            T.note(trace, T.DREW, target, target * B.CHARACTER_ROOM + character)
        else:
            state[block + S.DECK + state[block + S.DECK_SIZE]] = character
            state[block + S.DECK_SIZE] += 1
        state[frame + S.F_LEFT] += 1
    open_cards = state[frame + S.F_COUNTS]
    if open_cards and (op == B.PEEK or state[frame + S.F_LEFT] < 2):
        ask(state, who, 0, open_cards, op)
        return
    while open_cards:
        character = lowest(open_cards)
        open_cards &= open_cards - 1
        to_discard(state, target * B.CHARACTER_ROOM + character)
        T.note(trace, T.DISCARDED, target, target * B.CHARACTER_ROOM + character)
    if op == B.PEEK:
        for k in range(state[frame + S.F_LEFT] - 1, -1, -1):
            state[block + S.DECK + state[block + S.DECK_SIZE]] = (
                state[frame + S.F_COUNTS + 1] >> 6 * k & 63
            ) - 1
            state[block + S.DECK_SIZE] += 1
    end_row(state, book, frame)


@kernel
def _discards(
    state: Ints, book: Ints, streams: rng.Streams, trace: Ints, frame: int, row: int, target: int
) -> None:
    """Discard from a hand: all of it, at random, or as the controller picks."""
    block = at(target)
    who = state[frame + S.F_WHO]
    if state[frame + S.F_PHASE] == DO:
        state[frame + S.F_LEFT] = min(
            _points(state, book, frame, row), count(state[block + S.HAND])
        )
        state[frame + S.F_PREVIOUS] = state[frame + S.F_LEFT]
        state[frame + S.F_PHASE] = ASKED
    if state[S.ANSWERED]:
        state[S.ANSWERED] = 0
        throw_away(state, trace, target, state[S.PICKED] - S.P_CHARACTER)
        state[frame + S.F_LEFT] -= 1
    while state[frame + S.F_LEFT] > 0:
        hand = state[block + S.HAND]
        if book[row + B.ARG]:
            throw_away(state, trace, target, any_of_hand(state, streams, target))
        elif state[frame + S.F_LEFT] >= count(hand):
            throw_away(state, trace, target, lowest(hand))
        elif target != who and state[S.DREAM]:
            # imagined: some card goes, nobody knows which
            throw_away(state, trace, target, lowest(hand))
        else:
            ask(state, who, 0, hand, B.DISCARD)
            return
        state[frame + S.F_LEFT] -= 1
    end_row(state, book, frame)


@kernel
def begin_order(state: Ints, who: int, character: int) -> None:
    """Begin an order that was taken out of the hand (PXT-ACT-6)."""
    block = at(who)
    state[block + S.ORDERS] += 1
    state[block + S.USES + B.A_ORDER] += 1
    state[block + S.ORDERED] |= 1 << character
    push_order(state, who, who * B.CHARACTER_ROOM + character, 1, 0)


@kernel
def _revives(state: Ints, book: Ints, trace: Ints, frame: int, row: int) -> None:
    """Turn corpses into heroes where they lie, or take one into the own unit."""
    who = state[frame + S.F_WHO]
    places = state[frame + S.F_MASK]
    if not book[row + B.ARG]:
        while places:
            place = lowest(places)
            places &= places - 1
            if state[S.KIND + place] == S.CORPSE:
                put(state, place, S.HERO, state[S.CARD + place])
                state[S.TAKEN + place] = book[row + B.ARG_2] if book[row + B.ARG_3] else 0
                T.note(trace, T.ROSE, place, state[S.CARD + place])
        end_row(state, book, frame)
        return
    cells = empty_cells(state, who)
    place = lowest(places) if places else S.NONE
    if place == S.NONE or state[S.KIND + place] != S.CORPSE or not cells:
        end_row(state, book, frame)
        return
    if state[frame + S.F_PHASE] == DO:
        state[frame + S.F_PHASE] = ASKED
        stop = _STOP if book[row + B.LIMIT] & B.OPTIONAL else 0
        ask(state, who, cells << who * S.CELLS | stop, 0, B.REVIVE)
        return
    state[S.ANSWERED] = 0
    if state[S.PICKED] != S.P_STOP:
        card = lift(state, place)
        put(state, state[S.PICKED], S.HERO, card)
        state[S.TAKEN + state[S.PICKED]] = book[row + B.ARG_2]
        T.note(trace, T.ROSE, state[S.PICKED], card)
    end_row(state, book, frame)


@kernel
def _acts_on_cards(state: Ints, book: Ints, trace: Ints, frame: int, row: int) -> None:
    """Do a plain operation on every target: heal, clear, bounce, scrap, boost, swap."""
    op = book[row + B.OP]
    who = state[frame + S.F_WHO]
    places = state[frame + S.F_MASK]
    if op == B.SWAP:
        a = lowest(places) if places else S.NONE
        rest = places & (places - 1)
        b = lowest(rest) if rest else S.NONE
        if book[row + B.ARG]:
            b = state[S.WHERE + state[frame + S.F_SELF]]
        if a != S.NONE and b != S.NONE:
            T.note(trace, T.MOVED, state[S.CARD + a], a, b)
            T.note(trace, T.MOVED, state[S.CARD + b], b, a)
            exchange(state, a, b)
        end_row(state, book, frame)
        return
    split = book[row + B.TO + B.QUANTIFIER] == B.SPLIT
    points = _points(state, book, frame, row)
    while places:
        place = lowest(places)
        places &= places - 1
        kind = state[S.KIND + place]
        living = kind == S.HERO or kind == S.LEADER
        if op == B.HEAL and living:
            if split:
                points = state[frame + S.F_COUNTS + place // S.CELLS] >> 4 * (place % S.CELLS) & 15
            healed = min(points, state[S.DAMAGE + place])
            state[S.DAMAGE + place] -= healed
            if healed:
                T.note(trace, T.HEALED, place, healed, state[S.CARD + place])
        elif op == B.BOOST and living:
            state[S.BONUS + place] += points
            T.note(trace, T.BOOSTED, place, points, state[S.CARD + place])
        elif op == B.CLEAR and kind == S.CORPSE:
            remove(state, trace, place, 0)
        elif op == B.BOUNCE and (kind == S.HERO or kind == S.CORPSE):
            remove(state, trace, place, 1)
        elif op == B.SCRAP and place // S.CELLS == who and kind != S.LEADER:
            remove(state, trace, place, 0)
    end_row(state, book, frame)


@kernel
def _gives_actions(state: Ints, book: Ints, trace: Ints, frame: int, row: int) -> None:
    """Add or take actions, or a level marker."""
    who = state[frame + S.F_WHO]
    n = _points(state, book, frame, row)
    block = at(who)
    if book[row + B.OP] == B.MARKER:
        state[block + S.MARKERS] = min(state[block + S.MARKERS] + n, book[B.MARKER_CAP])
        T.note(trace, T.LEVEL, who, state[block + S.MARKERS])
    elif book[row + B.ARG_2]:
        other = 1 - who if book[row + B.TO + B.REF] == B.OPPONENT else who
        if other == who or not in_truce(state, book):
            state[at(other) + S.SLOWED_NEXT] += n
            state[at(other) + S.SLOW_LEAST] = book[row + B.ARG_3]
            T.note(trace, T.MORE_ACTIONS, other, n, 2)
    else:
        place = S.ORDER_ACTIONS if book[row + B.ARG] else S.ACTIONS
        state[block + place] += n
        T.note(trace, T.MORE_ACTIONS, who, n, book[row + B.ARG])
    end_row(state, book, frame)


@kernel
def step_record(
    state: Ints, book: Ints, streams: rng.Streams, trace: Ints, frame: int
) -> None:
    """Go on with a record: conditions, picks, targets, then the operation."""
    row = row_at(state[frame + S.F_ROW])
    op = book[row + B.OP]
    phase = state[frame + S.F_PHASE]
    who = state[frame + S.F_WHO]
    to = row + B.TO
    filters = book[to + B.FILTERS]
    if phase == NEXT:
        end_row(state, book, frame)
        return
    if phase == START:
        if not _starts(state, book, frame, row):
            state[S.DEPTH] -= 1
            return
        if book[row + B.KIND] == B.REACTION:
            T.note(trace, T.REACTS, who, state[frame + S.F_SELF], state[frame + S.F_ROW])
        state[frame + S.F_PHASE] = UNIT_ASKED
        asks_itself = op == B.GRANT or op == B.PLAY_ORDER or (op == B.REVIVE and book[row + B.ARG])
        if book[row + B.LIMIT] & B.OPTIONAL and not asks_itself:
            ask(state, who, 3 << S.P_NO, 0, op)
        return
    if phase == UNIT_ASKED:
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            if state[S.PICKED] == S.P_NO:
                state[S.DEPTH] -= 1
                return
        state[frame + S.F_PHASE] = LINE_ASKED
        state[frame + S.F_UNIT] = who
        if filters & B.PICK_UNIT:
            units = 1 << who if in_truce(state, book) else 3
            ask(state, who, units << S.P_UNIT, 0, op)
        return
    if phase == LINE_ASKED:
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            state[frame + S.F_UNIT] = state[S.PICKED] - S.P_UNIT
        state[frame + S.F_PHASE] = TARGETS
        if filters & B.PICK_ROW:
            ask(state, who, 7 << S.P_ROW, 0, op)
        elif filters & B.PICK_COLUMN:
            ask(state, who, 7 << S.P_COLUMN, 0, op)
        return
    if phase == TARGETS:
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            base = S.P_ROW if filters & B.PICK_ROW else S.P_COLUMN
            state[frame + S.F_LINE] = state[S.PICKED] - base
        state[frame + S.F_PHASE] = DO
        quantifier = book[to + B.QUANTIFIER]
        ref = book[to + B.REF]
        if op == B.MOVE_DAMAGE or (
            quantifier == B.REFERENCE and (ref == B.ME or ref == B.OPPONENT)
        ):
            return
        if quantifier == B.REFERENCE or quantifier == B.ALL:
            state[frame + S.F_MASK] = _members(state, book, frame, row)
            return
        state[frame + S.F_PHASE] = CHOOSING
        state[frame + S.F_LEFT] = 1 if quantifier == B.ONE else book[to + B.NUMBER]
        if quantifier == B.SPLIT:
            state[frame + S.F_LEFT] = _points(state, book, frame, row)
        return
    if phase == CHOOSING:
        if not _choose(state, book, frame, row):
            return
        state[frame + S.F_PHASE] = DO
        if state[frame + S.F_MASK]:
            _keep_it(state, frame, state[frame + S.F_MASK])
        if op == B.COPY_SPELL:
            state[frame + S.F_PHASE] = NEXT
            if state[frame + S.F_MASK]:
                number = spell_at(state, book, lowest(state[frame + S.F_MASK]))
                push_record(state, number, who, state[frame + S.F_SELF], B.BY_SPELL)
        return
    if op == B.DAMAGE:
        state[frame + S.F_PHASE] = NEXT
        places = state[frame + S.F_MASK]
        points = _points(state, book, frame, row)
        if places:
            source = state[frame + S.F_SELF]
            if state[frame + S.F_VIA] == B.BY_ORDER:
                source = S.NONE
            split = book[to + B.QUANTIFIER] == B.SPLIT
            harm = push_harm(
                state, places, S.NONE if split else points, source, state[frame + S.F_VIA], who
            )
            state[harm + S.F_COUNTS] = state[frame + S.F_COUNTS]
            state[harm + S.F_COUNTS + 1] = state[frame + S.F_COUNTS + 1]
    elif op == B.DEFEAT:
        state[frame + S.F_PHASE] = NEXT
        if book[row + B.LASTS] and not in_truce(state, book):
            state[at(who) + S.WATCH] = state[frame + S.F_ROW] + 1
        fallen = 0
        places = state[frame + S.F_MASK]
        while places:
            place = lowest(places)
            places &= places - 1
            if state[S.KIND + place] == S.HERO:
                fallen |= 1 << place
        if fallen:
            defeat(state, book, trace, fallen)
    elif op == B.MOVE_DAMAGE:
        _move_damage(state, book, trace, frame, row)
    elif op == B.REVIVE:
        _revives(state, book, trace, frame, row)
    elif op == B.GRANT:
        _grants(state, book, trace, frame, row)
    elif op == B.RECRUIT:
        _recruits(state, book, trace, frame, row)
    elif op == B.REARRANGE:
        _rearranges(state, book, frame, row)
    elif op == B.RUN_ORDER:
        _runs_order(state, book, streams, trace, frame, row)
    elif op == B.ACTIONS or op == B.MARKER:
        _gives_actions(state, book, trace, frame, row)
    elif op == B.COPY_SPELL:
        end_row(state, book, frame)
    elif op >= B.DRAW and op <= B.PLAY_ORDER or op == B.PEEK:
        _handles_cards(state, book, streams, trace, frame, row)
    else:
        _acts_on_cards(state, book, trace, frame, row)
