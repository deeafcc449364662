"""Dashboard, effort, agreement and live scores."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated

from fastapi import APIRouter, Query

from karat.annotate.api.access import (
    Caller,
    ServerDependency,
    StoreDependency,
    project_of_kind,
    require,
    visible_project,
)
from karat.annotate.api.schemas.figures import (
    AgreementView,
    AnnotatorStatus,
    DashboardView,
    EffortView,
    ItemProgress,
    ItemProgressList,
    OwnProgress,
    PairAgreement,
    PersonProgress,
    RoundGain,
    ScoresView,
    SystemScore,
)
from karat.annotate.api.schemas.model import LARGEST_ID, NO_NUL, RowId
from karat.annotate.api.visible_work import finished_by_both, work_by_item
from karat.annotate.files import Choice, live_scores, stream_work
from karat.annotate.files.scoring import candidate_outputs
from karat.annotate.people import Person
from karat.annotate.permissions import Action, may
from karat.annotate.project import Item, Project
from karat.annotate.store import Store, now
from karat.annotate.store.event_log import LONGEST_SUMMARY
from karat.annotate.synsets.agreement import Agreement, agreement
from karat.annotate.synsets.effort import effort
from karat.errors import InputError
from karat.results.measurement import Measurement

router = APIRouter(prefix="/projects/{project}", tags=["figures"])


@router.get("/dashboard")
def read_dashboard(store: StoreDependency, caller: Caller, project: RowId) -> DashboardView:
    """Progress by annotator; annotators see their own."""
    visible_project(store, caller, project)
    progress = store.progress(project)
    sees_all = may(caller, Action.SEE_DASHBOARD)
    mine = next((each for each in progress.people if each.person == caller.id), None)
    people = progress.people if sees_all else [mine] if mine is not None else []
    return DashboardView(
        items=progress.items if sees_all else mine.assigned if mine else 0,
        started=progress.started if sees_all else mine.started if mine else 0,
        done=progress.done if sees_all else mine.done if mine else 0,
        merged=progress.merged if sees_all else 0,
        people=[PersonProgress.model_validate(each) for each in people],
        checks=[PersonProgress.model_validate(each) for each in progress.checks if sees_all],
        machines=[PersonProgress.model_validate(each) for each in progress.machines if sees_all],
    )


@router.get("/progress/mine")
def read_own_progress(
    store: StoreDependency,
    caller: Caller,
    project: RowId,
    summary: Annotated[
        str, Query(max_length=LONGEST_SUMMARY, pattern=NO_NUL, description="a summary whose documents are counted")
    ] = "",
) -> OwnProgress:
    """How far I am."""
    visible_project(store, caller, project)
    return OwnProgress.model_validate(store.own_progress(project, caller.id, summary))


@router.get("/progress")
def read_progress(
    store: StoreDependency,
    caller: Caller,
    project: RowId,
    after: Annotated[int, Query(ge=0, le=LARGEST_ID, description="position of the last item seen")] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> ItemProgressList:
    """Progress by sentence: how far each annotator is, not what they did."""
    require(caller, Action.SEE_DASHBOARD)
    visible_project(store, caller, project)
    rows = store.items(project, after=after, limit=limit)
    annotators: dict[int, list[AnnotatorStatus]] = {row.id: [] for row in rows}
    for each in store.item_progress(list(annotators)):
        annotators[each.item].append(AnnotatorStatus.model_validate(each))
    shown = ("id", "position", "key", "text", "source", "status", "synsets", "triples")
    items = [
        ItemProgress.model_validate({**{name: getattr(row, name) for name in shown}, "annotators": annotators[row.id]})
        for row in rows
    ]
    return ItemProgressList(items=items, next=rows[-1].position if len(rows) == limit else None)


@router.get("/effort")
def read_effort(server: ServerDependency, caller: Caller, project: RowId) -> EffortView:
    """What each round added and cost; on large projects of a while ago, since all work is read for it."""
    require(caller, Action.SEE_DASHBOARD)
    found = project_of_kind(server.store, caller, project, "synsets")
    return server.figures.find(("effort", project, caller.id), lambda: measure_effort(server.store, caller, found))


def measure_effort(store: Store, caller: Person, project: Project) -> EffortView:
    """Compute effort from the work that the caller may see."""
    measured = effort(work_by_item(store, project, caller))
    progress = store.progress(project.id)
    active_ms, worked_on = sum(each.active_ms for each in progress.people), progress.started + progress.done
    return EffortView(
        rounds=[RoundGain.model_validate(each) for each in measured.rounds],
        items=measured.items,
        # Of all items, also of those whose work the caller may not see yet: it tells nothing of what is in them.
        active_ms_per_item=active_ms / worked_on if worked_on else None,
        as_of=now(),
    )


@router.get("/agreement")
def read_agreement(server: ServerDependency, caller: Caller, project: RowId) -> AgreementView:
    """Agreement of every two annotators on the items that both have done; on large projects of a while ago."""
    require(caller, Action.SEE_AGREEMENT)
    found = project_of_kind(server.store, caller, project, "synsets")
    key = ("agreement", project, caller.id)
    return server.figures.find(key, lambda: measure_agreement(server.store, caller, found))


def measure_agreement(store: Store, caller: Person, project: Project) -> AgreementView:
    """Compute agreement from the work that the caller may see."""
    pairs = []
    for first, second in combinations(store.progress(project.id).people, 2):
        measured = agreement(finished_by_both(store, project, caller, first.person, second.person))
        if measured is not None:
            pairs.append(view_agreement(first.name, second.name, measured))
    return AgreementView(pairs=pairs, as_of=now())


def view_agreement(first: str, second: str, measured: Agreement) -> PairAgreement:
    """The values of an agreement."""
    interval = measured.facts.intervals[-1]
    return PairAgreement(
        first=first,
        second=second,
        items=len(measured.facts.sentences),
        facts=measured.facts.value,
        facts_low=None if interval is None else interval.low,
        facts_high=None if interval is None else interval.high,
        synsets=measured.synsets.value,
        triples=measured.triples.value,
        optional_tokens=measured.optional.value,
        signature=measured.facts.signature,
    )


@router.get("/scores")
def read_scores(server: ServerDependency, caller: Caller, project: RowId) -> ScoresView:
    """Score the imported systems against the gold so far; on large projects of a while ago."""
    require(caller, Action.SEE_SCORES)
    found = project_of_kind(server.store, caller, project, "synsets")
    return server.figures.find(("scores", project, caller.id), lambda: measure_scores(server.store, caller, found))


def measure_scores(store: Store, caller: Person, project: Project) -> ScoresView:
    """Score systems against the gold that the caller may see."""
    try:
        live = live_scores(store, project, choice=Choice(reader=caller))
    except InputError as error:
        return without_scores(store, caller, project, error)
    scores = [view_score(system.name, measurement) for system in live.evaluation for measurement in system.measurements]
    return ScoresView(sentences=live.sentences, finished=live.finished, scores=scores, note=None, as_of=now())


def without_scores(store: Store, caller: Person, project: Project, error: InputError) -> ScoresView:
    """Say in plain words why no system can be scored yet."""
    sentences = 0
    gold: list[Item] = []
    has_synset = False
    for work in stream_work(store, project, Choice(reader=caller)):
        sentences += 1
        if work.chosen is not None:
            gold.append(work.item)
            has_synset = has_synset or bool(work.state.synsets)
    done = store.progress(project.id).done
    if not gold and done:
        note = f"Done by all annotators: {done:,}, but none is merged yet. Merge them on the Compare screen first."
    elif not gold:
        note = "No sentence is done yet. Systems are scored on the sentences whose gold is done."
    elif not has_synset:
        note = f"Sentences whose gold is done: {len(gold):,} of {sentences:,}, but none of them has a synset."
    elif not candidate_outputs(store, gold):
        note = (
            f"Sentences whose gold is done: {len(gold):,} of {sentences:,}. No system has an output for them yet: "
            "add one under Files."
        )
    else:
        note = str(error)
    return ScoresView(sentences=sentences, finished=len(gold), scores=[], note=note, as_of=now())


def view_score(system: str, measurement: Measurement) -> SystemScore:
    """The values of a score."""
    metric = measurement.metric if measurement.facet is None else f"{measurement.metric}, {measurement.facet}"
    return SystemScore(
        system=system,
        metric=metric,
        precision=measurement.precision.value,
        recall=measurement.recall.value,
        f1=measurement.f1.value,
        f1_low=measurement.f1.low,
        f1_high=measurement.f1.high,
        signature=measurement.signature,
    )
