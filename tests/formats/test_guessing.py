"""Which format a file is taken for, and what is said where none or two fit."""

from __future__ import annotations

import pytest

from karat.errors import FormatError, InputError
from karat.formats import FORMATS, OUTPUT_KINDS, Format, describe_guess, format_named, guess
from karat.formats.registry import Register

BENCHIE, TAB, GOLD = "1\tAnn\tleft\tUlm\n", "Ann left Ulm .\t0.5\tleft\tAnn\tUlm\n", "Ann left Ulm .\tleft\tAnn\tUlm\n"
LABELLED = "1\tAnn\tleft\tUlm\t1\n"
WITH_HEAD = "Ann had left Ulm .\tleft\thad left\tAnn\tUlm\n"


def test_what_commands_print(file):
    path = file(BENCHIE)
    assert describe_guess(path) == f"{path}: read as benchie (guessed)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(
            '{"7": [["Ann", "left", "Ulm"]]}', ": the first extraction is (Ann; left; Ulm) of sentence 7", id="id"
        ),
        pytest.param(
            '{"text": "Ann left .", "triples": []}\n{"text": "Bo left .", "triples": [["Bo", "left"]]}',
            ": the first extraction is (Bo; left) of 'Bo left .'",
            id="sentence",
        ),
        pytest.param('[["Ann", "left", "Ulm"]]', ": the first extraction is (Ann; left; Ulm)", id="no sentence"),
        pytest.param('{"a": 1}', "", id="nothing to show: the reader says why"),
    ],
)
def test_of_json_the_first_extraction_is_shown(file, text, said):
    path = file(text)
    assert describe_guess(path) == f"{path}: read as json-triples (guessed){said}"


@pytest.mark.parametrize(
    ("text", "line", "expected", "found"),
    [
        pytest.param("Just a sentence .\n" * 3, 1, "", "a text without tabs: 'Just a sentence .'", id="text"),
        pytest.param("\n\na\tb\n", 3, "", "2 tab-separated fields: 'a\\tb'", id="fields, after blank lines"),
        pytest.param(
            f"{BENCHIE}1\tAnn\tleft\n",
            BENCHIE.count("\n") + 1,
            " (perhaps benchie, as line 1: 4 tab-separated fields, the first a sentence id)",
            "3 tab-separated fields: '1\\tAnn\\tleft'",
            id="one line is as in a format",
        ),
        pytest.param("x" * 500, 1, "", f"a text without tabs: '{'x' * 79}", id="a long line is cut"),
    ],
)
def test_nothing_fits(file, text, line, expected, found):
    path = file(text)
    with pytest.raises(FormatError) as caught:
        guess(path)
    whole = f"{path}:{line}: expected a format that `karat list formats` shows{expected}, found {found}"
    assert str(caught.value) == whole
    assert sum(name in whole.split() for name in FORMATS.names) <= 3


@pytest.mark.parametrize(
    ("rows", "place", "judged"),
    [
        pytest.param([4, 3, 4, 4], 2, True, id="a field is missing"),
        pytest.param([3, 4, 4, 4], 1, True, id="in the first line"),
        pytest.param([4, 3, 3, 4], 2, False, id="two lines"),
        pytest.param([4, 3, 4], 2, False, id="too few to judge by"),
    ],
)
def test_one_line_alone_does_not_fit(file, rows, place, judged):
    path = file("".join("\t".join(["1", "a", "b", "c"][:fields]) + "\n" for fields in rows))
    with pytest.raises(FormatError) as caught:
        guess(path)
    assert caught.value.line == place
    assert ("(benchie)" in caught.value.expected) is judged
    assert ("karat list formats" in caught.value.expected) is not judged


def test_a_header_makes_a_table_of_a_file(file):
    rows = "Ann left .\t0.5\tleft\tAnn\tUlm\n" * 3
    assert guess(file(rows)).name == "carb-tab"
    assert guess(file(f"sentence\tconfidence\trelation\targ1\targ2\n{rows}")).name == "table"


@pytest.mark.parametrize(
    ("text", "for_any", "for_outputs"),
    [
        pytest.param(GOLD, "carb-gold", None, id="relation first: CaRB's gold, never guessed for an output"),
        pytest.param("Ann left Ulm .\tAnn\tleft\tUlm\n", "table", "table", id="subject first"),
        pytest.param("Ann left Ulm .\tshe\tquit\tit\n", "carb-gold", "table", id="words of no help"),
        pytest.param(TAB, "carb-tab", "carb-tab", id="CaRB's output"),
        pytest.param("Ann left Ulm .\t0.5\tAnn\tleft\tUlm\n", "table", "table", id="a confidence, subject first"),
        pytest.param("Ann left Ulm .\t0.5\tshe\tquit\tit\n", "carb-tab", "carb-tab", id="CaRB's, by default"),
        pytest.param("sent_id:1\tGo !\n", "benchie-gold", None, id="fact synsets"),
    ],
)
def test_gold_and_outputs(file, text, for_any, for_outputs):
    path = file(text)
    assert guess(path).name == for_any
    if for_outputs is not None:
        assert guess(path, kinds=OUTPUT_KINDS).name == for_outputs
        return
    advice = "--format carb-gold" if for_any == "carb-gold" else "gold is given with --gold"
    with pytest.raises(FormatError, match=f"{advice}$"):
        guess(path, kinds=OUTPUT_KINDS, option="--format")


def test_two_fit(file, monkeypatch):
    benchie = format_named("benchie")
    twin = Format("twin", "", "extractions", "", benchie.read, benchie.fits)
    monkeypatch.setattr(Register, "fitting", lambda *_: [benchie, twin])
    path = file(BENCHIE)
    with pytest.raises(InputError) as caught:
        guess(path)
    assert (
        str(caught.value)
        == f"{path}: expected one format that fits, found benchie and twin; name the one that is meant"
    )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        pytest.param(BENCHIE + GOLD, "benchie (line 1) and carb-gold (line 2)", id="BenchIE's, then CaRB's gold"),
        pytest.param(
            GOLD * 3 + "\n" + BENCHIE, "carb-gold (line 1) and benchie (line 5)", id="the last line is another's"
        ),
        pytest.param(BENCHIE + TAB, "benchie (line 1) and carb-tab (line 2)", id="BenchIE's and CaRB's output"),
        pytest.param(TAB + GOLD, "carb-tab (line 1) and carb-gold (line 2)", id="CaRB's output and gold"),
        pytest.param(
            GOLD + LABELLED, "carb-gold (line 1) and labelled-triples (line 2)", id="labelled triples and CaRB's gold"
        ),
        pytest.param(GOLD + WITH_HEAD, "carb-gold and oie2016-heads", id="a head before every second predicate"),
        pytest.param(WITH_HEAD * 9, "carb-gold and oie2016-heads", id="too few lines to tell heads from relations"),
        pytest.param(
            "Ann founded Bext .\tfounding\tfounded\tAnn\tBext\n",
            "carb-gold and oie2016-heads",
            id="a head in another form, or a relation of a subject that begins alike",
        ),
    ],
)
def test_lines_of_two_formats(file, text, names):
    path = file(text)
    with pytest.raises(InputError) as caught:
        guess(path)
    assert str(caught.value) == f"{path}: expected one format that fits, found {names}; name the one that is meant"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param("s12\ta\tb\tc\n", "benchie", id="an id with letters"),
        pytest.param("12\t12\t12\t12\n", "benchie", id="numbers everywhere"),
        pytest.param("Go !\t1\tgo\tyou\n", "carb-tab", id="a short sentence and a number"),
        pytest.param("他离开了\t离开\t他\t家\n", "carb-gold", id="a sentence without spaces"),
        pytest.param("Go !\tgo\tyou\nIn 1999 .\t7\tit\n", "carb-gold", id="a number among the relations"),
        pytest.param("\n\nsent_id:1\tGo !\n", "benchie-gold", id="blank lines first"),
        pytest.param(GOLD * 4 + WITH_HEAD, "carb-gold", id="a subject that has the relation"),
        pytest.param(WITH_HEAD * 9 + GOLD, "oie2016-heads", id="a head that the predicate has not"),
        pytest.param(LABELLED + "2\tit\trains\t\t\n", "labelled-triples", id="a label was not given"),
        pytest.param('Go !\n0\t"you"\t"go"\t1\n', "clausie-labelled", id="a label"),
        pytest.param('Go !\n0\t"you"\t"go"\t1.0\n', "clausie", id="a score"),
        pytest.param('Go !\n0\t"you"\t"go"\t1\n0\t"you"\t"go"\t-1.5\n', "clausie", id="scores, one of them 1"),
    ],
)
def test_guesses_at_the_edge(file, text, name):
    assert guess(file(text)).name == name


@pytest.mark.parametrize(
    "text",
    [
        "a\tb\n",
        "0.9: none\n",
        "(one)\n",
        "# a comment\n",
        "<s></s>\n",
    ],
)
def test_other_formats_are_not_mistaken_for_ours(file, text):
    with pytest.raises(FormatError, match="expected a format that `karat list formats` shows"):
        guess(file(text))


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        pytest.param(
            "1\ta\tb\tc\t\n",
            "columns that can be told by what they hold",
            "5 columns between tabs: '1', 'a', 'b', 'c', ''",
            id="an empty column",
        ),
        pytest.param(
            "1\ta\tb\tc\t2\n",
            "a confidence, a label or an argument that can be told apart",
            "5 columns between tabs: '1', 'a', 'b', 'c', '2'",
            id="a number that is no confidence",
        ),
    ],
)
def test_tables_in_doubt(file, text, expected, found):
    path = file(text)
    with pytest.raises(FormatError) as caught:
        guess(path)
    advice = "name the columns, as in --columns id,subject,relation,object,arg3"
    assert str(caught.value) == f"{path}:1: expected {expected}, found {found}; {advice}"


WANT = "(w / want-01 :ARG0 (b / boy))"
PARSE = "1\tAnn\tAnn\tPROPN\t_\t_\t2\tnsubj\t_\t_\n2\tslept\tsleep\tVERB\t_\t_\t0\troot\t_\t_\n"


@pytest.mark.parametrize(
    ("text", "name", "tasks"),
    [
        pytest.param(
            "#begin document (tale); part 000\ntale\t0\tAnn\tNNP\t(1)\ntale\t0\tslept\tVBD\t-\n",
            "conll-coreference",
            ["coreference"],
            id="columns between tabs, as Graphene has them",
        ),
        pytest.param(
            '{"doc_key": "a", "clusters": [[[0, 0], [3, 3]]]}\n', "jsonl-clusters", ["coreference"], id="JSON"
        ),
        pytest.param(PARSE, "corefud or conllu", ["coreference", "dependencies"], id="CoNLL-U"),
        pytest.param(f"# ::id 1\n{WANT}\n", "penman", ["amr"], id="a graph"),
        pytest.param("Ann B-PER\nslept O\n", "tags", ["spans"], id="tags"),
        pytest.param(
            "Ann\tNNP\tB-NP\tB-PER\nslept\tVBD\tB-VP\tO\n", "tags", ["spans"], id="tags in the columns of BenchIE"
        ),
        pytest.param(
            '{"text": "Ann slept", "entities": [{"start": 0, "end": 3, "label": "PER"}]}\n',
            "json-spans",
            ["spans"],
            id="entities",
        ),
        pytest.param(
            '{"doc_key": "a", "sentences": [["Ann"]], "ner": [[[0, 0, "PER"]]], "relations": [[]]}\n',
            "dygie",
            ["spans", "relations", "events"],
            id="several tasks",
        ),
    ],
)
def test_files_of_other_tasks_name_their_command(file, text, name, tasks):
    path = file(text)
    with pytest.raises(FormatError) as refused:
        guess(path)
    commands = " or ".join(f"`karat score {task}`" for task in tasks)
    assert (
        str(refused.value) == f"{path}: expected open extractions or their gold, found {name}, which {commands} scores"
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        pytest.param(
            '{"sent_id": 1, "tokens": ["Ann"], "triples": [["Ann", "runs", "Bext"]]}', "json-triples", id="tokens"
        ),
        pytest.param(
            '{"text": "Ann", "entities": [[0, 3, "PER"]], "relations": [["Ann", "runs", "Bext"]]}',
            "json-triples",
            id="entities and triples",
        ),
        pytest.param(
            '{"doc_key": 1, "sentences": [], "relations": [{"head": "Ann", "type": "runs", "tail": "Bext"}]}',
            "json-triples",
            id="relations in words",
        ),
        pytest.param("1\tAnn\thas\tblood type O\n2\tAnn\tflies\ta B-52\n", "benchie", id="an object like a tag"),
    ],
)
def test_extractions_that_look_like_other_tasks(file, text, name):
    assert guess(file(text)).name == name
