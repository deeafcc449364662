"""Where a file comes from (KARAT_DATA, the cache, the network), and the error if it is not available."""

from __future__ import annotations

import hashlib
import logging
import socket
from pathlib import Path

import pytest

from karat.benchmarks import Dataset, download, registry, sample_path, where
from karat.benchmarks.registry import cache_folder, dataset, folder_of, state
from karat.errors import ChecksumError, DataError, OfflineError, UnknownNameError

from .conftest import CONTENT, Server, served

GOLD = "gold/test.tsv"


def kept(folder: Path) -> list[str]:
    """All files under a folder, temporary ones too."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("path", sorted(CONTENT))
def test_a_file_is_downloaded_once(server: Server, toys: Dataset, path: str) -> None:
    first = where("toys", path)
    assert first == cache_folder() / "toys" / path
    assert first.read_bytes() == CONTENT[path]
    assert where("toys", path) == first
    assert server.asked == {served(path): 1}
    assert kept(cache_folder()) == [f"toys/{path}"]


def test_an_altered_copy_in_the_cache_is_replaced(server: Server, toys: Dataset) -> None:
    where("toys", GOLD).write_bytes(b"altered")
    assert where("toys", GOLD).read_bytes() == CONTENT[GOLD]
    assert server.asked[served(GOLD)] == 2


def test_nothing_is_logged(server: Server, toys: Dataset, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, logger="karat"):
        where("toys", GOLD)
    assert [record for record in caplog.records if record.name.startswith("pooch")] == []


def test_a_wrong_checksum_is_not_kept(server: Server, toys: Dataset) -> None:
    server.files[served(GOLD)] = b"something else"
    with pytest.raises(ChecksumError) as error:
        where("toys", GOLD)
    expected, found = (hashlib.sha256(content).hexdigest()[:12] for content in (CONTENT[GOLD], b"something else"))
    assert str(error.value) == (
        f"toys/{GOLD}: expected sha256 {expected}…, found {found}… at {server.address}{served(GOLD)}"
    )
    assert server.asked[served(GOLD)] == 1
    assert kept(cache_folder()) == []


@pytest.mark.parametrize(
    ("status", "answer", "asked"),
    [
        pytest.param([404], "HTTP 404 Not Found", 1, id="404: no second try"),
        pytest.param([403], "HTTP 403 Forbidden", 1, id="403: no second try"),
        pytest.param([500, 500], "HTTP 500 Internal Server Error", 2, id="500: a second try"),
    ],
)
def test_a_refusal(server: Server, toys: Dataset, status: list[int], answer: str, asked: int) -> None:
    server.status = status
    with pytest.raises(DataError) as error:
        where("toys", GOLD)
    assert str(error.value) == f"toys/{GOLD}: expected the file at {server.address}{served(GOLD)}, found {answer}"
    assert server.asked[served(GOLD)] == asked
    assert kept(cache_folder()) == []


def test_one_failure_of_the_server_is_cured_by_the_second_try(server: Server, toys: Dataset) -> None:
    server.status = [503]
    assert where("toys", GOLD).read_bytes() == CONTENT[GOLD]
    assert server.asked[served(GOLD)] == 2


def test_an_interrupted_download_leaves_nothing_and_can_be_repeated(server: Server, toys: Dataset) -> None:
    server.cut = 2
    with pytest.raises(DataError) as error:
        where("toys", GOLD)
    assert str(error.value) == (
        f"toys/{GOLD}: expected {len(CONTENT[GOLD])} bytes from {server.address}{served(GOLD)}, "
        "found the download broken off"
    )
    assert kept(cache_folder()) == []
    assert where("toys", GOLD).read_bytes() == CONTENT[GOLD]
    assert kept(cache_folder()) == [f"toys/{GOLD}"]


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
def test_a_body_without_end_is_cut_off_at_the_size(server: Server, toys: Dataset, packed: bool) -> None:
    server.endless, server.packed = 10_000, packed
    with pytest.raises(ChecksumError) as error:
        where("toys", GOLD)
    place = f"toys/{GOLD}: expected {len(CONTENT[GOLD]):,} bytes"
    assert str(error.value) == f"{place}, found more at {server.address}{served(GOLD)}"
    assert server.sent < 100 * len(CONTENT[GOLD])
    assert kept(cache_folder()) == []


def test_a_download_that_takes_too_long(server: Server, toys: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "LONGEST", -1)
    with pytest.raises(DataError, match="expected the file within -1 s, found no end at http"):
        where("toys", GOLD)


def test_one_interruption_is_cured_by_the_second_try(server: Server, toys: Dataset) -> None:
    server.cut = 1
    assert where("toys", GOLD).read_bytes() == CONTENT[GOLD]
    assert server.asked[served(GOLD)] == 2


def test_nothing_listens(toys: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    monkeypatch.setenv("KARAT_MIRROR", f"http://127.0.0.1:{port}")
    with pytest.raises(OfflineError) as error:
        where("toys", GOLD)
    assert str(error.value) == (
        f"toys/{GOLD}: expected an answer from 127.0.0.1:{port}, found no connection; "
        "where there is no network, KARAT_DATA names a folder that holds the data"
    )
    assert kept(cache_folder()) == []


def test_a_cached_file_needs_no_network(server: Server, toys: Dataset, monkeypatch: pytest.MonkeyPatch) -> None:
    place = where("toys", GOLD)
    monkeypatch.setenv("KARAT_MIRROR", "http://127.0.0.1:9")
    assert where("toys", GOLD) == place


def test_a_cache_that_cannot_be_written(toys: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("KARAT_CACHE", str(tmp_path / "file"))
    with pytest.raises(DataError, match=r"toys/gold/test.tsv: expected a cache to write to, found .*KARAT_CACHE"):
        where("toys", GOLD)


@pytest.fixture
def folder(toys: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    (folder / "toys" / "gold").mkdir(parents=True)
    (folder / "toys" / GOLD).write_bytes(b"my own copy")
    monkeypatch.setenv("KARAT_DATA", str(folder))
    return folder


def test_karat_data_goes_before_the_cache(server: Server, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KARAT_DATA")
    where("toys", GOLD)
    monkeypatch.setenv("KARAT_DATA", str(folder))
    assert where("toys", GOLD) == folder / "toys" / GOLD
    assert server.asked[served(GOLD)] == 1


def test_karat_data_serves_derived_files(folder: Path) -> None:
    (folder / "toys" / "subset.tsv").write_bytes(b"subset")
    assert where("toys", "subset.tsv") == folder / "toys" / "subset.tsv"


def test_karat_data_lacks_a_file(server: Server, folder: Path) -> None:
    with pytest.raises(DataError) as error:
        where("toys", "subset.tsv")
    place = folder / "toys" / "subset.tsv"
    assert str(error.value) == f"{place}: expected a file of dataset 'toys', found none (KARAT_DATA={folder})"
    assert not server.asked


@pytest.mark.parametrize(("name", "found"), [("nowhere", "nothing"), ("data/toys/gold/test.tsv", "a file")])
def test_karat_data_is_no_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, found: str
) -> None:
    monkeypatch.setenv("KARAT_DATA", str(tmp_path / name))
    with pytest.raises(DataError) as error:
        where("toys", GOLD)
    assert str(error.value) == f"KARAT_DATA={tmp_path / name}: expected a folder, found {found}"


def test_an_empty_karat_data_counts_as_unset(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KARAT_DATA", "")
    assert where("toys", GOLD) == cache_folder() / "toys" / GOLD


def test_a_derived_file_needs_karat_data(server: Server, toys: Dataset) -> None:
    with pytest.raises(DataError) as error:
        where("toys", "subset.tsv")
    assert str(error.value) == (
        "toys/subset.tsv: expected KARAT_DATA to name a folder that holds it, found KARAT_DATA unset; "
        "no public file of this form exists"
    )
    assert not server.asked


@pytest.mark.parametrize(
    ("name", "path", "message"),
    [
        pytest.param("crab", "x", r"unknown dataset 'crab'; did you mean 'carb'\? Known: karat-sample, ", id="dataset"),
        pytest.param("benchi", "x", r"unknown dataset 'benchi'; did you mean 'benchie'\?", id="one letter short"),
        pytest.param(
            "wire57",
            "WiRe57_343-manual-oie.jsn",
            r"unknown file of wire57 'WiRe57_343-manual-oie.jsn'; did you mean 'WiRe57_343-manual-oie.json'\?",
            id="file",
        ),
        pytest.param(
            "karat-sample",
            "en/god.txt",
            r"unknown file of the sample 'en/god.txt'; did you mean 'en/gold.txt'\?",
            id="file of the sample",
        ),
    ],
)
def test_unknown_names(name: str, path: str, message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        where(name, path)


def test_the_states_of_a_dataset(toys: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states = [state(toys)]
    for path in CONTENT:
        where("toys", path)
        states.append(state(toys))
    assert states == ["downloadable", "cached, part", "cached"]
    folder = tmp_path / "data"
    folder.mkdir()
    monkeypatch.setenv("KARAT_DATA", str(folder))
    states = [state(toys)]
    for file in toys:
        (folder / "toys" / file.path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "toys" / file.path).write_bytes(b"")
        states.append(state(toys))
    assert states == ["missing", "KARAT_DATA, part", "KARAT_DATA, part", "KARAT_DATA"]


@pytest.mark.parametrize("name", ["karat-sample", "karat-sample-de", "karat-sample-zh"])
def test_the_sample_is_embedded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KARAT_DATA", "/nowhere")
    known = dataset(name)
    language = name.removeprefix("karat-sample").strip("-") or "en"
    gold = where(name, f"{language}/gold.txt")
    lines = gold.read_text(encoding="utf-8").splitlines()
    sentences = sum(line.startswith("sent_id:") for line in lines)
    synsets = sum(" Cluster " in line for line in lines)
    assert known.counts == f"{sentences} sentences, {synsets} synsets"
    assert state(known) == "embedded"
    assert folder_of(known) == sample_path()
    assert gold == sample_path(f"{language}/gold.txt")


def test_the_default_cache_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KARAT_CACHE", raising=False)
    monkeypatch.delenv("KARAT_MIRROR", raising=False)
    assert cache_folder().name == "karat"
    assert registry.mirror() == "https://raw.githubusercontent.com"
