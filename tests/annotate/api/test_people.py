"""People, roles and invitations."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from office import PASSWORD, Browser, Office

from karat.annotate.store.sessions import hash_token


def test_somebody_is_invited_and_joins(office: Office) -> None:
    dora, guest = office.browser("Dora"), office.browser()
    answer = dora.post("/api/invitations", json={"role": "annotator", "projects": [office.project.id]})
    assert answer.status_code == 201
    assert answer.json()["link"].startswith("http://127.0.0.1/invitation/")
    path = answer.json()["link"].replace("http://127.0.0.1/invitation/", "/api/invitations/")
    offer = guest.get(path).json()
    assert (offer["role"], offer["projects"]) == ("annotator", ["Sample"])
    joined = guest.post(path, json={"name": "Finn", "password": PASSWORD})
    assert joined.status_code == 201
    assert joined.json()["person"]["name"] == "Finn"
    assert [project["name"] for project in guest.get("/api/projects").json()] == ["Sample"]
    assert office.browser().get(path).status_code == 404, "it can be accepted once"
    again = office.browser().post(path, json={"name": "Gus", "password": PASSWORD})
    assert again.status_code == 404


def test_an_invitation_that_expired_is_gone(office: Office) -> None:
    office.store.add_invitation("old-token-of-an-invitation", "admin", [], lifetime=timedelta(seconds=-1))
    guest = office.browser()
    assert guest.get("/api/invitations/old-token-of-an-invitation").status_code == 404
    body = {"name": "Finn", "password": PASSWORD}
    assert guest.post("/api/invitations/old-token-of-an-invitation", json=body).status_code == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param({"name": "ann", "password": PASSWORD}, 409, id="name taken"),
        pytest.param({"name": "  ", "password": PASSWORD}, 422, id="no name"),
        pytest.param({"name": "Finn", "password": "short"}, 422, id="short password"),
        pytest.param({"name": "Finn", "password": PASSWORD, "role": "admin"}, 422, id="role of one's own choice"),
    ],
)
def test_an_invitation_stays_open_after_a_wrong_answer(office: Office, body: dict[str, str], status: int) -> None:
    office.store.add_invitation("token-of-an-invitation", "annotator", [])
    guest = office.browser()
    refused = guest.post("/api/invitations/token-of-an-invitation", json=body)
    assert refused.status_code == status
    assert PASSWORD not in refused.text
    assert "short" not in refused.json()["error"].replace("at least", "")
    assert guest.get("/api/invitations/token-of-an-invitation").status_code == 200


def test_everybody_changes_their_own_password_with_the_old_one(office: Office) -> None:
    office.set_password("Ann")
    here, elsewhere = office.browser("Ann"), office.browser("Ann")
    path = f"/api/people/{office.people['Ann'].id}"
    new = "nine white storks"
    assert here.patch(path, json={"password": new}).status_code == 403
    assert here.patch(path, json={"password": new, "old_password": "wrong"}).status_code == 403
    assert here.patch(path, json={"password": new, "old_password": PASSWORD}).status_code == 200
    assert here.get("/api/session").status_code == 200
    assert elsewhere.get("/api/session").status_code == 401, "other sessions end"
    answer = office.browser().post("/api/session", json={"name": "Ann", "password": new})
    assert answer.status_code == 200


def test_nobody_raises_their_own_role(office: Office) -> None:
    for name in ("Ann", "Cleo"):
        answer = office.browser(name).patch(f"/api/people/{office.people[name].id}", json={"role": "admin"})
        assert answer.status_code == 403
        assert office.store.person(office.people[name].id).role == office.people[name].role


def test_the_last_admin_stays(office: Office) -> None:
    dora = office.browser("Dora")
    path = f"/api/people/{office.people['Dora'].id}"
    for body in ({"role": "curator"}, {"active": False}):
        assert dora.patch(path, json=body).status_code == 422
    dora.patch(f"/api/people/{office.people['Cleo'].id}", json={"role": "admin"})
    assert dora.patch(path, json={"role": "curator"}).status_code == 200


def test_of_two_admins_who_demote_each_other_at_once_one_is_refused(both_offices: Office) -> None:
    store, people = both_offices.store, both_offices.people
    store.change_person(people["Cleo"].id, role="admin")
    for _ in range(10):
        browsers = {"Cleo": both_offices.browser("Dora"), "Dora": both_offices.browser("Cleo")}
        ready = Barrier(2)

        def demote(name: str, browsers: dict[str, Browser] = browsers, ready: Barrier = ready) -> int:
            ready.wait()
            status: int = browsers[name].patch(f"/api/people/{people[name].id}", json={"role": "curator"}).status_code
            return status

        with ThreadPoolExecutor(2) as threads:
            answers = sorted(threads.map(demote, browsers))
        assert answers in ([200, 403], [200, 422]), "who is late is no admin any more, or the last one"
        for name in browsers:
            store.change_person(people[name].id, role="admin")


def test_an_invitation_is_withdrawn(office: Office) -> None:
    dora = office.browser("Dora")
    links = [dora.post("/api/invitations", json={"projects": [office.project.id]}).json()["link"] for _ in range(2)]
    tokens = [link.rpartition("/")[2] for link in links]
    waiting = dora.get("/api/invitations").json()
    assert [(each["role"], each["projects"], each["author"]) for each in waiting] == [
        ("annotator", ["Sample"], "Dora")
    ] * 2
    assert all(token not in dora.get("/api/invitations").text for token in tokens)
    [mine] = [each["id"] for each in waiting if each["id"] == hash_token(tokens[0])]
    assert dora.delete("/api/invitations", params={"invitation": mine}).status_code == 200
    assert dora.delete("/api/invitations", params={"invitation": mine}).status_code == 404
    guest, body = office.browser(), {"name": "Finn", "password": PASSWORD}
    assert [guest.post(f"/api/invitations/{token}", json=body).status_code for token in tokens] == [404, 201]
    assert dora.get("/api/invitations").json() == []
    accepted = hash_token(tokens[1])
    answer = dora.delete("/api/invitations", params={"invitation": accepted})
    assert (answer.status_code, answer.json()) == (404, {"error": "there is no invitation that can still be withdrawn"})


def test_an_admin_gives_somebody_a_new_password(office: Office) -> None:
    office.set_password("Ann")
    ann, path, new = office.browser("Ann"), f"/api/people/{office.people['Ann'].id}", "eight tall poplars"
    assert office.browser("Cleo").patch(path, json={"password": new}).status_code == 403
    assert office.browser("Dora").patch(path, json={"password": new}).status_code == 200
    assert ann.get("/api/session").status_code == 401, "whoever knew the old password is signed out"
    answers = [
        office.browser().post("/api/session", json={"name": "Ann", "password": each}) for each in (PASSWORD, new)
    ]
    assert [answer.status_code for answer in answers] == [401, 200]
