"""Attacks at random beside their exact odds, rolled again as the odds have chosen."""

from kernels.jit import kernel
from kernels.neon import attack_places as A
from kernels.neon import odds as K
from kernels.neon.attack import (
    Ints,
    change_attack,
    reroll_attack,
    reroll_defence,
    roll_attack,
    roll_defence,
    settle,
)
from kernels.neon.odds import code_of, digit
from kernels.rng import Streams, start

ATTACKER, DEFENDER, OTHERS, PURPOSES = 0, 1, 2, 3  # streams


@kernel
def _copy(attack: Ints, laid: Ints) -> None:
    """Lay an attack out again."""
    for i in range(A.SIZE):
        laid[i] = attack[i]


@kernel
def _shown(attack: Ints, rolled: int) -> int:
    """Return the place of a roll among those with as many dice."""
    return code_of(attack[rolled], attack[rolled + 1], attack[rolled + 2], 0)


@kernel
def _pick(attack: Ints, again: int, code: int) -> None:
    """Name the dice that are rolled again."""
    for face in range(A.FACES):
        attack[again + face] = digit(code, face)


@kernel
def count_some(
    attack: Ints,
    attack_faces: Ints,
    defence_faces: Ints,
    streams: Streams,
    seed: int,
    first: int,
    attacks: int,
    room: Ints,
) -> None:
    """Roll and resolve attacks, each by its own number; `odds.count_all` has used this room."""
    laid = room[K.ATTACK : K.ATTACK + A.SIZE]
    room[K.DAMAGE : K.DAMAGE + 2 * K.VALUES] = 0
    target = A.TARGET
    for number in range(first, first + attacks):
        start(streams, seed, number)
        _copy(attack, laid)
        roll_attack(laid, attack_faces, defence_faces, streams, ATTACKER, OTHERS)
        seen = 0
        fighter = laid[target + A.KIND] == A.FIGHTER
        if not fighter:
            seen = room[K.NUMBER + _shown(laid, target + A.DEFENCE_ROLLED)]
        again = room[K.REATTACK + seen * K.ROLLS + _shown(laid, A.ROLLED)]
        _pick(laid, A.AGAIN, again)
        reroll_attack(laid, attack_faces, streams, ATTACKER)
        pair = room[K.FINAL + seen * K.ROLLS + _shown(laid, A.ROLLED)]
        laid[A.HIT_TO_CRIT] = pair // 8 - laid[A.ROLLED + A.CRIT]
        change_attack(laid)
        if fighter:
            roll_defence(laid, target, defence_faces, streams, DEFENDER)
            roll = room[K.NUMBER + _shown(laid, target + A.DEFENCE_ROLLED)]
            _pick(laid, target + A.DEFENCE_AGAIN, room[K.REDEFEND + pair * K.DEFENCES + roll])
            reroll_defence(laid, target, defence_faces, streams, DEFENDER)
        settle(laid, target)
        room[K.DAMAGE + laid[target + A.TAKEN]] += 1
        room[K.ENERGY + laid[target + A.ENERGY]] += 1
