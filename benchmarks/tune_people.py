"""Measure the steps of people's measure (facet P) against the labels of BenchIE-FL (Lamarche and Langlais, 2024).

    KARAT_DATA=… python benchmarks/tune_people.py            # every step left out, and alone, on 50 BenchIE sentences
    KARAT_DATA=… python benchmarks/tune_people.py --write    # the same, into docs/metrics/people.md
    KARAT_DATA=… python benchmarks/tune_people.py --show     # the verdicts that differ from the labels there, to read
    KARAT_DATA=… python benchmarks/tune_people.py --test     # WiRe57's sentences: totals of the usual steps, no more

The steps were chosen on the 50 BenchIE sentences. WiRe57's labels are the test, so nothing of them is shown but totals;
docs/metrics/people.md lists every time that they were looked at.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from people_labels import BENCHIE_50, DATASET, WIRE57, LabelFiles, LabelledExtraction, put_figures, read_labelled

from karat.benchmarks import where
from karat.benchmarks.declarations import read_gold
from karat.metrics.oie.oie_metric import Ruling
from karat.metrics.oie.people.rule import PEOPLE, PeopleGold, PeopleRule
from karat.metrics.oie.people.steps import KEPT, PeopleStep
from karat.model import Annotation
from karat.results.agreement.verdicts import Judged, VerdictAgreement, verdict_agreement
from karat.results.statistics.estimate import format_value

PAGE = Path(__file__).parents[1] / "docs" / "metrics" / "people.md"


@dataclass(frozen=True, slots=True)
class LabelledOutput:
    """A system's labelled extractions of one sentence."""

    system: str
    annotation: Annotation
    labelled: tuple[LabelledExtraction, ...]


def read_outputs(files: LabelFiles) -> list[LabelledOutput]:
    """Read labels; extractions of one system and sentence belong together, since they are judged together."""
    gold = read_gold(where(DATASET, files.gold))
    outputs: dict[tuple[int, str], list[LabelledExtraction]] = defaultdict(list)
    for labelled in read_labelled(files):
        outputs[labelled.sentence, labelled.system].append(labelled)
    return [
        LabelledOutput(system, gold.facts[sentence].annotation, tuple(labelled))
        for (sentence, system), labelled in outputs.items()
    ]


def rule_on(outputs: Iterable[LabelledOutput], rule: PeopleRule) -> Iterator[tuple[LabelledOutput, list[Ruling]]]:
    """Judge outputs by a rule."""
    prepared: dict[str, PeopleGold] = {}
    for output in outputs:
        sentence = output.annotation.sentence.id
        if sentence not in prepared:
            prepared[sentence] = rule.prepare(output.annotation)
        yield output, rule.rulings([each.extraction for each in output.labelled], prepared[sentence])


def measure(outputs: Iterable[LabelledOutput], rule: PeopleRule) -> VerdictAgreement:
    """Compare a rule's verdicts with the labels."""
    judged = [
        Judged(output.annotation.sentence.id, ruling.correct, labelled.correct)
        for output, rulings in rule_on(outputs, rule)
        for labelled, ruling in zip(output.labelled, rulings, strict=True)
    ]
    return verdict_agreement("P", judged, resampling=None)


def row(name: str, agreement: VerdictAgreement) -> str:
    """Write figures as a row of a table."""
    values = [getattr(agreement, each).value for each in ("precision", "recall", "f1", "kappa")]
    figures = " | ".join(format_value(value) for value in values)
    return f"| {name} | {figures} | {agreement.only_verdict} | {agreement.only_people} |"


def head(name: str) -> list[str]:
    return [f"| {name} | P | R | F1 | κ | wrong | missed |", "|---|---|---|---|---|---|---|"]


def ablation_table(outputs: list[LabelledOutput]) -> Iterator[str]:
    """Write what each step does: left out of the usual ones, added to them, and alone."""
    yield from head("50 BenchIE sentences")
    yield row("all usual steps", measure(outputs, PEOPLE))
    yield row("none: exact matching", measure(outputs, PeopleRule(steps=())))
    for step in PeopleStep:
        if step in KEPT:
            yield row(f"without `{step}`", measure(outputs, with_steps(each for each in KEPT if each is not step)))
        else:
            yield row(f"with `{step}` too", measure(outputs, with_steps((*KEPT, step))))
    for step in PeopleStep:
        yield row(f"`{step}` alone", measure(outputs, with_steps((step,))))


def with_steps(steps: Iterable[PeopleStep]) -> PeopleRule:
    return PeopleRule(steps=tuple(steps))


def print_differences(outputs: Iterable[LabelledOutput]) -> None:
    """Print every verdict that differs from its label, with its reason."""
    for output, rulings in rule_on(outputs, PEOPLE):
        for labelled, ruling in zip(output.labelled, rulings, strict=True):
            if ruling.correct != labelled.correct:
                said = "accepted" if ruling.correct else "refused"
                people = labelled.synset if labelled.correct else "none"
                print(f"{output.annotation.sentence.id} {output.system}: {'; '.join(labelled.extraction.triple)}")
                print(f"    {said}; people's synset: {people}; {ruling.reason or 'no step accepts it'}")


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--show", action="store_true", help="list the verdicts that differ, on the BenchIE sentences")
    parser.add_argument("--write", action="store_true", help="put the table into docs/metrics/people.md")
    parser.add_argument("--test", action="store_true", help="measure WiRe57 instead, without any detail")
    options = parser.parse_args()
    if options.test:
        print("\n".join([*head("WiRe57"), row("all usual steps", measure(read_outputs(WIRE57), PEOPLE))]))
        return
    outputs = read_outputs(BENCHIE_50)
    table = list(ablation_table(outputs))
    if options.write:
        put_figures(PAGE, "steps", table)
    else:
        print("\n".join(table))
    if options.show:
        print_differences(outputs)


if __name__ == "__main__":
    main()
