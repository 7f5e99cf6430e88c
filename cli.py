"""The command `balance`: parse, call, print. Whatever it does, `sim.library` does for scripts."""

from __future__ import annotations

import dataclasses
import functools
import gc
import inspect
import json
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill
from types import TracebackType
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import sim
from sim.errors import BadInput
from sim.game import GAMES, Game, Step
from sim.names import resolve

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from rich.console import Console

    from sim.board import Picture
    from sim.etude import Solved
    from sim.exact import OddsKind, OddsOption
    from sim.library import Replay, Run
    from sim.runner import Progress

Command = Callable[..., int]
UsageError = typer.BadParameter.__base__  # typer does not export it
INCONCLUSIVE, INTERRUPTED = 3, 130
MOST_SHOWN = 20  # further solutions of an étude, in words

GameName = Annotated[str, typer.Argument(metavar="GAME", help="Which game; see `balance games`.")]
Sides = Annotated[str | None, typer.Option("--sides")]  # each game's own word is added below
Players = Annotated[int | None, typer.Option(help="How many players.", metavar="N")]
Mode = Annotated[str | None, typer.Option(help="The way of playing.", metavar="MODE")]
Map = Annotated[
    str | None, typer.Option(help="One map, several with commas, or `all`.", metavar="MAP")
]
Policy = Annotated[
    str | None,
    typer.Option(
        help="Who plays: one for all, or with commas one for each side or player.", metavar="POLICY"
    ),
]
Forbid = Annotated[
    list[str] | None,
    typer.Option(
        help="What players must not do: action:NAME for all, 1:action:NAME for the first only; "
        "may be repeated.",
        metavar="WHAT",
    ),
]
Seed = Annotated[int, typer.Option(help="Same seed, same games.", metavar="N")]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a figure or rule; may be repeated.", metavar="PATH=VALUE"),
]
VariantFiles = Annotated[
    list[Path] | None,
    typer.Option("--variant", help="A variant file; may be repeated.", metavar="FILE"),
]
Number = Annotated[
    str | None,
    typer.Option(
        "-n", "--games", help="How many: 20000, 2e4, 10k, 1M.  [default: 20000]", metavar="N"
    ),
]
Until = Annotated[
    str | None,
    typer.Option(help="Stop once every ± is at most this, such as 0.5%.", metavar="PERCENT"),
]
Threads = Annotated[
    int | None, typer.Option(help="How many threads.  [default: one a core]", metavar="K")
]
Backend = Annotated[
    str, typer.Option(help="Who plays: threads, or dask for a cluster.", metavar="NAME")
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        help="Dask's scheduler.  [default: a cluster on this machine]", metavar="tcp://HOST:PORT"
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of text.")]


def games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Tell all of one.")] = None,
    map: Annotated[str | None, typer.Option(help="Draw this map instead.", metavar="MAP")] = None,
    svg: Annotated[
        Path | None, typer.Option(help="Draw the map into this file.", metavar="FILE")
    ] = None,
    variant: VariantFiles = None,
    change: Set = None,
    as_json: Json = False,
) -> int:
    """Show what can be simulated.

    For one game: its sides, modes, maps, policies and rule switches, and where its figures come
    from. With --map: a map of it, here or as a picture; a variant may have changed or added it.

    \b
    balance games
    balance games {game}
    balance games GAME --map MAP --svg map.svg
    """
    from sim.library import describe

    if map is not None:
        return _draw_map(game, map, svg, variant, change, as_json)
    if svg is not None or variant or change:
        option = "--svg" if svg is not None else "--variant" if variant else "--set"
        raise BadInput(f"{option} goes with --map: balance games GAME --map MAP")
    told = [describe(name) for name in ([game] if game else GAMES.names())]
    if as_json:
        _print_json(told[0] if game else {"games": told})
    elif game:
        _print_game(told[0])
    else:
        _print_games(told)
    return 0


def run(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="Which game; see `balance games`.")
    ] = None,
    sides: Sides = None,
    players: Players = None,
    mode: Mode = None,
    map: Map = None,
    policy: Policy = None,
    forbid: Forbid = None,
    number: Number = None,
    seed: Seed = 1,
    variant: VariantFiles = None,
    change: Set = None,
    until: Until = None,
    spend: Annotated[
        str | None,
        typer.Option(
            help="Where games go: `even`, or `open`: the second half to open matchups.  "
            "[default: open from 100 pairs on]",
            metavar="WAY",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="The run folder to write.  [default: runs/GAME-ID]", metavar="DIR"),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with the run in this folder.", metavar="DIR")
    ] = None,
    extend: Annotated[
        str | None, typer.Option(help="With --resume: play so many games more.", metavar="N")
    ] = None,
    share: Annotated[
        str | None,
        typer.Option(help="Only what is for machine K of N; see `balance merge`.", metavar="K/N"),
    ] = None,
    as_json: Json = False,
    threads: Annotated[
        int | None, typer.Option(help="How many threads.  [default: one a core]", metavar="K")
    ] = None,
    backend: Backend = "threads",
    scheduler: Scheduler = None,
    **words: str,
) -> int:
    """Play many games and show who wins.

    Prints how often each side wins and how sure that is, who beats whom, what the first seat is
    worth, how long games last and how they end, and writes all of it into a run folder.

    Without sides every combination of different ones meets; name one twice for a mirror match.
    Every lineup is played on every seat. Ctrl-C keeps what is done and shows it; whatever ends a
    run, --resume goes on with it, and the folder ends with the same bytes.

    With --until the run stops once every ± it prints is at most that, by confidence sequences
    that allow for looking often; -n is then the most it may take, and the exit code is 3 where
    that is not enough.

    --policy names a rung of the ladder (random, greedy, trained, search:200) or a play style; with
    `ladder` all rungs are played in turn, and every side's score is told as a curve over them
    (rungs that search play 50 times fewer games). --forbid tells what a mechanic is worth.

    With --spend open the first half of the games is played evenly and the second half only on
    matchups of which it is still open whether they are even; their intervals allow for that.

    \b
    balance run {game} -n 20000 --seed 1
    balance run {game} --{sides} A,B --policy greedy,random --out my-run
    balance run {game} --variant idea.toml --until 0.5%
    balance run {game} --policy ladder -n 20000 --out curve
    balance run {game} --forbid 1:action:NAME
    balance run --resume my-run --extend 10000
    """
    from analysis.skill import LADDER
    from sim import library
    from sim.plan import parse_count

    how: dict[str, Any] = {"threads": threads, "backend": backend, "scheduler": scheduler}
    if resume is not None:
        asked: dict[str, Any] = {
            "GAME": game,
            "--sides": sides,
            "--players": players,
            "--mode": mode,
            "--map": map,
        }
        asked |= {"--policy": policy, "-n": number, "--variant": variant, "--set": change}
        asked |= {"--until": until, "--spend": spend, "--out": out, "--share": share}
        asked |= {"--seed": None if seed == 1 else seed, **words}
        given = [word for word, value in asked.items() if value is not None]
        if given:
            raise BadInput(f"--resume takes the request from the folder: leave out {given[0]}")
        more = 0 if extend is None else parse_count(extend)
        with _Bar() as bar:
            played = library.resume(
                resume,
                extend=more,
                figures="later",
                progress=bar.show,
                compiling=_compiling,
                **how,
            )
        return _tell_run(played, bar, as_json)
    if extend is not None:
        raise BadInput("--extend goes with --resume: balance run --resume DIR --extend N")
    if game is None:
        raise BadInput("Missing argument 'GAME'.")
    if policy is not None and policy.strip().lower() == LADDER:
        wanted: dict[str, Any] = {
            "sides": sides,
            "players": players,
            "mode": mode,
            "map": map,
            "games": None if number is None else parse_count(number),
            "seed": seed,
            "variant": variant,
            "set": change,
            "until": until,
            "threads": threads,
            "forbid": forbid,
        }
        return _run_ladder(game, wanted | words, out, as_json)
    with _Bar() as bar:
        played = library.run(
            game,
            sides=sides,
            players=players,
            mode=mode,
            map=map,
            policy=policy,
            games=None if number is None else parse_count(number),
            seed=seed,
            forbid=forbid,
            variant=variant,
            set=change,
            until=until,
            spend=spend,
            out=out or True,
            share=share,
            figures="later",
            progress=bar.show,
            compiling=_compiling,
            **{**how, **words},
        )
    return _tell_run(played, bar, as_json)


def _tell_run(played: Run, bar: _Bar, as_json: bool) -> int:
    """Print what a run found, draw its figures, and return the exit code."""
    _note_run(played, bar)
    try:
        if as_json:
            _print_json(played.summary().to_json())
        else:
            from reports.tables import render

            render(played.summary(), _stdout())
    finally:
        played.draw()
    return _ended(played.complete, played.precise)


def _run_ladder(game: str, asked: dict[str, Any], out: Path | None, as_json: bool) -> int:
    """Play a game on every rung of its ladder and show every side's curve."""
    from analysis.skill import by_skill
    from reports import ladder as told

    if out is not None:
        _need_empty(out, "--out")
    with _Bar() as bar:
        found = by_skill(game, progress=bar.show, compiling=_compiling, **asked)
    if not found.complete:
        _note(f"interrupted: {len(found.rungs)} rungs are there")
    if out is not None:
        _write(out, "skill", found.to_json(), told.skill_figure(found))
    if as_json:
        _print_json(found.to_json())
    else:
        told.render_skill(found, _stdout())
    return _ended(found.complete, None)


def ladder(
    game: GameName,
    rungs: Annotated[
        str | None,
        typer.Option(
            help="Which players, weakest first, with commas.  [default: the game's ladder]",
            metavar="POLICIES",
        ),
    ] = None,
    players: Players = None,
    mode: Mode = None,
    number: Annotated[
        str | None,
        typer.Option(
            "-n",
            "--games",
            help="How many for each step.  [default: 2000, where somebody searches 100]",
            metavar="N",
        ),
    ] = None,
    seed: Seed = 1,
    out: Annotated[
        Path | None, typer.Option(help="Also write table and picture here.", metavar="DIR")
    ] = None,
    as_json: Json = False,
    threads: Threads = None,
) -> int:
    """Show how much stronger each player is than the one below.

    Lets every rung of the game's ladder play the next: one player (or team) of the upper rung at a
    table of the lower one, with all sides, on every seat. Prints the score, its interval, the lead
    in Elo points, and how many games that rests on.

    \b
    balance ladder {game}
    balance ladder {game} --rungs greedy,search:50,search:500 -n 200 --out ladder
    """
    from analysis.ladder import climb
    from reports import ladder as told
    from sim.plan import parse_count

    if out is not None:
        _need_empty(out, "--out")
    with _Bar() as bar:
        found = climb(
            game,
            rungs=rungs,
            players=players,
            mode=mode,
            games=None if number is None else parse_count(number),
            seed=seed,
            threads=threads,
            progress=bar.show,
            compiling=_compiling,
        )
    if not found.complete:
        _note(f"interrupted: {len(found.steps)} steps are there")
    if out is not None and found.steps:
        _write(out, "ladder", found.to_json(), told.ladder_figure(found))
    if as_json:
        _print_json(found.to_json())
    else:
        told.render(found, _stdout())
    return _ended(found.complete, None)


def train(
    game: GameName,
    players: Players = None,
    mode: Mode = None,
    generations: Annotated[
        int, typer.Option(help="How often all candidates are replaced.", metavar="N")
    ] = 20,
    number: Annotated[
        str, typer.Option("-n", "--games", help="How many for each candidate.", metavar="N")
    ] = "200",
    proof: Annotated[
        str, typer.Option(help="How many fresh games prove the gain.", metavar="N")
    ] = "2000",
    against: Annotated[
        str, typer.Option(help="Whose weights to improve and to play against.", metavar="POLICY")
    ] = "greedy",
    start: Annotated[
        Path | None, typer.Option(help="A policy file to go on from.", metavar="FILE")
    ] = None,
    spread: Annotated[
        float,
        typer.Option(help="How far the first candidates lie, as a share of a weight.", metavar="X"),
    ] = 0.35,
    seed: Seed = 1,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="The policy file to write.", metavar="FILE")
    ] = None,
    as_json: Json = False,
    threads: Threads = None,
) -> int:
    """Improve the greedy player's weights by self-play.

    Plays candidates against the greedy player, lets an evolution strategy (CMA-ES) move the
    weights, and proves the gain on games that training never saw, beside the same games between
    two greedy players. Needs the package cma. The same seed finds the same weights.

    \b
    balance train {game} --generations 20 -n 200 -o trained.toml
    """
    from analysis.training import train as find
    from reports import ladder as told
    from sim.plan import parse_count

    if out is not None and (out.exists() or out.is_symlink()):
        raise BadInput(f"{out} is there already; name another file with -o")
    with _Bar() as bar:
        found = find(
            game,
            players=players,
            mode=mode,
            generations=generations,
            games=parse_count(number),
            proof=parse_count(proof),
            base=against,
            start=start,
            spread=spread,
            seed=seed,
            threads=threads,
            progress=bar.show,
            compiling=_compiling,
        )
    if out is not None:
        out.write_text(found.to_toml(), encoding="utf-8")
        _note(f"written to {out}")
    if as_json:
        _print_json(found.to_json())
    else:
        told.render_training(found, _stdout())
    return 0


def merge(
    folder: Annotated[
        list[Path], typer.Argument(metavar="DIR…", help="Folders with parts of the same run.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(help="The run folder to write.  [default: runs/GAME-ID]", metavar="DIR"),
    ] = None,
    as_json: Json = False,
) -> int:
    """Put the parts of one run together that several machines have played.

    Each machine plays its share (balance run … --share 1/3, 2/3, 3/3) or a run that was cut short.
    The merged folder has the same bytes as one run on one machine. Where parts are missing or
    damaged the exit code is 3, and balance run --resume plays them.

    \b
    balance merge first second third --out whole
    """
    from sim import library

    merged = library.merge_runs(folder, out or True, figures=False)
    code = _tell_run(merged, _Bar(), as_json)
    return INCONCLUSIVE if code == INTERRUPTED else code


def play(
    game: GameName,
    sides: Sides = None,
    players: Players = None,
    mode: Mode = None,
    map: Map = None,
    policy: Policy = None,
    forbid: Forbid = None,
    seed: Seed = 1,
    index: Annotated[
        int, typer.Option("--game", help="Which game of the run, from 0.", metavar="I")
    ] = 0,
    variant: VariantFiles = None,
    change: Set = None,
    svg: Annotated[
        Path | None, typer.Option(help="Also draw each board into this folder.", metavar="DIR")
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(help="Also write a page to step through the game.", metavar="FILE"),
    ] = None,
    as_json: Json = False,
    **words: str,
) -> int:
    """Play one game of a run again and tell it.

    Give the options of the run; game 4217 is then exactly the one the run counted as 4217.

    \b
    balance play {game} --seed 1 --game 4217
    balance play {game} --{sides} A,B --game 3 --svg pictures
    balance play {game} --game 4217 --html game.html
    """
    from sim import library

    if svg is not None:
        _need_empty(svg)
    if html is not None:
        from reports import page

        page.check_target(html)
    replay = library.play(
        game,
        index,
        sides=sides,
        players=players,
        mode=mode,
        map=map,
        policy=policy,
        forbid=forbid,
        seed=seed,
        variant=variant,
        set=change,
        compiling=_compiling,
        **words,
    )
    if svg is not None:
        _draw_steps(replay, svg)
    if html is not None:
        page.write(page.replay_page(replay), html)
        _note(f"written to {html}")
    if as_json:
        _print_json(_replay_json(replay))
    else:
        _print_replay(replay)
    return 0


def compare(
    game: GameName,
    a: Annotated[str, typer.Argument(metavar="A", help="A variant file, or `base`.")],
    b: Annotated[
        str, typer.Argument(metavar="[B]", help="What A is compared with: a file, or `base`.")
    ] = "base",
    sides: Sides = None,
    players: Players = None,
    mode: Mode = None,
    map: Map = None,
    policy: Policy = None,
    number: Number = None,
    seed: Seed = 1,
    variant: VariantFiles = None,
    change: Set = None,
    until: Until = None,
    show: Annotated[
        bool, typer.Option("--show-divergence", help="Tell one game whose result changed.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="Also write table and picture here.", metavar="DIR")
    ] = None,
    as_json: Json = False,
    threads: Threads = None,
    **words: str,
) -> int:
    """Show what a variant changes, on the same games.

    Plays the same games under B (the rules as they are, unless named) and under A, with the same
    decks, dice and seats, and prints only what moved: from B to A, by how many points, how sure
    that is, and how many games the pairing saved. --variant and --set apply to both.

    \b
    balance compare {game} idea.toml
    balance compare {game} new.toml old.toml --until 0.5% --show-divergence
    """
    from analysis.compare import compare as play_both
    from reports import compare as told
    from sim.plan import parse_count

    if out is not None:
        _need_empty(out, "--out")
    with _Bar() as bar:
        found = play_both(
            game,
            a,
            b,
            sides=sides,
            players=players,
            mode=mode,
            map=map,
            policy=policy,
            games=None if number is None else parse_count(number),
            seed=seed,
            variant=variant,
            set=change,
            until=until,
            threads=threads,
            progress=bar.show,
            compiling=_compiling,
            **words,
        )
    _note_ended(found.games, found.complete, bar)
    parted = found.divergence() if show else None
    document = found.to_json()
    if show:
        document["divergence"] = None if parted is None else parted.to_json()
    if out is not None:
        _write(out, "comparison", document, told.dumbbell_figure(found))
    if as_json:
        _print_json(document)
        return _ended(found.complete, found.precise)
    console = _stdout()
    told.render(found, console)
    if show:
        console.print()
        if parted is None:
            _say(console, "No game ended otherwise, so there is none to show.")
        else:
            _print_board(console, parted.picture)
            for line, style in told.parted(parted, found.names):
                _say(console, line, style or None)
    return _ended(found.complete, found.precise)


def sweep(
    game: GameName,
    over: Annotated[
        list[str],
        typer.Option(
            help="The figure and its values: 10:30:2, [1, 2, 3] or one,two; twice for two.",
            metavar="PATH=VALUES",
        ),
    ],
    sides: Sides = None,
    players: Players = None,
    mode: Mode = None,
    map: Map = None,
    policy: Policy = None,
    number: Annotated[
        str, typer.Option("-n", "--games", help="How many at each value.", metavar="N")
    ] = "20000",
    seed: Seed = 1,
    variant: VariantFiles = None,
    change: Set = None,
    out: Annotated[
        Path | None, typer.Option(help="Also write table and picture here.", metavar="DIR")
    ] = None,
    as_json: Json = False,
    threads: Threads = None,
    **words: str,
) -> int:
    """Move a figure over a range and see where the game is fairest.

    Plays the same games at every value and prints each side's score, with the value at which the
    side that is furthest from its fair share is nearest to it, and which others may be as fair.

    \b
    balance sweep {game} --over rules.hq_points=10:30:2 -n 5000 --out curve
    """
    from analysis.sweep import sweep as play_all
    from reports import sweep as told
    from sim.plan import parse_count

    if out is not None:
        _need_empty(out, "--out")
    with _Bar() as bar:
        found = play_all(
            game,
            over,
            sides=sides,
            players=players,
            mode=mode,
            map=map,
            policy=policy,
            games=parse_count(number),
            seed=seed,
            variant=variant,
            set=change,
            threads=threads,
            progress=bar.show,
            compiling=_compiling,
            **words,
        )
    if not found.complete:
        _note(f"interrupted: {len(found.points)} points are finished")
    if out is not None:
        _write(out, "sweep", found.to_json(), told.figure(found))
    if as_json:
        _print_json(found.to_json())
    else:
        told.render(found, _stdout())
    return _ended(found.complete, None)


def show(
    game: GameName,
    file: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Variant files, in order.")],
    change: Set = None,
    as_json: Json = False,
) -> int:
    """Show what a variant really changes.

    \b
    balance variant show {game} idea.toml
    """
    from sim import library
    from sim.starter import changes

    request = library.ask(game, variant=file, set=change)
    chosen = GAMES.get(game)
    found = changes(chosen, request.overlays)
    data = chosen.load(request.overlays)
    if as_json:
        _print_json(
            {
                "game": chosen.id,
                "variants": list(request.variants),
                "data_hash": data.fingerprint,
                "changes": [vars(each) for each in found],
                "provenance": dict(data.provenance),
            }
        )
        return 0
    console = _stdout()
    if not found:
        _say(console, "It changes nothing: every figure it sets has that value already.")
        return 0
    from reports.variants import changes_table

    _say(console, " + ".join(request.variants), "bold")
    console.print(changes_table(found), markup=False, highlight=False)
    figures = "1 figure changes" if len(found) == 1 else f"{len(found)} figures change"
    invented = len(data.reconstructed) - len(chosen.load().reconstructed)
    also = f"; reconstructed figures: {invented} more than before" if invented > 0 else ""
    _say(console, f"{figures}{also}.")
    return 0


def new(
    game: GameName,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="The file to write.", metavar="FILE")
    ] = None,
) -> int:
    """Write a variant file to start from, with every figure in it as a comment.

    \b
    balance variant new {game} -o idea.toml
    """
    from sim.starter import starter

    text = starter(GAMES.get(game))
    if out is None:
        print(text, end="")
        return 0
    if out.exists() or out.is_symlink():
        raise BadInput(f"{out} is there already; name another file with -o")
    out.write_text(text, encoding="utf-8")
    _note(f"written to {out}")
    return 0


def scenario(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A TOML file with a position.")],
    svg: Annotated[
        Path | None,
        typer.Option(help="Also draw every step and phase into this folder.", metavar="DIR"),
    ] = None,
    as_json: Json = False,
) -> int:
    """Set up a position and check what happens.

    Does the steps of the file, prints the board and what happened phase by phase, and checks what
    the file expects; the exit code is 1 where that fails. With --svg: a picture of every step and
    of every phase of a battle, with its attacks, nets and links.

    \b
    balance scenario position.toml
    balance scenario position.toml --svg pictures
    """
    from sim import library

    if svg is not None:
        _need_empty(svg)
    outcome = library.scenario(file, _compiling)
    if svg is not None:
        _draw_pictures(outcome.steps(), svg)
    if as_json:
        _print_json(
            {
                "title": outcome.title,
                "ok": outcome.ok,
                "failed": outcome.failed,
                "state": outcome.state,
                "log": outcome.log,
            }
        )
        return 0 if outcome.ok else 1
    console = _stdout()
    _say(console, outcome.title, "bold")
    for line in outcome.log:
        _say(console, line)
    _print_board(console, outcome.picture)
    for sentence in outcome.failed:
        _say(console, f"FAILED: {sentence}", "red")
    _say(console, "Everything is as expected." if outcome.ok else "Not as expected.")
    return 0 if outcome.ok else 1


def solve(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A TOML file with an étude.")],
    svg: Annotated[
        Path | None, typer.Option(help="Also draw the best line into this folder.", metavar="DIR")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="Write the best line as a scenario.", metavar="FILE"),
    ] = None,
    as_json: Json = False,
    threads: Threads = None,
) -> int:
    """Find every solution of an étude, or prove that there is none.

    The file has a position, tiles to be played and a goal. Searches every placement, facing,
    target and move, and prints the best line with a board for each step. The exit code is 1 where
    there is no solution, or not as many as the file says.

    \b
    balance solve etude.toml
    balance solve etude.toml --svg pictures -o solution.toml
    """
    from sim import library

    if svg is not None:
        _need_empty(svg)
    if out is not None and (out.exists() or out.is_symlink()):
        raise BadInput(f"{out} is there already; name another file with -o")
    with _Bar("first moves") as bar:
        started = time.process_time()
        solved = library.solve(file, threads, bar.show, _compiling)
        spent = time.process_time() - started
    _note(f"{solved.positions:,} positions, {solved.battles:,} battles, {spent:.1f} s of CPU time")
    if out is not None and solved.scenario:
        out.write_text(solved.scenario, encoding="utf-8")
        _note(f"written to {out}")
    if svg is not None and solved.count:
        _draw_pictures(solved.story(), svg)
    if as_json:
        _print_json(solved.to_json())
    else:
        _print_solved(solved)
    return 0 if solved.ok else 1


def record(
    game: GameName,
    sides: Sides = None,
    players: Players = None,
    mode: Mode = None,
    map: Map = None,
    policy: Policy = None,
    number: Annotated[
        str, typer.Option("-n", "--games", help="How many: 20000, 2e4, 10k, 1M.", metavar="N")
    ] = "20000",
    seed: Seed = 1,
    variant: VariantFiles = None,
    change: Set = None,
    out: Annotated[
        Path, typer.Option("-o", "--out", help="The contract to write.", metavar="FILE")
    ] = Path("balance.toml"),
    tolerance: Annotated[
        float, typer.Option(help="How many points a score may move.", metavar="POINTS")
    ] = 1.0,
    name: Annotated[
        str | None, typer.Option(help="What the request is called.", metavar="NAME")
    ] = None,
    matchups: Annotated[bool, typer.Option("--matchups", help="Record each matchup too.")] = False,
    add: Annotated[
        bool, typer.Option("--add", help="Add the request to a contract that is there.")
    ] = False,
    threads: Threads = None,
    **words: str,
) -> int:
    """Write down what a game is like, as a contract.

    Plays games and writes scores, what the first seat is worth and the median length into a file
    that `balance check` holds later versions to. Targets of your own can be added there.

    \b
    balance record {game} -n 20000 -o balance.toml
    balance record {game} --{sides} A,B --add -o balance.toml
    """
    from analysis.record import record as write
    from sim import library
    from sim.plan import parse_count

    request = library.ask(
        game,
        sides=sides,
        players=players,
        mode=mode,
        map=map,
        policy=policy,
        games=parse_count(number),
        seed=seed,
        variant=variant,
        set=change,
        **words,
    )
    with _Bar() as bar:
        written = write(
            request,
            out,
            tolerance=tolerance,
            name=name,
            add=add,
            matchups=matchups,
            threads=threads,
            progress=bar.show,
            compiling=_compiling,
        )
    _say(
        _stdout(),
        f"{written.path} records {written.lines} lines from {written.games:,} games. Scores that "
        f"move by {written.caught:.1f} points or more do not pass balance check {written.path}; "
        "record more games to see smaller changes.",
    )
    return 0


def check(
    file: Annotated[
        Path, typer.Argument(metavar="[FILE]", help="The contract.", show_default=True)
    ] = Path("balance.toml"),
    variant: VariantFiles = None,
    most: Annotated[
        str | None,
        typer.Option(
            "-n",
            "--games",
            help="The most games for each request, instead of what the contract says.",
            metavar="N",
        ),
    ] = None,
    junit: Annotated[
        Path | None, typer.Option(help="Also write a JUnit report.", metavar="FILE")
    ] = None,
    markdown: Annotated[
        Path | None,
        typer.Option(help="Also write a block to paste into a pull request.", metavar="FILE"),
    ] = None,
    as_json: Json = False,
    threads: Threads = None,
) -> int:
    """Hold a game to its contract.

    Plays games until every line of the contract is decided: PASS, FAIL, or INCONCLUSIVE where the
    budget ends first. The exit code is 0, 1 or 3. False alarms are as rare as the contract says,
    over all its lines together.

    \b
    balance check
    balance check balance.toml --variant idea.toml --markdown block.md
    """
    from analysis.check import check as hold
    from reports import check as told
    from sim.plan import parse_count

    for target in (junit, markdown):
        if target is not None and (target.is_dir() or not target.parent.is_dir()):
            raise BadInput(f"cannot write {target}: its folder is missing, or it is one itself")
    with _Bar() as bar:
        report = hold(
            file,
            variants=variant or (),
            most_games=None if most is None else parse_count(most),
            threads=threads,
            progress=bar.show,
            compiling=_compiling,
        )
    if junit is not None:
        junit.write_bytes(told.junit(report))
    if markdown is not None:
        markdown.write_text(told.markdown(report), encoding="utf-8")
    if as_json:
        _print_json(report.to_json())
    else:
        told.render(report, _stdout())
    if os.environ.get("GITHUB_ACTIONS") == "true":
        for line in told.github_lines(report):
            print(_printable(line), file=sys.stderr if as_json else sys.stdout)
    return report.exit_code


def meta(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="Which game, or the folder of a run.")
    ],
    sides: Sides = None,
    players: Players = None,
    mode: Mode = None,
    map: Map = None,
    policy: Policy = None,
    number: Annotated[
        str | None,
        typer.Option("-n", "--games", help="How many.  [default: 20000]", metavar="N"),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Same seed, same games.  [default: 1]", metavar="N")
    ] = None,
    variant: VariantFiles = None,
    change: Set = None,
    out: Annotated[
        Path | None,
        typer.Option(help="The run folder to write.  [default: runs/GAME-ID]", metavar="DIR"),
    ] = None,
    as_json: Json = False,
    threads: Threads = None,
    **words: str,
) -> int:
    """Show how strong each side is, and whether it is rock-paper-scissors.

    Prints strengths with what the seats are worth taken out, how much of who-beats-whom goes round
    in circles, and the mix of sides that nobody beats. Draws meta.png into the run folder.

    \b
    balance meta {game} -n 20000
    balance meta runs/my-run
    """
    from analysis.meta import check_field
    from analysis.meta import meta as weigh
    from reports.figures import save
    from reports.meta import meta_figure, render
    from sim import library
    from sim.plan import make_plan, parse_count

    asked: dict[str, Any] = {"sides": sides, "players": players, "mode": mode, "map": map}
    asked |= {"policy": policy, "games": number and parse_count(number), "seed": seed}
    asked |= {"variant": variant, "set": change, "out": out, "threads": threads, **words}
    if library.is_run(game):
        given = [word for word, value in asked.items() if value is not None]
        if given:
            raise BadInput(f"{game} is a run and its games are played: --{given[0]} changes none")
        played = library.load_run(game)
    else:
        given_only = {k: v for k, v in asked.items() if v is not None}
        what = {k: v for k, v in given_only.items() if k not in ("out", "threads")}
        check_field(make_plan(library.ask(game, **what)))
        with _Bar() as bar:
            played = library.run(
                game,
                **{"out": True, "spend": "even", **given_only},
                figures=False,
                progress=bar.show,
                compiling=_compiling,
            )
        _note_run(played, bar)
    found = weigh(played)
    if as_json:
        _print_json(found.to_json())
    else:
        render(found, _stdout())
    if played.folder is not None:
        _note(f"drawn into {save(meta_figure(found), played.folder / 'meta.png')}")
    return 0 if played.complete else INTERRUPTED


def impact(
    game: GameName,
    sides: Sides = None,
    against: Annotated[
        str | None, typer.Option(help="Whom they meet.  [default: all others]", metavar="A,B")
    ] = None,
    players: Players = None,
    mode: Mode = None,
    map: Map = None,
    policy: Policy = None,
    number: Annotated[
        str,
        typer.Option("-n", "--games", help="How many for each change of a piece.", metavar="N"),
    ] = "2000",
    seed: Seed = 1,
    variant: VariantFiles = None,
    change: Set = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            help="The figure to write, .png or .svg.  [default: runs/impact-GAME-ID.png]",
            metavar="FILE",
        ),
    ] = None,
    as_json: Json = False,
    threads: Threads = None,
    **words: str,
) -> int:
    """Show which pieces make a side strong.

    For every piece: the side's score with one copy blank and with one copy more, on the same
    games (causal), and how it scored when the piece was drawn (observed). The sides named are
    those whose pieces are changed; without them all are, which takes a while.

    \b
    balance impact {game} --{sides} A
    balance impact {game} --{sides} A --against B,C -n 10000
    """
    from analysis.impact import impact as measure
    from reports.figures import save
    from reports.impact import figure_path, impact_figure, render
    from sim.plan import parse_count

    figure_path(plot)  # a wrong one is said before the games, not after
    with _Bar() as bar:
        found = measure(
            game,
            sides=sides,
            against=against,
            players=players,
            mode=mode,
            map=map,
            policy=policy,
            games=parse_count(number),
            seed=seed,
            variant=variant,
            set=change,
            threads=threads,
            progress=bar.show,
            compiling=_compiling,
            **words,
        )
    if as_json:
        _print_json(found.to_json())
    else:
        render(found, _stdout())
    _note(f"drawn into {save(impact_figure(found), figure_path(plot, found))}")
    return 0


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    after: Annotated[
        Path | None,
        typer.Argument(metavar="[RUN2]", help="A later run: the page tells what moved since RUN."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o", "--out", help="The page to write.  [default: report.html in it]", metavar="FILE"
        ),
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    impact: Annotated[
        str | None,
        typer.Option(
            help="Also measure what pieces are worth, with N games for each change.", metavar="N"
        ),
    ] = None,
    figures: Annotated[
        Path | None,
        typer.Option(help="Also write every figure here, as .svg and .png.", metavar="DIR"),
    ] = None,
    threads: Threads = None,
) -> int:
    """Write a run as one page for the browser.

    The page opens with what the run says in plain sentences, each with its ± and a link to its
    evidence: who beats whom, scores, seats, length and endings, maps and modes, pieces, the field,
    sources, how to play the same games again, and four games to step through. It is one file that
    needs no network. With two runs of one game the page is about the second and tells what moved
    since the first, game by game where both were played with the same luck.

    \b
    balance report runs/my-run --open
    balance report runs/before runs/after -o change.html
    balance report runs/my-run --impact 2000 --figures pictures
    """
    from reports import page
    from sim import library
    from sim.plan import parse_count

    games = 0 if impact is None else parse_count(impact)
    about = library.load_run(run if after is None else after)
    before = None if after is None else library.load_run(run)
    assert about.folder is not None
    target = out or about.folder / "report.html"
    page.check_target(target)
    if figures is not None:
        _need_empty(figures, "--figures")
    with _Bar() as bar:
        made = page.report(
            about,
            before,
            impact_games=games,
            threads=threads,
            progress=bar.show,
            compiling=_compiling,
        )
    page.write(made.html, target)
    for note in made.notes:
        _note(note)
    _note(f"written to {target}")
    if figures is not None:
        for path in page.write_figures(made, figures):
            _note(f"drawn into {path}")
    for claim in made.claims:
        _say(_stdout(), claim.text)
    if show:
        typer.launch(str(target.resolve()))
    return 0


def odds(
    game: str,
    kind: str,
    simulate: Annotated[
        str | None,
        typer.Option(help="Also play this many at random: 20000, 2e4, 1M.", metavar="N"),
    ] = None,
    seed: Seed = 1,
    variant: VariantFiles = None,
    change: Set = None,
    plot: Annotated[
        Path | None, typer.Option(help="Also draw it, as .png or .svg.", metavar="FILE")
    ] = None,
    as_json: Json = False,
    **words: Any,
) -> int:
    """Answer one question exactly."""
    from reports import odds as told
    from sim import library
    from sim.plan import parse_count

    if plot is not None:
        from reports.figures import save
        from reports.impact import figure_path

        figure_path(plot)
    found = library.odds(
        game,
        kind,
        simulate=0 if simulate is None else parse_count(simulate),
        seed=seed,
        variant=variant,
        set=change,
        compiling=_compiling,
        **words,
    )
    if as_json:
        _print_json(found.to_json())
    else:
        told.render(found, _stdout())
    if plot is not None:
        _note(f"drawn into {save(told.figure(found), plot)}")
    return 0


def export(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")],
    to: Annotated[str, typer.Option(help="csv, parquet, xlsx or json.", metavar="FORMAT")],
    table: Annotated[
        str,
        typer.Option(
            help="games, rates, matchups or seats.  [default: games; in xlsx all]", metavar="TABLE"
        ),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="The file to write; - prints it.", metavar="FILE"),
    ] = None,
) -> int:
    """Write a run as a file for other programs.

    \b
    balance export runs/my-run --to csv
    balance export runs/my-run --to json --table rates -o -
    """
    from analysis.loading import export as write

    written = write(run, to, out, table)
    if written is not None:
        _note(f"written to {written}")
    return 0


def warm(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="Which games; all if none.")
    ] = None,
) -> int:
    """Compile games ahead of the first run.

    \b
    balance warm {game}
    """
    from sim.warming import warm_together

    chosen = [GAMES.get(name) for name in game or GAMES.names()]
    cold = [each for each in chosen if not each.is_warm()]
    for each in chosen:
        if each not in cold:
            _note(f"{each.id} is compiled already")
    started = time.monotonic()
    if len(cold) == 1:
        with _compiling(cold[0]):
            cold[0].warm()
        _note(f"{cold[0].id} is compiled ({time.monotonic() - started:.1f} s)")
    elif cold:
        _note(f"compiling {', '.join(each.id for each in cold)} … (once)")
        for name in warm_together([each.id for each in cold]):
            _note(f"{name} is compiled ({time.monotonic() - started:.1f} s)")
    return 0


def bench(
    game: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]…", help="Which games; all if none.")
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="About how long to measure.", metavar="SECONDS")
    ] = 60.0,
    threads: Threads = None,
    as_json: Json = False,
) -> int:
    """Measure how fast this machine plays, in about a minute.

    Prints the games a second of every game and policy on one thread, beside the reference figures
    that ship with balance, how much faster all threads are together, and how long a million games
    take them. What is not compiled yet is compiled first.

    \b
    balance bench
    balance bench {game} --seconds 10
    """
    from reports.bench import render
    from sim.bench import bench as measure

    for each in (GAMES.get(name) for name in game or GAMES.names()):
        if not each.is_warm():
            with _compiling(each):
                each.warm()
    found = measure(game or (), seconds=seconds, threads=threads, told=_note)
    if as_json:
        _print_json(found.to_json())
    else:
        render(found, _stdout())
    return 0


def build() -> typer.Typer:
    """Return the app, with the options of every game in the registry."""
    app = typer.Typer(
        name="balance",
        help="How fair is a board game? Play it a million times and see.",
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback()(_balance)
    first = GAMES.get(GAMES.names()[0])
    commands = (
        games,
        _for_every_game(run),
        merge,
        _for_every_game(play),
        _for_every_game(compare),
        _for_every_game(sweep),
        ladder,
        train,
        scenario,
        solve,
        _for_every_game(record),
        check,
        _for_every_game(meta),
        _for_every_game(impact),
        report,
        export,
        warm,
        bench,
    )
    variant = typer.Typer(help="Look at a variant, or start one.", rich_markup_mode=None)
    app.add_typer(variant, name="variant")
    for command, owner in (*((each, app) for each in commands), (show, variant), (new, variant)):
        about = inspect.getdoc(command) or ""
        about = about.replace("{game}", first.id).replace("{sides}", first.sides)
        owner.command(cls=Once, help=about)(_quiet(command))
    _add_odds(app)
    return app


def _add_odds(app: typer.Typer) -> None:
    """Add `odds` with a command for every question of every game, each with its own options."""
    asked = typer.Typer(
        help="Tell exact odds, with a simulation beside them as proof.",
        rich_markup_mode=None,
        cls=Forgiving,
    )
    app.add_typer(asked, name="odds")
    for game in (GAMES.get(name) for name in GAMES.names()):
        kinds = {kind.id: kind for kind in game.odds_kinds}
        if list(kinds) == [""]:
            asked.command(game.id, cls=Once, help=_about_odds(game, kinds[""]))(
                _quiet(_question(game, kinds[""]))
            )
        elif kinds:
            owner = typer.Typer(help=f"{game.title}.", rich_markup_mode=None, cls=Forgiving)
            asked.add_typer(owner, name=game.id)
            for kind in kinds.values():
                owner.command(kind.id, cls=Once, help=_about_odds(game, kind))(
                    _quiet(_question(game, kind))
                )


def _about_odds(game: Game, kind: OddsKind) -> str:
    words = f"balance odds {game.id} {kind.id}".strip()
    return f"{kind.about}\n\n\b\n{words} {kind.example}"


def _question(game: Game, kind: OddsKind) -> Command:
    """Return the command `odds` for one question, with its options."""
    shared = [
        each
        for each in inspect.signature(odds, eval_str=True).parameters.values()
        if each.name not in ("game", "kind", "words")
    ]
    own = [_parameter(option) for option in kind.options]
    parameters = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in (*own, *shared)]

    def call(**given: Any) -> int:
        return odds(game.id, kind.id, **given)

    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {each.name: each.annotation for each in parameters}
    return call


def _parameter(option: OddsOption) -> inspect.Parameter:
    about = option.about + (f"  [default: {option.default}]" if option.default else "")
    how: dict[str, Any] = {"help": about} | ({"metavar": option.metavar} if option.metavar else {})
    value: Any = list[str] | None if option.many else str | None if option.metavar else bool
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=None if option.metavar else False,
        annotation=Annotated[value, typer.Option(option.flag, **how)],
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    words = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:
        _start_quickly()
    try:
        code = build()(args=words or ["--help"], prog_name="balance", standalone_mode=False) or 0
    except BadInput as error:
        code = _complain(str(error))
    except UsageError as error:  # type: ignore[misc]
        code = _complain(error.format_message())
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code == INTERRUPTED and arguments is None:
        # Threads may still be inside a kernel; nobody who pressed Ctrl-C waits for them.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return int(code)


def _start_quickly() -> None:
    """Set up a process that is this command and nothing else."""
    import kernels

    kernels.alone = True
    # Start-up makes half a million objects that stay; looking through them each time is in vain.
    gc.set_threshold(50_000, 20, 20)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"balance {sim.__version__}")
        raise typer.Exit


def _balance(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Take the options that stand before a command."""


class Once(TyperCommand):
    """A command that refuses an option given twice, instead of silently taking the last."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Check the options, then parse as usual."""
        _, _, given = self.make_parser(ctx).parse_args(list(args))
        for place, option in enumerate(given):
            if option in given[:place] and not getattr(option, "multiple", True):
                raise BadInput(f"{' or '.join(option.opts)} is given twice; say which one counts")
        return super().parse_args(ctx, args)


class Forgiving(TyperGroup):
    """A group whose commands are found by forgiving names."""

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command that a word means, or BadInput with a suggestion."""
        known: dict[str, tuple[str, ...]] = {name: () for name in self.list_commands(ctx)}
        if ctx.resilient_parsing:
            return super().get_command(ctx, cmd_name)
        return super().get_command(ctx, resolve(cmd_name, f"word after {ctx.command_path}", known))


def _for_every_game(command: Command) -> Command:
    """Let a command take sides by each game's own word, and each game's own options."""
    described = [GAMES.get(name) for name in GAMES.names()]
    plurals = dict.fromkeys(f"--{game.sides}" for game in described)
    options: dict[str, list[str]] = {}
    switches = set()
    for game in described:
        for option in game.options:
            options.setdefault(option.flag, []).append(f"{game.id}: {option.about}")
            if option.is_switch:
                switches.add(option.flag)
    named = typer.Option(
        "--sides", *plurals, help="Who meets, with commas; A+B is a team.", metavar="A,B"
    )
    parameters = [
        each.replace(annotation=Annotated[str | None, named]) if each.name == "sides" else each
        for each in inspect.signature(command, eval_str=True).parameters.values()
        if each.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    own = {flag.lstrip("-").replace("-", "_"): flag for flag in options}
    for name, flag in own.items():
        kind, told = inspect.Parameter.KEYWORD_ONLY, "; ".join(options[flag])
        annotation: Any = Annotated[str | None, typer.Option(flag, help=told, metavar="VALUE")]
        if flag in switches:
            annotation = Annotated[bool | None, typer.Option(flag, help=told)]
        parameters.append(inspect.Parameter(name, kind, default=None, annotation=annotation))

    @functools.wraps(command)
    def call(**given: Any) -> int:
        return command(**{k: v for k, v in given.items() if k not in own or v is not None})

    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {each.name: each.annotation for each in parameters}
    return call


def _quiet(command: Command) -> Command:
    """End a command without a traceback on Ctrl-C, a closed pipe or a full disk."""

    @functools.wraps(command)
    def call(*given: Any, **named: Any) -> int:
        try:
            code = command(*given, **named)
            sys.stdout.flush()
        except KeyboardInterrupt:
            _note("interrupted")
            return INTERRUPTED
        except BrokenPipeError:
            # Whoever reads has seen enough; what is still buffered must not complain at exit.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        except OSError as error:
            raise BadInput(
                f"cannot read or write {error.filename or 'the output'}: {error}"
            ) from None
        return code

    return call


class _Bar:
    """A progress bar on stderr where that is a terminal."""

    def __init__(self, unit: str = "games") -> None:
        self.unit = unit
        self.last: Progress | None = None
        self._bar: Any = None
        self._task: Any = None
        self._projected = False

    def __enter__(self) -> _Bar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def show(self, progress: Progress) -> None:
        """Show how far the run is."""
        self.last = progress
        if not sys.stderr.isatty():
            if progress.projected and not self._projected and progress.done < progress.total:
                self._projected = True
                wait = _clock(progress.seconds_left or 0.0)
                _note(f"that precision takes about {progress.total:,} games, {wait} from now")
            return
        if self._bar is None:
            self._start(progress.total)
        left = progress.seconds_left
        self._bar.update(
            self._task,
            completed=progress.done,
            total=progress.total,
            about="about " if progress.projected else "",
            rate=f"{progress.rate:,.0f} {self.unit}/s",
            left="" if left is None else f"{_clock(left)} left",
        )

    def _start(self, total: int) -> None:
        from rich.progress import BarColumn, Progress, TextColumn

        self._bar = Progress(
            BarColumn(),
            TextColumn("{task.completed:,} of {task.fields[about]}{task.total:,} " + self.unit),
            TextColumn("{task.fields[rate]}  {task.fields[left]}"),
            console=_stderr(),
            transient=True,
        )
        self._task = self._bar.add_task("", total=total, rate="", left="", about="")
        self._bar.start()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


@contextmanager
def _compiling(game: Game) -> Iterator[None]:
    """Say that a game is being compiled, which takes a while, but once only."""
    text = f"compiling {game.id} … (once)"
    if not sys.stderr.isatty():
        _note(text)
        yield
        return
    with _stderr().status(text):
        yield


def _note_run(played: Run, bar: _Bar) -> None:
    """Say what was played and where it is."""
    number, folder = played.manifest["games"], played.folder
    if played.found:
        _note(f"{folder} holds this run already: answering from it")
        return
    for name in played.damaged:
        _note(f"{folder / name if folder else name} was cut short or altered: played again")
    if played.before:
        _note(f"{folder} held {played.before:,} games of this run already")
    if bar.last is not None:
        now = number - played.before
        _note(f"{now:,} games in {bar.last.seconds:.1f} s, {bar.last.rate:,.0f} games/s")
    if not played.complete:
        _note(
            f"unfinished: {number:,} of {played.manifest['requested']:,} games are finished and "
            f"kept in {folder}; go on with: balance run --resume {shlex.quote(str(folder))}"
        )
    played_sets = number // len(played.manifest["rotations"])
    lineups = len(played.manifest["lineups"])
    if played_sets < lineups:
        _note(f"only {played_sets:,} of {lineups:,} lineups were played: ask for more games")
    _note(f"written to {folder}")


def _draw_map(
    game: str | None,
    word: str,
    svg: Path | None,
    variant: list[Path] | None,
    change: list[str] | None,
    as_json: bool,
) -> int:
    from reports.svg import board_svg
    from sim.library import map_picture

    if game is None:
        raise BadInput(f"--map {word} needs a game: balance games GAME --map {word}")
    picture = map_picture(game, word, variant=variant, set=change)
    if svg is not None:
        svg.write_text(board_svg(picture), encoding="utf-8")
        _note(f"drawn into {svg}")
    if as_json:
        _print_json(dataclasses.asdict(picture))
    elif svg is None:
        _print_board(_stdout(), picture)
    return 0


def _print_games(told: Sequence[Mapping[str, Any]]) -> None:
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("game", "title", "sides", "players", "maps", "policies"):
        table.add_column(column)
    for each in told:
        players = sorted({n for mode in each["modes"] for n in mode["players"]})
        table.add_row(
            each["game"],
            each["title"],
            f"{len(each['sides'])} {each['plural']}",
            _numbers(players),
            str(len(each["maps"]) or 1),
            ", ".join(each["policies"]),
        )
    console = _stdout()
    console.print(table)
    _say(console, "\nAll of one: balance games GAME")


def _print_game(told: Mapping[str, Any]) -> None:
    from rich.table import Table

    console = _stdout()
    _say(
        console, f"{told['title']} ({told['game']}, rules version {told['rules_version']})", "bold"
    )
    _say(console, told["about"])
    facts = Table(box=None, show_header=False, pad_edge=False)
    facts.add_column(style="bold")
    facts.add_column()
    facts.add_row(told["plural"], ", ".join(_with_name(side) for side in told["sides"]))
    modes = (f"{m['mode']} ({_numbers(m['players'])} players)" for m in told["modes"])
    facts.add_row("modes", ", ".join(modes))
    maps = ", ".join(_with_name(place) for place in told["maps"])
    facts.add_row("maps", maps or "one fixed board")
    facts.add_row("policies", f"{', '.join(told['policies'])}; default {told['default_policy']}")
    for option in told["options"]:
        facts.add_row(option["option"], option["about"])
    facts.add_row("endings", ", ".join(told["endings"]))
    facts.add_row("figures", ", ".join(f"{n} {kind}" for kind, n in told["provenance"].items()))
    console.print(facts, markup=False)
    if told["switches"]:
        table = Table(box=None, header_style="bold", pad_edge=False)
        table.add_column("--set", no_wrap=True)
        for column in ("default", "allowed", "what it does"):
            table.add_column(column)
        for switch in told["switches"]:
            default = _plain_value(switch["default"])
            about = f"{switch['about']}; {switch['source']}"
            table.add_row(switch["path"], default, switch["allowed"], about)
        console.print()
        console.print(table, markup=False)
    if told["reconstructed"]:
        _say(console, "\nReconstructed, because no source prints them:", "bold")
        for item, figures in _by_item(told["reconstructed"]).items():
            line = f"{item}: {', '.join(figures)}"
            told_line = fill(line, console.width, initial_indent="  ", subsequent_indent="    ")
            _say(console, told_line)


def _by_item(paths: Sequence[str]) -> dict[str, list[str]]:
    """Return the figures of each item: `equipment.bow.ranged.dice` is `ranged.dice` of a bow."""
    found: dict[str, list[str]] = {}
    for path in paths:
        kind, _, rest = path.partition(".")
        key, dot, figure = rest.partition(".")
        item, word = (f"{kind}.{key}", figure) if dot else (kind, key)
        found.setdefault(item, []).append(word)
    return found


def _numbers(players: Sequence[int]) -> str:
    """Return `2`, `2-4` or `2, 4`."""
    if len(players) > 2 and list(players) == list(range(players[0], players[-1] + 1)):
        return f"{players[0]}-{players[-1]}"
    return ", ".join(map(str, players))


def _with_name(named: Mapping[str, str]) -> str:
    same = named["id"] == named["name"].lower()
    return named["id"] if same else f"{named['id']} ({named['name']})"


def _plain_value(value: object) -> str:
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def _print_replay(replay: Replay) -> None:
    console = _stdout()
    seats = [
        f"{replay.lineup.sides[player]} ({replay.lineup.policies[player]})"
        for player in replay.seats
    ]
    place = f", {replay.lineup.map}" if replay.lineup.map else ""
    _say(console, f"Game {replay.row['game']}: {' v '.join(seats)}{place}", "bold")
    for step in replay.steps:
        _say(console, f"\n{step.heading}", "bold")
        for line in step.lines:
            _say(console, f"  {line}")
        _print_board(console, step.picture)
    scores = ", ".join(f"{seat} {replay.row[f'score_{k}']:g}" for k, seat in enumerate(seats))
    _say(console, f"\nScore: {scores}. Ending: {replay.ending}.")


def _replay_json(replay: Replay) -> dict[str, Any]:
    return {
        "game": replay.row["game"],
        "sides": [replay.lineup.sides[player] for player in replay.seats],
        "policies": [replay.lineup.policies[player] for player in replay.seats],
        "mode": replay.lineup.mode,
        "map": replay.lineup.map,
        "ending": replay.ending,
        "row": replay.row,
        "steps": [{"heading": step.heading, "lines": list(step.lines)} for step in replay.steps],
    }


def _need_empty(folder: Path, option: str = "--svg") -> None:
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"{option} {folder} is there already and not an empty folder; name another")


def _write(folder: Path, name: str, document: object, figure: Figure) -> None:
    """Write a result as JSON and as a picture."""
    from reports.figures import save

    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    (folder / f"{name}.json").write_text(text, encoding="utf-8")
    save(figure, folder / f"{name}.png")
    _note(f"written to {folder}")


def _ended(complete: bool, precise: bool | None) -> int:
    """Return the exit code of games that were to be played to an end or to a precision."""
    if not complete:
        return INTERRUPTED
    if precise is False:
        _note("inconclusive: the precision asked for was not reached; allow more games with -n")
        return INCONCLUSIVE
    return 0


def _note_ended(games: int, complete: bool, bar: _Bar) -> None:
    if bar.last is not None:
        _note(f"{games:,} games under each in {bar.last.seconds:.1f} s")
    if not complete:
        _note("interrupted: what was played until then is shown")


def _print_solved(solved: Solved) -> None:
    """Print the best line with its boards, then the others in words."""
    console = _stdout()
    _say(console, solved.title, "bold")
    _say(console, solved.goal)
    for step in solved.steps:
        _say(console, step.heading, "bold")
        for line in step.lines:
            _say(console, line)
        _print_board(console, step.picture)
    others = solved.solutions[1 : 1 + MOST_SHOWN]
    for number, other in enumerate(others, 2):
        _say(console, f"Solution {number}: {' '.join(other.words)}")
    if solved.count > 1 + MOST_SHOWN:
        _say(console, f"… {solved.count - 1 - MOST_SHOWN:,} more (--json lists up to 1,000)")
    _say(console, solved.verdict(), "bold")


def _draw_steps(replay: Replay, folder: Path) -> None:
    _draw_pictures(replay.steps, folder)


def _draw_pictures(steps: Sequence[Step], folder: Path) -> None:
    from reports.svg import board_svg

    if not any(step.picture for step in steps):
        raise BadInput(f"--svg {folder}: there is nothing to draw")
    folder.mkdir(parents=True, exist_ok=True)
    for number, step in enumerate(steps):
        if step.picture is not None:
            path = folder / f"step-{number:03d}.svg"
            path.write_text(board_svg(step.picture), encoding="utf-8")
    _note(f"pictures written to {folder}")


def _print_board(console: Console, picture: Picture | None) -> None:
    if picture is not None:
        from reports.terminal import board_text

        console.print(board_text(picture), markup=False, highlight=False, soft_wrap=True)


def _print_json(document: object) -> None:
    print(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))


def _say(console: Console, text: str, style: str | None = None) -> None:
    console.print(_printable(text), style=style, markup=False, highlight=False, soft_wrap=True)


def _note(text: str) -> None:
    print(_printable(text), file=sys.stderr)


def _complain(text: str) -> int:
    print(f"balance: {_printable(text)}", file=sys.stderr)
    return 2


def _printable(text: str) -> str:
    """Return a text without control characters: names come from files and must not steer."""
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def _stdout() -> Console:
    return _console(stderr=False)


def _stderr() -> Console:
    return _console(stderr=True)


def _console(stderr: bool) -> Console:
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Plain(stderr=stderr)


if __name__ == "__main__":
    sys.exit(main())
