"""What the checks of a study's events and options refuse, each in one plain line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from karat.annotate.event import InvalidEventError
from karat.annotate.kind import Place, kind_named, replay
from karat.annotate.project import Item, Settings
from karat.annotate.study import STUDY
from karat.annotate.study.options import StudyOptions, SystemTotals
from karat.errors import KaratError

sys.path.append(str(Path(__file__).parent))

from study_fold_cases import DONE, attribution, events_of, fact, import_, note, rules, unsure

PLACE = Place(Item(1, 1, 1, "0001", "Ann sold the house ."), Settings())
ATTRIBUTED = {"extraction": {"attribution": {"source": "Joe"}}}

WRONG = [
    ([], ("fact", {}), "fact: expected the field 'label', found none"),
    ([], fact("none"), "fact.label: expected correct, incorrect or null, found 'none'"),
    ([], fact(True), "fact.label: expected correct, incorrect or null, found true"),
    ([], ("fact", {"label": "correct", "rules": []}), "fact: expected only label, found 'rules'"),
    ([], attribution([]), "attribution.label: expected correct, incorrect, none or null, found a list"),
    ([], rules("F1"), "rules.rules[0]: expected a rule F1 to F12 only where the fact is incorrect, found 'F1'"),
    (
        [fact("incorrect")],
        rules("F1", "A1"),
        "rules.rules[1]: expected a rule A1 to A3 only where the attribution is incorrect, found 'A1'",
    ),
    ([fact("incorrect")], rules("F13"), "rules.rules[0]: expected a rule F1 to F12 or A1 to A3, found 'F13'"),
    ([fact("incorrect")], rules([]), "rules.rules[0]: expected a rule F1 to F12 or A1 to A3, found a list"),
    ([fact("incorrect")], rules("F1", "F1"), "rules.rules: expected each rule once, found one twice"),
    ([fact("incorrect")], rules(*["F1"] * 16), "rules.rules: expected at most 15, found 16"),
    ([], note("a" * 2_001), "note.text: expected at most 2000 characters, found 2001"),
    ([], unsure("yes"), "unsure.unsure: expected true or false, found 'yes'"),
    ([], DONE, "done: expected the fact's label, found none"),
    ([fact("correct")], DONE, "done: expected the attribution's label, found none"),
    (
        [fact("incorrect"), attribution("correct")],
        DONE,
        "done: expected a rule F1 to F12 that the fact breaks, found none",
    ),
    (
        [fact("incorrect"), attribution("incorrect"), rules("F1")],
        DONE,
        "done: expected a rule A1 to A3 that the attribution breaks, found none",
    ),
    (
        [fact("correct"), attribution("none"), unsure()],
        DONE,
        "done: expected a task that you are sure of, found one marked as unsure",
    ),
    ([note("mine")], import_(fact="correct"), "import: expected an empty document, found one with labels"),
    (
        [],
        import_(done=True),
        "import.done: expected false where there is no label or doubt, found true",
    ),
    (
        [],
        import_(fact="correct", rules=["F1"]),
        "import.rules[0]: expected a rule F1 to F12 only where the fact is incorrect, found 'F1'",
    ),
    ([], ("import", {"fact": "correct"}), "import: expected the field 'attribution', found none"),
    ([], ("add", {}), "event.kind: expected a kind of event, found 'add'"),
]


@pytest.mark.parametrize(("before", "event", "message"), WRONG, ids=[message for *_, message in WRONG])
def test_a_wrong_event_is_refused(before, event, message) -> None:
    state = replay(STUDY, events_of(before))
    with pytest.raises(InvalidEventError) as error:
        STUDY.check(state, *event, PLACE)
    assert str(error.value) == message


RIGHT = [
    ([], fact("correct")),
    ([fact("correct")], fact(None)),
    ([fact("incorrect"), attribution("incorrect")], rules("A3", "F12")),
    ([fact("incorrect"), attribution("none"), rules("F11")], DONE),
    ([], ("done", {"done": False})),
    ([], import_(fact="incorrect", done=True)),
    ([], import_(attribution="none", note="old", unsure=True)),
]


@pytest.mark.parametrize(("before", "event"), RIGHT)
def test_a_right_event_is_accepted(before, event) -> None:
    STUDY.check(replay(STUDY, events_of(before)), *event, PLACE)


def test_the_kind_is_registered() -> None:
    assert kind_named("study") is STUDY


def test_options_come_back_as_they_were() -> None:
    options = StudyOptions({"one": SystemTotals(20, 7)}, 3, "sentence", 5, 2, 0.1, 3)
    assert STUDY.options(options.to_json()) == options
    assert STUDY.options({}) == StudyOptions()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": -1}, "option seed: expected a number, 0 or more, found -1"),
        ({"per": "word"}, "option per: expected system or sentence, found 'word'"),
        ({"per": []}, "option per: expected system or sentence, found []"),
        ({"sample": 0}, "option sample: expected a number of extractions, 1 or more, or nothing, found 0"),
        ({"strata": True}, "option strata: expected a number from 1 to 100, found True"),
        ({"repeats": 1.5}, "option repeats: expected a share from 0 to 1, found 1.5"),
        ({"labellers": 0}, "option labellers: expected a number from 1 to 20, found 0"),
        (
            {"systems": {"one": {"extractions": 3}}},
            "option systems: expected the numbers of extractions and sentences by system, found something else",
        ),
    ],
)
def test_wrong_options_are_refused(options, message) -> None:
    with pytest.raises(KaratError) as error:
        STUDY.options(options)
    assert str(error.value) == message


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(KaratError, match="unknown option of a study 'smaple'"):
        STUDY.options({"smaple": 3})


@pytest.mark.parametrize("event", [attribution("none"), import_(fact="correct", attribution="none", done=True)])
def test_none_is_refused_where_the_extraction_has_an_attribution(event) -> None:
    item = Item(1, 1, 1, "0001", "Joe says that Ann sold it .", content=ATTRIBUTED)
    with pytest.raises(
        InvalidEventError, match=r"expected correct or incorrect, since the extraction has an attribution"
    ):
        STUDY.check(STUDY.initial_state(), *event, Place(item, Settings()))
    STUDY.check(STUDY.initial_state(), *event, PLACE)
    STUDY.check(STUDY.initial_state(), *attribution("incorrect"), Place(item, Settings()))
