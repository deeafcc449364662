"""The findings of an evaluation in words and in a few large numbers."""

from __future__ import annotations

from collections.abc import Iterator

from karat.reports.html.elements import Content, element
from karat.reports.html.units import unit_of
from karat.reports.tables.pairs import name_test
from karat.reports.tables.table import Table, printable
from karat.results.evaluation import Evaluation
from karat.results.explanation.profile import ErrorProfile
from karat.results.explanation.slot_differences import SLOT_NAMES
from karat.results.statistics.estimate import format_value
from karat.results.statistics.systems import too_few_resamples
from karat.results.system_result import SystemResult
from karat.results.verdict_files.sample import of_sample

NOT_FINDINGS = ("Facets:", "conf.", "robust:", "By ", "* ", "No F1 is below", "Too few resamples", "Means are")
"""How the lines of a table's legend begin that are explanations, or that the lead says."""


def lead(evaluation: Evaluation) -> str | None:
    """Say which systems cannot be told apart and how many are below, or which one is the best, or one system's F1."""
    label, best = evaluation.systems[0].first.label, best_system(evaluation)
    if len(evaluation) == 1:
        return None if best.f1.value is None else f"{printable(best.name)} has an F1 of {best.f1} by {label}."
    ranking = evaluation.ranking()
    if ranking is None:
        return None if best.f1.value is None else f"{printable(best.name)} has the best F1 by {label}: {best.f1}."
    test = name_test(evaluation.comparisons[0].comparison.method)
    if too_few_resamples(evaluation.comparisons):
        return f"Too few resamples to tell systems apart by {label} ({test})."
    return f"By {label}, {printable(ranking.sentence)} ({test})."


def tiles(evaluation: Evaluation) -> Iterator[tuple[str, Content]]:
    """The most important numbers."""
    best = best_system(evaluation)
    if best.f1.value is not None:
        several = len(evaluation) > 1
        said = [printable(best.name)] if several else []
        yield (
            f"{'best ' if several else ''}F1 by {best.first.label}",
            [
                format_value(best.f1.value),
                element("small", *said, *([f" {best.f1.interval}"] if best.f1.interval else [])),
            ],
        )
    over = [system.overestimate for system in evaluation if system.overestimate is not None]
    if over:
        mean = format_value(sum(over) / len(over), signed=True)
        yield "CaRB over BenchIE", [mean, element("small", "F1, mean over systems" if len(over) > 1 else "F1")]
    yield ("systems", f"{len(evaluation):,}")
    yield f"{unit_of(evaluation)}s", f"{len(best.first.sentences):,}"
    yield from _clique_tiles(evaluation)
    if evaluation.grounds is not None:
        facts = sum(len(annotation.synsets) for annotation in evaluation.grounds.annotations)
        if facts:
            yield "gold facts" if evaluation.sample is None else "gold facts in the sample", f"{facts:,}"


def _clique_tiles(evaluation: Evaluation) -> Iterator[tuple[str, Content]]:
    """How many sentences are in the cliques."""
    if unit_of(evaluation) == "clique" and evaluation.grounds is not None:
        yield "sentences in them", f"{sum(len(clique.members) for clique in evaluation.grounds.cliques):,}"


def findings(evaluation: Evaluation, numbers: Table, profiles: tuple[ErrorProfile, ...]) -> Iterator[str]:
    """What the numbers say, in words."""
    for text in numbers.legend:
        if not text.startswith(NOT_FINDINGS):
            yield f"{text}."
    yield from _loss(evaluation)
    yield from _accepted(evaluation)
    compared = [profile for profile in profiles if profile.compared]
    if compared:
        worst = [profile.worst_slot for profile in compared]
        most = max(range(3), key=worst.count)
        whom = "In each system" if len(compared) > 1 else f"In {printable(compared[0].system)}"
        if worst.count(most) < len(compared):
            whom = f"In {worst.count(most)} of {len(compared)} systems"
        told = of_sample(evaluation.sample)
        yield f"{whom}, wrong extractions are wrong in the {SLOT_NAMES[most]} most often{told}."


def _loss(evaluation: Evaluation) -> Iterator[str]:
    """Say what is lost from the originals to the worst of each clique, by the system that loses most and by least."""
    losses = [
        (delta.values[-1], printable(system.name))
        for system in evaluation
        for one in system.measurements
        if (delta := one.delta) is not None and delta.values[-1] is not None
    ]
    if losses:
        ends = dict.fromkeys((min(losses), max(losses)))
        said = " to ".join(f"{format_value(value, signed=True)} ({name})" for value, name in ends)
        yield f"From the originals to the worst sentence of each clique, F1 changes by {said}."


def _accepted(evaluation: Evaluation) -> Iterator[str]:
    """Say how many wrong extractions are right as people judge, of the system with the lowest and the highest share."""
    shares = []
    for system in evaluation:
        pairs = zip(system.verdicts, system.peoples_rulings(), strict=False)  # no rulings unless P was measured
        accepted = [ruling.correct for verdict, ruling in pairs if not verdict.correct]
        if accepted:
            shares.append((sum(accepted) / len(accepted), printable(system.name)))
    if any(share for share, _ in shares):
        ends = dict.fromkeys((min(shares), max(shares)))
        said = " to ".join(f"{100 * share:.0f} % ({name})" for share, name in ends)
        said += f" are right as people judge{of_sample(evaluation.sample)}"
        yield f"Of the extractions that exact matching calls wrong, {said}."


def best_system(evaluation: Evaluation) -> SystemResult:
    """The system with the highest F1 by the first metric."""
    return max(evaluation, key=lambda system: -1.0 if system.f1.value is None else system.f1.value)
