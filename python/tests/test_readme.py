"""What the pages on the package say."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import urisift

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["python/README.md", "docs/library.md"])
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


@pytest.mark.parametrize("page", ["README.md", "python/README.md", "python/SCALING.md", "python/COMPARE.md"])
def test_links_lead_somewhere(page: str) -> None:
    for link in re.findall(r"\]\(([^)#:]+)[)#]", (ROOT / page).read_text()):
        assert (ROOT / page).parent.joinpath(link).exists(), link


@pytest.mark.cluster
def test_the_harvest_runs_as_the_page_says(cluster: None, tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("pyspark")
    page = (ROOT / "python" / "README.md").read_text()
    (command,) = re.findall(r"^\$ python (python/examples/harvest.py .*)$", page, re.MULTILINE)
    words = [word.replace("target/harvest", str(tmp_path)) for word in shlex.split(command)]
    subprocess.run([sys.executable, *words], cwd=ROOT, check=True)
    distinct = pq.read_table(tmp_path / "distinct")
    assert {"uri", "count", "first_path"} <= set(distinct.column_names) and distinct.num_rows > 100
