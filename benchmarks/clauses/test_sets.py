"""The test sets on which the extractor is measured, with the published outputs of other systems."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from karat.benchmarks import CliqueChoices, benchmark_named, load_gold, read_gold, where
from karat.benchmarks.registry import data_folder
from karat.model import Sentence
from karat.results import Evaluation, Options, evaluate
from karat.results.merging import merge
from karat.systems.clauses import ClausesOptions


@dataclass(frozen=True, slots=True)
class TestSet:
    """A benchmark or a gold file, the metrics that are shown, and published outputs.

    ``views`` names the reader as which CaRB's own scorer read an output; ``ours`` are the options of our extractor.
    """

    title: str
    labels: tuple[str, ...]
    benchmark: str | None = None
    gold: Path | None = None
    outputs: Mapping[str, Path] = field(default_factory=dict)
    views: Mapping[str, str] = field(default_factory=dict)
    options: Options = field(default_factory=Options)
    ours: ClausesOptions = field(default_factory=ClausesOptions)

    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences alone."""
        if self.gold is not None:
            return read_gold(self.gold).sentences
        assert self.benchmark is not None
        choices = CliqueChoices(stand_in=self.options.stand_in)
        return load_gold(benchmark_named(self.benchmark), choices=choices).sentences

    def evaluate(self, ours: Mapping[str, object]) -> Evaluation:
        """Score outputs together with those that are published."""
        published = {name: path for name, path in self.outputs.items() if name not in self.views}
        evaluations = [self._score({**ours, **published}, self.options)]
        for name, view in self.views.items():
            evaluations.append(
                self._score({name: self.outputs[name]}, Options(metrics=self.options.metrics, view=view))
            )
        return evaluations[0] if len(evaluations) == 1 else merge(evaluations)

    def _score(self, outputs: Mapping[str, object], options: Options) -> Evaluation:
        return evaluate(dict(outputs), self.benchmark, gold=self.gold, options=options)  # type: ignore[arg-type]


def published(benchmark: str, *but: str) -> dict[str, Path]:
    """The outputs that come with a benchmark."""
    return {name: where(*place) for name, place in benchmark_named(benchmark).outputs if name not in but}


def test_sets() -> dict[str, TestSet]:
    """All test sets by name."""
    data = data_folder()
    assert data is not None, "main has looked"
    wire = {path.name.partition("_")[0]: path for path in sorted((data / "benchie_fl/extractions/wire").glob("*.txt"))}
    carb = {name: data / f"carb/system_outputs/test/{name}_output.txt" for name in CARB_VIEWS}
    return {
        "benchie": TestSet(
            "BenchIE, English (explicit facts only, as published)",
            ("benchie", "benchie-C", "benchie-M", "benchie-E", "carb"),
            "benchie-en",
            outputs=published("benchie-en"),
            ours=ClausesOptions(explicit=True),
        ),
        "benchie-fl": TestSet(
            "BenchIE-FL, 300 sentences", ("benchie_fl", "benchie"), "benchie-fl", outputs=published("benchie-fl")
        ),
        "carb": TestSet("CaRB, test part", ("carb",), "carb-test", outputs=carb, views=CARB_VIEWS),
        "wire57": TestSet("WiRe57", ("wire57",), "wire57", outputs=published("wire57")),
        "wire57-fl": TestSet(
            "WiRe57's sentences with fact synsets (BenchIE-FL)",
            ("benchie_fl", "benchie"),
            gold=data / "benchie_fl/data/wire57-annotated57.txt",
            outputs=wire,
            options=Options(metrics=("benchie_fl", "benchie")),
        ),
        "robust": TestSet(
            "ROBUST's cliques",
            ("robust",),
            "robust",
            outputs=published("robust"),
            options=Options(stand_in=True),
        ),
    }


CARB_VIEWS = {name: name for name in ("clausie", "openie4", "openie5", "props", "reverb")}
