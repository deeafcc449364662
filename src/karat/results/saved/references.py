"""Whether the parts of a saved evaluation fit together: rows, systems, comparisons, verdicts and gold."""

from __future__ import annotations

from collections.abc import Mapping

from karat.algebra import Scored
from karat.formats.json.parts import Part
from karat.metrics.oie.robust import CliqueScore
from karat.model import Annotation
from karat.results.evaluation import Evaluation
from karat.results.explanation.verdicts import Verdict
from karat.results.measurement import Measurement


def check_rows(part: Part, kind: Scored) -> None:
    """Refuse a measurement without a row of masses, and a bound if there are any, for each of its sentences."""
    sentences = part.inner("sentences").value
    if not sentences:
        raise part.inner("sentences").error("at least one sentence", "none")
    if len(set(sentences)) < len(sentences):
        raise part.inner("sentences").error("each sentence once", "one of them twice")
    for key in ("masses", "bounds"):
        if key in part and part.value[key] is not None and len(part.value[key]) != len(sentences):
            raise part.inner(key).error(f"{len(sentences)} rows, one for each sentence", str(len(part.value[key])))
    width = len(kind.row)
    for index, row in enumerate(part.value["masses"]):
        if len(row) != width:
            raise part.items("masses")[index].error(f"{width} masses", str(len(row)))


def check_references(part: Part, evaluation: Evaluation) -> None:
    """Refuse names and places that nothing in the evaluation has."""
    names = [system.name for system in evaluation.systems]
    if len(set(names)) < len(names):
        raise part.inner("systems").error("systems with different names", ", ".join(map(repr, names)))
    first = {each.key: each for each in evaluation.systems[0].measurements}
    for place, system in zip(part.items("systems"), evaluation.systems, strict=True):
        _check_measurements(place.inner("scores"), system.measurements, first)
    for place, pair in zip(part.items("comparisons"), evaluation.comparisons, strict=True):
        for key, name in (("a", pair.a), ("b", pair.b)):
            if name not in names:
                raise place.inner(key).error(f"one of {', '.join(map(repr, names))}", repr(name))
        if (pair.metric, pair.facet) not in first:
            raise place.error("a metric and a facet that the systems have", f"{pair.metric!r} and {pair.facet!r}")
    _check_cliques(part, evaluation)
    _check_sample(part, evaluation)


def _check_measurements(
    part: Part, measurements: tuple[Measurement, ...], first: Mapping[tuple[str, str | None], Measurement]
) -> None:
    """Refuse a system that was not measured as the first: by the same metrics, on the same sentences."""
    if [each.key for each in measurements] != list(first):
        raise part.error("the metrics of the first system, each once", "others")
    for place, measurement in zip(part.members("a list"), measurements, strict=True):
        if measurement.sentences != first[measurement.key].sentences:
            raise place.inner("sentences").error("the sentences of the first system", "others")


def check_verdict(part: Part, verdict: Verdict, annotations: Mapping[str, Annotation]) -> None:
    """Refuse a verdict on a sentence, or with a gold fact, that is not in the gold, where that was kept."""
    if not annotations:
        return
    annotation = annotations.get(verdict.sentence)
    if annotation is None:
        raise part.inner("sentence").error("the id of one of the sentences", repr(verdict.sentence))
    if verdict.synset is not None and not _has_fact(annotation, verdict.synset, verdict.fact):
        found = f"synset {verdict.synset} and fact {verdict.fact}"
        raise part.error(f"a gold fact of sentence {verdict.sentence!r}", found)


def _has_fact(annotation: Annotation, synset: int, fact: int | None) -> bool:
    return synset < len(annotation.synsets) and (fact is None or fact < len(annotation.synsets[synset].facts))


def _check_cliques(part: Part, evaluation: Evaluation) -> None:
    """Refuse scores of cliques that are not those of the gold, or of the first system where no gold was kept."""
    kept = evaluation.grounds.cliques if evaluation.grounds is not None else ()
    scored = [[(clique.id, _sentences(clique)) for clique in system.cliques] for system in evaluation.systems]
    expected = [(clique.id, list(clique.members)) for clique in kept] or next(filter(None, scored), [])
    for place, cliques in zip(part.items("systems"), scored, strict=True):
        if cliques and cliques != expected:
            raise place.inner("cliques").error("the cliques of the gold, each with its sentences", "others")


def _check_sample(part: Part, evaluation: Evaluation) -> None:
    """Refuse a sample that is not as large as it says, or has more sentences than there are."""
    sample = evaluation.sample
    if evaluation.grounds is None or sample is None:
        return
    place, kept = part.inner("grounds").inner("sample"), len(evaluation.grounds.annotations)
    if sample.sentences != kept:
        raise place.inner("sentences").error(f"{kept}, as many as sentences", str(sample.sentences))
    if sample.of < sample.sentences:
        raise place.inner("of").error(f"at least {sample.sentences}", str(sample.of))


def _sentences(clique: CliqueScore) -> list[str]:
    return [member.sentence for member in clique.members]
