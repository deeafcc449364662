"""Stanford Open IE (Angeli et al., 2015) as a system of ``karat run``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from karat.errors import FormatError
from karat.formats.json.parts import Part
from karat.formats.systems.corenlp import extractions_of
from karat.model import Extraction, Sentence
from karat.systems.corenlp.options import DEFAULT, CorenlpOptions
from karat.systems.corenlp.pipeline import Pipeline
from karat.systems.system import Extracted, Failure, Result

ANNOTATORS = "tokenize,pos,lemma,depparse,natlog,openie"
MODELS = ("models",)


class Corenlp:
    """CoreNLP's annotator ``openie``, for English."""

    name = "corenlp"
    samples = 1

    def __init__(self, options: CorenlpOptions = DEFAULT, tell: Callable[[str], None] = lambda _: None) -> None:
        self._pipeline = Pipeline(ANNOTATORS, options, models=MODELS, tell=tell)
        self.batch = options.batch
        self.workers = options.workers

    @property
    def version(self) -> str:
        return self._pipeline.version

    @property
    def settings(self) -> Mapping[str, Any]:
        return self._pipeline.settings

    def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
        """Extract triples; each sentence's are sorted by the places of their words."""
        annotated = self._pipeline.annotate([sentence.text for sentence in sentences])
        return [each if isinstance(each, Failure) else _extracted(each) for each in annotated]

    def close(self) -> None:
        """End the server, if it is ours."""
        self._pipeline.close()


def _extracted(sentences: Sequence[Part]) -> Result:
    try:
        found = [extraction for sentence in sentences for extraction in extractions_of(sentence)]
    except FormatError as error:
        return Failure(str(error))
    # CoreNLP's own order depends on which sentences come in one request, and has no meaning.
    return Extracted(tuple(sorted(found, key=_place)))


def _place(extraction: Extraction) -> tuple[Any, ...]:
    spans = [span or ((-1, -1),) for span in extraction.spans]
    return (*spans[1:2], *spans[:1], *spans[2:], extraction.arguments, extraction.relation)
