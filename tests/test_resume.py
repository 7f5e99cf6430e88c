"""Going on with a run, extending it, merging shares: always the bytes of one uninterrupted run."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sim
from sim import lock, runner, store
from sim.errors import BadInput
from sim.game import GAMES
from sim.library import Run
from tests.durable import bytes_of
from tests.toy_game import GAME


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    monkeypatch.setattr(store, "_PART", 300)
    monkeypatch.chdir(tmp_path)


def run(**words: Any) -> Run:
    """Run the toy without drawing figures."""
    return sim.run("toy", **{"games": 1_000, "figures": False, "threads": 1, **words})


class Cut(Exception):
    """Stands for whatever ends a process."""


def cut_after(monkeypatch: pytest.MonkeyPatch, writes: int) -> Callable[[], None]:
    """Have the run die when it writes its part after so many; return how to mend it."""
    left = [writes]
    write = store.Folder.write

    def dying(self: store.Folder, name: str, content: bytes) -> None:
        if name.startswith("parts/"):
            left[0] -= 1
            if left[0] < 0:
                raise Cut
        write(self, name, content)

    monkeypatch.setattr(store.Folder, "write", dying)
    return lambda: monkeypatch.setattr(store.Folder, "write", write)


def keep_every_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have chunks of one set, each of them kept at once."""
    monkeypatch.setattr(store, "SAVE_SECONDS", -1.0)
    monkeypatch.setattr(runner.Threads, "seconds", 0.0)


@pytest.mark.parametrize("parts", [1, 2, 3])
@pytest.mark.parametrize("players", [2, 3])
def test_a_run_that_died_is_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, parts: int, players: int
) -> None:
    run(out="whole", players=players, set=["rules.ties=first"])
    mend = cut_after(monkeypatch, parts)
    with pytest.raises(Cut):
        run(out="r", players=players, set=["rules.ties=first"])
    mend()
    with pytest.raises(BadInput, match="holds a run that was interrupted; go on with it: balance"):
        sim.load_run("r")
    played: list[int] = []
    original = runner.rows_of

    def spy(plan: Any, first: int, count: int) -> Any:
        played.append(count)
        return original(plan, first, count)

    monkeypatch.setattr(runner, "rows_of", spy)
    again = sim.resume("r", threads=1, figures=False)
    assert again.before == parts * (300 - 300 % players)
    assert sum(played) == again.manifest["games"] - again.before, "only what was missing"
    assert bytes_of(Path("r")) == bytes_of(Path("whole"))


def test_a_part_that_takes_long_is_kept_as_far_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    run(out="whole")
    keep_every_set(monkeypatch)
    mend = cut_after(monkeypatch, 170)
    with pytest.raises(Cut):
        run(out="r")
    mend()
    again = sim.resume("r", figures=False)
    assert again.before == 2 * 170
    assert bytes_of(Path("r")) == bytes_of(Path("whole"))


def test_a_finished_run_is_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    run(out="r")
    before = bytes_of(Path("r"))
    monkeypatch.setattr(runner, "play", lambda *_, **__: pytest.fail("played again"))
    assert sim.resume("r", figures=False).found
    assert bytes_of(Path("r")) == before


@pytest.mark.parametrize(("first", "more"), [(1_000, 500), (600, 2), (999, 1_001), (100, 100)])
def test_an_extended_run_is_the_longer_run(first: int, more: int) -> None:
    run(out="long", games=first + more)
    run(out="r", games=first)
    extended = sim.resume("r", extend=more, figures=False)
    assert extended.manifest["requested"] == first + more
    assert bytes_of(Path("r")) == bytes_of(Path("long"))


def test_a_run_with_a_variant_is_extended_under_its_name() -> None:
    Path("idea.toml").write_text('game = "toy"\nname = "Idea"\n[rules]\nties = "first"\n')
    run(out="long", games=900, variant="idea.toml", die="30")
    run(out="r", games=400, variant="idea.toml", die="30")
    Path("idea.toml").unlink()
    sim.resume("r", extend=500, figures=False)
    assert bytes_of(Path("r")) == bytes_of(Path("long"))


def test_a_run_to_a_precision_is_gone_on_with_and_extended(monkeypatch: pytest.MonkeyPatch) -> None:
    ask: dict[str, Any] = {"sides": "red,blue", "until": "2.5%"}
    whole = run(out="whole", games=20_000, **ask)
    assert whole.precise and 1_000 < whole.manifest["games"] < 20_000
    mend = cut_after(monkeypatch, 3)
    with pytest.raises(Cut):
        run(out="r", games=20_000, **ask)
    mend()
    sim.resume("r", figures=False)
    assert bytes_of(Path("r")) == bytes_of(Path("whole"))
    short = run(out="s", games=1_000, **ask)
    assert short.precise is False
    sim.resume("s", extend=19_000, figures=False)
    assert bytes_of(Path("s")) == bytes_of(Path("whole"))


@pytest.mark.parametrize("writes", [2, 6, 9])
def test_a_run_that_leaves_games_out_is_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    """Places in such a run are not numbers of games, and looks decide what is played next."""
    ask: dict[str, Any] = {"games": 4_000, "spend": "open"}
    whole = run(out="whole", **ask)
    assert whole.manifest["spend"]["looks"]
    mend = cut_after(monkeypatch, writes)
    with pytest.raises(Cut):
        run(out="r", **ask)
    mend()
    sim.resume("r", figures=False)
    assert bytes_of(Path("r")) == bytes_of(Path("whole"))
    with pytest.raises(BadInput, match="such a run cannot be extended"):
        sim.resume("r", extend=100)
    with pytest.raises(BadInput, match="add --spend even"):
        run(out="s", share="1/2", **ask)


def test_damage_within_a_run_to_a_precision_is_mended() -> None:
    ask: dict[str, Any] = {"sides": "red,blue", "until": "2.5%", "games": 20_000}
    run(out="r", **ask)
    before = bytes_of(Path("r"))
    Path("r/parts/part-000001.parquet").write_bytes(b"PAR1")
    assert run(out="r", **ask).damaged == ("parts/part-000001.parquet",)
    assert bytes_of(Path("r")) == before


@pytest.mark.parametrize("parts", [1, 3, 5])
def test_a_run_that_spends_games_is_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, parts: int
) -> None:
    """Its games have gaps between their numbers; its parts are filled by places."""
    field = {f"c{i}": {"name": f"C{i}", "strength": 8 * i} for i in range(6)}
    words: dict[str, Any] = {"spend": "open", "sides": list(field), "set": {"colours": field}}
    whole = run(games=2_000, out="whole", **words)
    mend = cut_after(monkeypatch, parts)
    with pytest.raises(Cut):
        run(games=2_000, out="cut", **words)
    with pytest.raises(BadInput, match="was interrupted; go on with it"):
        sim.load_run("cut")
    mend()
    assert sim.resume("cut", figures=False).manifest == whole.manifest
    assert bytes_of(Path("cut")) == bytes_of(Path("whole"))
    with pytest.raises(BadInput, match="cannot be extended"):
        sim.resume("whole", extend=100)
    with pytest.raises(BadInput, match="depends on all games before"):
        run(games=2_000, out="share", share="1/2", **words)
    with pytest.raises(BadInput, match="such runs have no shares"):
        sim.merge_runs(["whole", "cut"])


def test_shares_are_merged_into_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    run(out="whole", games=2_000)
    for k in (1, 2, 3):
        part = run(out=f"s{k}", games=2_000, share=f"{k}/3")
        assert part.complete and part.manifest["games"] < 2_000
        assert part.rates().height
    merged = sim.merge_runs(["s3", "s1", "s2"], "m", figures=False)
    assert merged.complete
    assert bytes_of(Path("m")) == bytes_of(Path("whole"))


def test_what_a_merge_lacks_is_played_by_resume() -> None:
    run(out="whole", games=2_000)
    for k in (1, 2):
        run(out=f"s{k}", games=2_000, share=f"{k}/3")
    Path("s1/parts/part-000003.parquet").write_bytes(b"no part")
    merged = sim.merge_runs(["s1", "s2"], "m", figures=False)
    assert not merged.complete and merged.manifest["games"] < 2_000
    sim.resume("m", figures=False)
    assert bytes_of(Path("m")) == bytes_of(Path("whole"))


def test_interrupted_runs_are_merged_too(monkeypatch: pytest.MonkeyPatch) -> None:
    run(out="whole")
    keep_every_set(monkeypatch)
    for name, writes in (("a", 200), ("b", 170)):
        mend = cut_after(monkeypatch, writes)
        with pytest.raises(Cut):
            run(out=name)
        mend()
    sim.merge_runs(["a", "b"], "m", figures=False)
    sim.resume("m", figures=False)
    assert bytes_of(Path("m")) == bytes_of(Path("whole"))


def test_merging_goes_into_the_folder_of_the_request() -> None:
    for k in (1, 2):
        run(out=True, share=f"{k}/2")
    shares = sorted(Path("runs").iterdir())
    assert [path.name[-12:] for path in shares] == ["share-1-of-2", "share-2-of-2"]
    merged = sim.merge_runs(shares, figures=False)
    assert run(out=True).found and run(out=True).folder == merged.folder


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"seed": 2}, "different runs .seed 1 and 2."),
        ({"games": 900}, "different runs"),
        ({"sides": "red,blue"}, "different runs"),
    ],
)
def test_different_runs_are_not_merged(other: dict[str, Any], words: str) -> None:
    run(out="a", share="1/2")
    run(**{"out": "b", "share": "2/2", **other})
    with pytest.raises(BadInput, match=words):
        sim.merge_runs(["a", "b"], "m")
    assert not Path("m").exists()


def test_merging_needs_two_folders_with_runs() -> None:
    run(out="a", share="1/2")
    with pytest.raises(BadInput, match="merge needs two folders or more"):
        sim.merge_runs(["a", "./a"], "m")
    with pytest.raises(BadInput, match="b is not a run folder: there is no such folder"):
        sim.merge_runs(["a", "b"], "m")
    run(out="c", sides="red,blue", until="5%", games=5_000)
    with pytest.raises(BadInput, match="stops at a precision; such runs have no shares"):
        sim.merge_runs(["c", "a"], "m")


@pytest.mark.parametrize("share", ["0/2", "3/2", "1", "a/b", "1/0", "-1/2", "1/1000000", ""])
def test_bad_shares(share: str) -> None:
    with pytest.raises(BadInput, match="is not a share such as 2/3"):
        run(out="r", share=share)
    assert not Path("r").exists()


def test_shares_without_games_are_refused() -> None:
    with pytest.raises(BadInput, match="share 5/8 has no games: 1,000 games fill 4 parts of 300"):
        run(out="r", share="5/8")
    with pytest.raises(BadInput, match="cannot be shared out: leave out --until"):
        run(out="r", share="1/2", until="1%")
    with pytest.raises(BadInput, match="written into a folder"):
        run(share="1/2")


def test_a_share_is_not_extended() -> None:
    run(out="r", share="1/2")
    with pytest.raises(BadInput, match="one share of a run; merge the shares"):
        sim.resume("r", extend=10)


@pytest.mark.parametrize("more", [-1, 10**12])
def test_bad_extensions(more: int) -> None:
    run(out="r")
    before = bytes_of(Path("r"))
    with pytest.raises(BadInput, match="allowed: 1"):
        sim.resume("r", extend=more)
    assert bytes_of(Path("r")) == before


def test_other_rules_or_figures_are_not_mixed(monkeypatch: pytest.MonkeyPatch) -> None:
    run(out="r")
    monkeypatch.setattr(GAME, "rules_version", 2)
    with pytest.raises(BadInput, match="played by rules version 1, and this is 2"):
        sim.resume("r", extend=100)
    monkeypatch.undo()


def test_figures_that_changed_since_are_not_mixed(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests import toy_game

    run(out="r")
    colours = {**toy_game.FIGURES["colours"], "red": {"name": "Red", "strength": 13}}
    monkeypatch.setitem(toy_game.FIGURES, "colours", colours)
    with pytest.raises(BadInput, match="played with other figures than these"):
        sim.resume("r", extend=100)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("request", None),
        ("request", {"game": "toy"}),
        ("request", {"game": 7}),
        ("lineups", []),
        ("chunk", 7),
        ("format", 99),
        ("rotations", [[0]]),
    ],
)
def test_a_manifest_that_was_tampered_with_is_refused(key: str, value: object) -> None:
    run(out="r")
    path = Path("r/manifest.json")
    path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
    with pytest.raises(BadInput, match="r"):
        sim.resume("r", extend=100)


@pytest.mark.parametrize("name", ["../secret.parquet", "/etc/passwd", "parts/../../x", "x", 7])
def test_a_manifest_names_nothing_outside_its_folder(name: Any) -> None:
    run(out="r")
    path = Path("r/manifest.json")
    values = json.loads(path.read_text())
    Path("secret.parquet").write_bytes(Path("r/parts/part-000000.parquet").read_bytes())
    values["parts"] = {str(name): next(iter(values["parts"].values())), **values["parts"]}
    path.write_text(json.dumps(values))
    assert store.named_parts(values) == [f"parts/part-00000{i}.parquet" for i in range(4)]
    assert sim.load_run("r").games().height == 1_000


def test_a_part_that_is_a_link_is_not_believed(tmp_path: Path) -> None:
    run(out="r")
    part = Path("r/parts/part-000001.parquet")
    Path("elsewhere").write_bytes(part.read_bytes())
    part.unlink()
    part.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match=r"part-000001\.parquet is missing or not what it was"):
        sim.load_run("r")
    sim.resume("r", figures=False)
    assert not part.is_symlink() and Path("elsewhere").exists()


# --- one process at a time


def test_the_second_on_a_folder_is_told_who_is_first() -> None:
    run(out="r")
    held = lock.hold(Path("r"))
    with pytest.raises(BadInput, match=r"r is being used by another run \(process \d+ on .+\)"):
        sim.resume("r", extend=100)
    held.release()
    assert sim.resume("r", extend=100, figures=False).complete
    assert not Path("r/.lock").exists()


def test_a_lock_that_a_dead_process_left_is_taken() -> None:
    run(out="r")
    Path("r/.lock").write_text("process 1 on nowhere\n")
    sim.resume("r", extend=100, figures=False)
    assert not Path("r/.lock").exists()


def test_a_lock_whose_holder_leaves_at_that_moment_is_taken_anew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Between opening the file and locking it the holder may have removed it."""
    same, asked = lock._same, [0]

    def gone_once(handle: int, path: Path) -> bool:
        asked[0] += 1
        if asked[0] == 1:
            path.unlink()
        return same(handle, path)

    monkeypatch.setattr(lock, "_same", gone_once)
    held = lock.hold(tmp_path)
    assert asked == [2] and (tmp_path / ".lock").exists()
    held.release()


# --- clocks


class Clock:
    """A clock that jumps: an hour ahead, a day back, and so on."""

    def __init__(self, jumps: list[float]) -> None:
        self.jumps, self.asked = jumps, 0

    def __call__(self) -> float:
        self.asked += 1
        return 1_000_000.0 + self.jumps[self.asked % len(self.jumps)]


@pytest.mark.parametrize("clock", ["time", "monotonic"])
def test_clock_jumps_change_nothing(monkeypatch: pytest.MonkeyPatch, clock: str) -> None:
    run(out="calm")
    monkeypatch.setattr(time, clock, Clock([0.0, 3_600.0, -86_400.0, 1e9, 0.5]))
    run(out="wild", threads=2)
    assert bytes_of(Path("wild")) == bytes_of(Path("calm"))
    mend = cut_after(monkeypatch, 2)
    with pytest.raises(Cut):
        run(out="cut", threads=2)
    mend()
    sim.resume("cut", figures=False)
    assert bytes_of(Path("cut")) == bytes_of(Path("calm"))
