"""Every option of ``karat evaluate``: no number moves under an unchanged signature."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest
from extraction_files import FILES
from walking import FORMS, Accepts, Arguments, Cannot, Data, Kind, Moves, Refused, Run, Shown, check, parameters, runner

from karat.benchmarks import sample_path
from karat.errors import UnknownNameError
from karat.metrics import OIE_METRICS
from karat.results import Options

SCORED_BY_STATEMENTS = ("benchie_hi",)
SCORED_BY = [each.name for each in OIE_METRICS if each.gold != "cliques" and each.name not in SCORED_BY_STATEMENTS]
METRICS = tuple(word for metric in SCORED_BY for word in ("--metric", metric))
TUPLE_METRICS = tuple(word for metric in OIE_METRICS if metric.gold == "tuples" for word in ("--metric", metric.name))
ON_GOLD: Arguments = ("--gold", "gold.txt", "--carb-gold", "tuples.tsv", *METRICS, "--resamples", 50)
USUAL: Arguments = ("mine.tsv", "other.tsv", *ON_GOLD)
ON_STATEMENTS: Arguments = ("--gold", "hindi.txt", "--metric", *SCORED_BY_STATEMENTS)
BY_STATEMENTS: Arguments = ("mine.tsv", *ON_STATEMENTS)
BY_FACTS: Arguments = ("--gold", "gold.txt", "--resamples", 50)
ON_CLIQUES: Arguments = ("found.json", "--gold", "cliques.json", "--resamples", 50)
ON_CLIQUES_BY_PEOPLE: Arguments = (
    *("opened in May.json", "--gold", "cliques.json", "--resamples", 50),
    *("--inside", "benchie-P", "--synsets", "facts.txt"),
)


SAMPLE = tuple(f"{name}={sample_path(f'en/{file}.tsv')}" for name, file in (("one", "careful"), ("two", "greedy")))
BY_PREPOSITIONS: Arguments = ("dee.tsv", "--gold", "dee.txt", "--by", "prepositions", "--resamples", 50)


def moves(*changed: object, base: Arguments = (), usual: Arguments | None = None, every: bool = False) -> Moves:
    return Moves(changed, base, usual, every)


READING: dict[str, list[Kind | Shown]] = {
    "explicit_only": [
        moves("--explicit-only", every=True),
        moves("--explicit-only", usual=BY_STATEMENTS, every=True),
        moves("--explicit-only", usual=ON_CLIQUES, every=True),
        moves("--explicit-only", usual=("found.json", "--gold", "cliques.json", "--inside", "wire57"), every=True),
    ],
    "explicit_gold": [
        moves("--explicit-gold", usual=("mine.tsv", "--gold", "implicit tuples.tsv", *TUPLE_METRICS), every=True),
        Refused(("--explicit-gold",), usual=("mine.tsv", *BY_FACTS), said="found benchie of fact synsets"),
        Refused(("--explicit-gold",), usual=ON_CLIQUES, said="found cliques"),
    ],
    "nary": [
        moves("--nary", "triples", every=True),
        moves("--nary", "triples", usual=BY_STATEMENTS, every=True),
        moves("--nary", "triples", usual=ON_CLIQUES, every=True),
        moves("--nary", "triples", usual=(*ON_CLIQUES, "--inside", "wire57"), every=True),
    ],
    "tokens": [
        moves("--tokens", "exact", usual=("detokenised.tsv", "--gold", "tokenised.txt"), every=True),
    ],
    "view": [
        moves("--view", "clausie", every=True),
        moves("--view", "clausie", usual=BY_STATEMENTS, every=True),
        moves("--view", "clausie", usual=ON_CLIQUES, every=True),
    ],
    "format": [moves("--format", "clausie", usual=("labelled.txt", *ON_GOLD), every=True)],
    "map": [
        moves(
            *("--map", "items=$[*],id=$.nr,subject=$.a,relation=$.b,object=$.d"),
            base=("--map", "items=$[*],id=$.nr,subject=$.a,relation=$.b,object=$.c"),
            usual=("mapped.json", *ON_GOLD),
            every=True,
        )
    ],
    "columns": [
        moves(
            *("--columns", "sentence,confidence,subject,relation,object"),
            base=("--columns", "sentence,confidence,relation,subject,object"),
            usual=("other.tsv", *ON_GOLD),
            every=True,
        )
    ],
    "gold_format": [
        Moves(
            ("--gold-format", "oie2016-heads"),
            ("--gold-format", "carb-gold"),
            ("cat.tsv", "--gold", "either.tsv", "--metric", "carb", "--metric", "oie2016", "--metric", "wire57"),
            every=True,
        )
    ],
    "encoding": [
        moves("--encoding", "utf-7", usual=("encoded.tsv", *ON_GOLD), every=True),
        moves("--encoding", "utf-7", usual=("encoded.tsv", *ON_STATEMENTS), every=True),
    ],
    "unknown": [
        Accepts(("--unknown", "ignore"), usual=("numbered.tsv", *BY_FACTS), named="unknown:ignore"),
    ],
    "ids_from": [moves("--ids-from", 0, usual=("counted.tsv", *ON_GOLD), every=True)],
}
"""What is read or left out, for all metrics alike."""

EVALUATE: dict[str, list[Kind | Shown]] = {
    **{name: [kind] for name, kind in FORMS.items()},
    **READING,
    "outputs": [Data(("mine=mine.tsv",), ("mine=mine again.tsv",), ON_GOLD)],
    "gold": [Data(("--gold", "other gold.txt"), ("--gold", "gold.txt"), ("mine.tsv", "--resamples", 50))],
    "carb_gold": [
        Data(
            ("--carb-gold", "other tuples.tsv"),
            ("--carb-gold", "tuples.tsv"),
            ("mine.tsv", "--gold", "gold.txt", *METRICS),
        )
    ],
    "benchmark": [
        Data(("--benchmark", "karat-sample-de"), ("--benchmark", "karat-sample-zh"), ("--published", "--no-intervals"))
    ],
    "entities": [moves("--entities", "entities.txt", usual=("mine.tsv", *BY_FACTS))],
    "sentences": [Data(("--sentences", "turned.txt"), ("--sentences", "sentences.txt"), ("blocks.txt", *ON_GOLD))],
    "published": [  # more systems: more pairs, for which p is adjusted
        moves("--published", usual=(*SAMPLE, "--benchmark", "karat-sample", "--resamples", 50)),
    ],
    "family": [Cannot(("--family", "mine=mine,other"), reason="groups rows")],
    "facet": [Cannot(("--facet", "C", "--facet", "E"), reason="leaves rows out")],
    "metric": [
        Cannot(
            ("--metric", "carb"), usual=("mine.tsv", "--gold", "gold.txt", "--carb-gold", "tuples.tsv"), reason="rows"
        )
    ],
    "people_steps": [
        moves(
            *("--people-steps", "letters"),
            usual=("phrases.tsv", "--gold", "phrases.txt", "--facet", "P", "--resamples", 50),
            every=True,
        ),
        moves("--people-steps", "none", usual=ON_CLIQUES_BY_PEOPLE, every=True),
        Refused(("--people-steps", "letters"), usual=("mine.tsv", *BY_FACTS), said="expected facet P"),
        Refused(("--people-steps", "letters"), usual=ON_CLIQUES, said="expected facet P"),
    ],
    "meaning_answers": [
        moves(
            *("--meaning-answers", "yes.jsonl"),
            usual=("judged.tsv", "--gold", "judged.txt", "--metric", "meaning", "--resamples", 50),
            every=True,
        ),
        Refused(("--meaning-answers", "yes.jsonl"), usual=("mine.tsv", *BY_FACTS), said="expected meaning"),
    ],
    "credit": [
        moves("--credit", "all"),
        Refused(("--credit", "all"), usual=("mine.tsv", *BY_FACTS, "--facet", "P"), said="another facet than P"),
    ],
    "as_published": [moves("--as-published")],
    "synsets": [
        Data(
            ("--synsets", "other facts.txt"),
            ("--synsets", "facts.txt"),
            (*ON_CLIQUES, "--inside", "benchie"),
        )
    ],
    "inside": [
        moves("--inside", "wire57", usual=ON_CLIQUES, every=True),
        moves("--inside", "benchie", "--synsets", "facts.txt", usual=ON_CLIQUES, every=True),
        moves(
            *("--inside", "benchie-P"),
            base=("--inside", "benchie"),
            usual=ON_CLIQUES_BY_PEOPLE[:-4] + ON_CLIQUES_BY_PEOPLE[-2:],
            every=True,
        ),
    ],
    "rounding": [moves("--rounding", "published", usual=ON_CLIQUES, every=True)],
    "missing": [
        Accepts(("--missing", "empty"), usual=("partly.json", "--gold", "cliques.json"), named="missing:empty")
    ],
    "stand_in": [
        Accepts(
            ("--stand-in",),
            usual=("found.json", "--gold", "bare.json"),
            named="gold:stand-in",
            but_for=("originals",),
        )
    ],
    "resamples": [moves("--resamples", 60, usual=(*USUAL, "--interval", "bca"))],
    "seed": [moves("--seed", 1, usual=(*USUAL, "--interval", "bca"))],
    "interval": [moves("--interval", "percentile")],
    "level": [moves("--level", 0.5)],
    "test": [moves("--test", "bootstrap")],
    "no_intervals": [moves("--no-intervals", usual=("mine.tsv", "other.tsv", "--gold", "gold.txt"))],
    "workers": [Cannot(("--workers", 2), reason="scores in processes")],
    "cluster": [Shown("needs a cluster; tests/cli/test_workers.py has one")],
    "scratch": [Cannot(("--scratch", "."), reason="sorts in another folder")],
    "by": [Cannot(("--by", "length"), reason="adds tables")],
    "parses": [
        moves(
            *("--parses", "other parses.conllu"),
            base=("--parses", "parses.conllu"),
            usual=(*USUAL, "--by", "conjuncts"),
        )
    ],
    "language": [moves("--language", "de", base=("--language", "en"), usual=(*BY_PREPOSITIONS, "--no-cache"))],
    "no_cache": [Cannot(("--no-cache",), usual=BY_PREPOSITIONS, reason="tags anew")],
    "output": [Cannot(("--output", "run.json"), reason="writes a file")],
    "verdicts": [Cannot(("--verdicts", "verdicts.jsonl"), reason="writes a file")],
    "keep_verdicts": [Cannot(("--keep", "sample"), reason="keeps fewer verdicts")],
    "focus": [Cannot(("--focus", "mine"), reason="says what to fix in a system")],
    "html": [Cannot(("--html", "report.html"), reason="writes a report")],
    "fail_under": [Cannot(("--fail-under", 0.9), reason="the exit code alone")],
    "fail_on": [Cannot(("--fail-under", 0.9, "--fail-on", "carb:recall"), reason="the exit code alone")],
}
NEEDS = {"html": "altair", "language": "HanTa", "no_cache": "spacy"}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return runner(["evaluate"], tmp_path, monkeypatch, capsys)


def test_every_option_is_classified() -> None:
    assert set(EVALUATE) == set(parameters("evaluate"))


def test_options_have_the_same_names_in_python() -> None:
    """Except repeatable ones, whose values Python collects; the command's ``published`` is for published outputs."""
    repeatable = {"facets": "facet", "metrics": "metric"}
    names = {repeatable.get(field.name, field.name) for field in fields(Options)}
    assert names <= set(parameters("evaluate"))
    with pytest.raises(UnknownNameError, match="unknown option 'published'; did you mean 'as_published'"):
        Options(published=True)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        pytest.param(name, kind, id=f"{name} {place}")
        for name in EVALUATE
        for place, kind in enumerate(EVALUATE[name], 1)
    ],
)
def test_no_number_moves_under_an_unchanged_signature(name: str, kind: Kind | Shown, run: Run) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    if isinstance(kind, Kind):
        check(kind, run, USUAL)
