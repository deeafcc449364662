"""A real CoreNLP on real data: Open IE on BenchIE's sentences, and trees of ROBUST's cliques (Figures 3 to 5).

The gold of ROBUST's paraphrases is not public. For Figure 5, the original's tuples stand in for it, and the systems are
those whose outputs are public, so only the direction of what the paper says can be compared.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from karat.benchmarks.registry import cache_folder
from karat.cli.cliques.stats import read_benchmark
from karat.cliques.parsing import parse_cliques
from karat.formats.documents.parses import with_trees
from karat.model import Clique
from karat.results import Options, evaluate
from karat.results.cliques.syntax import (
    DISCOUNTS,
    clique_distance,
    clique_similarity,
    subset_correlation,
    syntax_by_discount,
    variance_by_distance,
)
from karat.results.measurement import VALUES
from karat.systems.corenlp.options import CorenlpOptions
from karat.systems.corenlp.trees import CorenlpTrees
from karat.systems.running import run

sys.path.append(str(Path(__file__).parents[1] / "systems"))

from real_corenlp import need_jars

pytestmark = pytest.mark.long

SYSTEM = "adelie_result_llama_rate_0.2_plus_2_2"
"""The better of the public outputs, whose figures on the originals are published."""


def test_open_ie_on_benchie(
    data: Path, tmp_path: Path, printed: Callable[..., None], record_property: pytest.RecordProperty
) -> None:
    need_jars(["models"])
    summary = run("corenlp", None, tmp_path / "corenlp.jsonl", benchmark="benchie-en")
    assert (summary.done, summary.failed) == (300, 0)
    published = data / "benchie" / "oie_systems_explicit_extractions" / "stanford_explicit.txt"
    evaluation = evaluate([tmp_path / "corenlp.jsonl", published], benchmark="benchie-en")
    ours = evaluation["corenlp"]["benchie"]
    values = [getattr(ours, value) for value in VALUES]
    why = "CoreNLP 4.5.10; the published output is of an earlier version"
    printed("BenchIE", "Table 4: stanford, run anew, P R F1", ".1108 .1570 .1299", [each.value for each in values], why)
    record_property("extractions of 300 sentences", summary.extractions)
    for name, each in zip(VALUES, values, strict=True):
        record_property(f"{name}, with its interval", f"{each.value:.4f} [{each.low:.4f}, {each.high:.4f}]")
    difference = evaluation.compare("corenlp", "stanford_explicit")
    record_property("F1 less that of the published output, p", f"{difference.p:.2f}")
    assert [each.value for each in values] == pytest.approx([0.0922, 0.1711, 0.1198], abs=0.0005)


@pytest.fixture
def cliques(data: Path) -> list[Clique]:
    """ROBUST's cliques with CoreNLP's trees, which stay in the cache: parsing takes minutes."""
    need_jars(["models", "models-english"])
    _, gold = read_benchmark("robust")
    place = cache_folder() / "corenlp" / "validation" / "robust-trees.jsonl"
    place.parent.mkdir(parents=True, exist_ok=True)
    trees = CorenlpTrees("en", "shift-reduce", CorenlpOptions())
    try:
        parse_cliques(gold, trees, place, workers=2)
    finally:
        trees.close()
    return with_trees(gold, place)


def test_figures_3_to_5_of_robust(cliques: list[Clique], record_property: pytest.RecordProperty) -> None:
    """One test, so that of several processes only one parses."""
    check_figures_3_and_4(cliques, "hws", record_property)
    check_figures_3_and_4(cliques, "kernel", record_property)
    check_figure_5(cliques, record_property)


def check_figures_3_and_4(cliques: list[Clique], measure: str, record_property: pytest.RecordProperty) -> None:
    """The paper's text: distances mainly from .6 to .9, similarities from 0 to .7; both fall with the weight."""
    found = syntax_by_discount(cliques, measure)
    assert len(found.cliques) == 1272
    averages = found.averages
    low, high = (0.6, 0.9) if measure == "hws" else (0.0, 0.7)
    values = [value for column in found.columns for value in column]
    inside = sum(low <= value <= high for value in values) / len(values)
    means = ", ".join(f"{discount:g}: {mean:.3f}" for discount, mean in zip(DISCOUNTS, averages, strict=True))
    record_property(f"ROBUST, Figure 4, mean {measure} by discount", means)
    record_property(f"ROBUST, Figure 3, {measure} between {low:g} and {high:g}", f"{inside:.1%}")
    assert all(one > other for one, other in pairwise(averages))
    assert inside > 0.5


def check_figure_5(cliques: list[Clique], record_property: pytest.RecordProperty) -> None:
    """The paper's text: most variances are slight, and they fall as sentences differ more in syntax."""
    options = Options(rounding="published", stand_in=True)
    system = evaluate(benchmark="robust", options=options, resampling=None)[SYSTEM]
    assert [each.id for each in system.cliques] == [clique.id for clique in cliques]
    variances = [float(clique.variance) for clique in system.cliques]
    slight = sum(value < 0.05 for value in variances) / len(variances)
    record_property("ROBUST, Figure 5 a, with stand-in gold: cliques with a variance below .05", f"{slight:.1%}")
    assert slight > 0.5
    for name, measure, sign in (("HWS distance", clique_distance, -1), ("kernel similarity", clique_similarity, 1)):
        table = variance_by_distance([measure(clique) for clique in cliques], variances)
        means = ", ".join(
            f"{each.low:.2f} to {each.high:.2f}: {each.mean:.4f} ({each.count})"
            for each in table.intervals
            if each.mean is not None
        )
        record_property(f"ROBUST, Figure 5, with stand-in gold: variance by {name}", means)
        assert table.cliques.r is not None
        assert table.cliques.r * sign > 0
        record_property(f"and Pearson's r over cliques by {name}", f"{table.cliques.r:.3f} (p = {table.cliques.p:.2g})")
    worst = [float(clique.worst.f1) for clique in system.cliques]
    subsets = subset_correlation(worst)
    record_property(
        "ROBUST, §4.4, subsets by size, r of our system (OpenIE6's is −.1480)", f"{subsets.correlation.r:.4f}"
    )
