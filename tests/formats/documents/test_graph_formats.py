"""Graphs: PENMAN notation, tab-separated triples, JSON lines."""

from __future__ import annotations

import json

import pytest

from karat.errors import FormatError
from karat.formats import guess, read_documents
from karat.model import Graph, Triple, Variable

SLEEPER = """# ::id tale.1 ::date today
# ::snt The cat that sleeps wants milk.
(w / want-01
   :ARG0 (c / cat :ARG0-of (s / sleep-01))
   :ARG1 (m / milk :mod "very white" :quant 3) :polarity -)
"""


def read(path, **options):
    """Each graph's top and triples, as texts."""
    return {document.id: plain(document.content) for document in read_documents(path, "amr", **options)}


def plain(graph: Graph):
    return str(graph.top), {
        (str(each.source), each.role, f"?{each.target}" if isinstance(each.target, Variable) else each.target)
        for each in graph.triples
    }


SLEEPER_TRIPLES = {
    ("w", "instance", "want-01"),
    ("w", "ARG0", "?c"),
    ("c", "instance", "cat"),
    ("c", "ARG0-of", "?s"),
    ("s", "instance", "sleep-01"),
    ("w", "ARG1", "?m"),
    ("m", "instance", "milk"),
    ("m", "mod", '"very white"'),
    ("m", "quant", "3"),
    ("w", "polarity", "-"),
}


def test_a_graph_is_read_as_it_is_written(file):
    assert read(file(SLEEPER)) == {"tale.1": ("w", SLEEPER_TRIPLES)}


def test_the_place_is_kept(file):
    path = file("\n" + SLEEPER)
    graph = next(iter(read_documents(path, "amr"))).content
    assert (graph.path, graph.line) == (path, 4)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param("# ::id a\n(x / cat)\n\n# ::id b\n(x / cat)\n", ["a", "b"], id="ids"),
        pytest.param("(x / cat)\n\n\n(x / cat)\n", ["1", "2"], id="no ids: numbers"),
        pytest.param("# ::id a\n(x / cat)\n\n(x / cat)\n", ["1", "2"], id="an id is missing: numbers for all"),
        pytest.param("# about the file\n\n# ::id a\n(x / cat)\n\n# the end\n", ["a"], id="comments around"),
    ],
)
def test_names(file, text, names):
    assert list(read(file(text))) == names


@pytest.mark.parametrize(
    ("written", "triple"),
    [
        pytest.param("(x / go :ARG0 (y / cat) :ARG1 y)", ("x", "ARG1", "?y"), id="a variable again"),
        pytest.param("(x / go :ARG1 y :ARG0 (y / cat))", ("x", "ARG1", "?y"), id="a variable declared later"),
        pytest.param('(x / name :op1 "(Y / Z")', ("x", "op1", '"(Y / Z"'), id="brackets within quotation marks"),
        pytest.param("(x / go~e.2 :ARG1~e.3 (y / cat~e.4))", ("x", "instance", "go"), id="alignments go"),
        pytest.param("(x / go :mode imperative)", ("x", "mode", "imperative"), id="a word is a constant"),
        pytest.param("(x / item :li a)", ("x", "li", "a"), id="a letter that is no variable"),
    ],
)
def test_values(file, written, triple):
    ((_, triples),) = read(file(written)).values()
    assert triple in triples


DEEP = "".join(f"(x{number} / cat :ARG0 " for number in range(200)) + "(y / dog)" + ")" * 200


def test_a_deep_graph(file):
    ((_, triples),) = read(file(DEEP)).values()
    assert len(triples) == 401


def test_a_graph_that_is_too_deep(file):
    path = file("".join(f"(x{number} / cat :ARG0\n" for number in range(1000)) + "(y / dog)" + ")" * 1000)
    with pytest.raises(FormatError, match=r":301: expected at most 300 \( open at once, found more"):
        read(path)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        pytest.param(
            "(x / go\n  :ARG0 (y / cat)\n\n(z / dog)\n",
            1,
            "expected a ) for each (, found none before line 3, and 1 open",
            id="not closed before the blank line",
        ),
        pytest.param("(x / go))\n", 1, "expected a blank line after the last ), found ')'", id="closed once too often"),
        pytest.param("x / go\n", 1, "expected a graph that begins with (, found 'x'", id="no bracket"),
        pytest.param(
            "(x / go)\n(y / go)\n",
            2,
            "expected a blank line after the last ), found a second graph in the same block",
            id="two graphs without a blank line",
        ),
        pytest.param(
            "(x / go\n  :ARG0 y)\n",
            2,
            "expected a variable that the graph declares, or a constant, found 'y', the value of :ARG0",
            id="undeclared",
        ),
        pytest.param(
            "(xv1 / go\n  :ARG0 xv7)\n",
            2,
            "expected a variable that the graph declares, or a constant, found 'xv7', the value of :ARG0",
            id="undeclared, named as the others are",
        ),
        pytest.param(
            "(x / go\n  :ARG0 (x / cat))\n",
            2,
            "expected the variable 'x' declared once, found it declared again",
            id="declared twice",
        ),
        pytest.param("(x / go\n  :ARG0 (y))\n", 2, "expected a concept: (y / …, found none", id="no concept"),
        pytest.param("(x / go\n  :ARG0 )\n", 2, "expected a value of :ARG0, found none", id="no value"),
        pytest.param("(x / go\n  : (y / cat))\n", 2, "expected a role such as :ARG0, found ':'", id="no role"),
        pytest.param("( )\n", 1, "expected a variable after each (, found none", id="an empty graph"),
    ],
)
def test_wrong_graphs(file, text, line, message):
    path = file(text)
    with pytest.raises(FormatError) as error:
        read(path, format="penman")
    assert str(error.value).splitlines()[0] == f"{path}:{line}: {message}"


def test_what_only_the_library_refuses(file):
    path = file("(x / go\n  ARG0 (y / cat))\n")
    with pytest.raises(FormatError, match="expected a graph in PENMAN notation, found ") as error:
        read(path, format="penman")
    assert error.value.line == 2


def tsv(*rows: str) -> str:
    return "".join("\t".join(row.split(" ")) + "\n" for row in rows)


ROWS = ("g x instance go", "g y instance cat", "g x ARG0 y", "g x TOP -", "g y color :red")


def test_triples(file):
    assert read(file(tsv(*ROWS, "h z instance dog"))) == {
        "g": ("x", {("x", "instance", "go"), ("y", "instance", "cat"), ("x", "ARG0", "?y"), ("y", "color", ":red")}),
        "h": ("None", {("z", "instance", "dog")}),
    }


@pytest.mark.parametrize(
    ("rows", "line", "message"),
    [
        pytest.param([*ROWS, "g z ARG0 y"], 6, "a row that declares 'z' (role instance), found none", id="undeclared"),
        pytest.param(
            [*ROWS, "g z instance dog"], 6, "a graph connected with its top x, found z apart from it", id="apart"
        ),
        pytest.param([*ROWS, "g y TOP -"], 6, "one TOP in a graph, found another", id="two tops"),
        pytest.param(
            [*ROWS, "h z instance dog", *ROWS], 7, "the rows of a graph together, found 'g' again", id="mixed"
        ),
        pytest.param(
            ["g x instance"],
            1,
            "4 tab-separated fields (graph, source, role, target), found 3: 'g\\tx\\tinstance'",
            id="3",
        ),
    ],
)
def test_wrong_triples(file, rows, line, message):
    path = file(tsv(*rows))
    with pytest.raises(FormatError) as error:
        read(path, format="triples")
    assert str(error.value) == f"{path}:{line}: expected {message}"


def test_without_a_top_a_graph_may_fall_apart(file):
    assert len(read(file(tsv("g x instance go", "g z instance dog")))) == 1


GRAPH = {
    "id": "g",
    "top": "x",
    "nodes": {"x": "go", "y": "cat", "z": None},
    "edges": [["x", "ARG0", "y"], ["y", "ARG1", "z"]],
    "attributes": [["y", "color", "red"]],
}


def test_graphs_in_json_lines(file):
    triples = {
        ("x", "instance", "go"),
        ("y", "instance", "cat"),
        ("x", "ARG0", "?y"),
        ("y", "ARG1", "?z"),
        ("y", "color", "red"),
    }
    assert read(file(json.dumps(GRAPH))) == {"g": ("x", triples)}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        pytest.param(
            {"edges": [["x", "ARG0", "q"]]},
            "variables that nodes declares in edges[0], found 'q'",
            id="an undeclared end",
        ),
        pytest.param({"top": "q"}, "variables that nodes declares in top, found 'q'", id="an undeclared top"),
        pytest.param(
            {"edges": [["x", "ARG0", "y"]]}, "a graph connected with its top x, found z apart from it", id="apart"
        ),
        pytest.param(
            {"nodes": ["x"]}, 'an object from variables to concepts in nodes, found ["x"]', id="nodes as a list"
        ),
        pytest.param(
            {"links": []},
            "the keys id, nodes, edges, attributes, top, text, found 'links'",
            id="a key of another format",
        ),
    ],
)
def test_wrong_graphs_in_json_lines(file, changed, message):
    path = file(json.dumps(GRAPH | changed))
    with pytest.raises(FormatError) as error:
        read(path)
    assert str(error.value) == f"{path}:1: expected {message}"


@pytest.mark.parametrize(
    ("text", "name"), [(SLEEPER, "penman"), (tsv(*ROWS), "triples"), (json.dumps(GRAPH), "jsonl-graphs")]
)
def test_the_format_is_guessed(file, text, name):
    assert guess(file(text), kinds=("amr",)).name == name


def test_a_triple_of_the_model() -> None:
    assert Graph(Variable("x"), (Triple(Variable("x"), "instance", "go"),), line=3) == Graph(
        Variable("x"), (Triple(Variable("x"), "instance", "go"),)
    )
