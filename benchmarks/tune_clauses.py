"""Measure the rules of ``karat.systems.clauses`` on the data that they may be tuned on, and keep their confidences.

    KARAT_DATA=… python benchmarks/tune_clauses.py                      # the figures of both sets, by rule
    KARAT_DATA=… python benchmarks/tune_clauses.py --without nested     # what a rule is worth
    KARAT_DATA=… python benchmarks/tune_clauses.py --show 20 --seed 3   # facts beside the gold, to read
    KARAT_DATA=… python benchmarks/tune_clauses.py --write              # src/karat/systems/clauses/confidence.toml

Two sets: the sentences of CaRB's development part that are not among BenchIE's 300, and the 100 passages of BenchIE-FL
with synsets for one question each. CaRB's gold has other slots than BenchIE's, so a fact counts as *near* if its words,
without articles and the commonest auxiliaries, are those of a gold tuple by a Dice coefficient of at least .8; the
passages are scored by BenchIE's exact rule, and only by recall, for what their question does not ask is not in them.
"""

from __future__ import annotations

import os
import random
from argparse import ArgumentParser, Namespace
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from karat.formats.benchmarks import benchie_gold
from karat.formats.columns import CARB_GOLD
from karat.formats.problems import Problems
from karat.metrics.oie.benchie import FactGold, accepted, triples
from karat.model import Extraction, TupleAnnotation
from karat.systems.clauses.confidence import confidence_key
from karat.systems.clauses.nary import RULE as NARY
from karat.systems.clauses.proposition import Proposition
from karat.systems.clauses.sentence import Parse
from karat.systems.clauses.system import Clauses, ClausesOptions

NEAR = 0.8
FEWEST = 20
"""A rule with fewer facts of one source has no confidence of its own for it."""

TABLE = Path(__file__).parents[1] / "src" / "karat" / "systems" / "clauses" / "confidence.toml"

SMALL_WORDS = frozenset(["a", "an", "the", "is", "was", "are", "were", "be", "been", "has", "have", "had", ",", "."])


@dataclass(frozen=True, slots=True)
class Judged:
    """A fact on CaRB's development part, and how near it is to a gold tuple."""

    parse: Parse
    proposition: Proposition
    nearness: float


def data_folder() -> Path:
    folder = os.environ.get("KARAT_DATA")
    if not folder:
        raise SystemExit("tune_clauses.py: expected the folder of the benchmarks' data in KARAT_DATA, found none")
    return Path(folder)


def letters(text: str) -> str:
    """What two spellings of a sentence have in common, whatever their spaces, case and punctuation."""
    return "".join(character for character in text.casefold() if character.isalnum())


def tuning_sentences(data: Path) -> list[TupleAnnotation]:
    """Return the annotations of CaRB's development part whose sentence is not among BenchIE's 300."""
    lines = (data / "benchie" / "sentences" / "sample300_en.txt").read_text("utf-8").splitlines()
    test = {letters(line.split("\t")[-1]) for line in lines}
    annotations = CARB_GOLD.read(data / "carb" / "gold" / "dev.tsv", problems=Problems())
    return [each for each in annotations if letters(each.sentence.text) not in test]


def words(slots: Sequence[str]) -> Counter[str]:
    text = " ".join(slots).lower()
    return Counter(word for word in text.split() if word not in SMALL_WORDS)


def dice(one: Counter[str], other: Counter[str]) -> float:
    size = one.total() + other.total()
    return 2 * (one & other).total() / size if size else 0.0


def judge(system: Clauses, annotations: Sequence[TupleAnnotation]) -> tuple[list[Judged], list[float]]:
    """Return the nearness of each fact, and of each gold tuple to its nearest fact."""
    judged: list[Judged] = []
    gold_nearness: list[float] = []
    parses = system.parse([each.sentence.text for each in annotations])
    for annotation, parse in zip(annotations, parses, strict=True):
        gold = [words((each.relation, *each.arguments)) for each in annotation.extractions]
        nearest = [0.0] * len(gold)
        for proposition in system.propositions(parse):
            found = words(proposition.write(parse))
            nearness = [dice(found, each) for each in gold]
            nearest = list(map(max, nearest, nearness))
            judged.append(Judged(parse, proposition, max(nearness, default=0.0)))
        gold_nearness += nearest
    return judged, gold_nearness


def judge_nary(without: Sequence[str], annotations: Sequence[TupleAnnotation]) -> list[Judged]:
    """Return the nearness of each fact with all arguments of a clause; the other rules are measured without them."""
    judged, _ = judge(Clauses(ClausesOptions(without=tuple(without), nary=True)), annotations)
    return [each for each in judged if each.proposition.rule == NARY]


def shares(judged: Sequence[Judged]) -> Iterator[tuple[str, int, float]]:
    """Yield each rule, and each rule with a source, with the number of its facts and the share that is near."""
    groups: dict[str, list[float]] = defaultdict(list)
    for each in judged:
        groups[each.proposition.rule].append(each.nearness)
        groups[confidence_key(each.proposition)].append(each.nearness)
    for name, values in sorted(groups.items()):
        yield name, len(values), sum(value >= NEAR for value in values) / len(values)


def assertion_recall(system: Clauses, data: Path) -> tuple[int, int, int]:
    """Return how many synsets of the 100 passages are found, how many there are, and how many facts were given."""
    path = data / "benchie_fl" / "data" / "assertion_benchie_form100.txt"
    annotations = list(benchie_gold.read(path, problems=Problems()))
    parses = system.parse([each.sentence.text.split("|||")[0].strip() for each in annotations])
    found = total = given = 0
    for annotation, parse in zip(annotations, parses, strict=True):
        rows = [proposition.write(parse) for proposition in system.propositions(parse)]
        extractions = [Extraction(row[1], (row[0], *row[2:])) for row in rows]
        synsets = FactGold(annotation).synsets()
        found += len({column for _, column in accepted(triples(extractions), synsets)})
        total += len(synsets)
        given += len(rows)
    return found, total, given


def print_figures(judged: Sequence[Judged], gold_nearness: Sequence[float], recall: tuple[int, int, int]) -> None:
    precision = sum(each.nearness >= NEAR for each in judged) / len(judged)
    covered = sum(each >= NEAR for each in gold_nearness) / len(gold_nearness)
    f1 = 2 * precision * covered / (precision + covered)
    print(f"CaRB dev without BenchIE: {len(judged)} facts, {len(gold_nearness)} gold tuples")
    print(f"  near: precision {precision:.3f}, recall {covered:.3f}, F1 {f1:.3f}")
    print("BenchIE-FL's 100 passages: {} of {} synsets found, {} facts".format(*recall))
    print_shares(judged)


def print_shares(judged: Sequence[Judged]) -> None:
    for name, count, share in shares(judged):
        print(f"  {name:26}{count:6}{share:7.2f}")


def show(judged: Sequence[Judged], annotations: Sequence[TupleAnnotation], arguments: Namespace) -> None:
    by_text = {each.sentence.text: each for each in annotations}
    chosen = random.Random(arguments.seed).sample(sorted(by_text), min(arguments.show, len(by_text)))
    for text in chosen:
        print(f"\n{text}")
        for gold in by_text[text].extractions:
            print(f"    gold {' | '.join((gold.subject, gold.relation, *gold.arguments[1:]))}")
        for each in judged:
            if each.parse.text == text:
                row = " | ".join(each.proposition.write(each.parse))
                print(f"    {each.nearness:.2f} {row}   < {confidence_key(each.proposition)}")


def write_table(judged: Sequence[Judged]) -> None:
    lines = [
        "# Shares of facts near the gold, measured by benchmarks/tune_clauses.py --write; not to be edited by hand.",
        "[confidence]",
    ]
    lines += [f'"{name}" = {share:.2f}' for name, count, share in shares(judged) if count >= FEWEST]
    TABLE.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> None:
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--without", action="append", default=[], help="a rule that is switched off; repeatable")
    parser.add_argument("--show", type=int, default=0, help="print so many sentences with their facts and gold")
    parser.add_argument("--seed", type=int, default=0, help="which sentences are printed")
    parser.add_argument("--write", action="store_true", help="write the table of confidences")
    arguments = parser.parse_args()
    data = data_folder()
    system = Clauses(ClausesOptions(without=tuple(arguments.without)))
    annotations = tuning_sentences(data)
    judged, gold_nearness = judge(system, annotations)
    if arguments.show:
        show(judged, annotations, arguments)
    print_figures(judged, gold_nearness, assertion_recall(system, data))
    nary = judge_nary(arguments.without, annotations)
    print("With nary, the facts of whole clauses:")
    print_shares(nary)
    if arguments.write:
        write_table([*judged, *nary])


if __name__ == "__main__":
    main()
