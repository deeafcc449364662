"""The command line with the systems of the tests: ``python example_cli.py run echo …``."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Annotated

import typer
from example_systems import Echo, EchoOptions

from karat.cli import lazy, main, run
from karat.cli.options import BenchmarkName
from karat.cli.run.options import (
    InputEncoding,
    InputFormat,
    Limit,
    Request,
    RetryFailures,
    RunOutput,
    Sentences,
    StartAnew,
)
from karat.cli.run.running import run_system
from karat.model import Sentence
from karat.systems import registry
from karat.systems.system import Result


class SlowEcho(Echo):
    """Needs a hundredth of a second for each sentence, and breaks at the word *bug*."""

    def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
        """Extract each sentence as a whole, slowly."""
        time.sleep(0.01 * len(sentences))
        if any("bug" in sentence.text.split() for sentence in sentences):
            raise ValueError("a bug in\nthe system")
        return super().extract(sentences, sample)


def echo(
    sentences: Sentences = None,
    relation: Annotated[str, typer.Option(help="What is said to be done.")] = "says",
    fails: Annotated[list[str] | None, typer.Option(help="Words that it cannot say.")] = None,
    batch: Annotated[int, typer.Option(help="Sentences a call.")] = 1,
    workers: Annotated[int, typer.Option(help="Calls at once.")] = 1,
    samples: Annotated[int, typer.Option(help="How often.")] = 1,
    benchmark: BenchmarkName = None,
    output: RunOutput = None,
    force: StartAnew = False,
    retry_failures: RetryFailures = False,
    limit: Limit = None,
    input_format: InputFormat = None,
    input_encoding: InputEncoding = "utf-8",
) -> None:
    """Repeat each sentence."""
    options = EchoOptions(relation=relation, fails=tuple(fails or ()), batch=batch, workers=workers, samples=samples)
    run_system(
        "echo",
        options,
        Request(sentences, benchmark, output, force, retry_failures, limit, input_format, input_encoding),
    )


ENTRY = registry.SystemEntry("echo", "example_cli:SlowEcho", "example_systems:EchoOptions", "Repeat each sentence.")


def install() -> None:
    """Add the systems to the list and to ``karat run``."""
    registry.SYSTEMS = (ENTRY,)
    run.app.info.cls = lazy.lazy_group((lazy.Entry("echo", "example_cli:echo", "Repeat each sentence."),))


if __name__ == "__main__":
    install()
    main()
