"""Both units of Pixel Tactics as a picture: three rows each, the vanguards face to face."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics.board import at, life_of
from kernels.pixel_tactics.values import strength
from sim.board import Card, Picture, Row, Standing
from sim.pixel_tactics.models import Figures
from sim.pixel_tactics.spots import CELLS
from sim.pixel_tactics.tables import Ints
from sim.pixel_tactics.words import WAVE_NAMES

# (unit, row of the unit) from the top of the picture down
ROWS = ((1, 2), (1, 1), (1, 0), (0, 0), (0, 1), (0, 2))
SIGNS = "Strength: that of a blow, before what depends on its target."


class Artist:
    """Draws the tables of one game; players go by their names, and by letters where given."""

    def __init__(
        self, figures: Figures, book: Ints, names: Sequence[str], seats: Sequence[str] = ()
    ) -> None:
        self.cards = [one.name for one in figures.leaders.values()]
        self.book, self.names = book, tuple(names)
        self.letters = seats or letters(names)
        self.owners = (
            tuple(" ".join(both) for both in zip(seats, names, strict=True))
            if seats
            else self.names
        )
        self.series = figures.rules.trophies > 1

    def draw(self, state: Ints, caption: str = "") -> Picture:
        """Return both units of a state as a picture."""
        table = state.copy()  # keywords may have to be read again
        return Picture(
            0,
            (),
            self.owners,
            caption,
            rows=tuple(
                Row(WAVE_NAMES[row], unit, CELLS[3 * row : 3 * row + 3]) for unit, row in ROWS
            ),
            cards=tuple(self._cards(table)),
            standings=tuple(self._standing(table, seat) for seat in range(2)),
            remarks=(SIGNS,),
        )

    def _cards(self, state: Ints) -> Iterable[Card]:
        for number, (unit, row) in enumerate(ROWS):
            for spot in range(3):
                cell = 3 * row + spot
                place = unit * S.CELLS + cell
                kind = int(state[S.KIND + place])
                where = (spot, number)
                if kind == S.EMPTY:
                    continue
                name = self.cards[int(state[S.CARD + place]) % B.CHARACTER_ROOM]
                if kind == S.CORPSE:
                    yield Card(where, unit, name, fallen=True)
                    continue
                blow = int(strength(state, self.book, place, B.IS_MELEE))
                yield Card(
                    where,
                    unit,
                    name,
                    blow,
                    int(life_of(state, self.book, place)),
                    int(state[S.DAMAGE + place]),
                    tuple(
                        word
                        for word, field in (("ranged", S.RANGED), ("intercept", S.INTERCEPT))
                        if state[at(unit) + field] >> cell & 1
                    ),
                    self._note(state, place),
                    kind == S.LEADER,
                )

    def _note(self, state: Ints, place: int) -> str:
        """Return what is special about a figure: whose leader side it has, whose card it is."""
        unit, character = place // S.CELLS, int(state[S.CARD + place]) % B.CHARACTER_ROOM
        acts_as = int(state[at(unit) + S.LEADER_AS])
        if state[S.KIND + place] == S.LEADER and acts_as != character:
            return f"as {self.cards[acts_as]}"
        owner = int(state[S.CARD + place]) // B.CHARACTER_ROOM
        return "taken over" if owner != unit else ""

    def _standing(self, state: Ints, seat: int) -> Standing:
        block = at(seat)
        facts = [
            f"{word} {number}"
            for word, number in (
                ("hand", int(state[block + S.HAND]).bit_count()),
                ("deck", int(state[block + S.DECK_SIZE])),
                ("discard", int(state[block + S.DISCARDS]).bit_count()),
            )
        ]
        if markers := int(state[block + S.MARKERS]):
            facts.append(f"level markers {markers}")
        if self.series:
            facts.append(f"trophies {int(state[block + S.TROPHIES])}")
        if state[S.FIRST] == seat:
            facts.append("first player")
        return Standing(seat, self.letters[seat], self.names[seat], tuple(facts))


def letters(names: Sequence[str]) -> list[str]:
    """Return a sign for each player: the first letter, with the seat where both share it."""
    first = [name[:1].upper() for name in names]
    return [
        letter + str(k + 1) if first.count(letter) > 1 else letter for k, letter in enumerate(first)
    ]
