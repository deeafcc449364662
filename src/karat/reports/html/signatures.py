"""Signatures on a page: the short one, and the full one behind it."""

from __future__ import annotations

from collections.abc import Sequence

from karat.reports.html.elements import Html, element
from karat.results.short_signatures import short_signatures
from karat.results.signatures import joined_signatures


def signature_list(signatures: Sequence[str]) -> Html:
    """List signatures, each once: what differs from the defaults, with every choice in a fold.

    Signatures that differ only in the facet are merged.
    """
    full: dict[str, list[str]] = {}
    for signature in joined_signatures(signatures):
        (short,) = short_signatures([signature])
        full.setdefault(short, []).append(signature)
    return element("ul", (element("li", _fold(short, texts)) for short, texts in full.items()), class_="codes")


def _fold(short: str, full: Sequence[str]) -> Html:
    codes = (element("p", element("code", text)) for text in full)
    return element("details", element("summary", element("code", short)), codes, class_="numbers")
