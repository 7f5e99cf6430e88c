"""Every game of the registry passes the kit, and the kit notices games that break a promise."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from sim.errors import BadInput
from sim.game import GAMES, Batch, Game, GameData, Step
from tests import game_kit
from tests.game_kit import CHECKS
from tests.toy_game import GAME as TOY
from tests.toy_game import Toy

ROOT = Path(__file__).parents[1]
Check = Callable[[Game], None]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("check_"))
@pytest.mark.parametrize("name", GAMES.names())
def test_game(name: str, check: Check) -> None:
    game = GAMES.get(name)
    assert game.id == name
    check(game)


@pytest.mark.parametrize("name", GAMES.names())
def test_importing_a_game_is_cheap(name: str) -> None:
    program = (
        "import sys; from sim.game import GAMES; GAMES.get(sys.argv[1])\n"
        "heavy = {'numpy', 'numba', 'polars', 'pydantic', 'matplotlib', 'scipy'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    command = [sys.executable, "-c", program, name]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "[]\n"


# --- tables of more than two and teams, which the toy has


@pytest.mark.parametrize(
    "check",
    [
        game_kit.check_description,
        game_kit.check_rotations,
        game_kit.check_orders,
        game_kit.check_everything_plays,
        game_kit.check_mirror_matches_play,
        game_kit.check_chunks_do_not_matter,
        game_kit.check_order_does_not_matter,
        game_kit.check_streams_belong_to_sets,
    ],
)
def test_the_toy_passes(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    check(TOY)


@pytest.mark.parametrize(
    "unsound",
    [
        # Each seat for itself, as if there were no teams.
        lambda score: np.where(np.arange(4) < 2, score, 0.0),
        # A point for each team, whoever won.
        lambda score: np.ones_like(score),
    ],
)
def test_team_mates_score_alike(
    unsound: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def play(data: Any, batch: Batch) -> Columns:
        found = Toy().play(data, batch)
        return {**found, "score": unsound(found["score"])}

    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    monkeypatch.setattr(TOY, "modes", {"teams": (4,)})
    monkeypatch.setattr(TOY, "play", play)
    with pytest.raises(AssertionError, match="must s"):
        game_kit.check_everything_plays(TOY)


# --- the kit itself: a sound game, made unsound in one way


class Altered:
    """A thing that is like another but for some attributes."""

    def __init__(self, original: Any, **changes: Any) -> None:
        self._original = original
        self.__dict__.update(changes)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._original, name)


SOUND = GAMES.get(GAMES.names()[0])
Columns = Mapping[str, Any]


def unsound_results(change: Callable[[dict[str, Any], Batch], None]) -> Any:
    """A game whose results are changed after playing."""

    def play(data: GameData, batch: Batch) -> Columns:
        columns = {name: column.copy() for name, column in SOUND.play(data, batch).items()}
        change(columns, batch)
        return columns

    return Altered(SOUND, play=play)


def unsound_data(**changes: Callable[[GameData], Any]) -> Any:
    """A game whose figures say something else."""

    def load(overlays: Sequence[Mapping[str, Any]] = ()) -> Any:
        data = SOUND.load(overlays)
        return Altered(data, **{name: change(data) for name, change in changes.items()})

    return Altered(SOUND, load=load)


def _lose_a_point(columns: dict[str, Any], batch: Batch) -> None:
    columns["score"][0] = 0


def _unknown_ending(columns: dict[str, Any], batch: Batch) -> None:
    columns["ending"][-1] = len(SOUND.endings)


def _look_at_the_neighbour(columns: dict[str, Any], batch: Batch) -> None:
    columns["length"][1:] += columns["length"][:-1] % 2


def _look_at_the_number(columns: dict[str, Any], batch: Batch) -> None:
    columns["length"] += batch.game % 2


def _be_deaf_to_seeds(columns: dict[str, Any], batch: Batch) -> None:
    columns.update(SOUND.play(SOUND.load(), replace(batch, seed=1)))


def _other_winner(data: GameData, batch: Batch) -> list[Step]:
    steps = SOUND.replay(data, batch)
    return [*steps[:-1], Step("The end", ("The table wins.",))]


def _other_game(data: GameData, batch: Batch) -> list[Step]:
    return SOUND.replay(data, replace(batch, set_index=batch.set_index + 1))


def _see_too_much(data: GameData, batch: Batch) -> Columns:
    seen = SOUND.observe(data, batch)
    return {**seen, "drawn": seen["drawn"] + 1}


def _swallow(overlays: Sequence[Mapping[str, Any]] = ()) -> GameData:
    try:
        return SOUND.load(overlays)
    except BadInput:
        return SOUND.load()


UNSOUND: dict[str, tuple[Check, Any]] = {
    "scores that do not sum to 1": (
        game_kit.check_everything_plays,
        unsound_results(_lose_a_point),
    ),
    "an ending that has no name": (
        game_kit.check_everything_plays,
        unsound_results(_unknown_ending),
    ),
    "chunks": (game_kit.check_chunks_do_not_matter, unsound_results(_look_at_the_neighbour)),
    "threads": (game_kit.check_threads_do_not_matter, unsound_results(_look_at_the_neighbour)),
    "order": (game_kit.check_order_does_not_matter, unsound_results(_look_at_the_neighbour)),
    "streams": (game_kit.check_streams_belong_to_sets, unsound_results(_look_at_the_number)),
    "seeds": (game_kit.check_seeds_matter, unsound_results(_be_deaf_to_seeds)),
    "a winner who did not win": (
        game_kit.check_replays,
        Altered(SOUND, replay=_other_winner),
    ),
    "a replay of another game": (game_kit.check_replays, Altered(SOUND, replay=_other_game)),
    "a seat that is favoured": (
        game_kit.check_rotations,
        Altered(SOUND, rotations=lambda mode, players: [tuple(range(players))]),
    ),
    "a team that is none": (
        game_kit.check_orders,
        Altered(SOUND, teams=lambda mode, players: (0,) * players),
    ),
    "figures without a source": (
        game_kit.check_provenance,
        unsound_data(reconstructed=lambda data: [*data.reconstructed, "rules.of_thumb"]),
    ),
    "a fingerprint that never changes": (
        game_kit.check_fingerprint,
        unsound_data(fingerprint=lambda data: "0123456789abcdef"),
    ),
    "a fingerprint of names": (
        game_kit.check_names_are_no_figures,
        unsound_data(fingerprint=lambda data: "".join(side.name for side in data.sides.values())),
    ),
    "overlays that are swallowed": (
        game_kit.check_bad_overlays,
        Altered(SOUND, load=_swallow),
    ),
    "a blank that is none": (
        game_kit.check_pieces,
        Altered(SOUND, blank_one=lambda data, piece: {}),
    ),
    "more pieces than there are": (
        game_kit.check_observation,
        Altered(SOUND, observe=_see_too_much),
    ),
    "a default nobody has": (
        game_kit.check_description,
        Altered(SOUND, default_policy="reckless"),
    ),
}


@pytest.mark.parametrize("flaw", UNSOUND)
def test_the_kit_notices(flaw: str, monkeypatch: pytest.MonkeyPatch) -> None:
    check, game = UNSOUND[flaw]
    monkeypatch.setitem(sys.modules, "unsound_game", cast(Any, SimpleNamespace(GAME=game)))
    monkeypatch.setattr(GAMES, "folders", {SOUND.id: "unsound_game"})
    with pytest.raises(AssertionError):
        check(game)


def test_a_draw_is_told_as_one() -> None:
    game_kit.assert_winner_told("Nobody wins.", ["Red", "Blue"], [0.5, 0.5])
    game_kit.assert_winner_told("Red and Blue share it.", ["Red", "Blue"], [0.5, 0.5])
    game_kit.assert_winner_told("Red wins.", ["Red", "Red"], [1, 0])
    for line, scores in (
        ("Red wins.", [0.5, 0.5]),
        ("Nobody wins.", [1, 0]),
        ("Blue wins.", [1, 0]),
    ):
        with pytest.raises(AssertionError):
            game_kit.assert_winner_told(line, ["Red", "Blue"], scores)


def test_switches_are_read_as_they_are_written() -> None:
    found = {switch.path: game_kit.other_values(switch) for switch in SOUND.load().switches}
    assert found and all(found.values())
    assert np.all([len(game_kit.bad_values(s)) > 0 for s in SOUND.load().switches])
