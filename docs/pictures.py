"""Draws the pictures of the README from real pages: `python -m docs.pictures`.

Needs chromium and the packages of the extra `test`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import sim
from reports import page

FOLDER = Path(__file__).resolve().parent / "pictures"
GAMES = 3_000
STEP = 19  # of the replay: when the board has filled
WIDTH = 1000


def main() -> int:
    """Play, write the pages, and photograph them."""
    from playwright.sync_api import sync_playwright

    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        print("no browser: apt-get install chromium", file=sys.stderr)
        return 2
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        run = sim.run("neuroshima", games=GAMES, seed=1)
        report, replay = Path(folder) / "report.html", Path(folder) / "game.html"
        run.report(report)
        page.write(page.replay_page(sim.play("neuroshima", 4217, sides="moloch,borgo")), replay)
        browser = driver.chromium.launch(
            executable_path=found, args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        tab = browser.new_page(viewport={"width": WIDTH, "height": 1180})
        tab.goto(report.as_uri())
        _save(tab, "report")
        tab.set_viewport_size({"width": WIDTH, "height": 900})
        tab.emulate_media(color_scheme="dark")
        tab.goto(replay.as_uri())
        tab.locator("#step").fill(str(STEP))
        tab.wait_for_timeout(1_000)  # new tiles arrive
        tab.locator("#replays").scroll_into_view_if_needed()
        _save(tab, "replay", tab.locator("#replays"))
        browser.close()
    return 0


def _save(tab: Any, name: str, part: Any = None) -> None:
    """Photograph a page, or a part of it, in few colours: a small file."""
    from PIL import Image

    path = FOLDER / f"{name}.png"
    (part or tab).screenshot(path=path)
    with Image.open(path) as picture:
        picture.convert("RGB").quantize(128).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    sys.exit(main())
