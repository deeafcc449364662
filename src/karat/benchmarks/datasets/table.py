"""Reading a dataset's table of files, ``<dataset>.tsv`` beside its declaration.

A row is: sha256, bytes, path here, key of the source, path in the source's repository. In place of the last stands
``derived`` where no public copy of that form exists, or ``unpinned`` where its place is not established.
"""

from __future__ import annotations

from importlib.resources import files

from karat.benchmarks.dataset import DataFile
from karat.benchmarks.datasets.sources import SOURCES

HEADER = "sha256\tbytes\tpath\tsource\tupstream"
WITHOUT_COPY = ("derived", "unpinned")


def table(dataset: str) -> tuple[DataFile, ...]:
    """Give the files of a dataset, in the order of its table."""
    text = (files(__package__) / f"{dataset}.tsv").read_text(encoding="utf-8")
    header, *rows = text.splitlines()
    assert header == HEADER, f"{dataset}.tsv: {header}"
    return tuple(parse(row) for row in rows)


def parse(row: str) -> DataFile:
    """Give the file of one row."""
    sha256, size, path, source, upstream = row.split("\t")
    assert len(sha256) == 64, row
    return DataFile(
        path=path,
        sha256=sha256,
        size=int(size),
        source=SOURCES[source],
        upstream=None if upstream in WITHOUT_COPY else upstream,
        derived=upstream == "derived",
    )
