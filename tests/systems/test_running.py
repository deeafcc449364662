"""Runs of systems: in order, resumed byte by byte, with failures, in bounded memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

import pytest
from example_systems import Echo, EchoOptions

import karat
from karat.errors import FormatError, InputError, ServiceError
from karat.model import Extraction, Sentence, Usage
from karat.systems.run_file import FIRST
from karat.systems.running import run
from karat.systems.summary import FailureReason, Progress
from karat.systems.system import Extracted, Failure, Result

TEXTS = ["Ann saw snow .", "It rained in Köln .", "Ben ate fish .", "Cora slept .", "Dan left ."]
SENTENCES = [Sentence(f"s{number}", text) for number, text in enumerate(TEXTS)]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """The file of a run."""
    return tmp_path / "out.jsonl"


def lines_of(path: Path) -> list[dict[str, object]]:
    """The lines of a run, parsed."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_the_file_of_a_run(out: Path) -> None:
    summary = run(Echo(EchoOptions(fails=("fish",))), SENTENCES[1:3], out)
    fingerprint = sha256(b'["s1", "It rained in K\\u00f6ln ."]\n["s2", "Ben ate fish ."]\n').hexdigest()
    assert out.read_text("utf-8") == (
        '{"karat": "run", "system": "echo", "version": "1", "settings": {"relation": "says", "times": 1, '
        '"confidence": 1.0, "shout": false, "kind": "whole", "fails": ["fish"]}, '
        f'"karat_version": "{karat.__version__}", "sentences": 2, '
        f'"fingerprint": "{fingerprint}", "samples": 1}}\n'
        '{"karat": "result", "id": "s1", "sentence": "It rained in Köln .", "extractions": [{"relation": "says", '
        '"arguments": ["someone", "It rained in Köln ."]}]}\n'
        '{"karat": "result", "id": "s2", "sentence": "Ben ate fish .", "failure": "cannot say fish"}\n'
    )
    assert (summary.done, summary.resumed, summary.extractions, summary.usage) == (2, 0, 1, None)
    assert summary.failures == (FailureReason("cannot say fish", 1, ("s2",)),)


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("batch", [1, 2, 7])
@pytest.mark.parametrize("samples", [1, 3])
def test_batches_and_threads_change_nothing(out: Path, batch: int, workers: int, samples: int) -> None:
    run(Echo(EchoOptions(fails=("fish",), samples=samples)), SENTENCES, out)
    system = Echo(EchoOptions(fails=("fish",), batch=batch, workers=workers, samples=samples))
    other = out.with_name("other.jsonl")
    run(system, SENTENCES, other)
    assert other.read_bytes() == out.read_bytes()
    assert max(map(len, system.calls)) == min(batch, 5)
    assert [(line["id"], line.get("sample")) for line in lines_of(out)[1:]] == [
        (sentence.id, None if samples == 1 else sample + 1) for sample in range(samples) for sentence in SENTENCES
    ]


@pytest.mark.parametrize("samples", [1, 2])
def test_cut_at_every_byte(out: Path, samples: int) -> None:
    """Whatever is left of a file, the next run makes the same file of it, and does only what is missing.

    A file with fewer bytes than say that it is a run is refused, because it may be anybody's.
    """
    options = EchoOptions(fails=("fish",), samples=samples)
    run(Echo(options), SENTENCES[:3], out)
    whole = out.read_bytes()
    for length in (0, *range(len(FIRST), len(whole) + 1)):
        out.write_bytes(whole[:length])
        system = Echo(options)
        summary = run(system, SENTENCES[:3], out)
        assert out.read_bytes() == whole, whole[:length][-40:]
        complete = max(whole[:length].count(b"\n") - 1, 0)
        assert (len(system.calls), summary.resumed) == (3 * samples - complete, complete)
        assert (summary.done, summary.failed, summary.extractions) == (3 * samples, samples, 2 * samples)


class Stopping(Echo):
    """Stops everything at a sentence, as a server that is gone does."""

    stop_at = "s3"

    def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
        if self.stop_at in [sentence.id for sentence in sentences]:
            raise ServiceError("no connection")
        return super().extract(sentences, sample)


@pytest.mark.parametrize("workers", [1, 3])
def test_what_is_done_is_kept_after_an_error(out: Path, workers: int) -> None:
    with pytest.raises(ServiceError, match="no connection"):
        run(Stopping(EchoOptions(workers=workers)), SENTENCES, out)
    assert [line["id"] for line in lines_of(out)[1:]] == ["s0", "s1", "s2"]
    other = out.with_name("other.jsonl")
    run(Echo(), SENTENCES, other)
    assert run(Echo(), SENTENCES, out).resumed == 3
    assert out.read_bytes() == other.read_bytes()


def test_an_error_before_the_first_result_leaves_no_file(out: Path) -> None:
    class Unreachable(Stopping):
        stop_at = "s0"

    with pytest.raises(ServiceError):
        run(Unreachable(), SENTENCES, out)
    assert not out.exists()
    out.write_text("mine")
    with pytest.raises(ServiceError):
        run(Unreachable(), SENTENCES, out, force=True)
    assert out.read_text() == "mine"


class Broken(Echo):
    """Has a bug."""

    def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
        if any("fish" in sentence.text for sentence in sentences):
            raise ValueError("a bug\nin the system")
        return super().extract(sentences, sample)


@pytest.mark.parametrize(
    ("batch", "named"), [(1, "sentence 's2'"), (2, "sentences 's2' to 's3'"), (4, "sentences 's0' to 's3'")]
)
def test_an_unexpected_exception_names_the_sentence(out: Path, batch: int, named: str) -> None:
    with pytest.raises(ServiceError) as error:
        run(Broken(EchoOptions(batch=batch)), SENTENCES, out)
    assert str(error.value) == f"echo: expected extractions of {named}, found ValueError: a bug in the system"
    assert isinstance(error.value.__cause__, ValueError)


class Wrong(Echo):
    """Gives something else than one result a sentence."""

    gives: Sequence[object] = ()

    def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
        return self.gives  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("gives", "message"),
    [
        ([], r"^echo: expected one result \(sentence 's0'\), found 0$"),
        ([Extracted(), Extracted()], r"^echo: expected one result \(sentence 's0'\), found 2$"),
        ([[]], r"^echo: expected Extracted or Failure as the result of sentence 's0', found \[\]$"),
        (
            [Extracted((Extraction("is", ("a", "b"), float("nan")),))],
            "^echo: sentence 's0': expected extractions that JSON can hold, found ",
        ),
    ],
)
def test_results_that_are_none(out: Path, gives: list[object], message: str) -> None:
    system = Wrong()
    system.gives = gives
    with pytest.raises(InputError, match=message):
        run(system, SENTENCES, out)
    assert not out.exists()


@pytest.mark.parametrize(
    ("options", "sentences", "message"),
    [
        (EchoOptions(relation="asks"), SENTENCES, 'a run with relation "asks", found "says"'),
        (EchoOptions(fails=("a",)), SENTENCES, r'a run with fails \["a"\], found \[\]'),
        (EchoOptions(samples=2), SENTENCES, "a run with samples 2, found 1"),
        (EchoOptions(), SENTENCES[:4], "a run over 4 sentences, found one over 5"),
        (EchoOptions(), TEXTS, "a run over these 5 sentences, found one over others"),
    ],
)
def test_another_run_is_refused(
    out: Path, options: EchoOptions, sentences: list[Sentence] | list[str], message: str
) -> None:
    run(Echo(), SENTENCES, out)
    before = out.read_bytes()
    with pytest.raises(InputError, match=rf"out\.jsonl: expected {message}; --force starts anew$"):
        run(Echo(options), sentences, out)
    assert out.read_bytes() == before
    run(Echo(options), sentences, out, force=True)
    other = out.with_name("other.jsonl")
    run(Echo(options), sentences, other)
    assert out.read_bytes() == other.read_bytes()


def test_another_version_is_refused(out: Path) -> None:
    run(Echo(), SENTENCES, out)
    newer = Echo()
    newer.version = "2"
    with pytest.raises(InputError, match=r'expected a run with version "2", found "1"; --force starts anew$'):
        run(newer, SENTENCES, out)


def test_a_setting_is_named_before_the_version(out: Path) -> None:
    run(Echo(), SENTENCES, out)
    other = Echo(EchoOptions(fails=("snow",)))
    other.version = "1 with another tagger"
    with pytest.raises(InputError, match=r'expected a run with fails \["snow"\], found \[\]; --force starts anew$'):
        run(other, SENTENCES, out)


def test_another_benchmark_is_refused(out: Path) -> None:
    run(Echo(), output=out, benchmark="karat-sample", limit=2)
    assert lines_of(out)[0]["benchmark"] == "karat-sample"
    assert len(lines_of(out)) == 3
    with pytest.raises(InputError, match="sentences, found one over 2; --force"):
        run(Echo(), output=out, benchmark="karat-sample")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Dear diary,\n", r":1: expected the first line of a run, found 'Dear diary,'"),
        ("Dear diary", r":1: expected a run that `karat run` wrote, found 'Dear diary'"),
        ('{"a": 1}\n', r":1: expected the first line of a run, found '{\"a\": 1}'"),
        ('{"karat": "extractions"}\n', r":1: expected the first line of a run, found "),
        ("{", r":1: expected a run that `karat run` wrote, found '{'"),
        ('{"karat": "ru', r":1: expected a run that `karat run` wrote, found '{\"karat\": \"ru'"),
        ('{"karat": "result", "id": "s0"', r":1: expected a run that `karat run` wrote, found '{\"karat\": \"result"),
    ],
)
def test_a_file_that_is_not_ours(out: Path, content: str, message: str) -> None:
    out.write_text(content)
    with pytest.raises(FormatError) as error:
        run(Echo(), SENTENCES, out)
    assert str(error.value).startswith(f"{out}{message.replace(chr(92), '')}")
    assert out.read_text() == content


@pytest.mark.parametrize("retry_failures", [False, True])
@pytest.mark.parametrize("name", ["in.txt", "symbolic.txt", "hard.txt"])
def test_the_file_of_the_sentences_is_never_the_output(tmp_path: Path, name: str, retry_failures: bool) -> None:
    sentences = tmp_path / "in.txt"
    sentences.write_text("Ann left .\n")
    (tmp_path / "symbolic.txt").symlink_to(sentences)
    (tmp_path / "hard.txt").hardlink_to(sentences)
    for path, output in ((sentences, tmp_path / name), (tmp_path / name, sentences)):
        with pytest.raises(InputError) as error:
            run(Echo(), path, output, force=True, retry_failures=retry_failures)
        assert str(error.value) == f"{output}: expected another file than that of the sentences, found the same"
    assert sentences.read_text() == "Ann left .\n"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: [*lines[:2], *lines[3:]], ":3: expected the result of sentence 's1', found that of 's2'"),
        (lambda lines: [*lines, lines[-1]], ":7: expected 5 results, as the first line says, found one more"),
        (
            lambda lines: [lines[0], lines[1].replace("snow", "sleet")],
            ":2: expected the result of sentence 's0', found another text",
        ),
        (lambda lines: [lines[0], lines[0]], ":2: expected a result of a run, found "),
    ],
)
def test_a_file_that_was_changed(out: Path, change: object, message: str) -> None:
    run(Echo(), SENTENCES, out)
    out.write_text("".join(change(out.read_text("utf-8").splitlines(keepends=True))), "utf-8")  # type: ignore[operator]
    before = out.read_bytes()
    with pytest.raises(FormatError) as error:
        run(Echo(), SENTENCES, out)
    assert str(error.value).startswith(f"{out}{message}")
    assert out.read_bytes() == before


# Failures


def test_retrying_failures(out: Path) -> None:
    options = EchoOptions(fails=("snow", "slept", "left"))
    run(Echo(options), SENTENCES, out)
    before = out.read_text("utf-8").splitlines()

    class Better(Echo):
        """Has learnt to say one of the words."""

        def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
            results = super().extract(sentences, sample)
            better = Extracted((Extraction("now says", ("someone", "slept")),))
            return [
                better if "slept" in sentence.text else result
                for sentence, result in zip(sentences, results, strict=True)
            ]

    system = Better(options)
    told: list[Progress] = []
    summary = run(system, SENTENCES, out, retry_failures=True, tell=told.append)
    after = out.read_text("utf-8").splitlines()
    assert system.calls == [("s0",), ("s3",), ("s4",)]
    assert [number for number in range(6) if before[number] != after[number]] == [4]
    assert "now says" in after[4]
    assert (summary.done, summary.failed) == (5, 2)
    assert told[:4] == [Progress(0, 3, 0, 0), Progress(1, 3, 0, 1), Progress(2, 3, 0, 1), Progress(3, 3, 0, 2)]
    assert list(out.parent.iterdir()) == [out]


def test_retrying_goes_on_with_the_rest(out: Path) -> None:
    run(Echo(EchoOptions(fails=("snow",))), SENTENCES, out)
    whole = out.read_bytes()
    for length in (0, *range(len(FIRST), len(whole), 11)):
        out.write_bytes(whole[:length])
        run(Echo(EchoOptions(fails=("snow",))), SENTENCES, out, retry_failures=True)
        assert out.read_bytes() == whole


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ServiceError("gone"), SystemExit(1)])
def test_retrying_that_is_interrupted(out: Path, error: BaseException) -> None:
    options = EchoOptions(fails=("snow", "slept", "left"))
    run(Echo(options), SENTENCES, out)
    before = out.read_text("utf-8").splitlines()

    class Interrupted(Echo):
        def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
            if sentences[0].id == "s3":
                raise error
            return [Extracted()]

    with pytest.raises(type(error)):
        run(Interrupted(options), SENTENCES, out, retry_failures=True)
    after = out.read_text("utf-8").splitlines()
    assert [number for number in range(6) if before[number] != after[number]] == [1]
    assert list(out.parent.iterdir()) == [out]


def test_many_reasons_are_counted_together(out: Path) -> None:
    class Creative(Echo):
        def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
            return [Failure(f"reason\n{sentence.id}") for sentence in sentences]

    summary = run(Creative(), [f"Sentence {number} ." for number in range(60)], out)
    assert summary.failures[0] == FailureReason("other reasons", 10, ("51", "52", "53"))
    assert summary.failures[1] == FailureReason("reason 1", 1, ("1",))
    assert (summary.failed, len(summary.failures)) == (60, 51)


# Sentences, usage, memory


def test_usage_is_recorded_and_summed_over_resumed_runs(out: Path) -> None:
    class Paid(Stopping):
        def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
            super().extract(sentences, sample)
            if sentences[0].id == "s1":
                return [Failure("refused", Usage(10, 0, 0.5))]
            return [Extracted((), Usage(10, 5, 1.25))]

    with pytest.raises(ServiceError):
        run(Paid(), SENTENCES, out)
    system = Paid()
    system.stop_at = "nowhere"
    summary = run(system, SENTENCES, out)
    assert summary.resumed == 3
    assert summary.usage == Usage(50, 20, 5.5)
    assert lines_of(out)[2] == {
        "karat": "result",
        "id": "s1",
        "sentence": TEXTS[1],
        "failure": "refused",
        "usage": {"prompt_tokens": 10, "completion_tokens": 0, "cost": 0.5},
    }


def test_texts_that_utf_8_cannot_hold(out: Path) -> None:
    """A lone surrogate is escaped, and the run can be resumed."""
    text = "half an emoji \ud83d"
    run(Echo(), [text], out)
    assert lines_of(out)[1]["sentence"] == text
    assert run(Echo(), [text], out).resumed == 1


@pytest.mark.parametrize(
    ("sentences", "benchmark", "message"),
    [
        (None, None, "expected sentences or the name of a benchmark, found neither"),
        (["a"], "karat-sample", "expected sentences or the name of a benchmark, found both"),
        ([], None, "expected at least one sentence, found none"),
        ([Sentence("1", "a"), Sentence("1", "b")], None, "expected an id of its own for each, found '1' again"),
        ([1], None, "expected texts or values of karat.Sentence, found 1"),
    ],
)
def test_sentences_that_are_none(out: Path, sentences: object, benchmark: str | None, message: str) -> None:
    with pytest.raises(InputError, match=message):
        run(Echo(), sentences, out, benchmark=benchmark)  # type: ignore[arg-type]
    assert not out.exists()


@pytest.mark.parametrize("name", ["batch", "workers", "samples"])
def test_counts_below_one(out: Path, name: str) -> None:
    system = Echo()
    setattr(system, name, 0)
    with pytest.raises(InputError, match=f"echo: expected {name} of at least 1, found 0"):
        run(system, SENTENCES, out)


def test_a_packed_file_is_refused(out: Path) -> None:
    with pytest.raises(InputError, match=r"out.jsonl.gz: expected a file to append to, found the name of a packed one"):
        run(Echo(), SENTENCES, out.with_name("out.jsonl.gz"))


def test_options_need_a_name(out: Path) -> None:
    with pytest.raises(InputError, match="expected options with a system's name only, found tagger"):
        run(Echo(), SENTENCES, out, tagger="nltk")


class Long(Echo):
    """Makes long extractions fast."""

    def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
        return [Extracted((Extraction("is", ("x" * 500, "y")),)) for _ in sentences]


MEASURE = """
import resource, sys
from pathlib import Path
from test_running import EchoOptions, Long, Sentence, run

out = Path(sys.argv[1])
options = EchoOptions(batch=1000, workers=2)
sentences = [Sentence(str(number), "It rained .") for number in range(100_000)]
run(Long(options), sentences[:10], out.with_name("small.jsonl"))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
run(Long(options), sentences, out)
with out.open("rb+") as file:
    file.truncate(out.stat().st_size - 100)
assert run(Long(options), sentences, out).resumed == 99_999
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such measure of memory")
def test_a_hundred_thousand_sentences_in_bounded_memory(out: Path) -> None:
    """Results are not kept, whether they are new or recorded: a file of 60 MB needs less than a third of it."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, out], capture_output=True, text=True, check=False, cwd=Path(__file__).parent
    )
    assert done.stderr == ""
    kilobytes = int(done.stdout) if sys.platform != "darwin" else int(done.stdout) // 1024
    assert out.stat().st_size > 60_000_000
    assert kilobytes < 20_000
