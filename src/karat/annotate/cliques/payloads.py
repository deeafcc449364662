"""The checks of each event's payload: its shape, its sizes, and whether it fits the clique and the document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from karat.annotate.checked import Checked
from karat.annotate.cliques.content import CORRECTION, TUPLES, CliqueSentence, Content, form
from karat.annotate.cliques.state import FAULTS, TYPES, State
from karat.annotate.event import CHECK_BEGINS, RETURNED, InvalidEventError
from karat.annotate.kind import Place
from karat.errors import quoted

MOST_TUPLES = 2_000
"""Of a document."""
MOST_ARGUMENTS = 50
"""Of a tuple."""
MOST_ROUNDS = 1_000

TUPLE_FIELDS = ("id", "sentence", "relation", "arguments", "time", "place")

WORK = {
    "correct": CORRECTION,
    "keep": CORRECTION,
    "reset": None,
    "add": TUPLES,
    "change": TUPLES,
    "remove": TUPLES,
    "empty": TUPLES,
    "import": TUPLES,
}
"""Events of a worker, and the stage that has them; ``None`` for both."""


def check(state: State, kind: str, payload: Mapping[str, Any], place: Place) -> None:
    """Raise an error if an event's payload is wrong or does not fit the state."""
    assert place.item.content is not None
    content = Content.from_json(place.item.content)
    if place.is_merged:
        raise InvalidEventError(f"{kind}: expected the document of one person, for a clique has no merged one")
    if kind in WORK:
        _check_stage(state, kind, content, place.purpose)
    elif kind in ("verdict", CHECK_BEGINS) and place.purpose != "check":
        raise InvalidEventError(f"{kind}: expected the document of an expert who checks, found that of a worker")
    elif kind == RETURNED and place.purpose == "check":
        raise InvalidEventError(f"{kind}: expected the document of a worker, found that of an expert who checks")
    _check_payload(state, kind, Checked(kind, payload), content)
    if kind == "done" and payload["done"]:
        (_check_verdicts if place.purpose == "check" else _check_complete)(state, content)


def _check_payload(state: State, kind: str, payload: Checked, content: Content) -> None:
    match kind:
        case "correct":
            _check_correct(state, payload, content)
        case "keep":
            _check_keep(state, payload, content)
        case "reset":
            _sentence(payload.fields(("sentence",))["sentence"], content)
        case "add":
            _check_add(state, payload, content)
        case "change":
            _check_change(state, payload, content)
        case "remove":
            _check_remove(state, payload)
        case "empty":
            _check_empty(state, payload, content)
        case "verdict":
            _check_verdict(state, payload, content)
        case "check":  # CHECK_BEGINS
            _check_round(state, payload)
        case "return":  # RETURNED
            _check_round(state, payload)
        case "note":
            payload.fields(("text",))["text"].text()
        case "done":
            payload.fields(("done",))["done"].flag()
        case "import":
            _check_import(state, payload, content)
        case _:
            raise Checked("event.kind", kind).error("a kind of event")


def _check_stage(state: State, kind: str, content: Content, purpose: str) -> None:
    """Check that a worker's event belongs to the stage, and that the work is open."""
    if purpose == "check":
        raise InvalidEventError(f"{kind}: expected the document of a worker, found that of an expert who checks")
    if WORK[kind] not in (None, content.stage):
        raise InvalidEventError(f"{kind}: expected a clique in stage {WORK[kind]}, found it in stage {content.stage}")
    if state.done:
        raise InvalidEventError(f"{kind}: expected open work, found it done; open it again first")


def _check_correct(state: State, payload: Checked, content: Content) -> None:
    fields = payload.fields(("sentence", "text", "types"))
    sentence = _sentence(fields["sentence"], content)
    text = _filled_line(fields["text"])
    types = [each.text() for each in fields["types"].items(len(TYPES), least=1)]
    if any(each not in TYPES for each in types) or len(set(types)) < len(types):
        raise fields["types"].error(f"some of {', '.join(TYPES)}, each once", quoted(", ".join(types)))
    if text == sentence.text:
        raise fields["text"].error("a text that differs from the paraphrase's", "the same; keep it instead")
    _check_form(state, fields["text"], sentence, text, content)


def _check_keep(state: State, payload: Checked, content: Content) -> None:
    field = payload.fields(("sentence",))["sentence"]
    sentence = _sentence(field, content)
    _check_form(state, payload, sentence, sentence.text, content)


def _check_form(state: State, field: Checked, sentence: CliqueSentence, text: str, content: Content) -> None:
    """Check that a paraphrase has another form than the original and than each other paraphrase."""
    new = form(text)
    if not new:
        raise field.error("a text with words")
    for other in content.sentences:
        if other.id == sentence.id:
            continue
        if form(current_text(state, other)) == new:
            what = "the original's" if other.original else f"that of {quoted(other.id)}"
            raise field.error("another form, beyond case, punctuation and spaces, than any of the clique has", what)


def current_text(state: State, sentence: CliqueSentence) -> str:
    """The text of a sentence after its correction, if there is one."""
    correction = state.corrections.get(sentence.id)
    return sentence.text if correction is None or correction.text is None else correction.text


def _check_add(state: State, payload: Checked, content: Content) -> None:
    new = payload.fields(("tuple",))["tuple"]
    id, _ = _check_tuple(state, new, content)
    _check_words(new)
    if any(each.id == id for each in state.tuples):
        raise new.error("a new tuple", f"the id {id!r} of another")
    if len(state.tuples) >= MOST_TUPLES:
        raise new.error(f"at most {MOST_TUPLES} tuples in a document", "one more")


def _check_change(state: State, payload: Checked, content: Content) -> None:
    changed = payload.fields(("tuple",))["tuple"]
    id, sentence = _check_tuple(state, changed, content)
    _check_words(changed)
    before = next((each for each in state.tuples if each.id == id), None)
    if before is None:
        raise changed.error("a tuple of the document", f"the unknown id {id!r}")
    if before.sentence != sentence:
        raise changed.error(f"the tuple's sentence {quoted(before.sentence)}", quoted(sentence))


def _check_remove(state: State, payload: Checked) -> None:
    field = payload.fields(("tuple",))["tuple"]
    if all(each.id != field.id() for each in state.tuples):
        raise field.error("a tuple of the document", f"the unknown id {field.value!r}")


def _check_tuple(state: State, new: Checked, content: Content) -> tuple[str, str]:
    """Check a tuple, which no other of its sentence may equal; give its id and its sentence."""
    fields = new.fields(TUPLE_FIELDS)
    id, sentence = fields["id"].id(), _sentence(fields["sentence"], content).id
    relation = _filled_line(fields["relation"])
    arguments = tuple(_filled_line(each) for each in fields["arguments"].items(MOST_ARGUMENTS, least=1))
    time, place = (None if fields[name].value is None else _filled_line(fields[name]) for name in ("time", "place"))
    parts = (relation, arguments, time, place)
    for other in state.tuples_of(sentence):
        if other.id != id and (other.relation, other.arguments, other.time, other.place) == parts:
            raise new.error("a tuple that the sentence has not got yet", "the same again")
    return id, sentence


def _check_words(new: Checked) -> None:
    """Check that every slot of a tuple has more than punctuation; what a file has is taken as it is."""
    fields = new.fields(TUPLE_FIELDS)
    for field in (fields["relation"], *fields["arguments"].items(MOST_ARGUMENTS), fields["time"], fields["place"]):
        if field.value is not None and not form(field.line()):
            raise field.error("a text with words")


def _check_empty(state: State, payload: Checked, content: Content) -> None:
    field = payload.fields(("sentence",))["sentence"]
    sentence = _sentence(field, content)
    if state.tuples_of(sentence.id):
        raise field.error("a sentence without tuples", f"{len(state.tuples_of(sentence.id))} of them")


def _check_verdict(state: State, payload: Checked, content: Content) -> None:
    fields = payload.fields(("round", "sentence", "right", "faults", "note"))
    if type(fields["round"].value) is not int or fields["round"].value != state.round or state.round == 0:
        raise fields["round"].error(f"the present round, {state.round}")
    if state.done:
        raise payload.error("an open check", "it done; open it again first")
    _sentence(fields["sentence"], content)
    fields["note"].text()
    known = FAULTS[content.stage]
    faults = [each.text() for each in fields["faults"].items(len(known))]
    if any(each not in known for each in faults) or len(set(faults)) < len(faults):
        raise fields["faults"].error(f"some of {', '.join(known)}, each once", quoted(", ".join(faults)))
    if fields["right"].value is None or fields["right"].flag():
        if faults:
            raise fields["faults"].error("none where nothing is wrong", quoted(", ".join(faults)))
    elif not faults:
        raise fields["faults"].error("at least one where the work is wrong", "none")


def _check_round(state: State, payload: Checked) -> None:
    number = payload.fields(("round",))["round"]
    if type(number.value) is not int or not state.round < number.value <= MOST_ROUNDS:
        raise number.error(f"a round after {state.round}, up to {MOST_ROUNDS}")


def _check_import(state: State, payload: Checked, content: Content) -> None:
    """Check tuples from a file, which fill an empty document."""
    if state.tuples or state.empty:
        raise payload.error("an empty document", "one with work in it")
    new = payload.fields(("tuples",))["tuples"].items(MOST_TUPLES)
    ids = [_check_tuple(state, each, content)[0] for each in new]
    if len(set(ids)) < len(ids):
        raise payload.error("each tuple's id once", "one twice")


def _check_complete(state: State, content: Content) -> None:
    """Check that a worker has left out no sentence, and that all have different forms."""
    if content.stage == TUPLES:
        done = {each.sentence for each in state.tuples} | set(state.empty)
        expected = "a tuple, or the mark that there is none, for each sentence"
    else:
        done = set(state.corrections)
        expected = "each paraphrase corrected or kept"
    for sentence in content.sentences_to_do:
        if sentence.id not in done:
            raise InvalidEventError(f"done: expected {expected}, found nothing for {quoted(sentence.id)}")
        if content.stage == CORRECTION:
            _check_form(state, Checked("done", sentence.id), sentence, current_text(state, sentence), content)


def _check_verdicts(state: State, content: Content) -> None:
    """Check that an expert has judged every sentence in the present round."""
    for sentence in content.sentences_to_do:
        if state.verdict_on(sentence.id) is None:
            raise InvalidEventError(f"done: expected a verdict on each sentence, found none on {quoted(sentence.id)}")


def _sentence(field: Checked, content: Content) -> CliqueSentence:
    """Find the sentence that an event names among those that are worked on."""
    id = field.line()
    for sentence in content.sentences_to_do:
        if sentence.id == id:
            return sentence
    known = ", ".join(quoted(sentence.id) for sentence in content.sentences_to_do[:10])
    raise field.error(f"a sentence of the clique to work on, {known}")


def _filled_line(field: Checked) -> str:
    """Give a text of one line with something in it, without spaces at its ends."""
    text = field.line()
    if not text.strip():
        raise field.error("a text that is not blank")
    if text != text.strip():
        raise field.error("a text without spaces at its ends")
    return text
