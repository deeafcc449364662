"""Coreference is scored on the gold's own text: other tokens are refused, empty nodes are paired with the gold's."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from karat.errors import AlignmentError
from karat.model import Cluster, Document, Mention
from karat.results import SystemResult
from karat.results.tasks.findings import explain_document
from karat.results.tasks.scoring import score

Write = Callable[[str, str], Path]
WORDS = ["Ann", "met", "her", "brother", "He", "waved"]
CLUSTERS = [[[0, 0], [2, 2]], [[2, 3], [4, 4]]]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return written


def clusters(found: Any, **more: Any) -> str:
    return json.dumps({"id": "tale", "clusters": found, **more}) + "\n"


def columns(words: list[str]) -> str:
    rows = "".join(f"tale 0 {number} {word} -\n" for number, word in enumerate(words))
    return f"#begin document (tale)\n{rows}#end document\n"


def score_one(predicted: Any, gold: Any, scratch: Path | None = None, **options: Any) -> SystemResult:
    (system,) = score("coreference", {"mine": predicted}, gold, resampling=None, scratch=scratch, **options)
    return system


GOLD = clusters(CLUSTERS, tokens=WORDS)
BARE = clusters(CLUSTERS)
LATE = [[[0, 1], [2, 3]], [[2, 4], [4, 5]]]
BEYOND = (
    "expected mentions within the 6 tokens of document 'tale', counted from 0, the last one included, found one up to"
)


@pytest.mark.parametrize("on_disk", [False, True], ids=["memory", "disk"])
@pytest.mark.parametrize(
    ("predicted", "gold", "message"),
    [
        pytest.param(
            clusters(CLUSTERS, tokens=["Ann", "met", "her", "own", *WORDS[3:]]),
            GOLD,
            "mine:1: expected the gold's word 'brother' as token 3 of document 'tale', found 'own'",
            id="a word too many",
        ),
        pytest.param(
            clusters(CLUSTERS, sentences=[WORDS[:4], WORDS[4:5]]),
            GOLD,
            "mine:1: expected the gold's word 'waved' as token 5 of document 'tale', found the end",
            id="a word too few",
        ),
        pytest.param(
            clusters(CLUSTERS, tokens=["Ann", "met", "her", "bro", "therHe", "waved"]),
            GOLD,
            "mine:1: expected the gold's word 'brother' as token 3 of document 'tale', found 'bro'",
            id="as many, cut elsewhere",
        ),
        pytest.param(
            columns([*WORDS, "again"]),
            GOLD,
            "mine:1: expected document 'tale' to end before token 6, found 'again'",
            id="in columns",
        ),
        pytest.param(clusters([[[0, 0], [12, 12]]]), GOLD, f"mine:1: {BEYOND} 12", id="a mention beyond the text"),
        pytest.param(clusters([[[0, 1], [4, 6]]]), GOLD, f"mine:1: {BEYOND} 6", id="the end after the last token"),
        pytest.param(clusters([[[0, 3], [8, 11]]]), GOLD, f"mine:1: {BEYOND} 11", id="characters"),
        pytest.param(
            clusters([[[0, 0], [6, 6]]], tokens=WORDS), BARE, f"mine:1: {BEYOND} 6", id="beyond the output's own text"
        ),
        pytest.param(GOLD, clusters([[[0, 0], [6, 6]]]), f"gold:1: {BEYOND} 6", id="the gold's mention"),
    ],
)
def test_other_texts(write: Write, tmp_path: Path, on_disk: bool, predicted: str, gold: str, message: str) -> None:
    paths = write("mine", predicted), write("gold", gold)
    with pytest.raises(AlignmentError) as error:
        score_one(*paths, tmp_path if on_disk else None)
    assert str(error.value) == f"{tmp_path}/{message}"


@pytest.mark.parametrize(
    ("predicted", "gold", "notes"),
    [
        pytest.param(clusters(CLUSTERS, tokens=["ANN", "met", "hér", *WORDS[3:]]), GOLD, [], id="case and accents"),
        pytest.param(
            clusters(CLUSTERS, tokens=[*WORDS[:5], "-LRB-"]), clusters(CLUSTERS, tokens=[*WORDS[:5], "("]), [], id="("
        ),
        pytest.param(clusters(CLUSTERS, tokens=["[WORD]"] * 6), GOLD, [], id="no words, as in CoNLL's skeletons"),
        pytest.param(
            clusters(CLUSTERS, tokens=["UNK", *WORDS[1:]]),
            GOLD,
            ["1 document with other words than the gold's, though as many"],
            id="another word: noted, as for spans",
        ),
        pytest.param(BARE, BARE, [], id="no text on either side"),
        pytest.param(clusters([["a", "b"]], tokens=["x"]), clusters([["a", "b"]]), [], id="mentions by their names"),
        pytest.param(clusters(LATE), clusters(LATE, tokens=WORDS[:5]), [], id="the end after the last on both sides"),
    ],
)
def test_the_same_text(write: Write, predicted: str, gold: str, notes: list[str]) -> None:
    system = score_one(write("mine", predicted), write("gold", gold))
    assert [str(note) for note in system.notes] == notes
    assert system.f1.value == 1


def test_ends_after_the_last_token_without_a_text(write: Write) -> None:
    """[2, 3] is the gold's by accident; all four would be if they ended a token earlier."""
    system = score_one(write("mine", clusters(LATE)), write("gold", BARE))
    (note,) = system.notes
    assert (
        str(note)
        == "4 mentions would be the gold's with an end one token earlier, 1 as written; an end is the last token"
    )
    assert note.warning


@pytest.mark.parametrize(
    ("gold", "predicted"),
    [
        pytest.param(BARE, [[[0, 3], [49, 52]], [[8, 11], [31, 34]]], id="no text on either side"),
        pytest.param(
            clusters([[[0, 0], [11, 11]]], tokens=[f"w{number}" for number in range(12)]),
            [[[0, 3], [8, 11]]],
            id="short",
        ),
    ],
)
def test_characters_in_place_of_tokens(write: Write, gold: str, predicted: list[list[list[int]]]) -> None:
    system = score_one(write("mine", clusters(predicted)), write("gold", gold))
    (note,) = system.notes
    assert "are they counted in characters?" in str(note)
    assert note.warning


def test_documents_in_memory() -> None:
    content = (Cluster("1", (Mention(0, 0), Mention(2, 2))),)
    gold = [Document("tale", content, tokens=("Ann", "met", "her"))]
    assert score_one([Document("tale", content)], gold).f1.value == 1
    message = "mine: expected the gold's word 'her' as token 2 of document 'tale', found 'Bo'"
    with pytest.raises(AlignmentError) as error:
        score_one([Document("tale", content, tokens=("Ann", "met", "Bo", "too"))], gold)
    assert str(error.value) == message


ZERO = "_"
"""The form of an empty node."""


def corefud(*sentences: list[tuple[str, str] | tuple[str, str, str, str]]) -> str:
    """Sentences of words and their brackets; an empty node has its id and dependencies, too."""
    blocks = []
    for sentence in sentences:
        rows, number = [], 0
        for form, bracket, *node in sentence:
            number += not node
            id, dependencies = node or (str(number), "_")
            misc = f"Entity={bracket}" if bracket else "_"
            rows.append(f"{id}\t{form}\t_\t_\t_\t_\t_\t_\t{dependencies}\t{misc}")
        blocks.append("\n".join(rows) + "\n")
    return "# global.Entity = eid-etype-head-other\n# newdoc id = tale\n" + "\n".join(blocks) + "\n"


def zero(bracket: str, id: str, dependencies: str) -> tuple[str, str, str, str]:
    return ZERO, bracket, id, dependencies


FIRST = [("Mia", "(m)"), ("saw", ""), ("Leo", "(l)"), ("in", ""), ("Kiel", "(k)")]
LAST = [("Leo", "(l)"), ("left", ""), ("Kiel", "(k)"), ("with", ""), ("her", "(m)")]
SUBJECT, OBJECT = zero("(m)", "0.1", "1:nsubj"), zero("(l)", "2.1", "1:obj")


def swam(*empty: tuple[str, str, str, str], word: str = "Swam") -> list[Any]:
    """The second sentence: *Swam away*, with empty nodes before or after the words."""
    before = [node for node in empty if node[2].startswith("0.")]
    return [*before, (word, ""), ("away", ""), *(node for node in empty if node not in before)]


def test_an_output_without_the_golds_empty_node(write: Write, tmp_path: Path) -> None:
    """Gold m = {Mia, zero, her}, l and k of two mentions; the zero is lost, and nothing shifts.

    MUC: (1 + 1 + 1) of 3 and of (2 + 1 + 1) links, 6/7. B³: recall (2 · 2/3 + 4)/7 = 16/21, precision 1, 32/37.
    CEAF φ4: (4/5 + 1 + 1)/3, 14/15.
    """
    gold = write("gold.conllu", corefud(FIRST, swam(SUBJECT), LAST))
    mine = write("mine.conllu", corefud(FIRST, swam(), LAST))
    for scratch in (None, tmp_path):
        system = score_one(mine, gold, scratch)
        values = {one.metric: one.f1.value for one in system.measurements}
        assert values["muc"] == pytest.approx(6 / 7)
        assert values["b_cubed"] == pytest.approx(32 / 37)
        assert values["ceaf_phi4"] == pytest.approx(14 / 15)
        assert values["conll"] == pytest.approx((6 / 7 + 32 / 37 + 14 / 15) / 3)
        assert values["mention"] == pytest.approx(2 * 6 / (6 + 7))
    # The other way round precision and recall change places.
    turned = score_one(gold, mine)
    assert turned["conll"].f1.value == pytest.approx((6 / 7 + 32 / 37 + 14 / 15) / 3)
    (found,) = explain_document("coreference", {"mine": mine}, gold, "tale")
    assert 'missing mentions: "_" [5]' in str(found)
    (found,) = explain_document("coreference", {"mine": gold}, mine, "tale")
    assert "spurious mentions: 17" in str(found)


@pytest.mark.parametrize(
    ("predicted", "gold", "matched"),
    [
        pytest.param([SUBJECT], [SUBJECT], 1, id="the same"),
        pytest.param([zero("(m)", "2.1", "1:nsubj")], [SUBJECT], 1, id="in another place, with the same dependency"),
        pytest.param([zero("(m)", "2.1", "1:obj")], [SUBJECT], 1, id="the same parent alone"),
        pytest.param([zero("(m)", "2.1", "2:nsubj")], [SUBJECT], 0, id="another parent"),
        pytest.param([zero("(m)", "0.1", "2:nsubj")], [SUBJECT], 1, id="another parent, but the same id"),
        pytest.param([zero("(m)", "0.1", "_")], [zero("(m)", "0.1", "_")], 1, id="no dependencies, the same id"),
        pytest.param([zero("(m)", "2.1", "_")], [zero("(m)", "0.1", "_")], 0, id="no dependencies, another id"),
        pytest.param(
            [zero("(m)", "2.1", "1:nsubj"), zero("(l)", "2.2", "1:obj")], [SUBJECT, OBJECT], 2, id="both moved"
        ),
        # 1:nsubj has 10 + 1 with the subject and 1 with the object: the heaviest pairing is not by ids.
        pytest.param(
            [zero("(l)", "2.1", "1:obj"), zero("(m)", "2.2", "1:nsubj")],
            [zero("(m)", "2.1", "1:nsubj"), zero("(l)", "2.2", "1:obj")],
            2,
            id="in another order",
        ),
        pytest.param([SUBJECT, OBJECT], [SUBJECT], 1, id="one too many"),
        # The object takes the gold's only zero by its parent; the subject, which has its id, is left.
        pytest.param(
            [zero("(m)", "0.1", "2:nsubj"), zero("(l)", "2.1", "1:nsubj")], [SUBJECT], 1, id="the id is taken already"
        ),
    ],
)
def test_zeros_are_paired_by_their_dependencies(write: Write, predicted: Any, gold: Any, matched: int) -> None:
    files = [
        write(f"{name}.conllu", corefud(FIRST, swam(*nodes), LAST))
        for name, nodes in (("mine", predicted), ("gold", gold))
    ]
    masses = score_one(*files)["mention"].score.masses
    assert tuple(masses) == (6 + matched, 6 + len(predicted), 6 + matched, 6 + len(gold))


def test_a_mention_around_an_empty_node(write: Write) -> None:
    """A mention is a set of words and nodes: without the node it is another one, with a gap it is the same."""
    inside = [("Swam", "(s"), zero("", "1.1", "1:nsubj"), ("away", "s)")]
    around = [("Swam", "(s[1/2])"), zero("", "1.1", "1:nsubj"), ("away", "(s[2/2])")]
    without = [("Swam", "(s"), ("away", "s)")]
    paths = {
        name: write(f"{name}.conllu", corefud(FIRST, sentence, LAST))
        for name, sentence in (("inside", inside), ("around", around), ("without", without))
    }
    matched = {
        gold: int(score_one(paths["without"], paths[gold])["mention"].score.masses[0]) for gold in ("inside", "around")
    }
    assert matched == {"inside": 6, "around": 7}


def test_words_of_corefud(write: Write) -> None:
    gold = write("gold.conllu", corefud(FIRST, swam(SUBJECT), LAST))
    mine = write("mine.conllu", corefud(FIRST, swam(word="Ran"), LAST))
    with pytest.raises(AlignmentError) as error:
        score_one(mine, gold)
    message = "expected the gold's word 'Swam' as token 5 of document 'tale', found 'Ran'"
    assert str(error.value) == f"{mine}:2: {message}"
    lacking = write("lacking.conllu", corefud(FIRST[:-1], swam(SUBJECT), LAST))
    with pytest.raises(AlignmentError, match=r"expected the gold's word 'Kiel' as token 5 of .* found 'Swam'"):
        score_one(lacking, gold)
