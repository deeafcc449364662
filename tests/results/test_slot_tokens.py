"""Outputs that are tokenised otherwise: their words become the tokens of the sentence, if in one way only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from detokenising import detokenised
from karat.benchmarks import benchmark_named, load_gold
from karat.benchmarks.gold import Gold
from karat.metrics.oie.benchie import FactGold
from karat.model import Annotation, Extraction, Row, Sentence
from karat.reports.tables.evaluation import tabulate_evaluation
from karat.results import Options, evaluate
from karat.results.output_statistics import OutputCounts
from karat.results.preparation import prepare_extractions
from karat.results.slot_tokens import Evidence, GoldTokens, SentenceTokens, find_divisions, spelling

FIRM = "Bext 's mill in Ulm , which `` did n't pay '' -LRB- its U.S.-based owner -RRB- , closed in 1898 ."


@pytest.mark.parametrize(
    ("slot", "divided"),
    [
        pytest.param("Bext 's mill", "Bext 's mill", id="tokens of the sentence stay"),
        pytest.param("Bext's mill", "Bext 's mill", id="a clitic"),
        pytest.param("didn't pay", "did n't pay", id="a negation"),
        pytest.param("has Bext's mill", "has Bext 's mill", id="an inserted word stays"),
        pytest.param("mill's owner", "mill 's owner", id="a clitic of another word: the only way to divide it"),
        pytest.param("Ulm, which", "Ulm , which", id="a comma inside a slot"),
        pytest.param("in 1898.", "in 1898", id="the full stop closes the sentence, not the fact"),
        pytest.param("in Ulm,", "in Ulm", id="so does a comma at the end of a slot"),
        pytest.param("in 1898 .", "in 1898 .", id="a full stop of its own stays"),
        pytest.param('"didn\'t pay"', "`` did n't pay ''", id="quotes are opening or closing by their place"),
        pytest.param('" did', "`` did", id="a quote by the word beside it"),
        pytest.param('"', '"', id="a quote alone could be either"),
        pytest.param("“did n’t pay”", "`` did n't pay ''", id="typographic quotes"),
        pytest.param("(its U.S.-based owner)", "-LRB- its U.S.-based owner -RRB-", id="brackets"),
        pytest.param("into", "into", id="two words do not make a third"),
        pytest.param("Bext´s", "Bext 's", id="another apostrophe"),
        pytest.param("1898's.", "1898 's", id="a clitic and a full stop"),
        pytest.param("wasn't", "wasn't", id="a word of which the sentence has only a part"),
        pytest.param("", "", id="nothing"),
        pytest.param("\u200b", "\u200b", id="no visible character"),
    ],
)
def test_a_slot_is_divided_as_its_sentence(slot: str, divided: str) -> None:
    assert SentenceTokens(tuple(FIRM.split())).divide(slot) == divided


@pytest.mark.parametrize(
    ("slot", "gold", "divided"),
    [
        pytest.param("Inc.", ["Inc ."], "Inc .", id="a gold slot ends in the mark, so it is kept"),
        pytest.param("Inc.", ["Inc"], "Inc", id="no gold slot does"),
        pytest.param("Inc.", ["Inc."], "Inc.", id="a word of the gold stays"),
    ],
)
def test_the_gold_decides_on_closing_marks(slot: str, gold: list[str], divided: str) -> None:
    tokens = SentenceTokens(("Ann", "left", "Inc", "."), lambda: [tuple(text.split()) for text in gold])
    assert tokens.divide(slot) == divided


@pytest.mark.parametrize(
    ("gold", "slot", "divided"),
    [
        pytest.param(["doesn't"], "does n't", "doesn't", id="joined as in the gold"),
        pytest.param([], "does n't", "doesn't", id="joined as in the sentence"),
        pytest.param(["does n't"], "does n't", "does n't", id="as the gold, unlike the sentence"),
        pytest.param(["doesn't", "does n't"], "does n't", "doesn't", id="the gold has both: as the sentence"),
        pytest.param(["work"], "work .", "work .", id="a gold word without the sentence's full stop"),
    ],
)
def test_the_gold_keeps_its_words(gold: list[str], slot: str, divided: str) -> None:
    """A sentence in running text, and a system that tokenises."""
    tokens = SentenceTokens(("Ann", "doesn't", "work."), lambda: [tuple(text.split()) for text in gold])
    assert tokens.divide(slot) == divided


@pytest.mark.parametrize(
    ("sentence", "slot"),
    [
        pytest.param("Ann was not able to sing .", "notable", id="letters: two words for one"),
        pytest.param("Ann is a notable singer .", "not able", id="letters: one word for two"),
        pytest.param("Bob ate an ice cream", "a nice cream", id="letters: another border"),
        pytest.param("We came to gether", "together", id="letters, even a spelling mistake"),
        pytest.param("They lost 5 10 times", "510", id="digits: two numbers for one"),
        pytest.param("They sold 510 jars", "5 10", id="digits: one number for two"),
        pytest.param("They sold 3 1.5 litre jars", "31.5", id="digits of a decimal"),
        pytest.param("1 000 men", "1000 men", id="digits: groups of three"),
        pytest.param("bullets of 3 .22 rifles", "3.22", id="a point that belongs to one number"),
        pytest.param("from 5 -10 degrees", "5-10", id="a sign that belongs to one number"),
        pytest.param("5 people ate 10 cakes .", "5.10", id="numbers and a mark from several places"),
        pytest.param("he and she / they or we", "and/or", id="words and a mark from several places"),
        pytest.param("a 5 km run", "5km", id="a digit and a letter"),
        pytest.param("B 12 is a vitamin", "B12", id="a letter and a digit"),
        pytest.param("die im Haus", "i m", id="a German contraction"),
        pytest.param("no\u200b table here", "notable", id="letters beside an invisible character"),
        pytest.param("कि ताब", "किताब", id="Hindi: a vowel sign is no mark"),
        pytest.param("아버지 가방에", "아버지가 방에", id="Korean has spaces"),
        pytest.param("我 有 5 10 个", "510 个", id="digits between East Asian characters"),
        pytest.param("It is its tail .", "it s", id="no clitic without an apostrophe"),
        pytest.param("Ann 's dog", "ann's", id="other letters"),
    ],
)
def test_words_and_numbers_stay(sentence: str, slot: str) -> None:
    """No two letters or digits are divided or joined, nor words from several places of the sentence."""
    assert SentenceTokens(tuple(sentence.split())).divide(slot) == slot


@pytest.mark.parametrize(
    ("sentence", "slot", "divided"),
    [
        pytest.param("他 在 1 9 4 7 年 去 世 。", "在1947年", "在 1 9 4 7 年", id="Chinese by characters: digits"),
        pytest.param("他 用 P C 机", "PC机", "P C 机", id="Chinese by characters: Latin letters"),
        pytest.param("They don't go", "do n't", "don't", id="a negation, joined"),
        pytest.param("They do n't go", "don ' t", "do n't", id="a negation, divided elsewhere"),
        pytest.param("You can not go", "cannot", "can not", id="cannot"),
        pytest.param("You Cannot go", "Can not", "Cannot", id="cannot, joined"),
        pytest.param("I 'm gon na go", "gonna", "gon na", id="gonna"),
        pytest.param("'T is late", "'Tis", "'T is", id="'tis"),
        pytest.param("the dogs ' tails", "dogs'", "dogs '", id="a plural's apostrophe"),
        pytest.param("O'Neill sang rock 'n' roll", "O ' Neill", "O'Neill", id="a name"),
        pytest.param("O'Neill sang rock 'n' roll", "rock ' n ' roll", "rock 'n' roll", id="apostrophes on both sides"),
        pytest.param("Dr. Agan left", "Dr . Agan", "Dr. Agan", id="an abbreviation"),
        pytest.param("Dr. Agan left", "Dr.Agan", "Dr. Agan", id="a space forgotten"),
        pytest.param("the U.S.-based firm", "U . S . - based firm", "U.S.-based firm", id="points and a hyphen"),
        pytest.param("the group - based plan", "group-based plan", "group - based plan", id="a hyphen, divided"),
        pytest.param("a 1.5 litre jar", "1 . 5 litre", "1.5 litre", id="a decimal"),
        pytest.param("a 1.5 litre jar", "1 .5 litre", "1.5 litre", id="a decimal, its point with one side"),
        pytest.param("a 1 . 5 litre jar", "1.5", "1 . 5", id="a decimal, divided"),
        pytest.param("May 1 , 1898", "May 1,1898", "May 1 , 1898", id="a date with a comma"),
        pytest.param("on 2019-10-12 he", "2019 - 10 - 12", "2019-10-12", id="a date with hyphens"),
        pytest.param("on 12/10/2019 he", "12 / 10 / 2019", "12/10/2019", id="a date with slashes"),
        pytest.param("$ 5 , that is 5 % , more", "$5", "$ 5", id="a currency"),
        pytest.param("$ 5 , that is 5 % , more", "5%", "5 %", id="per cent"),
        pytest.param("x² + 1", "x²+1", "x² + 1", id="a formula"),
        pytest.param(
            "see https://a-b.org/x_y?q=1 now",
            "https : / / a - b . org / x _ y ? q = 1",
            "https://a-b.org/x_y?q=1",
            id="an address",
        ),
        pytest.param("mail a.b@c.de now", "a . b @ c . de", "a.b@c.de", id="an e-mail address"),
        pytest.param("AT&T and C++", "AT & T and C + +", "AT&T and C++", id="names with marks"),
        pytest.param("so good 😀 !", "good😀", "good 😀", id="an emoji"),
        pytest.param("so good😀!", "good 😀 !", "good😀!", id="an emoji, joined"),
        pytest.param("l' homme vient", "l'homme", "l' homme", id="French"),
        pytest.param("aujourd'hui il y a", "aujourd ' hui", "aujourd'hui", id="French, joined"),
        pytest.param("a -t-il vu ?", "a-t-il vu", "a -t-il vu", id="French with hyphens"),
        pytest.param("Geht 's gut ?", "Geht's", "Geht 's", id="German"),
        pytest.param("der 20-jährige Mann", "20 - jährige", "20-jährige", id="German, joined"),
        pytest.param("Nord- und Südsee", "Nord - und", "Nord- und", id="German, a half of a compound"),
        pytest.param("iPhone 在 北京 大学", "iPhone在北京大学", "iPhone 在 北京 大学", id="Chinese"),
        pytest.param("在 北京大学 里", "北京 大学", "北京大学", id="Chinese, joined"),
        pytest.param("ฉัน กิน ข้าว", "ฉันกินข้าว", "ฉัน กิน ข้าว", id="Thai"),
        pytest.param("`` yes '' he said", "` ` yes ' '", "`` yes ''", id="quotes of two characters"),
        pytest.param("wait -- what ...", "wait - - what . . .", "wait -- what ...", id="a dash and dots"),
        pytest.param("-LRB- in Ulm -RRB-", "- LRB - in Ulm - RRB -", "-LRB- in Ulm -RRB-", id="codes of brackets"),
        pytest.param("wait ... what .", "wait . . . what .", "wait . . . what .", id="dots that are tokens, too"),
    ],
)
def test_marks_and_clitics_are_as_in_the_sentence(sentence: str, slot: str, divided: str) -> None:
    assert SentenceTokens(tuple(sentence.split())).divide(slot) == divided


PIECES = st.sampled_from(["no", "not", "n't", "able", "do", "table", "a", "1", "15", ".", ",", "-", "'", "1.5", "a-b"])


@given(st.lists(PIECES, min_size=1, max_size=8), st.lists(PIECES, max_size=2), st.data())
def test_no_letters_or_digits_are_divided_or_joined(
    sentence: list[str], others: list[str], data: st.DataObject
) -> None:
    """The characters stay, and where borders do not, there is a mark or the clitic that the test names."""
    characters = "".join(sentence + others)
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(characters) - 1)))))
    words = [text for start, end in zip([0, *cuts], [*cuts, None], strict=True) if (text := characters[start:end])]
    tokens = SentenceTokens(tuple(sentence))
    divided = tokens.divide(" ".join(words)).split()
    if set(words) <= set(sentence):
        assert divided == words
    assert tokens.divide(" ".join(sentence)) == " ".join(sentence)
    before, after = ("".join(map(spelling, side)) for side in (words, divided))
    closing = before.removeprefix(after)
    assert before == after + closing
    assert re.fullmatch("[.,]?", closing)
    borders = [set(accumulate(len(spelling(word)) for word in side)) for side in (words, divided)]
    for place in (borders[0] ^ borders[1]) & set(range(1, len(after))):
        beside = before[place - 1 : place + 1]
        assert not beside.isalnum() or before[place:].startswith("n't")


@pytest.mark.parametrize(
    ("slot", "divided"),
    [
        pytest.param("长江", "长 江", id="characters side by side"),
        pytest.param("注入东海", "注 入 东 海", id="a longer run"),
        pytest.param("江注入", "江 注 入", id="characters with others between them"),
        pytest.param("长河", "长河", id="a character that the sentence has not"),
    ],
)
def test_chinese_without_spaces(slot: str, divided: str) -> None:
    tokens = SentenceTokens(tuple("长江流经武汉，在上海注入东海。"))
    assert tokens.divide(slot) == divided


def test_a_word_with_two_divisions_stays() -> None:
    assert SentenceTokens(("a-", "b", "a", "-b", "c")).divide("a-b") == "a-b"
    assert SentenceTokens(("a", "-b", "c")).divide("a-b") == "a -b"


def perfect(gold: Gold) -> list[Row]:
    """The first pattern of every synset, with all optional words."""
    return [
        Row(
            Extraction(" ".join(fact.relation.words), (" ".join(fact.subject.words), " ".join(fact.object.words))),
            facts.sentence.id,
        )
        for facts in gold.facts
        if facts is not None
        for synset in facts.annotation.synsets
        for fact in synset.facts[:1]
    ]


def in_running_text(rows: Iterable[Row], gold: Gold) -> list[Row]:
    """Detokenise, and leave the closing mark of the sentence at its last word."""
    last = {sentence.id: sentence.tokens[-2] for sentence in gold.sentences}
    marks = {sentence.id: sentence.tokens[-1] for sentence in gold.sentences}
    found = []
    for row in rows:
        assert row.extraction is not None
        assert row.sentence_id is not None
        extraction = row.extraction
        arguments = tuple(
            f"{argument} {marks[row.sentence_id]}" if argument.split()[-1] == last[row.sentence_id] else argument
            for argument in extraction.arguments
        )
        found.append(Row(detokenised(Extraction(extraction.relation, arguments)), row.sentence_id))
    return found


@pytest.mark.parametrize(
    ("benchmark", "explicit_only", "exact"),
    [
        pytest.param("karat-sample", False, 60 / 91, id="31 of 91 facts end in the sentence's last word"),
        pytest.param("karat-sample", True, 2 * 60 / (60 + 91), id="without explicit-only's 31 implicit ones"),
        pytest.param("karat-sample-de", False, 19 / 24, id="German"),
        pytest.param("karat-sample-de", True, 2 * 19 / (19 + 24), id="German, explicit only"),
    ],
)
def test_a_perfect_output_in_running_text_is_perfect(benchmark: str, explicit_only: bool, exact: float) -> None:
    gold = load_gold(benchmark_named(benchmark))
    rows = in_running_text(perfect(gold), gold)
    aligned = Options(explicit_only=explicit_only)
    as_written = Options(explicit_only=explicit_only, tokens="exact")
    assert evaluate({"mine": rows}, gold=gold, options=aligned, resampling=None)["mine"].f1.value == 1
    before = evaluate({"mine": rows}, gold=gold, options=as_written, resampling=None)["mine"]
    assert before.f1.value == pytest.approx(exact)


def test_chinese_output_without_spaces_is_perfect() -> None:
    gold = load_gold(benchmark_named("karat-sample-zh"))
    glued = []
    for row in perfect(gold):
        assert row.extraction is not None
        subject, relation, object_ = ("".join(slot.split()) for slot in row.extraction.triple)
        glued.append(Row(Extraction(relation, (subject, object_)), row.sentence_id))
    assert evaluate({"mine": glued}, gold=gold, resampling=None)["mine"].f1.value == 1


GOLD = """sent_id:1\tAnn did n't found Bext in 1898 .
1--> Cluster 1:
Ann --> did n't found --> Bext
1--> Cluster 2:
Ann --> did n't found Bext in --> 1898
"""


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.txt"
    path.write_text(GOLD, encoding="utf-8")
    return path


def output(folder: Path, text: str) -> Path:
    path = folder / "mine.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_was_divided_is_counted_and_signed(gold: Path, tmp_path: Path) -> None:
    mine = output(tmp_path, "1\tAnn\tdidn't found\tBext\n1\tAnn\tdidn't found Bext in\t1898.\n")
    found = evaluate(mine, gold=gold, resampling=None)["mine"]
    assert found.f1.value == 1
    assert list(map(str, found.notes)) == ["2 extractions with words written or divided as in their sentence"]
    assert "|tokens:aligned|" in found.first.signature


def test_exact_tokens_are_compared_as_they_are(gold: Path, tmp_path: Path) -> None:
    mine = output(tmp_path, "1\tAnn\tdidn't found\tBext\n")
    found = evaluate(mine, gold=gold, options=Options(tokens="exact"), resampling=None)["mine"]
    assert found.f1.value == 0
    assert list(map(str, found.notes)) == ["0 of 1 extraction has credit by benchie, whose F1 is 0"]
    assert "|tokens:exact|" in found.first.signature


def test_the_odd_word_of_a_tokenised_output_stays(gold: Path, tmp_path: Path) -> None:
    """Two slots are divided as the sentence, one is not: the output is tokenised, and is scored as published."""
    rows = "1\tAnn\tdid n't found\tBext\n1\tAnn\tdid n't\tfound\n1\tAnn\tdidn't found Bext in\t1898\n"
    found = evaluate(output(tmp_path, rows), gold=gold, resampling=None)["mine"]
    assert (found.precision.value, found.recall.value, found.notes) == (1 / 3, 1 / 2, ())
    assert "tokens" not in found.first.signature


SALES = """sent_id:1\tDr. Agan sold the U.S.-based firm for $ 1.5 million .
1--> Cluster 1:
Dr. Agan --> sold --> the U.S.-based firm
1--> Cluster 2:
Dr. Agan --> sold the U.S.-based firm for --> $ 1.5 million
"""
FINER = """1\tDr . Agan\tsold\tthe U . S . - based firm
1\tDr . Agan\tsold the U . S . - based firm for\t$ 1 . 5 million
"""


def test_finer_tokens_are_joined_counted_and_signed(tmp_path: Path) -> None:
    """The remarks are those of the console, for a table of several systems, too."""
    gold = tmp_path / "gold.txt"
    gold.write_text(SALES, encoding="utf-8")
    mine = output(tmp_path, FINER)
    other = tmp_path / "other.tsv"
    other.write_text("1\tDr. Agan\tsold\tthe U.S.-based firm\n", encoding="utf-8")
    evaluation = evaluate([mine, other], gold=gold, resampling=None)
    assert evaluation["mine"].f1.value == 1
    assert evaluation.remarks() == ["mine: 2 extractions with words written or divided as in their sentence"]
    assert ["|tokens:aligned|" in system.first.signature for system in evaluation] == [True, False]
    exact = evaluate(mine, gold=gold, options=Options(tokens="exact"), resampling=None)["mine"]
    assert exact.f1.value == 0


def test_the_odd_finer_word_stays(tmp_path: Path) -> None:
    """One mark is a word of its own, three are within words, as in the sentence: the output is scored as published."""
    gold = tmp_path / "gold.txt"
    gold.write_text(SALES, encoding="utf-8")
    found = evaluate(output(tmp_path, "1\tDr . Agan\tsold\tthe U.S.-based firm\n"), gold=gold, resampling=None)["mine"]
    assert found.f1.value == 0
    assert "tokens" not in found.first.signature


@pytest.mark.parametrize(
    ("evidence", "divided"),
    [
        pytest.param(Evidence(), False, id="no difference"),
        pytest.param(Evidence(unlike=3, tokenised=2), True, id="running text"),
        pytest.param(Evidence(unlike=2, tokenised=2), False, id="tokenised as the sentence"),
        pytest.param(Evidence(tokenised=9, joined=4, compound=3), True, id="tokenised more finely"),
        pytest.param(Evidence(tokenised=9, joined=3, compound=3), False, id="the odd finer word"),
        pytest.param(Evidence(1, 1, 1, 1) + Evidence(2, 1, 0, 0), True, id="parts of running text"),
    ],
)
def test_the_whole_output_decides(evidence: Evidence, divided: bool) -> None:
    assert evidence.divided == divided


def test_a_tokenised_output_is_signed_as_before(gold: Path, tmp_path: Path) -> None:
    found = evaluate(output(tmp_path, "1\tAnn\tdid n't found\tBext\n"), gold=gold, resampling=None)["mine"]
    assert "tokens" not in found.first.signature


def test_the_table_shows_how_each_output_was_read(gold: Path) -> None:
    sentence = "Ann did n't found Bext in 1898 ."
    outputs = {
        "tokenised": [(sentence, "Ann", "did n't found", "Bext")],
        "running": [(sentence, "Ann", "didn't found", "Bext")],
    }
    found = evaluate(outputs, gold=gold, options=Options(facets=("default",)), resampling=None)
    assert ["tokens:aligned" in signature for signature in tabulate_evaluation(found).signatures] == [False, True]


@pytest.mark.parametrize(
    ("slot", "respelled"),
    [
        pytest.param("Bext ’s ink", "Bext 's ink", id="a typographic apostrophe"),
        pytest.param("1898–1901", "1898-1901", id="an en dash"),
        pytest.param("cafe\N{COMBINING ACUTE ACCENT}", "café", id="a letter in two parts"),
        pytest.param("Bext's ink", "Bext's ink", id="glued words are not divided here"),
        pytest.param("-LRB-", "-LRB-", id="a code of treebanks stays"),
        pytest.param("’tis", "’tis", id="no such token"),
    ],
)
def test_respelled(slot: str, respelled: str) -> None:
    tokens = SentenceTokens(("Bext", "'s", "ink", "(", "1898-1901", ")", "is", "in", "the", "café", "."))
    assert tokens.respell(slot) == respelled


def test_tokenised_output_with_typographic_apostrophes(tmp_path: Path) -> None:
    """Its marks are words of their own, so that nothing is divided; but its apostrophes are the sentences'."""
    subjects = [f"Bext 's ink , glue and paper number {number}" for number in range(5)]
    gold = {f"{subject} are good .": [(subject, "are", "good")] for subject in subjects}
    mine = {f"{subject} are good .": [(subject.replace("'", "’"), "are", "good")] for subject in subjects}
    evaluation = evaluate({"mine": mine}, gold=gold, resampling=None)
    assert evaluation["mine"].f1.value == 1
    assert "tokens:aligned" in evaluation["mine"].first.signature


TEXT = "Bext 's ink , which did n't dry , is “ in ” Ulm ."
SLOTS = st.lists(
    st.sampled_from([*TEXT.split(), "didn't", "dry,", "Ulm.", "Bext’s", "’s", "in Ulm", "\u3000", ""]), max_size=5
).flatmap(lambda words: st.sampled_from([" ", "  ", "\n"]).map(lambda space: space.join(words)))
EXTRACTIONS = st.lists(st.builds(Extraction, SLOTS, st.lists(SLOTS, max_size=3).map(tuple)), max_size=5)


@given(EXTRACTIONS, st.booleans())
def test_words_are_counted_slot_by_slot(extractions: list[Extraction], divided: bool) -> None:
    """What is found out about all words of an extraction at once is what its slots say one by one."""
    sentence = Sentence("1", TEXT)
    gold = Gold("own", (sentence,), (FactGold(Annotation(sentence, ())),), (None,), ())
    marks = {"'s", ",", "n't", "“", "”", ".", "’s"}
    slots = [slot for extraction in extractions for slot in (extraction.relation, *extraction.arguments)]
    tokens = SentenceTokens(sentence.tokens)
    divisions = find_divisions([extractions], GoldTokens(gold))
    assert divisions.evidence.tokenised == sum(not marks.isdisjoint(slot.split()) for slot in slots)
    assert divisions.evidence.unlike == sum(tokens.respell(slot) != tokens.divide(slot) for slot in slots)
    assert divisions.evidence.joined == 0
    prepared = prepare_extractions([extractions], gold, Options(), divided=divided)
    change = tokens.divide if divided else tokens.respell
    assert prepared.extractions == [
        [Extraction(change(each.relation), tuple(map(change, each.arguments))) for each in extractions]
    ]
    assert prepared.output == OutputCounts.of(prepared.extractions)


def test_an_output_that_divides_only_at_hyphens_is_told_so() -> None:
    """Published outputs are so, and stay; a note says what their facts may be lost to."""
    text = "The group-based plan of Dr. Bo of the U.S. failed ."
    gold = [(text, "The group-based plan", "failed", "of Dr. Bo of the U.S.")]
    mine = [(text, "The group - based plan", "failed", "of Dr. Bo of the U.S.")]
    (system,) = evaluate({"mine": mine}, gold=gold, resampling=None)
    assert system.f1.value == 0
    assert "1 mark inside words of the sentence (group - based), left as they are" in map(str, system.notes)
