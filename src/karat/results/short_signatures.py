"""Short signatures, which leave out every choice that is at its default, and how to spell them out again.

``benchie|nary:triples|v:0.1.0`` stands for BenchIE's signature in version 0.1.0 with all choices at their defaults, but
for ``nary``. A choice that the defaults have and the signature has not is written as ``name:-``. Metrics that this
version does not know, as those of users' own, show a digest in place of their definition: ``mine.1f3c9a|v:0.1.0``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from functools import cache

from karat import metrics as known_metrics
from karat.errors import InputError, UnknownNameError
from karat.metrics import OIE_METRICS, scores_cliques
from karat.metrics.oie.benchie import PEOPLES_FACET
from karat.results.cliques.scores import WORST, robust_signature
from karat.results.options import Options, Reading
from karat.results.signatures import evaluation_choices, parts_of, task_choices, with_choices
from karat.results.statistics.resampling import Resampling
from karat.version import __version__

ABSENT = "-"


SHOWN_IN_LABELS = ("facet", "type")
"""Choices that a table names beside the numbers; and it shows whether there are intervals."""

OTHER_CHOICES = (f"facet:{PEOPLES_FACET}",)
"""The facet that has other choices than the metric's other facets, as a part of its signature."""


ALREADY_FULL = frozenset({"def", "p", "r", "test"})
"""Parts that only full signatures have: a metric's definition or its two sides; a paired test, without defaults."""

DIGEST = re.compile("[0-9a-f]{6}")
"""What a short signature has in place of choices whose defaults this version does not know."""


@cache
def default_signature(metric: str, facet: str | None = None) -> str | None:
    """The signature of a metric with all choices at their defaults; ``None`` for a metric that Karat does not name.

    Facets have the same choices, but for those in ``OTHER_CHOICES``.
    """
    signature = _default_in_evaluations(metric, facet) or _default_in_tasks(metric)
    return None if signature is None else f"{signature}|{Resampling().signature()}"


def _default_in_evaluations(name: str, facet: str | None = None) -> str | None:
    metric = next((metric for metric in OIE_METRICS if metric.name == name), None)
    if metric is None:
        return None
    options, reading = Options() if facet is None else Options((facet,)), Reading()
    if scores_cliques(name):
        return robust_signature(WORST, options, reading)
    measured = next(iter(metric.measure([], [], options)))
    choices = {**measured.choices, **evaluation_choices(options, reading, metric.nary)}
    return with_choices(measured.signature, choices)


def _default_in_tasks(name: str) -> str | None:
    """The signature in the first task that shows the metric, by default or with one option, else the metric's own."""
    from karat.benchmarks.tasks import TASKS, choices_of  # not at start-up: evaluations need no task

    by_default = [(task, choices_of(task)[0]) for task in TASKS]
    with_one_option = [(task, choices) for task in TASKS for choices in choices_of(task)[1:]]
    for task, choices in (*by_default, *with_one_option):
        for metric in task.metrics(choices):
            if metric.name == name:
                return with_choices(metric.signature, task_choices(task, choices, Reading(), time_limit=None))
    return next((metric.signature for metric in known_metrics.METRICS if metric.name == name), None)


def shorten(signature: str) -> str:
    """Leave out the choices that are at their defaults."""
    metric, *parts = parts_of(signature)
    version = [part for part in parts if part.startswith("v:")]
    default = default_signature(metric, _facet_of(parts))
    if default is None or version != [f"v:{__version__}"]:
        return _digested(metric, parts)
    defaults = _by_name(parts_of(default)[1:])
    own = _by_name(parts)
    changed = [
        part for name, part in own.items() if name != "v" and (defaults.get(name) != part or part in OTHER_CHOICES)
    ]
    absent = [f"{name}:{ABSENT}" for name in defaults if name not in own]
    return "|".join([metric, *changed, *absent, *version])


def spell_out(short: str) -> str:
    """Give the full signature of a short one; a metric's name alone stands for its defaults."""
    metric, *parts = parts_of(short)
    default, given = default_signature(metric, _facet_of(parts)), _by_name(parts)
    if default is None and _by_name([metric, *parts]).keys() & ALREADY_FULL:
        return short
    if default is None and (known := explain_digest(short)) is not None:
        raise InputError(known)
    if default is None:
        raise UnknownNameError("metric", metric, [known.name for known in known_metrics.METRICS])
    spelled_out = _by_name(parts_of(default)[1:])
    if given.get("v", f"v:{__version__}") != f"v:{__version__}":
        raise InputError(f"{short}: expected a signature of version {__version__}, found one of another version")
    new = {name: part for name, part in given.items() if name not in spelled_out}
    spelled_out = {name: given.get(name, part) for name, part in spelled_out.items()}
    kept = [part for name, part in spelled_out.items() if part != f"{name}:{ABSENT}"]
    place = kept.index(f"v:{__version__}")
    return "|".join([metric, *kept[:place], *new.values(), *kept[place:]])


def explain_digest(short: str) -> str | None:
    """Say what is known of a signature with a digest, whose choices cannot be told from it; ``None`` for others."""
    metric, *parts = parts_of(short)
    name, dot, digest = metric.rpartition(".")
    if not dot or not DIGEST.fullmatch(digest) or default_signature(metric) is not None:
        return None
    version = _by_name(parts).get("v", "v:").removeprefix("v:") or "an unknown version"
    whose = (
        f"a metric of your own, and {digest} the digest of its definition and choices"
        if default_signature(name) is None
        else f"Karat's metric in another version than {__version__}, and {digest} the digest of its choices there"
    )
    return f"{short}: {name} is {whose}, scored by version {version}; --signatures and the JSON have it in full"


def short_signatures(signatures: Iterable[str]) -> list[str]:
    """Shorten the signatures of a table, without what the table shows; metrics with the same choices are put together.

    A facet with choices of its own is named, since its signature is another one.

    >>> signatures = [default_signature(metric) for metric in ("muc", "lea")]
    >>> short_signatures(signatures)[0].partition("|")[0]
    'muc,lea'
    """
    metrics: dict[str, dict[str, None]] = {}
    for signature in signatures:
        metric, _, choices = shorten(signature).partition("|")
        shown = [
            part
            for part in parts_of(choices)
            if part in OTHER_CHOICES or (part != f"ci:{ABSENT}" and part.partition(":")[0] not in SHOWN_IN_LABELS)
        ]
        metrics.setdefault("|".join(shown), {})[metric] = None
    return [f"{','.join(names)}|{choices}" for choices, names in metrics.items()]


def _facet_of(parts: Iterable[str]) -> str | None:
    """The facet that a signature names, if its choices are not those of the other facets."""
    return next((part.partition(":")[2] for part in parts if part in OTHER_CHOICES), None)


def _by_name(parts: Iterable[str]) -> dict[str, str]:
    """The parts by the names of their choices; a part without a value is its own name."""
    return {part.partition(":")[0]: part for part in parts}


def _digested(metric: str, parts: Sequence[str]) -> str:
    """Replace everything but the version by a digest."""
    digest = hashlib.sha256("|".join(parts).encode()).hexdigest()[:6]
    return "|".join([f"{metric}.{digest}", *(part for part in parts if part.startswith("v:"))])
