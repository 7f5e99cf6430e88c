"""One self-contained HTML page: a run, what it says and what that rests on; or one game."""

from __future__ import annotations

import hashlib
import json
from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analysis.before_after import BeforeAfter, before_after
from analysis.claims import Claim, claims
from analysis.impact import Impact, impact
from analysis.meta import Meta, meta
from analysis.notable import notable
from analysis.shape import Shape, shape
from analysis.spent import evenly_played
from analysis.summary import Summary
from analysis.words import count
from reports import lines, sections
from reports.viewer import Shown, about, viewer_data
from sim.errors import BadInput
from sim.game import GAMES
from sim.library import plan_of
from sim.plan import Plan, Request
from sim.variant import Overlay, flatten, toml_text

if TYPE_CHECKING:
    from jinja2 import Environment
    from matplotlib.figure import Figure

    from sim.library import Compiling, Replay, Run
    from sim.runner import Progress

MARK = "<!-- balance report -->"
LARGEST = 5_000_000  # bytes of a page
_FOLDER = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class Report:
    """A page, its claims, what could not be put into it, and what figures can be drawn from."""

    html: str
    claims: tuple[Claim, ...]
    notes: tuple[str, ...]
    figures: Mapping[str, Callable[[], Figure]]


def report(
    run: Run,
    before: Run | None = None,
    *,
    impact_games: int = 0,
    replays: bool = True,
    threads: int | None = None,
    progress: Callable[[Progress], None] | None = None,
    compiling: Compiling = nullcontext,
) -> Report:
    """Return the page of a run; with `before` also what moved since that run.

    `impact_games` asks for what single pieces are worth, which plays so many games for every piece
    and change. `replays` embeds four games to step through.
    """
    manifest, summary = run.manifest, run.summary()
    even = evenly_played(run.parts(), manifest)
    notes: list[str] = []
    change = None if before is None else before_after(before, run)
    field, no_field = _meta(run)
    plan, no_plan = _plan(manifest)
    found = None
    if impact_games:
        if plan is None:
            raise BadInput(no_plan)
        found = _impact(plan, impact_games, threads, progress, compiling)
    shown: list[Shown] = []
    if replays and plan is not None:
        lead = GAMES.get(manifest["game"]).lead
        shown = [
            Shown(each.key, each.title, each.why, run.replay(each.game, compiling))
            for each in notable(even, manifest, lead)
        ]
    elif replays:
        notes.append(no_plan)
    tempo = shape(even, manifest)
    said = claims(summary, tempo, field, found, change)
    about_run = {
        "title": summary.title,
        "subtitle": lines.title(summary).partition(" · ")[2],
        "precision": lines.precision(summary),
        "incomplete": None if run.complete else _incomplete(manifest),
        "claims": said,
        "matchups": sections.matchups(summary),
        "rates": sections.rates(summary),
        "places": sections.places(summary),
        "seats": sections.seats(summary),
        "length": sections.lengths(summary, tempo),
        "tallies": sections.tallies(summary),
        "holdings": sections.holdings(summary),
        "pieces": None if found is None else sections.pieces(found),
        "can_measure": plan is not None and bool(plan.game.pieces(plan.data)),
        "piece": GAMES.get(manifest["game"]).piece,
        "meta": None if field is None else sections.strengths(field),
        "no_meta": no_field,
        "change": None if change is None else sections.change(change),
        "sources": sections.sources(manifest),
        "reproduce": _reproduce(run, before),
        "game": manifest["game"],
    }
    page = _render("report.html", about_run, shown, manifest["names"])
    while len(page.encode()) > LARGEST and shown:
        # A page must open on a phone: the last games go first.
        left_out = shown.pop()
        notes.append(f"{left_out.title.lower()} is left out: the page would pass 5 MB")
        page = _render("report.html", about_run, shown, manifest["names"])
    drawn = _figures(summary, tempo, field, found, change)
    return Report(page, tuple(said), tuple(notes), drawn)


def replay_page(replay: Replay) -> str:
    """Return the page of one game, to step through."""
    shown = [Shown("game", replay.title, "", replay)]
    context = {
        "title": replay.title,
        "subtitle": about(replay, replay.names),
        "command": replay.command,
    }
    return _render("replay.html", context, shown, replay.names)


def write_figures(made: Report, folder: Path) -> list[Path]:
    """Write every figure of a report as .svg and .png; return the paths."""
    from reports.figures import save

    folder.mkdir(parents=True, exist_ok=True)
    return [
        save(draw(), folder / f"{name}.{kind}")
        for name, draw in made.figures.items()
        for kind in ("svg", "png")
    ]


def check_target(path: Path) -> None:
    """Raise BadInput where no page can be written: a file of another kind is left alone."""
    if path.is_dir() or not path.parent.is_dir():
        raise BadInput(f"cannot write {path}: its folder is missing, or it is one itself")
    if path.exists() and not _is_page(path):
        raise BadInput(f"{path} is there already and is no page of balance; name another file")


def write(page: str, path: Path) -> None:
    """Write a page, whole or not at all."""
    check_target(path)
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        temporary.write_text(page, encoding="utf-8")
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _is_page(path: Path) -> bool:
    with path.open("rb") as file:
        return MARK.encode() in file.read(200)


def _figures(
    summary: Summary,
    tempo: Shape,
    field: Meta | None,
    found: Impact | None,
    change: BeforeAfter | None,
) -> dict[str, Callable[[], Figure]]:
    """Return what draws each figure; nothing is drawn until it is asked for."""
    from reports.dots import change_figure, seats_figure
    from reports.figures import matchups_figure, rates_figure
    from reports.impact import impact_figure
    from reports.meta import meta_figure
    from reports.tempo import length_figure

    drawn: dict[str, Callable[[], Figure]] = {
        "matchups": lambda: matchups_figure(summary),
        "rates": lambda: rates_figure(summary),
        "seats": lambda: seats_figure(summary),
        "length": lambda: length_figure(summary, tempo),
    }
    if field is not None:
        drawn["meta"] = lambda: meta_figure(field)
    if found is not None:
        drawn["impact"] = lambda: impact_figure(found)
    if change is not None:
        drawn["change"] = lambda: change_figure(summary, change)
    return drawn


def _meta(run: Run) -> tuple[Meta | None, str]:
    """Return the meta of a run, or why there is none."""
    try:
        found = meta(run)
    except BadInput as error:
        return None, str(error)
    if found.strengths.height < 3:
        return None, ""
    return found, ""


def _plan(manifest: Mapping[str, Any]) -> tuple[Plan | None, str]:
    try:
        return plan_of(manifest), ""
    except BadInput as error:
        return None, str(error)


def _impact(
    plan: Plan,
    games: int,
    threads: int | None,
    progress: Callable[[Progress], None] | None,
    compiling: Compiling,
) -> Impact:
    """Measure the pieces of all sides of a run that have any, against each other."""
    ask: Request = plan.request
    sides = list(dict.fromkeys(side for line in plan.lineups for side in line.sides))
    owners = {piece.side for piece in plan.game.pieces(plan.data)}
    measured = [side for side in sides if side in owners]
    if not measured:
        raise BadInput(
            f"no {plan.game.side} of {plan.game.title} brings {plan.game.piece}s of its own, so "
            "there is nothing to measure: leave out --impact"
        )
    return impact(
        ask.game,
        sides=measured,
        against=sides,
        players=ask.players,
        mode=ask.mode,
        map=ask.maps or None,
        policy=ask.policies,
        games=games,
        seed=ask.seed,
        variant=list(ask.overlays) or None,
        threads=threads,
        progress=progress,
        compiling=compiling,
    )


def _incomplete(manifest: Mapping[str, Any]) -> str:
    done, wanted = count(manifest["games"]), count(manifest["requested"])
    return f"The run was stopped: {done} of {wanted} games were played."


def _reproduce(run: Run, before: Run | None) -> list[dict[str, Any]]:
    """Return for each run how to play it again, and with what it was played."""
    told = []
    for word, each in (("", run), ("before", before)):
        if each is None:
            continue
        manifest = each.manifest
        overlay = Overlay((manifest.get("request") or {}).get("overlay") or {}, "")
        told.append(
            {
                "word": word,
                "command": manifest["command"],
                "overlay": [f"{path} = {toml_text(value)}" for path, value in flatten(overlay)],
                "facts": {
                    "seed": str(manifest["seed"]),
                    "games": count(manifest["games"]),
                    "rules version": str(manifest["rules_version"]),
                    "figures": manifest["data_hash"][:16],
                    **{k: str(v) for k, v in (manifest.get("versions") or {}).items()},
                },
            }
        )
    return told


def _render(
    template: str, context: Mapping[str, Any], shown: Sequence[Shown], names: Mapping[str, str]
) -> str:
    script = (_FOLDER / "page.js").read_text("utf-8")
    data = viewer_data(shown, names)
    page: str = (
        _environment()
        .get_template(template)
        .render(
            **context,
            mark=MARK,
            style=(_FOLDER / "page.css").read_text("utf-8"),
            script=script,
            # The page may run this script and no other, whatever names the data brings.
            script_hash=b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            replays=data["replays"],
            viewer=_json(data),
        )
    )
    return page


def _json(data: object) -> str:
    """Return JSON that is safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


@cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(_FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
