"""The checks of each event's payload: its shape, its sizes, and whether it fits the document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from karat.annotate.checked import Checked
from karat.annotate.study.state import ATTRIBUTION_LABELS, FACT_LABELS, INCORRECT, NONE, State
from karat.model.study import ATTRIBUTION_RULES, FACT_RULES, RULES

STATE = ("fact", "attribution", "rules", "note", "unsure", "done")


def check(state: State, kind: str, payload: Mapping[str, Any], *, is_attributed: bool = False) -> None:
    """Raise an error if an event's payload is wrong, or does not fit the state or the extraction.

    ``is_attributed``: the extraction names whose statement it is, so *none* cannot be the label of its attribution.
    """
    checked = Checked(kind, payload)
    match kind:
        case "fact":
            _check_label(checked.fields(("label",))["label"], FACT_LABELS)
        case "attribution":
            _check_attribution(checked.fields(("label",))["label"], is_attributed)
        case "rules":
            _check_rules(checked.fields(("rules",))["rules"], state.fact, state.attribution)
        case "note":
            checked.fields(("text",))["text"].text()
        case "unsure":
            checked.fields(("unsure",))["unsure"].flag()
        case "done":
            _check_done(state, checked)
        case "import":
            _check_import(state, checked, is_attributed)
        case _:
            raise Checked("event.kind", kind).error("a kind of event")


def _check_label(label: Checked, known: tuple[str, ...]) -> str | None:
    """Check a label; null takes it back."""
    if label.value is None:
        return None
    if not isinstance(label.value, str) or label.value not in known:
        raise label.error(f"{', '.join(known)} or null")
    return label.value


def _check_attribution(label: Checked, is_attributed: bool) -> str | None:
    if is_attributed and label.value == NONE:
        raise label.error("correct or incorrect, since the extraction has an attribution")
    return _check_label(label, ATTRIBUTION_LABELS)


def _check_rules(rules: Checked, fact: str | None, attribution: str | None) -> None:
    named = rules.items(len(RULES))
    for rule in named:
        if not isinstance(rule.value, str) or rule.value not in RULES:
            raise rule.error("a rule F1 to F12 or A1 to A3")
        if rule.value in FACT_RULES and fact != INCORRECT:
            raise rule.error("a rule F1 to F12 only where the fact is incorrect")
        if rule.value in ATTRIBUTION_RULES and attribution != INCORRECT:
            raise rule.error("a rule A1 to A3 only where the attribution is incorrect")
    if len({rule.value for rule in named}) < len(named):
        raise rules.error("each rule once", "one twice")


def _check_done(state: State, payload: Checked) -> None:
    if not payload.fields(("done",))["done"].flag():
        return
    if state.unsure:
        raise payload.error("a task that you are sure of", "one marked as unsure")
    if state.missing is not None:
        raise payload.error(state.missing, "none")


def _check_import(state: State, payload: Checked, is_attributed: bool) -> None:
    """Check a whole state; one that is done needs one label only, which is all that some files have."""
    fields = payload.fields(STATE)
    fact = _check_label(fields["fact"], FACT_LABELS)
    attribution = _check_attribution(fields["attribution"], is_attributed)
    _check_rules(fields["rules"], fact, attribution)
    fields["note"].text()
    unsure = fields["unsure"].flag()
    if fields["done"].flag() and (unsure or fact is attribution is None):
        raise fields["done"].error("false where there is no label or doubt", "true")
    if state != State():
        raise payload.error("an empty document", "one with labels")
