"""Requests to a CoreNLP server, through the standard library: a time-out for the whole answer, and retries.

``http.client`` goes to the address itself. It does not pass what is meant for the own machine to a proxy, as clients
do that follow the environment.
"""

from __future__ import annotations

import json
import socket
import threading
import time
from base64 import b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path
from urllib.parse import quote, unquote, urlencode, urlsplit

from karat.errors import AnswerError, FormatError, InputError, ServiceError
from karat.formats.json.loading import load_json
from karat.formats.json.parts import Part
from karat.formats.json.values import WholeFile
from karat.systems.secrets import hide_secrets

CHUNK = 2**16
GRACE_PERIOD = 5.0
"""Seconds that the server has, after its own time is up, to say so."""
FIRST_PAUSE = 0.2
"""Seconds before the first retry; the pause doubles each time."""
MOST = 2**28
"""The largest number of bytes of an answer: 256 MB."""
SHOWN = 200
OF_THE_TEXT = (400, 413)
"""Statuses that are due to what was sent, beside those of the server's own errors."""


class _NoConnectionError(Exception):
    """There is no server at the address."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server is, and the name and password that it asks for; neither is shown."""

    url: str
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read an address as ``http://user:password@host:port/path``."""
        parts = urlsplit(text)
        try:
            port = parts.port
        except ValueError:
            port = -1
        if parts.scheme not in ("http", "https") or not parts.hostname or port == -1:
            raise InputError(f"url: expected an address as http://localhost:9000, found {hide_secrets(text)!r}")
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        place = f"{parts.scheme}://{host}{f':{port}' if port else ''}{parts.path.rstrip('/')}"
        return cls(place, unquote(parts.username or ""), unquote(parts.password or ""))


class Client:
    """Asks the server at an address; several threads may do so at once."""

    def __init__(self, address: Address, *, retries: int = 2) -> None:
        self.address = address
        self.retries = retries

    def annotate(self, text: str, properties: Mapping[str, str], timeout: float, language: str = "en") -> Part:
        """Have a text annotated.

        If there is no usable answer, after retries, that is an ``AnswerError``: another text may have one. When the
        time was up there is no retry, because it would take as long. Whatever concerns all texts is a ``ServiceError``.
        """
        sent = {**properties, "outputFormat": "json", "timeout": str(round(timeout * 1000))}
        query = urlencode({"properties": json.dumps(sent), "pipelineLanguage": language}, quote_via=quote)
        for attempt in range(self.retries + 1):
            last = attempt == self.retries
            try:
                return _parse(self._request("POST", f"/?{query}", text.encode("utf-8", "replace"), timeout))
            except TimeoutError:
                raise AnswerError(f"no answer within {timeout:g} s") from None
            except _NoConnectionError as error:
                if last:
                    raise ServiceError(f"{self.address.url}: expected a CoreNLP server, found {error}") from None
            except AnswerError:
                if last:
                    raise
            time.sleep(FIRST_PAUSE * 2**attempt)
        raise AssertionError("the last attempt returns or raises")

    def is_ready(self, timeout: float = 5.0) -> bool:
        """Tell whether the server says that it is ready."""
        try:
            self._request("GET", "/ready", b"", timeout)
        except (_NoConnectionError, ServiceError, TimeoutError):
            return False
        return True

    def _request(self, method: str, path: str, body: bytes, timeout: float) -> bytes:
        """Send a request and read the whole answer, however slowly it comes; ``TimeoutError`` when the time is up."""
        seconds = timeout + GRACE_PERIOD
        begun = time.monotonic()
        parts = urlsplit(self.address.url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        connection = kind(parts.netloc, timeout=seconds)
        try:
            connection.connect()
        except (ConnectionError, socket.gaierror) as error:
            raise _NoConnectionError(f"no connection ({error.strerror or error})") from None
        except TimeoutError:
            raise _NoConnectionError(f"no connection within {seconds:g} s") from None
        # The connection's own time-out is for each piece that comes; a server that sends slowly would never reach it.
        expired = threading.Event()
        remaining = max(0.0, begun + seconds - time.monotonic())
        alarm = threading.Timer(remaining, _shut_down, [connection.sock, expired])
        alarm.daemon = True
        alarm.start()
        try:
            connection.request(method, parts.path + path, body=body, headers=self._headers())
            response = connection.getresponse()
            answer = _read(response)
        except (OSError, HTTPException, AnswerError) as error:
            if isinstance(error, AnswerError | TimeoutError) and not expired.is_set():
                raise
            if expired.is_set():
                raise TimeoutError from None
            raise AnswerError(f"a broken connection ({_one_line(str(error)) or type(error).__name__})") from None
        finally:
            alarm.cancel()
            connection.close()
        if expired.is_set():  # without a stated length, a connection that is cut looks like the end
            raise TimeoutError
        self._check_status(response, answer)
        return answer

    def _headers(self) -> dict[str, str]:
        headers = {"Content-Type": "text/plain; charset=utf-8", "Connection": "close"}
        if self.address.user:
            pair = b64encode(f"{self.address.user}:{self.address.password}".encode()).decode()
            headers["Authorization"] = f"Basic {pair}"
        return headers

    def _check_status(self, response: HTTPResponse, answer: bytes) -> None:
        if response.status == 200:
            return
        text = _one_line(answer.decode("utf-8", errors="replace"))
        if "timed out" in text:
            raise TimeoutError
        found = f"status {response.status}{f': {text}' if text else ''}"
        if response.status >= 500 or response.status in OF_THE_TEXT:
            raise AnswerError(found, response.status)
        raise ServiceError(f"{self.address.url}: expected an answer of CoreNLP, found {found}")


def _parse(answer: bytes) -> Part:
    """Read the JSON of an answer, which must have a list of sentences."""
    try:
        text = answer.decode("utf-8")
        part = Part(WholeFile(Path("CoreNLP's answer"), 0, ""), load_json(text, "CoreNLP's answer"), "")
        part.items("sentences")
    except (UnicodeDecodeError, FormatError) as error:
        raise AnswerError(_one_line(f"an answer that is not CoreNLP's JSON ({error})")) from None
    return part


def _read(response: HTTPResponse) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while piece := response.read1(CHUNK):
        pieces.append(piece)
        size += len(piece)
        if size > MOST:
            raise AnswerError(f"an answer of more than {MOST:,} bytes")
    if response.length:  # read1 does not tell that the connection was cut
        raise AnswerError(f"a broken connection ({response.length:,} bytes short)")
    return b"".join(pieces)


def _shut_down(connected: socket.socket, expired: threading.Event) -> None:
    expired.set()
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)


def _one_line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 3]}..."
