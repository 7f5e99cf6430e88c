"""The names behind the numbers of a game, and its actions in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from string import ascii_uppercase

from kernels.clones import actions as A
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones.dice import SKULL, at
from kernels.clones.land import distance, runs_needed
from kernels.hexgrid import CELLS, DIRECTIONS, NUMBER
from sim.clones.models import Figures
from sim.clones.tables import Ints, Tables

TOKENS = {
    B.DAMAGE_TOKEN: "Damage",
    B.RELOAD_TOKEN: "Reload",
    B.BEACON_TOKEN: "Beacon",
    B.SPIRIT_TOKEN: "Team spirit",
    B.TRAP_TOKEN: "Trap",
}
State = Sequence[int]


def listed(words: Sequence[str]) -> str:
    """Return words as "a", "a and b", "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def counted(number: int, thing: str, plural: str = "") -> str:
    """Return "1 beacon", "2 beacons", "no beacons"."""
    return f"{number or 'no'} {thing if number == 1 else plural or thing + 's'}"


def faces(dice: Iterable[int]) -> str:
    """Return dice as they lie, highest number first and skulls last; a dash where there is none."""
    shown = sorted((die for die in dice if die != SKULL), reverse=True)
    skulls = ["skull"] * sum(die == SKULL for die in dice)
    return " ".join([*map(str, shown), *skulls]) or "–"


def by_value(state: State, start: int) -> list[int]:
    """Return dice that are counted by value, highest first."""
    return [value for value in range(S.VALUES - 1, 0, -1) for _ in range(state[start + value])]


class Names:
    """What everything is called at one table."""

    def __init__(
        self, figures: Figures, tables: Tables, book: Ints, map_id: str, sides: Sequence[str]
    ) -> None:
        self.book = book
        self.map = figures.maps[map_id].name
        names = [figures.characters[side].name for side in sides]
        often = Counter(names)
        # Twins are told apart by their place at the table.
        self.seats = [
            f"{name} {ascii_uppercase[names[:k].count(name)]}" if often[name] > 1 else name
            for k, name in enumerate(names)
        ]
        self.teams = [int(book[B.TEAM_OF + seat]) for seat in range(len(sides))]
        self._cards = [figures.equipment[key].name for key in tables.cards]
        self._tiles = [figures.tiles[key].name for key in tables.tiles]
        self._traps = [figures.traps[key].name for key in tables.traps]
        self._events = [figures.events[key].name for key in tables.events]

    @property
    def in_teams(self) -> bool:
        """Whether some play together."""
        return len(set(self.teams)) < len(self.teams)

    def seat(self, seat: int) -> str:
        """Return the character on a seat."""
        return self.seats[seat]

    def team(self, team: int) -> str:
        """Return the characters of a team."""
        return listed([self.seats[k] for k, own in enumerate(self.teams) if own == team])

    def card(self, kind: int) -> str:
        """Return a card's name."""
        return self._cards[kind]

    def trap(self, kind: int) -> str:
        """Return a trap's name."""
        return self._traps[kind]

    def event(self, kind: int) -> str:
        """Return an event's name."""
        return self._events[kind]

    def tile(self, cell: int) -> str:
        """Return a tile with its coordinates."""
        q, r = CELLS[cell]
        return f"{self._tiles[self.book[B.CELL_GROUND + cell]]} ({q},{r})"

    def edge(self, cell: int, side: int) -> str:
        """Return an edge by the tiles on both sides of it."""
        (q, r), (dq, dr) = CELLS[cell], DIRECTIONS[side]
        return f"{self.tile(cell)} and {self.tile(NUMBER[q + dq, r + dr])}"

    def wall(self, state: State, cell: int, side: int) -> str:
        """Return a wall by whose it is and where it stands."""
        wall = state[S.WALL_AT + cell * 6 + side]
        whose = "the neutral wall" if wall < S.OWN else f"the wall of {self.team(wall - S.OWN)}"
        return f"{whose} between {self.edge(cell, side)}"


class Deeds:
    """Tells what a seat does, from the state before it."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def tell(self, before: State, after: State, seat: int, deed: int) -> str:
        """Return an action in words; empty where what follows from it tells it as well."""
        what = A.what(deed)
        who = self.names.seat(seat)
        if what in (A.LAND, A.RUN):
            return f"{who} {self._moves(before, seat, deed)}."
        if what in (A.ACTIVATE, A.LOOT):
            return f"{who} {self._uses_tile(before, seat, deed)}{_spent(before, after, seat)}."
        if what in (A.TRAP, A.HIDEOUT, A.WALL, A.TEAR_HIDEOUT, A.TEAR_WALL):
            return f"{who} {self._builds(before, seat, deed)}{_spent(before, after, seat)}."
        if what in (A.ITEM, A.BLAST, A.BLAST_HIDEOUT, A.BLAST_WALL, A.ANSWER):
            return f"{who} {self._uses_item(before, seat, deed)}."
        if what == A.EXCHANGE:
            return f"{who} {self._exchanges(deed)}."
        if what == A.MELEE:
            where = self.names.tile(before[at(seat) + S.CELL])
            return f"{who} attacks {self.names.seat(A.first(deed))} in melee on {where} [skull]."
        if what == A.KEEP_WORN:
            return f"{who} leaves {self.names.card(before[S.NEW + before[S.NEW]])} in the backpack."
        if what == A.STOP:
            return f"{who} builds nothing more with this die."
        if what == A.DECLINE:
            return f"{who} does not answer with an item."
        return ""

    def shot(self, before: State, seat: int, target: int, kind: int, dice: int, slot: int) -> str:
        """Return how a shot begins."""
        there = before[at(target) + S.CELL]
        steps = distance(self.names.book, before[at(seat) + S.CELL], there)
        away = f"{counted(steps, 'step')} away" if steps else "on the same tile"
        return (
            f"{self.names.seat(seat)} shoots {self.names.card(kind)} at {self.names.seat(target)} "
            f"on {self.names.tile(there)}, {away} [{slot}]: {counted(dice, 'die', 'dice')}."
        )

    def _moves(self, before: State, seat: int, deed: int) -> str:
        to = A.first(deed)
        if A.what(deed) == A.LAND:
            return f"parachutes onto {self.names.tile(to)}"
        block, book = at(seat), self.names.book
        origin = before[block + S.CELL]
        portals = int(book[B.PORTALS])
        by_portal = bool(portals >> origin & portals >> to & 1)
        free = A.second(deed)
        runs = (1 if by_portal else runs_needed(book, origin, to)) - free
        slots = B.CHARACTERS + before[block + S.CHARACTER] * B.CHARACTER_SIZE + B.SLOTS
        first = slots + B.RUN * B.SLOTS_SIZE + 1 + before[block + S.USED + B.RUN]
        dice = ["free"] * free + [str(die) for die in book[first : first + runs]]
        way = "goes through the portal" if by_portal else "runs"
        return f"{way} to {self.names.tile(to)} [{' '.join(dice)}]"

    def _uses_tile(self, before: State, seat: int, deed: int) -> str:
        cell = before[at(seat) + S.CELL]
        where = self.names.tile(cell)
        if A.what(deed) == A.ACTIVATE:
            return f"activates {where}"
        if A.first(deed) == A.BEACON:
            carried = counted(before[at(seat) + S.BEACONS] + 1, "beacon")
            return f"takes the beacon of {where}, carrying {carried} now"
        return f"opens a level-{A.first(deed)} box on {where}"

    def _builds(self, before: State, seat: int, deed: int) -> str:
        what, x = A.what(deed), A.first(deed)
        cell = before[at(seat) + S.CELL]
        where = self.names.tile(cell)
        if what == A.TRAP:
            return f"sets a trap ({self.names.trap(x)}) on {where}"
        if what == A.HIDEOUT:
            old = before[at(seat) + S.HIDEOUT]
            moved = f"moves the hideout from {self.names.tile(old)} to" if old >= 0 else ""
            return f"{moved or 'builds a hideout on'} {where}"
        if what == A.WALL:
            between = self.names.edge(cell, x)
            if not A.second(deed):
                return f"builds a wall between {between}"
            origin, side = divmod(A.second(deed) - 1, 6)
            from_here = self.names.edge(origin, side)
            return f"moves a wall from between {from_here} to between {between}"
        if what == A.TEAR_HIDEOUT:
            return f"tears down the hideout of {self.names.seat(x)} on {where}"
        return f"tears down {self.names.wall(before, cell, x)}"

    def _uses_item(self, before: State, seat: int, deed: int) -> str:
        what, x, y = A.what(deed), A.first(deed), A.second(deed)
        card = self.names.card(x)
        row = B.GEAR + x * B.GEAR_SIZE
        if what == A.ANSWER:
            return f"answers with {card}"
        if what == A.BLAST:
            where = self.names.tile(before[at(y) + S.CELL])
            return f"uses {card} on {self.names.seat(y)} on {where}"
        if what == A.BLAST_HIDEOUT:
            where = self.names.tile(before[at(y) + S.HIDEOUT])
            return f"destroys the hideout of {self.names.seat(y)} on {where} with {card}"
        if what == A.BLAST_WALL:
            return f"destroys {self.names.wall(before, y, A.third(deed))} with {card}"
        gives = [
            text
            for column, text in (
                (B.GIVES_BOOST, "takes the boost die"),
                (B.GIVES_PIERCING, "the next shot ignores armour"),
            )
            if self.names.book[row + column]
        ]
        whom = f" on {self.names.seat(y)}" if y != seat else ""
        return f"uses {card}{whom}" + (f": {' and '.join(gives)}" if gives else "")

    def _exchanges(self, deed: int) -> str:
        mate = self.names.seat(A.first(deed))
        given, taken = (self._thing(thing) for thing in (A.second(deed), A.third(deed)))
        if given and taken:
            return f"gives {mate} {given} for {taken}"
        return f"gives {mate} {given}" if given else f"takes {taken} from {mate}"

    def _thing(self, thing: int) -> str:
        return "" if thing == 0 else "a beacon" if thing == 1 else self.names.card(thing - 2)


def _spent(before: State, after: State, seat: int) -> str:
    """Return the die that a seat has put on a slot, in brackets; empty where it put none."""
    start = at(seat) + S.ASSIGNED
    dice = [v for v in range(1, S.VALUES) for _ in range(after[start + v] - before[start + v])]
    return f" [{faces(dice)}]" if dice else ""
