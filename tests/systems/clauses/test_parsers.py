"""CoreNLP drives the rules; here its answer is that of a local server."""

from __future__ import annotations

import json
from contextlib import closing

from fake_corenlp import FakeServer, Handler, annotate

from karat.model import Sentence
from karat.systems.clauses import Clauses, ClausesOptions
from karat.systems.system import Extracted

TAGS = {"Ann": "NNP", "lives": "VBZ", "in": "IN", "Ulm": "NNP", ".": "."}
GOVERNORS = {"Ann": (2, "nsubj"), "lives": (0, "ROOT"), "in": (4, "case"), "Ulm": (2, "obl:in"), ".": (2, "punct")}


def parse(handler: Handler, text: str) -> None:
    """Answer with a parse of the sentence that the words above make."""
    answer = annotate(text)
    for sentence in answer["sentences"]:
        forms = [token["word"] for token in sentence["tokens"]]
        for token in sentence["tokens"]:
            token["pos"] = TAGS.get(token["word"], "NN")
        sentence["basicDependencies"] = [
            {
                "dep": GOVERNORS.get(form, (0, "ROOT"))[1],
                "governor": GOVERNORS.get(form, (0, "ROOT"))[0],
                "dependent": number,
            }
            for number, form in enumerate(forms, 1)
        ]
    handler.reply(200, json.dumps(answer).encode())


def test_corenlp() -> None:
    server = FakeServer(parse)
    try:
        with closing(Clauses(ClausesOptions(corenlp=server.url))) as system:
            (result,) = system.extract([Sentence("1", "Ann lives in Ulm .")])
            assert system.settings["corenlp"] is True
    finally:
        server.stop()
    assert isinstance(result, Extracted)
    assert [(each.subject, each.relation, each.object) for each in result.extractions] == [("Ann", "lives in", "Ulm")]
