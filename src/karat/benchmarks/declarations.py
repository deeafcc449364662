"""The benchmarks: for each, its gold, its metrics and the outputs that come with it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from karat.benchmarks.clique_gold import CliqueChoices, load_clique_gold, read_clique_gold
from karat.benchmarks.gold import USUAL_METRICS, Gold, read_files, with_plain_tuples
from karat.benchmarks.registry import where
from karat.errors import InputError, UnknownNameError
from karat.formats import InputFile, format_named, guess, kind_in, read_rows
from karat.formats.text.input_file import as_input
from karat.formats.triples_as_gold import facts_of_triples
from karat.metrics import oie_metric_named
from karat.metrics.oie.carb import sentence_key
from karat.metrics.oie.oie2016 import oie2016_key
from karat.one_line import one_line

METRICS_OF_FORMAT = {
    "hindi-benchie": ("benchie_hi", *USUAL_METRICS),
    "wire57-gold": ("wire57", "wire57_exact"),
    "re-oie2016": ("carb", "oie2016"),
}
"""The metrics for a user's gold file in these formats; other formats are scored by the usual metrics."""

ENCODING = "utf-8"
"""The encoding of all benchmarks' files."""

Place = tuple[str, str]
"""A dataset and the path of one of its files."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """Sentences with gold: fact synsets for BenchIE, single tuples for other metrics, or both.

    ``cliques`` are groups of sentences with the same meaning; with them, ``tuples`` are the gold of their originals
    only. ``metrics`` are tried in order; those without gold are skipped. ``key`` normalises the texts of sentences, by
    which outputs are aligned.
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
    cliques: Place | None = None

    __repr__ = one_line

    @property
    def scored_by(self) -> tuple[str, ...]:
        """The metrics for which the benchmark has gold."""
        has_gold = {
            "facts": self.synsets is not None,
            "tuples": bool(self.tuples),
            "cliques": self.cliques is not None,
        }
        return tuple(name for name in self.metrics if has_gold[oie_metric_named(name).gold])


_WIRE57_OUTPUTS = "WiRe57_extractions_by_ollie_clausie_openie_stanford_minie_reverb_props-export.json"
_EXPLICIT = "oie_systems_explicit_extractions/{}_explicit.txt"


def _benchie_outputs(*names: str) -> tuple[tuple[str, Place], ...]:
    return tuple((name, ("benchie", _EXPLICIT.format(name))) for name in names)


def _carb_outputs(part: str, *names: str) -> tuple[tuple[str, Place], ...]:
    return tuple((name, ("carb", f"system_outputs/{part}/{name}_output.txt")) for name in names)


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
        "karat-sample-cliques",
        "Karat's own sample of cliques",
        "en",
        outputs=tuple((name, ("karat-sample", f"cliques_{name}.json")) for name in ("careful", "greedy", "naive")),
        metrics=("robust",),
        cliques=("karat-sample", "cliques.json"),
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
        metrics=("benchie_fl", "benchie"),
    ),
    Benchmark(
        "benchie-hi",
        "Hindi-BenchIE",
        "hi",
        ("benchie_hindi", "hindi_benchie_gold.txt"),
        outputs=tuple(
            (name, ("benchie_hindi", f"extractions/benchie_{name}.txt"))
            for name in ("argoe", "faruqui", "indie", "indie_20", "indie_new", "keshav", "multi2oie", "predpatt")
        ),
        metrics=("benchie_hi", "benchie"),
    ),
    Benchmark(
        "carb-dev",
        "CaRB, development part",
        "en",
        tuples=(("carb", "gold/dev.tsv"),),
        outputs=_carb_outputs("dev", "openie5"),
    ),
    Benchmark(
        "carb-test",
        "CaRB, test part",
        "en",
        tuples=(("carb", "gold/test.tsv"),),
        outputs=_carb_outputs("test", "clausie", "openie4", "openie5", "props", "reverb"),
    ),
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
        metrics=("wire57", "wire57_exact"),
    ),
    Benchmark("lsoie", "LSOIE, Wikipedia evaluation set", "en", tuples=(("lsoie", "eval.oie"),)),
    Benchmark(
        "docoie",
        "DocOIE, healthcare and transport",
        "en",
        tuples=tuple(("docoie", f"data/test/{domain}/extractions.tsv") for domain in ("healthcare", "transport")),
    ),
    Benchmark(
        "robust",
        "ROBUST, cliques of CaRB's sentences; gold of the originals",
        "en",
        tuples=(("carb", "gold/dev.tsv"), ("carb", "gold/test.tsv")),
        outputs=tuple(
            (name, ("robust", f"system_outputs/{name}.json"))
            for name in ("adelie_result", "adelie_result_llama_rate_0.2_plus_2_2", "adelie_result_llamaori")
        ),
        metrics=("robust",),
        cliques=("robust", "cliques_sentences.json"),
    ),
)


def benchmark_named(name: str) -> Benchmark:
    """Return the benchmark with a name."""
    for benchmark in BENCHMARKS:
        if benchmark.name == name:
            return benchmark
    raise UnknownNameError("benchmark", name, [benchmark.name for benchmark in BENCHMARKS])


def load_gold(
    known: Benchmark,
    entities: str | os.PathLike[str] | None = None,
    encoding: str = "utf-8",
    choices: CliqueChoices | None = None,
) -> Gold:
    """Read a benchmark's gold; ``entities`` is a user's gold file for facet E.

    ``encoding`` is that of the user's files; a benchmark's files have their own.
    """
    tuples = [InputFile(where(*place)) for place in known.tuples]
    if known.cliques:
        cliques = InputFile(where(*known.cliques))
        return load_clique_gold(known.name, cliques, tuples, ENCODING, choices or CliqueChoices(), encoding)
    synsets = InputFile(where(*known.synsets)) if known.synsets else None
    gold = read_files(known.name, synsets, tuples, entities, ENCODING, known.key, entities_encoding=encoding)
    return replace(gold, metrics=known.metrics)


def read_gold(
    path: str | os.PathLike[str],
    entities: str | os.PathLike[str] | None = None,
    tuples: Sequence[str | os.PathLike[str]] = (),
    encoding: str = "utf-8",
    choices: CliqueChoices | None = None,
    format: str | None = None,
    *,
    texts: bool = True,
) -> Gold:
    """Read any gold file: synsets, tuples or cliques; ``tuples`` are files with CaRB's gold for its sentences.

    Of extractions with their sentences, such as a table, each triple is a fact; where none has variants or optional
    words, its triples are CaRB's gold, too. The format is guessed from the content unless it is named. ``texts``: an
    extraction must come with the text of its sentence, not its id alone.
    """
    file = as_input(path)
    gold_format = format_named(format) if format is not None else guess(file, encoding, option="--gold-format")
    kind = kind_in(file, gold_format, encoding)
    if kind == "cliques":
        if tuples:
            raise InputError(f"{file}: expected synsets or tuples to add CaRB's gold to, found cliques")
        cliques = read_clique_gold(file, encoding, choices or CliqueChoices(), format=gold_format)
        return replace(cliques, format=format, encoding=encoding)
    tuple_files = list(map(as_input, tuples))
    formats = {tuple_file: guess(tuple_file, encoding, usual="carb-gold") for tuple_file in tuple_files} | {
        file: gold_format
    }
    if kind == "extractions":
        advice = "; if its format is another, name it with --gold-format" if format is None else ""
        made = facts_of_triples(read_rows(file, gold_format, encoding), file.path, advice, texts=texts)
        read = read_files(
            file.stem, file, tuple_files, entities, encoding, formats=formats, annotations=made.annotations
        )
        gold = replace(read if tuples else with_plain_tuples(read), notes=made.notes)
    elif kind == "tuples":
        gold = read_files(file.stem, None, [file, *tuple_files], entities, encoding, formats=formats)
    else:
        gold = read_files(file.stem, file, tuple_files, entities, encoding, formats=formats)
    metrics = METRICS_OF_FORMAT.get(gold_format.name, USUAL_METRICS)
    return replace(gold, metrics=metrics, format=format, encoding=encoding)
