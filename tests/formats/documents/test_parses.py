"""CoreNLP's parses, and parses given out by the text they are of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from karat.errors import FormatError, FormatErrors, InputError
from karat.formats import read_documents
from karat.formats.documents.parses import FileParses

CONLLU = """\
# sent_id = a
1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\t_
2\tleft\tleave\tVERB\tVBD\t_\t0\troot\t_\t_
3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

# sent_id = b
1-2\tzum\t_\t_\t_\t_\t_\t_\t_\t_
1\tzu\tzu\tADP\tAPPR\t_\t3\tcase\t_\t_
2\tdem\tder\tDET\tART\t_\t3\tdet\t_\t_
3\tSee\tSee\tNOUN\tNN\t_\t0\troot\t_\t_
"""


def token(word: str, pos: str = "NN", **more: Any) -> dict[str, Any]:
    return {"word": word, "originalText": word, "pos": pos, **more}


def edge(relation: str, governor: object, dependent: object) -> dict[str, Any]:
    return {"dep": relation, "governor": governor, "dependent": dependent}


TOKENS = [
    token("Ann", "NNP"),
    token("left", "VBD", lemma="leave"),
    {"word": "-LRB-", "originalText": "(", "pos": "-LRB-"},
]
EDGES = [edge("ROOT", 0, 2), edge("nsubj", 2, 1), edge("punct", 2, 3)]


def corenlp(folder: Path, *sentences: tuple[object, object]) -> Path:
    path = folder / "parses.json"
    found = [
        {"index": number, "basicDependencies": edges, "tokens": tokens}
        for number, (tokens, edges) in enumerate(sentences)
    ]
    path.write_text(json.dumps({"sentences": found}, indent=1), encoding="utf-8")
    return path


def test_corenlp_by_hand(tmp_path: Path) -> None:
    (document,) = read_documents(corenlp(tmp_path, (TOKENS, EDGES)), "dependencies")
    assert document.id == "1"
    assert [(word.form, word.lemma, word.xpos, word.governor, word.relation) for word in document.content.words] == [
        ("Ann", "_", "NNP", 2, "nsubj"),
        ("left", "leave", "VBD", 0, "root"),
        ("(", "_", "-LRB-", 2, "punct"),
    ]


@pytest.mark.parametrize(
    ("tokens", "edges", "message"),
    [
        pytest.param(
            TOKENS, EDGES[:2], "expected a governor for each word .*, found none for word 3", id="one missing"
        ),
        pytest.param(TOKENS, [*EDGES, EDGES[1]], "expected one governor .*, found a second one for word 1", id="two"),
        pytest.param(
            TOKENS, [edge("ROOT", 0, each) for each in (1, 2, 3)], "expected one root .*, found 3", id="roots"
        ),
        pytest.param(
            TOKENS,
            [edge("ROOT", 0, 1), edge("a", 3, 2), edge("b", 2, 3)],
            "expected a way from each word to the root .*, found a circle through word 2",
            id="circle",
        ),
        pytest.param(
            TOKENS, [edge("ROOT", 0, 4)], "expected the number of a word, from 1 to 3 .*, found 4", id="place"
        ),
        pytest.param(TOKENS, [edge("ROOT", True, 1)], "from 0 to 3 .*, found true", id="no number"),
        pytest.param([{"pos": "NN"}], [edge("ROOT", 0, 1)], "expected the key 'word'", id="no word"),
        pytest.param("x", EDGES, "expected a list in sentences", id="no tokens"),
    ],
)
def test_wrong_places_are_named(tmp_path: Path, tokens: object, edges: object, message: str) -> None:
    path = corenlp(tmp_path, (tokens, edges))
    with pytest.raises((FormatError, FormatErrors), match=message):
        list(read_documents(path, "dependencies"))


@pytest.fixture
def parses(tmp_path: Path) -> FileParses:
    path = tmp_path / "some.conllu"
    path.write_text(CONLLU, encoding="utf-8")
    return FileParses(path)


@pytest.mark.parametrize(
    ("text", "governors"),
    [
        pytest.param("Ann left .", [2, 0, 2], id="as it is"),
        pytest.param("Ann left.", [2, 0, 2], id="other white space"),
        pytest.param("zum See", [3, 3, 0], id="a contraction stands for its words"),
        pytest.param("Ann left. zum See", [2, 0, 2, 6, 6, 0], id="two sentences of the parser are one of ours"),
        pytest.param(" ", [], id="nothing"),
    ],
)
def test_a_text_finds_its_parse(parses: FileParses, text: str, governors: list[int]) -> None:
    (words,) = parses.tag([text])
    assert [word.governor for word in words] == governors


@pytest.mark.parametrize("text", ["Ann left", "ann left .", "zum See Ann left .", "Bob left ."])
def test_a_text_without_a_parse_is_named(parses: FileParses, text: str) -> None:
    with pytest.raises(InputError, match=f"some.conllu: expected a parse of '{text}', found none"):
        parses.tag([text])


def test_the_name_changes_with_the_content(parses: FileParses, tmp_path: Path) -> None:
    other = tmp_path / "other" / "some.conllu"
    other.parent.mkdir()
    other.write_text(CONLLU + "\n", encoding="utf-8")
    assert parses.name.startswith("some.conllu-")
    assert parses.name != FileParses(other).name


def test_corenlp_gives_parses_too(tmp_path: Path) -> None:
    (words,) = FileParses(corenlp(tmp_path, (TOKENS, EDGES), ([], []))).tag(["Ann left ("])
    assert [word.relation for word in words] == ["nsubj", "root", "punct"]
