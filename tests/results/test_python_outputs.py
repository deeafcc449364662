"""Outputs and gold given as Python objects: every shape reads as the same extractions, or says what is taken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import attrs
import pandas as pd
import pydantic
import pytest

import karat
from karat.errors import InputError
from karat.model import Annotation, Chunk, Extraction, Fact, Row, Sentence, Slot, Synset, TupleAnnotation
from karat.results.buckets import LENGTH, by_sentence

OSLO = "Ann moved to Oslo ."
CAFE = "Bob owns a café in Bern ."
GOLD = {
    OSLO: [("Ann", "moved to", "Oslo")],
    CAFE: [[("Bob", "owns", "[a] café"), ("Bob", "owns", "[a] café in Bern")], ("[a] café", "in", "Bern")],
}
COLUMNS = {
    "sentence": [OSLO, CAFE, CAFE],
    "subject": ["Ann", "Bob", "Bob"],
    "relation": ["moved to", "owns", "runs"],
    "object": ["Oslo", "a café", "a bar"],
    "confidence": [0.9, 0.8, 0.1],
}
RECORDS = [dict(zip(COLUMNS, values, strict=True)) for values in zip(*COLUMNS.values(), strict=True)]
TUPLES = [tuple(record.values()) for record in RECORDS]
TRIPLES = {OSLO: [TUPLES[0][1:]], CAFE: [each[1:] for each in TUPLES[1:]]}
ROWS = [
    Row(Extraction(each["relation"], (each["subject"], each["object"]), each["confidence"]), None, each["sentence"])
    for each in RECORDS
]


class Named(NamedTuple):
    sentence: str
    subject: str
    relation: str
    object: str
    confidence: float


@dataclass
class Data:
    text: str
    head: str
    rel: str
    tail: str
    score: float


@attrs.define
class Attributes:
    sentence: str
    arg1: str
    predicate: str
    arg2: str
    confidence: float


class Triple(pydantic.BaseModel):
    subject: str
    relation: str
    object: str
    confidence: float = 1.0


class Answer(pydantic.BaseModel):
    triples: list[Triple]


ANSWERS = {
    sentence: Answer(triples=[Triple(subject=s, relation=r, object=o, confidence=c) for s, r, o, c in triples])
    for sentence, triples in TRIPLES.items()
}


def yielded() -> Iterator[tuple[Any, ...]]:
    yield from TUPLES


def with_ids(frame: pd.DataFrame) -> pd.DataFrame:
    return frame.drop(columns="sentence").assign(sent_id=[1, 2, 2])


SHAPES: dict[str, Any] = {
    "tuples": TUPLES,
    "lists": [list(each) for each in TUPLES],
    "a generator": yielded(),
    "tuples without confidences": [each[:4] for each in TUPLES],
    "tuples with ids": [(1 if each[0] == OSLO else 2, *each[1:]) for each in TUPLES],
    "tuples with ids as texts": [("1" if each[0] == OSLO else "2", *each[1:]) for each in TUPLES],
    "dictionaries": RECORDS,
    "dictionaries with other names": [
        {"Sentence ID": 1 if sentence == OSLO else 2, "Head": s, "Predicate": r, "Tail": o, "Score": str(c)}
        for sentence, s, r, o, c in TUPLES
    ],
    "dictionaries with arguments": [
        {"sentence": sentence, "arguments": [s, o], "relation": r} for sentence, s, r, o, _ in TUPLES
    ],
    "dictionaries of sentences": [{"text": sentence, "triples": triples} for sentence, triples in TRIPLES.items()],
    "one dictionary": {"sentence": CAFE, "facts": TRIPLES[CAFE]},
    "columns": COLUMNS,
    "named tuples": [Named(*each) for each in TUPLES],
    "dataclasses": [Data(*each) for each in TUPLES],
    "attrs": [Attributes(*each) for each in TUPLES],
    "pydantic in pairs": list(ANSWERS.items()),
    "pydantic in a mapping": ANSWERS,
    "lists of pydantic": {sentence: answer.triples for sentence, answer in ANSWERS.items()},
    "pairs": list(TRIPLES.items()),
    "pairs with ids": list(enumerate(TRIPLES.values(), 1)),
    "id, sentence, triples": [("1", OSLO, TRIPLES[OSLO]), ("2", CAFE, TRIPLES[CAFE])],
    "pairs of sentences": [(Sentence("1", OSLO), TRIPLES[OSLO]), (Sentence("2", CAFE), TRIPLES[CAFE])],
    "sentence to triples": TRIPLES,
    "id to triples": {1: TRIPLES[OSLO], 2: TRIPLES[CAFE]},
    "sentence to extractions": {
        OSLO: [ROWS[0].extraction],
        CAFE: [ROWS[1].extraction, ROWS[2].extraction],
    },
    "rows": ROWS,
    "pandas": pd.DataFrame(COLUMNS),
    "pandas with ids": with_ids(pd.DataFrame(COLUMNS)),
    "pandas without names": pd.DataFrame(TUPLES),
    "pandas with a missing value": pd.concat(
        [with_ids(pd.DataFrame(COLUMNS)), pd.DataFrame({"sent_id": [None, 2.0]})[1:]]
    ),
}
NO_OSLO = {"one dictionary"}


def slot(text: str) -> Slot:
    return Slot(tuple(map(Chunk, text.split())))


def polars_frame() -> Any:
    polars = pytest.importorskip("polars")
    return polars.DataFrame(COLUMNS)


@pytest.mark.parametrize("shape", [*SHAPES, "polars"])
def test_every_shape_reads_alike(shape: str) -> None:
    output = polars_frame() if shape == "polars" else SHAPES[shape]
    evaluation = karat.evaluate(output, gold=GOLD)
    (system,) = evaluation
    assert system.name == "output"
    found = system.first.counts["matched"], system.first.counts["spurious"], system.first.counts["missed"]
    assert found == ((1, 1, 2) if shape in NO_OSLO else (2, 1, 1))


@pytest.mark.parametrize(
    ("shape", "confidence"),
    [("tuples", 0.9), ("dictionaries with other names", 0.9), ("dictionaries with arguments", 1)],
)
def test_confidences_are_kept(shape: str, confidence: float) -> None:
    assert karat.evaluate(SHAPES[shape], gold=GOLD)["output"].verdicts[0].extraction.confidence == confidence


def test_systems_are_named_by_a_mapping(tmp_path: Path) -> None:
    (tmp_path / "file.tsv").write_text(f"{OSLO}\t1\tmoved to\tAnn\tOslo\n")
    systems = {
        "tuples": TUPLES,
        "mapping": TRIPLES,
        "frame": pd.DataFrame(COLUMNS),
        "file": tmp_path / "file.tsv",
        "nothing": [],
        "generator": yielded(),
    }
    evaluation = karat.evaluate(systems, gold=GOLD)
    assert [(system.name, system.extractions) for system in evaluation] == [
        ("tuples", 3),
        ("mapping", 3),
        ("frame", 3),
        ("file", 1),
        ("nothing", 0),
        ("generator", 3),
    ]


def test_a_column_can_name_the_systems() -> None:
    frame = pd.DataFrame(COLUMNS).assign(system=["a", "a", "b"])
    assert [(system.name, system.extractions) for system in karat.evaluate(frame, gold=GOLD)] == [("a", 2), ("b", 1)]


def test_more_than_two_arguments() -> None:
    sentence = "Ann moved to Oslo in May ."
    gold = [(sentence, "Ann", "moved to", "Oslo in May")]
    for output in (
        [(sentence, "Ann", "moved to", "Oslo", "in May", 0.5)],
        [{"sentence": sentence, "arg1": "Ann", "rel": "moved to", "arg2": "Oslo", "arg3": "in May"}],
    ):
        assert karat.evaluate(output, gold=gold)["output"].f1.value == 1


@pytest.mark.parametrize(
    ("gold", "measured"),
    [
        pytest.param([(OSLO, "Ann", "moved to", "Oslo")], {"benchie", "carb"}, id="a tuple is a fact"),
        pytest.param({OSLO: [["Ann", "moved to", "Oslo"]]}, {"benchie", "carb"}, id="a list of texts is a triple"),
        pytest.param({OSLO: [[("Ann", "moved to", "Oslo"), ("Ann", "went to", "Oslo")]]}, {"benchie"}, id="variants"),
        pytest.param({OSLO: [("Ann", "moved [to]", "Oslo")]}, {"benchie"}, id="optional words"),
        pytest.param(
            [TupleAnnotation(Sentence("s", OSLO), (Extraction("moved to", ("Ann", "Oslo")),))],
            {"benchie", "carb"},
            id="tuples as read from a file",
        ),
        pytest.param(
            [Annotation(Sentence("s", OSLO), (Synset("1", (Fact(*map(slot, ("Ann", "moved to", "Oslo"))),)),))],
            {"benchie", "carb"},
            id="synsets as read from a file",
        ),
        pytest.param(
            pd.DataFrame(
                {
                    "id": [7, 7],
                    "sentence": [OSLO] * 2,
                    "synset": ["a", "a"],
                    "subject": ["Ann"] * 2,
                    "relation": ["moved to", "went to"],
                    "object": ["Oslo"] * 2,
                }
            ),
            {"benchie"},
            id="a table with a synset column",
        ),
    ],
)
def test_gold_as_objects(gold: Any, measured: set[str]) -> None:
    (system,) = karat.evaluate([(OSLO, "Ann", "moved to", "Oslo")], gold=gold)
    assert {measurement.metric for measurement in system.measurements} == measured
    assert (system.f1.value, system.first.counts["missed"]) == (1, 0)


MOVED, WENT, LEFT = ("Ann", "moved to", "Oslo"), ("Ann", "went to", "Oslo"), ("Ann", "left", "Bern")
TWICE = [(OSLO, *MOVED), (OSLO, *MOVED), (OSLO, *LEFT)]
HEADER = ("sentence", "subject", "relation", "object", "group")
GROUPED = [(OSLO, *MOVED, 1), (OSLO, *WENT, 1), (OSLO, *LEFT, 2)]
LISTS = [[MOVED, WENT], [MOVED], LEFT]
VARIANTS = [
    {"variants": [MOVED, {"subject": "Ann", "relation": "went to", "object": "[to] Oslo"}]},
    {"id": 7, "variants": [LEFT]},
]
BY_ID = {"t1": [MOVED, LEFT], "t2": [("Bob", "owns", "a café")]}
SAME_TEXT = [{"id": id, "sentence": OSLO, "triples": [MOVED, LEFT]} for id in "ab"]
FOUND = {OSLO: [WENT]}
NAMED_PARTS = {"head": "Ann", "type": "moved to", "tail": "Oslo"}


@pytest.mark.parametrize(
    ("gold", "in_file", "output", "recall"),
    [
        pytest.param(TWICE, [HEADER[:4], *TWICE], TWICE[:1], 1 / 2, id="a triple twice"),
        pytest.param(
            pd.DataFrame(TWICE, columns=HEADER[:4]), [HEADER[:4], *TWICE], TWICE[:1], 1 / 2, id="twice in a frame"
        ),
        pytest.param({OSLO: [MOVED, MOVED, LEFT]}, {OSLO: [MOVED, MOVED, LEFT]}, TWICE[:1], 1 / 2, id="in a mapping"),
        pytest.param(
            pd.DataFrame(GROUPED, columns=HEADER), [HEADER, *GROUPED], FOUND, 1 / 2, id="wordings by a column"
        ),
        pytest.param(
            [dict(zip(HEADER, row, strict=True)) for row in GROUPED],
            [dict(zip(HEADER, row, strict=True)) for row in GROUPED],
            FOUND,
            1 / 2,
            id="wordings by a key",
        ),
        pytest.param({OSLO: LISTS}, {OSLO: LISTS}, FOUND, 1 / 2, id="wordings in lists"),
        pytest.param(
            {OSLO: {"facts": VARIANTS}}, [{"sentence": OSLO, "facts": VARIANTS}], FOUND, 1 / 2, id="variants by a text"
        ),
        pytest.param(
            [{"sentence": OSLO, "facts": VARIANTS}],
            [{"sentence": OSLO, "facts": VARIANTS}],
            FOUND,
            1 / 2,
            id="variants in a record",
        ),
        pytest.param(
            {OSLO: [*VARIANTS, LEFT]},
            [{"sentence": OSLO, "facts": [*VARIANTS, LEFT]}],
            FOUND,
            1 / 3,
            id="variants: each fact counts",
        ),
        pytest.param(
            {"t1": {"facts": VARIANTS}},
            [{"id": "t1", "facts": VARIANTS}],
            {"t1": [WENT]},
            1 / 2,
            id="variants by an id",
        ),
        pytest.param(BY_ID, BY_ID, {"t1": [MOVED], "t2": [MOVED]}, 1 / 3, id="ids without texts"),
        pytest.param(SAME_TEXT, SAME_TEXT, {"a": [MOVED], "b": [WENT]}, 1 / 4, id="one text with two ids"),
    ],
)
def test_gold_in_memory_scores_as_in_a_file(
    gold: Any, in_file: Any, output: Any, recall: float, tmp_path: Path
) -> None:
    is_table = isinstance(in_file[0], tuple) if isinstance(in_file, list) else False
    path = tmp_path / ("gold.csv" if is_table else "gold.json")
    path.write_text("\n".join(",".join(map(str, row)) for row in in_file) if is_table else json.dumps(in_file))
    from_memory, from_file = (karat.evaluate({"mine": output}, gold=each) for each in (gold, path))
    assert from_memory["mine"].first.recall.value == recall
    assert str(from_memory) == str(from_file)
    assert from_memory.remarks() == from_file.remarks()


def test_gold_without_texts_warns_of_nothing_that_texts_are_needed_for() -> None:
    gold = {f"t{number}": [("Ann", "located_in", "Oslo")] for number in range(9)}
    evaluation = karat.evaluate({"mine": gold}, gold=gold)
    assert evaluation.warnings() == []
    assert evaluation.remarks()[1:] == [
        "gold: 9 sentences with an id but no text, so words are compared as they are written"
    ]


@pytest.mark.parametrize(
    ("options", "what"),
    [
        pytest.param(karat.Options(explicit_only=True), "--explicit-only", id="explicit extractions"),
        pytest.param(karat.Options(explicit_gold=True, metrics=("carb",)), "--explicit-gold", id="explicit gold"),
    ],
)
def test_what_needs_the_texts_of_sentences_says_so(options: karat.Options, what: str) -> None:
    with pytest.raises(InputError, match=f"gold: expected the text of each sentence for {what}, found none of 't1'"):
        karat.evaluate({"mine": BY_ID}, gold=BY_ID, options=options)


def test_buckets_need_the_texts_of_sentences() -> None:
    with pytest.raises(InputError, match="gold: expected the text of sentence 't1', found none"):
        by_sentence(karat.evaluate({"mine": BY_ID}, gold=BY_ID), LENGTH)


@pytest.mark.parametrize(
    ("outputs", "message"),
    [
        pytest.param(
            [("Ann", "moved to", "Oslo")],
            "output[0]: expected an extraction with its sentence or its sentence's id, such as "
            '("Ann moved to Oslo .", "Ann", "moved to", "Oslo") or '
            '{"sentence": …, "subject": …, "relation": …, "object": …}, found tuple (\'Ann\', \'moved to\', \'Oslo\')',
            id="triples without sentences",
        ),
        pytest.param(
            [{"sentence": OSLO, "actor": "Ann", "act": "moved"}],
            "(keys 'sentence', 'actor', 'act')",
            id="unknown keys",
        ),
        pytest.param([(OSLO, [("Ann",)])], "output[0][0]: expected a triple such as", id="too short"),
        pytest.param([(OSLO, "Ann", "moved to", None)], "expected a triple such as", id="no object"),
        pytest.param({OSLO: ("Ann", "moved to", "Oslo")}, "expected a triple such as", id="a triple, not a list"),
        pytest.param([(OSLO, "Ann", "moved to", "Oslo", float("nan"))], "expected a confidence", id="confidence"),
        *(
            pytest.param(
                {OSLO: [Extraction("moved to", ("Ann", "Oslo"), wrong)]},
                f"output['{OSLO}'][0], confidence: expected a confidence, which is a finite number, found ",
                id=f"an extraction with {str(wrong)[:5]}",
            )
            for wrong in (float("nan"), float("inf"), 10**400, "high", True)
        ),
        pytest.param(
            [Row(Extraction("moved to", ("Ann", "Oslo"), float("-inf")), sentence=OSLO)],
            "output[0], confidence: expected a confidence, which is a finite number, found float -inf",
            id="a row with -inf",
        ),
        pytest.param(
            [{"sentence": OSLO, "subject": "Ann", "relation": "moved to", "object": "Oslo", "confidence": 10**400}],
            "output[0], confidence: expected a confidence, which is a finite number, found int 1000",
            id="a record with a huge confidence",
        ),
        pytest.param(
            [{"sentence": OSLO, "subject": 10**5000, "relation": "moved to", "object": "Oslo"}],
            "output[0], subject: expected a text or a whole number, found int of too many digits",
            id="a record with a huge number",
        ),
        pytest.param([pd.DataFrame(COLUMNS), pd.DataFrame(COLUMNS)], "expected names for several outputs", id="frames"),
        pytest.param([TUPLES, TUPLES], "expected names for several outputs", id="lists without names"),
        pytest.param(["mine.tsv", TUPLES], "expected files or extractions, found both in one list", id="mixed"),
        pytest.param({"mine": TUPLES, OSLO: TRIPLES[OSLO]}, "found some of both", id="names and sentences"),
        pytest.param(3, "expected extractions: a file, a data frame, a list such as", id="a number"),
        pytest.param({**COLUMNS, "object": ["Oslo"]}, "expected columns of one length", id="short column"),
        pytest.param({3: TUPLES}, "expected the name of a system, found 3", id="a number as name"),
    ],
)
def test_other_objects_say_what_is_taken(outputs: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        karat.evaluate(outputs, gold=GOLD)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("gold", "message"),
    [
        pytest.param([(1, "Ann", "moved to", "Oslo")], "expected sentence ids, since gold has no texts", id="only ids"),
        pytest.param(
            {OSLO: [{"variants": [("Ann", "moved to", "Oslo")], "note": "x"}]},
            f"gold['{OSLO}'][0]: expected the keys variants, id, found 'note'",
            id="another key beside variants",
        ),
        *(
            pytest.param(gold, f"expected triples with one wording of each part, found '{key}'", id=f"{key}, {id}")
            for id, key, gold in (
                ("a record", "head_aliases", [{"sentence": OSLO, **NAMED_PARTS, "head_aliases": ["Ann Doe"]}]),
                ("a triple", "aliases", {OSLO: [{**NAMED_PARTS, "aliases": {"Ann": ["Ann Doe"]}}]}),
                ("a sentence", "aliases", [{"sentence": OSLO, "triples": [MOVED], "aliases": {"Ann": ["Ann Doe"]}}]),
                (
                    "a frame",
                    "tail_aliases",
                    pd.DataFrame([{"text": OSLO, **NAMED_PARTS, "tail_aliases": ["Kristiania"]}]),
                ),
                ("a variant", "aliases", {OSLO: [{"variants": [{**NAMED_PARTS, "aliases": ["Ann Doe"]}]}]}),
            )
        ),
        *(
            pytest.param(gold, "expected a text, found list ['Ann', 'Ann Doe']; write a triple for each, or", id=id)
            for id, gold in (
                ("lists in a triple", {OSLO: [{"s": ["Ann", "Ann Doe"], "p": ["left", "went"], "o": ["Ulm", "Ulm"]}]}),
                (
                    "lists of one sentence",
                    {"text": OSLO, "s": ["Ann", "Ann Doe"], "p": ["left", "went"], "o": ["x", "x"]},
                ),
            )
        ),
        pytest.param({OSLO: [{"variants": []}]}, "[0], variants: expected a list of triples, found", id="no variant"),
        pytest.param(
            [{"id": number, "sentence": OSLO, **NAMED_PARTS, "tail": str(number)} for number in (7, 8, 9)],
            "gold[1]: expected the id '7', as above, found '8' for the same sentence; ids are those of sentences",
            id="ids of rows",
        ),
        pytest.param([], "gold: expected gold facts with their sentences, found none", id="nothing"),
        pytest.param({OSLO: [("Ann", "moved [to", "Oslo")]}, "expected a ']' that closes", id="an open bracket"),
        pytest.param(
            [("1", OSLO, []), ("1", CAFE, [])], "gold[1]: expected one sentence for each id", id="one id for two"
        ),
    ],
)
def test_wrong_gold_says_what_is_wrong(gold: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        karat.evaluate(TUPLES, gold=gold)
    assert message in str(error.value)
