"""The tables of a study show what one computes by hand, in words and at every width."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.cells import cell_len

from karat.model.study import RULES, AttributionLabel, FactLabel, Label, Study
from karat.reports.csv import csv_of_study
from karat.reports.latex import latex
from karat.reports.markdown import markdown
from karat.reports.tables.layout import plain
from karat.reports.tables.study import study_tables
from karat.reports.tables.study.wording import RULE_NAMES
from karat.results.study.measuring import measure_study
from karat.results.study.report import StudyReport


def row(report: StudyReport, table: str, name: str, section: str | None = None) -> list[str]:
    """The texts of a row's cells."""
    found = study_tables(report)[table]
    (cells,) = [
        cells for each in found.sections if section in (None, each.title) for title, cells in each.rows if title == name
    ]
    return [cell.text for cell in cells]


@pytest.mark.parametrize(
    ("section", "system", "correct"),
    [
        # Extraction 2 is wrong; 3 was decided to be right.
        pytest.param("fact", "a", "75.0 % (3/4)", id="facts of a: 1, 3 and 6 of 1, 2, 3 and 6"),
        pytest.param("fact", "b", "100.0 % (2/2)", id="facts of b: 3 and 5, 4 is undecided"),
        pytest.param("attribution", "a", "0.0 % (0/1)", id="6 lacks its source"),
        pytest.param("attribution", "b", "100.0 % (1/1)", id="5 has it"),
        pytest.param("both", "a", "50.0 % (2/4)", id="6 is right, but wrongly attributed"),
        pytest.param("both", "b", "100.0 % (2/2)", id="none is not wrong"),
    ],
)
def test_precision(report: StudyReport, section: str, system: str, correct: str) -> None:
    assert row(report, "precision", system, section)[0] == correct


def test_intervals_none_and_yield(report: StudyReport) -> None:
    sections = {each.title: dict(each.rows) for each in study_tables(report)["precision"].sections}
    # Wilson: (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n) with p = 3/4, n = 4, z = 1.96.
    assert sections["fact"]["a"][0].interval == "[30.1, 95.4]"
    # Everything is right: the lower end is n / (n + z²) = 2 / 5.8415.
    assert sections["fact"]["b"][0].interval == "[34.2, 100.0]"
    assert [sections["attribution"][system][2].text for system in "ab"] == ["3", "2"]
    # 3/4 of 8 extractions, and all of 3.
    assert [sections["fact"][system][3].text for system in "ab"] == ["6 of 8", "3 of 3"]


def test_classes_are_of_the_system_that_annotates(report: StudyReport) -> None:
    assert row(report, "factuality", "(+,CT) stated as certain", "b")[0] == "100.0 % (1/1)"
    assert row(report, "factuality", "— not annotated", "b")[0] == "100.0 % (1/1)"
    table = study_tables(report)["factuality"]
    assert [section.title for section in table.sections] == ["b"]
    assert "Without annotation of factuality: a" in table.legend


def test_rules_are_counted(report: StudyReport) -> None:
    assert row(report, "rules", "F1 not what its clause says") == ["1", "0"]
    assert row(report, "rules", "A1 source not there") == ["1", "0"]
    named = [name for section in study_tables(report)["rules"].sections for name, _ in section.rows]
    assert len(named) == 2, "F4 and F6 were not final, and no other rule was broken"


def test_every_rule_has_a_name() -> None:
    assert tuple(RULE_NAMES) == RULES


def test_agreement(report: StudyReport) -> None:
    """Ana and ben agree on 4 of 6 extractions, and each says correct 4 times.

    Chance gives 2/3 · 2/3 + 1/3 · 1/3 = 5/9, so κ = (6/9 − 5/9) / (4/9) = 1/4, and Fleiss' is the same. By Gwet chance
    gives 2 · 2/3 · 1/3 = 4/9, so AC1 = (6/9 − 4/9) / (5/9) = 2/5. Of 12 labels 8 are correct: Krippendorff's chance
    disagreement is 2 · 8 · 4 / (12 · 11), so α = 1 − (1/3) / (64/132) = 5/16.
    """
    assert row(report, "agreement", "ana, ben", "fact") == ["6", ".667", ".250", ".250", ".312", ".400"]
    assert row(report, "prevalence", "ana, ben", "fact") == ["66.7 %", "33.3 %", ""]
    assert row(report, "prevalence", "ana, ben", "attribution") == ["16.7 %", "16.7 %", "66.7 %"]


def test_machines_stand_apart_and_are_marked(report: StudyReport) -> None:
    # The model says correct 6 times: it agrees with ana on 4 of 6.
    assert row(report, "agreement", "ana, model (LLM)", "fact")[:2] == ["6", ".667"]
    # Of the 5 final labels 4 are correct.
    assert row(report, "agreement", "model (LLM), final", "fact")[:2] == ["5", ".800"]
    names = [name for name, _ in study_tables(report)["labellers"].sections[0].rows]
    assert names == ["ana", "ben", "model (LLM)"]


def test_self_consistency(report: StudyReport) -> None:
    assert [row(report, "self-consistency", name, "fact")[0] for name in ("people", "ana", "ben", "model (LLM)")] == [
        "50.0 % (1/2)",
        "100.0 % (1/1)",
        "0.0 % (0/1)",
        "100.0 % (1/1)",
    ]


def test_differences(report: StudyReport) -> None:
    assert row(report, "comparisons", "a − b", "fact")[0] == "−25.0 %"
    # Both have labelled extractions of the sentences 2 and 3, all of them right.
    assert row(report, "mcnemar", "a − b", "fact")[:4] == ["2", "0", "0", "0"]
    assert row(report, "mcnemar", "a − b", "both")[:4] == ["1", "0", "1", "0"]


def test_progress_says_what_is_left(report: StudyReport) -> None:
    table = study_tables(report)["progress"]
    counts = {name.strip(): cells[0].text for name, cells in table.sections[0].rows}
    assert counts == {
        "extractions": "6",
        "labelled": "6",
        "labellers agree": "4",
        "decided after they differed": "1",
        "one labeller only": "0",
        "undecided": "1",
        "labels marked as unsure": "0",
        "hidden repeats": "1",
    }
    assert table.legend == ("Left to do: 1 to decide",)


def test_it_says_what_becomes_of_the_undecided_and_of_machines(study: Study, report: StudyReport) -> None:
    assert "1 extraction on which labellers differ: left out until somebody decides" in plain(
        study_tables(report)["precision"]
    )
    counted = measure_study(study, undecided="majority", with_machines=True, resamples=0)
    shown = plain(study_tables(counted)["precision"], 120)
    assert "the majority counts; even votes are left out" in shown
    assert "Labels of LLMs count like those of people" in shown
    # The model outvotes ana: 4 counts as correct.
    assert row(counted, "precision", "b", "fact")[0] == "100.0 % (3/3)"


def test_every_table_says_how_to_read_it(report: StudyReport) -> None:
    for name, table in study_tables(report).items():
        assert table.legend, name


@pytest.mark.parametrize("width", [80, 120])
def test_tables_fit_the_width(report: StudyReport, width: int) -> None:
    long = replace(report.systems[0], system="a-system-with-a-long-name")
    for table in study_tables(replace(report, systems=(long, *report.systems[1:]))).values():
        assert max(map(cell_len, plain(table, width).splitlines())) <= width


def test_many_systems_have_several_tables_of_rules(report: StudyReport) -> None:
    systems = tuple(replace(report.systems[0], system=f"s{number}") for number in range(6))
    tables = study_tables(replace(report, systems=systems))
    assert [column.name for name in ("rules", "rules-2") for column in tables[name].columns] == [
        f"s{number}" for number in range(6)
    ]


def test_other_forms_have_the_same_numbers(report: StudyReport) -> None:
    table = study_tables(report)["precision"]
    assert "| fact | a | 75.0 % (3/4) \\[30.1, 95.4\\] |" in markdown(table)
    assert r"a & 75.0 \% (3/4) {\scriptsize [30.1, 95.4]} &" in latex(table)
    rows = csv_of_study(report).splitlines()
    assert rows[0].startswith("study,part,name,label,measure,value,low,high,")
    assert "small,system,a,fact,precision,0.75,0.3006418" in rows[1]
    assert rows[1].endswith(",3,4,")


def test_a_study_without_labels_has_tables_all_the_same(study: Study) -> None:
    empty = measure_study(replace(study, labels=()), resamples=0)
    shown = study_tables(empty)
    assert list(shown) == ["precision", "progress"]
    assert row(empty, "precision", "a", "fact")[0] == "— (0/0)"
    assert shown["progress"].legend == ("Left to do: 6 to label",)


def test_labels_of_facts_alone_have_no_rows_of_attributions(study: Study) -> None:
    facts = tuple(
        replace(label, attribution=None, rules=tuple(rule for rule in label.rules if rule.startswith("F")))
        for label in study.labels
    )
    table = study_tables(measure_study(replace(study, labels=facts), resamples=0))["precision"]
    assert [section.title for section in table.sections] == ["fact"]
    assert not any("None:" in text for text in table.legend)


def test_a_sample_per_sentence_is_explained_and_has_no_yield(study: Study, report: StudyReport) -> None:
    note = "A sentence with many extractions counts less"
    uneven = measure_study(replace(study, info={**study.info, "per": "sentence", "sample": 1}), resamples=100)
    assert row(uneven, "precision", "a", "fact")[3] == "—"
    # All three extractions of b were drawn: that is no sample, though one is undecided.
    assert row(uneven, "precision", "b", "fact")[3] == "3 of 3"
    for name in ("precision", "factuality", "comparisons"):
        assert note in " ".join(study_tables(uneven)[name].legend)
        assert note not in " ".join(study_tables(report)[name].legend)


def test_it_says_what_the_yield_is_scaled_up_from(study: Study, report: StudyReport) -> None:
    def legend(found: StudyReport) -> list[str]:
        return [text for text in study_tables(found)["precision"].legend if text.startswith("Yield")]

    shown = "Yield: how many extractions of the system are correct"
    assert legend(report) == [f"{shown}, scaled up from the sample"]
    # Nothing was sampled, but 4 is undecided.
    whole = measure_study(replace(study, info={}), resamples=0)
    assert legend(whole) == [f"{shown}, scaled up from those with a final label"]
    decided = Label("4", "cleo", FactLabel.CORRECT, AttributionLabel.NONE, adjudicated=True)
    counted = measure_study(replace(study, info={}, labels=(*study.labels, decided)), resamples=0)
    assert legend(counted) == [shown]


def test_the_page_names_broken_rules_in_the_same_words() -> None:
    """The annotation app has the names in TypeScript."""
    source = Path(__file__).parents[3] / "web/src/kinds/study/report/rule-names.ts"
    assert dict(re.findall(r'^  (\w+): "(.+)",$', source.read_text(encoding="utf-8"), re.MULTILINE)) == RULE_NAMES


def test_progress_by_majority_leaves_nothing_to_decide(study: Study, report: StudyReport) -> None:
    counted = measure_study(study, undecided="majority", with_machines=True, resamples=0)
    table = study_tables(counted)["progress"]
    assert row(counted, "progress", "  decided by the majority") == ["2"]  # 2 and 4; 3 was adjudicated
    assert row(counted, "progress", "  undecided") == ["0"]
    assert table.legend == ("Nothing is left to do",)
    assert all("majority" not in name for name, _ in study_tables(report)["progress"].sections[0].rows)


@pytest.mark.parametrize("width", [50, 80])
def test_the_caption_of_intervals_holds_at_every_width(report: StudyReport, width: int) -> None:
    shown = plain(study_tables(report)["precision"], width)
    assert ("[30.1, 95.4]" in shown) == (width == 80), "Wilson's interval goes first"
    caption = " ".join(shown.split())
    assert "first interval" not in caption
    assert "wider" not in caption
    assert "Believe the interval over sentences" in caption
    assert "where there is room for it, is Wilson's" in caption


def test_the_caption_of_agreement_says_whether_machines_are_part_of_it(study: Study, report: StudyReport) -> None:
    apart, counted = (
        study_tables(found)["agreement"] for found in (report, measure_study(study, with_machines=True, resamples=100))
    )
    assert any("are not part of people's agreement" in text for text in apart.legend)
    assert not any("are not part of" in text for text in counted.legend)
    assert any("LLMs count in the agreement of all labellers" in text for text in counted.legend)
    assert counted.sections[0].rows[0][0] == "people and LLMs"
    alone = replace(study, labels=tuple(label for label in study.labels if label.labeller != "ben"))
    names = [name for name, _ in study_tables(measure_study(alone, with_machines=True))["agreement"].sections[0].rows]
    assert names == ["ana, model (LLM)", "model (LLM), final"]
