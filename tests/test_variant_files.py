"""Variant files: reading them, what they change, the starter, and every way to get one wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sim
from sim.errors import BadInput
from sim.game import GAMES
from sim.library import ask
from sim.plan import make_plan
from sim.starter import Change, changes, starter
from sim.variant import load_variant
from tests.test_cli import Said, assert_refused, balance

__all__ = ["balance"]
EXAMPLES = Path(__file__).parent.parent / "examples" / "variants"
TOYS = {"toy": "tests.toy_game", "neuroshima": "sim.neuroshima"}


@pytest.fixture(autouse=True)
def _both_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(GAMES, "folders", TOYS)
    monkeypatch.chdir(tmp_path)
    yield


def write(text: str, name: str = "v.toml") -> Path:
    """Write a variant of the toy."""
    path = Path(name)
    path.write_text(f'game = "toy"\n{text}')
    return path


# --- reading


def test_a_variant_has_a_game_a_name_and_an_overlay() -> None:
    path = write('name = " Kinder "\n[rules]\nties = "first"\n')
    variant = load_variant(path, "toy")
    assert variant == {"rules": {"ties": "first"}}
    assert (variant.name, variant.source) == ("Kinder", "v.toml")
    assert load_variant(write("", "plain.toml"), "toy").name == "plain"


def test_later_variants_win_and_set_wins_over_all() -> None:
    one = write("[rules]\nsides_of_die = 6\nfirst_seat_bonus = 1\n", "one.toml")
    two = write("[rules]\nsides_of_die = 8\n", "two.toml")
    request = ask("toy", variant=[one, two], set=["rules.first_seat_bonus=2"], die="4")
    rules = make_plan(request).data.document["rules"]
    assert (rules["sides_of_die"], rules["first_seat_bonus"]) == (8, 2)
    assert request.variants == ("one", "two")


def test_the_manifest_names_the_variant_and_the_command_repeats_it(balance: Any) -> None:
    write('name = "Small die"\n[rules]\nsides_of_die = 6\n')
    words = ("run", "toy", "-n", "100", "--variant", "v.toml", "--kind-ties", "first")
    said = balance(*words, "--out", "r")
    assert "Small die" in said.out
    manifest = sim.load_run("r").manifest
    assert manifest["request"]["variants"] == ["Small die"]
    assert manifest["request"]["overlay"]["rules"] == {"sides_of_die": 6, "ties": "first"}
    import shlex

    again = balance(*shlex.split(manifest["command"])[1:], "--out", "r")
    assert "answering from it" in again.err
    Path("v.toml").rename("w.toml")
    moved = balance(*words[:5], "w.toml", *words[6:], "--out", "r")
    assert "answering from it" in moved.err, "where a file lies makes no other run"


def test_the_name_and_the_overlay_are_in_the_id(balance: Any) -> None:
    write('name = "A"\n[rules]\nsides_of_die = 6\n', "a.toml")
    write('name = "B"\n[rules]\nsides_of_die = 6\n', "b.toml")
    write('name = "A"\n[rules]\nsides_of_die = 7\n', "c.toml")
    for name in ("a", "b", "c"):
        balance("run", "toy", "-n", "20", "--variant", f"{name}.toml")
    balance("run", "toy", "-n", "20")
    assert len(list(Path("runs").iterdir())) == 4


def test_an_option_that_a_variant_overrules_stays_overruled_in_the_command() -> None:
    write("[rules]\nsides_of_die = 8\n")
    command = make_plan(ask("toy", variant="v.toml", die="4")).command()
    assert "--set rules.sides_of_die=8" in command


def test_play_takes_variants(balance: Any) -> None:
    write("[colours.red]\nstrength = 50\n")
    plain, strong = (
        balance("play", "toy", "--colours", "red,blue", "--json", *more).json["row"]["total_0"]
        for more in ((), ("--variant", "v.toml"))
    )
    assert strong == plain + 38


# --- bad ones

BAD = [
    (b'game = "toy"\n[colours.red]\nstrength = "many"', "allowed: a whole number"),
    (b'game = "toy"\n[colours.red]\nstrength = -1', "strength = -1 is not allowed; allowed: 0 to"),
    (b'game = "toy"\n[colours.red]\nstrenght = 3', "did you mean 'strength'?"),
    (b'game = "toy"\n[colours.rde]\nstrength = 3', "colours.rde is new and lacks name; did you"),
    (b'game = "toy"\n[colors.red]\nstrength = 3', "unknown key 'colors'; did you mean 'colours'?"),
    (b'game = "toy"\ncolours = 3', "allowed: a table"),
    (b'game = "toy"\n[rules', "not valid TOML"),
    (b'game = "neuroshima"\n[rules]\nhq_points = 3', "is a variant of 'neuroshima', not of 'toy'"),
    (b"[rules]\nsides_of_die = 3", "the key game is missing"),
    (b'game = "toy"\nname = 3', "name = 3 is not allowed"),
    (b'game = "toy"\nname = "\\u001b[2J"', "is not allowed"),
    (b"#" * 10_000_000, "is too large; allowed: 1,000,000 bytes"),
    (b"\xff", "not text in UTF-8"),
    (None, "No such file"),
]


@pytest.mark.parametrize(("content", "said"), BAD)
def test_bad_variants_get_a_sentence(balance: Any, content: bytes | None, said: str) -> None:
    if content is not None:
        Path("v.toml").write_bytes(content)
    before = sorted(Path().iterdir())
    for words in (
        ("run", "toy", "--variant", "v.toml"),
        ("play", "toy", "--variant", "v.toml"),
        ("compare", "toy", "v.toml"),
        ("compare", "toy", "base", "v.toml"),
        ("variant", "show", "toy", "v.toml"),
        ("sweep", "toy", "--over", "rules.first_seat_bonus=1:3", "--variant", "v.toml"),
    ):
        refused: Said = balance(*words)
        assert_refused(refused, said, "v.toml")
    assert sorted(Path().iterdir()) == before


NEUROSHIMA = [
    ("armies.borgo.tiles.claws.initiative=2", "allowed: a list"),
    ("armies.borgo.tiles.claws.initiative=[12]", "allowed"),
    ("armies.borgo.tiles.claws.count=-1", "count = -1 is not allowed; allowed: 0 to 64"),
    ("armies.brogo.tiles.claws.count=1", "armies.brogo is new and lacks name, tiles.claws.name"),
    ("armies.brogo.tiles.claws.count=1", "did you mean 'borgo'?"),
    ("armies.borgo.tiles.clwas.count=1", "did you mean 'claws'?"),
    ("rules.hq_points=0", "allowed: 1 to 99"),
    ("armies.borgo.tiles.claws.count=60", "a pile holds 1 to 64 tiles"),
    ("armies.borgo.tiles.claws.source=3", "allowed: a table"),
    ("armies.borgo.tiles=3", "allowed: a table"),
    ("armies=3", "allowed: a table"),
]


@pytest.mark.parametrize(("change", "said"), NEUROSHIMA)
def test_bad_figures_of_neuroshima(change: str, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        make_plan(ask("neuroshima", set=[change]))
    assert said in str(caught.value)


def test_a_deck_of_zero_tiles() -> None:
    game = GAMES.get("neuroshima")
    tiles = game.load().document["armies"]["borgo"]["tiles"]
    none = {name: {"count": 0} for name, tile in tiles.items() if tile["kind"] != "hq"}
    with pytest.raises(BadInput, match=r"v\.toml: armies\.borgo: a pile holds 1 to 64 tiles"):
        from sim.variant import Overlay

        game.load([Overlay({"armies": {"borgo": {"tiles": none}}}, "v.toml")])


# --- show and new


def test_show_tells_what_changes(balance: Any) -> None:
    write('name = "Strong red"\n[colours.red]\nstrength = 13\nname = "Red"\n')
    said = balance("variant", "show", "toy", "v.toml")
    assert said.code == 0
    assert "Strong red" in said.out and "1 figure changes" in said.out
    assert re.search(r"colours\.red\.strength +12 +13", said.out)
    found = balance("variant", "show", "toy", "v.toml", "--json").json
    assert found["changes"] == [{"path": "colours.red.strength", "before": 12, "after": 13}]


def test_show_says_when_nothing_changes(balance: Any) -> None:
    write("[colours.red]\nstrength = 12\n")
    assert "changes nothing" in balance("variant", "show", "toy", "v.toml").out


def test_changes_of_a_new_table_are_what_was_written() -> None:
    tile = {"name": "Torch", "kind": "unit", "count": 1}
    overlay = {"armies": {"borgo": {"tiles": {"torch": tile}}}}
    found = changes(GAMES.get("neuroshima"), [overlay])
    path = "armies.borgo.tiles.torch"
    assert found == [Change(f"{path}.{key}", None, value) for key, value in tile.items()]


@pytest.mark.parametrize("name", TOYS)
def test_the_starter_changes_nothing_and_names_every_figure(name: str, tmp_path: Path) -> None:
    game = GAMES.get(name)
    text = starter(game)
    path = tmp_path / "new.toml"
    path.write_text(text, encoding="utf-8")
    assert changes(game, [load_variant(path, name)]) == []
    for switch in game.load().switches:
        assert switch.about in text
    opened = re.sub(r"^# (?=[\w\"-]+ = )", "", text, flags=re.MULTILINE)
    written = tomllib.loads(opened)
    del written["game"], written["name"]
    data = game.load([written])
    assert data.fingerprint == game.load().fingerprint
    assert set(written) == set(game.load().document)


def test_new_writes_a_file_once(balance: Any) -> None:
    said = balance("variant", "new", "toy", "-o", "n.toml")
    assert said.code == 0 and "written to n.toml" in said.err and said.out == ""
    assert Path("n.toml").read_text() == balance("variant", "new", "toy").out
    assert_refused(balance("variant", "new", "toy", "-o", "n.toml"), "is there already")
    assert_refused(balance("variant", "new", "tyo"), "did you mean 'toy'?")


# --- Neuroshima: sources, new tiles, new armies


def test_a_changed_figure_is_no_longer_from_its_old_source() -> None:
    game = GAMES.get("neuroshima")
    path = "armies.borgo.tiles.claws.initiative"

    def reconstructed(tile: dict[str, Any]) -> bool:
        overlay = {"armies": {"borgo": {"tiles": {"claws": tile}}}}
        return path in game.load([overlay]).reconstructed

    assert reconstructed({"initiative": [2]})
    assert not reconstructed({"initiative": [3]}), "nothing was changed"
    assert not reconstructed({"initiative": [2], "source": {"initiative": "public"}})
    assert not reconstructed({"count": 5})
    later = [
        {"armies": {"borgo": {"tiles": {"claws": {"initiative": [2]}}}}},
        {"armies": {"borgo": {"tiles": {"claws": {"initiative": [3]}}}}},
    ]
    assert path in game.load(later).reconstructed, "whoever changes it back gives no source either"
    assert "rules.hq_points" in game.load([{"rules": {"hq_points": 22}}]).reconstructed
    assert (
        "rules.reinforcements" not in game.load([{"rules": {"reinforcements": True}}]).reconstructed
    )


def test_slower_claws(balance: Any) -> None:
    said = balance("variant", "show", "neuroshima", EXAMPLES / "slower-claws.toml", "--json").json
    path = "armies.borgo.tiles.claws.initiative"
    assert said["changes"] == [{"path": path, "before": [3], "after": [2]}]


def test_a_whole_new_army_plays() -> None:
    army = EXAMPLES / "lamplighters.toml"
    plan = make_plan(ask("neuroshima", variant=army))
    assert list(plan.data.sides)[-1] == "lamplighters" and len(plan.lineups) == 10
    run = sim.run(
        "neuroshima", variant=army, armies=["Lamplighters", "borgo"], policy="greedy", games=12
    )
    assert set(run.rates()["name"]) == {"lamplighters", "borgo"}
    told = sim.play("neuroshima", 3, variant=army, armies="lamplighters,moloch", policy="random")
    lines = "\n".join(line for step in told.steps for line in step.lines)
    assert "Lamplighters" in lines and "Beacon" in lines


def test_a_new_tile_is_drawn_and_leaves_the_others_alone() -> None:
    torch = {
        "name": "Torch",
        "kind": "unit",
        "count": 20,
        "initiative": [4],
        "attacks": [{"side": 0, "type": "melee", "strength": 3}],
    }
    overlay = {"armies": {"borgo": {"tiles": {"torch": torch}}}}
    words: dict[str, Any] = {"policy": "random", "games": 20}
    told = sim.play("neuroshima", 0, armies="borgo,moloch", policy="random", variant=overlay)
    assert any("Torch" in line for step in told.steps for line in step.lines)
    others = [
        sim.run("neuroshima", armies="moloch,hegemony", variant=each, **words).parts().collect()
        for each in (None, overlay)
    ]
    assert others[0].equals(others[1])
