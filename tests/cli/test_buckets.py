"""``karat evaluate --by``: tables and JSON by bucket of sentences, and what does not go together."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.cli import main
from karat.errors import MissingExtraError

GOLD = """\
sent_id:1\tAnn left Ulm .
1--> Cluster 1:
Ann --> left --> Ulm

sent_id:2\tBob and Cy sang songs .
2--> Cluster 1:
Bob --> sang --> songs
2--> Cluster 2:
Cy --> sang --> songs
"""
PARSES = """\
1\tAnn\t_\tPROPN\t_\t_\t2\tnsubj\t_\t_
2\tleft\t_\tVERB\t_\t_\t0\troot\t_\t_
3\tUlm\t_\tPROPN\t_\t_\t2\tobj\t_\t_
4\t.\t_\tPUNCT\t_\t_\t2\tpunct\t_\t_

1\tBob\t_\tPROPN\t_\t_\t4\tnsubj\t_\t_
2\tand\t_\tCCONJ\t_\t_\t3\tcc\t_\t_
3\tCy\t_\tPROPN\t_\t_\t1\tconj\t_\t_
4\tsang\t_\tVERB\t_\t_\t0\troot\t_\t_
5\tsongs\t_\tNOUN\t_\t_\t4\tobj\t_\t_
6\t.\t_\tPUNCT\t_\t_\t4\tpunct\t_\t_
"""
Run = Callable[..., tuple[int, str, str]]
ONE = ("mine.tsv", "--gold", "gold.txt", "--facet", "default", "--no-intervals")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run ``karat evaluate`` in a folder with small files and a cache of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("KARAT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "gold.txt").write_text(GOLD, encoding="utf-8")
    (tmp_path / "mine.tsv").write_text("1\tAnn\tleft\tUlm\n2\tBob\tsang\tsongs\n2\tBob\tand\tCy\n", encoding="utf-8")
    (tmp_path / "parses.conllu").write_text(PARSES, encoding="utf-8")

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stop:
            main(["evaluate", *arguments])
        code = stop.value.code or 0
        assert isinstance(code, int)
        return (code, *capsys.readouterr())

    return run


def test_the_tables_stand_below_the_first(run: Run) -> None:
    code, out, _ = run(*ONE, "--by", "length", "--by", "conjuncts", "--parses", "parses.conllu")
    assert code == 0
    tables = out.split("\ngold · 2 sentences · ")
    assert [table.splitlines()[0] for table in tables[1:]] == ["benchie by length", "benchie by conjuncts"]
    assert tables[2].splitlines()[2:5] == [
        "mine  n      P      R     F1  change",
        "0     1  1.000  1.000  1.000",
        "1     1   .500   .500   .500   −.500",
    ]
    assert "by:conjuncts/0,1,≥2/parses.conllu-" in out


def test_json_has_the_buckets(run: Run) -> None:
    _, out, _ = run(*ONE, "--by", "conjuncts", "--parses", "parses.conllu", "--json")
    (table,) = json.loads(out)["buckets"]
    assert (table["by"], table["metric"], table["facet"]) == ("conjuncts", "benchie", "default")
    assert [(bucket["name"], bucket["sentences"], bucket["systems"][0]["f1"]) for bucket in table["buckets"]] == [
        ("0", 1, 1.0),
        ("1", 1, 0.5),
    ]
    assert "buckets" not in json.loads(run(*ONE, "--json")[1])


@pytest.mark.parametrize("form", ["--markdown", "--latex"])
def test_tables_for_papers(run: Run, form: str) -> None:
    _, alone, _ = run(*ONE, form)
    _, out, _ = run(*ONE, form, "--by", "length")
    assert out.startswith(alone)
    assert "≤20" in out.removeprefix(alone)


@pytest.mark.thorough
def test_english_is_tagged_and_kept(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from karat.syntax import tagger_for

    try:
        tagger_for("en").name  # noqa: B018 - raises where the tagger is missing
    except MissingExtraError:
        pytest.skip("the extra 'syntax' is not installed, so spaCy cannot tag")
    wanted = (*ONE, "--by", "conjuncts", "--json")
    code, first, _ = run(*wanted, "--no-cache")
    assert code == 0
    assert not (tmp_path / "cache").exists()
    assert run(*wanted)[1] == first
    assert [path.name for path in (tmp_path / "cache" / "syntax").iterdir()] == ["tagged-1.sqlite"]

    def fail(*_: object) -> None:
        raise AssertionError("tagged again")

    monkeypatch.setattr("karat.syntax.taggers.SpacyTagger.tag", fail)
    assert run(*wanted)[1] == first


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        pytest.param(("--parses", "parses.conllu"), 2, "expected --by conjuncts, cases, prepositions", id="no --by"),
        pytest.param(("--by", "length", "--no-cache"), 2, "expected --by conjuncts, cases, prepos", id="not tagged"),
        pytest.param(
            ("--by", "cases", "--parses", "parses.conllu", "--language", "en"), 2, "expected no --parses", id="both"
        ),
        pytest.param(("--by", "length", "--csv"), 2, "expected another form than --csv", id="csv"),
        pytest.param(("--by", "cases", "--language", "fr"), 1, "unknown language of a tagger 'fr'", id="language"),
        pytest.param(("--by", "cases", "--parses", "gold.txt"), 1, "gold.txt:1: expected dependencies", id="no parses"),
        pytest.param(("--by", "cases", "--parses", "none.conllu"), 1, "none.conllu: ", id="no file"),
        pytest.param(("--by", "size"), 2, "'size' is not one of", id="unknown"),
    ],
)
def test_what_is_refused(run: Run, arguments: tuple[str, ...], code: int, said: str) -> None:
    found, out, err = run(*ONE, *arguments)
    assert (found, out) == (code, "")
    assert said in " ".join(err.replace("│", " ").split())


def test_a_sentence_without_a_parse_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "parses.conllu").write_text(PARSES.partition("\n\n")[0] + "\n", encoding="utf-8")
    code, _, err = run(*ONE, "--by", "cases", "--parses", "parses.conllu")
    assert code == 1
    assert "parses.conllu: expected a parse of 'Bob and Cy sang songs .', found none" in err
