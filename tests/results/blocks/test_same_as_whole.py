"""An evaluation in parts gives the same results, notes and errors as one of all sentences at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from detokenising import detokenise, tokenise_finely
from karat.benchmarks import sample_path
from karat.benchmarks.declarations import BENCHMARKS, benchmark_named
from karat.errors import DataError, KaratError
from karat.formats import read_rows
from karat.model import Row
from karat.results import Evaluation, Options, Resampling, evaluate, scoring
from karat.results.blocks import gold_reading
from karat.results.blocks import outputs as sorting
from karat.results.blocks.workers import counted

FEW = Resampling(resamples=30)
GOLD = sample_path("en/gold.txt")
TUPLES = sample_path("en/carb_gold.tsv")
IDS = {
    line.split("\t")[1]: line.split("\t")[0].removeprefix("sent_id:")
    for line in GOLD.read_text(encoding="utf-8").splitlines()
    if line.startswith("sent_id:")
}


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "BLOCK_SENTENCES", 7)


def outcome(**arguments: Any) -> str:
    """The whole evaluation, or the error."""
    try:
        evaluation: Evaluation = evaluate(**arguments)
    except KaratError as error:
        return str(error)
    return json.dumps(evaluation.to_json(), ensure_ascii=False, indent=1)


def assert_same(tmp_path: Path, **arguments: Any) -> str:
    """Evaluate at once, in parts of gold in memory, and in parts of gold on disk."""
    folder = tmp_path / "scratch"
    folder.mkdir()
    at_once = outcome(**arguments)
    assert outcome(**arguments, scratch=folder) == at_once
    if arguments.get("gold") is not None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(scoring, "LARGE_GOLD", -1)
            assert outcome(**arguments, scratch=folder) == at_once
    assert list(folder.iterdir()) == []
    return at_once


QUICK = ("karat-sample", "karat-sample-de", "karat-sample-zh", "wire57")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(benchmark.name, marks=[] if benchmark.name in QUICK else [pytest.mark.long])
        for benchmark in BENCHMARKS
        if benchmark.outputs and not benchmark.cliques
    ],
)
def test_published_outputs(name: str, tmp_path: Path) -> None:
    try:
        assert_same(tmp_path, benchmark=name, resampling=FEW)
    except DataError as error:
        pytest.skip(str(error))


Lines = list[str]


def careful() -> Lines:
    return sample_path("en/careful.tsv").read_text(encoding="utf-8").splitlines()


def by_id(lines: Iterable[str], name: Callable[[str], str] = str) -> Lines:
    """The same triples with the ids of their sentences: id, subject, relation, object."""
    table = [line.split("\t") for line in lines]
    return ["\t".join((name(IDS[sentence]), *others, relation)) for sentence, _, relation, *others in table]


def shuffled(lines: Lines) -> Lines:
    Random(3).shuffle(lines)
    return lines


def each(change: Callable[[str], str], lines: Lines, step: int = 1) -> Lines:
    return [change(line) if number % step == 0 else line for number, line in enumerate(lines)]


def other_text(line: str, text: str = "Nobody knows this sentence .") -> str:
    return "\t".join((text, *line.split("\t")[1:]))


OUTPUTS: dict[str, Callable[[], Lines]] = {
    "as it is": careful,
    "shuffled": lambda: shuffled(careful()),
    "some sentences without extractions": lambda: careful()[:20],
    "no line": list,
    "spaces in sentences": lambda: each(lambda line: line.replace(" ", "  ", 2), careful(), 3),
    "typographic quotes and dashes": lambda: each(lambda line: line.replace("'", "’").replace("-", "–"), careful()),
    "one misspelt sentence": lambda: each(lambda line: line.replace("Danube", "Danubee", 1), careful()[:1]) + careful(),
    "all sentences in capitals": lambda: each(lambda line: other_text(line, line.split("\t")[0].upper()), careful()),
    "few foreign sentences": lambda: each(other_text, careful(), 20),
    "most sentences foreign": lambda: each(lambda line: other_text(line, f"Foreign {line} ."), careful()[:30], 2),
    "only foreign sentences": lambda: each(other_text, careful()),
    "sentences inside a prompt": lambda: each(lambda line: f"Extract all triples: {line}", careful()),
    "each line twice": lambda: careful() * 2,
    "words joined": lambda: each(lambda line: line.replace(" 's", "'s").replace(" ,", ","), careful()),
    "extractions of other sentences": lambda: [
        "\t".join((line.split("\t")[0], *other.split("\t")[1:]))
        for line, other in zip(careful(), reversed(careful()), strict=True)
    ],
    "extractions in lower case": lambda: each(
        lambda line: "\t".join((line.split("\t")[0], *(slot.lower() for slot in line.split("\t")[1:]))), careful()
    ),
    "labels as relations": lambda: each(
        lambda line: "\t".join((*line.split("\t")[:2], "LOCATED_IN", *line.split("\t")[3:])), careful()
    ),
    "broken lines": lambda: [*careful()[:30], "too\tshort", *careful()[30:], "again"],
    "ids": lambda: by_id(careful()),
    "ids, shuffled": lambda: shuffled(by_id(careful())),
    "ids with zeros": lambda: by_id(careful(), lambda id: f"{id:0>4}"),
    "ids with a beginning": lambda: by_id(careful(), lambda id: f"sent_{id}"),
    "ids from 0": lambda: by_id(careful(), lambda id: str(int(id) - 1)),
    "ids from 2": lambda: by_id(careful(), lambda id: str(int(id) + 1)),
    "one unknown id": lambda: [*by_id(careful()), "9000\ta\tb\tc"],
    "ids, several rows of a sentence apart": lambda: [*by_id(careful()), *by_id(careful())[::-3]],
    "ids, a placeholder": lambda: [*by_id(careful()), "1\tAnn\thas\tQUANT_O_1"],
    "a table": lambda: ["id\tsubject\trelation\tobject", *by_id(careful()), "2\t\t\t"],
    "a table with texts": lambda: [
        "sentence\tscore\trelation\tsubject\tobject",
        *("\t".join([*line.split("\t"), ""][:5]) for line in shuffled(careful())),
    ],
    "only unknown ids": lambda: by_id(careful(), lambda id: str(int(id) + 5000)),
}


@pytest.mark.parametrize("unknown", ["error", "ignore"])
@pytest.mark.parametrize("name", OUTPUTS)
def test_outputs_of_all_kinds(name: str, unknown: Any, tmp_path: Path) -> None:
    output = tmp_path / "mine.tsv"
    output.write_text("".join(f"{line}\n" for line in OUTPUTS[name]()), encoding="utf-8")
    options = Options(unknown=unknown, facets=("default",))
    assert_same(tmp_path, outputs=output, gold=GOLD, carb_gold=[TUPLES], resampling=None, options=options)


@pytest.mark.parametrize("change", [detokenise, tokenise_finely])
@pytest.mark.parametrize("others", [range(7), range(7, 20)], ids=["in the first part", "in the other parts"])
def test_the_tokens_of_all_parts_decide(change: Callable[[str], str], others: range, tmp_path: Path) -> None:
    """Of 20 sentences, 7 or 13 have extractions with other tokens."""
    slots = [(f"Mill {number} 's U.S.-based owner", "did n't sell", "it") for number in range(20)]
    gold = "".join(
        f"sent_id:{number}\t{' '.join(slots[number])} .\n{number}--> Cluster 1:\n{' --> '.join(slots[number])}\n"
        for number in range(20)
    )
    rows = (map(change, row) if number in others else row for number, row in enumerate(slots))
    output, gold_file = tmp_path / "mine.tsv", tmp_path / "gold.txt"
    output.write_text("".join("\t".join((str(number), *row)) + "\n" for number, row in enumerate(rows)), "utf-8")
    gold_file.write_text(gold, "utf-8")
    found = json.loads(assert_same(tmp_path, outputs=output, gold=gold_file, resampling=None))
    note = "13 extractions with words written or divided as in their sentence"
    assert (note in found["systems"][0]["notes"]) == (len(others) == 13)


OPTIONS = {
    "triples": Options(nary="triples"),
    "explicit extractions": Options(explicit_only=True),
    "explicit gold": Options(explicit_gold=True),
    "exact tokens": Options(tokens="exact"),
    "ids from 0": Options(ids_from=0),
    "facet P": Options(facets=("P",)),
    "CaRB only": Options(metrics=("carb",)),
    "a metric without gold": Options(metrics=("benchie_hi",)),
    "OIE2016": Options(metrics=("oie2016",)),
    "a view": Options(view="clausie"),
    "a view that keeps nothing": Options(view="openie4"),
}


@pytest.mark.parametrize("rows", [pytest.param(careful, id="texts"), pytest.param(lambda: by_id(careful()), id="ids")])
@pytest.mark.parametrize("name", OPTIONS)
def test_options(name: str, rows: Callable[[], Lines], tmp_path: Path) -> None:
    output = tmp_path / "mine.tsv"
    lines = by_id(careful(), lambda id: str(int(id) - 1)) if name == "ids from 0" else rows()
    output.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    assert_same(
        tmp_path, outputs=output, gold=GOLD, carb_gold=[TUPLES], resampling=None, options=OPTIONS[name], keep="sample"
    )


def test_several_systems_and_comparisons(tmp_path: Path) -> None:
    outputs = [sample_path(f"en/{name}.tsv") for name in ("careful", "greedy", "naive")]
    families = {"both": ["careful", "greedy"]}
    assert_same(tmp_path, outputs=outputs, gold=GOLD, resampling=FEW, families=families, test="bootstrap")


def run_lines(*systems: str, failing: str | None = None, sentences: int = 30) -> Iterable[str]:
    samples = len(systems)
    head = {"system": "llm", "version": "1", "settings": {}, "karat_version": "0.1", "fingerprint": "0" * 64}
    yield json.dumps({"karat": "run", **head, "sentences": sentences, "samples": samples})
    rows: dict[str, list[Row]] = {}
    for row in read_rows(sample_path("en/careful.tsv")):
        rows.setdefault(str(row.sentence), []).append(row)
    for sample in range(1, samples + 1):
        for text, own in rows.items():
            found: dict[str, Any] = {
                "extractions": [
                    {"relation": row.extraction.relation, "arguments": list(row.extraction.arguments)}
                    for row in own
                    if row.extraction is not None
                ]
            }
            if IDS[text] == failing:
                found = {"failure": "no answer"}
            numbered = {"sample": sample} if samples > 1 else {}
            yield json.dumps({"karat": "result", "id": IDS[text], "sentence": text, **numbered, **found})


@pytest.mark.parametrize(
    ("systems", "failing", "sentences"),
    [
        pytest.param(("one",), None, 30, id="unfinished"),
        pytest.param(("one",), "3", 10, id="one failed"),
        pytest.param(("one", "two"), None, 10, id="two samples"),
    ],
)
def test_runs(systems: tuple[str, ...], failing: str | None, sentences: int, tmp_path: Path) -> None:
    output = tmp_path / "run.jsonl"
    output.write_text("\n".join(run_lines(*systems, failing=failing, sentences=sentences)), encoding="utf-8")
    at_once = assert_same(tmp_path, outputs=output, gold=GOLD, resampling=None)
    assert '"systems"' in at_once


def test_rows_that_name_their_system_only_at_times(tmp_path: Path) -> None:
    rows = [Row(row.extraction, None, row.sentence, system="a") for row in read_rows(sample_path("en/careful.tsv"))]
    lines = [json.dumps({"karat": "extractions", "sentence": row.sentence, "system": "a"}) for row in rows]
    output = tmp_path / "mine.jsonl"
    output.write_text("\n".join([*lines, json.dumps({"karat": "extractions", "sentence": rows[0].sentence})]))
    assert_same(tmp_path, outputs=output, gold=GOLD, resampling=None)


def test_python_objects(tmp_path: Path) -> None:
    gold = {"Ann moved to Oslo .": [("Ann", "moved to", "Oslo")], "Bo sang .": [("Bo", "sang", "")]}
    mine = {"Ann moved to Oslo .": [("Ann", "moved to", "Oslo")], "Bo sang .": [("Bo", "sang", "loudly")]}
    assert_same(tmp_path, outputs={"mine": mine}, gold=gold, resampling=FEW)


def test_sample_and_verdict_file(tmp_path: Path) -> None:
    name = benchmark_named("karat-sample")
    files = [tmp_path / "at-once.jsonl", tmp_path / "in-parts.jsonl"]
    evaluate(benchmark=name, resampling=None, verdicts=files[0])
    evaluate(benchmark=name, resampling=None, verdicts=files[1], scratch=tmp_path)
    assert files[0].read_text(encoding="utf-8") == files[1].read_text(encoding="utf-8") != ""


def test_an_error_after_scoring_leaves_no_verdict_file(tmp_path: Path) -> None:
    arguments: dict[str, Any] = {"outputs": sample_path("en/careful.tsv"), "gold": GOLD, "entities": GOLD}
    options = Options(facets=("default",))
    for scratch in (None, tmp_path):
        with pytest.raises(KaratError, match="expected BenchIE's facet E to be scored, found no measurement of it"):
            evaluate(**arguments, options=options, verdicts=tmp_path / "verdicts.jsonl", scratch=scratch)
    assert list(tmp_path.iterdir()) == []


def test_it_is_told_how_much_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "LARGE_GOLD", -1)
    monkeypatch.setattr(gold_reading, "OFTEN", 10)
    monkeypatch.setattr(sorting, "counted", partial(counted, often=30))
    told: list[str] = []
    evaluate(sample_path("en/careful.tsv"), gold=GOLD, scratch=tmp_path, progress=told.append)
    read = [text.partition(",")[0] for text in told if text.startswith("reading")]
    assert read[:3] == ["reading gold", "reading gold: 10 sentences", "reading gold: 20 sentences"]
    assert read[3:] == ["reading careful", "reading careful: 30 rows", "reading careful: 60 rows"]
