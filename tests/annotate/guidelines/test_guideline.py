"""The guideline's texts: sections, examples that the sentences really have, and the rules that point to them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from karat.annotate.guidelines import Example, examination, guideline, tutorial
from karat.annotate.guidelines.guideline import LANGUAGES
from karat.annotate.guidelines.rendering import render_guideline
from karat.annotate.language.suggestions import RULES

COMMON = ["A.1.1", "A.1.2", "A.1.3", "A.1.4", "A.1.5", "A.1.6", "A.1.7"]
ROOT = Path(__file__).parents[3]
EXAMPLES = [
    pytest.param(section.id, example, id=f"{language} {section.id} {example.triples[0]}")
    for language in LANGUAGES
    for section in guideline(language).sections
    for example in section.examples
]


@pytest.mark.parametrize(
    ("language", "sections"),
    [
        ("en", COMMON),
        ("de", [*COMMON, "A.3.1", "A.3.2", "A.3.3"]),
        ("zh-Hans", [*COMMON, "A.2.1", "A.2.2"]),
        ("hi", COMMON),
    ],
)
def test_the_sections_of_a_language(language: str, sections: list[str]) -> None:
    assert [section.id for section in guideline(language).sections] == sections


def test_every_section_has_an_example_in_each_language() -> None:
    for language in LANGUAGES:
        for section in guideline(language).sections:
            assert section.examples, (language, section.id)
            assert section.text


def test_another_language_has_the_english_examples() -> None:
    assert [section.examples for section in guideline("hi").sections] == [
        section.examples for section in guideline("en").sections
    ]


@pytest.mark.parametrize(("section", "example"), EXAMPLES)
def test_the_words_of_examples_stand_in_their_sentences(section: str, example: Example) -> None:
    for triple in example.triples:
        slots = triple.split(" | ")
        assert len(slots) == 3, triple
        words = re.sub(r"[\[\]]", "", triple.replace(" | ", " ")).split()
        missing = [word for word in words if word not in example.sentence.split()]
        assert bool(missing) == (section == "A.1.7"), (triple, missing)


def test_good_examples_have_a_required_word_in_every_slot() -> None:
    for language in LANGUAGES:
        for section in guideline(language).sections:
            for example in section.examples:
                slots = [slot for triple in example.triples for slot in triple.split(" | ")]
                assert all(re.sub(r"\[[^\]]*\]", "", slot).strip() for slot in slots)


@pytest.mark.parametrize("language", RULES)
def test_suggestions_point_to_sections_that_name_them(language: str) -> None:
    for rule in RULES[language]:
        section = guideline(language).section(rule.section)
        assert section is not None
        assert rule.name in section.rules


def test_warnings_of_the_page_point_to_sections_that_name_them() -> None:
    source = (ROOT / "web/src/kinds/synsets/draft/warnings.ts").read_text(encoding="utf-8")
    found = re.findall(r'\{ name: "([^"]+)", section: "([^"]+)"', source)
    sections = {section.id: section for language in LANGUAGES for section in guideline(language).sections}
    assert found
    for name, section in found:
        assert name in sections[section].rules, (name, section)


def test_json_of_a_guideline() -> None:
    shown = guideline("de").to_json()
    assert shown["language"] == "de"
    assert set(shown["sections"][0]) == {"id", "title", "text", "examples", "rules"}
    assert set(shown["sections"][0]["examples"][0]) == {"sentence", "triples", "note", "good"}


@pytest.mark.parametrize("language", [*LANGUAGES, "hi"])
def test_tutorial_and_examination_name_sections_of_the_language(language: str) -> None:
    known = {section.id for section in guideline(language).sections}
    assert {step.section for step in tutorial(language)} <= known
    assert {question.section for question in examination(language)} <= known


def test_the_tutorial_follows_the_language() -> None:
    assert "german" in [step.id for step in tutorial("de")]
    assert "chinese" in [step.id for step in tutorial("zh")]
    assert [step.id for step in tutorial("en")] == [step.id for step in tutorial("hi")]
    assert set(tutorial("en")[0].to_json()) == {"id", "title", "text", "section"}


def test_no_example_is_from_the_seeds_or_benchmarks() -> None:
    """The sentences are our own; those of the papers have these names and words in them."""
    texts = "".join(
        path.read_text(encoding="utf-8") for path in sorted((ROOT / "src/karat/annotate/guidelines/texts").iterdir())
    )
    for foreign in ("Jordan", "Obama", "Pasteur", "Australia", "Berlin", "Proleukin", "Pippen", "aufstehen", "Boten"):
        assert foreign not in texts


def test_the_manual_shows_every_section_once_with_the_examples_of_all_languages() -> None:
    lines = list(render_guideline())
    sections = [line.split()[1] for line in lines if line.startswith("## ")]
    assert sections == [*COMMON, "A.2.1", "A.2.2", "A.3.1", "A.3.2", "A.3.3"]
    assert sum(line.startswith("| English |") for line in lines) == len(COMMON)
    (row,) = [line for line in lines if line.startswith("| Captain Mia Voss lives in Bergen .")]
    assert row.endswith("| `Mia Voss ; is ; Captain` | **Not so.** True, but the sentence has no “is”. |")
