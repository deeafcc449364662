"""The question to a judge: which facts of a sentence an extraction states, and how its answer is read."""

from __future__ import annotations

import re
from hashlib import sha256

from karat.formats.text.slots import render_slot
from karat.metrics.oie.people.factuality import Sign, marked_signs
from karat.model import Annotation, Extraction, Fact

INSTRUCTIONS = """\
You are given a sentence, the facts that it states, and an extraction: a subject, a relation and an object that a \
program took from the sentence. Decide which of the facts the extraction states.

It states a fact if a careful reader would learn that fact from it. Other words, another inflection, another order and \
further details do not matter, as long as the sentence says the same. It does not state a fact that it lacks a part \
of, denies, weakens, or tells of someone or something else.

Answer with the numbers of these facts, with commas between them, or with the word none. Write nothing else."""
MOST_WORDINGS = 5
"""How many wordings of a fact are shown, the first ones of the gold."""

MARKS = {Sign.NEGATION: "negated (the sentence denies it)", Sign.POSSIBILITY: "only possible, not certain"}
"""How marks are said in a question."""

NUMBERS = re.compile(r"(?:facts? )?\d{1,4}(?:(?:\s*[,;&]\s*|\s+and\s+)(?:fact )?\d{1,4})*")
PREFIX = re.compile(r"^.*\banswer(?: is)?\s*:?\s*", re.IGNORECASE)
AROUND = " \t*_`\"'.[](){}:"
NONE = frozenset(["none", "none of them", "no fact", "no facts", "0"])


def write_question(annotation: Annotation, extraction: Extraction) -> str:
    """Write the question about one extraction; its words are parted by single spaces.

    Negative polarity and possibility are said below it; an extraction without them is asked about without a word.
    """
    lines = [
        f"Sentence: {annotation.sentence.text}",
        "",
        "Facts, each in some wordings; words in brackets are optional:",
    ]
    for number, synset in enumerate(annotation.synsets, 1):
        wordings = " or ".join(_wording(fact) for fact in synset.facts[:MOST_WORDINGS])
        lines.append(f"{number}. {wordings}")
    slots = "; ".join(" ".join(slot.split()) for slot in extraction.triple)
    marks = [MARKS[sign] for sign in Sign if sign in marked_signs(extraction)]
    marked = [f"The program marks this extraction as {' and '.join(marks)}."] if marks else []
    return "\n".join([*lines, "", f"Extraction: ({slots})", *marked])


def question_id(question: str) -> str:
    """Identify a question by the checksum of all that is asked, the instructions included."""
    return sha256(f"{INSTRUCTIONS}\0{question}".encode("utf-8", "surrogatepass")).hexdigest()[:20]


def read_answer(text: str, facts: int) -> tuple[int, ...] | None:
    """Read the facts that an answer names, counted from 0; ``None`` if it cannot be read.

    Models may think aloud first, so only the last line counts.

    >>> read_answer("1, 3", 4), read_answer("None.", 4), read_answer("So the answer is: **[2]**", 4)
    ((0, 2), (), (1,))
    >>> read_answer("5", 4), read_answer("It states the first fact.", 4)
    (None, None)
    """
    lines = [line for line in text.splitlines() if line.strip()]
    last = PREFIX.sub("", lines[-1]).strip(AROUND).lower() if lines else None
    if last is None:
        return None
    if last in NONE or (not last and "[]" in lines[-1]):
        return ()
    if NUMBERS.fullmatch(last) is None:
        return None
    numbers = sorted({int(number) for number in re.findall(r"\d+", last)})
    return tuple(number - 1 for number in numbers) if numbers[0] >= 1 and numbers[-1] <= facts else None


def _wording(fact: Fact) -> str:
    return f"({'; '.join(map(render_slot, fact))})"
