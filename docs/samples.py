"""Runs what the documentation shows and compares: no result in it is typed by hand.

Every ```console block is a list of commands (`$ …`), each followed by what it prints; every
```python block must run after those before it on the page. `python -m docs.samples` fails where
a block is out of date, `python -m docs.samples --write` brings it up to date.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^```(console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def pages() -> Iterator[Path]:
    """Return every page of the documentation."""
    yield ROOT / "README.md"
    yield from sorted((ROOT / "docs").rglob("*.md"))
    yield from sorted((ROOT / "examples").rglob("*.md"))


def in_an_empty_folder(command: str | list[str]) -> subprocess.CompletedProcess[str]:
    """Run a command where only the examples and the game data lie."""
    tools = Path(sys.executable).parent
    settings = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}
    with tempfile.TemporaryDirectory() as folder:
        for name in ("examples", "sim"):
            (Path(folder) / name).symlink_to(ROOT / name)
        return subprocess.run(
            command,
            shell=isinstance(command, str),
            cwd=folder,
            env={**os.environ, **settings, "NO_COLOR": "1"},
            capture_output=True,
            text=True,
        )


def fresh(block: re.Match[str]) -> str:
    """Return a block as it should be."""
    language, body = block.groups()
    if language == "python":
        return block[0]
    lines = []
    for line in body.splitlines():
        if line.startswith("$ "):
            said = in_an_empty_folder(line[2:])
            if "Traceback" in said.stdout + said.stderr:
                raise SystemExit(f"{line}\n{said.stdout}{said.stderr}")
            lines += [line, *(text.rstrip() for text in said.stdout.splitlines())]
    return "\n".join(["```console", *lines, "```"])


def run_python(page: Path, text: str) -> None:
    """Run the Python blocks of a page, one after the other, as a notebook would."""
    script = "\n".join(body for language, body in BLOCK.findall(text) if language == "python")
    ran = in_an_empty_folder([sys.executable, "-c", script])
    if ran.returncode:
        raise SystemExit(f"the examples in {page.name} do not run:\n{ran.stderr}")


def all_fresh(shown: list[str]) -> list[str]:
    """Return pages as they should be; their blocks are run side by side, one for each core."""
    blocks = [block for text in shown for block in BLOCK.finditer(text)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        right = iter(list(pool.map(fresh, blocks)))
    return [BLOCK.sub(lambda _: next(right), text) for text in shown]


def main() -> int:
    """Check every page, or write it anew; return how many differ."""
    stale = 0
    found = list(pages())
    texts = [page.read_text("utf-8") for page in found]
    for page, shown, right in zip(found, texts, all_fresh(texts), strict=True):
        run_python(page, shown)
        if shown == right:
            continue
        name = page.relative_to(ROOT).as_posix()
        if "--write" in sys.argv[1:]:
            page.write_text(right, "utf-8")
            print(f"{name} is written anew")
            continue
        stale += 1
        print(*unified_diff(shown.splitlines(), right.splitlines(), name, "now", n=1, lineterm=""))
        print(f"{name} is out of date: python -m docs.samples --write")
    return stale


if __name__ == "__main__":
    sys.exit(main())
