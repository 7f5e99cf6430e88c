"""The board in characters."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from reports.terminal import board_text, cells, owner_letters, signs
from sim.board import Mark, Picture, Piece
from tests.reports.boards import DUEL


def test_one_tile_to_the_letter() -> None:
    marks = (
        *(Mark("melee", 0, 2), Mark("armour", 0), Mark("ranged", 1, 3), Mark("gauss", 2)),
        *(Mark("net", 3), Mark("link", 4), Mark("melee", 5)),
    )
    piece = Piece((0, 0), 0, "Test tile", "TST", marks, "i2 w1", held=True)
    assert board_text(Picture(0, (piece,), ("Moloch",), "A caption")).plain.splitlines() == [
        "  ___________",
        " /    m2#    \\",
        "/m  M:TST×  r3\\",
        "\\o   i2 w1   g/",
        " \\_____%_____/",
        "M: Moloch",
        "m melee · r ranged · g gauss · # armour · % net · o link · × netted",
        "A caption",
    ]


def test_empty_cells_show_where_they_are() -> None:
    text = board_text(Picture(2, (), ())).plain
    for q, r in cells(2):
        assert f" {q},{r} " in text
    assert len(text.splitlines()) == 21


@pytest.mark.parametrize(("radius", "width", "count"), [(2, 80, 19), (3, 100, 37)])
def test_width(radius: int, width: int, count: int) -> None:
    picture = Picture(radius, DUEL.pieces, DUEL.owners, DUEL.caption, DUEL.arrows)
    lines = board_text(picture).plain.splitlines()
    assert max(map(len, lines)) <= width
    assert len(cells(radius)) == count


def test_every_piece_stands_in_its_cell() -> None:
    lines = board_text(DUEL).plain.splitlines()
    empty = board_text(Picture(2, (), ())).plain.splitlines()
    for piece in DUEL.pieces:
        place = f"{piece.at[0]},{piece.at[1]}"
        row = next(i for i, line in enumerate(empty) if f" {place} " in line)
        start = empty[row].index(f" {place} ") - 3
        name = f"{'MB'[piece.owner]}:{piece.code}"
        assert name[:5] in lines[row][start : start + 13]


def test_long_codes_are_cut_within_the_hex() -> None:
    text = board_text(DUEL).plain
    assert "M:NETTROOPERS" in text
    piece = Piece((0, 0), 0, "", "INCOMPREHENSIBLE", (Mark("melee", 1, 3), Mark("melee", 5, 3)))
    lines = board_text(Picture(0, (piece,), ("Moloch",))).plain.splitlines()
    assert lines[2] == "/m3 M:INC… m3\\".replace("INC", "INCO")


def test_arrows_are_told_in_words() -> None:
    lines = board_text(DUEL).plain.splitlines()
    assert "1,1 → 1,-1  ranged 3" in lines
    assert "-1,0 → 0,-1" in lines


def test_owners_have_letters_of_their_own() -> None:
    assert owner_letters(["Moloch", "Borgo"]) == ["M", "B"]
    assert owner_letters(["Moloch", "Mephisto", "Mo", "M"]) == ["M", "E", "O", "4"]
    assert owner_letters(["Молох"]) == ["М"]


def test_strengths_give_way_where_it_is_tight() -> None:
    marks = [Mark("melee", 0, 2), Mark("ranged", 0, 3), Mark("armour", 0)]
    assert signs(marks, 0, room=7) == "m2r3#"
    assert signs(marks, 0, room=3) == "mr#"
    assert signs(marks, 1) == ""


def test_colours_and_plain() -> None:
    def shown(colour: bool) -> str:
        out = StringIO()
        system = "256" if colour else None
        console = Console(file=out, width=100, force_terminal=colour, color_system=system)  # type: ignore[arg-type]
        console.print(board_text(DUEL), markup=False, highlight=False)
        return out.getvalue()

    assert "\x1b[" in shown(True)
    assert shown(False).rstrip() == board_text(DUEL).plain
