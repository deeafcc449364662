"""Cases of facet E, which tests of Python and of TypeScript read.

``python tests/annotate/synsets/entity_cases.py`` writes them to ``web/fixtures/entities.json``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parent))

from gold_states import state

from karat.annotate.synsets.entities import derived_entities

FILE = Path(__file__).parents[3] / "web" / "fixtures" / "entities.json"

# name: triples of one synset, and those that facet E leaves out
CASES: dict[str, tuple[str, list[str]]] = {
    "one triple": ("Ann --> sold --> house to Bob", []),
    "a shorter object": ("Ann --> sold --> house to Bob\nAnn --> sold house --> to Bob", ["t1"]),
    "the shortest of three": (
        "Ann --> sold --> house to Bob\nAnn --> sold house --> to Bob\nAnn --> sold house to --> Bob",
        ["t1", "t2"],
    ),
    "optional words count": (
        "Ann --> sold --> [the] [old] house\nAnn --> sold [the] --> [old] house\nAnn --> sold [the old] --> house",
        ["t1", "t2"],
    ),
    "equally short": ("Ann --> sold [the] --> house\nAnn --> sold the --> house", []),
    "other words": ("Ann --> sold --> the house\nAnn --> sold to --> Bob", []),
    "another subject": ("Ann --> sold --> the house\nBob --> sold the --> house", []),
}


def file_text() -> str:
    cases: list[dict[str, Any]] = []
    for name, (text, _) in CASES.items():
        of = state(text)
        left_out = [id for id, is_in in derived_entities(of).items() if not is_in]
        cases.append({"name": name, "triples": [each.to_json() for each in of.triples()], "left_out": left_out})
    return json.dumps(cases, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(file_text(), encoding="utf-8")
