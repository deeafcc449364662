"""From files to numbers, on files small enough to redo by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.benchmarks import benchmark_named, where
from karat.errors import AlignmentError, FormatError, InputError, UnknownNameError
from karat.model import Extraction, Row
from karat.results import Evaluation, Options, Resampling, evaluate, load
from karat.results.system_result import Note

GOLD = """\
sent_id:1\tAnn founded Bext in Ulm .
1--> Cluster 1:
Ann --> founded --> Bext
1--> Cluster 2:
Ann --> founded Bext in --> Ulm
Ann --> founded Bext --> in Ulm

sent_id:2\tThe old mill burned .
"""


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.txt"
    path.write_text(GOLD, encoding="utf-8")
    return path


def output(folder: Path, text: str, name: str = "mine.tsv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("rows", "precision", "recall"),
    [
        pytest.param("1\tAnn\tfounded\tBext\n", 1 / 1, 1 / 2, id="one of two facts"),
        pytest.param("1\tAnn\tfounded\tBext\n1\tAnn\tfounded\tBext\n", 1 / 1, 1 / 2, id="a duplicate changes nothing"),
        pytest.param("1\tAnn\tfounded\tBext\n1\tAnn\tfounded\tUlm\n", 1 / 2, 1 / 2, id="a wrong one lowers precision"),
        pytest.param("1\tAnn\tfounded Bext\tin Ulm\n1\tAnn\tfounded Bext in\tUlm\n", 1 / 1, 1 / 2, id="one fact twice"),
        pytest.param("2\tmill\tburned\tdown\n1\tAnn\tfounded\tBext\n", 1 / 2, 1 / 2, id="a sentence without synsets"),
        pytest.param("1\tann\tfounded\tBext\n", 0 / 1, 0 / 2, id="case counts"),
    ],
)
def test_benchie_by_hand(gold: Path, tmp_path: Path, rows: str, precision: float, recall: float) -> None:
    found = evaluate(output(tmp_path, rows), gold=gold, resampling=None)["mine"]["benchie", "default"]
    assert (found.precision.value, found.recall.value) == (precision, recall)


def test_slot_borders_do_not_matter_under_c(gold: Path, tmp_path: Path) -> None:
    found = evaluate(output(tmp_path, "1\tAnn founded\tBext in\tUlm\n"), gold=gold, resampling=None)["mine"]
    assert (found["benchie", "default"].f1.value, found["benchie", "C"].recall.value) == (0.0, 1 / 2)


def test_an_entity_file_of_ones_own_replaces_facet_e(gold: Path, tmp_path: Path) -> None:
    """Derived, E keeps only `Ann founded Bext in | Ulm`; the file keeps only the other placement."""
    own = output(tmp_path, GOLD.replace("Ann --> founded Bext in --> Ulm\n", ""), "own.txt")
    mine = output(tmp_path, "1\tAnn\tfounded Bext\tin Ulm\n")
    assert evaluate(mine, gold=gold, resampling=None)["mine"]["benchie", "E"].f1.value == 0
    assert evaluate(mine, gold=gold, entities=own, resampling=None)["mine"]["benchie", "E"].recall.value == 1 / 2


def test_implicit_extractions_are_left_out_on_request_and_counted(gold: Path, tmp_path: Path) -> None:
    mine = output(tmp_path, "1\tAnn\tis founder of\tBext\n1\tAnn\tfounded\tBext\n")
    found = evaluate(mine, gold=gold, options=Options(explicit_only=True), resampling=None)["mine"]
    assert found.precision.value == 1
    assert [str(note) for note in found.notes] == ["1 implicit extraction left out (a token is not in the sentence)"]


@pytest.mark.parametrize(
    ("nary", "extractions", "f1"),
    [pytest.param("join", 1, 2 / 3, id="joined"), pytest.param("triples", 0, 0.0, id="only triples")],
)
def test_nary_extractions(gold: Path, nary: str, extractions: int, f1: float) -> None:
    rows = [Row(Extraction("founded Bext", ("Ann", "in", "Ulm")), "1")]
    options = Options(nary=nary)  # type: ignore[arg-type]
    found = evaluate({"mine": rows}, gold=gold, options=options, resampling=None)["mine"]
    assert (found.extractions, found.f1.value) == (extractions, f1)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        pytest.param(
            "1\tAnn\tfounded\tBext\n7\tAnn\tfounded\tUlm\n", "mine.tsv:2: expected a sentence id of gold", id="id"
        ),
        pytest.param(
            "8\tAnn\tfounded\tUlm\n",
            "found '8'; its ids are 1 to 2; those of the file look like another",
            id="no sentence in common",
        ),
    ],
)
def test_unknown_sentences_are_refused(gold: Path, tmp_path: Path, rows: str, message: str) -> None:
    with pytest.raises(AlignmentError, match=message):
        evaluate(output(tmp_path, rows), gold=gold, resampling=None)


def test_unknown_sentences_are_ignored_on_request_and_counted(gold: Path, tmp_path: Path) -> None:
    mine = output(tmp_path, "1\tAnn\tfounded\tBext\n7\tAnn\tfounded\tUlm\n")
    found = evaluate(mine, gold=gold, options=Options(unknown="ignore"), resampling=None)["mine"]
    assert (found.extractions, found.notes[0].count) == (1, 1)


def test_wrong_use_is_refused(gold: Path, tmp_path: Path) -> None:
    mine = output(tmp_path, "1\tAnn\tfounded\tBext\n")
    with pytest.raises(InputError, match="found both"):
        evaluate(mine, "karat-sample", gold=gold)
    with pytest.raises(InputError, match="two systems are called 'mine'"):
        evaluate([mine, mine], gold=gold)
    with pytest.raises(UnknownNameError, match="did you mean 'karat-sample'"):
        evaluate(mine, "karat-smaple")
    with pytest.raises(InputError, match="found sentences without any"):
        evaluate(mine, gold=output(tmp_path, "sent_id:1\tAnn slept .\n", "none.txt"))
    with pytest.raises(FormatError, match=r"five.tsv:1: expected .*, found"):
        evaluate(output(tmp_path, "1\tAnn\tfounded\tBext\tUlm\n", "five.tsv"), gold=gold, format="benchie")


@pytest.fixture(scope="module")
def sample() -> Evaluation:
    known = benchmark_named("karat-sample")
    outputs = {name: where(*place) for name, place in known.outputs}
    return evaluate(outputs, "karat-sample")


def test_the_sample_tells_systems_apart(sample: Evaluation) -> None:
    """By facts, careful is best; by words, greedy is best and naive scores like careful."""
    by_facts = sorted(sample, key=lambda system: float(system["benchie", "default"].f1), reverse=True)
    by_words = sorted(sample, key=lambda system: float(system["carb"].f1), reverse=True)
    assert [system.name for system in by_facts] == ["careful", "greedy", "naive"]
    assert [system.name for system in by_words] == ["greedy", "naive", "careful"]


def test_an_evaluation_read_again_is_equal(sample: Evaluation, tmp_path: Path) -> None:
    sample.to_json(tmp_path / "run.json")
    assert load(tmp_path / "run.json") == sample


def test_values_lie_in_their_intervals(sample: Evaluation) -> None:
    for system in sample:
        for one in system.measurements:
            for estimate in (one.precision, one.recall, one.f1):
                assert estimate.low is not None
                assert estimate.value is not None
                assert estimate.high is not None
                assert estimate.low <= estimate.value <= estimate.high


def test_a_comparison_alone_is_the_one_made_among_all(sample: Evaluation) -> None:
    alone = sample.compare("careful", "greedy")
    among = next(pair.comparison for pair in sample.comparisons if (pair.a, pair.b) == ("careful", "greedy"))
    assert (alone.difference, alone.low, alone.high, alone.p) == (among.difference, among.low, among.high, among.p)


def test_the_method_is_in_every_signature(sample: Evaluation) -> None:
    assert all(one.signature.endswith("|ci:korn-graubard/95") for system in sample for one in system.measurements)


def test_no_resamples_no_intervals_and_no_tests() -> None:
    off = evaluate(benchmark="karat-sample", resampling=Resampling(resamples=0))
    assert off == evaluate(benchmark="karat-sample", resampling=None)
    assert (off.comparisons, off.resampling, off.systems[0].f1.low) == ((), None, None)


def test_verdicts_agree_with_the_score(sample: Evaluation) -> None:
    for system in sample:
        masses = system["benchie", "default"].score.row
        assert sum(verdict.correct for verdict in system.verdicts) == masses[0]
        assert len(system.mistakes()) == masses[1] - masses[0]


def test_a_data_frame_has_a_row_for_each_measurement(sample: Evaluation) -> None:
    pytest.importorskip("pandas")
    frame = sample.to_frame()
    assert len(frame) == 3 * 5
    assert set(frame.columns) >= {"system", "metric", "facet", "f1", "f1_low", "f1_high", "auc", "signature"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("{", "expected an evaluation in JSON", id="not JSON"),
        pytest.param("[]", "found another document", id="another document"),
        pytest.param('{"karat": "karat-evaluation"}', "expected the key 'version', found 'karat'", id="damaged"),
    ],
)
def test_a_damaged_evaluation_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = output(tmp_path, text, "run.json")
    with pytest.raises(FormatError, match=message):
        load(path)


PARTS = ("SimpleArgument(Ann,List([0, 3)))", "Relation(founded,List([4, 11)))", "SimpleArgument(Bext,List([12, 16)))")
COLUMNS = "".join("\t".join(["0.9", "", *PARTS[:2], last, "Ann founded Bext ."]) + "\n" for last in (PARTS[2], ""))


def test_what_a_view_leaves_out_is_said(tmp_path: Path) -> None:
    gold = output(tmp_path, "Ann founded Bext .\tfounded\tAnn\tBext\n", "gold.tsv")
    found = evaluate(output(tmp_path, COLUMNS), gold=gold, options=Options(view="openie4"), resampling=None)["mine"]
    assert found.extractions == 1
    assert [str(note) for note in found.notes] == ["1 extraction left out, as CaRB's reader for openie4 does"]


def test_a_view_of_another_system_keeps_nothing(tmp_path: Path) -> None:
    gold = output(tmp_path, "Ann founded Bext .\tfounded\tAnn\tBext\n", "gold.tsv")
    rows = output(tmp_path, "Ann founded Bext .\t0.9\tfounded\tAnn\tBext\n")
    with pytest.raises(InputError, match="expected extractions that CaRB's reader for openie4 keeps, found none of 1"):
        evaluate(rows, gold=gold, options=Options(view="openie4"), resampling=None)


@pytest.mark.parametrize(
    ("note", "text"),
    [
        (Note("implicit extractions left out", 1), "1 implicit extraction left out"),
        (Note("implicit extractions left out", 2), "2 implicit extractions left out"),
        (
            Note("extractions of sentences that are not in x left out", 1),
            "1 extraction of sentences that are not in x left out",
        ),
    ],
)
def test_notes_count(note: Note, text: str) -> None:
    assert str(note) == text
