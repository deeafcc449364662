"""The sentences that cliques are built around, each with its tree."""

from __future__ import annotations

from pathlib import Path

from karat.errors import FormatError, InputError
from karat.formats.benchmarks.robust import read_sentences
from karat.formats.documents.parses import with_trees
from karat.formats.text.lines import Line, content
from karat.model import Clique, Member, Sentence


def read_originals(
    path: Path, trees: Path | None = None, encoding: str = "utf-8", *, check_words: bool = True
) -> list[Member]:
    """Read sentences and their trees, in the order of the file.

    The file has one sentence a line, optionally after an id and a tab (else its position from 0 is its id), or it is
    unified JSON, of which the originals are read with their tuples. ``trees`` has their trees in the same order, in
    brackets or in CoreNLP's JSON, each with the words of its sentence; it may be omitted if the JSON has trees. An id
    or a sentence that occurs twice is an error.
    """
    lines = list(content(path, encoding))
    if lines[0].text.lstrip().startswith("["):
        originals = [clique.members[0] for clique in read_sentences(path, encoding)]
        if not originals:
            raise FormatError(path, None, "at least one clique", "none")
        places = [f"{path}: clique {member.sentence.id!r}" for member in originals]
    else:
        originals = [Member(_sentence(line, position), ()) for position, line in enumerate(lines)]
        places = [f"{path}:{line.number}" for line in lines]
    _check_distinct(originals, places)
    if trees is not None:
        cliques = [Clique(member.sentence.id, (member,)) for member in originals]
        with_tree = with_trees(cliques, trees, encoding=encoding, check_words=check_words)
        return [clique.members[0] for clique in with_tree]
    for member, place in zip(originals, places, strict=True):
        if member.tree is None:
            raise InputError(f"{place}: expected a tree, in the JSON or in a file of trees, found none")
    return originals


def _sentence(line: Line, position: int) -> Sentence:
    match line.text.split("\t"):
        case [text] if text.strip():
            return Sentence(str(position), text.strip())
        case [id, text] if id.strip() and text.strip():
            return Sentence(id.strip(), text.strip())
    raise line.error(expected="a sentence, or an id, a tab and a sentence", found=f"{line.text!r:.80}")


def _check_distinct(originals: list[Member], places: list[str]) -> None:
    ids: dict[str, str] = {}
    texts: dict[str, str] = {}
    for member, place in zip(originals, places, strict=True):
        id, text = member.sentence.id, member.sentence.text
        if (before := ids.setdefault(id, place)) != place:
            raise InputError(f"{place}: expected an id of its own, found {id!r} as at {before}")
        if (before := texts.setdefault(text, place)) != place:
            raise InputError(f"{place}: expected each sentence once, found {text!r:.80} as at {before}")
