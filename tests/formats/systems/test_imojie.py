"""IMoJIE's raw predictions: what we wrote, what it means, and what is wrong with others."""

from __future__ import annotations

import json

import pytest

from karat.errors import FormatError
from karat.formats import Problems, format_named, read_rows
from karat.model import Extraction, Row

END, LAST = "[SEP]", "[unused10]"


def marked(subject, relation, object_):
    parts = (subject, relation, object_)
    return [
        token
        for place, part in enumerate(parts)
        for token in (f"[unused{2 * place + 1}]", *part.split(), f"[unused{2 * place + 2}]")
    ]


LEFT = marked("An ##n", "left", "Ulm")
RAINS = marked("it", "rains", "")


def answer(tokens, scores=(-0.5, -0.25), source=("An", "##n", "left", "Ulm", "."), **more):
    value = {"predicted_tokens": [tokens], "predicted_log_probs": list(scores)}
    if source is not None:
        value["metadata"] = {"source_tokens": list(source), "validation": False}
    return json.dumps({**value, **more})


def rows(path, problems=None):
    return list(format_named("imojie-json").read(path, problems=problems))


def extraction(relation, arguments, confidence, tokens, *kept):
    return Extraction(relation, arguments, confidence, other=(("tokens", " ".join(tokens)), *kept))


KEPT = (
    ("source_tokens", "An ##n left Ulm ."),
    ("validation", "false"),
    ("predicted_log_probs", "[-0.5, -0.25]"),
)


def test_extractions(file):
    text = answer([*LEFT, END, *RAINS, END], predictions=[[1, 7]])
    kept = (KEPT[0], KEPT[1], KEPT[2], ("predictions", "[[1, 7]]"))
    problems = Problems()
    assert rows(file(text), problems) == [
        Row(extraction("left", ("Ann", "Ulm"), -0.5, LEFT, *kept), sentence="Ann left Ulm ."),
        Row(extraction("rains", ("it", ""), -0.25, RAINS), sentence="Ann left Ulm ."),
    ]
    assert problems.repairs == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(answer([LAST, END]), [Row(None, sentence="Ann left Ulm .")], id="nothing found"),
        pytest.param(answer([]), [Row(None, sentence="Ann left Ulm .")], id="no tokens"),
        pytest.param(answer([], source=None), [Row(None)], id="no sentence"),
        pytest.param(
            answer([LAST, END, *LEFT, END]),
            [Row(extraction("left", ("Ann", "Ulm"), -0.25, LEFT, *KEPT), sentence="Ann left Ulm .")],
            id="a place that is empty has a log-probability, too",
        ),
        pytest.param(
            answer(LEFT, source=None, metadata={"id": 7}),
            [
                Row(
                    extraction(
                        "left",
                        ("Ann", "Ulm"),
                        -0.5,
                        LEFT,
                        ("metadata", '{"id": 7}'),
                        ("predicted_log_probs", KEPT[2][1]),
                    )
                )
            ],
            id="cut off before the end, and no sentence",
        ),
    ],
)
def test_answers(file, text, found):
    assert rows(file(f"{text}\n")) == found


def test_a_list_of_tokens_alone_is_as_good(file):
    whole = json.loads(answer(LEFT))
    path = file(json.dumps(whole | {"predicted_tokens": whole["predicted_tokens"][0]}))
    assert [row.extraction.triple for row in rows(path)] == [("Ann", "left", "Ulm")]


@pytest.mark.parametrize(
    ("tokens", "triple"),
    [
        pytest.param([token for token in LEFT if token != "[unused6]"], ("Ann", "left", "Ulm"), id="a mark is missing"),
        pytest.param(["[unused1]", *LEFT], ("Ann", "left", "Ulm"), id="a mark twice"),
        pytest.param([*LEFT, "now"], ("Ann", "left", "Ulm"), id="a word outside"),
        pytest.param(["left"], ("", "", ""), id="no mark at all"),
        pytest.param(LEFT[:5], ("Ann", "", ""), id="only the subject"),
    ],
)
def test_what_is_repaired(file, tokens, triple):
    problems = Problems()
    (row,) = rows(file(answer([*tokens, END])), problems)
    assert row.extraction.triple == triple
    assert [repair.line for repair in problems.repairs] == [1]
    assert problems.repairs[0].as_ == f"({'; '.join(triple)})"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("{}", "expected the key 'predicted_log_probs', found no key", id="nothing"),
        pytest.param("7", "expected a JSON object, found 7", id="no object"),
        pytest.param(
            answer([*LEFT, END], scores=()), "a log-probability for extraction 1, found 0 in all", id="no score"
        ),
        pytest.param(
            answer(LEFT, scores=("x",)), "expected a number in predicted_log_probs[0]", id="a word for a score"
        ),
        pytest.param(answer([7]), "expected a list of texts in predicted_tokens[0], found [7]", id="a number"),
        pytest.param(answer([], predicted_tokens=[LEFT, RAINS]), "expected one list of tokens in", id="two beams"),
        pytest.param(
            answer([], predicted_tokens=7), "expected a list of texts in predicted_tokens, found 7", id="none"
        ),
        pytest.param(answer([], source=[7]), "a list of texts in metadata.source_tokens, found [7]", id="source"),
        pytest.param(answer([], metadata=[7]), "expected a JSON object in metadata, found [7]", id="metadata"),
    ],
)
def test_a_wrong_answer(file, text, message):
    with pytest.raises(FormatError) as caught:
        rows(file(f"{answer([])}\n{text}\n"))
    assert ":2: " in str(caught.value)
    assert message in str(caught.value)


def test_sentences_of_the_input(file, tmp_path):
    path = file(f"{answer([*LEFT, END])}\n{answer([LAST, END])}\n")
    (tmp_path / "input.txt").write_text("Ann's left Ulm.\nWow!\n")
    found = list(read_rows(path, sentences=tmp_path / "input.txt"))
    assert [row.sentence for row in found] == ["Ann's left Ulm.", "Wow!"]
