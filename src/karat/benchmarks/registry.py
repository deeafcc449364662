"""Find the data in ``KARAT_DATA``, in the user's cache or in the package, and check it against published checksums.

With ``KARAT_DATA=DIR``, Karat reads ``DIR/<dataset>/<path>`` and downloads nothing. Without it, files are downloaded
once into the user's cache (or ``KARAT_CACHE=DIR``) from the commit that the dataset names, or from
``KARAT_MIRROR=URL``, an address that serves ``owner/name/commit/path`` like GitHub's raw content.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from karat.benchmarks.dataset import DATASETS, RAW_CONTENT, DataFile, Dataset
from karat.errors import DataError, UnknownNameError
from karat.one_line import one_line


def datasets() -> tuple[Dataset, ...]:
    """Return all datasets."""
    return tuple(DATASETS)


def dataset(name: str) -> Dataset:
    """Return the dataset with a name."""
    named = DATASETS.named(name)
    if named is None:
        raise UnknownNameError("dataset", name, DATASETS.names)
    return named


def where(name: str, path: str) -> Path:
    """Return the path of a dataset's file on this machine, downloading it if necessary.

    A file in ``KARAT_DATA`` is used as it is; a downloaded one must have its published checksum.
    """
    from karat.benchmarks.download import fetch  # keeps hashing and pooch out of what only lists datasets

    named = dataset(name)
    if named.embedded:
        return sample_path(path)
    file = declared(named, path)
    if (folder := data_folder()) is not None:
        return existing(folder, named, file)
    if not file.downloadable:
        raise DataError(
            f"{name}/{path}: expected KARAT_DATA to name a folder that holds it, found KARAT_DATA unset; "
            f"{'no public file of this form exists' if file.derived else 'its place in its repository is not known'}"
        )
    return fetch(name, file, cache_folder(), mirror())


def declared(dataset: Dataset, path: str) -> DataFile:
    """Look up the file that a dataset declares under a path."""
    for file in dataset:
        if file.path == path:
            return file
    raise UnknownNameError(f"file of {dataset.name}", path, [file.path for file in dataset])


def existing(folder: Path, dataset: Dataset, file: DataFile) -> Path:
    """Return the path of a file in ``KARAT_DATA``; it must exist."""
    path = folder / dataset.name / file.path
    if not path.is_file():
        raise DataError(f"{path}: expected a file of dataset {dataset.name!r}, found none (KARAT_DATA={folder})")
    return path


def sample_path(path: str = "") -> Path:
    """Return the path of a file of the embedded sample, such as ``en/gold.txt``, or of its folder."""
    root = Path(str(files("karat.benchmarks"))) / "sample"
    sample = root / path
    if not sample.exists():
        sample_files = sorted(file.relative_to(root).as_posix() for file in root.rglob("*") if file.is_file())
        raise UnknownNameError("file of the sample", path, sample_files)
    return sample


def folder_of(dataset: Dataset) -> Path:
    """Return the folder of a dataset's files, which need not exist yet."""
    if dataset.embedded:
        return sample_path()
    return (data_folder() or cache_folder()) / dataset.name


def present(dataset: Dataset) -> tuple[DataFile, ...]:
    """List the files of a dataset that are on this machine, without checking their content."""
    folder = folder_of(dataset)
    return tuple(file for file in dataset if (folder / file.path).is_file())


def state(dataset: Dataset) -> str:
    """Return in a word or two where a dataset is available."""
    if dataset.embedded:
        return "embedded"
    here = len(present(dataset))
    if data_folder() is not None:
        return "KARAT_DATA" if here == len(dataset.files) else "missing" if not here else "KARAT_DATA, part"
    downloadable = sum(file.downloadable for file in dataset)
    if not downloadable:
        return "derived only"
    return "cached" if here >= downloadable else "downloadable" if not here else "cached, part"


def data_folder() -> Path | None:
    """Return the folder that ``KARAT_DATA`` names, if it is set."""
    value = os.environ.get("KARAT_DATA")
    if not value:
        return None
    folder = Path(value).expanduser()
    if not folder.is_dir():
        raise DataError(f"KARAT_DATA={value}: expected a folder, found {'a file' if folder.exists() else 'nothing'}")
    return folder


def cache_folder() -> Path:
    """Return the folder for downloads: the one that ``KARAT_CACHE`` names, else the user's cache."""
    if value := os.environ.get("KARAT_CACHE"):
        return Path(value).expanduser()
    import pooch  # 0.2 s, and only it knows each system's cache

    return Path(pooch.os_cache("karat"))


def mirror() -> str:
    """Return the address that serves the files of public commits."""
    return os.environ.get("KARAT_MIRROR") or RAW_CONTENT


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
    from karat.benchmarks.download import difference, digest  # keeps hashing out of what only lists datasets

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
