"""The steps of a scenario as the actions that the kernels know."""

from __future__ import annotations

from kernels.clones import actions as A
from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones.dice import at
from kernels.hexes import CELLS
from sim.clones.position import Position
from sim.clones.scenario_file import Deed, Exchange

_PLAIN = {
    "activate": A.ACTIVATE,
    "hideout": A.HIDEOUT,
    "stop": A.STOP,
    "decline": A.DECLINE,
    "end": A.END,
}
_SEATED = {
    "destroy_hideout": A.TEAR_HIDEOUT,
    "heal": A.HEAL,
    "melee": A.MELEE,
}
_CARDED = {"leave": A.KEEP_WORN, "discard": A.DISCARD, "answer": A.ANSWER}
_LOOT = {"beacon": A.BEACON, "box 2": 2, "box 3": 3}


class Refused(Exception):
    """The rules do not allow a step."""


class Deeds:
    """Turns the words of a step into an action."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.names = position.names

    def action(self, deed: Deed) -> int:
        """Return the action that a step means."""
        what = deed.what
        word = getattr(deed, what)
        if what in _PLAIN:
            return int(A.action(_PLAIN[what], 0, 0, 0))
        if what in _SEATED:
            return int(A.action(_SEATED[what], self.names.seat(word), 0, 0))
        if what in _CARDED:
            return int(A.action(_CARDED[what], self.names.card(word), 0, 0))
        found: int = getattr(self, f"_{what}")(deed)
        return found

    @property
    def _actor(self) -> int:
        return int(self.position.state[S.ACTOR])

    @property
    def _here(self) -> tuple[int, int]:
        cell = self.position.place(self._actor)
        if cell is None:
            raise Refused("the character is off the map")
        return cell

    def _land(self, deed: Deed) -> int:
        return int(A.action(A.LAND, self.names.cell(deed.land or []), 0, 0))

    def _run(self, deed: Deed) -> int:
        return int(A.action(A.RUN, self.names.cell(deed.run or []), int(deed.free), 0))

    def _loot(self, deed: Deed) -> int:
        return int(A.action(A.LOOT, _LOOT[deed.loot or ""], 0, 0))

    def _trap(self, deed: Deed) -> int:
        return int(A.action(A.TRAP, self.names.trap(deed.trap or ""), 0, 0))

    def _wear(self, deed: Deed) -> int:
        kind = self.names.card(deed.wear or "")
        places = {"first": S.FIRST_HAND, "second": S.SECOND_HAND}
        worn_as = int(self.names.book[B.GEAR + kind * B.GEAR_SIZE + B.TYPE])
        if worn_as in (B.BODY, B.HEAD):
            place = S.ON_BODY if worn_as == B.BODY else S.ON_HEAD
        elif deed.hand:
            place = places[deed.hand]
        elif self.position.state[S.STAGE] == S.EQUIP:
            place = int(self.position.state[S.EQUIP_PLACE])
        else:
            place = S.FIRST_HAND
        return int(A.action(A.WEAR, kind, place, 0))

    def _wall(self, deed: Deed) -> int:
        side = self.names.side(self._here, deed.wall or [])
        moved = 0
        if deed.moved:
            cell, from_side = self.names.edge(*deed.moved)
            moved = 1 + cell * 6 + from_side
        return int(A.action(A.WALL, side, moved, 0))

    def _destroy_wall(self, deed: Deed) -> int:
        return int(
            A.action(A.TEAR_WALL, self.names.side(self._here, deed.destroy_wall or []), 0, 0)
        )

    def _shoot(self, deed: Deed) -> int:
        target = self.names.seat(deed.shoot or "")
        block = at(self._actor)
        state = self.position.state
        worn = [int(state[block + S.WORN + place]) for place in range(S.PLACES)]
        if deed.weapon is None:
            guns = [p for p, k in enumerate(worn) if k != S.NONE and self._shoots(k)]
        else:
            kind = self.names.card(deed.weapon)
            guns = [place for place, k in enumerate(worn) if k == kind]
        if not guns:
            raise Refused(f"{deed.weapon or 'a weapon that shoots'} is not worn")
        if len(guns) > 1 and deed.weapon is None:
            raise self.position.wrong("say with which weapon: with = …")
        return int(A.action(A.SHOOT, guns[0], target, 0))

    def _shoots(self, kind: int) -> bool:
        return bool(self.names.book[B.GEAR + kind * B.GEAR_SIZE + B.SHOOTING_DICE])

    def _use(self, deed: Deed) -> int:
        whom = self.names.seat(deed.on) if deed.on else self._actor
        return int(A.action(A.ITEM, self.names.card(deed.use or ""), whom, 0))

    def _bomb(self, deed: Deed) -> int:
        return self.names.card(deed.weapon or "explosive_device")

    def _blast(self, deed: Deed) -> int:
        return int(A.action(A.BLAST, self._bomb(deed), self.names.seat(deed.blast or ""), 0))

    def _blast_hideout(self, deed: Deed) -> int:
        owner = self.names.seat(deed.blast_hideout or "")
        return int(A.action(A.BLAST_HIDEOUT, self._bomb(deed), owner, 0))

    def _blast_wall(self, deed: Deed) -> int:
        assert deed.blast_wall is not None
        cell, side = self.names.edge(*deed.blast_wall)
        return int(A.action(A.BLAST_WALL, self._bomb(deed), cell, side))

    def _exchange(self, deed: Deed) -> int:
        assert deed.exchange is not None
        swap: Exchange = deed.exchange
        mate = self.names.seat(swap.mate)
        return int(A.action(A.EXCHANGE, mate, self._thing(swap.give), self._thing(swap.take)))

    def _thing(self, word: str | None) -> int:
        if word is None:
            return 0
        return 1 if word == "beacon" else 2 + self.names.card(word)


def cell_name(cell: int) -> str:
    """Return a cell as it is written."""
    q, r = CELLS[cell]
    return f"({q},{r})"
