"""The guideline of studies: every rule is there, with examples of both labels that show what it says."""

from __future__ import annotations

import json
import re

import pytest

from karat.annotate.guidelines.rendering import render_study_guideline
from karat.annotate.guidelines.study_rules import LabelledExample, Rule, study_guideline
from karat.annotate.study.extractions import extraction_from_json, extraction_to_json
from karat.metrics.oie.people import lexicon
from karat.metrics.oie.people.factuality import Sign, worded_signs
from karat.model.study import ATTRIBUTION_RULES, FACT_RULES, RULES

EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.id} {example.note}")
    for rule in study_guideline().rules
    for example in rule.examples
]

OTHER_WORDS = {"F5": {"is", "in", "captain"}, "F8": {"stops"}, "F12": {"she", "had", "bought"}}
"""Words that are not the sentence's, by rule; for F5 and F12 they are the point."""


def test_all_rules_are_there_by_number() -> None:
    rules = study_guideline().rules
    assert tuple(rule.id for rule in rules) == RULES
    assert [rule.label for rule in rules] == ["fact"] * len(FACT_RULES) + ["attribution"] * len(ATTRIBUTION_RULES)
    assert [label.id for label in study_guideline().labels] == ["fact", "attribution"]


@pytest.mark.parametrize("rule", study_guideline().rules, ids=lambda rule: rule.id)
def test_every_rule_has_examples_of_both_labels(rule: Rule) -> None:
    assert {example.correct for example in rule.examples} == {True, False}
    assert rule.text
    assert ("only permits" in rule.broken) is rule.permits
    assert study_guideline().rule(rule.id) is rule


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_the_words_of_examples_stand_in_their_sentences(rule: Rule, example: LabelledExample) -> None:
    extraction = example.extraction
    texts = [extraction.relation, *extraction.arguments, *(quantity.text for quantity in extraction.quantities)]
    if extraction.attribution is not None:
        texts.append(extraction.attribution.source)
    words = {word.lower() for text in texts for word in re.findall(r"\w+", text) if not word.startswith("QUANT_")}
    sentence = {word.lower() for word in re.findall(r"\w+", example.sentence)}
    assert words - sentence <= OTHER_WORDS.get(rule.id, set())


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_placeholders_have_their_words(rule: Rule, example: LabelledExample) -> None:
    extraction = example.extraction
    used = re.findall(r"QUANT_\w+", " ".join([extraction.relation, *extraction.arguments]))
    assert used == [quantity.id for quantity in extraction.quantities]
    assert extraction_from_json(extraction_to_json(extraction)) == extraction
    assert (extraction.attribution is None) or rule.label == "attribution"


def test_the_guideline_is_plain_json() -> None:
    shown = study_guideline().to_json()
    assert json.loads(json.dumps(shown)) == shown


def test_the_manual_shows_every_rule() -> None:
    lines = list(render_study_guideline())
    assert [line.split()[1] for line in lines if line.startswith("### ")] == list(RULES)
    rows = [line for line in lines if line.startswith("| ") and not line.startswith("| sentence")]
    assert len(rows) == len(EXAMPLES)
    assert any("QUANT_S_1 = More than forty" in row and "factuality (+, CT)" in row for row in rows)
    assert any("attribution (pilot, -, PS)" in row and "| correct |" in row for row in rows)


@pytest.mark.parametrize(
    ("rule", "sign", "known"),
    [
        ("F6", Sign.NEGATION, {*lexicon.NEGATIVE_PRONOUNS, "not", "no", "neither", "without", "no one", "fail to"}),
        ("F8", Sign.POSSIBILITY, {*lexicon.MODALS, *lexicon.POSSIBLE_ADVERBS, *lexicon.INTENTIONS}),
    ],
)
def test_the_words_that_rules_name_are_those_that_facet_p_reads(rule: str, sign: Sign, known: set[str]) -> None:
    named = set(re.findall(r"\*([^*]+)\*", study_guideline().rule(rule).text)) - {"Not only", "not just", "May"}
    assert known <= named
    verbs = lexicon.INTENTIONS | lexicon.POSSIBLE_ADJECTIVES
    for word in named:
        written = "going" if word == "go" else word
        said = worded_signs(["Ann", f"is {written} {'to' * (word in verbs)} sell", "jugs"])
        assert sign in said, word
