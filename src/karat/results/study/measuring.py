"""Measure a study: everything that its report shows."""

from __future__ import annotations

from typing import get_args

from karat.errors import InputError, UnknownNameError
from karat.model.study import Study
from karat.results.agreement.verdicts import VerdictAgreement
from karat.results.statistics.resampling import Resampling, unless_off
from karat.results.study.comparison import compare_systems
from karat.results.study.final import final_labels, progress
from karat.results.study.labellers import Labels, labeller_reports, people_agreement, self_consistency
from karat.results.study.report import StudyReport, Undecided
from karat.results.study.systems import measure_system
from karat.version import __version__


def measure_study(
    study: Study,
    *,
    level: float = 0.95,
    undecided: Undecided = "leave out",
    with_machines: bool = False,
    resamples: int = 2000,
    seed: int = 0,
    automatic: tuple[VerdictAgreement, ...] = (),
) -> StudyReport:
    """Measure systems by the final labels, and the agreement of labellers on their own labels.

    Extractions on which people differ and nobody adjudicated are left out, or decided by majority. Labels of machines
    count only ``with_machines``. ``automatic`` is what ``against_gold`` gives. ``resamples=0`` leaves out the
    intervals and the tests that need a bootstrap.
    """
    if undecided not in get_args(Undecided):
        raise UnknownNameError("way with undecided extractions", undecided, get_args(Undecided))
    resampling = Resampling("bca", resamples, seed, level)
    finals = final_labels(study, undecided, with_machines)
    of_people = final_labels(study, undecided) if with_machines else finals
    labels = Labels(study, with_machines)
    systems = study.systems
    if not study.tasks:
        raise InputError(f"study {study.name!r}: expected at least one extraction, found none")
    return StudyReport(
        study.name,
        level,
        undecided,
        with_machines,
        resamples,
        seed,
        progress(study, finals, with_machines),
        tuple(measure_system(study, finals, system, level) for system in systems),
        tuple(compare_systems(finals, systems, resampling)),
        people_agreement(labels, unless_off(resampling)),
        self_consistency(labels, labels.people, level),
        tuple(labeller_reports(labels, of_people, level, unless_off(resampling))),
        _signature(resampling, undecided, with_machines),
        automatic,
    )


def _signature(resampling: Resampling, undecided: Undecided, with_machines: bool) -> str:
    """Name every choice that can change the numbers."""
    level = f"{resampling.level * 100:g}"
    return (
        f"study|ci:wilson/{level}|clusters:korn-graubard/{level}|{resampling.signature()}"
        f"|undecided:{undecided.replace(' ', '-')}|machines:{'yes' if with_machines else 'no'}|v:{__version__}"
    )
