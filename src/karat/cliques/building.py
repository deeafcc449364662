"""Building cliques from sentences, all steps in a row (Qi et al., 2023, §2.1)."""

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
    """What became of all candidates: ``candidates`` = ``repeats`` + ``short`` + ``similar`` + ``kept``.

    ``refused`` are targets without a paraphrase, ``below`` the cliques that have fewer paraphrases than wanted.
    """

    cliques: int
    refused: int
    candidates: int
    repeats: int
    short: int
    similar: int
    kept: int
    below: int


def count_filtered(found: Iterable[Filtered], keep: int = KEEP) -> FilterCounts:
    """Count what filtering did."""
    counts: Counter[str] = Counter()
    for each in found:
        short = sum(step.reason in TOO_SHORT for step in each.selection.steps)
        counts.update(
            cliques=1,
            refused=each.refused,
            candidates=len(each.paraphrases),
            repeats=len(each.selection.repeats),
            short=short,
            similar=len(each.selection.steps) - short,
            kept=len(each.selection.kept),
            below=len(each.selection.kept) < keep,
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

    The answers stand in the file ``candidates`` as they come; where it has some already, they are not asked for again.
    ``tell`` hears what is being done.
    """
    check_installed()
    targets = []
    for place, original in enumerate(originals):
        tell(f"drawing targets: sentence {place + 1:,} of {len(originals):,}")
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
