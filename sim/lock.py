"""One process at a time in a run folder: a lock that the system takes back when its holder dies."""

from __future__ import annotations

import contextlib
import os
import platform
from pathlib import Path

from sim.errors import BadInput

try:
    import fcntl
except ImportError:  # no such locks here: two runs in one folder are then nobody's business
    fcntl = None  # type: ignore[assignment]

NAME = ".lock"


class Lock:
    """The right to write into a folder, held until `release`."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle: int | None = handle

    def release(self) -> None:
        """Give the right back; the file goes first, while nobody else can hold it."""
        if self._handle is None:
            return
        with contextlib.suppress(OSError):
            self._path.unlink()
        os.close(self._handle)
        self._handle = None


def hold(folder: Path) -> Lock:
    """Return the lock of a folder, or BadInput with who holds it."""
    path = folder / NAME
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
        try:
            if not _locked(handle):
                raise BadInput(f"{folder} is being used by another run{_holder(handle)}")
            if not _same(handle, path):  # its holder has just left and taken the file along
                os.close(handle)
                continue
            os.ftruncate(handle, 0)
            os.pwrite(handle, f"process {os.getpid()} on {platform.node()}\n".encode(), 0)
        except BaseException:
            with contextlib.suppress(OSError):
                os.close(handle)
            raise
        return Lock(path, handle)


def _locked(handle: int) -> bool:
    """Whether the lock is ours now; a system that cannot lock is left to its own."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _same(handle: int, path: Path) -> bool:
    """Whether the file we locked is still the one at its path."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False


def _holder(handle: int) -> str:
    words = os.pread(handle, 200, 0).decode(errors="replace").strip()
    return f" ({words})" if words else ""
