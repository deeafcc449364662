"""The options of a command, and the check that they go together."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal

from karat.errors import InputError
from karat.formats.format import OUTPUT_KINDS
from karat.formats.registry import format_named
from karat.one_line import one_line
from karat.systems.processes import split_command
from karat.systems.secrets import has_secret

Protocol = Literal["batch", "lines"]
SendAs = Literal["lines", "numbered", "json"]

INPUT, OUTPUT, FOLDER, SAMPLE = "{input}", "{output}", "{folder}", "{sample}"
"""What stands in a command for the file with the sentences, that for the results, their folder, and the sample."""

BATCH_ONLY = ("send_as", "result", "result_format", "batch", "divide")
"""Options that a command which answers line by line has no use for."""


@dataclass(frozen=True, slots=True)
class CommandOptions:
    """How a command is run.

    - ``command`` may have ``{input}``, ``{output}``, ``{folder}`` and ``{sample}``. Without ``{input}``, sentences go
      to its standard input; without ``{output}``, results come from its standard output. ``result`` names another file
      to read, such as ``{output}.oie``.
    - ``protocol`` is ``batch`` (the command is started for each batch and ends) or ``lines`` (it is kept running and
      answers a line of JSON with one).
    - ``result_format`` is guessed from the first results unless it is named.
    - ``timeout`` is in seconds, for a batch, or for an answer of a command that answers lines.
    - ``divide`` divides a batch that fails until the sentence at fault is found.
    - ``give_up`` is the number of sentences that may fail at the start, one after another, before the run stops; 0 is
      any number.
    - ``program_version`` is recorded in the run beside the checksums of the files that the command names.
    """

    command: str
    result_format: str | None = None
    send_as: SendAs = "lines"
    result: str | None = None
    protocol: Protocol = "batch"
    batch: int = 100
    timeout: float = 600.0
    divide: bool = True
    give_up: int = 5
    shell: bool = False
    directory: Path | None = None
    program_version: str = ""
    samples: int = 1
    workers: int = 1

    __repr__ = one_line


def check_options(options: CommandOptions) -> None:
    """Refuse values that mean nothing, options that would be ignored, and keys, which the run file would show."""
    for name in ("command", "result", "program_version"):
        if has_secret(getattr(options, name) or ""):
            # The message does not repeat it.
            raise InputError(
                f"{name}: expected no key or password, since the run file shows it, found what looks like one; "
                "set it in an environment variable that the program reads"
            )
    split_command(options.command)
    for name in ("batch", "samples", "workers"):
        if getattr(options, name) < 1:
            raise InputError(f"{name}: expected at least 1, found {getattr(options, name)}")
    if options.give_up < 0:
        raise InputError(f"give_up: expected 0 or more, found {options.give_up}")
    if not options.timeout > 0:
        raise InputError(f"timeout: expected more than 0 seconds, found {options.timeout:g}")
    if options.samples > 1 and SAMPLE not in options.command:
        raise InputError(f"samples: expected {SAMPLE} in the command, such as for its seed, found {options.command!r}")
    if options.protocol == "lines":
        _check_lines(options)
        return
    if options.result is not None and OUTPUT not in options.result and FOLDER not in options.result:
        # A file at a fixed place could be left from an earlier run.
        raise InputError(f"result: expected a path with {OUTPUT} or {FOLDER}, found {options.result!r}")
    if options.result_format is not None and format_named(options.result_format).kind not in OUTPUT_KINDS:
        kind = format_named(options.result_format).kind
        raise InputError(f"result_format: expected a format of extractions, found {options.result_format} ({kind})")


def _check_lines(options: CommandOptions) -> None:
    for field in fields(CommandOptions):
        if field.name in BATCH_ONLY and getattr(options, field.name) != field.default:
            raise InputError(f"{field.name}: expected the protocol 'batch' beside it, found 'lines'")
    for placeholder in (INPUT, OUTPUT, FOLDER):
        if placeholder in options.command:
            raise InputError(f"command: expected no {placeholder} with the protocol 'lines', found {options.command!r}")
