"""Answers as models give them: each way of writing tuples, each way of failing, and no text that breaks the reader."""

from __future__ import annotations

import json
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from karat.cliques.few_shot.answers import read_answers
from karat.errors import FormatError
from karat.formats.benchmarks.robust import render
from karat.formats.llm.answers import NOTHING, parse_answer
from karat.model import Clique, Member, Sentence

FOUNDED = ("founded", "Ann", "Bext")
LEFT = ("left", "Bob")
BOTH = [FOUNDED, LEFT]


def tuples(text):
    return [(found.relation, *found.arguments) for found in parse_answer(text).extractions]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # JSON
        pytest.param('[["founded", "Ann", "Bext"], ["left", "Bob"]]', BOTH, id="as asked"),
        pytest.param('```json\n[["founded", "Ann", "Bext"],\n ["left", "Bob"]]\n```', BOTH, id="code fence"),
        pytest.param('Sure:\n```\n[["left", "Bob"]]\n```\nSee [["x", "y"]]?', [LEFT], id="the fence counts, not prose"),
        pytest.param('```\nnone\n```\n[["left", "Bob"]]', [LEFT], id="a fence without tuples"),
        pytest.param('Tuples: [["left", "Bob"]] I hope this helps [1].', [LEFT], id="in prose"),
        pytest.param('<think>[["x", "y"]]?</think>\n[["left", "Bob"]]', [LEFT], id="thinking aloud"),
        pytest.param('[["founded", "Ann", "Bext",], ["left", "Bob"],]', BOTH, id="commas too many"),
        pytest.param('[["founded", "Ann", "Bext"]\n ["left",\n"Bob"]]', BOTH, id="a comma too few"),
        pytest.param("[['founded', 'Ann', 'Bext'], ['left', 'Bob']]", BOTH, id="single quotes"),
        pytest.param("[['left', 'Bob's dog', 'the cats' home']]", [("left", "Bob's dog", "the cats' home")], id="'s"),
        pytest.param('[["said", "Ann", "that "no" is no"]]', [("said", "Ann", 'that "no" is no')], id="inner quotes"),
        pytest.param("[[“left”, “Bob”]]", [LEFT], id="typographic quotes"),
        pytest.param("[('founded', 'Ann', 'Bext'), ('left', 'Bob')]", BOTH, id="Python tuples"),
        pytest.param('["founded", "Ann", "Bext"]\n["left", "Bob"]', BOTH, id="a list a line"),
        pytest.param('1. ["founded", "Ann", "Bext"]\n2. ["left", "Bob"]', BOTH, id="numbered lists"),
        pytest.param('["(founded; Ann; Bext)", "(left; Bob)"]', BOTH, id="tuples as texts"),
        pytest.param(
            '[["was", "Ann", 3], ["in", "it", 1.50]]', [("was", "Ann", "3"), ("in", "it", "1.50")], id="numbers"
        ),
        pytest.param('[["left", "Bob", null]]', [LEFT], id="null"),
        pytest.param('[["founded", ["Ann", "Bext"]], ["left", ["Bob"]]]', BOTH, id="arguments in a list"),
        pytest.param('["founded", ["Ann", "Bext"]]', [FOUNDED], id="one of these alone"),
        pytest.param('[["rains"]]', [("rains",)], id="a relation alone"),
        pytest.param('[["left", " Bob "]]', [("left", " Bob ")], id="texts stay as they are"),
        pytest.param('[["left", "B\\u00f6b \\ud83d\\ude00"]]', [("left", "Böb 😀")], id="escapes"),
        pytest.param('[["left", "B\\ud83d"],]', [("left", "B�")], id="half a character"),
        pytest.param("[['left', 'B\\u00f6b\\n\\'x\\'']]", [("left", "Böb\n'x'")], id="escapes in single quotes"),
        pytest.param("[[”left”, ”Bob”], [“left“, “Bob“]]", [LEFT, LEFT], id="typographic quotes that face one way"),
        pytest.param("[['is', 'it', true], ]", [("is", "it", "true")], id="a loose truth"),
        pytest.param('[["is", "it", true]]', [("is", "it", "true")], id="a truth"),
        pytest.param('["founded"，"Ann"，"Bext"]', [FOUNDED], id="wide commas"),
        pytest.param(
            "［［“founded”，“Ann”，“Bext”］，【「left」，「Bob」】］", BOTH, id="wide brackets, corner quotes"
        ),
        pytest.param("tuples = {('founded', 'Ann', 'Bext')}\n{('left', 'Bob')}", BOTH, id="a set"),
        pytest.param('"[[\\"left\\", \\"Bob\\"]]"', [LEFT], id="JSON in a JSON text"),
        pytest.param('Hm, [["x", "y"]]?\n</think>\n[["left", "Bob"]]', [LEFT], id="a thought begun in the prompt"),
        pytest.param(
            '[["left", "Bob"]]\n\nSentence: Ann slept .\nTuples: [["slept", "Ann"]]', [LEFT], id="a sentence made up"
        ),
        pytest.param('Sentence: Bob left .\nTuples: [["left", "Bob"]]', [LEFT], id="the question repeated"),
        pytest.param('[]\nSentence: Ann slept .\nTuples: [["slept", "Ann"]]', [], id="nothing, then one made up"),
        # objects
        pytest.param('[{"predicate": "founded", "arg1": "Bext", "arg0": "Ann"}]', [FOUNDED], id="counted from 0"),
        pytest.param(
            '[{"relation": "founded", "args": [{"role": "agent", "text": "Ann"}, {"role": "theme", "text": "Bext"}]}]',
            [FOUNDED],
            id="arguments with roles",
        ),
        pytest.param(
            '{"relation": "founded", "arguments": {"object": "Bext", "subject": "Ann"}}',
            [FOUNDED],
            id="named arguments",
        ),
        pytest.param(
            '{"relation": "founded", "subject": {"name": "Ann", "type": "person"}, "object": {"text": "Bext"}}',
            [FOUNDED],
            id="arguments that are objects",
        ),
        pytest.param(
            '{"relation": "has", "arguments": {"name": "Ann", "age": "50"}}', [("has", "Ann", "50")], id="roles as keys"
        ),
        pytest.param('{"relation": "has", "subject": "it", "number": 5}', [("has", "it", "5")], id="a number is said"),
        pytest.param('{"1": ["founded", "Ann", "Bext"], "Tuple 2": ["left", "Bob"]}', BOTH, id="numbers as keys"),
        pytest.param('{"tuples": [["founded", "Ann", "Bext"], ["left", "Bob"]]}', BOTH, id="wrapped"),
        pytest.param('{"result": {"Facts": [["left", "Bob"]]}}', [LEFT], id="wrapped twice"),
        pytest.param('[{"relation": "left", "arg1": "Bob"}]', [LEFT], id="relation and arg1"),
        pytest.param('{"arg1": "Ann", "relation": "founded", "arg2": "Bext"}', [FOUNDED], id="one object"),
        pytest.param('[{"Predicate": "founded", "Object": "Bext", "Subject": "Ann"}]', [FOUNDED], id="names in order"),
        pytest.param('[{"relation": "founded", "arguments": ["Ann", "Bext"]}]', [FOUNDED], id="a list of arguments"),
        pytest.param(
            '[{"relation": "founded", "subject": "Ann", "object": "Bext", "time": "in 1990", "confidence": 0.9}]',
            [(*FOUNDED, "in 1990")],
            id="more arguments, and what is none",
        ),
        pytest.param("[{relation: 'left', arg1: 'Bob'}]", [LEFT], id="bare names"),
        pytest.param('{"founded": ["Ann", "Bext"], "left": ["Bob"]}', BOTH, id="arguments by relation"),
        pytest.param('{"relation": {"founded": ["Ann", "Bext"]}}', [FOUNDED], id="the same, wrapped"),
        pytest.param('[{"relation": ["left"], "args": ["Bob"]}]', [LEFT], id="a relation in a list"),
        pytest.param('[{"predicate": {"text": "left"}, "args": ["Bob"]}]', [LEFT], id="a relation that is an object"),
        pytest.param('{"tuples": ["(founded; Ann; Bext)", "(left; Bob)"]}', BOTH, id="tuples as texts, wrapped"),
        pytest.param('["founded; Ann; Bext", "left; Bob"]', BOTH, id="tuples as texts without brackets"),
        pytest.param('["founded(Ann, Bext)", "left(Bob)"]', BOTH, id="tuples as logicians write, as texts"),
        pytest.param('{"reasoning": "Bob left.", "tuples": [["left", "Bob"]]}', [LEFT], id="reasons beside the tuples"),
        pytest.param('[["left", "Bob"]]\n\nUser: and now?\nAssistant: [["x", "y"]]', [LEFT], id="turns made up"),
        # lines
        pytest.param("(founded; Ann; Bext)\n(left; Bob)", BOTH, id="semicolons"),
        pytest.param("(founded, Ann, Bext)\n(left, Bob)", BOTH, id="commas"),
        pytest.param("(founded,Ann,Bext)", [FOUNDED], id="commas without spaces"),
        pytest.param("1. (founded; Ann; Bext)\n2) (left; Bob).", BOTH, id="numbers"),
        pytest.param("- (founded; Ann; Bext)\n* (left; Bob),", BOTH, id="bullets"),
        pytest.param("• founded; Ann; Bext\n• left; Bob", BOTH, id="bullets without brackets"),
        pytest.param("Tuple 1: (founded; Ann; Bext)\n**Tuple 2:** (left; Bob)", BOTH, id="labels"),
        pytest.param('("founded", "Ann, Jr.", "Bext")', [("founded", "Ann, Jr.", "Bext")], id="quoted parts"),
        pytest.param("(founded; Ann (a baker); Bext)", [("founded", "Ann (a baker)", "Bext")], id="inner brackets"),
        pytest.param("(founded; Ann; Bext), (left; Bob)", BOTH, id="several on a line"),
        pytest.param("[founded; Ann; Bext]\n<left; Bob>", BOTH, id="other brackets"),
        pytest.param("founded\tAnn\tBext\nleft\tBob", BOTH, id="tabs"),
        pytest.param("founded | Ann | Bext\nleft | Bob", BOTH, id="bars"),
        pytest.param(
            "| Relation | A1 | A2 |\n|---|:-:|---|\n| founded | Ann | Bext |\n| left | Bob | |", BOTH, id="table"
        ),
        pytest.param("```\n(founded; Ann; Bext)\n```", [FOUNDED], id="lines in a fence"),
        pytest.param("The tuples (relation first) are:\n\n(left; Bob)\n\nThat is all; really.", [LEFT], id="talk"),
        pytest.param("[[founded, Ann, Bext], [left, Bob]]", BOTH, id="lists without quotes"),
        pytest.param("[(founded; Ann; Bext), (left; Bob)]", BOTH, id="brackets in brackets"),
        pytest.param("((re)opened; Ann; Bext)", [("(re)opened", "Ann", "Bext")], id="a bracket in the relation"),
        pytest.param("0.9 (founded; Ann; Bext)\n1. (left; Bob) 0.85", BOTH, id="confidences outside"),
        pytest.param("**(founded; Ann; Bext)**\n* **(left; Bob)**", BOTH, id="bold"),
        pytest.param("Answer: (founded; Ann; Bext)\n**Output**: (left; Bob)", BOTH, id="other labels"),
        pytest.param("（founded；Ann；Bext）\n【left，Bob】", BOTH, id="wide brackets and signs"),
        pytest.param("① (founded; Ann; Bext)\n② (left; Bob)", BOTH, id="numbers in circles"),
        pytest.param('- "founded", "Ann", "Bext"\n"left", "Bob", ""', BOTH, id="quotes and no brackets"),
        pytest.param("founded(Ann, Bext)\nleft(Bob)", BOTH, id="as logicians write"),
        pytest.param(
            "Tuple(s)\nwas_born_in(Ann, Rome)", [("was born in", "Ann", "Rome")], id="an underscored relation"
        ),
        pytest.param("- founded: Ann; Bext", [FOUNDED], id="a colon behind the relation"),
        pytest.param("The tuple is (founded; Ann; Bext).", [FOUNDED], id="in a sentence"),
        pytest.param("<li>(founded; Ann; Bext)</li>", [FOUNDED], id="in HTML"),
        pytest.param(
            "| Subject | Relation | Object |\n|---|---|---|\n| Ann | founded | Bext |\n| Bob | left | |",
            BOTH,
            id="a table with the subject first",
        ),
        pytest.param(
            "| # | **Relation** | **A2** | **A1** | Confidence |\n|--|--|--|--|--|\n| 1 | founded | Bext | Ann | 0.9 |",
            [FOUNDED],
            id="a table with columns that are no arguments",
        ),
        pytest.param("| What | Who |\n|---|---|\n| `left` | Bob |\n\n| left | Bob |", [LEFT, LEFT], id="unknown heads"),
        pytest.param("relation\targ1\targ2\nfounded\tAnn\tBext", [FOUNDED], id="a head over tabs"),
        pytest.param(
            "**Relation:** founded\n**Arg1:** Ann\n**Arg2:** Bext\n\nRelation: left\nArg1: Bob", BOTH, id="fields"
        ),
        pytest.param(
            "- relation: founded\n  object: Bext\n  subject: Ann\n- relation: left\n  subject: Bob", BOTH, id="YAML"
        ),
        pytest.param("1. Relation: founded, Argument 1: Ann, Argument 2: Bext", [FOUNDED], id="fields on a line"),
        pytest.param("(relation: founded; arg1: Ann; arg2: Bext)", [FOUNDED], id="fields in brackets"),
        pytest.param("a) (founded; Ann; Bext)\nb) (left; Bob)", BOTH, id="letters"),
        pytest.param("T1: (founded; Ann; Bext)\nT2: (left; Bob)", BOTH, id="numbers with a letter"),
        pytest.param("First (founded; Ann; Bext), then (left; Bob).", BOTH, id="two in a sentence"),
        pytest.param(
            "| Relation | A1 | A2 |\n|---|---|---|\n| left | Bob | - |", [LEFT], id="a cell with nothing in it"
        ),
        # nothing to extract, and said so
        pytest.param("None", [], id="none"),
        pytest.param("There are no factual tuples in this sentence.", [], id="no tuples, in words"),
        pytest.param("[]", [], id="an empty list"),
        pytest.param("```json\n[]\n```", [], id="an empty list in a fence"),
        pytest.param('{"tuples": []}', [], id="an empty list, wrapped"),
        pytest.param("[[]]", [], id="an empty list in a list"),
    ],
)
def test_an_answer_that_is_read_whole(text, expected):
    assert (tuples(text), parse_answer(text).failure) == (expected, None)


@pytest.mark.parametrize(
    ("text", "kind", "kept"),
    [
        ("", "empty", []),
        (" \n\t ", "empty", []),
        ("<think>Hm.</think>\n", "empty", []),
        ("I'm sorry, but I can't help with that.", "refusal", []),
        ("As an AI language model, I have no access to it.", "refusal", []),
        ("I cannot extract anything [from this].", "refusal", []),
        ("I am unable to do so", "refusal", []),
        ("The sentence is about Bob.", "no tuple", []),
        ("See [1] and (above).", "no tuple", []),
        ("[1, 2]", "no tuple", []),
        ('{"note": "nothing"}', "no tuple", []),
        ('[["founded", "Ann", "Bext"], ["left", "Bo', "cut off", [FOUNDED]),
        ('[["founded", "Ann", "Bext"], ["left", "Bob"', "cut off", [FOUNDED]),
        ('[["founded", "Ann", "Bext"], ["left", "Bob"]', "cut off", BOTH),
        ('[["founded", "Ann", "Bext"],', "cut off", [FOUNDED]),
        ('[["founded", "Ann", "Bext"] That is all.', "cut off", [FOUNDED]),
        ('```json\n{"tuples": [{"relation": "left", "arg1": "Bob"}, {"relation": "found', "cut off", [LEFT]),
        ('{"tuples": [{"relation": "left", "arg1": "Bob"}, {"relation"', "cut off", [LEFT]),
        ('{"tuples": [{"relation": "left", "arg1": "Bob"}, {"relation":', "cut off", [LEFT]),
        ('[["left", "Bo', "cut off", []),
        ('["left", "Bob"', "cut off", []),
        ("[", "cut off", []),
        ("(founded; Ann; Bext)\n(left; Bo", "cut off", [FOUNDED]),
        ('<think>Is it [["left", "Bob"]]? Or', "cut off", []),
        ("It is on offer (see Brown 2010; Green 2011).", "no tuple", []),
        ("First, Ann came; then, Bob left (at 5:30).", "no tuple", []),
        ("Relation: none", "no tuple", []),
        ("1. Ann founded Bext; it is the main fact.", "no tuple", []),
        ("1. Relation: founded; it is a verb", "no tuple", []),
        ('[["left", "Bob"], 7]', "part unread", [LEFT]),
        ('[["left", "Bob"], "and so on"]', "part unread", [LEFT]),
        ('[["left", "Bob"], ["", ""]]', "part unread", [LEFT]),
        ('[["left", "Bob"], [null]]', "part unread", [LEFT]),
        ("[" * 50 + '["a", "b"]' + "]" * 50 + '["left", "Bob"]', "part unread", [LEFT]),
    ],
)
def test_an_answer_that_is_not(text, kind, kept):
    found = parse_answer(text)
    assert (found.failure, tuples(text), found.text) == (kind, kept, text)


SAYING = st.lists(st.text(), min_size=1).filter(lambda texts: any(text.strip() for text in texts))


@given(st.lists(SAYING, max_size=5))
def test_json_comes_back_as_it_was(found):
    assert tuples(json.dumps(found)) == [tuple(texts) for texts in found]


SIGNS = st.text(alphabet="[](){}<>\"'“”,:;|\\\t\n `-1.aA nul\ud800é", max_size=60)
PIECES = st.lists(
    st.sampled_from(
        [
            '[["a", "b"]',
            "[",
            "]",
            '{"relation": "x"',
            "}",
            "```json\n",
            "```",
            "<think>",
            "</think>",
            "(a; b)",
            "\\u",
            ",",
        ]
    )
    | SIGNS,
    max_size=12,
).map("".join)


@given(st.text() | SIGNS | PIECES)
def test_no_answer_breaks_the_reader_or_the_writer(text):
    found = parse_answer(text)
    assert all(extraction.relation is not None for extraction in found.extractions)
    written = "".join(render([Clique("1", (Member(Sentence("1", "x"), found.extractions),))]))
    written.encode()
    found.text.encode()
    assert found.extractions or found.failure or "[" in text or "{" in text or NOTHING.search(text)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param("[" * 50_000, "cut off", id="brackets"),
        pytest.param('{"a":' * 10_000, "cut off", id="objects"),
        pytest.param('[["a", "b"], ' * 2_000, "cut off", id="lists never closed"),
        pytest.param("[1" + "0" * 10_000 + "]", "no tuple", id="a number that Python does not read"),
        pytest.param("(" * 50_000, "no tuple", id="round brackets"),
        pytest.param('["' + "\\" * 9_999, "cut off", id="backslashes"),
        pytest.param("(" + ";" * 20_000, "no tuple", id="semicolons"),
        pytest.param("**" * 10_000 + "relation", "no tuple", id="stars"),
        pytest.param("tuple" + " " * 20_000 + "x", "no tuple", id="a label and white space"),
        pytest.param(".5" + " " * 20_000 + "x", "no tuple", id="a number and white space"),
        pytest.param("a, " * 7_000, "no tuple", id="commas"),
        pytest.param("a: " * 7_000, "no tuple", id="colons"),
        pytest.param("no facts" + " ." * 9_000 + "x", "no tuple", id="nothing, at length"),
        pytest.param("['a', 'b' " + " " * 20_000 + "x", "cut off", id="white space"),
    ],
)
def test_a_monstrous_answer_is_read_in_time(text, kind):
    start = time.perf_counter()
    assert parse_answer(text).failure == kind
    assert time.perf_counter() - start < 5  # 0.3 s at most on a machine of 2026


def test_what_is_cut_off_keeps_what_was_whole():
    whole = json.dumps([[f"r{number}", "x"] for number in range(6)])
    for length in range(len(whole)):
        cut = whole[:length]
        assert tuples(cut) == [(f"r{number}", "x") for number in range(cut.count("]"))]


ASKED = ["1/1", "2/1", "3/1"]


def lines(tmp_path, *answers):
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(f"{answer if isinstance(answer, str) else json.dumps(answer)}\n" for answer in answers))
    return path


def test_recorded_answers(tmp_path):
    path = lines(
        tmp_path,
        {"id": "3/1", "answer": "(left; Bob)", "model": "m"},
        {"id": "1/1", "answer": None},
        {"id": "2/1", "answer": None, "refusal": "not allowed"},
    )
    found = read_answers(path, ASKED)
    assert list(found) == ASKED
    assert [(each.text, each.failure, len(each.extractions)) for each in found.values()] == [
        ("", "empty", 0),
        ("not allowed", "refusal", 0),
        ("(left; Bob)", None, 1),
    ]


def test_a_missing_answer_is_named_or_counted(tmp_path):
    path = lines(tmp_path, {"id": "2/1", "answer": "[]"})
    with pytest.raises(FormatError, match=r"expected an answer to every prompt, found none to '1/1', '3/1'$"):
        read_answers(path, ASKED)
    with pytest.raises(FormatError, match=r"found none to '1/1', '3/1', '4/1' and 2 more$"):
        read_answers(path, [*ASKED, "4/1", "5/1", "6/1"])
    kinds = [each.failure for each in read_answers(path, ASKED, "empty").values()]
    assert kinds == ["missing", None, "missing"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"id": "9/1", "answer": ""}, "2: expected the id of a prompt in id, found '9/1'"),
        ({"id": "1/1", "answer": ""}, "2: expected an id that has no answer yet in id, found '1/1'"),
        ({"id": "2/1"}, "2: expected the key 'answer', found 'id'"),
        ({"id": "2/1", "answer": ["left", "Bob"]}, "2: expected a text in answer, found"),
        ("[]", "2: expected a JSON object, found"),
        ("{", "2: expected a JSON object on one line, found"),
    ],
)
def test_wrong_lines_of_answers_are_named(tmp_path, line, message):
    path = lines(tmp_path, {"id": "1/1", "answer": ""}, line)
    with pytest.raises(FormatError, match=re.escape(f"answers.jsonl:{message}")):
        read_answers(path, ASKED, "empty")
