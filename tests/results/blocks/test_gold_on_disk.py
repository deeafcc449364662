"""Gold that is written to files of parts is the gold that is read at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from karat.benchmarks import sample_path
from karat.benchmarks.declarations import read_gold
from karat.benchmarks.gold import Gold
from karat.errors import KaratError
from karat.formats import InputFile, format_named, read_synsets
from karat.formats.json import jsonl
from karat.formats.text.input_file import as_input
from karat.metrics.oie.benchie import FactGold
from karat.results.blocks.gold import BlockedGold, GoldOutline, StoredGold
from karat.results.blocks.gold_reading import GoldFiles, store_gold

SIZE = 7


def stored(path: Path, folder: Path, entities: Path | None = None, carb_gold: Sequence[Path] = ()) -> BlockedGold:
    gold = store_gold(GoldFiles(as_input(path), entities, carb_gold), folder / "gold", SIZE)
    assert gold is not None
    return gold


def load(gold: BlockedGold, number: int) -> Gold:
    block = gold.block(number)
    assert isinstance(block, StoredGold)
    return block.load()


def joined(gold: BlockedGold) -> Gold:
    """All parts together."""
    count = -(-len(gold.outline.ids) // SIZE)
    parts = [load(gold, number) for number in range(count)]
    assert [len(part.sentences) for part in parts[:-1]] == [SIZE] * (count - 1)
    return replace(
        parts[0],
        sentences=tuple(sentence for part in parts for sentence in part.sentences),
        facts=tuple(facts for part in parts for facts in part.facts),
        tuples=tuple(tuples for part in parts for tuples in part.tuples),
    )


def annotations_of(facts: FactGold | None) -> object:
    return facts and (facts.annotation, facts.entities)


def assert_same(gold: BlockedGold, whole: Gold) -> None:
    assert replace(gold.outline, ids=list(gold.outline.ids)) == GoldOutline.of(whole)
    found = joined(gold)
    assert found.sentences == whole.sentences == gold.with_all_texts().sentences
    assert list(map(annotations_of, found.facts)) == list(map(annotations_of, whole.facts))
    assert [each and each.annotation for each in found.tuples] == [each and each.annotation for each in whole.tuples]


@pytest.fixture
def as_jsonl(tmp_path: Path) -> Path:
    path = tmp_path / "gold.jsonl"
    path.write_text("\n".join(jsonl.render(read_synsets(sample_path("en/gold.txt")))), encoding="utf-8")
    return path


def test_synsets(tmp_path: Path) -> None:
    path = sample_path("en/gold.txt")
    assert_same(stored(path, tmp_path), read_gold(path))


@pytest.mark.parametrize("name", ["benchie-gold", "gold-text", "json-facts", "jsonl"])
def test_equal_slots_of_a_sentence_are_one_object(name: str, tmp_path: Path) -> None:
    path = tmp_path / "gold.txt"
    format_named(name).write(path, read_synsets(sample_path("en/gold.txt")))
    for facts in joined(stored(path, tmp_path)).facts:
        assert facts is not None
        slots = [slot for synset in facts.annotation.synsets for fact in synset.facts for slot in fact]
        assert len(set(map(id, slots))) == len(set(slots)) < len(slots)


def test_synsets_with_tuples_and_entities(tmp_path: Path) -> None:
    path, tuples = sample_path("en/gold.txt"), sample_path("en/carb_gold.tsv")
    entities = tmp_path / "entities.txt"
    entities.write_text("".join(path.read_text(encoding="utf-8").partition("sent_id:5\t")[:1]), encoding="utf-8")
    whole = read_gold(path, entities, [tuples])
    assert any(facts is not None and facts.entities is not None for facts in whole.facts)
    assert_same(stored(path, tmp_path, entities, [tuples]), whole)


def test_lines_of_json(as_jsonl: Path, tmp_path: Path) -> None:
    assert_same(stored(as_jsonl, tmp_path), read_gold(as_jsonl))


def test_lines_of_json_with_keys_in_another_order(as_jsonl: Path, tmp_path: Path) -> None:
    lines = as_jsonl.read_text(encoding="utf-8").splitlines()
    lines[2] = lines[2].replace('{"karat": "synsets", ', "{").removesuffix("}") + ', "karat": "synsets"}'
    as_jsonl.write_text("\n".join(lines), encoding="utf-8")
    assert_same(stored(as_jsonl, tmp_path), read_gold(as_jsonl))


def test_shards(as_jsonl: Path, tmp_path: Path) -> None:
    lines = as_jsonl.read_text(encoding="utf-8").splitlines()
    folder = tmp_path / "shards"
    folder.mkdir()
    for number in range(3):
        (folder / f"part-{number}.jsonl").write_text("\n".join(lines[5 * number :][:5]), encoding="utf-8")
    assert_same(stored(folder, tmp_path), read_gold(folder))
    (folder / "part-1.jsonl").write_text("\n".join([*lines[5:8], lines[8].replace('"facts"', '"fact"')]))
    with pytest.raises(KaratError, match=r"part-1\.jsonl:4: expected"):
        joined(stored(folder, tmp_path / "again"))


def test_tuples(tmp_path: Path) -> None:
    path = sample_path("en/carb_gold.tsv")
    assert_same(stored(path, tmp_path), read_gold(path))


def test_tuples_of_two_files(tmp_path: Path) -> None:
    path, other = sample_path("en/carb_gold.tsv"), tmp_path / "other.tsv"
    other.write_text(
        "The Danube flows through Vienna .\tis in\tVienna\tAustria\nAnn left Ulm .\tleft\tAnn\tUlm\n", encoding="utf-8"
    )
    assert_same(stored(path, tmp_path, carb_gold=[other]), read_gold(path, tuples=[other]))


@pytest.mark.parametrize(
    ("line", "text"),
    [
        pytest.param(2, '{"karat": "synsets"', id="cut off"),
        pytest.param(9, '{"karat": "extractions", "sentence": "It fell ."}', id="another kind"),
        pytest.param(9, '{"karat": "synsets", "sentence": {"id": "1", "text": 3}, "synsets": []}', id="a number"),
    ],
)
def test_wrong_beginnings_are_found_when_gold_is_read(line: int, text: str, as_jsonl: Path, tmp_path: Path) -> None:
    lines = as_jsonl.read_text(encoding="utf-8").splitlines()
    as_jsonl.write_text("\n".join([*lines[: line - 1], text, *lines[line - 1 :]]), encoding="utf-8")
    with pytest.raises(KaratError) as expected:
        read_gold(as_jsonl)
    with pytest.raises(KaratError) as found:
        stored(as_jsonl, tmp_path)
    assert str(found.value) == str(expected.value)


def test_wrong_synsets_are_found_when_their_part_is_read(as_jsonl: Path, tmp_path: Path) -> None:
    lines = as_jsonl.read_text(encoding="utf-8").splitlines()
    lines[8] = lines[8].replace('"facts"', '"fact"', 1)
    as_jsonl.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(KaratError) as expected:
        read_gold(as_jsonl)
    gold = stored(as_jsonl, tmp_path)
    load(gold, 0)
    with pytest.raises(KaratError) as found:
        load(gold, 1)
    assert str(found.value) == str(expected.value)
    assert str(found.value).startswith(f"{as_jsonl}:9: expected")


def test_sentences_without_synsets_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text('{"karat": "synsets", "sentence": {"id": "1", "text": "It fell ."}, "synsets": []}\n')
    with pytest.raises(KaratError, match=r"gold\.jsonl: expected fact synsets, found sentences without any"):
        stored(path, tmp_path)


def test_other_gold_is_read_as_a_whole(tmp_path: Path) -> None:
    cliques = GoldFiles(InputFile(sample_path("cliques.json")))
    assert store_gold(cliques, tmp_path / "gold", SIZE) is None
    rows = tmp_path / "gold.tsv"
    rows.write_text("sentence\tsubject\trelation\tobject\nAnn left Ulm .\tAnn\tleft\tUlm\n", encoding="utf-8")
    assert store_gold(GoldFiles(InputFile(rows)), tmp_path / "gold", SIZE) is None
