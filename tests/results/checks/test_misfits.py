"""Outputs whose sentences are not quite those of the gold, on ``karat-sample``: each with its message."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import karat
from karat.benchmarks import benchmark_named, load_gold, sample_path
from karat.cli import app
from karat.errors import AlignmentError, InputError
from karat.model import Extraction, Row
from karat.results import Options
from karat.results.system_result import SystemResult

BY_TEXT = sample_path("en/careful.tsv").read_text(encoding="utf-8")
BY_ID = sample_path("en/naive.tsv").read_text(encoding="utf-8")
DANUBE = "The Danube flows through Vienna ."
FOREIGN = "It rained in Ulm .\t0.5\trained in\tIt\tUlm\n"
BETTER = "give the sentences as the benchmark has them, or their ids"
HEADER = "id\tsubject\trelation\tobject\n"
IGNORE = "--unknown ignore leaves them out"
OTHERS = (
    "its ids are 1 to 24; those of the file look like another benchmark's; choose the one that the system was run on"
)


def first_column(text: str, change: Callable[[str], object]) -> str:
    """Change the sentences, or their ids, of all rows."""
    rows = (line.partition("\t") for line in text.splitlines())
    return "".join(f"{change(first)}\t{rest}\n" for first, _, rest in rows)


def untokenised(sentence: str) -> str:
    for mark in (".", ",", "'"):
        sentence = sentence.replace(f" {mark}", mark)
    return sentence


@pytest.fixture
def evaluate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., SystemResult]:
    """Score a text as the output ``mine.tsv``."""
    monkeypatch.chdir(tmp_path)

    def evaluate(text: str, **options: object) -> SystemResult:
        Path("mine.tsv").write_text(text, encoding="utf-8")
        return karat.evaluate("mine.tsv", "karat-sample", options=Options(**options), resampling=None)["mine"]  # type: ignore[arg-type]

    return evaluate


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param(
            first_column(BY_TEXT, str.lower),
            "mine.tsv:1: expected the sentences of karat-sample, found 24 that differ only in case: 'the danube flows "
            f"through vienna' for 'The Danube flows through Vienna' in sentence 1; {BETTER}",
            id="lower case",
        ),
        pytest.param(
            BY_TEXT.replace(f"{DANUBE}\t", "The danube flows through Vienna .\t"),
            "mine.tsv:1: expected the sentences of karat-sample, found one that differs only in case: 'danube' for "
            f"'Danube' in sentence 1; {BETTER}; {IGNORE}",
            id="one in lower case",
        ),
        pytest.param(
            BY_TEXT.replace("blue blood .\t", "blue bloood.\t"),
            "mine.tsv:2: expected the sentences of karat-sample, found one that is almost the same: 'bloood.' for "
            f"'blood' in sentence 2; {BETTER}; {IGNORE}",
            id="misspelt",
        ),
        pytest.param(
            BY_TEXT.replace(f"{DANUBE}\t", "The danube flows through Vienna .\t").replace(
                "blue blood .", "bluee blood ."
            ),
            "mine.tsv:1: expected the sentences of karat-sample, found 2 that are almost the same, 1 of which differs "
            f"only in case: 'danube' for 'Danube' in sentence 1; {BETTER}; {IGNORE}",
            id="misspelt and in lower case",
        ),
        pytest.param(
            FOREIGN,
            "mine.tsv:1: expected sentences of karat-sample, found none of them: sentence 'It rained in Ulm .'",
            id="another benchmark's texts",
        ),
        pytest.param(
            first_column(BY_ID, lambda number: int(number) + 100),
            f"mine.tsv:1: expected a sentence id of karat-sample, found '101' and 51 more rows like it; {OTHERS}",
            id="another benchmark's ids",
        ),
        pytest.param(
            BY_ID + "".join(f"{number}\tIt\train in\tUlm\n" for number in range(25, 60)),
            f"mine.tsv:53: expected a sentence id of karat-sample, found '25' and 34 more rows like it; {OTHERS}",
            id="another benchmark's ids, of which some are those of this one",
        ),
        pytest.param(
            BY_ID + "".join(f"x{number}\tIt\train in\tUlm\n" for number in range(3)),
            "mine.tsv:53: expected a sentence id of karat-sample, found 'x0' and 2 more rows like it; its ids are 1 to "
            "24; give each row the id of its sentence, or its text",
            id="more than a few ids that are no numbers",
        ),
        pytest.param(
            first_column(BY_ID, lambda number: f"{'ab'[int(number) % 2]}{number}"),
            "mine.tsv:1: expected a sentence id of karat-sample, found 'b1' and 51 more rows like it; its ids are 1 to "
            "24; give each row the id of its sentence, or its text",
            id="ids that begin in two ways",
        ),
        pytest.param(
            first_column(BY_ID, lambda number: f"sent_{number}") + "sent_25\tIt\train in\tUlm\n",
            f"mine.tsv:53: expected a sentence id of karat-sample, found 'sent_25'; its ids are 1 to 24; {IGNORE}",
            id="an unknown id after a shared prefix",
        ),
        pytest.param(
            HEADER + first_column(BY_ID, lambda number: f"-{number}"),
            "mine.tsv:2: expected a sentence id of karat-sample, found '-1' and 51 more rows like it; its ids are 1 to "
            "24; give each row the id of its sentence, or its text",
            id="a sign is no prefix",
        ),
        pytest.param(
            BY_ID + "".join(f"{number:02}\tIt\train in\tUlm\n" for number in range(1, 4)),
            "mine.tsv:53: expected a sentence id of karat-sample, found '01' and 2 more rows like it; its ids are 1 to "
            "24; those of the file look like another benchmark's; choose the one that the system was run on",
            id="1 and 01 may be two sentences",
        ),
        pytest.param(
            first_column(BY_ID, lambda number: f"request-{int(number) - 1}"),
            "mine.tsv:1: expected sentence ids from 1, as in karat-sample, found ids from 0; the extractions fit the "
            "sentences that come next; --ids-from 0 reads them so",
            id="ids from 0 after a shared prefix",
        ),
        pytest.param(
            "".join(BY_TEXT.splitlines(keepends=True)[:12]).replace("blue blood .\t", "blue bloood .\t"),
            "mine.tsv:2: expected the sentences of karat-sample, found one that is almost the same: 'bloood' for "
            f"'blood' in sentence 2; {BETTER}",
            id="misspelt, and too many to be left out",
        ),
        pytest.param(
            f"{BY_ID}25\tIt\train in\tUlm\n",
            "mine.tsv:53: expected a sentence id of karat-sample, found '25'; its ids are 1 to 24; " + IGNORE,
            id="an unknown id",
        ),
        pytest.param(
            first_column(BY_ID, lambda number: int(number) - 1),
            "mine.tsv:1: expected sentence ids from 1, as in karat-sample, found ids from 0; the extractions fit the "
            "sentences that come next; --ids-from 0 reads them so",
            id="ids from 0",
        ),
        pytest.param(
            f"{BY_ID}0\tIt\train in\tUlm\n",
            "mine.tsv:53: expected a sentence id of karat-sample, found '0'; its ids are 1 to 24; " + IGNORE,
            id="an id 0, but the others are right",
        ),
    ],
)
def test_refused(evaluate: Callable[..., SystemResult], text: str, message: str) -> None:
    with pytest.raises(AlignmentError) as refused:
        evaluate(text)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        pytest.param(first_column(BY_TEXT, untokenised), [], id="untokenised; the key has no punctuation"),
        pytest.param(
            first_column(BY_TEXT, lambda sentence: sentence.replace('"', "”")),
            ["1 sentence matched after normalising quotation marks"],
            id="typographic quotes",
        ),
        pytest.param(
            first_column(BY_TEXT, lambda sentence: sentence.replace('"', "”").replace(" .", "\u200b.")),
            ["24 sentences matched after normalising quotation marks and invisible characters"],
            id="several spellings",
        ),
        pytest.param(
            BY_TEXT + FOREIGN * 2,
            ["2 extractions of sentences that are not in karat-sample left out"],
            id="more sentences than the benchmark has",
        ),
        pytest.param(
            BY_TEXT + f"{DANUBE.lower()}\t0.5\tflows\tthe danube\tvienna\n",
            ["1 extraction of sentences that are not in karat-sample left out"],
            id="a sentence that is there, and again in lower case",
        ),
    ],
)
def test_scored_alike(evaluate: Callable[..., SystemResult], text: str, notes: list[str]) -> None:
    usual = evaluate(BY_TEXT)
    changed = evaluate(text)
    assert [str(note) for note in changed.notes] == notes
    assert not any(note.warning for note in changed.notes)
    assert [one.score.f1 for one in changed.measurements] == [one.score.f1 for one in usual.measurements]


@pytest.mark.parametrize(
    ("change", "note"),
    [
        pytest.param(
            lambda number: number.zfill(3),
            "24 sentence ids read without leading zeros: '001' read as '1'",
            id="zeros before the number",
        ),
        pytest.param(
            lambda number: number.zfill(2),
            "9 sentence ids read without leading zeros: '01' read as '1'",
            id="zeros before some of the numbers",
        ),
        pytest.param(
            lambda number: f"{number}.0", "24 sentence ids read without '.0': '1.0' read as '1'", id="fractions"
        ),
        pytest.param(
            lambda number: f"sent_{number}",
            "24 sentence ids read without 'sent_': 'sent_1' read as '1'",
            id="a shared prefix",
        ),
        pytest.param(
            lambda number: f"2024-test/{number:>04}",
            "24 sentence ids read without '2024-test/' and leading zeros: '2024-test/0001' read as '1'",
            id="a shared prefix with digits, and zeros",
        ),
    ],
)
def test_ids_in_another_spelling(
    evaluate: Callable[..., SystemResult], change: Callable[[str], str], note: str
) -> None:
    mine, usual = evaluate(HEADER + first_column(BY_ID, change)), evaluate(BY_ID)
    assert [(str(note), note.warning) for note in mine.notes] == [(note, False)]
    assert mine.verdicts == usual.verdicts
    assert mine.first.signature == usual.first.signature


def test_a_single_id_in_another_spelling(evaluate: Callable[..., SystemResult]) -> None:
    notes = evaluate(HEADER + "1.0\tThe Danube\tflows through\tVienna\n").notes
    assert str(notes[0]) == "1 sentence id read without '.0': '1.0' read as '1'"


def test_shared_prefixes_are_removed_before_ids_are_ignored(evaluate: Callable[..., SystemResult]) -> None:
    others = "".join(f"sent_{number}\tIt\train in\tUlm\n" for number in (25, 26, 27))
    mine = evaluate(first_column(BY_ID, lambda number: f"sent_{number}") + others, unknown="ignore")
    assert [(str(note), note.warning) for note in mine.notes] == [
        ("27 sentence ids read without 'sent_': 'sent_1' read as '1'", False),
        ("3 extractions of sentences that are not in karat-sample left out", True),
    ]
    assert mine.verdicts == evaluate(BY_ID).verdicts


def test_ignored_on_request(evaluate: Callable[..., SystemResult]) -> None:
    text = BY_TEXT.replace(f"{DANUBE}\t", "The danube flows through Vienna .\t")
    mine = evaluate(text, unknown="ignore")
    assert [(str(note), note.warning) for note in mine.notes] == [
        ("1 sentence almost as in karat-sample, but for the case, left out: 'danube' for 'Danube' in sentence 1", True),
        ("1 extraction of sentences that are not in karat-sample left out", False),
    ]
    assert mine.extractions == 73
    assert "|unknown:ignore|" in mine.first.signature


def test_ids_from_0_on_request(evaluate: Callable[..., SystemResult]) -> None:
    shifted = evaluate(first_column(BY_ID, lambda number: int(number) - 1), ids_from=0)
    usual = evaluate(BY_ID)
    assert shifted.verdicts == usual.verdicts
    assert "|ids-from:0|" in shifted.first.signature


def test_ids_from_0_after_a_shared_prefix(evaluate: Callable[..., SystemResult]) -> None:
    shifted = evaluate(first_column(BY_ID, lambda number: f"request-{int(number) - 1}"), ids_from=0)
    assert shifted.verdicts == evaluate(BY_ID).verdicts
    assert str(shifted.notes[0]) == "24 sentence ids read without 'request-': 'request-0' read as '0'"


def test_ids_to_shift_are_numbers(evaluate: Callable[..., SystemResult]) -> None:
    with pytest.raises(InputError, match=r"^mine.tsv:1: expected a number as sentence id, found 'b1'$"):
        evaluate(first_column(BY_ID, lambda number: f"{'ab'[int(number) % 2]}{number}"), ids_from=0)


def test_mostly_another_benchmark(evaluate: Callable[..., SystemResult]) -> None:
    others = "".join(FOREIGN.replace("Ulm .", f"{town} .") for town in ("Ulm", "Oslo", "Rome"))
    mine = evaluate(BY_TEXT.splitlines()[0] + "\n" + others)
    warning = (
        "1 of the 24 sentences of karat-sample are in the output, beside 3 sentences that are not: was the system run "
        "on another benchmark?"
    )
    assert (warning, True) in [(str(note), note.warning) for note in mine.notes]


def test_ids_beside_texts(evaluate: Callable[..., SystemResult]) -> None:
    """Texts count where ids are of another numbering, which nothing else would show."""
    ids = {sentence.text: int(sentence.id) - 1 for sentence in load_gold(benchmark_named("karat-sample")).sentences}
    rows = [
        Row(Extraction(relation, tuple(arguments)), str(ids[sentence]), sentence)
        for sentence, _, relation, *arguments in (line.split("\t") for line in BY_TEXT.splitlines())
    ]
    mine = karat.evaluate({"mine": rows}, "karat-sample", resampling=None)["mine"]
    assert mine.f1 == evaluate(BY_TEXT).f1
    assert [str(note) for note in mine.notes] == [
        "73 of the rows have the id of another sentence than their text, which counts"
    ]


@pytest.mark.parametrize("command", [("evaluate", "--no-intervals"), ("explain",)])
def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.tsv").write_text(BY_TEXT.replace("blue blood .\t", "blue bloood .\t"), encoding="utf-8")
    Path("zero.tsv").write_text(first_column(BY_ID, lambda number: int(number) - 1), encoding="utf-8")

    def run(*arguments: str) -> tuple[int, str]:
        result = CliRunner().invoke(app, [command[0], *arguments, "--benchmark", "karat-sample", *command[1:]])
        return result.exit_code, result.stderr if result.exit_code == 0 else str(result.exception)

    assert run("mine.tsv")[0] == 1
    assert "found one that is almost the same: 'bloood' for 'blood'" in run("mine.tsv")[1]
    code, said = run("mine.tsv", "--unknown", "ignore")
    assert code == 0
    assert "mine: 2 extractions of sentences that are not in karat-sample left out" in said
    assert "--ids-from 0 reads them so" in run("zero.tsv")[1]
    assert run("zero.tsv", "--ids-from", "0")[0] == 0


def test_untokenised_sentences_of_cliques(tmp_path: Path) -> None:
    """Cliques compare whole texts, so that a note says what was normalised."""
    usual = sample_path("cliques_careful.json").read_text(encoding="utf-8")
    (tmp_path / "mine.json").write_text(usual.replace(' ."', '."').replace(" ,", ","), encoding="utf-8")
    (tmp_path / "usual.json").write_text(usual, encoding="utf-8")
    systems = karat.evaluate([tmp_path / "mine.json", tmp_path / "usual.json"], "karat-sample-cliques", resampling=None)
    assert [str(note) for note in systems["mine"].notes] == ["27 sentences matched after normalising white space"]
    assert systems["mine"].f1 == systems["usual"].f1
