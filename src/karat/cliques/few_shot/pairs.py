"""Pairs of cliques: one shows 1 to 4 of its sentences, the sentences of the other are asked about (ROBUST, 4.3.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from karat.cliques.few_shot.drawing import drawn
from karat.cliques.few_shot.prompts import Form, Pair, Prompt, check_ids, counts_of, ids, writer
from karat.cliques.few_shot.template import Template, default_template
from karat.errors import InputError
from karat.metrics.oie.carb import sentence_key
from karat.model import Clique, TupleAnnotation


@dataclass(frozen=True, slots=True)
class CliquePair:
    """Two cliques without a sentence in common."""

    questions: Clique
    demonstrations: Clique


def clique_pairs(cliques: Sequence[Clique], count: int = 100, seed: int = 0, least: int = 1) -> list[CliquePair]:
    """Draw pairs of different cliques, none twice; in each, ``least`` sentences or more of the second have tuples.

    Two cliques with a sentence in common are no pair: to be shown it would be to be shown the answer.
    """
    if count < 1:
        raise InputError(f"pairs: expected at least 1, found {count}")
    others = len(cliques) - 1
    texts = [frozenset(sentence_key(member.sentence.text) for member in clique.members) for clique in cliques]
    found: list[CliquePair] = []
    for number in drawn(range(len(cliques) * max(others, 0)), seed, "pairs"):
        one, other = divmod(number, others)
        other += other >= one
        if texts[one].isdisjoint(texts[other]) and len(_solved(cliques[other])) >= max(least, 1):
            found.append(CliquePair(cliques[one], cliques[other]))
            if len(found) == count:
                return found
    raise InputError(f"pairs: expected {count} pairs of cliques that can be had, found {len(found)}")


def pair_prompts(
    pairs: Iterable[CliquePair],
    shots: Iterable[int] = (1, 2, 3, 4),
    seed: int = 0,
    template: Template | None = None,
    form: Form = "messages",
) -> Iterator[Prompt]:
    """Yield, for each pair and number of demonstrations, a prompt for each sentence of the first clique.

    All sentences of a pair are shown the same, and fewer demonstrations are the first of more. A pair has no prompts
    for a number of demonstrations that its second clique has not got. A prompt's id is ``pair/sentence/number``.
    """
    counts = counts_of(shots)
    chosen = template or default_template()
    choices = f"pairs/seed:{seed}/template:{chosen.name}"
    write = writer(chosen, form)
    for number, pair in enumerate(pairs):
        check_ids([pair.questions, pair.demonstrations])
        of = Pair(number, pair.demonstrations.id)
        shown = list(drawn(_solved(pair.demonstrations), seed, "pair", pair.questions.id, pair.demonstrations.id))
        for count in (each for each in counts if each <= len(shown)):
            given = shown[:count]
            for member in pair.questions.members:
                id = f"{number}/{member.sentence.id}/{count}"
                asked = write(member.sentence.text, given)
                yield Prompt(id, pair.questions.id, member.sentence, count, ids(given), asked, choices, of)


def _solved(clique: Clique) -> list[TupleAnnotation]:
    return [TupleAnnotation(each.sentence, each.extractions) for each in clique.members if each.extractions]
