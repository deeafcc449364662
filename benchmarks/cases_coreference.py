"""MUC, B³ and CEAF φ4 of one document, beside scorch and, where it is not too slow, metametric."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

from case import Case

from karat import algebra as k
from karat.metrics import B_CUBED, CEAF_PHI4, MUC

Found = list[float]
METRICS = (MUC, B_CUBED, CEAF_PHI4)


class Given:
    """A document: entities of some mentions each; of the predicted mentions some are missing, some in a wrong one."""

    def __init__(self, mentions: int, each: float = 4, seed: int = 1) -> None:
        draw = random.Random(seed)
        entities = max(1, int(mentions / each))
        gold: dict[int, set[tuple[int, int]]] = {}
        predicted: dict[int, set[tuple[int, int]]] = {}
        for number in range(mentions):
            mention, entity = (3 * number, 3 * number + draw.randrange(3)), draw.randrange(entities)
            gold.setdefault(entity, set()).add(mention)
            if draw.random() < 0.9:
                wrong = draw.random() < 0.1
                # As read from two files: an equal mention, not the same object.
                predicted.setdefault(draw.randrange(entities) if wrong else entity, set()).add((*mention,))
        self.gold = [frozenset(each) for each in gold.values()]
        self.predicted = [frozenset(each) for each in predicted.values()]

    @cached_property
    def as_sets(self) -> tuple[list[set[Any]], list[set[Any]]]:
        """The same in sets, which scorch wants."""
        return [set(each) for each in self.predicted], [set(each) for each in self.gold]

    @cached_property
    def for_metametric(self) -> tuple[Any, Any]:
        """The same in metametric's own types."""
        from metametric.structures.ie import Entity, EntitySet, Mention

        def turned(side: list[frozenset[tuple[int, int]]]) -> Any:
            return EntitySet([Entity([Mention(*mention) for mention in sorted(each)]) for each in side])

        return turned(self.predicted), turned(self.gold)


def by_karat(given: Given) -> Found:
    return [score.f1 or 0.0 for score in k.score_all(METRICS, given.predicted, given.gold)]


def by_scorch(given: Given) -> Found:
    from scorch.scores import b_cubed, ceaf_e, muc

    predicted, gold = given.as_sets
    return [metric(gold, predicted)[2] for metric in (muc, b_cubed, ceaf_e)]


def by_metametric(given: Given) -> Found:
    from metametric.metrics.coref import coref_suite

    state = coref_suite.new()
    state.update_single(*given.for_metametric)
    found = state.compute()
    return [found["muc-f1"], found["b_cubed-f1"], found["ceaf_phi4-f1"]]


def same(ours: Found, theirs: Found) -> bool:
    return all(abs(one - other) < 1e-9 for one, other in zip(ours, theirs, strict=True))


def case(mentions: int, shape: str, each: float) -> Case:
    return Case(
        f"coreference/muc, b³, ceaf φ4{shape}",
        f"{mentions:,} mentions",
        lambda: Given(mentions, each),
        by_karat,
        {"scorch": by_scorch, **({"metametric": by_metametric} if mentions <= 100 else {})},
        same,
        target=15 if mentions >= 100 else None,
    )


CASES = (
    *(case(mentions, "", 4) for mentions in (10, 100, 1_000, 5_000)),
    # As in corpora that mark singletons: of a third or so of the entities there is one mention.
    *(case(mentions, ", singletons", 2) for mentions in (100, 1_000)),
)
