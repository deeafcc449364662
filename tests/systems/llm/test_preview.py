"""What a run would cost, without asking anybody."""

from __future__ import annotations

import pytest

from karat.model import Sentence
from karat.systems.llm.preview import preview
from karat.systems.llm.tokens import prompt_tokens, text_tokens

SENTENCES = [Sentence("1", "Ann founded Bext"), Sentence("2", "Bob left Ulm"), Sentence("3", "Ann founded Bext")]


def test_an_estimate_needs_no_server_and_no_key(serve, make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    server = serve()
    system = make(server, price_in=2.0, price_out=10.0, answer_tokens=100, samples=3)
    shown = preview(system, SENTENCES)
    assert server.asked == []
    assert (shown.requests, shown.on_disk) == (6, 0)  # the third sentence is the first again
    assert shown.answers.most == 600
    assert shown.answers.least == 12
    assert shown.most_cost == pytest.approx((shown.prompts.most * 2 + 600 * 10) / 1e6)
    assert shown.least_cost < shown.likely_cost < shown.most_cost
    assert shown.first[1].content.endswith("Sentence: Ann founded Bext\nTuples:")


def test_what_is_on_disk_costs_nothing(serve, make) -> None:
    server = serve()
    make(server).extract(SENTENCES[:1])
    shown = preview(make(server), SENTENCES)
    assert (shown.requests, shown.on_disk, shown.least_cost) == (1, 1, None)
    assert shown.prompts == prompt_tokens(make(server).asker.question(SENTENCES[1], "text", 1).messages)


def test_answers_are_as_long_as_those_of_the_demonstrations(serve, make) -> None:
    server = serve()
    system = make(server, demonstrations="karat-sample")
    shown = preview(system, SENTENCES)
    ratio = system.demonstrations.answer_ratio
    assert shown.answers.likely == pytest.approx(ratio * (4 + 3), abs=2)


@pytest.mark.parametrize("text", ["", "Ann founded Bext .", "安建立了公司", "Über Ämter", "\ud800", "👩‍👩‍👧"])
def test_estimates_are_ordered_and_bounded_by_bytes(text: str) -> None:
    tokens = text_tokens(text)
    assert 0 <= tokens.least <= tokens.likely <= tokens.most == len(text.encode("utf-8", "surrogatepass"))
