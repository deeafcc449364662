"""Sign in and out, sessions, cookies, passwords, and attempts to guess them."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from argon2 import Type, extract_parameters
from office import ORIGIN, PASSWORD, Browser, Office
from sqlalchemy import text

from karat.annotate.api.routes.session import local_admin
from karat.annotate.api.security import passwords, throttle
from karat.annotate.store import Store


def sign_in(browser: Browser, name: str = "Ann", password: str = PASSWORD) -> object:
    return browser.post("/api/session", json={"name": name, "password": password})


def test_sign_in_and_out(office: Office) -> None:
    office.set_password("Ann")
    browser = office.browser()
    assert browser.get("/api/session").status_code == 401
    answer = sign_in(browser)
    assert answer.status_code == 200
    assert answer.json()["person"] == {
        "id": office.people["Ann"].id,
        "name": "Ann",
        "role": "annotator",
        "active": True,
        "machine": False,
    }
    assert browser.get("/api/session").json() == answer.json()
    browser.csrf = answer.json()["csrf"]
    assert browser.delete("/api/session").status_code == 200
    assert browser.get("/api/session").status_code == 401


def test_a_session_names_its_store(office: Office, tmp_path: Path) -> None:
    """Another folder may be served at the same address: the page must not send it what belongs to this one."""
    here = office.browser("Ann").get("/api/session").json()["store"]
    assert here == office.browser("Dora").get("/api/session").json()["store"]
    shutil.copytree(tmp_path / "project", tmp_path / "moved")
    with Store.open(tmp_path / "moved") as moved, Store.open(tmp_path / "new") as other:
        other.add_person("Ann", "annotator")
        assert moved.identity() == here
        assert other.identity() != here


@pytest.mark.parametrize(
    ("name", "password"),
    [
        pytest.param("Ann", "seven grey heron", id="wrong password"),
        pytest.param("Ann", "", id="no password"),
        pytest.param("Nobody", PASSWORD, id="unknown name"),
        pytest.param("Ben", "", id="somebody without a password"),
        pytest.param("Ann\0", PASSWORD + "\0", id="NUL"),
    ],
)
def test_who_may_not_sign_in_learns_nothing(office: Office, name: str, password: str) -> None:
    office.set_password("Ann")
    answer = sign_in(office.browser(), name, password)
    assert (answer.status_code, answer.json()) == (401, {"error": "the name or the password is wrong"})
    assert "set-cookie" not in answer.headers


def test_somebody_inactive_is_signed_out_and_cannot_return(office: Office) -> None:
    office.set_password("Ann")
    browser, dora = office.browser(), office.browser("Dora")
    assert sign_in(browser).status_code == 200
    assert dora.patch(f"/api/people/{office.people['Ann'].id}", json={"active": False}).status_code == 200
    assert browser.get("/api/session").status_code == 401
    assert sign_in(browser).status_code == 401


def test_the_cookie_cannot_be_read_by_scripts_or_sent_by_other_sites(office: Office) -> None:
    office.set_password("Ann")
    cookie = sign_in(office.browser()).headers["set-cookie"].lower()
    for flag in ("httponly", "samesite=strict", "path=/", "max-age=1209600"):
        assert flag in cookie
    assert "secure" not in cookie, "a browser would not send it to http://127.0.0.1"
    assert "domain" not in cookie


def test_over_https_the_cookie_is_secure_and_of_this_host(folder_store: Store, page: Path) -> None:
    with Office.open(folder_store, page, https=True) as office:
        office.set_password("Ann")
        browser = office.browser()
        answer = browser.post(
            "/api/session", json={"name": "Ann", "password": PASSWORD}, headers={"Origin": "https://127.0.0.1"}
        )
        assert answer.status_code == 200
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-karat_session=")
        assert "Secure" in cookie
        assert answer.headers["strict-transport-security"] == "max-age=31536000"


def test_a_session_that_somebody_else_fixed_is_not_taken_over(office: Office) -> None:
    """Session fixation: an attacker's cookie in the victim's browser must not become the victim's session."""
    office.set_password("Ann")
    attacker, victim = office.browser("Eve"), office.browser()
    fixed = attacker.cookies[office.settings.cookie_name]
    victim.cookies.set(office.settings.cookie_name, fixed)
    assert sign_in(victim).status_code == 200
    assert fixed not in [cookie.value for cookie in victim.cookies.jar if "127.0.0.1" in cookie.domain]
    assert attacker.get("/api/session").status_code == 401
    made_up = office.browser()
    made_up.cookies.set(office.settings.cookie_name, "a-token-that-the-attacker-chose")
    sign_in(made_up)
    stranger = office.browser()
    stranger.cookies.set(office.settings.cookie_name, "a-token-that-the-attacker-chose")
    assert stranger.get("/api/session").status_code == 401


def test_hashes_cost_an_attacker_time_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    hashed = passwords.hash_password(PASSWORD)
    found = extract_parameters(hashed)
    assert (found.type, found.memory_cost >= 19 * 1024, found.time_cost >= 2) == (Type.ID, True, True)
    assert passwords.is_password(PASSWORD, hashed)
    assert hashed != passwords.hash_password(PASSWORD), "each has a salt of its own"


def test_only_hashes_are_stored(office: Office, tmp_path: Path) -> None:
    office.set_password("Ann")
    browser, dora = office.browser(), office.browser("Dora")
    sign_in(browser)
    link = dora.post("/api/invitations", json={}).json()["link"]
    secrets = [browser.cookies[office.settings.cookie_name], link.rpartition("/")[2], PASSWORD]
    with office.store.engine.connect() as connection:
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    stored = b"".join(file.read_bytes() for file in (tmp_path / "project").iterdir())
    assert b"$argon2id$" in stored
    assert [secret for secret in secrets if secret.encode() in stored] == []


def test_a_session_ends(office: Office) -> None:
    office.store.add_session("old-token", office.people["Ann"].id, "csrf", lifetime=timedelta(seconds=-1))
    browser = office.browser()
    browser.cookies.set(office.settings.cookie_name, "old-token")
    assert browser.get("/api/session").status_code == 401


def test_passwords_cannot_be_guessed_by_trying(office: Office) -> None:
    office.set_password("Ann")
    browser = office.browser()
    answers = [sign_in(browser, password=f"guess {n}").status_code for n in range(throttle.MOST_BY_NAME + 2)]
    assert answers == [401] * throttle.MOST_BY_NAME + [429] * 2
    blocked = sign_in(browser, name=" ANN ")
    assert blocked.status_code == 429, "not even with the right password, nor by another spelling of the name"
    assert blocked.headers["retry-after"] == "900"
    office.set_password("Ben")
    assert sign_in(browser, "Ben").status_code == 200, "others can sign in"


def test_many_guesses_at_once_count_each(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "MOST_BY_NAME", 3)
    browser = office.browser()
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda n: sign_in(browser, "Ann", f"guess {n}").status_code, range(8)))
    assert sorted(answers) == [401] * 3 + [429] * 5


def test_names_cannot_be_tried_one_after_the_other(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "MOST_BY_ADDRESS", 3)
    answers = [sign_in(office.browser(), f"name {n}", "x").status_code for n in range(5)]
    assert answers == [401] * 3 + [429] * 2


def test_signing_in_at_last_forgets_the_failures(office: Office) -> None:
    office.set_password("Ann")
    browser = office.browser()
    for _ in range(2):
        for n in range(throttle.MOST_BY_NAME - 1):
            assert sign_in(browser, password=f"guess {n}").status_code == 401
        assert sign_in(browser).status_code == 200


def test_the_link_of_the_terminal_signs_in_once(office: Office) -> None:
    token = office.app.state.server.launch.make()
    first, second = office.browser(), office.browser()
    answer = first.post("/api/session/launch", json={"token": token})
    assert (answer.status_code, answer.json()["launch"]) == (200, True)
    assert answer.json()["person"]["name"] == "Dora", "the first admin"
    assert second.post("/api/session/launch", json={"token": token}).status_code == 401
    assert second.post("/api/session/launch", json={"token": ""}).status_code == 401


def test_a_link_of_a_person_signs_them_in_while_they_are_active(office: Office) -> None:
    ann = office.store.person_by_name("Ann")
    assert ann is not None
    first, second = (office.app.state.server.launch.make(ann.id) for _ in range(2))
    browser = office.browser()
    assert browser.post("/api/session/launch", json={"token": first}).json()["person"]["name"] == "Ann"
    office.store.change_person(ann.id, active=False)
    assert browser.post("/api/session/launch", json={"token": second}).status_code == 401


def test_the_first_launch_makes_an_admin(tmp_path: Path) -> None:
    with Store.open(tmp_path / "new") as store:
        admin = local_admin(store)
        assert (admin.name, admin.role) == ("admin", "admin")
        assert local_admin(store) == admin
        assert len(store.people()) == 1


def test_a_launch_from_another_site_is_refused(office: Office) -> None:
    token = office.app.state.server.launch.make()
    browser = office.browser()
    refused = browser.post("/api/session/launch", json={"token": token}, headers={"Origin": "http://elsewhere.example"})
    assert refused.status_code == 403
    assert browser.post("/api/session/launch", json={"token": token}, headers={"Origin": ORIGIN}).status_code == 200
