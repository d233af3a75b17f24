"""Views of what was found by domain, file and message, their filters, and how a view is kept and sent."""

from __future__ import annotations

import csv
import io
from collections import Counter
from datetime import date, timedelta
from urllib.parse import urlsplit

import pytest

from command import Report, Uri
from conftest import Browse, Folder
from reading import SAVED, Reader


def view(reader: Reader, name: str) -> None:
    reader.page.click(f"#views [data-view={name}]")
    reader.settle()


def fragment(reader: Reader) -> str:
    return urlsplit(reader.page.url).fragment


def finds(report: Report, fits) -> list[dict]:
    return [find for find in report.finds if fits(find)]


def uris_of(finds: list[dict]) -> set[str]:
    return {find["uri"] for find in finds}


def test_a_view_of_files_counts_their_finds(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    view(reader, "files")
    expected = Counter(find["path"].removeprefix("./") for find in plain.finds)
    names, counts = reader.cells("name"), reader.cells("count")
    assert {name: int(count) for name, count in zip(names, counts, strict=True)} == expected
    assert [int(count) for count in counts] == sorted(expected.values(), reverse=True)
    # A file shows its URIs.
    reader.page.locator("#rows tr[data-row]", has_text="b.mbox").click()
    reader.wait_for_shown(len(uris_of(finds(plain, lambda find: find["path"].endswith("b.mbox")))))
    assert "file b.mbox" in reader.page.inner_text("#chips")


def test_a_view_of_domains_has_all_of_them(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    view(reader, "domains")
    names = reader.cells("name")
    assert {"one.example", "log.example", "words.example"} <= set(names)
    assert reader.cells("count")[names.index("words.example")] == "3"
    assert reader.cells("uris")[names.index("log.example")] == "300"
    assert reader.sort("name") == "ascending"
    assert reader.cells("name") == sorted(reader.cells("name"))


def test_the_uris_of_a_message_stand_together(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.open("http://quoted.example/pages?x=1")
    reader.page.click("#detail .of-message")
    expected = uris_of(finds(plain, lambda find: find.get("message_id") == "<1@mail.example>"))
    reader.wait_for_shown(len(expected))
    assert set(reader.cells("uri")) == expected and not reader.is_open()
    view(reader, "messages")
    assert reader.cells("count") == [str(len(expected))]


def test_senders_have_a_view_and_are_found(plain: Report, browse: Browse) -> None:
    reader = browse(plain, "#view=senders&q=bob%40mail.example")
    assert reader.cells("name") == ["bob@mail.example"]
    expected = uris_of(finds(plain, lambda find: find.get("from") == "bob@mail.example"))
    assert reader.cells("uris") == [str(len(expected))]
    view(reader, "messages")
    assert reader.cells("name") == ["two"] and reader.page.inner_text("#rows .from") == "Bob"
    view(reader, "uris")
    assert set(reader.cells("uri")) == expected


LINKS = """\
<a href="http://a.example/1">Read more</a> <a href="http://b.example/2">Read more</a>
<a href="http://evil.example/3">www.bank.example</a> <a href="http://c.example/4">Home</a> http://d.example/
"""

REPLIES = """\
From a@b Thu Jan  1 00:00:00 1970
Message-ID: <1@b>
From: Ann <a@b.example>
Subject: first

http://one.example/

From a@b Thu Jan  1 00:00:00 1970
Message-ID: <2@b>
From: Bo <b@b.example>
References: <1@b>
Subject: Re: first

http://two.example/

From a@b Thu Jan  1 00:00:00 1970
Message-ID: <3@b>
From: Bo <b@b.example>
Subject: second

http://three.example/

"""


def linked(folder: Folder) -> Report:
    place = folder("linked")
    (place / "a.html").write_text(LINKS)
    (place / "b.mbox").write_text(REPLIES)
    return Report(place)


def test_threads_and_link_texts_have_views(folder: Folder, browse: Browse) -> None:
    reader = browse(linked(folder), "#view=texts&sort=name")
    assert reader.cells("name") == ["(none)", "Home", "Read more", "www.bank.example"]
    reader.page.click("#rows tr:has-text('Read more')")
    reader.wait_for_shown(2)
    assert set(reader.cells("uri")) == {"http://a.example/1", "http://b.example/2"}
    reader.page.click("#clear")
    view(reader, "threads")
    assert dict(zip(reader.cells("name"), reader.cells("count"))) == {"(none)": "5", "first": "2", "second": "1"}


@pytest.mark.parametrize(
    ("sought", "hosts"),
    [
        ("from:bo", "two three"),
        ("from:bo !subject:re:", "three"),
        ("!message:@b", "a b evil c d"),
        ("text:read !a.example", "b"),
        ("text:bank", "evil"),
        ("host:one", "one"),
        ("file:b.mbox !uri:t", ""),
        ("list:x", ""),
        ("!", "a b evil c d one two three"),
        ("http://one.example/", "one"),
        ("other:bo", ""),
    ],
)
def test_words_may_be_unwanted_or_of_one_field(sought: str, hosts: str, folder: Folder, browse: Browse) -> None:
    reader = browse(linked(folder))
    reader.search(sought)
    expected = hosts.split()
    reader.wait_for_shown(len(expected))
    assert {uri.split("/")[2].split(".")[0] for uri in reader.cells("uri")} == set(expected)


def test_a_caution_shows_what_it_is_about_by_a_click(folder: Folder, browse: Browse) -> None:
    reader = browse(linked(folder))
    reader.open("http://evil.example/3")
    reader.page.click("#detail .detail-of-caution")
    reader.wait_for_shown(1)
    assert "text www.bank.example" in reader.page.inner_text("#chips")


def test_a_drag_over_the_time_chart_filters_by_time(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    dated = finds(plain, lambda find: find.get("date"))
    box = reader.page.locator("#columns").bounding_box()
    assert box
    mouse = reader.page.mouse
    mouse.move(box["x"] + box["width"] * 0.5, box["y"] + 40)
    mouse.down()
    mouse.move(box["x"] + box["width"] - 2, box["y"] + 40)
    mouse.up()
    late = uris_of([find for find in dated if "2001" in find["date"]])
    reader.wait_for_shown(len(late))
    assert set(reader.cells("uri")) == late
    assert "time=" in fragment(reader)
    # By keys, as text; and back.
    reader.page.fill("#since", "1970")
    reader.page.fill("#until", "1970-01-01")
    reader.page.keyboard.press("Enter")
    early = uris_of([find for find in dated if "1970" in find["date"]])
    reader.wait_for_shown(len(early))
    assert set(reader.cells("uri")) == early
    reader.page.click("#clear")
    reader.wait_for_shown(len(plain.uris))


@pytest.mark.parametrize("time", ["1970..1970", "2001-02-02", "..1999", "2001-02-02T00:00..", "1999..2000", "soon"])
def test_times_in_the_address(time: str, plain: Report, browse: Browse) -> None:
    ends = {"1970..1970": "1970", "2001-02-02": "2001", "..1999": "1970", "2001-02-02T00:00..": "2001", "1999..2000": "x", "soon": ""}
    dated = finds(plain, lambda find: ends[time] in find.get("date", "") if ends[time] else True)
    reader = browse(plain, f"#time={time}")
    reader.wait_for_shown(len(uris_of(dated)))


def test_a_view_is_in_its_address(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.choose("scheme", "http")
    reader.choose("where", "body")
    reader.search("example/")
    reader.sort("uri")
    shown, address = reader.cells("uri"), fragment(reader)
    assert 0 < len(shown) < 10
    again = browse(plain, f"#{address}")
    assert again.cells("uri") == shown
    assert again.sorted("uri") == "ascending"
    assert again.page.input_value("#search") == "example/"
    assert fragment(again) == address
    # A URI that is open, too.
    again.page.click("#rows tr[data-row]")
    again.wait_for_detail()
    uri = again.uri()
    one = browse(plain, f"#{fragment(again)}")
    one.wait_for_detail()
    assert one.uri() == uri


def test_a_sheet_has_what_is_selected(plain: Report, browse: Browse) -> None:
    reader = browse(plain, "#q=words.example")
    rows = list(csv.DictReader(io.StringIO(reader.evaluate(SAVED))))
    expected: list[Uri] = [uri for uri in plain.uris if "words.example" in str(uri)]
    assert [row["uri"] for row in rows] == [str(uri) for uri in expected]
    assert {row["path"] for row in rows} == {"./a.txt"} and {row["count"] for row in rows} == {"1"}
    view(reader, "domains")
    (row,) = csv.DictReader(io.StringIO(reader.evaluate(SAVED)))
    assert (row["name"], row["finds"], row["uris"]) == ("words.example", "3", "3")


def test_a_sheet_runs_no_formula(folder: Folder, browse: Browse) -> None:
    place = folder("formulas")
    (place / "=1+1,2.txt").write_text("http://a.host/\n")
    (place / 'b".txt').write_text("http://a.host/\n")
    reader = browse(Report(place), "#view=files")
    names = [row[0] for row in csv.reader(io.StringIO(reader.evaluate(SAVED)))]
    assert names == ["name", "'=1+1,2.txt", 'b".txt']


def test_noise_can_be_left_out(folder: Folder, browse: Browse) -> None:
    place = folder("noise")
    (place / "a.mbox").write_text(
        "From a@b.host Thu Jan  1 00:00:00 1970\nFrom: a@b.host\nDate: Thu, 1 Jan 1970 00:00:00 +0000\n"
        "List-Post: <mailto:list@b.host>\n\nhttp://c.host/ http://www.w3.org/2000/svg mailto:list@b.host\n\n"
    )
    reader = browse(Report(place))
    assert reader.cells("uri")[0] == "mailto:list@b.host" and reader.cells("count")[0] == "2"
    reader.page.check("#quiet")
    reader.wait_for_shown(2)
    assert dict(zip(reader.cells("uri"), reader.cells("count"), strict=True)) == {"mailto:list@b.host": "1", "http://c.host/": "1"}
    # The place in the header is there all the same.
    reader.open("mailto:list@b.host")
    assert [("not in the selection" in reader.evaluate(
        "i => getComputedStyle(document.querySelectorAll('#detail .where')[i], '::after').content", i)) for i in range(2)] == [True, False]  # fmt: skip


def test_a_uri_explains_itself(folder: Folder, browse: Browse) -> None:
    place = folder("explained")
    (place / "a.txt").write_text("https://www.google.com/url?q=http%3A%2F%2Fa.host%2F http://broken.host:8o/x\n")
    reader = browse(Report(place))
    reader.open("http://broken.host")
    assert "port = *DIGIT (RFC 3986 3.2.3)" in reader.page.inner_text("#detail .says")
    reader.page.click("#close")
    reader.open("www.google.com")
    assert reader.page.inner_text("#detail .target") == "http://a.host/"


def test_each_question_is_a_click(folder: Folder, browse: Browse) -> None:
    place = folder("questions")
    letter = "From {0}@b.host Thu Jan  1 00:00:00 1970\nFrom: {0}@b.host\nDate: Thu, 1 {1} 1998 00:00:00 +0000\nMessage-ID: <{0}@b.host>\nSubject: {0}\n\n{2}\n\n"
    (place / "a.mbox").write_text(
        letter.format("ada", "Jan", "http://x.host/1 http://y.host/") + letter.format("bob", "Feb", "http://x.host/2 http://xn--pypl-53dc.host/")
    )
    report = Report(place)
    # Domains by month.
    reader = browse(report, "#time=1998-02")
    view(reader, "domains")
    assert sorted(reader.cells("name")) == ["x.host", "xn--pypl-53dc.host"]
    # Who linked to a domain.
    reader = browse(report)
    reader.choose("domain", "y.host")
    assert reader.page.locator("#facets [data-facet=sender] .name").all_inner_texts() == ["ada@b.host"]
    # All links of a message.
    reader = browse(report, "#view=messages")
    reader.page.locator("#rows tr[data-row]", has_text="bob").first.click()
    assert sorted(reader.cells("uri")) == ["http://x.host/2", "http://xn--pypl-53dc.host/"]
    # All homographs.
    reader = browse(report)
    reader.choose("caution", "homograph")
    assert reader.cells("uri") == ["http://xn--pypl-53dc.host/"]
    reader.page.click("#rows tr[data-row]")
    reader.wait_for_detail()
    assert "which looks like paypal" in reader.page.inner_text("#detail .says")


def test_labels_of_the_time_chart_have_one_form(folder: Folder, browse: Browse) -> None:
    for days, form in [(2, 16), (20, 10), (80, 7), (300, 10), (800, 4), (2000, 4), (9000, 4), (20000, 4)]:
        place = folder(f"labels{days}")
        lines = (date(1971, 1, 20) + timedelta(days=days * part / 9) for part in range(10))
        (place / "a.log").write_text("".join(f"{day}T10:00:00Z http://a.host/\n" for day in lines))
        for width in [390, 1920]:
            reader = browse(Report(place), viewport={"width": width, "height": 800})
            labels = reader.page.locator("#columns text").all_text_contents()
            assert labels and {len(label) for label in labels} == {form}, labels


def test_digits_choose_a_view(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.page.keyboard.press("2")
    assert reader.evaluate("() => document.querySelector('#views [aria-pressed=true]').dataset.view") == "domains"
    reader.page.focus("#search")
    reader.page.keyboard.press("1")
    assert reader.page.input_value("#search") == "1"


def test_the_table_is_near_on_a_phone(plain: Report, browse: Browse) -> None:
    reader = browse(plain, viewport={"width": 390, "height": 844})
    assert reader.evaluate("() => document.querySelector('#table').getBoundingClientRect().top") < 2 * 844
