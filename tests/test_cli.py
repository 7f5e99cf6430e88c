"""The command line: what it prints where, its exit codes, and bad input for every option."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import cli
import sim
from sim.game import GAMES
from tests.toy_game import GAME

ROOT = Path(__file__).parent.parent
# Ctrl-C is switched on by hand: a shell that runs the tests in the background switches it off.
LAUNCH = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from sim.game import GAMES
GAMES.folders = {"toy": "tests.toy_game"}
import cli
sys.exit(cli.main())
"""


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    monkeypatch.chdir(tmp_path)
    GAME.compiled = True
    yield
    GAME.compiled = False


class Said:
    """What a command printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        """The one document on stdout."""
        return json.loads(self.out)


@pytest.fixture
def balance(capsys: pytest.CaptureFixture[str]) -> Any:
    """Return the command as a function of its words."""

    def call(*words: object) -> Said:
        code = cli.main([str(word) for word in words])
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return call


def start(*words: object, cwd: Path, **more: Any) -> subprocess.Popen[str]:
    """Start the command as a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", LAUNCH, *map(str, words)],
        stdout=more.pop("stdout", subprocess.PIPE),
        stderr=more.pop("stderr", subprocess.PIPE),
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm"},
        **more,
    )


def assert_refused(said: Said, *words: str) -> None:
    """One sentence on stderr with these words, exit code 2, nothing else."""
    assert said.code == 2
    assert said.out == ""
    assert said.err.count("\n") == 1 and said.err.startswith("balance: ")
    assert "Traceback" not in said.err
    for word in words:
        assert word in said.err


# --- help and version


def test_help_and_version(balance: Any) -> None:
    assert balance("--version").out == f"balance {sim.__version__}\n"
    said = balance("--help")
    assert said.code == 0 and said.err == ""
    for command in ("games", "run", "play", "scenario", "warm"):
        assert f"  {command} " in said.out
        told = balance(command, "--help")
        assert told.code == 0
        assert f"\n  balance {command} " in told.out, "every command shows an example"
    assert balance().out == said.out


def test_the_registry_makes_the_options(balance: Any) -> None:
    for command in ("run", "play"):
        told = balance(command, "--help").out
        for option in ("--sides, --colours", "--die", "--kind-ties"):
            assert option in told


def test_help_is_quick_and_imports_nothing_heavy() -> None:
    program = (
        "import sys; from sim.game import GAMES; import types\n"
        "light = types.ModuleType('light'); sys.modules['light'] = light\n"
        "class Light:\n"
        "    id, sides, options, odds_kinds = 'light', 'lamps', (), ()\n"
        "light.GAME = Light(); GAMES.folders = {'light': 'light'}\n"
        "import cli; cli.main(['--help'])\n"
        "heavy = {'numpy', 'numba', 'polars', 'pydantic', 'matplotlib', 'scipy', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.endswith("[]\n")


# --- games


def test_games_lists_all_and_tells_one(balance: Any) -> None:
    assert "Toy of Colours" in balance("games").out
    assert balance("games", "--json").json["games"][0]["game"] == "toy"
    told = balance("games", "Toy")
    for words in ("blue (Deep Blue)", "teams (4 players)", "hill (The Hill)", "search:200"):
        assert words in told.out
    for words in ("rules.first_seat_bonus", "0 to 20", "TOY-2", "1 reconstructed"):
        assert words in told.out
    assert "  colours.blue: strength\n" in told.out and told.err == ""
    found = balance("games", "toy", "--json").json
    assert found["sides"][2] == {"id": "blue", "name": "Deep Blue"}
    assert found["modes"] == [
        {"mode": "melee", "players": [2, 3, 4]},
        {"mode": "teams", "players": [4]},
    ]
    assert found["switches"][0] == {
        "path": "rules.sides_of_die",
        "default": 100,
        "allowed": "2 to 1000",
        "about": "how many sides the die has",
        "source": "TOY-1",
    }
    assert found["provenance"]["reconstructed"] == len(found["reconstructed"]) == 1


def test_an_unknown_game(balance: Any) -> None:
    for words in (["games", "tyo"], ["run", "tyo"], ["play", "tyo"], ["warm", "tyo"]):
        assert_refused(balance(*words), "unknown game 'tyo'; did you mean 'toy'?")


# --- run


def test_run_prints_tables_and_writes_the_folder(balance: Any) -> None:
    said = balance("run", "toy", "--colours", "red,blue", "-n", "2k", "--out", "r")
    assert said.code == 0
    for words in ("Red", "Deep Blue", "Score %"):
        assert words in said.out
    assert "2,000 games in " in said.err and "written to r" in said.err
    names = {str(path.relative_to("r")) for path in Path("r").rglob("*") if path.is_file()}
    expected = {"manifest.json", "matchups.png", "rates.png", "parts/part-000000.parquet"}
    assert names == expected


def test_json_is_one_document_with_the_agreed_keys(balance: Any) -> None:
    said = balance("run", "toy", "-n", "1_000", "--json", "--seed", "9")
    found = said.json
    assert {"game", "rules_version", "data_hash", "seed", "games", "policies"} <= set(found)
    assert {"provenance", "rates", "matchups", "seats", "length", "endings"} <= set(found)
    assert (found["game"], found["seed"], found["games"]) == ("toy", 9, 1_000)
    assert [row["name"] for row in found["rates"]] == ["red", "green", "blue", "gold"]
    assert {row["axis"] for row in found["rates"]} == {"colour"}
    assert len(found["matchups"]) == 6
    assert sum(found["endings"].values()) == 1_000


def test_one_policy_per_player_adds_an_axis(balance: Any) -> None:
    found = balance("run", "toy", "-n", "2k", "--policy", "greedy,random", "--json").json
    axes = {row["axis"] for row in found["rates"]}
    assert axes == {"colour", "policy"}
    score = {row["name"]: row["score"] for row in found["rates"]}
    assert score["greedy"] > 0.5 > score["random"]


def test_a_run_is_extended_and_merged_from_the_command_line(balance: Any) -> None:
    assert balance("run", "toy", "-n", 100, "--out", "a").code == 0
    said = balance("run", "--resume", "a")
    assert said.code == 0 and said.err == "a holds this run already: answering from it\n"
    said = balance("run", "--resume", "a", "--extend", "1k", "--json")
    assert said.json["games"] == 1_100
    assert said.err.startswith("a held 100 games of this run already\n1,000 games in ")
    assert balance("run", "toy", "-n", 1_100, "--out", "b").code == 0
    for name in ("manifest.json", "parts/part-000000.parquet", "rates.png", "matchups.png"):
        assert Path("a", name).read_bytes() == Path("b", name).read_bytes()
    Path("a/parts/part-000000.parquet").write_bytes(b"PAR1")
    said = balance("merge", "a", "b", "--out", "c")
    assert said.code == 0 and "Toy of Colours" in said.out
    assert Path("c/manifest.json").read_bytes() == Path("b/manifest.json").read_bytes()
    said = balance("run", "toy", "-n", 1_100, "--out", "a")
    assert "a/parts/part-000000.parquet was cut short or altered: played again\n" in said.err
    share = balance("run", "toy", "-n", 1_100, "--share", "1/1", "--out", "s")
    assert share.code == 0


def test_an_unfinished_merge_says_how_to_go_on(
    balance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.store._PART", 100)
    for k in (1, 2):
        assert balance("run", "toy", "-n", 300, "--share", f"{k}/3", "--out", f"s{k}").code == 0
    said = balance("merge", "s1", "s2", "--out", "m")
    assert said.code == 3
    assert "200 of 300 games are finished and kept in m; go on with: balance run --res" in said.err
    assert balance("run", "--resume", "m").code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run"], "Missing argument 'GAME'"),
        (["run", "toy", "--resume", "r"], "takes the request from the folder: leave out GAME"),
        (["run", "--resume", "r", "-n", 10], "leave out -n"),
        (["run", "--resume", "r", "--seed", 2], "leave out --seed"),
        (["run", "--resume", "r", "--die", 9], "leave out die"),
        (["run", "--resume", "r"], "r is not a run folder"),
        (["run", "toy", "--extend", 10], "--extend goes with --resume"),
        (["run", "--resume", "r", "--extend", "-5"], "'-5' is not a number of games"),
        (["run", "toy", "--share", "3/2"], "'3/2' is not a share such as 2/3"),
        (["run", "toy", "--backend", "slurm"], "unknown backend 'slurm'"),
        (["run", "toy", "--scheduler", "tcp://x:1"], "needs backend dask"),
        (["run", "toy", "--backend", "dask", "--scheduler", "x"], "'x' is not an address"),
        (["merge", "r"], "r is not a run folder"),
        (["merge"], "Missing argument"),
    ],
)
def test_bad_ways_to_go_on(balance: Any, words: list[Any], told: str) -> None:
    assert_refused(balance(*words), told)
    assert not Path("runs").exists()


def test_the_same_run_is_answered_from_the_folder(balance: Any) -> None:
    words = ("run", "toy", "-n", "1e3", "--json")
    first, again = balance(*words), balance(*words)
    assert "answering from it" in again.err and "answering from it" not in first.err
    assert first.out == again.out
    assert len(os.listdir("runs")) == 1


def test_missing_figures_are_drawn_again(balance: Any) -> None:
    balance("run", "toy", "-n", "100", "--out", "r")
    before = Path("r/rates.png").read_bytes()
    Path("r/rates.png").unlink()
    balance("run", "toy", "-n", "100", "--out", "r")
    assert Path("r/rates.png").read_bytes() == before


def test_the_options_of_a_game_change_its_figures(balance: Any) -> None:
    words = ("run", "toy", "-n", "100", "--json")
    plain = balance(*words).json["data_hash"]
    option = balance(*words, "--die", "6").json["data_hash"]
    by_set = balance(*words, "--set", "rules.sides_of_die=6").json["data_hash"]
    assert plain != option == by_set
    later = balance(*words, "--die", "6", "--set", "rules.sides_of_die=100").json["data_hash"]
    assert later == plain


def test_the_command_in_the_manifest_runs_the_same_again(balance: Any) -> None:
    import shlex

    balance("run", "toy", "-n", "99", "--sides", "red,blue", "--kind-ties", "first", "--out", "r")
    command = json.loads(Path("r/manifest.json").read_text())["command"]
    said = balance(*shlex.split(command)[1:], "--out", "r")
    assert "answering from it" in said.err


def test_same_bytes_with_one_and_two_threads(balance: Any) -> None:
    for threads in (1, 2):
        balance("run", "toy", "-n", "70k", "--threads", threads, "--out", f"r{threads}")
    one, two = (
        {p.name: p.read_bytes() for p in Path(f"r{n}").rglob("*") if p.is_file()} for n in (1, 2)
    )
    assert len(one) == 5 and one == two


def test_few_games_leave_lineups_out_and_say_so(balance: Any) -> None:
    said = balance("run", "toy", "-n", "4")
    assert "only 2 of 6 lineups were played" in said.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--colours", "red,blu"], "unknown colour 'blu'; did you mean 'blue'?"),
        (["--colours", "red,"], "empty name"),
        (["--colours", ""], "empty name"),
        (["--colours", "red"], "2 players need 2 colours"),
        (["--seed", "1", "--seed", "2"], "--seed is given twice"),
        (["--sides", "red,blue", "--colours", "red,gold"], "--sides or --colours is given twice"),
        (["--json", "--json"], "--json is given twice"),
        (["-n", "5", "--games", "6"], "-n or --games is given twice"),
        (["--die", "6", "--die", "6"], "--die is given twice"),
        (["-n", "0"], "the number of games 0 is not allowed; allowed: 1 to 1,000,000,000,000"),
        (["-n", "-5"], "'-5' is not a number of games, such as 20000"),
        (["-n", "abc"], "'abc' is not a number of games"),
        (["-n", "1e12"], "need about 20 TB on disk"),
        (["-n", "1e13"], "1e13 games are too many"),
        (["--seed", "-1"], "the seed -1 is not allowed; allowed: 0 to"),
        (["--seed", "9223372036854775808"], "allowed: 0 to 9,223,372,036,854,775,807"),
        (["--seed", "x"], "--seed"),
        (["--players", "7"], "not played by 7 players; allowed: 2, 3, 4"),
        (["--players", "two"], "--players"),
        (["--mode", "duel"], "unknown mode 'duel'"),
        (["--map", "hil"], "unknown map 'hil'; did you mean 'hill'?"),
        (["--policy", "greddy"], "did you mean 'greedy'?"),
        (["--policy", "greedy,random,greedy"], "3 policies are named"),
        (["--threads", "0"], "0 threads are not allowed; allowed: 1 to 1024"),
        (["--set", "rules.side_of_die=3"], "did you mean 'sides_of_die'?"),
        (["--set", "rules.sides_of_die=1"], "allowed: 2 to 1000"),
        (["--set", "rules"], "is not PATH=VALUE"),
        (["--die", "six"], "--die 'six' is not a whole number"),
        (["--die", "1"], "--die: rules.sides_of_die = 1 is not allowed; allowed: 2 to 1000"),
        (["--out", "file"], "file is not a folder"),
        (["--out", "file/r"], "cannot"),
        (["--out", "full"], "full is not empty"),
        (["--sed", "3"], "--sed"),
        (["extra"], "extra"),
        (["--set", "a=\x1b[2J"], "--set"),
    ],
)
def test_bad_input_gets_a_sentence_and_touches_nothing(
    balance: Any, words: list[str], said: str
) -> None:
    Path("file").write_text("")
    Path("full").mkdir()
    Path("full/letter").write_text("")
    assert_refused(balance("run", "toy", *words), said)
    assert sorted(str(path) for path in Path().rglob("*")) == ["file", "full", "full/letter"]


def test_bad_commands(balance: Any) -> None:
    assert_refused(balance("run"), "GAME")
    assert_refused(balance("rum", "toy"), "rum")


def test_an_option_of_another_game_is_refused(
    balance: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GAME, "options", GAME.options[:1])
    other = type("Other", (type(GAME),), {"id": "other", "options": type(GAME).options[1:]})()
    module = type(sys)("other_game")
    module.GAME = other  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "other_game", module)
    monkeypatch.setitem(GAMES.folders, "other", "other_game")
    assert "--kind-ties" in balance("run", "--help").out
    assert_refused(balance("run", "toy", "--kind-ties", "first"), "has no option 'kind_ties'")


def test_compiling_is_announced_once(balance: Any) -> None:
    GAME.compiled = False
    assert "compiling toy … (once)" in balance("run", "toy", "-n", "10").err
    assert "compiling" not in balance("run", "toy", "-n", "12").err


def test_a_typo_does_not_wait_for_the_compiler(balance: Any) -> None:
    GAME.compiled = False
    assert_refused(balance("run", "toy", "--colours", "red,blu"))
    assert not GAME.compiled


def test_warm(balance: Any) -> None:
    GAME.compiled = False
    assert "toy is compiled (" in balance("warm").err
    assert GAME.compiled
    assert "compiled already" in balance("warm", "toy").err


# --- play


@pytest.mark.parametrize("index", [0, 1, 7, 998, 999])
def test_play_equals_the_row_that_run_counted(balance: Any, index: int) -> None:
    words = ["toy", "--policy", "greedy,random,random", "--seed", "4", "--map", "all"]
    words += ["--players", "3"]
    balance("run", *words, "-n", "1000", "--out", "r")
    expected = sim.load_run("r").games().row(index, named=True)
    row = pl.read_parquet("r/parts/part-000000.parquet").row(index, named=True)
    played = balance("play", *words, "--game", index, "--json").json
    assert played["row"] == row
    assert played["game"] == index
    assert played["sides"] == [expected[f"side_{k}"] for k in range(3)]
    assert played["policies"] == [expected[f"policy_{k}"] for k in range(3)]
    assert (played["map"], played["ending"]) == (expected["map"], expected["ending"])
    assert played["steps"][0]["lines"] == [f"{expected['side_0']} comes to {row['total_0']}"]


def test_play_tells_the_game(balance: Any) -> None:
    said = balance("play", "toy", "--colours", "red,blue", "--game", "3")
    assert said.code == 0 and said.err == ""
    assert said.out.startswith("Game 3: blue (greedy) v red (greedy), meadow\n")
    for words in ("Roll 1", "blue comes to", "The end", "Score: blue (greedy) ", "Ending: "):
        assert words in said.out


def test_play_draws_each_board(balance: Any) -> None:
    said = balance("play", "toy", "--colours", "red,blue", "--svg", "a/pictures")
    assert "pictures written to a/pictures" in said.err
    assert sorted(os.listdir("a/pictures")) == ["step-000.svg", "step-001.svg"]
    assert "<svg" in Path("a/pictures/step-000.svg").read_text()
    assert_refused(balance("play", "toy", "--svg", "a/pictures"), "not an empty folder")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", "-1"], "there is no game -1; allowed: 0 to 999,999,999,999"),
        (["--game", "1000000000000"], "there is no game"),
        (["--game", "x"], "--game"),
        (["--game", "1", "--game", "2"], "--game is given twice"),
        (["--colours", "red,blu"], "did you mean 'blue'?"),
        (["--svg", "file"], "not an empty folder"),
        (["--svg", "file/below"], "file"),
    ],
)
def test_bad_input_for_play(balance: Any, words: list[str], said: str) -> None:
    Path("file").write_text("")
    assert_refused(balance("play", "toy", *words), said)
    assert os.listdir() == ["file"]


# --- scenario


def test_a_scenario_that_holds(balance: Any) -> None:
    Path("s.toml").write_text('game = "Toy"\ntitle = "A six"\nroll = 6\nexpect = { roll = 6 }\n')
    said = balance("scenario", "s.toml")
    assert said.code == 0 and said.err == ""
    for words in ("A six", "rolled 6", "Everything is as expected."):
        assert words in said.out
    assert balance("scenario", "s.toml", "--json").json == {
        "title": "A six",
        "ok": True,
        "failed": [],
        "state": {"roll": 6},
        "log": ["rolled 6"],
    }


def test_a_scenario_that_fails(balance: Any) -> None:
    Path("s.toml").write_text('game = "toy"\nroll = 6\nexpect = { roll = 5 }\n')
    said = balance("scenario", "s.toml")
    assert said.code == 1
    assert "FAILED: the roll is 6, not 5" in said.out
    found = balance("scenario", "s.toml", "--json")
    assert found.code == 1 and found.json["failed"] == ["the roll is 6, not 5"]


def test_names_from_a_file_do_not_steer_the_terminal(balance: Any) -> None:
    Path("s.toml").write_text('game = "toy"\ntitle = "\\u001b[2J[bold]x[/nothing]"\n')
    out = balance("scenario", "s.toml").out
    assert "\x1b" not in out and "[bold]x[/nothing]" in out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot read the scenario s.toml: No such file"),
        (b"game = ", "not valid TOML"),
        (b"title = 'x'", "the key game is missing"),
        (b"game = 3", "the key game is missing"),
        (b"game = 'tyo'", "s.toml: unknown game 'tyo'; did you mean 'toy'?"),
        (b"game = 'toy'\nrol = 3", "s.toml: unknown key 'rol'"),
        (b"\xff", "not text in UTF-8"),
        (b"#" * 1_000_001, "too large"),
    ],
)
def test_bad_scenarios(balance: Any, content: bytes | None, said: str) -> None:
    if content is not None:
        Path("s.toml").write_bytes(content)
    assert_refused(balance("scenario", "s.toml"), said)


# --- a process of its own: Ctrl-C, pipes, terminals


def interrupt_when_running(process: subprocess.Popen[str], folder: Path) -> None:
    """Press Ctrl-C once games are being played into a folder."""
    deadline = time.monotonic() + 60
    while not (folder / "parts").exists():
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.02)
    time.sleep(0.7)
    process.send_signal(signal.SIGINT)


def test_ctrl_c_keeps_what_is_done_and_shows_it(tmp_path: Path) -> None:
    words = ("--set", "rules.pause_ms=1.0", "--threads", "2", "-n", "1e5", "--out", "r")
    process = start("run", "toy", *words, "--json", cwd=tmp_path)
    interrupt_when_running(process, tmp_path / "r")
    pressed = time.monotonic()
    while not (tmp_path / "r" / "manifest.json").exists():
        assert time.monotonic() - pressed < 20, "all games would take longer"
        time.sleep(0.01)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in err
    found = json.loads(out)
    kept = sim.load_run(tmp_path / "r")
    assert not kept.complete
    assert 0 < found["games"] == kept.manifest["games"] == kept.games().height < 100_000
    assert "of 100,000 games are finished and kept in r" in err
    alone = sim.run("toy", games=found["games"], set=["rules.pause_ms=0.0"])
    assert alone.parts().collect().equals(kept.parts().collect())


def test_ctrl_c_before_the_first_game_leaves_nothing(tmp_path: Path) -> None:
    process = start("run", "toy", "--set", "rules.pause_ms=5000.0", "--out", "r", cwd=tmp_path)
    interrupt_when_running(process, tmp_path / "r")
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    assert err == "compiling toy … (once)\ninterrupted\n"
    assert os.listdir(tmp_path) == []


def test_a_second_ctrl_c_quits_at_once(tmp_path: Path) -> None:
    process = start("run", "toy", "--set", "rules.pause_ms=5000.0", "--out", "r", cwd=tmp_path)
    interrupt_when_running(process, tmp_path / "r")
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=5)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    for words in (("games", "toy"), ("games", "toy", "--json"), ("run", "toy", "-n", "100")):
        reader, writer = os.pipe()
        os.close(reader)
        process = start(*words, cwd=tmp_path, stdout=writer)
        os.close(writer)
        _, err = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "Error" not in err and "Traceback" not in err
    assert (next((tmp_path / "runs").iterdir()) / "rates.png").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_output_to_a_full_disk_gets_a_sentence(tmp_path: Path) -> None:
    with open("/dev/full", "w") as full:
        process = start("games", "toy", "--json", cwd=tmp_path, stdout=full)
        _, err = process.communicate(timeout=30)
    assert process.returncode == 2
    assert "No space left on device" in err and "Traceback" not in err


def test_on_a_terminal_there_is_a_bar(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    main, terminal = pty.openpty()
    words = ("run", "toy", "-n", "1k", "--json", "--set", "rules.pause_ms=1.0")
    process = start(*words, cwd=tmp_path, stderr=terminal)
    os.close(terminal)
    out, _ = process.communicate(timeout=30)
    seen = b""
    while True:
        try:
            block = os.read(main, 65_536)
        except OSError:
            break
        if not block:
            break
        seen += block
    os.close(main)
    assert json.loads(out)["games"] == 1_000
    assert b"of 1,000 games" in seen and b"games/s" in seen and b"left" in seen
