"""The guidelines as Markdown, for the manual."""

from __future__ import annotations

from collections.abc import Iterator

from karat.annotate.guidelines.guideline import LANGUAGES, Example, guideline
from karat.annotate.guidelines.study_rules import LabelledExample, Rule, study_guideline
from karat.model import Extraction

NAMES = {"en": "English", "de": "German", "zh": "Chinese"}


def render_guideline(kind: str = "synsets") -> Iterator[str]:
    """Write every section once, with the examples of all languages that have it.

    Those of another kind than synsets are the same for all languages.
    """
    languages = LANGUAGES if kind == "synsets" else LANGUAGES[:1]
    sections = {section.id: section for language in languages for section in guideline(language, kind).sections}
    for id, section in sorted(sections.items()):
        yield from (f"## {id} {section.title}", "", section.text, "")
        for language in languages:
            found = guideline(language, kind).section(id)
            if found is not None:
                heads = (NAMES[language], "triples") if kind == "synsets" else ("sentence", WORK_OF[id[0]])
                yield from _examples(found.examples, *heads)


WORK_OF = {"1": "paraphrase, and what it becomes", "2": "tuples", "3": "work"}
"""What the examples of a chapter show, in the guideline of cliques."""


def _examples(examples: tuple[Example, ...], sentence: str, work: str) -> Iterator[str]:
    yield from (f"| {sentence} | {work} | |", "|---|---|---|")
    for example in examples:
        triples = "<br>".join(f"`{triple.replace(' | ', ' ; ')}`" for triple in example.triples)
        yield f"| {example.sentence} | {triples} | {'' if example.good else '**Not so.** '}{example.note} |"
    yield ""


def render_study_guideline() -> Iterator[str]:
    """Write what the two labels of a study ask, and every rule with its examples."""
    found = study_guideline()
    yield from (found.intro, "")
    for label in found.labels:
        yield from (f"## {label.title}", "", label.text, "")
        for rule in found.rules:
            if rule.label == label.id:
                yield from _rule(rule)


def _rule(rule: Rule) -> Iterator[str]:
    yield from (f"### {rule.id} {rule.title}", "", rule.text, "")
    yield from (f"*Broken:* {rule.broken[0].lower()}{rule.broken[1:]}" if not rule.permits else rule.broken, "")
    yield from ("| sentence | extraction | | |", "|---|---|---|---|")
    yield from map(_labelled_row, rule.examples)
    yield ""


def _labelled_row(example: LabelledExample) -> str:
    label = "correct" if example.correct else "**incorrect**"
    return f"| {example.sentence} | {shown_extraction(example.extraction)} | {label} | {example.note} |"


def shown_extraction(extraction: Extraction) -> str:
    """Write an extraction with its annotations, a line each.

    >>> shown_extraction(Extraction("kept", ("he", "it")))
    '`he ; kept ; it`'
    """
    lines = [f"`{' ; '.join([*extraction.arguments[:1], extraction.relation, *extraction.arguments[1:]])}`"]
    if extraction.polarity is not None and extraction.modality is not None:
        lines.append(f"factuality ({extraction.polarity}, {extraction.modality})")
    lines += [f"{quantity.id} = {quantity.text}" for quantity in extraction.quantities]
    if extraction.attribution is not None:
        source = extraction.attribution
        lines.append(f"attribution ({source.source}, {source.polarity}, {source.modality})")
    return "<br>".join(lines)
