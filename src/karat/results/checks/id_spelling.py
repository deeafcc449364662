"""Sentence ids in another spelling than the gold's: ``001``, ``1.0`` or ``sent_1`` for ``1``.

What is removed is the same for all ids of a file: a beginning that they share, leading zeros, and the ``.0`` of a
number that was stored as a fraction. Ids are read so only if more of them are then known to the gold, and no two become
the same, so that it is certain which sentence is meant.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import takewhile

from karat.errors import quoted
from karat.model import Row
from karat.results.system_result import Note

_NUMBER = re.compile(r"0*(?P<digits>[0-9]+?)(?P<fraction>\.0+)?")
_SIGNS = ("-", "+")


def respell_ids(rows: Sequence[Row], known: Collection[str]) -> tuple[list[Row], list[Note]]:
    """Remove what the ids of rows without a text have more than the ``known`` ones, if that makes more of them known.

    >>> rows, notes = respell_ids([Row(None, "s01"), Row(None, "s12")], {"1", "12", "13"})
    >>> [row.sentence_id for row in rows], str(*notes)
    (['1', '12'], "2 sentence ids read without 's' and leading zeros: 's01' read as '1'")
    """
    as_written = list(
        dict.fromkeys(row.sentence_id for row in rows if row.sentence_id is not None and row.sentence is None)
    )
    unchanged: tuple[list[Row], list[Note]] = (list(rows), [])
    if not as_written or all(sentence_id in known for sentence_id in as_written):
        return unchanged
    prefix = _shared_prefix(as_written)
    matches = [_NUMBER.fullmatch(sentence_id, len(prefix)) for sentence_id in as_written]
    read = {
        written: written[len(prefix) :] if match is None else match["digits"]
        for written, match in zip(as_written, matches, strict=True)
    }
    if len(set(read.values())) < len(read) or _count_known(read.values(), known) <= _count_known(read, known):
        return unchanged
    zeros = any(match and match.start("digits") > len(prefix) for match in matches)
    fractions = any(match and match["fraction"] for match in matches)
    removed = [what for what, was in ((quoted(prefix), prefix), ("leading zeros", zeros), ("'.0'", fractions)) if was]
    changed = [(written, plain) for written, plain in read.items() if written != plain]
    written, plain = changed[0]
    what = f"sentence ids read without {' and '.join(removed)}: {quoted(written)} read as {quoted(plain)}"
    respelt = [
        row if row.sentence_id is None or row.sentence is not None else replace(row, sentence_id=read[row.sentence_id])
        for row in rows
    ]
    return respelt, [Note(what, len(changed))]


def _shared_prefix(ids: Sequence[str]) -> str:
    """Give the beginning that all ids share, up to their numbers; a sign alone is none."""
    if all(map(_NUMBER.fullmatch, ids)):
        return ""
    first, last = min(ids), max(ids)  # what these two share is shared by all between them
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    prefix = "".join(character for character, _ in same).rstrip("0123456789")
    return "" if prefix in _SIGNS else prefix


def _count_known(ids: Collection[str], known: Collection[str]) -> int:
    return sum(sentence_id in known for sentence_id in ids)
