"""What the tests share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The texts that come with the project."""
    return Path(__file__).parents[2] / "corpora"
