"""Karat's own extractor beside others, measured in one run; writes the figures into docs/systems/clauses.md.

``python benchmarks/clauses/figures.py [--peers PYTHON] [--corenlp start] [--only NAME]``. ``KARAT_DATA`` must name the
folder of the benchmarks' data. ``--peers`` is a Python in which peers are installed, such as textacy; the page says
which are not. All figures are totals: no sentence of a test set is shown, and none was looked at to choose a rule.
"""

from __future__ import annotations

import os
import platform
import re
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from test_sets import TestSet, test_sets

from karat.errors import KaratError
from karat.results import Evaluation
from karat.results.measurement import Measurement
from karat.results.statistics.estimate import format_p, format_value
from karat.systems.clauses import Clauses
from systems import OURS, Peers, measure_speed, run_clauses

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "systems" / "clauses.md"
FIGURES = re.compile(r"(?P<head><!-- figures: [^\n]*-->\n).*?(?P<tail><!-- end of figures -->)", re.DOTALL)
CAUSES_SHOWN = 8


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Write a table, numbers to the right."""
    yield ""
    yield f"| {' | '.join(headings)} |"
    yield f"|{'|'.join('---' if number == 0 else '---:' for number in range(len(headings)))}|"
    yield from (f"| {' | '.join(row)} |" for row in rows)
    yield ""


def scores(test_set: TestSet, evaluation: Evaluation) -> Iterator[str]:
    """Write the systems by F1 of the first metric, each compared with ours, and F1 by the other metrics."""
    first, *others = test_set.labels
    yield f"### {test_set.title}"
    headings = ["system", "P", "R", f"`{first}` F1", "clauses less it", "p", *(f"`{label}` F1" for label in others)]
    rows = []
    for system in sorted(evaluation, key=lambda system: -(system.labelled(first).f1.value or 0)):
        measured = system.labelled(first)
        rows.append(
            [
                shown_name(system.name),
                format_value(measured.precision.value),
                format_value(measured.recall.value),
                str(measured.f1),
                *compared(evaluation, system.name, measured),
                *(str(system.labelled(label).f1) for label in others),
            ]
        )
    yield from table(headings, rows)


def shown_name(name: str) -> str:
    """Write our own name in bold."""
    return f"**{name}**" if name == OURS else name


def compared(evaluation: Evaluation, name: str, measured: Measurement) -> tuple[str, str]:
    """Write how far ours is above a system, and the p of the paired test."""
    if name == OURS:
        return "", ""
    comparison = evaluation.compare(OURS, name, measured.metric, measured.facet)
    return format_value(comparison.difference, signed=True), format_p(comparison.p)


def cliques(test_set: TestSet, evaluation: Evaluation) -> Iterator[str]:
    """Write what paraphrases cost."""
    yield f"### {test_set.title}"
    yield ""
    yield (
        "The gold of the paraphrases is not public, so the tuples of the originals stand in for it. The figures show "
        "how much an output changes with the wording; they are no figures of the benchmark."
    )
    rows = []
    for system in sorted(evaluation, key=lambda system: -(system["robust"].f1.value or 0)):
        worst, originals = system["robust"], system["robust", "originals"]
        lost = 1 - (worst.f1.value or 0) / originals.f1.value if originals.f1.value else None
        rows.append(
            [
                shown_name(system.name),
                str(originals.f1),
                str(worst.f1),
                "—" if lost is None else f"{lost:.0%}",
            ]
        )
    yield from table(["system", "F1 of the originals", "F1 of the worst wordings", "lost"], rows)


def profile(evaluation: Evaluation) -> Iterator[str]:
    """Write what costs the extractor most, by cause."""
    system = evaluation[OURS]
    yield "### Its mistakes on BenchIE, English"
    yield ""
    yield (
        f"Of {system.extractions} extractions {len(system.mistakes())} are wrong, and {len(system.missed())} facts are "
        f"missed. What F1, now {format_value(system.f1.value)}, would be if all mistakes of one cause were repaired, "
        "the costliest first:"
    )
    rows = [
        [fix.cause.value, fix.remedy, str(len(fix.wrong)), str(len(fix.missed)), format_value(fix.after.f1)]
        for fix in system.fixes()[:CAUSES_SHOWN]
    ]
    yield from table(["cause", "remedy", "wrong", "missed", "F1 then"], rows)


def speed(test_set: TestSet) -> Iterator[str]:
    """Write the sentences a second."""
    yield "### Speed"
    yield ""
    sentences = test_set.sentences()
    words = sum(len(sentence.tokens) for sentence in sentences) / len(sentences)
    yield (
        f"Sentences a second of CPU time on one core, on BenchIE's {len(sentences)} sentences ({words:.1f} words on "
        "average), the best of three rounds:"
    )
    measured = measure_speed()
    yield from table(["", "sentences a second"], [[name, f"{value:,.0f}"] for name, value in measured.items()])


def parsers(test_set: TestSet, corenlp: str | None) -> Iterator[str]:
    """Write the same rules with another parser."""
    yield "### Parser or rules"
    yield ""
    if corenlp is None:
        yield "CoreNLP was left out: no server was named, nor was one to be started (`--corenlp`)."
        yield ""
        return
    sentences = test_set.sentences()
    variants = {"spaCy": test_set.ours, "CoreNLP": replace(test_set.ours, corenlp=corenlp)}
    try:
        outputs = {name: run_clauses(sentences, options) for name, options in variants.items()}
    except KaratError as error:
        yield f"CoreNLP was left out: {error}."
        yield ""
        return
    every = [row for name in variants for row in outputs[name]]
    outputs["both together"] = list(
        {(row.sentence_id, row.extraction and row.extraction.triple): row for row in every}.values()
    )
    yield (
        "The same rules on BenchIE, English, with the parses of spaCy's small pipeline and of CoreNLP. The recall of "
        "both together counts facts that the rules take from at least one parse: what it is above that of either, the "
        "other parser cost."
    )
    evaluation = test_set.evaluate(outputs)
    rows = []
    for name in outputs:
        system = evaluation[name]
        rows.append([name, str(system.extractions), str(system.precision), str(system.recall), str(system.f1)])
    yield from table(["parser", "extractions", "P", "R", "`benchie` F1"], rows)
    yield f"{evaluation.compare(*variants)}."
    yield ""


def page(chosen: Sequence[str], peers: Peers, corenlp: str | None, when: datetime) -> Iterator[str]:
    """Write all figures."""
    yield f"Measured on {when:%Y-%m-%d} by `benchmarks/clauses/figures.py`, which `make validate` runs."
    yield ""
    yield f"- clauses: {Clauses().version}, Karat {version('karat')}, Python {platform.python_version()}"
    for name, note in peers.notes.items():
        yield f"- {name}: {note}"
    yield "- all others: their published outputs"
    yield ""
    sets = test_sets()
    for name, test_set in sets.items():
        if chosen and name not in chosen:
            continue
        sentences = test_set.sentences()
        ours: dict[str, object] = {OURS: run_clauses(sentences, test_set.ours)}
        ours |= {peer: peers.run(peer, sentences) for peer in peers.names}
        evaluation = test_set.evaluate(ours)
        yield from (cliques if name == "robust" else scores)(test_set, evaluation)
        if name == "benchie":
            yield from profile(evaluation)
    if not chosen or "parsers" in chosen:
        yield from parsers(sets["benchie"], corenlp)
    if not chosen or "speed" in chosen:
        yield from speed(sets["benchie"])


def main() -> int:
    parser = ArgumentParser(description="Measure Karat's own extractor beside others.")
    parser.add_argument("--peers", type=Path, metavar="PYTHON", help="a Python in which the peers are installed")
    parser.add_argument("--corenlp", metavar="ADDRESS", help="a CoreNLP server, or start for one of Karat's own")
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="a test set, parsers or speed; is printed"
    )
    parser.add_argument("--print", action="store_true", help="print the figures, and leave the page alone")
    arguments = parser.parse_args()
    if not os.environ.get("KARAT_DATA"):
        print("KARAT_DATA: expected the folder of the benchmarks' data, found nothing set", file=sys.stderr)
        return 1
    lines = page(arguments.only, Peers(arguments.peers), arguments.corenlp, datetime.now(UTC))
    if arguments.print or arguments.only:
        for line in lines:
            print(line, flush=True)
        return 0
    text = "\n".join(lines).strip()
    written = FIGURES.sub(lambda marked: f"{marked['head']}\n{text}\n\n{marked['tail']}", PAGE.read_text("utf-8"))
    PAGE.write_text(written, encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
