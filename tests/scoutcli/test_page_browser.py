"""The page of a match in a browser without a window: keys, dark mode, and what it asks for."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Chrome, ChromeOptions, ChromeService, Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from scoutcli.page.html import write_page
from scoutcli.page.report import report_page
from scoutcli.page.svg import write_picture
from scoutcli.viewer.walk import Walk
from tests.scoutcli.program import ROOT, VALID
from tests.scoutcli.reports import made_up
from tests.scoutcli.test_page import first

_DRIVER = shutil.which("chromedriver")

pytestmark = [
    pytest.mark.skipif(
        _DRIVER is None and not os.environ.get("CI"),
        reason="needs chromium and chromedriver (Debian: chromium-driver)",
    ),
    pytest.mark.xdist_group("browser"),
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    options = ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900"):
        options.add_argument(argument)
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('profile')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with Chrome(options, ChromeService(_DRIVER)) as found:
        yield found


@pytest.fixture(scope="module")
def scout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "scout.html"
    write_page(first(VALID / "hand-comments.yaml"), None, path)
    return path


@pytest.fixture(scope="module")
def analysed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("page") / "report.html"
    part = first(VALID / "hand-comments.yaml")
    path.write_text(report_page(part, made_up(part)), encoding="utf-8")
    return path


def press(browser: Chrome, *keys: str) -> None:
    for key in keys:
        ActionChains(browser).send_keys(key).perform()


def text(browser: Chrome, name: str) -> str:
    return browser.find_element(By.ID, name).text


def current(browser: Chrome) -> str:
    """Where the list of moves stands."""
    marked = browser.find_elements(By.CSS_SELECTOR, "#moves [aria-current]")
    assert len(marked) == 1
    return marked[0].get_attribute("data-at") or ""


def complaints(browser: Chrome) -> list[str]:
    """What the browser has to say of the page: an error, or something it was not let load."""
    return [entry["message"] for entry in browser.get_log("browser")]


def test_every_step_has_a_key(browser: Chrome, scout: Path) -> None:
    browser.get(scout.as_uri())
    assert current(browser) == "1,0"
    press(browser, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert current(browser) == "1,3"
    assert text(browser, "heading") == "Round 1, 1 move made: Seat 2 to move"
    assert text(browser, "said").startswith("1. 1.S7:222 ! Seat 1 shows 2 2 2")
    middle = browser.find_elements(By.CSS_SELECTOR, "#middle .card")
    assert [card.text.split() for card in middle] == [["2", "1"], ["2", "5"], ["2", "3"]]
    assert middle[0].get_attribute("aria-label") == "2 over 1"
    turn = browser.find_elements(By.CSS_SELECTOR, "#seats .turn h3")
    assert [heading.text for heading in turn] == ["2. Seat 2"]
    press(browser, Keys.ARROW_LEFT)
    assert current(browser) == "1,2"
    press(browser, Keys.END)
    last = current(browser)
    assert "over" in text(browser, "heading")
    press(browser, Keys.ARROW_RIGHT)  # on into the next round, and back again
    assert current(browser) == "2,0"
    press(browser, Keys.ARROW_LEFT)
    assert current(browser) == last
    press(browser, Keys.HOME)
    assert current(browser) == "1,0"
    press(browser, Keys.PAGE_DOWN)
    assert current(browser) == "2,0"
    press(browser, Keys.PAGE_UP)
    assert current(browser) == "1,0"
    assert browser.current_url.endswith("#r1m0")
    press(browser, " ")
    assert text(browser, "play") == "Stop"
    press(browser, " ")
    assert text(browser, "play") == "Play"
    assert complaints(browser) == []


def test_every_key_has_a_button_that_tab_reaches(browser: Chrome, scout: Path) -> None:
    browser.get(f"{scout.as_uri()}#r2m1")
    assert current(browser) == "2,1"
    browser.find_element(By.ID, "next").click()
    assert current(browser) == "2,2"
    press(browser, Keys.TAB)
    focus = browser.switch_to.active_element
    assert focus.get_attribute("id") == "end"
    press(browser, Keys.ENTER)
    assert "over" in text(browser, "heading")
    assert not browser.find_element(By.ID, "next").is_enabled()
    browser.find_element(By.CSS_SELECTOR, '#moves [data-at="1,3"]').click()
    assert text(browser, "heading") == "Round 1, 1 move made: Seat 2 to move"


def test_turning_points_have_links_and_keys(browser: Chrome, analysed: Path) -> None:
    browser.get(analysed.as_uri())
    links = browser.find_elements(By.CSS_SELECTOR, "#turns a")
    assert len(links) > 3
    places = [tuple(map(int, (link.get_attribute("href") or "").split("#r")[1].split("m")))
              for link in links]  # fmt: skip
    browser.execute_script("arguments[0].focus()", links[1])
    press(browser, Keys.ENTER)
    WebDriverWait(browser, 10).until(lambda _: current(browser) == "{},{}".format(*places[1]))
    assert browser.switch_to.active_element.get_attribute("id") == "heading"
    top = browser.execute_script(
        "return document.getElementById('board').getBoundingClientRect().top"
    )
    assert 0 <= top < 100  # the table is to be seen
    press(browser, Keys.HOME, Keys.PAGE_UP)
    passed = []
    for _ in sorted(set(places) - {(1, 0)}):
        press(browser, "t")
        passed.append(tuple(map(int, current(browser).split(","))))
    assert passed == sorted(set(places) - {(1, 0)})
    press(browser, "t")  # there is no further one
    assert current(browser) == "{},{}".format(*passed[-1])
    press(browser, "T")
    assert current(browser) == "{},{}".format(*passed[-2])
    assert "expects" in text(browser, "said") or "luck" in text(browser, "said")
    assert complaints(browser) == []


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("kind", ["scout", "analysed"])
def test_it_can_be_read_by_day_and_night(
    browser: Chrome, request: pytest.FixtureRequest, kind: str, dark: bool
) -> None:
    """Text stands out from what is behind it: contrast of at least 4.5 (WCAG 2, 1.4.3)."""
    scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": scheme})
    path: Path = request.getfixturevalue(kind)
    browser.get(f"{path.as_uri()}#r1m3")
    pairs = browser.execute_script(
        """
        const behind = (node) => {
          for (; node; node = node.parentElement) {
            const found = getComputedStyle(node).backgroundColor;
            if (!found.startsWith("rgba(0, 0, 0, 0")) return found;
          }
        };
        const places =
          "h1, header li, h3, .group p, .card b, .card i, #moves b, #moves span, .keys, " +
          "#moves em, a, th, td, caption, figcaption, #curves p";
        return [...document.querySelectorAll(places)].map(
          (node) => [getComputedStyle(node).color, behind(node)]);
        """
    )
    assert len(pairs) > 40

    def light(colour: str) -> float:
        parts = [int(part) / 255 for part in colour[4:-1].split(", ")]
        linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    page = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (light(page) < 0.1) is dark
    for ink, paper in {tuple(pair) for pair in pairs}:
        low, high = sorted((light(ink), light(paper)))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, paper)


@pytest.mark.parametrize("width", [360, 800, 1600])
def test_it_fits_any_window(browser: Chrome, tmp_path: Path, width: int) -> None:
    path = tmp_path / "skyjo.html"
    write_page(first(ROOT / "examples" / "matches" / "skyjo.yaml"), None, path)
    browser.set_window_size(max(width, 500), 900)
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        browser.get(f"{path.as_uri()}#r1m9")
        wide = browser.execute_script("return document.documentElement.scrollWidth")
        assert wide <= width
        assert len(browser.find_elements(By.CSS_SELECTOR, "#seats .card")) == 24
        assert complaints(browser) == []
        part = first(ROOT / "examples" / "matches" / "match.yaml")
        path.write_text(report_page(part, made_up(part)), encoding="utf-8")
        browser.get(path.as_uri())
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert complaints(browser) == []
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_picture_is_drawn_within_its_frame(browser: Chrome, tmp_path: Path) -> None:
    part = first(VALID / "hand-comments.yaml")
    assert part.audit is not None
    write_picture(Walk(part.audit, 0), 5, tmp_path / "p.svg")
    browser.get((tmp_path / "p.svg").as_uri())
    sizes = browser.execute_script(
        """
        const page = document.documentElement.viewBox.baseVal;
        return [...document.querySelectorAll("text")].map((node) => {
          const box = node.getBBox();
          return [box.x >= 0, box.y >= 0, box.x + box.width <= page.width,
                  box.y + box.height <= page.height];
        });
        """
    )
    assert len(sizes) > 20
    assert all(all(inside) for inside in sizes)
    assert complaints(browser) == []


def test_what_stands_on_a_card_keeps_away_from_its_frame(browser: Chrome, tmp_path: Path) -> None:
    """Cards face down that the record knows have the longest labels: ``(12)``."""
    part = first(ROOT / "examples" / "matches" / "skyjo.yaml")
    assert part.audit is not None
    write_picture(Walk(part.audit, 0), 0, tmp_path / "p.svg")
    browser.get((tmp_path / "p.svg").as_uri())
    found = browser.execute_script(
        """
        return [...document.querySelectorAll("rect + text")].map((node) => {
          const [text, card] = [node.getBBox(), node.previousElementSibling.getBBox()];
          return [node.textContent, text.x - card.x, card.x + card.width - text.x - text.width];
        });
        """
    )
    assert {"(12)", "(-2)"} <= {text for text, *_ in found}
    assert [each for each in found if min(each[1:]) < 2] == []
    write_page(part, None, tmp_path / "p.html")
    browser.get(f"{(tmp_path / 'p.html').as_uri()}#r1m0")
    found = browser.execute_script(
        """
        return [...document.querySelectorAll("#seats .card b")].map((node) => {
          const [text, card] = [node, node.parentElement].map((one) => one.getBoundingClientRect());
          return [node.textContent, text.left - card.left, card.right - text.right];
        });
        """
    )
    assert {"12", "-2"} <= {text for text, *_ in found}
    assert [each for each in found if min(each[1:]) < 3] == []
