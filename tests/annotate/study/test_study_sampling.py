"""Sampling, order, repeats and sharing out: what holds for every study, and some by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from karat.annotate.study.options import StudyOptions, SystemTotals
from karat.annotate.study.outputs import Candidate, Pool
from karat.annotate.study.sampling import allot, divide, draw, make_tasks, repeat_places
from karat.annotate.study.sharing import share_out
from karat.errors import InputError
from karat.model import Extraction, Sentence

SYSTEMS = ("one", "two", "three")


@st.composite
def pools(draw_from: st.DrawFn) -> Pool:
    """Extractions of up to three systems, each of which has one at least."""
    rows = draw_from(
        st.lists(
            st.tuples(
                st.integers(1, 5),
                st.dictionaries(st.sampled_from(SYSTEMS), st.sampled_from((None, 0.1, 0.5, 0.9)), min_size=1),
            ),
            min_size=1,
            max_size=30,
        )
    )
    candidates = tuple(
        Candidate(Sentence(str(sentence), f"Sentence {sentence} ."), Extraction(f"r{index}", ("a",)), None, confidences)
        for index, (sentence, confidences) in enumerate(rows)
    )
    counts = Counter(system for candidate in candidates for system in candidate.confidences)
    return Pool(candidates, {system: SystemTotals(count, 5) for system, count in counts.items()})


OPTIONS = st.builds(
    StudyOptions,
    seed=st.integers(0, 3),
    per=st.sampled_from(("system", "sentence")),
    sample=st.one_of(st.none(), st.integers(1, 12)),
    strata=st.integers(1, 4),
    repeats=st.sampled_from((0.0, 0.1, 0.5, 1.0)),
)


@given(pools(), OPTIONS)
def test_every_system_has_its_sample(pool: Pool, options: StudyOptions) -> None:
    sizes: Counter[tuple[str, str]] = Counter()
    sampled: Counter[tuple[str, str]] = Counter()
    for candidate in pool.candidates:
        for system in candidate.confidences:
            sizes[system, "" if options.per == "system" else candidate.sentence.id] += 1
    drawn = draw(pool, options)
    for each in drawn:
        for source in each.task.sources:
            if source.sampled:
                sampled[source.system, "" if options.per == "system" else each.task.sentence.id] += 1
    wanted = {group: size if options.sample is None else min(size, options.sample) for group, size in sizes.items()}
    assert sampled == wanted
    assert all(any(source.sampled for source in each.task.sources) for each in drawn)


@given(pools(), OPTIONS)
def test_no_task_comes_twice_but_for_repeats(pool: Pool, options: StudyOptions) -> None:
    tasks = [each.task for each in make_tasks(pool, options)]
    firsts = [task for task in tasks if task.repeat_of is None]
    assert len({task.extraction.relation for task in firsts}) == len(firsts)
    assert len(tasks) - len(firsts) == round(options.repeats * len(firsts))
    assert [int(task.key) for task in tasks] == list(range(1, len(tasks) + 1))
    by_key = {task.key: task for task in tasks}
    for task in tasks:
        if task.repeat_of is not None:
            first = by_key[task.repeat_of]
            assert first.repeat_of is None
            assert (first.sentence, first.extraction, first.sources) == (task.sentence, task.extraction, task.sources)
            assert 3 * (int(task.key) - int(first.key)) >= len(tasks)


@pytest.mark.parametrize("share", [0.1, 0.5, 1.0])
def test_nobody_can_learn_when_a_task_comes_again(share: float) -> None:
    """Distances differ, and tasks come again in another order than before."""
    tasks = [each.task for each in make_tasks(pool_of(200), StudyOptions(repeats=share))]
    pairs = [(int(task.repeat_of), int(task.key)) for task in tasks if task.repeat_of is not None]
    assert len(pairs) == round(200 * share)
    distances = Counter(second - first for first, second in pairs)
    assert max(distances.values()) <= 0.15 * len(pairs) + 2
    order = [first for first, _ in sorted(pairs, key=lambda pair: pair[1])]
    falls = sum(before > after for before, after in pairwise(order))
    assert falls >= len(order) / 5


@pytest.mark.parametrize("repeats", [20, 100, 200])
def test_repeats_lie_all_over_the_last_two_thirds(repeats: int) -> None:
    """Two random places that are a third apart: the second is in the middle third in one of four cases, or more if
    repeats crowd each other."""
    total = 200 + repeats
    thirds = Counter(3 * place // total for seed in range(20) for place in repeat_places(total, repeats, Random(seed)))
    assert thirds[0] == 0
    assert 0.2 <= thirds[1] / thirds.total() <= 0.4


@given(pools(), OPTIONS)
def test_the_seed_decides(pool: Pool, options: StudyOptions) -> None:
    assert make_tasks(pool, options) == make_tasks(pool, options)


def test_another_seed_gives_another_sample_and_order() -> None:
    pool = pool_of(100)
    one, other = (
        [each.task.extraction.relation for each in make_tasks(pool, StudyOptions(seed=seed, sample=20))]
        for seed in (0, 1)
    )
    assert sorted(one) != sorted(other)
    everything = [
        [each.task.extraction.relation for each in make_tasks(pool, StudyOptions(seed=seed))] for seed in (0, 1)
    ]
    assert sorted(everything[0]) == sorted(everything[1])
    assert everything[0] != everything[1]


def pool_of(count: int) -> Pool:
    candidates = tuple(
        Candidate(Sentence("1", "It rains ."), Extraction(f"r{index}", ("a",)), None, {"one": index / count})
        for index in range(count)
    )
    return Pool(candidates, {"one": SystemTotals(count, 1)})


def test_strata_are_sampled_by_their_shares() -> None:
    drawn = draw(pool_of(40), StudyOptions(sample=8, strata=4))
    quarters = Counter(int(each.task.sources[0].confidence * 4) for each in drawn)
    assert quarters == {0: 2, 1: 2, 2: 2, 3: 2}
    assert Counter(each.strata["one"] for each in drawn) == {1: 2, 2: 2, 3: 2, 4: 2}


def test_shared_extractions_tend_to_be_sampled_for_all() -> None:
    """Both systems have the same 100 extractions: with common random numbers they get the same 10."""
    candidates = tuple(
        Candidate(Sentence("1", "It rains ."), Extraction(f"r{index}", ("a",)), None, {"one": 0.5, "two": None})
        for index in range(100)
    )
    drawn = draw(Pool(candidates, {}), StudyOptions(sample=10))
    assert len(drawn) == 10


def test_each_extraction_is_as_likely_as_any_other() -> None:
    """200 samples of 5 from 10: each of them is drawn 100 times, give or take five standard deviations (35)."""
    counts = Counter(
        each.task.extraction.relation
        for seed in range(200)
        for each in draw(pool_of(10), StudyOptions(seed=seed, sample=5, strata=2))
    )
    assert len(counts) == 10
    assert all(65 <= count <= 135 for count in counts.values())


def test_nothing_to_label_is_an_error() -> None:
    with pytest.raises(InputError, match="expected extractions to label, found none"):
        make_tasks(Pool((), {}), StudyOptions())


@pytest.mark.parametrize(
    ("count", "sizes", "shares"),
    [(5, [5], [5]), (4, [2, 2], [2, 2]), (3, [2, 2, 2], [1, 1, 1]), (4, [3, 3, 4], [1, 1, 2]), (0, [3], [0])],
)
def test_allotment_by_hand(count, sizes, shares) -> None:
    assert allot(count, sizes) == shares


@given(st.lists(st.integers(1, 20), min_size=1, max_size=6), st.data())
def test_allotment_never_takes_more_than_there_is(sizes: list[int], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, sum(sizes)))
    shares = allot(count, sizes)
    assert sum(shares) == count
    assert all(share <= size for share, size in zip(shares, sizes, strict=True))


@given(st.lists(st.integers(), max_size=30), st.integers(1, 6))
def test_parts_differ_by_one_at_most(values: list[int], parts: int) -> None:
    divided = divide(values, parts)
    assert [value for part in divided for value in part] == values
    assert max(map(len, divided)) - min(map(len, divided)) <= 1


@given(pools(), OPTIONS, st.integers(1, 6), st.integers(1, 4))
def test_tasks_are_shared_out_evenly(pool: Pool, options: StudyOptions, people: int, per_task: int) -> None:
    tasks = [each.task for each in make_tasks(pool, options)]
    names = [f"p{number}" for number in range(people)]
    shares = share_out(tasks, names, per_task, options.seed)
    assert list(shares) == names
    teams: defaultdict[str, set[str]] = defaultdict(set)
    for name, keys in shares.items():
        assert keys == sorted(set(keys))
        for key in keys:
            teams[key].add(name)
    assert all(len(teams[task.key]) == min(per_task, people) for task in tasks)
    assert all(teams[task.key] == teams[task.repeat_of] for task in tasks if task.repeat_of is not None)
    # A task and its repeat are given together, so shares differ by no more than that.
    assert max(map(len, shares.values())) - min(map(len, shares.values())) <= 2


def test_every_pair_of_labellers_shares_about_as_many_tasks() -> None:
    tasks = [each.task for each in make_tasks(pool_of(120), StudyOptions())]
    shares = share_out(tasks, ["a", "b", "c", "d"], 2, 0)
    shared = {pair: len(set(shares[pair[0]]) & set(shares[pair[1]])) for pair in combinations("abcd", 2)}
    assert sum(shared.values()) == 120
    assert all(15 <= count <= 25 for count in shared.values())


@given(pools(), st.integers(0, 2))
def test_a_larger_sample_contains_the_smaller_one(pool: Pool, seed: int) -> None:
    small, large = (
        {each.task.extraction.relation for each in draw(pool, StudyOptions(seed=seed, sample=sample))}
        for sample in (3, 6)
    )
    assume(len(large) > len(small))
    assert small <= large
