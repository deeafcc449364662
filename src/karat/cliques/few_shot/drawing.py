"""Random choices that hang on a seed and a name alone: the same in every Python, order of work, and shard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def drawn(items: Sequence[T], *key: object) -> Iterator[T]:
    """Yield all items in a random order, without repetition, for a key such as a seed and a sentence's id.

    Taking the first k is a random sample, and the sample of k is the beginning of that of k + 1. This is the shuffle of
    Fisher and Yates, by numbers out of SHA-256; only the places that were exchanged are kept, so that a few items of a
    long sequence come quickly.
    """
    exchanged: dict[int, int] = {}
    name = "\0".join(map(str, key))
    for place in range(len(items)):
        number = int.from_bytes(sha256(f"{name}\0{place}".encode(errors="surrogatepass")).digest())
        chosen = place + number % (len(items) - place)
        yield items[exchanged.get(chosen, chosen)]
        exchanged[chosen] = exchanged.pop(place, place)
