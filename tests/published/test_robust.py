"""ROBUST (Qi et al., 2023): its public cliques, and the figures of ADELIE's models on the originals (Qi et al., 2024).

The gold of the paraphrases is not public, so that no published figure of whole cliques can be compared. What is
computed with stand-in gold, the original's tuples in place of each paraphrase's own, is ours and called that.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from karat.benchmarks import Gold, benchmark_named, load_gold, where
from karat.benchmarks.clique_gold import WITHOUT_GOLD
from karat.errors import KaratError
from karat.formats import read_cliques
from karat.results import Evaluation, Options, evaluate
from karat.results.cliques.robustness import robustness
from karat.results.measurement import VALUES

pytestmark = pytest.mark.published

NAMES = ("adelie_result", "adelie_result_llama_rate_0.2_plus_2_2", "adelie_result_llamaori")

# Published beside the second output; for the other two nothing was, so that their figures are ours.
CARB_HALF = {
    "adelie_result": (0.6066705974842768, 0.4980235849056604, 0.5470043576446205),
    "adelie_result_llama_rate_0.2_plus_2_2": (0.6247916666666666, 0.49396933962264145, 0.5517316482252379),
    "adelie_result_llamaori": (0.13880188679245284, 0.08911477987421383, 0.1085422998549322),
}


@pytest.fixture(scope="module")
def gold(data: Path) -> Gold:
    return load_gold(benchmark_named("robust"))


def test_the_cliques(gold: Gold) -> None:
    assert (len(gold.cliques), len(gold.sentences)) == (1272, 4932)
    assert Counter(len(clique.members) for clique in gold.cliques) == {4: 1126, 3: 136, 2: 10}
    ids = [int(sentence.id) for sentence in gold.sentences]
    assert (min(ids), max(ids), 4971 - len(set(ids))) == (0, 4970, 39)
    assert sum(each is not None for each in gold.tuples) == 1272
    assert sum(len(each.tuples) for each in gold.tuples if each is not None) == 5263


@pytest.mark.parametrize(
    ("name", "extractions", "single"), [(NAMES[0], 12542, 0), (NAMES[1], 11251, 0), (NAMES[2], 22206, 10581)]
)
def test_the_outputs_are_read_whole(data: Path, name: str, extractions: int, single: int) -> None:
    cliques = list(read_cliques(where("robust", f"system_outputs/{name}.json")))
    found = [one for clique in cliques for member in clique.members for one in member.extractions]
    assert (len(cliques), len(found)) == (1272, extractions)
    if single:
        assert sum(not one.arguments for one in found) == single


@pytest.fixture(scope="module")
def originals(data: Path) -> Evaluation:
    return evaluate(benchmark="robust", options=Options(rounding="published"), resampling=None)


@pytest.mark.parametrize("name", NAMES)
def test_the_carb_half_in_published_rounding(originals: Evaluation, name: str, printed: Callable[..., None]) -> None:
    one = originals[name]["robust", "originals"]
    if name == NAMES[1]:
        values = [getattr(one, value).value for value in VALUES]
        printed("ADELIE on ROBUST", "The originals: P R F1", ".624792 .493969 .55173", values)
    assert [getattr(one, value).value for value in VALUES] == pytest.approx(CARB_HALF[name], abs=1e-12)


def test_without_paraphrase_gold_there_are_originals_only(originals: Evaluation) -> None:
    for system in originals:
        assert [one.label for one in system.measurements] == ["robust-originals"]
        assert system.cliques == ()
        (count,) = (note.count for note in system.notes if note.what == WITHOUT_GOLD)
        assert count == 3660


def test_repeats_are_noted(originals: Evaluation) -> None:
    repeats = {system.name: note for system in originals for note in system.notes if "repeat" in note.what}
    assert {name: (note.count, note.warning) for name, note in repeats.items()} == {
        "adelie_result": (573, False),
        "adelie_result_llama_rate_0.2_plus_2_2": (314, False),
        "adelie_result_llamaori": (17744, True),
    }


@pytest.mark.long
def test_exact_values_differ_from_the_rounded_ones_in_the_fifth_digit(data: Path, originals: Evaluation) -> None:
    exact = evaluate(benchmark="robust", resampling=None)
    for system in exact:
        for value in VALUES:
            one, other = (
                getattr(each["robust", "originals"], value).value for each in (system, originals[system.name])
            )
            assert one != other
            assert one == pytest.approx(other, abs=5e-5)


@pytest.fixture(scope="module")
def stand_in(data: Path) -> Evaluation:
    return evaluate(benchmark="robust", options=Options(rounding="published", stand_in=True), resampling=None)


# Ours, with stand-in gold, to notice a change: P, R and F1 of the worst members; means over cliques of their mean F1,
# variance and spread; and how many of the 1,272 cliques spread less than .1.
STAND_IN = {
    "adelie_result": ((0.14780, 0.13048, 0.13860), (0.30528, 0.03405, 0.40979), 51),
    "adelie_result_llama_rate_0.2_plus_2_2": ((0.15173, 0.13054, 0.14034), (0.30686, 0.03496, 0.41362), 47),
    "adelie_result_llamaori": ((0.00059, 0.00069, 0.00064), (0.04658, 0.00990, 0.14509), 696),
}


@pytest.mark.parametrize("name", NAMES)
def test_the_minimum_with_stand_in_gold(stand_in: Evaluation, name: str) -> None:
    system = stand_in[name]
    one = system["robust"]
    assert one.stand_in
    assert [getattr(one, value).value for value in VALUES] == pytest.approx(STAND_IN[name][0], abs=1e-5)
    assert len(system.cliques) == 1272
    for clique in system.cliques:
        assert clique.worst.f1 == min(member.f1 for member in clique.members) <= clique.original.f1
    assert system["robust", "originals"].f1.value == pytest.approx(CARB_HALF[name][2], abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_the_variance_with_stand_in_gold(stand_in: Evaluation, name: str) -> None:
    found = next(each for each in robustness(stand_in) if each.system == name)
    assert (found.mean, found.variance, found.spread) == pytest.approx(STAND_IN[name][1], abs=1e-5)
    assert found.steady * 1272 == pytest.approx(STAND_IN[name][2])
    assert sum(each.count for each in found.bins) == 1272
    assert found.by_size is not None
    assert found.by_size.sizes == tuple(range(100, 1101, 100))  # the paper's eleven
    assert (found.by_distance, found.by_similarity) == (None, None)  # the data has no trees


def test_a_real_output_without_a_paraphrase_is_refused(data: Path, tmp_path: Path) -> None:
    entries = json.loads(where("robust", f"system_outputs/{NAMES[0]}.json").read_text(encoding="utf-8"))
    gone = entries[7]["paraphrases"].pop()
    (tmp_path / "out.json").write_text(json.dumps(entries), encoding="utf-8")
    with pytest.raises(
        KaratError, match=f"expected sentence '{gone['id']}' of clique '{entries[7]['id']}', found nothing"
    ):
        evaluate(tmp_path / "out.json", "robust", resampling=None)
