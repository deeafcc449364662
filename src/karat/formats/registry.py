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
        "benchie": "benchmarks.benchie:BENCHIE",
        "benchie-gold": "benchmarks.benchie_gold:BENCHIE_GOLD",
        "hindi-benchie": "benchmarks.hindi_benchie:HINDI_BENCHIE",
        "benchie-fl-matches": "benchmarks.benchie_fl:BENCHIE_FL_MATCHES",
        "carb-tab": "benchmarks.carb_tab:CARB_TAB",
        "carb-gold": "benchmarks.carb_gold:CARB_GOLD",
        "oie2016-heads": "benchmarks.oie2016_heads:OIE2016_HEADS",
        "re-oie2016": "benchmarks.re_oie2016:RE_OIE2016",
        "wire57": "benchmarks.wire57:WIRE57",
        "wire57-gold": "benchmarks.wire57:WIRE57_GOLD",
        "docoie-json": "benchmarks.docoie:DOCOIE_JSON",
        "robust": "benchmarks.robust:ROBUST",
        "clausie": "systems.clausie:CLAUSIE",
        "clausie-labelled": "benchmarks.labelled:CLAUSIE_LABELLED",
        "labelled-triples": "benchmarks.labelled:LABELLED_TRIPLES",
        "minie": "systems.minie:MINIE",
        "minie-string": "systems.minie_strings:MINIE_STRING",
        "minie-annotated": "systems.minie_strings:MINIE_ANNOTATED",
        "minie-json": "systems.minie:MINIE_JSON",
        "stanford": "systems.stanford:STANFORD",
        "stanford-ollie": "systems.stanford:STANFORD_OLLIE",
        "stanford-reverb": "systems.stanford:STANFORD_REVERB",
        "stanford-qa-srl": "systems.stanford:STANFORD_QA_SRL",
        "corenlp-json": "systems.corenlp:CORENLP_JSON",
        "reverb": "systems.reverb:REVERB",
        "ollie": "systems.ollie:OLLIE",
        "ollie-tabbed": "systems.ollie_tabbed:OLLIE_TABBED",
        "ollie-single": "systems.ollie_tabbed:OLLIE_SINGLE",
        "ollie-serialised": "systems.ollie_tabbed:OLLIE_SERIALISED",
        "openie-column": "systems.openie5:OPENIE_COLUMN",
        "openie-simple": "systems.openie5:OPENIE_SIMPLE",
        "openie5-json": "systems.openie5:OPENIE5_JSON",
        "openie6": "systems.openie6:OPENIE6",
        "allennlp": "systems.allennlp:ALLENNLP",
        "imojie": "systems.imojie:IMOJIE",
        "imojie-json": "systems.imojie:IMOJIE_JSON",
        "rnnoie-conll": "systems.rnnoie:RNNOIE_CONLL",
        "allennlp-json": "systems.rnnoie:ALLENNLP_JSON",
        "role-tab": "systems.rnnoie:ROLE_TAB",
        "props": "systems.props:PROPS",
        "graphene": "systems.graphene:GRAPHENE",
        "graphene-flat": "systems.graphene:GRAPHENE_FLAT",
        "graphene-json": "systems.graphene:GRAPHENE_JSON",
        "graphene-rdf": "systems.graphene_rdf:GRAPHENE_RDF",
        "langchain-json": "llm.langchain:LANGCHAIN_JSON",
        "langchain-text": "llm.langchain:LANGCHAIN_TEXT",
        "rebel": "llm.rebel:REBEL",
        "graphrag": "llm.graphrag:GRAPHRAG",
        "kg-gen": "llm.kg_gen:KG_GEN",
        "json-triples": "llm.json_triples:JSON_TRIPLES",
        "tuple-text": "llm.tuple_text:TUPLE_TEXT",
        "jsonl": "json.jsonl:JSONL",
    }
)


def format_named(name: str) -> Format:
    """Find a format by its name."""
    found = FORMATS.named(name)
    if found is None:
        raise UnknownNameError("format", name, FORMATS.names)
    return found
