"""What the rows of a trace mean; see `kernels.trace`."""

from kernels.trace import new, note

__all__ = ["new", "note"]

# event, then its figures; places are absolute, cards physical
GAME_STARTS = 1  # number in the series, first player, leader characters of both
TURN_STARTS = 2  # player, round, wave, actions
ACTED = 3  # player, action
STRIKES = 4  # attacking card, target place, 0 melee or 1 ranged, strength
HURT = 5  # place, tokens, card, by card (NONE: no card)
HEALED = 6  # place, tokens, card
MOVED_TOKENS = 7  # from place, to place, tokens
FELL = 8  # place, card
ROSE = 9  # place, card
RECRUITED = 10  # place, card
LEFT_PLAY = 11  # place, card, 0 to the discard, 1 to the hand
MOVED = 12  # card, from place, to place
DREW = 13  # player, card
DISCARDED = 14  # player, card
REACTS = 15  # player, card (of a reaction or effect), row
CASTS = 16  # player, card
ORDER_RUNS = 17  # player, card
REDIRECTED = 18  # from place, to place
RETARGETED = 19  # new target place
MORE_ACTIONS = 20  # player, number, 1: orders only, 2: next wave
LEVEL = 21  # player, markers
BOOSTED = 22  # place, bonus, card
WAVE_ENDS = 23  # round, wave
GAME_OVER = 24  # winner (NONE: draw), ending
SERIES_OVER = 25  # winner (NONE: draw), trophies of both
TROPHIES = 26  # of player 0, of player 1
FAILED = 27  # attacking card
FOUND = 28  # player, card: taken from the deck by name
