"""ROBUST over cliques, from files to numbers: scores and Δ by hand, JSON, merging, and errors."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import karat
from karat.benchmarks import sample_path
from karat.errors import InputError, KaratError
from karat.formats import FORMATS, read_cliques
from karat.model import Row
from karat.results import Evaluation, Options, Resampling, evaluate
from karat.results.measurement import VALUES

OPENED, PASSIVE, FELL = ["opened", "it", "in May"], ["was opened", "it", "in May"], ["fell", "it", "in June"]
F = Fraction


def unified(*cliques: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Each clique: its sentences with their tuples, the original first."""
    found: list[dict[str, Any]] = []
    for number, (original, *others) in enumerate(cliques):
        paraphrases = [
            {"id": 10 * number + at, "sent": text, "args": args} for at, (text, args) in enumerate(others, 1)
        ]
        found.append({"id": 10 * number, "ori_sent": original[0], "ori_args": original[1], "paraphrases": paraphrases})
    return found


GOLD = unified(
    (("It opened .", [OPENED]), ("It was opened .", [PASSIVE])), (("It fell .", [FELL]), ("Fall it did .", [FELL]))
)
MINE = unified(  # F1 1 and 8/9 (recall 4/5), then 0 and 1
    (("It opened .", [OPENED]), ("It was opened .", [OPENED])), (("It fell .", []), ("Fall it did .", [FELL]))
)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write("gold.json", GOLD)
    write("mine.json", MINE)
    return tmp_path


def write(name: str, entries: Any) -> None:
    Path(name).write_text(json.dumps(entries), encoding="utf-8")


def scored(**more: Any) -> Evaluation:
    return evaluate("mine.json", gold="gold.json", **{"resampling": None, **more})


def values(evaluation: Evaluation, facet: str) -> tuple[float | None, ...]:
    one = evaluation["mine"]["robust", facet]
    return tuple(getattr(one, value).value for value in VALUES)


@pytest.mark.usefixtures("files")
def test_by_hand() -> None:
    found = scored()
    assert values(found, "default") == pytest.approx((1 / 2, 2 / 5, 4 / 9))  # of (1, 4/5) and (0, 0)
    assert values(found, "originals") == pytest.approx((1 / 2, 1 / 2, 1 / 2))
    assert values(found, "mean") == pytest.approx((3 / 4, 7 / 10, 21 / 29))
    delta = found["mine"]["robust"].delta
    assert delta is not None
    assert delta.values == pytest.approx((0, -1 / 10, 4 / 9 - 1 / 2))
    assert found["mine"]["robust"].sentences == ("0", "10")
    assert found["mine"]["robust"].counts == {"cliques": 2}


@pytest.mark.usefixtures("files")
def test_the_cliques_are_kept() -> None:
    found = scored()
    first, second = found["mine"].cliques
    assert [(member.sentence, member.f1) for member in first.members] == [("0", 1), ("1", F(8, 9))]
    assert (first.variance, second.variance, second.spread) == (F(1, 324), F(1, 4), 1)
    assert found.grounds is not None
    assert [(each.id, each.members, each.distance) for each in found.grounds.cliques] == [
        ("0", ("0", "1"), None),
        ("10", ("10", "11"), None),
    ]


def test_a_published_figure_is_of_rounded_sentences(files: Path) -> None:
    write("mine.json", [{**MINE[0], "ori_args": [OPENED, FELL, FELL]}, MINE[1]])  # the first has precision 1/3
    one = scored(options=Options(rounding="published"))["mine"]["robust", "originals"]
    assert one.scores[0].row == (F(333, 1000), 1, 1, 1)
    assert "|rounding:published|" in one.signature


def test_intervals_of_a_difference_are_of_the_same_resamples() -> None:
    """The gold as a system loses nothing in any resample, so its Δ is 0 with an interval of width 0."""
    found = evaluate({"gold": sample_path("cliques.json")}, "karat-sample-cliques", resampling=Resampling("bca", 200))
    delta = found["gold"]["robust"].delta
    assert delta is not None
    assert delta.values == (0, 0, 0)
    assert all(each is not None and (each.low, each.high) == (0, 0) for each in delta.intervals)


def test_no_loss_in_seven_cliques_is_no_proof_of_none() -> None:
    found = evaluate({"gold": sample_path("cliques.json")}, "karat-sample-cliques")["gold"]["robust"]
    assert found.delta is not None
    for each in found.delta.intervals:
        assert each is not None
        assert -1 < each.low < -0.2
        assert each.low == -each.high


def test_the_interval_has_the_difference_inside() -> None:
    found = evaluate(benchmark="karat-sample-cliques")
    for system in found:
        delta = system["robust"].delta
        assert delta is not None
        for value, name, each in zip(delta.values, VALUES, delta.intervals, strict=True):
            apart = getattr(system["robust"], name).value - getattr(system["robust", "originals"], name).value
            assert value == apart
            assert each is not None
            assert each.low <= value <= each.high


def test_cliques_of_one_sentence_lose_nothing(files: Path) -> None:
    write("gold.json", [{**each, "paraphrases": []} for each in GOLD])
    found = scored(options=Options())
    assert values(found, "default") == values(found, "originals") == values(found, "mean")


def test_whatever_holds_the_sentences_is_read(files: Path) -> None:
    """Rows, tab-separated lines and Karat's own give the same numbers as the unified JSON."""
    whole = scored()
    jsonl = FORMATS.named("jsonl")
    assert jsonl is not None
    jsonl.write(files / "mine.jsonl", read_cliques("mine.json"))
    assert evaluate("mine.jsonl", gold="gold.json", resampling=None)["mine"].cliques == whole["mine"].cliques
    rows = [
        Row(one, None, member.sentence.text)
        for clique in read_cliques("mine.json")
        for member in clique.members
        for one in member.extractions or (None,)
    ]
    assert evaluate({"mine": rows}, gold="gold.json", resampling=None)["mine"].cliques == whole["mine"].cliques
    Path("mine.tsv").write_text(
        "It opened .\t1\topened\tit\tin May\n"
        "It was opened .\t1\topened\tit\tin May\n"
        "Fall it did .\t1\tfell\tit\tin June\n"
    )
    empty = evaluate("mine.tsv", gold="gold.json", resampling=None, options=Options(missing="empty"))
    assert empty["mine"].cliques == whole["mine"].cliques
    assert [str(note) for note in empty["mine"].notes] == ["1 sentence that the output does not have, scored as empty"]


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        pytest.param(
            MINE[:1],
            "mine.json: expected clique '10', found nothing of it: 'It fell .'; --missing empty scores what is missing",
            id="a clique is missing",
        ),
        pytest.param(
            [MINE[0], {**MINE[1], "paraphrases": []}],
            "mine.json: expected sentence '11' of clique '10', found nothing of it: 'Fall it did .'; --missing empty",
            id="a paraphrase is missing",
        ),
        pytest.param(
            [{**each, "paraphrases": []} for each in MINE],
            "mine.json: expected sentence '1' of clique '0', found nothing of it: 'It was opened .'; 1 more "
            "sentence is missing; --missing empty",
            id="several are missing",
        ),
        pytest.param(
            [*MINE, {**MINE[0], "id": 50, "paraphrases": []}],
            "mine.json: expected each sentence once, found 'It opened .' in cliques '0' and '50'",
            id="a sentence in two cliques",
        ),
    ],
)
def test_what_is_refused(files: Path, entries: Any, message: str) -> None:
    write("mine.json", entries)
    with pytest.raises(KaratError) as error:
        scored()
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("entries", [MINE[:1], [MINE[0], {**MINE[1], "paraphrases": []}]])
def test_what_is_missing_can_be_empty(files: Path, entries: Any) -> None:
    write("mine.json", entries)
    found = scored(options=Options(missing="empty"))
    assert found["mine"].cliques[1].worst.f1 == 0
    assert values(found, "default") == pytest.approx((1 / 2, 2 / 5, 4 / 9))
    assert "|missing:empty|" in found["mine"]["robust"].signature


def test_a_sentence_that_is_in_no_clique_is_counted(files: Path) -> None:
    write("mine.json", [*MINE, *unified((("Snow fell .", [FELL, FELL]),))])
    assert [str(note) for note in scored()["mine"].notes] == [
        "2 extractions of sentences that are not in gold left out"
    ]


@pytest.mark.parametrize(
    "choice", [{"inside": "wire57"}, {"rounding": "published"}, {"missing": "empty"}, {"stand_in": True}]
)
def test_choices_for_cliques_are_refused_elsewhere(choice: dict[str, Any]) -> None:
    name = next(iter(choice)).replace("_", "-")
    with pytest.raises(KaratError, match=f"karat-sample: expected cliques for --{name}, found single sentences"):
        evaluate(benchmark="karat-sample", options=Options(**choice), resampling=None)


@pytest.mark.parametrize("choice", [{"inside": "bleu"}, {"rounding": "up"}, {"missing": "skip"}])
def test_unknown_choices(choice: dict[str, Any]) -> None:
    with pytest.raises(KaratError, match=f"'{next(iter(choice.values()))}'"):
        Options(**choice)


SYNSETS = """\
sent_id:1\tIt opened .
1--> Cluster 1:
it --> opened --> in May

sent_id:2\tIt was opened .
2--> Cluster 1:
it --> was opened --> in May

sent_id:3\tIt fell .
3--> Cluster 1:
it --> fell --> in June

sent_id:4\tFall it did .
4--> Cluster 1:
it --> fell --> in June
4--> Cluster 2:
it --> did --> [fall]
"""


def test_a_metric_inside_whose_gold_is_not_there_is_refused(files: Path) -> None:
    """Hindi-BenchIE needs statements, which these synsets do not have; it would score everything 0."""
    Path("synsets.txt").write_text(SYNSETS)
    with pytest.raises(InputError, match="adds to facts, for benchie_hi, found facts"):
        scored(options=Options(inside="benchie_hi"), synsets="synsets.txt")
    assert scored(options=Options(inside="benchie_fl"), synsets="synsets.txt").systems


def test_benchie_inside(files: Path) -> None:
    Path("synsets.txt").write_text(SYNSETS)
    found = scored(options=Options(inside="benchie"), synsets="synsets.txt")
    f1 = [[member.f1 for member in clique.members] for clique in found["mine"].cliques]
    assert f1 == [[1, 0], [0, F(2, 3)]]
    assert [verdict.correct for verdict in found["mine"].verdicts] == [True, False, True]
    assert "|in:benchie|" in found["mine"]["robust"].signature


def test_numbers_with_stand_in_gold_are_called_that(files: Path) -> None:
    write("gold.json", [GOLD[0], {**GOLD[1], "paraphrases": [{"sent": "Fall it did .", "args": []}]}])
    found = scored(options=Options(stand_in=True))
    document = found.to_json()["systems"][0]
    assert [score.get("gold") for score in document["scores"]] == ["stand-in", None, "stand-in"]
    assert document["notes"] == ["1 paraphrase with stand-in gold: the original's tuples"]
    assert "|gold:stand-in|" in found["mine"]["robust"].signature
    table = str(found)
    assert "robust, stand-in gold" in table
    assert "Stand-in gold: originals' tuples" in table
    assert "stand-in" not in str(evaluate(benchmark="karat-sample-cliques", resampling=None))


@pytest.fixture(scope="module")
def sample() -> Evaluation:
    return evaluate(benchmark="karat-sample-cliques", resampling=Resampling(resamples=200))


def test_to_json_and_back(sample: Evaluation, tmp_path: Path) -> None:
    sample.to_json(tmp_path / "run.json")
    back = karat.load(tmp_path / "run.json")
    assert back == sample
    assert back.grounds is not None
    assert sample.grounds is not None
    assert back.grounds.cliques == sample.grounds.cliques
    assert all(each.distance is not None and each.similarity is not None for each in back.grounds.cliques)
    assert [system.cliques for system in back] == [system.cliques for system in sample]
    assert back["naive"]["robust"].delta == sample["naive"]["robust"].delta


def test_rounded_cliques_come_back_too(files: Path) -> None:
    found = scored(options=Options(rounding="published"))
    found.to_json("run.json")
    assert karat.load("run.json")["mine"].cliques == found["mine"].cliques


def test_runs_of_before_are_still_read(tmp_path: Path) -> None:
    document = evaluate(benchmark="karat-sample", resampling=None).to_json()
    assert all("cliques" not in system for system in document["systems"])
    assert "cliques" not in document["grounds"]
    (tmp_path / "run.json").write_text(json.dumps(document))
    assert karat.load(tmp_path / "run.json").grounds.cliques == ()
    assert all(system.cliques == () for system in karat.load(tmp_path / "run.json"))


def test_merged_they_are_compared_and_keep_their_delta(sample: Evaluation) -> None:
    one, two = (
        evaluate(
            {name: sample_path(f"cliques_{name}.json")}, "karat-sample-cliques", resampling=Resampling(resamples=n)
        )
        for name, n in (("careful", 200), ("greedy", 100))
    )
    both = one.merged(two)
    assert both.resampling == one.resampling
    for system in both:
        assert system["robust"] == sample[system.name]["robust"]
        assert system.cliques == sample[system.name].cliques
    assert len(both.comparisons) == 3


def test_json_has_the_delta(sample: Evaluation) -> None:
    scores = sample.to_json()["systems"][0]["scores"]
    assert [(score["metric"], score["facet"], "delta" in score) for score in scores] == [
        ("robust", "default", True),
        ("robust", "originals", False),
        ("robust", "mean", False),
    ]
    delta = scores[0]["delta"]
    assert delta["f1"] == scores[0]["f1"] - scores[1]["f1"]
    assert len(delta["intervals"]["precision"]) == 2


def test_sentences_by_kind_are_cliques_by_their_original(sample: Evaluation) -> None:
    from karat.results.buckets import LENGTH, by_sentence

    table = by_sentence(sample, LENGTH)
    assert sum(map(len, table)) == 7
    assert "7 cliques" in str(table)
