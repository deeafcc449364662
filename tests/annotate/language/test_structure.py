"""Passives, pronouns, German verb order, clauses, conjunctions and Chinese noun phrases: one row or more a rule."""

from __future__ import annotations

import pytest

from karat.annotate.language import Analysis, analyse


def found_in(text: str, language: str) -> tuple[Analysis, list[str]]:
    (analysis,) = analyse([text], language)
    return analysis, [token.text for token in analysis.tokens]


@pytest.mark.parametrize(
    ("language", "text", "passives"),
    [
        ("en", "The boat was sold by Mia .", ["was | sold | by"]),
        ("en", "The boat has been sold .", ["has been | sold | -"]),
        ("en", "Tom bought a boat built by Mia .", [" | built | by"]),
        ("en", "Mia sold the boat by accident .", []),
        ("de", "Das Boot wurde 1967 von Mia verkauft .", ["wurde | verkauft | von"]),
        ("de", "Das Boot ist von Mia verkauft worden .", ["ist worden | verkauft | von"]),
        ("de", "Das Boot , das durch Mia verkauft wurde , sank .", ["wurde | verkauft | durch"]),
        ("de", "Mia wird das Boot verkaufen .", []),
        ("de", "Mia hat das Boot verkauft .", []),
        ("zh", "船 被 风 浪 打 翻 了 。", [" | 打 | 被"]),
        ("zh", "船 被 打 翻 了 。", ["被 | 打 | -"]),
        ("zh", "学 校 由 工 人 建 成 。", [" | 建 | 由"]),
        ("zh", "风 浪 打 翻 了 船 。", []),
    ],
)
def test_passives(language: str, text: str, passives: list[str]) -> None:
    analysis, words = found_in(text, language)
    assert [
        f"{' '.join(words[number] for number in passive.auxiliaries)} | {words[passive.verb]} | "
        f"{'-' if passive.by is None else words[passive.by]}"
        for passive in analysis.passives
    ] == passives


@pytest.mark.parametrize(
    ("language", "text", "coreferent"),
    [
        ("en", "Captain Mia Voss said that she had sold the boat .", ["she: Captain Mia Voss"]),
        ("en", "The old boat sank because its mast broke .", ["its: The old boat"]),
        ("en", "Two sailors left when they heard the news .", ["they: Two sailors"]),
        ("en", "Tom , who builds boats , lives in Oslo .", ["who: Tom"]),
        ("en", "She bought a boat which leaks .", ["which: a boat"]),
        ("en", "Captain Voss sold the boat after it leaked .", ["it: the boat"]),
        ("en", "Mia saw her .", []),
        ("de", "Mia kaufte ein Boot , das leckte .", ["das: ein Boot"]),
        ("de", "Der Kapitän sagte der Malerin , dass er segelt .", ["er: Der Kapitän"]),
        ("de", "Die Malerin malt mit ihrem Pinsel .", ["ihrem: Die Malerin"]),
        ("de", "Er segelt .", []),
        ("zh", "王 芳 买 了 书 ， 她 把 书 送 给 学 生 。", ["她: 王 芳"]),
        ("zh", "学 校 很 老 ， 它 在 河 边 。", ["它: 学 校"]),
    ],
)
def test_coreferent_pronouns(language: str, text: str, coreferent: list[str]) -> None:
    analysis, words = found_in(text, language)
    assert [
        f"{words[pair.pronoun]}: {' '.join(words[number] for number in pair.antecedent)}"
        for pair in analysis.coreferent
    ] == coreferent


@pytest.mark.parametrize(
    ("text", "order"),
    [
        pytest.param("Der Kapitän fuhr gestern ab .", ["A.3.1 fuhr ab"], id="particle"),
        pytest.param("Mia muss das Boot verkaufen .", ["A.3.2 muss verkaufen"], id="modal"),
        pytest.param("Mia hat das Boot verkauft .", ["A.3.2 hat verkauft"], id="perfect"),
        pytest.param("Mia wird das Boot verkaufen .", ["A.3.2 wird verkaufen"], id="future"),
        pytest.param("Das Boot wurde gestern verkauft .", ["A.3.3 wurde verkauft"], id="passive"),
        pytest.param(
            "Das Boot soll 1990 verkauft worden sein .", ["A.3.3 soll verkauft worden sein"], id="modal passive"
        ),
        pytest.param("Mia hat das Boot , das sie liebte , verkauft .", ["A.3.2 hat verkauft"], id="across a clause"),
        pytest.param("Mia fuhr nach Oslo und Tom kam an .", [], id="beside it already"),
        pytest.param("Mia fuhr nach Oslo und Tom kam gestern an .", ["A.3.1 kam an"], id="of the second clause"),
        pytest.param("Tom weiß , dass Mia das Boot verkauft hat .", [], id="verb at the end"),
    ],
)
def test_german_verb_order(text: str, order: list[str]) -> None:
    analysis, words = found_in(text, "de")
    assert [
        f"{each.rule} {words[each.finite]} {' '.join(words[number] for number in each.moved)}"
        for each in analysis.verb_order
    ] == order


@pytest.mark.parametrize(
    ("language", "text", "clauses"),
    [
        ("en", "Mia left because the boat leaked .", ["because the boat leaked"]),
        ("en", "Tom , who builds boats , lives in Oslo .", ["who builds boats"]),
        ("en", "Mia said that Tom left .", ["that Tom left"]),
        ("en", "Mia left and Tom stayed .", []),
        ("de", "Mia ging , weil das Boot leckte .", ["weil das Boot leckte"]),
        ("de", "Tom , der Boote baut , lebt in Oslo .", ["der Boote baut"]),
        ("de", "Weil es regnete , blieb Tom .", ["Weil es regnete"]),
        ("de", "Mia ging und Tom blieb .", []),
    ],
)
def test_subordinate_clauses(language: str, text: str, clauses: list[str]) -> None:
    analysis, words = found_in(text, language)
    assert [" ".join(words[first : last + 1]) for first, last in analysis.clauses] == clauses


@pytest.mark.parametrize(
    ("language", "text", "conjunctions"),
    [
        ("en", "Mia and Tom sail .", [1]),
        ("en", "Mia sang and danced .", []),
        ("de", "Mia kauft ein Haus und ein altes Boot .", [4]),
        ("de", "Mia kauft ein Haus und segelt .", []),
        ("zh", "船 长 和 水 手 获 救 。", [2]),
    ],
)
def test_conjunctions_between_noun_phrases(language: str, text: str, conjunctions: list[int]) -> None:
    analysis, _ = found_in(text, language)
    assert list(analysis.conjunctions) == conjunctions


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("她 参 观 了 奥 斯 陆 的 港 口 。", ["奥斯陆的港口"]),
        ("她 喜 欢 在 北 京 的 学 校 。", ["在北京的学校"]),
        ("她 喜 欢 学 校 。", []),
    ],
)
def test_chinese_noun_phrases_stay_whole(text: str, phrases: list[str]) -> None:
    analysis, words = found_in(text, "zh")
    assert ["".join(words[first : last + 1]) for first, last in analysis.noun_phrases] == phrases
