"""One look for all figures: colours that everybody can tell apart, quiet axes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

BLUE, ORANGE = "#0f6fb2", "#c4580b"  # ahead and behind
INK, QUIET, FAINT = "#1c1f24", "#5d6470", "#d8dce2"
PAPER = "#ffffff"
# Owners on a board: Okabe and Ito's set, darkened where white writing must stand on it.
OWNERS = ("#0072b2", "#c4580b", "#00785a", "#8e4d86", "#8a6d00", "#4d5560")
DPI = 160

_SETTINGS: dict[str, Any] = {
    "font.family": ["DejaVu Sans"],
    "font.size": 9.0,
    "text.color": INK,
    "text.parse_math": False,  # a name may hold a dollar sign
    "axes.edgecolor": FAINT,
    "axes.labelcolor": QUIET,
    "axes.unicode_minus": True,
    "xtick.color": QUIET,
    "ytick.color": INK,
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "svg.fonttype": "path",
    "svg.hashsalt": "balance",  # ids in an SVG come from this, not from chance
}


@contextmanager
def styled() -> Iterator[None]:
    """Apply the style within a block; the caller's own settings come back after it."""
    import matplotlib as mpl

    plain: dict[Any, Any] = {k: v for k, v in mpl.rcParamsDefault.items() if "backend" not in k}
    with mpl.rc_context(plain | _SETTINGS):
        yield


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a text in inches."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import TextPath

    if not text.strip():
        return 0.0
    font = FontProperties(family=["DejaVu Sans"], weight="bold" if bold else "normal")
    path = TextPath((0, 0), text, size=size, prop=font, usetex=False)
    return float(path.vertices[:, 0].max()) / 72.0


def cut(text: str, size: float, inches: float) -> str:
    """Return the text, shortened with an ellipsis until it is no wider than that."""
    if text_width(text, size) <= inches:
        return text
    while text and text_width(text + "…", size) > inches:
        text = text[:-1]
    return text.rstrip() + "…"
