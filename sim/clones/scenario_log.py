"""What happens in a scenario, one terse line for each event of the trace."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kernels.clones import book as B
from kernels.clones import state as S
from kernels.clones import trace as T
from sim.clones.deeds import cell_name
from sim.clones.names import Names
from sim.clones.scenario_fight import shown

_TOKENS = ("Damage", "Reload", "Beacon", "Team spirit", "Trap")
_ENDINGS = ("superstar", "most fame", "more Reload tokens", "shared")


class Log:
    """Tells the events of a trace."""

    def __init__(self, names: Names) -> None:
        self.names = names
        figures = names.figures
        self._who = [figures.characters[key].name for key in names.seats]
        self._cards = [card.name for card in figures.equipment.values()]
        self._traps = [trap.name for trap in figures.traps.values()]
        self._events = [event.name for event in figures.events.values()]
        self._tell: dict[int, Callable[..., str]] = {
            T.TURN_STARTS: lambda seat, number, *_: f"Turn {number}: {self._who[seat]}",
            T.DREW: lambda seat, level, kind, *_: f"  {self._who[seat]} draws {self._cards[kind]}",
            T.WORE: lambda seat, kind, *_: f"  {self._who[seat]} puts on {self._cards[kind]}",
            T.SHOT: lambda seat, target, kind, *_: (
                f"  {self._who[seat]} shoots at {self._who[target]} with {self._cards[kind]}"
            ),
            T.STRUCK: lambda seat, target, *_: f"  {self._who[seat]} attacks {self._who[target]}",
            T.ROLLED: lambda seat, faces, *_: f"  {self._who[seat]} rolls {_faces(faces)}",
            T.HURT: self._hurt,
            T.RELOADED: lambda seat, *_: f"  {self._who[seat]} is reloaded",
            T.TOKEN: lambda seat, kind, fame, *_: (
                f"  {self._who[seat]} lays a {_TOKENS[kind]} token: fame {fame}"
            ),
            T.HEALED: lambda seat, dice, *_: f"  {self._who[seat]} heals {dice}",
            T.HEAL_ROLL: lambda seat, face, *_: f"  {self._who[seat]} rolls {shown(face)} to heal",
            T.TRAP_ROLL: lambda seat, face, *_: (
                f"  {self._who[seat]} rolls {shown(face)} at a trap"
            ),
            T.TRAP_SPRUNG: lambda seat, owner, kind, *_: (
                f"  {self._who[seat]} springs {self._traps[kind]} of {self._who[owner]}"
            ),
            T.TOXIC: lambda seat, *_: f"  {self._who[seat]} stands in toxin",
            T.EVENT: lambda kind, *_: f"Event: {self._events[kind]}",
            T.PLACED_BOX: lambda cell, level, *_: f"  box of level {level} on {cell_name(cell)}",
            T.PLACED_TOXIN: lambda cell, *_: f"  toxin on {cell_name(cell)}",
            T.PLACED_DOME: lambda cell, *_: f"  dome on {cell_name(cell)}",
            T.GAME_OVER: self._over,
            T.HID: lambda seat, *_: f"  {self._who[seat]} hides: lowest die to the reserve",
            T.TOOK: lambda seat, what, cell, *_: (
                f"  {self._who[seat]} takes {'a beacon' if what == 1 else f'a box of level {what}'}"
                f" on {cell_name(cell)}"
            ),
        }

    def tell(self, events: Sequence[Sequence[int]]) -> list[str]:
        """Return the lines of some events."""
        return [self._tell[event](*figures) for event, *figures in events if event in self._tell]

    def _hurt(self, seat: int, dice: int, small: int, by: int, *_: int) -> str:
        source = f" from {self._who[by]}" if by != S.NONE else ""
        return f"  {self._who[seat]} takes {dice} damage and {small} small{source}"

    def _over(self, winners: int, ending: int, *_: int) -> str:
        teams = self.names.book[B.TEAM_OF : B.TEAM_OF + len(self._who)]
        won = [who for who, team in zip(self._who, teams, strict=True) if winners >> int(team) & 1]
        return f"The game is over ({_ENDINGS[ending]}): {', '.join(won)}"


def _faces(faces: int) -> str:
    dice = []
    while faces:
        dice.append(shown(faces & 7))
        faces >>= 3
    return ", ".join(dice) or "no dice"
