"""What the rows of a trace mean; see `kernels.trace`."""

from kernels.trace import new, note

__all__ = ["new", "note"]

# event, then its figures
TURN_STARTS = 1  # seat, turn number
ACTED = 2  # seat, action
DREW = 3  # seat, level, kind
WORE = 4  # seat, kind, place
SHOT = 5  # seat, target, card kind, shooting dice, value of the assigned die
STRUCK = 6  # seat, target
ROLLED = 7  # seat, faces (three bits each, from the left), 1: shooting dice
LINE = 8  # seat, values of a fight's line (three bits each, from the left), skulls
HURT = 9  # seat, dice damaged, small damage, seat that did it (NONE: nobody)
RELOADED = 10  # seat, by seat
TOKEN = 11  # seat, kind, fame of its team
HEALED = 12  # seat, dice
HEAL_ROLL = 13  # seat, face
TRAP_ROLL = 14  # seat, face, owner, kind
TRAP_SPRUNG = 15  # seat, owner, kind
TOXIC = 16  # seat
EVENT = 17  # kind
PLACED_BOX = 18  # cell, level
PLACED_TOXIN = 19  # cell
PLACED_DOME = 20  # cell
GAME_OVER = 21  # winners as bits, ending
HID = 22  # seat: its lowest die goes back to the reserve
TOOK = 23  # seat, BEACON or level, cell
