"""Everyday files: what newcomers have at hand is read as they mean it, or refused with a message that says what to do.

The manual's page *What files Karat reads* shows this table; ``KARAT_GOLDEN=renew`` writes it.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from karat.errors import KaratError
from karat.model import Extraction, Row
from karat.results.outputs import read_output

PAGE = Path(__file__).parents[2] / "docs" / "what-karat-reads.md"
MARKER = "<!-- shapes: made by tests/formats/test_everyday_shapes.py, write above this line -->"
ANN = "Ann founded Bext in Ulm ."
BO = "Bo slept ."
FOUNDED = ("Ann", "founded", "Bext")


@dataclass(frozen=True)
class Shape:
    """A file and what it means: its rows, or the message that refuses it, after the file's name.

    ``options`` are given to ``read_output`` beside the file; ``typed`` is the same on the command line. ``shown`` is
    what the manual shows of a file that is not plain text.
    """

    title: str
    text: str | bytes
    rows: tuple[Row, ...] = ()
    message: str = ""
    name: str = "mine.txt"
    options: Mapping[str, Any] = field(default_factory=dict)
    typed: str = ""
    shown: str = ""


def numbered(id: str, *parts: str, confidence: float = 1.0, other: tuple[tuple[str, str], ...] = ()) -> Row:
    """A triple, or more, of the sentence with this id; without parts, the sentence has none."""
    return Row(_extraction(parts, confidence, other), sentence_id=id)


def said(sentence: str, *parts: str, confidence: float = 1.0, other: tuple[tuple[str, str], ...] = ()) -> Row:
    """A triple, or more, of the sentence with this text; without parts, the sentence has none."""
    return Row(_extraction(parts, confidence, other), sentence=sentence)


def both(id: str, row: Row) -> Row:
    """The same with the sentence's id."""
    return replace(row, sentence_id=id)


def _extraction(parts: tuple[str, ...], confidence: float, other: tuple[tuple[str, str], ...]) -> Extraction | None:
    if not parts:
        return None
    subject, relation, *others = parts
    return Extraction(relation, (subject, *others), confidence, other=other)


IDS = (numbered("1", "Ann", "founded", "Bext in Ulm"), numbered("2", "Bo", "slept", ""))
TEXTS = (said(ANN, "Ann", "founded", "Bext"), said(BO, "Bo", "slept", ""))
SCORED = (
    said(ANN, "Ann", "founded", "Bext", confidence=0.9),
    said("Bo left Ulm .", "Bo", "left", "Ulm", confidence=0.5),
)

TABLES = [
    Shape(
        "Tabs, no header: sentence id, subject, relation, object",
        "1\tAnn\tfounded\tBext in Ulm\n2\tBo\tslept\t\n",
        IDS,
        name="mine.tsv",
    ),
    Shape(
        "Tabs, no header: sentence, subject, relation, object",
        f"{ANN}\tAnn\tfounded\tBext\n{BO}\tBo\tslept\t\n",
        TEXTS,
        name="mine.tsv",
    ),
    Shape(
        "Tabs, no header, a confidence at the end",
        f"{ANN}\tAnn\tfounded\tBext\t0.9\nBo left Ulm .\tBo\tleft\tUlm\t0.5\n",
        SCORED,
        name="mine.tsv",
    ),
    Shape(
        "Tabs, no header, as CaRB has it: sentence, confidence, relation, arguments",
        f"{ANN}\t0.9\tfounded\tAnn\tBext\tin Ulm\n{BO}\t0.5\tslept\tBo\n",
        (
            said(ANN, "Ann", "founded", "Bext", "in Ulm", confidence=0.9),
            said(BO, "Bo", "slept", confidence=0.5),
        ),
        name="mine.tsv",
    ),
    Shape(
        "Tabs, no header: sentence, confidence, subject, relation, object",
        f"{ANN}\t0.9\tAnn\tfounded\tBext\nBo left Ulm .\t0.5\tBo\tleft\tUlm\n",
        SCORED,
        name="mine.tsv",
    ),
    Shape(
        "Tabs, no header, the relation first, as in CaRB's gold",
        f"{ANN}\tfounded\tAnn\tBext\nBo left Ulm .\tleft\tBo\tUlm\n",
        message=f"mine.tsv:1: expected subject, relation and object in the order in which their sentence has them, "
        f"found 4 columns between tabs: '{ANN}', 'founded', 'Ann', 'Bext'; name the columns, as in "
        "--columns sentence,relation,subject,object, or to score gold like a system, --format carb-gold",
        name="mine.tsv",
    ),
    Shape(
        "The relation first, with the columns named",
        f"{ANN}\tfounded\tAnn\tBext\nBo left Ulm .\tleft\tBo\tUlm\n",
        (said(ANN, "Ann", "founded", "Bext"), said("Bo left Ulm .", "Bo", "left", "Ulm")),
        name="mine.tsv",
        options={"columns": "sentence,relation,subject,object"},
        typed="--columns sentence,relation,subject,object",
    ),
    Shape(
        "A Markdown table",
        f"| sentence | subject | relation | object |\n| --- | :-- | --- | --: |\n| {ANN} | Ann | founded | Bext |\n",
        (said(ANN, "Ann", "founded", "Bext"),),
        name="mine.md",
    ),
    Shape(
        "CSV with a header, in any case and order",
        'Subject,Relation,Object,Sentence ID,Score\nAnn,founded,"Bext, in Ulm",1,0.9\nBo,slept,,2,\n',
        (numbered("1", "Ann", "founded", "Bext, in Ulm", confidence=0.9), numbered("2", "Bo", "slept", "")),
        name="mine.csv",
    ),
    Shape(
        "CSV with heads and tails, and a column of one's own",
        "text,head,predicate,tail,model\n" + f"{ANN},Ann,founded,Bext,gpt\n",
        (said(ANN, "Ann", "founded", "Bext", other=(("model", "gpt"),)),),
        name="mine.csv",
    ),
    Shape(
        "CSV as pandas writes it, with the numbers of the rows",
        f",sentence,subject,relation,object\n0,{ANN},Ann,founded,Bext\n1,{ANN},Bext,is in,Ulm\n",
        (
            said(ANN, "Ann", "founded", "Bext", other=(("", "0"),)),
            said(ANN, "Bext", "is in", "Ulm", other=(("", "1"),)),
        ),
        name="mine.csv",
    ),
    Shape(
        "An id that numbers the rows, beside the sentence",
        f"id,sentence,subject,relation,object\n1,{ANN},Ann,founded,Bext\n2,{ANN},Bext,is in,Ulm\n",
        (
            said(ANN, "Ann", "founded", "Bext", other=(("id", "1"),)),
            said(ANN, "Bext", "is in", "Ulm", other=(("id", "2"),)),
        ),
        name="mine.csv",
    ),
    Shape(
        "An id that numbers the sentences, beside the sentence",
        f"id,sentence,subject,relation,object\n7,{ANN},Ann,founded,Bext\n7,{ANN},Bext,is in,Ulm\n",
        (both("7", said(ANN, "Ann", "founded", "Bext")), both("7", said(ANN, "Bext", "is in", "Ulm"))),
        name="mine.csv",
    ),
    Shape(
        "Numbered arguments",
        "sent_id,arg0,pred,arg1,arg2,prob\n1,Ann,founded,Bext,in Ulm,.5\n2,Bo,slept,,,1\n",
        (numbered("1", "Ann", "founded", "Bext", "in Ulm", confidence=0.5), numbered("2", "Bo", "slept", "")),
        name="mine.csv",
    ),
    Shape(
        "CSV without a header: sentence id, triple, confidence",
        "1,Ann,founded,Bext in Ulm,0.9\n1,Bext,is in,Ulm,0.25\n",
        (
            numbered("1", "Ann", "founded", "Bext in Ulm", confidence=0.9),
            numbered("1", "Bext", "is in", "Ulm", confidence=0.25),
        ),
        name="mine.csv",
    ),
    Shape(
        "CSV without a header, the sentence last",
        f"Ann,founded,Bext,{ANN}\nBo,left,Ulm,Bo left Ulm .\n",
        (said(ANN, "Ann", "founded", "Bext"), said("Bo left Ulm .", "Bo", "left", "Ulm")),
        name="mine.csv",
    ),
    Shape(
        "Semicolons and decimal commas, as German spreadsheets write, with line ends of Windows",
        "\ufeffsent_id;subject;relation;object;confidence\r\n1;Ann;founded;Bext in Ulm;0,9\r\n",
        (numbered("1", "Ann", "founded", "Bext in Ulm", confidence=0.9),),
        name="mine.csv",
    ),
    Shape(
        "A cell over two lines, with quotes in it",
        'id,subject,relation,object\n1,Ann,said,"""Bext\nis in Ulm"""\n2,Bo,slept,\n',
        (numbered("1", "Ann", "said", '"Bext\nis in Ulm"'), numbered("2", "Bo", "slept", "")),
        name="mine.csv",
    ),
    Shape(
        "Tabs with a header, all cells in quotes",
        f'"sentence"\t"subject"\t"relation"\t"object"\n"{ANN}"\t"Ann"\t"founded"\t"Bext"\n"{BO}"\t"Bo"\t"slept"\t""\n',
        TEXTS,
        name="mine.tsv",
    ),
    Shape(
        "Quotation marks between tabs that are text",
        'Ann said " no " .\tAnn\tsaid\t" no "\n"Yes" , Bo said .\tBo\tsaid\t"Yes\n',
        (said('Ann said " no " .', "Ann", "said", '" no "'), said('"Yes" , Bo said .', "Bo", "said", '"Yes')),
        name="mine.tsv",
    ),
    Shape(
        "Bars with a sentence id",
        "1 | Ann | founded | Bext in Ulm\n2 | Bo | slept |\n",
        IDS,
    ),
    Shape(
        "Whole triples in a column",
        f"sentence\textraction\tscore\n{ANN}\t(Ann; founded; Bext)\t0.9\n",
        (said(ANN, "Ann", "founded", "Bext", confidence=0.9),),
        name="mine.tsv",
    ),
    Shape(
        "Whole triples after their sentence, no header",
        f"{ANN}\t(Ann; founded; Bext)\nBo left Ulm .\t(Bo; left; Ulm)\n",
        (said(ANN, "Ann", "founded", "Bext"), said("Bo left Ulm .", "Bo", "left", "Ulm")),
        name="mine.tsv",
    ),
    Shape(
        "A sentence without extractions",
        f"sentence,subject,relation,object\n{BO},,,\n",
        (said(BO),),
        name="mine.csv",
    ),
    Shape(
        "Excel's line that names the delimiter",
        "sep=;\r\nsent_id;subject;relation;object\r\n1;Ann;founded;Bext in Ulm\r\n2;Bo;slept;\r\n",
        IDS,
        name="mine.csv",
    ),
    Shape(
        "Lines that end in CR alone",
        b"sent_id,subject,relation,object\r1,Ann,founded,Bext in Ulm\r2,Bo,slept,\r",
        IDS,
        name="mine.csv",
        shown="sent_id,subject,relation,object\n1,Ann,founded,Bext in Ulm\n2,Bo,slept,",
    ),
    Shape(
        "Comments above a table",
        "# my run, of June\n# greedy\n1\tAnn\tfounded\tBext in Ulm\n2\tBo\tslept\t\n",
        IDS,
        name="mine.tsv",
    ),
    Shape(
        "A title above the header",
        "My system, version 2\n\nid,subject,relation,object\n1,Ann,founded,Bext in Ulm\n2,Bo,slept,\n",
        IDS,
        name="mine.csv",
    ),
    Shape(
        "A Markdown table after an introduction",
        "Here are the triples:\n\n| id | subject | relation | object |\n|---|---|---|---|\n"
        "| 1 | Ann | founded | Bext in Ulm |\n| 2 | Bo | slept | |\n",
        IDS,
        name="mine.md",
    ),
    Shape(
        "The header once more, as where files were joined",
        "id,subject,relation,object\n1,Ann,founded,Bext in Ulm\nid,subject,relation,object\n2,Bo,slept,\n",
        IDS,
        name="mine.csv",
    ),
    Shape(
        "Numbers after the triple, no header",
        "Ann\tfounded\tBext in Ulm\t1\nBo\tslept\t\t2\n",
        message="mine.tsv:1: expected the sentence or its id in the first columns, or columns that are named, found 4 "
        "columns between tabs: 'Ann', 'founded', 'Bext in Ulm', '1'; name the columns, as in "
        "--columns subject,relation,object,id",
        name="mine.tsv",
    ),
    Shape(
        "Numbers after the triple, with the columns named",
        "Ann\tfounded\tBext in Ulm\t1\nBo\tslept\t\t2\n",
        IDS,
        name="mine.tsv",
        options={"columns": "subject,relation,object,id"},
        typed="--columns subject,relation,object,id",
    ),
    Shape(
        "The number of the row before the sentence id, no header",
        "0\t1\tAnn\tfounded\tBext in Ulm\n1\t2\tBo\tslept\t\n",
        message="mine.tsv:1: expected one column of numbers before the triple, the sentence's id, found 5 columns "
        "between tabs: '0', '1', 'Ann', 'founded', 'Bext in Ulm'; name the columns, as in "
        "--columns -,id,subject,relation,object",
        name="mine.tsv",
    ),
    Shape(
        "The number of the row left out with -",
        "0\t1\tAnn\tfounded\tBext in Ulm\n1\t2\tBo\tslept\t\n",
        IDS,
        name="mine.tsv",
        options={"columns": "-,id,subject,relation,object"},
        typed="--columns -,id,subject,relation,object",
    ),
    Shape(
        "CSV packed with gzip",
        gzip.compress(b"sent_id,subject,relation,object\n1,Ann,founded,Bext in Ulm\n2,Bo,slept,\n"),
        IDS,
        name="mine.csv.gz",
        shown="sent_id,subject,relation,object\n1,Ann,founded,Bext in Ulm\n2,Bo,slept,",
    ),
    Shape(
        "A sentence in Chinese",
        "他去年离开了乌尔姆。\t他\t离开了\t乌尔姆\n",
        (said("他去年离开了乌尔姆。", "他", "离开了", "乌尔姆"),),
        name="mine.tsv",
    ),
    Shape(
        "A header in another language",
        "Nr,Wer,Tut,Was\n1,Ann,founded,Bext in Ulm\n2,Bo,slept,\n",
        message="mine.csv:1: expected a header that names the sentence (or its id), subject, relation and object, "
        "found 'Nr', 'Wer', 'Tut', 'Was'; name the columns, as in --columns id=Nr,subject=Wer,relation=Tut,object=Was",
        name="mine.csv",
    ),
    Shape(
        "A header in another language, with the columns named",
        "Nr,Wer,Tut,Was\n1,Ann,founded,Bext in Ulm\n2,Bo,slept,\n",
        IDS,
        name="mine.csv",
        options={"columns": "id=Nr,subject=Wer,relation=Tut,object=Was"},
        typed="--columns id=Nr,subject=Wer,relation=Tut,object=Was",
    ),
    Shape(
        "A sentence with a comma that is not in quotes",
        "sentence,subject,relation,object\nAnn , a chemist , slept .,Ann,slept,\n",
        message="mine.csv:2: expected 4 columns (sentence, subject, relation, object), found 6: "
        "'Ann , a chemist , slept .,Ann,slept,'; a cell with a comma must be in quotes",
        name="mine.csv",
    ),
    Shape(
        "Triples that do not say of which sentence",
        "Ann,founded,Bext\nBo,left,Ulm\n",
        message="mine.csv:1: expected a column with the sentence or its id, found 3 columns between commas: "
        "'Ann', 'founded', 'Bext'",
        name="mine.csv",
    ),
    Shape(
        "A number at the end that may be a label",
        "1,Ann,founded,Bext,1\n1,Ann,left,Bext,0\n",
        message="mine.csv:1: expected a confidence, a label or an argument that can be told apart, found 5 columns "
        "between commas: '1', 'Ann', 'founded', 'Bext', '1'; name the columns, as in "
        "--columns id,subject,relation,object,arg3",
        name="mine.csv",
    ),
    Shape(
        "A confidence that is no number",
        "id,subject,relation,object,confidence\n1,Ann,founded,Bext,0.9\n1,Ann,left,Bext,high\n",
        message="mine.csv:3: expected a number as confidence, found 'high'",
        name="mine.csv",
    ),
    Shape(
        "Gold in place of an output",
        f"sent_id:1\t{ANN}\n1--> Cluster 1:\nAnn --> founded --> Bext\n",
        message="mine.txt: expected a system's output, found gold in format benchie-gold; gold is given with --gold",
    ),
]

JSON = [
    Shape(
        "JSON lines: a sentence and its triples",
        f'{{"sentence": "{ANN}", "triples": [["Ann", "founded", "Bext"]]}}\n',
        (said(ANN, "Ann", "founded", "Bext"),),
        name="mine.jsonl",
    ),
    Shape(
        "JSON lines in a file with another name",
        f'{{"sentence": "{ANN}", "triples": [["Ann", "founded", "Bext"]]}}\n{{"sentence": "{BO}", "triples": []}}\n',
        (said(ANN, *FOUNDED), said(BO)),
        name="mine.json",
    ),
    Shape(
        "JSON with line breaks in a file that is called JSON lines",
        f'[\n  {{\n    "sentence": "{ANN}",\n    "triples": [["Ann", "founded", "Bext"]]\n  }}\n]\n',
        (said(ANN, *FOUNDED),),
        name="mine.jsonl",
    ),
    Shape(
        "JSON: a list of records, one a triple",
        '[\n  {"sent_id": 1, "s": "Ann", "p": "founded", "o": "Bext", "score": 0.9},\n'
        '  {"sent_id": 2, "s": "Bo", "p": "slept", "o": null}\n]\n',
        (numbered("1", *FOUNDED, confidence=0.9), numbered("2", "Bo", "slept")),
        name="mine.json",
    ),
    Shape(
        "JSON: sentences in documents",
        '{"documents": [{"id": "d1", "sentences": [\n'
        f'  {{"text": "{ANN}", "triples": [["Ann", "founded", "Bext"]]}},\n'
        f'  {{"text": "{BO}", "triples": []}}\n]}}]}}\n',
        (said(ANN, *FOUNDED), said(BO)),
        name="mine.json",
    ),
    Shape(
        "JSON: an object with sentence ids as keys",
        '{"1": [["Ann", "founded", "Bext"], ["Ann", "is in", "Ulm"]], "2": []}\n',
        (numbered("1", *FOUNDED), numbered("1", "Ann", "is in", "Ulm"), numbered("2")),
        name="mine.json",
    ),
    Shape(
        "JSON: an object with sentences as keys",
        f'{{"{ANN}": [{{"head": "Ann", "relation": "founded", "tail": "Bext"}}], "{BO}": []}}\n',
        (said(ANN, *FOUNDED), said(BO)),
        name="mine.json",
    ),
    Shape(
        "JSON: pairs of input and output, the output a list",
        f'[{{"input": "{ANN}", "output": [["Ann", "founded", "Bext"]]}}]\n',
        (said(ANN, *FOUNDED),),
        name="mine.json",
    ),
    Shape(
        "JSON: pairs of input and output, the output an object",
        f'[{{"input": "{ANN}", "output": '
        '{"facts": [{"subject": "Ann", "predicate": "founded", "object": "Bext"}]}}]\n',
        (said(ANN, *FOUNDED),),
        name="mine.json",
    ),
    Shape(
        "JSON lines: pairs of input and output, the output a text with JSON",
        f'{{"input": "{ANN}", "output": "[[\\"Ann\\", \\"founded\\", \\"Bext\\"]]"}}\n',
        (said(ANN, *FOUNDED),),
        name="mine.jsonl",
    ),
    Shape(
        "JSON: facts beside their sentence",
        f'{{"facts": [{{"subject": "Ann", "predicate": "founded", "object": "Bext"}}], "sentence": "{ANN}"}}\n',
        (said(ANN, *FOUNDED),),
        name="mine.json",
    ),
    Shape(
        "JSON: a knowledge graph whose edges refer to nodes",
        f'{{"text": "{ANN}",\n "nodes": [{{"id": 1, "label": "Ann"}}, {{"id": 2, "label": "Bext"}}],\n'
        ' "edges": [{"source": 1, "target": 2, "label": "founded"}]}\n',
        (said(ANN, *FOUNDED),),
        name="graph.json",
    ),
    Shape(
        "JSON: nodes first, edges from and to",
        '{"nodes": ["Ann", "Bext"], "edges": [{"from": "Ann", "to": "Bext", "type": "founded"}], "id": "1"}\n',
        (numbered("1", *FOUNDED),),
        name="graph.json",
    ),
    Shape(
        "JSON: entities and relations between their ids",
        f'{{"text": "{ANN}",\n "entities": [{{"id": "e1", "name": "Ann"}}, {{"id": "e2", "name": "Bext"}}],\n'
        ' "relations": [{"head": "e1", "type": "founded", "tail": "e2"}]}\n',
        (said(ANN, *FOUNDED),),
        name="mine.json",
    ),
    Shape(
        "JSON: kg-gen's graph beside its sentence",
        f'{{"sentence": "{ANN}", "entities": ["Ann", "Bext"], "edges": ["founded"], '
        '"relations": [["Ann", "founded", "Bext"]]}\n',
        (said(ANN, *FOUNDED, other=(("edges", '["founded"]'),)),),
        name="graph.json",
    ),
    Shape(
        "JSON: pairs of a sentence and its triples",
        f'[["{ANN}", [["Ann", "founded", "Bext"]]], ["{BO}", []]]\n',
        (said(ANN, *FOUNDED), said(BO)),
        name="pairs.json",
    ),
    Shape(
        "JSON: parts that are objects with a text",
        f'{{"sentence": "{ANN}", "triples": [{{"subject": {{"text": "Ann", "type": "person"}}, '
        '"relation": {"text": "founded"}, "object": {"name": "Bext"}}]}\n',
        (said(ANN, *FOUNDED),),
        name="mine.json",
    ),
    Shape(
        "JSON: numbered arguments",
        f'{{"sentence": "{ANN}", "extractions": '
        '[{"arg0": "Ann", "rel": "founded", "arg1": "Bext", "arg2": "in Ulm"}]}\n',
        (said(ANN, *FOUNDED, "in Ulm"),),
        name="mine.json",
    ),
    Shape(
        "JSON: a relation and its list of arguments",
        f'{{"sentence": "{ANN}", "tuples": [{{"relation": "founded", "arguments": ["Ann", "Bext", "in Ulm"]}}]}}\n',
        (said(ANN, *FOUNDED, "in Ulm"),),
        name="mine.json",
    ),
    Shape(
        "JSON lines: what pydantic dumps",
        f'{{"sentence": "{ANN}", "triples": [{{"subject": "Ann", "predicate": "founded", "object": "Bext", '
        '"confidence": null}]}\n',
        (said(ANN, *FOUNDED),),
        name="mine.jsonl",
    ),
    Shape(
        "JSON: columns, as pandas writes them",
        '{"id": {"0": 1, "1": 2}, "subject": {"0": "Ann", "1": "Bo"}, "relation": {"0": "founded", "1": "slept"}, '
        '"object": {"0": "Bext", "1": null}}\n',
        (numbered("1", *FOUNDED), numbered("2", "Bo", "slept")),
        name="frame.json",
    ),
    Shape(
        "JSON: columns as lists",
        f'{{"sentence": ["{ANN}"], "head": ["Ann"], "relation": ["founded"], "tail": ["Bext"]}}\n',
        (said(ANN, *FOUNDED),),
        name="frame.json",
    ),
    Shape(
        "JSON: the triples of a sentence in columns",
        f'{{"sentence": "{ANN}", "triples": {{"head": ["Ann", "Bext"], "relation": ["founded", "is in"], '
        '"tail": ["Bext", "Ulm"]}}\n',
        (said(ANN, *FOUNDED), said(ANN, "Bext", "is in", "Ulm")),
        name="frame.json",
    ),
    Shape(
        'JSON: columns and rows, pandas with orient="split"',
        '{"columns": ["id", "subject", "relation", "object"], "index": [0], "data": [[1, "Ann", "founded", "Bext"]]}\n',
        (numbered("1", *FOUNDED),),
        name="frame.json",
    ),
    Shape(
        "JSON: rows below a row of names",
        '[["id", "subject", "relation", "object"],\n ["1", "Ann", "founded", "Bext"]]\n',
        (numbered("1", *FOUNDED),),
        name="rows.json",
    ),
    Shape(
        "JSON: tuples as texts",
        f'{{"sentence": "{ANN}", "triples": ["(Ann; founded; Bext)", "(Ann, is in, Ulm)"]}}\n',
        (said(ANN, *FOUNDED), said(ANN, "Ann", "is in", "Ulm")),
        name="mine.json",
    ),
    Shape(
        "JSON: a key for each triple",
        f'{{"sentence": "{ANN}", "triple_1": ["Ann", "founded", "Bext"], "triple_2": ["Ann", "is in", "Ulm"]}}\n',
        (said(ANN, *FOUNDED), said(ANN, "Ann", "is in", "Ulm")),
        name="mine.json",
    ),
    Shape(
        "JSON: a text that holds JSON",
        f'"[{{\\"sentence\\": \\"{ANN}\\", \\"triples\\": [[\\"Ann\\", \\"founded\\", \\"Bext\\"]]}}]"\n',
        (said(ANN, *FOUNDED),),
        name="twice.json",
    ),
    Shape(
        "A saved answer: JSON in a code fence",
        f'```json\n{{"sentence": "{ANN}", "triples": [["Ann", "founded", "Bext"]]}}\n```\n',
        (said(ANN, *FOUNDED),),
        name="answer.md",
    ),
    Shape(
        "OpenAI's batches: JSON in a code fence, and a request that failed",
        '{"id": "batch_req_1", "custom_id": "1", "response": {"status_code": 200, "body": {"id": "chatcmpl-7", '
        '"choices": [{"index": 0, "message": {"role": "assistant", "content": '
        '"Sure:\\n```json\\n[[\\"Ann\\", \\"founded\\", \\"Bext\\"]]\\n```"}}]}}, "error": null}\n'
        '{"id": "batch_req_2", "custom_id": "2", "response": null, "error": {"message": "too many requests"}}\n',
        (numbered("1", *FOUNDED), numbered("2")),
        name="batch.jsonl",
    ),
    Shape(
        "OpenAI's batches: the arguments of a tool",
        '{"custom_id": "1", "response": {"body": {"choices": [{"message": {"role": "assistant", "content": null, '
        '"tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "save", '
        '"arguments": "{\\"triples\\": [{\\"s\\": \\"Ann\\", \\"p\\": \\"founded\\", \\"o\\": '
        '\\"Bext\\"}]}"}}]}}]}}}\n',
        (numbered("1", *FOUNDED),),
        name="batch.jsonl",
    ),
    Shape(
        "OpenAI's responses",
        '{"custom_id": "1", "response": {"body": {"id": "resp_7", "output": [{"type": "reasoning", "summary": []}, '
        '{"type": "message", "content": [{"type": "output_text", "text": "(Ann; founded; Bext)"}]}]}}}\n',
        (numbered("1", *FOUNDED),),
        name="batch.jsonl",
    ),
    Shape(
        "A chat with the sentence and the answer, a numbered list",
        f'{{"messages": [{{"role": "user", "content": "{ANN}"}}, {{"role": "assistant", '
        '"content": "1. (Ann; founded; Bext)\\n2. (Ann, is in, Ulm)"}]}\n',
        (said(ANN, *FOUNDED), said(ANN, "Ann", "is in", "Ulm")),
        name="chats.jsonl",
    ),
    Shape(
        "Anthropic's batches: blocks of text",
        '{"custom_id": "1", "result": {"type": "succeeded", "message": {"id": "msg_7", "role": "assistant", '
        '"content": [{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "- (Ann; founded; Bext)"}]}}}\n',
        (numbered("1", *FOUNDED),),
        name="batch.jsonl",
    ),
    Shape(
        "Anthropic's messages: the input of a tool",
        f'{{"sentence": "{ANN}", "response": {{"id": "msg_7", "role": "assistant", "content": [{{"type": "tool_use", '
        '"name": "save", "input": {"triples": [["Ann", "founded", "Bext"]]}}]}}\n',
        (said(ANN, *FOUNDED),),
        name="answers.jsonl",
    ),
    Shape(
        "Ollama's chat, with an id",
        '{"id": "1", "message": {"role": "assistant", "content": "(Ann; founded; Bext)"}, "done": true}\n',
        (numbered("1", *FOUNDED),),
        name="answers.jsonl",
    ),
    Shape(
        "A test bench's results: variables and response",
        f'{{"results": [{{"vars": {{"sentence": "{ANN}"}}, "response": {{"output": "(Ann; founded; Bext)"}}}}]}}\n',
        (said(ANN, *FOUNDED),),
        name="results.json",
    ),
    Shape(
        "Gemini's candidates",
        '{"id": "1", "response": {"candidates": [{"content": {"role": "model", "parts": '
        '[{"text": "Ann | founded | Bext"}'
        "]}}]}}\n",
        (numbered("1", *FOUNDED),),
        name="answers.jsonl",
    ),
    Shape(
        "An answer with a Markdown table",
        '{"id": "1", "answer": "| Subject | Relation | Object |\\n|---|---|---|\\n| Ann | founded | Bext |"}\n',
        (numbered("1", *FOUNDED),),
        name="answers.jsonl",
    ),
    Shape(
        "Answers with reasoning, and one that declines",
        '{"id": "1", "answer": "<think>(Ann; left; Ulm)? No.</think>\\n(Ann; founded; Bext)"}\n'
        '{"id": "2", "answer": "I am sorry, but I cannot help with that."}\n',
        (numbered("1", *FOUNDED), numbered("2")),
        name="answers.jsonl",
    ),
    Shape(
        "Triples beside the raw answer that they were read from",
        f'{{"sentence": "{ANN}", "raw_output": "(Ann; founded; Bext in Ulm)", "triples": '
        f'[["Ann", "founded", "Bext"]]}}\n',
        (said(ANN, *FOUNDED),),
        name="mine.jsonl",
    ),
    Shape(
        "Refused: gold and predictions side by side",
        f'[{{"sentence": "{ANN}", "gold": [["Ann", "founded", "Bext"]], "predicted": [["Ann", "founded", "Ulm"]]}}]\n',
        message="mine.json:1: expected one list of extractions at $[0], found gold, predicted; say which one counts, "
        "as in --map 'items=$[*].predicted[*]'",
        name="mine.json",
    ),
    Shape(
        "Refused: unknown keys",
        '{"results": [{"a": "Ann", "b": "founded", "c": "Bext", "nr": "1"}]}\n',
        message="mine.json:1: expected a subject (subject, head, s, arg1 …) and a relation (relation, predicate, rel, "
        "p …) at $.results[0], found the keys a, b, c, nr; name them, as in --map "
        "'items=$.results[*],subject=$.a,relation=$.b,object=$.c'",
        name="mine.json",
    ),
    Shape(
        "The same with paths to its parts",
        '{"results": [{"a": "Ann", "b": "founded", "c": "Bext", "nr": "1"}]}\n',
        (numbered("1", *FOUNDED),),
        name="mine.json",
        options={"map": "items=$.results[*],id=$.nr,subject=$.a,relation=$.b,object=$.c"},
        typed="--map 'items=$.results[*],id=$.nr,subject=$.a,relation=$.b,object=$.c'",
    ),
    Shape(
        "Gold and predictions side by side, with a path to the predictions",
        f'[{{"sentence": "{ANN}", "gold": [["Ann", "founded", "Bext"]], "predicted": [["Ann", "founded", "Ulm"]]}},\n'
        f' {{"sentence": "{BO}", "gold": [["Bo", "slept"]], "predicted": []}}]\n',
        (said(ANN, "Ann", "founded", "Ulm"), said(BO)),
        name="mine.json",
        options={"map": "items=$[*].predicted[*]"},
        typed="--map 'items=$[*].predicted[*]'",
    ),
    Shape(
        "Paths to a sentence and to arguments elsewhere",
        f'{{"texts": [{{"words": "{ANN}", "found": [{{"verb": {{"lemma": "found", "form": "founded"}}, '
        '"roles": ["Ann", "Bext", "in Ulm"], "trust": 0.5}]}]}\n',
        (said(ANN, *FOUNDED, "in Ulm", confidence=0.5),),
        name="mine.json",
        options={
            "map": {
                "items": "$.texts[*].found[*]",
                "sentence": "$.texts[*].words",
                "relation": "$.verb.form",
                "arguments": "$.roles[*]",
                "confidence": "$.trust",
            }
        },
        typed="--map 'items=$.texts[*].found[*]' --map 'sentence=$.texts[*].words' --map 'relation=$.verb.form' "
        "--map 'arguments=$.roles[*]' --map 'confidence=$.trust'",
    ),
    Shape(
        "Lists in an order of their own, with paths",
        '{"1": [["founded", "Ann", "Bext"]], "2": []}\n',
        (numbered("1", *FOUNDED), numbered("2")),
        name="mine.json",
        options={"map": ["items=$.*[*]", "relation=$[0]", "subject=$[1]", "object=$[2]"]},
        typed="--map 'items=$.*[*],relation=$[0],subject=$[1],object=$[2]'",
    ),
    Shape(
        "Tuples below their sentence",
        f"{ANN}\n(Ann; founded; Bext)\n- (Ann; is in; Ulm)\n\n{BO}\n(Bo; slept)\n\nIt rained .\n"
        "Bo left Ulm .\n(Bo; left; Ulm)\n",
        (
            said(ANN, *FOUNDED),
            said(ANN, "Ann", "is in", "Ulm"),
            said(BO, "Bo", "slept"),
            said("It rained ."),
            said("Bo left Ulm .", "Bo", "left", "Ulm"),
        ),
    ),
    Shape(
        "Refused: a path to nothing",
        '{"results": [{"a": "Ann", "b": "founded"}]}\n',
        message="mine.json:1: expected the subject at $.x in results[0], found the keys a, b",
        name="mine.json",
        options={"map": "items=$.results[*],subject=$.x,relation=$.b"},
        typed="--map 'items=$.results[*],subject=$.x,relation=$.b'",
    ),
    Shape(
        "Refused: no items at their path",
        '{"results": [{"a": "Ann", "b": "founded"}]}\n',
        message="mine.json: expected items at $.result[*], found nothing there",
        name="mine.json",
        options={"map": "items=$.result[*],subject=$.a,relation=$.b"},
        typed="--map 'items=$.result[*],subject=$.a,relation=$.b'",
    ),
    Shape(
        "Refused: a part that is none",
        '{"results": []}\n',
        message="unknown part for --map 'subj'; did you mean 'subject'? Known: items, id, sentence, subject, relation, "
        "object, arguments, confidence",
        name="mine.json",
        options={"map": "subj=$.a"},
        typed="--map 'subj=$.a'",
    ),
    Shape(
        "Refused: two keys that may be the relation",
        '[{"id": "1", "source": "Ann", "target": "Bext", "type": "directed", "label": "founded"}]\n',
        message="mine.json:1: expected a relation (relation, predicate, rel, p …) at $[0], found the keys id, source, "
        "target, type, label; name them, as in --map "
        "'items=$[*],subject=$.source,relation=$.label,object=$.target'",
        name="mine.json",
    ),
    Shape(
        "Refused: some extractions have a sentence, some have none",
        '{"id": "1", "triples": [["Ann", "founded", "Bext"]]}\n{"triples": [["Bo", "slept"]]}\n',
        message="mine.jsonl:2: expected an id or a sentence for all extractions or for none, found "
        "none for (Bo; slept; )",
        name="mine.jsonl",
    ),
    Shape(
        "Refused: several objects in one triple",
        '{"id": "1", "triples": [{"subject": "Ann", "relation": "founded", "object": ["Bext", "Cora"]}]}\n',
        message="mine.json:1: expected a text or a number as the object at $.triples[0], found a list of texts; "
        "write a triple for each, or wordings of one fact of gold as "
        '{"sentence": …, "facts": [{"variants": [[…, …, …], […, …, …]]}]}',
        name="mine.json",
    ),
    Shape(
        "Refused: lists in all slots of one triple, by its sentence's id",
        '{"t1": {"subject": ["Ann", "A. Doe"], "relation": ["founded", "began"], "object": ["Bext", "Bext"]}}\n',
        message="mine.json:1: expected a text or a number as the subject at $.t1, found a list of texts; "
        "write a triple for each, or wordings of one fact of gold as "
        '{"sentence": …, "facts": [{"variants": [[…, …, …], […, …, …]]}]}',
        name="mine.json",
    ),
    Shape(
        "Refused: lists in all slots of one triple",
        f'{{"sentence": "{ANN}", "subject": ["Ann", "A. Doe"], "relation": ["founded", "began"], '
        '"object": ["Bext", "Bext"]}\n',
        message="mine.json:1: expected a text or a number as the subject at $, found a list of texts; "
        "write a triple for each, or wordings of one fact of gold as "
        '{"sentence": …, "facts": [{"variants": [[…, …, …], […, …, …]]}]}',
        name="mine.json",
    ),
    Shape(
        "Refused: a relation that is null",
        '{"id": "1", "triples": [{"subject": "Ann", "relation": null, "object": "Bext"}]}\n',
        message="mine.json:1: expected a text or a number as the relation at $.triples[0], found null",
        name="mine.json",
    ),
    Shape(
        "Refused: sentences that are named twice",
        '{"doc1": {"0": [["Ann", "founded", "Bext"]]}}\n',
        message="mine.json:1: expected one name for each sentence in doc1['0'], found the key '0' inside what has a "
        "name already",
        name="mine.json",
    ),
    Shape(
        "Refused: texts among triples",
        '[["Ann", "founded", "Bext"], "and so on"]\n',
        message="mine.json:1: expected a list of triples, or of records, alone, found texts among them: "
        '[["Ann", "founded", "Bext"], "and so on"]',
        name="mine.json",
    ),
    Shape(
        "Refused: several answers to one question",
        '{"custom_id": "1", "choices": [{"text": "(Ann; founded; Bext)"}, {"text": "(Ann; founded; Ulm)"}]}\n',
        message="mine.jsonl:1: expected one answer in choices, found 2; keep the one that is meant",
        name="mine.jsonl",
    ),
    Shape(
        "Refused: answers without a tuple",
        '{"id": "1", "answer": "I am sorry, but I cannot help with that."}\n',
        message="mine.jsonl:1: expected an answer with tuples in answer, found none in any answer, of which the first "
        "is 'I am sorry, but I cannot help with that.'",
        name="mine.jsonl",
    ),
    Shape(
        "Refused: extractions under keys that nobody can guess",
        '[{"q": "Ann founded Bext in Ulm .", "res": {"t": [{"a": "Ann", "b": "founded", "c": "Bext"}]}}]\n',
        message='mine.json:1: expected extractions at $[0], such as {"sentence": "Ann founded Bext.", "triples": '
        '[["Ann", "founded", "Bext"]]}, found the keys q, res; if they are under other keys, name these with --map, '
        "which the help of `karat evaluate` shows",
        name="mine.json",
    ),
    Shape(
        "The same with its keys named",
        '[{"q": "Ann founded Bext in Ulm .", "res": {"t": [{"a": "Ann", "b": "founded", "c": "Bext"}]}}]\n',
        (said(ANN, "Ann", "founded", "Bext"),),
        name="mine.json",
        options={"map": "items=$[*].res.t[*],sentence=$.q,subject=$.a,relation=$.b,object=$.c"},
        typed="--map 'items=$[*].res.t[*],sentence=$.q,subject=$.a,relation=$.b,object=$.c'",
    ),
    Shape(
        "Refused: nothing but settings",
        '{"model": "m", "temperature": 0}\n',
        message='mine.json:1: expected extractions at $, such as {"sentence": "Ann founded Bext.", "triples": [["Ann", '
        '"founded", "Bext"]]}, found the keys model, temperature',
        name="mine.json",
    ),
    Shape(
        "Refused: a record without extractions among others",
        '[{"id": "1", "triples": [["Ann", "founded", "Bext"]]}, {"id": "2"}]\n',
        message='mine.json:1: expected extractions at $[1], such as {"sentence": "Ann founded Bext.", '
        '"triples": [["Ann", '
        '"founded", "Bext"]]}, found the keys id',
        name="mine.json",
    ),
    Shape(
        "Refused: an empty list",
        "[]\n",
        message='mine.json:1: expected at least one extraction, such as {"sentence": "Ann founded Bext.", "triples": '
        '[["Ann", "founded", "Bext"]]}, found none',
        name="mine.json",
    ),
    Shape(
        "Refused: numbers",
        "[1, 2, 3]\n",
        message="mine.json:1: expected a triple: a list of texts, or an object with subject, relation "
        "and object, found "
        "[1, 2, 3]",
        name="mine.json",
    ),
    Shape(
        "Refused: JSON that breaks off",
        '[\n  {"id": "1", "triples": [["Ann", "founded"\n',
        message="mine.json:2: expected JSON, found expecting ',' delimiter at character 44 in [0].triples[0][1]: "
        '\'  {"id": "1", "triples": [["Ann", "founded"\'; the text breaks off',
        name="mine.json",
    ),
    Shape(
        "Refused: JSON lines whose last line breaks off",
        '{"id": "1", "triples": [["Ann", "founded", "Bext"]]}\n{"id": "2", "tri\n',
        message="mine.jsonl:2: expected JSON, found unterminated string at character 13 in id: "
        '\'{"id": "2", "tri\'; the text breaks off',
        name="mine.jsonl",
    ),
    Shape(
        "Refused: objects with line breaks, one after the other",
        '{\n "id": "1", "triples": []\n}\n{\n "id": "2", "triples": []\n}\n',
        message="mine.json:4: expected JSON, found extra data at character 1: '{'; several values need a line each, "
        "or a list around them",
        name="mine.json",
    ),
    Shape(
        "Refused: a comma too many",
        '{"id": "1", "triples": [["Ann", "founded", "Bext"],]}\n',
        message='mine.json:1: expected JSON, found expecting value at character 52 in triples[1]: \'{"id": "1", '
        '"triples": [["Ann", "founded", "Bext"],]}\'; JSON has no comma after the last value',
        name="mine.json",
    ),
    Shape(
        "Refused: NaN",
        '{"id": "1", "triples": [["Ann", "founded", NaN]]}\n',
        message="mine.json:1: expected a finite number in triples[0][2], found NaN at character 44",
        name="mine.json",
    ),
]

GROUPS = {"Tables": TABLES, "JSON and answers of language models": JSON}
SHAPES = [shape for shapes in GROUPS.values() for shape in shapes]


@pytest.mark.parametrize("shape", SHAPES, ids=[shape.title for shape in SHAPES])
def test_an_everyday_file(shape: Shape, file: Callable[..., Path]) -> None:
    path = file(shape.text, shape.name)
    if not shape.message:
        rows, _ = read_output(path, None, "utf-8", None, **shape.options)
        assert rows == list(shape.rows)
        return
    with pytest.raises(KaratError) as caught:
        read_output(path, None, "utf-8", None, **shape.options)
    assert str(caught.value).replace(f"{path.parent}{os.sep}", "") == shape.message


ADVISED = [shape for shape in SHAPES if "as in --map '" in shape.message]


@pytest.mark.parametrize("shape", ADVISED, ids=[shape.title for shape in ADVISED])
def test_what_a_message_advises_is_read(shape: Shape, file: Callable[..., Path]) -> None:
    advised = shape.message.partition("as in --map '")[2].partition("'")[0]
    rows, _ = read_output(file(shape.text, shape.name), None, "utf-8", None, map=advised)
    assert [row.extraction for row in rows if row.extraction is not None]


def test_titles_are_distinct() -> None:
    assert len({shape.title for shape in SHAPES}) == len(SHAPES)


def test_the_manual_shows_every_shape() -> None:
    by_hand, marker, _ = PAGE.read_text(encoding="utf-8").partition(MARKER)
    assert marker
    whole = f"{by_hand}{MARKER}\n\n{rendered()}"
    if os.environ.get("KARAT_GOLDEN") == "renew":
        PAGE.write_text(whole, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == whole


def rendered() -> str:
    """The part of the page that shows the table."""
    blocks = []
    for group, shapes in GROUPS.items():
        blocks.append(f"## {group}")
        for shape in shapes:
            text = shape.text if isinstance(shape.text, str) else shape.shown
            blocks += [f"### {shape.title}", fenced(text.replace("\r", "").strip("\ufeff\n"), shape.name)]
            if shape.typed:
                blocks.append(f"With `{shape.typed}`:")
            blocks.append(fenced("\n".join(map(in_words, shape.rows)) or shape.message, said_of(shape)))
    return "\n\n".join(blocks) + "\n"


def said_of(shape: Shape) -> str:
    return "refused" if shape.message else "read as"


def fenced(text: str, title: str) -> str:
    return f'```text title="{title}"\n{text}\n```'


def in_words(row: Row) -> str:
    """A row as the page shows it: sentence, triple, confidence."""
    names = [f"sentence {row.sentence_id}"] if row.sentence_id is not None else []
    names += [f"“{row.sentence}”"] if row.sentence is not None else []
    if row.extraction is None:
        return f"{' '.join(names) or 'a sentence'}: nothing"
    subject, *others = row.extraction.arguments or ("",)
    parts = "; ".join((subject, row.extraction.relation, *others))
    confidence = f", confidence {row.extraction.confidence:g}" if row.extraction.confidence != 1 else ""
    kept = "".join(f", {name}: {value}" for name, value in row.extraction.other)
    return f"{' '.join(names) + ': ' if names else ''}({parts}){confidence}{kept}"
