from __future__ import annotations

from itertools import product

import pytest

from karat.errors import FormatError, FormatErrors, InputError
from karat.formats import Problems, format_named
from karat.formats.benchmarks.benchie_gold import read, render
from karat.model import Annotation, Chunk, Fact, Sentence, Slot, Synset

START = "sent_id:1\tAnn founded Bext .\n1--> Cluster 1:\nAnn --> founded --> Bext\n"


def slot(*words):
    return Slot(tuple(Chunk(word) for word in words))


FACT = Fact(slot("Ann"), slot("founded"), slot("Bext"))


def read_with_repairs(path):
    problems = Problems()
    annotations = list(read(path, problems=problems))
    return annotations, [(repair.line, repair.as_) for repair in problems.repairs]


def test_a_sentence_with_and_one_without_synsets(file):
    annotations, repairs = read_with_repairs(file(START + "\nsent_id:b7\tIt rained ."))
    assert annotations == [
        Annotation(Sentence("1", "Ann founded Bext ."), (Synset("1", (FACT,)),)),
        Annotation(Sentence("b7", "It rained ."), ()),
    ]
    assert repairs == []


@pytest.mark.parametrize(
    ("added", "synsets", "repairs"),
    [
        pytest.param("1-->Cluster 2:\n", ["1", "2"], [(4, "'1--> Cluster 2:'")], id="no space in the header"),
        pytest.param("1-> Cluster 2:\n", ["1", "2"], [(4, "'1--> Cluster 2:'")], id="one dash"),
        pytest.param("1--> Cluster 2\n", ["1", "2"], [(4, "'1--> Cluster 2:'")], id="no colon"),
        pytest.param("1--> Cluster 2: \n", ["1", "2"], [(4, "'1--> Cluster 2:'")], id="space behind"),
        pytest.param("19--> Cluster 2:\n", ["1", "2"], [(4, "'1--> Cluster 2:'")], id="another sentence's id"),
        pytest.param("19-> Cluster 2:\n", ["1", "2"], [(4, "'1--> Cluster 2:'")], id="both, reported once"),
        pytest.param("1--> Cluster 1:\n", ["1", "1.2"], [(4, "'1--> Cluster 1.2:'")], id="a number twice"),
        pytest.param("1 2 :\n", ["1"], [(4, "no header and no fact, left out")], id="a header without words"),
    ],
)
def test_damaged_headers(file, added, synsets, repairs):
    annotations, found = read_with_repairs(file(START + added + "Ann --> left --> Ulm\n"))
    assert [synset.id for synset in annotations[0].synsets] == synsets
    assert sum(len(synset.facts) for synset in annotations[0].synsets) == 2
    assert found == repairs


@pytest.mark.parametrize(
    ("line", "fact", "repair"),
    [
        pytest.param("Ann --> founded --> Bext ", FACT, None, id="spaces at the end are nobody's"),
        pytest.param(
            "Ann -->  founded --> Bext", Fact(slot("Ann"), slot("", "founded"), slot("Bext")), None, id="two spaces"
        ),
        pytest.param("Ann --> slept --> ", Fact(slot("Ann"), slot("slept"), Slot(())), None, id="empty object"),
        pytest.param("Ann-->founded --> Bext", FACT, "a triple whose arrows have spaces around them", id="no space"),
        pytest.param(
            "Ann --> said --> it made --> ink",
            Fact(slot("Ann"), slot("said"), slot("it", "made", "ink")),
            "a triple with the object 'it made ink'",
            id="four parts",
        ),
        pytest.param(
            "Lee] Ann --> founded --> Bext now]",
            FACT,
            "'Lee] Ann' without 'Lee]', whose bracket nothing opens; "
            "'Bext now]' without 'now]', whose bracket nothing opens",
            id="stray brackets in two slots, reported once",
        ),
    ],
)
def test_facts(file, line, fact, repair):
    annotations, repairs = read_with_repairs(file(START + line))
    assert annotations[0].synsets[0].facts[1:] == (fact,)
    assert repairs == ([(4, repair)] if repair else [])


def test_facts_before_the_first_header_are_left_out(file):
    annotations, repairs = read_with_repairs(
        file("sent_id:1\tAnn slept .\nAnn --> slept --> \nAnn --> is --> asleep\n")
    )
    assert annotations == [Annotation(Sentence("1", "Ann slept ."), ())]
    assert [line for line, _ in repairs] == [2, 3]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("", "expected at least one line, found an empty file", id="empty"),
        pytest.param("1--> Cluster 1:\n", ":1: expected sent_id:ID<TAB>sentence first, found", id="no sentence"),
        pytest.param("sent_id:1 Ann left .\n", ":1: expected sent_id:ID<TAB>sentence, found", id="no tab"),
        pytest.param(
            START + "Ann founded Bext\n", ":4: expected subject --> relation --> object, found", id="no arrow"
        ),
        pytest.param(START + "Ann --> left\n", ":4: expected subject --> relation --> object, found", id="one arrow"),
        pytest.param(
            START + "Ann --> left --> [the firm\n",
            ":4: expected a ']' that closes '[the firm', found '[the firm'",
            id="unbalanced bracket",
        ),
        pytest.param(
            START + "sent_id:1\tAgain .\n",
            ":4: expected a sentence id of its own, found '1', which line 1 has",
            id="id twice",
        ),
    ],
)
def test_bad_input(file, content, message):
    with pytest.raises(FormatError) as caught:
        list(read(file(content)))
    assert message in str(caught.value)


def test_all_wrong_lines_are_reported_together(file):
    with pytest.raises(FormatErrors) as caught:
        list(read(file(START + "no\nAnn --> left --> [\n")))
    assert [error.line for error in caught.value.errors] == [4, 5]


def test_writing_and_reading_again(file, tmp_path):
    text = START + "[a]  b[,] --> c [d  e] --> f]\n1-->Cluster 1:\n -->  --> \n\nsent_id:2\t It rained . \n"
    annotations, _ = read_with_repairs(file(text))
    format_named("benchie-gold").write(tmp_path / "again.txt", annotations)
    assert read_with_repairs(tmp_path / "again.txt") == (annotations, [])


@pytest.mark.parametrize("chunk", [Chunk("a]"), Chunk("a b"), Chunk("-->"), Chunk("a\nb", optional=True)], ids=repr)
def test_what_cannot_be_written(chunk):
    annotation = Annotation(Sentence("1", "x"), (Synset("1", (Fact(Slot((chunk,)), Slot(()), Slot(())),)),))
    with pytest.raises(InputError, match="benchie-gold cannot hold"):
        list(render([annotation]))


def expansions(slot):
    """All strings a slot stands for, one by one: only for counting."""
    optional = [index for index, chunk in enumerate(slot.chunks) if chunk.optional]
    for choice in product((True, False), repeat=len(optional)):
        absent = {index for index, present in zip(optional, choice, strict=True) if not present}
        yield " ".join(chunk.text for index, chunk in enumerate(slot.chunks) if index not in absent)


def totals(annotations):
    """Distinct extractions within each synset, as raw strings and with white space normalised."""
    raw = normalised = 0
    for annotation in annotations:
        for synset in annotation.synsets:
            strings = {triple for fact in synset.facts for triple in product(*map(set, map(expansions, fact)))}
            raw += len(strings)
            normalised += len({tuple(" ".join(text.split()) for text in triple) for triple in strings})
    return raw, normalised


ENGLISH = "benchie/gold/2_annotators/benchie_gold_annotations_en.txt"


@pytest.mark.published
@pytest.mark.parametrize(
    ("name", "sentences", "synsets", "facts", "strings", "lines"),
    [
        (ENGLISH, 300, 1350, 8150, (136_357, 136_221), [2331, 2812, 3640, 4762, 9176, 9177]),
        (
            "benchie/gold/benchie_gold_annotations_de.txt",
            300,
            1086,
            2446,
            (82_260, 81_742),
            [245, 246, 1519, 1520, 1521],
        ),
        ("benchie/gold/benchie_gold_annotations_zh.txt", 300, 994, 1368, (5_317, 5_317), [2080, 2851]),
        # 76,727 where the four-part row 2880 loses its last part, which we keep.
        (
            "benchie_fl/gold/benchie-annotated300.txt",
            300,
            1819,
            5642,
            (76_729, 76_726),
            [2697, 2880, 2971, *range(3189, 3193), 3385, 3796, 4660, *range(5400, 5408)],
        ),
        ("benchie_fl/gold/benchie-annotated50.txt", 50, 387, 1046, (7_281, 7_278), []),
        ("benchie_fl/data/wire57-annotated57.txt", 57, 450, 1658, (17_340, 17_337), [179, 182, 297, 418]),
        ("benchie_fl/data/assertion_benchie_form100.txt", 100, 167, 994, (7_022, 7_022), list(range(976, 988))),
    ],
)
def test_published_counts(data, tmp_path, name, sentences, synsets, facts, strings, lines):
    annotations, repairs = read_with_repairs(data / name)
    assert len(annotations) == sentences
    assert sum(len(annotation.synsets) for annotation in annotations) == synsets
    assert sum(len(synset.facts) for annotation in annotations for synset in annotation.synsets) == facts
    assert totals(annotations) == strings
    assert [line for line, _ in repairs] == lines
    format_named("benchie-gold").write(tmp_path / "again.txt", annotations)
    assert read_with_repairs(tmp_path / "again.txt") == (annotations, [])


@pytest.mark.published
def test_published_sentences_without_synsets(data):
    empty = [
        annotation.sentence.id for annotation in read(data / ENGLISH, problems=Problems()) if not annotation.synsets
    ]
    assert empty == ["170", "249", "259", "294"]
