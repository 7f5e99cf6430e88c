"""Compiled engines: arrays in, arrays out.

numba's disk cache does not notice an edit in another file and cannot write into a read-only
install. So the cache lives in the user's cache folder, under a name made from every kernel source
and the numba version, chosen here before any kernel is decorated.
"""

import hashlib
import os
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from platformdirs import user_cache_path

DEBUG = os.environ.get("BALANCE_DEBUG", "") not in ("", "0")


def source_hash() -> str:
    """Return a short hash of every kernel source file and the numba version."""
    digest = hashlib.blake2b(digest_size=8)
    here = Path(__file__).parent
    for path in sorted(here.rglob("*.py")):
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


def _cache_folder() -> Path:
    name = ("debug-" if DEBUG else "kernels-") + source_hash()
    chosen = os.environ.get("BALANCE_CACHE_DIR")
    root = Path(chosen) if chosen else user_cache_path("tabletop-balance", appauthor=False)
    folder = root / name
    if _writable(folder):
        return folder
    return Path(tempfile.gettempdir()) / f"tabletop-balance-{os.getuid()}" / name


CACHE_FOLDER = _cache_folder()
os.environ["NUMBA_CACHE_DIR"] = str(CACHE_FOLDER)
if "numba" in sys.modules:  # imported by somebody else first: its settings are already read
    sys.modules["numba"].config.CACHE_DIR = str(CACHE_FOLDER)
