"""Untrusted files, mutilated at random: `python -m tests.fuzz variant --minutes 10`.

Takes the files that are there, changes values, keys and bytes, and feeds them to what reads them.
Whatever comes of it, it must be an answer or a BadInput with a sentence; anything else is printed
with the file that caused it, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import copy
import datetime
import random
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sim import library, store
from sim.errors import BadInput
from sim.game import GAMES
from sim.plan import Request, make_plan
from sim.variant import load_variant, toml_text

ROOT = Path(__file__).parent.parent
WILD: tuple[Any, ...] = (
    *(-1, 0, 1, 2, 3, 5, 7, 19, 64, 99, 10**6, 2**31, 2**63 - 1, -(2**63), 2**64, 10**30),
    *(0.5, -0.5, 1e308, float("inf"), float("nan"), True, False, [], {}, [[]], [1, 2, 3]),
    *("", " ", "x", "a" * 100, "a" * 20_000, "\n", "\x1b[31m", "[bold]", "[/]", "<script>", "%s"),
    *("{}", "../../etc/passwd", "/etc/passwd", "ё", "\u202e", "\x00", "1", "all", "each", "0/0"),
    *(datetime.date(1979, 5, 27), {"a": {"b": [1]}}, [{"count": 1}], ["x"] * 50),
)
Reader = Callable[[Path, random.Random], None]


def read_variant(path: Path, rng: random.Random) -> None:
    """Lay the file over its game, plan a run, now and then play a set of it."""
    meant = tomllib.loads(path.read_text("utf-8", errors="replace")).get("game")
    game = GAMES.get(meant if isinstance(meant, str) else GAMES.names()[0])
    overlay = load_variant(path, game.id)
    plan = make_plan(Request(game.id, policies=("random",), games=2, overlays=(overlay,)))
    store.manifest(plan, 0, complete=False)
    if rng.random() < 0.1:
        plan.game.play(plan.data, plan.batch(0, plan.per_set))


def read_scenario(path: Path, rng: random.Random) -> None:
    """Set up the position and do its steps."""
    library.scenario(path)


def read_contract(path: Path, rng: random.Random) -> None:
    """Read everything that a check reads before it plays."""
    from analysis.check import check

    check(path, most_games=1)  # less than any round, so nothing is played


READERS: dict[str, Reader] = {
    "variant": read_variant,
    "scenario": read_scenario,
    "contract": read_contract,
}


def seeds(kind: str) -> list[str]:
    """Return the texts to begin with."""
    if kind == "contract":
        files = [ROOT / "balance.toml", ROOT / "examples/balance.toml"]
    elif kind == "scenario":
        files = [*ROOT.glob("tests/scenarios/*/*.toml"), *ROOT.glob("examples/scenarios/*.toml")]
    else:
        files = list(ROOT.glob("examples/variants/*.toml"))
    texts = [path.read_text("utf-8") for path in sorted(files)]
    if kind == "variant":  # and all figures of every game
        for name in GAMES.names():
            figures = GAMES.get(name).load().document
            texts.append(document_text({"game": name, **figures}))
    return texts


def document_text(document: dict[str, Any]) -> str:
    """Return a document as TOML, one line for each of its keys."""
    return "".join(f"{toml_text(str(k))} = {_text(v)}\n" for k, v in document.items())


def _text(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{toml_text(str(k))} = {_text(v)}" for k, v in value.items() if v is not None)
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_text, value))}]"
    if isinstance(value, float) and value != value:
        return "nan"
    return toml_text(value)


def mutilated(text: str, rng: random.Random) -> bytes:
    """Return a text with a few things wrong."""
    if rng.random() < 0.2:
        return _bytes_changed(text.encode(), rng)
    document = tomllib.loads(text)
    if len(document) > 2 and rng.random() < 0.7:  # a part of it, as variants are
        for key in rng.sample(list(document), rng.randrange(len(document) - 1)):
            if key not in ("game", "request"):
                del document[key]
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        _change(document, rng)
    return document_text(document).encode("utf-8", errors="replace")


def _bytes_changed(content: bytes, rng: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(rng.randint(1, 8)):
        at = rng.randrange(len(changed) + 1)
        match rng.randrange(4):
            case 0:
                changed[at : at + rng.randint(1, 30)] = b""
            case 1:
                changed[at:at] = rng.randbytes(rng.randint(1, 4))
            case 2:
                changed[at:at] = rng.choice((b"[", b"]", b"{", b'"', b"=", b"\n", b".", b"'''"))
            case _:
                start = rng.randrange(len(changed) + 1)
                changed[at:at] = changed[start : start + rng.randint(1, 80)]
    return bytes(changed)


def _change(document: dict[str, Any], rng: random.Random) -> None:
    """Change one thing anywhere in a document."""
    places: list[tuple[Any, Any]] = []
    todo: list[Any] = [document]
    while todo:
        here = todo.pop()
        items = list(here.items()) if isinstance(here, dict) else list(enumerate(here))
        places += [(here, key) for key, _ in items]
        todo += [value for _, value in items if isinstance(value, dict | list)]
    if not places:
        return
    owner, key = rng.choice(places)
    other, its = rng.choice(places)
    match rng.randrange(7):
        case 0:
            del owner[key]
        case 1 if isinstance(owner, dict):
            owner[str(rng.choice(WILD))[:40]] = owner.pop(key)
        case 2 if isinstance(owner, list):
            owner += [copy.deepcopy(owner[key]) for _ in range(rng.choice((1, 2, 40)))]
        case 3 if isinstance(owner[key], int | float):
            owner[key] = rng.choice((owner[key] + 1, owner[key] - 1, -owner[key], 10 * owner[key]))
        case 4 if not isinstance(other[its], dict | list):
            owner[key] = other[its]
        case 5 if isinstance(owner, dict):
            owner[rng.choice([str(k) for _, k in places])] = copy.deepcopy(rng.choice(WILD))
        case _:
            owner[key] = copy.deepcopy(rng.choice(WILD))


def attempt(kind: str, texts: list[str], seed: int, folder: Path) -> str:
    """Feed one mutilated file to its reader: `accepted`, `refused`; anything else is raised."""
    rng = random.Random(seed)
    path = folder / f"{kind}.toml"
    path.write_bytes(mutilated(rng.choice(texts), rng))
    try:
        READERS[kind](path, rng)
    except BadInput as error:
        if not str(error).strip():
            raise AssertionError("a refusal without a sentence") from None
        return "refused"
    except tomllib.TOMLDecodeError:  # of our own look at the game's name
        return "refused"
    return "accepted"


def main() -> int:
    """Run for so many minutes and count."""
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=READERS)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--most", type=int, default=10**9)
    asked = parser.parse_args()
    texts = seeds(asked.kind)
    counted: Counter[str] = Counter()
    end = time.monotonic() + 60 * asked.minutes
    seed = asked.seed
    with tempfile.TemporaryDirectory() as place:
        while time.monotonic() < end and seed < asked.seed + asked.most:
            try:
                counted[attempt(asked.kind, texts, seed, Path(place))] += 1
            except Exception:
                counted["failed"] += 1
                print(f"--- seed {seed}", file=sys.stderr)
                traceback.print_exc(limit=-6)
                if counted["failed"] == 20:
                    break
            seed += 1
    said = ", ".join(f"{number:,} {what}" for what, number in sorted(counted.items()))
    print(f"{asked.kind}: {sum(counted.values()):,} files: {said}")
    return 1 if counted["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
