from __future__ import annotations

import json

import pytest

from karat.errors import FormatError, FormatErrors, InputError
from karat.formats import Problems, format_named
from karat.formats.benchmarks.robust import read, read_sentences, render
from karat.formats.text.brackets import parse_tree
from karat.model import Clique, Extraction, Member, Sentence


def clique(**changes):
    whole = {
        "id": 7,
        "ori_sent": "Ann left .",
        "ori_args": [["left", "Ann"]],
        "ori_tree": "(S (NP Ann) (VP left))",
        "paraphrases": [{"id": 8, "sent": "Ann was gone .", "args": [["was", "Ann", "gone"], ["alone"]]}],
    }
    return {key: value for key, value in {**whole, **changes}.items() if value is not ...}


CLIQUE = Clique(
    "7",
    (
        Member(Sentence("7", "Ann left ."), (Extraction("left", ("Ann",)),), parse_tree("(S (NP Ann) (VP left))")),
        Member(Sentence("8", "Ann was gone ."), (Extraction("was", ("Ann", "gone")), Extraction("alone", ()))),
    ),
)


def test_a_clique(file):
    assert list(read(file(json.dumps([clique()])))) == [CLIQUE]


def test_ids_where_there_are_none(file):
    entry = clique(id=..., paraphrases=[{"sent": "a", "args": []}, {"sent": "b", "args": []}])
    other = {"ori_sent": "c", "ori_args": [], "paraphrases": []}
    cliques = list(read(file(json.dumps([entry, other]))))
    assert [[member.sentence.id for member in each.members] for each in cliques] == [["0", "0.1", "0.2"], ["1"]]
    assert [each.id for each in cliques] == ["0", "1"]


def test_writing_and_reading_again(tmp_path):
    named = Clique("a", (Member(Sentence("a", "x"), ()),))
    format_named("robust").write(tmp_path / "cliques.json", [CLIQUE, named])
    assert list(read(tmp_path / "cliques.json")) == [CLIQUE, named]
    assert json.loads((tmp_path / "cliques.json").read_text())[0] == clique()
    format_named("robust").write(tmp_path / "cliques.json", [])
    assert list(read(tmp_path / "cliques.json")) == []


@pytest.mark.parametrize("wrong", [Clique("1", ()), Clique("1", (Member(Sentence("2", "x"), ()),))])
def test_what_cannot_be_written(wrong):
    with pytest.raises(InputError, match="robust"):
        list(render([wrong]))


def paraphrase(**changes):
    return [{"sent": "b", "args": []}, {"sent": "c", "args": [], **changes}]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        pytest.param(3, "[1]: expected an object with id, ori_sent, ", id="no object"),
        pytest.param(
            clique(ori_sent=...), "[1]: expected the key 'ori_sent', found 'id', 'ori_args'", id="no sentence"
        ),
        pytest.param(clique(ori_args=...), "[1]: expected the key 'ori_args'", id="no tuples"),
        pytest.param(clique(paraphrases=...), "[1]: expected the key 'paraphrases'", id="no paraphrases"),
        pytest.param(clique(ori_sent=3), "[1].ori_sent: expected a text, found 3", id="sentence is a number"),
        pytest.param(clique(id=1.5), "[1].id: expected a number or a text, found 1.5", id="id"),
        pytest.param(clique(ori_args={}), "[1].ori_args: expected a list of tuples, found {}", id="tuples"),
        pytest.param(clique(ori_args=[[]]), "[1].ori_args[0]: expected a list of the relation and its ", id="empty"),
        pytest.param(clique(ori_args=[["a", None]]), "[1].ori_args[0][1]: expected a text, found null", id="argument"),
        pytest.param(clique(ori_tree="(S"), "[1].ori_tree: expected a tree in brackets, found one that", id="tree"),
        pytest.param(
            clique(paraphrases=paraphrase(args=3)),
            "[1].paraphrases[1].args: expected a list of tuples, found 3",
            id="args",
        ),
        pytest.param(
            clique(paraphrases=paraphrase(sent="b")),
            "[1].paraphrases[1].sent: expected a sentence that its clique has not got yet, found 'b'",
            id="a sentence twice",
        ),
        pytest.param(
            clique(paraphrases=paraphrase(sent="Ann left .")),
            "[1].paraphrases[1].sent: expected",
            id="the original again",
        ),
    ],
)
def test_bad_cliques(file, entry, message):
    path = file(json.dumps([clique(), entry]))
    with pytest.raises(FormatError) as caught:
        list(read(path))
    assert str(caught.value).startswith(f"{path}: {message}")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "found an empty file"),
        ("[\n{,", ":2: expected JSON with a list of cliques, found expecting property name"),
        ('{"a": 1}', "expected a list of cliques, found"),
        ("[" * 100_000, "brackets that are nested too deep"),
    ],
)
def test_bad_documents(file, content, message):
    with pytest.raises(FormatError) as caught:
        list(read(file(content)))
    assert message in str(caught.value)


def test_all_bad_cliques_are_reported_together(file):
    with pytest.raises(FormatErrors) as caught:
        list(read(file(json.dumps([1, clique(), 2]))))
    assert len(caught.value.errors) == 2


def test_unknown_keys_are_reported_once(file):
    problems = Problems()
    path = file(json.dumps([clique(note="x"), clique(note="y", id=9)]))
    assert len(list(read(path, problems=problems))) == 2
    assert [str(repair) for repair in problems.repairs] == [f"{path}: read key 'note' as nothing, left out"]


def test_sentences_without_tuples(file):
    path = file(json.dumps([{"id": 1, "ori_sent": "a", "paraphrases": [{"id": 2, "sent": "b"}]}]))
    assert list(read_sentences(path)) == [
        Clique("1", (Member(Sentence("1", "a"), ()), Member(Sentence("2", "b"), ()))),
    ]


@pytest.mark.published
@pytest.mark.parametrize(
    ("name", "extractions"),
    [
        ("adelie_result.json", 12_542),
        ("adelie_result_llamaori.json", 22_206),
        ("adelie_result_llama_rate_0.2_plus_2_2.json", 11_251),
    ],
)
def test_real_files(data, name, extractions):
    cliques = list(read(data / "robust/system_outputs" / name))
    assert len(cliques) == 1_272
    assert sum(len(each.members) for each in cliques) == 4_932
    assert sum(len(member.extractions) for each in cliques for member in each.members) == extractions


@pytest.mark.published
def test_real_sentences(data):
    cliques = list(read_sentences(data / "robust/cliques_sentences.json"))
    assert [sum(len(each.members) == size for each in cliques) for size in (4, 3, 2)] == [1_126, 136, 10]
