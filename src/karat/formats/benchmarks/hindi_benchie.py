"""Hindi-BenchIE's dialect of the BenchIE gold: clusters of statements, with labels and alternatives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from pathlib import Path

from karat.errors import FormatError, InputError
from karat.formats.benchmarks.benchie_gold import slot_of
from karat.formats.benchmarks.synsets import SENTENCE, AnnotationBuilder, sentence_from
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, content
from karat.model import Annotation, Fact, OptionalPart, Parts, Sentence, Slot, Statement, Synset, Wording
from karat.model.fact import DEEPEST

HEADER = re.compile(r"-+ *Cluster +(?P<number>\w[\w.]*) *-+\s*")
RULE = re.compile(r"=+\s*")
NOTE = re.compile(r"<--\s*+\{")
PASSIVE = {"allowed in passive": True, "not allowed in passive": False}
MODIFIER = re.compile(r"\A\{(?P<label>\w+)\}\s+")
LABEL = re.compile(r"(?<=\])\{\w+\}")
MOST_FORMS = 1_000
"""The most facts that a line with nested brackets may expand to."""
MARK = re.compile(r"\[|\](?:\{(?P<label>\w+)\})?|[^\s\[\]]+")


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Annotation]:
    """Yield each sentence with its clusters, as synsets.

    A synset's ``statements`` are the cluster's lines with their labels. Its ``facts``, which BenchIE's rule compares,
    are the alternatives of all lines, without labels.
    """
    with collect_problems(problems) as report:
        builder = AnnotationBuilder(report)
        for line in content(path, encoding):
            try:
                yield from _take(line, builder, report)
            except FormatError as error:
                report.add(error)
        yield from builder.finish()


def render(annotations: Iterable[Annotation]) -> Iterator[str]:
    """Write sentences with their clusters, separated by lines of ``=``."""
    for index, annotation in enumerate(annotations):
        if index:
            yield "=" * 20
        sentence = annotation.sentence
        yield _checked_line(f"sent_id:{sentence.id}\t{sentence.text}", sentence)
        for synset in annotation.synsets:
            header = f"------ Cluster {synset.id} ------"
            if not HEADER.fullmatch(header):
                raise InputError(f"hindi-benchie cannot hold this id: expected letters and digits, found {synset.id!r}")
            yield header
            yield from _checked_statements(synset, sentence)


def parse_statement(line: Line, problems: Problems) -> tuple[Statement, list[Fact]]:
    """Read a line: the statement with its labels, and its wordings as facts without them."""
    label = MODIFIER.match(line.text)
    complaints: list[str] = []
    wordings: list[Wording] = []
    facts: list[Fact] = []
    for alternative in line.text[label.end() if label else 0 :].split("|OR|"):
        text, swap = _without_note(alternative.strip(), complaints)
        parts = text.split(" --> ")
        if len(parts) != 3:
            raise line.error(expected="subject --> relation --> object", found=repr(text))
        for part in parts:
            _check_brackets(line, part)
        subject, relation, object_ = map(parse_parts, parts)
        if _forms(subject) * _forms(relation) * _forms(object_) > MOST_FORMS:
            raise line.error(expected=f"brackets inside brackets with at most {MOST_FORMS:,} forms", found="more")
        wordings.append(Wording(subject, relation, object_, swap))
        facts += _facts(line, parts, complaints)
    if complaints:
        problems.repaired(line, "; ".join(dict.fromkeys(complaints)))
    return Statement(tuple(wordings), label["label"] if label else None, line=line.number), facts


def render_statement(statement: Statement) -> str:
    """Write a statement on one line; a statement that was read from a line is written so that it reads back equal."""
    label = f"{{{statement.label}}} " if statement.label is not None else ""
    return label + " |OR| ".join(map(_rendered, statement.wordings))


def _rendered(wording: Wording) -> str:
    text = " --> ".join(map(render_parts, wording))
    if wording.swap is None:
        return text
    return f"{text} <--{{{'allowed' if wording.swap else 'not allowed'} in passive}}"


def parse_parts(text: str) -> Parts:
    """Read a slot. As in BenchIE, a word with ``]`` and no ``[`` before it is left out.

    >>> parse_parts("head [of [the] firm]{a}")[1].label
    'a'
    """
    parts: list[str | OptionalPart] = []
    outer: list[list[str | OptionalPart]] = []
    for mark in MARK.finditer(_without_strays(text)):
        if mark[0] == "[":
            outer.append(parts)
            parts = []
        elif mark[0].startswith("]"):
            inner, parts = OptionalPart(tuple(parts), mark["label"]), outer.pop()
            parts.append(inner)
        else:
            parts.append(mark[0])
    return tuple(parts)


def render_parts(parts: Parts) -> str:
    """Write a slot with its brackets and labels."""
    return " ".join(
        part
        if isinstance(part, str)
        else f"[{render_parts(part.parts)}]" + ("" if part.label is None else f"{{{part.label}}}")
        for part in parts
    )


def flatten_slot(text: str) -> list[str]:
    """Turn a slot with nested brackets into slots without: once without the outer text, once with it.

    >>> flatten_slot("head [of [the] firm]")
    ['head', 'head of [the] firm']
    """
    depth, start = 0, 0
    for index, mark in enumerate(text):
        if mark == "[":
            start = index if depth == 0 else start
            depth += 1
        elif mark == "]" and depth:
            depth -= 1
            inner = text[start + 1 : index]
            if depth == 0 and "[" in inner:
                before, after = text[:start], text[index + 1 :]
                absent = " ".join(part for part in (before.rstrip(" "), after.lstrip(" ")) if part)
                return flatten_slot(absent) + flatten_slot(before + inner + after)
    return [text]


def _without_note(text: str, complaints: list[str]) -> tuple[str, bool | None]:
    """Remove the note at the end of an alternative, and say whether it allows a passive reading, if it says so."""
    start = NOTE.search(text)
    end = text.find("}", start.end()) if start else -1
    if start is None or end < 0:
        return text, None
    note = text[start.end() : end]
    if note not in PASSIVE:
        complaints.append(f"a fact without the note {text[start.start() : end + 1]!r}")
    return text[: start.start()].rstrip(), PASSIVE.get(note)


def _check_brackets(line: Line, text: str) -> None:
    depth = 0
    for sign in text:
        depth = max(0, depth + (sign == "[") - (sign == "]"))
        if depth > DEEPEST:
            raise line.error(expected=f"at most {DEEPEST} brackets inside one another", found=f"{text!r:.60}")


def _forms(parts: Parts) -> int:
    """Count the slots that ``flatten_slot`` would give."""
    inner = [part.parts for part in parts if isinstance(part, OptionalPart)]
    nested = [each for each in inner if any(isinstance(part, OptionalPart) for part in each)]
    return prod(1 + _forms(each) for each in nested)


def _facts(line: Line, parts: Sequence[str], complaints: list[str]) -> Iterator[Fact]:
    choices: list[list[Slot]] = []
    for part in parts:
        slots = [slot_of(line, flat) for flat in flatten_slot(LABEL.sub("", part))]
        choices.append([slot for slot, _ in slots])
        complaints += [complaint for _, wrong in slots for complaint in wrong]
    return (Fact(*slots, line=line.number) for slots in product(*choices))


def _without_strays(text: str) -> str:
    """Drop words with an unmatched closing bracket, and close brackets that are still open."""
    words, depth = [], 0
    for word in text.split():
        inside = depth
        for sign in word:
            inside += (sign == "[") - (sign == "]")
            if inside < 0:
                break
        else:
            words.append(word)
            depth = inside
    return " ".join(words) + "]" * depth


def _take(line: Line, builder: AnnotationBuilder, problems: Problems) -> Iterator[Annotation]:
    if line.text.startswith("sent_id"):
        sentence = sentence_from(line)
        yield from builder.finish()
        builder.start(line, sentence)
    elif RULE.fullmatch(line.text):
        return
    elif builder.sentence is None:
        raise line.error(expected="sent_id:ID<TAB>sentence first", found=repr(line.text))
    elif header := HEADER.fullmatch(line.text):
        id = builder.open(line, header["number"])
        if id != header["number"]:
            problems.repaired(line, f"cluster {id}")
    elif builder.synset is None:
        problems.repaired(line, "part of no synset, left out, for it stands before the sentence's first header")
    else:
        statement, facts = parse_statement(line, problems)
        _check_label(line, statement, builder.statements)
        builder.statements.append(statement)
        for fact in facts:
            builder.add(fact)


def _check_label(line: Line, statement: Statement, before: Sequence[Statement]) -> None:
    """Refuse a label that two statements of a cluster have, since it would be ambiguous."""
    for other in before:
        if statement.label is not None and statement.label == other.label:
            found = f"{statement.label!r}, which line {other.line} has"
            raise line.error(expected="a label of its own in its cluster", found=found)


def _checked_line(text: str, sentence: Sentence) -> str:
    if "\n" in text or "\r" in text or not SENTENCE.fullmatch(text):
        raise InputError(
            f"hindi-benchie cannot hold this sentence: expected an id without spaces and no line break, "
            f"found {sentence.id!r} {sentence.text!r}"
        )
    return text


def _checked_statements(synset: Synset, sentence: Sentence) -> Iterator[str]:
    """Write a cluster's statements; refuse a cluster that would not read back equal."""
    where = f"cluster {synset.id} of sentence {sentence.id}"
    if synset.facts and not synset.statements:
        raise InputError(f"hindi-benchie needs the statements of {where}: expected some, found only facts")
    facts: list[Fact] = []
    for statement in synset.statements:
        text = render_statement(statement)
        try:
            again, own = parse_statement(Line(Path("hindi-benchie"), 1, text), Problems())
        except FormatError as error:
            raise InputError(f"hindi-benchie cannot hold this statement: {error}") from None
        if again != statement or "\n" in text or "\r" in text:
            raise InputError(f"hindi-benchie cannot hold this statement: expected words, found {text!r}")
        facts += own
        yield text
    if tuple(facts) != synset.facts:
        raise InputError(f"hindi-benchie cannot hold {where}: expected the facts of its statements, found others")


def _fits(head: Sequence[str]) -> bool:
    return bool(SENTENCE.match(head[0])) and any(HEADER.fullmatch(text) for text in head)


HINDI_BENCHIE = Format(
    name="hindi-benchie",
    title="Hindi-BenchIE gold: clusters of statements with labelled modifiers",
    kind="synsets",
    looks="lines sent_id:ID<TAB>sentence and ------ Cluster N ------",
    read=read,
    fits=_fits,
    render=render,
)
