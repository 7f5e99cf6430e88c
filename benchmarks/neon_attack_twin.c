/* The compiled attack once more in C, function by function: what the kernel is measured against.
 *
 * Same algorithm, same array. The names of places (A_) are given by the compiler call, which takes
 * them from the kernels, so the layout cannot drift. */

#include <stdint.h>

typedef int64_t i64;
typedef uint64_t u64;

enum { PAYMENTS = 64 };
static const i64 WORST = (i64)1 << 40;

static inline i64 min(i64 a, i64 b) { return a < b ? a : b; }
static inline i64 max(i64 a, i64 b) { return a > b ? a : b; }

/* random numbers: Philox4x32-10, streams as in kernels/rng.py */

enum { SEED, GAME, DRAWS };
static const u64 M0 = 0xD2511F53, M1 = 0xCD9E8D57, W0 = 0x9E3779B9, W1 = 0xBB67AE85;
static const u64 LOW = 0xFFFFFFFF;

static u64 word(u64 *streams, i64 purpose)
{
    u64 draw = streams[DRAWS + purpose]++;
    u64 c0 = draw & LOW, c1 = (u64)purpose, c2 = streams[GAME] & LOW, c3 = streams[GAME] >> 32;
    u64 k0 = streams[SEED] & LOW, k1 = streams[SEED] >> 32;
    for (int n = 0; n < 10; n++) {
        u64 p0 = M0 * c0, p1 = M1 * c2;
        c0 = (p1 >> 32) ^ c1 ^ k0;
        c1 = p1 & LOW;
        c2 = (p0 >> 32) ^ c3 ^ k1;
        c3 = p0 & LOW;
        k0 = (k0 + W0) & LOW;
        k1 = (k1 + W1) & LOW;
    }
    return c0;
}

static void start(u64 *streams, i64 purposes, i64 seed, i64 game)
{
    for (i64 i = 0; i < DRAWS + purposes; i++) streams[i] = 0;
    streams[SEED] = (u64)seed;
    streams[GAME] = (u64)game;
}

/* dice */

static i64 count_attack(i64 *attack)
{
    i64 dice = min(attack[A_WEAPON_DICE] + attack[A_ADDED_DICE], attack[A_DICE_CAP]);
    return attack[A_DICE] = max(dice - attack[A_LOST_DICE], min(dice, 1));
}

static i64 count_defence(i64 *attack, i64 target)
{
    i64 dice = attack[target + A_BASE_DICE] + attack[target + A_FIELDS];
    dice = min(dice + attack[target + A_ADDED_DEFENCE], attack[target + A_DEFENCE_CAP]);
    return attack[target + A_DEFENCE_DICE] = dice;
}

static void roll(i64 *attack, i64 rolled, i64 dice, const i64 *faces, i64 sides, u64 *streams,
                 i64 purpose)
{
    if (dice == 0) return;
    u64 rolls = 1;
    for (i64 i = 0; i < dice; i++) rolls *= (u64)sides;
    u64 bits = word(streams, purpose), low = bits * rolls & LOW;
    if (low < rolls) {
        u64 threshold = ((u64)1 << 32) % rolls;
        while (low < threshold) {
            bits = word(streams, purpose);
            low = bits * rolls & LOW;
        }
    }
    for (i64 i = 0; i < dice; i++) {
        u64 product = bits * (u64)sides;
        attack[rolled + faces[product >> 32]]++;
        bits = product & LOW;
    }
}

static i64 roll_again(i64 *attack, i64 rolled, i64 most, const i64 *faces, i64 sides, u64 *streams,
                      i64 purpose)
{
    i64 again = rolled + A_FACES, dice = 0;
    for (i64 face = 0; face < A_FACES; face++) {
        i64 picked = min(min(attack[again + face], attack[rolled + face]), most - dice);
        attack[rolled + face] -= picked;
        dice += picked;
    }
    roll(attack, rolled, dice, faces, sides, streams, purpose);
    return dice;
}

static void roll_defence(i64 *attack, i64 target, const i64 *faces, i64 sides, u64 *streams,
                         i64 purpose)
{
    i64 rolled = target + A_DEFENCE_ROLLED;
    for (i64 face = 0; face < A_FACES; face++) attack[rolled + face] = 0;
    attack[target + A_DEFENCE_REROLLED] = 0;
    roll(attack, rolled, count_defence(attack, target), faces, sides, streams, purpose);
}

static void roll_attack(i64 *attack, const i64 *attack_faces, i64 attack_sides,
                        const i64 *defence_faces, i64 defence_sides, u64 *streams, i64 purpose,
                        i64 others)
{
    for (i64 face = 0; face < A_FACES; face++) attack[A_ROLLED + face] = 0;
    attack[A_REROLLED] = 0;
    roll(attack, A_ROLLED, count_attack(attack), attack_faces, attack_sides, streams, purpose);
    for (i64 i = 0; i < attack[A_TARGETS]; i++) {
        i64 target = A_TARGET + i * A_TARGET_SIZE;
        if (attack[target + A_KIND] != A_FIGHTER)
            roll_defence(attack, target, defence_faces, defence_sides, streams, others);
    }
}

static void reroll_attack(i64 *attack, const i64 *faces, i64 sides, u64 *streams, i64 purpose)
{
    i64 most = attack[A_REROLLED] ? 0 : attack[A_REROLL_MOST];
    if (roll_again(attack, A_ROLLED, most, faces, sides, streams, purpose)) attack[A_REROLLED] = 1;
}

static void reroll_defence(i64 *attack, i64 target, const i64 *faces, i64 sides, u64 *streams,
                           i64 purpose)
{
    i64 most = attack[target + A_DEFENCE_REROLL_MOST];
    if (attack[target + A_DEFENCE_REROLLED] || attack[target + A_KIND] != A_FIGHTER) most = 0;
    if (roll_again(attack, target + A_DEFENCE_ROLLED, most, faces, sides, streams, purpose))
        attack[target + A_DEFENCE_REROLLED] = 1;
}

/* resolving */

static void change_attack(i64 *attack)
{
    i64 hits = attack[A_ROLLED + A_HIT];
    i64 turned = min(attack[A_COND_TO_HIT], attack[A_ROLLED + A_COND]);
    i64 raised = min(attack[A_HIT_TO_CRIT], hits + turned);
    attack[A_USED_COND_TO_HIT] = turned;
    attack[A_USED_HIT_TO_CRIT] = raised;
    attack[A_CRITS] = attack[A_ROLLED + A_CRIT] + raised;
    attack[A_HITS] = hits + turned - raised;
}

static inline i64 pay(i64 *attack, i64 effect, i64 used, i64 symbols, i64 gone, i64 *paid)
{
    i64 taken = 0;
    for (i64 i = 0; i < A_EFFECTS; i++) {
        i64 amount = gone && i != A_UPGRADE ? 0 : attack[effect + i];
        amount = min(amount, symbols - taken);
        attack[used + i] = amount > 0;
        *paid += attack[used + i];
        taken += amount;
    }
    return taken;
}

static i64 let_through(i64 *attack, i64 target, i64 crits, i64 hits, i64 gone)
{
    i64 paid = 0, helmet = gone & A_ENDS_HELMET, armour = gone & A_ENDS_ARMOUR;
    i64 *block = attack + target;
    crits -= pay(block, A_CANCEL_CRIT, A_USED_CANCEL_CRIT, crits, helmet, &paid);
    i64 lowered = pay(block, A_CRIT_TO_HIT, A_USED_CRIT_TO_HIT, crits, helmet, &paid);
    crits -= lowered;
    hits += lowered;
    hits -= pay(block, A_CANCEL_HIT, A_USED_CANCEL_HIT, hits, armour, &paid);
    i64 damage = crits * attack[A_CRIT_DAMAGE] + hits * attack[A_HIT_DAMAGE];
    if (crits > 0) damage += attack[A_CRIT_BONUS];
    block[A_CRITS_THROUGH] = crits;
    block[A_HITS_THROUGH] = hits;
    block[A_TAKEN] = damage;
    return damage * PAYMENTS + paid;
}

static void settle(i64 *attack, i64 target)
{
    i64 *block = attack + target;
    i64 blocks = block[A_DEFENCE_ROLLED + A_BLOCK], guards = block[A_DEFENCE_ROLLED + A_GUARD];
    i64 sparks = block[A_DEFENCE_ROLLED + A_SPARK], fails = block[A_DEFENCE_ROLLED + A_FAIL];
    if (block[A_GUARD_IS_BLOCK]) {
        blocks += guards;
        guards = 0;
    }
    if (block[A_FAIL_IS_GUARD]) {
        guards += fails;
        fails = 0;
    }
    i64 crits = attack[A_CRITS], missed = min(block[A_HIT_TO_MISS], attack[A_HITS]);
    i64 hits = attack[A_HITS] - missed, best = WORST;
    i64 best_raised = 0, best_hardened = 0, best_turned = 0, best_on_crits = 0, best_gone = 0;
    for (i64 raised = 0; raised <= min(block[A_FAIL_TO_GUARD], fails); raised++)
        for (i64 hardened = 0; hardened <= min(block[A_GUARD_TO_BLOCK], guards + raised);
             hardened++) {
            i64 gone = (raised ? block[A_FAIL_TO_GUARD_ENDS] : 0)
                       | (hardened ? block[A_GUARD_TO_BLOCK_ENDS] : 0);
            i64 answer = -1, answer_turned = 0, answer_on_crits = 0;
            for (i64 turned = 0; turned <= min(block[A_BLOCK_TO_FAIL], blocks + hardened);
                 turned++) {
                i64 b = blocks + hardened - turned, g = guards + raised - hardened;
                i64 least = WORST, least_on_crits = 0;
                for (i64 on_crits = min(b, crits); on_crits >= 0; on_crits--) {
                    i64 left = max(hits - g - (b - on_crits), 0);
                    i64 outcome = let_through(attack, target, crits - on_crits, left, gone);
                    if (outcome < least) {
                        least = outcome;
                        least_on_crits = on_crits;
                    }
                }
                if (answer < 0 || least / PAYMENTS > answer / PAYMENTS) {
                    answer = least;
                    answer_turned = turned;
                    answer_on_crits = least_on_crits;
                }
            }
            answer += raised + hardened;
            if (answer < best) {
                best = answer;
                best_raised = raised;
                best_hardened = hardened;
                best_turned = answer_turned;
                best_on_crits = answer_on_crits;
                best_gone = gone;
            }
        }
    i64 b = blocks + best_hardened - best_turned - best_on_crits;
    i64 g = guards + best_raised - best_hardened;
    let_through(attack, target, crits - best_on_crits, max(hits - g - b, 0), best_gone);
    block[A_USED_HIT_TO_MISS] = missed;
    block[A_USED_FAIL_TO_GUARD] = best_raised;
    block[A_USED_GUARD_TO_BLOCK] = best_hardened;
    block[A_USED_BLOCK_TO_FAIL] = best_turned;
    i64 fighter = block[A_KIND] == A_FIGHTER;
    i64 drained = attack[A_DRAIN] + (block[A_TAKEN] > 0 ? attack[A_HIT_DRAIN] : 0);
    block[A_ENERGY] = fighter * sparks * block[A_SPARK_ENERGY];
    block[A_DRAINED] = fighter * drained;
}

static void conclude(i64 *attack)
{
    attack[A_DAMAGE] = attack[A_GAINED] = attack[A_USED_CRIT_BONUS] = 0;
    for (i64 i = 0; i < attack[A_TARGETS]; i++) {
        const i64 *block = attack + A_TARGET + i * A_TARGET_SIZE;
        attack[A_DAMAGE] += block[A_TAKEN];
        if (block[A_TAKEN] > 0 && block[A_KIND] != A_BOT) attack[A_GAINED] += attack[A_HIT_GAIN];
        if (block[A_CRITS_THROUGH] > 0 && attack[A_CRIT_BONUS] > 0) attack[A_USED_CRIT_BONUS] = 1;
    }
}

void resolve(i64 *attack)
{
    change_attack(attack);
    for (i64 i = 0; i < attack[A_TARGETS]; i++) settle(attack, A_TARGET + i * A_TARGET_SIZE);
    conclude(attack);
}

/* a whole attack, both sides rolling again what AGAIN names */

static void whole(i64 *attack, const i64 *attack_faces, const i64 *defence_faces, i64 sides,
                  u64 *streams)
{
    roll_attack(attack, attack_faces, sides, defence_faces, sides, streams, 0, 2);
    reroll_attack(attack, attack_faces, sides, streams, 0);
    change_attack(attack);
    for (i64 i = 0; i < attack[A_TARGETS]; i++) {
        i64 target = A_TARGET + i * A_TARGET_SIZE;
        if (attack[target + A_KIND] == A_FIGHTER) {
            roll_defence(attack, target, defence_faces, sides, streams, 1);
            reroll_defence(attack, target, defence_faces, sides, streams, 1);
        }
        settle(attack, target);
    }
    conclude(attack);
}

/* timing */

static i64 checksum(const i64 *attack)
{
    return attack[A_DAMAGE] * 31 + attack[A_TARGET + A_ENERGY];
}

i64 resolve_all(i64 *attacks, i64 count, i64 size, i64 rounds)
{
    i64 total = 0;
    for (i64 n = 0; n < rounds; n++)
        for (i64 i = 0; i < count; i++) {
            resolve(attacks + i * size);
            total += checksum(attacks + i * size);
        }
    return total;
}

i64 attack_all(i64 *attacks, i64 count, i64 size, const i64 *attack_faces,
               const i64 *defence_faces, i64 sides, u64 *streams, i64 purposes, i64 rounds)
{
    i64 total = 0;
    for (i64 n = 0; n < rounds; n++)
        for (i64 i = 0; i < count; i++) {
            start(streams, purposes, n, i);
            whole(attacks + i * size, attack_faces, defence_faces, sides, streams);
            total += checksum(attacks + i * size);
        }
    return total;
}
