"""The arena of Neon as a picture: a ring of sectors around the drop ship."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kernels.neon import book as B
from kernels.neon import effects as E
from kernels.neon import state as S
from kernels.neon.score import points
from sim.board import Field, Pawn, Picture, Standing, Token
from sim.neon.effects import Effect
from sim.neon.figures import NeonData
from sim.neon.models import Figures
from sim.neon.names import Names
from sim.neon.seating import ROYALE
from sim.neon.tables import Ints

# Ten hexes around three in a column: clockwise from the top, each beside the next. A sector keeps
# its hex when others have closed, so that a fighter who does not move does not seem to.
CELLS = ((0, -2), (1, -2), (1, -1), (1, 0), (1, 1), (0, 2), (-1, 2), (-1, 1), (-1, 0), (-1, -1))
SHIP = (0, 0)
RADIUS = 2
CLASSES = ("I", "II", "III")
LAID = {"change": "smoke", "attack_dice": "neko", "trap": "trap"}
NEXT = "closes next"
SIGNS = "Of each sector its number and class: I green, II orange, III purple."


class Artist:
    """Draws the arena of one game; the ring as it was at the beginning stays where it is."""

    def __init__(self, figures: Figures, names: Names, mode: str, state: Ints) -> None:
        self.figures, self.names, self.mode = figures, names, mode
        ring = [int(state[S.RING + 1 + k]) for k in range(int(state[S.RING]))]
        gone = [sector for sector in range(B.SECTORS) if sector not in ring]
        self.cells = dict(zip([*ring, *gone], CELLS, strict=True))
        self.letters = letters([names.fighter(k) for k in range(len(names.sides))])

    def draw(self, state: Ints, caption: str = "") -> Picture:
        """Return the arena of a state as a picture."""
        book = self.names.tables.book
        blocks = range(len(self.names.sides) + int(book[B.AUTOMA]))
        return Picture(
            RADIUS,
            (),
            tuple(self._name(block) for block in blocks),
            caption,
            fields=tuple(self._fields(state)),
            tokens=tuple(self._tokens(state)),
            pawns=tuple(self._pawns(state, blocks)),
            standings=tuple(self._standing(state, block) for block in blocks),
            remarks=(SIGNS,),
            coordinates=False,
        )

    def _name(self, block: int) -> str:
        return "Automa" if block == self.names.automa else self.names.fighter(block)

    def _fields(self, state: Ints) -> Iterable[Field]:
        top = int(state[S.SCOREBOARD])
        closes = int(state[S.SCOREBOARD + top]) if top and state[S.STAGE] != S.OVER else S.NONE
        for sector, cell in self.cells.items():
            one = self.figures.sectors[self.names.tables.sectors[sector]]
            if state[S.PLACE + sector] == S.NONE:
                yield Field(cell, "sunk", one.name, f"{one.number}", "closed")
                continue
            note = NEXT if sector == closes else f"{one.number} · {CLASSES[one.class_ - 1]}"
            yield Field(cell, f"class_{one.class_}", one.name, note)
        yield Field(SHIP, "ship", "Drop ship")

    def _tokens(self, state: Ints) -> Iterable[Token]:
        tables = self.names.tables
        for sector, cell in self.cells.items():
            kind = int(state[S.BOT_AT + sector])
            if kind != S.NONE:
                name = self.figures.bots[tables.bots[kind]].name
                yield Token(cell, "bot", f"{name} bot", text=name[:1])
            if count := int(state[S.SEARCHED + sector]):
                yield Token(cell, "search", "search token", count=count)
            for block, side in enumerate(self.names.sides):
                if state[block * S.BLOCK_SIZE + S.TOKEN_AT] == sector:
                    kind_, name = self._special(side)
                    yield Token(cell, kind_, name, owner=block)

    def _special(self, side: str) -> tuple[str, str]:
        for key, ability in self.figures.fighters[side].abilities.items():
            if ability.do == "token":
                return LAID.get(str(ability.lays), "trap"), key.replace("_", " ").capitalize()
        return "trap", "special token"

    def _pawns(self, state: Ints, blocks: Sequence[int]) -> Iterable[Pawn]:
        for block in blocks:
            own = block * S.BLOCK_SIZE
            if state[own + S.OUT]:
                continue
            sector = int(state[own + S.SECTOR])
            cell = SHIP if sector == S.NONE else self.cells[sector]
            letter = "@" if block == self.names.automa else self.letters[block]
            yield Pawn(cell, block, letter, self._name(block))

    def _standing(self, state: Ints, block: int) -> Standing:
        names, own = self.names, block * S.BLOCK_SIZE
        automa = block == names.automa
        facts = []
        if state[own + S.OUT]:
            facts.append(f"out in round {int(state[own + S.OUT])}")
        else:
            facts.append(f"health {int(state[own + S.HEALTH])}")
            if not automa:
                facts.append(f"energy {int(state[own + S.ENERGY])}")
        if self.mode != ROYALE:
            team = int(names.tables.book[B.TEAM_OF + block])
            facts.append(f"points {int(points(state, names.tables.book, team))}")
        if state[own + S.FIELDS]:
            facts.append(f"force field {int(state[own + S.FIELDS])}")
        if not automa and state[S.LEADER] == block:
            facts.append("leader")
        for place in range(E.TYPES):
            kind = int(state[own + S.CARD + place])
            if not automa and kind != S.NONE:
                under = int(state[own + S.SUPPLIED + place])
                facts.append(names.loot(kind) + (f" +{under}" if under else ""))
        if not automa and (upgrade := int(state[own + S.UPGRADE])) != S.NONE:
            facts.append(f"upgrade {names.upgrade(upgrade)}")
        letter = "@" if automa else self.letters[block]
        return Standing(block, letter, self._name(block), tuple(facts))


def letters(seats: Sequence[str]) -> list[str]:
    """Return a sign for each seat: the first letter, with the seat where it is not alone."""
    first = [name[:1].upper() for name in seats]
    return [
        letter + str(k + 1) if first.count(letter) > 1 else letter for k, letter in enumerate(first)
    ]


def picture_of_ring(data: NeonData) -> Picture:
    """Return the ten sectors in the order of their numbers, with what they do in words."""
    sectors = sorted(data.figures.sectors.values(), key=lambda one: one.number)
    fields = [
        Field(cell, f"class_{one.class_}", one.name, f"{one.number} · {CLASSES[one.class_ - 1]}")
        for cell, one in zip(CELLS, sectors, strict=True)
    ]
    return Picture(
        RADIUS,
        (),
        (),
        "The ten sectors of Neon; a game lays them in a ring at random",
        fields=(*fields, Field(SHIP, "ship", "Drop ship")),
        remarks=(SIGNS, *(f"{one.name}: {_told(one.effects)}." for one in sectors)),
        coordinates=False,
    )


def _told(effects: Sequence[Effect]) -> str:
    """Return what a sector does, in the words of the vocabulary."""
    return "; ".join(
        " ".join(
            word.replace("_", " ")
            for word in (
                f"{effect.when},",
                f"{effect.energy} energy," if effect.energy else "",
                effect.do,
                str(effect.amount) if effect.amount > 1 else "",
                f"{effect.change_from} to {effect.to}" if effect.change_from and effect.to else "",
            )
            if word
        )
        for effect in effects
    )
