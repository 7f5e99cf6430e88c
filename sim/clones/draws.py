"""Drawing equipment."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from sim.models import Model

MOST_DRAWN = 6  # with Korat's one more; the kernels have room for 8 cards at a time


class Draw(Model):
    """Draw some cards of one level, keep some of them, discard the others."""

    level: Literal[1, 2, 3]
    draw: int = Field(ge=1, le=MOST_DRAWN)
    keep: int = Field(ge=1, le=MOST_DRAWN)

    @model_validator(mode="after")
    def _keeps_what_is_drawn(self) -> Draw:
        if self.keep > self.draw:
            raise ValueError(f"{self.keep} cards cannot be kept of {self.draw} drawn")
        return self
