"""Candidates are kept as they come, and a run that was cut off goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from karat.cliques.bank import ParseBank, write_bank
from karat.cliques.candidates import Question, paraphrase_all, questions_of, read_candidates
from karat.cliques.paraphrasers import RecordedAnswers
from karat.cliques.parses import render_labels
from karat.cliques.targets import TargetSampler
from karat.errors import InputError, ServiceError
from karat.model import Extraction, Tree
from karat.systems.chat import Refusal

OUT = Path("candidates.jsonl")


class Echo:
    """Says the target and the sentence; fails at its ``last`` question, if there is one."""

    name = "echo"

    def __init__(self, last: int | None = None) -> None:
        self.asked: list[str] = []
        self.last = last
        self.lock = threading.Lock()

    def paraphrase(self, sentence: str, source: Tree, target: Tree) -> str | Refusal:
        with self.lock:
            if len(self.asked) == self.last:
                raise ServiceError("enough")
            self.asked.append(sentence)
        return Refusal("a fall") if sentence == "Snow fell ." else f"{render_labels(target)}  {sentence}\n"

    def close(self) -> None:
        """Nothing was started."""


@pytest.fixture
def questions(bank: ParseBank, originals) -> list[Question]:
    return questions_of(TargetSampler(bank, sources=1, targets=4).draw_all(originals))


def test_a_line_for_each_target(questions: list[Question]) -> None:
    told: list[int] = []
    assert paraphrase_all(questions, Echo(), OUT, tell=told.append) == 0
    assert told == list(range(13))
    first = json.loads(OUT.read_text().splitlines()[0])
    assert {name: first[name] for name in ("id", "number", "of", "sentence", "generator")} == {
        "id": "0",
        "number": 0,
        "of": 4,
        "sentence": "Ann saw snow .",
        "generator": "echo",
    }
    assert first["text"] == f"{first['target']} Ann saw snow ."  # white space made one
    groups = list(read_candidates(OUT))
    assert [candidate.question for group in groups for candidate in group] == questions
    assert [candidate.answer for candidate in groups[2]] == [Refusal("a fall")] * 4


@pytest.mark.parametrize("cut", [0, 1, 40, 8, -1, -2, -60])
def test_going_on_asks_only_for_what_is_missing(questions: list[Question], cut: int) -> None:
    """A file cut at any byte becomes the same file again."""
    paraphrase_all(questions, Echo(), OUT)
    whole = OUT.read_bytes()
    OUT.write_bytes(whole[:cut])
    generator = Echo()
    had = paraphrase_all(questions, generator, OUT)
    assert had == whole[:cut].count(b"\n")
    assert len(generator.asked) == 12 - had
    assert OUT.read_bytes() == whole


def test_a_cut_within_a_letter(questions: list[Question]) -> None:
    paraphrase_all(questions[:1], Echo(), OUT)
    whole = OUT.read_bytes()
    OUT.write_bytes(whole + '{"id": "0", "sentence": "☂'.encode()[:-1])
    assert paraphrase_all(questions[:1], Echo(), OUT) == 1
    assert OUT.read_bytes() == whole


def test_an_error_loses_nothing(questions: list[Question]) -> None:
    with pytest.raises(ServiceError, match="enough"):
        paraphrase_all(questions, Echo(last=5), OUT)
    assert OUT.read_text().count("\n") == 5
    assert paraphrase_all(questions, Echo(), OUT) == 5


@pytest.mark.parametrize("workers", [2, 5, 50])
def test_workers_do_not_change_the_file(questions: list[Question], workers: int) -> None:
    paraphrase_all(questions, Echo(), OUT)
    whole = OUT.read_bytes()
    OUT.unlink()
    with pytest.raises(ServiceError, match="enough"):
        paraphrase_all(questions, Echo(last=6), OUT, workers=workers)
    kept = OUT.read_bytes().splitlines()
    assert len(kept) == 6, "every answer that came is kept"
    assert set(kept) <= set(whole.splitlines())
    again = Echo()
    assert paraphrase_all(questions, again, OUT, workers=workers) == 6
    assert len(again.asked) == len(questions) - 6, "and not asked for again"
    assert OUT.read_bytes() == whole
    with pytest.raises(InputError, match="expected at least 1 worker, found 0"):
        paraphrase_all(questions, Echo(), OUT, workers=0)


def test_a_slow_question_that_fails_loses_no_other_answer(questions: list[Question]) -> None:
    class FirstFails(Echo):
        """Fails at the first sentence's first target, but only after all others that are under way."""

        def paraphrase(self, sentence: str, source: Tree, target: Tree) -> str | Refusal:
            if render_labels(target) == questions[0].target and sentence == questions[0].original.sentence.text:
                time.sleep(0.3)
                raise ServiceError("enough")
            return super().paraphrase(sentence, source, target)

    generator = FirstFails()
    with pytest.raises(ServiceError, match="enough"):
        paraphrase_all(questions, generator, OUT, workers=4)
    assert OUT.read_text().count("\n") == len(generator.asked) == len(questions) - 1
    with pytest.raises(InputError, match="karat cliques paraphrase completes a file that it has begun"):
        list(read_candidates(OUT))
    assert paraphrase_all(questions, Echo(), OUT) == len(questions) - 1
    kept = OUT.read_bytes()
    OUT.unlink()
    paraphrase_all(questions, Echo(), OUT)
    assert OUT.read_bytes() == kept


def test_shards_are_the_whole(questions: list[Question]) -> None:
    paraphrase_all(questions, Echo(), OUT)
    paraphrase_all(questions[:4], Echo(), Path("one"))
    paraphrase_all(questions[4:], Echo(), Path("two"))
    assert Path("one").read_bytes() + Path("two").read_bytes() == OUT.read_bytes()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            "my notes", "candidates.jsonl:1: expected candidates, found 'my notes'", id="another file, without end"
        ),
        pytest.param("my notes\n", "candidates.jsonl:1: expected a JSON object on one line, found", id="another file"),
        pytest.param('{"a": 1}\n', "candidates.jsonl:1: expected the keys id, number", id="other JSON"),
    ],
)
def test_a_file_of_something_else_stays_as_it_is(questions: list[Question], text: str, message: str) -> None:
    OUT.write_text(text)
    with pytest.raises(InputError) as caught:
        paraphrase_all(questions, Echo(), OUT)
    assert str(caught.value).startswith(message)
    assert OUT.read_text() == text


def test_a_file_of_other_targets_or_another_generator(questions: list[Question]) -> None:
    paraphrase_all(questions, Echo(), OUT)
    before = OUT.read_bytes()
    with pytest.raises(
        InputError,
        match=r"candidates.jsonl:1: expected the candidate 1 of 4 of sentence '2' .*; it was begun for other targets",
    ):
        paraphrase_all(questions[8:], Echo(), OUT)
    with pytest.raises(
        InputError, match=r"candidates.jsonl:5: expected 4 candidates, as the targets have them, found more"
    ):
        paraphrase_all(questions[:4], Echo(), OUT)
    other = Echo()
    other.name = "other"
    with pytest.raises(InputError, match=r"candidates.jsonl:1: expected answers by 'other', found some by 'echo'"):
        paraphrase_all(questions, other, OUT)
    assert OUT.read_bytes() == before


def test_tuples_go_with_their_sentence(bank: ParseBank, originals) -> None:
    from dataclasses import replace

    original = replace(originals[0], extractions=(Extraction("saw", ("Ann", "snow")),))
    paraphrase_all(questions_of([TargetSampler(bank).draw(original)]), Echo(), OUT)
    (group,) = read_candidates(OUT)
    assert group[0].question.original == original


@pytest.mark.parametrize(
    ("keep", "message"),
    [
        pytest.param(
            slice(0, 3),
            "candidates.jsonl:3: expected the candidate 4 of 4 of sentence '0' below this line, found the end",
            id="cut off",
        ),
        pytest.param(
            slice(1, 4),
            "candidates.jsonl:1: expected the candidate 1 of a sentence, found 2 of 4 of sentence '0'",
            id="no beginning",
        ),
        pytest.param(
            slice(0, 12, 4),
            "candidates.jsonl:2: expected the candidate 2 of 4 of sentence '0', found 1 of 4 of sentence '1'",
            id="gaps",
        ),
    ],
)
def test_a_file_with_gaps_is_not_read(questions: list[Question], keep: slice, message: str) -> None:
    paraphrase_all(questions, Echo(), OUT)
    OUT.write_text("".join(OUT.read_text().splitlines(keepends=True)[keep]))
    with pytest.raises(InputError) as caught:
        list(read_candidates(OUT))
    assert str(caught.value).startswith(message)


def test_a_file_that_cannot_be_written(questions: list[Question]) -> None:
    generator = Echo()
    with pytest.raises(InputError, match=r"nowhere/out: cannot be written \(No such file or directory\)"):
        paraphrase_all(questions, generator, Path("nowhere/out"))
    assert generator.asked == []


def test_an_id_stands_for_one_sentence(questions: list[Question]) -> None:
    paraphrase_all(questions[:4], Echo(), OUT)
    OUT.write_text(OUT.read_text() * 2)
    with pytest.raises(
        InputError, match=r"candidates.jsonl:5: expected an id of its own for each sentence, found '0' again"
    ):
        list(read_candidates(OUT))


def test_recorded_answers(questions: list[Question]) -> None:
    paraphrase_all(questions, Echo(), OUT)
    paraphrase_all(questions, RecordedAnswers(OUT), Path("again"))
    (first, *_), *_ = read_candidates(OUT)
    (again, *_), *_ = read_candidates(Path("again"))
    assert (again.answer, again.generator) == (first.answer, "answers of candidates.jsonl")
    Path("few").write_text(OUT.read_text().splitlines()[0] + "\n")
    with pytest.raises(ServiceError, match=r"few: expected an answer for 'Ann saw snow .' as \(S .*, found none"):
        paraphrase_all(questions, RecordedAnswers(Path("few")), Path("fewer"))
    assert Path("fewer").read_text().count("\n") == 1


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        pytest.param(
            ['{"sentence": "a", "target": "(S", "text": "b"}'],
            "f:1: expected a parse in brackets in target",
            id="no parse",
        ),
        pytest.param(['{"sentence": "a", "text": "b"}'], "f:1: expected the key 'target'", id="no target"),
        pytest.param(
            ['{"sentence": "a", "target": "(S)", "text": "b"}', '{"sentence": "a", "target": "(S)", "text": "c"}'],
            "f:2: expected one answer for 'a' as (S), found a second one",
            id="two answers",
        ),
    ],
)
def test_wrong_answers_are_named(files: Path, lines: list[str], message: str) -> None:
    Path("f").write_text("\n".join(lines))
    with pytest.raises(InputError) as caught:
        RecordedAnswers(Path("f"))
    assert str(caught.value).startswith(message)


SLOW = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    time.sleep(0.05)
    print(json.dumps({"text": asked["target"] + " " + asked["sentence"]}), flush=True)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no SIGKILL on this system")
def test_a_killed_run_goes_on(bank: ParseBank, files: Path) -> None:
    """The process is killed in the middle; the next one ends with the very file of a run that was not."""
    Path("slow.py").write_text(SLOW)
    write_bank(Path("bank.tsv"), bank)
    karat = [sys.executable, "-m", "karat", "cliques"]
    drawing = ["targets", "in.txt", "--trees", "in.trees", "--bank", "bank.tsv", "--output", "targets.jsonl"]
    subprocess.run([*karat, *drawing], check=True, capture_output=True)
    asking = [*karat, "paraphrase", "targets.jsonl", "--command", f"{sys.executable} slow.py", "--output"]
    subprocess.run([*asking, "whole.jsonl"], check=True, capture_output=True)
    process = subprocess.Popen([*asking, "cut.jsonl"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    give_up = time.monotonic() + 60
    while (
        not Path("cut.jsonl").exists() or Path("cut.jsonl").read_bytes().count(b"\n") < 4
    ) and time.monotonic() < give_up:
        time.sleep(0.01)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    had = Path("cut.jsonl").read_bytes()
    assert Path("whole.jsonl").read_bytes().startswith(had)
    assert 4 <= had.count(b"\n") < Path("whole.jsonl").read_bytes().count(b"\n")
    done = subprocess.run([*asking, "cut.jsonl", "--json"], check=True, capture_output=True)
    assert json.loads(done.stdout)["had"] == had.count(b"\n")
    assert Path("cut.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()
