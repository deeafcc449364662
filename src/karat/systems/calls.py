"""Call a system with sentences, in batches and in threads, and give the result of each sentence in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from karat.errors import InputError, KaratError, ServiceError, quoted
from karat.model import RunResult, Sentence
from karat.systems.system import Extracted, Failure, System
from karat.systems.threads import call_in_order


@dataclass(frozen=True, slots=True)
class Task:
    """A sentence to process, and which sample of it."""

    sentence: Sentence
    sample: int


def tasks_of(sentences: Sequence[Sentence], samples: int, done: int = 0) -> Iterator[Task]:
    """List what a run has to do after its first ``done`` results: all sentences, sample by sample."""
    for position in range(done, len(sentences) * samples):
        yield task_at(position, sentences)


def task_at(position: int, sentences: Sequence[Sentence]) -> Task:
    """Say which sentence and sample a position in a run has.

    >>> task_at(3, [Sentence("a", "It rained ."), Sentence("b", "It snowed .")])
    Task(sentence=Sentence(id='b', text='It snowed .'), sample=2)
    """
    sample, index = divmod(position, len(sentences))
    return Task(sentences[index], sample + 1)


def process(system: System, tasks: Iterable[Task]) -> Iterator[RunResult]:
    """Yield the result of each task in order.

    Calls get ``system.batch`` sentences of one sample, and ``system.workers`` of them are made at once. An exception
    that no system may raise becomes an error that names the sentence.
    """
    for results in call_in_order(partial(_call, system), _batches(tasks, system.batch), system.workers):
        yield from results


def _batches(tasks: Iterable[Task], size: int) -> Iterator[list[Task]]:
    batch: list[Task] = []
    for task in tasks:
        if batch and (len(batch) == size or batch[0].sample != task.sample):
            yield batch
            batch = []
        batch.append(task)
    if batch:
        yield batch


def _call(system: System, batch: Sequence[Task]) -> list[RunResult]:
    sentences = [task.sentence for task in batch]
    try:
        results = list(system.extract(sentences, batch[0].sample))
    except KaratError:
        raise
    except Exception as error:
        found = " ".join(f"{type(error).__name__}: {error}".split())
        raise ServiceError(f"{system.name}: expected extractions of {_named(sentences)}, found {found}") from error
    if len(results) != len(sentences):
        expected = f"a result for each of {len(sentences)} sentences" if len(sentences) > 1 else "one result"
        raise InputError(f"{system.name}: expected {expected} ({_named(sentences)}), found {len(results)}")
    return [_result(system, task, result) for task, result in zip(batch, results, strict=True)]


def _result(system: System, task: Task, result: object) -> RunResult:
    if isinstance(result, Extracted):
        return RunResult(task.sentence, tuple(result.extractions), None, result.usage, task.sample)
    if isinstance(result, Failure):
        reason = " ".join(result.reason.split()) or "no reason given"
        return RunResult(task.sentence, (), reason, result.usage, task.sample)
    named = _named([task.sentence])
    raise InputError(f"{system.name}: expected Extracted or Failure as the result of {named}, found {result!r:.100}")


def _named(sentences: Sequence[Sentence]) -> str:
    first, last = quoted(sentences[0].id), quoted(sentences[-1].id)
    return f"sentence {first}" if len(sentences) == 1 else f"sentences {first} to {last}"
