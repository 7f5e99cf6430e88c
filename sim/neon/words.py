"""A game in sentences: what each event of the trace says."""

from __future__ import annotations

from collections.abc import Sequence

from kernels.neon import actions as A
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon import trace as T
from sim.neon.names import ATTACK_FACES, DEFENCE_FACES, PLACES, Names, dice_words

ENDINGS = (
    "most victory points",
    "more valuable tokens",
    "shared",
    "last one standing",
    "nobody left",
    "the Automa won",
    "drawn by the round limit",
)


def tell(names: Names, event: Sequence[int], state: Sequence[int]) -> str:
    """Return an event as a sentence, or nothing where another event says it."""
    what, a, b, c, d = event[0], event[1], event[2], event[3], event[4]
    fighter = names.fighter
    if what == T.PLANNED:
        row = [state[a * S.BLOCK_SIZE + S.ROW + k] for k in range(S.HALVES)]
        cards = list(names.figures.cards.values())
        shown = ", ".join(names.half(half) for half in row)
        return f"{fighter(a)} lays {cards[b].name} over {cards[c].name}: {shown}."
    if what == T.FIELD:
        return f"{fighter(a)} is in a force field ({b})."
    if what == T.MOVED:
        return f"{fighter(a)} enters {names.sector(b)}."
    if what == T.DREW:
        return f"{fighter(a)} looks at {names.loot(b)}."
    if what == T.LAID:
        return f"{fighter(a)} {_laid(names, b, c)}."
    if what == T.DISCARDED:
        return f"{fighter(a)} discards {names.loot(b)}."
    if what == T.TARGETED:
        target = f"the bot in {names.sector(a - S.BOT_TARGET)}" if a >= S.BOT_TARGET else fighter(a)
        weapon = {S.BASE: "", S.LONG: " from afar"}.get(c, f" with the {PLACES[c % 6]}")
        return f"{fighter(b)} attacks {target}{weapon}."
    if what == T.ROLLED:
        again = " again" if c else ""
        return f"{fighter(a)} rolls{again}: {_dice(b, ATTACK_FACES)}."
    if what == T.DEFENDED:
        who = f"The bot in {names.sector(a - S.BOT_TARGET)}" if a >= S.BOT_TARGET else fighter(a)
        again = " again" if c else ""
        return f"{who} defends{again}: {_dice(b, DEFENCE_FACES)}."
    if what == T.PAID:
        free = c == A.ENERGY and names.tables.book[B.EFFECT + b * E.EFFECT_SIZE + E.ENERGY] == 0
        return f"{fighter(a)} uses {names.effect_name(b)}" + (
            "." if free else f" ({names.payment(c)})."
        )
    if what == T.GAINED:
        return f"{fighter(a)} gains {b} energy." if b else ""
    if what == T.LOST:
        return f"{fighter(a)} loses {b} energy." if b else ""
    if what == T.HURT:
        worth = f"{d} point" if d == 1 else f"{d} points"
        trophy = f"; {fighter(b)} takes {worth}" if b != S.NONE else ""
        if trophy and names.tables.book[B.ROYALE]:
            trophy = f" from {fighter(b)}"  # tokens have no value (NEON-BR-1)
        return f"{fighter(a)} takes {c} damage{trophy}."
    if what == T.FELL:
        return f"{fighter(a)} is {'eliminated' if c else 'sent to tech service'}."
    if what == T.FAILED:
        return f"{fighter(a)} does no damage."
    if what == T.TRAPPED:
        return f"{fighter(a)} steps into a trap of {fighter(b)} and rolls {DEFENCE_FACES[c]}."
    if what == T.BOT_TAKEN:
        return f"{fighter(a)} destroys a {names.bot(b)} bot."
    if what == T.UPGRADED:
        return f"{fighter(a)} takes the upgrade {names.upgrade(b)}."
    if what == T.LEADS:
        return f"{fighter(a)} takes the leader token."
    if what == T.CLOSED:
        return f"{names.sector(a)} closes."
    if what == T.TOKEN_LAID:
        return f"{fighter(a)} lays the token in {names.sector(b)}."
    if what == T.TOKEN_BACK:
        return f"The token of {fighter(a)} comes back."
    return _deed(names, event, state)


def _deed(names: Names, event: Sequence[int], state: Sequence[int]) -> str:
    """Return a decision that no other event tells."""
    if event[0] != T.ACTED:
        return ""
    block, deed = event[1], event[2]
    what = deed & 255
    if what == A.SEARCH:
        return f"{names.fighter(block)} searches."
    if what == A.SKIP:
        return f"{names.fighter(block)} lets a half go."
    if what == A.FIRST and state[S.PHASE] == S.REVEAL:
        return f"{names.fighter(block)} acts first."
    return ""


def _laid(names: Names, kind: int, how: int) -> str:
    card = names.loot(kind)
    if how == A.AWAY:
        return f"discards {card}"
    if how >= A.UNDER:
        return f"lays {card} under the {PLACES[how - A.UNDER]}"
    if how == A.FREE:
        return f"equips {card}"
    return f"lays {card} over the {PLACES[how - A.COVER]}"


def _dice(packed: int, faces: tuple[str, ...]) -> str:
    return ", ".join(dice_words(packed, faces)) or "no dice"
