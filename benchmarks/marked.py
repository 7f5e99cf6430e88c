"""Measured text between two marks of a page, so that no figure there is typed by hand."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def placed(page: str, mark: str, text: str) -> str:
    """Return a page with a text between `<!-- MARK:start -->` and `<!-- MARK:end -->`."""
    start, end = f"<!-- {mark}:start -->", f"<!-- {mark}:end -->"
    before, begun, rest = page.partition(start)
    _, ended, after = rest.partition(end)
    if not begun or not ended:
        raise SystemExit(f"the page has no place for this: {start} … {end}")
    return f"{before}{start}\n{text}\n{end}{after}"


def write(page: str, mark: str, text: str) -> None:
    """Put a text between the marks of a page of the documentation."""
    path = ROOT / page
    path.write_text(placed(path.read_text("utf-8"), mark, text), "utf-8")
