"""``karat run command``: what is written and said, and runs that a signal ends."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest
from command_programs import ANSWER, DIES_AT_CY, LOOP, READ, TABBED, TEXTS, command
from interrupting import KARAT, interrupt_and_resume

from karat.cli import main
from running_processes import is_alive

SLOW = READ + "time.sleep(.05)\n"
SLOW_LINES = LOOP + f"time.sleep(.05)\n    if 'Cy' in text: sys.exit('no verb')\n    {ANSWER}"


@pytest.fixture
def sentences(tmp_path: Path) -> Path:
    """Ten sentences, of which two make the programs fail."""
    path = tmp_path / "sentences.txt"
    path.write_text("".join(f"{text.removesuffix(' .')} {n} .\n" for n in range(2) for text in TEXTS))
    return path


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["run", "command", *map(str, arguments)])
    return ended.value.code or 0, *capsys.readouterr()


def test_the_run_file(tmp_path: Path, sentences: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = command(tmp_path, READ + DIES_AT_CY + "sys.stdout.write(tabbed(texts))")
    output = tmp_path / "out.jsonl"
    code, _, said = run(
        capsys, sentences, "--command", given, "--batch", 4, "--program-version", "Mine 1", "-o", output
    )
    assert code == 0, said
    head, *results = map(json.loads, output.read_text().splitlines())
    assert (head["system"], head["sentences"]) == ("command", 10)
    assert head["version"].startswith("Mine 1, ")
    assert head["settings"]["command"] == given
    assert [result["id"] for result in results] == [str(number) for number in range(1, 11)]
    assert results[0]["extractions"] == [{"relation": "founded", "arguments": ["Ann", "Bext 0"]}]
    failed = [result for result in results if "failure" in result]
    assert {result["failure"] for result in failed} == {"expected exit code 0, found 3; it said 'no verb'"}
    assert [result["id"] for result in failed] == ["3", "8"]
    assert "2 failed: expected exit code 0, found 3; it said 'no verb' (sentences '3', '8')" in said
    assert "--retry-failures" in said


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("command", ["--command", "extract --api-key hunter2"]),
        ("command", ["--command", "extract 'unbalanced --api-key hunter2"]),
        ("program_version", ["--command", "extract", "--program-version", "1 --password=hunter2"]),
    ],
)
def test_a_key_gets_into_no_file_and_no_message(
    tmp_path: Path, sentences: Path, capsys: pytest.CaptureFixture[str], name: str, arguments: list[str]
) -> None:
    output = tmp_path / "out.jsonl"
    code, out, said = run(capsys, sentences, *arguments, "-o", output)
    assert (code, out) == (1, "")
    assert said == (
        f"{name}: expected no key or password, since the run file shows it, found what looks like one; "
        "set it in an environment variable that the program reads\n"
    )
    assert not output.exists()


def test_batches_of_any_size_give_the_same_bytes(
    tmp_path: Path, sentences: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = command(tmp_path, READ + DIES_AT_CY + "sys.stdout.write(tabbed(texts))")
    outputs = []
    for batch, workers in ((1, 2), (4, 1), (100, 1)):
        output = tmp_path / f"{batch}.jsonl"
        run(capsys, sentences, "--command", given, "--batch", batch, "--workers", workers, "-o", output)
        outputs.append(output.read_bytes())
    assert outputs[0] == outputs[1] == outputs[2]


def test_a_pipe_into_evaluate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = command(tmp_path, TABBED)
    output = tmp_path / "mine.jsonl"
    assert run(capsys, "--benchmark", "karat-sample", "--command", given, "-o", output)[0] == 0
    with pytest.raises(SystemExit):
        main(["evaluate", str(output), "--benchmark", "karat-sample", "--json"])
    (system,) = json.loads(capsys.readouterr().out)["systems"]
    assert (system["name"], system["extractions"]) == ("mine", 24)


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        pytest.param((), 2, "expected a command, found none", id="no command"),
        pytest.param(("--command", "say 'it"), 1, "no closing quotation", id="half a command"),
        pytest.param(("--command", "./none"), 1, "expected a command that starts, found no such file", id="no program"),
        pytest.param(
            ("--command", "true", "--protocol", "lines", "--batch", "5"),
            1,
            "batch: expected the protocol 'batch' beside it, found 'lines'",
            id="an option that would be ignored",
        ),
        pytest.param(("--command", "true", "--samples", "2"), 1, "expected {sample} in the command", id="samples"),
    ],
)
def test_refusals(
    sentences: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, message: str
) -> None:
    ended, _, said = run(capsys, sentences, *arguments)
    assert ended == code
    assert message in " ".join(said.replace("│", " ").split())


def test_samples_are_systems_with_a_mean(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = command(tmp_path, READ + "sys.stdout.write(tabbed(texts[:8 * int(sys.argv[1])]))", "{sample}")
    output = tmp_path / "mine.jsonl"
    options = ("--command", given, "--samples", 3, "--result-format", "benchie")
    assert run(capsys, "--benchmark", "karat-sample", *options, "-o", output)[0] == 0
    with pytest.raises(SystemExit):
        main(["evaluate", str(output), "--benchmark", "karat-sample", "--json"])
    document = json.loads(capsys.readouterr().out)
    assert [system["extractions"] for system in document["systems"]] == [8, 16, 24]
    (sampled,) = document["samples"]
    assert sampled["systems"] == [system["name"] for system in document["systems"]]
    assert len(sampled["systems"]) == 3


@pytest.mark.parametrize("ended_by", [signal.SIGINT, signal.SIGKILL], ids=lambda each: each.name)
@pytest.mark.parametrize(
    ("program", "options"),
    [
        pytest.param(SLOW + DIES_AT_CY + "sys.stdout.write(tabbed(texts))", ("--batch", "2"), id="batches"),
        pytest.param(SLOW_LINES, ("--protocol", "lines"), id="lines"),
    ],
)
def test_a_run_that_a_signal_ends(
    tmp_path: Path, sentences: Path, program: str, options: tuple[str, ...], ended_by: signal.Signals
) -> None:
    arguments = ["run", "command", str(sentences), "--command", command(tmp_path, program), *options]
    interrupted = interrupt_and_resume(arguments, tmp_path, signal=ended_by, results=3)
    assert interrupted.kept.count(b"\n") >= 4


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="without /proc, processes cannot be looked at")
def test_a_run_that_is_asked_to_end_takes_the_program_with_it(tmp_path: Path, sentences: Path) -> None:
    """Schedulers and ``timeout`` send SIGTERM."""
    started = tmp_path / "started"
    given = command(tmp_path, "pathlib.Path(sys.argv[1]).write_text(str(os.getpid())); time.sleep(60)", str(started))
    arguments = ["run", "command", str(sentences), "--command", given, "-o", str(tmp_path / "out.jsonl")]
    process = subprocess.Popen([*KARAT, *arguments], stderr=subprocess.PIPE, text=True)
    try:
        while not started.exists() or not started.read_text():
            assert process.poll() is None, process.stderr and process.stderr.read()
            time.sleep(0.01)
        process.terminate()
        said = process.communicate(timeout=60)[1]
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, said) == (143, "ended: nothing is done yet\n")
    deadline = time.monotonic() + 20
    while is_alive(started.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
