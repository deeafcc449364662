"""Measure the steps of people's measure (facet P) against the labels of BenchIE-FL (Lamarche and Langlais, 2024).

    KARAT_DATA=… python benchmarks/tune_people.py            # every step left out, and alone, on 50 BenchIE sentences
    KARAT_DATA=… python benchmarks/tune_people.py --write    # the same, into docs/metrics/people.md
    KARAT_DATA=… python benchmarks/tune_people.py --show     # the verdicts that differ from the labels there, to read
    KARAT_DATA=… python benchmarks/tune_people.py --test     # WiRe57's sentences: totals of the usual steps, no more

The steps were chosen on the 50 BenchIE sentences. WiRe57's labels are the test, so nothing of them is shown but totals;
docs/metrics/people.md lists every time that they were looked at.
"""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from karat.benchmarks.declarations import read_gold
from karat.formats.benchmarks.benchie_fl import read
from karat.formats.problems import Problems
from karat.metrics.oie.fact_rule import Ruling
from karat.metrics.oie.people.rule import PEOPLE, PeopleGold, PeopleRule
from karat.metrics.oie.people.steps import KEPT, PeopleStep
from karat.model import Annotation, Extraction
from karat.results.agreement.verdicts import Judged, VerdictAgreement, verdict_agreement
from karat.results.statistics.estimate import format_value

BENCHIE_50 = ("data/matches_benchie50_7_systems_annotated.csv", "gold/benchie-annotated50.txt")
WIRE57 = ("data/matches_wire_7_systems_annotated.csv", "data/wire57-annotated57.txt")

PAGE = Path(__file__).parents[1] / "docs" / "metrics" / "people.md"
TABLE = re.compile(r"(?P<head><!-- measured: steps -->\n).*?(?P<tail><!-- end of measured -->)", re.DOTALL)

EMPTY = "XXX"
"""What the gold of WiRe57's sentences writes for an object that is empty; the matches leave it empty."""

NONE = "0"
"""The label of an extraction that matches no synset."""


@dataclass(frozen=True, slots=True)
class LabelledOutput:
    """A system's extractions of one sentence with the synsets that people matched them with."""

    system: str
    annotation: Annotation
    extractions: tuple[Extraction, ...]
    labels: tuple[str, ...]


def read_labels(matches: str, gold_file: str) -> list[LabelledOutput]:
    """Read labels; extractions of one system and sentence belong together, since they are judged together."""
    folder = os.environ.get("KARAT_DATA")
    if not folder:
        raise SystemExit("tune_people.py: expected the folder of the benchmarks' data in KARAT_DATA, found none")
    data = Path(folder) / "benchie_fl"
    gold = read_gold(data / gold_file)
    outputs: dict[tuple[int, str], list[tuple[Extraction, str]]] = defaultdict(list)
    for row in read(data / matches, problems=Problems()):  # repairs are not shown: they would quote the test's rows
        assert row.extraction is not None
        assert row.sentence_id is not None
        other = dict(row.extraction.other)
        subject, object_ = (*row.extraction.arguments, "")[:2]
        extraction = replace(row.extraction, arguments=(subject or EMPTY, object_ or EMPTY), other=())
        outputs[int(row.sentence_id) - 1, other["system"]].append((extraction, other["synset"]))
    return [
        LabelledOutput(system, gold.facts[index].annotation, *zip(*rows, strict=True))
        for (index, system), rows in outputs.items()
    ]


def rule_on(outputs: Iterable[LabelledOutput], rule: PeopleRule) -> Iterator[tuple[LabelledOutput, list[Ruling]]]:
    """Judge outputs by a rule."""
    prepared: dict[str, PeopleGold] = {}
    for output in outputs:
        sentence = output.annotation.sentence.id
        if sentence not in prepared:
            prepared[sentence] = rule.prepare(output.annotation)
        yield output, rule.rulings(output.extractions, prepared[sentence])


def measure(outputs: Iterable[LabelledOutput], rule: PeopleRule) -> VerdictAgreement:
    """Compare a rule's verdicts with the labels."""
    judged = [
        Judged(output.annotation.sentence.id, ruling.correct, label != NONE)
        for output, rulings in rule_on(outputs, rule)
        for label, ruling in zip(output.labels, rulings, strict=True)
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
        for extraction, label, ruling in zip(output.extractions, output.labels, rulings, strict=True):
            if ruling.correct != (label != NONE):
                said = "accepted" if ruling.correct else "refused"
                people = "none" if label == NONE else label
                print(f"{output.annotation.sentence.id} {output.system}: {'; '.join(extraction.triple)}")
                print(f"    {said}; people's synset: {people}; {ruling.reason or 'no step accepts it'}")


def put(lines: Iterable[str], page: Path = PAGE) -> None:
    """Replace the table of the page."""
    block = "\n".join(["", *lines, "", ""])
    text = page.read_text(encoding="utf-8")
    page.write_text(TABLE.sub(lambda found: found["head"] + block + found["tail"], text), encoding="utf-8")


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--show", action="store_true", help="list the verdicts that differ, on the BenchIE sentences")
    parser.add_argument("--write", action="store_true", help="put the table into docs/metrics/people.md")
    parser.add_argument("--test", action="store_true", help="measure WiRe57 instead, without any detail")
    options = parser.parse_args()
    if options.test:
        print("\n".join([*head("WiRe57"), row("all usual steps", measure(read_labels(*WIRE57), PEOPLE))]))
        return
    outputs = read_labels(*BENCHIE_50)
    table = list(ablation_table(outputs))
    if options.write:
        put(table)
    else:
        print("\n".join(table))
    if options.show:
        print_differences(outputs)


if __name__ == "__main__":
    main()
