"""Write a synthetic corpus of any size: gold and systems' outputs, or documents of a task with a prediction.

The same seed and sizes give the same bytes. All is written as a stream, so a corpus may be larger than memory.

    python benchmarks/corpus.py extractions FOLDER --extractions 1000000 --sentences 100000 --systems 4
    python benchmarks/corpus.py extractions FOLDER --extractions 10000000 --shards 16 --order shuffled --format parquet
    python benchmarks/corpus.py coreference FOLDER --documents 100000
    python benchmarks/corpus.py spans FOLDER --documents 100000 --format jsonl
"""

from __future__ import annotations

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from contextlib import ExitStack
from pathlib import Path
from random import Random

from corpus_documents import CoreferenceDocuments, Documents, SpanDocuments
from corpus_files import (
    ENDINGS,
    SystemFiles,
    TextShards,
    cluster_line,
    conll_document,
    gold_line,
    span_line,
    tagged_sentence,
    tuples_line,
)
from corpus_sentences import SHAPES, Corpus

RENDERED = {
    ("coreference", "conll"): (conll_document, ".conll"),
    ("coreference", "jsonl"): (cluster_line, ".jsonl"),
    ("spans", "tags"): (tagged_sentence, ".bio"),
    ("spans", "jsonl"): (span_line, ".jsonl"),
}
"""How documents of a task are written in a format, and how the file's name ends."""


def write_extractions(
    folder: Path,
    extractions: int,
    *,
    sentences: int | None = None,
    systems: int = 4,
    like: str = "english",
    format: str = "tsv",
    order: str = "sorted",
    shards: int = 1,
    tuples: bool = False,
    seed: int = 0,
) -> list[str]:
    """Write ``gold.jsonl`` and a file for each system, whose names are returned; with ``tuples`` also ``tuples.jsonl``.

    There are ten extractions a sentence unless the number of sentences is given.
    """
    folder.mkdir(parents=True, exist_ok=True)
    number_of_sentences = sentences or max(1, extractions // 10)
    corpus = Corpus(extractions, number_of_sentences, systems, SHAPES[like], seed)
    with ExitStack() as stack:
        gold = TextShards(folder, "gold", ".jsonl", shards, number_of_sentences)
        stack.callback(gold.close)
        single = TextShards(folder, "tuples", ".jsonl", shards, number_of_sentences) if tuples else None
        if single is not None:
            stack.callback(single.close)
        outputs = []
        for system in corpus.systems:
            random = Random(f"{seed} {system.name}") if order == "shuffled" else None
            share = extractions // systems
            output = SystemFiles(folder, system.name, format, shards, number_of_sentences, share, random)
            stack.callback(output.close)
            outputs.append(output)
        for sentence in corpus:
            gold.write(sentence.number, gold_line(sentence))
            if single is not None:
                single.write(sentence.number, tuples_line(sentence))
            for output, found in zip(outputs, sentence.extractions, strict=True):
                rows = [(sentence.id, each.subject, each.relation, each.object, each.confidence) for each in found]
                output.write(sentence.number, rows)
    return [system.name for system in corpus.systems]


def write_documents(
    folder: Path, task: str, documents: int, *, format: str | None = None, shards: int = 1, seed: int = 0
) -> None:
    """Write the files ``gold`` and ``predicted`` of a task."""
    folder.mkdir(parents=True, exist_ok=True)
    corpus: Documents = (CoreferenceDocuments if task == "coreference" else SpanDocuments)(documents, seed)
    formats = [name for known, name in RENDERED if known == task]
    if format is not None and format not in formats:
        raise ValueError(f"{format}: expected a format of {task}: {' or '.join(formats)}")
    render, ending = RENDERED[task, format or formats[0]]
    with ExitStack() as stack:
        gold, predicted = (TextShards(folder, stem, ending, shards, documents) for stem in ("gold", "predicted"))
        stack.callback(gold.close)
        stack.callback(predicted.close)
        for number, document in enumerate(corpus):
            gold.write(number, render(document, document.gold))
            predicted.write(number, render(document, document.predicted))


def main() -> None:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    rows = what.add_parser("extractions", help="gold of fact synsets, and extractions of systems")
    rows.add_argument("--extractions", type=int, default=100_000, help="of all systems together")
    rows.add_argument("--sentences", type=int, help="a tenth of the extractions if not given")
    rows.add_argument("--systems", type=int, default=4)
    rows.add_argument(
        "--like",
        choices=SHAPES,
        default="english",
        help="the gold of BenchIE whose distributions are taken: English has 6 facts a synset, German 2",
    )
    rows.add_argument("--format", choices=ENDINGS, default="tsv", help="of the outputs; the gold is in JSON lines")
    rows.add_argument("--order", choices=("sorted", "shuffled"), default="sorted", help="of the outputs' rows")
    rows.add_argument("--tuples", action="store_true", help="write gold for CaRB, too")
    for task, formats in (("coreference", ("conll", "jsonl")), ("spans", ("tags", "jsonl"))):
        documents = what.add_parser(task, help=f"documents for karat score {task}")
        documents.add_argument("--documents", type=int, default=10_000)
        documents.add_argument("--format", choices=formats, default=formats[0])
    for command in what.choices.values():
        command.add_argument("folder", type=Path)
        command.add_argument("--shards", type=int, default=1, help="how many files each output and the gold are")
        command.add_argument("--seed", type=int, default=0)
    options = vars(parser.parse_args())
    task = options.pop("what")
    if task == "extractions":
        write_extractions(**options)
    else:
        write_documents(task=task, **options)


if __name__ == "__main__":
    main()
