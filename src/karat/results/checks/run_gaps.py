"""What is missing in the output of a run: sentences that failed, and sentences that were not processed."""

from __future__ import annotations

from collections.abc import Sequence

from karat.benchmarks.gold import Gold
from karat.model import Aligned, Row
from karat.results.system_result import Note

FAILED = "sentences that failed in the run, scored as empty; karat run … --retry-failures processes them again"
NOT_PROCESSED = "sentences that the run has no result for, scored as empty"
UNFINISHED = f"{NOT_PROCESSED}; the same karat run goes on with them"


def check_run(rows: Sequence[Row], aligned: Aligned, gold: Gold) -> list[Note]:
    """Warn of sentences without a result; an output that is not of a run may leave out sentences without extractions.

    A run over other sentences, too, is warned of only for those of the gold. Only a run that stopped can go on.
    """
    if not rows or any(row.system is None for row in rows):
        return []
    failed = sum(row.failure is not None for row in rows) - sum(row.failure is not None for row in aligned.unmatched)
    not_processed = len(gold.sentences) - len(aligned.named)
    return note_gaps(failed, not_processed, unfinished=_is_unfinished(rows))


def note_gaps(failed: int, not_processed: int, *, unfinished: bool) -> list[Note]:
    """Warn of sentences that failed, and of those that were not processed."""
    notes = []
    if failed:
        notes.append(Note(FAILED, failed, warning=True))
    if not_processed:
        notes.append(Note(UNFINISHED if unfinished else NOT_PROCESSED, not_processed, warning=True))
    return notes


def _is_unfinished(rows: Sequence[Row]) -> bool:
    """Whether the file has fewer results than its first line says."""
    total = rows[0].run_sentences
    return total is not None and len({row.sentence_id for row in rows}) < total
