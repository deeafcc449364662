"""Measure the annotation app's suggested optional tokens on BenchIE's gold, and write docs/annotate/suggestions.md.

``KARAT_DATA`` must name the folder of the benchmarks' data. Without ``--write`` the tables are printed.
"""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from karat.annotate.language import Analysis, analyse
from karat.annotate.language.suggestions import optional_chunks
from karat.annotate.synsets.alignment import align_words
from karat.formats.benchmarks.benchie_gold import read
from karat.model import Annotation, Fact, Slot

PAGE = Path(__file__).parents[1] / "docs" / "annotate" / "suggestions.md"
TABLES = re.compile(r"(?P<head><!-- measured -->\n).*?(?P<tail><!-- end of measured -->)", re.DOTALL)

GOLD = {
    "BenchIE, English": ("benchie/gold/2_annotators/benchie_gold_annotations_en.txt", "en"),
    "BenchIE, German": ("benchie/gold/benchie_gold_annotations_de.txt", "de"),
    "BenchIE, Chinese": ("benchie/gold/benchie_gold_annotations_zh.txt", "zh"),
    "BenchIE-FL, 100 assertions": ("benchie_fl/data/assertion_benchie_form100.txt", "en"),
}
"""Each gold's file below ``KARAT_DATA``, and its language; the last one is what the rules were tuned on."""


@dataclass
class Counts:
    """Tokens of the gold's slots by rule and by whether the gold calls them optional, and brackets by size."""

    tokens: int = 0
    optional: int = 0
    by_rule: Counter[tuple[str, bool]] = field(default_factory=Counter)
    brackets: Counter[bool] = field(default_factory=Counter)
    """The gold's optional brackets, by whether they have several tokens."""
    same_brackets: Counter[bool] = field(default_factory=Counter)
    """Those that are suggested as they are, with all their tokens and no other."""

    @property
    def suggested(self) -> int:
        return sum(self.by_rule.values())

    @property
    def right(self) -> int:
        return sum(count for (_, is_optional), count in self.by_rule.items() if is_optional)

    @property
    def precision(self) -> float:
        return self.right / self.suggested

    @property
    def recall(self) -> float:
        return self.right / self.optional


def measure(path: Path, language: str) -> Counts:
    """Count over every token of every slot of every triple of the gold."""
    annotations = list(read(path))
    # BenchIE-FL's assertions have the question after the passage.
    texts = [annotation.sentence.text.partition("|||")[0] for annotation in annotations]
    counts = Counts()
    for annotation, analysis in zip(annotations, analyse(texts, language), strict=True):
        for fact in facts_of(annotation):
            count_fact(fact, analysis, counts)
    return counts


def facts_of(annotation: Annotation) -> Iterator[Fact]:
    """The patterns of all synsets."""
    return (fact for synset in annotation.synsets for fact in synset.facts)


def count_fact(fact: Fact, analysis: Analysis, counts: Counts) -> None:
    """Count one triple: its words are aligned to the sentence's tokens, then each slot is compared."""
    positions = iter(
        align_words([word for slot in fact for word in slot.words], [each.text for each in analysis.tokens])
    )
    for slot in fact:
        count_slot(slot, [next(positions) for _ in slot.words], analysis, counts)


def count_slot(slot: Slot, positions: Sequence[int | None], analysis: Analysis, counts: Counts) -> None:
    """Count one slot; a word that is no token of the sentence has no suggestion."""
    chunks = optional_chunks(analysis, [position for position in positions if position is not None])
    reasons = {number: reason_of(chunk, analysis) for chunk in chunks for number in chunk}
    remaining = iter(positions)
    for chunk in slot.chunks:
        numbers = [next(remaining) for _ in chunk.tokens]
        counts.tokens += len(numbers)
        counts.optional += len(numbers) * chunk.optional
        counts.by_rule.update((reasons[number], chunk.optional) for number in numbers if number in reasons)
        if chunk.optional and numbers:
            counts.brackets[len(numbers) > 1] += 1
            counts.same_brackets[len(numbers) > 1] += tuple(numbers) in chunks


def reason_of(chunk: tuple[int, ...], analysis: Analysis) -> str:
    """The rule that suggests a chunk."""
    if len(chunk) > 1:
        return analysis.group_reasons[analysis.groups.index(chunk)]
    return analysis.tokens[chunk[0]].why or ""


def tables(data: Path) -> str:
    """All figures as the page shows them."""
    measured = {name: measure(data / file, language) for name, (file, language) in GOLD.items()}
    lines = [
        "| gold | tokens in slots | optional | suggested | precision | recall | single brackets | groups |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, counts in measured.items():
        single, several = (ratio(counts.same_brackets[size], counts.brackets[size]) for size in (False, True))
        lines.append(
            f"| {name} | {counts.tokens:,} | {counts.optional:,} | {counts.suggested:,} | "
            f"{decimal(counts.precision)} | {decimal(counts.recall)} | {single} | {several} |"
        )
    lines += ["", f"| rule | {' | '.join(GOLD)} |", f"|---{'|---' * len(GOLD)}|"]
    for rule in sorted({rule for counts in measured.values() for rule, _ in counts.by_rule}):
        cells = (
            ratio(counts.by_rule[rule, True], counts.by_rule[rule, True] + counts.by_rule[rule, False])
            for counts in measured.values()
        )
        lines.append(f"| {rule} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def ratio(part: int, whole: int) -> str:
    """A share with the count that it is taken of, or a dash."""
    return f"{decimal(part / whole)} of {whole:,}" if whole else "—"


def decimal(value: float) -> str:
    """Three digits, without the zero before the point."""
    return f"{value:.3f}".removeprefix("0")


def main() -> None:
    """Print the tables, or write them into the page."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace the tables of the page")
    arguments = parser.parse_args()
    text = tables(Path(os.environ["KARAT_DATA"]))
    if arguments.write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(TABLES.sub(lambda match: match["head"] + text + match["tail"], page), encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
