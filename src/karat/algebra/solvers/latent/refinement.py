"""A quick mapping of variables by colour refinement (Weisfeiler and Leman, 1968), where there is no time for a search.

Variables are coloured by the elements that they occur in, then by the colours of their neighbours in these elements;
those of equal colours are mapped to each other, the finest colours first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

Element = tuple[Hashable, tuple[int, ...]]
"""What must be equal in two elements, and the numbers of its variables."""

ROUNDS = 3


def refined_mapping(predicted: Sequence[Element], gold: Sequence[Element]) -> dict[int, int]:
    """Map predicted to gold variables one to one.

    >>> refined_mapping([("boy", (0,)), ("go", (1,)), ("who", (1, 0))], [("go", (0,)), ("who", (0, 1)), ("boy", (1,))])
    {0: 1, 1: 0}
    """
    numbers: dict[Hashable, int] = {}
    sides = [[_colours(elements, numbers)] for elements in (predicted, gold)]
    for _ in range(ROUNDS):
        for levels, elements in zip(sides, (predicted, gold), strict=True):
            levels.append(_refined(elements, levels[-1], numbers))
    mapping: dict[int, int] = {}
    taken: set[int] = set()
    for ours, theirs in [*zip(*(reversed(levels) for levels in sides), strict=True), (None, None)]:
        left = [variable for variable in sides[0][0] if variable not in mapping]
        free: dict[int, list[int]] = {}
        for variable in reversed(sides[1][0]):
            if variable not in taken:
                free.setdefault(0 if theirs is None else theirs[variable], []).append(variable)
        for variable in left:
            choices = free.get(0 if ours is None else ours[variable])
            if choices:
                mapping[variable] = choices.pop()
                taken.add(mapping[variable])
    return mapping


def _colours(elements: Sequence[Element], numbers: dict[Hashable, int]) -> dict[int, int]:
    """Colour each variable by the elements that have no other variable."""
    occurrences: dict[int, Counter[Hashable]] = {}
    for key, variables in elements:
        for variable in variables:
            seen = occurrences.setdefault(variable, Counter())
            if len(variables) == 1:
                seen[key] += 1
    return {variable: _number(frozenset(seen.items()), numbers) for variable, seen in occurrences.items()}


def _refined(elements: Sequence[Element], colours: dict[int, int], numbers: dict[Hashable, int]) -> dict[int, int]:
    """Tell variables of one colour apart by the colours of their neighbours."""
    occurrences: dict[int, Counter[Hashable]] = {variable: Counter() for variable in colours}
    for key, variables in elements:
        if len(variables) > 1:
            around = tuple(colours[variable] for variable in variables)
            for position, variable in enumerate(variables):
                occurrences[variable][key, position, around] += 1
    return {
        variable: _number((colours[variable], frozenset(seen.items())), numbers)
        for variable, seen in occurrences.items()
    }


def _number(colour: Hashable, numbers: dict[Hashable, int]) -> int:
    return numbers.setdefault(colour, len(numbers))
