"""Every option of ``karat score TASK``, for all tasks: no number moves under an unchanged signature."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from walking import FORMS, Accepts, Cannot, Data, Kind, Moves, Named, Refused, Run, Shown, check, parameters, runner

from karat.benchmarks.tasks import TASKS
from karat.benchmarks.tasks.templates import SCORERS

TOKENS = ["Ada", "Lind", "met", "Bo", "in", "May"]


TIMES = 3
"""So often the documents of a file follow each other, that intervals have something to draw from."""


def sentence(name: str, spans: list[tuple[str, int, int]], relations: list[tuple[str, int, int]]) -> dict[str, Any]:
    """A sentence as CoNLL04 has it."""
    return {
        "tokens": TOKENS,
        "entities": [{"type": kind, "start": start, "end": end} for kind, start, end in spans],
        "relations": [{"type": kind, "head": head, "tail": tail} for kind, head, tail in relations],
        "orig_id": name,
    }


PEOPLE = [("person", 0, 2), ("person", 3, 4), ("date", 5, 6)]


def relations(first: tuple[str, int, int]) -> list[dict[str, Any]]:
    found = []
    for number in range(TIMES):
        found.append(sentence(f"a{number}", PEOPLE, [first, ("met in", 0, 2)]))
        found.append(sentence(f"b{number}", PEOPLE[:2], [("met", 0, 1)]))
    return found


def tags(*types: str) -> str:
    one, other = types
    return (
        f"Ada B-{one}\nLind I-{one}\nmet O\nBo B-{other}\n\nRain B-thing\nfell O\n\n" * TIMES
        + "Bo B-person\n\nBo B-person\n"
    )


MET = [[2, "meet.now"], [0, 1, "who"], [3, 3, "whom"]]
LATER = [[2, "meet.later"], [0, 1, "who"]]


def events(date: str, second: list[list[Any]]) -> list[dict[str, Any]]:
    """Documents as DyGIE++ has them."""
    found = []
    for number in range(TIMES):
        for name, each in ((f"a{number}", [MET, [[5, date]]]), (f"b{number}", [second])):
            found.append({"doc_key": name, "sentences": [TOKENS], "events": [each]})
    return found


def parse(*words: tuple[str, int, str]) -> str:
    return "".join(
        f"{number}\t{form}\t{form}\tNOUN\t_\t_\t{head}\t{relation}\t_\t_\n"
        for number, (form, head, relation) in enumerate(words, 1)
    )


RAIN = parse(("Rain", 2, "nsubj"), ("fell", 0, "root"))
LEFT = parse(("Ada", 2, "nsubj:pass"), ("left", 0, "root"), ("Oslo", 2, "obj"), ("City", 3, "flat"))
WRONG = parse(("Ada", 2, "nsubj"), ("left", 0, "root"), ("OsloCity", 1, "obj"))


# *abc* is one word, and *de* the contraction of *x* and *b*.
FIRST_WORD, *OTHER_WORDS = parse(("abc", 0, "root"), ("x", 1, "dep"), ("b", 1, "dep")).splitlines()
CONTRACTED = "\n".join([FIRST_WORD, "\t".join(["2-3", "de", *"_" * 8]), *OTHER_WORDS, ""])


def document(name: str, *columns: str) -> str:
    lines = [f"{name} 0 {place} word {column}" for place, column in enumerate(columns)]
    return "\n".join([f"#begin document ({name}); part 000", *lines, "#end document", ""])


def coreference(first: tuple[str, ...], second: tuple[str, ...]) -> str:
    return "".join(document(f"a{number}", *first) + document(f"b{number}", *second) for number in range(TIMES))


LARGE, SMALL = {"Target": [["the van"]], "Weapon": [["bombs"], ["guns"]]}, {"Target": [["van"]], "Weapon": [["guns"]]}


def fillers(predicted: dict[str, Any], gold: dict[str, Any]) -> dict[str, Any]:
    """Documents as GRIT has them, with their gold."""
    found = {}
    for number in range(TIMES):
        found[f"{30001 + number}"] = {"pred_extracts": predicted, "gold_extracts": gold}
        found[f"{30011 + number}"] = {"pred_extracts": SMALL, "gold_extracts": SMALL}
    return found


def papers(method: int) -> list[dict[str, Any]]:
    """Documents as SciREX has them: clusters by the place of their mention."""
    clusters = {f"c{place}": [[place, place + 1]] for place in range(9)}
    found = []
    for number in range(TIMES):
        for name, place in ((f"p{number}", method), (f"q{number}", 3)):
            relation = {"Material": "c0", "Metric": "c1", "Task": "c2", "Method": f"c{place}"}
            found.append({"doc_id": name, "coref": clusters, "n_ary_relations": [relation]})
    return found


def template(kind: str, *targets: str) -> dict[str, Any]:
    return {"incident_type": kind, "Target": [[target] for target in targets]}


def templates(predicted: tuple[str, ...], gold: tuple[str, ...]) -> dict[str, Any]:
    """Documents as GTT has them, with their gold."""
    text, mill = "a van a bus a mill", [template("arson", "a mill")]
    found = {}
    for number in range(TIMES):
        one, other = ([template("attack", *targets)] for targets in (predicted, gold))
        found[f"{30001 + number}"] = {"pred_templates": one, "gold_templates": other, "doctext": text}
        found[f"{30011 + number}"] = {"pred_templates": mill, "gold_templates": mill, "doctext": text}
    return found


def graphs(*found: str) -> str:
    return "\n\n".join([*found, "(r / rain-01)"] * TIMES) + "\n"


def graph(names: str, seed: int) -> str:
    """Eight nodes of one concept and sixteen edges of one role, which take a search to align."""
    draw = Random(seed)
    lines = [f"1\t{names}{node}\tinstance\ta" for node in range(8)]
    lines += dict.fromkeys(f"1\t{names}{node}\tr\t{names}{draw.randrange(8)}" for node in range(8) for _ in range(2))
    return "\n".join([*lines, ""])


def lines(documents: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(each) + "\n" for each in documents)


BOTH, VAN = ("a van", "a bus"), ("a van",)
TEXTS: dict[str, tuple[str, str, str]] = {  # the gold, what was predicted, other gold
    "relations": tuple(json.dumps(relations(each)) for each in (("met", 0, 1), ("met", 1, 0), ("met", 1, 0))),
    "dependencies": tuple(
        "\n".join([each, RAIN, ""] * TIMES) for each in (LEFT, WRONG, LEFT.replace("nsubj:pass", "dep"))
    ),
    "spans": (tags("person", "person"), tags("person", "place"), tags("place", "person")),
    "events": tuple(lines(events(*each)) for each in (("date", MET), ("time", LATER), ("time", MET))),
    "coreference": (
        coreference(("(1)", "(1)", "(2)", "-"), ("(1)", "(1)", "(1)")),
        coreference(("(1)", "(1)", "-", "(3)"), ("(1)", "(1)", "-")),
        coreference(("(1)", "-", "(1)", "-"), ("(1)", "-", "(1)")),
    ),
    "role-fillers": tuple(json.dumps(fillers(*each)) for each in ((LARGE, LARGE), (SMALL, LARGE), (SMALL, SMALL))),
    "nary-relations": tuple(lines(papers(each)) for each in (3, 4, 4)),
    "templates": tuple(json.dumps(templates(*each)) for each in ((BOTH, BOTH), (VAN, BOTH), (VAN, VAN))),
    "amr": (
        graphs('(g / go-02 :ARG0 (c / cat :name "Tom"))', "(c / cat :ARG1-of (s / say-01))"),
        graphs("(r / run-02 :ARG0 (c / cat :name Tom))", "(s / say-01 :ARG1 (c / cat))"),
        graphs("(s / say-01 :ARG2 (d / dog))", "(s / say-01 :ARG1 (c / cat))"),
    ),
}
FIRST: dict[str, str] = {  # a single document
    "relations": json.dumps(relations(("met", 1, 0))[:1]),
    "spans": "Ada B-person\nLind I-person\nmet O\nBo B-place\n",
    "events": lines(events("date", MET)[:1]),
    "coreference": document("a0", "(1)", "(1)", "-", "(3)"),
    "role-fillers": json.dumps(dict(list(fillers(SMALL, LARGE).items())[:1])),
    "nary-relations": lines(papers(4)[:1]),
    "templates": json.dumps(dict(list(templates(VAN, BOTH).items())[:1])),
    "amr": "# ::id one\n(g / go-02)\n",
}
ENCODED = {  # UTF-7, in which +AG8- is an o: what is ASCII is read otherwise by its name
    "relations": ("person", "pers+AG8-n"),
    "dependencies": ("root", "r+AG8-ot"),
    "spans": ("person", "pers+AG8-n"),
    "events": ("whom", "wh+AG8-m"),
    "role-fillers": ("bombs", "b+AG8-mbs"),
    "templates": ("arson", "ars+AG8-n"),
    "amr": ("go-02", "g+AG8--02"),
}
FORMAT = {
    "relations": "conll04",
    "dependencies": "conllu",
    "spans": "tags",
    "events": "dygie",
    "coreference": "conll-coreference",
    "role-fillers": "grit",
    "nary-relations": "scirex",
    "templates": "gtt",
    "amr": "penman",
}
EXTRA = {
    "twice.json": json.dumps([sentence("s1", [*PEOPLE, PEOPLE[0]], [("met", 0, 1)])]),
    "once.json": json.dumps([sentence("s1", PEOPLE, [("met", 0, 1)])]),
    "named.amr": "# ::id one\n(g / go-02)\n\n# ::id two\n(r / rain-01)\n",
    "behind.conllu": parse(*((letter, place, "dep" if place else "root") for place, letter in enumerate("abcde"))),
    "contracted.conllu": CONTRACTED,
    "search.tsv": graph("x", 1),
    "searched.tsv": graph("y", 2),
}
BEHIND = ("behind.conllu", "--gold", "contracted.conllu", "--resamples", 0)
SEARCH = ("search.tsv", "--gold", "searched.tsv", "--resamples", 0)
USUAL = ("mine=mine.txt", "--gold", "gold.txt", "--resamples", 50)
BY_TYPE = {"relations", "dependencies", "spans", "events", "role-fillers", "templates"}


def common(task: str) -> dict[str, Kind | Shown]:
    """What all tasks have."""
    gold = "named.amr" if task == "amr" else "gold.txt"
    lacking = ("first.txt", "--gold", gold, "--resamples", 0)
    return {
        **FORMS,
        "predicted": Data(("mine=gold.txt",), ("mine=mine.txt",), ("--gold", "gold.txt", "--resamples", 0)),
        "gold": Data(("--gold", "other.txt"), ("--gold", "gold.txt"), ("mine=mine.txt", "--resamples", 0)),
        "output": Cannot(("--output", "run.json"), reason="writes a file"),
        "html": Cannot(("--html", "report.html"), reason="writes a report"),
        "per_document": Cannot(("--per-document",), reason="shows the documents, too"),
        "by_type": (
            Cannot(("--by-type",), reason="adds rows")
            if task in BY_TYPE
            else Refused(("--by-type",), said="expected a task whose documents have types")
        ),
        "explain": Shown("explains in place of scoring"),
        "average": (
            Named(("--average", "macro"), named="avg:macro")  # SciREX's are means over documents as they are
            if task == "nary-relations"
            else Moves(("--average", "macro"), every=True)
        ),
        "missing": (
            Refused(("--missing", "empty"), said="none of it can be missing")
            if task == "dependencies"
            else Accepts(("--missing", "empty"), usual=lacking, named="missing:empty")
        ),
        "time_limit": (
            Moves(("--time-limit", 0), usual=SEARCH, every=True)
            if task == "amr"
            else Named(("--time-limit", 5), named="time-limit:5s")
        ),
        "resamples": Moves(("--resamples", 60), usual=(*USUAL, "--interval", "bca"), every=True),
        "seed": Moves(("--seed", 1), usual=(*USUAL, "--interval", "bca"), every=True),
        "interval": Moves(("--interval", "percentile"), every=True),
        "level": Moves(("--level", 0.5), every=True),
        "test": Moves(("--test", "bootstrap"), usual=("mine=mine.txt", "gold=gold.txt", *USUAL[1:])),
        # Processes take seconds to start, and run the same function for every task.
        "workers": Cannot(("--workers", 2 if task == "spans" else 1), reason="scores in processes"),
        "cluster": Shown("needs a cluster; tests/cli/test_workers.py has one"),
        "scratch": Cannot(("--scratch", "."), reason="sorts in another folder"),
        "format": Named(("--format", FORMAT[task]), named=f"format:{FORMAT[task]}"),
        "gold_format": Named(("--gold-format", FORMAT[task]), named=f"gold-format:{FORMAT[task]}"),
        "encoding": (
            Moves(("--encoding", "utf-7"), usual=("encoded.txt", "--gold", "gold.txt", "--resamples", 0), every=True)
            if task in ENCODED
            else Named(("--encoding", "utf-7"), named="encoding:utf-7")
        ),
    }


OWN: dict[str, dict[str, list[Kind | Shown]]] = {
    "relations": {
        "mentions": [Named(("--mentions", "strings"), named="mentions:strings")],
        "symmetric": [Moves(("--symmetric", "met"), every=True)],
    },
    "dependencies": {
        "words": [Moves(("--words", "aligned"), every=True)],
        "alignment": [Moves(("--alignment", "program"), usual=BEHIND, every=True)],
        "relations": [Moves(("--relations", "full"), every=True)],
    },
    "spans": {
        "duplicates": [Moves(("--duplicates", "keep"), usual=("twice.json", "--gold", "once.json"), every=True)],
        "jaccard": [Cannot(("--jaccard",), reason="adds a row")],
    },
    "events": {
        "task": [Named(("--task", "srl"), named="task:srl"), Named(("--task", "arguments"), named="task:arguments")],
        "hierarchy": [Cannot(("--hierarchy",), reason="adds rows")],
    },
    "coreference": {"singletons": [Moves(("--singletons", "drop"), every=True)]},
    "role-fillers": {
        "strings": [Moves(("--strings", "exact"), every=True)],
        "literal": [Cannot(("--literal",), reason="adds rows")],
    },
    "nary-relations": {
        "scorer": [Named(("--scorer", scorer), named=f"scorer:{scorer}") for scorer in ("scirex-published", "matching")]
    },
    "templates": {"scorer": [Named(("--scorer", scorer), named=f"scorer:{scorer}") for scorer in SCORERS[1:]]},
    "amr": {
        "preset": [Moves(("--preset", "smatch-1.0.2"), every=True)],
        "top": [Moves(("--top", "none"), every=True)],
        "quotes": [Moves(("--quotes", "keep"), every=True)],
        "roles": [Moves(("--roles", "keep"), every=True)],
        "cycles": [Cannot(("--cycles", "refuse"), reason="refuses graphs")],
        "subscores": [Cannot(("--subscores",), reason="adds rows")],
    },
}
EVERY: dict[str, dict[str, list[Kind | Shown]]] = {
    task.name: {**{name: [kind] for name, kind in common(task.name).items()}, **OWN[task.name]} for task in TASKS
}


@pytest.fixture
def run(task: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    gold, mine, other = TEXTS[task]
    texts = {"gold.txt": gold, "mine.txt": mine, "other.txt": other, "first.txt": FIRST.get(task, ""), **EXTRA}
    if task in ENCODED:
        texts["encoded.txt"] = gold.replace(*ENCODED[task])
        assert texts["encoded.txt"] != gold
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return runner(["score", task], tmp_path, monkeypatch, capsys)


@pytest.mark.parametrize("task", [task.name for task in TASKS])
def test_every_option_is_classified(task: str) -> None:
    assert set(EVERY[task]) == set(parameters("score", task))


@pytest.mark.parametrize(
    ("task", "kind"),
    [
        pytest.param(task, kind, id=f"{task} {name} {place}")
        for task, options in EVERY.items()
        for name, kinds in options.items()
        for place, kind in enumerate(kinds, 1)
    ],
)
def test_no_number_moves_under_an_unchanged_signature(task: str, kind: Kind | Shown, run: Run) -> None:
    assert task in EVERY
    if isinstance(kind, Kind):
        if "--html" in kind.changed:
            pytest.importorskip("altair")
        check(kind, run, USUAL)
