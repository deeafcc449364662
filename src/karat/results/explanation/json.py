"""Write explanations as JSON documents, which cannot be loaded back."""

from __future__ import annotations

from typing import Any

from karat.formats.text.slots import render_fact
from karat.model import Extraction, Synset
from karat.results.explanation.explanation import Explanation, SentenceExplanation
from karat.results.explanation.mistakes import MistakeProfile
from karat.results.explanation.near_misses import SLOT_NAMES


def explanation_object(explanation: Explanation) -> dict[str, Any]:
    """Write an extraction's verdict with everything behind it."""
    fact = explanation.fact
    document: dict[str, Any] = {
        "sentence": explanation.sentence.id,
        "extraction": extraction_object(explanation.extraction),
        "correct": explanation.correct,
        "reason": explanation.reason,
        "synset": explanation.synset.id if explanation.synset else None,
        "fact": render_fact(fact) if fact else None,
        "line": fact.line if fact else None,
        "slots": {
            name: {"agrees": difference.agrees, "words": [[each.word, each.mark.value] for each in difference.words]}
            for name, difference in zip(SLOT_NAMES, explanation.differences, strict=False)
        },
        "near_misses": [
            {"kind": miss.kind.value, "detail": miss.detail, "synset": miss.synset.id, "fact": render_fact(miss.fact)}
            for miss in explanation.near_misses
        ],
    }
    if explanation.ruling is not None:
        document["credited"] = [synset.id for synset in explanation.credited]
    if explanation.overlap is not None:
        overlap = explanation.overlap
        document["carb"] = {
            "precision": overlap.precision,
            "recall": overlap.recall,
            "gold": {"relation": overlap.gold.relation, "arguments": list(overlap.gold.arguments)},
        }
    return document


def extraction_object(extraction: Extraction) -> dict[str, str]:
    """Write the triple that is compared."""
    return dict(zip(SLOT_NAMES, extraction.triple, strict=True))


def sentence_object(explanation: SentenceExplanation) -> dict[str, Any]:
    """Write the explanation of a sentence; extractions are numbered from 1."""
    numbers = {id(each): number for number, each in enumerate(explanation.extractions, 1)}
    return {
        "found": [
            {"synset": found.synset.id, "extractions": [numbers[id(each)] for each in found.by]}
            for found in explanation.found
        ],
        "missed": [synset_object(synset) for synset in explanation.missed],
        "extractions": [explanation_object(each) for each in explanation.extractions],
    }


def synset_object(synset: Synset) -> dict[str, Any]:
    """Write a synset as in a gold file."""
    return {"synset": synset.id, "facts": [render_fact(fact) for fact in synset.facts]}


def profile_object(profile: MistakeProfile) -> dict[str, Any]:
    """Write a system's mistakes with counts and examples."""
    errors = profile.errors
    return {
        "extractions": errors.extractions,
        "wrong": errors.wrong,
        "without_gold": errors.without_gold,
        **({"without_credit": errors.without_credit} if errors.without_credit else {}),
        "slot_errors": {
            name: {"count": share.count, "share": share.value}
            for name, share in zip(SLOT_NAMES, errors.slots, strict=True)
        },
        "buckets": [
            {
                "slots": dict(zip(SLOT_NAMES, bucket.slots, strict=True)),
                "count": bucket.count,
                "examples": [explanation_object(each) for each in bucket.examples],
            }
            for bucket in profile.buckets
        ],
        "near": profile.near,
        "near_misses": [
            {
                "kind": counted.kind.value,
                "count": counted.count,
                "examples": [explanation_object(each) for each in counted.examples],
            }
            for counted in profile.near_misses
        ],
    }
