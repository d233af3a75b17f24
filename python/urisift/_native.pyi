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
    "relative",
    "resolve",
    "split",
    "text_columns",
]

_Problem: TypeAlias = tuple[str, int | None, str, str]
_Failure: TypeAlias = tuple[str, int | None, str, str, bool]

class _Readable(Protocol):
    def read(self, size: int, /) -> Buffer: ...

def find(data: str | Buffer, /, **options: Unpack[Options]) -> list[Found]:
    """Return the URIs in a text, in order.

    ``data`` is ``str``, ``bytes``, or anything with the buffer protocol (``bytearray``, ``memoryview``,
    ``mmap``, an Arrow buffer), which is not copied. While a long text is searched, the GIL is released,
    unless other threads could write to the buffer.

    The options are the command's flags: ``www``, ``bare``, ``email``, ``refang``, ``raw``,
    ``line_number``, ``max_len``, ``max_wrapper_len``, ``iri``, ``join``, ``unfold`` and ``trailing``.

    Raises ``TypeError`` where ``data`` is no text, or an option is unknown or of another type, and
    ``ValueError`` for a value that is none of the option's.
    """

def find_iter(
    source: str | bytes | PathLike[str] | PathLike[bytes] | _Readable, /, **options: Unpack[Options]
) -> FindIter:
    """Return an iterator over the URIs in a file, in order and as early as possible.

    ``source`` is a path, or an open binary file. It is searched without decoding; ``scan_paths`` decodes.
    Memory is bounded, for any file. The options are those of ``find``; ``char_start`` and ``char_end`` are
    ``None``.

    Raises ``OSError`` where the file cannot be read, after all that could be found before that; what
    ``read`` raises; and what ``find`` does.
    """

def parse(text: str, /, *, edition: str | None = None, reference: bool = False) -> Uri:
    """Parse a URI.

    It must satisfy RFC 3986, or RFC 3987 if it has non-ASCII characters, and the grammar of its scheme.
    With ``edition`` (1994, rfc1738, rfc1808, rfc2141, 1997, rfc2396, 2003, rfc3986, 2012 or rfc8141), only the grammar of
    that edition applies. With ``reference=True``, it may be relative.

    Raises ``Fault``, a ``ValueError`` with the byte (``at``) and the ``rule``.
    """

def parsed(text: str, edition: str | None, /) -> Uri:
    """A URI or reference that was parsed in another process."""

@overload
def resolve(base: str, reference: str, /, *, lax: bool = False) -> str:
    """Resolve a reference against ``base`` (RFC 3986 5.2).

    ``edition`` is rfc1808, 1997, rfc2396, 2003 or rfc3986; ``lax`` treats a reference with the scheme of the base as
    relative; ``excess`` ("strip" or "keep") decides about ".." above the root in editions rfc2396 and 2003. Returns
    ``None`` for the document itself, which has no URI in editions 1997, rfc2396 and 2003.

    Raises ``Fault`` if the base or the reference is invalid.
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
def relative(base: str, target: str, /) -> str:
    """Return a short reference that resolves to ``target`` against ``base``; ``target`` itself if there is none.

    Raises ``Fault`` if one is invalid.
    """

def normalize(uri: str, /, steps: str | None = None) -> str:
    """Normalize a URI or a reference by comma-separated steps: case, percent, dots, scheme, uri, host and
    specific; string, syntax (the first three) or all. The default is ``"syntax,scheme"``.

    Raises ``Fault`` if it is invalid.
    """

def compare(a: str, b: str, /) -> str | None:
    """Return the step at which two URIs are equal: string, case, percent, dots, scheme, uri, host,
    specific, or urn (by RFC 8141); ``None`` if they differ.

    Raises ``Fault`` if one is invalid.
    """

def registrable_domain(host: str, /) -> str | None:
    """Return the registrable domain of a host by the public suffix list, in lower case; ``None`` for an
    address, a name of one label and a public suffix.
    """

def columns() -> list[tuple[str, str]]:
    """The columns of the table of finds: their names, and ``text``, ``number`` or ``truth``."""

def list_paths(
    options: dict[str, Any], paths: list[str]
) -> list[tuple[str, int | None, int | None] | _Problem]:
    """The files that a search with these options would read: ``(path, length, modified)``, or problems,
    ``(path, at, what, kind)``.
    """

def split(
    options: dict[str, Any],
    path: str,
    size: int,
    origin: Callable[[str, Pipe, int], None] | None = None,
) -> list[str]:
    """The pieces of a file, as texts: see ``urisift.split``."""

def text_columns() -> list[tuple[str, str]]:
    """The columns of ``scan_column``: their names, and ``text``, ``number`` or ``truth``."""

def main(arguments: list[str]) -> int:
    """Run the command ``urisift`` with these arguments, the name of the program first; return its exit
    status.
    """

@final
class FindIter(Iterator[Found]):
    """An iterator over the URIs of a file."""

    def __next__(self) -> Found: ...
    def close(self) -> None:
        """Stop, and release the file."""

@final
class Texts:
    """A search of texts in memory, with options named like the command's flags."""

    def __new__(cls, options: dict[str, Any]) -> Texts: ...
    def scan(
        self,
        buffers: tuple[Buffer | None, Buffer, Buffer | None],
        is_large: bool,
        rows: tuple[int, int],
    ) -> list[Batch]:
        """Return the finds in the texts of a column: batches, each ``(rows, columns)``.

        The column is given by its Arrow buffers: validity or ``None``, offsets of 32 bits, or of 64 if
        ``is_large``, and values; and by the first row and the number of rows.
        """

@final
class Pipe:
    """A queue for bytes that a Python thread reads."""

    def push(self, data: Buffer) -> bool:
        """Add bytes, once there is room. Returns whether more are wanted."""

    def end(self) -> None:
        """End the bytes."""

    def fail(self, why: str) -> None:
        """End the bytes with an error."""

@final
class Scan(Iterator[Batch | _Problem | _Failure]):
    """A search of files in the background.

    Arguments: options named like the command's flags, paths, inputs other than files, whether to stop at the first
    input that cannot be opened or read completely, and pieces. Items: a batch is ``(rows, columns)``, a problem
    ``(path, at, what, kind)``, and the failure that stopped the search, as the last item, with ``True`` after that.
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
        """Stop the search. Pending items are lost, and waiting consumers see the end."""

    def __next__(self) -> Batch | _Problem | _Failure: ...

@final
class Found:
    """A URI found in a text.

    ``start`` and ``end`` are byte offsets, for a ``str`` in its UTF-8 encoding. ``char_start`` and
    ``char_end`` are character offsets, so that ``text[char_start:char_end]`` is ``raw``; ``None`` if the text
    is not a ``str``. Bytes that are not UTF-8 become lone surrogates, as in file names
    (``errors="surrogateescape"``); ``bytes(found)`` is the original URI.
    """

    @property
    def start(self) -> int:
        """The offset of the first byte."""

    @property
    def end(self) -> int:
        """The offset after the last byte."""

    @property
    def char_start(self) -> int | None:
        """The offset of the first character in a ``str``."""

    @property
    def char_end(self) -> int | None:
        """The offset after the last character in a ``str``."""

    @property
    def line(self) -> int | None:
        """The line, from 1; ``None`` without ``line_number=True``."""

    @property
    def column(self) -> int | None:
        """The byte in its line, from 1; ``None`` without ``line_number=True``."""

    @property
    def uri(self) -> str:
        """The URI, without line breaks inside it."""

    @property
    def raw(self) -> str:
        """The original text."""

    @property
    def readings(self) -> tuple[str, ...]:
        """One or two readings; the first is ``uri``."""

    @property
    def wrapper(self) -> str:
        """The wrapper: none, angle, url-angle, url-prefix, quote or bracket."""

    @property
    def truncated(self) -> bool:
        """Whether it was truncated to ``max_len``."""

    @property
    def truncated_by_source(self) -> bool:
        """Whether it is truncated in the text: ``…`` or ``...`` follows it."""

    @property
    def scheme(self) -> str:
        """The scheme as written; empty for hosts without a scheme."""

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
        """Whether it is valid by RFC 3986 or 3987 and by the grammar of its scheme."""

    @property
    def fault(self) -> Fault | None:
        """The fault of an invalid URI; ``None`` if it is valid."""

    @property
    def conforms(self) -> tuple[str, ...]:
        """The editions of the standard whose grammar it satisfies."""

    @property
    def cautions(self) -> list[tuple[str, int, int]]:
        """Possible risks: the name, and the start and end in bytes of the URI."""

    def normal(self, steps: str | None = None) -> str | None:
        """Return the normal form after these steps (default: ``"syntax,scheme"``); ``None`` if the URI is
        invalid.
        """

    def __bytes__(self) -> bytes: ...
    def __hash__(self) -> int: ...

@final
class Uri:
    """A valid URI or reference.

    By RFC 3986, or RFC 3987 if it has non-ASCII characters. Components are as written.
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
        """The port as written, if it has one; it may be empty."""

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
        """Possible risks: the name, and the start and end in bytes of the URI."""

    def normal(self, steps: str | None = None) -> str:
        """Return the normal form after these steps (default: ``"syntax,scheme"``)."""

    def __hash__(self) -> int: ...
