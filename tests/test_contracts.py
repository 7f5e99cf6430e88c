"""Contracts from end to end with the toy: record, check, exit codes, reports, bad contracts."""

import json
import re
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cli
from analysis.check import Digest, check
from analysis.contract import read_contract
from analysis.estimates import widened
from analysis.rounds import matchup_of, rounds_of, score_of, seat_of, side_of
from sim.game import _FOLDERS, GAMES
from sim.library import ask
from sim.plan import make_plan
from sim.runner import rows_of
from tests.toy_game import GAME

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)
    GAME.compiled = True
    yield
    GAME.compiled = False


class Said:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def balance(capsys: pytest.CaptureFixture[str]) -> Any:
    """Return the command as a function of its words."""

    def call(*words: object) -> Said:
        code = cli.main([str(word) for word in words])
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return call


def write(text: str, name: str = "balance.toml") -> Path:
    path = Path(name)
    path.write_text(text, encoding="utf-8")
    return path


def contract(*lines: str, **request: str) -> Path:
    """Write a contract of one request; lines are expectations, request its further keys."""
    more = "".join(f"{key} = {value}\n" for key, value in request.items())
    body = "".join(f"  {{ {line} }},\n" for line in lines)
    return write(f'[[request]]\nname = "toy"\ngame = "toy"\n{more}expect = [\n{body}]\n')


def assert_refused(said: Said, *words: str) -> None:
    """One sentence on stderr with these words, exit code 2, nothing else."""
    assert said.code == 2 and said.out == ""
    assert said.err.count("\n") == 1 and said.err.startswith("balance: ")
    for word in words:
        assert word in said.err


# --- what a round says


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"mode": "teams"}])
def test_rounds_agree_with_the_tables_of_a_run(options: dict[str, Any]) -> None:
    import sim

    plan = make_plan(ask("toy", games=480, **options))
    run = sim.run("toy", games=plan.games, **options)
    rounds = rounds_of(plan, rows_of(plan, 0, plan.games))
    for row in run.rates().filter(axis="colour").iter_rows(named=True):
        seen = score_of(plan, row["name"], side_of).observe(rounds)
        assert seen.points.mean() == pytest.approx(row["score"], abs=1e-12)
    for row in run.matchups().iter_rows(named=True):
        seen = matchup_of(plan, row["a"], row["b"]).observe(rounds)
        assert seen.points.sum() / seen.share.sum() == pytest.approx(row["score"], abs=1e-12)
        assert (seen.points <= seen.share + 1e-12).all() and (seen.share <= 1 + 1e-12).all()
    for row in run.seats().iter_rows(named=True):
        seen = seat_of(plan, row["seat"]).observe(rounds)
        assert seen.points.mean() == pytest.approx(row["score"], abs=1e-12)


def test_a_digest_does_not_see_batches_but_sees_every_result() -> None:
    plan = make_plan(ask("toy", games=240))
    rows = rows_of(plan, 0, 240)

    def digest(*parts: pl.DataFrame) -> str:
        made = Digest()
        for part in parts:
            made.add(part)
        return made.hex()

    whole = digest(rows)
    assert digest(rows[:7], rows[7:100], rows[100:]) == whole
    for column in ("score_1", "length", "ending"):
        values = rows[column].to_numpy().copy()
        values[200] = values[200] + 1
        assert digest(rows.with_columns(pl.Series(column, values))) != whole


# --- verdicts and exit codes


def test_a_contract_that_holds(balance: Any) -> None:
    contract(
        'score = "each", between = [40, 60], margin = 3',
        'matchup = ["Red", "deep blue"], between = [40, 65], margin = 3',
        "seat = 1, within = 6, margin = 2",
        'length = "median", between = [6, 8]',
        'length = "p90", between = [9, 11]',
    )
    said = balance("check")
    assert said.code == 0 and said.err == ""
    assert said.out.count("PASS") == 5
    assert "The contract holds: 5 lines passed" in said.out
    assert "3 more hold" in said.out and "Red v Deep Blue" in said.out


def test_a_contract_that_is_broken(balance: Any) -> None:
    contract(
        'score = "each", between = [49, 60], margin = 2',
        'matchup = "each", between = [35, 65], margin = 5',
        'length = "median", between = [8, 11]',
        "seat = 1, within = 1",
    )
    said = balance("check", "--json")
    assert said.code == 1
    document = json.loads(said.out)
    assert document["verdict"] == "FAIL" and document["tests"] == 4 + 6 + 1 + 1
    lines = document["requests"][0]["lines"]
    assert [line["verdict"] for line in lines] == ["FAIL", "PASS", "FAIL", "FAIL"]
    cells = {cell["name"]: cell for cell in lines[0]["cells"]}
    assert cells["Deep Blue"]["verdict"] == "FAIL" and cells["Gold"]["verdict"] == "PASS"
    blue = cells["Deep Blue"]
    assert blue["low"] < blue["estimate"] < blue["high"] and blue["band"] == [49, 60]
    assert document["games"] >= max(line["games"] for line in lines)
    assert document["requests"][0]["reconstructed"] == ["colours.blue.strength"]


def test_a_tiny_budget_is_inconclusive(balance: Any) -> None:
    contract('score = "each", between = [40, 60]', most_games="200")
    said = balance("check")
    assert said.code == 3
    assert "INCONCLUSIVE" in said.out and "raise most_games" in said.out
    assert json.loads(balance("check", "--json").out)["games"] == 192, "whole rounds of 12 games"
    # A line that fails outweighs one that is not decided.
    contract('score = "red", between = [51, 53]', "seat = 1, between = [0, 20]", most_games="400")
    assert balance("check").code == 1
    assert balance("check", "-n", "100k").code == 1
    assert_refused(balance("check", "-n", "7"), "less than one round", "12")


def test_the_errors_are_shared_by_all_tests_of_the_file(balance: Any) -> None:
    balance("record", "toy", "-n", "600", "--colours", "red,blue")
    text = Path("balance.toml").read_text().replace("false_alarms = 0.01", "false_alarms = 0.04")
    text += '[[request]]\ngame = "toy"\nexpect = [ { matchup = "each", between = [30, 70] } ]\n'
    write(text.replace("power = 0.99", "power = 0.9"))
    cells = [cell for line in check("balance.toml").lines for cell in line.cells]
    assert len(cells) == 3 + 6
    for cell in cells:
        share = 0.04 / 9 / (2 if cell.recorded else 1)
        assert cell.level.alarm == pytest.approx(share) and cell.level.miss == pytest.approx(0.1)


def test_threads_do_not_matter(balance: Any) -> None:
    contract('score = "each", between = [45, 55], margin = 4', "seat = 1, within = 6, margin = 2")
    told = [balance("check", "--json", "--threads", n).out for n in (1, 3, 8)]
    assert told[0] == told[1] == told[2]


def test_larger_tables_maps_policies_and_several_requests(balance: Any) -> None:
    write(
        '[[request]]\ngame = "toy"\nplayers = 3\nmap = "all"\n'
        '[[request.expect]]\nmatchup = ["gold", "blue"]\nbetween = [50, 75]\nmargin = 5\n'
        "[[request.expect]]\nseat = 1\nwithin = 6\nmargin = 3\n"
        '[[request]]\nname = "ladder"\ngame = "toy"\nsides = ["red", "green"]\n'
        'policy = ["greedy", "random"]\nset = ["rules.sides_of_die=50"]\n'
        '[[request.expect]]\npolicy = "greedy"\nbetween = [60, 100]\nmargin = 5\n'
    )
    said = balance("check", "--json")
    assert said.code == 0, said.out
    first, second = json.loads(said.out)["requests"]
    assert first["name"] == "toy 1" and second["name"] == "ladder"


def test_a_variant_is_tried_out(balance: Any) -> None:
    contract('score = "red", between = [45, 58], margin = 2')
    assert balance("check").code == 0
    write('game = "toy"\nname = "Mighty red"\n[colours.red]\nstrength = 30\n', "mighty.toml")
    said = balance("check", "--variant", "mighty.toml", "--markdown", "block.md")
    assert said.code == 1
    assert "Mighty red" in Path("block.md").read_text()
    # The same file may belong to the request; it lies beside the contract.
    Path("deep").mkdir()
    Path("mighty.toml").rename("deep/mighty.toml")
    path = contract('score = "red", between = [45, 58], margin = 2', variant='"mighty.toml"')
    path.rename("deep/balance.toml")
    assert balance("check", "deep/balance.toml").code == 1
    write('game = "chess"\n', "chess.toml")
    assert_refused(balance("check", "deep/balance.toml", "--variant", "chess.toml"), "'chess'")


# --- recording


def test_a_recorded_contract_is_met_bit_for_bit(balance: Any) -> None:
    said = balance("record", "toy", "-n", "2000", "--colours", "red,green,blue", "--matchups")
    assert said.code == 0 and "balance check balance.toml" in said.out
    caught = float(re.search(r"move by ([0-9.]+) points", said.out)[1])  # type: ignore[index]
    document = tomllib.loads(Path("balance.toml").read_text())
    request = document["request"][0]
    assert request["sides"] == ["red", "green", "blue"] and request["recorded"]["games"] == 2004
    unsure = max(line["plus_minus"] for line in request["expect"] if "length" not in line)
    assert caught == pytest.approx(1 + 1 + 2 * widened(unsure, 0.01 / 8 / 2), abs=0.1)
    kinds = [next(iter(line)) for line in request["expect"]]
    assert kinds == ["score"] * 3 + ["matchup"] * 3 + ["seat", "length"]
    checked = balance("check", "--json")
    assert checked.code == 0
    answer = json.loads(checked.out)["requests"][0]
    assert answer["games"] == 2004
    assert all(line["identical"] for line in answer["lines"])
    assert "bit for bit" in balance("check").out


def test_a_change_is_found_and_fresh_games_are_spent(balance: Any) -> None:
    balance("record", "toy", "-n", "40k", "--colours", "red,blue", "--tolerance", "0.5")
    write('game = "toy"\n[colours.red]\nstrength = 18\n', "up.toml")
    said = balance("check", "--variant", "up.toml", "--json")
    assert said.code == 1
    lines = json.loads(said.out)["requests"][0]["lines"]
    assert [line["identical"] for line in lines] == [False] * 3
    assert lines[0]["verdict"] == "FAIL" and lines[2]["verdict"] == "PASS"
    assert lines[0]["games"] < 40_000, "known to be another game: decided as soon as it is clear"


def test_a_change_that_changes_no_game_is_none(balance: Any) -> None:
    balance("record", "toy", "-n", "600", "--colours", "red,blue")
    # Green does not play; the figures have another fingerprint, the games are the same.
    write('game = "toy"\n[colours.green]\nstrength = 11\n', "green.toml")
    said = balance("check", "--variant", "green.toml", "--json")
    assert said.code == 0
    lines = json.loads(said.out)["requests"][0]["lines"]
    assert lines[0]["identical"] and lines[0]["games"] == 600


def test_unchanged_rules_on_other_streams_raise_no_alarm(balance: Any) -> None:
    balance("record", "toy", "-n", "6000", "--colours", "red,blue", "--tolerance", "0")
    text = Path("balance.toml").read_text()
    verdicts = []
    for seed in range(2, 14):
        write(
            text.replace("seed = 1\n", f"seed = {seed}\nmost_games = 30_000\n", 1).replace(
                "most_games = 100000\n", ""
            )
        )
        report = check("balance.toml", threads=1)
        assert not any(line.identical for line in report.lines)
        verdicts.append(report.verdict)
    assert "FAIL" not in verdicts and verdicts.count("PASS") >= 6


def test_record_keeps_what_was_asked_and_adds(balance: Any) -> None:
    write('game = "toy"\nname = "Up"\n[colours.red]\nstrength = 20\n', "up.toml")
    words = ("--players", 3, "--map", "hill", "--die", 60, "--variant", "up.toml")
    balance("record", "toy", "-n", 300, *words, "--name", "three", "-o", "c.toml")
    before = Path("c.toml").read_text()
    assert_refused(balance("record", "toy", "-n", 300, "-o", "c.toml"), "c.toml", "--add")
    assert Path("c.toml").read_text() == before
    balance("record", "toy", "-n", 300, "--policy", "random,greedy", "--add", "-o", "c.toml")
    after = Path("c.toml").read_text()
    assert after.startswith(before)
    first, second = read_contract(Path("c.toml")).contract.request
    assert (first.name, first.players, first.map) == ("three", 3, ["hill"])
    assert first.set == ["rules.sides_of_die=60"] and first.variant == ["up.toml"]
    assert second.policy == ["random", "greedy"]
    assert balance("check", "c.toml").code == 0
    assert sorted(p.name for p in Path().iterdir()) == ["c.toml", "up.toml"]


def test_record_refuses(balance: Any) -> None:
    assert_refused(balance("record", "toy", "--colours", "red,blu"), "'blue'")
    assert_refused(balance("record", "toy", "--tolerance", "-1"), "tolerance")
    assert_refused(balance("record", "toy", "-o", "nowhere/c.toml"), "nowhere")
    assert_refused(balance("record", "toy", "--add"), "balance.toml")
    assert list(Path().iterdir()) == []


# --- reports


def test_junit_and_markdown(balance: Any) -> None:
    lines = [f"seat = 1, between = [{20 + i}, 80], margin = 5" for i in range(8)]
    contract("seat = 1, between = [60, 80], margin = 5", *lines)
    said = balance("check", "--junit", "out.xml", "--markdown", "out.md")
    assert said.code == 1
    root = ET.parse("out.xml").getroot()
    suite = root[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("9", "1", "0")
    cases = suite.findall("testcase")
    assert len(cases) == 9 and len(suite.findall("testcase/failure")) == 1
    failure = cases[0].find("failure")
    assert failure is not None and "%" in (failure.get("message") or "")
    block = Path("out.md").read_text().rstrip("\n").split("\n")
    assert 5 <= len(block) <= 11
    assert block[0].startswith("**balance check: FAIL**")
    assert "FAIL" in block[4] and "4 more lines not shown" in block[-1]


def test_names_from_files_do_not_steer(balance: Any) -> None:
    name = r'"a|b <img src=x> `c` [d](e) \u001b[31m ::error::x"'
    write(
        f'[[request]]\nname = {name}\ngame = "toy"\nmost_games = 100\n'
        "expect = [ { seat = 1, between = [49, 51] } ]\n"
    )
    said = balance("check", "--junit", "o.xml", "--markdown", "o.md")
    assert said.code == 3 and "\x1b" not in said.out
    assert ET.parse("o.xml").getroot()[0].get("errors") == "1"
    block = Path("o.md").read_text()
    assert "<img" not in block and r"a\|b" in block and "\x1b" not in block


def test_github_annotations(balance: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    contract(
        "seat = 1, between = [40, 60], margin = 5",
        "seat = 2, between = [60, 90], margin = 5",
        "seat = 1, between = [53.4, 53.5], margin = 0.1",
        most_games="2000",
    )
    said = balance("check")
    told = [line for line in said.out.split("\n") if line.startswith("::")]
    assert len(told) == 2
    assert told[0].startswith("::error file=balance.toml,line=7,title=FAIL%3A toy::seat 2 60 – 90")
    assert "%25" in told[0] and "% " not in told[0]
    assert told[1].startswith("::warning file=balance.toml,line=8,title=INCONCLUSIVE")
    as_json = balance("check", "--json")
    assert json.loads(as_json.out)["verdict"] == "FAIL" and as_json.err.count("::") == 4


def test_report_files_that_cannot_be_written(balance: Any) -> None:
    contract("seat = 1, between = [0, 100]")
    assert_refused(balance("check", "--junit", "no/where.xml"), "no/where.xml")
    assert_refused(balance("check", "--markdown", "."), "cannot write")


# --- bad contracts

GOOD = 'score = "each", between = [45, 55]'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('scores = "each", between = [45, 55]', ["'request.0.expect.0.scores'", "'score'"]),
        ('score = "each", betwen = [45, 55]', ["betwen", "'between'"]),
        ('score = "each"', ["between, within, recorded", "none"]),
        ("between = [45, 55]", ["score, policy, matchup, seat, length", "nothing"]),
        (f"{GOOD}, seat = 1", ["score and seat"]),
        (f"{GOOD}, within = 2", ["between and within"]),
        ('score = "each", between = [55, 45]', ["ends before it begins"]),
        ('score = "each", between = [45, 155]', ["155", "0 to 100"]),
        ('score = "each", between = [45]', ["at least 2 long"]),
        ('score = "each", between = "45-55"', ["between", "a list"]),
        ('score = "each", between = [nan, 55]', ["between"]),
        ("score = 5, between = [45, 55]", ["score = 5", "a list"]),
        ('score = "rde", between = [45, 55]', ["unknown colour 'rde'", "'red'"]),
        ('matchup = "red", between = [45, 55]', ["pair of names"]),
        ('matchup = ["red", "red"], between = [45, 55]', ["do not meet"]),
        ('policy = "random", between = [45, 55]', ["unknown policy 'random'", "greedy"]),
        ("seat = 3, within = 2", ["no seat 3", "1 to 2"]),
        ("seat = true, within = 2", ["seat", "a whole number"]),
        ("seat = 1, within = -2", ["within = -2", "more than 0"]),
        (f"{GOOD}, margin = 0", ["margin = 0", "0.05 to 50"]),
        ('length = "middle", between = [5, 9]', ["'middle'", "p90"]),
        ('length = "median", within = 2', ["between = [8, 16]"]),
        ('length = "median", between = [5.5, 9]', ["whole numbers"]),
        ('score = "red", recorded = 50', ["plus_minus and tolerance"]),
        ('score = "red", recorded = 50, plus_minus = 1, tolerance = 1', ["table 'recorded'"]),
        (f"{GOOD}, tolerance = 1", ["recorded value"]),
    ],
)
def test_bad_lines(balance: Any, line: str, words: list[str]) -> None:
    contract(line)
    assert_refused(balance("check", "--junit", "o.xml"), "balance.toml", *words)
    assert not Path("o.xml").exists()


@pytest.mark.parametrize(
    ("request_keys", "words"),
    [
        ({"sides": '["red", "blu"]'}, ["unknown colour 'blu'", "'blue'"]),
        ({"side": '["red", "blue"]'}, ["side", "'sides'"]),
        ({"policy": '"gready"'}, ["'greedy'"]),
        ({"players": "9"}, ["9 players"]),
        ({"seed": "-1"}, ["seed = -1"]),
        ({"seed": '"one"'}, ["seed", "a whole number"]),
        ({"set": '"rules.dice=3"'}, ["--set rules.dice=3"]),
        ({"variant": '"gone.toml"'}, ["gone.toml"]),
        ({"most_games": "0"}, ["most_games = 0"]),
        ({"most_games": "5"}, ["less than one round"]),
    ],
)
def test_bad_requests(balance: Any, request_keys: dict[str, str], words: list[str]) -> None:
    contract(GOOD, **request_keys)
    assert_refused(balance("check"), "balance.toml", *words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["no [[request]]", "balance record"]),
        ("request = 5", ["request = 5", "a list"]),
        ("[[request]]\n", ["'request.0.game' is missing"]),
        ('[[request]]\ngame = "toys"\nexpect = [{ seat = 1, within = 2 }]', ["toy"]),
        ('[[request]]\ngame = "toy"\nexpect = []', ["expect", "at least 1"]),
        ("[[request]\n", ["not valid TOML"]),
        ('[errors]\nfalse_alarm = 0.1\n[[request]]\ngame = "toy"\n', ["'false_alarms'"]),
        ("[errors]\npower = 2\n[[request]]\n", ["errors.power = 2", "0.5 to 0.999999"]),
    ],
)
def test_bad_files(balance: Any, text: str, words: list[str]) -> None:
    write(text)
    assert_refused(balance("check"), "balance.toml", *words)


def test_files_that_are_missing_or_huge(balance: Any) -> None:
    assert_refused(balance("check"), "balance.toml", "No such file")
    Path("balance.toml").write_bytes(b"#" * 10_000_000)
    assert_refused(balance("check"), "too large")
    Path("balance.toml").write_bytes(b"\xff\xfe")
    assert_refused(balance("check"), "UTF-8")


# --- the project's own


@pytest.mark.parametrize("name", ["balance.toml", "examples/balance.toml"])
def test_contracts_of_the_project_are_sound(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "folders", dict(_FOLDERS))
    source = read_contract(ROOT / name)
    assert source.contract.errors.false_alarms == 0.01
    assert len(source.lines) == sum(len(asked.expect) for asked in source.contract.request)


def test_every_game_is_held_to_something() -> None:
    asked = read_contract(ROOT / "balance.toml").contract.request
    assert {each.game for each in asked} == set(_FOLDERS)


@pytest.mark.slow
def test_the_project_keeps_its_own_contract(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "folders", dict(_FOLDERS))
    report = check(ROOT / "balance.toml")
    assert report.verdict == "PASS", [line.text for line in report.lines if line.verdict != "PASS"]


def test_estimates_hold_still() -> None:
    report = check(contract("seat = 1, between = [40, 60], margin = 5"))
    cell = report.lines[0].cells[0]
    plan = make_plan(ask("toy", games=cell.games))
    rows = rows_of(plan, 0, cell.games)
    assert cell.estimate.value == pytest.approx(100 * rows["score_0"].to_numpy().mean(), abs=1e-9)
