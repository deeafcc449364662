"""Share items out among people, each to as many as a project asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence


def share_out(
    items: Iterable[tuple[int, Collection[int]]], people: Sequence[int], wanted: int, loads: Mapping[int, int]
) -> dict[int, list[int]]:
    """Choose the items that each person gets, so that every item has ``wanted`` people, those it has counted in.

    ``items`` come with the people who have them already, and ``loads`` says how many items each person has. Those with
    the fewest items come first; of these, those who share the fewest items with the item's other people, so that
    everybody can be compared with everybody.
    """
    shares: dict[int, list[int]] = {person: [] for person in people}
    counts = Counter(dict(loads))
    together: Counter[frozenset[int]] = Counter()
    for item, holders in items:
        chosen = list(holders)
        while len(chosen) < wanted:
            free = [person for person in people if person not in chosen]
            if not free:
                break
            person = min(free, key=lambda each: (counts[each], sum(together[frozenset({each, one})] for one in chosen)))
            together.update(frozenset({person, other}) for other in chosen)
            chosen.append(person)
            counts[person] += 1
            shares[person].append(item)
    return shares
