"""Everything a change must pass, in order, up to the first failure: `python -m tests.check`."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

from sim.game import GAMES

TOOLS = Path(sys.executable).parent
ROOT = Path(__file__).resolve().parent.parent
PYTEST = ("pytest", "-q", "-rs", "-n", "2", "--dist", "worksteal")  # -rs: say what is skipped


def kernel_tests() -> list[str]:
    """Return the test files of the engines: they import a kernel or a game."""
    names = ("kernels", *GAMES.folders.values())
    folders = "|".join(re.escape(name) for name in names)
    imports = re.compile(rf"^(from|import) ({folders})\b", re.MULTILINE)
    files = (path.relative_to(ROOT) for path in sorted(ROOT.glob("tests/**/test_*.py")))
    return [path.as_posix() for path in files if imports.search((ROOT / path).read_text("utf-8"))]


def step(*command: str, **environment: str) -> None:
    """Run one command of this environment, say so, and stop everything where it fails."""
    settings = "".join(f"{name}={value} " for name, value in environment.items())
    print(f"\n$ {settings}{' '.join(command)}", flush=True)
    started = time.monotonic()
    code = subprocess.call(
        [TOOLS / command[0], *command[1:]], cwd=ROOT, env={**os.environ, **environment}
    )
    if code:
        raise SystemExit(f"{command[0]} failed ({code})")
    print(f"({time.monotonic() - started:.0f} s)", flush=True)


def main() -> None:
    """Run every step."""
    step("ruff", "check", ".")
    step("ruff", "format", "--check", ".")
    step("mypy")
    step("lint-imports")
    step("balance", "warm")  # once, before several processes want it
    step(*PYTEST)
    step("balance", "check")  # the project's own contract, balance.toml
    step("python", "-m", "docs.samples")
    # Once more as plain Python, which compiles nothing: a stray index and an integer that overflows
    # raise there, and pass unnoticed in compiled code.
    plain = {"NUMBA_DISABLE_JIT": "1", "BALANCE_DEBUG": "1"}
    step(*PYTEST, "-m", "not compiled", *kernel_tests(), **plain)
    print("\nEverything holds.")


if __name__ == "__main__":
    main()
