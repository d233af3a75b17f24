"""The playground in a browser, which must be quiet: no request, no message, nothing refused."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

PROJECT = Path(__file__).parents[3]
NPM = Path(os.environ.get("CARGO_TARGET_DIR", PROJECT / "target")).absolute() / "npm"
PAGE = NPM / "playground/index.html"

VIOLATIONS = """document.addEventListener("securitypolicyviolation", event =>
    console.error(`${event.violatedDirective} ${event.blockedURI}`));"""

Open = Callable[..., Page]


def is_own(address: str) -> bool:
    return address.startswith((PAGE.parent.as_uri(), "data:"))


def chromium() -> str:
    named = os.environ.get("CHROMIUM")
    names = [named] if named else ["chromium", "chromium-browser", "google-chrome"]
    found = next(filter(None, map(shutil.which, names)), None)
    return found or pytest.exit(f"no Chromium here: {', '.join(names)}", returncode=2)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    # Its sandbox is not for root, nor for most containers.
    flags = ["--no-sandbox"] if os.geteuid() == 0 or os.environ.get("CI") else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Opens the playground from its folder, without a server."""
    heard: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(fragment: str = "", **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        contexts.append(context)
        context.set_default_timeout(20_000)
        page = context.new_page()
        page.on("console", lambda message: heard.append(message.text))
        page.on("pageerror", lambda error: heard.append(str(error)))
        page.on("request", lambda request: is_own(request.url) or heard.append(request.url))
        context.add_init_script(VIOLATIONS)
        page.goto(PAGE.as_uri() + fragment)
        page.wait_for_selector("html[data-ready=true]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert heard == []
