"""What an evaluation says of a run in which sentences failed or are missing, and of its samples."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import karat
from karat.benchmarks import benchmark_named, load_gold
from karat.errors import AlignmentError
from karat.formats.json.run_lines import render_head, render_result
from karat.model import Extraction, RunHead, RunResult, Sentence
from karat.results import Evaluation
from karat.results.checks.unmatched import FAILED

SENTENCES = load_gold(benchmark_named("karat-sample")).sentences


OTHERS = [Sentence("", f"Ann left Ulm in {year} .") for year in range(1901, 1909)]
"""Sentences that are not in the gold."""


def write_run(path: Path, results: list[RunResult], samples: int = 1, sentences: int = len(SENTENCES)) -> Path:
    """Write a run of *echo*."""
    head = RunHead("echo", "1", {}, "0.1.0", sentences, "f00", samples)
    path.write_bytes(render_head(head) + b"".join(render_result(result, head) for result in results))
    return path


def result_of(sentence: Sentence, sample: int = 1, failure: str | None = None) -> RunResult:
    """Extract the first three words."""
    first, second, third = sentence.tokens[:3]
    extractions = () if failure else (Extraction(second, (first, third)),)
    return RunResult(sentence, extractions, failure, sample=sample)


def warnings_of(evaluation: Evaluation) -> dict[str, list[str]]:
    """The warnings of each system that speak of the run."""
    return {
        system.name: [str(note) for note in system.notes if note.warning and " run" in note.what]
        for system in evaluation.systems
    }


def test_a_whole_run_has_no_warning(tmp_path: Path) -> None:
    path = write_run(tmp_path / "run.jsonl", [result_of(sentence) for sentence in SENTENCES])
    assert warnings_of(karat.evaluate(path, benchmark="karat-sample")) == {"run": []}


def test_failures_and_gaps_are_warned_of(tmp_path: Path) -> None:
    results = [
        result_of(sentence, failure="no answer" if number < 2 else None)
        for number, sentence in enumerate(SENTENCES[:20])
    ]
    path = write_run(tmp_path / "run.jsonl", results)
    assert warnings_of(karat.evaluate(path, benchmark="karat-sample")) == {
        "run": [
            "2 sentences that failed in the run, scored as empty; karat run … --retry-failures processes them again",
            "4 sentences that the run has no result for, scored as empty; the same karat run goes on with them",
        ]
    }


def test_a_finished_run_over_fewer_sentences_has_nothing_to_go_on_with(tmp_path: Path) -> None:
    path = write_run(tmp_path / "run.jsonl", [result_of(sentence) for sentence in SENTENCES[:20]], sentences=20)
    assert warnings_of(karat.evaluate(path, benchmark="karat-sample")) == {
        "run": ["4 sentences that the run has no result for, scored as empty"]
    }


def number_lines(sentences: Iterable[Sentence]) -> list[Sentence]:
    """Number sentences from 1, as the lines of a text are."""
    return [Sentence(str(number), sentence.text) for number, sentence in enumerate(sentences, 1)]


def test_sentences_of_a_run_are_found_by_their_text(tmp_path: Path) -> None:
    """Sentences that are not in the gold are left out, though their line numbers are ids of the gold."""
    mixed = number_lines([*OTHERS, *SENTENCES])
    results = [result_of(each, failure="no answer" if number in (0, 30) else None) for number, each in enumerate(mixed)]
    path = write_run(tmp_path / "mixed.jsonl", results, sentences=len(mixed))
    alone = write_run(
        tmp_path / "alone.jsonl",
        [result_of(each, failure="no answer" if number == 22 else None) for number, each in enumerate(SENTENCES)],
    )
    evaluation = karat.evaluate([path, alone], benchmark="karat-sample")
    first, second = evaluation.systems
    assert first.measurements[0].score == second.measurements[0].score
    assert first.measurements[0].score.predicted == len(SENTENCES) - 1
    assert [(note.count, note.what) for note in first.notes][:2] == [
        (7, "extractions of sentences that are not in karat-sample left out"),
        (1, FAILED),
    ]


def test_a_run_over_other_sentences_only_is_refused(tmp_path: Path) -> None:
    others = number_lines(OTHERS)
    path = write_run(tmp_path / "run.jsonl", [result_of(sentence) for sentence in others], sentences=len(others))
    message = "run.jsonl:2: expected sentences of karat-sample, found none of them: sentence 'Ann left Ulm in 1901 .'"
    with pytest.raises(AlignmentError, match=re.escape(message)):
        karat.evaluate(path, benchmark="karat-sample")


def test_an_output_that_is_no_run_may_leave_sentences_out(tmp_path: Path) -> None:
    path = tmp_path / "rows.tsv"
    path.write_text("1\tAnn\tsaw\tsnow\n")
    assert warnings_of(karat.evaluate(path, benchmark="karat-sample")) == {"rows": []}


def test_failures_score_as_empty_sentences(tmp_path: Path) -> None:
    failed = write_run(
        tmp_path / "failed.jsonl",
        [result_of(sentence, failure="no" if number % 2 else None) for number, sentence in enumerate(SENTENCES)],
    )
    empty = write_run(
        tmp_path / "empty.jsonl",
        [RunResult(sentence) if number % 2 else result_of(sentence) for number, sentence in enumerate(SENTENCES)],
    )
    scores = karat.evaluate([failed, empty], benchmark="karat-sample").systems
    assert scores[0].measurements[0].score == scores[1].measurements[0].score


def test_each_sample_is_a_system(tmp_path: Path) -> None:
    """A sample without any extraction is one, too."""
    results = [
        result_of(sentence, sample, failure="refused" if sample == 3 else None)
        for sample in (1, 2, 3)
        for sentence in SENTENCES
    ]
    path = write_run(tmp_path / "run.jsonl", results, samples=3)
    warnings = warnings_of(karat.evaluate(path, benchmark="karat-sample"))
    assert {name: len(notes) for name, notes in warnings.items()} == {
        "run sample 1": 0,
        "run sample 2": 0,
        "run sample 3": 1,
    }
    alone = karat.evaluate({"echo sample 2": path}, benchmark="karat-sample")
    assert [system.name for system in alone.systems] == ["echo sample 2"]


@pytest.mark.parametrize(("name", "expected"), [("-", "echo"), ("mine=-", "mine")])
def test_a_piped_run_is_named_by_its_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, expected: str
) -> None:
    path = write_run(tmp_path / "run.jsonl", [result_of(sentence) for sentence in SENTENCES])
    with path.open() as file:
        monkeypatch.setattr("sys.stdin", file)
        evaluation = karat.evaluate(name, benchmark="karat-sample")
    assert [system.name for system in evaluation.systems] == [expected]
