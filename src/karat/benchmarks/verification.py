"""Check the files on this machine against the published checksums."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from karat.benchmarks.dataset import DataFile, Dataset
from karat.benchmarks.download import difference, digest
from karat.benchmarks.registry import data_folder, folder_of, present
from karat.one_line import one_line


@dataclass(frozen=True, slots=True)
class Alteration:
    """A file that is not the published one."""

    path: str
    difference: str

    __repr__ = one_line


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of checking one dataset.

    ``missing`` are files that should be on this machine; ``absent`` are files that have not been downloaded yet.
    """

    dataset: str
    place: str
    checked: int
    size: int
    altered: tuple[Alteration, ...] = ()
    missing: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()

    __repr__ = one_line

    @property
    def right(self) -> bool:
        """Whether nothing is altered and nothing missing."""
        return not self.altered and not self.missing


def verify(dataset: Dataset, whole: bool = False, progress: Callable[[int], None] = lambda _: None) -> Verification:
    """Check each file of a dataset; other files in its folder are ignored.

    In ``KARAT_DATA``, a dataset must be complete. In the cache, it must be complete only if ``whole`` is set, and only
    in files that can be downloaded. ``progress`` is called with the size of each file after it is checked.
    """
    here = present(dataset)
    folder = folder_of(dataset)
    altered = []
    checked = 0
    for file in here:
        checksum, size = digest(folder / file.path), (folder / file.path).stat().st_size
        if checksum != file.sha256:
            altered.append(Alteration(file.path, difference(file.sha256, checksum)))
        elif size != file.size:
            altered.append(Alteration(file.path, f"expected {file.size:,} bytes, found {size:,}"))
        checked += size
        progress(file.size)
    missing, absent = _missing_and_absent(set(dataset) - set(here), whole)
    return Verification(dataset.name, str(folder), len(here), checked, tuple(altered), missing, absent)


def _missing_and_absent(lacking: Iterable[DataFile], whole: bool) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Divide the files that are not here into those that should be and those that need not be."""
    supplied = data_folder() is not None
    missing = {file.path for file in lacking if supplied or (whole and file.downloadable)}
    absent = {file.path for file in lacking} - missing
    return tuple(sorted(missing)), tuple(sorted(absent))
