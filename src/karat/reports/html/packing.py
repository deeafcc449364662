"""Data for a page's scripts: compressed into characters that are safe in HTML."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any


def pack(data: object) -> str:
    """Compress a document; equal documents give equal texts."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), compresslevel=9, mtime=0)).decode()


def unpack(text: str) -> Any:
    """Restore what ``pack`` compressed."""
    return json.loads(gzip.decompress(base64.b64decode(text)))
