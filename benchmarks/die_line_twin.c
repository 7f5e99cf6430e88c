/* The compiled fight once more in C, function by function: what the kernel is measured against.
 *
 * Same algorithm, same array. The names of places (F_) are given by the compiler call, which takes
 * them from the kernels, so the layout cannot drift. */

#include <stdint.h>

typedef int64_t i64;

static inline i64 min(i64 a, i64 b) { return a < b ? a : b; }
static inline i64 max(i64 a, i64 b) { return a > b ? a : b; }

/* modifications */

static i64 lowest_die(const i64 *fight, i64 side, i64 limit)
{
    i64 found = -1, lowest = limit + 1;
    for (i64 i = side + F_ROLLED; i < side + F_ROLLED + fight[side + F_DICE]; i++)
        if (fight[i] < lowest) {
            lowest = fight[i];
            found = i;
        }
    return found;
}

static void modify(i64 *fight, i64 side)
{
    for (i64 i = 0; i < fight[side + F_REROLLS]; i++) {
        i64 die = lowest_die(fight, side, fight[F_REROLL_UP_TO]);
        if (die >= 0) fight[die] = fight[side + F_SPARE + i];
    }
    i64 low = min(fight[side + F_LOW_UP_TO], fight[side + F_LOW_TO] - 1);
    if (low > 0)
        for (i64 i = side + F_ROLLED; i < side + F_ROLLED + fight[side + F_DICE]; i++)
            if (fight[i] <= low) fight[i] = fight[side + F_LOW_TO];
    for (i64 card = side + F_LOWEST_TO; card < side + F_ONE_PLUS; card++)
        if (fight[card] > 0) {
            i64 die = lowest_die(fight, side, fight[card] - 1);
            if (die >= 0) fight[die] = fight[card];
        }
    for (i64 card = side + F_ONE_PLUS; card < side + F_ONE_PLUS + F_HANDS; card++)
        if (fight[card] > 0) {
            i64 die = lowest_die(fight, side, F_HIGHEST - 1);
            if (die >= 0) fight[die] = min(fight[die] + fight[card], F_HIGHEST);
        }
}

/* damage */

static inline void wound(i64 *fight, i64 side)
{
    fight[side + F_DAMAGE]++;
    fight[side + F_DAMAGED]++;
    if (fight[side + F_DAMAGED] >= fight[side + F_CELLS]) fight[side + F_RELOADED] = 1;
}

static void hurt(i64 *fight, i64 side)
{
    if (fight[side + F_LINE_SIZE] > 0) fight[side + F_LINE_SIZE]--;
    else if (fight[side + F_SKULLS] > 0) fight[side + F_SKULLS]--;
    else if (fight[side + F_OTHER] > 0) fight[side + F_OTHER]--;
    else return;
    wound(fight, side);
}

static void graze(i64 *fight, i64 side, i64 times)
{
    for (i64 n = 0; n < times; n++) {
        if (fight[side + F_RELOADED] || fight[side + F_LINE_SIZE] == 0) return;
        fight[side + F_SMALL]++;
        i64 lowest = side + F_LINE + fight[side + F_LINE_SIZE] - 1;
        if (fight[lowest] > 1) fight[lowest]--;
        else {
            fight[side + F_LINE_SIZE]--;
            wound(fight, side);
        }
    }
}

static void strike(i64 *fight, i64 side, i64 excess, i64 damage)
{
    for (i64 n = 0; n < excess * damage; n++) {
        if (fight[side + F_RELOADED]) return;
        hurt(fight, side);
    }
}

/* the steps */

static void muster(i64 *fight, i64 side)
{
    fight[side + F_DAMAGE] = fight[side + F_SMALL] = fight[side + F_RELOADED] = 0;
    i64 skulls = 0, size = fight[side + F_LINE_SIZE];
    for (i64 i = 0; i < fight[side + F_DICE]; i++) {
        i64 die = fight[side + F_ROLLED + i];
        if (die == F_SKULL) {
            skulls++;
            continue;
        }
        i64 at = side + F_LINE + size++;
        while (at > side + F_LINE && fight[at - 1] < die) {
            fight[at] = fight[at - 1];
            at--;
        }
        fight[at] = die;
    }
    fight[side + F_SKULLS] = skulls;
    fight[side + F_LINE_SIZE] = size;
}

static inline i64 counted(const i64 *fight, i64 side, i64 other)
{
    i64 skulls = fight[side + F_SKULLS];
    return fight[side + F_PIERCES] ? skulls : max(skulls - fight[other + F_ARMOUR], 0);
}

static i64 excess_skulls(const i64 *fight)
{
    return counted(fight, F_ATTACKER, F_DEFENDER) - counted(fight, F_DEFENDER, F_ATTACKER);
}

void resolve_ranged(i64 *fight)
{
    modify(fight, F_ATTACKER);
    modify(fight, F_DEFENDER);
    fight[F_ATTACKER + F_LINE_SIZE] = 0;
    muster(fight, F_ATTACKER);
    muster(fight, F_DEFENDER);
    i64 shots = fight[F_ATTACKER + F_LINE_SIZE], excess = excess_skulls(fight);
    if (excess > 0) strike(fight, F_DEFENDER, excess, fight[F_ATTACKER + F_EXCESS]);
    else fight[F_ATTACKER + F_LINE_SIZE] = shots = max(shots + excess, 0);
    if (fight[F_DEFENDER + F_RELOADED]) return;
    i64 size = fight[F_DEFENDER + F_LINE_SIZE], kept = 0;
    for (i64 i = 0; i < size; i++) {
        i64 die = fight[F_DEFENDER + F_LINE + i];
        if (i < shots && fight[F_ATTACKER + F_LINE + i] > die && !fight[F_DEFENDER + F_RELOADED])
            wound(fight, F_DEFENDER);
        else fight[F_DEFENDER + F_LINE + kept++] = die;
    }
    fight[F_DEFENDER + F_LINE_SIZE] = kept;
    graze(fight, F_DEFENDER, shots - size);
    for (i64 i = 0; i < shots; i++)
        if (fight[F_ATTACKER + F_LINE + i] == fight[F_SLOT]) {
            strike(fight, F_DEFENDER, fight[F_BONUS_DAMAGE], 1);
            graze(fight, F_DEFENDER, fight[F_BONUS_SMALL]);
        }
}

void resolve_melee(i64 *fight)
{
    modify(fight, F_ATTACKER);
    modify(fight, F_DEFENDER);
    muster(fight, F_ATTACKER);
    muster(fight, F_DEFENDER);
    i64 excess = excess_skulls(fight), struck = excess > 0 ? F_DEFENDER : F_ATTACKER;
    strike(fight, struck, excess > 0 ? excess : -excess, fight[F_DEFENDER - struck + F_EXCESS]);
    if (fight[struck + F_RELOADED]) return;
    i64 own = fight[F_ATTACKER + F_LINE_SIZE], opposing = fight[F_DEFENDER + F_LINE_SIZE];
    i64 own_kept = 0, opposing_kept = 0, over = 0;
    for (i64 i = 0; i < max(own, opposing); i++) {
        i64 a = fight[F_ATTACKER + F_LINE + i], d = fight[F_DEFENDER + F_LINE + i];
        int compared = i < own && i < opposing && !over;
        if (compared && a < d) {
            wound(fight, F_ATTACKER);
            over = fight[F_ATTACKER + F_RELOADED];
        } else if (i < own) fight[F_ATTACKER + F_LINE + own_kept++] = a;
        if (compared && a > d) {
            wound(fight, F_DEFENDER);
            over = fight[F_DEFENDER + F_RELOADED];
        } else if (i < opposing) fight[F_DEFENDER + F_LINE + opposing_kept++] = d;
    }
    fight[F_ATTACKER + F_LINE_SIZE] = own_kept;
    fight[F_DEFENDER + F_LINE_SIZE] = opposing_kept;
    if (!over) {
        graze(fight, F_DEFENDER, own - opposing);
        graze(fight, F_ATTACKER, opposing - own);
    }
}

/* timing */

static void copy_fight(const i64 *source, i64 *target)
{
    for (i64 i = 0; i < F_SIZE; i++) target[i] = source[i];
}

i64 fight_all(const i64 *fights, i64 count, i64 *fight, i64 melee, i64 rounds)
{
    i64 total = 0;
    for (i64 n = 0; n < rounds; n++)
        for (i64 i = 0; i < count; i++) {
            copy_fight(fights + i * F_SIZE, fight);
            if (melee) resolve_melee(fight);
            else resolve_ranged(fight);
            total += fight[F_ATTACKER + F_DAMAGE] * 31 + fight[F_DEFENDER + F_DAMAGE];
        }
    return total;
}

i64 copy_all(const i64 *fights, i64 count, i64 *fight, i64 rounds)
{
    i64 total = 0;
    for (i64 n = 0; n < rounds; n++)
        for (i64 i = 0; i < count; i++) {
            copy_fight(fights + i * F_SIZE, fight);
            total += fight[F_DEFENDER + F_DAMAGED];
        }
    return total;
}
