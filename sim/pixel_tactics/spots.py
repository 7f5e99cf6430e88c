"""Names of cells, places, actions and picks, as scenario files and replays write them."""

from __future__ import annotations

from collections.abc import Sequence

from kernels.pixel_tactics import actions as A
from kernels.pixel_tactics import book as B
from kernels.pixel_tactics import state as S

CELLS = ("V1", "V2", "V3", "F1", "L", "F3", "R1", "R2", "R3")
WAVES = ("V", "F", "R")
PLAYERS = ("A", "B")


def place_name(place: int, players: Sequence[str] = PLAYERS) -> str:
    """Return the name of a place, such as `B V2`."""
    return f"{players[place // S.CELLS]} {CELLS[place % S.CELLS]}"


def pick_name(pick: int, codes: Sequence[str], players: Sequence[str] = PLAYERS) -> str:
    """Return the name of a pick."""
    if pick >= S.P_CHARACTER:
        return codes[pick - S.P_CHARACTER]
    if pick >= S.P_RANGED:
        return f"ranged {CELLS[pick - S.P_RANGED]}"
    if pick >= S.P_MELEE:
        return f"melee {CELLS[pick - S.P_MELEE]}"
    if pick >= S.P_AMOUNT:
        return {
            S.P_AMOUNT: "amount 1",
            S.P_AMOUNT + 1: "amount 2",
            S.P_NO: "no",
            S.P_YES: "yes",
            S.P_SPELL: "spell",
        }[pick]
    if pick >= S.P_UNIT:
        return f"unit {players[pick - S.P_UNIT]}"
    if pick >= S.P_COLUMN:
        return f"col {pick - S.P_COLUMN + 1}"
    if pick >= S.P_ROW:
        return f"row {WAVES[pick - S.P_ROW]}"
    return "stop" if pick == S.P_STOP else place_name(pick, players)


def action_name(action: int, codes: Sequence[str], players: Sequence[str] = PLAYERS) -> str:
    """Return an action in the words of a scenario file."""
    what, x, y, z = action & 255, action >> 8 & 255, action >> 16 & 255, action >> 24 & 255
    if what == A.RECRUIT:
        return f"recruit {codes[x]} {CELLS[y]}"
    if what == A.ATTACK:
        return f"{'shoot' if y else 'attack'} {CELLS[x]} {CELLS[z]}"
    if what in (A.CAST, A.CLEAR):
        return f"{'cast' if what == A.CAST else 'clear'} {CELLS[x]}"
    if what in (A.MOVE, A.SWAP):
        return f"{'move' if what == A.MOVE else 'swap'} {CELLS[x]} {CELLS[y]}"
    if what in (A.ORDER, A.LEAD):
        return f"{'order' if what == A.ORDER else 'lead'} {codes[x]}"
    if what == A.PICK:
        return pick_name(x, codes, players)
    return {A.PASS: "pass", A.DRAW: "draw", A.SPECIAL: "special"}[what]


def owner_and_character(card: int) -> tuple[int, int]:
    """Return whose card it is, and which character."""
    return card // B.CHARACTER_ROOM, card % B.CHARACTER_ROOM
