"""The embedded sample is complete, consistent, and as its README says."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from karat.benchmarks import BENCHMARKS, benchmark_named, load_gold, sample_path, where
from karat.formats import read_cliques, read_rows, read_synsets, read_tuples
from karat.formats.study import read, render
from karat.metrics.oie.benchie import FactGold, triples
from karat.model import Extraction, align

LANGUAGES = ("en", "de", "zh")


@pytest.mark.parametrize(
    ("language", "sentences", "synsets", "patterns"), [("en", 24, 91, 245), ("de", 8, 24, 79), ("zh", 8, 21, 49)]
)
def test_counts(language: str, sentences: int, synsets: int, patterns: int) -> None:
    gold = list(read_synsets(sample_path(f"{language}/gold.txt")))
    assert [one.sentence.id for one in gold] == [str(number) for number in range(1, sentences + 1)]
    assert sum(len(one.synsets) for one in gold) == synsets
    assert sum(len(synset.facts) for one in gold for synset in one.synsets) == patterns


@pytest.mark.parametrize("language", LANGUAGES)
def test_gold_is_explicit_whole_and_unambiguous(language: str) -> None:
    """Every token is in the sentence, no slot is wholly optional, and no form belongs to two facts."""
    for one in read_synsets(sample_path(f"{language}/gold.txt")):
        words = set(one.sentence.tokens)
        for synset in one.synsets:
            assert len(set(synset.facts)) == len(synset.facts)
            for fact in synset.facts:
                for slot in fact:
                    assert slot.required, (one.sentence.id, fact)
                    assert set(slot.words) <= words, (one.sentence.id, fact)
        patterns = FactGold(one).synsets()
        for mine, other in combinations(patterns, 2):
            for fact in mine.synset.facts:
                for form in (fact.subject.words, fact.subject.required):
                    whole = (form, fact.relation.words, fact.object.words)
                    assert other.accepting(whole) is None, (one.sentence.id, fact)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", ["careful", "greedy", "naive"])
def test_every_output_belongs_to_the_sentences(language: str, system: str) -> None:
    sentences = [one.sentence for one in read_synsets(sample_path(f"{language}/gold.txt"))]
    aligned = align(read_rows(sample_path(f"{language}/{system}.tsv")), sentences)
    assert not aligned.unmatched
    assert sum(map(len, aligned.extractions)) > len(sentences)


def test_gold_scored_as_a_system_is_perfect() -> None:
    """One form of each fact: precision and recall 1."""
    for language in LANGUAGES:
        for one in read_synsets(sample_path(f"{language}/gold.txt")):
            gold = FactGold(one)
            forms = [
                Extraction(" ".join(fact.relation.words), (" ".join(fact.subject.words), " ".join(fact.object.words)))
                for fact in (synset.facts[0] for synset in one.synsets)
            ]
            found = triples(forms)
            assert all(
                synset.accepting(triple) is not None for synset, triple in zip(gold.synsets(), found, strict=True)
            )


def test_tuple_gold_is_of_the_same_sentences() -> None:
    synsets = {one.sentence.text for one in read_synsets(sample_path("en/gold.txt"))}
    tuples = {one.sentence.text for one in read_tuples(sample_path("en/carb_gold.tsv"))}
    assert tuples == synsets


def test_cliques_have_paraphrases_nary_gold_and_trees() -> None:
    cliques = list(read_cliques(sample_path("cliques.json")))
    assert len(cliques) >= 6
    assert Counter(len(clique.members) for clique in cliques).keys() <= {3, 4}
    members = [member for clique in cliques for member in clique.members]
    assert any(len(one.arguments) > 2 for member in members for one in member.extractions)
    for member in members:
        assert member.tree is not None
        assert tuple(member.tree.leaves) == member.sentence.tokens


def test_the_study_is_of_the_sentences_and_shows_all_that_a_study_has() -> None:
    file = sample_path("study.jsonl")
    study = read(file)
    assert list(render(study)) == file.read_text(encoding="utf-8").splitlines()
    sentences = {one.sentence for one in read_synsets(sample_path("en/gold.txt"))}
    assert {task.sentence for task in study.tasks} <= sentences
    sampled = Counter(
        source.system for task in study.tasks for source in task.sources if source.sampled and task.repeat_of is None
    )
    assert sampled == {"careful": 30, "greedy": 30, "minimal": 30, "naive": 30}
    assert sum(task.repeat_of is None for task in study.tasks) == 114
    assert sum(task.repeat_of is not None for task in study.tasks) == 11
    extractions = [task.extraction for task in study.tasks]
    assert {"+", "-", None} <= {one.polarity for one in extractions}
    assert {"CT", "PS", None} <= {one.modality for one in extractions}
    assert any(one.quantities for one in extractions)
    assert any(one.attribution for one in extractions)
    assert any(len(one.arguments) == 1 for one in extractions)
    assert any(label.unsure for label in study.labels)
    assert any(label.adjudicated for label in study.labels)
    assert {label.labeller for label in study.labels if label.machine} == {"made-up-llm"}


@pytest.mark.parametrize("system", ["careful", "greedy", "naive"])
def test_the_study_has_extractions_of_the_outputs(system: str) -> None:
    sentences = [one.sentence for one in read_synsets(sample_path("en/gold.txt"))]
    aligned = align(read_rows(sample_path(f"en/{system}.tsv")), sentences)
    written = {
        (sentence.id, one.relation, one.arguments)
        for sentence, extractions in zip(sentences, aligned.extractions, strict=True)
        for one in extractions
    }
    labelled = {
        (task.sentence.id, task.extraction.relation, task.extraction.arguments)
        for task in read(sample_path("study.jsonl")).tasks
        if any(source.system == system for source in task.sources)
    }
    assert labelled <= written
    assert len(labelled) >= 30


def test_every_benchmark_has_a_name_of_its_own_and_sample_gold_loads() -> None:
    assert len({one.name for one in BENCHMARKS}) == len(BENCHMARKS)
    for one in BENCHMARKS:
        if one.name.startswith("karat-sample"):
            gold = load_gold(benchmark_named(one.name))
            assert gold.cliques if one.cliques else gold.has_facts
            assert all(where(*place).is_file() for _, place in one.outputs)
