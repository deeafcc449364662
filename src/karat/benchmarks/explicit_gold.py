"""Gold without implicit tuples, whose words are not all in the sentence (Gashteovski et al., 2022, section 4.1)."""

from __future__ import annotations

from dataclasses import replace

from karat.benchmarks.gold import Gold, check_texts
from karat.formats.benchmarks.carb_gold import as_scored
from karat.metrics.oie.carb import CarbGold, carb_gold
from karat.metrics.oie.wire57 import has_own_words, wire_gold
from karat.model import Extraction, Sentence

LABELS = frozenset({"L:", "T:"})
"""CaRB's labels of places and times, which are no words of the tuple."""

LEFT_OUT = "implicit gold tuples left out (a token is not in the sentence)"


def only_explicit(gold: Gold) -> Gold:
    """Leave out implicit tuples, and count them in the notes; a sentence that has no other tuple is not scored.

    Arguments that CaRB does not score, as contexts, are not asked for. Fact synsets stay as they are.
    """
    check_texts(gold, "--explicit-gold")
    tuples = tuple(
        None if annotated is None else _explicit_tuples(annotated, sentence)
        for annotated, sentence in zip(gold.tuples, gold.sentences, strict=True)
    )
    before, after = (
        sum(len(annotated.annotation.extractions) for annotated in side if annotated is not None)
        for side in (gold.tuples, tuples)
    )
    notes = (*gold.notes, (LEFT_OUT, before - after)) if before > after else gold.notes
    return replace(gold, tuples=tuples, notes=notes)


def _explicit_tuples(gold: CarbGold, sentence: Sentence) -> CarbGold | None:
    scored = as_scored(gold.annotation).extractions
    explicit = tuple(
        extraction
        for extraction, as_compared in zip(gold.annotation.extractions, scored, strict=True)
        if _is_explicit(as_compared, sentence)
    )
    return carb_gold(replace(gold.annotation, extractions=explicit)) if explicit else None


def _is_explicit(extraction: Extraction, sentence: Sentence) -> bool:
    if has_own_words(extraction):  # WiRe57 marks the words that its annotators inferred
        words = wire_gold(extraction)
        return all(len(slot.words) == slot.real for slot in (*words.slots, *words.others))
    tokens = LABELS.union(sentence.tokens)
    return all(tokens.issuperset(slot.split()) for slot in (extraction.relation, *extraction.arguments))
