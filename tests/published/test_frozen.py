"""Every number that Karat computes on the real data: values and counts of each system, metric and facet.

A case is a command, so that it outlives any rebuilding of what is inside; its numbers are those of the document that
``--json`` prints. ``KARAT_FROZEN=renew pytest tests/published/test_frozen.py`` writes ``frozen.tsv``; read the
difference, and name each number that moves in the commit and in the CHANGELOG under *Scores*.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from karat.cli import main

pytestmark = pytest.mark.published
FROZEN = Path(__file__).with_name("frozen.tsv")
RENEW = os.environ.get("KARAT_FROZEN") == "renew"
COLUMNS = ("precision", "recall", "f1", "auc", "threshold", "optimal", "bound", "delta", "kappa", "ac1", "accuracy")
"""Values that scores may have, each by the name that the document gives it; what one lacks is left empty."""


def options(name: str, *values: str) -> tuple[str, ...]:
    """Repeat an option for each value."""
    return tuple(word for value in values for word in (name, value))


FACETS = options("--facet", "default", "C", "M", "E", "P")
FACTS = (*options("--metric", "benchie", "benchie_fl"), *FACETS)
HINDI = (*options("--metric", "benchie_hi", "benchie"), *FACETS)
TUPLES = options("--metric", "carb", "oie2016", "wire57", "wire57_clipped", "wire57_exact")
IGNORE = ("--unknown", "ignore")
TC = "coref_reference/DataFiles/TC-"
MUC = "muc4/model_outputs"
LABELS = "benchie_fl/data/matches_"

# Files are patterns in the data folder, and those in made/ are written by the functions below.
EVALUATIONS = {
    "benchie-en": ("benchie/oie*/[!m]*", "benchie/oie*/mi*", "benchie/oie*/*_en_*", "--benchmark", "benchie-en"),
    "benchie-de": ("benchie/oie*/*_de_*", "--benchmark", "benchie-de", *FACTS),
    "benchie-zh": ("benchie/oie*/*_zh_*", "--benchmark", "benchie-zh", *FACTS),
    "benchie-fl": ("benchie_fl/extractions/benchie/*", "--benchmark", "benchie-fl", *FACTS),
    "benchie-fl's on benchie-en": (
        *("benchie_fl/extractions/benchie/*", "--benchmark", "benchie-en", *FACTS, *TUPLES),
    ),
    "benchie-fl, 50": (
        *("benchie_fl/extractions/benchie/*", "--gold", "benchie_fl/gold/benchie-annotated50.txt", *IGNORE, *FACTS),
    ),
    "benchie-fl, 100": (
        *("benchie_fl/extractions/benchie/*", "--gold", "benchie_fl/data/assertion_benchie_form100.txt"),
        *(*IGNORE, *FACTS),
    ),
    "benchie-hi": ("benchie_hindi/extractions/*.txt", "--benchmark", "benchie-hi", *HINDI),
    "wire57's facts": ("benchie_fl/extractions/wire/*", "--gold", "benchie_fl/data/wire57-annotated57.txt", *FACTS),
    "wire57": ("--published", "--benchmark", "wire57", *TUPLES),
    "oie2016": ("--published", "--benchmark", "oie2016", *TUPLES),
    "oie2016, as published": ("--published", "--benchmark", "oie2016", "--as-published"),
    "re-oie2016": ("oie2016/systems_output/test/*", "--benchmark", "re-oie2016", *TUPLES, *IGNORE),
    "carb-dev": ("carb/system_outputs/dev/*", "--benchmark", "carb-dev", *TUPLES),
    "carb-test": ("carb/system_outputs/test/*", "--benchmark", "carb-test", *TUPLES),
    "carb-test, allennlp": ("carb/system_outputs_allennlp/*", "--benchmark", "carb-test", *TUPLES),
    "carb-test, tabbed": ("carb/system_outputs_tabbed/*", "--benchmark", "carb-test", *TUPLES),
    "carb-test, its gold": ("made/carb.tsv", "--format", "carb-gold", "--benchmark", "carb-test", *TUPLES),
    "lsoie, its gold": ("made/lsoie.tsv", "--format", "carb-gold", "--benchmark", "lsoie", *TUPLES),
    "docoie, its gold": ("made/docoie.tsv", "--format", "carb-gold", "--benchmark", "docoie", *TUPLES),
    "robust": ("--published", "--benchmark", "robust"),
    "robust, wire57 inside": ("--published", "--benchmark", "robust", "--inside", "wire57"),
    "robust, as published": ("--published", "--benchmark", "robust", "--rounding", "published"),
}
ENGLISH = {
    "benchie-en": (*FACTS, *TUPLES),
    "benchie-en, exact tokens": ("--tokens", "exact", *FACETS),
    "benchie-en, all credit": ("--credit", "all", *FACETS),
    "benchie-en, triples": ("--nary", "triples", *FACETS, *options("--metric", "benchie", "carb")),
    "benchie-en, explicit": ("--explicit-only", "--explicit-gold", *FACETS, *options("--metric", "benchie", "carb")),
}
SCORERS = (
    *("gtt", "error-analysis", "iterx", "iterx-mentions", "muc4", "muc4-literal", "recent", "recent-literal", "better"),
)
OUTPUTS = (
    *(f"{MUC}/gtt/preds_gtt.out", f"{MUC}/autoerr/dygie_muc_preds.out", f"{MUC}/autoerr/ge_output.json"),
    "scirex/model_outputs/autoerr/gtt_scibert_scirex_preds.out",
)
SCORES = {
    **{
        f"coreference {case}{singletons}": (
            *("coreference", f"{TC}{case}-*.response", "--gold", f"{TC}{case}.key", *more),
        )
        for case in "ABCDEFGHIJKLMN"
        for singletons, more in (("", ()), (", no singletons", ("--singletons", "drop")))
    },
    **{
        f"dependencies, {alignment}": (
            *("dependencies", "dependency/conll18_eval_tests/sys*.conllu"),
            *("--gold", "dependency/conll18_eval_tests/gold.conllu", "--alignment", alignment, *more),
        )
        for alignment, more in (("description", ()), ("program", ("--relations", "full", "--words", "aligned")))
    },
    "dependencies, case": (
        *("dependencies", "dependency/conll18_eval_tests/case-sys.conllu"),
        *("--gold", "dependency/conll18_eval_tests/case-gold.conllu"),
    ),
    "dependencies, func": (
        *("dependencies", "dependency/conll18_eval_tests/func-sys.conllu"),
        *("--gold", "dependency/conll18_eval_tests/func-gold.conllu"),
    ),
    "dependencies, PUD": (
        *("dependencies", "made/pud.conllu", "--gold", "dependency/ud_english_pud/en_pud-ud-test.conllu"),
    ),
    "amr, sample": ("amr", "amr/smatch_samples/test_input1.txt", "--gold", "amr/smatch_samples/test_input2.txt"),
    "amr, SICK": (*("amr", "amr/bamboo_sick/src.test.amr", "--gold", "amr/bamboo_sick/tgt.test.amr", "--subscores"),),
    **{
        f"templates, {scorer}, {output}": ("templates", output, "--scorer", scorer, "--by-type")
        for scorer in SCORERS
        for output in OUTPUTS
        if not (output.startswith("scirex") and "muc4" in scorer)
    },
    **{
        f"templates, iterx, {encoder}": (
            *("templates", f"{MUC}/iterx/{encoder}/raw/preds.test.jsonlines"),
            *("--gold", "muc4/gtt_processed/test.json", "--scorer", "iterx"),
        )
        for encoder in ("bart-base", "bart-large", "bert-base", "t5-large-enc")
    },
    "role-fillers": (
        *("role-fillers", f"{MUC}/grit/*.out", "--gold", "muc4/grit_processed/test.json", "--literal", "--by-type"),
    ),
    "relations": ("relations", "made/conll04.json", "--gold", "relation/conll04.json", "--by-type"),
    "relations, strings": (
        *("relations", "made/conll04.json", "--gold", "relation/conll04.json", "--mentions", "strings"),
    ),
    "spans": ("spans", "made/conll04.json", "--gold", "relation/conll04.json", "--jaccard", "--by-type"),
}
AGREEMENTS = {
    "agreement, BenchIE": (
        *("benchie", "benchie-C", "benchie-M", "benchie-P", "benchie_fl"),
        *("--labels", f"{LABELS}benchie50_7_systems_annotated.csv"),
        *("--gold", "benchie_fl/gold/benchie-annotated50.txt"),
    ),
    "agreement, WiRe57": (
        *("benchie", "benchie-C", "benchie-M", "benchie-P", "benchie_fl"),
        *("--labels", f"{LABELS}wire_7_systems_annotated.csv"),
        *("--gold", "benchie_fl/data/wire57-annotated57.txt"),
    ),
}
CASES = {
    **{
        name: ("evaluate", *words, "--no-intervals")
        for name, words in (
            EVALUATIONS | {name: (*EVALUATIONS["benchie-en"], *more) for name, more in ENGLISH.items()}
        ).items()
    },
    **{name: ("score", *words) for name, words in SCORES.items()},
    **{name: ("agreement", *words) for name, words in AGREEMENTS.items()},
}


def without_each_third_line(source: Path, target: Path) -> None:
    """Gold as a system that misses a third of it."""
    rows = source.read_text("utf-8").splitlines(keepends=True)
    target.write_text("".join(row for place, row in enumerate(rows) if place % 3), "utf-8")


def with_wrong_labels(source: Path, target: Path) -> None:
    """A treebank as a parser that errs in each seventh tag and each fifth relation."""
    rows = [row.split("\t") for row in source.read_text("utf-8").split("\n")]
    for place, row in enumerate(rows):
        if len(row) == 10:
            row[3] = "X" if place % 7 == 0 else row[3]
            row[7] = "dep" if place % 5 == 0 else row[7]
    target.write_text("\n".join("\t".join(row) for row in rows), "utf-8")


def with_wrong_relations(source: Path, target: Path) -> None:
    """Relations as a system that drops some, mistakes types, and ends some mentions a word late."""
    documents = json.loads(source.read_text("utf-8"))
    for part in documents.values() if isinstance(documents, dict) else [documents]:
        for place, document in enumerate(part):
            for number, mention in enumerate(document["entities"]):
                mention["type"] = "Other" if (place + number) % 4 == 0 else mention["type"]
                late = (place + number) % 7 == 0 and mention["end"] < len(document["tokens"])
                mention["end"] += late
            kept = [each for number, each in enumerate(document["relations"]) if (place + number) % 3]
            document["relations"] = kept
    target.write_text(json.dumps(documents), "utf-8")


@pytest.fixture(scope="module")
def made(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Outputs for gold that has none: the gold itself with mistakes."""
    folder = tmp_path_factory.mktemp("made")
    without_each_third_line(data / "carb/gold/test.tsv", folder / "carb.tsv")
    without_each_third_line(data / "lsoie/eval.oie", folder / "lsoie.tsv")
    without_each_third_line(data / "docoie/data/test/healthcare/extractions.tsv", folder / "docoie.tsv")
    with_wrong_labels(data / "dependency/ud_english_pud/en_pud-ud-test.conllu", folder / "pud.conllu")
    with_wrong_relations(data / "relation/conll04.json", folder / "conll04.json")
    return folder


def command(words: tuple[str, ...], data: Path, made: Path) -> Iterator[str]:
    """Put files in place of patterns."""
    for word in words:
        folder, pattern = (made, word.removeprefix("made/")) if word.startswith("made/") else (data, word)
        files = sorted(folder.glob(pattern)) if "/" in word else []
        assert files or "/" not in word, f"{word}: no such file"
        yield from map(str, files) if files else (word,)


def rows(document: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], list[float | None]]]:
    """The numbers of a document, by system, metric and facet."""
    for metric in document.get("metrics", ()):  # agreement with people
        for system in ({"system": "all"} | metric["agreement"], *metric["systems"]):
            verdicts = system.get("agreement", system)
            cells = [verdicts[cell] for cell in ("both", "only_verdict", "only_people", "neither")]
            values = [verdicts[name]["value"] if name in verdicts else None for name in COLUMNS]
            yield (system["system"], metric["metric"], ""), [*values, *cells]
    for system in document["systems"] if "metrics" not in document else ():
        for score in system["scores"]:
            key = (system["name"], score["metric"], str(score.get("facet") or score.get("type") or ""))
            yield key, [*(score.get(name) for name in COLUMNS), *score["counts"].values()]


def frozen() -> dict[str, dict[tuple[str, ...], list[float | None]]]:
    """The numbers in the file, by case."""
    cases: dict[str, dict[tuple[str, ...], list[float | None]]] = {}
    for line in FROZEN.read_text("utf-8").splitlines():
        case, system, metric, facet, *values = line.split("\t")
        cases.setdefault(case, {})[system, metric, facet] = [float(value) if value else None for value in values]
    return cases


def line(case: str, key: tuple[str, ...], values: list[float | None]) -> str:
    """A case's numbers as they are in the file, to 12 digits."""
    return "\t".join([case, *key, *("" if value is None else f"{value:.12g}" for value in values)]) + "\n"


def near(value: float | None) -> object:
    """Equal what differs by less than 1e-9, in value or relative to it."""
    return None if value is None else pytest.approx(value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("case", CASES)
def test_no_number_moves(
    case: str, data: Path, made: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KARAT_DATA", str(data))
    with pytest.raises(SystemExit) as ended:
        main([*command(CASES[case], data, made), "--json"])
    printed = capsys.readouterr()
    assert ended.value.code == 0, printed.err
    found = dict(rows(json.loads(printed.out)))
    assert found
    if RENEW:
        others = FROZEN.read_text("utf-8").splitlines(keepends=True) if FROZEN.exists() else []
        kept = [row for row in others if row.partition("\t")[0] != case and row.partition("\t")[0] in CASES]
        FROZEN.write_text("".join([*kept, *(line(case, *each) for each in found.items())]), "utf-8")
        return
    expected = frozen()[case]
    assert found.keys() == expected.keys()
    for key, values in found.items():
        assert values == [near(value) for value in expected[key]], key


def test_every_case_is_frozen() -> None:
    assert sorted(frozen()) == sorted(CASES)
