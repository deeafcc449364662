from __future__ import annotations

import pytest

from karat.formats import format_named
from karat.formats.benchmarks.carb_views import CARB_VIEWS
from karat.model import Extraction, Row

PARTS = (("subject", ""), ("relation", ""), ("argument", ""))


def seen(system, *extractions):
    return [row.extraction for row in CARB_VIEWS[system](Row(each, sentence="x") for each in extractions)]


@pytest.mark.parametrize(
    ("system", "arguments", "context", "kept"),
    [
        pytest.param("clausie", ("Ann", "Ulm"), None, ("Ann", "Ulm"), id="clausie: a triple"),
        pytest.param("clausie", ("Ann",), None, None, id="clausie: no object"),
        pytest.param("clausie", ("Ann", "Ulm", "now"), None, None, id="clausie: six fields"),
        pytest.param("openie4", ("Ann", "Ulm", "now"), "Joe says", ("Ann", "Ulm"), id="openie4: first argument"),
        pytest.param("openie5", ("Ann", "Ulm", "now"), None, ("Ann", "Ulm", "now"), id="openie5: all"),
        pytest.param("openie5", ("Ann", "Ulm"), "Joe says", ("Joe says Ann", "Ulm"), id="openie5: context"),
        pytest.param("openie5", ("Ann", "Ulm"), "Ann le", ("Ann", "Ulm"), id="openie5: context at the start"),
        pytest.param("props", ("Ann ",), None, ("Ann ",), id="props: all, with the space"),
        pytest.param("reverb", ("Ann", "Ulm"), None, ("Ann", "Ulm"), id="reverb: all"),
    ],
)
def test_views(system, arguments, context, kept):
    extraction = Extraction("left", arguments, 0.5, context=context, other=PARTS)
    assert [each.arguments for each in seen(system, extraction)] == ([] if kept is None else [kept])


@pytest.mark.parametrize("system", ["openie4", "openie5"])
@pytest.mark.parametrize("missing", range(3))
def test_a_part_that_is_missing(system, missing):
    other = PARTS[:missing] + PARTS[missing + 1 :]
    assert seen(system, Extraction("left", ("Ann", "Ulm"), other=other)) == []


def test_sentences_without_extractions_stay():
    assert [seen(system, None) for system in CARB_VIEWS] == [[None]] * 5


@pytest.mark.published
@pytest.mark.parametrize(
    ("system", "name", "path", "left_out"),
    [
        ("clausie", "clausie", "carb/system_outputs/test/clausie_output.txt", 391),
        ("openie4", "openie-column", "carb/system_outputs/test/openie4_output.txt", 489),
        ("openie5", "openie-column", "carb/system_outputs/test/openie5_output.txt", 96),
        ("props", "props", "carb/system_outputs/test/props_output.txt", 0),
        ("reverb", "reverb", "carb/system_outputs/test/reverb_output.txt", 0),
    ],
)
def test_rows_that_carb_skips(data, system, name, path, left_out):
    rows = list(format_named(name).read(data / path))
    assert len(rows) - len(list(CARB_VIEWS[system](rows))) == left_out
