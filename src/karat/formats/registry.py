"""All formats, and how a file's format is found."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TypeVar, overload

from karat.errors import FormatError, InputError, UnknownNameError
from karat.formats.blocks import completed, paired
from karat.formats.format import KINDS, Format, Item
from karat.formats.lines import Line, content
from karat.formats.problems import Problems
from karat.model import Annotation, Clique, Row, TupleAnnotation


class Register(Sequence[Format]):
    """Formats by name, each imported when it is looked at: whoever names one need not wait for all."""

    def __init__(self, homes: Mapping[str, str]) -> None:
        self._homes = dict(homes)
        self._found: dict[str, Format] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all formats, for which none is imported."""
        return tuple(self._homes)

    def named(self, name: str) -> Format | None:
        """The format of this name, if there is one."""
        if name in self._homes and name not in self._found:
            module, constant = self._homes[name].split(":")
            found = getattr(import_module(f"karat.formats.{module}"), constant)
            assert isinstance(found, Format)
            assert found.name == name
            self._found[name] = found
        return self._found.get(name)

    def __len__(self) -> int:
        return len(self._homes)

    @overload
    def __getitem__(self, index: int) -> Format: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Format, ...]: ...
    def __getitem__(self, index: int | slice) -> Format | tuple[Format, ...]:
        return tuple(self)[index]

    def __iter__(self) -> Iterator[Format]:
        for name in self._homes:
            found = self.named(name)
            assert found is not None
            yield found


FORMATS = Register(
    {
        "benchie": "benchie:BENCHIE",
        "benchie-gold": "benchie_gold:BENCHIE_GOLD",
        "hindi-benchie": "hindi_benchie:HINDI_BENCHIE",
        "benchie-fl-matches": "benchie_fl:BENCHIE_FL_MATCHES",
        "carb-tab": "carb_tab:CARB_TAB",
        "carb-gold": "carb_gold:CARB_GOLD",
        "re-oie2016": "re_oie2016:RE_OIE2016",
        "wire57": "wire57:WIRE57",
        "wire57-gold": "wire57:WIRE57_GOLD",
        "docoie-json": "docoie:DOCOIE_JSON",
        "robust": "robust:ROBUST",
        "clausie": "clausie:CLAUSIE",
        "minie": "minie:MINIE",
        "minie-string": "minie_strings:MINIE_STRING",
        "minie-annotated": "minie_strings:MINIE_ANNOTATED",
        "minie-json": "minie_json:MINIE_JSON",
        "stanford": "stanford:STANFORD",
        "stanford-ollie": "stanford:STANFORD_OLLIE",
        "stanford-reverb": "stanford_columns:STANFORD_REVERB",
        "stanford-qa-srl": "stanford_columns:STANFORD_QA_SRL",
        "corenlp-json": "corenlp:CORENLP_JSON",
        "reverb": "reverb:REVERB",
        "ollie": "ollie:OLLIE",
        "ollie-tabbed": "ollie_tabbed:OLLIE_TABBED",
        "ollie-single": "ollie_tabbed:OLLIE_SINGLE",
        "ollie-serialised": "ollie_tabbed:OLLIE_SERIALISED",
        "openie-column": "openie_column:OPENIE_COLUMN",
        "openie-simple": "openie_simple:OPENIE_SIMPLE",
        "openie5-json": "openie5_json:OPENIE5_JSON",
        "openie6": "openie6:OPENIE6",
        "allennlp": "allennlp:ALLENNLP",
        "imojie": "imojie:IMOJIE",
        "rnnoie-conll": "rnnoie_conll:RNNOIE_CONLL",
        "allennlp-json": "allennlp_json:ALLENNLP_JSON",
        "role-tab": "allennlp_json:ROLE_TAB",
        "props": "props:PROPS",
        "graphene": "graphene:GRAPHENE",
        "graphene-flat": "graphene:GRAPHENE_FLAT",
        "graphene-json": "graphene_json:GRAPHENE_JSON",
        "graphene-rdf": "graphene_rdf:GRAPHENE_RDF",
        "langchain-json": "langchain:LANGCHAIN_JSON",
        "langchain-text": "langchain:LANGCHAIN_TEXT",
        "rebel": "rebel:REBEL",
        "graphrag": "graphrag:GRAPHRAG",
        "kg-gen": "kg_gen:KG_GEN",
        "json-triples": "json_triples:JSON_TRIPLES",
        "tuple-text": "tuple_text:TUPLE_TEXT",
        "jsonl": "jsonl:JSONL",
    }
)

HEAD = 50
"""How many lines that are not blank a guess looks at."""

T = TypeVar("T", Row, Annotation, TupleAnnotation, Clique)


def format_named(name: str) -> Format:
    """Find a format by its name."""
    found = FORMATS.named(name)
    if found is None:
        raise UnknownNameError("format", name, FORMATS.names)
    return found


def guess(path: str | os.PathLike[str], encoding: str = "utf-8") -> Format:
    """Tell a file's format from its first lines; none or two that fit are an error."""
    path = Path(path)
    lines = list(islice(content(path, encoding), HEAD))
    head = [line.text for line in lines]
    fitting = [format for format in FORMATS if format.fits(head)]
    match fitting:
        case [format]:
            return format
        case []:
            match _but_for_one_line(lines):
                case [(format, line)]:
                    looks = f"{format.looks}, as in the lines around it ({format.name})"
                    raise line.error(expected=looks, found=f"{line.text!r:.80}")
            names = ", ".join(format.name for format in FORMATS)
            first = head[0] if len(head[0]) <= 80 else f"{head[0][:77]}..."
            raise FormatError(path, None, f"one of these formats: {names}", f"none of them: {first!r}")
    names = " and ".join(format.name for format in fitting)
    raise InputError(f"{path}: expected one format that fits, found {names}; name the one that is meant")


def _but_for_one_line(lines: Sequence[Line]) -> list[tuple[Format, Line]]:
    """Give the formats that all lines have but one, with that line; three that agree are needed to judge a fourth."""
    found = []
    for format in FORMATS if len(lines) > 3 else ():
        match list(islice((line for line in lines if not format.fits([line.text])), 2)):
            case [line]:
                found.append((format, line))
    return found


def read_rows(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
    sentences: str | os.PathLike[str] | None = None,
) -> Iterator[Row]:
    """Yield a system's extractions; the format is guessed unless it is named.

    ``sentences`` is a file with the system's input, for outputs that do not repeat it: its lines are paired with the
    output's blocks in order.
    """
    return _read(Row, path, format, encoding, problems, sentences)


def read_synsets(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[Annotation]:
    """Yield gold sentences with their synsets; the format is guessed unless it is named."""
    return _read(Annotation, path, format, encoding, problems)


def read_tuples(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[TupleAnnotation]:
    """Yield gold sentences with their tuples; the format is guessed unless it is named."""
    return _read(TupleAnnotation, path, format, encoding, problems)


def read_cliques(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[Clique]:
    """Yield cliques; the format is guessed unless it is named."""
    return _read(Clique, path, format, encoding, problems)


def read_items(
    path: str | os.PathLike[str],
    format: str | Format | None = None,
    encoding: str = "utf-8",
    problems: Problems | None = None,
    sentences: str | os.PathLike[str] | None = None,
) -> Iterator[Item]:
    """Yield whatever kind a file holds; two kinds in one file are an error. ``sentences`` is as for ``read_rows``."""
    path = Path(path)
    chosen = _chosen(path, format, encoding)
    first: type[Item] | None = None
    for item in _items(chosen, path, encoding, problems, sentences):
        first = first or type(item)
        if type(item) is not first:
            raise _other_kind(item, first, path)
        yield item


def _read(
    wanted: type[T],
    path: str | os.PathLike[str],
    format: str | Format | None,
    encoding: str,
    problems: Problems | None,
    sentences: str | os.PathLike[str] | None = None,
) -> Iterator[T]:
    path = Path(path)
    chosen = _chosen(path, format, encoding)
    if chosen.kind not in ("any", KINDS[wanted]):
        raise FormatError(path, None, KINDS[wanted], f"{chosen.kind} (format {chosen.name})")
    return (_checked(item, wanted, path) for item in _items(chosen, path, encoding, problems, sentences))


def _items(
    format: Format,
    path: Path,
    encoding: str,
    problems: Problems | None,
    sentences: str | os.PathLike[str] | None,
) -> Iterator[Item]:
    if sentences is None:
        return format.read(path, encoding, problems)
    if format.blocks is None:
        return completed(format.read(path, encoding, problems), path, Path(sentences), encoding)
    return paired(format.blocks, path, Path(sentences), encoding, problems)


def _chosen(path: Path, format: str | Format | None, encoding: str) -> Format:
    if format is None:
        return guess(path, encoding)
    return format_named(format) if isinstance(format, str) else format


def _checked(item: Item, wanted: type[T], path: Path) -> T:
    if not isinstance(item, wanted):
        raise _other_kind(item, wanted, path)
    return item


def _other_kind(item: Item, wanted: type[Item], path: Path) -> FormatError:
    return FormatError(path, item.line if isinstance(item, Row) else None, KINDS[wanted], KINDS[type(item)])
