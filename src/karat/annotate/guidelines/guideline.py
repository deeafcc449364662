"""The annotation guideline: numbered sections with examples in the project's language."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from karat.annotate.language.tokens import main_language
from karat.one_line import one_line

LANGUAGES = ("en", "de", "zh")
"""Languages with examples of their own; projects in other languages see the English ones."""


@dataclass(frozen=True, slots=True)
class Example:
    """Triples for a sentence, as ``subject | relation | object`` with brackets; not to be made if not ``good``.

    In clique projects: tuples, as ``predicate | argument | …``, or a paraphrase and its correction.
    """

    sentence: str
    triples: tuple[str, ...]
    note: str
    good: bool = True

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {"sentence": self.sentence, "triples": list(self.triples), "note": self.note, "good": self.good}


@dataclass(frozen=True, slots=True)
class Section:
    """A section; its paragraphs are separated by blank lines, with ``**bold**`` and ``*examples*``.

    ``rules`` names the suggestions and warnings that point to it.
    """

    id: str
    title: str
    text: str
    examples: tuple[Example, ...]
    rules: tuple[str, ...] = ()

    __repr__ = one_line

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {
            "id": self.id,
            "title": self.title,
            "text": self.text,
            "examples": [example.to_json() for example in self.examples],
            "rules": list(self.rules),
        }


@dataclass(frozen=True, slots=True)
class Guideline:
    """The sections that apply to a language."""

    language: str
    sections: tuple[Section, ...]

    __repr__ = one_line

    def section(self, id: str) -> Section | None:
        """Find a section by its number, as ``A.1.3``."""
        return next((section for section in self.sections if section.id == id), None)

    def to_json(self) -> dict[str, Any]:
        """Give the fields by name."""
        return {"language": self.language, "sections": [section.to_json() for section in self.sections]}


@cache
def guideline(language: str, kind: str = "synsets") -> Guideline:
    """Return the guideline of a project's language and kind: A.1 for all, with A.2 for Chinese and A.3 for German.

    >>> [section.id for section in guideline("de").sections][-4:]
    ['A.1.7', 'A.3.1', 'A.3.2', 'A.3.3']
    >>> [section.id for section in guideline("en", "cliques").sections][:2]
    ['1.1', '1.2']
    """
    language = main_language(language)
    shown = language if language in LANGUAGES else "en"
    sections = (
        Section(
            section["id"],
            section["title"],
            section["text"].strip(),
            tuple(_example(each) for each in section.get("example", ()) if each.get("language", shown) == shown),
            tuple(section.get("rules", ())),
        )
        for section in read_texts(texts_of(kind, "guideline")).get("section", ())
        if section.get("for", language) == language
    )
    return Guideline(language, tuple(sections))


def texts_of(kind: str, part: str) -> str:
    """Name the file with a part of a kind's texts: those of synsets have one each, other kinds one for all parts."""
    return part if kind == "synsets" else kind


@cache
def read_texts(name: str) -> dict[str, Any]:
    """Read one of the package's files of texts; a kind of project may have none."""
    path = files("karat.annotate.guidelines") / "texts" / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def _example(fields: dict[str, Any]) -> Example:
    return Example(fields["sentence"], tuple(fields["triples"]), fields["note"], fields.get("good", True))
