"""What passive rows make true: keywords, strength, guards, free actions (PXT-ENC-11)."""

from kernels.bits import count, lowest
from kernels.jit import inlined, kernel
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.board import (
    LEADER_BIT,
    Ints,
    at,
    behind,
    covered,
    holds,
    in_truce,
    melee,
    near,
    row_at,
    set_of,
    slot_at,
    spell_at,
)


@inlined
def refresh(state: Ints, book: Ints) -> None:
    """Read the table again where something on it has changed."""
    if state[S.DIRTY]:
        _read_again(state, book)


@kernel
def _read_again(state: Ints, book: Ints) -> None:
    """Read again which figures have keywords, change attacks or guards, or the table's rules."""
    state[S.DIRTY] = 0
    state[S.CONDITIONAL] = 0
    for unit in range(2):
        block = at(unit)
        if state[block + S.FREE_KINDS]:
            for what in range(B.ACTION_KINDS):
                state[block + S.FREE + what] = 0
        for field in range(S.RANGED, S.FREE):
            state[block + field] = 0
    for unit in range(2):
        block = at(unit)
        heroes = state[block + S.HEROES]
        figures = heroes | LEADER_BIT
        listens, attacks, guards, ranged, intercept = 0, 0, 0, 0, 0
        while figures:
            cell = lowest(figures)
            figures &= figures - 1
            place = unit * S.CELLS + cell
            slot = slot_at(state, place)
            listens |= book[slot + B.SLOT_EVENTS]
            flags = book[slot + B.SLOT_FLAGS]
            if flags & B.F_ATTACK:
                attacks |= 1 << cell
            if flags & B.F_GUARD:
                guards |= 1 << cell
            lent = book[slot + B.SLOT_LENDS]
            if lent:
                ranged |= _lent(lent, cell, heroes)
                intercept |= _lent(lent >> B.INTERCEPT_SHIFT, cell, heroes)
            if not flags & (B.F_KEYWORD | B.F_TABLE):
                continue
            for number in range(book[slot + B.SLOT_COUNT]):
                row = row_at(book[slot + B.SLOT_START] + number)
                if book[row + B.KIND] != B.PASSIVE:
                    continue
                if book[row + B.NEED] | book[row + B.BAR]:
                    state[S.CONDITIONAL] = 1
                if holds(state, book, row, unit, place, S.NO):
                    _read(state, book, row, unit, place)
        # what single rows have written, perhaps to the other unit, stays
        state[block + S.LISTENS] = listens
        state[block + S.ATTACK_SOURCES] = attacks
        state[block + S.GUARD_SOURCES] = guards
        state[block + S.RANGED] |= ranged
        state[block + S.INTERCEPT] |= intercept


@inlined
def _lent(lent: int, cell: int, heroes: int) -> int:
    """Return the cells to which a slot without conditions lends a keyword, as bits."""
    figures = heroes | LEADER_BIT
    found = (lent & B.LENT_SELF) << cell
    if lent & B.LENT_FORE:
        found |= figures & 1 << cell >> 3
    if lent & B.LENT_SUPP:
        found |= figures & 1 << cell << 3
    if lent & B.LENT_ALL:
        found |= heroes
    return found & 0o777


@kernel
def _read(state: Ints, book: Ints, row: int, unit: int, place: int) -> None:
    op = book[row + B.OP]
    if op == B.KW_RANGED or op == B.KW_INTERCEPT:
        field = S.RANGED if op == B.KW_RANGED else S.INTERCEPT
        places = covered(state, book, row + B.TO, unit, place)
        state[at(0) + field] |= places & 0o777
        state[at(1) + field] |= places >> S.CELLS
        return
    block = at(1 - unit if book[row + B.TO + B.REF] == B.OPPONENT else unit)
    if op == B.FREE:
        state[block + S.FREE + book[row + B.ARG]] += book[row + B.AMOUNT]
        state[block + S.FREE_KINDS] |= 1 << book[row + B.ARG]
    elif op == B.FORBID:
        state[block + S.FORBIDDEN] |= 1 << book[row + B.ARG]
    elif op == B.ACTIONS:
        state[block + S.EXTRA] += book[row + B.AMOUNT]


@kernel
def free_kinds(state: Ints, block: int) -> int:
    """Return the kinds of action that a player has for nothing, as bits (PXT-DEC-13)."""
    free = 0
    kinds = state[block + S.FREE_KINDS]
    while kinds:
        what = lowest(kinds)
        kinds &= kinds - 1
        if state[block + S.FREE + what] > state[block + S.USES + what]:
            free |= 1 << what
    return free


@kernel
def facts_of(state: Ints, target: int, ranged: int) -> int:
    """Return the conditions that an attack on a place makes true."""
    facts = 0 if ranged else B.IS_MELEE
    if state[S.KIND + target] == S.LEADER:
        return facts | B.VS_LEADER
    facts |= B.VS_HERO
    unit = target // S.CELLS
    if state[at(unit) + S.INTERCEPT] >> target % S.CELLS & 1:
        facts |= B.VS_INTERCEPT
    return facts


@kernel
def strength(state: Ints, book: Ints, place: int, facts: int) -> int:
    """Return the strength of a figure's attack (PXT-DEC-21)."""
    refresh(state, book)
    unit = place // S.CELLS
    if state[S.KIND + place] == S.LEADER:
        card = B.CHARACTERS + state[at(unit) + S.LEADER_AS] * B.CHARACTER_SIZE
        printed = book[card + B.LEADER_ATTACK]
    else:
        character = state[S.CARD + place] % B.CHARACTER_ROOM
        printed = book[B.CHARACTERS + character * B.CHARACTER_SIZE + B.HERO_ATTACK]
    times, late = 1, 1
    bonus = state[S.BONUS + place]
    for side in range(2):
        sources = state[at(side) + S.ATTACK_SOURCES]
        while sources:
            cell = lowest(sources)
            sources &= sources - 1
            here = side * S.CELLS + cell
            slot = slot_at(state, here)
            for number in range(book[slot + B.SLOT_COUNT]):
                row = row_at(book[slot + B.SLOT_START] + number)
                op = book[row + B.OP]
                if book[row + B.KIND] != B.PASSIVE or (op != B.ATK and op != B.ATKX):
                    continue
                if not covered(state, book, row + B.TO, side, here) >> place & 1:
                    continue
                if not holds(state, book, row, side, here, facts):
                    continue
                if op == B.ATK:
                    bonus += amount(state, book, row, side, here)
                elif book[row + B.ARG]:
                    late *= book[row + B.AMOUNT]
                else:
                    times *= book[row + B.AMOUNT]
    return max(0, (printed * times + bonus) * late)


@kernel
def amount(state: Ints, book: Ints, row: int, who: int, place: int) -> int:
    """Return an amount that can be read from the table alone."""
    kind = book[row + B.AMOUNT_IS]
    if kind == B.WOUNDS:
        return state[S.DAMAGE + place]
    if kind == B.MARKERS:
        return state[at(who) + S.MARKERS]
    if kind == B.COUNT:
        found = 0
        for unit in range(2):
            side = book[row + B.COUNT_SIDE]
            if side == B.ANY or (side == B.OWN) == (unit == who):
                block = at(unit)
                what = book[row + B.COUNT_TYPE]
                if what != B.CORPSE and what != B.LEADER:
                    found += count(state[block + S.HEROES])
                if what == B.CORPSE or what == B.BODY:
                    found += count(state[block + S.CORPSES])
                if what == B.LEADER or what == B.FIGURE:
                    found += 1
        return found
    return book[row + B.AMOUNT]


@kernel
def guarded(state: Ints, book: Ints, place: int, points: int, ranged: int) -> int:
    """Return what is left of an attack's damage after prevention and guards (PXT-DEC-20)."""
    refresh(state, book)
    less, least = 0, 0
    for side in range(2):
        sources = state[at(side) + S.GUARD_SOURCES]
        while sources:
            here = side * S.CELLS + lowest(sources)
            sources &= sources - 1
            slot = slot_at(state, here)
            for number in range(book[slot + B.SLOT_COUNT]):
                row = row_at(book[slot + B.SLOT_START] + number)
                op = book[row + B.OP]
                if book[row + B.KIND] != B.PASSIVE or (op != B.GUARD and op != B.PREVENT):
                    continue
                if not covered(state, book, row + B.TO, side, here) >> place & 1:
                    continue
                if not holds(state, book, row, side, here, S.NO):
                    continue
                if op == B.GUARD:
                    less += book[row + B.AMOUNT]
                    least = max(least, book[row + B.ARG])
                elif ranged or not book[row + B.ARG]:
                    return 0
    return max(min(points, least), points - less, 0)


@kernel
def targets(state: Ints, book: Ints, place: int, ranged: int, ban: int) -> int:
    """Return the enemy cells that a figure, or a corpse that may attack, can attack, as bits."""
    if in_truce(state, book):
        return 0
    refresh(state, book)
    unit = place // S.CELLS
    foe = at(1 - unit)
    figures = state[foe + S.HEROES] | LEADER_BIT
    if ban:
        figures &= ~LEADER_BIT
    if ranged:
        return figures & ~behind(state[foe + S.INTERCEPT])
    if state[S.KIND + place] == S.CORPSE:
        if behind(state[at(unit) + S.HEROES] | LEADER_BIT) >> place % S.CELLS & 1:
            return 0
    elif not melee(state, unit) >> place % S.CELLS & 1:
        return 0
    return figures & melee(state, 1 - unit)


@inlined
def has_ranged(state: Ints, book: Ints, place: int) -> bool:
    """Whether a figure has a ranged attack (PXT-RNG-1)."""
    refresh(state, book)
    return state[at(place // S.CELLS) + S.RANGED] >> place % S.CELLS & 1 == 1


@kernel
def granted(state: Ints, book: Ints, place: int, what: int, ban: int) -> int:
    """Return the attacks that a grant offers a card, as picks in bits (PXT-DEC-15)."""
    kind = state[S.KIND + place]
    if kind == S.EMPTY:
        return 0
    if book[B.GRANTS_USE_UP] and state[S.USED + place]:
        return 0
    found = 0
    if what & (B.G_MELEE | B.G_ATTACK):
        found |= targets(state, book, place, S.NO, ban) << S.P_MELEE
    if kind != S.CORPSE and (
        what & B.G_RANGED or (what & B.G_ATTACK and has_ranged(state, book, place))
    ):
        found |= targets(state, book, place, S.YES, ban) << S.P_RANGED
    return found


@kernel
def doable(state: Ints, book: Ints, number: int, who: int, place: int) -> bool:
    """Whether the first step of a spell can do something (PXT-DEC-14)."""
    row = row_at(number)
    op = book[row + B.OP]
    quiet = 1 if in_truce(state, book) else 0
    to = row + B.TO
    block = at(who)
    if op == B.ACTIONS:
        return not (quiet and book[to + B.REF] == B.OPPONENT)
    if op == B.DRAW or op == B.SIFT or op == B.PEEK:
        return state[block + S.DECK_SIZE] > 0
    if op == B.DISCARD:
        if book[to + B.REF] == B.OPPONENT:
            return not quiet and state[at(1 - who) + S.HAND] != 0
        return state[block + S.HAND] != 0
    if op == B.RUN_ORDER:
        source = book[row + B.ARG]
        if source == B.MY_LEADER:
            return not quiet
        hand = state[(block if source == B.MY_HAND else at(1 - who)) + S.HAND]
        return not quiet and hand != 0
    if op == B.RECRUIT:
        empty = 0o777 & ~(state[block + S.HEROES] | state[block + S.CORPSES] | LEADER_BIT)
        if book[row + B.ARG] == B.WAVE_ROW:
            empty &= 0o7 << 3 * state[S.WAVE]
        return state[block + S.HAND] != 0 and empty != 0
    if op == B.MOVE_DAMAGE and not sources_of(state, book, row, who, place):
        return False
    if book[to + B.QUANTIFIER] == B.REFERENCE:
        ref = book[to + B.REF]
        places = near(state, ref, who, place)
        if quiet and ref == B.FOE_LEADER:
            places = 0
    elif book[to + B.FILTERS] & B.PICKS:
        return _any_pick(state, book, to, who, place, quiet)
    else:
        places = set_of(state, book, to, who, place, S.NO, S.NO, quiet)
    if op == B.SWAP and not book[row + B.ARG]:
        return places & (places - 1) != 0
    if op == B.HEAL or op == B.GRANT:
        useful = 0
        while places:
            each = lowest(places)
            places &= places - 1
            if op == B.HEAL:
                if state[S.DAMAGE + each] > 0:
                    useful = 1
            elif granted(state, book, each, book[row + B.ARG], book[row + B.ARG_2]):
                useful = 1
        return useful == 1
    return places != 0


@kernel
def _any_pick(state: Ints, book: Ints, to: int, who: int, place: int, quiet: int) -> bool:
    """Whether any unit, row or column that can be picked holds a member."""
    for unit in range(2):
        for line in range(3):
            if set_of(state, book, to, who, place, unit, line, quiet):
                return True
    return False


@kernel
def sources_of(state: Ints, book: Ints, row: int, who: int, place: int) -> int:
    """Return the places with damage from which a row may move tokens, as bits."""
    sel = row + B.FROM
    quiet = 1 if in_truce(state, book) else 0
    if book[sel + B.QUANTIFIER] == B.REFERENCE:
        places = near(state, book[sel + B.REF], who, place)
    else:
        places = set_of(state, book, sel, who, place, S.NO, S.NO, quiet)
    found = 0
    while places:
        each = lowest(places)
        places &= places - 1
        if state[S.DAMAGE + each] > 0:
            found |= 1 << each
    return found


@kernel
def castable(state: Ints, book: Ints, place: int) -> bool:
    """Whether a figure's spell could be cast now, a copied one included (PXT-DEC-45)."""
    number = spell_at(state, book, place)
    if number == S.NONE:
        return False
    who = place // S.CELLS
    row = row_at(number)
    if book[row + B.OP] == B.COPY_SPELL:
        return copies(state, book, row, who, place) != 0
    return doable(state, book, number, who, place)


@kernel
def copies(state: Ints, book: Ints, row: int, who: int, place: int) -> int:
    """Return the places whose spells a copying hero could cast now, as bits (PXT-DEC-45)."""
    quiet = 1 if in_truce(state, book) else 0
    places = set_of(state, book, row + B.TO, who, place, S.NO, S.NO, quiet)
    found = 0
    while places:
        each = lowest(places)
        places &= places - 1
        if doable(state, book, spell_at(state, book, each), who, place):
            found |= 1 << each
    return found
