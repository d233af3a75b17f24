"""The licences that the installed package carries: its own, and those of the crates in it."""

from importlib.metadata import files, metadata

NAMES = ["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.md"]


def test_licences_are_installed() -> None:
    assert sorted(metadata("urisift").get_all("License-File")) == NAMES
    texts = {path.name: path.read_text() for path in files("urisift") if path.parent.name == "licenses"}
    assert sorted(texts) == NAMES
    assert "The urisift developers" in texts["LICENSE-MIT"]
    assert "Version 2.0, January 2004" in texts["LICENSE-APACHE"]
    assert "zstd-sys" in texts["THIRD-PARTY.md"]
