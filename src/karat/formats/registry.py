"""All formats by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import overload

from karat.errors import UnknownNameError
from karat.formats.format import Format


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
        "oie2016-heads": "oie2016_heads:OIE2016_HEADS",
        "re-oie2016": "re_oie2016:RE_OIE2016",
        "wire57": "wire57:WIRE57",
        "wire57-gold": "wire57:WIRE57_GOLD",
        "docoie-json": "docoie:DOCOIE_JSON",
        "robust": "robust:ROBUST",
        "clausie": "clausie:CLAUSIE",
        "clausie-labelled": "labelled:CLAUSIE_LABELLED",
        "labelled-triples": "labelled:LABELLED_TRIPLES",
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
        "imojie-json": "imojie_json:IMOJIE_JSON",
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


def format_named(name: str) -> Format:
    """Find a format by its name."""
    found = FORMATS.named(name)
    if found is None:
        raise UnknownNameError("format", name, FORMATS.names)
    return found
