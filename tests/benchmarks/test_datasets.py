"""The declarations of datasets are complete and agree with the real data."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import karat.benchmarks
from karat.benchmarks import DATASETS, DataFile, Dataset, dataset, where
from karat.benchmarks.dataset import read_dataset
from karat.benchmarks.registry import verify

from .conftest import Server

FOLDER = Path(karat.benchmarks.__file__).parent / "datasets"
KEPT = [known for known in DATASETS if not known.embedded]
NAMES = [known.name for known in KEPT]
SOURCES = {source.key: source for known in KEPT for source in known.sources}

WITHOUT_A_PUBLIC_COPY = {
    "carb/system_outputs_tabbed/ollie_tabbed.carb_subset.txt": "derived",
    "carb/system_outputs_tabbed/stanford_tabbed.carb_subset.txt": "derived",
    "coref_reference/expected_scores.json": "derived",
    "re_oie2016/OIE2016.txt": "unpinned",
    "robust/cliques_sentences.json": "derived",
}


@pytest.fixture(params=KEPT, ids=NAMES)
def known(request: pytest.FixtureRequest) -> Dataset:
    assert isinstance(request.param, Dataset)
    return request.param


def test_names_are_unique() -> None:
    assert len({known.name for known in DATASETS}) == len(DATASETS)


def test_a_declaration_is_complete(known: Dataset) -> None:
    assert known.files
    assert all([known.title, known.what, known.counts, known.licence, known.citations])
    assert known.homepage.removeprefix("https://github.com/") in {source.repository for source in known.sources}
    assert len({file.path for file in known}) == len(known.files)
    assert [file.path for file in known] == sorted(file.path for file in known)


def test_what_a_table_shows_fits_into_80_columns(known: Dataset) -> None:
    assert max(len(known.name) - 20, len(known.what) - 30, len(known.counts) - 30) <= 0


def test_a_file_is_pinned(known: Dataset) -> None:
    for file in known:
        assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
        assert file.size > 0
        assert not file.path.startswith("/")
        assert not (file.derived and file.downloadable)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_our_own_files_say_what_they_should(path: Path) -> None:
    described = tomllib.loads(path.read_text(encoding="utf-8"))
    texts = {"title", "what", "counts", "licence", "homepage"}
    assert set(described) >= {*texts, "citations"}
    assert set(described) <= {*texts, "citations", "oddities", "reproduces", "embedded", "sources"}
    assert all(isinstance(described[key], str) for key in texts & set(described))
    assert all(isinstance(each, str) for key in ("citations", "oddities") for each in described.get(key, []))
    assert described.get("embedded", False) != path.with_suffix(".tsv").exists()
    if not described.get("embedded"):
        header = path.with_suffix(".tsv").read_text(encoding="utf-8").partition("\n")[0]
        assert header == "sha256\tbytes\tpath\tsource\tupstream"


def test_sources_are_commits_and_all_are_used() -> None:
    for source in SOURCES.values():
        assert re.fullmatch(r"[0-9a-f]{40}", source.commit)
        assert re.fullmatch(r"[\w.-]+/[\w.-]+", source.repository)
    for known in KEPT:  # a source that several datasets name is the same in all
        assert all(source == SOURCES[source.key] for source in known.sources)
    for path in FOLDER.glob("*.toml"):
        named = set(tomllib.loads(path.read_text(encoding="utf-8")).get("sources", {}))
        assert named == {source.key for source in dataset(path.stem).sources}


def test_the_files_without_a_public_copy_are_these() -> None:
    found = {
        f"{known.name}/{file.path}": "derived" if file.derived else "unpinned"
        for known in KEPT
        for file in known
        if not file.downloadable
    }
    assert found == WITHOUT_A_PUBLIC_COPY


def test_an_address_is_quoted() -> None:
    file = DataFile("x", "0" * 64, 1, SOURCES["carb"], "data/expert annotations/gold (1).tsv")
    assert file.address() == (
        "https://raw.githubusercontent.com/dair-iitd/CaRB/024e0e91951eea1e6d7825a13ec303cae909e67b"
        "/data/expert%20annotations/gold%20%281%29.tsv"
    )
    assert file.address("http://localhost:8000/").startswith("http://localhost:8000/dair-iitd/CaRB/")


def real_folder(real_data: Path, name: str) -> Path:
    """A dataset's folder; a contributor may have few of them."""
    if not (real_data / name).is_dir():
        pytest.skip(f"{name} is not in KARAT_DATA")
    return real_data / name


def test_the_real_data_is_the_published_one(real_data: Path, known: Dataset) -> None:
    real_folder(real_data, known.name)
    found = verify(known)
    assert (found.altered, found.missing, found.absent) == ((), (), ())
    assert (found.checked, found.size) == (len(known.files), known.size)


def test_every_declared_file_is_there(real_data: Path, known: Dataset) -> None:
    """Others may be there, too: a dataset that has grown is no failure."""
    folder = real_folder(real_data, known.name)
    found = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert found >= {file.path for file in known}


def test_every_commit_is_the_one_its_provenance_names(real_data: Path) -> None:
    """But for four older commits at which the place of a single file is certain."""
    folders = [real_folder(real_data, name) for name in NAMES]
    provenance = "".join((folder / "PROVENANCE.md").read_text(encoding="utf-8") for folder in folders)
    others = {source.key for source in SOURCES.values() if source.commit not in provenance}
    assert others == {"auto-err-dygie", "auto-err-reports", "grit-outputs", "gtt-outputs"}
    assert all(source.repository in provenance for source in SOURCES.values())


@pytest.mark.parametrize("name", ["benchie_fl", "carb"])
def test_a_mirror_of_the_real_data_serves_it(
    real_data: Path, server: Server, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Names with spaces and parentheses, and renamed ones, arrive under their own."""
    real_folder(real_data, name)
    known = next(known for known in KEPT if known.name == name)
    files = [file for file in known if file.upstream is not None and file.size < 200_000]
    server.files = {
        f"/{file.source.repository}/{file.source.commit}/{file.upstream}": (real_data / name / file.path).read_bytes()
        for file in files
    }
    assert any(" " in path or "(" in path for path in server.files)
    for file in files:
        assert where(name, file.path).read_bytes() == (real_data / name / file.path).read_bytes()
    assert sum(server.asked.values()) == len(files)


TOML = """
title = "Toy"
what = "tuples"
counts = "2 sentences"
licence = "MIT"
homepage = "https://example.org"
citations = ["Ann. Toys. 2020."]
[sources.toys]
repository = "ann/toys"
commit = "0123456789012345678901234567890123456789"
licence = "MIT"
"""
TABLE = f"sha256\tbytes\tpath\tsource\tupstream\n{'0' * 64}\t12\tgold.tsv\ttoys\tdata/gold.tsv\n"


def test_a_dataset_is_two_files(tmp_path: Path) -> None:
    (tmp_path / "toy.toml").write_text(TOML, "utf-8")
    (tmp_path / "toy.tsv").write_text(TABLE, "utf-8")
    found = read_dataset(tmp_path / "toy.toml")
    assert (found.name, found.title, found.citations, found.size) == ("toy", "Toy", ("Ann. Toys. 2020.",), 12)
    assert found.files[0].address().endswith("/ann/toys/0123456789012345678901234567890123456789/data/gold.tsv")


def test_a_wrong_size_is_found(toys: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bytes are right, and the table says one too many of them."""
    (tmp_path / "toys").mkdir()
    (tmp_path / "toys" / "subset.tsv").write_bytes(b"subset")
    monkeypatch.setenv("KARAT_DATA", str(tmp_path))
    (right,) = (file for file in toys if file.path == "subset.tsv")
    (altered,) = verify(replace(toys, files=(replace(right, size=7),))).altered
    assert altered.difference == "expected 7 bytes, found 6"


def test_a_dataset_is_read_when_it_is_asked_for() -> None:
    program = (
        "import sys; opened = []\n"
        "sys.addaudithook(lambda event, found: opened.append(str(found[0])) if event == 'open' else None)\n"
        "from karat.benchmarks import dataset\n"
        "dataset('carb'); print(*(path for path in opened if path.endswith('.toml')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert [Path(path).name for path in done.stdout.split()] == ["carb.toml"]
