"""Parts of gold and extractions that are in memory, and their verdicts on disk."""

from pathlib import Path

from karat.benchmarks.gold import gold_from
from karat.model import Extraction
from karat.results.parts.gold_outline import GoldOutline
from karat.results.parts.part import parts_in_memory
from karat.results.parts.part_results import VerdictBlocks

GOLD = gold_from(
    {
        "Ann moved to Oslo .": [("Ann", "moved to", "Oslo")],
        "Bo slept .": [("Bo", "slept", "")],
        "Cem left Ulm .": [("Cem", "left", "Ulm")],
    }
)
FOUND = [[Extraction("moved to", ("Ann", "Oslo"))], [], [Extraction("left", ("Cem", "Ulm"))]]


def test_parts_have_all_sentences_in_order():
    loaded = [part.load() for part in parts_in_memory(GOLD, {"mine": FOUND}, 2)]
    assert [[sentence.id for sentence in gold.sentences] for gold, _ in loaded] == [["1", "2"], ["3"]]
    assert [outputs["mine"] for _, outputs in loaded] == [FOUND[:2], FOUND[2:]]


def test_outline_says_which_metrics_apply():
    outline = GoldOutline.of(GOLD)
    assert (list(outline.ids), outline.has_facts, outline.has_tuples) == (["1", "2", "3"], True, True)
    assert {"benchie", "carb"} <= outline.applicable
    assert "benchie_hi" not in outline.applicable


def test_a_block_of_verdicts_is_never_seen_half_written(tmp_path: Path) -> None:
    blocks = VerdictBlocks.in_folder(tmp_path / "verdicts", "jsonl")
    blocks.write(0, b"first\n")
    (path,) = blocks.folder.iterdir()
    with path.open("rb") as reader:
        blocks.write(0, b"written again\n")
        assert reader.read() == b"first\n"
    assert blocks.read(0) == b"written again\n"
    assert list(blocks.folder.iterdir()) == [path]
