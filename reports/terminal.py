"""A board drawn with characters: flat-top hexes, four lines each."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from reports.card_text import cards_text, cut, known_signs
from sim.board import NOBODY, Cell, Field, Mark, Picture, Piece, Token, Wall

# A hex is 14 characters wide in the middle and shares its slanted edges with its neighbours:
#       ___________
#      /     N     \
#     /NW  name  NE \
#     \SW  note  SE /
#      \_____S_____/
_FLAT = 11  # characters of the top edge
_PITCH = _FLAT + 2  # from one column to the next
_HEIGHT = 4  # lines from one hex to the next below

SIGNS = {"melee": "m", "ranged": "r", "gauss": "g", "armour": "#", "net": "%", "link": "o"}
_STYLES = ("blue", "dark_orange", "green", "magenta", "yellow", "cyan")
_HELD = "×"
_TOKENS = {"beacon": "*", "box": "[]", "dome": "∩", "hideout": "^", "trap": "w", "portal": "@"}
_TOKENS |= {"bot": "[]", "search": "$", "smoke": "s", "neko": "n"}
_ROOM = 78  # characters of a line below the board
_SPOILED = "~"


def board_text(picture: Picture) -> Text:
    """Return the board as text, owners told by colour and by the letter before the name."""
    letters = owner_letters(picture.owners)
    text = cards_text(picture, _STYLES) if picture.rows else _hexes(picture, letters)
    for line in _legend(picture, letters):
        text.append("\n").append_text(line)
    return text


def _hexes(picture: Picture, letters: Sequence[str]) -> Text:
    """Return a board of hexes without what stands below it."""
    canvas = _Canvas(picture.radius)
    pieces = {piece.at: piece for piece in picture.pieces}
    fields = {each.at: each for each in picture.fields}
    known = [at for at in cells(picture.radius) if not fields or at in fields]
    for at in known:
        canvas.outline(at)
    for at in known:
        if at in pieces:
            piece = pieces[at]
            canvas.piece(piece, letters[piece.owner], _STYLES[piece.owner % len(_STYLES)])
        elif at in fields:
            canvas.field(fields[at], on_field(picture, at, letters), picture.coordinates)
        else:
            canvas.write(at, 2, f"{at[0]},{at[1]}", "dim")
    for wall in picture.walls:
        canvas.wall(wall, *(("#", "bold") if wall.owner == NOBODY else _owned(wall.owner, letters)))
    return canvas.text()


def on_field(
    picture: Picture, at: Cell, letters: Sequence[str]
) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Return who stands on a field and what lies there, each with a style."""
    standing = [
        (pawn.letter, f"bold reverse {_owned(pawn.owner, letters)[1]}")
        for pawn in picture.pawns
        if pawn.at == at
    ]
    lying = []
    for token in picture.tokens:
        if token.at == at:
            style = "" if token.owner == NOBODY else _owned(token.owner, letters)[1]
            lying.append((token_sign(token, letters), style))
    return standing, lying


def token_sign(token: Token, letters: Sequence[str]) -> str:
    """Return a token in a few characters, such as "*", "*x2", "[3]" or "^K"."""
    sign = _bare_sign(token)
    if token.owner != NOBODY:
        sign += letters[token.owner]
    return sign + (f"x{token.count}" if token.count > 1 else "")


def _bare_sign(token: Token) -> str:
    sign = _TOKENS.get(token.kind, "?")
    return f"{sign[0]}{token.text}{sign[1:]}"


def _owned(owner: int, letters: Sequence[str]) -> tuple[str, str]:
    return letters[owner], _STYLES[owner % len(_STYLES)]


def cells(radius: int) -> list[tuple[int, int]]:
    """Return the cells of a board of that radius, column by column."""
    reach = range(-radius, radius + 1)
    return [(q, r) for q in reach for r in reach if abs(q + r) <= radius]


def owner_letters(owners: Sequence[str]) -> list[str]:
    """Return a different letter for each owner, taken from the name where that is possible."""
    letters: list[str] = []
    for number, name in enumerate(owners):
        wishes = [c.upper() for c in name if c.isalpha() and cell_len(c) == len(c.upper()) == 1]
        free = [c for c in (*wishes, str(number + 1)) if c not in letters]
        letters.append(free[0])
    return letters


def signs(marks: Sequence[Mark], side: int, room: int = 3) -> str:
    """Return the signs of one side, such as "m2" or "r#"; strengths go first where it is tight."""
    here = [mark for mark in marks if mark.side == side]
    full = "".join(
        SIGNS.get(mark.kind, "?") + (str(mark.strength) if mark.strength > 1 else "")
        for mark in here
    )
    return full if len(full) <= room else "".join(SIGNS.get(m.kind, "?") for m in here)[:room]


class _Canvas:
    """A sheet of characters, each with a style."""

    def __init__(self, radius: int) -> None:
        self.radius = radius
        columns = 2 * radius + 1
        self.width = columns * _PITCH + 2
        self.height = columns * _HEIGHT + 1
        self.signs = [[" "] * self.width for _ in range(self.height)]
        self.styles = [[""] * self.width for _ in range(self.height)]

    def corner(self, at: tuple[int, int]) -> tuple[int, int]:
        """Return line and column of the upper left of a hex's box."""
        q, r = at
        down = (2 * r + q + 2 * self.radius) * _HEIGHT // 2
        return down, (q + self.radius) * _PITCH

    def put(self, line: int, column: int, text: str, style: str) -> None:
        for i, sign in enumerate(text):
            self.signs[line][column + i] = sign
            self.styles[line][column + i] = style

    def outline(self, at: tuple[int, int]) -> None:
        top, left = self.corner(at)
        self.put(top, left + 2, "_" * _FLAT, "dim")
        self.put(top + 4, left + 2, "_" * _FLAT, "dim")
        for line, indent, start, end in ((1, 1, "/", "\\"), (2, 0, "/", "\\")):
            self.put(top + line, left + indent, start, "dim")
            self.put(top + line, left + _FLAT + 3 - indent, end, "dim")
        for line, indent, start, end in ((3, 0, "\\", "/"), (4, 1, "\\", "/")):
            self.put(top + line, left + indent, start, "dim")
            self.put(top + line, left + _FLAT + 3 - indent, end, "dim")

    def write(self, at: tuple[int, int], line: int, text: str, style: str) -> None:
        """Write into the middle of a line of a hex."""
        top, left = self.corner(at)
        start = left + 2 + (_FLAT - cell_len(text)) // 2
        self.put(top + line, start, text, style)

    def piece(self, piece: Piece, letter: str, colour: str) -> None:
        top, left = self.corner(piece.at)
        end = left + _FLAT + 3
        name = f"{letter}:{piece.code}" + (_HELD if piece.held else "")
        west = {2: signs(piece.marks, 5), 3: signs(piece.marks, 4)}
        east = {2: signs(piece.marks, 1), 3: signs(piece.marks, 2)}
        for line in (2, 3):
            self.put(top + line, left + 1, west[line], colour)
            self.put(top + line, end - len(east[line]), east[line], colour)
        self.write(piece.at, 1, signs(piece.marks, 0, _FLAT - 4), colour)
        self.write(piece.at, 4, signs(piece.marks, 3, _FLAT - 4), colour)
        strong = f"bold reverse {colour}" if piece.is_base else f"bold {colour}"
        self._between(piece.at, 2, name, strong, west[2], east[2])
        self._between(piece.at, 3, piece.note, colour, west[3], east[3])

    def field(
        self,
        each: Field,
        on_it: tuple[list[tuple[str, str]], list[tuple[str, str]]],
        coordinates: bool,
    ) -> None:
        """Write name, figures, tokens, and where the field is, from the top down."""
        where = f"{each.at[0]},{each.at[1]} " if coordinates else ""
        spoiled = _SPOILED if each.spoiled else ""
        self.write(each.at, 1, cut(f"{spoiled}{each.label}{spoiled}", _FLAT), "bold")
        for line, words in ((2, on_it[0]), (3, on_it[1])):
            self._side_by_side(each.at, line, words)
        note = f"{where}{each.note}".strip()
        self.write(each.at, 4, cut(note, _FLAT), "dim")

    def _side_by_side(self, at: Cell, line: int, words: list[tuple[str, str]]) -> None:
        """Write words into the middle of a line, with blanks between them as long as they fit."""
        room = _FLAT + 2
        total = sum(cell_len(word) for word, _ in words)
        gap = 1 if total + len(words) - 1 <= room else 0
        top, left = self.corner(at)
        column = left + 1 + max(0, (room - total - gap * (len(words) - 1)) // 2)
        for word, style in words:
            shown = cut(word, left + 1 + room - column)
            self.put(top + line, column, shown, style)
            column += cell_len(shown) + gap

    def wall(self, wall: Wall, sign: str, style: str) -> None:
        """Draw a wall over the edge on one side of a hex."""
        top, left = self.corner(wall.at)
        end = left + _FLAT + 3
        if wall.side in (0, 3):
            line = top if wall.side == 0 else top + 4
            for column in range(left + 2, left + 2 + _FLAT):
                if self.signs[line][column] == "_":
                    self.put(line, column, sign, style)
            return
        for line, indent in {1: ((1, 1), (2, 0)), 2: ((3, 0), (4, 1))}[
            min(wall.side, 6 - wall.side)
        ]:
            column = end - indent if wall.side < 3 else left + indent
            self.put(top + line, column, sign, style)

    def _between(
        self, at: tuple[int, int], line: int, text: str, style: str, west: str, east: str
    ) -> None:
        """Write in the middle, or as near to it as the signs on both sides allow."""
        top, left = self.corner(at)
        first = left + 1 + (len(west) + 1 if west else 0)
        last = left + _FLAT + 3 - (len(east) + 1 if east else 0)
        if cell_len(text) > last - first:
            text = set_cell_size(text, last - first - 1) + "…"
        size = cell_len(text)
        middle = left + 1 + (_FLAT + 2 - size) // 2
        self.put(top + line, min(max(middle, first), last - size), text, style)

    def text(self) -> Text:
        """Return the sheet without trailing blanks and without blank lines around it."""
        text = Text(no_wrap=True, overflow="ignore")
        used = [number for number, row in enumerate(self.signs) if any(c != " " for c in row)]
        for number in range(used[0], used[-1] + 1):
            row, styles = self.signs[number], self.styles[number]
            end = max((i + 1 for i, sign in enumerate(row) if sign != " "), default=0)
            start = 0
            for i in range(1, end + 1):
                if i == end or styles[i] != styles[start]:
                    text.append("".join(row[start:i]), style=styles[start])
                    start = i
            if number < used[-1]:
                text.append("\n")
        return text


def _flow(words: Sequence[str], between: str, room: int) -> list[str]:
    """Return words in lines that fit; one that is too long has a line for itself."""
    lines: list[str] = []
    for word in words:
        longer = lines[-1] + between + word if lines else word
        if lines and cell_len(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _legend(picture: Picture, letters: Sequence[str]) -> list[Text]:
    """Return what stands below the board: owners, signs in use, arrows, caption."""
    owners = Text()
    for number, (letter, name) in enumerate(zip(letters, picture.owners, strict=True)):
        owners.append("  " if number else "")
        owners.append(f"{letter}: {name}", style=_STYLES[number % len(_STYLES)])
    lines = [owners] if picture.owners and not picture.standings else []
    for each in picture.standings:
        name = f"{each.letter} {each.name}"
        first, *more = _flow(each.facts, " · ", _ROOM - cell_len(name) - 2)
        style = f"bold {_owned(each.owner, letters)[1]}"
        lines.append(Text(name, style=style).append(f"  {first}", style="not bold default"))
        lines += [Text(f"{' ' * cell_len(name)}  {line}") for line in more]
    kinds = {mark.kind for piece in picture.pieces for mark in piece.marks}
    known = [f"{sign} {kind}" for kind, sign in SIGNS.items() if kind in kinds]
    known += [f"{_HELD} netted"] * any(piece.held for piece in picture.pieces)
    known += _ground_signs(picture) + known_signs(picture.cards)
    told = [line for text in picture.remarks for line in _flow(text.split(), " ", _ROOM)]
    lines += [Text(line, style="dim") for line in (*_flow(known, " · ", _ROOM), *told)]
    for (q, r), (to_q, to_r), label in picture.links:
        lines.append(Text(f"{q},{r} ↔ {to_q},{to_r}  {label}", style="dim"))
    for (q, r), (to_q, to_r), label in picture.arrows:
        lines.append(Text(f"{q},{r} → {to_q},{to_r}" + (f"  {label}" if label else "")))
    if picture.caption:
        lines.append(Text(picture.caption, style="bold"))
    return lines


def _ground_signs(picture: Picture) -> list[str]:
    """Return the signs in use on fields, each with its meaning."""
    signs = {}
    for token in picture.tokens:
        whose = " and its owner" if token.owner != NOBODY else ""
        signs[_bare_sign(token)] = token.name + whose
    found = [f"{sign} {name}" for sign, name in sorted(signs.items())]
    found += ["# neutral wall"] * any(wall.owner == NOBODY for wall in picture.walls)
    found += ["a letter on an edge: wall of that owner"] * any(w.owner >= 0 for w in picture.walls)
    spoiled = sorted({each.spoiled for each in picture.fields} - {""})
    return found + [f"{_SPOILED} {word}" for word in spoiled]
