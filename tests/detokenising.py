"""Write Penn Treebank tokens as running text, as detokenisers do."""

from __future__ import annotations

import re
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


def detokenised(extraction: Extraction) -> Extraction:
    """Detokenise every slot of an extraction."""
    return replace(
        extraction,
        relation=detokenise(extraction.relation),
        arguments=tuple(map(detokenise, extraction.arguments)),
    )
