"""What the page says of one URI."""

from __future__ import annotations

import made
from command import Report, text
from conftest import Browse
from reading import Reader

COMPONENTS = ["scheme", "userinfo", "host", "port", "uri_path", "query", "fragment"]


def components(reader: Reader) -> str:
    return reader.page.inner_text("#detail .components")


def test_a_click_shows_the_uri_its_components_and_its_normal_form(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    for uri in ["http://two.example/b?c=d#e", "http://me:secret@user.example/", "http://www.bank.example&id@10.0.0.1:22/~x"]:
        reader.open(uri)
        assert reader.is_open() and reader.uri() == uri
        find = next(find for find in plain.finds if find["uri"] == uri)
        said = components(reader)
        for name in COMPONENTS:
            if find.get(name):
                assert name.removeprefix("uri_") in said and find[name] in said
        reader.page.keyboard.press("Escape")
        assert not reader.is_open()


def test_the_components_have_colours(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.open("http://two.example/b?c=d#e")
    colours = reader.evaluate(
        """() => [...document.querySelectorAll("#detail .uri *")].filter(one => !one.children.length)
            .map(one => getComputedStyle(one).color)"""
    )
    assert len(set(colours)) >= 5


def test_the_normal_form_is_shown_where_it_is_another(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.open("HTTP://ONE.example:80/%7ea")
    assert reader.page.inner_text("#detail .normal") == "http://one.example/~a"
    reader.page.click("#close")
    reader.open("http://two.example/b?c=d#e")
    assert reader.page.inner_text("#detail .normal") == "the URI itself"


def test_each_place_has_its_line_with_the_find_marked(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    uri = next(uri for uri in plain.uris if uri.uri == b"http://one.example/a")
    assert uri.count == 5
    reader.open(str(uri))
    places = reader.places()
    assert len(places) == uri.count
    for place, find in zip(places, uri.finds, strict=True):
        assert f"{find['path']}:{find['line']}" in place["text"]
        assert place["mark"] == str(uri)
        for name in ["part", "message_id", "date"]:
            assert find.get(name, "") in place["text"]
    # The text around it.
    assert "One is " in places[0]["text"] and ", two is " in places[0]["text"]


def test_a_find_over_two_lines_is_marked_as_it_is_written(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.open("http://folded.example/long-name/of/a/page")
    (place,) = reader.places()
    assert place["mark"] == "http://folded.example/long-\n    name/of/a/page"
    assert "http://folded.example/longname/of/a/page" in place["text"]


def test_what_was_decoded_is_marked_where_it_stands(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    for uri in ["http://quoted.example/pages?x=1", "http://linked.example/?a=1&b=2", "http://archived.example/"]:
        reader.open(uri)
        (place,) = reader.places()
        (find,) = next(one for one in plain.uris if str(one) == uri).finds
        assert find["part"] in place["text"] and place["mark"] != ""
        reader.page.click("#close")


def test_a_fault_is_told(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.open("http://broken.example:8o/x")
    said = reader.page.inner_text("#detail")
    assert "port" in said and "nvalid" in said


def test_previous_and_next_follow_the_order_of_the_table(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.sort("uri")
    reader.search("words.example")
    reader.wait_for_shown(3)
    uris = reader.cells("uri")
    reader.page.click("#rows tr[data-row]")
    reader.wait_for_detail()
    assert reader.uri() == uris[0]
    assert [reader.step("#next"), reader.step("#next"), reader.step("#previous")] == [uris[1], uris[2], uris[1]]
    reader.page.keyboard.press("ArrowRight")
    reader.page.wait_for_function("uri => document.querySelector('#detail .uri').textContent === uri", arg=uris[2])
    reader.page.keyboard.press("ArrowLeft")
    reader.page.wait_for_function("uri => document.querySelector('#detail .uri').textContent === uri", arg=uris[1])
    # There is nothing beyond the ends.
    for key, end in [("ArrowLeft", uris[0]), ("ArrowRight", uris[2])]:
        for _ in range(4):
            reader.page.keyboard.press(key)
        reader.settle()
        assert reader.uri() == end
    reader.page.click("#close")
    assert not reader.is_open()


def test_every_uri_can_be_gone_through(plain: Report, browse: Browse) -> None:
    shown = browse(plain).walk(
        "() => ['.uri', '.places li'].map(one => document.querySelector(`#detail ${one}`).textContent)"
    )
    for uri, (said, place) in zip(plain.uris, shown, strict=True):
        assert said == str(uri)
        assert f"{uri.finds[0]['path']}:{uri.finds[0]['line']}" in place


def test_a_uri_at_ten_thousand_places_opens_at_once(folder, browse: Browse) -> None:
    reader = browse(Report(made.places(folder("places"))))
    assert reader.cells("count")[0].replace(",", "") == "10000"
    reader.blocked()
    reader.open("http://often.example/")
    assert reader.blocked() < 1000
    places = reader.places()
    assert "a.log:1" in places[0]["text"] and places[0]["mark"] == "http://often.example/"
    assert len(places) < 2000
    assert "10,000" in reader.page.inner_text("#detail")
    # As far as they are kept, all can be seen.
    reader.evaluate(
        """async () => {
            for (let more; more = document.querySelector("#detail #more"); ) {
                const count = document.querySelectorAll("#detail .places li").length;
                more.click();
                while (document.querySelectorAll("#detail .places li").length === count) await new Promise(done => setTimeout(done, 1));
            }
        }"""
    )
    places = reader.places()
    assert len(places) > 1000 and f"a.log:{len(places)}" in places[-1]["text"]


def test_a_very_long_uri_is_shown_whole_and_moves_nothing(hostile: Report, browse: Browse) -> None:
    reader = browse(hostile, viewport={"width": 390, "height": 800})
    longest = [uri for uri in hostile.uris if uri.uri.startswith(b"http://long.example/")]
    assert [len(uri.uri) for uri in longest] == [65_536, 65_534]
    for uri in longest:
        reader.open(str(uri)[:200])
        assert reader.uri() == str(uri)
        assert reader.evaluate("() => { const root = document.documentElement; return root.scrollWidth <= root.clientWidth; }")
        assert reader.evaluate("() => { const one = document.querySelector('#detail'); return one.scrollWidth <= one.clientWidth; }")
        reader.page.click("#close")


def test_a_text_that_is_no_utf8_keeps_its_bytes(folder, browse: Browse) -> None:
    place = folder("bytes")
    (place / "a.txt").write_bytes(b"caf\xe9 http://a.example/b caf\xe9\n")
    report = Report(place)
    reader = browse(report)
    reader.open("http://a.example/b")
    (one,) = reader.places()
    assert one["mark"] == "http://a.example/b"
    assert "caf" in one["text"] and "\N{REPLACEMENT CHARACTER}" not in one["text"].replace("caf\N{REPLACEMENT CHARACTER}", "")
    assert text(report.finds[0]["uri"]) == b"http://a.example/b"
