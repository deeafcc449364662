"""The rules as a system: a parser, the rules, annotations, and extractions in the order of their confidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from karat.errors import InputError, UnknownNameError
from karat.model import Extraction, Sentence
from karat.syntax import Tagger
from karat.systems.clauses.annotations import RULES as ANNOTATION_RULES
from karat.systems.clauses.annotations import AnnotatedProposition, annotate, choose_annotations
from karat.systems.clauses.confidence import confidence
from karat.systems.clauses.extractor import SWITCHES, find_propositions
from karat.systems.clauses.minimal import minimise
from karat.systems.clauses.parsers import ConlluParser, load_spacy, start_corenlp
from karat.systems.clauses.proposition import Proposition
from karat.systems.clauses.rules.nouns import ADDED
from karat.systems.clauses.schemes import from_words
from karat.systems.clauses.sentence import Parse, decode_brackets
from karat.systems.system import Extracted, Failure, Result

RULES_VERSION = "3"
"""Changes when a rule changes what is extracted."""

MOST_CHARACTERS = 100_000
"""Longer texts are no sentences."""


@dataclass(frozen=True, slots=True)
class ClausesOptions:
    """What is extracted, and from which parses.

    - ``language`` is *en*, *de* or *zh*; words that facts add to the sentence (*is* of an apposition) are of it.
    - ``model`` is an installed spaCy pipeline for English; ``conllu`` a file with the parses of all sentences instead.
    - ``corenlp`` is the address of a CoreNLP server that parses instead, or *start* for one of our own.
    - ``without`` names rules that are switched off.
    - ``explicit`` leaves out facts with words that are not in the sentence (*is* of an apposition).
    - ``minimal`` leaves out what a phrase can do without: articles, adverbs, auxiliaries of tense.
    - ``nary`` gives one fact a clause, with all its arguments, in place of binary ones.
    - ``annotations`` are *polarity*, *modality*, *attribution*, *quantities*, or *all*, of English; the words that say
      so leave the fact.
    """

    model: str | None = None
    conllu: Path | None = None
    without: tuple[str, ...] = ()
    explicit: bool = False
    minimal: bool = False
    nary: bool = False
    annotations: tuple[str, ...] = ()
    language: str = "en"
    corenlp: str | None = None


class Clauses:
    """Rules over dependency parses."""

    name = "clauses"
    batch = 128
    workers = 1
    samples = 1

    def __init__(self, options: ClausesOptions = ClausesOptions()) -> None:
        for rule in options.without:
            if rule not in (*SWITCHES, *ANNOTATION_RULES):
                raise UnknownNameError("rule", rule, (*SWITCHES, *ANNOTATION_RULES))
        self._annotations = choose_annotations(options.annotations)
        self._without = tuple(rule for rule in options.without if rule in SWITCHES)
        self._without_annotations = tuple(rule for rule in options.without if rule in ANNOTATION_RULES)
        if options.language not in ADDED:
            raise UnknownNameError("language of clauses", options.language, ADDED)
        given = [name for name in ("model", "conllu", "corenlp") if getattr(options, name)]
        if len(given) > 1:
            raise InputError(f"clauses: expected one parser, found {' and '.join(given)}")
        if options.language != "en" and given not in (["conllu"], ["corenlp"]):
            raise InputError(f"clauses: expected corenlp or conllu for {options.language!r}, found neither")
        if options.language != "en" and self._annotations:
            raise InputError(f"clauses: expected English for annotations, found {options.language!r}")
        self.options = options

    @cached_property
    def parser(self) -> Tagger:
        """What parses the sentences."""
        if self.options.conllu:
            return ConlluParser(self.options.conllu)
        if self.options.corenlp:
            return start_corenlp(self.options.corenlp, self.options.language)
        return load_spacy(self.options.model)

    @property
    def version(self) -> str:
        """The version of the rules, and the parser with its weights."""
        return f"{RULES_VERSION} with {self.parser.name}"

    @property
    def settings(self) -> Mapping[str, Any]:
        values = asdict(self.options)
        values["corenlp"] = bool(self.options.corenlp)  # its address changes nothing
        values["conllu"] = str(self.options.conllu) if self.options.conllu else None
        values["annotations"] = self._annotations
        return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}

    def extract(self, sentences: Sequence[Sentence], sample: int = 1) -> Sequence[Result]:
        results: dict[int, Result] = {}
        for number, sentence in enumerate(sentences):
            if reason := _unfit(sentence.text):
                results[number] = Failure(reason)
        fit = [number for number in range(len(sentences)) if number not in results]
        # spaCy's result for a sentence does not depend on the others of its batch (a test compares them bit by bit).
        parses = self.parse([sentences[number].text for number in fit])
        for number, parse in zip(fit, parses, strict=True):
            results[number] = Extracted(tuple(self.extractions(parse)))
        return [results[number] for number in range(len(sentences))]

    def parse(self, texts: Sequence[str]) -> list[Parse]:
        """Parse each text."""
        language = self.options.language
        parsed = self.parser.tag(list(map(decode_brackets, texts)))
        return [from_words(text, words, language) for text, words in zip(texts, parsed, strict=True)]

    def propositions(self, parse: Parse) -> list[Proposition]:
        """Return the facts of a sentence, the most certain first, otherwise in the order of clauses and rules."""
        options = self.options
        found = find_propositions(
            parse,
            self._without,
            nary=options.nary,
            denied="polarity" in self._annotations,
            rejected=not {"polarity", "attribution"}.isdisjoint(self._annotations),
            conditional="modality" in self._annotations,
        )
        if options.explicit:
            found = [each for each in found if each.is_explicit]
        if options.minimal:
            found = [minimise(parse, each) for each in found]
        found = [replace(each, confidence=confidence(each)) for each in found]
        return sorted(found, key=lambda each: -each.confidence)

    def extractions(self, parse: Parse) -> list[Extraction]:
        """Return a sentence's facts as extractions."""
        return [_extraction(parse, each) for each in self.annotated(parse)]

    def annotated(self, parse: Parse) -> list[AnnotatedProposition]:
        """Return a sentence's facts with the annotations that are asked for."""
        return annotate(parse, self.propositions(parse), self._annotations, self._without_annotations)

    def close(self) -> None:
        """End the server of CoreNLP, if one was started."""
        close = getattr(self.__dict__.get("parser"), "close", None)
        if close is not None:
            close()


def _unfit(text: str) -> str | None:
    if len(text) > MOST_CHARACTERS:
        return f"expected a sentence of at most {MOST_CHARACTERS:,} characters, found {len(text):,}"
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return f"expected text that UTF-8 can hold, found {error.object[error.start]!r}"
    return None


def _extraction(parse: Parse, annotated: AnnotatedProposition) -> Extraction:
    proposition = annotated.proposition
    subject, relation, *others = proposition.write(parse)
    why = "; ".join(proposition.notes)
    return Extraction(
        relation,
        (subject, *others),
        proposition.confidence,
        polarity=annotated.polarity,
        modality=annotated.modality,
        attribution=annotated.attribution,
        quantities=annotated.quantities,
        other=(("rule", proposition.rule), ("why", why)),
    )
