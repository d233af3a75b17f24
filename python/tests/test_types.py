"""Options are typed: a misspelt one, and a wrong value, fail before anything runs."""

from __future__ import annotations

import ast
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import urisift
from conftest import PROJECT
from urisift import _native, _types

PROGRAM = """\
import io
import urisift

urisift.scan_paths("a", scheme=["http"], open=io.FileIO, as_="mail", threads=2)
urisift.scan_stream(io.BytesIO(), name="a", max_count=3)
urisift.scan_paths("a", shceme=["http"])
urisift.scan_stream(io.BytesIO(), glob="*.gz")
urisift.scan_bytes(b"", www="yes")
urisift.scan_column([], hidden=True)
urisift.find("a", www=3)
"""


def test_a_misspelt_option_fails_in_mypy(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--ignore-missing-imports", "program.py"]
    env = os.environ | {"MYPYPATH": ""}
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    lines = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    assert lines == {6, 7, 8, 9, 10}, done.stdout + done.stderr


def test_each_option_that_is_typed_is_one() -> None:
    values = {"true": True, "number": 1}
    for name in _types.ScanOptions.__annotations__:
        for value in values.values():
            try:
                urisift.list_paths([os.devnull], **{name: value})  # type: ignore[arg-type]
            except (ValueError, TypeError, OSError) as error:
                assert "unexpected option" not in str(error)


def test_each_option_has_a_type() -> None:
    source = (PROJECT / "python" / "src" / "names.rs").read_text()
    (names,) = re.findall(r"pub const ALL: \[&str; \d+\] = \[(.*?)\];", source, re.DOTALL)
    typed = {name.removesuffix("_") for name in _types.ScanOptions.__annotations__}
    assert set(re.findall(r'"(\w+)"', names)) == typed


def test_the_stubs_say_what_the_library_says() -> None:
    path = Path(urisift.__file__).with_name("_native.pyi")
    documented = 0
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef) and hasattr(_native, node.name):
            kind = getattr(_native, node.name)
            parts = [(node, kind)]
            parts += [(part, getattr(kind, part.name)) for part in node.body if isinstance(part, ast.FunctionDef)]
        elif isinstance(node, ast.FunctionDef) and hasattr(_native, node.name):
            parts = [(node, getattr(_native, node.name))]
        else:
            continue
        for part, thing in parts:
            text = ast.get_docstring(part)
            if text is not None:
                documented += 1
                assert text == (inspect.getdoc(thing) or "").strip(), part.name
    assert documented > 50


def test_the_version_is_that_of_the_package() -> None:
    assert urisift.__version__.count(".") == 2
