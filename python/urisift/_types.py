"""Types of options and columns."""

import os
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias, TypedDict

from ._errors import Problem

When: TypeAlias = Literal["never", "auto", "always"]
Path: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]
#: What becomes of problems: see ``scan_paths``.
OnProblem: TypeAlias = Callable[[Problem], object] | Literal["raise", "warn", "collect"]
Patterns: TypeAlias = str | Sequence[str] | None
Paths: TypeAlias = Path | Sequence[Path] | None
Flag: TypeAlias = bool | None
Number: TypeAlias = int | str | None


class Options(TypedDict, total=False):
    """Options of ``find`` and ``find_iter``, named like the command's flags."""

    www: bool
    bare: bool
    email: bool
    refang: bool
    raw: bool
    line_number: bool
    max_len: int
    max_wrapper_len: int
    iri: When
    join: When
    unfold: When
    trailing: Literal["trim", "keep"]


class TextOptions(TypedDict, total=False):
    """Options of ``scan_column``, named like the command's flags."""

    www: Flag
    bare: Flag
    email: Flag
    refang: Flag
    raw: Flag
    max_len: Number
    max_wrapper_len: Number
    iri: When | None
    join: When | None
    unfold: When | None
    trailing: Literal["trim", "keep"] | None
    scheme: Patterns
    host: Patterns
    domain: Patterns
    tld: Patterns
    uri_path: Patterns
    regex: Patterns
    schemes_from: Paths
    hosts_from: Paths
    domains_from: Paths
    tlds_from: Paths
    uri_paths_from: Paths
    regexes_from: Paths
    exclude_scheme: Patterns
    exclude_host: Patterns
    exclude_domain: Patterns
    exclude_tld: Patterns
    exclude_uri_path: Patterns
    exclude_regex: Patterns
    exclude_schemes_from: Paths
    exclude_hosts_from: Paths
    exclude_domains_from: Paths
    exclude_tlds_from: Paths
    exclude_uri_paths_from: Paths
    exclude_regexes_from: Paths
    exclude_noise: Flag
    exclude_cut: Flag
    private: Flag
    exclude_private: Flag
    valid: Flag
    invalid: Flag
    caution: Patterns
    max_count: Number
    assess: Flag
    normalize: bool | str | Sequence[str] | None
    defang: Flag
    unwrap: bool | Literal["known", "any"] | None
    unwrap_rules: Paths
    threads: Number


class StreamOptions(TextOptions, total=False):
    """Options of ``scan_stream`` and ``scan_bytes``, named like the command's flags."""

    as_: str | None
    prefer: Literal["text", "html"] | None
    no_code: Flag
    max_nesting: Number
    max_expand: Number
    timeout: Number
    base: str | None
    since: Number
    until: Number
    local_time: Flag
    brand: Paths
    message_id: str | None
    thread: str | None
    in_: Patterns
    record_type: Patterns
    tag: Patterns
    attribute: Patterns
    exclude_quoted: Flag
    context: Number
    before_context: Number
    after_context: Number
    context_bytes: Number
    columns: Patterns
    no_filename: Flag
    unique: bool | str | None
    count: Flag
    by: str | None
    top: Number
    buffer_size: Number


class ScanOptions(StreamOptions, total=False):
    """Options of ``scan_paths``, named like the command's flags."""

    files_from: Paths
    null: Flag
    glob: Patterns
    iglob: Patterns
    type: Patterns
    type_not: Patterns
    type_add: Patterns
    type_clear: Patterns
    hidden: Flag
    no_hidden: Flag
    vcs: Flag
    no_vcs: Flag
    gitignore: Flag
    no_gitignore: Flag
    follow: Flag
    no_follow: Flag
    ignore_file: Paths
    one_file_system: Flag
    max_filesize: Number
    pre: Path | None
    pre_glob: Patterns


Column: TypeAlias = tuple[int, bytes | None, bytes | None, bytes | None]
"""The number of nulls, and the buffers: validity, offsets, values; ``None`` if all rows are null."""

Batch: TypeAlias = tuple[int, list[Column]]
"""The number of rows, and the columns."""
