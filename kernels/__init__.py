"""Compiled engines: arrays in, arrays out.

numba's disk cache does not notice an edit in another file and cannot write into a read-only
install. So the cache lives in the user's cache folder, one folder for each engine, under a name
made from every source that the engine can use and the numba version: never stale, and an edit of
one engine leaves the others compiled.
"""

import hashlib
import os
import sys
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

DEBUG = os.environ.get("BALANCE_DEBUG", "") not in ("", "0")
alone = False  # whether no kernels but ours run in this process: the command line sets it


def source_hash(engine: str) -> str:
    """Return a short hash of the sources of an engine ("" for the shared ones) and of numba."""
    digest = hashlib.blake2b(digest_size=8)
    here = Path(__file__).parent
    for path in sorted([*here.glob("*.py"), *(here / engine).glob("*.py")]):
        digest.update(path.relative_to(here).as_posix().encode())
        digest.update(path.read_bytes())
    digest.update(version("numba").encode())
    digest.update(sys.implementation.cache_tag.encode() if sys.implementation.cache_tag else b"")
    return digest.hexdigest()


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@cache
def _folder(engine: str) -> Path:
    kind = "debug-" if DEBUG else ""
    name = f"{kind}{engine or 'shared'}-{source_hash(engine)}"
    chosen = os.environ.get("BALANCE_CACHE_DIR")
    root = Path(chosen) if chosen else user_cache_path("tabletop-balance", appauthor=False)
    if _writable(root / name):
        return root / name
    return Path(tempfile.gettempdir()) / f"tabletop-balance-{os.getuid()}" / name


def cache_folder(module: str) -> Path:
    """Return the folder that holds the compiled code of a module of kernels."""
    package, _, rest = module.partition(".")
    engine = rest.partition(".")[0] if package == __name__ else ""
    return _folder(engine if (Path(__file__).parent / engine).is_dir() else "")


def is_compiled(module: str, function: str) -> bool:
    """Whether an entry point is in the cache, so that its first call will be quick."""
    *folders, file = module.split(".")
    source = Path(__file__).parent.parent.joinpath(*folders)
    # numba keeps apart what lies in different places, such as two clones of this repository
    own = f"{source.name}_{hashlib.sha1(str(source).encode()).hexdigest()}"
    return any((cache_folder(module) / own).glob(f"{file}.{function}-*.nbi"))
