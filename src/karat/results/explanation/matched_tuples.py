"""What a metric matched in one sentence: the gold tuple of each extraction, and the credit of both."""

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
from karat.model.statement import Parts


@dataclass(frozen=True, slots=True)
class MatchedTuple:
    """A system's tuple, the place of the gold tuple that it is matched with, and the credit for that in precision."""

    extraction: Extraction
    gold: int | None
    credit: float


@dataclass(frozen=True, slots=True)
class SentenceMatches:
    """What a metric matched in one sentence; ``recalls`` is the credit in recall for each gold tuple."""

    tuples: tuple[MatchedTuple, ...]
    recalls: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SystemMatches:
    """What a metric matched of one system's extractions of a sentence, and what they score."""

    system: str
    score: Score
    matches: SentenceMatches


@dataclass(frozen=True, slots=True)
class MatchExplanation:
    """A sentence with its gold in words, and what a metric matched of each system's extractions."""

    metric: str
    sentence: Sentence
    gold: tuple[str, ...]
    systems: tuple[SystemMatches, ...]


def explain_matches(
    metric: OieMetric, sentence: str, gold: Gold, systems: Mapping[str, Sequence[Extraction]]
) -> MatchExplanation:
    """Show what a metric matches in one sentence; ``systems`` are their extractions of it, by name."""
    place = next((place for place, known in enumerate(gold.sentences) if known.id == sentence), None)
    if place is None:
        some = ", ".join(known.id for known in gold.sentences[:3])
        raise InputError(f"expected a sentence id of {gold.name}, such as {some}, found {sentence!r}")
    sentence_gold = (gold.facts if metric.gold == "facts" else gold.tuples)[place]
    if sentence_gold is None:
        raise InputError(
            f"{gold.name}: expected gold that {metric.name} can score sentence {sentence} against, found none"
        )
    return MatchExplanation(
        metric.name,
        gold.sentences[place],
        gold_texts(metric, sentence_gold),
        tuple(
            SystemMatches(
                name, _score(metric, extractions, sentence_gold), match_tuples(metric, extractions, sentence_gold)
            )
            for name, extractions in systems.items()
        ),
    )


def _score(metric: OieMetric, extractions: Sequence[Extraction], gold: Any) -> Score:
    score = metric.metric.score(metric.predicted(extractions), metric.wanted(gold))
    assert isinstance(score, Score), "a metric of sentences has masses"
    return score


def match_tuples(metric: OieMetric, extractions: Sequence[Extraction], gold: Any) -> SentenceMatches:
    """Show what the metric matches in one sentence; without gold nothing is."""
    if gold is None:
        return SentenceMatches(tuple(MatchedTuple(extraction, None, 0.0) for extraction in extractions), ())
    predicted, wanted = list(metric.predicted(extractions)), metric.wanted(gold)
    items = list(metric.gold_items(gold))
    for_precision, for_recall = _alignments(metric.metric, predicted, wanted)
    partners = {at: (to, credit) for at, to, credit in _places(for_precision, predicted, items) if credit}
    recalls = [0.0] * len(items)
    for _, to, credit in _places(for_recall, predicted, items):
        recalls[to] = max(recalls[to], credit)
    return SentenceMatches(
        tuple(MatchedTuple(one, *partners.get(at, (None, 0.0))) for at, one in enumerate(extractions)), tuple(recalls)
    )


def _alignments(metric: Metric, predicted: Sequence[Any], gold: Any) -> tuple[Alignment, Alignment]:
    """What precision matched, and what recall did."""
    if isinstance(metric, Sides):
        return metric.precision.plan.align(predicted, gold), metric.recall.plan.align(predicted, gold)
    score = metric.score(predicted, gold)
    assert isinstance(score, Score), "a metric of sentences has masses"
    assert score.alignment is not None, "a sentence's score knows what it matched"
    return score.alignment, score.alignment


def _places(alignment: Alignment, predicted: list[Any], gold: list[Any]) -> list[tuple[int, int, float]]:
    """Give matched pairs by their places; of equal elements each stands for one match after the other."""
    taken_predicted: set[int] = set()
    taken_gold: set[int] = set()
    return [
        (_place(match.predicted, predicted, taken_predicted), _place(match.gold, gold, taken_gold), float(match.credit))
        for match in alignment.matches
    ]


def _place(element: Any, elements: list[Any], taken: set[int]) -> int:
    """Where an element is: of equal ones the first that is not taken yet."""
    places = [at for at, other in enumerate(elements) if other is element or other == element]
    first = next((at for at in places if at not in taken), places[0])
    taken.add(first)
    return first


def match_explanation_object(explanation: MatchExplanation) -> dict[str, Any]:
    """Give an explanation as a document; there is no way back."""
    return {
        "metric": explanation.metric,
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
    """Write what was matched in a sentence; gold tuples are numbered from 1."""
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
    """Write out what extractions are matched with: tuples, the first pattern of each synset, or statements."""
    if gold is None:
        return ()
    if metric.gold == "tuples":
        return tuple(tuple_text(extraction) for extraction in gold.annotation.extractions)
    items = metric.gold_items(gold)
    if items and isinstance(items[0], Statement):
        return tuple(_wording_text(item.wordings[0]) for item in items)
    return tuple(render_fact(synset.facts[0]) for synset in gold.annotation.synsets)


def tuple_text(extraction: Extraction) -> str:
    """A tuple as papers write one: subject, relation, other arguments.

    >>> tuple_text(Extraction("opened", ("the bridge", "in May", "in Ulm")))
    '(the bridge; opened; in May; in Ulm)'
    """
    subject, *others = extraction.arguments or ("",)
    return f"({'; '.join([subject, extraction.relation, *(text for text in others if text)])})"


def _wording_text(wording: Wording) -> str:
    return f"({'; '.join(_parts_text(slot) for slot in wording)})"


def _parts_text(parts: Parts) -> str:
    return " ".join(part if isinstance(part, str) else f"[{_parts_text(part.parts)}]" for part in parts)
