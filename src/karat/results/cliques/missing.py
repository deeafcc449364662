"""Sentences of cliques that a system's output does not have: refused, or counted as empty."""

from __future__ import annotations

from collections.abc import Iterator

from karat.benchmarks.gold import CliqueGold, Gold
from karat.errors import AlignmentError, quoted
from karat.results.options import Options
from karat.results.system_result import Note


def check_missing(file: str, named: frozenset[int], gold: Gold, options: Options) -> list[Note]:
    """Refuse an output that lacks a clique or a paraphrase, or count the sentences that are scored as empty."""
    absent = list(_missing_members(named, gold))
    count = sum(len(indices) for _, indices in absent)
    if not absent:
        return []
    if options.missing == "empty":
        return [Note("sentences that the output does not have, scored as empty", count)]
    clique, indices = absent[0]
    sentence = gold.sentences[indices[0]]
    whole_clique = len(indices) == len(clique.members)
    what = f"clique {clique.id!r}" if whole_clique else f"sentence {sentence.id!r} of clique {clique.id!r}"
    others = count - len(indices) if whole_clique else count - 1
    more = f"; {others} more sentence{'s are' if others > 1 else ' is'} missing" if others else ""
    raise AlignmentError(
        f"{file}: expected {what}, found nothing of it: {quoted(sentence.text)}{more}; "
        "--missing empty scores what is missing as empty"
    )


def _missing_members(named: frozenset[int], gold: Gold) -> Iterator[tuple[CliqueGold, list[int]]]:
    """Yield each clique that lacks some sentences in the output, with the indices of these sentences."""
    for clique in gold.cliques:
        absent = [index for index in clique.members if index not in named]
        if absent:
            yield clique, absent
