"""Playing a plan: the same rows whatever the threads and chunks, and stopping by Ctrl-C."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import polars as pl
import pytest

import sim
from sim import runner
from sim.errors import BadInput
from sim.game import GAMES
from sim.plan import Plan, Request, make_plan
from sim.runner import Progress
from sim.store import Memory
from sim.variant import parse_set
from tests.toy_game import GAME

Presses = Callable[..., None]


@pytest.fixture(autouse=True)
def _only_the_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})


def plan(games: int, players: int = 2, pause_ms: float = 0) -> Plan:
    """Return a plan of the toy whose games take a while."""
    overlays = (parse_set(f"rules.pause_ms={float(pause_ms)}"),)
    return make_plan(Request("toy", games=games, players=players, overlays=overlays))


def rows(
    made: Plan, size: int = 1000, threads: int | None = None, chunk: int | None = None
) -> pl.DataFrame:
    """Play a plan and return all rows."""
    memory = Memory(size)
    assert runner.play(made, memory, threads=threads, chunk=chunk) == made.games
    return pl.concat(memory.rows)


def test_rows_have_the_agreed_columns() -> None:
    found = rows(plan(6, players=3), size=999)
    assert found.schema == pl.Schema(
        {
            "game": pl.Int64,
            "set": pl.Int64,
            "lineup": pl.Int32,
            "rotation": pl.Int8,
            **{f"player_{k}": pl.Int8 for k in range(3)},
            **{f"score_{k}": pl.Float64 for k in range(3)},
            "length": pl.Int32,
            "ending": pl.Int8,
            "margin": pl.Int32,
            **{f"total_{k}": pl.Int16 for k in range(3)},
        }
    )
    assert found["game"].to_list() == list(range(6))
    assert found["set"].to_list() == [0, 0, 0, 1, 1, 1]
    assert found["rotation"].to_list() == [0, 1, 2, 0, 1, 2]
    assert found["player_0"].to_list() == [0, 1, 2, 0, 1, 2]
    assert found["score_0"].to_list() != found["score_1"].to_list()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rows_do_not_depend_on_threads_or_chunks(players: int) -> None:
    made = plan(600, players)
    size = 240
    expected = runner.rows_of(made, 0, made.games)
    for threads in (1, 2, 5):
        for chunk in (1, 7, 64, 100_000):
            assert rows(made, size, threads=threads, chunk=chunk).equals(expected)
        assert rows(made, size, threads=threads).equals(expected)


def test_scores_of_every_game_sum_to_one() -> None:
    found = rows(plan(3_000, players=4), size=1000)
    total = found.select(pl.sum_horizontal("^score_.*$")).to_series()
    assert ((total - 1).abs() < 1e-12).all()


def test_no_chunk_reaches_over_a_part() -> None:
    class Strict(Memory):
        def add(self, rows: pl.DataFrame) -> None:
            first, last = rows["game"][0], rows["game"][-1]
            assert first // self.size == last // self.size
            super().add(rows)

    made = plan(2_000)
    memory = Strict(96)
    assert runner.play(made, memory, threads=2, chunk=50) == 2_000
    assert pl.concat(memory.rows)["game"].to_list() == list(range(2_000))


def test_chunks_grow_to_about_a_fifth_of_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    original = runner.rows_of

    def spy(made: Plan, first: int, count: int) -> pl.DataFrame:
        sizes.append(count)
        return original(made, first, count)

    monkeypatch.setattr(runner, "rows_of", spy)
    rows(plan(400, pause_ms=2), size=65_536, threads=1)
    assert sizes[0] == 2
    assert 20 <= max(sizes) <= 100


def test_progress_counts_up_to_the_end() -> None:
    seen: list[Progress] = []
    runner.play(plan(1_000), Memory(1_000), threads=2, progress=seen.append, chunk=100)
    assert [each.done for each in seen] == list(range(100, 1_001, 100))
    assert all(each.total == 1_000 and each.rate > 0 for each in seen)
    assert seen[-1].seconds_left == 0
    assert Progress(0, 10, 1.0).seconds_left is None
    assert Progress(5, 10, 1.0).seconds_left == pytest.approx(1.0)


@pytest.mark.parametrize("threads", [0, -1, 1025, True])
def test_bad_numbers_of_threads(threads: int) -> None:
    with pytest.raises(BadInput, match="threads are not allowed; allowed: 1 to 1024"):
        runner.thread_count(threads)


def test_without_a_number_there_is_at_least_one_thread() -> None:
    assert 1 <= runner.thread_count(None) <= (os.cpu_count() or 1)


def test_an_error_in_the_engine_reaches_the_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(GAME, "play", broken)
    with pytest.raises(ZeroDivisionError):
        runner.play(plan(100), Memory(100), threads=2)


@pytest.fixture
def _ctrl_c_works() -> object:
    """Have Ctrl-C raise, also where the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def press_ctrl_c(monkeypatch: pytest.MonkeyPatch, _ctrl_c_works: object) -> Iterator[Presses]:
    """Send SIGINT to this process so many seconds after the first game has begun."""
    play = GAME.play
    waiting: list[threading.Timer] = []
    pressed: list[threading.Timer] = []

    def first_starts_the_clock(*arguments: Any) -> Any:
        while waiting:
            pressed.append(waiting.pop(0))
            pressed[-1].start()
        return play(*arguments)

    def press(*after: float) -> None:
        waiting.extend(threading.Timer(s, os.kill, (os.getpid(), signal.SIGINT)) for s in after)

    monkeypatch.setattr(GAME, "play", first_starts_the_clock)
    yield press
    for timer in pressed:
        timer.join()


def test_ctrl_c_keeps_a_prefix_of_whole_sets(press_ctrl_c: Presses) -> None:
    made = plan(30_000, players=3, pause_ms=1)
    memory = Memory(999)
    press_ctrl_c(0.6)
    done = runner.play(made, memory, threads=2)
    assert 0 < done < made.games
    assert done % 3 == 0
    kept = pl.concat(memory.rows)
    assert kept.equals(runner.rows_of(plan(30_000, players=3), 0, done))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_does_not_wait_for_a_slow_chunk(press_ctrl_c: Presses) -> None:
    made = plan(100, pause_ms=2_000)
    press_ctrl_c(0.2)
    started = time.monotonic()
    assert runner.play(made, Memory(100), threads=2) == 0
    assert time.monotonic() - started < 20, "the chunks would take 100 s"


def test_a_second_ctrl_c_raises_at_once(press_ctrl_c: Presses) -> None:
    made = plan(100, pause_ms=1_000)
    press_ctrl_c(0.2, 0.35)
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        runner.play(made, Memory(100), threads=2)
        time.sleep(5)  # on a slow machine the second press comes late; it must not end the tests
    assert time.monotonic() - started < 20, "the chunks would take 50 s"
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_run_in_another_thread_leaves_signals_alone() -> None:
    before = signal.getsignal(signal.SIGINT)
    done: list[int] = []
    thread = threading.Thread(
        target=lambda: done.append(runner.play(plan(100), Memory(100), threads=1))
    )
    thread.start()
    thread.join()
    assert done == [100]
    assert signal.getsignal(signal.SIGINT) is before


def test_the_library_returns_what_was_finished(press_ctrl_c: Presses) -> None:
    press_ctrl_c(0.5)
    run = sim.run("toy", games=50_000, set={"rules": {"pause_ms": 1.0}}, threads=2)
    assert not run.complete
    assert run.games().height == run.manifest["games"] < 50_000


def test_the_library_raises_where_nothing_was_finished(press_ctrl_c: Presses) -> None:
    press_ctrl_c(0.2)
    with pytest.raises(KeyboardInterrupt):
        sim.run("toy", games=100, set=["rules.pause_ms=2000.0"], threads=1)
