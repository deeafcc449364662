"""The checks of each event's payload: its shape, its sizes, and whether it fits the document."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from karat.annotate.checked import Checked
from karat.annotate.kind import Place
from karat.annotate.synsets.state import ROUNDS, WAYS, State
from karat.errors import quoted

MOST_TRIPLES_OF_EVENT = 200
MOST_TRIPLES = 2_000
"""Of a document; an import, which fills an empty one, may have as many."""
MOST_CHUNKS = 500
"""Of a slot."""
MOST_TOKENS = 10_000
MOST_DECISIONS = 10_000

CANDIDATE = re.compile(r"[A-Za-z0-9_-]{1,64}")

EXEMPT = ("imported", "adopted")
"""Ways of which the words need not be the sentence's: somebody else chose them."""


PIECE = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class _Sentence:
    """What triples are checked against: the sentence's words, its text if it may be split elsewhere, and its size."""

    explicit_only: bool
    words: frozenset[str]
    text: str
    size: int
    pieces: str

    @classmethod
    def of(cls, state: State, place: Place) -> _Sentence:
        item, translation = place.item, state.translation
        if translation is not None and translation != item.text:
            # Not analysed yet: the page splits it as it can, so any part of its text may be a word.
            text, words, size = translation, frozenset(translation.split()), MOST_TOKENS
        elif item.analysis is None:
            text, words, size = item.text, frozenset(item.tokens), MOST_TOKENS
        else:
            text, words, size = "", frozenset((*item.tokens, *item.text.split())), len(item.tokens)
        return cls(place.settings.explicit_only, words, text, size, _pieces(text or item.text))

    def has(self, word: str) -> bool:
        """Whether a word stands in the sentence, also if it is written together or apart in another way there."""
        return word in self.words or word in self.text or _pieces(word) in self.pieces


def _pieces(text: str) -> str:
    """Split a text at white space and around punctuation; each piece is set off, so that no part of one matches.

    >>> _pieces("Corp.") in _pieces("Acme Corp ."), _pieces("well") in _pieces("a well-known shop")
    (True, True)
    >>> _pieces("hop") in _pieces("a well-known shop")
    False
    """
    return "".join(f"\0{piece}\0" for piece in PIECE.findall(text))


def check(state: State, kind: str, payload: Mapping[str, Any], place: Place) -> None:
    """Raise an error if an event's payload is wrong or does not fit the state."""
    checked = Checked(kind, payload)
    match kind:
        case "add":
            _check_add(state, checked, _Sentence.of(state, place))
        case "change":
            _check_change(state, checked, _Sentence.of(state, place))
        case "remove":
            _known_triples(state, checked.fields(("triples",))["triples"])
        case "move":
            _check_move(state, checked)
        case "merge":
            _check_merge(state, checked)
        case "mark":
            _check_mark(state, checked)
        case "note":
            _check_note(state, checked)
        case "decide":
            _check_decide(state, checked, _Sentence.of(state, place))
        case "translate":
            _check_translate(state, checked, place)
        case "done":
            _check_done(state, checked, place)
        case "import":
            _check_import(state, checked, _Sentence.of(state, place))
        case _:
            raise Checked("event.kind", kind).error("a kind of event")


def _check_done(state: State, payload: Checked, place: Place) -> None:
    done = payload.fields(("done",))["done"]
    if done.flag() and place.settings.translation and not (state.translation or place.item.text):
        raise payload.error("a sentence that is translated", "one that waits for its translation")


def _check_add(state: State, payload: Checked, sentence: _Sentence) -> None:
    fields = payload.fields(("synset", "triples"))
    fields["synset"].id()
    triples = fields["triples"].items(MOST_TRIPLES_OF_EVENT, least=1)
    _check_new(state, fields["triples"], [_check_triple(triple, sentence) for triple in triples])


def _check_change(state: State, payload: Checked, sentence: _Sentence) -> None:
    fields = payload.fields(("triple", "subject", "relation", "object"))
    id = _known(fields["triple"], state.triple_ids(), "triple")
    (triple,) = (triple for triple in state.triples() if triple.id == id)
    # What an imported triple already says may stay while the rest is repaired.
    own = {word for slot in triple.slots for chunk in slot for word in chunk.text.split()}
    for name in ("subject", "relation", "object"):
        _check_slot(fields[name], sentence, own)


def _check_move(state: State, payload: Checked) -> None:
    fields = payload.fields(("triples", "synset"))
    fields["synset"].id()
    _known_triples(state, fields["triples"])


def _check_merge(state: State, payload: Checked) -> None:
    fields = payload.fields(("synsets", "into"))
    known = state.synset_ids()
    _known(fields["into"], known, "synset")
    fields["synsets"].ids(MOST_TRIPLES)
    for each in fields["synsets"].items(MOST_TRIPLES):
        _known(each, known, "synset")


def _check_mark(state: State, payload: Checked) -> None:
    fields = payload.fields(("triples", "wholesome"))
    _known_triples(state, fields["triples"])
    if fields["wholesome"].value is not None:
        fields["wholesome"].flag()


def _check_note(state: State, payload: Checked) -> None:
    fields = payload.fields(("synset", "text"))
    fields["text"].text()
    if fields["synset"].value is not None:
        _known(fields["synset"], state.synset_ids(), "synset")


def _check_decide(state: State, payload: Checked, sentence: _Sentence) -> None:
    fields = payload.fields(("candidate", "accepted"), ("synset", "triple"))
    candidate = fields["candidate"].text()
    if not CANDIDATE.fullmatch(candidate):
        raise fields["candidate"].error("the id of a candidate")
    if candidate not in state.decisions and len(state.decisions) >= MOST_DECISIONS:
        raise payload.error(f"at most {MOST_DECISIONS} decisions in a document", "one more")
    if fields["accepted"].flag():
        fields = payload.fields(("candidate", "accepted", "synset", "triple"))
        fields["synset"].id()
        _check_new(state, fields["triple"], [_check_triple(fields["triple"], sentence)])
    elif given := [name for name in ("synset", "triple") if name in fields and fields[name].value is not None]:
        raise payload.error("no synset and no triple where a candidate is rejected", given[0])


def _check_translate(state: State, payload: Checked, place: Place) -> None:
    text = payload.fields(("text",))["text"]
    if not place.settings.translation:
        raise payload.error("a project of translations", "one without")
    if not text.line().strip():
        raise text.error("a sentence", "an empty text")
    if state.synsets:
        raise payload.error(
            "a document without triples", "some; a sentence is translated before its facts are annotated"
        )


def _check_import(state: State, payload: Checked, sentence: _Sentence) -> None:
    synsets = payload.fields(("synsets",))["synsets"]
    if state.synsets:
        raise payload.error("a document without triples", "some")
    ids, triples = [], []
    for each in synsets.items(MOST_TRIPLES):
        fields = each.fields(("id", "triples"), ("note", "label"))
        ids.append(fields["id"].id())
        if "note" in fields:
            fields["note"].text()
        if "label" in fields and fields["label"].value is not None:
            fields["label"].line()
        triples += [_check_triple(triple, sentence) for triple in fields["triples"].items(MOST_TRIPLES, least=1)]
    if len(set(ids)) < len(ids):
        raise synsets.error("each synset's id once", "one twice")
    _check_new(state, synsets, triples)


def _check_triple(triple: Checked, sentence: _Sentence) -> str:
    """Check a new triple and give its id."""
    fields = triple.fields(("id", "subject", "relation", "object", "wholesome", "origin"))
    if fields["wholesome"].value is not None:
        fields["wholesome"].flag()
    way = _check_origin(fields["origin"])
    for name in ("subject", "relation", "object"):
        _check_slot(fields[name], sentence, None if way in EXEMPT else set())
    return fields["id"].id()


def _check_origin(origin: Checked) -> str:
    fields = origin.fields(("round", "way", "source"))
    # A bool equals 0 or 1 in Python, but it is no number of a round.
    if type(fields["round"].value) is not int or fields["round"].value not in ROUNDS:
        raise fields["round"].error("1, 2 or 3")
    way = fields["way"].text()
    if way not in WAYS:
        raise fields["way"].error(f"one of {', '.join(WAYS)}")
    if fields["source"].value is not None:
        fields["source"].line()
    return way


def _check_slot(slot: Checked, sentence: _Sentence, allowed: set[str] | None) -> None:
    """Check the chunks of a slot; ``allowed`` are words that need not be the sentence's, ``None`` if none need be."""
    for chunk in slot.items(MOST_CHUNKS):
        fields = chunk.fields(("text", "optional", "at"))
        text = fields["text"].line()
        if not fields["optional"].flag() and " " in text:
            raise fields["text"].error("one word, for only optional words stand together")
        if fields["at"].value is not None:
            _check_positions(fields["at"], len(text.split()), sentence.size)
        if sentence.explicit_only and allowed is not None:
            for word in text.split():
                if word not in allowed and not sentence.has(word):
                    raise fields["text"].error("words of the sentence, for the project is explicit only", quoted(word))


def _check_positions(at: Checked, words: int, tokens: int) -> None:
    positions = at.items(MOST_TOKENS)
    if len(positions) != words:
        raise at.error(f"one token a word, {words}", f"{len(positions)}")
    for position in positions:
        if type(position.value) is not int or not 0 <= position.value < tokens:
            raise position.error(f"a token from 0 to {tokens - 1}")


def _check_new(state: State, place: Checked, ids: list[str]) -> None:
    """Check that the ids of new triples are free and that the document has room for them."""
    if len(set(ids)) < len(ids):
        raise place.error("each triple's id once", "one twice")
    taken = state.triple_ids()
    for id in ids:
        if id in taken:
            raise place.error("a new triple", f"the id {id!r} of another")
    if len(taken) + len(ids) > MOST_TRIPLES:
        raise place.error(f"at most {MOST_TRIPLES} triples in a document", f"{len(taken) + len(ids)}")


def _known_triples(state: State, triples: Checked) -> None:
    triples.ids(MOST_TRIPLES)
    known = state.triple_ids()
    for each in triples.items(MOST_TRIPLES):
        _known(each, known, "triple")


def _known(id: Checked, known: set[str], what: str) -> str:
    if id.id() not in known:
        raise id.error(f"a {what} of the document", f"the unknown id {id.value!r}")
    return id.id()
