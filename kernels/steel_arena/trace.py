"""What the rows of a trace mean; see `kernels.trace`."""

from kernels.trace import new, note

__all__ = ["new", "note"]

# event, then its figures
TURN_STARTS = 1  # seat, turn number
ACTED = 2  # seat, action, kind of the module, stage
MOVED = 3  # seat, area
COLLIDED = 4  # seat, with seat
HURT = 5  # seat, damage, source seat or NONE
LOST = 6  # seat, kind, seat that gets it or NONE
HEATED = 7  # seat, kind
COOLED = 8  # seat, kind, NONE the central module
MINE = 9  # seat that steps on it, owner, 1 strong, area
EXPLODED = 10  # area
PICKED = 11  # seat, kind
REFILLED = 12  # area, kind
TURNED = 13  # seat, facing
REINFORCED = 14  # seat, 1 reinforced or 0 normal
BOXED = 15  # area, kind
GAME_OVER = 16  # winners as bits, ending
COOLED_ALL = 17  # seat
NOTED = 18  # seat, damage
AFTER_TURN = 19  # seat
