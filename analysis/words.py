"""Numbers as a designer reads them: a percentage with its ±, a count with its commas."""

from __future__ import annotations

from collections.abc import Mapping

from sim.teams import TOGETHER


def margin(score: float, low: float, high: float) -> float:
    """Return the larger of the distances to the ends: what may honestly follow a ±."""
    return max(score - low, high - score)


def percent(score: float, low: float, high: float) -> str:
    """Return a score such as "57.3 ± 0.7", without the sign for percent."""
    half = 100.0 * margin(score, low, high)
    digits = decimals(half)
    return f"{100.0 * score:.{digits}f} ± {half:.{digits}f}"


def interval(score: float, low: float, high: float) -> str:
    """Return the ends such as "56.6 – 58.0", without the sign for percent."""
    digits = decimals(100.0 * margin(score, low, high))
    return f"{100.0 * low:.{digits}f} – {100.0 * high:.{digits}f}"


def points(value: float, low: float, high: float) -> str:
    """Return a difference such as "+1.2 ± 0.7"."""
    half = margin(value, low, high)
    digits = decimals(half)
    return f"{_signed(value, digits)} ± {half:.{digits}f}"


def amount(mean: float, low: float | None, high: float | None) -> str:
    """Return a mean such as "2.31 ± 0.05"; without the ± where nothing is known of it."""
    if low is None or high is None:
        return f"{mean:.2f}"
    half = margin(mean, low, high)
    digits = _amount_decimals(half)
    return f"{mean:.{digits}f} ± {half:.{digits}f}"


def change(value: float, low: float, high: float) -> str:
    """Return a difference of amounts such as "−0.31 ± 0.05"."""
    half = margin(value, low, high)
    digits = _amount_decimals(half)
    return f"{_signed(value, digits)} ± {half:.{digits}f}"


def _amount_decimals(half: float) -> int:
    return 0 if half >= 9.5 else 1 if half >= 0.95 else 2 if half >= 0.0095 or not half else 3


def decimals(half: float) -> int:
    """Return how many decimals a number with this margin (in percent) deserves: one at least."""
    return 1 if half >= 0.095 or half <= 0.0 else 2 if half >= 0.0095 else 3


def share(fair: float) -> str:
    """Return a fair share such as "50 %" or "33.3 %"."""
    return f"{100.0 * fair:.1f}".removesuffix(".0") + " %"


def shown(name: str, names: Mapping[str, str]) -> str:
    """Return the name that readers see for an id; "korat+blitz @ ruins" is two and a map."""
    who, at, where = name.partition(" @ ")
    known = [names.get(each, each) for each in who.split(TOGETHER)]
    return f" {TOGETHER} ".join(known) + at + names.get(where, where)


def count(number: int) -> str:
    """Return a count such as "20,000"."""
    return f"{number:,}"


def _signed(value: float, digits: int) -> str:
    text = f"{value:+.{digits}f}"
    return text.replace("-", "−") if float(text) else text[1:]
