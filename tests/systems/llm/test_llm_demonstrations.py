"""What a prompt shows: solved sentences of gold, never the one that is asked about."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.errors import InputError
from karat.model import Extraction, Sentence, TupleAnnotation
from karat.systems.llm.demonstrations import Demonstrations, load_solved
from karat.systems.llm.prompt import PromptWriter
from karat.systems.llm.template import default_template

POOL = [
    TupleAnnotation(Sentence(str(number), f"Ann{number} left ."), (Extraction("left", (f"Ann{number}",)),))
    for number in range(5)
]


def texts(demonstrations: Demonstrations, sentence: str) -> list[str]:
    return [each.sentence.text for each in demonstrations.shown_for(Sentence("x", sentence))]


@pytest.mark.parametrize("draw", ["shared", "each"])
@pytest.mark.parametrize("seed", range(5))
def test_a_sentence_never_demonstrates_itself(draw, seed: int) -> None:
    demonstrations = Demonstrations(POOL, 4, seed, draw)
    for each in POOL:
        shown = texts(demonstrations, each.sentence.text.replace(" .", "."))  # tokenised otherwise, the same sentence
        assert len(set(shown)) == 4
        assert each.sentence.text not in shown


def test_shared_demonstrations_are_the_same_for_all_others() -> None:
    demonstrations = Demonstrations(POOL, 2, 0)
    shown = texts(demonstrations, "Bob slept .")
    assert texts(demonstrations, "Cy slept .") == shown
    (other,) = set(texts(demonstrations, shown[0])) - set(shown)
    assert texts(demonstrations, shown[0]) == [shown[1], other]


def test_each_sentence_has_its_own_draw() -> None:
    demonstrations = Demonstrations(POOL, 2, 0, "each")
    draws = {tuple(texts(demonstrations, f"Bob{number} slept .")) for number in range(20)}
    assert len(draws) > 5
    assert texts(demonstrations, "Bob slept .") == texts(Demonstrations(POOL, 2, 0, "each"), "Bob slept .")


def test_another_seed_draws_others() -> None:
    assert len({tuple(texts(Demonstrations(POOL, 2, seed), "Bob slept .")) for seed in range(10)}) > 3


def test_too_few_sentences() -> None:
    with pytest.raises(InputError, match=r"expected more than 5 different sentences with tuples, .* found 5"):
        Demonstrations(POOL, 5, 0)


def test_no_demonstrations() -> None:
    assert texts(Demonstrations([], 0, 0), "Bob slept .") == []


def test_a_fingerprint_says_what_can_be_drawn() -> None:
    fingerprints = {Demonstrations(pool, 1, 0).fingerprint for pool in (POOL, POOL[:3], POOL[::-1])}
    assert len(fingerprints) == 3


def test_a_file_of_tuples_each_text_once(tmp_path: Path) -> None:
    gold = tmp_path / "gold.tsv"
    gold.write_text("Ann left Ulm .\tleft\tAnn\tUlm\nAnn left Ulm .\tis\tUlm\ta town\nBob slept .\tslept\tBob\t\n")
    solved = load_solved(str(gold))
    assert [(each.sentence.text, each.extractions) for each in solved] == [
        ("Ann left Ulm .", (Extraction("left", ("Ann", "Ulm")), Extraction("is", ("Ulm", "a town")))),
        ("Bob slept .", (Extraction("slept", ("Bob",)),)),
    ]


def test_synsets_give_one_tuple_for_each_fact(tmp_path: Path) -> None:
    gold = tmp_path / "gold.txt"
    gold.write_text(
        "sent_id:1\tAnn left old Ulm .\n"
        "1--> Cluster 1:\nAnn --> left --> [old] Ulm\nAnn --> left --> it\n"
        "1--> Cluster 2:\nUlm --> is --> old\n"
    )
    (solved,) = load_solved(str(gold))
    assert solved.extractions == (Extraction("left", ("Ann", "old Ulm")), Extraction("is", ("Ulm", "old")))


def test_a_benchmark_by_name() -> None:
    assert len(load_solved("karat-sample")) > 5


def test_both_forms_show_the_same_tuples() -> None:
    writer = PromptWriter(default_template(), Demonstrations(POOL, 1, 0))
    as_text, in_object = (writer.write(Sentence("x", "Bob slept ."), form) for form in ("text", "schema"))
    shown = texts(Demonstrations(POOL, 1, 0), "Bob slept .")[0]
    tuples = f'[["left", "{shown.split()[0]}"]]'
    assert as_text[1].content == f"Sentence: {shown}\nTuples: {tuples}\n\nSentence: Bob slept .\nTuples:"
    assert in_object[1].content == as_text[1].content.replace(tuples, f'{{"tuples": {tuples}}}')
    assert in_object[0].content.startswith(as_text[0].content)
