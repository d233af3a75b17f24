"""What the playground shows, and how it is used."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from conftest import Open

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")

FAULTS = """async () => {
    const { passes, violations } = await axe.run({ preload: false });
    return { passes: passes.length, violations: violations.map(one => `${one.id}: ${one.nodes[0].html}`) };
}"""

SIZES = [(390, 844), (1280, 800), (1920, 1080)]


def marked(page: Page) -> list[str]:
    return page.locator("mark").all_text_contents()


def write(page: Page, text: str) -> None:
    page.fill("#text", text)


def test_every_find_is_marked_in_its_place(open_page: Open) -> None:
    page = open_page()
    write(page, "Ä𝄞 <http://a.example/\n b>, http://b.example/c. http://c.example:8o/ http://www.bank.example@10.0.0.1/")
    assert marked(page) == [
        "http://a.example/\n b",
        "http://b.example/c",
        "http://c.example:8o/",
        "http://www.bank.example@10.0.0.1/",
    ]
    classes = page.evaluate("() => [...document.querySelectorAll('mark')].map(one => one.classList[0])")
    assert classes == ["good", "good", "bad", "care"]
    expect(page.locator("#status")).to_contain_text("4 URIs, 1 not valid, 1 with cautions")
    # What the marks hold and what was written is the same text.
    assert page.evaluate("() => marks.textContent === `${text.value}\\n`")


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_marks_lie_under_their_text(width: int, height: int, open_page: Open) -> None:
    page = open_page(viewport={"width": width, "height": height})
    write(page, "word " * 200 + "http://a.example/" + "b" * 300 + " end\n\n")
    # Both break lines alike, so both are as high; and nothing is wider than the window.
    heights = page.evaluate("() => [text.scrollHeight, marks.scrollHeight, text.clientWidth, marks.clientWidth]")
    assert heights[0] == heights[1] and heights[2] == heights[3]
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_the_details_of_a_find(open_page: Open) -> None:
    page = open_page()
    write(page, "See <URL:http://me@a.example:8o/b-\nc?d#e>, www")
    facts = page.locator("#facts")
    rows = facts.locator("tr")
    assert [row.inner_text().split() for row in rows.all()] == [
        ["scheme", "http"],
        ["userinfo", "me"],
        ["host", "a.example"],
        ["port", "8o"],
        ["path", "/b-c"],
        ["query", "d"],
        ["fragment", "e"],
    ]
    expect(facts).to_contain_text("Not valid at character 21: port (RFC 3986 3.2.3)")
    expect(facts).to_contain_text("port = *DIGIT")
    expect(facts.locator(".caret b")).to_have_text("o")
    expect(facts).to_contain_text("in <URL:…>")
    expect(facts).to_contain_text("http://me@a.example:8o/bc?d#e")
    expect(facts).to_contain_text("one of two readings: the text has a second reading")
    expect(facts).to_contain_text("Stays text")
    write(page, "http://a.example/%7e")
    expect(facts).to_contain_text("http://a.example/~")
    assert facts.locator("a").get_attribute("href") == "http://a.example/%7e"


def test_delimiters_are_of_no_component(open_page: Open) -> None:
    page = open_page()
    write(page, "http://a:1/a??##")
    pieces = page.evaluate("() => [...document.querySelectorAll('mark span')].map(one => `${one.className} ${one.textContent}`)")
    assert pieces[:4] == ["scheme http", "host a", "port 1", "path /a"]


def test_the_caret_chooses_a_find(open_page: Open) -> None:
    page = open_page()
    write(page, "http://a.example/ and http://b.example/")
    page.focus("#text")
    page.keyboard.press("Control+End")
    expect(page.locator("#detail-title")).to_have_text("URI 2 of 2")
    page.keyboard.press("Control+Home")
    expect(page.locator("#detail-title")).to_have_text("URI 1 of 2")


def test_keys_walk_the_list(open_page: Open) -> None:
    page = open_page()
    write(page, " ".join(f"http://{name}.example/" for name in "abc"))
    page.focus("#finds button")
    titles = []
    for key in ["ArrowDown", "ArrowDown", "ArrowDown", "Home", "End", "ArrowUp"]:
        page.keyboard.press(key)
        titles.append(page.inner_text("#detail-title"))
        assert page.evaluate("() => document.activeElement.getAttribute('aria-current')") == "true"
    assert [title.split()[1] for title in titles] == ["2", "3", "3", "1", "3", "2"]
    # One row is in the order of tabs.
    assert page.locator("#finds button[tabindex='0']").count() == 1


def test_options_change_what_is_found(open_page: Open) -> None:
    page = open_page()
    write(page, "www.a.example/b joe@example.org http://a.example/b\nc")
    assert len(marked(page)) == 1
    page.click("summary")
    page.check("[name=www]")
    page.check("[name=email]")
    page.select_option("[name=join]", "always")
    assert marked(page) == ["www.a.example/b", "joe@example.org", "http://a.example/b\nc"]


def test_the_address_keeps_a_short_text(open_page: Open) -> None:
    text = "Ä & www.a.example/?b=c#d\n+ 100% <http://a.example/>"
    page = open_page()
    write(page, text)
    page.click("summary")
    page.check("[name=www]")
    other = open_page(page.evaluate("() => location.hash"))
    assert other.input_value("#text") == text
    assert other.is_checked("[name=www]")
    assert marked(other) == ["www.a.example/?b=c#d", "http://a.example/"]
    write(other, "http://a.example/ " * 1000)
    assert other.evaluate("() => location.hash") == "#www=true"


def test_text_from_strangers_is_text(open_page: Open) -> None:
    text = "<img src=x onerror=alert(1)> <http://a.example/<script>alert(1)</script>> <javascript:alert(1)>"
    page = open_page(f"#text={quote(text)}")
    assert page.input_value("#text") == text
    for button in page.locator("#finds button").all():
        button.click()
        assert page.locator("#facts a[href^=javascript]").count() == 0
    assert page.locator("img, main script").count() == 0


def test_a_short_file_is_shown(open_page: Open, tmp_path: Path) -> None:
    file = tmp_path / "short.txt"
    file.write_text("ä http://a.example/", encoding="utf-8")
    page = open_page()
    page.set_input_files("#file", file)
    expect(page.locator("#text")).to_have_value("ä http://a.example/")
    assert marked(page) == ["http://a.example/"]


def test_a_long_file_is_read_as_a_stream(open_page: Open, tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    line = "ä and more of it, http://a.example/{} and others\n"
    file.write_text("".join(line.format(i) for i in range(200_000)), encoding="utf-8")
    page = open_page()
    page.set_input_files("#file", file)
    expect(page.locator("#status")).to_contain_text("200,000 URIs")
    expect(page.locator("#status")).to_contain_text("the first 10,000 are listed")
    expect(page.locator("#stream-name")).to_contain_text("long.txt")
    assert page.evaluate("() => progress.value") == 1
    assert page.locator("#finds button").count() == 200
    page.click("#more")
    assert page.locator("#finds button").count() == 400
    page.click("#finds li:nth-child(300) button")
    # Its text is read again from the file.
    expect(page.locator("#facts .near").first).to_contain_text("more of it, http://a.example/299 and others")
    assert page.is_hidden("#text")
    page.click("#clear")
    assert page.is_visible("#text") and marked(page) == []


def test_a_file_is_dropped(open_page: Open) -> None:
    page = open_page()
    page.evaluate(
        """() => {
            const data = new DataTransfer();
            data.items.add(new File(["http://dropped.example/"], "dropped.txt"));
            document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }"""
    )
    expect(page.locator("#text")).to_have_value("http://dropped.example/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_axe_finds_no_fault(width: int, height: int, scheme: str, open_page: Open) -> None:
    # The policy of the page keeps axe out, too.
    page = open_page(viewport={"width": width, "height": height}, color_scheme=scheme, bypass_csp=True)
    page.click("summary")
    page.evaluate(AXE)
    for index in [0, 6, 7, 9]:
        page.locator("#finds button").nth(index).click()
        told = page.evaluate(FAULTS)
        assert told["passes"] > 10 and told["violations"] == []
    write(page, "")
    told = page.evaluate(FAULTS)
    assert told["violations"] == []
