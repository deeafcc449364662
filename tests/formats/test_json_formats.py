"""The JSON outputs of extraction systems and language models, and gold in JSON."""

from __future__ import annotations

import json

import pytest

from karat.errors import FormatError, InputError
from karat.formats import Problems, format_named
from karat.formats.benchmarks.wire57 import by_extractor
from karat.formats.json.values import keys
from karat.model import Extraction, Polarity, Row, Sentence, TupleAnnotation


def items(name, path, problems=None):
    return list(format_named(name).read(path, problems=problems))


def triple(*parts, **more):
    subject, relation, *others = parts
    return Extraction(relation, (subject, *others), **more)


ANN = triple("Ann", "left", "Ulm")
FACT = '{"subject": "Ann", "predicate": "left", "object": "Ulm"}'
ARG = '{"text": "Ann", "offsets": [[0]]}'


def openie5(**more):
    part = {"text": "Ann"}
    extraction = {"arg1": part, "rel": part, "arg2s": [], **more}
    return json.dumps([{"confidence": 0.5, "sentence": "Go !", "extraction": extraction}])


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        pytest.param(
            "minie-json", f'{{"facts": [{FACT}]}}\n{{"facts": []}}\n', [Row(ANN), Row(None)], id="minie: lines"
        ),
        pytest.param("minie-json", f'[\n{{"facts": [{FACT}]}}\n]', [Row(ANN)], id="minie: one list"),
        pytest.param(
            "minie-json",
            '{"facts": [{"subject": "It", "predicate": "snows", "object": ""}]}',
            [Row(triple("It", "snows"))],
            id="minie: two parts have an empty object",
        ),
        pytest.param(
            "corenlp-json",
            '{"sentences": [{"index": 0, "openie": [], "tokens": [{"word": "Go", "characterOffsetBegin": 7, '
            '"characterOffsetEnd": 9}, {"word": "!", "characterOffsetBegin": 9}, {"word": "Now"}]}, {"openie": '
            '[{"subject": "Ann", "relation": "left", "object": "Ulm", "x": 1}]}]}',
            [Row(None, sentence="Go! Now"), Row(triple("Ann", "left", "Ulm", other=(("x", "1"),)))],
            id="corenlp: tokens with and without offsets, no tokens",
        ),
        pytest.param(
            "corenlp-json",
            '{"docId": "d", "corefs": {}, "sentences": [{"openie": [{"subject": "Ann", "relation": "left", "object": '
            '"Ulm"}], "tokens": [{"word": "-LRB-", "originalText": "(", "characterOffsetBegin": 0, '
            '"characterOffsetEnd": 1}, {"word": "Ann", "characterOffsetBegin": 1}]}]}',
            [Row(triple("Ann", "left", "Ulm", other=(("tokens", '["(", "Ann"]'), ("docId", "d"))), sentence="(Ann")],
            id="corenlp: the tokens that spans count, and the document",
        ),
        pytest.param(
            "openie5-json",
            openie5(arg2s=[{"text": "x", "offsets": [[0, 1]]}], context={"text": "so"}, negated=True, passive=False)
            + "\n[]\n",
            [
                Row(
                    triple(
                        "Ann",
                        "Ann",
                        "x",
                        confidence=0.5,
                        context="so",
                        polarity=Polarity.NEGATIVE,
                        other=(("arg2.offsets", "[[0, 1]]"), ("passive", "false")),
                    ),
                    sentence="Go !",
                ),
                Row(None),
            ],
            id="openie5",
        ),
        pytest.param(
            "allennlp-json",
            '{"words": ["It", "has", "rained", "now"], "verbs": [{"verb": "rained", "tags": '
            '["B-ARG1", "B-AV", "B-V", "B-ARGM-TMP"]}], "loss": 0.5}',
            [
                Row(
                    triple(
                        "It",
                        "has rained",
                        "now",
                        spans=(((1, 2), (2, 3)), ((0, 1),), ((3, 4),)),
                        other=(("role", "ARG1"), ("role", "ARGM-TMP"), ("verb", "rained"), ("loss", "0.5")),
                    ),
                    sentence="It has rained now",
                )
            ],
            id="allennlp-json",
        ),
        pytest.param(
            "graphene-json",
            '{"coreferenced": true, "sentences": [{"originalSentence": "Go !", "extractions": []}, '
            '{"originalSentence": "A", "extractions": '
            '[{"id": "e", "confidence": 0.5, "contextLayer": 1, "relation": "left", "arg1": "Ann", "arg2": "Ulm", '
            '"linkedContexts": [{"targetID": "f", "classification": "CAUSE"}]}]}]}',
            [
                Row(None, sentence="Go !"),
                Row(
                    triple(
                        "Ann",
                        "left",
                        "Ulm",
                        confidence=0.5,
                        other=(("id", "e"), ("layer", "1"), ("L:CAUSE", "f"), ("coreferenced", "true")),
                    ),
                    sentence="A",
                ),
            ],
            id="graphene-json",
        ),
        pytest.param(
            "langchain-json",
            '{"nodes": [{"id": "Ann", "type": "Person", "properties": {"age": 7}}], "relationships": [{"source": '
            '{"id": "Ann"}, "target": "Ulm", "type": "left", "properties": {}}], "source": {"page_content": "Go !", '
            '"metadata": {"page": 1}}}\n{"nodes": [], "relationships": []}\n',
            [
                Row(
                    triple(
                        "Ann",
                        "left",
                        "Ulm",
                        other=(
                            ("source.type", "Person"),
                            ("source.properties", '{"age": 7}'),
                            ("properties", "{}"),
                            ("metadata", '{"page": 1}'),
                        ),
                    ),
                    sentence="Go !",
                ),
                Row(None),
            ],
            id="langchain-json",
        ),
        pytest.param(
            "kg-gen",
            '{"entities": ["Ann", "Ulm"], "edges": ["left"], "relations": [["Ann", "left", "Ulm"]], "entity_clusters": '
            '{"Ann": ["Ann", "she"]}, "edge_clusters": null, "entity_metadata": {"Ulm": ["city"]}, "relation_scores": '
            '{"Ann||left||Ulm": 0.5}}\n{"entities": [], "edges": [], "relations": []}',
            [
                Row(
                    triple(
                        "Ann",
                        "left",
                        "Ulm",
                        confidence=0.5,
                        other=(("subject_cluster", '["Ann", "she"]'), ("object_metadata", '["city"]')),
                    )
                ),
                Row(None),
            ],
            id="kg-gen",
        ),
        pytest.param("json-triples", '["Ann", "left", "Ulm"]\n', [Row(ANN)], id="json-triples: a list"),
        pytest.param(
            "json-triples",
            '[["Ann", "left", "Ulm"], ["Ann", "left"]]',
            [Row(ANN), Row(triple("Ann", "left"))],
            id="json-triples: lists",
        ),
        pytest.param(
            "json-triples", '[[["Ann", "left", "Ulm"]], []]', [Row(ANN), Row(None)], id="json-triples: answers"
        ),
        pytest.param(
            "json-triples",
            '[{"head": "Ann", "type": "left", "tail": "Ulm", "score": 0.5, "why": ["x"]}]',
            [Row(triple("Ann", "left", "Ulm", confidence=0.5, other=(("why", '["x"]'),)))],
            id="json-triples: objects",
        ),
        pytest.param(
            "json-triples",
            '{"text": "Go !", "id": 7, "triplets": [{"s": "Ann", "p": "left", "o": "Ulm"}], "model": "m"}\n'
            '{"subject": "Ann", "relation": "left", "object": "Ulm", "sentence": "Ho !"}\n',
            [
                Row(triple("Ann", "left", "Ulm", other=(("model", "m"),)), "7", "Go !"),
                Row(ANN, sentence="Ho !"),
            ],
            id="json-triples: with sentences",
        ),
        pytest.param(
            "json-triples",
            '[["Ann", "born in", 1999], {"s": "Ann", "p": "weighs", "o": 61.5}]',
            [Row(triple("Ann", "born in", "1999")), Row(triple("Ann", "weighs", "61.5"))],
            id="json-triples: numbers",
        ),
        pytest.param(
            "json-triples",
            '{"sentence": "Go !", "text": "Go and come !", "sentence_id": "a", "id": 7, "triples": '
            '[["Ann", "left", "Ulm"], {"s": "Ann", "p": "left", "o": "Ulm", "sentence": "Ho !", "id": "a"}]}',
            [
                Row(triple("Ann", "left", "Ulm", other=(("text", "Go and come !"), ("id", "7"))), "a", "Go !"),
                Row(
                    triple("Ann", "left", "Ulm", other=(("sentence", "Ho !"), ("text", "Go and come !"), ("id", "7"))),
                    "a",
                    "Go !",
                ),
            ],
            id="json-triples: the same said twice, and otherwise",
        ),
        pytest.param(
            "wire57",
            '{"A 1": [{"arg1": "Ann", "rel": "left", "arg2": "Ulm", "arg3+": ["now"], "extractor": "x", "score": -2}], '
            '"A 2": []}',
            [Row(triple("Ann", "left", "Ulm", "now", confidence=-2.0, other=(("extractor", "x"),)), "A 1")],
            id="wire57",
        ),
    ],
)
def test_what_a_file_says(file, name, text, expected):
    assert items(name, file(text)) == expected


def test_gold_of_wire57(file):
    path = file(
        '{"D": [{"id": "A 1", "sent": "Go!", "tokens": ["Go", "!"], "tuples": [{"attrib/spec?": "", "arg1": {"text": '
        '"[you]", "words_indexes": ["inf"]}, "rel": {"text": "go"}, "arg2": {"text": ""}, '
        '"arg3+": [{"text": "now"}]}]}]}'
    )
    other = (("attrib/spec?", ""), ("arg1.words_indexes", '["inf"]'), ("document", "D"), ("tokens", '["Go", "!"]'))
    expected = TupleAnnotation(Sentence("A 1", "Go!"), (triple("[you]", "go", "", "now", other=other),))
    assert items("wire57-gold", path) == [expected]


def test_gold_of_docoie(file):
    path = file(
        '{"D": {"Go!": {"triple_gold": [{"sub": "you", "rel": "go", "obj": ""}]}}, "E": {"Ho!": {"triple_gold": []}}}'
    )
    assert items("docoie-json", path) == [
        TupleAnnotation(Sentence("1", "Go!"), (triple("you", "go", "", other=(("document", "D"),)),)),
        TupleAnnotation(Sentence("2", "Ho!"), ()),
    ]


def test_gold_of_re_oie2016(file):
    path = file(
        '{"Go now": [{"arg0": "you", "arg0_index": [0, 0], "pred": "<be> go", "pred_index": [-2, 0, 0], "temp": "now", '
        '"temp_index": [1, 1], "context": "so", "context_index": [2, 3], "arg1": "", "arg1_index": []}]}'
    )
    other = (("role", "arg0"), ("role", "temp"), ("pred_index", "[-2, 0, 0]"), ("context_index", "[2, 3]"))
    expected = triple("you", "<be> go", "now", context="so", spans=(None, ((0, 1),), ((1, 2),)), other=other)
    assert items("re-oie2016", path) == [TupleAnnotation(Sentence("1", "Go now"), (expected,))]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        pytest.param(
            "minie-json",
            '{"facts": [}',
            "txt:1: expected JSON, found expecting value at character 12 in facts[0]",
            id="no JSON",
        ),
        pytest.param(
            "json-triples",
            '\n\n[["a", "b", "c"],\n\n]',
            "txt:5: expected JSON, found expecting value at character 1 in [1]",
            id="no JSON, on a line below blank ones",
        ),
        pytest.param("minie-json", '{"facts": []}\n{"facts"\n', ":2: expected JSON", id="a line that is no JSON"),
        pytest.param(
            "minie-json",
            '{"facts": [], "facts": []}',
            "expected each key of an object once, found 'facts' again",
            id="a key twice",
        ),
        pytest.param("minie-json", '{"facts": [NaN]}', "expected a finite number in facts[0], found NaN", id="NaN"),
        pytest.param("minie-json", f"[{'9' * 5000}]", "expected JSON", id="more digits than Python reads"),
        pytest.param("minie-json", "[" * 100_000, "nested too deep", id="too deep"),
        pytest.param(
            "minie-json", '{"facts": [{"subject": "a"}]}', "the key 'predicate' in facts[0]", id="minie: a key"
        ),
        pytest.param("minie-json", '{"fact": []}', "expected the keys facts, found 'fact'", id="minie: another key"),
        pytest.param(
            "corenlp-json", '{"sentences": [{"index": 0}]}', "expected the key 'openie'", id="corenlp: no openie"
        ),
        pytest.param(
            "corenlp-json",
            '{"sentences": [{"openie": [{"subject": "a", "relation": "b", "object": "c", "relationSpan": 1}]}]}',
            "expected a list of 2 whole numbers",
            id="corenlp: span",
        ),
        pytest.param("openie5-json", '[{"confidence": "x"}]', "expected the key 'extraction'", id="openie5: a key"),
        pytest.param("openie5-json", openie5(negated="no"), "expected true or false", id="openie5: negated"),
        pytest.param(
            "allennlp-json", '{"words": ["a"], "verbs": [{"tags": []}]}', "expected a list of 1 texts", id="tags"
        ),
        pytest.param(
            "allennlp-json", '{"words": ["a"], "verbs": [{"tags": ["O"]}]}', "expected a tag B-V", id="no verb"
        ),
        pytest.param(
            "allennlp-json", '{"words": ["a"], "verbs": [{"tags": ["x"]}]}', "tags such as B-ARG0", id="a tag"
        ),
        pytest.param(
            "graphene-json", '{"sentences": [{}]}', "expected the key 'originalSentence'", id="graphene: a key"
        ),
        pytest.param("langchain-json", '{"nodes": []}', "expected the key 'relationships'", id="langchain: a key"),
        pytest.param(
            "langchain-json", '{"nodes": [{"id": []}], "relationships": []}', "a text or a number", id="an id"
        ),
        pytest.param("kg-gen", '{"relations": [["a", "b"]]}', "expected a list of 3 texts", id="kg-gen: a pair"),
        pytest.param("kg-gen", '{"relations": [], "more": 1}', "expected the keys entities, edges", id="kg-gen: a key"),
        pytest.param("kg-gen", '{"relations": [], "entity_clusters": []}', "expected an object", id="kg-gen: clusters"),
        pytest.param("json-triples", '["a"]', "expected a triple", id="json-triples: one text"),
        pytest.param(
            "json-triples",
            '[{"subject": "a"}]',
            "expected a relation (relation, predicate, rel, p …) at $[0], found the keys subject",
            id="json-triples: no relation",
        ),
        pytest.param("json-triples", '{"triples": [7]}', "expected a triple", id="json-triples: a number"),
        pytest.param("json-triples", '{"triples": {}}', "expected at least one extraction", id="json-triples: no list"),
        pytest.param("wire57", '{"A": [{"rel": "x"}]}', "expected the key 'arg1'", id="wire57: a key"),
        pytest.param("wire57-gold", '{"A": [{"id": "x"}]}', "expected the key 'sent'", id="wire57-gold: a key"),
        pytest.param("wire57-gold", "[]", "expected a JSON object", id="wire57-gold: a list"),
        pytest.param("docoie-json", '{"A": {"B": {"x": 1}}}', "expected the keys triple_gold", id="docoie: a key"),
        pytest.param("docoie-json", '{"A": []}', "expected a JSON object", id="docoie: a list"),
        pytest.param("re-oie2016", '{"A": [{"arg0": "x"}]}', "expected the key 'pred'", id="re-oie2016: a key"),
    ],
)
def test_a_wrong_file(file, name, text, message):
    with pytest.raises(FormatError) as caught:
        items(name, file(text))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "note"),
    [
        pytest.param(
            "langchain-json", '{"nodes": [{"id": "a"}], "relationships": []}', "1 nodes without a rel", id="a node"
        ),
        pytest.param(
            "kg-gen", '{"entities": ["b", "a"], "relations": []}', "2 entities without a relation (a, b)", id="two"
        ),
    ],
)
def test_what_is_left_out_is_reported(file, name, text, note):
    problems = Problems()
    assert items(name, file(text), problems) == [Row(None)]
    assert note in str(problems.repairs[0])


def test_the_keys_of_a_head_are_those_of_objects_only():
    assert keys(['{"a": ["b", "c\\": d"], "e" :', ' {"a": 1, "f": "\\\\"}}']) == ["a", "e", "f"]
    assert keys(['no JSON: "a": 1']) == []
    assert keys(['{"' + "a" * 30_000 + '": 1}']) == []


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        pytest.param(
            TupleAnnotation(Sentence("1", "a"), (triple(*"abcdefg"),)), "holds 4 arguments", id="six arguments"
        ),
        pytest.param(
            TupleAnnotation(Sentence("1", "twice"), ()), "cannot hold a sentence twice", id="a sentence twice"
        ),
    ],
)
def test_gold_that_re_oie2016_cannot_hold(annotation, message):
    with pytest.raises(InputError, match=message):
        list(format_named("re-oie2016").render([TupleAnnotation(Sentence("0", "twice"), ()), annotation]))


@pytest.mark.published
@pytest.mark.parametrize("path", ["Re-OIE2016.json", "Re-OIE2016-Binary.json"])
def test_nothing_of_the_real_re_oie2016_is_lost(data, path):
    whole = data / "re_oie2016" / path
    found = items("re-oie2016", whole)
    assert (len(found), sum(len(each.extractions) for each in found)) == (595, 1_508)
    written = "\n".join(format_named("re-oie2016").render(found))
    assert json.loads(written) == json.loads(whole.read_text(encoding="utf-8"))


@pytest.mark.published
def test_the_real_wire57(data):
    gold = items("wire57-gold", data / "wire57/WiRe57_343-manual-oie.json")
    assert (len(gold), sum(len(each.extractions) for each in gold)) == (57, 343)
    path = data / "wire57/WiRe57_extractions_by_ollie_clausie_openie_stanford_minie_reverb_props-export.json"
    found = items("wire57", path)
    counts = {"stanford": 371, "minie": 252, "clausie": 223, "props": 184, "ollie": 145, "openie": 101, "reverb": 79}
    assert {name: len(list(by_extractor(iter(found), name))) for name in counts} == counts
    assert len(found) == sum(counts.values())
    assert {row.sentence_id for row in found} <= {each.sentence.id for each in gold}


@pytest.mark.published
@pytest.mark.parametrize(("part", "count"), [("healthcare", 921), ("transportation", 1_202)])
def test_the_real_docoie(data, part, count):
    found = items("docoie-json", data / f"docoie/data_evaluation/DocOIE_{part}_eval_gold.json")
    assert (len(found), sum(len(each.extractions) for each in found)) == (400, count)
    assert len({name for each in found for one in each.extractions for _, name in one.other}) == 40
