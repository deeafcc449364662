"""The word alignment of CoNLL 2018 beside an independent reference, through two CoNLL-U files of one text."""

from __future__ import annotations

import io
import json
import os
import random
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest
from annotated_texts import Text, Token, Word, draw_pair, render
from case import Masses, zero_values
from parse_references import FIELDS
from word_alignment import Comparison, pieces, place

from karat.cli import main

METRICS = (*FIELDS, "tokens", "sentences")
BATCH = 50
"""Texts in one pair of files."""
MANY = int(os.environ.get("KARAT_CASES", "1500"))
CHOICES = [
    pytest.param("all", "universal", id="all words"),
    pytest.param("aligned", "universal", id="aligned words"),
    pytest.param("all", "full", id="whole relations"),
]
choices = pytest.mark.parametrize(("words", "relations"), CHOICES)


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, system: str, gold: str, *options: str) -> dict[str, Any]:
    """Score one file against the other by the command; its rows by the name of the metric."""
    (folder / "system.conllu").write_text(system, encoding="utf-8", newline="")
    (folder / "gold.conllu").write_text(gold, encoding="utf-8", newline="")
    files = [str(folder / "system.conllu"), "--gold", str(folder / "gold.conllu")]
    command = ["karat", "score", "dependencies", *files, "--json", "--per-document", "--resamples", "0", *options]
    monkeypatch.setattr(sys, "argv", command)
    output = io.StringIO()
    with redirect_stdout(output), pytest.raises(SystemExit) as end:
        main()
    assert not end.value.code, output.getvalue()
    rows = json.loads(output.getvalue())["systems"][0]["scores"]
    return {row["metric"]: row for row in rows}


def batches(count: int, seed: str) -> Iterator[tuple[random.Random, list[tuple[Text, Text]]]]:
    rng = random.Random(f"word alignment/{seed}")
    for done in range(0, count, BATCH):
        yield rng, [draw_pair(rng) for _ in range(min(BATCH, count - done))]


def compare(folder: Path, monkeypatch: pytest.MonkeyPatch, count: int, seed: str, words: str, relations: str) -> None:
    for rng, pairs in batches(count, seed):
        files = (render(rng, [pair[side] for pair in pairs]) for side in (0, 1))
        rows = run(folder, monkeypatch, *files, "--words", words, "--relations", relations)
        assert set(rows) >= set(METRICS)
        full, aligned_only = relations == "full", words == "aligned"
        whole = [Comparison(place(system), place(gold), full) for system, gold in pairs]
        cut = [Comparison(place(system), place(gold), full) for pair in pairs for system, gold in pieces(*pair)]
        for metric in METRICS:
            if aligned_only and metric in ("tokens", "sentences"):
                continue  # only words have partners
            compare_pieces(rows[metric], [each.masses(metric, aligned_only) for each in cut], cut)
            compare_sums(rows[metric], [each.masses(metric, aligned_only) for each in whole])


def compare_pieces(row: dict[str, Any], expected: list[Masses], cut: list[Comparison]) -> None:
    """Each piece between common sentence ends by itself."""
    for found, masses, piece in zip(row["documents"], expected, cut, strict=True):
        for name, value in zip(("precision", "recall", "f1"), zero_values(masses), strict=True):
            assert abs(found[name] - float(value or 0)) < 1e-9, (row["metric"], found, masses, piece.system, piece.gold)


def compare_sums(row: dict[str, Any], expected: list[Masses]) -> None:
    """The whole file: each text by itself, uncut, and summed."""
    counts = row["counts"]
    matched, predicted = counts["matched"], counts["matched"] + counts["spurious"]
    found = matched, predicted, matched, counts["matched"] + counts["missed"]
    assert found == sum(expected[1:], expected[0]), row["metric"]


@choices
def test_the_alignment_agrees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, relations: str) -> None:
    compare(tmp_path, monkeypatch, 100, "sample", words, relations)


@pytest.mark.long
@choices
def test_the_alignment_agrees_on_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, relations: str
) -> None:
    compare(tmp_path, monkeypatch, MANY, str(random.SystemRandom().randrange(10**9)), words, relations)


def word(form: str, head: int, relation: str = "obj") -> Word:
    return Word(form, form, "NOUN", "_", "_", head, relation)


def token(form: str, head: int) -> Token:
    return Token(form, (word(form, head),), contracted=False)


def contraction(form: str, *words: Word) -> Token:
    return Token(form, words, contracted=True)


BY_HAND = [
    pytest.param((token("ab", 0),), (token("a", 0), token("b", 1)), {}, id="cut otherwise"),
    pytest.param(
        (contraction("ab", word("x", 0), word("y", 1)),),
        (contraction("ab", word("y", 0), word("x", 1)),),
        {0: 1},
        id="in another order: the first gold word is skipped, since that loses nothing",
    ),
    pytest.param(
        (contraction("ab", word("A", 0), word("B", 1)),), (token("a", 0), token("b", 1)), {0: 0, 1: 1}, id="case"
    ),
    pytest.param(
        (contraction("ab", word("x", 0), word("ab", 1)),), (token("a\u00a0b", 0),), {1: 0}, id="a space in a token"
    ),
    pytest.param(
        (token("a", 0), token("bc", 1)),
        (contraction("ab", word("a", 0), word("b", 1)), token("c", 1)),
        {0: 0},
        id="bc sticks out",
    ),
    pytest.param(
        (contraction("ab", word("a", 0), word("c", 1)), token("c", 1)),
        (token("a", 0), contraction("bc", word("b", 1), word("c", 1))),
        {0: 0, 1: 2},
        id="contractions that overlap make one stretch",
    ),
]


@pytest.mark.parametrize(("system", "gold", "partners"), BY_HAND)
def test_the_reference_by_hand(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    system: tuple[Token, ...],
    gold: tuple[Token, ...],
    partners: dict[int, int],
) -> None:
    comparison = Comparison(place((system,)), place((gold,)))
    assert comparison.partner == partners
    rows = run(tmp_path, monkeypatch, *(render(random.Random(0), [(sentence,)]) for sentence in (system, gold)))
    assert rows["words"]["counts"]["matched"] == len(partners)
