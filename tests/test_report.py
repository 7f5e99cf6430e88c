"""The page of a run: its claims, its parts, what it does with bad input. All with the toy."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import cli
from analysis.before_after import before_after
from analysis.claims import claims
from analysis.compare import compare
from analysis.notable import notable
from analysis.shape import shape
from reports import page
from reports.tones import luminance, tones
from reports.viewer import Shown, viewer_data
from sim import library
from sim.errors import BadInput
from sim.game import GAMES
from tests.toy_game import GAME

CROWN = "colours.red.tokens={crown = {count = 2, bonus = 45}, pebble = {count = 2, bonus = 0}}"
STRONG = {"colours": {"red": {"strength": 25}}}


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


def played(out: str | None = None, games: int = 600, **words: Any) -> library.Run:
    """Return a run of the toy."""
    return library.run("toy", games=games, out=out, figures=False, **words)


def text_of(run: library.Run, *before: library.Run, **how: Any) -> str:
    """Return the page of a run."""
    return page.report(run, *before, **how).html


def test_report_writes_one_page_and_says_its_claims(balance: Any) -> None:
    played("one")
    code, out, err = balance("report", "one")
    assert code == 0 and "written to one/report.html" in err
    made = Path("one/report.html").read_text("utf-8")
    assert made.startswith("<!doctype html>") and len(made.encode()) < page.LARGEST
    assert "Gold scores highest" in out and "Going first" in out
    assert all(line.replace("'", "&#39;") in made for line in out.splitlines())


def test_every_claim_has_a_margin_and_leads_to_its_evidence() -> None:
    run = played(set=[CROWN])
    made = page.report(run, played(), impact_games=200)
    ids = set(re.findall(r'id="([\w-]+)"', made.html))
    assert len(made.claims) >= 6
    for claim in made.claims:
        assert claim.evidence in ids
        assert "±" in claim.text or "95 % interval" in claim.text, claim.text
    assert {claim.evidence for claim in made.claims} >= {"change", "rates", "seats", "pieces"}
    links = re.findall(r'href="#([\w-]+)"', made.html)
    assert {link for link in links if not link.startswith("replay-")} <= ids
    keys = set(re.findall(r'data-key="(\w+)"', made.html))
    assert {link[7:] for link in links if link.startswith("replay-")} == keys


def test_a_page_loads_nothing_and_is_the_same_every_time() -> None:
    run = played()
    made = text_of(run)
    assert made == text_of(played())
    assert not re.findall(r"""(?:src|href)=["'](?!#|data:)[^"']*""", made)
    assert not re.findall(r"url\(|@import|fetch\(|XMLHttpRequest", made)
    addresses = set(re.findall(r"https?://[^\s\"'<\\]+", made))
    assert addresses <= {"http://www.w3.org/2000/svg"}  # the name of a format, not a place


@pytest.mark.parametrize(
    "words",
    [
        {"players": 3},
        {"mode": "teams"},
        {"map": "all"},
        {"colours": "red,red"},
        {"colours": "red,blue"},
        {"policy": ["random", "greedy"], "colours": "red,gold"},
        {"until": 0.2},
        {"games": 2},
    ],
    ids=lambda words: next(iter(words)),
)
def test_odd_runs_get_a_page_too(words: dict[str, Any]) -> None:
    made = text_of(played(**words))
    assert 'id="matchups"' in made and 'id="replays"' in made
    if "map" in words:
        assert "By map" in made and "Red @ The Hill" in made
    if "policy" in words:
        assert "By policy" in made


def test_names_are_escaped() -> None:
    evil = "<script>window.hacked = 1</script>"
    Path("evil.toml").write_text(f'game = "toy"\nname = "{evil}"\n[colours.red]\nname = "{evil}"\n')
    plain = played()
    made = text_of(played(variant="evil.toml"), plain)
    assert evil not in made
    assert "&lt;script&gt;window.hacked = 1&lt;/script&gt;" in made
    scripts = re.findall(r"<script[^>]*>", made)
    assert scripts == ['<script type="application/json" id="replay-data">', "<script>"]


def test_only_the_pages_own_script_may_run() -> None:
    import base64
    import hashlib

    made = text_of(played())
    script = made.rpartition("<script>")[2].partition("</script>")[0]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in made and "default-src 'none'" in made


def test_replays_are_the_games_they_say() -> None:
    run = played(players=3)
    rows = run.games().to_dicts()

    def lead(row: dict[str, Any]) -> float:
        won = [k for k in range(3) if row[f"score_{k}"] == 1.0]
        rest = [row[f"total_{k}"] for k in range(3) if k not in won]
        return float(row[f"total_{won[0]}"] - max(rest))

    found = {each.key: each.game for each in notable(run.parts(), run.manifest, GAME.lead)}
    decided = [row for row in rows if any(row[f"score_{k}"] == 1.0 for k in range(3))]
    assert rows[found["shortest"]]["length"] == min(row["length"] for row in rows)
    assert lead(rows[found["closest"]]) == min(map(lead, decided))
    assert lead(rows[found["lopsided"]]) == max(map(lead, decided))
    typical = rows[found["typical"]]
    assert typical["length"] == sorted(row["length"] for row in rows)[(len(rows) - 1) // 2]
    assert typical["ending"] == "clear"
    for number in found.values():
        told = run.replay(number)
        assert told.row["game"] == number
        assert [told.row[f"score_{k}"] for k in range(3)] == [
            rows[number][f"score_{k}"] for k in range(3)
        ]
        assert told.command.startswith("balance play toy") and f"--game {number}" in told.command


def test_no_winner_no_closest_game() -> None:
    run = played(games=2, colours="red,red", set=["rules.first_seat_bonus=0"])
    draws = run.parts().collect().with_columns(score_0=0.5, score_1=0.5).lazy()
    keys = [each.key for each in notable(draws, run.manifest, GAME.lead)]
    assert keys == ["typical", "shortest"]


def test_a_run_of_other_rules_is_shown_without_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    run = played("old")
    monkeypatch.setattr(GAME, "rules_version", 2)
    made = page.report(library.load_run("old"))
    assert "changed since the run was played" in made.notes[0]
    assert 'id="replays"' not in made.html and 'id="rates"' in made.html
    with pytest.raises(BadInput, match="changed since"):
        run.replay(0)
    with pytest.raises(BadInput, match="changed since"):
        page.report(run, impact_games=10)


def test_replays_that_make_a_page_too_large_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    run = played()
    small = len(text_of(run, replays=False).encode())
    monkeypatch.setattr(page, "LARGEST", small + 3_000)
    made = page.report(run)
    assert len(made.html.encode()) <= small + 3_000
    assert any("lopsided game is left out" in note for note in made.notes)


def test_boards_are_stored_once() -> None:
    run = played()
    told = run.replay(0)
    data = viewer_data([Shown(key, key, "", told) for key in "ab"], told.names)
    once = viewer_data([Shown("a", "a", "", told)], told.names)
    assert data["shapes"] == once["shapes"] == list(dict.fromkeys(data["shapes"]))
    steps = data["replays"][0]["steps"]
    svg = "\n".join(data["shapes"][n] for n in steps[0]["board"])
    assert svg.startswith("<svg") and svg.endswith("</svg>")
    assert steps[-1]["board"] is None and steps[-1]["lines"] == list(told.steps[-1].lines)
    json.dumps(data, allow_nan=False)


def test_lengths_and_endings_add_up() -> None:
    run = played(players=3)
    found = shape(run.parts(), run.manifest)
    games = run.games()
    assert found.mean == pytest.approx(games["length"].mean())
    assert found.lengths["games"].sum() == found.endings["games"].sum() == games.height
    assert found.lengths["share"].sum() == pytest.approx(1.0)
    counts = dict(games["ending"].cast(str).value_counts().iter_rows())
    assert dict(found.endings.select("name", "games").iter_rows()) == counts
    for low, share, high in found.endings.select("low", "share", "high").iter_rows():
        assert 0.0 <= low <= share <= high <= 1.0


def test_the_mean_length_has_an_honest_interval() -> None:
    # The games of a mirrored set share their luck: what counts is how the sets vary.
    run = played(games=4_000)
    found = shape(run.parts(), run.manifest)
    sets = run.games().group_by("set").agg(pl.col("length").mean())
    half = 1.96 * float(np.std(sets["length"].to_numpy(), ddof=1)) / sets.height**0.5
    assert found.mean_high - found.mean == pytest.approx(half, rel=1e-3)


def test_two_runs_are_compared_game_by_game() -> None:
    before, after = played(), played(set=STRONG)
    found = before_after(before, after)
    asked = compare("toy", STRONG, games=600)
    assert found.paired and found.same == asked.same
    columns = ["name", "before", "after", "difference", "low", "high", "verdict"]
    assert found.sides.select(columns).to_dicts() == asked.sides.select(columns).to_dicts()
    assert found.moved["name"][0] == "red"
    first = claims(after.summary(), shape(after.parts(), after.manifest), change=found)[0]
    assert "Red gains" in first.text and "the same 600 games" in first.text


def test_runs_with_luck_of_their_own_are_compared_as_samples() -> None:
    found = before_after(played(), played(seed=2, games=1_200))
    assert not found.paired and found.same is None
    for row in found.sides.to_dicts():
        assert row["low"] < row["difference"] < row["high"]
        assert row["difference"] == pytest.approx(row["after"] - row["before"])
        assert row["verdict"] == "no proven change"
    strong = before_after(played(), played(seed=2, games=1_200, set=STRONG))
    assert strong.moved["name"][0] == "red"


def test_a_run_against_itself_went_alike() -> None:
    run = played()
    made = page.report(run, played())
    assert made.claims[0].text.endswith("went exactly alike.")
    assert "600 of 600 games went exactly alike" in made.html


def test_only_one_game_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    one = played()
    other = library.Run({**one.manifest, "game": "else", "title": "Else"}, _rows=one._rows)
    with pytest.raises(BadInput, match="two games"):
        before_after(one, other)
    with pytest.raises(BadInput, match="number of players"):
        before_after(one, played(players=3))


def test_pieces_are_measured_on_request(balance: Any) -> None:
    assert "--impact 2000" in text_of(played(set=[CROWN]))
    assert "--impact 2000" not in text_of(played())
    played("plain")
    code, _, err = balance("report", "plain", "--impact", 100)
    assert code == 2 and "no colour of Toy of Colours brings tokens of its own" in err
    made = page.report(played(set=[CROWN], colours="red,gold"), impact_games=400)
    assert "Crown" in made.html and "One more adds" in made.html
    assert any(claim.evidence == "pieces" and "Crown" in claim.text for claim in made.claims)


def test_figures_are_written_in_both_kinds(balance: Any) -> None:
    played("a")
    played("b", set=STRONG)
    assert balance("report", "a", "b", "--figures", "drawn")[0] == 0
    names = ("matchups", "rates", "seats", "length", "meta", "change")
    for name in names:
        assert Path(f"drawn/{name}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in Path(f"drawn/{name}.svg").read_text("utf-8")
    assert len(list(Path("drawn").iterdir())) == 2 * len(names)
    code, _, err = balance("report", "a", "--figures", "drawn")
    assert code == 2 and "not an empty folder" in err


def test_a_game_gets_a_page_of_its_own(balance: Any) -> None:
    code, out, err = balance("play", "toy", "--game", 3, "--html", "game.html")
    assert code == 0 and "written to game.html" in err and "Roll 1" in out
    made = Path("game.html").read_text("utf-8")
    assert "Game 3: Deep Blue v Red" in made or "Game 3:" in made
    command = re.search(r"<code>(balance play[^<]*)</code>", made)
    assert command is not None
    assert balance(*command[1].split()[1:])[1] == out


def test_bad_input_is_a_sentence(balance: Any) -> None:
    played("one")
    Path("mine.html").write_text("my own page")
    for words, told in {
        ("nothing",): "not a run folder",
        ("one", "nothing"): "not a run folder",
        ("one", "-o", "mine.html"): "no page of balance",
        ("one", "-o", "away/r.html"): "folder is missing",
        ("one", "-o", "one"): "folder is missing, or it is one itself",
        ("one", "--impact", "many"): "not a number of games",
    }.items():
        code, out, err = balance("report", *words)
        assert (code, out, err.count("\n")) == (2, "", 1), err
        assert told in err
    assert Path("mine.html").read_text() == "my own page"
    assert balance("report", "one", "-o", "p.html")[0] == 0
    assert balance("report", "one", "-o", "p.html")[0] == 0  # a page of ours may be renewed
    code, _, err = balance("play", "toy", "--html", "mine.html")
    assert code == 2 and "no page of balance" in err


def test_inks_can_be_read_on_their_fills() -> None:
    for distance in np.linspace(-1.2, 1.2, 97):
        found = tones(float(distance))
        for ground in ("light", "dark"):
            shades = sorted(luminance(found[key]) for key in (ground, f"{ground}_ink"))
            assert (shades[1] + 0.05) / (shades[0] + 0.05) >= 4.5


def test_the_library_writes_the_page_too() -> None:
    run = played()
    assert run.report("page.html", played(seed=2)) == ()
    assert page.MARK in Path("page.html").read_text("utf-8")[:200]
