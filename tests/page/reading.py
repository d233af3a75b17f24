"""What a person sees of a page, and does with it."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page

from command import Report

#: The text of the file that a click on "Save CSV" would save.
SAVED = """async () => {
    const made = URL.createObjectURL, click = HTMLAnchorElement.prototype.click;
    let blob = null;
    URL.createObjectURL = given => { blob = given; return "blob:x"; };
    HTMLAnchorElement.prototype.click = () => {};
    document.querySelector("#csv").click();
    URL.createObjectURL = made;
    HTMLAnchorElement.prototype.click = click;
    return await blob.text();
}"""


class Reader:
    def __init__(self, page: Page, report: Report) -> None:
        self.page = page
        self.report = report

    def evaluate(self, script: str, given: Any = None) -> Any:
        return self.page.evaluate(script, given)

    def settle(self) -> None:
        """Waits until what was done has been drawn."""
        self.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    # The table.

    def shown(self) -> tuple[int, int]:
        """How many URIs are shown, of how many."""
        numbers = re.findall(r"\d[\d,]*", self.page.inner_text("#shown"))
        shown, rows = (int(number.replace(",", "")) for number in numbers)
        return shown, rows

    def wait_for_shown(self, count: int) -> None:
        self.page.wait_for_function(
            """count => Number(document.querySelector("#shown").textContent.match(/[\\d,]+/)[0].replaceAll(",", "")) === count""",
            arg=count,
        )
        self.settle()

    def cells(self, name: str) -> list[str]:
        """The cells of a column in the rows that are drawn, from the top."""
        return self.evaluate(
            """name => {
                const heads = [...document.querySelectorAll("#table th")];
                const column = heads.findIndex(head => head.querySelector(`[data-sort=${name}]`));
                return [...document.querySelectorAll("#rows tr[data-row]")].map(row => row.cells[column].textContent);
            }""",
            name,
        )

    def search(self, words: str) -> None:
        self.page.fill("#search", words)

    def choose(self, dimension: str, name: str) -> None:
        """A click on a name in a chart at the side."""
        self.evaluate("() => { document.querySelector('#facets').open = true; }")
        facet = self.page.locator(f"#facets [data-facet={dimension}]")
        one = facet.locator(f'[data-value="{name}"]')
        if one.count() == 0:
            facet.locator(".more").click()
        one.click()
        self.settle()

    def only(self, dimension: str, name: str) -> None:
        """The same, without any other filter."""
        if self.page.is_visible("#clear"):
            self.page.click("#clear")
        self.choose(dimension, name)

    def sort(self, name: str) -> str:
        """A click on the head of a column; how the column is sorted then."""
        self.page.click(f"#table button[data-sort={name}]")
        self.settle()
        return self.sorted(name)

    def sorted(self, name: str) -> str:
        """How a column is sorted, which no other is."""
        sorts = self.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll("#table [data-sort]")]
                .map(one => [one.dataset.sort, one.closest("th").getAttribute("aria-sort") ?? "none"]))"""
        )
        own = sorts.pop(name)
        assert set(sorts.values()) == {"none"}, sorts
        return own

    def in_the_end(self) -> None:
        """Scrolls the table to its end."""
        self.evaluate(
            """() => {
                const table = document.querySelector("#table");
                table.scrollTop = table.scrollHeight;
                document.scrollingElement.scrollTop = document.scrollingElement.scrollHeight;
            }"""
        )
        self.settle()

    # A URI in detail.

    def open(self, uri: str) -> None:
        """Opens the only URI that the search finds by this text."""
        self.search(uri)
        self.wait_for_shown(1)
        self.page.click("#rows tr[data-row]")
        self.wait_for_detail()

    def wait_for_detail(self) -> None:
        self.page.wait_for_selector("#detail[open] .places li")

    def is_open(self) -> bool:
        return bool(self.evaluate("() => document.querySelector('#detail').open"))

    def uri(self) -> str:
        """The URI whose detail is shown."""
        return self.evaluate("() => document.querySelector('#detail .uri').textContent")

    def step(self, button: str) -> str:
        """A click on "previous" or "next"; the URI that is shown then."""
        before = self.evaluate("() => document.querySelector('#position')?.textContent + document.querySelector('#detail .uri').textContent")
        self.page.click(button)
        self.page.wait_for_function(
            "before => document.querySelector('#position')?.textContent + document.querySelector('#detail .uri')?.textContent !== before",
            arg=before,
        )
        self.wait_for_detail()
        return self.uri()

    def walk(self, script: str) -> list[Any]:
        """What a script gives while each URI that is shown is in detail, from the first to the last."""
        self.page.focus("#rows tr[data-row]")
        self.page.keyboard.press("Home")
        self.page.keyboard.press("Enter")
        self.wait_for_detail()
        # In the page: each call from outside takes its time.
        found = self.evaluate(
            """async () => {
                const look = eval(script), next = document.querySelector("#next"), found = [];
                const uri = () => document.querySelector("#detail .uri");
                const wait = () => new Promise(done => setTimeout(done, 1));
                for (;;) {
                    while (!document.querySelector("#detail .places li")) await wait();
                    for (const one of document.querySelectorAll("#detail .places button:not(.of-message)")) one.click();
                    found.push(look());
                    if (next.disabled) return found;
                    const before = uri();
                    next.click();
                    while (uri() === before) await wait();
                }
            }""".replace("eval(script)", script),
        )
        self.page.click("#close")
        return found

    def places(self) -> list[dict[str, str]]:
        return self.evaluate(
            """() => [...document.querySelectorAll("#detail .places li")].map(one => ({
                text: one.textContent,
                mark: [...one.querySelectorAll("mark")].map(mark => mark.textContent).join(""),
            }))"""
        )

    def blocked(self) -> float:
        """The longest task since the last call, in milliseconds."""
        # An observer is told of a task behind the next one.
        self.page.wait_for_timeout(100)
        return max(self.evaluate("() => __blocked.splice(0)"), default=0)
