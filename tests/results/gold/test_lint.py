from __future__ import annotations

import pytest

from karat.errors import FormatError, InputError
from karat.formats import read_synsets
from karat.results import lint
from karat.results.gold.expansions import Expansions
from karat.results.gold.lint import fix

START = "sent_id:1\tThe ship sails to Bari .\n1--> Cluster 1:\nship --> sails to --> Bari\n"


@pytest.fixture
def linted(tmp_path):
    def linted(text):
        path = tmp_path / "gold.txt"
        path.write_text(text)
        return lint(path)

    return linted


def found(linted):
    return [(finding.line, finding.kind.value, finding.level.value) for finding in linted.findings]


@pytest.mark.parametrize(
    ("added", "findings"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("ship --> sails to --> Bari\n", [(4, "duplicate", "warning")], id="the same line"),
        pytest.param("1--> Cluster 2:\nship --> sails to --> Bari\n", [(5, "overlap", "warning")], id="overlap"),
        pytest.param("1-->Cluster 2:\nThe --> sails --> Bari\n", [(4, "repaired", "warning")], id="a damaged header"),
        pytest.param("ship --> sails --> to [Bari\n", [(4, "unreadable", "error")], id="an open bracket"),
        pytest.param("ship sails --> to\n", [(4, "unreadable", "error")], id="no triple"),
        pytest.param("sent_id:1\tAgain .\n", [(4, "unreadable", "error")], id="an id twice"),
        pytest.param("Bari] The --> sails --> Bari\n", [(4, "repaired", "warning")], id="a stray bracket"),
        pytest.param(
            "The ship[s] --> sails --> Bari\n", [(4, "glued-bracket", "warning"), (4, "implicit", "hint")], id="glued"
        ),
        pytest.param("The  ship --> sails --> Bari\n", [(4, "spaces", "warning")], id="two spaces"),
        pytest.param("The ship --> sails --> Bari \n", [(4, "spaces", "warning")], id="a space at the end"),
        pytest.param("[The ] ship --> sails --> Bari\n", [(4, "spaces", "warning")], id="a space in brackets"),
        pytest.param("1--> Cluster 2:\n", [(4, "empty-synset", "warning")], id="a synset without facts"),
        pytest.param("The --> sails --> \n", [(4, "empty-slot", "warning")], id="an empty slot"),
        pytest.param("The --> [sails] --> Bari\n", [(4, "optional-slot", "warning")], id="a slot that can be empty"),
        pytest.param(
            "boat --> sails to --> Bari\n", [(4, "implicit", "hint")], id="a word that is not in the sentence"
        ),
        pytest.param("[The] ship --> sails to --> Bari\n", [(3, "redundant", "hint")], id="a fact inside another"),
        pytest.param("The ship --> sails to --> Bari\n", [(4, "compact", "hint")], id="a more compact fact"),
        pytest.param("The --> sails --> to\nship --> sails --> to\n", [], id="neither is more compact"),
    ],
)
def test_findings(linted, added, findings):
    assert found(linted(START + added)) == findings


@pytest.mark.parametrize(
    ("added", "message"),
    [
        pytest.param(
            "ship --> sails to --> Bari\n",
            "'ship --> sails to --> Bari' is also in line 3 of the same synset",
            id="twice",
        ),
        pytest.param(
            "1--> Cluster 2:\n[The] ship --> sails [to] --> Bari\n",
            "(ship; sails to; Bari) is also accepted by synset 1, in line 3, which alone gets the credit",
            id="overlap",
        ),
        pytest.param(
            "The ship --> sails to --> Bari\n",
            "line 3 is more compact, without 'The': could that be optional here?",
            id="compact",
        ),
    ],
)
def test_messages(linted, added, message):
    (finding,) = linted(START + added).findings
    assert finding.message == message
    assert str(finding) == f"{finding.path}:{finding.line}: {finding.level}: {finding.kind}: {message}"


DAMAGED = """sent_id:1\tThe ship sails to Bari .
9-> Cluster 1:
ship --> sails to --> Bari
ship  --> sails to --> Bari
[The ] ship --> sails to -->  Bari
now] ship-->sails --> to Bari
ship[,] --> sails --> to [Bari .]
1 2 :

sent_id:2\tIt rained .
It --> rained -->
2--> Cluster 1:
It --> rained --> [
"""

FIXED = """sent_id:1\tThe ship sails to Bari .
1--> Cluster 1:
ship --> sails to --> Bari
[The] ship --> sails to --> Bari
ship --> sails --> to Bari
ship[,] --> sails --> to [Bari .]

sent_id:2\tIt rained .
It --> rained -->
2--> Cluster 1:
It --> rained --> [
"""


def test_fixing_changes_what_is_certain_and_nothing_else(linted):
    assert "\n".join(fix(linted(DAMAGED)).texts) + "\n" == FIXED


def test_a_fixed_file_means_the_same_and_needs_no_fixing(linted, tmp_path):
    before = linted(DAMAGED)
    fixed = fix(before)
    fixed.write(tmp_path / "better.txt")
    after = lint(tmp_path / "better.txt")
    assert [
        [Expansions(synset.facts).lengths() for synset in annotation.synsets] for annotation in after.annotations
    ] == [[Expansions(synset.facts).lengths() for synset in annotation.synsets] for annotation in before.annotations]
    assert fix(after).settled == ()
    assert fix(after).texts == after.texts
    left = [finding.kind for finding in before.findings if finding not in fixed.settled]
    assert sorted(left) == sorted(finding.kind for finding in after.findings)


def test_only_benchie_gold_is_fixed(tmp_path):
    path = tmp_path / "gold.jsonl"
    path.write_text(
        '{"karat": "synsets", "sentence": {"id": "1", "text": "It rained ."}, '
        '"synsets": [{"id": "1", "facts": [[["It"], ["rained"], []], [["It"], ["rained"], []]]}]}\n'
    )
    linted = lint(path)
    assert [finding.kind.value for finding in linted.findings] == ["duplicate", "empty-slot", "empty-slot"]
    with pytest.raises(InputError, match="expected benchie-gold, found jsonl, which can only be looked at"):
        fix(linted)


def test_other_gold_is_refused(tmp_path):
    path = tmp_path / "gold.tsv"
    path.write_text("It rained .\trained\tIt\n")
    with pytest.raises(FormatError, match="expected synsets, found tuples"):
        lint(path)


def test_lines_do_not_matter_to_equality(linted, tmp_path):
    linted(START)
    path = tmp_path / "gold.txt"
    (one,) = read_synsets(path)
    path.write_text("\n" + START)
    (other,) = read_synsets(path)
    assert one == other
    assert hash(one) == hash(other)
    assert [fact.line for fact in (*one.synsets[0].facts, *other.synsets[0].facts)] == [3, 4]
