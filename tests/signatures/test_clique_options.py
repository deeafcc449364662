"""Every option of ``karat cliques score``: no number moves under an unchanged signature."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from extraction_files import FILES
from walking import FORMS, Accepts, Arguments, Cannot, Data, Kind, Moves, Named, Run, Shown, check, parameters, runner

from karat.benchmarks import sample_path

USUAL: Arguments = ("found.json", "--gold", "cliques.json", "--resamples", 50)
SAMPLE = tuple(
    f"{name}={sample_path(f'cliques_{file}.json')}" for name, file in (("one", "careful"), ("two", "greedy"))
)
ON_SAMPLE: Arguments = (*SAMPLE, "--gold", sample_path("cliques.json"), "--resamples", 50)
MANY: Arguments = ("many found.json", "--gold", "many.json", "--no-intervals")

CLIQUES: dict[str, list[Kind | Shown]] = {
    **{name: [kind] for name, kind in FORMS.items()},
    "outputs": [Data(("found=cliques.json",), ("found=found.json",), ("--gold", "cliques.json"))],
    "gold": [Data(("--gold", "other cliques.json"), ("--gold", "cliques.json"), ("found.json",))],
    "benchmark": [
        Data(
            ("--benchmark", "karat-sample-cliques"),
            ("--gold", "sample.json"),
            (SAMPLE[0], "--no-intervals"),
        )
    ],
    "synsets": [
        Data(("--synsets", "other facts.txt"), ("--synsets", "facts.txt"), (*USUAL, "--inside", "benchie")),
    ],
    "published": [  # more systems: more pairs, for which p is adjusted
        Moves(("--published",), usual=(*SAMPLE, "--benchmark", "karat-sample-cliques", "--resamples", 50)),
    ],
    "inside": [
        Moves(("--inside", "wire57"), every=True),
        Moves(("--inside", "benchie", "--synsets", "facts.txt"), every=True),
    ],
    "people_steps": [
        Moves(
            ("--people-steps", "none"),
            usual=(
                *("opened in May.json", "--gold", "cliques.json", "--resamples", 50),
                *("--inside", "benchie-P", "--synsets", "facts.txt"),
            ),
            every=True,
        )
    ],
    "rounding": [Moves(("--rounding", "published"), every=True)],
    "missing": [
        Accepts(("--missing", "empty"), usual=("partly.json", "--gold", "cliques.json"), named="missing:empty"),
    ],
    "unknown": [
        Accepts(
            ("--unknown", "ignore"),
            usual=("misspelt.json", "--gold", "cliques.json", "--missing", "empty"),
            named="unknown:ignore",
        ),
    ],
    "stand_in": [
        Accepts(
            ("--stand-in",),
            usual=("found.json", "--gold", "bare.json"),
            named="gold:stand-in",
            but_for=("originals",),
        )
    ],
    "threshold": [Moves(("--threshold", 0.5))],
    "format": [Moves(("--format", "openie6"), usual=("beam.txt", "--gold", "cliques.json"), every=True)],
    "gold_format": [Named(("--gold-format", "robust"), named="gold-format:robust")],  # no other is one of cliques
    "encoding": [Moves(("--encoding", "utf-7"), usual=("encoded.json", "--gold", "cliques.json"), every=True)],
    "sentences": [
        Data(
            ("--sentences", "turned sentences.txt"),
            ("--sentences", "clique sentences.txt"),
            ("clique blocks.txt", "--gold", "cliques.json"),
        )
    ],
    "resamples": [Moves(("--resamples", 60), usual=(*ON_SAMPLE, "--interval", "bca"))],
    "seed": [Moves(("--seed", 1), usual=(*ON_SAMPLE, "--interval", "bca")), Moves(("--seed", 1), usual=MANY)],
    "interval": [Moves(("--interval", "percentile"), usual=ON_SAMPLE)],
    "level": [Moves(("--level", 0.5), usual=ON_SAMPLE)],
    "test": [Moves(("--test", "bootstrap"), usual=ON_SAMPLE)],
    "no_intervals": [Moves(("--no-intervals",), usual=ON_SAMPLE[:-2])],
    "by_clique": [Cannot(("--by-clique", "cliques.csv"), reason="writes a file")],
    "output": [Cannot(("--output", "run.json"), reason="writes a file")],
    "html": [Cannot(("--html", "report.html"), reason="writes a report")],
}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    sample = json.loads(sample_path("cliques.json").read_text(encoding="utf-8"))
    sample[0]["ori_args"] = [["was", "it", "there"]]
    (tmp_path / "sample.json").write_text(json.dumps(sample), encoding="utf-8")
    return runner(["cliques", "score"], tmp_path, monkeypatch, capsys)


def test_every_option_is_classified() -> None:
    assert set(CLIQUES) == set(parameters("cliques", "score"))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        pytest.param(name, kind, id=f"{name} {place}")
        for name, kinds in CLIQUES.items()
        for place, kind in enumerate(kinds, 1)
    ],
)
def test_no_number_moves_under_an_unchanged_signature(name: str, kind: Kind | Shown, run: Run) -> None:
    if name == "html":
        pytest.importorskip("altair")
    if isinstance(kind, Kind):
        check(kind, run, USUAL)
