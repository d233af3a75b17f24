"""Links: none before the switch, and after it only to where nothing runs."""

from __future__ import annotations

import pytest

import made
from command import Report
from conftest import Browse, Folder
from reading import Reader

#: No browser runs what stands behind these. The page may have fewer.
HARMLESS = "http https ftp ftps sftp mailto news nntp gopher tel sip sips irc ircs xmpp urn doi geo magnet".split()

#: All but that of the page itself, to its table.
LINKS = """() => [...document.querySelectorAll("*:not([href='#uris'])")]
    .filter(one => ["href", "xlink:href", "src", "action", "formaction", "srcset", "ping", "data", "srcdoc"]
        .some(name => one.hasAttribute(name)) || one.localName === "a" || one.localName === "area")
    .map(one => ({ name: one.localName, href: one.getAttribute("href"), rel: one.getAttribute("rel") ?? "",
        protocol: one.protocol, text: one.textContent }))"""


@pytest.fixture(scope="module")
def report(folder: Folder) -> Report:
    return Report(made.links(folder("links")))


def walk(reader: Reader) -> list[dict]:
    """Every link of the page, while each URI is in detail."""
    return reader.evaluate(LINKS) + [link for links in reader.walk(LINKS) for link in links]


def test_the_texts_have_what_must_not_run(report: Report) -> None:
    schemes = {find.get("scheme", "").lower() for find in report.finds}
    assert {"javascript", "data", "vbscript", "view-source", "file", *made.LINKED} <= schemes
    # Also where a tab stands within the word, which browsers read over.
    assert any(find["uri"] == "javascript:__ran(1)" and find.get("decoded") for find in report.finds)


def test_there_is_no_link_before_the_switch(report: Report, browse: Browse) -> None:
    reader = browse(report)
    assert not reader.page.is_checked("#live")
    assert walk(reader) == []


def test_links_go_only_where_nothing_runs(report: Report, browse: Browse) -> None:
    reader = browse(report)
    reader.page.check("#live")
    links = walk(reader)
    assert {link["protocol"] for link in links} >= {f"{scheme}:" for scheme in made.LINKED}
    uris = {str(uri) for uri in report.uris}
    for link in links:
        assert link["name"] == "a"
        assert link["protocol"] in [f"{scheme}:" for scheme in HARMLESS], link
        assert {"noreferrer", "noopener"} <= set(link["rel"].split()), link
        # It goes to what it shows.
        assert link["href"] in uris and link["text"].strip() == link["href"], link
    reader.page.uncheck("#live")
    assert walk(reader) == []


def test_a_click_on_what_must_not_run_runs_nothing(report: Report, browse: Browse) -> None:
    reader = browse(report)
    reader.page.check("#live")
    for scheme in ["javascript", "data", "vbscript", "view-source", "file", "blob"]:
        reader.only("scheme", scheme)
        reader.settle()
        count = reader.shown()[0]
        assert count > 0, scheme
        reader.page.click("#rows tr[data-row]")
        reader.wait_for_detail()
        for left in reversed(range(min(count, 10))):
            reader.page.click("#detail .uri")
            reader.page.click("#detail .uri", modifiers=["ControlOrMeta"])
            reader.page.click("#detail .uri", button="middle")
            if left:
                reader.page.keyboard.press("ArrowRight")
        reader.page.click("#close")
