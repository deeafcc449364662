"""Datasets are data: ``datasets/NAME.toml`` describes one, ``datasets/NAME.tsv`` lists its files.

The TOML file has what a reader must know (title, licence, citations and so on) and the public commits that files come
from, ``[sources.KEY]`` each. A row of the table is: sha256, bytes, path here, key of the source, path in the source's
repository. The last is ``derived`` if no public copy of that form exists, or ``unpinned`` if the file's place in the
repository is not established.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

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
