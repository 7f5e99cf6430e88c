"""What a scenario may expect, each a short sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.values import facts_of, refresh, strength
from sim.pixel_tactics.spots import CELLS, PLAYERS, WAVES

if TYPE_CHECKING:
    from sim.pixel_tactics.scenario import Scenario

_COUNTED = {
    "actions": S.ACTIONS,
    "order actions": S.ORDER_ACTIONS,
    "markers": S.MARKERS,
    "trophies": S.TROPHIES,
}
_PILES = {"hand": S.HAND, "discard": S.DISCARDS}


def _differs(text: str, got: object, wanted: object) -> str:
    return "" if got == wanted else f"{text}: got {got}"


def _codes(s: Scenario, bits: int) -> list[str]:
    return [s.codes[k] for k in range(B.CHARACTER_ROOM) if bits >> k & 1]


def _card(s: Scenario, text: str, m: re.Match[str]) -> str:
    """`A V1 FIG d3`, `A V1 FIG+`, `A V1 empty`, `A L d5`, `A F1 FIG life 1`."""
    place = s.place(m[1], m[2])
    kind = int(s.state[S.KIND + place])
    card = int(s.state[S.CARD + place])
    got = "empty"
    if kind != S.EMPTY:
        got = s.codes[card % B.CHARACTER_ROOM] + ("+" if kind == S.CORPSE else "")
        got += f" d{int(s.state[S.DAMAGE + place])}"
        if s.state[S.TAKEN + place]:
            got += f" life {int(s.state[S.TAKEN + place])}"
    name, damage, life = m[3], m[4], m[5]
    if name == "empty":
        return _differs(text, got, "empty")
    words = got.split()
    if name:
        dead = name.endswith("+")
        wanted = s.codes[s.character(name.rstrip("+"))] + ("+" if dead else "")
        if words[0] != wanted:
            return f"{text}: got {got}"
    if damage and damage not in words:
        return f"{text}: got {got}"
    if life and f"life {life}" not in got:
        return f"{text}: got {got}"
    return ""


def _pile(s: Scenario, text: str, m: re.Match[str]) -> str:
    """`A hand FIG SCI`, `A hand 5`, `A hand -`, `A discard 3`."""
    bits = int(s.state[s.block(PLAYERS.index(m[1])) + _PILES[m[2]]])
    found = _codes(s, bits)
    if m[3].isdigit():
        return _differs(text, len(found), int(m[3]))
    words = [] if m[3] == "-" else m[3].split()
    wanted = sorted(s.codes[s.character(word)] for word in words)
    return _differs(text, sorted(found), wanted)


def _deck(s: Scenario, text: str, m: re.Match[str]) -> str:
    """`A deck 4`, `A deck SUM BER` (from the top)."""
    block = s.block(PLAYERS.index(m[1]))
    size = int(s.state[block + S.DECK_SIZE])
    if m[2].isdigit():
        return _differs(text, size, int(m[2]))
    cards = [int(c) for c in s.state[block + S.DECK : block + S.DECK + size][::-1]]
    wanted = [s.character(word) for word in m[2].split()]
    got = [s.codes[c] for c in cards[: len(wanted)]]
    return _differs(text, got, [s.codes[c] for c in wanted])


def _count(s: Scenario, text: str, m: re.Match[str]) -> str:
    """`A actions 3`, `A order actions 2`, `A markers 4`, `A trophies 1`."""
    return _differs(text, int(s.state[s.block(PLAYERS.index(m[1])) + _COUNTED[m[2]]]), int(m[3]))


def _targets(s: Scenario, text: str, m: re.Match[str]) -> str:
    """`melee V1: F1 L`, `ranged V1: -`: the legal targets of an attack."""
    verb = "shoot" if m[1] == "ranged" else "attack"
    start = f"{verb} {m[2]} "
    got = [name.removeprefix(start) for name in s.legal_now() if name.startswith(start)]
    wanted = [] if m[3].strip() == "-" else m[3].split()
    return _differs(text, sorted(got, key=s.cell), sorted(wanted, key=s.cell))


def _strength(s: Scenario, text: str, m: re.Match[str]) -> str:
    """`strength A V1 at B L 9`, `ranged strength A R1 at B V1 3`."""
    place, target = s.place(m[2], m[3]), s.place(m[4], m[5])
    refresh(s.state, s.book)
    facts = facts_of(s.state, target, 1 if m[1] else 0)
    return _differs(text, int(strength(s.state, s.book, place, facts)), int(m[6]))


def _legal(s: Scenario, text: str, m: re.Match[str]) -> str:
    """`legal draw`, `illegal cast R1`, `legal swap 3` (how many)."""
    names = s.legal_now() if s.state[S.STAGE] != S.OVER else {}
    wanted = m[1] == "legal"
    words = m[2].split()
    if len(words) == 2 and words[1].isdigit():
        got = sum(name.split()[0] == words[0] for name in names)
        return _differs(text, got, int(words[1]))
    if len(words) == 1 and words[0] not in ("draw", "pass", "special"):
        return _differs(text, any(name.split()[0] == words[0] for name in names), wanted)
    return _differs(text, s._words(m[2]) in names, wanted)


def _options(s: Scenario, text: str, m: re.Match[str]) -> str:
    """`B asked: B V1, stop`: who must choose now, and from what."""
    if s.state[S.STAGE] != S.PICK:
        return f"{text}: nobody is asked"
    if int(s.state[S.DECIDER]) != PLAYERS.index(m[1]):
        return f"{text}: {PLAYERS[int(s.state[S.DECIDER])]} is asked"
    wanted = [word.strip() for word in m[2].split(",")]
    return _differs(text, sorted(s.options()), sorted(wanted))


def _moment(s: Scenario, text: str, m: re.Match[str]) -> str:
    """`round 2`, `wave V`, `first B`, `active A`, `winner A`, `winner draw`, `no winner`."""
    key, word = m[1], m[2]
    if key == "winner":
        if s.state[S.STAGE] != S.OVER:
            return f"{text}: the game is not over"
        winner = int(s.state[S.WINNER])
        return _differs(text, "draw" if winner == S.NONE else PLAYERS[winner], word)
    got = {
        "round": str(int(s.state[S.ROUND])),
        "wave": WAVES[min(int(s.state[S.WAVE]), 2)],
        "first": PLAYERS[int(s.state[S.FIRST])],
        "active": PLAYERS[int(s.state[S.ACTIVE])],
        "game": str(int(s.state[S.GAME])),
        "stage": ("act", "pick", "lead", "over")[int(s.state[S.STAGE])],
    }[key]
    return _differs(text, got, word)


_CELL = "|".join(CELLS)
_FORMS: list[tuple[re.Pattern[str], Callable[[Scenario, str, re.Match[str]], str]]] = [
    (re.compile(r"([AB]) (hand|discard) (.+)"), _pile),
    (re.compile(r"([AB]) deck (.+)"), _deck),
    (re.compile(r"([AB]) (actions|order actions|markers|trophies) (\d+)"), _count),
    (re.compile(r"([AB]) asked: (.+)"), _options),
    (
        re.compile(rf"([AB]) ({_CELL})(?: ([A-Z]{{3}}\+?|empty))?(?: (d\d+))?(?: life (\d+))?"),
        _card,
    ),
    (re.compile(rf"(melee|ranged) ({_CELL}): (.+)"), _targets),
    (re.compile(rf"(ranged )?strength ([AB]) ({_CELL}) at ([AB]) ({_CELL}) (\d+)"), _strength),
    (re.compile(r"(legal|illegal) (.+)"), _legal),
    (re.compile(r"(round|wave|first|active|winner|game|stage) (\w+)"), _moment),
]


def failure(s: Scenario, text: str) -> str:
    """Return a sentence where an expectation does not hold, else nothing."""
    for form, check in _FORMS:
        found = form.fullmatch(text.strip())
        if found:
            return check(s, text, found)
    raise s.bad(f"expect {text!r} cannot be read; see docs/games/pixel-tactics.md for the forms")
