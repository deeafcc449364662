"""Files of synthetic corpora: one or several shards, in order or shuffled, written as a stream."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from corpus_documents import LabelledDocument
from corpus_sentences import SentenceWithFacts, Slot

COLUMNS = ("sentence_id", "subject", "relation", "object", "confidence")
BUCKET_ROWS = 200_000
"""About how many rows of a system are in memory when they are shuffled."""
BATCH = 50_000
"""How many rows a group of a Parquet file has."""

Row = tuple[str, str, str, str, float]


class RowWriter(Protocol):
    """Takes rows and writes them somewhere."""

    def write(self, rows: Sequence[Row]) -> None: ...
    def close(self) -> None: ...


class TextRows:
    """Rows as lines: a table between tabs, BenchIE's own table, or Karat's JSON lines."""

    def __init__(self, path: Path, render: Callable[[Row], str], header: str = "") -> None:
        self._file = path.open("w", encoding="utf-8", newline="\n")
        self._render = render
        self._file.write(header)

    def write(self, rows: Sequence[Row]) -> None:
        self._file.writelines(map(self._render, rows))

    def close(self) -> None:
        self._file.close()


class ParquetRows:
    """Rows of a Parquet file, in groups."""

    def __init__(self, path: Path) -> None:
        import pyarrow as pa
        import pyarrow.parquet as parquet

        types = (pa.string(), pa.string(), pa.string(), pa.string(), pa.float64())
        self._schema = pa.schema(list(zip(COLUMNS, types, strict=True)))
        self._writer = parquet.ParquetWriter(path, self._schema)
        self._rows: list[Row] = []

    def write(self, rows: Sequence[Row]) -> None:
        self._rows.extend(rows)
        if len(self._rows) >= BATCH:
            self._flush()

    def _flush(self) -> None:
        import pyarrow as pa

        columns = [list(column) for column in zip(*self._rows, strict=True)] or [[] for _ in COLUMNS]
        self._writer.write_table(pa.table(columns, schema=self._schema))
        self._rows.clear()

    def close(self) -> None:
        self._flush()
        self._writer.close()


def tab_line(row: Row) -> str:
    return f"{row[0]}\t{row[1]}\t{row[2]}\t{row[3]}\t{row[4]}\n"


def benchie_line(row: Row) -> str:
    return f"{row[0]}\t{row[1]}\t{row[2]}\t{row[3]}\n"


def json_line(row: Row) -> str:
    extraction = {"relation": row[2], "arguments": [row[1], row[3]], "confidence": row[4]}
    return json.dumps({"karat": "extractions", "sentence_id": row[0], "extraction": extraction}) + "\n"


ENDINGS = {"tsv": ".tsv", "benchie": ".txt", "jsonl": ".jsonl", "parquet": ".parquet"}


def row_writer(path: Path, format: str) -> RowWriter:
    """A writer for one file in a format."""
    if format == "parquet":
        return ParquetRows(path)
    if format == "tsv":
        return TextRows(path, tab_line, "\t".join(COLUMNS) + "\n")
    return TextRows(path, benchie_line if format == "benchie" else json_line)


def shard_names(stem: str, ending: str, shards: int) -> list[str]:
    """``gold.jsonl``, or ``gold-00000-of-00004.jsonl`` and so on."""
    if shards == 1:
        return [f"{stem}{ending}"]
    return [f"{stem}-{number:05d}-of-{shards:05d}{ending}" for number in range(shards)]


class SystemFiles:
    """The files of one system; with ``random`` its rows are shuffled over all of them when they are closed.

    To shuffle more rows than memory holds, they are dealt at random to files, each of which is then shuffled.
    """

    def __init__(
        self, folder: Path, system: str, format: str, shards: int, sentences: int, rows: int, random: Random | None
    ) -> None:
        paths = [folder / name for name in shard_names(system, ENDINGS[format], shards)]
        self._writers = [row_writer(path, format) for path in paths]
        self._sentences = sentences
        self._random = random
        self._scratch = TemporaryDirectory(dir=folder)
        self._buckets = [
            (Path(self._scratch.name) / str(number)).open("w+", encoding="utf-8")
            for number in range(0 if random is None else 1 + rows // BUCKET_ROWS)
        ]

    def write(self, number: int, rows: Sequence[Row]) -> None:
        """Add the rows of the sentence with this number."""
        if self._random is None:
            self._writers[number * len(self._writers) // self._sentences].write(rows)
            return
        for row in rows:
            self._random.choice(self._buckets).write(json.dumps(row) + "\n")

    def close(self) -> None:
        """Write what waits to be shuffled, and close the files."""
        for bucket in self._buckets:
            bucket.seek(0)
            rows = [tuple(json.loads(line)) for line in bucket]
            bucket.close()
            assert self._random is not None
            self._random.shuffle(rows)
            for number, writer in enumerate(self._writers):
                writer.write(rows[number :: len(self._writers)])
        for writer in self._writers:
            writer.close()
        self._scratch.cleanup()


class TextShards:
    """The shards of a file of sentences or documents, each a range of them."""

    def __init__(self, folder: Path, stem: str, ending: str, shards: int, total: int) -> None:
        names = shard_names(stem, ending, shards)
        self._files = [(folder / name).open("w", encoding="utf-8", newline="\n") for name in names]
        self._total = total

    def write(self, number: int, text: str) -> None:
        """Add the text of the sentence or document with this number."""
        self._files[number * len(self._files) // self._total].write(text)

    def close(self) -> None:
        for file in self._files:
            file.close()


def gold_line(sentence: SentenceWithFacts) -> str:
    """A sentence with its synsets in Karat's own JSON lines."""
    synsets = [
        {"id": str(number), "facts": [[_chunks(slot) for slot in fact] for fact in facts]}
        for number, facts in enumerate(sentence.synsets, 1)
    ]
    named = {"id": sentence.id, "text": sentence.text}
    return json.dumps({"karat": "synsets", "sentence": named, "synsets": synsets}) + "\n"


def tuples_line(sentence: SentenceWithFacts) -> str:
    """A sentence with the first fact of each synset as a tuple, all its words written out."""
    extractions = []
    for facts in sentence.synsets:
        subject, relation, rest = (" ".join(text for text, _ in slot) for slot in facts[0])
        extractions.append({"relation": relation, "arguments": [subject, rest]})
    named = {"id": sentence.id, "text": sentence.text}
    return json.dumps({"karat": "tuples", "sentence": named, "extractions": extractions}) + "\n"


def _chunks(slot: Slot) -> list[Any]:
    return [[text] if is_optional else text for text, is_optional in slot]


def cluster_line(document: LabelledDocument, labels: dict[tuple[int, int], str]) -> str:
    """A document's clusters in JSON lines."""
    clusters: dict[str, list[list[int]]] = {}
    for (start, end), label in labels.items():
        clusters.setdefault(label, []).append([start, end - 1])
    return json.dumps({"id": document.id, "tokens": document.words, "clusters": list(clusters.values())}) + "\n"


def conll_document(document: LabelledDocument, labels: dict[tuple[int, int], str]) -> str:
    """A document in the format of CoNLL-2012."""
    cells: list[list[str]] = [[] for _ in document.words]
    for (start, end), label in labels.items():
        if end - start == 1:
            cells[start].append(f"({label})")
    for (start, end), label in labels.items():
        if end - start > 1:
            cells[start].append(f"({label}")
            cells[end - 1].append(f"{label})")
    rows = (
        f"{document.id}\t{number}\t{word}\t{'|'.join(cell) or '-'}\n"
        for number, (word, cell) in enumerate(zip(document.words, cells, strict=True))
    )
    return f"#begin document ({document.id}); part 000\n{''.join(rows)}\n#end document\n"


def tagged_sentence(document: LabelledDocument, labels: dict[tuple[int, int], str]) -> str:
    """A sentence with a tag a token (IOB2)."""
    tags = ["O"] * len(document.words)
    for (start, end), label in labels.items():
        tags[start:end] = [f"B-{label}", *[f"I-{label}"] * (end - start - 1)]
    return "".join(f"{word} {tag}\n" for word, tag in zip(document.words, tags, strict=True)) + "\n"


def span_line(document: LabelledDocument, labels: dict[tuple[int, int], str]) -> str:
    """A sentence with its spans in JSON lines."""
    entities = [[start, end, label] for (start, end), label in labels.items()]
    return json.dumps({"id": document.id, "tokens": document.words, "entities": entities}) + "\n"
