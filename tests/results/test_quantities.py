"""MinIE's placeholders: replaced by the words that they stand for before anything is compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from karat.cli import main
from karat.errors import FormatError, FormatErrors
from karat.formats import read_rows
from karat.model import Extraction, Quantity, Row
from karat.results import Options, evaluate
from karat.results.quantities import Quantities

SENTENCE = "Bext has several hundred employees ."
GOLD = f"""sent_id:1\t{SENTENCE}
1--> Cluster 1:
Bext --> has --> several hundred employees
"""
SEVERAL = "QUANT_O_1", "several hundred"

OUTPUTS = {
    "minie": "Output:\n(Bext;has;QUANT_O_1 employees)[factuality=(+,CT)][quantities=QUANT_O_1:several hundred]\n",
    "minie-string": '"Bext"\t"has"\t"QUANT_O_1 employees"\t\t Quantifiers:O_1=several hundred\n',
    "minie-annotated": (
        "(Bext; has; QUANT_O_1 employees)\tfactuality: (+,CT)\tquantities: (O_1=several hundred)"
        "\tattribution: NO SOURCE DETECTED\n"
    ),
}


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.txt"
    path.write_text(GOLD, encoding="utf-8")
    (tmp_path / "input.txt").write_text(f"{SENTENCE}\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("explicit_only", [False, True])
@pytest.mark.parametrize("format", OUTPUTS)
def test_all_forms_of_minie_score_by_their_words(gold: Path, tmp_path: Path, format: str, explicit_only: bool) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text(OUTPUTS[format], encoding="utf-8")
    options = Options(explicit_only=explicit_only)
    sentences = tmp_path / "input.txt"
    found = evaluate(mine, gold=gold, sentences=sentences, options=options, resampling=None)["mine"]
    assert found.f1.value == 1
    assert list(map(str, found.notes)) == ["1 extraction with the words of quantities in place of MinIE's placeholders"]
    assert "|quantities:words|" in found.first.signature


def test_an_output_without_placeholders_is_signed_as_before(gold: Path) -> None:
    rows = [Row(Extraction("has", ("Bext", "several hundred employees")), "1")]
    found = evaluate({"mine": rows}, gold=gold, resampling=None)["mine"]
    assert (found.f1.value, found.notes) == (1, ())
    assert "quantities" not in found.first.signature


@pytest.mark.parametrize(
    ("slots", "words"),
    [
        pytest.param(("QUANT_S_1", "has", "QUANT_O_1 men and QUANT_O_2"), "two has 3 men and 4", id="several"),
        pytest.param(("QUANT_O_1", "QUANT_R_1 has", "QUANT_O_10"), "3 often has ten", id="10 is not 1 and a nought"),
        pytest.param(("QUANT_O_1s", "has", "X_QUANT_O_1"), "QUANT_O_1s has X_QUANT_O_1", id="parts of other words"),
    ],
)
def test_each_placeholder_stands_for_its_own_words(slots: tuple[str, str, str], words: str) -> None:
    known = {"QUANT_S_1": "two", "QUANT_O_1": "3", "QUANT_O_2": "4", "QUANT_O_10": "ten", "QUANT_R_1": "often"}
    extraction = Extraction(slots[1], (slots[0], slots[2]), quantities=tuple(Quantity(*each) for each in known.items()))
    row = Quantities("mine").replace(Row(extraction, "1"))
    assert row.extraction is not None
    assert " ".join(row.extraction.triple) == words


def test_an_unknown_placeholder_is_an_error_at_its_line(gold: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text(
        "Output:\n(Bext;has;QUANT_O_2 employees)[factuality=(+,CT)][quantities=QUANT_O_1:several]\n", encoding="utf-8"
    )
    with pytest.raises(FormatError) as raised:
        evaluate(mine, gold=gold, sentences=tmp_path / "input.txt", resampling=None)
    assert str(raised.value) == (
        f"{mine}:2: expected the words of QUANT_O_2 among the quantities of its extraction, found only QUANT_O_1"
    )


def test_the_web_service_gives_no_words_so_its_placeholders_are_refused(
    gold: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    fact = '{"subject": "Bext", "predicate": "has", "object": "QUANT_O_1 employees"}'
    Path("mine.jsonl").write_text('{"facts": [' + fact + "]}\n", encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["evaluate", "mine.jsonl", "--gold", gold.name, "--sentences", "input.txt"])
    assert stop.value.code == 1
    assert (
        "mine.jsonl:1: expected the words of QUANT_O_1 among the quantities of its extraction, found no quantities"
        in capsys.readouterr().err
    )


def test_many_unknown_placeholders_are_counted() -> None:
    rows = [Row(Extraction("has", ("Bext", "QUANT_O_1 men")), "1", line=number) for number in range(1, 14)]
    reader = Quantities("mine.txt")
    for row in rows:
        reader.replace(row)
    with pytest.raises(FormatErrors) as raised:
        reader.check()
    lines = str(raised.value).splitlines()
    assert (len(lines), lines[-1]) == (11, "mine.txt: 3 more like these")


def test_converting_keeps_the_placeholder_and_its_words(tmp_path: Path) -> None:
    mine, there = tmp_path / "mine.txt", tmp_path / "there.jsonl"
    mine.write_text(OUTPUTS["minie-annotated"], encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["convert", str(mine), str(there)])
    assert not stop.value.code
    (before,), (after,) = read_rows(mine), read_rows(there)
    assert before.extraction == after.extraction
    assert after.extraction is not None
    assert (after.extraction.object, after.extraction.quantities) == ("QUANT_O_1 employees", (Quantity(*SEVERAL),))
