"""Neon's table in plain Python, from the rule text: rows, order of turns, ring, points.

It shares no code with the kernels; cards are lists of words, the ring is a list of names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

Card = tuple[int, str, str]  # initiative, what is printed on its two halves
Row = tuple[str, str, str]


def rows(hand: Sequence[Card]) -> set[tuple[int, Row]]:
    """Return initiative and row of every way to lay two cards (NEON-RND-3, NEON-RND-4).

    The lower card lies on two of three squares; the upper one covers one of its halves and the
    free square next to it. Each may be turned by 180 degrees.
    """
    found = set()
    for upper in hand:
        for lower in hand:
            if upper is lower:
                continue
            for lower_halves in ((lower[1], lower[2]), (lower[2], lower[1])):
                for upper_halves in ((upper[1], upper[2]), (upper[2], upper[1])):
                    right = [lower_halves[0], lower_halves[1], ""]  # covers the right half
                    right[1:3] = upper_halves
                    left = ["", lower_halves[0], lower_halves[1]]  # covers the left half
                    left[0:2] = upper_halves
                    for squares in (right, left):
                        found.add((upper[0], (squares[0], squares[1], squares[2])))
    return found


def order(initiatives: Sequence[int], leader: int) -> list[int]:
    """Return the seats in the order of their turns (NEON-RND-5)."""
    seats = len(initiatives)
    clockwise = [(leader + k) % seats for k in range(seats)]
    return sorted(clockwise, key=lambda seat: initiatives[seat])  # sorting keeps equals in order


def apart(ring: Sequence[str], one: str, other: str) -> int:
    """Return the distance of two sectors: walk both ways, take the shorter (REC-11.1)."""
    start = ring.index(one)
    ways = []
    for step in (1, -1):
        place, walked = start, 0
        while ring[place % len(ring)] != other:
            place += step
            walked += 1
        ways.append(walked)
    return min(ways)


def points(trophies: Sequence[int], bots: Sequence[str], leads: bool) -> int:
    """Return victory points: tokens, bots and pairs of them, the leader token (NEON-RES-M2)."""
    pairs = sum(count // 2 for count in Counter(bots).values())
    return sum(trophies) + len(bots) + pairs + (1 if leads else 0)


def winners(
    totals: Mapping[str, int], trophies: Mapping[str, Sequence[int]], left: Sequence[str]
) -> set[str]:
    """Return who wins of those left: points, then most 3s, 2s, 1s, else shared (RES-M3)."""
    if not left:
        return set()
    if len(left) == 1:
        return set(left)
    best = set(left)
    keys = [lambda who: totals[who]]
    keys += [lambda who, v=v: list(trophies[who]).count(v) for v in (3, 2, 1)]  # type: ignore[misc]
    for key in keys:
        top = max(key(who) for who in best)
        best = {who for who in best if key(who) == top}
    return best
