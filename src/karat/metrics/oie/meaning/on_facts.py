"""How ``meaning`` is used by `evaluate`: all texts of a system are embedded together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from karat.metrics.oie.meaning.embedder import USUAL_WEIGHTS, load_embedder
from karat.metrics.oie.meaning.judge_rule import JudgeRule, load_answers
from karat.metrics.oie.meaning.meaning_rule import MEANING, MeaningRule
from karat.metrics.oie.oie_metric import Choices, Extractions, Measured, OieMetric, RuleMetric, synsets_of
from karat.one_line import one_line


@dataclass(frozen=True, kw_only=True)
class _MeaningOnFacts(RuleMetric):
    rule: MeaningRule | JudgeRule

    __repr__ = one_line

    def measure(self, extractions: Extractions, gold: Sequence[Any], choices: Choices) -> Iterator[Measured]:
        rule = self.under(None, answers=choices.meaning_answers).rule
        assert isinstance(rule, (MeaningRule, JudgeRule))
        prepared = [rule.prepared(facts) for facts in gold]
        own: dict[str, str] = {}
        if isinstance(rule, MeaningRule):
            rule.embed(extractions, prepared)
            # Without gold, only the names of the choices are asked for, and no weights need be there.
            own["weights"] = load_embedder().name if gold else USUAL_WEIGHTS
        scores = rule.corpus(extractions, prepared)
        yield Measured(self.name, None, scores, rule.signature, own)

    def under(self, facet: str | None, people_steps: Sequence[str] = (), answers: Path | None = None) -> OieMetric:
        """Get the metric by a judge's recorded answers, if there are any."""
        if answers is None:
            return self
        rule = JudgeRule(load_answers(answers)).named(self.name)
        return replace(self, metric=rule, rule=rule, wanted=rule.prepared)


MEANING_ON_FACTS = _MeaningOnFacts(
    metric=MEANING,
    title="Meaning",
    gold="facts",
    wanted=MEANING.prepared,
    items=synsets_of,
    nary=MEANING.nary,
    rule=MEANING,
    obeys=("meaning_answers",),
)
