"""What the commands of the matrix read: small files of our own, made once."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from pathlib import Path

from forked_commands import ForkedCommands, Run

from karat.annotate.files.demo import make_demo
from karat.annotate.project import NewItem
from karat.annotate.store import Store
from karat.benchmarks import sample_path

TURN = """
import json, sys, zlib
for line in sys.stdin:
    asked = json.loads(line)
    words = asked["sentence"].split()
    place = zlib.crc32(asked["target"].encode()) % len(words)
    print(json.dumps({"text": " ".join(words[place:] + words[:place])}), flush=True)
"""
EXTRACT = """
import sys
for number, line in enumerate(sys.stdin, 1):
    first, *middle, last, _ = line.split()
    print(number, first, " ".join(middle) or "is", last, sep="\\t")
"""
TURN_COMMAND = shlex.join([sys.executable, "-S", "turn.py"])
EXTRACT_COMMAND = shlex.join([sys.executable, "-S", "extract.py"])
PLAN = """
benchmarks = ["karat-sample"]
[experiment]
title = "One output"
reports = false
[systems.careful]
published = "careful"
"""
SENTENCES = ("Ann founded Bext .", "Bo left Ulm .", "Cy bought Dorn .", "Di sold Elm .", "Ed grew figs .")
TREES = "".join(
    f"# sent_id = {number}\n# text = {text}\n"
    + "".join(
        f"{place}\t{form}\t{form}\t{tag}\t_\t_\t{head}\t{relation}\t_\t_\n"
        for place, (form, tag, head, relation) in enumerate(
            zip(
                text.split(),
                ("PROPN", "VERB", "PROPN", "PUNCT"),
                (2, 0, 2, 2),
                ("nsubj", "root", "obj", "punct"),
                strict=True,
            ),
            1,
        )
    )
    + "\n"
    for number, text in enumerate(SENTENCES, 1)
)
TEMPLATES = {
    "30001": {
        "pred_templates": [{"incident_type": "attack", "PerpInd": [["two men"]], "Target": [["a van"]]}],
        "gold_templates": [{"incident_type": "attack", "PerpInd": [["two men", "the men"]], "Target": [["a van"]]}],
    }
}
DOCUMENTS = {
    "relations.json": json.dumps(
        [
            {
                "tokens": ["Ada", "left", "Oslo"],
                "entities": [{"type": "person", "start": 0, "end": 1}, {"type": "place", "start": 2, "end": 3}],
                "relations": [{"type": "lived-in", "head": 0, "tail": 1}],
                "orig_id": 7,
            }
        ]
    ),
    "dependencies.conllu": TREES,
    "spans.bio": "Ada B-person\nLind I-person\nleft O\nOslo B-place\n",
    "events.jsonl": json.dumps(
        {"doc_key": "d1", "sentences": [["Ada", "left", "Oslo"]], "events": [[[[1, "move"], [0, 0, "who"]]]]}
    ),
    "coreference.conll": "#begin document (tale); part 000\n"
    "tale 0 Ann (1)\ntale 0 saw -\ntale 0 her (1)\n#end document\n",
    "role-fillers.json": json.dumps(
        {"30001": {"pred_extracts": {"Target": [["a van"]]}, "gold_extracts": {"Target": [["a van"]]}}}
    ),
    "nary-relations.jsonl": json.dumps(
        {
            "doc_id": "p1",
            "coref": {"a": [[4, 5]], "b": [[9, 10]], "c": [[2, 3]], "d": [[0, 2]]},
            "n_ary_relations": [{"Material": "a", "Metric": "b", "Task": "c", "Method": "d"}],
        }
    ),
    "templates.json": json.dumps(TEMPLATES),
    "amr.txt": "# ::id tale.1\n(w / want-01\n   :ARG0 (c / cat)\n   :ARG1 (s / sleep-01 :ARG0 c))\n",
}
"""A file for each task of ``karat score``, by the task's name."""


def answer(messages: list[dict[str, str]]) -> str:
    """What the language model says, whatever it is asked for."""
    asked = messages[-1]["content"]
    if "attribution" in asked:
        return '{"fact": "correct", "attribution": "none", "rules": []}'
    return '[["Ann", "founded", "Bext"]]'


def make_inputs(folder: Path, commands: ForkedCommands) -> None:
    """Fill a folder."""
    for name in ("gold.txt", "careful.tsv", "greedy.tsv"):
        shutil.copy(sample_path(f"en/{name}"), folder / name)
    for name in ("cliques.json", "cliques_careful.json", "study.jsonl"):
        shutil.copy(sample_path(name), folder / name)
    cliques = json.loads((folder / "cliques.json").read_text(encoding="utf-8"))
    cliques = cliques[:6]
    trees = [[clique["ori_tree"], *(each["tree"] for each in clique["paraphrases"])] for clique in cliques]
    texts = {
        "sentences.txt": "".join(f"{text}\n" for text in SENTENCES),
        "parsed.conllu": TREES,
        "triples.tsv": "sentence\tsubject\trelation\tobject\nAnn founded Bext .\tAnn\tfounded\tBext\n",
        "few.json": json.dumps(cliques, ensure_ascii=False),
        "pairs.tsv": "".join(f"{a}\t{b}\n" for clique in trees for a in clique for b in clique if a != b),
        "in.txt": "".join(f"{clique['ori_sent']}\n" for clique in cliques),
        "in.trees": "".join(f"{clique['ori_tree']}\n" for clique in cliques),
        "turn.py": TURN,
        "extract.py": EXTRACT,
        "plan.toml": PLAN,
        **DOCUMENTS,
        **{f"gold-{name}": text for name, text in DOCUMENTS.items()},
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    make_study(folder / "study")
    from_trees = ("in.txt", "--trees", "in.trees", "--bank", "bank.tsv")
    for line in (
        ("evaluate", "careful.tsv", "greedy.tsv", "--gold", "gold.txt", "--output", "run.json", "--no-intervals"),
        ("cliques", "bank", "pairs.tsv", "--output", "bank.tsv"),
        ("cliques", "targets", *from_trees, "--output", "targets.jsonl", "--targets", "2"),
        ("cliques", "paraphrase", "targets.jsonl", "--output", "candidates.jsonl", "--command", TURN_COMMAND),
        ("cliques", "prompts", "few.json", "--output", "prompts.jsonl", "--shots", "0"),
    ):
        (ended,) = commands.run(Run(line, str(folder)))
        assert ended.code == 0, ended.err
    prompts = [json.loads(line) for line in (folder / "prompts.jsonl").read_text(encoding="utf-8").splitlines()]
    said = ["No.", *['[["is", "it"]]'] * len(prompts)]
    lines = (json.dumps({"id": prompt["id"], "answer": text}) for prompt, text in zip(prompts, said, strict=False))
    (folder / "answers.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def make_project(folder: Path) -> None:
    """Make a project of the annotation app, which takes its time."""
    with Store.open(folder) as store:
        make_demo(store)


def make_study(folder: Path) -> None:
    """Make a study of three tasks."""
    unknown = {"polarity": None, "modality": None, "attribution": None, "quantities": []}
    with Store.open(folder) as store:
        project = store.add_project("Study", "study", "en", {"tagger": "none"})
        extraction = {"relation": "founded", "arguments": ["Ann", "Bext"], **unknown}
        content = {"clause": None, "extraction": extraction}
        hidden = {"sources": [], "repeat_of": None, "stratum": None}
        items = (
            NewItem(f"000{number}", text, content={"sentence_id": str(number), **content}, hidden=hidden)
            for number, text in enumerate(SENTENCES[:3], 1)
        )
        store.add_items(project.id, items)
