"""Evaluations as JSON: read by name, so that the order of keys does not matter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import karat
from karat.benchmarks import benchmark_named, sample_path, where
from karat.errors import FormatError
from karat.results import Evaluation, Options, Resampling
from karat.results.loading import holds_evaluation
from karat.results.serialisation import dump
from karat.results.tasks.scoring import score

FEW = Resampling(resamples=100)
SPANS = ("Ada B-person\nOslo O\n\nUlm B-place\n", "Ada B-person\nOslo B-place\n\nUlm O\n")


def evaluated(_: Path) -> Evaluation:
    """Systems with facets, curves, verdicts, and what their numbers were made from."""
    outputs = {name: sample_path(f"en/{name}.tsv") for name in ("careful", "greedy")}
    return karat.evaluate(outputs, "karat-sample", resampling=FEW).made_by("karat evaluate")


def scored(folder: Path) -> Evaluation:
    """Documents of a task, by type."""
    for name, text in zip(("mine", "gold"), SPANS, strict=True):
        (folder / f"{name}.bio").write_text(text, encoding="utf-8")
    return score("spans", folder / "mine.bio", folder / "gold.bio", resampling=FEW, by_type=True)


def proved(folder: Path) -> Evaluation:
    """Graphs, whose scores have bounds."""
    for name, concept in (("mine", "dog"), ("gold", "cat")):
        (folder / f"{name}.amr").write_text(f"(g / go-02 :ARG0 (c / {concept}))\n", encoding="utf-8")
    return score("amr", folder / "mine.amr", folder / "gold.amr", resampling=None, choices={"subscores": True})


def of_cliques(_: Path) -> Evaluation:
    """Cliques, with Δ to the originals."""
    known = benchmark_named("karat-sample-cliques")
    outputs = {name: where(*place) for name, place in known.outputs[:2]}
    return karat.evaluate(outputs, known, resampling=FEW, options=Options(rounding="published"))


@pytest.mark.parametrize("make", [evaluated, scored, proved, of_cliques])
@pytest.mark.parametrize("order", [sorted, lambda names: sorted(names, reverse=True)], ids=["sorted", "reversed"])
def test_the_order_of_keys_does_not_matter(tmp_path: Path, make: Any, order: Any) -> None:
    evaluation = make(tmp_path)
    path = tmp_path / "run.json"
    path.write_text(json.dumps(_ordered(evaluation.to_json(), order)), encoding="utf-8")
    loaded = karat.load(path)
    assert loaded == evaluation
    for system in evaluation:
        for one in system.measurements:
            assert loaded[system.name][one.key].f1 == one.f1
    assert dump(loaded) == dump(evaluation)
    assert holds_evaluation(path)


def _ordered(value: Any, order: Any) -> Any:
    """The same document with the keys of each object in another order."""
    if isinstance(value, dict):
        return {name: _ordered(value[name], order) for name in order(value)}
    return [_ordered(each, order) for each in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("text", "held"),
    [
        pytest.param('{"karat": "karat-evaluation"}', True, id="an evaluation"),
        pytest.param('{"a": 1, "karat": "karat-evaluation"}', True, id="in another place"),
        pytest.param('{"karat": "karat-evaluation", "systems": [', True, id="one that was cut off"),
        pytest.param('{"sentence": "karat-evaluation"}', False, id="the word in another field"),
        pytest.param('["karat-evaluation"]', False, id="in a list"),
        pytest.param('{"karat": "karat-few-shot"}', False, id="another document"),
    ],
)
def test_what_holds_an_evaluation(tmp_path: Path, text: str, held: bool) -> None:
    path = tmp_path / "run.json"
    path.write_text(text, encoding="utf-8")
    assert holds_evaluation(path) is held


def test_half_a_surrogate_pair_is_refused(tmp_path: Path) -> None:
    """It could be loaded, but not be written again."""
    file = tmp_path / "evaluation.json"
    document = dump(scored(tmp_path))
    document["notes"] = ["a whole pair: \U0001f600"]
    file.write_text(json.dumps(document), encoding="ascii")
    assert karat.load(file).notes == ("a whole pair: \U0001f600",)
    document["notes"] = ["half of one: \ud800"]
    file.write_text(json.dumps(document), encoding="ascii")
    with pytest.raises(FormatError, match=r"expected text that UTF-8 can hold, found the half of a surrogate pair"):
        karat.load(file)
