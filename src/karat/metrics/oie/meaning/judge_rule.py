"""The metric ``meaning`` by a judge: a language model's recorded answers say which facts an extraction states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from karat.algebra.scores.normaliser import CoveredF
from karat.errors import InputError, quoted
from karat.metrics.oie.benchie import FactGold
from karat.metrics.oie.facts import Triple
from karat.metrics.oie.meaning.answers import Answers
from karat.metrics.oie.meaning.meaning_rule import CreditRule, Decision, MeaningGold, with_triples
from karat.metrics.oie.meaning.questions import question_id, read_answer, write_question
from karat.metrics.oie.people.factuality import marked_signs
from karat.model import Annotation, Extraction


@dataclass(frozen=True)
class JudgeRule(CreditRule):
    """Each extraction is credited to the first synset that has it exactly, else to all that the judge names.

    One that is marked as denied or only possible is never exact, since its words do not say all.
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
