"""Short signatures leave out defaults, and can be spelled out again."""

from __future__ import annotations

import pytest

import karat
from karat import algebra as k
from karat.benchmarks.tasks import TASKS, choices_of
from karat.errors import InputError, UnknownNameError
from karat.metrics import METRICS, OIE_METRICS
from karat.results import Options
from karat.results.options import Reading
from karat.results.short_signatures import default_signature, explain_digest, short_signatures, shorten, spell_out
from karat.results.signatures import parts_of, task_choices, with_choices
from karat.version import __version__

VERSION = f"v:{__version__}"

CHOICES = [
    pytest.param(Options(), "", id="defaults"),
    pytest.param(Options(nary="triples"), "nary:triples", id="one choice"),
    pytest.param(Options(credit="all", explicit_only=True), "credit:all|explicit:only", id="two choices"),
    pytest.param(Options(unknown="ignore"), "unknown:ignore", id="a choice that the defaults do not name"),
]


def measured(options: Options, **settings):
    evaluation = karat.evaluate(benchmark="karat-sample", options=options, **settings)
    return evaluation.systems[0].measurements


@pytest.mark.parametrize(("options", "named"), CHOICES)
def test_only_choices_that_differ_are_named(options, named) -> None:
    first = measured(options)[0]
    assert shorten(first.signature) == "|".join(part for part in ("benchie", named, VERSION) if part)


@pytest.mark.parametrize(("options", "named"), CHOICES)
def test_spelled_out_again(options, named) -> None:
    for one in measured(options):
        assert sorted(parts_of(spell_out(shorten(one.signature)))) == sorted(parts_of(one.signature))


def test_without_intervals() -> None:
    first = measured(Options(), resampling=None)[0]
    assert shorten(first.signature) == f"benchie|ci:-|{VERSION}"
    assert spell_out(shorten(first.signature)) == first.signature


def test_of_cliques() -> None:
    evaluation = karat.evaluate(benchmark="karat-sample-cliques", options=Options(rounding="published"))
    for one in evaluation.systems[0].measurements:
        facet = "" if one.facet == "default" else f"facet:{one.facet}|"
        assert shorten(one.signature) == f"robust|{facet}rounding:published|{VERSION}"
        assert spell_out(shorten(one.signature)) == one.signature


@pytest.mark.parametrize("metric", [metric.name for metric in METRICS])
def test_every_metric_has_defaults(metric) -> None:
    assert shorten(spell_out(metric)) == f"{metric}|{VERSION}"


@pytest.mark.parametrize("metric", [metric.name for metric in OIE_METRICS])
def test_defaults_of_evaluations_name_what_all_metrics_obey(metric) -> None:
    names = {part.partition(":")[0] for part in parts_of(str(default_signature(metric)))}
    assert {"nary", "explicit", "v", "ci"} <= names


def test_a_metric_of_ones_own_has_a_digest() -> None:
    mine = k.match(k.equal, k.ONE_TO_ONE).f1.named("mine")
    other = k.match(k.equal, k.N_TO_N).f1.named("mine")
    first, second = shorten(mine.signature), shorten(other.signature)
    assert first.startswith("mine.")
    assert first.endswith(f"|{VERSION}")
    assert first != second
    with pytest.raises(InputError, match="mine is a metric of your own"):
        spell_out(first)
    assert explain_digest(first) == (
        f"{first}: mine is a metric of your own, and {first[5:11]} the digest of its definition and choices, scored by "
        f"version {__version__}; --signatures and the JSON have it in full"
    )
    assert "carb is Karat's metric in another version" in str(explain_digest("carb.123456|v:0.0.0"))
    assert explain_digest("crab|v:1") is explain_digest(f"carb|{VERSION}") is None


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_every_metric_of_a_task_is_read_back(task) -> None:
    """Under each value of each option, also those that add metrics, as AMR's subscores."""
    for choices in choices_of(task):
        for metric in task.metrics(choices):
            full = with_choices(metric.signature, task_choices(task, choices, Reading(), None)) + "|ci:korn-graubard/95"
            assert sorted(parts_of(spell_out(shorten(full)))) == sorted(parts_of(full))


def test_what_is_in_full_already_stays() -> None:
    mine = k.match(k.equal).f1.named("mine").signature
    assert [spell_out(each) for each in (mine, "test:t|ci:bca/95")] == [mine, "test:t|ci:bca/95"]


def test_in_a_table() -> None:
    signatures = [one.signature for one in measured(Options())]
    assert short_signatures(signatures) == [f"benchie,carb|{VERSION}"]


def test_unknown() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'carb'"):
        spell_out("crab|v:1")
    with pytest.raises(InputError, match="found one of another version"):
        spell_out("carb|v:0.0.0")
