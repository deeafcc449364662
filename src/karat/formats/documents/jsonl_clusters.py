"""Clusters in JSON lines, one document per line, as coreference resolvers print them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from karat.formats.format import Format
from karat.formats.json.documents import object_on, starts_with_object
from karat.formats.json.parts import Part
from karat.formats.problems import Problems, parse_each
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line
from karat.model import Cluster, Document, Mention

IDS = ("id", "doc_key", "doc_id")
BESIDE = ("sentences", "tokens", "text", "speakers", "genre", "sentence_map", "subtoken_map", "pronouns")
"""Other keys that such files have; they are not needed for scoring."""


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Document]:
    """Yield the document of each line.

    ``clusters`` holds lists of mentions; a mention is ``[first, last]``, both tokens included, or a text that names it.
    """
    return parse_each(_parse, path, encoding, problems)


def _parse(line: Line) -> Document:
    whole = object_on(line)
    whole.only(*IDS, "clusters", *BESIDE)
    named = [key for key in IDS if key in whole]
    if len(named) != 1:
        raise line.error(expected=f"one of the keys {', '.join(IDS)}", found=", ".join(named) or "none of them")
    clusters = [
        Cluster(str(number), mentions, (line.number,) * len(mentions), line.path)
        for number, each in enumerate(whole.items("clusters"))
        if (mentions := tuple(_mention(inner) for inner in each.members("a list of mentions")))
    ]
    return Document(whole.text(named[0]), tuple(clusters), line.number)


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
    """Tell whether the first line is a JSON object with clusters."""
    return starts_with_object(head, "clusters")


JSONL_CLUSTERS = Format(
    name="jsonl-clusters",
    title="Clusters in JSON lines",
    kind="coreference",
    looks='a JSON object with "clusters" on each line',
    read=read,
    fits=fits,
    suffixes=(".jsonl", ".jsonlines"),
)
