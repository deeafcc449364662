"""Where the search starts: the examples of the manual, samples, and small files of each kind."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import karat
from karat.benchmarks import sample_path
from karat.formats import FORMATS

PAGES = Path(__file__).parents[2] / "docs" / "formats"
EXAMPLE = re.compile(r"```(?:text|json)[^\n]*\n(.*?)\n```", re.DOTALL)

MUC_SLOTS = """MESSAGE: ID|MESSAGE: TEMPLATE
INCIDENT: DATE|INCIDENT: LOCATION|INCIDENT: TYPE|INCIDENT: STAGE OF EXECUTION|INCIDENT: INSTRUMENT ID
INCIDENT: INSTRUMENT TYPE|PERP: INCIDENT CATEGORY|PERP: INDIVIDUAL ID|PERP: ORGANIZATION ID
PERP: ORGANIZATION CONFIDENCE|PHYS TGT: ID|PHYS TGT: TYPE|PHYS TGT: NUMBER|PHYS TGT: FOREIGN NATION
PHYS TGT: EFFECT OF INCIDENT|PHYS TGT: TOTAL NUMBER|HUM TGT: NAME|HUM TGT: DESCRIPTION|HUM TGT: TYPE|HUM TGT: NUMBER
HUM TGT: FOREIGN NATION|HUM TGT: EFFECT OF INCIDENT|HUM TGT: TOTAL NUMBER"""
MUC_VALUES = {0: "DEV-1", 1: "1", 4: "BOMBING / ATTACK", 9: '"TWO MEN" / "MEN"', 13: 'OFFICE / SHOP: "KIOSK"'}
MUC_KEY = "".join(
    f"{f'{number}.':<4}{slot:<31}{MUC_VALUES.get(number, '-')}\n"
    for number, slot in enumerate(re.split(r"[|\n]", MUC_SLOTS))
)

FILLERS = '"PerpInd": [["two men", "the men"]], "Target": [["a van"]]'
PLACES = '"PerpInd": [[["two men", 4], ["the men", 90]]], "Target": [[["a van", 7]], []]'
MORE = (
    ("muc-keys", MUC_KEY),
    ("gtt-gold", f'{{"docid": "TST3-MUC4-0001", "templates": [{{"incident_type": "attack", {PLACES}}}]}}'),
    ("iterx", f'{{"TST3-MUC4-0001": [{{"incident_type": "attack", {FILLERS}}}]}}\n{{"TST3-MUC4-0002": []}}'),
    ("grit-gold", f'{{"docid": "TST4-MUC4-0002", "extracts": {{{PLACES}}}}}'),
    ("grit", f'{{"40002": {{"pred_extracts": {{{FILLERS}}}, "gold_extracts": {{{FILLERS}}}}}}}'),
)
"""Formats whose pages show no whole file."""


@cache
def seeds_of_formats() -> dict[str, tuple[bytes, ...]]:
    """Give the examples of each format's page; a JSON document also in one line."""
    pages = {page.stem: EXAMPLE.findall(page.read_text(encoding="utf-8")) for page in PAGES.glob("*.md")}
    covered = re.search(r"^covers: (.*)$", (PAGES / "gtt.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert covered is not None
    for name in (*covered[1].split(", "), "muc-keys"):
        pages[name] = []  # one page shows several, or a part
    for name, text in MORE:
        pages[name].append(text)
    return {
        format.name: tuple(text.encode() for example in pages[format.name] for text in _spellings(example))
        for format in FORMATS
    }


def _spellings(example: str) -> Iterator[str]:
    yield example
    with suppress(ValueError):
        yield json.dumps(json.loads(example), ensure_ascii=False)


ANSWERS = (
    b'[{"subject": "Ann", "relation": "moved to", "object": "Oslo", "confidence": 0.9}]',
    b"Here are the tuples:\n1. (Ann; moved to; Oslo)\n2. (Bo; slept)\n",
    b"Subject: Ann\nRelation: moved to\nObject: Oslo\n\n| Ann | moved to | Oslo |",
    b'<think>hm</think>```json\n{"tuples": [["Ann", "moved to", "Oslo"]], }\n```',
    b'{"fact": "incorrect", "attribution": "none", "rules": ["F3", "F 10"], "reason": "too long"}',
    b"Fact: correct\nAttribution: incorrect (A2)\nI cannot tell.",
)
PLAN = b"""benchmarks = ["karat-sample", {gold = "gold.txt", name = "mine", facets = ["default", "C"]}]
[experiment]
title = "Two"
folder = "two"
limit = 5
[systems.naive]
system = "naive"
family = "baseline"
[systems.careful]
published = "careful"
[systems.model]
system = "llm"
endpoint = "http://localhost:8000/v1"
model = "m"
price_in = 0.15
"""


def json_lines(*values: object) -> bytes:
    """Write each value on a line."""
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


RUN = json_lines(
    {
        "karat": "run",
        "system": "naive",
        "version": "1",
        "settings": {"tagger": "nltk"},
        "karat_version": "0.1.0",
        "sentences": 2,
        "fingerprint": "ab",
        "samples": 1,
    },
    {
        "karat": "result",
        "id": "1",
        "sentence": "Ann slept .",
        "extractions": [{"relation": "slept", "arguments": ["Ann"]}],
    },
    {"karat": "result", "id": "2", "sentence": "It rained .", "failure": "no verb"},
)
ORIGINAL = {
    "id": "1",
    "sentence": "Ann slept .",
    "args": [["slept", "Ann"]],
    "tree": "(ROOT (S (NP (NNP Ann)) (VP (VBD slept))))",
}
CANDIDATES = json_lines(
    {**ORIGINAL, "number": 0, "of": 2, "target": "(ROOT (S (VP)))", "text": "Ann was asleep .", "generator": "m"},
    {**ORIGINAL, "number": 1, "of": 2, "target": "(ROOT (NP))", "text": None, "reason": "refused", "generator": "m"},
)
DRAWN = {"source": "(ROOT (S (NP) (VP)))", "similarity": 0.5, "probability": 1.0, "parse": "(ROOT (S (VP)))"}
CLIQUE_TARGETS = json_lines({**ORIGINAL, "parse": "(ROOT (S (NP) (VP)))", "targets": [DRAWN]})
BANK = b"# karat parse bank, height 2\n3\t(S (NP) (VP))\t(S (VP))\n1\t(S (NP) (VP))\t(S (NP))\n"
GOLD = b"""sent_id:1\tAnn , a baker , moved to Oslo in 1990 .
1--> Cluster 1:
Ann --> moved to --> Oslo
[Ann] --> moved --> to Oslo
1--> Cluster 2:
Ann --> [is] --> a baker

sent_id:2\tBo slept .
2--> Cluster 1:
Bo --> slept --> soundly
"""
OUTPUT = b"""1\tAnn\tmoved to\tOslo
1\tAnn\tis\ta baker , moved
2\tBo\tslept\t
"""
ROWS = b"""{"sentence_id": "1", "subject": "Ann", "relation": "moved to", "object": "Oslo", "confidence": 0.5}
{"sentence_id": "2", "subject": "Bo", "relation": "slept", "confidence": 0.25}
"""


def saved_evaluation() -> bytes:
    """Score three extractions of two sentences, which makes a small file."""
    gold = {"Ann moved to Oslo .": [("Ann", "moved to", "Oslo"), ("Ann", "moved", "[to] Oslo")], "Bo slept .": []}
    mine = [("Ann moved to Oslo .", "Ann", "moved to", "Oslo", 0.9), ("Bo slept .", "Bo", "slept", "", 0.4)]
    evaluation = karat.evaluate({"mine": mine, "theirs": mine[1:]}, gold=gold)
    return json.dumps(evaluation.to_json(), ensure_ascii=False).encode()


def some_of_a_study() -> bytes:
    """Give the first lines of the sample study: short seeds are quick, and what breaks a reader is seldom long."""
    return b"".join(sample_path("study.jsonl").read_bytes().splitlines(keepends=True)[:12])


def one_clique() -> bytes:
    """Give the first clique of the sample."""
    return json.dumps(json.loads(sample_path("cliques.json").read_bytes())[:1], ensure_ascii=False).encode()
