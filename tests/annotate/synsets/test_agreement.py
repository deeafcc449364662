"""Agreement at the level of facts, synsets and optional words, by hand and beside ``karat gold agreement``."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from karat.annotate.synsets.agreement import agreement
from karat.annotate.synsets.gold import annotation_from_state, state_from_annotation
from karat.benchmarks import sample_path
from karat.cli import app
from karat.formats.benchmarks.benchie_gold import read, render
from karat.formats.problems import Problems
from karat.model import Annotation

sys.path.append(str(Path(__file__).parent))

from gold_states import SENTENCE, state

DATA = Path(os.environ.get("KARAT_DATA", "missing"))


def counts(pair) -> tuple[int, int, int]:
    return pair.both, pair.a, pair.b


@pytest.mark.parametrize(
    ("a", "b", "facts", "synsets", "triples", "optional"),
    [
        pytest.param("Ann --> sold --> house", "Ann --> sold --> house", 1, (1, 1, 1), (1, 1, 1), (0, 0, 0), id="same"),
        pytest.param(
            "Ann --> sold --> [old] house",
            "Ann --> sold --> the [old] house",
            0,
            (0, 1, 1),
            (0, 1, 1),
            (0, 0, 0),
            id="no expansion in common",
        ),
        pytest.param(
            "Ann --> sold --> [the] [old] house",
            "Ann --> sold --> [the] old house",
            1,
            (1, 1, 1),
            (1, 1, 1),
            (1, 2, 1),
            id="one of two optional words",
        ),
        pytest.param(
            "Ann --> sold --> house\n\nAnn --> sold to --> Bob",
            "Ann --> sold --> house",
            (1 / 2 + 1 / 1) / 2,
            (1, 2, 1),
            (1, 2, 1),
            (0, 0, 0),
            id="one of two facts",
        ),
    ],
)
def test_agreement_by_hand(a, b, facts, synsets, triples, optional) -> None:
    found = agreement([(SENTENCE, state(a), state(b))], None)
    assert found is not None
    assert found.facts.value == facts
    assert (counts(found.synsets), counts(found.triples), counts(found.optional)) == (synsets, triples, optional)


def test_values() -> None:
    found = agreement([(SENTENCE, state("Ann --> sold --> house\n\nAnn --> sold to --> Bob"), state(""))], None)
    assert found is not None
    assert (found.synsets.value, found.optional.value) == (0, None)
    assert agreement([], None) is None


def both_ways(first: list[Annotation], second: list[Annotation], folder: Path) -> tuple[dict, dict]:
    """The app's agreement, and that of the command line on the two exports."""
    by_id = {annotation.sentence.id: annotation for annotation in second}
    works = [
        (each.sentence, state_from_annotation(each), state_from_annotation(by_id[each.sentence.id])) for each in first
    ]
    ours = agreement(works)
    assert ours is not None
    paths = folder / "a.txt", folder / "b.txt"
    for path, side in zip(paths, (1, 2), strict=True):
        exported = [annotation_from_state(work[side], work[0]) for work in works]
        path.write_text("\n".join(render(exported)) + "\n", encoding="utf-8")
    result = CliRunner().invoke(app, ["gold", "agreement", *map(str, paths), "--json"])
    assert result.exit_code == 0, result.output
    printed = json.loads(result.stdout)
    return ours.facts.to_json(), {key: value for key, value in printed.items() if key not in ("a", "b")}


def test_the_same_as_on_the_command_line(tmp_path) -> None:
    first = list(read(sample_path("en/gold.txt")))
    second = [Annotation(each.sentence, each.synsets[number % 3 :]) for number, each in enumerate(first)]
    ours, printed = both_ways(first, second, tmp_path)
    assert ours == printed
    assert 0 < ours["agreement"] < 1


def test_a_file_agrees_with_itself(tmp_path) -> None:
    gold = list(read(sample_path("de/gold.txt")))
    ours, printed = both_ways(gold, gold, tmp_path)
    assert ours == printed
    assert ours["agreement"] == 1


@pytest.mark.long
@pytest.mark.published
def test_the_same_on_two_published_files(tmp_path) -> None:
    paths = [
        DATA / "benchie/gold/2_annotators/benchie_gold_annotations_en.txt",
        DATA / "benchie_fl/gold/benchie-annotated300.txt",
    ]
    if not all(path.exists() for path in paths):
        pytest.skip("needs KARAT_DATA")
    first, second = (list(read(path, problems=Problems())) for path in paths)
    common = {each.sentence for each in first} & {each.sentence for each in second}
    assert len(common) > 250
    ours, printed = both_ways(
        *([each for each in side if each.sentence in common] for side in (first, second)), tmp_path
    )
    assert ours == printed
    assert 0 < ours["agreement"] < 1
