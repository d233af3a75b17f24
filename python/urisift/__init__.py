"""Finds every URI in text, with exactly the right first and last byte.

``find`` searches text in memory, ``find_iter`` a file as it is, ``scan_paths`` files and directories as
the command does (mail, web pages, archives and compressed files are taken apart), ``scan_stream`` and
``scan_bytes`` a stream and bytes in the same way, and ``scan_column`` a column of Arrow. ``parse``, ``resolve``, ``normalize`` and ``compare`` are the grammar alone.

    >>> import urisift
    >>> text = "Ä: <http://www.w3.org/\\n  Addressing/>, or mailto:a@b.example."
    >>> for found in urisift.find(text):
    ...     print(found.start, found.char_start, found.uri)
    5 4 http://www.w3.org/Addressing/
    43 42 mailto:a@b.example

What needs pyarrow (``scan_…``, ``schema``) imports it when it is called.
``urisift.spark``, ``urisift.ray`` and ``urisift.dask`` are modules of their own.
"""

from importlib.metadata import version as _version

from ._errors import Fault, Problem, ProblemWarning
from ._native import (
    FindIter,
    Found,
    Uri,
    compare,
    find,
    find_iter,
    normalize,
    parse,
    registrable_domain,
    relative,
    resolve,
)
from ._reading import Changed
from ._scan import (
    Listed,
    Scan,
    list_paths,
    scan_bytes,
    scan_column,
    scan_paths,
    scan_stream,
    schema,
    split,
    text_schema,
)
from ._types import Options, ScanOptions, StreamOptions, TextOptions

__version__ = _version("urisift")

__all__ = [
    "Changed",
    "Fault",
    "FindIter",
    "Found",
    "Listed",
    "Options",
    "Problem",
    "ProblemWarning",
    "Scan",
    "ScanOptions",
    "StreamOptions",
    "TextOptions",
    "Uri",
    "compare",
    "find",
    "find_iter",
    "list_paths",
    "normalize",
    "parse",
    "registrable_domain",
    "relative",
    "resolve",
    "scan_bytes",
    "scan_column",
    "scan_paths",
    "scan_stream",
    "schema",
    "split",
    "text_schema",
]
