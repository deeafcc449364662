"""Random choices that depend only on a seed and a name: every Python version and every shard makes the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def shuffle(items: Sequence[T], *key: object) -> Iterator[T]:
    """Yield all items in a random order, without repetition, for a key such as a seed and a sentence's id.

    The first k are a random sample, and a prefix of the sample of k + 1. This is the Fisher–Yates shuffle with numbers
    from SHA-256. Only exchanged positions are stored, so that drawing a few items of a long sequence is fast.
    """
    exchanged: dict[int, int] = {}
    name = "\0".join(map(str, key))
    for position in range(len(items)):
        number = int.from_bytes(sha256(f"{name}\0{position}".encode(errors="surrogatepass")).digest())
        chosen = position + number % (len(items) - position)
        yield items[exchanged.get(chosen, chosen)]
        exchanged[chosen] = exchanged.pop(position, position)
