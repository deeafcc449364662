"""Score recorded answers against the cliques' gold, by number of demonstrations."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import get_args

from karat.cliques.few_shot.correlation import SyntaxComparison, correlations
from karat.cliques.few_shot.prompts import Prompt
from karat.errors import InputError
from karat.formats.llm.answers import Answer, FailureKind
from karat.metrics.oie.robust import CliqueScore, score_clique
from karat.model import Clique, Extraction, Member
from karat.results.cliques.few_shot import (
    AnswerCounts,
    Failure,
    FewShotResult,
    PairScore,
    PairsResult,
    ShotsResult,
    pair_means,
    shots_means,
)
from karat.results.statistics.resampling import Resampling


@dataclass(frozen=True, slots=True)
class AskedClique:
    """A clique's prompts with one number of demonstrations, and their answers, member by member."""

    clique: Clique
    prompts: tuple[Prompt, ...]
    answers: tuple[Answer, ...]

    @property
    def extractions(self) -> list[tuple[Extraction, ...]]:
        return [answer.extractions for answer in self.answers]

    @property
    def predicted(self) -> Clique:
        """The clique with the answers' tuples instead of the gold."""
        members = zip(self.clique.members, self.answers, strict=True)
        return Clique(self.clique.id, tuple(Member(each.sentence, answer.extractions) for each, answer in members))

    @property
    def score(self) -> CliqueScore:
        """The exact score of each sentence by CaRB."""
        for member in self.clique.members:
            if not member.extractions:
                raise InputError(
                    f"clique {self.clique.id!r}, sentence {member.sentence.id!r}: expected gold tuples, found none"
                )
        return score_clique(self.extractions, self.clique)


def fill_missing_gold(cliques: Iterable[Clique]) -> list[Clique]:
    """Give paraphrases without gold tuples those of their original."""
    return [
        replace(
            clique,
            members=tuple(
                each if each.extractions else replace(each, extractions=clique.members[0].extractions)
                for each in clique.members
            ),
        )
        for clique in cliques
    ]


class AnsweredPrompts:
    """Prompts with their answers, grouped into cliques; ``by_shots`` has them in the gold's order.

    A prompt about a sentence that is not in the gold, and a clique with a sentence without prompt, are errors.
    """

    def __init__(self, prompts: Sequence[Prompt], answers: Mapping[str, Answer], cliques: Sequence[Clique]) -> None:
        self.prompts = prompts
        self.answers = answers
        self.cliques = {clique.id: clique for clique in cliques}
        if not prompts:
            raise InputError("prompts: expected at least one, found none")
        self.in_pairs = prompts[0].pair is not None
        grouped: dict[tuple[int, int, str], dict[str, Prompt]] = defaultdict(dict)
        for prompt in prompts:
            self._check(prompt)
            grouped[prompt.shots, prompt.pair.number if prompt.pair else 0, prompt.clique][prompt.sentence.id] = prompt
        order = {id: position for position, id in enumerate(self.cliques)}
        self.by_shots: dict[int, list[AskedClique]] = {}
        for shots, _, id in sorted(grouped, key=lambda key: (key[0], key[1], order[key[2]])):
            group = grouped[shots, _, id]
            self.by_shots.setdefault(shots, []).append(self._asked(self.cliques[id], group, shots))

    @property
    def predictions(self) -> dict[int, list[Clique]]:
        """The cliques with the answers' tuples, by number of demonstrations; not for pairs, where cliques recur."""
        if self.in_pairs:
            raise InputError("predictions: expected prompts that are not of pairs, where a clique is asked about once")
        return {shots: [each.predicted for each in asked] for shots, asked in self.by_shots.items()}

    @property
    def has_gold(self) -> bool:
        """Whether any of the sentences asked about has gold."""
        return any(member.extractions for id in self._ids() for member in self.cliques[id].members)

    def counts(self, shots: int) -> AnswerCounts:
        """Count the answers to prompts with this number of demonstrations."""
        answers = [answer for asked in self.by_shots[shots] for answer in asked.answers]
        kinds = Counter(answer.failure for answer in answers)
        failures: dict[FailureKind, int] = {kind: kinds[kind] for kind in get_args(FailureKind)}
        return AnswerCounts(len(answers), sum(len(answer.extractions) for answer in answers), failures)

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The answers that could not be read completely, in the order of the prompts."""
        answers = ((prompt.id, self.answers[prompt.id]) for prompt in self.prompts)
        return tuple(Failure(id, answer.failure, answer.text) for id, answer in answers if answer.failure is not None)

    def result(
        self,
        name: str,
        gold: str,
        resampling: Resampling | None = Resampling(),  # noqa: B008 - frozen, so one default may serve all calls
        reading: Mapping[str, str] | None = None,
    ) -> FewShotResult:
        """Score all answers; ``reading`` names the choices made in reading answers and gold, for the signature.

        ``resampling=None`` omits intervals, and so does ``Resampling(resamples=0)``.
        """
        chosen = resampling or Resampling(resamples=0)
        choices = "+".join(dict.fromkeys(prompt.choices for prompt in self.prompts))
        if not self.in_pairs:
            shots = tuple(self._shots(each, chosen) for each in self.by_shots)
            return FewShotResult(
                name, gold, chosen, choices, shots=shots, failures=self.failures, reading=dict(reading or {})
            )
        pairs = self._pairs(chosen)
        return FewShotResult(
            name,
            gold,
            chosen,
            choices,
            pairs=pairs,
            correlations=correlations(pairs, chosen),
            failures=self.failures,
            reading=dict(reading or {}),
        )

    def _shots(self, shots: int, resampling: Resampling) -> ShotsResult:
        scores = tuple(asked.score for asked in self.by_shots[shots])
        return ShotsResult(shots, *shots_means(scores, resampling), self.counts(shots), scores)

    def _pairs(self, resampling: Resampling) -> tuple[PairsResult, ...]:
        syntax = SyntaxComparison(self.cliques.values())
        number = len({prompt.pair for prompt in self.prompts})
        results = []
        for shots, cliques in self.by_shots.items():
            scores = tuple(self._pair(asked, syntax) for asked in cliques)
            means = pair_means([score.clique for score in scores], resampling)
            results.append(PairsResult(shots, number - len(scores), *means, self.counts(shots), scores))
        return tuple(results)

    def _pair(self, asked: AskedClique, syntax: SyntaxComparison) -> PairScore:
        first = asked.prompts[0]
        assert first.pair is not None, "prompts of pairs know theirs"
        distance, similarity = syntax.means(asked.clique, first.demonstrations)
        return PairScore(first.pair.number, first.pair.demonstrations, asked.score, distance, similarity)

    def _check(self, prompt: Prompt) -> None:
        where = f"prompt {prompt.id!r}"
        if (prompt.pair is not None) != self.in_pairs:
            raise InputError(f"{where}: expected prompts all of pairs or none of them, found both")
        if prompt.clique not in self.cliques:
            raise InputError(f"{where}: expected a clique of the gold, found {prompt.clique!r}")
        members = self.cliques[prompt.clique].members
        if prompt.sentence not in [member.sentence for member in members]:
            raise InputError(
                f"{where}: expected a sentence of clique {prompt.clique!r}, "
                f"found {prompt.sentence.id!r}: {prompt.sentence.text!r:.80}"
            )

    def _asked(self, clique: Clique, group: Mapping[str, Prompt], shots: int) -> AskedClique:
        for member in clique.members:
            if member.sentence.id not in group:
                raise InputError(
                    f"clique {clique.id!r}: expected a prompt with {shots} demonstrations for each of its sentences, "
                    f"found none for {member.sentence.id!r}"
                )
        prompts = tuple(group[member.sentence.id] for member in clique.members)
        return AskedClique(clique, prompts, tuple(self.answers[prompt.id] for prompt in prompts))

    def _ids(self) -> Iterable[str]:
        return dict.fromkeys(prompt.clique for prompt in self.prompts)
