"""Verdict files: what is in a row, that the parts do not matter, and what is left after an error."""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from karat.benchmarks.gold import Gold, gold_from
from karat.errors import InputError, MissingExtraError
from karat.metrics.oie.oie_metric import Ruling
from karat.results import Verdict, evaluate
from karat.results.verdict_files import verdict_file
from karat.results.verdict_files.verdict_file import COLUMNS, form_of, open_verdicts, verdict_block

FACTS = {
    "Ann moved to Oslo .": [("Ann", "moved to", "Oslo")],
    "It rained .": [],
    "Bo , a baker , sings .": [("Bo", "is", "[a] baker"), ("Bo", "sings", "")],
}
SYSTEMS = {
    "mine": {"Ann moved to Oslo .": [("Ann", "moved to", "Oslo")], "It rained .": [("It", "rained", "")]},
    "theirs": {
        "Bo , a baker , sings .": [("Bo", "is", "a baker"), ("Bo", "is", "singing")],
        "Ann moved to Oslo .": [("Ann", "moved", "to Oslo")],
    },
}


@pytest.fixture(scope="module")
def gold() -> Gold:
    return gold_from(FACTS)


@pytest.fixture(scope="module")
def verdicts(gold: Gold) -> Mapping[str, tuple[Verdict, ...]]:
    return {system.name: system.verdicts for system in evaluate(SYSTEMS, gold=gold, resampling=None)}


def part_of(gold: Gold, first: int, stop: int) -> Gold:
    return replace(
        gold, sentences=gold.sentences[first:stop], facts=gold.facts[first:stop], tuples=gold.tuples[first:stop]
    )


def write(path: Path, gold: Gold, verdicts: Mapping[str, tuple[Verdict, ...]], size: int = 3) -> Path:
    with open_verdicts(path) as sink:
        for first in range(0, 3, size):
            part = part_of(gold, first, first + size)
            ids = {sentence.id for sentence in part.sentences}
            own = {name: [each for each in all_ if each.sentence in ids] for name, all_ in verdicts.items()}
            sink.append(verdict_block(sink.form, part, own))
    return path


def read_lines(path: Path) -> list[dict[str, object]]:
    text = gzip.decompress(path.read_bytes()).decode() if path.suffix == ".gz" else path.read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_rows_by_hand(tmp_path: Path, gold: Gold, verdicts: Mapping[str, tuple[Verdict, ...]]) -> None:
    rows = read_lines(write(tmp_path / "v.jsonl", gold, verdicts))
    assert all(list(row) == list(COLUMNS) for row in rows)
    shown = [(row["system"], row["text"], row["relation"], row["object"], row["correct"]) for row in rows]
    assert shown == [
        ("mine", "Ann moved to Oslo .", "moved to", "Oslo", True),
        ("theirs", "Ann moved to Oslo .", "moved", "to Oslo", False),
        ("mine", "It rained .", "rained", "", False),
        ("theirs", "Bo , a baker , sings .", "is", "a baker", True),
        ("theirs", "Bo , a baker , sings .", "is", "singing", False),
    ]
    near = rows[1]
    assert (near["subject_agrees"], near["relation_agrees"], near["object_agrees"]) == (True, False, False)
    assert (near["gold_subject"], near["gold_relation"], near["gold_object"]) == ("Ann", "moved to", "Oslo")
    without_gold = rows[2]
    assert [without_gold[name] for name in ("synset", "gold_subject", "subject_agrees", "reason")] == [None] * 4
    assert rows[3]["gold_object"] == "[a] baker", "optional words are in brackets"
    assert rows[4]["synset"] == rows[3]["synset"], "the closest fact shares subject and relation"


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize("name", ["v.jsonl", "v.jsonl.gz", "v.parquet"])
def test_parts_do_not_matter(
    tmp_path: Path, gold: Gold, verdicts: Mapping[str, tuple[Verdict, ...]], name: str, size: int
) -> None:
    whole = write(tmp_path / name, gold, verdicts)
    in_parts = write(tmp_path / f"parts-{name}", gold, verdicts, size)
    if name.endswith(".gz"):
        assert read_lines(whole) == read_lines(in_parts)
    else:
        assert whole.read_bytes() == in_parts.read_bytes()


def test_parquet_holds_the_rows_of_jsonl(
    tmp_path: Path, gold: Gold, verdicts: Mapping[str, tuple[Verdict, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(verdict_file, "ROW_GROUP", 2)
    written = parquet.ParquetFile(write(tmp_path / "v.parquet", gold, verdicts, 1))
    assert written.read().to_pylist() == read_lines(write(tmp_path / "v.jsonl", gold, verdicts))
    groups = [written.metadata.row_group(number).num_rows for number in range(written.num_row_groups)]
    assert groups == [2, 2, 1]


def test_no_verdicts_make_an_empty_file(tmp_path: Path, gold: Gold) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("v.jsonl", "v.jsonl.gz"):
        assert (write(tmp_path / name, gold, {"mine": ()})).read_bytes() == b""
    table = parquet.read_table(write(tmp_path / "v.parquet", gold, {"mine": ()}))
    assert (table.num_rows, table.column_names) == (0, list(COLUMNS))


def test_a_ruling_gives_its_reason(gold: Gold, verdicts: Mapping[str, tuple[Verdict, ...]]) -> None:
    ruled = replace(verdicts["mine"][0], ruling=Ruling(True, (0,), 'says "so"\n'))
    (line,) = verdict_block("jsonl", gold, {"mine": [ruled]}).splitlines()
    assert json.loads(line)["reason"] == 'says "so"\n'


@pytest.mark.parametrize("name", ["v.jsonl", "v.jsonl.gz", "v.parquet"])
def test_an_error_leaves_the_old_file(
    tmp_path: Path, gold: Gold, verdicts: Mapping[str, tuple[Verdict, ...]], name: str
) -> None:
    path = write(tmp_path / name, gold, verdicts)
    before = path.read_bytes()
    for error in (KeyboardInterrupt(), OSError(28, "elsewhere"), InputError("a bad row")):
        with pytest.raises(type(error)) as caught, open_verdicts(path) as sink:  # noqa: PT012 (the error is inside)
            sink.append(verdict_block(sink.form, gold, verdicts))
            raise error
        assert caught.value is error, "an error of another file is not blamed on this one"
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["v.jsonl", "v.parquet"])
def test_a_full_disk_is_one_line(
    tmp_path: Path, gold: Gold, verdicts: Mapping[str, tuple[Verdict, ...]], name: str
) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("a system without /dev/full")
    (tmp_path / name).symlink_to("/dev/full")
    with pytest.raises(InputError, match=r"v\.\w+: cannot be written \(No space left on device\)"):
        write(tmp_path / name, gold, verdicts)


def test_text_that_utf8_cannot_hold_is_refused(gold: Gold, verdicts: Mapping[str, tuple[Verdict, ...]]) -> None:
    first = verdicts["mine"][0]
    broken = replace(first, extraction=replace(first.extraction, relation="moved \ud800"))
    for form in ("jsonl", "parquet"):
        with pytest.raises(InputError, match="expected text that UTF-8 can hold, found"):
            verdict_block(form, gold, {"mine": [broken]})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["verdicts.json", "verdicts", "jsonl", "v.parquet.gz"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(InputError, match=r"expected a name in \.jsonl, \.jsonl\.gz or \.parquet"):
        form_of(name)


def test_parquet_without_pyarrow_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"v\.parquet: writing Parquet needs Karat's extra 'tables'"):
        form_of(tmp_path / "v.parquet")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without named pipes")
def test_a_pipe_gets_lines_of_json(tmp_path: Path, gold: Gold, verdicts: Mapping[str, tuple[Verdict, ...]]) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    lines: list[bytes] = []
    reader = Thread(target=lambda: lines.extend(pipe.read_bytes().splitlines()))
    reader.start()
    write(pipe, gold, verdicts)
    reader.join(timeout=30)
    assert [json.loads(line) for line in lines] == read_lines(write(tmp_path / "v.jsonl", gold, verdicts))
