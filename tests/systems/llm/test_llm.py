"""A language model as a system, against a server that speaks the protocol and misbehaves."""

from __future__ import annotations

import json
import re
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import misbehaving_server
import pytest
from misbehaving_server import saying, slow, with_headers

from karat.errors import BudgetError, InputError, ServiceError
from karat.model import Extraction, Sentence
from karat.systems.llm import Llm, LlmOptions
from karat.systems.system import Extracted, Failure, Usage

from .conftest import asked_sentence, extracting

ANN = Sentence("1", "Ann founded Bext")
BOB = Sentence("2", "Bob left Ulm")
SENTENCES = [Sentence(str(number), f"Ann{number} saw Bob{number}") for number in range(20)]
FOUNDED = Extraction("founded", ("Ann", "Bext"))
TOLD = Usage(100, 10)


def test_an_extraction(serve, make) -> None:
    server = serve()
    assert make(server).extract([ANN, BOB]) == [
        Extracted((FOUNDED,), TOLD),
        Extracted((Extraction("left", ("Bob", "Ulm")),), TOLD),
    ]
    first = server.asked[0]
    assert (first["model"], first["max_tokens"]) == ("m", 2000)
    assert {"temperature", "seed", "response_format"}.isdisjoint(first)


@pytest.mark.parametrize(
    "behaviour",
    [
        pytest.param(with_headers(429, "slow down", Retry_After="0.1"), id="too many requests"),
        pytest.param((500, {"error": {"message": "tired"}}), id="a fault of the server"),
        pytest.param((503, b"<html>"), id="no JSON in an error"),
        pytest.param(misbehaving_server.CUT, id="a cut connection"),
        pytest.param(misbehaving_server.SILENT, id="no reply"),
        pytest.param((200, b'{"choices": ['), id="malformed JSON"),
        pytest.param((200, {"choices": []}), id="no message"),
        pytest.param(misbehaving_server.ENDLESS, id="a body without end"),
        pytest.param(misbehaving_server.ENDLESS_EVENTS, id="a stream without end"),
        pytest.param(slow(2, saying("late")), id="slow"),
    ],
)
def test_no_answer_is_lost_to_what_passes(serve, make, behaviour) -> None:
    """Every third request meets it; in the end all sentences have their extractions, each answered once."""
    answered: list[str] = []
    count = iter(range(1000))

    def answer(request):
        if next(count) % 3 == 0:
            return behaviour
        answered.append(asked_sentence(request))
        return extracting(request)

    server = serve(answer=answer)
    results = make(server, timeout=1.0, retries=5).extract(SENTENCES[:4])
    assert results == [Extracted((Extraction("saw", (f"Ann{number}", f"Bob{number}")),), TOLD) for number in range(4)]
    assert answered == [sentence.text for sentence in SENTENCES[:4]]
    assert make(server).extract(SENTENCES[:4]) == results
    assert len(server.asked) == 6


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        pytest.param(saying(None, refusal="I would rather not."), "refused: I would rather not.", id="a refusal"),
        pytest.param(saying("I'm sorry, I can't help."), "refused: I'm sorry, I can't help.", id="in words"),
        pytest.param(saying(""), "an empty answer", id="empty"),
        pytest.param(saying(None), "an empty answer", id="nothing"),
        pytest.param(saying("Hello there"), "no tuple in the answer: Hello there", id="no tuple"),
        pytest.param(
            saying('[["founded", "An', finish="length"), 'no tuple within 2,000 tokens: [["founded", "An', id="cut off"
        ),
        pytest.param(saying("", finish="content_filter"), "refused: the server's content filter", id="a filter"),
        pytest.param(saying("Hm\ud800\0 hm\nhm"), "no tuple in the answer: Hm\ufffd hm hm", id="odd characters"),
        pytest.param((400, {"error": {"message": "too long"}}), "status 400: too long", id="a bad request"),
        pytest.param((500, {"error": {"message": "tired"}}), "status 500: tired", id="always a fault"),
        pytest.param((200, b"{half"), "what is no JSON", id="always malformed"),
    ],
)
def test_failures_of_a_sentence(serve, make, reply, reason: str) -> None:
    (result,) = make(serve(reply), retries=1).extract([ANN])
    assert isinstance(result, Failure)
    assert result.reason == reason


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        pytest.param((401, {"error": {"message": "who?"}}), "status 401: who?", id="no key"),
        pytest.param((404, {"error": {"message": "no m"}}), "status 404: no m", id="no model"),
        pytest.param((429, {"error": {"message": "no"}}), "status 429: no", id="too many requests, always"),
    ],
)
def test_what_stops_a_run(serve, make, reply, found: str) -> None:
    with pytest.raises(ServiceError, match=re.escape(found)):
        make(serve(reply), retries=1).extract([ANN])


def test_five_failures_in_a_row_stop_a_run(serve, make) -> None:
    server = serve((400, {"error": {"message": "temperature?"}}))
    system = make(server)
    assert all(isinstance(result, Failure) for result in system.extract(SENTENCES[:4]))
    with pytest.raises(ServiceError, match="5 sentences in a row have none"):
        system.extract(SENTENCES[4:5])


def test_failures_between_answers_do_not(serve, make) -> None:
    bad = (400, {"error": {"message": "no"}})
    count = iter(range(1000))
    server = serve(answer=lambda request: bad if next(count) % 2 else extracting(request))
    results = make(server).extract(SENTENCES)
    assert [isinstance(result, Failure) for result in results] == [False, True] * 10


def test_what_can_be_read_of_an_answer_that_breaks_off_counts_and_says_so(serve, make) -> None:
    server = serve(saying('[["founded", "Ann", "Bext"], ["le', finish="length"))
    (result,) = make(server).extract([ANN])
    assert result.extractions == (Extraction("founded", ("Ann", "Bext"), other=(("answer", "cut off"),)),)


def test_text_that_cannot_be_sent_fails_its_sentence(serve, make) -> None:
    server = serve()
    (result,) = make(server).extract([Sentence("1", "Ann \ud800 Bext")])
    assert result == Failure(r"expected text that UTF-8 can hold, found '\ud800'")
    assert server.asked == []


def test_tokens_are_estimated_where_a_server_counts_none(serve, make) -> None:
    (result,) = make(serve(saying('[["founded", "Ann", "Bext"]]'))).extract([ANN])
    assert result.usage is not None
    assert result.usage.is_estimated
    assert result.usage.completion_tokens == 7  # 28 characters
    assert 150 < result.usage.prompt_tokens < 200  # some 650 characters


# A server that refuses a schema


def refusing_schemas(request):
    """Refuse a schema as some servers do."""
    if "response_format" in request:
        return 400, {"error": {"message": "'response_format.type' must be 'text'"}}
    return extracting(request)


def test_a_schema_where_the_server_takes_one(serve, make) -> None:
    server = serve()
    assert make(server, answers="auto").extract([ANN]) == [Extracted((FOUNDED,), TOLD)]
    (asked,) = server.asked
    assert asked["response_format"]["json_schema"]["schema"]["required"] == ["tuples"]
    assert '{"tuples": [["relation"' in asked["messages"][0]["content"]


def test_a_schema_that_is_refused_is_tried_once(serve, make) -> None:
    server = serve(answer=refusing_schemas)
    system = make(server, answers="auto", workers=8)
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda sentence: system.extract([sentence])[0], SENTENCES))
    assert all(isinstance(result, Extracted) for result in results)
    assert ["response_format" in asked for asked in server.asked].count(True) == 1
    assert len(server.asked) == 21


def test_an_explicit_schema_is_not_given_up(serve, make) -> None:
    server = serve(answer=refusing_schemas)
    (result,) = make(server, answers="schema").extract([ANN])
    assert result == Failure("status 400: 'response_format.type' must be 'text'")


def test_a_sentence_that_fails_in_both_forms_decides_nothing(serve, make) -> None:
    def answer(request):
        return (400, {"error": {"message": "too long"}}) if "Ann" in asked_sentence(request) else extracting(request)

    server = serve(answer=answer)
    system = make(server, answers="auto")
    assert system.extract([ANN, BOB])[0] == Failure("status 400: too long")
    assert system.asker.form == "schema"


@pytest.mark.parametrize("status", [409, 500, 502, 503, 529])
def test_a_server_in_trouble_does_not_refuse_a_schema(serve, make, status: int) -> None:
    """It is out of order until the first sentence has failed; the next one is asked about with a schema."""
    down = (status, {"error": {"message": "busy"}})
    server = serve(answer=lambda request: down if len(server.asked) <= 2 else extracting(request))
    system = make(server, answers="auto", retries=1)
    assert system.extract([ANN, BOB])[0] == Failure(f"status {status}: busy")
    assert ["response_format" in asked for asked in server.asked] == [True, True, True]
    assert system.asker.form == "schema"


@pytest.mark.parametrize("status", [400, 415, 422])
def test_statuses_of_a_schema_that_is_refused(serve, make, status: int) -> None:
    refused = (status, {"error": {"message": "response_format?"}})
    server = serve(answer=lambda request: refused if "response_format" in request else extracting(request))
    system = make(server, answers="auto")
    assert system.extract([ANN]) == [Extracted((FOUNDED,), TOLD)]
    assert system.asker.form == "text"


def test_the_other_name_of_the_limit(serve, make) -> None:
    def answer(request):
        if "max_tokens" in request:
            return 400, {"error": {"message": "Unsupported: 'max_tokens'. Use 'max_completion_tokens' instead."}}
        return extracting(request)

    server = serve(answer=answer)
    system = make(server, answer_tokens=50)
    assert system.extract([ANN, BOB])[0] == Extracted((FOUNDED,), TOLD)
    assert [asked.get("max_completion_tokens") for asked in server.asked] == [None, 50, 50]


# The cache


def test_nothing_is_asked_twice(serve, make) -> None:
    server = serve()
    first = make(server).extract([ANN, BOB, ANN])
    assert len(server.asked) == 2
    assert make(server).extract([ANN, BOB, ANN]) == first
    assert len(server.asked) == 2


def test_what_makes_a_question_another_one(serve, make) -> None:
    server = serve()
    for options in ({}, {"temperature": 0.5}, {"answer_tokens": 7}, {"model_seed": 3}, {"answers": "schema"}):
        make(server, **options).extract([ANN])
    make(server).extract([ANN], sample=2)
    assert len(server.asked) == 6


def test_the_same_question_of_several_threads_is_asked_once(serve, make) -> None:
    server = serve(answer=lambda request: slow(0.2, extracting(request)))
    system = make(server, workers=8)
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: system.extract([ANN])[0], range(8)))
    assert results == [Extracted((FOUNDED,), TOLD)] * 8
    assert len(server.asked) == 1


def test_without_a_cache_everything_is_asked(serve, make, tmp_path: Path) -> None:
    server = serve()
    system = make(server, use_cache=False)
    system.extract([ANN])
    system.extract([ANN])
    assert len(server.asked) == 2
    assert not (tmp_path / "cache").exists()


def test_a_damaged_answer_is_asked_for_again(serve, make, tmp_path: Path) -> None:
    server = serve()
    make(server).extract([ANN])
    (file,) = (tmp_path / "cache").rglob("*.json")
    for content in ("", "{", "[]", '{"text": 3}', '{"text": "x", "refusal": null, "finish": null}'):
        file.write_text(content)
        assert make(server).extract([ANN]) == [Extracted((FOUNDED,), TOLD)]
    assert len(server.asked) == 6


def test_a_full_disk_loses_no_answer_and_asks_for_no_other(serve, make, tmp_path: Path) -> None:
    server = serve()
    (tmp_path / "cache").write_text("a file where the folder should be")
    system = make(server)
    assert system.extract([ANN]) == [Extracted((FOUNDED,), TOLD)]
    with pytest.raises(InputError, match="cannot be written"):
        system.extract([BOB])
    assert len(server.asked) == 1


def test_answers_that_could_not_be_used_are_paid_for_once_unless_asked_again(serve, make) -> None:
    server = serve(saying("I cannot."), saying('[["founded", "Ann", "Bext"]]'))
    assert isinstance(make(server).extract([ANN])[0], Failure)
    assert isinstance(make(server).extract([ANN])[0], Failure)
    assert len(server.asked) == 1
    assert isinstance(make(server, ask_again=True).extract([ANN])[0], Extracted)
    assert isinstance(make(server).extract([ANN])[0], Extracted)
    assert len(server.asked) == 2


def test_all_answers_on_disk_need_no_server(serve, make) -> None:
    server = serve(answer=refusing_schemas)
    first = make(server, answers="auto").extract(SENTENCES[:3])
    asked = len(server.asked)
    server.stop()
    assert make(server, answers="auto").extract(SENTENCES[:3]) == first
    assert len(server.asked) == asked


# Samples


def test_samples_have_their_own_answers_and_seeds(serve, make) -> None:
    count = iter("abc")
    server = serve(answer=lambda _: saying(json.dumps([["is", "x", next(count)]])))
    system = make(server, samples=3, model_seed=7, temperature=1.0)
    results = [system.extract([ANN], sample)[0].extractions[0].arguments[1] for sample in (1, 2, 3)]
    assert results == ["a", "b", "c"]
    assert [asked["seed"] for asked in server.asked] == [7, 8, 9]
    again = make(server, samples=3, model_seed=7, temperature=1.0)
    assert again.extract([ANN], 2)[0].extractions[0].arguments[1] == "b"
    assert len(server.asked) == 3


# The budget


def test_a_budget_stops_before_the_request_that_might_exceed_it(serve, make) -> None:
    server = serve()
    system = make(server, price_in=10.0, price_out=100.0, max_cost=0.25, answer_tokens=500)
    with pytest.raises(BudgetError, match=r"--max-cost: expected at most 0.25 in all, found 0.\d+ spent and up to 0.0"):
        system.extract([Sentence(str(number), f"Ann{number} saw Bob") for number in range(500)])
    spent = system.asker.budget.spent
    assert spent.cost == pytest.approx(len(server.asked) * 0.002)
    assert 0.18 < spent.cost <= 0.25  # the next one may cost up to about 0.065


def test_a_budget_of_tokens(serve, make) -> None:
    server = serve()
    system = make(server, max_tokens=5000, answer_tokens=100)
    with pytest.raises(BudgetError, match=r"--max-tokens: expected at most 5,000 in all, found [\d,]+ spent"):
        system.extract([Sentence(str(number), f"Ann{number} saw Bob") for number in range(100)])
    assert 3000 < system.asker.budget.spent.tokens <= 5000


def test_requests_under_way_count(serve, make) -> None:
    """Sixteen at once, each of which uses all that it may: the limit holds."""
    used = {"prompt_tokens": 700, "completion_tokens": 100}
    server = serve(answer=lambda _: slow(0.1, saying("[]", usage=used)))
    system = make(server, max_tokens=5000, answer_tokens=100, workers=16)
    sentences = [Sentence(str(number), f"Ann{number} saw Bob") for number in range(40)]
    stopped = 0

    def extract(sentence: Sentence) -> None:
        nonlocal stopped
        try:
            system.extract([sentence])
        except BudgetError:
            stopped += 1

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(extract, sentences))
    assert len(server.asked) == 6  # a seventh may use more than the 200 that are left
    assert stopped == 34
    assert system.asker.budget.spent.tokens == 4800


def test_what_a_run_has_spent_before_counts(serve, make) -> None:
    server = serve()
    system = make(server, max_tokens=5000)
    system.add_spent(Usage(4000, 500))
    with pytest.raises(BudgetError, match="found 4,500 spent"):
        system.extract([ANN])
    assert server.asked == []


def test_answers_on_disk_are_free(serve, make) -> None:
    server = serve()
    make(server).extract([ANN])
    assert make(server, max_tokens=0).extract([ANN]) == [Extracted((FOUNDED,), TOLD)]


def test_answers_on_disk_count_in_a_resumed_run(serve, make) -> None:
    server = serve()
    make(server).extract([ANN])
    system = make(server)
    system.add_spent(Usage(1, 1))
    system.extract([ANN])
    assert system.asker.budget.spent == Usage(101, 11)


def test_an_attempt_that_may_have_been_charged_counts(serve, make) -> None:
    server = serve(slow(9, saying("")), answer=None)
    system = make(server, timeout=0.2, retries=1, answer_tokens=300)
    system.extract([ANN])
    assert system.asker.budget.spent.completion_tokens == 600
    free = make(serve((500, {})), retries=1, answers="text")
    free.extract([ANN])
    assert free.asker.budget.spent == Usage()


def test_a_server_that_counts_more_than_there_is_raises_the_estimate(serve, make) -> None:
    server = serve(answer=lambda _: saying("[]", usage={"prompt_tokens": 9000, "completion_tokens": 1000}))
    system = make(server, max_tokens=25_000)
    with pytest.raises(BudgetError, match="found 20,000 spent"):
        system.extract(SENTENCES)
    assert len(server.asked) == 2


def test_an_answer_under_way_at_the_end_is_kept(serve, make) -> None:
    server = serve(answer=lambda request: slow(0.4, extracting(request)))
    system = make(server)
    threading.Thread(target=system.extract, args=([ANN],), daemon=True).start()
    while not server.asked:
        time.sleep(0.01)
    system.close()
    assert make(server).extract([ANN]) == [Extracted((FOUNDED,), TOLD)]
    assert len(server.asked) == 1


# Workers, key and settings


def test_requests_at_once(serve, make) -> None:
    barrier = threading.Barrier(4, timeout=5)

    def answer(request):
        return extracting(request)

    server = serve(answer=lambda request: slow(0.3, answer(request)))
    system = make(server, workers=4)
    started = time.monotonic()
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda sentence: (barrier.wait(), system.extract([sentence])), SENTENCES[:4]))
    assert server.most_at_once == 4
    assert time.monotonic() - started < 1.1


def test_settings_have_what_can_change_an_answer_and_no_key(serve, make, monkeypatch: pytest.MonkeyPatch) -> None:
    server = serve()
    system = make(server, temperature=0.0, demonstrations="karat-sample", shots=2, workers=7)
    assert dict(system.settings) == {
        "endpoint": server.url,
        "model": "m",
        "temperature": 0.0,
        "model_seed": None,
        "answers": "text",
        "answer_tokens": 2000,
        "template": system.settings["template"],
        "shots": 2,
        "demonstrations": system.settings["demonstrations"],
        "seed": 0,
        "draw": "shared",
    }
    assert re.fullmatch(r"karat-sample \([0-9a-f]{8}\)", system.settings["demonstrations"])
    assert "sk-secret" not in repr(system.settings) + system.version + repr(vars(system))
    assert (system.name, system.batch, system.workers, system.samples) == ("llm", 1, 7, 1)


def test_an_address_is_recorded_without_its_secrets() -> None:
    """As a judge's is: some servers want a version, others a key in the query."""
    system = Llm(LlmOptions(endpoint="https://ann:pass@h/v1?api-version=2024&code=abc", model="m"))
    assert system.settings["endpoint"] == "https://h/v1?api-version=2024&code=[key]"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"endpoint": "localhost"}, "expected an address that begins with http:// or https://, found"),
        ({"endpoint": "http://a:pass@b:x/v1?key=pass"}, "expected an address with a host and a port, as http://loc"),
        ({"model": " "}, "model: expected the name of a model, found none"),
        ({"samples": 0}, "samples: expected at least 1, found 0"),
        ({"timeout": float("nan")}, "timeout: expected at least 0.1, found nan"),
        ({"shots": 2}, "shots: expected demonstrations to show 2 of, found none"),
        ({"max_cost": 1.0, "price_in": 1.0}, "max_cost: expected price_in and price_out"),
        ({"demonstrations": "karat-sampel"}, "unknown benchmark or gold file 'karat-sampel'; did you mean 'karat-sa"),
    ],
)
def test_options_that_cannot_work(options, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        Llm(LlmOptions(**{"endpoint": "http://127.0.0.1:1/v1", "model": "m", **options}))
    assert "pass@" not in str(caught.value)
    assert "=pass" not in str(caught.value)
