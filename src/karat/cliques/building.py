"""All steps of building cliques from sentences (Qi et al., 2023, §2.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from karat.cliques.bleu import check_installed
from karat.cliques.candidates import paraphrase_all, questions_of, read_candidates
from karat.cliques.filtering import KEEP, Reason
from karat.cliques.paraphrasers import Paraphraser
from karat.cliques.targets import TargetSampler
from karat.cliques.unified import Filtered, entry_of, filter_entries
from karat.model import Member

TOO_SHORT = frozenset({Reason.SHORT, Reason.SHORTER})


@dataclass(frozen=True, slots=True)
class FilterCounts:
    """Counts over all candidates: ``candidates`` = ``repeats`` + ``short`` + ``similar`` + ``kept``.

    ``refused`` counts targets without a paraphrase, ``below`` cliques with fewer paraphrases than wanted.
    """

    cliques: int
    refused: int
    candidates: int
    repeats: int
    short: int
    similar: int
    kept: int
    below: int


def count_filtered(cliques: Iterable[Filtered], keep: int = KEEP) -> FilterCounts:
    """Count the candidates that filtering removed and kept."""
    counts: Counter[str] = Counter()
    for clique in cliques:
        short = sum(step.reason in TOO_SHORT for step in clique.selection.steps)
        counts.update(
            cliques=1,
            refused=clique.refused,
            candidates=len(clique.paraphrases),
            repeats=len(clique.selection.repeats),
            short=short,
            similar=len(clique.selection.steps) - short,
            kept=len(clique.selection.kept),
            below=len(clique.selection.kept) < keep,
        )
    return FilterCounts(**{name: counts[name] for name in FilterCounts.__slots__})


def build_cliques(
    originals: Sequence[Member],
    sampler: TargetSampler,
    paraphraser: Paraphraser,
    candidates: Path,
    *,
    keep: int = KEEP,
    workers: int = 1,
    tell: Callable[[str], None] = lambda _: None,
) -> list[Filtered]:
    """Draw targets, ask for paraphrases, and keep the most diverse.

    Answers are recorded in the file ``candidates`` as they come; those it already has are not asked for again. ``tell``
    is called with a description of the current step.
    """
    check_installed()
    targets = []
    for number, original in enumerate(originals, 1):
        tell(f"drawing targets: sentence {number:,} of {len(originals):,}")
        targets.append(sampler.draw(original))
    questions = questions_of(targets)
    paraphrase_all(
        questions,
        paraphraser,
        candidates,
        workers=workers,
        tell=lambda done: tell(f"paraphrasing: {done:,} of {len(questions):,}"),
    )
    tell("filtering")
    return list(filter_entries((entry_of(group) for group in read_candidates(candidates)), keep))
