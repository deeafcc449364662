"""Datasets are data: ``datasets/NAME.toml`` describes one, ``datasets/NAME.tsv`` lists its files.

The TOML file has what a reader must know (title, licence, citations and so on) and the public commits that files come
from, ``[sources.KEY]`` each. A row of the table is: sha256, bytes, path here, key of the source, path in the source's
repository. In place of the last stands ``derived`` where no public copy of that form exists, or ``unpinned`` where the
file's place in the repository is not established.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, overload

from karat.benchmarks.dataset import DataFile, Dataset, Source
from karat.errors import FormatError

HEADER = ("sha256", "bytes", "path", "source", "upstream")
WITHOUT_COPY = ("derived", "unpinned")
SHA256 = re.compile(r"[0-9a-f]{64}")
COMMIT = re.compile(r"[0-9a-f]{40}")

TEXTS = ("title", "what", "counts", "licence", "homepage")
OPTIONAL: dict[str, type] = {"reproduces": str, "oddities": list, "embedded": bool, "sources": dict}
SOURCE_TEXTS = ("repository", "commit", "licence")


class DatasetRegister(Sequence[Dataset]):
    """Every dataset in a folder, the embedded samples first; each is read when it is first asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loaded: dict[str, Dataset] = {}
        self._names: tuple[str, ...] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all datasets; reads none of them."""
        if self._names is None:
            stems = (path.stem for path in self._folder.glob("*.toml"))
            self._names = tuple(sorted(stems, key=lambda name: (not name.startswith("karat-sample"), name)))
        return self._names

    def named(self, name: str) -> Dataset | None:
        """Give the dataset of this name, if there is one."""
        if name not in self.names:
            return None
        if name not in self._loaded:
            self._loaded[name] = read_dataset(self._folder / f"{name}.toml")
        return self._loaded[name]

    def __len__(self) -> int:
        return len(self.names)

    @overload
    def __getitem__(self, index: int) -> Dataset: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Dataset, ...]: ...
    def __getitem__(self, index: int | slice) -> Dataset | tuple[Dataset, ...]:
        return tuple(self)[index]

    def __iter__(self) -> Iterator[Dataset]:
        for name in self.names:
            dataset = self.named(name)
            assert dataset is not None
            yield dataset


def read_dataset(path: Path) -> Dataset:
    """Read a dataset's description, and the table of its files beside it."""
    try:
        described = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise FormatError(path, None, "TOML", str(error)) from None
    _check_keys(path, "", described, (*TEXTS, "citations"), OPTIONAL)
    texts = {key: _typed(path, "", described, key, str) for key in TEXTS}
    given = {key: _typed(path, "", described, key, kind) for key, kind in OPTIONAL.items() if key in described}
    sources = {key: _source(path, key, value) for key, value in given.pop("sources", {}).items()}
    table = path.with_suffix(".tsv")
    if given.get("embedded", False) == table.exists():
        found = "both" if table.exists() else "neither"
        raise FormatError(path, None, f"a table {table.name} beside it, or embedded = true", found)
    return Dataset(
        name=path.stem,
        **texts,
        citations=_texts(path, described, "citations"),
        files=() if given.get("embedded") else tuple(read_table(table, sources)),
        reproduces=given.get("reproduces", ""),
        oddities=_texts(path, described, "oddities") if "oddities" in described else (),
        embedded=given.get("embedded", False),
    )


def read_table(path: Path, sources: Mapping[str, Source]) -> Iterator[DataFile]:
    """Yield the files of a dataset, in the order of its table."""
    rows = path.read_text(encoding="utf-8").splitlines()
    if tuple(rows[0].split("\t")) != HEADER:
        raise FormatError(path, 1, f"tab-separated names: {', '.join(HEADER)}", repr(rows[0]))
    for number, row in enumerate(rows[1:], 2):
        fields = row.split("\t")
        if len(fields) != len(HEADER):
            raise FormatError(path, number, f"{len(HEADER)} tab-separated fields", f"{len(fields)}: {row!r}")
        sha256, size, file, source, upstream = fields
        if not SHA256.fullmatch(sha256):
            raise FormatError(path, number, "a sha256 of 64 hexadecimal digits", repr(sha256))
        if not size.isdecimal():
            raise FormatError(path, number, "the file's size in bytes", repr(size))
        if source not in sources:
            known = ", ".join(sources) or "none"
            raise FormatError(path, number, f"a source of {path.stem}.toml ({known})", repr(source))
        yield DataFile(
            path=file,
            sha256=sha256,
            size=int(size),
            source=sources[source],
            upstream=None if upstream in WITHOUT_COPY else upstream,
            derived=upstream == "derived",
        )


def _source(path: Path, key: str, value: Any) -> Source:
    place = f"sources.{key}"
    if not isinstance(value, dict):
        raise FormatError(path, None, f"a table [{place}]", repr(value))
    _check_keys(path, place, value, SOURCE_TEXTS, ())
    source = Source(key, **{name: _typed(path, place, value, name, str) for name in SOURCE_TEXTS})
    if not COMMIT.fullmatch(source.commit):
        raise FormatError(path, None, f"a commit of 40 hexadecimal digits in [{place}]", repr(source.commit))
    return source


def _check_keys(
    path: Path, place: str, found: Mapping[str, Any], needed: Sequence[str], optional: Sequence[str] | Mapping[str, Any]
) -> None:
    inside = f" in [{place}]" if place else ""
    for key in needed:
        if key not in found:
            raise FormatError(path, None, f"the key {key!r}{inside}", ", ".join(found) or "no key")
    for key in found:
        if key not in needed and key not in optional:
            raise FormatError(path, None, f"the keys {', '.join((*needed, *optional))}{inside}", repr(key))


def _typed(path: Path, place: str, found: Mapping[str, Any], key: str, kind: type) -> Any:
    if not isinstance(found[key], kind):
        name = f"{place}.{key}" if place else key
        raise FormatError(path, None, f"{name} of type {kind.__name__}", repr(found[key]))
    return found[key]


def _texts(path: Path, found: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value = found[key]
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise FormatError(path, None, f"{key} to be a list of texts", repr(value))
    return tuple(value)


DATASETS = DatasetRegister(Path(str(files("karat.benchmarks"))) / "datasets")
