"""Whether another machine would play the same games: what its copy of everything comes to."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass

import kernels
from sim.plan import Plan
from sim.runner import rows_of


@dataclass(frozen=True)
class Signature:
    """What must be the same everywhere before games count."""

    rules_version: int
    data_hash: str
    kernel_hash: str
    first_games: str  # a checksum of the first mirrored set, as it was played there

    def differs(self, other: Signature) -> str:
        """Return in words what differs; an empty text where nothing does."""
        mine, yours = asdict(self), asdict(other)
        words = [
            f"{key.replace('_', ' ')} {str(yours[key])[:12]} instead of {str(mine[key])[:12]}"
            for key in mine
            if mine[key] != yours[key]
        ]
        return ", ".join(words)


def signature(plan: Plan) -> Signature:
    """Play the first mirrored set of a plan and return what this machine is like."""
    rows = rows_of(plan, 0, plan.per_set)
    kinds = [str(kind) for kind in rows.dtypes]
    text = json.dumps([rows.columns, kinds, rows.rows()])
    return Signature(
        rules_version=plan.game.rules_version,
        data_hash=plan.data.fingerprint,
        kernel_hash=kernels.source_hash(plan.game.id),
        first_games=hashlib.sha256(text.encode()).hexdigest(),
    )
