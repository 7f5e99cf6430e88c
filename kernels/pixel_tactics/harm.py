"""Damage, defeat, attacks: the frames that hurt (PXT-SEQ-3, PXT-SEQ-4)."""

from kernels.bits import lowest
from kernels.jit import inlined, kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from kernels.pixel_tactics.board import (
    Ints,
    at,
    in_truce,
    life_of,
    melee,
    near,
    row_at,
    set_of,
    slot_at,
)
from kernels.pixel_tactics.cards import put, remove
from kernels.pixel_tactics.stack import (
    ask,
    leader_of_order,
    push,
    push_harm,
    react,
)
from kernels.pixel_tactics.values import facts_of, guarded, refresh, strength, targets


@kernel
def lethal_heroes(state: Ints, book: Ints) -> int:
    """Return the places of heroes with damage >= life, as bits (PXT-CAS-1)."""
    found = 0
    heroes = state[at(0) + S.HEROES] | state[at(1) + S.HEROES] << S.CELLS
    while heroes:
        place = lowest(heroes)
        heroes &= heroes - 1
        damage = state[S.DAMAGE + place]
        if damage and damage >= life_of(state, book, place):
            found |= 1 << place
    return found


@kernel
def defeat(state: Ints, book: Ints, trace: Ints, places: int) -> None:
    """Turn heroes into corpses at once; what follows from it waits on the stack (PXT-DEF-1).

    Last attacks come first, then the taking of the fallen (PXT-DEC-31, PXT-DEC-32).
    """
    lead = leader_of_order(state)
    for turn in range(2):  # he who comes first takes all he wants, then the other
        unit = 1 - lead if turn else lead
        for cell in range(S.CELLS - 1, -1, -1):
            place = unit * S.CELLS + cell
            if places >> place & 1:
                card = state[S.CARD + place]
                react(
                    state,
                    book,
                    B.DEFEATED,
                    S.NONE,
                    place,
                    card,
                    S.NONE,
                    S.NO,
                    S.NO,
                    S.NO,
                    S.REVIVE_ONLY,
                )
    for turn in range(2):
        unit = lead if turn else 1 - lead
        front = melee(state, unit)
        for cell in range(S.CELLS - 1, -1, -1):
            place = unit * S.CELLS + cell
            if not places >> place & 1:
                continue
            card = state[S.CARD + place]
            below = state[S.DEPTH]
            react(
                state, book, B.DEFEATED, S.NONE, place, card, S.NONE, S.NO, S.NO, S.NO, S.NO_REVIVE
            )
            for k in range(below, state[S.DEPTH]):
                _remember(state, book, S.STACK + k * S.FRAME, place, front >> cell & 1)
    while places:
        place = lowest(places)
        places &= places - 1
        card = state[S.CARD + place]
        T.note(trace, T.FELL, place, card)
        if state[S.TAKEN + place]:
            remove(state, trace, place, S.NO)  # PXT-DEC-33
        else:
            put(state, place, S.CORPSE, card)


@kernel
def _remember(state: Ints, book: Ints, frame: int, place: int, in_melee: int) -> None:
    """Note the strengths that a falling hero has for its last attack (PXT-DEC-31)."""
    if book[row_at(state[frame + S.F_ROW]) + B.OP] != B.GRANT:
        return
    state[frame + S.F_STRENGTH] = in_melee
    if in_melee:
        facts = B.IS_MELEE | B.VS_HERO
        state[frame + S.F_COUNTS] = strength(state, book, place, facts)
        state[frame + S.F_COUNTS + 1] = strength(state, book, place, facts | B.VS_INTERCEPT)
        state[frame + S.F_LEFT] = strength(state, book, place, B.IS_MELEE | B.VS_LEADER)


@inlined
def _redirects(state: Ints, book: Ints, unit: int) -> bool:
    """Whether any figure of a unit may take damage in place of another."""
    refresh(state, book)
    return state[at(unit) + S.LISTENS] >> B.DAMAGE_TO & 1 == 1


@kernel
def _takers(state: Ints, book: Ints, place: int) -> int:
    """Return the places of cards that may take a packet on themselves, as bits (HOM-R, VAM-F)."""
    unit = place // S.CELLS
    figures = state[at(unit) + S.HEROES] | 1 << S.MIDDLE
    found = 0
    while figures:
        cell = lowest(figures)
        figures &= figures - 1
        here = unit * S.CELLS + cell
        slot = slot_at(state, here)
        if here == place or not book[slot + B.SLOT_EVENTS] >> B.DAMAGE_TO & 1:
            continue
        for number in range(book[slot + B.SLOT_COUNT]):
            row = row_at(book[slot + B.SLOT_START] + number)
            if book[row + B.OP] != B.REDIRECT or book[row + B.ARG]:
                continue
            if _watches(state, book, row, unit, here) >> place & 1:
                found |= 1 << here
    return found


@kernel
def _watches(state: Ints, book: Ints, row: int, unit: int, here: int) -> int:
    """Return the places whose packets a redirecting row looks at, as bits."""
    sel = row + B.EVENT_SET
    if book[sel + B.QUANTIFIER] == B.REFERENCE:
        return near(state, book[sel + B.REF], unit, here)
    return set_of(state, book, sel, unit, here, S.NO, S.NO, S.NO)


@kernel
def _absorbed(state: Ints, book: Ints, place: int, points: int) -> int:
    """Return the part of a packet that an own leader takes instead of a hero (PXT-DEC-55)."""
    unit = place // S.CELLS
    here = unit * S.CELLS + S.MIDDLE
    slot = slot_at(state, here)
    if place == here or not book[slot + B.SLOT_EVENTS] >> B.DAMAGE_TO & 1:
        return 0
    for number in range(book[slot + B.SLOT_COUNT]):
        row = row_at(book[slot + B.SLOT_START] + number)
        if book[row + B.OP] != B.REDIRECT or not book[row + B.ARG]:
            continue
        if _watches(state, book, row, unit, here) >> place & 1:
            room = life_of(state, book, place) - 1 - state[S.DAMAGE + place]
            return points - max(0, min(points, room))
    return 0


@kernel
def _place_tokens(state: Ints, book: Ints, trace: Ints, frame: int, place: int, n: int) -> None:
    """Put a packet on its final subject (PXT-SEQ-4)."""
    source = state[frame + S.F_ATTACKER]
    absorbed = 0
    if _redirects(state, book, place // S.CELLS):
        absorbed = _absorbed(state, book, place, n)
    if absorbed:
        leader = place // S.CELLS * S.CELLS + S.MIDDLE
        state[S.DAMAGE + leader] += absorbed
        state[S.HURT + leader] = 1
        T.note(trace, T.HURT, leader, absorbed, state[S.CARD + leader], source)
    if n > absorbed:
        state[S.DAMAGE + place] += n - absorbed
        state[S.HURT + place] = 1
        T.note(trace, T.HURT, place, n - absorbed, state[S.CARD + place], source)
        lethal = state[S.DAMAGE + place] >= life_of(state, book, place)
        if lethal and state[S.KIND + place] == S.HERO:
            state[frame + S.F_LETHAL] |= 1 << place
    state[frame + S.F_DEALT] += n
    who = state[frame + S.F_WHO]
    if place // S.CELLS != who:
        state[at(who) + S.DEALT] += n


@kernel
def step_harm(state: Ints, book: Ints, trace: Ints, frame: int) -> None:
    """Work out packets until somebody is asked, then close the step (PXT-DEC-28)."""
    if state[S.ANSWERED]:  # whether somebody takes the packet on himself
        state[S.ANSWERED] = 0
        place = state[frame + S.F_UNIT]
        if state[S.PICKED] != S.P_STOP:
            T.note(trace, T.REDIRECTED, place, state[S.PICKED])
            place = state[S.PICKED]
        _place_tokens(state, book, trace, frame, place, state[frame + S.F_LEFT])
    left = state[frame + S.F_MASK]
    while left:
        lead = leader_of_order(state)
        mine = left >> lead * S.CELLS & 0o777
        place = lowest(mine) + lead * S.CELLS if mine else lowest(left)
        left &= ~(1 << place)
        state[frame + S.F_MASK] = left
        unit = place // S.CELLS
        points = state[frame + S.F_AMOUNT]
        if points == S.NONE:
            points = state[frame + S.F_COUNTS + unit] >> 4 * (place % S.CELLS) & 15
        kind = state[S.KIND + place]
        if kind != S.HERO and kind != S.LEADER:
            continue
        via = state[frame + S.F_VIA]
        if via & B.BY_ATTACK:
            points = guarded(state, book, place, points, via & B.BY_RANGED)
        if points <= 0:
            continue  # a packet of 0 is none (PXT-DEC-25)
        takers = _takers(state, book, place) if _redirects(state, book, unit) else 0
        if takers:
            state[frame + S.F_UNIT] = place
            state[frame + S.F_LEFT] = points
            ask(state, unit, takers | 1 << S.P_STOP, S.NO, B.REDIRECT)
            return
        _place_tokens(state, book, trace, frame, place, points)
    dealt = state[frame + S.F_DEALT]
    lethal = state[frame + S.F_LETHAL]
    source = state[frame + S.F_ATTACKER]
    via = state[frame + S.F_VIA]
    state[S.DEPTH] -= 1
    if state[S.DEPTH] > 0:
        state[S.STACK + (state[S.DEPTH] - 1) * S.FRAME + S.F_DEALT] = dealt
    probe = S.NONE if source == S.NONE else state[S.WHERE + source]
    if lethal:
        lead = leader_of_order(state)
        for turn in range(2):
            unit = lead if turn else 1 - lead
            for cell in range(S.CELLS - 1, -1, -1):
                place = unit * S.CELLS + cell
                if lethal >> place & 1:
                    card = state[S.CARD + place]
                    react(
                        state,
                        book,
                        B.LETHAL,
                        S.NONE,
                        probe,
                        card,
                        source,
                        S.NO,
                        via,
                        S.NO,
                        S.ANY_OP,
                    )
    if dealt > 0 and probe != S.NONE:
        react(state, book, B.DEALS, S.NONE, probe, S.NONE, source, dealt, via, S.NO, S.ANY_OP)


@kernel
def _cleaves(state: Ints, book: Ints, place: int) -> bool:
    """Whether a figure's melee attack hits everybody in melee (first edition)."""
    slot = slot_at(state, place)
    for number in range(book[slot + B.SLOT_COUNT]):
        if book[row_at(book[slot + B.SLOT_START] + number) + B.OP] == B.CLEAVE:
            return True
    return False


@kernel
def _diverts(state: Ints, book: Ints, unit: int) -> bool:
    """Whether a unit may turn melee attacks onto another of its figures (ILL-L)."""
    slot = slot_at(state, unit * S.CELLS + S.MIDDLE)
    return book[slot + B.SLOT_EVENTS] >> B.DECLARE & 1 == 1


@kernel
def _strike(state: Ints, book: Ints, trace: Ints, frame: int, place: int, target: int) -> None:
    """Work out the strength of an attack and begin its damage."""
    fixed = state[frame + S.F_STRENGTH]
    ranged = 1 if state[frame + S.F_VIA] == B.BY_RANGED else 0
    refresh(state, book)
    facts = facts_of(state, target, ranged)
    kind = state[frame + S.F_SPARE]
    places = 1 << target
    if kind == 2:  # a last attack
        if facts & B.VS_LEADER:
            points = state[frame + S.F_LEFT]
        elif facts & B.VS_INTERCEPT:
            points = state[frame + S.F_COUNTS + 1]
        else:
            points = state[frame + S.F_COUNTS]
    elif fixed != S.NONE:
        points = fixed
    else:
        points = strength(state, book, place, facts)
        if not ranged and _cleaves(state, book, place):
            unit = target // S.CELLS
            places = melee(state, unit) << unit * S.CELLS
    card = state[frame + S.F_ATTACKER]
    T.note(trace, T.STRIKES, card, target, ranged, points)
    push_harm(state, places, points, card, state[frame + S.F_VIA], state[frame + S.F_WHO])


@kernel
def step_attack(state: Ints, book: Ints, trace: Ints, frame: int) -> None:
    """Go on with an attack: declared, targeted, damage, done (PXT-SEQ-3)."""
    phase = state[frame + S.F_PHASE]
    card = state[frame + S.F_ATTACKER]
    who = state[frame + S.F_WHO]
    kind = state[frame + S.F_SPARE]  # 0 a figure, 1 a corpse, 2 a hero that has just fallen
    via = state[frame + S.F_VIA]
    place = state[S.WHERE + card]
    if phase == 0:
        state[frame + S.F_PHASE] = 1
        if via == B.BY_MELEE and kind == 0 and _diverts(state, book, 1 - who):
            cells = targets(state, book, place, S.NO, state[frame + S.F_BAN])
            if cells:
                ask(state, 1 - who, cells << (1 - who) * S.CELLS, S.NO, B.RETARGET)
                return
        phase = 1
    if phase == 1:
        if state[S.ANSWERED]:
            state[S.ANSWERED] = 0
            chosen = state[S.CARD + state[S.PICKED]]
            if chosen != state[frame + S.F_SUBJECT]:
                T.note(trace, T.RETARGETED, state[S.PICKED])
            state[frame + S.F_SUBJECT] = chosen
        state[frame + S.F_PHASE] = 2
        if kind == 0 and state[S.KIND + place] == S.HERO:
            target = state[S.WHERE + state[frame + S.F_SUBJECT]]
            subject = state[frame + S.F_SUBJECT]
            depth = state[S.DEPTH]
            react(state, book, B.TARGETED, S.NONE, target, subject, card, S.NO, via, S.NO, S.ANY_OP)
            if state[S.DEPTH] > depth:
                return
        phase = 2
    target = state[S.WHERE + state[frame + S.F_SUBJECT]]
    if phase == 2:
        stands = True
        if kind == 0:
            stands = place != S.NONE and place // S.CELLS == who
            stands = stands and state[S.KIND + place] != S.CORPSE
        alive = target != S.NONE and target // S.CELLS != who
        alive = alive and state[S.KIND + target] != S.CORPSE
        if not (stands and alive):
            T.note(trace, T.FAILED, card)
            state[S.DEPTH] -= 1  # the attack fails (PXT-DEC-23)
            return
        state[frame + S.F_PHASE] = 3
        state[frame + S.F_TARGET] = facts_of(state, target, 1 if via == B.BY_RANGED else 0)
        state[frame + S.F_MASK] = target
        _strike(state, book, trace, frame, place, target)
        return
    # the attack is over: `attack_done`, `attacked`, watching orders, in this order
    dealt = state[frame + S.F_DEALT]
    subject = state[frame + S.F_SUBJECT]
    facts = state[frame + S.F_TARGET]
    was_at = state[frame + S.F_MASK]
    state[S.DEPTH] -= 1
    living = kind == 0 and place != S.NONE and state[S.KIND + place] != S.CORPSE
    if via == B.BY_MELEE and living and place // S.CELLS == who:
        state[S.HIT_US + place] = 1
        if state[at(1 - who) + S.WATCH] and state[S.KIND + place] == S.HERO:
            push(state, S.WATCHERS, 1 - who)
        if state[S.KIND + place] == S.HERO:
            react(
                state, book, B.ATTACKED, S.NONE, was_at, subject, card, dealt, via, facts, S.ANY_OP
            )
    if living:
        react(state, book, B.ATTACK_DONE, S.NONE, place, subject, card, dealt, via, facts, S.ANY_OP)


@kernel
def step_watchers(state: Ints, book: Ints, trace: Ints, frame: int) -> None:
    """Defeat those whom an order watches for (TEM-O, PXT-DEC-40)."""
    who = state[frame + S.F_WHO]
    state[S.DEPTH] -= 1
    number = state[at(who) + S.WATCH] - 1
    if number < 0:
        return
    quiet = 1 if in_truce(state, book) else 0
    places = set_of(state, book, row_at(number) + B.TO, who, S.NONE, S.NO, S.NO, quiet)
    if places:
        defeat(state, book, trace, places)
