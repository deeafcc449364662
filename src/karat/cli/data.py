"""``karat data``: list, fetch, verify and find the datasets, and print a benchmark's sentences."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from karat.benchmarks import Dataset, benchmark_named, load_gold
from karat.benchmarks import where as path_of
from karat.benchmarks.registry import (
    Verification,
    data_folder,
    dataset,
    datasets,
    folder_of,
    present,
    state,
)
from karat.benchmarks.registry import verify as verify_dataset
from karat.cli.options import Force, Json, in_lower_case
from karat.cli.output import check_target, echo, print_data, print_json, say
from karat.cli.panels import KaratGroup
from karat.cli.written_files import REPLACED
from karat.errors import DataError
from karat.formats.files import write_lines
from karat.reports.lists import make_console, print_listing
from karat.reports.tables.listing import Listing

app = typer.Typer(
    cls=KaratGroup,
    help="List, fetch, verify and find the datasets; print a benchmark's sentences. KARAT_DATA=DIR reads "
    "DIR/<dataset>/ and downloads nothing.",
    epilog="Example: karat data get benchie",
    no_args_is_help=True,
)

Names = Annotated[list[str] | None, typer.Argument(metavar="NAME", help="Datasets, as `karat data list` names them.")]


@app.command("list", epilog="Example: karat data list --json")
def list_datasets(json: Json = False) -> None:
    """Show every dataset: what it is, its licence, and where it can be found."""
    if json:
        print_json(
            [
                {
                    "name": known.name,
                    "title": known.title,
                    "what": known.what,
                    "counts": known.counts,
                    "licence": known.licence,
                    "citations": list(known.citations),
                    "homepage": known.homepage,
                    "reproduces": known.reproduces or None,
                    "where": state(known),
                    "folder": str(folder_of(known)),
                    "files": len(known.files),
                    "bytes": known.size,
                    "present": len(present(known)),
                    "downloadable": sum(file.downloadable for file in known),
                    "sources": [
                        {"repository": source.repository, "commit": source.commit, "licence": source.licence}
                        for source in known.sources
                    ],
                }
                for known in datasets()
            ]
        )
        return
    rows = [(known.name, f"{known.what}\n{known.counts}", known.licence, state(known)) for known in datasets()]
    print_listing(Listing(("dataset", "what", "licence", "where"), rows, unbroken=(0, 1)))


@app.command(epilog="Example: karat data get benchie carb")
def get(
    names: Names = None,
    everything: Annotated[bool, typer.Option("--all", help="Get every dataset.")] = False,
) -> None:
    """Download datasets into the cache, each file checked against its published checksum."""
    chosen = select_datasets(names or [], everything)
    if not chosen:
        raise typer.BadParameter("name at least one dataset, or --all", param_hint="NAME")
    files_of = [(known, [file for file in known if fetchable(file.downloadable)]) for known in chosen]
    with progress_bar("getting", sum(file.size for _, files in files_of for file in files)) as advance:
        for known, files in files_of:
            for file in files:
                path_of(known.name, file.path)
                advance(file.size)
    for known, files in files_of:
        echo(describe_download(known, len(files)))


@app.command(epilog="Example: karat data verify benchie")
def verify(names: Names = None, json: Json = False) -> None:
    """Check the checksums of the files that are here; exit 1 if any is altered or missing.

    A dataset that is named must be complete. Without names, every dataset of which something is here is checked.
    """
    named = select_datasets(names or [], everything=False)
    chosen = [
        known
        for known in named or select_datasets([], everything=True)
        if not known.embedded and (named or present(known))
    ]
    if not chosen:
        stop_without_datasets(named)
    with progress_bar("checking", sum(file.size for known in chosen for file in present(known))) as advance:
        verifications = [verify_dataset(known, whole=bool(named), progress=advance) for known in chosen]
    if json:
        print_json(verifications_object(verifications))
    else:
        print_verifications(verifications)
    if not all(verification.right for verification in verifications):
        raise typer.Exit(1)


@app.command(epilog="Example: karat data where carb gold/test.tsv")
def where(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A dataset.")],
    path: Annotated[str | None, typer.Argument(metavar="PATH", help="A file of it; fetched if it is not here.")] = None,
) -> None:
    """Print the folder of a dataset, or the place of one of its files."""
    echo(path_of(name, path) if path is not None else folder_of(dataset(name)))


@app.command(epilog="Example: karat data sentences benchie-en -o input.txt")
def sentences(
    name: Annotated[
        str,
        typer.Argument(
            metavar="BENCHMARK", callback=in_lower_case, help="Its name, as `karat list benchmarks` has it."
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="The file to write; printed if not given."),
        REPLACED,
    ] = None,
    ids: Annotated[bool, typer.Option("--ids", help="Print each sentence's id and a tab before it.")] = False,
    force: Force = False,
) -> None:
    """Print a benchmark's sentences, one in each line, to run a system on them.

    Of a benchmark of cliques these are the originals and all their paraphrases.
    """
    check_target(output, force)
    gold = load_gold(benchmark_named(name))
    lines = [f"{sentence.id}\t{sentence.text}" if ids else sentence.text for sentence in gold.sentences]
    if output is None:
        print_data("\n".join(lines))
        return
    write_lines(output, lines)
    say(f"{output}: {len(lines)} sentences written; score a system's output with karat evaluate --benchmark {name}")


def select_datasets(names: list[str], everything: bool) -> list[Dataset]:
    """Select the named datasets, each once, or all of them."""
    return list(datasets()) if everything else list(dict.fromkeys(dataset(name) for name in names))


def fetchable(downloadable: bool) -> bool:
    """Whether `get` can fetch a file: any from ``KARAT_DATA``, else only those with a public copy."""
    return downloadable or data_folder() is not None


def describe_download(known: Dataset, count: int) -> str:
    """Say what `get` has done for a dataset."""
    line = f"{known.name}: {count} files in {folder_of(known)}"
    if known.embedded:
        return f"{known.name}: embedded, in {folder_of(known)}"
    if without := len(known.files) - count:
        line += f"; {without} without a public copy, which only KARAT_DATA serves"
    return line


def stop_without_datasets(named: list[Dataset]) -> None:
    """Stop if there is nothing to verify: fine for an empty cache, an error for ``KARAT_DATA``."""
    if named:
        echo("embedded datasets have no checksums: they come with the package")
        raise typer.Exit
    if (folder := data_folder()) is not None:
        raise DataError(f"KARAT_DATA={folder}: expected at least one dataset there, found none")
    echo("nothing to verify: no dataset has been downloaded yet")
    raise typer.Exit


def verifications_object(verifications: list[Verification]) -> dict[str, object]:
    """Give the verifications as one document."""
    return {
        "right": all(verification.right for verification in verifications),
        "files": sum(verification.checked for verification in verifications),
        "bytes": sum(verification.size for verification in verifications),
        "datasets": [
            {
                "name": verification.dataset,
                "place": verification.place,
                "right": verification.right,
                "files": verification.checked,
                "bytes": verification.size,
                "altered": [alteration.path for alteration in verification.altered],
                "missing": list(verification.missing),
                "absent": list(verification.absent),
            }
            for verification in verifications
        ],
    }


def print_verifications(verifications: list[Verification]) -> None:
    """Print one row a dataset, each wrong file, and the sums."""
    rows = [
        (
            verification.dataset,
            str(verification.checked),
            f"{verification.size:,}",
            str(len(verification.altered)),
            str(len(verification.missing)),
            str(len(verification.absent)),
        )
        for verification in verifications
    ]
    header = ("dataset", "files", "bytes", "altered", "missing", "not downloaded")
    print_listing(Listing(header, rows, right=range(1, len(header))))
    for verification in verifications:
        for alteration in verification.altered:
            echo(f"{verification.place}/{alteration.path}: {alteration.difference}")
        for path in verification.missing:
            echo(f"{verification.place}/{path}: expected a file, found none")
    files = sum(verification.checked for verification in verifications)
    size = sum(verification.size for verification in verifications)
    wrong = sum(len(verification.altered) + len(verification.missing) for verification in verifications)
    echo(f"{files} files, {size:,} bytes checked; {f'{wrong} wrong' if wrong else 'all as published'}")


@contextmanager
def progress_bar(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar of bytes on standard error, if that is a terminal; give the function that moves it."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return

    columns = (TextColumn(title), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=make_console(stderr=True), transient=True, redirect_stdout=False) as progress:
        task = progress.add_task(title, total=total)
        yield lambda amount: progress.advance(task, amount)
