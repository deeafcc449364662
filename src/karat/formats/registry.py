"""The list of all formats."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import overload

from karat.errors import UnknownNameError
from karat.formats.format import Format, Kind
from karat.formats.shape import ANY, Shape, fields, json_with, scored_tuples


@dataclass(frozen=True, slots=True)
class Entry:
    """A format in the list: its name, what it holds, its constant as ``module:CONSTANT``, and its outer shape."""

    name: str
    kind: Kind
    home: str
    shape: Shape


class Register(Sequence[Format]):
    """All formats in order. The module of a format is imported when the format is asked for, not before.

    Formats that read several kinds out of the same files (``dygie``) have an entry of the same name for each kind.
    """

    def __init__(self, *entries: Entry) -> None:
        self._entries = entries
        self._loaded: dict[Entry, Format] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all formats; imports none of them."""
        return tuple(dict.fromkeys(entry.name for entry in self._entries))

    def of_kinds(self, kinds: Collection[str]) -> tuple[Format, ...]:
        """Give the formats that hold one of these kinds."""
        return tuple(self._load(entry) for entry in self._entries if entry.kind in kinds)

    def candidates(self, head: Sequence[str], kinds: Collection[str]) -> tuple[Format, ...]:
        """Give the formats of these kinds whose shape allows a file with these first lines."""
        entries = (entry for entry in self._entries if entry.kind in kinds and entry.shape.allows(head))
        return tuple(self._load(entry) for entry in entries)

    def named(self, name: str, kinds: Collection[str] | None = None) -> Format | None:
        """Give the first format of this name, of one of these kinds if they are given."""
        for entry in self._entries:
            if entry.name == name and (kinds is None or entry.kind in kinds):
                return self._load(entry)
        return None

    def _load(self, entry: Entry) -> Format:
        if entry not in self._loaded:
            module, constant = entry.home.split(":")
            format = getattr(import_module(f"karat.formats.{module}"), constant)
            assert isinstance(format, Format)
            assert (format.name, format.kind) == (entry.name, entry.kind), f"{entry.home} is another format"
            self._loaded[entry] = format
        return self._loaded[entry]

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> Format: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Format, ...]: ...
    def __getitem__(self, index: int | slice) -> Format | tuple[Format, ...]:
        return tuple(self)[index]

    def __iter__(self) -> Iterator[Format]:
        return map(self._load, self._entries)


FORMATS = Register(
    Entry("benchie", "extractions", "benchmarks.benchie:BENCHIE", fields(4, 4)),
    Entry("benchie-gold", "synsets", "benchmarks.benchie_gold:BENCHIE_GOLD", Shape(starts=("sent_id",))),
    Entry("gold-text", "synsets", "benchmarks.gold_text:GOLD_TEXT", Shape(contains=("sentence ",))),
    Entry("json-facts", "synsets", "benchmarks.json_facts:JSON_FACTS", json_with("variants")),
    Entry("hindi-benchie", "synsets", "benchmarks.hindi_benchie:HINDI_BENCHIE", Shape(contains=("Cluster",))),
    Entry("benchie-fl-matches", "extractions", "benchmarks.benchie_fl:BENCHIE_FL_MATCHES", Shape((",extraction,,",))),
    Entry("carb-tab", "extractions", "benchmarks.carb_tab:CARB_TAB", fields(4)),
    Entry("carb-gold", "tuples", "benchmarks.carb_gold:CARB_GOLD", fields(3)),
    Entry("oie2016-heads", "tuples", "benchmarks.oie2016_heads:OIE2016_HEADS", fields(3)),
    Entry("re-oie2016", "tuples", "benchmarks.re_oie2016:RE_OIE2016", json_with("arg0_index")),
    Entry("wire57", "extractions", "benchmarks.wire57:WIRE57", json_with("extractor")),
    Entry("wire57-gold", "tuples", "benchmarks.wire57:WIRE57_GOLD", json_with("sent")),
    Entry("docoie-json", "tuples", "benchmarks.docoie:DOCOIE_JSON", json_with("triple_gold")),
    Entry("robust", "cliques", "benchmarks.robust:ROBUST", json_with("ori_sent")),
    Entry("clausie", "extractions", "systems.clausie:CLAUSIE", Shape(contains=('\t"',))),
    Entry("clausie-labelled", "extractions", "benchmarks.labelled:CLAUSIE_LABELLED", Shape(contains=('\t"',))),
    Entry("labelled-triples", "extractions", "benchmarks.labelled:LABELLED_TRIPLES", fields(5, 5)),
    Entry("minie", "extractions", "systems.minie:MINIE", Shape(starts=("Output:",))),
    Entry("minie-string", "extractions", "systems.minie_strings:MINIE_STRING", Shape(starts=('"',), least=3)),
    Entry("minie-annotated", "extractions", "systems.minie_strings:MINIE_ANNOTATED", fields(4, 4, "factuality:")),
    Entry("minie-json", "extractions", "systems.minie:MINIE_JSON", json_with("facts")),
    Entry("stanford", "extractions", "systems.stanford:STANFORD", fields(4, 4)),
    Entry("stanford-ollie", "extractions", "systems.stanford:STANFORD_OLLIE", scored_tuples()),
    Entry("stanford-reverb", "extractions", "systems.stanford:STANFORD_REVERB", fields(17, 17)),
    Entry("stanford-qa-srl", "extractions", "systems.stanford:STANFORD_QA_SRL", fields(6, 6)),
    Entry("corenlp-json", "extractions", "systems.corenlp:CORENLP_JSON", json_with("sentences")),
    Entry("reverb", "extractions", "systems.reverb:REVERB", fields(18, 18)),
    Entry("ollie", "extractions", "systems.ollie:OLLIE", scored_tuples("No extractions found.")),
    Entry("ollie-tabbed", "extractions", "systems.ollie_tabbed:OLLIE_TABBED", Shape(starts=("confidence\targ1\t",))),
    Entry("ollie-single", "extractions", "systems.ollie_tabbed:OLLIE_SINGLE", Shape(("confidence\textraction\t",))),
    Entry("ollie-serialised", "extractions", "systems.ollie_tabbed:OLLIE_SERIALISED", fields(3, None, "\t(")),
    Entry("openie-column", "extractions", "systems.openie5:OPENIE_COLUMN", fields(6, 6, ",List(")),
    Entry("openie-simple", "extractions", "systems.openie5:OPENIE_SIMPLE", fields(1, 1, " (", " Context(")),
    Entry("openie5-json", "extractions", "systems.openie5:OPENIE5_JSON", json_with("extraction")),
    Entry("openie6", "extractions", "systems.openie6:OPENIE6", scored_tuples()),
    Entry("allennlp", "extractions", "systems.allennlp:ALLENNLP", fields(2, 3, "<arg1>", "<rel>")),
    Entry("imojie", "extractions", "systems.imojie:IMOJIE", fields(1, 1, " ; ")),
    Entry("imojie-json", "extractions", "systems.imojie:IMOJIE_JSON", json_with("predicted_tokens")),
    Entry("rnnoie-conll", "extractions", "systems.rnnoie:RNNOIE_CONLL", fields(8, 8)),
    Entry("allennlp-json", "extractions", "systems.rnnoie:ALLENNLP_JSON", json_with("verbs")),
    Entry("role-tab", "extractions", "systems.rnnoie:ROLE_TAB", fields(2, None, "V:")),
    Entry("props", "extractions", "systems.props:PROPS", fields(3)),
    Entry("graphene", "extractions", "systems.graphene:GRAPHENE", Shape(starts=("#",))),
    Entry("graphene-flat", "extractions", "systems.graphene:GRAPHENE_FLAT", fields(6)),
    Entry("graphene-json", "extractions", "systems.graphene:GRAPHENE_JSON", json_with("originalSentence", "sentences")),
    Entry("graphene-rdf", "extractions", "systems.graphene_rdf:GRAPHENE_RDF", Shape(contains=("lambda3.org/",))),
    Entry("langchain-json", "extractions", "llm.langchain:LANGCHAIN_JSON", json_with("nodes")),
    Entry("langchain-text", "extractions", "llm.langchain:LANGCHAIN_TEXT", Shape(starts=("(", "Output:", "NONE"))),
    Entry("rebel", "extractions", "llm.rebel:REBEL", Shape(starts=("<",))),
    Entry("graphrag", "extractions", "llm.graphrag:GRAPHRAG", Shape(starts=('("', "(entity", "(relationship", "<|"))),
    Entry("kg-gen", "extractions", "llm.kg_gen:KG_GEN", json_with("entities")),
    Entry("json-triples", "extractions", "llm.json_triples:JSON_TRIPLES", json_with()),
    Entry("tuple-text", "extractions", "llm.tuple_text:TUPLE_TEXT", fields(1, 1)),
    Entry("table", "extractions", "tables.table:TABLE", Shape(contains=("\t", ",", ";", "|"))),
    Entry("jsonl", "any", "json.jsonl:JSONL", json_with("karat")),
    Entry("conll-coreference", "coreference", "documents.conll_coreference:CONLL_COREFERENCE", Shape(starts=("#",))),
    Entry(
        "jsonl-clusters",
        "coreference",
        "documents.jsonl_clusters:JSONL_CLUSTERS",
        json_with("clusters", "predicted_clusters"),
    ),
    Entry("corefud", "coreference", "documents.corefud:COREFUD", Shape(contains=("\t", "# global.Entity"))),
    Entry("penman", "amr", "documents.penman_graphs:PENMAN", Shape(contains=("(",))),
    Entry("triples", "amr", "documents.graph_triples:TRIPLES", Shape(contains=("\t",))),
    Entry("jsonl-graphs", "amr", "documents.graph_triples:JSONL_GRAPHS", Shape(starts=("{",))),
    Entry("conllu", "dependencies", "documents.conllu:CONLLU", Shape(contains=("\t",))),
    Entry("corenlp-parses", "dependencies", "documents.corenlp_parses:CORENLP_PARSES", json_with("sentences")),
    Entry("tags", "spans", "documents.tags:TAGS", ANY),
    Entry("conlleval", "spans", "documents.tags:CONLLEVAL", ANY),
    Entry("tag-lines", "spans", "documents.tags:TAG_LINES", ANY),
    Entry("json-spans", "spans", "documents.json_spans:JSON_SPANS", json_with()),
    Entry("conll04", "spans", "documents.conll04:CONLL04_SPANS", json_with()),
    Entry("dygie", "spans", "documents.dygie:DYGIE_SPANS", json_with("doc_key")),
    Entry("oneie", "spans", "documents.oneie:ONEIE_SPANS", json_with("sent_id")),
    Entry("conll04", "relations", "documents.conll04:CONLL04_RELATIONS", json_with()),
    Entry("dygie", "relations", "documents.dygie:DYGIE_RELATIONS", json_with("doc_key")),
    Entry("oneie", "relations", "documents.oneie:ONEIE_RELATIONS", json_with("sent_id")),
    Entry("string-relations", "relations", "documents.string_relations:STRING_RELATIONS", ANY),
    Entry("rebel", "relations", "documents.string_relations:REBEL_RELATIONS", Shape(starts=("<",))),
    Entry("dygie", "events", "documents.dygie:DYGIE_EVENTS", json_with("doc_key")),
    Entry("oneie", "events", "documents.oneie:ONEIE_EVENTS", json_with("sent_id")),
    Entry("grit", "role-fillers", "documents.gtt:GRIT", Shape(contains=('"pred_extracts"',))),
    Entry("grit-gold", "role-fillers", "documents.gtt:GRIT_GOLD", Shape(starts=("{",))),
    Entry("scirex", "nary-relations", "documents.scirex:SCIREX", json_with("doc_id")),
    Entry("gtt", "templates", "documents.gtt:GTT", Shape(contains=('"pred_templates"',))),
    Entry("gtt-gold", "templates", "documents.gtt:GTT_GOLD", Shape(starts=("{",))),
    Entry("iterx", "templates", "documents.gtt:ITERX", Shape(starts=("{",))),
    Entry("muc-keys", "templates", "documents.muc_keys:MUC_KEYS", Shape(starts=("0.",))),
)


def format_named(name: str, kind: Kind | None = None) -> Format:
    """Find a format by its name, among those of a kind if it is given."""
    kinds = None if kind is None else (kind,)
    format = FORMATS.named(name, kinds)
    if format is None and kinds is not None:
        raise UnknownNameError(f"format of {kind}", name, [format.name for format in FORMATS.of_kinds(kinds)])
    if format is None:
        raise UnknownNameError("format", name, FORMATS.names)
    return format
