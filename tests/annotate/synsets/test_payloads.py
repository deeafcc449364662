"""What the checks of events refuse, each in one plain line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from karat.annotate.event import InvalidEventError, NewEvent, check_undo
from karat.annotate.kind import Place, check_kind, replay
from karat.annotate.project import Item, Settings
from karat.annotate.synsets import SYNSETS

sys.path.append(str(Path(__file__).parent))

from fold_cases import accept, add, change, chunk, events_of, id_of, import_, merge, move, remove, triple

TEXT = "Ann sold the old house to Eve ."
ANALYSED = Item(1, 1, 0, "1", TEXT, None, {"tokens": [{"text": word} for word in TEXT.split()]})
PLACE = Place(ANALYSED, Settings())
STATE = replay(SYNSETS, events_of([add("s", "a", "b"), add("t", "c")]))
LONG = "a" * 2_001


def adding(**changes):
    return "add", {"synset": id_of("s"), "triples": [{**triple("new"), **changes}]}


def many(count: int):
    return "add", {"synset": id_of("s"), "triples": [triple(f"m{number}z") for number in range(count)]}


WRONG = {
    "add: expected the field 'triples', found none": ("add", {"synset": id_of("s")}),
    "add: expected only synset, triples, found 'more'": ("add", {"synset": id_of("s"), "triples": [], "more": 1}),
    "add.triples: expected at least 1, found 0": ("add", {"synset": id_of("s"), "triples": []}),
    "add.triples: expected at most 200, found 201": many(201),
    "add.synset: expected 12 to 32 letters a-z and digits, found 'S'": ("add", {"synset": "S", "triples": []}),
    "add.triples: expected a new triple, found the id 'a00000000000' of another": add("s", "a"),
    "add.triples: expected each triple's id once, found one twice": add("s", "d", "d"),
    "add.triples[0]: expected an object, found 5": ("add", {"synset": id_of("s"), "triples": [5]}),
    "add.triples[0].subject: expected a list, found 'Ann'": adding(subject="Ann"),
    "add.triples[0].subject: expected at most 500, found 501": adding(subject=[chunk("Ann", 0)] * 501),
    "add.triples[0].subject[0].text: expected a text, found null": adding(subject=[chunk(None)]),
    "add.triples[0].subject[0].text: expected at most 2000 characters, found 2001": adding(subject=[chunk(LONG)]),
    "add.triples[0].subject[0].text: expected a text of one line, found 'Ann\\nsold'": adding(
        subject=[chunk("Ann\nsold", optional=True)]
    ),
    "add.triples[0].subject[0].text: expected a text of Unicode characters, found a zero or half a character": adding(
        subject=[chunk("A\0")]
    ),
    "add.triples[0].subject[0].text: expected one word, for only optional words stand together, found 'Ann sold'": (
        adding(subject=[chunk("Ann sold", 0, 1)])
    ),
    "add.triples[0].subject[0].text: expected words of the sentence, for the project is explicit only, found 'she'": (
        adding(subject=[chunk("she")])
    ),
    "add.triples[0].subject[0].at: expected one token a word, 1, found 2": adding(subject=[chunk("Ann", 0, 1)]),
    "add.triples[0].subject[0].at[0]: expected a token from 0 to 7, found 8": adding(subject=[chunk("Ann", 8)]),
    "add.triples[0].subject[0].at[0]: expected a token from 0 to 7, found true": adding(
        subject=[{"text": "Ann", "optional": False, "at": [True]}]
    ),
    "add.triples[0].wholesome: expected true or false, found 'yes'": adding(wholesome="yes"),
    "add.triples[0].origin.round: expected 1, 2 or 3, found 4": adding(
        origin={"round": 4, "way": "hand", "source": None}
    ),
    "add.triples[0].origin.round: expected 1, 2 or 3, found true": adding(
        origin={"round": True, "way": "hand", "source": None}
    ),
    "add.triples[0].origin.way: expected one of hand, variant, border, active, coreference, imported, candidate, "
    "adopted, found 'luck'": adding(origin={"round": 1, "way": "luck", "source": None}),
    "change.triple: expected a triple of the document, found the unknown id 'x00000000000'": change("x", "Eve"),
    "change.subject[0].text: expected words of the sentence, for the project is explicit only, found 'Bob'": change(
        "a", "Bob"
    ),
    "remove.triples[1]: expected a triple of the document, found the unknown id 'x00000000000'": remove("a", "x"),
    "remove.triples: expected each id once, found one twice": remove("a", "a"),
    "move.triples: expected at least 1, found 0": move("s"),
    "merge.into: expected a synset of the document, found the unknown id 'x00000000000'": merge("x", "s"),
    "merge.synsets[0]: expected a synset of the document, found the unknown id 'x00000000000'": merge("s", "x"),
    "mark.wholesome: expected true or false, found 1": ("mark", {"triples": [id_of("a")], "wholesome": 1}),
    "note.text: expected at most 2000 characters, found 2001": ("note", {"synset": None, "text": LONG}),
    "note.synset: expected a synset of the document, found the unknown id 'x00000000000'": (
        "note",
        {"synset": id_of("x"), "text": ""},
    ),
    "decide.candidate: expected the id of a candidate, found ''": ("decide", {"candidate": "", "accepted": False}),
    "decide: expected the field 'synset', found none": ("decide", {"candidate": "1", "accepted": True}),
    "decide.triple: expected a new triple, found the id 'a00000000000' of another": accept("1", "s", "a"),
    "decide: expected no synset and no triple where a candidate is rejected, found synset": (
        "decide",
        {"candidate": "1", "accepted": False, "synset": id_of("s")},
    ),
    "translate: expected a project of translations, found one without": ("translate", {"text": "Ann"}),
    "done.done: expected true or false, found null": ("done", {"done": None}),
    "import: expected a document without triples, found some": import_(u="d"),
}


@pytest.mark.parametrize("message", WRONG)
def test_what_is_refused(message: str) -> None:
    kind, payload = WRONG[message]
    with pytest.raises(InvalidEventError) as caught:
        SYNSETS.check(STATE, kind, payload, PLACE)
    assert str(caught.value) == message


def test_limits_of_a_document() -> None:
    full = SYNSETS.initial_state()
    for number in range(10):
        triples = [triple(f"x{number}y{index}z") for index in range(200)]
        full = SYNSETS.fold(full, events_of([("add", {"synset": id_of("s"), "triples": triples})])[0])
    with pytest.raises(InvalidEventError, match="expected at most 2000 triples in a document, found 2001"):
        SYNSETS.check(full, *add("s", "d"), PLACE)
    SYNSETS.check(STATE, *many(200), PLACE)


def test_an_import_may_fill_a_document_and_have_words_that_are_not_in_the_sentence() -> None:
    triples = [triple(f"m{number}z", "They", way="imported") for number in range(272)]
    for each in triples:
        each["subject"][0]["at"] = None
    payload = {"synsets": [{"id": id_of("s"), "label": "2.2", "note": "", "triples": triples}]}
    SYNSETS.check(SYNSETS.initial_state(), "import", payload, PLACE)
    state = SYNSETS.fold(SYNSETS.initial_state(), events_of([("import", payload)])[0])
    kept = {key: triples[0][key] for key in ("subject", "relation", "object")}
    SYNSETS.check(state, "change", {"triple": triples[0]["id"], **kept}, PLACE)


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("Ann runs a well-known shop .", ["well", "-", "known"]),
        ("Ann works for Acme Corp .", ["Corp."]),
        ("Ann sold the ' house ' .", ["'house'"]),
    ],
)
def test_words_may_be_written_together_or_apart_in_another_way(sentence: str, words: list[str]) -> None:
    tokens = [{"text": token} for token in sentence.split()]
    place = Place(Item(1, 1, 0, "1", sentence, analysis={"tokens": tokens}), Settings())
    SYNSETS.check(STATE, *adding(subject=[], relation=[], object=[chunk(word) for word in words]), place)
    with pytest.raises(InvalidEventError, match="expected words of the sentence"):
        SYNSETS.check(STATE, *adding(subject=[], relation=[], object=[chunk("nn")]), place)


def test_implicit_words_where_the_project_allows_them() -> None:
    place = Place(ANALYSED, Settings(explicit_only=False))
    SYNSETS.check(STATE, *adding(subject=[chunk("she")]), place)


def test_a_sentence_is_translated_before_its_facts_are_annotated() -> None:
    place = Place(Item(1, 1, 0, "1", "", "Anna verkaufte das Haus ."), Settings(translation=True))
    translate = "translate", {"text": "Ann sold the house."}
    SYNSETS.check(SYNSETS.initial_state(), *translate, place)
    state = SYNSETS.fold(SYNSETS.initial_state(), events_of([translate])[0])
    SYNSETS.check(state, *adding(subject=[chunk("Ann", 0)], object=[chunk("house", 3)]), place)
    with pytest.raises(InvalidEventError, match="expected words of the sentence"):
        SYNSETS.check(state, *adding(subject=[chunk("Anna")]), place)
    with pytest.raises(InvalidEventError, match="translate: expected a document without triples, found some"):
        SYNSETS.check(STATE, *translate, place)
    with pytest.raises(InvalidEventError, match=r"translate\.text: expected a sentence, found an empty text"):
        SYNSETS.check(SYNSETS.initial_state(), "translate", {"text": "  "}, place)


GOOD = {"client_id": "a" * 12, "kind": "add", "payload": {}, "on": 0}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        pytest.param(
            {"client_id": "A"}, "event.client_id: expected 12 to 32 letters a-z and digits, found 'A'", id="id"
        ),
        pytest.param(
            {"client_id": None}, "event.client_id: expected 12 to 32 letters a-z and digits, found None", id="no id"
        ),
        pytest.param({"kind": 3}, "event.kind: expected a text, found 3", id="kind"),
        pytest.param({"payload": []}, "event.payload: expected an object, found list", id="payload"),
        pytest.param({"on": -1}, "event.on: expected a version, 0 or more, found -1", id="version"),
        pytest.param({"on": True}, "event.on: expected a version, 0 or more, found True", id="no number"),
        pytest.param({"active_ms": -1}, "event.active_ms: expected 0 to 86400000, found -1", id="time"),
        pytest.param(
            {"author": 2}, "event: expected only active_ms, client_id, kind, on, payload, found 'author'", id="author"
        ),
    ],
)
def test_what_is_refused_of_any_event(changes, message) -> None:
    assert NewEvent.from_json(GOOD).to_json() == {**GOOD, "active_ms": 0}
    with pytest.raises(InvalidEventError) as caught:
        NewEvent.from_json({**GOOD, **changes})
    assert str(caught.value) == message


def test_kinds_of_events() -> None:
    check_kind(SYNSETS, "undo")
    with pytest.raises(InvalidEventError, match=r"event\.kind: expected one of add, .*, undo, redo, found 'label'"):
        check_kind(SYNSETS, "label")


def test_nothing_to_undo() -> None:
    events = events_of([add("s", "a")])
    check_undo(events, 1, "undo")
    with pytest.raises(InvalidEventError, match="undo: there is nothing to undo"):
        check_undo(events, 2, "undo")
    with pytest.raises(InvalidEventError, match="redo: there is nothing to redo"):
        check_undo(events, 1, "redo")
