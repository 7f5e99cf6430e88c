"""Odds of an attack of Neon by brute force: every roll of every die, every subset rolled again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product

from tests.reference.neon_attack import ATTACK_DIE, DEFENCE_DIE, Attack, defend, turn

Odds = dict[tuple[int, int], Fraction]  # of (damage, energy)


@dataclass
class Question:
    """So many dice a side, so many of them to be rolled again, and a case without its dice."""

    attack: int
    defence: int
    attack_again: int
    defence_again: int
    case: Attack


def odds(question: Question) -> Odds:
    """Return how likely each damage and energy is, both playing as well as they can."""
    return Table(question).odds()


class Table:
    """The question, and what was found out about it already."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self.outcome = cache(self._outcome)
        self.defended = cache(self._defended)
        self.finished = cache(self._finished)
        self.attacked_again = cache(self._attacked_again)
        self.defended_again = cache(self._defended_again)

    def _outcome(self, attack: tuple[str, ...], defence: tuple[str, ...]) -> tuple[int, int]:
        target = copy(self.question.case.targets[0])
        target.rolled = list(defence)
        defend(self.question.case, target, list(attack))
        return target.damage, target.energy

    def odds(self) -> Odds:
        asked = self.question
        together = asked.case.targets[0].kind != "fighter"
        seen = rolls(DEFENCE_DIE, asked.defence) if together else {(): 1}
        return mixed(
            (self.attacked_again(roll, defence), times * ways)
            for defence, times in seen.items()
            for roll, ways in rolls(ATTACK_DIE, asked.attack).items()
        )

    def _attacked_again(self, roll: tuple[str, ...], seen: tuple[str, ...]) -> Odds:
        """The best of all subsets for the attacker."""
        return best(
            roll,
            self.question.attack_again,
            ATTACK_DIE,
            lambda dice: self.finished(dice, seen),
            lambda found: (-damage(found),),
        )

    def _finished(self, roll: tuple[str, ...], seen: tuple[str, ...]) -> Odds:
        """The best of all changes for the attacker; the defence follows, or is known already."""
        dice = list(roll)
        for _ in range(self.question.case.cond_to_hit):
            turn(dice, "cond", "hit")
        found = []
        for _ in range(self.question.case.hit_to_crit + 1):
            now = tuple(sorted(dice))
            if self.question.case.targets[0].kind == "fighter":
                found.append(self.defended(now))
            else:
                found.append({self.outcome(now, seen): Fraction(1)})
            turn(dice, "hit", "crit")
        return max(found, key=damage)

    def _defended(self, attack: tuple[str, ...]) -> Odds:
        ways = rolls(DEFENCE_DIE, self.question.defence)
        return mixed((self.defended_again(attack, roll), n) for roll, n in ways.items())

    def _defended_again(self, attack: tuple[str, ...], roll: tuple[str, ...]) -> Odds:
        """The best of all subsets for the defender; with equal damage that with more energy."""
        return best(
            roll,
            self.question.defence_again,
            DEFENCE_DIE,
            lambda dice: {self.outcome(attack, dice): Fraction(1)},
            lambda found: (damage(found), -energy(found)),
        )


def rolls(die: list[str], dice: int) -> dict[tuple[str, ...], int]:
    """Every roll, die by die: what it shows, and in how many of all ways."""
    return _rolls(tuple(die), dice)


@cache
def _rolls(die: tuple[str, ...], dice: int) -> dict[tuple[str, ...], int]:
    return Counter(tuple(sorted(roll)) for roll in product(die, repeat=dice))


def best(
    roll: tuple[str, ...],
    most: int,
    die: list[str],
    follow: Callable[[tuple[str, ...]], Odds],
    order: Callable[[Odds], tuple[Fraction, ...]],
) -> Odds:
    """Roll every subset again; return what follows the best, the fewest dice if equal."""
    found = []
    for kept in keeps(roll, most):
        again = len(roll) - len(kept)
        ways = rolls(die, again).items()
        result = mixed((follow(tuple(sorted((*kept, *new)))), n) for new, n in ways)
        found.append((*order(result), again, result))
    return min(found, key=lambda each: each[:-1])[-1]


def keeps(roll: tuple[str, ...], most: int) -> Iterator[tuple[str, ...]]:
    """Every different part of a roll that can be kept."""
    for again in range(min(most, len(roll)) + 1):
        yield from sorted(set(combinations(roll, len(roll) - again)))


def mixed(ways: Iterable[tuple[Odds, int]]) -> Odds:
    """What comes of ways that are as likely as they are many."""
    found: Odds = {}
    total = 0
    for way, n in ways:
        total += n
        for outcome, p in way.items():
            found[outcome] = found.get(outcome, Fraction(0)) + n * p
    return {outcome: p / total for outcome, p in found.items()}


def damage(found: Odds) -> Fraction:
    """The expected damage."""
    return sum((p * outcome[0] for outcome, p in found.items()), Fraction(0))


def energy(found: Odds) -> Fraction:
    """The expected energy."""
    return sum((p * outcome[1] for outcome, p in found.items()), Fraction(0))


def share(found: Odds, which: int) -> dict[int, Fraction]:
    """The odds of the damage (0) or of the energy (1) alone."""
    shares: dict[int, Fraction] = {}
    for outcome, p in found.items():
        shares[outcome[which]] = shares.get(outcome[which], Fraction(0)) + p
    return shares
