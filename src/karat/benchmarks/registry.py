"""Datasets: what they are, and where their files are: in ``KARAT_DATA``, in the user's cache, or in the package.

``datasets/NAME.toml`` describes a dataset (title, licence, citations and so on) and the public commits that its files
come from, ``[sources.KEY]`` each. ``datasets/NAME.tsv`` lists its files: sha256, bytes, path here, key of the source,
path in the source's repository. The last is ``derived`` if no public copy of that form exists, or ``unpinned`` if the
file's place in the repository is not established.

With ``KARAT_DATA=DIR``, Karat reads ``DIR/<dataset>/<path>`` and downloads nothing. Without it, files are downloaded
once into the user's cache (or ``KARAT_CACHE=DIR``) from the commit that the dataset names, or from
``KARAT_MIRROR=URL``, an address that serves ``owner/name/commit/path`` like GitHub's raw content.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from karat.errors import DataError, UnknownNameError
from karat.one_line import one_line

RAW_CONTENT = "https://raw.githubusercontent.com"
"""The address where GitHub serves ``owner/name/commit/path``; a mirror has the same structure."""


@dataclass(frozen=True, slots=True)
class Source:
    """One commit of a public repository, ``owner/name`` on GitHub."""

    key: str
    repository: str
    commit: str
    licence: str

    __repr__ = one_line

    @property
    def homepage(self) -> str:
        """The address of the commit for a browser."""
        return f"https://github.com/{self.repository}/tree/{self.commit}"

    def address(self, path: str, base: str = RAW_CONTENT) -> str:
        """Return the address from which a path of this commit is downloaded."""
        return f"{base.rstrip('/')}/{self.repository}/{self.commit}/{quote(path)}"


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file of a dataset.

    ``upstream`` is its path in the source's repository, which may differ from its path here. Without it, the file
    cannot be downloaded: either it is ``derived`` (a subset or a transcription without a public copy), or its path in
    the repository is not known.
    """

    path: str
    sha256: str
    size: int
    source: Source
    upstream: str | None
    derived: bool = False

    __repr__ = one_line

    @property
    def downloadable(self) -> bool:
        """Whether a public copy is known."""
        return self.upstream is not None

    def address(self, base: str = RAW_CONTENT) -> str:
        """Return the address from which the file is downloaded."""
        assert self.upstream is not None, f"{self.path} has no public copy"
        return self.source.address(self.upstream, base)


@dataclass(frozen=True, slots=True)
class Dataset:
    """Files that belong together, with what users must know about them.

    ``what`` and ``counts`` fit into a column of a table; ``reproduces`` says which published figures follow from the
    files; ``oddities`` are what a loader must not stumble over. An ``embedded`` dataset comes inside the package and
    declares no files.
    """

    name: str
    title: str
    what: str
    counts: str
    licence: str
    citations: tuple[str, ...]
    homepage: str
    files: tuple[DataFile, ...] = ()
    reproduces: str = ""
    oddities: tuple[str, ...] = ()
    embedded: bool = False

    __repr__ = one_line

    def __iter__(self) -> Iterator[DataFile]:
        return iter(self.files)

    @property
    def sources(self) -> tuple[Source, ...]:
        """The commits that its files come from, in order of first use."""
        return tuple(dict.fromkeys(file.source for file in self.files))

    @property
    def size(self) -> int:
        """The size of all files in bytes."""
        return sum(file.size for file in self.files)


class DatasetRegister(Collection[Dataset]):
    """Every dataset in a folder, the embedded samples first; each is read when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loaded: dict[str, Dataset] = {}
        stems = (path.stem for path in folder.glob("*.toml"))
        self.names = tuple(sorted(stems, key=lambda name: (not name.startswith("karat-sample"), name)))

    def named(self, name: str) -> Dataset | None:
        """Find the dataset of this name, if there is one."""
        if name in self.names and name not in self._loaded:
            self._loaded[name] = read_dataset(self._folder / f"{name}.toml")
        return self._loaded.get(name)

    def __contains__(self, known: object) -> bool:
        return known in tuple(self)

    def __len__(self) -> int:
        return len(self.names)

    def __iter__(self) -> Iterator[Dataset]:
        return (found for name in self.names if (found := self.named(name)) is not None)


def read_dataset(path: Path) -> Dataset:
    """Read a dataset's description, and the table of its files next to it, which an embedded one does not have.

    The files come with the package; a test checks that they are complete.
    """
    described = tomllib.loads(path.read_text(encoding="utf-8"))
    sources = {key: Source(key, **source) for key, source in described.pop("sources", {}).items()}
    described |= {key: tuple(described.get(key, ())) for key in ("citations", "oddities")}
    rows = [] if described.get("embedded") else path.with_suffix(".tsv").read_text(encoding="utf-8").splitlines()[1:]
    return Dataset(name=path.stem, files=tuple(_data_file(row, sources) for row in rows), **described)


def _data_file(row: str, sources: Mapping[str, Source]) -> DataFile:
    sha256, size, path, source, upstream = row.split("\t")
    public = None if upstream in ("derived", "unpinned") else upstream
    return DataFile(path, sha256, int(size), sources[source], public, derived=upstream == "derived")


DATASETS = DatasetRegister(Path(str(files("karat.benchmarks"))) / "datasets")


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
