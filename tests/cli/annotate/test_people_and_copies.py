"""People, backups and checks on the command line."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from karat.annotate.api.security.passwords import is_password
from karat.annotate.store import Store


def hash_of(folder: Path, name: str) -> str | None:
    with Store.open(folder, create=False) as store:
        person = store.person_by_name(name)
        assert person is not None
        return store.password_hash(person.id)


def test_list(run, demo: Path) -> None:
    code, out, _ = run("users", "list", demo, "--json")
    assert (code, json.loads(out)) == (
        0,
        [
            {"name": "admin", "role": "admin", "active": True, "machine": False},
            {"name": "ann", "role": "annotator", "active": True, "machine": False},
            {"name": "ben", "role": "annotator", "active": True, "machine": False},
            {"name": "cora", "role": "curator", "active": True, "machine": False},
        ],
    )
    with Store.open(demo, create=False) as store:
        store.add_person("a model", "annotator", machine=True)
    listed = run("users", "list", demo)[1]
    assert re.search(r"cora +curator +yes", listed)
    assert re.search(r"a model +LLM +yes", listed)


def test_add_prints_a_password_that_is_good(run, demo: Path) -> None:
    code, out, error = run("users", "add", demo, "dan", "--role", "Curator")
    assert (code, error) == (0, "dan: added as curator\n")
    password = re.fullmatch(r"password: ((?:[a-z2-9]{4}-){3}[a-z2-9]{4})\n", out)
    assert password is not None
    assert is_password(password[1], hash_of(demo, "dan"))
    unknown = "unknown role 'boss'. Known: annotator, curator, admin\n"
    assert run("users", "add", demo, "eve", "--role", "boss") == (1, "", unknown)
    assert run("users", "add", demo, "Dan")[::2] == (1, "there is a person 'Dan' already\n")


def test_a_new_password_replaces_the_old_one(run, demo: Path) -> None:
    first = run("users", "password", demo, "ann")[1].split()[-1]
    second = run("users", "password", demo, "ann")[1].split()[-1]
    hashed = hash_of(demo, "ann")
    assert (is_password(first, hashed), is_password(second, hashed)) == (False, True)


def test_a_password_of_ones_own(run, demo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["long enough", "short"])
    monkeypatch.setattr("typer.prompt", lambda *_, **__: next(answers))
    code, out, _ = run("users", "password", demo, "ann", "--ask")
    assert (code, out, is_password("long enough", hash_of(demo, "ann"))) == (0, "", True)
    expected = "password: expected at least 8 characters, found 5\n"
    assert run("users", "password", demo, "ann", "--ask")[::2] == (1, expected)


def test_an_invitation_can_be_accepted(run, demo: Path) -> None:
    code, out, _ = run("users", "invite", demo, "--role", "admin", "--address", "https://gold.example/")
    found = re.fullmatch(r"https://gold\.example/invitation/([\w-]{43})\n", out)
    assert (code, found is not None) == (0, True)
    assert found is not None
    with Store.open(demo) as store:
        invitation = store.invitation(found[1])
        assert invitation is not None
        assert (invitation.role, invitation.accepted) == ("admin", False)


def test_an_invitation_says_where_its_link_leads(run, demo: Path) -> None:
    code, out, error = run("users", "invite", demo)
    assert (code, out.startswith("http://127.0.0.1:8719/invitation/"), "--address URL" in error) == (0, True, True)
    token = out.strip().rpartition("/")[2]
    with Store.open(demo) as store:
        invitation = store.invitation(token)
        assert invitation is not None
        left = invitation.expires - datetime.now(UTC)
    assert timedelta(days=13, hours=23) < left <= timedelta(days=14)


def test_roles_and_activity(run, demo: Path) -> None:
    only = "admin: expected another admin to stay, found that this is the only one\n"
    assert run("users", "role", demo, "admin", "curator")[::2] == (1, only)
    assert run("users", "role", demo, "cora", "admin")[::2] == (0, "cora: curator until now, admin from now on\n")
    assert run("users", "deactivate", demo, "admin")[0] == 0
    only = only.replace("admin:", "cora:")
    assert run("users", "role", demo, "cora", "curator")[::2] == (1, only)
    assert run("users", "deactivate", demo, "cora")[::2] == (1, only)
    assert run("users", "deactivate", demo, "ben")[0] == 0
    assert {each["name"]: each["active"] for each in json.loads(run("users", "list", demo, "--json")[1])}[
        "ben"
    ] is False
    assert run("users", "activate", demo, "ben")[::2] == (0, "ben: may sign in again\n")
    assert run("users", "role", demo, "dora", "admin")[2].startswith("unknown person 'dora'; did you mean 'cora'?")


def test_a_backup_is_restored_whole(run, demo: Path, tmp_path: Path) -> None:
    code, _, error = run("backup", demo, tmp_path / "copy")
    assert (code, error.startswith(f"{tmp_path / 'copy'}: ")) == (0, True)
    code, _, error = run("restore", tmp_path / "copy", tmp_path / "again")
    assert (code, "Karat's own sample, English restored" in error) == (0, True)
    before, after = (run("export", folder, "--format", "jsonl")[1] for folder in (demo, tmp_path / "again"))
    assert before == after
    assert run("restore", tmp_path / "copy", tmp_path / "again")[0] == 1
    assert run("backup", demo, tmp_path / "copy")[0] == 1


def test_check(run, demo: Path) -> None:
    assert run("check", demo)[:2] == (0, "everything is as its events say\n")
    with Store.open(demo) as store, store.write() as connection:
        connection.exec_driver_sql("UPDATE document SET triples = triples + 1 WHERE id = 1")
    code, out, _ = run("check", demo, "--json")
    found = json.loads(out)
    assert (code, found["right"], len(found["problems"])) == (1, False, 1)
