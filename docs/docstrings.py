"""Let the Python reference show docstrings as Markdown.

Roles lose their names; tables, sessions and ``::`` become code blocks.
"""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":(?:class|func|meth|mod|attr):`~?([^`]+)`")
TABLE = re.compile(r"^(={3,}(?: +={3,})+)\n(.*?)\n\1$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"^::\n\n", re.MULTILINE)
SESSION = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


def as_markdown(text: str) -> str:
    """Rewrite what a docstring has of reStructuredText.

    >>> as_markdown("See :func:`karat.score`.")
    'See `karat.score`.'
    """
    text = ROLE.sub(r"`\1`", text)
    text = TABLE.sub(lambda found: f"```text\n{found[2]}\n```", text)
    text = SESSION.sub(lambda found: f"```pycon\n{found[0]}\n```", text)
    return CODE.sub("", text)


class Markdown(griffe.Extension):
    """Applied to every docstring that is read."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Rewrite one docstring."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
