"""Blocks of gold that is in memory, and their verdicts on disk."""

from pathlib import Path

from karat.benchmarks.gold import Gold, gold_from
from karat.results.blocks.block import VerdictBlocks
from karat.results.blocks.gold import BlockedGold, GoldOutline, StoredGold

GOLD = gold_from(
    {
        "Ann moved to Oslo .": [("Ann", "moved to", "Oslo")],
        "Bo slept .": [("Bo", "slept", "")],
        "Cem left Ulm .": [("Cem", "left", "Ulm")],
    }
)


def test_blocks_have_all_sentences_in_order(tmp_path: Path) -> None:
    blocked = BlockedGold.in_memory(GOLD, 2)
    blocks = [blocked.block(number) for number in range(blocked.count)]
    ids = [[sentence.id for sentence in block.sentences] for block in blocks if isinstance(block, Gold)]
    assert ids == [["1", "2"], ["3"]]
    written = [block for number in range(2) if isinstance(block := blocked.write(tmp_path).block(number), StoredGold)]
    loaded = [block.load() for block in written]
    assert [[facts.annotation for facts in block.facts if facts] for block in loaded] == [
        [facts.annotation for facts in block.facts if facts] for block in blocks if isinstance(block, Gold)
    ]
    assert [block.sentences for block in loaded] == [GOLD.sentences[:2], GOLD.sentences[2:]]
    assert blocked.write(tmp_path).with_all_texts().sentences == GOLD.sentences


def test_outline_says_which_metrics_apply():
    outline = GoldOutline.of(GOLD)
    assert (list(outline.ids), outline.has_facts, outline.has_tuples) == (["1", "2", "3"], True, True)
    assert {"benchie", "carb"} <= outline.applicable
    assert "benchie_hi" not in outline.applicable


def test_a_block_of_verdicts_is_never_seen_half_written(tmp_path: Path) -> None:
    blocks = VerdictBlocks("jsonl", tmp_path / "verdicts")
    blocks.write(0, b"first\n")
    assert blocks.folder is not None
    (path,) = blocks.folder.iterdir()
    with path.open("rb") as reader:
        blocks.write(0, b"written again\n")
        assert reader.read() == b"first\n"
    assert blocks.read(0) == b"written again\n"
    assert list(blocks.folder.iterdir()) == [path]
