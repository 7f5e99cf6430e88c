"""A position that is set up by hand, for scenarios: the state with names instead of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from kernels import rng
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.clones.cards import owe_draw, pack, place_of
from kernels.clones.dice import at
from kernels.clones.land import set_wall
from kernels.clones.setup import lay_out
from kernels.clones.turn import advance
from kernels.hexes import CELLS
from sim.clones.engine import room
from sim.clones.names import Names
from sim.clones.scenario_file import Character, ScenarioFile, Tile
from sim.clones.tables import Ints
from sim.errors import BadInput

TOKENS = {
    "damage": B.DAMAGE_TOKEN,
    "reload": B.RELOAD_TOKEN,
    "beacon": B.BEACON_TOKEN,
    "spirit": B.SPIRIT_TOKEN,
    "trap": B.TRAP_TOKEN,
}
_SLOTS = {"run": B.RUN, "activate": B.ACTIVATE, "loot": B.LOOT, "build": B.BUILD}
_QUIET = 8  # event cards below those that a scenario names


class Position:
    """The table of a scenario."""

    def __init__(self, file: ScenarioFile, names: Names) -> None:
        self.file = file
        self.names = names
        self.book = names.book
        self.room = room()
        self.state: Ints = self.room.state
        self.trace = T.new()
        self.players = np.arange(B.SEATS)
        rng.start(self.room.streams, 0, 0)
        characters = [names.character(one.name) for one in file.character]
        lay_out(self.state, self.book, np.array(characters))
        self.turn_seat = names.seat(file.turn) if file.turn else 0
        self._map()
        for seat, one in enumerate(file.character):
            self._character(seat, one)
        self._fame()
        self._decks()
        self._begin()

    def wrong(self, sentence: str) -> BadInput:
        """Return the complaint about the file."""
        return BadInput(f"{self.names.source}: {sentence}")

    # --- the map

    def _map(self) -> None:
        state = self.state
        if self.file.bare:
            for cell in range(B.CELLS):
                self._lay(cell, Tile(at=list(CELLS[cell]), beacons=0, boxes_2=0, boxes_3=0))
        if self.file.bare or self.file.neutral_walls is not None:
            for edge in range(B.CELLS * 6):
                if state[S.WALL_AT + edge]:
                    set_wall(state, self.book, edge // 6, edge % 6, 0)
        for a, b in self.file.neutral_walls or []:
            self.wall(a, b, S.NEUTRAL)
        for tile in self.file.tile:
            self._lay(self.names.cell(tile.at), tile)
        for zone in self.file.contaminated:
            state[S.ZONES_HIT] |= 1 << zone - 1
            for corner in (B.ZONE_CORNER, B.ZONE_EDGE):
                state[S.TOXINS] |= 1 << int(self.book[corner + zone - 1])

    def _lay(self, cell: int, tile: Tile) -> None:
        state = self.state
        if tile.beacons is not None:
            state[S.BEACONS_AT + cell] = tile.beacons
        for boxes, there, left in (
            (tile.boxes_2, S.BOXES_2_AT, S.BOXES_2_LEFT),
            (tile.boxes_3, S.BOXES_3_AT, S.BOXES_3_LEFT),
        ):
            if boxes is not None:
                state[left] -= boxes - state[there + cell]
                state[there + cell] = boxes
                if state[left] < 0:
                    raise self.wrong(f"more boxes on {tile.at} than there are in the game")
        if tile.toxin:
            state[S.TOXINS] |= 1 << cell
        if tile.dome:
            state[S.DOME_AT] = cell

    def wall(self, a: Sequence[int], b: Sequence[int], wall: int) -> None:
        """Put a wall on a free edge."""
        cell, side = self.names.edge(a, b)
        if self.state[S.WALL_AT + cell * 6 + side]:
            raise self.wrong(f"two walls between {list(a)} and {list(b)}")
        set_wall(self.state, self.book, cell, side, wall)

    # --- a character

    def _character(self, seat: int, one: Character) -> None:
        state, names, block = self.state, self.names, at(seat)
        if one.at is not None:
            state[block + S.CELL] = names.cell(one.at)
        self._dice(seat, one)
        for word in one.worn:
            self._wear(block, one, word)
        for word in one.backpack:
            pack(state, block, names.card(word))
        state[block + S.BEACONS] = one.beacons
        if one.hideout is not None:
            state[block + S.HIDEOUT] = names.cell(one.hideout)
        team = int(self.book[B.TEAM_OF + seat])
        for a, b in one.walls:
            self.wall(a, b, S.OWN + team)
            state[S.TEAM_WALLS + team] -= 1
            if state[S.TEAM_WALLS + team] < 0:
                raise self.wrong(f"{one.name} has no more than {self.book[B.WALLS]} walls")
        for trap in one.traps:
            kind, cell = names.trap(trap.kind), names.cell(trap.at)
            state[block + S.TRAPS + kind] -= 1
            if state[block + S.TRAPS + kind] < 0 or state[S.TRAP_AT + cell]:
                raise self.wrong(f"{one.name} has no {trap.kind} for {trap.at}, or one lies there")
            state[S.TRAP_AT + cell] = 1 + seat * B.TRAP_ROOM + kind

    def _dice(self, seat: int, one: Character) -> None:
        state, book, block = self.state, self.book, at(seat)
        for value in one.line:
            state[block + S.LINE + value] += 1
        row = B.CHARACTERS + int(state[block + S.CHARACTER]) * B.CHARACTER_SIZE
        used = 0
        for key, action in _SLOTS.items():
            slots = row + B.SLOTS + action * B.SLOTS_SIZE
            for k in range(getattr(one.slots, key)):
                if k == book[slots]:
                    raise self.wrong(f"{one.name} has {k} slots for {key}")
                state[block + S.USED + action] += 1
                state[block + S.ASSIGNED + book[slots + 1 + k]] += 1
                used += 1
        mine = seat == self.turn_seat
        if mine and one.line and self.file.start == "actions":
            raise self.wrong(
                f"{one.name} acts: its dice are in the reserve or on slots, not a line"
            )
        if used and not (mine and self.file.start == "actions"):
            raise self.wrong(f"{one.name} has dice on slots, but it is not acting")
        state[block + S.DAMAGED] = one.damaged
        reserve = int(book[B.DICE]) - len(one.line) - used - one.damaged
        if reserve < 0 or (one.reserve is not None and one.reserve != reserve):
            raise self.wrong(
                f"{one.name} has {book[B.DICE]} dice: {len(one.line)} on the line, {used} on "
                f"slots, {one.damaged} damaged leave {max(reserve, 0)} for the reserve"
            )
        if one.damaged >= book[B.DAMAGE_CELLS]:
            raise self.wrong(f"{one.name} with {one.damaged} damaged dice would have to reload")
        state[block + S.RESERVE] = reserve
        state[block + S.BOOST] = S.BOOST_FREE if one.boost else 0

    def _wear(self, block: int, one: Character, word: str) -> None:
        state, book = self.state, self.book
        kind = self.names.card(word)
        if book[B.ITEMS] >> kind & 1:
            raise self.wrong(f"{word} is an item, it is never worn")
        place = int(place_of(book, kind))
        first = int(state[block + S.WORN + S.FIRST_HAND])
        if place == S.FIRST_HAND and first != S.NONE:
            if (book[B.TWO_HANDED] >> kind | book[B.TWO_HANDED] >> first) & 1:
                raise self.wrong(f"{one.name} has no hand for {word}")
            place = S.SECOND_HAND
        if state[block + S.WORN + place] != S.NONE:
            raise self.wrong(f"{one.name} has no place for {word}")
        state[block + S.WORN + place] = kind

    def _fame(self) -> None:
        given: dict[int, int] = {}
        for seat, one in enumerate(self.file.character):
            team = int(self.book[B.TEAM_OF + seat])
            for key, token in TOKENS.items():
                count = getattr(one.tokens, key) or 0
                self.state[at(seat) + S.TOKEN + token] = count
                self.state[S.TEAM_FAME + team] += count * self.book[B.FAME + token]
            if one.fame is not None and given.setdefault(team, one.fame) != one.fame:
                raise self.wrong(f"{one.name} shares its track with a mate: they have one fame")
        for team, fame in given.items():
            self.state[S.TEAM_FAME + team] = fame

    # --- decks and the turn

    def _decks(self) -> None:
        state, names, book = self.state, self.names, self.book
        decks = {str(level): pile for level, pile in self.file.decks.items()}
        discards = {str(level): pile for level, pile in self.file.discards.items()}
        held: Counter[int] = Counter()
        for one in self.file.character:
            held.update(names.card(word) for word in (*one.worn, *one.backpack))
        for level in (1, 2, 3):
            deck = S.DECKS + (level - 1) * S.DECK_SIZE
            printed = B.DECKS + (level - 1) * B.DECK_SIZE
            rest = [int(k) for k in book[printed + 1 : printed + 1 + book[printed]]]
            for kind in list(held.elements()):
                if book[B.GEAR + kind * B.GEAR_SIZE + B.LEVEL] == level:
                    self._take(rest, kind)
            top = [names.card(word) for word in decks.get(str(level), [])]
            thrown = [names.card(word) for word in discards.get(str(level), [])]
            for kind in top + thrown:
                self._take(rest, kind)
            cards = ([] if self.file.only else rest[::-1]) + top[::-1]
            state[deck] = len(cards)
            state[deck + 1 : deck + 1 + len(cards)] = cards
            pile = deck + S.PILE_SIZE
            state[pile] = len(thrown)
            state[pile + 1 : pile + 1 + len(thrown)] = thrown
        named = self.file.events
        events = [0] * _QUIET if named is None else [names.event(word) for word in named[::-1]]
        state[S.EVENTS] = len(events)
        state[S.EVENTS + 1 : S.EVENTS + 1 + len(events)] = events

    def _take(self, rest: list[int], kind: int) -> None:
        if kind not in rest:
            card = self.names.tables.cards[kind]
            raise self.wrong(f"{card}: more copies than the game has, or of another level")
        rest.remove(kind)

    def put_event_on_top(self, word: str) -> None:
        """Lay a card onto the event deck."""
        self.state[S.EVENTS] += 1
        self.state[S.EVENTS + self.state[S.EVENTS]] = self.names.event(word)

    def _begin(self) -> None:
        state, book = self.state, self.book
        players = int(book[B.PLAYERS])
        number = (self.file.round - 1) * players + self.turn_seat
        if self.file.start == "game":
            for seat in range(players):
                start = (book[B.START_LEVEL], book[B.START_DRAW], book[B.START_KEEP])
                owe_draw(state, seat, *(int(figure) for figure in start))
            number = 0
        state[S.TURN_NUMBER] = number
        state[S.RESUME] = S.TO_FIRST_TURN
        if self.file.start == "actions":
            block = at(self.turn_seat)
            if state[block + S.CELL] == S.NONE:
                raise self.wrong(f"{self.names.seats[self.turn_seat]} acts, but is off the map")
            row = B.CHARACTERS + int(state[block + S.CHARACTER]) * B.CHARACTER_SIZE
            state[block + S.FREE_RUNS_LEFT] = book[row + B.FREE_RUNS]
            state[S.TURN_NUMBER] = number + 1
            state[S.TURN_SEAT] = self.turn_seat
            state[S.EQUIP_PLACE] = S.EQUIPPED
            state[S.RESUME] = S.TO_ACTION
        advance(state, book, self.room.streams, self.trace)

    # --- looking

    def of(self, seat: int, place: int) -> int:
        """Return a figure of a seat."""
        return int(self.state[at(seat) + place])

    def values(self, seat: int, place: int) -> list[int]:
        """Return the dice of a seat's line or slots, descending."""
        counts = self.state[at(seat) + place : at(seat) + place + S.VALUES]
        return [value for value in range(S.VALUES - 1, 0, -1) for _ in range(int(counts[value]))]

    def backpack(self, seat: int) -> list[str]:
        """Return the cards in a backpack, sorted."""
        packed = self.state[at(seat) + S.PACKED : at(seat) + S.PACKED + B.KIND_ROOM]
        cards = self.names.tables.cards
        return sorted(cards[k] for k, count in enumerate(packed) for _ in range(int(count)))

    def worn(self, seat: int) -> list[str]:
        """Return the cards worn, sorted."""
        kinds = (self.of(seat, S.WORN + place) for place in range(S.PLACES))
        return sorted(self.names.tables.cards[kind] for kind in kinds if kind != S.NONE)

    def place(self, seat: int) -> tuple[int, int] | None:
        """Return the cell of a seat, None while it is off the map."""
        cell = self.of(seat, S.CELL)
        return None if cell == S.NONE else CELLS[cell]

    def wall_owner(self, a: Sequence[int], b: Sequence[int]) -> int:
        """Return what stands on an edge: 0, NEUTRAL, or OWN + team."""
        cell, side = self.names.edge(a, b)
        return int(self.state[S.WALL_AT + cell * 6 + side])

    def events(self) -> list[tuple[int, ...]]:
        """Return the trace so far."""
        return [tuple(int(x) for x in row) for row in self.trace[1 : self.trace[0, 0] + 1]]

    def forget_events(self) -> None:
        """Empty the trace."""
        self.trace[0, 0] = 0
