"""A study as lines of JSON: read, written, and made of labels that exist already."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.errors import InputError, KaratError
from karat.formats.files import write_lines
from karat.formats.study import from_judgements, read, render
from karat.model import Attribution, Extraction, Judgement, Modality, Polarity, Quantity, Row, Sentence
from karat.model.study import (
    ATTRIBUTION_RULES,
    FACT_RULES,
    AttributionLabel,
    FactLabel,
    Label,
    Source,
    Study,
    Task,
)
from karat.results.study.measuring import measure_study

SENTENCE = Sentence("7", "The mayor said that at least two bridges may not last .")
EXTRACTION = Extraction(
    "last",
    ("QUANT_S_1 bridges",),
    polarity=Polarity.NEGATIVE,
    modality=Modality.POSSIBILITY,
    attribution=Attribution("The mayor", "said", Polarity.POSITIVE, Modality.CERTAINTY),
    quantities=(Quantity("QUANT_S_1", "at least two"),),
)
STUDY = Study(
    "bridges",
    (
        Task(
            "0001",
            SENTENCE,
            EXTRACTION,
            "two bridges may not last",
            (Source("minie", 0.5), Source("ours", None, False)),
        ),
        Task("0002", SENTENCE, EXTRACTION, repeat_of="0001"),
    ),
    (
        Label("0001", "ann", FactLabel.CORRECT, AttributionLabel.INCORRECT, ("A2",), "too long", active_ms=4200),
        Label("0001", "gpt", FactLabel.INCORRECT, AttributionLabel.CORRECT, ("F4", "F8"), machine=True),
        Label("0001", "eve", FactLabel.CORRECT, AttributionLabel.NONE, adjudicated=True),
        Label("0002", "ann", unsure=True),
    ),
    {"seed": 3, "systems": {"minie": {"extractions": 12, "sentences": 4}}},
)

texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)
names = st.text("abcdé ", min_size=1, max_size=4)


@st.composite
def labels(draw, key: str) -> list[Label]:
    drawn = []
    adjudicator = draw(st.sampled_from([None, "zoe"]))
    people = draw(st.lists(names, unique=True, max_size=3))
    for person in [*people, *([adjudicator] if adjudicator else [])]:
        is_adjudicated = person is adjudicator and adjudicator is not None
        fact = draw(st.sampled_from([None, *FactLabel]))
        attribution = draw(st.sampled_from([None, *AttributionLabel]))
        allowed = (FACT_RULES if fact == FactLabel.INCORRECT else ()) + (
            ATTRIBUTION_RULES if attribution == AttributionLabel.INCORRECT else ()
        )
        rules = draw(st.lists(st.sampled_from(allowed), unique=True)) if allowed else []
        machine = not is_adjudicated and draw(st.booleans())
        unsure, time = draw(st.booleans()), draw(st.integers(0, 10**9))
        drawn.append(
            Label(key, person, fact, attribution, tuple(rules), draw(texts), unsure, machine, is_adjudicated, time)
        )
    return drawn


@st.composite
def studies(draw) -> Study:
    tasks: list[Task] = []
    all_labels: list[Label] = []
    factual = (st.sampled_from([None, *Polarity]), st.sampled_from([None, *Modality]))
    attributions = st.none() | st.builds(Attribution, texts, st.none() | texts, *factual)
    extractions = st.builds(
        lambda relation, arguments, polarity, modality, attribution, quantities: Extraction(
            relation,
            tuple(arguments),
            polarity=polarity,
            modality=modality,
            attribution=attribution,
            quantities=tuple(Quantity(*each) for each in quantities),
        ),
        texts,
        st.lists(texts, max_size=3),
        *factual,
        attributions,
        st.lists(st.tuples(texts, texts), max_size=2),
    )
    confidences = st.none() | st.floats(allow_nan=False, allow_infinity=False)
    for key in draw(st.lists(names, unique=True, max_size=4)):
        originals = [task.key for task in tasks if task.repeat_of is None]
        repeated = draw(st.none() | st.sampled_from(originals)) if originals else None
        sources = tuple(
            Source(system, draw(confidences), draw(st.booleans()))
            for system in draw(st.lists(names, unique=True, max_size=2))
        )
        sentence = Sentence(draw(texts), draw(texts))
        tasks.append(Task(key, sentence, draw(extractions), draw(st.none() | texts), sources, repeated))
        all_labels += draw(labels(key))
    values = st.recursive(
        st.none() | st.booleans() | st.integers(-9, 9) | texts,
        lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
        max_leaves=4,
    )
    return Study(draw(texts), tuple(tasks), tuple(all_labels), draw(st.dictionaries(texts, values, max_size=2)))


@given(studies())
def test_a_study_is_equal_after_writing_and_reading(tmp_path_factory, study: Study):
    path = tmp_path_factory.mktemp("study") / "study.jsonl"
    write_lines(path, render(study))
    assert read(path) == study


def test_lines_hold_no_default_values():
    head, first, second = map(json.loads, render(STUDY))
    assert head == {"karat": "study", "name": "bridges", "info": STUDY.info}
    assert first["sources"] == [{"system": "minie", "confidence": 0.5}, {"system": "ours", "sampled": False}]
    assert second["labels"] == [{"labeller": "ann", "unsure": True}]
    assert "clause" not in second
    assert second["repeat_of"] == "0001"


LABEL_KEYS = "labeller, fact, attribution, rules, note, unsure, machine, adjudicated, active_ms"
ONLY_FACTS = "expected rules of facts only where the fact is incorrect"


def written(path: Path, place: tuple[str | int, ...], value: object, line: int = 1) -> Path:
    """Write the study with one value of a line replaced."""
    rows = [json.loads(text) for text in render(STUDY)]
    inner = rows[line]
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    path.write_text("\n".join(map(json.dumps, rows)) + "\n")
    return path


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (("key",), "", "expected a key, found an empty text"),
        (("labels", 0, "who"), 1, f"expected the keys {LABEL_KEYS} in labels[0], found 'who'"),
        (("karat",), "study", "expected \"karat\" to be 'task', found 'study'"),
        (("sources", 1, "system"), "minie", "expected each system once among the sources, found 'minie' 2 times"),
        (("sources", 0, "sampled"), 1, "expected true or false in sources[0].sampled, found 1"),
        (("sources", 0, "confidence"), "1", 'expected a number in sources[0].confidence, found "1"'),
        (("labels", 0, "fact"), "right", "expected one of correct, incorrect in labels[0].fact, found 'right'"),
        (("labels", 1, "rules"), ["F13"], "expected rules F1 to F12 and A1 to A3 in labels[1], found 'F13'"),
        (("labels", 1, "rules"), ["F4", "F4"], "expected each rule once in labels[1], found F4 again"),
        (("labels", 0, "rules"), ["F4"], f"{ONLY_FACTS} in labels[0], found F4"),
        (
            ("labels", 1, "rules"),
            ["A1"],
            "expected rules of attributions only where the attribution is incorrect in labels[1], found A1",
        ),
        (("labels", 0, "active_ms"), 1.5, "expected a whole number in labels[0].active_ms, found 1.5"),
        (("labels", 0, "active_ms"), -1, "expected 0 or more in active_ms in labels[0], found -1"),
        (("labels", 0, "labeller"), "", "expected a labeller in labels[0], found an empty text"),
        (("labels", 0, "labeller"), "gpt", "expected each labeller once in labels[1], found 'gpt'"),
        (("labels", 0, "adjudicated"), True, "expected one adjudicated label in labels[2], found two"),
        (("labels", 1, "adjudicated"), True, "expected a person as adjudicator in labels[1], found the machine 'gpt'"),
        (("repeat_of",), "0001", "expected the key of another task in repeat_of, found its own, '0001'"),
        (("repeat_of",), "9", "expected the key of another task in repeat_of, found '9'"),
    ],
)  # fmt: skip
def test_a_bad_value_is_named_with_its_line(tmp_path, place, value, message):
    path = written(tmp_path / "study.jsonl", place, value)
    with pytest.raises(KaratError) as caught:
        read(path)
    assert str(caught.value).splitlines()[0] == f"{path}:2: {message}"


@pytest.mark.parametrize(
    ("place", "value", "line", "message"),
    [
        (("karat",), "synsets", 0, "1: expected \"karat\" to be 'study', found 'synsets'"),
        (("info",), [], 0, "1: expected a JSON object in info, found []"),
        (("info", "systems"), [], 0, "1: expected systems by name in info.systems, found []"),
        (
            ("info", "systems", "minie"),
            12,
            0,
            "1: expected an object with counts in info.systems['minie'], found 12",
        ),
        (
            ("info", "systems", "minie", "extractions"),
            "12",
            0,
            "1: expected a count, 0 or more, in info.systems['minie'].extractions, found '12'",
        ),
        (("key",), "0002", 1, "3: expected each task once, found '0002' again, first on line 2"),
        (("repeat_of",), "0003", 2, "3: expected the key of another task in repeat_of, found '0003'"),
    ],
)
def test_bad_lines_beside_the_first_task(tmp_path, place, value, line, message):
    path = written(tmp_path / "study.jsonl", place, value, line)
    with pytest.raises(KaratError) as caught:
        read(path)
    assert str(caught.value) == f"{path}:{message}"


def test_a_repeat_of_a_repeat_is_refused(tmp_path):
    path = written(tmp_path / "study.jsonl", ("repeat_of",), "0002")
    with pytest.raises(KaratError, match="2: expected a task that is no repeat itself in repeat_of, found '0002'"):
        read(path)


def test_an_empty_file(tmp_path):
    path = tmp_path / "study.jsonl"
    path.write_text("\n")
    with pytest.raises(KaratError, match="expected at least one line, found an empty file"):
        read(path)


def test_infinity_and_nan_are_refused():
    infinite = Study("s", (Task("1", SENTENCE, EXTRACTION, sources=(Source("a", -math.inf),)),))
    for study in (infinite, Study("s", (), (), {"share": math.nan})):
        with pytest.raises(InputError, match="a study holds JSON only: "):
            list(render(study))


LEFT = Extraction("left", ("Ann", "home"))
HOME = Sentence("1", "Ann left home early .")


def test_labels_join_outputs_on_all_slots():
    early = Extraction("left", ("Ann", "home", "early"))
    study = from_judgements(
        [Judgement(HOME, LEFT, "eve", True), Judgement(HOME, early, "eve", False, True, "hm")],
        {
            "one": [Row(replace(LEFT, confidence=0.7), "1"), Row(replace(LEFT, confidence=0.6), "1")],
            "two": [Row(early, "1", HOME.text), Row(Extraction("came", ("Ann",)), "1"), Row(None, "2")],
        },
    )
    assert [(task.key, task.extraction, task.sources) for task in study.tasks] == [
        ("0001", LEFT, (Source("one", 0.7),)),
        ("0002", early, (Source("two", 1.0),)),
        ("0003", Extraction("came", ("Ann",)), (Source("two", 1.0),)),
    ]
    assert study.labels == (
        Label("0001", "eve", FactLabel.CORRECT),
        Label("0002", "eve", FactLabel.INCORRECT, AttributionLabel.CORRECT, note="hm"),
    )
    assert study.info == {
        "systems": {"one": {"extractions": 1, "sentences": 1}, "two": {"extractions": 2, "sentences": 2}}
    }


@pytest.mark.parametrize(
    ("judgements", "row", "message"),
    [
        pytest.param(
            [Judgement(HOME, LEFT, "eve", True), Judgement(HOME, LEFT, "eve", False)],
            Row(LEFT, "1"),
            "eve: expected one label of ('Ann', 'left', 'home') in sentence 1, found two",
            id="two labels",
        ),
        pytest.param([], Row(LEFT, line=3), "one:3: expected a sentence id to join labels on, found none", id="no id"),
        pytest.param(
            [Judgement(HOME, LEFT, "eve", True)],
            Row(LEFT, "1", "It rained ."),
            "one: expected sentence 1 to be 'Ann left home early .', found 'It rained .'",
            id="another sentence",
        ),
    ],
)
def test_labels_that_do_not_belong_to_the_outputs(judgements, row, message):
    with pytest.raises(InputError) as caught:
        from_judgements(judgements, {"one": [row]})
    assert str(caught.value) == message


PLACES = (
    ("name",), ("info",), ("info", "systems"), ("info", "systems", "minie"), ("info", "seed"), ("key",), ("sentence",),
    ("sentence", "id"), ("extraction",), ("extraction", "arguments"), ("extraction", "quantities"), ("clause",),
    ("sources",), ("sources", 0), ("sources", 0, "confidence"), ("labels",), ("labels", 0), ("labels", 0, "rules"),
    ("labels", 1, "fact"), ("labels", 0, "active_ms"), ("repeat_of",), ("karat",),
)  # fmt: skip
DAMAGED = st.sampled_from([None, True, 0, -1, 1e308, 10**400, "", "x", [], [None], [["x"]], {}, {"x": {}}])


@given(st.sampled_from(PLACES), DAMAGED)
def test_a_damaged_value_is_read_or_refused_in_words(tmp_path_factory, place, value):
    """Whatever is in a file, a study is read that can be measured, or an error of our own names the place."""
    line = 0 if place[0] in ("name", "info") else 1
    path = written(tmp_path_factory.mktemp("study") / "study.jsonl", place, value, line)
    message = f"{path}:"
    try:
        measure_study(read(path), resamples=0)
    except KaratError as error:
        message = str(error)
    assert message.startswith(f"{path}:")
