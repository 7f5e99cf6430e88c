"""Games in words: what a trace says, and both units as text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S
from kernels.pixel_tactics import trace as T
from sim.pixel_tactics.models import Figures
from sim.pixel_tactics.spots import CELLS, action_name

WAVE_NAMES = ("vanguard", "flank", "rear")


def codes_of(figures: Figures) -> list[str]:
    """Return the short name of every character: its code where it has one, else its id."""
    found = []
    for key, one in figures.leaders.items():
        codes = [alias for alias in one.aliases if alias.isupper() and len(alias) == 3]
        found.append(codes[0] if codes else key)
    return found


def board_lines(
    state: NDArray[np.int64], codes: Sequence[str], players: Sequence[str]
) -> list[str]:
    """Return both units as text, front rows towards each other."""
    lines = []
    for seat, rows in ((1, (2, 1, 0)), (0, (0, 1, 2))):
        for row in rows:
            cells = [_cell(state, codes, seat * S.CELLS + row * 3 + column) for column in range(3)]
            mark = f"{players[seat]}" if row == 1 else ""
            lines.append(
                f"{mark:<12.12} {'VFR'[row]} {' '.join(f'{c:<11}' for c in cells)}".rstrip()
            )
        if seat == 1:
            lines.append("-" * 50)
    return lines


def _cell(state: NDArray[np.int64], codes: Sequence[str], place: int) -> str:
    kind = int(state[S.KIND + place])
    if kind == S.EMPTY:
        return "."
    code = codes[int(state[S.CARD + place]) % B.CHARACTER_ROOM]
    if kind == S.CORPSE:
        return f"{code}+"
    damage = int(state[S.DAMAGE + place])
    return f"{'*' if kind == S.LEADER else ''}{code}{f' d{damage}' if damage else ''}"


class Teller:
    """Tells what a trace says; players go by the names of their leaders."""

    def __init__(self, figures: Figures, players: Sequence[str]) -> None:
        self.players = list(players)
        self.names = [one.name for one in figures.leaders.values()]

    def card(self, card: int) -> str:
        """Return the name of a physical card."""
        return self.names[card % B.CHARACTER_ROOM]

    def place(self, place: int) -> str:
        """Return the name of a place."""
        return f"{self.players[place // S.CELLS]} {CELLS[place % S.CELLS]}"

    def tell(self, trace: NDArray[np.int64]) -> list[str]:
        """Return the lines of a trace."""
        lines: list[str] = []
        for event, a, b, c, d, _ in trace[1 : int(trace[0, 0]) + 1].tolist():
            line = self.line(event, a, b, c, d)
            if line:
                lines.append(line)
        return lines

    def line(self, event: int, a: int, b: int, c: int, d: int) -> str:
        """Return one event in words, or nothing where another line tells it."""
        who = self.players[a] if 0 <= a < 2 else ""
        if event == T.ACTED:
            return self._acted(who, b)
        if event == T.STRIKES:
            how = "shoots at" if c else "strikes"
            return f"{self.card(a)} {how} {self.place(b)} with {d}"
        if event == T.HURT:
            return f"{self.place(a)} {self.card(c)} takes {b}"
        if event == T.HEALED:
            return f"{self.place(a)} {self.card(c)} heals {b}"
        if event == T.LEFT_PLAY:
            return f"{self.card(b)} leaves {self.place(a)} for {'the hand' if c else 'the discard'}"
        told = {
            T.MOVED_TOKENS: lambda: f"{c} damage moves from {self.place(a)} to {self.place(b)}",
            T.FELL: lambda: f"{self.place(a)} {self.card(b)} falls",
            T.ROSE: lambda: f"{self.card(b)} rises on {self.place(a)}",
            T.MOVED: lambda: f"{self.card(a)} goes from {self.place(b)} to {self.place(c)}",
            T.DREW: lambda: f"{who} draws {self.card(b)}",
            T.DISCARDED: lambda: f"{who} discards {self.card(b)}",
            T.FOUND: lambda: f"{who} takes {self.card(b)} from the deck",
            T.REACTS: lambda: f"{self.card(b)} of {who} reacts",
            T.CASTS: lambda: f"{self.card(b)} of {who} casts",
            T.ORDER_RUNS: lambda: f"{who} carries out the order of {self.card(b)}",
            T.REDIRECTED: lambda: f"{self.place(b)} takes it for {self.place(a)}",
            T.RETARGETED: lambda: f"the attack is turned on {self.place(a)}",
            T.MORE_ACTIONS: lambda: (
                f"{who}: {b:+d} {('actions', 'order actions', 'actions in the next wave')[c]}"
            ),
            T.LEVEL: lambda: f"{who} has {b} level markers",
            T.BOOSTED: lambda: f"{self.place(a)} {self.card(c)} strikes {b} harder in this wave",
            T.FAILED: lambda: f"the attack of {self.card(a)} fails",
            T.TROPHIES: lambda: f"trophies {a} to {b}",
        }.get(event)
        return told() if told else ""

    def _acted(self, who: str, action: int) -> str:
        what, x, y = action & 255, action >> 8 & 255, action >> 16 & 255
        if what == A.DRAW:
            return ""  # which card, is told by the next line
        if what == A.RECRUIT:
            return f"{who} recruits {self.names[x]} to {CELLS[y]}"
        if what in (A.ORDER, A.LEAD):
            return f"{who} {'plays the order' if what == A.ORDER else 'leads with'} {self.names[x]}"
        if what == A.PICK:
            return f"{who} chooses {action_name(action, self.names, self.players)}"
        plain = {
            A.PASS: "passes",
            A.SPECIAL: "uses the leader's action",
            A.CAST: f"casts from {CELLS[x % 9]}",
            A.CLEAR: f"clears {CELLS[x % 9]}",
            A.MOVE: f"moves {CELLS[x % 9]} to {CELLS[y % 9]}",
            A.SWAP: f"swaps {CELLS[x % 9]} and {CELLS[y % 9]}",
            A.ATTACK: f"attacks from {CELLS[x % 9]}",
        }
        return f"{who} {plain[what]}"
