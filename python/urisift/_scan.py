"""Searches whose finds are record batches of Arrow."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from . import _native
from ._errors import Problem, ProblemWarning
from ._types import Batch

if TYPE_CHECKING:
    import pyarrow as pa

Path: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]
Columns: TypeAlias = list[tuple[str, str]]


def scan_paths(
    paths: Path | Iterable[Path],
    /,
    *,
    on_problem: Callable[[Problem], object] | None = None,
    **options: Any,
) -> Scan:
    """Search files and directories as the command does; gives an iterator of record batches.

    The options have the names of the command's flags, ``_`` for ``-``: ``threads=1``, ``raw=True``,
    ``scheme=["http", "https"]``, ``normalize="syntax,scheme"``, ``as_="mail"``. ``True`` is a flag
    without a value, ``False`` and ``None`` leave it out, a list repeats it. The columns are those of
    ``schema()``, or some of them in the order in which ``columns=["uri", "time"]`` names them, or of the
    counts that ``by`` and ``top`` ask for. The path ``-`` is standard input.

    ``on_problem`` is called with whatever could not be read, as it is met; by default that is a
    ``ProblemWarning``. If it raises, the search ends with that.

    Raises ``ValueError`` for an unknown option, which flags for output and formatting are, and for a wrong
    value.
    """
    import pyarrow  # noqa: F401 (without it, nothing is begun)

    several = [paths] if isinstance(paths, (str, bytes, os.PathLike)) else paths
    names = [os.fsdecode(path) for path in several]
    return Scan(_native.Scan(_settings(options), names), on_problem or _warn)


class Scan(Iterator["pa.RecordBatch"]):
    """A search that goes on beside the program, and waits where nobody takes what it finds.

    ``problems`` counts what could not be read so far. As a context manager, it ends the search.
    """

    def __init__(self, scan: _native.Scan, on_problem: Callable[[Problem], object]) -> None:
        self._scan = scan
        self._on_problem = on_problem
        self.schema = _schema(scan.columns)
        self.problems = 0

    def __next__(self) -> pa.RecordBatch:
        while True:
            event = next(self._scan)
            if len(event) == 2:
                return _batch(event, self.schema)
            self.problems += 1
            self._tell(Problem(*event))

    def _tell(self, problem: Problem) -> None:
        try:
            self._on_problem(problem)
        except BaseException:
            self.close()
            raise

    def read_all(self) -> pa.Table:
        """All batches that are left, as a table."""
        import pyarrow as pa

        return pa.Table.from_batches(self, self.schema)

    def close(self) -> None:
        """End the search. What has not been taken is lost."""
        self._scan.close()

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

    ``length`` is in bytes, ``modified`` in nanoseconds since 1970; both are ``None`` where it is no
    regular file.
    """

    path: str
    length: int | None
    modified: int | None


def list_paths(
    paths: Path | Iterable[Path],
    /,
    *,
    on_problem: Callable[[Problem], object] | None = None,
    **options: Any,
) -> list[Listed]:
    """The files that ``scan_paths`` would search, in its order: directories are walked by its rules.

    Raises ``ValueError`` for options that are not understood.
    """
    several = [paths] if isinstance(paths, (str, bytes, os.PathLike)) else paths
    tell, files = on_problem or _warn, list[Listed]()
    for one in _native.list_paths(_settings(options), [os.fsdecode(path) for path in several]):
        if isinstance(one[2], str):
            tell(Problem(*one))
        else:
            files.append(Listed(*one))
    return files


def scan_column(
    column: pa.Array | pa.ChunkedArray, /, **options: Any
) -> pa.Table:
    """Search the texts of a column of strings or binaries, which is not copied; gives a table.

    Its columns are those of ``text_schema()``: ``row`` is the row of the column, from 0; ``start`` and
    ``end`` are bytes of the text, ``char_start`` and ``char_end`` characters, null where it is no
    UTF-8. The options are those of ``scan_paths`` that say what is found.

    Raises ``TypeError`` for a column of anything else, and ``ValueError`` for options that are not
    understood, or are about files.
    """
    import pyarrow as pa

    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    texts, schema, before = _native.Texts(_settings(options)), text_schema(), 0
    batches: list[pa.RecordBatch] = []
    # What is wrong is said of a column of nothing, too.
    for chunk in [*chunks, pa.array([], column.type)]:
        found = [_batch(one, schema) for one in _scan_chunk(texts, chunk)]
        batches += [_moved(batch, before) for batch in found]
        before += len(chunk)
    return pa.Table.from_batches(batches, schema)


def _scan_chunk(texts: _native.Texts, chunk: pa.Array) -> list[Batch]:
    import pyarrow as pa

    kinds = {pa.string(): False, pa.binary(): False, pa.large_string(): True, pa.large_binary(): True}
    if pa.types.is_dictionary(chunk.type):
        chunk = chunk.dictionary_decode()
    if pa.types.is_string_view(chunk.type) or pa.types.is_binary_view(chunk.type):
        chunk = chunk.cast(pa.large_binary())
    if chunk.type not in kinds:
        raise TypeError(f"expected a column of strings or binaries, and not of {chunk.type}")
    validity, offsets, values = chunk.buffers() if len(chunk) > 0 else (None, b"", None)
    buffers, rows = (validity, offsets, values), (chunk.offset, len(chunk))
    return texts.scan(buffers, kinds[chunk.type], rows)


def _moved(batch: pa.RecordBatch, rows: int) -> pa.RecordBatch:
    """The same finds, so many rows further behind."""
    import pyarrow.compute as pc

    if rows == 0:
        return batch
    return batch.set_column(0, batch.schema.field(0), pc.add(batch.column(0), rows))


def schema() -> pa.Schema:
    """The columns of finds: those of the Parquet that the command writes."""
    return _schema(_native.columns())


def text_schema() -> pa.Schema:
    """The columns of what ``scan_column`` gives."""
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
    """The batch that these buffers are; none of them is copied."""
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


def _settings(options: dict[str, Any]) -> dict[str, Any]:
    """The options; paths as text."""

    def said(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [said(one) for one in value]
        return os.fsdecode(value) if isinstance(value, (bytes, os.PathLike)) else value

    return {name: said(value) for name, value in options.items()}


def _warn(problem: Problem) -> None:
    warnings.warn(str(problem), ProblemWarning, stacklevel=4)
