"""From every format into every other that holds the same kind."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from karat.errors import InputError
from karat.formats import FORMATS, ITEM_KINDS, Problems, guess
from karat.formats.conversion import convert_items, losses
from karat.formats.text.tabs import ENOUGH_ROWS
from karat.model import Annotation, Attribution, Extraction, Row, TupleAnnotation

PAGES = Path(__file__).parents[2] / "docs" / "formats"
REFUSED = {
    ("props", "carb-tab"): "carb-tab needs an argument",  # PropS has predicates without any
    ("benchie-gold", "hindi-benchie"): "hindi-benchie needs the statements",  # BenchIE's synsets are no clusters
    ("gold-text", "hindi-benchie"): "hindi-benchie needs the statements",
    ("json-facts", "hindi-benchie"): "hindi-benchie needs the statements",
}

ITEM_FORMATS = FORMATS.of_kinds(ITEM_KINDS)
WRITTEN = [format for format in ITEM_FORMATS if format.render is not None]


def example(format, tmp_path):
    """What the page's example says, each row with the id and the text of a sentence."""
    text = re.search(r'```text title=".*?"\n(.*?)\n```', (PAGES / f"{format.name}.md").read_text(), re.DOTALL)[1]
    path = tmp_path / "example"
    path.write_text(text, encoding="utf-8")
    for item in format.read(path, problems=Problems()):
        if isinstance(item, Row):
            extraction = item.extraction
            if extraction is not None and extraction.attribution == Attribution("Joe says"):
                extraction = replace(extraction, attribution=Attribution("Joe", "says"))  # MinIE's has a predicate
            yield Row(extraction, item.sentence_id or "1", item.sentence or "A sentence .")
        else:
            yield item


def pairs():
    for source in ITEM_FORMATS:
        for target in WRITTEN:
            own = "extractions" if source.kind == "any" else source.kind
            if target.kind in ("any", own) or (own, target.kind) == ("tuples", "extractions"):
                yield pytest.param(source, target, id=f"{source.name} to {target.name}")


@pytest.mark.parametrize(("source", "target"), list(pairs()))
def test_every_pair(source, target, tmp_path):
    before = list(example(source, tmp_path))
    path = tmp_path / "written"
    if (source.name, target.name) in REFUSED:
        with pytest.raises(InputError, match=REFUSED[source.name, target.name]):
            target.write(path, convert_items(before, target))
        return
    target.write(path, convert_items(before, target))
    if target.name == "oie2016-heads" and len(path.read_text(encoding="utf-8").splitlines()) < ENOUGH_ROWS:
        with pytest.raises(InputError, match="found carb-gold and oie2016-heads; name the one that is meant"):
            guess(path)
    elif target.name != "benchie" or not source.name.startswith("wire57"):  # whose ids look like words
        assert guess(path) is target
    after = list(target.read(path, problems=Problems()))
    if target.name == "table":  # which ignores spaces around a cell
        after, before = spaced_once(after), spaced_once(convert_items(before, target))
    assert triples(after) == triples(before)
    if target.kind == "any":
        assert after == before
        assert losses(before, after) == []


def spaced_once(rows):
    """The rows without spaces that separate no words."""
    return [
        replace(row, extraction=replace(row.extraction, relation=tidy(relation), arguments=(tidy(first), tidy(last))))
        for row in rows
        if row.extraction is not None
        for first, relation, last in [row.extraction.triple]
    ]


def tidy(text):
    return " ".join(text.split())


def triples(items):
    """All triples, in order, whatever holds them."""
    found = []
    for item in items:
        if isinstance(item, Row):
            found += [item.extraction] if item.extraction else []
        elif isinstance(item, TupleAnnotation):
            found += item.extractions
        elif isinstance(item, Annotation):  # benchie-gold holds the facts of a cluster, not its labels
            found.append(replace(item, synsets=tuple(replace(synset, statements=()) for synset in item.synsets)))
        else:
            found.append(item)
    return [each.triple if isinstance(each, Extraction) else each for each in found]


def test_there_are_many_pairs():
    assert len(list(pairs())) > 250


def test_losses_count_only_what_is_not_there_any_more():
    before = [Row(Extraction("r", ("a",), 0.5), "1"), Row(None, "2"), Row(None, "3")]
    after = [Row(Extraction("r", ("a",)), "1"), Row(None, "2")]
    assert losses(before, before) == []
    assert losses(before, after) == ["confidence of 1", "a sentence without extractions of 1"]


def test_losses_name_what_a_format_kept_beside_the_tuple():
    said = Extraction("r", ("a", "b"), other=(("file", "f"), ("role", "subj"), ("role", "dobj")))
    before = [Row(said, "1"), Row(replace(said, other=(("role", "subj"),)), "2")]
    after = [Row(replace(said, other=(("role", "subj"),)), "1"), Row(replace(said, other=()), "2")]
    assert losses(before, after) == ["other.file of 1", "other.role of 2"]
    assert losses(after, before) == ["other of 2"]
