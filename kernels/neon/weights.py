"""Places of a greedy player's weights; `sim/neon/policies/greedy.toml` explains them."""

# attacks
POINT = 0  # each victory point that an attack can be expected to bring
WOUND = 1  # each damage beyond its points
DEFEAT = 2  # a fighter with his last tokens, for each expected damage
DRIFT = 3  # percent of an attack on a fighter that counts while he may still move
SPEND = 4  # a supply that is paid
OWN_CARD = 5  # more, when a card pays for itself
SPEND_BOT = 6  # a bot token that is turned

# the own fighter
ENERGY = 7  # each energy
HEALTH = 8  # each own health token
LAST_HEALTH = 9  # more, for each of the last two
FIELD = 10  # each force-field token, for each opponent near
EARLY = 11  # each step of initiative
LEAD = 12  # the leader token
LEAD_AT_END = 13  # in the last round

# sectors
CLOSING = 14  # to stand in the sector that closes next
NEAR = 15  # each opponent in range at the end of the turn
SEARCH_1 = 16  # a search in a green, orange, purple sector
SEARCH_2 = 17
SEARCH_3 = 18
LATE_SEARCH = 19  # percent of it in the last two rounds
STAY = 20  # percent of a search's worth that standing there at the end has
PREY = 21  # percent of the best attack's worth that standing there at the end has
SAFE = 22  # to end the turn in a sector that hurts nobody when it closes
CHARGE = 23  # percent of the energy that entering gains

# loot
DIE_0 = 24  # each attack die at range 0, 1, 2
DIE_1 = 25
DIE_2 = 26
EFFECT = 27  # each effect of a weapon
GUARD = 28  # each effect of armour or a helmet
CANCEL = 29  # each symbol that it cancels
SUPPLY = 30  # a card as a supply
FIRST_SUPPLY = 31  # more, where none lies yet

# upgrades, by what they do
UP_DICE = 32
UP_CHANGE = 33
UP_DEFENCE = 34
UP_CANCEL = 35
UP_GAIN = 36
UP_SEE = 37
UP_REACH = 38

# special tokens and other abilities
TOKEN = 39  # each opponent whom the token may meet
OWN_SMOKE = 40  # smoke in the own sector, for each opponent near
AMBUSH = 41  # percent of what a row gains where nobody in range moves before it
DRAIN = 42  # each energy that an opponent loses

# the team, in Coalition
ALLY = 43  # each ally in the sector at the end of the turn
FOCUS = 44  # each damage to an opponent, for each ally who has him in range
ALLY_LEAD = 45  # percent of the leader token's worth while an ally has it
ALLY_BOTS = 46  # percent of a pair's worth that counts by the bots of the whole team
ALLY_TOKEN = 47  # percent of the own special token's worth that counts for allies it meets
AMBUSH_LEFT = 48  # energy that Ambush must leave

# what the first player does not look at: 0, or a percent of 100, leaves it out
AUTOMA = 49  # more, for each damage to the Automa
ARMOURED = 50  # percent less, for each symbol that the target's equipment cancels
DANGER = 51  # percent of what opponents in reach may do next round to who ends his turn there
COVER = 52  # percent of the danger that each force-field token takes away
LATE_ENERGY = 53  # percent of the worth of energy in the last round
EARLY_NEAR = 54  # each step of initiative, for each opponent near
KEEP_MOVE = 55  # an action card that stays in hand, for each half that offers a move
SPARE = 56  # percent less for attack dice that another weapon has anyway
EARLY_SEARCH = 57  # percent more for a search, for each round before the last two
STEP = 58  # less for a row, for each move that it needs
SECOND_ATTACK = 59  # less for a row, for each attack beyond the first
SECOND_SEARCH = 60  # likewise for each search
COUNT = 61
