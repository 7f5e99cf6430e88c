"""What tests of faults share: runs of the toy as processes of their own, with small parts."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PART = 300
# Ctrl-C is switched on by hand: a shell that runs the tests in the background switches it off.
_TOY = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from sim.game import GAMES
GAMES.folders = {"toy": "tests.toy_game"}
from sim import store
store._PART, store.SAVE_SECONDS, store._SPARE = int(sys.argv[1]), float(sys.argv[2]), 0
sys.argv[1:3] = []
"""
_COMMAND = "import cli\nif __name__ == '__main__':\n    sys.exit(cli.main())\n"
# Without tables and figures, which cost more than the games.
_LIBRARY = """
import json, sim
asked = json.loads(sys.argv[1])
if "resume" in asked:
    sim.resume(asked["resume"], figures=False)
else:
    sim.run("toy", **asked, figures=False)
"""


def start(program: str, *words: object, cwd: Path, save: float = 10.0) -> Any:
    """Start a process; a part under way is kept every so many seconds."""
    file = cwd / "program.py"
    file.write_text(_TOY + program)
    return subprocess.Popen(
        [sys.executable, str(file), str(PART), str(save), *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"},
    )


def command(*words: object, cwd: Path, save: float = 10.0) -> Any:
    """Start `balance`."""
    return start(_COMMAND, *words, cwd=cwd, save=save)


def library(asked: str, cwd: Path, save: float = 10.0) -> Any:
    """Start `sim.run` with these words, as JSON, or `sim.resume`."""
    return start(_LIBRARY, asked, cwd=cwd, save=save)


def wait_for(process: Any, found: Any) -> None:
    """Wait until something is found, which must be before the process ends."""
    deadline = time.monotonic() + 120
    while not found():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.005)


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Return the content of every file in a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}
