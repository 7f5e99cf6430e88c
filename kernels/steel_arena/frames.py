"""What is under way, as frames: whatever is triggered lies on top and is finished first.

SA-REC-18: nested triggers resolve depth first, completely, before the outer step goes on. A frame
is a kind, how far it has come, and its own figures.
"""

from kernels.jit import inlined, kernel
from kernels.steel_arena import state as S
from kernels.steel_arena.state import Ints, top

KIND = 0
STEP = 1

# kinds of frames
MOVING, HARMING, STRIKING, HEATING, COOLING, MINING, AFTER, RAMMING = 1, 2, 3, 4, 5, 6, 7, 8

WHO = 2  # the robot that it is about; of a strike, a ram, an activation: whose it is
# MOVING
DIRECTION = 3
LEFT = 4  # areas of the movement; of heating and cooling: modules
SLIDING = 5  # areas to slide
GONE = 6  # areas entered
OWN = 7  # caused by its own module in its own active phase
SLOWED = 8
AREA = 9  # where a mine stopped it
SLID = 10  # the last area was slid to
# HARMING
SOURCE = 2  # seat that gets trophies, NONE
VICTIMS = 3  # as bits
DIRECTIONS = 4  # of the attack, three bits for each seat; NO_SIDE
IGNORES = 5  # 1: no defence works
ASKED = 6  # seats already asked
AMOUNT = 7  # damage of each seat
NO_SIDE = 7
# STRIKING; DIRECTION, DIRECTIONS as above
WEAPON = 5  # kind
TARGETS = 6  # as bits
BARRELS = 7  # areas, as bits
POWER = 8
FIRST_COOL = 9  # 1: the target cools before the damage
SHARE = 10  # 1 + seat whose further effects are under way
# HEATING, COOLING
CHOOSER = 3
CENTRAL_TOO = 5
# MINING
OWNER = 3
STRONG = 5
# AFTER
SLOT = 3
MODE = 4
SPEEDY = 5
REFLEX = 6
# RAMMING
TARGET = 4


@kernel
def push(state: Ints, kind: int, who: int) -> int:
    """Put a frame on top and return where it begins; its other figures are 0."""
    state[S.DEPTH] += 1
    frame = top(state)
    for i in range(S.FRAME_SIZE):
        state[frame + i] = 0
    state[frame + KIND] = kind
    state[frame + WHO] = who
    return frame


@inlined
def pop(state: Ints) -> None:
    """Take the frame on top away."""
    state[S.DEPTH] -= 1


@inlined
def ask(state: Ints, stage: int, seat: int) -> bool:
    """Let a seat decide something."""
    state[S.STAGE] = stage
    state[S.ACTOR] = seat
    return True
