"""The words of abilities, and what the kernels read of them (PXT-VOC-1 to PXT-VOC-7).

Every word comes from a closed list. What is not in it is refused with a sentence that says what is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from kernels.pixel_tactics import book as B

KINDS = {
    "passive": B.PASSIVE,
    "spell": B.SPELL,
    "reaction": B.REACTION,
    "replacement": B.REPLACEMENT,
    "order": B.ORDER,
    "action": B.SPECIAL,
    "then": B.THEN,
}
EVENTS = {
    "turn_end": B.TURN_END,
    "round_end": B.ROUND_END,
    "defeated": B.DEFEATED,
    "lethal": B.LETHAL,
    "recruited": B.RECRUITED,
    "order": B.ORDERED,
    "targeted": B.TARGETED,
    "attacked": B.ATTACKED,
    "attack_done": B.ATTACK_DONE,
    "deals": B.DEALS,
    "damage": B.DAMAGE_TO,
    "declare": B.DECLARE,
    "wave_end": B.WAVE_END,
}
# how the events that take no SET are written
FIXED_EVENTS = {
    "turn_end(me)": {},
    "round_end": {},
    "wave_end": {},
    "recruited(me)": {},
    "order(me)": {},
    "order(me,first)": {"first": 1},
    "targeted(self,by=hero)": {},
    "deals(self)": {},
    "declare(melee)": {},
}
WITH_ATTACKER = {"targeted", "attacked", "attack_done"}
WITH_SUBJECT = {"defeated", "lethal", "recruited", "damage"}
WITH_DEALT = {"attack_done", "deals"}
CONDITIONS = {
    "truce": B.IN_TRUCE,
    "first": B.IS_FIRST,
    "melee": B.IS_MELEE,
    "vs(hero)": B.VS_HERO,
    "vs(leader)": B.VS_LEADER,
    "vs(intercept)": B.VS_INTERCEPT,
    "front_corpse": B.FRONT_CORPSE,
    "wave(rear)": B.REAR_WAVE,
}
REFERENCES = {
    "me": B.ME,
    "opp": B.OPPONENT,
    "self": B.SELF,
    "fore": B.FORE,
    "supp": B.SUPP,
    "ownL": B.OWN_LEADER,
    "foeL": B.FOE_LEADER,
    "attacker": B.ATTACKER,
    "subject": B.SUBJECT,
    "it": B.IT,
}
QUANTIFIERS = {
    "all": B.ALL,
    "one": B.ONE,
    "upto": B.UP_TO,
    "exact": B.EXACT,
    "split": B.SPLIT,
}
SIDES = {"own": B.OWN, "foe": B.FOE, "any": B.ANY}
TYPES = {
    "hero": B.HERO,
    "leader": B.LEADER,
    "fig": B.FIGURE,
    "corpse": B.CORPSE,
    "body": B.BODY,
}
FILTERS = {
    "melee": B.IN_MELEE,
    "reach": B.REACH,
    "other": B.OTHER,
    "hurt": B.HURT,
    "hit_us": B.HIT_US,
    "has_spell": B.HAS_SPELL,
    "row=pick": B.PICK_ROW,
    "col=pick": B.PICK_COLUMN,
    "unit=pick": B.PICK_UNIT,
}
ROWS = {"row=van": 1, "row=flank": 2, "row=rear": 3, "row=wave": B.WAVE_ROW}
VIA = {"attack": B.BY_ATTACK, "spell": B.BY_SPELL, "ability": B.BY_ABILITY, "order": B.BY_ORDER}
ACTIONS = {
    "draw": B.A_DRAW,
    "recruit": B.A_RECRUIT,
    "attack": B.A_ATTACK,
    "cast": B.A_CAST,
    "special": B.A_SPECIAL,
    "order": B.A_ORDER,
    "clear": B.A_CLEAR,
    "move": B.A_MOVE,
    "swap": B.A_SWAP,
}
GRANTS = {
    "melee": B.G_MELEE,
    "ranged": B.G_RANGED,
    "attack": B.G_ATTACK,
    "spell": B.G_SPELL,
    "attack|spell": B.G_ATTACK | B.G_SPELL,
}
LIMITS = {
    "opt": B.OPTIONAL,
    "1/turn": B.ONCE_A_TURN,
    "1/turn/card": B.ONCE_PER_CARD,
    "dur=wave": 0,
}
PASSIVE_OPS = {
    "kw",
    "atk",
    "atkx",
    "guard",
    "prevent",
    "free",
    "forbid",
    "actions",
    "open_hand",
    "peek",
    "copy_leader",
    "cleave",
}
PLAIN_OPS = {
    "defeat": B.DEFEAT,
    "clear": B.CLEAR,
    "bounce": B.BOUNCE,
    "scrap": B.SCRAP,
    "rearrange": B.REARRANGE,
    "play_order": B.PLAY_ORDER,
    "copy_spell": B.COPY_SPELL,
    "copy_leader": B.COPY_LEADER,
    "open_hand": B.OPEN_HAND,
    "cleave": B.CLEAVE,
    "retarget": B.RETARGET,
}
WITH_AMOUNT = {
    "damage": B.DAMAGE,
    "heal": B.HEAL,
    "draw": B.DRAW,
    "sift": B.SIFT,
    "search": B.SEARCH,
    "marker": B.MARKER,
}
ALL_OPS = sorted(
    {*PLAIN_OPS, *WITH_AMOUNT, *PASSIVE_OPS}
    | {"move_damage", "revive", "swap", "recruit", "grant", "discard", "run_order", "redirect"}
)
MOST = 99  # the largest amount that can be written
MOST_SPLIT = 15

_CALL = re.compile(r"^([a-z_]+)(?:\((.*)\))?$")
_SET = re.compile(r"^([a-z]+)\.([a-z]+)(?:\[([a-z_=,]+)\])?$")


@dataclass
class Selection:
    """Whom a step is for."""

    text: str = ""
    quantifier: int = B.REFERENCE
    number: int = 0
    ref: int = B.ME
    side: int = 0
    type: int = 0
    filters: int = 0
    row: int = 0

    def numbers(self) -> list[int]:
        """Return the selection as the book has it."""
        return [
            self.quantifier,
            self.number,
            self.ref,
            self.side,
            self.type,
            self.filters,
            self.row,
        ]


@dataclass
class Operation:
    """What a step does."""

    name: str
    op: int
    amount: int = 0
    amount_is: int = B.PLAIN
    args: list[int] = field(default_factory=lambda: [0, 0, 0])
    count: tuple[int, int] = (0, 0)
    source: Selection = field(default_factory=Selection)


@dataclass
class Event:
    """When a reaction or replacement happens."""

    name: str
    code: int
    first: int = 0
    of_set: int = 0
    via: int = 0
    among: Selection = field(default_factory=Selection)


def _one_of(word: str, known: dict[str, int], what: str) -> int:
    if word not in known:
        raise ValueError(f"{what} {word!r} is unknown; allowed: {', '.join(known)}")
    return known[word]


def _split(text: str) -> list[str]:
    """Return the parts of a list whose commas may also stand inside brackets."""
    parts, depth, current = [], 0, ""
    for sign in text:
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += sign
    if current.strip():
        parts.append(current.strip())
    return parts


def whole(text: str, what: str, most: int = MOST) -> int:
    """Return a whole number of a card, or say what is allowed."""
    if not re.fullmatch(r"-?\d{1,3}", text) or abs(int(text)) > most:
        raise ValueError(f"{what} {text!r} is not a whole number up to {most}")
    return int(text)


def read_set(text: str) -> Selection:
    """Return a SET such as `any.hero[row=van,other]`."""
    found = _SET.match(text)
    if not found:
        raise ValueError(
            f"{text!r} is no set; allowed: side.type[filters], such as foe.hero[melee]"
        )
    chosen = Selection(text, B.ALL)
    chosen.side = _one_of(found[1], SIDES, "side")
    chosen.type = _one_of(found[2], TYPES, "type")
    for word in _split(found[3] or ""):
        if word in ROWS:
            chosen.row = ROWS[word]
        else:
            chosen.filters |= _one_of(word, {**FILTERS, **ROWS}, "filter")
    if chosen.filters & B.PICK_ROW and chosen.filters & B.PICK_COLUMN:
        raise ValueError(f"{text!r} picks a row and a column; allowed: one of them")
    return chosen


def read_selection(text: str) -> Selection:
    """Return whom a step is for: a reference, or a quantifier with its SET."""
    if text in REFERENCES:
        return Selection(text, ref=REFERENCES[text])
    found = _CALL.match(text)
    if not found or found[1] not in QUANTIFIERS or not found[2]:
        raise ValueError(
            f"to = {text!r} is unknown; allowed: {', '.join(REFERENCES)}, or "
            "all(SET), one(SET), upto(n,SET), exact(n,SET), split(SET)"
        )
    parts = _split(found[2])
    number = 0
    if found[1] in ("upto", "exact"):
        number = whole(parts[0], "number", S_MOST)
        parts = parts[1:]
        if number < 1:
            raise ValueError(f"to = {text!r} chooses nobody; allowed: 1 to {S_MOST}")
    if len(parts) != 1:
        raise ValueError(f"to = {text!r} does not name one set")
    chosen = read_set(parts[0])
    chosen.text, chosen.quantifier, chosen.number = text, QUANTIFIERS[found[1]], number
    return chosen


S_MOST = 16  # heroes in play


def _amount(made: Operation, text: str) -> None:
    """Read an amount into an operation."""
    words = {
        "all": B.ALL_OF_IT,
        "dealt": B.DEALT,
        "prev+1": B.PREVIOUS,
        "wounds(self)": B.WOUNDS,
        "markers(self)": B.MARKERS,
        "life(it)": B.LIFE_OF_IT,
    }
    if text in words:
        made.amount_is = words[text]
        return
    counted = re.fullmatch(r"count\((.+)\)", text)
    if counted:
        chosen = read_set(counted[1])
        if chosen.filters or chosen.row:
            raise ValueError(f"{text!r} counts with filters; allowed: a set without filters")
        made.amount_is, made.count = B.COUNT, (chosen.side, chosen.type)
        return
    made.amount = whole(text, "amount")


def _named(parts: list[str], allowed: dict[str, int], text: str) -> dict[str, int]:
    """Return the named arguments of an operation, such as `min=1`."""
    found = dict(allowed)
    for part in parts:
        key, equals, value = part.partition("=")
        if key not in allowed:
            raise ValueError(f"{text!r}: {part!r} is unknown; allowed: {', '.join(allowed)}")
        found[key] = whole(value, key) if equals else 1
    return found


def read_operation(text: str, kind: str) -> Operation:
    """Return what a step does."""
    found = _CALL.match(text)
    if not found or found[1] not in ALL_OPS:
        raise ValueError(f"do = {text!r} is unknown; allowed: {', '.join(ALL_OPS)}, each with ()")
    name, parts = found[1], _split(found[2] or "")
    first = parts[0] if parts else ""
    made = Operation(name, 0)
    if name in PLAIN_OPS:
        if parts:
            raise ValueError(f"do = {text!r}: {name} takes nothing in brackets")
        made.op = PLAIN_OPS[name]
    elif name in WITH_AMOUNT:
        made.op = WITH_AMOUNT[name]
        _amount(made, first)
        if len(parts) != 1:
            raise ValueError(f"do = {text!r}: {name} takes one amount")
    elif name == "kw":
        made.op = _one_of(first, {"ranged": B.KW_RANGED, "intercept": B.KW_INTERCEPT}, "keyword")
    elif name == "atk":
        made.op = B.ATK if kind == "passive" else B.BOOST
        _amount(made, first)
    elif name == "atkx":
        made.op, made.amount = B.ATKX, whole(first, "factor", 9)
        made.args[0] = _named(parts[1:], {"late": 0}, text)["late"]
    elif name == "guard":
        made.op, made.amount = B.GUARD, whole(first, "amount")
        made.args[0] = _named(parts[1:], {"attack": 0, "min": 0}, text)["min"]
    elif name == "prevent":
        made.op = B.PREVENT
        made.args[0] = _one_of(first, {"attack": 0, "ranged": 1}, "damage")
    elif name in ("free", "forbid"):
        made.op = B.FREE if name == "free" else B.FORBID
        made.args[0] = _one_of(first, ACTIONS, "action")
        made.amount = whole(parts[1], "number") if len(parts) > 1 else B.UNLIMITED
    elif name == "actions":
        made.op = B.ACTIONS
        _amount(made, first)
        only = [part for part in parts[1:] if part == "only=order"]
        rest = [part for part in parts[1:] if part != "only=order"]
        given = _named(rest, {"next_wave": 0, "min": 0}, text)
        made.args = [len(only), given["next_wave"], given["min"]]
    elif name == "peek":
        made.op = B.PEEK if "reorder" in parts else B.LOOK
        made.amount = whole(first, "number", 10)
    elif name == "move_damage":
        made.op = B.MOVE_DAMAGE
        _amount(made, first)
        origin = [part for part in parts[1:] if part.startswith("from=")]
        if len(origin) != 1 or len(parts) != 2:
            raise ValueError(f"do = {text!r}: move_damage needs from=")
        made.source = read_selection(origin[0].removeprefix("from="))
    elif name == "revive":
        made.op = B.REVIVE
        cells = [part for part in parts if part == "to=cell"]
        rest = [part for part in parts if part != "to=cell"]
        given = _named(rest, {"life": 0, "frail": 0}, text)
        if given["life"] and not given["frail"]:
            raise ValueError(f"do = {text!r}: a life of its own needs frail")
        made.args = [len(cells), given["life"] or given["frail"], given["frail"]]
    elif name == "swap":
        made.op, made.args[0] = B.SWAP, _one_of(first or "two", {"two": 0, "self": 1}, "swap")
    elif name == "recruit":
        made.op = B.RECRUIT
        _amount(made, first)
        rows = {"row=any": 0, "row=wave": B.WAVE_ROW, "row=pick": 5}
        made.args[0] = _one_of(parts[1] if len(parts) > 1 else "", rows, "row")
    elif name == "grant":
        made.op = B.GRANT
        made.args[0] = _one_of(first, GRANTS, "grant")
        given = _named([part for part in parts[1:] if part != "ban=leader"], {"str": -1}, text)
        made.args[1:] = [int("ban=leader" in parts), given["str"]]
    elif name == "discard":
        made.op = B.DISCARD
        _amount(made, first)
        made.args[0] = _one_of(parts[1] if len(parts) > 1 else "", DISCARDS, "discard")
    elif name == "run_order":
        made.op = B.RUN_ORDER
        if len(parts) != 3:
            raise ValueError(f"do = {text!r}: run_order needs source, picker, keep or discard")
        made.args = [
            _one_of(parts[0], SOURCES, "source"),
            _one_of(parts[1], PICKERS, "picker"),
            _one_of(parts[2], {"keep": 0, "discard": 1}, "after"),
        ]
    else:
        made.op = B.REDIRECT
        made.args[0] = _one_of(first, {"all": 0, "lethal_part": 1}, "part")
    return made


DISCARDS = {"by=me": 0, "by=random": 1}
SOURCES = {"my_hand": B.MY_HAND, "opp_hand": B.OPPONENT_HAND, "my_leader": B.MY_LEADER}
PICKERS = {"me": B.PICK_ME, "opp": B.PICK_OPPONENT, "random": B.PICK_RANDOM}


def read_event(text: str) -> Event:
    """Return when a reaction or replacement happens."""
    found = _CALL.match(text)
    if not found or found[1] not in EVENTS:
        raise ValueError(f"on = {text!r} is unknown; allowed: {', '.join(EVENTS)}")
    name = found[1]
    made = Event(name, EVENTS[name])
    if text in FIXED_EVENTS:
        made.first = FIXED_EVENTS[text].get("first", 0)
        return made
    parts = _split(found[2] or "")
    rest = ["melee", "by=hero"] if name == "attacked" else []
    if name in ("defeated", "attack_done", "attacked") and parts and parts[1:] == rest:
        made.among = read_set(parts[0])
    elif name == "damage" and len(parts) == 1:
        made.among = read_selection(parts[0]) if parts[0] in REFERENCES else read_set(parts[0])
    elif name == "lethal" and parts and parts[0].startswith("of="):
        made.of_set, made.among = 1, read_set(parts[0].removeprefix("of="))
    elif name == "lethal" and len(parts) > 1 and parts[0].startswith("by="):
        made.among = read_set(parts[0].removeprefix("by="))
        for word in [parts[1].removeprefix("via="), *parts[2:]]:
            made.via |= _one_of(word, VIA, "via")
    else:
        forms = [*FIXED_EVENTS, "defeated(SET)", "attack_done(SET)", "attacked(SET,melee,by=hero)"]
        forms += ["damage(SET)", "lethal(of=SET)", "lethal(by=SET,via=…)"]
        raise ValueError(f"on = {text!r} is unknown; allowed: {', '.join(forms)}")
    if made.among.filters & B.PICKS:
        raise ValueError(f"on = {text!r} picks something; an event cannot")
    return made


def read_conditions(words: list[str]) -> tuple[int, int]:
    """Return the conditions that must hold, and those that must not, as bits."""
    need = bar = 0
    for word in words:
        bit = _one_of(word.removeprefix("!"), CONDITIONS, "condition")
        if word.startswith("!"):
            bar |= bit
        else:
            need |= bit
    return need, bar
