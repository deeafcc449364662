"""What each cause costs, by hand: repaired, left out or added, and scored again."""

from __future__ import annotations

import pytest

import karat
from karat.errors import InputError
from karat.results.explanation.causes import Cause

GOLD = """sent_id:1\tThe old ship sails to Bari .
1--> Cluster 1:
[The] [old] ship --> sails to --> Bari
1--> Cluster 2:
ship --> is --> old

sent_id:2\tAnn likes tea .
2--> Cluster 1:
Ann --> likes --> tea

sent_id:3\tBo sleeps in Ulm .
3--> Cluster 1:
Bo --> sleeps in --> Ulm
"""


@pytest.fixture
def evaluate(tmp_path):
    (tmp_path / "gold.txt").write_text(GOLD)

    def run(**lines):
        for name, rows in lines.items():
            (tmp_path / f"{name}.tsv").write_text("".join("\t".join(row.split("; ")) + "\n" for row in rows))
        outputs = [tmp_path / f"{name}.tsv" for name in lines]
        return karat.evaluate(outputs, gold=tmp_path / "gold.txt", resampling=None)

    return run


def f1(matched, wrong, missed):
    """BenchIE's F1 from counts."""
    precision, recall = matched / (matched + wrong), matched / (matched + missed)
    return 2 * precision * recall / (precision + recall)


MINE = (
    "1; ship; sails to; Bari now",
    "1; ship; is; old",
    "2; Ann; likes; tea and milk",
    "2; Ann; likes; green tea",
    "2; Cy; hates; dogs",
)
"""One fact of four; three objects too long, two of them of one fact; and one that is like no fact."""


def test_what_each_cause_costs(evaluate):
    fixes = evaluate(mine=MINE)["mine"].fixes()
    assert [(fix.cause, fix.remedy, fix.count) for fix in fixes] == [
        (Cause.LONG_OBJECT, "repair", 3),
        (Cause.SILENT, "add", 1),
        (Cause.NO_SLOT, "leave out", 1),
    ]
    long, silent, unlike = fixes
    before = f1(1, 4, 3)
    assert [fix.before.f1 for fix in fixes] == [pytest.approx(before)] * 3
    # Both facts are found; the second extraction of tea repeats the first, which BenchIE does not punish.
    assert (long.found, len(long.missed)) == (2, 2)
    assert long.after.f1 == pytest.approx(f1(3, 1, 1))
    assert long.left_out.f1 == pytest.approx(f1(1, 1, 3))
    assert long.share == 3 / 4
    assert (silent.after.f1, silent.left_out) == (pytest.approx(f1(2, 4, 2)), None)
    assert silent.share == 1 / 3
    assert unlike.after.f1 == unlike.left_out.f1 == pytest.approx(f1(1, 3, 3))
    assert (unlike.found, unlike.share) == (0, 1 / 4)
    assert [fix.gain for fix in fixes] == sorted((fix.gain for fix in fixes), reverse=True)


def test_a_fix_reads_as_a_sentence(evaluate):
    long, silent, unlike = evaluate(mine=MINE)["mine"].fixes()
    assert str(long) == "too long an object: 3 extractions, F1 .222 → .750"
    assert str(silent) == "nothing extracted from the sentence: 1 fact, F1 .222 → .400"
    assert str(unlike) == "no slot right: 1 extraction, F1 .222 → .250"


def test_a_repair_that_repeats_a_found_fact_finds_nothing_new(evaluate):
    fixes = evaluate(mine=["1; ship; sails to; Bari", "1; ship; sails to; Bari now"])["mine"].fixes()
    (long,) = (fix for fix in fixes if fix.cause is Cause.LONG_OBJECT)
    assert (long.count, len(long.missed), long.found) == (1, 0, 0)
    assert long.after.f1 == long.left_out.f1 == pytest.approx(f1(1, 0, 3))


def test_all_causes_together_are_perfect_but_for_what_is_left_out(evaluate):
    system = evaluate(mine=MINE)["mine"]
    assert system.diagnosis().score.masses == system["benchie", "default"].score.masses
    assert [(each.sentence.id, each.cause) for each in system.missed()] == [
        ("1", Cause.LONG_OBJECT),
        ("2", Cause.LONG_OBJECT),
        ("3", Cause.SILENT),
    ]


def test_a_loaded_evaluation_gives_the_same(evaluate, tmp_path):
    evaluation = evaluate(mine=MINE)
    evaluation.to_json(tmp_path / "run.json")
    loaded = karat.load(tmp_path / "run.json")
    assert loaded == evaluation
    assert [*map(str, loaded["mine"].fixes())] == [*map(str, evaluation["mine"].fixes())]
    assert [*map(str, loaded["mine"].missed("benchie", "C"))] == [*map(str, evaluation["mine"].missed("benchie", "C"))]


def test_a_system_without_mistakes_has_nothing_to_fix(evaluate):
    system = evaluate(
        right=["1; ship; sails to; Bari", "1; ship; is; old", "2; Ann; likes; tea", "3; Bo; sleeps in; Ulm"]
    )
    assert (system["right"].fixes(), system["right"].missed()) == ((), ())


def test_only_fact_synsets_show_what_to_fix():
    evaluation = karat.evaluate(benchmark="karat-sample-cliques", resampling=None)
    with pytest.raises(InputError, match="expected a measurement by a metric of fact synsets, found robust"):
        evaluation.systems[0].fixes()
    evaluation = karat.evaluate(benchmark="karat-sample", resampling=None)
    with pytest.raises(InputError, match=r"expected a metric of fact synsets \(benchie, .*\), found carb"):
        evaluation.systems[0].missed("carb")


def test_head_to_head(evaluate):
    evaluation = evaluate(mine=MINE, other=["1; ship; sails to; Bari", "1; ship; is; old", "3; Bo; sleeps; Ulm"])
    compared = evaluation.head_to_head("mine", "other")
    places = {
        name: [(fact.sentence.id, fact.synset.id) for fact in getattr(compared, name)]
        for name in ("both", "only_a", "only_b", "neither")
    }
    assert places == {"both": [("1", "2")], "only_a": [], "only_b": [("1", "1")], "neither": [("2", "1"), ("3", "1")]}
    (only_b,) = compared.only_b
    assert only_b.missed_by_a.cause is Cause.LONG_OBJECT
    assert [each.object for each in only_b.found_by_b] == ["Bari"]
    assert str(compared) == (
        "mine finds 0 facts that other misses, and other 1 that mine misses; both find 1, neither 2"
    )


def test_head_to_head_adds_up_on_the_sample():
    evaluation = karat.evaluate(benchmark="karat-sample", resampling=None)
    for a, b in (("careful", "greedy"), ("naive", "careful")):
        compared = evaluation.head_to_head(a, b, "benchie", "C")
        found = {name: evaluation[name]["benchie", "C"].counts["matched"] for name in (a, b)}
        assert len(compared.both) + len(compared.only_a) == found[a]
        assert len(compared.both) + len(compared.only_b) == found[b]
        assert len(compared.facts) == evaluation[a]["benchie", "C"].score.gold
