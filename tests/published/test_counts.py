"""How near counts on spaCy's parses come to counts on gold trees: the English PUD of Universal Dependencies.

No paper prints these; they say how far the buckets of conjuncts, case markers and prepositions can be trusted.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from karat.benchmarks import where
from karat.errors import MissingExtraError
from karat.formats.documents.conllu import read
from karat.syntax import Tagged, case_markers, conjuncts, prepositions, tagger_for

pytestmark = pytest.mark.published


@pytest.fixture(scope="module")
def pairs(data: Path) -> list[tuple[Tagged, Tagged]]:
    """Each sentence as spaCy parses it and as it is in the treebank."""
    path = where("dependency", "ud_english_pud/en_pud-ud-test.conllu")
    texts = re.findall(r"^# text = (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    try:
        found = tagger_for("en").tag(texts)
    except MissingExtraError:
        pytest.skip("the extra 'syntax' is not installed, so spaCy cannot parse the sentences")
    return list(zip(found, (document.content.words for document in read(path)), strict=True))


@pytest.mark.parametrize(
    ("count", "equal", "within_one"),
    [
        pytest.param(conjuncts, 0.945, 0.995, id="conjuncts"),
        pytest.param(case_markers, 0.875, 0.991, id="case markers"),
        pytest.param(prepositions, 0.852, 0.986, id="prepositions"),
    ],
)
def test_counts_against_gold_trees(
    pairs: list[tuple[Tagged, Tagged]], count: object, equal: float, within_one: float
) -> None:
    assert callable(count)
    apart = [abs(count(found) - count(gold)) for found, gold in pairs]
    assert len(apart) == 1000
    assert (apart.count(0) / 1000, (apart.count(0) + apart.count(1)) / 1000) == (equal, within_one)


def test_spacys_own_case_would_miss_the_prepositions(pairs: list[tuple[Tagged, Tagged]]) -> None:
    """spaCy calls only 's ``case``; counted by the name alone, one marker in 24 would be found."""
    named = sum(word.relation == "case" for found, _ in pairs for word in found)
    assert (named, sum(case_markers(gold) for _, gold in pairs)) == (106, 2511)
