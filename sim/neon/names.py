"""The words for what the engine knows by numbers: fighters, sectors, cards, actions, dice."""

from __future__ import annotations

from typing import Any

from kernels.neon import actions as A
from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from sim.neon.effects import WHAT
from sim.neon.models import Figures
from sim.neon.tables import ACTIONS, Tables

AUTOMA = "automa"
ATTACK_FACES = ("crit", "hit", "cond", "miss")
DEFENCE_FACES = ("block", "guard", "spark", "fail")
PLACES = ("pistol", "heavy", "melee", "grenade", "armour", "helmet")
BY_CODE = {code: word for word, code in WHAT.items()}


class Names:
    """The names at one table: who sits where, and everything in the book."""

    def __init__(self, figures: Figures, tables: Tables, sides: list[str]) -> None:
        self.figures = figures
        self.tables = tables
        self.sides = sides
        self.abilities = [
            *figures.board.manoeuvres,
            *(key for one in figures.fighters.values() for key in one.abilities),
        ]

    @property
    def automa(self) -> int:
        """The block of the Automa."""
        return len(self.sides)

    def block(self, number: int) -> str:
        """Return the id of a fighter by block; where one plays twice, with the seat."""
        if number == self.automa:
            return AUTOMA
        side = self.sides[number]
        return side if self.sides.count(side) == 1 else f"{side}_{number + 1}"

    def fighter(self, number: int) -> str:
        """Return the printed name of a fighter by block."""
        if number == S.NONE:
            return "nobody"
        if number == self.automa:
            return "The Automa"
        name = self.figures.fighters[self.sides[number]].name
        return name if self.sides.count(self.sides[number]) == 1 else f"{name} {number + 1}"

    def sector(self, number: int) -> str:
        """Return the printed name of a sector."""
        return self.figures.sectors[self.tables.sectors[number]].name

    def loot(self, kind: int) -> str:
        """Return the printed name of a loot card."""
        return self.figures.loot[self.tables.loot[kind]].name

    def bot(self, kind: int) -> str:
        """Return the printed name of a bot."""
        return self.figures.bots[self.tables.bots[kind]].name

    def upgrade(self, kind: int) -> str:
        """Return the printed name of an upgrade."""
        return self.figures.upgrades[self.tables.upgrades[kind]].name

    def effect(self, row: int) -> str:
        """Return the id of what has an effect: an ability, a sector, a card, an upgrade."""
        return self.abilities[row] if row < len(self.abilities) else self.tables.effects[row]

    def effect_name(self, row: int) -> str:
        """Return the printed name of what has an effect."""
        key = self.effect(row)
        for items in (self.figures.sectors, self.figures.loot, self.figures.upgrades):
            if row >= len(self.abilities) and key in items:
                return str(items[key].name)
        return key.replace("_", " ").capitalize()

    def target(self, code: int) -> str:
        """Return who is attacked: a fighter, a bot or all in a sector."""
        if code >= A.ALL_AT:
            return f"all in {self.sector(code - A.ALL_AT)}"
        if code >= A.BOT_AT:
            return f"the bot in {self.sector(code - A.BOT_AT)}"
        return self.fighter(code)

    def weapon(self, state: Any, block: int, weapon: int) -> str:
        """Return the id of a weapon."""
        if weapon == S.BASE:
            return "base"
        if weapon == S.LONG:
            return next(
                key
                for key, effect in self.figures.fighters[self.sides[block]].abilities.items()
                if effect.do == "long_shot"
            )
        return self.tables.loot[int(state[block * S.BLOCK_SIZE + S.CARD + weapon])]

    def half(self, bits: int) -> str:
        """Return what a half of an action card offers: "move/gain_1"."""
        return "/".join(word for word, bit in ACTIONS.items() if bits & bit)

    def payment(self, how: int) -> str:
        """Return how an effect is paid."""
        if how >= A.BOT:
            return self.tables.bots[how - A.BOT]
        return ("energy", "supply", "card")[how]

    def describe(self, state: Any, deed: int) -> dict[str, Any]:
        """Return an action in words: the deed by its name, then what goes with it."""
        what, x, y = deed & 255, deed >> 8 & 255, deed >> 16 & 255
        more = deed >> 24
        block = int(state[S.ACTOR])
        sectors, loot = self.tables.sectors, self.tables.loot
        if what == A.PLAN:
            cards = list(self.figures.cards.values())
            return {
                "plan": [cards[x & 15].initiative, cards[x >> 4].initiative],
                "half": y & 1,
                "side": "right" if y >> 1 & 1 else "left",
                "turned": bool(y >> 2 & 1),
            }
        if what in (A.LAND, A.FLEE):
            return {"land" if what == A.LAND else "flee": sectors[x]}
        if what == A.MOVE:
            return {"move": sectors[x], **({"by": self.effect(y - 1)} if y else {})}
        if what == A.ATTACK:
            weapon = self.weapon(state, block, x)
            pay = {"pay": self.payment(more - 1)} if more else {}
            return {**self._target(y, "attack"), "weapon": weapon, **pay}
        if what == A.TOKEN:
            return {"token": sectors[x]}
        if what in (A.DISCARD, A.SHED):
            return {"discard" if what == A.DISCARD else "shed": loot[x]}
        if what == A.LAY:
            return {"lay": loot[x], **self._laid(state, block, y)}
        if what == A.SPOIL:
            victim = int(state[S.FALLEN + 1])
            return {"take": loot[state[victim * S.BLOCK_SIZE + S.CARD + x]]}
        if what == A.CHOOSE:
            return {"choose": self.tables.upgrades[x]}
        if what == A.USE:
            return self._use(x, y, more)
        if what == A.GAIN:
            return {"gain": x}
        word = {
            A.FIRST: "accept",
            A.DECLINE: "decline",
            A.SEARCH: "search",
            A.LEAD: "lead",
            A.DEFEND: "defend",
            A.SKIP: "skip",
            A.GO_ON: "pass",
        }[what]
        return {word: True}

    def _target(self, code: int, word: str) -> dict[str, Any]:
        if code >= A.ALL_AT:
            return {word: "all", "in": self.tables.sectors[code - A.ALL_AT]}
        if code >= A.BOT_AT:
            return {word: "bot", "in": self.tables.sectors[code - A.BOT_AT]}
        return {word: self.block(code)}

    def _laid(self, state: Any, block: int, how: int) -> dict[str, Any]:
        if how == A.AWAY:
            return {"how": "away"}
        if how == A.FREE:
            return {"how": "free"}
        place = how - (A.UNDER if how >= A.UNDER else A.COVER)
        other = self.tables.loot[state[block * S.BLOCK_SIZE + S.CARD + place]]
        return {"how": "under" if how >= A.UNDER else "cover", "card": other}

    def _use(self, row: int, paid: int, more: int) -> dict[str, Any]:
        start = B.EFFECT + row * E.EFFECT_SIZE
        do = BY_CODE[int(self.tables.book[start + E.WHAT])]
        found: dict[str, Any] = {"use": self.effect(row), "do": do, "pay": self.payment(paid & 15)}
        found["owner"] = self.block(paid >> 4)
        if do == "reroll":
            attack = self.tables.book[start + E.WHEN] == E.AFTER_ATTACK
            faces = ATTACK_FACES if attack else DEFENCE_FACES
            found["dice"] = dice_words(more, faces)
        elif do == "second_target":
            found |= self._target(more, "on")
        elif do == "step":
            found["to"] = self.tables.sectors[more]
        return found


def dice_words(packed: int, faces: tuple[str, ...]) -> list[str]:
    """Return dice that were counted by face, as words."""
    return [face for k, face in enumerate(faces) for _ in range(packed >> 3 * k & 7)]
