"""Clusters in JSON, as coreference resolvers print them: one document per line, or a list of documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.json.parts import Part
from karat.formats.json.values import elements, keys, line_number, opens, values
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.model import Cluster, Document, Mention

PREDICTED = "predicted_clusters"
IDS = ("id", "doc_key", "doc_id")
BESIDE = ("sentences", "tokens", "text", "speakers", "genre", "sentence_map", "subtoken_map", "pronouns")
"""Other keys that such files have; they are not needed for scoring."""


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield the document of each line, or each of a file that is a list; in a file without ids they are numbered.

    ``clusters`` holds lists of mentions; a mention is ``[first, last]``, both tokens included, or a text that names it.
    """
    with collect_problems(problems) as report:
        parts = (part for value in values(path, encoding, report) for part in elements(value))
        numbered = None
        for number, part in enumerate(parts, 1):
            if numbered is None:
                numbered = not any(key in part for key in IDS)
            try:
                yield _parse(part, number if numbered else None)
            except FormatError as error:
                report.add(error)


def _parse(whole: Part, number: int | None) -> Document:
    if PREDICTED in whole:
        raise whole.error(
            "clusters of one kind in a file", f"{PREDICTED} too; write predicted and gold as clusters into two files"
        )
    whole.only(*IDS, "clusters", *BESIDE)
    named = [key for key in IDS if key in whole]
    if len(named) != (number is None):
        expected = f"one of the keys {', '.join(IDS)}" if number is None else "no id, as in the first document"
        raise whole.error(expected, ", ".join(named) or "none of them")
    line = line_number(whole)
    clusters = [
        Cluster(str(index), mentions, (line,) * len(mentions), whole.line.path)
        for index, each in enumerate(whole.items("clusters"))
        if (mentions := tuple(_mention(inner) for inner in each.members("a list of mentions")))
    ]
    name = whole.name(named[0]) if named else str(number)
    return Document(name, tuple(clusters), line, _words(whole), numbered=not named)


def _words(whole: Part) -> tuple[str, ...]:
    """Give the words of ``tokens`` or ``sentences``, if they are what they look like."""
    for key in ("tokens", "sentences"):
        listed = whole.value.get(key)
        if isinstance(listed, list) and all(isinstance(each, list) for each in listed):
            listed = list(chain.from_iterable(listed))
        if isinstance(listed, list) and all(isinstance(each, str) for each in listed):
            return tuple(listed)
    return ()


def _mention(part: Part) -> Mention | str:
    match part.value:
        case str(text):
            return text
        case [bool(), _] | [_, bool()]:
            pass
        case [int(first), int(last)] if 0 <= first <= last:
            return Mention(first, last)
    raise part.error("[first token, last token] or a text", part.shown)


def fits(head: Sequence[str]) -> bool:
    """Tell whether the file is JSON with clusters."""
    return opens(head, "[{") and not {"clusters", PREDICTED}.isdisjoint(keys(head))


JSONL_CLUSTERS = Format(
    name="jsonl-clusters",
    title="Clusters in JSON lines",
    kind="coreference",
    looks='a JSON object with "clusters" on each line, or a list of such objects',
    read=read,
    fits=fits,
    suffixes=(".jsonl", ".jsonlines"),
)
