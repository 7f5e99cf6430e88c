"""Files from others: bounded in size and number, nothing outside their folder, no traceback."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cli
import sim
from analysis.check import check
from sim.errors import BadInput
from sim.game import GAMES
from sim.variant import LONGEST_TEXT, MOST_VALUES, beside, read_toml
from tests import fuzz

FEW = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
WICKED = '<img src=x onerror=alert(1)>[bold]{evil}=HYPERLINK("x")'


@pytest.fixture
def _only_the_toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    monkeypatch.chdir(tmp_path)


TEXTS = {kind: fuzz.seeds(kind) for kind in ("variant", "contract")}


@pytest.mark.parametrize("kind", TEXTS)
@FEW
@given(seed=st.integers(0, 10**9))
def test_a_mutilated_file_is_answered_or_refused(kind: str, tmp_path: Path, seed: int) -> None:
    assert fuzz.attempt(kind, TEXTS[kind], seed, tmp_path) in ("accepted", "refused")


@pytest.mark.compiled
@settings(FEW, max_examples=40)
@given(seed=st.integers(0, 10**9))
def test_a_mutilated_scenario_is_answered_or_refused(tmp_path: Path, seed: int) -> None:
    texts = [text for text in fuzz.seeds("scenario") if 'game = "neuroshima"' in text]
    assert fuzz.attempt("scenario", texts, seed, tmp_path) in ("accepted", "refused")


def test_the_fuzzer_finds_what_is_broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A reader that stumbles is noticed, and files both pass and fail."""
    found = {fuzz.attempt("variant", TEXTS["variant"], seed, tmp_path) for seed in range(40)}
    assert found == {"accepted", "refused"}
    monkeypatch.setitem(fuzz.READERS, "variant", lambda path, rng: [][0])
    with pytest.raises(IndexError):
        fuzz.attempt("variant", TEXTS["variant"], 1, tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            'game = "neuroshima"\ntitle = "x"\nhq = { moloch = 20, borgo = 20 }\n'
            "[expect]\nhq = { outpost = 20 }\n",
            r"file\.toml: outpost does not take part; armies: moloch, borgo",
        ),
        (
            'game = "pixel-tactics"\ntitle = "x"\ncase = [{ title = "y", A = "", B = "ORA" }]\n',
            r"file\.toml, case 1: there is no card ''",
        ),
        (
            'game = "pixel-tactics"\ntitle = "x"\n[[case]]\ntitle = "won"\nB = "ORA d20"\n'
            'trophies = { A = 2 }\ndo = ["wave", "lead"]\n',
            r"step 2 \(lead\) breaks the rules: nobody is asked for 'lead': the game is over",
        ),
    ],
)
def test_what_the_fuzzer_found_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=words):
        sim.scenario(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = [" + "1," * MOST_VALUES + "1]", "holds 20,002 values, which are too many"),
        (f'x = "{"a" * (LONGEST_TEXT + 1)}"', "holds a text that is too long; allowed: 10,000"),
        (f'"{"k" * (LONGEST_TEXT + 1)}" = 1', "holds a text that is too long"),
        ("x = " + "[" * 40 + "]" * 40, "is nested too deeply; allowed: 30"),
        ("x = " + "[" * 5_000, "is nested too deeply|is not valid TOML"),
        ("#" * 1_000_001, "is too large; allowed: 1,000,000 bytes"),
        ("x = " + "9" * 5_000, "is not valid TOML"),
    ],
)
def test_sizes_and_counts_are_bounded(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "file.toml"
    path.write_text(text)
    with pytest.raises(BadInput, match=words):
        read_toml(path, "variant")


@pytest.mark.parametrize("name", ["../v.toml", "/etc/passwd", "a/../../v.toml", "link", "a\x00b"])
def test_no_path_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "contracts"
    folder.mkdir()
    (tmp_path / "v.toml").write_text('game = "toy"\n')
    (folder / "link").symlink_to(tmp_path / "v.toml")
    with pytest.raises(BadInput, match="does not lie in the folder of the file that names it"):
        beside(folder, name)


@pytest.mark.usefixtures("_only_the_toy")
def test_a_contract_reads_no_variant_from_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "up.toml").write_text('game = "toy"\n[rules]\nties = "first"\n')
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/below.toml").write_text('game = "toy"\n[rules]\nties = "first"\n')
    text = '[[request]]\ngame = "toy"\nvariant = "%s"\nexpect = [{{ seat = 1, within = 9 }}]\n'
    contract = tmp_path / "deep" / "balance.toml"
    contract.write_text(text.replace("{{", "{").replace("}}", "}") % "../up.toml")
    with pytest.raises(BadInput, match=r"'\.\./up\.toml' does not lie in the folder"):
        check(contract)
    beside(tmp_path, "deep/below.toml")


@pytest.mark.usefixtures("_only_the_toy")
def test_wicked_names_are_only_names(tmp_path: Path, capsys: Any) -> None:
    """In the terminal, in drawings and in exports a name is text and nothing else."""
    variant = tmp_path / "v.toml"
    variant.write_text(
        f"game = \"toy\"\nname = 'Evil [/] idea'\n[colours.red]\nname = '{WICKED}\x01'\n".replace(
            "\x01", ""
        )
    )
    asked = ["run", "toy", "-n", "40", "--variant", str(variant), "--out", "r"]
    assert cli.main(asked) == 0
    assert "[bold]" in capsys.readouterr().out, "shown, not obeyed"
    assert cli.main(["export", "r", "--to", "xlsx"]) == 0
    from openpyxl import load_workbook

    for sheet in load_workbook("r.xlsx"):
        kinds = {cell.data_type for row in sheet.iter_rows() for cell in row}
        assert "f" not in kinds, "no cell is a formula"
    from reports.svg import board_svg
    from sim.board import Picture, Piece

    drawn = board_svg(Picture(1, (Piece((0, 0), 0, WICKED, "ab"),), (WICKED,), caption=WICKED))
    assert "<img" not in drawn
    assert sim.load_run("r").games().height == 40
