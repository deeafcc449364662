"""The list of all formats, and how they are told apart before their modules are imported."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module

from karat.errors import UnknownNameError
from karat.formats import columns
from karat.formats.format import Format, Kind
from karat.formats.json.values import keys


@dataclass(frozen=True, slots=True)
class Shape:
    """What the first lines of a format's files have in common: enough to rule a file out without importing the format.

    - ``starts``: the first line starts with one of these texts, spaces left out.
    - ``contains``: at least one line contains one of these texts.
    - ``keys``: the lines are JSON in which all of these are keys.
    - ``least`` and ``most``: every line has at least and at most that many tab-separated fields.
    """

    starts: tuple[str, ...] = ()
    contains: tuple[str, ...] = ()
    least: int = 1
    most: int | None = None
    keys: tuple[str, ...] = ()

    def allows(self, head: Sequence[str]) -> bool:
        """Tell whether a file with these first lines may be in the format."""
        if self.starts and not head[0].lstrip().startswith(self.starts):
            return False
        if (self.least > 1 or self.most is not None) and not all(map(self._allows_fields, head)):
            return False
        if self.contains and not any(text in line for text in self.contains for line in head):
            return False
        return not self.keys or set(self.keys) <= set(keys(head))

    def _allows_fields(self, text: str) -> bool:
        fields = text.count("\t") + 1
        return self.least <= fields and (self.most is None or fields <= self.most)


ANY = Shape()
ANSWER = ("```", "<think")
"""The start of a language model's answer that was saved as it is, with JSON in it."""
LIKE_JSON = Shape(starts=("{", "[", *ANSWER))


def fields(least: int, most: int | None = None, *contains: str) -> Shape:
    """Describe lines of ``least`` to ``most`` tab-separated fields."""
    return Shape(contains=contains, least=least, most=most)


def json_with(*keys: str) -> Shape:
    """Describe JSON that has at least one of these texts in quotes in its first lines; without any, any JSON."""
    return Shape(starts=("{", "["), contains=tuple(f'"{key}"' for key in keys))


def json_keys(*names: str) -> Shape:
    """Describe JSON with all of these keys in its first lines."""
    return Shape(keys=names)


def scored_tuples(*contains: str) -> Shape:
    """Describe lines without tabs, some of the form ``0.9: (subject; relation; object)`` or with another mark."""
    return Shape(contains=(": (", ":(", *contains), most=1)


@dataclass(frozen=True, slots=True)
class Entry:
    """A format whose module is imported when it is needed: its name and kind, ``module:CONSTANT``, and its shape.

    A file is in the format if its first lines have the shape and fit what the format itself asks for besides.
    """

    name: str
    kind: Kind
    home: str
    shape: Shape


class Register(Collection[Format]):
    """All formats in order; formats of columns are listed themselves.

    Formats that read several kinds from the same files (``dygie``) have an entry of the same name for each kind.
    """

    def __init__(self, *listed: Entry | Format) -> None:
        self._listed = listed
        self._loaded: dict[Entry, Format] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all formats; imports none of them."""
        return tuple(dict.fromkeys(each.name for each in self._listed))

    def of_kinds(self, kinds: Collection[str]) -> tuple[Format, ...]:
        """List the formats that hold one of these kinds."""
        return tuple(self._load(each) for each in self._listed if each.kind in kinds)

    def fitting(self, head: Sequence[str], kinds: Collection[str]) -> list[Format]:
        """List the formats of these kinds that a file with these first lines may be in."""
        allowed = (
            self._load(each)
            for each in self._listed
            if each.kind in kinds and (isinstance(each, Format) or each.shape.allows(head))
        )
        return [format for format in allowed if format.fits(head)]

    def named(self, name: str, kinds: Collection[str] | None = None) -> Format | None:
        """Find the first format of this name, of one of these kinds if they are given."""
        for each in self._listed:
            if each.name == name and (kinds is None or each.kind in kinds):
                return self._load(each)
        return None

    def _load(self, listed: Entry | Format) -> Format:
        if isinstance(listed, Format):
            return listed
        if listed not in self._loaded:
            module, constant = listed.home.split(":")
            format = getattr(import_module(f"karat.formats.{module}"), constant)
            assert (format.name, format.kind) == (listed.name, listed.kind), f"{listed.home} is another format"
            self._loaded[listed] = format
        return self._loaded[listed]

    def __contains__(self, format: object) -> bool:
        return format in tuple(self)

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Format]:
        return map(self._load, self._listed)


FORMATS = Register(
    columns.BENCHIE,
    Entry("benchie-gold", "synsets", "benchmarks.benchie_gold:BENCHIE_GOLD", Shape(starts=("sent_id",))),
    Entry("gold-text", "synsets", "benchmarks.benchie_gold:GOLD_TEXT", Shape(contains=("sentence ",))),
    Entry("json-facts", "synsets", "benchmarks.json_gold:JSON_FACTS", json_with("variants")),
    Entry("hindi-benchie", "synsets", "benchmarks.hindi_benchie:HINDI_BENCHIE", Shape(contains=("Cluster",))),
    Entry(
        "benchie-fl-matches", "extractions", "benchmarks.labelled:BENCHIE_FL_MATCHES", Shape((",extraction,,system",))
    ),
    columns.CARB_TAB,
    columns.CARB_GOLD,
    columns.OIE2016_HEADS,
    Entry("re-oie2016", "tuples", "benchmarks.json_gold:RE_OIE2016", json_keys("arg0", "arg0_index")),
    Entry("wire57", "extractions", "benchmarks.wire57:WIRE57", json_keys("arg1", "rel", "arg2", "extractor")),
    Entry("wire57-gold", "tuples", "benchmarks.wire57:WIRE57_GOLD", json_with("sent")),
    Entry("docoie-json", "tuples", "benchmarks.json_gold:DOCOIE_JSON", json_keys("triple_gold")),
    Entry("robust", "cliques", "benchmarks.robust:ROBUST", Shape(starts=("[",), contains=('"ori_sent"',))),
    Entry("clausie", "extractions", "systems.clausie:CLAUSIE", Shape(contains=('\t"',))),
    Entry("clausie-labelled", "extractions", "benchmarks.labelled:CLAUSIE_LABELLED", Shape(contains=('\t"',))),
    columns.LABELLED_TRIPLES,
    Entry("minie", "extractions", "systems.minie:MINIE", Shape(starts=("Output:",))),
    Entry("minie-string", "extractions", "systems.minie:MINIE_STRING", Shape(starts=('"',), least=3)),
    Entry("minie-annotated", "extractions", "systems.minie:MINIE_ANNOTATED", fields(4, 4, "factuality:")),
    Entry("minie-json", "extractions", "systems.minie:MINIE_JSON", json_with("facts")),
    columns.STANFORD,
    Entry("stanford-ollie", "extractions", "systems.ollie:STANFORD_OLLIE", scored_tuples()),
    columns.STANFORD_REVERB,
    columns.STANFORD_QA_SRL,
    Entry("corenlp-json", "extractions", "systems.corenlp:CORENLP_JSON", json_with("sentences")),
    columns.REVERB,
    Entry("ollie", "extractions", "systems.ollie:OLLIE", scored_tuples("No extractions found.")),
    Entry("ollie-tabbed", "extractions", "systems.ollie:OLLIE_TABBED", Shape(starts=("confidence\targ1\t",))),
    Entry("ollie-single", "extractions", "systems.ollie:OLLIE_SINGLE", Shape(("confidence\textraction\t",))),
    Entry("ollie-serialised", "extractions", "systems.ollie:OLLIE_SERIALISED", fields(3, None, "\t(")),
    Entry("openie-column", "extractions", "systems.openie5:OPENIE_COLUMN", fields(6, 6, ",List(")),
    Entry("openie-simple", "extractions", "systems.openie5:OPENIE_SIMPLE", fields(1, 1, " (", " Context(")),
    Entry("openie5-json", "extractions", "systems.openie5:OPENIE5_JSON", json_with("extraction")),
    Entry("openie6", "extractions", "systems.ollie:OPENIE6", scored_tuples()),
    Entry("allennlp", "extractions", "systems.imojie:ALLENNLP", fields(2, 3, "<arg1>", "<rel>")),
    Entry("imojie", "extractions", "systems.imojie:IMOJIE", fields(1, 1, " ; ")),
    Entry(
        "imojie-json",
        "extractions",
        "systems.imojie:IMOJIE_JSON",
        json_keys("predicted_tokens", "predicted_log_probs"),
    ),
    Entry("rnnoie-conll", "extractions", "systems.rnnoie:RNNOIE_CONLL", fields(8, 8)),
    Entry("allennlp-json", "extractions", "systems.rnnoie:ALLENNLP_JSON", json_with("verbs")),
    Entry("role-tab", "extractions", "systems.rnnoie:ROLE_TAB", fields(2, None, "V:")),
    columns.PROPS,
    Entry("graphene", "extractions", "systems.graphene:GRAPHENE", Shape(starts=("#",))),
    Entry("graphene-flat", "extractions", "systems.graphene:GRAPHENE_FLAT", fields(6)),
    Entry("graphene-json", "extractions", "systems.graphene:GRAPHENE_JSON", json_with("originalSentence", "sentences")),
    Entry("graphene-rdf", "extractions", "systems.graphene:GRAPHENE_RDF", Shape(contains=("lambda3.org/",))),
    Entry("langchain-json", "extractions", "llm.langchain:LANGCHAIN_JSON", json_with("nodes")),
    Entry("langchain-text", "extractions", "llm.langchain:LANGCHAIN_TEXT", Shape(starts=("(", "Output:", "NONE"))),
    Entry("rebel", "extractions", "llm.rebel:REBEL", Shape(starts=("<",))),
    Entry("graphrag", "extractions", "llm.graphrag:GRAPHRAG", Shape(starts=('("', "(entity", "(relationship", "<|"))),
    Entry("kg-gen", "extractions", "llm.kg_gen:KG_GEN", json_with("entities")),
    Entry("json-triples", "extractions", "llm.json_triples:JSON_TRIPLES", json_with()),
    Entry("tuple-text", "extractions", "llm.tuple_text:TUPLE_TEXT", fields(1, 1)),
    Entry("table", "extractions", "tables.table:TABLE", Shape(contains=("\t", ",", ";", "|"))),
    Entry("jsonl", "any", "json.jsonl:JSONL", json_with("karat")),
    Entry("conll-coreference", "coreference", "documents.coreference:CONLL_COREFERENCE", Shape(starts=("#",))),
    Entry(
        "jsonl-clusters",
        "coreference",
        "documents.coreference:JSONL_CLUSTERS",
        json_with("clusters", "predicted_clusters"),
    ),
    Entry("corefud", "coreference", "documents.coreference:COREFUD", Shape(contains=("\t", "# global.Entity"))),
    Entry("penman", "amr", "documents.graphs:PENMAN", Shape(contains=("(",))),
    Entry("triples", "amr", "documents.graphs:TRIPLES", Shape(contains=("\t",))),
    Entry("jsonl-graphs", "amr", "documents.graphs:JSONL_GRAPHS", Shape(starts=("{",))),
    Entry("conllu", "dependencies", "documents.conllu:CONLLU", Shape(contains=("\t",))),
    Entry(
        "corenlp-parses",
        "dependencies",
        "documents.parses:CORENLP_PARSES",
        json_keys("sentences", "basicDependencies"),
    ),
    Entry("tags", "spans", "documents.tags:TAGS", ANY),
    Entry("conlleval", "spans", "documents.tags:CONLLEVAL", ANY),
    Entry("tag-lines", "spans", "documents.tags:TAG_LINES", ANY),
    Entry("json-spans", "spans", "documents.json_spans:JSON_SPANS", json_with()),
    Entry("conll04", "spans", "documents.mentions:CONLL04_SPANS", json_with()),
    Entry("dygie", "spans", "documents.mentions:DYGIE_SPANS", json_with("doc_key")),
    Entry("oneie", "spans", "documents.mentions:ONEIE_SPANS", json_with("sent_id")),
    Entry("conll04", "relations", "documents.mentions:CONLL04_RELATIONS", json_with()),
    Entry("dygie", "relations", "documents.mentions:DYGIE_RELATIONS", json_with("doc_key")),
    Entry("oneie", "relations", "documents.mentions:ONEIE_RELATIONS", json_with("sent_id")),
    Entry("string-relations", "relations", "documents.string_relations:STRING_RELATIONS", ANY),
    Entry("rebel", "relations", "documents.string_relations:REBEL_RELATIONS", Shape(starts=("<",))),
    Entry("dygie", "events", "documents.mentions:DYGIE_EVENTS", json_with("doc_key")),
    Entry("oneie", "events", "documents.mentions:ONEIE_EVENTS", json_with("sent_id")),
    Entry("grit", "role-fillers", "documents.templates:GRIT", Shape(contains=('"pred_extracts"',))),
    Entry("grit-gold", "role-fillers", "documents.templates:GRIT_GOLD", Shape(starts=("{",))),
    Entry("scirex", "nary-relations", "documents.templates:SCIREX", json_with("doc_id")),
    Entry("gtt", "templates", "documents.templates:GTT", Shape(contains=('"pred_templates"',))),
    Entry("gtt-gold", "templates", "documents.templates:GTT_GOLD", Shape(starts=("{",))),
    Entry("iterx", "templates", "documents.templates:ITERX", Shape(starts=("{",))),
    Entry("muc-keys", "templates", "documents.templates:MUC_KEYS", Shape(starts=("0.",))),
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
