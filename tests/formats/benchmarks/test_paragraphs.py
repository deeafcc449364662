"""Paragraphs of BenchIE's gold that are read at once give what reading line by line gives, and say the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from karat.errors import FormatError, KaratError
from karat.formats import Problems
from karat.formats.benchmarks import benchie_gold
from karat.formats.benchmarks.benchie_gold import parse_paragraph, read, read_paragraphs
from karat.formats.benchmarks.paragraphs import Paragraph, is_plain, paragraphs, plain_annotation
from karat.formats.text import lines
from karat.model import Annotation

PIECES = ["a", "b", " ", "  ", "[", "]", "[c]", "[d e]", " --> ", "-->", "--", ">", "\t", "1", ":", "Cluster", "\r"]
SLOTS = st.sampled_from(
    ["", "a", "[a]", "a [b] c", "[a b]", "x[,]", "[,]x", "a ", "b]", "[b", "a  b", "->", "[a --> b]"]
)
LINES = st.one_of(
    st.sampled_from(
        ["sent_id:1\ta .", "sent_id:1\ta .", "sent_id:2\tb .", "sent_id: 3 \t", "sent_id:4", "sent_id", ""]
    ),
    st.sampled_from(
        ["1--> Cluster 1:", "1--> Cluster 2:", "2--> Cluster 1:", "1--> Cluster 1.2:", "1->Cluster 2", " "]
    ),
    st.tuples(SLOTS, SLOTS, SLOTS).map(" --> ".join),
    st.lists(st.sampled_from(PIECES), max_size=9).map("".join),
)
FILES = st.lists(LINES, max_size=12).map(lambda texts: "\n".join(["sent_id:1\ta .", "1--> Cluster 1:", *texts]))


def shown(annotation: Annotation) -> tuple[object, ...]:
    """An annotation with the lines of its parts, which are not compared otherwise."""
    return annotation, [(synset.line, [fact.line for fact in synset.facts]) for synset in annotation.synsets]


def outcome(annotations: Iterator[Annotation], problems: Problems) -> tuple[object, ...]:
    """What was read, and the errors and repairs."""
    found: list[object] = []
    error = None
    try:
        found += map(shown, annotations)
    except KaratError as caught:
        error = str(caught)
    return None if error else found, error, list(map(str, problems.repairs))


def read_line_by_line(path: Path, problems: Problems) -> Iterator[Annotation]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(benchie_gold, "plain_annotation", lambda _: None)
        yield from read(path, problems=problems)


def read_twice(path: Path, problems: Problems) -> Iterator[Annotation]:
    """Read paragraphs, and each of them where it is needed."""
    for paragraph in list(read_paragraphs(path, problems=problems)):
        yield parse_paragraph(paragraph.path, paragraph.number, paragraph.text)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=FILES, size=st.integers(1, 60))
def test_quick_and_slow_reading_agree(tmp_path, text, size):
    path = tmp_path / "gold.txt"
    path.write_bytes(text.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lines, "PIECE", size)
        outcomes = []
        for reader in (read_line_by_line, lambda path, problems: read(path, problems=problems), read_twice):
            problems = Problems()
            outcomes.append(outcome(reader(path, problems), problems))
    assert outcomes[0] == outcomes[1] == outcomes[2]


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=FILES)
def test_what_looks_plain_is(tmp_path, text):
    path = tmp_path / "gold.txt"
    path.write_bytes(text.encode())
    for paragraph in paragraphs(path):
        if isinstance(paragraph, Paragraph) and is_plain(paragraph):
            assert plain_annotation(paragraph) is not None


def test_usual_gold_is_plain(file):
    text = "sent_id:1\tAnn , a chemist , left .\n1--> Cluster 1:\n[a] b[,] --> c [d e] --> f \n\n1--> Cluster b:\n"
    (paragraph,) = paragraphs(file(text))
    assert isinstance(paragraph, Paragraph)
    assert is_plain(paragraph)


def test_lines_before_one_that_cannot_be_read_are_still_checked(file):
    problems = Problems()
    path = file(b"sent_id:1\ta .\n1-->Cluster 1:\na --> b\nx\xff\n")
    with pytest.raises(KaratError) as caught:
        list(read(path, problems=problems))
    assert [error.line for error in problems.errors] == [3, 4]
    assert [repair.line for repair in problems.repairs] == [2]
    assert "0xFF" in str(caught.value)


def test_a_file_of_blank_lines_is_refused(file):
    with pytest.raises(FormatError, match="expected at least one line, found an empty file"):
        list(read_paragraphs(file("\n  \n")))
