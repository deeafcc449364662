"""Find the thresholds of the metric ``meaning``, and show what embeddings can and cannot tell apart.

KARAT_DATA=DIR python benchmarks/tune_meaning.py          thresholds on BenchIE-FL's 50 labelled sentences
KARAT_DATA=DIR python benchmarks/tune_meaning.py --test   the thresholds in use on WiRe57's labels, totals only
python benchmarks/tune_meaning.py --probes                pairs of triples of our own, and the speed
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from people_labels import BENCHIE_50, DATASET, WIRE57, LabelFiles, read_labelled

from karat.benchmarks import where
from karat.benchmarks.declarations import read_gold
from karat.formats.text.slots import parse_slot
from karat.metrics.oie.benchie import triples
from karat.metrics.oie.meaning.embedder import load_embedder
from karat.metrics.oie.meaning.meaning_rule import THRESHOLDS, FactTexts, MeaningRule, Texts
from karat.model import Extraction, Fact, Synset
from karat.results.agreement.verdicts import Judged, verdict_agreement

WAYS: tuple[Texts, ...] = ("slots", "whole")

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


def judged(files: LabelFiles, texts: Texts) -> list[tuple[str, bool, bool, float]]:
    """The sentence of each labelled extraction, people's label, whether a synset has it exactly, the similarity."""
    gold = read_gold(where(DATASET, files.gold))
    rule = MeaningRule(texts=texts, threshold=THRESHOLDS[texts])
    labelled = list(read_labelled(files))
    prepared = [rule.prepared(facts) for facts in gold.facts if facts is not None]
    rule.embed([[each.extraction] for each in labelled], [prepared[each.sentence] for each in labelled])
    found = []
    for each in labelled:
        facts = prepared[each.sentence]
        exact = bool(facts.exact(triples([each.extraction])[0]))
        similarities = facts.facts.similarities(each.extraction, load_embedder())
        found.append((str(each.sentence), each.correct, exact, max(similarities, default=0.0)))
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
        items = judged(WIRE57 if chosen.test else BENCHIE_50, texts)
        steps = [THRESHOLDS[texts]] if chosen.test else [number / 100 for number in range(80, 100)]
        for threshold in steps:
            show(texts, items, threshold)


if __name__ == "__main__":
    main()
