"""Several files that are one: patterns, folders, and what is wrong in one of them."""

from __future__ import annotations

import gzip
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

import karat
from karat.benchmarks import read_gold
from karat.errors import FormatError, InputError, KaratError
from karat.formats import describe_guess, guess, read_documents, read_items, read_rows, read_synsets
from karat.formats.text.input_file import InputFile, Shards, as_input

ROWS = ["1\tAnn\tfounded\tBext", "1\tAnn\tis\ta chemist", "2\tBext\tmakes\tink", "3\tBo\tleft\tUlm"]
GOLD = [
    f'{{"karat": "synsets", "sentence": {{"id": "{number}", "text": "{subject} {relation} {rest} ."}}, "synsets": '
    f'[{{"id": "1", "facts": [[["{subject}"], ["{relation}"], ["{rest}"]]]}}]}}'
    for number, (subject, relation, rest) in enumerate(
        (("Ann", "founded", "Bext"), ("Bext", "makes", "ink"), ("Bo", "left", "Ulm")), 1
    )
]


def write_shards(folder: Path, stem: str, shards: list[list[str]], ending: str = "tsv") -> Path:
    folder.mkdir(exist_ok=True)
    for number, lines in enumerate(shards):
        (folder / f"{stem}-{number}.{ending}").write_text("".join(f"{line}\n" for line in lines))
    return folder


def test_a_pattern_is_read_as_one_file(tmp_path: Path) -> None:
    write_shards(tmp_path, "mine", [ROWS[:2], ROWS[2:]])
    (tmp_path / "all.txt").write_text("".join(f"{line}\n" for line in ROWS))
    assert list(read_rows(tmp_path / "mine-*.tsv")) == list(read_rows(tmp_path / "all.txt"))
    assert describe_guess(tmp_path / "mine-*.tsv") == f"{tmp_path}/mine-*.tsv: read as benchie (guessed) in 2 shards"


def test_a_folder_is_read_without_marks_and_hidden_files(tmp_path: Path) -> None:
    folder = write_shards(tmp_path / "mine", "part", [ROWS[:2], ROWS[2:]])
    (folder / "_SUCCESS").touch()
    (folder / ".part-0.tsv.crc").write_bytes(b"\0\1")
    assert len(list(read_rows(folder))) == 4


def test_each_shard_of_a_table_has_its_header_and_may_be_packed(tmp_path: Path) -> None:
    header = "id,subject,relation,object"
    write_shards(tmp_path, "mine", [[header, "1,Ann,founded,Bext"]], "csv")
    (tmp_path / "mine-1.csv.gz").write_bytes(gzip.compress(f"{header}\n2,Bext,makes,ink\n".encode()))
    rows = list(read_rows(tmp_path / "mine-*"))
    assert [row.extraction.triple for row in rows if row.extraction] == [
        ("Ann", "founded", "Bext"),
        ("Bext", "makes", "ink"),
    ]


@pytest.mark.parametrize("gold", ["gold-*.jsonl", "gold"])
def test_evaluate_scores_shards_as_one_system_on_gold_in_shards(tmp_path: Path, gold: str) -> None:
    write_shards(tmp_path, "mine", [ROWS[:1], ROWS[1:]])
    write_shards(tmp_path, "gold", [GOLD[:2], GOLD[2:]], "jsonl")
    write_shards(tmp_path / "gold", "part", [GOLD[:2], GOLD[2:]], "jsonl")
    (tmp_path / "one.tsv").write_text("".join(f"{line}\n" for line in ROWS))
    (tmp_path / "one.jsonl").write_text("".join(f"{line}\n" for line in GOLD))
    whole = karat.evaluate({"mine": tmp_path / "one.tsv"}, gold=tmp_path / "one.jsonl")
    evaluation = karat.evaluate(f"mine={tmp_path}/mine-*.tsv", gold=tmp_path / gold)
    assert [system.name for system in evaluation] == ["mine"]
    assert evaluation["mine"].measurements == whole["mine"].measurements


def test_scores_of_ranges_add_up_to_those_of_all(tmp_path: Path) -> None:
    """As docs/cluster.md has it: jobs on ranges of sentences, whose scores are added."""
    write_shards(tmp_path, "mine", [ROWS[:2], ROWS[2:]])
    write_shards(tmp_path, "gold", [GOLD[:1], GOLD[1:]], "jsonl")
    whole = karat.evaluate({"mine": tmp_path / "mine-*.tsv"}, gold=tmp_path / "gold-*.jsonl")
    ranges = [
        karat.evaluate({"mine": tmp_path / f"mine-{number}.tsv"}, gold=tmp_path / f"gold-{number}.jsonl")
        for number in range(2)
    ]
    for number, evaluation in enumerate(ranges):
        evaluation.to_json(tmp_path / f"scores-{number}.json")
    systems = [karat.load(path)["mine"] for path in sorted(tmp_path.glob("scores-*.json"))]
    added = [
        sum(measurement.score for measurement in measurements)
        for measurements in zip(*(system.measurements for system in systems), strict=True)
    ]
    assert [measurement.label for measurement in systems[0].measurements][:2] == ["benchie", "benchie-C"]
    assert added == [measurement.score for measurement in whole["mine"].measurements]


def test_a_pattern_without_a_name_is_still_several_systems(tmp_path: Path) -> None:
    write_shards(tmp_path, "mine", [ROWS[:1], ROWS[1:]])
    (tmp_path / "gold.jsonl").write_text("".join(f"{line}\n" for line in GOLD))
    evaluation = karat.evaluate(f"{tmp_path}/mine-*.tsv", gold=tmp_path / "gold.jsonl")
    assert [system.name for system in evaluation] == ["mine-0", "mine-1"]


def test_the_record_is_what_sha256sum_says(tmp_path: Path) -> None:
    write_shards(tmp_path, "mine", [ROWS[:2], ROWS[2:]])
    file = as_input(tmp_path / "mine-*.tsv")
    assert isinstance(file, Shards)
    assert len(list(read_rows(file))) == 4
    record = file.record()
    assert record is not None
    printed = subprocess.run("sha256sum mine-* | sha256sum", cwd=tmp_path, shell=True, capture_output=True, check=True)
    assert record.sha256 == printed.stdout.split()[0].decode()
    assert record.size == sum(path.stat().st_size for path in tmp_path.iterdir()) == file.size()
    assert record.path == f"{tmp_path}/mine-*.tsv"


def test_a_corrupt_shard_is_named(tmp_path: Path) -> None:
    write_shards(tmp_path, "mine", [ROWS[:2], [*ROWS[2:], "4\tAnn"]])
    with pytest.raises(KaratError) as caught:
        list(read_rows(tmp_path / "mine-*.tsv"))
    assert str(caught.value) == (
        f"{tmp_path}/mine-1.tsv:3: expected 4 tab-separated fields (sentence id, subject, relation, object), "
        "found 2: '4\\tAnn'"
    )


def test_a_packed_shard_that_breaks_off_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine-0.gz").write_bytes(gzip.compress("".join(f"{line}\n" for line in ROWS).encode()))
    (tmp_path / "mine-1.gz").write_bytes(gzip.compress("".join(f"{line}\n" for line in ROWS * 99).encode())[:-20])
    with pytest.raises(FormatError, match=r"mine-1\.gz:\d+: expected a whole gzip file, found one that breaks off"):
        list(read_rows(tmp_path / "mine-*.gz"))


def test_nothing_found(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(FormatError, match=r"mine-\*: expected files of this pattern, found none"):
        as_input(tmp_path / "mine-*")
    with pytest.raises(FormatError, match="empty: expected files in the folder, found none"):
        as_input(tmp_path / "empty")
    with pytest.raises(InputError, match=r"none-\*: expected files of this pattern, found none"):
        karat.evaluate(f"mine={tmp_path}/none-*", "karat-sample")


def test_what_reads_bytes_refuses_shards(tmp_path: Path) -> None:
    write_shards(tmp_path, "mine", [ROWS[:2], ROWS[2:]])
    with pytest.raises(FormatError, match=r"expected one file, found 2 shards"):
        as_input(tmp_path / "mine-*.tsv").start()


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path: Path) -> None:
    path = tmp_path / "mine[1].tsv"
    path.write_text(ROWS[0])
    assert type(as_input(path)) is InputFile
    assert len(list(read_rows(path))) == 1


def test_blocks_beside_a_file_of_sentences_must_be_one_file(tmp_path: Path) -> None:
    write_shards(
        tmp_path, "mine", [["Ann left .", "1.0 (Ann; left; Ulm)"], ["Bo left .", "1.0 (Bo; left; Ulm)"]], "txt"
    )
    (tmp_path / "sentences.txt").write_text("Ann left .\nBo left .\n")
    name = guess(tmp_path / "mine-0.txt").name
    with pytest.raises(FormatError, match="expected one file beside --sentences"):
        list(read_rows(tmp_path / "mine-*.txt", name, sentences=tmp_path / "sentences.txt"))


def test_documents_that_are_numbered_in_each_shard_go_on(tmp_path: Path) -> None:
    sentences = ["Ada B-person\nleft O", "Oslo B-place", "Bo B-person\nslept O"]
    (tmp_path / "a-0.bio").write_text("\n\n".join(sentences[:2]) + "\n")
    (tmp_path / "a-1.bio").write_text(sentences[2] + "\n")
    (tmp_path / "all.bio").write_text("\n\n".join(sentences) + "\n")
    assert list(read_documents(tmp_path / "a-*.bio", "spans")) == list(read_documents(tmp_path / "all.bio", "spans"))


def test_documents_with_ids_keep_them_and_come_once(tmp_path: Path) -> None:
    line = '{"id": "%s", "clusters": [[[0, 0], [2, 2]]]}'
    write_shards(tmp_path, "a", [[line % "tale"], [line % "other"]], "jsonl")
    assert [document.id for document in read_documents(tmp_path / "a-*", "coreference")] == ["tale", "other"]
    write_shards(tmp_path, "b", [[line % "tale"], [line % "tale"]], "jsonl")
    with pytest.raises(FormatError, match="expected each document once, found 'tale' again"):
        list(read_documents(tmp_path / "b-*", "coreference"))


def test_gold_of_shards_in_python(tmp_path: Path) -> None:
    write_shards(tmp_path, "gold", [GOLD[:1], GOLD[1:]], "jsonl")
    gold = read_gold(tmp_path / "gold-*.jsonl")
    assert [sentence.id for sentence in gold.sentences] == ["1", "2", "3"]
    assert len(list(read_synsets(tmp_path / "gold-*.jsonl"))) == 3


def test_a_record_of_parquet_read_in_batches(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    arrow = pytest.importorskip("pyarrow")
    columns = {"id": [str(n) for n in range(20_000)], "subject": ["Ann"] * 20_000, "relation": ["is"] * 20_000}
    table = arrow.table({**columns, "object": [f"chemist {n}" for n in range(20_000)]})
    parquet.write_table(table, tmp_path / "mine.parquet", row_group_size=1000)
    with InputFile(tmp_path / "mine.parquet") as file:
        rows = list(read_rows(file))
        record = file.record()
    assert len(rows) == 20_000
    assert record is not None
    assert record.sha256 == sha256((tmp_path / "mine.parquet").read_bytes()).hexdigest()
    packed = tmp_path / "mine.parquet.gz"
    packed.write_bytes(gzip.compress((tmp_path / "mine.parquet").read_bytes()))
    assert list(read_rows(packed)) == rows


def test_a_shard_of_another_kind_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "mix"
    folder.mkdir()
    extraction = '{"relation": "founded", "arguments": ["Ann", "Bext"]}'
    (folder / "a.jsonl").write_text(f'{{"karat": "extractions", "sentence_id": "1", "extraction": {extraction}}}\n')
    (folder / "b.jsonl").write_text(f"{GOLD[1]}\n")
    for read in (read_rows, read_items):
        with pytest.raises(FormatError) as caught:
            list(read(folder))
        assert str(caught.value) == f"{folder}/b.jsonl: expected extractions, found synsets"


@pytest.mark.parametrize("scratch", [False, True])
@pytest.mark.parametrize("name", ["gold.jsonl.gz", "gold-*.jsonl.gz", "gold[0-9].jsonl.gz", "gold", "gold/*", "file"])
def test_gold_is_called_by_its_stem(tmp_path: Path, name: str, scratch: bool) -> None:
    """Neither the ending of packed files nor the wildcard of a pattern is part of a benchmark's name."""
    file = tmp_path / {"gold": "gold/x.jsonl.gz", "gold/*": "gold/x.jsonl.gz", "file": "gold.jsonl.gz"}.get(
        name, name.replace("*", "0")
    )
    file = Path(str(file).replace("[0-9]", "1"))
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(gzip.compress("\n".join(GOLD).encode()))
    (tmp_path / "mine.tsv").write_text("\n".join(ROWS))
    gold = f"file://{file}" if name == "file" else tmp_path / name
    evaluation = karat.evaluate(
        tmp_path / "mine.tsv", gold=gold, resampling=None, scratch=tmp_path if scratch else None
    )
    assert evaluation.benchmark == "gold"
