"""What goes wrong: faults of the grammar, and problems of the input."""

from typing import NamedTuple


class Fault(ValueError):
    """A text is no URI.

    ``text`` is the text, ``at`` the first byte (of its UTF-8, from 0) that does not fit, ``rule`` the
    rule that wants another one, and ``source`` the document and section that has it.
    """

    def __init__(self, text: str, at: int, rule: str, source: str, message: str) -> None:
        super().__init__(text, at, rule, source, message)
        self.text = text
        self.at = at
        self.rule = rule
        self.source = source
        self._message = message

    def __str__(self) -> str:
        return self._message


class Problem(NamedTuple):
    """Some of the input could not be read, or not wholly; the rest was searched.

    ``at`` is a byte of the file at ``path``, where one is known. ``kind`` is one of ``cut``, ``damaged``, ``limit``,
    ``unread``, ``not-found``, ``denied``, ``io`` and ``internal``. ``error`` is what the caller's ``open``, or the
    file that it has opened, has raised.
    """

    path: str
    at: int | None
    what: str
    kind: str = "io"
    error: BaseException | None = None

    def __str__(self) -> str:
        where = "" if self.at is None else f"byte {self.at}: "
        return f"{self.path}: {where}{self.what}"


def raised(problem: Problem) -> BaseException:
    """What is raised for a problem where it ends the search."""
    kinds = {"not-found": FileNotFoundError, "denied": PermissionError}
    return problem.error or kinds.get(problem.kind, OSError)(str(problem))


class ProblemWarning(UserWarning):
    """What a problem is told as where nobody else is told."""
