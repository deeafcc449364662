"""What asking a language model would cost, and what it has cost, as commands say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from karat.cli.output import echo, say
from karat.model import Usage
from karat.reports.console import print_table
from karat.reports.tables.listing import Listing

if TYPE_CHECKING:
    from karat.systems.llm.preview import Preview


def print_preview(shown: Preview) -> None:
    """Print the first prompt, and what the run would use."""
    for message in shown.first:
        echo(f"[{message.role}]\n{message.content}\n")
    on_disk = f", {shown.on_disk:,} answers are on disk already" if shown.on_disk else ""
    echo(f"{shown.requests:,} requests{on_disk}")
    rows = [
        [name, f"{tokens.least:,}", f"{tokens.likely:,}", f"{tokens.most:,}"]
        for name, tokens in (("tokens in prompts", shown.prompts), ("tokens in answers", shown.answers))
    ]
    if shown.likely_cost is not None:
        costs = (shown.least_cost, shown.likely_cost, shown.most_cost)
        rows.append(["cost", *(f"{cost:,.4f}" for cost in costs if cost is not None)])
    print_table(Listing(["", "least", "likely", "most"], rows, right=(1, 2, 3)))


def say_usage(usage: Usage) -> None:
    """Say what all answers of a file used, if that is known."""
    if usage.tokens:
        say(f"used for all answers of the file: {describe_usage(usage)}")


def describe_usage(usage: Usage) -> str:
    """Say how many tokens were used, and what they cost if that is known.

    >>> describe_usage(Usage(12000, 800, 0.03125)), describe_usage(Usage(12000, 800))
    ('12,000 tokens in prompts, 800 in answers, at a cost of 0.0312', '12,000 tokens in prompts, 800 in answers')
    """
    tokens = f"{usage.prompt_tokens:,} tokens in prompts, {usage.completion_tokens:,} in answers"
    estimated = " (in part estimated)" if usage.is_estimated else ""
    return f"{tokens}{estimated}, at a cost of {usage.cost:.4f}" if usage.cost else f"{tokens}{estimated}"
