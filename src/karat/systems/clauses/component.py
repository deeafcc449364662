"""The extractor as a component of spaCy: ``nlp.add_pipe("karat_clauses")``, then ``doc._.extractions``.

``span._.extractions`` has those of the sentences that the span contains. spaCy finds the component by the entry
point in pyproject.toml; nothing has to be imported.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc, Span

from karat.errors import InputError
from karat.formats.json.loading import load_json
from karat.formats.json.parts import Part, extraction_from, extraction_object
from karat.formats.text.lines import Line
from karat.model import Extraction
from karat.syntax.taggers import words_of
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

NEEDED = {"DEP": "a parser", "TAG": "a tagger", "POS": "an attribute ruler or morphologizer", "LEMMA": "a lemmatizer"}
"""What the rules read of each token, by spaCy's names, and the component that gives it."""


class ClausesComponent:
    """Finds the facts of each sentence of a document that has been tagged and parsed."""

    def __init__(self, system: Clauses) -> None:
        self._system = system

    def __call__(self, document: Doc) -> Doc:
        """Add the extractions, sentence by sentence."""
        for name, component in NEEDED.items() if len(document) else ():
            if not document.has_annotation(name, require_complete=True):  # an attribute ruler gives some lemmas
                raise InputError(f"{NAME}: expected {component} before it in the pipeline, found tokens without {name}")
        # Text, because a document's own data must survive ``to_bytes``, by which spaCy's processes exchange documents;
        # characters, because the numbers of tokens change where a later component merges some.
        document.user_data[NAME] = [
            [sentence.start_char, sentence.end_char, json.dumps(extraction_object(extraction), ensure_ascii=False)]
            for sentence in (document.sents if len(document) else ())
            for extraction in self._extractions(sentence)
        ]
        return document

    def _extractions(self, sentence: Any) -> Iterator[Extraction]:
        for extraction in self._system.extractions(from_words(sentence.text, words_of(sentence))):
            yield replace(extraction, other=(*extraction.other, ("sentence", sentence.text)))


@Language.factory(  # type: ignore[untyped-decorator] # spaCy's types are not read
    NAME,
    default_config=DEFAULTS,
    requires=["token.dep", "token.head", "token.tag", "token.lemma"],  # no component says that it assigns token.pos
    assigns=["doc._.extractions", "span._.extractions"],
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
    return tuple(_read(number, text) for number, (_, _, text) in enumerate(document.user_data.get(NAME, ()), 1))


def extractions_in(span: Any) -> tuple[Extraction, ...]:
    """Return the extractions of the sentences that a span contains as wholes."""
    return tuple(
        _read(number, text)
        for number, (first, last, text) in enumerate(span.doc.user_data.get(NAME, ()), 1)
        if span.start_char <= first and last <= span.end_char
    )


def _read(number: int, text: str) -> Extraction:
    return extraction_from(Part(Line(Path(NAME), number, text), load_json(text, Path(NAME), number), ""))


Doc.set_extension("extractions", getter=extractions_of, force=True)
Span.set_extension("extractions", getter=extractions_in, force=True)
