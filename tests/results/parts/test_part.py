"""Parts of gold and extractions that are in memory."""

from karat.benchmarks.gold_objects import gold_from
from karat.model import Extraction
from karat.results.parts.gold_outline import GoldOutline
from karat.results.parts.part import parts_in_memory

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
