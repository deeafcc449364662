"""What is fuzzed: every reader, the answer parsers, ``load``, and the way from scores to reports.

A target takes bytes and may raise nothing but Karat's errors. Where it reads something whole, it also checks that
nothing was lost: what was read is written and read again.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import seeds

import karat
from karat.annotate.study.llm import answers as study_answers
from karat.benchmarks.tasks import TASKS, Task
from karat.cliques.bank import read_bank
from karat.cliques.candidates import read_candidates
from karat.cliques.targets_file import read_targets
from karat.cliques.unified import read_entries
from karat.errors import KaratError
from karat.formats import FORMATS, ITEM_KINDS, Format, Problems, format_named, guess
from karat.formats.files import write_lines
from karat.formats.json.map_option import parse_map
from karat.formats.json.run_lines import read_run
from karat.formats.llm.answers import parse_answer
from karat.formats.study import read as read_study
from karat.formats.study import render as render_study
from karat.formats.text.input_file import InputFile
from karat.reports.csv import csv
from karat.reports.display import as_html, as_latex, as_markdown, as_text
from karat.results import Evaluation
from karat.results.serialisation import summary
from karat.systems.chat import Completion
from karat.systems.experiment.reading import read_plan
from karat.systems.llm.reading import read_result

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Target:
    """Something that takes bytes; ``weight`` is its share of all cases, smaller where a case takes milliseconds."""

    name: str
    run: Callable[[bytes, Path], None]
    seeds: tuple[bytes, ...]
    weight: float = 1.0


def targets() -> list[Target]:
    """List all targets, with the examples of the manual and the samples as seeds."""
    return [*_readers(), *_answers(), *_saved_files(), *_reports()]


def corpus(target: str) -> list[bytes]:
    """Give what once broke a target."""
    return [path.read_bytes() for path in sorted((HERE / "corpus" / target.replace(" ", "-")).glob("*"))]


def name_of_reader(format: Format) -> str:
    """Name the target of a format; several kinds of documents can be read from one format."""
    return f"read {format.name}" if format.kind in ITEM_KINDS else f"read {format.kind} of {format.name}"


def _readers() -> Iterator[Target]:
    by_format = seeds.seeds_of_formats()
    for format in FORMATS:
        yield Target(name_of_reader(format), partial(_read, format), by_format[format.name])
    yield Target("guess", _guess, tuple(seed for each in by_format.values() for seed in each), 2.0)


class FileInMemory(InputFile):
    """Bytes that are read as a file is, without the time that the file system takes."""

    def __init__(self, data: bytes) -> None:
        super().__init__("file", checksum=False)
        self._data = data

    def _open(self) -> io.BytesIO:
        return io.BytesIO(self._data)


def _read(format: Format, data: bytes, _: Path) -> None:
    items = list(format.read(FileInMemory(data), problems=Problems()))
    if format.kind not in ITEM_KINDS or not items:
        return
    jsonl = format_named("jsonl")
    assert jsonl.render is not None
    try:
        written = "\n".join(jsonl.render(items)).encode()
    except UnicodeEncodeError:
        return  # a lone surrogate out of JSON, which UTF-8 cannot hold
    try:
        again = list(jsonl.read(FileInMemory(written), problems=Problems()))
    except KaratError as error:
        raise AssertionError(f"expected what was written to be read, found {error}") from error
    assert again == items, f"expected {items!r}, found {again!r} after writing and reading"


def _guess(data: bytes, _: Path) -> None:
    guess(FileInMemory(data))


def _answers() -> Iterator[Target]:
    yield Target("answer", _answer, seeds.ANSWERS, 6.0)
    yield Target("answer of a study", _study_answer, seeds.ANSWERS, 2.0)
    yield Target("map", _map, (b"subject=a.b[0].c,relation=d,object=e.*", b"items=result[*],confidence=p"))


def _answer(data: bytes, _: Path) -> None:
    text = data.decode("utf-8", "surrogateescape")
    for order in ("relation first", "subject first"):
        parse_answer(text, order)  # type: ignore[arg-type]
    read_result(Completion(text), None, 100)  # type: ignore[arg-type]


def _study_answer(data: bytes, _: Path) -> None:
    study_answers.parse_answer(data.decode("utf-8", "replace"), is_attributed=len(data) % 2 == 0)


def _map(data: bytes, _: Path) -> None:
    parse_map(data.decode("utf-8", "replace"))


def _saved_files() -> Iterator[Target]:
    yield Target("load", _load, (seeds.saved_evaluation(),), 0.5)
    yield Target("study", _study, (seeds.some_of_a_study(),), 0.5)
    yield Target("run file", _run_file, (seeds.RUN,))
    yield Target("plan", _plan, (seeds.PLAN,))
    yield Target("cliques", partial(_read_with, read_entries), (seeds.one_clique(), seeds.CANDIDATES))
    yield Target("candidates", partial(_read_with, read_candidates), (seeds.CANDIDATES,))
    yield Target("targets", partial(_read_with, read_targets), (seeds.CLIQUE_TARGETS,))
    yield Target("bank", partial(_read_with, read_bank), (seeds.BANK,))


def _load(data: bytes, folder: Path) -> None:
    path = folder / "saved.json"
    path.write_bytes(data)
    show(karat.load(path))


def _study(data: bytes, folder: Path) -> None:
    path = folder / "study.jsonl"
    path.write_bytes(data)
    study = read_study(path)
    write_lines(path, render_study(study))
    assert read_study(path) == study, "expected the same study after writing and reading"


def _run_file(data: bytes, folder: Path) -> None:
    path = folder / "run.jsonl"
    path.write_bytes(data)
    _, results = read_run(path)
    for _ in results:
        pass


def _plan(data: bytes, folder: Path) -> None:
    path = folder / "plan.toml"
    path.write_bytes(data)
    read_plan(path)


def _read_with(read: Callable[[Path], object], data: bytes, folder: Path) -> None:
    path = folder / "file"
    path.write_bytes(data)
    found = read(path)
    for _ in found if isinstance(found, Iterator) else ():
        pass


def show(evaluation: Evaluation) -> None:
    """Lay an evaluation out in every form but charts, which take too long."""
    as_text(evaluation)
    as_html(evaluation)
    as_markdown(evaluation, (), intervals=True)
    as_latex(evaluation, (), intervals=True)
    csv(evaluation)
    summary(evaluation)
    evaluation.to_json()


def _reports() -> Iterator[Target]:
    yield Target("report of an output", _report_output, (seeds.OUTPUT, seeds.ROWS), 0.1)
    yield Target("report on gold", _report_gold, (seeds.GOLD,), 0.1)
    for task in TASKS:
        for format in FORMATS:
            if format.kind == task.kind:
                examples = seeds.seeds_of_formats()[format.name]
                run = partial(_score, task, format.name, examples[-1])
                yield Target(f"score {task.name} {format.name}", run, examples, 0.05)


def _report_output(data: bytes, folder: Path) -> None:
    (folder / "gold.txt").write_bytes(seeds.GOLD)
    (folder / "mine").write_bytes(data)
    show(karat.evaluate([folder / "mine"], gold=folder / "gold.txt"))


def _report_gold(data: bytes, folder: Path) -> None:
    (folder / "gold.txt").write_bytes(data)
    (folder / "mine").write_bytes(seeds.OUTPUT)
    show(karat.evaluate([folder / "mine"], gold=folder / "gold.txt"))


def _score(task: Task, format: str, gold: bytes, data: bytes, folder: Path) -> None:
    (folder / "gold").write_bytes(gold)
    (folder / "mine").write_bytes(data)
    missing = "error" if task.units is not None else "empty"
    show(
        karat.score(
            task.name,
            [folder / "mine"],
            folder / "gold",
            format=format,
            gold_format=format,
            missing=missing,
            time_limit=0.1,
        )
    )


def run_case(target: Target, data: bytes, folder: Path) -> None:
    """Run one case; Karat's own errors are what bad input gets."""
    with suppress(KaratError):
        target.run(data, folder)
