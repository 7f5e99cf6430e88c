"""The notebook page of the docs runs as it stands."""

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "notebook.md"


def test_the_page_runs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    assert len(blocks) == 6
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, str(PAGE), "exec"), names)
    assert len(names["table"]) == 600
    assert names["lengths"]["games"].sum() == 600
    assert len(names["tiles"].sides[0].pieces) == 13
    assert {"first-run.parquet", "first-run-rates.csv"} <= {p.name for p in tmp_path.iterdir()}
