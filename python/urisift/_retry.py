"""Which failures may pass, and how long to wait for that."""

from __future__ import annotations

import errno
import random
import re
import time
from collections.abc import Iterator

#: How long the first wait is, in seconds. Each later one is twice as long, up to the longest.
FIRST, LONGEST = 0.25, 16.0

#: What the system says of connections.
ERRNOS = frozenset(
    {
        errno.ECONNABORTED,
        errno.ECONNREFUSED,
        errno.ECONNRESET,
        errno.EHOSTDOWN,
        errno.EHOSTUNREACH,
        errno.ENETDOWN,
        errno.ENETRESET,
        errno.ENETUNREACH,
        errno.EPIPE,
        errno.ETIMEDOUT,
    }
)
#: The answers of HTTP that another attempt may change, besides 500 and above.
STATUSES = frozenset({408, 425, 429})
#: The codes of stores whose answers have no status of their own.
CODES = frozenset(
    "InternalError RequestTimeout ServiceUnavailable SlowDown Throttling ThrottlingException"
    " RequestLimitExceeded TooManyRequests".split()
)
#: Exceptions of libraries that need not be there, by their names: with these, a connection is lost.
NAMES = frozenset(
    {
        "aiohttp.client_exceptions.ClientError",
        "azure.core.exceptions.ServiceRequestError",
        "azure.core.exceptions.ServiceResponseError",
        "botocore.exceptions.ConnectionError",
        "botocore.exceptions.HTTPClientError",
        "botocore.exceptions.IncompleteReadError",
        "http.client.IncompleteRead",
        "httpcore.NetworkError",
        "httpcore.TimeoutException",
        "httpx.TransportError",
        "requests.exceptions.ChunkedEncodingError",
        "requests.exceptions.ConnectionError",
        "requests.exceptions.Timeout",
        "urllib3.exceptions.HTTPError",
    }
)
#: What the libraries of Arrow say, which have no other sign.
WORDS = re.compile(r"AWS Error (NETWORK_CONNECTION|SLOW_DOWN|SERVICE_UNAVAILABLE|INTERNAL_FAILURE|REQUEST_TIMEOUT|THROTTLING)\b")


class Backoff:
    """Waits between attempts: up to a number of times in a row, each time longer."""

    def __init__(self, retries: int) -> None:
        self._retries = retries
        self._failures = 0

    def wait(self, error: BaseException) -> bool:
        """Wait for a failure to pass. Returns whether there is another attempt."""
        if self._failures >= self._retries or not is_transient(error):
            return False
        # Many that have failed together should not come back together.
        time.sleep(min(FIRST * 2.0**self._failures, LONGEST) * random.uniform(0.5, 1))
        self._failures += 1
        return True

    def reset(self) -> None:
        """There has been progress."""
        self._failures = 0


def is_transient(error: BaseException) -> bool:
    """Whether another attempt may succeed."""
    return any(map(_is_transient, _with_causes(error)))


def _with_causes(error: BaseException) -> Iterator[BaseException]:
    """The exception, and those that it was raised from: file systems make their own of those of clients."""
    seen = list[BaseException]()
    cause: BaseException | None = error
    while cause is not None and cause not in seen:
        seen.append(cause)
        yield cause
        cause = cause.__cause__


def _is_transient(error: BaseException) -> bool:
    status = _status(error)
    if status is not None:
        return status >= 500 or status in STATUSES
    if isinstance(error, (ConnectionError, TimeoutError)) or _code(error) in CODES:
        return True
    if isinstance(error, OSError) and (error.errno in ERRNOS or WORDS.search(str(error))):
        return True
    return any(f"{kind.__module__}.{kind.__qualname__}" in NAMES for kind in type(error).__mro__)


def _status(error: BaseException) -> int | None:
    """The status of HTTP that the exception is about."""
    response = getattr(error, "response", None)
    if isinstance(response, dict):
        response = response.get("ResponseMetadata", {})
        return response.get("HTTPStatusCode") if isinstance(response, dict) else None
    for holder in (error, response):
        for name in ("status", "status_code", "code"):
            status = getattr(holder, name, None)
            if isinstance(status, int) and 100 <= status < 600:
                return status
    return None


def _code(error: BaseException) -> str | None:
    """The code that a store has given for it."""
    response = getattr(error, "response", None)
    code = response.get("Error", {}).get("Code") if isinstance(response, dict) else None
    return code if isinstance(code, str) else None
