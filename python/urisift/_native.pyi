"""What the package has that is not Python."""

from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Any, Literal, Protocol, TypeAlias, Unpack, final, overload

from typing_extensions import Buffer

from ._errors import Fault
from ._types import Batch, Options

__all__ = [
    "FindIter",
    "Found",
    "Pipe",
    "Scan",
    "Texts",
    "Uri",
    "columns",
    "compare",
    "find",
    "find_iter",
    "list_paths",
    "main",
    "normalize",
    "parse",
    "parsed",
    "registrable_domain",
    "resolve",
    "split",
    "text_columns",
]

_Problem: TypeAlias = tuple[str, int | None, str]
_Failure: TypeAlias = tuple[str, int | None, str, bool]

class _Readable(Protocol):
    def read(self, size: int, /) -> Buffer: ...

def find(data: str | Buffer, /, **options: Unpack[Options]) -> list[Found]:
    """Every URI in a text, in order.

    ``data`` is ``str``, ``bytes``, or anything with the buffer protocol (``bytearray``, ``memoryview``,
    ``mmap``, a buffer of Arrow), which is not copied. While a long one is searched, Python's lock is
    released, unless somebody could write to the buffer.

    The options are the command's flags: ``www``, ``bare``, ``email``, ``refang``, ``raw``,
    ``line_number``, ``max_len``, ``max_wrapper_len``, ``iri``, ``join``, ``unfold`` and ``trailing``.

    Raises ``TypeError`` where ``data`` is no text, or an option is unknown or of another type, and
    ``ValueError`` for a value that is none of the option's.
    """

def find_iter(
    source: str | bytes | PathLike[str] | PathLike[bytes] | _Readable, /, **options: Unpack[Options]
) -> FindIter:
    """Every URI of a file, in order, each as soon as the bytes that decide on it have been read.

    ``source`` is the path of a file, or a binary file that is open. It is read as it is: nothing is
    unpacked or decoded, which ``scan_paths`` does. Memory is bounded, whatever the file holds. The options
    are those of ``find``; ``char_start`` and ``char_end`` are ``None``.

    Raises ``OSError`` where the file cannot be read, after all that could be found before that; what
    ``read`` raises; and what ``find`` does.
    """

def parse(text: str, /, *, edition: str | None = None, reference: bool = False) -> Uri:
    """The URI that a text is.

    It has to satisfy RFC 3986, or RFC 3987 where it has characters beyond ASCII, and the grammar of its
    scheme. With ``edition`` (1994, rfc1738, 1997, 2003 or rfc3986), that edition's grammar alone. With
    ``reference=True``, it may be relative.

    Raises ``Fault``, a ``ValueError`` that has the byte (``at``) and the ``rule``.
    """

def parsed(text: str, edition: str | None, /) -> Uri:
    """A URI or reference that was parsed in another process."""

@overload
def resolve(base: str, reference: str, /, *, lax: bool = False) -> str:
    """What a reference refers to, where it stands in the document that ``base`` is (RFC 3986 5.2).

    ``edition`` is 1997, 2003 or rfc3986; ``lax`` takes a reference with the scheme of the base for a
    relative one; ``excess`` ("strip" or "keep") is what becomes of ".." above the root, by 2003. Gives
    ``None`` for the document itself, which by 1997 and 2003 has no URI.

    Raises ``Fault`` where the base is no URI, or the reference none.
    """

@overload
def resolve(
    base: str,
    reference: str,
    /,
    *,
    edition: str = "rfc3986",
    lax: bool = False,
    excess: Literal["strip", "keep"] | None = None,
) -> str | None: ...
def normalize(uri: str, /, steps: str | None = None) -> str:
    """The normal form of a URI or a reference after these steps: case, percent, dots, scheme and uri, with
    commas between them; string, syntax (the first three) or all. Without any, ``"syntax,scheme"``.

    Raises ``Fault`` where it is none.
    """

def compare(a: str, b: str, /) -> str | None:
    """The step at which two URIs are the same: string, case, percent, dots, scheme, uri, or urn where RFC
    8141 says so; ``None`` where they differ.

    Raises ``Fault`` where one is none.
    """

def registrable_domain(host: str, /) -> str | None:
    """The registrable domain of a host by the public suffix list, in lower case; ``None`` where it has none,
    as an address, a name of one label and a public suffix have not.
    """

def columns() -> list[tuple[str, str]]:
    """The columns of the table of finds: their names, and ``text``, ``number`` or ``truth``."""

def list_paths(
    options: dict[str, Any], paths: list[str]
) -> list[tuple[str, int | None, int | None] | _Problem]:
    """The files that a search with these options would take: ``(path, length, modified)``, or problems,
    ``(path, at, what)``, where the last one is text.
    """

def split(
    options: dict[str, Any],
    path: str,
    size: int,
    origin: Callable[[str, Pipe, int], None] | None = None,
) -> list[str]:
    """The pieces of a file, as texts: see ``urisift.split``."""

def text_columns() -> list[tuple[str, str]]:
    """The columns of what ``scan_column`` gives: their names, and ``text``, ``number`` or ``truth``."""

def main(arguments: list[str]) -> int:
    """Runs the command ``urisift`` with these arguments, the name of the program first; gives its exit
    status.
    """

@final
class FindIter(Iterator[Found]):
    """An iterator over the URIs of a file."""

    def __next__(self) -> Found: ...
    def close(self) -> None:
        """Ends it, and lets go of the file."""

@final
class Texts:
    """A search of texts in memory, by options that have the names of the command's flags."""

    def __new__(cls, options: dict[str, Any]) -> Texts: ...
    def scan(
        self,
        buffers: tuple[Buffer | None, Buffer, Buffer | None],
        is_large: bool,
        rows: tuple[int, int],
    ) -> list[Batch]:
        """What is found in the texts of a column: batches, each ``(rows, columns)``.

        The column is given by its buffers, as Arrow lays them out: validity or ``None``, offsets of 32 bits, or
        of 64 where ``is_large``, and values; and by the rows that are meant, the first and how many.
        """

@final
class Pipe:
    """Where a thread of Python puts what it reads."""

    def push(self, data: Buffer) -> bool:
        """Hands bytes on, once there is room. Returns whether more are wanted."""

    def end(self) -> None:
        """There are no more."""

    def fail(self, why: str) -> None:
        """There are no more that could be read, for that reason."""

@final
class Scan(Iterator[Batch | _Problem | _Failure]):
    """A search of files that goes on beside the program.

    It is given options, by the names of the command's flags, paths, what is read in place of files, whether it ends
    with the first of them that cannot be opened, or read to its end, and the pieces that are searched. An iterator: a
    batch is ``(rows, columns)``, a problem ``(path, at, what)``, and what has ended it, after all else,
    ``(path, at, what, True)``.
    """

    def __new__(
        cls,
        options: dict[str, Any],
        paths: list[str],
        origin: list[tuple[bytes, str | None]] | Callable[[str, Pipe, int], None] | None = None,
        stop_at_failure: bool = False,
        pieces: Sequence[str | None] | None = None,
    ) -> Scan: ...
    @property
    def columns(self) -> list[tuple[str, str]]:
        """The columns of every batch: their names, and ``text``, ``number`` or ``truth``."""

    def close(self) -> None:
        """Ends it. What has not been taken is lost. Whoever waits for more is told that there is none."""

    def __next__(self) -> Batch | _Problem | _Failure: ...

@final
class Found:
    """A URI that was found in a text.

    ``start`` and ``end`` are bytes; of a ``str``, those of its UTF-8. ``char_start`` and ``char_end`` are
    characters, so that ``text[char_start:char_end]`` is ``raw``; ``None`` where the text is not a ``str``.
    Texts that are not UTF-8 have lone surrogates for their bytes, as names of files have
    (``errors="surrogateescape"``); ``bytes(found)`` is the URI as it is.
    """

    @property
    def start(self) -> int:
        """The first byte."""

    @property
    def end(self) -> int:
        """The byte behind the last one."""

    @property
    def char_start(self) -> int | None:
        """The first character of a ``str``."""

    @property
    def char_end(self) -> int | None:
        """The character behind the last one of a ``str``."""

    @property
    def line(self) -> int | None:
        """The line, from 1; ``None`` without ``line_number=True``."""

    @property
    def column(self) -> int | None:
        """The byte in its line, from 1; ``None`` without ``line_number=True``."""

    @property
    def uri(self) -> str:
        """The URI, without what only breaks it over lines."""

    @property
    def raw(self) -> str:
        """The text as it stands there."""

    @property
    def readings(self) -> tuple[str, ...]:
        """All ways to read it, one or two; the first is ``uri``."""

    @property
    def wrapper(self) -> str:
        """What the writer put around it: none, angle, url-angle, url-prefix, quote or bracket."""

    @property
    def truncated(self) -> bool:
        """Whether it was cut because it is longer than ``max_len``."""

    @property
    def truncated_by_source(self) -> bool:
        """Whether its text shows that it was cut short: ``…`` or ``...`` follows it."""

    @property
    def scheme(self) -> str:
        """The scheme as it is written; empty for hosts without one."""

    @property
    def userinfo(self) -> str | None:
        """The userinfo, if it has one."""

    @property
    def host(self) -> str | None:
        """The host, if it has one."""

    @property
    def port(self) -> str | None:
        """The port, if it has one, which may be empty."""

    @property
    def path(self) -> str:
        """The path, which may be empty."""

    @property
    def query(self) -> str | None:
        """The query, if it has one."""

    @property
    def fragment(self) -> str | None:
        """The fragment, if it has one."""

    @property
    def valid(self) -> bool:
        """Whether it is valid, by RFC 3986 or 3987 and by the grammar of its scheme."""

    @property
    def fault(self) -> Fault | None:
        """Where and why it is not valid; ``None`` where it is."""

    @property
    def conforms(self) -> tuple[str, ...]:
        """The editions of the standard whose grammar it satisfies."""

    @property
    def cautions(self) -> list[tuple[str, int, int]]:
        """What to be careful about: what it is, and the bytes of the URI, first and behind the last."""

    def normal(self, steps: str | None = None) -> str | None:
        """Its normal form after these steps (``"syntax,scheme"`` without any); ``None`` where it is no
        URI.
        """

    def __bytes__(self) -> bytes: ...
    def __hash__(self) -> int: ...

@final
class Uri:
    """A URI that is one, or a reference.

    By RFC 3986, or RFC 3987 where it has characters beyond ASCII. Components are as they are written.
    """

    @property
    def scheme(self) -> str | None:
        """The scheme; ``None`` of a relative reference."""

    @property
    def authority(self) -> str | None:
        """Userinfo, host and port, if it has them."""

    @property
    def userinfo(self) -> str | None:
        """The userinfo, if it has one."""

    @property
    def host(self) -> str | None:
        """The host, if it has one, with the brackets of an IP literal."""

    @property
    def port(self) -> str | None:
        """The port as it is written, if it has one; it may be empty."""

    @property
    def path(self) -> str:
        """The path, which may be empty."""

    @property
    def query(self) -> str | None:
        """The query, if it has one; it may be empty."""

    @property
    def fragment(self) -> str | None:
        """The fragment, if it has one; it may be empty."""

    @property
    def conforms(self) -> tuple[str, ...]:
        """The editions of the standard whose grammar it satisfies."""

    @property
    def cautions(self) -> list[tuple[str, int, int]]:
        """What to be careful about: what it is, and the bytes of the URI, first and behind the last."""

    def normal(self, steps: str | None = None) -> str:
        """Its normal form after these steps (``"syntax,scheme"`` without any)."""

    def __hash__(self) -> int: ...
