"""What became of an attempt to ask a server: whether to try again, and whether it may have to be paid for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from karat.systems.body_limit import EndlessBodyError
from karat.systems.pausing import requested_pause

NOT_CONNECTED = ("ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError", "UnsupportedProtocol", "InvalidURL")
"""The HTTP client's errors before anything is sent. Its two versions have their own classes with the same names."""
OF_ALL = (401, 402, 403, 404, 407, 429)
"""Statuses that the next question would meet as well: no key, no money, no such model, too many requests."""
MOST = 200


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why an attempt brought no answer.

    ``pause`` is what the server asks to wait, ``concerns_all`` whether other questions would fail as well.
    """

    found: str
    may_pass: bool = False
    concerns_all: bool = False
    may_be_charged: bool = False
    pause: float | None = None
    status: int | None = None


def trouble_of(error: Exception, seconds: float) -> Trouble | None:
    """Describe an error of the package ``openai``; ``None`` for one that is no failure of a server."""
    if isinstance(error.__cause__, EndlessBodyError):  # older versions of openai wrap it
        error = error.__cause__
    if isinstance(error, EndlessBodyError):
        return Trouble(str(error), may_pass=True, may_be_charged=True)
    if isinstance(error, ValueError | RecursionError):  # JSON that is broken, or nested without end
        return Trouble("what is no JSON", may_pass=True, may_be_charged=True)
    if not type(error).__module__.startswith("openai"):
        return None
    if getattr(error, "status_code", None) is not None:
        return _of_status(error)
    is_connected = type(error.__cause__).__name__ not in NOT_CONNECTED
    found = f"no answer within {seconds:g} s" if type(error).__name__ == "APITimeoutError" else _reason(error)
    return Trouble(found, may_pass=True, concerns_all=not is_connected, may_be_charged=is_connected)


def _of_status(error: Any) -> Trouble:
    status = int(error.status_code)
    detail = " ".join(_reason(error).split()).removeprefix(f"Error code: {status}").removeprefix(" - ")
    is_out_of_money = getattr(error, "code", None) == "insufficient_quota"
    return Trouble(
        f"status {status}: {detail}" if detail else f"status {status}",
        may_pass=(status in (408, 409, 429) or status >= 500) and not is_out_of_money,
        concerns_all=status in OF_ALL,
        pause=requested_pause(error.response.headers) if status == 429 or status >= 500 else None,
        status=status,
    )


def _reason(error: Exception) -> str:
    body = getattr(error, "body", None)  # what the server said; the message of older versions is all of it
    said = body.get("message") if isinstance(body, dict) else None
    message = str(said or getattr(error, "message", "") or error).strip().removesuffix(".")
    cause = str(error.__cause__ or "")
    return f"{message} ({cause})" if cause else message


def shorten(text: str) -> str:
    """Put a text into one line of moderate length."""
    line = " ".join(text.split())
    return line if len(line) <= MOST else f"{line[: MOST - 3]}..."
