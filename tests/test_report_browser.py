"""The page in a real browser: sorting, hover, keys, colours, no errors, no network, axe.

Skipped where there is no chromium; the README says how to get it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reports import page as pages
from sim import library
from sim.game import GAMES
from tests.toy_game import GAME

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
EVIL = "<script>window.hacked=1</script>"
EVIL_ID = "<img src=x onerror=window.hacked=1>"
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1200, "height": 900}


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Return Debian's chromium, or skip."""
    sync_api = pytest.importorskip("playwright.sync_api")
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no browser: apt-get install chromium")
    with sync_api.sync_playwright() as driver:
        launched = driver.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Path]]:
    """Return pages of the toy: a change by a variant with an evil name, and a single game."""
    folder = tmp_path_factory.mktemp("pages")
    file = folder / "evil.toml"
    file.write_text(f'game = "toy"\nname = "{EVIL}"\n[colours.red]\nname = "{EVIL}"\n')
    patch = pytest.MonkeyPatch()
    patch.setattr(GAMES, "folders", {"toy": "tests.toy_game"})
    patch.setattr(GAME, "compiled", True)
    try:
        added = {"colours": {EVIL_ID: {"name": EVIL_ID, "strength": 30}}}
        old, new = (library.run("toy", games=800, set=added, variant=each) for each in (None, file))
        found = {"report": folder / "report.html", "game": folder / "game.html"}
        new.report(found["report"], old)
        pages.write(pages.replay_page(new.replay(0)), found["game"])
    finally:
        patch.undo()
    yield found


class Seen:
    """A page that was opened, and what it did meanwhile."""

    def __init__(self, tab: Any) -> None:
        self.tab = tab
        self.errors: list[str] = []
        self.requests: list[str] = []
        tab.on("console", lambda message: self.errors.append(message.text))
        tab.on("pageerror", lambda error: self.errors.append(str(error)))
        tab.on("request", lambda request: self.requests.append(request.url))


@pytest.fixture
def visit(browser: Any, made: dict[str, Path]) -> Iterator[Any]:
    """Open a page; in the end it must have been silent and have loaded nothing else."""
    contexts: list[Any] = []
    opened: list[Seen] = []

    def go(name: str = "report", anchor: str = "", **how: Any) -> Any:
        contexts.append(browser.new_context(**{"viewport": DESK, "color_scheme": "light", **how}))
        seen = Seen(contexts[-1].new_page())
        opened.append(seen)
        seen.tab.goto(made[name].as_uri() + anchor)
        return seen.tab

    yield go
    for seen in opened:
        assert seen.errors == []
        assert all(url.startswith(("file:", "data:")) for url in seen.requests)
        assert len({url for url in seen.requests if url.startswith("file:")}) == 1
        assert seen.tab.evaluate("window.hacked") is None
    for context in contexts:
        context.close()


def column(tab: Any, table: str, place: int) -> list[str]:
    """Return the texts of a column."""
    cells = tab.locator(f"{table} tbody tr > :nth-child({place})")
    return [text.strip() for text in cells.all_inner_texts()]


def test_tables_are_sorted_by_a_click(visit: Any) -> None:
    tab = visit()
    table = "#rates table"
    scores = [float(text.split()[0]) for text in column(tab, table, 3)]
    assert scores == sorted(scores, reverse=True)
    name, score = (tab.locator(f"{table} thead th:nth-child({n})") for n in (1, 3))
    score.locator("button").click()
    assert score.get_attribute("aria-sort") == "descending"
    score.locator("button").press("Enter")
    assert score.get_attribute("aria-sort") == "ascending"
    assert [float(text.split()[0]) for text in column(tab, table, 3)] == scores[::-1]
    name.locator("button").click()
    assert score.get_attribute("aria-sort") is None
    names = [text.lower() for text in column(tab, table, 1)]
    assert name.get_attribute("aria-sort") == "ascending"
    assert names == tab.evaluate("names => names.sort((a, b) => a.localeCompare(b))", names)


def test_matchups_tell_their_interval(visit: Any) -> None:
    tab = visit()
    tip, cell = tab.locator("#tip"), tab.locator(".heat .cell").nth(2)
    assert tip.is_hidden()
    cell.hover()
    assert tip.is_visible() and "95 % interval" in tip.inner_text()
    assert cell.get_attribute("data-tip") == tip.inner_text()
    tab.mouse.move(0, 0)
    assert tip.is_hidden()
    cell.focus()
    assert tab.locator("#readout").inner_text().startswith(tip.inner_text())
    before = tip.inner_text()
    tab.keyboard.press("ArrowDown")
    assert tip.inner_text() != before
    tab.keyboard.press("ArrowUp")
    assert tip.inner_text() == before
    tab.keyboard.press("Escape")
    assert tip.is_hidden()
    assert tab.locator('.heat .cell[tabindex="0"]').count() == 1


def test_a_replay_is_stepped_through(visit: Any) -> None:
    tab = visit("game")
    now, told = tab.locator("#steps li.now"), tab.locator("#step-of")
    assert told.inner_text() == "Step 1 of 3." and "Roll 1" in now.inner_text()
    first = tab.locator("#board svg").text_content()
    tab.locator("#board").focus()
    tab.keyboard.press("ArrowRight")
    assert told.inner_text() == "Step 2 of 3." and "Roll 2" in now.inner_text()
    assert tab.locator("#board svg").text_content() != first
    tab.keyboard.press("ArrowLeft")
    assert tab.locator("#board svg").text_content() == first
    tab.keyboard.press("End")
    assert told.inner_text() == "Step 3 of 3."
    assert tab.locator("#board svg").count() == 1  # the end has no board of its own
    tab.keyboard.press("ArrowRight")
    assert told.inner_text() == "Step 3 of 3."
    tab.keyboard.press("Home")
    assert told.inner_text() == "Step 1 of 3."
    tab.get_by_role("button", name="One step on").click()
    assert told.inner_text() == "Step 2 of 3."
    tab.get_by_role("button", name="One step back").click()
    tab.get_by_role("button", name="To the last step").click()
    assert told.inner_text() == "Step 3 of 3."
    tab.get_by_role("button", name="Roll 2").click()
    assert told.inner_text() == "Step 2 of 3."
    tab.locator("#step").fill("0")
    assert told.inner_text() == "Step 1 of 3."


def test_a_replay_plays_by_itself(visit: Any) -> None:
    tab = visit("game")
    tab.locator("#speed").select_option("fast")
    tab.locator("#board").focus()
    tab.keyboard.press(" ")
    assert tab.locator("#go-play").inner_text() == "Pause"
    tab.get_by_text("Step 3 of 3.").wait_for()
    assert tab.locator("#go-play").inner_text() == "Play"
    tab.locator("#go-play").click()  # from the end it starts again
    assert tab.locator("#step-of").inner_text() == "Step 1 of 3."
    tab.locator("#go-play").click()
    assert tab.locator("#go-play").inner_text() == "Play"


def test_links_lead_to_replays(visit: Any) -> None:
    tab = visit(anchor="#replay-closest")
    chosen = tab.locator('.pick[aria-pressed="true"]')
    assert chosen.inner_text() == "The closest game"
    tab.locator('#claims a[href="#replay-shortest"]').click()
    assert chosen.inner_text() == "The shortest game"
    tab.get_by_role("button", name="The most lopsided game").click()
    assert chosen.inner_text() == "The most lopsided game"
    assert tab.url.endswith("#replay-lopsided")


def colour(tab: Any) -> str:
    """Return the colour of the ground."""
    found: str = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    return found


def test_colours_follow_the_system_or_the_button(visit: Any) -> None:
    light, dark = "rgb(245, 246, 248)", "rgb(18, 21, 26)"
    tab = visit(color_scheme="dark")
    assert colour(tab) == dark
    button = tab.locator("#theme")
    button.click()
    assert colour(tab) == light and "light" in button.inner_text()
    button.click()
    assert colour(tab) == dark and "dark" in button.inner_text()
    tab.reload()
    assert colour(tab) == dark and "dark" in button.inner_text()
    button.click()
    assert "system" in button.inner_text()
    tab.emulate_media(color_scheme="light")
    assert colour(tab) == light


def test_names_are_shown_and_never_run(visit: Any) -> None:
    tab = visit()
    assert EVIL in tab.locator("#claims").inner_text()
    assert EVIL_ID in tab.locator("#rates").inner_text()
    for key in ("typical", "shortest", "closest", "lopsided"):
        tab.locator(f'.pick[data-key="{key}"]').click()
        tab.get_by_role("button", name="To the last step").click()
    assert tab.locator("main img, main script").count() == 0


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("name", ["report", "game"])
def test_no_page_is_wider_than_its_window(visit: Any, name: str, viewport: dict[str, int]) -> None:
    tab = visit(name, viewport=viewport)
    assert tab.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


def test_it_can_be_printed(visit: Any) -> None:
    tab = visit(color_scheme="dark")
    tab.emulate_media(media="print")
    assert tab.locator("nav").is_hidden() and tab.locator("#theme").is_hidden()
    assert colour(tab) == "rgb(255, 255, 255)"
    assert tab.pdf(format="A4").startswith(b"%PDF")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("name", "viewport"), [("report", DESK), ("game", PHONE)])
def test_axe_finds_nothing(visit: Any, name: str, viewport: dict[str, int], scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    tab = visit(name, color_scheme=scheme, viewport=viewport)
    found = axe.Axe().run(tab)
    assert found.violations_count == 0, found.generate_report()
