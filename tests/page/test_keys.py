"""By keyboard alone."""

from __future__ import annotations

from command import Report
from conftest import Browse
from reading import Reader

FOCUS = """() => {
    const one = document.activeElement, style = getComputedStyle(one);
    const cell = one.matches("tr") ? getComputedStyle(one.cells[0]) : style;
    return {
        id: one.id || one.dataset.sort || one.closest("[id]")?.id || one.localName,
        marked: [style, cell].some(one => one.outlineStyle !== "none" || one.boxShadow !== "none"),
        seen: one.getBoundingClientRect().height > 0,
    };
}"""


def opened(reader: Reader) -> str:
    reader.page.keyboard.press("Enter")
    reader.wait_for_detail()
    uri = reader.uri()
    reader.page.keyboard.press("Escape")
    assert not reader.is_open()
    return uri


def test_all_that_can_be_clicked_can_be_reached(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reached = {}
    for _ in range(200):
        reader.page.keyboard.press("Tab")
        focus = reader.evaluate(FOCUS)
        if focus["id"] in ("html", "body"):
            break
        reached[focus["id"]] = focus
    sorts = {"uri", "count", "since", "first", "verdict", "cautions"}
    tools = {"since", "until", "facet-list", "search", "quiet", "live", "views", "copy", "csv", "address"}
    assert {"theme", "rows"} | sorts | tools <= reached.keys()
    for name, focus in reached.items():
        assert focus["marked"] and focus["seen"], name


def test_keys_search_move_open_and_close(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    keyboard = reader.page.keyboard
    keyboard.press("/")
    keyboard.type("words.example")
    assert reader.page.input_value("#search") == "words.example"
    reader.wait_for_shown(3)
    uris = reader.cells("uri")
    for _ in range(30):
        keyboard.press("Tab")
        if reader.evaluate(FOCUS)["id"] == "rows":
            break
    keyboard.press("Home")
    assert opened(reader) == uris[0]
    # Whoever comes back is where they were.
    keyboard.press("ArrowDown")
    assert opened(reader) == uris[1]
    keyboard.press("End")
    assert opened(reader) == uris[2]
    keyboard.press("ArrowUp")
    assert opened(reader) == uris[1]
    # From one to the next in the detail, and back in the table there.
    keyboard.press("Enter")
    reader.wait_for_detail()
    keyboard.press("ArrowLeft")
    reader.page.wait_for_function("uri => document.querySelector('#detail .uri').textContent === uri", arg=uris[0])
    keyboard.press("Escape")
    assert opened(reader) == uris[0]


def test_pages_and_ends_of_a_long_table(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.page.focus("#rows tr[data-row]")
    names = [str(uri) for uri in plain.uris]
    reader.page.keyboard.press("End")
    assert opened(reader) == names[-1]
    reader.page.keyboard.press("Home")
    assert opened(reader) == names[0]
    reader.page.keyboard.press("PageDown")
    first = names.index(opened(reader))
    reader.page.keyboard.press("PageDown")
    second = names.index(opened(reader))
    assert 5 < first < second < len(names)
    reader.page.keyboard.press("PageUp")
    assert names.index(opened(reader)) == first
    # What has the focus is in sight.
    assert reader.evaluate(
        """() => {
            const row = document.activeElement.getBoundingClientRect();
            const table = document.querySelector("#table").getBoundingClientRect();
            return document.activeElement.matches("tr[data-row]") && row.top >= table.top && row.bottom <= table.bottom + 1;
        }"""
    )


def test_a_column_is_sorted_by_keys(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.page.focus("#table button[data-sort=first]")
    reader.page.keyboard.press("Enter")
    assert reader.sorted("first") == "ascending"
    reader.page.keyboard.press(" ")
    assert reader.sorted("first") == "descending"


def test_the_focus_stays_in_the_detail(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.open("http://two.example/b?c=d#e")
    for _ in range(12):
        reader.page.keyboard.press("Tab")
        assert reader.evaluate(
            "() => document.activeElement === document.body || document.querySelector('#detail').contains(document.activeElement)"
        )
    reader.page.focus("#close")
    reader.page.keyboard.press("Enter")
    assert not reader.is_open()


def test_what_is_typed_into_the_search_is_no_command(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.page.keyboard.press("/")
    reader.page.keyboard.type("a/b")
    assert reader.page.input_value("#search") == "a/b" and not reader.is_open()


def test_what_is_opened_right_behind_a_close_stays_open(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.open("http://two.example/b?c=d#e")
    reader.evaluate(
        """() => {
            document.querySelector("#close").click();
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
        }"""
    )
    reader.page.wait_for_timeout(100)
    reader.wait_for_detail()
    assert reader.uri() == "http://two.example/b?c=d#e"
