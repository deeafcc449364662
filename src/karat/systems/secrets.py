"""Keys and passwords: refused in plans and commands, removed from all that is shown or recorded of a server."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import parse_qsl, quote, quote_plus, unquote, urlsplit

NAME = re.compile(
    r"(?:^|[_-])(?:api[_-]?key|key|token|password|passwd|secret|credentials?|authorization)$", re.IGNORECASE
)
"""Names whose values are secret."""

VALUE = re.compile(
    r"""
      \b(?:sk|pk|rk)-[\w-]{16,}            # OpenAI, Anthropic and services like them
    | \b(?:gh[pousr]|github_pat)_\w{20,}   # GitHub
    | \bhf_\w{20,}                         # Hugging Face
    | \bgsk_\w{20,}                        # Groq
    | \bglpat-[\w-]{16,}                   # GitLab
    | \bxox[abeprs]-[\w-]{10,}             # Slack
    | \bA(?:KIA|SIA)[0-9A-Z]{16}\b         # Amazon
    | \bAIza[\w-]{30,}                     # Google
    | \beyJ[\w-]{10,}\.[\w-]{10,}\.        # a JSON web token
    | \bBearer\s+[\w.~+/-]{16,}
    | -----BEGIN
    | ://[^/\s:@]+:[^/\s:@]+@              # a password in an address
    """,
    re.VERBOSE,
)
"""What keys of well-known services look like."""

RANDOM = re.compile(r"(?<![\w/.-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=(?:[\w-]*\d){4})[\w-]{32,}(?![\w/.-])")
"""A long word of small letters, capitals and at least four digits."""

GIVEN = re.compile(
    r"""
    (?<![\w-])
    (?:
      --? [\w-]*? (?:api[_-]?key|(?:access|auth|private|secret)[_-]?(?:key|token)|password|passwd|secret) (?:=|\s+)
    | \w*? (?:api_?key|(?:access|auth|private|secret)_?(?:key|token)|password|passwd|secret) =
    | (?:proxy-)?authorization:\s* (?:bearer\s++|basic\s++)?+
    | x-api-key:\s*
    )
    ["']?+
    (?! [$`{-] | (?-i:[A-Z][A-Z_]+) (?:["'\s]|$) )    # a variable, its name, a placeholder, another option
    [^\s"']
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A key or password as an option, a variable or a header of a command."""

GIVEN_LONG = re.compile(
    r"""
    (?<![\w-]) (?: --?[\w-]*?(?:key|token)(?:=|\s+) | \w*?(?:key|token)= )
    ["']?+ (?=[\w+=-]*\d) [\w+=-]{16,} (?:["'\s]|$)
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""What is called a key or a token may be a column or a mark, unless it is long and has digits."""


def find_secrets(table: dict[str, Any], place: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the place of each value in a plan that looks like a key or a password."""
    for name, value in table.items():
        yield from _secrets_in(value, (*place, name), named=isinstance(value, str) and NAME.search(name) is not None)


def _secrets_in(value: Any, place: tuple[str, ...], *, named: bool = False) -> Iterator[tuple[str, ...]]:
    if isinstance(value, dict):
        yield from find_secrets(value, place)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _secrets_in(each, (*place, str(index)))
    elif isinstance(value, str) and (named or looks_secret(value)):
        yield place


def looks_secret(text: str) -> bool:
    """Whether a text looks like a key or contains one.

    >>> looks_secret("https://api.example.org/v1"), looks_secret("Bearer 0123456789abcdef0123")
    (False, True)
    """
    return VALUE.search(text) is not None or RANDOM.search(text) is not None


def has_secret(command: str) -> bool:
    """Whether a command contains a key or a password; the name of a variable that holds one is none.

    >>> has_secret("extract --api-key abc"), has_secret("extract --api-key $KEY"), has_secret("API_KEY=abc extract")
    (True, False, True)
    """
    return looks_secret(command) or GIVEN.search(command) is not None or GIVEN_LONG.search(command) is not None


USER = re.compile(r"//[^/@?#]*@")
SHORTEST = 8
"""A shorter key may well be a word of an answer, and is not removed from it."""
STAND_IN = "[key]"


def hide_secrets(address: str) -> str:
    """Show an address without its user, its password and the values of its query, any of which may be a key.

    >>> hide_secrets("https://ann:secret@example.org/v1?code=abc&api-version=2")
    'https://example.org/v1?code=[key]&api-version=2'
    """
    place, mark, query = USER.sub("//", address).partition("?")
    return place + mark + "&".join(map(_without_value, query.split("&")))


def _without_value(parameter: str) -> str:
    name, sign, value = parameter.partition("=")
    return parameter if not value or name.lower() in ("api-version", "version") else f"{name}{sign}{STAND_IN}"


def secrets_in(address: str) -> Iterator[str]:
    """Yield the password of an address, and the values of its query that are not shown."""
    parts = urlsplit(address)
    if parts.password:
        password = unquote(parts.password)
        yield password
        yield base64.b64encode(f"{unquote(parts.username or '')}:{password}".encode()).decode()
    for name, value in parse_qsl(parts.query):
        if _without_value(f"{name}={value}").endswith(STAND_IN):
            yield value


def _written_in_addresses(secret: str) -> tuple[str, ...]:
    return quote(secret), quote(secret, ""), quote(secret, "/+="), quote_plus(secret)


def remove_secrets(text: str, secrets: Iterable[str]) -> str:
    """Remove secrets from what a server or a library says, also as they are written in an address.

    >>> remove_secrets("no user with the key a+b/c=d%20", ["a+b/c=d "])
    'no user with the key [key]'
    """
    spellings = {spelling for secret in secrets for spelling in (secret, *_written_in_addresses(secret))}
    for spelling in sorted(spellings, key=len, reverse=True):
        if len(spelling) >= SHORTEST:
            text = text.replace(spelling, STAND_IN)
    return text
