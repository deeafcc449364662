"""Formats of structured prediction: each file is a series of documents of one kind."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from karat.errors import FormatError, InputError, UnknownNameError
from karat.formats.documents.conll04 import CONLL04_RELATIONS, CONLL04_SPANS
from karat.formats.documents.conll_coreference import CONLL_COREFERENCE
from karat.formats.documents.conllu import CONLLU
from karat.formats.documents.corefud import COREFUD
from karat.formats.documents.corenlp_parses import CORENLP_PARSES
from karat.formats.documents.dygie import DYGIE_EVENTS, DYGIE_RELATIONS, DYGIE_SPANS
from karat.formats.documents.graph_triples import JSONL_GRAPHS, TRIPLES
from karat.formats.documents.gtt import GRIT, GRIT_GOLD, GTT, GTT_GOLD, ITERX
from karat.formats.documents.jsonl_clusters import JSONL_CLUSTERS
from karat.formats.documents.muc_keys import MUC_KEYS
from karat.formats.documents.oneie import ONEIE_EVENTS, ONEIE_RELATIONS, ONEIE_SPANS
from karat.formats.documents.penman_graphs import PENMAN
from karat.formats.documents.scirex import SCIREX
from karat.formats.documents.tags import TAGS
from karat.formats.format import Format
from karat.formats.problems import Problems
from karat.formats.text.lines import content
from karat.model import Document

DOCUMENT_FORMATS: tuple[Format, ...] = (
    CONLL_COREFERENCE,
    JSONL_CLUSTERS,
    COREFUD,
    PENMAN,
    TRIPLES,
    JSONL_GRAPHS,
    CONLLU,
    CORENLP_PARSES,
    TAGS,
    CONLL04_SPANS,
    DYGIE_SPANS,
    ONEIE_SPANS,
    CONLL04_RELATIONS,
    DYGIE_RELATIONS,
    ONEIE_RELATIONS,
    DYGIE_EVENTS,
    ONEIE_EVENTS,
    GRIT,
    GRIT_GOLD,
    SCIREX,
    GTT,
    GTT_GOLD,
    ITERX,
    MUC_KEYS,
)
"""All of them; a kind may have several."""

HEAD = 200
"""How many lines that are not blank a guess looks at."""


def document_format(
    path: Path, kind: str, name: str | None = None, encoding: str = "utf-8", *, option: str = ""
) -> Format:
    """Find the format of a file of documents: the one named, or the only one of the kind that fits.

    Where none fits but the file's ending is that of one alone, it is that one, whose reader will name the line.
    ``option`` is what users type to name the format, which an error then says.
    """
    known = [each for each in DOCUMENT_FORMATS if each.kind == kind]
    if name is not None:
        for each in known:
            if each.name == name:
                return each
        raise UnknownNameError(f"format of {kind}", name, [each.name for each in known])
    head = [line.text for line in islice(content(path, encoding), HEAD)]
    fitting = [each for each in known if each.fits(head)]
    match fitting:
        case [only]:
            return only
        case []:
            ending = [each for each in known if path.suffix in each.suffixes]
            if len(ending) == 1:
                return ending[0]
            looks = "; ".join(f"{each.name} ({each.looks})" for each in known)
            advice = f"; its format can be named with {option}" if option else ""
            raise FormatError(path, None, f"{kind} in one of these formats: {looks}", f"{head[0]!r:.80}{advice}")
    names = " and ".join(each.name for each in fitting)
    advice = f"name the one that is meant{f' with {option}' if option else ''}"
    raise InputError(f"{path}: expected one format that fits, found {names}; {advice}")


def read_documents(
    path: str | os.PathLike[str],
    kind: str,
    format: str | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
    *,
    gold: bool = False,
    option: str = "",
) -> Iterator[Document]:
    """Yield the documents of a file, each id once; the format is guessed among those of the kind unless it is named.

    Of a file that carries its own gold beside a prediction, ``gold`` gives that; of any other it gives what is there.
    """
    path = Path(path)
    found = document_format(path, kind, format, encoding, option=option)
    reader = found.gold if gold and found.gold is not None else found.read
    return _each_once(reader(path, encoding, problems), path)


def _each_once(documents: Iterator[Document], path: Path) -> Iterator[Document]:
    """Refuse a document whose id another had before: one of the two would be lost, or count for both."""
    lines: dict[str, int | None] = {}
    for document in documents:
        if document.id in lines:
            first = lines[document.id]
            again = "again" if first is None else f"again, first on line {first}"
            raise FormatError(path, document.line, "each document once", f"{document.id!r} {again}")
        lines[document.id] = document.line
        yield document
