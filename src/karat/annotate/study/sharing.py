"""Who labels what: each task is given to some labellers, all of whom get about the same number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

from karat.model.study import Task


def share_out(tasks: Sequence[Task], labellers: Sequence[str], per_task: int, seed: int) -> dict[str, list[str]]:
    """Give each task to ``per_task`` labellers, all of them if there are no more; give the keys of each one's tasks.

    A hidden repeat goes to those who label the task that it repeats. Who has least comes next, and among those the one
    who has worked least with the others on the task, so that every pair of labellers shares about as many tasks.
    """
    random = Random(f"{seed} labellers")  # noqa: S311 - nothing is secret, and the seed must give the same again
    repeats = Counter(task.repeat_of for task in tasks if task.repeat_of is not None)
    loads = dict.fromkeys(labellers, 0)
    pairs: Counter[frozenset[str]] = Counter()
    chosen: dict[str, list[str]] = {}
    for task in tasks:
        if task.repeat_of is not None:
            continue
        team: list[str] = []
        for _ in range(min(per_task, len(labellers))):
            free = [name for name in labellers if name not in team]
            team.append(
                min(
                    free,
                    key=lambda name: (
                        loads[name],
                        sum(pairs[frozenset((name, other))] for other in team),
                        random.random(),
                    ),
                )
            )
        pairs.update(map(frozenset, combinations(team, 2)))
        for name in team:
            loads[name] += 1 + repeats[task.key]
        chosen[task.key] = team
    return {name: [task.key for task in tasks if name in chosen[task.repeat_of or task.key]] for name in labellers}
