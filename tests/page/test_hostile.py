"""Nothing of the input runs, loads, or becomes markup. That the page is quiet, `browse` looks after."""

from __future__ import annotations

from urllib.parse import quote

import pytest

import made
from command import Report
from conftest import Browse
from reading import Reader

COUNTS = """() => {
    const count = selector => document.querySelectorAll(selector).length;
    return {
        programs: count("script:not([type])"),
        others: count("script[type]:not([type='application/json']):not([type='text/plain'])"),
        metas: count("meta"), styles: count("style"), titles: count("title"), dialogs: count("dialog"),
        tables: count("#table"), switches: count("input"),
        foreign: count("img, image, iframe, object, embed, link, base, form, video, audio, source, template, frame, math, use, animate, foreignObject, portal, textarea, plaintext, xmp, marquee"),
        strays: count("svg:not(figure.chart > svg, #columns > svg, .spark > svg)"),
        handlers: [...document.querySelectorAll("*")].flatMap(one => one.getAttributeNames()).filter(name => name.startsWith("on")).length,
        twice: [...document.querySelectorAll("[id]")].map(one => one.id).filter((id, i, ids) => ids.indexOf(id) !== i),
    };
}"""

#: Texts with characters that are not to be seen, or turn the direction of the others round.
HARMFUL = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const { data, parentElement: own } = walker.currentNode;
        if (own.closest("script")) continue;
        if (/[\\p{Bidi_Control}\\p{Zl}\\p{Zp}\\u200b\\u2060\\ufeff\\u00ad]|(?![\\n\\t])\\p{Cc}/u.test(data)) found.push(data.slice(0, 200));
    }
    return found;
}"""


def walk(reader: Reader) -> list[list[str]]:
    """Goes through all of the page: each part of the table, and each URI in detail, with what is harmful there."""
    for sort in ["uri", "first", "since", "verdict", "cautions", "count"]:
        reader.sort(sort)
        reader.in_the_end()
    reader.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
    return [reader.evaluate(HARMFUL), *reader.walk(HARMFUL)]


def test_nothing_of_the_input_becomes_markup_or_hides(plain: Report, hostile: Report, browse: Browse) -> None:
    seen = []
    for report in [plain, hostile]:
        reader = browse(report)
        reader.page.check("#live")
        assert walk(reader) == [[]] * (1 + len(report.uris))
        counts = reader.evaluate(COUNTS)
        assert counts == {
            "programs": 1, "others": 0, "styles": 1, "titles": 1, "dialogs": 1, "tables": 1, "foreign": 0,
            "strays": 0, "handlers": 0, "twice": [], "metas": counts["metas"], "switches": counts["switches"],
        }  # fmt: skip
        seen.append((
            counts,
            *(set(reader.evaluate(f"() => [...__seen.{kind}]")) for kind in ["tags", "attributes", "ids"]),
        ))
    # What attacks made the page of, people's texts made it of, too.
    for ours, theirs in zip(seen[0][1:], seen[1][1:], strict=True):
        assert theirs - ours <= {"svg", "polyline", "polygon", "circle", "path", "rect", "line", "text", "g"}
    assert seen[0][0] == seen[1][0]


def test_uris_are_shown_as_they_are(hostile: Report, browse: Browse) -> None:
    """Where there is nothing to escape, what is shown is the URI, byte for byte."""
    reader = browse(hostile)
    uris = [uri for uri in hostile.uris if len(uri.uri) < 300 and uri.uri.isascii() and str(uri).isprintable()]
    markup = [uri for uri in uris if b"<" in uri.uri or b'"' in uri.uri or b"&" in uri.uri]
    assert len(uris) > 500 and len(markup) > 50
    for uri in markup[:: max(1, len(markup) // 60)]:
        reader.search(str(uri))
        reader.page.wait_for_function(
            "uri => [...document.querySelectorAll('#rows tr[data-row] td')].some(one => one.textContent === uri)",
            arg=str(uri),
        )


def test_what_is_not_to_be_seen_is_an_escape(hostile: Report, browse: Browse) -> None:
    reader = browse(hostile)
    reader.search("\u202e")
    reader.settle()
    assert reader.shown()[0] > 0
    # A word may also be in the subject or the path.
    assert any("\\u{202e}" in uri for uri in reader.cells("uri"))


def test_what_is_sought_is_no_markup(hostile: Report, browse: Browse) -> None:
    reader = browse(hostile)
    for attack in made.strings("elements", "endings", "attributes", "names"):
        reader.search(made.decoded(attack).encode(errors="replace").decode())
        reader.settle()
    assert reader.evaluate(COUNTS)["foreign"] == 0


@pytest.mark.parametrize("attack", ["<img src=x onerror=__ran(1)>", "javascript:__ran(1)", "search", "__proto__", "%ff"])
def test_what_stands_in_the_address_is_no_markup(attack: str, plain: Report, browse: Browse) -> None:
    for fragment in [f"#{attack}", f"#{quote(attack)}", f"#search={quote(attack)}"]:
        reader = browse(plain, fragment)
        assert reader.evaluate(COUNTS)["foreign"] == 0
        assert reader.shown()[1] == len(plain.uris)


def test_charts_and_problems_have_the_input_as_text(hostile: Report, browse: Browse) -> None:
    reader = browse(hostile)
    said = reader.page.text_content(".problems") or ""
    # A file of that name cannot be read.
    assert "<script>" in said
    assert reader.page.locator(".chart").count() > 0


def test_what_a_chart_names_can_be_clicked(hostile: Report, browse: Browse) -> None:
    reader = browse(hostile)
    reader.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")
    names = reader.evaluate("() => [...document.querySelectorAll('[data-filter]')].map(one => [one.dataset.filter, one.dataset.value])")
    assert len(names) > 20
    for name in names:
        reader.evaluate(
            """([filter, value]) => [...document.querySelectorAll("[data-filter]")]
                .find(one => one.dataset.filter === filter && one.dataset.value === value).click()""",
            name,
        )
        reader.settle()
        assert reader.shown()[0] > 0
        reader.page.click("#clear")
    assert reader.evaluate(COUNTS)["foreign"] == 0


def test_paper_and_no_script_run_nothing_either(hostile: Report, browse: Browse) -> None:
    assert len(browse(hostile).page.pdf()) > 10_000
    reader = browse(hostile, java_script_enabled=False)
    assert reader.page.locator(".facts").is_visible()
    assert reader.page.locator("img, iframe, object, embed, link, base, form, video, audio").count() == 0
