"""Write explanations as JSON documents, which cannot be loaded back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from karat.algebra import Score
from karat.formats.text.slots import render_fact
from karat.model import Extraction, Synset
from karat.results.explanation.explanation import Explanation, SentenceExplanation
from karat.results.explanation.fixes import Diagnosis, Fix, HeadToHead
from karat.results.explanation.missed_facts import MissedFact
from karat.results.explanation.profile import MistakeProfile
from karat.results.explanation.slot_differences import SLOT_NAMES, SlotDifference
from karat.results.verdict_files.sample import Sample


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
        "slots": _slots_object(explanation.differences),
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


def diagnosis_object(diagnosis: Diagnosis, examples: int = 3) -> dict[str, Any]:
    """Write what each cause costs, with examples of each."""
    return {
        "metric": diagnosis.judge.metric.name,
        "facet": diagnosis.judge.facet,
        **sample_object(diagnosis.sample),
        "wrong": len(diagnosis.wrong),
        "missed": len(diagnosis.missed),
        "fixes": [fix_object(fix, examples) for fix in diagnosis.fixes()],
    }


def sample_object(sample: Sample | None) -> dict[str, Any]:
    """Say that what is written is about a sample of the sentences, if so."""
    return {} if sample is None else {"sample": sample.to_json()}


def fix_object(fix: Fix, examples: int = 3) -> dict[str, Any]:
    """Write a cause with its counts, the scores before and after its repair, and examples."""
    return {
        "kind": fix.cause.value,
        "remedy": fix.remedy,
        "extractions": len(fix.wrong),
        "facts": len(fix.missed),
        "share": fix.share,
        "before": _score_object(fix.before),
        "after": _score_object(fix.after),
        "gain": fix.gain,
        "facts_found": fix.found,
        "left_out": None if fix.left_out is None else _score_object(fix.left_out),
        "examples": [wrong_object(each) for each in fix.wrong[:examples]]
        or [missed_object(each) for each in fix.missed[:examples]],
    }


def _score_object(score: Score) -> dict[str, float | None]:
    return {"precision": score.precision, "recall": score.recall, "f1": score.f1}


def wrong_object(wrong: Explanation) -> dict[str, Any]:
    """Write a wrong extraction with its cause, its closest gold fact, and what it would be if it were repaired."""
    synset, fact, differences = wrong.target
    return {
        "kind": None if wrong.cause is None else wrong.cause.value,
        "sentence": wrong.sentence.id,
        "extraction": extraction_object(wrong.extraction),
        "synset": synset.id if synset else None,
        "fact": render_fact(fact) if fact else None,
        "line": fact.line if fact else None,
        "slots": _slots_object(differences),
        "repaired": extraction_object(wrong.repaired) if wrong.repaired else None,
    }


def missed_object(missed: MissedFact) -> dict[str, Any]:
    """Write a missed fact with its cause and the closest extraction."""
    return {
        "kind": missed.cause.value,
        "sentence": missed.sentence.id,
        "synset": missed.synset.id,
        "fact": render_fact(missed.fact) if missed.fact else None,
        "line": missed.fact.line if missed.fact else None,
        "closest": extraction_object(missed.extraction) if missed.extraction else None,
        "slots": _slots_object(missed.differences),
    }


def head_to_head_object(compared: HeadToHead, examples: int | None = None) -> dict[str, Any]:
    """Write the counts of two systems' facts, and the facts that only one of them finds."""
    return {
        "a": compared.a,
        "b": compared.b,
        "metric": compared.metric,
        "facet": compared.facet,
        **sample_object(compared.sample),
        "sentence": compared.sentence,
        "counts": {
            "both": len(compared.both),
            "only_a": len(compared.only_a),
            "only_b": len(compared.only_b),
            "neither": len(compared.neither),
        },
        "only_a": [_fact_of_two(fact.found_by_a, fact.missed_by_b) for fact in compared.only_a[:examples]],
        "only_b": [_fact_of_two(fact.found_by_b, fact.missed_by_a) for fact in compared.only_b[:examples]],
    }


def _fact_of_two(found: Sequence[Extraction], missed: MissedFact | None) -> dict[str, Any]:
    """Write a fact by how one system finds it and how the other one misses it."""
    assert missed is not None, "a fact that is not found is missed"
    return {"found_by": [extraction_object(each) for each in found], "missed": missed_object(missed)}


def _slots_object(differences: Sequence[SlotDifference]) -> dict[str, Any]:
    return {
        name: {"agrees": difference.agrees, "words": [[each.word, each.mark.value] for each in difference.words]}
        for name, difference in zip(SLOT_NAMES, differences, strict=False)
    }
