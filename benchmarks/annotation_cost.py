"""Measure what annotating costs: replay BenchIE's gold through the commands of the page (web/replay).

``KARAT_DATA`` must name the folder of the benchmarks' data; Node and web/node_modules are needed. Without ``--write``
the table is printed. Nothing of the data stays in the project.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from karat.annotate.language import analyse
from karat.formats.benchmarks.benchie_gold import read
from karat.model import Annotation, Fact, Slot

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
PAGE = ROOT / "docs" / "annotate" / "cost.md"
TABLE = re.compile(r"(?P<head><!-- measured -->\n).*?(?P<tail><!-- end of measured -->)", re.DOTALL)
GOLD = {
    "en": ("English", "benchie/gold/2_annotators/benchie_gold_annotations_en.txt"),
    "de": ("German", "benchie/gold/benchie_gold_annotations_de.txt"),
    "zh": ("Chinese", "benchie/gold/benchie_gold_annotations_zh.txt"),
}


@dataclass(frozen=True, slots=True)
class Cost:
    """What the triples of a gold cost; ``facts`` are its lines, ``triples`` the distinct ones of each synset."""

    facts: int
    triples: int
    synsets: int
    words: float
    groups: float
    actions: float
    expansions: tuple[tuple[str, int, int], ...]
    """How many extractions the page counts, by sentence, number of the synset, and count."""

    @property
    def click_by_click(self) -> float:
        """A click a word, a double click an optional group, and one to add."""
        return self.words + self.groups + 1


def read_gold(data: Path, language: str) -> list[Annotation]:
    """Read BenchIE's gold of a language."""
    return list(read(data / GOLD[language][1]))


def replay(data: Path, language: str, every: int = 1) -> Cost:
    """Replay every n-th sentence of a gold. It fails if a triple is made that the gold does not have, or is missing."""
    gold = read_gold(data, language)[::every]
    facts = [fact for annotation in gold for synset in annotation.synsets for fact in synset.facts]
    with tempfile.TemporaryDirectory() as folder:
        program, file = Path(folder) / "replay.mjs", Path(folder) / "gold.jsonl"
        with file.open("w", encoding="utf-8") as out:
            out.writelines(json.dumps(sentence, ensure_ascii=False) + "\n" for sentence in sentences(gold, language))
        esbuild = WEB / "node_modules" / ".bin" / "esbuild"
        bundle = ["--bundle", "--platform=node", "--format=esm", "--log-level=warning", f"--outfile={program}"]
        subprocess.run([esbuild, WEB / "replay" / "main.ts", *bundle], check=True)
        done = subprocess.run(["node", program, file], check=True, capture_output=True, text=True)
    measured = json.loads(done.stdout)
    return Cost(
        facts=len(facts),
        triples=measured["triples"],
        synsets=measured["synsets"],
        words=sum(len(slot.words) for fact in facts for slot in fact) / len(facts),
        groups=sum(chunk.optional for fact in facts for slot in fact for chunk in slot.chunks) / len(facts),
        actions=measured["actions"] / measured["triples"],
        expansions=tuple((id_, number, int(count)) for id_, number, count in measured["expansions"]),
    )


def sentences(gold: list[Annotation], language: str) -> Iterator[dict[str, object]]:
    """Yield each sentence with its analysis and its distinct triples, synset by synset."""
    analyses = analyse([annotation.sentence.text for annotation in gold], language)
    for annotation, analysis in zip(gold, analyses, strict=True):
        yield {
            "id": annotation.sentence.id,
            "text": annotation.sentence.text,
            "language": language,
            "analysis": analysis.to_json(),
            "synsets": [distinct_triples(synset.facts) for synset in annotation.synsets],
        }


def distinct_triples(facts: tuple[Fact, ...]) -> list[list[list[tuple[str, bool]]]]:
    """Each triple of a synset once, as the chunks of its slots."""
    return [[chunks_of(slot) for slot in fact] for fact in dict.fromkeys(facts)]


def chunks_of(slot: Slot) -> list[tuple[str, bool]]:
    """Each chunk of a slot as its text and whether it is optional."""
    return [(" ".join(chunk.tokens), chunk.optional) for chunk in slot.chunks if chunk.tokens]


def table(costs: dict[str, Cost]) -> str:
    """All figures as the page shows them."""
    lines = [
        "| gold | synsets | triples | words | optional groups | click by click | Karat |",
        "|---|---|---|---|---|---|---|",
    ]
    for language, cost in costs.items():
        lines.append(
            f"| BenchIE, {GOLD[language][0]} | {cost.synsets:,} | {cost.triples:,} | {cost.words:.1f} | "
            f"{cost.groups:.1f} | {cost.click_by_click:.1f} | **{cost.actions:.2f}** |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the table, or write it into the page."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="replace the table of the page")
    arguments = parser.parse_args()
    data = Path(os.environ["KARAT_DATA"])
    text = table({language: replay(data, language) for language in GOLD})
    if arguments.write:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(TABLE.sub(lambda match: match["head"] + text + match["tail"], page), encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
