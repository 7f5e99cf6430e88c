"""Whole games, word by word as they were: no result drifts unnoticed."""

from __future__ import annotations

import difflib

import pytest

from sim.game import GAMES
from tests.regenerate_playthroughs import (
    COMMAND,
    FOLDER,
    RECIPES,
    Recipe,
    first_results,
    thinking_results,
    told,
)

MOST_LINES = 40
PLAYED = [
    pytest.param(f"{game}-{number:02d}.txt", recipe, id=f"{game}-{number:02d}")
    for game, recipes in RECIPES.items()
    for number, recipe in enumerate(recipes)
]


def assert_unchanged(name: str, text: str) -> None:
    """Compare a text with its golden file."""
    golden = (FOLDER / name).read_text("utf-8")
    if text == golden:
        return
    lines = difflib.unified_diff(
        golden.splitlines(), text.splitlines(), f"{name} as committed", f"{name} now", lineterm=""
    )
    shown = list(lines)
    more = [f"… and {len(shown) - MOST_LINES} more lines"] if len(shown) > MOST_LINES else []
    pytest.fail(
        "\n".join(
            [
                f"{name} is not what it was. Games are played differently than before.",
                "If that is meant, write the files anew, read the difference, say in the",
                f"changelog what changed, and raise rules_version:  {COMMAND}",
                *shown[:MOST_LINES],
                *more,
            ]
        ),
        pytrace=False,
    )


@pytest.mark.parametrize(("name", "recipe"), PLAYED)
def test_playthrough(name: str, recipe: Recipe) -> None:
    assert_unchanged(name, told(recipe))


@pytest.mark.parametrize("game", RECIPES)
def test_first_results_of_every_matchup(game: str) -> None:
    assert_unchanged(f"{game}-results.csv", first_results(game))


@pytest.mark.compiled
@pytest.mark.parametrize("game", RECIPES)
def test_first_results_of_players_who_think(game: str) -> None:
    assert_unchanged(f"{game}-thinking.csv", thinking_results(game))


def test_every_game_has_ten_playthroughs_or_more() -> None:
    assert set(RECIPES) == set(GAMES.names())
    assert all(len(recipes) >= 10 for recipes in RECIPES.values())
    expected = {
        *(f"{game}-{k:02d}.txt" for game, all_of in RECIPES.items() for k in range(len(all_of))),
        *(f"{game}-{kind}.csv" for game in RECIPES for kind in ("results", "thinking")),
    }
    assert {path.name for path in FOLDER.glob("*.*")} == expected


@pytest.mark.parametrize("game", RECIPES)
def test_playthroughs_show_every_ending(game: str) -> None:
    """Ten games that all end alike would prove little."""
    texts = [path.read_text("utf-8") for path in FOLDER.glob(f"{game}-??.txt")]
    endings = {text.splitlines()[-1].split(":")[1].split(";")[0].strip() for text in texts}
    assert endings == set(GAMES.get(game).endings)


def test_a_changed_game_is_reported_with_the_way_to_accept_it() -> None:
    game = next(iter(RECIPES))
    name = f"{game}-00.txt"
    text = (FOLDER / name).read_text("utf-8").replace("Turn 1,", "Turn one,")
    with pytest.raises(pytest.fail.Exception) as failure:
        assert_unchanged(name, text)
    assert COMMAND in str(failure.value) and "Turn one," in str(failure.value)
