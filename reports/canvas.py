"""What all figures share: a canvas measured in inches, its heading and footer, quiet axes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from reports.style import FAINT, INK, PAPER, QUIET

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure


def fetch() -> None:
    """Import what drawing needs, and read the list of fonts, ahead of time."""
    import matplotlib.backends.backend_agg
    import matplotlib.figure  # noqa: F401
    from matplotlib.font_manager import FontProperties, fontManager

    fontManager.findfont(FontProperties(family=["DejaVu Sans"]))


def canvas(
    width: float, height: float, box: tuple[float, float, float, float]
) -> tuple[Figure, Axes]:
    """Return a figure with axes in a box given in inches from the top left."""
    from matplotlib.figure import Figure

    fig = Figure(figsize=(width, height))
    left, top, wide, high = box
    place = (left / width, 1 - (top + high) / height, wide / width, high / height)
    return fig, fig.add_axes(place)


def heading(fig: Figure, what: str, about: str) -> None:
    """Write what a figure shows, and from which games."""
    width, height = fig.get_size_inches()
    left = 0.2 / width
    fig.text(left, 1 - 0.32 / height, what, fontsize=12, fontweight="bold", va="center")
    fig.text(left, 1 - 0.58 / height, about, fontsize=9, color=QUIET, va="center")


def small_print(fig: Figure, texts: list[str]) -> None:
    """Write the small print at the foot of a figure."""
    width, height = fig.get_size_inches()
    for i, text in enumerate(reversed(texts)):
        bottom = (0.2 + 0.18 * i) / height
        fig.text(0.2 / width, bottom, text, fontsize=8, color=QUIET, va="center")


def aside(axes: Axes, at: tuple[float, float], text: str, shift: float, **how: Any) -> None:
    """Write beside the plot, at a height of its scale."""
    axes.annotate(
        text,
        at,
        xycoords=("axes fraction", "data"),
        xytext=(shift, 0),
        textcoords="offset points",
        va="center",
        annotation_clip=False,
        **how,
    )


def quiet_axes(axes: Axes) -> None:
    """Leave only the grid and the numbers of the horizontal axis."""
    for side in ("top", "left", "right"):
        axes.spines[side].set_visible(False)
    axes.set_yticks([])
    axes.tick_params(axis="x", length=0, labelsize=8.5)
    axes.grid(axis="x", color=FAINT, lw=0.6)
    axes.set_axisbelow(True)


def shade(distance: float) -> tuple[str, str]:
    """Return the fill for a distance from -1 to 1 and the ink that reads better on it."""
    from matplotlib.colors import to_hex

    red, green, blue, _ = _scale()((distance + 1) / 2)
    light = 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2
    return to_hex((red, green, blue)), PAPER if light < 0.2 else INK


@cache
def _scale() -> LinearSegmentedColormap:
    from matplotlib.colors import LinearSegmentedColormap

    shades = ["#a84a06", "#e08a3c", "#f9d9b5", "#f6f6f4", "#bcd9ee", "#4a98cf", "#0b5a96"]
    return LinearSegmentedColormap.from_list("behind and ahead", shades)
