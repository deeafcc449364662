"""Guideline, tutorial and examination over the server."""

from __future__ import annotations

from office import Office

from karat.annotate.guidelines import examination


def test_the_guideline_follows_the_language(office: Office) -> None:
    office.store.change_project(office.project.id, language="de")
    shown = office.browser("Ann").get(f"/api/projects/{office.project.id}/guideline").json()
    assert shown["language"] == "de"
    assert [section["id"] for section in shown["sections"]][-1] == "A.3.3"
    assert set(shown["sections"][0]["examples"][0]) == {"sentence", "triples", "note", "good"}


def test_questions_come_without_their_answers(office: Office) -> None:
    shown = office.browser("Ann").get(f"/api/projects/{office.project.id}/tutorial").json()
    assert (shown["passed"], shown["pass_mark"]) == (False, 80)
    assert [question["id"] for question in shown["questions"]] == [question.id for question in examination("en")]
    assert not any({"answer", "explanation"} & set(question) for question in shown["questions"])


def test_whoever_passes_may_work(office: Office) -> None:
    office.store.change_project(office.project.id, settings={"examination": True, "tagger": "none"})
    path = f"/api/projects/{office.project.id}"
    ann = office.browser("Ann")
    assert not ann.get(path).json()["may_work"]
    failed = ann.post(f"{path}/examination", json={"answers": {}}).json()
    assert (failed["passed"], failed["score"]) == (False, 0.0)
    assert not ann.get(path).json()["may_work"]
    answers = {
        question.id: min(question.answer) if question.kind == "choice" else sorted(question.answer)
        for question in examination("en")
    }
    passed = ann.post(f"{path}/examination", json={"answers": answers}).json()
    assert (passed["passed"], passed["score"]) == (True, 1.0)
    assert all(explanation["right"] and explanation["text"] for explanation in passed["explanations"])
    assert ann.get(path).json()["may_work"]
    assert ann.get(f"{path}/tutorial").json()["passed"]


def test_the_pass_mark_is_a_setting(office: Office) -> None:
    path = f"/api/projects/{office.project.id}"
    first, *_ = examination("en")
    answers = {first.id: min(first.answer)}
    ann, dora = office.browser("Ann"), office.browser("Dora")
    assert not ann.post(f"{path}/examination", json={"answers": answers}).json()["passed"]
    assert dora.patch(path, json={"settings": {"pass_mark": 5}}).json()["settings"]["pass_mark"] == 5
    assert ann.post(f"{path}/examination", json={"answers": answers}).json()["passed"]
    assert dora.patch(path, json={"settings": {"pass_mark": 101}}).status_code == 422


def test_an_answer_to_an_unknown_question_is_refused(office: Office) -> None:
    path = f"/api/projects/{office.project.id}/examination"
    refused = office.browser("Ann").post(path, json={"answers": {"x": 1}})
    assert refused.status_code in (400, 422)
    assert "found one to 'x'" in refused.json()["error"]
