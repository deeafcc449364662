"""Which token of the sentence each word of a triple is, where a word occurs several times."""

from __future__ import annotations

from collections.abc import Sequence

GAP, BACK, SAME = 4, 12, 1_000
"""What it costs to skip tokens, to go back, and to use a token again; the next token costs nothing."""


def align_words(words: Sequence[str], tokens: Sequence[str]) -> list[int | None]:
    """Find the token of each word; ``None`` for a word that is no token.

    Of all ways, one with the fewest breaks is chosen: each next word should be the next token, else a later one, the
    closer the better (Viterbi over the words' occurrences). Of equal ways the one that begins earliest is chosen.
    """
    occurrences: dict[str, list[int]] = {}
    for index, token in enumerate(tokens):
        occurrences.setdefault(token, []).append(index)
    known = [(index, occurrences[word]) for index, word in enumerate(words) if word in occurrences]
    aligned: list[int | None] = [None] * len(words)
    if not known:
        return aligned
    costs = dict.fromkeys(known[0][1], 0.0)
    steps: list[dict[int, int]] = []
    for _, places in known[1:]:
        following, step = {}, {}
        for place in places:
            following[place], step[place] = min(
                (cost + _step_cost(before, place, len(tokens)), before) for before, cost in costs.items()
            )
        steps.append(step)
        costs = following
    place = min(costs, key=lambda each: (costs[each], each))
    for (index, _), step in zip(reversed(known[1:]), reversed(steps), strict=True):
        aligned[index] = place
        place = step[place]
    aligned[known[0][0]] = place
    return aligned


def _step_cost(before: int, place: int, size: int) -> float:
    distance = place - before
    if distance == 1:
        return 0
    if distance == 0:
        return SAME
    return (GAP if distance > 0 else BACK) + abs(distance) / (size + 1)
