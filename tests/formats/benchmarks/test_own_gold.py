"""Gold of one's own: written by hand, in JSON, or made of triples."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.errors import FormatError, FormatErrors, InputError
from karat.formats import format_named, guess, read_rows, read_synsets
from karat.formats.text.slots import render_fact
from karat.formats.triples_as_gold import facts_of_triples
from karat.model import Annotation, Extraction, Row, Sentence, Synset, TupleAnnotation

ANN = "Ann founded Bext ."


def shown(annotations):
    """Each sentence's id, and its facts with their wordings."""
    return {
        annotation.sentence.id: [[render_fact(fact) for fact in synset.facts] for synset in annotation.synsets]
        for annotation in annotations
    }


def test_paragraphs_are_facts_and_lines_their_wordings(file):
    path = file(
        f"# a comment\nsentence 1: {ANN}\n\n  Ann --> founded --> Bext\n# between\nBext --> founded by --> Ann\n\n\n"
        "Ann --> is --> [a] founder\nsentence b.2: It rained .\n"
    )
    assert guess(path).name == "gold-text"
    assert shown(read_synsets(path)) == {
        "1": [["Ann --> founded --> Bext", "Bext --> founded by --> Ann"], ["Ann --> is --> [a] founder"]],
        "b.2": [],
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            f"# a\nsentence 1: {ANN}\nsentence 2: x\n",
            "gold.txt: expected facts below the sentences, each written as subject --> relation --> object, "
            "found 2 sentences without any",
            id="not filled in",
        ),
        pytest.param(
            f"sentence 1: {ANN}\nAnn founded Bext\nAnn --> founded --> Bext\n",
            "gold.txt:2: expected subject --> relation --> object, found 'Ann founded Bext'",
            id="no arrows",
        ),
        pytest.param(
            f"sentence 1: {ANN}\nAnn --> founded --> Bext\nsentence 1: {ANN}\n",
            "gold.txt:3: expected a sentence id of its own, found '1', which line 1 has",
            id="an id twice",
        ),
        pytest.param(
            "sentence 1: x\na --> b --> c [d\n",
            "gold.txt:2: expected a ']' that closes '[d', found 'c [d'",
            id="bracket",
        ),
    ],
)
def test_gold_by_hand_that_cannot_be_read(file, text, message):
    path = file(text, "gold.txt")
    with pytest.raises((FormatError, FormatErrors)) as caught:
        list(read_synsets(path))
    assert str(caught.value) == f"{path.parent}/{message}"


def test_a_fact_before_the_first_sentence(file):
    path = file(f"a --> b --> c\nsentence 1: {ANN}\na --> b --> c\n", "gold.txt")
    with pytest.raises(
        FormatError, match="expected a line `sentence ID: text` before its facts, found 'a --> b --> c'"
    ):
        list(read_synsets(path, "gold-text"))


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        (Annotation(Sentence("a b", "x"), ()), "expected no spaces, found 'a b'"),
        (Annotation(Sentence("1", "x\ny"), ()), "cannot hold a line break"),
        (Annotation(Sentence("1", "x"), (Synset("1", ()),)), "a fact without a wording"),
    ],
)
def test_gold_that_text_cannot_hold(tmp_path, annotation, message):
    with pytest.raises(InputError, match=message):
        format_named("gold-text").write(tmp_path / "gold.txt", [annotation])


def test_variants_in_json(file):
    path = file(
        '[{"sentence": "Ann founded Bext .", "facts": [{"variants": [["Ann", "[has] founded", "Bext"],\n'
        ' {"subject": "Bext", "relation": "founded by", "object": "Ann"}]}, ["Ann", "is", "founder"]]},\n'
        ' {"id": 7, "sentence": "It rained .", "facts": []}]',
        "gold.json",
    )
    assert guess(path).name == "json-facts"
    assert shown(read_synsets(path)) == {
        "1": [["Ann --> [has] founded --> Bext", "Bext --> founded by --> Ann"], ["Ann --> is --> founder"]],
        "7": [],
    }


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ('{"variants": []}', "expected at least one variant in facts[0], found none"),
        ('{"variants": [["a", "b"]]}', 'expected a list of 3 texts in facts[0].variants[0], found ["a", "b"]'),
        ('{"variants": [{"subject": "a"}]}', "expected the keys subject, relation, object in facts[0].variants[0]"),
        ('{"varants": [], "variants": []}', "expected the keys variants, id in facts[0], found 'varants'"),
        ('{"variants": [["a", "b", "[c"]]}', "expected a ']' that closes '[c' in facts[0].variants[0], found '[c'"),
    ],
)
def test_bad_variants(file, fact, message):
    with pytest.raises(FormatError) as caught:
        list(read_synsets(file(f'{{"sentence": "x", "facts": [{fact}]}}\n', "gold.jsonl"), "json-facts"))
    assert message in str(caught.value)


def triple(sentence: str | None, *parts: str, id: str | None = None, synset: str = "") -> Row:
    subject, relation, *others = parts
    other = (("synset", synset),) if synset else ()
    return Row(Extraction(relation, (subject, *others), other=other), id, sentence, line=3)


def test_each_triple_is_a_fact():
    rows = [
        triple(ANN, "Ann", "founded", "Bext"),
        triple(ANN, "Ann", "founded", "Bext"),
        triple("Ann  founded Bext .", "Ann", "[is] founder of", "Bext"),
        Row(None, sentence="It rained ."),
    ]
    made = facts_of_triples(rows, Path("mine.csv"))
    assert shown(made.annotations) == {
        "1": [["Ann --> founded --> Bext"], ["Ann --> [is] founder of --> Bext"]],
        "2": [],
    }
    assert [f"{count} {what}" for what, count in made.notes] == [
        "2 gold triples; each triple is its own fact",
        "1 gold triples left out: an equal one of the same sentence came before",
    ]


@pytest.mark.parametrize("id", ["Ann left Ulm .", "安娜离开乌尔姆", ""])
def test_a_sentence_in_the_place_of_an_id_is_no_id(id):
    with pytest.raises(FormatError, match="expected the text of the sentence in each row of gold, found only its id"):
        facts_of_triples([triple(None, "a", "b", "c", id=id)], Path("mine.csv"), texts=False)


def test_rows_of_one_synset_are_wordings_of_one_fact(file):
    path = file(f"text,s,p,o,Group\n{ANN},Ann,founded,Bext,x\n{ANN},Ann,is,founder,y\n{ANN},Bext,founded by,Ann,x\n")
    made = facts_of_triples(read_rows(path), path)
    assert shown(made.annotations) == {
        "1": [["Ann --> founded --> Bext", "Bext --> founded by --> Ann"], ["Ann --> is --> founder"]]
    }
    assert made.notes == ()


@pytest.mark.parametrize(
    "format", [pytest.param(None, id="guessed"), pytest.param("json-facts", id="named: json-facts")]
)
def test_a_list_of_triples_in_the_place_of_one_is_the_wordings_of_a_fact(file, format):
    wordings = '[["Ann", "founded", "Bext"], {"subject": "Bext", "relation": "founded by", "object": "Ann"}]'
    single = '[["Ann", "is", "founder"]]'
    path = file(
        f'{{"sentence": "{ANN}", "facts": [{wordings}, {single}, ["Bext", "is", "new"]]}}\n'
        f'{{"sentence": "Bo slept .", "facts": [{single}]}}\n',
        "gold.jsonl",
    )
    items = read_rows(path) if format is None else None
    annotations = read_synsets(path, format) if items is None else facts_of_triples(items, path).annotations
    assert shown(annotations) == {
        "1": [
            ["Ann --> founded --> Bext", "Bext --> founded by --> Ann"],
            ["Ann --> is --> founder"],
            ["Bext --> is --> new"],
        ],
        "2": [["Ann --> is --> founder"]],
    }


def test_tuples_of_other_gold():
    gold = [TupleAnnotation(Sentence("5", ANN), (Extraction("founded", ("Ann", "Bext", "once")),))]
    assert shown(facts_of_triples(gold, Path("gold.tsv")).annotations) == {"5": [["Ann --> founded --> Bext once"]]}


WORDINGS = '{"sentence": …, "facts": [{"variants": [[…, …, …], […, …, …]]}]}'


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        pytest.param(
            "gold.jsonl",
            f'{{"sentence": "{ANN}", "triples": [{{"subject": "Ann", "subject_aliases": ["Ann Doe"], '
            '"relation": "founded", "object": "Bext"}]}\n',
            "subject_aliases",
            id="of the subject",
        ),
        pytest.param(
            "gold.jsonl",
            f'{{"sentence": "{ANN}", "head": "Ann", "type": "founded", "tail": "Bext", "tailAliases": "Bext Inc"}}\n',
            "tailAliases",
            id="of the tail",
        ),
        pytest.param(
            "gold.jsonl",
            f'{{"sentence": "{ANN}", "aliases": {{"Ann": ["Ann Doe"]}}, "triples": [["Ann", "founded", "Bext"]]}}\n',
            "aliases",
            id="of the sentence",
        ),
        pytest.param(
            "gold.jsonl",
            f'{{"sentence": "{ANN}", "subject": {{"name": "Ann", "aliases": ["Ann Doe"]}}, "relation": "founded", '
            '"object": "Bext"}\n',
            "subject.aliases",
            id="in the subject",
        ),
        pytest.param(
            "gold.csv",
            f"sentence,subject,relation,relation_aliases,object\n{ANN},Ann,founded,began,Bext\n",
            "relation_aliases",
            id="in a table",
        ),
        pytest.param(
            "gold.jsonl",
            f'{{"sentence": "{ANN}", "facts": [{{"variants": [{{"subject": "Ann", "relation": "founded", '
            '"object": "Bext", "object_aliases": ["Bext Inc"]}]}]}\n',
            "object_aliases",
            id="in a variant",
        ),
    ],
)
def test_aliases_are_refused(file, name, text, key):
    path = file(text, name)
    message = (
        rf"expected triples with one wording of each part.*, found '{key}'; write wordings of one fact of gold as "
    )
    with pytest.raises(FormatError, match=message) as caught:
        list(read_synsets(path)) if "variants" in text else facts_of_triples(read_rows(path), path)
    assert str(caught.value).endswith(WORDINGS)


def test_aliases_of_a_system_and_empty_ones_change_nothing(file):
    text = f'{{"sentence": "{ANN}", "s": "Ann", "p": "founded", "o": "Bext", "s_aliases": %s}}\n'
    (row,) = read_rows(file(text % '["Ann Doe"]'))
    assert row.extraction.triple == ("Ann", "founded", "Bext")
    empty = file(text % "[]", "gold.jsonl")
    assert shown(facts_of_triples(read_rows(empty), empty).annotations) == {"1": [["Ann --> founded --> Bext"]]}


def test_one_text_with_two_ids_is_two_sentences():
    rows = [triple(ANN, "Ann", "founded", "Bext", id="a"), triple(ANN, "Ann", "founded", "Bext", id="b")]
    rows += [triple(ANN, "Ann", "is", "founder")]  # without an id, the first one is meant
    made = facts_of_triples(rows, Path("mine.csv"))
    assert shown(made.annotations) == {
        "a": [["Ann --> founded --> Bext"], ["Ann --> is --> founder"]],
        "b": [["Ann --> founded --> Bext"]],
    }
    assert {annotation.sentence.text for annotation in made.annotations} == {ANN}
    assert made.notes[1:] == (
        ("sentences with the text of an earlier one, which gets all extractions that have no id", 1),
    )


def test_ids_alone_name_sentences_where_no_text_is_needed():
    rows = [triple(None, "Ann", "left", "Ulm", id="a"), Row(None, "b"), triple("Cy left .", "Cy", "left", id="c")]
    made = facts_of_triples([*rows, triple("It rained .", "It", "rained", id="a")], Path("mine.csv"), texts=False)
    texts = {annotation.sentence.id: annotation.sentence.text for annotation in made.annotations}
    assert texts == {"a": "It rained .", "b": "", "c": "Cy left ."}
    without = "sentences with an id but no text, so words are compared as they are written"
    assert made.notes[1:] == ((without, 1),)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            [triple(None, "a", "b", "c", id="1")],
            "mine.csv:3: expected the text of the sentence in each row of gold, found",
        ),
        (
            [triple("x", "a", "b", "c", id="1"), triple("y", "a", "b", id="1")],
            "expected one sentence for each id, found",
        ),
        (
            [triple("x", "a", "b", "c", id="1"), triple("y", "a", "b", "c", id="2"), triple("x", "a", "b", id="2")],
            "mine.csv:3: expected one sentence for each id, found another with '2': 'x'",
        ),
        (
            [triple("x", "a", "b", str(id), id=str(id)) for id in range(3)],
            "mine.csv:3: expected the id '0', as above, found '1' for the same sentence; ids are those of sentences",
        ),
        ([triple("x", "a", "b", "c"), triple("x", "a", "b", id="2")], "expected no id for this sentence, as above"),
        ([triple("x", "a", "b", "c]d [e")], "mine.csv:3: expected a ']' that closes '[e'"),
        ([Row(None, "1", "x")], "mine.csv: expected gold: synsets, tuples, cliques or triples, found none"),
    ],
)
def test_triples_that_are_no_gold(rows, message):
    with pytest.raises(FormatError) as caught:
        facts_of_triples(rows, Path("mine.csv"))
    assert message in str(caught.value)
