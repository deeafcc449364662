"""Suggested optional tokens: one table row or more for each rule, with what it must leave alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from karat.annotate.language import Analysis, Token, analyse
from karat.annotate.language.analysis import _tagger
from karat.annotate.language.parse import lay_over
from karat.annotate.language.suggestions import RULES, optional_chunks, suggest

ENGLISH = {
    "determiner": [
        ("The captain sold these boats to a friend .", "[The] captain sold [these] boats to [a] friend ."),
        ("He reads The Bergen Times twice a day .", "He reads The Bergen Times twice a day ."),
        ("They pay nine dollars an hour .", "They pay nine dollars an hour ."),
    ],
    "title": [
        ("Captain Mia Voss met Dr. Holm .", "[Captain] Mia Voss met [Dr.] Holm ."),
        ("The captain met her doctor .", "The captain met her doctor ."),
    ],
    "adjective": [
        ("It is an important harbour on a coastal road .", "It is an [important] harbour on a coastal road ."),
        ("It is the largest harbour .", "It is the largest harbour ."),
        ("The harbour is important .", "The harbour is important ."),
        ("She owns a very old boat .", "She owns a very old boat ."),
    ],
    "nationality": [
        ("Ida was a Danish painter .", "Ida was a [Danish] painter ."),
        ("She studied Danish law .", "She studied Danish law ."),
    ],
    "quantity": [
        ("Several boats sank .", "[Several] boats sank ."),
        ("Several of the boats sank .", "Several of the boats sank ."),
    ],
    "approximation": [
        ("She owns about 60 boats .", "She owns [about] 60 boats ."),
        ("She talks about boats .", "She talks about boats ."),
    ],
    "tense": [
        ("Mia has visited Oslo .", "Mia [has] visited Oslo ."),
        ("Mia will visit Oslo .", "Mia [will] visit Oslo ."),
        ("Mia has written a letter .", "Mia has written a letter ."),
        ("The boat has been painted .", "The boat has been painted ."),
        ("Mia has not visited Oslo .", "Mia has not visited Oslo ."),
        ("Mia has a boat .", "Mia has a boat ."),
    ],
    "adverb": [
        ("The boat was originally built in Oslo .", "The boat was [originally] built in Oslo ."),
        ("The boat was not built in Oslo .", "The boat was not built in Oslo ."),
        ("Ida , also known as Idar , sailed away .", "Ida , also known as Idar , sailed away ."),
    ],
    "mark": [("She lives in Oslo , Norway .", "She lives in Oslo [,] Norway .")],
    "verb phrase": [
        ("Mia continues to sail .", "Mia [continues to] sail ."),
        ("Mia went on to build boats .", "Mia [went on to] build boats ."),
        ("Mia wants to sail .", "Mia wants to sail ."),
    ],
    "parenthesis": [("Mia Voss ( born 1971 ) sails .", "Mia Voss [( born 1971 )] sails .")],
    "complement": [
        ("Ida is the mayor of Bergen .", "Ida is the mayor [of Bergen] ."),
        ("Ida sold part of Bergen .", "Ida sold part of Bergen ."),
    ],
    "adjunct": [
        ("A house with a garden is for sale .", "A house [with a garden] is for sale ."),
        ("Ida has an interest in music .", "Ida has an interest in music ."),
        ("Ida slept in a boat .", "Ida slept in a boat ."),
    ],
}

GERMAN = {
    "determiner": [
        ("Der Kapitän verkaufte diese alten Boote .", "[Der] Kapitän verkaufte [diese] alten Boote ."),
        ("Sie liest in Der Bote über Boote .", "Sie liest in Der Bote über Boote ."),
    ],
    "title": [
        ("Am Montag traf Professor Dr. Holm den Kapitän .", "Am Montag traf [Professor] [Dr.] Holm den Kapitän ."),
    ],
    "adjective": [
        ("Es ist ein wichtiger Hafen .", "Es ist ein [wichtiger] Hafen ."),
        ("Es ist der wichtigste Hafen .", "Es ist der wichtigste Hafen ."),
        ("Es ist ein staatlicher Hafen .", "Es ist ein staatlicher Hafen ."),
    ],
    "nationality": [
        ("Sie war eine dänische Malerin .", "Sie war eine [dänische] Malerin ."),
        ("Sie trank dänische Milch .", "Sie trank dänische Milch ."),
    ],
    "quantity": [("Mehrere Boote sanken .", "[Mehrere] Boote sanken .")],
    "approximation": [
        ("Sie besitzt etwa 60 Boote .", "Sie besitzt [etwa] 60 Boote ."),
        ("Sie sieht etwas im Hafen .", "Sie sieht etwas im Hafen ."),
    ],
    "parenthesis": [("Mia Voss ( geboren 1971 ) segelt .", "Mia Voss [( geboren 1971 )] segelt .")],
    "complement of a role": [
        ("Sie ist Direktor des neuen Museums .", "Sie ist Direktor [des neuen Museums] ."),
        ("Sie wurde Präsidentin von Norwegen .", "Sie wurde Präsidentin [von Norwegen] ."),
        ("Sie ist die Tochter des Kapitäns .", "Sie ist die Tochter des Kapitäns ."),
    ],
}

CHINESE = {
    "aspect": [("她 卖 了 船 。", "她 卖 [了] 船 。")],
    "tense": [("她 曾 担 任 船 长 。", "她 [曾] 担 任 船 长 。")],
    "approximation": [("她 有 约 六 十 本 书 。", "她 有 [约] 六 十 本 书 。")],
    "one with a measure word": [("她 是 一 名 画 家 。", "她 是 [一 名] 画 家 。")],
    "demonstrative": [("该 学 校 很 老 。", "[该] 学 校 很 老 。")],
    "title": [("王 芳 教 授 走 了 。", "王 芳 [教 授] 走 了 。")],
    "adjective": [("她 是 著 名 的 画 家 。", "她 是 [著 名 的] 画 家 。")],
    "modifier with 的": [
        ("她 参 观 了 奥 斯 陆 的 港 口 。", "她 参 观 了 [奥 斯 陆 的] 港 口 。"),
        ("她 喜 欢 在 北 京 的 学 校 。", "她 喜 欢 [在 北 京 的] 学 校 。"),
        ("她 参 观 位 于 河 边 的 学 校 。", "她 参 观 [位 于 河 边 的] 学 校 。"),
    ],
}

CASES = json.loads((Path(__file__).parents[3] / "web/fixtures/suggestions.json").read_text(encoding="utf-8"))
"""What applies to a slot; the page's own function is tested with the same cases."""

EXAMPLES = {"en": ENGLISH, "de": GERMAN, "zh": CHINESE}


@pytest.mark.parametrize(
    ("language", "rule", "text", "expected"),
    [
        pytest.param(language, rule, text, expected, id=f"{language} {rule}: {text}")
        for language, rules in EXAMPLES.items()
        for rule, examples in rules.items()
        for text, expected in examples
    ],
)
def test_a_rule_suggests(language: str, rule: str, text: str, expected: str) -> None:
    (found,) = [each for each in RULES[language] if each.name == rule]
    tokens = text.split()
    parse = lay_over(tokens, _tagger(language).tag([text])[0])
    assert parse is not None
    suggestions = suggest(parse, [found])
    chunks = [(number,) for number in suggestions.singles] + [numbers for numbers, _ in suggestions.groups]
    for numbers in chunks:
        tokens[numbers[0]] = f"[{tokens[numbers[0]]}"
        tokens[numbers[-1]] = f"{tokens[numbers[-1]]}]"
    assert " ".join(tokens) == expected


@pytest.mark.parametrize("language", RULES)
def test_every_rule_has_an_example(language: str) -> None:
    assert [rule.name for rule in RULES[language]] == [
        rule.name for rule in RULES[language] if rule.name in EXAMPLES[language]
    ]


def test_the_analysis_names_rule_and_section() -> None:
    (found,) = analyse(["Ida is the mayor of the Bergen Club ."], "en")
    assert (found.tokens[2].optional, found.tokens[2].why, found.tokens[2].group) == (True, "A.1.3 determiner", None)
    of, the, *_ = found.tokens[4:]
    assert found.groups == ((4, 5, 6, 7),)
    assert found.group_reasons == ("A.1.3 complement",)
    assert (of.optional, of.why, of.group) == (False, "A.1.3 complement", 0)
    assert (the.optional, the.why, the.group) == (True, "A.1.3 determiner", 0)


def _analysis(text: str, groups: tuple[tuple[int, ...], ...] = (), single: tuple[int, ...] = ()) -> Analysis:
    tokens = tuple(Token(word, 0, 0, space=True, optional=number in single) for number, word in enumerate(text.split()))
    return Analysis(tokens, groups)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_what_applies_to_a_slot(case: dict[str, Any]) -> None:
    analysis = _analysis(case["tokens"], tuple(map(tuple, case["groups"])), tuple(case["single"]))
    assert optional_chunks(analysis, case["slot"]) == list(map(tuple, case["chunks"]))
