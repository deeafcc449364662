"""What the checks of clique events refuse, each in one plain line."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from karat.annotate.cliques import CLIQUES
from karat.annotate.cliques.content import CliqueSentence, Content
from karat.annotate.cliques.state import Tuple
from karat.annotate.event import InvalidEventError
from karat.annotate.kind import Place, replay
from karat.annotate.project import Item, Settings

sys.path.append(str(Path(__file__).parent))

from clique_cases import (
    DONE,
    add,
    change,
    check,
    correct,
    empty,
    events_of,
    id_of,
    import_,
    keep,
    note,
    remove,
    reset,
    tuple_of,
    verdict,
)

SENTENCES = (
    CliqueSentence("7", "Ann opened a shop in Bern.", True),
    CliqueSentence("7.1", "A shop in Bern was opened by Ann."),
    CliqueSentence("7.2", "In Bern, Ann opened the shop."),
)
GIVEN = (Tuple(id_of("g"), "7", "opened", ("Ann", "a shop"), None, "in Bern"),)


def place(stage: int = 1, purpose: str = "work", given: tuple[Tuple, ...] = GIVEN, merged: bool = False) -> Place:
    content = Content(stage, "7", SENTENCES, given)
    item = Item(1, 1, 1, content.key, SENTENCES[0].text, content=content.to_json())
    return Place(item, Settings(), purpose, merged)


def check_last(steps: list, where: Place) -> None:
    """Check the last event in the state that the others give, each of which must pass."""
    events = events_of(steps)
    for index, event in enumerate(events):
        CLIQUES.check(replay(CLIQUES, events[:index]), event.kind, event.payload, where)


NEW = "Ann's shop in Bern is open now."

ACCEPTED = {
    "correct": ([correct("7.1", NEW, "phrase", "rewrite")], place()),
    "a correction of punctuation alone": ([correct("7.1", "A shop, in Bern, was opened by Ann.")], place()),
    "all of stage 1": ([correct("7.1", NEW), keep("7.2"), note("hm"), DONE], place()),
    "take another's form once it has left it": (
        [correct("7.1", NEW), correct("7.2", "A shop in Bern was opened by Ann.")],
        place(),
    ),
    "reset": ([keep("7.1"), reset("7.1")], place()),
    "all of stage 2": ([add("a", time="in May"), empty("7.2"), DONE], place(2)),
    "the original too, without given tuples": ([add("a", "7"), add("b"), empty("7.2"), DONE], place(2, given=())),
    "import": ([import_("a", "b"), change("a", "owns"), remove("b")], place(2)),
    "a check": (
        [check(1), verdict(1, "7.1", False, "meaning", "form", note="other"), verdict(1, "7.2", True), DONE],
        place(1, "check"),
    ),
    "a check of tuples": (
        [check(1), verdict(1, "7.1", False, "atomicity"), verdict(1, "7.1", None)],
        place(2, "check"),
    ),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    check_last(*ACCEPTED[name])


REFUSED = {
    "the original's form": (
        [correct("7.1", "ann opened, a shop in Bern")],
        place(),
        (
            "correct.text: expected another form, beyond case, punctuation and spaces, than any of the clique has, "
            "found the original's"
        ),
    ),
    "another paraphrase's form": (
        [correct("7.1", "In Bern Ann opened the shop")],
        place(),
        (
            "correct.text: expected another form, beyond case, punctuation and spaces, than any of the clique has, "
            "found that of '7.2'"
        ),
    ),
    "the form of a correction": (
        [correct("7.1", NEW), correct("7.2", NEW.upper())],
        place(),
        (
            "correct.text: expected another form, beyond case, punctuation and spaces, than any of the clique has, "
            "found that of '7.1'"
        ),
    ),
    "keep what another was corrected to": (
        [correct("7.1", NEW), correct("7.2", SENTENCES[1].text), keep("7.1")],
        place(),
        (
            "keep: expected another form, beyond case, punctuation and spaces, than any of the clique has, "
            "found that of '7.2'"
        ),
    ),
    "no change": (
        [correct("7.1", SENTENCES[1].text)],
        place(),
        "correct.text: expected a text that differs from the paraphrase's, found the same; keep it instead",
    ),
    "only punctuation": ([correct("7.1", "...")], place(), "correct.text: expected a text with words, found '...'"),
    "blank": ([correct("7.1", "  ")], place(), "correct.text: expected a text that is not blank, found '  '"),
    "two lines": ([correct("7.1", "a\nb")], place(), "correct.text: expected a text of one line, found 'a\\nb'"),
    "too long": (
        [correct("7.1", "a " * 1001 + "b")],
        place(),
        "correct.text: expected at most 2000 characters, found 2003",
    ),
    "no type": (
        [("correct", {"sentence": "7.1", "text": NEW, "types": []})],
        place(),
        "correct.types: expected at least 1, found 0",
    ),
    "an unknown type": (
        [correct("7.1", NEW, "style")],
        place(),
        "correct.types: expected some of grammar, phrase, rewrite, each once, found 'style'",
    ),
    "a type twice": (
        [correct("7.1", NEW, "phrase", "phrase")],
        place(),
        "correct.types: expected some of grammar, phrase, rewrite, each once, found 'phrase, phrase'",
    ),
    "the original": (
        [correct("7", NEW)],
        place(),
        "correct.sentence: expected a sentence of the clique to work on, '7.1', '7.2', found '7'",
    ),
    "an unfinished clique": (
        [keep("7.1"), DONE],
        place(),
        "done: expected each paraphrase corrected or kept, found nothing for '7.2'",
    ),
    "work after done": (
        [keep("7.1"), keep("7.2"), DONE, reset("7.1")],
        place(),
        "reset: expected open work, found it done; open it again first",
    ),
    "tuples in stage 1": ([add("a")], place(), "add: expected a clique in stage 2, found it in stage 1"),
    "corrections in stage 2": ([keep("7.1")], place(2), "keep: expected a clique in stage 1, found it in stage 2"),
    "no argument": (
        [("add", {"tuple": {**tuple_of("a"), "arguments": []}})],
        place(2),
        "add.tuple.arguments: expected at least 1, found 0",
    ),
    "a blank argument": (
        [("add", {"tuple": {**tuple_of("a"), "arguments": ["Ann", ""]}})],
        place(2),
        "add.tuple.arguments[1]: expected a text that is not blank, found ''",
    ),
    "spaces around": (
        [("add", {"tuple": {**tuple_of("a"), "relation": "opened "}})],
        place(2),
        "add.tuple.relation: expected a text without spaces at its ends, found 'opened '",
    ),
    "a blank time": (
        [add("a", time=" ")],
        place(2),
        "add.tuple.time: expected a text that is not blank, found ' '",
    ),
    "a predicate of punctuation": (
        [("add", {"tuple": {**tuple_of("a"), "relation": "."}})],
        place(2),
        "add.tuple.relation: expected a text with words, found '.'",
    ),
    "a time of punctuation, changed": (
        [add("a"), ("change", {"tuple": {**tuple_of("a"), "time": "…"}})],
        place(2),
        "change.tuple.time: expected a text with words, found '…'",
    ),
    "a number as place": (
        [("add", {"tuple": {**tuple_of("a"), "place": 3}})],
        place(2),
        "add.tuple.place: expected a text, found 3",
    ),
    "the same id": (
        [add("a"), add("a", "7.2")],
        place(2),
        f"add.tuple: expected a new tuple, found the id '{id_of('a')}' of another",
    ),
    "the same tuple": (
        [add("a"), ("add", {"tuple": {**tuple_of("a"), "id": id_of("b")}})],
        place(2),
        "add.tuple: expected a tuple that the sentence has not got yet, found the same again",
    ),
    "a tuple of the original, which has its own": (
        [add("a", "7")],
        place(2),
        "add.tuple.sentence: expected a sentence of the clique to work on, '7.1', '7.2', found '7'",
    ),
    "change of an unknown tuple": (
        [change("a", "owns")],
        place(2),
        f"change.tuple: expected a tuple of the document, found the unknown id '{id_of('a')}'",
    ),
    "change of a tuple's sentence": (
        [add("a"), change("a", "owns", "7.2")],
        place(2),
        "change.tuple: expected the tuple's sentence '7.1', found '7.2'",
    ),
    "remove an unknown tuple": (
        [remove("a")],
        place(2),
        f"remove.tuple: expected a tuple of the document, found the unknown id '{id_of('a')}'",
    ),
    "an empty sentence with tuples": (
        [add("a"), empty("7.1")],
        place(2),
        "empty.sentence: expected a sentence without tuples, found 1 of them",
    ),
    "a sentence without tuples": (
        [add("a"), DONE],
        place(2),
        "done: expected a tuple, or the mark that there is none, for each sentence, found nothing for '7.2'",
    ),
    "import into work": (
        [empty("7.1"), import_("a")],
        place(2),
        "import: expected an empty document, found one with work in it",
    ),
    "import of one id twice": (
        [("import", {"tuples": [tuple_of("a"), {**tuple_of("a"), "relation": "owns"}]})],
        place(2),
        "import: expected each tuple's id once, found one twice",
    ),
    "a verdict of a worker": (
        [verdict(1, "7.1", True)],
        place(),
        "verdict: expected the document of an expert who checks, found that of a worker",
    ),
    "a correction of an expert": (
        [keep("7.1")],
        place(purpose="check"),
        "keep: expected the document of a worker, found that of an expert who checks",
    ),
    "a verdict without a round": (
        [verdict(0, "7.1", True)],
        place(purpose="check"),
        "verdict.round: expected the present round, 0, found 0",
    ),
    "a verdict of an earlier round": (
        [check(1), check(2), verdict(1, "7.1", True)],
        place(purpose="check"),
        "verdict.round: expected the present round, 2, found 1",
    ),
    "true is no round": (
        [check(1), verdict(True, "7.1", True)],
        place(purpose="check"),
        "verdict.round: expected the present round, 1, found true",
    ),
    "wrong without a fault": (
        [check(1), verdict(1, "7.1", False)],
        place(purpose="check"),
        "verdict.faults: expected at least one where the work is wrong, found none",
    ),
    "right with a fault": (
        [check(1), verdict(1, "7.1", True, "form")],
        place(purpose="check"),
        "verdict.faults: expected none where nothing is wrong, found 'form'",
    ),
    "a fault of the other stage": (
        [check(1), verdict(1, "7.1", False, "atomicity")],
        place(purpose="check"),
        "verdict.faults: expected some of grammar, meaning, form, each once, found 'atomicity'",
    ),
    "an unfinished check": (
        [check(1), verdict(1, "7.1", True), DONE],
        place(purpose="check"),
        "done: expected a verdict on each sentence, found none on '7.2'",
    ),
    "a verdict after done": (
        [check(1), verdict(1, "7.1", True), verdict(1, "7.2", True), DONE, verdict(1, "7.2", None)],
        place(purpose="check"),
        "verdict: expected an open check, found it done; open it again first",
    ),
    "a round again": (
        [check(2), check(2)],
        place(purpose="check"),
        "check.round: expected a round after 2, up to 1000, found 2",
    ),
    "a merged document": (
        [note("one")],
        place(merged=True),
        "note: expected the document of one person, for a clique has no merged one",
    ),
    "an unknown field": (
        [("keep", {"sentence": "7.1", "text": ""})],
        place(),
        "keep: expected only sentence, found 'text'",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    steps, where, message = REFUSED[name]
    check_last(steps[:-1], where)
    with pytest.raises(InvalidEventError) as caught:
        check_last(steps, where)
    assert str(caught.value) == message
