"""Counts of cliques, by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from karat.errors import InputError
from karat.formats.text.brackets import parse_tree
from karat.model import Clique, Extraction, Member, Sentence
from karat.results.cliques.syntax import clique_statistics, tokens
from karat.results.gold.statistics import Lengths

LEFT = Extraction("left", ("Ann",))
CLIQUES = [
    Clique(
        "0",
        (
            Member(Sentence("0", "Ann left early ."), (LEFT, LEFT), parse_tree("(ROOT (S (NP Ann) (VP left)))")),
            Member(Sentence("1", "It was early, and Ann left."), (LEFT,), parse_tree("(S (NP (PRP It)) (VP was))")),
            Member(Sentence("2", "Ann LEFT"), ()),
        ),
    ),
    Clique("3", (Member(Sentence("3", "Bob stayed ."), (LEFT,)),)),
]


def test_counts_by_hand():
    found = clique_statistics(CLIQUES)
    assert (found.cliques, found.sentences, found.paraphrases) == (2, 4, 2)
    assert found.sizes == ((1, 1), (3, 1))
    assert found.mean_size == 2
    assert (found.original_extractions, found.paraphrase_extractions, found.extractions) == (3, 1, 4)
    # ann left early . bob stayed; and it was , and
    assert (found.original_vocabulary, found.vocabulary) == (6, 10)
    assert found.new_vocabulary == 4 / 10
    assert found.original_lengths == Lengths(2, 3.5, 3.5, 4)
    assert found.paraphrase_lengths == Lengths(2, 5, 5, 8)
    # of it was early and ann left three are new, of ann left none
    assert found.new_words == (3 / 6 + 0 / 2) / 2


def test_trees_are_counted_without_wrapper_and_words():
    found = clique_statistics(CLIQUES).trees
    assert found is not None
    assert found.trees == 2
    assert found.labels == (("NP", 2), ("S", 2), ("VP", 2), ("PRP", 1))
    assert (found.nodes.mean, found.nodes.longest) == (3.5, 4)
    assert (found.levels.mean, found.levels.longest) == (2.5, 3)


def test_what_is_not_there_is_not_counted():
    bare = [replace(CLIQUES[1], members=(Member(Sentence("3", "Bob stayed ."), ()),))]
    found = clique_statistics(bare)
    assert (found.extractions, found.paraphrase_extractions, found.new_words, found.trees) == (None, None, None, None)
    nothing = clique_statistics([])
    assert (nothing.mean_size, nothing.new_vocabulary, nothing.sizes) == (None, None, ())


def test_a_clique_without_sentences():
    with pytest.raises(InputError, match=r"^clique '7': expected at least one sentence, found none$"):
        clique_statistics([Clique("7", ())])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Early, late", ["early", ",", "late"], id="a sign at a word"),
        pytest.param("U.S. $5.7", ["u", ".", "s", ".", "$", "5", ".", "7"], id="signs within"),
        pytest.param("a_b", ["a", "_", "b"], id="an underscore is a sign"),
        pytest.param(" \t", [], id="nothing"),
    ],
)
def test_tokens(text, expected):
    assert tokens(text) == expected
