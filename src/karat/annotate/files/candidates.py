"""Candidates for review: extractions of systems (round 3), or facts of another benchmark's gold (round 2)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from karat.annotate.files.scoring import GOLD_ROUND, SYSTEM_ROUND, gold_so_far
from karat.formats import InputFile, Problems, choose_format, guess, kind_in, read_synsets
from karat.formats.json.map_option import JsonMap
from karat.model import Annotation, Extraction, Row, Sentence
from karat.results.options import Options
from karat.results.outputs import check_sentences
from karat.results.system_output import SystemOutput, read_system

Triple = tuple[str, str, str]


def read_candidates(
    name: str,
    file: InputFile,
    sentences: Sequence[Sentence],
    format: str | None = None,
    encoding: str = "utf-8",
    columns: str | None = None,
    map: JsonMap | None = None,
    system_input: str | os.PathLike[str] | None = None,
) -> tuple[int, list[SystemOutput]]:
    """Read a system's output, or gold of another benchmark, and give its round with the triples of each sentence.

    The round is 2 for formats of gold, and 3 for all others.

    What is read is what ``karat evaluate`` would score: sentences are found by id or text, words are divided as in the
    sentence. Of a synset, the first wording stands for all, with its optional words: a reviewer decides on the fact.
    ``columns``, ``map`` and ``system_input`` are as ``columns``, ``map`` and ``sentences`` of ``karat.evaluate``.
    """
    chosen = choose_format(format, columns, map) or guess(file, encoding, option="--format")
    kind = kind_in(file, chosen, encoding)
    known = gold_so_far(name, sentences, {}, {})
    if kind == "synsets":
        rows = list(_first_wordings(read_synsets(file, chosen, encoding, Problems())))
        return GOLD_ROUND, list(read_system(name, rows, known, Options()))
    if system_input is not None:
        check_sentences(system_input, [file], format, encoding)
    named = chosen.name if columns is None and map is None else format
    read = read_system(name, file, known, Options(), named, encoding, system_input, columns=columns, map=map)
    outputs = list(read)
    return GOLD_ROUND if kind == "tuples" else SYSTEM_ROUND, outputs


def triples_by_sentence(
    outputs: Sequence[SystemOutput], sentences: Sequence[Sentence]
) -> Iterator[tuple[Sentence, dict[Triple, list[str]]]]:
    """Yield each sentence's distinct triples, with the systems that have each of them."""
    for index, sentence in enumerate(sentences):
        triples: dict[Triple, list[str]] = {}
        for output in outputs:
            for extraction in output.found[index]:
                systems = triples.setdefault(_words_of(extraction), [])
                if str(output.name) not in systems:
                    systems.append(str(output.name))
        if triples:
            yield sentence, triples


def _words_of(extraction: Extraction) -> Triple:
    """Give the slots with single spaces between words, so that equal wordings are equal."""
    subject, relation, object_ = (" ".join(slot.split()) for slot in extraction.triple)
    return subject, relation, object_


def _first_wordings(annotations: Iterable[Annotation]) -> Iterator[Row]:
    for annotation in annotations:
        for synset in annotation.synsets:
            subject, relation, object_ = (" ".join(slot.words) for slot in synset.facts[0])
            yield Row(Extraction(relation, (subject, object_)), annotation.sentence.id, annotation.sentence.text)
