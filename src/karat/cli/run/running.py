"""Run a system for ``karat run``: read the sentences, show the progress, say what came of it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import typer

from karat.cli.output import say, warn
from karat.cli.run.ending import Ended, ending_in_order
from karat.cli.run.options import Request
from karat.cli.run.progress_bar import progress_bar
from karat.cli.spending import describe_usage
from karat.errors import BudgetError, KaratError, ServiceError, quoted
from karat.model import Sentence
from karat.reports.tables.table import counted
from karat.systems.registry import system_named
from karat.systems.running import choose_sentences, run_to_file, run_to_stream
from karat.systems.sentences import check_output
from karat.systems.summary import FailureReason, Progress, RunSummary, Tell
from karat.systems.system import System

REASONS_SHOWN = 5


def run_system(name: str, options: Any, request: Request) -> None:
    """Run a system with its options over the sentences of a request."""
    sentences = read_request(request)
    with ending_in_order(), closing(system_named(name).load_class()(options)) as system:
        with going_on(request) as remember, progress_bar(name) as show:

            def tell(progress: Progress) -> None:
                remember(progress)
                show(progress)

            summary = _run(system, sentences, request, tell)
        print_summary(summary)
        if 0 < summary.done == summary.failed:
            raise typer.Exit(1)  # a script must not take a run without any result for one that succeeded


def read_request(request: Request) -> tuple[Sentence, ...]:
    """Read the sentences that a system is to be run over."""
    if (request.sentences is None) == (request.benchmark is None):
        found = "neither" if request.benchmark is None else "both"
        raise typer.BadParameter(f"expected SENTENCES or --benchmark NAME, found {found}")
    if request.output is None:
        for flag, given in (("--force", request.force), ("--retry-failures", request.retry_failures)):
            if given:
                raise typer.BadParameter("expected a file (-o FILE) beside it, found none", param_hint=flag)
    elif request.sentences is not None:
        check_output(request.output, request.sentences)
    return choose_sentences(
        request.sentences, request.benchmark, request.limit, request.input_format, request.input_encoding
    )


def _run(system: System, sentences: tuple[Sentence, ...], request: Request, tell: Tell) -> RunSummary:
    if request.output is None:
        return run_to_stream(system, sentences, _print_line, request.benchmark, tell)
    return run_to_file(
        system, sentences, request.output, request.benchmark, request.force, request.retry_failures, tell
    )


def _print_line(line: bytes) -> None:
    """Write a line to standard output in UTF-8, whatever the terminal's encoding is."""
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


@contextmanager
def going_on(request: Request) -> Iterator[Tell]:
    """Say after an interrupt, a signal or an error how much is done and how to go on.

    Gives the function that is told of it.
    """
    reached: list[Progress] = []

    def remember(progress: Progress) -> None:
        reached[:] = [progress]

    try:
        yield remember
    except KeyboardInterrupt:
        say(f"interrupted: {describe_progress(reached, request.output)}")
        raise typer.Exit(130) from None
    except Ended:
        say(f"ended: {describe_progress(reached, request.output)}")
        raise
    except KaratError as error:
        if not reached or not reached[0].done:
            raise
        same_command = not isinstance(error, BudgetError)  # which says itself what goes on
        done = describe_progress(reached, request.output, same_command=same_command)
        raise ServiceError(f"{error}; {done}") from error


def describe_progress(reached: list[Progress], output: Path | None, *, same_command: bool = True) -> str:
    """Say how much is done and how much of it failed, and that the same command goes on if there is a file.

    >>> describe_progress([Progress(120, 300, 0, 0)], Path("out.jsonl"))
    '120 of 300 are done and kept in out.jsonl; the same command goes on'
    >>> describe_progress([Progress(120, 300, 0, 4)], Path("out.jsonl"), same_command=False)
    '120 of 300 are done (4 failed) and kept in out.jsonl'
    """
    if not reached or not reached[0].done:
        return "nothing is done yet"
    failed = f" ({reached[0].failures:,} failed)" if reached[0].failures else ""
    done = f"{reached[0].done:,} of {reached[0].total:,} are done{failed}"
    if output is None:
        return done
    return f"{done} and kept in {output}{'; the same command goes on' if same_command else ''}"


def print_summary(summary: RunSummary) -> None:
    """Say on standard error what is done, what failed, what it cost, and what to type next."""
    head = summary.head
    samples = f", {head.samples} samples each" if head.samples > 1 else ""
    earlier = f" ({summary.resumed:,} of {summary.done:,} by earlier runs)" if summary.resumed else ""
    place = f"{summary.path}: " if summary.path else ""
    sentences, extractions = counted(head.sentences, "sentence"), counted(summary.extractions, "extraction")
    say(f"{place}{sentences}{samples}{earlier}, {extractions}")
    if summary.usage is not None:
        say(f"used: {describe_usage(summary.usage)}")
    for failure in summary.failures[:REASONS_SHOWN]:
        warn(describe_failure(failure))
    if len(summary.failures) > REASONS_SHOWN:
        warn(f"{sum(each.count for each in summary.failures[REASONS_SHOWN:]):,} failed for other reasons")
    if summary.path is not None and summary.path.is_file():
        if summary.failures:
            say("the same command with --retry-failures processes them again")
        gold = f"--benchmark {head.benchmark}" if head.benchmark else "--gold GOLD"
        say(f"score it with: karat evaluate {shlex.quote(str(summary.path))} {gold}")


def describe_failure(failure: FailureReason) -> str:
    """Say how many sentences failed for a reason, and which.

    >>> describe_failure(FailureReason("no answer within 60 s", 5, ("3", "8", "12")))
    "5 failed: no answer within 60 s (sentences '3', '8', '12', …)"
    """
    more = ", …" if failure.count > len(failure.ids) else ""
    noun = "sentence" if failure.count == 1 else "sentences"
    return f"{failure.count:,} failed: {failure.reason} ({noun} {', '.join(map(quoted, failure.ids))}{more})"
