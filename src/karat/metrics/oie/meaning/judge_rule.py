"""The metric ``meaning`` by a judge: a language model's recorded answers name the facts that an extraction states."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from karat.algebra.scores.normaliser import CoveredF
from karat.errors import FormatError, InputError, quoted
from karat.formats.json.documents import object_on
from karat.formats.text.lines import lines
from karat.formats.text.slots import render_slot
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.facts import Triple
from karat.metrics.oie.meaning.meaning_rule import CreditRule, Decision, MeaningGold, with_triples
from karat.metrics.oie.people.factuality import Sign, marked_signs
from karat.model import Annotation, Extraction, Fact
from karat.one_line import one_line

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
"""How marks are worded in a question."""

NUMBERS = re.compile(r"(?:facts? )?\d{1,4}(?:(?:\s*[,;&]\s*|\s+and\s+)(?:fact )?\d{1,4})*")
PREFIX = re.compile(r"^.*\banswer(?: is)?\s*:?\s*", re.IGNORECASE)
AROUND = " \t*_`\"'.[](){}:"
NONE = frozenset(["none", "none of them", "no fact", "no facts", "0"])


def write_question(annotation: Annotation, extraction: Extraction) -> str:
    """Write the question about one extraction, with single spaces between words.

    Negative polarity and possibility are mentioned below the extraction, if it has them.
    """
    parts = [
        f"Sentence: {annotation.sentence.text}",
        "",
        "Facts, each in some wordings; words in brackets are optional:",
    ]
    for number, synset in enumerate(annotation.synsets, 1):
        wordings = " or ".join(_wording(fact) for fact in synset.facts[:MOST_WORDINGS])
        parts.append(f"{number}. {wordings}")
    slots = "; ".join(" ".join(slot.split()) for slot in extraction.triple)
    marks = [MARKS[sign] for sign in Sign if sign in marked_signs(extraction)]
    marked = [f"The program marks this extraction as {' and '.join(marks)}."] if marks else []
    return "\n".join([*parts, "", f"Extraction: ({slots})", *marked])


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


@dataclass(frozen=True, eq=False, slots=True)
class Answers:
    """The answers of one model, by the checksum of the question; ``None`` where the model gave none."""

    path: Path
    model: str
    digest: str
    """The first digits of the file's checksum."""
    texts: Mapping[str, str | None]

    __repr__ = one_line


def load_answers(path: Path) -> Answers:
    """Read a file of recorded answers; it is read once, as long as it does not change."""
    if not path.is_file():
        raise FormatError(path, None, "a file of recorded answers, as karat judge writes it", "no such file")
    status = path.stat()
    return _read(path, status.st_mtime_ns, status.st_size)


@lru_cache(4)
def _read(path: Path, changed: int, size: int) -> Answers:  # noqa: ARG001 - they make the file another one
    texts: dict[str, str | None] = {}
    model: str | None = None
    for line in lines(path):
        if line.blank:
            continue
        part = object_on(line)
        id, name = part.text("id"), part.text("model")
        if model is not None and name != model:
            raise line.error(expected=f"answers of {model}", found=f"one of {name}")
        if id in texts:
            raise line.error(expected="one answer to each question", found=f"a second one to {id}")
        model = name
        texts[id] = None if part.inner("answer").value is None else part.text("answer")
    if model is None:
        raise FormatError(path, None, "recorded answers, as karat judge writes them", "none")
    return Answers(path, model, sha256(path.read_bytes()).hexdigest()[:12], texts)


@dataclass(frozen=True)
class JudgeRule(CreditRule):
    """Each extraction is credited to the first synset that has it exactly, else to all that the judge names.

    One that is marked as denied or only possible is never exact, since its words lack what the marks say.
    """

    answers: Answers
    name: str = field(default="", compare=False)
    normaliser: CoveredF = field(default_factory=CoveredF)

    def __str__(self) -> str:
        return "F[exact, or as a judge answers]"

    def latex(self) -> str:
        return r"\mathrm{F}[\mathrm{exact,\ or\ as\ a\ judge\ answers}]"

    def choices(self) -> list[str]:
        return [
            f"judge:{self.answers.model.replace('|', '%7C')}",
            f"answers:{self.answers.digest}",
            "credit:as_answered",
            "avg:micro",
            self.normaliser.signature,
        ]

    def prepare(self, annotation: Annotation) -> MeaningGold:
        return MeaningGold(annotation)

    def decide(self, extraction: Extraction, triple: Triple, gold: MeaningGold) -> Decision:
        """Find the synsets that an extraction is credited with."""
        synsets = gold.annotation.synsets
        if not synsets:
            return Decision((), "")
        if not marked_signs(extraction) and (exact := gold.exact(triple)):
            return Decision(exact[:1], f"synset {synsets[exact[0]].id} has it")
        id = question_id(write_question(gold.annotation, extraction))
        if id not in self.answers.texts:
            sentence = gold.annotation.sentence
            said = quoted("; ".join(extraction.triple))
            raise InputError(
                f"{self.answers.path}: expected an answer about {said} in sentence {sentence.id}, found none; "
                "karat judge with the same outputs and gold asks for it"
            )
        text = self.answers.texts[id]
        named = None if text is None else read_answer(text, len(synsets))
        if named is None:
            answer = (
                "gave no answer" if text is None else f"answered {quoted(' '.join(text.split()))}, which names no fact"
            )
            return Decision((), f"the judge {answer}")
        if not named:
            return Decision((), "the judge finds it in no synset")
        ids = ", ".join(synsets[number].id for number in named)
        return Decision(named, f"the judge finds it in synset{'s' * (len(named) > 1)} {ids}")


def questions_about(extractions: Sequence[Extraction], gold: FactGold) -> Iterator[str]:
    """Write the questions about a sentence's extractions, but for those that a synset has exactly and without marks."""
    prepared = MeaningGold(gold.annotation)
    if gold.annotation.synsets:
        for extraction, triple in with_triples(extractions):
            if marked_signs(extraction) or not prepared.exact(triple):
                yield write_question(gold.annotation, extraction)
