"""Slots with optional parts, all of their forms written out (spec: BenchIE, optional tokens)."""

from __future__ import annotations

import itertools
import random
from functools import cache

Words = tuple[str, ...]
Pattern = tuple[str, str, str]
"""Subject, relation and object as a gold file has them."""


@cache
def chunks(text: str) -> tuple[tuple[Words, bool], ...]:
    """Cut a slot into stretches of words, each with whether it is optional.

    An optional stretch runs from the token with ``[`` to the first one from there on with ``]``, text glued to the
    brackets included. A token with a ``]`` that nothing opens is dropped.
    """
    found: list[tuple[Words, bool]] = []
    opened: list[str] = []
    for token in text.split():
        if opened or "[" in token:
            opened.append(token)
            if "]" in token:
                found.append((tuple(" ".join(opened).replace("[", "").replace("]", "").split()), True))
                opened = []
        elif "]" not in token:
            found.append(((token,), False))
    assert not opened, f"no chunk of {text!r} may stay open"
    return tuple(found)


def every_word(text: str) -> Words:
    """The words of a slot, optional ones included."""
    return tuple(word for words, _ in chunks(text) for word in words)


def required_words(text: str) -> Words:
    """The words of a slot that cannot be left out."""
    return tuple(word for words, optional in chunks(text) if not optional for word in words)


@cache
def forms(text: str) -> frozenset[Words]:
    """All readings of a slot: each optional stretch there or not."""
    choices = [(words, ()) if optional else (words,) for words, optional in chunks(text)]
    return frozenset(sum(choice, ()) for choice in itertools.product(*choices))


def draw_slot(rng: random.Random, words: str, longest: int = 3) -> str:
    """A slot of few words, with brackets around some, now and then broken or wholly optional."""
    tokens: list[str] = []
    for _ in range(rng.choice((1, 1, 2, 2, longest))):
        word, other = rng.choice(words.split()), rng.choice(words.split())
        tokens.append(
            rng.choices(
                (word, f"[{word}]", f"[{word} {other}]", f"{word}[{other}]", f"{word}]", f"[{word}]{other}"),
                (12, 6, 3, 0.3, 0.3, 0.3),
            )[0]
        )
    return rng.choice((" ", " ", " ", "  ")).join(tokens)


def draw_form(rng: random.Random, text: str) -> str:
    """One reading of a slot, as a system may have written it."""
    return " ".join(rng.choice(sorted(forms(text))))
