"""Telling a game of Clones: what is told is what was counted, and every deed has words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

import sim
from kernels.clones import actions as A
from kernels.clones.dice import SKULL
from sim.clones.picture import letters
from sim.clones.seating import teams
from sim.clones.words import Deeds, counted, faces, listed
from sim.game import GAMES
from sim.library import Replay

pytestmark = pytest.mark.compiled

DICE, CELLS = 5, 4
TABLES: tuple[dict[str, Any], ...] = (
    {"players": 2, "policy": "greedy"},
    {"players": 3, "policy": "greedy", "map": "foundry"},
    {"players": 4, "policy": "greedy", "map": "marshes"},
    {"players": 4, "policy": "random", "map": "twin_gates"},
    {"mode": "team", "policy": "greedy", "map": "twin_gates"},
    {"mode": "team", "policy": "random"},
    {"mode": "duo", "policy": "greedy", "map": "foundry"},
    {"mode": "duo", "policy": "random", "map": "marshes"},
)
NUMBERS = range(3)
# Told by what follows from them: cards drawn and kept, cards worn, the shot, the roll, the end.
SILENT = {A.DISCARD, A.WEAR, A.SHOOT, A.HEAL, A.END}
KINDS = set(range(A.END + 1))
COLUMNS = {
    "Beacon": ("fame_beacons", 2),
    "Damage": ("fame_damage", 1),
    "Reload": ("fame_reloads", 3),
    "Team spirit": ("fame_spirit", 1),
    "Trap": ("fame_traps", 1),
}


@cache
def _game(table: int, number: int) -> Replay:
    return sim.play("clones", number, **TABLES[table])


@pytest.fixture(params=[(t, n) for t in range(len(TABLES)) for n in NUMBERS], ids=str)
def replay(request: pytest.FixtureRequest) -> Replay:
    """A game of every way of playing, several times."""
    return _game(*request.param)


def _lines(replay: Replay) -> Iterator[str]:
    for step in replay.steps:
        yield from step.lines


def _seats(replay: Replay) -> list[str]:
    names = GAMES.get("clones").load().sides
    return [names[replay.lineup.sides[player]].name for player in replay.seats]


def _dice(text: str) -> list[str]:
    return [] if text == "–" else text.split()


# --- what is counted


def test_fame_told_is_fame_counted(replay: Replay) -> None:
    """Every token is told with its kind, and the last fame of a team is its result (RLD-REC-3)."""
    laid: Counter[tuple[str, str]] = Counter()
    last = dict.fromkeys(_seats(replay), 0)
    for line in _lines(replay):
        if found := re.fullmatch(r"(\w+) lays (\d+) (.+) tokens?: (\d+) fame\.", line):
            who, number, kind, fame = found.groups()
            laid[who, kind] += int(number)
            last[who] = int(fame)
    for seat, who in enumerate(_seats(replay)):
        for kind, (column, length) in COLUMNS.items():
            assert laid[who, kind] * length == replay.row[f"{column}_{seat}"], (who, kind)
    own = teams(replay.lineup.mode, len(last))
    for seat, team in enumerate(own):
        told = max(fame for k, fame in enumerate(last.values()) if own[k] == team)
        assert told == replay.row[f"fame_{seat}"]


def test_damage_told_is_damage_counted(replay: Replay) -> None:
    """Each wound has an author, but for the toxin's, and all of them add up."""
    dealt: Counter[str] = Counter()
    fighters: set[str] = set()
    for line in _lines(replay):
        if found := re.match(r"(\w+) (?:shoots .+? at|attacks) (\w+) (?:on|in melee)", line):
            fighters = set(found.groups())
        if found := re.match(r"( *)(\w+) takes (?=\d+ (?:small )?damage)(?:(\d+) damage)?", line):
            inside, who, dice = found.groups()
            by = re.search(r"damage from ([\w ]+):", line)
            assert bool(inside) != bool(by), line
            (author,) = [by.group(1)] if by else fighters - {who}
            dealt[author] += int(dice or 0)
    del dealt["the toxin"]
    counted = {who: replay.row[f"dealt_{k}"] for k, who in enumerate(_seats(replay))}
    assert {who: dealt[who] for who in counted} == counted


def test_reloads_told_are_reloads_counted(replay: Replay) -> None:
    told = Counter(line.split()[0] for line in _lines(replay) if " is reloaded" in line)
    for seat, who in enumerate(_seats(replay)):
        assert told[who] == replay.row[f"reloads_{seat}"]


def test_every_turn_is_told_once(replay: Replay) -> None:
    order = _seats(replay)
    headings = [step.heading for step in replay.steps]
    expected = [
        f"Turn {turn + 1} (round {turn // len(order) + 1}), {order[turn % len(order)]}"
        for turn in range(replay.row["length"])
    ]
    assert headings == ["Setting up", *expected]


# --- dice


def test_no_die_is_lost_on_the_way(replay: Replay) -> None:
    """Line, reserve and damage zone hold five dice at the end of every turn (RLD-CMP-6)."""
    told = 0
    ends = re.compile(r"\w+ ends on .+: line (.+), (\d+) in reserve, (\d+) of (\d+) cells full\.")
    for step in replay.steps[1:-1]:
        for line in step.lines:
            if found := ends.fullmatch(line):
                line_dice, reserve, damaged, cells = found.groups()
                assert len(_dice(line_dice)) + int(reserve) + int(damaged) == DICE, line
                assert int(cells) == CELLS
                told += 1
            elif line.endswith("is off the map, all dice in the reserve."):
                told += 1
    assert told == replay.row["length"] - 1  # the last one may have ended on a Superstar


def test_damage_zones_fill_and_empty_as_told(replay: Replay) -> None:
    """Every figure of a damage zone follows from the one told before it."""
    zone: Counter[str] = Counter()
    for line in _lines(replay):
        words = line.split()
        full = re.search(r"(\d+) of \d+ cells full", line)
        if " takes " in line and full:
            found = re.search(r"(\d+) damage", line)
            zone[words[0]] += int(found.group(1)) if found else 0
            assert zone[words[0]] == int(full.group(1)), line
        elif " recovers " in line and full:
            zone[words[0]] -= int(words[2])
            assert zone[words[0]] == int(full.group(1)), line
        elif " ends on " in line and full:
            assert zone[words[0]] == int(full.group(1)), line
        elif " is reloaded" in line:
            assert zone[words[0]] == CELLS, line
            zone[words[0]] = 0


def test_lines_of_a_fight_follow_from_the_rolls(replay: Replay) -> None:
    """A line is what lay there and what was rolled, skulls apart (RLD-RNG-2, RLD-MEL-2)."""
    rolled: dict[str, list[str]] = {}
    fights = 0
    for line in _lines(replay):
        if found := re.fullmatch(
            r"  (\w+)(?:, line (.+),)? rolls (.+?)(?:, changed to (.+))?\.", line
        ):
            who, had, rolls, changed = found.groups()
            new = [] if rolls == "nothing" else _dice(changed or rolls)
            rolled[who] = [*_dice(had or "–"), *new]
        if " against " in line and line.startswith("  "):
            fights += 1
            for part in line.strip().rstrip(".").split(" against "):
                found = re.match(r"(\w+) with ([\d –]+?)(?: and (\d+) skull|$)", part)
                assert found, line
                who, dice, skulls = found.groups()
                all_dice = rolled[who]
                numbers = sorted((d for d in all_dice if d != "skull"), reverse=True)
                assert _dice(dice) == numbers, line
                assert int(skulls or 0) == all_dice.count("skull"), line
    shots = sum(" shoots " in line or " attacks " in line for line in _lines(replay))
    assert fights == shots


def test_the_line_told_loses_the_dice_told(replay: Replay) -> None:
    """Damage takes dice from the line first (RLD-DMG-1)."""
    for line in _lines(replay):
        if found := re.search(r"takes (?:(\d+) damage)?.*: line (.+) → (.+), \d of", line):
            dice, before, after = found.groups()
            lost = len(_dice(before)) - len(_dice(after))
            assert 0 <= lost <= int(dice or 0), line
            assert lost == int(dice or 0) or after == "–", line


# --- words


def test_every_deed_has_words(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[int, set[str]] = {}
    tell = Deeds.tell

    def listen(
        self: Deeds, before: Sequence[int], after: Sequence[int], seat: int, deed: int
    ) -> str:
        text = tell(self, before, after, seat, deed)
        told.setdefault(A.what(deed), set()).add(text)
        return text

    monkeypatch.setattr(Deeds, "tell", listen)
    # Many explosives, so that somebody's hideout is hit as well.
    more = ["equipment.explosive_device.copies=40"]
    for table in TABLES:
        for number in range(6):
            sim.play("clones", number, seed=3, set=more, **{**table, "policy": "random"})
    assert set(told) == KINDS - {A.DISCARD, A.WEAR}
    for what, texts in told.items():
        if what in SILENT:
            assert texts == {""}, what
        else:
            assert all(re.fullmatch(r"[A-Z].+\.", text) for text in texts), what


def test_nothing_is_told_by_number(replay: Replay) -> None:
    """Everything has a name: no negative cells, no unnamed kinds, no doubled blanks."""
    for line in _lines(replay):
        assert not re.search(r"\bNone\b|nan|  \S.*  | ,|\[\]|-1 of", line), line


def test_boxes_of_one_drop_are_told_by_level() -> None:
    lines = [line for number in NUMBERS for line in _lines(_game(0, number))]
    drops = [line for line in lines if re.match(r"(A box|Boxes) of level 2", line)]
    assert any("; a box of level 3 on Central Tower (0,0)." in line for line in drops)


def test_twins_are_told_apart() -> None:
    replay = sim.play("clones", 0, sides="blitz,blitz")
    told = "\n".join(_lines(replay))
    assert "Blitz A" in told and "Blitz B" in told
    assert not re.search(r"Blitz(?! [AB])", told)
    assert letters(["Blitz A", "Blitz B", "Duke"]) == ["BA", "BB", "D"]


def test_small_words() -> None:
    assert [counted(n, "beacon") for n in (0, 1, 2)] == ["no beacons", "1 beacon", "2 beacons"]
    assert counted(2, "die", "dice") == "2 dice"
    assert [listed(list("abc")[:n]) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert faces([2, SKULL, 5]) == "5 2 skull"
    assert faces([]) == "–"


# --- boards


def test_beacons_are_where_the_tale_says() -> None:
    """Beacons lie on the map, are carried or were laid on a track: fourteen on Arcadia."""
    for number in NUMBERS:
        laid = 0
        for step in _game(0, number).steps:
            for line in step.lines:
                if found := re.search(r"lays (\d+) Beacon token", line):
                    laid += int(found.group(1))
            picture = step.picture
            assert picture is not None
            lying = sum(token.count for token in picture.tokens if token.kind == "beacon")
            facts = [fact for each in picture.standings for fact in each.facts]
            carried = sum(int(f.split()[0]) for f in facts if re.fullmatch(r"\d+ beacons?", f))
            assert lying + carried + laid == 14, step.heading


def test_pawns_stand_where_turns_end(replay: Replay) -> None:
    for step in replay.steps[1:]:
        (end,) = [line for line in step.lines if " ends on " in line or " is off the map" in line]
        who = end.split()[0]
        assert step.picture is not None
        here = [pawn.at for pawn in step.picture.pawns if pawn.name == who]
        found = re.search(r"\((-?\d),(-?\d)\): line", end)
        assert here == ([(int(found.group(1)), int(found.group(2)))] if found else [])


def test_toxin_told_is_toxin_drawn(replay: Replay) -> None:
    toxic: set[tuple[int, int]] = set()
    for step in replay.steps:
        for line in step.lines:
            if line.startswith("Toxin spreads to "):
                toxic |= {(int(q), int(r)) for q, r in re.findall(r"\((-?\d),(-?\d)\)", line)}
        assert step.picture is not None
        assert {each.at for each in step.picture.fields if each.spoiled} == toxic
