"""The guideline as Markdown, for the manual."""

from __future__ import annotations

from collections.abc import Iterator

from karat.annotate.guidelines.guideline import LANGUAGES, Example, guideline

NAMES = {"en": "English", "de": "German", "zh": "Chinese"}


def render_guideline() -> Iterator[str]:
    """Write every section once, with the examples of all languages that have it."""
    sections = {section.id: section for language in LANGUAGES for section in guideline(language).sections}
    for id, section in sorted(sections.items()):
        yield from (f"## {id} {section.title}", "", section.text, "")
        for language in LANGUAGES:
            found = guideline(language).section(id)
            if found is not None:
                yield from _examples(found.examples, NAMES[language])


def _examples(examples: tuple[Example, ...], language: str) -> Iterator[str]:
    yield from (f"| {language} | triples | |", "|---|---|---|")
    for example in examples:
        triples = "<br>".join(f"`{triple.replace(' | ', ' ; ')}`" for triple in example.triples)
        yield f"| {example.sentence} | {triples} | {'' if example.good else '**Not so.** '}{example.note} |"
    yield ""
