"""Jars: downloads that are resumed and checked, the user's own settings of Maven, and where jars are found."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from example_jar import CONTENT, JAR

from karat.errors import ChecksumError, DataError, InputError, OfflineError
from karat.systems.corenlp.jars import download, maven
from karat.systems.corenlp.jars.artifacts import MODELS, PROGRAM, VERSION, Artifact
from karat.systems.corenlp.jars.download import fetch
from karat.systems.corenlp.jars.finding import find_jars


class Repository(ThreadingHTTPServer):
    """Serves CONTENT, as it is told: how many bytes a connection sends, whether ranges work, which status comes."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.content = CONTENT
        self.most = len(CONTENT)
        self.ranges = True
        self.status: int | None = None
        self.asked: list[tuple[str, str | None]] = []
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/maven"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that goes away is no error."""


class Handler(BaseHTTPRequestHandler):
    server: Repository

    def do_GET(self) -> None:
        wanted = self.headers.get("Range")
        self.server.asked.append((self.path, wanted))
        if self.server.status is not None:
            self.send_error(self.server.status)
            return
        start = int(wanted.removeprefix("bytes=").removesuffix("-")) if wanted and self.server.ranges else 0
        body = self.server.content[start:]
        self.send_response(206 if start else 200)
        if start:
            self.send_header(
                "Content-Range", f"bytes {start}-{len(self.server.content) - 1}/{len(self.server.content)}"
            )
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: self.server.most])

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(download, "CHUNK", 1000)
    server = Repository()
    yield server
    server.shutdown()
    server.server_close()


def test_a_download(repository: Repository, tmp_path: Path) -> None:
    told: list[str] = []
    path = fetch(JAR, tmp_path / "cache", repository.url, told.append)
    assert path == tmp_path / "cache" / "thing-1.2-models.jar"
    assert path.read_bytes() == CONTENT
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    assert set(told) == {"downloading thing-1.2-models.jar: 0 of 0 MB", "checking thing-1.2-models.jar"}
    assert fetch(JAR, path.parent, repository.url) == path
    assert repository.asked == [("/maven/com/example/thing/1.2/thing-1.2-models.jar", None)]


def test_a_download_goes_on_where_it_stopped(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "thing-1.2-models.jar.part").write_bytes(CONTENT[:1000])
    assert fetch(JAR, tmp_path, repository.url).read_bytes() == CONTENT
    assert [wanted for _, wanted in repository.asked] == ["bytes=1000-"]


def test_a_connection_that_breaks_off_is_opened_again(repository: Repository, tmp_path: Path) -> None:
    repository.most = 40_000
    assert fetch(JAR, tmp_path, repository.url).read_bytes() == CONTENT
    assert [wanted for _, wanted in repository.asked] == [None, "bytes=40000-", "bytes=80000-"]


def test_a_download_that_stays_short_keeps_what_it_has(repository: Repository, tmp_path: Path) -> None:
    repository.most = 10_000
    with pytest.raises(
        DataError, match=r"expected 102,400 bytes .*, found 40,000 after 4 connections \(broken off\); the same"
    ):
        fetch(JAR, tmp_path, repository.url)
    repository.most = len(CONTENT)
    assert fetch(JAR, tmp_path, repository.url).read_bytes() == CONTENT
    assert repository.asked[-1][1] == "bytes=40000-"


def test_a_server_without_ranges_sends_all_again(repository: Repository, tmp_path: Path) -> None:
    repository.ranges = False
    (tmp_path / "thing-1.2-models.jar.part").write_bytes(b"x" * 1000)
    assert fetch(JAR, tmp_path, repository.url).read_bytes() == CONTENT


def test_another_file_is_not_kept(repository: Repository, tmp_path: Path) -> None:
    repository.content = CONTENT[::-1]
    with pytest.raises(ChecksumError, match=r"thing-1.2-models.jar: expected sha256 \w{12}…, found \w{12}… at http"):
        fetch(JAR, tmp_path, repository.url)
    assert list(tmp_path.iterdir()) == []


def test_what_a_repository_answers_is_told(repository: Repository, tmp_path: Path) -> None:
    repository.status = 404
    with pytest.raises(DataError, match=r"expected the file at http\S+jar, found HTTP 404 Not Found$"):
        fetch(JAR, tmp_path, repository.url)
    assert len(repository.asked) == 1
    repository.status = 503
    with pytest.raises(DataError, match=r"expected 102,400 bytes from \S+, found 0 after 4 connections \(HTTP 503\)"):
        fetch(JAR, tmp_path, repository.url)
    assert len(repository.asked) == 1 + download.TRIES


def test_no_network(repository: Repository, tmp_path: Path) -> None:
    repository.shutdown()
    repository.server_close()
    with pytest.raises(OfflineError, match=r"expected an answer from 127\.0\.0\.1, found no connection; KARAT_MAVEN"):
        fetch(JAR, tmp_path, repository.url)


def test_no_cache_to_write_to(repository: Repository, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match=r"expected a cache to write to, found .*; KARAT_CACHE names another"):
        fetch(JAR, tmp_path / "file" / "cache", repository.url)


def test_two_at_once_download_once(repository: Repository, tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    found: list[Path] = []
    threads = [threading.Thread(target=lambda: found.append(fetch(JAR, tmp_path, repository.url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert [path.read_bytes() == CONTENT for path in found] == [True] * 4
    assert len(repository.asked) == 1
    assert [each.name for each in tmp_path.iterdir()] == ["thing-1.2-models.jar"]


def mirror(of: str, more: str = "", url: str = "https://maven.example/all/") -> str:
    return f"<mirror><id>m</id><mirrorOf>{of}</mirrorOf><url>{url}</url>{more}</mirror>"


@pytest.mark.parametrize(
    ("mirrors", "address"),
    [
        pytest.param("", None, id="none"),
        pytest.param(mirror("central"), "https://maven.example/all", id="central"),
        pytest.param(mirror("*"), "https://maven.example/all", id="all"),
        pytest.param(mirror("external:*, !other"), "https://maven.example/all", id="all but another"),
        pytest.param(mirror("*,!central"), None, id="all but central"),
        pytest.param(mirror("external:http:*"), None, id="without encryption only"),
        pytest.param(mirror("other"), None, id="another"),
        pytest.param(mirror("*", "<blocked>true</blocked>"), None, id="blocked"),
        pytest.param(mirror("*", url="https://${env.KARAT_TEST_HOST}/x"), "https://h.example/x", id="environment"),
    ],
)
@pytest.mark.parametrize("space", ["", ' xmlns="http://maven.apache.org/SETTINGS/1.2.0"'])
def test_the_users_mirror(
    home: Path, monkeypatch: pytest.MonkeyPatch, mirrors: str, address: str | None, space: str
) -> None:
    monkeypatch.setenv("KARAT_TEST_HOST", "h.example")
    (home / ".m2" / "settings.xml").write_text(f"<settings{space}><mirrors>{mirrors}</mirrors></settings>")
    assert maven.repository() == address
    monkeypatch.setenv("KARAT_MAVEN", "https://other.example/")
    assert maven.repository() == "https://other.example"


def test_settings_that_are_no_settings(home: Path) -> None:
    (home / ".m2" / "settings.xml").write_text("<settings>")
    with pytest.raises(InputError, match=r"settings\.xml: expected Maven's settings, found no element found|not well"):
        maven.repository()


def test_the_users_local_repository(home: Path) -> None:
    assert maven.local_repository() == home / ".m2" / "repository"
    settings = "<settings><localRepository>${user.home}/jars</localRepository></settings>"
    (home / ".m2" / "settings.xml").write_text(settings)
    assert maven.local_repository() == home / "jars"


def write(folder: Path, *names: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).touch()
    return folder


def write_whole(folder: Path, path: Callable[[Artifact], str], *artifacts: Artifact) -> None:
    """Write files of the right size, which take no room."""
    for artifact in artifacts:
        target = folder / path(artifact)
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            file.truncate(artifact.size)


@pytest.mark.parametrize("by_variable", [False, True])
def test_a_folder(home: Path, monkeypatch: pytest.MonkeyPatch, by_variable: bool) -> None:
    folder = write(
        home / "corenlp",
        *("stanford-corenlp-4.4.0.jar", "stanford-corenlp-4.4.0-models.jar", "stanford-corenlp-4.4.0-sources.jar"),
        *("stanford-corenlp-4.4.0-models-german.jar", "slf4j-api.jar", "protobuf-java.jar", "protobuf.txt"),
    )
    if by_variable:
        monkeypatch.setenv("CORENLP_HOME", str(folder))
    jars = find_jars(["models"], None if by_variable else folder)
    assert jars.version == "4.4.0"
    assert sorted(path.name for path in jars.paths) == [
        "protobuf-java.jar",
        "stanford-corenlp-4.4.0-models.jar",
        "stanford-corenlp-4.4.0.jar",
    ]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ((), "expected one stanford-corenlp-VERSION.jar, found none"),
        (("stanford-corenlp-4.4.0.jar", "stanford-corenlp-4.5.0.jar"), "VERSION.jar, found 4.4.0 and 4.5.0"),
        (("stanford-corenlp-4.4.0.jar",), "expected stanford-corenlp-4.4.0-models.jar, found none"),
    ],
)
def test_a_folder_without_what_is_needed(home: Path, names: tuple[str, ...], message: str) -> None:
    with pytest.raises(InputError, match=message):
        find_jars(["models"], write(home / "corenlp", *names))


def test_no_folder(home: Path) -> None:
    with pytest.raises(InputError, match="expected a folder with CoreNLP's jars, found nothing"):
        find_jars(["models"], home / "nowhere")


def test_the_cache_and_mavens_own(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODELS, "models", JAR)
    write_whole(tmp_path / "cache" / "corenlp" / VERSION, lambda each: each.file, *PROGRAM)
    place = home / ".m2" / "repository" / JAR.path
    place.parent.mkdir(parents=True)
    place.write_bytes(CONTENT)
    jars = find_jars(["models"], download=False)
    assert jars.version == VERSION
    assert [path.name for path in jars.paths] == [each.file for each in (*PROGRAM, JAR)]
    with pytest.raises(DataError, match=r"models-german\.jar: expected it in .*, and downloading is turned off"):
        find_jars(["models-german"], download=False)
    place.write_bytes(CONTENT[::-1])  # nobody has checked Maven's own before
    with pytest.raises(DataError, match=r"thing-1\.2-models\.jar: expected it in .*, and downloading is turned off"):
        find_jars(["models"], download=False)


def test_a_folder_of_the_known_version_lacks_weights(home: Path, tmp_path: Path) -> None:
    folder = write(home / "corenlp", f"stanford-corenlp-{VERSION}.jar")
    write_whole(tmp_path / "cache" / "corenlp" / VERSION, lambda each: each.file, MODELS["models"])
    jars = find_jars(["models"], folder, download=False)
    assert [path.parent.name for path in jars.paths] == ["corenlp", VERSION]


def test_what_is_missing_is_downloaded(
    home: Path, tmp_path: Path, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KARAT_MAVEN", repository.url)
    monkeypatch.setitem(MODELS, "models", JAR)
    cache = tmp_path / "cache" / "corenlp" / VERSION
    write_whole(cache, lambda each: each.file, *PROGRAM)
    assert find_jars(["models"]).paths[-1] == cache / JAR.file
    assert (cache / JAR.file).read_bytes() == CONTENT
    assert [path for path, _ in repository.asked] == [f"/maven/{JAR.path}"]
