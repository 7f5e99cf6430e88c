"""Everything the command line does, as calls for scripts and notebooks.

>>> run = sim.run("neuroshima", armies=["moloch", "borgo"], games=2_000, seed=1)
>>> run.rates()
"""

from __future__ import annotations

import shlex
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sim import runner, store
from sim.errors import BadInput
from sim.etude import Solved, Solver
from sim.exact import Odds, OddsKind
from sim.game import GAMES, Game, Lineup, ScenarioOutcome, Step
from sim.names import resolve, suggestion
from sim.plan import (
    AUTO,
    EVEN,
    MOST_GAMES,
    OPEN,
    UNTIL_CAP,
    Plan,
    Request,
    check_precision,
    check_seed,
    make_plan,
    mode_of,
    parse_precision,
)
from sim.resuming import parse_share, stored_run
from sim.spending import spending
from sim.thinking import forbid as restrict
from sim.thinking import thoughtful
from sim.variant import Overlay, load_variant, merge, parse_set, read_toml

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from analysis.summary import Summary
    from sim.board import Picture

Names = str | Iterable[str] | None
Variant = str | Path | Mapping[str, Any]  # a file, or what one would hold
Variants = Variant | Iterable[Variant] | None
Figures = Literal["matchups", "rates", "curves"]
Compiling = Callable[[Game], AbstractContextManager[object]]
MOST_SIMULATED = 10**9  # beside exact odds
FIGURES: tuple[Figures, ...] = ("matchups", "rates")
BACKENDS = ("threads", "dask")


@dataclass
class Run:
    """Games that were played: in a folder, or in memory where `folder` is None."""

    manifest: dict[str, Any]
    folder: Path | None = None
    found: bool = False  # read from a folder that already held it
    before: int = 0  # games that its folder held already when the rest was played
    damaged: tuple[str, ...] = ()  # parts that were damaged and were played again
    _rows: list[pl.DataFrame] = field(default_factory=list, repr=False)

    @property
    def complete(self) -> bool:
        """Whether all games asked for were played; false after Ctrl-C."""
        return bool(self.manifest["complete"])

    @property
    def precise(self) -> bool | None:
        """Whether the precision asked for was reached; None where none was."""
        return self.manifest.get("precise")

    def parts(self) -> pl.LazyFrame:
        """Return one row per game as the kernels gave it, for runs that do not fit in memory."""
        import polars as pl

        if self.folder is not None:
            return store.Folder(self.folder).scan(self.manifest)
        return pl.concat(self._rows).lazy()

    def even(self) -> pl.LazyFrame:
        """Return those of `parts` in which every lineup was played equally often: mostly all."""
        from analysis.spent import evenly_played

        return evenly_played(self.parts(), self.manifest)

    def games(self) -> pl.DataFrame:
        """Return one row per game, with names: who sat where, the score of each seat, …"""
        from analysis.frames import games

        return games(self.parts(), self.manifest).collect()

    def summary(self) -> Summary:
        """Return all tables of the run."""
        return self._summary

    def rates(self) -> pl.DataFrame:
        """Return score, interval, wins, draws and losses of every side (and policy, map, …)."""
        return self._summary.rates

    def matchups(self) -> pl.DataFrame:
        """Return the score of each side against each other, with its interval."""
        return self._summary.matchups

    def seats(self) -> pl.DataFrame:
        """Return what each seat scores, with its interval."""
        return self._summary.seats

    def holdings(self) -> pl.DataFrame:
        """Return what those scored who had a card, a module …; empty for some games."""
        return self._summary.holdings

    def circumstances(self) -> pl.DataFrame:
        """Return what chance changes that settles something before a game; empty for most."""
        return self._summary.circumstances

    def tallies(self) -> pl.DataFrame:
        """Return what each side counts per game, with its interval; empty for some games."""
        return self._summary.tallies

    def replay(self, number: int, compiling: Compiling = nullcontext) -> Replay:
        """Play game `number` (from 0) of the run again and tell it."""
        plan = plan_of(self.manifest)
        # Games that went to open matchups keep the numbers of an even run.
        most = self.manifest["games"] if plan.request.spend == EVEN else plan.games
        if not 0 <= number < most:
            raise BadInput(f"the run has no game {number:,}; allowed: 0 to {most - 1:,}")
        warm_for(plan, compiling)
        return _tell(plan, number)

    def figure(self, name: Figures) -> Figure:
        """Return the heat map of matchups, the chart of rates, or the curves over time."""
        from reports import curves, figures

        if name == "matchups":
            return figures.matchups_figure(self._summary)
        if name == "rates":
            return figures.rates_figure(self._summary)
        if name == "curves" and self._summary.curves:
            return curves.curves_figure(self._summary)
        known = (*FIGURES, *(["curves"] if self._summary.curves else []))
        raise BadInput(f"there is no figure {name!r}; known: {', '.join(known)}")

    def report(
        self, path: str | Path, before: Run | None = None, *, impact: int = 0, **how: Any
    ) -> tuple[str, ...]:
        """Write the run as one HTML page and return what could not be put into it.

        With `before`, another run, the page also says what moved since; `impact` plays so many
        games for every piece and change to see what pieces are worth.
        """
        from reports import page

        made = page.report(self, before, impact_games=impact, **how)
        page.write(made.html, Path(path))
        return made.notes

    def draw(self) -> None:
        """Write the figures into the run folder, where they are not there yet."""
        from reports.figures import save

        if self.folder is None:
            raise BadInput("a run in memory has no folder to draw into; name one with out=")
        more: tuple[Figures, ...] = ("curves",) if self._summary.curves else ()
        for name in (*FIGURES, *more):
            path, temporary = self.folder / f"{name}.png", self.folder / f".{name}.png"
            if path.exists():
                continue
            try:
                save(self.figure(name), temporary)
                temporary.replace(path)
            finally:
                temporary.unlink(missing_ok=True)

    @cached_property
    def _summary(self) -> Summary:
        from analysis.summary import summarise

        return summarise(self.parts(), self.manifest)


@dataclass(frozen=True)
class Replay:
    """One game of a run, told: `row` is the very row that the run counts."""

    lineup: Lineup
    seats: tuple[int, ...]  # the player on each seat
    row: dict[str, Any]
    ending: str
    steps: list[Step]
    title: str = ""  # of the game
    names: Mapping[str, str] = field(default_factory=dict)  # of sides and maps, by id
    command: str = ""  # that tells it again


def run(
    game: str,
    *,
    sides: Names = None,
    players: int | None = None,
    mode: str | None = None,
    map: Names = None,
    policy: Names = None,
    games: int | None = None,
    seed: int = 1,
    forbid: Names = None,
    variant: Variants = None,
    set: Mapping[str, Any] | Iterable[str] | None = None,
    until: float | str | None = None,
    spend: str | None = None,
    out: str | Path | Literal[True] | None = None,
    share: str | None = None,
    threads: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    figures: bool | Literal["later"] = True,
    progress: Callable[[runner.Progress], None] | None = None,
    compiling: Compiling = nullcontext,
    **words: Any,
) -> Run:
    """Play games and return the run.

    `sides` may be called by the game's own word (`armies=`), and the game's own options are
    keywords as well. Without sides all combinations of different ones meet. `variant` names
    variant files, laid over the game's figures in order; `set` overlays single figures after
    them: {"rules": {"hq_points": 15}} or ["rules.hq_points=15"]. `out` names the run folder to
    write, True chooses `runs/…`, None keeps the games in memory; a folder that already holds this
    run is read instead, one that holds a part of it is gone on with. Ctrl-C ends a run early: what
    is finished is returned, `complete` False. `share` ("2/3") plays only the parts that are for
    the second of three machines; `merge` puts such folders together.

    `backend="dask"` has the games played by the workers of a Dask cluster, that of `scheduler`
    ("tcp://…") or one started on this machine; the result is the same.

    `games` is 20,000 unless given. With `until` ("0.5%" or 0.005) the run stops once every
    interval is that narrow to either side; `games` is then the most it may take (1,000,000), and
    the intervals are confidence sequences, which hold although the run chose its own end.

    `spend` says where games go: "even", or "open" for the second half to matchups without a
    verdict. Unless given, runs of very many lineups are "open"; `Run.even()` has the first half.

    `figures` are drawn into the folder; "later" means that the caller will, with `Run.draw()`.
    """
    request = ask(
        game,
        sides=sides,
        players=players,
        mode=mode,
        map=map,
        policy=policy,
        games=games,
        seed=seed,
        variant=variant,
        set=set,
        until=until,
        forbid=forbid,
        spend=spend or AUTO,
        **words,
    )
    plan = make_plan(request)
    who = Players(threads, backend, scheduler)
    if out is None:
        if share is not None:
            raise BadInput("a share of a run is written into a folder; name one with out=")
        return _run_in_memory(plan, who, progress, compiling)
    part = None if share is None else parse_share(share, plan)
    folder, found = store.claim(None if out is True else Path(out), plan, part)
    if found:
        result = Run(folder.read_manifest() or {}, folder.path, found=True)
    else:
        result = _run_into(folder, plan, who, progress, compiling, bool(figures))
    if figures is True:
        result.draw()
    return result


def resume(
    folder: str | Path,
    *,
    extend: int = 0,
    threads: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    figures: bool | Literal["later"] = True,
    progress: Callable[[runner.Progress], None] | None = None,
    compiling: Compiling = nullcontext,
) -> Run:
    """Go on with the run in a folder, or play `extend` more games than it was to have.

    Parts that were cut short or altered are played again. In the end the folder has the bytes of a
    run that was never interrupted.
    """
    players = Players(threads, backend, scheduler)
    asked = stored_run(Path(folder), extend)
    taken = store.take_up(Path(folder), asked.plan, asked.share)
    taken.told = asked.told
    if asked.complete and not taken.damaged and not extend:
        taken.ledger.remove()  # killed after the manifest and before it went
        taken.release()
        result = Run(taken.read_manifest() or {}, taken.path, found=True)
    else:
        result = _run_into(taken, asked.plan, players, progress, compiling, bool(figures))
    if figures is True:
        result.draw()
    return result


def merge_runs(
    folders: Sequence[str | Path],
    out: str | Path | Literal[True] = True,
    *,
    figures: bool = True,
) -> Run:
    """Put folders with parts of the same run together into one, and return that run.

    Where parts are still missing the run is not `complete`, and can be gone on with.
    """
    from sim.merging import merge_into

    folder, values = merge_into(
        [Path(each) for each in folders], None if out is True else Path(out)
    )
    result = Run(values, folder)
    if figures:
        result.draw()
    return result


def is_run(word: str | Path) -> bool:
    """Whether a word names the folder of a run, and not a game."""
    return (Path(word) / store.MANIFEST).is_file()


def load_run(folder: str | Path) -> Run:
    """Return the run that a folder holds."""
    opened = store.Folder(Path(folder))
    values = opened.read_manifest()
    if values is None or values.get("format") not in store.READABLE:
        raise store.no_run(folder)
    again = f"balance run --resume {shlex.quote(str(folder))}"
    unspent = values.get("request", {}).get("spend") == OPEN and "spend" not in values
    if unspent or not store.named_parts(values):
        raise BadInput(f"{folder} holds a run that was interrupted; go on with it: {again}")
    if damaged := store.first_damaged(opened, values):
        raise BadInput(
            f"{folder}: {damaged} is missing or not what it was, or its games are still being "
            f"played; {again} plays them again"
        )
    return Run(values, Path(folder), found=True)


def play(
    game: str,
    number: int,
    *,
    sides: Names = None,
    players: int | None = None,
    mode: str | None = None,
    map: Names = None,
    policy: Names = None,
    seed: int = 1,
    forbid: Names = None,
    variant: Variants = None,
    set: Mapping[str, Any] | Iterable[str] | None = None,
    compiling: Compiling = nullcontext,
    **words: Any,
) -> Replay:
    """Play game `number` (from 0) of a run again and tell it; arguments as for `run`."""
    request = ask(
        game,
        sides=sides,
        players=players,
        mode=mode,
        map=map,
        policy=policy,
        games=1,
        seed=seed,
        variant=variant,
        set=set,
        forbid=forbid,
        **words,
    )
    plan = make_plan(request)
    if not 0 <= number < MOST_GAMES:
        raise BadInput(f"there is no game {number:,}; allowed: 0 to {MOST_GAMES - 1:,}")
    warm_for(plan, compiling)
    return _tell(plan, number)


def plan_of(manifest: Mapping[str, Any]) -> Plan:
    """Return the plan that a run was played by; BadInput where today it would play other games."""
    asked = manifest["request"]
    request = Request(
        game=asked["game"],
        sides=tuple(asked["sides"]),
        players=asked["players"],
        mode=asked["mode"],
        maps=tuple(asked["maps"]),
        policies=tuple(asked["policies"]),
        games=asked["games"],
        seed=asked["seed"],
        overlays=(Overlay(asked["overlay"], "the run"),) if asked["overlay"] else (),
        until=asked["until"],
        spend=asked.get("spend", EVEN),
    )
    try:
        plan = make_plan(request)
    except BadInput as error:
        raise BadInput(f"the run cannot be played again: {error}") from None
    now = {"rules_version": plan.game.rules_version, "data_hash": plan.data.fingerprint}
    if any(manifest[key] != value for key, value in now.items()):
        raise BadInput(
            f"the rules or figures of {plan.game.title} have changed since the run was played, so "
            "its games cannot be told any more"
        )
    return plan


def _tell(plan: Plan, number: int) -> Replay:
    """Play one game of a plan with a trace."""
    batch = plan.batch(number, 1)
    row = runner.rows_of(plan, number, 1).row(0, named=True)
    return Replay(
        lineup=plan.lineups[int(batch.lineup[0])],
        seats=tuple(int(player) for player in batch.seat_player[0]),
        row=row,
        ending=plan.game.endings[row["ending"]],
        steps=plan.game.replay(plan.data, batch),
        title=plan.game.title,
        names={key: named.name for key, named in {**plan.data.maps, **plan.data.sides}.items()},
        command=plan.command(number),
    )


def scenario(file: str | Path, compiling: Compiling = nullcontext) -> ScenarioOutcome:
    """Set up the position of a scenario file, do its steps and check what it expects."""
    document, game = _game_of(file, "scenario")
    warm(game, compiling)
    try:
        return game.scenario(document, str(file))
    except BadInput as error:
        named = str(error).startswith(str(file))
        raise error if named else BadInput(f"{file}: {error}") from None


def solve(
    file: str | Path,
    threads: int | None = None,
    progress: Callable[[runner.Progress], None] | None = None,
    compiling: Compiling = nullcontext,
) -> Solved:
    """Find every solution of an étude file, or prove that there is none."""
    document, game = _game_of(file, "étude")
    if not isinstance(game, Solver):
        raise BadInput(f"{file}: {game.title} has no études to solve")
    runner.thread_count(threads)  # a wrong number is told before anything is compiled
    with nullcontext() if game.is_solver_warm() else compiling(game):
        game.warm_solver()
    return game.solve(document, str(file), threads, progress)


def _game_of(file: str | Path, what: str) -> tuple[dict[str, Any], Game]:
    """Return the document in a file and the game that it names."""
    document = read_toml(Path(file), what)
    name = document.get("game")
    if not isinstance(name, str):
        known = ", ".join(GAMES.names())
        raise BadInput(f'{file}: the key game is missing, such as game = "…"; known: {known}')
    try:
        game = GAMES.get(name)
    except BadInput as error:
        raise BadInput(f"{file}: {error}") from None
    return document, game


def odds(
    game: str,
    kind: str = "",
    *,
    simulate: int = 0,
    seed: int = 1,
    variant: Variants = None,
    set: Mapping[str, Any] | Iterable[str] | None = None,
    compiling: Compiling = nullcontext,
    **words: Any,
) -> Odds:
    """Return the exact odds of one of a game's questions, with a simulation beside them if asked.

    >>> sim.odds("clones", "ranged", shooting=3, slot=2, bonus="damage:1", line=[4, 4, 1])
    """
    chosen = GAMES.get(game)
    asked = odds_kind(chosen, kind)
    known: dict[str, tuple[str, ...]] = {option.name: () for option in asked.options}
    for word in words:
        if word not in known:
            raise BadInput(f"{asked.id or 'odds'} has no option {word!r}{suggestion(word, known)}")
    if not 0 <= simulate <= MOST_SIMULATED:
        raise BadInput(f"simulate = {simulate:,} is not allowed; allowed: 0 to {MOST_SIMULATED:,}")
    request = ask(game, seed=seed, variant=variant, set=set)
    data = chosen.load(request.overlays)
    given = {word: text for word, value in words.items() if (text := _text(value)) is not None}
    with nullcontext() if asked.is_warm() else compiling(chosen):
        return chosen.odds(data, asked.id, given, simulate, check_seed(seed))


def odds_kind(game: Game, word: str) -> OddsKind:
    """Return the question that a word means, or BadInput with what can be asked."""
    kinds = {kind.id: kind for kind in game.odds_kinds}
    if not kinds:
        raise BadInput(f"{game.title} has no odds to ask for")
    if list(kinds) == [""]:
        if word:
            raise BadInput(f"{game.title} has a single kind of odds; leave out {word!r}")
        return kinds[""]
    if not word:
        raise BadInput(f"say which odds of {game.title}: {', '.join(kinds)}")
    return kinds[resolve(word, f"kind of odds of {game.title}", {key: () for key in kinds})]


def _text(value: Any) -> str | None:
    """Return a value as the command line would give it; None where it was not given."""
    if value is None or value is False:
        return None
    if value is True:
        return "true"
    if isinstance(value, str):
        return value
    return ",".join(map(str, items)) if (items := _items(value)) else None


def _items(value: Any) -> list[Any]:
    return list(value) if isinstance(value, Iterable) else [value]


def describe(name: str) -> dict[str, Any]:
    """Return what can be simulated of a game, and where its figures come from."""
    game = GAMES.get(name)
    data = game.load()
    return {
        "game": game.id,
        "title": game.title,
        "about": game.about,
        "rules_version": game.rules_version,
        "data_hash": data.fingerprint,
        "side": game.side,
        "plural": game.sides,
        "sides": [{"id": key, "name": side.name} for key, side in data.sides.items()],
        "modes": [{"mode": mode, "players": list(many)} for mode, many in game.modes.items()],
        "maps": [{"id": key, "name": place.name} for key, place in data.maps.items()],
        "policies": list(game.policies),
        "default_policy": game.default_policy,
        "options": [{"option": each.flag, "about": each.about} for each in game.options],
        "switches": [
            {
                "path": switch.path,
                "default": switch.default,
                "allowed": switch.allowed,
                "about": switch.about,
                "source": switch.source,
            }
            for switch in data.switches
        ],
        "endings": list(game.endings),
        "provenance": dict(data.provenance),
        "reconstructed": list(data.reconstructed),
    }


def map_picture(
    name: str,
    word: str,
    *,
    variant: Variants = None,
    set: Mapping[str, Any] | Iterable[str] | None = None,
) -> Picture:
    """Return the drawing of a game's map; BadInput where there is no such map, or none at all."""
    game = GAMES.get(name)
    data = game.load(ask(name, variant=variant, set=set).overlays)
    if not data.maps:
        picture = game.picture_of_map(data, word)
        if picture is None:
            raise BadInput(f"{game.title} has one fixed board; there is no map {word!r} to draw")
        return picture
    known = {key: (place.name, *place.aliases) for key, place in data.maps.items()}
    picture = game.picture_of_map(data, resolve(word, "map", known))
    if picture is None:
        raise BadInput(f"{game.title} does not draw its maps")
    return picture


@dataclass(frozen=True)
class Players:
    """Who plays the games of a run: so many threads here, or a cluster."""

    threads: int | None = None
    backend: str = "threads"
    scheduler: str | None = None

    def __post_init__(self) -> None:
        runner.thread_count(self.threads)
        resolve(self.backend, "backend", {name: () for name in BACKENDS})
        if self.backend != "dask" and self.scheduler is not None:
            raise BadInput(f"the scheduler {self.scheduler} is one of Dask: it needs backend dask")
        if self.backend == "dask":
            from sim.cluster import check

            check(self.scheduler)

    def play(
        self,
        plan: Plan,
        sink: runner.Sink,
        progress: Callable[[runner.Progress], None] | None,
        watch: runner.Watch | None,
        start: runner.Start | None = None,
    ) -> int:
        """Play a plan, or what is left of it, into a sink; see `runner.play`."""
        if self.backend == "threads":
            make = _maker(watch)
            return runner.play(
                plan, sink, self.threads, progress, watch=watch, maker=make, start=start
            )
        from analysis.spent import Spender
        from sim.cluster import cluster

        stage = watch.stage if isinstance(watch, Spender) else None
        with cluster(plan, self.scheduler, self.threads, stage) as pool:
            return runner.play(plan, sink, None, progress, watch=watch, pool=pool, start=start)


def _run_in_memory(
    plan: Plan,
    players: Players,
    progress: Callable[[runner.Progress], None] | None,
    compiling: Compiling,
) -> Run:
    if plan.games > store.Memory.MOST_GAMES:
        raise BadInput(
            f"{plan.games:,} games are too many to keep in memory; allowed: "
            f"{store.Memory.MOST_GAMES:,}; name a folder with out="
        )
    warm_for(plan, compiling)
    memory = store.Memory(store.part_size(plan))
    watch = _watch(plan)
    done = players.play(plan, memory, progress, watch)
    if not done:
        raise KeyboardInterrupt
    complete, precise = _ended(plan, done, watch)
    values = store.manifest(plan, done, complete, precise)
    return Run({**values, **_spent(watch, done)}, _rows=memory.rows)


def _run_into(
    folder: store.Folder,
    plan: Plan,
    players: Players,
    progress: Callable[[runner.Progress], None] | None,
    compiling: Compiling,
    figures: bool,
) -> Run:
    """Play what a claimed folder lacks of a plan, and return the run, soon to be drawn or not."""
    watch = _watch(plan)
    try:
        start, enough = _catch_up(folder, plan, watch)
        folder.begin(plan)
        warm_for(plan, compiling)
        if figures:
            threading.Thread(target=_fetch_figures, daemon=True).start()
        if start.stretches and not enough:
            writer = store.PartWriter(folder, store.part_size(plan), start.stretches)
            players.play(plan, writer, progress, watch, start)
        if not folder.games:
            raise KeyboardInterrupt
        left = store.missing(plan, folder)
        complete, precise = _ended(plan, plan.games if not left else folder.games, watch)
        values = {**folder.manifest(plan, complete, precise), **_spent(watch, folder.games)}
        folder.finish(values)
        return Run(values, folder.path, before=start.done, damaged=tuple(folder.damaged))
    except BadInput as error:
        # The disk is full, or the cluster is gone: what was written is whole and stays.
        if not folder.sums:
            raise
        with suppress(BadInput):
            kept = folder.manifest(plan, complete=False)
            folder.finish({**kept, **_spent(watch, folder.games)})
        raise BadInput(
            f"{error}; {folder.games:,} games are finished and kept: balance run --resume "
            f"{shlex.quote(str(folder.path))} goes on with them"
        ) from None
    finally:
        folder.release()


def _catch_up(
    folder: store.Folder, plan: Plan, watch: runner.Watch | None
) -> tuple[runner.Start, bool]:
    """Return where to begin, and whether the watch has seen enough in what is there already."""
    left = store.missing(plan, folder)
    if watch is None:
        return runner.Start(left, folder.games), False
    # A run that stops by itself is played in order, so what lies beyond a gap is of no use.
    done = left[0][0] if left else plan.games
    folder.keep_before(done, store.part_size(plan))
    if not done:
        return runner.Start([(0, plan.games)]), False
    parts = folder.scan({"parts": folder.sums})
    seen = 0  # places in the run, which are numbers of games only where none are left out
    while seen < done and (look := min(watch.next_look(seen), plan.games)) <= done:
        rows = watch.reads(parts.slice(seen, look - seen).collect())
        seen = look
        if watch.enough([rows]):
            return runner.Start([], done), True
    rest = [watch.reads(parts.slice(seen, done - seen).collect())] if seen < done else []
    todo = [(done, plan.games)] if done < plan.games else []
    return runner.Start(todo, done, rest), False


def _watch(plan: Plan) -> runner.Watch | None:
    """Return what stops a run that is to be as precise as asked, or spends its games."""
    if plan.request.spend == OPEN:
        from analysis.spent import Spender

        return Spender(plan, store.manifest(plan, 0, complete=False))
    if plan.request.until is None:
        return None
    from analysis.until import Precision

    return Precision(store.manifest(plan, 0, complete=False))


def _ended(plan: Plan, done: int, watch: runner.Watch | None) -> tuple[bool, bool | None]:
    """Return whether a run is complete, and whether it reached its precision."""
    if watch is None:
        return done == plan.games, None
    precise = None if plan.request.spend == OPEN else watch.precise
    return watch.precise or done == plan.games, precise


def _spent(watch: runner.Watch | None, done: int) -> dict[str, Any]:
    """Return what the manifest says of where games went, if not to all lineups evenly."""
    from analysis.spent import Spender

    return {"spend": watch.spent(done)} if isinstance(watch, Spender) else {}


def _maker(watch: runner.Watch | None) -> runner.Rows | None:
    """Return what plays games by their places in a run that leaves some out; None otherwise."""
    from analysis.spent import Spender

    return watch.rows if isinstance(watch, Spender) else None


def _fetch_figures() -> None:
    """Import what draws, which takes half a second, while kernels need no interpreter."""
    with suppress(ImportError):
        import reports.figures  # noqa: F401
        from reports.canvas import fetch

        fetch()


def warm(game: Game, compiling: Compiling = nullcontext) -> None:
    """Compile a game, announced by `compiling` where that takes a while."""
    with nullcontext() if game.is_warm() else compiling(game):
        game.warm()


def warm_for(plan: Plan, compiling: Compiling = nullcontext) -> None:
    """Compile what a plan needs: the game, or its search where a seat searches or is restricted."""
    if not thoughtful(plan.lineups):
        warm(plan.game, compiling)
        return
    import kernels

    module = f"kernels.{plan.game.id}.search"
    if find_spec(f"kernels.{plan.game.id}") is None or kernels.is_compiled(module, "play_chunk"):
        return
    quick = [replace(each, policies=tuple(map(_quick, each.policies))) for each in plan.lineups[:1]]
    with compiling(plan.game):
        plan.game.play(plan.data, replace(plan, lineups=tuple(quick)).batch(0, 1))


def _quick(policy: str) -> str:
    """Return a policy with as little thinking as it allows."""
    name, takes_number, rest = policy.partition(":")
    return f"{name}:1" if takes_number and rest[:1].isdigit() else policy


def ask(
    name: str,
    *,
    sides: Names = None,
    players: int | None = None,
    mode: str | None = None,
    map: Names = None,
    policy: Names = None,
    games: int | None = None,
    seed: int = 1,
    variant: Variants = None,
    set: Mapping[str, Any] | Iterable[str] | None = None,
    until: float | str | None = None,
    forbid: Names = None,
    spend: str = EVEN,
    **words: Any,
) -> Request:
    """Return the request that the arguments of `run` mean; variant files are read here."""
    game = GAMES.get(name)
    if until is not None:
        until = parse_precision(until) if isinstance(until, str) else check_precision(until)
    overlays: list[Mapping[str, Any]] = []
    options = {each.flag.lstrip("-").replace("-", "_"): each for each in game.options}
    for word, value in words.items():
        if word in options:
            overlays.append(Overlay(options[word].overlay(value), options[word].flag))
        elif word == game.sides and sides is None:
            sides = value
        else:
            known = {each: () for each in (game.sides, *options)}
            raise BadInput(f"{game.title} has no option {word!r}{suggestion(word, known)}")
    overlays += _variants(variant, game)
    if isinstance(set, Mapping):
        overlays.append(Overlay(merge(set), "set"))
    else:
        overlays += [parse_set(text) for text in set or ()]
    if games is None:
        games = 20_000 if until is None else UNTIL_CAP
    policies = _names(policy)
    if forbid:
        seated = mode_of(game, mode or "", players)[1]
        policies = restrict(policies or (game.default_policy,), _names(forbid), seated)
    return Request(
        game=game.id,
        sides=_names(sides),
        players=players,
        mode=mode or "",
        maps=_names(map),
        policies=policies,
        games=games,
        seed=seed,
        overlays=tuple(overlays),
        until=until,
        spend=spend if spend == AUTO else spending(spend),
    )


def _variants(given: Variants, game: Game) -> list[Overlay]:
    if given is None:
        return []
    one = isinstance(given, str | Path | Mapping)
    many: Iterable[Variant] = [given] if one else given  # type: ignore[list-item, assignment]
    return [
        each
        if isinstance(each, Overlay)
        else Overlay(each, "variant")
        if isinstance(each, Mapping)
        else load_variant(Path(each), game.id)
        for each in many
    ]


def _names(given: Names) -> tuple[str, ...]:
    """Return the names in a list, or in a text with commas."""
    words: Sequence[str] = given.split(",") if isinstance(given, str) else list(given or ())
    if given is not None and not all(word.strip() for word in words):
        raise BadInput(f"there is an empty name in {given!r}")
    return tuple(word.strip() for word in words)
