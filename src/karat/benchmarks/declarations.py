"""Which gold, which metrics: one declaration a benchmark."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from karat.benchmarks.registry import where
from karat.errors import InputError, UnknownNameError
from karat.formats import Problems, Repair, guess, read_synsets, read_tuples
from karat.formats.re_oie2016 import as_scored
from karat.metrics.benchie import FactGold
from karat.metrics.carb import CarbGold, carb_gold, sentence_key
from karat.metrics.oie2016 import oie2016_key
from karat.model import Annotation, Sentence, TupleAnnotation

USUAL_METRICS = ("benchie", "carb")
"""What a benchmark is scored by unless it says otherwise."""

METRICS_OF_FORMAT = {"wire57-gold": ("wire57",), "re-oie2016": ("carb", "oie2016")}
"""What a gold file of one's own is scored by, where its format says more than the usual."""

VIEWS = {"re-oie2016": as_scored}
"""Formats whose tuples are scored in another form than they are written in."""

Place = tuple[str, str]
"""A dataset and the path of one of its files."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Sentences with gold: fact synsets, which BenchIE scores, or single tuples, which other metrics score, or both.

    ``metrics`` are tried in order; one for which there is no gold says nothing. ``key`` tells which sentence of an
    output is which.
    """

    name: str
    title: str
    language: str
    synsets: Place | None = None
    tuples: tuple[Place, ...] = ()
    outputs: tuple[tuple[str, Place], ...] = ()
    """Outputs of systems that come with the data, by the systems' names."""
    metrics: tuple[str, ...] = USUAL_METRICS
    key: Callable[[str], str] = sentence_key


@dataclass(frozen=True, slots=True)
class Gold:
    """A benchmark's gold, read: what each sentence is scored against.

    ``facts`` and ``tuples`` are as long as ``sentences``; ``None`` stands where a sentence has no gold of that kind.
    """

    name: str
    sentences: tuple[Sentence, ...]
    facts: tuple[FactGold | None, ...]
    tuples: tuple[CarbGold | None, ...]
    files: tuple[Path, ...]
    repairs: tuple[Repair, ...] = ()
    metrics: tuple[str, ...] = USUAL_METRICS
    key: Callable[[str], str] = sentence_key

    @property
    def has_facts(self) -> bool:
        """Whether BenchIE can score."""
        return any(gold is not None for gold in self.facts)

    @property
    def has_tuples(self) -> bool:
        """Whether a metric of tuples can score."""
        return any(gold is not None for gold in self.tuples)


_WIRE57_OUTPUTS = "WiRe57_extractions_by_ollie_clausie_openie_stanford_minie_reverb_props-export.json"
_EXPLICIT = "oie_systems_explicit_extractions/{}_explicit.txt"


def _benchie_outputs(*names: str) -> tuple[tuple[str, Place], ...]:
    return tuple((name, ("benchie", _EXPLICIT.format(name))) for name in names)


def _sample_outputs(language: str) -> tuple[tuple[str, Place], ...]:
    return tuple((name, ("karat-sample", f"{language}/{name}.tsv")) for name in ("careful", "greedy", "naive"))


BENCHMARKS = (
    Benchmark(
        "karat-sample",
        "Karat's own sample, English",
        "en",
        ("karat-sample", "en/gold.txt"),
        (("karat-sample", "en/carb_gold.tsv"),),
        _sample_outputs("en"),
    ),
    Benchmark(
        "karat-sample-de",
        "Karat's own sample, German",
        "de",
        ("karat-sample", "de/gold.txt"),
        outputs=_sample_outputs("de"),
    ),
    Benchmark(
        "karat-sample-zh",
        "Karat's own sample, Chinese",
        "zh",
        ("karat-sample", "zh/gold.txt"),
        outputs=_sample_outputs("zh"),
    ),
    Benchmark(
        "benchie-en",
        "BenchIE, English",
        "en",
        ("benchie", "gold/2_annotators/benchie_gold_annotations_en.txt"),
        (("benchie", "gold/carb_explicit.txt"),),
        _benchie_outputs(
            "clausie", "minie", "stanford", "openie6", "roi_t", "roi_n", "m2oie_en", "graphene", "naive_oie"
        ),
    ),
    Benchmark(
        "benchie-de",
        "BenchIE, German",
        "de",
        ("benchie", "gold/benchie_gold_annotations_de.txt"),
        outputs=_benchie_outputs("m2oie_de"),
    ),
    Benchmark(
        "benchie-zh",
        "BenchIE, Chinese",
        "zh",
        ("benchie", "gold/benchie_gold_annotations_zh.txt"),
        outputs=_benchie_outputs("m2oie_zh"),
    ),
    Benchmark(
        "benchie-fl",
        "BenchIE-FL, words outside the sentence allowed",
        "en",
        ("benchie_fl", "gold/benchie-annotated300.txt"),
        outputs=tuple(
            (name, ("benchie_fl", f"extractions/benchie/{name}_benchie_form.txt"))
            for name in ("clausie", "compactie", "imojie", "m2oie", "minie", "openie6", "reverb")
        ),
    ),
    Benchmark(
        "benchie-hi",
        "Hindi-BenchIE",
        "hi",
        ("benchie_hindi", "hindi_benchie_gold.txt"),
        outputs=tuple(
            (name, ("benchie_hindi", f"extractions/benchie_{name}.txt"))
            for name in ("argoe", "faruqui", "indie", "keshav", "multi2oie", "predpatt")
        ),
    ),
    Benchmark("carb-dev", "CaRB, development part", "en", tuples=(("carb", "gold/dev.tsv"),)),
    Benchmark("carb-test", "CaRB, test part", "en", tuples=(("carb", "gold/test.tsv"),)),
    Benchmark(
        "carb-benchie",
        "CaRB's gold on BenchIE's sentences",
        "en",
        tuples=(("benchie", "gold/carb_explicit.txt"),),
    ),
    Benchmark(
        "oie2016",
        "OIE2016, test part",
        "en",
        tuples=(("oie2016", "oie_corpus/test.oie.orig"),),
        outputs=tuple(
            (name, ("oie2016", f"systems_output/test/{file}.txt"))
            for name, file in (
                ("clausie", "clausie_test"),
                ("openie4", "openie4_test"),
                ("props", "props_test"),
                ("rnnoie", "rnnoie_joint"),
                ("ollie", "ollie_test"),
                ("stanford", "stanford_test"),
                ("reverb", "reverb_test"),
            )
        ),
        metrics=("oie2016",),
        key=oie2016_key,
    ),
    Benchmark(
        "re-oie2016",
        "Re-OIE2016, n-ary",
        "en",
        tuples=(("re_oie2016", "Re-OIE2016.json"),),
        metrics=("carb", "oie2016"),
        key=oie2016_key,
    ),
    Benchmark(
        "wire57",
        "WiRe57",
        "en",
        tuples=(("wire57", "WiRe57_343-manual-oie.json"),),
        outputs=tuple(
            (name, ("wire57", _WIRE57_OUTPUTS))
            for name in ("minie", "clausie", "openie", "ollie", "reverb", "stanford", "props")
        ),
        metrics=("wire57",),
    ),
    Benchmark("lsoie", "LSOIE, Wikipedia evaluation set", "en", tuples=(("lsoie", "eval.oie"),)),
    Benchmark(
        "docoie",
        "DocOIE, healthcare and transport",
        "en",
        tuples=tuple(("docoie", f"data/test/{domain}/extractions.tsv") for domain in ("healthcare", "transport")),
    ),
)


def benchmark_named(name: str) -> Benchmark:
    """Give the benchmark of that name."""
    for known in BENCHMARKS:
        if known.name == name:
            return known
    raise UnknownNameError("benchmark", name, [known.name for known in BENCHMARKS])


def load_gold(known: Benchmark, entities: str | os.PathLike[str] | None = None, encoding: str = "utf-8") -> Gold:
    """Read a benchmark's gold; ``entities`` is a gold file of one's own for facet E."""
    paths = [where(*place) for place in known.tuples]
    synsets = where(*known.synsets) if known.synsets else None
    read = _read(known.name, synsets, paths, entities, encoding, known.key)
    return replace(read, metrics=known.metrics)


def read_gold(
    path: str | os.PathLike[str],
    entities: str | os.PathLike[str] | None = None,
    tuples: Sequence[str | os.PathLike[str]] = (),
    encoding: str = "utf-8",
) -> Gold:
    """Read any gold file: synsets or tuples, as its content says; CaRB's gold for the same sentences beside it."""
    path = Path(path)
    format = guess(path, encoding)
    if format.kind == "tuples":
        read = _read(path.stem, None, [path, *map(Path, tuples)], entities, encoding)
        return replace(read, metrics=METRICS_OF_FORMAT.get(format.name, USUAL_METRICS))
    return _read(path.stem, path, list(map(Path, tuples)), entities, encoding)


def _read(
    name: str,
    synsets: Path | None,
    tuples: Sequence[Path],
    entities: str | os.PathLike[str] | None,
    encoding: str,
    key: Callable[[str], str] = sentence_key,
) -> Gold:
    problems = Problems()
    facts = list(read_synsets(synsets, encoding=encoding, problems=problems)) if synsets else []
    if synsets and not any(annotation.synsets for annotation in facts):
        raise InputError(f"{synsets}: expected fact synsets, found sentences without any")
    by_key = _entity_gold(entities, encoding, problems) if entities else {}
    words = _by_sentence(tuples, encoding, problems, key)
    sentences = tuple(one.sentence for one in facts) or tuple(one.sentence for one in words.values())
    found = [words.get(key(sentence.text)) for sentence in sentences]
    return Gold(
        name,
        sentences,
        tuple(FactGold(one, by_key.get(one.sentence.id)) for one in facts) or (None,) * len(sentences),
        tuple(carb_gold(one) if one else None for one in found),
        tuple([synsets] if synsets else []) + tuple(tuples),
        tuple(problems.repairs),
        key=key,
    )


def _by_sentence(
    paths: Sequence[Path], encoding: str, problems: Problems, key: Callable[[str], str]
) -> dict[str, TupleAnnotation]:
    """Read tuples and put those of one sentence together; sentences of several files are numbered through."""
    found: dict[str, TupleAnnotation] = {}
    for path in paths:
        format = guess(path, encoding)
        view = VIEWS.get(format.name)
        for read in read_tuples(path, format, encoding, problems):
            one = view(read) if view else read
            place = key(one.sentence.text)
            if place in found:
                before = found[place]
                found[place] = replace(before, extractions=before.extractions + one.extractions)
            else:
                id = one.sentence.id if len(paths) == 1 else str(len(found) + 1)
                found[place] = replace(one, sentence=replace(one.sentence, id=id))
    return found


def _entity_gold(path: str | os.PathLike[str], encoding: str, problems: Problems) -> dict[str, Annotation]:
    return {one.sentence.id: one for one in read_synsets(path, encoding=encoding, problems=problems)}
