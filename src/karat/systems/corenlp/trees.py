"""CoreNLP as a constituency parser: a tree in brackets for each text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from karat.errors import InputError, UnknownNameError
from karat.formats.documents.parses import tree_of
from karat.formats.json.parts import Part
from karat.formats.text.brackets import render_tree
from karat.systems.corenlp.options import DEFAULT, CorenlpOptions
from karat.systems.corenlp.pipeline import Pipeline
from karat.systems.system import Failure

Parser = Literal["shift-reduce", "pcfg"]
"""The parsers: one that is fast and needs further weights for English (445 MB), and one that is slow."""


@dataclass(frozen=True, slots=True)
class Language:
    """What CoreNLP needs to parse a language: weights for either parser, the file of each, a first sentence."""

    models: Mapping[str, tuple[str, ...]]
    shift_reduce: str
    pcfg: str
    example: str


HOME = "edu/stanford/nlp/models"
LANGUAGES = {
    "en": Language(
        {"shift-reduce": ("models", "models-english"), "pcfg": ("models",)},
        f"{HOME}/srparser/englishSR.ser.gz",
        f"{HOME}/lexparser/englishPCFG.ser.gz",
        "Ann left .",
    ),
    "de": Language(
        {"shift-reduce": ("models-german",), "pcfg": ("models-german",)},
        f"{HOME}/srparser/germanSR.ser.gz",
        f"{HOME}/lexparser/germanPCFG.ser.gz",
        "Anna ging .",
    ),
    "zh": Language(
        {"shift-reduce": ("models-chinese",), "pcfg": ("models-chinese",)},
        f"{HOME}/srparser/chineseSR.ser.gz",
        f"{HOME}/lexparser/chinesePCFG.ser.gz",
        "安娜走了。",
    ),
}


def models_for(language: str, parser: Parser) -> tuple[str, ...]:
    """Give the weights that a parser needs."""
    if language not in LANGUAGES:
        raise UnknownNameError("language of CoreNLP", language, LANGUAGES)
    if parser not in get_args(Parser):
        raise UnknownNameError("parser", parser, get_args(Parser))
    return LANGUAGES[language].models[parser]


class CorenlpTrees:
    """CoreNLP's annotator ``parse``; must be closed."""

    def __init__(
        self,
        language: str = "en",
        parser: Parser = "shift-reduce",
        options: CorenlpOptions = DEFAULT,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        models = models_for(language, parser)
        chosen = LANGUAGES[language]
        model = chosen.shift_reduce if parser == "shift-reduce" else chosen.pcfg
        self._pipeline = Pipeline(
            "tokenize,pos,parse",
            options,
            language=language,
            models=models,
            properties={"parse.model": model},
            example=chosen.example,
            tell=tell,
        )

    @property
    def version(self) -> str:
        """Program and weights with their version."""
        return self._pipeline.version

    @property
    def settings(self) -> Mapping[str, Any]:
        """All that can change a tree."""
        return {"language": self._pipeline.language, **self._pipeline.settings}

    def parse(self, texts: Sequence[str]) -> list[str | Failure]:
        """Parse each text, as one sentence, and write its tree on one line."""
        return [each if isinstance(each, Failure) else _tree(each) for each in self._pipeline.annotate(texts)]

    @property
    def options(self) -> CorenlpOptions:
        """How the server is asked."""
        return self._pipeline.options

    def close(self) -> None:
        """End the server, if it is ours."""
        self._pipeline.close()


def _tree(sentences: Sequence[Part]) -> str | Failure:
    if len(sentences) != 1:
        return Failure("CoreNLP: no word in it" if not sentences else f"CoreNLP: {len(sentences)} sentences in it")
    try:
        return render_tree(tree_of(sentences[0]))
    except InputError as error:
        return Failure(f"CoreNLP: {error}")
