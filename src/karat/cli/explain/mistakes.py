"""``karat explain`` without --sentence: what to fix in each system, its mistakes of one kind, the facts it misses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from rich.console import Console

from karat.cli.output import print_json
from karat.errors import UnknownNameError
from karat.reports.diagnoses import print_fixes, print_kind, print_missed
from karat.reports.explanations import print_profile
from karat.reports.lists import make_console
from karat.results import SystemResult
from karat.results.explanation.causes import Cause
from karat.results.explanation.explanation import GoldExplainer
from karat.results.explanation.fixes import Diagnosis, GoldFacts
from karat.results.explanation.json import fix_object, missed_object, profile_object, sample_object
from karat.results.explanation.profile import mistake_profile
from karat.results.explanation.verdicts import extractions_by_sentence
from karat.results.verdict_files.sample import Sample

EXAMPLES_IN_JSON = 3
EXAMPLES_OF_KIND = 10
EXAMPLES_MISSED = 5
"""How many examples there are if --examples does not say: of each sort in JSON, of one kind, of each kind missed."""

Diagnosed = Sequence[tuple[SystemResult, Diagnosis]]


def diagnose_systems(
    explainer: GoldExplainer, systems: Iterable[SystemResult], metric: str, sample: Sample | None = None
) -> Diagnosed:
    """Find the causes of each system's mistakes, by the gold that explains them, which may be that of a sample."""
    facts = GoldFacts(gold for gold in explainer.gold.facts if gold is not None)
    return [
        (
            system,
            replace(
                facts.diagnose(
                    extractions_by_sentence(system.verdicts),
                    metric,
                    explainer.facet,
                    people_steps=explainer.people_steps,
                ),
                sample=sample,
            ),
        )
        for system in systems
    ]


def choose_systems(systems: Sequence[SystemResult], names: Sequence[str]) -> list[SystemResult]:
    """Keep the systems that were named, or all; an unknown name is an error."""
    by_name = {system.name: system for system in systems}
    for name in names:
        if name not in by_name:
            raise UnknownNameError("system", name, by_name)
    return [by_name[name] for name in dict.fromkeys(names)] or list(systems)


def show_overview(explainer: GoldExplainer, diagnosed: Diagnosed, examples: int | None, json: bool) -> None:
    """Show what each cause costs a system, and what it gets wrong most."""
    most = examples or EXAMPLES_IN_JSON
    profiles = {system.name: mistake_profile(explainer.explained(system.verdicts), most) for system, _ in diagnosed}

    def document(system: SystemResult, diagnosis: Diagnosis) -> dict[str, Any]:
        return {
            **profile_object(profiles[system.name]),
            "missed": len(diagnosis.missed),
            "fixes": [fix_object(fix, most) for fix in diagnosis.fixes()],
        }

    def show(system: SystemResult, diagnosis: Diagnosis, console: Console) -> None:
        name = f"{system.name} on {explainer.gold.name}"
        print_fixes(name, diagnosis, console)
        if diagnosis.wrong:
            console.print()
            print_profile(name, profiles[system.name], console, diagnosis.sample)

    _show(explainer, diagnosed, json, document, show)


def show_kind(explainer: GoldExplainer, diagnosed: Diagnosed, cause: Cause, examples: int | None, json: bool) -> None:
    """Show the mistakes of one kind."""

    def document(_: SystemResult, diagnosis: Diagnosis) -> dict[str, Any]:
        fix = next((fix for fix in diagnosis.fixes() if fix.cause is cause), None)
        return {"kind": cause.value, "fix": None if fix is None else fix_object(fix, examples or fix.count)}

    def show(system: SystemResult, diagnosis: Diagnosis, console: Console) -> None:
        print_kind(f"{system.name} on {explainer.gold.name}", diagnosis, cause, examples or EXAMPLES_OF_KIND, console)

    _show(explainer, diagnosed, json, document, show)


def show_missed(
    explainer: GoldExplainer, diagnosed: Diagnosed, cause: Cause | None, examples: int | None, json: bool
) -> None:
    """Show the facts that each system misses, of one kind or of all."""

    def document(_: SystemResult, diagnosis: Diagnosis) -> dict[str, Any]:
        missed = [each for each in diagnosis.missed if cause in (None, each.cause)]
        return {"count": len(missed), "missed": [missed_object(each) for each in missed[:examples]]}

    def show(system: SystemResult, diagnosis: Diagnosis, console: Console) -> None:
        missed = [each for each in diagnosis.missed if cause in (None, each.cause)]
        name = f"{system.name} on {explainer.gold.name}"
        print_missed(name, missed, examples or EXAMPLES_MISSED, console, diagnosis.sample)

    _show(explainer, diagnosed, json, document, show)


def _show(
    explainer: GoldExplainer,
    diagnosed: Diagnosed,
    json: bool,
    document: Callable[[SystemResult, Diagnosis], dict[str, Any]],
    show: Callable[[SystemResult, Diagnosis, Console], None],
) -> None:
    """Show each system, as JSON or on the console."""
    if json:
        systems = [{"name": each.name, "file": each.file, **document(each, diagnosis)} for each, diagnosis in diagnosed]
        judge, sample = diagnosed[0][1].judge, diagnosed[0][1].sample
        head = {"benchmark": explainer.gold.name, "metric": judge.metric.name, "facet": judge.facet}
        head |= sample_object(sample)
        print_json({**head, "systems": systems})
        return
    console = make_console()
    for number, (system, diagnosis) in enumerate(diagnosed):
        if number:
            console.print()
        show(system, diagnosis, console)
