from __future__ import annotations

import pytest

from karat.formats.benchmarks.benchie_gold import read
from karat.metrics.oie.benchie import FactGold, triples
from karat.metrics.oie.people.rule import PEOPLE
from karat.model import Extraction, Polarity
from karat.results.explanation.causes import NearMisses
from karat.results.explanation.explanation import Explainer

GOLD = """sent_id:1\tThe ship does not sail to Bari , and Mr. Lee built it .
1--> Cluster 1:
[The] ship --> does not sail to --> Bari
[The] ship --> does not sail --> to Bari
1--> Cluster 2:
Mr. Lee --> built --> [the] ship
Lee --> built --> it
"""


@pytest.fixture
def near(tmp_path):
    path = tmp_path / "gold.txt"
    path.write_text(GOLD)
    (annotation,) = read(path)
    return NearMisses(FactGold(annotation))


@pytest.mark.parametrize(
    ("triple", "kinds"),
    [
        pytest.param("the ship; does not sail to; bari", ["case"], id="case"),
        pytest.param("Mr Lee; built; ship ,", ["punctuation"], id="punctuation"),
        pytest.param("Mr.Lee; built; ship", ["white space"], id="white space"),
        pytest.param("The ship; does; not sail to Bari", ["slot border"], id="slot border"),
        pytest.param("it; built; Lee", ["swapped arguments"], id="swapped"),
        pytest.param("The ship; sail to; Bari", ["negation"], id="a lost negation, with its auxiliary"),
        pytest.param("Lee; never built; it", ["negation"], id="a negation that is not in the gold"),
        pytest.param("Lee; built; The it", ["optional token"], id="too many, optional elsewhere"),
        pytest.param("old Lee; built; it", ["extra token"], id="too many"),
        pytest.param("The ship; does not sail to; ", ["missing token"], id="wanting"),
        pytest.param("Lee; built; a big boat", [], id="not near"),
        pytest.param("Ann; left; Ulm", [], id="nothing alike"),
        pytest.param("Lee; built; it", [], id="a fact has it as it is"),
    ],
)
def test_kinds(near, triple, kinds):
    subject, relation, object_ = triple.split("; ")
    (tokens,) = triples([Extraction(relation, (subject, object_))])
    assert [miss.kind.value for miss in near.of(tokens)] == kinds


def test_a_near_miss_names_its_fact_and_says_what_differs(near):
    (tokens,) = triples([Extraction("sail to", ("The ship", "Bari"))])
    (miss,) = near.of(tokens)
    assert (miss.synset.id, miss.fact.line) == ("1", 3)
    assert str(miss) == "negation: the relation has lost 'does not'"


@pytest.mark.parametrize("subject", ["Lee", "LEE"])
def test_what_is_refused_for_its_marks_is_no_near_miss(near, subject):
    explainer = Explainer(near.gold, rule=PEOPLE, facet="P")
    denied = explainer.alone(Extraction("built", (subject, "it"), polarity=Polarity.NEGATIVE))
    assert denied.reason == "wrong: synset 2 has these words, but not this polarity or modality"
    assert denied.near_misses == ()
    other = explainer.alone(Extraction("built", ("old Lee", "it"), polarity=Polarity.NEGATIVE))
    assert [miss.kind.value for miss in other.near_misses] == ["extra token"]
