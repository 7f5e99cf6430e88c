"""What the rows of a trace mean; see `kernels.trace`."""

from kernels.trace import new, note

__all__ = ["new", "note"]

# event, then its figures
ROUND_STARTS = 1  # round
PLANNED = 2  # seat, upper card, lower card, how (as in the action)
TURN_STARTS = 3  # block
ACTED = 4  # block, action
DREW = 5  # block, kind
LAID = 6  # block, kind, how
ROLLED = 7  # block, attack dice by face (three bits each), 1: again, how many of them
DEFENDED = 8  # block or BOT_TARGET + sector, defence dice by face, 1: again, how many
PAID = 9  # block, effect, payment
GAINED = 10  # block, energy
LOST = 11  # block, energy
HURT = 12  # block, by block (NONE: nobody), damage, value of the tokens
FELL = 13  # block, by block (NONE: nobody), 1: eliminated
MOVED = 14  # block, sector
TRAPPED = 15  # block, owner, face
BOT_TAKEN = 16  # block, kind
UPGRADED = 17  # block, kind
LEADS = 18  # block
CLOSED = 19  # sector
TOKEN_LAID = 20  # block, sector
TOKEN_BACK = 21  # block
FIELD = 22  # block, tokens
FAILED = 23  # block: an attack without damage
TARGETED = 24  # block or BOT_TARGET + sector, by block, attack dice
DISCARDED = 25  # block, kind
GAME_OVER = 26  # winners as bits, ending
