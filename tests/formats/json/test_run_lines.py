"""Runs inside Karat's own format: read as rows, with the system's name and the reasons of failures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from karat.errors import FormatError, FormatErrors
from karat.formats import format_named, guess, read_rows
from karat.formats.conversion import losses
from karat.formats.json.run_lines import read_run, render_head, render_result
from karat.model import Extraction, Row, RunHead, RunResult, Sentence, Usage

HEAD = RunHead("naive", "1", {"tagger": "spacy"}, "0.1.0", 3, "f00", benchmark="karat-sample")
SAMPLED = RunHead("llm", "1", {}, "0.1.0", 2, "f00", samples=2)
FOUNDED = Extraction("founded", ("Ann", "Bext"), 0.5, other=(("kind", "verb"),))
RESULTS = (
    RunResult(Sentence("a", "Ann founded Bext ."), (FOUNDED, Extraction("has", ("Bext", "Ann")))),
    RunResult(Sentence("b", "It rained ."), usage=Usage(10, 2, 0.25)),
    RunResult(Sentence("c", "Köln grew ."), failure="no answer", usage=Usage(7, 0, 0.0, True)),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of a run."""
    file = tmp_path / "run.jsonl"
    file.write_bytes(render_head(HEAD) + b"".join(render_result(result, HEAD) for result in RESULTS))
    return file


def test_a_run_reads_back_equal(path: Path) -> None:
    head, results = read_run(path)
    assert head == HEAD
    assert tuple(results) == RESULTS


def test_samples_read_back_equal(tmp_path: Path) -> None:
    results = [
        RunResult(Sentence(id, "It rained ."), sample=sample, failure="none" if sample == 2 else None)
        for sample in (1, 2)
        for id in "ab"
    ]
    path = tmp_path / "run.jsonl"
    path.write_bytes(render_head(SAMPLED) + b"".join(render_result(result, SAMPLED) for result in results))
    head, found = read_run(path)
    assert (head, list(found)) == (SAMPLED, results)
    assert [(row.system, row.failure) for row in read_rows(path)] == [
        ("llm sample 1", None),
        ("llm sample 1", None),
        ("llm sample 2", "none"),
        ("llm sample 2", "none"),
    ]


def test_rows(path: Path) -> None:
    assert guess(path).name == "jsonl"
    rows = [
        Row(FOUNDED, "a", "Ann founded Bext .", system="naive"),
        Row(Extraction("has", ("Bext", "Ann")), "a", "Ann founded Bext .", system="naive"),
        Row(None, "b", "It rained .", system="naive"),
        Row(None, "c", "Köln grew .", system="naive", failure="no answer"),
    ]
    assert list(read_rows(path)) == rows
    assert [row.line for row in read_rows(path)] == [2, 2, 3, 4]


def test_rows_of_a_run_survive_a_conversion(path: Path, tmp_path: Path) -> None:
    rows = list(read_rows(path))
    format_named("jsonl").write(tmp_path / "rows.jsonl", rows)
    assert list(read_rows(tmp_path / "rows.jsonl")) == rows


def test_what_other_formats_cannot_hold_is_counted(path: Path, tmp_path: Path) -> None:
    rows = [row for row in read_rows(path) if row.extraction is None or not row.extraction.other]
    format_named("benchie").write(tmp_path / "rows.tsv", rows)
    assert losses(rows, read_rows(tmp_path / "rows.tsv", "benchie")) == [
        "the sentence's text of 1",
        "the system's name of 1",
        "a sentence without extractions of 2",
        "the reason why a sentence failed of 1",
    ]
    format_named("jsonl").write(tmp_path / "rows.jsonl", rows)
    assert losses(rows, read_rows(tmp_path / "rows.jsonl")) == []


def test_a_run_without_results(path: Path) -> None:
    path.write_bytes(render_head(HEAD))
    assert list(read_rows(path)) == []


def changed(line: bytes, **values: Any) -> str:
    """A line with other values; ``None`` takes a key out."""
    merged = json.loads(line) | values
    return json.dumps({key: value for key, value in merged.items() if value is not None})


FIRST, RESULT, OF_SAMPLE = render_head(HEAD), render_result(RESULTS[1], HEAD), render_result(RESULTS[1], SAMPLED)
OTHER = '{"karat": "extractions", "sentence_id": "1"}'


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([changed(FIRST, system=None)], "run.jsonl:1: expected the key 'system', found 'karat', 'version', "),
        ([changed(FIRST, settings=[])], "run.jsonl:1: expected a JSON object in settings, found []"),
        ([changed(FIRST, sentences=-1)], "run.jsonl:1: expected a whole number from 0 in sentences, found -1"),
        ([changed(FIRST, samples=0)], "run.jsonl:1: expected a whole number from 1 in samples, found 0"),
        ([changed(FIRST, started="now")], "run.jsonl:1: expected the keys karat, system, version, settings, "),
        ([FIRST, changed(RESULT, failure="x")], "run.jsonl:2: expected either the key 'extractions' or the key "),
        ([FIRST, changed(RESULT, extractions=None)], "run.jsonl:2: expected either the key 'extractions' or the key "),
        ([FIRST, changed(RESULT, sample=1)], "run.jsonl:2: expected no sample, as the first line says, found 1"),
        (
            [render_head(SAMPLED), changed(OF_SAMPLE, sample=3)],
            "run.jsonl:2: expected a sample from 1 to 2, as the first line says, found 3",
        ),
        (
            [render_head(SAMPLED), RESULT],
            "run.jsonl:2: expected a sample from 1 to 2, as the first line says, found no",
        ),
        ([FIRST, changed(RESULT, usage={"cost": 1})], "run.jsonl:2: expected the key 'prompt_tokens' in usage, found"),
        ([FIRST, changed(RESULT, usage={"cost": 10**400})], "run.jsonl:2: expected a number in usage.cost, found 1000"),
        ([FIRST, RESULT, OTHER], 'run.jsonl:3: expected "karat" to be result in all lines below the first of a run'),
        ([FIRST, RESULT, FIRST], 'run.jsonl:3: expected "karat" to be result in all lines below the first of a run'),
        ([OTHER, RESULT], 'run.jsonl:2: expected "karat" to be run in the first line of a run only, and result in'),
        ([OTHER, FIRST], 'run.jsonl:2: expected "karat" to be run in the first line of a run only, and result in'),
        ([FIRST, RESULT[:40]], "run.jsonl:2: expected a whole result, found one that breaks off"),
    ],
)
def test_bad_lines(tmp_path: Path, lines: list[bytes | str], message: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else line.decode().strip() for line in lines))
    with pytest.raises(FormatError) as error:
        list(read_rows(path, "jsonl"))
    assert str(error.value).removeprefix(f"{tmp_path}/").startswith(message)


def test_all_bad_results_are_reported_together(path: Path) -> None:
    path.write_bytes(FIRST + b'{"karat": "result"}\n' * 2)
    with pytest.raises(FormatErrors) as error:
        list(read_rows(path))
    assert [each.line for each in error.value.errors] == [2, 3]


def test_a_run_that_was_interrupted(path: Path) -> None:
    """The half line that a killed run leaves is named for what it is."""
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(FormatError, match=r":4: expected a whole result, found one that breaks off: the run was inter"):
        list(format_named("jsonl").read(path))
