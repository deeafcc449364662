"""Signatures on a page."""

from __future__ import annotations

from collections.abc import Sequence

from karat.reports.html.elements import Html, element
from karat.results.signatures import joined_signatures


def signature_list(signatures: Sequence[str]) -> Html:
    """List signatures, each once; those that differ only in the facet are merged."""
    return element(
        "ul", (element("li", element("code", text)) for text in joined_signatures(signatures)), class_="codes"
    )
