"""A balance contract: the requests in a `balance.toml` and what must hold of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from sim.errors import BadInput
from sim.plan import LARGEST_SEED, MOST_GAMES, Plan, Request, make_plan
from sim.variant import beside, explain, load_variant, parse_set, read_toml

KINDS = ("score", "policy", "matchup", "seat", "length")
MOST_REQUESTS = 100
MOST_EXPECTATIONS = 200  # of one request
DEFAULT_BUDGET = 100_000
DEFAULT_MARGIN = 1.0  # points; lengths are whole numbers and need none
_QUANTILE = re.compile(r"median|p([1-9][0-9]?)")


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Name = Annotated[str, Field(min_length=1, max_length=100)]
Names = Annotated[list[Name], BeforeValidator(_listed), Field(min_length=1, max_length=200)]
Percent = Annotated[float, Field(ge=0, le=100)]
Points = Annotated[float, Field(gt=0, le=100)]


class Model(BaseModel):
    """A table of a contract: nothing but the known keys."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class Errors(Model):
    """How often `check` may err; see docs/contracts.md for what that means exactly."""

    false_alarms: float = Field(0.01, ge=1e-6, le=0.2)
    power: float = Field(0.99, ge=0.5, le=0.999999)


class Recorded(Model):
    """The games that were played when the contract was recorded."""

    games: int = Field(ge=1, le=MOST_GAMES)
    digest: str = Field(pattern=r"^[0-9a-f]{64}$")
    rules_version: int = Field(ge=0)
    data_hash: str = Field(min_length=1, max_length=200)


class Expect(Model):
    """One line: what is measured (`score`, …), where it must lie, and the margin."""

    score: Names | None = None
    policy: Names | None = None
    matchup: Names | None = None
    seat: int | None = Field(None, ge=1, le=100)
    length: str | None = None
    between: list[Annotated[float, Field(ge=0, le=1e9)]] | None = Field(
        None, min_length=2, max_length=2
    )
    within: Points | None = None
    recorded: float | None = Field(None, ge=0, le=1e9)
    plus_minus: float | None = Field(None, ge=0, le=1e9)
    tolerance: float | None = Field(None, ge=0, le=1e9)
    margin: float | None = Field(None, ge=0, le=1e9)

    @property
    def kind(self) -> str:
        """What is measured."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)

    @property
    def quantile(self) -> float:
        """Which quantile of the length: one half for the median."""
        found = _QUANTILE.fullmatch(self.length or "")
        return int(found[1]) / 100 if found and found[1] else 0.5

    @model_validator(mode="after")
    def _is_sound(self) -> Expect:
        kinds = [kind for kind in KINDS if getattr(self, kind) is not None]
        if len(kinds) != 1:
            said = " and ".join(kinds) or "nothing"
            raise ValueError(f"a line measures one of {', '.join(KINDS)}; this one {said}")
        bands = [key for key in ("between", "within", "recorded") if getattr(self, key) is not None]
        if len(bands) != 1:
            said = " and ".join(bands) or "none"
            raise ValueError(f"a line has one of between, within, recorded; this one {said}")
        if self.between is not None and self.between[0] > self.between[1]:
            raise ValueError(f"between {self.between} ends before it begins")
        partners = (self.plus_minus, self.tolerance)
        if self.recorded is not None and None in partners:
            raise ValueError("recorded needs plus_minus and tolerance beside it")
        if self.recorded is None and partners != (None, None):
            raise ValueError("plus_minus and tolerance belong to a recorded value")
        if self.length is not None:
            self._is_a_length()
        else:
            self._is_a_score(kinds[0])
        return self

    def _is_a_length(self) -> None:
        if _QUANTILE.fullmatch(self.length or "") is None:
            raise ValueError(f"length {self.length!r} is not 'median' or a percentile like 'p90'")
        if self.within is not None:
            raise ValueError("a length has no fair value to be within; say between = [8, 16]")
        numbers = [*(self.between or ()), self.recorded, self.tolerance, self.margin]
        if any(number is not None and number != int(number) for number in numbers):
            raise ValueError("lengths are whole numbers")

    def _is_a_score(self, kind: str) -> None:
        for number in (*(self.between or ()), self.recorded):
            if number is not None and number > 100:
                raise ValueError(f"{number:g} is not a percentage; allowed: 0 to 100")
        if self.margin is not None and not 0.05 <= self.margin <= 50:
            raise ValueError(f"margin = {self.margin:g} is not allowed; allowed: 0.05 to 50 points")
        if self.recorded is not None and kind != "seat" and self._names(kind) == ["each"]:
            raise ValueError("a recorded value belongs to one name, not to each")
        if kind == "matchup" and self._names(kind) != ["each"] and len(self._names(kind)) != 2:
            raise ValueError('matchup is "each" or a pair of names')

    def _names(self, kind: str) -> list[str]:
        names: list[str] = getattr(self, kind)
        return names


class Asked(Model):
    """What to play, as for `balance run`, and what must hold of it."""

    name: Name | None = None
    game: Name
    sides: Names | None = None
    policy: Names | None = None
    players: int | None = Field(None, ge=1, le=100)
    mode: Name | None = None
    map: Names | None = None
    variant: Names | None = None
    set: Names | None = None
    seed: int = Field(1, ge=0, le=LARGEST_SEED)
    most_games: int = Field(DEFAULT_BUDGET, ge=1, le=MOST_GAMES)
    recorded: Recorded | None = None
    expect: list[Expect] = Field(min_length=1, max_length=MOST_EXPECTATIONS)

    @model_validator(mode="after")
    def _has_its_record(self) -> Asked:
        if self.recorded is None and any(line.recorded is not None for line in self.expect):
            raise ValueError("a line has a recorded value, but the request has no table 'recorded'")
        return self


class Contract(Model):
    """The whole file."""

    errors: Errors = Errors()
    request: list[Asked] = Field(min_length=1, max_length=MOST_REQUESTS)


@dataclass(frozen=True)
class Source:
    """A contract as it was read: its file, and the line of the file where each expectation is."""

    path: Path
    contract: Contract
    lines: tuple[int, ...]  # empty where they cannot be told

    def line(self, request: int, expectation: int) -> int | None:
        """Return the line of the file where an expectation begins."""
        before = sum(len(asked.expect) for asked in self.contract.request[:request])
        return self.lines[before + expectation] if self.lines else None


def read_contract(path: Path) -> Source:
    """Return the contract in a file, or BadInput with what does not fit."""
    document = read_toml(path, "contract")
    if not document.get("request"):
        raise BadInput(
            f"the contract {path} has no [[request]]; `balance record GAME -o FILE` writes one"
        )
    try:
        contract = Contract.model_validate(document)
    except ValidationError as error:
        raise explain(error, str(path), Contract) from None
    return Source(path, contract, _places(path, contract))


def plan_of(asked: Asked, folder: Path, variants: Sequence[Path] = ()) -> Plan:
    """Return the plan of a request; its own variant files lie beside the contract or below."""
    from sim.game import GAMES

    game = GAMES.get(asked.game).id
    files = [beside(folder, name) for name in asked.variant or ()]
    overlays = [load_variant(path, game) for path in files]
    overlays += [parse_set(text) for text in asked.set or ()]
    # What is tried out comes last, so that it wins over what the contract says.
    overlays += [load_variant(path, game) for path in variants]
    return make_plan(
        Request(
            game=game,
            sides=tuple(asked.sides or ()),
            players=asked.players,
            mode=asked.mode or "",
            maps=tuple(asked.map or ()),
            policies=tuple(asked.policy or ()),
            games=asked.most_games,
            seed=asked.seed,
            overlays=tuple(overlays),
        )
    )


def _places(path: Path, contract: Contract) -> tuple[int, ...]:
    """Return the lines where expectations begin, if there is one for each; TOML does not say."""
    text = path.read_text(encoding="utf-8").splitlines()
    begins = re.compile(r"\s*(\[\[\s*request\s*\.\s*expect\s*\]\]|\{.*\},?)\s*(#.*)?")
    found = tuple(number for number, line in enumerate(text, 1) if begins.fullmatch(line))
    wanted = sum(len(asked.expect) for asked in contract.request)
    return found if len(found) == wanted else ()
