"""Types that others are made of."""

from typing import Literal, TypeAlias, TypedDict

When: TypeAlias = Literal["never", "auto", "always"]


class Options(TypedDict, total=False):
    """What ``find`` and ``find_iter`` look for, by the names of the command's flags."""

    www: bool
    bare: bool
    email: bool
    refang: bool
    raw: bool
    line_number: bool
    max_len: int
    max_wrap: int
    iri: When
    join: When
    fold: When
    trailing: Literal["trim", "keep"]


Column: TypeAlias = tuple[int, bytes | None, bytes | None, bytes | None]
"""How many rows are null, and the buffers: validity, offsets, values; none where all rows are."""

Batch: TypeAlias = tuple[int, list[Column]]
"""How many rows there are, and the columns."""
