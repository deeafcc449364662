"""Sixty sentences of our own whose facts were judged by hand; the manual's page has the shares and the kinds.

``judged.tsv`` has each sentence with its style, the facts that are extracted, right or wrong, and those that are
missed, in the form of the others, with the kind of each mistake. Where a rule or a parser changes what is extracted,
the facts that differ must be judged again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from karat.systems.clauses.extractor import find_propositions
from karat.systems.clauses.sentence import Parse

ROWS = [row.split("\t") for row in Path(__file__).with_name("judged.tsv").read_text("utf-8").splitlines()]
COUNTS = Counter(verdict for verdict, *_ in ROWS)
PAGE = (Path(__file__).parents[3] / "docs" / "systems" / "clauses.md").read_text("utf-8")


def test_what_was_judged_is_what_is_extracted(parse_english: Callable[[str], Parse]) -> None:
    judged: dict[str, set[str]] = {}
    for verdict, *fields in ROWS:
        if verdict == "sentence":
            facts = judged.setdefault(fields[1], set())
        elif verdict != "missed":
            facts.add(fields[0])
    assert len(judged) == 60
    for text, expected in judged.items():
        parse = parse_english(text)
        assert {"; ".join(each.write(parse)) for each in find_propositions(parse)} == expected


def test_the_page_has_the_shares_and_the_kinds() -> None:
    right, wrong, missed = COUNTS["right"], COUNTS["wrong"], COUNTS["missed"]
    precision, recall = right / (right + wrong), right / (right + missed)
    shares = (
        f"precision {precision:.2f} ({right} of {right + wrong}), recall {recall:.2f} ({right} of {right + missed})"
    )
    assert shares.replace(" 0.", " .") in PAGE
    kinds = Counter((row[0], row[2]) for row in ROWS if row[0] in ("wrong", "missed"))
    rows = re.findall(r"^\| ([^|]+?) \| (\d+) \| (\d+) \| [^|]+ \|$", PAGE, re.MULTILINE)
    shown = {
        (verdict, kind): int(count)
        for kind, *counts in rows
        for verdict, count in zip(("wrong", "missed"), counts, strict=True)
    }
    assert {key: count for key, count in shown.items() if count} == kinds
