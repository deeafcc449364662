"""CaRB's gold: sentence, relation, arguments (Bhardwaj et al., 2019)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from karat.errors import FormatError
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text import tabs
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, content
from karat.model import Extraction, Sentence, TupleAnnotation

FIELDS = "at least 3 tab-separated fields (sentence, relation, arguments)"
CONTEXT = "C: "
BYTE_ORDER_MARK = "\ufeff"


def parse(line: Line) -> tuple[str, Extraction]:
    """Read a line's sentence, stripped, and its tuple as written, including empty arguments."""
    match line.text.split("\t"):
        case [sentence, relation, subject, *others] if sentence.strip():
            return sentence.strip(), Extraction(relation, (subject, *others))
        case [_, _, _, *_]:
            raise line.error(expected="a sentence", found=f"none: {line.text!r}")
        case fields:
            raise line.error(expected=FIELDS, found=f"{len(fields)}: {line.text!r}")


def read_as(
    parse: Callable[[Line], tuple[str, Extraction]],
    path: Input,
    encoding: str = "utf-8",
    problems: Problems | None = None,
) -> Iterator[TupleAnnotation]:
    """Yield each sentence with all its tuples, in the order in which the sentences first appear.

    The file has no ids: sentences are numbered from 1. The tuples of a sentence may be anywhere in the file.
    CaRB's said-type annotations have a sentence without a tuple and a byte order mark in a line; both are repaired.
    """
    tuples: dict[str, list[Extraction]] = {}
    with collect_problems(problems) as report:
        for line in content(path, encoding):
            if line.text.strip() in tuples:
                report.repaired(line, "a sentence once more, without a tuple")
                continue
            if line.text.startswith(BYTE_ORDER_MARK):
                report.repaired(line, "the same without the byte order mark")
            try:
                sentence, extraction = parse(replace(line, text=line.text.removeprefix(BYTE_ORDER_MARK)))
            except FormatError as error:
                report.add(error)
            else:
                tuples.setdefault(sentence, []).append(extraction)
    for number, (sentence, extractions) in enumerate(tuples.items(), 1):
        yield TupleAnnotation(Sentence(str(number), sentence), tuple(extractions))


read = partial(read_as, parse)


def render(annotations: Iterable[TupleAnnotation]) -> Iterator[str]:
    """Write each tuple; a sentence without any has no line."""
    for annotation in annotations:
        for extraction in annotation.extractions:
            arguments = extraction.arguments or ("",)
            yield tabs.join((annotation.sentence.text, extraction.relation, *arguments), "carb-gold")


def as_scored(annotation: TupleAnnotation) -> TupleAnnotation:
    """Give the tuples as CaRB's scorer reads them: without trailing empty columns and without context."""
    return _with_arguments(annotation, lambda arguments: _without_context(_trimmed(arguments)))


def without_empty_ends(annotation: TupleAnnotation) -> TupleAnnotation:
    """Leave out trailing empty arguments, which 255 rows of CaRB's test gold have."""
    return _with_arguments(annotation, _trimmed)


def without_context(annotation: TupleAnnotation) -> TupleAnnotation:
    """Leave out arguments that contain ``C: `` anywhere, as CaRB's scorer does."""
    return _with_arguments(annotation, _without_context)


def _without_context(arguments: tuple[str, ...]) -> tuple[str, ...]:
    return tuple([text for text in arguments if CONTEXT not in text])


def _trimmed(arguments: tuple[str, ...]) -> tuple[str, ...]:
    kept = len(arguments)
    while kept and not arguments[kept - 1].strip():
        kept -= 1
    return arguments[:kept]


def _with_arguments(
    annotation: TupleAnnotation, change: Callable[[tuple[str, ...]], tuple[str, ...]]
) -> TupleAnnotation:
    changed = [(each, change(each.arguments)) for each in annotation.extractions]
    if all(len(each.arguments) == len(kept) for each, kept in changed):  # as nearly always
        return annotation
    return replace(
        annotation,
        extractions=tuple(
            each if len(each.arguments) == len(kept) else replace(each, arguments=kept) for each, kept in changed
        ),
    )


def _fits(head: Sequence[str]) -> bool:
    rows = tabs.split(head)
    return (
        all(len(fields) >= 3 and not fields[1].startswith(("<arg1>", "<rel>")) for fields in rows)
        and any(tabs.is_sentence(fields[0]) for fields in rows)
        and not all(tabs.is_number(fields[0]) for fields in rows)
        and not all(tabs.is_number(fields[1]) for fields in rows)
        and not all(map(_is_of_another_format, rows))
        and not tabs.surely_heads(rows)
    )


def _is_of_another_format(fields: Sequence[str]) -> bool:
    """Tell whether a row is of MinIE, Stanford's qa_srl, Graphene or AllenNLP's wrappers."""
    return (
        (tabs.is_quoted(fields[0]) and tabs.is_quoted(fields[1]))
        or fields[1].startswith("factuality:")
        or tabs.has_heads(fields)
        or tabs.has_layer(fields)
        or tabs.has_roles(fields)
    )


CARB_GOLD = Format(
    name="carb-gold",
    title="CaRB gold: sentence, relation, arguments",
    kind="tuples",
    looks="at least 3 tab-separated fields, the first a sentence and the second words",
    read=read,
    fits=_fits,
    render=render,
)
