"""The extractor as a component of spaCy: ``nlp.add_pipe("karat_clauses")``, then ``doc._.extractions``.

spaCy finds it by the entry point in pyproject.toml; nothing has to be imported.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from karat.errors import InputError
from karat.formats.json.loading import load_json
from karat.formats.json.parts import Part, extraction_from, extraction_object
from karat.formats.text.lines import Line
from karat.model import Extraction
from karat.syntax.spacy import words_of
from karat.systems.clauses.schemes import from_words
from karat.systems.clauses.system import Clauses, ClausesOptions

NAME = "karat_clauses"
"""The component's name, and the place among a document's data where the extractions are kept."""

DEFAULTS = {
    "without": [],
    "explicit": False,
    "minimal": False,
    "nary": False,
    "annotations": [],
}


class ClausesComponent:
    """Finds the facts of each sentence of a document that a parser has seen."""

    def __init__(self, system: Clauses) -> None:
        self._system = system

    def __call__(self, document: Doc) -> Doc:
        """Add the extractions, sentence by sentence."""
        if len(document) and not document.has_annotation("DEP"):
            raise InputError(f"{NAME}: expected a parser before it in the pipeline, found a document without a parse")
        # Text, because a document's own data must survive ``to_bytes``, by which spaCy's processes exchange documents.
        document.user_data[NAME] = [
            json.dumps(extraction_object(extraction), ensure_ascii=False) for extraction in self._extractions(document)
        ]
        return document

    def _extractions(self, document: Doc) -> Iterator[Extraction]:
        for sentence in document.sents if len(document) else ():
            parse = from_words(sentence.text, words_of(sentence))
            yield from self._system.extractions(parse)


@Language.factory(  # type: ignore[untyped-decorator] # spaCy's types are not read
    NAME, default_config=DEFAULTS, requires=["token.dep", "token.head"], assigns=["doc._.extractions"]
)
def make_component(
    nlp: Language,  # noqa: ARG001 - spaCy gives both to every factory
    name: str,  # noqa: ARG001
    without: Sequence[str],
    explicit: bool,
    minimal: bool,
    nary: bool,
    annotations: Sequence[str],
) -> ClausesComponent:
    """Make the component; its settings are the options of ``karat run clauses``, but for the parser's."""
    return ClausesComponent(
        Clauses(
            ClausesOptions(
                without=tuple(without),
                explicit=explicit,
                minimal=minimal,
                nary=nary,
                annotations=tuple(annotations),
            )
        )
    )


def extractions_of(document: Any) -> tuple[Extraction, ...]:
    """Return a document's extractions; none if the component has not seen it."""
    return tuple(
        extraction_from(Part(Line(Path(NAME), number, text), load_json(text, Path(NAME), number), ""))
        for number, text in enumerate(document.user_data.get(NAME, ()), 1)
    )


Doc.set_extension("extractions", getter=extractions_of, force=True)
