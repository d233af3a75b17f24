"""Reading what is no file of this machine: objects of stores, and files of Python.

Threads of Python open and read, and hand the bytes to the search. If a connection is lost, the object is opened
again, and read on from the byte that was missing. What cannot be read is never taken for an end.
"""

from __future__ import annotations

import io
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Mapping
from contextlib import closing, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from ._retry import Backoff

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from ._native import Pipe

#: How many bytes are asked for at a time.
CHUNK = 1 << 20
#: The ways to read into a buffer, the one that does not wait for all of it first.
FILLS = ("readinto1", "readinto")
#: What tells one version of an object from another, in the details or headers that a file has.
VERSION = frozenset({"etag", "versionid", "generation", "last-modified", "lastmodified", "mtime"})


class Readable(Protocol):
    """A binary file: ``readinto1``, ``readinto`` or ``read1`` are used before ``read`` if it has them."""

    def read(self, size: int, /) -> Buffer: ...


Open: TypeAlias = Callable[[str], Any]


class Changed(OSError):
    """An object is not the one any more whose first bytes have been read."""


class Reading:
    """What a search reads in place of files, and why that could not be read."""

    def __init__(self, source: Callable[[str], Source], retries: int, is_one: bool = False) -> None:
        self._source = source
        #: There is one input, whose failure is that of the search.
        self.is_one = is_one
        self._retries = retries
        self._errors: defaultdict[tuple[str, str], deque[BaseException]] = defaultdict(deque)
        self._threads: set[threading.Thread] = set()

    def start(self, name: str, pipe: Pipe, at: int) -> None:
        """Begin a thread that reads what has that name, from that byte on."""
        thread = threading.Thread(target=self._fill, args=(name, pipe, at), daemon=True)
        self._threads.add(thread)
        thread.start()

    def _fill(self, name: str, pipe: Pipe, at: int) -> None:
        try:
            with closing(chunks(self._source(name), self._retries, at)) as data:
                if all(map(pipe.push, data)):
                    pipe.end()
        except BaseException as error:
            error.add_note(f"while urisift read {name}")
            what = in_words(error)
            self._errors[name, what].append(error)
            pipe.fail(what)
        finally:
            self._threads.discard(threading.current_thread())

    def error(self, name: str, what: str) -> BaseException | None:
        """The exception that these words report; each is given once."""
        errors = self._errors.get((name, what))
        return errors.popleft() if errors else None

    def join(self, until: float) -> None:
        """Wait for the threads of a search that is closed, but not for reads that do not return."""
        for thread in list(self._threads):
            thread.join(max(0.0, until - time.monotonic()))


def in_words(error: BaseException) -> str:
    """What it is, in a line. Names of files in it may have bytes that are no text."""
    line = " ".join(f"{type(error).__name__}: {error}".split())
    return line.encode(errors="backslashreplace").decode()


class Source(Protocol):
    """Something that can be opened at its first byte, and perhaps at any other."""

    can_reopen: bool
    start: int

    def open(self, at: int) -> Any: ...

    def close(self, file: Any) -> None: ...


class Named:
    """What a function opens under a name."""

    can_reopen = True
    start = 0

    def __init__(self, open: Open, name: str) -> None:
        self._open = open
        self._name = name

    def open(self, at: int) -> Any:
        """Open it, and go to that byte."""
        file = self._open(self._name)
        if not hasattr(file, "read") and hasattr(file, "open"):
            # What `fsspec.open` gives is yet to be opened.
            file = file.open()
        if not hasattr(file, "read"):
            raise TypeError(f"open() gives {type(file).__name__}, and not a file")
        try:
            go_to(file, at)
        except BaseException:
            self.close(file)
            raise
        return file

    def close(self, file: Any) -> None:
        """Close it. That this fails after a failure says nothing new."""
        if hasattr(file, "close"):
            with suppress(Exception):
                file.close()


class Given:
    """A file that is open. It is read from where it stands, and not closed."""

    def __init__(self, file: Any) -> None:
        self.can_reopen = can_seek(file)
        self.start = file.tell() if self.can_reopen else 0
        self._file = file

    def open(self, at: int) -> Any:
        """Go to that byte, counted from where it stood."""
        if self.can_reopen:
            self._file.seek(self.start + at)
        return self._file

    def close(self, file: Any) -> None:
        """Leave it open."""


def chunks(source: Source, retries: int, at: int = 0) -> Generator[memoryview, None, None]:
    """The bytes of a source from that one on, a read at a time, over as many connections as that takes.

    A failure that may pass is waited for `retries` times in a row, longer each time. Raises what the source
    raises otherwise, and `Changed` where it is another one after it was opened again.
    """
    backoff = Backoff(retries if source.can_reopen else 0)
    known, file = Known(), None
    try:
        while True:
            try:
                if file is None:
                    file = source.open(at)
                    known.check(file, source.start)
                    take = reader(file)
                data = take()
                if not data and known.size is not None and at < known.size:
                    raise ConnectionError(f"it has ended at byte {at} of {known.size}")
            except Exception as error:
                if not backoff.wait(error):
                    raise
                source.close(file)
                file = None
                continue
            backoff.reset()
            if not data:
                return
            at += len(data)
            yield data
    finally:
        source.close(file)


class Known:
    """What is known of an object since it was first opened: its size, and what tells its versions apart."""

    def __init__(self) -> None:
        self.size: int | None = None
        self._version: dict[str, str] | None = None

    def check(self, file: Any, start: int) -> None:
        """Note it of the first file. Raises `Changed` if it is another one."""
        size, version = size_of(file), version_of(file)
        if self._version is None:
            self._version = version
            self.size = None if size is None else size - start
        elif any(self._version.get(name, value) != value for name, value in version.items()):
            raise Changed(f"it has changed while it was read: {self._version} is {version} now")


def size_of(file: Any) -> int | None:
    """How long a file is, if it says so: as those of fsspec, of pyarrow, and responses of HTTP do."""
    for name in ("size", "length"):
        size = getattr(file, name, None)
        if callable(size):
            with suppress(Exception):
                size = size()
        if isinstance(size, int):
            return size
    return None


def version_of(file: Any) -> dict[str, str]:
    """What tells a version of an object from another, if its file says so: as those of fsspec, and responses, do."""
    details = getattr(file, "details", None)
    if not isinstance(details, Mapping):
        details = getattr(file, "headers", None) or {}
    version = {str(name).lower(): str(value) for name, value in details.items()}
    known = {name: value for name, value in version.items() if name in VERSION}
    size = getattr(file, "size", None)
    return known | ({"size": str(size)} if isinstance(size, int) else {})


def can_seek(file: Any) -> bool:
    """Whether a file can go to any of its bytes."""
    return hasattr(file, "seek") and (not hasattr(file, "seekable") or bool(file.seekable()))


def go_to(file: Any, at: int) -> None:
    """Go to a byte of a file that was just opened: by reading up to it, if it cannot seek."""
    if at == 0:
        return
    if can_seek(file):
        file.seek(at)
        return
    while at > 0:
        data = file.read(min(at, CHUNK))
        if not data:
            raise ConnectionError("it has ended before the byte that was read last")
        at -= len(data)


def reader(file: Any) -> Callable[[], memoryview]:
    """Reads a chunk of a file, as much as is there. What it returns is overwritten by the next read."""
    room = memoryview(bytearray(CHUNK))
    ways = [partial(fill, getattr(file, name), room) for name in FILLS if hasattr(file, name)]
    ways += [partial(get, getattr(file, name)) for name in ("read1", "read") if hasattr(file, name)]

    def take() -> memoryview:
        # Base classes of `io` have methods that are not supported.
        while len(ways) > 1:
            try:
                return ways[0]()
            except (NotImplementedError, io.UnsupportedOperation):
                del ways[0]
        return ways[0]()

    return take


def fill(read_into: Callable[[memoryview], int | None], room: memoryview) -> memoryview:
    """What is read into that room."""
    return room[: something(read_into(room))]


def get(read: Callable[[int], Buffer | None]) -> memoryview:
    """What a read returns."""
    data = something(read(CHUNK))
    if isinstance(data, str):
        raise TypeError("read() gives str: the file has to be open in binary mode")
    try:
        return memoryview(data).cast("B")
    except TypeError:
        raise TypeError(f"read() gives {type(data).__name__}, and not bytes") from None


def something(read: Any) -> Any:
    """What was read, which is nothing only at the end."""
    if read is None:
        raise BlockingIOError("the file does not block, and has nothing yet: that is no end")
    return read
