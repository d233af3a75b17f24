"""What the tests share: the command, the browser, and an ear for all that a page must not do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

import made
from command import Report
from reading import Reader

#: Told of everything that runs, is refused or is asked for. The attack strings call `__ran`.
EARS = """
document.addEventListener("securitypolicyviolation", event =>
    __heard("violation", `${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
for (const name of ["alert", "confirm", "prompt", "open", "fetch"])
    window[name] = (...given) => __heard(name, String(given));
// Every element that was ever in the document, also for a moment.
window.__seen = { tags: new Set(), attributes: new Set(), ids: new Set() };
new MutationObserver(records => {
    for (const { addedNodes, attributeName } of records) {
        if (attributeName) __seen.attributes.add(attributeName);
        for (const node of addedNodes)
            for (const one of node.nodeType === 1 ? [node, ...node.querySelectorAll("*")] : []) {
                __seen.tags.add(one.localName);
                if (one.id) __seen.ids.add(one.id);
                for (const name of one.getAttributeNames()) __seen.attributes.add(name);
            }
    }
}).observe(document, { childList: true, subtree: true, attributes: true });
// A task that holds everything up.
window.__blocked = [];
new PerformanceObserver(list => __blocked.push(...list.getEntries().map(one => one.duration)))
    .observe({ type: "longtask", buffered: true });
"""


class Ear:
    """Hears what the page at an address does; that should be nothing."""

    def __init__(self, context: BrowserContext, page: Page, address: str) -> None:
        self.heard: list[str] = []
        self.address = address
        context.expose_binding("__ran", lambda _, *given: self.hear("ran", given))
        context.expose_binding("__heard", lambda _, *given: self.hear("heard", given))
        context.on("page", lambda page: self.hear("a page", page.url))
        context.on("request", lambda request: self.asked(request.url))
        page.on("console", lambda message: self.hear("console", message.text))
        page.on("pageerror", lambda error: self.hear("error", error))
        page.on("dialog", lambda dialog: (self.hear("dialog", dialog.message), dialog.dismiss()))
        page.on("download", lambda download: self.hear("download", download.url))
        page.on("worker", lambda worker: self.hear("worker", worker.url))
        page.on("websocket", lambda socket: self.hear("socket", socket.url))
        page.on("crash", lambda page: self.hear("crash", page.url))
        page.on("framenavigated", lambda frame: self.gone(frame.url))

    def hear(self, kind: str, what: object) -> None:
        self.heard.append(f"{kind}: {what}")

    def asked(self, address: str) -> None:
        if address.partition("#")[0] != self.address:
            self.hear("request", address)

    def gone(self, address: str) -> None:
        if address.partition("#")[0] not in (self.address, "about:blank"):
            self.hear("gone to", address)


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


Browse = Callable[..., Reader]
Folder = Callable[[str], Path]


@pytest.fixture
def browse(browser: Browser) -> Iterator[Browse]:
    """Opens a report as a browser with these options would. The test fails if the page is not quiet."""
    ears: list[tuple[BrowserContext, Ear]] = []

    def browse(report: Report, fragment: str = "", **options: Any) -> Reader:
        # Nothing is still on its way, or faint, when it is looked at.
        options = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **options}
        context = browser.new_context(**options)
        context.set_default_timeout(20_000)
        page = context.new_page()
        ears.append((context, Ear(context, page, report.page.as_uri())))
        context.add_init_script(EARS)
        page.goto(report.page.as_uri() + fragment)
        reader = Reader(page, report)
        if options.get("java_script_enabled", True):
            page.wait_for_selector("html[data-ready=true]")
        return reader

    yield browse
    heard: list[str] = []
    for context, ear in ears:
        # What is under way is heard, too.
        for page in context.pages:
            page.wait_for_timeout(50)
        heard += ear.heard
        context.close()
    assert heard == []


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return lambda name: tmp_path_factory.mktemp(name)


@pytest.fixture(scope="session")
def plain(folder: Folder) -> Report:
    """What people write: some mail, a log, a page. Everything that the page can show is in it."""
    return Report(made.plain(folder("plain")))


@pytest.fixture(scope="session")
def hostile(folder: Folder) -> Report:
    return Report(made.hostile(folder("hostile")))


@pytest.fixture(scope="session")
def compared(folder: Folder) -> Report:
    """Two folders, in which URIs are new, gone, and more or less frequent."""
    return Report(made.two(folder("compared")), "--compare", paths=("old", "new"))


@pytest.fixture(scope="session")
def large(folder: Folder) -> Report:
    return Report(made.large(folder("large")))


@pytest.fixture(scope="session")
def large_compared(folder: Folder) -> Report:
    return Report(made.large_two(folder("large-compared")), "--compare", paths=("old", "new"))
