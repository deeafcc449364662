"""Files behind URLs: fsspec's memory file system, and a real web server on loopback."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest

import karat
from karat.cli import main
from karat.errors import FormatError, InputError, MissingExtraError
from karat.formats import InputFile, read_rows
from karat.formats.text.input_file import RemoteFile, as_input
from karat.urls import find_url

ROWS = b"1\tAnn\tfounded\tBext\n2\tBext\tmakes\tink\n" * 50


class Handler(BaseHTTPRequestHandler):
    """Serves whole files only, as many web servers do."""

    files: ClassVar[dict[str, bytes]] = {}
    requests: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.requests.append(self.path)
        content = self.files.get(self.path)
        if content is None:
            self.send_error(404, "Not Found")
            return
        broken = self.path.startswith("/broken")
        self.send_response(200)
        self.send_header("Content-Length", str(len(content) + (1000 if broken else 0)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def web() -> Iterator[str]:
    Handler.files = {"/mine.tsv": ROWS, "/mine.tsv.gz": gzip.compress(ROWS), "/broken.tsv": ROWS, "/q?a=b": ROWS}
    Handler.requests = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def memory() -> Iterator[str]:
    fsspec = pytest.importorskip("fsspec")
    system = fsspec.filesystem("memory")
    system.pipe({"/karat/mine-0.tsv": ROWS, "/karat/mine-1.tsv": ROWS[:19], "/karat/_SUCCESS": b""})
    yield "memory://karat"
    system.rm("/karat", recursive=True)


@pytest.mark.parametrize(
    ("path", "url"),
    [
        ("s3://bucket/a b.jsonl", "s3://bucket/a b.jsonl"),
        (Path("s3://bucket/x"), "s3://bucket/x"),
        (Path("https://example.org/x"), "https://example.org/x"),
        ("C:/data/x", None),
        ("data/s3/x", None),
        ("strange:/x", None),
        ("file:///x", None),
    ],
)
def test_urls_are_known_by_their_start(path: object, url: str | None) -> None:
    assert find_url(path) == url


@pytest.mark.parametrize("name", ["mine.tsv", "mine.tsv.gz", "q?a=b"])
def test_the_web(web: str, tmp_path: Path, name: str) -> None:
    (tmp_path / "mine.tsv").write_bytes(ROWS)
    assert list(read_rows(f"{web}/{name}")) == list(read_rows(tmp_path / "mine.tsv"))


def test_the_record_of_a_url(web: str, tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_bytes(ROWS)
    records = []
    for path in (f"{web}/mine.tsv", tmp_path / "mine.tsv"):
        with InputFile(path) as file:
            list(read_rows(file))
            records.append(file.record())
    remote, local = records
    assert remote is not None
    assert local is not None
    assert (remote.size, remote.sha256) == (local.size, local.sha256)
    assert remote.path == f"{web}/mine.tsv"


def test_a_place_in_a_file_that_is_only_sent_whole(web: str) -> None:
    with RemoteFile(f"{web}/mine.tsv") as file:
        assert file.read(5) == ROWS[:5]
        file.seek(100)
        assert file.read(5) == ROWS[100:105]
        file.seek(3)
        assert file.read(5) == ROWS[3:8]
    assert Handler.requests == ["/mine.tsv"] * 2


def test_fsspec(memory: str, tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_bytes(ROWS)
    assert list(read_rows(f"{memory}/mine-0.tsv")) == list(read_rows(tmp_path / "mine.tsv"))
    assert as_input(f"{memory}/mine-0.tsv").size() == len(ROWS)


@pytest.mark.parametrize("place", ["mine-*.tsv", ""])
def test_shards_behind_a_url(memory: str, place: str) -> None:
    rows = list(read_rows(f"{memory}/{place}"))
    assert len(rows) == 101


def test_a_url_is_a_system(memory: str, tmp_path: Path) -> None:
    gold = tmp_path / "gold.csv"
    gold.write_text(
        "id,sentence,subject,relation,object\n"
        "1,Ann founded Bext .,Ann,founded,Bext\n"
        "2,Bext makes ink .,Bext,makes,ink\n"
    )
    evaluation = karat.evaluate([f"{memory}/mine-0.tsv", f"all={memory}/mine-*.tsv"], gold=gold)
    assert [(system.name, system.file) for system in evaluation] == [
        ("mine-0", f"{memory}/mine-0.tsv"),
        ("all", f"{memory}/mine-*.tsv"),
    ]
    assert [system.name for system in karat.evaluate(f"{memory}/mine-*.tsv", gold=gold)] == ["mine-0", "mine-1"]


def test_parquet_behind_a_url(memory: str, tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec")
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = arrow.table({"id": ["1"], "subject": ["Ann"], "relation": ["founded"], "object": ["Bext"]})
    parquet.write_table(table, tmp_path / "x.parquet")
    fsspec.filesystem("memory").pipe("/karat/x.parquet", (tmp_path / "x.parquet").read_bytes())
    assert list(read_rows(f"{memory}/x.parquet")) == list(read_rows(tmp_path / "x.parquet"))


def test_a_local_url(tmp_path: Path) -> None:
    (tmp_path / "mine.tsv").write_bytes(ROWS)
    assert len(list(read_rows(f"file://{tmp_path}/mine.tsv"))) == 100
    assert len(list(read_rows(f"file://{tmp_path}/*.tsv"))) == 100


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("/none.tsv", "expected a URL that can be read, found HTTP 404 Not Found"),
        (
            "/broken.tsv",
            "expected a URL that can be read, found a connection that broke off, 1,000 bytes before the end",
        ),
    ],
)
def test_what_cannot_be_fetched_is_one_line(web: str, name: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        list(read_rows(f"{web}{name}", "benchie"))
    assert str(caught.value) == f"{web}{name}: {reason}"


def test_nobody_answers(web: str) -> None:
    with pytest.raises(
        FormatError, match=r"http://127\.0\.0\.1:1/x: expected a URL that can be read, found Connection"
    ):
        list(read_rows("http://127.0.0.1:1/x"))


def test_errors_name_the_url_and_the_line(memory: str) -> None:
    fsspec = pytest.importorskip("fsspec")
    fsspec.filesystem("memory").pipe("/karat/mine-1.tsv", b"1\tAnn\tfounded\tBext\n2\tAnn\n")
    with pytest.raises(FormatError, match=r"^memory://karat/mine-1\.tsv:2: expected 4 tab-separated fields"):
        list(read_rows(f"{memory}/mine-*.tsv"))
    with pytest.raises(FormatError, match=r"^memory://karat/none\.tsv: expected a file, found nothing of that name"):
        list(read_rows(f"{memory}/none.tsv"))
    with pytest.raises(FormatError, match=r"^memory://karat/none-\*: expected files of this pattern, found none"):
        list(read_rows(f"{memory}/none-*"))


def test_the_command_says_it_in_one_line(web: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["evaluate", f"{web}/none.tsv", "--benchmark", "karat-sample"])
    assert caught.value.code == 1
    assert capsys.readouterr().err == f"{web}/none.tsv: expected a URL that can be read, found HTTP 404 Not Found\n"


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec.core", None)
    with pytest.raises(
        MissingExtraError, match=r"memory://x: reading files of this kind needs Karat's extra 'cluster'"
    ):
        list(read_rows("memory://x"))


def test_a_missing_package_of_a_kind_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fsspec")
    monkeypatch.setitem(sys.modules, "s3fs", None)
    with pytest.raises(
        InputError, match=r"^s3://bucket/x: this kind of URL needs a package that is not installed: Install s3fs"
    ):
        list(read_rows("s3://bucket/x"))
