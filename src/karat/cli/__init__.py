"""The ``karat`` command: one module a command, listed here."""

from __future__ import annotations

import atexit
import gc
import os
import select
import sys
from collections.abc import Sequence

import typer

from karat.cli.lazy import Entry, lazy_group
from karat.errors import KaratError
from karat.printable import make_printable
from karat.standard_streams import prepare_streams
from karat.version import __version__

COMMANDS = (
    Entry(
        "evaluate",
        "karat.cli.evaluate:evaluate",
        "Score systems on a benchmark or on any gold file.",
    ),
    Entry(
        "compare",
        "karat.cli.compare:compare",
        "Compare systems in pairs, over the same sentences: the difference, its interval, and p.",
    ),
    Entry(
        "explain", "karat.cli.explain.command:explain", "Explain a system's mistakes, one sentence or one extraction."
    ),
    Entry(
        "agreement",
        "karat.cli.agreement.command:agreement",
        "Measure how far metrics agree with people's labels of extractions.",
    ),
    Entry(
        "judge",
        "karat.cli.judge:judge",
        "Ask a language model which facts of the gold each extraction states, and record its answers.",
    ),
    Entry("report", "karat.cli.report:report", "Make a page or charts of evaluations, without computing them again."),
    Entry(
        "demo",
        "karat.cli.demo:demo",
        "Score three sample systems, explain two of their mistakes, show what paraphrases cost, and write the results.",
    ),
    Entry(
        "run",
        "karat.cli.run:app",
        "Run a system over sentences, from where the last run stopped, and write what it extracts.",
    ),
    Entry(
        "experiment",
        "karat.cli.experiment.command:experiment",
        "Run systems on benchmarks as a plan says, evaluate them, and write one report.",
    ),
    Entry("convert", "karat.cli.convert:convert", "Convert a file from one format into another."),
    Entry("gold", "karat.cli.gold:app", "Write, count, check and compare gold standards."),
    Entry(
        "annotate",
        "karat.cli.annotate:app",
        "Make gold in the browser, alone or as a team: annotate, review systems, compare and adjudicate.",
    ),
    Entry(
        "study",
        "karat.cli.study:app",
        "Human studies: people label extractions as correct or not, blind to the system.",
    ),
    Entry(
        "data",
        "karat.cli.data:app",
        "List, fetch, verify and find the datasets; print a benchmark's sentences. KARAT_DATA=DIR reads "
        "DIR/<dataset>/ and downloads nothing.",
    ),
    Entry(
        "score",
        "karat.cli.score:app",
        "Score structured prediction: coreference, AMR, relations and more, by the field's own metrics.",
    ),
    Entry(
        "cliques", "karat.cli.cliques:app", "Robustness over cliques: sentences that say the same in different syntax."
    ),
    Entry("list", "karat.cli.listing:app", "List the benchmarks, formats, metrics and systems that Karat knows."),
)
"""Every command, in the order in which ``karat --help`` lists them."""

YOUNG_OBJECTS = 50_000
"""How many new objects there may be before Python looks for reference cycles among them; its own choice is 700."""

app = typer.Typer(
    name="karat",
    cls=lazy_group(COMMANDS),
    help="Karat tells you how much gold is in your extractions: evaluation by facts, not tokens.",
    no_args_is_help=True,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def show_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        typer.echo(f"karat {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: bool = typer.Option(
        False, "--version", callback=show_version, is_eager=True, help="Show the version and exit."
    ),
    debug: bool = typer.Option(
        False, "--debug", help="Show the traceback of an error; may also stand after the command."
    ),
) -> None:
    """Karat tells you how much gold is in your extractions: evaluation by facts, not tokens."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command and leave with its exit code.

    0 is success, 1 a user's bad input or a mistake of ours, in one line on standard error; 2 is wrong usage, 130 an
    interrupt. With ``--debug``, wherever it stands before ``--``, an error shows its traceback instead.
    """
    if arguments is None:
        collect_garbage_rarely()
        arguments = sys.argv[1:]
    debug, arguments = without_debug(arguments)
    output = standard_output()
    prepare_streams()
    try:
        try:
            app(args=arguments, prog_name="karat", obj=tuple(arguments))
        except SystemExit as stop:
            # typer and rich meet a broken pipe before we do, and call it a failure
            if isinstance(stop.__context__, BrokenPipeError):
                raise stop.__context__ from None
            if not stop.code:
                sys.stdout.flush()  # here, where a broken pipe is still ours to handle
            raise
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        if isinstance(error, OSError):
            _drop_unwritten_output()
        if isinstance(error, BrokenPipeError) and reader_has_left(output):
            sys.exit(0)
        if debug:
            raise
        print(make_printable(in_one_line(error)), file=sys.stderr)
        sys.exit(1)


def _drop_unwritten_output() -> None:
    """Discard what cannot be written: Python flushes standard output again when it ends, and would exit with 120."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def collect_garbage_rarely() -> None:
    """Spare short commands a sixth of their time: the search for reference cycles among what imports create.

    For processes of our own only. Cycles are still found, but not sought among every 700 new objects, and not when the
    process ends and its memory is given back anyway.
    """
    gc.set_threshold(YOUNG_OBJECTS)
    atexit.register(gc.freeze)


def without_debug(arguments: Sequence[str]) -> tuple[bool, list[str]]:
    """Remove ``--debug`` from the arguments before ``--``, and say whether it was there."""
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    options = [argument for argument in arguments[:end] if argument != "--debug"]
    return len(options) < end, [*options, *arguments[end:]]


def in_one_line(error: Exception) -> str:
    """Describe an error in one line: our own message, the file that cannot be used, or a bug in Karat."""
    match error:
        case KaratError():
            return str(error)
        case OSError(filename=str() | bytes() as name, strerror=str() as reason):
            return f"{os.fsdecode(name)}: {reason.lower()}"
        case OSError(strerror=str() as reason):
            return reason.lower()
        case MemoryError():
            return "expected enough memory for this command, found too little"
    found = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"a mistake in Karat itself: {' '.join(found.split())}; run again with --debug to see where, and report it"


def standard_output() -> os.stat_result | None:
    """Identify what standard output is connected to; ``None`` if it is closed."""
    try:
        return os.fstat(1)
    except OSError:
        return None


def reader_has_left(output: os.stat_result | None) -> bool:
    """Whether standard output is a pipe whose reader has closed it since the start."""
    now = standard_output()
    if output is None or now is None:
        return False
    if not os.path.samestat(output, now):  # rich has found it out, and leads the rest nowhere
        return True

    if not hasattr(select, "poll"):  # Windows
        return True
    poll = select.poll()
    poll.register(1, select.POLLOUT)
    return any(events & select.POLLERR for _, events in poll.poll(0))
