"""The table: which URIs it shows, and in which order."""

from __future__ import annotations

import pytest

from command import Report, Uri
from conftest import Browse, Folder
from reading import Reader

#: Few enough that every row is drawn.
FEW = "example/"


def known(report: Report) -> dict[str, Uri]:
    return {str(uri): uri for uri in report.uris}


def test_every_uri_is_a_row_the_most_frequent_first(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    assert reader.shown() == (len(plain.uris), len(plain.uris))
    assert reader.sorted("count") == "descending"
    drawn = reader.cells("uri")
    assert drawn == [str(uri) for uri in plain.uris[: len(drawn)]]
    assert reader.cells("count") == [str(uri.count) for uri in plain.uris[: len(drawn)]]


def test_a_row_says_where_its_uri_stands_and_what_it_is(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    for uri in plain.uris[:10] + [uri for uri in plain.uris if uri.cautions or not uri.valid]:
        reader.search(str(uri))
        first = uri.finds[0]
        row = reader.cells("uri").index(str(uri))
        # The folder that all are in is told once.
        assert reader.cells("first")[row] == f"{first['path'].removeprefix('./')}:{first['line']}"
        verdict = reader.cells("verdict")[row]
        assert verdict.startswith("valid" if uri.valid else "invalid")
        assert uri.valid or uri.finds[0]["fault"]["rule"] in verdict
        assert all(caution in reader.cells("cautions")[row] for caution in uri.cautions)


@pytest.mark.parametrize(
    "sought",
    ["log.example", "LOG.EXAMPLE/page/01", "red", "red words", "apple red", "pear RED", "  green  ", "ümlaut", "nothing like it", ""],
)
def test_a_search_finds_what_has_all_its_words(sought: str, plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    expected = [
        str(uri) for uri in plain.uris if all(word in str(uri).lower() for word in sought.lower().split())
    ]
    reader.search(sought)
    reader.wait_for_shown(len(expected))
    drawn = reader.cells("uri")
    assert drawn == expected[: len(drawn)]
    assert bool(drawn) == bool(expected)
    assert reader.shown() == (len(expected), len(plain.uris))


def chosen(reader: Reader, expected: list[Uri]) -> None:
    assert expected
    reader.wait_for_shown(len(expected))
    drawn = reader.cells("uri")
    assert drawn == [str(uri) for uri in expected[: len(drawn)]]


def test_filters_leave_out_what_is_not_asked_for(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    for scheme in ["https", "ftp", "mailto", "urn"]:
        reader.only("scheme", scheme)
        chosen(reader, [uri for uri in plain.uris if uri.finds[0]["scheme"].lower() == scheme])
    for verdict in ["valid", "invalid"]:
        reader.only("verdict", verdict)
        chosen(reader, [uri for uri in plain.uris if uri.valid == (verdict == "valid")])
    cautions = {caution for uri in plain.uris for caution in uri.cautions}
    assert len(cautions) >= 3
    for caution in cautions:
        reader.only("caution", caution)
        chosen(reader, [uri for uri in plain.uris if caution in uri.cautions])
    # Another click takes a name away.
    reader.choose("caution", caution)
    chosen(reader, plain.uris)


def test_what_was_cut_is_neither_valid_nor_invalid(folder: Folder, browse: Browse) -> None:
    (folder := folder("cut")).joinpath("a.txt").write_text(
        f"http://a.example/ http://b.example/{'x' * 99} http://c.example:8o/{'x' * 99}\n"
    )
    reader = browse(Report(folder, "--max-len=50"))
    for verdict, host, shown in [("valid", "a.", "valid"), ("cut", "b.", "cut"), ("invalid", "c.", "invalid: port")]:
        reader.only("verdict", verdict)
        reader.wait_for_shown(1)
        assert reader.cells("uri")[0].startswith(f"http://{host}example")
        assert reader.cells("verdict") == [shown]


def test_filters_and_the_search_hold_together(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.choose("scheme", "http")
    reader.choose("verdict", "invalid")
    reader.search("percent")
    chosen(reader, [uri for uri in plain.uris if b"percent" in uri.uri])
    reader.choose("verdict", "invalid")
    reader.choose("scheme", "http")
    reader.search("nothing like it")
    reader.wait_for_shown(0)
    assert reader.cells("uri") == []


def key(uri: Uri, name: str) -> object:
    """What a column is sorted by."""
    return {
        "uri": uri.uri.decode().lower(),
        "count": uri.count,
        "first": uri.first,
        "verdict": uri.valid,
        "cautions": len(uri.cautions),
    }[name]


def is_sorted(keys: list, how: str) -> bool:
    return keys == sorted(keys, reverse=how == "descending")


@pytest.mark.parametrize("name", ["uri", "count", "first", "cautions"])
def test_a_column_is_sorted_by_a_click_and_the_other_way_by_one_more(
    name: str, plain: Report, browse: Browse
) -> None:
    reader = browse(plain)
    if name == "count":
        reader.sort("uri")
    hows = []
    for _ in range(3):
        hows.append(reader.sort(name))
        keys = [key(known(plain)[uri], name) for uri in reader.cells("uri")]
        assert len(keys) > 10 and is_sorted(keys, hows[-1]), hows[-1]
    assert set(hows[:2]) == {"ascending", "descending"} and hows[2] == hows[0]


def test_sorted_by_the_verdict_what_is_alike_stands_together(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    for how in [reader.sort("verdict"), reader.sort("verdict")]:
        assert how in ("ascending", "descending")
        first = reader.cells("verdict")
        reader.in_the_end()
        last = reader.cells("verdict")
        # The faults at one end, and each kind of them together.
        assert first[0].startswith("invalid") != last[-1].startswith("invalid")
        faults = [verdict for verdict in (first if first[0].startswith("invalid") else last) if verdict != "valid"]
        assert len(set(faults)) == 1 + sum(a != b for a, b in zip(faults, faults[1:])) > 1


def test_the_order_stays_while_the_search_changes(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.sort("uri")
    how = reader.sort("uri")
    reader.search(FEW)
    reader.wait_for_shown(sum(FEW in str(uri).lower() for uri in plain.uris))
    assert reader.sorted("uri") == how
    assert is_sorted([uri.lower() for uri in reader.cells("uri")], how)


def test_scrolling_reaches_the_last_row(plain: Report, browse: Browse) -> None:
    reader = browse(plain)
    reader.in_the_end()
    assert reader.cells("uri")[-1] == str(plain.uris[-1])
    assert len(reader.cells("uri")) < 200


def test_a_report_of_nothing_says_so(folder, browse: Browse) -> None:
    place = folder("nothing")
    (place / "a.txt").write_text("Nothing is here.\n")
    reader = browse(Report(place))
    assert reader.evaluate("() => document.querySelectorAll('#rows tr[data-row]').length") == 0
    assert "o URI" in reader.page.inner_text("body")
