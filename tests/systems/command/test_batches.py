"""Programs that take a batch of sentences, and those that do not behave."""

from __future__ import annotations

import os
import time
import tracemalloc
from pathlib import Path
from threading import Thread

import pytest
from command_programs import BLOCKS, READ, SENTENCES, TABBED, TEXTS, command

from karat.errors import InputError, KaratError, ServiceError
from karat.model import Extraction, Sentence
from karat.systems import processes
from karat.systems.command import Command, CommandOptions
from karat.systems.system import Extracted, Failure, Result
from running_processes import is_alive


def triple(text: str) -> Extraction:
    subject, relation, *others = text.removesuffix(" .").split()
    return Extraction(relation, (subject, " ".join(others)))


def run(given: str, sentences: tuple[Sentence, ...] = SENTENCES, **options: object) -> list[Result]:
    system = Command(CommandOptions(given, **options))  # type: ignore[arg-type]
    try:
        return list(system.extract(sentences))
    finally:
        system.close()


def outcome(results: list[Result]) -> list[str]:
    """A word for each sentence: its triple's subject, nothing, or the reason of its failure."""
    return [
        each.reason if isinstance(each, Failure) else " ".join(e.subject for e in each.extractions) for each in results
    ]


ALL = ["Ann", "Bo", "Cy", "Di", "Ed"]


# Programs that behave


@pytest.mark.parametrize(
    ("program", "arguments", "options"),
    [
        pytest.param(TABBED, [], {"result_format": "benchie"}, id="standard input and output"),
        pytest.param(TABBED, [], {}, id="a format that is guessed"),
        pytest.param(BLOCKS, [], {"result_format": "openie6"}, id="blocks"),
        pytest.param(
            "texts = open(sys.argv[1]).read().splitlines()\nopen(sys.argv[2], 'w').write(tabbed(texts))",
            ["{input}", "{output}"],
            {"result_format": "benchie"},
            id="files",
        ),
        pytest.param(
            "texts = open(sys.argv[1]).read().splitlines()\n"
            "folder = pathlib.Path(sys.argv[2]); folder.mkdir(); (folder / 'all.oie').write_text(tabbed(texts))",
            ["{input}", "{output}"],
            {"result": "{output}/all.oie"},
            id="a file in a folder that the program makes",
        ),
        pytest.param(
            "texts = [line.rstrip('\\n').partition('\\t')[2] for line in sys.stdin]\nsys.stdout.write(tabbed(texts))",
            [],
            {"send_as": "numbered"},
            id="numbered lines",
        ),
        pytest.param(
            "texts = [json.loads(line)['sentence'] for line in sys.stdin]\nsys.stdout.write(tabbed(texts))",
            [],
            {"send_as": "json"},
            id="JSON lines",
        ),
        pytest.param(
            READ + "for text in texts: print(json.dumps({'karat': 'extractions', 'sentence': text, "
            "'extraction': {'relation': triple(text)[1], 'arguments': [triple(text)[0], triple(text)[2]]}}))",
            [],
            {},
            id="Karat's own lines, with the text",
        ),
        pytest.param(TABBED + "sys.stderr.write('x' * 2_000_000)", [], {}, id="megabytes on standard error"),
        pytest.param("sys.stdin.readline()\n" + TABBED, ["<", "{input}"], {"shell": True}, id="a shell"),
    ],
)
def test_results(tmp_path: Path, program: str, arguments: list[str], options: dict[str, object]) -> None:
    program = program.removeprefix("sys.stdin.readline()\n")
    results = run(command(tmp_path, program, *arguments), **options)
    for result, text in zip(results, TEXTS, strict=True):
        assert isinstance(result, Extracted), result
        (extraction,) = result.extractions
        assert extraction.triple == triple(text).triple


def test_no_shell_unless_asked_for(tmp_path: Path) -> None:
    program = "open(sys.argv[2], 'w').write(' '.join(sys.argv[1:2]))\n" + TABBED
    touched = tmp_path / "arguments"
    run(command(tmp_path, program, "'$HOME; touch x'", str(touched)))
    assert touched.read_text() == "$HOME; touch x"


def test_directory(tmp_path: Path) -> None:
    program = READ + "pathlib.Path('here').write_text(''); sys.stdout.write(tabbed(texts))"
    inner = tmp_path / "a folder"
    inner.mkdir()
    assert outcome(run(command(tmp_path, program), directory=inner)) == ALL
    assert (inner / "here").exists()
    with pytest.raises(ServiceError, match="expected a directory to run the command in, found none"):
        run(command(tmp_path, program), directory=tmp_path / "none")


def test_nothing_found(tmp_path: Path) -> None:
    """A format of rows may have none; one of blocks has an empty block."""
    assert outcome(run(command(tmp_path, READ), result_format="benchie")) == [""] * 5
    empty = READ + "sys.stdout.write(''.join(text + '\\n\\n' for text in texts))"
    assert outcome(run(command(tmp_path, empty), result_format="openie6")) == [""] * 5


def test_repeated_and_unusual_sentences(tmp_path: Path) -> None:
    """Each text is sent once; what cannot be sent is a failure; a line break is a space."""
    program = "raw = sys.stdin.buffer.read(); texts = raw.decode().splitlines(); assert len(texts) == 2, texts\n"
    sentences = [
        Sentence("1", "Ann founded\nBext ."),
        Sentence("2", "  "),
        Sentence("3", "Ann founded Bext ."),
        Sentence("4", "a\0b"),
        Sentence("5", "Jörg sah ☂ ."),
        Sentence("6", "bad \ud800 half"),
    ]
    results = run(command(tmp_path, program + "sys.stdout.write(tabbed(texts))"), tuple(sentences))
    assert outcome(results) == [
        "Ann",
        "expected text in one line that UTF-8 can hold, found a blank sentence",
        "Ann",
        "expected text in one line that UTF-8 can hold, found a NUL",
        "Jörg",
        "expected text in one line that UTF-8 can hold, found '\\ud800'",
    ]


def test_what_counts_the_batch_is_left_out(tmp_path: Path) -> None:
    """ClausIE numbers the sentences of its input, which depends on the batch."""
    program = READ + (
        "for n, text in enumerate(texts, 1):\n"
        "    print(text); print('\\t'.join([str(n), *('\"%s\"' % slot for slot in triple(text)), '-3.5']))"
    )
    (*_, last) = run(command(tmp_path, program), result_format="clausie")
    assert last == Extracted((Extraction("grew", ("Ed", "figs"), -3.5),))


# Programs that do not


DIES = "if any('Cy' in text for text in texts): sys.stderr.write('first\\nno verb\\n'); sys.exit(3)\n"


@pytest.mark.parametrize(
    ("program", "options", "reason"),
    [
        pytest.param(
            READ + DIES + "sys.stdout.write(tabbed(texts))",
            {},
            "expected exit code 0, found 3; it said 'first / no verb'",
            id="dies",
        ),
        pytest.param(
            READ + "sys.stdout.write(tabbed(texts[:1])); sys.stdout.flush()\n"
            "if any('Cy' in text for text in texts): os.kill(os.getpid(), signal.SIGKILL)\n"
            "sys.stdout.write(''.join(tabbed(texts).splitlines(True)[1:]))",
            {"result_format": "benchie"},
            "expected exit code 0, found -9",
            id="is killed in the middle of its output",
        ),
        pytest.param(
            READ + "out = tabbed(texts)\n"
            "sys.stdout.write('garbage\\n' if any('Cy' in text for text in texts) else out)",
            {"result_format": "benchie"},
            "output:1: expected 4 tab-separated fields",
            id="garbage",
        ),
        pytest.param(
            READ + "sys.stdout.write(blocks([text for text in texts if 'Cy' not in text]))",
            {"result_format": "openie6"},
            "output: expected 1 blocks, one for each sentence of sentences, found 0",
            id="fewer blocks",
        ),
        pytest.param(
            READ + "sys.stdout.write(blocks([text for text in texts for _ in range(1 + ('Cy' in text))]))",
            {"result_format": "openie6"},
            "output:5: expected 1 blocks, one for each sentence of sentences, found one more",
            id="more blocks",
        ),
        pytest.param(
            READ + "sys.stdout.write(tabbed(texts).replace('1\\tCy', '7\\tCy').replace('2\\tCy', '7\\tCy')"
            ".replace('3\\tCy', '7\\tCy'))",
            {"result_format": "benchie"},
            "expected a sentence of the input, or its number from 1 on, found number '7'",
            id="a number of no sentence",
        ),
        pytest.param(
            "texts = open(sys.argv[1]).read().splitlines()\n"
            "if not any('Cy' in text for text in texts): open(sys.argv[2], 'w').write(tabbed(texts))",
            {"arguments": ["{input}", "{output}"]},
            "expected results in output, found no file",
            id="no results",
        ),
        pytest.param(
            READ + "if any('Cy' in text for text in texts): sys.stdout.buffer.write(b'\\xff\\x00'); sys.exit()\n"
            "sys.stdout.write(tabbed(texts))",
            {"result_format": "benchie"},
            "output",
            id="binary output",
        ),
    ],
)
def test_the_sentence_at_fault_is_found(tmp_path: Path, program: str, options: dict[str, object], reason: str) -> None:
    arguments = options.pop("arguments", [])
    assert isinstance(arguments, list)
    one, two, three, four, five = outcome(run(command(tmp_path, program, *arguments), **options))
    assert [one, two, four, five] == ["Ann", "Bo", "Di", "Ed"]
    assert three.startswith(reason)
    assert "\n" not in three
    assert "/tmp" not in three


@pytest.mark.parametrize(
    ("hang", "said"),
    [
        pytest.param("time.sleep(60)", "", id="silent"),
        pytest.param("\n    while True: sys.stderr.write('spam\\n')", "; it said 'spam / spam / sp", id="noisy"),
    ],
)
def test_time_outs(tmp_path: Path, hang: str, said: str) -> None:
    program = READ + f"if any('Cy' in text for text in texts): {hang}\n" + "sys.stdout.write(tabbed(texts))"
    two, three = outcome(run(command(tmp_path, program), SENTENCES[1:3], timeout=1.5))
    assert two == "Bo"
    assert three.startswith(f"expected an end within 1.5 s, found none{said}")


def test_without_dividing_the_whole_batch_fails(tmp_path: Path) -> None:
    given = command(tmp_path, READ + DIES + "sys.stdout.write(tabbed(texts))")
    assert outcome(run(given, divide=False)) == ["expected exit code 0, found 3; it said 'first / no verb'"] * 5


def test_blocks_in_another_order_are_refused(tmp_path: Path) -> None:
    program = READ + "sys.stdout.write(blocks(texts[::-1] if len(texts) > 1 else texts))"
    results = outcome(run(command(tmp_path, program), result_format="openie6", divide=False))
    assert results == ["expected a block of 'Ann founded Bext .', found one of 'Ed grew figs .'"] * 5
    assert outcome(run(command(tmp_path, program), result_format="openie6")) == ALL


def test_blocks_with_the_programs_own_spelling(tmp_path: Path) -> None:
    program = READ + "sys.stdout.write(blocks(texts).replace('Ann', 'Anne'))"
    assert outcome(run(command(tmp_path, program), result_format="openie6")) == ["Anne", *ALL[1:]]


def test_rows_with_parts_of_sentences(tmp_path: Path) -> None:
    """A program that cuts sentences and marks words in its own way, as ReVerb does."""
    program = READ + (
        "for text in texts:\n    subject, relation, object = triple(text)\n    "
        "print(subject + '-' + relation.upper(), '1.0', relation, subject, object, sep='\\t')"
    )
    assert outcome(run(command(tmp_path, program), result_format="carb-tab", divide=False)) == ALL


def test_rows_with_the_programs_own_spelling(tmp_path: Path) -> None:
    """A text that is none of the batch can be that of any sentence; in a batch of one, it can only be that one."""
    program = READ + (
        "for text in texts:\n    subject, relation, object = triple(text)\n    "
        "print(text.replace('Cy ', 'Cyrus '), '1.0', relation, subject, object, sep='\\t')"
    )
    assert outcome(run(command(tmp_path, program), result_format="carb-tab")) == ALL
    (reason, *_) = outcome(run(command(tmp_path, program), result_format="carb-tab", divide=False))
    assert reason == "expected a sentence of the input, or its number from 1 on, found 'Cyrus bought Dorn .'"


def test_a_command_that_never_works_stops_the_run(tmp_path: Path) -> None:
    given = command(tmp_path, "sys.exit('no weights')")
    with pytest.raises(ServiceError) as caught:
        run(given)
    message = "found 5 failures and no result: expected exit code 0, found 1; it said 'no weights'"
    assert str(caught.value) == f"{given}: expected a command that works, {message}"
    assert outcome(run(given, give_up=0)) == ["expected exit code 0, found 1; it said 'no weights'"] * 5


FORKS = (
    READ + "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60)']{session})\n"
    "pathlib.Path(sys.argv[1]).write_text(str(child.pid))\n"
)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="without /proc, processes cannot be looked at")
@pytest.mark.parametrize(
    ("end", "expected"),
    [
        pytest.param("sys.stdout.write(tabbed(texts))", ["Ann"], id="holds the pipe"),
        pytest.param("time.sleep(60)", ["expected an end within 1.5 s, found none"], id="hangs with its parent"),
    ],
)
def test_what_a_command_started_ends_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, expected: list[str]
) -> None:
    monkeypatch.setattr(processes, "DRAIN_PERIOD", 0.2)
    pid = tmp_path / "pid"
    start = time.monotonic()
    given = command(tmp_path, FORKS.format(session="") + end, str(pid))
    assert outcome(run(given, SENTENCES[:1], timeout=1.5)) == expected
    assert time.monotonic() - start < 20
    assert not is_alive(int(pid.read_text()))


def test_a_child_that_left_the_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It holds the output open and cannot be found; the results are read nevertheless."""
    monkeypatch.setattr(processes, "DRAIN_PERIOD", 0.2)
    pid = tmp_path / "pid"
    given = command(
        tmp_path, FORKS.format(session=", start_new_session=True") + "sys.stdout.write(tabbed(texts))", str(pid)
    )
    try:
        assert outcome(run(given)) == ALL
    finally:
        os.kill(int(pid.read_text()), 9)


def test_endless_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "MOST_OUTPUT", 2**20)
    given = command(tmp_path, READ + "while True: sys.stdout.write('x' * 1000)")
    (reason,) = outcome(run(given, SENTENCES[:1], timeout=30))
    assert reason == "expected at most 1 MB of output, found more"


@pytest.mark.parametrize(("printed", "stopped"), [(2**24 - 1, False), (2**24 + 1, True)])
def test_large_output_is_held_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, printed: int, stopped: bool
) -> None:
    monkeypatch.setattr(processes, "MOST_OUTPUT", 2**24)
    given = command(tmp_path, READ + f"sys.stdout.write('\\n' * {printed})")
    tracemalloc.start()
    try:
        (reason,) = outcome(run(given, SENTENCES[:1], timeout=30, result_format="benchie"))
        assert tracemalloc.get_traced_memory()[1] < 1.5 * 2**24
    finally:
        tracemalloc.stop()
    assert reason == ("expected at most 16 MB of output, found more" if stopped else "")


def test_endless_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "MOST_OUTPUT", 2**20)
    given = command(tmp_path, READ + "pathlib.Path(sys.argv[1]).write_text('x' * (2**20 + 1))", "{output}")
    (reason,) = outcome(run(given, SENTENCES[:1], timeout=30))
    assert reason == "expected at most 1 MB of results, found more"


def test_closing_kills_what_runs(tmp_path: Path) -> None:
    started = tmp_path / "started"
    given = command(tmp_path, "pathlib.Path(sys.argv[1]).write_text(str(os.getpid())); time.sleep(60)", str(started))
    system = Command(CommandOptions(given))
    errors: list[KaratError] = []

    def extract() -> None:
        try:
            system.extract(SENTENCES)
        except KaratError as error:
            errors.append(error)

    thread = Thread(target=extract)
    thread.start()
    while not started.exists() or not started.read_text():
        time.sleep(0.01)
    system.close()
    thread.join(20)
    assert not thread.is_alive()
    assert [str(error) for error in errors] == [f"{given}: expected a command that runs, found one that was stopped"]


def test_an_interrupt_kills_the_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C reaches Karat alone, since the command is in another group."""
    started = tmp_path / "started"
    given = command(tmp_path, "pathlib.Path(sys.argv[1]).write_text(str(os.getpid())); time.sleep(60)", str(started))
    waiting = processes.subprocess.Popen.wait

    def interrupted(self: object, timeout: float | None = None) -> int:
        if timeout is None:
            return waiting(self)  # type: ignore[arg-type]
        while not started.exists() or not started.read_text():
            time.sleep(0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(processes.subprocess.Popen, "wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(given)
    with pytest.raises(ProcessLookupError):
        os.kill(int(started.read_text()), 0)


# Options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"command": " "}, "expected a command, found nothing"),
        ({"command": "say 'it"}, 'expected a command, found "say \'it": no closing quotation'),
        ({"batch": 0}, "batch: expected at least 1, found 0"),
        ({"workers": 0}, "workers: expected at least 1, found 0"),
        ({"timeout": 0.0}, "timeout: expected more than 0 seconds, found 0"),
        ({"give_up": -1}, "give_up: expected 0 or more, found -1"),
        ({"samples": 2}, "samples: expected {sample} in the command, such as for its seed, found 'true'"),
        ({"result": "out.txt"}, "result: expected a path with {output} or {folder}, found 'out.txt'"),
        ({"result_format": "openie7"}, "unknown format 'openie7'; did you mean 'openie6'?"),
        ({"result_format": "benchie-gold"}, "result_format: expected a format of extractions, found benchie-gold"),
        ({"protocol": "lines", "batch": 7}, "batch: expected the protocol 'batch' beside it, found 'lines'"),
        (
            {"protocol": "lines", "command": "true {input}"},
            "command: expected no {input} with the protocol 'lines', found 'true {input}'",
        ),
    ],
)
def test_options_that_mean_nothing(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as caught:
        Command(CommandOptions(**{"command": "true", **options}))  # type: ignore[arg-type]
    assert str(caught.value).startswith(message)


def test_a_program_that_is_not_there() -> None:
    with pytest.raises(ServiceError) as caught:
        run("./no-such-program {input}")
    message = "./no-such-program {input}: expected a command that starts, found no such file or directory"
    assert str(caught.value) == message


def test_version_and_settings(tmp_path: Path) -> None:
    given = command(tmp_path, TABBED, "{input}", name="extract.py")
    first = Command(CommandOptions(given, program_version="Extract 2"))
    assert first.version.startswith("Extract 2, ")
    assert " extract.py sha256:" in first.version
    command(tmp_path, TABBED + "\n", name="extract.py")
    assert Command(CommandOptions(given, program_version="Extract 2")).version != first.version
    assert Command(CommandOptions("no-such-program -x")).version == "unknown"
    assert first.settings == {"command": given, "protocol": "batch", "send_as": "lines", "result_format": None}
    slow = Command(CommandOptions(given, program_version="Extract 2", timeout=1, batch=7, divide=False, workers=2))
    assert slow.settings == first.settings
    assert (slow.batch, slow.workers, slow.samples) == (7, 2, 1)


def test_samples(tmp_path: Path) -> None:
    program = READ + "sys.stdout.write(tabbed(texts).replace('Ann', 'Ann' + sys.argv[1]))"
    system = Command(CommandOptions(command(tmp_path, program, "{sample}"), samples=2))
    assert [outcome(list(system.extract(SENTENCES[:1], sample))) for sample in (1, 2)] == [["Ann1"], ["Ann2"]]
