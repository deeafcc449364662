"""``karat cliques targets``: draw the parses that paraphrases are to have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from karat.cli.cliques.options import (
    Bank,
    CheckWords,
    RougeWeights,
    Sentences,
    SentenceTrees,
    SimilarSources,
    TargetsEach,
)
from karat.cli.options import Encoding, Json
from karat.cli.output import print_json, status
from karat.cli.written_files import REPLACED
from karat.cliques.bank import read_bank
from karat.cliques.originals import read_originals
from karat.cliques.rouge import Weights
from karat.cliques.targets import TargetSampler
from karat.cliques.targets_file import write_targets
from karat.reports.console import print_table
from karat.reports.tables.listing import Listing

WEIGHTS = "0.2,0.3,0.5"


def targets(
    sentences: Sentences,
    bank: Bank,
    output: Annotated[Path, typer.Option(metavar="FILE", help="Where the targets go: JSON lines."), REPLACED],
    trees: SentenceTrees = None,
    seed: Annotated[int, typer.Option(help="Another seed draws other targets.")] = 0,
    sources: SimilarSources = 2,
    targets: TargetsEach = 5,
    weights: RougeWeights = WEIGHTS,
    check_words: CheckWords = True,
    encoding: Encoding = "utf-8",
    json: Json = False,
) -> None:
    """Draw, for each sentence, the parses of its paraphrases, from the paraphrases of the most similar parses."""
    chosen = weights_from(weights)
    with status() as tell:
        tell("reading sentences")
        originals = read_originals(sentences, trees, encoding, check_words=check_words)
        tell("reading the bank")
        sampler = TargetSampler(read_bank(bank), seed=seed, sources=sources, targets=targets, weights=chosen)
        target_list = []
        for place, original in enumerate(originals, 1):
            tell(f"drawing targets: sentence {place:,} of {len(originals):,}")
            target_list.append(sampler.draw(original))
        write_targets(output, target_list)
    counts = {
        "sentences": len(target_list),
        "targets": sum(len(each.targets) for each in target_list),
        "fewer": sum(len(each.targets) < sources * targets for each in target_list),
    }
    best = sum(each.targets[0].similarity for each in target_list) / len(target_list)
    if json:
        print_json({"output": str(output), "seed": seed, **counts, "similarity": best})
        return
    rows = [
        ("sentences", f"{counts['sentences']:,}"),
        ("targets", f"{counts['targets']:,}"),
        (f"sentences with fewer than {sources * targets}", f"{counts['fewer']:,}"),
        ("similarity of the best source, mean", f"{best:.3f}"),
    ]
    print_table(Listing((output.name, ""), rows))


def weights_from(text: str) -> Weights:
    """Read three numbers with commas between them."""
    try:
        one, two, longest = map(float, text.split(","))
    except ValueError:
        raise typer.BadParameter(
            f"expected three numbers with commas between them, found {text!r}", param_hint="--weights"
        ) from None
    return Weights(one, two, longest)
