"""Explanations on the console: a verdict, a sentence across systems, a system's mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table
from rich.text import Text

from karat.formats.text.slots import render_fact
from karat.model import Extraction, Fact, Synset
from karat.printable import make_printable
from karat.reports.console import print_table
from karat.reports.lists import plain_text
from karat.reports.tables.listing import Listing
from karat.results.explanation.causes import NearMiss
from karat.results.explanation.slot_differences import SLOT_NAMES, Mark, SlotDifference
from karat.results.verdict_files.sample import Sample, of_sample

if TYPE_CHECKING:
    from karat.results.explanation.explanation import Explanation, SentenceExplanation
    from karat.results.explanation.profile import MistakeProfile

STYLES = {Mark.SAME: "", Mark.OPTIONAL: "dim", Mark.EXTRA: "bold red", Mark.MISSING: "bold green"}
SIGNS = {Mark.SAME: "{}", Mark.OPTIONAL: "[{}]", Mark.EXTRA: "+{}", Mark.MISSING: "-{}"}
"""How words are marked where there are no colours: too many, wanting, optional and used."""

LEGEND = "+word: too many   -word: wanting   [word]: optional, used"


def print_explanation(explanation: Explanation, title: str, console: Console) -> None:
    """Print why one extraction is right or wrong, slot by slot."""
    grid = make_grid()
    grid.add_row("sentence", plain_text(f"{explanation.sentence.id}  {explanation.sentence.text}"))
    grid.add_row("extraction", plain_text(f"{title}{shown(explanation.extraction)}"))
    grid.add_row("verdict", _verdict(explanation))
    if explanation.fact is not None and explanation.synset is not None:
        label = "accepted by" if explanation.correct else "closest"
        grid.add_row(label, plain_text(_place(explanation.synset, explanation.fact)))
        for name, difference in zip(SLOT_NAMES, explanation.differences, strict=True):
            grid.add_row(name, marked(difference))
    for miss in explanation.near_misses:
        grid.add_row("near miss", plain_text(near_miss(miss, explanation)))
    if explanation.overlap is not None:
        overlap = explanation.overlap
        line = f"precision {overlap.precision:.2f}, recall {overlap.recall:.2f} against {shown(overlap.gold)}"
        grid.add_row("CaRB", plain_text(line))
    console.print(grid)
    if not all(explanation.slots):
        console.print(plain_text(LEGEND, "dim"))


def print_sentence(
    explanations: Mapping[str, SentenceExplanation], synsets: Sequence[Synset], console: Console
) -> None:
    """Print one sentence: each synset with who found it, then each system's extractions."""
    sentence = next(iter(explanations.values())).sentence
    console.print(plain_text(f"sentence {sentence.id}  {sentence.text}", "bold"))
    if not synsets:
        console.print("The sentence has no gold fact.")
    grid = make_grid()
    for synset in synsets:
        more = f"   ({len(synset.facts)} patterns)" if len(synset.facts) > 1 else ""
        first = render_fact(synset.facts[0]) if synset.facts else "no pattern"
        grid.add_row(f"{_noun(synset)} {synset.id}", plain_text(f"{first}{more}"))
        grid.add_row("", plain_text(_finders(synset, explanations), "dim"))
    console.print(grid)
    for name, explanation in explanations.items():
        console.print()
        count = len(explanation.found)
        noun = _noun(*synsets[:1])
        found = f"{noun}s found" if noun == "synset" else f"{noun}s found, at least in part"
        console.print(plain_text(f"{name}: {count} of {count + len(explanation.missed)} {found}", "bold"))
        rows = make_grid()
        for number, explained in enumerate(explanation.extractions, 1):
            rows.add_row(f"{number}", plain_text(shown(explained.extraction)))
            rows.add_row("", _verdict(explained))
            for miss in explained.near_misses:
                rows.add_row("", plain_text(f"near miss: {near_miss(miss, explained)}"))
        console.print(rows if explanation.extractions else "no extraction")


def _finders(synset: Synset, explanations: Mapping[str, SentenceExplanation]) -> str:
    finders, missed = [], []
    for name, explanation in explanations.items():
        found = next((each for each in explanation.found if each.synset is synset), None)
        if found is not None:
            facts = dict.fromkeys(map(render_fact, found.facts))
            finders.append(f"{name} through {' and '.join(facts)}")
        else:
            missed.append(name)
    parts = []
    if finders:
        parts.append(f"found by {'; '.join(finders)}")
    if missed:
        parts.append("missed" if len(explanations) == 1 else f"missed by {', '.join(missed)}")
    return "; ".join(parts)


def print_profile(name: str, profile: MistakeProfile, console: Console, sample: Sample | None = None) -> None:
    """Print what a system gets wrong most, with an example each."""
    errors = profile.errors
    counted = f"{errors.wrong} of {errors.extractions} extractions are wrong{of_sample(sample)}"
    console.print(plain_text(f"{name}: {counted}", "bold"))
    if errors.without_gold:
        console.print(f"{errors.without_gold} of them are of sentences without gold facts")
    if errors.without_credit:
        agree = "agrees" if errors.without_credit == 1 else "agree"
        console.print(f"{errors.without_credit} of them {agree} with a gold fact whose credit another extraction has")
    if not errors.compared:
        return
    slots = zip(SLOT_NAMES, errors.slots, strict=True)
    console.print("wrong slots: " + ", ".join(f"{name} {_share(share.count, share.whole)}" for name, share in slots))
    console.print()
    print_table(_counted("wrong against the closest fact", _slot_rows(profile)), console)
    console.print()
    print_table(_counted("near miss: right but for", _near_miss_rows(profile)), console)


def _counted(name: str, rows: Iterable[Sequence[str]]) -> Listing:
    return Listing((name, "count", "share", "example"), list(rows), right=(1, 2), unbroken=(1, 2))


def _slot_rows(profile: MistakeProfile) -> Iterator[tuple[str, ...]]:
    for bucket in profile.buckets:
        wrong = [slot for slot, right in zip(SLOT_NAMES, bucket.slots, strict=True) if not right]
        example = bucket.examples[0]
        yield ", ".join(wrong), *_count(bucket.count, profile.errors.compared), _example(example, example.reason)


def _near_miss_rows(profile: MistakeProfile) -> Iterator[tuple[str, ...]]:
    for counted in profile.near_misses:
        example = counted.examples[0]
        detail = next(miss.detail for miss in example.near_misses if miss.kind is counted.kind)
        yield counted.kind.value, *_count(counted.count, profile.errors.compared), _example(example, detail)
    yield "none of these", *_count(profile.errors.compared - profile.near, profile.errors.compared), ""


def _count(count: int, whole: int) -> tuple[str, str]:
    return str(count), _percent(count, whole)


def _example(example: Explanation, reason: str) -> str:
    return f"{example.sentence.id} {shown(example.extraction)}: {reason.removeprefix('wrong: ')}"


def shown(extraction: Extraction) -> str:
    """An extraction as papers write one."""
    return f"({'; '.join(extraction.triple)})"


def near_miss(miss: NearMiss, explanation: Explanation) -> str:
    """Describe a near miss; name its fact unless it is the closest one."""
    return str(miss) if miss.fact is explanation.fact else f"{miss}; in {_place(miss.synset, miss.fact)}"


def marked(difference: SlotDifference) -> Text:
    """A slot's words, each with its sign and its colour."""
    text = Text()
    for each in difference.words:
        text.append(SIGNS[each.mark].format(make_printable(each.word)), STYLES[each.mark])
        text.append(" ")
    text.rstrip()
    return text


def _place(synset: Synset, fact: Fact) -> str:
    line = f", line {fact.line}" if fact.line is not None else ""
    return f"{render_fact(fact)}   ({_noun(synset)} {synset.id}{line})"


def _noun(synset: Synset | None = None) -> str:
    """Hindi-BenchIE's clusters are no synsets: each states all facts of the sentence."""
    return "cluster" if synset is not None and synset.statements else "synset"


def _verdict(explanation: Explanation) -> Text:
    return plain_text(explanation.reason, "green" if explanation.correct else "red")


def _percent(count: int, whole: int) -> str:
    return f"{100 * count / whole:.0f} %"


def _share(count: int, whole: int) -> str:
    return f"{count} ({_percent(count, whole)})"


def make_grid() -> Table:
    """Make a grid of labels and texts, in which long texts are indented below themselves."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="dim")
    grid.add_column(overflow="fold")
    return grid
