"""The checksums of the parts of a run, noted before each part gets its name.

While a run is under way its manifest cannot name every part: writing it anew for each would cost
more and more. So `parts/checksums.txt` grows by a line a part, in the form that `sha256sum -c`
reads. A part counts if its content is one that was noted; a part that grows is noted again. At the
end the manifest takes the checksums over and the ledger goes.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from pathlib import Path

from sim.errors import BadInput

FILE = "parts/checksums.txt"
LARGEST = 1 << 30  # bytes: ten million parts
_LINE = re.compile(r"([0-9a-f]{64})  (part-[0-9]{6,9}\.parquet)", re.ASCII)


def checksum(content: bytes) -> str:
    """Return the SHA-256 of a content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def checksum_of(path: Path) -> str | None:
    """Return the SHA-256 of a file, or None where there is none that can be read."""
    try:
        if path.is_symlink() or not path.is_file():
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


class Ledger:
    """The lines of one run folder."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def exists(self) -> bool:
        """Whether there are any, so that a run is under way or was killed."""
        return self._path.exists()

    def read(self) -> dict[str, set[str]]:
        """Return every checksum noted for a part; a line that was cut short counts for nothing."""
        found: dict[str, set[str]] = {}
        try:
            with self._path.open("rb") as file:
                lines = file.read(LARGEST).decode("ascii", errors="replace").split("\n")
        except OSError:
            return found
        for line in lines:
            if (noted := _LINE.fullmatch(line)) is not None:
                found.setdefault(f"parts/{noted[2]}", set()).add(noted[1])
        return found

    def note(self, name: str, digest: str) -> None:
        """Add the checksum of a part that is about to get its name."""
        line = f"{digest}  {name.removeprefix('parts/')}\n".encode()
        try:
            with self._path.open("ab+") as file:
                size = file.seek(0, os.SEEK_END)
                if size:
                    file.seek(size - 1)
                    line = line if file.read(1) == b"\n" else b"\n" + line
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise BadInput(f"cannot write {self._path}: {error.strerror}") from None

    def remove(self) -> None:
        """Take the ledger away; the manifest now says all of it."""
        with contextlib.suppress(FileNotFoundError):
            self._path.unlink()
