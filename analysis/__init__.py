"""Statistics of runs: polars frames in, polars frames out."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.loading import load

__all__ = ["load"]


def __getattr__(name: str) -> Any:
    # `analysis.load(run)` without making every import of the package pay for it.
    if name in __all__:
        from analysis import loading

        return getattr(loading, name)
    raise AttributeError(f"module 'analysis' has no attribute {name!r}")
