"""The position of a scenario file as a state of the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import numpy as np

from kernels import rng
from kernels.neon import book as B
from kernels.neon import state as S
from kernels.neon.setup import set_up
from sim.errors import BadInput
from sim.names import resolve
from sim.neon.engine import room
from sim.neon.figures import NeonData
from sim.neon.names import AUTOMA, Names
from sim.neon.scenario_file import Automa, Fighter, ScenarioFile
from sim.neon.tables import ACTIONS, Tables, half_bits

SEED = 1


class Position:
    """The state that a scenario begins with, and the names in it."""

    def __init__(self, file: ScenarioFile, data: NeonData, tables: Tables, source: str) -> None:
        self.file = file
        self.data = data
        self.tables = tables
        self.source = source
        self.book = tables.book
        self.room = room()
        self.rolled = [0, 0]  # attack dice, defence dice that were rolled last
        self.state = self.room.state
        figures = data.figures
        sides = [self.find(one.name, "fighter", figures.fighters) for one in file.fighter]
        self.names = Names(figures, tables, sides)
        rng.start(self.room.streams, SEED, 0)
        fighters = np.array([tables.fighters.index(side) for side in sides], np.int64)
        seats = np.arange(len(sides), dtype=np.int64)
        set_up(self.state, self.book, self.room.streams, fighters, seats)
        self._lay_arena()
        for block, one in enumerate(file.fighter):
            self._seat(block, one)
        if file.automa is not None:
            self._seat_automa(file.automa)
        self._stack_decks()
        self.state[S.ROUND] = file.round
        self.state[S.LEADER] = self.block(file.leader) if file.leader else 0
        self._begin()

    def wrong(self, text: str) -> BadInput:
        """Return the complaint about a file."""
        return BadInput(f"{self.source}: {text}")

    def find(self, word: str, what: str, items: Mapping[str, object]) -> str:
        """Return the id that a word means."""
        known = {
            key: (getattr(one, "name", key), *getattr(one, "aliases", ()))
            for key, one in items.items()
        }
        try:
            return resolve(word, what, known)
        except BadInput as error:
            raise self.wrong(str(error)) from None

    def block(self, word: str) -> int:
        """Return the block of a fighter, or of the Automa."""
        if word == AUTOMA:
            return self.names.automa
        known = {self.names.block(k): () for k in range(len(self.names.sides))}
        try:
            return list(known).index(resolve(word, "fighter of this table", known))
        except BadInput as error:
            raise self.wrong(str(error)) from None

    def sector(self, word: str) -> int:
        """Return a sector by its number."""
        return self.tables.sectors.index(self.find(word, "sector", self.data.figures.sectors))

    def loot(self, word: str) -> int:
        """Return a kind of loot by its number."""
        return self.tables.loot.index(self.find(word, "loot", self.data.figures.loot))

    def bot(self, word: str) -> int:
        """Return a kind of bot by its number."""
        return self.tables.bots.index(self.find(word, "bot", self.data.figures.bots))

    def upgrade(self, word: str) -> int:
        """Return an upgrade by its number."""
        return self.tables.upgrades.index(self.find(word, "upgrade", self.data.figures.upgrades))

    def _lay_arena(self) -> None:
        state, file = self.state, self.file
        ring = range(B.SECTORS) if file.ring is None else [self.sector(word) for word in file.ring]
        if len(set(ring)) < len(ring) or len(ring) < 2:
            raise self.wrong("ring names two sectors or more, none of them twice")
        state[S.PLACE : S.PLACE + B.SECTORS] = S.NONE
        state[S.RING] = len(ring)
        for place, sector in enumerate(ring):
            state[S.RING + 1 + place] = sector
            state[S.PLACE + sector] = place
        named = [self.sector(word) for word in file.closing]
        order = named + [sector for sector in ring if sector not in named]
        state[S.SCOREBOARD] = len(order)
        state[S.SCOREBOARD + 1 : S.SCOREBOARD + 1 + len(order)] = order[::-1]
        state[S.BOT_AT : S.BOT_AT + B.SECTORS] = S.NONE
        for word, kind in file.bot.items():
            state[S.BOT_AT + self.sector(word)] = self.bot(kind)
        for word, tokens in file.searched.items():
            state[S.SEARCHED + self.sector(word)] = tokens
        if self.book[B.AUTOMA]:
            automa = self.names.automa * S.BLOCK_SIZE
            state[automa + S.SECTOR] = order[0]

    def _seat(self, block: int, one: Fighter) -> None:
        state, own = self.state, block * S.BLOCK_SIZE
        if one.at is not None:
            state[own + S.SECTOR] = self.sector(one.at)
            if state[S.PLACE + state[own + S.SECTOR]] == S.NONE:
                raise self.wrong(f"{one.name} stands in {one.at}, which is closed")
        state[own + S.ENERGY] = one.energy
        if one.health is not None:
            state[own + S.HEALTH] = one.health
        if one.side is not None:
            state[own + S.SIDE] = one.side == "B"
        if one.out:
            state[own + S.OUT] = max(self.file.round - 1, 1)
            state[own + S.SECTOR] = S.NONE
        state[own + S.FIELDS] = one.fields
        if one.token is not None:
            state[own + S.TOKEN_AT] = self.sector(one.token)
        for word in one.equipment:
            kind = self.loot(word)
            place = int(self.book[B.LOOT + kind * B.LOOT_SIZE + B.TYPE])
            if state[own + S.CARD + place] != S.NONE:
                raise self.wrong(f"{one.name} has two cards of one type in play (NEON-EQP-1)")
            state[own + S.CARD + place] = kind
            below = [self.loot(each) for each in one.supplies.get(word, [])]
            state[own + S.SUPPLIED + place] = len(below)
            for k, each in enumerate(below):
                state[own + S.SUPPLY + place * S.SUPPLY_ROOM + k] = each
        if unknown := set(one.supplies) - set(one.equipment):
            raise self.wrong(f"supplies lie under {', '.join(sorted(unknown))}, not in play")
        for word in one.bots:
            state[own + S.BOTS + self.bot(word)] += 1
        for word in one.flipped:
            state[own + S.FLIPPED + self.bot(word)] += 1
        for value in one.trophies:
            state[own + S.TROPHIES + value] += 1
        if one.upgrade is not None:
            state[own + S.UPGRADE] = self.upgrade(one.upgrade)
        if one.hand is not None:
            self._deal(block, one.hand)
        if one.row is not None:
            state[own + S.ROW : own + S.ROW + S.HALVES] = [self._half(half) for half in one.row]

    def _deal(self, block: int, hand: list[int]) -> None:
        state, own = self.state, block * S.BLOCK_SIZE
        numbers = [card.initiative for card in self.data.figures.cards.values()]
        if not set(hand) <= set(numbers) or len(set(hand)) < len(hand):
            raise self.wrong(f"hand = {hand}: three of the cards {numbers}")
        cards = [numbers.index(number) for number in hand]
        state[own + S.HAND] = sum(1 << card for card in cards)
        rest = [card for card in range(B.CARDS) if card not in cards]
        state[own + S.DECK] = len(rest)
        state[own + S.DECK + 1 : own + S.DECK + 1 + len(rest)] = rest

    def _half(self, word: str) -> int:
        actions = word.split("/")
        if unknown := set(actions) - set(ACTIONS):
            raise self.wrong(
                f"row names {', '.join(sorted(unknown))}; known: {', '.join(ACTIONS)}, with /"
            )
        return half_bits(actions)

    def _seat_automa(self, one: Automa) -> None:
        if not self.book[B.AUTOMA]:
            raise self.wrong("the Automa is not at this table; say rules = { automa = true }")
        state, own = self.state, self.names.automa * S.BLOCK_SIZE
        if one.at is not None:
            state[own + S.SECTOR] = self.sector(one.at)
        if one.health is not None:
            state[own + S.HEALTH] = one.health
        if one.out:
            state[own + S.OUT] = 1
            state[own + S.SECTOR] = S.NONE
        for value in one.trophies:
            state[own + S.TROPHIES + value] += 1

    def _held(self) -> Counter[int]:
        held: Counter[int] = Counter()
        for block in range(len(self.names.sides)):
            own = block * S.BLOCK_SIZE
            for place in range(6):
                if self.state[own + S.CARD + place] != S.NONE:
                    held[int(self.state[own + S.CARD + place])] += 1
                below = own + S.SUPPLY + place * S.SUPPLY_ROOM
                size = self.state[own + S.SUPPLIED + place]
                held.update(int(kind) for kind in self.state[below : below + size])
        return held

    def _stack_decks(self) -> None:
        """Take out of the decks what is in play, and lay the named cards on top."""
        held = self._held()
        tops = [self.loot(word) for word in self.file.loot]
        for level in range(1, B.CLASSES + 1):
            deck = S.DECKS + (level - 1) * S.DECK_SIZE
            size = int(self.state[deck])
            cards = Counter(int(kind) for kind in self.state[deck + 1 : deck + 1 + size])
            own = [k for k in tops if self.book[B.LOOT + k * B.LOOT_SIZE + B.LOOT_CLASS] == level]
            rest = _less(cards, held)
            if rest is None or (rest := _less(rest, Counter(own))) is None:
                raise self.wrong("more copies of a card are named than the box holds")
            pile = list(rest.elements()) + own[::-1]
            self.state[deck] = len(pile)
            self.state[deck + 1 : deck + 1 + len(pile)] = pile
        upgrades = [self.upgrade(word) for word in self.file.upgrades]
        size = int(self.state[S.UPGRADES])
        others = [int(k) for k in self.state[S.UPGRADES + 1 : S.UPGRADES + 1 + size]]
        pile = [kind for kind in others if kind not in upgrades] + upgrades[::-1]
        self.state[S.UPGRADES + 1 : S.UPGRADES + 1 + len(pile)] = pile

    def _begin(self) -> None:
        """Begin in the turn of a fighter; those without initiative have acted before."""
        if self.file.turn is None and not any(f.initiative for f in self.file.fighter):
            return
        state = self.state
        state[S.PHASE] = S.ACTIONS
        turn = S.NONE if self.file.turn is None else self.block(self.file.turn)
        for block, one in enumerate(self.file.fighter):
            own = block * S.BLOCK_SIZE
            hand = [int(card) for card in range(B.CARDS) if state[own + S.HAND] >> card & 1]
            state[own + S.PLAYED] = 1 << hand[0] | 1 << hand[1]
            state[own + S.HAND] &= ~state[own + S.PLAYED]
            if one.initiative is not None:
                state[own + S.INITIATIVE] = one.initiative
            elif block != turn and not one.out:
                state[S.ACTING] += 1
                state[own + S.ACTED] = state[S.ACTING]
                state[own + S.DISCARDED] |= state[own + S.PLAYED]
                state[own + S.PLAYED] = 0
        if turn != S.NONE:
            state[S.ACTING] += 1
            state[turn * S.BLOCK_SIZE + S.ACTED] = state[S.ACTING]
            state[S.TURN] = turn


def _less(cards: Counter[int], taken: Iterable[int] | Counter[int]) -> Counter[int] | None:
    """Return cards without some of them, or None where there are not so many."""
    left = Counter(cards)
    for kind, count in Counter(taken).items():
        if kind in left:
            left[kind] -= count
            if left[kind] < 0:
                return None
    return left
