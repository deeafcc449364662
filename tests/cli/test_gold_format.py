"""Small gold files of every format: each is guessed right, or refused with the option that helps."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import karat
from karat.benchmarks import sample_path
from karat.cli import app, main
from karat.cli.lazy import loaded_command
from karat.errors import InputError
from karat.formats import FORMATS, ITEM_KINDS, format_named
from karat.formats.text.slots import parse_slot
from karat.model import Annotation, Clique, Extraction, Fact, Member, Sentence, Synset, TupleAnnotation

Run = Callable[..., tuple[int, str, str]]

ANN, SLEEPS = "Ann left Ulm .", "The cat that sleeps here sleeps well ."
LEFT = Extraction("left", ("Ann", "Ulm"))
CAT = ("sleeps", "The cat that sleeps here", "well")
"""A relation that is a word of its subject, as a head is one of its predicate."""


def rows(*found: tuple[str, ...]) -> str:
    return "".join("\t".join(row) + "\n" for row in found)


def written(item: object) -> str:
    """A line of Karat's own format."""
    return "\n".join(format_named("jsonl").render([item])) + "\n"  # type: ignore[misc]


def json_of(value: object) -> str:
    return json.dumps(value)


WORDS = {
    name: {"text": text, "words": [text], "words_indexes": [place]}
    for place, (name, text) in enumerate((("arg1", "Ann"), ("rel", "left"), ("arg2", "Ulm")))
}
WORDS["arg3+"] = []
PLACES = {
    "arg0": "Ann",
    "arg0_index": [0, 0],
    "pred": "left",
    "pred_index": [1, 1],
    "arg1": "Ulm",
    "arg1_index": [2, 2],
}
NOWHERE = {
    name: value
    for each in ("arg2", "arg3", "loc", "temp", "context")
    for name, value in ((each, ""), (f"{each}_index", []))
}
FACT = Fact(*(parse_slot(text)[0] for text in ("Ann", "left", "Ulm")))
SMALL: dict[str, dict[str, str]] = {
    "benchie-gold": {"one fact": f"sent_id:1\t{ANN}\n1--> Cluster 1:\nAnn --> left --> Ulm\n"},
    "gold-text": {"one fact": f"sentence 1: {ANN}\n\nAnn --> left --> Ulm\n"},
    "json-facts": {"one fact": json_of({"sentence": ANN, "facts": [{"variants": [["Ann", "left", "Ulm"]]}]})},
    "hindi-benchie": {"one fact": f"sent_id:1\t{ANN}\n------ Cluster 1 ------\nAnn --> left --> Ulm\n"},
    "carb-gold": {
        "one tuple": rows((ANN, "left", "Ann", "Ulm")),
        "no object": rows(("It rained .", "rained", "It")),
        "a relation of more words": rows(("Ann has left Ulm .", "has left", "Ann", "Ulm")),
        "a sentence without spaces": rows(("他离开了", "离开", "他", "家")),
        "the subject has the relation": rows((SLEEPS, *CAT)),
        "one of two subjects has the relation": rows((SLEEPS, *CAT), (ANN, "left", "Ann", "Ulm")),
        "one of four subjects has the relation": rows((SLEEPS, *CAT), *[(ANN, "left", "Ann", "Ulm")] * 3),
        "the subject begins as the relation": rows(("The singer sings .", "sings", "The singer", "")),
        "the subject has a verb": rows(("What is lost sank .", "sank", "What is lost", "")),
        "a sentence of one word": rows(("Run", "runs", "it", "fast")),
        "nine subjects that have the relation": rows(*[(SLEEPS, *CAT)] * 9),
    },
    "oie2016-heads": {
        "one tuple": rows(("Ann has left Ulm .", "left", "has left", "Ann", "Ulm")),
        "no argument": rows(("It rains .", "rains", "rains")),
        "a head in another form": rows(("Ann left Ulm .", "leaving", "left", "Ann", "Ulm")),
        "a head in quite another form": rows(("Cy went home .", "go", "went", "Cy", "home")),
        "a noun as head": rows(("Ulm is a city .", "city", "is", "Ulm", "a city")),
        "twelve tuples": rows(*[("Ann has left Ulm .", "left", "has left", "Ann", "Ulm")] * 12),
    },
    "re-oie2016": {"one tuple": json_of({ANN: [{**PLACES, **NOWHERE}]})},
    "wire57-gold": {
        "one tuple": json_of({"doc": [{"id": "1", "sent": ANN, "tokens": ANN.split(), "tuples": [WORDS]}]}),
        "keys in another order": json_of({"doc": [{"tuples": [WORDS], "tokens": ANN.split(), "sent": ANN, "id": "1"}]}),
    },
    "docoie-json": {
        "one tuple": json_of({"doc.txt": {ANN: {"triple_gold": [{"sub": "Ann", "rel": "left", "obj": "Ulm"}]}}})
    },
    "robust": {
        "one clique": json_of([{"id": 0, "ori_sent": ANN, "ori_args": [["left", "Ann", "Ulm"]], "paraphrases": []}]),
        "keys in another order": json_of(
            [{"paraphrases": [], "ori_args": [["left", "Ann", "Ulm"]], "ori_sent": ANN, "id": 0}]
        ),
    },
    "jsonl": {
        "synsets": written(Annotation(Sentence("1", ANN), (Synset("1", (FACT,)),))),
        "tuples": written(TupleAnnotation(Sentence("1", ANN), (LEFT,))),
        "cliques": written(Clique("0", (Member(Sentence("1", ANN), (LEFT,)),))),
    },
}
REFUSED = {
    "the subject has the relation",
    "one of two subjects has the relation",
    "the subject begins as the relation",
    "the subject has a verb",
    "a sentence of one word",
    "nine subjects that have the relation",
    "one tuple",
    "no argument",
    "a head in another form",
    "a head in quite another form",
    "a noun as head",
}
"""What could be CaRB's gold or OIE2016's with heads, or is no gold at first sight."""
CERTAIN = {("carb-gold", "one tuple")}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(list(map(str, arguments)))
        code = stop.value.code or 0
        assert isinstance(code, int)
        return code, *capsys.readouterr()

    return run


def test_every_gold_format_is_tried() -> None:
    assert set(SMALL) == {format.name for format in FORMATS.of_kinds(set(ITEM_KINDS) - {"extractions"})}


@pytest.mark.parametrize(
    ("format", "case"),
    [pytest.param(format, case, id=f"{format}: {case}") for format in SMALL for case in SMALL[format]],
)
def test_small_gold(run: Run, format: str, case: str) -> None:
    """Gold as an output of its own is perfect, once its format is known."""
    Path("gold.txt").write_text(SMALL[format][case], encoding="utf-8")
    perfect(format, case)
    arguments = ("evaluate", "perfect.jsonl", "--gold", "gold.txt", "--no-intervals", "--json")
    code, out, err = run(*arguments)
    refused = format in ("carb-gold", "oie2016-heads") and case in REFUSED and (format, case) not in CERTAIN
    if refused:
        assert (code, out) == (1, "")
        assert "--gold-format" in err.splitlines()[-1]
        code, out, err = run(*arguments, "--gold-format", format)
        assert "gold.txt: read as" not in err
    else:
        assert f"gold.txt: read as {format} (guessed)" in err.splitlines()
    assert code == 0, err
    first = json.loads(out)["systems"][0]["scores"][0]
    assert first["f1"] == 1
    assert (f"gold-format:{format}" in first["signature"].split("|")) is refused


def perfect(format: str, case: str) -> None:
    """Write what the gold has as a system's output."""
    from karat.formats import read_items

    items: list[Any] = list(read_items("gold.txt", format))
    found = []
    for item in items:
        members = item.members if isinstance(item, Clique) else [item]
        for member in members:
            tuples = [LEFT] if isinstance(member, Annotation) else member.extractions
            found += [
                {
                    "karat": "extractions",
                    "sentence": member.sentence.text,
                    "extraction": {"relation": one.relation, "arguments": list(one.arguments)},
                }
                for one in tuples
            ]
    Path("perfect.jsonl").write_text("".join(json.dumps(each) + "\n" for each in found), encoding="utf-8")


def test_perfect_gold_was_read_otherwise(run: Run) -> None:
    """What the wrong format makes of it: the reason why a guess must be certain."""
    Path("gold.txt").write_text(SMALL["carb-gold"]["the subject has the relation"], encoding="utf-8")
    perfect("carb-gold", "")
    _, out, _ = run(
        *("evaluate", "perfect.jsonl", "--gold", "gold.txt", "--no-intervals", "--json"),
        *("--gold-format", "oie2016-heads"),
    )
    assert json.loads(out)["systems"][0]["scores"][0]["f1"] < 1


def commands(command: Any, path: tuple[str, ...] = ()) -> Any:
    if not hasattr(command, "commands"):
        yield path, {parameter.name for parameter in command.params}
        return
    for name, each in command.commands.items():
        yield from commands(loaded_command(each), (*path, name))


def test_every_command_with_gold_takes_its_format() -> None:
    found = {path: names for path, names in commands(get_command(app)) if "gold" in names}
    assert {("evaluate",), ("explain",), ("cliques", "score"), ("cliques", "explain"), ("cliques", "answers")} <= set(
        found
    )
    assert [path for path, names in found.items() if "gold_format" not in names] == []


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("evaluate", "mine.tsv", "--no-intervals"), id="evaluate"),
        pytest.param(("explain", "mine.tsv"), id="explain"),
        pytest.param(("cliques", "score", "mine.tsv"), id="cliques score"),
        pytest.param(("cliques", "explain", "1", "mine.tsv"), id="cliques explain"),
        pytest.param(("cliques", "answers", "prompts.jsonl", "answers.jsonl"), id="cliques answers"),
    ],
)
def test_the_format_is_obeyed_or_refused(run: Run, command: tuple[str, ...]) -> None:
    Path("gold.txt").write_text(SMALL["benchie-gold"]["one fact"], encoding="utf-8")
    Path("mine.tsv").write_text("1\tAnn\tleft\tUlm\n", encoding="utf-8")
    assert run("cliques", "prompts", sample_path("cliques.json"), "--output", "prompts.jsonl", "--shots", "0")[0] == 0
    asked = [json.loads(line)["id"] for line in Path("prompts.jsonl").read_text(encoding="utf-8").splitlines()]
    answers = "".join(json.dumps({"id": each, "answer": "[]"}) + "\n" for each in asked)
    Path("answers.jsonl").write_text(answers, encoding="utf-8")
    code, _, err = run(*command, "--gold", "gold.txt", "--gold-format", "no such")
    assert (code, "unknown format 'no such'" in err) == (1, True)
    code, _, err = run(*command, "--benchmark", "karat-sample", "--gold-format", "benchie-gold")
    assert (code, "--gold" in err) == (2, True)


def test_the_format_of_outputs_is_not_the_golds(run: Run) -> None:
    """``--format`` of ``karat score`` was taken for the gold's, too."""
    sentence = {
        "tokens": ["Ada"],
        "entities": [{"type": "person", "start": 0, "end": 1}],
        "relations": [],
        "orig_id": "1",
    }
    Path("mine.json").write_text(json.dumps([sentence]), encoding="utf-8")
    Path("gold.bio").write_text("Ada B-person\n", encoding="utf-8")
    code, out, err = run(
        *("score", "spans", "mine.json", "--gold", "gold.bio", "--format", "conll04", "--resamples", 0, "--json")
    )
    assert code == 0, err
    assert json.loads(out)["systems"][0]["scores"][0]["f1"] == 1


def test_gold_that_is_called_carbs_is_carbs(run: Run) -> None:
    """The option says which of two formats it is."""
    Path("gold.txt").write_text(
        f"sent_id:1\t{SLEEPS}\n1--> Cluster 1:\nThe cat --> sleeps --> well\n", encoding="utf-8"
    )
    Path("tuples.tsv").write_text(SMALL["carb-gold"]["the subject has the relation"], encoding="utf-8")
    Path("mine.tsv").write_text(rows((SLEEPS, "1.0", *CAT)), encoding="utf-8")
    code, out, err = run(
        *("evaluate", "mine.tsv", "--gold", "gold.txt", "--carb-gold", "tuples.tsv", "--no-intervals", "--json")
    )
    assert "tuples.tsv: read as carb-gold (guessed)" in err.splitlines()
    assert (code, json.loads(out)["systems"][0]["scores"][-1]["f1"]) == (0, 1)


def test_outputs_are_refused_with_their_own_option(run: Run) -> None:
    Path("gold.txt").write_text(SMALL["benchie-gold"]["one fact"], encoding="utf-8")
    Path("mine.tsv").write_text(rows((SLEEPS, *CAT)), encoding="utf-8")
    _, _, err = run("evaluate", "mine.tsv", "--gold", "gold.txt")
    advice = "name the columns, as in --columns sentence,relation,subject,object, or to score gold like a system, "
    assert err.splitlines()[-1].endswith(f"; {advice}--format carb-gold")


def test_in_python(tmp_path: Path) -> None:
    gold = tmp_path / "gold.tsv"
    gold.write_text(SMALL["carb-gold"]["the subject has the relation"], encoding="utf-8")
    output = {"perfect": [karat.model.Row(Extraction(CAT[0], CAT[1:]), sentence=SLEEPS)]}
    with pytest.raises(InputError, match="--gold-format"):
        karat.evaluate(output, gold=gold, resampling=None)
    found = karat.evaluate(output, gold=gold, gold_format="carb-gold", resampling=None)
    assert found["perfect"].f1.value == 1
    with pytest.raises(InputError, match="expected a gold file in format 'carb-gold', found none"):
        karat.evaluate(output, "karat-sample", gold_format="carb-gold", resampling=None)
    with pytest.raises(InputError, match=f"expected the text of the sentence in each row .* only its id, '{SLEEPS}'$"):
        karat.evaluate(output, gold=gold, gold_format="benchie", resampling=None)


SENTENCE = {"tokens": ["Ada"], "entities": [{"type": "person", "start": 0, "end": 1}], "relations": [], "orig_id": "1"}
LINK = {"type": "is", "head": 0, "tail": 0}
DYGIE = {"doc_key": "d", "sentences": [["Ada", "left"]]}
ONEIE = {
    "sent_id": "1",
    "tokens": ["Ada", "left"],
    "graph": {"entities": [[0, 1, "PER"]], "triggers": [], "relations": [], "roles": []},
}
EXTRACTS = {"Target": [["a van"]]}
TEMPLATE = {"incident_type": "attack", "Target": [["a van"]]}
TAGGED = "1\tAda\tAda\tX\t_\t_\t0\troot\t_\t"
DOCUMENTS: list[tuple[str, str, str]] = [
    ("coreference", "conll-coreference", "#begin document (d); part 000\nd 0 0 Ada (1)\n#end document\n"),
    ("coreference", "jsonl-clusters", json.dumps({"doc_key": "d", "clusters": [[[0, 0], [2, 2]]]}) + "\n"),
    (
        "coreference",
        "corefud",
        f"# global.Entity = eid-etype-head-other\n# newdoc id = d\n{TAGGED}Entity=(e1-person-1-)\n\n",
    ),
    ("amr", "penman", "(g / go-02)\n"),
    ("amr", "triples", "1\tg\tinstance\tgo\n"),
    (
        "amr",
        "jsonl-graphs",
        json.dumps({"id": "1", "top": "g", "nodes": {"g": "go"}, "edges": []}) + "\n",
    ),
    ("dependencies", "conllu", f"{TAGGED}_\n\n"),
    ("spans", "tags", "Ada B-person\n"),
    ("spans", "conll04", json.dumps([SENTENCE])),
    ("spans", "dygie", json.dumps({**DYGIE, "ner": [[[0, 0, "person"]]]}) + "\n"),
    ("spans", "oneie", json.dumps(ONEIE) + "\n"),
    ("relations", "conll04", json.dumps([{**SENTENCE, "relations": [LINK]}])),
    ("relations", "dygie", json.dumps({**DYGIE, "relations": [[[0, 0, 1, 1, "is"]]]}) + "\n"),
    ("events", "dygie", json.dumps({**DYGIE, "events": [[[[1, "move"], [0, 0, "who"]]]]}) + "\n"),
    ("role-fillers", "grit", json.dumps({"30001": {"pred_extracts": EXTRACTS, "gold_extracts": EXTRACTS}})),
    (
        "role-fillers",
        "grit-gold",
        json.dumps({"docid": "TST3-MUC4-0001", "doctext": "a van", "extracts": {"Target": [[["a van", 0]]]}}) + "\n",
    ),
    (
        "templates",
        "gtt",
        json.dumps({"30001": {"pred_templates": [TEMPLATE], "gold_templates": [TEMPLATE], "doctext": "a van"}}),
    ),
    ("nary-relations", "scirex", json.dumps({"doc_id": "p", "coref": {"A": [[0, 2]]}, "n_ary_relations": []}) + "\n"),
]


@pytest.mark.parametrize(
    ("task", "format", "text"), [pytest.param(*each, id=f"{each[0]}: {each[1]}") for each in DOCUMENTS]
)
def test_small_gold_of_tasks(run: Run, task: str, format: str, text: str) -> None:
    """Each is guessed: naming its format changes nothing but the signature."""
    Path("gold.txt").write_text(text, encoding="utf-8")
    arguments = ("score", task, "mine=gold.txt", "--gold", "gold.txt", "--resamples", 0, "--json")
    found = []
    for more in ((), ("--gold-format", format)):
        code, out, err = run(*arguments, *more)
        assert code == 0, err
        found.append([{**score, "signature": ""} for score in json.loads(out)["systems"][0]["scores"]])
    assert found[0] == found[1]


def test_gold_of_a_task_that_fits_nothing(run: Run) -> None:
    Path("gold.txt").write_text("Ada Lind\n", encoding="utf-8")
    Path("mine.bio").write_text("Ada B-person\n", encoding="utf-8")
    code, _, err = run("score", "spans", "mine.bio", "--gold", "gold.txt")
    assert (code, err.splitlines()[-1].endswith("; its format can be named with --gold-format")) == (1, True)
    code, _, err = run("score", "spans", "mine.bio", "--gold", "gold.txt", "--gold-format", "tags")
    assert (code, err.splitlines()[-1].startswith("gold.txt:1: expected")) == (1, True)
