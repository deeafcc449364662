"""The errors of a task in its report: counts of all, findings to browse, and words around them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from karat.cli import main
from karat.reports.html.elements import joined
from karat.reports.html.packing import unpack
from karat.reports.html.task_errors import SHORT, snippet, task_sections
from karat.results.tasks.findings import DocumentFindings, Finding, SystemFindings

MISSED = Finding("missed", None, "PER <b> [0]", (), (0,))
RIGHT = Finding("right", "LOC Oslo [1]", "LOC Oslo [1]", (1,), (1,))


def system(*documents: DocumentFindings) -> SystemFindings:
    return SystemFindings("mine", documents)


def packed(text: str) -> dict[str, list[object]]:
    found = re.search(r'id="findings-data">([^<]*)<', text)
    assert found
    data: dict[str, list[object]] = unpack(found[1])
    return data


def test_errors_are_counted_and_shown() -> None:
    document = DocumentFindings("d1", ("Ada", "Oslo"), (MISSED, RIGHT))
    errors, documents = task_sections([system(document, document)])
    text = joined(errors.content)
    assert '<th scope="row">missed</th><td>2<span class="interval"> 100 %</span></td>' in text
    assert '<th scope="row">right</th><td>2</td>' in text
    assert "<ins>PER &lt;b&gt; [0]</ins>" in text
    assert packed(joined(documents.content)) == {
        "systems": ["mine"],
        "kinds": ["right", "missed"],
        "documents": [[0, "d1", "Ada Oslo", [[1, "", "PER <b> [0]", ""], [0, "LOC Oslo [1]", "LOC Oslo [1]", ""]]]] * 2,
    }


def test_what_is_left_out_is_said() -> None:
    document = DocumentFindings("d1", (), (MISSED, RIGHT))
    errors, documents = task_sections([system(document, document)], most=3)
    text = joined(documents.content)
    assert "The first 3 findings of each system are in this file: 3 of 4." in text
    assert [len(each[3]) for each in packed(text)["documents"]] == [2, 1]  # type: ignore[index]
    assert "<td>2<span" in joined(errors.content)


def test_nothing_to_show_makes_no_section() -> None:
    assert task_sections([system(DocumentFindings("d1", (), ()))]) == []


@pytest.mark.parametrize(
    ("finding", "text"),
    [
        pytest.param(MISSED, "-w0 =w1 =w2 =w3 =w4 =w5 =w6 …", id="at the start"),
        pytest.param(
            Finding("wrong border", "x", "y", (20, 21), (20,)),
            "… =w14 =w15 =w16 =w17 =w18 =w19 *w20 +w21 =w22 =w23 =w24 =w25 =w26 =w27 …",
            id="in the middle",
        ),
        pytest.param(Finding("missed", None, "y"), "", id="nowhere"),
    ],
)
def test_the_words_around(finding: Finding, text: str) -> None:
    assert snippet([f"w{place}" for place in range(SHORT + 1)], finding) == text


def test_score_writes_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("Ada B-PER B-ORG\n\nBo B-PER B-PER\n", encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["score", "spans", str(tmp_path / "mine.txt"), "--html", str(tmp_path / "mine.html")])
    assert f"{tmp_path / 'mine.html'}: report written" in capsys.readouterr().err
    text = (tmp_path / "mine.html").read_text(encoding="utf-8")
    assert '<section id="errors"' in text
    assert packed(text)["kinds"] == ["right", "wrong type"]
