"""What axe, a checker of accessibility, says of each state of the page."""

from __future__ import annotations

from importlib.resources import files

import pytest

from command import Report
from conftest import Browse
from reading import Reader

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")

FAULTS = """async () => {
    const { passes, violations } = await axe.run();
    return { passes: passes.length, violations: violations.map(one => `${one.id}: ${one.nodes[0].html}`) };
}"""


def check(reader: Reader) -> None:
    told = reader.evaluate(FAULTS)
    assert told["passes"] > 10 and told["violations"] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_no_fault_in_a_comparison(width: int, scheme: str, compared: Report, browse: Browse) -> None:
    options = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme, "bypass_csp": True}
    for fragment in ["", "#of=host&change=gone", "#of=uri&change=new&q=example", "#view=uris"]:
        reader = browse(compared, fragment, **options)
        reader.evaluate(AXE)
        check(reader)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_no_fault(width: int, scheme: str, plain: Report, browse: Browse) -> None:
    # The policy of the page keeps axe out, too.
    options = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme, "bypass_csp": True}
    for fragment in ["", "#view=domains&q=example", "#view=files", "#view=messages&where=body"]:
        reader = browse(plain, fragment, **options)
        reader.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
        reader.evaluate(AXE)
        check(reader)
    reader.page.click("#clear")
    reader.page.click("#views [data-view=uris]")
    reader.page.click("#rows tr[data-row]")
    reader.wait_for_detail()
    check(reader)
