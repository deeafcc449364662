"""``--by``: how commands sort sentences into buckets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import typer

from karat.benchmarks import benchmark_named
from karat.cli.options import BucketingName
from karat.formats.documents.parses import FileParses
from karat.results import Evaluation
from karat.results.buckets import BucketTable, bucketing_named, by_sentence, language_tagger
from karat.syntax import Tagger


def tagger_of(
    by: Sequence[BucketingName] | None,
    parses: Path | None,
    language: str | None,
    no_cache: bool,
    benchmark: str | None,
    form: str | None,
) -> Tagger | None:
    """Refuse options that do not go together; give the tagger that ``--by`` needs, if any.

    Called before scoring, so that a missing extra or file is reported at once.
    """
    tagged = [each.value for each in BucketingName if each is not BucketingName.LENGTH]
    wanted = any(each.value in tagged for each in by or ())
    for given, option in ((parses, "--parses"), (language, "--language"), (no_cache, "--no-cache")):
        if given and not wanted:
            raise typer.BadParameter(f"expected --by {', '.join(tagged)} beside it", param_hint=option)
        if given and parses and given is not parses:
            raise typer.BadParameter("expected no --parses beside it", param_hint=option)
    if by and form == "csv":
        raise typer.BadParameter("expected another form than --csv, which holds one table", param_hint="--by")
    if not wanted:
        return None

    if parses is not None:
        return FileParses(parses)
    tagger = language_tagger(language or _language_of(benchmark), cache=not no_cache)
    _ = tagger.name  # whoever lacks the program learns it here
    return tagger


def _language_of(benchmark: str | None) -> str:
    """The benchmark's language; English for a user's own gold file."""
    return benchmark_named(benchmark).language if benchmark else "en"


def bucket_tables(
    evaluation: Evaluation, by: Sequence[BucketingName] | None, tagger: Tagger | None
) -> list[BucketTable]:
    """Sort the sentences in each way that was asked for."""
    if not by:
        return []

    assert evaluation.grounds is not None, "an evaluation that was just made has its sentences"
    sentences = evaluation.grounds.sentences
    names = list(dict.fromkeys(each.value for each in by))
    return [by_sentence(evaluation, bucketing_named(name, sentences, tagger)) for name in names]
