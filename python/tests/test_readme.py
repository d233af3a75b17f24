"""What the pages on the package say."""

from __future__ import annotations

import doctest
import os
from pathlib import Path

import pytest

import urisift

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["README.md", "python/README.md"])
def test_examples_print_what_they_say(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.chdir(ROOT)
    done = doctest.testfile(os.path.join(ROOT, page), module_relative=False, encoding="utf-8")
    assert done.attempted > 0 and done.failed == 0


def test_the_package_says_what_it_does() -> None:
    done = doctest.testmod(urisift)
    assert done.attempted > 0 and done.failed == 0


def test_everything_is_documented() -> None:
    for name in urisift.__all__:
        thing = getattr(urisift, name)
        assert thing.__doc__, name
        own = [part for part in vars(thing) if not part.startswith("_")] if isinstance(thing, type) else []
        for part in own:
            assert getattr(thing, part).__doc__, f"{name}.{part}"
