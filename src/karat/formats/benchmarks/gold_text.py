"""Gold to be written by hand: sentences, and below each its facts, a paragraph for each with its wordings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from karat.errors import FormatError, InputError
from karat.formats.benchmarks.benchie_gold import checked_slot, parse_fact
from karat.formats.benchmarks.synsets import AnnotationBuilder
from karat.formats.format import Format
from karat.formats.problems import Problems, collect_problems
from karat.formats.text.input_file import Input
from karat.formats.text.lines import Line, lines
from karat.model import Annotation, Sentence

SENTENCE = re.compile(r"sentence (?P<id>\S+):(?: (?P<text>.*))?", re.DOTALL)
COMMENT = "#"
FACT = "subject --> relation --> object"
INSTRUCTIONS = """\
# Gold facts for Karat. Lines that start with # are comments.
#
# Below each sentence, write what it says, one fact in each paragraph:
#
#   sentence 1: Ann , a chemist , founded Bext in Ulm .
#
#   Ann --> founded --> Bext [in Ulm]
#   Bext --> [was] founded by --> Ann
#
#   Ann --> is --> [a] chemist
#
# - A fact is subject --> relation --> object, in the words of the sentence.
# - Words in [brackets] may be missing from an extraction.
# - Lines without a blank line between them are wordings of one fact: an
#   extraction that matches any of them finds it.
# - A sentence without facts stays as it is.
#
# karat gold lint FILE checks this file; karat evaluate OUT --gold FILE uses it."""
"""What a file to fill in says on top."""


def read(path: Input, encoding: str = "utf-8", problems: Problems | None = None) -> Iterator[Annotation]:
    """Yield each sentence with its facts; a file without any fact has not been filled in yet, which is an error."""
    with collect_problems(problems) as report:
        builder = AnnotationBuilder(report)
        sentences = facts = comments = 0
        new_fact = True
        for line in lines(path, encoding):
            if line.text.lstrip().startswith(COMMENT):
                comments += 1
                continue
            if not line.text.strip():
                new_fact = True
                continue
            try:
                if found := SENTENCE.fullmatch(line.text.strip()):
                    yield from builder.finish()
                    builder.start(line, Sentence(found["id"], (found["text"] or "").strip()))
                    sentences += 1
                    facts_of_sentence, new_fact = 0, True
                    continue
                if builder.sentence is None:
                    raise line.error(expected="a line `sentence ID: text` before its facts", found=f"{line.text!r:.80}")
                fact = parse_fact(_unindented(line), report)
                if new_fact:
                    facts_of_sentence += 1
                    builder.open(line, str(facts_of_sentence))
                builder.add(fact)
                facts, new_fact = facts + 1, False
            except FormatError as error:
                report.add(error)
        yield from builder.finish()
        if not sentences and not report.errors:
            raise FormatError(path, None, "a line `sentence ID: text`", "none in it" if comments else "an empty file")
        if not facts and not report.errors:
            found_none = f"{sentences} sentence{'s' * (sentences != 1)} without any"
            raise FormatError(path, None, f"facts below the sentences, each written as {FACT}", found_none)


def _unindented(line: Line) -> Line:
    text = line.text
    return line if text.startswith(" -->") else Line(line.path, line.number, text.lstrip(" "))


def render(annotations: Iterable[Annotation]) -> Iterator[str]:
    """Write sentences with their facts, separated by blank lines."""
    for index, annotation in enumerate(annotations):
        if index:
            yield ""
        sentence = annotation.sentence
        if not sentence.id or any(sign.isspace() for sign in sentence.id):
            raise InputError(f"gold-text cannot hold this id: expected no spaces, found {sentence.id!r}")
        if "\n" in sentence.text or "\r" in sentence.text:
            raise InputError(f"gold-text cannot hold a line break: expected none, found {sentence.text!r}")
        yield f"sentence {sentence.id}: {sentence.text}"
        for synset in annotation.synsets:
            yield ""
            if not synset.facts:
                raise InputError(f"gold-text cannot hold a fact without a wording: found one in sentence {sentence.id}")
            for fact in synset.facts:
                text = " --> ".join(map(checked_slot, fact))
                if text.startswith(COMMENT) or SENTENCE.fullmatch(text):
                    raise InputError(f"gold-text cannot hold this fact: expected no comment, found {text!r}")
                yield text


def _fits(head: Sequence[str]) -> bool:
    first = next((text for text in head if not text.lstrip().startswith(COMMENT)), "")
    return SENTENCE.fullmatch(first.strip()) is not None


GOLD_TEXT = Format(
    name="gold-text",
    title="Gold written by hand: sentences, and a paragraph for each fact",
    kind="synsets",
    looks="lines `sentence ID: text`, and below each its facts, subject --> relation --> object",
    read=read,
    fits=_fits,
    render=render,
)
