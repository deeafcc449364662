"""Errors quote at most 200 characters of a file, whichever piece of it is long."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from mutation import TOKEN
from targets import Target, targets

from karat.errors import MOST_QUOTED, KaratError

TARGETS = targets()
PIECES = (b"lorem ipsum " * 60, b"x" * 700, b"don't (won't) " * 60, b"a;b;[c]" * 100)
PLACES = 4
"""How many tokens of a file are made long in turn."""


def longest_quotation(message: str, text: str) -> str:
    """Give the first piece of over 200 characters that the message has of the file; empty if there is none."""
    written = (text, repr(text)[1:-1], json.dumps(text)[1:-1], json.dumps(text, ensure_ascii=False)[1:-1])
    for line in message.split("\n"):
        for start in range(len(line) - MOST_QUOTED):
            piece = line[start : start + MOST_QUOTED + 1]
            if any(piece in each for each in written):
                return piece
    return ""


def refusal(target: Target, data: bytes, folder: Path) -> str:
    try:
        target.run(data, folder)
    except KaratError as error:
        return str(error)
    return ""


@pytest.mark.thorough
def test_long_pieces_anywhere(tmp_path: Path) -> None:
    refused = 0
    for target in TARGETS:
        choice = random.Random(target.name)
        seed = choice.choice(target.seeds)
        tokens = list(TOKEN.finditer(seed[:20_000]))
        places = PLACES if target.weight >= 0.5 else 1  # the others take milliseconds for a file
        for token in choice.sample(tokens, min(len(tokens), places)):
            for piece in PIECES:
                data = seed[: token.start()] + piece + seed[token.end() :]
                message = refusal(target, data, tmp_path)
                refused += bool(message)
                assert not longest_quotation(message, data.decode("utf-8", "replace")), (target.name, message)
    assert refused > 500


CLUSTERS = "1\tw\t_\t_\t_\t_\t_\t_\t_\tEntity=LONG)\n"
OPENED = "1\tw\t_\t_\t_\t_\t_\t_\t_\tEntity=(LONG\n"


@pytest.mark.parametrize(
    ("target", "text"),
    [
        pytest.param("read coreference of corefud", CLUSTERS, id="a cluster that is closed"),
        pytest.param("read coreference of corefud", OPENED, id="a cluster that stays open"),
        pytest.param("read templates of gtt", '{"1": {"pred_templates": [{"LONG": 1}]}}', id="a slot"),
        pytest.param(
            "read templates of iterx", '{"LONG": [{"incident_type": "a", "PerpInd": 1}]}', id="the id of a document"
        ),
        pytest.param("read amr of triples", "d\tw\tTOP\t\nd\tw\tinstance\tgo\nd\tLONG\tinstance\ta", id="a variable"),
        pytest.param("read robust", '{"LONG": {"sent": 1}}', id="the key of a clique"),
        pytest.param("plan", "[experiment]\nLONG = 1\n", id="a key of a plan"),
    ],
)
@pytest.mark.parametrize("long", ["lorem ipsum " * 60, "x" * 700], ids=["words", "a word"])
def test_long_names(target: str, text: str, long: str, tmp_path: Path) -> None:
    chosen = next(each for each in TARGETS if each.name == target)
    piece = f'"{long}"' if target == "plan" else long
    message = refusal(chosen, text.replace("LONG", piece).encode(), tmp_path)
    assert message
    assert not longest_quotation(message, text.replace("LONG", long)), message
