"""Outputs in AllenNLP's form on CaRB's test part, and the gold of LSOIE and DocOIE under CaRB's scorer.

The figures are ours: no output of these systems comes with printed figures that we could compare to the digit.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from karat.benchmarks import benchmark_named, load_gold, where
from karat.results import Options, evaluate

pytestmark = pytest.mark.published

# Rows of the file, extractions of CaRB's test sentences, P/R/F1/AUC. All confidences are 1, so there is one threshold.
ROWS = {
    # DetIE trained on LSOIE, on IMoJIE's data, and the latter with conjunctions split (its README's names).
    "detie243_output.allennlp": (1021, 1012, ".5634 .3474 .4298 .2716"),
    "detie263_output.allennlp": (1274, 1258, ".6048 .4571 .5207 .3668"),
    "detie263conj_output.allennlp": (2288, 2234, ".4676 .4785 .4730 .3511"),
    # Covers 558 of the 634 sentences.
    "compactie_output_extractions.allennlp.txt": (1343, 1343, ".6501 .3321 .4396 .2740"),
}


@pytest.mark.parametrize("file", ROWS)
def test_carb_test_part(data: Path, file: str) -> None:
    rows, kept, expected = ROWS[file]
    found = evaluate({"system": data / "carb/system_outputs_allennlp" / file}, "carb-test", resampling=None)["system"]
    carb = found["carb"]
    numbers = (carb.score.precision, carb.score.recall, carb.score.f1, carb.auc)
    assert found.extractions == kept
    assert rows - kept == sum(note.count for note in found.notes)
    assert " ".join(f"{number:.4f}".removeprefix("0") for number in numbers if number is not None) == expected


@pytest.mark.parametrize(
    ("benchmark", "sentences", "tuples"),
    [("lsoie", 2402, 5374), ("docoie", 800, 2122), ("re-oie2016", 595, 1508), ("oie2016", 603, 1730)],
)
def test_gold_of_other_benchmarks_is_read_whole(data: Path, benchmark: str, sentences: int, tuples: int) -> None:
    gold = load_gold(benchmark_named(benchmark))
    assert len({sentence.id for sentence in gold.sentences}) == sentences
    assert sum(len(each.annotation.extractions) for each in gold.tuples if each) == tuples


@pytest.mark.parametrize(("benchmark", "tuples"), [("lsoie", 5374), ("docoie", 921)])
def test_gold_against_itself_by_carb(data: Path, benchmark: str, tuples: int) -> None:
    """The first gold file as if a system had made it: all that it has is right."""
    file = where(*benchmark_named(benchmark).tuples[0])
    found = evaluate({"gold": file}, benchmark, resampling=None, format="carb-gold")["gold"]
    assert found.extractions == tuples
    assert found["carb"].score.precision == 1


# AUC and F1 by OIE2016's scorer with its fault, of the outputs of OIE2016's test part; the figures are ours.
RE_OIE2016 = {
    "clausie": ".4638 .6417",
    "openie4": ".5106 .6844",
    "props": ".4327 .6406",
    "ollie": ".3128 .4947",
    "stanford": ".1150 .1669",
}


@pytest.mark.parametrize("system", RE_OIE2016)
def test_re_oie2016(data: Path, system: str) -> None:
    outputs = dict(benchmark_named("oie2016").outputs)
    options = Options(as_published=True)
    found = evaluate({system: where(*outputs[system])}, "re-oie2016", options=options, resampling=None)[system]
    numbers = (found["oie2016"].auc, found["oie2016"].score.f1)
    assert " ".join(f"{number:.4f}".removeprefix("0") for number in numbers if number is not None) == RE_OIE2016[system]
    assert [one.metric for one in found.measurements] == ["carb", "oie2016"]


@pytest.mark.parametrize(
    ("system", "extractions", "mean", "figure"), [("roi_n", 629, 16.1, "16"), ("stanford", 2069, 7.7, "7.7")]
)
def test_lengths_of_extractions(
    data: Path, system: str, extractions: int, mean: float, figure: str, printed: Callable[..., None]
) -> None:
    """BenchIE, section 4.2."""
    outputs = dict(benchmark_named("benchie-en").outputs)
    options = Options(facets=("default",), metrics=("benchie",))
    found = evaluate({system: where(*outputs[system])}, "benchie-en", options=options, resampling=None)[system]
    assert found.statistics is not None
    assert found.statistics.lengths.mean is not None
    assert (found.statistics.extractions, round(found.statistics.lengths.mean, 1)) == (extractions, mean)
    printed("BenchIE", f"§4.2: mean tokens of an extraction of {system}", figure, [found.statistics.lengths.mean])
