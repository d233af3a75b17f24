"""Searches that return Arrow record batches."""

from __future__ import annotations

import atexit
import base64
import errno
import json
import os
import time
import urllib.parse
import warnings
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, Unpack

from . import _native
from ._errors import Problem, ProblemWarning, raised
from ._reading import Given, Named, Open, Readable, Reading
from ._types import Batch, OnProblem, Path, ScanOptions, StreamOptions, TextOptions

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow as pa
    from typing_extensions import Buffer

Columns: TypeAlias = list[tuple[str, str]]
Text: TypeAlias = tuple[bytes, str | None]

#: How many failures in a row may pass, by default.
RETRIES = 4
#: Collected problems become a batch at this number of rows, even without finds.
TOLD_AT_ONCE = 1000
#: How long the end of the program waits for reads that are under way, in seconds.
PATIENCE = 1.0


def scan_paths(
    paths: Path | Iterable[Path],
    /,
    *,
    open: Open | None = None,
    retries: int = RETRIES,
    pieces: Sequence[str | None] | None = None,
    on_problem: OnProblem | None = None,
    **options: Unpack[ScanOptions],
) -> Scan:
    """Search files and directories like the command; return an iterator of record batches.

    Options are named like the command's flags, with ``_`` for ``-``: ``threads=1``, ``raw=True``,
    ``scheme=["http", "https"]``, ``normalize="syntax,scheme"``, ``as_="mail"``. ``True`` sets a flag
    without a value, ``False`` and ``None`` omit it, a list repeats it. The columns are those of
    ``schema()``, a selection of them (``columns=["uri", "time"]``), or those of counts (``by``, ``top``).
    The path ``-`` is standard input, and ``file:`` URLs are paths.

    With ``open``, each path is a name that it opens as a binary file, like the ``open`` of an fsspec file
    system. ``threads`` threads call it and read its files. A temporary failure, such as a lost connection
    or a busy store, is retried up to ``retries`` times in a row, reopening the file at the missing byte.

    With ``pieces``, only the given piece of each path is searched (see ``split``), or all of it if ``None``.

    ``on_problem`` says what becomes of problems. ``"warn"``: each is a ``ProblemWarning``. ``"raise"``: the
    first file that cannot be opened, or read to its end (it is cut or its compression is damaged), ends the
    search with ``OSError``, after all finds before it; an exception of ``open`` or its files is raised itself.
    What is wrong inside of a file, such as a broken attachment, is a ``ProblemWarning``. ``"collect"``: each is
    a row with three columns more, ``problem_at`` (bytes), ``problem_kind`` and ``problem``, and its ``path``,
    unless ``columns`` leaves that out. A function is called with each ``Problem`` as it occurs; if it raises,
    the search ends. The default is ``"raise"`` with ``open``, else ``"warn"``, as the command does.

    Raises ``TypeError`` for an unknown option (including flags for output and formatting) and for open files (see
    ``scan_stream``); ``ValueError`` for an invalid value, and a URL without ``open``; and
    ``FileNotFoundError`` if none of the paths exists.
    """
    names = _names(paths)
    if open is None:
        names = [_local(name) for name in names]
        _check_any(names, options)
        return _begun(names, options, on_problem or "warn", pieces=pieces)
    return _begun(names, options, on_problem or "raise", _reading(open, retries), pieces)


def split(
    path: Path,
    size: int,
    /,
    *,
    open: Open | None = None,
    retries: int = RETRIES,
    **options: Unpack[ScanOptions],
) -> list[str]:
    """Split a file into pieces of about ``size`` bytes, which can be searched separately, on any machine.

    A piece is text, for ``scan_paths`` or an engine. The search must use the same version and options, and the file
    must not change. Together, the pieces return the rows of the file, with the same spans, lines, parts and message
    numbers. Per piece, problems are limited, each kind of unread content is reported once, and ``max_expand`` applies
    to compressed data inside messages and records.

    The file is read once completely, without making rows. Text, mailboxes and web archives are split, also if they are
    compressed in several members (``.warc.gz``), at the start of one. Anything else is one piece, including files
    searched with ``max_count`` or ``context``, and unreadable files, which the search reports. ``open`` and
    ``retries`` are those of ``scan_paths``.
    """
    (name,) = _names(path)
    if open is None:
        name = _local(name)
        _check_any([name], options)
    return _split(name, size, options, open, retries)


def _split(name: str, size: int, options: Any, open: Open | None, retries: int) -> list[str]:
    start = None if open is None else _reading(open, retries).start
    return _native.split(_settings(options), name, size, start)


def _reading(open: Open, retries: int) -> Reading:
    return Reading(lambda name: Named(open, name), retries)


def scan_stream(
    file: Readable,
    /,
    *,
    name: Path | None = None,
    retries: int = RETRIES,
    on_problem: OnProblem | None = None,
    **options: Unpack[StreamOptions],
) -> Scan:
    """Search a binary file from its current position to its end, like ``scan_paths`` searches a file of that name.

    It may be anything with ``read``: an HTTP response, an object of a store, a pipe. It is read by its own
    thread, a few MiB ahead of the search, and not closed. ``name`` may identify the format, and is the
    ``path`` of the rows; the default is the file's own name.

    An exception of ``read`` is raised after all finds before it, and never treated as the end. A temporary
    failure is retried up to ``retries`` times in a row if the file can ``seek``. If a file ends before its
    known size (``size`` or ``length``), the connection was lost.

    The options and ``on_problem`` are those of ``scan_paths``, except those about files and directories; the default
    is ``"raise"``.
    """
    if not hasattr(file, "read"):
        raise TypeError(f"expected a file that is open, and not {type(file).__name__}: see scan_paths")
    own = name if name is not None else getattr(file, "name", None)
    path = os.fsdecode(own) if isinstance(own, (str, bytes, os.PathLike)) else "<stream>"
    _refuse_files(options)
    given = Given(file)
    return _begun([path], options, on_problem or "raise", Reading(lambda _: given, retries, is_one=True))


def scan_bytes(
    data: Buffer,
    /,
    *,
    name: Path = "<bytes>",
    on_problem: OnProblem | None = None,
    **options: Unpack[StreamOptions],
) -> Scan:
    """Search bytes in memory, like ``scan_paths`` searches a file of that name with this content.

    ``bytes`` are not copied; other buffers are. ``name`` may identify the format, and is the ``path`` of the
    rows. The options and ``on_problem`` are those of ``scan_stream``.
    """
    if isinstance(data, str):
        raise TypeError("expected bytes, and not str: encode it, or see find")
    _refuse_files(options)
    held = data if isinstance(data, bytes) else bytes(memoryview(data))
    return _begun([os.fsdecode(name)], options, on_problem or "raise", [(held, None)])


def _begun(
    names: list[str],
    options: Any,
    on_problem: OnProblem,
    origin: Reading | list[Text] | None = None,
    pieces: Sequence[str | None] | None = None,
) -> Scan:
    try:
        import pyarrow  # noqa: F401 (without it, nothing is begun)
    except ModuleNotFoundError as error:
        what = "a scan needs pyarrow, which the extra 'arrow' of urisift installs"
        raise ModuleNotFoundError(what, name=error.name) from error

    if isinstance(on_problem, str) and on_problem not in ("raise", "warn", "collect"):
        raise ValueError(f"on_problem: expected raise, warn, collect or a function, and not {on_problem!r}")
    source = origin.start if isinstance(origin, Reading) else origin
    if pieces is not None and len(pieces) != len(names):
        raise ValueError(f"pieces: there are {len(pieces)} for {len(names)} paths")
    scan = _native.Scan(_settings(options), names, source, on_problem == "raise", pieces)
    return Scan(scan, on_problem, origin if isinstance(origin, Reading) else None)


def _names(paths: Path | Iterable[Path]) -> list[str]:
    several = [paths] if isinstance(paths, (str, bytes, os.PathLike)) or hasattr(paths, "read") else paths
    names = list[str]()
    for path in several:
        if hasattr(path, "read") and not isinstance(path, os.PathLike):
            raise TypeError("expected paths, and not a file that is open: see scan_stream")
        names.append(os.fsdecode(path))
    return names


def _local(name: str) -> str:
    """The path, which a ``file:`` URL may name. Raises ``ValueError`` for other URLs."""
    scheme, colon, rest = name.partition(":")
    if not colon or not rest.startswith("/") or not scheme.isalnum() or len(scheme) < 2:
        return name
    url = urllib.parse.urlsplit(name)
    if scheme.lower() == "file" and url.netloc in ("", "localhost"):
        return os.fsdecode(urllib.parse.unquote_to_bytes(url.path))
    if rest.startswith("//") and not os.path.lexists(name):
        raise ValueError(
            f"{name}: a URL is not a path: set what opens it, as open=fsspec.filesystem({scheme.lower()!r}).open,"
            " or pass its response to scan_stream"
        )
    return name


def _check_any(names: list[str], options: Any) -> None:
    """Raises ``FileNotFoundError`` if none of these files exists."""
    if not names or options.get("files_from") or "-" in names or any(map(_is_there, names)):
        return
    what = "No such file or directory"
    if any(sign in names[0] for sign in "*?["):
        what += ", and patterns are not expanded"
    raise FileNotFoundError(errno.ENOENT, what, names[0])


def _is_there(name: str) -> bool:
    try:
        os.stat(name)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError:
        # There is something, and the search says what is wrong with it.
        return True
    return True


def _refuse_files(options: Any) -> None:
    for name in ("files_from", "pre"):
        if options.get(name):
            raise ValueError(f"{name}: there is one stream, and no file")


#: The searches that have not ended.
_searches: weakref.WeakSet[Scan] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """End the searches, and wait for their threads: none may run Python when that has ended."""
    until = time.monotonic() + PATIENCE
    for scan in list(_searches):
        scan.close()
        scan._join(until)


class Scan(Iterator["pa.RecordBatch"]):
    """A search in the background, which waits until its batches are consumed.

    ``problems`` counts the problems so far. As a context manager, it ends the search. Libraries that read
    Arrow streams accept it: ``polars.DataFrame(scan)``, ``duckdb.from_arrow(scan)``.
    """

    def __init__(
        self, scan: _native.Scan, on_problem: OnProblem, reading: Reading | None = None
    ) -> None:
        self._scan = scan
        self._tell = _warn if isinstance(on_problem, str) else on_problem
        self._reading = reading
        self._found_schema = _schema(scan.columns)
        self._met: list[Problem] | None = [] if on_problem == "collect" else None
        self._next: pa.RecordBatch | None = None
        self.schema = self._found_schema if self._met is None else with_problems(self._found_schema)
        self.problems = 0
        _searches.add(self)

    def __next__(self) -> pa.RecordBatch:
        if self._next is not None:
            batch, self._next = self._next, None
            return batch
        while True:
            event = next(self._scan, None)
            if event is None:
                if self._met:
                    return self._collected()
                raise StopIteration
            if len(event) == 2:
                return self._found(_batch(event, self._found_schema))
            self._note(event)
            if self._met is not None and len(self._met) >= TOLD_AT_ONCE:
                return self._collected()

    def _found(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch; the problems that were met with it follow."""
        if self._met is None:
            return batch
        if self._met:
            self._next = self._collected()
        return _widened(batch, self.schema)

    def _note(self, event: Any) -> None:
        self.problems += 1
        path, at, what, kind = event[:4]
        error = None if self._reading is None else self._reading.error(path, what)
        problem = Problem(path, at, what, kind, error)
        # A stream that fails has no other files.
        if len(event) == 5 or (error is not None and self._reading is not None and self._reading.is_one):
            raise raised(problem)
        if self._met is not None:
            self._met.append(problem)
            return
        try:
            self._tell(problem)
        except BaseException:
            self.close()
            raise

    def _collected(self) -> pa.RecordBatch:
        """The problems so far, as rows."""
        import pyarrow as pa

        met, self._met = self._met or [], []
        rows = [
            {"path": shown(it.path), "problem_at": it.at, "problem_kind": it.kind, "problem": it.what} for it in met
        ]
        return pa.RecordBatch.from_pylist(rows, schema=self.schema)

    def read_all(self) -> pa.Table:
        """Return the remaining batches as a table."""
        import pyarrow as pa

        return pa.Table.from_batches(self, self.schema)

    def to_reader(self) -> pa.RecordBatchReader:
        """Return the remaining batches as a reader of Arrow, for libraries that want one."""
        import pyarrow as pa

        return pa.RecordBatchReader.from_batches(self.schema, self)

    def to_pandas(self) -> pandas.DataFrame:
        """Return the remaining rows as a data frame of pandas, with Arrow's types."""
        import pandas

        frame: pandas.DataFrame = self.read_all().to_pandas(types_mapper=pandas.ArrowDtype)
        return frame

    def to_polars(self) -> polars.DataFrame:
        """Return the remaining rows as a data frame of polars."""
        import polars

        return polars.DataFrame(self)

    def __arrow_c_schema__(self) -> object:
        """Return the columns by the Arrow PyCapsule interface."""
        return self.schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the remaining batches by the Arrow PyCapsule interface."""
        return self.to_reader().__arrow_c_stream__(requested_schema)

    def close(self) -> None:
        """End the search. Pending batches are lost."""
        self._scan.close()

    def _join(self, until: float) -> None:
        if self._reading is not None:
            self._reading.join(until)

    def __enter__(self) -> Scan:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Listed(NamedTuple):
    """A file that would be searched.

    ``length`` is in bytes, ``modified`` in nanoseconds since 1970; both are ``None`` unless it is a
    regular file.
    """

    path: str
    length: int | None
    modified: int | None


def list_paths(
    paths: Path | Iterable[Path],
    /,
    *,
    on_problem: OnProblem | None = None,
    **options: Unpack[ScanOptions],
) -> list[Listed]:
    """Return the files that ``scan_paths`` would search, in its order.

    ``on_problem`` is a function, ``"raise"`` or ``"warn"`` (the default). Raises what ``scan_paths`` raises.
    """
    names = [_local(name) for name in _names(paths)]
    _check_any(names, options)
    if on_problem == "collect":
        raise ValueError("on_problem: a list of files has no rows for problems")
    tell, files = on_problem or _warn, list[Listed]()
    if isinstance(tell, str):
        tell = _raise if tell == "raise" else _warn
    for one in _native.list_paths(_settings(options), names):
        if len(one) == 4:
            tell(Problem(*one))
        else:
            files.append(Listed(*one))
    return files


def scan_column(
    column: Any,
    /,
    *,
    as_: str | None = None,
    base: Any = None,
    on_problem: OnProblem | None = None,
    **options: Unpack[TextOptions],
) -> pa.Table:
    """Search the texts of a column of strings or binaries without copying it; return a table.

    The column is an Arrow column, or one of any library that supports Arrow: a polars or pandas ``Series``, or
    a table or result with one column; or a list of ``str`` or ``bytes``, which is copied. Nulls have no finds.
    The columns of the table are those of ``text_schema()``: ``row`` is the row of the column, from 0; ``start``
    and ``end`` are byte offsets in the text, ``char_start`` and ``char_end`` character offsets, null if it is
    not UTF-8. The options are those of ``scan_paths`` about matching.

    With ``as_``, each text is copied and read as that format, such as ``"html"`` or ``"mail"``, on ``threads``
    threads. The columns are ``row`` and those of ``schema()`` or of ``columns``, without ``path``. ``base`` is
    the address of the pages, for relative links: a column of the same length, or one value for all.
    ``on_problem`` is that of ``scan_paths``; the path of a problem is the row.

    Raises ``TypeError`` for a column of anything else and for unknown options, and ``ValueError`` for options
    about files.
    """
    texts = _texts(column)
    if as_ is not None:
        return _scan_documents(texts, base, {**options, "as_": as_}, on_problem or "warn")
    if base is not None:
        raise ValueError("base: relative links are of markup: say as_, as in as_='html'")
    return _scan_texts(texts, options)


def _scan_texts(texts: pa.ChunkedArray, options: Any) -> pa.Table:
    import pyarrow as pa

    search, schema, before = _native.Texts(_settings(options)), text_schema(), 0
    batches: list[pa.RecordBatch] = []
    for chunk in texts.chunks:
        found = [_batch(one, schema) for one in _scan_chunk(search, chunk)]
        batches += [_moved(batch, before) for batch in found]
        before += len(chunk)
    return pa.Table.from_batches(batches, schema)


def _texts(column: Any) -> pa.ChunkedArray:
    """The column as an Arrow array. Raises ``TypeError`` if it has no texts."""
    import pyarrow as pa

    texts = _column(column)
    if pa.types.is_struct(texts.type):
        if texts.type.num_fields != 1:
            names = ", ".join(field.name for field in texts.type)
            raise TypeError(f"expected one column, and not a table of {names}")
        texts = texts.flatten()[0]
    if pa.types.is_dictionary(texts.type):
        texts = texts.cast(texts.type.value_type)
    if pa.types.is_null(texts.type):
        texts = texts.cast(pa.string())
    if pa.types.is_string_view(texts.type) or pa.types.is_binary_view(texts.type):
        texts = texts.cast(pa.large_binary())
    if texts.type not in (pa.string(), pa.binary(), pa.large_string(), pa.large_binary()):
        raise TypeError(f"expected a column of strings or binaries, and not of {texts.type}")
    return texts


def _column(column: Any) -> pa.ChunkedArray:
    import pyarrow as pa

    if isinstance(column, pa.ChunkedArray):
        return column
    if isinstance(column, pa.Table):
        return pa.chunked_array(column.to_struct_array())
    if isinstance(column, (list, tuple)):
        return pa.chunked_array([pa.array(column)])
    if not isinstance(column, pa.Array) and hasattr(column, "__arrow_c_stream__"):
        return pa.chunked_array(column)
    # pandas before 3 has no interface, but Arrow knows it.
    is_known = hasattr(column, "__arrow_c_array__") or hasattr(column, "__arrow_array__")
    if not is_known and not type(column).__module__.startswith("pandas."):
        raise TypeError(f"expected a column of Arrow, polars, pandas …, and not {type(column).__name__}")
    array = pa.array(column)
    return array if isinstance(array, pa.ChunkedArray) else pa.chunked_array([array])


def _scan_chunk(search: _native.Texts, chunk: pa.Array) -> list[Batch]:
    import pyarrow as pa

    validity, offsets, values = chunk.buffers() if len(chunk) > 0 else (None, b"", None)
    is_large = chunk.type in (pa.large_string(), pa.large_binary())
    return search.scan((validity, offsets, values), is_large, (chunk.offset, len(chunk)))


#: How much of a column is copied at a time: rows and bytes.
PIECE = (4096, 16 << 20)


def _scan_documents(
    texts: pa.ChunkedArray, base: Any, options: dict[str, Any], on_problem: OnProblem
) -> pa.Table:
    import pyarrow as pa

    bases = _bases(base, len(texts))
    chosen = options.get("columns")
    if chosen is not None:
        # The path tells the row.
        names = [chosen] if isinstance(chosen, str) else chosen
        options = {**options, "columns": ["path", *(name for name in names if name != "path")]}
    size = min(PIECE[0], len(texts) * PIECE[1] // max(1, texts.nbytes)) or 1
    tables: list[pa.Table] = []
    # What is wrong is said of a column of nothing, too.
    for start in range(0, max(1, len(texts)), size):
        values = texts.slice(start, size).cast(pa.large_binary()).to_pylist()
        own = bases.slice(start, size).to_pylist()
        rows = [row for row, value in enumerate(values) if value is not None]
        origin = [(values[row], own[row]) for row in rows]
        names = [str(start + row) for row in rows]
        tables.append(_by_row(_found(names, options, on_problem, origin)))
    return pa.concat_tables(tables)


def _bases(base: Any, count: int) -> pa.ChunkedArray:
    """The base of each text."""
    import pyarrow as pa

    if base is None or isinstance(base, str):
        return pa.chunked_array([pa.repeat(pa.scalar(base, pa.string()), count)])
    bases = _texts(base).cast(pa.string())
    if len(bases) != count:
        raise ValueError(f"base: there are {len(bases)} for {count} texts")
    return bases


def _found(
    names: list[str], options: dict[str, Any], on_problem: OnProblem, origin: list[Text]
) -> pa.Table:
    for name in ("files_from", "by", "top", "unique", "count", "no_filename"):
        if options.get(name):
            raise ValueError(f"{name}: that is of files, and these are texts")
    # A name that stands for no text: there has to be one.
    with _begun(names or ["0"], options, on_problem, origin if names else [(b"", None)]) as scan:
        return scan.read_all()


def _by_row(found: pa.Table) -> pa.Table:
    """The same finds, with the number of the row that their path is."""
    import pyarrow as pa

    return found.add_column(0, "row", found["path"].cast(pa.int64())).drop_columns("path")


def _moved(batch: pa.RecordBatch, rows: int) -> pa.RecordBatch:
    """The same finds, so many rows further behind."""
    import pyarrow.compute as pc

    if rows == 0:
        return batch
    return batch.set_column(0, batch.schema.field(0), pc.add(batch.column(0), rows))


def schema() -> pa.Schema:
    """Return the columns of finds, which are those of the command's Parquet files."""
    return _schema(_native.columns())


def text_schema() -> pa.Schema:
    """Return the columns of ``scan_column``."""
    return _schema(_native.text_columns())


def _schema(columns: Columns) -> pa.Schema:
    import pyarrow as pa

    kinds = {
        "text": pa.string(),
        "number": pa.int64(),
        "truth": pa.bool_(),
        "time": pa.timestamp("us", "UTC"),
    }
    return pa.schema([(name, kinds[kind]) for name, kind in columns])


def _batch(batch: Batch, schema: pa.Schema) -> pa.RecordBatch:
    """The batch of these buffers, without copying them."""
    import pyarrow as pa

    rows, columns = batch
    arrays = []
    for field, (nulls, validity, offsets, values) in zip(schema, columns, strict=True):
        if values is None:
            arrays.append(pa.nulls(rows, field.type))
            continue
        parts = (validity, values) if offsets is None else (validity, offsets, values)
        buffers = [None if part is None else pa.py_buffer(part) for part in parts]
        arrays.append(pa.Array.from_buffers(field.type, rows, buffers, nulls))
    return pa.RecordBatch.from_arrays(arrays, schema=schema)


def _settings(options: Any) -> dict[str, Any]:
    """The options; paths as text."""

    def said(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [said(one) for one in value]
        return os.fsdecode(value) if isinstance(value, (bytes, os.PathLike)) else value

    return {name: said(value) for name, value in options.items()}


def with_problems(schema: pa.Schema) -> pa.Schema:
    """The columns with those of problems."""
    import pyarrow as pa

    kinds = [("problem_at", pa.int64()), ("problem_kind", pa.string()), ("problem", pa.string())]
    return pa.schema([*schema, *(pa.field(*kind) for kind in kinds)])


def _widened(batch: pa.RecordBatch, wide: pa.Schema) -> pa.RecordBatch:
    import pyarrow as pa

    missing = [pa.nulls(batch.num_rows, field.type) for field in list(wide)[batch.num_columns :]]
    return pa.RecordBatch.from_arrays(batch.columns + missing, schema=wide)


def shown(path: str) -> str:
    """The path as finds have it: bytes that are not UTF-8 are an object of JSON."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return json.dumps({"bytes": base64.b64encode(os.fsencode(path)).decode()}, separators=(",", ":"))
    return path


def _raise(problem: Problem) -> None:
    raise raised(problem)


def _warn(problem: Problem) -> None:
    warnings.warn(str(problem), ProblemWarning, stacklevel=4)
