"""The size of ROBUST (Table 1, §3.1), on the sentences that can be had."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.formats.benchmarks.robust import read_sentences
from karat.model import Clique
from karat.results.cliques.syntax import CliqueStatistics, clique_statistics, tokens

pytestmark = pytest.mark.published

PRINTED_VOCABULARY = (7_648, 7_981)
"""§3.1: of CaRB and of ROBUST; how words were counted is not said."""

WHY_VOCABULARY = "how words were counted is not said; seven ways were tried"


@pytest.fixture(scope="module")
def cliques(data: Path) -> list[Clique]:
    return list(read_sentences(data / "robust/cliques_sentences.json"))


@pytest.fixture(scope="module")
def found(cliques: list[Clique]) -> CliqueStatistics:
    return clique_statistics(cliques)


def test_sizes(found: CliqueStatistics, printed: Callable[..., None]) -> None:
    printed("ROBUST", "Table 1: cliques", "1,272", [found.cliques])
    printed("ROBUST", "Table 1: sentences", "4,971", [found.sentences], "4,971 is the range of their ids")
    printed("ROBUST", "§3.1: sentences in a clique", "3.877", [found.mean_size])
    vocabulary = [found.original_vocabulary, found.vocabulary]
    printed("ROBUST", "§3.1: vocabulary of CaRB and of ROBUST", "7,648 7,981", vocabulary, WHY_VOCABULARY)
    # Table 1 prints 4,971 sentences, which is the range of their ids; §3.1 prints 3.877, which is 4,932 / 1,272.
    assert (found.cliques, found.sentences) == (1_272, 4_932)
    assert f"{found.mean_size:.3f}" == "3.877"
    assert found.sizes == ((2, 10), (3, 136), (4, 1_126))


def test_words(found: CliqueStatistics) -> None:
    assert (found.original_vocabulary, found.vocabulary) == (7_374, 8_867)
    assert f"{found.original_lengths.mean:.1f} {found.paraphrase_lengths.mean:.1f}" == "27.1 27.4"
    assert f"{found.new_words:.3f}" == "0.251"


# None of the ways to count words that we tried gives what is printed: CaRB's 7,648 lies between counting with and
# without capitals, and ROBUST's 7,981, only 333 more, is below all of them.
@pytest.mark.parametrize(
    ("way", "of_originals", "of_all"),
    [
        pytest.param(str.split, 8_208, 14_577, id="between spaces"),
        pytest.param(lambda text: text.lower().split(), 7_591, 13_608, id="between spaces, lower case"),
        pytest.param(lambda text: re.findall(r"\w+", text), 7_990, 9_736, id="letters and digits"),
        pytest.param(lambda text: re.findall(r"\w+", text.lower()), 7_356, 8_841, id="letters and digits, lower case"),
        pytest.param(lambda text: re.findall(r"[a-zA-Z]+", text), 7_632, 9_367, id="letters"),
        pytest.param(lambda text: re.findall(r"[a-z]+", text.lower()), 6_996, 8_471, id="letters, lower case"),
        pytest.param(tokens, 7_374, 8_867, id="as karat cliques stats counts"),
    ],
)
def test_vocabulary(cliques: list[Clique], way: Callable[[str], list[str]], of_originals: int, of_all: int) -> None:
    originals = {word for clique in cliques for word in way(clique.members[0].sentence.text)}
    everything = {word for clique in cliques for member in clique.members for word in way(member.sentence.text)}
    assert (len(originals), len(everything)) == (of_originals, of_all)
    assert len(originals) != PRINTED_VOCABULARY[0]
    assert len(everything) != PRINTED_VOCABULARY[1]
