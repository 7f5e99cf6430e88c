"""What happened, in words: from the trace of the engine to sentences."""

from __future__ import annotations

from collections.abc import Sequence

from kernels.clones import actions as A
from kernels.clones import book as B
from kernels.clones import fight_places as F
from kernels.clones import state as S
from kernels.clones import trace as T
from kernels.clones.dice import SKULL, at
from sim.clones.words import TOKENS, Deeds, Names, State, by_value, counted, faces, listed

ROLL_BITS = 3  # of one face in a ROLLED event
NOWHERE = -1
FIGHTING = (T.SHOT, T.STRUCK, T.ROLLED, T.HURT, T.TOKEN, T.RELOADED)  # events within a fight
Event = Sequence[int]


class Tale:
    """The lines of a game as they come; it follows who stands where with how much damage."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.deeds = Deeds(names)
        self.lines: list[str] = []
        self.winner = ""  # the last sentence, kept until everything else is told
        self.cells: list[int] = []
        self.damaged: list[int] = []
        self.fame = [int(names.book[B.START_FAME])] * len(set(names.teams))
        self.ended_at = NOWHERE  # where the line stands that closes the turn
        self._gathering: tuple[int, ...] = ()  # event and figures of things told in one sentence
        self._things: list[int] = []
        self._discarded: list[int] = []
        self._before: State = ()
        self._fight = _Fight()

    def hear(self, before: State, after: State, fight: State, event: Event) -> None:
        """Tell one event of a decision, given the states around that and its fight."""
        self._before, self._after, self._fight.dice = before, after, fight
        what, a, b, c = event[:4]
        if what == T.ACTED and A.what(b) in (A.DISCARD, A.WEAR):
            if A.what(b) == A.DISCARD:
                self._discarded.append(A.first(b))
            return
        if what in (T.DREW, T.WORE, T.TOKEN, T.PLACED_BOX, T.PLACED_TOXIN):
            self._gather(event)
            return
        self.flush()
        if what == T.ACTED:
            self._act(a, b)
        elif what == T.SHOT:
            self._fight.begin(a, b, ranged=True)
            self._say(self.deeds.shot(before, *event[1:6]))
        elif what == T.STRUCK:
            self._fight.begin(a, b, ranged=False)
        elif what == T.ROLLED:
            self._roll(a, b)
        elif what == T.HURT:
            self._hurt(a, b, c, event[4])
        elif what == T.RELOADED:
            self._reload(a, b)
        elif what == T.HEALED:
            self._heal(a, b)
        elif what == T.HEAL_ROLL:
            whom = "" if self._target == a else f" {self.names.seat(self._target)}"
            self._say(f"{self.names.seat(a)} heals{whom} [{faces([b])}].")
        elif what == T.TRAP_ROLL:
            self._trap(a, b, c, event[4])
        elif what == T.HID:
            self._say(f"{self.names.seat(a)} is sheltered: the lowest die goes to the reserve.")
        elif what == T.EVENT:
            self.ended_at = len(self.lines)
            self._say(f"Event: {self.names.event(a)}.")
        elif what == T.PLACED_DOME:
            self._say(f"The dome covers {self.names.tile(a)}.")
        elif what == T.GAME_OVER:
            self.winner = self._won(a, b)

    def look(self, state: State) -> None:
        """Remember where everybody stands, and with how many damaged dice."""
        seats = range(len(self.names.seats))
        self.cells = [state[at(seat) + S.CELL] for seat in seats]
        self.damaged = [state[at(seat) + S.DAMAGED] for seat in seats]

    def end_fight(self) -> None:
        """Say that a fight has hurt nobody, if one is over and did not."""
        if self._fight.going and not self._fight.hurt:
            self._say("  Nobody is hurt.")
        self._fight.going = False

    def turn_page(self) -> list[str]:
        """Return the lines told so far and begin anew."""
        self.flush()
        told, self.lines = self.lines, []
        self.ended_at = NOWHERE
        return told

    def _say(self, text: str) -> None:
        self.lines.append(text)

    # --- things told together

    def _gather(self, event: Event) -> None:
        what, a, b, c = event[:4]
        key, thing = {
            T.DREW: ((what, a, b), c),
            T.WORE: ((what, a), b),
            T.TOKEN: ((what, a, b), c),
            T.PLACED_BOX: ((what,), B.CELLS * b + a),
            T.PLACED_TOXIN: ((what,), a),
        }[what]
        if key != self._gathering or self._discarded:
            self.flush()
        self._gathering = key
        self._things.append(thing)
        if what == T.TOKEN:
            self.fame[self.names.teams[a]] = c

    def flush(self) -> None:
        """Say what was gathered."""
        if self._gathering:
            what, *figures = self._gathering
            self._say(self._together(what, figures))
        self._gathering, self._things, self._discarded = (), [], []

    def _together(self, what: int, figures: Sequence[int]) -> str:
        things = self._things
        if what == T.PLACED_TOXIN:
            return f"Toxin spreads to {listed([self.names.tile(cell) for cell in things])}."
        if what == T.PLACED_BOX:
            return self._boxes([divmod(thing, B.CELLS) for thing in things])
        who = self.names.seat(figures[0])
        if what == T.TOKEN:
            tokens = counted(len(things), f"{TOKENS[figures[1]]} token")
            return f"{who} lays {tokens}: {things[-1]} fame."
        cards = ", ".join(self.names.card(kind) for kind in things)
        if what == T.WORE:
            return f"{who} equips {cards}."
        kept = list(things)
        for kind in self._discarded:
            kept.remove(kind)
        choice = ""
        if self._discarded:
            choice = f"; keeps {', '.join(self.names.card(kind) for kind in kept) or 'none'}"
        return f"{who} draws {cards} (level {figures[1]}){choice}."

    def _boxes(self, placed: Sequence[tuple[int, int]]) -> str:
        told = []
        for level in sorted({level for level, _ in placed}):
            where = [self.names.tile(cell) for own, cell in placed if own == level]
            told.append(f"{'a box' if len(where) == 1 else 'boxes'} of level {level} on")
            told[-1] += f" {listed(where)}"
        text = "; ".join(told)
        return f"{text[0].upper()}{text[1:]}."

    # --- single events

    def _act(self, seat: int, deed: int) -> None:
        what = A.what(deed)
        self._target = A.first(deed)
        text = self.deeds.tell(self._before, self._after, seat, deed)
        if text:
            self._say(text)
        if what in (A.LAND, A.RUN):
            self.cells[seat] = A.first(deed)

    def _roll(self, seat: int, bits: int) -> None:
        fight = self._fight
        side = fight.side(seat)
        dice = fight.dice[side + F.DICE]
        rolled = [bits >> ROLL_BITS * i & 7 for i in range(dice)]
        changed = list(fight.dice[side + F.ROLLED : side + F.ROLLED + dice])
        line = fight.line_before(self._before, seat)
        numbers = [die for die in changed if die != SKULL]
        fight.lines[seat] = sorted([*line, *numbers], reverse=True)
        has = f", line {faces(line)}," if line else ""
        what = f"rolls {faces(rolled)}" if rolled else "rolls nothing"
        if sorted(changed) != sorted(rolled):
            what += f", changed to {faces(changed)}"
        self._say(f"  {self.names.seat(seat)}{has} {what}.")
        fight.skulls[seat] = len(changed) - len(numbers)
        if seat == fight.target:
            self._compare()

    def _compare(self) -> None:
        fight = self._fight
        told = []
        for seat, other in ((fight.seat, fight.target), (fight.target, fight.seat)):
            side = fight.side(other)
            armour = 0 if fight.dice[fight.side(seat) + F.PIERCES] else fight.dice[side + F.ARMOUR]
            skulls = fight.skulls[seat]
            text = f"{self.names.seat(seat)} with {faces(fight.lines[seat])}"
            if skulls:
                text += f" and {counted(skulls, 'skull')}"
                if armour:
                    text += f" ({max(skulls - armour, 0)} after armour)"
            told.append(text)
        self._say(f"  {' against '.join(told)}.")

    def _hurt(self, seat: int, dice: int, small: int, by: int) -> None:
        self.damaged[seat] += dice
        who, fight = self.names.seat(seat), self._fight
        harm = [f"{dice} damage"] if dice else []
        harm += [f"{small} small damage"] if small else []
        cells = f"{self.damaged[seat]} of {self.names.book[B.DAMAGE_CELLS]} cells full"
        if fight.going and by != S.NONE:
            fight.hurt = True
            side = fight.side(seat)
            left = fight.dice[side + F.LINE : side + F.LINE + fight.dice[side + F.LINE_SIZE]]
            change = f"line {faces(fight.lines[seat])} → {faces(left)}"
            self._say(f"  {who} takes {' and '.join(harm)}: {change}, {cells}.")
        else:
            cause = "the toxin" if by == S.NONE else self.names.seat(by)
            self._say(f"{who} takes {' and '.join(harm)} from {cause}: {cells}.")

    def _reload(self, seat: int, by: int) -> None:
        beacons = self._before[at(seat) + S.BEACONS]
        drops = ""
        if beacons:
            where = self.names.tile(self.cells[seat])
            drops = f", drops {counted(beacons, 'beacon')} on {where}"
        cause = "" if by == S.NONE else f" by {self.names.seat(by)}"
        self._say(f"{self.names.seat(seat)} is reloaded{cause}{drops} and loses all equipment.")
        self.damaged[seat] = 0

    def _heal(self, seat: int, dice: int) -> None:
        if not dice:
            return
        self.damaged[seat] -= dice
        cells = f"{self.damaged[seat]} of {self.names.book[B.DAMAGE_CELLS]} cells full"
        self._say(f"{self.names.seat(seat)} recovers {counted(dice, 'die', 'dice')}: {cells}.")

    def _trap(self, seat: int, face: int, owner: int, kind: int) -> None:
        book, trap = self.names.book, self.names.trap(kind)
        start = f"{self.names.seat(seat)} meets a trap of {self.names.seat(owner)} and rolls"
        if face >= book[B.DEFUSED_FROM]:
            self._say(f"{start} {faces([face])}: defused ({trap}).")
            return
        stuns = book[B.TRAP + kind * B.TRAP_SIZE + B.TRAP_STUNS]
        lost = f", {counted(stuns, 'die', 'dice')} cannot be used in this turn" if stuns else ""
        self._say(f"{start} {faces([face])}: {trap}{lost}.")

    def _won(self, winners: int, ending: int) -> str:
        teams = [team for team in range(len(self.fame)) if winners >> team & 1]
        fame = self.fame[teams[0]]
        seats = [k for k, team in enumerate(self.names.teams) if team in teams]
        who = listed([self.names.seat(seat) for seat in seats])
        s = "s" if len(seats) == 1 else ""
        if ending == S.SUPERSTAR:
            return f"{who} reach{'es' if s else ''} the Superstar zone with {fame} fame and win{s}."
        if ending == S.MOST_FAME:
            return f"{who} win{s} with the most fame, {fame}."
        if ending == S.MOST_RELOADS:
            return f"{who} win{s} a tie at {fame} fame with more Reload tokens."
        return f"{who} share the win: level on fame, {fame}, and on Reload tokens."


class _Fight:
    """A fight under way: who against whom, and the lines before the dice are compared."""

    def __init__(self) -> None:
        self.dice: State = ()
        self.going = self.hurt = self.ranged = False
        self.seat = self.target = S.NONE
        self.lines: dict[int, list[int]] = {}
        self.skulls: dict[int, int] = {}

    def begin(self, seat: int, target: int, ranged: bool) -> None:
        self.seat, self.target, self.ranged = seat, target, ranged
        self.going, self.hurt = True, False

    def side(self, seat: int) -> int:
        return F.ATTACKER if seat == self.seat else F.DEFENDER

    def line_before(self, before: State, seat: int) -> list[int]:
        """Return the line a seat had; the attacker's is on slots, without the boost die."""
        if seat == self.target:
            return by_value(before, at(seat) + S.LINE)
        if self.ranged:
            return []
        line = by_value(before, at(seat) + S.ASSIGNED)
        boosted = before[at(seat) + S.BOOST] == S.BOOST_USED
        return line[:-1] if boosted else line
