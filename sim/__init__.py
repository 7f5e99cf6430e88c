"""The games as a designer sees them, and running them: `sim.run("neuroshima", games=2_000)`."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim.library import (
        describe,
        load_run,
        merge_runs,
        odds,
        play,
        resume,
        run,
        scenario,
        solve,
    )

__version__ = "0.1.0"
__all__ = [
    "describe",
    "load_run",
    "merge_runs",
    "odds",
    "play",
    "resume",
    "run",
    "scenario",
    "solve",
]


def __getattr__(name: str) -> Any:
    # Importing a game or asking for help must not pay for what only a run needs.
    if name in __all__:
        from sim import library

        return getattr(library, name)
    raise AttributeError(f"module 'sim' has no attribute {name!r}")
