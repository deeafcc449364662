"""Find the thresholds of the metric ``meaning``, and show what embeddings can and cannot tell apart.

KARAT_DATA=DIR python benchmarks/tune_meaning.py          thresholds on BenchIE-FL's 50 labelled sentences
KARAT_DATA=DIR python benchmarks/tune_meaning.py --test   the thresholds in use on WiRe57's labels, totals only
python benchmarks/tune_meaning.py --probes                pairs of triples of our own, and the speed
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from karat.benchmarks.declarations import read_gold
from karat.benchmarks.gold import Gold
from karat.formats.benchmarks.benchie_fl import read
from karat.formats.problems import Problems
from karat.formats.text.slots import parse_slot
from karat.metrics.oie.benchie import triples
from karat.metrics.oie.meaning.embedder import load_embedder
from karat.metrics.oie.meaning.rule import THRESHOLDS, MeaningRule
from karat.metrics.oie.meaning.similarity import FactTexts, Texts
from karat.model import Extraction, Fact, Synset
from karat.results.agreement.verdicts import Judged, verdict_agreement

WAYS: tuple[Texts, ...] = ("slots", "whole")
EMPTY = "XXX"
"""What the gold of WiRe57's sentences writes for an object that is empty."""


class Labels(NamedTuple):
    """Files of BenchIE-FL: people's matches, and the gold that they refer to."""

    matches: str
    gold: str


TUNED = Labels("data/matches_benchie50_7_systems_annotated.csv", "gold/benchie-annotated50.txt")
TESTED = Labels("data/matches_wire_7_systems_annotated.csv", "data/wire57-annotated57.txt")

PROBES = (
    ("a synonym", True, "Ann|bought|the mill", "Ann|purchased|the mill"),
    ("another inflection", True, "the firm|sells|old maps", "the firm|sold|old maps"),
    ("no articles", True, "the mayor|opened|the bridge", "mayor|opened|bridge"),
    ("another border", True, "Ann|lives|in Oslo", "Ann|lives in|Oslo"),
    ("the passive", True, "Ann|built|the boat", "the boat|was built by|Ann"),
    ("a further phrase", True, "Ben|repaired|the clock", "Ben|repaired|the clock in the tower on Sunday"),
    ("a title", True, "Weber|chairs|the board", "Mr Weber|chairs|the board"),
    ("hyphens", True, "the chair|was re-elected in|May", "the chair|was re - elected in|May"),
    ("negation", False, "the council|approved|the plan", "the council|did not approve|the plan"),
    ("negation of the object", False, "the firm|made|a profit", "the firm|made|no profit"),
    ("swapped arguments", False, "Ann|hired|Ben", "Ben|hired|Ann"),
    ("another number", False, "the bridge|is|300 metres long", "the bridge|is|500 metres long"),
    ("another year", False, "the mill|closed in|1987", "the mill|closed in|1978"),
    ("an antonym", False, "prices|rose|sharply", "prices|fell|sharply"),
    ("another name", False, "Mr Weber|won|the race", "Mr Becker|won|the race"),
    ("modality", False, "Ann|sold|the house", "Ann|may sell|the house"),
    ("another preposition", False, "the train|goes to|Ulm", "the train|comes from|Ulm"),
)
"""What differs, whether the meaning is the same, a gold triple and an extraction; all written for this purpose."""


def parts(text: str) -> list[str]:
    return text.split("|")


def probe(gold: str, predicted: str, texts: Texts) -> float:
    """Compare two triples."""
    subject, relation, object_ = parts(predicted)
    fact = Fact(*(parse_slot(slot)[0] for slot in parts(gold)))
    facts = FactTexts((Synset("1", (fact,)),), texts)
    return float(facts.similarities(Extraction(relation, (subject, object_)), load_embedder())[0])


def show_probes() -> None:
    print("| what differs | same meaning | slots | whole |\n|---|---|---|---|")
    for what, same, gold, predicted in PROBES:
        cells = []
        for texts in WAYS:
            similarity = probe(gold, predicted, texts)
            accepted = similarity >= THRESHOLDS[texts]
            cells.append(f"{similarity:.4f} {'accepted' if accepted else 'refused'}{'' if accepted == same else ' ✗'}")
        shown = " → ".join(f"({'; '.join(parts(each))})" for each in (gold, predicted))
        print(f"| {what}: {shown} | {'yes' if same else 'no'} | {' | '.join(cells)} |")
    words = ["mill", "bridge", "river", "clock", "tower"]
    texts = [f"the old {one} near the {two} {three}" for one in words for two in words for three in words]
    started = time.process_time()
    load_embedder().embed(texts)
    print(f"{len(texts) / (time.process_time() - started):.0f} texts of 7 words in a second of a processor's time")


def judged(labels: Labels, texts: Texts) -> list[tuple[str, bool, bool, float]]:
    """The sentence of each labelled extraction, people's label, whether a synset has it exactly, the similarity."""
    folder = Path(os.environ["KARAT_DATA"]) / "benchie_fl"
    gold = read_gold(folder / labels.gold)
    rule = MeaningRule(texts=texts, threshold=THRESHOLDS[texts])
    rows = list(labelled(folder / labels.matches, gold))
    prepared = [rule.prepared(facts) for facts in gold.facts if facts is not None]
    rule.embed([[extraction] for _, extraction, _ in rows], [prepared[place] for place, _, _ in rows])
    found = []
    for place, extraction, right in rows:
        facts = prepared[place]
        exact = bool(facts.exact(triples([extraction])[0]))
        similarities = facts.facts.similarities(extraction, load_embedder())
        found.append((str(place), right, exact, max(similarities, default=0.0)))
    return found


def labelled(matches: Path, gold: Gold) -> Sequence[tuple[int, Extraction, bool]]:
    found = []
    for row in read(matches, problems=Problems()):  # repairs would show rows, and the test's are not to be seen
        assert row.extraction is not None
        assert row.sentence_id is not None
        arguments = tuple(argument or EMPTY for argument in row.extraction.arguments)
        right = dict(row.extraction.other)["synset"] != "0"
        found.append((int(row.sentence_id) - 1, replace(row.extraction, arguments=arguments), right))
    assert all(place < len(gold.sentences) for place, _, _ in found)
    return found


def show(name: str, items: Sequence[tuple[str, bool, bool, float]], threshold: float) -> None:
    verdicts = [Judged(place, exact or alike >= threshold, right, alike) for place, right, exact, alike in items]
    found = verdict_agreement(name, verdicts, None)
    values = " / ".join(f"{getattr(found, value).value:.3f}" for value in ("precision", "recall", "f1", "kappa"))
    print(f"{name} {threshold:.2f}: {values}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--test", action="store_true")
    options.add_argument("--probes", action="store_true")
    chosen = options.parse_args()
    if chosen.probes:
        show_probes()
        return
    for texts in WAYS:
        items = judged(TESTED if chosen.test else TUNED, texts)
        steps = [THRESHOLDS[texts]] if chosen.test else [number / 100 for number in range(80, 100)]
        for threshold in steps:
            show(texts, items, threshold)


if __name__ == "__main__":
    main()
