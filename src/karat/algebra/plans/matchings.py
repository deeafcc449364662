"""Plans of matchings: the pairs that are alike, the matched ones among them, and their masses.

Not all pairs are compared where the elements' plan has keys, counts, or pairs of its own. Elements that are equal or
not are counted, those with keys are looked up, many documents at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from itertools import chain, product
from operator import and_, itemgetter
from typing import Any, NamedTuple

from karat.algebra.definitions.matching import Constraint, Ties
from karat.algebra.plans.atoms import EqualPlan, ProductPlan
from karat.algebra.plans.counting import Counting, family, shared
from karat.algebra.plans.plan import Keys, Plan, Result, SideNumber, keys_of
from karat.algebra.plans.reading import (
    PLAIN,
    SETS,
    all_keys,
    all_plain,
    all_sets,
    as_sets,
    by_hash,
    held,
    listed,
    once,
    wrap_all,
    wrap_row,
)
from karat.algebra.scores.alignment import Alignment, Match, arranged, shown
from karat.algebra.scores.corpus import Columns
from karat.algebra.scores.exact import Number, total
from karat.algebra.scores.normaliser import Masses
from karat.algebra.solvers.assignment import Cell, best_per_column, best_per_row, greedy, heaviest_then, one_to_one

_WHOLE = {int}
FEW = 4
"""Up to so many pairs for each element, pairs are compared one by one instead of in a table."""


def alike(predicted: list[Any], gold: list[Any], plan: Plan, *, grouped: bool = False) -> list[Cell]:
    """All pairs of similarity above 0, by the plan's keys, counts or own pairs; ``grouped`` objects have one key."""
    if not predicted or not gold:
        return []
    if plan.keyed and not grouped:
        return _under_keys(predicted, gold, plan)
    if plan.counting:
        return plan.counting.table(predicted, gold).weighed(plan.counting.formula)
    if plan.pairs:
        return _compared(predicted, gold, plan, plan.pairs(predicted, gold))
    if plan.keys and plan.keys.several:
        keys = _several(plan.keys.predicted, predicted), _several(plan.keys.gold, gold)
        return _compared(predicted, gold, plan, by_hash(_pairs_sharing, *keys, wrap_all))
    return _compared(predicted, gold, plan, product(range(len(predicted)), range(len(gold))))


def _compared(predicted: list[Any], gold: list[Any], plan: Plan, pairs: Iterable[tuple[int, int]]) -> list[Cell]:
    value = plan.value
    return [(row, column, weight) for row, column in pairs if (weight := value(predicted[row], gold[column]))]


def _several(keys: Callable[[Any], Iterable[Any]], elements: list[Any]) -> list[Iterable[Any]]:
    return [read if type(read := keys(each)) in PLAIN else list(read) for each in elements]


def _pairs_sharing(predicted: list[Any], gold: list[Any]) -> list[tuple[int, int]]:
    """The pairs that share one of their keys."""
    columns_of: dict[Any, list[int]] = {}
    for column, keys in enumerate(gold):
        for key in keys:
            columns_of.setdefault(key, []).append(column)
    return [
        (row, column)
        for row, keys in enumerate(predicted)
        for column in dict.fromkeys(column for key in keys for column in columns_of.get(key, ()))
    ]


def _under_keys(predicted: list[Any], gold: list[Any], plan: Plan) -> list[Cell]:
    """Compare only objects with equal keys."""
    assert plan.keys is not None
    rest = plan.keys.rest or plan
    keys = all_keys(plan.keys.predicted, predicted), all_keys(plan.keys.gold, gold)
    cells: list[Cell] = []
    for rows, columns in by_hash(_groups, *keys):
        if len(rows) * len(columns) <= FEW * (len(rows) + len(columns)):
            cells += _compared(predicted, gold, rest, product(rows, columns))
        else:
            inside = alike([predicted[row] for row in rows], [gold[column] for column in columns], rest, grouped=True)
            cells += [(rows[row], columns[column], weight) for row, column, weight in inside]
    return cells


def _groups(predicted_keys: list[Any], gold_keys: list[Any]) -> list[tuple[list[int], list[int]]]:
    """The rows and columns under each key that the gold side has."""
    groups: dict[Any, tuple[list[int], list[int]]] = {}
    for column, key in enumerate(gold_keys):
        group = groups.get(key)
        if group is None:
            groups[key] = ([], [column])
        else:
            group[1].append(column)
    for row, key in enumerate(predicted_keys):
        group = groups.get(key)
        if group is not None:
            group[0].append(row)
    return list(groups.values())


def choose(cells: list[Cell], constraint: Constraint, ties: Ties) -> list[Cell]:
    """Choose the matched pairs under a constraint."""
    if len(cells) < 2 or constraint is Constraint.N_TO_N:
        return cells
    if constraint is Constraint.ONE_TO_ONE:
        return one_to_one(cells)
    if constraint is Constraint.GREEDY:
        return greedy(cells)
    best_per = best_per_row if constraint is Constraint.N_TO_ONE else best_per_column
    return best_per(cells, spread=ties is Ties.SPREAD)


class Matched(NamedTuple):
    """The elements of both sides, the matched pairs with their credit, and the bound that a search proved."""

    predicted: list[Any]
    gold: list[Any]
    pairs: list[Cell]
    bound: Number | None = None


class MatchPlan(Plan):
    """A matching of two collections: finds the pairs that are alike, then chooses among them."""

    def __init__(
        self,
        inner: Plan,
        constraint: Constraint,
        ties: Ties = Ties.SPREAD,
        by: Plan | None = None,
        distinct: bool = False,
    ) -> None:
        self.inner = inner
        self.constraint = constraint
        self.ties = ties
        self.by = by
        self.distinct = distinct
        self.apart = inner.apart or constraint not in (Constraint.ONE_TO_ONE, Constraint.GREEDY)
        self.order_matters = inner.apart or by is not None or ties is Ties.FIRST or constraint is Constraint.GREEDY
        """The order of elements breaks ties, so that sets are sorted."""
        if inner.keys:
            self.keys = Keys(lambda value: self._keys(value, 0), lambda value: self._keys(value, 1), self, several=True)

    def _keys(self, value: Any, side: int) -> list[Any]:
        return [key for each in self.listed(value) for key in keys_of(self.inner, each, side)]

    def listed(self, value: Any) -> list[Any]:
        """The elements that are matched."""
        elements = listed(value)
        if self.order_matters and isinstance(value, (set, frozenset)):
            elements.sort(key=shown)
        return once(elements) if self.distinct else elements

    def collections(self, values: list[Any]) -> list[Any]:
        """The elements of many collections, each as a set, list or tuple."""
        plain = all_sets(values) if self.distinct else all_plain(values)
        return values if plain else list(map(self.listed, values))

    def matched(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Matched:
        """Match the elements of two collections."""
        mine, theirs = self.listed(predicted), self.listed(gold)
        return Matched(mine, theirs, self._matched_pairs(mine, theirs))

    def _matched_pairs(self, mine: list[Any], theirs: list[Any]) -> list[Cell]:
        """The matched pairs of two lists of elements, with their credit."""
        cells = alike(mine, theirs, self.by or self.inner)
        if self.inner.apart and not self.by and self.constraint is Constraint.ONE_TO_ONE:
            return self._covering(mine, theirs, cells)
        pairs = choose(cells, self.constraint, self.ties)
        if self.by:
            credited = ((one, other, self.inner.value(mine[one], theirs[other])) for one, other, _ in pairs)
            pairs = [each for each in credited if each[2]]
        return pairs

    def _covering(self, mine: list[Any], theirs: list[Any], cells: list[Cell]) -> list[Cell]:
        """Of several heaviest matchings, choose one that covers most of both sides, whatever the order of elements."""
        covered = [self.inner.sides(mine[row], theirs[column]) for row, column, _ in cells]
        return heaviest_then(cells, [one + other for one, other in covered])

    def value(self, predicted: Any, gold: Any) -> Number:
        return total([weight for _, _, weight in self.matched(predicted, gold).pairs])

    def own(self, value: Any, side: SideNumber) -> Number:
        if self.constraint is Constraint.N_TO_N:
            return self.value(value, value)
        return total(self.inner.owns(self.listed(value), side))

    def sides(self, predicted: Any, gold: Any) -> tuple[Number, Number]:
        if self.constraint is Constraint.N_TO_N:
            value = self.value(predicted, gold)
            return value, value
        mine, theirs, pairs, _ = self.matched(predicted, gold)
        return self._side_masses(mine, theirs, pairs)

    def _side_masses(self, mine: list[Any], theirs: list[Any], pairs: list[Cell]) -> tuple[Number, Number]:
        """The matched mass of each side, from the matched pairs."""
        if not pairs:
            return 0, 0
        if not self.apart:
            matched = total([weight for _, _, weight in pairs])
            return matched, matched
        here: dict[int, list[Number]] = {}
        there: dict[int, list[Number]] = {}
        for row, column, weight in pairs:
            one, other = self.inner.sides(mine[row], theirs[column]) if self.inner.apart else (weight, weight)
            here.setdefault(row, []).append(one)
            there.setdefault(column, []).append(other)
        if self.constraint is Constraint.N_TO_N:
            # No element is matched by more than its mass: [2] against [2, 2] has precision 1, not 2.
            return (
                total([min(total(each), self.inner.own(mine[row], 0)) for row, each in here.items()]),
                total([min(total(each), self.inner.own(theirs[column], 1)) for column, each in there.items()]),
            )
        return total([max(each) for each in here.values()]), total([max(each) for each in there.values()])

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        mine, theirs, pairs, bound = self.matched(predicted, gold, time_limit)
        one, other = self._side_masses(mine, theirs, pairs)
        if bound is not None:
            # The search bounds the sum over all pairs, of which a side may have less; the gap stays the same.
            bound = one + (bound - total([weight for *_, weight in pairs]))
        return Result(
            Masses(
                one,
                total(self.inner.owns(mine, 0)),
                other,
                total(self.inner.owns(theirs, 1)),
            ),
            bound,
        )

    def align(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Alignment:
        mine, theirs, pairs, _ = self.matched(arranged(predicted), arranged(gold), time_limit)
        return self._aligned(mine, theirs, pairs)

    def _aligned(self, mine: list[Any], theirs: list[Any], pairs: list[Cell]) -> Alignment:
        """The matched pairs with what is inside them, and what is left."""
        matches = tuple(
            Match(mine[row], theirs[column], weight, self.inner.inside(mine[row], theirs[column]))
            for row, column, weight in pairs
        )
        rows, columns = {row for row, _, _ in pairs}, {column for _, column, _ in pairs}
        return Alignment(
            matches,
            tuple(each for row, each in enumerate(mine) if row not in rows),
            tuple(each for column, each in enumerate(theirs) if column not in columns),
        )

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        return (("", self.align(predicted, gold)),)


class LiteralPlan(Plan):
    """A matching divided as the equation is printed: Σ(P,R) by Σ(P,P) and Σ(R,R), which can pass 1 under → and ←."""

    def __init__(self, inner: Plan) -> None:
        self.inner = inner

    def value(self, predicted: Any, gold: Any) -> Number:
        return self.inner.value(predicted, gold)

    def align(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Alignment:
        return self.inner.align(predicted, gold, time_limit)

    def inside(self, predicted: Any, gold: Any) -> tuple[tuple[str, Alignment], ...]:
        return self.inner.inside(predicted, gold)


class DiscreteMatchPlan(MatchPlan):
    """A matching of elements that are equal or not: counts shared keys."""

    def __init__(
        self, inner: Plan, constraint: Constraint, ties: Ties, distinct: bool, inner_definition: object
    ) -> None:
        super().__init__(inner, constraint, ties, None, distinct)
        self.counts = constraint in (Constraint.ONE_TO_ONE, Constraint.GREEDY)
        """The matched mass is the number of shared elements."""
        self.elements = (self._reader(0), self._reader(1))
        if self.counts:
            self.counting = Counting(
                *self.elements,
                lambda both, mine, theirs: both,
                family(inner_definition, distinct),
                keeps_sets=isinstance(inner, EqualPlan),
                splits=True,
            )

    def _reader(self, side: int) -> Callable[[Any], Any]:
        """Make a function that reads the elements' keys from a collection; a set of keys is read as it is."""
        assert self.inner.keys is not None
        key = self.inner.keys.of(side)
        plain = isinstance(self.inner, EqualPlan)

        def read(value: Any) -> Any:
            if not plain:
                return all_keys(key, self.listed(value))
            if type(value) in SETS or type(value := held(value)) in SETS:
                return value
            return self.listed(value)

        return read

    def masses(self, predicted: Any, gold: Any, time_limit: float | None = None) -> Result:
        if not self.counts:
            return super().masses(predicted, gold, time_limit)
        elements, gold_elements = self.elements[0](predicted), self.elements[1](gold)
        if type(elements) not in SETS or type(gold_elements) not in SETS:
            (elements,), (gold_elements,) = as_sets([elements], [gold_elements])
        both = shared(elements, gold_elements)
        return Result(Masses(both, len(elements), both, len(gold_elements)))

    def value(self, predicted: Any, gold: Any) -> Number:
        if self.constraint is Constraint.ONE_TO_ONE:
            return self.masses(predicted, gold).masses.matched_predicted
        return super().value(predicted, gold)

    def own(self, value: Any, side: SideNumber) -> Number:
        if not self.counts:
            return super().own(value, side)
        if type(value) in SETS or type(value := held(value)) in SETS:
            return len(value)
        return len(self.listed(value))

    def values(self, predicted: list[Any], gold: list[Any]) -> list[Number]:
        if self.constraint is not Constraint.ONE_TO_ONE:
            return super().values(predicted, gold)
        return self._shared(self.collections(predicted), self.collections(gold))

    def owns(self, values: list[Any], side: SideNumber) -> list[Number]:
        return list(map(len, self.collections(values))) if self.counts else super().owns(values, side)

    def columns(self, predicted: list[Any], gold: list[Any]) -> Columns:
        if self.constraint is not Constraint.ONE_TO_ONE:
            return super().columns(predicted, gold)
        mine, theirs = self.collections(predicted), self.collections(gold)
        both = self._shared(mine, theirs)
        return Columns(both, list(map(len, mine)), both, list(map(len, theirs)), [None] * len(both))

    def _shared(self, mine: list[Any], theirs: list[Any]) -> list[Number]:
        """How many elements each collection shares with its counterpart."""
        if self._own_keys(mine, theirs):
            return list(map(len, map(and_, mine, theirs)))
        assert self.inner.keys is not None
        rows, gold_rows = _rows(self.inner.keys.predicted, mine), _rows(self.inner.keys.gold, theirs)
        counts = by_hash(_shared_rows, rows, gold_rows, wrap_row)
        return [counts[number] for number in range(len(mine))]

    def _own_keys(self, *sides: list[Any]) -> bool:
        """Whether all collections are sets whose elements are equal exactly if their keys are."""
        if not all_sets(chain(*sides)):
            return False
        if isinstance(self.inner, EqualPlan):
            return True
        names = self.inner.equal_fields if isinstance(self.inner, ProductPlan) else None
        if names is None:
            return False
        kinds: set[Any] = set(map(type, chain.from_iterable(chain(*sides))))
        return len(kinds) <= 1 and all(_equal_by(kind, names) for kind in kinds)


def _rows(key: Callable[[Any], Any], documents: list[Any]) -> list[tuple[int, Any]]:
    """The keys of all documents' elements, each behind the number of its document."""
    numbers = [number for number, elements in enumerate(documents) for _ in elements]
    return list(zip(numbers, all_keys(key, list(chain.from_iterable(documents))), strict=True))


def _shared_rows(rows: list[Any], gold_rows: list[Any]) -> Counter[int]:
    """How many rows both sides have, by the number of the document that each row begins with."""
    unique = set(rows)
    both: Iterable[Any] = unique.intersection(gold_rows)
    if len(unique) < len(rows) and len(set(gold_rows)) < len(gold_rows):
        both = (Counter(rows) & Counter(gold_rows)).elements()
    return Counter(map(itemgetter(0), both))


@lru_cache(256)
def _equal_by(kind: Any, names: frozenset[str]) -> bool:
    """Whether objects of a kind are equal exactly if these fields are."""
    compared = compared_fields(kind)
    if compared is not None:
        return names == set(compared) == {field.name for field in fields(kind)}
    return issubclass(kind, tuple) and kind.__eq__ is tuple.__eq__ and set(getattr(kind, "_fields", ())) == names


@lru_cache(256)
def compared_fields(kind: Any) -> tuple[str, ...] | None:
    """The fields by which objects of a dataclass are equal; ``None`` for what has another equality."""
    if not is_dataclass(kind):
        return None
    # The decorator compiles its methods inside a function of its own, whose name stays with the code. Should a later
    # Python name it otherwise, objects are compared whole: slower, with the same result.
    code = getattr(vars(kind).get("__eq__"), "__code__", None)
    if code is None or not code.co_qualname.startswith("__create_fn__."):
        return None
    return tuple(field.name for field in fields(kind) if field.compare)


class KeyedMatchPlan(MatchPlan):
    """A one-to-one matching of elements that can be alike only under equal keys."""

    def __init__(self, inner: Plan, keys: Keys, distinct: bool) -> None:
        super().__init__(inner, Constraint.ONE_TO_ONE, distinct=distinct)
        self.inner_keys = keys

    def columns(self, predicted: list[Any], gold: list[Any]) -> Columns:
        """Look the elements of all documents up at once; a document in which a key is repeated is matched by itself."""
        mine, theirs = self.collections(predicted), self.collections(gold)
        elements, gold_elements = list(chain.from_iterable(mine)), list(chain.from_iterable(theirs))
        rows, gold_rows = _rows(self.inner_keys.predicted, mine), _rows(self.inner_keys.gold, theirs)
        numbers, gold_numbers = [number for number, _ in rows], [number for number, _ in gold_rows]
        partners, repeated = by_hash(_partners, rows, gold_rows, wrap_row)
        matched_rows = [row for row, column in enumerate(partners) if column is not None]
        columns = [column for column in partners if column is not None]
        values = (self.inner_keys.rest or self.inner).values(
            [elements[row] for row in matched_rows], [gold_elements[column] for column in columns]
        )
        matched = _sums([numbers[row] for row in matched_rows], values, len(mine))
        if len(set(columns)) < len(columns):
            repeated |= _repeated([gold_numbers[column] for column in columns], columns)
        for number in repeated:
            matched[number] = self.value(predicted[number], gold[number])
        masses = _sums(numbers, self.inner.owns(elements, 0), len(mine))
        gold_masses = _sums(gold_numbers, self.inner.owns(gold_elements, 1), len(mine))
        return Columns(matched, masses, matched, gold_masses, [None] * len(mine))


def _partners(rows: list[Any], gold_rows: list[Any]) -> tuple[list[int | None], set[int]]:
    """The place of the gold row that equals each row, and the documents in which a gold row is repeated."""
    place_of = dict(zip(gold_rows, range(len(gold_rows)), strict=True))
    unique = len(place_of) == len(gold_rows)
    return list(map(place_of.get, rows)), set() if unique else _repeated([number for number, _ in gold_rows], gold_rows)


def _repeated(numbers: list[int], values: list[Any]) -> set[int]:
    """The numbers of the documents in which a value occurs more than once."""
    times = Counter(values)
    return {number for number, value in zip(numbers, values, strict=True) if times[value] > 1}


def _sums(numbers: list[int], masses: Sequence[Number], documents: int) -> list[Number]:
    """The sum of each document's masses, which come with the documents' numbers."""
    by_document: list[Number] = [0] * documents
    if _WHOLE.issuperset(map(type, masses)):
        for number, mass in zip(numbers, masses, strict=True):
            by_document[number] += mass
        return by_document
    parts: dict[int, list[Number]] = {}
    for number, mass in zip(numbers, masses, strict=True):
        parts.setdefault(number, []).append(mass)
    for number, each in parts.items():
        by_document[number] = total(each)
    return by_document
