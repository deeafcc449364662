"""Input that must do no harm, and the same output in every process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from karat.model import Sentence, Word
from karat.systems.clauses import Clauses, ClausesOptions
from karat.systems.clauses.schemes import from_words
from karat.systems.system import Extracted, Failure


@pytest.fixture(scope="module")
def systems() -> tuple[Clauses, ...]:
    """The system with its defaults, and with all that can be asked for."""
    return (
        Clauses(),
        Clauses(ClausesOptions(annotations=("all",), minimal=True)),
        Clauses(ClausesOptions(annotations=("all",), nary=True)),
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param(" \t ", id="white space"),
        pytest.param("🙂🙃 👩‍👩‍👧 🇫🇮", id="emoji alone"),
        pytest.param("Pia 🙂 sold 🛶 the boat 👩‍👩‍👧 in Kiel.", id="emoji between words"),
        pytest.param("((Pia [sold) the {boat] in Kiel", id="unbalanced brackets"),
        pytest.param('"Pia sold " the " boat " in Kiel', id="unbalanced quotes"),
        pytest.param("))))((((", id="brackets alone"),
        pytest.param("... --- !!! ???", id="marks alone"),
        pytest.param("Pia\u200bsold\ufeffthe\u00a0boat\u2028in Kiel", id="odd spaces"),
        pytest.param("P\u0000ia sold\u0007 the boat.", id="control characters"),
        pytest.param("بيا باعت القارب 皮娅卖了船 Пиа продала лодку", id="other scripts"),
        pytest.param("sold " * 60, id="one verb again and again"),
        pytest.param("that " * 60, id="one pronoun again and again"),
        pytest.param("of the " * 60, id="prepositions without end"),
        pytest.param("QUANT_S_1 sold 3 QUANT_O_1 boats.", id="placeholders in the text"),
        pytest.param("a" * 3000, id="one long word"),
        pytest.param("Pia sold\nthe boat\r\nin\tKiel.", id="line breaks"),
    ],
)
def test_hostile_sentences_do_no_harm(systems: tuple[Clauses, ...], text: str) -> None:
    for system in systems:
        (result,) = system.extract([Sentence("1", text)])
        assert isinstance(result, Extracted)
        for extraction in result.extractions:
            slots = (extraction.relation, *extraction.arguments)
            assert all(slots)
            assert not any(character in slot for slot in slots for character in "\n\r\t")


def test_half_a_character_is_a_failure(systems: tuple[Clauses, ...]) -> None:
    (result,) = systems[0].extract([Sentence("1", "Pia sold \ud83d the boat.")])
    assert result == Failure("expected text that UTF-8 can hold, found '\\ud83d'")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Pia sold " + ", ".join(["the boat"] * 1660) + " and the car.", id="one list"),
        pytest.param("Pia sold the boat in Kiel and " * 710 + "left.", id="many clauses"),
        pytest.param("Pia sold the boat " + "of the man " * 1660 + ".", id="nested phrases"),
        pytest.param("Pia, " + "who sold the boat and " * 1000 + "left.", id="nested relative clauses"),
    ],
)
def test_5000_tokens(systems: tuple[Clauses, ...], text: str) -> None:
    assert len(text.split()) > 4900 or text.count(",") > 1600
    started = time.process_time()
    (result,) = systems[1].extract([Sentence("1", text)])
    assert isinstance(result, Extracted)
    assert time.process_time() - started < 30


def repeated(first: str, again: str, last: str, times: int) -> list[Word]:
    """Read words as ``form/part of speech/relation/governor``; a governor in ``again`` counts from its own word."""
    rows = [row.split("/") for row in (first, *[again] * times, last) for row in row.split()]
    words: list[Word] = []
    for number, (form, upos, relation, governor) in enumerate(rows, 1):
        head = number + int(governor) if governor[0] in "+-" else int(governor)
        words.append(Word(form, form, upos, upos, (), head, relation))
    return words


DEEP = {
    "statements": (
        "",
        "Pia/PROPN/nsubj/+1 say/VERB/ccomp/-3 that/SCONJ/mark/+2",
        "Ivo/PROPN/nsubj/+1 sell/VERB/ccomp/-3",
    ),
    "list": ("Pia/PROPN/nsubj/2 sell/VERB/ROOT/0 car/NOUN/dobj/2", ",/PUNCT/punct/-1 boat/NOUN/conj/-2", ""),
    "phrases": ("Pia/PROPN/nsubj/2 sell/VERB/ROOT/0 car/NOUN/dobj/2", "of/ADP/prep/-1 man/NOUN/pobj/-1", ""),
    "prepositions": ("Pia/PROPN/nsubj/2 go/VERB/ROOT/0", "of/ADP/prep/-1", "Kiel/PROPN/pobj/-1"),
    "infinitives": ("Pia/PROPN/nsubj/2 want/VERB/ROOT/0", "to/PART/aux/+1 want/VERB/xcomp/-2", "boat/NOUN/dobj/-1"),
    "verbs": ("Pia/PROPN/nsubj/2 sell/VERB/ROOT/0", "and/CCONJ/cc/-1 sell/VERB/conj/-2", "car/NOUN/dobj/-1"),
    "relatives": (
        "Pia/PROPN/nsubj/2 know/VERB/ROOT/0 man/NOUN/dobj/2",
        "who/PRON/nsubj/+1 know/VERB/relcl/-2 man/NOUN/dobj/-1",
        "",
    ),
    "appositions": ("Pia/PROPN/ROOT/0", ",/PUNCT/punct/-1 Pia/PROPN/appos/-2", ""),
    "possessors": ("", "Pia/PROPN/poss/+2 's/PART/case/-1", "boat/NOUN/ROOT/0"),
}
"""First words, words that are repeated, last words."""


@pytest.mark.parametrize("size", [1000, pytest.param(5000, marks=pytest.mark.long)])
@pytest.mark.parametrize("shape", DEEP)
def test_deep_parses(systems: tuple[Clauses, ...], shape: str, size: int) -> None:
    first, again, last = DEEP[shape]
    words = repeated(first, again, last, size // len(again.split()))
    if shape == "statements":
        words[1] = replace(words[1], governor=0, relation="ROOT")
    assert len(words) > size - 10
    parse = from_words(" ".join(word.form for word in words), words)
    started = time.process_time()
    assert len(systems[1].extractions(parse)) <= 1000
    assert time.process_time() - started < 30


PROGRAM = """
from karat.model import Sentence
from karat.systems.clauses import Clauses, ClausesOptions
texts = [
    "Mira, the owner of two mills, believes that Ivo and Pia may not sell the boat, the car or the house in Kiel.",
    "Dozens of farmers who came to Ulm in May said, according to the paper, that all their sheep had been sold.",
]
system = Clauses(ClausesOptions(annotations=("all",)))
for result in system.extract([Sentence(str(number), text) for number, text in enumerate(texts)]):
    for extraction in result.extractions:
        print(extraction.triple, extraction.confidence, extraction.attribution, extraction.quantities, extraction.other)
"""


def test_the_same_in_every_process() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "4711")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) > 5
