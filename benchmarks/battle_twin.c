/* The compiled battle once more in C, function by function: what the kernels are measured against.
 *
 * Same algorithm, same arrays. The names of places (S_, F_, R_, W_) are given by the compiler call,
 * which takes them from the kernels, so the layout cannot drift. No trace. */

#include <stdbool.h>
#include <stdint.h>

typedef int64_t i64;
typedef int16_t i16;

static i64 RAY[S_CELLS][6];
static i64 AROUND[S_CELLS][64];

void set_geometry(const i64 *ray, const i64 *around)
{
    for (i64 i = 0; i < S_CELLS * 6; i++) RAY[i / 6][i % 6] = ray[i];
    for (i64 i = 0; i < S_CELLS * 64; i++) AROUND[i / 64][i % 64] = around[i];
}

static inline i64 bit(i64 cell) { return (i64)1 << cell; }
static inline i64 lowest(i64 bits) { return __builtin_ctzll((uint64_t)bits); }
static inline i64 highest(i64 bits) { return 63 - __builtin_clzll((uint64_t)bits); }
static inline i64 max(i64 a, i64 b) { return a > b ? a : b; }

static inline const i16 *row_of(const i16 *faces, i64 face) { return faces + face * F_COLUMNS; }

static inline i64 nearest(i64 cells, i64 direction)
{
    return direction >= 1 && direction <= 3 ? lowest(cells) : highest(cells);
}

/* board */

static void take_off(i64 *state, const i16 *faces, i64 cell)
{
    i64 seat = S_SEAT + state[S_OWNER + cell] * S_SEAT_SIZE;
    state[seat + S_TILES] &= ~bit(cell);
    if (row_of(faces, state[S_FACE + cell])[F_KIND] == F_HQ) state[seat + S_HQ_CELL] = S_NOBODY;
    state[S_FACE + cell] = S_EMPTY;
}

static i64 tiles_of(const i64 *state, i64 seats)
{
    i64 cells = 0;
    while (seats) {
        cells |= state[S_SEAT + lowest(seats) * S_SEAT_SIZE + S_TILES];
        seats &= seats - 1;
    }
    return cells;
}

static i64 occupied(const i64 *state)
{
    i64 cells = 0;
    for (i64 seat = 0; seat < S_SEATS; seat++) cells |= state[S_SEAT + seat * S_SEAT_SIZE + S_TILES];
    return cells;
}

static void copy_board(const i64 *source, i64 *target)
{
    for (i64 i = 0; i < S_BOARD_SIZE; i++) target[i] = source[i];
}

/* nets */

static i64 caught_by(const i64 *state, const i16 *faces, const i64 *rules, i64 cell)
{
    i64 sides = row_of(faces, state[S_FACE + cell])[F_NET];
    return AROUND[cell][sides] & tiles_of(state, rules[R_NETS + state[S_OWNER + cell]]);
}

static i64 followed(const i64 *state, const i16 *faces, const i64 *rules, i64 start, i64 among)
{
    i64 seen = 0;
    i64 front = bit(start);
    while (front) {
        i64 cell = lowest(front);
        front &= front - 1;
        i64 new = caught_by(state, faces, rules, cell) & among & ~seen;
        seen |= new;
        front |= new;
    }
    return seen;
}

static i64 free_rings(const i64 *state, const i16 *faces, const i64 *rules, i64 unresolved)
{
    i64 found = 0;
    i64 left = unresolved;
    while (left) {
        i64 cell = lowest(left);
        left &= left - 1;
        i64 ring = bit(cell);
        i64 others = followed(state, faces, rules, cell, unresolved);
        while (others) {
            i64 other = lowest(others);
            others &= others - 1;
            if (followed(state, faces, rules, other, unresolved) >> cell & 1) ring |= bit(other);
        }
        i64 outside = unresolved & ~ring;
        bool pointed_at = false;
        while (outside) {
            i64 other = lowest(outside);
            outside &= outside - 1;
            if (caught_by(state, faces, rules, other) & ring) pointed_at = true;
        }
        if (!pointed_at) found |= ring;
    }
    return found;
}

static i64 netted(const i64 *state, const i16 *faces, const i64 *rules, i64 unresolved)
{
    i64 held = 0;
    while (unresolved) {
        i64 pointed_at = 0;
        for (i64 cells = unresolved; cells; cells &= cells - 1)
            pointed_at |= caught_by(state, faces, rules, lowest(cells));
        i64 working = unresolved & ~pointed_at;
        i64 among_themselves = 0;
        if (!working) {
            working = free_rings(state, faces, rules, unresolved);
            among_themselves = working;
        }
        for (i64 cells = working; cells; cells &= cells - 1)
            held |= caught_by(state, faces, rules, lowest(cells)) & ~among_themselves;
        unresolved &= ~(working | held);
    }
    return held;
}

/* links */

static void sort_tiles(const i64 *state, const i16 *faces, i64 *work)
{
    i64 supporters = 0;
    i64 netters = 0;
    i64 fighters = 0;
    i64 clowns = 0;
    for (i64 cells = occupied(state); cells; cells &= cells - 1) {
        i64 cell = lowest(cells);
        for (i64 k = 0; k < W_ROW; k++) work[cell * W_ROW + k] = 0;
        const i16 *face = row_of(faces, state[S_FACE + cell]);
        if (face[F_TRAITS] & F_SUPPORTS) supporters |= bit(cell);
        if (face[F_NET]) netters |= bit(cell);
        if (face[F_VALUES]) fighters |= bit(cell);
        if (face[F_TRAITS] & F_EXPLODES) clowns |= bit(cell);
    }
    work[W_SUPPORTERS] = supporters;
    work[W_NETTERS] = netters;
    work[W_FIGHTERS] = fighters;
    work[W_CLOWNS] = clowns;
}

static void hack(const i64 *state, const i16 *faces, const i64 *rules, i64 *work, i64 cell,
                 i64 working)
{
    i64 hacker = state[S_OWNER + cell];
    i64 reached = AROUND[cell][row_of(faces, state[S_FACE + cell])[F_LINK]] & working;
    reached &= tiles_of(state, rules[R_FOES + hacker]);
    for (; reached; reached &= reached - 1) {
        i64 module = lowest(reached);
        const i16 *face = row_of(faces, state[S_FACE + module]);
        if (face[F_KIND] == F_MODULE && !(face[F_TRAITS] & F_SCOPER)) {
            for (i64 seat = 0; seat < rules[R_PLAYERS]; seat++)
                work[W_CONTROL + seat] &= ~bit(module);
            work[W_CONTROL + hacker] |= bit(module);
        }
    }
}

static void share_control(const i64 *state, const i16 *faces, const i64 *rules, i64 *work)
{
    i64 working = work[W_SUPPORTERS] & ~work[W_NETTED];
    for (i64 seat = 0; seat < rules[R_PLAYERS]; seat++)
        work[W_CONTROL + seat] = working & state[S_SEAT + seat * S_SEAT_SIZE + S_TILES];
    for (i64 cells = working; cells; cells &= cells - 1) {
        i64 cell = lowest(cells);
        if (row_of(faces, state[S_FACE + cell])[F_TRAITS] & F_SCOPER)
            hack(state, faces, rules, work, cell, working);
    }
}

static void give(const i16 *face, i64 *work, i64 cell, i64 served)
{
    i64 touched = AROUND[cell][face[F_LINK]];
    i64 linked = touched & served;
    i64 traits = face[F_TRAITS];
    if (traits & F_SPECIAL) {
        if (traits & F_MEDIC) {
            work[W_ALL_MEDICS] |= bit(cell);
            for (; touched; touched &= touched - 1)
                work[lowest(touched) * W_ROW + W_MEDICS] |= bit(cell);
        }
        if (traits & F_QUARTERMASTER) {
            work[W_SUPPLIED] |= linked;
            for (i64 tiles = linked; tiles; tiles &= tiles - 1)
                work[lowest(tiles) * W_ROW + W_QUARTERMASTERS] |= bit(cell);
        }
        if (face[F_GIVES_ATTACKS]) {
            work[W_BOOSTED] |= linked;
            for (i64 tiles = linked; tiles; tiles &= tiles - 1)
                work[lowest(tiles) * W_ROW + W_GIVERS] += face[F_GIVES_ATTACKS];
        }
    }
    for (; linked; linked &= linked - 1) {
        i64 *row = work + lowest(linked) * W_ROW;
        row[W_INITIATIVE] += face[F_GIVES_INITIATIVE];
        row[W_MELEE] += face[F_GIVES_MELEE];
        row[W_RANGED] += face[F_GIVES_RANGED];
    }
}

static void snapshot(const i64 *state, const i16 *faces, const i64 *rules, i64 *work)
{
    work[W_NETTED] = netted(state, faces, rules, work[W_NETTERS]);
    work[W_ALL_MEDICS] = 0;
    work[W_BOOSTED] = 0;
    work[W_SUPPLIED] = 0;
    share_control(state, faces, rules, work);
    for (i64 seat = 0; seat < rules[R_PLAYERS]; seat++) {
        work[W_TARGETS + seat] = tiles_of(state, rules[R_HITS + seat]);
        i64 cells = work[W_CONTROL + seat];
        if (!cells) continue;
        i64 friends = tiles_of(state, rules[R_SERVES + seat]);
        i64 foes = tiles_of(state, rules[R_FOES + seat]);
        for (; cells; cells &= cells - 1) {
            i64 cell = lowest(cells);
            const i16 *face = row_of(faces, state[S_FACE + cell]);
            give(face, work, cell, face[F_TRAITS] & F_SERVES_ENEMIES ? foes : friends);
        }
    }
}

static void clear_snapshot(const i64 *state, i64 *work)
{
    for (i64 cells = occupied(state); cells; cells &= cells - 1) {
        i64 *row = work + lowest(cells) * W_ROW;
        for (i64 k = 0; k < W_SNAPSHOT; k++) row[k] = 0;
    }
}

/* attacks */

static void add_hit(i64 *work, i64 attacker, i64 target, i64 wounds)
{
    if (work[W_UNHITTABLE] >> target & 1) return;
    i64 *hit = work + W_HIT + 3 * work[W_HITS];
    work[W_HITS] += 1;
    hit[0] = attacker;
    hit[1] = target;
    hit[2] = wounds;
    work[target * W_ROW + W_DAMAGE] += wounds;
}

static void forget_hits(i64 *work)
{
    for (i64 i = 0; i < work[W_HITS]; i++) work[work[W_HIT + 3 * i + 1] * W_ROW + W_DAMAGE] = 0;
    work[W_HITS] = 0;
}

static void explode(const i64 *state, i64 *work, i64 cell)
{
    for (i64 tiles = AROUND[cell][H_ALL_SIDES]; tiles; tiles &= tiles - 1)
        if (state[S_FACE + lowest(tiles)] != S_EMPTY) add_hit(work, cell, lowest(tiles), 1);
}

static i64 force(i64 first, i64 second, i64 bonus)
{
    i64 wounds = first ? max(0, first + bonus) : 0;
    if (second) wounds += max(0, second + bonus);
    return wounds;
}

static void strike(const i64 *state, const i16 *faces, i64 *work, i64 cell)
{
    const i16 *face = row_of(faces, state[S_FACE + cell]);
    i64 *row = work + cell * W_ROW;
    i64 enemies = work[W_TARGETS + state[S_OWNER + cell]];
    bool is_hq = face[F_KIND] == F_HQ;
    i64 converted = row[W_CONVERTED] - 1;
    for (i64 directions = face[F_ATTACK]; directions; directions &= directions - 1) {
        i64 d = lowest(directions);
        i64 line = RAY[cell][d] & enemies;
        if (!line) continue;
        i64 blow = face[F_MELEE + d];
        i64 shot = face[F_RANGED + d];
        i64 gauss = face[F_GAUSS + d];
        i64 second_blow = 0;
        i64 second_shot = 0;
        if (converted >= 0 && converted >> 1 == d) {
            if (converted & 1) {
                second_blow = shot;
                shot = 0;
            } else {
                second_shot = blow;
                blow = 0;
            }
        }
        i64 target = nearest(line, d);
        i64 wounds = 0;
        if (AROUND[cell][1 << d] >> target & 1) wounds = force(blow, second_blow, row[W_MELEE]);
        if (shot || second_shot || gauss) {
            i64 armour = row_of(faces, state[S_FACE + target])[F_ARMOUR] >> (d + 3) % 6 & 1;
            wounds += force(shot, second_shot, row[W_RANGED] - armour);
            wounds += max(0, gauss - armour);
        }
        if (wounds && !(is_hq && row_of(faces, state[S_FACE + target])[F_KIND] == F_HQ))
            add_hit(work, cell, target, wounds);
        if (gauss) {
            for (line &= ~bit(target); line; line &= line - 1) {
                target = lowest(line);
                i64 armour = row_of(faces, state[S_FACE + target])[F_ARMOUR] >> (d + 3) % 6 & 1;
                if (gauss > armour) add_hit(work, cell, target, gauss - armour);
            }
        }
    }
}

static void collect(const i64 *state, const i16 *faces, i64 *work, i64 acting)
{
    forget_hits(work);
    for (; acting; acting &= acting - 1) {
        i64 cell = lowest(acting);
        if (work[W_EXPLODED] >> cell & 1)
            explode(state, work, cell);
        else
            strike(state, faces, work, cell);
    }
}

/* medics */

static bool dies(const i64 *state, const i16 *faces, i64 cell, i64 damage)
{
    const i16 *face = row_of(faces, state[S_FACE + cell]);
    if (face[F_KIND] == F_HQ)
        return damage >= state[S_SEAT + state[S_OWNER + cell] * S_SEAT_SIZE + S_POINTS];
    return state[S_WOUNDS + cell] + damage >= face[F_HIT_POINTS];
}

static i64 available_medics(const i64 *state, const i16 *faces, const i64 *work, i64 used)
{
    i64 found = 0;
    for (i64 medics = work[W_ALL_MEDICS] & ~used; medics; medics &= medics - 1) {
        i64 medic = lowest(medics);
        i64 damage = work[medic * W_ROW + W_DAMAGE];
        if (!(damage && dies(state, faces, medic, damage))) found |= bit(medic);
    }
    return found;
}

static i64 chain(const i64 *work, i64 start, i64 among)
{
    i64 seen = start;
    i64 front = start;
    while (front) {
        i64 medic = lowest(front);
        front &= front - 1;
        i64 new = work[medic * W_ROW + W_MEDICS] & among & ~seen;
        seen |= new;
        front |= new;
    }
    return seen;
}

static i64 of_side(const i64 *rules, const i64 *work, i64 owner)
{
    i64 cells = 0;
    for (i64 seat = 0; seat < rules[R_PLAYERS]; seat++)
        if (rules[R_SERVES + seat] >> owner & 1) cells |= work[W_CONTROL + seat];
    return cells;
}

static i64 candidates(const i64 *state, const i64 *rules, const i64 *work, i64 target,
                      i64 available)
{
    i64 among = available & of_side(rules, work, state[S_OWNER + target]);
    i64 linked = work[target * W_ROW + W_MEDICS] & among;
    if (linked == 0 ||
        ((linked & (linked - 1)) == 0 && (work[lowest(linked) * W_ROW + W_MEDICS] & among) == 0))
        return linked;
    i64 found = 0;
    for (i64 left = chain(work, linked, among); left; left &= left - 1) {
        i64 medic = lowest(left);
        bool is_last = true;
        for (i64 onward = chain(work, bit(medic), among); onward; onward &= onward - 1)
            if (!(chain(work, bit(lowest(onward)), among) >> medic & 1)) is_last = false;
        if (is_last) found |= bit(medic);
    }
    return found;
}

static i64 worth(const i64 *state, const i16 *faces, const i64 *work, i64 target, i64 wounds,
                 bool several)
{
    i64 damage = work[target * W_ROW + W_DAMAGE];
    bool doomed = dies(state, faces, target, damage);
    bool saved = doomed && !dies(state, faces, target, damage - wounds);
    i64 kind = row_of(faces, state[S_FACE + target])[F_KIND];
    if (kind == F_HQ) return saved ? 100 : 3 * wounds;
    if (saved) return kind == F_UNIT ? 4 : 3;
    if (doomed) return several ? 2 : 0;
    return wounds;
}

static i64 absorb(const i64 *state, const i16 *faces, const i64 *rules, i64 *work)
{
    i64 used = 0;
    if (!work[W_ALL_MEDICS]) return used;
    for (;;) {
        i64 available = available_medics(state, faces, work, used);
        if (!available) return used;
        i64 best_worth = -1;
        i64 best_hit = -1;
        i64 best_medic = -1;
        i64 best_order = 0;
        for (i64 i = 0; i < work[W_HITS]; i++) {
            i64 hit = W_HIT + 3 * i;
            i64 wounds = work[hit + 2];
            i64 target = work[hit + 1];
            if (!wounds || !(work[target * W_ROW + W_MEDICS] & available)) continue;
            i64 medics = candidates(state, rules, work, target, available);
            if (!medics) continue;
            bool several = (medics & (medics - 1)) != 0;
            i64 value = worth(state, faces, work, target, wounds, several);
            i64 medic = lowest(medics);
            i64 order = (target * 64 + work[hit] + 1) * 64 + medic;
            if (value > best_worth || (value == best_worth && order < best_order)) {
                best_worth = value;
                best_hit = hit;
                best_medic = medic;
                best_order = order;
            }
        }
        if (best_hit < 0) return used;
        work[work[best_hit + 1] * W_ROW + W_DAMAGE] -= work[best_hit + 2];
        work[best_hit + 2] = 0;
        used |= bit(best_medic);
    }
}

/* choices */

static i64 phase_score(const i64 *state, const i16 *faces, const i64 *rules, const i64 *work,
                       i64 seat)
{
    i64 score = 0;
    for (i64 cells = occupied(state); cells; cells &= cells - 1) {
        i64 cell = lowest(cells);
        i64 sign = rules[R_SERVES + seat] >> state[S_OWNER + cell] & 1 ? -1 : 1;
        if (work[W_EXPLODED] >> cell & 1) {
            score += sign * C_BLAST;
            continue;
        }
        i64 damage = work[cell * W_ROW + W_DAMAGE];
        if (damage == 0) continue;
        i64 kind = row_of(faces, state[S_FACE + cell])[F_KIND];
        bool fatal = dies(state, faces, cell, damage);
        if (kind == F_HQ)
            score += sign * (C_HQ_WOUND * damage + (fatal ? C_HQ_FALL : 0));
        else if (!fatal)
            score += sign * C_WOUND * damage;
        else if (kind == F_UNIT)
            score += sign * C_UNIT_FALL;
        else
            score += sign * C_MODULE_FALL;
    }
    return score;
}

static bool choose_explosion(const i64 *state, const i16 *faces, const i64 *rules, i64 *work,
                             const i64 *choices, i64 acting, i64 cell)
{
    i64 chosen = choices[W_EXPLODE + cell];
    if (chosen != W_BY_DEFAULT) return chosen == 1;
    i64 owner = state[S_OWNER + cell];
    collect(state, faces, work, acting);
    i64 plain = phase_score(state, faces, rules, work, owner);
    work[W_EXPLODED] |= bit(cell);
    work[W_UNHITTABLE] |= bit(cell);
    collect(state, faces, work, acting);
    i64 blast = phase_score(state, faces, rules, work, owner);
    work[W_EXPLODED] &= ~bit(cell);
    work[W_UNHITTABLE] &= ~bit(cell);
    return blast > plain;
}

static i64 choose_conversion(const i64 *state, const i16 *faces, const i64 *rules, i64 *work,
                             const i64 *choices, i64 acting, i64 cell)
{
    i64 chosen = choices[W_CONVERT + cell];
    if (chosen != W_BY_DEFAULT) return chosen;
    i64 owner = state[S_OWNER + cell];
    const i16 *face = row_of(faces, state[S_FACE + cell]);
    collect(state, faces, work, acting);
    i64 best_score = phase_score(state, faces, rules, work, owner);
    i64 best = W_NONE;
    for (i64 d = 0; d < 6; d++) {
        for (i64 shot = 0; shot < 2; shot++) {
            if (!face[(shot ? F_RANGED : F_MELEE) + d]) continue;
            work[cell * W_ROW + W_CONVERTED] = d * 2 + shot + 1;
            collect(state, faces, work, acting);
            i64 score = phase_score(state, faces, rules, work, owner);
            if (score > best_score) {
                best_score = score;
                best = d * 2 + shot;
            }
        }
    }
    work[cell * W_ROW + W_CONVERTED] = 0;
    return best;
}

static void choose(const i64 *state, const i16 *faces, const i64 *rules, i64 *work,
                   const i64 *choices, i64 acting, i64 asked, i64 starter)
{
    i64 players = rules[R_PLAYERS];
    for (i64 k = 0; k < players; k++) {
        i64 seat = (starter + k) % players;
        i64 mine = asked & state[S_SEAT + seat * S_SEAT_SIZE + S_TILES];
        for (; mine; mine &= mine - 1) {
            i64 cell = lowest(mine);
            if (row_of(faces, state[S_FACE + cell])[F_TRAITS] & F_EXPLODES &&
                choose_explosion(state, faces, rules, work, choices, acting, cell)) {
                work[W_EXPLODED] |= bit(cell);
                work[W_UNHITTABLE] |= bit(cell);
                continue;
            }
            i64 ready = work[cell * W_ROW + W_QUARTERMASTERS] & ~work[W_USED_QUARTERMASTERS];
            if (!ready) continue;
            i64 chosen = choose_conversion(state, faces, rules, work, choices, acting, cell);
            if (chosen != W_NONE) {
                work[cell * W_ROW + W_CONVERTED] = chosen + 1;
                work[W_USED_QUARTERMASTERS] |= ready & -ready;
            }
        }
    }
}

/* battle */

static i64 schedule(const i64 *state, const i16 *faces, i64 *work)
{
    i64 first = 0;
    i64 held = work[W_NETTED];
    for (i64 fighters = work[W_FIGHTERS]; fighters; fighters &= fighters - 1) {
        i64 cell = lowest(fighters);
        const i64 *row = work + cell * W_ROW;
        i64 values = row_of(faces, state[S_FACE + cell])[F_VALUES] & ~row[W_SPENT];
        for (; values; values &= values - 1) {
            i64 phase = max(0, lowest(values) + row[W_INITIATIVE]);
            first = max(first, phase);
            if (!(held >> cell & 1)) work[W_DUE + phase] |= bit(cell);
        }
    }
    return first;
}

static void spend(i64 *work, i64 cell, i64 phase)
{
    i64 *row = work + cell * W_ROW;
    i64 printed = phase - row[W_INITIATIVE];
    row[W_SPENT] |= phase ? bit(printed) : bit(printed + 1) - 1;
    row[W_LAST_PHASE] = phase;
}

static bool extra_attack(const i64 *state, const i16 *faces, const i64 *rules, i64 *work, i64 cell,
                         i64 phase)
{
    i64 *row = work + cell * W_ROW;
    i64 values = row_of(faces, state[S_FACE + cell])[F_VALUES];
    if (rules[R_EXTRA_BY_VALUE]) {
        i64 k = max(0, lowest(values) + row[W_INITIATIVE]) - phase;
        if (k < 1 || k > row[W_GIVERS] || row[W_EXTRAS] >> k & 1) return false;
        row[W_EXTRAS] |= bit(k);
    } else {
        if (row[W_LAST_PHASE] != phase + 1 || row[W_GIVERS] <= row[W_EXTRAS]) return false;
        values &= ~row[W_SPENT];
        if (values && lowest(values) + row[W_INITIATIVE] <= phase) return false;
        row[W_EXTRAS] += 1;
    }
    row[W_LAST_PHASE] = phase;
    return true;
}

static i64 tiles_acting(const i64 *state, const i16 *faces, const i64 *rules, i64 *work, i64 phase)
{
    i64 acting = work[W_DUE + phase];
    work[W_DUE + phase] = 0;
    for (i64 cells = acting; cells; cells &= cells - 1) spend(work, lowest(cells), phase);
    i64 cells = work[W_BOOSTED] & work[W_FIGHTERS] & ~work[W_NETTED] & ~acting;
    for (; cells; cells &= cells - 1)
        if (extra_attack(state, faces, rules, work, lowest(cells), phase))
            acting |= bit(lowest(cells));
    return acting;
}

static i64 bury(i64 *state, const i16 *faces, const i64 *rules, i64 *work, i64 medics_used)
{
    i64 gone = medics_used | work[W_EXPLODED];
    for (i64 i = 0; i < work[W_HITS]; i++) {
        i64 cell = work[W_HIT + 3 * i + 1];
        i64 damage = work[cell * W_ROW + W_DAMAGE];
        if (damage == 0) continue;
        work[cell * W_ROW + W_DAMAGE] = 0;
        const i16 *face = row_of(faces, state[S_FACE + cell]);
        if (face[F_KIND] == F_HQ) {
            i64 points = S_SEAT + state[S_OWNER + cell] * S_SEAT_SIZE + S_POINTS;
            state[points] = max(0, state[points] - damage);
            if (state[points] == 0) {
                if (rules[R_FALLEN_HQ_STAYS])
                    work[W_UNHITTABLE] |= bit(cell);
                else
                    gone |= bit(cell);
            }
        } else {
            state[S_WOUNDS + cell] += damage;
            if (state[S_WOUNDS + cell] >= face[F_HIT_POINTS]) gone |= bit(cell);
        }
    }
    work[W_HITS] = 0;
    for (i64 cells = gone; cells; cells &= cells - 1) take_off(state, faces, lowest(cells));
    return gone;
}

static void clear_fallen(i64 *state, const i16 *faces, const i64 *rules)
{
    for (i64 seat = 0; seat < rules[R_PLAYERS]; seat++) {
        i64 block = S_SEAT + seat * S_SEAT_SIZE;
        if (state[block + S_HQ_CELL] != S_NOBODY && state[block + S_POINTS] == 0)
            for (i64 cells = state[block + S_TILES]; cells; cells &= cells - 1)
                take_off(state, faces, lowest(cells));
    }
}

static void close_ranks(const i64 *state, const i16 *faces, const i64 *rules, i64 *work, i64 gone,
                        i64 phase)
{
    i64 changed = gone & (work[W_SUPPORTERS] | work[W_NETTERS]);
    work[W_FIGHTERS] &= ~gone;
    work[W_SUPPORTERS] &= ~gone;
    work[W_NETTERS] &= ~gone;
    work[W_UNHITTABLE] &= ~gone;
    work[W_EXPLODED] = 0;
    if (changed) {
        for (i64 p = 0; p <= phase; p++) work[W_DUE + p] = 0;
        clear_snapshot(state, work);
        snapshot(state, faces, rules, work);
        if (schedule(state, faces, work) > phase)
            for (i64 p = phase + 1; p < W_PHASES; p++) work[W_DUE + p] = 0;
    } else {
        for (i64 seat = 0; seat < rules[R_PLAYERS]; seat++) work[W_TARGETS + seat] &= ~gone;
        for (i64 p = 0; p <= phase; p++) work[W_DUE + p] &= ~gone;
    }
}

void battle(i64 *state, const i16 *faces, const i64 *rules, i64 *work, const i64 *choices,
            i64 starter)
{
    sort_tiles(state, faces, work);
    work[W_EXPLODED] = 0;
    work[W_UNHITTABLE] = 0;
    work[W_USED_QUARTERMASTERS] = 0;
    snapshot(state, faces, rules, work);
    for (i64 phase = schedule(state, faces, work); phase >= 0; phase--) {
        i64 acting = tiles_acting(state, faces, rules, work, phase);
        if (!acting) continue;
        i64 asked = acting & (work[W_CLOWNS] | work[W_SUPPLIED]);
        if (asked) choose(state, faces, rules, work, choices, acting, asked, starter);
        collect(state, faces, work, acting);
        for (; asked; asked &= asked - 1) work[lowest(asked) * W_ROW + W_CONVERTED] = 0;
        if (work[W_HITS] == 0 && work[W_EXPLODED] == 0) continue;
        i64 medics_used = absorb(state, faces, rules, work);
        i64 gone = bury(state, faces, rules, work, medics_used);
        if (gone && phase > 0) close_ranks(state, faces, rules, work, gone, phase - 1);
    }
    if (rules[R_FALLEN_HQ_STAYS]) clear_fallen(state, faces, rules);
}

/* the loops of battle_boards.py */

i64 fight_all(const i64 *boards, i64 count, i64 *state, const i16 *faces, const i64 *rules,
              i64 *work, const i64 *choices, i64 rounds)
{
    i64 total = 0;
    for (i64 r = 0; r < rounds; r++)
        for (i64 i = 0; i < count; i++) {
            copy_board(boards + i * S_BOARD_SIZE, state);
            battle(state, faces, rules, work, choices, 0);
            total += state[S_SEAT + S_POINTS] * 31 + state[S_SEAT + S_SEAT_SIZE + S_POINTS];
        }
    return total;
}

i64 copy_all(const i64 *boards, i64 count, i64 *state, i64 rounds)
{
    i64 total = 0;
    for (i64 r = 0; r < rounds; r++)
        for (i64 i = 0; i < count; i++) {
            copy_board(boards + i * S_BOARD_SIZE, state);
            total += state[S_SEAT + S_POINTS];
        }
    return total;
}
