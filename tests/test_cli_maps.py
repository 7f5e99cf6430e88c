"""Drawing maps and boards from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import cli
from sim.game import GAMES

NS = "{http://www.w3.org/2000/svg}"
WITH_MAPS = [name for name in GAMES.names() if GAMES.get(name).load().maps]


class Said:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def balance(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Any:
    """Return the command as a function of its words."""
    monkeypatch.chdir(tmp_path)

    def call(*words: object) -> Said:
        code = cli.main([str(word) for word in words])
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return call


def assert_refused(said: Said, *words: str) -> None:
    """One sentence on stderr with these words, exit code 2, nothing else."""
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("balance: ") and said.err.count("\n") == 1
    for word in words:
        assert word in said.err


@pytest.mark.parametrize("game", WITH_MAPS)
def test_every_map_is_drawn(balance: Any, game: str, tmp_path: Path) -> None:
    for key, named in GAMES.get(game).load().maps.items():
        here = balance("games", game, "--map", named.name)
        assert (here.code, here.err) == (0, "")
        assert named.name in here.out
        file = tmp_path / f"{key}.svg"
        said = balance("games", game, "--map", key, "--svg", file)
        assert (said.code, said.out, said.err) == (0, "", f"drawn into {file}\n")
        tree = ElementTree.fromstring(file.read_text("utf-8"))
        assert named.name in (tree.findtext(f"{NS}title") or "")


def test_a_broad_map_is_not_folded(balance: Any) -> None:
    wings = "maps.arcadia.tiles.plain=[[0,2],[-2,0],[2,-2],[-1,1],[1,-1],[3,-1],[-3,1]]"
    more = ("--set", "tiles.plain.count=7")
    said = balance("games", "clones", "--map", "arcadia", "--set", wings, *more)
    lines = said.out.splitlines()
    assert max(map(len, lines)) == 93


def test_a_map_as_json(balance: Any) -> None:
    found = json.loads(balance("games", "clones", "--map", "arcadia", "--json").out)
    assert len(found["fields"]) == 19
    assert found["caption"] == "Arcadia, 19 tiles"


def test_a_map_of_a_variant(balance: Any, tmp_path: Path) -> None:
    variant = tmp_path / "walls.toml"
    text = 'game = "clones"\n[maps.arcadia]\nname = "Open Arcadia"\nwalls = []\n'
    variant.write_text(text, encoding="utf-8")
    more = ("--set", "tiles.plain.count=7")
    said = balance("games", "clones", "--map", "arcadia", "--variant", variant)
    assert said.code == 0
    assert "Open Arcadia" in said.out and "neutral wall" not in said.out
    said = balance("games", "clones", "--map", "arcadia", "--set", "maps.arcadia.walls=[]")
    assert said.code == 0 and "neutral wall" not in said.out


def test_refusals(balance: Any, tmp_path: Path) -> None:
    games = ("games", "clones")
    assert_refused(balance(*games, "--map", "arcada"), "unknown map 'arcada'", "'arcadia'")
    assert_refused(balance(*games, "--map", "zzzz"), "unknown map 'zzzz'", "arcadia, foundry")
    file = tmp_path / "no such folder" / "map.svg"
    assert_refused(balance(*games, "--map", "arcadia", "--svg", file), str(file))
    assert_refused(balance(*games, "--map", "arcadia", "--svg", tmp_path), str(tmp_path))
    assert_refused(balance(*games, "--svg", "map.svg"), "--svg goes with --map")
    assert_refused(balance(*games, "--set", "rules.walls=1"), "--set goes with --map")
    assert_refused(balance("games", "--map", "arcadia"), "--map arcadia needs a game")
    said = balance("games", "neuroshima", "--map", "arcadia")
    assert_refused(said, "Neuroshima Hex 3.0 has one fixed board", "'arcadia'")
    assert list(tmp_path.iterdir()) == []


def test_play_draws_every_board(balance: Any, tmp_path: Path) -> None:
    folder = tmp_path / "boards"
    said = balance("play", "clones", "--game", 2, "--map", "twin_gates", "--svg", folder)
    assert said.code == 0
    assert "Turn 1 (round 1), " in said.out
    drawn = sorted(folder.glob("step-*.svg"))
    turns = said.out.count("\nTurn ")
    assert turns >= len(drawn) - 1 > 4
    for path in drawn:
        ElementTree.fromstring(path.read_text("utf-8"))
