"""Pages of the annotation app in a real browser: each person in a context of their own, and no error unheard."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.append(str(Path(__file__).parent))

from annotation_site import PAGE, PASSWORD, Site, Work

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

MANUALS = tuple(Path(__file__).parents[3] / "docs" / folder for folder in ("annotate", "study"))
SEEN = "try { localStorage.setItem('karat.guide', 'seen') } catch {}"
"""Tells the page that somebody has seen the guided first run."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of these need a browser."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server for all tests of this process; each test makes projects and people of its own."""
    if not PAGE.exists():
        pytest.skip("the page of the annotation app is not built: make web")
    found = Site.start(tmp_path_factory.mktemp("site") / "project")
    yield found
    found.stop()


class Visits:
    """Opens pages, and hears what the browser says and asks for."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser = browser
        self.site = site
        self.contexts: list[BrowserContext] = []
        self.heard: list[str] = []
        self.allowed: list[str] = []
        """Patterns of console errors that the test provokes, such as a cut connection."""

    def context(self, width: int = 1280, scheme: Any = "light", *, first: bool = False) -> BrowserContext:
        """A browser of one person: cookies, storage and size of its own; ``first`` if the guided first run is due."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=scheme, base_url=self.site.url, locale="en-GB"
        )
        context.set_default_timeout(10_000)
        context.on("console", self.hear_console)
        context.on("weberror", lambda error: self.heard.append(f"error: {error.error}"))
        context.on("request", lambda request: self.hear_request(request.url))
        if not first:
            context.add_init_script(SEEN)
        self.contexts.append(context)
        return context

    def hear_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.heard.append(f"console: {message.text} ({message.location['url']})")

    def hear_request(self, url: str) -> None:
        if not url.startswith((f"{self.site.url}/", "data:", "blob:")):
            self.heard.append(f"request: {url}")

    def sign_in(self, context: BrowserContext, work: Work, name: str) -> None:
        """Sign in through the API, as the page does; the sign-in page has a test of its own."""
        answer = context.request.post(
            "/api/session",
            data={"name": work.people[name].name, "password": PASSWORD},
            headers={"Origin": self.site.url},
        )
        assert answer.ok, answer.text()

    def __call__(
        self,
        work: Work,
        name: str,
        path: str | None = None,
        width: int = 1280,
        scheme: Any = "light",
        *,
        first: bool = False,
    ) -> Page:
        """Open a page, of the project if no path is named, as this person."""
        context = self.context(width, scheme, first=first)
        self.sign_in(context, work, name)
        page = context.new_page()
        page.goto(work.path if path is None else path)
        return page

    def unexpected(self) -> list[str]:
        """What was heard, without what the test allows."""
        return [each for each in self.heard if not any(re.search(pattern, each) for pattern in self.allowed)]


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Visits]:
    """Open pages that must stay silent and ask nothing of other machines."""
    visits = Visits(browser, site)
    yield visits
    for context in visits.contexts:
        context.close()
    assert visits.unexpected() == []


@pytest.fixture
def picture(tmp_path: Path) -> Callable[..., Path]:
    """Take a picture of a page; with ``KARAT_SCREENSHOTS=renew`` those that the manual shows are written into it."""
    shown = {
        name: folder / "images"
        for folder in MANUALS
        for page in folder.glob("*.md")
        for name in re.findall(r"images/([\w-]+)\.png", page.read_text())
    }

    def take(page: Page, name: str) -> Path:
        renew = os.environ.get("KARAT_SCREENSHOTS") == "renew" and name in shown
        folder = shown[name] if renew else tmp_path
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{name}.png"
        page.screenshot(path=path, animations="disabled", caret="hide")
        return path

    return take
