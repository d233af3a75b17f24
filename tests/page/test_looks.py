"""Light and dark, wide and narrow, on paper, and without the script."""

from __future__ import annotations

import io
import os
import unicodedata
from pathlib import Path

import pytest
from pypdf import PdfReader

from command import Report
from conftest import Browse
from reading import Reader

#: What is too faint: each text with the ratio of its contrast to what it stands on (WCAG 2.2, 1.4.3).
CONTRASTS = """() => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    // Any way to write a colour, as red, green, blue and how much of it covers what lies below.
    const known = new Map();
    const colour = text => {
        if (!known.has(text)) {
            canvas.clearRect(0, 0, 1, 1);
            canvas.fillStyle = text;
            canvas.fillRect(0, 0, 1, 1);
            known.set(text, [...canvas.getImageData(0, 0, 1, 1).data]);
        }
        const [r, g, b, a] = known.get(text);
        return { rgb: [r, g, b], a: a / 255 };
    };
    const over = (top, a, below) => top.map((c, i) => c * a + below[i] * (1 - a));
    const ground = one => {
        if (!one) return [255, 255, 255];
        const { rgb, a } = colour(getComputedStyle(one).backgroundColor);
        return a === 1 ? rgb : over(rgb, a, ground(one.parentElement));
    };
    const opacity = one => one ? getComputedStyle(one).opacity * opacity(one.parentElement) : 1;
    const light = rgb => {
        const [r, g, b] = rgb.map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, text) => {
        const { rgb, a } = colour(text);
        const below = ground(one);
        const [dark, bright] = [light(over(rgb, a * opacity(one), below)), light(below)].sort((a, b) => a - b);
        return (bright + 0.05) / (dark + 0.05);
    };
    const found = [];
    for (const one of document.querySelectorAll("body *")) {
        const said = [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
        if (!said || !one.checkVisibility({ visibilityProperty: true }) || one.closest("script, option, :disabled")) continue;
        const style = getComputedStyle(one);
        const text = one.namespaceURI.endsWith("svg") ? style.fill : style.color;
        found.push([contrast(one, text), `${one.localName}.${one.getAttribute("class") ?? ""} "${one.textContent.slice(0, 40)}"`]);
    }
    const search = document.querySelector("#search");
    found.push([contrast(search, getComputedStyle(search, "::placeholder").color), "the search's placeholder"]);
    return found;
}"""

COLOURS = """() => ["html", "body", "#table", "#rows td", "#search", "#columns text", "#columns rect", ".facet button", ".facts dd"]
    .map(one => document.querySelector(one)).filter(Boolean).map(one => getComputedStyle(one))
    .map(style => [style.color, style.backgroundColor, style.fill])"""


def is_dark(reader: Reader) -> bool:
    red, green, blue = reader.evaluate(
        "() => getComputedStyle(document.body).backgroundColor.match(/[\\d.]+/g).slice(0, 3).map(Number)"
    )
    return red + green + blue < 3 * 64


def open_all(reader: Reader) -> None:
    """Everything that a click unfolds."""
    reader.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
    reader.settle()


def too_faint(reader: Reader) -> list[str]:
    found = reader.evaluate(CONTRASTS)
    assert len(found) > 20
    return [f"{ratio:.2f} {what}" for ratio, what in found if ratio < 4.5]


def test_the_page_is_dark_where_the_system_is_or_the_reader_says_so(plain: Report, browse: Browse) -> None:
    light, dark = browse(plain, color_scheme="light"), browse(plain, color_scheme="dark")
    assert not is_dark(light) and is_dark(dark)
    for one, other in zip(light.evaluate(COLOURS), dark.evaluate(COLOURS), strict=True):
        assert one != other
    for reader, own, other in [(light, "light", "dark"), (dark, "dark", "light")]:
        automatic = reader.evaluate(COLOURS)
        reader.page.select_option("#theme", other)
        assert reader.evaluate("() => document.documentElement.dataset.theme") == other
        assert is_dark(reader) == (other == "dark")
        assert reader.evaluate(COLOURS) == (dark if other == "dark" else browse(plain)).evaluate(COLOURS) or reader is dark
        reader.page.select_option("#theme", own)
        assert reader.evaluate(COLOURS) == automatic
        reader.page.select_option("#theme", "auto")
        assert reader.evaluate(COLOURS) == automatic


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_all_text_can_be_read(width: int, scheme: str, plain: Report, hostile: Report, compared: Report, browse: Browse) -> None:
    reader = browse(compared, color_scheme=scheme, viewport={"width": width, "height": 800})
    assert too_faint(reader) == []
    for report in [plain, hostile]:
        reader = browse(report, color_scheme=scheme, viewport={"width": width, "height": 800})
        open_all(reader)
        assert too_faint(reader) == []
        reader.search("example")
        reader.settle()
        reader.page.hover("#rows tr[data-row]")
        assert too_faint(reader) == []
        for sort in ["verdict", "cautions"]:
            reader.sort(sort)
            reader.page.click("#rows tr[data-row]")
            reader.wait_for_detail()
            for _ in range(5):
                assert too_faint(reader) == []
                reader.step("#next")
            reader.page.click("#close")


@pytest.mark.parametrize("width", [320, 390, 768, 1280, 2560])
def test_nothing_is_wider_than_the_window(width: int, plain: Report, hostile: Report, compared: Report, browse: Browse) -> None:
    wide = """selector => {
        const one = document.querySelector(selector);
        return one.scrollWidth > one.clientWidth ? one.scrollWidth : 0;
    }"""
    for fragment in ["", "#of=uri"]:
        reader = browse(compared, fragment, viewport={"width": width, "height": 800})
        assert [reader.evaluate(wide, one) for one in ["html", "#table"]] == [0, 0]
    for report in [plain, hostile]:
        reader = browse(report, viewport={"width": width, "height": 800})
        assert reader.evaluate(wide, "html") == 0
        open_all(reader)
        assert reader.evaluate(wide, "html") == 0
        reader.in_the_end()
        assert reader.evaluate(wide, "html") == 0 and reader.evaluate(wide, "#table") == 0
        for sort in ["count", "uri", "cautions"]:
            # The heads of some columns are not for the narrow.
            if reader.page.is_visible(f"#table button[data-sort={sort}]"):
                reader.sort(sort)
            reader.page.click("#rows tr[data-row]")
            reader.wait_for_detail()
            # What does not scroll would be cut off.
            assert [reader.evaluate(wide, one) for one in ["html", "#detail", "#content"]] == [0, 0, 0]
            reader.page.click("#close")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_paper_has_the_facts_the_charts_and_the_rows(scheme: str, plain: Report, browse: Browse) -> None:
    reader = browse(plain, color_scheme=scheme)
    reader.search("example/")
    reader.settle()
    read = PdfReader(io.BytesIO(reader.page.pdf(format="A4")))
    # Lines end anywhere on paper, and two letters may be one there.
    said = unicodedata.normalize("NFKC", "".join("".join(page.extract_text().split()) for page in read.pages))
    # More of them than are ever drawn in a window.
    for uri in [uri for uri in plain.uris if b"example/" in uri.uri and uri.uri.isascii()][:150]:
        assert "".join(str(uri).split()) in said
    # Each page of the table has its heads.
    for page in [page.extract_text() for page in read.pages]:
        assert ("http://" in page) == ("Verdict" in page), page
    for fact in reader.page.locator(".facts dt").all_inner_texts():
        assert "".join(fact.split()) in said
    for title in reader.page.locator(".chart figcaption").all_text_contents():
        assert "".join(title.split()) in said
    # And the window is what it was.
    assert len(reader.cells("uri")) < 200


def test_without_the_script_facts_and_charts_are_there(plain: Report, browse: Browse) -> None:
    reader = browse(plain, java_script_enabled=False)
    page = reader.page
    assert page.locator(".facts > div").count() >= 3
    assert all(fact.is_visible() for fact in page.locator(".facts dd").all())
    charts = page.locator(".chart")
    assert charts.count() > 0
    for chart in charts.all():
        assert chart.locator("svg:visible").count() == 1
        box = chart.locator("svg:visible").bounding_box()
        assert box and box["width"] > 100 and box["height"] > 20
        chart.locator("summary").click()
        assert chart.locator("details td").first.is_visible()
    # What cannot work is not offered, and why is told.
    assert page.locator("#search:visible, #theme:visible, #rows tr:visible").count() == 0
    assert page.locator("noscript").first.is_visible()


def test_a_time_chart_fits_the_window(plain: Report, browse: Browse) -> None:
    for width in [1280, 390]:
        reader = browse(plain, viewport={"width": width, "height": 800})
        box = reader.page.locator("#columns svg").bounding_box()
        assert box and 300 < box["width"] <= width
    # Without the script, the one that fits is seen.
    for width, seen in [(1280, "broad"), (390, "narrow")]:
        page = browse(plain, viewport={"width": width, "height": 800}, java_script_enabled=False).page
        for chart in page.locator(".chart.wide").all():
            assert chart.locator("svg:visible").get_attribute("class") == seen


def test_every_control_and_chart_has_a_name(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    for one in reader.page.locator("button:visible, input:visible, select:visible").all():
        # What assistive technology is told: `- button "Close"`.
        assert '"' in one.aria_snapshot().split("\n")[0], one.evaluate("one => one.outerHTML")
    assert reader.evaluate("() => document.documentElement.lang") == "en"
    assert reader.page.title()


@pytest.mark.skipif("PAGE_SHOTS" not in os.environ, reason="PAGE_SHOTS names no folder for screenshots")
@pytest.mark.parametrize("name", ["plain", "hostile", "large"])
def test_screenshots(name: str, request: pytest.FixtureRequest, browse: Browse) -> None:
    folder = Path(os.environ["PAGE_SHOTS"])
    report = request.getfixturevalue(name)
    for width in [390, 1280]:
        for scheme in ["light", "dark"]:
            reader = browse(report, color_scheme=scheme, viewport={"width": width, "height": 844})
            shot = folder / f"{name}-{width}-{scheme}"
            reader.page.screenshot(path=f"{shot}.png", full_page=True)
            reader.page.click("#rows tr[data-row]")
            reader.wait_for_detail()
            reader.page.wait_for_timeout(300)
            reader.page.screenshot(path=f"{shot}-detail.png")
