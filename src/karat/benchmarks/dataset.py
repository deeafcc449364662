"""Datasets: their files, each with its checksum and the public commit it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
