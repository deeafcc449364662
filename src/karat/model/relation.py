"""Binary relations (Chen et al., 2023, section 2.1)."""

from __future__ import annotations

from dataclasses import dataclass

from karat.model.mention import Mention
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between two mentions, given by position or by text."""

    type: str
    subject: Mention | str
    object: Mention | str

    __repr__ = one_line
