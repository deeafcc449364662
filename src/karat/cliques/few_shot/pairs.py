"""Pairs of cliques: 1 to 4 sentences of one demonstrate, those of the other are the questions (ROBUST, 4.3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from karat.cliques.few_shot.prompts import Form, Pair, Prompt, check_ids, counts_of, ids, writer
from karat.errors import InputError
from karat.metrics.oie.carb import sentence_key
from karat.model import Clique, TupleAnnotation
from karat.systems.drawing import shuffle
from karat.systems.llm.template import Template, default_template


@dataclass(frozen=True, slots=True)
class CliquePair:
    """Two cliques without a sentence in common."""

    questions: Clique
    demonstrations: Clique


def clique_pairs(cliques: Sequence[Clique], count: int = 100, seed: int = 0, least: int = 1) -> list[CliquePair]:
    """Draw pairs of different cliques, none twice; in each, at least ``least`` sentences of the second have tuples.

    Two cliques with a sentence in common are no pair, because a demonstration would show the answer.
    """
    if count < 1:
        raise InputError(f"pairs: expected at least 1, found {count}")
    others = len(cliques) - 1
    texts = [frozenset(sentence_key(member.sentence.text) for member in clique.members) for clique in cliques]
    pairs: list[CliquePair] = []
    for number in shuffle(range(len(cliques) * max(others, 0)), seed, "pairs"):
        first, second = divmod(number, others)
        second += second >= first
        if texts[first].isdisjoint(texts[second]) and len(_solved(cliques[second])) >= max(least, 1):
            pairs.append(CliquePair(cliques[first], cliques[second]))
            if len(pairs) == count:
                return pairs
    raise InputError(f"pairs: expected {count} pairs of cliques that can be had, found {len(pairs)}")


def pair_prompts(
    pairs: Iterable[CliquePair],
    shots: Iterable[int] = (1, 2, 3, 4),
    seed: int = 0,
    template: Template | None = None,
    form: Form = "messages",
) -> Iterator[Prompt]:
    """Yield, for each pair and number of demonstrations, a prompt for each sentence of the first clique.

    All prompts of a pair have the same demonstrations, and a smaller number has the first of a larger one. A pair has
    no prompts for more demonstrations than its second clique has. A prompt's id is ``pair/sentence/number``.
    """
    counts = counts_of(shots)
    chosen = template or default_template()
    choices = f"pairs/seed:{seed}/template:{chosen.name}"
    write = writer(chosen, form)
    for number, pair in enumerate(pairs):
        check_ids([pair.questions, pair.demonstrations])
        of = Pair(number, pair.demonstrations.id)
        shown = list(shuffle(_solved(pair.demonstrations), seed, "pair", pair.questions.id, pair.demonstrations.id))
        for count in (each for each in counts if each <= len(shown)):
            given = shown[:count]
            for member in pair.questions.members:
                id = f"{number}/{member.sentence.id}/{count}"
                asked = write(member.sentence.text, given)
                yield Prompt(id, pair.questions.id, member.sentence, count, ids(given), asked, choices, of)


def _solved(clique: Clique) -> list[TupleAnnotation]:
    return [TupleAnnotation(member.sentence, member.extractions) for member in clique.members if member.extractions]
