"""The study of the examples runs, and what it has written can be used."""

from __future__ import annotations

import importlib.util
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from sim.game import GAMES
from sim.variant import load_variant

FOLDER = Path(__file__).parents[1] / "examples" / "study"


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the study's script as a module."""
    spec = importlib.util.spec_from_file_location("study", FOLDER / "study.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "study", module)
    spec.loader.exec_module(module)
    return module


@pytest.mark.compiled
def test_it_answers_both_questions(
    study: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(study, "CANDIDATES", study.CANDIDATES[:2])
    monkeypatch.setattr(study.search, "__defaults__", (study.CANDIDATES, 1))
    before = (FOLDER / "README.md").read_bytes()
    study.main(["--games", "12"])
    told = capsys.readouterr().out
    assert "going first is worth" in told and "as printed" in told
    assert "60 fresh games" in told and "2 single figures were tried" in told
    assert "{{" not in told and "{%" not in told
    assert (FOLDER / "README.md").read_bytes() == before  # only --write writes


def test_every_candidate_changes_a_printed_figure(study: ModuleType) -> None:
    game = GAMES.get("neuroshima")
    document = game.load().document
    for change in study.CANDIDATES:
        printed = document["armies"][change.army]["tiles"][change.tile][change.figure]
        assert study._plain(printed) != study._plain(change.value), change.words


def test_the_variant_it_ends_in_can_be_played(study: ModuleType) -> None:
    game = GAMES.get("neuroshima")
    overlay = load_variant(FOLDER / "even-armies.toml", "neuroshima")
    assert overlay.name == "Even armies"
    assert game.load([overlay]).fingerprint != game.load().fingerprint
    told = (FOLDER / "README.md").read_text("utf-8")
    document = game.load().document
    taken = [c for c in study.CANDIDATES if f"| {c.told(document)} |" in told]
    assert len(taken) == 3
    written = (FOLDER / "even-armies.toml").read_text("utf-8")
    assert tomllib.loads(study.variant(taken)) == tomllib.loads(written)
