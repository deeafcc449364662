"""Warnings and notes about sentences on the real outputs: only where they are true."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.benchmarks import BENCHMARKS
from karat.results import Options, evaluate

pytestmark = pytest.mark.published

EXPECTED = {
    "benchie-en": [
        "graphene: 686 extractions are in lower case, unlike their sentences: most metrics compare words as written"
    ],
    "benchie-hi": [
        "argoe: 69 of the 112 sentences have no extraction",
        "multi2oie: 68 of the 112 sentences have no extraction",
        "predpatt: 66 of the 112 sentences have no extraction",
    ],
    # The file names other sentences than those that ReVerb was run on, so that its published scores are near 0.
    "oie2016": [
        (
            "reverb: 745 of 778 extractions share few words with their sentence: are their sentences those of another "
            "benchmark than oie2016?"
        )
    ],
    # The language model repeats an extraction up to the end of its answer.
    "robust": [
        (
            "adelie_result_llamaori: 17744 of 22206 extractions repeat an earlier one of their sentence, and most "
            "metrics count each: did the system repeat itself, or was its file written twice?"
        )
    ],
}


@pytest.mark.parametrize(
    "name", [each.name for each in BENCHMARKS if each.outputs and not each.name.startswith("karat-sample")]
)
def test_published_outputs(data: Path, name: str) -> None:
    assert evaluate(benchmark=name, resampling=None).warnings() == EXPECTED.get(name, [])


OUTPUTS = [
    "system_outputs/test/clausie_output.txt",
    "system_outputs/test/openie4_output.txt",
    "system_outputs/test/openie5_output.txt",
    "system_outputs/test/props_output.txt",
    "system_outputs/test/reverb_output.txt",
    "system_outputs_tabbed/ollie_tabbed.carb_subset.txt",
    "system_outputs_tabbed/stanford_tabbed.carb_subset.txt",
    "system_outputs_allennlp/detie243_output.allennlp",
    "system_outputs_allennlp/compactie_output_extractions.allennlp.txt",
]


@pytest.mark.parametrize("file", OUTPUTS)
def test_outputs_with_more_sentences_than_the_benchmark(data: Path, file: str) -> None:
    """CaRB's outputs cover its development set and other sentences: a note, no warning."""
    evaluation = evaluate({"system": data / "carb" / file}, "carb-test", resampling=None)
    assert evaluation.warnings() == []


def test_a_sentence_that_reverb_changed(data: Path) -> None:
    reverb = data / "carb/system_outputs/test/reverb_output.txt"
    notes = evaluate({"system": reverb}, "carb-test", resampling=None)["system"].notes
    assert "2 sentences almost as in carb-test, but not quite, left out:" in str(notes[0])


def test_shifted_ids(data: Path, tmp_path: Path) -> None:
    lines = (data / "benchie/oie_systems_explicit_extractions/clausie_explicit.txt").read_text(encoding="utf-8")
    rows = [line.partition("\t") for line in lines.splitlines()]
    shifted = tmp_path / "clausie.txt"
    shifted.write_text("".join(f"{int(number) - 1}\t{rest}\n" for number, _, rest in rows), encoding="utf-8")
    found = evaluate({"clausie": shifted}, "benchie-en", options=Options(ids_from=0), resampling=None)["clausie"]
    assert found.f1 == evaluate(benchmark="benchie-en", resampling=None)["clausie"].f1
