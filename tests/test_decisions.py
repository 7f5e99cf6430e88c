"""Decisions of ours have ids: each cited one stands once in the table of its game's page."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = {"NSH": "neuroshima", "RLD": "clones", "SA": "steel-arena"}
FOLDERS = ("kernels", "sim", "tests", "analysis", "reports", "benchmarks", "docs", "examples")
WRITTEN = {".py", ".toml", ".md", ".txt", ".c"}


def texts() -> str:
    """Return everything that may cite a decision."""
    files = (
        path
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.suffix in WRITTEN and path.is_file()
    )
    return "\n".join(path.read_text("utf-8") for path in files)


def listed(prefix: str) -> Counter[str]:
    """Return the decisions in the tables of a game's page; a row may hold several: 9, 10."""
    page = (ROOT / "docs" / "games" / f"{PAGES[prefix]}.md").read_text("utf-8")
    rows = re.findall(rf"^\| {prefix}-DEC-([^|]+) \|", page, re.M)
    numbers = (re.findall(r"[A-Z]?\d+", row) for row in rows)
    return Counter(f"{prefix}-DEC-{number}" for row in numbers for number in row)


@pytest.mark.parametrize("prefix", PAGES)
def test_every_decision_that_is_cited_is_listed_once(prefix: str) -> None:
    known = listed(prefix)
    assert known, f"docs/games/{PAGES[prefix]}.md lists no decision"
    assert [key for key, count in known.items() if count > 1] == []
    cited = set(re.findall(rf"\b{prefix}-DEC-[A-Z]?\d+\b", texts()))
    assert cited <= set(known), f"not listed: {sorted(cited - set(known))}"
