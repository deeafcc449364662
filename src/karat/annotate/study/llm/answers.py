"""Labels in a language model's answer, read leniently; what cannot be read is kept, and its failure named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from karat.annotate.checked import LONGEST
from karat.annotate.study.state import CORRECT, INCORRECT, NONE, State, fitting_rules
from karat.formats.llm.answers import declines, replace_surrogates, without_thoughts
from karat.formats.llm.loose_json import find_json
from karat.model.study import RULES
from karat.one_line import cut, one_line
from karat.systems.chat import Refusal

FailureKind = Literal["empty", "refusal", "no label", "contradiction"]
"""What can be wrong with an answer: it says nothing, the model declines, a label is missing, two labels differ."""

WORDS = {
    CORRECT: ("correct", "right", "true", "yes"),
    INCORRECT: ("incorrect", "wrong", "false", "not correct"),
    NONE: ("none", "null", "n/a", "na", "not applicable", "no attribution"),
}
LABEL_OF = {word: label for label, words in WORDS.items() for word in words}
SPOKEN = "|".join(sorted(map(re.escape, LABEL_OF), key=len, reverse=True))
FIELD = r"\b{name}\b(?:['’]s)?(?: label)?[\s*_`\"']*(?:[:=]|is\b|->|→)[\s*_`\"'(]*({spoken})\b"
FIELDS = {name: re.compile(FIELD.format(name=name, spoken=SPOKEN), re.IGNORECASE) for name in ("fact", "attribution")}
RULE = re.compile(r"\b([FA])\s?[-.]?0?(\d{1,2})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LabelledAnswer:
    """What was read of an answer: labels, or what was wrong with it; ``ruleless`` if *incorrect* names no rule."""

    text: str
    labels: State | None = None
    failure: FailureKind | None = None
    ruleless: bool = False

    __repr__ = one_line


def parse_answer(answer: str | Refusal, *, is_attributed: bool = False) -> LabelledAnswer:
    """Find both labels and the rules in an answer; no text raises an error.

    JSON objects with labels count, whatever is around them; without one, lines such as ``Fact: incorrect``. Where one
    label is given twice, differently, nothing counts. *None* is no label where the extraction ``is_attributed``.
    Rules that do not fit the labels are dropped. Reasoning before the answer (``<think>``) is ignored.
    """
    if isinstance(answer, Refusal):
        is_refusal = answer.reason.startswith("refused")
        return LabelledAnswer(answer.reason, failure="refusal" if is_refusal else "empty")
    text = _storable(answer)
    said = without_thoughts(text)
    if not said.strip():
        return LabelledAnswer(text, failure="empty")
    found = _from_json(said) or _from_lines(said)
    if found.get("contradiction"):
        return LabelledAnswer(text, failure="contradiction")
    fact, attribution = found.get("fact"), found.get("attribution")
    if is_attributed and attribution == NONE:
        attribution = None
    if fact not in (CORRECT, INCORRECT) or attribution is None:
        return LabelledAnswer(text, failure="refusal" if fact is None and declines(said) else "no label")
    rules = fitting_rules(found["rules"], fact, attribution)
    labels = State(fact, attribution, rules, cut(found["reason"], LONGEST), done=True)
    return LabelledAnswer(text, labels, ruleless=not labels.is_complete)


def _from_json(said: str) -> dict[str, Any]:
    """Read the last object that has a label; earlier ones may hold the form of the answer, but no other label."""
    objects = [
        {str(name).strip().lower(): part for name, part in value.items()}
        for value in find_json(said).values
        if isinstance(value, Mapping)
    ]
    labelled = [named for named in objects if not named.keys().isdisjoint(FIELDS)]
    if not labelled:
        return {}
    last = labelled[-1]
    reason = last.get("reason")
    found: dict[str, Any] = {
        "rules": _rules(_texts(last.get("rules"))),
        "reason": _storable(" ".join(reason.split())) if isinstance(reason, str) else "",
    }
    for name in FIELDS:
        labels = {label for named in labelled if name in named and (label := _label(named[name])) is not None}
        if len(labels) > 1:
            found["contradiction"] = True
        if name in last:
            found[name] = _label(last[name])
    return found


def _from_lines(said: str) -> dict[str, Any]:
    found: dict[str, Any] = {"rules": _rules([said]), "reason": ""}
    for name, pattern in FIELDS.items():
        labels = {LABEL_OF[match.lower()] for match in pattern.findall(said)}
        if len(labels) > 1:
            found["contradiction"] = True
        elif labels:
            found[name] = labels.pop()
    return found


def _label(value: object) -> str | None:
    if value is None:
        return NONE
    if isinstance(value, bool):
        return CORRECT if value else INCORRECT
    return LABEL_OF.get(" ".join(str(value).lower().split()).strip(".*_` "))


def _storable(text: str) -> str:
    """Replace what no database can store: NUL, and halves of characters."""
    return replace_surrogates(text).replace("\0", "\N{REPLACEMENT CHARACTER}")


def _rules(texts: Iterable[str]) -> list[str]:
    named = (f"{letter.upper()}{int(number)}" for text in texts for letter, number in RULE.findall(text))
    return [rule for rule in dict.fromkeys(named) if rule in RULES]


def _texts(value: object) -> list[str]:
    if isinstance(value, list):
        return [text for each in value for text in _texts(each)]
    if isinstance(value, Mapping):
        return [text for each in (*value, *value.values()) for text in _texts(each)]
    return [] if value is None else [str(value)]
