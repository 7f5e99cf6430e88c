"""The greedy player: every legal action scored by integer weights, the best one taken."""

from kernels import rng
from kernels.jit import kernel
from kernels.neon import actions as A
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import weights as P
from kernels.neon.aim import area_of, blank_of, long_shot_of, turn_order
from kernels.neon.arena import Ints, are_allies, at, blocks, distance, effect, sector_amount
from kernels.neon.closing import escape_of
from kernels.neon.gamble import NEVER, payment_worth, use_worth
from kernels.neon.legal import row_place
from kernels.neon.loot import card
from kernels.neon.payment import price, source_of
from kernels.neon.peril import HUNDRED, energy_worth, own_loss, reach_dice
from kernels.neon.turn import ambush_of
from kernels.neon.worth import (
    DANGER,
    ENDING,
    ENTER,
    HALF,
    LOOK,
    PLAN,
    allies_near,
    card_worth,
    half_worth,
    hit_worth,
    note_hand,
    opponents_near,
    plan_back,
    plan_from,
    spare_worth,
    survey,
    upgrade_worth,
)


@kernel
def _kept_moves(state: Ints, book: Ints, block: int, cards: int) -> int:
    """Return how many halves of the cards that stay in hand offer a move."""
    count = 0
    left = state[at(block) + S.HAND] & ~(1 << (cards & 15) | 1 << (cards >> 4))
    for card_ in range(B.CARDS):
        if left >> card_ & 1:
            for k in range(2):
                half = book[B.CARD + card_ * B.CARD_SIZE + B.HALVES + k]
                count += 1 if half & B.MOVE else 0
    return count


@kernel
def _row_worth(state: Ints, book: Ints, own: Ints, block: int, deed: int, notes: Ints) -> int:
    """Return what an action row is worth against the positions as they are."""
    cards, how = A.first(deed), A.second(deed)
    here = state[at(block) + S.SECTOR]
    for k in range(state[S.RING]):
        sector = state[S.RING + 1 + k]
        notes[PLAN + sector] = notes[ENDING + sector]
    fields = 0
    attacks = 0
    searches = 0
    for k in range(S.HALVES - 1, -1, -1):
        place = row_place(cards, how, k)
        half = book[B.CARD + (place >> 1) * B.CARD_SIZE + B.HALVES + (place & 1)]
        plan_back(state, half & B.MOVE, HALF + place * B.SECTORS, own[P.STEP], notes)
        if half & B.DEFENCE:
            fields += 1
        attacks += 1 if half & B.ATTACK else 0
        searches += 1 if half & B.SEARCH else 0
    best = NEVER
    for k in range(state[S.RING]):
        sector = state[S.RING + 1 + k]
        if here == S.NONE or here == sector:
            best = max(best, notes[PLAN + sector])
    if here != S.NONE and fields:
        best += fields * own[P.FIELD] * opponents_near(state, book, block, here)
        best += fields * notes[DANGER + here] * own[P.COVER] // HUNDRED
    early = own[P.EARLY]
    if own[P.EARLY_NEAR] and here != S.NONE:
        early += own[P.EARLY_NEAR] * opponents_near(state, book, block, here)
    best -= max(0, attacks - 1) * own[P.SECOND_ATTACK]
    best -= max(0, searches - 1) * own[P.SECOND_SEARCH]
    if own[P.KEEP_MOVE]:
        best += _kept_moves(state, book, block, cards) * own[P.KEEP_MOVE]
    initiative = book[B.CARD + (cards & 15) * B.CARD_SIZE + B.INITIATIVE]
    return best - initiative * early


@kernel
def _attack_worth(state: Ints, book: Ints, own: Ints, odds: Ints, block: int, deed: int) -> int:
    """Return what an attack can be expected to bring, less what it costs."""
    weapon, target, cost = A.first(deed), A.second(deed), A.third(deed)
    here = state[at(block) + S.SECTOR]
    spent = 0
    dice = 0
    if target >= A.ALL_AT:
        sector = target - A.ALL_AT
    elif target >= A.BOT_AT:
        sector = target - A.BOT_AT
    else:
        sector = state[at(target) + S.SECTOR]
    away = distance(state, here, sector)
    if weapon == S.LONG:
        row = long_shot_of(state, book, block)
        dice = book[effect(row) + E.AMOUNT]
        spent = payment_worth(state, book, own, block, row, A.ENERGY)
    else:
        dice = reach_dice(state, book, block, weapon, away)
        if cost:
            kind = state[at(block) + S.CARD + weapon]
            row = area_of(book, kind)
            if row == S.NONE:
                row = blank_of(book, kind)
                dice += book[effect(row) + E.AMOUNT]
            spent = payment_worth(state, book, own, block, row, cost - 1)
    again = 1 if state[at(block) + S.ENERGY] > 0 else 0
    if sector_amount(state, book, here, E.NO_REROLL):
        again = 0
    dice = min(dice, book[B.MOST_ATTACK_DICE])
    if target < A.ALL_AT:
        return hit_worth(state, book, own, odds, target, dice, again) - spent
    total = 0
    for other in range(blocks(book)):
        if state[at(other) + S.SECTOR] == sector and not are_allies(book, other, block):
            total += hit_worth(state, book, own, odds, other, dice, again)
    return total - spent


@kernel
def _act_worth(
    state: Ints, book: Ints, own: Ints, odds: Ints, block: int, deed: int, notes: Ints
) -> int:
    """Return what an action and the rest of the row are worth."""
    what = A.what(deed)
    x, y = A.first(deed), A.second(deed)
    here = state[at(block) + S.SECTOR]
    if what == A.MOVE:
        worth = notes[PLAN + x] + notes[ENTER + x]
        if y:
            worth -= payment_worth(state, book, own, block, y - 1, A.ENERGY)
        return worth
    if what == A.SEARCH:
        return notes[PLAN + here] + notes[LOOK + here]
    if what == A.ATTACK:
        return notes[PLAN + here] + _attack_worth(state, book, own, odds, block, deed)
    if what == A.GAIN:
        half = B.GAIN_1 if x == 1 else B.GAIN_2
        return notes[PLAN + here] + half_worth(state, book, own, block, half, here, notes)
    if what == A.LEAD:
        return notes[PLAN + here] + half_worth(state, book, own, block, B.LEAD, here, notes)
    return notes[PLAN + here]


@kernel
def _token_worth(state: Ints, book: Ints, own: Ints, block: int, deed: int) -> int:
    """Return what the special token gains in a sector, less its price."""
    sector, row = A.first(deed), A.second(deed)
    lays = book[effect(row) + E.LAYS]
    worth = 0
    met = 0  # allies whom it meets, in percent
    if book[B.IN_TEAMS]:
        met = allies_near(state, book, sector, 0) * own[P.ALLY_TOKEN]
    if lays == E.CHANGE:
        helped = met + (HUNDRED if sector == state[at(block) + S.SECTOR] else 0)
        if helped:
            near = opponents_near(state, book, block, sector)
            worth = own[P.OWN_SMOKE] * near * helped // HUNDRED
    else:
        if lays == E.ATTACK_DICE:  # allies are met like anybody else (NEON-ABL-8)
            worth -= own[P.TOKEN] * met // HUNDRED
        for other in range(blocks(book)):
            there = state[at(other) + S.SECTOR]
            if there == S.NONE or are_allies(book, other, block):
                continue
            away = distance(state, sector, there)
            if away == (1 if lays == E.TRAP else 0):
                worth += own[P.TOKEN]
    return worth - payment_worth(state, book, own, block, row, A.ENERGY)


@kernel
def _somebody_leaves(state: Ints, book: Ints, block: int) -> bool:
    """Say whether an opponent in range acts before a fighter and may move away by then."""
    mine = turn_order(state, book, block)
    here = state[at(block) + S.SECTOR]
    for other in range(book[B.PLAYERS]):
        there = state[at(other) + S.SECTOR]
        if there == S.NONE or are_allies(book, other, block) or distance(state, here, there) > 2:
            continue
        if turn_order(state, book, other) < mine:
            for k in range(S.HALVES):
                if state[at(other) + S.ROW + k] & B.MOVE:
                    return True
    return False


@kernel
def _ambush_worth(state: Ints, book: Ints, own: Ints, odds: Ints, block: int, notes: Ints) -> int:
    """Return what acting first gains, less its price: opponents are still where they are seen."""
    if not _somebody_leaves(state, book, block):
        return NEVER
    here = state[at(block) + S.SECTOR]
    row = ambush_of(state, book, block)
    paid = price(state, book, block, row, source_of(state, book, block, row))
    if state[at(block) + S.ENERGY] - paid < own[P.AMBUSH_LEFT]:
        return NEVER
    survey(state, book, own, odds, block, own[P.DRIFT], notes)
    plan_from(state, book, own, block, 0, notes)
    late = notes[PLAN + here]
    survey(state, book, own, odds, block, HUNDRED, notes)
    plan_from(state, book, own, block, 0, notes)
    worth = (notes[PLAN + here] - late) * own[P.AMBUSH] // HUNDRED
    return worth - energy_worth(state, book, own, paid)


@kernel
def _lay_worth(state: Ints, book: Ints, own: Ints, block: int, kind: int, how: int) -> int:
    """Return what laying a card in some way is worth."""
    if how == A.AWAY:
        return 0
    if how == A.FREE:
        return card_worth(book, own, kind) - spare_worth(state, book, own, block, kind)
    if how >= A.UNDER:
        worth = own[P.SUPPLY]
        if state[at(block) + S.SUPPLIED + how - A.UNDER] == 0:
            worth += own[P.FIRST_SUPPLY]
        return worth
    on = how - A.COVER
    worth = card_worth(book, own, kind) - spare_worth(state, book, own, block, kind)
    worth -= card_worth(book, own, state[at(block) + S.CARD + on])
    if state[at(block) + S.SUPPLIED + on] < book[card(kind) + B.MOST]:
        worth += own[P.SUPPLY]
    return worth


@kernel
def _keep_worth(state: Ints, book: Ints, own: Ints, block: int, kind: int) -> int:
    """Return what a card would be worth to a fighter, laid as well as it can be."""
    place = book[card(kind) + B.TYPE]
    spare = spare_worth(state, book, own, block, kind)
    if state[at(block) + S.CARD + place] == S.NONE:
        return card_worth(book, own, kind) - spare
    worth = card_worth(book, own, kind) - spare
    worth -= card_worth(book, own, state[at(block) + S.CARD + place])
    return max(worth, own[P.SUPPLY])


@kernel
def _other_worth(state: Ints, book: Ints, own: Ints, block: int, deed: int, notes: Ints) -> int:
    """Return what a choice outside rows, actions and attacks gains."""
    what = A.what(deed)
    x, y = A.first(deed), A.second(deed)
    if what == A.LAND:
        return notes[PLAN + x] + notes[ENTER + x]
    if what == A.FLEE:
        return notes[ENDING + x] + notes[ENTER + x]
    if what == A.LAY:
        return _lay_worth(state, book, own, block, x, y)
    if what == A.DISCARD:
        return -_keep_worth(state, book, own, block, x)
    if what == A.SPOIL:
        kind = state[at(state[S.FALLEN + 1]) + S.CARD + x]
        return _keep_worth(state, book, own, block, kind)
    if what == A.CHOOSE:
        return upgrade_worth(book, own, x)
    if what == A.FIRST:  # against the damage of closing; Ambush is weighed by itself
        row = escape_of(state, book, block)
        return own_loss(state, own, block) - payment_worth(state, book, own, block, row, A.ENERGY)
    return 0


@kernel
def choose(
    state: Ints,
    book: Ints,
    own: Ints,
    odds: Ints,
    streams: rng.Streams,
    purpose: int,
    legal: Ints,
    n: int,
    notes: Ints,
) -> int:
    """Return the best of the legal actions; equally good ones are drawn for."""
    stage = state[S.STAGE]
    block = state[S.ACTOR]
    attacking = stage >= S.BEFORE_ATTACK and stage <= S.AFTERWARDS
    if stage == S.PLAN:
        survey(state, book, own, odds, block, own[P.DRIFT], notes)
        note_hand(state, book, own, block, notes)
    elif stage == S.LAND or stage == S.ACT or stage == S.FLEE or stage == S.AFTERWARDS:
        survey(state, book, own, odds, block, 100, notes)
    if stage == S.LAND or stage == S.AFTERWARDS:
        plan_from(state, book, own, block, state[at(block) + S.DONE], notes)
    elif stage == S.ACT:
        plan_from(state, book, own, block, state[at(block) + S.DONE] + 1, notes)
    best = NEVER
    ties = 0
    chosen = legal[n - 1]
    for i in range(n):
        deed = legal[i]
        what = A.what(deed)
        if what == A.TOKEN:
            # It takes no half of the row: good when it gains anything on top of the best action.
            gained = _token_worth(state, book, own, block, deed)
            base = max(best, notes[PLAN + state[at(block) + S.SECTOR]])
            worth = base + gained if gained > 0 else NEVER
        elif stage == S.PLAN:
            worth = _row_worth(state, book, own, block, deed, notes)
        elif stage == S.AMBUSHING:
            worth = 0
            if what == A.FIRST:
                worth = _ambush_worth(state, book, own, odds, block, notes)
        elif stage == S.ACT:
            worth = _act_worth(state, book, own, odds, block, deed, notes)
        elif stage == S.AFTERWARDS and what == A.USE:
            here = state[at(block) + S.SECTOR]
            worth = notes[PLAN + A.third(deed)] - notes[PLAN + here]
            how = A.second(deed) & 15
            worth -= payment_worth(state, book, own, block, A.first(deed), how)
        elif attacking:
            worth = 0
            if what == A.USE:
                worth = use_worth(state, book, own, odds, block, deed, stage)
        else:
            worth = _other_worth(state, book, own, block, deed, notes)
        if worth > best:
            best = worth
            chosen = deed
            ties = 1
        elif worth == best and best > NEVER:
            ties += 1
            if rng.below(streams, purpose, ties) == 0:
                chosen = deed
    return chosen
