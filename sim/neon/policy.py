"""What a designer may write about a player: how it values things."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from sim.models import Model

Weight = Annotated[int, Field(ge=-100_000, le=100_000)]


class Policy(Model):
    """How a greedy player values things; the keys are explained in policies/greedy.toml."""

    about: str = ""
