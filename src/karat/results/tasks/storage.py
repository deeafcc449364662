"""Choose where the documents of a task are kept while they are scored: in memory, or in a scratch folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from karat.formats import InputFile
from karat.results.outputs import Source
from karat.results.parallel.workers import LARGE, choose_workers
from karat.results.parts.scratch import scratch_folder
from karat.results.tasks.documents import Storage


@contextmanager
def storage_for(
    outputs: Mapping[str, object],
    gold: object,
    workers: int | None = None,
    cluster: str | None = None,
    scratch: Source | None = None,
) -> Iterator[Storage]:
    """Keep small inputs in memory, unless processes, a cluster or a scratch folder are asked for."""
    size = _size([*outputs.values(), gold])
    chosen = choose_workers(workers, cluster, size if size >= LARGE else 0)
    if chosen.is_serial and scratch is None and size < LARGE:
        yield Storage()
        return
    with scratch_folder(scratch) as folder:
        yield Storage(folder, chosen)


def _size(sources: Iterable[object]) -> int:
    """The size of all files; one on the network whose size is not known counts as large."""
    sizes = [(source, source.size()) for source in sources if isinstance(source, InputFile)]
    return sum((LARGE if source.url else 0) if size is None else size for source, size in sizes)
