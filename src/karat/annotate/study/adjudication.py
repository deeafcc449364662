"""Where labellers differ, what they agree on, and which tasks need somebody to decide."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from karat.annotate.permissions import is_revealed
from karat.annotate.project import Document
from karat.annotate.study.state import NONE, State, fitting_rules


def labels_of(documents: Iterable[Document]) -> list[State]:
    """The labels of all people who were asked; a language model's do not count."""
    return [State.from_json(document.state) for document in documents if document.is_work]


def differ(states: Sequence[State]) -> bool:
    """Whether labellers gave different labels; which rules they named does not matter, and nor does a missing label."""
    facts = {state.fact for state in states} - {None}
    attributions = {state.attribution for state in states} - {None}
    return len(facts) > 1 or len(attributions) > 1


def needs_adjudication(documents: Sequence[Document]) -> bool:
    """Whether all are done, they differ, and nobody has decided yet."""
    is_decided = any(document.is_merged and document.done for document in documents)
    return is_revealed(documents) and not is_decided and differ(labels_of(documents))


def agreed_state(states: Sequence[State], *, is_attributed: bool = False) -> State:
    """Give what all labellers agree on, to start from: the labels that all gave, and the rules that all named.

    *None* is no start where the extraction has an attribution; labels of older studies may say it.
    """
    fact, attribution = (
        values.pop() if len(values) == 1 else None
        for values in ({state.fact for state in states}, {state.attribution for state in states})
    )
    if is_attributed and attribution == NONE:
        attribution = None
    shared = set(states[0].rules).intersection(*(state.rules for state in states)) if states else ()
    return State(fact, attribution, fitting_rules(shared, fact, attribution))
