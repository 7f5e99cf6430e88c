"""Measured text between two marks of a page, so that no figure there is typed by hand."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def write(page: str, mark: str, text: str) -> None:
    """Put a text between `<!-- MARK:start -->` and `<!-- MARK:end -->` of a page."""
    path = ROOT / page
    start, end = f"<!-- {mark}:start -->", f"<!-- {mark}:end -->"
    before, begun, rest = path.read_text("utf-8").partition(start)
    _, ended, after = rest.partition(end)
    if not begun or not ended:
        raise SystemExit(f"{page} has no place for this: {start} … {end}")
    path.write_text(f"{before}{start}\n{text}\n{end}{after}", "utf-8")
