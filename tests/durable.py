"""What tests of faults share: the command as a process of its own, with the toy and small parts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
# Ctrl-C is switched on by hand: a shell that runs the tests in the background switches it off.
LAUNCH = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from sim.game import GAMES
GAMES.folders = {"toy": "tests.toy_game"}
from sim import store
store._PART, store.SAVE_SECONDS, store._SPARE = int(sys.argv[1]), float(sys.argv[2]), 0
sys.argv[1:3] = []
import cli
if __name__ == "__main__":
    sys.exit(cli.main())
"""


def start(*words: object, cwd: Path, part: int = 300, save: float = 10.0) -> Any:
    """Start the command; parts have so many games and are kept every so many seconds."""
    launch = cwd / "launch.py"
    if not launch.exists():
        launch.write_text(LAUNCH)
    return subprocess.Popen(
        [sys.executable, str(launch), str(part), str(save), *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "dumb"},
    )


def finish(*words: object, cwd: Path, code: int = 0, part: int = 300) -> str:
    """Run the command to its end and return what it said on stderr."""
    process = start(*words, cwd=cwd, part=part)
    _, err = process.communicate(timeout=300)
    assert process.returncode == code, err
    assert "Traceback" not in err
    return str(err)


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Return the content of every file in a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}
