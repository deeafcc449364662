"""A limit on the time and the size of a server's answer, for the HTTP client of the package ``openai``.

The client's own time-out is for each piece of an answer, so that one without end would never reach it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

MOST_BYTES = 8_000_000


class EndlessBodyError(Exception):
    """An answer is too large or takes too long; its text says which."""


def limit_bodies(seconds: float, most: int = MOST_BYTES) -> Callable[[Any], None]:
    """Make a hook for responses that ends their bodies, those of errors too, after some time or some bytes."""

    def limit(response: Any) -> None:
        encoding = response.headers.get("content-encoding", "identity").strip().lower()
        if encoding not in ("", "identity"):
            # Eight megabytes can unpack to eight gigabytes. We ask for plain bodies.
            raise EndlessBodyError(f"a body packed with {encoding[:20]}, which was not asked for")
        # openai's newer versions use httpx2, the older ones httpx: whichever made the response.
        client: Any = sys.modules[type(response).__module__.partition(".")[0]]
        response.stream = _limited(client.SyncByteStream, response.stream, time.monotonic() + seconds, seconds, most)

    return limit


def _limited(base: type[Any], stream: Any, end: float, seconds: float, most: int) -> Any:
    class LimitedStream(base):  # type: ignore[misc] # a class of the client that is in use
        def __iter__(self) -> Iterator[bytes]:
            size = 0
            for piece in stream:
                size += len(piece)
                if size > most:
                    raise EndlessBodyError(f"more than {most:,} bytes")
                if time.monotonic() > end:
                    raise EndlessBodyError(f"no end of the answer within {seconds:g} s")
                yield piece

        def close(self) -> None:
            stream.close()

    return LimitedStream()
