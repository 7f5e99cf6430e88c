"""The house: who may import whom, and no source that knows a machine."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sim.game import GAMES

ROOT = Path(__file__).parents[1]
PACKAGES = ("reports", "analysis", "sim", "kernels")
# Files of the project as it is given away; folders that tools leave behind start with a dot.
SOURCES = ("py", "toml", "md", "txt", "csv", "c", "html", "svg", "yml", "yaml", "cfg", "ini")
LEFT_BEHIND = {"runs", "build", "dist", "__pycache__"}
# Put together here, so that this file does not hold what it forbids.
MACHINE_PATHS = tuple("/".join(["", name, ""]) for name in ("tmp", "work", "home", "root", "Users"))


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of pyproject.toml in a folder."""
    program = (
        "import sys; from importlinter.cli import lint_imports;"
        "sys.exit(lint_imports(no_cache=True, no_logo=True))"
    )
    command = [sys.executable, "-c", program]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def contracts() -> list[dict[str, object]]:
    """Return the contracts."""
    document = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    found: list[dict[str, object]] = document["tool"]["importlinter"]["contracts"]
    return found


def sources() -> list[Path]:
    """Return every text file of the project."""
    return sorted(
        path
        for ending in SOURCES
        for path in ROOT.rglob(f"*.{ending}")
        if not any(
            part.startswith(".") or part in LEFT_BEHIND or part.endswith(".egg-info")
            for part in path.relative_to(ROOT).parts
        )
    )


def test_imports_go_one_way() -> None:
    done = lint_imports(ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(contracts())} kept, 0 broken" in done.stdout


BACKWARDS = {
    "kernels/astray.py": "import sim.names\n",
    "sim/astray.py": "import analysis.words\n",
    "analysis/astray.py": "import reports.style\n",
    "reports/astray.py": "import cli\n",
}


@pytest.mark.parametrize("name", BACKWARDS)
def test_an_import_that_goes_backwards_is_found(name: str, tmp_path: Path) -> None:
    """The contracts are awake: each of these lines alone breaks one."""
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__", "data")
        )
    for file in ("pyproject.toml", "cli.py"):
        shutil.copy(ROOT / file, tmp_path / file)
    (tmp_path / name).write_text(BACKWARDS[name])
    done = lint_imports(tmp_path)
    assert done.returncode == 1, done.stdout + done.stderr
    assert name.replace("/", ".").removesuffix(".py") in done.stdout


def test_every_game_is_kept_apart_from_the_others() -> None:
    """Each game of the registry, and its engine, stands in the contract that parts them."""
    layers = [str(contract.get("layers", "")) for contract in contracts()]
    for name in GAMES.names():
        for package in ("sim", "kernels"):
            own = re.compile(rf"\({package}\.{name}\)")
            assert any(own.search(text) for text in layers), f"{package}.{name} is in no contract"


@pytest.mark.parametrize("name", GAMES.names())
def test_nothing_but_its_own_folders_names_a_game(name: str) -> None:
    """A game plugs in: command line, runner, analysis and reports work from its description."""
    word = re.compile(rf"\b{name}\b", re.IGNORECASE)
    own = (ROOT / "sim" / name, ROOT / "kernels" / name)
    allowed = {ROOT / "sim" / "game.py"}  # the registry
    naming = [
        path.relative_to(ROOT).as_posix()
        for path in [ROOT / "cli.py", *(p for k in PACKAGES for p in (ROOT / k).rglob("*.py"))]
        if path not in allowed and not any(path.is_relative_to(folder) for folder in own)
        if word.search(_code(path))
    ]
    assert naming == []


def _code(path: Path) -> str:
    """Return a source without its docstrings and comments, where examples may name a game."""
    text = re.sub(r'"""(?:.|\n)*?"""', "", path.read_text("utf-8"))
    return re.sub(r"#.*", "", text)


def test_no_source_knows_a_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sources()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if any(machine in line for machine in MACHINE_PATHS)
    ]
    assert found == []


def test_the_search_for_sources_finds_them() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in sources()}
    assert {"cli.py", "pyproject.toml", "kernels/rng.py", "sim/game.py"} <= found
    assert "tests/test_architecture.py" in found
