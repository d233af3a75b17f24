"""What has changed between two inputs."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from command import Report
from conftest import Browse, Folder
from reading import SAVED, Reader


def counts(report: Report, side: str) -> Counter[str]:
    """The finds of each URI in one of the inputs."""
    return Counter(find["uri"] for find in report.finds if find["path"].startswith(f"{side}/"))


def change(before: int, after: int) -> str:
    if not before or not after:
        return "gone" if before else "new"
    return "grown" if before < after else "shrunk" if before > after else "same"


def changes(report: Report) -> dict[str, str]:
    """How each URI has changed."""
    before, after = counts(report, "old"), counts(report, "new")
    return {uri: change(before[uri], after[uri]) for uri in {*before, *after}}


def of_kind(report: Report, kind: str) -> set[str]:
    return {uri for uri, one in changes(report).items() if one == kind}


def choose(reader: Reader, name: str) -> None:
    """A click on a choice of the view."""
    reader.page.click(f'#changes [data-id="{name}"]')
    reader.settle()


def test_the_summary_comes_first_and_counts(compared: Report, browse: Browse) -> None:
    reader = browse(compared)
    kinds = Counter(changes(compared).values())
    said = reader.page.inner_text("#compared")
    assert kinds["new"] > 1 == kinds["gone"]
    assert said.startswith(f"From old to new: {kinds['new']} URIs are new, 1 is gone, ")
    assert reader.evaluate("() => document.querySelector('#compared').getBoundingClientRect().top") < 200
    assert reader.page.locator("#views [aria-pressed=true]").inner_text() == "Changes"


def test_one_click_shows_what_is_new(compared: Report, browse: Browse) -> None:
    reader = browse(compared)
    for kind in ["new", "gone", "grown", "shrunk"]:
        reader.page.click(f"#compared [data-of=uri][data-change={kind}]")
        expected = of_kind(compared, kind)
        assert expected
        reader.wait_for_shown(len(expected))
        assert set(reader.cells("name")) == expected
    reader.page.click("#compared [data-of=domain][data-change=new]")
    assert reader.cells("name") == ["new.example"] and reader.cells("change") == ["new"]


def test_domains_and_hosts_have_their_numbers(compared: Report, browse: Browse) -> None:
    reader = browse(compared)
    names = reader.cells("name")
    numbers = zip(reader.cells("before"), reader.cells("after"), reader.cells("change"), strict=True)
    rows = dict(zip(names, numbers, strict=True))
    assert rows["new.example"] == ("0", "3", "new") and rows["gone.example"] == ("1", "0", "gone")
    assert rows["both.example"] == ("6", "6", "=")
    choose(reader, "host")
    assert {"a.both.example", "b.both.example"} <= set(reader.cells("name"))
    choose(reader, "shrunk")
    assert reader.cells("name") == ["b.both.example"] and reader.cells("change") == ["−1"]
    # What a filter leaves is what has changed.
    choose(reader, "")
    reader.search("b.both.example/2")
    reader.settle()
    assert (reader.cells("before"), reader.cells("after")) == (["0"], ["1"])
    # A domain shows its URIs, with what has become of each.
    reader.search("")
    choose(reader, "domain")
    reader.page.locator("#rows tr[data-row]", has_text="gone.example").click()
    assert reader.cells("name") == ["http://gone.example/"] and reader.cells("change") == ["gone"]
    assert "domain gone.example" in reader.page.inner_text("#chips")
    reader.page.click("#rows tr[data-row]")
    reader.wait_for_detail()
    assert "1 before, 0 after" in reader.page.inner_text("#detail .deeds")


def test_changes_can_be_sorted(compared: Report, browse: Browse) -> None:
    reader = browse(compared, "#of=uri")
    assert reader.sorted("change") == "descending"
    before, after = counts(compared, "old"), counts(compared, "new")
    uris = sorted(after.keys() | before.keys(), key=lambda uri: after[uri] - before[uri], reverse=True)
    differences = [after[uri] - before[uri] for uri in uris]
    assert [after[uri] - before[uri] for uri in reader.cells("name")] == differences
    assert reader.sort("change") == "ascending"
    assert [after[uri] - before[uri] for uri in reader.cells("name")] == differences[::-1]
    for name, column in [("before", before), ("after", after)]:
        assert reader.sort(name) == "descending"
        assert [int(count) for count in reader.cells(name)] == sorted((column[uri] for uri in uris), reverse=True)
    assert reader.sort("name") == "ascending" and reader.cells("name") == sorted(uris)


def test_changes_are_kept_in_the_address_and_saved(compared: Report, browse: Browse) -> None:
    reader = browse(compared)
    reader.page.click("#compared [data-of=uri][data-change=gone]")
    reader.search("gone")
    reader.settle()
    address = urlsplit(reader.page.url).fragment
    assert parse_qs(address) == {"of": ["uri"], "change": ["gone"], "q": ["gone"]}
    again = browse(compared, f"#{address}")
    assert again.cells("name") == reader.cells("name") == ["http://gone.example/"]
    (row,) = csv.DictReader(io.StringIO(again.evaluate(SAVED)))
    assert row == {"name": "http://gone.example/", "before": "1", "after": "0", "change": "gone", "cautions": ""}
    # Another view is as in any report.
    again.page.click("#views [data-view=uris]")
    assert again.cells("uri") == ["http://gone.example/"] and again.cells("count") == ["1"]


def test_a_short_table_counts_all(folder: Folder, browse: Browse) -> None:
    place = folder("short")
    (place / "old").write_text("http://often.host/ http://rare.often.host/\n" * 9)
    (place / "new").write_text("http://often.host/ http://rare.often.host/\n" * 9 + "http://new.often.host/1 " * 2)
    report = Report(place, "--compare", "--report-rows", "1", paths=("old", "new"))
    reader = browse(report)
    assert "the 1 that have changed most, of 3 URIs" in reader.page.inner_text("#limit")
    assert (reader.cells("before"), reader.cells("after"), reader.cells("change")) == (["18"], ["20"], ["+2"])


@pytest.mark.parametrize("same", [True, False])
def test_nothing_has_changed_or_nothing_is_there(same: bool, folder: Folder, browse: Browse) -> None:
    place: Path = folder("unchanged")
    for name in ["old", "new"]:
        (place / name).write_text("http://a.host/\n" if same else "nothing\n")
    reader = browse(Report(place, "--compare", paths=("old", "new")))
    assert f"0 URIs are new, 0 are gone, 0 are more frequent, 0 are less frequent, {int(same)}" in reader.page.inner_text("#compared")
    assert reader.page.is_visible("#table") == same
    if same:
        assert reader.cells("change") == ["="]
        choose(reader, "new")
        assert reader.page.is_visible("#empty")
