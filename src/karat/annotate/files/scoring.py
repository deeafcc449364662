"""Live scores: systems against the gold that is finished so far, by the same rules as any evaluation."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.annotate.files.choice import Choice, UnmergedError, stream_work
from karat.annotate.project import Item, Project
from karat.annotate.synsets.entities import entity_annotation
from karat.annotate.synsets.gold import annotation_from_state
from karat.benchmarks.gold import Gold
from karat.errors import InputError
from karat.formats.json.map_option import JsonMap
from karat.metrics.oie.benchie import FactGold
from karat.model import Annotation, Extraction, Row, Sentence
from karat.one_line import one_line
from karat.results import Evaluation, Options, Resampling, evaluate
from karat.results.python_outputs import Outputs

if TYPE_CHECKING:
    from karat.annotate.store import Store

GOLD_ROUND, SYSTEM_ROUND = 2, 3
"""The rounds in which other gold, and systems' outputs, are reviewed."""

METRICS = ("benchie",)
"""The metric of fact synsets, which a project's gold is."""


def gold_so_far(
    name: str,
    sentences: Iterable[Sentence],
    finished: Mapping[str, Annotation],
    entities: Mapping[str, Annotation],
) -> Gold:
    """Make gold of the finished sentences, by their ids; the others are there to be recognised, but not scored.

    So an output for all sentences of the project is read as usual, and nothing in it is unknown. ``entities`` are the
    finished sentences under facet E.
    """
    known = tuple(sentences)
    facts = tuple(
        FactGold(finished[sentence.id], entities.get(sentence.id)) if sentence.id in finished else None
        for sentence in known
    )
    return Gold(name, known, facts, (None,) * len(known), (), metrics=METRICS)


@dataclass(frozen=True, slots=True)
class LiveScores:
    """An evaluation on the ``finished`` of a project's ``sentences``."""

    evaluation: Evaluation
    finished: int
    sentences: int

    __repr__ = one_line


def live_scores(
    store: Store,
    project: Project,
    outputs: Outputs | None = None,
    choice: Choice = Choice(),  # noqa: B008 - frozen, here and below, so one default may serve all calls
    *,
    resampling: Resampling | None = Resampling(),  # noqa: B008
    options: Options | None = None,
    format: str | None = None,
    encoding: str = "utf-8",
    columns: str | None = None,
    map: JsonMap | None = None,
    system_input: str | os.PathLike[str] | None = None,
    progress: Callable[[str], None] | None = None,
) -> LiveScores:
    """Score outputs, by default the systems among the candidates, on the sentences that are finished.

    The gold of a sentence is as ``choice`` says: merged where there is such a document. Facet E follows people's marks
    in sentences that have some, and is derived in the others. Of a system among the candidates each distinct extraction
    counts once; an output counts repeated ones as ``karat evaluate`` does. ``format``, ``columns``, ``map`` and
    ``system_input`` say how outputs are read, as ``format``, ``columns``, ``map`` and ``sentences`` do there.
    """
    tell = progress or (lambda _: None)
    tell("reading gold")
    sentences: list[Sentence] = []
    finished: list[Item] = []
    annotations: dict[str, Annotation] = {}
    entities: dict[str, Annotation] = {}
    unmerged = 0
    for work in stream_work(store, project, choice):
        sentence = work.sentence
        unmerged += work.chosen is None and work.is_unmerged
        if sentence.text:
            sentences.append(sentence)
        if sentence.text and work.chosen is not None:
            state = work.state
            finished.append(work.item)
            annotations[sentence.id] = annotation_from_state(state, sentence)
            if any(triple.wholesome is not None for triple in state.triples()):
                entities[sentence.id] = entity_annotation(state, sentence)
    if not any(annotation.synsets for annotation in annotations.values()):
        if unmerged and choice.person is None:
            raise UnmergedError(project.name, unmerged)
        raise InputError(f"{project.name}: expected at least one finished sentence with a synset, found none")
    scored = sentences
    if outputs is None:
        tell("reading candidates")
        scored = [annotation.sentence for annotation in annotations.values()]
        outputs = candidate_outputs(store, finished)
        if not outputs:
            raise InputError(
                f"{project.name}: expected outputs, or candidates of systems for finished sentences, found none"
            )
    gold = gold_so_far(project.name, scored, annotations, entities)
    evaluation = evaluate(
        outputs,
        gold=gold,
        options=options,
        resampling=resampling,
        format=format,
        encoding=encoding,
        columns=columns,
        map=map,
        sentences=system_input,
        progress=tell,
    )
    return LiveScores(evaluation, len(finished), len(sentences))


def candidate_outputs(store: Store, items: Iterable[Item]) -> dict[str, list[Row]]:
    """Make each system's output of the candidates of some items.

    Each system starts with a row for every item, so that one without extractions is known to have been processed.
    """
    known = list(items)
    processed = [Row(None, item.key) for item in known]
    outputs: dict[str, list[Row]] = {}
    for item in known:
        for candidate in store.candidates(item.id):
            if candidate.round == SYSTEM_ROUND:
                extraction = Extraction(candidate.relation, (candidate.subject, candidate.object))
                for system in candidate.sources:
                    if system not in outputs:
                        outputs[system] = processed.copy()
                    outputs[system].append(Row(extraction, item.key))
    return dict(sorted(outputs.items()))
