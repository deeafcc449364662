from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from karat.errors import FormatError, InputError
from karat.formats.text.slots import parse_slot
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.meaning.judge_rule import (
    JudgeRule,
    load_answers,
    question_id,
    questions_about,
    read_answer,
    write_question,
)
from karat.model import Annotation, Extraction, Fact, Modality, Polarity, Sentence, Synset
from karat.results import Options, evaluate


def fact(*slots: str) -> Fact:
    return Fact(*(parse_slot(slot)[0] for slot in slots))


GOLD = Annotation(
    Sentence("7", "Ann and Ben sold the mill ."),
    (
        Synset("a", (fact("Ann", "sold", "[the] mill"), fact("the mill", "was sold by", "Ann"))),
        Synset("b", (fact("Ben", "sold", "[the] mill"),)),
    ),
)
BOTH = Extraction("sold", ("Ann and Ben", "the mill"))
EXACT = Extraction("sold", ("Ben", "mill"))
WRONG = Extraction("is", ("Ben", "a mill"))


def test_the_question_has_all_that_a_judge_needs() -> None:
    assert write_question(GOLD, Extraction("sold", ("Ann  and Ben", "the mill", "in May"))) == (
        "Sentence: Ann and Ben sold the mill .\n"
        "\n"
        "Facts, each in some wordings; words in brackets are optional:\n"
        "1. (Ann; sold; [the] mill) or (the mill; was sold by; Ann)\n"
        "2. (Ben; sold; [the] mill)\n"
        "\n"
        "Extraction: (Ann and Ben; sold; the mill in May)"
    )


@pytest.mark.parametrize(
    ("marks", "said"),
    [
        pytest.param({"polarity": Polarity.NEGATIVE}, "negated (the sentence denies it)", id="denied"),
        pytest.param({"modality": Modality.POSSIBILITY}, "only possible, not certain", id="possible"),
        pytest.param(
            {"polarity": Polarity.NEGATIVE, "modality": Modality.POSSIBILITY},
            "negated (the sentence denies it) and only possible, not certain",
            id="both",
        ),
    ],
)
def test_marks_are_asked_about(marks: dict[str, Any], said: str, tmp_path: Path) -> None:
    marked = replace(EXACT, **marks)
    (question,) = questions_about([EXACT, marked], FactGold(GOLD))
    assert question == f"{write_question(GOLD, EXACT)}\nThe program marks this extraction as {said}."
    stated = replace(EXACT, polarity=Polarity.POSITIVE, modality=Modality.CERTAINTY)
    assert write_question(GOLD, stated) == write_question(GOLD, EXACT)
    rule = rule_of(tmp_path / "a.jsonl", {marked: "none"})
    assert [each.correct for each in rule.rulings([EXACT, marked], rule.prepare(GOLD))] == [True, False]


def test_exact_matches_are_not_asked_about() -> None:
    asked = list(questions_about([BOTH, EXACT, WRONG], FactGold(GOLD)))
    assert asked == [write_question(GOLD, BOTH), write_question(GOLD, WRONG)]
    assert list(questions_about([BOTH], FactGold(Annotation(GOLD.sentence, ())))) == []


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        pytest.param("1", (0,), id="a number"),
        pytest.param(" 2, 1 ", (0, 1), id="numbers in order"),
        pytest.param("1, 1", (0,), id="a number twice"),
        pytest.param("1 and 2.", (0, 1), id="and"),
        pytest.param("Fact 2", (1,), id="fact"),
        pytest.param("Facts 1, 2", (0, 1), id="facts"),
        pytest.param("none", (), id="none"),
        pytest.param("**None**.", (), id="markup"),
        pytest.param("0", (), id="zero"),
        pytest.param("[]", (), id="an empty list"),
        pytest.param("[1, 2]", (0, 1), id="a list"),
        pytest.param("The first holds.\nAnswer: 1", (0,), id="thinking aloud"),
        pytest.param("1\n\n", (0,), id="blank lines after it"),
        pytest.param("3", None, id="no such fact"),
        pytest.param("0, 1", None, id="zero among others"),
        pytest.param("1 or 2", None, id="undecided"),
        pytest.param("I think it states the first fact", None, id="words"),
        pytest.param("", None, id="nothing"),
        pytest.param("1" * 5000, None, id="a number of too many digits"),
    ],
)
def test_answers_are_read(text: str, facts: tuple[int, ...] | None) -> None:
    assert read_answer(text, 2) == facts


def record(path: Path, answers: Mapping[Extraction, str | None], model: str = "http://host/v1 m") -> Path:
    lines = [
        {"id": question_id(write_question(GOLD, extraction)), "answer": answer, "model": model}
        for extraction, answer in answers.items()
    ]
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return path


def rule_of(path: Path, answers: Mapping[Extraction, str | None]) -> JudgeRule:
    return JudgeRule(load_answers(record(path, answers)))


def judged(rule: JudgeRule, predicted: Sequence[Extraction]) -> list[tuple[tuple[int, ...], str]]:
    return [(each.synsets, each.reason) for each in rule.rulings(predicted, rule.prepare(GOLD))]


def test_all_facts_that_the_judge_names_are_credited(tmp_path: Path) -> None:
    rule = rule_of(tmp_path / "a.jsonl", {BOTH: "1, 2", WRONG: "none"})
    assert judged(rule, [BOTH, EXACT, WRONG]) == [
        ((0, 1), "the judge finds it in synsets a, b"),
        ((1,), "synset b has it"),
        ((), "the judge finds it in no synset"),
    ]
    assert rule([BOTH, EXACT, WRONG], rule.prepare(GOLD)).masses == (2, 3, 2, 2)
    assert rule([WRONG, BOTH], rule.prepare(GOLD)) == rule([BOTH, WRONG], rule.prepare(GOLD))


def test_an_answer_that_cannot_be_read_counts_as_wrong_and_says_so(tmp_path: Path) -> None:
    rule = rule_of(tmp_path / "a.jsonl", {BOTH: "Maybe the\nfirst one?", WRONG: None})
    assert judged(rule, [BOTH, WRONG]) == [
        ((), "the judge answered 'Maybe the first one?', which names no fact"),
        ((), "the judge gave no answer"),
    ]


def test_a_missing_answer_is_an_error_that_says_which(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rule = rule_of(path, {BOTH: "1"})
    with pytest.raises(InputError) as error:
        judged(rule, [WRONG])
    assert str(error.value) == (
        f"{path}: expected an answer about 'Ben; is; a mill' in sentence 7, found none; "
        "karat judge with the same outputs and gold asks for it"
    )


def test_other_gold_is_another_question(tmp_path: Path) -> None:
    rule = rule_of(tmp_path / "a.jsonl", {BOTH: "1"})
    fewer = Annotation(GOLD.sentence, GOLD.synsets[:1])
    with pytest.raises(InputError, match="found none; karat judge"):
        rule.rulings([BOTH], rule.prepare(fewer))


LINE = '{"id": "x", "answer": "1", "model": "m"}\n'


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("", ": expected recorded answers, as karat judge writes them, found none", id="empty"),
        pytest.param(LINE + LINE, ":2: expected one answer to each question, found a second one to x", id="twice"),
        pytest.param(
            LINE + LINE.replace('"m"', '"n"').replace('"x"', '"y"'),
            ":2: expected answers of m, found one of n",
            id="models",
        ),
        pytest.param(LINE + LINE[:20], ":2: expected", id="cut"),
        pytest.param('{"answer": "1", "model": "m"}\n', ":1: expected", id="no id"),
        pytest.param('{"id": "x", "answer": 1, "model": "m"}\n', ":1: expected", id="a number for a text"),
        pytest.param("[]\n", ":1: expected", id="no object"),
    ],
)
def test_a_damaged_file_is_named_with_its_line(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError) as error:
        load_answers(path)
    assert str(error.value).startswith(f"{path}{message}")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(
        FormatError, match="expected a file of recorded answers, as karat judge writes it, found no such"
    ):
        load_answers(tmp_path / "no.jsonl")


def test_a_file_that_changed_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    first = load_answers(record(path, {BOTH: "1"}))
    assert load_answers(path) is first
    assert load_answers(record(path, {BOTH: "1", WRONG: "none"})).digest != first.digest


SENTENCE = "Ann and Ben sold the mill ."
FACTS = {SENTENCE: [("Ann", "sold", "[the] mill"), ("Ben", "sold", "[the] mill")]}
OUTPUT = {"mine": {SENTENCE: [("Ann and Ben", "sold", "the mill"), ("Ben", "sold", "mill")]}}


def test_evaluate_by_recorded_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No weights are needed; the signature names the model and the file; what to fix cannot be told."""
    monkeypatch.setenv("KARAT_MEANING_WEIGHTS", "no such folder")
    gold = Annotation(
        Sentence("1", SENTENCE), tuple(Synset(str(n), (fact(*slots),)) for n, slots in enumerate(FACTS[SENTENCE], 1))
    )
    path = tmp_path / "answers.jsonl"
    line = {"id": question_id(write_question(gold, BOTH)), "answer": "1, 2", "model": "http://host/v1 m"}
    path.write_text(f"{json.dumps(line)}\n")
    options = Options(metrics=("meaning",), meaning_answers=path)
    evaluation = evaluate(OUTPUT, gold=FACTS, options=options)
    found = evaluation["mine"]
    assert (found.precision.value, found.recall.value) == (1, 1)
    signature = found.measurements[0].signature
    assert f"|judge:http://host/v1 m|answers:{load_answers(path).digest}|" in signature
    assert "weights:" not in signature
    assert "the judge finds it in synsets 1, 2" in str(found.verdicts[0])
    assert not found.has_facts
    with pytest.raises(InputError, match="found a judge's recorded answers"):
        found.diagnosis()
    evaluation.to_json(tmp_path / "run.json")
    assert str(evaluation)


def test_answers_are_refused_where_no_metric_uses_them(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected meaning for --meaning-answers, found benchie"):
        evaluate(OUTPUT, gold=FACTS, options=Options(metrics=("benchie",), meaning_answers=tmp_path / "a.jsonl"))


def test_a_run_is_shown_where_there_are_no_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short signatures ask for the defaults, which need no weights."""
    from karat.results.short_signatures import default_signature

    monkeypatch.setenv("KARAT_MEANING_WEIGHTS", "no such folder")
    default_signature.cache_clear()
    assert "|weights:all-MiniLM-L6-v2|" in str(default_signature("meaning"))
