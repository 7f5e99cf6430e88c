"""The commands meta, impact and export: good, odd and bad input, with the toy."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import cli
from sim.game import GAMES
from tests.toy_game import GAME

CROWN = "colours.red.tokens={crown = {count = 2, bonus = 45}, pebble = {count = 2, bonus = 0}}"


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.chdir(tmp_path)
    GAME.compiled = True
    yield
    GAME.compiled = False


@pytest.fixture
def balance(capsysbinary: pytest.CaptureFixture[bytes]) -> Any:
    """Return the command as a function of its words: exit code, stdout, stderr."""

    def call(*words: object) -> tuple[int, str, str]:
        code = cli.main([str(word) for word in words])
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return call


def refused(said: tuple[int, str, str], *words: str) -> None:
    """One sentence on stderr with these words, exit code 2, nothing else, nothing written."""
    code, out, err = said
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert all(word in err for word in words), err


def test_meta_plays_and_tells(balance: Any) -> None:
    code, out, err = balance("meta", "toy", "-n", 1200, "--out", "run")
    assert code == 0
    assert "Gold" in out and "Rock-paper-scissors is not proven over 1,200 games" in out
    assert "meta.png" in err and Path("run/meta.png").stat().st_size > 5_000
    again = balance("meta", "run")
    assert again[:2] == (0, out)
    document = json.loads(balance("meta", "run", "--json")[1])
    assert document["strengths"][0]["name"] == "gold"
    assert document["rock_paper_scissors"]["proven"] is False
    assert len(document["cyclic"]["matchups"]) == 6


def test_meta_takes_odd_fields(balance: Any) -> None:
    code, out, _ = balance("meta", "toy", "--colours", "red,blue", "-n", 40)
    assert code == 0 and "nothing can go round in a circle" in out
    code, out, _ = balance("meta", "toy", "--players", 3, "-n", 600, "--die", 20)
    assert code == 0 and "3: " in out


def test_meta_refuses(balance: Any, tmp_path: Path) -> None:
    refused(balance("meta", "toi"), "unknown game 'toi'", "did you mean 'toy'")
    refused(balance("meta", "toy", "--colours", "red,red"), "2 to 60 different sides, not 1")
    refused(balance("meta", "toy", "-n", 10), "blue and gold never meet", "more games")
    refused(balance("meta", "toy", "--policy", "greedy,random"), "never meet", "same policy")
    assert list(tmp_path.iterdir()) == []
    refused(balance("meta", "toy", "-n", "many"), "'many' is not a number of games")
    refused(balance("meta", "no/such/run"), "unknown game")
    balance("run", "toy", "-n", 40, "--out", "run")
    refused(balance("meta", "run", "--seed", 2), "--seed changes none")
    refused(balance("meta", "run", "--die", 6), "--die changes none")
    Path("broken").mkdir()
    Path("broken/manifest.json").write_text("{")
    refused(balance("meta", "broken"), "is not a run folder")


def test_impact_tells_both_tables(balance: Any) -> None:
    words = ("impact", "toy", "--colours", "red", "-n", 400, "--set", CROWN)
    code, out, err = balance(*words)
    assert code == 0
    for text in ("Causal: token", "Observed: token", "Crown", "One copy blank", "Improvement"):
        assert text in out
    [figure] = Path("runs").iterdir()
    assert figure.name in err and figure.suffix == ".png"
    code, out, _ = balance(*words, "--json", "--plot", "x.svg", "--against", "blue")
    [side] = json.loads(out)["sides"]
    piece, idle = side["pieces"]
    assert (piece["piece"], piece["copies"], piece["observed"]["games"]) == ("crown", 2, 400)
    assert piece["blank"]["difference"] < 0 < piece["more"]["difference"]
    assert idle["blank"]["difference"] == 0.0
    assert Path("x.svg").read_text().startswith("<?xml")


def test_impact_refuses(balance: Any, tmp_path: Path) -> None:
    refused(balance("impact", "toy"), "the colour red has no token that could be changed")
    named = ("impact", "toy", "--colours", "red", "--set", CROWN)
    refused(balance(*named, "--plot", "x.pdf"), ".png or .svg")
    refused(balance(*named, "--plot", "no/where.png"), "folder is missing")
    refused(balance(*named, "--against", "read"), "unknown colour 'read'", "did you mean 'red'")
    refused(balance(*named, "-n", 0), "number of games")
    refused(balance(*named, "--threads", 0), "threads")
    refused(balance("impact", "toy", "--set", "colours.red.tokens.x.count=-1"), "tokens")
    assert list(tmp_path.iterdir()) == []


def test_export_writes_or_prints(balance: Any) -> None:
    balance("run", "toy", "-n", 40, "--out", "run")
    code, out, err = balance("export", "run", "--to", "csv")
    assert (code, out) == (0, "") and err == "written to run.csv\n"
    assert Path("run.csv").read_text().count("\n") == 41
    code, out, err = balance("export", "run", "--to", "json", "--table", "rates", "-o", "-")
    assert code == 0 and err == "" and len(json.loads(out)) == 4
    assert balance("export", "run", "--to", "PARQUET", "-o", "a.parquet")[0] == 0


def test_export_refuses(balance: Any) -> None:
    balance("run", "toy", "-n", 40, "--out", "run")
    refused(balance("export", "run", "--to", "txt"), "unknown format 'txt'", "csv")
    refused(balance("export", "run", "--to", "csv", "--table", "game"), "did you mean 'games'")
    refused(balance("export", "nothing", "--to", "csv"), "is not a run folder")
    refused(balance("export", "run", "--to", "xlsx", "-o", "-"), "standard output")
    refused(balance("export", "run", "--to", "csv", "-o", "no/where.csv"), "cannot write")
    Path("run.csv").write_text("mine")
    refused(balance("export", "run", "--to", "csv"), "run.csv is there already")
    assert Path("run.csv").read_text() == "mine"
