"""Cases of growth: work whose time must stay in proportion to a hostile input's size, or within a limit."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from case import Case

from karat.errors import KaratError
from karat.formats import Problems, format_named
from karat.metrics import GTT, SMATCH
from karat.metrics.oie.benchie import BENCHIE, FACETS, FactGold, triples
from karat.metrics.oie.carb import carb_curve, carb_gold
from karat.metrics.oie.people.rule import PEOPLE
from karat.model import (
    Annotation,
    Chunk,
    Entity,
    Extraction,
    Fact,
    Sentence,
    Slot,
    SlotFiller,
    Synset,
    Template,
    Triple,
    TupleAnnotation,
    Variable,
)
from karat.results import lint

FOLDER = Path(tempfile.gettempdir())


@dataclass(frozen=True, slots=True)
class Growth:
    """A kind of work at several sizes; ``limit`` is what the largest may take, in seconds of CPU."""

    name: str
    what: str
    sizes: tuple[int, ...]
    prepare: Callable[[int], Any]
    work: Callable[[Any], object]
    limit: float


def crowded_templates(size: int) -> tuple[list[Template], list[Template]]:
    """Templates of one type, in which several predictions fit one gold entity and the other way round."""
    draw = random.Random(size)
    words = "abcdefghijklmnopqrst"

    def side(mentions: int) -> list[Template]:
        return [
            Template(
                "attack",
                tuple(
                    SlotFiller("who", Entity(frozenset(draw.sample(words, draw.randint(1, mentions)))))
                    for _ in range(draw.randint(1, 5))
                ),
            )
            for _ in range(size)
        ]

    return side(1), side(4)


def graphs(triples_of_each: int) -> tuple[list[Triple], list[Triple]]:
    """Trees with few concepts and roles, so that many mappings are nearly as good as the best."""

    def graph(seed: int) -> list[Triple]:
        draw = random.Random(seed)
        nodes = [Variable(f"x{number}") for number in range(triples_of_each // 2)]
        instances = [Triple(node, "instance", f"c{draw.randrange(5)}") for node in nodes]
        return instances + [
            Triple(nodes[(number - 1) // 3], f"ARG{draw.randrange(4)}", nodes[number])
            for number in range(1, len(nodes))
        ]

    return graph(1), graph(2)


def many_synsets(size: int) -> Path:
    """Write a gold file with one sentence and so many synsets."""
    synsets = "".join(f"1--> Cluster {number}:\ns --> r --> o{number}\n" for number in range(1, size + 1))
    return written("synsets", f"sent_id:1\ta b\n{synsets}")


def written(name: str, text: str) -> Path:
    """Write a file for a reader."""
    path = FOLDER / f"karat-growth-{name}.txt"
    path.write_text(text, encoding="utf-8")
    return path


def facts_and_extractions(size: int) -> tuple[list[Extraction], Annotation]:
    """So many synsets in one sentence, and an extraction for each."""
    synsets = (
        Synset(str(number), (Fact(*(Slot((Chunk(text),)) for text in ("s", "r", f"o{number}"))),))
        for number in range(size)
    )
    extractions = [Extraction("r", ("s", f"o{number}")) for number in range(size)]
    return extractions, Annotation(Sentence("1", "a"), tuple(synsets))


def by_all_facets(pair: tuple[list[Extraction], Annotation]) -> None:
    """Score by BenchIE under each of its facets."""
    extractions, annotation = pair
    gold = FactGold(annotation)
    for facet in FACETS:
        BENCHIE(triples(extractions, facet), gold.synsets(facet))
    PEOPLE.score(extractions, PEOPLE.prepared(gold))


def distinct_confidences(size: int) -> tuple[Any, Any]:
    """So many extractions of one sentence, each with a confidence of its own."""
    found = [Extraction("saw", ("Ann", f"Bob {number}"), number / size) for number in range(size)]
    gold = TupleAnnotation(Sentence("1", "Ann saw Bob"), (Extraction("saw", ("Ann", "Bob")),))
    return [found], [carb_gold(gold)]


def read_with(name: str) -> Callable[[Path], object]:
    """Read a file to its end, or to its first error."""

    def read(path: Path) -> None:
        with suppress(KaratError):
            for _ in format_named(name).read(path, problems=Problems()):
                pass

    return read


def brackets(size: int) -> Path:
    """One cell of so many closed brackets, and an open one."""
    return written("brackets", f"#begin document (a)\nw {'(aaaa)' * size}(\n#end document\n")


GROWTH = (
    Growth(
        "templates",
        "`gtt`, n predicted and n gold templates that fit one another",
        (10, 20, 40, 80),
        crowded_templates,
        lambda pair: GTT(*pair),
        10,
    ),
    Growth(
        "templates within 1 s",
        "the same with `time_limit=1`",
        (10, 40, 160, 400),
        crowded_templates,
        lambda pair: GTT(*pair, time_limit=1),
        1.2,
    ),
    Growth(
        "Smatch within 1 s",
        "Smatch, two graphs of n triples each, with `time_limit=1`",
        (400, 1_000, 2_000, 4_000),
        graphs,
        lambda pair: SMATCH(*pair, time_limit=1),
        1.2,
    ),
    Growth(
        "coreference cell",
        "reading `conll-coreference`, n brackets in one cell",
        (10_000, 20_000, 40_000, 80_000),
        brackets,
        read_with("conll-coreference"),
        5,
    ),
    Growth(
        "synset headers",
        "reading `benchie-gold`, n synsets in one sentence",
        (1_250, 2_500, 5_000, 10_000),
        many_synsets,
        read_with("benchie-gold"),
        5,
    ),
    Growth(
        "lint", "`karat gold lint`, n synsets in one sentence", (1_250, 2_500, 5_000, 10_000), many_synsets, lint, 10
    ),
    Growth(
        "CaRB",
        "CaRB, n extractions of one sentence, all with different confidences",
        (12_500, 25_000, 50_000, 100_000),
        distinct_confidences,
        lambda pair: carb_curve(*pair),
        20,
    ),
    Growth(
        "BenchIE",
        "BenchIE with all facets, n synsets and n extractions in one sentence",
        (1_250, 2_500, 5_000, 10_000),
        facts_and_extractions,
        by_all_facets,
        10,
    ),
)

CASES = tuple(
    Case(
        f"growth/{growth.name}",
        f"{growth.sizes[-1]:,}",
        lambda growth=growth: growth.prepare(growth.sizes[-1]),
        growth.work,
        limit=growth.limit,
    )
    for growth in GROWTH
)
