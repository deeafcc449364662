"""Outputs that score low for a reason that is not the system's, on ``karat-sample``: each with its warning."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import karat
from karat.benchmarks import BENCHMARKS, Gold, benchmark_named, load_gold, sample_path
from karat.model import Extraction
from karat.results import Options
from karat.results.checks.nearest_sentences import SharedWords
from karat.results.checks.plausibility import LABEL, check_words

Rows = list[list[str]]


def rows_of(language: str, name: str) -> Rows:
    """The rows of an output of the sample that names its sentences by id."""
    text = sample_path(f"{language}/{name}.tsv").read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


NAIVE = rows_of("en", "naive")
GERMAN, CHINESE = rows_of("de", "careful"), rows_of("zh", "careful")


@pytest.fixture
def warnings(tmp_path: Path) -> Callable[..., list[str]]:
    """Score rows as a system's output, and give the warnings."""

    def warnings(rows: Rows, benchmark: str = "karat-sample", **options: object) -> list[str]:
        (tmp_path / "mine.tsv").write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
        scored = karat.evaluate(tmp_path / "mine.tsv", benchmark, options=Options(**options), resampling=None)  # type: ignore[arg-type]
        assert scored.warnings() == [f"mine: {note}" for note in scored["mine"].notes if note.warning]
        return [str(note) for note in scored["mine"].notes if note.warning]

    return warnings


def with_ids(rows: Rows, change: Callable[[int], int]) -> Rows:
    return [[str(change(int(number))), *rest] for number, *rest in rows]


FIRST = list({row[0]: row for row in NAIVE}.values())
EIGHT = [row for row in NAIVE if int(row[0]) <= 8]
NO_CREDIT = "0 of {} extractions have credit by benchie, whose F1 is 0"
NAME_PARTS = "name the parts with --columns, or in JSON with --map"
FEW = "share few words with their sentence"


@pytest.mark.parametrize(
    ("rows", "benchmark", "expected"),
    [
        pytest.param(
            [row for row in with_ids(NAIVE, lambda number: number - 1) if row[0] != "0"],
            "karat-sample",
            [
                (
                    f"51 of 51 extractions {FEW}: they fit the sentences after theirs; do your ids start at 0? "
                    "Sentence ids in karat-sample start at 1, and --ids-from 0 reads yours"
                ),
                NO_CREDIT.format(51),
            ],
            id="ids from 0, and nothing of the first sentence",
        ),
        pytest.param(
            [row for row in with_ids(NAIVE, lambda number: number + 1) if int(row[0]) <= 24],
            "karat-sample",
            [
                (
                    f"50 of 50 extractions {FEW}: they fit the sentences before theirs; do your ids start at 2? "
                    "Sentence ids in karat-sample start at 1, and --ids-from 2 reads yours"
                ),
                NO_CREDIT.format(50),
            ],
            id="ids one too high",
        ),
        pytest.param(
            with_ids(NAIVE, lambda number: number * 7 % 24 + 1),
            "karat-sample",
            [
                (
                    f"52 of 52 extractions {FEW}: they fit other sentences of karat-sample: are their ids mixed up, or "
                    "another benchmark's?"
                ),
                NO_CREDIT.format(52),
            ],
            id="ids in another order",
        ),
        pytest.param(
            GERMAN,
            "karat-sample",
            [
                f"20 of 20 extractions {FEW}: are they of another language than karat-sample?",
                "16 of the 24 sentences have no extraction",
                NO_CREDIT.format(20),
            ],
            id="another language",
        ),
        pytest.param(
            CHINESE,
            "karat-sample",
            [
                f"19 of 19 extractions {FEW}: they are in CJK script, those of karat-sample in Latin",
                "16 of the 24 sentences have no extraction",
                NO_CREDIT.format(19),
            ],
            id="another script",
        ),
        pytest.param(
            [[*row[:1], *(cell.replace(" ", "") for cell in row[1:])] for row in CHINESE],
            "karat-sample-zh",
            [],
            id="Chinese written without spaces",
        ),
        pytest.param(
            [[row[0], *(cell.replace(" ", "") for cell in row[1:])] for row in with_ids(CHINESE, lambda i: i % 8 + 1)],
            "karat-sample-zh",
            [
                (
                    f"19 of 19 extractions {FEW}: they fit the sentences before theirs; do your ids start at 2? "
                    "Sentence ids in karat-sample-zh start at 1, and --ids-from 2 reads yours"
                ),
                NO_CREDIT.format(19),
            ],
            id="Chinese written without spaces, with ids of other sentences",
        ),
        pytest.param(
            [[row[0], "0-1", "2", f"3-{len(row[0]) + 4}"] for row in FIRST],
            "karat-sample",
            [
                (
                    f"24 of 24 extractions {FEW}: their slots are numbers, such as '0-1; 2; 3-5', where the words of "
                    "the sentence are expected"
                ),
                NO_CREDIT.format(24),
            ],
            id="places of words for words",
        ),
        pytest.param(
            [[row[0], "B-A0", "B-P I-P", "B-A1 I-A1 O"] for row in FIRST],
            "karat-sample",
            [
                (
                    f"24 of 24 extractions {FEW}: their slots are tags, such as 'B-A0; B-P I-P; B-A1 I-A1 O', where "
                    "the words of the sentence are expected"
                ),
                NO_CREDIT.format(24),
            ],
            id="tags for words",
        ),
        pytest.param(
            [
                [str(number), subject, "lives in", "the old town of the river"]
                for number, subject in enumerate(["a woman", "the man", "a dog", "the cat", "a bird", "a fish"] * 4, 1)
            ],
            "karat-sample",
            [
                f"20 of 24 extractions {FEW}: are their ids those of another benchmark than karat-sample?",
                NO_CREDIT.format(24),
            ],
            id="another benchmark",
        ),
        pytest.param(
            [[*row[:2], row[2].upper().replace(" ", "_") + "_BY", *row[3:]] for row in NAIVE],
            "karat-sample",
            [
                (
                    "52 of 52 extractions have a relation that looks like a label of a schema, such as 'FLOWS_BY', not "
                    "like words of their sentence: such a relation matches no gold of words"
                ),
                NO_CREDIT.format(52),
            ],
            id="labels of a schema",
        ),
        pytest.param(
            [[cell.lower() for cell in row] for row in NAIVE],
            "karat-sample",
            [
                "52 extractions are in lower case, unlike their sentences: most metrics compare words as written",
                NO_CREDIT.format(52),
            ],
            id="extractions in lower case",
        ),
        pytest.param(
            [[row[0], row[3], row[2], row[1]] for row in GERMAN],
            "karat-sample-de",
            [f"{NO_CREDIT.format(len(GERMAN))}; with subject and object exchanged, 14 would be right: {NAME_PARTS}"],
            id="subject and object exchanged",
        ),
        pytest.param(
            [[row[0], row[2], row[3], row[1]] for row in GERMAN],
            "karat-sample-de",
            [f"{NO_CREDIT.format(len(GERMAN))}; read as relation, object, subject, 14 would be right: {NAME_PARTS}"],
            id="relation, object, subject",
        ),
        pytest.param(EIGHT, "karat-sample", ["16 of the 24 sentences have no extraction"], id="most sentences"),
        pytest.param(NAIVE, "karat-sample", [], id="as it is"),
        pytest.param(
            [["1", "The Danube", "crosses", "Vienna"], *NAIVE[1:2]],
            "karat-sample",
            ["22 of the 24 sentences have no extraction", NO_CREDIT.format(2)],
            id="too few to say more",
        ),
    ],
)
def test_warnings(warnings: Callable[..., list[str]], rows: Rows, benchmark: str, expected: list[str]) -> None:
    assert warnings(rows, benchmark) == expected


def test_the_advice_helps(warnings: Callable[..., list[str]]) -> None:
    shifted = [row for row in with_ids(NAIVE, lambda number: number - 1) if row[0] != "0"]
    assert warnings(shifted, ids_from=0) == []
    assert warnings(list(with_ids(NAIVE, lambda number: number + 1)), ids_from=2) == []


def test_what_explicit_only_leaves_out_is_looked_at_all_the_same(warnings: Callable[..., list[str]]) -> None:
    shifted = [row for row in with_ids(NAIVE, lambda number: number - 1) if row[0] != "0"]
    assert any("do your ids start at 0?" in warning for warning in warnings(shifted, explicit_only=True))


@pytest.mark.parametrize("name", [each.name for each in BENCHMARKS if each.name.startswith("karat-sample")])
def test_the_samples_own_outputs_are_plausible(name: str) -> None:
    evaluation = karat.evaluate(benchmark=name, resampling=None)
    assert [warning for warning in evaluation.warnings() if "whose F1 is 0" not in warning] == []


@pytest.mark.parametrize(
    ("relation", "label"),
    [
        ("DISCOVERED_IN", True),
        ("CEO", True),
        ("discovered_in", True),
        ("discoveredIn", True),
        ("DiscoveredIn", True),
        ("/people/person/place_of_birth", True),
        ("org:founded_by", True),
        ("was discovered in", False),
        ("discovered", False),
        ("Discovered", False),
        ("'s", False),
        ("self-discovered", False),
        ("离开", False),
        ("a" * 5000, False),
    ],
)
def test_labels(relation: str, label: bool) -> None:
    assert (LABEL.fullmatch(relation) is not None) == label


@pytest.fixture(scope="module")
def gold() -> Gold:
    return load_gold(benchmark_named("karat-sample"))


def test_shares(gold: Gold) -> None:
    words = SharedWords(gold.sentences)
    assert words.share(Extraction("x", ("the Danube", "VIENNA, Rome")), 0) == 3 / 4
    assert words.share(Extraction("flows", ("", "")), 0) == 1
    assert words.share(Extraction("", ()), 0) is None
    assert words.mean([]) is None


def test_nothing_extracted(gold: Gold) -> None:
    assert list(check_words([[] for _ in gold.sentences], gold, by_id=True)) == []
