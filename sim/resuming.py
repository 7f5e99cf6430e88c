"""From a run folder back to its request: what `balance run --resume` goes on with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim import store
from sim.errors import BadInput
from sim.plan import EVEN, MOST_GAMES, OPEN, Plan, Request, make_plan
from sim.spending import spending
from sim.variant import Overlay

MOST_SHARES = 100_000
_SHARE = re.compile(r"([0-9]{1,6})/([0-9]{1,6})", re.ASCII)


@dataclass(frozen=True)
class Stored:
    """The run that a folder holds, or was to hold: its plan, and what its manifest says of it.

    `told` is what must stay as it was written: a variant is known by its figures alone here, while
    the request names its file.
    """

    plan: Plan
    share: store.Share | None
    told: dict[str, Any]
    found: dict[str, Any]

    @property
    def complete(self) -> bool:
        """Whether the folder says that all of it was played."""
        return self.found.get("complete") is True


def stored_run(path: Path, extend: int = 0) -> Stored:
    """Return the run of a folder, with so many games more; BadInput where it cannot be gone on."""
    found = store.Folder(path).read_manifest()
    if found is None or found.get("format") not in store.READABLE:
        raise store.no_run(path)
    share = _share_of(found)
    if extend:
        if share is not None:
            raise BadInput(f"{path} holds one share of a run; merge the shares, then extend them")
        if extend < 0:
            raise BadInput(f"a run cannot be extended by {extend:,} games; allowed: 1 and more")
    ask = _request(path, found)
    if extend and ask.spend == OPEN:
        raise BadInput(
            f"the second half of the games in {path} went to open matchups; a longer run would "
            "look for them later and play other games: such a run cannot be extended, so play the "
            "longer one into a folder of its own"
        )
    request = dict(found["request"])
    told = {"request": request, "command": found.get("command")}
    if extend:
        games = ask.games + extend
        if games > MOST_GAMES:
            raise BadInput(f"{games:,} games are too many; allowed: {MOST_GAMES:,}")
        request["games"] = games
        old, new = (f" -n {number} --seed " for number in (ask.games, games))
        told["command"] = str(found.get("command")).replace(old, new, 1)
        ask = Request(**{**vars(ask), "games": games})
    try:
        plan = make_plan(ask)
    except BadInput as error:
        raise BadInput(f"the run in {path} cannot be gone on with: {error}") from None
    _check_same(path, found, store.manifest(plan, 0, complete=True, share=share))
    return Stored(plan, share, told, found)


def parse_share(text: str, plan: Plan) -> store.Share:
    """Return the share that `2/3` means, or BadInput where it has no games."""
    found = _SHARE.fullmatch(text.strip())
    number, of = (int(found[1]), int(found[2])) if found else (0, 0)
    if not 1 <= number <= of <= MOST_SHARES:
        raise BadInput(
            f"{text!r} is not a share such as 2/3, the second of three; allowed: up to "
            f"{MOST_SHARES:,} shares"
        )
    if plan.request.until is not None:
        raise BadInput("a run that stops at a precision cannot be shared out: leave out --until")
    if plan.request.spend == OPEN:
        raise BadInput(
            "what a run with --spend open plays in its second half depends on all games before, so "
            "no machine can play a share of it by itself: add --spend even, or use --backend dask"
        )
    parts = -(-plan.games // store.part_size(plan))
    if number > parts:
        raise BadInput(
            f"share {text} has no games: {plan.games:,} games fill {parts} parts of "
            f"{store.part_size(plan):,}, so there can be {parts} shares at most"
        )
    return store.Share(number, of)


def _share_of(found: Mapping[str, Any]) -> store.Share | None:
    match found.get("share"):
        case [int(number), int(of)] if 1 <= number <= of <= MOST_SHARES:
            return store.Share(number, of)
    return None


def _request(path: Path, found: Mapping[str, Any]) -> Request:
    """Return the request in a manifest, of which nothing is believed."""
    from pydantic import BaseModel, ConfigDict, ValidationError

    from sim.variant import explain

    class Asked(BaseModel):
        model_config = ConfigDict(strict=True)
        game: str
        sides: list[str]
        players: int | None
        mode: str
        maps: list[str]
        policies: list[str]
        games: int
        seed: int
        overlay: dict[str, Any]
        until: float | None = None
        spend: str = EVEN

    try:
        ask = Asked.model_validate(found.get("request"))
    except ValidationError as error:
        raise explain(error, str(path / store.MANIFEST), Asked) from None
    return Request(
        game=ask.game,
        sides=tuple(ask.sides),
        players=ask.players,
        mode=ask.mode,
        maps=tuple(ask.maps),
        policies=tuple(ask.policies),
        games=ask.games,
        seed=ask.seed,
        overlays=(Overlay(ask.overlay, str(path / store.MANIFEST)),) if ask.overlay else (),
        until=ask.until,
        spend=spending(ask.spend),
    )


def _check_same(path: Path, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Refuse to add games to a folder whose games were played by other rules or figures."""
    was, now = (each.get("rules_version") for each in (found, wanted))
    if was != now:
        raise BadInput(
            f"{path} was played by rules version {was}, and this is {now}: its games cannot be "
            f"gone on with; play it again: {found.get('command')}"
        )
    if found.get("data_hash") != wanted["data_hash"]:
        raise BadInput(
            f"{path} was played with other figures than these (data hash "
            f"{str(found.get('data_hash'))[:8]}, now {wanted['data_hash'][:8]}): its games cannot "
            f"be gone on with; play it again: {found.get('command')}"
        )
    changed = ("request", "requested")
    if store.essence(found, *changed) != store.essence(wanted, *changed):
        raise BadInput(f"{path}: {store.MANIFEST} does not fit its own request; play it again")
