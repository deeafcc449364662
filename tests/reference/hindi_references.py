"""Hindi-BenchIE's own rule (spec: BenchIE), with every form of every pattern written out."""

from __future__ import annotations

import itertools
import random
import re
import string
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from case import Case, Items, Masses, draw_list

from karat.formats.benchmarks.hindi_benchie import parse_statement
from karat.formats.problems import Problems
from karat.formats.text.lines import Line as FileLine
from karat.metrics import BENCHIE_HI
from karat.model import Annotation, Extraction, Sentence, Synset

Triple = tuple[str, str, str]
Labels = frozenset[str]
Line = tuple[int, str]
"""The number of a cluster and one line of it, as the gold file has it."""


class Pattern(NamedTuple):
    """A line of a cluster: its label, if it is a compensatory fact, and each reading with the labels it calls for."""

    label: str | None
    readings: frozenset[tuple[Triple, Labels]]


def clean(text: str) -> str:
    """Remove ASCII punctuation and the danda, and join runs of spaces."""
    return " ".join("".join(letter for letter in text if letter not in string.punctuation + "।").split())


def slot_readings(slot: str) -> set[tuple[str, Labels]]:
    """Each optional part there or not; without it, its label is called for."""
    parts: list[list[tuple[str, Labels]]] = []
    for optional, label, word in re.findall(r"\[([^\]]*)\](?:\{(\w+)\})?|([^\s\[]+)", slot):
        parts.append([(word, Labels())] if word else [(optional, Labels()), ("", Labels([label] if label else []))])
    return {
        (" ".join(" ".join(text for text, _ in choice).split()), Labels().union(*(labels for _, labels in choice)))
        for choice in itertools.product(*parts)
    }


def alternative_readings(alternative: str) -> set[tuple[Triple, Labels]]:
    """Subject and object may change places unless the line says otherwise."""
    text, _, mark = alternative.partition(" <--")
    readings = set()
    for (one, first), (two, second), (three, third) in itertools.product(*map(slot_readings, text.split("-->"))):
        labels = first | second | third
        readings.add(((one, two, three), labels))
        if mark.strip() != "{not allowed in passive}":
            readings.add(((three, two, one), labels))
    return readings


@cache
def parse(line: str) -> Pattern:
    label, body = re.fullmatch(r"(?:\{(\w+)\} )?(.*)", line).groups()  # type: ignore[union-attr]
    return Pattern(label, frozenset().union(*map(alternative_readings, body.split(" |OR| "))))


def in_clusters(gold: Iterable[Line]) -> list[list[Pattern]]:
    clusters: dict[int, list[Pattern]] = defaultdict(list)
    for number, line in gold:
        clusters[number].append(parse(line))
    return list(clusters.values())


Ways = dict[tuple[int, int], list[Labels]]
"""How patterns, by cluster and line, were satisfied: the labels that each satisfying reading calls for."""


def credit(predicted: Sequence[Triple], clusters: list[list[Pattern]]) -> tuple[int, Ways]:
    """Count true positives in file order; a fully satisfied pattern takes no second extraction."""
    ways: Ways = {}
    right = 0
    for triple in predicted:
        found = False
        for place in [(cluster, line) for cluster, lines in enumerate(clusters) for line in range(len(lines))]:
            if Labels() in ways.get(place, []):
                continue
            called = [labels for reading, labels in clusters[place[0]][place[1]].readings if reading == triple]
            if called:
                found = True
                ways.setdefault(place, []).extend(called)
        right += found
    return right, ways


def missing(labels: Labels, compensatory: dict[str, list[Labels] | None]) -> int:
    """The number of facts that nobody stated and that one must follow the labels to, at best.

    ``compensatory`` has the ways in which the fact of each label was satisfied; a label that it lacks stands for a
    missing fact. Every choice of one way for each fact is tried.
    """
    names = [name for name, ways in compensatory.items() if ways]
    counts = []
    for choice in itertools.product(*(compensatory[name] or [] for name in names)):
        chosen = dict(zip(names, choice, strict=True))
        reached: set[str] = set()
        ahead = set(labels)
        while ahead:
            reached |= ahead
            ahead = {after for name in ahead for after in chosen.get(name, ())} - reached
        counts.append(sum(compensatory.get(name) is None for name in reached))
    return min(counts)


def false_negatives(number: int, cluster: list[Pattern], ways: Ways) -> int:
    """Essential patterns that nobody stated, and compensatory facts that the others lack."""
    compensatory = {
        pattern.label: ways.get((number, line)) for line, pattern in enumerate(cluster) if pattern.label is not None
    }
    essential = [ways.get((number, line)) for line, pattern in enumerate(cluster) if pattern.label is None]
    return sum(1 if ways is None else min(missing(labels, compensatory) for labels in ways) for ways in essential)


def answer(predicted: Items, gold: Items) -> Masses:
    """P = TP/(TP+FP), R = TP/(TP+FN); false negatives are those of the best cluster."""
    distinct = list(dict.fromkeys(tuple(map(clean, triple)) for triple in predicted))
    clusters = in_clusters(gold)
    if not distinct:
        sizes = (sum(pattern.label is None for pattern in cluster) for cluster in clusters)
        return Masses(0, 0, 0, max(sizes, default=0))
    right, ways = credit(distinct, clusters)
    negatives = min((false_negatives(*pair, ways) for pair in enumerate(clusters)), default=0)
    return Masses(right, len(distinct), right, right + negatives)


WORDS = ("a", "b", "c", "अ", "ब", "(")
MARKS = ("", "", "", " <--{not allowed in passive}", " <--{allowed in passive}")


def draw_slot(rng: random.Random, labels: Sequence[str]) -> str:
    parts = []
    for _ in range(rng.choice((1, 1, 2))):
        words = " ".join(rng.choices(WORDS, (6, 6, 3, 3, 1, 0.3), k=rng.choice((1, 1, 2))))
        kind = rng.random()
        label = "{" + rng.choice(labels) + "}" if labels and kind < 0.35 else ""
        parts.append(f"[{words}]{label}" if kind < 0.5 else words)
    return " ".join(parts)


def draw_line(rng: random.Random, labels: Sequence[str]) -> str:
    """One to three alternatives, some with a mark for the passive."""
    alternatives = [
        " --> ".join(draw_slot(rng, labels) for _ in range(3)) + rng.choice(MARKS)
        for _ in range(rng.choice((1, 1, 2, 3)))
    ]
    return " |OR| ".join(alternatives)


def draw_cluster(rng: random.Random) -> list[str]:
    """Essential lines, and one compensatory line for each label, which may call for labels itself, its own included."""
    labels = "xyz"[: rng.choice((0, 1, 2, 2, 3))]
    used = labels + "u" if rng.random() < 0.1 else labels  # a label that no line has
    lines = [draw_line(rng, used) for _ in range(rng.choice((1, 1, 2, 3)))]
    return lines + ["{" + label + "} " + draw_line(rng, used) for label in labels]


def draw_prediction(rng: random.Random, gold: Sequence[Line]) -> Triple:
    """Mostly a reading of a gold line, some of these with punctuation, the danda or a repeated word."""
    if not gold or rng.random() < 0.15:
        return rng.choice(WORDS), rng.choice(WORDS), rng.choice(WORDS)
    triple, _ = rng.choice(sorted(parse(rng.choice(gold)[1]).readings, key=str))
    change = rng.random()
    if change < 0.15:
        return f"({triple[0]}", f" {triple[1]} ।", triple[2] + rng.choice((".", " ' ", "  "))
    if change < 0.2:
        return f"{triple[0]} {triple[0]}", triple[1], triple[2]
    return triple


def draw(rng: random.Random) -> tuple[list[Any], list[Any]]:
    common = draw_line(rng, "")
    gold: list[Line] = []
    for number in range(rng.choice((0, 1, 1, 2, 2, 3))):
        gold += [(number, line) for line in draw_cluster(rng)]
        if rng.random() < 0.3:  # a line that several clusters have
            gold.append((number, common))
    return draw_list(rng, lambda: draw_prediction(rng, gold), 6), gold


def score(predicted: Items, gold: Items) -> Any:
    """Have Karat read each line as it stands."""
    clusters: dict[int, list[Any]] = defaultdict(list)
    for number, line in gold:
        clusters[number].append(parse_statement(FileLine(Path("gold.txt"), 1, line), Problems())[0])
    synsets = tuple(Synset(str(number), (), tuple(statements)) for number, statements in clusters.items())
    extractions = [Extraction(relation, (subject, object_)) for subject, relation, object_ in predicted]
    return BENCHIE_HI(extractions, BENCHIE_HI.prepare(Annotation(Sentence("1", ""), synsets)))


def whole_prediction(line: Line) -> Triple:
    """The first alternative with all its optional parts."""
    first = line[1].partition(" |OR| ")[0].partition(" <--")[0]
    subject, relation, object_ = re.sub(r"\{\w+\} ?|[\[\]]", " ", first).split("-->")
    return subject.strip(), relation.strip(), object_.strip()


def lines(*clusters: tuple[str, ...]) -> list[Any]:
    return [(number, line) for number, cluster in enumerate(clusters) for line in cluster]


CHAIN = ("[a]{x} [b]{y} c --> r --> d", "{x} a --> [b]{z} p --> c", "{y} b --> [a]{z} p --> c", "{z} a --> q --> b")
LOOP = ("[a]{x} c --> r --> d", "{x} [b]{y} a --> p --> c", "{y} [b]{x} d --> p --> d")
ADVERSARIAL: list[tuple[list[Any], list[Any]]] = [
    ([], []),
    ([], lines(("a --> b --> c", "a --> b --> d"), ("a --> b --> d",))),
    ([("c", "r", "d")], lines(CHAIN)),
    ([("c", "r", "d"), ("a", "p", "c"), ("b", "p", "c")], lines(CHAIN)),  # z is missing once
    ([("c", "r", "d"), ("b c", "r", "d"), ("a", "p", "c")], lines(CHAIN, ("d --> r --> c",))),
    ([("c", "r", "d"), ("a", "p", "c"), ("d", "p", "d")], lines(LOOP)),
    ([("c", "r", "d"), ("a c", "r", "d")], lines(LOOP)),
    ([("a c", "r", "d"), ("c", "r", "d")], lines(LOOP)),
    ([("c", "r", "d")], lines(("[a]{u} c --> r --> d",))),
    ([("d", "r", "c")], lines(("c --> r --> d <--{not allowed in passive} |OR| d --> [x] r --> [c] c",))),
    ([("a", "b", "c."), (" a ", "b ।", "(c)")], lines(("a --> b --> c",), ("( a --> b --> c",))),
]
CASES = {
    "benchie_hi": Case(
        score=score,
        answer=answer,
        draw=draw,
        wrong=lambda rng, gold: rng.choice((("never", "a", "b"), ("a", "b", "never"))),
        predict=whole_prediction,
        breaks={
            "order": "a pattern that is satisfied with labels takes another extraction, one satisfied fully does not",
            "perfect": "the gold keeps its punctuation, which extractions lose; two lines may say the same",
            "right item": "it may fully satisfy a pattern that had taken one with labels, which is wrong then",
        },
        adversarial=ADVERSARIAL,
    )
}
