"""The run folder: what it says, when it is reused, what is refused, nothing half-written."""

import errno
import hashlib
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import sim
from sim import runner, store
from sim.errors import BadInput
from sim.game import GAMES
from sim.library import Run
from sim.plan import Plan, Request, make_plan
from sim.store import Folder, PartWriter, claim, manifest, part_size
from sim.variant import parse_set


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    monkeypatch.chdir(tmp_path)


def plan(**words: Any) -> Plan:
    """Return a plan of the toy."""
    return make_plan(Request("toy", **{"games": 1_000, **words}))


def run(**words: Any) -> Run:
    """Run the toy without drawing figures."""
    return sim.run("toy", **{"games": 1_000, "figures": False, **words})


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Return the content of every file in a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def sha256(path: Path) -> str:
    """Return the checksum of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def small_parts(monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    """Have parts of a few games, so that a small run has several."""
    monkeypatch.setattr(store, "_PART", size)


def test_the_manifest_says_what_the_folder_holds(tmp_path: Path) -> None:
    played = run(colours="red,Blue", games=999, seed=5, set=["rules.ties=first"], out="r", die="50")
    found = json.loads((tmp_path / "r" / "manifest.json").read_text())
    assert found == played.manifest
    expected = {
        "format": 2,
        "game": "toy",
        "title": "Toy of Colours",
        "rules_version": 1,
        "seed": 5,
        "games": 1_000,
        "requested": 999,
        "mode": "melee",
        "lineups": [
            {
                "sides": ["red", "blue"],
                "policies": ["greedy", "greedy"],
                "mode": "melee",
                "map": "meadow",
            }
        ],
        "rotations": [[0, 1], [1, 0]],
        "orders": [[0, 1]],
        "teams": [0, 1],
        "endings": ["clear", "close", "tied"],
        "length_unit": "rolls",
        "side": "colour",
        "provenance": {"rulebook": 6, "public": 0, "reconstructed": 1},
        "reconstructed": ["colours.blue.strength"],
        "chunk": 65_536,
        "parts": {"parts/part-000000.parquet": sha256(Path("r/parts/part-000000.parquet"))},
        "complete": True,
    }
    assert {key: found[key] for key in expected} == expected
    assert found["names"]["blue"] == "Deep Blue"
    assert found["request"]["overlay"] == {"rules": {"ties": "first", "sides_of_die": 50}}
    assert found["versions"]["tabletop-balance"] == sim.__version__
    assert set(found["versions"]) == {"tabletop-balance", "python", "numba", "numpy", "polars"}
    assert str(tmp_path) not in json.dumps(found)


def test_the_request_in_the_manifest_plays_the_same_games() -> None:
    first = run(colours="red,blue,gold", policy="greedy,random", set=["rules.sides_of_die=9"])
    ask = first.manifest["request"]
    again = sim.run(
        ask["game"],
        sides=ask["sides"],
        players=ask["players"],
        mode=ask["mode"],
        map=ask["maps"],
        policy=ask["policies"],
        games=ask["games"],
        seed=ask["seed"],
        set=ask["overlay"],
    )
    assert again.manifest == first.manifest
    assert again.parts().collect().equals(first.parts().collect())


@pytest.mark.parametrize("players", [2, 3])
def test_same_bytes_with_any_threads_and_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int
) -> None:
    small_parts(monkeypatch, 300)
    made = plan(games=1_321, players=players)
    contents = []
    for threads, chunk in [(1, None), (2, None), (2, 1), (1, 37), (4, 5_000)]:
        folder, found = claim(tmp_path / f"{threads}-{chunk}", made)
        assert not found
        writer = PartWriter(folder, part_size(made))
        assert runner.play(made, writer, threads=threads, chunk=chunk) == made.games
        folder.finish(folder.manifest(made, complete=True))
        folder.release()
        contents.append(bytes_of(folder.path))
    assert len(contents[0]) == 1 + 5
    assert all(content == contents[0] for content in contents)


def test_parts_hold_whole_sets_of_a_fixed_number_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch, 100)
    played = run(games=500, players=3, out="r")
    heights = [pl.read_parquet(Path("r") / name).height for name in played.manifest["parts"]]
    assert heights == [99, 99, 99, 99, 99, 6]
    assert played.parts().collect()["game"].to_list() == list(range(501))


def test_a_run_in_memory_has_the_rows_of_a_run_on_disk() -> None:
    written, kept = run(out="r", seed=3), run(seed=3)
    assert kept.folder is None
    assert kept.manifest == {**written.manifest, "parts": {}}
    assert kept.parts().collect().equals(written.parts().collect())
    assert kept.rates().equals(written.rates())
    assert kept.matchups().height == 6
    assert kept.seats().height == 2


def test_a_loaded_run_is_the_run() -> None:
    written = run(out="r", seed=3)
    loaded = sim.load_run("r")
    assert loaded.manifest == written.manifest
    assert loaded.games().equals(written.games())
    assert loaded.found


@pytest.mark.parametrize("content", [None, b"", b"[]", b"{", b'{"format": 99}', b"[" * 100_000])
def test_what_is_no_run_is_not_loaded(content: bytes | None) -> None:
    Path("r").mkdir()
    if content is not None:
        Path("r/manifest.json").write_bytes(content)
    with pytest.raises(BadInput, match="r is not a run folder"):
        sim.load_run("r")


def test_a_finished_request_is_answered_from_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(out="r", sides="red,blue")
    before = {path: path.stat().st_mtime_ns for path in Path("r").rglob("*")}
    monkeypatch.setattr(runner, "play", lambda *_, **__: pytest.fail("played again"))
    again = run(out="r", sides="RED,deep blue", threads=1)
    assert again.found and not first.found
    assert again.manifest == first.manifest
    assert {path: path.stat().st_mtime_ns for path in Path("r").rglob("*")} == before


@pytest.mark.parametrize(
    "other", [{"seed": 2}, {"games": 900}, {"sides": "red,gold"}, {"set": ["rules.ties=first"]}]
)
def test_another_request_does_not_touch_a_folder(other: dict[str, Any]) -> None:
    run(out="r", sides="red,blue")
    before = bytes_of(Path("r"))
    with pytest.raises(BadInput, match="r holds another run; name another folder with --out"):
        run(**{"out": "r", "sides": "red,blue", **other})
    assert bytes_of(Path("r")) == before


def test_a_folder_with_anything_else_is_refused() -> None:
    Path("r").mkdir()
    Path("r/letter.txt").write_text("dear")
    with pytest.raises(BadInput, match="r is not empty and holds no run"):
        run(out="r")
    assert bytes_of(Path("r")) == {"letter.txt": b"dear"}


def test_an_empty_folder_is_used() -> None:
    Path("r").mkdir()
    assert run(out="r").complete


def spoil_missing(part: Path) -> None:
    part.unlink()


def spoil_cut(part: Path) -> None:
    part.write_bytes(part.read_bytes()[:-20])


def spoil_short(part: Path) -> None:
    pl.read_parquet(part).head(10).write_parquet(part)


def spoil_altered(part: Path) -> None:
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(content)


SPOILS = [spoil_missing, spoil_cut, spoil_short, spoil_altered]


@pytest.mark.parametrize("spoil", SPOILS)
def test_a_damaged_part_is_named_and_played_again(
    spoil: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    small_parts(monkeypatch, 300)
    run(out="r")
    before = bytes_of(Path("r"))
    spoil(Path("r/parts/part-000001.parquet"))
    with pytest.raises(BadInput, match=r"r: parts/part-000001\.parquet is missing or not what"):
        sim.load_run("r")
    again = run(out="r")
    assert again.damaged == ("parts/part-000001.parquet",) and not again.found
    assert again.before == 700
    assert bytes_of(Path("r")) == before
    assert run(out="r").found


def test_an_unfinished_run_is_gone_on_with_by_the_same_request() -> None:
    run(out="r")
    before = bytes_of(Path("r"))
    path = Path("r/manifest.json")
    path.write_text(path.read_text().replace('"complete": true', '"complete": false'))
    with pytest.raises(BadInput, match="r holds an unfinished run"):
        run(out="r", seed=2)
    run(out="r")
    assert bytes_of(Path("r")) == before


def test_a_folder_of_the_first_format_is_read_and_answered_from() -> None:
    """Manifests once named their parts without checksums."""
    expected = run(out="r").games()
    path = Path("r/manifest.json")
    values = json.loads(path.read_text())
    path.write_text(json.dumps({**values, "format": 1, "parts": list(values["parts"])}))
    assert sim.load_run("r").games().equals(expected)
    assert run(out="r").found
    with pytest.raises(BadInput, match=r"older version, without checksums.*balance run toy"):
        sim.resume("r")
    spoil_cut(Path("r/parts/part-000000.parquet"))
    with pytest.raises(BadInput, match=r"part-000000\.parquet is missing or not what it was"):
        sim.load_run("r")
    with pytest.raises(BadInput, match="older version"):
        run(out="r")


def test_the_default_folder_is_named_by_the_request() -> None:
    first, again, other = run(out=True), run(out=True), run(out=True, seed=2)
    assert first.folder is not None and other.folder is not None
    assert first.folder.parent == Path("runs") and first.folder.name.startswith("toy-")
    assert again.folder == first.folder and again.found
    assert other.folder != first.folder and not other.found


def test_a_default_folder_in_the_way_gets_a_numbered_sibling() -> None:
    first = run(out=True).folder
    assert first is not None
    (first / "manifest.json").unlink()
    second = run(out=True)
    assert second.folder == first.with_name(first.name + "-2") and not second.found
    third = run(out=True)
    assert third.folder == second.folder and third.found


def test_a_missing_parent_is_made_and_a_file_as_parent_is_refused(tmp_path: Path) -> None:
    assert run(out="a/b/c").folder == Path("a/b/c")
    Path("file").write_text("")
    for out in ("file", "file/below", "file/below/deeper"):
        with pytest.raises(BadInput, match="file"):
            run(out=out)
    assert sorted(os.listdir(tmp_path)) == ["a", "file"]


def test_a_dangling_link_is_refused(tmp_path: Path) -> None:
    Path("link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(BadInput, match="link is not a folder"):
        run(out="link")


def test_an_unwritable_folder_is_found_before_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, *_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(runner, "play", lambda *_, **__: pytest.fail("a game was played"))
    monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(BadInput, match="cannot write into r: Permission denied"):
        run(out="r")
    assert not Path("r").exists()


def test_two_runs_do_not_share_a_folder() -> None:
    claim(Path("r"), plan())
    with pytest.raises(BadInput, match="r "):
        claim(Path("r"), plan())


def test_a_run_too_large_for_the_disk_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"need about 20 TB on disk, but .* free"):
        run(games=10**12, out="r")
    assert os.listdir(tmp_path) == []


def test_a_run_too_large_for_memory_is_refused() -> None:
    with pytest.raises(BadInput, match="too many to keep in memory; allowed: 20,000,000"):
        run(games=10**9)


def test_the_estimate_of_disk_space_is_on_the_safe_side() -> None:
    for players in (2, 4):
        played = run(games=65_536, players=players, out=f"r{players}")
        used = sum(path.stat().st_size for path in Path(f"r{players}/parts").iterdir())
        need = store.bytes_per_game(plan(players=players))
        assert used / played.manifest["games"] < need < 10 * used / played.manifest["games"]


def fill_disk_after(monkeypatch: pytest.MonkeyPatch, parts: int) -> None:
    """Have the disk fill up when the part after so many is being written."""
    original = Path.open

    class Full(io.BytesIO):
        def write(self, content: Any) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    def open_(self: Path, *mode: Any, **more: Any) -> Any:
        if self.name == f".part-{parts:06d}.parquet.tmp":
            original(self, *mode, **more).close()
            return Full()
        return original(self, *mode, **more)

    monkeypatch.setattr(Path, "open", open_)


def test_a_disk_that_fills_up_leaves_only_whole_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    small_parts(monkeypatch, 100)
    fill_disk_after(monkeypatch, parts=3)
    with pytest.raises(BadInput, match=r"part-000003\.parquet: No space left on device"):
        run(out="r")
    assert [path.name for path in sorted(Path("r/parts").iterdir())] == [
        f"part-{i:06d}.parquet" for i in range(3)
    ]
    kept = sim.load_run("r")
    assert not kept.complete
    assert kept.games().height == kept.manifest["games"] == 300


def test_a_disk_full_from_the_start_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fill_disk_after(monkeypatch, parts=0)
    with pytest.raises(BadInput, match="No space left"):
        run(out="a/r")
    assert os.listdir(tmp_path) == []


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.write("x", b"old")
    with pytest.raises(TypeError):
        folder.write("x", "not bytes")  # type: ignore[arg-type]
    assert bytes_of(tmp_path) == {"x": b"old"}


def test_the_short_id_tells_requests_apart() -> None:
    variants = [
        plan(),
        plan(seed=2),
        plan(games=2_000),
        plan(sides=("red", "blue")),
        plan(policies=("random",)),
        plan(overlays=(parse_set("rules.ties=first"),)),
    ]
    ids = [store.short_id(manifest(made, made.games, complete=True)) for made in variants]
    assert len(set(ids)) == len(ids)
    assert all(len(short) == 8 for short in ids)
