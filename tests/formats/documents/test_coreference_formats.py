"""Coreference files: CoNLL-2012, clusters in JSON lines, CorefUD."""

from __future__ import annotations

import json

import pytest

from karat.errors import FormatError, FormatErrors, InputError
from karat.formats import guess, read_documents
from karat.model import Mention, SplitMention


def conll(*cells: str, name: str = "(tale); part 000") -> str:
    rows = [f"tale\t{number}\tword\t{cell}" for number, cell in enumerate(cells)]
    return "\n".join([f"#begin document {name}", *rows, "#end document", ""])


def read(path, **options):
    """Each document's entities: name → mentions as pairs of tokens."""
    return {
        document.id: {cluster.name: [pair(mention) for mention in cluster.mentions] for cluster in document.content}
        for document in read_documents(path, "coreference", **options)
    }


def pair(mention):
    return (mention.left, mention.right) if type(mention) is Mention else mention


@pytest.mark.parametrize(
    ("cells", "entities"),
    [
        pytest.param(["(1)", "-", "(1)"], {"1": [(0, 0), (2, 2)]}, id="single tokens"),
        pytest.param(["(1", "-", "1)"], {"1": [(0, 2)]}, id="a stretch"),
        pytest.param(["(1|(2)", "1)"], {"2": [(0, 0)], "1": [(0, 1)]}, id="a bar; single tokens come first"),
        pytest.param(["(1(2", "2)1)"], {"1": [(0, 1)], "2": [(0, 1)]}, id="run together"),
        pytest.param(["(1", "(1", "1)", "1)"], {"1": [(1, 2), (0, 3)]}, id="nested in itself: the latest closes first"),
        pytest.param(["(1", "(2", "1)", "2)"], {"1": [(0, 2)], "2": [(1, 3)]}, id="crossing"),
        pytest.param(["(1(1", "1)1)"], {"1": [(0, 1), (0, 1)]}, id="a mention twice is read twice"),
        pytest.param(["_", "-\t"], {}, id="nothing, with a stray tab"),
        pytest.param(["(e7", "e7)"], {"e7": [(0, 1)]}, id="names need not be numbers"),
    ],
)
def test_cells(file, cells, entities):
    assert read(file(conll(*cells))) == {"tale; part 000": entities}


def test_tokens_are_numbered_over_blank_lines_and_from_0_in_each_document(file):
    text = "#begin document (a); part 000\na\t0\t(1)\n\na\t0\t(1)\n#end document\n" + conll("(1)", name="(a); part 001")
    assert read(file(text)) == {"a; part 000": {"1": [(0, 0), (1, 1)]}, "a; part 001": {"1": [(0, 0)]}}


@pytest.mark.parametrize(("written", "name"), [("(a); part 000", "a; part 000"), ("(a);", "a"), ("a b", "a b")])
def test_names_of_documents(file, written, name):
    assert list(read(file(conll("-", name=written)))) == [name]


CLOSING = "no mention of it that is open"


@pytest.mark.parametrize(
    ("text", "line", "expected", "found"),
    [
        pytest.param(conll("-", "(4", "-"), 3, "4) to close (4 before #end document", "none", id="unclosed"),
        pytest.param(conll("-", "4)"), 3, "(4 before 4)", CLOSING, id="unopened"),
        pytest.param(conll("(4", "5)", "4)"), 3, "(5 before 5)", CLOSING, id="closed under another name"),
        pytest.param(
            conll("((4)"), 2, "brackets such as (3, 3) or (3)|(7 in the last column, or -", "'((4)'", id="malformed"
        ),
        pytest.param(
            conll("four"), 2, "brackets such as (3, 3) or (3)|(7 in the last column, or -", "'four'", id="no bracket"
        ),
        pytest.param("a\t(1)\n", 1, "#begin document (NAME); part 000", "'a\\t(1)'", id="a token outside of documents"),
        pytest.param(
            "#begin document (a); part 000\na\t-\n",
            2,
            "#end document of 'a; part 000'",
            "the end of the file",
            id="cut",
        ),
        pytest.param("#end document\n", 1, "#begin document first", "'#end document'", id="an end without a beginning"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(file, text, line, expected, found):
    path = file(text)
    with pytest.raises(FormatError) as error:
        read(path, format="conll-coreference")
    assert str(error.value) == f"{path}:{line}: expected {expected}, found {found}"


def test_all_wrong_places_are_told_together(file):
    with pytest.raises(FormatErrors) as errors:
        read(file(conll("(1", "2)", "x")))
    assert [error.line for error in errors.value.errors] == [3, 4, 2]


def jsonl(*documents: object) -> str:
    return "".join(json.dumps(document) + "\n" for document in documents)


def test_clusters_in_json_lines(file):
    path = file(
        jsonl(
            {"id": "a", "clusters": [[[0, 1], [4, 4]], [["x"][0]]]}, {"doc_key": "b", "clusters": [[]], "genre": "nw"}
        )
    )
    assert read(path) == {"a": {"0": [(0, 1), (4, 4)], "1": ["x"]}, "b": {}}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        pytest.param({"clusters": []}, "expected one of the keys id, doc_key, doc_id, found none of them", id="no id"),
        pytest.param(
            {"id": "a", "clusters": [[[3, 1]]]},
            "expected [first token, last token] or a text in clusters[0][0], found [3, 1]",
            id="backwards",
        ),
        pytest.param({"id": "a", "clusters": [7]}, "expected a list of mentions in clusters[0], found 7", id="no list"),
        pytest.param(
            {"id": "a", "clusters": [], "predicted_clusters": []},
            "expected clusters of one kind in a file, found predicted_clusters too; "
            "write predicted and gold as clusters into two files",
            id="clusters of two kinds",
        ),
    ],
)
def test_wrong_clusters(file, document, message):
    path = file(jsonl({"id": "right", "clusters": []}, document))
    with pytest.raises(FormatError) as error:
        read(path)
    assert str(error.value) == f"{path}:2: {message}"


def row(number: str, entity: str = "") -> str:
    misc = f"SpaceAfter=No|Entity={entity}" if entity else "_"
    return "\t".join([number, *["_"] * 8, misc])


HEADER = "# global.Entity = eid-etype-head-other"


def test_corefud(file):
    text = "\n".join(
        [
            HEADER,
            "# newdoc id = first",
            "# sent_id = 1",
            row("1", "(e1-person-1-"),
            row("2-3"),
            row("2", "e1)"),
            row("3", "(e2-place-1-)"),
            row("3.1", "(e1-person-1-)"),
            "",
            row("1", "(e3-thing-1-(e2-place-1-)"),
            row("2", "e3)(e1[1/2]-person-1-)"),
            row("3"),
            row("4", "(e1[2/2]-person-1-)"),
            "",
            "# newdoc id = second",
            row("1", "(e1-person-1-)"),
            "",
        ]
    )
    split = SplitMention(5, 7, (Mention(5, 5), Mention(7, 7)))
    assert read(file(text)) == {
        "first": {"e1": [(0, 1), (3, 3), split], "e2": [(2, 2), (4, 4)], "e3": [(4, 5)]},
        "second": {"e1": [(0, 0)]},
    }
    assert split.indices == (5, 7)


@pytest.mark.parametrize(
    ("rows", "line", "message"),
    [
        pytest.param(
            [row("1", "(e1-x-1-")],
            2,
            "expected e1) to close (e1 before the end of the document, found none",
            id="unclosed",
        ),
        pytest.param([row("1", "e1)")], 2, f"expected (e1 before e1), found {CLOSING}", id="unopened"),
        pytest.param(
            [row("1", "((e1)")],
            2,
            "expected brackets such as Entity=(e1-person-1- or Entity=e1), found '((e1)'",
            id="malformed",
        ),
        pytest.param(
            [row("1", "(e1[2/2]-x-)")], 2, "expected 2 parts of a mention of 'e1', found 1", id="a part is missing"
        ),
        pytest.param(
            ["1\tword"],
            2,
            "expected 10 tab-separated columns that begin with a number, found 2: '1\\tword'",
            id="columns",
        ),
    ],
)
def test_wrong_corefud(file, rows, line, message):
    path = file("\n".join([HEADER, *rows, ""]))
    with pytest.raises(FormatError) as error:
        read(path)
    assert str(error.value) == f"{path}:{line}: {message}"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (conll("-"), "conll-coreference"),
        (jsonl({"id": "a", "clusters": []}), "jsonl-clusters"),
        (row("1") + "\n", "corefud"),
    ],
)
def test_the_format_is_guessed(file, text, name):
    assert guess(file(text), kinds=("coreference",)).name == name


def test_what_fits_nothing_is_told(file):
    with pytest.raises(InputError, match="expected coreference in one of these formats: conll-coreference"):
        read(file("hello\n"))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        pytest.param(["Ada (1)", "slept -"], ("Ada", "slept"), id="two columns"),
        pytest.param(["0 Ada (1)", "1 slept -"], ("Ada", "slept"), id="a number first"),
        pytest.param(["d 0 0 Ada NNP (1)", "d 0 1 slept VBD -"], ("Ada", "slept"), id="as in CoNLL-2012"),
        pytest.param(["d 0 0 7 CD (1)", "d 0 1 slept VBD -"], ("7", "slept"), id="a number among the words"),
        pytest.param(["d 0 Ada (1)", "d 0 slept -"], ("Ada", "slept"), id="without the words' numbers"),
        pytest.param(["d 0 Ada (1)", "e 0 slept -"], ("Ada", "slept"), id="several names"),
        pytest.param(["0 (1)", "1 -"], (), id="no words"),
    ],
)
def test_the_column_of_words(file, rows, words):
    text = "#begin document (d)\n" + "".join(f"{row}\n" for row in rows) + "#end document\n"
    (document,) = read_documents(file(text, "a.conll"), "coreference")
    assert document.tokens == words


def test_clusters_without_ids_are_numbered_and_have_words(file):
    second = '{"sentences": [["Bo"], ["He"]], "clusters": [[[0, 0], [1, 1]]]}'
    text = f'[{{"tokens": ["Ada", "slept"], "clusters": []}},\n {second}]'
    first, second = read_documents(file(text, "a.json"), "coreference")
    assert [(first.id, first.tokens), (second.id, second.tokens)] == [("1", ("Ada", "slept")), ("2", ("Bo", "He"))]
