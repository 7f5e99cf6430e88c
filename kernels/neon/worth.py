"""What attacks, cards and sectors are worth to a greedy player."""

from kernels.jit import kernel
from kernels.neon import actions as A
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import weights as P
from kernels.neon.aim import area_of
from kernels.neon.arena import (
    Ints,
    are_allies,
    at,
    blocks,
    distance,
    effect,
    is_automa,
    sector_amount,
)
from kernels.neon.expect import chance_of_damage, expected_damage
from kernels.neon.loot import card, fitting_supply
from kernels.neon.peril import (
    HUNDRED,
    THOUSAND,
    danger,
    defence_of,
    energy_worth,
    next_value,
    reach_dice,
    reading,
)

# the notes of one decision
ATTACK = 0  # best attack from each sector
ENDING = B.SECTORS  # worth of ending the turn in each sector
LOOK = 2 * B.SECTORS  # worth of a search in each sector
PLAN = 3 * B.SECTORS  # worth of what is left of the row, from each sector
NEXT = 4 * B.SECTORS
ENTER = 5 * B.SECTORS  # worth of entering each sector
DANGER = 6 * B.SECTORS  # what opponents may cost in each sector
HALF = 7 * B.SECTORS  # worth of each half of the cards in hand, in each sector
SIZE = HALF + 2 * B.CARDS * B.SECTORS


@kernel
def wound_worth(state: Ints, book: Ints, own: Ints, block: int) -> int:
    """Return what one damage to a fighter is worth."""
    worth = own[P.WOUND]
    if not book[B.ROYALE]:
        worth += next_value(state, book, block) * own[P.POINT]
    if state[at(block) + S.HEALTH] <= 2:
        worth += own[P.DEFEAT]
    if is_automa(book, block):
        worth += own[P.AUTOMA]
    if book[B.IN_TEAMS]:
        worth += own[P.FOCUS] * allies_near(state, book, state[at(block) + S.SECTOR], 2)
    return worth


@kernel
def allies_near(state: Ints, book: Ints, sector: int, range_: int) -> int:
    """Return how many allies of the fighter who decides are within a distance of a sector."""
    count = 0
    actor = state[S.ACTOR]
    for other in range(book[B.PLAYERS]):
        there = state[at(other) + S.SECTOR]
        if other == actor or there == S.NONE or not are_allies(book, other, actor):
            continue
        if distance(state, sector, there) <= range_:
            count += 1
    return count


@kernel
def pair_worth(state: Ints, book: Ints, own: Ints, kind: int) -> int:
    """Return what a bot gains beside its own points: a pair, perhaps with one of an ally."""
    actor = state[S.ACTOR]
    mine = state[at(actor) + S.BOTS + kind] + state[at(actor) + S.FLIPPED + kind]
    worth = book[B.PAIR_POINTS] * own[P.POINT]
    if not book[B.IN_TEAMS]:
        return mine % 2 * worth
    team = 0
    for other in range(book[B.PLAYERS]):
        if are_allies(book, other, actor):
            team += state[at(other) + S.BOTS + kind] + state[at(other) + S.FLIPPED + kind]
    shared = own[P.ALLY_BOTS]
    return worth * (mine % 2 * (HUNDRED - shared) + team % 2 * shared) // HUNDRED


@kernel
def _cancels(state: Ints, book: Ints, block: int) -> int:
    """Return how many symbols the armour and helmet of a fighter cancel."""
    count = 0
    for place in range(E.ARMOUR, E.HELMET + 1):
        kind = state[at(block) + S.CARD + place]
        if kind != S.NONE:
            for k in range(book[card(kind) + B.COUNT]):
                here = effect(book[card(kind) + B.FIRST] + k)
                if book[here + E.WHAT] == E.CANCEL:
                    count += min(book[here + E.AMOUNT], 3)
    return count


@kernel
def hit_worth(
    state: Ints, book: Ints, own: Ints, odds: Ints, target: int, dice: int, again: int
) -> int:
    """Return what an attack on one target is worth: a block, or BOT_AT + sector."""
    if target >= A.BOT_AT:
        sector = target - A.BOT_AT
        kind = state[S.BOT_AT + sector]
        way = reading(state, book, sector)
        chance = chance_of_damage(odds, dice, again, book[B.BOT_DICE], way, 0)
        worth = book[B.BOT_POINTS] * own[P.POINT] + pair_worth(state, book, own, kind)
        if book[B.ROYALE]:
            worth = own[P.SPEND] * 2
        return chance * worth // THOUSAND
    way = reading(state, book, state[at(target) + S.SECTOR])
    defends_again = 1 if state[at(target) + S.ENERGY] > 0 else 0
    dealt = expected_damage(odds, dice, again, defence_of(state, book, target), way, defends_again)
    worth = dealt * wound_worth(state, book, own, target) // THOUSAND
    if own[P.ARMOURED]:
        less = _cancels(state, book, target) * own[P.ARMOURED]
        worth -= worth * min(HUNDRED, less) // HUNDRED
    return worth


@kernel
def best_attack(
    state: Ints, book: Ints, own: Ints, odds: Ints, block: int, here: int, percent: int
) -> int:
    """Return what the best attack from a sector is worth; those on fighters in percent."""
    again = 1 if state[at(block) + S.ENERGY] > 0 else 0
    if sector_amount(state, book, here, E.NO_REROLL):
        again = 0
    dice_at = 0  # most dice at range 0, 1, 2, four bits each
    area = 0
    for away in range(3):
        most = reach_dice(state, book, block, S.BASE, away)
        for weapon in range(E.GRENADE):
            most = max(most, reach_dice(state, book, block, weapon, away))
        dice_at |= most << 4 * away
        kind = state[at(block) + S.CARD + E.GRENADE]
        throws = kind != S.NONE and area_of(book, kind) != S.NONE
        if throws and fitting_supply(state, book, block, E.GRENADE, E.GREN) != S.NONE:
            area |= reach_dice(state, book, block, E.GRENADE, away) << 4 * away
    best = 0
    for k in range(state[S.RING]):
        sector = state[S.RING + 1 + k]
        away = distance(state, here, sector)
        if away > 2:
            continue
        dice = dice_at >> 4 * away & 15
        thrown = area >> 4 * away & 15
        together = 0
        for other in range(blocks(book)):
            if state[at(other) + S.SECTOR] != sector or are_allies(book, other, block):
                continue
            if dice:
                worth = hit_worth(state, book, own, odds, other, dice, again)
                best = max(best, worth * percent // HUNDRED)
            if thrown:
                together += hit_worth(state, book, own, odds, other, thrown, again)
        best = max(best, together * percent // HUNDRED - own[P.SPEND])
        if dice and state[S.BOT_AT + sector] != S.NONE:
            worth = hit_worth(state, book, own, odds, A.BOT_AT + sector, dice, again)
            best = max(best, worth)
    return best


@kernel
def opponents_near(state: Ints, book: Ints, block: int, sector: int) -> int:
    """Return how many opponents are within range of a sector."""
    count = 0
    for other in range(blocks(book)):
        there = state[at(other) + S.SECTOR]
        if there == S.NONE or are_allies(book, other, block):
            continue
        if distance(state, sector, there) <= 2:
            count += 1
    return count


@kernel
def survey(
    state: Ints, book: Ints, own: Ints, odds: Ints, block: int, percent: int, notes: Ints
) -> None:
    """Note what every sector is worth: to attack from, to search in, to end the turn in."""
    last = not book[B.ROYALE] and state[S.ROUND] >= book[B.ROUNDS]
    late = not book[B.ROYALE] and state[S.ROUND] >= book[B.ROUNDS] - 1
    closes = S.NONE
    if not last and state[S.SCOREBOARD] > 0 and state[S.RING] > 2:
        closes = state[S.SCOREBOARD + state[S.SCOREBOARD]]
    early = max(0, book[B.ROUNDS] - 1 - state[S.ROUND]) * own[P.EARLY_SEARCH]
    for k in range(state[S.RING]):
        sector = state[S.RING + 1 + k]
        attack = best_attack(state, book, own, odds, block, sector, percent)
        notes[ATTACK + sector] = attack
        level = book[B.SECTOR + sector * B.SECTOR_SIZE + B.CLASS]
        look = own[P.SEARCH_1 + level - 1]
        look += look * early // HUNDRED
        if late:
            look = look * own[P.LATE_SEARCH] // HUNDRED
        tokens = state[S.SEARCHED + sector]
        if tokens > state[at(block) + S.ENERGY]:
            look = 0
        notes[LOOK + sector] = max(0, look - energy_worth(state, book, own, tokens))
        end = notes[LOOK + sector] * own[P.STAY] // HUNDRED + attack * own[P.PREY] // HUNDRED
        end -= opponents_near(state, book, block, sector) * own[P.NEAR]
        if book[B.IN_TEAMS]:
            end += allies_near(state, book, sector, 0) * own[P.ALLY]
        if sector == closes:
            if sector_amount(state, book, sector, E.SAFE):
                end += own[P.SAFE]
            else:
                end -= own[P.CLOSING]
        if own[P.DANGER] or own[P.COVER]:
            notes[DANGER + sector] = danger(state, book, own, odds, block, sector)
            end -= notes[DANGER + sector] * own[P.DANGER] // HUNDRED
        notes[ENDING + sector] = 0 if last else end
        charge = sector_amount(state, book, sector, E.GAIN)
        gained = energy_worth(state, book, own, charge)
        notes[ENTER + sector] = gained * own[P.CHARGE] // HUNDRED


@kernel
def half_worth(
    state: Ints, book: Ints, own: Ints, block: int, half: int, sector: int, notes: Ints
) -> int:
    """Return what one half of a row is worth in a sector, without moving."""
    best = 0
    if half & B.ATTACK:
        best = max(best, notes[ATTACK + sector])
    if half & B.SEARCH:
        best = max(best, notes[LOOK + sector])
    if half & B.DEFENCE:
        best = energy_worth(state, book, own, book[B.DEFENCE_ENERGY])
    if half & B.LEAD and state[S.LEADER] != block:
        last = not book[B.ROYALE] and state[S.ROUND] >= book[B.ROUNDS]
        lead = own[P.LEAD_AT_END] if last else own[P.LEAD]
        if book[B.ROYALE]:
            lead = 0
        if are_allies(book, state[S.LEADER], block):
            lead = lead * own[P.ALLY_LEAD] // HUNDRED
        best = max(best, lead + energy_worth(state, book, own, book[B.LEADER_ENERGY]))
    room = book[B.MOST_ENERGY] - state[at(block) + S.ENERGY]
    if half & B.GAIN_2:
        best = max(best, energy_worth(state, book, own, min(2, room)))
    if half & B.GAIN_1:
        best = max(best, energy_worth(state, book, own, min(1, room)))
    return best


@kernel
def note_half(
    state: Ints, book: Ints, own: Ints, block: int, half: int, at_: int, notes: Ints
) -> None:
    """Note what one half of a row is worth in each sector."""
    for k in range(state[S.RING]):
        sector = state[S.RING + 1 + k]
        notes[at_ + sector] = half_worth(state, book, own, block, half, sector, notes)


@kernel
def note_hand(state: Ints, book: Ints, own: Ints, block: int, notes: Ints) -> None:
    """Note what every half of the cards in hand is worth in each sector."""
    for card_ in range(B.CARDS):
        if state[at(block) + S.HAND] >> card_ & 1:
            for half in range(2):
                offered = book[B.CARD + card_ * B.CARD_SIZE + B.HALVES + half]
                here = HALF + (2 * card_ + half) * B.SECTORS
                note_half(state, book, own, block, offered, here, notes)


@kernel
def plan_back(state: Ints, moves: int, half: int, step: int, notes: Ints) -> None:
    """Note what the row is worth from each sector on, with one more noted half in front."""
    size = state[S.RING]
    for k in range(size):
        sector = state[S.RING + 1 + k]
        best = notes[PLAN + sector] + notes[half + sector]
        if moves:
            to = state[S.RING + 1 + (k + 1 if k + 1 < size else 0)]
            best = max(best, notes[PLAN + to] + notes[ENTER + to] - step)
            to = state[S.RING + 1 + (k - 1 if k > 0 else size - 1)]
            best = max(best, notes[PLAN + to] + notes[ENTER + to] - step)
        notes[NEXT + sector] = best
    for k in range(size):
        sector = state[S.RING + 1 + k]
        notes[PLAN + sector] = notes[NEXT + sector]


@kernel
def plan_from(state: Ints, book: Ints, own: Ints, block: int, first: int, notes: Ints) -> None:
    """Note what the halves of the row from `first` on are worth, from each sector."""
    for k in range(state[S.RING]):
        sector = state[S.RING + 1 + k]
        notes[PLAN + sector] = notes[ENDING + sector]
    for k in range(S.HALVES - 1, first - 1, -1):
        half = state[at(block) + S.ROW + k]
        note_half(state, book, own, block, half, HALF, notes)
        plan_back(state, half & B.MOVE, HALF, 0, notes)


@kernel
def card_worth(book: Ints, own: Ints, kind: int) -> int:
    """Return what a card is worth as equipment."""
    row = card(kind)
    place = book[row + B.TYPE]
    worth = 0
    for away in range(3):
        worth += book[row + B.DICE + away] * own[P.DIE_0 + away]
    for k in range(book[row + B.COUNT]):
        here = effect(book[row + B.FIRST] + k)
        if book[here + E.WHAT] == E.CANCEL:
            worth += min(book[here + E.AMOUNT], 3) * own[P.CANCEL]
        worth += own[P.EFFECT] if place <= E.GRENADE else own[P.GUARD]
    return worth


@kernel
def upgrade_worth(book: Ints, own: Ints, kind: int) -> int:
    """Return what an upgrade is worth."""
    worth = 0
    for k in range(book[B.UPGRADE + B.SPAN * kind + 1]):
        what = book[effect(book[B.UPGRADE + B.SPAN * kind] + k) + E.WHAT]
        if what == E.ATTACK_DICE:
            worth += own[P.UP_DICE]
        elif what == E.CHANGE:
            worth += own[P.UP_CHANGE]
        elif what == E.DEFENCE_DICE:
            worth += own[P.UP_DEFENCE]
        elif what == E.CANCEL:
            worth += own[P.UP_CANCEL]
        elif what == E.GAIN:
            worth += own[P.UP_GAIN]
        elif what == E.SEE:
            worth += own[P.UP_SEE]
        else:
            worth += own[P.UP_REACH]
    return worth


@kernel
def spare_worth(state: Ints, book: Ints, own: Ints, block: int, kind: int) -> int:
    """Return how much less a weapon is worth, as another one has its dice anyway."""
    place = book[card(kind) + B.TYPE]
    if own[P.SPARE] == 0 or place > E.GRENADE:
        return 0
    spare = 0
    for away in range(3):
        most = reach_dice(state, book, block, S.BASE, away)
        for weapon in range(E.GRENADE + 1):
            if weapon != place:
                most = max(most, reach_dice(state, book, block, weapon, away))
        spare += min(most, book[card(kind) + B.DICE + away]) * own[P.DIE_0 + away]
    return spare * own[P.SPARE] // HUNDRED
