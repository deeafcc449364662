"""Write Penn Treebank tokens as running text, as detokenisers do, or with each mark by itself, as neural systems do."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from karat.model import Extraction

SIGNS = {"``": '"', "''": '"', "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
OPENING = {"``", "(", "[", "{", "-LRB-", "-LSB-", "-LCB-", "$", "#"}
CLOSING = re.compile(r"[.,;:!?%)\]}]|''|-R[RSC]B-|n't|'(?:s|S|re|ve|ll|d|m)?|\.\.\.")


def detokenise(text: str) -> str:
    """Write the tokens of a text without spaces before closing signs and clitics, and after opening signs."""
    written = ""
    glued = True
    for token in text.split():
        written += ("" if glued or CLOSING.fullmatch(token) else " ") + SIGNS.get(token, token)
        glued = token in OPENING
    return written


def tokenise_finely(text: str) -> str:
    """Write each mark of the running text as a token."""
    return " ".join(re.findall(r"[^\W_]+|[^\w\s]|_", detokenise(text)))


def detokenised(extraction: Extraction) -> Extraction:
    """Detokenise every slot of an extraction."""
    return _changed(extraction, detokenise)


def finely_tokenised(extraction: Extraction) -> Extraction:
    """Tokenise every slot of an extraction finely."""
    return _changed(extraction, tokenise_finely)


def _changed(extraction: Extraction, change: Callable[[str], str]) -> Extraction:
    relation, *arguments = map(change, (extraction.relation, *extraction.arguments))
    return replace(extraction, relation=relation, arguments=tuple(arguments))
