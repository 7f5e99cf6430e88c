"""Untrusted files, changed where that reaches new code: `python -m tests.fuzz_guided variant`.

The files, changes and readers are those of `tests.fuzz`; atheris (`pip install atheris`, where
there is a wheel) sees which code a file reaches and goes on from the files that reached more.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["sim", "analysis", "tomllib"]):
    from sim.errors import BadInput
    from sim.game import GAMES
    from tests import fuzz

LARGEST = 200_000  # bytes of a file; all figures of a game take 60,000
BY_BYTES = 0.2  # how often atheris changes bytes by itself, which is seldom TOML any more


def changed(data: bytes, most: int, seed: int) -> bytes:
    """Return a file with a few things wrong, by its structure where it is TOML."""
    rng = random.Random(seed)
    if rng.random() < BY_BYTES:
        found: bytes = atheris.Mutate(data, most)
        return found
    try:
        return fuzz.mutilated(data.decode("utf-8"), rng)[:most]
    except (ValueError, RecursionError):  # TOMLDecodeError is a ValueError
        return fuzz._bytes_changed(data, rng)[:most]


def main() -> None:
    """Run for so many minutes and count."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=fuzz.READERS)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    counted: Counter[str] = Counter()
    place = Path(tempfile.mkdtemp())
    path, corpus = place / f"{asked.kind}.toml", place / "corpus"
    corpus.mkdir()
    for number, text in enumerate(fuzz.seeds(asked.kind)):
        (corpus / f"{number}").write_text(text, "utf-8")
    for name in GAMES.names():
        GAMES.get(name).warm()  # what is compiled first is no file that takes too long
    end = time.monotonic() + 60 * asked.minutes

    def once(data: bytes) -> None:
        path.write_bytes(data)
        try:
            fuzz.READERS[asked.kind](path, random.Random(data))
            counted["accepted"] += 1
        except BadInput as error:
            counted["refused" if str(error).strip() else "failed"] += 1
        except tomllib.TOMLDecodeError:  # of our own look at the game's name
            counted["refused"] += 1
        except Exception:
            counted["failed"] += 1
            (failed := Path(f"fuzz-{asked.kind}-{counted['failed']}.toml")).write_bytes(data)
            print(f"--- {failed}", file=sys.stderr)
            traceback.print_exc(limit=-6)
        if time.monotonic() > end or counted["failed"] == 20:
            said = ", ".join(f"{number:,} {what}" for what, number in sorted(counted.items()))
            kept = sum(1 for _ in corpus.iterdir())
            print(
                f"{asked.kind}: {counted.total():,} files, {kept:,} of which reached new code",
                end="",
            )
            print(f": {said}", flush=True)
            os._exit(1 if counted["failed"] else 0)  # atheris has no end that returns

    words = [sys.argv[0], str(corpus), f"-max_len={LARGEST}", f"-seed={asked.seed}"]
    words += [
        "-timeout=300",
        "-rss_limit_mb=3000",
        "-verbosity=0",
        "-len_control=0",
        f"-artifact_prefix={place}/",
    ]
    atheris.Setup(words, once, custom_mutator=changed)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
