"""Uploads and exports."""

from __future__ import annotations

import asyncio
import gzip
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from office import Browser, Office, added, done

from karat.annotate.api.uploads import shown_name
from karat.annotate.store import Store

GOLD = """sent_id:1\tAnn met Ben in Oslo .
1--> Cluster 1:
Ann --> met --> Ben [in Oslo]
"""


def upload(browser: Browser, office: Office, content: bytes, what: str, name: str = "file.txt", **fields: Any) -> Any:
    return browser.post(f"{office.path}/imports", files={"file": (name, content)}, data={"what": what, **fields})


def test_sentences_are_imported(office: Office) -> None:
    cleo = office.browser("Cleo")
    answer = upload(cleo, office, b"Snow fell .\nIt stopped .\n", "sentences")
    assert (answer.status_code, answer.json()["added"]) == (201, 2)
    assert len(cleo.get(f"{office.path}/items").json()["items"]) == 5


def test_gold_becomes_work_that_is_done_and_is_exported_as_it_was(office: Office) -> None:
    cleo = office.browser("Cleo")
    answer = upload(cleo, office, GOLD.encode(), "gold")
    assert answer.status_code == 201, answer.text
    report = answer.json()
    assert (report["documents"], report["synsets"], report["triples"]) == (1, 1, 1)
    exported = cleo.get(f"{office.path}/exports/benchie", params={"who": office.people["Cleo"].id})
    assert exported.headers["content-type"] == "text/plain; charset=utf-8"
    assert exported.headers["content-disposition"] == (
        f'attachment; filename="Sample-benchie-{office.people["Cleo"].id}.txt"'
    )
    again = cleo.post("/api/projects", json={"name": "Again"}).json()
    path = f"/api/projects/{again['id']}"
    cleo.post(f"{path}/imports", files={"file": ("g.txt", exported.content)}, data={"what": "gold"})
    assert cleo.get(f"{path}/exports/benchie").text == exported.text


def test_gold_for_somebody_else_is_a_draft(office: Office) -> None:
    cleo, ann = office.browser("Cleo"), office.people["Ann"].id
    assert upload(cleo, office, GOLD.encode(), "gold", person=ann).status_code == 422
    answer = upload(cleo, office, GOLD.encode(), "draft", person=ann)
    assert answer.status_code == 201, answer.text
    document = office.browser("Ann").get(f"/api/documents/{office.document('Ann')}").json()
    assert (len(document["state"]["synsets"]), document["done"]) == (1, False)


def test_candidates_wait_for_review(office: Office) -> None:
    cleo = office.browser("Cleo")
    content = b"Ann met Ben in Oslo .\t1.0\tmet\tAnn\tBen\n"
    answer = upload(cleo, office, content, "candidates", name="system-a.tsv")
    assert answer.status_code == 201, answer.text
    assert answer.json()["candidates"] == 1
    work = office.browser("Ann").get(f"{office.path}/items/{office.item()}")
    assert work.json()["candidates"] == 1
    assert "system-a" not in work.text
    assert office.store.candidates(office.item())[0].sources == ("system-a",)


def test_an_error_names_the_file_as_its_sender_does(office: Office) -> None:
    answer = upload(office.browser("Cleo"), office, b"\xff\xfe\x00", "sentences", name="../../secret/my gold.txt")
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("my gold.txt:")
    assert "/" not in answer.json()["error"].split(":")[0]
    assert "karat-" not in answer.text


@pytest.mark.parametrize(
    "name", ["../../evil.txt", "/etc/evil.txt", "..\\..\\evil.txt", "evil.txt\0.png", "a" * 500, "", "-"]
)
def test_a_file_name_is_never_a_path(office: Office, name: str, tmp_path: Path) -> None:
    before = {path for path in tmp_path.rglob("*") if "project" not in path.parts}
    answer = upload(office.browser("Cleo"), office, b"Snow fell .\n", "sentences", name=name)
    assert answer.status_code in (201, 422), answer.text
    assert {path for path in tmp_path.rglob("*") if "project" not in path.parts} == before
    assert len(shown_name(name)) <= 80


def bomb(size: int) -> bytes:
    return gzip.compress(b"a" * size)


def test_gzip_is_unpacked_up_to_a_size(folder_store: Store, page: Path) -> None:
    with Office.open(folder_store, page, largest_upload=100_000) as office:
        cleo = office.browser("Cleo")
        assert upload(cleo, office, gzip.compress(b"Snow fell .\n"), "sentences").status_code == 201
        packed = bomb(50_000_000)
        assert len(packed) < 100_000
        refused = upload(cleo, office, packed, "sentences")
        assert (refused.status_code, "at most 97 kB" in refused.json()["error"]) == (413, True)
        large = upload(cleo, office, b"x" * 200_000, "sentences")
        assert large.status_code == 413
        assert len(cleo.get(f"{office.path}/items").json()["items"]) == 4


def zip_of(content: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.txt", content)
    return buffer.getvalue()


@pytest.mark.parametrize(
    ("content", "error"),
    [
        pytest.param(zip_of(b"a" * 10_000_000), "found a zip archive", id="zip bomb"),
        pytest.param(gzip.compress(bomb(1_000_000)), "gzip within gzip", id="nested gzip"),
        pytest.param(b"PAR1" + b"\0" * 100, "found Parquet", id="parquet"),
        pytest.param(bomb(1_000_000)[:-20], "found a damaged one", id="cut gzip"),
        pytest.param(b"\x1f\x8b\x08nonsense", "found a damaged one", id="wrong gzip"),
    ],
)
def test_what_may_be_larger_than_it_looks_is_refused(office: Office, content: bytes, error: str) -> None:
    answer = upload(office.browser("Cleo"), office, content, "sentences")
    assert (answer.status_code, error in answer.json()["error"]) == (422, True), answer.text
    assert len(office.store.items(office.project.id)) == 3


def test_html_is_data_wherever_it_comes_back(office: Office) -> None:
    """Text of users is only ever sent as JSON or as a file to be saved."""
    script = "<script>alert(1)</script> \"'</title><img src=x onerror=alert(1)>"
    cleo, dora = office.browser("Cleo"), office.browser("Dora")
    dora.patch(f"/api/people/{office.people['Ann'].id}", json={"name": "<b>Ann</b>"})
    dora.patch(office.path, json={"name": "<b>Sample</b>"})
    upload(cleo, office, script.encode() + b" .\n", "sentences")
    cleo.post(f"{office.path}/assignments", json={"people": [office.people["Cleo"].id], "items": "all"})
    item = office.store.items(office.project.id, after=3)[0].id
    for path in ("/api/people", "/api/projects", f"{office.path}/items", f"{office.path}/items/{item}"):
        answer = cleo.get(path)
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.json()["item"]["text"].startswith("<script>")
    for format in ("benchie", "jsonl", "csv"):
        exported = cleo.get(f"{office.path}/exports/{format}", params={"unfinished": True})
        assert exported.headers["content-disposition"].startswith("attachment; ")
        assert "html" not in exported.headers["content-type"]
        assert "<" not in exported.headers["content-disposition"]
    refused = cleo.post("/api/projects", json={"name": "<i>x</i>", "kind": "<i>y</i>"})
    assert refused.headers["content-type"] == "application/json"


def test_exports_leave_out_what_the_reader_may_not_see(office: Office) -> None:
    for name in ("Ann", "Ben"):
        browser = office.browser(name)
        browser.post(f"/api/documents/{office.document(name)}/events", json={"events": [added(0)]})
    cleo = office.browser("Cleo")
    whole = [json.loads(line) for line in cleo.get(f"{office.path}/exports/jsonl").text.splitlines()]
    assert [len(each["documents"]) for each in whole[1:]] == [2, 2, 2]
    assert sum(len(document["events"]) for each in whole[1:] for document in each["documents"]) == 2
    office.store.assign(office.project.id, office.people["Cleo"].id, [office.item(1)])
    blind = [json.loads(line) for line in cleo.get(f"{office.path}/exports/jsonl").text.splitlines()]
    assert [[each["person"] for each in line["documents"]] for line in blind[1:]] == [
        ["Cleo"],
        ["Ann", "Ben"],
        ["Ann", "Ben"],
    ]
    for name in ("Ann", "Ben"):
        rows = cleo.get(f"{office.path}/exports/csv", params={"who": office.people[name].id, "unfinished": True})
        assert "s1" not in rows.text


def test_an_item_that_is_closed_is_skipped(office: Office) -> None:
    for name in ("Ann", "Ben"):
        browser = office.browser(name)
        browser.post(f"/api/documents/{office.document(name)}/events", json={"events": [done(0)]})
    answer = upload(office.browser("Cleo"), office, GOLD.encode(), "gold")
    assert (answer.status_code, answer.json()["skipped"]) == (201, 1)


@pytest.mark.parametrize("who", ["", "0", "Ann", "1 or 1=1", "99999999999", "merged%00"])
def test_whose_work_is_a_person_or_merged(office: Office, who: str) -> None:
    assert office.browser("Cleo").get(f"{office.path}/exports/csv?who={who}").status_code == 422
    assert office.browser("Cleo").get(f"{office.path}/exports/csv?who=99").status_code == 404


def test_what_strangers_upload_is_not_even_read(office: Office) -> None:
    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"multipart/form-data; boundary=x")]
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": f"{office.path}/imports",
        "query_string": b"",
        "headers": headers,
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
    }
    sent: list[dict[str, Any]] = []

    async def receive() -> Any:
        raise AssertionError("the body was read")

    async def send(message: Any) -> None:
        sent.append(message)

    asyncio.run(office.app(scope, receive, send))
    assert sent[0]["status"] == 401
