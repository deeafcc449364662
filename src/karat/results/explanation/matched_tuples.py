"""Explain what a metric matched in one sentence: each extraction's gold tuple, and the credit for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from karat.algebra import Alignment, Metric, Score, Sides
from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.formats.text.slots import render_fact
from karat.metrics import OieMetric
from karat.model import Extraction, Sentence, Statement, Wording
from karat.model.fact import Parts
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class MatchedTuple:
    """A system's tuple, the index of the gold tuple that it matches, and the credit for that in precision."""

    extraction: Extraction
    gold: int | None
    credit: float

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class SentenceMatches:
    """The matches in one sentence; ``recalls`` is the credit in recall for each gold tuple."""

    tuples: tuple[MatchedTuple, ...]
    recalls: tuple[float, ...]

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class SystemMatches:
    """One system's score on a sentence, and what the metric matched."""

    system: str
    score: Score
    matches: SentenceMatches

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class MatchExplanation:
    """A sentence, its gold as text, and each system's matches by a metric."""

    metric: str
    title: str
    sentence: Sentence
    gold: tuple[str, ...]
    systems: tuple[SystemMatches, ...]
    swept: bool = False
    """Whether an evaluation leaves out extractions below a confidence, which all count here."""

    __repr__ = one_line


def explain_matches(
    metric: OieMetric, sentence: str, gold: Gold, systems: Mapping[str, Sequence[Extraction]]
) -> MatchExplanation:
    """Show what a metric matches in one sentence; ``systems`` maps names to extractions of the sentence."""
    index = next((index for index, candidate in enumerate(gold.sentences) if candidate.id == sentence), None)
    if index is None:
        some = ", ".join(candidate.id for candidate in gold.sentences[:3])
        raise InputError(f"expected a sentence id of {gold.name}, such as {some}, found {sentence!r}")
    sentence_gold = (gold.facts if metric.gold == "facts" else gold.tuples)[index]
    if sentence_gold is None:
        raise InputError(
            f"{gold.name}: expected gold that {metric.name} can score sentence {sentence} against, found none"
        )
    return MatchExplanation(
        metric.name,
        metric.title,
        gold.sentences[index],
        gold_texts(metric, sentence_gold),
        tuple(
            SystemMatches(
                name, _score(metric, extractions, sentence_gold), match_tuples(metric, extractions, sentence_gold)
            )
            for name, extractions in systems.items()
        ),
        metric.swept,
    )


def _score(metric: OieMetric, extractions: Sequence[Extraction], gold: Any) -> Score:
    score = metric.metric.score(metric.predicted(extractions), metric.wanted(gold))
    assert isinstance(score, Score), "a metric of sentences has masses"
    return score


def match_tuples(metric: OieMetric, extractions: Sequence[Extraction], gold: Any) -> SentenceMatches:
    """Show what the metric matches in one sentence; without gold, nothing matches."""
    if gold is None:
        return SentenceMatches(tuple(MatchedTuple(extraction, None, 0.0) for extraction in extractions), ())
    predicted, wanted = list(metric.predicted(extractions)), metric.wanted(gold)
    items = list(metric.gold_items(gold))
    for_precision, for_recall = _alignments(metric.metric, predicted, wanted)
    partners = {
        predicted_index: (gold_index, credit)
        for predicted_index, gold_index, credit in _matched_indices(for_precision, predicted, items)
        if credit
    }
    recalls = [0.0] * len(items)
    for _, gold_index, credit in _matched_indices(for_recall, predicted, items):
        recalls[gold_index] = max(recalls[gold_index], credit)
    return SentenceMatches(
        tuple(
            MatchedTuple(extraction, *partners.get(index, (None, 0.0))) for index, extraction in enumerate(extractions)
        ),
        tuple(recalls),
    )


def _alignments(metric: Metric, predicted: Sequence[Any], gold: Any) -> tuple[Alignment, Alignment]:
    """Return the alignment for precision and the one for recall."""
    if isinstance(metric, Sides):
        return metric.precision.plan.align(predicted, gold), metric.recall.plan.align(predicted, gold)
    score = metric.score(predicted, gold)
    assert isinstance(score, Score), "a metric of sentences has masses"
    assert score.alignment is not None, "a sentence's score knows what it matched"
    return score.alignment, score.alignment


def _matched_indices(alignment: Alignment, predicted: list[Any], gold: list[Any]) -> list[tuple[int, int, float]]:
    """Return matched pairs as indices, with their credit; equal elements are used up one after the other."""
    taken_predicted: set[int] = set()
    taken_gold: set[int] = set()
    return [
        (_index(match.predicted, predicted, taken_predicted), _index(match.gold, gold, taken_gold), float(match.credit))
        for match in alignment.matches
    ]


def _index(element: Any, elements: list[Any], taken: set[int]) -> int:
    """Find an element: of equal ones, the first that is not taken yet."""
    indices = [index for index, other in enumerate(elements) if other is element or other == element]
    first = next((index for index in indices if index not in taken), indices[0])
    taken.add(first)
    return first


def match_explanation_object(explanation: MatchExplanation) -> dict[str, Any]:
    """Write an explanation as a JSON document, which cannot be loaded back."""
    return {
        "metric": explanation.metric,
        **({"confidences": "all"} if explanation.swept else {}),
        "sentence": {"id": explanation.sentence.id, "text": explanation.sentence.text},
        "gold": list(explanation.gold),
        "systems": [
            {
                "name": each.system,
                "precision": each.score.precision,
                "recall": each.score.recall,
                "f1": each.score.f1,
                **matches_object(each.matches),
            }
            for each in explanation.systems
        ],
    }


def matches_object(matches: SentenceMatches) -> dict[str, Any]:
    """Write the matches of a sentence as a JSON document; gold tuples are numbered from 1."""
    return {
        "tuples": [
            {
                "relation": matched.extraction.relation,
                "arguments": list(matched.extraction.arguments),
                "gold": None if matched.gold is None else matched.gold + 1,
                "credit": matched.credit,
            }
            for matched in matches.tuples
        ],
        "found": list(matches.recalls),
    }


def gold_texts(metric: OieMetric, gold: Any) -> tuple[str, ...]:
    """Write the gold as text: tuples, the first pattern of each synset, or statements."""
    if gold is None:
        return ()
    if metric.gold == "tuples":
        return tuple(tuple_text(extraction) for extraction in gold.annotation.extractions)
    items = metric.gold_items(gold)
    if items and isinstance(items[0], Statement):
        return tuple(_wording_text(item.wordings[0]) for item in items)
    return tuple(render_fact(synset.facts[0]) for synset in gold.annotation.synsets)


def tuple_text(extraction: Extraction) -> str:
    """Write a tuple as in papers: subject, relation, other arguments.

    >>> tuple_text(Extraction("opened", ("the bridge", "in May", "in Ulm")))
    '(the bridge; opened; in May; in Ulm)'
    """
    subject, *others = extraction.arguments or ("",)
    return f"({'; '.join([subject, extraction.relation, *(text for text in others if text)])})"


def _wording_text(wording: Wording) -> str:
    return f"({'; '.join(_parts_text(slot) for slot in wording)})"


def _parts_text(parts: Parts) -> str:
    return " ".join(part if isinstance(part, str) else f"[{_parts_text(part.parts)}]" for part in parts)
