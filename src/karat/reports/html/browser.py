"""The example browser: every verdict with its closest gold fact, packed into the page."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

from karat.formats.text.slots import render_slot
from karat.model import Fact
from karat.reports.html.elements import Html, element
from karat.reports.tables.table import counted, printable
from karat.results.evaluation import Evaluation
from karat.results.explanation.examples import examples
from karat.results.explanation.explanation import Explanation
from karat.results.explanation.profile import BUCKETS, bucket_name, wrong_slots
from karat.results.explanation.slot_differences import Mark
from karat.results.explanation.verdicts import Slots

MOST_EXAMPLES = 2_000
"""So many extractions of each system are packed, unless told otherwise."""

SIGNS = {Mark.SAME: "=", Mark.OPTIONAL: "?", Mark.EXTRA: "+", Mark.MISSING: "-"}
RIGHT, WITHOUT_GOLD, WITHOUT_CREDIT = "", "-", "111"


def example_data(evaluation: Evaluation, most: int | None = MOST_EXAMPLES) -> dict[str, Any]:
    """Make the data for the page's script: each text once, and examples as lists of indices into them."""
    systems = {system.name: place for place, system in enumerate(evaluation)}
    sentences: dict[str, int] = {}
    texts: list[tuple[str, str]] = []
    facts: dict[str, int] = {}
    rows = []
    for name, found in examples(evaluation, most):
        if found.sentence.id not in sentences:
            sentences[found.sentence.id] = len(texts)
            texts.append((found.sentence.id, found.sentence.text))
        fact = None if found.fact is None else facts.setdefault(_written(found.fact), len(facts))
        rows.append([systems[name], sentences[found.sentence.id], fact, _bucket(found), _slots(found), found.reason])
    return {
        "systems": [printable(name) for name in systems],
        "sentences": texts,
        "facts": list(facts),
        "examples": rows,
    }


def _written(fact: Fact) -> str:
    return " --> ".join(map(render_slot, fact))


def _bucket(found: Explanation) -> str:
    if found.correct:
        return RIGHT
    return _key(found.slots) if found.fact is not None else WITHOUT_GOLD


def _key(slots: tuple[bool, ...]) -> str:
    return "".join(str(int(right)) for right in slots)


def _slots(explanation: Explanation) -> list[str]:
    """Each slot's words, a sign before each: ``=`` shared, ``?`` optional, ``+`` too many, ``-`` wanting."""
    if explanation.fact is None:
        return [" ".join(f"={word}" for word in text.split()) for text in explanation.extraction.triple]
    return [
        " ".join(f"{SIGNS[each.mark]}{each.word}" for each in difference.words)
        for difference in explanation.differences
    ]


def pack(data: object) -> str:
    """Compress a document into characters that are safe in HTML; equal documents give equal texts."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), compresslevel=9, mtime=0)).decode()


def unpack(text: str) -> Any:
    """Restore what ``pack`` compressed."""
    return json.loads(gzip.decompress(base64.b64decode(text)))


def example_browser(evaluation: Evaluation, most: int | None = MOST_EXAMPLES) -> Html:
    """Filters, a list to be filled by the page's script, and the packed examples."""
    data = example_data(evaluation, most)
    full = sum(len(system.verdicts) for system in evaluation)
    kept = len(data["examples"])
    cap = counted(most or 0, "extraction")
    capped = f" At most {cap} of each system are in this file, evenly spread: {kept:,} of {full:,}."
    systems = [(name, name) for name in data["systems"]]
    buckets = [*((_key(bucket), _named(bucket)) for bucket in BUCKETS), (WITHOUT_GOLD, "sentence without gold facts")]
    if any(bucket == WITHOUT_CREDIT for _, _, _, bucket, *_ in data["examples"]):
        buckets.append((WITHOUT_CREDIT, "a gold fact whose credit another extraction has"))
    return element(
        "div",
        element(
            "p",
            "Every extraction beside the gold fact that accepts it or comes closest. ",
            element("del", "Words"),
            " the gold does not allow, ",
            element("ins", "words"),
            " it demands, ",
            element("span", "words", class_="optional"),
            " it leaves free.",
            capped if kept < full else None,
        ),
        element(
            "div",
            _select("by-system", "System", "all systems", systems),
            _select("by-verdict", "Verdict", "right and wrong", [("wrong", "wrong"), ("right", "right")], "wrong"),
            _select("by-kind", "Kind of error", "all kinds", buckets),
            element(
                "label",
                "Search",
                element("input", type="search", id="by-text", placeholder="words of sentence, extraction or gold"),
                class_="wide",
            ),
            class_="filters",
        ),
        element("p", "The examples need JavaScript.", id="examples-count", class_="count", role="status"),
        element("ol", id="examples-list", class_="examples"),
        element("p", element("button", "Show more", id="examples-more", type="button", hidden=True), class_="more"),
        element("script", pack(data), type="application/octet-stream", id="examples-data"),
    )


def _named(bucket: Slots) -> str:
    return f"{bucket_name(bucket)} wrong: {wrong_slots(bucket)}"


def _select(id: str, label: str, everything: str, options: list[tuple[str, str]], chosen: str = "") -> Html:
    each = [
        element("option", name, value=value, selected=value == chosen) for value, name in [("", everything), *options]
    ]
    return element("label", label, element("select", each, id=id))
